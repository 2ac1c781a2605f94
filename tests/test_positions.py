"""Positions: what text can say about a moment, and what it cannot."""

from __future__ import annotations

import pytest

from rummy.cards import BACK, codes
from rummy.deal import seen_by
from rummy.law import legal_actions, play
from rummy.lines import parse
from rummy.positions import BESIDE, KEYS, describe, position, under
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


def test_a_held_call_says_what_its_jokers_are():
    keys = {"phase": "call", "turn": "B", "by": "A", "discards": "4S * * TC", "table": []}
    hands = {"A": "7H", "B": "2D", "C": "3D"}
    rules = {"calling.rummy": "take-portion", "calling.priority": "nearest", "jokers.fixes": "rank"}
    deal = position({**LIES, **keys, "hands": hands, "options": rules})
    held = play(deal, parse("C: call TC *=TS *=TH", deal))
    assert held.window.held is not None and position(describe(held)) == held


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
        ({"table": ["B: 7S 8S 9S doubled"]}, "four_at_once"),
        ({**GAMBIT, "named": "double", "table": ["B: KS KH KC with * doubled"]}, "four_at_once"),
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
        ({**GAMBIT, "gone": "1H"}, "no card"),
        ({**GAMBIT, "gone": "KD"}, "K♦"),
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


@pytest.mark.parametrize(
    ("said", "value"),
    [(True, True), ("true", True), ("Yes", True), (False, False), ("false", False), ("no", False)],
)
def test_yes_and_no_may_be_words_as_a_command_line_says_them(said, value):
    deal = position({**LIES, "laid": said, "dry": said})
    assert (deal.turn.laid, deal.turn.dry) == (value, value)


FORMS = {
    **dict.fromkeys(("variant", "phase", "named", "dealer_joker", "note"), ("text in quotation marks", 3)),
    **dict.fromkeys(("seats", "stock_left", "melds", "opening_points"), ("from 0 to 99999", "3")),
    **dict.fromkeys(("deal_no", "recycled", "idle", "renewed"), ("from 0 to 99999", 1.5)),
    **dict.fromkeys(("stock", "discards", "taken", "gone"), ("cards in one text", ["7H"])),
    **dict.fromkeys(("owed", "single"), ("one card", 7)),
    **dict.fromkeys(("dealer", "turn", "out", "rummy", "by"), ("letter of a seat", float("nan"))),
    **dict.fromkeys(("playing", "looked", "down", "passed"), ("letters of seats", ["A"])),
    **dict.fromkeys(("hands", "known", "exposed", "cut"), ("by seat", {"A": 7})),
    **dict.fromkeys(("laid", "dry", "called"), ("true or false", 1)),
    "options": ("by option", ["drawing.pile"]),
    "table": ("a list of melds", "B: 7S 8S 9S"),
    "sides": ("a list of those who play together", "A C"),
    "held": ("a call", 3),
    "totals": ("points by seat", {"A": "many"}),
}


@pytest.mark.parametrize("key", sorted(KEYS))
def test_a_key_in_another_form_than_its_own_is_told_its_form(key):
    form, wrong = FORMS[key]
    with pytest.raises(Unreadable, match=f"^The position: The key {key} .*{form}"):
        position({key: wrong})


@pytest.mark.parametrize("points", [{"A": -13, "B": "13/2"}, {"A": 6.5}, {"C": "-7"}])
def test_totals_may_be_negative_and_fractions(points):
    assert position({**LIES, "totals": points}) == position(LIES)


def test_a_key_that_no_position_has_is_refused_with_the_nearest_that_there_is():
    with pytest.raises(Unreadable, match=r"“hnds” is no key of a position\. Did you mean hands\?"):
        position({**LIES, "hnds": {"A": "7H"}})


def test_what_a_ruling_says_beside_its_position_is_let_be():
    beside = {
        "id": "x",
        "question": "?",
        "try": ["draw"],
        "verdict": "legal",
        "then": {},
        "sources": ["S0-01"],
    }
    beside |= {"why": "", "disputed": "", "articles": [], "note": "", "totals": {"A": 5}}
    assert BESIDE | {"note", "totals"} == {*beside}
    assert position({**LIES, **beside}) == position(LIES)


