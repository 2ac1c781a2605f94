"""Answer together, in a notebook on the projector: the position, a tally of the class, then the answer.

from rummy.widgets import together
together("lay-off.whose-points")
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets

from rummy.classroom.votes import MOST, votes_html
from rummy.course import exercise
from rummy.course.questions import CARDS
from rummy.pictures import laid_frame, laid_html
from rummy.pictures.paper import el, say_in
from rummy.positions import position
from rummy.words import Unreadable, clip, say

WIDE = {"description_width": "initial"}


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
        self.free = ipywidgets.Textarea(description=say("votes.free"), style=WIDE, layout={"width": "100%"})
        if form is not None and form.options and form.kind != CARDS:
            for option, text in form.options:
                self.hands[option] = ipywidgets.BoundedIntText(
                    min=0, max=MOST, description=clip(text, 60), style=WIDE, layout={"width": "auto"}
                )
        fields = [*self.hands.values()] or [self.free]
        for field in fields:
            field.observe(self._draw, "value")
        task = question.text if question else self.exercise.words("task")
        head = say_in("h3", self.exercise.title) + say_in("p", task) + self._lies()
        tally = ipywidgets.VBox([ipywidgets.HTML(say_in("b", say("votes.hands"))), *fields])
        super().__init__([ipywidgets.HTML(head), tally, self.told, self.answer])
        self._draw()

    def _lies(self) -> str:
        """The position, as whoever answers sees it."""
        one = self.exercise
        if one.question:
            return one.question.picture
        return laid_html(laid_frame(position(one.position, one.id), 0)) if one.position else ""

    def tally(self) -> Mapping[str, int]:
        """How many gave each answer; raises `Unreadable` where a line says neither answer nor number."""
        if self.hands:
            return {option: field.value for option, field in self.hands.items()}
        counted: dict[str, int] = {}
        for line in filter(None, map(str.strip, self.free.value.splitlines())):
            answer, equals, many = line.rpartition("=")
            if not equals or not answer.strip() or not many.strip().isdecimal():
                raise Unreadable(say("votes.line", line=clip(line)))
            counted[answer.strip()] = counted.get(answer.strip(), 0) + int(many.strip()[:6])
        return counted

    def _turn(self, _button: object) -> None:
        self.shown = not self.shown
        self.answer.description = say("votes.hide" if self.shown else "votes.show")
        self._draw()

    def _draw(self, _change: object = None) -> None:
        try:
            self.told.value = votes_html(self.exercise, self.tally(), shown=self.shown)
        except Unreadable as error:
            self.told.value = say_in("p", str(error), role="alert")

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        bundle = super()._repr_mimebundle_(**kwargs)
        data, meta = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        html = self.children[0].value
        return {**data, "text/html": el("div", html), "text/plain": self.exercise.title}, meta


def together(name: str) -> Together:
    """An exercise for a whole class, with a tally of its answers; raises `Unreadable` if there is none."""
    return Together(name)
