"""The best partition of a hand: which melds leave the least."""

from __future__ import annotations

from collections.abc import Mapping

from rummy.cards import (
    JOKERS,
    SECOND,
    Bits,
    Card,
    without,
)
from rummy.melder.finds import Finds
from rummy.melds import (
    Combination,
)


class Packs(Finds):
    """Chooses melds that go together."""

    def partition(self, hand: Bits, points: Mapping[Card, int]) -> tuple[Combination, ...]:
        """The melds that take the most points off a hand; what they leave is deadwood.

        A hand of more than thirty cards gets a good partition instead of the best.

        >>> from rummy.cards import DECK, bundle, cards
        >>> from rummy.melder import melder
        >>> from rummy.melds import Jokers, Melding
        >>> face = {c: min(c.rank, 10) for c in DECK}
        >>> melder(Melding(), Jokers()).partition(bundle(cards("7H 7C 7D 8H 9H 2S")), face)
        (<sequence 7H 8H 9H>,)
        """
        melds = self.melds(hand)
        if len(melds) < 2:
            return tuple(melds)
        if self._worth[0] is not points:
            self._worth = (points, {})
        known = self._worth[1]
        worth = {c: known.get(c) or known.setdefault(c, sum(points[p.card] for p in c.placed)) for c in melds}
        if len(melds) < 4 and not hand >> SECOND and not hand & JOKERS:
            return _few(melds, worth)
        return self.packed(hand, melds, worth)[1]

    def packed(
        self, hand: Bits, melds: list[Combination], worth: Mapping[Combination, int]
    ) -> tuple[int, tuple[Combination, ...]]:
        """The melds that can be laid from a hand together and are worth most, and what they are worth."""
        by_lowest: dict[Bits, list[Combination]] = {}
        for c in melds:
            by_lowest.setdefault(c.need & -c.need, []).append(c)
        seen: dict[Bits, tuple[int, tuple[Combination, ...]]] = {}
        lows, looks = sorted(by_lowest), [MOST_LOOKS]

        def best(left: Bits, start: int) -> tuple[int, tuple[Combination, ...]]:
            """The best partition of what is left, using melds from the lowest card number ``start`` on."""
            while start < len(lows) and not left & lows[start]:
                start += 1
            if start == len(lows):
                return 0, ()
            known = seen.get(left)
            if known is None:
                looks[0] -= 1
                if looks[0] < 0:
                    return 0, ()
                low = lows[start]
                if low & JOKERS:
                    known = best(left & ~JOKERS, start)
                else:
                    known = best(left & ~low if not left >> SECOND & low else without(left, low), start)
                for c in by_lowest[low]:
                    if not c.need & ~left:
                        gained, chosen = best(without(left, c.need), start)
                        if gained + worth[c] > known[0]:
                            known = gained + worth[c], (c, *chosen)
                seen[left] = known
            return known

        found = best(hand, 0)
        if looks[0] < 0:  # too much to try everything: no worse than taking the dearest first
            some = _greedily(hand, sorted(melds, key=worth.__getitem__, reverse=True))
            found = max(found, (sum(map(worth.__getitem__, some)), some), key=lambda pair: pair[0])
        return found


MOST_LOOKS = 20_000
"""How many parts of a hand the search for the best partition looks at; a hand of usual size has far fewer."""


def _greedily(hand: Bits, melds: list[Combination]) -> tuple[Combination, ...]:
    """Melds of a hand, taken in this order as long as the cards are there."""
    chosen = []
    for c in melds:
        if not c.need & ~hand:
            chosen.append(c)
            hand = without(hand, c.need)
    return tuple(chosen)


def _few(melds: list[Combination], worth: Mapping[Combination, int]) -> tuple[Combination, ...]:
    """The best of two or three melds of natural cards, each card there once."""
    best: tuple[Combination, ...] = (max(melds, key=worth.__getitem__),)
    gain = max(worth.values())
    for i, a in enumerate(melds):
        for b in melds[:i]:
            if not a.need & b.need and worth[a] + worth[b] > gain:
                best, gain = (b, a), worth[a] + worth[b]
    whole = tuple(melds)
    return whole if len(whole) == 3 and _apart(whole) else best


def _apart(some: tuple[Combination, ...]) -> bool:
    """Do no two of these share a card?"""
    return not some[0].need & some[1].need and not (some[0].need | some[1].need) & some[2].need
