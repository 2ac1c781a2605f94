"""Deal codes: a few letters that give everybody the same cards, seats and computer players."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from rummy.actions import SEATS
from rummy.table import Table
from rummy.variants import Variant, find
from rummy.words import Unreadable, clip, data, say

LETTERS = "BCDFGHJKLMNPRSTVWXZ"
"""No vowels, so that no code is a word; nineteen, a prime, so that the last letter tells every slip."""
LENGTH = 7
RULES = Path("class-rules.txt")
"""Beside the notebooks of a class with rules of its own: what a code leaves open."""
_VARIANTS, _SEATS, _PLAYERS = 64, len(SEATS) - 1, 4
MOST = len(LETTERS) ** (LENGTH - 1) // (_VARIANTS * _SEATS * _PLAYERS)
"""How many deals there are for each variant, number of seats and computer player."""


class Common(NamedTuple):
    """A deal that everybody plays.

    Args:
        rules: what is played.
        seats: how many sit at the table.
        number: which deal, from 0 up to `MOST` - 1.
        player: the computer player on the other seats.

    >>> common("rummy-500", number=7).code
    'BHR-FHBS'
    >>> read_code("bhr fhbs").rules.id
    'rummy-500'
    """

    rules: Variant
    seats: int
    number: int
    player: str = "greedy"

    @property
    def code(self) -> str:
        """The deal in seven letters; the rules of a house mix are not in it."""
        known, players = _lists()
        named = self.rules.id if not self.rules.overrides() else ""
        place = known.index(named) * _SEATS + self.seats - 2
        number = (place * _PLAYERS + players.index(self.player)) * MOST + self.number
        digits = [number // 19**at % 19 for at in range(LENGTH - 2, -1, -1)]
        letters = "".join(LETTERS[one] for one in (*digits, _check(digits)))
        return f"{letters[:3]}-{letters[3:]}"

    def table(self, you: str | None = "A") -> Table:
        """The table at which it is played; whoever opens it anew finds the same cards."""
        return Table(self.rules, seats=self.seats, you=you, players=self.player, seed=self.code)


def common(
    rules: Variant | str, *, seats: int | None = None, number: int = 0, player: str = "greedy"
) -> Common:
    """The deal of a number, for everybody; the variant’s fewest seats if none are asked for.

    Raises:
        Unreadable: a variant, number of seats, number or player that there is not.
    """
    table = find(rules) if isinstance(rules, str) else rules
    seats = table.seats()[0] if seats is None else seats
    if player not in _lists()[1]:
        raise Unreadable(say("error.player", text=clip(player), names=", ".join(_lists()[1])))
    if seats not in table.seats():
        raise Unreadable(say("code.seats", seats=seats, title=table.title))
    if not 0 <= number < MOST:
        raise Unreadable(say("code.number", number=number, most=MOST - 1))
    return Common(table, seats, number, player)


def read_code(text: str, rules: Variant | str | None = None) -> Common:
    """The deal that a code names, whatever case and signs it is written with.

    Args:
        text: seven letters.
        rules: the rules of the class, for a code that leaves them open; those in `RULES` if None.

    Raises:
        Unreadable: a slip of the pen, a variant from a newer edition, rules that are missing.
    """
    letters = "".join(one for one in text.upper() if one.isalnum())
    if len(letters) != LENGTH or set(letters) - {*LETTERS}:
        raise Unreadable(say("code.letters", text=clip(text), letters=" ".join(LETTERS)))
    *digits, last = (LETTERS.index(one) for one in letters)
    if _check(digits) != last:
        raise Unreadable(say("code.slip", text=clip(text)))
    number = 0
    for one in digits:
        number = number * 19 + one
    place, number = divmod(number, MOST)
    place, player = divmod(place, _PLAYERS)
    place, seats = divmod(place, _SEATS)
    known, players = _lists()
    if place >= len(known) or player >= len(players):
        raise Unreadable(say("code.newer", text=clip(text)))
    named = known[place] or rules or _of_class()
    if named is None:
        raise Unreadable(say("common.rules", text=clip(text)))
    return common(named, seats=seats + 2, number=number, player=players[player])


def _of_class() -> str | None:
    """The rules that lie beside the notebook of a class, if there are any."""
    try:
        return RULES.read_text("utf-8").strip() or None
    except (OSError, UnicodeError):
        return None


def _check(digits: list[int]) -> int:
    """The last letter: another one for every single wrong letter and for every two that changed places."""
    return sum(at * one for at, one in enumerate(digits, 2)) % 19


@cache
def _lists() -> tuple[list[str], list[str]]:
    book = data("codes.toml")
    return book["variants"], book["players"]
