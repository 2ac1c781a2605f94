"""Positions: what text can say about a moment, and what it cannot."""

from __future__ import annotations

import pytest

from rummy.cards import BACK, codes
from rummy.deal import seen_by
from rummy.law import legal_actions, play
from rummy.lines import parse
from rummy.positions import describe, position
from rummy.steps import new_deal
from rummy.variants import find
from rummy.words import Unreadable

LIES = {
    "variant": "rummy-500",
    "seats": 3,
    "phase": "play",
    "turn": "A",
    "stock_left": 9,
    "hands": {"A": "7H 8H TS"},
    "discards": "2C 5S KD",
    "table": ["B: 7S 8S 9S + C: 6S", "C: *=5H 5D 5C"],
}


def test_a_position_lies_as_it_is_written():
    deal = position(LIES)
    assert codes(deal.hands[0]) == "TS 7H 8H" and codes(deal.discards) == "2C 5S KD"
    assert (deal.seat, deal.phase, len(deal.stock), len(deal.table)) == (0, "play", 9, 2)


def test_a_hand_left_out_is_unknown():
    assert position(LIES).hands[1] == (BACK,) * 7


def test_who_laid_what_is_kept():
    assert [position(LIES).table[0].layer(at) for at in range(4)] == [2, 1, 1, 1]


def test_the_cards_of_a_stock_are_read_top_first():
    deal = position({**LIES, "phase": "draw", "stock": "4C 9D"} | {"stock_left": 5})
    assert (
        codes(deal.stock) == "4C 9D ?? ?? ??"
        and codes(play(deal, parse("draw", deal)).hands[0]) == "TS 7H 8H 4C"
    )


def test_nothing_said_of_the_stock_means_all_that_is_out_of_sight():
    deal = position({"variant": "basic", "hands": {"A": "7H", "B": "2C"}, "discards": "KD"})
    assert len(deal.stock) == 49


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"taken": "7H 8H"},
        {"taken": "7H 8H", "owed": "7H"},
        {"taken": "7H"},
        {"recycled": 1, "idle": 3},
        {"phase": "over", "out": "B"},
        {"phase": "draw"},
        {"phase": "call", "turn": "B", "by": "A"},
        {"options": {"scoring.ace_low": 5}},
        {"stock": "4C 9D"},
    ],
)
def test_a_position_is_read_back_from_its_description(keys):
    deal = position({**LIES, **keys})
    assert position(describe(deal)) == deal


GAMBIT = {"variant": "gambit", "table": ["B: 7S 8S 9S"], "hands": {"A": "7H 8H *"}, "named": "wild"}


@pytest.mark.parametrize(
    "keys",
    [
        GAMBIT,
        {**GAMBIT, "dealer_joker": "blocked", "gone": "*", "hands": {"A": "7H 8H"}},
        {**GAMBIT, "named": "split", "gone": "QD QC"},
        {**GAMBIT, "named": "double", "table": ["B: KS KH KC with *"], "hands": {"A": "7H"}},
        {"variant": "gambit", "phase": "name", "dealer": "B", "table": [], "looked": "A C"},
        {
            "variant": "5000",
            "exposed": {"A": "2D", "B": "3D", "C": "7C"},
            "dealer": "C",
            "table": ["B: 7C=TS JS QS"],
        },
        {"variant": "persian", "seats": 4, "table": ["B: * * *"], "sides": ["A C", "B D"], "discards": ""},
        {"variant": "kalooki", "table": ["C: 5H 5D *"]},
        {"variant": "wrotham", "deal_no": 4, "table": ["C: *=5H 5D 5C"]},
        {
            "variant": "rummy-500",
            "options": {"match.tie": "playoff"},
            "playing": "A C",
            "hands": {"A": "7H", "B": ""},
        },
        {
            "variant": "romme",
            "melds": 1,
            "laid": True,
            "opening_points": 27,
            "table": ["A: 9S 9H 9C"],
            "down": "",
        },
        {"variant": "add-hands", "phase": "last", "out": "B", "hands": {"A": "7H", "B": ""}, "table": []},
        {
            "variant": "basic-house",
            "phase": "over",
            "out": "B",
            "rummy": "B",
            "hands": {"B": ""},
            "table": [],
        },
        {"variant": "romme", "phase": "shuffle", "stock_left": 0, "table": []},
        {
            "variant": "rummy-500",
            "options": {"jokers.swap": "own-turn"},
            "hands": {"A": "7H"},
            "table": ["B: 7S 9S TS + A: 8S"],
        },
    ],
)
def test_what_only_some_tables_know_is_described_too(keys):
    deal = position({**LIES, "table": [], **keys})
    written = describe(deal)
    assert position(written) == deal
    assert {
        key: written[key] for key in keys if key in ("named", "gone", "exposed", "playing", "deal_no")
    } == {
        key: value for key, value in keys.items() if key in ("named", "gone", "exposed", "playing", "deal_no")
    }


@pytest.mark.parametrize("line", ["C: 5D 5C *=5H", "C: *=5H 5C 5D", "C : 5c 5d *=5h"])
def test_the_order_in_which_a_meld_is_said_does_not_matter(line):
    assert position({**LIES, "table": [LIES["table"][0], line]}) == position(LIES)


def test_a_meld_already_laid_this_turn_is_described():
    deal = position({**LIES, "variant": "basic", "table": [], "hands": {"A": "7H 8H 9H 4C 4D 4S KC"}})
    deal = play(deal, parse("meld 7H 8H 9H", deal))
    assert legal_actions(position(describe(deal))) == legal_actions(deal)


