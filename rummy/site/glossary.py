"""The glossary page, and its words in other pages: the first time a term occurs, its meaning is at hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import escape

from rummy.glossary import Term, terms
from rummy.pictures.paper import el, say_in
from rummy.rules import article
from rummy.site.figure import article_href, html
from rummy.words import capital, listed, say, worded


def pages() -> Iterator[tuple[str, str]]:
    """The glossary."""
    title = say("glossary-page.title")
    parts = [f'---\ntitle: "{title}"\nsearch: {{boost: 0.5}}\n---', f"# {title}", say("glossary-page.intro")]
    for term in sorted(terms(), key=lambda term: term.word.casefold()):
        parts += _term(term)
    yield "glossary.md", "\n\n".join(parts) + "\n"


def _term(term: Term) -> Iterator[str]:
    yield f"## {capital(term.word)} {{ #{anchor(term)} .term }}"
    also = say("glossary-page.also", words=listed(list(term.also), "or")) if term.also else ""
    yield el("p", html(" ".join(filter(None, [term.text, also]))))
    about = [article(key) for key in term.articles]
    links = (say_in("a", f"{a.number} {a.title}", href=article_href(a, "../")) for a in about)
    if about:
        yield el("p", say("glossary-page.rules", articles=", ".join(links)), class_="foot")


def anchor(term: Term) -> str:
    """Where a term stands on the page.

    >>> anchor(Term("discard pile", "", (), ()))
    'discard-pile'
    """
    return re.sub(r"\W+", "-", term.word.lower()).strip("-")


def marked(text: str, seen: set[str]) -> str:
    """HTML with the first occurrence of each term marked, so that pointing at it tells what it means.

    Args:
        text: the text; what stands inside of tags is left alone.
        seen: the terms that are marked already; those that are marked now are added.
    """

    def mark(found: re.Match[str]) -> str:
        term = _known().get(found[0].lower())
        if term is None or term.word in seen:
            return found[0]
        seen.add(term.word)
        return f'<abbr title="{escape(term.text)}" tabindex="0">{found[0]}</abbr>'

    return _pattern().sub(mark, text)


@worded
@cache
def _known() -> dict[str, Term]:
    """The terms by the forms in which they occur, but for those that need no explaining in passing."""
    plain, endings = say("glossary-page.everyday").split(), ["", *say("glossary-page.endings").split()]
    return {f"{t.word.lower()}{end}": t for t in terms() if t.word not in plain for end in endings}


@worded
@cache
def _pattern() -> re.Pattern[str]:
    """A tag, or the longest form of a term."""
    forms = "|".join(re.escape(form) for form in sorted(_known(), key=len, reverse=True))
    return re.compile(rf"<[^>]*>|\b(?:{forms})\b", re.IGNORECASE)
