"""Outlook: what a turn can still come to.

Someone who is to act can always act: a draw or play after which the turn could not be completed is refused
beforehand. Here it is worked out whether a turn can be completed, whether a hand can be laid out whole,
and which exchanges of jokers there are. The `clauses` ask; nothing here refuses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rummy.actions import Action, LayDown, Swap, lay_down, lay_off, swap
from rummy.cards import (
    DECK,
    JOKER,
    JOKERS,
    NATURALS,
    RANK_FIELD,
    SECOND,
    SUIT_FIELD,
    Bits,
    Card,
    bundle,
    copies,
    holds,
    size,
    unpack,
    without,
)
from rummy.deal import PLAY, Deal, Game, in_play, open_melds, owns_meld
from rummy.melds import GROUP, ITSELF, WILD, Combination, Meld, Placed, fits_on
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
    if not swaps(deal):
        return _satisfied(_Case(deal))
    return any(_satisfied(_Case(d)) for d in after_swaps(deal))


def can_open(deal: Deal, made: Combination) -> bool:
    """Can the seat in turn reach the first minimum this turn if it lays down this meld now?"""
    g, scoring = deal.game, deal.variant.scoring
    short = g.minimum - deal.turn.points - opening_points(scoring, made)
    if short <= 0:
        return True
    case = _Case(deal)
    rest = without(in_play(deal, deal.seat), made.need)
    return deal.variant.melding.per_turn != 1 and _reach(case, rest, short)


def can_total(g: Game, cards: Bits, short: int) -> bool:
    """Can melds of these cards count so much together towards a first minimum (and one be laid at least)?"""
    melds, scoring = g.melder.melds(cards), g.variant.scoring
    if not melds:
        return False
    worth = {c: opening_points(scoring, c) for c in melds}
    if max(worth.values()) >= short:
        return True
    if len(melds) < 4 and sum(worth.values()) < short:
        return False
    union: Bits = 0
    for c in melds:
        union |= c.need
    high = g.opening_values
    both = union & NATURALS
    if sum(high[c] for c in unpack(cards & (both | both << SECOND | (union & JOKERS and JOKERS)))) < short:
        return False
    known = g.totals.get(cards)
    if known is None:
        known = g.melder.packed(cards, melds, worth)[0]
        if len(g.totals) > 20_000:
            g.totals.clear()
        g.totals[cards] = known
    return known >= short


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
            if _barred_by_owed(one, action):
                continue
            then = follow(one, action)
            key = (then.holdings[then.seat], then.table)
            if key not in seen:
                seen.add(key)
                waiting.append(then)


def _barred_by_owed(deal: Deal, action: Swap) -> bool:
    """May an exchange not be made while the owed card is not used, or not with that card?"""
    owed, rules = deal.turn.owed, deal.variant.drawing
    if owed is None:
        return False
    if owed in action.cards:
        return rules.use_by == "meld" and copies(deal.holdings[deal.seat], owed) == 1
    return rules.use_order == "first"


def may_lay_more(deal: Deal) -> bool:
    """May the seat in turn lay anything but new melds, as far as an own meld must come first?"""
    needs = deal.variant.laying_off.needs_own_meld == "yes"
    return not needs or (opened(deal, deal.seat) and owns_meld(deal.table, deal.seat))


def swaps(deal: Deal) -> tuple[Swap, ...]:
    """The exchanges of jokers that the seat in turn could make with the cards it holds."""
    if deal.variant.jokers.swap == "never" or not may_lay_more(deal):
        return ()
    side = deal.game.sides[deal.game.side_of[deal.seat]]
    own = deal.variant.laying_off.on == "own-side"
    hand, out, g = deal.holdings[deal.seat], [], deal.game
    for on, meld in enumerate(deal.table):
        if meld.now.jokers and not meld.top and (not own or meld.owner in side):
            known = g.exchanges.get(meld.now)
            if known is None:
                known = g.exchanges[meld.now] = tuple((c, bundle(c)) for c in exchanges(g, meld.now))
            out += [swap(deal.seat, cards, on) for cards, need in known if not need & ~hand]
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
    if not deal.holdings[seat] & turn.owed.bit:
        return False
    if short > 0:
        if not may_lay_more(deal) and not can_total(g, cards, short):
            return False
    elif case.left(cards) >= g.melder.least + case.keep and g.melder.quick and not _no_more_melds(deal):
        if g.melder.meldable(turn.owed, cards):
            return True
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
        elif now.suit and now.suit == owed.suit and not first:
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
    if deal.variant.melding.per_turn == 1:
        return any(
            opening_points(scoring, c) >= short and case.left(without(cards, c.need)) >= case.keep for c in melds
        )
    if not can_total(g, cards, short):
        return False
    if not case.keep:
        return True
    return any(
        can_total(g, without(cards, one.bit), short)
        for one in dict.fromkeys(unpack(cards))
        if case.left(one.bit)
    )


def goes_out(deal: Deal) -> bool:
    """Can the seat in turn lay its whole hand in this turn, but for the last discard?

    It is looked for with `TRIES` tries. Whatever was found is remembered for every step of the way, so that
    whoever has begun can always go on.
    """
    known = deal.game.outs
    key = _standing(deal)
    found = known.get(key)
    if found is None:
        if len(known) > 50_000 and not committed(deal):
            known.clear()
        way = _way_out(deal)
        found = known[key] = way is not None
        for step in way or ():
            known[_standing(step)] = True
    return found


TRIES = 400
"""How many tries a search for a way to lay out a whole hand takes at most."""


def _standing(deal: Deal) -> tuple[object, ...]:
    """All that a way to lay out the whole hand depends on."""
    turn = deal.turn
    return in_play(deal, deal.seat), deal.seat, deal.table, turn.owed, turn.single, turn.points, turn.melds > 0


def _way_out(deal: Deal) -> list[Deal] | None:
    """The deals on a way to lay out the whole hand; None if there is none.

    What is laid off or exchanged comes first, in every way; the rest must then be melds, but for a card and
    for wild cards that can be laid off anywhere.
    """
    seat, many = deal.seat, len(deal.game.melder.pool(in_play(deal, deal.seat)))
    tries = [TRIES // (1 + many * many)]
    if _hopeless(deal):
        return None
    needs = deal.variant.laying_off.needs_own_meld == "yes" and not owns_meld(deal.table, seat)
    seen: set[tuple[Bits, frozenset[Meld]]] = set()
    waiting: list[list[Deal]] = [[deal]]
    while waiting and tries[0] > 0:
        way = waiting.pop()
        now = way[-1]
        melds = _melds_out(now, seat, needs, needs and now is not deal, tries)
        if melds is not None:
            for made in melds:
                now = follow(now, lay_down(seat, made))
                way.append(now)
            return way
        for then in _laid_on(now, seat):
            tries[0] -= 1
            if then.holdings[seat] == 0:
                if not now.game.must_discard and not needs and (opened(now, seat) or not now.turn.melds):
                    return way
                continue
            key = (in_play(then, seat), frozenset(then.table))
            if key not in seen:
                seen.add(key)
                waiting.append([*way, then])
    return None


def _laid_on(deal: Deal, seat: int) -> Iterator[Deal]:
    """What an exchange, or laying off a card with those that bridge to it, makes of the deal."""
    g, cards = deal.game, in_play(deal, seat)
    for exchange in swaps(deal):
        if not _barred_by_owed(deal, exchange):
            yield follow(deal, exchange)
    for on in _will_be_open(deal, seat):
        now = deal.table[on].now
        for one, end in now.spots:
            if cards & one.bit:
                yield follow(deal, lay_off(seat, ITSELF[one], on, end))
        if g.melder.own and now.wilds and cards & JOKERS:
            yield follow(deal, lay_off(seat, ITSELF[JOKER], on, ""))
        if now.suit and g.melder.wild_among(cards):
            yield from _bridged_on(deal, seat, on)


def _bridged_on(deal: Deal, seat: int, on: int) -> Iterator[Deal]:
    """The deal after one wild card is laid off on a sequence, where a card of the hand can follow sooner or later."""
    g, cards, now = deal.game, in_play(deal, seat), deal.table[on].now
    ahead = [c for c in unpack(cards & SUIT_FIELD[now.suit] & ~now.fits) if g.melder.bridgeable(c, cards, now)]
    if not ahead:
        return
    one = g.melder.pool(cards)[-1]
    for stands, end in now.wilds:
        if not cards & stands.bit and one is not stands:
            yield follow(deal, lay_off(seat, _wild(one, stands), on, end))


def _wild(one: Card, stands: Card) -> Placed:
    """A wild card for another."""
    return WILD[stands] if one is JOKER else Placed(one, stands)


def _melds_out(
    deal: Deal, seat: int, needs: bool, one_at_least: bool, tries: list[int]
) -> list[Combination] | None:
    """Melds for all cards of the hand but a discard, wild ones left over laid off; None if there are none."""
    g, cards, turn = deal.game, in_play(deal, seat), deal.turn
    short = 0 if opened(deal, seat) else g.minimum - turn.points
    dealers = size(cards) - size(deal.holdings[seat])
    wild = g.melder.wild_cards | (JOKERS if g.melder.wild_jokers else 0)
    room = sum(g.melder.room(deal.table[n].now) for n in _will_be_open(deal, seat))
    by_lowest: dict[Bits, list[Combination]] = {}
    melds = g.melder.melds(cards)
    tries[0] -= len(melds) // 50
    for c in melds:
        for one in unpack(c.need):
            by_lowest.setdefault(one.bit, []).append(c)
    failed: set[tuple[Bits, Bits, int, int]] = set()
    chosen: list[Combination] = []

    def search(left: Bits, spare: Bits, points: int) -> bool:
        """Can what is left be laid, when one card at most stays behind?"""
        if not left & NATURALS & ~wild and ends(left, spare, points):
            return True
        key = (left, spare, points, min(len(chosen), 1))
        tries[0] -= 1
        if not left or key in failed or tries[0] < 0:
            return False
        loose = left & NATURALS & ~wild or left & NATURALS or left & JOKERS
        low = loose & -loose
        for c in by_lowest.get(low, ()):
            if holds(left, c.need):
                more = opening_points(g.variant.scoring, c) if short > 0 else 0
                chosen.append(c)
                if search(without(left, c.need), spare, points + more):
                    return True
                chosen.pop()
        if low < JOKER.bit and not low & wild and not spare and search(without(left, low), low, points):
            return True
        failed.add(key)
        return False

    def ends(left: Bits, spare: Bits, points: int) -> bool:
        """May the turn end like this, the wild cards that are left laid off, but one perhaps discarded?"""
        if (one_at_least and not chosen) or ((chosen or turn.melds) and points < short):
            return False
        rest = max(0, size(left) - (dealers if left & JOKERS else 0))
        dumped = min(rest, room) if not needs or chosen else 0
        over = rest - dumped + (spare > 0)
        if over == 0 and g.must_discard and dumped:
            over, spare = 1, left & -left
        if over > 1 or (over == 0 and g.must_discard):
            return False
        thrown = spare or left & -left
        bound = (turn.owed, turn.single)
        return not over or not any(c and c.bit == thrown and copies(cards, c) == 1 for c in bound)

    return chosen if search(cards, 0, 0) else None


def playable(deal: Deal, seat: int, one: Card) -> bool:
    """Could this card be laid off somewhere on the table by this seat?"""
    g = deal.game
    some = tuple(deal.table[n] for n in open_melds(g, deal.table, seat))
    wild = g.melder.wild_among(one.bit) and g.melder.takes_a_joker(some)
    return opened(deal, seat) and bool(fits_on(some) & one.bit or wild)


def _hopeless(deal: Deal) -> bool:
    """Would the cards of the hand need more wild cards than there are? (A lower bound, quickly found.)

    A card in no meld of natural cards, and that fits nowhere, takes at least two wild cards if it stands
    alone, and a quarter of one with others; one card may stay behind.
    """
    g, hand = deal.game, in_play(deal, deal.seat)
    melder = g.melder
    wild = len(melder.pool(hand))
    there = [deal.table[n] for n in _will_be_open(deal, deal.seat)]
    swapped: Bits = 0
    if deal.variant.jokers.swap != "never":
        wild += sum(m.now.jokers for m in there)
        swapped = bundle({c for m in there if m.now.jokers for some in exchanges(g, m.now) for c in some})
    naturals = hand & NATURALS & ~melder.wild_cards
    covered = fits_on(there) | swapped
    plain = naturals | naturals << SECOND & hand
    for made in melder.melds(plain):
        covered |= made.need
    costs = []
    for one in unpack(naturals & ~covered):
        if any(now.suit == one.suit and melder.bridgeable(one, hand, now) for now in (m.now for m in there)):
            costs.append(0.25)
            continue
        costs.append(0.25 if _near(one, naturals) else 2.0)
    return bool(costs) and sum(costs) - max(costs) > wild


def _near(one: Card, naturals: Bits) -> bool:
    """Is there another card that could lie in a meld with this one and some wild cards?"""
    others = naturals & ~one.bit
    return bool(others & (RANK_FIELD[one.rank] | SUIT_FIELD[one.suit]))
