"""A moment at a table, as one seat sees it; whose hands are open, and what everybody is called."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from rummy.cards import Card
from rummy.deal import NAME, Deal
from rummy.match import Match, after
from rummy.words import listed, say

Json = dict[str, Any]


class Seen(NamedTuple):
    """A moment at a table, as one seat sees it."""

    deal: Deal
    you: int | None
    names: tuple[str, ...]
    match: Match
    sort: str
    waiting: int | None
    """The computer seat that acts next."""
    matched: bool
    """Is this deal part of a match?"""
    came: tuple[Card, ...] = ()
    """The cards that came into the hand of the seat in turn this turn."""
    covered: bool = False
    """Are all hands covered, because the screen is being handed on?"""
    calling: bool = False
    """Is the seat, its hand covered, calling rummy?"""

    @property
    def now(self) -> Match:
        """The match with this deal, if that is over."""
        return after(self.match, self.deal) if self.matched and self.deal.over else self.match

    def who(self, seat: int) -> str:
        """What a seat is called."""
        return self.names[seat]

    def side(self, side: int) -> str:
        """What a side is called: by the names of all who belong to it."""
        return self.all(self.deal.game.sides[side])

    def inside(self, side: int) -> str:
        """What a side is called within a sentence, where “You” is you."""
        names, you = (self.names[s] for s in self.deal.game.sides[side]), say("told.you")
        return listed([say("told.you-inside") if name == you else name for name in names])

    def all(self, seats: Iterable[int]) -> str:
        """What several seats are called."""
        return listed([self.names[s] for s in seats])

    def open(self, seat: int) -> bool:
        """Is the hand of a seat to be seen? Nobody's is before jokers are named."""
        if self.deal.phase == NAME or (self.covered and not self.deal.over):
            return False
        return self.you is None or self.you == seat or self.deal.over
