"""What is still owed: the use of a taken card, and the way the last card goes."""

from __future__ import annotations

from typing import Any

from rummy.actions import (
    Action,
    Block,
    Knock,
    LayDown,
    LayOff,
    Swap,
)
from rummy.cards import JOKER, JOKERS, Bits, copies, size, unpack, without
from rummy.clauses.row import ALL, ENDS, PLAYS, Bars, rule
from rummy.deal import LAST, Deal, in_play
from rummy.outlook import (
    completes,
    playable,
)
from rummy.steps import down, grown


@rule("draw.pile.use-at-once", *ENDS, bound=True)
def still_owed(deal: Deal, seat: int) -> Bars:
    return ALL if deal.turn.owed is not None else 0


@rule("draw.pile.first", *PLAYS, bound=True, when=lambda v: v.drawing.use_order == "first")
def taken_card_first(deal: Deal, seat: int) -> Bars:
    owed = deal.turn.owed
    if owed is None:
        return 0
    return lambda action: not action.need & owed.bit or isinstance(action, Block)


@rule("draw.pile.meld-only", LayOff, Swap, bound=True, when=lambda v: v.drawing.use_by == "meld")
def taken_card_is_melded(deal: Deal, seat: int) -> Bars:
    owed = deal.turn.owed
    if owed is None:
        return 0
    return lambda action: bool(action.need & owed.bit) and copies(deal.holdings[seat], owed) == 1


@rule("draw.pile.keep-usable", *PLAYS, bound=True)
def spoils_the_use(deal: Deal, seat: int) -> Bars:
    owed = deal.turn.owed
    if owed is None:
        return 0
    melder, hand, bit = deal.game.melder, in_play(deal, seat), owed.bit
    if deal.game.strict:
        return lambda action: not (action.need & bit and _pays(deal, action)) and not completes(deal, action)

    once, lies_open = deal.game.variant.melding.per_turn == 1, deal.fits & bit

    def test(action: LayDown | LayOff | Block) -> bool:
        need = action.need
        if isinstance(action, Block):
            return not completes(deal, action)
        if need & bit or (lies_open and isinstance(action, LayDown)):
            return False
        left = without(hand, need)
        if not once and melder.meldable(owed, left):
            return False
        table, fits = _after(deal, seat, action)
        if once and (isinstance(action, LayDown) or deal.turn.melds):
            return not melder.addable(owed, left, table, fits)
        return not melder.usable(owed, left, table, fits)

    return test


def _pays(deal: Deal, action: Action) -> bool:
    """Does laying the owed card by this play use it?"""
    return isinstance(action, LayDown) or (deal.game.lays_owed and not isinstance(action, Block))


def _after(deal: Deal, seat: int, action: LayDown | LayOff) -> tuple[tuple[Any, ...], Bits]:
    if isinstance(action, LayDown):
        assert action.combination is not None
        return down(deal, seat, action.combination)
    return grown(deal, seat, action)


@rule("discard.not-back", *ENDS, bound=True)
def straight_back(deal: Deal, seat: int) -> Bars:
    single = deal.turn.single
    if single is None or copies(deal.holdings[seat], single) > 1:
        return 0
    return single.bit


@rule("discard.keep-one", LayDown, LayOff, Block, bound=True)
def only_the_taken_left(deal: Deal, seat: int) -> Bars:
    single, hand = deal.turn.single, deal.holdings[seat]
    if single is None or deal.turn.owed is not None:
        return 0
    others = hand.bit_count() - 1
    melder = deal.game.melder

    def test(action: LayDown | LayOff | Block) -> bool:
        if action.need.bit_count() < others or without(hand, _from_hand(hand, action.need)) != single.bit:
            return False
        if deal.game.strict or isinstance(action, Block):
            return not completes(deal, action)
        table, fits = _after(deal, seat, action)
        return not (melder.takes_a_joker(table) if melder.wild_among(single.bit) else fits & single.bit)

    return test


@rule("out.must-discard", *PLAYS, when=lambda v: v.ending.last_discard == "required")
def no_card_left(deal: Deal, seat: int) -> Bars:
    g, hand = deal.game, deal.holdings[seat]
    if not g.must_discard or deal.phase == LAST:
        return 0
    many = hand.bit_count()
    return lambda action: (
        action.need.bit_count() >= many
        and not isinstance(action, Swap)
        and not without(hand, _from_hand(hand, action.need))
    )


def _from_hand(hand: Bits, need: Bits) -> Bits:
    """The cards of ``need`` that come from the hand, the dealer's joker left out."""
    return without(need, JOKER.bit) if need & JOKERS & ~hand else need


@rule("out.unplayable", *ENDS, when=lambda v: v.ending.last_discard == "unplayable")
def last_card_fits(deal: Deal, seat: int) -> Bars:
    hand = deal.holdings[seat]
    if size(hand) != 1:
        return 0
    return ALL if playable(deal, seat, unpack(hand)[0]) else 0


@rule("out.knock", Knock, when=lambda v: v.ending.knock == "off")
def no_knocking(deal: Deal, seat: int) -> Bars:
    return ALL
