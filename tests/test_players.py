"""Computer players: legal, fair, repeatable, and sensible."""

from __future__ import annotations

from pickle import dumps, loads
from random import Random
from statistics import mean, stdev
from time import process_time

import pytest

from rummy.cards import BACK, add, shuffled, unpack
from rummy.deal import Deal, counts, seen_by
from rummy.law import legal_actions, play, to_act
from rummy.lines import write
from rummy.players import PLAYERS, STRENGTHS, planner, player
from rummy.players.imagined import Imagined
from rummy.positions import position
from rummy.steps import new_deal, ordered
from rummy.variants import find, variants
from rummy.words import ENGLISH, Unreadable, languages, speak

from .walks import moments

TABLES = [
    (v, n)
    for v in variants().values()
    for n in sorted({v.seats()[0], v.seats()[len(v.seats()) // 2], v.seats()[-1]})
]
NAMED = [f"{v.id} {n}" for v, n in TABLES]
QUICK = [name for name in PLAYERS if name != "planner"]
BRIEF = [*QUICK, "planner:7"]


@pytest.fixture
def english():
    """Whatever a test speaks, English is spoken after it."""
    yield
    speak(ENGLISH)


def choice(name: str, deal: Deal, seed: int = 1) -> str:
    """What a player does, as a line."""
    seat = to_act(deal)[0]
    return write(player(name)(seen_by(deal, seat), seat, Random(seed)).action, deal)


def lies(**keys: object) -> Deal:
    """A position at a table of two, A in turn."""
    return position(
        {"variant": "rummy-500", "seats": 2, "phase": "play", "turn": "A", "stock_left": 9, **keys}
    )


def played(deal: Deal, players: list[str], seed: int) -> Deal:
    """A deal that these players play to its end."""
    chance = Random(seed)
    while not deal.over:
        seat = chance.choice(to_act(deal))
        made = player(players[seat])(seen_by(deal, seat), seat, chance)
        assert made.action in legal_actions(deal, seat) and made.why[-1] not in ".!?" and "{" not in made.why
        deal = play(deal, ordered(deal, made.action, chance.random()))
    return deal


@pytest.mark.parametrize(("variant", "seats"), TABLES, ids=NAMED)
@pytest.mark.parametrize("name", QUICK)
def test_a_player_always_chooses_something_legal_and_says_why(name, variant, seats):
    for seed in range(3):
        assert played(new_deal(variant, seats, seed=seed), [name] * seats, seed).over


@pytest.mark.parametrize("name", variants())
def test_every_player_chooses_at_random_moments_and_says_why_in_every_language(name, english):
    chance = Random(name)
    for deal in moments((find(name), find(name).seats()[0]), chance, 5):
        for who in ("cautious", "planner:3"):
            seat = chance.choice(to_act(deal))
            made = player(who)(seen_by(deal, seat), seat, chance)
            assert made.action in legal_actions(deal, seat)
            for code in languages():
                speak(code)
                assert made.why and not {*"{}"} & {*made.why}


def hidden_otherwise(deal: Deal, seat: int, seed: int) -> Deal:
    """The deal with all that a seat does not see dealt out anew."""
    rest, known = [*deal.stock], deal.course.known
    for other, hand in enumerate(deal.holdings):
        rest += unpack(hand & ~known[other]) if other != seat else ()
    fresh, hands = iter(shuffled(rest, seed)), [*deal.holdings]
    for other, hand in enumerate(deal.holdings):
        if other != seat:
            hands[other] = known[other]
            for _ in unpack(hand & ~known[other]):
                hands[other] = add(hands[other], next(fresh))
    return deal._replace(holdings=tuple(hands), stock=tuple(fresh))


@pytest.mark.parametrize("name", BRIEF)
def test_a_player_chooses_alike_where_it_sees_alike(name):
    moved = 0
    for seed in range(4):
        for deal in moments((find("rummy-500"), 3), Random(seed), 4):
            other = hidden_otherwise(deal, to_act(deal)[0], seed)
            assert seen_by(other, to_act(deal)[0]) == seen_by(deal, to_act(deal)[0])
            assert choice(name, deal, seed) == choice(name, other, seed)
            moved += other != deal
    assert moved > 8


@pytest.mark.parametrize("name", variants())
def test_an_imagined_deal_agrees_with_all_that_was_seen(name):
    for deal in moments((find(name), find(name).seats()[-1]), Random(name), 6):
        seat = to_act(deal)[0]
        seen = seen_by(deal, seat)
        one = Imagined(seen, seat).deal(Random(1))
        assert seen_by(one, seat) == seen
        assert BACK not in one.stock and all(BACK not in hand for hand in one.hands)
        mine, theirs = (sorted((*d.stock, *(c for hand in d.hands for c in hand))) for d in (one, deal))
        assert mine == theirs


def test_who_has_had_a_turn_is_imagined_without_a_meld():
    deal = lies(
        hands={"A": "2C 4D", "B": "5C 6C 7C 8H 9D KS QH"}, phase="draw", discards="4S 9C JD", stock_left=20
    )
    seen, chance = seen_by(deal, 0), Random(1)
    assert Imagined(seen, 0).settled == (1,)
    held = [deal.game.melder.any_meld(Imagined(seen, 0).deal(chance).holdings[1]) for _ in range(60)]
    assert sum(held) < 6


@pytest.mark.parametrize(
    "text", ["planner:0", "planner:-3", "planner:x", "planner:1e3", "planner:", "clever", "greedy:2", ""]
)
def test_a_player_that_there_is_not_is_one_sentence(text):
    with pytest.raises(Unreadable) as told:
        player(text)
    assert str(told.value).count(".") == 1 and str(told.value).endswith(".")


@pytest.mark.parametrize("budget", [{"iterations": 0}, {"milliseconds": -1}, {"iterations": None}])
def test_a_planner_needs_a_budget(budget):
    with pytest.raises(Unreadable):
        planner(**budget)


def test_players_are_offered_from_the_weakest_to_the_strongest_and_go_to_other_processes():
    assert [*PLAYERS][1:] == [*STRENGTHS.values()]
    for name in (*PLAYERS, "planner:9"):
        assert loads(dumps(player(name))) == player(name)


def test_a_planner_keeps_to_its_time():
    quick = planner(None, 40)
    for deal in moments((find("500-rum"), 2), Random(5), 8):
        seat, begun = to_act(deal)[0], process_time()
        quick(seen_by(deal, seat), seat, Random(1))
        assert process_time() - begun < 0.2


def test_a_planner_does_not_think_about_what_it_has_to_do():
    deal = lies(hands={"A": "KD"})
    made = planner(10**8)(seen_by(deal, 0), 0, Random(1))
    assert (write(made.action, deal), made.reason) == ("discard KD", "out")


def test_a_planner_says_by_how_much_its_choice_was_better():
    deals = (new_deal(find("500-rum"), seed=seed) for seed in range(9))
    told = [planner(30)(seen_by(d, 0), 0, Random(1)) for d in deals]
    some = next(made for made in told if made.reason == "planned")
    assert f"in {some.facts['deals']} imagined deals this brought {some.facts['count']} point" in some.why
    assert some.facts["count"] > 0 and str(some.facts["other"]) in some.why


def test_the_planner_beats_greedy_where_digging_pays():
    """Each player against the next, with intervals: benchmarks/strength.py."""
    ahead = 0.0
    for seed in range(5):
        for side in (0, 1):
            players = ["planner:7" if seat == side else "greedy" for seat in (0, 1)]
            made = counts(played(new_deal(find("500-rum"), 2, seed % 2, seed), players, seed))
            ahead += float(made[side].points - made[1 - side].points)
    assert ahead > 0


def test_cautious_takes_no_more_than_five_cards_and_gives_nothing_away():
    deep = lies(phase="draw", hands={"A": "KH KS QD"}, discards="KC 2H 8D 3C JH 2S 9H", stock_left=20)
    assert (choice("greedy", deep), choice("cautious", deep)) == ("take KC", "draw")
    near = lies(phase="draw", hands={"A": "KH KS QD"}, discards="2H 8D KC 3C JH 2S 9H", stock_left=20)
    assert choice("cautious", near) == "take KC"
    held = lies(hands={"A": "7H 7D 4C"}, table=["B: 7S 8S 9S"])
    assert (choice("greedy", held), choice("cautious", held)) == ("discard 4C", "discard 7H")


@pytest.mark.parametrize("name", variants())
def test_greedy_beats_random(name):
    """Greedy players are one side, random ones the others, at every place and with either deal."""
    variant, better = find(name), []
    for seed in range(60):
        deal = new_deal(variant, variant.seats()[0], seed % 2, seed)
        side = seed // 2 % len(deal.game.sides)
        mine = deal.game.sides[side]
        players = ["greedy" if seat in mine else "random" for seat in range(deal.game.seats)]
        points = [float(count.points) for count in counts(played(deal, players, seed))]
        ahead = points[side] - mean(points[:side] + points[side + 1 :])
        better.append(-ahead if variant.match.wins == "lowest" else ahead)
    assert mean(better) > 2.5 * stdev(better) / 60**0.5
    assert sum(points > 0 for points in better) > 2 * sum(points < 0 for points in better)


def test_random_chooses_each_legal_action_about_as_often():
    deal = lies(hands={"A": "2S 9H KD 4C"})
    times = [choice("random", deal, seed) for seed in range(800)]
    assert {line: times.count(line) for line in set(times)}.keys() == {
        "discard 2S",
        "discard 9H",
        "discard KD",
        "discard 4C",
    }
    assert min(times.count(line) for line in set(times)) > 140


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ({"hands": {"A": "7S 8S 9S KD"}}, "meld 7S 8S 9S"),
        ({"hands": {"A": "KD"}}, "discard KD"),
        ({"hands": {"A": "TS 2C"}, "table": ["B: 7S 8S 9S"]}, "lay off TS on 9S"),
        ({"hands": {"A": "* 2C KD"}}, "discard KD"),
        ({"hands": {"A": "4H 5H 9C"}}, "discard 9C"),
        ({"phase": "draw", "hands": {"A": "7S 8S 2C"}, "discards": "4D 9S"}, "take 9S"),
        ({"phase": "draw", "hands": {"A": "7S 2H 2C"}, "discards": "4D KC"}, "draw"),
    ],
)
def test_greedy_does_what_is_plainly_best(keys, line):
    assert choice("greedy", lies(**keys)) == line


@pytest.mark.parametrize(("variant", "scores"), [("rummy-500", True), ("basic", False)])
def test_the_table_is_a_reason_only_where_it_scores(variant, scores):
    melds = lies(variant=variant, hands={"A": "7S 8S 9S KD"})
    offs = lies(variant=variant, hands={"A": "TS 2C"}, table=["B: 7S 8S 9S"])
    for deal in (melds, offs):
        why = PLAYERS["greedy"](seen_by(deal, 0), 0, Random(1)).why
        assert ("on the table" in why) == scores and ("somebody goes out" in why) != scores


WILD = {"named": "wild", "variant": "gambit", "dealer": "B"}


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        # a card that frees a joker is exchanged before anything else
        (
            {
                "variant": "wrotham",
                "hands": {"A": "8S KD 2C"},
                "table": ["B: 7S *=8S 9S"],
            },
            "swap 8S on 7S",
        ),
        # knocking with little, not with much
        ({"variant": "knock", "hands": {"A": "7S 8S 9S 2H KD", "B": "5C"}, "stock_left": 30}, "knock KD"),
        ({"variant": "knock", "hands": {"A": "7S 9H 8D 3H KD", "B": "5C"}, "stock_left": 30}, "discard KD"),
        # naming: doubling where cards on the table count, wild jokers elsewhere
        ({"variant": "gambit", "phase": "name", "dealer": "A"}, "name double"),
        (
            {
                "variant": "gambit",
                "phase": "name",
                "dealer": "A",
                "options": {"scoring.method": "winner-takes-hands"},
            },
            "name wild",
        ),
        # a joker that makes a meld is not wasted on the dealer's
        ({**WILD, "hands": {"A": "* 2C 4D 6H", "B": "5C"}}, "block"),
        ({**WILD, "hands": {"A": "* 2C 9D 9H", "B": "5C"}}, "meld 9H 9D *=9S"),
        # a doubled meld
        (
            {"variant": "gambit", "named": "double", "dealer": "B", "hands": {"A": "KS KH KD * 2C 3C"}},
            "meld KS KH KD with *",
        ),
        # the last chance: everything that fits goes
        (
            {
                "variant": "add-hands",
                "phase": "last",
                "out": "B",
                "hands": {"A": "TS 2C", "B": ""},
                "table": ["B: 7S 8S 9S"],
            },
            "lay off TS on 9S",
        ),
        # a joker is not thrown away
        (
            {
                "variant": "5000",
                "seats": 3,
                "exposed": {"A": "2C", "B": "3C", "C": "7C"},
                "dealer": "C",
                "hands": {"A": "7H 4D QC"},
            },
            "discard QC",
        ),
        # four at once count double
        ({"variant": "persian", "seats": 4, "hands": {"A": "KS KH KD KC 2C"}}, "meld KS KH KD KC"),
    ],
)
def test_greedy_does_what_is_plainly_best_at_special_tables(keys, line):
    got, want = choice("greedy", lies(**keys)), line
    assert got.split() == want.split() or {*got.split()} == {*want.split()}


