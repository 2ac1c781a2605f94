"""Positions: a deal at one moment, written down as text: a possible one, however it came about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rummy.actions import SEATS
from rummy.cards import BACK, JOKER, bundle, codes, shuffled, unpack
from rummy.deal import LAST, Deal
from rummy.lines import write
from rummy.positions.keys import BESIDE, KEYS, check_keys
from rummy.positions.limits import under
from rummy.positions.lines import read_meld, write_meld
from rummy.positions.reading import before_call, deal_of, variant_of
from rummy.words import Unreadable, clip, data, listed, say, translated

__all__ = [
    "BESIDE",
    "KEYS",
    "check_keys",
    "describe",
    "filled",
    "named",
    "position",
    "read_meld",
    "under",
    "variant_of",
    "write_meld",
]


def position(text: Mapping[str, Any], where: str = "") -> Deal:
    """The deal that a position describes; raises `Unreadable` with the place if it cannot be read.

    >>> deal = position({"variant": "basic", "seats": 2, "phase": "draw", "hands": {"A": "7H 7C 2S"}})
    >>> deal.hands[0]
    (card('2S'), card('7H'), card('7C'))
    """
    try:
        return deal_of(text)
    except Unreadable as error:
        raise Unreadable(f"{where or say('referee.place')}: {error}") from None


def filled(deal: Deal, seed: int | str) -> Deal:
    """The deal with every face-down card of stock and hands made one of the unseen cards, chosen by the seed.

    >>> half = position({"variant": "basic", "hands": {"A": "7H 7C 2S"}, "stock_left": 3})
    >>> BACK in filled(half, 1).stock
    False
    """
    seen = [*deal.stock, *deal.discards, *deal.course.gone, *(c for m in deal.table for c in m.cards)]
    seen += [c for hand in deal.hands for c in hand]
    pack = (*deal.game.cards, JOKER) if deal.course.dealer_joker == "used" else deal.game.cards
    unseen = Counter(pack) - Counter(seen)
    hidden = [*deal.stock, *(c for hand in deal.hands for c in hand)].count(BACK)
    if hidden > unseen.total():
        raise Unreadable(say("error.too-many-hidden"))
    rest = iter(shuffled(sorted(unseen.elements()), seed))
    hands = tuple(bundle(next(rest) if c is BACK else c for c in hand) for hand in deal.hands)
    return deal._replace(holdings=hands, stock=tuple(next(rest) if c is BACK else c for c in deal.stock))


def named(name: str) -> Mapping[str, Any]:
    """The position of this name among those that come with the package.

    >>> named("bridge")["discards"]
    '9S KD'
    """
    book: dict[str, Mapping[str, Any]] = data("positions.toml")["position"]
    if name not in book:
        raise Unreadable(say("error.position", text=clip(name), names=listed([*book], "or")))
    there = book[name]
    return {**there, "note": translated(f"position.{name}.note", there["note"])} if "note" in there else there


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
    out["stock"] = codes(deal.stock[: deal.stock.index(BACK)] if BACK in deal.stock else deal.stock)
    turn, window, course = deal.turn, deal.window, deal.course
    out |= {"taken": codes(turn.taken), "melds": turn.melds, "laid": turn.laid, "dry": turn.dry}
    out["owed"] = turn.owed.code if turn.owed else ""
    out["single"] = turn.single.code if turn.single else ""
    out["known"] = {SEATS[s]: codes(unpack(bits)) for s, bits in enumerate(course.known) if bits}
    out |= {"recycled": course.recycled, "idle": course.idle, "renewed": course.renewed}
    out |= _special(deal)
    if deal.over or deal.phase == LAST:
        out["out"] = "none" if course.out is None else SEATS[course.out]
    if window is not None:
        passed = [SEATS[s] for s in range(deal.game.seats) if window.passed >> s & 1]
        out |= {"by": SEATS[window.by], "passed": " ".join(passed), "called": window.called}
        if window.held is not None:
            out["held"] = write(window.held, before_call(deal, window.by, window.passed))
    return out


def _special(deal: Deal) -> dict[str, Any]:
    """What only some tables know, as far as this one does."""
    course, g = deal.course, deal.game
    out: dict[str, Any] = {"down": _seats(course.down, g.seats)}
    if course.number > 1:
        out["deal_no"] = course.number
    if len(g.playing) < g.seats:
        out["playing"] = " ".join(SEATS[s] for s in g.playing)
    if course.exposed:
        out["exposed"] = {SEATS[s]: c.code for s, c in enumerate(course.exposed) if c is not BACK}
    if g.gambit:
        out |= {"named": course.named, "dealer_joker": course.dealer_joker}
    if course.looked:
        out["looked"] = _seats(course.looked, g.seats)
    if course.gone:
        out["gone"] = codes(course.gone)
    if g.minimum:
        out["opening_points"] = deal.turn.points
    if course.rummy:
        out["rummy"] = SEATS[course.out or 0]
    return out


def _seats(mask: int, seats: int) -> str:
    """The seats of a mask by their letters."""
    return " ".join(SEATS[s] for s in range(seats) if mask >> s & 1)
