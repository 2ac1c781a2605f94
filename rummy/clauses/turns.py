"""Is the deal on, may this seat call, whose turn is it, and which phase?"""

from __future__ import annotations

from rummy.actions import (
    Block,
    Call,
    Draw,
    Knock,
    LayDown,
    Name,
    Pass,
    Shuffle,
    Start,
    Swap,
)
from rummy.clauses.row import ALL, ENDS, PLAYS, TAKES, TURNS, Bars, rule
from rummy.deal import CALL, DEAL, DRAW, LAST, OPENING, OVER, PLAY, SHUFFLE, Deal
from rummy.deal import NAME as NAMING


@rule("deal.before-play", *TURNS, Call, given=True)
def not_dealt(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase == DEAL else 0


@rule("calling.not-after-out", Call, given=True)
@rule("out.play-stops", *TURNS, given=True)
def play_stops(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase == OVER else 0


@rule("gambit.name", *TURNS, Call, given=True)
def not_named(deal: Deal, seat: int) -> Bars:
    return lambda action: (deal.phase == NAMING) is not isinstance(action, Name)


@rule("gambit.unseen", Name, given=True)
def looked_already(deal: Deal, seat: int) -> Bars:
    return ALL if deal.course.looked else 0


@rule("deal.once", Start, given=True)
def dealt_already(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase != DEAL else 0


@rule("calling.off", Call, given=True)
def calling_is_off(deal: Deal, seat: int) -> Bars:
    return ALL if deal.game.calls == "off" else 0


@rule("out.last-chance", Call, given=True)
def no_call_any_more(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase == LAST else 0


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


@rule("turn.yours", Start, Name, Draw, *TAKES, *PLAYS, *ENDS, Shuffle, given=True)
def not_your_turn(deal: Deal, seat: int) -> Bars:
    return ALL if seat != deal.seat else 0


@rule("turn.yours", Pass, given=True)
def not_yours_to_pass(deal: Deal, seat: int) -> Bars:
    return ALL if seat != deal.seat and not (deal.window and deal.window.open >> seat & 1) else 0


@rule("out.last-chance", Draw, *TAKES, LayDown, Swap, Block, *ENDS, given=True)
def last_chance(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase == LAST else 0


@rule("stock.shuffle", Draw, *TAKES, *PLAYS, *ENDS, Pass, given=True)
def not_shuffled(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase == SHUFFLE else 0


@rule("turn.one-draw", Draw, *TAKES, given=True)
def drawn_already(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase == PLAY else 0


@rule(
    "deal.opening-turn", Draw, *TAKES, Pass, given=True, when=lambda v: v.dealing.opening == "starter-extra"
)
def opening_needs_no_draw(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase == OPENING else 0


@rule(
    "deal.opening-discard",
    Draw,
    *TAKES,
    *PLAYS,
    Knock,
    Pass,
    given=True,
    when=lambda v: v.dealing.opening != "starter-extra",
)
def opening_is_a_discard(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase == OPENING else 0


@rule("turn.draw-first", *PLAYS, *ENDS, given=True)
def not_drawn_yet(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase in (DRAW, CALL) else 0


@rule("calling.held", Draw, *TAKES, given=True)
def call_is_held(deal: Deal, seat: int) -> Bars:
    return ALL if deal.window and deal.window.held else 0
