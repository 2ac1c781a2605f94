"""The pack, the stock and the discard pile: what may be dealt, shuffled, drawn and taken."""

from __future__ import annotations

from collections import Counter

from rummy.actions import (
    DOUBLE,
    Draw,
    Pass,
    Shuffle,
    Split,
    Start,
    Take,
    TakeAlone,
    take,
)
from rummy.actions import SPLIT as SPLITS
from rummy.cards import JOKERS, SECOND, Bits, Card
from rummy.clauses.row import ALL, TAKES, Bars, rule
from rummy.deal import CALL, DRAW, LAST, SHUFFLE, Deal, in_play
from rummy.outlook import (
    at_a_glance,
    can_finish,
    may_exchange,
)
from rummy.steps import follow, shuffled_part
from rummy.variants import EXPOSED, RENEWED


@rule("deal.whole-pack", Start)
def not_this_pack(deal: Deal, seat: int) -> Bars:
    pack = Counter(deal.game.cards)
    unknown = deal.variant.dealing.hand != EXPOSED  # open first cards cannot be cards that nobody knows
    return lambda action: not (unknown and not action.order) and Counter(action.order) != pack


@rule("stock.shuffle", Shuffle)
def not_this_pile(deal: Deal, seat: int) -> Bars:
    if deal.phase != SHUFFLE:
        return ALL
    pile = Counter(shuffled_part(deal))
    return lambda action: bool(action.order) and Counter(action.order) != pile


def reusable(deal: Deal) -> bool:
    """May the discard pile be used again as the stock?"""
    ending = deal.variant.ending
    if ending.stock_out not in RENEWED or not shuffled_part(deal):
        return False
    limit = ending.recycle_limit
    if limit == "none":
        return deal.course.renewed <= deal.game.renewals
    return deal.course.recycled < limit


@rule("stock.empty", Draw, when=lambda v: v.ending.stock_out not in RENEWED)
def stock_used_up(deal: Deal, seat: int) -> Bars:
    return 0 if deal.stock else ALL


@rule("stock.reuse", Draw, when=lambda v: v.ending.stock_out in RENEWED)
def stock_not_renewed(deal: Deal, seat: int) -> Bars:
    return 0 if deal.stock or reusable(deal) else ALL


@rule("turn.pass", Pass)
def nothing_to_pass(deal: Deal, seat: int) -> Bars:
    if deal.phase == CALL and deal.window and deal.window.open >> seat & 1:
        return 0
    if deal.phase == LAST:
        return 0
    return ALL if deal.phase != DRAW or deal.stock or reusable(deal) else 0


@rule("draw.pile.card", *TAKES, given=True)
def not_in_the_pile(deal: Deal, seat: int) -> Bars:
    pile = deal.discards

    def test(action: Take | TakeAlone | Split) -> bool:
        if isinstance(action, TakeAlone):
            return action.card not in pile
        return not 0 <= action.at < len(pile) or pile[action.at] is not action.card

    return test


@rule("draw.pile.top-only", Take, TakeAlone, when=lambda v: v.drawing.pile == "top")
def below_the_top(deal: Deal, seat: int) -> Bars:
    return (1 << max(len(deal.discards) - 1, 0)) - 1


@rule("draw.pile.top-only", Split, when=lambda v: v.drawing.pile == "top")
def split_below_the_top(deal: Deal, seat: int) -> Bars:
    top = len(deal.discards) - 1
    return lambda action: action.at != top


@rule("gambit.split", Split)
def no_split(deal: Deal, seat: int) -> Bars:
    below = deal.variant.gambit.split == "below"
    if deal.game.named != SPLITS:
        return ALL

    def test(action: Split) -> bool:
        at, many = action.at, len(action.gone)
        beside = (
            deal.discards[at - many : at] if below and at >= many else deal.discards[at + 1 : at + 1 + many]
        )
        return not many or beside != action.gone or (below and at < many)

    return test


@rule("gambit.joker", Split)
def no_joker_to_split(deal: Deal, seat: int) -> Bars:
    return 0 if in_play(deal, seat) & JOKERS else ALL


@rule("out.floating-draw", Take, when=lambda v: v.ending.floating != "off")
def floating_draw(deal: Deal, seat: int) -> Bars:
    if deal.holdings[seat]:
        return 0
    if deal.variant.ending.floating == "stock-only":
        return ALL
    return _unfinished(deal, seat, (1 << len(deal.discards)) - 1)


@rule("out.floating-draw", Split, when=lambda v: v.ending.floating == "stock-only")
def floating_split(deal: Deal, seat: int) -> Bars:
    return 0 if deal.holdings[seat] else ALL


def _unfinished(deal: Deal, seat: int, places: Bits) -> Bits:
    """Those of the places of the pile from which a turn could not be completed."""
    if deal.phase != DRAW:
        deal = deal._replace(phase=DRAW, seat=seat)
    barred = 0
    while places:
        low = places & -places
        at = low.bit_length() - 1
        good = at_a_glance(deal, seat, at)
        if good is None:
            good = can_finish(follow(deal, take(seat, at, deal.discards[at])))
        if not good:
            barred |= low
        places ^= low
    return barred


@rule("draw.pile.all-above", TakeAlone, given=True)
def cards_left_behind(deal: Deal, seat: int) -> Bars:
    return ALL


def _together(some: tuple[Card, ...]) -> Bits:
    """These cards, each as often as there are copies of it."""
    bits = 0
    for one in some:
        if one.rank > 0:
            bits |= one.bit | one.bit << SECOND
    return bits


def useless(deal: Deal, seat: int) -> Bits:
    """The places of the pile from which the seat could use nothing."""
    g = deal.game
    if g.deep:
        return g.melder.useless(deal.holdings[seat], deal.discards, deal.table, deal.fits, g.free_top)
    below, pile = 0, deal.discards
    if g.variant.drawing.pile == "top" and pile:
        below, pile = len(pile) - 1, pile[-1:]
    barred = g.melder.useless(in_play(deal, seat), pile, deal.table, deal.fits, g.free_top) << below
    barred |= (1 << below) - 1
    if not g.strict:
        return barred
    more = g.swaps and may_exchange(deal, deal.holdings[seat] | _together(pile))
    barred = (1 << below) - 1 if more or g.named == DOUBLE else barred  # then masks do not tell
    everywhere = (1 << len(deal.discards)) - 1
    return barred | _unfinished(deal, seat, everywhere & ~barred)


@rule("draw.pile.useful", Split)
def useless_split(deal: Deal, seat: int) -> Bars:
    return lambda action: not can_finish(follow(deal, action))


@rule("draw.top.useful", Take, when=lambda v: v.drawing.top_card == "use")
def useless_top(deal: Deal, seat: int) -> Bars:
    return useless(deal, seat) & 1 << len(deal.discards) >> 1


@rule("draw.pile.useful", Take, when=lambda v: v.drawing.pile == "any")
def useless_below(deal: Deal, seat: int) -> Bars:
    return useless(deal, seat) & ~(1 << len(deal.discards) >> 1)
