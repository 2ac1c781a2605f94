"""Worksheets of a class: what its lessons have taught, by its own rules, in whole pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rummy.classroom import Class
from rummy.course import lessons
from rummy.course.drills import KINDS, LEVELS, ready, suits, until, worksheet
from rummy.course.drills.paper import answered, asked
from rummy.options import option, told
from rummy.pictures.paper import el, say_in
from rummy.rules import matters
from rummy.site.handouts import blanks, legend
from rummy.variants import Variant, differences, find
from rummy.words import data, say

SHEETS = "AB"
"""Two worksheets, so that neighbours have different questions."""


def sheet(what: Class, name: str) -> tuple[str, str]:
    """A worksheet and its key; the same class and the same name make the same again.

    Args:
        what: the class: its lessons say what is asked and how hard, unless it names a level.
        name: ``A`` or ``B``.
    """
    known = _known(what)
    rules, level = until(what.rules, known), _levels(what, known)
    pages, answers = list[str](), list[str]()
    for across, kinds, many in _pages(level):
        turn = SHEETS.index(name) * many % len(kinds)  # the next sheet goes on with the kinds
        some = worksheet(
            kinds[turn:] + kinds[:turn], many, f"{what.seed}/{name}/{across}", variant=rules, level=level
        )
        pages.append(el("ol", *map(asked, some), class_=f"across-{across}", start=len(answers) + 1))
        answers += map(answered, some)
    title, ours = say_in("h1", say("sheet.title", name=name)), [say_in("p", at_table(what.rules))]
    if rules != what.rules and len(pages) > 1:
        ours.append(say_in("p", say("sheet.simpler", rules=changes(what.rules, rules))))
    source = say_in("p", say("sheet.source", seed=what.seed), class_="source")
    head = el("header", blanks("name", "class", "date"))
    key = say_in("h1", say("sheet.key", name=name)) + "".join(ours) + source + el("ol", *answers)
    return "".join([head, title, *ours, legend(), *pages, source]), key


def at_table(rules: Variant) -> str:
    """What a table plays, in words: the game, and where it differs from it.

    >>> at_table(find("rummy-500 + scoring.ace_low=15"))
    'Our table plays Rummy 500 with jokers. Our own rules: A low ace: 15 points.'
    """
    plain = find(rules.id)
    own = changes(plain, rules)
    return say("sheet.house" if own else "sheet.plain", title=plain.title, rules=own)


def changes(before: Variant, after: Variant) -> str:
    """What is other at one table than at another, in words."""
    facts = before.facts() | after.facts()
    made = ((key, new) for key, (_, new) in differences(before, after).items() if matters(key, facts))
    return "; ".join(say("sheet.rule", title=option(key).title, value=told(key, new)) for key, new in made)


def _known(what: Class) -> set[str]:
    """The articles that the lessons of a class have taught, with those before them in the course."""
    last = max(book.number for book in what.lessons)
    books = [book for book in lessons() if book.number <= last]
    by_exercise = (about for book in books for one in book.exercises for about in one.articles)
    return {about.id for about in (*(about for book in books for about in book.teaches), *by_exercise)}


def _levels(what: Class, known: set[str]) -> Mapping[str, int]:
    """What is asked, and how hard; where nothing of it is taught yet, whatever the table plays."""
    fit = {kind: hard for kind in KINDS if (hard := ready(kind, what.rules, known))}
    fit = fit or dict.fromkeys((kind for kind in KINDS if suits(kind, what.rules)), min(LEVELS))
    return {kind: what.level or hard for kind, hard in fit.items()}


def _pages(level: Mapping[str, int]) -> Iterator[tuple[int, list[str], int]]:
    """What fills each page: how many questions lie side by side, of which kinds they are, and how many."""
    book = data("drills.toml")
    for across in (2, 1):
        kinds = [kind for kind in level if book[kind]["across"] == across]
        if kinds:
            yield across, kinds, min(book[kind]["page"][level[kind] - 1] for kind in kinds)
