"""What a planner thinks at first: a discard is weighed by the cards that are still to come."""

from __future__ import annotations

from rummy.cards import SECOND, Bits, Card
from rummy.deal import Deal
from rummy.players.thought import Thought

DRAWS = 8.0
"""So many draws a hand is thought to have before it."""
NEAR, KNOWN = 0.7, 4.0
"""What each hidden card costs that goes with the discard, and each that another seat is known to hold."""


class Hopeful(Thought):
    """A greedy player's thoughts, except of discards where there are no wild cards and no deep draws.

    There a hand is worth what its next cards would let it lay, over all cards that were not seen.
    """

    def __init__(self, seen: Deal, seat: int, unseen: list[Card]) -> None:
        super().__init__(seen, seat)
        self.unseen = unseen
        self.counts_outs = not self.digs and not seen.game.melder.most_jokers and bool(unseen)
        known = (bits for other, bits in enumerate(seen.course.known) if other != seat)
        self.theirs: Bits = 0
        for bits in known:
            self.theirs |= bits

    def _throw(self, card: Card) -> float:
        """What the card costs in the hand, what could still come without it, and who could use it."""
        bit = card.bit
        if not self.counts_outs or self.hand == bit or bit & self.precious:
            return super()._throw(card)
        rest = self.hand if self.hand >> SECOND & bit else self.hand & ~bit
        near = self.beside[card]
        value = self.points[card] + DRAWS * self._hope(rest) / len(self.unseen)
        value -= NEAR * sum(bool(near & one.bit) for one in self.unseen)
        value -= KNOWN * (near & self.theirs).bit_count()
        if self.deal.fits & bit:
            value -= 25.0
        return value - 40.0 if self._melded() & bit else value

    def _hope(self, hand: Bits) -> int:
        """What the best melds count together that each unseen card would make of a hand."""
        hope, melder, points = 0, self.deal.game.melder, self.points
        for one in self.unseen:
            friends = self.beside[one] & hand
            if friends & friends - 1:
                melds = melder.melds(friends | one.bit)
                hope += max((sum(points[c] for c in m.cards) for m in melds), default=0)
        return hope
