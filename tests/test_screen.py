"""Pass-and-play: several people at one screen, hands covered between turns, rummy called by name."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy.actions import SEATS, Call
from rummy.law import legal_actions, to_act
from rummy.lines import write
from rummy.table import Table
from rummy.variants import find, variants
from rummy.words import Unreadable


def frame(table: Table) -> dict:
    return table.state()["frame"]


def shown(now: dict) -> set[str]:
    """The seats whose hand is to be seen."""
    return {seat["seat"] for seat in now["seats"] if seat["cards"] is not None}


def act(table: Table, chance: Random) -> None:
    """Something a person at the screen can do: take it, call, play, or let a computer play."""
    now = frame(table)
    screen = now["screen"]
    if now["wait"]:
        table.handle({"type": "step"})
    elif screen is None:
        seat = table.you
        action = chance.choice(legal_actions(table.deal, seat))
        table.handle({"type": "say", "line": write(action, table.deal)})
    elif now["rummy"]:
        table.handle({"type": "say", "line": now["rummy"][0]["line"]})
    elif screen["calls"] and chance.random() < 0.5:
        table.handle({"type": "rummy", "seat": chance.choice(screen["calls"])["seat"]})
        if not frame(table)["rummy"]:
            table.handle({"type": "ready"})
            table.handle({"type": "ready"})
    else:
        table.handle({"type": "ready"})


@settings(max_examples=10, deadline=None)
@given(st.sampled_from(sorted(variants())), st.integers(2, 8), st.integers(2, 8), st.integers(0, 10**6))
def test_no_hand_is_ever_shown_but_that_of_who_has_the_screen(name, seats, people, seed):
    rules = find(name)
    seats = min(rules.seats(), key=lambda n: abs(n - seats))
    table = Table(rules, seats=seats, people=SEATS[: min(people, seats)], players="random", seed=seed)
    chance = Random(seed)
    for _ in range(40):
        now = frame(table)
        if table.deal.over:
            break
        if now["screen"] is None:
            assert shown(now) <= {SEATS[table.deal.seat]} and table.deal.seat in table.screen.people
        else:
            assert not shown(now)
            assert now["screen"]["ready"] or now["wait"]
        before = len(table.steps), now["screen"], now["wait"]
        act(table, chance)
        after = frame(table)
        assert (len(table.steps), after["screen"], after["wait"]) != before, "somebody can always go on"


def play_to_call(variant: str = "500-rum", people: str = "ABC") -> Table:
    """A table at which somebody may call rummy."""
    for seed in range(200):
        table, chance = Table(variant, seats=3, people=people, players="random", seed=seed), Random(seed)
        for _ in range(80):
            if table.deal.over:
                break
            may = [
                s
                for s in to_act(table.deal)
                if any(isinstance(a, Call) for a in legal_actions(table.deal, s))
            ]
            if frame(table)["screen"] and set(may) & {SEATS.index(p) for p in people}:
                return table
            now = frame(table)
            if now["screen"] is None:
                action = chance.choice(legal_actions(table.deal, table.you))
                table.handle({"type": "say", "line": write(action, table.deal)})
            else:
                table.handle({"type": "step"} if now["wait"] else {"type": "ready"})
    raise AssertionError("nobody could ever call")


def test_rummy_is_called_by_name_and_no_hand_is_seen():
    table = play_to_call()
    screen = frame(table)["screen"]
    may = [s for s in to_act(table.deal) if any(isinstance(a, Call) for a in legal_actions(table.deal, s))]
    seat = SEATS[may[0]]
    assert seat in [one["seat"] for one in screen["calls"]]
    table.handle({"type": "rummy", "seat": seat})
    now = frame(table)
    assert now["rummy"] and not shown(now) and now["you"] == seat
    table.handle({"type": "say", "line": now["rummy"][0]["line"]})
    assert isinstance(table.steps[-1].action, Call) and table.steps[-1].action.seat == may[0]


def test_a_call_that_was_nothing_is_taken_back_and_shows_nothing():
    table = play_to_call()
    calls = frame(table)["screen"]["calls"]
    before = frame(table)["you"]
    table.handle({"type": "rummy", "seat": calls[0]["seat"]})
    table.handle({"type": "ready"})
    now = frame(table)
    assert now["you"] == before and not now["rummy"] and not shown(now)


def test_nothing_is_played_and_no_hint_given_while_hands_are_covered():
    table = Table("rummy-500", people="AB", seed=7)
    before = table.deal
    for message in ({"type": "draw"}, {"type": "hint"}, {"type": "say", "line": "draw"}, {"type": "undo"}):
        table.handle(message)
        assert table.deal == before and "covered" in frame(table)["message"]["text"]


def test_the_log_tells_nobody_what_was_drawn():
    table = Table("basic", people="AB", seed=7)
    table.handle({"type": "ready"})
    drawn = table.deal.stock[0]
    table.handle({"type": "draw"})
    assert drawn.glyph not in frame(table)["log"][-1]["text"]
    assert any(card["c"] == drawn.code for seat in frame(table)["seats"] for card in seat["cards"] or ())


def test_what_was_done_before_the_screen_was_handed_on_is_not_taken_back():
    table = Table("basic", people="AB", seed=7)
    table.handle({"type": "ready"})
    assert not frame(table)["can"]["undo"]
    table.handle({"type": "draw"})
    assert frame(table)["can"]["undo"]
    action = next(a for a in legal_actions(table.deal) if a.kind == "discard")
    table.handle({"type": "say", "line": write(action, table.deal)})
    table.handle({"type": "ready"})
    steps = len(table.steps)
    table.handle({"type": "undo"})
    assert len(table.steps) == steps


def test_a_saved_game_comes_back_covered_with_the_same_people():
    table = Table("rummy-500", people="AB", seed=7, names={"A": "Ada", "B": "Bo"})
    table.handle({"type": "ready"})
    table.handle({"type": "draw"})
    other = Table(**table.arguments)
    other.handle({"type": "resume", "text": table.save()})
    now = frame(other)
    assert other.deal == table.deal and now["screen"] and not shown(now)
    assert [seat["name"] for seat in now["seats"]] == ["Ada", "Bo"]


def test_a_new_match_may_have_other_people_or_one_alone():
    table = Table("rummy-500", people="AB", seed=7)
    table.handle({"type": "new", "seats": 4, "people": 3})
    assert table.screen.people == (0, 1, 2) and table.seats == 4
    table.handle({"type": "new", "seats": 2, "people": 1})
    assert table.screen is None and frame(table)["screen"] is None and table.you == 0
    table.handle({"type": "new", "people": 2, "watch": True})
    assert table.screen is None and table.you is None


@pytest.mark.parametrize("people", ["AX", 3, "A B"])
def test_people_that_there_are_not_get_a_sentence(people):
    with pytest.raises(Unreadable):
        Table("rummy-500", people=people)


def test_the_whole_state_is_json():
    table = play_to_call()
    assert json.loads(json.dumps(table.state())) == table.state()
