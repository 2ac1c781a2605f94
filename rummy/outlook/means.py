"""What the seat in turn may do with its cards, as far as the options of the table go."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from rummy.actions import Action, LayDown, Swap, swap
from rummy.cards import (
    DECK,
    Bits,
    Card,
    bundle,
    copies,
)
from rummy.deal import Deal, Game, open_melds, owns_meld
from rummy.melds import GROUP, Combination, fits_on
from rummy.scoring import opening_points


def opened(deal: Deal, seat: int) -> bool:
    """Has a seat reached the first minimum, in this turn or an earlier one, or is there none?"""
    g, turn = deal.game, deal.turn
    if not g.minimum or (seat == deal.seat and turn.points >= g.minimum):
        return True
    now = turn.melds if seat == deal.seat else 0
    for meld in deal.table:
        if meld.lays[0].seat == seat:
            now -= 1
            if now < 0:
                return True
    return False


def committed(deal: Deal) -> bool:
    """Has the seat in turn begun to lay out its whole hand, so that it must go out in this turn?"""
    g, turn = deal.game, deal.turn
    if g.all_at_once(deal.course.number):
        return turn.laid
    return g.variant.melding.per_turn == 1 and turn.melds > 1


def may_lay_more(deal: Deal) -> bool:
    """May the seat in turn lay anything but new melds, as far as an own meld must come first?"""
    needs = deal.variant.laying_off.needs_own_meld == "yes"
    return not needs or (opened(deal, deal.seat) and owns_meld(deal.table, deal.seat))


def may_exchange(deal: Deal, cards: Bits) -> bool:
    """Is there a joker on the table for which these cards could be given?"""
    g = deal.game
    return g.swaps and any(
        not need & ~cards
        for meld in deal.table
        if meld.now.jokers and not meld.top
        for _, need in known_exchanges(g, meld.now)
    )


def known_exchanges(g: Game, now: Combination) -> tuple[tuple[tuple[Card, ...], Bits], ...]:
    """The exchanges of a meld with the cards they need, worked out once."""
    known = g.exchanges.get(now)
    if known is None:
        known = g.exchanges[now] = tuple((c, bundle(c)) for c in exchanges(g, now))
    return known


def swaps(deal: Deal) -> tuple[Swap, ...]:
    """The exchanges of jokers that the seat in turn could make with the cards it holds."""
    g = deal.game
    if not g.swaps:
        return ()
    out: list[Swap] = []
    hand, own = deal.holdings[deal.seat], deal.variant.laying_off.on == "own-side"
    for on, meld in enumerate(deal.table):
        now = meld.now
        if not now.jokers or meld.top or (own and g.side_of[meld.owner] != g.side_of[deal.seat]):
            continue
        for cards, need in known_exchanges(g, now):
            if not need & ~hand:
                out.append(swap(deal.seat, cards, on))
    return tuple(out) if out and may_lay_more(deal) else ()


def barred_by_owed(deal: Deal, action: Swap) -> bool:
    """May an exchange not be made while the owed card is not used, or not with that card?"""
    owed, rules = deal.turn.owed, deal.variant.drawing
    if owed is None:
        return False
    if owed in action.cards:
        return rules.use_by == "meld" and copies(deal.holdings[deal.seat], owed) == 1
    return rules.use_order == "first"


def exchanges(g: Game, now: Combination) -> list[tuple[Card, ...]]:
    """The cards for which a meld gives up what stands for them: each choice that an exchange may bring."""
    wild = [p for p in now.placed if p.wild]
    if now.kind != GROUP:
        return [(p.stands_for,) for p in wild]
    missing = _missing_suits(g, now)
    if g.variant.jokers.swap == "complete-group":
        return list(combinations(missing, 4 - (len(now.placed) - len(wild)))) if wild else []
    if g.melder.ranked:
        return [(c,) for c in missing] if wild else []
    return [(p.stands_for,) for p in wild]


def _missing_suits(g: Game, now: Combination) -> tuple[Card, ...]:
    """The natural cards that a group lacks."""
    rank = now.placed[0].stands_for.rank
    there = [p.card for p in now.placed if not p.wild]
    return tuple(c for c in DECK[rank - 1 :: 13] if c not in there)


def will_be_open(deal: Deal, seat: int) -> Iterable[int]:
    """The melds on which the seat may lay off, at the latest once it has a meld of its own."""
    g, rules = deal.game, deal.variant.laying_off
    if rules.on == "none":
        return ()
    side = g.sides[g.side_of[seat]]
    return [n for n, m in enumerate(deal.table) if not m.top and (rules.on == "any" or m.owner in side)]


def playable(deal: Deal, seat: int, one: Card) -> bool:
    """Could this card be laid off somewhere on the table by this seat?"""
    g = deal.game
    some = tuple(deal.table[n] for n in open_melds(g, deal.table, seat))
    wild = g.melder.wild_among(one.bit) and g.melder.takes_a_joker(some)
    return bool(fits_on(some) & one.bit or wild)


def enough_to_open(deal: Deal, action: Action) -> bool:
    """Is the first minimum reached, or nothing melded yet, if the hand is empty after this play?"""
    g, points = deal.game, deal.turn.points
    made = action.combination if isinstance(action, LayDown) else None
    if opened(deal, deal.seat) or (made is None and not deal.turn.melds):
        return True
    return points + (opening_points(g.variant.scoring, made) if made else 0) >= g.minimum
