"""Points of a common deal in a notebook: typed in or pasted, and the table stands below, with the median.

from rummy.widgets.scores import scores
scores("BHR-FHBS")
"""

from __future__ import annotations

from typing import Any

import ipywidgets

from rummy.course.duplicate import duplicate, placed_page, read_scores
from rummy.pictures.paper import say_in
from rummy.rulebook import fragment
from rummy.words import Unreadable, say

STYLE: dict[str, Any] = {"style": {"description_width": "initial"}}


class Scores(ipywidgets.VBox):  # type: ignore[misc]
    """The points of a class for the same cards.

    Args:
        code: the code of the deal, which heads the table.
        lines: names and points, one pupil a line.
    """

    def __init__(self, code: str = "", lines: str = "") -> None:
        self.code = ipywidgets.Text(value=code, description=say("tool.scores.code"), **STYLE)
        self.lines = ipywidgets.Textarea(
            value=lines,
            rows=12,
            placeholder=say("tool.scores.example"),
            description=say("tool.scores.lines"),
            layout={"width": "auto"},
            **STYLE,
        )
        self.told = ipywidgets.HTML()
        super().__init__([self.code, self.lines, self.told])
        for field in (self.code, self.lines):
            field.observe(lambda _: self._draw(), "value")
        self._draw()

    def _draw(self) -> None:
        try:
            placed = duplicate(read_scores(self.lines.value))
        except Unreadable as error:
            self.told.value = say_in("p", str(error), role="alert")
            return
        page = placed_page(self.code.value.strip(), placed)
        self.told.value = fragment(page) if placed else say_in("p", say("tool.scores.none"))


def scores(code: str = "", lines: str = "") -> Scores:
    """The points of a class for a common deal, typed in or pasted: a table with the median of the class."""
    return Scores(code, lines)
