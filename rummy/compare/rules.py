"""What differs between two tables, in words: the articles that say something else, and those that stay."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from rummy.options import option, told
from rummy.rulebook import Page, sentences
from rummy.rulebook.book import by_chapter, chapter_title, facts_of, titled
from rummy.rulebook.page import Block, Figure, Grid, Heading, Points, Prose
from rummy.rules import Article, matters
from rummy.variants import Variant, code, differences, find
from rummy.words import listed, say

SHORT = 300
"""What two tables both say of a rule is printed before its differences if it has no more characters."""


class Change(NamedTuple):
    """An article that two tables do not share, with what only the one and only the other says."""

    article: Article
    chapter: str
    ours: tuple[str, ...]
    """What the first table says and the other does not: all of it where the other does not know the rule."""
    theirs: tuple[str, ...]
    before: tuple[str, ...]
    """What both say before they part: all of it if it is short, otherwise what the rule says first."""


class Comparison(NamedTuple):
    """Two tables side by side.

    >>> [change.article.id for change in compare("500-rum", "four-aces").changes]
    ['scoring.cards', 'scoring.aces', 'scoring.four-aces']
    """

    a: Variant
    b: Variant
    changes: tuple[Change, ...]
    stays: tuple[Article, ...]
    """The articles that say the same at both."""
    idle: tuple[str, ...]
    """Options that differ and make no difference at either table."""

    def page(self, *, stays: bool = False) -> Page:
        """The comparison as it is printed; with all that stays the same, if asked."""
        one, other = names(self.a, self.b)
        titles = (titled(self.a), titled(self.b))
        alike = "compare.alike" if titles[0] == titles[1] else "compare.title"
        codes = Figure((code(self.a), code(self.b)))
        blocks: list[Block] = [codes] if self.a.overrides() or self.b.overrides() else []
        chapter = ""
        for change in self.changes:
            if change.chapter != chapter:
                chapter = change.chapter
                blocks.append(Heading(chapter))
            blocks.append(Heading(change.article.title, 3, change.article.id))
            blocks += _told(change, one, other)
        if self.changes and self.stays:
            blocks.append(Heading(say("compare.same")))
            blocks.append(Prose(say("compare.stays", count=len(self.stays))))
        if self.stays and stays:
            blocks.append(Points(tuple(f"{a.title} ({a.id})" for a in self.stays)))
        if self.changes:
            blocks += _options(self, one, other)
        if self.idle:
            idle = [say("book.spelled", text=option(key).title, value=key) for key in self.idle]
            blocks.append(Prose(say("compare.idle", options=listed(idle), count=len(idle))))
        blurb = say("compare.changes", count=len(self.changes)) if self.changes else say("compare.nothing")
        return Page(say(alike, one=titles[0], other=titles[1]), blurb, tuple(blocks))

    def __str__(self) -> str:
        return str(self.page())

    def _repr_markdown_(self) -> str:
        return self.page()._repr_markdown_()


def compare(a: Variant | str, b: Variant | str) -> Comparison:
    """What changes and what stays between two tables: variants, codes or any mix."""
    one, other = (find(v) if isinstance(v, str) else v for v in (a, b))
    changes, stays = list[Change](), list[Article]()
    for key, inside in by_chapter().items():
        pairs = [(article, _said(article, one), _said(article, other)) for article in inside]
        title = _title(key, [v for v, at in ((one, 1), (other, 2)) if any(row[at] for row in pairs)])
        for article, ours, theirs in pairs:
            if ours != theirs:
                changes.append(_change(article, title, ours, theirs))
            elif ours:
                stays.append(article)
    facts = facts_of(one), facts_of(other)
    idle = (key for key in differences(one, other) if not any(matters(key, known) for known in facts))
    return Comparison(one, other, tuple(changes), tuple(stays), tuple(idle))


def _said(article: Article, table: Variant) -> tuple[str, ...]:
    """What an article says at a table; nothing where it is not known."""
    return sentences(article, table) if article.applies(facts_of(table)) else ()


def _change(article: Article, chapter: str, ours: tuple[str, ...], theirs: tuple[str, ...]) -> Change:
    """What two tables say about an article, without what both say."""
    start = [one for one, _ in takewhile(lambda pair: pair[0] == pair[1], zip(ours, theirs, strict=False))]
    return Change(
        article,
        chapter,
        tuple(s for s in ours if s not in theirs),
        tuple(s for s in theirs if s not in ours),
        tuple(start if len(" ".join(start)) <= SHORT else start[:1]),
    )


def _title(key: str, tables: list[Variant]) -> str:
    """The title of a chapter for tables that have it: the one they agree on, or the general one."""
    titles = {chapter_title(key, table) for table in tables}
    return titles.pop() if len(titles) == 1 else say(f"chapter.{key}")


def names(a: Variant, b: Variant) -> tuple[str, str]:
    """What two tables are called so that they are told apart."""
    one, other = titled(a), titled(b)
    return (one, other) if one != other else (say("compare.first"), say("compare.second"))


def _told(change: Change, one: str, other: str) -> Iterator[Block]:
    """A change in words: what each table says, or what one of them says and the other does not."""
    if change.before:
        yield Prose(" ".join(change.before))
    both = change.ours and change.theirs
    for name, said in ((one, change.ours), (other, change.theirs)):
        if said:
            yield Prose(" ".join(said), say("compare.in" if both else "compare.only", name=name))


def _options(made: Comparison, one: str, other: str) -> list[Block]:
    """The options behind the changes."""
    there = {key: row for key, row in differences(made.a, made.b).items() if key not in made.idle}
    facts = facts_of(made.a), facts_of(made.b)
    rows = []
    for key, values in there.items():
        ours, theirs = (
            told(key, value) if matters(key, known) else say("compare.idle-here")
            for value, known in zip(values, facts, strict=True)
        )
        said = say("compare.option", one=one, ours=ours, other=other, theirs=theirs, option=key)
        rows.append((option(key).title, said))
    return [Heading(say("compare.options")), Grid(tuple(rows))] if rows else []
