"""What a hand could still become: its best melds, and how many cards go with one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rummy.cards import DECK, JOKERS, RANK_FIELD, SECOND, Bits, Card, bundle, without
from rummy.deal import Deal
from rummy.melds import Combination, place_card


def best_melds(deal: Deal, hand: Bits) -> list[Combination]:
    """Melds to lay from a hand: the best partition of natural cards, then wild ones where they help most."""
    g = deal.game
    melder, points, wild = g.melder, g.points, g.melder.wild_cards
    kept = JOKERS if not melder.own else 0
    chosen = list(melder.partition(hand & ~kept & ~(wild | wild << SECOND), points))
    if not (melder.most_jokers and hand & melder.wilds):
        return chosen
    left = hand
    for c in chosen:
        left = without(left, c.need)
    while melder.wild_among(left):
        some = [c for c in melder.melds(left) if c.jokers == 1]
        if not some:
            break
        best = max(some, key=lambda c: sum(_stands(points, p.stands_for) for p in c.placed))
        chosen.append(best)
        left = without(left, best.need)
    return chosen


def _stands(points: Mapping[Card, int], one: Card) -> int:
    """What the card counts that a wild one stands for; a rank without a suit counts as any card of it."""
    return points[one] if one.suit else points[DECK[one.rank - 1]]


@cache
def beside(first: int, last: int) -> dict[Card, Bits]:
    """For each card those that could be part of a meld with it: of its rank, and of its suit near by.

    The places of sequences go from `first` to `last`, as at this melder.

    >>> from rummy.cards import card, codes, unpack
    >>> codes(unpack(beside(0, 12)[card("2S")]))
    'AS 3S 4S 2H 2D 2C'
    """
    found = {}
    for card in DECK:
        places = (0, 13) if card.rank == 1 else (card.rank - 1,)
        near = {p + step for p in places for step in (-2, -1, 1, 2) if first <= p + step <= last}
        found[card] = RANK_FIELD[card.rank] & ~card.bit | bundle({place_card(card.suit, p) for p in near})
    return found
