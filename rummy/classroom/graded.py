"""Graded notebooks: exercises as an nbgrader assignment; answers are plain text, checked by id."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from rummy.course import Exercise, Judged, Question, Task, exercise, lesson, lessons
from rummy.course.questions import CARDS, CHOICE, NUMBER
from rummy.course.task import NEW, RIGHT, WRONG
from rummy.pictures import laid_html
from rummy.words import ENGLISH, Told, Unreadable, clip, language, say

Json = dict[str, Any]
KERNEL: Json = {
    "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
    "language_info": {"name": "python"},
}
"""What a notebook of ours says of the kernel that it wants, so that nobody is asked to choose one."""
PLAY = "play"
"""How an exercise is answered that is no question: by lines of play."""


class NotRight(Told):
    """An answer that earns nothing, as one sentence; a grader sees an error, a pupil no traceback."""


def variable(name: str) -> str:
    """What the answer to an exercise is called in a notebook; nbgrader knows its cells by it, too.

    >>> variable("melds.one-suit")
    'melds_one_suit'
    """
    return re.sub(r"\W", "_", name)


def check(name: str, answer: object) -> Judged:
    """What an answer is worth, and the sentence that says why; raises `Unreadable` for an unknown exercise.

    Args:
        name: the id of an exercise of the course, or of a drill question.
        answer: lines of play, the name of an option or a list of them, cards, a number; ... or None for none.

    >>> check("melds.one-suit", ["meld 4C 5C 6C", "discard JS"]).right
    True
    >>> check("melds.keep", "must").text[:33]
    'Not so. Nobody has to lay down a '
    >>> check("melds.keep", ...).right is None
    True
    """
    task = Task(name)
    given = [*answer] if isinstance(answer, tuple | set | frozenset) else answer
    if given is None or given is ...:
        return Judged(None, say("graded.missing"))
    if task.question is None:
        return _played(task, given)
    try:
        judged = task.question.judge(given)
    except Unreadable as error:
        return Judged(False, str(error))
    return Judged(judged.right, " ".join([judged.text, *judged.feedback.values()]))


def _played(task: Task, given: object) -> Judged:
    """What lines of play are worth; the first one that is refused ends it."""
    lines = given.splitlines() if isinstance(given, str) else given
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        return Judged(False, say("graded.lines"))
    table = task.table
    for line in filter(str.strip, lines):
        before = len(table.steps) if table else 0
        task.handle({"type": "say", "line": line})
        if table and len(table.steps) == before:
            frame = table.frame()
            why = (frame["message"] or frame["choose"] or {"text": ""})["text"]
            return Judged(False, say("graded.refused", line=clip(line), why=why))
    if task.status == NEW:
        return Judged(None, say("graded.missing"))
    text = task.frame()["task"]["text"] if task.status in (RIGHT, WRONG) else say("graded.unfinished")
    return Judged(task.status == RIGHT, text)


def grade(name: str, answer: object) -> None:
    """Say what an answer is worth; one that is not right fails the cell, which graders count as nothing.

    Raises:
        NotRight: it is wrong, or there is none.

    >>> grade("draw-discard.stock", 30)
    52 − 7 − 7 − 7 = 31 are not dealt. One of them begins the discard pile, face up: 30 are left, face down.
    """
    judged = check(name, answer)
    if not judged.right:
        raise NotRight(judged.text)
    print(judged.text)


def write_down(played: Any) -> None:
    """Print what was played in an exercise as the answer to it, to be copied: a grader sees no widget.

    Args:
        played: a `rummy.course.Task`, or the widget that shows it.

    >>> task = Task("melds.one-suit")
    >>> task.handle({"type": "meld", "cards": ["4C", "5C", "6C"]})
    >>> write_down(task)
    melds_one_suit = ['meld 4C 5C 6C']
    """
    task = getattr(played, "course", played)
    if not isinstance(task, Task) or task.table is None:
        raise Unreadable(say("graded.no-play"))
    mine = [one.line for one in task.table.steps if one.action.seat == task.played.seat]
    print(f"{variable(task.exercise.id)} = {mine}")


def assignment(names: str | Iterable[str], *, title: str = "", points: int = 1) -> Json:
    """The teacher's notebook of an nbgrader assignment, as nbformat has it, in the language spoken.

    Of each exercise it has the task and a picture of the position, a cell for the answer with a right one
    between the marks of a solution, and a locked cell that checks the answer.

    Args:
        names: ids of exercises, drill questions or lessons, which stand for all their exercises; or one id.
        title: what stands above it; the titles of the lessons if empty.
        points: what each exercise is worth.

    Raises:
        Unreadable: there is no such lesson or exercise, or none at all.

    >>> book = assignment("melds")
    >>> [cell["metadata"]["nbgrader"]["grade_id"] for cell in book["cells"]][:3]
    ['start', 'melds_which_task', 'melds_which_answer']
    """
    known, names = {one.id for one in lessons()}, [names] if isinstance(names, str) else names
    asked = chain.from_iterable(lesson(n).exercises if n in known else [exercise(n)] for n in names)
    some = [*{one.id: one for one in asked}.values()]
    if not some:
        raise Unreadable(say("graded.empty"))
    title = title or " · ".join(dict.fromkeys(_head(one) for one in some))
    told = [
        f"# {title}",
        say("graded.start"),
        "" if all(one.question for one in some) else say("graded.table"),
    ]
    cells = [*_start(told), *chain.from_iterable(_cells(one, points) for one in some)]
    return {
        "cells": [{"id": f"cell-{at:03}", **cell} for at, cell in enumerate(cells)],
        "metadata": KERNEL,
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _head(one: Exercise) -> str:
    """What the exercise belongs to: its lesson, or the kind of drill."""
    return lesson(one.lesson).title if one.lesson in {book.id for book in lessons()} else one.title


def _start(told: Iterable[str]) -> Iterator[Json]:
    """What stands above the exercises."""
    yield _text("start", _paragraphs(told))
    if language() != ENGLISH:
        yield _code("start_language", f'from rummy.words import speak\nspeak("{language()}")', locked=True)


def _cells(one: Exercise, points: int) -> Iterator[Json]:
    """The cells of an exercise: what to do, a table to try it at, the answer, the check."""
    name, question = variable(one.id), one.question
    options = question.form.options if question else ()
    told = [
        f"## {one.title}",
        question.text if question else one.words("task"),
        _plain(question.picture if question else laid_html(Task(one).frame())),
        "\n".join(f"- `{option}`: {text}" for option, text in options),
    ]
    yield _text(f"{name}_task", _paragraphs(told))
    if question is None:
        yield _code(
            f"{name}_table", f'from rummy.widgets import task\ntable = task("{one.id}")\ntable', locked=True
        )
    how = say(f"graded.how.{question.form.kind if question else PLAY}")
    solution = f"### BEGIN SOLUTION\n{name} = {_right(one, question)!r}\n### END SOLUTION"
    yield _code(f"{name}_answer", f"# {how}\n{name} = ...\n{solution}", solution=True)
    checks = f'from rummy.classroom.graded import grade\ngrade("{one.id}", {name})'
    cell = _code(name, checks, grade=True, locked=True, points=points)
    yield cell | {"metadata": {**cell["metadata"], "tags": ["raises-exception"]}}


def _plain(picture: str) -> str:
    """A picture that is read without its style sheet: cards apart, nothing struck through."""
    return re.sub(r"<(/?)s\b", r"<\1small", picture.replace("><span", "> <span"))


def _right(one: Exercise, question: Question | None) -> object:
    """A right answer, as a pupil would write it."""
    if question is None:
        return [*one.solution]
    right, kind = question.right, question.form.kind
    if kind == NUMBER:
        return int(right[0])
    return " ".join(right) if kind in (CHOICE, CARDS) else [*right]


def _paragraphs(told: Iterable[str]) -> str:
    return "\n\n".join(filter(None, told))


def _text(name: str, source: str) -> Json:
    return {"cell_type": "markdown", "metadata": _marked(name, locked=True), "source": source}


def _code(name: str, source: str, **marks: object) -> Json:
    cell = {"cell_type": "code", "metadata": _marked(name, **marks), "source": source}
    return {**cell, "execution_count": None, "outputs": []}


def _marked(name: str, **marks: object) -> Json:
    """What nbgrader has to know about a cell."""
    rest = {"grade": False, "solution": False, "locked": False, "task": False, "schema_version": 3}
    return {"nbgrader": {**rest, "grade_id": name, **marks}}
