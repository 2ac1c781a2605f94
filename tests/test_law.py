"""The law: every rule that refuses, on hands as they lie on the table. A is in turn at a table of three."""

from __future__ import annotations

import pytest

from rummy.actions import Start, call, discard, lay_down, lay_off, take
from rummy.cards import RANKED, card, cards, pack, shuffled
from rummy.deal import Deal, counts, undealt
from rummy.law import breach, legal_actions, play
from rummy.lines import parse, write
from rummy.melder import melder
from rummy.melds import Placed
from rummy.positions import position
from rummy.rules import IllegalAction
from rummy.steps import new_deal
from rummy.variants import find


def lies(**keys: object) -> Deal:
    """A position in which A has drawn, unless it says otherwise."""
    return position(
        {"variant": "rummy-500", "seats": 3, "phase": "play", "turn": "A", "stock": "AD JD 8D", **keys}
    )


def rum(**keys: object) -> Deal:
    """The same in 500 Rum."""
    return lies(variant="500-rum", **keys)


def basic(**keys: object) -> Deal:
    """The same in basic Rummy."""
    return lies(variant="basic", **keys)


def after(deal: Deal, *lines: str) -> Deal:
    """The deal after these lines."""
    for line in lines:
        deal = play(deal, parse(line, deal))
    return deal


def refusal(deal: Deal, line: str) -> str:
    """The rule that refuses a line; empty if it is legal."""
    broken = breach(deal, parse(line, deal))
    assert (broken is None) == (
        write(parse(line, deal), deal) in [write(a, deal) for a in legal_actions(deal)]
    )
    return broken.rule if broken else ""


# -- the deal and the turn -------------------------------------------------------------------------------


def test_deal_before_play_refuses_everything_before_the_deal():
    deal = undealt(find("rummy-500"), 3)
    assert {refusal(deal, f"C: {line}") for line in ("draw", "pass", "discard KD", "take KD")} == {
        "deal.before-play"
    }


def test_deal_once_refuses_a_second_deal():
    deal = new_deal(find("basic"))
    assert breach(deal, Start(deal.dealer, pack())).rule == "deal.once"


@pytest.mark.parametrize("order", [pack()[1:], (*pack()[1:], pack()[1]), (*pack(), pack()[0]), pack(1, 2)])
def test_deal_whole_pack_refuses_another_pack(order):
    before = undealt(find("basic"))
    assert breach(before, Start(before.dealer, order)).rule == "deal.whole-pack"


def test_deal_whole_pack_allows_any_order():
    before = undealt(find("basic"))
    assert breach(before, Start(before.dealer, shuffled(pack(), 1))) is None


def test_turn_yours_refuses_a_deal_by_another_seat():
    assert breach(undealt(find("basic"), 3, 0), Start(1, pack())).rule == "turn.yours"


def test_deal_opening_discard_refuses_all_but_a_discard():
    deal = rum(phase="opening", hands={"A": "7S 8S 9S KD"})
    assert {refusal(deal, line) for line in ("draw", "pass", "meld 7S 8S 9S")} == {"deal.opening-discard"}
    assert refusal(deal, "discard KD") == ""


@pytest.mark.parametrize("line", ["B: draw", "B: discard 2C", "B: meld 7S 8S 9S", "C: pass"])
def test_turn_yours_refuses_another_seat(line):
    assert refusal(lies(hands={"A": "7S", "B": "2C"}), line) == "turn.yours"


@pytest.mark.parametrize("line", ["discard 7S", "meld 7S 8S 9S", "lay off 6H on 5H"])
def test_turn_draw_first_refuses_a_play_before_the_draw(line):
    deal = lies(phase="draw", hands={"A": "7S 8S 9S 6H"}, table=["B: 3H 4H 5H"])
    assert refusal(deal, line) == "turn.draw-first"


@pytest.mark.parametrize("line", ["draw", "take KD", "take 2C without KD"])
def test_turn_one_draw_refuses_a_second_draw(line):
    assert refusal(lies(hands={"A": "7S"}, discards="2C KD"), line) == "turn.one-draw"


@pytest.mark.parametrize(
    "line", ["discard KD", "discard *", "meld 7S 8S TS", "meld 7S 8S *=9S", "lay off 6H on 5H"]
)
def test_turn_held_refuses_cards_you_do_not_hold(line):
    assert refusal(lies(hands={"A": "7S 8S"}, table=["B: 3H 4H 5H"]), line) == "turn.held"


def test_turn_held_counts_copies():
    assert refusal(lies(seats=5, hands={"A": "7S 8S"}), "meld 7S 7S 8S") == "turn.held"


@pytest.mark.parametrize(
    "keys", [{"phase": "draw"}, {"phase": "play"}, {"phase": "draw", "variant": "basic", "stock": ""}]
)
def test_turn_pass_refuses_a_pass_where_something_can_be_done(keys):
    assert refusal(lies(hands={"A": "7S"}, discards="KD", **keys), "pass") == "turn.pass"


