"""Computer players: each sees what its seat sees, chooses a legal action and can say why."""

from __future__ import annotations

from rummy.players.careful import cautious_player
from rummy.players.choice import Choice, Player, random_player
from rummy.players.hands import best_melds
from rummy.players.planning import planner, planner_player
from rummy.players.thought import greedy_player
from rummy.words import Unreadable, clip, say

__all__ = [
    "PLAYERS",
    "STRENGTHS",
    "Choice",
    "Player",
    "best_melds",
    "cautious_player",
    "greedy_player",
    "planner",
    "planner_player",
    "player",
    "random_player",
]

PLAYERS: dict[str, Player] = {
    "random": random_player,
    "cautious": cautious_player,
    "greedy": greedy_player,
    "planner": planner_player,
}
"""The strategies by name, each stronger than the one before (`benchmarks/strength.py`)."""
STRENGTHS = {"easy": "cautious", "medium": "greedy", "hard": "planner"}
"""Which strategy plays at which strength."""


def player(text: str) -> Player:
    """The strategy of this name; a planner may be named with the deals it imagines: ``planner:200``.

    Raises `Unreadable` for anything else.

    >>> player("greedy") is greedy_player, player("planner:200") == planner(200)
    (True, True)
    """
    name, colon, budget = text.partition(":")
    if name not in PLAYERS or (colon and name != "planner"):
        raise Unreadable(say("error.player", text=clip(text), names=", ".join(PLAYERS)))
    if not colon:
        return PLAYERS[name]
    if not (budget.isascii() and budget.isdigit() and len(budget) < 10 and int(budget)):
        raise Unreadable(say("error.budget", text=clip(budget)))
    return planner(int(budget))
