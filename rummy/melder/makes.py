"""Making combinations, letting them grow, and exchanging what lies in them."""

from __future__ import annotations

from typing import Any

from rummy.cards import (
    ACES,
    DECK,
    JOKER,
    JOKERS,
    NATURALS,
    RANK_FIELD,
    RANKED,
    Bits,
    Card,
)
from rummy.melds import (
    ACE_HIGH,
    GROUP,
    HIGH,
    ITSELF,
    LOW,
    SEQUENCE,
    Combination,
    Jokers,
    Melding,
    Placed,
    place_card,
)

ACE_UP = 13
"""How far above the low ace its bit as a high ace lies."""


class Makes:
    """The meld rules of one table, and the combinations they allow, each made once."""

    def __init__(self, melding: Melding, jokers: Jokers, wild: int = 0) -> None:
        self.rules = (melding, jokers, wild)
        self.least = melding.sequence_min
        self.corner = melding.aces == "corner"
        self.first = 1 if melding.aces == "high" else 0
        self.last = 12 if melding.aces in ("low", "corner") else 13
        self.any_suits = melding.group_suits == "any"
        self.ranked = self.any_suits or jokers.fixes == "rank"
        """Does a joker in a group stand for the rank alone?"""
        self.own = jokers.role == "own-group"
        self.wild = jokers.role == "wild" or wild > 0
        self.wild_jokers = jokers.role == "wild"
        self.wild_cards: Bits = RANK_FIELD[wild]
        """The natural cards that are wild."""
        self.most_jokers = (99 if jokers.per_meld == "any" else jokers.per_meld) if self.wild else 0
        self._made: dict[tuple[Any, ...], Combination] = {}
        self._runs: dict[Bits, tuple[Combination, ...]] = {}
        self._sets: dict[Bits, tuple[Combination, ...]] = {}
        self._grown: dict[tuple[Combination, Placed, str], Combination] = {}
        self._near = self._windows()
        self._worth: tuple[object, dict[Combination, int]] = ({}, {})
        self._plain: Bits = NATURALS & ~self.wild_cards & ~(ACES if self.first else 0)
        """The cards that have a place of their own rank in a sequence, wild ones aside."""
        self._above: Bits = (ACES & ~self.wild_cards) if self.last == ACE_HIGH else 0
        """The cards that have a place above the king."""
        self._naturals: Bits = NATURALS & ~self.wild_cards
        self._wild: Bits = self.wild_cards | (JOKERS if self.wild_jokers else 0)
        """What may stand for another card."""
        limited = self.wild_cards > 0 and jokers.per_meld != "any"
        self.quick = not (self.corner or self.any_suits or limited)
        """Do masks tell what can be melded?"""
        self.wide = not self.quick or self.wild or self.own
        """Do jokers, wild cards or second copies make more melds?"""
        self.wilds: Bits = self._wild | (JOKERS if self.own else 0)
        """What may stand for another card, or be a joker among jokers."""
        self._special: Bits = ACES | self.wild_cards | JOKERS | (0 if self.quick else NATURALS)
        """The cards whose use takes a closer look."""

    def _windows(self) -> tuple[tuple[bool, ...], ...]:
        """By number of jokers: is the middle one of seven neighbours in a sequence of those held?"""

        def found(seen: int, jokers: int) -> bool:
            spans = [range(start, start + self.least) for start in range(4 - self.least, 4)]
            return any(sum(p != 3 and not seen >> p & 1 for p in span) <= jokers for span in spans)

        return tuple(tuple(found(seen, jokers) for seen in range(128)) for jokers in (0, 1))

    def again(self, kind: str, placed: tuple[Placed, ...], low: int) -> Combination:
        """The one combination of these cards, when it comes back from a pickle."""
        return self._group(placed) if kind == GROUP else self._sequence(placed, low)

    def _group(self, placed: tuple[Placed, ...]) -> Combination:
        made = self._made.get(placed)
        if made is None:
            made = self._made[placed] = Combination(self, GROUP, placed, 0, 0)
            if len(placed) < 4:
                self._open_group(made, placed)
        return made

    def _open_group(self, made: Combination, placed: tuple[Placed, ...]) -> None:
        rank = next(p.stands_for.rank for p in placed)
        if not rank:
            made.wilds = ((JOKER, ""),)
            return
        there = [p.stands_for for p in placed]
        most = 2 if self.any_suits else 1
        missing = [c for c in DECK[rank - 1 :: 13] if there.count(c) < most]
        self._open(made, [(c, "") for c in missing])
        if self.ranked and made.wilds:
            made.wilds = ((RANKED[rank - 1], ""),)

    def _sequence(self, placed: tuple[Placed, ...], low: int) -> Combination:
        made = self._made.get((low, placed))
        if made is None:
            if self.corner and low and len(placed) == 13:  # all thirteen are one sequence, from the ace on
                return self._sequence((*placed[13 - low :], *placed[: 13 - low]), 0)
            high = low + len(placed) - 1
            made = self._made[low, placed] = Combination(self, SEQUENCE, placed, low, high)
            suit = placed[0].stands_for.suit
            if len(placed) < 13:
                ends = [(low - 1, LOW)] * (self.corner or low > self.first)
                ends += [(high + 1, HIGH)] * (self.corner or high < self.last)
                self._open(made, [(place_card(suit, place), end) for place, end in ends])
        return made

    def _open(self, made: Combination, spots: list[tuple[Card, str]]) -> None:
        made.spots = tuple(spots)
        if made.jokers < self.most_jokers:
            made.wilds = made.spots
        for c, _ in spots:
            made.fits |= c.bit

    def exchanged(self, now: Combination, cards: tuple[Card, ...]) -> tuple[Combination, tuple[Placed, ...]]:
        """The combination with these cards for the wild ones that stand for them, and the wild ones.

        In a group a wild card that stands for a rank alone makes room for any card.
        """
        placed, out = list(now.placed), []
        for one in cards:
            at = next((i for i, p in enumerate(placed) if p.wild and p.stands_for is one), None)
            if at is None:
                at = next((i for i, p in enumerate(placed) if p.wild and p.stands_for.rank == one.rank), None)
            if at is None:
                placed.append(ITSELF[one])
                continue
            out.append(placed[at])
            placed[at] = ITSELF[one]
        made = (
            self._group(by_suit(tuple(placed)))
            if now.kind == GROUP
            else self._sequence(tuple(placed), now.low)
        )
        return made, tuple(out)

    def grow(self, now: Combination, placed: Placed, end: str) -> Combination:
        """The combination with one more card at an end (``""`` for a group)."""
        key = (now, placed, end)
        grown = self._grown.get(key)
        if grown is None:
            if now.kind == GROUP:
                grown = self._group(by_suit((*now.placed, placed)))
            elif end == LOW:
                grown = self._sequence(
                    (placed, *now.placed), (now.low - 1) % 13 if self.corner else now.low - 1
                )
            else:
                grown = self._sequence((*now.placed, placed), now.low)
            self._grown[key] = grown
        return grown

    def settled(self, made: Combination) -> Combination:
        """The same meld with its wild cards in the one order that is listed: which is where is all one.

        A wild card whose own place another one holds lies there as itself; the others lie lowest first.
        """
        if made.jokers < 2 or not self.wild_cards:
            return made
        placed = list(made.placed)
        for at, (one, stands) in enumerate(placed):
            own = next((i for i, p in enumerate(placed) if p.wild and p.stands_for is one), None)
            if one is not stands and own is not None:
                placed[at], placed[own] = Placed(placed[own].card, stands), ITSELF[one]
                return self.settled(self._laid(made, placed))
        wild = iter(sorted(p.card for p in placed if p.wild))
        return self._laid(made, [Placed(next(wild), p.stands_for) if p.wild else p for p in placed])

    def _laid(self, made: Combination, placed: list[Placed]) -> Combination:
        """The same meld with other cards in its places."""
        if made.kind == GROUP:
            return self._group(by_suit(tuple(placed)))
        return self._sequence(tuple(placed), made.low)


def by_suit(placed: tuple[Placed, ...]) -> tuple[Placed, ...]:
    """The cards of a group in order: by suit, wild ones that stand for a rank last."""
    return tuple(sorted(placed, key=lambda p: (p.stands_for.at, p.card.at)))
