"""What holds at every moment of any play: random walks through deals of every variant and number of seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy.actions import (
    Action,
    Call,
    Discard,
    Draw,
    LayDown,
    LayOff,
    Pass,
    Start,
    Take,
    TakeAlone,
    call,
    discard,
    lay_down,
    lay_off,
    no_meld,
    simple,
    swap,
    take,
)
from rummy.cards import BACK, DECK, JOKER, Card, bundle, cards, copies, unpack
from rummy.deal import OVER, Deal, Window, counts, seen_by, undealt
from rummy.law import breach, legal_actions, play, to_act
from rummy.lines import parse, write
from rummy.melds import Combination, Placed
from rummy.positions import describe, position, write_meld
from rummy.record import Record, dump, read, replay, written
from rummy.rules import Breach, IllegalAction
from rummy.steps import new_deal
from rummy.variants import Variant, find, variants

TABLES = [(v, n) for v in variants().values() for n in v.seats()]
Walk = tuple[Deal, Action]


def bounded(examples: int):
    """A property with so many cases, the same ones in every run."""
    return settings(max_examples=examples, deadline=None, derandomize=True, database=None)


def walks(examples: int):
    """A property of random play: it gets a variant, a number of seats and a source of chance."""
    every = pytest.mark.parametrize("table", TABLES, ids=[f"{v.id} for {n}" for v, n in TABLES])
    chance = st.integers(0, 2**32).map(Random)
    return lambda test: every(bounded(examples)(given(chance=chance)(test)))


MOODS = {
    "bold": (Take, LayDown, LayOff, Call),
    "laying": (LayDown, LayOff, Call),
    "shy": (Draw, Discard),
    "even": (),
}
"""What a table likes to do: some rules matter where much is laid, others where the stock runs out."""


def any_of(actions: tuple[Action, ...], chance: Random, mood: str) -> Action:
    """Any legal action, but more often one that the table is in the mood for."""
    liked = [a for a in actions if isinstance(a, MOODS[mood])]
    return chance.choice(liked if liked and chance.random() < 0.7 else actions)


def walk(table: tuple[Variant, int], chance: Random) -> Iterator[Walk]:
    """A deal from its start to its end: every moment, and what is done then."""
    variant, seats = table
    mood = chance.choice([*MOODS])
    deal = undealt(variant, seats, chance.randrange(seats))
    order = list(deal.game.cards)
    chance.shuffle(order)
    action: Action = Start(deal.dealer, tuple(order))
    while True:
        yield deal, action
        deal = play(deal, action)
        if deal.over:
            return
        action = any_of(legal_actions(deal), chance, mood)


def moments(table: tuple[Variant, int], chance: Random, count: int) -> list[Deal]:
    """Some moments of a deal after its start, in order."""
    course = [deal for deal, _ in walk(table, chance)][1:]
    return [course[at] for at in sorted(chance.sample(range(len(course)), min(count, len(course))))]


def end(table: tuple[Variant, int], chance: Random) -> Deal:
    """A deal that was played to its end."""
    *_, (deal, action) = walk(table, chance)
    return play(deal, action)


def anywhere(deal: Deal) -> list[Card]:
    """Every card of the deal, wherever it is."""
    held = [c for hand in deal.hands for c in hand]
    return [*held, *deal.stock, *deal.discards, *(c for m in deal.table for c in m.now.cards)]


# -- what one might try ----------------------------------------------------------------------------------


def meanings(some: tuple[Card, ...]) -> Iterator[tuple[Placed, ...]]:
    """Cards with every meaning that their jokers could have beside the first natural card."""
    natural = next((c for c in some if c is not JOKER), DECK[0])
    near = [c for c in DECK if c.rank == natural.rank or c.suit == natural.suit]
    for stands in product(*(near if c is JOKER else (c,) for c in some)):
        yield tuple(Placed(c, s) for c, s in zip(some, stands, strict=True))


def attempts_to_lay(deal: Deal, seat: int, some: tuple[Card, ...], chance: Random) -> Iterator[LayDown]:
    """Three to five of these cards as melds, whatever they are."""
    sets = [*dict.fromkeys(c for n in (3, 4, 5) for c in combinations(some, n))]
    kin = [c for c in sets if len({x.rank for x in c} - {0}) == 1 or len({x.suit for x in c} - {""}) == 1]
    for chosen in chance.sample(kin, min(40, len(kin))) + chance.sample(sets, min(10, len(sets))):
        ways = list(meanings(chosen))
        for placed in chance.sample(ways, min(12, len(ways))):
            made = deal.game.melder.combine(placed)
            fine = isinstance(made, Combination)
            yield lay_down(seat, made) if fine else no_meld(seat, placed, bundle(chosen))


def attempts(deal: Deal, chance: Random) -> Iterator[Action]:
    """A wide choice of what any seat might try now, sensible or not."""
    pile = deal.discards
    stranger = chance.choice(DECK)
    acting = to_act(deal) or (deal.seat,)
    for seat in {*acting[:2], chance.randrange(deal.game.seats)}:
        yield simple(Draw, seat)
        yield simple(Pass, seat)
        for at, one in enumerate(pile):
            yield take(seat, at, one)
        yield take(seat, -1, next(c for c in DECK if c not in pile))
        yield from (discard(seat, c) for c in (*DECK, JOKER))
        yield from attempts_to_lay(deal, seat, (*deal.hands[seat], stranger), chance)
        offs = []
        for on, end in product(range(len(deal.table) + 1), ("", "low", "high")):
            offs += [lay_off(seat, Placed(c, c), on, end) for c in chance.sample(DECK, 12)]
            offs += [
                lay_off(seat, Placed(c, c), on, end)
                for c in dict.fromkeys((*deal.hands[seat], *pile))
                if c is not JOKER
            ]
            offs += [lay_off(seat, Placed(JOKER, c), on, end) for c in chance.sample(DECK, 12)]
        yield from offs
        yield from map(call, offs)
        yield from map(call, attempts_to_lay(deal, seat, pile, chance))
        yield swap(seat, stranger, 0)
        if len(pile) > 1:
            yield TakeAlone(seat, pile[0], pile[1:])


# -- properties ------------------------------------------------------------------------------------------


@walks(10)
def test_every_card_is_in_exactly_one_place(table, chance):
    for deal in (*moments(table, chance, 20), end(table, chance)):
        assert Counter(anywhere(deal)) == Counter(deal.game.cards)
        assert bundle(deal.discards) == deal.pile


@walks(40)
def test_somebody_can_always_act_and_every_deal_ends(table, chance):
    for deal, _ in walk(table, chance):
        assert to_act(deal)
        assert all(legal_actions(deal, seat) for seat in to_act(deal))


@walks(10)
def test_a_seat_that_is_not_to_act_has_no_legal_action(table, chance):
    for deal, _ in walk(table, chance):
        idle = set(range(deal.game.seats)) - set(to_act(deal))
        assert not any(legal_actions(deal, seat) for seat in idle)


@walks(10)
def test_every_listed_action_is_legal_and_none_is_listed_twice(table, chance):
    for deal, _ in walk(table, chance):
        actions = legal_actions(deal)
        assert len(set(actions)) == len(actions)
        assert [a for a in actions if breach(deal, a)] == []


@walks(2)
def test_every_attempt_that_breaks_no_rule_is_listed(table, chance):
    for deal in moments(table, chance, 3):
        listed = set(legal_actions(deal))
        for action in attempts(deal, chance):
            assert (breach(deal, action) is None) == (action in listed), action


@walks(2)
def test_play_raises_exactly_where_there_is_a_breach(table, chance):
    for deal in moments(table, chance, 2):
        tried = list(attempts(deal, chance))
        for action in chance.sample(tried, min(200, len(tried))):
            broken = breach(deal, action)
            try:
                assert isinstance(play(deal, action), Deal) and broken is None
            except IllegalAction as error:
                assert error.breach == broken


@walks(2)
def test_every_refusal_is_a_sentence_without_gaps(table, chance):
    for deal in moments(table, chance, 2):
        tried = list(attempts(deal, chance))
        for action in chance.sample(tried, min(300, len(tried))):
            if broken := breach(deal, action):
                assert broken.article.refuses
                assert_sentence(broken)


def assert_sentence(broken: Breach) -> None:
    text = broken.sentence
    gaps = [gap for gap in ("{", "}", "  ", " .", " ,", ", ,", " :", "None") if gap in text]
    assert not gaps and text[-1] == "." and text.strip() == text, (broken.rule, text)


@walks(10)
def test_replay_equals_play(table, chance):
    course = list(walk(table, chance))
    before = course[0][0]
    played = written(before, [action for _, action in course])
    record = Record(table[0], table[1], (played,))
    again = replay(read(dump(record)))
    assert again.why == "" and read(dump(record)) == record
    assert again.states[0] == (*(deal for deal, _ in course), play(*course[-1]))


@walks(10)
def test_every_legal_action_is_read_back_from_its_line(table, chance):
    for deal in moments(table, chance, 12):
        for action in legal_actions(deal):
            assert parse(write(action, deal), deal) == action
            assert parse(write(action, deal).upper().replace(" ", "  "), deal) == action


@walks(10)
def test_a_described_deal_is_the_same_deal(table, chance):
    for deal in (*moments(table, chance, 15), end(table, chance)):
        assert position(describe(deal)) == deal


@walks(4)
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


@walks(5)
def test_a_seat_sees_every_card_that_it_may_and_no_other(table, chance):
    for deal in moments(table, chance, 10):
        for seat in (*range(deal.game.seats), None):
            seen = seen_by(deal, seat)
            assert set(seen.stock) <= {BACK} and len(seen.stock) == len(deal.stock)
            for other, hand in enumerate(seen.hands):
                known = unpack(deal.course.known[other])
                shown = deal.hands[other] if other == seat else known
                assert Counter(c for c in hand if c is not BACK) == Counter(shown)
                assert len(hand) == len(deal.hands[other])


@walks(8)
def test_nothing_else_in_the_value_hides_a_card(table, chance):
    """Two deals that differ only in hidden cards look the same."""
    for deal in moments(table, chance, 12):
        seat = chance.randrange(deal.game.seats)
        assert seen_by(deal, seat) == seen_by(other_hidden_cards(deal, seat, chance), seat)


def other_hidden_cards(deal: Deal, seat: int, chance: Random) -> Deal:
    """The same deal with the cards that this seat does not see dealt out otherwise."""
    hidden = list(deal.stock)
    secret = [
        [*(Counter(hand) - Counter(unpack(known))).elements()]
        for hand, known in zip(deal.hands, deal.course.known, strict=True)
    ]
    secret[seat] = []
    hidden += [c for some in secret for c in some]
    chance.shuffle(hidden)
    holdings = list(deal.holdings)
    for other, some in enumerate(secret):
        if other != seat:
            mine, hidden = hidden[: len(some)], hidden[len(some) :]
            holdings[other] = bundle((*unpack(deal.course.known[other]), *mine))
    return deal._replace(holdings=tuple(holdings), stock=tuple(hidden))


@walks(15)
def test_a_seat_can_tell_its_legal_actions_from_what_it_sees(table, chance):
    for deal, _ in walk(table, chance):
        for seat in to_act(deal):
            assert legal_actions(seen_by(deal, seat), seat) == legal_actions(deal, seat)


@walks(6)
def test_publicly_known_cards_are_held_and_stay_known_until_they_are_laid(table, chance):
    for deal, action in walk(table, chance):
        then = play(deal, action)
        for seat in range(deal.game.seats):
            mine = action.seat == seat and isinstance(action, LayDown | LayOff | Discard)
            gone = Counter(unpack(action.need) if mine else ())
            known = Counter(unpack(then.course.known[seat]))
            assert Counter(unpack(deal.course.known[seat])) - gone <= known <= Counter(then.hands[seat])


# -- scores ----------------------------------------------------------------------------------------------


def slow_scores(deal: Deal) -> list[object]:
    """The scores of a deal, counted from the written table by the sources' words alone."""
    name, seats = deal.variant.id, deal.game.seats
    ranks = {"T": 10, "J": 10, "Q": 10, "K": 10, "*": 15, "A": 1 if name == "basic" else 15}
    worth = {str(c): ranks.get(str(c)[0]) or int(str(c)[0]) for c in (*DECK, JOKER)}
    left = [sum(worth[str(c)] for c in hand) for hand in deal.hands]
    if name == "basic":
        if deal.course.out is not None:
            return [sum(left) if seat == deal.course.out else 0 for seat in range(seats)]
        best = [seat for seat in range(seats) if left[seat] == min(left)]
        return [(sum(left) - seats * min(left)) / len(best) * (seat in best) for seat in range(seats)]
    points = [-n for n in left]
    for meld in deal.table:
        below_a_two = name == "rummy-500" and [p.stands_for.rank for p in meld.now.placed][:2] == [1, 2]
        for part in write_meld(meld).split(" + "):
            seat, _, laid = part.partition(": ")
            for word in laid.removesuffix(" low").removesuffix(" high").split():
                points["ABCDEFGH".index(seat)] += (
                    1 if below_a_two and word[0] == "A" else worth[word.split("=")[0]]
                )
    return points


