"""Can a turn be completed?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rummy.actions import Action
from rummy.cards import (
    JOKER,
    JOKERS,
    NATURALS,
    SECOND,
    Bits,
    Card,
    add,
    bundle,
    copies,
    holds,
    size,
    unpack,
    without,
)
from rummy.deal import PLAY, Deal, Game, in_play, open_melds, owns_meld
from rummy.melds import Combination, fits_on
from rummy.outlook.means import (
    barred_by_owed,
    committed,
    enough_to_open,
    may_lay_more,
    opened,
    swaps,
    will_be_open,
)
from rummy.outlook.whole import goes_out
from rummy.scoring import opening_points
from rummy.steps import follow


def can_finish(deal: Deal) -> bool:
    """Can the seat in turn, having drawn, complete its turn from here?"""
    g, seat, turn = deal.game, deal.seat, deal.turn
    if committed(deal) or (turn.owed is not None and g.all_at_once(deal.course.number)):
        return goes_out(deal)
    pending = turn.melds > 0 and not opened(deal, seat)
    if turn.owed is None and not pending:
        return _can_discard(deal)
    if not swaps(deal):
        return _satisfied(_Case(deal))
    return any(_satisfied(_Case(d)) for d in after_swaps(deal))


def at_a_glance(deal: Deal, seat: int, at: int) -> bool | None:
    """Could a turn be completed that takes from this place of the pile? None if it takes a closer look."""
    g, v = deal.game, deal.variant
    free = g.free_top and at == len(deal.discards) - 1
    if free or not g.glances or g.all_at_once(deal.course.number):
        return None
    hand, one = in_play(deal, seat), deal.discards[at]
    for card in deal.discards[at:]:
        hand = add(hand, card)
    if not g.minimum or owns_meld(deal.table, seat):
        if v.laying_off.needs_own_meld == "yes" and not owns_meld(deal.table, seat):
            return None
        many = size(hand) - int(g.must_discard) - int(g.gambit)
        good = (deal.fits & one.bit and many > 0) or (many >= g.melder.least and g.melder.meldable(one, hand))
        return True if good else None
    if v.laying_off.needs_own_meld == "yes" and not can_total(g, hand, g.minimum):
        return False
    return None


def can_open(deal: Deal, made: Combination) -> bool:
    """Can the seat in turn reach the first minimum this turn if it lays down this meld now?"""
    g, scoring = deal.game, deal.variant.scoring
    short = g.minimum - deal.turn.points - opening_points(scoring, made)
    if short <= 0 or g.all_at_once(deal.course.number):  # all at once: whether a hand goes out tells the rest
        return True
    case = _Case(deal)
    rest = without(in_play(deal, deal.seat), made.need)
    return deal.variant.melding.per_turn != 1 and _reach(case, rest, short)


def can_total(g: Game, cards: Bits, short: int, keep: int = 0) -> bool:
    """Can melds of these cards count so much together towards a first minimum, so many cards being kept?

    One meld at least is laid.
    """
    known = g.totals.get((cards, short, keep))
    if known is None:
        if len(g.totals) > 50_000:
            g.totals.clear()
        most = size(cards) - keep
        known = any(p >= short and not need & ~cards and size(need) <= most for need, p in g.ways)
        if not known and not any(s <= short and k <= keep and not cards & ~more for more, s, k in g.hopeless):
            known = _can_total(g, cards, short, keep)
            if not known:
                g.hopeless.append((cards, short, keep))
        g.totals[cards, short, keep] = known
    return known


def _can_total(g: Game, cards: Bits, short: int, keep: int) -> bool:
    melds, scoring = g.melder.melds(cards), g.variant.scoring
    if not melds:
        return False
    union: Bits = 0
    for c in melds:
        union |= c.need
    both = union & NATURALS
    laid = cards & (both | both << SECOND | (union & JOKERS and JOKERS))
    if keep and laid == cards:  # every card is in some meld: one of them must stay out
        return any(can_total(g, without(cards, one.bit), short) for one in dict.fromkeys(unpack(cards)))
    one = next((c for c in melds if opening_points(scoring, c) >= short), None)
    if one:
        g.ways.appendleft((one.need, short))
        return True
    worth = {c: opening_points(scoring, c) for c in melds}
    if len(melds) < 4 and sum(worth.values()) < short:
        return False
    high = g.opening_values
    if sum(high[c] for c in unpack(laid)) < short:
        return False
    if len(melds) <= FEW:
        return g.melder.packed(cards, melds, worth)[0] >= short
    way = _way_to(g, cards, worth, short)
    if way:
        g.ways.appendleft((bundle(p.card for c in way for p in c.placed), short))
    for c in way or ():  # remembered for every step, so that whoever has begun can go on
        cards, short = without(cards, c.need), short - worth[c]
        if short > 0:
            g.totals[cards, short, 0] = g.totals[cards, short, keep] = True
    return way is not None


FEW, MANY = 40, 150
"""Up to so few melds the best of all is found at once; from so many on it is not looked for any more."""


def _way_to(g: Game, cards: Bits, worth: dict[Combination, int], short: int) -> Sequence[Combination] | None:
    """Melds of these that can be laid together and count so much. (Of very many melds: a bounded search.)"""
    dear = sorted(worth, key=worth.__getitem__, reverse=True)
    dense = sorted(dear, key=lambda c: -worth[c] / len(c.placed))
    starts = [dear, dense]
    if len(dear) > MANY:
        starts += ([c, *dense] for c in dear[: 10_000 // len(dear)])
    for order in starts:
        way = _one_by_one(cards, order, worth, short)
        if way is not None:
            return way
    if len(dear) <= MANY:
        total, best = g.melder.packed(cards, dear, worth)
        return best if total >= short else None
    looks, chosen = [5_000], list[Combination]()

    def search(left: Bits, short: int, start: int) -> bool:
        for at in range(start, len(dear)):
            c = dear[at]
            looks[0] -= 1
            if looks[0] < 0 or worth[c] * (size(left) // 3) < short:
                return False  # all that follow count no more
            if not c.need & ~left:
                chosen.append(c)
                if worth[c] >= short or search(without(left, c.need), short - worth[c], at + 1):
                    return True
                chosen.pop()
        return False

    return chosen if search(cards, short, 0) else None


def _one_by_one(
    cards: Bits, melds: list[Combination], worth: dict[Combination, int], short: int
) -> list[Combination] | None:
    """Melds taken in this order, as the cards are there, up to so many points; None if they count less."""
    way = []
    for c in melds:
        if not c.need & ~cards:
            way.append(c)
            cards, short = without(cards, c.need), short - worth[c]
            if short <= 0:
                return way
    return None


def completes(deal: Deal, action: Action) -> bool:
    """Can the seat in turn complete its turn after this play?"""
    seat, then = deal.seat, follow(deal, action)
    if then.holdings[seat] or (then.phase == PLAY and then.seat == seat):
        return can_finish(then)
    return enough_to_open(deal, action)


def _can_discard(deal: Deal) -> bool:
    """With nothing owed: can the turn end?"""
    seat, turn, hand = deal.seat, deal.turn, deal.holdings[deal.seat]
    single = turn.single
    if single is None or size(hand) > 1 or not holds(hand, single.bit):
        return True
    if deal.game.must_discard:
        return False
    return _lies_well(deal, single, open_melds(deal.game, deal.table, seat))


def _lies_well(deal: Deal, one: Card, there: Iterable[int]) -> bool:
    """Can a card be laid off on one of these melds?"""
    some = tuple(deal.table[n] for n in there)
    wild = one is JOKER or one.bit & deal.game.melder.wild_cards
    return bool(fits_on(some) & one.bit or (wild and deal.game.melder.takes_a_joker(some)))


def after_swaps(deal: Deal) -> Iterator[Deal]:
    """The deal, and what it becomes by exchanges of jokers, one after the other."""
    seen, waiting = {(deal.holdings[deal.seat], deal.table)}, [deal]
    while waiting:
        one = waiting.pop()
        yield one
        for action in swaps(one):
            if barred_by_owed(one, action):
                continue
            then = follow(one, action)
            key = (then.holdings[then.seat], then.table)
            if key not in seen:
                seen.add(key)
                waiting.append(then)


class _Case(NamedTuple):
    """A turn that owes something, with what the search asks again and again worked out."""

    deal: Deal

    @property
    def keep(self) -> int:
        """How many cards must be left: one to discard, where that is the rule, and the dealer's joker."""
        deal = self.deal
        return int(deal.game.must_discard)

    def left(self, rest: Bits) -> int:
        """How many of these cards are in the hand, the dealer's joker not counted."""
        deal = self.deal
        mine = in_play(deal, deal.seat) != deal.holdings[deal.seat] and rest & JOKERS
        return size(rest) - bool(mine)


