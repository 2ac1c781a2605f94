"""Do you hold the cards, are they a meld, do they fit, and what may a joker do?"""

from __future__ import annotations

from typing import Any

from rummy.actions import (
    DOUBLE,
    Block,
    Call,
    LayDown,
    LayOff,
    Swap,
)
from rummy.cards import JOKER, JOKERS, holds, unpack
from rummy.clauses.row import ALL, ENDS, PLAYS, Bars, rule
from rummy.deal import Deal, in_play
from rummy.melds import GROUP, Flaw
from rummy.outlook import (
    exchanges,
)
from rummy.words import listed, say


@rule("gambit.joker", LayDown, LayOff, given=True, when=lambda v: v.jokers.role == "gambit")
def dealers_joker(deal: Deal, seat: int) -> Bars:
    mine, hand = in_play(deal, seat), deal.holdings[seat]
    return lambda action: bool(action.need & JOKERS & ~mine) and holds(hand | JOKERS, action.need)


@rule("layoff.no-moving", *PLAYS, given=True)
def lies_on_the_table(deal: Deal, seat: int) -> Bars:
    hand = deal.holdings[seat]
    lying = {p.card for m in deal.table for p in m.now.placed if p.card is not JOKER}
    return lambda action: any(c.bit & ~hand and c in lying for c in unpack(action.need))


@rule("turn.held", *PLAYS, *ENDS, given=True)
def not_held(deal: Deal, seat: int) -> Bars:
    hand, mine = deal.holdings[seat], in_play(deal, seat)
    return lambda action: not holds(mine if isinstance(action, LayDown | LayOff) else hand, action.need)


@rule("calling.open-cards", Call, given=True)
def not_open(deal: Deal, seat: int) -> Bars:
    return lambda action: not holds(deal.pile, action.play.need)


def flaw(deal: Deal, action: LayDown | LayOff | Call) -> Flaw | None:
    """What is wrong with the cards themselves, whoever plays them."""
    play = action.play if isinstance(action, Call) else action
    table = deal.game.melder
    if isinstance(play, LayDown):
        if play.combination is not None and play.combination.maker is table:
            return None
        found = table.combine(play.placed)
        return found if isinstance(found, Flaw) else None
    if not 0 <= play.on < len(deal.table):
        return Flaw("layoff.meld", (play.placed.card,), {"card": play.placed.card.glyph})
    now = deal.table[play.on].now
    placed = play.placed
    one = placed.stands_for
    if not placed.wild and (one, play.end) in now.spots:
        return None
    facts: dict[str, Any] = {"card": placed.glyph, "meld": now.glyphs}
    if placed.wild and not table.wild_among(placed.card.bit):
        return Flaw("jokers.not-wild", (placed.card,), {**facts, "cards": placed.glyph})
    misfit = table.misfit(now, one)
    spots = [*now.spots, *((c, end) for c, end in now.wilds if not c.suit)]
    if placed.wild and now.kind == GROUP and table.ranked and now.wilds:
        spots = [*now.wilds]  # it stands for the rank alone
    if misfit is None and (one, play.end) not in spots:
        if not one.suit and table.ranked and len(now.placed) < 4 and not play.end:
            return None
        fits = listed([c.glyph for c, end in now.spots if end == play.end] or [say("nothing")], "or")
        return Flaw("layoff.sequence.next", (placed.card, *now.cards), {**facts, "fits": fits})
    if misfit is not None and placed.wild and "card" in misfit.facts:
        cards = (placed.card, *misfit.cards[1:])
        return Flaw(misfit.rule, cards, {**misfit.facts, "card": placed.glyph})
    return misfit


def _flawed(name: str) -> None:
    """Enter a row for one thing that can be wrong with cards."""

    @rule(name, LayDown, LayOff, Call, given=True)
    def bars(deal: Deal, seat: int) -> Bars:
        def test(action: LayDown | LayOff | Call) -> bool:
            found = flaw(deal, action)
            return found is not None and found.rule == name

        return test


for _name in (
    "meld.size",
    "meld.kind",
    "meld.group.suits",
    "meld.group.four",
    "meld.sequence.suit",
    "meld.sequence.gap",
    "meld.sequence.twice",
    "meld.sequence.corner",
    "meld.sequence.ace",
    "jokers.natural",
    "jokers.own-group",
    "jokers.not-wild",
    "layoff.meld",
    "layoff.group.rank",
    "layoff.group.suit",
    "layoff.group.full",
    "layoff.sequence.suit",
    "layoff.sequence.filled",
    "layoff.sequence.ace-end",
    "layoff.sequence.next",
):
    _flawed(_name)


@rule("jokers.per-meld", LayDown, LayOff, Call, given=True)
def too_many_jokers(deal: Deal, seat: int) -> Bars:
    most = deal.game.melder.most_jokers

    def test(action: LayDown | LayOff | Call) -> bool:
        return jokers_after(deal, action) > most

    return test


def jokers_after(deal: Deal, action: LayDown | LayOff | Call) -> int:
    """How many jokers the meld would hold."""
    play = action.play if isinstance(action, Call) else action
    if isinstance(play, LayOff):
        return deal.table[play.on].now.jokers + 1 if play.placed.wild else 0
    return sum(p.wild for p in play.placed)


@rule("jokers.no-swap", Swap, given=True, when=lambda v: v.jokers.swap == "never")
def no_swap(deal: Deal, seat: int) -> Bars:
    return ALL


def wanted(deal: Deal, action: Swap) -> list[tuple[Any, ...]]:
    """The cards for which the meld would give up what stands for them."""
    if not 0 <= action.on < len(deal.table) or deal.table[action.on].top:
        return []
    return exchanges(deal.game, deal.table[action.on].now)


@rule("layoff.meld", Swap, given=True, when=lambda v: v.jokers.swap != "never")
def no_such_meld(deal: Deal, seat: int) -> Bars:
    return lambda action: not 0 <= action.on < len(deal.table)


@rule("jokers.swap", Swap, given=True, when=lambda v: v.jokers.swap != "never")
def stands_for_another(deal: Deal, seat: int) -> Bars:
    def test(action: Swap) -> bool:
        return not any(set(action.cards) <= set(cards) for cards in wanted(deal, action))

    return test


@rule("jokers.swap-whole-group", Swap, given=True, when=lambda v: v.jokers.swap == "complete-group")
def group_not_completed(deal: Deal, seat: int) -> Bars:
    def test(action: Swap) -> bool:
        return not any(sorted(action.cards) == sorted(cards) for cards in wanted(deal, action))

    return test


@rule("jokers.swap", Swap, given=True, when=lambda v: v.jokers.swap == "own-turn")
def one_card_each(deal: Deal, seat: int) -> Bars:
    return lambda action: len(action.cards) != 1


@rule("gambit.double", LayDown, Call, given=True)
def not_doubling(deal: Deal, seat: int) -> Bars:
    doubles = deal.game.named == DOUBLE

    def test(action: LayDown | Call) -> bool:
        if isinstance(action, Call):
            return isinstance(action.play, LayDown) and action.play.top
        return action.top and not doubles

    return test


@rule("gambit.sealed", LayOff, Call, given=True, when=lambda v: v.jokers.role == "gambit")
def sealed(deal: Deal, seat: int) -> Bars:
    def test(action: LayOff | Call) -> bool:
        play = action.play if isinstance(action, Call) else action
        return isinstance(play, LayOff) and deal.table[play.on].top

    return test


@rule("gambit.block", Block)
def nothing_to_block(deal: Deal, seat: int) -> Bars:
    return 0 if deal.course.dealer_joker == "free" and deal.course.named else ALL
