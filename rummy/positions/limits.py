"""Limits: what a position may show at a table and at a moment, and what would mean nothing there.

A position need not be reachable. Refused is what is impossible, and what would otherwise be read over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rummy.actions import SEATS
from rummy.cards import BACK, Bits, Card, unpack
from rummy.deal import CALL, DEAL, DRAW, LAST, NAME, OPENING, OVER, PLAY, SHUFFLE, Deal, Game
from rummy.melds import GROUP, Meld
from rummy.positions.keys import KEYS, number, tells
from rummy.steps import shuffled_part
from rummy.variants import EXPOSED, Variant
from rummy.words import Unreadable, clip, listed, say

_TABLES: dict[str, Callable[[Variant], bool]] = {
    "gambit": lambda v: v.jokers.role == "gambit",
    "exposed": lambda v: v.dealing.hand == EXPOSED,
    "minimum": lambda v: v.melding.first_minimum > 0,
    "calling": lambda v: v.calling.rummy != "off",
    "nearest": lambda v: v.calling.rummy != "off" and v.calling.priority == "nearest",
}
_AT = {
    **dict.fromkeys(("named", "dealer_joker", "looked", "gone"), "gambit"),
    "exposed": "exposed",
    "opening_points": "minimum",
    **dict.fromkeys(("passed", "called"), "calling"),
    "held": "nearest",
}
"""Keys that only some tables know."""

_PHASES: dict[str, Callable[[Variant], bool]] = {
    NAME: _TABLES["gambit"],
    OPENING: lambda v: v.dealing.opening != "upcard",
    SHUFFLE: lambda v: v.ending.stock_out in ("shuffle", "shuffle-keep-top"),
    CALL: _TABLES["calling"],
    LAST: lambda v: v.laying_off.after_out != "no",
}
"""Phases that only some tables know."""

_IN: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("taken", "owed", "single", "melds", "opening_points"), (PLAY, OVER)),
    "laid": (PLAY, LAST, OVER),
    **dict.fromkeys(("by", "passed"), (DRAW, CALL)),
    "called": (DRAW,),
    "held": (CALL,),
    "cut": (DEAL,),
    **dict.fromkeys(("out", "rummy"), (LAST, OVER)),
}
"""Keys that only some phases know."""

_BEFORE = {
    DEAL: KEYS
    - {"variant", "note", "options", "seats", "dealer", "turn", "phase", "deal_no", "cut"}
    - {"sides", "playing", "totals", "dealer_joker", *_IN},
    NAME: frozenset(["named"]),
}
"""Keys that have nothing to say before the cards are dealt, and before anything is named."""


def means_something(text: Mapping[str, Any], v: Variant, phase: str) -> None:
    """Refuse a phase that this table does not know, and keys that mean nothing at it or in this phase."""
    if phase in _PHASES and not _PHASES[phase](v):
        raise Unreadable(say(f"error.no-phase.{phase}"))
    _in_match(number(text, "deal_no", 1), v)
    for key in [key for key in text if key in KEYS and tells(text, key)]:
        if key in _AT and not _TABLES[_AT[key]](v):
            raise Unreadable(say(f"error.elsewhere.{_AT[key]}", key=key))
        if phase not in _IN.get(key, (phase,)):
            raise Unreadable(say("error.wrong-moment", key=key, phase=phase, phases=listed(_IN[key], "or")))
        if key in _BEFORE.get(phase, ()):
            raise Unreadable(say(f"error.before.{phase}", key=key))


def _in_match(deal: int, v: Variant) -> None:
    """Refuse a deal that no match at this table has; a tie can make a match longer."""
    deals, longer = v.match.deals, v.match.tie in ("another-deal", "playoff")
    if deal < 1:
        raise Unreadable(say("error.first-deal"))
    if deals != "none" and deal > deals and not longer:
        raise Unreadable(say("error.no-such-deal", deals=deals))


def under(text: Mapping[str, Any], v: Variant) -> dict[str, Any]:
    """A position under these rules, without the keys that mean nothing at their table.

    Where rummy is not called, the time for calls is the next seat's draw.

    >>> from rummy.variants import find
    >>> under({"variant": "gambit", "named": "wild", "turn": "A"}, find("basic"))
    {'variant': 'basic', 'turn': 'A', 'options': {}}
    """
    kept = {key: said for key, said in text.items() if key not in _AT or _TABLES[_AT[key]](v)}
    if kept.get("phase") == CALL and not _PHASES[CALL](v):
        kept["phase"] = DRAW
    if kept.get("phase") == LAST and not _PHASES[LAST](v):
        kept["phase"] = OVER
    return kept | {"variant": v.id, "options": v.overrides()}


def copies(some: Iterable[Card], pack: tuple[Card, ...]) -> None:
    """Refuse more copies of a card than the pack holds."""
    for one, many in Counter(some).items():
        if one is not BACK and many > pack.count(one):
            raise Unreadable(say("error.copies", card=one.glyph, count=many, want=pack.count(one)))


def dealt_in(g: Game, key: str, seats: Iterable[int]) -> None:
    """Refuse a key that speaks of a seat that sits out."""
    for seat in seats:
        if seat not in g.playing:
            raise Unreadable(say("error.sits-out", key=key, seat=SEATS[seat]))


def doubled(line: str, meld: Meld, v: Variant) -> None:
    """Refuse ``doubled`` where no four laid at once can still count double with fewer than four left."""
    if line.lower().split()[-1:] == ["doubled"] and not (
        v.scoring.four_at_once == 2
        and v.jokers.swap != "never"
        and meld.kind == GROUP
        and len(meld.now.placed) > 3
    ):
        raise Unreadable(say("error.table-doubled", text=clip(line)))


def possible(deal: Deal, pack: tuple[Card, ...]) -> None:
    """Refuse a deal that shows what cannot be, whatever happened before."""
    g, out = deal.game, deal.course.out
    dealt_in(g, "dealer", [deal.dealer])
    dealt_in(g, "turn", [deal.seat])
    dealt_in(g, "out", [] if out is None else [out])
    dealt_in(g, "table", (lay.seat for meld in deal.table for lay in meld.lays))
    if deal.phase == LAST and out in (None, deal.seat):
        raise Unreadable(say("error.last-out"))
    if deal.phase == SHUFFLE and (deal.stock or not shuffled_part(deal)):
        raise Unreadable(say("error.nothing-to-shuffle"))
    if out is not None and deal.holdings[out] and deal.variant.ending.knock == "off":
        raise Unreadable(say("error.out-holds", seat=SEATS[out]))
    turn, course = deal.turn, deal.course
    if turn.melds > len(deal.table):
        raise Unreadable(say("error.too-many-melds", laid=turn.melds, there=len(deal.table)))
    if turn.laid and not deal.table:
        raise Unreadable(say("error.laid-nothing"))
    copies((c for c in course.exposed if c is not BACK), pack)
    _taken(deal, pack)
    if course.dealer_joker in ("used", "blocked") and not course.named:
        raise Unreadable(say("error.not-named", how=course.dealer_joker))


def _taken(deal: Deal, pack: tuple[Card, ...]) -> None:
    """Refuse taken cards that are nowhere: they are held, or have been laid or discarded since."""
    taken, hand = deal.turn.taken, unpack(deal.holdings[deal.seat])
    copies(taken, pack)
    there = [*hand, *deal.discards, *deal.course.gone, *(c for m in deal.table for c in m.cards)]
    missing = Counter(taken) - Counter(there)
    if missing.total() > hand.count(BACK):
        raise Unreadable(say("error.taken-away", card=min(missing).glyph, seat=SEATS[deal.seat]))


def in_hand(key: str, some: Bits, hand: Bits, seat: int) -> None:
    """Refuse cards that a hand should hold and does not."""
    if some & ~hand:
        raise Unreadable(say("error.not-in-hand", key=key, seat=SEATS[seat]))
