"""Imagined deals: the hidden cards dealt out as a seat may believe them to lie, and played to the end."""

from __future__ import annotations

from collections import Counter
from random import Random

from rummy.actions import Action
from rummy.cards import BACK, HIDDEN_AT, JOKER, Bits, Card, add, without
from rummy.deal import OVER, Deal, counts
from rummy.law import legal_actions, to_act
from rummy.outlook import opened
from rummy.players.thought import Thought
from rummy.steps import follow, ordered

EXCHANGES = 8
"""So many cards are exchanged at most to take the melds out of an imagined hand."""
LONGEST = 150
"""After so many actions an imagined deal counts as it stands."""


class Imagined:
    """What a seat knows of a deal, from which whole deals are imagined that agree with it."""

    def __init__(self, seen: Deal, seat: int) -> None:
        self.seen = seen
        self.seat = seat
        g, course = seen.game, seen.course
        lie = Counter((*seen.discards, *course.gone, *(c for m in seen.table for c in m.cards)))
        lie.update(c for hand in seen.hands for c in hand if c is not BACK)
        pack = (*g.cards, JOKER) if course.dealer_joker == "used" else g.cards
        self.unseen: list[Card] = sorted((Counter(pack) - lie).elements())
        self.hidden = tuple(hand >> HIDDEN_AT for hand in seen.holdings)
        self.settled = tuple(s for s in g.playing if s != seat and self._lays_at_once(s))

    def _lays_at_once(self, other: int) -> bool:
        """Has another seat had a turn, at a table where what can be laid is laid?"""
        seen, v, down = self.seen, self.seen.variant, self.seen.course.down
        if v.melding.per_turn == "none" or v.scoring.going_rummy != "none" or not opened(seen, other):
            return False
        if seen.game.all_at_once(seen.course.number):
            return False
        turns = len(seen.discards) - (v.dealing.opening in ("upcard", "both"))
        first = seen.game.after[seen.dealer]
        return bool(down >> other & 1 or down >> self.seat & 1) or seen.game.distance(first, other) < turns

    def deal(self, chance: Random) -> Deal:
        """One deal that agrees with all that was seen."""
        unseen, seen = self.unseen.copy(), self.seen
        chance.shuffle(unseen)
        hands, at = list(seen.holdings), 0
        for seat, many in enumerate(self.hidden):
            if many:
                hands[seat] = self._hand(seat, unseen, at, at + many)
                at += many
        return seen._replace(holdings=tuple(hands), stock=tuple(unseen[at : at + len(seen.stock)]))

    def _hand(self, seat: int, unseen: list[Card], at: int, end: int) -> Bits:
        """The hand that gets the unseen cards of these places.

        From a seat that would have laid a meld, some cards are exchanged until it holds none.
        """
        hand, melder = self.seen.course.known[seat], self.seen.game.melder
        for one in unseen[at:end]:
            hand = add(hand, one)
        if seat in self.settled:
            for other in range(end, min(end + EXCHANGES, len(unseen))):
                if not melder.any_meld(hand):
                    break
                need = melder.melds(hand)[0].need
                place = next((i for i in range(at, end) if unseen[i].bit & need), None)
                if place is None:
                    break
                hand = add(without(hand, unseen[place].bit), unseen[other])
                unseen[place], unseen[other] = unseen[other], unseen[place]
        return hand


def ending(deal: Deal, action: Action, seed: float) -> Deal:
    """The deal after an action and what greedy players make of it; a pile is shuffled by the seed."""
    deal = follow(deal, ordered(deal, action, seed))
    for _ in range(LONGEST):
        if deal.phase == OVER:
            break
        seat = to_act(deal)[0]
        action = Thought(deal, seat).best(legal_actions(deal, seat))
        deal = follow(deal, ordered(deal, action, seed))
    return deal


def lead(deal: Deal, seat: int) -> float:
    """By how many points the side of a seat is ahead of the others, as the deal counts now."""
    g = deal.game
    points = [float(count.points) for count in counts(deal)]
    mine = g.side_of[seat]
    others = [points[n] for n, side in enumerate(g.sides) if n != mine and side[0] in g.playing]
    ahead = points[mine] - sum(others) / max(len(others), 1)
    return -ahead if deal.variant.match.wins == "lowest" else ahead
