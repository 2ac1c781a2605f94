"""What a greedy player thinks: how good each action of one moment looks, in points, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, ClassVar, NamedTuple

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
    JOKER,
    JOKERS,
    NATURALS,
    Bits,
    Card,
    add,
    glyphs,
    size,
    unpack,
    without,
)
from rummy.deal import LAST, Deal, Game, in_play, open_melds
from rummy.law import legal_actions
from rummy.melds import Combination, fits_on
from rummy.outlook import opened
from rummy.players.choice import Choice
from rummy.players.hands import beside, best_melds
from rummy.scoring import meld_points, opening_points, scores_on_table
from rummy.steps import grown, meld_factor, portion

OUT = 1000.0
"""What going out is worth at least."""
SURE = 400.0
"""What a good play is worth at least: beside one, a discard is worth a look only if it is the last card."""

Value = tuple[float, str, Mapping[str, Any]]
"""How good an action looks, in points; the reason; the facts of its sentence."""


def greedy_player(seen: Deal, seat: int, chance: Random) -> Choice:
    """What brings the most now: lay what scores, take what can be laid, discard what is least use to anybody.

    >>> from rummy.deal import seen_by
    >>> from rummy.steps import new_deal
    >>> from rummy.variants import find
    >>> greedy_player(seen_by(new_deal(find("basic")), 0), 0, Random(1)).action
    <A: draw>
    """
    thought = Thought(seen, seat)
    best = thought.best(legal_actions(seen, seat))
    return Choice(best, *thought.value(best)[1:])


class _Known(NamedTuple):
    """What a game means to a greedy player."""

    points: Mapping[Card, int]
    table_scores: bool
    digs: bool
    """May the discard pile be taken deep?"""
    precious: Bits
    """The cards one does not throw away."""
    beside: Mapping[Card, Bits]
    gains: dict[tuple[Combination, bool], int]
    """What melds count, with a joker on top or without, as far as it was asked."""


@cache
def _known(g: Game) -> _Known:
    scores, digs = scores_on_table(g.variant.scoring), g.variant.drawing.pile == "any"
    near = beside(g.melder.first, g.melder.last)
    return _Known(g.points, scores, digs, JOKERS | g.melder.wild_cards, near, {})


class Thought:
    """What a greedy player thinks of the actions of one moment."""

    asked: ClassVar[Mapping[type[Action], Callable[[Any, Any], Value]]]
    """What is thought of each kind of action."""

    def __init__(self, seen: Deal, seat: int) -> None:
        self.deal = seen
        self.variant = seen.variant
        self.seat = seat
        self.hand = in_play(seen, seat) if seen.game.gambit else seen.holdings[seat]
        self.points, self.table_scores, self.digs, self.precious, self.beside, self.gains = _known(seen.game)
        self._best: list[Combination] | None = None
        self._in_melds: Bits | None = None
        self._before: int | None = None

    def best(self, actions: Sequence[Action]) -> Action:
        """The action that looks best, the first of equals."""
        top, most = actions[0], -1e9
        for action in actions:
            if type(action) is Discard:
                if most > SURE and self.hand & self.hand - 1:
                    continue
                worth = self._throw(action.card)
            else:
                worth = self.value(action)[0]
            if worth > most:
                top, most = action, worth
        return top

    def value(self, action: Action) -> Value:
        """How good an action looks, in points, and why."""
        asked = self.asked.get(type(action))
        return asked(self, action) if asked else (0.0, "chance", {})

    def _draw(self, action: Draw) -> Value:
        return 0.0, "draw", {}

    def _pass(self, action: Pass) -> Value:
        return -1.0, "pass", {}

    def _name(self, action: Name) -> Value:
        """With cards that count on the table doubling pays the dealer, who has a joker to himself."""
        good = "double" if self.table_scores else "wild"
        return float(action.effect == good), f"name-{action.effect}", {}

    def _reason(self, reason: str) -> str:
        """The reason where cards count on the table; where they do not, getting rid of them is one."""
        return reason if self.table_scores else f"{reason}-rid"

    def _worth(self, card: Card) -> int:
        """What getting rid of a card is worth: it no longer counts against me, and may count for me."""
        return self.points[card] * (2 if self.table_scores else 1)

    def _take(self, action: Take | Split) -> Value:
        g, splits = self.deal.game, isinstance(action, Split)
        taken = self.deal.discards[action.at :]
        if isinstance(action, Split) and self.variant.gambit.split == "above":
            taken = (action.card, *self.deal.discards[action.at + 1 + len(action.gone) :])
        hand = without(self.hand, JOKER.bit) if splits else self.hand
        for one in taken:
            hand = add(hand, one)
        if self._before is None:
            self._before = sum(map(self._worth, self._layable(self.hand)))
        after = self._layable(hand)
        gained = sum(map(self._worth, after)) - self._before
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
        rules, fits = self.variant.laying_off, self.deal.fits
        if rules.on != "any" or rules.needs_own_meld == "yes":
            fits = fits_on(self.deal.table[n] for n in open_melds(g, self.deal.table, self.seat))
        if rules.on == "none":
            return out
        for c in chosen:
            fits |= c.fits
        return [*out, *unpack(hand & fits & NATURALS & ~g.melder.wild_cards)]

    def _lay_off(self, action: LayOff) -> Value:
        card = action.placed.card
        fact = {"card": card.glyph}
        if self._last(action.need):
            return -50.0, "wait-for-partner", fact
        if self._ends(action.need):
            return OUT + 1 + self._worth(card), "out", fact
        if card.bit & self.precious and self.deal.phase != LAST:
            return 3.0 + self._worth(card) / 10, self._reason("lay-off"), fact
        spoils = any(c.need & card.bit for c in self._melds())
        _, fits = grown(self.deal, self.seat, action)
        behind = sum(self._worth(c) for c in unpack(self.hand & fits & ~self.deal.fits & NATURALS))
        value = (400.0 if not spoils else 90.0) + self._worth(card) + behind / 10
        return value, self._reason("lay-off"), fact

    def _lay_down(self, action: LayDown) -> Value:
        assert action.combination is not None
        gain = self._gain(action.combination, action.top)
        if self._last(action.need):
            return -50.0, "wait-for-partner", {"card": action.combination.cards[0].glyph}
        if self._ends(action.need):
            return OUT + 1 + gain, "out-meld", {"points": gain}
        if self._holds_back():
            return -45.0, "hold", {}
        if action.top:
            return 500.0 + gain - 12.0, "double", {"points": gain}
        if action.combination not in self._melds():
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
        """What a meld counts on the table, or no longer counts in the hand."""
        gain = self.gains.get((made, top))
        if gain is None:
            v = self.variant
            gain = sum(self.points[c] for c in made.cards)
            if self.table_scores:
                gain = meld_points(v.scoring, v.jokers, made) * meld_factor(v.scoring, made, top)
            self.gains[made, top] = gain
        return gain

    def _melds(self) -> list[Combination]:
        if self._best is None:
            self._best = best_melds(self.deal, self.hand)
        return self._best

    def _melded(self) -> Bits:
        """The cards of the best melds."""
        if self._in_melds is None:
            self._in_melds = 0
            for c in self._melds():
                self._in_melds |= c.need
        return self._in_melds

    def _swap(self, action: Swap) -> Value:
        return (
            450.0 + sum(self._worth(c) for c in action.cards),
            self._reason("swap"),
            {"card": glyphs(action.cards)},
        )

    def _block(self, action: Block) -> Value:
        """A joker that helps no meld of mine still takes the dealer's away."""
        g = self.deal.game
        foe = g.side_of[self.deal.dealer] != g.side_of[self.seat]
        return (8.0 if foe and not any(c.jokers for c in self._melds()) else -70.0), "block", {}

    def _discard(self, action: Discard) -> Value:
        card, fact = action.card, {"card": action.card.glyph}
        value = self._throw(card)
        if self.hand == card.bit:
            return value, "out", fact
        if card.bit & self.precious:
            return value, "discard-joker", fact
        if self.hand & self.beside[card] or self.deal.fits & card.bit:
            return value, "discard-least", fact
        return value, "discard-unused" if self.deal.table else "discard-alone", fact

    def _throw(self, card: Card) -> float:
        """How good it looks to discard a card: what it costs in the hand, less what it may be good for."""
        bit = card.bit
        if self.hand == bit:
            return OUT
        if bit & self.precious:
            return -60.0
        near = self.beside[card]
        value = self.points[card] - 6.0 * (near & self.hand).bit_count()
        if self.deal.fits & bit:
            value -= 25.0
        if self._melded() & bit:
            value -= 40.0
        return value - 3.0 * (near & self.deal.pile).bit_count() if self.digs else value

    def _knock(self, action: Knock) -> Value:
        """Knock when little is unmatched, and with a little more when the stock runs low."""
        hand = without(self.hand, action.card.bit)
        for made in self.deal.game.melder.partition(hand, self.points):
            hand = without(hand, made.need)
        unmatched = sum(self.points[c] for c in unpack(hand))
        late = 3 * len(self.deal.stock) < len(self.deal.game.cards)
        good = unmatched <= (18 if late else 10)
        return (300.0 if good else -200.0) - unmatched, "knock", {"points": unmatched}

    def _call(self, action: Call) -> Value:
        play = action.play
        gain = sum(self._worth(c) for c in unpack(play.need))
        if self.variant.calling.rummy == "take-only":
            return 100.0 + gain, self._reason("call"), {"points": gain // 2}
        rest = list(self.deal.discards[portion(self.deal, play) :])
        for one in unpack(play.need):
            rest.remove(one)
        value = gain - sum(self.points[c] for c in rest)
        return value, self._reason("call"), {"points": gain // 2}


Thought.asked = {
    Name: Thought._name,
    Draw: Thought._draw,
    Take: Thought._take,
    Split: Thought._take,
    LayDown: Thought._lay_down,
    LayOff: Thought._lay_off,
    Swap: Thought._swap,
    Block: Thought._block,
    Discard: Thought._discard,
    Knock: Thought._knock,
    Call: Thought._call,
    Pass: Thought._pass,
}
