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
    Block,
    Call,
    Discard,
    Draw,
    Knock,
    LayDown,
    LayOff,
    Name,
    Pass,
    Shuffle,
    Split,
    Start,
    Swap,
    Take,
)
from rummy.cards import (
    BACK,
    JOKER,
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
    LAST,
    OPENING,
    OVER,
    PLAY,
    SHUFFLE,
    START,
    Course,
    Deal,
    Game,
    Turn,
    Window,
    open_melds,
    owns_meld,
    undealt,
)
from rummy.deal import NAME as NAMING
from rummy.melds import GROUP, ITSELF, Combination, Lay, Meld, fits_on, lain_round
from rummy.scoring import Scoring, opening_points
from rummy.variants import EXPOSED, Variant

_new = tuple.__new__
"""Makes a named tuple of ours from a plain one, without the detour over keywords."""


def new_deal(
    variant: Variant, seats: int = 2, dealer: int | None = None, seed: int | str = 0, number: int = 1
) -> Deal:
    """A deal ready to be played, from a pack that this seed shuffles; ``number`` is its place in the match.

    >>> from rummy.variants import find
    >>> new_deal(find("basic"), seats=3, seed=7)
    <deal of basic: 30 in stock, A to draw>
    """
    before = undealt(variant, seats, dealer, number)
    return follow(before, Start(before.dealer, shuffled(before.game.cards, seed)))


def follow(deal: Deal, action: Action) -> Deal:
    """The deal after an action that is known to be legal. (`rummy.law.play` asks first.)"""
    return STEPS[type(action)](deal, action)


def _start(deal: Deal, action: Start) -> Deal:
    g, opening = deal.game, deal.variant.dealing.opening
    order = action.order or (BACK,) * len(g.cards)
    first = g.next(deal.dealer)
    seats = [first]
    while len(seats) < len(g.playing):
        seats.append(g.next(seats[-1]))
    hands, at = [0] * g.seats, 0
    open_cards: tuple[Card, ...] = ()
    if deal.variant.dealing.hand == EXPOSED:
        shown = dict(zip(seats, order, strict=False))
        open_cards = tuple(shown.get(s, BACK) for s in range(g.seats))
        more = {s: 1 + exposed_size(one) for s, one in shown.items()}
        g = g.with_wild(shown[deal.dealer].rank) if deal.variant.melding.wild_rank == EXPOSED else g
    else:
        more = dict.fromkeys(seats, deal.variant.hand_size(len(seats)))
    for turn in range(max(more.values())):
        for seat in seats:
            if more[seat] > turn:
                one = order[at]
                hand = hands[seat]
                hands[seat] = add(hand, one) if hand & one.bit else hand + one.bit
                at += 1
    if opening != "upcard":
        hands[first], at = add(hands[first], order[at]), at + 1
    up = order[at : at + 1] if opening in ("upcard", "both") else ()
    course = deal.course
    if open_cards:
        known = tuple(one.bit if one is not BACK else 0 for one in open_cards)
        course = course._replace(known=known).but(exposed=open_cards)
    begun = deal._replace(
        game=g,
        holdings=tuple(hands),
        stock=order[at + len(up) :],
        discards=up,
        pile=bundle(up),
        course=course,
    )
    return begun._replace(seat=deal.dealer, phase=NAMING) if g.gambit else _opened_up(begun)


def exposed_size(one: Card) -> int:
    """How many more cards a first open card deals: its pips, ten for a picture, eleven for an ace."""
    return 11 if one.rank == 1 else min(one.rank, 10)


def _opened_up(deal: Deal) -> Deal:
    """The deal at its first turn."""
    opening = deal.variant.dealing.opening
    return deal._replace(seat=deal.game.next(deal.dealer), phase=DRAW if opening == "upcard" else OPENING)


def _name(deal: Deal, action: Name) -> Deal:
    course = deal.course.but(named=action.effect)
    return _opened_up(deal._replace(game=deal.game.with_named(action.effect), course=course))


