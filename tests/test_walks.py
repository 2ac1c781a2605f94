"""What holds at every moment of any play: random walks through deals of every variant and number of seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy.actions import (
    Block,
    Call,
    Discard,
    Draw,
    Knock,
    LayDown,
    LayOff,
    Pass,
    Shuffle,
    Split,
    Start,
    Swap,
    Take,
    take,
)
from rummy.cards import DECK, JOKER, cards, copies, unpack
from rummy.deal import OVER, Deal, Window, counts, seen_by
from rummy.law import breach, legal_actions, play, to_act
from rummy.lines import parse, write
from rummy.positions import describe, position
from rummy.steps import new_deal
from rummy.variants import EXPOSED, Variant, find, variants

from . import walks
from .walks import any_of, attempts, end, moments, walk

FULLY = ("rummy-500", "500-rum", "basic")
"""The variants that are walked at every number of seats; the others at one each."""
TABLES = [
    (v, n)
    for i, v in enumerate(variants().values())
    for n in (v.seats() if v.id in FULLY else [v.seats()[i % len(v.seats())]])
]


def bounded(examples: int):
    """A property with so many cases, the same ones in every run."""
    return settings(max_examples=examples, deadline=None, derandomize=True, database=None)


def walked(examples: int):
    """A property of random play: it gets a variant, a number of seats and a source of chance."""
    every = pytest.mark.parametrize("table", TABLES, ids=[f"{v.id} for {n}" for v, n in TABLES])
    chance = st.integers(0, 2**32).map(Random)
    return lambda test: every(bounded(examples)(given(chance=chance)(test)))


# -- properties ------------------------------------------------------------------------------------------


@walked(10)
def test_every_card_is_in_exactly_one_place(table, chance):
    for deal in (*moments(table, chance, 20), end(table, chance)):
        walks.no_card_is_lost(deal)


@walked(25)
def test_somebody_can_always_act_and_every_deal_ends(table, chance):
    for deal, _ in walk(table, chance):
        assert to_act(deal)
        assert all(legal_actions(deal, seat) for seat in to_act(deal))


@walked(10)
def test_a_seat_that_is_not_to_act_has_no_legal_action(table, chance):
    for deal, _ in walk(table, chance):
        walks.somebody_can_act(deal)


@walked(10)
def test_every_listed_action_is_legal_and_none_is_listed_twice(table, chance):
    for deal, _ in walk(table, chance):
        walks.listed_is_legal(deal)


@walked(2)
def test_every_attempt_that_breaks_no_rule_is_listed_and_all_others_are_refused_in_a_sentence(table, chance):
    for deal in moments(table, chance, 3):
        walks.legal_is_listed(deal, chance)


@walked(10)
def test_replay_equals_play(table, chance):
    course = list(walk(table, chance, number=1))
    walks.replays(table, course, play(*course[-1]))


@walked(10)
def test_every_legal_action_is_read_back_from_its_line(table, chance):
    for deal in moments(table, chance, 12):
        for action in legal_actions(deal):
            assert parse(write(action, deal), deal) == action
            assert parse(write(action, deal).upper().replace(" ", "  "), deal) == action


@walked(10)
def test_a_described_deal_is_the_same_deal(table, chance):
    for deal in (*moments(table, chance, 15), end(table, chance)):
        walks.described_is_the_same(deal)


@walked(4)
def test_what_a_seat_sees_of_a_deal_is_described_too(table, chance):
    for deal in moments(table, chance, 15):
        seen = seen_by(deal, chance.randrange(deal.game.seats))
        assert position(describe(seen)) == seen


HOUSE_RULES = """
    rummy-500 + melding.per_turn=1
    rummy-500 + jokers.per_meld=1 + melding.sequence_min=4
    rummy-500 + melding.aces=high + pack.jokers=4 + pack.second_from=2
    rummy-500 + dealing.rotation=counter-clockwise + calling.rummy=take-only + calling.priority=first
    500-rum + calling.rummy=take-portion + calling.priority=nearest + calling.exposed=yes + melding.per_turn=1
    500-rum + ending.stock_out=flip + dealing.opening=upcard + melding.aces=low
    basic + drawing.pile=any + drawing.top_card=use
    basic + pack.second_from=2 + drawing.pile=any + calling.rummy=take-only
    basic + ending.stock_out=end + drawing.return_top=allowed
    basic + ending.recycle_limit=none
