"""How a deal went, counted: turns, choices, waiting, what was taken from the pile and what became of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from rummy.actions import (
    Action,
    Block,
    Discard,
    Draw,
    Knock,
    LayDown,
    LayOff,
    Pass,
    Shuffle,
    Split,
    Start,
    Swap,
    Take,
)
from rummy.cards import Card, copies
from rummy.deal import CALL, DRAW, LAST, OPENING, Deal
from rummy.melds import Meld


class Step(NamedTuple):
    """One moment of a deal: what was done, and among how many legal actions of that seat it was chosen."""

    deal: Deal
    action: Action
    options: int


class Flow:
    """What is counted on the way through a deal."""

    def __init__(self, steps: Sequence[Step], over: Deal) -> None:
        seats = over.game.seats
        self.sums: Counter[str] = Counter()
        self.options: Counter[int] = Counter()
        """How often a decision was made among so many legal actions."""
        self.depths: Counter[int] = Counter()
        """How often so many cards were taken at once, where they were more than one."""
        self.deep: list[list[Card]] = [[] for _ in range(seats)]
        """The cards in each hand that were taken together with others."""
        self.shown: list[list[Card]] = [[] for _ in range(seats)]
        """Such cards that each seat has laid on the table."""
        self._walk(steps, over)

    def _walk(self, steps: Sequence[Step], over: Deal) -> None:
        seats, options, portions = over.game.seats, self.options, over.game.calls == "take-portion"
        decisions = turns = waits = waited = forced = choices = 0
        acted, rested = [0] * seats, [(-1, 0)] * seats
        free = True
        for at, (deal, action, many) in enumerate(steps):
            kind, phase, who = type(action), deal.phase, action.seat
            if kind is Shuffle or kind is Start or (phase == CALL and many == 1 and kind is Pass):
                continue
            after = steps[at + 1].deal if at + 1 < len(steps) else over
            decisions += 1
            acted[who] += 1
            options[many] += 1
            choices += many > 1
            begins = kind in _DRAWS or phase == OPENING
            if phase == CALL and after.table is not deal.table:
                self.sums["event.call"] += 1
                begins = portions
                held = deal.window.held if deal.window and kind is Pass else None
                who = held.seat if held else who
            if begins:
                since, mine = rested[who]
                if since >= 0:
                    waits += 1
                    waited += decisions - since - (acted[who] - mine)
                forced += not free
                turns, free = turns + 1, False
            if begins or (phase != CALL and phase != LAST):
                rested[who] = decisions, acted[who]
                free = free or many > 1
            noticed = _NOTICED.get(kind)
            if noticed is not None:
                noticed(self, deal, action, after)
        self.sums.update(
            {
                "decisions": decisions,
                "options": sum(n * often for n, often in options.items()),
                "choices": choices,
                "turns": turns,
                "turns.squares": turns * turns,
                "turns.forced": forced + (not free),
                "waits": waits,
                "waited": waited,
                f"end.{_ending(steps, over)}": 1,
                "event.recycled": over.course.recycled,
                "event.rummy": over.course.rummy,
            }
        )

    def _take(self, deal: Deal, action: Take, after: Deal) -> None:
        taken = after.turn.taken
        self.sums["takes"] += 1
        if len(taken) > 1:
            self.sums["deep"] += 1
            self.sums["deep.cards"] += len(taken)
            self.depths[len(taken)] += 1
            self.deep[action.seat] += taken

    def _split(self, deal: Deal, action: Split, after: Deal) -> None:
        self.sums["event.split"] += 1
        self._take(deal, action, after)  # type: ignore[arg-type]

    def _lay_down(self, deal: Deal, action: LayDown, after: Deal) -> None:
        self.sums["event.double"] += after.table[-1].factor > 1
        self._laid(action.seat, [p.card for p in action.placed], deal, after)

    def _lay_off(self, deal: Deal, action: LayOff, after: Deal) -> None:
        self._laid(action.seat, (action.placed.card,), deal, after)

    def _swap(self, deal: Deal, action: Swap, after: Deal) -> None:
        """What is exchanged no longer lies on the table for the seat that laid it."""
        self.sums["event.exchange"] += 1
        back = _lain(deal.table[action.on]) - _lain(after.table[action.on])
        for seat, one in back:
            if one in self.shown[seat]:
                self.shown[seat].remove(one)
        self._laid(action.seat, action.cards, deal, after)

    def _laid(self, seat: int, cards: Sequence[Card], deal: Deal, after: Deal) -> None:
        """Of two equal cards the one that was taken together with others is laid first."""
        for one in cards if self.deep[seat] else ():
            if self._holds_deep(deal, seat, one):
                self.deep[seat].remove(one)
                self.shown[seat].append(one)
        self._floats(seat, after)

    def _discard(self, deal: Deal, action: Discard, after: Deal) -> None:
        """Of two equal cards the one that was taken together with others is discarded last."""
        self._holds_deep(after, action.seat, action.card)
        self._floats(action.seat, after)

    def _holds_deep(self, deal: Deal, seat: int, one: Card) -> bool:
        """Is one of a hand's cards of this kind such a card? Those that have left the hand no longer are."""
        deep, there = self.deep[seat], copies(deal.holdings[seat], one)
        while deep.count(one) > there:
            deep.remove(one)
        return one in deep

    def _floats(self, seat: int, after: Deal) -> None:
        if not after.holdings[seat] and after.game.floats and after.course.out is None:
            self.sums["event.float"] += 1

    def _knock(self, deal: Deal, action: Knock, after: Deal) -> None:
        self.sums["event.knock"] += 1

    def _block(self, deal: Deal, action: Block, after: Deal) -> None:
        self.sums["event.block"] += 1


_DRAWS = frozenset((Draw, Take, Split))
_NOTICED: Mapping[type[Action], Callable[[Flow, Deal, Any, Deal], None]] = {
    Take: Flow._take,
    Split: Flow._split,
    LayDown: Flow._lay_down,
    LayOff: Flow._lay_off,
    Swap: Flow._swap,
    Discard: Flow._discard,
    Knock: Flow._knock,
    Block: Flow._block,
}


def _lain(meld: Meld) -> Counter[tuple[int, Card]]:
    """The cards of a meld, with the seats for which they lie there."""
    return Counter((lay.seat, placed.card) for lay in meld.lays for placed in lay.placed)


def _ending(steps: Sequence[Step], over: Deal) -> str:
    """How a deal came to its end, as one of `ENDINGS`."""
    last = steps[-1]
    if over.course.out is not None:
        return "knock" if type(last.action) is Knock else "out"
    if type(last.action) is Pass and last.deal.phase == DRAW:
        return "stock" if last.options > 1 else "blocked"
    return "bound"


ENDINGS = ("out", "knock", "stock", "blocked", "bound")
"""Somebody went out; knocked; the stock was used up and the pile declined; nothing was left to draw; for too
long nobody laid a card."""
EVENTS = ("call", "float", "recycled", "double", "knock", "exchange", "rummy", "split", "block")
"""What happens only now and then."""
