"""Where may cards be laid off, and how much may, or must, be laid down?"""

from __future__ import annotations

from rummy.actions import (
    Action,
    Block,
    Call,
    LayDown,
    LayOff,
    Swap,
)
from rummy.cards import BACK, size
from rummy.clauses.row import ALL, ENDS, Bars, rule
from rummy.deal import CALL, LAST, Deal, in_play, owns_meld
from rummy.outlook import (
    can_open,
    can_total,
    committed,
    completes,
    goes_out,
    may_lay_more,
    opened,
)
from rummy.scoring import opening_points
from rummy.steps import follow
from rummy.variants import Variant


@rule("layoff.none", LayOff, Call, when=lambda v: v.laying_off.on == "none")
def no_laying_off(deal: Deal, seat: int) -> Bars:
    return lambda action: isinstance(action.play if isinstance(action, Call) else action, LayOff)


@rule("layoff.own-side", LayOff, Swap, Call, when=lambda v: v.laying_off.on == "own-side")
def other_side(deal: Deal, seat: int) -> Bars:
    g = deal.game
    side = g.sides[g.side_of[seat]]

    def test(action: LayOff | Swap | Call) -> bool:
        play = action.play if isinstance(action, Call) else action
        return not isinstance(play, LayDown) and deal.table[play.on].owner not in side

    return test


@rule("layoff.own-meld-first", LayOff, Swap, Call, when=lambda v: v.laying_off.needs_own_meld == "yes")
def no_own_meld(deal: Deal, seat: int) -> Bars:
    if owns_meld(deal.table, seat):
        return 0
    return lambda action: not isinstance(action.play if isinstance(action, Call) else action, LayDown)


@rule("calling.exposed", Call, when=lambda v: v.calling.exposed == "no")
def not_just_discarded(deal: Deal, seat: int) -> Bars:
    top = deal.discards[-1] if deal.discards else BACK
    return lambda action: isinstance(action.play, LayOff) and action.play.placed.card is not top


@rule("meld.none", LayDown, when=lambda v: v.melding.per_turn == "none")
def nothing_is_melded(deal: Deal, seat: int) -> Bars:
    return ALL


@rule("meld.all-at-once", Block, when=lambda v: v.melding.all_at_once != "never")
def blocked_half_laid(deal: Deal, seat: int) -> Bars:
    return (lambda action: not _goes_out_after(deal, action)) if committed(deal) else 0


@rule("meld.all-at-once", LayDown, LayOff, Swap, when=lambda v: v.melding.all_at_once != "never")
def not_the_whole_hand(deal: Deal, seat: int) -> Bars:
    if deal.phase == LAST or not deal.game.all_at_once(deal.course.number):
        return 0
    if not goes_out(deal):
        return ALL
    return lambda action: not _goes_out_after(deal, action)


def _goes_out_after(deal: Deal, action: Action) -> bool:
    """Can the seat still lay its whole hand after this play, or has it done so?"""
    then = follow(deal, action)
    return not then.holdings[deal.seat] or goes_out(then)


@rule("meld.all-at-once", Call, when=lambda v: v.melding.all_at_once != "never")
def no_call_all_at_once(deal: Deal, seat: int) -> Bars:
    return ALL if deal.game.all_at_once(deal.course.number) else 0


@rule("meld.all-at-once", *ENDS, when=lambda v: v.melding.all_at_once != "never")
def hand_half_laid(deal: Deal, seat: int) -> Bars:
    return _unless_last(deal, seat) if deal.game.all_at_once(deal.course.number) else 0


def _unless_last(deal: Deal, seat: int) -> Bars:
    """Bars a discard while the seat is laying out its whole hand, unless it is the last card."""
    return ALL if committed(deal) and size(deal.holdings[seat]) > 1 else 0


def _may_lift(v: Variant) -> bool:
    """Does going rummy lift the limit of one meld a turn?"""
    return v.melding.per_turn == 1 and v.scoring.going_rummy != "none"


@rule("meld.per-turn", LayDown, when=lambda v: v.melding.per_turn == 1)
def melded_already(deal: Deal, seat: int) -> Bars:
    if not deal.turn.melds or deal.game.all_at_once(deal.course.number):
        return 0
    if deal.variant.scoring.going_rummy == "none" or deal.course.down >> seat & 1:
        return ALL
    return lambda action: not _goes_out_after(deal, action)


@rule("meld.per-turn", LayOff, Swap, Block, when=lambda v: _may_lift(v))
def half_laid(deal: Deal, seat: int) -> Bars:
    if not committed(deal) or deal.game.all_at_once(deal.course.number) or deal.phase == LAST:
        return 0
    return lambda action: not _goes_out_after(deal, action)


@rule("meld.per-turn", *ENDS, when=lambda v: _may_lift(v))
def rummy_half_laid(deal: Deal, seat: int) -> Bars:
    return 0 if deal.game.all_at_once(deal.course.number) else _unless_last(deal, seat)


@rule("meld.first-minimum", LayDown, when=lambda v: v.melding.first_minimum > 0)
def too_little_to_open(deal: Deal, seat: int) -> Bars:
    if opened(deal, seat):
        return 0
    g, v = deal.game, deal.variant
    swaps = v.jokers.swap != "never" and v.laying_off.needs_own_meld == "no"
    short = g.minimum - deal.turn.points
    if not swaps and deal.turn.owed is None and not can_total(g, in_play(deal, seat), short):
        return ALL

    def test(action: LayDown) -> bool:
        assert action.combination is not None
        if opening_points(g.variant.scoring, action.combination) >= short:
            return False
        if deal.turn.owed is None and not (swaps and any(m.now.jokers for m in deal.table)):
            return not can_open(deal, action.combination)
        return not completes(deal, action)

    return test


@rule("meld.first-minimum", LayOff, Swap, Block, when=lambda v: v.melding.first_minimum > 0)
def not_opened_yet(deal: Deal, seat: int) -> Bars:
    if deal.phase == LAST or opened(deal, seat):
        return 0
    closed, begun = not may_lay_more(deal), deal.turn.melds > 0
    if not closed and not begun:
        return 0
    return lambda action: (
        (closed and not isinstance(action, Block)) or (begun and not completes(deal, action))
    )


@rule("meld.first-minimum", Call, when=lambda v: v.melding.first_minimum > 0)
def call_opens_too_low(deal: Deal, seat: int) -> Bars:
    g = deal.game
    if opened(deal, seat):
        return 0

    def test(action: Call) -> bool:
        made = action.play.combination if isinstance(action.play, LayDown) else None
        return made is None or opening_points(g.variant.scoring, made) < g.minimum

    return test


@rule("meld.first-minimum", *ENDS, when=lambda v: v.melding.first_minimum > 0)
def opening_unfinished(deal: Deal, seat: int) -> Bars:
    return ALL if deal.turn.melds and not opened(deal, seat) else 0


@rule("calling.passed", Call, given=True)
def not_asked(deal: Deal, seat: int) -> Bars:
    return 0 if deal.phase == CALL and deal.window and deal.window.open >> seat & 1 else ALL
