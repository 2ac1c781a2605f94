"""What a lesson teaches, as the rulebooks of its tables say it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rummy.course.lessons import lesson
from rummy.rulebook import rulebook
from rummy.rules import Article
from rummy.variants import Variant, find
from rummy.words import listed, say


class Rule(NamedTuple):
    """A rule as some tables have it."""

    article: Article
    text: str
    where: str = ""
    """At which tables, where they differ or the lesson's own does not know it."""

    def __str__(self) -> str:
        return f"{self.article.number} {self.article.title}{self.where and f' ({self.where})'}: {self.text}"


class Rules(NamedTuple):
    """Some rules, as a list to be read in a notebook."""

    rules: tuple[Rule, ...]

    def __str__(self) -> str:
        return "\n".join(map(str, self.rules))

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        lines = (str(one).partition(": ") for one in self.rules)
        return "\n".join(f"- **{head}**: {text}" for head, _, text in lines)


def rules_of(name: str, *variants: str) -> Rules:
    """The rules that a lesson teaches, as these tables have them; where they differ, as each has it.

    Args:
        name: the lesson.
        variants: the tables; the lesson's own if there is none.

    >>> print(rules_of("melds").rules[0].article.title)
    The pack
    """
    book = lesson(name)
    tables = tuple(map(find, variants)) or (book.variant,)
    taught = dict.fromkeys(about for one in book.exercises for about in one.articles)
    found = (rule for about in taught for rule in _said(about, tables))
    return Rules(tuple(sorted(found, key=lambda one: [int(n) for n in one.article.number.split(".")])))


def _said(about: Article, tables: tuple[Variant, ...]) -> Iterator[Rule]:
    """A rule as these tables have it: once where all agree, else once for each wording."""
    wordings: dict[str, list[str]] = {}
    for table in tables:
        for part in rulebook(table).paragraphs:
            if part.article == about:
                wordings.setdefault(part.text, []).append(table.title)
    if not wordings:
        yield Rule(about, about.text, say("course.elsewhere"))
    for text, titles in wordings.items():
        all_ = len(titles) == len(tables)
        yield Rule(about, text, "" if all_ else listed(list(dict.fromkeys(titles))))
