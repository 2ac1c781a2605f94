"""The lessons: what each teaches, and its exercises, as they are written in ``data/course``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from rummy.cards import card
from rummy.course.drills import DRILL, reopened
from rummy.course.questions import CARDS, Form, Question
from rummy.pictures import laid_frame, laid_html
from rummy.positions import named, position
from rummy.rules import Article, article
from rummy.variants import Variant, find
from rummy.words import Unreadable, catalogue, clip, data, listed, nearest, say

TURN, DEAL = "turn", "deal"
"""How long an exercise lasts: until the learner's turn has ended, or the deal."""


class Exercise(NamedTuple):
    """Something to do: a position and what is to be reached, a question, or a whole deal."""

    id: str
    """The lesson and a name, by a dot; public, never used again."""
    text: Mapping[str, Any]
    """As it is written in the lesson's file."""

    @property
    def lesson(self) -> str:
        """The lesson it belongs to."""
        return self.id.partition(".")[0]

    @property
    def articles(self) -> tuple[Article, ...]:
        """The rules it teaches or asks for, the chief one first."""
        return tuple(article(one) for one in self.text.get("articles", ()))

    @property
    def position(self) -> Mapping[str, Any] | None:
        """The position it begins with; None where a deal is dealt or nothing lies."""
        place = self.text.get("position")
        return named(place) if isinstance(place, str) else place

    @property
    def variant(self) -> Variant:
        """The rules it is about: those of its position, else of its lesson."""
        place = self.position or {}
        own = find(
            str(place.get("variant") or self.text.get("variant") or lesson(self.lesson).text["variant"])
        )
        return own.changed(place.get("options", {}))

    @property
    def goals(self) -> tuple[str, ...]:
        """What must hold in the end."""
        return tuple(self.text.get("goal", ()))

    @property
    def fails(self) -> tuple[str, ...]:
        """What makes it wrong at once."""
        return tuple(self.text.get("fail", ()))

    @property
    def solution(self) -> tuple[str, ...]:
        """One right way, line by line."""
        return tuple(self.text.get("solution", ()))

    @property
    def within(self) -> str:
        """How long it lasts."""
        return str(self.text.get("within", TURN))

    @property
    def par(self) -> int:
        """The fewest actions that reach it; 0 where that does not matter."""
        return int(self.text.get("par", len(self.solution)))

    def words(self, key: str, default: str = "") -> str:
        """Its text of this name: task, nudge, why, wrong, option.<name>, feedback.<name>."""
        return catalogue().get(f"course.{self.id}.{key}", default)

    @property
    def title(self) -> str:
        """Its name in words."""
        kind = self.text.get("drill")
        return say(f"drill.kind.{kind}") if kind else self.words("title", say("course.title"))

    @property
    def question(self) -> Question | None:
        """What it asks, if it is a question."""
        kind = self.text.get("ask")
        if kind == DRILL:
            return reopened(self.id)
        if kind is None:
            return None
        right, place = self.text["right"], self.position
        given = right.split() if kind == CARDS else right if isinstance(right, list) else [str(right)]
        names = tuple(self.text.get("options", ()))
        options = tuple((name, self.words(f"option.{name}") or card(name).name) for name in names)
        feedback = {name: self.words(f"feedback.{name}") for name in names if self.words(f"feedback.{name}")}
        picture = laid_html(laid_frame(position(place, self.id))) if place else ""
        form = Form(kind, options, self.words("unit"))
        return Question(self.id, self.words("task"), form, tuple(given), self.words("why"), picture, feedback)


class Lesson(NamedTuple):
    """A lesson: one family of rules, taught in a few minutes."""

    id: str
    text: Mapping[str, Any]
    exercises: tuple[Exercise, ...]

    @property
    def number(self) -> int:
        """Its place in the course."""
        return int(self.text["number"])

    @property
    def title(self) -> str:
        """Its name in words."""
        return say(f"course.{self.id}.title")

    @property
    def notebook(self) -> str:
        """The notebook it is told in."""
        return f"{self.number:02}-{self.id}.ipynb"

    @property
    def place(self) -> str:
        """Where its page stands on the site."""
        return f"lessons/{self.notebook.removesuffix('.ipynb')}/"

    @property
    def minutes(self) -> int:
        """How long it takes."""
        return int(self.text["minutes"])

    @property
    def variant(self) -> Variant:
        """The rules taught so far: what its deal is played by."""
        return find(self.text["variant"])

    @property
    def teaches(self) -> tuple[Article, ...]:
        """The rules it teaches."""
        return tuple(article(one) for one in self.text["teaches"])

    @property
    def asks(self) -> Exercise:
        """What whoever knows the lesson can answer: by it somebody finds where to begin."""
        return exercise(self.text["asks"])

    @property
    def review(self) -> tuple[Exercise, ...]:
        """Exercises of earlier lessons to do again."""
        return tuple(exercise(one) for one in self.text.get("review", ()))


@cache
def lessons() -> tuple[Lesson, ...]:
    """The lessons of the course, in their order.

    >>> lessons()[0].number
    0
    """
    folder = resources.files("rummy").joinpath("data/course")
    made = []
    for name in sorted(f.name for f in folder.iterdir() if f.name.endswith(".toml")):
        book, key = data(f"course/{name}"), name.removesuffix(".toml")
        rows = tuple(Exercise(str(row["id"]), row) for row in book.get("exercise", ()))
        made.append(Lesson(key, book["lesson"], rows))
    return tuple(sorted(made, key=lambda one: one.number))


def lesson(name: str) -> Lesson:
    """The lesson of this name; raises `Unreadable` with the nearest one if there is none."""
    known = {one.id: one for one in lessons()}
    if name not in known:
        there = nearest(str(name), known) or f" {say('course.error.lessons', names=listed([*known]))}"
        raise Unreadable(say("course.error.lesson", text=clip(str(name))) + there)
    return known[name]


@cache
def exercises() -> Mapping[str, Exercise]:
    """Every exercise of the course, by id."""
    return {one.id: one for book in lessons() for one in book.exercises}


def exercise(name: str) -> Exercise:
    """An exercise or drill question of this id; raises `Unreadable` if there is none."""
    known = exercises()
    if name.startswith(f"{DRILL}/"):
        return Exercise(name, {"ask": DRILL, "drill": name.split("/")[1]})
    if name not in known:
        raise Unreadable(say("course.error.exercise", text=clip(str(name))) + nearest(str(name), known))
    return known[name]