# -- drawing from the pile -------------------------------------------------------------------------------


def test_draw_pile_card_refuses_a_card_that_does_not_lie_there():
    assert refusal(lies(phase="draw", hands={"A": "7S"}, discards="KD"), "take 9S") == "draw.pile.card"


@pytest.mark.parametrize("at", [0, 2, 9, -1, -2])
def test_draw_pile_card_refuses_a_place_that_holds_another_card(at):
    deal = lies(phase="draw", hands={"A": "7S 8S KC KH"}, discards="9S KD 2C")
    assert breach(deal, take(0, at, card("KD"))).rule == "draw.pile.card"


def test_draw_pile_all_above_refuses_to_leave_cards_behind():
    deal = lies(phase="draw", hands={"A": "7S 8S"}, discards="9S KD")
    assert refusal(deal, "take 9S without KD") == "draw.pile.all-above"


def test_draw_pile_top_only_refuses_a_deeper_card_in_basic():
    deal = basic(phase="draw", hands={"A": "7S 8S"}, discards="9S KD")
    assert (refusal(deal, "take 9S"), refusal(deal, "take KD")) == ("draw.pile.top-only", "")


def test_draw_pile_useful_refuses_a_card_that_goes_with_nothing():
    assert (
        refusal(lies(phase="draw", hands={"A": "7S 2H"}, discards="9S KD"), "take 9S") == "draw.pile.useful"
    )


@pytest.mark.parametrize(
    ("hand", "discards", "table"),
    [
        ("7S 8S", "9S KD", []),  # a meld from the hand
        ("7S", "9S 8S", []),  # a meld with a card that comes too
        ("2H", "9S KD", ["B: 6S 7S 8S"]),  # laid off
        ("8S", "9S KD", ["B: 5S 6S 7S"]),  # laid off after a bridge from the hand
        ("2H", "9S 8S", ["B: 5S 6S 7S"]),  # … from the cards taken
        ("2H *", "9S KD", ["B: 5S 6S 7S"]),  # … of a joker
        ("7S *", "9S KD", []),  # a meld with a joker
        ("2H", "9S * *", []),  # … of the pile
    ],
)
def test_draw_pile_useful_allows_a_card_that_can_be_used(hand, discards, table):
    deal = lies(phase="draw", hands={"A": hand, "B": "3C"}, discards=discards, table=table)
    assert refusal(deal, "take 9S") == ""


def test_draw_pile_useful_knows_that_jokers_cannot_fill_two_places_at_once():
    deal = lies(phase="draw", hands={"A": "2H *"}, discards="9S KD", table=["B: 4S 5S 6S"])
    assert refusal(deal, "take 9S") == "draw.pile.useful"


def test_draw_top_useful_refuses_a_useless_top_card_in_500_rum_only():
    keys = {"phase": "draw", "hands": {"A": "7S 2H"}, "discards": "9S KD"}
    assert (refusal(rum(**keys), "take KD"), refusal(lies(**keys), "take KD")) == ("draw.top.useful", "")


def test_draw_pile_use_at_once_refuses_a_discard_while_the_card_is_owed():
    deal = after(lies(phase="draw", hands={"A": "7S 8S 2H"}, discards="9S KD"), "take 9S")
    assert refusal(deal, "discard 2H") == "draw.pile.use-at-once"
    assert refusal(after(deal, "meld 7S 8S 9S"), "discard 2H") == ""


def test_draw_pile_use_at_once_is_paid_by_laying_off():
    deal = lies(phase="draw", hands={"A": "2H 3C", "B": "3S"}, discards="9S KD", table=["B: 6S 7S 8S"])
    assert refusal(after(deal, "take 9S", "lay off 9S on 8S"), "discard KD") == ""


def test_draw_pile_use_at_once_is_not_paid_by_a_joker_that_stands_for_the_card():
    deal = lies(phase="draw", hands={"A": "7S 8S * 2H", "B": "3S"}, discards="9S KD")
    assert refusal(after(deal, "take 9S"), "meld 7S 8S *=9S") == "draw.pile.keep-usable"


def test_draw_pile_keep_usable_refuses_a_play_that_spoils_the_use():
    deal = after(lies(phase="draw", hands={"A": "7S 8S 7H 7D 2H"}, discards="9S KD"), "take 9S")
    assert refusal(deal, "meld 7S 7H 7D") == "draw.pile.keep-usable"


def test_draw_pile_keep_usable_allows_other_cards_first():
    deal = after(lies(phase="draw", hands={"A": "7S 8S 4H 4D 4C 2H"}, discards="9S KD"), "take 9S")
    assert refusal(deal, "meld 4H 4D 4C") == ""


def test_the_cards_that_came_with_it_may_be_kept_or_discarded():
    deal = after(lies(phase="draw", hands={"A": "7S 8S 2H"}, discards="9S KD 3C"), "take 9S", "meld 7S 8S 9S")
    assert (refusal(deal, "discard KD"), refusal(deal, "discard 3C")) == ("", "")


