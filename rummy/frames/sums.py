"""The count at the end of a deal, every side's as a sum that one can check."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rummy.scoring import Count, Item, Points, Scoring, points_text
from rummy.words import say

Who = Callable[[int], str]
"""What a side is called."""


def count_texts(made: Sequence[Count], scoring: Scoring, who: Who, out: int | None = None) -> list[str]:
    """The counts of all sides as sums.

    Args:
        made: the counts, side by side.
        scoring: how the deal is counted.
        who: what a side is called.
        out: the side that went out or knocked.

    >>> from rummy.cards import card
    >>> from rummy.scoring import Item
    >>> one = Count(-3, (Item(card("AH"), 1), Item(card("5H"), 5)), (Item(card("9S"), -9),))
    >>> count_texts([one], Scoring(), str)
    ['table 1 + 5, hand − 9 = −3']
    """
    return [_text(made, side, scoring, who, out) for side in range(len(made))]


def _text(made: Sequence[Count], side: int, scoring: Scoring, who: Who, out: int | None) -> str:
    """What is held where that is no part of the sum, then the sum."""
    count = made[side]
    aside, total = _aside(made, side, scoring, who), points_text(count.points)
    parts = _times_all(count, ", ".join(_counted(made, side, scoring, who, out)), side, who, out)
    for key, points in (("out", count.bonus - count.rummy), ("rummy", count.rummy)):
        if points:
            assert out is not None
            key = f"count.{key}" if side == out else f"count.{key}-other"
            each = len(made) - 1 if scoring.method == "pay" and side == out else 1
            parts += _term(points, say(key, points=_times(points, each), who=who(out)), first=not parts)
    if not parts:
        return say("count.scores", parts=aside or say("count.none"), points=total)
    line = say("count.line", parts=parts, points=total)
    return say("count.aside", aside=aside, line=line) if aside else line


def _times_all(count: Count, parts: str, side: int, who: Who, out: int | None) -> str:
    """The terms of a sum, doubled and divided if they are; a comma sets what is then added apart."""
    if not parts:
        return ""
    if count.factor == count.share == 1:
        return parts + "," if count.bonus and not count.pot.gains else parts
    parts = f"({parts})"
    if count.factor != 1 and out is not None:
        key = "count.double" if side == out else "count.double-other"
        parts = say(key, parts=parts, who=who(out))
    return parts if count.share == 1 else say("count.share", parts=parts, share=count.share)


def _aside(made: Sequence[Count], side: int, scoring: Scoring, who: Who) -> str:
    """What is left in the hands of a side, where that is not itself a term of its sum."""
    count = made[side]
    if scoring.method == "knock":
        return say("count.unmatched", sum=_sum(count.hand)) if count.hand else say("count.matched")
    if not count.hand or count.deducts:
        return ""
    held, left = _sum(count.hand), -sum(i.points for i in count.hand)
    takers = [n for n, one in enumerate(made) if any(g == (side, left) for g in one.pot.gains)]
    if takers and scoring.method != "pay":
        return say("count.goes", sum=held, who=who(takers[0]))
    differs = scoring.method == "pay" or scoring.nobody_out == "lowest-takes-differences"
    return say("count.held" if differs else "count.apart", sum=held)


def _counted(
    made: Sequence[Count], side: int, scoring: Scoring, who: Who, out: int | None
) -> list[str]:
    """The terms of a sum: the table, the hand, what comes from the others."""
    count, parts = made[side], []
    if count.table:
        parts.append(say("count.table", sum=" + ".join(points_text(i.points) for i in count.table)))
    if count.hand and count.deducts:
        if scoring.method == "penalty":
            parts.append(say("count.penalty", sum=" + ".join(points_text(-i.points) for i in count.hand)))
        else:
            parts.append(say("count.hand", sum=" ".join(f"− {points_text(-i.points)}" for i in count.hand)))
    pot = _pot(made, side, scoring, who, out)
    if pot and parts:
        pot = pot if pot.startswith("− ") else f"+ {pot}"
    return [*parts, pot] if pot else parts


def _pot(made: Sequence[Count], side: int, scoring: Scoring, who: Who, out: int | None) -> str:
    """What a side takes from the others, or pays them."""
    pot, text = made[side].pot, ""
    if scoring.method == "penalty" and pot.extra:
        left = -sum(i.points for i in made[side].hand)
        return say("count.above", left=points_text(left), lowest=points_text(left - pot.extra))
    for gain in pot.gains:
        if gain.points:
            all_of_it = gain.points == -sum(i.points for i in made[gain.side].hand)
            took = "held-by" if all_of_it and scoring.method not in ("knock", "pay") else "from"
            key = took if gain.points > 0 else "to"
            said = say(f"count.{key}", points=points_text(abs(gain.points)), who=who(gain.side))
            text += _term(gain.points, said, first=not text)
    if pot.extra:
        key, each = ("count.clean", len(made) - 1) if side == out else ("count.not-lowest", 1)
        text += _term(pot.extra, say(key, points=_times(pot.extra, each)), first=not text)
    return say("count.shared", parts=text, among=pot.shared) if text and pot.shared > 1 else text


def _sum(items: Sequence[Item]) -> str:
    """What cards in a hand count: ``5 + 1 + 1 = 7``."""
    parts = [points_text(-i.points) for i in items]
    total = points_text(-sum(i.points for i in items))
    return f"{' + '.join(parts)} = {total}" if len(parts) > 1 else total


def _times(points: Points, each: int) -> str:
    """Points without their sign; the same from each of several as a product: ``2 × 25``."""
    plain = points_text(abs(points))
    return plain if each == 1 else f"{each} × {points_text(abs(points) // each)}"


def _term(points: Points, said: str, *, first: bool) -> str:
    """A term with its sign before it."""
    return f"{'− ' if points < 0 else ''}{said}" if first else f" {'−' if points < 0 else '+'} {said}"
