"""Steps: what an action makes of a deal, on hands as they lie. A is in turn at a table of three."""

from __future__ import annotations

import pytest

from rummy.cards import JOKER, cards, codes
from rummy.deal import Deal, counts, seen_by
from rummy.law import breach, legal_actions, play, to_act
from rummy.lines import parse, write
from rummy.positions import describe, position, write_meld
from rummy.rules import IllegalAction
from rummy.steps import ordered


def lies(variant: str, **keys: object) -> Deal:
    """A position in which A has drawn, unless it says otherwise."""
    return position({"variant": variant, "seats": 3, "phase": "play", "turn": "A", "stock_left": 5, **keys})


def after(deal: Deal, *lines: str) -> Deal:
    """The deal after these lines."""
    for line in lines:
        deal = play(deal, parse(line, deal))
    return deal


def refusal(deal: Deal, line: str) -> str:
    """The rule that refuses a line; empty if it is legal, and then it is listed."""
    broken = breach(deal, parse(line, deal))
    assert (broken is None) == (parse(line, deal) in legal_actions(deal))
    return broken.rule if broken else ""


def laid(deal: Deal) -> list[str]:
    """The melds as they lie."""
    return [write_meld(meld) for meld in deal.table]


def points(deal: Deal) -> list[int]:
    """What the cards on the table count for each side."""
    return [sum(item.points for item in count.table) for count in counts(deal)]


# -- the gambit: splitting the pile ----------------------------------------------------------------------

PILE = {"phase": "draw", "discards": "2C 7H KD 4S 9C", "named": "split", "dealer": "B"}


def test_gambit_split_above_takes_the_card_and_leaves_play_what_the_joker_covers():
    deal = after(lies("gambit", **PILE, hands={"A": "7S 7D *"}), "take 7H with * without KD 4S")
    assert codes(deal.discards) == "2C" and codes(deal.hands[0]) == "7S 7H 7D 9C"
    assert codes(deal.course.gone) == "KD 4S *" and deal.turn.owed is cards("7H")[0]


def test_gambit_split_above_may_cover_every_card_above():
    deal = after(lies("gambit", **PILE, hands={"A": "7S 7D *"}), "take 7H with * without KD 4S 9C")
    assert codes(deal.hands[0]) == "7S 7H 7D" and codes(deal.course.gone) == "KD 4S 9C *"


def test_gambit_split_above_must_begin_right_above_the_card():
    deal = lies("gambit", **PILE, hands={"A": "7S 7D *"})
    assert refusal(deal, "take 7H with * without 4S 9C") == "gambit.split"
    assert refusal(deal, "take 7H with * without 2C") == "gambit.split"


def test_gambit_split_below_takes_the_card_with_those_above_and_covers_those_below():
    deal = lies("gambit", **PILE, options={"gambit.split": "below"}, hands={"A": "KS KH *"})
    assert refusal(deal, "take KD with * without 4S 9C") == "gambit.split"
    deal = after(deal, "take KD with * without 2C 7H")
    assert deal.discards == () and codes(deal.hands[0]) == "4S KS KH KD 9C"
    assert codes(deal.course.gone) == "2C 7H *"


def test_gambit_split_below_leaves_what_lies_deeper():
    deal = lies("gambit", **PILE, options={"gambit.split": "below"}, hands={"A": "KS KH *"})
    assert codes(after(deal, "take KD with * without 7H").discards) == "2C"


def test_gambit_split_the_card_taken_must_be_used():
    deal = after(lies("gambit", **PILE, hands={"A": "7S 7D * 3H"}), "take 7H with * without KD 4S")
    assert refusal(deal, "discard 3H") == "draw.pile.use-at-once"
    assert refusal(after(deal, "meld 7S 7H 7D"), "discard 3H") == ""


def test_gambit_split_is_refused_where_the_card_could_not_be_used():
    deal = lies("gambit", **PILE, hands={"A": "7S 3H *"})
    assert refusal(deal, "take 7H with * without KD 4S") == "draw.pile.useful"