def _satisfied(case: _Case) -> bool:
    """Can what the turn owes be met with the cards in hand?"""
    deal = case.deal
    g, seat, turn = deal.game, deal.seat, deal.turn
    cards = in_play(deal, seat)
    short = 0 if opened(deal, seat) else g.minimum - turn.points
    if turn.owed is None:
        return short <= 0 or turn.melds == 0 or _reach(case, cards, short)
    if not deal.holdings[seat] & turn.owed.bit:
        return False
    plain, melding = False, not _no_more_melds(deal)
    if short > 0 and g.variant.melding.per_turn != 1:
        melding = melding and can_total(g, cards, short)
        if not melding and not may_lay_more(deal):
            return False
    elif short <= 0 and g.melder.quick and melding and case.left(cards) >= g.melder.least + case.keep:
        plain = g.melder.meldable(turn.owed, cards)
    good = plain or any(
        _enough(case, without(cards, used), melds, points)
        for used, melds, points in _uses(case, cards, melding, short)
    )
    if good and short > 0 and g.variant.melding.per_turn != 1:
        g.totals[cards, short, 0] = True
    return good


def _uses(case: _Case, cards: Bits, melding: bool, short: int) -> Iterator[tuple[Bits, int, int]]:
    """The ways to use the owed card: the cards that takes, the melds it lays down, and what they count."""
    deal = case.deal
    g, seat, owed = deal.game, deal.seat, deal.turn.owed
    assert owed is not None
    scoring = g.variant.scoring
    least = short if g.variant.melding.per_turn == 1 else 0
    if melding:
        for made in g.melder.melds(cards):
            used = made.need & owed.bit and made.need
            if not used and owed is JOKER and g.named == "double" and holds(cards, made.need):
                used = made.need | JOKER.bit
            if used and (points := opening_points(scoring, made) if g.minimum else 0) >= least:
                yield used, 1, points
    if g.variant.drawing.use_by == "meld":
        return
    first = g.variant.drawing.use_order == "first"
    if first and not may_lay_more(deal):
        return
    for on in will_be_open(deal, seat):
        now = deal.table[on].now
        wild = owed is JOKER or owed.bit & g.melder.wild_cards
        if now.fits & owed.bit or (wild and now.wilds):
            yield owed.bit, 0, 0
        elif now.suit and now.suit == owed.suit and not first:
            for between in g.melder.bridges(owed, without(cards, owed.bit), now):
                need, gap = bundle((owed, *between)), _gap(g, now, owed, between)
                pool = g.melder.pool(without(cards, need))[:gap]
                if len(pool) == gap:
                    yield bundle((owed, *between, *pool)), 0, 0


