"""Can a hand be laid out whole?"""

from __future__ import annotations

from collections.abc import Iterator

from rummy.actions import lay_down, lay_off
from rummy.cards import (
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
from rummy.deal import Deal, in_play, owns_meld
from rummy.melds import ITSELF, WILD, Combination, Meld, Placed, fits_on
from rummy.outlook.means import (
    barred_by_owed,
    committed,
    exchanges,
    opened,
    swaps,
    will_be_open,
)
from rummy.scoring import opening_points
from rummy.steps import follow


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
    return (
        in_play(deal, deal.seat),
        deal.seat,
        deal.table,
        turn.owed,
        turn.single,
        turn.points,
        turn.melds > 0,
    )


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
        if not barred_by_owed(deal, exchange):
            yield follow(deal, exchange)
    for on in will_be_open(deal, seat):
        now = deal.table[on].now
        for one, end in now.spots:
            if cards & one.bit and not _only_melded(deal, one):
                yield follow(deal, lay_off(seat, ITSELF[one], on, end))
        if g.melder.own and now.wilds and cards & JOKERS and not _only_melded(deal, JOKER):
            yield follow(deal, lay_off(seat, ITSELF[JOKER], on, ""))
        if now.suit and g.melder.wild_among(cards):
            yield from _bridged_on(deal, seat, on)


def _bridged_on(deal: Deal, seat: int, on: int) -> Iterator[Deal]:
    """The deal after one wild card is laid off on a sequence that a card of the hand can follow later."""
    g, cards, now = deal.game, in_play(deal, seat), deal.table[on].now
    ahead = [
        c for c in unpack(cards & SUIT_FIELD[now.suit] & ~now.fits) if g.melder.bridgeable(c, cards, now)
    ]
    if not ahead:
        return
    one = g.melder.pool(cards)[-1]
    if _only_melded(deal, one):
        return
    for stands, end in now.wilds:
        if not cards & stands.bit and one is not stands:
            yield follow(deal, lay_off(seat, _wild(one, stands), on, end))


def _only_melded(deal: Deal, one: Card) -> bool:
    """Is this the card owed, where that must be used in a new meld?"""
    return one is deal.turn.owed and not deal.game.lays_owed and copies(deal.holdings[deal.seat], one) == 1


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
    room = sum(g.melder.room(deal.table[n].now) for n in will_be_open(deal, seat))
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
        if turn.owed is not None and left & turn.owed.bit and _only_melded(deal, turn.owed):
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


def _hopeless(deal: Deal) -> bool:
    """Would the cards of the hand need more wild cards than there are? (A lower bound, quickly found.)

    A card in no meld of natural cards, and that fits nowhere, takes at least two wild cards if it stands
    alone, and a quarter of one with others; one card may stay behind.
    """
    g, hand = deal.game, in_play(deal, deal.seat)
    melder = g.melder
    wild = len(melder.pool(hand))
    there = [deal.table[n] for n in will_be_open(deal, deal.seat)]
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
