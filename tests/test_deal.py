"""A deal as a value: how it begins, what it keeps, what a seat sees of it."""

from __future__ import annotations

import pickle

import pytest

from rummy.actions import Start
from rummy.cards import BACK, JOKER, cards, codes, shuffled
from rummy.deal import Deal, seen_by, undealt
from rummy.law import breach, legal_actions, play, to_act
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
    step = 1 if variant.dealing.rotation == "clockwise" else -1
    turns = [(step * n) % seats for n in range(1, seats + 1)]  # who is dealt a card, the dealer last
    opens = variant.dealing.hand == "exposed"
    most = {s: 12 if opens else variant.hand_size(seats) for s in turns}
    if opens:
        most = {
            s: 1 + {1: 11, 11: 10, 12: 10, 13: 10}.get(c.rank, c.rank)
            for s, c in zip(turns, order, strict=False)
        }
    hands, pack = {s: [] for s in turns}, list(order)
    while any(len(hands[s]) < most[s] for s in turns):
        for seat in turns:
            if len(hands[seat]) < most[seat]:
                hands[seat].append(pack.pop(0))
    if variant.dealing.opening in ("extra-card", "starter-extra"):
        hands[turns[0]].append(pack.pop(0))
    up = [pack.pop(0)] if variant.dealing.opening == "upcard" else []
    assert deal.seat == (0 if variant.jokers.role == "gambit" else turns[0])
    assert [sorted(hand) for hand in deal.hands] == [sorted(hands[s]) for s in range(seats)]
    assert (deal.stock, deal.discards) == (tuple(pack), tuple(up))


def test_dealing_rotation_counter_clockwise_turns_deal_and_play():
    deal = new_deal(find("rummy-500 + dealing.rotation=counter-clockwise"), 3, 0)
    assert deal.seat == 2 and after(deal, "draw", f"discard {deal.hands[2][0]}").seat == 1


def test_deal_opening_extra_card_begins_with_a_discard_and_no_upcard():
    deal = new_deal(find("500-rum"), 3, 0)
    assert (deal.phase, deal.discards, len(deal.hands[1]), len(deal.hands[2])) == ("opening", (), 11, 10)


# -- how a deal begins -----------------------------------------------------------------------------------


def dealt(name: str, seats: int, first: str, dealer: int = 0, **keys: int) -> Deal:
    """A deal of a pack that begins with these cards."""
    before = undealt(find(name), seats, dealer, **keys)
    rest = list(before.game.cards)
    for one in cards(first):
        rest.remove(one)
    return play(before, Start(dealer, (*cards(first), *rest)))


def test_deal_opening_both_gives_an_extra_card_and_an_upcard():
    deal = dealt("500-rum + dealing.opening=both + dealing.hand=1", 2, "7S KD 2C 9H")
    assert [codes(hand) for hand in deal.hands] == ["KD", "7S 2C"] and codes(deal.discards) == "9H"
    assert deal.phase == "opening" and {a.kind for a in legal_actions(deal)} == {"discard"}
    assert codes(after(deal, "discard 2C").discards) == "9H 2C"


def test_deal_opening_extra_card_is_only_discarded_even_if_it_could_be_melded():
    deal = dealt("500-rum + dealing.hand=3", 2, "7S KD 8S QD 9S JD 2C")
    assert codes(deal.hands[1]) == "7S 8S 9S 2C" and deal.discards == ()
    assert sorted(map(str, legal_actions(deal))) == ["discard 2C", "discard 7S", "discard 8S", "discard 9S"]


def test_deal_opening_starter_extra_lets_the_starter_meld_without_a_draw():
    deal = dealt("wrotham + dealing.hand=3", 2, "7S KD 8S QD 9S JD 2C")
    assert codes(deal.hands[1]) == "7S 8S 9S 2C" and (deal.phase, deal.discards) == ("opening", ())
    assert breach(deal, parse("draw", deal)).rule == "deal.opening-turn"
    then = after(deal, "meld 7S 8S 9S", "discard 2C")
    assert then.over and then.course.out == 1


def test_deal_opening_starter_extra_may_go_without_a_meld_and_the_next_seat_draws():
    deal = after(dealt("wrotham + dealing.hand=3", 2, "7S KD 8S QD 9S JD 2C"), "discard 2C")
    assert (deal.phase, deal.seat, codes(deal.discards)) == ("draw", 0, "2C")


def test_deal_exposed_first_cards_say_how_many_follow():
    deal = dealt("5000", 3, "2C AD KH", dealer=2)
    assert [len(hand) for hand in deal.hands] == [1 + 2, 1 + 11, 1 + 10]
    assert codes(deal.course.exposed) == "2C AD KH" and deal.seat == 0