PLAYOFF = {"options": {"match.tie": "playoff"}, "playing": "A B", "table": []}
CALLED = {"phase": "call", "turn": "B", "by": "A", "discards": "TS", "hands": {}}


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"phase": "name"}, "no phase name at this table"),
        ({"phase": "opening"}, "no phase opening at this table"),
        ({"phase": "shuffle"}, "no phase shuffle at this table"),
        ({"phase": "last", "out": "B"}, "no phase last at this table"),
        ({"variant": "basic", "phase": "call"}, "no phase call at this table"),
        ({"variant": "add-hands", "table": [], "phase": "last"}, "out ="),
        ({"variant": "add-hands", "table": [], "phase": "last", "turn": "B", "out": "B"}, "another seat"),
        ({"variant": "romme", "phase": "shuffle", "stock_left": 9}, "stock_left = 0"),
        ({"variant": "romme", "phase": "shuffle", "stock_left": 0, "discards": ""}, "cards to shuffle"),
        ({"named": "wild"}, "named means nothing at this table: .*jokers.role=gambit"),
        ({"dealer_joker": "free"}, "dealer_joker means nothing at this table"),
        ({"looked": "A"}, "looked means nothing at this table"),
        ({"gone": "4H"}, "gone means nothing at this table"),
        ({"exposed": {"A": "4H"}}, "exposed means nothing at this table: .*dealing.hand=exposed"),
        ({"opening_points": 20}, "opening_points means nothing at this table: .*first_minimum"),
        (
            {**CALLED, "variant": "basic", "phase": "draw", "called": True},
            "called means nothing at this table",
        ),
        ({"phase": "draw", "held": "C: call TS on 9S"}, "held means nothing in the phase draw"),
        ({"by": "A"}, "by means nothing in the phase play: it belongs to the phase draw or call"),
        ({"passed": "A"}, "passed means nothing in the phase play"),
        ({"phase": "draw", "taken": "7H"}, "taken means nothing in the phase draw"),
        ({"phase": "draw", "melds": 1}, "melds means nothing in the phase draw"),
        ({"out": "A"}, "out means nothing in the phase play"),
        ({"cut": {"A": "4H"}}, "cut means nothing in the phase play"),
        ({"phase": "deal"}, "In the phase deal no card is dealt yet"),
        ({**GAMBIT, "phase": "name"}, "In the phase name the dealer has still to name"),
        ({**GAMBIT, "named": "", "dealer_joker": "used"}, "nothing is named yet"),
        ({"phase": "over", "out": "A"}, "A went out"),
        ({"phase": "over", "out": "B", "rummy": "C"}, "rummy names once more"),
        ({"phase": "over", "rummy": "C"}, "rummy names once more"),
        ({"deal_no": 0}, "counts from 1"),
        ({"variant": "wrotham", "table": [], "deal_no": 7}, "goes to 6"),
        ({"melds": 3}, "is 3, and on the table lie 2"),
        ({"table": [], "laid": True}, "none lies on the table"),
    ],
)
def test_what_means_nothing_at_this_table_or_moment_is_refused(keys, says):
    with pytest.raises(Unreadable, match=says):
        position({**LIES, **keys})


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"hands": {"A": "?? " * 48}}, "face down"),
        ({"hands": {"A": "?? " * 30, "B": "?? " * 20}}, "face down"),
        ({"stock_left": 30}, "out of sight"),
        ({"taken": "7H 7H"}, "7♥ is there 2 times"),
        ({"variant": "basic", "table": [], "taken": "* 7H"}, "★ is there once, and the pack has 0 of it"),
        ({"taken": "7H 9C"}, "9♣ was taken"),
        ({"variant": "5000", "table": [], "exposed": {"A": "*"}}, "★ is there once, and the pack has 0"),
        ({"variant": "5000", "table": [], "exposed": {"A": "4H", "B": "4H"}}, "4♥ is there 2 times"),
        ({"hands": {"A": "7H", "a": "8H"}}, "seat A twice"),
        ({"phase": "draw", "turn": "A", "by": "A"}, "not A, which is in turn"),
        ({**CALLED, "passed": "A C"}, "passed names A"),
        ({**CALLED, "held": "C: draw"}, "held is a call"),
        ({**CALLED, "held": "C: call TS on 9H"}, "call that may not be made"),
    ],
)
def test_what_cannot_be_is_refused(keys, says):
    with pytest.raises(Unreadable, match=says):
        position({**LIES, **keys})


