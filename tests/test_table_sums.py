"""The count at the end of a deal: every line is a sum that can be checked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest

from rummy import counts, position
from rummy.actions import SEATS
from rummy.deal import Deal
from rummy.frames import count_texts
from rummy.table import Table

from .test_scoring_independent import made_up


def told(deal: Deal) -> list[str]:
    """The lines of a deal that is over, its sides called by their letters."""
    g, out = deal.game, deal.course.out
    made, side = counts(deal), None if out is None else g.side_of[out]
    return count_texts(made, deal.variant.scoring, lambda n: "".join(SEATS[s] for s in g.sides[n]), side)


def over(variant: str, out: str, table: Sequence[str] = (), rummy: str = "", **hands: str) -> list[str]:
    """The lines of a deal that ended so."""
    text = {"variant": variant, "seats": len(hands), "phase": "over", "out": out, "hands": hands}
    return told(position(text | {"table": list(table)} | ({"rummy": rummy} if rummy else {})))


def reckoned(text: str) -> Fraction:
    """What a sum in words comes to, words left out."""
    text = re.sub(r"[A-Za-z]+|,", " ", text).replace("−", "-").replace("×", "*").replace("÷", "/")
    text = re.sub(r"(\d*)½", lambda half: f"({half[1] or 0}+1/2)", text)
    return Fraction(eval(re.sub(r"\d+", lambda digits: f"Fraction({digits[0]})", text).strip()))


def check(text: str, points: Fraction | int) -> None:
    """Every equation of a line holds, and the last number is what the side scores."""
    *aside, last = text.split("; ")
    for part in [*aside, last]:
        if " = " in part:
            left, right = part.split(" = ")
            assert reckoned(left) == reckoned(right.partition(",")[0]), text
    assert reckoned(last.rpartition(" = ")[2].removeprefix("scores")) == points, text


def test_a_false_sum_is_found():
    check("table 1 + 5, hand − 9 = −3", -3)
    for text, points in [("unmatched 7 + 9 = 0", 0), ("unmatched 7; 22 from B = 22", 21)]:
        with pytest.raises(AssertionError):
            check(text, points)


def test_every_line_of_every_way_to_end_is_a_true_sum():
    met: set[str] = set()
    for seed in range(700):
        deal = position(made_up(Random(seed)))
        for count, text in zip(counts(deal), told(deal), strict=True):
            check(text, count.points)
            met |= {*re.findall("[a-z]+", text)}
    told_of = "table hand held unmatched nothing goes count lowest share rummy out knocker knock from by to"
    assert {*told_of.split()} <= met


@pytest.mark.parametrize(
    ("hands", "lines"),
    [
        (
            {"A": "7H 9H 2C", "B": "KD 8S", "C": "2H AD"},
            [
                "unmatched 7 + 9 + 2 = 18; scores 0",
                "unmatched 8 + 10 = 18; scores 0",
                "unmatched 2 + 1 = 3; 15 from A + 15 from B + 10, as the knocker was not lowest = 40",
            ],
        ),
        (
            {"A": "7H 7C 7D", "B": "KD 8S", "C": "2H"},
            [
                "nothing unmatched; 18 from B + 2 from C + 2 × 25 for a knock with nothing unmatched = 70",
                "unmatched 8 + 10 = 18; scores 0",
                "unmatched 2; scores 0",
            ],
        ),
        (
            {"A": "KH QC", "B": "7D", "C": "7S"},
            [
                "unmatched 10 + 10 = 20; scores 0",
                "unmatched 7; (13 from A + 10, as the knocker was not lowest) ÷ 2, as they share it = 11½",
                "unmatched 7; (13 from A + 10, as the knocker was not lowest) ÷ 2, as they share it = 11½",
            ],
        ),
    ],
)
def test_a_knock_says_what_comes_from_whom(hands, lines):
    assert over("knock", "A", **hands) == lines


@pytest.mark.parametrize(
    ("variant", "lines"),
    [
        ("basic", ["27 held by B + 2 held by C = 29", "held 7 + 10 + 10 = 27, which goes to A; scores 0"]),
        (
            "basic-house",
            [
                "(27 held by B + 2 held by C) × 2 for going rummy = 58",
                "held 7 + 10 + 10 = 27, which goes to A; scores 0",
            ],
        ),
        (
            "basic-house + scoring.going_rummy=plus-10",
            ["27 held by B + 2 held by C + 10 for going rummy = 39"],
        ),
        ("basic-penalty", ["nothing left; scores 0", "hand 7 + 10 + 10 = 27"]),
        (
            "basic-penalty + scoring.going_rummy=double",
            ["nothing left; scores 0", "(hand 7 + 10 + 10) × 2 as A went rummy = 54"],
        ),
        (
            "basic-penalty + scoring.going_rummy=plus-10 + scoring.going_out=5",
            ["− 5 for going out = −5", "hand 7 + 10 + 10, + 10, as A went rummy = 37"],
        ),
        (
            "basic-house + scoring.method=pay + scoring.going_out=25",
            [
                "(27 from B + 2 from C) × 2 for going rummy + 2 × 25 for going out = 108",
                "held 7 + 10 + 10 = 27; (− 27 to A) × 2 as A went rummy − 25 to A for going out = −79",
            ],
        ),
    ],
)
def test_going_out_and_going_rummy_are_terms(variant, lines):
    rummy = "A" if "house" in variant or "rummy" in variant else ""
    assert over(variant, "A", rummy=rummy, A="", B="7H QD KD", C="2S")[: len(lines)] == lines


def test_other_hands_are_named_where_they_are_added():
    table = ["A: 5S 5D 5C", "B: 6H 7H 8H"]
    assert over("add-hands", "A", table, A="", B="3C", C="KH 2D") == [
        "table 5 + 5 + 5, + 3 held by B + 12 held by C = 30",
        "held 3, which goes to A; table 6 + 7 + 8 = 21",
        "held 10 + 2 = 12, which goes to A; scores 0",
    ]


def test_you_are_you_within_a_sum():
    text = {"variant": "basic", "seats": 2, "phase": "over", "out": "A", "hands": {"A": "", "B": "7H QD KD"}}
    told_to_a = str(Table(position=text, you="A", seed=1).frame()["over"])
    assert "27, which goes to you;" in told_to_a


def test_a_fifth_is_a_term():
    table = ["A: 5S 5D 5C", "B: 6H 7H 8H"]
    assert over("rummy-500 + scoring.divide_by=5 + scoring.going_out=25", "A", table, A="", B="TC") == [
        "(table 5 + 5 + 5) ÷ 5 + 25 for going out = 28",
        "(table 6 + 7 + 8, hand − 10) ÷ 5 = 11/5",
    ]


def test_a_side_is_told_as_one():
    text = {
        "variant": "persian",
        "phase": "over",
        "out": "A",
        "hands": {"A": "", "B": "3C", "C": "9D", "D": "4H"},
        "table": ["A: 5S 5D 5C", "D: 6H 7H 8H"],
    }
    assert told(position(text | {"seats": 4})) == [
        "table 5 + 5 + 5, hand − 9, + 25 for going out = 31",
        "table 6 + 7 + 8, hand − 3 − 4 = 14",
    ]


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        ("", ["held 7; scores 0", "held 2; 5 from A = 5"]),
        (" + scoring.nobody_out=void", ["held 7, which does not count; scores 0"]),
        (" + scoring.nobody_out=as-usual", ["held 7, which does not count; scores 0"]),
    ],
)
def test_a_deal_that_nobody_ends_says_what_counts(options, lines):
    assert over(f"basic{options}", "none", A="7H", B="2S")[: len(lines)] == lines
