"""An independent scorer: what a deal brings each side, written from the sources and not from `rummy.scoring`.

It is slow and says everything twice over; that is what it is for. It reads the cards, who laid them and the
options, and nothing that the engine has worked out from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from rummy.cards import JOKER, SUITS, Card
from rummy.deal import Deal
from rummy.melds import Meld

Options = Mapping[str, Any]
TABLE = ("table-minus-hand", "add-opponents-hand")
"""The methods in which cards on the table count."""


class Final(NamedTuple):
    """A deal that is over, as far as it counts."""

    options: Options
    table: tuple[Meld, ...]
    hands: tuple[tuple[Card, ...], ...]
    sides: tuple[tuple[int, ...], ...]
    out: int | None = None
    """The seat that went out or knocked."""
    rummy: bool = False
    """Did it go rummy?"""
    wild: int = 0
    """The rank whose cards are wild."""
    jokers: bool = True
    """Can jokers stand for other cards? (In a gambit the dealer decides.)"""


# -- cards -----------------------------------------------------------------------------------------------


def plain(options: Options, rank: int, where: str) -> int:
    """What a card of this rank is worth; ``where`` an ace lies: low, high, group or hand."""
    if rank == 1:
        return options[f"scoring.ace_{where}"]
    if options["scoring.pips"] == "face":
        return rank if rank <= 10 else options["scoring.court"]
    small = {"fives": 5, "ones": 1}[options["scoring.pips"]]
    return small if rank < 10 else options["scoring.court"]


def in_hand(options: Options, card: Card, wild: int = 0) -> int:
    """What a card left in a hand costs."""
    if card is JOKER or card.rank == wild:
        return options["scoring.joker_hand"]
    return plain(options, card.rank, "hand")


def layers(meld: Meld) -> list[int]:
    """Who laid each card of a meld, as it lies: of copies, those laid last are found last."""
    laid = [(placed, lay.seat) for lay in meld.lays for placed in lay.placed]
    found = []
    for placed in reversed(meld.now.placed):
        at = max(i for i, (one, _) in enumerate(laid) if one == placed)
        found.append(laid.pop(at)[1])
    return found[::-1]


def on_table(options: Options, meld: Meld) -> list[tuple[int, int]]:
    """Of every card in a meld: the seat it counts for, and what it counts before any doubling."""
    placed, seats = meld.now.placed, layers(meld)
    aces = all(p.card is p.stands_for and p.card.rank == 1 for p in placed)
    if options["scoring.four_aces"] == 100 and len(placed) == 4 and aces and len(set(seats)) == 1:
        return [(seat, 25) for seat in seats]
    worth = []
    for at, (card, stands) in enumerate(placed):
        if stands is JOKER or (card is not stands and options["jokers.worth"] == "flat"):
            worth.append(options["scoring.joker_table"])
        elif meld.kind == "group":
            worth.append(plain(options, stands.rank, "group"))
        else:
            king_before = at > 0 and placed[at - 1].stands_for.rank == 13
            worth.append(plain(options, stands.rank, "high" if king_before else "low"))
    return list(zip(seats, worth, strict=True))


def table_of(final: Final, side: Sequence[int]) -> int:
    """What the cards that a side laid are worth."""
    parts = [(seat, n * m.factor) for m in final.table for seat, n in on_table(final.options, m)]
    return sum(n for seat, n in parts if seat in side)


def hand_of(final: Final, side: Sequence[int]) -> int:
    """What the cards left in a side's hands are worth."""
    return sum(in_hand(final.options, c, final.wild) for seat in side for c in final.hands[seat])


# -- unmatched cards -------------------------------------------------------------------------------------


def shapes(options: Options) -> Iterator[tuple[tuple[int, str], ...]]:
    """Every meld as the cards it is made of, by rank and suit; a group in which suits may repeat has none."""
    for rank in range(1, 14):
        if options["melding.group_suits"] == "any":
            yield ((rank, ""),) * 3
            yield ((rank, ""),) * 4
            continue
        for suits in product((True, False), repeat=4):
            if sum(suits) >= 3:
                yield tuple((rank, s) for s, there in zip(SUITS, suits, strict=True) if there)
    aces, shortest = options["melding.aces"], options["melding.sequence_min"]
    ring = [*range(1, 14)]
    starts = range(13) if aces == "corner" else range(1 if aces == "high" else 0, 13)
    for suit, start, length in product(SUITS, starts, range(shortest, 14)):
        last = start + length - 1
        if aces != "corner" and last > (12 if aces == "low" else 13):
            continue
        yield tuple((ring[place % 13], suit) for place in range(start, last + 1))


def unmatched(options: Options, hand: Sequence[Card], wild: int = 0, jokers: bool = True) -> int:
    """What is left of a hand when as much as possible lies in melds: every way is tried."""
    role = options["jokers.role"]
    stand_in = jokers and role in ("wild", "gambit")
    limit = options["jokers.per_meld"]

    def ways(
        shape: tuple[tuple[int, str], ...], held: tuple[Card, ...], most: int
    ) -> Iterator[tuple[Card, ...]]:
        """Every choice of cards from a hand that makes this meld with at most so many wild ones."""
        if not shape:
            yield ()
            return
        (rank, suit), *later = shape
        for card in dict.fromkeys(held):
            fits = card.rank == rank and suit in ("", card.suit)
            stands = (card is JOKER and stand_in) or (wild > 0 and card.rank == wild)
            if fits or (stands and most):
                rest = list(held)
                rest.remove(card)
                for way in ways(tuple(later), tuple(rest), most - (not fits)):
                    yield (card, *way)

    whole = tuple(sorted(hand))
    found = {
        tuple(sorted(way))
        for shape in shapes(options)
        for way in ways(shape, whole, len(shape) - 1 if limit == "any" else min(limit, len(shape) - 1))
    }
    if role == "own-group":
        found |= {(JOKER,) * n for n in (3, 4) if whole.count(JOKER) >= n}

    @cache
    def least(held: tuple[Card, ...]) -> int:
        if not held:
            return 0
        first, rest = held[0], held[1:]
        best = in_hand(options, first, wild) + least(rest)
        for way in found:
            if first in way and not Counter(way) - Counter(held):
                best = min(best, least(tuple(sorted((Counter(held) - Counter(way)).elements()))))
        return best

    return least(whole)