def test_a_single_top_card_may_be_kept_in_rummy_500():
    assert (
        refusal(after(lies(phase="draw", hands={"A": "7S 2H"}, discards="9S KD"), "take KD"), "discard 2H")
        == ""
    )


# -- melds and lay-offs ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("meld 7H 7C", "meld.size"),
        ("meld 7H 7C 8H", "meld.kind"),
        ("meld 7H 7C *=7H", "meld.group.suits"),
        ("meld 7H 7C 7D 7S *=7H", "meld.group.four"),
        ("meld 7H 8H 9C", "meld.sequence.suit"),
        ("meld 7H 8H TH", "meld.sequence.gap"),
        ("meld 7H 8H *=7H", "meld.sequence.twice"),
        ("meld KC AC 2C", "meld.sequence.corner"),
        ("meld * * *", "jokers.natural"),
        ("lay off 2C on meld 9", "layoff.meld"),
        ("lay off 7H on 5C", "layoff.group.rank"),
        ("lay off *=5C on 5H", "layoff.group.suit"),
        ("lay off *=6C on 6D", "layoff.group.full"),
        ("lay off 2C on 4S", "layoff.sequence.suit"),
        ("lay off *=4S on 3S", "layoff.sequence.filled"),
        ("lay off 7S on 3S", "layoff.sequence.next"),
        ("lay off KD on AD", "layoff.sequence.ace-end"),
        ("swap 7H on 5C", "jokers.no-swap"),
    ],
)
def test_a_rule_of_melds_refuses(line, rule):
    deal = lies(
        hands={"A": "7H 7C 7D 7S 8H TH 9C KC KD AC 2C * * *"},
        seats=5,
        table=["B: 5C 5D 5H", "B: 6C 6D 6H 6S", "B: 3S 4S 5S", "B: AD 2D 3D"],
    )
    assert refusal(deal, line) == rule


def test_meld_group_suits_refuses_a_suit_twice_even_with_two_packs():
    assert refusal(lies(seats=5, hands={"A": "5D 5D 5H KC"}), "meld 5D 5D 5H") == "meld.group.suits"


def test_meld_sequence_ace_refuses_a_high_ace_in_basic():
    deal = basic(hands={"A": "QS KS AS 2S 3S 9C"}, table=["B: JH QH KH"])
    assert (refusal(deal, "meld QS KS AS"), refusal(deal, "meld AS 2S 3S")) == ("meld.sequence.ace", "")
    assert (
        refusal(basic(hands={"A": "AH 9C"}, table=["B: JH QH KH"]), "lay off AH on KH") == "meld.sequence.ace"
    )


def test_meld_per_turn_refuses_a_second_meld_in_basic_but_no_lay_off():
    deal = after(basic(hands={"A": "7S 8S 9S TS 4H 4D 4C KD"}), "meld 7S 8S 9S")
    assert (refusal(deal, "meld 4H 4D 4C"), refusal(deal, "lay off TS on 9S")) == ("meld.per-turn", "")


def test_meld_per_turn_allows_one_more_meld_in_the_next_turn():
    deal = basic(
        hands={"A": "7S 8S 9S 4H 4D 4C KD QD", "B": "2C", "C": "2H"}, stock="JD JH JC 3C", discards="9D"
    )
    deal = after(deal, "meld 7S 8S 9S", "discard KD", "draw", "discard JD", "draw", "discard JH", "draw")
    assert refusal(deal, "meld 4H 4D 4C") == ""


def test_layoff_no_moving_refuses_a_card_that_lies_on_the_table():
    deal = lies(hands={"A": "6S KD"}, table=["B: 3S 4S 5S", "C: 5C 5D 5H"])
    assert refusal(deal, "meld 4S 5S 6S") == "layoff.no-moving"


def test_layoff_no_moving_lets_a_second_copy_be_laid():
    deal = lies(seats=5, hands={"A": "5S 6S 7S KD"}, table=["B: 3S 4S 5S"])
    assert refusal(deal, "meld 5S 6S 7S") == ""


def test_layoff_meld_allows_anybodys_meld():
    deal = lies(hands={"A": "6S 5S KD"}, table=["B: 2S 3S 4S", "C: 5C 5D 5H"])
    assert [refusal(deal, line) for line in ("lay off 5S on 4S", "lay off 5S on 5C")] == ["", ""]


def test_jokers_per_meld_refuses_one_joker_too_many():
    deal = lies(options={"jokers.per_meld": 1}, hands={"A": "7H 8H * * 2C"}, seats=5, table=["B: 3S *=4S 5S"])
    assert refusal(deal, "meld 7H *=8H *=9H") == "jokers.per-meld"
    assert refusal(deal, "lay off *=6S on 5S") == "jokers.per-meld"
    assert refusal(deal, "meld 7H 8H *=9H") == ""


