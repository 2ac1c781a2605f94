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

    method: Literal[
        "table-minus-hand", "winner-takes-hands", "penalty", "add-opponents-hand", "pay", "knock"
    ] = "table-minus-hand"
    pips: Literal["face", "fives", "ones"] = "face"
    court: int = 10
    ace_low: int = 15
    ace_high: int = 15
    ace_group: int = 15
    ace_hand: int = 15
    four_aces: Literal["none", 100] = "none"
    joker_table: int = 15
    joker_hand: int = 15
    four_at_once: Literal[1, 2] = 1
    going_out: int = 0
    going_rummy: Literal["none", "double", "plus-10"] = "none"
    nobody_out: Literal[
        "as-usual", "hands-free", "lowest-takes-differences", "everyone-penalised", "void"
    ] = "as-usual"
    divide_by: Literal[1, 5] = 1


class Item(NamedTuple):
    """One term of a count: a card and its points, positive on the table, negative in the hand."""

    card: Card
    points: Points


class Gain(NamedTuple):
    """One term of what a side takes from another: which side, and how much (less than 0: it pays)."""

    side: int
    points: Points


class Pot(NamedTuple):
    """What a side takes from the others, term by term."""

    gains: tuple[Gain, ...] = ()
    """From every other side, in seating order."""
    extra: Points = 0
    """What comes from nobody's hand: ten or twenty-five after a knock, what a penalty is above the lowest."""
    shared: int = 1
    """Among how many sides it is shared."""

    @property
    def points(self) -> Points:
        """All of it together."""
        return _exact(Fraction(sum(g.points for g in self.gains) + self.extra, self.shared))


class Count(NamedTuple):
    """What one side scores in a deal, and the terms of the sum."""

    points: Points
    table: tuple[Item, ...]
    """The cards it laid on the table, as far as they score."""
    hand: tuple[Item, ...]
    """The cards left in its hands; in Knock Rummy the unmatched ones."""
    won: Points = 0
    """What it takes from the others (what it pays, if negative)."""
    bonus: Points = 0
    """For going out."""
    factor: int = 1
    """How often all that counts: twice for going rummy, at some tables."""
    share: int = 1
    """All that is divided by this, the bonus aside."""
    deducts: bool = True
    """Do the cards left in its hands count against it?"""
    seats: tuple[int, ...] = ()
    """Whose count it is."""
    pot: Pot = Pot()
    """The terms of ``won``."""
    rummy: Points = 0
    """As much of the bonus is for going rummy."""


class End(NamedTuple):
    """How a deal ended, as far as its count depends on it."""

    out: int | None
    """The side that went out or knocked."""
    rummy: bool = False
    """Did it lay its whole hand in one turn, having laid nothing before?"""
    clean: bool = False
    """Did it knock with no card unmatched?"""


@cache
def hand_points(scoring: Scoring, wild: int = 0) -> dict[Card, int]:
    """What each card counts in a hand; cards of a wild rank count as jokers.

    >>> from rummy.cards import card
    >>> hand_points(Scoring(ace_hand=1))[card("AS")]
    1
    """
    values = {c: scoring.ace_hand if c.rank == 1 else _plain(scoring, c.rank) for c in DECK}
    values.update((c, scoring.joker_hand) for c in DECK if c.rank == wild)
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
    if stands is JOKER or (card is not stands and jokers.worth == "flat"):
        return scoring.joker_table
    if stands.rank != 1:
        return _plain(scoring, stands.rank)
    if now.kind == GROUP:
        return scoring.ace_group
    return scoring.ace_high if now.low + at == ACE_HIGH else scoring.ace_low


@cache
def meld_points(scoring: Scoring, jokers: Jokers, now: Combination) -> int:
    """What a combination counts on the table, all cards together, nothing doubled."""
    return sum(table_points(scoring, jokers, now, at) for at in range(len(now.placed)))


def opening_points(scoring: Scoring, now: Combination) -> int:
    """What a meld counts towards a first minimum: wild cards count as the cards they stand for.

    >>> from rummy.cards import card, cards
    >>> from rummy.melder import melder
    >>> from rummy.melds import WILD, Melding, Placed
    >>> tens = (*(Placed(c, c) for c in cards("TS TH")), WILD[card("TD")])
    >>> opening_points(Scoring(), melder(Melding(), Jokers(role="wild")).combine(tens))
    30
    """
    return meld_points(scoring, _REPRESENTED, now)


@cache
def opening_values(scoring: Scoring, wild: int = 0) -> dict[Card, int]:
    """The most each card can count towards a first minimum; a wild one may stand for any."""
    aces = max(scoring.ace_low, scoring.ace_high, scoring.ace_group)
    values = {c: aces if c.rank == 1 else _plain(scoring, c.rank) for c in DECK}
    most = max(values.values())
    return {**values, **{c: most for c in DECK if c.rank == wild}, JOKER: most}


_REPRESENTED = Jokers(worth="represented")


def scores_on_table(scoring: Scoring) -> bool:
    """Do cards on the table count?"""
    return scoring.method in ("table-minus-hand", "add-opponents-hand")


def laid(scoring: Scoring, jokers: Jokers, table: Sequence[Meld], seat: int) -> tuple[Item, ...]:
    """The cards this seat laid on the table and what they count."""
    if not scores_on_table(scoring):
        return ()
    items = []
    for meld in table:
        worth = _four_aces(scoring, meld)
        for at, placed in enumerate(meld.now.placed):
            if meld.layer(at) == seat:
                each = table_points(scoring, jokers, meld.now, at) if worth is None else worth
                items.append(Item(placed.card, each * meld.factor))
    return tuple(items)