def test_greedy_does_not_block_the_joker_of_its_own_partner():
    keys = {"variant": "gambit", "options": {"match.sides": "partners", "players.seats": "4"}, "seats": 4}
    deal = lies(**keys, named="wild", dealer="C", hands={"A": "* 2C 9D KH", "B": "5C"})
    assert choice("greedy", deal) != "block"


def test_greedy_goes_out_with_the_play_that_scores_if_it_goes_out_anyway():
    keys = {"variant": "partnership", "seats": 4, "table": ["B: 7S 8S 9S"]}
    hands = {"A": "TS", "B": "4C", "C": "2C 3C 5D 6D 8H QH KH AC", "D": "4H"}
    for partner in (hands["C"], "2C"):
        deal = lies(**keys, hands={**hands, "C": partner})
        assert [write(a, deal) for a in legal_actions(deal)] == ["lay off TS on 9S", "discard TS"]
        assert choice("greedy", deal) == "lay off TS on 9S"


def test_greedy_keeps_its_melds_for_going_rummy_and_lays_them_when_it_can_go_out():
    hands = {"A": "7S 8S 9S 4H 4D 4C KD 2C", "B": "2D 3D 5D 8D 9D TD", "C": "2H 3H 5H 6H 8H 9H"}
    keys = {"variant": "basic-house", "seats": 3, "stock_left": 20, "discards": "QC"}
    assert choice("greedy", lies(**keys, hands=hands)).startswith("discard")
    out = {**hands, "A": "7S 8S 9S 4H 4D 4C KD"}
    assert choice("greedy", lies(**keys, hands=out)).startswith("meld")


def test_greedy_calls_rummy_that_brings_points():
    deal = lies(
        variant="500-rum",
        phase="call",
        turn="B",
        by="A",
        hands={"A": "4C", "B": "5C KC"},
        discards="6H TS",
        table=["A: 7S 8S 9S"],
    )
    assert choice("greedy", deal) == "call TS on 9S"
