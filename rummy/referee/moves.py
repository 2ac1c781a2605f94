"""Moves in the referee's words: what could be done instead of one, and what one leads to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rummy.actions import SEATS, Action, Call, Discard, Knock, LayDown, LayOff, Name, Split, Swap, TakeAlone
from rummy.cards import BACK, unpack
from rummy.deal import CALL, Deal, counts
from rummy.law import legal_actions, to_act
from rummy.lines import spoken
from rummy.outlook import opened
from rummy.rules import Breach
from rummy.scoring import Points, points_text
from rummy.words import listed, say

MOST = 6
"""How many moves of a kind are told."""


def instead(deal: Deal, action: Action, broken: Breach) -> Sequence[Action]:
    """What a seat could do instead: what comes nearest to what it wanted, else all it may do."""
    if action.seat not in to_act(deal):
        return ()
    may, owed = legal_actions(deal, action.seat), deal.turn.owed
    plays = [a for a in may if isinstance(a, LayDown | LayOff | Swap)]
    if owed is not None and (isinstance(action, Discard | Knock) or "owed" in broken.facts):
        return [a for a in plays if a.need & owed.bit] or plays
    if isinstance(action, LayDown | LayOff | Swap):
        near = [a for a in plays if a.need & action.need]
        if not isinstance(action, LayDown):
            near += [a for a in plays if isinstance(a, LayOff) and a.on == action.on and a not in near]
        return near or plays or may
    kinds = (Discard, Knock) if isinstance(action, Discard | Knock) else (Call,)
    alike = [a for a in may if isinstance(a, kinds)] if isinstance(action, Discard | Knock | Call) else ()
    return alike or may


def in_words(deal: Deal, actions: Iterable[Action]) -> list[str]:
    """Moves in words, those of a kind together."""
    kinds: dict[str, list[Action]] = {}
    for action in actions:
        kinds.setdefault(action.kind.replace(" ", "-"), []).append(action)
    return [_kind_in_words(deal, kind, some) for kind, some in kinds.items()]


def in_a_phrase(deal: Deal, action: Action, line: str) -> str:
    """One move in words, whoever makes it; as it is said where the table has no such place.

    Args:
        deal: the deal in which it is tried.
        action: the move.
        line: the line that means it.
    """
    play = action.play if isinstance(action, Call) else action
    nowhere = isinstance(play, LayOff | Swap) and not 0 <= play.on < len(deal.table)
    if nowhere or isinstance(action, TakeAlone):
        return spoken(line)
    phrase = say(f"referee.do.{action.kind.replace(' ', '-')}", what=what(deal, action))
    return phrase if action.seat == deal.seat else f"{SEATS[action.seat]}: {phrase}"


def _kind_in_words(deal: Deal, kind: str, some: Sequence[Action]) -> str:
    if kind == "discard":
        free = {a.card for a in some if isinstance(a, Discard)}
        barred = [c for c in dict.fromkeys(unpack(deal.holdings[some[0].seat])) if c not in free]
        if not barred:
            return say("referee.do.discard-any")
        if len(barred) < len(some):
            cards = listed([say("the-card", card=c.glyph) for c in barred], "or")
            return say("referee.do.discard-but", cards=cards)
    told = list(dict.fromkeys(what(deal, action) for action in some))
    more = len(told) - MOST
    told = told[:MOST] + ([say("referee.more", count=more)] if more > 0 else [])
    return say(f"referee.do.{kind}", what=listed(told, "or"))


def what(deal: Deal, action: Action) -> str:
    """The cards that are played, and where, as they are printed."""
    play = action.play if isinstance(action, Call) else action
    if isinstance(play, LayDown):
        cards = " ".join(p.glyph for p in play.placed)
        return say("referee.on-top", cards=cards) if play.top else cards
    if isinstance(play, LayOff):
        return say("referee.on", card=play.placed.glyph, meld=deal.table[play.on].now.glyphs)
    if isinstance(play, Swap):
        cards = listed([c.glyph for c in play.cards])
        return say("referee.on", card=cards, meld=deal.table[play.on].now.glyphs)
    if isinstance(play, Split):
        return say("referee.split", card=play.card.glyph, gone=listed([c.glyph for c in play.gone]))
    if isinstance(play, Name):
        return say(f"referee.effect.{play.effect}")
    one = getattr(play, "card", None)
    return say("the-card", card=one.glyph) if one else ""


def leads(before: Deal, action: Action, then: Deal) -> Iterator[str]:
    """What a legal move leads to, sentence by sentence."""
    gained = _on_table(then, action.seat) - _on_table(before, action.seat)
    if gained:
        yield say("referee.counts", who=_side(then, action.seat), points=points_text(gained))
    if then.over:
        out = then.course.out
        how = "over" if out is None else "knocked" if then.holdings[out] else "out"
        yield say(f"referee.{how}", who="" if out is None else SEATS[out])
        if BACK not in {c for hand in then.hands for c in hand}:
            told = [f"{_side(then, c.seats[0])} {points_text(c.points)}" for c in counts(then)]
            yield say("referee.score", counts=listed(told))
        return
    if isinstance(action, Swap):
        came = Counter(then.hands[action.seat]) - Counter(before.hands[action.seat])
        yield say("referee.came", who=SEATS[action.seat], cards=listed([c.glyph for c in came.elements()]))
    turn, old = then.turn, before.turn
    short = then.game.minimum - turn.points
    if turn.owed is not None and old.owed is None:
        plays = [a for a in legal_actions(then) if isinstance(a, LayDown | LayOff | Swap)]
        uses = [a for a in plays if a.need & turn.owed.bit]
        how = listed(in_words(then, uses or plays), "or")
        yield say("referee.owed" if uses else "referee.bridge", card=turn.owed.glyph, how=how)
    elif turn.single is not None and old.single is None:
        if before.holdings[action.seat]:
            yield say("referee.single", card=turn.single.glyph)
        else:
            how = listed(in_words(then, [a for a in legal_actions(then) if isinstance(a, LayOff)]), "or")
            yield say("referee.owed", card=turn.single.glyph, how=how)
    elif turn.melds > old.melds and short > 0 and not opened(then, then.seat):
        yield say("referee.short", count=short)
    elif then.phase == CALL or (then.phase, then.seat) != (before.phase, before.seat):
        asked = listed([SEATS[s] for s in to_act(then)], "or")
        held = then.window is not None and then.window.held is not None
        yield say("referee.held" if held else f"referee.next.{then.phase}", who=SEATS[then.seat], asked=asked)


def _side(deal: Deal, seat: int) -> str:
    """The seats that count together with this one."""
    return listed([SEATS[s] for s in deal.game.sides[deal.game.side_of[seat]]])


def _on_table(deal: Deal, seat: int) -> Points:
    """What the cards that a seat's side laid are worth."""
    return sum(item.points for item in counts(deal)[deal.game.side_of[seat]].table)
