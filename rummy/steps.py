"""Steps: what a legal action makes of a deal.

Nothing here judges an action; that is the `law`. Nothing here is random: the order of the cards comes in
with the `Start` action.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from rummy.actions import (
    Action,
    Call,
    Discard,
    Draw,
    LayDown,
    LayOff,
    Pass,
    Start,
    Take,
)
from rummy.cards import (
    BACK,
    JOKERS,
    SECOND,
    Bits,
    Card,
    add,
    bundle,
    shuffled,
    without,
)
from rummy.deal import (
    CALL,
    CLOSED,
    DRAW,
    DRY,
    OPENING,
    OVER,
    PLAY,
    START,
    Course,
    Deal,
    Game,
    Turn,
    Window,
    undealt,
)
from rummy.melds import Combination, Lay, Meld, fits_on
from rummy.variants import Variant

_new = tuple.__new__
"""Makes a named tuple of ours from a plain one, without the detour over keywords."""


def new_deal(variant: Variant, seats: int = 2, dealer: int | None = None, seed: int | str = 0) -> Deal:
    """A deal ready to be played, dealt from a pack that this seed shuffles.

    >>> from rummy.variants import find
    >>> new_deal(find("basic"), seats=3, seed=7)
    <deal of basic: 30 in stock, A to draw>
    """
    before = undealt(variant, seats, dealer)
    return follow(before, Start(before.dealer, shuffled(before.game.cards, seed)))


def follow(deal: Deal, action: Action) -> Deal:
    """The deal after an action that is known to be legal. (`rummy.law.play` asks first.)"""
    return STEPS[type(action)](deal, action)


def _start(deal: Deal, action: Start) -> Deal:
    g, dealing = deal.game, deal.variant.dealing
    order = action.order or (BACK,) * len(g.cards)
    first = g.next(deal.dealer)
    extra = dealing.opening == "extra-card"
    each = deal.variant.hand_size(g.seats)
    hands = [0] * g.seats
    for i in range(each * g.seats):
        seat = (first + i * g.step) % g.seats
        hands[seat] = add(hands[seat], order[i])
    one, stock = order[each * g.seats], order[each * g.seats + 1 :]
    if extra:
        hands[first] = add(hands[first], one)
    up = () if extra else (one,)
    return deal._replace(
        seat=first,
        phase=OPENING if extra else DRAW,
        holdings=tuple(hands),
        stock=stock,
        discards=up,
        pile=bundle(up),
    )


def _with(hands: tuple[Bits, ...], seat: int, hand: Bits) -> tuple[Bits, ...]:
    new = list(hands)
    new[seat] = hand
    return tuple(new)


def _draw(deal: Deal, action: Draw) -> Deal:
    (g, dealer, seat, _, hands, stock, discards, pile, table, fits, turn, _, course) = deal
    if not stock:
        stock, discards, pile = discards, (), 0
        course = course._replace(recycled=course.recycled + 1, renewed=course.renewed + 1, idle=0)
        turn = START
    hand, one = hands[seat], stock[0]
    hands = _with(hands, seat, add(hand, one) if hand & one.bit else hand + one.bit)
    return _new(
        Deal, (g, dealer, seat, PLAY, hands, stock[1:], discards, pile, table, fits, turn, None, course)
    )


def _take(deal: Deal, action: Take) -> Deal:
    (g, dealer, seat, _, hands, stock, discards, pile, table, fits, turn, _, course) = deal
    at = action.at
    taken, hand, known = discards[at:], hands[seat], course.known[seat]
    bits = 0
    for one in taken:
        bits |= one.bit
    if bits & (hand | pile >> SECOND | (pile & JOKERS) >> 1) or bits.bit_count() < len(taken):
        for one in taken:  # some card is there more than once
            hand, known, pile = add(hand, one), add(known, one), without(pile, one.bit)
    else:
        hand, known, pile = hand | bits, known | bits, pile ^ bits
    single = len(taken) == 1
    keeps = single and g.variant.drawing.top_card == "keep"
    back = single and g.variant.drawing.return_top == "refused"
    owed, single_card = None if keeps else action.card, action.card if back else None
    turn = _new(Turn, (owed, single_card, taken, 0, False, turn.dry))
    course = _new(Course, (_with(course.known, seat, known), *course[1:]))
    hands = _with(hands, seat, hand)
    return _new(
        Deal, (g, dealer, seat, PLAY, hands, stock, discards[:at], pile, table, fits, turn, None, course)
    )


def _unknown(course: Course, seat: int, gone: Bits) -> Course:
    """The course after cards have left a hand, as far as they were known to be in it."""
    known = course.known[seat]
    gone &= known
    left = without(known, gone) if gone else known
    return _new(Course, (_with(course.known, seat, left), *course[1:]))


def _lay_down(deal: Deal, action: LayDown) -> Deal:
    assert action.combination is not None
    seat, turn = deal.seat, deal.turn
    table, fits = down(deal, seat, action.combination)
    owed, single = turn.owed, turn.single
    if owed is not None and action.need & owed.bit:
        owed = None
    if single is not None and action.need & single.bit:
        single = None
    turn = _new(Turn, (owed, single, turn.taken, turn.melds + 1, True, turn.dry))
    return _laid(deal, seat, action.need, table, fits, turn)


def down(deal: Deal, seat: int, combination: Combination) -> tuple[tuple[Meld, ...], Bits]:
    """The table with a new meld."""
    lay = _new(Lay, (seat, combination.placed))
    return (*deal.table, _new(Meld, (combination, (lay,)))), deal.fits | combination.fits


def _lay_off(deal: Deal, action: LayOff) -> Deal:
    seat, turn = deal.seat, deal.turn
    table, fits = grown(deal, seat, action)
    card = action.placed.card
    owed = None if card is turn.owed else turn.owed
    single = None if card is turn.single else turn.single
    turn = _new(Turn, (owed, single, turn.taken, turn.melds, True, turn.dry))
    return _laid(deal, seat, action.need, table, fits, turn)


def grown(deal: Deal, seat: int, action: LayOff) -> tuple[tuple[Meld, ...], Bits]:
    """The table with a card added to a meld."""
    table, on = deal.table, action.on
    old = table[on]
    now = deal.game.melder.grow(old.now, action.placed, action.end)
    lay = _new(Lay, (seat, (action.placed,)))
    table = (*table[:on], _new(Meld, (now, (*old.lays, lay))), *table[on + 1 :])
    return table, fits_on(table)


def _laid(deal: Deal, seat: int, need: Bits, table: tuple[Meld, ...], fits: Bits, turn: Turn) -> Deal:
    (g, dealer, _, _, hands, stock, discards, pile, _, _, _, _, course) = deal
    hand = without(hands[seat], need)
    hands = _with(hands, seat, hand)
    if course.known[seat] & need:
        course = _unknown(course, seat, need)
    if course.idle or course.renewed:
        course = course._replace(idle=0, renewed=0)
    phase = PLAY
    if not hand:
        phase, course = OVER, course._replace(out=seat)
    return _new(Deal, (g, dealer, seat, phase, hands, stock, discards, pile, table, fits, turn, None, course))


def _discard(deal: Deal, action: Discard) -> Deal:
    (g, dealer, seat, _, hands, stock, discards, pile, table, fits, turn, _, course) = deal
    one = action.card
    hand = without(hands[seat], one.bit)
    hands = _with(hands, seat, hand)
    discards, pile = (*discards, one), add(pile, one) if pile & one.bit else pile | one.bit
    if course.known[seat] & one.bit:
        course = _unknown(course, seat, one.bit)
    if turn.dry and not turn.laid:
        course = course._replace(idle=course.idle + 1)
    if not hand or course.idle >= g.idle_turns:
        course = course._replace(out=None if hand else seat)
        return _new(
            Deal, (g, dealer, seat, OVER, hands, stock, discards, pile, table, fits, turn, None, course)
        )
    phase, window = DRAW, CLOSED[seat]
    if g.calls != "off" and something_to_call(g, table, fits, discards, pile):
        phase, window = CALL, _opened(g.seats, seat)
    turn = START if stock else DRY
    after = (seat + g.step) % g.seats
    return _new(
        Deal, (g, dealer, after, phase, hands, stock, discards, pile, table, fits, turn, window, course)
    )


@cache
def _opened(seats: int, by: int) -> Window:
    return Window(by, ((1 << seats) - 1) ^ 1 << by)


def something_to_call(
    g: Game, table: tuple[Meld, ...], fits: Bits, discards: tuple[Card, ...], pile: Bits
) -> bool:
    """Do the open cards allow a call of rummy?"""
    seen = pile if g.calls_exposed else discards[-1].bit
    if fits & seen:
        return True
    if seen & JOKERS and g.melder.takes_a_joker(table):
        return True
    return len(discards) > 2 and g.melder.any_meld(pile)


def _pass(deal: Deal, action: Pass) -> Deal:
    window = deal.window
    if deal.phase != CALL or window is None:
        return deal._replace(phase=OVER, window=None)
    me = 1 << action.seat
    window = window._replace(open=window.open & ~me, passed=window.passed | me)
    if window.open:
        return deal._replace(window=window)
    if window.held is not None:
        return _called(deal, window.held)
    return deal._replace(phase=DRAW, window=window)


def _call(deal: Deal, action: Call) -> Deal:
    window, g = deal.window, deal.game
    assert window is not None
    if g.calls_nearest:
        nearer = g.nearer(window, action.seat)
        if nearer:
            return deal._replace(window=window._replace(open=nearer, held=action))
    return _called(deal, action)


def portion(deal: Deal, play: LayDown | LayOff) -> int:
    """How deep into the discard pile a call reaches: the place of its deepest card, 0 at the bottom."""
    need, at = play.need, len(deal.discards)
    while need:
        at -= 1
        bit = deal.discards[at].bit
        if need & bit:
            need = without(need, bit)
    return at


def _called(deal: Deal, action: Call) -> Deal:
    """The deal after a call that takes effect."""
    play, seat, g = action.play, action.seat, deal.game
    if isinstance(play, LayDown):
        assert play.combination is not None
        table, fits = down(deal, seat, play.combination)
    else:
        table, fits = grown(deal, seat, play)
    course = deal.course._replace(idle=0, renewed=0)
    at, need, left = portion(deal, play), play.need, []
    for one in reversed(deal.discards[at:]):
        if need & one.bit:
            need = without(need, one.bit)
        else:
            left.append(one)
    rest = tuple(reversed(left))
    below = deal.discards[:at]
    if g.calls == "take-only":
        discards = below + rest
        window = Window(deal.window.by if deal.window else seat, called=True)
        return deal._replace(
            phase=DRAW,
            discards=discards,
            pile=bundle(discards),
            table=table,
            fits=fits,
            window=window,
            course=course,
        )
    hand, known = deal.holdings[seat], course.known[seat]
    for one in rest:
        hand, known = add(hand, one), add(known, one)
    return deal._replace(
        seat=seat,
        phase=PLAY,
        holdings=_with(deal.holdings, seat, hand),
        discards=below,
        pile=bundle(below),
        table=table,
        fits=fits,
        turn=Turn(None, None, deal.discards[at:], int(isinstance(play, LayDown)), True, not deal.stock),
        window=None,
        course=course._replace(known=_with(course.known, seat, known)),
    )


STEPS: dict[type[Action], Callable[[Deal, Any], Deal]] = {
    Start: _start,
    Draw: _draw,
    Take: _take,
    LayDown: _lay_down,
    LayOff: _lay_off,
    Discard: _discard,
    Call: _call,
    Pass: _pass,
}