@pytest.mark.parametrize("key", ["discards", "taken", "owed", "single", "gone"])
def test_cards_that_everybody_sees_do_not_lie_face_down(key):
    with pytest.raises(Unreadable, match=f"The key {key} names cards that everybody sees"):
        position({**GAMBIT, "phase": "play", key: "??"})
    with pytest.raises(Unreadable, match="known names cards that everybody sees"):
        position({**LIES, "known": {"B": "??"}})


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"turn": "C"}, "turn speaks of seat C"),
        ({"dealer": "C"}, "dealer speaks of seat C"),
        ({"hands": {"C": "7H"}}, "hands speaks of seat C"),
        ({"phase": "over", "out": "C", "hands": {}}, "out speaks of seat C"),
        ({"table": ["A: 7S 8S 9S + C: TS"], "hands": {}}, "table speaks of seat C"),
        ({**CALLED, "by": "C"}, "by speaks of seat C"),
        ({**CALLED, "passed": "C"}, "passed speaks of seat C"),
        ({"playing": "A A"}, "once, in the order of the letters"),
        ({"playing": "B A"}, "once, in the order of the letters: A B"),
        ({"options": {}}, "match.tie=playoff"),
    ],
)
def test_who_sits_out_holds_nothing_and_does_nothing(keys, says):
    with pytest.raises(Unreadable, match=says):
        position({**LIES, **PLAYOFF, **keys})


def test_the_last_chance_begins_after_the_seat_that_is_out_and_that_seat_holds_nothing():
    text = {"variant": "add-hands", "seats": 3, "phase": "last", "out": "A", "table": ["B: 7S 8S 9S"]}
    deal = position(text)
    assert (deal.seat, deal.holdings[0], deal.hands[1]) == (1, 0, (BACK,) * 10)


def test_a_shuffle_is_waited_for_with_an_empty_stock():
    deal = position({"variant": "romme", "phase": "shuffle", "discards": "4C 9D"})
    assert deal.stock == () and codes(deal.discards) == "4C 9D"


@pytest.mark.parametrize(
    ("keys", "factor", "again"),
    [
        ({"table": ["B: 8H 8D 8C 8S"]}, 2, "B: 8S 8H 8D 8C"),
        ({"table": ["B: 8H 8D 8C + A: 8S doubled"]}, 2, "B: 8H 8D 8C + A: 8S doubled"),
        ({"table": ["B: 8H 8D 8C + A: 8S"]}, 1, "B: 8H 8D 8C + A: 8S"),
    ],
)
def test_four_laid_at_once_stay_doubled_when_their_joker_is_exchanged(keys, factor, again):
    options = {"scoring.four_at_once": 2, "jokers.swap": "own-turn"}
    deal = position({**LIES, "options": options, "hands": {}, **keys})
    assert deal.table[0].factor == factor and describe(deal)["table"] == [again]


def test_a_position_taken_to_another_table_leaves_behind_what_only_its_own_knows():
    text = {**LIES, **GAMBIT, "looked": "A", "gone": "4H", "hands": {"A": "7H"}}
    there = position(under(text, find("500-rum + scoring.ace_low=5")))
    assert there.variant == find("500-rum + scoring.ace_low=5") and there.course.gone == ()
    call = position(under({**LIES, **CALLED, "table": []}, find("basic")))
    assert (call.phase, call.window.by) == ("draw", 0)


def test_a_huge_text_is_only_unreadable():
    with pytest.raises(Unreadable) as caught:
        position({**LIES, "table": ["B: " + "7S " * 50_000], "discards": ""})
    assert len(str(caught.value)) < 400
