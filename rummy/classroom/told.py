"""The class report in print."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from rummy.course import Exercise, exercises, lesson
from rummy.course.task import RIGHT, in_words
from rummy.rulebook import Page
from rummy.rulebook.page import Block, Grid, Heading, Points, Prose
from rummy.rules import Article, article, articles
from rummy.scoring import points_text
from rummy.words import clip, listed, say

if TYPE_CHECKING:
    from rummy.classroom.report import Done, Report

WAYS = 3
"""How many wrong ways of an exercise are told."""


def page(report: Report) -> Page:
    """The report as it is printed: what to teach again first."""
    parts = (_skipped, _again, _deals, _by_rule, _by_exercise, _by_pupil)
    told = say("report.about", pupils=len(report.pupils), exercises=len(report.exercises))
    return Page(say("report.title"), told, tuple(block for part in parts for block in part(report)))


def _skipped(report: Report) -> Iterator[Block]:
    if report.skipped:
        yield Heading(say("report.skipped"))
        yield Points(
            tuple(say("report.skip", file=clip(one.file, 60), why=one.why) for one in report.skipped)
        )


def _again(report: Report) -> Iterator[Block]:
    if report.pupils:
        yield Heading(say("report.again"))
    if report.pupils and not report.again:
        yield Prose(say("report.nothing"))
    for weak in report.again:
        yield Heading(_rule(weak.article), 3, weak.article.id)
        yield Prose(say("report.missed", missed=weak.missed, asked=weak.asked))
        worst = max(weak.exercises, key=lambda done: len(done.missed) / done.tried)
        book = lesson(worst.exercise.lesson)
        facts = {"title": worst.exercise.title, "lesson": book.title, "number": book.number}
        yield Prose(say("report.where", **facts))
        ways = [way for done in weak.exercises for way in _ways(done)]
        if ways:
            yield Points(tuple(ways))


def _deals(report: Report) -> Iterator[Block]:
    if report.deals:
        yield Heading(say("report.deals"))
        yield Prose(say("report.deals-about"))
    for deal in report.deals:
        yield Heading(deal.code, 3)
        head = tuple(say(f"report.column.{key}") for key in ("place", "pupil", "points", "against", "beaten"))
        yield Grid(
            tuple(
                (
                    str(one.place),
                    one.name,
                    points_text(one.points),
                    signed(one.against),
                    say("report.percent", percent=round(100 * one.beaten)),
                )
                for one in deal.placed
            ),
            head,
        )


def signed(points: Fraction) -> str:
    """Points above or below something, with their sign."""
    return f"+{points_text(points)}" if points > 0 else points_text(points)


def _ways(done: Done) -> Iterator[str]:
    """The wrong ways of an exercise that were tried most."""
    for way, count in done.ways.most_common(WAYS):
        yield say("report.way", way=way_spoken(done.exercise, way), title=done.exercise.title, count=count)


def _by_rule(report: Report) -> Iterator[Block]:
    rows = tuple((_rule(one.article), _share(one.missed, one.asked)) for one in report.articles)
    if rows:
        yield Heading(say("report.by-rule"))
        yield Grid(rows, (say("report.column.rule"), say("report.column.missed")))


def _by_exercise(report: Report) -> Iterator[Block]:
    rows = tuple(
        (
            f"{lesson(one.exercise.lesson).number}. {one.exercise.title}",
            _share(one.first, one.tried),
            _share(one.right, one.tried),
            listed([*one.missed]) if len(one.missed) <= 8 else str(len(one.missed)),
        )
        for one in report.exercises
    )
    if rows:
        head = ("exercise", "first", "right", "who")
        yield Heading(say("report.by-exercise"))
        yield Grid(rows, tuple(say(f"report.column.{key}") for key in head))


def _by_pupil(report: Report) -> Iterator[Block]:
    rows = []
    for pupil in report.pupils:
        known = [name for name in pupil.progress.tries if name in exercises()]
        solved = sum(pupil.progress.solved(name) for name in known)
        missed = sum(pupil.progress.of(name)[0].outcome != RIGHT for name in known)
        rows.append((pupil.name, str(len(known)), str(solved), str(missed)))
    if rows:
        head = ("pupil", "tried", "right", "not-first")
        yield Heading(say("report.by-pupil"))
        yield Grid(tuple(rows), tuple(say(f"report.column.{key}") for key in head))


def _rule(article: Article) -> str:
    return f"{article.number} {article.title}"


def _share(some: int, of: int) -> str:
    return say("report.share", some=some, of=of, percent=round(100 * some / of))


def way_spoken(one: Exercise, did: str) -> str:
    """What was tried, in words: moves, the rules that refused one, answers as they were offered."""
    parts = [part for part in did.split("; ") if part]
    question = one.question
    if question is None:
        moves = [*in_words(one, [part for part in parts if not part.startswith("!")])]
        rules = [
            _rule(article(part[1:])) for part in parts if part.startswith("!") and part[1:] in articles()
        ]
        return "; ".join([*moves, *(say("report.refused", rule=rule) for rule in rules)])
    offered = dict(question.form.options)
    return listed([say("quoted", text=offered[part]) if part in offered else part for part in parts])
