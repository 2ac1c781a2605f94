"""Players at a table of a job: by name, also as players that never do one thing, to see what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from random import Random
from types import MappingProxyType
from typing import Any

from rummy.deal import Deal, Game, game
from rummy.law import legal_actions
from rummy.players import Choice, Player, player
from rummy.words import Unreadable, clip, listed, nearest, say

WITHOUT = " without "
RESTRICTIONS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "deep": {"drawing.pile": "top"},
        "lay-offs": {"laying_off.on": "own-side"},
        "melds": {"melding.all_at_once": "last-half", "match.deals": 1},
    }
)
"""What a player can be kept from, and the rules by which it then thinks: it never takes more than the top
card, never lays off on melds of another side, lays nothing before it can lay its whole hand."""


def seated(text: str | Player) -> Player:
    """The player that a name names; a strategy is itself. Raises `Unreadable` for a name that is none.

    >>> seated("greedy").__name__
    'greedy_player'
    >>> seated("greedy without deeds")
    Traceback (most recent call last):
    rummy.words.Unreadable: A player can play without deep, lay-offs or melds, not without “deeds”. \
Did you mean deep?
    """
    if not isinstance(text, str):
        return text
    name, without, kept = text.partition(WITHOUT)
    if not without:
        return player(text)
    if kept not in RESTRICTIONS:
        names = listed(list(RESTRICTIONS), "or")
        raise Unreadable(say("error.restriction", text=clip(kept), names=names) + nearest(kept, RESTRICTIONS))
    return partial(_restricted, player(name), kept)


def _restricted(free: Player, kept: str, seen: Deal, seat: int, chance: Random) -> Choice:
    """What a player does that thinks by other rules; what its own rules oblige it to do it does by these."""
    thought = seen._replace(game=_thought(seen.game, kept))
    if not legal_actions(thought, seat):
        return free(seen, seat, chance)
    choice = free(thought, seat, chance)
    line = str(choice.action)
    action = next((a for a in legal_actions(seen, seat) if str(a) == line), None)
    return free(seen, seat, chance) if action is None else choice._replace(action=action)


@cache
def _thought(real: Game, kept: str) -> Game:
    """The game that a restricted player has in mind."""
    variant = real.variant
    for key, value in RESTRICTIONS[kept].items():
        group, _, option = key.partition(".")
        variant = variant._replace(**{group: getattr(variant, group)._replace(**{option: value})})
    return game(variant, real.seats, real.playing).with_wild(real.wild).with_named(real.named)
