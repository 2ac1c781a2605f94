"""Computer players: legal, fair, repeatable, and sensible."""

from __future__ import annotations

from random import Random

import pytest

from rummy.deal import Deal, counts, seen_by
from rummy.law import legal_actions, play, to_act
from rummy.lines import write
from rummy.players import PLAYERS
from rummy.positions import position
from rummy.steps import new_deal
from rummy.variants import find, variants

TABLES = [(v, n) for v in variants().values() for n in (2, 4, 5)]
NAMED = [f"{v.id} {n}" for v, n in TABLES]


def choice(player: str, deal: Deal, seed: int = 1) -> str:
    """What a player does, as a line."""
    seat = to_act(deal)[0]
    return write(PLAYERS[player](seen_by(deal, seat), seat, Random(seed)).action, deal)


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
        made = PLAYERS[players[seat]](seen_by(deal, seat), seat, chance)
        assert made.action in legal_actions(deal, seat) and made.why
        deal = play(deal, made.action)
    return deal


@pytest.mark.parametrize(("variant", "seats"), TABLES, ids=NAMED)
@pytest.mark.parametrize("player", PLAYERS)
def test_a_player_always_chooses_something_legal_and_says_why(player, variant, seats):
    for seed in range(4):
        assert played(new_deal(variant, seats, seed=seed), [player] * seats, seed).over


@pytest.mark.parametrize("player", PLAYERS)
def test_a_player_chooses_alike_where_it_sees_alike(player):
    for seed in range(10):
        deal = new_deal(find("rummy-500"), 3, seed=seed)
        hidden = deal._replace(stock=deal.stock[::-1])
        assert choice(player, deal, seed) == choice(player, hidden, seed)


@pytest.mark.parametrize("name", variants())
def test_greedy_beats_random(name):
    points = [0.0, 0.0]
    for seed in range(40):
        deal = played(new_deal(find(name), 2, seed % 2, seed), ["greedy", "random"], seed)
        points = [float(p + c.points) for p, c in zip(points, counts(deal), strict=True)]
    assert points[0] > points[1] + 40 * 5


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