# -- the discard and going out ---------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["rummy-500", "basic"])
def test_discard_not_back_refuses_the_single_card_just_taken(variant):
    deal = after(lies(variant=variant, phase="draw", hands={"A": "7S 2H"}, discards="9S KD"), "take KD")
    assert (refusal(deal, "discard KD"), refusal(deal, "discard 7S")) == ("discard.not-back", "")


def test_discard_not_back_allows_it_in_a_later_turn():
    deal = lies(
        phase="draw", hands={"A": "7S 2H", "B": "3C 4C", "C": "9H TH"}, discards="9S KD", stock="JC JD QC"
    )
    deal = after(deal, "take KD", "discard 7S", "draw", "discard JC", "draw", "discard JD", "draw")
    assert refusal(deal, "discard KD") == ""


def test_discard_not_back_does_not_bar_a_card_from_the_stock():
    assert (
        refusal(
            after(lies(phase="draw", hands={"A": "7S 2H"}, stock="KD", discards="9S"), "draw"), "discard KD"
        )
        == ""
    )


def test_discard_not_back_allows_a_second_copy():
    deal = lies(seats=5, phase="draw", hands={"A": "KD 2H"}, discards="9S KD")
    assert refusal(after(deal, "take KD"), "discard KD") == ""


def test_discard_not_back_is_settled_when_a_copy_is_laid():
    deal = rum(seats=5, phase="draw", hands={"A": "7H 8H 9H"}, discards="2C 7H")
    deal = after(deal, "take 7H", "meld 7H 8H 9H")
    assert refusal(deal, "discard 7H") == ""


def test_discard_keep_one_refuses_to_keep_only_the_card_just_taken():
    deal = after(lies(phase="draw", hands={"A": "7S 8S 9S"}, discards="2C KD"), "take KD")
    assert refusal(deal, "meld 7S 8S 9S") == "discard.keep-one"


def test_discard_keep_one_allows_it_where_that_card_fits_on_the_table():
    deal = after(
        lies(phase="draw", hands={"A": "7S 8S 9S"}, discards="2C KD", table=["B: KS KH KC"]), "take KD"
    )
    assert refusal(deal, "meld 7S 8S 9S") == ""
    then = after(deal, "meld 7S 8S 9S")
    assert [write(a, then) for a in legal_actions(then)] == ["lay off KD on KS"]


@pytest.mark.parametrize(
    ("hand", "lines"),
    [
        ("7S 8S 9S", ["meld 7S 8S 9S"]),
        ("6H", ["lay off 6H on 5H"]),
        ("KD", ["discard KD"]),
        ("7S 8S 9S KD", ["meld 7S 8S 9S", "discard KD"]),
    ],
)
def test_a_seat_goes_out_by_its_last_card_however_it_goes(hand, lines):
    deal = after(lies(hands={"A": hand}, table=["B: 3H 4H 5H"]), *lines)
    assert deal.over and deal.course.out == 0


def test_out_play_stops_refuses_everything_after_the_end():
    deal = after(lies(hands={"A": "KD", "B": "6H 2C"}, table=["B: 3H 4H 5H"]), "discard KD")
    lines = ["B: draw", "B: lay off 6H on 5H", "B: discard 2C", "B: pass", "B: take KD"]
    assert {refusal(deal, line) for line in lines} == {"out.play-stops"}


# -- calling rummy ---------------------------------------------------------------------------------------


SEVENS = {"hands": {"A": "TS 4C", "B": "5C KC", "C": "2H 5D"}, "discards": "6H KD", "table": ["B: 7S 8S 9S"]}


def test_calling_off_refuses_a_call_in_basic():
    assert refusal(after(basic(**SEVENS), "discard TS"), "C: call TS on 9S") == "calling.off"


def test_calling_before_draw_refuses_a_call_without_a_discard_or_after_the_draw():
    assert refusal(lies(**SEVENS), "B: call KD on 9S") == "calling.before-draw"
    assert (
        refusal(after(lies(**SEVENS), "discard TS", "B: draw"), "C: call TS on 9S") == "calling.before-draw"
    )


def test_calling_not_own_refuses_the_discarder():
    assert refusal(after(lies(**SEVENS), "discard TS"), "A: call TS on 9S") == "calling.not-own"


def test_calling_not_after_out_refuses_a_call_when_somebody_is_out():
    deal = lies(**{**SEVENS, "hands": {"A": "TS", "B": "5C", "C": "2H"}})
    assert refusal(after(deal, "discard TS"), "C: call TS on 9S") == "calling.not-after-out"


@pytest.mark.parametrize("table", [lies, rum])
def test_calling_open_cards_refuses_cards_of_a_hand(table):
    deal = after(table(**{**SEVENS, "hands": {"A": "TS 4C", "B": "JS QS", "C": "2H"}}), "discard TS")
    assert refusal(deal, "B: call TS JS QS") == "calling.open-cards"