def test_gambit_split_uses_a_joker_of_the_hand_first_and_then_the_dealers():
    keys = {**PILE, "dealer": "A"}
    deal = after(lies("gambit", **keys, hands={"A": "7S 7D *"}), "take 7H with * without KD 4S")
    assert JOKER not in deal.hands[0] and deal.course.dealer_joker == "free"
    deal = after(lies("gambit", **keys, hands={"A": "7S 7D"}), "take 7H with * without KD 4S")
    assert deal.course.dealer_joker == "used" and codes(deal.course.gone) == "KD 4S *"


def test_gambit_split_needs_a_joker_and_the_dealers_own():
    deal = lies("gambit", **PILE, hands={"A": "7S 7D"})  # B deals
    assert refusal(deal, "take 7H with * without KD 4S") == "gambit.joker"
    blocked = lies("gambit", **{**PILE, "dealer": "A", "dealer_joker": "blocked"}, hands={"A": "7S 7D"})
    assert refusal(blocked, "take 7H with * without KD 4S") == "gambit.joker"


@pytest.mark.parametrize("named", ["wild", "double"])
def test_gambit_split_is_refused_where_something_else_was_named(named):
    deal = lies("gambit", **{**PILE, "named": named}, hands={"A": "7S 7D *"})
    assert refusal(deal, "take 7H with * without KD 4S") == "gambit.split"


# -- the gambit: doubling, and the dealer's joker --------------------------------------------------------


def test_gambit_double_counts_twice_and_seals_the_meld():
    deal = lies("gambit", named="double", dealer="B", hands={"A": "KS KH KD * 2C", "B": "KC 3D", "C": "4D"})
    deal = after(deal, "meld KS KH KD with *")
    assert laid(deal) == ["A: KS KH KD with *"] and deal.table[0].factor == 2 and codes(deal.hands[0]) == "2C"
    assert points(deal) == [60, 0, 0]
    assert codes(deal.table[0].cards) == "KS KH KD *" and after(deal, "discard 2C").over


def test_gambit_double_a_sealed_meld_takes_no_more_cards():
    deal = lies("gambit", named="double", dealer="B", table=["B: KS KH KD with *"], hands={"A": "KC 2C"})
    assert refusal(deal, "lay off KC on KS") == "gambit.sealed"


@pytest.mark.parametrize("named", ["wild", "split"])
def test_gambit_double_is_refused_where_something_else_was_named(named):
    deal = lies("gambit", named=named, dealer="B", hands={"A": "KS KH KD * 2C"})
    assert refusal(deal, "meld KS KH KD with *") == "gambit.double"


def test_gambit_only_the_dealer_has_the_joker_beside_the_pack():
    keys = {"named": "wild", "hands": {"A": "KS KH 2C"}}
    mine = after(lies("gambit", **keys, dealer="A"), "meld KS KH *=KD")
    assert mine.course.dealer_joker == "used" and codes(mine.hands[0]) == "2C"
    assert refusal(lies("gambit", **keys, dealer="B"), "meld KS KH *=KD") != ""


def test_gambit_a_joker_of_the_hand_is_used_before_the_dealers():
    deal = after(lies("gambit", named="wild", dealer="A", hands={"A": "KS KH * 2C"}), "meld KS KH *=KD")
    assert deal.course.dealer_joker == "free" and codes(deal.hands[0]) == "2C"


def test_gambit_block_covers_the_dealers_joker_for_good():
    deal = lies(
        "gambit", named="wild", dealer="B", hands={"A": "* 2C 3C", "B": "KS KH 4D", "C": "5D"}, stock="6S 7D"
    )
    deal = after(deal, "block")
    assert (
        deal.course.dealer_joker == "blocked"
        and codes(deal.course.gone) == "*"
        and codes(deal.hands[0]) == "2C 3C"
    )
    then = after(deal, "discard 2C", "draw", "discard 5D", "draw")  # counter-clockwise: C, then B
    assert then.seat == 1 and refusal(then, "meld KS KH *=KD") == "gambit.joker"


