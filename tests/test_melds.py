"""Melds: what is one, what fits on one, and the best way to part a hand into them."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from rummy.cards import DECK, JOKER, Card, bundle, card, cards, glyphs, unpack, without
from rummy.melder import Melder, melder
from rummy.melds import Combination, Flaw, Jokers, Meld, Melding, Placed
from rummy.positions import read_meld, write_meld
from rummy.scoring import Scoring, hand_points

EITHER = melder(Melding(), Jokers())
LOW = melder(Melding(aces="low"), Jokers())
HIGH = melder(Melding(aces="high"), Jokers())
FOUR = melder(Melding(sequence_min=4), Jokers())
WILD = melder(Melding(), Jokers(role="wild"))
ONE_WILD = melder(Melding(), Jokers(role="wild", per_meld=1))


def placed(text: str) -> tuple[Placed, ...]:
    """Cards as they are said, jokers with what they stand for."""
    return tuple(Placed(card(word.split("=")[0]), card(word.split("=")[-1])) for word in text.split())


def flaw(text: str, table: Melder = EITHER) -> str:
    """The rule that cards break as a meld; empty if they are one."""
    made = table.combine(placed(text))
    return made.rule if isinstance(made, Flaw) else ""


def laid(text: str, table: Melder = WILD) -> Combination:
    """A meld as it lies."""
    made = table.combine(placed(text))
    assert isinstance(made, Combination)
    return made


@pytest.mark.parametrize(
    "text",
    ["7H 7C 7D", "7S 7H 7D 7C", "7S 8S 9S", "9S 7S 8S", "3D 4D 5D 6D 7D", "AS 2S 3S", "QS KS AS", "AS AH AC"],
)
def test_groups_and_sequences_are_melds(text):
    assert flaw(text) == ""


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("7H", "meld.size"),
        ("7H 7C", "meld.size"),
        ("7S 8S", "meld.size"),
        ("7H 7C 8D", "meld.kind"),
        ("7H 9C JD", "meld.kind"),
        ("7H 7C 7H", "meld.group.suits"),
        ("7H 7C 7D 7S 7H", "meld.group.four"),
        ("7S 8S 9H", "meld.sequence.suit"),
        ("7S 8S TS", "meld.sequence.gap"),
        ("7S 8S 8S 9S", "meld.sequence.twice"),
        ("KS AS 2S", "meld.sequence.corner"),
        ("QS KS AS 2S", "meld.sequence.corner"),
        ("KS AS 2S 3S", "meld.sequence.corner"),
    ],
)
def test_what_is_no_meld_breaks_its_rule(text, rule):
    assert flaw(text) == rule


def test_melding_aces_low_refuses_an_ace_above_the_king():
    assert (flaw("QS KS AS", LOW), flaw("AS 2S 3S", LOW)) == ("meld.sequence.ace", "")


def test_melding_aces_high_refuses_an_ace_below_the_two():
    assert (flaw("AS 2S 3S", HIGH), flaw("QS KS AS", HIGH)) == ("meld.sequence.ace", "")


def test_melding_sequence_min_four_refuses_three_in_order_but_not_three_of_a_rank():
    assert (flaw("7S 8S 9S", FOUR), flaw("7S 8S 9S TS", FOUR), flaw("7S 7H 7D", FOUR)) == (
        "meld.size",
        "",
        "",
    )


def test_jokers_wild_stands_for_any_card():
    assert flaw("7H *=7C 7D", WILD) == flaw("*=7S *=8S 9S", WILD) == flaw("QS *=KS *=AS", WILD) == ""


def test_jokers_natural_refuses_jokers_alone():
    assert flaw("*=7H *=7C *=7D", WILD) == "jokers.natural"


def test_a_joker_may_not_stand_for_a_card_of_the_same_group():
    assert flaw("7H 7C *=7H", WILD) == "meld.group.suits"


def test_a_flaw_names_the_cards_and_what_is_missing():
    found = EITHER.combine(placed("7S 8S TS"))
    assert found.facts["missing"] == "9♠" and found.cards == cards("7S 8S TS")


def test_all_thirteen_in_order_make_one_sequence_with_the_ace_where_it_is_said():
    low, high = laid("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"), laid("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS")
    assert (low.low, high.high) == (0, 13) and low.spots == high.spots == ()


@pytest.mark.parametrize(
    "line",
    [
        "A: AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS",
        "A: 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
        "A: 7S 8S 9S + B: TS",
        "A: 7H 7D *=7C + B: 7S",
        "C: QC KC AC + A: JC + B: TC",
    ],
)
def test_a_meld_on_the_table_is_read_back_from_its_line(line):
    meld = read_meld(line, WILD, 3)
    assert write_meld(meld) == line and read_meld(write_meld(meld), WILD, 3) == meld


def test_an_ace_laid_off_below_the_two_stays_there_when_all_thirteen_lie():
    two_to_king = read_meld("A: 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", EITHER, 2)
    now = EITHER.grow(two_to_king.now, Placed(DECK[0], DECK[0]), "low")
    meld = Meld(
        now, (*two_to_king.lays, two_to_king.lays[0]._replace(seat=1, placed=(Placed(DECK[0], DECK[0]),)))
    )
    assert read_meld(write_meld(meld), EITHER, 2).now is now


# -- fitting ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("meld", "fits"),
    [
        ("7S 8S 9S", "6S TS"),
        ("7H 7C 7D", "7S"),
        ("AS 2S 3S", "4S"),
        ("QS KS AS", "JS"),
        ("7S 7H 7D 7C", ""),
        ("JS QS KS", "TS AS"),
        ("2S 3S 4S", "AS 5S"),
        ("7H *=7C 7D", "7S"),
        ("7S 8S *=9S", "6S TS"),
    ],
)
def test_what_fits_on_a_meld(meld, fits):
    now = laid(meld)
    assert {c for c in DECK if WILD.misfit(now, c) is None} == set(cards(fits)) == set(unpack(now.fits))


@pytest.mark.parametrize(
    ("meld", "one", "rule"),
    [
        ("7H 7C 7D", "8H", "layoff.group.rank"),
        ("7H 7C 7D", "7H", "layoff.group.suit"),
        ("7H 7C 7D 7S", "7H", "layoff.group.full"),
        ("7S 8S 9S", "TH", "layoff.sequence.suit"),
        ("7S 8S 9S", "8S", "layoff.sequence.filled"),
        ("7S 8S *=9S", "9S", "layoff.sequence.filled"),
        ("QS KS AS", "2S", "layoff.sequence.ace-end"),
        ("AS 2S 3S", "KS", "layoff.sequence.ace-end"),
        ("7S 8S 9S", "JS", "layoff.sequence.next"),
    ],
)
def test_what_does_not_fit_breaks_its_rule(meld, one, rule):
    assert WILD.misfit(laid(meld), cards(one)[0]).rule == rule


def test_an_ace_does_not_fit_above_the_king_where_aces_are_low():
    assert LOW.misfit(laid("JS QS KS", LOW), DECK[0]).rule == "meld.sequence.ace"


def test_the_layer_of_each_card_is_remembered():
    meld = read_meld("B: 7S 8S 9S + A: TS + C: 6S", EITHER, 3)
    assert [meld.layer(at) for at in range(5)] == [2, 1, 1, 1, 0] and meld.owner == 1


# -- all melds of a hand, against a search that only knows the words of the rules --------------------------


def is_meld(stands: tuple[Card, ...], aces: str = "either", least: int = 3) -> bool:
    """Is this a group or a sequence, by counting alone?"""
    ranks, suits = sorted(c.rank for c in stands), [c.suit for c in stands]
    if len(set(stands)) < len(stands) or len(stands) < 3:
        return False
    if len(set(ranks)) == 1:
        return len(stands) <= 4
    rows = [ranks] if aces != "high" else []
    rows += [sorted(14 if r == 1 else r for r in ranks)] if aces != "low" else []
    return len(set(suits)) == 1 and len(stands) >= least and any(r[-1] - r[0] == len(r) - 1 for r in rows)


def slow_melds(hand: tuple[Card, ...], **rules: object) -> set[frozenset[tuple[Card, Card]]]:
    """Every meld of a hand by trying all sets and all meanings of its jokers."""
    naturals = sorted({c for c in hand if c is not JOKER})
    out = set()
    for jokers in range(hand.count(JOKER) + 1):
        for count in range(1, len(naturals) + 1):
            for some in combinations(naturals, count):
                free = [
                    c for c in DECK if c not in some and (c.rank == some[0].rank or c.suit == some[0].suit)
                ]
                for wild in combinations(free, jokers):
                    if is_meld((*some, *wild), **rules):
                        out.add(frozenset([*((c, c) for c in some), *((JOKER, c) for c in wild)]))
    return out


def some_hand(seed: int, jokers: int, count: int) -> tuple[Card, ...]:
    """A hand of cards that lie near each other."""
    near = [c for c in DECK if c.rank in (1, 2, 3, 4, 12, 13) and c.suit != "C"] + list(cards("5S 6S JS"))
    return (*Random(seed).sample(near, count), *(JOKER,) * jokers)


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("aces", ["low", "high", "either"])
def test_the_melds_of_a_hand_are_all_there_are(aces, seed):
    hand = some_hand(seed, 0, 9)
    found = {
        frozenset((p.card, p.stands_for) for p in c.placed)
        for c in melder(Melding(aces=aces), Jokers()).melds(bundle(hand))
    }
    assert found == slow_melds(hand, aces=aces)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("jokers", [1, 2])
def test_the_melds_of_a_hand_with_jokers_are_all_there_are(jokers, seed):
    hand = some_hand(seed, jokers, 5)
    found = WILD.melds(bundle(hand))
    assert {frozenset((p.card, p.stands_for) for p in c.placed) for c in found} == slow_melds(hand)
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("seed", range(12))
def test_sequences_of_four_at_least_are_all_there_are(seed):
    hand = some_hand(seed, 0, 9)
    found = {frozenset((p.card, p.stands_for) for p in c.placed) for c in FOUR.melds(bundle(hand))}
    assert found == slow_melds(hand, least=4)


def test_jokers_per_meld_limits_the_melds_of_a_hand():
    found = ONE_WILD.melds(bundle(cards("7H 7C 9D * *")))
    assert {c.jokers for c in found} == {1}


def test_on_an_empty_table_a_card_is_usable_just_if_it_is_in_a_meld_of_the_hand():
    for seed in range(60):
        hand = some_hand(seed, seed % 3, 5)
        melds = WILD.melds(bundle(hand))
        for one in set(hand):
            assert WILD.usable(one, bundle(hand), (), 0) == any(one in c.cards for c in melds), (one, hand)


# -- the best partition ----------------------------------------------------------------------------------


def slow_best(hand: int, points: dict[Card, int], table: Melder) -> int:
    """The most points that disjoint melds take off a hand, by trying every choice."""
    return max(
        (
            sum(points[c] for c in m.cards) + slow_best(without(hand, m.need), points, table)
            for m in table.melds(hand)
        ),
        default=0,
    )


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("jokers", [0, 1])
def test_the_best_partition_takes_as_much_as_any_search_finds(jokers, seed):
    hand = bundle(some_hand(seed, jokers, 8 if jokers == 0 else 6))
    points = hand_points(Scoring(ace_hand=seed % 2 * 14 + 1))
    chosen = WILD.partition(hand, points)
    for c in chosen:
        hand, before = without(hand, c.need), hand
        assert not c.need & ~before
    start = bundle(some_hand(seed, jokers, 8 if jokers == 0 else 6))
    assert sum(points[c] for m in chosen for c in m.cards) == slow_best(start, points, WILD)


def test_the_best_partition_with_two_copies_uses_both():
    hand = bundle(cards("7H 7C 7D 7H 8H 9H"))
    assert {m.glyphs for m in EITHER.partition(hand, hand_points(Scoring()))} == {"7♥ 8♥ 9♥", "7♥ 7♦ 7♣"}


def test_a_hand_without_melds_has_an_empty_partition():
    assert EITHER.partition(bundle(cards("2H 5C 9D KS")), hand_points(Scoring())) == ()


def test_a_combination_prints_as_it_is_written():
    assert (
        str(laid("8S *=9S TS")) == "8S *=9S TS"
        and laid("8S *=9S TS").glyphs == f"{glyphs(cards('8S'))} ★9♠ 10♠"
    )
