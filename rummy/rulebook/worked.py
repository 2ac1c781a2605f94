"""The worked score: a deal that is over, put together for the table's rules and counted by the engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rummy.actions import SEATS
from rummy.cards import glyphs
from rummy.deal import Deal
from rummy.melds import Meld
from rummy.pictures.pages import deal_frame
from rummy.positions import position
from rummy.rulebook.page import Block, Grid, Heading, Prose
from rummy.rules import fits
from rummy.variants import EXPOSED, Variant, code
from rummy.words import data, say


def worked(variant: Variant) -> Iterator[Block]:
    """The worked score of a table, as it is printed."""
    text = position_of(variant)
    deal = position(text, code(variant))
    yield Heading(say("worked.title"))
    yield Prose(say("worked.knock" if variant.ending.knock == "on" else "worked.out"))
    yield Grid(tuple(_lying(deal)))
    yield _count(deal)
    if variant.scoring.going_rummy != "none":
        yield Prose(say("worked.rummy"))
        yield _count(position(text | {"rummy": SEATS[0]}, code(variant)), only=0)
    if variant.ending.knock == "off" and variant.scoring.nobody_out != "as-usual":
        left = text["hands"] | data("worked.toml")["left"]
        over = position(text | {"out": "none", "hands": left}, code(variant))
        yield Prose(say("worked.nobody", cards=glyphs(over.hands[0])))
        yield _count(over)


def position_of(variant: Variant) -> dict[str, Any]:
    """The deal of a table's worked score, as `rummy.positions.position` reads it."""
    facts, seats = variant.facts(), _seats(variant)
    there = data("worked.toml")
    text: dict[str, Any] = {
        "variant": variant.id,
        "options": variant.overrides(),
        "seats": seats,
        "dealer": SEATS[0] if variant.jokers.role == "gambit" else SEATS[min(seats, 3) - 1],
        "phase": "over",
        "out": SEATS[0],
        "stock_left": 0,
        "table": [row["line"] for row in there["table"] if _fits(row, facts)],
        "hands": {
            seat: next((row["cards"] for row in there["hands"].get(seat, ()) if _fits(row, facts)), "")
            for seat in SEATS[:seats]
        },
    }
    if variant.jokers.role == "gambit":
        text |= {"named": "double", "dealer_joker": "used"}
    if variant.dealing.hand == EXPOSED:
        text["exposed"] = {seat: there["exposed"][seat] for seat in SEATS[:seats]}
    return text


def _fits(row: Mapping[str, Any], facts: Mapping[str, Any]) -> bool:
    return fits(row.get("when", ""), facts)


def _seats(variant: Variant) -> int:
    """How many play the deal: three where that is possible, four with partners."""
    at_best = 4 if variant.match.sides == "partners" else 3
    return at_best if at_best in variant.seats() else variant.seats()[0]


def _lying(deal: Deal) -> Iterator[tuple[str, str]]:
    """What lies on the table and what is held, by seat."""
    for meld in deal.table:
        yield say("worked.laid", who=SEATS[meld.owner]), _in_words(meld)
    for seat, hand in enumerate(deal.hands):
        yield say("worked.holds", who=SEATS[seat]), glyphs(hand) if hand else say("worked.nothing")


def _in_words(meld: Meld) -> str:
    """A meld by who laid what: ``3♦ 4♦ 5♦; A lays off 6♦``."""
    first, *more = meld.lays
    shown = " ".join(p.glyph for p in first.placed)
    if meld.top:
        shown = say("worked.doubled", cards=shown)
    parts = [
        say("worked.lays-off", who=SEATS[lay.seat], cards=" ".join(p.glyph for p in lay.placed))
        for lay in more
    ]
    return "; ".join([shown, *parts])


def _count(deal: Deal, only: int | None = None) -> Grid:
    """The count of every side, or of one."""
    rows = [(row["name"], row["text"]) for row in deal_frame(deal)["over"]["counts"]]
    return Grid(tuple(rows if only is None else rows[only : only + 1]))
