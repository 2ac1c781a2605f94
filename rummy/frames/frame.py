"""The frame: everything to be seen at a moment, as plain JSON."""

from __future__ import annotations

from collections.abc import Sequence

from rummy.actions import EFFECTS, SEATS, Action, Call, Discard, Draw, Name, Pass
from rummy.cards import BACK, JOKER, Card, size, unpack
from rummy.deal import PLAY, Deal
from rummy.frames import tally, told
from rummy.frames.cards import card_json, discards_json, hand_json, meld_json
from rummy.frames.seen import Json, Seen
from rummy.law import legal_actions, to_act
from rummy.lines import write
from rummy.players import best_melds
from rummy.scoring import points_text
from rummy.words import say


def frame_of(seen: Seen) -> Json:
    """Everything to be seen at a moment; the controller adds what it alone knows.

    >>> from rummy.steps import new_deal
    >>> from rummy.variants import find
    >>> from rummy.match import new_match
    >>> deal = new_deal(find("basic"), seed=7)
    >>> frame_of(Seen(deal, 0, ("You", "B"), new_match(find("basic"), 2), "suit", None, True))["stock"]
    {'count': 31, 'can': True}
    """
    deal, you = seen.deal, seen.you
    acting = to_act(deal)
    mine = acting[0] if you is None and acting else you
    legal = legal_actions(deal, mine) if mine is not None and mine in acting and seen.waiting is None else ()
    if seen.covered:
        legal = tuple(a for a in legal if isinstance(a, Call) and seen.calling)
    return {
        "title": deal.variant.title,
        "variant": deal.variant.id,
        "about": told.about(seen),
        "you": None if you is None else SEATS[you],
        "turn": SEATS[deal.seat],
        "phase": deal.phase,
        "to_act": [SEATS[s] for s in acting],
        "step": "" if seen.covered else told.step(seen, acting, legal),
        "wait": None if seen.waiting is None else SEATS[seen.waiting],
        "seats": [_seat(seen, s) for s in range(deal.game.seats)],
        "stock": {"count": len(deal.stock), "can": any(isinstance(a, Draw) for a in legal)},
        "beside": _beside(seen),
        "discards": discards_json(seen, mine, legal),
        "gone": [card_json(c) for c in _gone(deal)],
        "melds": [meld_json(seen, n, meld) for n, meld in enumerate(deal.table, 1)],
        "hand": _hand(seen, legal),
        "may": told.may(deal, legal),
        "rummy": [{"line": write(a, deal), "text": told.called(a)} for a in legal if isinstance(a, Call)],
        "choose": _naming(legal),
        "can": _can(deal, mine, legal),
        "score": tally.score(seen),
        "sheet": tally.sheet(seen),
        "over": tally.over(seen) if deal.over else None,
    }


def _can(deal: Deal, mine: int | None, legal: Sequence[Action]) -> Json:
    """Which controls there are. One that a rule stands against is there all the same: the rule is told."""
    v = deal.variant
    return {
        "pass": any(isinstance(a, Pass) for a in legal),
        "hint": bool(legal),
        "knock": v.ending.knock == "on",
        "swap": v.jokers.swap != "never" and any(p.wild for meld in deal.table for p in meld.now.placed),
        "block": deal.course.dealer_joker == "free" and deal.phase == PLAY and mine != deal.dealer,
    }


def _seat(seen: Seen, seat: int) -> Json:
    """A place at the table: who sits there, what is to be seen of the hand, how the deal stands."""
    deal, you = seen.deal, seen.you
    g, plays = deal.game, seat in deal.game.playing
    known = () if seen.open(seat) else unpack(deal.course.known[seat])
    row = {
        "seat": SEATS[seat],
        "name": seen.who(seat),
        "you": seat == you,
        "partner": you is not None and you in _partners(deal, seat),
        "plays": plays,
        "dealer": seat == deal.dealer,
        "notes": _notes(seen, seat),
        "cards": hand_json(seen, seat) if seen.open(seat) else None,
        "count": size(deal.holdings[seat]),
        "known": [card_json(c, g.wild) for c in known if c is not BACK],
        "stands_text": tally.stands(seen, seat) if plays else "",
    }
    return row | {"total": points_text(seen.now.totals[g.side_of[seat]])} if seen.matched else row


def _partners(deal: Deal, seat: int) -> list[int]:
    """The others of a seat's side."""
    return [s for s in deal.game.sides[deal.game.side_of[seat]] if s != seat]


def _notes(seen: Seen, seat: int) -> list[str]:
    """What is special about a place."""
    deal, out, partners = seen.deal, [], _partners(seen.deal, seat)
    if seen.you in partners:
        out.append(say("seat.partner"))
    elif partners and seat != seen.you:
        out.append(say("seat.with", who=seen.all(partners)))
    if seat not in deal.game.playing:
        return [*out, say("seat.out")]
    if deal.course.exposed and deal.course.exposed[seat] is not BACK:
        out.append(say("seat.opened", card=deal.course.exposed[seat].glyph))
    if deal.game.floats and deal.phase in _PLAYED and not deal.holdings[seat]:
        out.append(say("seat.floats"))
    return out


_PLAYED = ("draw", "play", "call", "shuffle")


def _beside(seen: Seen) -> Json | None:
    """The dealer's joker, which lies beside the pack."""
    deal = seen.deal
    state = deal.course.dealer_joker
    if not state:
        return None
    there = {"free": 1, "blocked": 2}.get(state, 0)
    return {
        "state": state,
        "text": say(f"beside.{state}", who=seen.who(deal.dealer)),
        "cards": [card_json(JOKER)] * there,
    }


def _gone(deal: Deal) -> list[Card]:
    """The cards that have left play, but for a joker that is still to be seen on the dealer's."""
    gone = list(deal.course.gone)
    if deal.course.dealer_joker == "blocked" and JOKER in gone:
        gone.remove(JOKER)
    return gone


def _hand(seen: Seen, legal: Sequence[Action]) -> Json:
    deal, you = seen.deal, seen.you
    marked = best_melds(deal, deal.holdings[you]) if you is not None and seen.open(you) else []
    free = you == deal.dealer and deal.course.dealer_joker == "free" and bool(deal.course.named)
    return {
        "sort": seen.sort,
        "marked": [[c.code for c in m.cards] for m in marked],
        "discards": [a.card.code for a in legal if isinstance(a, Discard)],
        "beside": [card_json(JOKER) | {"beside": True}] if free and not deal.over else [],
    }


def _naming(legal: Sequence[Action]) -> Json | None:
    """The question what jokers do, which the dealer answers before anybody looks."""
    named = [a for a in legal if isinstance(a, Name)]
    if not named:
        return None
    options = [{"line": f"name {e}", "text": say(f"beside.name.{e}")} for e in EFFECTS]
    return {"text": say("beside.naming"), "options": options, "must": True}