def test_calling_exposed_refuses_an_older_card_in_500_rum_only():
    keys = {"hands": {"A": "7S 8S 9S 2H 4C", "B": "5C KC", "C": "5D QC"}, "discards": "TS KD"}
    lines = ["meld 7S 8S 9S", "discard 2H"]
    assert refusal(after(lies(**keys), *lines), "B: call TS on 9S") == ""
    deal = after(rum(**keys, table=["B: 2S 2C 2D"]), *lines)
    assert (refusal(deal, "B: call TS on 9S"), refusal(deal, "B: call 2H on 2S")) == ("calling.exposed", "")


def test_there_is_no_window_where_nothing_can_be_called():
    keys = {**SEVENS, "table": []}
    assert after(lies(**keys), "discard TS").phase == "draw"


def test_calling_first_gives_the_card_to_the_first_caller_and_leaves_the_turn():
    deal = after(rum(**SEVENS), "discard TS", "C: call TS on 9S")
    assert (deal.phase, deal.seat, deal.discards) == ("draw", 1, cards("6H KD"))
    assert refusal(deal, "B: call TS on 9S") == "calling.first"


def test_a_take_only_call_of_pile_cards_leaves_the_others_in_the_pile():
    deal = rum(hands={"A": "6S 9H", "B": "7D", "C": "3H"}, discards="4S KD 5S 2C")
    deal = after(deal, "discard 6S", "C: call 4S 5S 6S")
    assert deal.discards == cards("KD 2C") and deal.hands[2] == cards("3H")


def test_a_take_portion_call_takes_all_down_to_the_deepest_card_and_the_turn():
    deal = lies(hands={"A": "6S 9H", "B": "7D", "C": "3H"}, discards="QH 4S KD 5S 2C")
    deal = after(deal, "discard 6S", "B: pass", "C: call 4S 5S 6S")
    assert (deal.seat, deal.phase, deal.discards) == (2, "play", cards("QH"))
    assert set(deal.hands[2]) == set(cards("3H KD 2C")) and refusal(deal, "C: discard KD") == ""


def test_after_a_take_portion_call_of_one_card_nothing_is_barred_from_the_discard():
    deal = after(lies(**SEVENS), "discard TS", "B: pass", "C: call TS on 9S")
    assert [refusal(deal, f"discard {c}") for c in ("2H", "5D")] == ["", ""]


def test_calling_nearest_gives_the_card_to_the_nearest_caller():
    deal = after(lies(**SEVENS), "discard TS", "C: call TS on 9S", "B: call TS on 9S")
    assert deal.seat == 1 and [c.points for c in counts(deal)][1:] == [24 + 10 - 15, -7]


def test_calling_nearest_refuses_a_call_further_away_than_one_that_is_held():
    keys = {**SEVENS, "seats": 4, "hands": {**SEVENS["hands"], "D": "9H"}}
    deal = after(lies(**keys), "discard TS", "C: call TS on 9S")
    assert refusal(deal, "D: call TS on 9S") == "calling.nearest"


def test_calling_held_refuses_a_draw_while_a_call_waits():
    deal = after(lies(**SEVENS), "discard TS", "C: call TS on 9S")
    assert (refusal(deal, "B: draw"), refusal(deal, "B: take KD")) == ("calling.held", "calling.held")


def test_a_call_that_is_held_takes_effect_when_the_nearer_seat_passes():
    deal = after(lies(**SEVENS), "discard TS", "C: call TS on 9S", "B: pass")
    assert deal.seat == 2 and deal.phase == "play"


def test_calling_passed_refuses_a_call_after_a_pass():
    deal = after(lies(**SEVENS), "discard TS", "C: pass")
    assert refusal(deal, "C: call TS on 9S") == "calling.passed"


def test_calling_passed_refuses_a_call_when_everybody_has_passed():
    deal = after(lies(**SEVENS), "discard TS", "C: pass", "B: pass")
    assert refusal(deal, "C: call TS on 9S") == "calling.passed" and deal.phase == "draw"


def test_the_next_seat_draws_and_closes_the_calling():
    deal = after(lies(**SEVENS), "discard TS", "B: draw")
    assert (deal.seat, deal.phase, deal.window) == (1, "play", None)


# -- the stock runs out ----------------------------------------------------------------------------------


def test_stock_empty_refuses_a_draw_and_allows_a_pass_that_ends_the_deal():
    deal = lies(phase="draw", stock="", hands={"A": "7S 2H", "B": "3C", "C": "4C"}, discards="9S KD")
    assert (refusal(deal, "draw"), refusal(deal, "pass"), refusal(deal, "take KD")) == ("stock.empty", "", "")
    assert after(deal, "pass").over and after(deal, "pass").course.out is None


def test_stock_reuse_turns_the_pile_over_unshuffled_in_basic():
    deal = basic(phase="draw", stock="", hands={"A": "7S 2H", "B": "3C", "C": "4C"}, discards="9S JC KD")
    then = after(deal, "draw")
    assert then.stock == cards("JC KD") and then.discards == () and cards("9S")[0] in then.hands[0]


def test_stock_reuse_refuses_a_third_turn_of_the_pile():
    deal = basic(
        phase="draw", stock="", recycled=2, hands={"A": "7S", "B": "3C", "C": "4C"}, discards="9S KD"
    )
    assert (refusal(deal, "draw"), refusal(deal, "pass")) == ("stock.reuse", "")


