"""The class report in print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rummy.course import Exercise, exercises, lesson
from rummy.course.duplicate import placed_blocks
from rummy.course.task import RIGHT, in_words
from rummy.lines import spoken
from rummy.rulebook import Page
from rummy.rulebook.page import Block, Grid, Heading, Points, Prose
from rummy.rules import Article, article, articles
from rummy.words import clip, listed, say

if TYPE_CHECKING:
    from rummy.classroom.report import Done, Refused, Report

WAYS = 3
"""How many wrong ways of an exercise are told."""


def page(report: Report) -> Page:
    """The report as it is printed: what to teach again first."""
    parts = (_skipped, _notes, _again, _refused, _deals, _by_rule, _by_exercise, _by_pupil)
    pupils = say("report.pupils", count=len(report.pupils))
    told = say("report.about", pupils=pupils, exercises=say("report.tried", count=len(report.exercises)))
    return Page(say("report.title"), told, tuple(block for part in parts for block in part(report)))


def _skipped(report: Report) -> Iterator[Block]:
    if report.skipped:
        yield Heading(say("report.skipped"))
        yield Points(
            tuple(say("report.skip", file=clip(one.file, 60), why=one.why) for one in report.skipped)
        )


def _notes(report: Report) -> Iterator[Block]:
    if report.notes:
        yield Heading(say("report.notes"))
        yield Points(report.notes)


def _again(report: Report) -> Iterator[Block]:
    if report.pupils:
        yield Heading(say("report.again"))
    if report.pupils and not report.again:
        yield Prose(say("report.nothing-but" if report.refused else "report.nothing"))
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


def _refused(report: Report) -> Iterator[Block]:
    """What was refused, also on the way to what is right: the rule, who met it, where, with which moves."""
    rows = tuple(
        (
            _rule(one.article),
            _share(len(one.pupils), len(report.pupils)),
            listed([done.exercise.title for done in one.exercises[:WAYS]]),
            "; ".join(_moves(one)),
        )
        for one in report.refused
    )
    if rows:
        head = ("rule", "met", "exercise", "moves")[: 4 if any(row[-1] for row in rows) else 3]
        yield Heading(say("report.by-refusal"))
        yield Prose(say("report.by-refusal-about"))
        shown = tuple(row[: len(head)] for row in rows)
        yield Grid(shown, tuple(say(f"report.column.{key}") for key in head))


def _moves(one: Refused) -> Iterator[str]:
    """The moves that a rule refused most, as far as the files say them."""
    met = (refusal for done in one.exercises for refusal in done.refusals)
    lines = Counter(refusal.line for refusal in met if refusal.rule == one.article.id and refusal.line)
    for line, count in lines.most_common(WAYS):
        yield say("report.move", move=spoken(line), count=count)


def _deals(report: Report) -> Iterator[Block]:
    if report.deals:
        yield Heading(say("report.deals"))
        yield Prose(say("report.deals-about"))
    for deal in report.deals:
        yield Heading(deal.code, 3)
        yield from placed_blocks(deal.placed)


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
            ", ".join(f"{number} ({count})" for number, count in _numbers(one)),
        )
        for one in report.exercises
    )
    if rows:
        head = ("exercise", "first", "right", "who", "refused")
        yield Heading(say("report.by-exercise"))
        yield Grid(rows, tuple(say(f"report.column.{key}") for key in head))


def _numbers(done: Done) -> Iterator[tuple[str, int]]:
    """The numbers of the rules that refused something in an exercise, and to how many pupils."""
    met = Counter(rule for _, rule in {(refusal.pupil, refusal.rule) for refusal in done.refusals})
    yield from ((articles()[rule].number, count) for rule, count in sorted(met.items()))


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
    """What was tried, in words: moves, what a rule refused, answers as they were offered."""
    parts = [part for part in did.split("; ") if part]
    question = one.question
    if question is None:
        moves = [part for part in parts if not part.startswith("!")]
        return "; ".join([*in_words(one, moves), *(refused_spoken(*some) for some in refusals_in(did))])
    offered = dict(question.form.options)
    return listed([say("quoted", text=offered[part]) if part in offered else part for part in parts])


def refusals_in(did: str) -> Iterator[tuple[str, str]]:
    """The rules that refused something in a try, each with the line it refused, as far as that is kept.

    >>> [*refusals_in("draw; !meld.sequence.suit meld 4C 5C 6D; !turn.draw-first")]
    [('meld.sequence.suit', 'meld 4C 5C 6D'), ('turn.draw-first', '')]
    """
    for part in did.split("; "):
        rule, _, line = part.partition(" ")
        if rule.startswith("!") and rule[1:] in articles():
            yield rule[1:], line


def refused_spoken(rule: str, line: str) -> str:
    """A refusal in words.

    >>> refused_spoken("meld.sequence.suit", "meld 4C 5C 6D").replace("\\ufe0e", "")
    'meld 4♣ 5♣ 6♦, refused by rule 5.5 A sequence keeps to one suit'
    """
    told = say("report.refused", rule=_rule(article(rule)))
    return f"{spoken(line)}, {told}" if line else told