@walks(15)
def test_scores_are_what_a_slow_count_of_the_table_gives(table, chance):
    deal = end(table, chance)
    assert [float(c.points) for c in counts(deal)] == [float(p) for p in slow_scores(deal)]


@walks(15)
def test_a_count_is_the_sum_of_its_terms(table, chance):
    deal = end(table, chance)
    for seat, count in enumerate(counts(deal)):
        assert Counter(i.card for i in count.hand) == Counter(deal.hands[seat])
        terms = sum(i.points for i in (*count.table, *count.hand))
        assert count.points == (count.won if deal.variant.id == "basic" else terms)


# -- order of play ---------------------------------------------------------------------------------------


@walks(15)
def test_a_deal_ends_with_an_empty_hand_or_with_nobody_out(table, chance):
    deal = end(table, chance)
    empty = [seat for seat, hand in enumerate(deal.hands) if not hand]
    assert empty == ([] if deal.course.out is None else [deal.course.out])
    assert deal.phase == OVER and to_act(deal) == () and legal_actions(deal) == ()


@walks(15)
def test_rummy_may_be_called_exactly_when_there_is_something_to_call(table, chance):
    for deal, action in walk(table, chance):
        if isinstance(action, Discard) and not (then := play(deal, action)).over and then.game.calls != "off":
            others = ((1 << deal.game.seats) - 1) ^ 1 << action.seat
            asked = then._replace(phase="call", window=Window(action.seat, others))
            assert (then.phase == "call") == any(isinstance(a, Call) for a in legal_actions(asked))


