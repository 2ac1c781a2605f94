"""Can a card be used: melded or laid off this turn, now or after other cards?"""

from __future__ import annotations

from collections.abc import Iterable

from rummy.cards import (
    BACK,
    JOKER,
    RANK_FIELD,
    SUIT_FIELD,
    Bits,
    Card,
    add,
)
from rummy.melder.finds import Finds
from rummy.melder.makes import ACE_UP
from rummy.melds import (
    ACE_HIGH,
    GROUP,
    Combination,
    Meld,
    place_card,
)


class Uses(Finds):
    """Tells of a card whether it can be used."""

    def _meldable(self, one: Card, held: Bits, jokers: int) -> bool:
        """Could a card be melded with these natural cards, itself among them, and so many jokers?"""
        if jokers > 1 or (held & RANK_FIELD[one.rank]).bit_count() + jokers > 2:
            return True
        near, up = self._near[jokers], held & self._plain | (held & self._above) << ACE_UP
        if one.rank == 1:
            low = not self.first and near[up >> one.at - 3 & 127]
            return low or (self.last == ACE_HIGH and near[up >> one.at + ACE_UP - 3 & 127])
        return near[up >> one.at - 3 & 127]

    def usable(self, one: Card, hand: Bits, table: tuple[Meld, ...], fits: Bits) -> bool:
        """Could this card of the hand be melded or laid off this turn, after other cards if need be?

        ``fits`` is what can be laid off on the table at once. A card fits later if the places between it and
        the end of a sequence can be filled from the hand.
        """
        bit = one.bit
        if one is BACK:
            return False
        if one is JOKER or bit & self.wild_cards:
            return bool(fits & bit) or self.takes_a_joker(table) or self.meldable(one, hand)
        if fits & bit or self.meldable(one, hand):
            return True
        jokers = self._jokers(hand)
        return bool(jokers or hand & fits & SUIT_FIELD[one.suit] or self.corner) and self._bridged(
            one, hand, table
        )

    def addable(self, one: Card, hand: Bits, table: tuple[Meld, ...], fits: Bits) -> bool:
        """Could this card be laid off this turn, after other lay-offs if need be?"""
        if fits & one.bit or (self.wild_among(one.bit) and self.takes_a_joker(table)):
            return True
        return self._bridged(one, hand, table)

    def meldable(self, one: Card, hand: Bits) -> bool:
        """Could this card of the hand be melded with others of the hand?"""
        if one is JOKER or one.bit & self.wild_cards or not self.quick:
            return any(c.need & one.bit for c in self.melds(hand))
        return self._meldable(one, hand & self._naturals, self._jokers(hand) if self.most_jokers else 0)

    def takes_a_joker(self, table: tuple[Meld, ...]) -> bool:
        """Could a joker (or another wild card) be laid off somewhere on the table?"""
        return any(m.now.wilds and not m.top for m in table)

    def useless(
        self, hand: Bits, pile: tuple[Card, ...], table: tuple[Meld, ...], fits: Bits, free_top: bool
    ) -> Bits:
        """The places of the discard pile (as a mask) from which nothing could be used."""
        at, held = len(pile), hand
        barred = (1 << at) - 1
        if free_top and pile:
            at, held, pile = at - 1, add(held, pile[-1]), pile[:-1]
            barred >>= 1
        if pile and pile[0] is BACK:  # an upcard that nobody knows is of no use
            pile = pile[1:]
        special, odd = self._special, self.wild_cards or not self.quick
        jokers = self._jokers(held) if held & self._wild else 0
        up, near = held & self._plain | (held & self._above) << ACE_UP, self._near[jokers > 0]
        for one in reversed(pile):
            at -= 1
            bit = one.bit
            held = add(held, one) if held & bit else held | bit
            if one.rank < 2 or (odd and bit & special):
                up, jokers = self._upwards(held), self._jokers(held)
                near = self._near[jokers > 0]
                if self.usable(one, held, table, fits):
                    barred ^= 1 << at
                continue
            up |= bit
            if (
                fits & bit
                or jokers > 1
                or (held & one.peers).bit_count() + jokers > 2
                or near[up >> one.at - 3 & 127]
                or ((jokers or held & fits & one.suited) and self._bridged(one, held, table))
            ):
                barred ^= 1 << at
        return barred

    def _bridged(self, one: Card, hand: Bits, table: tuple[Meld, ...]) -> bool:
        """Could a card be laid off on a sequence once cards of the hand fill the places between?"""
        suit = one.suit
        if not suit:
            return False
        jokers, ends = hand & self._wild, hand & one.suited
        for meld in table:
            now = meld.now
            if (
                now.suit == suit
                and not meld.top
                and (jokers or ends & now.fits)
                and self.bridgeable(one, hand, now)
            ):
                return True
        return False

    def bridgeable(self, one: Card, hand: Bits, now: Combination) -> bool:
        """Can the places between a sequence and a card be filled from the hand?"""
        for _ in self.bridges(one, hand, now):
            return True
        return False

    def room(self, now: Combination) -> int:
        """How many wild cards could still be laid off on a meld."""
        places = 4 if now.kind == GROUP else 13 if self.corner else self.last - self.first + 1
        if not now.wilds or self.own:
            return 0
        return min(max(0, min(places, 13) - len(now.placed)), self.most_jokers - now.jokers)

    def bridges(self, one: Card, hand: Bits, now: Combination) -> Iterable[tuple[Card, ...]]:
        """The natural cards of the hand that fill the places between a sequence and a card, by the two ends.

        What is missing is filled by wild cards, as many as the meld may hold.
        """
        suit = now.suit
        if len(now.placed) > 12:
            return
        jokers = min(self._jokers(hand), self.most_jokers - now.jokers) if hand & self._wild else 0
        for gap in self.gaps(one, now):
            if len(now.placed) + len(gap) > 12:
                continue
            cards = [place_card(suit, p) for p in gap]
            there = tuple(c for c in cards if hand & c.bit)
            missing = len(cards) - len(there)
            if missing and self.wild_cards:  # a wild card in its own place is not there for another
                free = len(self.pool(hand)) - sum(bool(c.bit & self.wild_cards) for c in there)
                jokers = min(free, self.most_jokers - now.jokers)
            if missing <= jokers:
                yield there

    def gaps(self, one: Card, now: Combination) -> Iterable[range]:
        """The places between a sequence and a card that lies beyond one of its ends."""
        if self.corner:
            inside = (one.rank - 1 - now.low) % 13
            if inside >= len(now.placed):
                yield range(now.high + 1, now.low + inside)
                yield range(now.low + inside + 1 - 13, now.low)
            return
        for place in (one.rank - 1, ACE_HIGH) if one.rank == 1 else (one.rank - 1,):
            if self.first <= place <= self.last and not now.low <= place <= now.high:
                yield range(place + 1, now.low) if place < now.low else range(now.high + 1, place)
