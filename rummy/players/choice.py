"""What a player does and why; the player that leaves it to chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from rummy.actions import Action
from rummy.deal import Deal
from rummy.law import legal_actions
from rummy.words import say


class Choice(NamedTuple):
    """What a player does, and why."""

    action: Action
    reason: str
    """The id of the sentence that says why, under ``why`` in the words."""
    facts: Mapping[str, Any] = MappingProxyType({})

    @property
    def why(self) -> str:
        """Why, in words."""
        return say(f"why.{self.reason}", **self.facts)


Player = Callable[[Deal, int, Random], Choice]
"""A strategy: from the deal as the seat sees it, the seat, and a source of chance, to a choice."""


def random_player(seen: Deal, seat: int, chance: Random) -> Choice:
    """Any legal action, each as likely as the others.

    >>> from rummy.deal import seen_by
    >>> from rummy.steps import new_deal
    >>> from rummy.variants import find
    >>> random_player(seen_by(new_deal(find("basic")), 0), 0, Random(1)).why
    'by chance'
    """
    actions = legal_actions(seen, seat)
    return Choice(actions[int(chance.random() * len(actions))], "chance")
