"""A player that takes no risk: it lays what it can at once, takes few cards of the pile, and helps nobody."""

from __future__ import annotations

from random import Random

from rummy.actions import Discard, Draw, Split, Take
from rummy.cards import Card
from rummy.deal import Deal
from rummy.law import legal_actions
from rummy.players.choice import Choice
from rummy.players.thought import Thought, Value

FEW = 5
"""So many cards it takes from the discard pile at most."""


def cautious_player(seen: Deal, seat: int, chance: Random) -> Choice:
    """What risks least: lay at once, never dig in the pile, discard what costs much and helps nobody.

    >>> from rummy.deal import seen_by
    >>> from rummy.steps import new_deal
    >>> from rummy.variants import find
    >>> cautious_player(seen_by(new_deal(find("basic")), 0), 0, Random(1)).why
    'whatever is not laid soon counts against the hand, so the pile is left alone'
    """
    thought = _Careful(seen, seat)
    best = thought.best(legal_actions(seen, seat))
    return Choice(best, *thought.value(best)[1:])


class _Careful(Thought):
    """What a cautious player thinks of the actions of one moment."""

    def _draw(self, action: Draw) -> Value:
        return 0.0, "draw-safe", {}

    def _take(self, action: Take | Split) -> Value:
        """Few cards tempt it, and none that lies deep."""
        value, reason, facts = super()._take(action)
        deep = isinstance(action, Split) or action.at < len(self.deal.discards) - FEW
        return value - 500.0 if deep else value, reason, facts

    def _holds_back(self) -> bool:
        return False

    def _throw(self, card: Card) -> float:
        """How good it looks to discard a card: what it costs in the hand, unless others could use it.

        What could still be made of it is no reason to keep it.
        """
        value = super()._throw(card)
        if self.hand == card.bit or card.bit & self.precious:
            return value
        return value + 6.0 * (self.beside[card] & self.hand).bit_count()

    def _discard(self, action: Discard) -> Value:
        value, reason, facts = super()._discard(action)
        if reason not in ("out", "discard-joker") and not self.deal.fits & action.card.bit:
            reason, facts = "discard-safe", {**facts, "points": self.points[action.card]}
        return value, reason, facts


_Careful.asked = {
    **Thought.asked,
    Draw: _Careful._draw,
    Take: _Careful._take,
    Split: _Careful._take,
    Discard: _Careful._discard,
}
