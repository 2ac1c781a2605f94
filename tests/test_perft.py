"""Lines of play from fixed positions, counted: a change of any rule shows as another number.

After a change of the rules that is meant, count anew and read the difference:

    python tests/test_perft.py
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from rummy.deal import Deal
from rummy.law import legal_actions, play
from rummy.positions import position
from rummy.variants import find, variants

BOOK = Path(__file__).parent / "perft.toml"
POSITIONS: list[dict[str, Any]] = tomllib.loads(BOOK.read_text(encoding="utf-8"))["position"]
OURS = ("name", "about", "only", "counts")
DEPTH = 3
SPECIAL: dict[str, dict[str, Any]] = {
    "gambit": {"named": "wild"},
    "5000": {"exposed": {"A": "4C", "B": "2C", "C": "8D", "D": "QS"}},
}
"""What the position of a variant needs and others do not know, where the position itself does not say."""


def lines(deal: Deal, depth: int) -> int:
    """How many lines of so many actions there are from here."""
    actions = legal_actions(deal)
    if depth == 1:
        return len(actions)
    return sum(lines(play(deal, action), depth - 1) for action in actions)


def tables(text: Mapping[str, Any]) -> Iterator[str]:
    """The variants that a position is for: those it names, or all that four can play."""
    yield from text.get("only", variants())


def set_up(text: Mapping[str, Any], mix: str) -> Deal:
    """The position as it stands at a table."""
    variant = find(mix)
    keys = {key: value for key, value in text.items() if key not in OURS}
    extra = {"seats": 4, "dealer": "D", "turn": "A", "options": variant.overrides()}
    return position({"variant": variant.id, **extra, **SPECIAL.get(variant.id, {}), **keys})


def counted(text: Mapping[str, Any], mix: str) -> list[int]:
    """How many lines of one, two, three actions."""
    deal = set_up(text, mix)
    return [lines(deal, depth + 1) for depth in range(DEPTH)]


EVERY = [(text, mix) for text in POSITIONS for mix in tables(text)]


@pytest.mark.parametrize(("text", "mix"), EVERY, ids=[f"{t['name']}: {mix}" for t, mix in EVERY])
def test_there_are_as_many_lines_of_play_as_were_counted(text, mix):
    assert counted(text, mix) == text["counts"][mix]


def test_every_variant_is_counted_and_every_position_tells_some_apart():
    assert {find(mix).id for text in POSITIONS for mix in text["counts"]} == {*variants()}
    for text in POSITIONS:
        assert {*text["counts"]} == {*tables(text)}
        if len(text["counts"]) > 2:
            assert len({*map(tuple, text["counts"].values())}) > 1, text["name"]


def rewritten(book: str) -> str:
    """The book with all lines of play counted anew."""
    parts = re.split(r"(?m)^(?=\[\[position\]\]$)", re.sub(r"(?m)^\n?counts\..*\n", "", book))
    out = [parts[0]]
    for part, text in zip(parts[1:], POSITIONS, strict=True):
        rows = [f'counts."{mix}" = {counted(text, mix)}' for mix in tables(text)]
        out.append(part.rstrip() + "\n" + "\n".join(rows) + "\n\n")
    return "".join(out).rstrip() + "\n"


if __name__ == "__main__":
    BOOK.write_text(rewritten(BOOK.read_text(encoding="utf-8")), encoding="utf-8")