def _with(hands: tuple[Bits, ...], seat: int, hand: Bits) -> tuple[Bits, ...]:
    new = list(hands)
    new[seat] = hand
    return tuple(new)


def _draw(deal: Deal, action: Draw) -> Deal:
    (g, dealer, seat, _, hands, stock, discards, pile, table, fits, turn, _, course) = deal
    if not stock:
        if g.variant.ending.stock_out != "flip":
            return deal._replace(phase=SHUFFLE, window=None)
        stock, discards, pile = discards, (), 0
        course = course._replace(recycled=course.recycled + 1, renewed=course.renewed + 1, idle=0)
        turn = START
    hand, one = hands[seat], stock[0]
    hands = _with(hands, seat, add(hand, one) if hand & one.bit else hand + one.bit)
    return _new(
        Deal, (g, dealer, seat, PLAY, hands, stock[1:], discards, pile, table, fits, turn, None, course)
    )


def _shuffle(deal: Deal, action: Shuffle) -> Deal:
    """The pile, in its new order, is the stock; the seat that refused the upcard draws."""
    kept = shuffled_part(deal)
    stock = action.order or (BACK,) * len(kept)
    discards = deal.discards[len(kept) :]
    hand = add(deal.holdings[deal.seat], stock[0])
    course = deal.course
    return deal._replace(
        phase=PLAY,
        holdings=_with(deal.holdings, deal.seat, hand),
        stock=stock[1:],
        discards=discards,
        pile=bundle(discards),
        turn=START,
        course=course._replace(recycled=course.recycled + 1, renewed=course.renewed + 1, idle=0),
    )


def ordered(deal: Deal, action: Action, seed: float | str) -> Action:
    """A shuffle in the order that this seed gives, where the order is not named; any other action as it is.

    >>> from rummy.variants import find
    >>> ordered(new_deal(find("basic"), seed=1), Discard(0, JOKER), 1)
    <A: discard *>
    """
    if isinstance(action, Shuffle) and not action.order:
        return Shuffle(action.seat, shuffled(shuffled_part(deal), str(seed)))
    return action


def shuffled_part(deal: Deal) -> tuple[Card, ...]:
    """The cards of the discard pile that are shuffled into a new stock."""
    return deal.discards[:-1] if deal.variant.ending.stock_out == "shuffle-keep-top" else deal.discards


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
    turn = _new(Turn, (owed, single_card, taken, 0, False, turn.dry, 0))
    course = _new(Course, (_with(course.known, seat, known), *course[1:]))
    hands = _with(hands, seat, hand)
    return _new(
        Deal, (g, dealer, seat, PLAY, hands, stock, discards[:at], pile, table, fits, turn, None, course)
    )


def _split(deal: Deal, action: Split) -> Deal:
    """A joker splits the pile: some cards next to the one that is taken leave play."""
    course, seat = deal.course, deal.seat
    at, many = action.at, len(action.gone)
    if deal.variant.gambit.split == "above":
        taken, rest = (action.card, *deal.discards[at + 1 + many :]), deal.discards[:at]
    else:
        taken, rest = deal.discards[at:], deal.discards[: at - many]
    hand, known = deal.holdings[seat], course.known[seat]
    if hand & JOKERS:
        hand = without(hand, JOKER.bit)
        known = without(known, JOKER.bit) if known & JOKERS else known
    else:
        course = course.but(dealer_joker="used")
    for one in taken:
        hand, known = add(hand, one), add(known, one)
    return deal._replace(
        phase=PLAY,
        holdings=_with(deal.holdings, seat, hand),
        discards=rest,
        pile=bundle(rest),
        turn=Turn(owed=action.card, taken=taken, dry=deal.turn.dry),
        window=None,
        course=course._replace(known=_with(course.known, seat, known)).but(
            gone=(*course.gone, *action.gone, JOKER)
        ),
    )


def _unknown(course: Course, seat: int, gone: Bits) -> Course:
    """The course after cards have left a hand, as far as they were known to be in it."""
    known = course.known[seat]
    gone &= known
    left = without(known, gone) if gone else known
    return _new(Course, (_with(course.known, seat, left), *course[1:]))


