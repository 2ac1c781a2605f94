"""Actions and deals as values: one object for each action, the same after a journey through a pickle."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from rummy.actions import EFFECTS, KINDS, SEATS, Action, Shuffle, Start, TakeAlone, name_effect
from rummy.cards import JOKER, card, cards, copies, shuffled
from rummy.deal import undealt
from rummy.law import legal_actions, play
from rummy.lines import parse
from rummy.positions import position
from rummy.steps import ordered
from rummy.variants import find, variants


@pytest.mark.parametrize("name", variants())
@pytest.mark.parametrize("seed", range(3))
def test_a_deal_and_its_actions_come_back_from_a_pickle_as_they_went(name, seed):
    variant, chance = find(name), Random(seed)
    seats = variant.seats()[seed % len(variant.seats())]
    before = undealt(variant, seats, number=seed + 4)
    deal = play(before, Start(before.dealer, shuffled(before.game.cards, seed)))
    if deal.phase == "name":
        deal = play(deal, name_effect(deal.dealer, EFFECTS[seed]))
    while not deal.over:
        again = pickle.loads(pickle.dumps(deal))
        assert again == deal and again.game is deal.game
        actions = legal_actions(deal)
        for action in actions:
            one = pickle.loads(pickle.dumps(action))
            assert one is action or (isinstance(action, Shuffle) and one == action)
        assert legal_actions(again) == actions
        deal = play(deal, ordered(deal, chance.choice(actions), chance.random()))


def lies(variant: str = "rummy-500", **keys: object):
    """A position in which A has drawn, unless it says otherwise."""
    return position({"variant": variant, "seats": 3, "phase": "play", "turn": "A", "stock_left": 9, **keys})


LINES = {
    "deal 7H KD": "basic",
    "name double": "gambit",
    "draw": "basic",
    "take 5S at 2": "basic",
    "take 2C without 5S KD": "basic",
    "take 2C at 1 with * without 5S": "gambit",
    "meld 7H 7D 7C": "basic",
    "meld 7H 7D 7C with *": "gambit",
    "meld 7H 8H TH": "basic",
    "lay off TS on meld 1 high": "basic",
    "swap 8S on meld 1": "wrotham",
    "block": "gambit",
    "discard KD": "basic",
    "knock KD": "knock",
    "call TS on meld 1 high": "rummy-500",
    "call 2S 3S 4S": "rummy-500",
    "pass": "basic",
    "shuffle 2C KD": "romme",
}


@pytest.mark.parametrize(("line", "variant"), LINES.items())
def test_an_action_prints_as_the_line_that_means_it(line, variant):
    deal = lies(variant, discards="2C 5S KD", table=["B: 7S 8S 9S"], hands={"A": "", "B": "", "C": ""})
    action = parse(line, deal)
    assert str(action) == line and repr(action) == f"<A: {line}>"
    again = pickle.loads(pickle.dumps(action))
    assert again is action or again == action
    assert again.parts() == action.parts() and hash(again) == hash(action)


def test_there_is_a_line_of_every_kind():
    deal = lies("gambit", discards="2C 5S KD", table=["B: 7S 8S 9S"], hands={"A": "", "B": "", "C": ""})
    assert {type(parse(line, deal)) for line in LINES} == {*KINDS, TakeAlone}


def test_an_action_carries_its_seat():
    deal = lies()
    assert [parse(f"{who}: discard KD", deal).seat for who in "ABC"] == [0, 1, 2]
    assert SEATS[parse("C: discard KD", deal).seat] == "C"


def test_actions_of_one_kind_have_a_bit_each():
    deal = lies(hands={"A": "7S 8S KD *", "B": "", "C": ""})
    discards = [a for a in legal_actions(deal) if a.kind == "discard"]
    bits: list[int] = [a.bit for a in discards]
    assert len({*bits}) == len(bits) == 4 and [a.card.bit for a in discards] == bits


def test_a_joker_on_top_is_one_of_the_cards_that_are_needed():
    deal = lies("gambit", named="double", hands={"A": "KS KH KD *", "B": "", "C": ""})
    plain, topped = parse("meld KS KH KD", deal), parse("meld KS KH KD with *", deal)
    assert plain is not topped and plain.combination is topped.combination
    assert (copies(plain.need, JOKER), copies(topped.need, JOKER)) == (0, 1)


def test_two_starts_and_two_shuffles_are_equal_if_their_orders_are():
    one, other = cards("7H KD"), cards("KD 7H")
    for kind in (Start, Shuffle):
        assert kind(0, one) == kind(0, one) != kind(0, other) and kind(0, one) != kind(1, one)
        assert len({kind(0, one), kind(0, one), kind(0, other)}) == 2
    assert Start(0, one) != Shuffle(0, one)


def test_an_action_never_equals_another_of_its_kind():
    deal = lies(hands={"A": "7S", "B": "", "C": ""})
    some: list[Action] = [parse(line, deal) for line in ("discard 7S", "discard 8S", "draw", "pass")]
    assert len({*some}) == 4 and parse("discard 7S", deal).card is card("7S")
