"""Outlook: what a turn can still come to.

Someone who is to act can always act: a draw or play after which the turn could not be completed is refused
beforehand. Here it is worked out whether a turn can be completed, whether a hand can be laid out whole,
and which exchanges of jokers there are. The `clauses` ask; nothing here refuses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rummy.actions import Action, LayDown, LayOff, Swap, lay_down, lay_off, swap
from rummy.cards import DECK, JOKER, JOKERS, NATURALS, Bits, Card, bundle, copies, holds, size, unpack, without
from rummy.deal import PLAY, Deal, Game, in_play, open_melds, owns_meld
from rummy.melds import GROUP, ITSELF, Combination, Meld, Placed, fits_on
from rummy.scoring import opening_points
from rummy.steps import follow


def opened(deal: Deal, seat: int) -> bool:
    """Has a seat reached the first minimum, or is there none?"""
    g, turn = deal.game, deal.turn
    reached = turn.points >= g.minimum and seat == deal.seat
    return not g.minimum or bool(deal.course.down >> seat & 1) or reached


def committed(deal: Deal) -> bool:
    """Has the seat in turn begun to lay out its whole hand, so that it must go out in this turn?"""
    g, turn = deal.game, deal.turn
    if g.all_at_once(deal.course.number):
        return turn.laid
    return g.variant.melding.per_turn == 1 and turn.melds > 1


def can_finish(deal: Deal) -> bool:
    """Can the seat in turn, having drawn, complete its turn from here?"""
    g, seat, turn = deal.game, deal.seat, deal.turn
    if committed(deal) or (turn.owed is not None and g.all_at_once(deal.course.number)):
        return goes_out(deal)
    pending = turn.melds > 0 and not opened(deal, seat)
    if turn.owed is None and not pending:
        return _can_discard(deal)
    return any(_satisfied(_Case(d)) for d in after_swaps(deal))


def completes(deal: Deal, action: Action) -> bool:
    """Can the seat in turn complete its turn after this play?"""
    seat, then = deal.seat, follow(deal, action)
    if then.holdings[seat] or then.phase == PLAY and then.seat == seat:
        return can_finish(then)
    return enough_to_open(deal, action)


def enough_to_open(deal: Deal, action: Action) -> bool:
    """Is the first minimum reached, or nothing melded yet, if the hand is empty after this play?"""
    g, points = deal.game, deal.turn.points
    made = action.combination if isinstance(action, LayDown) else None
    if opened(deal, deal.seat) or (made is None and not deal.turn.melds):
        return True
    return points + (opening_points(g.variant.scoring, made) if made else 0) >= g.minimum


def _can_discard(deal: Deal) -> bool:
    """With nothing owed: can the turn end?"""
    seat, turn, hand = deal.seat, deal.turn, deal.holdings[deal.seat]
    single = turn.single
    if single is None or size(hand) > 1 or not holds(hand, single.bit):
        return True
    if deal.game.must_discard:
        return False
    some = tuple(deal.table[n] for n in open_melds(deal.game, deal.table, seat))
    wild = single is JOKER or single.bit & deal.game.melder.wild_cards
    return bool(fits_on(some) & single.bit or (wild and deal.game.melder.takes_a_joker(some)))


def after_swaps(deal: Deal) -> Iterator[Deal]:
    """The deal, and what it becomes by exchanges of jokers, one after the other."""
    seen, waiting = {(deal.holdings[deal.seat], deal.table)}, [deal]
    while waiting:
        one = waiting.pop()
        yield one
        for action in swaps(one):
            then = follow(one, action)
            key = (then.holdings[then.seat], then.table)
            if key not in seen:
                seen.add(key)
                waiting.append(then)


def may_lay_more(deal: Deal) -> bool:
    """May the seat in turn lay anything but new melds, as far as an own meld must come first?"""
    needs = deal.variant.laying_off.needs_own_meld == "yes"
    return not needs or (owns_meld(deal.table, deal.seat) and opened(deal, deal.seat))


def swaps(deal: Deal) -> tuple[Swap, ...]:
    """The exchanges of jokers that the seat in turn could make with the cards it holds."""
    if deal.variant.jokers.swap == "never" or not may_lay_more(deal):
        return ()
    side = deal.game.sides[deal.game.side_of[deal.seat]]
    own = deal.variant.laying_off.on == "own-side"
    hand, out = deal.holdings[deal.seat], []
    for on, meld in enumerate(deal.table):
        if meld.now.jokers and not meld.top and (not own or meld.owner in side):
            for cards in exchanges(deal.game, meld.now):
                if holds(hand, bundle(cards)):
                    out.append(swap(deal.seat, cards, on))
    return tuple(out)


def exchanges(g: Game, now: Combination) -> list[tuple[Card, ...]]:
    """The cards for which a meld gives up what stands for them: each choice that an exchange may bring."""
    wild = [p for p in now.placed if p.wild]
    if now.kind != GROUP:
        return [(p.stands_for,) for p in wild]
    missing = _missing_suits(g, now)
    if g.variant.jokers.swap == "complete-group":
        return [missing] if wild else []
    if g.melder.ranked:
        return [(c,) for c in missing] if wild else []
    return [(p.stands_for,) for p in wild]


def _missing_suits(g: Game, now: Combination) -> tuple[Card, ...]:
    """The natural cards that a group lacks."""
    rank = now.placed[0].stands_for.rank
    there = [p.card for p in now.placed if not p.wild]
    return tuple(c for c in DECK[rank - 1 :: 13] if c not in there)


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
    return any(_enough(case, without(cards, used), melds, points) for used, melds, points in _uses(case, cards))


def _uses(case: _Case, cards: Bits) -> Iterator[tuple[Bits, int, int]]:
    """The ways to use the owed card: the cards that takes, the melds it lays down, and what they count."""
    deal = case.deal
    g, seat, owed = deal.game, deal.seat, deal.turn.owed
    assert owed is not None
    scoring = g.variant.scoring
    if not _no_more_melds(deal):
        for made in g.melder.melds(cards):
            points = opening_points(scoring, made) if g.minimum else 0
            if made.need & owed.bit:
                yield made.need, 1, points
            elif owed is JOKER and g.named == "double" and holds(cards, made.need):
                yield made.need | JOKER.bit, 1, points
    if g.variant.drawing.use_by == "meld":
        return
    first = g.variant.drawing.use_order == "first"
    if first and not may_lay_more(deal):
        return
    for on in _will_be_open(deal, seat):
        now = deal.table[on].now
        wild = owed is JOKER or owed.bit & g.melder.wild_cards
        if now.fits & owed.bit or (wild and now.wilds):
            yield owed.bit, 0, 0
        elif now.suit == owed.suit and not first:
            for between in g.melder.bridges(owed, without(cards, owed.bit), now):
                need, gap = bundle((owed, *between)), _gap(g, now, owed, between)
                pool = [c for c in g.melder.pool(without(cards, need))][:gap]
                if len(pool) == gap:
                    yield bundle((owed, *between, *pool)), 0, 0


def _gap(g: Game, now: Combination, owed: Card, between: tuple[Card, ...]) -> int:
    """How many wild cards the places between a sequence and a card still need."""
    sizes = [len(gap) for gap in g.melder.gaps(owed, now) if len(gap) >= len(between)]
    return min(sizes) - len(between) if sizes else 0


def _will_be_open(deal: Deal, seat: int) -> Iterable[int]:
    """The melds on which the seat may lay off, at the latest once it has a meld of its own."""
    g, rules = deal.game, deal.variant.laying_off
    if rules.on == "none":
        return ()
    side = g.sides[g.side_of[seat]]
    return [n for n, m in enumerate(deal.table) if not m.top and (rules.on == "any" or m.owner in side)]


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
    """Can melds of these cards count so much (and at least one be laid), with a card kept where one must be?"""
    deal = case.deal
    g, scoring = deal.game, deal.variant.scoring
    melds = g.melder.melds(cards)
    if _no_more_melds(deal) or not melds:
        return False
    worth = {c: opening_points(scoring, c) for c in melds}
    if deal.variant.melding.per_turn == 1:
        return any(w >= short and case.left(without(cards, c.need)) >= case.keep for c, w in worth.items())
    total, chosen = g.melder.packed(cards, melds, worth)
    if total < short:
        return False
    rest = cards
    for c in chosen:
        rest = without(rest, c.need)
    if case.left(rest) >= case.keep:
        return True
    for one in set(unpack(cards)):
        left = without(cards, one.bit)
        some = g.melder.melds(left)
        if some and g.melder.packed(left, some, worth)[0] >= short:
            return True
    return False


def goes_out(deal: Deal) -> bool:
    """Can the seat in turn lay its whole hand in this turn, but for the last discard?"""
    if _hopeless(deal):
        return False
    seen: set[tuple[Bits, frozenset[Meld]]] = set()
    seat, must = deal.seat, deal.game.must_discard

    def search(now: Deal) -> bool:
        hand = now.holdings[seat]
        if size(hand) == 1 and now.turn.owed is None and opened(now, seat) and _throws(now, seat):
            return True
        key = (in_play(now, seat), frozenset(now.table))
        if key in seen:
            return False
        seen.add(key)
        for action in _everything(now):
            then = follow(now, action)
            if then.holdings[seat]:
                if search(then):
                    return True
            elif not must and now.turn.owed in (None, *_cards(action)) and enough_to_open(now, action):
                return True
        return False

    return search(deal)


def _cards(action: Action) -> tuple[Card, ...]:
    """The cards that a play lays."""
    return unpack(getattr(action, "need", 0))


def _throws(deal: Deal, seat: int) -> bool:
    """May the last card of the hand be discarded?"""
    one = unpack(deal.holdings[seat])[0]
    if one is deal.turn.single:
        return False
    return deal.variant.ending.last_discard != "unplayable" or not playable(deal, seat, one)


def playable(deal: Deal, seat: int, one: Card) -> bool:
    """Could this card be laid off somewhere on the table by this seat?"""
    g = deal.game
    some = tuple(deal.table[n] for n in open_melds(g, deal.table, seat))
    wild = g.melder.wild_among(one.bit) and g.melder.takes_a_joker(some)
    return opened(deal, seat) and bool(fits_on(some) & one.bit or wild)


def _hopeless(deal: Deal) -> bool:
    """Do two cards of the hand go with nothing?"""
    g, hand = deal.game, in_play(deal, deal.seat)
    if g.melder.wild_among(hand) or deal.variant.jokers.swap != "never" and any(m.now.jokers for m in deal.table):
        return False
    used: Bits = 0
    for made in g.melder.melds(hand):
        used |= made.need
    rest = [c for c in unpack(hand & ~used & NATURALS) if not g.melder.usable(c, hand, deal.table, deal.fits)]
    return len(rest) > 1


def _everything(deal: Deal) -> Iterator[Action]:
    """Every meld, lay-off and exchange that the cards allow, whatever the turn has seen."""
    seat, g = deal.seat, deal.game
    cards = in_play(deal, seat)
    for made in g.melder.melds(cards):
        yield lay_down(seat, made)
    if may_lay_more(deal):
        yield from swaps(deal)
        yield from lay_offs(deal, seat, cards)


def lay_offs(deal: Deal, seat: int, cards: Bits) -> Iterator[LayOff]:
    """Every way to lay off one of these cards."""
    for on in open_melds(deal.game, deal.table, seat):
        now = deal.table[on].now
        for one, end in now.spots:
            if copies(cards, one):
                yield lay_off(seat, ITSELF[one], on, end)
        for stands, end in now.wilds:
            for wild in dict.fromkeys(deal.game.melder.pool(cards)):
                if wild is not stands or stands is JOKER:
                    yield lay_off(seat, Placed(wild, stands), on, end)
