"""Play in sentences: whose turn it is, what may be done, what was done, what is special about this deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rummy.actions import (
    Action,
    Block,
    Call,
    Discard,
    Draw,
    Knock,
    LayDown,
    LayOff,
    Name,
    Pass,
    Shuffle,
    Split,
    Start,
    Swap,
    Take,
)
from rummy.cards import BACK, JOKER, RANKS, Card, glyphs, unpack
from rummy.deal import CALL, DEAL, DRAW, LAST, OPENING, PLAY, Deal
from rummy.frames.seen import Seen
from rummy.melds import GROUP, Meld
from rummy.words import capital, listed, say

MOST = 6
"""How many melds and lay-offs are named one by one."""


def step(seen: Seen, acting: Sequence[int], legal: Sequence[Action]) -> str:
    """Whose turn it is and which step, as a sentence."""
    deal, you = seen.deal, seen.you
    if deal.over:
        return say("step.over")
    if deal.phase == CALL and you is not None and you in acting and seen.waiting is None:
        return say("step.call-or-draw" if you == deal.seat else "step.call")
    who = seen.waiting if seen.waiting is not None else acting[0]
    if who != you:
        return say(f"step.other.{_begins(deal)}", who=seen.who(who))
    if deal.phase == PLAY and deal.turn.owed is not None:
        return say("step.owed", card=deal.turn.owed.glyph)
    if deal.phase in (DRAW, CALL):
        return say(f"step.you.{_ways(legal)}")
    if deal.phase == PLAY and any(isinstance(a, Knock) for a in legal):
        return say("step.you.knock")
    return say(f"step.you.{_begins(deal)}")


def _begins(deal: Deal) -> str:
    """The phase; where the starter may meld, the opening is another."""
    if deal.phase == OPENING and deal.variant.dealing.opening == "starter-extra":
        return "opening-play"
    return deal.phase


def _ways(legal: Sequence[Action]) -> str:
    """How a turn may begin."""
    draws = any(isinstance(a, Draw) for a in legal)
    takes = any(isinstance(a, Take | Split) for a in legal)
    if draws:
        return "draw-or-take" if takes else "draw"
    return "take" if takes else "pass"


def how(deal: Deal, action: LayDown | LayOff) -> str:
    """A play in words, with printed cards."""
    if isinstance(action, LayDown):
        return say("how.meld", cards=" ".join(p.glyph for p in action.placed))
    return say("how.lay-off", card=action.placed.glyph, meld=deal.table[action.on].now.glyphs)


def split_text(deal: Deal, action: Split) -> str:
    """What a split would take out of play and bring to the hand."""
    return say("preview.split", gone=glyphs(action.gone), cards=glyphs(_split_taken(deal, action)))


def _split_taken(deal: Deal, action: Split) -> tuple[Card, ...]:
    """What a split brings to the hand: the card, and what lies above it and stays in play."""
    above = deal.discards[action.at + 1 :]
    if deal.variant.gambit.split == "above":
        above = above[len(action.gone) :]
    return (action.card, *above)


def meld_name(meld: Meld, who: str) -> str:
    """A meld in words: what it is, who laid it, and whether it is doubled or sealed."""
    stands = [p.stands_for for p in meld.now.placed]
    if meld.kind == GROUP:
        first = next((c for c in stands if c is not JOKER), JOKER)
        rank = say("meld.jokers" if first is JOKER else f"card.ranks.{RANKS[first.rank - 1]}")
        name = say("meld.group", rank=rank, who=who)
    else:
        low, high = (say(f"card.rank.{RANKS[c.rank - 1]}") for c in (stands[0], stands[-1]))
        name = say("meld.sequence", first=low, last=high, suit=say(f"card.suit.{meld.now.suit}"), who=who)
    if meld.factor > 1:
        name += ", " + say(f"meld.factor.{meld.factor}")
    return f"{name}, {say('meld.sealed-name')}" if meld.top else name


def may(deal: Deal, legal: Sequence[Action]) -> list[str]:
    """What may be done now, in words."""
    out = []

    def some(kind: type[Action] | tuple[type[Action], ...]) -> list[Any]:
        return [a for a in legal if isinstance(a, kind)]

    if some(Name):
        out.append(say("may.name"))
    if some(Draw):
        out.append(say("may.draw" if deal.stock else f"may.renew.{deal.variant.ending.stock_out}"))
    takes = [a.card.glyph for a in some(Take)]
    if takes:
        out.append(say("may.take", cards=listed(takes, "or")))
    splits = list(dict.fromkeys(a.card.glyph for a in some(Split)))
    if splits:
        out.append(say("may.split", cards=listed(splits, "or")))
    melds = [a for a in some(LayDown) if not a.top]
    out += [say("may.meld", cards=" ".join(p.glyph for p in a.placed)) for a in melds[:MOST]]
    if len(melds) > MOST:
        out.append(say("may.more-melds", count=len(melds) - MOST))
    if any(a.top for a in some(LayDown)):
        out.append(say("may.top"))
    offs = some(LayOff)
    both = Counter((a.placed, a.on) for a in offs)
    for a in offs[:MOST]:
        key = f"may.lay-off-{a.end}" if both[a.placed, a.on] > 1 else "may.lay-off"
        out.append(say(key, card=a.placed.glyph, meld=deal.table[a.on].now.glyphs))
    if len(offs) > MOST:
        out.append(say("may.more-lay-offs", count=len(offs) - MOST))
    out += [say("may.swap", cards=glyphs(a.cards), meld=deal.table[a.on].now.glyphs) for a in some(Swap)]
    if some(Block):
        out.append(say("may.block"))
    for kind, word in ((Discard, "discard"), (Knock, "knock")):
        throws = [a.card for a in some(kind)]
        if throws:
            held = dict.fromkeys(unpack(deal.holdings[legal[0].seat]))
            barred = [c.glyph for c in held if c not in throws]
            out.append(say(f"may.{word}-but", cards=listed(barred)) if barred else say(f"may.{word}"))
    if some(Call):
        out.append(say("may.call"))
    if some(Pass):
        out.append(say({CALL: "may.pass-call", LAST: "may.pass-last"}.get(deal.phase, "may.pass")))
    return out


def called(action: Call) -> str:
    """A call in words."""
    return say("rummy.text", cards=" ".join(p.glyph for p in _placed(action)))


def _placed(action: Call) -> tuple[Any, ...]:
    return action.play.placed if isinstance(action.play, LayDown) else (action.play.placed,)


def about(seen: Seen) -> list[str]:
    """What is special about this deal."""
    deal, v = seen.deal, seen.deal.variant
    g, number, out = deal.game, deal.course.number, []
    if v.match.deals != "none" and seen.matched:
        out.append(
            say(
                "about.deal" if number <= v.match.deals else "about.extra", number=number, deals=v.match.deals
            )
        )
    if g.all_at_once(number):
        out.append(say("about.all-at-once"))
    if len(g.playing) < g.seats:
        out.append(say("about.playoff", who=seen.all(g.playing)))
    if g.wild:
        out.append(say("about.wild", rank=capital(say(f"card.ranks.{RANKS[g.wild - 1]}"))))
    if deal.course.named:
        out.append(say(f"about.named.{deal.course.named}"))
    if deal.course.dealer_joker:
        out.append(say(f"beside.{deal.course.dealer_joker}", who=seen.who(deal.dealer)))
    if g.minimum and seen.you is not None and not _opened(deal, seen.you) and not deal.over:
        out.append(say("about.minimum", least=g.minimum))
    return out


def _opened(deal: Deal, seat: int) -> bool:
    """Has a seat reached the first minimum, in an earlier turn or in this one?"""
    now = deal.seat == seat and deal.turn.points >= deal.game.minimum
    return bool(deal.course.down >> seat & 1) or now


def logged(
    deal: Deal, action: Action, names: Sequence[str], you: int | None, then: Deal | None = None
) -> str:
    """An action of the past, as a sentence for a seat's log (a card drawn is named to its own seat only).

    ``then`` is the deal that it led to: what follows of itself is told as well.
    """
    told = _deed(deal, action, names, you)
    return told if then is None else " ".join([told, *_after(deal, then, action, names)])


def _deed(deal: Deal, action: Action, names: Sequence[str], you: int | None) -> str:
    who, v = names[action.seat], deal.variant
    if isinstance(action, Start):
        return say("log.deal", who=who, title=v.title)
    if isinstance(action, Name):
        return say(f"log.name.{action.effect}", who=who)
    if isinstance(action, Draw | Shuffle):
        return _drawn(deal, action, who, you)
    if isinstance(action, Take):
        return say("log.take", who=who, cards=glyphs(deal.discards[action.at :]))
    if isinstance(action, Split):
        taken = glyphs(_split_taken(deal, action))
        return say("log.split", who=who, cards=taken, gone=glyphs(action.gone))
    if isinstance(action, LayDown):
        cards = " ".join(p.glyph for p in action.placed)
        return say("log.meld-top" if action.top else "log.meld", who=who, cards=cards)
    if isinstance(action, LayOff):
        return say("log.lay-off", who=who, card=action.placed.glyph, meld=deal.table[action.on].now.glyphs)
    if isinstance(action, Swap):
        return say("log.swap", who=who, cards=glyphs(action.cards), meld=deal.table[action.on].now.glyphs)
    if isinstance(action, Block):
        return say("log.block", who=who)
    if isinstance(action, Discard | Knock):
        return say(f"log.{action.kind}", who=who, card=action.card.glyph)
    if isinstance(action, Call):
        return say("log.call", who=who, cards=" ".join(p.glyph for p in _placed(action)))
    return say({CALL: "log.pass-call", LAST: "log.pass-last"}.get(deal.phase, "log.pass"), who=who)


def _drawn(deal: Deal, action: Draw | Shuffle, who: str, you: int | None) -> str:
    """A draw, and what had to be done to the discard pile for it."""
    how_renewed, source, again = deal.variant.ending.stock_out, deal.stock, ""
    if isinstance(action, Shuffle):
        source, again = action.order, say("log.shuffled") + " "
    elif not deal.stock and how_renewed.startswith("shuffle"):
        return say("log.ran-out", who=who)
    elif not deal.stock:
        source, again = deal.discards, say("log.turned") + " "
    shown = (you is None or action.seat == you) and source and source[0] is not BACK
    return again + (say("log.drew", who=who, card=source[0].glyph) if shown else say("log.draw", who=who))


def _after(deal: Deal, then: Deal, action: Action, names: Sequence[str]) -> list[str]:
    """What followed of itself: a wild rank, the rest of a portion, a hand that floats, a last chance."""
    out, seat = [], action.seat
    call = action if isinstance(action, Call) else deal.window.held if deal.window else None
    if call and isinstance(action, Call | Pass) and then.phase != CALL and _portion(deal, then, call):
        cards = glyphs(_portion(deal, then, call))
        out.append(say("log.call-took", who=names[call.seat], cards=cards))
    if then.game.wild and deal.phase == DEAL:
        rank = say(f"card.ranks.{RANKS[then.game.wild - 1]}")
        out.append(say("log.wild", rank=rank, card=then.course.exposed[then.dealer].glyph))
    empty = deal.holdings[seat] and not then.holdings[seat]
    if empty and then.game.floats and not then.over and then.phase != LAST:
        out.append(say("log.floats", who=names[seat]))
    if then.phase == LAST and deal.phase != LAST:
        out.append(say("log.last", who=names[seat]))
    return out


def _portion(deal: Deal, then: Deal, call: Call) -> tuple[Card, ...]:
    """What a call brought to the hand besides the cards it laid."""
    if deal.game.calls == "take-only" or len(then.discards) == len(deal.discards):
        return ()
    rest = list(deal.discards[len(then.discards) :])
    for one in unpack(call.play.need):
        rest.remove(one)
    return tuple(rest)
