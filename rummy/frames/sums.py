"""The count at the end of a deal, every side's as a sum that one can check."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from rummy.scoring import Count, Gain, Item, Points, Scoring, points_text
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
    ends = _Ends(made, scoring, who, out)
    return [ends.text(side) for side in range(len(made))]


class _Ends(NamedTuple):
    """The counts of a deal, and what is needed to tell them."""

    made: Sequence[Count]
    scoring: Scoring
    who: Who
    out: int | None

    def text(self, side: int) -> str:
        """What is held where that is no part of the sum, then the sum."""
        count, aside = self.made[side], self.aside(side)
        total, parts = points_text(count.points), self.multiplied(side, ", ".join(self.terms(side)))
        for key, points in (("out", count.bonus - count.rummy), ("rummy", count.rummy)):
            if points and self.out is not None:
                key = f"count.{key}" if side == self.out else f"count.{key}-other"
                each = len(self.made) - 1 if self.scoring.method == "pay" and side == self.out else 1
                said = say(key, points=_times(points, each), who=self.who(self.out))
                parts += _term(points, said, first=not parts)
        if not parts:
            return say("count.scores", parts=aside or say("count.none"), points=total)
        line = say("count.line", parts=parts, points=total)
        return say("count.aside", aside=aside, line=line) if aside else line

    def multiplied(self, side: int, parts: str) -> str:
        """The terms of a sum, doubled and divided if they are; a comma sets what is then added apart."""
        count = self.made[side]
        if not parts:
            return ""
        if count.factor == count.share == 1:
            return f"{parts}," if count.bonus and not count.pot.gains else parts
        parts = f"({parts})"
        if count.factor != 1 and self.out is not None:
            key = "count.double" if side == self.out else "count.double-other"
            parts = say(key, parts=parts, who=self.who(self.out))
        return parts if count.share == 1 else say("count.share", parts=parts, share=count.share)

    def aside(self, side: int) -> str:
        """What is left in the hands of a side, where that is not itself a term of its sum."""
        count, method = self.made[side], self.scoring.method
        if method == "knock":
            return say("count.unmatched", sum=_sum(count.hand)) if count.hand else say("count.matched")
        if not count.hand or count.deducts:
            return ""
        takers = [n for n, one in enumerate(self.made) if (side, _left(count)) in one.pot.gains]
        if takers and method != "pay":
            return say("count.goes", sum=_sum(count.hand), who=self.who(takers[0]))
        differs = method == "pay" or self.scoring.nobody_out == "lowest-takes-differences"
        return say("count.held" if differs else "count.apart", sum=_sum(count.hand))

    def terms(self, side: int) -> list[str]:
        """The terms of a sum: the table, the hand, what comes from the others."""
        count, parts, pot = self.made[side], [], self.pot(side)
        if count.table:
            parts.append(say("count.table", sum=" + ".join(points_text(i.points) for i in count.table)))
        if count.hand and count.deducts and self.scoring.method == "penalty":
            parts.append(say("count.penalty", sum=" + ".join(points_text(-i.points) for i in count.hand)))
        elif count.hand and count.deducts:
            parts.append(say("count.hand", sum=" ".join(f"− {points_text(-i.points)}" for i in count.hand)))
        if pot:
            parts.append(f"+ {pot}" if parts else pot)
        return parts

    def pot(self, side: int) -> str:
        """What a side takes from the others, or pays them."""
        pot, text = self.made[side].pot, ""
        if self.scoring.method == "penalty" and pot.extra:
            left = _left(self.made[side])
            return say("count.above", left=points_text(left), lowest=points_text(left - pot.extra))
        for gain in pot.gains:
            if gain.points:
                text += _term(gain.points, self.gained(gain), first=not text)
        if pot.extra:
            key, each = ("count.clean", len(self.made) - 1) if side == self.out else ("count.not-lowest", 1)
            text += _term(pot.extra, say(key, points=_times(pot.extra, each)), first=not text)
        return say("count.shared", parts=text, among=pot.shared) if text and pot.shared > 1 else text

    def gained(self, gain: Gain) -> str:
        """What is taken from one other side, or paid to it, without its sign."""
        whole = self.scoring.method not in ("knock", "pay") and gain.points == _left(self.made[gain.side])
        key = "count.to" if gain.points < 0 else "count.held-by" if whole else "count.from"
        return say(key, points=_times(gain.points), who=self.who(gain.side))


def _left(count: Count) -> Points:
    """What the cards left in the hands of a side count."""
    return -sum(i.points for i in count.hand)


def _sum(items: Sequence[Item]) -> str:
    """What cards in a hand count: ``5 + 1 + 1 = 7``."""
    parts = [points_text(-i.points) for i in items]
    total = points_text(-sum(i.points for i in items))
    return f"{' + '.join(parts)} = {total}" if len(parts) > 1 else total


def _times(points: Points, each: int = 1) -> str:
    """Points without their sign; the same from each of several as a product: ``2 × 25``."""
    plain = points_text(Fraction(points, each)).removeprefix("−")
    return plain if each == 1 else f"{each} × {plain}"


def _term(points: Points, said: str, *, first: bool) -> str:
    """A term with its sign before it."""
    return f"{'− ' if points < 0 else ''}{said}" if first else f" {'−' if points < 0 else '+'} {said}"
