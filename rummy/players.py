"""Computer players: each sees what its seat sees, chooses a legal action and can say why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from rummy.actions import (
    Action,
    Call,
    Discard,
    Draw,
    LayDown,
    LayOff,
    Pass,
    Take,
)
from rummy.cards import JOKER, JOKERS, NATURALS, RANK_FIELD, Bits, Card, add, unpack, without
from rummy.deal import Deal
from rummy.law import legal_actions
from rummy.melds import Combination, place_card
from rummy.scoring import hand_points, table_points
from rummy.steps import portion
from rummy.words import say


class Choice(NamedTuple):
    """What a player does, and why."""

    action: Action
    reason: str
    """The id of the sentence that says why, under ``why`` in the words."""
    facts: Mapping[str, Any] = MappingProxyType({})

    @property
    def why(self) -> str:
        """Why, in words."""
        return say(f"why.{self.reason}", **self.facts)


_Value = tuple[float, str, Mapping[str, Any]]
"""How good an action looks, in points; the reason; the facts of its sentence."""

Player = Callable[[Deal, int, Random], Choice]
"""A strategy: from the deal as the seat sees it, the seat, and a source of chance, to a choice."""


def random_player(seen: Deal, seat: int, chance: Random) -> Choice:
    """Any legal action, each as likely as the others.

    >>> from rummy.deal import seen_by
    >>> from rummy.steps import new_deal
    >>> from rummy.variants import find
    >>> random_player(seen_by(new_deal(find("basic")), 0), 0, Random(1)).why
    'by chance'
    """
    actions = legal_actions(seen, seat)
    return Choice(actions[int(chance.random() * len(actions))], "chance")


def greedy_player(seen: Deal, seat: int, chance: Random) -> Choice:
    """What brings the most now: lay what scores, take what can be laid, discard what is least use to anybody.

    >>> from rummy.deal import seen_by
    >>> from rummy.steps import new_deal
    >>> from rummy.variants import find
    >>> greedy_player(seen_by(new_deal(find("basic")), 0), 0, Random(1)).action
    <A: draw>
    """
    actions = legal_actions(seen, seat)
    thought = _Thought(seen, seat)
    best = max(actions, key=lambda a: thought.value(a)[0])
    return Choice(best, *thought.value(best)[1:])


class _Thought:
    """What a greedy player thinks of the actions of one moment."""

    def __init__(self, seen: Deal, seat: int) -> None:
        self.deal = seen
        self.variant = seen.variant
        self.seat = seat
        self.hand = seen.holdings[seat]
        self.points = hand_points(seen.variant.scoring)
        self.table_scores = seen.variant.scoring.method == "table-minus-hand"
        self._best: list[Combination] | None = None

    def value(self, action: Action) -> _Value:
        """How good an action looks, in points, and why."""
        if isinstance(action, Draw):
            return 0.0, "draw", {}
        if isinstance(action, Take):
            return self._take(action)
        if isinstance(action, LayDown | LayOff):
            return self._lay(action)
        if isinstance(action, Discard):
            return self._discard(action)
        if isinstance(action, Call):
            return self._call(action)
        if isinstance(action, Pass):
            return -1.0, "pass", {}
        return 0.0, "chance", {}

    def _worth(self, card: Card) -> int:
        """What getting rid of a card is worth: it no longer counts against me, and may count for me."""
        return self.points[card] * (2 if self.table_scores else 1)

    def _take(self, action: Take) -> _Value:
        taken = self.deal.discards[action.at :]
        hand = self.hand
        for one in taken:
            hand = add(hand, one)
        before, after = self._layable(self.hand), self._layable(hand)
        gained = sum(self._worth(c) for c in after) - sum(self._worth(c) for c in before)
        left = list(taken)
        for one in after:
            if one in left:
                left.remove(one)
        value = gained - sum(self.points[c] for c in left) - 4.0
        fact = {"card": action.card.glyph, "count": len(taken)}
        return value, "take" if value > 0 else "take-anyway", fact

    def _layable(self, hand: Bits) -> list[Card]:
        """The cards of a hand that could go to the table this turn."""
        chosen = best_melds(self.deal, hand)
        if self.variant.melding.per_turn == 1:
            chosen = sorted(chosen, key=lambda c: -sum(self.points[p.card] for p in c.placed))[:1]
        out: list[Card] = []
        for c in chosen:
            hand = without(hand, c.need)
            out += c.cards
        fits = self.deal.fits
        for c in chosen:
            fits |= c.fits
        return [*out, *unpack(hand & fits & NATURALS)]

    def _lay(self, action: LayDown | LayOff) -> _Value:
        if isinstance(action, LayOff):
            card = action.placed.card
            if card is JOKER:
                return 3.0 + self._worth(card) / 10, "lay-off", {"card": card.glyph}
            spoils = any(c.need & card.bit for c in self._melds())
            return (400.0 if not spoils else 90.0) + self._worth(card), "lay-off", {"card": card.glyph}
        assert action.combination is not None
        rank = next((i for i, c in enumerate(self._melds()) if c is action.combination), None)
        if rank is None:
            return 20.0 + self._gain(action.combination) / 100, "meld-owed", {}
        return 500.0 + self._gain(action.combination), "meld", {"points": self._gain(action.combination)}

    def _gain(self, made: Combination) -> int:
        v = self.variant
        if not self.table_scores:
            return sum(self.points[c] for c in made.cards)
        return sum(table_points(v.scoring, v.jokers, made, at) for at in range(len(made.placed)))

    def _melds(self) -> list[Combination]:
        if self._best is None:
            self._best = best_melds(self.deal, self.hand)
        return self._best

    def _discard(self, action: Discard) -> _Value:
        card = action.card
        if card is JOKER:
            return -60.0, "discard-joker", {}
        rest = without(self.hand, card.bit)
        if not rest:
            return 1000.0, "out", {"card": card.glyph}
        use = _friends(card, rest, self.deal)
        value = self.points[card] - 6.0 * use
        if self.deal.fits & card.bit:
            value -= 25.0
        if any(c.need & card.bit for c in self._melds()):
            value -= 40.0
        value -= 3.0 * _friends(card, self.deal.pile, self.deal) if self.variant.drawing.pile == "any" else 0
        return value, "discard-unused" if use == 0 else "discard-least", {"card": card.glyph}

    def _call(self, action: Call) -> _Value:
        play = action.play
        gain = sum(self._worth(c) for c in unpack(play.need))
        if self.variant.calling.rummy == "take-only":
            return 100.0 + gain, "call", {"points": gain // 2}
        rest = list(self.deal.discards[portion(self.deal, play) :])
        for one in unpack(play.need):
            rest.remove(one)
        value = gain - sum(self.points[c] for c in rest)
        return value, "call", {"points": gain // 2}


def _friends(card: Card, others: Bits, deal: Deal) -> int:
    """How many of the other cards could be part of a meld with this one."""
    others &= NATURALS
    count = (others & RANK_FIELD[card.rank] & ~card.bit).bit_count()
    melder = deal.game.melder
    places = (0, 13) if card.rank == 1 else (card.rank - 1,)
    near = {p + step for p in places for step in (-2, -1, 1, 2) if melder.first <= p + step <= melder.last}
    return count + sum(bool(others & place_card(card.suit, p).bit) for p in near)


def best_melds(deal: Deal, hand: Bits) -> list[Combination]:
    """Melds to lay from a hand: the best partition of its natural cards, then jokers where they help most."""
    melder, points = deal.game.melder, hand_points(deal.variant.scoring)
    chosen = list(melder.partition(hand & ~JOKERS, points))
    left = hand
    for c in chosen:
        left = without(left, c.need)
    while left & JOKERS and melder.most_jokers:
        wild = [c for c in melder.melds(left) if c.jokers == 1]
        if not wild:
            break
        best = max(wild, key=lambda c: sum(points[p.stands_for] for p in c.placed))
        chosen.append(best)
        left = without(left, best.need)
    return chosen


PLAYERS: dict[str, Player] = {"greedy": greedy_player, "random": random_player}
"""The strategies by name."""
