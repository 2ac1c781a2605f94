"""The count of a deal against an independent scorer: rulings, made-up ends of deals, and play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy.actions import SEATS
from rummy.cards import RANKS, SUITS, cards
from rummy.deal import Deal, counts
from rummy.positions import position
from rummy.rulings import collection, judge
from rummy.variants import EXPOSED, Variant, find
from rummy.words import Unreadable

from .mixes import table as any_table
from .scorer import Final, score, scores, unmatched

COUNTED = [r for r in collection() if "points" in r.text.get("then", {}) and judge(r).deal.over]


# -- the scorer itself -----------------------------------------------------------------------------------


def test_there_are_rulings_to_hold_the_scorer_against():
    assert len(COUNTED) > 25


@pytest.mark.parametrize("ruling", COUNTED, ids=lambda r: r.id)
def test_the_scorer_counts_what_the_rulings_say(ruling):
    deal = judge(ruling).deal
    side_of = {SEATS[seat]: i for i, side in enumerate(deal.game.sides) for seat in side}
    counted = scores(deal)
    for seat, points in ruling.text["then"]["points"].items():
        assert counted[side_of[seat]] == Fraction(str(points))


@pytest.mark.parametrize(
    ("mix", "hand", "left"),
    [
        ("knock", "9C 9D 9H AS 2D 2H 3C KD", 1 + 2 + 2 + 3 + 10),
        ("knock", "KS KH KC AH 2C 4D AD", 8),
        ("knock", "7S 8S 9S 9H 9D TC", 7 + 8 + 10),
        ("knock", "7S 8S 9S TS 9H 9D 2C", 2 + 9 + 9),
        ("knock", "QS KS AS", 21),
        ("knock + melding.aces=either", "QS KS AS", 0),
        ("knock + melding.aces=corner", "KS AS 2S", 0),
        ("knock + melding.sequence_min=4", "7S 8S 9S", 24),
        ("knock + pack.jokers=2 + jokers.role=wild", "7S * 9S KD", 10),
        ("knock + pack.jokers=2 + jokers.role=wild", "7S * * KD", 10 - 3),
        ("knock + pack.jokers=2 + jokers.role=wild + jokers.per_meld=1", "7S * * KD", 7 + 10 + 15 + 15),
        ("knock + pack.jokers=3 + jokers.role=own-group", "* * * 7S", 7),
        ("knock + pack.jokers=3 + jokers.role=own-group", "7S 7H *", 14 + 15),
        ("knock + pack.second_from=2 + melding.group_suits=any", "7S 7S 7H", 0),
        ("knock + pack.second_from=2", "7S 7S 7H", 21),
    ],
)
def test_the_best_partition_leaves_what_one_finds_by_hand(mix, hand, left):
    assert unmatched(find(mix).options(), cards(hand)) == left


def test_wild_cards_of_a_rank_stand_for_others_in_the_best_partition():
    options = find("knock").options()
    assert unmatched(options, cards("7S 8S 2C KD"), wild=2) == 10
    assert unmatched(options, cards("2S 2H 2C KD"), wild=2) == 0
    assert unmatched(options, cards("2S KH"), wild=2) == options["scoring.joker_hand"] + 10


def finished(
    method: str, hands: str, out: int | None, *, rummy: bool = False, **changed: Any
) -> list[Fraction]:
    """What an end of a deal without a table scores by the scorer; the hands are separated by bars."""
    options = {**find("basic").options(), "scoring.method": method}
    options |= {f"scoring.{key}": value for key, value in changed.items()}
    held = tuple(cards(hand) for hand in hands.split("|"))
    return score(Final(options, (), held, tuple((s,) for s in range(len(held))), out, rummy))


LOWEST = "lowest-takes-differences"


@pytest.mark.parametrize(
    ("got", "points"),
    [
        (finished("winner-takes-hands", "|KS|7D 2C", 0), [19, 0, 0]),
        (finished("winner-takes-hands", "|KS|7D 2C", 0, rummy=True, going_rummy="double"), [38, 0, 0]),
        (finished("winner-takes-hands", "|KS|7D 2C", 0, rummy=True, going_rummy="plus-10"), [29, 0, 0]),
        (finished("winner-takes-hands", "|KS|7D 2C", 0, divide_by=5, going_out=5), [Fraction(44, 5), 0, 0]),
        (finished("penalty", "|KS|7D 2C", 0), [0, 10, 9]),
        (finished("penalty", "|KS|7D 2C", 0, rummy=True, going_rummy="double", going_out=5), [-5, 20, 18]),
        (finished("pay", "|KS|7D 2C", 0, going_out=5), [29, -15, -14]),
        (finished("pay", "|KS|7D 2C", 0, rummy=True, going_rummy="plus-10"), [39, -20, -19]),
        (finished("winner-takes-hands", "6S|5H TH|7D|KD JS AS", None, nobody_out=LOWEST), [25, 0, 0, 0]),
        (finished("pay", "6S|6H|9D KS", None, nobody_out=LOWEST), [Fraction(13, 2)] * 2 + [-13]),
        (finished("penalty", "6S|6H|9D KS", None, nobody_out=LOWEST), [0, 0, 13]),
        (finished("winner-takes-hands", "6S|KS", None, nobody_out="everyone-penalised"), [-6, -10]),
        (finished("knock", "2S|KS|9H", 0), [15, 0, 0]),
        (finished("knock", "5S 6S 7S|KS|9H", 0), [19 + 50, 0, 0]),
        (finished("knock", "KS|2S|9H", 0), [0, 8 + 7 + 10, 0]),
        (finished("knock", "2S|2D|9H", 0), [0, 7, 0]),
        (finished("knock", "KS|2S|2H", 0), [0, 9, 9]),
    ],
)  # fmt: skip
def test_the_scorer_counts_hands_as_the_methods_say(got, points):
    assert got == points


# -- made-up ends of deals -------------------------------------------------------------------------------


def worths(chance: Random, variant: Variant) -> Variant:
    """The same table with other points and another way to count, where that can be."""
    for _ in range(20):
        keys = {
            "scoring.method": (
                "table-minus-hand",
                "winner-takes-hands",
                "penalty",
                "add-opponents-hand",
                "pay",
            ),
            "scoring.nobody_out": (
                *("as-usual", "hands-free", "lowest-takes-differences"),
                *("everyone-penalised", "void"),
            ),
            "scoring.divide_by": (1, 1, 5),
            "scoring.going_out": (0, 5, 25),
            "scoring.going_rummy": ("none", "double", "plus-10"),
            "scoring.four_aces": ("none", 100),
            "scoring.four_at_once": (1, 2),
            "jokers.worth": ("flat", "represented"),
        }
        new = {key: chance.choice(some) for key, some in keys.items()}
        new["match.wins"] = "lowest" if new["scoring.method"] == "penalty" else "highest"
        if variant.ending.knock == "on":
            del new["scoring.method"], new["scoring.going_rummy"], new["match.wins"]
        try:
            return variant.changed(new)
        except Unreadable:
            continue
    return variant


class Heap:
    """The cards that are left for a made-up table, and the melds made of them so far."""

    def __init__(self, variant: Variant, seats: int, chance: Random) -> None:
        self.variant, self.seats, self.chance = variant, seats, chance
        self.left = Counter(c.code for c in variant.cards(seats))
        self.named = chance.choice(("wild", "double", "split")) if variant.jokers.role == "gambit" else ""
        self.exposed = chance.sample(cards("AS 2H 7D KC 9S 4C JD 6H"), seats)
        self.wild = self.exposed[-1].rank if variant.melding.wild_rank == EXPOSED else 0

    def sequence(self) -> tuple[list[str], int]:
        """A sequence, and how many of its cards are laid down at first."""
        aces, least = self.variant.melding.aces, self.variant.melding.sequence_min
        suit, count = self.chance.choice(SUITS), self.chance.randrange(least, least + 3)
        lowest, top = (1 if aces == "high" else 0), {"low": 12, "corner": 12 + count - 1}.get(aces, 13)
        low = self.chance.randrange(lowest, top - count + 2)
        return [f"{RANKS[place % 13]}{suit}" for place in range(low, low + count)], least

    def group(self) -> tuple[list[str], int]:
        """A group, and how many of its cards are laid down at first."""
        count, rank = self.chance.choice((3, 4, 4)), self.chance.choice(("A", *RANKS))
        return [f"{rank}{suit}" for suit in self.chance.sample(SUITS, count)], self.chance.choice((3, count))

    def meld(self) -> str:
        """A line of the table, or nothing if the cards are not there."""
        role, who = self.variant.jokers.role, lambda: SEATS[self.chance.randrange(self.seats)]
        some, first = self.group() if self.chance.randrange(2) else self.sequence()
        grouped = len({c[0] for c in some}) == 1
        stands = list(some)
        if role == "own-group" and self.chance.randrange(3) == 0:
            some, first, grouped = ["*"] * self.chance.choice((3, 4)), self.chance.choice((3, 4)), True
            stands = list(some)
        elif (role == "wild" or self.named == "wild" or self.wild) and self.chance.randrange(2):
            at = self.chance.randrange(len(some))
            wild = (
                "*"
                if role != "none" and not self.wild
                else f"{RANKS[self.wild - 1]}{self.chance.choice(SUITS)}"
            )
            if wild[0] != some[at][0] and self.ranked(grouped) <= (wild == "*"):
                some[at] = wild
        used = Counter(some)
        top = self.named == "double" and self.chance.randrange(2) == 0
        used["*"] += top
        if used - self.left or len(some) < 3:
            return ""
        self.left -= used
        words = [self.word(c, stands[i], grouped) for i, c in enumerate(some)]
        if top:
            return f"{who()}: {' '.join(words)} with *"
        lays = [f"{who()}: {' '.join(words[:first])}", *(f"{who()}: {word}" for word in words[first:])]
        return " + ".join(lays)

    def ranked(self, grouped: bool) -> bool:
        """Does a wild card in such a meld stand for a rank alone?"""
        return grouped and (self.variant.jokers.fixes == "rank" or self.variant.melding.group_suits == "any")

    def word(self, card: str, stands: str, grouped: bool) -> str:
        """A card as it is said in a meld."""
        return card if card == stands or self.ranked(grouped) else f"{card}={stands}"

    def hand(self) -> str:
        """A few of the cards that are left, some of them near each other."""
        rest = sorted(self.left.elements(), key=lambda c: (c[1:], RANKS.find(c[0])))
        at, count = self.chance.randrange(len(rest)), self.chance.randrange(0, 4)
        some = rest[at : at + count] + self.chance.sample(rest, min(len(rest), self.chance.randrange(5)))
        some = list((Counter(some) & self.left).elements())
        self.left -= Counter(some)
        return " ".join(some)


def made_up(chance: Random) -> Mapping[str, Any]:
    """An end of a deal: a table and hands that need not have come about in play."""
    variant, seats = any_table(chance)
    variant = worths(chance, variant)
    heap = Heap(variant, seats, chance)
    out = chance.randrange(seats) if chance.randrange(3) else None
    melds = [line for line in (heap.meld() for _ in range(chance.randrange(7))) if line]
    hands = {
        SEATS[s]: "" if s == out and variant.ending.knock == "off" else heap.hand() for s in range(seats)
    }
    text: dict[str, Any] = {
        "variant": variant.id,
        "options": variant.overrides(),
        "seats": seats,
        "phase": "over",
        "out": "none" if out is None else SEATS[out],
        "hands": hands,
        "table": melds,
    }
    if out is not None and variant.scoring.going_rummy != "none" and chance.randrange(2):
        text["rummy"] = SEATS[out]
    if heap.wild:
        text["exposed"] = {SEATS[s]: c.code for s, c in enumerate(heap.exposed)}
    if heap.named:
        text["named"] = heap.named
    return text


def agree(deal: Deal) -> None:
    """The engine's count is the scorer's, side by side; melds are doubled where they should be."""
    for meld in deal.table:
        four = meld.kind == "group" and len(meld.lays[0].placed) == 4
        assert meld.factor == (2 if meld.top else 1) * (deal.variant.scoring.four_at_once if four else 1)
    counted = counts(deal)
    assert [c.points for c in counted] == scores(deal)
    assert tuple(c.seats for c in counted) == deal.game.sides


@settings(max_examples=1500, deadline=None, derandomize=True, database=None)
@given(st.integers(0, 2**32).map(Random))
def test_made_up_ends_count_as_the_scorer_says(chance):
    agree(position(made_up(chance)))


def test_made_up_ends_are_of_every_kind():
    met: Counter[object] = Counter()
    for seed in range(400):
        text = made_up(Random(seed))
        deal = position(text)
        met.update([deal.variant.scoring.method, deal.variant.scoring.nobody_out, text.get("named")])
        met.update(["rummy"] * ("rummy" in text) + ["sides"] * (len(deal.game.sides) < deal.game.seats))
        met.update(["factor"] * any(m.factor > 1 for m in deal.table) + ["wild"] * bool(deal.game.wild))
        met.update(p.stands_for.rank for m in deal.table for p in m.now.placed if p.card is not p.stands_for)
    assert {"pay", "knock", "void", "rummy", "sides", "factor", "wild", "double", *range(1, 14)} <= {*met}


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(st.integers(0, 2**32).map(Random))
def test_points_change_hands_and_are_not_made_where_losers_pay(chance):
    deal = position(made_up(chance))
    if deal.variant.scoring.method == "pay":
        assert sum(scores(deal)) == 0
