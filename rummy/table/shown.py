"""What a table shows: the frame of its deal, and around it what only the table knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rummy.actions import SEATS, Call, Discard, Draw, Shuffle, Split, Start, Take
from rummy.cards import Card
from rummy.frames import Seen, frame_of
from rummy.players import PLAYERS
from rummy.table.screen import screen_json
from rummy.variants import Variant, code, variants
from rummy.words import catalogue, say

if TYPE_CHECKING:
    from rummy.table.controller import Table

Json = dict[str, Any]
LOG = 60
"""How many moves the log shows."""


def shown(table: Table) -> Json:
    """What is to be seen of a table now, as plain JSON."""
    deal, screen, matched = table.deal, table.screen, table._position is None
    covered, calling = (screen.covered, screen.calling) if screen else (False, False)
    frame = frame_of(
        Seen(
            deal,
            table.you,
            table.names,
            table.match,
            table.sort,
            table._waiting(),
            matched,
            _came(table),
            covered,
            calling,
        )
    )
    begun = len(table.steps) > table._opening
    frame.update(
        title=table.title or _called(table),
        key=table.key,
        fresh=not begun and not table.done,
        save=table.save(),
        seed=table.seed if matched else None,
        deal_no=table.number,
        note="" if deal.over and begun else table.note,
        shown=_played(table),
        message=table.message,
        choose=table._choose or frame["choose"],
        screen=screen_json(table),
        log=[
            {"n": n, "seat": SEATS[s.action.seat], "text": s.text, "why": bool(s.why)}
            for n, s in [*enumerate(table.steps)][-LOG:]
        ],
        menu=_menu(table),
    )
    frame["can"].update(
        undo=table._undo_to() is not None,
        step=frame["wait"] is not None,
        again=True,
        next=matched and deal.over and not table._match().over,
    )
    return frame


def _called(table: Table) -> str:
    """What the variant is called, and that this table plays house rules if it does."""
    title, house = table.variant.title, table._position is None and table.variant.overrides()
    return say("told.house", title=title) if house else title


def _played(table: Table) -> bool:
    """Has the example of this table been played: is it over, or has the turn gone to another?"""
    example, first = table._position is not None and bool(table.note), table.states[0]
    return example and (table.deal.over or any(deal.seat != first.seat for deal in table.states))


def _came(table: Table) -> tuple[Card, ...]:
    """The cards that came into the hand of the seat in turn this turn."""
    deal = table.deal
    for before, step in zip(reversed(table.states[:-1]), reversed(table.steps), strict=True):
        action = step.action
        if action.seat != deal.seat or isinstance(action, Discard | Start):
            return ()
        if isinstance(action, Draw):
            return (before.stock or before.discards)[:1]
        if isinstance(action, Shuffle):
            return action.order[:1]
        if isinstance(action, Take | Split | Call):
            return deal.turn.taken
    return ()


def _menu(table: Table) -> Json:
    """What may be chosen for another deal, and what is chosen."""
    here, you = table.variant, "" if table.you is None else SEATS[table.you]
    known = [(v.id, v.title, v) for v in variants().values()]
    if here.overrides():
        known.append((code(here), say("told.house", title=here.title), here))
    return {
        "variants": [
            {"id": i, "title": title, "blurb": "" if v.overrides() else v.blurb, "seats": _seatings(v)}
            for i, title, v in known
        ],
        "seats": _seatings(here),
        "players": [
            {"id": name, "title": say(f"player.{name.partition(':')[0]}")}
            for name in dict.fromkeys((*PLAYERS, *table.players.values()))
        ],
        "chosen": {
            "variant": code(here),
            "seats": table.seats,
            "player": next((p for s, p in table.players.items() if s != you), "greedy"),
            "seed": table.seed,
            "watch": table.you is None,
            "people": len(table.screen.people) if table.screen else 1,
            "names": {SEATS[s]: name for s, name in enumerate(table.names)},
        },
    }


def _seatings(variant: Variant) -> list[int]:
    """How many may sit at a table of this variant."""
    return list(variant.seats())


def table_words() -> dict[str, str]:
    """The words of the front end, by their short id."""
    return {key.removeprefix("table."): text for key, text in catalogue().items() if key.startswith("table.")}
