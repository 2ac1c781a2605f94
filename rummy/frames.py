"""Frames: what a seat sees of a deal, as plain JSON for a front end to draw, and as sentences for the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rummy.actions import SEATS, Action, Call, Discard, Draw, LayDown, LayOff, Pass, Start, Take, take
from rummy.cards import BACK, Card, glyphs, size, unpack
from rummy.deal import CALL, DRAW, PLAY, Deal, counts, to_act
from rummy.law import breach, legal_actions
from rummy.lines import write
from rummy.match import Match, after, winners
from rummy.melds import GROUP, Meld
from rummy.players import best_melds
from rummy.scoring import Count, held, laid, points_text
from rummy.steps import follow
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


def card_json(one: Card) -> Json:
    """A card for a front end."""
    return {"c": one.code, "name": one.name}


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
    legal = legal_actions(deal, mine) if mine is not None and mine in acting and seen.waiting is None else []
    return {
        "title": deal.variant.title,
        "variant": deal.variant.id,
        "you": None if you is None else SEATS[you],
        "turn": SEATS[deal.seat],
        "phase": deal.phase,
        "to_act": [SEATS[s] for s in acting],
        "step": _step(seen, acting, legal),
        "wait": None if seen.waiting is None else SEATS[seen.waiting],
        "seats": [_seat(seen, s) for s in range(deal.game.seats)],
        "stock": {"count": len(deal.stock), "can": any(isinstance(a, Draw) for a in legal)},
        "discards": _discards(seen, mine),
        "melds": [_meld(seen, n, meld) for n, meld in enumerate(deal.table, 1)],
        "hand": _hand(seen, legal),
        "may": _may(deal, legal),
        "rummy": [{"line": write(a, deal), "text": _called(a)} for a in legal if isinstance(a, Call)],
        "can": {
            "pass": any(isinstance(a, Pass) for a in legal),
            "hint": bool(legal),
            "knock": False,
        },
        "sheet": _sheet(seen),
        "over": _over(seen) if deal.over else None,
    }


def _who(seen: Seen, seat: int) -> str:
    return seen.names[seat]


def _step(seen: Seen, acting: Sequence[int], legal: Sequence[Action]) -> str:
    """Whose turn it is and which step, as a sentence."""
    deal, you = seen.deal, seen.you
    if deal.over:
        return say("step.over")
    if deal.phase == CALL and you is not None and you in acting and seen.waiting is None:
        return say("step.call-or-draw" if you == deal.seat else "step.call")
    who = seen.waiting if seen.waiting is not None else acting[0]
    if who == you:
        if deal.phase == PLAY and deal.turn.owed is not None:
            return say("step.owed", card=deal.turn.owed.glyph)
        if deal.phase in (DRAW, CALL):
            return say(f"step.you.{_ways(legal)}")
        return say(f"step.you.{deal.phase}")
    return say(f"step.other.{deal.phase}", who=_who(seen, who))


def _ways(legal: Sequence[Action]) -> str:
    """How a turn may begin."""
    draws = any(isinstance(a, Draw) for a in legal)
    takes = any(isinstance(a, Take) for a in legal)
    if draws:
        return "draw-or-take" if takes else "draw"
    return "take" if takes else "pass"


def _seat(seen: Seen, seat: int) -> Json:
    deal, open_hand = seen.deal, seen.you is None or seen.you == seat or seen.deal.over
    v = deal.variant
    table = sum(i.points for i in laid(v.scoring, v.jokers, deal.table, seat))
    hand = sum(i.points for i in held(v.scoring, deal.holdings[seat])) if open_hand else None
    known = () if open_hand else unpack(deal.course.known[seat])
    row = {
        "seat": SEATS[seat],
        "name": _who(seen, seat),
        "you": seat == seen.you,
        "dealer": seat == deal.dealer,
        "cards": _cards(seen, seat) if open_hand else None,
        "count": size(deal.holdings[seat]),
        "known": [card_json(c) for c in known],
        "hand": hand,
        "stands_text": _stands(v.scoring.method, table, hand),
    }
    if v.scoring.method == "table-minus-hand":
        row |= {"table": table, "stands": points_text(table + (hand or 0))}
    if seen.matched:
        row["total"] = points_text(seen.match.totals[seat])
    return row


def _cards(seen: Seen, seat: int) -> list[Json]:
    """The cards of an open hand, those that came this turn marked."""
    came = list(seen.came) if seat == seen.deal.seat else []
    out = []
    for one in in_order(seen.deal.hands[seat], seen.sort):
        row = card_json(one)
        if one in came:
            came.remove(one)
            row["new"] = True
        out.append(row)
    return out


def _stands(method: str, table: int, hand: int | None) -> str:
    """The score as it would stand, in words."""
    if method != "table-minus-hand":
        return "" if hand is None else say("stands.hand", hand=-hand)
    if hand is None:
        return say("stands.table", table=table)
    return say("stands.both", table=table, hand=-hand, all=points_text(table + hand))


def in_order(hand: Sequence[Card], sort: str) -> list[Card]:
    """A hand sorted by suit or by rank; jokers last."""
    if sort == "rank":
        return sorted(hand, key=lambda c: (c.rank < 1, c.rank, c.at))
    return sorted(hand, key=lambda c: (c.rank < 1, c.at))


def _discards(seen: Seen, mine: int | None) -> list[Json]:
    deal, out = seen.deal, []
    asked = seen.waiting is None and mine is not None and deal.phase in (DRAW, CALL)
    for at, one in enumerate(deal.discards):
        row = card_json(one) | {
            "place": at + 1,
            "can": False,
            "preview": "",
            "line": f"take {one} at {at + 1}",
        }
        if asked and mine == deal.seat:
            action = take(mine, at, one)
            broken = breach(deal, action)
            row["can"] = broken is None
            row["preview"] = broken.sentence if broken else _preview(deal, action)
        elif not deal.over:
            row["preview"] = say("preview.later", card=one.glyph)
        out.append(row)
    return out


def _preview(deal: Deal, action: Take) -> str:
    """What taking a card would bring, and how it could be used."""
    taken = deal.discards[action.at :]
    head = say("preview.take", cards=listed([c.glyph for c in taken]), count=len(taken))
    then = follow(deal, action)
    if then.turn.owed is None:
        return f"{head} {say('preview.keep')}"
    plays = [a for a in legal_actions(then) if isinstance(a, LayDown | LayOff)]
    uses = [a for a in plays if a.need & action.card.bit]
    if not uses:
        return f"{head} {say('preview.bridge', card=action.card.glyph)}"
    best = max(uses, key=lambda a: len(a.placed) if isinstance(a, LayDown) else 0)
    return f"{head} {say('preview.use', card=action.card.glyph, how=_how(then, best))}"


def _how(deal: Deal, action: Action) -> str:
    """A play in words, with printed cards."""
    if isinstance(action, LayDown):
        return say("how.meld", cards=" ".join(p.glyph for p in action.placed))
    assert isinstance(action, LayOff)
    return say("how.lay-off", card=action.placed.glyph, meld=deal.table[action.on].now.glyphs)


def _meld(seen: Seen, n: int, meld: Meld) -> Json:
    owner = meld.owner
    cards = []
    for at, placed in enumerate(meld.now.placed):
        row = card_json(placed.card) | {"by": SEATS[meld.layer(at)], "by_name": _who(seen, meld.layer(at))}
        if placed.card is not placed.stands_for:
            row |= {"as": placed.stands_for.code, "as_name": placed.stands_for.name}
        cards.append(row)
    return {
        "n": n,
        "owner": SEATS[owner],
        "owner_name": _who(seen, owner),
        "kind": meld.kind,
        "cards": cards,
        "label": meld_name(meld, _who(seen, owner)),
    }


def meld_name(meld: Meld, who: str) -> str:
    """A meld in words: what it is and who laid it."""
    stands = [p.stands_for for p in meld.now.placed]
    if meld.kind == GROUP:
        rank = say(f"card.ranks.{stands[0].code[0]}")
        return say("meld.group", rank=rank, who=who)
    first, last = (say(f"card.rank.{c.code[0]}") for c in (stands[0], stands[-1]))
    return say("meld.sequence", first=first, last=last, suit=say(f"card.suit.{stands[0].suit}"), who=who)


def _hand(seen: Seen, legal: Sequence[Action]) -> Json:
    deal, you = seen.deal, seen.you
    marked = best_melds(deal, deal.holdings[you]) if you is not None else []
    return {
        "sort": seen.sort,
        "marked": [[c.code for c in m.cards] for m in marked],
        "discards": [a.card.code for a in legal if isinstance(a, Discard)],
    }


def _may(deal: Deal, legal: Sequence[Action]) -> list[str]:
    """What may be done now, in words."""
    out = []
    if any(isinstance(a, Draw) for a in legal):
        out.append(say("may.draw" if deal.stock else "may.draw-again"))
    takes = [a.card.glyph for a in legal if isinstance(a, Take)]
    if takes:
        out.append(say("may.take", cards=listed(takes, "or")))
    melds = [a for a in legal if isinstance(a, LayDown)]
    out += [say("may.meld", cards=" ".join(p.glyph for p in a.placed)) for a in melds[:6]]
    if len(melds) > 6:
        out.append(say("may.more-melds", count=len(melds) - 6))
    offs = [a for a in legal if isinstance(a, LayOff)]
    out += [say("may.lay-off", card=a.placed.glyph, meld=deal.table[a.on].now.glyphs) for a in offs[:6]]
    if len(offs) > 6:
        out.append(say("may.more-lay-offs", count=len(offs) - 6))
    throws = [a.card for a in legal if isinstance(a, Discard)]
    if throws:
        barred = [c for c in unpack(deal.holdings[legal[0].seat]) if c not in throws]
        but = listed([c.glyph for c in barred])
        out.append(say("may.discard-but", cards=but) if barred else say("may.discard"))
    if any(isinstance(a, Call) for a in legal):
        out.append(say("may.call"))
    if any(isinstance(a, Pass) for a in legal):
        out.append(say("may.pass-call" if deal.phase == CALL else "may.pass"))
    return out


def _called(action: Call) -> str:
    return say("rummy.text", cards=" ".join(p.glyph for p in _placed(action)))


def _placed(action: Call) -> tuple[Any, ...]:
    return action.play.placed if isinstance(action.play, LayDown) else (action.play.placed,)


def _sheet(seen: Seen) -> Json | None:
    """The score sheet of the match."""
    if not seen.matched:
        return None
    match = after(seen.match, seen.deal) if seen.deal.over else seen.match
    if not match.scores:
        return None
    best = max(match.totals)
    ahead = [_who(seen, s) for s, t in enumerate(match.totals) if t == best]
    won = winners(match)
    if won:
        text = say("sheet.won" if len(won) == 1 else "sheet.shared", who=listed([_who(seen, s) for s in won]))
    else:
        text = say(
            "sheet.ahead", who=listed(ahead), target=match.variant.match.target, total=points_text(best)
        )
    return {
        "names": list(seen.names),
        "deals": [[points_text(p) for p in row] for row in match.scores],
        "totals": [points_text(t) for t in match.totals],
        "text": text,
    }


def _over(seen: Seen) -> Json:
    deal = seen.deal
    out = deal.course.out
    rows = []
    for seat, count in enumerate(counts(deal)):
        text = count_text(count)
        rows.append(
            {"seat": SEATS[seat], "name": _who(seen, seat), "text": text, "points": points_text(count.points)}
        )
    match = winners(after(seen.match, deal)) if seen.matched else ()
    won = say("sheet.won" if len(match) == 1 else "sheet.shared", who=listed([_who(seen, s) for s in match]))
    return {
        "text": say("over.stock") if out is None else say("over.out", who=_who(seen, out)),
        "counts": rows,
        "match": won if match else None,
    }


def count_text(count: Count) -> str:
    """A count as a sum that one can read.

    >>> from rummy.cards import card
    >>> from rummy.scoring import Item
    >>> count_text(Count(-3, (Item(card("AH"), 1), Item(card("5H"), 5)), (Item(card("9S"), -9),), 0))
    'table 1 + 5, hand − 9 = −3'
    """
    if count.won:
        return say("count.won", points=points_text(count.won))
    if not count.table and not count.points:
        kept = " + ".join(str(-i.points) for i in count.hand) or "0"
        return say("count.held", sum=kept, points=points_text(count.points))
    parts = []
    if count.table:
        parts.append(say("count.table", sum=" + ".join(str(i.points) for i in count.table)))
    if count.hand:
        parts.append(say("count.hand", sum=" ".join(f"− {-i.points}" for i in count.hand)))
    return say("count.line", parts=", ".join(parts), points=points_text(count.points))


def logged(deal: Deal, action: Action, names: Sequence[str], you: int | None) -> str:
    """An action of the past, as a sentence for a seat's log (a card drawn is named to its own seat only)."""
    who = names[action.seat]
    if isinstance(action, Start):
        return say("log.deal", who=who, title=deal.variant.title)
    if isinstance(action, Draw):
        source = deal.stock or deal.discards
        shown = (you is None or action.seat == you) and source and source[0] is not BACK
        again = "" if deal.stock else say("log.turned") + " "
        return again + (say("log.drew", who=who, card=source[0].glyph) if shown else say("log.draw", who=who))
    if isinstance(action, Take):
        return say("log.take", who=who, cards=glyphs(deal.discards[action.at :]))
    if isinstance(action, LayDown):
        return say("log.meld", who=who, cards=" ".join(p.glyph for p in action.placed))
    if isinstance(action, LayOff):
        return say("log.lay-off", who=who, card=action.placed.glyph, meld=deal.table[action.on].now.glyphs)
    if isinstance(action, Discard):
        return say("log.discard", who=who, card=action.card.glyph)
    if isinstance(action, Call):
        return say("log.call", who=who, cards=" ".join(p.glyph for p in _placed(action)))
    return say("log.pass-call" if deal.phase == CALL else "log.pass", who=who)
