"""A record in a notebook: the widget steps through it, and is drawn where no widget lives."""

from __future__ import annotations

import pytest

from rummy.record import dump, example, save
from rummy.widgets import replay
from rummy.words import Unreadable


def test_it_shows_the_move_its_note_and_the_table_and_steps_on():
    shown = replay("annotated", 15)
    assert shown.shown["text"].startswith("C discarded") and "costly mistake" in shown.shown["note"]
    for message in ({"n": 15}, {"n": "x"}, "x", {"n": True}):
        shown._hear(message)
    assert (shown.shown["n"], shown.shown["note"]) == (15, "")
    assert "A took A" in shown.shown["text"] and "<svg" not in shown.shown["picture"]
    shown._hear({"n": 999})
    assert shown.shown["n"] == shown.shown["count"] - 1


def test_a_record_a_file_and_a_text_are_shown_alike(tmp_path):
    record, path = example("annotated"), tmp_path / "mine.toml"
    save(record, path)
    first = replay("annotated").shown
    assert (
        first
        == replay(record).shown
        == replay(dump(record)).shown
        == replay(path).shown
        == replay(str(path)).shown
    )


@pytest.mark.parametrize("bad", ["nowhere", "nowhere.toml", "rummy = 1\n[["])
def test_what_is_no_record_is_told_in_a_sentence(bad):
    with pytest.raises(Unreadable) as told:
        replay(bad)
    assert str(told.value).endswith(".")


def test_where_no_widget_lives_the_table_is_drawn_with_every_note_and_none_becomes_markup():
    record = example("annotated")
    deal = record.deals[0]._replace(notes=((0, "<b>one</b>"), (5, "two")))
    drawn, _ = replay(record._replace(deals=(deal,)))._repr_mimebundle_()
    assert "&lt;b&gt;one" in drawn["text/html"] and "<b>one" not in drawn["text/html"]
    assert "<dd>two</dd>" in drawn["text/html"] and "data:image/svg+xml" in drawn["text/html"]
    assert "<b>one</b>" in drawn["text/plain"] and "Stock" in drawn["text/plain"]
