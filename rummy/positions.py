"""Positions: a deal at one moment, written down as text. Written down is not yet possible, nor reachable."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rummy.actions import SEATS
from rummy.cards import BACK, HIDDEN_AT, Bits, Card, bundle, cards, codes
from rummy.deal import (
    CALL,
    CLOSED,
    DEAL,
    DRAW,
    DRY,
    OVER,
    PHASES,
    PLAY,
    START,
    Course,
    Deal,
    Turn,
    Window,
    game,
)
from rummy.lines import _said, seat_of
from rummy.melds import Combination, Lay, Meld, Melder, Placed, fits_on
from rummy.variants import Variant, find
from rummy.words import Unreadable, clip, listed, say

KEYS = frozenset(
    "variant options seats dealer turn phase stock stock_left discards hands table taken owed totals recycled idle"
    " out deal_no by".split()
)
"""The keys that describe a position."""


def position(text: Mapping[str, Any], where: str = "position") -> Deal:
    """The deal that a position describes; raises `Unreadable` with the place if it cannot be read.

    >>> deal = position({"variant": "basic", "seats": 2, "phase": "draw", "hands": {"A": "7H 7C 2S"}})
    >>> deal.hands[0]
    (card('2S'), card('7H'), card('7C'))
    """
    try:
        return _read(text)
    except Unreadable as error:
        raise Unreadable(f"{where}: {error}") from None


def _text(text: Mapping[str, Any], key: str, default: str = "") -> str:
    value = text.get(key, default)
    if not isinstance(value, str):
        raise Unreadable(say("error.wrong-text", key=key))
    return value


def _number(text: Mapping[str, Any], key: str, default: int) -> int:
    value = text.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1000:
        raise Unreadable(say("error.wrong-number", key=key))
    return value


def variant_of(text: Mapping[str, Any]) -> Variant:
    """The variant a position is played under."""
    options = text.get("options", {})
    if not isinstance(options, Mapping):
        raise Unreadable(say("error.wrong-text", key="options"))
    return find(_text(text, "variant", "rummy-500")).changed(options)


def _read(text: Mapping[str, Any]) -> Deal:
    variant = variant_of(text)
    seats = _number(text, "seats", variant.seats()[0])
    g = game(variant, seats)
    phase = _text(text, "phase", DRAW)
    if phase not in PHASES:
        raise Unreadable(say("error.wrong-phase", text=clip(phase), words=listed(PHASES, "or")))
    dealer = seat_of(_text(text, "dealer", SEATS[seats - 1]), seats)
    seat = seat_of(_text(text, "turn", SEATS[dealer if phase == DEAL else g.next(dealer)]), seats)
    hands = _hands(text, variant, seats, phase)
    table = _table(text.get("table", ()), g.melder, seats)
    discards = cards(_text(text, "discards"))
    stock = _stock(text, g.cards, hands, discards, table) if phase != DEAL else ()
    known = [0] * seats
    taken = cards(_text(text, "taken"))
    known[seat] = bundle(taken)
    out = _text(text, "out", "none")
    course = Course(
        tuple(known),
        recycled=_number(text, "recycled", 0),
        idle=_number(text, "idle", 0),
        out=None if out == "none" else seat_of(out, seats),
    )
    window = None
    if phase in (CALL, DRAW) and ("by" in text or phase == CALL):
        by = seat_of(_text(text, "by", SEATS[(seat - g.step) % seats]), seats)
        window = Window(by, ((1 << seats) - 1) ^ 1 << by) if phase == CALL else CLOSED[by]
    return Deal(
        g,
        dealer,
        seat,
        phase,
        hands,
        stock,
        discards,
        bundle(discards),
        table,
        fits_on(table),
        _turn(text, variant, taken, stock, phase),
        window,
        course,
    )


def _turn(text: Mapping[str, Any], variant: Variant, taken: tuple[Card, ...], stock: object, phase: str) -> Turn:
    if not taken or phase != PLAY:
        return START if stock else DRY
    owed = cards(_text(text, "owed"))
    single = taken[0] if len(taken) == 1 and variant.drawing.return_top == "refused" else None
    return Turn(owed[0] if owed else None, single, taken, 0, False, not stock)


def _hands(text: Mapping[str, Any], variant: Variant, seats: int, phase: str) -> tuple[Bits, ...]:
    given = text.get("hands", {})
    if not isinstance(given, Mapping):
        raise Unreadable(say("error.wrong-text", key="hands"))
    unknown = 0 if phase in (DEAL, OVER) else variant.hand_size(seats) << HIDDEN_AT
    hands = [unknown] * seats
    for key, value in given.items():
        hands[seat_of(str(key), seats)] = bundle(cards(_text({"hands": value}, "hands")))
    return tuple(hands)


def _table(lines: Any, table: Melder, seats: int) -> tuple[Meld, ...]:
    if not isinstance(lines, list | tuple) or not all(isinstance(line, str) for line in lines):
        raise Unreadable(say("error.wrong-text", key="table"))
    return tuple(read_meld(line, table, seats) for line in lines)


def read_meld(line: str, table: Melder, seats: int) -> Meld:
    """A meld on the table from its line: ``A: 7S 8S 9S + B: TS``."""
    lays = []
    for part in line.split("+"):
        found = re.fullmatch(r"\s*([A-Za-z])\s*:\s*(\S.*?)\s*", part)
        if not found:
            raise Unreadable(say("error.table-line", text=clip(line)))
        placed = tuple(Placed(c, stands or c) for c, stands in _said(found[2]))
        lays.append(Lay(seat_of(found[1], seats), placed))
    now = table.combine(tuple(p for lay in lays for p in lay.placed))
    first = table.combine(lays[0].placed)
    for made in (first, now):
        if not isinstance(made, Combination):
            why = say(f"rule.{made.rule}.refused", **made.facts)
            raise Unreadable(say("error.table-flaw", text=clip(line), why=why))
    assert isinstance(now, Combination)
    return Meld(now, tuple(lays))


def write_meld(meld: Meld) -> str:
    """A meld as a line that `read_meld` reads back."""
    parts = []
    for lay in meld.lays:
        at = {p: i for i, p in enumerate(meld.now.placed)}
        parts.append(f"{SEATS[lay.seat]}: " + " ".join(str(p) for p in sorted(lay.placed, key=at.__getitem__)))
    return " + ".join(parts)


def _stock(
    text: Mapping[str, Any],
    pack: tuple[Card, ...],
    hands: tuple[Bits, ...],
    discards: tuple[Card, ...],
    table: tuple[Meld, ...],
) -> tuple[Card, ...]:
    from rummy.cards import unpack

    stock = cards(_text(text, "stock"))
    seen = [c for hand in hands for c in unpack(hand) if c is not BACK]
    seen += [*discards, *stock, *(c for m in table for c in m.now.cards)]
    for one in set(seen):
        if one is not BACK and seen.count(one) > pack.count(one):
            raise Unreadable(
                say("error.copies", card=one.glyph, number=seen.count(one), want=pack.count(one))
            )
    hidden = sum(hand >> HIDDEN_AT for hand in hands)
    unseen = max(0, len(pack) - len(seen) - hidden)
    if "stock_left" not in text:
        return stock if "stock" in text else (BACK,) * unseen
    left = _number(text, "stock_left", 0)
    if left > len(pack) - len(seen):
        raise Unreadable(say("error.stock-left", left=left, unseen=len(pack) - len(seen)))
    return (*stock, *(BACK,) * (left - len(stock)))


def describe(deal: Deal) -> dict[str, Any]:
    """The position of a deal, as `position` reads it."""
    out: dict[str, Any] = {
        "variant": deal.variant.id,
        "seats": deal.game.seats,
        "dealer": SEATS[deal.dealer],
        "turn": SEATS[deal.seat],
        "phase": deal.phase,
        "discards": codes(deal.discards),
        "hands": {SEATS[s]: codes(hand) for s, hand in enumerate(deal.hands)},
        "table": [write_meld(m) for m in deal.table],
    }
    options = deal.variant.overrides()
    if options:
        out["options"] = options
    if BACK in deal.stock:
        out["stock_left"] = len(deal.stock)
    else:
        out["stock"] = codes(deal.stock)
    if deal.turn.taken:
        out["taken"] = codes(deal.turn.taken)
    if deal.turn.owed is not None:
        out["owed"] = deal.turn.owed.code
    for key in ("recycled", "idle"):
        if getattr(deal.course, key):
            out[key] = getattr(deal.course, key)
    if deal.over:
        out["out"] = "none" if deal.course.out is None else SEATS[deal.course.out]
    if deal.window is not None:
        out["by"] = SEATS[deal.window.by]
    return out