def _gap(g: Game, now: Combination, owed: Card, between: tuple[Card, ...]) -> int:
    """How many wild cards the places between a sequence and a card still need."""
    sizes = [len(gap) for gap in g.melder.gaps(owed, now) if len(gap) >= len(between)]
    return min(sizes) - len(between) if sizes else 0


def _no_more_melds(deal: Deal) -> bool:
    """Has the seat laid down the one meld it may lay down this turn?"""
    return deal.variant.melding.per_turn == 1 and deal.turn.melds > 0


def _enough(case: _Case, rest: Bits, melds: int, points: int) -> bool:
    """After the owed card is used: can the minimum be reached, an own meld be laid, and a card be kept?"""
    deal = case.deal
    g, seat, turn = deal.game, deal.seat, deal.turn
    if case.left(rest) < case.keep:
        return False
    closed = not may_lay_more(deal) and not melds
    short = 0 if opened(deal, seat) else g.minimum - turn.points - points
    pending = (melds + turn.melds > 0 or closed) and short > 0
    if not pending and not closed:
        return True
    if deal.variant.melding.per_turn == 1 and melds + turn.melds:
        return False
    return _reach(case, rest, max(short, 1) if pending else 0)


def _reach(case: _Case, cards: Bits, short: int) -> bool:
    """Can melds of these cards count so much (one at least), with a card kept where one must be?"""
    deal = case.deal
    g, scoring = deal.game, deal.variant.scoring
    if _no_more_melds(deal):
        return False
    hand, single = deal.holdings[deal.seat], deal.turn.single
    if single and (copies(hand, single) > 1 or _lies_well(deal, single, will_be_open(deal, deal.seat))):
        single = None  # it finds a place
    if deal.variant.melding.per_turn == 1:
        return any(
            opening_points(scoring, c) >= short
            and case.left(left := without(cards, c.need)) >= case.keep
            and (single is None or left != single.bit)
            for c in g.melder.melds(cards)
        )
    if single is not None and cards & single.bit:
        return _reach_without(case, cards, short, single)
    if case.keep and in_play(deal, deal.seat) != hand:  # the dealer's joker is no card to keep
        return any(can_total(g, without(cards, c.bit), short) for c in set(unpack(hand & cards)))
    return can_total(g, cards, short, case.keep)


def _reach_without(case: _Case, cards: Bits, short: int, single: Card) -> bool:
    """Can melds count so much when this card may not be the only one that is left?"""
    g, hand = case.deal.game, case.deal.holdings[case.deal.seat]
    others = {c for c in unpack(hand & cards) if c is not single}
    if any(can_total(g, without(cards, c.bit), short) for c in others):
        return True
    return any(
        can_total(g, rest, more, case.keep) if more > 0 else case.left(rest) >= case.keep
        for rest, more in (
            (without(cards, c.need), short - opening_points(g.variant.scoring, c))
            for c in g.melder.melds(cards)
            if c.need & single.bit
        )
    )
