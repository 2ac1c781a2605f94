"""A match: totals, the next dealer, the target, ties."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rummy.cards import cards
from rummy.deal import Deal
from rummy.match import after, cut, cut_dealer, new_match, next_dealer, winners
from rummy.positions import position
from rummy.steps import new_deal
from rummy.variants import find, variants
from rummy.words import Unreadable


def over(hands: str, out: str = "none", table: tuple[str, ...] = (), **keys: object) -> Deal:
    """A deal that has ended with these hands, separated by bars."""
    held = {"ABCDEFGH"[i]: hand for i, hand in enumerate(hands.split("|"))}
    return position(
        {"seats": len(held), "phase": "over", "out": out, "hands": held, "table": list(table), **keys}
    )


def test_totals_are_the_sum_of_the_deals():
    match = after(new_match(find("basic"), 2), over("|KD QD", "A", variant="basic"))
    match = after(match, over("2C|", "B", variant="basic"))
    assert match.totals == (20, 2) and match.scores == ((20, 0), (0, 2))


def test_totals_may_be_negative():
    assert after(new_match(find("500-rum"), 2), over("KD|", "B", variant="500-rum")).totals == (-10, 0)


def test_shared_winnings_stay_exact():
    match = after(new_match(find("basic"), 3), over("6S|6H|9D KS", variant="basic"))
    assert match.totals == (Fraction(13, 2), Fraction(13, 2), 0)


def test_a_deal_that_is_not_over_does_not_count():
    with pytest.raises(Unreadable):
        after(new_match(find("basic"), 2), new_deal(find("basic")))


@pytest.mark.parametrize(("dealer", "next_one"), [("A", 1), ("C", 0)])
def test_deal_next_dealer_is_the_next_seat(dealer, next_one):
    assert next_dealer(over("||KD", "B", variant="rummy-500", dealer=dealer)) == next_one


def test_deal_next_dealer_in_500_rum_is_whoever_went_out():
    assert next_dealer(over("KD||2C", "B", variant="500-rum", dealer="B")) == 1


def test_deal_next_dealer_in_500_rum_is_the_best_score_if_nobody_went_out():
    assert next_dealer(over("KD|2C|3C", variant="500-rum", dealer="B")) == 1


def test_deal_next_dealer_of_equal_scores_is_the_first_after_the_dealer():
    assert next_dealer(over("KD|2C|2D", variant="500-rum", dealer="B")) == 2


def test_deal_next_dealer_goes_the_other_way_with_the_rotation():
    assert (
        next_dealer(
            over(
                "KD||2C", "B", variant="basic", dealer="A", options={"dealing.rotation": "counter-clockwise"}
            )
        )
        == 2
    )


@pytest.mark.parametrize(
    ("name", "totals", "won"),
    [
        ("rummy-500", (499, 480, -30), ()),
        ("rummy-500", (500, 480, -30), (0,)),
        ("rummy-500", (512, 530, 480), (1,)),
        ("rummy-500", (512, 512, 480), ()),
        ("rummy-500", (512, 512, 513), (2,)),
        ("basic", (99, 12, 0), ()),
        ("basic", (112, 112, 0), (0, 1)),
        ("basic", (Fraction(225, 2), 112, 0), (0,)),
    ],
)
def test_match_target_winner_and_tie(name, totals, won):
    match = new_match(find(name), 3)._replace(totals=totals)
    assert winners(match) == won and match.over == bool(won)


@pytest.mark.parametrize(
    ("name", "drawn", "first"),
    [
        ("500-rum", "5S AH KD", (1,)),
        ("rummy-500", "5S AH KD", (1,)),
        ("500-rum", "5S 5H KD", (0, 1)),
        ("rummy-500", "5S KH KD", (1, 2)),
    ],
)
def test_setup_first_dealer_is_the_lowest_or_the_highest_card(name, drawn, first):
    assert cut_dealer(find(name), cards(drawn)) == first


@pytest.mark.parametrize("name", variants())
def test_the_cut_is_drawn_until_one_seat_has_it_and_always_alike(name):
    for seed in range(60):
        drawn, dealer = cut(find(name), 6 if name == "basic" else 8, seed)
        assert cut_dealer(find(name), drawn) == (dealer,) and len(set(drawn)) == len(drawn)
        assert cut(find(name), len(drawn), seed) == (drawn, dealer)


def test_a_match_refuses_a_number_of_players_that_its_variant_does():
    with pytest.raises(Unreadable):
        new_match(find("basic"), 7)
