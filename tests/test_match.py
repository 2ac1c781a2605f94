"""A match: totals, the next dealer, the target, ties."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from rummy.actions import Start
from rummy.cards import cards, shuffled
from rummy.deal import Deal, cut_dealer, seen_by
from rummy.law import play, to_act
from rummy.match import Match, after, before_deal, cut, new_match, next_dealer, winners, with_seats
from rummy.players import greedy_player
from rummy.positions import position
from rummy.steps import new_deal, ordered
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
    seats = find(name).seats()[-1]
    for seed in range(60):
        drawn, dealer = cut(find(name), seats, seed)
        assert cut_dealer(find(name), drawn) == (dealer,) and len(set(drawn)) == len(drawn)
        assert cut(find(name), len(drawn), seed) == (drawn, dealer)


def test_a_match_refuses_a_number_of_players_that_its_variant_does():
    with pytest.raises(Unreadable):
        new_match(find("basic"), 7)


# -- how a match ends ------------------------------------------------------------------------------------


def played(text: str, *totals: tuple[int, ...], seats: int | None = None, out: int | None = None) -> Match:
    """A match in which each deal brought every side these points."""
    start = new_match(find(text), seats or len(totals[0]))
    sums = tuple(map(sum, zip(*totals, strict=True)))
    return start._replace(scores=totals, totals=sums, out=out)


@pytest.mark.parametrize(
    ("text", "deals", "won"),
    [
        # a number of deals
        ("wrotham", ((30, 9),) * 5, ()),
        ("wrotham", ((30, 9),) * 6, (0,)),
        ("basic + match.target=none + match.deals=2", ((5, 9), (3, 0)), (1,)),
        ("basic + match.target=none + match.deals=2", ((900, 9),), ()),
        # both a target and a number of deals: whichever comes first
        ("rummy-500 + match.deals=3", ((600, 9),), (0,)),
        ("rummy-500 + match.deals=3", ((100, 9), (50, 20), (0, 0)), (0,)),
        ("rummy-500 + match.deals=3", ((100, 9), (50, 20)), ()),
        # the lowest total wins
        ("basic-penalty", ((99, 40), (0, 7)), ()),
        ("basic-penalty", ((99, 40), (1, 7)), (1,)),
        ("basic-penalty", ((99, 40, 12), (1, 7, 8)), (2,)),
        ("basic-penalty", ((99, 40, 12), (1, 0, 28)), (1, 2)),
        # ties
        ("rummy-500", ((510, 510),), ()),
        ("rummy-500 + match.tie=shared", ((510, 510, 3),), (0, 1)),
        ("rummy-500 + match.deals=2 + match.target=none", ((40, 40), (1, 1)), ()),
        ("rummy-500 + match.deals=2 + match.target=none", ((40, 40), (1, 1), (0, 2)), (1,)),
        ("rummy-500 + match.tie=playoff", ((510, 510, 3),), ()),
    ],
)
def test_match_end_target_deals_lowest_and_ties(text, deals, won):
    match = played(text, *deals)
    assert winners(match) == won and match.over == bool(won)


@pytest.mark.parametrize(("out", "won"), [(0, (0,)), (1, (1,)), (2, (0, 1)), (None, (0, 1))])
def test_match_tie_went_out_gives_it_to_the_tied_player_that_went_out_last(out, won):
    assert winners(played("rummy-500 + match.tie=went-out", (510, 510, 3), out=out)) == won


def test_match_tie_went_out_is_about_the_last_deal():
    match = played("500-rum + match.tie=went-out + match.target=15", (0, 20), out=1)
    after_it = after(match, over("|", "A", ("A: 4S 5S 6S",), variant="500-rum", options=TIE_OUT))
    assert after_it.totals == (15, 20) and winners(after_it) == (1,)
    after_it = after(
        match._replace(totals=(5, 20)), over("|", "A", ("A: 4S 5S 6S",), variant="500-rum", options=TIE_OUT)
    )
    assert after_it.totals == (20, 20) and winners(after_it) == (0,)


TIE_OUT = {"match.tie": "went-out", "match.target": 15}


def test_match_deal_after_the_last_is_no_longer_counted_where_they_share():
    match = new_match(find("basic + match.target=13"), 3)
    match = after(match, over("6S|6H|9D KS", variant="basic", options={"match.target": 13}))
    assert winners(match) == () and match.totals == (Fraction(13, 2), Fraction(13, 2), 0)
    match = after(match, over("6S|6H|9D KS", variant="basic", options={"match.target": 13}))
    assert winners(match) == (0, 1) and match.totals == (13, 13, 0)


# -- the bonus -------------------------------------------------------------------------------------------

SHORT = {"match.deals": 1, "match.target": "none", "match.tie": "shared", "match.bonus": 50}


def test_match_bonus_goes_to_the_winner_at_the_end():
    match = after(new_match(find("persian + match.deals=1"), 4), persian("|KS||2H", "A"))
    assert match.totals == (25 + 50, -12) and match.scores == ((25, -12),) and winners(match) == (0,)


def test_match_bonus_waits_for_the_last_deal():
    match = after(new_match(find("persian"), 4), persian("|KS||2H", "A"))
    assert match.totals == (25, -12) and not match.over
    match = after(match, persian("|KS||2H", "A"))
    assert match.totals == (50 + 50, -24) and winners(match) == (0,)


def test_match_bonus_is_not_given_on_a_tie():
    match = after(
        new_match(find("rummy-500").changed(SHORT), 2), over("KD|QD", variant="rummy-500", options=SHORT)
    )
    assert match.totals == (-10, -10) and winners(match) == (0, 1)


def test_match_bonus_is_taken_off_where_the_lowest_wins():
    options = {**SHORT, "match.deals": 1}
    match = new_match(find("basic-penalty").changed(options), 2)
    match = after(match, over("|KD", "A", variant="basic-penalty", options=options))
    assert match.totals == (-50, 10) and winners(match) == (0,)


def test_match_bonus_can_lift_nobody_past_the_target():
    match = played("rummy-500 + match.bonus=50 + match.target=500", (460, 3))
    assert winners(match) == () and match.totals == (460, 3)


# -- the play-off ----------------------------------------------------------------------------------------

PLAYOFF = "rummy-500 + match.tie=playoff + match.deals=1 + match.target=none"
OFF = {"match.tie": "playoff", "match.deals": 1, "match.target": "none"}


def test_match_playoff_deals_only_the_tied_seats_in():
    match = after(
        new_match(find(PLAYOFF), 4), over("KD|2C|KS|2D", variant="rummy-500", options=OFF, dealer="A")
    )
    assert winners(match) == () and match.playing == (1, 3) and match.totals == (-10, -2, -10, -2)
    assert before_deal(match).game.playing == (1, 3) and before_deal(match).dealer == match.dealer == 1


def test_match_playoff_dealer_is_the_next_that_plays():
    match = after(
        new_match(find(PLAYOFF), 4), over("KD|2C|KS|2D", variant="rummy-500", options=OFF, dealer="B")
    )
    assert match.dealer == 3
    match = after(match, off("5C||", "2H", "B"))
    assert match.dealer == 1  # the next that plays, not C


def off(hands: str, last: str, out: str) -> Deal:
    """A play-off between B and D that is over: D held the last hand."""
    a, _, c = hands.partition("||")
    held = {"B": a, "D": last} | ({"A": c} if c else {})
    held[out] = ""
    keys = {"variant": "rummy-500", "options": OFF, "seats": 4, "playing": "B D", "dealer": "D"}
    return position({**keys, "phase": "over", "out": out, "hands": held, "table": ["B: 7S 8S 9S"]})


def test_match_playoff_others_count_nothing_and_the_better_of_the_tied_wins():
    match = new_match(find(PLAYOFF), 4)._replace(
        scores=((-10, -2, 90, -2),), totals=(-10, -2, -10, -2), playing=(1, 3)
    )
    then = after(match, off("||", "2H", "B"))
    assert then.scores[-1] == (0, 24, 0, -2) and then.totals == (-10, 22, -10, -4) and winners(then) == (1,)


def test_match_playoff_is_won_by_a_tied_seat_even_if_another_has_more_by_then():
    match = new_match(find(PLAYOFF), 4)._replace(
        scores=((0, 0, 0, 0),), totals=(99, 5, 99, 5), playing=(1, 3)
    )
    assert winners(after(match, off("||", "2H", "B"))) == (1,)


def test_match_playoff_goes_on_while_they_are_tied():
    match = new_match(find(PLAYOFF), 4)._replace(
        scores=((0, 0, 0, 0),), totals=(-9, 0, -9, 26), playing=(1, 3)
    )
    then = after(match, off("||", "2H", "B"))
    assert then.totals == (-9, 24, -9, 24) and winners(then) == () and then.playing == (1, 3)


def test_match_playoff_counts_only_the_hands_of_those_who_play():
    options = {**OFF, "scoring.method": "winner-takes-hands"}
    keys = {"variant": "rummy-500", "options": options, "seats": 3, "playing": "A C", "dealer": "C"}
    deal = position({**keys, "phase": "over", "out": "A", "hands": {"A": "", "B": "", "C": "KS"}})
    match = new_match(find("rummy-500").changed(options), 3)._replace(
        scores=((0, 0, 0),), totals=(7, 0, 7), playing=(0, 2)
    )
    assert after(match, deal).totals == (17, 0, 7)


# -- sides -----------------------------------------------------------------------------------------------


def persian(hands: str, out: str = "none", table: tuple[str, ...] = (), **keys: object) -> Deal:
    """A deal of Persian Rummy that is over."""
    return over(hands, out, table, variant="persian", **keys)


def test_match_sides_partners_score_together():
    match = new_match(find("partnership"), 4)
    assert match.sides == ((0, 2), (1, 3)) and match.totals == (0, 0)
    table = ("A: 7S 8S 9S + C: TS", "B: KS KH KD + C: KC")
    match = after(match, over("2H|3H|4H|", "D", table, variant="partnership"))
    assert match.totals == (24 + 10 + 10 - 2 - 4, 30 - 3)


def test_match_sides_win_together():
    match = new_match(find("partnership"), 4)._replace(totals=(510, 480))
    assert winners(match) == (0,) and with_seats(match, winners(match)) == (0, 2)


def test_match_sides_of_six_are_two_of_three():
    assert new_match(find("partnership + players.seats=6"), 6).sides == ((0, 2, 4), (1, 3, 5))


def test_match_without_sides_everybody_is_one():
    assert new_match(find("rummy-500"), 3).sides == ((0,), (1,), (2,))


# -- who deals next --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "out", "dealer", "options", "next_one"),
    [
        ("KD|2C||5C", "C", "A", {}, 2),
        ("KD|2C|QS|5C", "none", "A", {}, 1),
        ("2D|KD|2C|KS", "none", "A", {}, 2),  # A and C have lost least: C comes first after A
        ("2D|KD|2C|KS", "none", "C", {}, 0),
        ("2D|KD|2C|KS", "none", "B", {"dealing.rotation": "counter-clockwise"}, 0),
        ("2D|KD|2C|KS", "none", "B", {}, 2),
    ],
)
def test_deal_next_dealer_top_score(hands, out, dealer, options, next_one):
    options = {"dealing.next_dealer": "top-score", **options}
    assert next_dealer(over(hands, out, variant="rummy-500", dealer=dealer, options=options)) == next_one


def test_deal_next_dealer_top_score_is_the_lowest_where_penalties_count():
    options = {"dealing.next_dealer": "top-score"}
    assert next_dealer(over("KD||2C", "B", variant="basic-penalty", dealer="A", options=options)) == 1


def test_deal_next_dealer_top_score_of_a_side_is_its_player_next_after_the_dealer():
    options = {"dealing.next_dealer": "top-score"}
    keys = {"variant": "partnership", "options": options}
    assert next_dealer(over("2D|KD|2C|KS", dealer="A", **keys)) == 2
    assert next_dealer(over("2D|KD|2C|KS", dealer="B", **keys)) == 2
    assert next_dealer(over("2D|KD|2C|KS", dealer="C", **keys)) == 0
    assert next_dealer(over("KD|2D|KS|2C", dealer="C", **keys)) == 3


# -- a whole match ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", variants())
def test_a_match_of_greedy_players_ends_and_its_totals_are_the_sum_of_its_deals(name):
    variant = find(name)
    match, chance = new_match(variant, variant.seats()[0]), Random(name)
    while not match.over:
        assert before_deal(match).course.number == match.number == len(match.scores) + 1 < 200
        deal = before_deal(match)
        deal = play(deal, Start(deal.dealer, shuffled(deal.game.cards, f"{name}{match.number}")))
        while not deal.over:
            seat = to_act(deal)[0]
            action = greedy_player(seen_by(deal, seat), seat, chance).action
            deal = play(deal, ordered(deal, action, match.number))
        match = after(match, deal)
    won, rules = winners(match), variant.match
    sums = [sum(points) for points in zip(*match.scores, strict=True)]
    bonus = [rules.bonus * (len(won) == 1 and side in won) for side in range(len(sums))]
    assert [*match.totals] == [a + b for a, b in zip(sums, bonus, strict=True)]
    ahead = min(sums) if rules.wins == "lowest" else max(sums)
    assert [side for side, total in enumerate(sums) if total == ahead] == [*won]
    assert rules.target == "none" or max(sums) >= rules.target
    assert rules.deals == "none" or len(match.scores) == rules.deals or rules.tie != "shared"
