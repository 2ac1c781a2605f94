"""Questions about a moment of a deal that computer players have played up to there."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rummy.actions import SEATS, Call, LayOff, Take, take
from rummy.cards import Card, glyphs
from rummy.course.deeds import deed
from rummy.course.drills.hands import yes_or_no
from rummy.course.questions import CARDS, Form, Question
from rummy.deal import CALL, DRAW, PLAY, Deal, seen_by
from rummy.law import breach, legal_actions, play, to_act
from rummy.pictures import laid_frame, laid_html
from rummy.players import PLAYERS
from rummy.steps import new_deal
from rummy.variants import Variant
from rummy.words import say

LONGEST = 150
"""A deal is played for so many decisions at most."""


def layoff(name: str, seed: str, variant: Variant, level: int) -> Question | None:
    """Which cards of the hand may be laid off now?"""

    def asks(deal: Deal) -> bool:
        return (
            deal.phase == PLAY
            and deal.turn.owed is None
            and level <= len(deal.table) <= 3 * level
            and _plain(deal.hands[deal.seat])
            and any(isinstance(a, LayOff) for a in legal_actions(deal))
        )

    deal = moment(seed, variant, asks)
    if deal is None:
        return None
    fine = {a.placed.card: a for a in legal_actions(deal) if isinstance(a, LayOff)}
    hand = deal.hands[deal.seat]
    why = "; ".join(deed(deal, action) for action in fine.values())
    wrong = {one.code: say("drill.fits-not", card=one.glyph) for one in hand if one not in fine}
    return _cards(name, "layoff", deal, hand, tuple(fine), why, wrong)


def pile(name: str, seed: str, variant: Variant, level: int) -> Question | None:
    """Which cards of the discard pile may be taken?"""

    def asks(deal: Deal) -> bool:
        return (
            deal.phase == DRAW
            and 2 * level <= len(deal.discards) <= 4 * level
            and len(deal.table) <= 3 * level
            and _plain(deal.discards)
            and any(isinstance(a, Take) for a in legal_actions(deal))
        )

    deal = moment(seed, variant, asks)
    if deal is None:
        return None
    fine = tuple(a.card for a in legal_actions(deal) if isinstance(a, Take))
    wrong = {}
    for at, one in enumerate(deal.discards):
        broken = breach(deal, take(deal.seat, at, one))
        if broken is not None:
            wrong[one.code] = broken.sentence
    return _cards(name, "pile", deal, deal.discards, fine, glyphs(fine), wrong)


def safe(name: str, seed: str, variant: Variant, level: int) -> Question | None:
    """Which cards could nobody lay off, if they were discarded?"""

    def asks(deal: Deal) -> bool:
        hand = deal.hands[deal.seat] if deal.phase == PLAY else ()
        fit = [c for c in hand if c.bit & deal.fits]
        return level <= len(deal.table) <= 3 * level and _plain(hand) and 0 < len(fit) < len(hand)

    deal = moment(seed, variant, asks)
    if deal is None:
        return None
    hand = deal.hands[deal.seat]
    fine = tuple(c for c in hand if not c.bit & deal.fits)
    wrong = {c.code: say("drill.fits", card=c.glyph) for c in hand if c not in fine}
    return _cards(name, "safe", deal, hand, fine, glyphs(fine), wrong)


def call(name: str, seed: str, variant: Variant, level: int) -> Question | None:
    """May rummy be called on the card that was just discarded?"""
    wanted = Random(seed).random() < 0.5

    def asks(deal: Deal) -> bool:
        if not deal.discards or deal.turn.taken or len(deal.table) < level or not _plain(deal.discards[-1:]):
            return False
        if wanted:
            return deal.phase == CALL and any(deal.discards[-1].bit & a.play.need for a in _calls(deal))
        return deal.phase == DRAW and not deal.discards[-1].bit & deal.fits and deal.window is not None

    deal = moment(seed, variant, asks)
    if deal is None:
        return None
    last = deal.discards[-1]
    calls = [a for a in _calls(deal) if last.bit & a.play.need]
    seat = calls[0].seat if calls else deal.seat
    form, right = yes_or_no(bool(calls))
    why = say("drill.call-so", deed=deed(deal, calls[0])) if calls else say("drill.no-call", card=last.glyph)
    text = say("drill.call", who=SEATS[seat], card=last.glyph)
    return Question(name, text, form, right, why, laid_html(laid_frame(deal, seat)))


def moment(seed: str, variant: Variant, asks: Callable[[Deal], bool]) -> Deal | None:
    """A moment of a deal that suits, reached by computer players who now and then play by chance."""
    chance = Random(seed)
    deal, good = new_deal(variant, variant.seats()[0], seed=seed), list[Deal]()
    for _ in range(LONGEST):
        acting = to_act(deal)
        if not acting:
            break
        if asks(deal):
            good.append(deal)
        seat = acting[0]
        player = PLAYERS["random" if chance.random() < 0.2 else "greedy"]
        deal = play(deal, player(seen_by(deal, seat), seat, chance).action)
    return chance.choice(good) if good else None


def _plain(some: tuple[Card, ...]) -> bool:
    """Are these natural cards, none of them twice? Then a card's code says which is meant."""
    return all(c.rank > 0 for c in some) and len(set(some)) == len(some)


def _calls(deal: Deal) -> list[Call]:
    return [a for seat in to_act(deal) for a in legal_actions(deal, seat) if isinstance(a, Call)]


def _cards(
    name: str,
    kind: str,
    deal: Deal,
    some: tuple[Card, ...],
    fine: tuple[Card, ...],
    why: str,
    wrong: dict[str, str],
) -> Question:
    """A question that is answered with cards."""
    options = tuple((c.code, c.name) for c in some)
    picture = laid_html(laid_frame(deal, deal.seat))
    text, right = say(f"drill.{kind}", who=SEATS[deal.seat]), tuple(c.code for c in fine)
    return Question(
        name, text, Form(CARDS, options), right, say(f"drill.{kind}-is", cards=why), picture, wrong
    )
