"""A job: which tables are played, by whom, with which cards: plain values."""

from __future__ import annotations

from typing import Literal, NamedTuple

from rummy.deal import game
from rummy.measure.restricted import seated
from rummy.players import Player
from rummy.variants import Variant, find
from rummy.words import Unreadable, say

BLOCKS = 100
"""By so many blocks sums are kept."""
DEALS, MATCHES = "deals", "matches"


class Job(NamedTuple):
    """The same deals, or matches, played at every one of some tables.

    A number, from 1, names a *round*: one deal (or match) that is played at every table; where the players
    differ, the same cards again with the players moved on by one seat, until everybody has held every hand.

    >>> Job(("basic", "block"), ("greedy", "random"), last=10).turns
    2
    """

    tables: tuple[str, ...]
    """The codes of the variants."""
    players: tuple[str | Player, ...] = ("greedy", "greedy")
    """Who sits at each seat in the first deal of a round: a name that `seated` reads, or a strategy."""
    seats: int = 2
    seed: str = "1"
    first: int = 1
    """The first round that is played."""
    last: int = 1000
    """The last round that is played."""
    kind: Literal["deals", "matches"] = "deals"

    @property
    def turns(self) -> int:
        """How many deals, or matches, a round has."""
        alike = (n for n in range(1, len(self.players)) if moved(self.players, n) == self.players)
        return next(alike, max(1, len(self.players)))

    @property
    def rounds(self) -> int:
        """How many rounds are played."""
        return self.last - self.first + 1

    @property
    def names(self) -> tuple[str, ...]:
        """The players that differ, in the order of their seats, by name."""
        return tuple(map(named, dict.fromkeys(self.players)))

    def part(self, first: int, last: int) -> Job:
        """The same job, but only some of its rounds."""
        return self._replace(first=first, last=last)

    def checked(self) -> Job:
        """The job itself; raises `Unreadable` where it cannot be played, with a sentence that says why."""
        if not self.tables:
            raise Unreadable(say("error.no-tables"))
        for table in self.tables:
            game(find(table), self.seats)
        if len(self.players) != self.seats:
            raise Unreadable(say("error.each-seat", players=len(self.players), seats=self.seats))
        for player in self.players:
            seated(player)
        if self.first < 1 or self.rounds < 1:
            raise Unreadable(say("error.no-rounds", first=self.first, last=self.last))
        return self

    def variants(self) -> tuple[Variant, ...]:
        """The tables as values."""
        return tuple(map(find, self.tables))


def moved(players: tuple[str | Player, ...], by: int) -> tuple[str | Player, ...]:
    """The players, each moved on by so many seats."""
    return players[-by:] + players[:-by] if by else players


def named(player: str | Player) -> str:
    """What a player is called."""
    return player if isinstance(player, str) else getattr(player, "__name__", type(player).__name__)
