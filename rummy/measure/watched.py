"""Deals played to their end by computer players, and what keeps one from coming to its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from rummy.actions import Action
from rummy.deal import OVER, Deal, seen_by
from rummy.law import legal_actions, play, to_act
from rummy.measure.flow import Step
from rummy.players import Player
from rummy.steps import ordered
from rummy.words import clip

MOST_DECISIONS = 10_000
"""A deal in which more is decided is left out."""
RAISED, ILLEGAL, CAP, STALLED = "raised", "illegal", "cap", "stalled"
REASONS = (RAISED, ILLEGAL, CAP, STALLED)
"""Why a deal is left out: a player failed; chose what is not legal; came to no end; stalled."""


class Left(Exception):
    """A deal that could not be played to its end, by one of `REASONS`."""

    def __init__(self, reason: str, text: str = "") -> None:
        super().__init__(reason, text)
        self.reason = reason
        self.text = text


def play_out(deal: Deal, players: Sequence[Player], chance: Random) -> tuple[Deal, list[Action]]:
    """A deal played to its end, and what was done. Where several may act at once, chance says who is first.

    >>> from rummy.players import greedy_player
    >>> from rummy.steps import new_deal
    >>> from rummy.variants import find
    >>> over, actions = play_out(new_deal(find("basic"), seed=1), [greedy_player] * 2, Random(1))
    >>> over.over, actions[0]
    (True, <A: draw>)
    """
    actions = []
    while deal.phase != OVER:
        waiting = to_act(deal)
        seat = waiting[0] if len(waiting) == 1 else chance.choice(waiting)
        action = ordered(deal, players[seat](seen_by(deal, seat), seat, chance).action, chance.random())
        actions.append(action)
        deal = play(deal, action)
    return deal, actions


def watched(
    deal: Deal, players: Sequence[Player], seed: str, tick: Callable[[], None] = lambda: None
) -> tuple[list[Step], Deal]:
    """A deal played to its end, with what could have been done at every step; raises `Left` if it has none.

    Each seat has a chance of its own, and the table one: what a player makes of its chance changes nothing
    for the others. ``tick`` is called after every decision.
    """
    table = Random(f"{seed}/table")
    chances = [Random(f"{seed}/{seat}") for seat in range(deal.game.seats)]
    steps: list[Step] = []
    while deal.phase != OVER:
        if len(steps) == MOST_DECISIONS:
            raise Left(CAP)
        waiting = to_act(deal)
        seat = waiting[0] if len(waiting) == 1 else table.choice(waiting)
        try:
            action = players[seat](seen_by(deal, seat), seat, chances[seat]).action
            tick()
        except Exception as error:
            raise Left(RAISED, clip(f"{type(error).__name__}: {error}", 200)) from error
        options = legal_actions(deal, seat)
        action = ordered(deal, action, table.random())
        steps.append(Step(deal, action, len(options)))
        try:
            deal = play(deal, action)
        except Exception as error:
            raise Left(ILLEGAL, clip(str(error), 200)) from error
    return steps, deal
