"""The referee: a position, a move and a mix of rules, answered as at a table.

`ask` says whether the move is legal, which rule stands against it and why, what could be done instead, what
it leads to, and at which tables the answer would be the other one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rummy.deal import Deal
from rummy.positions import describe, named, position, under, variant_of
from rummy.referee.answer import AMBIGUOUS, LEGAL, REFUSED, Answer, Meaning, Other
from rummy.referee.case import is_move, opened, placed, sketched
from rummy.referee.moves import instead
from rummy.referee.tables import others, tried
from rummy.rulings import totals_before, tries
from rummy.variants import Variant, find
from rummy.words import Unreadable, say

__all__ = [
    "AMBIGUOUS",
    "LEGAL",
    "REFUSED",
    "Answer",
    "Meaning",
    "Other",
    "ask",
    "is_move",
    "opened",
    "sketched",
]


def ask(
    where: Deal | Mapping[str, Any] | str,
    line: str | Sequence[str] = (),
    variant: Variant | str | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    place: str | None = None,
    elsewhere: bool = True,
) -> Answer:
    """What a referee answers to a move in a position. Raises `Unreadable` if one of them cannot be read.

    Args:
        where: a deal, a position as in a rulings file, or the name of one that comes with the package.
        line: a line of play, or several: the last is asked about, unless one before it is refused already;
            if it is left out, the lines that the position tries.
        variant: the rules; those of the position if it is left out.
        options: options to change in them.
        place: where the position stands, for messages.
        elsewhere: whether to look for the tables at which the answer would be the other one.

    >>> ask("bridge", "take 9S")
    <legal: take 9S>
    >>> ask("bridge", "take 9S", "basic")
    <refused: take 9S (rule 4.3, draw.pile.top-only)>
    """
    place = say("referee.place") if place is None else place
    text = describe(where) if isinstance(where, Deal) else named(where) if isinstance(where, str) else where
    with placed(place):
        own = variant_of(text) if variant is None else variant
    rules = find(own) if isinstance(own, str) else own
    start = position(under(text, rules.changed(options or {})), place)
    with placed(place):
        totals_before(text, start.game)
        lines = tries(text)
    if line:
        lines = (line,) if isinstance(line, str) else tuple(line)
    if not lines:
        raise Unreadable(say("referee.no-line"))
    with placed("" if line else place):
        here = tried(start, lines)
    ways = tuple(instead(here.deal, here.action, here.breach)) if here.breach and here.action else ()
    there = tuple(others(text, start, lines, here.breach)) if elsewhere and not here.meanings else ()
    return Answer(here.deal, here.line, here.action, here.breach, here.meanings, here.after, ways, there)