""".strip().splitlines()


@pytest.mark.parametrize("mix", HOUSE_RULES, ids=str.strip)
def test_house_rules_keep_these_promises(mix):
    chance = Random(mix)
    for _ in range(4):
        for deal, _ in walk((find(mix), 3), chance):
            assert all(legal_actions(deal, seat) for seat in to_act(deal))
    for deal in moments((find(mix), 3), chance, 3):
        listed = set(legal_actions(deal))
        assert [a for a in attempts(deal, chance) if (breach(deal, a) is None) != (a in listed)] == []


# -- what a seat sees ------------------------------------------------------------------------------------


@walked(5)
def test_a_seat_sees_what_it_may_and_nothing_else_in_the_value_hides_a_card(table, chance):
    for deal in moments(table, chance, 12):
        walks.nothing_leaks(deal, chance)


@walked(15)
def test_a_seat_can_tell_its_legal_actions_from_what_it_sees(table, chance):
    for deal, _ in walk(table, chance):
        for seat in to_act(deal):
            assert legal_actions(seen_by(deal, seat), seat) == legal_actions(deal, seat)


@walked(6)
def test_publicly_known_cards_are_held_and_stay_known_until_they_are_laid(table, chance):
    for deal, action in walk(table, chance):
        then = play(deal, action)
        for seat in range(deal.game.seats):
            gone: Counter[object] = Counter()
            if action.seat == seat and isinstance(action, LayDown | LayOff | Swap | Block | Discard | Knock):
                gone = Counter(unpack(action.need))
            elif action.seat == seat and isinstance(action, Split):
                gone = Counter([JOKER])
            public = Counter(unpack(then.course.known[seat]))
            assert Counter(unpack(deal.course.known[seat])) - gone <= public <= Counter(then.hands[seat])


# -- scores ----------------------------------------------------------------------------------------------


@walked(15)
def test_scores_are_what_an_independent_scorer_makes_of_the_end(table, chance):
    walks.points_add_up(end(table, chance))


@walked(15)
def test_a_count_is_the_sum_of_its_terms(table, chance):
    deal = end(table, chance)
    penalty = deal.variant.scoring.method == "penalty"
    for count in counts(deal):
        held = Counter(c for seat in count.seats for c in deal.hands[seat])
        left = Counter(i.card for i in count.hand)
        assert left <= held if deal.variant.ending.knock == "on" else left == held
        hand = sum(i.points for i in count.hand) if count.deducts else 0
        terms = sum(i.points for i in count.table) + (-hand if penalty else hand) + count.won
        assert count.points == Fraction(terms * count.factor, count.share) + count.bonus


# -- order of play ---------------------------------------------------------------------------------------


@walked(15)
def test_a_deal_ends_with_an_empty_hand_or_with_nobody_out(table, chance):
    deal = end(table, chance)
    walks.ends_rightly(deal)
    empty = [seat for seat, hand in enumerate(deal.hands) if not hand]
    alone = deal.variant.ending.floating == "off" and deal.variant.laying_off.after_out == "no"
    if alone and deal.variant.ending.knock == "off":
        assert empty == ([] if deal.course.out is None else [deal.course.out])
    assert deal.phase == OVER


@walked(15)
def test_rummy_may_be_called_exactly_when_there_is_something_to_call(table, chance):
    for deal, action in walk(table, chance):
        if isinstance(action, Discard) and not (then := play(deal, action)).over and then.game.calls != "off":
            others = ((1 << deal.game.seats) - 1) ^ 1 << action.seat
            asked = then._replace(phase="call", window=Window(action.seat, others))
            assert (then.phase == "call") == any(isinstance(a, Call) for a in legal_actions(asked))


@walked(15)
def test_an_action_changes_only_what_it_says(table, chance):
    for deal, action in walk(table, chance):
        then, me = play(deal, action), action.seat
        others = [s for s in range(deal.game.seats) if s != me]
        if not isinstance(action, Start | Pass):
            assert [then.holdings[s] for s in others] == [deal.holdings[s] for s in others]
        if not isinstance(action, Start | Draw | Shuffle):
            assert then.stock == deal.stock
        if isinstance(action, Discard | Knock):
            assert then.discards == (*deal.discards, action.card) and then.table == deal.table
        if isinstance(action, Take):
            assert then.discards == deal.discards[: action.at]
            assert copies(then.holdings[me], action.card) > copies(deal.holdings[me], action.card)
        if isinstance(action, LayDown | LayOff | Block):
            lent = then.course.dealer_joker == "used" != deal.course.dealer_joker
            assert len(then.hands[me]) == len(deal.hands[me]) - len(unpack(action.need)) + lent
        if isinstance(action, Swap):
            back = Counter(then.hands[me]) - Counter(deal.hands[me])
            assert 0 < back.total() <= len(action.cards) and then.discards == deal.discards


# -- an allowed take can be completed, a refused one cannot ----------------------------------------------

Lies = tuple[str, int, int, int]
"""A meld for the search: kind, suit or rank, and its places (a sequence's ends) or suits (a mask, unused)."""


def grown(meld: Lies) -> Iterator[tuple[str, Lies]]:
    """Every card that fits on a meld, and the meld it makes."""
    kind, which, low, high = meld
    if kind == "group":
        for at in range(4):
            if not low >> at & 1:
                yield f"{'A23456789TJQK'[which]}{'SHDC'[at]}", (kind, which, low | 1 << at, 0)
        return
    if high - low == 12:
        return
    for place, then in ((low - 1, (kind, which, low - 1, high)), (high + 1, (kind, which, low, high + 1))):
        if 0 <= place <= 13:
            yield f"{'A23456789TJQKA'[place]}{'SHDC'[which]}", then


def new_melds(hand: tuple[str, ...]) -> Iterator[tuple[list[str], Lies]]:
    """Every meld that could be laid from a hand: the cards it takes, and what lies then."""
    jokers = hand.count("*")
    for rank, suits in product(range(13), [m for m in range(16) if m.bit_count() > 2]):
        want = [f"{'A23456789TJQK'[rank]}{'SHDC'[at]}" for at in range(4) if suits >> at & 1]
        yield from filled(want, hand, jokers, ("group", rank, suits, 0))
    for suit, low in product(range(4), range(12)):
        for high in range(low + 2, min(14, low + 6)):
            want = [f"{'A23456789TJQKA'[place]}{'SHDC'[suit]}" for place in range(low, high + 1)]
            yield from filled(want, hand, jokers, ("sequence", suit, low, high))


def filled(
    want: list[str], hand: tuple[str, ...], jokers: int, lies: Lies
) -> Iterator[tuple[list[str], Lies]]:
    for wild in product((False, True), repeat=len(want)):
        takes = ["*" if w else c for c, w in zip(want, wild, strict=True)]
        if (
            not all(wild)
            and sum(wild) <= jokers
            and all(w or c in hand for c, w in zip(want, wild, strict=True))
        ):
            yield takes, lies


def can_use(
    owed: str, hand: tuple[str, ...], table: tuple[Lies, ...], seen: set[object] | None = None
) -> bool:
    """Can the owed card of this hand be melded or laid off, after whatever else is laid first?"""
    seen = set() if seen is None else seen
    if (hand, table) in seen:
        return False
    seen.add((hand, table))
    for i, meld in enumerate(table):
        for fits, then in grown(meld):
            for one in {fits, "*"} & set(hand):
                if one == owed:
                    return True
                left = list(hand)
                left.remove(one)
                if can_use(owed, tuple(left), (*table[:i], then, *table[i + 1 :]), seen):
                    return True
    for takes, lies in new_melds(hand):
        if owed in takes:
            return True
        left = list(hand)
        for one in takes:
            left.remove(one)
        if can_use(owed, tuple(left), (*table, lies), seen):
            return True
    return False


NEAR = [c for c in DECK if c.suit in "SH" and c.rank in (1, 2, 3, 4, 11, 12, 13)] + list(cards("AD 2D KD KC"))


def moment_before_a_take(variant: Variant, chance: Random) -> tuple[Deal, tuple[Lies, ...]]:
    """A small position with cards that are near each other, and its table for the search."""
    some = [*NEAR, *((JOKER, JOKER) if variant.pack.jokers else ())]
    chance.shuffle(some)
    hand, pile, rest = some[:4], some[4:7], some[7:]
    made = [m for m in new_melds(tuple(map(str, rest))) if m[1][0] == "group" or m[1][3] - m[1][2] < 4]
    table: list[tuple[list[str], Lies]] = []
    for takes, lies in chance.sample(made, min(4, len(made))):
        laid = Counter(c for t, _ in table for c in t) + Counter(takes)
        if len(table) < 2 and laid <= Counter(map(str, rest)):
            table.append((takes, lies))
    deal = position(
        {
            "variant": variant.id,
            "seats": 2,
            "phase": "draw",
            "turn": "A",
            "stock_left": 5,
            "hands": {"A": " ".join(map(str, hand))},
            "discards": " ".join(map(str, pile)),
            "table": [f"B: {' '.join(told(takes, lies))}" for takes, lies in table],
        }
    )
    return deal, tuple(lies for _, lies in table)


def told(takes: list[str], lies: Lies) -> list[str]:
    """The cards of a meld as they are written, jokers with what they stand for."""
    kind, which, low, high = lies
    if kind == "group":
        want = [f"{'A23456789TJQK'[which]}{'SHDC'[at]}" for at in range(4) if low >> at & 1]
    else:
        want = [f"{'A23456789TJQKA'[place]}{'SHDC'[which]}" for place in range(low, high + 1)]
    return [c if c == w else f"*={w}" for c, w in zip(takes, want, strict=True)]


SEARCHED = [
    v
    for v in variants().values()
    if v.drawing.pile == "any"
    and 2 in v.seats()
    and v.jokers.role in ("none", "wild")
    and v.melding.wild_rank == "none"
    and (v.ending.last_discard != "required" or v.ending.floating != "off")
]
"""The variants whose rules the search knows."""


@bounded(120)
@given(st.sampled_from(SEARCHED), st.integers(0, 2**32))
def test_a_take_is_refused_exactly_when_no_search_can_complete_it(variant, seed):
    deal, table = moment_before_a_take(variant, Random(seed))
    for at, one in enumerate(deal.discards):
        hand = tuple(sorted(map(str, (*deal.hands[0], *deal.discards[at:]))))
        keeps = at == len(deal.discards) - 1 and variant.drawing.top_card == "keep"
        broken = breach(deal, take(0, at, one))
        assert (broken is None) == (keeps or can_use(str(one), hand, table)), (describe(deal), one)
        assert broken is None or broken.rule in ("draw.pile.useful", "draw.top.useful")


@bounded(150)
@given(st.sampled_from(SEARCHED), st.integers(0, 2**32))
def test_after_an_allowed_take_every_line_of_play_can_be_completed(variant, seed):
    chance = Random(seed)
    start, _ = moment_before_a_take(variant, chance)
    for at, one in enumerate(start.discards):
        if breach(start, take(0, at, one)) is None:
            deal = play(start, take(0, at, one))
            while deal.phase == "play":
                deal = play(deal, chance.choice(legal_actions(deal)))
            assert deal.turn.owed is None


# -- two packs: copies of a card -------------------------------------------------------------------------


@bounded(150)
@given(
    st.sampled_from([v for v in variants().values() if 5 in v.seats() and len(v.cards(5)) > 100]),
    st.integers(0, 2**32),
)
def test_copies_of_a_card_never_leave_a_seat_stuck(variant, seed):
    """A hand of few different cards with many copies, and one of them on top of the pile."""
    chance = Random(seed)
    some = 2 * list(cards(chance.choice(["7H 8H 9H TH 7S", "7H 7C 7D 7S 8H", "AS 2S 3S KS AH"])))
    chance.shuffle(some)
    hand, pile = some[: chance.randrange(2, 6)], some[6:8]
    keys = {"variant": variant.id, "seats": 5, "phase": "draw", "turn": "A", "stock": "2C 5D 9C"}
    deal = position(keys | {"hands": {"A": " ".join(map(str, hand))}, "discards": " ".join(map(str, pile))})
    deal = play(deal, chance.choice(legal_actions(deal)))
    while deal.phase == "play":
        assert legal_actions(deal), describe(deal)
        deal = play(deal, any_of(legal_actions(deal), chance, "bold"))


def test_a_pack_in_order_is_dealt_the_same_way_for_everybody():
    for variant, seats in TABLES:
        if variant.dealing.hand == EXPOSED:
            continue
        deal = new_deal(variant, seats, seed=1)
        assert {len(hand) for s, hand in enumerate(deal.hands) if s != deal.game.next(deal.dealer)} == {
            variant.hand_size(seats)
        }
