"""The class report: who did what, what was missed and how, and what to teach again."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from rummy.classroom.graded import KERNEL
from rummy.classroom.pupils import Pupil, Skipped, sorted_out
from rummy.classroom.told import page, refusals_in, refused_spoken, way_spoken
from rummy.course import Exercise, exercises, lesson
from rummy.course.common import COMMON
from rummy.course.duplicate import Placed, duplicate
from rummy.course.progress import Tries
from rummy.course.task import RIGHT, SHOWN, WRONG
from rummy.rulebook import Page
from rummy.rules import Article, articles
from rummy.statistics import wilson
from rummy.words import say

AGAIN = 3
"""How many rules are named to teach again."""


class Refusal(NamedTuple):
    """A rule that refused something in a try."""

    pupil: str
    rule: str
    """The id of the rule."""
    line: str
    """The line of play that was refused; empty where the file does not say it."""


class Done(NamedTuple):
    """What the class made of an exercise."""

    exercise: Exercise
    tried: int
    """How many pupils tried it."""
    first: int
    """How many had it right at the first try, without having been shown it."""
    right: int
    """How many had it right in the end."""
    missed: tuple[str, ...]
    """Who did not have it right at the first try."""
    ways: Counter[str]
    """What was tried and was wrong, by how often."""
    refusals: tuple[Refusal, ...]
    """What was refused, also where it came right in the end."""


class Weak(NamedTuple):
    """What the class made of a rule: all exercises whose chief rule it is."""

    article: Article
    asked: int
    """First tries, over all pupils and exercises."""
    missed: int
    """Those of them that were not right."""
    sure: float
    """The low end of the 95 % interval of the share that was missed: what rules are sorted by."""
    exercises: tuple[Done, ...]


class Refused(NamedTuple):
    """What the class made of a rule that refused something, in whichever exercise."""

    article: Article
    pupils: tuple[str, ...]
    """Who met it."""
    tries: int
    """In how many tries."""
    exercises: tuple[Done, ...]
    """Where, the exercise with the most of them first."""


class Played(NamedTuple):
    """What the class made of a common deal: the first time each of them played it."""

    code: str
    placed: tuple[Placed, ...]


class Report(NamedTuple):
    """What a class did."""

    pupils: tuple[Pupil, ...]
    skipped: tuple[Skipped, ...]
    exercises: tuple[Done, ...]
    articles: tuple[Weak, ...]
    """The weakest first."""
    refused: tuple[Refused, ...]
    """The rules that refused something to most pupils first."""
    deals: tuple[Played, ...] = ()
    notes: tuple[str, ...] = ()
    """How files became pupils, where that is not plain."""

    @property
    def again(self) -> tuple[Weak, ...]:
        """The rules to teach again: the weakest of those that somebody missed."""
        return tuple(one for one in self.articles if one.missed)[:AGAIN]

    def page(self) -> Page:
        """The report as it is printed."""
        return page(self)

    def csv(self) -> str:
        """A line for each pupil and exercise, for a spreadsheet."""
        out = io.StringIO()
        sheet = csv.writer(out)
        sheet.writerow([say(f"report.column.{key}") for key in COLUMNS])
        for pupil in self.pupils:
            for done in self.exercises:
                tries = pupil.progress.of(done.exercise.id)
                sheet.writerow(map(_cell, _line(pupil, done.exercise, tries)))
        return out.getvalue()

    def notebook(self, *where: str) -> str:
        """A notebook that reads the files of some places again, for questions of one’s own."""
        places = ", ".join(map(repr, where))
        cells = [
            _words(f"# {say('report.title')}\n\n{say('report.notebook')}"),
            _code(f"from rummy.classroom import class_report\n\nreport = class_report({places})\nreport"),
            _words(say("report.notebook-rows")),
            _code("[(weak.article.title, weak.missed, weak.asked) for weak in report.articles]"),
            _words(say("report.notebook-refused")),
            _code("[(one.article.title, one.pupils, one.tries) for one in report.refused]"),
            _words(say("report.notebook-pupils")),
            _code("{done.exercise.id: done.missed for done in report.exercises if done.missed}"),
        ]
        for number, cell in enumerate(cells, 1):
            cell["id"] = f"report-{number}"
        book = {"cells": cells, "metadata": KERNEL, "nbformat": 4, "nbformat_minor": 5}
        return json.dumps(book, indent=1, ensure_ascii=False) + "\n"

    def __str__(self) -> str:
        return str(self.page())

    def _repr_markdown_(self) -> str:
        return self.page()._repr_markdown_()


COLUMNS = ("pupil", "lesson", "exercise", "rule", "outcome", "tries", "hints", "wrong", "refused")


def gathered(files: Iterable[tuple[str, str]]) -> Report:
    """The report of a class.

    Args:
        files: the path and the text of each file that was handed in; `rummy.classroom.pupils` tells whose.

    >>> report = gathered([("ada.json", "{"), ("bo.json", '{"a": 1}')])
    >>> len(report.pupils), [one.file for one in report.skipped]
    (0, ['ada.json', 'bo.json'])
    """
    pupils, skipped, notes = sorted_out(files)
    done = tuple(made for one in exercises().values() if (made := _done(one, pupils)).tried)
    return Report(pupils, skipped, done, _weak(done), _refused(done), tuple(_deals(pupils)), notes)


def _deals(pupils: Iterable[Pupil]) -> Iterator[Played]:
    """The common deals that were played, everybody's first end of each beside the others."""
    scores: dict[str, dict[str, Fraction]] = {}
    for pupil in pupils:
        for name, tries in pupil.progress.tries.items():
            kind, _, code = name.partition("/")
            if kind == COMMON and (points := _points(tries[0].did)) is not None:
                scores.setdefault(code, {})[pupil.name] = points
    yield from (Played(code, duplicate(some)) for code, some in sorted(scores.items()))


