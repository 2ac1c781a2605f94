"""Faults that other programs had, or that people reported of them: none of them may be ours.

`peers.toml` lists them, with what answers each: positions, promises about every deal (both here), a test of
another file, or a reason why we decide otherwise. Every test bears the number of its fault.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rummy.actions import Discard, LayDown, LayOff, Shuffle
from rummy.cards import card, cards
from rummy.deal import SHUFFLE, Deal, counts, seen_by
from rummy.law import breach, legal_actions, play
from rummy.lines import parse, write
from rummy.match import Match, winners
from rummy.players import PLAYERS
from rummy.positions import describe, position
from rummy.rulings import Ruling, judge, load
from rummy.scoring import hand_points
from rummy.steps import shuffled_part
from rummy.table import Table
from rummy.variants import find, variants
from rummy.words import Ambiguous, Unreadable

from .walks import anywhere, no_card_is_lost, walk

BOOK = Path(__file__).with_name("peers.toml")
FAULTS = tomllib.loads(BOOK.read_text(encoding="utf-8"))
RULINGS = load(BOOK)

HAND = {"seats": 3, "turn": "A", "phase": "play", "stock_left": 12, "discards": "JD"}
"""A is in turn and has drawn."""
FRESH = {**HAND, "seats": 2, "phase": "draw", "stock": "KD 3S", "discards": "4C 8H"}
"""A is to draw."""
TWO = {**HAND, "seats": 5, "stock_left": 40, "discards": "9D"}
"""A has drawn, at a table with two packs."""


def hands(*some: str) -> dict[str, str]:
    """Hands by seat, in order."""
    return dict(zip("ABCDE", some, strict=False))


def fault(number: str, *cases: str) -> list[Any]:
    """Cases, each under the number of its fault."""
    return [pytest.param(case, id=f"{number} {case}") for case in cases]


def promised(number: str, *names: str) -> Any:
    """A promise about every deal of these variants (of all, if none is named), with few players."""
    some = [find(name) for name in names or variants()]
    return pytest.mark.parametrize("variant", [pytest.param(v, id=f"{number} {v.id}") for v in some])


def deals(variant: Any, many: int = 3) -> Iterator[Deal]:
    """Every moment of some random deals."""
    for seed in range(many):
        course = walk((variant, variant.seats()[0]), Random(seed))
        next(course)
        for moment in course:
            yield moment[0]
        yield play(*moment)


@pytest.mark.parametrize("ruling", [pytest.param(r, id=r.id) for r in RULINGS])
def test_a_position_comes_out_as_it_should(ruling: Ruling):
    assert judge(ruling).differs == ()


SAID = {
    "A24 a suit twice": ("KH KD KC KC", {}, "meld.group.suits"),
    "A24 any suit": ("KH KD KC KC", {"melding.group_suits": "any"}, "legal"),
    "A26 a joker": ("AH 2H *=3H 4H 5H", {}, "legal"),
    "B22 a group": ("7S 7H 7D", {}, "legal"),
    "B22 a gap": ("4H 5H 7H", {}, "meld.sequence.gap"),
}


@pytest.mark.parametrize(("meld", "options", "verdict"), SAID.values(), ids=SAID)
def test_the_order_in_which_a_meld_is_said_does_not_matter(meld: str, options: Any, verdict: str):
    said = meld.split()
    holds = " ".join(word[0] if word[0] == "*" else word for word in said)
    keys = {**TWO, "variant": "rummy-500", "options": options, "hands": hands(f"{holds} 2S")}
    ends = set()
    for order in permutations(said):
        outcome = judge(
            Ruling("order", "order", {**keys, "try": [f"meld {' '.join(order)}"], "verdict": verdict})
        )
        assert outcome.differs == ()
        ends.add(outcome.deal.table)
    assert len(ends) == 1
    assert verdict != "legal" or sorted(str(ends.pop()[0].now).split()) == sorted(said)


# -- promises --------------------------------------------------------------------------------------------


@promised("A01", "rummy-500", "basic", "gambit")
def test_layoff_meld_a_card_goes_only_where_it_is_said(variant):
    for deal in deals(variant):
        ways: dict[str, list[LayOff]] = {}
        for action in legal_actions(deal, deal.seat):
            if isinstance(action, LayOff) and not action.placed.wild:
                ways.setdefault(action.placed.card.code, []).append(action)
        for code, some in ways.items():
            if len(some) > 1:
                with pytest.raises(Ambiguous) as caught:
                    parse(f"lay off {code}", deal)
                assert set(some) <= {parse(line, deal) for line in caught.value.choices}


@promised("A14")
def test_deal_whole_pack_no_card_is_lost_or_doubled(variant):
    for deal in deals(variant, 2):
        no_card_is_lost(deal)


@promised("A16")
def test_scoring_deal_every_end_has_its_count(variant):
    ends = [deal for deal in deals(variant, 6) if deal.over]
    assert len(ends) == 6
    for deal in ends:
        assert len(counts(deal)) == len(deal.game.sides)


@promised("A20")
def test_setup_pack_what_can_be_set_up_can_be_dealt(variant):
    for seats in variant.seats():
        assert len(variant.cards(seats)) > variant.hand_size(seats) * seats
    with pytest.raises(Unreadable, match=r"[0-9]+ .*[0-9]+"):
        variant.changed({"dealing.hand": "60"})


@promised("A21", "rummy-500", "500-rum", "gambit", "partnership")
def test_layoff_meld_everybody_sees_what_lies_open(variant):
    for deal in deals(variant):
        for seat in range(deal.game.seats):
            seen = seen_by(deal, seat)
            assert seen.table == deal.table and seen.discards == deal.discards
            assert len(seen.stock) == len(deal.stock) and seen.turn.owed is deal.turn.owed


@promised("A23")
def test_turn_the_step_is_kept_and_not_guessed(variant):
    for deal in deals(variant, 1):
        again = position(describe(deal))
        assert (again.phase, again.seat, again.window) == (deal.phase, deal.seat, deal.window)


@promised("A32", "rummy-500", "500-rum", "boathouse", "gambit", "kalooki")
def test_draw_pile_use_at_once_no_turn_ends_before(variant):
    for deal in deals(variant, 6):
        if deal.turn.owed is not None:
            assert not any(isinstance(action, Discard) for action in legal_actions(deal))


@promised("A43", "basic", "basic-house", "romme", "kalooki", "wrotham")
def test_stock_reuse_every_card_comes_back_once(variant):
    keys = {**FRESH, "variant": variant.id, "stock": "", "stock_left": 0, "discards": "4D 9H KS 2C"}
    deal = position({**keys, "hands": hands("5S 7D TC", "8H QC JD"), "table": ["B: 6C 6D 6S"]})
    before = Counter(anywhere(deal))
    deal = play(deal, parse("draw", deal))
    if deal.phase == SHUFFLE:
        deal = play(deal, Shuffle(0, shuffled_part(deal)[::-1]))
    assert Counter(anywhere(deal)) == before and len(deal.hands[0]) == 4


@pytest.mark.parametrize("line", fault("A04", "meld 9C TC JC", "lay off JC on QC", "discard JC"))
def test_turn_held_names_the_card_and_nothing_breaks(line: str):
    deal = position({**HAND, "hands": hands("9C TC 4D"), "table": ["B: QC KC AC"]})
    broken = breach(deal, parse(line, deal))
    assert broken is not None and broken.rule == "turn.held"
    assert card("JC") in broken.cards and "J♣" in broken.sentence
    assert play(deal, parse("discard 4D", deal)).seat == 1


def table(variant: str = "rummy-500", **keys: Any) -> Table:
    """A table with two players and the same cards every time."""
    return Table(variant, **{"seed": 7, **keys})


@pytest.mark.parametrize("hand", fault("A07", "7H 7D 7C 2S", "7S 8S 9S TS 2S"))
def test_undo_gives_the_hand_back(hand: str):
    here = Table(position={**FRESH, "hands": hands(hand, "4H JC")})
    here.handle({"type": "draw"})
    drawn = here.deal
    meld = next(a for a in legal_actions(drawn) if isinstance(a, LayDown))
    here.handle({"type": "say", "line": write(meld, drawn)})
    assert here.deal != drawn
    here.handle({"type": "undo"})
    assert here.deal == drawn and here.deal.phase == "play"
    assert card("KD") in here.deal.hands[0] and not here.deal.table


@pytest.mark.parametrize("seed", fault("A50", "1", "2", "3", "4"))
def test_undo_of_a_draw_brings_the_same_card_again(seed: str):
    here = table(seed=seed)
    while here.state()["frame"]["wait"]:
        here.handle({"type": "step"})
    before = here.deal.hands
    here.handle({"type": "draw"})
    after = here.deal
    here.handle({"type": "undo"})
    assert here.deal.hands == before != after.hands
    here.handle({"type": "draw"})
    assert here.deal == after


@pytest.mark.parametrize("line", fault("A33", "discard KD", "meld 2C 3D 9S", "sing", "take KC"))
def test_a_refused_move_changes_nothing(line: str):
    here = table()
    before, saved = here.deal, here.save()
    here.handle({"type": "say", "line": line})
    assert here.deal is before and here.save() == saved
    assert here.state()["frame"]["message"]["kind"] in ("refused", "error")


@pytest.mark.parametrize("hand", fault("A11", "JD QD QD KD", "7S 7S 7H 7D", "7C 8C 8C 9C 9C"))
def test_meld_kind_two_copies_of_a_card_make_one_meld(hand: str):
    deal = position({**TWO, "discards": "2S", "hands": hands(f"{hand} 2H")})
    melds = [a for a in legal_actions(deal) if isinstance(a, LayDown)]
    assert len({a.need for a in melds}) == len(melds) > 0
    after = play(deal, melds[0])
    assert Counter(after.hands[0]) == Counter(deal.hands[0]) - Counter(p.card for p in melds[0].placed)


CHAINS = {
    "9S TS 4D": ["B: TH TD TC", "A: JS QS KS"],
    "8S 7S 4D": ["B: 8H 8D 8C", "A: 9S TS JS"],
    "2H AH 4D": ["B: 2S 2C 2D", "A: 3H 4H 5H"],
}


@pytest.mark.parametrize("hand", fault("A12", *CHAINS))
def test_a_hint_lays_off_the_longest_chain(hand: str):
    """Not where it fits first: on the tens the ten would leave the nine behind."""
    deal = position({**HAND, "turn": "C", "hands": hands("3C", "3D", hand), "table": CHAINS[hand]})
    while deal.seat == 2 and deal.phase == "play":
        deal = play(deal, PLAYERS["greedy"](seen_by(deal, 2), 2, Random(1)).action)
    assert [len(lay.placed) for meld in deal.table for lay in meld.lays if lay.seat == 2] == [1, 1]


LEFT = {"TC": 10, "KC": 10, "5D": 5, "3S": 7, "AS": 9, "AH": 9, "7S": 24, "QC": 40}


@pytest.mark.parametrize("gone", fault("A15", *LEFT))
def test_scoring_knock_what_is_left_after_a_discard(gone: str):
    """The end of a long sequence may go; what stays is the least that any partition leaves."""
    keys = {**HAND, "variant": "knock", "seats": 2, "discards": "5H"}
    keys["hands"] = hands("7S 7H 7D TC JC QC KC 5D 3S AS AH", "KS KH KD QH QD JH JD 9S 9H 8H")
    deal = position(keys)
    deal = play(deal, parse(f"knock {gone}", deal))
    assert deal.over and -sum(item.points for item in counts(deal)[0].hand) == LEFT[gone]


@promised("A17")
def test_variants_rules_stay_when_the_cards_are_dealt_again(variant):
    changed = variant.changed({"match.target": 300})
    here = Table(changed, seats=variant.seats()[0], seed=7)
    first = here.deal.hands
    for again in ("again", "new"):
        here.handle({"type": again, "seed": 7})
        assert here.variant == here.deal.variant == changed
        assert len(here.deal.game.cards) == len(variant.cards(variant.seats()[0]))
    assert here.deal.hands == first


@promised("A34")
def test_deal_whole_pack_the_seed_makes_the_cards(variant):
    seats = variant.seats()[0]
    by_chance = {Table(variant, seats=seats).deal.hands for _ in range(3)}
    assert len(by_chance) == 3
    assert len({Table(variant, seats=seats, seed=7).deal.hands for _ in range(2)}) == 1
    here = Table(variant, seats=seats)
    assert Table(variant, seats=seats, seed=here.frame()["seed"]).deal.hands == here.deal.hands


@pytest.mark.parametrize("text", fault("A48", "10h", "th", "TH", "10H", "Th"))
def test_a_card_is_read_kindly_and_written_one_way(text: str):
    assert card(text) is card("TH") and card(text).code == "TH"


@pytest.mark.parametrize("line", fault("A47", "draw 5", "draw three", "take", "pass 2"))
def test_what_is_no_move_is_not_turned_into_one(line: str):
    with pytest.raises(Unreadable):
        parse(line, position(FRESH))


def finished(here: Table) -> str:
    """The record of a deal that computer players have played to its end."""
    while here.state()["frame"]["wait"]:
        here.handle({"type": "step"})
    return here.save()


@pytest.mark.parametrize("players", fault("A53", *PLAYERS))
def test_games_do_not_share_their_chance(players: str):
    alone = [finished(table(seed=n, you=None, players=players)) for n in (1, 2)]
    one, other = (table(seed=n, you=None, players=players) for n in (1, 2))
    while one.frame()["wait"] or other.frame()["wait"]:
        one.handle({"type": "step"})
        other.handle({"type": "step"})
    assert [one.save(), other.save()] == alone
    assert table(seed=1, players="random").deal == table(seed=1, players="greedy").deal


@pytest.mark.parametrize("name", fault("B15", "basic-house", "romme"))
def test_stock_shuffle_comes_from_the_seed(name: str):
    keys = {**FRESH, "variant": name, "stock": "", "stock_left": 0, "discards": "4D 9H KS 2C 8D 3C 7C JC"}
    keys["hands"] = hands("5S 7D TC", "8H QC JD")
    stocks = []
    for seed in (7, 7, 8):
        here = Table(position=keys, seed=seed)
        here.handle({"type": "draw"})
        assert here.deal.phase == "play"
        stocks.append((here.deal.hands, here.deal.stock))
    assert stocks[0] == stocks[1] != stocks[2]


@pytest.mark.parametrize("line", fault("B19", "meld 7C * *", "meld * 7C *", "meld * * 7C"))
def test_jokers_wild_every_meaning_is_offered(line: str):
    """Three sequences and three groups, whatever the order."""
    deal = position({**HAND, "hands": hands("7C * * 2D", "3C")})
    with pytest.raises(Ambiguous) as caught:
        parse(line, deal)
    meant = {parse(choice, deal) for choice in caught.value.choices}
    assert len(meant) == 6 and all(breach(deal, action) is None for action in meant)


@promised("B21")
def test_scoring_cards_court_cards_count_alike(variant):
    points = hand_points(variant.scoring)
    assert {points[c] for c in cards("JS QH KD")} == {variant.scoring.court}


@promised("A09", "rummy-500", "500-rum", "gambit")
def test_match_winner_goes_by_points_and_not_by_seat(variant):
    for totals in permutations((520, 500, 300)):
        match = Match(variant, 3, 0, totals)
        assert winners(match) == (totals.index(520),)


# -- the list --------------------------------------------------------------------------------------------


def numbers() -> set[str]:
    """The faults under whose numbers a test of this module runs."""
    marks = [m for test in globals().values() for m in getattr(test, "pytestmark", ())]
    named = [getattr(p, "id", None) for m in marks for p in m.args[1]]
    return {name[:3] for name in [*SAID, *named] if name}


def test_every_fault_is_answered():
    assert set(FAULTS["fault"]) == numbers() | set(FAULTS["elsewhere"]) | set(FAULTS["otherwise"])


@pytest.mark.parametrize("test", FAULTS["elsewhere"].values(), ids=FAULTS["elsewhere"])
def test_a_test_that_is_named_exists(test: str):
    module, _, name = test.partition(".")
    text = BOOK.with_name(f"{module}.py").read_text(encoding="utf-8")
    assert re.search(rf"^def {name}\(", text, re.MULTILINE)
