"""Notes on the moves of a record: whatever somebody writes comes back as it was written."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from rummy.record import NOTE, Played, Record, dump, read
from rummy.variants import find

LINES = ("deal", "draw", "discard KD", "draw", "discard 5S")
TEXTS = st.text(st.characters(exclude_categories=["Cs"])).map(str.strip).filter(bool)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.integers(0, len(LINES) - 1), TEXTS, max_size=4))
@example(
    {
        0: 'a "quoted" # and another \\ one',
        1: "two\r\nlines\n\n[[deal]]",
        2: "\x00\x1b\x85\x7f🂡",
        3: "x" * NOTE,
    }
)
def test_notes_are_read_back_as_they_were_written(notes: dict[int, str]) -> None:
    record = Record(find("basic"), 2, (Played(1, LINES, tuple(sorted(notes.items()))),))
    again = read(dump(record))
    assert again == record and again.deals[0].lines == LINES
