"""What lessons teach otherwise than a table plays it: the teacher must know before the class finds out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from rummy.classroom import Class
from rummy.course import Lesson
from rummy.pictures.paper import el, say_in
from rummy.rulebook import sentences
from rummy.rulebook.book import facts_of
from rummy.rules import Article, articles
from rummy.site import handouts
from rummy.variants import Variant, find
from rummy.words import say

_NUMBER, _MARKUP = re.compile(r"\b\d{1,2}\.\d{1,2}\b"), re.compile("<style.*?</style>|<[^>]*>", re.DOTALL)


class Other(NamedTuple):
    """A rule that a lesson teaches in one way and a table plays in another."""

    article: Article
    taught: str
    """What the lesson's game says; empty where it does not know the rule."""
    played: str
    """What the table says."""


def otherwise(book: Lesson, rules: Variant, paper: str = "") -> tuple[Other, ...]:
    """The rules of a lesson that a table plays otherwise.

    Args:
        book: the lesson.
        rules: what the class plays.
        paper: what is handed out; the rules it names by number count as well.

    >>> from rummy.course import lesson
    >>> top = find("rummy-500 + drawing.pile=top")
    >>> [one.article.number for one in otherwise(lesson("drawing-deep"), top)]
    ['4.1', '4.2', '4.4', '4.6', '4.7']
    """
    numbers = _NUMBER.findall(_MARKUP.sub(" ", paper))
    games = dict.fromkeys(book.teaches, book.variant)
    games |= {about: one.variant for one in book.exercises for about in one.articles}
    games |= {about: book.variant for number in numbers if (about := _numbered().get(number))}
    made = []
    for about, game in games.items():
        whole, own, played = (_said(about, one) for one in (find(game.id), game, rules))
        if played != whole and (played != own or not own):  # a lesson may begin with a part of its game
            made.append(Other(about, whole or own, played))
    return tuple(sorted(made, key=_place))


def warned(what: Class, papers: dict[str, str]) -> str:
    """A sentence that names the lessons which teach another rule than the table's, and these rules.

    Args:
        what: the class.
        papers: what is handed out, by the id of the lesson.
    """
    told = [
        say("pack.other-lesson", title=book.title, rules=", ".join(_titled(one.article) for one in some))
        for book in what.lessons
        if (some := otherwise(book, what.rules, papers.get(book.id, "")))
    ]
    return say("pack.other", lessons="; ".join(told)) if told else ""


def warned_in(out: Path, what: Class) -> str:
    """The same of a class that was written into a folder."""
    name = partial(handouts.name, kind=handouts.TEACHER)
    pages = {book.id: path for book in what.lessons for path in out.rglob(name(book))}
    return warned(what, {key: path.read_text(encoding="utf-8") for key, path in pages.items()})


def table_of(book: Lesson, what: Class, paper: str) -> str:
    """The same for one lesson in full, as a table; empty where nothing differs."""
    rows = list(_rows(otherwise(book, what.rules, paper)))
    head = el("tr", *(say_in("th", say(f"pack.other-{key}")) for key in ("rule", "taught", "played")))
    return say_in("p", say("pack.other-tell")) + el("table", head, *rows, class_="others") if rows else ""


def _rows(some: tuple[Other, ...]) -> Iterator[str]:
    nothing = say("pack.other-nothing")
    for one in some:
        cells = (_titled(one.article), one.taught or nothing, one.played or nothing)
        yield el("tr", *(say_in("td", text) for text in cells))


def _titled(about: Article) -> str:
    return f"{about.number} {about.title}"


def _said(about: Article, rules: Variant) -> str:
    """What an article says at a table; empty where the table does not know it."""
    return " ".join(sentences(about, rules)) if about.applies(facts_of(rules)) else ""


@cache
def _numbered() -> dict[str, Article]:
    return {about.number: about for about in articles().values()}


def _place(one: Other) -> list[int]:
    return [int(part) for part in one.article.number.split(".")]