def test_stock_out_end_lets_the_first_refusal_end_the_deal():
    deal = basic(
        phase="draw",
        stock="",
        options={"ending.stock_out": "end", "ending.recycle_limit": "none"},
        hands={"A": "7S", "B": "3C", "C": "4C"},
        discards="9S KD",
    )
    assert (refusal(deal, "draw"), refusal(deal, "pass"), refusal(deal, "take KD")) == ("stock.empty", "", "")


def turns_without_a_card_laid(deal: Deal, turns: int) -> Deal:
    """The deal after so many turns in which the top card is taken and another discarded."""
    for _ in range(turns):
        deal = play(deal, take(deal.seat, len(deal.discards) - 1, deal.discards[-1]))
        deal = play(deal, next(a for a in legal_actions(deal) if a.kind == "discard"))
        while deal.phase == "call":
            deal = play(deal, next(a for a in legal_actions(deal) if a.kind == "pass"))
    return deal


def test_stock_bound_ends_a_deal_in_which_nobody_lays_a_card():
    deal = lies(phase="draw", stock="", hands={"A": "2S 9H", "B": "4C JD", "C": "6D KH"}, discards="8C")
    assert not turns_without_a_card_laid(deal, 5).over
    over = turns_without_a_card_laid(deal, 6)
    assert over.over and over.course.out is None


def test_stock_bound_begins_anew_when_a_card_is_laid():
    deal = lies(
        phase="draw",
        stock="",
        idle=5,
        hands={"A": "2S 9H 6S", "B": "4C JD", "C": "6D KH"},
        discards="8C",
        table=["B: 7S 8S 9S"],
    )
    assert after(deal, "take 8C", "lay off 6S on 7S", "discard 9H").course.idle == 0


def test_stock_bound_goes_on_counting_over_turns_that_begin_with_a_stock():
    """A pile that may be turned over for ever would otherwise never end a deal."""
    deal = basic(
        phase="draw", stock="KD QD", idle=5, hands={"A": "2S 9H", "B": "4C JD", "C": "6D KH"}, discards="8C"
    )
    assert after(deal, "draw", "discard 9H").course.idle == 5


# -- the judge itself ------------------------------------------------------------------------------------


def test_play_raises_the_breach_and_changes_nothing():
    deal = lies(hands={"A": "7S"})
    before = deal
    with pytest.raises(IllegalAction) as caught:
        play(deal, discard(0, card("KD")))
    assert caught.value.breach == breach(deal, discard(0, card("KD"))) and deal == before


def test_play_judges_an_action_that_was_listed_for_another_deal():
    one, other = lies(hands={"A": "7S KD"}), lies(hands={"A": "7S QD"})
    listed = legal_actions(one)
    with pytest.raises(IllegalAction):
        play(other, listed[-1])


def test_the_first_rule_in_order_is_the_one_that_is_told():
    deal = lies(phase="draw", hands={"A": "7S"})
    assert refusal(deal, "B: meld 2C 2D") == "turn.yours" and refusal(deal, "meld 2C 2D") == "turn.draw-first"


def test_a_meld_of_other_rules_is_refused():
    corner = melder(find("rummy-500").melding, find("rummy-500").jokers)
    high = corner.combine(tuple(Placed(c, c) for c in cards("QS KS AS")))
    assert breach(basic(hands={"A": "QS KS AS 2C"}), lay_down(0, high)).rule == "meld.sequence.ace"


def test_only_a_joker_is_laid_off_for_another_card():
    deal = lies(hands={"A": "2C KD"}, table=["B: 7S 8S 9S"])
    assert breach(deal, lay_off(0, Placed(card("2C"), card("TS")), 0, "high")) is not None
    calling = after(lies(**SEVENS), "discard 4C")
    assert breach(calling, call(lay_off(1, Placed(card("4C"), card("TS")), 0, "high"))) is not None


def test_a_position_where_calling_is_done_with_allows_no_call():
    deal = lies(phase="draw", turn="B", by="A", discards="7H TS", table=["A: 7S 8S 9S"])
    assert breach(deal, parse("C: call TS on 9S", deal)) is not None


def test_deal_whole_pack_refuses_a_third_copy_with_two_packs():
    before = undealt(find("rummy-500"), 5)
    order = (*before.game.cards, card("5H"))
    assert breach(before, Start(before.dealer, order)).rule == "deal.whole-pack"


# -- house rules and special tables ----------------------------------------------------------------------


def house(variant: str, options: dict[str, object], **keys: object) -> Deal:
    """A position at a table with changed options."""
    return lies(variant=variant, options=options, **keys)


