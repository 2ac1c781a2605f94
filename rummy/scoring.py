"""Scoring: what a card is worth by where it is, and the count of a deal as a sum that one can read."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Literal, NamedTuple

from rummy.cards import DECK, JOKER, Bits, Card, unpack
from rummy.melds import ACE_HIGH, GROUP, Combination, Jokers, Meld

Points = int | Fraction
"""Points are exact; a fraction appears only where winnings are shared."""


class Scoring(NamedTuple):
    """How a deal is counted."""

    method: Literal["table-minus-hand", "winner-takes-hands"] = "table-minus-hand"
    pips: Literal["face", "fives", "ones"] = "face"
    court: int = 10
    ace_low: int = 15
    ace_high: int = 15
    ace_group: int = 15
    ace_hand: int = 15
    joker_table: int = 15
    joker_hand: int = 15
    nobody_out: Literal["as-usual", "hands-free", "lowest-takes-differences"] = "as-usual"


class Item(NamedTuple):
    """One term of a count: a card and its points, positive on the table, negative in the hand."""

    card: Card
    points: int


class Count(NamedTuple):
    """What one seat scores in a deal, and the terms of the sum."""

    points: Points
    table: tuple[Item, ...]
    """The cards it laid on the table, as far as they score."""
    hand: tuple[Item, ...]
    """The cards left in its hand."""
    won: Points
    """What it takes from the other hands."""


@cache
def hand_points(scoring: Scoring) -> dict[Card, int]:
    """What each card counts in a hand.

    >>> from rummy.cards import card
    >>> hand_points(Scoring(ace_hand=1))[card("AS")]
    1
    """
    values = {c: scoring.ace_hand if c.rank == 1 else _plain(scoring, c.rank) for c in DECK}
    return {**values, JOKER: scoring.joker_hand}


def _plain(scoring: Scoring, rank: int) -> int:
    """What a card other than an ace or a joker counts."""
    if scoring.pips == "face":
        return min(rank, 10) if rank < 11 else scoring.court
    return scoring.court if rank > 9 else 5 if scoring.pips == "fives" else 1


def table_points(scoring: Scoring, jokers: Jokers, now: Combination, at: int) -> int:
    """What the card at this place of a combination counts on the table.

    >>> from rummy.cards import cards
    >>> from rummy.melder import melder
    >>> from rummy.melds import Melding, Placed
    >>> low = melder(Melding(), Jokers()).combine(tuple(Placed(c, c) for c in cards("AH 2H 3H")))
    >>> table_points(Scoring(ace_low=1), Jokers(), low, 0)
    1
    """
    card, stands = now.placed[at]
    if card is JOKER and jokers.worth == "flat":
        return scoring.joker_table
    if stands.rank != 1:
        return _plain(scoring, stands.rank)
    if now.kind == GROUP:
        return scoring.ace_group
    return scoring.ace_high if now.low + at == ACE_HIGH else scoring.ace_low


def laid(scoring: Scoring, jokers: Jokers, table: Sequence[Meld], seat: int) -> tuple[Item, ...]:
    """The cards this seat laid on the table and what they count."""
    if scoring.method != "table-minus-hand":
        return ()
    return tuple(
        Item(placed.card, table_points(scoring, jokers, meld.now, at))
        for meld in table
        for at, placed in enumerate(meld.now.placed)
        if meld.layer(at) == seat
    )


def held(scoring: Scoring, hand: Bits) -> tuple[Item, ...]:
    """The cards of a hand and what they cost; face-down cards cost nothing that one could know."""
    points = hand_points(scoring)
    return tuple(Item(c, -points[c]) for c in unpack(hand) if c in points)


def count_deal(
    scoring: Scoring, jokers: Jokers, table: Sequence[Meld], hands: Sequence[Bits], out: int | None
) -> tuple[Count, ...]:
    """What every seat scores once a deal is over; ``out`` is the seat that went out, None if nobody did."""
    left = [held(scoring, hand) for hand in hands]
    if scoring.method == "table-minus-hand":
        free = out is None and scoring.nobody_out == "hands-free"
        counts = []
        for seat, hand in enumerate(left):
            mine = laid(scoring, jokers, table, seat)
            minus = () if free else hand
            counts.append(Count(sum(i.points for i in (*mine, *minus)), mine, minus, 0))
        return tuple(counts)
    deadwood = [-sum(i.points for i in hand) for hand in left]
    winners = [out] if out is not None else [s for s, d in enumerate(deadwood) if d == min(deadwood)]
    base = 0 if out is not None else min(deadwood)
    pot = sum(d - base for d in deadwood)
    share = Fraction(pot, len(winners))
    each: Points = int(share) if share.denominator == 1 else share
    return tuple(
        Count(each if seat in winners else 0, (), hand, each if seat in winners else 0)
        for seat, hand in enumerate(left)
    )


def points_text(points: Points) -> str:
    """Points as they are written: a proper minus sign, halves as ½.

    >>> points_text(-5), points_text(Fraction(13, 2))
    ('−5', '6½')
    """
    sign = "−" if points < 0 else ""
    whole, rest = divmod(abs(Fraction(points)), 1)
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}½" if rest == Fraction(1, 2) else f"{sign}{abs(Fraction(points))}"
