"""Clauses: every rule as one row.

A row has a rule's id, the kinds of action it can refuse, and one function from a deal and a seat to what
the rule *bars* there: 0 nothing, `ALL` everything of that kind, a mask over the actions' bits, or a test
that an action fails. What is asked of the rows is in `rummy.law`. Rows marked ``bound`` bar nothing unless a
card taken from the discard pile must still be used or may not go back. Rows marked ``given`` are those that
the candidates obey by the way they are found (whose turn it is, what is held, what is a meld), so only
`breach` asks them.

The order is: is the deal on, whose turn, which phase, do you hold it, is it a meld or does it fit, and what
is still owed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from rummy.actions import Action, Call, Discard, Draw, LayDown, LayOff, Pass, Start, Swap, Take, TakeAlone
from rummy.cards import BACK, JOKER, JOKERS, Bits, copies, holds, unpack, without
from rummy.deal import CALL, DEAL, DRAW, OPENING, OVER, PLAY, Deal
from rummy.melds import Flaw
from rummy.steps import down, grown
from rummy.variants import Variant
from rummy.words import listed, say

Bars = int | Callable[[Any], bool]
ALL = -1


class Row(NamedTuple):
    """A rule as the law applies it."""

    rule: str
    kinds: tuple[type[Action], ...]
    given: bool
    bound: bool
    when: Callable[[Variant], bool]
    bars: Callable[[Deal, int], Bars]


ROWS: list[Row] = []
BarsOf = Callable[[Deal, int], Bars]

PLAYS: tuple[type[Action], ...] = (LayDown, LayOff, Swap)
TURNS: tuple[type[Action], ...] = (Draw, Take, TakeAlone, *PLAYS, Discard, Pass)


def rule(
    name: str,
    *kinds: type[Action],
    given: bool = False,
    bound: bool = False,
    when: Callable[[Variant], bool] = lambda v: True,
) -> Callable[[BarsOf], BarsOf]:
    """Enter the function that follows as a row of the law."""

    def enter(bars: BarsOf) -> BarsOf:
        ROWS.append(Row(name, kinds, given, bound, when, bars))
        return bars

    return enter


# -- is the deal on? -------------------------------------------------------------------------------------


@rule("deal.before-play", *TURNS, Call, given=True)
def not_dealt(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase == DEAL else 0


@rule("calling.not-after-out", Call, given=True)
@rule("out.play-stops", *TURNS, given=True)
def play_stops(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase == OVER else 0


@rule("deal.once", Start, given=True)
def dealt_already(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase != DEAL else 0


# -- may this seat call? ---------------------------------------------------------------------------------


@rule("calling.off", Call, given=True)
def calling_is_off(deal: Deal, seat: int) -> Bars:
    return ALL if deal.game.calls == "off" else 0


@rule("calling.before-draw", Call, given=True)
def no_window(deal: Deal, seat: int) -> Bars:
    return ALL if deal.window is None else 0


@rule("calling.not-own", Call, given=True)
def own_discard(deal: Deal, seat: int) -> Bars:
    return ALL if deal.window and deal.window.by == seat else 0


@rule("calling.first", Call, given=True)
def somebody_called(deal: Deal, seat: int) -> Bars:
    return ALL if deal.window and deal.window.called else 0


@rule("calling.passed", Call, given=True)
def passed(deal: Deal, seat: int) -> Bars:
    return ALL if deal.window and deal.window.passed >> seat & 1 else 0


@rule("calling.nearest", Call, Pass, given=True)
def nearer_call_held(deal: Deal, seat: int) -> Bars:
    w, g = deal.window, deal.game
    if w is None or w.held is None or seat == w.by:
        return 0
    return ALL if g.distance(w.by, seat) >= g.distance(w.by, w.held.seat) else 0


# -- whose turn is it, and which phase? ------------------------------------------------------------------


@rule("turn.yours", Start, Draw, Take, TakeAlone, *PLAYS, Discard, given=True)
def not_your_turn(deal: Deal, seat: int) -> Bars:
    return ALL if seat != deal.seat else 0


@rule("turn.yours", Pass, given=True)
def not_yours_to_pass(deal: Deal, seat: int) -> Bars:
    return ALL if seat != deal.seat and not (deal.window and deal.window.open >> seat & 1) else 0


@rule("turn.one-draw", Draw, Take, TakeAlone, given=True)
def drawn_already(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase == PLAY else 0


@rule("deal.opening-discard", Draw, Take, TakeAlone, *PLAYS, Pass, given=True)
def opening_is_a_discard(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase == OPENING else 0


@rule("turn.draw-first", *PLAYS, Discard, given=True)
def not_drawn_yet(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase in (DRAW, CALL) else 0


@rule("calling.held", Draw, Take, TakeAlone, given=True)
def call_is_held(deal: Deal, seat: int) -> Bars:
    return ALL if deal.window and deal.window.held else 0


# -- the deal --------------------------------------------------------------------------------------------


@rule("deal.whole-pack", Start)
def not_this_pack(deal: Deal, seat: int) -> Bars:
    pack = Counter(deal.game.cards)
    return lambda action: bool(action.order) and Counter(action.order) != pack


# -- drawing ---------------------------------------------------------------------------------------------


def reusable(deal: Deal) -> bool:
    """May the discard pile be used again as the stock?"""
    ending = deal.variant.ending
    limit = ending.recycle_limit
    again = ending.stock_out == "flip" and bool(deal.discards)
    if limit == "none":
        return again and deal.course.renewed <= ending.bound
    return again and deal.course.recycled < limit


@rule("stock.empty", Draw, when=lambda v: v.ending.stock_out != "flip")
def stock_used_up(deal: Deal, seat: int) -> Bars:
    return 0 if deal.stock else ALL


@rule("stock.reuse", Draw, when=lambda v: v.ending.stock_out == "flip")
def stock_not_renewed(deal: Deal, seat: int) -> Bars:
    return 0 if deal.stock or reusable(deal) else ALL


@rule("turn.pass", Pass)
def nothing_to_pass(deal: Deal, seat: int) -> Bars:
    if deal.phase == CALL and deal.window and deal.window.open >> seat & 1:
        return 0
    return ALL if deal.phase != DRAW or deal.stock or reusable(deal) else 0


@rule("draw.pile.card", Take, TakeAlone, given=True)
def not_in_the_pile(deal: Deal, seat: int) -> Bars:
    pile = deal.discards

    def test(action: Take | TakeAlone) -> bool:
        if isinstance(action, TakeAlone):
            return action.card not in pile
        return not 0 <= action.at < len(pile) or pile[action.at] is not action.card

    return test


@rule("draw.pile.top-only", Take, TakeAlone, when=lambda v: v.drawing.pile == "top")
def below_the_top(deal: Deal, seat: int) -> Bars:
    return (1 << max(len(deal.discards) - 1, 0)) - 1


@rule("draw.pile.all-above", TakeAlone, given=True)
def cards_left_behind(deal: Deal, seat: int) -> Bars:
    return ALL


def useless(deal: Deal, seat: int) -> Bits:
    """The places of the pile from which the seat could use nothing."""
    g = deal.game
    return g.melder.useless(deal.holdings[seat], deal.discards, deal.table, deal.fits, g.free_top)


@rule("draw.top.useful", Take, when=lambda v: v.drawing.top_card == "use")
def useless_top(deal: Deal, seat: int) -> Bars:
    return useless(deal, seat) & 1 << len(deal.discards) >> 1


@rule("draw.pile.useful", Take, when=lambda v: v.drawing.pile == "any")
def useless_below(deal: Deal, seat: int) -> Bars:
    return useless(deal, seat) & ~(1 << len(deal.discards) >> 1)


# -- do you hold it? -------------------------------------------------------------------------------------


@rule("layoff.no-moving", *PLAYS, given=True)
def lies_on_the_table(deal: Deal, seat: int) -> Bars:
    hand = deal.holdings[seat]
    lying = {p.card for m in deal.table for p in m.now.placed if p.card is not JOKER}
    return lambda action: any(c.bit & ~hand and c in lying for c in unpack(action.need))


@rule("turn.held", *PLAYS, Discard, given=True)
def not_held(deal: Deal, seat: int) -> Bars:
    hand = deal.holdings[seat]
    return lambda action: not holds(hand, action.need)


@rule("calling.open-cards", Call, given=True)
def not_open(deal: Deal, seat: int) -> Bars:
    return lambda action: not holds(deal.pile, action.play.need)


# -- is it a meld, does it fit? --------------------------------------------------------------------------


def flaw(deal: Deal, action: LayDown | LayOff | Call) -> Flaw | None:
    """What is wrong with the cards themselves, whoever plays them."""
    play = action.play if isinstance(action, Call) else action
    table = deal.game.melder
    if isinstance(play, LayDown):
        found = table.combine(play.placed)
        return found if isinstance(found, Flaw) else None
    if not 0 <= play.on < len(deal.table):
        return Flaw("layoff.meld", (play.placed.card,), {"card": play.placed.card.glyph})
    now = deal.table[play.on].now
    one = play.placed.stands_for if play.placed.card is JOKER else play.placed.card
    misfit = table.misfit(now, one)
    if misfit is None and (one, play.end) not in now.spots:
        fits = listed([c.glyph for c, end in now.spots if end == play.end] or [say("nothing")], "or")
        facts = {"card": play.placed.glyph, "meld": now.glyphs}
        return Flaw("layoff.sequence.next", (play.placed.card, *now.cards), {**facts, "fits": fits})
    if misfit is not None and play.placed.card is JOKER and "card" in misfit.facts:
        cards = (JOKER, *misfit.cards[1:])
        return Flaw(misfit.rule, cards, {**misfit.facts, "card": play.placed.glyph})
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
    there = deal.table[play.on].now.jokers if isinstance(play, LayOff) else 0
    new = (play.need & JOKERS).bit_count()
    return there + new if new else 0


@rule("jokers.no-swap", Swap, given=True)
def no_swap(deal: Deal, seat: int) -> Bars:
    return ALL


@rule("calling.exposed", Call, when=lambda v: v.calling.exposed == "no")
def not_just_discarded(deal: Deal, seat: int) -> Bars:
    top = deal.discards[-1] if deal.discards else BACK
    return lambda action: isinstance(action.play, LayOff) and action.play.placed.card is not top


@rule("calling.passed", Call, given=True)
def not_asked(deal: Deal, seat: int) -> Bars:
    return 0 if deal.phase == CALL and deal.window and deal.window.open >> seat & 1 else ALL


@rule("meld.per-turn", LayDown, when=lambda v: v.melding.per_turn == 1)
def melded_already(deal: Deal, seat: int) -> Bars:
    return ALL if deal.turn.melds else 0


# -- what is still owed? ---------------------------------------------------------------------------------


@rule("draw.pile.use-at-once", Discard, bound=True)
def still_owed(deal: Deal, seat: int) -> Bars:
    return ALL if deal.turn.owed is not None else 0


@rule("draw.pile.keep-usable", LayDown, LayOff, bound=True)
def spoils_the_use(deal: Deal, seat: int) -> Bars:
    owed = deal.turn.owed
    if owed is None:
        return 0

    melder, hand, bit = deal.game.melder, deal.holdings[seat], owed.bit
    once, lies_open = deal.game.variant.melding.per_turn == 1, deal.fits & bit

    def test(action: LayDown | LayOff) -> bool:
        need = action.need
        if need & bit or (lies_open and isinstance(action, LayDown)):
            return False
        left = without(hand, need)
        if not once and melder.meldable(owed, left):
            return False
        table, fits = _after(deal, seat, action)
        if once and isinstance(action, LayDown):
            return not (fits & bit)
        return not melder.usable(owed, left, table, fits)

    return test


def _after(deal: Deal, seat: int, action: LayDown | LayOff) -> tuple[tuple[Any, ...], Bits]:
    if isinstance(action, LayDown):
        assert action.combination is not None
        return down(deal, seat, action.combination)
    return grown(deal, seat, action)


@rule("discard.not-back", Discard, bound=True)
def straight_back(deal: Deal, seat: int) -> Bars:
    single = deal.turn.single
    if single is None or copies(deal.holdings[seat], single) > 1:
        return 0
    return single.bit


@rule("discard.keep-one", LayDown, LayOff, bound=True)
def only_the_taken_left(deal: Deal, seat: int) -> Bars:
    single, hand = deal.turn.single, deal.holdings[seat]
    if single is None or deal.turn.owed is not None:
        return 0
    melder, others = deal.game.melder, hand.bit_count() - 1

    def test(action: LayDown | LayOff) -> bool:
        if action.need.bit_count() != others or without(hand, action.need) != single.bit:
            return False
        table, fits = _after(deal, seat, action)
        return not (melder.takes_a_joker(table) if single is JOKER else fits & single.bit)

    return test