def _lay_down(deal: Deal, action: LayDown) -> Deal:
    made, seat, turn, g = action.combination, deal.seat, deal.turn, deal.game
    assert made is not None
    table, fits = down(deal, seat, made, action.top)
    owed, single = turn.owed, turn.single
    if owed is not None and action.need & owed.bit:
        owed = None
    if single is not None and action.need & single.bit:
        single = None
    points = turn.points + opening_points(g.variant.scoring, made) if g.minimum else 0
    turn = _new(Turn, (owed, single, turn.taken, turn.melds + 1, True, turn.dry, points))
    return _laid(deal, seat, action.need, table, fits, turn)


def down(deal: Deal, seat: int, combination: Combination, top: bool = False) -> tuple[tuple[Meld, ...], Bits]:
    """The table with a new meld."""
    lay = _new(Lay, (seat, combination.placed))
    plain = not top and not deal.game.doubles
    factor = 1 if plain else meld_factor(deal.variant.scoring, combination, top)
    fits = deal.fits if top else deal.fits | combination.fits
    return (*deal.table, _new(Meld, (combination, (lay,), factor, top))), fits


def meld_factor(scoring: Scoring, first: Combination, top: bool) -> int:
    """How often a meld counts that is laid down like this: double for four at once, double under a joker."""
    four = scoring.four_at_once == 2 and first.kind == GROUP and len(first.placed) == 4
    return (2 if four else 1) * (2 if top else 1)


def _lay_off(deal: Deal, action: LayOff) -> Deal:
    seat, turn = action.seat, deal.turn
    table, fits = grown(deal, seat, action)
    card = action.placed.card
    owed = None if card is turn.owed and deal.game.lays_owed else turn.owed
    single = None if card is turn.single else turn.single
    turn = _new(Turn, (owed, single, turn.taken, turn.melds, True, turn.dry, turn.points))
    return _laid(deal, seat, action.need, table, fits, turn)


def grown(deal: Deal, seat: int, action: LayOff) -> tuple[tuple[Meld, ...], Bits]:
    """The table with a card added to a meld."""
    table, on = deal.table, action.on
    old = table[on]
    now = deal.game.melder.grow(old.now, action.placed, action.end)
    lays = (*old.lays, _new(Lay, (seat, (action.placed,))))
    if deal.game.melder.corner and len(now.placed) == 13:
        lays = lain_round(now, lays)
    table = (*table[:on], _new(Meld, (now, lays, old.factor, old.top)), *table[on + 1 :])
    return table, fits_on(table)


def _swap(deal: Deal, action: Swap) -> Deal:
    """Cards for the joker that stands for them: they lie for the seat that gave them."""
    seat, turn, course = deal.seat, deal.turn, deal.course
    table, back = exchanged(deal, seat, action)
    hand = without(deal.holdings[seat], action.need)
    known = without(course.known[seat], course.known[seat] & action.need)
    for one in back:
        hand, known = add(hand, one), add(known, one)
    owed = None if turn.owed in action.cards and deal.game.lays_owed else turn.owed
    single = None if turn.single in action.cards else turn.single
    return deal._replace(
        holdings=_with(deal.holdings, seat, hand),
        table=table,
        fits=fits_on(table),
        phase=PLAY,
        turn=turn._replace(owed=owed, single=single, laid=True),
        course=course._replace(idle=0, renewed=0, known=_with(course.known, seat, known)),
    )


def exchanged(deal: Deal, seat: int, action: Swap) -> tuple[tuple[Meld, ...], tuple[Card, ...]]:
    """The table after an exchange, and the cards that come back to the hand."""
    on, old = action.on, deal.table[action.on]
    now, out = deal.game.melder.exchanged(old.now, action.cards)
    lays, going = [], list(out)
    for lay in old.lays:
        left = list(lay.placed)
        for placed in tuple(going):
            if placed in left:
                left.remove(placed)
                going.remove(placed)
        if left:
            lays.append(Lay(lay.seat, tuple(left)))
    lays.append(Lay(seat, tuple(ITSELF[c] for c in action.cards)))
    meld = Meld(now, tuple(lays), old.factor, old.top)
    return (*deal.table[:on], meld, *deal.table[on + 1 :]), tuple(p.card for p in out)


