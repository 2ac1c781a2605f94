"""The melder, whatever the meld rules of a table: what it lists and accepts is what the words say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations, product
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rummy.cards import DECK, JOKER, RANKED, Bits, Card, add, bundle, card, cards, holds, unpack, without
from rummy.melder import Melder, melder
from rummy.melds import GROUP, Combination, Flaw, Jokers, Melding, Placed

Key = tuple[str, tuple[Card, ...], tuple[Card, ...]]
"""A meld, whichever of its wild cards stands where: its kind, its cards, and what they stand for."""


class Words:
    """The meld rules of a table as they are written in words, with nothing looked up."""

    def __init__(self, melding: Melding, jokers: Jokers, wild: int = 0) -> None:
        self.melding, self.jokers, self.wild = melding, jokers, wild
        self.rank_only = jokers.fixes == "rank" or melding.group_suits == "any"

    def may_stand(self, one: Card) -> bool:
        """May this card stand for another?"""
        return self.jokers.role == "wild" if one is JOKER else one.rank == self.wild

    def is_group(self, placed: tuple[Placed, ...]) -> bool:
        """Three or four of a rank, of different suits where the table asks for that."""
        there = [p.card for p in placed if p.card is p.stands_for]
        if not 3 <= len(placed) <= 4 or len({p.stands_for.rank for p in placed}) > 1:
            return False
        if self.melding.group_suits == "any":
            return True
        meant = there if self.rank_only else [p.stands_for for p in placed]
        return len(set(meant)) == len(meant)

    def is_sequence(self, placed: tuple[Placed, ...]) -> bool:
        """So many of a suit in order at least, the ace where this table has it."""
        ranks = {p.stands_for.rank for p in placed}
        if len({p.stands_for.suit for p in placed}) > 1 or len(ranks) < max(
            len(placed), self.melding.sequence_min
        ):
            return False
        low, high = set(range(1, 14)), {1: 14}
        aces = self.melding.aces
        rows = [sorted(ranks)] if aces != "high" else []
        rows += [sorted(high.get(r, r) for r in ranks)] if aces in ("high", "either") else []
        if aces == "corner":
            begins = [r for r in ranks if (r - 2) % 13 + 1 not in ranks]
            return len(begins) == 1 or ranks == low
        return any(row[-1] - row[0] == len(row) - 1 for row in rows)

    def key(self, placed: tuple[Placed, ...]) -> Key | None:
        """The meld that these cards make; None if they are none."""
        there = tuple(sorted(p.card for p in placed))
        if max(Counter(c for c in there if c is not JOKER).values(), default=0) > 2:
            return None  # there are two packs
        if self.jokers.role == "own-group" and JOKER in there:
            alone = (
                3 <= len(there) <= 4 and {*there} == {JOKER} and all(p.stands_for is JOKER for p in placed)
            )
            return (GROUP, there, there) if alone else None
        wild = [p for p in placed if p.wild]
        most = 99 if self.jokers.per_meld == "any" else self.jokers.per_meld
        if not all(self.may_stand(p.card) for p in wild) or not len(wild) < len(placed) or len(wild) > most:
            return None
        if any(p.card is JOKER and p.stands_for is JOKER for p in placed):
            return None
        if self.is_group(placed):
            rank = placed[0].stands_for.rank
            meant = [RANKED[rank - 1] if p.wild and self.rank_only else p.stands_for for p in placed]
            return GROUP, there, tuple(sorted(meant))
        meant = [p.stands_for for p in placed]
        return ("sequence", there, tuple(sorted(meant))) if self.is_sequence(placed) else None

    def readings(self, some: tuple[Card, ...]) -> Iterator[tuple[Placed, ...]]:
        """Every meaning of these cards that has to do with one of them."""
        for at, own in enumerate(some):
            if own is JOKER:
                continue
            near = [c for c in DECK if c.suit == own.suit or c.rank == own.rank]
            each = [
                [c] if i == at or not self.may_stand(c) else [*near, *([] if c is JOKER else [c])]
                for i, c in enumerate(some)
            ]
            for stands in product(*each):
                yield tuple(Placed(c, s) for c, s in zip(some, stands, strict=True))
        if {*some} == {JOKER}:
            yield tuple(Placed(JOKER, JOKER) for _ in some)

    def melds(self, hand: tuple[Card, ...]) -> set[Key]:
        """Every meld of up to five cards of a hand, by trying everything."""
        subsets = {c for count in (3, 4, 5) for c in combinations(hand, count)}
        return {key for some in subsets for placed in self.readings(some) if (key := self.key(placed))}


def key_of(made: Combination) -> Key:
    """The meld that a combination is."""
    stands = tuple(sorted(p.stands_for for p in made.placed))
    return made.kind, tuple(sorted(made.cards)), stands


NEAR = [c for c in DECK if c.rank in (1, 2, 3, 4, 12, 13) and c.suit in "SH"] + list(cards("2D 3D AC KD 5S"))
rules = st.tuples(
    st.builds(
        Melding,
        group_suits=st.sampled_from(["distinct", "any"]),
        sequence_min=st.sampled_from([3, 4]),
        aces=st.sampled_from(["low", "high", "either", "corner"]),
    ),
    st.builds(
        Jokers,
        role=st.sampled_from(["none", "wild", "own-group"]),
        per_meld=st.sampled_from(["any", 1, 2]),
        fixes=st.sampled_from(["card", "rank"]),
    ),
    st.sampled_from([0, 2]),
).filter(lambda t: not (t[2] and t[1].role == "own-group"))
"""The meld rules of a table: with jokers that go with jokers no rank is wild."""


@st.composite
def dealt(draw: st.DrawFn) -> tuple[tuple[Melding, Jokers, int], tuple[Card, ...]]:
    """Meld rules, and a hand of cards that lie near each other, with a copy and two wild ones at most."""
    table = draw(rules)
    chance = draw(st.integers(0, 2**32).map(Random))
    jokers = chance.randrange(3) if table[1].role == "wild" else chance.choice((0, 1, 3, 4))
    plain = [c for c in NEAR if c.rank != table[2]]
    wild = [c for c in NEAR if c.rank == table[2]]
    some = chance.sample(plain, 5)
    some += chance.sample(wild, min(len(wild), 2 - jokers if table[1].role == "wild" else 2))
    twice = chance.choice(some)
    some += [twice] * (twice.rank != table[2] and chance.randrange(2))
    return table, (*sorted(some), *(JOKER,) * jokers)


bounded = settings(
    max_examples=100, deadline=None, derandomize=True, database=None, phases=[Phase.explicit, Phase.generate]
)


@bounded
@given(dealt())
def test_the_melds_of_a_hand_are_all_there_are_by_the_words(case):
    table, hand = case
    listed = [c for c in melder(*table).melds(bundle(hand)) if len(c.placed) < 6]
    assert Counter(map(key_of, listed)) == Counter(Words(*table).melds(hand))


@bounded
@given(dealt())
def test_whatever_is_accepted_is_listed_and_whatever_is_listed_is_accepted(case):
    table, hand = case
    at, words = melder(*table), Words(*table)
    listed = {*at.melds(bundle(hand))}
    for made in listed:
        assert at.combine(made.placed) is made is at.settled(made)
    most, chance = at.most_jokers, Random(bundle(hand))
    for count in (3, 4):
        for some in dict.fromkeys(combinations(hand, count)):
            ways = [*words.readings(some)]
            for placed in chance.sample(ways, min(len(ways), 40)):
                made = at.combine(placed)
                meant = words.key(placed)
                if isinstance(made, Flaw):
                    assert meant is None, (placed, made.rule)
                elif made.jokers <= most:
                    assert meant == key_of(made) and at.settled(made) in listed, placed


@bounded
@given(dealt())
def test_what_settles_is_the_same_meld_in_one_order(case):
    table, hand = case
    at = melder(*table)
    for made in at.melds(bundle(hand)):
        for order in permutations(p.card for p in made.placed if p.wild):
            stand = iter(order)
            again = at.combine(tuple(Placed(next(stand), p.stands_for) if p.wild else p for p in made.placed))
            assert isinstance(again, Combination) and at.settled(again) is made


@bounded
@given(dealt())
def test_any_meld_tells_whether_there_is_one(case):
    table, hand = case
    at = melder(*table)
    for some in (hand, hand[:4], hand[2:], hand[-4:]):
        assert at.any_meld(bundle(some)) == bool(at.melds(bundle(some)))


@bounded
@given(dealt())
def test_a_card_is_meldable_just_if_it_is_in_a_meld(case):
    table, hand = case
    at = melder(*table)
    used: Bits = 0
    for made in at.melds(bundle(hand)):
        used |= made.need
    for one in {*hand}:
        assert at.meldable(one, bundle(hand)) == holds(used, one.bit), one


@bounded
@given(dealt())
def test_what_fits_makes_a_meld_again_and_what_does_not_makes_none(case):
    table, hand = case
    at, words = melder(*table), Words(*table)
    for made in at.melds(bundle(hand)):
        fits = {c for c in DECK if at.misfit(made, c) is None}
        assert fits == {*unpack(made.fits)} == {c for c, _ in made.spots if c is not JOKER}
        for one in DECK:
            grown = (*made.placed, Placed(one, one))
            corner_end = table[0].aces == "either" and made.kind != GROUP and one.rank == 1
            if one in fits or not corner_end:
                # an ace at the other end of a sequence would move the ace that lies there
                assert (words.key(grown) is not None or len(grown) > 13) == (one in fits), (made, one)
        for one, end in made.spots:
            if one is not JOKER:
                now = at.grow(made, Placed(one, one), end)
                assert now.need == add(made.need, one) and len(now.placed) == len(made.placed) + 1


@bounded
@given(dealt(), st.integers(0, 3))
def test_the_best_partition_is_as_good_as_any(case, seed):
    table, hand = case
    points = {c: Random(seed).choice((1, 5, 10, 15)) for c in (*DECK, JOKER)}
    at = melder(*table)
    chosen, left = at.partition(bundle(hand), points), bundle(hand)
    for made in chosen:
        assert holds(left, made.need)
        left = without(left, made.need)
    best = most_points(at, bundle(hand), points)
    assert sum(points[c] for made in chosen for c in made.cards) == best


def most_points(at: Melder, hand: Bits, points: dict[Card, int]) -> int:
    """The most that melds take off a hand, by trying every choice."""
    gains = (
        sum(points[c] for c in m.cards) + most_points(at, without(hand, m.need), points)
        for m in at.melds(hand)
    )
    return max(gains, default=0)


# -- by hand ---------------------------------------------------------------------------------------------

CORNER = melder(Melding(aces="corner"), Jokers())
ANY = melder(Melding(group_suits="any"), Jokers(role="wild"))
RANK = melder(Melding(), Jokers(role="wild", fixes="rank"))
OWN = melder(Melding(), Jokers(role="own-group"))
SEVENS = melder(Melding(), Jokers(), 7)


def placed(text: str) -> tuple[Placed, ...]:
    """Cards as they are said, wild ones with what they stand for."""
    out = []
    for word in text.split():
        code, equals, meaning = word.partition("=")
        out.append(Placed(card(code), card(meaning) if equals else card(code)))
    return tuple(out)


def rule(text: str, table: Melder) -> str:
    """The rule that cards break as a meld; empty if they are one."""
    made = table.combine(placed(text))
    return made.rule if isinstance(made, Flaw) else ""


def laid(text: str, table: Melder) -> Combination:
    """A meld as it lies."""
    made = table.combine(placed(text))
    assert isinstance(made, Combination), made
    return made


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("QS KS AS", ""),
        ("KS AS 2S", ""),
        ("AS 2S 3S", ""),
        ("KS AS 2S 3S 4S", ""),
        ("QS KS AS 2S 3S", ""),
        ("KS 2S 3S", "meld.sequence.gap"),
        ("KS AS 2H", "meld.kind"),
    ],
)
def test_melding_aces_corner_goes_on_from_the_king_over_the_ace(text, broken):
    assert rule(text, CORNER) == broken


@pytest.mark.parametrize(
    ("meld", "fits"), [("KS AS 2S", "QS 3S"), ("QS KS AS", "JS 2S"), ("AS 2S 3S", "KS 4S")]
)
def test_melding_aces_corner_grows_at_both_ends(meld, fits):
    now = laid(meld, CORNER)
    assert {*unpack(now.fits)} == {*cards(fits)}
    for one, end in now.spots:
        assert CORNER.grow(now, Placed(one, one), end).cards[0 if end == "low" else -1] is one


def test_melding_aces_corner_a_full_round_is_closed():
    whole = laid("3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2S", CORNER)
    assert len(whole.placed) == 13 and whole.spots == () and whole.fits == 0


def test_melding_aces_corner_is_refused_everywhere_else():
    assert rule("KS AS 2S", melder(Melding(), Jokers())) == "meld.sequence.corner"


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("7S 7S 7H", ""),
        ("7S 7S 7H 7H", ""),
        ("7S 7S 7H 7H 7D", "meld.group.four"),
        ("7S 7S 8S 9S", "meld.sequence.twice"),
    ],
)
def test_melding_group_suits_any_allows_a_suit_twice_in_a_group_only(text, broken):
    assert rule(text, ANY) == broken


def test_melding_group_suits_any_takes_a_second_copy_but_no_third():
    assert {*unpack(laid("7S 7S 7H", ANY).fits)} == {*cards("7H 7D 7C")}


def test_melding_group_suits_any_a_joker_stands_for_the_rank_alone():
    assert str(laid("7S 7S *=7H", ANY)) == "7S 7S *" and laid("7S 7S *=7H", ANY) is laid("7S 7S *=7D", ANY)
    assert {*unpack(laid("7S 7H *=7D", ANY).fits)} == {*cards("7S 7H 7D 7C")}


def test_jokers_fixes_rank_leaves_every_missing_suit_open():
    now = laid("7S 7H *=7D", RANK)
    assert {*unpack(now.fits)} == {*cards("7D 7C")} and now is laid("7S 7H *=7C", RANK)
    assert {*unpack(laid("7S 7H *=7D", melder(Melding(), Jokers(role="wild"))).fits)} == {*cards("7C")}


def test_jokers_fixes_rank_is_about_groups_alone():
    assert str(laid("7S *=8S 9S", RANK)) == "7S *=8S 9S"


def test_jokers_a_rank_without_a_suit_means_nothing_where_a_joker_fixes_a_card():
    table = melder(Melding(), Jokers(role="wild"))
    made = table.combine((*placed("7S 7H"), Placed(JOKER, RANKED[6])))
    assert isinstance(made, Flaw) and made.rule == "jokers.not-wild"


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("* * *", ""),
        ("* * * *", ""),
        ("* *", "meld.size"),
        ("7S 7H *", "jokers.own-group"),
        ("7S 7H *=7D", "jokers.own-group"),
        ("* * * 7S", "jokers.own-group"),
        ("7S 7H 7D", ""),
    ],
)
def test_jokers_own_group_go_only_with_jokers(text, broken):
    assert rule(text, OWN) == broken


def test_jokers_own_group_takes_a_fourth_joker_and_no_fifth():
    three, four = laid("* * *", OWN), laid("* * * *", OWN)
    assert [c for c, _ in three.wilds] == [JOKER] and four.wilds == () and OWN.misfit(three, JOKER) is None
    assert OWN.misfit(four, JOKER).rule == "layoff.group.full"
    assert OWN.misfit(three, card("7S")).rule == "jokers.own-group"
    assert OWN.misfit(laid("7S 7H 7D", OWN), JOKER).rule == "jokers.own-group"


def test_melding_wild_rank_stands_for_any_card_or_for_itself():
    assert rule("7S=TH JH QH", SEVENS) == rule("7S 7H 7D", SEVENS) == rule("6S 7S 8S", SEVENS) == ""
    assert rule("6S=TH JH QH", SEVENS) == "jokers.not-wild"
    assert rule("7S=TH 7H=JH 7D=QH", SEVENS) == "jokers.natural"


def test_melding_wild_rank_a_card_in_its_own_place_is_no_wild_card():
    assert laid("6S 7S 8S", SEVENS).jokers == 0 and laid("6S 7H=7S 8S", SEVENS).jokers == 1


def test_melding_wild_rank_counts_towards_the_most_wild_cards_of_a_meld():
    one = melder(Melding(), Jokers(per_meld=1), 7)
    found = one.melds(bundle(cards("7S 7H JH QH")))
    assert {c.jokers for c in found} == {1} and len(found) > 1


@pytest.mark.parametrize(
    ("said", "lies"),
    [
        ("7H=8S 9S 7S=TS", "7S=8S 9S 7H=TS"),
        ("7H=JD 7C=JH JS", "7C=JD 7H=JH JS"),
        ("7H=JS 7S=QS KS", "7S=JS 7H=QS KS"),
        ("7H=7S 7S=8S 9S", "7S 7H=8S 9S"),
    ],
)
def test_wild_cards_settle_with_the_lowest_in_the_lowest_place_and_their_own_first(said, lies):
    settled = SEVENS.settled(laid(said, SEVENS))
    assert {*map(str, settled.placed)} == {*lies.split()} and SEVENS.settled(settled) is settled
    assert settled in SEVENS.melds(bundle(c for c, _ in placed(said)))
