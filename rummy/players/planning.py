"""A player that imagines how the deal could go on, and does what turns out best.

It deals out the hidden cards as they may lie (`Imagined`), tries the few actions that look best in every one
of these deals, and lets greedy players play each to its end. What looks best at once is what it does, unless
another action did better beyond doubt.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from random import Random
from time import process_time
from typing import NamedTuple, cast

from rummy.actions import Action, Discard, LayDown, LayOff, Take
from rummy.deal import Deal
from rummy.law import legal_actions
from rummy.players.choice import Choice, Player
from rummy.players.deeds import Deed, deed
from rummy.players.hopeful import Hopeful
from rummy.players.imagined import Imagined, ending, lead
from rummy.players.thought import OUT, Thought
from rummy.words import Unreadable, clip, say

ITERATIONS = 40
"""In so many imagined deals the actions are tried, if nothing else is said."""
MOST: dict[type[Action], int] = {Take: 3, Discard: 4}
"""So many of each kind are tried; of other kinds two."""
FEWEST = 6
"""So many imagined deals tell something: before, nothing is given up and nothing else is chosen."""
DROP, SURE = 0.7, 1.2
"""By how many standard errors an action has to do worse to be given up, and better to be chosen."""


class Planner(NamedTuple):
    """A player with a budget: so many imagined deals, and perhaps so many milliseconds of computing."""

    iterations: int
    milliseconds: float | None = None

    def __call__(self, seen: Deal, seat: int, chance: Random) -> Choice:
        """What turns out best in the imagined deals, and by how much."""
        actions = legal_actions(seen, seat)
        imagined = Imagined(seen, seat)
        thought = Hopeful(seen, seat, imagined.unseen)
        base = thought.best(actions)
        worth, reason, facts = thought.value(base)
        if len(actions) == 1 or worth >= OUT:
            return Choice(base, reason, facts)
        until = None if self.milliseconds is None else process_time() + self.milliseconds / 1000
        rivals = [_Rival(a) for a in candidates(thought, actions) if a is not base]
        self._try(imagined, base, rivals, Random(chance.random()), until)
        if max((r.deals for r in rivals), default=0) < min(FEWEST, self.iterations):
            return Choice(base, reason, facts)
        best = max(rivals, key=lambda r: r.gain - SURE * r.error)
        if best.gain > SURE * best.error:
            return Choice(best.action, *_reason(best, deed(base)))
        best = max(rivals, key=lambda r: r.gain)
        return Choice(base, *_reason(best, deed(best.action)))

    def _try(
        self, imagined: Imagined, base: Action, rivals: list[_Rival], chance: Random, until: float | None
    ) -> None:
        """Try the actions in one imagined deal after the other, as long as any may be better."""
        left = rivals
        for tried in range(self.iterations):
            if not left:
                return
            deal, seat, seed = imagined.deal(chance), imagined.seat, chance.random()
            ahead = []
            for action in (base, *(r.action for r in left)):
                if until is not None and process_time() > until:
                    return
                ahead.append(lead(ending(deal, action, seed), seat))
            for rival, other in zip(left, ahead[1:], strict=True):
                rival.add(other - ahead[0])
            if tried + 1 >= FEWEST:
                left = [r for r in left if r.gain > -DROP * r.error]


class _Rival:
    """An action that is tried beside the one that looks best: how much better it does, deal by deal."""

    def __init__(self, action: Action) -> None:
        self.action = action
        self.deals = 0
        self.gain = self._spread = 0.0

    def add(self, gap: float) -> None:
        """Count one more imagined deal, in which it was better by so many points."""
        self.deals += 1
        step = gap - self.gain
        self.gain += step / self.deals
        self._spread += step * (gap - self.gain)

    @property
    def error(self) -> float:
        """The standard error of the mean gain."""
        return sqrt(self._spread / (self.deals - 1) / self.deals) if self.deals > 1 else 0.0


def candidates(thought: Thought, actions: Iterable[Action]) -> list[Action]:
    """The few actions worth trying, the one that looks best first.

    Beside a play those that need the same cards, and the best thing to do instead of playing; otherwise the
    best few of each kind.
    """
    ranked = sorted(actions, key=lambda a: -thought.value(a)[0])
    top = ranked[0]
    if isinstance(top, LayDown | LayOff):
        plays = [a for a in ranked if isinstance(a, LayDown | LayOff)]
        other = [a for a in ranked if not isinstance(a, LayDown | LayOff)]
        return [top, *[a for a in plays[1:] if a.need & top.need][:2], *other[:1]]
    kept: list[Action] = []
    for action in ranked:
        kind = type(action)
        if sum(type(a) is kind for a in kept) < MOST.get(kind, 2):
            kept.append(action)
    return kept[:6]


def _reason(rival: _Rival, other: Deed) -> tuple[str, dict[str, object]]:
    """Why an action was chosen: by how much it was better than another, if it was."""
    points = round(abs(rival.gain))
    chosen = rival.gain > SURE * rival.error
    if not points or (rival.gain > 0) != chosen:
        return "planned-even", {"deals": rival.deals, "other": other}
    return "planned", {"deals": rival.deals, "count": points, "other": other}


def planner(iterations: int | None = ITERATIONS, milliseconds: float | None = None) -> Player:
    """A planner that tries its moves in so many imagined deals, computing for so many milliseconds at most.

    Without a number of deals only time counts; without a time it always chooses alike where it sees alike.

    >>> from rummy.deal import seen_by
    >>> from rummy.steps import new_deal
    >>> from rummy.variants import find
    >>> deal = seen_by(new_deal(find("basic"), seed=1), 0)
    >>> planner(8)(deal, 0, Random(1)).action is planner(8)(deal, 0, Random(1)).action
    True
    """
    for budget in (iterations, milliseconds):
        if not 0 < (1 if budget is None else budget) < 10**9:
            raise Unreadable(say("error.budget", text=clip(str(budget))))
    if iterations is None and milliseconds is None:
        raise Unreadable(say("error.budget", text=""))
    return cast(Player, Planner(10**9 if iterations is None else iterations, milliseconds))


planner_player: Player = planner()
"""The planner with the usual number of imagined deals."""