@walks(15)
def test_an_action_changes_only_what_it_says(table, chance):
    for deal, action in walk(table, chance):
        then = play(deal, action)
        others = [s for s in range(deal.game.seats) if s != action.seat]
        if not isinstance(action, Start | Pass):
            assert [then.holdings[s] for s in others] == [deal.holdings[s] for s in others]
        if not isinstance(action, Start | Draw):
            assert then.stock == deal.stock
        if isinstance(action, Discard):
            assert then.discards == (*deal.discards, action.card) and then.table == deal.table
        if isinstance(action, Take):
            assert then.discards == deal.discards[: action.at]
            assert copies(then.holdings[action.seat], action.card) > copies(
                deal.holdings[action.seat], action.card
            )
        if isinstance(action, LayDown | LayOff):
            assert len(then.hands[action.seat]) == len(deal.hands[action.seat]) - len(unpack(action.need))


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


@bounded(120)
@given(st.sampled_from([v for v in variants().values() if v.drawing.pile == "any"]), st.integers(0, 2**32))
def test_a_take_is_refused_exactly_when_no_search_can_complete_it(variant, seed):
    deal, table = moment_before_a_take(variant, Random(seed))
    for at, one in enumerate(deal.discards):
        hand = tuple(sorted(map(str, (*deal.hands[0], *deal.discards[at:]))))
        keeps = at == len(deal.discards) - 1 and variant.drawing.top_card == "keep"
        broken = breach(deal, take(0, at, one))
        assert (broken is None) == (keeps or can_use(str(one), hand, table)), (describe(deal), one)
        assert broken is None or broken.rule in ("draw.pile.useful", "draw.top.useful")


@bounded(150)
@given(st.sampled_from([v for v in variants().values() if v.drawing.pile == "any"]), st.integers(0, 2**32))
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
@given(st.sampled_from([v for v in variants().values() if len(v.cards(5)) > 100]), st.integers(0, 2**32))
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
        deal = new_deal(variant, seats, seed=1)
        assert {len(hand) for s, hand in enumerate(deal.hands) if s != deal.seat} == {
            variant.hand_size(seats)
        }
