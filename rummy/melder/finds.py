"""Finding every meld that a hand holds."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from rummy.cards import (
    ACES,
    BY_AT,
    DECK,
    FIELD,
    JOKER,
    JOKERS,
    NATURALS,
    RANK_FIELD,
    RANKED,
    SECOND,
    SUIT_FIELD,
    SUIT_FIELDS,
    SUITS,
    Bits,
    Card,
    unpack,
)
from rummy.melder.makes import ACE_UP, Makes
from rummy.melds import (
    BY_SUIT,
    ITSELF,
    WILD,
    Combination,
    Placed,
)

_PLACES = 0x1FFF8
"""The bits of one suit's field that are places of a sequence."""
TAG_AT = 200
"""Where the tag of a part of a hand stands: the suit or rank that is meant."""


class Finds(Makes):
    """Finds the melds of a hand, or whether there is one."""

    def _upwards(self, held: Bits) -> Bits:
        """Natural cards as places of sequences: the aces where this table's sequences can use them."""
        return held & self._plain | (held & self._above) << ACE_UP

    def any_meld(self, hand: Bits) -> bool:
        """Is there a meld among these cards?"""
        if self.wide and self.own and (hand & JOKERS).bit_count() > 2:
            return True
        if self.wide and (not self.quick or hand & self.wild_cards):
            return any(map(self.sequences, self.fields(hand)[0])) or any(
                map(self.groups, self.fields(hand)[1])
            )
        held = hand & NATURALS
        jokers = self._jokers(hand) if self.most_jokers else 0
        if jokers > 1:
            return bool(held)
        s, h, d, c = held, held >> FIELD, held >> 2 * FIELD, held >> 3 * FIELD
        if not jokers:
            if (s & h & (d | c) | d & c & (s | h)) & _PLACES:
                return True
            up = held & self._plain | (held & self._above) << ACE_UP
            return bool(up & up >> 1 & up >> 2 & (up >> 3 if self.least == 4 else -1))
        if (s & h | d & c | (s | h) & (d | c)) & _PLACES:
            return True
        up = held & self._plain | (held & self._above) << ACE_UP
        if self.least == 3:
            return bool(up & (up >> 1 | up >> 2))
        return any(map(self.sequences, self.fields(hand)[0]))

    def fields(self, hand: Bits) -> tuple[list[Bits], list[Bits]]:
        """The parts of a hand in which melds lie: of one suit, of one rank, each with the wild cards."""
        held = hand & NATURALS
        jokers = hand & JOKERS
        if self.wide and ((jokers and self.most_jokers) or self.wild_cards & hand or not self.quick):
            return self._wide_fields(hand)
        up = held | (held & ACES) << ACE_UP
        runs = up & up >> 1 & up >> 2
        h, d, c = held >> FIELD, held >> 2 * FIELD, held >> 3 * FIELD
        ranks = (held & h & (d | c) | d & c & (held | h)) & _PLACES
        suits, groups = [], []
        if runs:
            inside = runs | runs << 1 | runs << 2  # only cards in a row of three: few different keys
            inside = held & (inside | inside >> ACE_UP & ACES)
            suits = [inside & field for field in SUIT_FIELDS if runs & field]
        while ranks:
            low = ranks & -ranks
            groups.append(held & RANK_FIELD[low.bit_length() - 3])
            ranks ^= low
        if self.wide and self.own and jokers.bit_count() > 2:
            groups.append(jokers)
        return suits, groups

    def _wide_fields(self, hand: Bits) -> tuple[list[Bits], list[Bits]]:
        """The same where wild cards or second copies count: a part with wild cards carries a tag.

        With one wild card only cards count that have another of their rank, or of their suit near by.
        """
        held, jokers = hand & NATURALS, hand & JOKERS if self.most_jokers or self.own else 0
        wild = hand & (self.wild_cards | self.wild_cards << SECOND)
        copies = NATURALS << SECOND if self.any_suits else 0
        one = self.quick and self._jokers(hand) == 1
        near = held
        if one:
            up = held | (held & ACES) << ACE_UP
            pairs = up & up >> 1 | up & up >> 2
            near = up & (pairs | up & up << 1 | up & up << 2)
            near = held & (near | near >> ACE_UP & ACES)
        suits, ranks = [], []
        for n, field in enumerate(SUIT_FIELDS):
            if near & field:
                suits.append(near & field | wild | jokers | (1 << TAG_AT + n if wild else 0))
        for rank, field in enumerate(RANK_FIELD[1:], 1):
            there = held & field
            if there and not (one and there & there - 1 == 0):
                both = field | field << SECOND & copies
                ranks.append(hand & both | wild | jokers | (rank << TAG_AT if wild else 0))
        if self.own and jokers.bit_count() > 2:
            ranks.append(jokers)
        return suits, ranks

    def sequences(self, key: Bits) -> tuple[Combination, ...]:
        """All sequences of the cards of one suit, wild cards included."""
        found = self._runs.get(key)
        if found is None:
            tag = key >> TAG_AT
            naturals = key & NATURALS
            suit = SUITS[tag.bit_length() - 1] if tag else BY_AT[naturals.bit_length() - 1].suit
            made = self._sequences(suit, naturals & SUIT_FIELD[suit], self.pool(key))
            found = self._runs[key] = tuple(dict.fromkeys(made))
        return found

    def groups(self, key: Bits) -> tuple[Combination, ...]:
        """All groups of the cards of one rank, wild cards included; of jokers where they go with jokers."""
        found = self._sets.get(key)
        if found is None:
            naturals = key & NATURALS
            if not naturals:
                sizes = range(3, min((key & JOKERS).bit_count(), 4) + 1)
                found = tuple(self._group((ITSELF[JOKER],) * n) for n in sizes)
            else:
                rank = key >> TAG_AT or BY_AT[naturals.bit_length() - 1].rank
                field = RANK_FIELD[rank]
                made = self._groups(rank, key & (field | field << SECOND), self.pool(key))
                found = tuple(dict.fromkeys(made))
            self._sets[key] = found
        return found

    def _jokers(self, hand: Bits) -> int:
        """How many wild cards of these one meld may hold."""
        there = (hand & JOKERS).bit_count() if self.wild_jokers else 0
        if self.wild_cards:
            there += (hand & self.wild_cards).bit_count() + (hand >> SECOND & self.wild_cards).bit_count()
        return min(there, self.most_jokers)

    def pool(self, hand: Bits) -> tuple[Card, ...]:
        """The wild cards among these, jokers last."""
        jokers = (JOKER,) * (hand & JOKERS).bit_count() if self.wild_jokers or self.own else ()
        if not hand & self.wild_cards:
            return jokers
        return (*unpack(hand & (self.wild_cards | self.wild_cards << SECOND)), *jokers)

    def melds(self, hand: Bits) -> list[Combination]:
        """Every meld that can be laid down from these cards.

        >>> from rummy.cards import bundle, cards
        >>> from rummy.melder import melder
        >>> from rummy.melds import Jokers, Melding
        >>> melder(Melding(), Jokers()).melds(bundle(cards("7H 7C 7D 8H 9H 2S")))
        [<sequence 7H 8H 9H>, <group 7H 7D 7C>]
        """
        suits, ranks = self.fields(hand)
        return [c for key in suits for c in self.sequences(key)] + [
            c for key in ranks for c in self.groups(key)
        ]

    def _sequences(self, suit: str, naturals: Bits, pool: tuple[Card, ...]) -> Iterable[Combination]:
        suited = BY_SUIT[suit]
        held = [bool(naturals & c.bit) for c in suited]
        most = min(len(pool), self.most_jokers)
        for low in range(self.first, 13 if self.corner else self.last):
            far = low + 12 if self.corner else min(self.last, low + 12)
            for high in range(low + self.least - 1, far + 1):
                if self.corner and high == low + 12 and low:
                    break  # all thirteen are one sequence, wherever it begins
                places = range(low, high + 1)
                missing = [p for p in places if not held[p % 13]]
                if len(missing) > most:
                    break
                there = [p for p in places if held[p % 13]]
                for more in range(min(most - len(missing), len(there) - 1) + 1):
                    for replaced in combinations(there, more):
                        yield from self._filled(
                            pool,
                            [suited[p % 13] for p in places],
                            {p - low for p in (*missing, *replaced)},
                            low,
                        )

    def _filled(
        self, pool: tuple[Card, ...], cards: list[Card], wild: set[int], low: int
    ) -> Iterable[Combination]:
        """The sequences of these cards with wild cards at these places, the lowest wild card lowest."""
        if not self.wild_cards:
            yield self._sequence(tuple((WILD if i in wild else ITSELF)[c] for i, c in enumerate(cards)), low)
            return
        used = [c for i, c in enumerate(cards) if i not in wild]
        places = {c for i, c in enumerate(cards) if i in wild}
        for chosen in _chosen(_less(pool, used), len(wild)):
            if places.isdisjoint(chosen):  # a wild card whose own place is among them lies there as itself
                stand = iter(chosen)
                placed = (Placed(next(stand), c) if i in wild else ITSELF[c] for i, c in enumerate(cards))
                yield self._sequence(tuple(placed), low)

    def _groups(self, rank: int, held: Bits, pool: tuple[Card, ...]) -> Iterable[Combination]:
        four = DECK[rank - 1 :: 13]
        most = min(len(pool), self.most_jokers)
        if self.ranked:
            yield from self._ranked_groups(rank, held, pool)
            return
        for count in (3, 4):
            for suits in combinations(four, count):
                missing = [c for c in suits if not held & c.bit]
                there = [c for c in suits if held & c.bit]
                for more in range(min(most - len(missing), len(there) - 1) + 1):
                    for replaced in combinations(there, more):
                        wild = {*missing, *replaced}
                        if not self.wild_cards:
                            yield self._group(tuple((WILD if c in wild else ITSELF)[c] for c in suits))
                            continue
                        for chosen in _chosen(_less(pool, [c for c in suits if c not in wild]), len(wild)):
                            if wild.isdisjoint(chosen):
                                stand = iter(chosen)
                                placed = (Placed(next(stand), c) if c in wild else ITSELF[c] for c in suits)
                                yield self._group(tuple(placed))

    def _ranked_groups(self, rank: int, held: Bits, pool: tuple[Card, ...]) -> Iterable[Combination]:
        """The groups in which a wild card stands for the rank alone."""
        cards = unpack(held) if self.any_suits else unpack(held & NATURALS)
        most = min(len(pool), self.most_jokers)
        for count in (3, 4):
            for wild in range(min(most, count - 1) + 1):
                for own in dict.fromkeys(combinations(cards, count - wild)):
                    for chosen in _chosen(_less(pool, own), wild):
                        stands = (Placed(c, RANKED[rank - 1]) for c in chosen)
                        yield self._group((*(ITSELF[c] for c in own), *stands))

    def wild_among(self, hand: Bits) -> bool:
        """Is there a card among these that may stand for another, or a joker that goes with jokers?"""
        return bool(hand & self.wilds)


def _less(pool: tuple[Card, ...], used: Iterable[Card]) -> list[Card]:
    """The wild cards that are left when these cards lie as themselves."""
    left = list(pool)
    for c in used:
        if c in left:
            left.remove(c)
    return left


def _chosen(pool: list[Card], count: int) -> Iterable[tuple[Card, ...]]:
    """Every choice of so many wild cards, the lowest first; copies are one card."""
    return dict.fromkeys(combinations(pool, count))