def _block(deal: Deal, action: Block) -> Deal:
    """A joker of the hand covers the dealer's joker."""
    seat, course = deal.seat, deal.course
    hand = without(deal.holdings[seat], JOKER.bit)
    course = _unknown(course, seat, JOKER.bit)
    course = course.but(dealer_joker="blocked", gone=(*course.gone, JOKER))
    turn = deal.turn
    turn = turn._replace(single=None if turn.single is JOKER else turn.single)
    then = deal._replace(holdings=_with(deal.holdings, seat, hand), course=course, turn=turn)
    return then if hand else _emptied(then)


def _laid(deal: Deal, seat: int, need: Bits, table: tuple[Meld, ...], fits: Bits, turn: Turn) -> Deal:
    (g, dealer, who, phase, hands, stock, discards, pile, _, _, _, _, course) = deal
    hand = hands[seat]
    if g.gambit and need & JOKERS & ~hand:
        need = without(need, JOKER.bit)  # the hand's jokers are used first, then the dealer's
        course = course.but(dealer_joker="used")
    hand = without(hand, need)
    hands = _with(hands, seat, hand)
    if course.known[seat] & need:
        course = _unknown(course, seat, need)
    if course.idle or course.renewed:
        course = course._replace(idle=0, renewed=0)
    phase = LAST if phase == LAST else PLAY
    then = _new(Deal, (g, dealer, who, phase, hands, stock, discards, pile, table, fits, turn, None, course))
    return then if hand or phase == LAST else _emptied(then)


def _emptied(deal: Deal) -> Deal:
    """The deal when the seat in turn has played its last card without a discard: it is out, or it floats."""
    g, seat, turn, course = deal.game, deal.seat, deal.turn, deal.course
    if not g.floats:
        return _out(deal, seat, not course.down >> seat & 1 and turn.laid)
    if turn.laid:
        course = course._replace(down=course.down | 1 << seat)
    elif turn.dry:
        course = course._replace(idle=course.idle + 1)
    over = course.idle >= g.idle_turns
    return deal._replace(
        seat=g.after[seat],
        phase=OVER if over else DRAW,
        turn=START if deal.stock else DRY,
        window=None,
        course=course,
    )


def _out(deal: Deal, seat: int, rummy: bool) -> Deal:
    """The deal when a seat has gone out: over, or the others have a last chance to lay off."""
    g = deal.game
    course = deal.course._replace(out=seat).but(rummy=rummy) if rummy else deal.course._replace(out=seat)
    if deal.variant.laying_off.after_out == "no":
        return deal._replace(phase=OVER, window=None, course=course)
    return deal._replace(phase=LAST, seat=g.after[seat], window=None, turn=START, course=course)


def _discard(deal: Deal, action: Discard) -> Deal:
    (g, dealer, seat, _, hands, stock, discards, pile, table, fits, turn, _, course) = deal
    one = action.card
    hand = without(hands[seat], one.bit)
    hands = _with(hands, seat, hand)
    discards, pile = (*discards, one), add(pile, one) if pile & one.bit else pile | one.bit
    if course.known[seat] & one.bit:
        course = _unknown(course, seat, one.bit)
    if not hand:
        rummy = turn.laid and not course.down >> seat & 1
        then = (g, dealer, seat, PLAY, hands, stock, discards, pile, table, fits, turn, None, course)
        return _out(_new(Deal, then), seat, rummy)
    if turn.laid:
        if not course.down >> seat & 1:
            course = course._replace(down=course.down | 1 << seat)
    elif turn.dry:
        course = course._replace(idle=course.idle + 1)
    if course.idle >= g.idle_turns:
        return _new(
            Deal, (g, dealer, seat, OVER, hands, stock, discards, pile, table, fits, turn, None, course)
        )
    phase, window = DRAW, CLOSED[seat]
    if g.calls != "off" and something_to_call(g, table, fits, discards, pile):
        window = _opened(g.playing, seat)
        phase = CALL if not g.strict or _callable(deal, table, fits, discards, pile, course) else DRAW
        window = window if phase == CALL else CLOSED[seat]
    turn = START if stock else DRY
    after = g.after[seat]
    return _new(
        Deal, (g, dealer, after, phase, hands, stock, discards, pile, table, fits, turn, window, course)
    )


