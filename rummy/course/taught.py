"""What a lesson teaches, as the rulebook of its table says it."""

from __future__ import annotations

from typing import NamedTuple

from rummy.course.lessons import lesson
from rummy.rulebook import Paragraph, rulebook
from rummy.rulebook.book import sentences


class Rules(NamedTuple):
    """Some rules, as a list to be read in a notebook."""

    paragraphs: tuple[Paragraph, ...]

    def __str__(self) -> str:
        return "\n".join(f"{p.number} {p.title}: {p.text}" for p in self.paragraphs)

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        return "\n".join(f"- **{p.number} {p.title}**: {p.text}" for p in self.paragraphs)


def rules_of(name: str, *variants: str) -> Rules:
    """The rules that a lesson teaches, each as the first of these tables has it that knows it.

    Args:
        name: the lesson.
        variants: the tables; the lesson's own if there is none.

    >>> print(rules_of("melds").paragraphs[0].title)
    The pack
    """
    book = lesson(name)
    known = [p for v in variants or (book.variant,) for p in rulebook(v).paragraphs]
    there = {p.article: p for p in reversed(known)}
    taught = dict.fromkeys(about for one in book.exercises for about in one.articles)
    found = (there.get(a) or Paragraph(a, tuple(sentences(a, book.variant)), "") for a in taught)
    return Rules(tuple(sorted(found, key=lambda p: [int(n) for n in p.number.split(".")])))