def test_gambit_block_needs_a_free_dealers_joker_and_a_joker_in_the_hand():
    for state in ("used", "blocked"):
        deal = lies("gambit", named="wild", dealer="B", dealer_joker=state, hands={"A": "* 2C"})
        assert refusal(deal, "block") == "gambit.block"
    assert refusal(lies("gambit", named="wild", dealer="B", hands={"A": "2C"}), "block") == "turn.held"
    assert (
        refusal(lies("gambit", named="wild", dealer="B", phase="draw", hands={"A": "* 2C"}), "block")
        == "turn.draw-first"
    )


def test_gambit_a_joker_left_in_the_hand_counts_what_the_table_says():
    deal = lies("gambit", named="wild", phase="over", out="B", hands={"A": "* 2C", "B": "", "C": "3C"})
    assert [c.points for c in counts(deal)] == [-2, 0, -3]
    deal = lies(
        "gambit",
        named="wild",
        phase="over",
        out="B",
        hands={"A": "* 2C", "B": "", "C": "3C"},
        options={"scoring.joker_hand": 20},
    )
    assert [c.points for c in counts(deal)] == [-22, 0, -3]


# -- exchanging jokers -----------------------------------------------------------------------------------


def test_jokers_swap_gives_the_joker_and_the_real_card_scores_for_its_giver():
    deal = lies(
        "rummy-500", options={"jokers.swap": "own-turn"}, table=["B: 7S *=8S 9S"], hands={"A": "8S 2C"}
    )
    assert points(deal) == [0, 7 + 15 + 9, 0]
    deal = after(deal, "swap 8S on 7S")
    assert codes(deal.table[0].cards) == "7S 8S 9S" and [deal.table[0].layer(at) for at in range(3)] == [
        1,
        0,
        1,
    ]
    assert codes(deal.hands[0]) == "2C *" and points(deal) == [8, 7 + 9, 0]
    assert position(describe(deal)) == deal


def test_jokers_swap_the_joker_may_be_laid_again_at_once():
    deal = lies(
        "rummy-500", options={"jokers.swap": "own-turn"}, table=["B: 7S *=8S 9S"], hands={"A": "8S KS KH 2C"}
    )
    deal = after(deal, "swap 8S on 7S", "meld KS KH *=KD", "discard 2C")
    assert deal.over and deal.course.out == 0 and points(deal) == [8 + 10 + 10 + 15, 16, 0]


def test_jokers_swap_of_another_seats_card_in_the_meld():
    deal = lies(
        "rummy-500",
        options={"jokers.swap": "own-turn"},
        table=["B: 7S 8S 9S + C: *=TS"],
        hands={"A": "TS 2C"},
    )
    assert points(after(deal, "swap TS on 7S")) == [10, 24, 0]


def test_jokers_swap_pays_for_a_card_that_must_be_used():
    options = {"jokers.swap": "own-turn"}
    deal = lies(
        "rummy-500",
        options=options,
        phase="draw",
        table=["B: 7S *=8S 9S"],
        discards="8S KD",
        hands={"A": "2C 3D"},
    )
    deal = after(deal, "take 8S", "swap 8S on 7S")
    assert deal.turn.owed is None and refusal(deal, "discard KD") == ""


def test_jokers_swap_complete_group_needs_every_missing_card():
    deal = lies("kalooki", table=["A: 7S 7H *"], hands={"A": "7D 7C 2C", "B": "3C"}, down="A")
    assert refusal(deal, "swap 7D on 7S") == "jokers.swap-whole-group"
    deal = after(deal, "swap 7D 7C on 7S")
    assert [c.code for c in deal.table[0].cards] == ["7S", "7H", "7D", "7C"] and codes(
        deal.hands[0]
    ) == "2C *"


def test_jokers_swap_complete_group_one_card_is_enough_in_a_sequence_and_a_group_of_four():
    keys = {"down": "A", "hands": {"A": "8S 7C 2C", "B": "3C"}}
    assert refusal(lies("kalooki", table=["A: 7S *=8S 9S"], **keys), "swap 8S on 7S") == ""
    assert refusal(lies("kalooki", table=["A: 7S 7H 7D *"], **keys), "swap 7C on 7S") == ""


