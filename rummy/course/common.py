"""A common deal being played: one table for everybody with the code, and the points it brought."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rummy.course.codes import read_code
from rummy.course.task import RIGHT, Result
from rummy.deal import counts
from rummy.players import Player, player
from rummy.table import Table
from rummy.variants import Variant
from rummy.words import say

COMMON = "common"
"""What the id of a common deal begins with, among the tries of a learner."""


class CommonDeal(Table):
    """The table of a deal code. Nothing is taken back there; each end of the deal is a result.

    Args:
        code: the deal code.
        rules: the rules of the class, for a code that leaves them open; None: those beside the notebook.
        on_change: called with the new state whenever something has changed.
        on_result: called with a `Result` whenever the deal is over; ``did`` is the points.

    >>> CommonDeal("BHR-FHBS").arguments
    {'code': 'BHR-FHBS'}
    """

    def __init__(
        self,
        code: str,
        *,
        rules: Variant | str | None = None,
        on_change: Callable[[dict[str, Any]], None] | None = None,
        on_result: Callable[[Result], None] | None = None,
    ) -> None:
        self.common = read_code(code, rules)
        self.rules = rules if isinstance(rules, str) else None
        self.on_result = on_result or (lambda result: None)
        self.hints, self.told = 0, False
        made = self.common
        super().__init__(
            made.rules,
            seats=made.seats,
            players=made.player,
            seed=made.code,
            title=say("common.title", title=made.rules.title, code=made.code),
            key=f"{COMMON}/{made.code}",
            on_change=on_change,
        )

    @property
    def arguments(self) -> dict[str, Any]:
        """What it takes to put up the same deal elsewhere."""
        return {"code": self.common.code, **({"rules": self.rules} if self.rules else {})}

    def frame(self) -> dict[str, Any]:
        """The frame of the table, without what would make the deal another one."""
        frame = super().frame()
        frame["can"].update(undo=False, next=False, new=False)
        return frame

    def handle(self, message: Mapping[str, Any]) -> None:
        """Take what somebody did at the front end; whatever happens is shown, nothing is raised."""
        kind = message.get("type") if isinstance(message, Mapping) else None
        if kind in ("undo", "new", "next"):
            self._said += 1
            self._tell("info", say(f"common.no-{kind}"))
            self.on_change(self.state())
            return
        self.hints += kind == "hint"
        if kind == "again":
            self.hints, self.told = 0, False
        super().handle(message)
        if self.deal.over and not self.told:
            self.told = True
            if kind != "resume":
                self.on_result(self._result())

    def _player(self, seat: int) -> Player:
        """The computer player, given as much thought on every machine."""
        return player(self.common.player)

    def _result(self) -> Result:
        """What the deal brought."""
        side = self.deal.game.side_of[self.you or 0]
        points = counts(self.deal)[side].points
        moves = sum(step.action.seat == self.you for step in self.steps)
        return Result(f"{COMMON}/{self.common.code}", RIGHT, self.hints, moves, str(points))
