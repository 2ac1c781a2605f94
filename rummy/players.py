"""Computer players: each sees what its seat sees, chooses a legal action and can say why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

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
    Split,
    Swap,
    Take,
)
from rummy.cards import (
    DECK,
    JOKER,
    JOKERS,
    NATURALS,
    RANK_FIELD,
    SECOND,
    Bits,
    Card,
    add,
    glyphs,
    size,
    unpack,
    without,
)
from rummy.deal import LAST, Deal, in_play, open_melds
from rummy.law import legal_actions
from rummy.melds import Combination, fits_on, place_card
from rummy.outlook import opened
from rummy.scoring import meld_points, opening_points, scores_on_table
from rummy.steps import grown, meld_factor, portion
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
        self.hand = in_play(seen, seat)
        self.points = seen.game.points
        self.table_scores = scores_on_table(seen.variant.scoring)
        self.precious = JOKERS | seen.game.melder.wild_cards
        """The cards one does not throw away."""
        self._best: list[Combination] | None = None

    def value(self, action: Action) -> _Value:
        """How good an action looks, in points, and why."""
        asked = _ASKED.get(type(action))
        return asked(self, action) if asked else (0.0, "chance", {})

    def _draw(self, action: Draw) -> _Value:
        return 0.0, "draw", {}

    def _pass(self, action: Pass) -> _Value:
        return -1.0, "pass", {}

    def _name(self, action: Name) -> _Value:
        """With cards that count on the table doubling pays the dealer, who has a joker to himself."""
        good = "double" if self.table_scores else "wild"
        return float(action.effect == good), f"name-{action.effect}", {}

    def _reason(self, reason: str) -> str:
        """The reason where cards count on the table; where they do not, getting rid of them is one."""
        return reason if self.table_scores else f"{reason}-rid"

    def _worth(self, card: Card) -> int:
        """What getting rid of a card is worth: it no longer counts against me, and may count for me."""
        return self.points[card] * (2 if self.table_scores else 1)

    def _take(self, action: Take | Split) -> _Value:
        g, splits = self.deal.game, isinstance(action, Split)
        taken = self.deal.discards[action.at :]
        if isinstance(action, Split) and self.variant.gambit.split == "above":
            taken = (action.card, *self.deal.discards[action.at + 1 + len(action.gone) :])
        hand = without(self.hand, JOKER.bit) if splits else self.hand
        for one in taken:
            hand = add(hand, one)
        before, after = self._layable(self.hand), self._layable(hand)
        gained = sum(self._worth(c) for c in after) - sum(self._worth(c) for c in before)
        left = list(taken)
        for one in after:
            if one in left:
                left.remove(one)
        value = gained - sum(self.points[c] for c in left) - (12.0 if splits else 4.0)
        if g.floats and not self.hand:
            value += 6.0  # with several cards there may be one to go out with
        fact = {"card": action.card.glyph, "count": len(taken)}
        return value, "split" if splits else self._reason("take") if value > 0 else "take-anyway", fact

    def _layable(self, hand: Bits) -> list[Card]:
        """The cards of a hand that could go to the table this turn."""
        g = self.deal.game
        chosen = best_melds(self.deal, hand)
        if self.variant.melding.per_turn == 1:
            chosen = sorted(chosen, key=lambda c: -sum(self.points[p.card] for p in c.placed))[:1]
        points = sum(opening_points(self.variant.scoring, c) for c in chosen) if g.minimum else 0
        if points < g.minimum and not opened(self.deal, self.seat):
            return []
        out: list[Card] = []
        for c in chosen:
            hand = without(hand, c.need)
            out += c.cards
        if self.variant.laying_off.on == "none":
            return out
        fits = fits_on(self.deal.table[n] for n in open_melds(g, self.deal.table, self.seat))
        for c in chosen:
            fits |= c.fits
        return [*out, *unpack(hand & fits & NATURALS & ~g.melder.wild_cards)]

    def _lay_off(self, action: LayOff) -> _Value:
        card = action.placed.card
        fact = {"card": card.glyph}
        if self._last(action.need):
            return -50.0, "wait-for-partner", fact
        if self._ends(action.need):
            return 1001.0 + self._worth(card), "out", fact
        if card.bit & self.precious and self.deal.phase != LAST:
            return 3.0 + self._worth(card) / 10, self._reason("lay-off"), fact
        spoils = any(c.need & card.bit for c in self._melds())
        _, fits = grown(self.deal, self.seat, action)
        behind = sum(self._worth(c) for c in unpack(self.hand & fits & ~self.deal.fits & NATURALS))
        value = (400.0 if not spoils else 90.0) + self._worth(card) + behind / 10
        return value, self._reason("lay-off"), fact

    def _lay_down(self, action: LayDown) -> _Value:
        assert action.combination is not None
        gain = self._gain(action.combination, action.top)
        rank = next((i for i, c in enumerate(self._melds()) if c is action.combination), None)
        if self._last(action.need):
            return -50.0, "wait-for-partner", {"card": action.combination.cards[0].glyph}
        if self._ends(action.need):
            return 1001.0 + gain, "out-meld", {"points": gain}
        if self._holds_back():
            return -45.0, "hold", {}
        if action.top:
            return 500.0 + gain - 12.0, "double", {"points": gain}
        if rank is None:
            return 20.0 + gain / 100, "meld-owed", {}
        return 500.0 + gain, self._reason("meld"), {"points": gain}

    def _ends(self, need: Bits) -> bool:
        """Does this play empty the hand, so that the deal is over?"""
        deal = self.deal
        return not deal.game.floats and deal.phase != LAST and size(need) == size(deal.holdings[self.seat])

    def _last(self, need: Bits) -> bool:
        """Would this play end the deal while the partner holds more than the other side?"""
        g, deal = self.deal.game, self.deal
        if self.variant.match.sides == "none" or g.floats or deal.phase == LAST:
            return False
        if size(self.hand) > size(need) or size(self.hand) == 1:
            return False
        mine = sum(size(deal.holdings[s]) for s in g.sides[g.side_of[self.seat]] if s != self.seat)
        theirs = sum(size(deal.holdings[s]) for s in g.playing if g.side_of[s] != g.side_of[self.seat])
        return mine * 6.5 > theirs * 6.5 + self.variant.scoring.going_out

    def _holds_back(self) -> bool:
        """Is it better to keep the melds in the hand, to lay it all at once for going rummy?"""
        deal, turn = self.deal, self.deal.turn
        fresh = not deal.course.down >> self.seat & 1 and not turn.laid
        if self.variant.scoring.going_rummy == "none" or self.table_scores or not fresh or turn.owed:
            return False
        unmatched = size(self.hand) - sum(len(c.placed) for c in self._melds())
        others = min(size(deal.holdings[s]) for s in deal.game.playing if s != self.seat)
        return 1 < unmatched < 4 and others > 3 and len(deal.stock) > 4 * len(deal.game.playing)

    def _gain(self, made: Combination, top: bool) -> int:
        v = self.variant
        if not self.table_scores:
            return sum(self.points[c] for c in made.cards)
        return meld_points(v.scoring, v.jokers, made) * meld_factor(v.scoring, made, top)

    def _melds(self) -> list[Combination]:
        if self._best is None:
            self._best = best_melds(self.deal, self.hand)
        return self._best

    def _swap(self, action: Swap) -> _Value:
        return (
            450.0 + sum(self._worth(c) for c in action.cards),
            self._reason("swap"),
            {"card": glyphs(action.cards)},
        )

    def _block(self, action: Block) -> _Value:
        """A joker that helps no meld of mine still takes the dealer's away."""
        g = self.deal.game
        foe = g.side_of[self.deal.dealer] != g.side_of[self.seat]
        return (8.0 if foe and not any(c.jokers for c in self._melds()) else -70.0), "block", {}

    def _discard(self, action: Discard) -> _Value:
        card, fact = action.card, {"card": action.card.glyph}
        rest = without(self.hand, card.bit)
        if not rest:
            return 1000.0, "out", fact
        if card.bit & self.precious:
            return -60.0, "discard-joker", fact
        use = _friends(card, rest, self.deal)
        value = self.points[card] - 6.0 * use
        if self.deal.fits & card.bit:
            value -= 25.0
        if any(c.need & card.bit for c in self._melds()):
            value -= 40.0
        value -= 3.0 * _friends(card, self.deal.pile, self.deal) if self.variant.drawing.pile == "any" else 0
        if use or self.deal.fits & card.bit:
            return value, "discard-least", fact
        return value, "discard-unused" if self.deal.table else "discard-alone", fact

    def _knock(self, action: Knock) -> _Value:
        """Knock when little is unmatched, and with a little more when the stock runs low."""
        hand = without(self.hand, action.card.bit)
        for made in self.deal.game.melder.partition(hand, self.points):
            hand = without(hand, made.need)
        unmatched = sum(self.points[c] for c in unpack(hand))
        late = 3 * len(self.deal.stock) < len(self.deal.game.cards)
        good = unmatched <= (18 if late else 10)
        return (300.0 if good else -200.0) - unmatched, "knock", {"points": unmatched}

    def _call(self, action: Call) -> _Value:
        play = action.play
        gain = sum(self._worth(c) for c in unpack(play.need))
        if self.variant.calling.rummy == "take-only":
            return 100.0 + gain, self._reason("call"), {"points": gain // 2}
        rest = list(self.deal.discards[portion(self.deal, play) :])
        for one in unpack(play.need):
            rest.remove(one)
        value = gain - sum(self.points[c] for c in rest)
        return value, self._reason("call"), {"points": gain // 2}


_ASKED: Mapping[type[Action], Callable[[_Thought, Any], _Value]] = {
    Name: _Thought._name,
    Draw: _Thought._draw,
    Take: _Thought._take,
    Split: _Thought._take,
    LayDown: _Thought._lay_down,
    LayOff: _Thought._lay_off,
    Swap: _Thought._swap,
    Block: _Thought._block,
    Discard: _Thought._discard,
    Knock: _Thought._knock,
    Call: _Thought._call,
    Pass: _Thought._pass,
}


def _friends(card: Card, others: Bits, deal: Deal) -> int:
    """How many of the other cards could be part of a meld with this one."""
    others &= NATURALS
    count = (others & RANK_FIELD[card.rank] & ~card.bit).bit_count()
    melder = deal.game.melder
    places = (0, 13) if card.rank == 1 else (card.rank - 1,)
    near = {p + step for p in places for step in (-2, -1, 1, 2) if melder.first <= p + step <= melder.last}
    return count + sum(bool(others & place_card(card.suit, p).bit) for p in near)


def best_melds(deal: Deal, hand: Bits) -> list[Combination]:
    """Melds to lay from a hand: the best partition of natural cards, then wild ones where they help most."""
    g = deal.game
    melder, points, wild = g.melder, g.points, g.melder.wild_cards
    kept = JOKERS if not melder.own else 0
    chosen = list(melder.partition(hand & ~kept & ~(wild | wild << SECOND), points))
    left = hand
    for c in chosen:
        left = without(left, c.need)
    while melder.wild_among(left) and melder.most_jokers:
        some = [c for c in melder.melds(left) if c.jokers == 1]
        if not some:
            break
        best = max(some, key=lambda c: sum(_stands(points, p.stands_for) for p in c.placed))
        chosen.append(best)
        left = without(left, best.need)
    return chosen


def _stands(points: Mapping[Card, int], one: Card) -> int:
    """What the card counts that a wild one stands for; a rank without a suit counts as any card of it."""
    return points[one] if one.suit else points[DECK[one.rank - 1]]


PLAYERS: dict[str, Player] = {"greedy": greedy_player, "random": random_player}
"""The strategies by name."""