def test_jokers_swap_gives_a_wild_card_as_itself():
    exposed = {"A": "2C", "B": "3D", "C": "7C"}
    keys = {"exposed": exposed, "dealer": "C", "table": ["B: 8S 7H=9S TS"], "hands": {"A": "9S 4C"}}
    deal = after(lies("5000", options={"jokers.swap": "own-turn"}, **keys), "swap 9S on 8S")
    assert codes(deal.hands[0]) == "7H 4C" and points(deal)[0] == 5


def test_jokers_swap_begins_the_bound_anew():
    deal = lies(
        "rummy-500",
        options={"jokers.swap": "own-turn"},
        table=["B: 7S *=8S 9S"],
        hands={"A": "8S 2C 3C"},
        stock_left=0,
        dry=True,
        idle=5,
    )
    assert after(deal, "swap 8S on 7S", "discard 2C").course.idle == 0


# -- knocking --------------------------------------------------------------------------------------------


def test_out_knock_ends_the_deal_and_only_unmatched_cards_count():
    deal = lies("knock", hands={"A": "7S 8S 9S 2H KD", "B": "KS KH KC 9D", "C": "TH JC"})
    deal = after(deal, "knock KD")
    assert deal.over and deal.course.out == 0 and codes(deal.discards[-1:]) == "KD"
    assert [c.points for c in counts(deal)] == [7 + 18, 0, 0]  # 2 against 9 and 20
    assert [codes(i.card for i in c.hand) for c in counts(deal)] == ["2H", "9D", "TH JC"]


def test_out_knock_without_unmatched_cards_brings_twenty_five_from_each():
    deal = after(lies("knock", hands={"A": "7S 8S 9S KD", "B": "KS", "C": "2H"}), "knock KD")
    assert [c.points for c in counts(deal)] == [10 + 2 + 50, 0, 0]


def test_out_knock_a_knocker_who_is_not_lowest_pays_ten_more():
    deal = after(lies("knock", hands={"A": "9S 4D KD", "B": "2S", "C": "KH"}), "knock KD")
    assert [c.points for c in counts(deal)] == [0, 11 + 8 + 10, 0]


def test_out_knock_equal_counts_go_to_the_other():
    deal = after(lies("knock", hands={"A": "2D KD", "B": "2S", "C": "KH"}), "knock KD")
    assert [c.points for c in counts(deal)] == [0, 8, 0]


def test_out_knock_nothing_is_laid_down_in_knock_rummy():
    deal = lies("knock", hands={"A": "7S 8S 9S KD"})
    assert refusal(deal, "meld 7S 8S 9S") == "meld.none" and refusal(deal, "discard KD") == ""


def test_out_knock_comes_after_the_draw():
    assert refusal(lies("knock", phase="draw", hands={"A": "7S KD"}), "knock KD") == "turn.draw-first"
    assert refusal(lies("basic", hands={"A": "7S KD"}), "knock KD") == "out.knock"


# -- floating --------------------------------------------------------------------------------------------

FLOAT = {"hands": {"A": "7S 8S 9S", "B": "2H 3H", "C": "4D 5C"}, "stock": "KD QD JD", "discards": "6C"}


def test_out_floating_an_empty_hand_plays_on():
    deal = after(lies("floating", **FLOAT), "meld 7S 8S 9S")
    assert (deal.over, deal.seat, deal.phase, deal.hands[0]) == (False, 1, "draw", ())
    deal = after(deal, "draw", "discard KD", "draw", "discard QD")
    assert deal.seat == 0 and refusal(deal, "draw") == ""


def test_out_floating_goes_out_with_a_discard_of_the_card_drawn():
    deal = after(
        lies("floating", **FLOAT), "meld 7S 8S 9S", "draw", "discard KD", "draw", "discard QD", "draw"
    )
    assert refusal(deal, "discard JD") == ""
    deal = after(deal, "discard JD")
    assert deal.over and deal.course.out == 0


def test_out_floating_draw_is_refused_from_the_pile_where_only_the_stock_is_open():
    keys = {
        "phase": "draw",
        "hands": {"A": "", "B": "2H", "C": "4D"},
        "table": ["A: 7S 8S 9S"],
        "discards": "TS KD",
    }
    deal = lies("floating", options={"ending.floating": "stock-only"}, **keys)
    assert refusal(deal, "take KD") == refusal(deal, "take TS") == "out.floating-draw"
    assert refusal(deal, "draw") == ""


