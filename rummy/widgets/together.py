"""Answer together, in a notebook on the projector: the position, a tally of the class, then the answer.

from rummy.widgets import together
together("lay-off.whose-points")
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import ipywidgets

from rummy.classroom.votes import MOST, votes_html
from rummy.course import exercise
from rummy.course.questions import CARDS, NUMBER
from rummy.lines import spoken
from rummy.pictures import laid_frame, laid_html
from rummy.pictures.paper import el, say_in
from rummy.positions import position
from rummy.words import Unreadable, clip, say

WIDE = {"description_width": "initial"}
LINES = 6
"""How many answers of a class can be seen at once, where they are typed in."""


@cache
def _style() -> str:
    """The look: that of a task at a table, in large print."""
    folder = Path(__file__).parent
    sheets = ((folder / f"{name}.css").read_text("utf-8") for name in ("table", "task", "together"))
    return el("style", *sheets)


def _paper(*parts: str) -> str:
    """Something that looks as it does in a task."""
    return el("div", el("div", *parts, class_="body"), class_="rummy-table rummy-task")


class Together(ipywidgets.VBox):  # type: ignore[misc]
    """An exercise for a whole class.

    Args:
        name: the id of an exercise, or of a drill question.
    """

    def __init__(self, name: str) -> None:
        self.exercise = exercise(name)
        self.shown = False
        self.told = ipywidgets.HTML()
        self.answer = ipywidgets.Button(description=say("votes.show"))
        self.answer.on_click(self._turn)
        question = self.exercise.question
        form = question.form if question else None
        self.hands: dict[str, ipywidgets.BoundedIntText] = {}
        self.example = "7" if form and form.kind == NUMBER else "7H 10C" if form else spoken("discard KS")
        """An answer as one is typed in, and hardly the right one."""
        self.free = ipywidgets.Textarea(
            description=say("votes.free", example=self.example),
            rows=LINES,
            style=WIDE,
            layout={"width": "100%"},
        )
        if form is not None and form.options and form.kind != CARDS:
            for option, text in form.options:
                self.hands[option] = ipywidgets.BoundedIntText(
                    min=0, max=MOST, description=clip(text, 200), style=WIDE, layout={"width": "auto"}
                )
        fields = [*self.hands.values()] or [self.free]
        for field in fields:
            field.observe(self._draw, "value")
        task = question.text if question else self.exercise.words("task")
        head = (
            say_in("h3", self.exercise.title, class_="name"),
            say_in("p", task, class_="goal"),
            self._lies(),
        )
        shown = ipywidgets.HTML(_style() + _paper(*head))
        super().__init__([shown, *fields, self.told, self.answer])
        self.add_class("rummy-together")
        self._draw()

    def _lies(self) -> str:
        """The position, as whoever answers sees it."""
        one = self.exercise
        picture = one.question.picture if one.question else ""
        if one.position:
            picture = picture or laid_html(laid_frame(position(one.position, one.id), 0))
        return el("div", picture, class_="felt") if picture else ""

    def tally(self) -> Mapping[str, int]:
        """How many gave each answer; raises `Unreadable` where a line says neither answer nor number."""
        if self.hands:
            return {option: field.value for option, field in self.hands.items()}
        counted: dict[str, int] = {}
        for line in filter(None, map(str.strip, self.free.value.splitlines())):
            answer, equals, many = line.rpartition("=")
            if not equals or not answer.strip() or not many.strip().isdecimal():
                raise Unreadable(say("votes.line", line=clip(line), example=self.example))
            counted[answer.strip()] = counted.get(answer.strip(), 0) + int(many.strip()[:6])
        return counted

    def _turn(self, _button: object) -> None:
        self.shown = not self.shown
        self.answer.description = say("votes.hide" if self.shown else "votes.show")
        self._draw()

    def _draw(self, _change: object = None) -> None:
        try:
            told = votes_html(self.exercise, self.tally(), shown=self.shown)
        except Unreadable as error:
            told = say_in("p", str(error), role="alert", class_="panel error")
        self.told.value = _paper(told) if told else ""

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        bundle = super()._repr_mimebundle_(**kwargs)
        data, meta = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        html = el("div", self.children[0].value, class_="rummy-together")
        return {**data, "text/html": html, "text/plain": self.exercise.title}, meta


def together(name: str) -> Together:
    """An exercise for a whole class, with a tally of its answers; raises `Unreadable` if there is none."""
    return Together(name)