@pytest.mark.parametrize(
    ("first", "more"), [("2C", 2), ("9C", 9), ("TC", 10), ("JC", 10), ("QC", 10), ("AC", 11)]
)
def test_deal_exposed_counts_pictures_ten_and_an_ace_eleven(first, more):
    deal = dealt("5000", 3, f"{first} 3D 4H", dealer=2)
    assert len(deal.hands[0]) == 1 + more


def test_deal_exposed_the_dealers_card_makes_its_rank_wild():
    deal = dealt("5000", 3, "2C AD KH", dealer=2)
    assert deal.game.wild == 13
    assert dealt("5000", 3, "KH AD 2C", dealer=1).game.wild == 2
    assert dealt("5000 + melding.wild_rank=none", 3, "2C AD KH", dealer=2).game.wild == 0


def test_deal_exposed_a_first_card_stays_known_to_all():
    deal = dealt("5000", 3, "2C AD KH", dealer=2)
    assert codes(seen_by(deal, 0).hands[1]) == "AD" + " ??" * 11


def test_deal_exposed_needs_the_whole_pack():
    before = undealt(find("5000"), 3)
    assert breach(before, Start(before.dealer, ())).rule == "deal.whole-pack"
    assert breach(undealt(find("basic")), Start(1, ())) is None


def test_gambit_the_dealer_names_before_anybody_looks():
    deal = dealt("gambit", 3, "", dealer=1)
    assert (deal.phase, deal.seat) == ("name", 1)
    assert sorted(map(str, legal_actions(deal))) == ["name double", "name split", "name wild"]
    for seat in (0, 1, 2, None):
        assert {*seen_by(deal, seat).hands[1]} == {BACK} and {*seen_by(deal, seat).hands[0]} == {BACK}
    assert breach(deal, parse("A: name wild", deal)).rule == "turn.yours"
    assert breach(deal, parse("A: discard 2C", deal)).rule == "gambit.name"


def test_gambit_one_joker_is_set_aside_for_the_dealer():
    deal = dealt("gambit", 3, "")
    assert deal.game.cards.count(JOKER) == 1 and len(deal.game.cards) == 53
    assert deal.course.dealer_joker == "free"
    assert dealt("gambit + pack.jokers=4", 3, "").game.cards.count(JOKER) == 3


def test_gambit_after_the_naming_the_starter_looks_and_discards():
    deal = after(dealt("gambit", 3, "", dealer=1), "name split")
    assert (deal.phase, deal.seat, deal.course.named) == ("opening", 0, "split")  # counter-clockwise
    assert BACK not in seen_by(deal, 0).hands[0] and {*seen_by(deal, 0).hands[1]} == {BACK}


def test_gambit_nothing_is_named_once_somebody_has_looked():
    text = {"variant": "gambit", "seats": 3, "phase": "name", "dealer": "B"}
    assert breach(position(text), parse("name wild", position(text))) is None
    looked = position({**text, "looked": "C"})
    assert breach(looked, parse("name wild", looked)).rule == "gambit.unseen"


def test_dealing_counter_clockwise_the_first_card_goes_to_the_right():
    deal = dealt("basic + dealing.rotation=counter-clockwise + dealing.hand=1", 3, "7S KD 2C", dealer=0)
    assert [codes(hand) for hand in deal.hands] == ["2C", "KD", "7S"] and deal.seat == 2


def test_who_sits_out_gets_no_card_and_no_turn():
    deal = dealt("rummy-500 + match.tie=playoff", 4, "7S KD", dealer=1, playing=(1, 3))
    assert [len(hand) for hand in deal.hands] == [0, 13, 0, 13]  # as two are dealt
    assert deal.seat == 3 and after(deal, "draw", f"discard {deal.hands[3][0]}").seat == 1
    assert codes(deal.hands[3]).find("7S") >= 0 and codes(deal.hands[1]).find("KD") >= 0


def test_who_sits_out_is_never_asked_for_a_call():
    keys = {"hands": {"A": "TS 2C", "B": "", "C": "3C 4H", "D": "5C 6D"}, "table": ["C: 7S 8S 9S"]}
    deal = lies(options={"match.tie": "playoff"}, seats=4, playing="A C D", **keys)
    assert to_act(after(deal, "discard TS")) == (2, 3)


def test_the_deals_of_a_match_are_numbered():
    assert undealt(find("wrotham"), 2, number=4).course.number == 4


# -- a deal as a value -----------------------------------------------------------------------------------


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
