"""Scoring: what cards are worth by where they are, and the count of a deal."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rummy.cards import bundle, cards
from rummy.deal import counts
from rummy.positions import position
from rummy.scoring import Scoring, hand_points, held, points_text


def scores(
    variant: str,
    table: list[str],
    hands: str,
    out: str = "none",
    more: dict[str, object] | None = None,
    **options: object,
) -> list[object]:
    """What every seat scores in a deal that is over; the hands are separated by bars."""
    held = {"ABCDEFGH"[i]: hand for i, hand in enumerate(hands.split("|"))}
    keys = {
        "variant": variant,
        "seats": len(held),
        "phase": "over",
        "out": out,
        "hands": held,
        "table": table,
    }
    return [c.points for c in counts(position({**keys, **(more or {}), "options": options}))]


@pytest.mark.parametrize(
    ("variant", "points"),
    [
        ("rummy-500", {"AS": 15, "KS": 10, "QS": 10, "JS": 10, "TS": 10, "9S": 9, "2S": 2, "*": 15}),
        ("500-rum", {"AS": 15, "KS": 10, "TS": 10, "2S": 2}),
        ("basic", {"AS": 1, "KS": 10, "TS": 10, "2S": 2}),
    ],
)
def test_scoring_cards_in_the_hand(variant, points):
    for code, worth in points.items():
        hands = f"{code}|" if code != "*" else "*|"
        lost = scores(variant, [], hands, "B")
        assert lost[1 if variant == "basic" else 0] == (worth if variant == "basic" else -worth)


@pytest.mark.parametrize(("meld", "points"), [("AS 2S 3S", 6), ("QS KS AS", 35), ("AS AH AD", 45)])
def test_scoring_aces_in_rummy_500_count_one_below_the_two_and_fifteen_elsewhere(meld, points):
    assert scores("rummy-500", [f"A: {meld}"], "|", "A") == [points, 0]


@pytest.mark.parametrize(("meld", "points"), [("AS 2S 3S", 20), ("QS KS AS", 35), ("AS AH AD", 45)])
def test_scoring_aces_in_500_rum_always_count_fifteen(meld, points):
    assert scores("500-rum", [f"A: {meld}"], "|", "A") == [points, 0]


def test_scoring_an_ace_laid_off_below_the_two_counts_one_for_its_layer():
    assert scores("rummy-500", ["A: 2S 3S 4S + B: AS"], "|") == [9, 1]


def test_scoring_a_joker_counts_fifteen_whatever_it_stands_for():
    assert scores("rummy-500", ["A: 2S *=3S 4S"], "|", "A") == [21, 0]


def test_jokers_worth_represented_counts_the_card_it_stands_for():
    assert scores(
        "rummy-500", ["A: 2S *=3S 4S", "B: QH KH *=AH"], "|", "A", **{"jokers.worth": "represented"}
    ) == [9, 35]


def test_layoff_credit_goes_to_whoever_laid_the_card():
    assert scores("rummy-500", ["A: 7S 8S 9S + B: TS + C: 6S"], "||", "A") == [24, 10, 6]


def test_scoring_deal_takes_the_hand_off_the_table_and_may_be_negative():
    assert scores("500-rum", ["A: 4S 5S 6S"], "KS QS|", "B") == [15 - 20, 0]


def test_scoring_deal_in_basic_gives_the_winner_all_other_hands():
    assert scores("basic", ["A: 4S 5S 6S"], "|KS AH|2C", "A") == [13, 0, 0]


def test_scoring_nobody_out_in_basic_gives_the_lowest_hand_the_differences():
    assert scores("basic", [], "6S|5H TH|7D|KD JS AS") == [9 + 1 + 15, 0, 0, 0]


def test_scoring_nobody_out_in_basic_is_shared_by_equal_hands():
    assert scores("basic", [], "6S|6H|9D KS") == [Fraction(13, 2), Fraction(13, 2), 0]


def test_scoring_nobody_out_in_basic_brings_nothing_where_all_hold_the_same():
    assert scores("basic", [], "6S|6H") == [0, 0]


@pytest.mark.parametrize(("way", "points"), [("as-usual", [-10, 15]), ("hands-free", [0, 15])])
def test_scoring_nobody_out_counts_hands_as_the_variant_says(way, points):
    assert scores("500-rum", ["B: 4S 5S 6S"], "KD|", **{"scoring.nobody_out": way}) == points


@pytest.mark.parametrize(
    ("variant", "table", "hands", "out", "options", "points"),
    [
        # four aces of one player
        ("four-aces", ["A: AS AH AD AC"], "|", "A", {}, [100, 0]),
        ("four-aces", ["A: AS AH AD + A: AC"], "|", "A", {}, [100, 0]),
        ("four-aces", ["A: AS AH AD + B: AC"], "|", "A", {}, [45, 15]),
        ("four-aces", ["A: AS AH AD"], "|", "A", {}, [45, 0]),
        # four at once count double, a fourth laid off does not
        ("persian", ["A: KS KH KD KC"], "|||", "none", {}, [80, 0]),
        ("persian", ["A: KS KH KD + C: KC"], "|||", "none", {}, [40, 0]),
        ("persian", ["A: 2S 3S 4S 5S"], "|||", "none", {}, [14, 0]),
        # jokers of their own
        ("persian", ["A: * * *"], "|*||", "none", {}, [60, -20]),
        # going out
        ("persian", [], "|2H||", "A", {}, [25, -2]),
        ("500-rum", [], "2H|", "B", {"scoring.going_out": 5}, [-2, 5]),
        ("basic-penalty", [], "2H|", "B", {"scoring.going_out": 5}, [2, -5]),
        ("basic", [], "2H|3D|", "C", {"scoring.method": "pay", "scoring.going_out": 5}, [-7, -8, 15]),
        # the ways of counting
        ("basic-penalty", ["C: 7S 8S 9S"], "KD|AS|", "C", {}, [10, 1, 0]),
        ("add-hands", ["A: 4S 5S 6S", "B: 7H 8H 9H"], "|KS||", "A", {}, [25, 24, 0, 0]),
        ("basic", [], "KD|2S|", "C", {"scoring.method": "pay"}, [-10, -2, 12]),
        # nobody out
        ("basic-penalty", [], "KD|2S|3C", "none", {}, [10, 2, 3]),
        ("add-hands", ["A: 4S 5S 6S"], "2C|KD", "none", {}, [25, 2]),
        ("add-hands", ["A: 4S 5S 6S"], "2C|KD|3D", "none", {}, [15, 0, 0]),
        ("500-rum", ["A: 4S 5S 6S"], "2C|KD", "none", {"scoring.nobody_out": "void"}, [0, 0]),
        ("basic", [], "2C|KD", "none", {"scoring.nobody_out": "void"}, [0, 0]),
        (
            "500-rum",
            ["A: 4S 5S 6S"],
            "2C|KD",
            "none",
            {"scoring.nobody_out": "lowest-takes-differences"},
            [23, 0],
        ),
        # going rummy
        ("basic", [], "KD|", "B", {"scoring.going_rummy": "double", "rummy": "B"}, [0, 20]),
        ("basic", [], "KD|2C|", "C", {"scoring.going_rummy": "plus-10", "rummy": "C"}, [0, 0, 22]),
        ("basic-penalty", [], "KD|", "B", {"scoring.going_rummy": "double", "rummy": "B"}, [20, 0]),
        ("basic-penalty", [], "KD|", "B", {"scoring.going_rummy": "plus-10", "rummy": "B"}, [20, 0]),
        # a fifth of everything
        ("500-rum", ["A: KS KH KD"], "|2H", "A", {"scoring.divide_by": 5}, [6, Fraction(-2, 5)]),
        ("500-rum", [], "2H|", "B", {"scoring.divide_by": 5, "scoring.going_out": 25}, [Fraction(-2, 5), 25]),
        ("fifths", ["A: AS 2S 3S"], "KD|9H", "none", {}, [5 - 2, -1]),
        # cards by where they are
        ("aces-25", ["A: AS AH AD", "B: AC 2C 3C"], "|KD", "A", {}, [75, 11 - 10]),
        ("five-ten-fifteen", ["A: AS 2S 3S", "B: 9H 9D 9C"], "|TD", "A", {}, [25, 5]),
    ],
)
def test_scoring_by_table(variant, table, hands, out, options, points):
    rummy = {key: value for key, value in options.items() if key == "rummy"}
    options = {key: value for key, value in options.items() if key != "rummy"}
    assert scores(variant, table, hands, out, rummy, **options) == points


def test_scoring_wild_rank_counts_as_jokers_in_the_hand_and_where_it_stands_for_another_card():
    keys = {"exposed": {"A": "2C", "B": "3C", "C": "7C"}, "dealer": "C"}
    assert scores("5000", ["A: 8S 9S 7H=TS"], "7D 4D|5C|", "C", keys) == [5 + 5 + 100 - 105, -5, 0]
    assert scores("5000", ["A: 6S 7S 8S"], "|5C|", "A", keys) == [15, -5, 0]


def test_scoring_a_doubled_meld_counts_twice_whoever_laid_its_cards():
    keys = {"named": "double", "dealer": "B"}
    assert scores("gambit", ["A: KS KH KD with *"], "|", "A", keys) == [60, 0]


@pytest.mark.parametrize(("pips", "points"), [("fives", 5 + 5 + 10), ("ones", 1 + 1 + 10)])
def test_scoring_pips(pips, points):
    assert -sum(i.points for i in held(Scoring(pips=pips), bundle(cards("2S 9S TS")))) == points


def test_scoring_court_is_for_court_cards_alone_where_pips_count_their_face():
    points = hand_points(Scoring(court=2))
    assert [points[c] for c in cards("TS JS KS")] == [10, 2, 2]


def test_face_down_cards_cost_nothing_that_one_could_know():
    assert held(Scoring(), bundle(cards("?? ?? 7H")))[0].points == -7


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (0, "0"),
        (-5, "−5"),
        (Fraction(1, 2), "½"),
        (Fraction(-13, 2), "−6½"),
        (Fraction(4), "4"),
        (Fraction(10, 3), "10/3"),
        (Fraction(-1, 3), "−1/3"),
    ],
)
def test_points_are_written_exactly(points, text):
    assert points_text(points) == text
