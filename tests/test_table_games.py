"""The controller at tables that know more than the plain game: exchanges, namings, sides, shuffles."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

from rummy.actions import Shuffle
from rummy.cards import JOKER
from rummy.lines import parse
from rummy.pictures import table_svg
from rummy.positions import position as read
from rummy.table import Table
from rummy.variants import variants

from .mixes import table as any_table
from .test_table import on, tell, until, whole

Json = dict[str, Any]

SWAP: Json = {
    "variant": "wrotham",
    "seats": 2,
    "dealer": "B",
    "phase": "play",
    "hands": {"A": "7D 2C 9S KH", "B": "3C KC"},
    "stock": "2D 3D 4D JD",
    "discards": "9H",
    "table": ["B: 7S 7H *=7D", "B: 4H 5H 6H"],
}
GROUP: Json = {**SWAP, "variant": "kalooki", "down": "A", "table": ["A: 4H 5H 6H", "B: 7S 7H *"]}
GAMBIT: Json = {
    "variant": "gambit",
    "seats": 3,
    "dealer": "C",
    "turn": "A",
    "phase": "draw",
    "dealer_joker": "free",
    "hands": {"A": "7H 7C 7D KD 2C *", "B": "3C KC", "C": "8C 9C"},
    "stock": "2D 3D 4D JD",
    "discards": "8H 4S QS TD",
    "table": ["B: 5S 5H 5D"],
}


def message(frame: Json) -> str:
    """What the table answered."""
    return str(frame["message"] and frame["message"]["text"])


def texts(frame: Json) -> str:
    """The log in one."""
    return " ".join(row["text"] for row in frame["log"])


# -- exchanges -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "say", [{"kind": "layoff", "n": 1}, {"kind": "swap"}, {"kind": "say", "line": "swap 7D on 7S"}]
)
def test_a_card_is_exchanged_for_the_joker_that_stands_for_it(say):
    table = Table(position=SWAP, seed=1)
    assert table.frame()["can"]["swap"] and "Exchange 7♦ for the joker in 7♠ 7♥ ★7♦." in table.frame()["may"]
    frame = tell(table, cards=["7D"], **say)
    assert frame["message"] is None and JOKER in table.deal.hands[0]
    assert [c["c"] for c in frame["melds"][0]["cards"]] == ["7S", "7H", "7D"]
    assert frame["log"][-1]["text"] == "You exchanged 7♦ for the joker in 7♠ 7♥ ★7♦."


def test_a_card_that_no_joker_stands_for_is_laid_off_as_ever():
    table = Table(
        position={**SWAP, "hands": {"A": "7H 2C 9S KH"}, "table": ["B: 7S 7C *=7D", "B: 4H 5H 6H"]}, seed=1
    )
    assert "stands for the 9♠" in message(tell(table, "swap", cards=["9S"]))
    assert len(tell(table, "layoff", cards=["7H"], n=2)["melds"][1]["cards"]) == 4


def test_two_cards_at_once_go_on_a_meld_only_for_its_joker():
    table = Table(position=GROUP, seed=1)
    before = whole(table)
    assert (
        "one card at a time" in message(tell(table, "layoff", cards=["9S", "KH"], n=1))
        and whole(table) == before
    )
    assert [c["c"] for c in tell(table, "layoff", cards=["7D"], n=2)["melds"][1]["cards"]].count("*") == 1
    table = Table(position={**GROUP, "hands": {"A": "7D 7C 9S KH", "B": "3C KC"}}, seed=1)
    frame = tell(table, "layoff", cards=["7D", "7C"], n=2)
    assert frame["message"] is None and len(frame["melds"][1]["cards"]) == 4 and JOKER in table.deal.hands[0]


def test_a_joker_that_fixes_only_a_rank_says_so():
    card = Table(position=GROUP, seed=1).frame()["melds"][1]["cards"][-1]
    assert (card["c"], card["as"], card["as_name"]) == ("*", "7?", "seven")


@pytest.mark.parametrize("odd", [None, [], ["x"], ["7D", 3], "7D", ["7D", "7D", "7D"], ["??"], ["*"]])
@pytest.mark.parametrize("more", [{"kind": "swap"}, {"kind": "layoff", "n": 1}, {"kind": "layoff", "n": 9}])
def test_no_odd_exchange_changes_anything(odd, more):
    table = Table(position=SWAP, seed=1)
    before = whole(table)
    told = tell(table, cards=odd, **more)["message"]
    assert told["kind"] in ("error", "refused") and "inside" not in told["text"] and whole(table) == before


def test_a_game_without_exchanges_offers_none():
    assert not Table(position={**SWAP, "options": {"jokers.swap": "never"}}, seed=1).frame()["can"]["swap"]


# -- the dealer's gambit ---------------------------------------------------------------------------------


@pytest.mark.parametrize("effect", ["wild", "double", "split"])
def test_the_dealer_names_what_jokers_do_before_any_hand_is_open(effect):
    table = next(t for n in range(99) if (t := Table("gambit", seats=3, seed=n)).deal.dealer == 0)
    frame = table.frame()
    assert frame["phase"] == "name" and all(seat["cards"] is None for seat in frame["seats"])
    assert frame["hand"]["marked"] == [] and frame["choose"]["must"] and frame["beside"]["state"] == "free"
    line = f"name {effect}"
    assert line in [option["line"] for option in frame["choose"]["options"]]
    frame = tell(table, "say", line=line)
    assert frame["choose"] is None and len(frame["seats"][0]["cards"]) == 10
    assert frame["hand"]["beside"] == [{"c": "*", "name": "joker", "beside": True}]
    assert frame["log"][-1]["text"].startswith("You named: ") and len(frame["about"]) == 2


def test_who_only_watches_sees_no_hand_before_the_naming():
    frame = Table("gambit", seats=3, seed=1, you=None).frame()
    assert frame["phase"] == "name" and all(seat["cards"] is None for seat in frame["seats"])


def test_the_ways_to_split_the_pile_are_told_with_each_card():
    table = Table(position={**GAMBIT, "named": "split"}, seed=1)
    pile = table.frame()["discards"]
    splits = {card["c"]: [split["line"] for split in card["splits"]] for card in pile}
    assert splits["8H"] == []
    table = Table(
        position={**GAMBIT, "named": "split", "hands": {"A": "8C 8D KD 2C *", "B": "3C KC"}}, seed=1
    )
    split = table.frame()["discards"][0]["splits"][1]
    assert split == {"line": "take 8H with * without 4S QS", "text": "4♠ Q♠ (you take 8♥ 10♦)"}
    frame = tell(table, "say", line=split["line"])
    assert [c["c"] for c in frame["gone"]] == ["4S", "QS", "*"] and frame["discards"] == []
    assert {c["c"] for c in frame["seats"][0]["cards"] if c.get("new")} == {"8H", "TD"}
    assert frame["log"][-1]["text"] == "You split the pile with a joker: 8♥ 10♦ taken, 4♠ Q♠ out of play."


def test_whoever_splits_the_pile_lets_the_others_call_first():
    call = {"phase": "call", "by": "B", "named": "split", "discards": "8H 4S QS 5C"}
    hands = {"A": "8C 8D KD 2C *", "B": "3C KC", "C": "9S 9D"}
    for seed in range(6):
        table = Table(position={**GAMBIT, **call, "hands": hands}, players="random", seed=seed)
        frame = tell(table, "say", line="take 8H with * without 4S")
        called = any(s.action.kind == "call" for s in table.steps)
        assert (frame["message"] is not None) == called
        assert called or (table.deal.phase, table.deal.seat) == ("play", 0)


def test_a_meld_may_be_doubled_and_the_table_asks():
    table = Table(position={**GAMBIT, "phase": "play", "named": "double"}, seed=1)
    options = tell(table, "meld", cards=["7H", "7C", "7D"])["choose"]["options"]
    assert [option["line"] for option in options] == ["meld 7H 7D 7C", "meld 7H 7D 7C with *"]
    meld = tell(table, "say", line=options[1]["line"])["melds"][1]
    assert meld["marks"] == ["×2", "sealed"] and meld["cards"][-1]["top"] and "counts double" in meld["label"]
    table = Table(position={**GAMBIT, "phase": "play", "named": "double"}, seed=1)
    assert tell(table, "meld", cards=["7H", "*", "7C", "7D"])["melds"][1]["marks"] == ["×2", "sealed"]


def test_the_dealers_joker_is_blocked():
    table = Table(position={**GAMBIT, "phase": "play", "named": "double"}, seed=1)
    assert (
        table.frame()["can"]["block"]
        and "Block the dealer’s joker with one of yours." in table.frame()["may"]
    )
    frame = tell(table, "say", line="block")
    assert (
        frame["beside"]["state"] == "blocked" and len(frame["beside"]["cards"]) == 2 and frame["gone"] == []
    )
    assert not frame["can"]["block"] and frame["log"][-1]["text"] == "You blocked the dealer’s joker."


def test_the_dealer_lays_the_joker_beside_the_pack():
    position = {
        **GAMBIT,
        "dealer": "A",
        "phase": "play",
        "named": "wild",
        "hands": {"A": "7H 7C KD 2C", "B": "3C", "C": "8C"},
    }
    table = Table(position=position, seed=1)
    assert table.frame()["hand"]["beside"] and not table.frame()["can"]["block"]
    frame = tell(table, "meld", cards=["7H", "7C", "*"])
    frame = tell(table, "say", line=frame["choose"]["options"][0]["line"]) if frame["choose"] else frame
    assert len(frame["melds"]) == 2 and frame["beside"]["state"] == "used" and frame["hand"]["beside"] == []


# -- knocking, floating, the last chance -----------------------------------------------------------------


def test_a_knock_ends_the_deal_and_is_told():
    table = Table(
        position={
            "variant": "knock",
            "seats": 3,
            "dealer": "C",
            "phase": "play",
            "stock": "2D 3D",
            "hands": {"A": "7H 7C 7D AS KD", "B": "3C KC", "C": "QH 5D"},
        },
        seed=1,
    )
    frame = table.frame()
    assert (
        frame["can"]["knock"]
        and "knock" in frame["step"]
        and frame["seats"][0]["stands_text"] == "11 unmatched"
    )
    frame = tell(table, "say", line="knock KD")
    assert frame["over"]["text"] == "You knocked." and frame["log"][-1]["text"] == "You knocked with the K♦."
    assert frame["over"]["counts"][0]["text"] == "unmatched 1; 12 from B + 14 from C = 26"


@pytest.mark.parametrize(
    ("variant", "told"),
    [("basic-house", "You went rummy: the whole hand in one turn."), ("basic", "You went out.")],
)
def test_going_rummy_is_told_where_it_counts(variant, told):
    position = {"variant": variant, "phase": "play", "stock": "2D", "hands": {"A": "7H 7C 7D KD", "B": "3C"}}
    table = Table(position=position, seed=1)
    tell(table, "meld", cards=["7H", "7C", "7D"])
    over = tell(table, "discard", card="KD")["over"]
    doubled = "× 2 for going rummy" in over["counts"][0]["text"]
    assert over["text"] == told and doubled == (variant == "basic-house")


def test_whoever_floats_is_told_and_marked():
    table = Table(
        position={
            "variant": "floating",
            "seats": 2,
            "dealer": "B",
            "phase": "play",
            "stock": "2D 3D 4D",
            "hands": {"A": "7H 7C 7D", "B": "3C KC"},
        },
        seed=1,
    )
    frame = tell(table, "meld", cards=["7H", "7C", "7D"])
    assert frame["over"] is None and frame["seats"][0]["notes"] == ["floating, without a card"]
    assert frame["log"][-1]["text"].endswith("You floated, with no card left.")


def test_the_last_chance_is_told():
    table = Table(
        position={
            "variant": "add-hands",
            "seats": 2,
            "dealer": "A",
            "turn": "B",
            "phase": "play",
            "stock": "2D 3D 4D",
            "hands": {"A": "TH KD", "B": "5H"},
            "table": ["A: 7H 8H 9H", "B: 5S 5D 5C"],
        },
        you="A",
        seed=1,
    )
    while table.frame()["wait"]:
        tell(table, "step")
    frame = table.frame()
    assert frame["phase"] == "last" and frame["step"].startswith("Your last chance") and frame["can"]["pass"]
    assert "a last chance to lay off" in texts(frame)
    assert len(tell(table, "layoff", card="TH", n=1)["melds"][0]["cards"]) == 4
    assert tell(table, "pass")["over"]["counts"][1]["text"].endswith(", + 10 held by you = 30")


# -- a shuffled stock ------------------------------------------------------------------------------------

EMPTY: Json = {
    "variant": "basic-house",
    "seats": 2,
    "dealer": "B",
    "phase": "draw",
    "stock": "",
    "hands": {"A": "7H 9C KD", "B": "3C KC"},
    "discards": "2S 5D 8H JC QS",
}


def test_the_table_shuffles_by_its_seed_and_undo_takes_both_back():
    table, twin, other = (Table(position=EMPTY, seed=seed) for seed in (1, 1, 2))
    before = table.deal
    orders = []
    for one in (table, twin, other):
        frame = tell(one, "draw")
        assert frame["phase"] == "play" and isinstance(one.steps[-1].action, Shuffle)
        orders.append(one.deal.stock)
    assert orders[0] == orders[1] != orders[2]
    frame = table.frame()
    assert sum(bool(c.get("new")) for c in frame["seats"][0]["cards"]) == 1
    assert "The discard pile was shuffled into a new stock. You drew the " in frame["log"][-1]["text"]
    fresh = Table(position=EMPTY, seed=1)
    assert tell(fresh, "resume", text=table.save())["message"] is None and fresh.states == table.states
    tell(table, "undo")
    assert table.deal == before and table.steps == []


def test_the_log_does_not_name_what_another_seat_drew_from_a_new_stock():
    told = []
    for seed in range(9):
        table = Table(position={**EMPTY, "turn": "B", "dealer": "A"}, players="random", seed=seed)
        tell(table, "step")
        told += [s for s in table.steps if isinstance(s.action, Shuffle)]
    assert told and not any(c.glyph in s.text for s in told for c in s.action.order)


# -- what a deal is about --------------------------------------------------------------------------------


def test_the_rank_that_is_wild_is_told_and_marked():
    frame = Table("5000", seats=3, seed=1).frame()
    opened = [seat["notes"][0] for seat in frame["seats"]]
    assert frame["about"][0].endswith("are wild.") and all(note.startswith("opened ") for note in opened)
    dealer = next(n for n, seat in enumerate(frame["seats"]) if seat["dealer"])
    rank = opened[dealer].removeprefix("opened ")[:-1]
    shown = [*frame["seats"][0]["cards"], *(c for seat in frame["seats"] for c in seat["known"])]
    assert {bool(c.get("wild")) for c in shown if c["c"][0] == rank[0].replace("1", "T")} <= {True}
    assert frame["log"][0]["text"].endswith("are wild.")


def test_the_number_of_the_deal_is_told_where_deals_are_counted():
    table, chance = Table("wrotham", seats=2, seed=1), Random(1)
    for _ in range(3):
        while not table.deal.over:
            on(table, chance)
        tell(table, "next")
    assert table.frame()["about"] == ["Deal 4 of 6.", "A hand is laid all at once, in one turn."]


def test_the_first_minimum_is_told_until_it_is_reached():
    position = {**GROUP, "down": "", "table": [], "hands": {"A": "KS KH KD QS QH QD 2C", "B": "3C"}}
    table = Table(position=position, seed=1)
    assert table.frame()["about"] == ["Your first melds must count 40 together."]
    tell(table, "meld", cards=["KS", "KH", "KD"])
    assert tell(table, "meld", cards=["QS", "QH", "QD"])["about"] == []


# -- sides -----------------------------------------------------------------------------------------------


def test_partners_sit_opposite_and_score_together_with_closed_hands():
    table = until(Table("partnership", seats=4, seed=1), "play")
    frame = table.frame()
    assert [seat["partner"] for seat in frame["seats"]] == [False, False, True, False]
    assert [seat["cards"] is None for seat in frame["seats"]] == [False, True, True, True]
    assert [seat["notes"] for seat in frame["seats"]] == [
        [],
        ["plays with D"],
        ["your partner"],
        ["plays with B"],
    ]
    assert [row["name"] for row in frame["score"]] == ["You and C", "B and D"]
    assert [row["seats"] for row in frame["score"]] == [["A", "C"], ["B", "D"]]


def test_a_match_of_sides_is_shown_by_side():
    table, chance = Table("persian", seats=4, seed=2), Random(2)
    for _ in range(2):
        while not table.deal.over:
            on(table, chance)
        frame = table.frame()
        assert (
            frame["sheet"]["names"]
            == ["You and C", "B and D"]
            == [row["name"] for row in frame["over"]["counts"]]
        )
        tell(table, "next")
    assert frame["over"]["match"].endswith("won the match. 50 for winning are counted in.")
    totals = {seat["seat"]: seat["total"] for seat in frame["seats"]}
    assert totals["A"] == totals["C"] == frame["sheet"]["totals"][0]
    assert totals["B"] == totals["D"] == frame["sheet"]["totals"][1] != totals["A"]


def test_who_sits_out_a_playoff_is_told():
    position = {
        "variant": "basic",
        "options": {"match.tie": "playoff"},
        "seats": 3,
        "playing": "A C",
        "dealer": "C",
        "phase": "draw",
        "hands": {"A": "7H 7C", "C": "8H 8C"},
        "stock": "2D 3D",
        "discards": "9H",
    }
    frame = Table(position=position, seed=1).frame()
    assert frame["seats"][1]["plays"] is False and frame["seats"][1]["notes"] == ["sits out"]
    assert frame["about"] == ["A play-off: only You and C play on."]


# -- every game, as somebody plays it who follows the advice ---------------------------------------------


@pytest.mark.parametrize("variant", variants())
def test_what_the_hint_advises_can_be_said_word_for_word(variant):
    table = Table(variant, seats=variants()[variant].seats()[-1], seed=4)
    while not table.deal.over:
        before = len(table.steps)
        if table.frame()["wait"]:
            frame = tell(table, "step")
        else:
            advice = re.match(r"You could (.+?): .", message(tell(table, "hint")))
            assert advice, table.frame()["message"]
            frame = tell(table, "say", line=advice[1])
        assert frame["message"] is None and len(table.steps) > before, frame["message"]


@pytest.mark.parametrize("number", range(8))
def test_a_table_of_any_options_is_shown_and_played_to_the_end(number):
    chance = Random(f"table {number}")
    rules, seats = any_table(chance)
    table = Table(rules, seats=seats, you=chance.choice(["A", None]), seed=number)
    while not table.deal.over:
        assert json.dumps(table.frame(), allow_nan=False)
        on(table, chance)
    assert table.frame()["over"]["counts"] and table_svg(table.frame())


# -- how a deal is counted, and who leads ----------------------------------------------------------------


@pytest.mark.parametrize("variant", variants())
def test_every_way_of_counting_has_its_words(variant):
    seats = min(variants()[variant].seats()[-1], max(3, variants()[variant].seats()[0]))
    table, chance = Table(variant, seats=seats, seed=6), Random(6)
    while not table.deal.over:
        score = table.frame()["score"]
        assert len({tuple(row) for row in score}) == 1 and {"name", "seats", "total"} < set(score[0])
        on(table, chance)
    for row in table.frame()["over"]["counts"]:
        assert row["text"].endswith((f" = {row['points']}", f"; scores {row['points']}")), row


def test_the_lowest_total_leads_where_it_wins():
    table, chance = Table("basic-penalty + match.target=900", seats=3, seed=1), Random(1)
    while not table.deal.over:
        on(table, chance)
    sheet = table.frame()["sheet"]
    best = min(range(3), key=lambda n: int(sheet["totals"][n]))
    ahead = f"Ahead: {sheet['names'][best]}, with {sheet['totals'][best]}, for the lowest total wins."
    assert sheet["text"].startswith(ahead)


def test_nobody_is_ahead_where_all_are_level():
    position = {"variant": "knock", "phase": "over", "out": "none", "hands": {"A": "7H", "B": "9C"}}
    table = Table("knock", seed=1)
    table.states.append(read(position))
    assert table.frame()["sheet"]["text"] == "All are level, with 0."


# -- how many sit down, calls that take more, what a discard is for ---------------------------------------


@pytest.mark.parametrize(("variant", "seats"), [("persian", 4), ("5000", 3), ("basic", 2)])
def test_seats_left_out_are_the_fewest_that_may_play(variant, seats):
    assert Table(variant).seats == seats
    table = Table("rummy-500", seed=1)
    assert tell(table, "new", variant=variant)["menu"]["chosen"]["seats"] == seats
    assert tell(table, "new", variant="basic")["menu"]["chosen"]["seats"] == seats


@pytest.mark.parametrize(
    ("variant", "discarded", "told"),
    [
        ("rummy-500", "9C", "You called “Rummy”: 7♦. You also took 2♥ 9♣."),
        ("rummy-500", "7D", "You called “Rummy”: 7♦."),
        ("500-rum", "7D", "You called “Rummy”: 7♦."),
    ],
)
def test_the_log_tells_what_else_a_call_takes(variant, discarded, told):
    position = {
        "variant": variant,
        "dealer": "A",
        "turn": "B",
        "phase": "play",
        "discards": "7D 2H" if discarded == "9C" else "9C 2H",
        "stock": "3D 4D 5D",
        "hands": {"A": "KD QH", "B": f"{discarded} 4S"},
        "table": ["B: 7H 7C 7S"],
    }
    table = Table(position=position, seed=1)
    table._do(parse(f"discard {discarded}", table.deal, 1))
    assert tell(table, "say", line=table.frame()["rummy"][0]["line"])["log"][-1]["text"] == told


def test_a_call_that_waits_for_somebody_nearer_takes_its_cards_when_it_counts():
    position = {
        "variant": "rummy-500 + calling.priority=nearest",
        "seats": 3,
        "dealer": "A",
        "turn": "C",
        "phase": "play",
        "discards": "7D 2H",
        "stock": "3D 4D 5D",
        "hands": {"A": "KD QH", "B": "JC 5C", "C": "9C 4S"},
        "table": ["C: 7H 7C 7S"],
    }
    table = Table(position=position, seed=1, you="B")
    table._do(parse("discard 9C", table.deal, 2))
    table._do(parse("B: call 7D on 7H", table.deal))
    assert table.steps[-1].text == "You called “Rummy”: 7♦."
    table._do(parse("A: pass", table.deal))
    assert table.steps[-1].text == "A did not call. You also took 2♥ 9♣."


@pytest.mark.parametrize(("table", "more"), [([], ""), (["B: 7H 7C 7S"], " and fits nowhere on the table")])
def test_a_reason_speaks_of_the_table_only_where_something_lies_on_it(table, more):
    position = {"variant": "basic", "phase": "play", "stock": "3D", "table": table, "hands": {"A": "KD 2S"}}
    told = tell(Table(position=position, seed=1), "hint")["message"]["text"]
    assert told == f"You could discard K♦: the K♦ goes with nothing in the hand{more}."
