"""Variants: the named ones, their options, and contradictions refused with a sentence."""

from __future__ import annotations

import pytest

from rummy.cards import JOKER
from rummy.deal import game
from rummy.variants import choices, code, differences, find, variants
from rummy.words import Unreadable

NAMES = list(variants())

TABLE = {  # what rules/variants.toml of the plan says
    "rummy-500": {
        "players.seats": "2-8",
        "pack.second_from": 5,
        "pack.jokers": 2,
        "dealing.hand": "2:13,3-8:7",
        "dealing.opening": "upcard",
        "dealing.first_dealer": "high",
        "dealing.next_dealer": "next",
        "drawing.pile": "any",
        "drawing.top_card": "keep",
        "drawing.return_top": "refused",
        "melding.aces": "either",
        "melding.per_turn": "unlimited",
        "jokers.role": "wild",
        "calling.rummy": "take-portion",
        "calling.priority": "nearest",
        "calling.exposed": "yes",
        "ending.stock_out": "play-on",
        "scoring.method": "table-minus-hand",
        "scoring.ace_low": 1,
        "scoring.ace_high": 15,
        "scoring.ace_group": 15,
        "scoring.ace_hand": 15,
        "scoring.joker_table": 15,
        "scoring.joker_hand": 15,
        "scoring.nobody_out": "as-usual",
        "match.target": 500,
        "match.tie": "another-deal",
    },
    "500-rum": {
        "players.seats": "2-8",
        "pack.second_from": 5,
        "pack.jokers": 0,
        "dealing.hand": "10",
        "dealing.opening": "extra-card",
        "dealing.first_dealer": "low",
        "dealing.next_dealer": "went-out",
        "drawing.pile": "any",
        "drawing.top_card": "use",
        "melding.aces": "either",
        "melding.per_turn": "unlimited",
        "jokers.role": "none",
        "calling.rummy": "take-only",
        "calling.priority": "first",
        "calling.exposed": "no",
        "ending.stock_out": "play-on",
        "scoring.method": "table-minus-hand",
        "scoring.ace_low": 15,
        "scoring.nobody_out": "as-usual",
        "match.target": 500,
        "match.tie": "another-deal",
    },
    "basic": {
        "players.seats": "2-6",
        "pack.second_from": "never",
        "pack.jokers": 0,
        "dealing.hand": "2:10,3-4:7,5-6:6",
        "dealing.opening": "upcard",
        "dealing.first_dealer": "random",
        "dealing.next_dealer": "next",
        "drawing.pile": "top",
        "drawing.top_card": "keep",
        "drawing.return_top": "refused",
        "melding.aces": "low",
        "melding.per_turn": 1,
        "calling.rummy": "off",
        "ending.stock_out": "flip",
        "ending.recycle_limit": 2,
        "scoring.method": "winner-takes-hands",
        "scoring.ace_hand": 1,
        "scoring.nobody_out": "lowest-takes-differences",
        "match.target": 100,
        "match.tie": "shared",
    },
}


@pytest.mark.parametrize("name", TABLE)
def test_a_variant_is_what_the_plan_says(name):
    options = find(name).options()
    assert {key: options[key] for key in TABLE[name]} == TABLE[name]


@pytest.mark.parametrize("name", NAMES)
def test_a_variant_is_read_back_from_its_line(name):
    assert find(code(find(name))) == find(name) == find(f"  {name} ")


@pytest.mark.parametrize("key", find("basic").options())
@pytest.mark.parametrize("name", NAMES)
def test_every_option_is_read_back_from_the_line_of_a_changed_variant(name, key):
    for value in choices(key):
        value = {int: 7, str: "3"}.get(value, value)
        try:
            changed = find(name).changed({key: value})
        except Unreadable as error:
            assert str(error).endswith(".")
            continue
        assert find(code(changed)) == changed and changed.options()[key] == value
        assert list(differences(find(name), changed)) in ([], [key])


@pytest.mark.parametrize("name", NAMES)
def test_every_allowed_number_of_players_leaves_a_card_in_the_stock(name):
    variant = find(name)
    for seats in variant.seats():
        assert variant.hand_size(seats) * seats + 1 < len(variant.cards(seats))


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("rummy-500", {2: 13, 3: 7, 8: 7}),
        ("500-rum", {2: 10, 8: 10}),
        ("basic", {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}),
    ],
)
def test_deal_once_gives_each_so_many_cards(name, sizes):
    assert {seats: find(name).hand_size(seats) for seats in sizes} == sizes


def test_setup_pack_is_doubled_from_five_players_on_with_its_jokers():
    packs = [find("rummy-500").cards(seats) for seats in (4, 5)]
    assert [(len(p), p.count(JOKER)) for p in packs] == [(54, 2), (108, 4)]


@pytest.mark.parametrize(("name", "seats"), [("basic", 7), ("basic", 1), ("rummy-500", 9), ("500-rum", 0)])
def test_setup_seats_refuses_another_number_of_players(name, seats):
    with pytest.raises(Unreadable, match=f"not for {seats}"):
        game(find(name), seats)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no variant"),
        ("gin", "no variant “gin”"),
        ("x" * 10**6, "no variant"),
        ("basic + ", "changes nothing"),
        ("basic + drawing.pile", "changes nothing"),
        ("basic + drawing.pile=", "cannot be “”"),
        ("basic + drawing=any", "no option"),
        ("basic + drawing.pole=any", "no option “drawing.pole”"),
        ("basic + =any", "no option"),
        ("basic + id.x=1", "no option"),
        ("basic + scoring.ace_low=many", "a whole number"),
        ("basic + scoring.ace_low=-1", "a whole number"),
        ("basic + scoring.ace_low=" + "9" * 5000, "a whole number"),
        ("basic + match.target=0", "a whole number"),
        ("basic + match.target=٧٧", "a whole number"),
        ("basic + dealing.hand=٧", "a number of cards"),
        ("basic + dealing.hand=3:7", "does not say how many"),
        ("basic + dealing.hand=0", "does not say how many"),
        ("basic + players.seats=6-2", "from 2 to 8"),
        ("basic + players.seats=9", "from 2 to 8"),
        ("basic + dealing.hand=30", "more than"),
        ("basic + pack.jokers=2", "jokers.role"),
        ("500-rum + pack.second_from=never", "more than"),
    ],
)
def test_what_is_no_variant_is_told_in_one_sentence(text, says):
    with pytest.raises(Unreadable) as caught:
        find(text)
    assert says in str(caught.value) and len(str(caught.value)) < 260 and "\n" not in str(caught.value)


@pytest.mark.parametrize("value", [None, True, 1.5, float("nan"), [], {}, b"any", "x" * 10**6, "any\0"])
def test_a_value_of_another_kind_is_unreadable(value):
    with pytest.raises(Unreadable, match=r"drawing\.pile cannot be"):
        find("basic").changed({"drawing.pile": value})


def test_a_refused_change_leaves_the_variant_as_it_was():
    before = find("basic").options()
    with pytest.raises(Unreadable):
        find("basic").changed({"melding.aces": "high", "drawing.pile": "deep"})
    assert find("basic").options() == before


def test_differences_name_both_values():
    assert differences(find("basic"), find("basic").changed({"melding.aces": "either"})) == {
        "melding.aces": ("low", "either")
    }


@pytest.mark.parametrize("name", NAMES)
def test_every_variant_has_a_title_and_a_sentence(name):
    assert find(name).title and find(name).blurb.endswith(".")