def test_out_floating_draw_from_the_pile_leaves_a_card_to_go_out_with():
    keys = {"phase": "draw", "hands": {"A": "", "B": "2H", "C": "4D"}, "table": ["A: 7S 8S 9S"]}
    deal = lies("floating", **keys, discards="TS KD")
    assert refusal(deal, "take TS") == "" and refusal(deal, "take KD") == "out.floating-draw"
    deal = after(deal, "take TS", "lay off TS on 9S", "discard KD")
    assert deal.over and deal.course.out == 0


def test_out_floating_a_lay_off_of_the_last_card_floats_too():
    deal = lies("floating", hands={"A": "TS", "B": "2H", "C": "4D"}, table=["A: 7S 8S 9S"])
    deal = after(deal, "lay off TS on 9S")
    assert not deal.over and deal.seat == 1


# -- the last chance -------------------------------------------------------------------------------------

LAST = {
    "seats": 4,
    "stock": "2D 3D",
    "hands": {"A": "KD", "B": "TS 4C", "C": "6S JS 5H", "D": "2H"},
    "table": ["A: 7S 8S 9S"],
}


def test_out_last_chance_goes_round_once_in_the_order_of_play():
    deal = after(lies("add-hands", **LAST), "discard KD")
    assert (deal.over, deal.phase, to_act(deal)) == (False, "last", (1,))
    deal = after(deal, "B: lay off TS on 9S", "B: pass")
    assert to_act(deal) == (2,)
    deal = after(deal, "C: lay off JS on TS", "C: lay off 6S on 7S", "C: pass")
    assert to_act(deal) == (3,) and not deal.over
    deal = after(deal, "D: pass")
    assert deal.over and deal.course.out == 0 and points(deal) == [24, 10, 16, 0]


def test_out_last_chance_goes_the_other_way_with_the_rotation():
    deal = lies("add-hands", **LAST, options={"dealing.rotation": "counter-clockwise"})
    deal = after(deal, "discard KD")
    order = []
    while not deal.over:
        order += to_act(deal)
        deal = after(deal, f"{'ABCD'[deal.seat]}: pass")
    assert order == [3, 2, 1]


def test_out_last_chance_allows_lay_offs_alone():
    deal = after(lies("add-hands", **{**LAST, "hands": {**LAST["hands"], "B": "TS KS KH KC"}}), "discard KD")
    lines = ["draw", "take KD", "meld KS KH KC", "discard KS"]
    assert {refusal(deal, f"B: {line}") for line in lines} == {"out.last-chance"}
    assert refusal(deal, "C: lay off 6S on 7S") == "turn.yours"
    assert sorted(write(a, deal) for a in legal_actions(deal)) == ["lay off TS on 9S", "pass"]


def test_out_last_chance_a_hand_laid_off_whole_does_not_go_out_as_well():
    deal = after(
        lies("add-hands", **{**LAST, "hands": {"A": "KD", "B": "TS", "C": "2C", "D": "2H"}}), "discard KD"
    )
    deal = after(deal, "lay off TS on 9S", "B: pass", "C: pass", "D: pass")
    assert deal.over and deal.course.out == 0 and deal.hands[1] == ()


def test_out_without_a_last_chance_the_deal_is_over_at_once():
    assert after(lies("500-rum", **LAST), "discard KD").over


# -- the stock is shuffled anew --------------------------------------------------------------------------

DRY = {
    "phase": "draw",
    "stock_left": 0,
    "hands": {"A": "7S 2H", "B": "3C", "C": "4C"},
    "discards": "9S JC KD",
}


def test_stock_shuffle_takes_the_whole_pile_and_draws_its_top_card():
    deal = after(lies("basic-house", **DRY), "draw")
    assert (deal.phase, deal.seat, to_act(deal)) == ("shuffle", 0, (0,)) and codes(
        deal.discards
    ) == "9S JC KD"
    deal = after(deal, "shuffle KD 9S JC")
    assert (deal.phase, codes(deal.stock), deal.discards) == ("play", "9S JC", ())
    assert codes(deal.hands[0]) == "7S 2H KD" and deal.course.recycled == 1