def _knock(deal: Deal, action: Knock) -> Deal:
    one, seat = action.card, deal.seat
    hand = without(deal.holdings[seat], one.bit)
    discards = (*deal.discards, one)
    return deal._replace(
        phase=OVER,
        holdings=_with(deal.holdings, seat, hand),
        discards=discards,
        pile=bundle(discards),
        window=None,
        course=_unknown(deal.course, seat, one.bit)._replace(out=seat),
    )


@cache
def _opened(playing: tuple[int, ...], by: int) -> Window:
    return Window(by, sum(1 << s for s in playing if s != by))


def _callable(
    deal: Deal, table: tuple[Meld, ...], fits: Bits, discards: tuple[Card, ...], pile: Bits, course: Course
) -> bool:
    """Do the options of laying off and opening leave a call to anybody but the discarder?"""
    g, seen = deal.game, pile if deal.game.calls_exposed else discards[-1].bit
    if g.all_at_once(course.number):
        return False
    for seat in g.playing:
        if seat == deal.seat:
            continue
        if g.minimum and not owns_meld(table, seat):
            melds = g.melder.melds(pile) if len(discards) > 2 else []
            if any(opening_points(g.variant.scoring, c) >= g.minimum for c in melds):
                return True
            continue
        some = tuple(table[n] for n in open_melds(g, table, seat))
        if fits_on(some) & seen or (g.melder.takes_a_joker(some) and g.melder.wild_among(seen)):
            return True
        if len(discards) > 2 and g.melder.any_meld(pile):
            return True
    return False


def something_to_call(
    g: Game, table: tuple[Meld, ...], fits: Bits, discards: tuple[Card, ...], pile: Bits
) -> bool:
    """Do the open cards allow a call of rummy?"""
    seen = pile if g.calls_exposed else discards[-1].bit
    if fits & seen:
        return True
    if seen & g.melder.wilds and g.melder.takes_a_joker(table):
        return True
    return len(discards) > 2 and g.melder.any_meld(pile)


def _pass(deal: Deal, action: Pass) -> Deal:
    window = deal.window
    if deal.phase == LAST:
        after = deal.game.after[deal.seat]
        return deal._replace(seat=after, phase=OVER if after == deal.course.out else LAST)
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
        course = course._replace(down=course.down | 1 << seat)
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
    then = deal._replace(
        seat=seat,
        phase=PLAY,
        holdings=_with(deal.holdings, seat, hand),
        discards=below,
        pile=bundle(below),
        table=table,
        fits=fits,
        turn=Turn(
            taken=deal.discards[at:],
            melds=int(isinstance(play, LayDown)),
            laid=True,
            dry=not deal.stock,
            points=_called_points(g, play),
        ),
        window=None,
        course=course._replace(known=_with(course.known, seat, known)),
    )
    return then if hand else _emptied(then)


def _called_points(g: Game, play: LayDown | LayOff) -> int:
    """What a call counts towards a first minimum."""
    if not g.minimum or isinstance(play, LayOff) or play.combination is None:
        return 0
    return opening_points(g.variant.scoring, play.combination)


STEPS: dict[type[Action], Callable[[Deal, Any], Deal]] = {
    Start: _start,
    Name: _name,
    Draw: _draw,
    Shuffle: _shuffle,
    Take: _take,
    Split: _split,
    LayDown: _lay_down,
    LayOff: _lay_off,
    Swap: _swap,
    Block: _block,
    Discard: _discard,
    Knock: _knock,
    Call: _call,
    Pass: _pass,
}