def _four_aces(scoring: Scoring, meld: Meld) -> int | None:
    """What each ace counts in a group of four laid by one player, where that has a price of its own."""
    aces = [p.card for p in meld.now.placed]
    if scoring.four_aces == "none" or len(aces) != 4 or any(c.rank != 1 for c in aces) or meld.now.jokers:
        return None
    return scoring.four_aces // 4 if len({meld.layer(at) for at in range(4)}) == 1 else None


def held(scoring: Scoring, hand: Bits, wild: int = 0) -> tuple[Item, ...]:
    """The cards of a hand and what they cost; face-down cards cost nothing that one could know."""
    points = hand_points(scoring, wild)
    return tuple(Item(c, -points[c]) for c in unpack(hand) if c in points)


def count_deal(
    scoring: Scoring, tables: Sequence[tuple[Item, ...]], hands: Sequence[tuple[Item, ...]], end: End
) -> tuple[Count, ...]:
    """What every side scores once a deal is over, from its cards on the table and those left in its hands."""
    out, ways = end.out, len(hands)
    left = [sum(int(-i.points) for i in hand) for hand in hands]
    pots = [Pot()] * ways
    minus = [False] * ways
    """Whose hand counts against it."""
    if out is None:
        _nobody_out(scoring, left, pots, minus)
        tables = [()] * ways if scoring.nobody_out == "void" else tables
    elif scoring.method == "table-minus-hand":
        minus = [True] * ways
    elif scoring.method == "knock":
        _knocked(left, pots, end)
    elif scoring.method == "penalty":
        minus = [side != out for side in range(ways)]
    else:
        if scoring.method == "pay":
            pots = [Pot((Gain(out, -each),)) for each in left]
        pots[out] = Pot(_gains(left, out))
    counts = []
    for side in range(ways):
        rummy = end.rummy and (
            side == out if scoring.method != "penalty" and scoring.method != "pay" else True
        )
        factor = 2 if rummy and scoring.going_rummy == "double" else 1
        kept = (left[side] if scoring.method == "penalty" else -left[side]) if minus[side] else 0
        won = pots[side].points
        points: Points = sum(i.points for i in tables[side]) + kept + won
        ten = 10 if rummy and scoring.going_rummy == "plus-10" else 0
        extra = _bonus(scoring, side, out, ways, 0, ten)
        bonus = _bonus(scoring, side, out, ways, scoring.going_out, ten)
        counts.append(
            Count(
                _exact(Fraction(points * factor, scoring.divide_by) + bonus),
                tables[side],
                hands[side],
                won,
                bonus,
                factor,
                scoring.divide_by,
                minus[side],
                pot=pots[side],
                rummy=extra,
            )
        )
    return tuple(counts)


def _gains(left: Sequence[int], side: int, less: int = 0) -> tuple[Gain, ...]:
    """What the hands of all others count, each less this many points, as what a side takes from them."""
    return tuple(Gain(other, each - less) for other, each in enumerate(left) if other != side)


def _exact(points: Fraction) -> Points:
    return int(points) if points.denominator == 1 else points


def _bonus(scoring: Scoring, side: int, out: int | None, ways: int, going_out: int, rummy: int) -> int:
    """What going out, and going rummy, adds to the points of a side."""
    if out is None:
        return 0
    each = going_out + rummy
    if scoring.method == "penalty":
        return -going_out if side == out else rummy
    if scoring.method == "pay":
        return each * (ways - 1) if side == out else -each
    return each if side == out else 0


def _nobody_out(scoring: Scoring, left: list[int], pots: list[Pot], minus: list[bool]) -> None:
    """Fill in who wins what, and whose hand counts, when a deal ends with nobody out."""
    how, method, ways = scoring.nobody_out, scoring.method, len(left)
    if how == "lowest-takes-differences":
        lowest = min(left)
        best = [side for side in range(ways) if left[side] == lowest]
        for side in range(ways):
            if method == "penalty":
                pots[side] = Pot(extra=left[side] - lowest)
            elif side in best:
                pots[side] = Pot(_gains(left, side, lowest), shared=len(best))
            elif method == "pay":
                each = _exact(Fraction(lowest - left[side], len(best)))
                pots[side] = Pot(tuple(Gain(other, each) for other in best))
    elif how == "everyone-penalised":
        minus[:] = [True] * ways
    elif how == "as-usual" and method == "add-opponents-hand" and ways == 2:
        pots[:] = [Pot(_gains(left, side)) for side in range(ways)]
    elif how == "as-usual":
        minus[:] = [method in ("table-minus-hand", "penalty")] * ways


def _knocked(left: list[int], pots: list[Pot], end: End) -> None:
    """Fill in what the lowest unmatched count wins after a knock; equal with the knocker, the other wins."""
    lowest, out = min(left), end.out
    best = [side for side, count in enumerate(left) if count == lowest and side != out]
    if not best:
        side = out or 0
        pots[side] = Pot(_gains(left, side, lowest), 25 * (len(left) - 1) if end.clean else 0)
        return
    assert out is not None
    for side in best:
        pots[side] = Pot(_gains(left, side, lowest), 10 if left[out] > lowest else 0, len(best))


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