# -- a deal ----------------------------------------------------------------------------------------------


def score(final: Final) -> list[Fraction]:
    """What a deal brings each side."""
    options, sides = final.options, final.sides
    method, share = options["scoring.method"], options["scoring.divide_by"]
    tables = [table_of(final, side) if method in TABLE else 0 for side in sides]
    hands = [unmatched_of(final, side) if method == "knock" else hand_of(final, side) for side in sides]
    if final.out is None:
        return [points / share for points in nobody_out(options, tables, hands)]
    winner = next(i for i, side in enumerate(sides) if final.out in side)
    way = options["scoring.going_rummy"] if final.rummy else "none"
    times, more = (2 if way == "double" else 1), (10 if way == "plus-10" else 0)
    counted = [points / share for points in somebody_out(final, winner, tables, hands, times)]
    bonus, losers = options["scoring.going_out"], [i for i in range(len(sides)) if i != winner]
    if method == "pay":
        counted[winner] += (bonus + more) * len(losers)
        for i in losers:
            counted[i] -= bonus + more
    elif method == "penalty":
        counted[winner] -= bonus
        for i in losers:
            counted[i] += more
    else:
        counted[winner] += bonus + more
    return counted


def unmatched_of(final: Final, side: Sequence[int]) -> int:
    """What a side holds in no meld."""
    return sum(unmatched(final.options, final.hands[seat], final.wild, final.jokers) for seat in side)


def somebody_out(
    final: Final, winner: int, tables: list[int], hands: list[int], times: int
) -> list[Fraction]:
    """What each side scores when one went out, before division and without what is added for going out."""
    method, others = final.options["scoring.method"], [i for i in range(len(hands)) if i != winner]
    points = [Fraction(0)] * len(hands)
    if method == "table-minus-hand":
        points = [Fraction(t - h) for t, h in zip(tables, hands, strict=True)]
        points[winner] *= times
    elif method == "add-opponents-hand":
        points = [Fraction(t) for t in tables]
        points[winner] = (points[winner] + sum(hands[i] for i in others)) * times
    elif method == "winner-takes-hands":
        points[winner] = Fraction(sum(hands[i] for i in others)) * times
    elif method == "penalty":
        for i in others:
            points[i] = Fraction(hands[i]) * times
    elif method == "pay":
        for i in others:
            points[i] = -Fraction(hands[i]) * times
        points[winner] = -sum(points)
    else:
        points = knocked(final, winner, hands)
    return points


def knocked(final: Final, knocker: int, hands: list[int]) -> list[Fraction]:
    """What each side scores after a knock."""
    low = min(hands)
    best = [i for i, hand in enumerate(hands) if hand == low]
    pot = sum(hand - low for hand in hands)
    if best == [knocker]:
        if not unmatched_of(final, [final.out]):
            pot += 25 * (len(hands) - 1)
    elif knocker in best:
        best.remove(knocker)
    else:
        pot += 10
    return [Fraction(pot, len(best)) if i in best else Fraction(0) for i in range(len(hands))]


def nobody_out(options: Options, tables: list[int], hands: list[int]) -> list[Fraction]:
    """What each side scores when nobody went out, before division."""
    method, way, sides = options["scoring.method"], options["scoring.nobody_out"], range(len(hands))
    low = min(hands)
    lowest = [i for i in sides if hands[i] == low]
    share = Fraction(sum(hand - low for hand in hands), len(lowest))
    differences = {
        "penalty": [Fraction(hand - low) for hand in hands],
        "pay": [share if i in lowest else Fraction(low - hands[i]) for i in sides],
    }.get(method, [tables[i] + (share if i in lowest else Fraction(0)) for i in sides])
    penalised = [Fraction(hands[i] if method == "penalty" else tables[i] - hands[i]) for i in sides]
    usual = {
        "table-minus-hand": [Fraction(tables[i] - hands[i]) for i in sides],
        "add-opponents-hand": [Fraction(tables[i] + (hands[1 - i] if len(hands) == 2 else 0)) for i in sides],
        "penalty": [Fraction(hand) for hand in hands],
    }.get(method, [Fraction(0)] * len(hands))
    return {
        "as-usual": usual,
        "hands-free": [Fraction(t) for t in tables],
        "lowest-takes-differences": differences,
        "everyone-penalised": penalised,
        "void": [Fraction(0)] * len(hands),
    }[way]


def scores(deal: Deal) -> list[Fraction]:
    """What a deal of the engine brings each side; one that sat out gets nothing."""
    g, course, options = deal.game, deal.course, deal.variant.options()
    free = options["jokers.role"] != "gambit" or course.named == "wild"
    there = [side for side in g.sides if set(side) & set(g.playing)]
    final = Final(options, deal.table, deal.hands, tuple(there), course.out, course.rummy, g.wild, free)
    counted = dict(zip(there, score(final), strict=True))
    return [counted.get(side, Fraction(0)) for side in g.sides]
