"""Saved games are taken up again as they were left, and a bad request never upsets the next table."""

import pytest

from rummy.cards import DECK, codes
from rummy.deal import DEAL
from rummy.table import Table
from rummy.variants import find
from rummy.words import Unreadable


def again(table: Table, saved: Table) -> Table:
    table.handle({"type": "resume", "text": saved.save()})
    assert table.frame()["message"] is None, table.frame()["message"]
    assert table.deal == saved.deal
    return table


def test_a_match_begun_from_a_position_is_taken_up_again_by_the_table_of_the_position():
    saved = Table(position="bridge")
    saved.handle({"type": "new", "variant": "basic", "seed": 5})
    saved.handle({"type": "draw"})
    assert saved.frame()["note"] == ""
    assert again(Table(position="bridge"), saved).variant.id == "basic"


def test_names_and_computer_players_come_back():
    players = {"B": "random", "C": "greedy"}
    saved = Table("rummy-500", seats=3, names={"A": "Ann"}, players=players, seed=4)
    table = again(Table("rummy-500", seats=3, players=players, seed=4), saved)
    assert table.names[0] == "Ann" and (table.players["B"], table.players["C"]) == ("random", "greedy")


def test_whoever_watched_goes_on_watching():
    saved = Table("basic", seed=1, you=None)
    saved.handle({"type": "step"})
    assert again(Table("basic", seed=1, you=None), saved).you is None


def test_a_seat_that_a_smaller_game_has_not_does_not_open_all_hands():
    assert again(Table("rummy-500", seats=4, you="D"), Table("rummy-500", seed=2)).you == 0


def test_a_position_before_the_deal_is_dealt_by_the_table():
    position = {"variant": "basic", "phase": "deal", "dealer": "B"}
    saved = Table(position=position, seed=1)
    assert saved.deal.phase != DEAL and "?" not in codes(saved.deal.hands[0])
    saved.handle({"type": "draw"})
    again(Table(position=position, seed=1), saved)


def test_no_deal_follows_a_match_that_is_won():
    table = Table("basic + match.target=1", you=None, seed=3)
    while not table.deal.over:
        table.handle({"type": "step"})
    table.handle({"type": "next"})
    assert table.number == 1 and "won" in table.frame()["message"]["text"]


def test_a_table_asked_for_in_vain_leaves_the_next_one_alone():
    with pytest.raises(Unreadable):
        Table("500-rum", seats=2.0)
    assert Table("500-rum").deal.phase == "opening"


@pytest.mark.parametrize(
    "wrong",
    [
        {"variant": 3},
        {"seats": []},
        {"you": False},
        {"you": "AB"},
        {"you": ""},
        {"players": 3},
        {"players": {"B": 3}},
        {"names": ["x"]},
        {"position": [1]},
        {"note": 3},
        {"seed": 10**5000},
        {"seed": "\ud800"},
        {"position": {"variant": "basic", "hands": {"A": "7H"}, "stock_left": 50}},
    ],
)
def test_a_wrong_argument_is_told_in_a_sentence(wrong):
    with pytest.raises(Unreadable) as caught:
        Table(**wrong)
    assert 10 < len(str(caught.value)) < 200


def test_a_table_keeps_its_house_rules_in_its_menu():
    menu = Table("basic + match.target=50").frame()["menu"]
    assert menu["chosen"]["variant"] == menu["variants"][-1]["id"] == "basic + match.target=50"
    assert find(menu["chosen"]["variant"]).match.target == 50


def test_a_hand_of_fifty_cards_is_shown_at_once():
    hands = {"A": codes(DECK[:50]), "B": "KC"}
    keys = {"variant": "rummy-500", "phase": "play", "stock_left": 1, "hands": hands}
    assert Table(position=keys).frame()["hand"]["marked"]