def test_meld_first_minimum_refuses_too_little_and_counts_all_melds_of_the_turn():
    few = lies(variant="romme", hands={"A": "5S 6S 7S 2H 3C 9D"})
    assert refusal(few, "meld 5S 6S 7S") == "meld.first-minimum"
    two = lies(variant="romme", hands={"A": "5S 6S 7S 9H 9C 9D 3C"})
    then = after(two, "meld 5S 6S 7S")
    assert refusal(then, "discard 3C") == "meld.first-minimum"
    assert refusal(after(then, "meld 9H 9C 9D"), "discard 3C") == ""  # 18 + 27


def test_meld_first_minimum_counts_a_joker_as_the_card_it_stands_for():
    deal = lies(variant="romme", hands={"A": "KS QS * TS 3C"})
    assert refusal(deal, "meld TS *=JS QS KS") == ""  # 40
    short = lies(variant="romme", hands={"A": "9S QS * TS 3C"})
    assert refusal(short, "meld 9S TS *=JS QS") == "meld.first-minimum"  # 39


def test_meld_first_minimum_is_asked_of_each_seat_once():
    deal = lies(variant="romme", hands={"A": "5S 6S 7S 2H"}, down="A", table=["A: KS KH KD"])
    assert refusal(deal, "meld 5S 6S 7S") == ""


def test_meld_first_minimum_bars_laying_off_before():
    deal = lies(variant="romme", hands={"A": "KC 2H 3H"}, table=["B: KS KH KD"])
    assert refusal(deal, "lay off KC on KS") != ""
    deal = lies(variant="romme", hands={"A": "KC 2H 3H"}, table=["B: KS KH KD", "A: QS QH QD"], down="A")
    assert refusal(deal, "lay off KC on KS") == ""


def test_layoff_own_meld_first_refuses_until_a_meld_of_ones_own_lies():
    keys = {"hands": {"A": "TS 4H 4D 4C KD QD"}, "table": ["B: 7S 8S 9S"]}
    deal = lies(variant="basic-house", **keys)
    assert refusal(deal, "lay off TS on 9S") == "layoff.own-meld-first"
    assert refusal(after(deal, "meld 4H 4D 4C"), "lay off TS on 9S") == ""


@pytest.mark.parametrize(
    ("owner", "rule"), [("A", ""), ("C", ""), ("B", "layoff.own-side"), ("D", "layoff.own-side")]
)
def test_layoff_own_side_refuses_the_other_sides_melds(owner, rule):
    keys = {"seats": 4, "hands": {"A": "TS 2C"}, "table": [f"{owner}: 7S 8S 9S"]}
    assert refusal(house("partnership", {"laying_off.on": "own-side"}, **keys), "lay off TS on 9S") == rule


def test_layoff_own_side_without_partners_is_ones_own_meld():
    keys = {"hands": {"A": "TS KC 2C 3C"}, "table": ["A: 7S 8S 9S", "B: KS KH KD"]}
    deal = house("rummy-500", {"laying_off.on": "own-side"}, **keys)
    assert (refusal(deal, "lay off TS on 9S"), refusal(deal, "lay off KC on KS")) == ("", "layoff.own-side")


def test_layoff_none_refuses_every_lay_off():
    deal = house("rummy-500", {"laying_off.on": "none"}, hands={"A": "TS 2C 3C"}, table=["A: 7S 8S 9S"])
    assert refusal(deal, "lay off TS on 9S") == "layoff.none"


def test_draw_pile_first_refuses_other_plays_while_a_card_is_owed():
    keys = {"phase": "draw", "hands": {"A": "7S 8S 4H 4D 4C 2H"}, "discards": "9S KD"}
    deal = after(house("rummy-500", {"drawing.use_order": "first"}, **keys), "take 9S")
    assert refusal(deal, "meld 4H 4D 4C") == "draw.pile.first"
    assert refusal(after(deal, "meld 7S 8S 9S"), "meld 4H 4D 4C") == ""


def test_draw_pile_first_leaves_no_bridge():
    keys = {
        "phase": "draw",
        "hands": {"A": "8S 2H", "B": "3C"},
        "discards": "9S KD",
        "table": ["B: 5S 6S 7S"],
    }
    assert refusal(lies(**keys), "take 9S") == ""
    assert (
        refusal(house("rummy-500", {"drawing.use_order": "first"}, **keys), "take 9S") == "draw.pile.useful"
    )


def test_draw_pile_meld_only_refuses_to_lay_off_the_card_taken():
    keys = {
        "phase": "draw",
        "hands": {"A": "7S 8S 2H", "B": "3C"},
        "discards": "9S KD",
        "table": ["B: 9H 9D 9C"],
    }
    deal = after(house("rummy-500", {"drawing.use_by": "meld"}, **keys), "take 9S")
    assert refusal(deal, "lay off 9S on 9H") == "draw.pile.meld-only"
    assert refusal(deal, "meld 7S 8S 9S") == ""


def test_draw_pile_useful_asks_for_a_meld_where_laying_off_does_not_count():
    keys = {
        "phase": "draw",
        "hands": {"A": "2C 2H", "B": "3C"},
        "discards": "9S KD",
        "table": ["B: 9H 9D 9C"],
    }
    assert refusal(lies(**keys), "take 9S") == ""
    assert refusal(house("rummy-500", {"drawing.use_by": "meld"}, **keys), "take 9S") == "draw.pile.useful"


