"""One screen for several people: whose hand is shown on it, and how it is handed on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from rummy.actions import SEATS, Pass, simple
from rummy.deal import CALL
from rummy.words import Unreadable, say

if TYPE_CHECKING:
    from rummy.table.controller import Table

NOBODY = -1
"""The seat that a log is written for which all read: it sees no hand."""
COVERED = frozenset(
    ("ready", "rummy", "new", "again", "next", "step", "article", "clear", "why", "sort", "resume")
)
"""What may be asked for while all hands are covered."""


class Screen(NamedTuple):
    """A screen that several people share."""

    people: tuple[int, ...]
    """The seats that they play."""
    covered: bool = True
    """Is it being handed on, all hands covered?"""
    calling: bool = False
    """Has somebody called rummy, and is to say with what?"""
    since: int = 0
    """How many steps there were when it was uncovered: what others did before is not taken back."""


def handed_on(table: Table) -> None:
    """Cover the hands when the turn has gone on, and see who gets the screen next."""
    screen, deal = table.screen, table.deal
    if screen is None:
        return
    calling = screen.calling and deal.phase == CALL
    covered = not deal.over and (screen.covered or deal.seat != table.you)
    table.screen = screen._replace(covered=covered, calling=calling)
    if covered and not calling:
        table.you = _next(table)


def _next(table: Table) -> int:
    """The seat of the person who plays next."""
    deal, people = table.deal, table.screen.people if table.screen else ()
    order = [(deal.seat + deal.game.step * n) % table.seats for n in range(table.seats)]
    return next((seat for seat in order if seat in people and seat in deal.game.playing), people[0])


def calls(table: Table) -> list[int]:
    """The people who may still call rummy."""
    screen, window = table.screen, table.deal.window
    if screen is None or table.deal.phase != CALL or window is None:
        return []
    return [seat for seat in screen.people if window.open >> seat & 1]


def screen_json(table: Table) -> dict[str, Any] | None:
    """What is shown while the hands are covered; None while one is shown."""
    screen, deal = table.screen, table.deal
    if screen is None or not screen.covered or table.you is None:
        return None
    who, may = table.names[table.you], calls(table)
    own = deal.seat == table.you
    if screen.calling:
        text, ready = say("screen.call", who=who), say("screen.no-call")
    elif table._waiting() is not None:
        text, ready = say("screen.wait", who=table.names[deal.seat], then=who), ""
    else:
        text = say("screen.hand" if own else "screen.others", who=who, turn=table.names[deal.seat])
        ready = say("screen.ready", who=who) if own else say("screen.nobody")
    named = [{"seat": SEATS[s], "text": say("screen.rummy", who=table.names[s])} for s in may]
    return {"text": text, "ready": ready, "calls": [] if screen.calling else named}


def ready(table: Table, message: Mapping[str, Any]) -> None:
    """Whoever is to play has the screen: nobody else calls, and the hand is shown."""
    screen = table.screen
    if screen is None or not screen.covered:
        raise Unreadable(say("screen.uncovered"))
    if screen.calling:
        table.screen = screen._replace(calling=False)
        return
    for seat in calls(table):
        if seat != table.deal.seat:
            table._do(simple(Pass, seat))
    if table.deal.seat == table.you and table._waiting() is None:
        table.screen = screen._replace(covered=False, since=len(table.steps))


def rummy(table: Table, message: Mapping[str, Any]) -> None:
    """Somebody calls rummy, by name; the hands stay covered."""
    screen, seat = table.screen, str(message.get("seat"))
    may = calls(table)
    if screen is None or seat not in [SEATS[one] for one in may]:
        raise Unreadable(say("screen.too-late"))
    table.you = SEATS.index(seat)
    table.screen = screen._replace(calling=True)