def _points(did: str) -> Fraction | None:
    """The points of a result; None where somebody has written something else."""
    try:
        return Fraction(did)
    except (ValueError, ZeroDivisionError):
        return None


def _done(one: Exercise, pupils: Iterable[Pupil]) -> Done:
    """What these pupils made of an exercise."""
    tried, first, right, missed, ways, refusals = 0, 0, 0, list[str](), Counter[str](), list[Refusal]()
    for pupil in pupils:
        tries = pupil.progress.of(one.id)
        if not tries:
            continue
        tried += 1
        right += any(t.outcome == RIGHT for t in tries)
        if tries[0].outcome == RIGHT:
            first += 1
        else:
            missed.append(pupil.name)
        ways.update(t.did for t in tries if t.outcome == WRONG and t.did)
        refusals += [Refusal(pupil.name, *some) for t in tries for some in refusals_in(t.did)]
    return Done(one, tried, first, right, tuple(missed), ways, tuple(refusals))


def _refused(done: Iterable[Done]) -> tuple[Refused, ...]:
    """The rules that refused something, by how many pupils met them."""
    where: dict[str, list[tuple[Done, Refusal]]] = {}
    for one in done:
        for refusal in one.refusals:
            where.setdefault(refusal.rule, []).append((one, refusal))
    rows = []
    for rule, some in where.items():
        who = tuple(sorted({refusal.pupil for _, refusal in some}))
        by_exercise = Counter(one.exercise.id for one, _ in some)
        there = {one.exercise.id: one for one, _ in some}
        most = tuple(there[name] for name, _ in by_exercise.most_common())
        rows.append(Refused(articles()[rule], who, len(some), most))
    return tuple(sorted(rows, key=lambda row: (-len(row.pupils), -row.tries, row.article.number)))


def _weak(done: Iterable[Done]) -> tuple[Weak, ...]:
    """The rules by how much was missed of them; few tries make no rule the weakest."""
    by_rule: dict[Article, list[Done]] = {}
    for one in done:
        by_rule.setdefault(one.exercise.articles[0], []).append(one)
    rows = []
    for article, some in by_rule.items():
        asked, missed = sum(d.tried for d in some), sum(len(d.missed) for d in some)
        rows.append(Weak(article, asked, missed, wilson(missed, asked)[0], tuple(some)))
    return tuple(sorted(rows, key=lambda row: (-row.sure, row.article.number)))


def _line(pupil: Pupil, one: Exercise, tries: Tries) -> Iterator[Any]:
    """A line of the spreadsheet."""
    outcome = say("report.outcome.none")
    if tries:
        best = next((kind for kind in (RIGHT, WRONG, SHOWN) if any(t.outcome == kind for t in tries)), WRONG)
        outcome = say(f"report.outcome.{best}")
    refused = [refused_spoken(*some) for t in tries for some in refusals_in(t.did)]
    wrong = [way_spoken(one, t.did) for t in tries if t.outcome == WRONG and t.did]
    yield from (pupil.name, lesson(one.lesson).number, one.id, one.articles[0].number, outcome)
    yield from (len(tries), sum(t.hints for t in tries), " / ".join(wrong), " / ".join(refused))


def _cell(value: Any) -> Any:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def _words(text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": text}


def _code(text: str) -> dict[str, Any]:
    return {"cell_type": "code", "metadata": {}, "source": text, "outputs": [], "execution_count": None}
