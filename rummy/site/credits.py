"""Where the rules come from: the texts that were read, and what became of every entry of the inventory."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from rummy.inventory import Entry, covers, entries, sources
from rummy.pictures.paper import el, say_in
from rummy.rules import article
from rummy.rulings import Ruling, collection
from rummy.site.figure import article_href, html, ruling_href
from rummy.words import say, worded


def pages() -> Iterator[tuple[str, str]]:
    """The page of credits."""
    yield "credits.md", page()


def page() -> str:
    """The texts, then every entry with what it became."""
    texts: dict[str, list[Entry]] = {}
    for entry in entries().values():
        texts.setdefault(entry.id.partition("-")[0], []).append(entry)
    parts = [f"# {say('site.credits.title')}", say("site.credits.lead"), say("site.credits.disagree")]
    parts.append(f"## {say('site.credits.texts')}")
    parts.append("\n".join(f"- [{_text(key)}](#{key.lower()})" for key in texts))
    parts.append(say("site.credits.beside"))
    parts.append(_rows(_row(key, told, _became(key)) for key, told in sources().items()))
    for key, inside in texts.items():
        parts.append(f"## {_text(key)} {{ #{key.lower()} }}")
        parts.append(_rows(_row(e.id, e.title, html(e.reason) or _became(e.id)) for e in inside))
    return "\n\n".join(parts)


def _text(key: str) -> str:
    return say(f"site.credits.text-{key}")


def _rows(rows: Iterable[str]) -> str:
    return el("dl", *rows, class_="inventory", data_search_exclude="")


def _row(key: str, title: str, became: str) -> str:
    """An entry: its name, what it is about, and what it became."""
    return el("div", say_in("dt", key), say_in("dd", title), el("dd", became), id=key.lower())


def _became(key: str) -> str:
    """What an entry became: articles, rulings and options, as far as there are any."""
    cover = covers(key)
    rules = ", ".join(_to(article_href(a), f"{a.number} {a.title}") for a in map(article, cover.articles))
    named = ", ".join(_to(ruling_href(_rulings()[one]), one) for one in cover.rulings)
    options = ", ".join(say_in("code", option) for option in cover.options)
    told = {"rules": rules, "rulings": named, "options": options}
    return "".join(
        el("p", say_in("b", say(f"site.credits.{key}")), " ", made) for key, made in told.items() if made
    )


@worded
@cache
def _rulings() -> dict[str, Ruling]:
    return {one.id: one for one in collection()}


def _to(href: str, words: str) -> str:
    """A link from this page, which is one folder below the root and not two."""
    return say_in("a", words, href=re.sub(r"^\.\./", "", href))
