"""A deal as a value: how it begins, what it keeps, what a seat sees of it."""

from __future__ import annotations

import pickle

import pytest

from rummy.actions import Start
from rummy.cards import BACK, codes, shuffled
from rummy.deal import Deal, seen_by, undealt
from rummy.law import legal_actions, play, to_act
from rummy.lines import parse
from rummy.positions import position
from rummy.steps import new_deal
from rummy.variants import find, variants

TABLES = [(v, n) for v in variants().values() for n in v.seats()]


def lies(**keys: object) -> Deal:
    """A position at a table of three, A in turn."""
    return position(
        {"variant": "rummy-500", "seats": 3, "phase": "play", "turn": "A", "stock": "2D 3D 4D", **keys}
    )


def after(deal: Deal, *lines: str) -> Deal:
    """The deal after these lines."""
    for line in lines:
        deal = play(deal, parse(line, deal))
    return deal


@pytest.mark.parametrize(("variant", "seats"), TABLES, ids=[f"{v.id} {n}" for v, n in TABLES])
def test_a_deal_gives_each_seat_its_cards_one_at_a_time(variant, seats):
    before = undealt(variant, seats, 0)
    order = shuffled(before.game.cards, 3)
    deal = play(before, Start(0, order))
    first, each = 1 % seats, variant.hand_size(seats)
    starter = order[: each * seats : seats]
    extra = order[each * seats] if variant.dealing.opening == "extra-card" else None
    assert deal.seat == first
    assert sorted(deal.hands[first], key=str) == sorted([*starter, *([extra] if extra else [])], key=str)
    assert deal.stock == order[each * seats + 1 :]
    assert deal.discards == (() if extra else (order[each * seats],))


def test_dealing_rotation_counter_clockwise_turns_deal_and_play():
    deal = new_deal(find("rummy-500 + dealing.rotation=counter-clockwise"), 3, 0)
    assert deal.seat == 2 and after(deal, "draw", f"discard {deal.hands[2][0]}").seat == 1


def test_deal_opening_extra_card_begins_with_a_discard_and_no_upcard():
    deal = new_deal(find("500-rum"), 3, 0)
    assert (deal.phase, deal.discards, len(deal.hands[1]), len(deal.hands[2])) == ("opening", (), 11, 10)


def test_a_deal_never_changes():
    deal = lies(hands={"A": "7S 8S 9S KD", "B": "2C"})
    before = pickle.dumps(deal)
    after(deal, "meld 7S 8S 9S", "discard KD")
    assert pickle.dumps(deal) == before


def test_two_ways_lead_on_from_one_moment():
    deal = lies(hands={"A": "7S 8S KD"})
    assert after(deal, "discard 7S").discards != after(deal, "discard KD").discards


def test_the_same_deal_comes_from_the_same_seed_and_another_from_another():
    variant = find("basic")
    assert new_deal(variant, 2, 0, 7) == new_deal(variant, 2, 0, 7) != new_deal(variant, 2, 0, 8)


def test_a_deal_goes_through_pickle():
    deal = after(lies(hands={"A": "7S 8S 9S KD"}), "meld 7S 8S 9S")
    again = pickle.loads(pickle.dumps(deal))
    assert again == deal and legal_actions(again) == legal_actions(deal)


def test_what_is_not_known_to_all_is_seen_face_down():
    seen = seen_by(lies(hands={"A": "7S", "B": "2C 3C", "C": "KH"}), 0)
    assert [codes(hand) for hand in seen.hands] == ["7S", "?? ??", "??"] and seen.stock == (BACK,) * 3


def test_cards_taken_from_the_pile_stay_known():
    deal = after(
        lies(phase="draw", hands={"A": "7S 8S 2C", "B": "2H 3H"}, discards="9S KD"),
        "take 9S",
        "meld 7S 8S 9S",
    )
    assert codes(seen_by(deal, 1).hands[0]) == "KD ??"


def test_a_known_card_that_is_discarded_is_known_no_more():
    deal = after(
        lies(phase="draw", hands={"A": "7S 8S 2C", "B": "2H 3H"}, discards="9S KD"),
        "take 9S",
        "meld 7S 8S 9S",
        "discard KD",
    )
    assert codes(seen_by(deal, 1).hands[0]) == "??"


def test_of_two_known_copies_one_stays_known_when_the_other_goes():
    deal = lies(seats=5, phase="draw", hands={"A": "7S 8S 2C"}, discards="9S KD KD")
    deal = after(deal, "take 9S", "meld 7S 8S 9S", "discard KD")
    assert codes(seen_by(deal, 1).hands[0]) == "KD ??"


def test_a_secret_copy_is_not_known_when_the_known_one_goes():
    deal = lies(seats=5, phase="draw", hands={"A": "7S 8S KD"}, discards="9S KD")
    deal = after(deal, "take 9S", "meld 7S 8S 9S", "discard KD")
    assert codes(seen_by(deal, 1).hands[0]) == "??"


def test_of_two_known_jokers_one_stays_known():
    deal = after(
        lies(phase="draw", hands={"A": "7S 8S 2C"}, discards="9S * *"),
        "take 9S",
        "meld 7S 8S 9S",
        "discard *",
    )
    assert codes(seen_by(deal, 1).hands[0]) == "* ??"


def test_somebody_without_a_hand_sees_no_hand():
    assert seen_by(new_deal(find("basic")), None).hands == ((BACK,) * 10,) * 2


def test_everybody_but_the_discarder_may_answer_a_discard_the_nearest_first():
    deal = lies(seats=4, hands={"A": "TS 2C"}, table=["B: 7S 8S 9S"])
    assert to_act(after(deal, "discard TS")) == (1, 2, 3)


def test_nobody_is_to_act_when_the_deal_is_over():
    deal = after(lies(hands={"A": "KD", "B": "2C", "C": "2H"}), "discard KD")
    assert deal.over and to_act(deal) == () and deal.course.out == 0


@pytest.mark.parametrize("variant", ["rummy-500", "500-rum"])
@pytest.mark.parametrize("stock", ["JD", ""])
def test_the_next_seat_may_still_draw_or_take_when_it_has_passed(variant, stock):
    keys = {"discards": "5D 2H TS", "hands": {"A": "2C", "B": "4D 9C", "C": "KD"}, "table": ["A: 7S 8S 9S"]}
    deal = after(lies(variant=variant, phase="call", turn="B", by="A", stock=stock, **keys), "B: pass")
    assert to_act(deal) == (2, 1) and all(legal_actions(deal, seat) for seat in (1, 2))


def test_a_deal_tells_what_it_is():
    assert repr(new_deal(find("basic"), 3)) == "<deal of basic: 30 in stock, A to draw>"