def test_who_has_passed_is_described():
    deal = position(
        {**LIES, "phase": "call", "turn": "B", "by": "A", "discards": "TS"} | {"hands": {"A": "7H"}}
    )
    deal = play(deal, parse("C: pass", deal))
    assert position(describe(deal)) == deal


def test_a_deal_before_its_start_and_a_view_of_one_are_described():
    deal = new_deal(find("500-rum"), 4, seed=3)
    assert position(describe(deal)) == deal and position(describe(seen_by(deal, 1))) == seen_by(deal, 1)


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"variant": "gin"}, "no variant"),
        ({"variant": 3}, "variant"),
        ({"options": 3}, "options"),
        ({"options": {"drawing.pole": 1}}, "no option"),
        ({"options": {"drawing.pile": None}}, "cannot be"),
        ({"seats": 9}, "not for 9"),
        ({"seats": "3"}, "seats"),
        ({"seats": True}, "seats"),
        ({"seats": 3.0}, "seats"),
        ({"seats": -1}, "seats"),
        ({"seats": 10**400}, "seats"),
        ({"phase": "tea"}, "phase"),
        ({"phase": 1}, "phase"),
        ({"turn": "D"}, "no seat"),
        ({"turn": ""}, "no seat"),
        ({"dealer": "Z"}, "no seat"),
        ({"by": "Z", "phase": "call"}, "no seat"),
        ({"out": "Z", "phase": "over"}, "no seat"),
        ({"hands": 3}, "hands"),
        ({"hands": {"A": 3}}, "hands"),
        ({"hands": {"Z": "7H"}}, "no seat"),
        ({"hands": {"A": "7H 1H"}}, "1H"),
        ({"hands": {"A": "7H\x1b[2J"}}, "no card"),
        ({"discards": ["KD"]}, "discards"),
        ({"table": "B: 7S 8S 9S"}, "table"),
        ({"table": [3]}, "table"),
        ({"table": ["7S 8S 9S"]}, "no meld"),
        ({"table": ["B:"]}, "no meld"),
        ({"table": ["B: 7S 8S 9S + "]}, "no meld"),
        ({"table": ["Z: 7S 8S 9S"]}, "no seat"),
        ({"table": ["B: 7S 8S TS"]}, "9♠"),
        ({"table": ["B: 7S 8S + C: 9S"]}, "none"),
        ({"table": ["B: 7S 8S *"]}, "none"),
        ({"table": ["B: 7S 8S 9S with *"]}, "joker"),
        ({"stock_left": -1}, "stock_left"),
        ({"stock_left": "9"}, "stock_left"),
        ({"stock_left": 53}, "out of sight"),
        ({"stock": "4C 9D", "stock_left": 0}, "Impossible"),
        ({"recycled": "no"}, "recycled"),
        ({"hands": {"A": "KD"}}, "K♦"),
        ({"hands": {"A": "7H 7H"}}, "7♥"),
        ({"hands": {"A": "* * *"}}, "★"),
        ({"seats": 5, "hands": {"A": "7H 7H 7H"}}, "7♥"),
        ({"seats": 5, "hands": {"A": "* * * * *"}}, "★"),
        ({"variant": "basic", "hands": {"A": "*"}, "table": []}, "★"),
        ({"taken": "9C TC", "owed": "9C"}, "Impossible"),
        ({"sides": ["A B", "C"]}, "sides"),
        ({"sides": "A B"}, "sides"),
        ({"playing": "A Z"}, "no seat"),
        ({"playing": 3}, "playing"),
        ({"playing": "A"}, "not for 1"),
        ({"down": "Z"}, "no seat"),
        ({"down": 3}, "down"),
        ({"deal_no": "two"}, "deal_no"),
        ({"gone": "1H"}, "no card"),
        ({"gone": "KD"}, "K♦"),
        ({"opening_points": "many"}, "opening_points"),
        ({**GAMBIT, "named": "triple"}, "wild, double or split"),
        ({**GAMBIT, "named": 3}, "named"),
        ({**GAMBIT, "dealer_joker": "lost"}, "free, used or blocked"),
        ({**GAMBIT, "looked": "Z"}, "no seat"),
        ({**GAMBIT, "hands": {"A": "* *"}}, "★"),
        ({"variant": "5000", "exposed": "2D", "table": []}, "exposed"),
        ({"variant": "5000", "exposed": {"Z": "2D"}, "table": []}, "no seat"),
        ({"variant": "5000", "exposed": {"A": "1H"}, "table": []}, "no card"),
        ({"variant": "5000", "exposed": {"A": "??"}, "table": []}, "face"),
        ({"variant": "persian", "seats": 4, "table": ["B: 7S 7D *"], "discards": ""}, "none"),
    ],
)
def test_what_is_no_position_is_told_in_one_sentence_with_its_place(keys, says):
    with pytest.raises(Unreadable) as caught:
        position({**LIES, **keys}, "lesson 3")
    text = str(caught.value)
    assert text.startswith("lesson 3: ") and says in text and text.endswith((".", "?"))
    assert text.isprintable() and len(text) < 400


def test_a_huge_text_is_only_unreadable():
    with pytest.raises(Unreadable) as caught:
        position({**LIES, "table": ["B: " + "7S " * 50_000], "discards": ""})
    assert len(str(caught.value)) < 400