def test_stock_shuffle_keep_top_leaves_the_top_card():
    deal = after(lies("romme", **DRY), "draw", "shuffle JC 9S")
    assert (codes(deal.stock), codes(deal.discards), codes(deal.hands[0])) == ("9S", "KD", "7S 2H JC")


def test_stock_shuffle_keep_top_needs_a_card_below_it():
    deal = lies("romme", **{**DRY, "discards": "KD"})
    assert refusal(deal, "draw") == "stock.reuse" and refusal(deal, "pass") == ""


@pytest.mark.parametrize(
    ("variant", "line"),
    [
        ("basic-house", "shuffle 9S JC"),
        ("basic-house", "shuffle 9S JC KH"),
        ("basic-house", "shuffle 9S JC KD KD"),
        ("romme", "shuffle 9S JC KD"),
        ("romme", "shuffle JC"),
    ],
)
def test_stock_shuffle_refuses_other_cards(variant, line):
    deal = after(lies(variant, **DRY), "draw")
    assert breach(deal, parse(line, deal)).rule == "stock.shuffle"


def test_stock_shuffle_is_awaited_before_anything_else():
    deal = after(lies("basic-house", **DRY), "draw")
    assert {refusal(deal, line) for line in ("draw", "take KD", "discard 7S", "pass")} == {"stock.shuffle"}
    drawn = lies("basic-house", hands={"A": "7S"}, discards="KD")
    assert breach(drawn, parse("shuffle KD", drawn)).rule == "stock.shuffle"


def test_stock_flip_turns_the_pile_over_without_a_shuffle():
    deal = after(lies("basic", **DRY), "draw")
    assert (deal.phase, codes(deal.stock), codes(deal.hands[0])) == ("play", "JC KD", "7S 9S 2H")


def test_stock_shuffle_hides_what_was_drawn_from_it():
    deal = after(lies("basic-house", **DRY, known={"A": "7S"}), "draw", "shuffle KD 9S JC")
    assert codes(seen_by(deal, 1).hands[0]) == "7S ?? ??" and codes(seen_by(deal, 1).stock) == "?? ??"


def test_stock_shuffle_in_an_order_nobody_knows_leaves_face_down_cards():
    deal = after(lies("basic-house", **DRY), "draw", "shuffle")
    assert codes(deal.stock) == "?? ??" and codes(deal.hands[0]) == "7S 2H ??"


def test_stock_shuffle_is_supplied_by_the_table_with_a_seed():
    deal = after(lies("romme", **DRY), "draw")
    order = ordered(deal, legal_actions(deal)[0], 7)
    assert sorted(order.order) == sorted(cards("9S JC")) and order == ordered(deal, legal_actions(deal)[0], 7)
    assert breach(deal, order) is None


# -- laying the whole hand at once -----------------------------------------------------------------------


def test_meld_all_at_once_lays_nothing_until_the_whole_hand_goes():
    keys = {"deal_no": 4, "hands": {"A": "7S 8S 9S KD KH 2C", "B": "3C", "C": "4C"}}
    assert refusal(lies("wrotham", **keys), "meld 7S 8S 9S") == "meld.all-at-once"
    assert refusal(lies("wrotham", **{**keys, "deal_no": 3}), "meld 7S 8S 9S") == ""


def test_meld_all_at_once_goes_out_with_everything_in_one_turn():
    keys = {"deal_no": 4, "hands": {"A": "7S 8S 9S KD KH KC 2C", "B": "3C", "C": "4C"}}
    deal = after(lies("wrotham", **keys), "meld 7S 8S 9S")
    assert refusal(deal, "discard 2C") == "meld.all-at-once"
    deal = after(deal, "meld KH KD KC", "discard 2C")
    assert deal.over and deal.course.out == 0 and deal.course.rummy


def test_a_refused_step_changes_nothing():
    deal = lies("knock", hands={"A": "7S KD"})
    with pytest.raises(IllegalAction):
        after(deal, "knock KS")
    assert deal == lies("knock", hands={"A": "7S KD"})
