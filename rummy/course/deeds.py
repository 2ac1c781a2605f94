"""What somebody does, in words: an action as one would tell another to do it."""

from __future__ import annotations

from rummy.actions import (
    Action,
    Call,
    Discard,
    Draw,
    Knock,
    LayDown,
    LayOff,
    Name,
    Split,
    Swap,
    Take,
    TakeAlone,
)
from rummy.cards import glyphs
from rummy.deal import CALL, LAST, Deal
from rummy.words import say


def deed(deal: Deal, action: Action) -> str:
    """An action in words, with its cards as they are printed.

    >>> from rummy.lines import parse
    >>> from rummy.positions import named, position
    >>> deal = position(named("three-deep"))
    >>> deed(deal, parse("take KS", deal)).replace("\\ufe0e", "")
    'take K♠ Q♠ 7♦ from the discard pile'
    """
    match action:
        case Draw():
            return say("course.deed.draw")
        case Take():
            return say("course.deed.take", cards=glyphs(deal.discards[action.at :]))
        case TakeAlone():
            return say("course.deed.take-alone", card=action.card.glyph, left=glyphs(action.left))
        case Split():
            return say("course.deed.split", card=action.card.glyph, gone=glyphs(action.gone))
        case LayDown():
            cards = " ".join(p.glyph for p in action.placed)
            return say("course.deed.meld-top" if action.top else "course.deed.meld", cards=cards)
        case LayOff():
            return say("course.deed.lay-off", card=action.placed.glyph, meld=deal.table[action.on].now.glyphs)
        case Swap():
            return say("course.deed.swap", cards=glyphs(action.cards), meld=deal.table[action.on].now.glyphs)
        case Discard() | Knock():
            return say(f"course.deed.{action.kind}", card=action.card.glyph)
        case Call():
            return say("course.deed.call", deed=deed(deal, action.play))
        case Name():
            return say(f"course.deed.name.{action.effect}")
    return say(
        {CALL: "course.deed.pass-call", LAST: "course.deed.pass-last"}.get(
            deal.phase, f"course.deed.{action.kind}"
        )
    )
