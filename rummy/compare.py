"""What differs between two tables, in words: the articles that say something else, and those that stay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rummy.rulebook import Page, sentences
from rummy.rulebook.book import facts_of, titled
from rummy.rulebook.page import Block, Figure, Grid, Heading, Points, Prose
from rummy.rules import Article, chapters, matters
from rummy.variants import Variant, code, differences, find
from rummy.words import listed, say


class Change(NamedTuple):
    """An article that two tables do not share, with what only the one and only the other says."""

    article: Article
    chapter: str
    ours: tuple[str, ...]
    """What the first table says and the other does not: all of it where the other does not know the rule."""
    theirs: tuple[str, ...]


class Comparison(NamedTuple):
    """Two tables side by side.

    >>> [change.article.id for change in compare("basic", "block").changes][:1]
    ['stock.empty']
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
            blocks.append(Prose(say("compare.idle", options=listed(self.idle), count=len(self.idle))))
        blurb = say("compare.changes", count=len(self.changes)) if self.changes else say("compare.nothing")
        return Page(say(alike, one=titles[0], other=titles[1]), blurb, tuple(blocks))

    def __str__(self) -> str:
        return str(self.page())

    def _repr_markdown_(self) -> str:
        return self.page()._repr_markdown_()


def compare(a: Variant | str, b: Variant | str) -> Comparison:
    """What changes and what stays between two tables: variants, codes or any mix."""
    one, other = (find(v) if isinstance(v, str) else v for v in (a, b))
    ours, theirs = facts_of(one), facts_of(other)
    changes, stays = list[Change](), list[Article]()
    for title, inside in chapters().items():
        for article in inside:
            said = [
                sentences(article, v) if article.applies(facts) else ()
                for v, facts in ((one, ours), (other, theirs))
            ]
            if said[0] == said[1]:
                stays += [article] if said[0] else []
                continue
            only = [tuple(s for s in said[i] if s not in said[1 - i]) for i in (0, 1)]
            changes.append(Change(article, title.partition(". ")[2], only[0], only[1]))
    idle = (o for o in differences(one, other) if not (matters(o, ours) or matters(o, theirs)))
    return Comparison(one, other, tuple(changes), tuple(stays), tuple(idle))


def names(a: Variant, b: Variant) -> tuple[str, str]:
    """What two tables are called so that they are told apart."""
    one, other = titled(a), titled(b)
    return (one, other) if one != other else (say("compare.first"), say("compare.second"))


def _told(change: Change, one: str, other: str) -> Iterator[Block]:
    """A change in words: what each table says, or what one of them says and the other does not."""
    both = change.ours and change.theirs
    for name, said in ((one, change.ours), (other, change.theirs)):
        if said:
            yield Prose(" ".join(said), say("compare.in" if both else "compare.only", name=name))


def _options(made: Comparison, one: str, other: str) -> list[Block]:
    """The options behind the changes."""
    there = {key: row for key, row in differences(made.a, made.b).items() if key not in made.idle}
    if not there:
        return []
    rows = tuple((key, str(ours), str(theirs)) for key, (ours, theirs) in there.items())
    return [Heading(say("compare.options")), Grid(rows, (say("book.option"), one, other))]