def test_discard_not_back_is_allowed_where_the_table_says_so():
    keys = {"phase": "draw", "hands": {"A": "7S 2H"}, "discards": "9S KD"}
    deal = after(house("rummy-500", {"drawing.return_top": "allowed"}, **keys), "take KD")
    assert refusal(deal, "discard KD") == ""


def test_out_must_discard_refuses_to_lay_the_last_card():
    deal = lies(variant="boathouse", hands={"A": "7S 8S 9S"})
    assert refusal(deal, "meld 7S 8S 9S") == "out.must-discard"
    deal = lies(variant="boathouse", hands={"A": "TS"}, table=["B: 7S 8S 9S"])
    assert refusal(deal, "lay off TS on 9S") == "out.must-discard" and refusal(deal, "discard TS") == ""


def test_out_unplayable_refuses_a_last_discard_that_could_be_laid_off():
    deal = lies(variant="last-discard", hands={"A": "TS"}, table=["B: 7S 8S 9S"])
    assert refusal(deal, "discard TS") == "out.unplayable" and refusal(deal, "lay off TS on 9S") == ""
    assert refusal(lies(variant="last-discard", hands={"A": "JS"}, table=["B: 7S 8S 9S"]), "discard JS") == ""


def test_out_unplayable_is_about_the_last_card_alone():
    deal = lies(variant="last-discard", hands={"A": "TS 2C"}, table=["B: 7S 8S 9S"])
    assert refusal(deal, "discard TS") == ""


def test_meld_per_turn_lets_a_whole_hand_go_where_going_rummy_pays():
    options = {"scoring.going_rummy": "double"}
    hand = {"A": "7S 8S 9S 4H 4D 4C KD", "B": "2C", "C": "2H"}
    deal = after(house("basic", options, hands=hand), "meld 7S 8S 9S")
    assert refusal(deal, "meld 4H 4D 4C") == ""
    then = after(deal, "meld 4H 4D 4C", "discard KD")
    assert then.over and then.course.rummy and counts(then)[0].factor == 2
    more = after(house("basic", options, hands={**hand, "A": hand["A"] + " QD"}), "meld 7S 8S 9S")
    assert refusal(more, "meld 4H 4D 4C") == "meld.per-turn"


def test_jokers_own_group_refuses_a_joker_among_other_cards():
    deal = lies(variant="persian", seats=4, hands={"A": "7S 7H * * * 2C 3D"})
    assert refusal(deal, "meld * * *") == ""
    assert breach(deal, parse("meld 7S 7H *=7D", deal)).rule == "jokers.own-group"


def test_jokers_not_wild_refuses_another_rank():
    exposed = {"A": "2C", "B": "3D", "C": "7C"}
    deal = lies(variant="5000", exposed=exposed, dealer="C", hands={"A": "7H 8S 9S 6D 4C"})
    assert refusal(deal, "meld 8S 9S 7H=TS") == ""
    made = melder(find("5000").melding, find("5000").jokers, 6).combine(
        (Placed(card("8S"), card("8S")), Placed(card("9S"), card("9S")), Placed(card("6D"), card("TS")))
    )
    assert breach(deal, lay_down(0, made)).rule == "jokers.not-wild"


def test_calling_takes_only_the_discard_unless_older_cards_are_open():
    keys = {"hands": {"A": "7S 8S 9S 2H 4C", "B": "5C KC", "C": "5D QC"}, "discards": "TS KD"}
    deal = house("500-rum", {"calling.exposed": "yes"}, **keys)
    assert refusal(after(deal, "meld 7S 8S 9S", "discard 2H"), "B: call TS on 9S") == ""


def test_calling_own_side_refuses_a_call_on_the_other_sides_meld():
    keys = {
        "seats": 4,
        "hands": {"A": "TS 4C", "B": "5C KC", "C": "2H 5D", "D": "3H 6D"},
        "discards": "6H KD",
    }
    deal = house("partnership", {"laying_off.on": "own-side"}, **keys, table=["B: 7S 8S 9S"])
    deal = after(deal, "discard TS")
    assert refusal(deal, "D: call TS on 9S") == "" and refusal(deal, "C: call TS on 9S") == "layoff.own-side"


def test_a_joker_in_a_group_of_any_suits_stands_for_the_rank_alone():
    options = {"pack.jokers": 2, "jokers.role": "wild", "pack.second_from": 2, "melding.group_suits": "any"}
    keys = {"hands": {"A": "* 2C 3D", "B": "9S TD"}, "table": ["B: 4S 4D 4D"]}
    deal = house("500-rum", options, **keys)
    assert breach(deal, lay_off(0, Placed(card("*"), card("4S")), 0, "")).rule == "layoff.sequence.next"
    assert breach(deal, lay_off(0, Placed(card("*"), RANKED[3]), 0, "")) is None
