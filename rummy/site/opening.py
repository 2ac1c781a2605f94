"""The page that a class opens: its lessons, its rules in words, its deals, and what there is on paper."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from html import escape
from pathlib import Path
from urllib.parse import urlencode

from rummy.classroom import Class
from rummy.pictures.paper import el, say_in
from rummy.rulebook import quick
from rummy.rulebook.book import titled
from rummy.rulebook.page import Grid
from rummy.site.classroom import DEALS
from rummy.site.variants import live
from rummy.variants import Variant, find
from rummy.words import Unreadable, language, say

LOOKED_UP = ("drills", "progress", "score-pad", "settle")
TOP = "class"
"""The heading of the page, to which one skips."""
_FIRST = re.compile(r'<div class="hero".*(?=</article>)', re.DOTALL)
_HEAD = re.compile(r'<title>.*?</title>|<meta (?:name="description"|property="og:)[^>]*>', re.DOTALL)
_SKIP = re.compile(r'(?<=<a href="#)[^"]*(?=" class="md-skip")')
Way = Callable[[str], str]
"""The way from the first page to another one, by the place of that one in the site: `rules`."""


def opening(what: Class, frame: str, name: str, way: Way, paper: Mapping[str, str]) -> str:
    """The first page of the class, in the frame of its site.

    Args:
        what: the class.
        frame: the first page of the site that was cut for it.
        name: what the class is called.
        way: the ways to other pages of that site.
        paper: what is printed for everybody: title by way.

    Raises:
        Unreadable: a site of another edition.
    """
    inside = "".join(_parts(what, name, way, paper))
    page, found = _FIRST.subn(lambda _: inside, frame, count=1)
    if not found:
        raise Unreadable(say("pack.lacks", name="index.html"))
    page = _SKIP.sub(TOP, _HEAD.sub("", page))
    return page.replace("</head>", f"{say_in('title', _title(name))}</head>", 1)


def led(place: str) -> str:
    """The page in the folder from which the class is led to its first page.

    >>> "url=site/index.html" in led("site/index.html")
    True
    """
    link = say_in("a", say("class-page.open"), href=place)
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="refresh" content="0; url={escape(place)}">\n'
        f"<title>{escape(say('class-page.open'))}</title>\n</head>\n<body>{link}</body>\n</html>\n"
    )


def _title(name: str) -> str:
    return say("class-page.title", name=name)


def _parts(what: Class, name: str, way: Way, paper: Mapping[str, str]) -> Iterator[str]:
    """The page from top to bottom."""
    lessons = [(book, way(f"lessons/{Path(book.notebook).stem}")) for book in what.lessons]
    yield el(
        "div",
        el(
            "div",
            say_in("p", titled(what.rules), class_="games"),
            say_in("h1", _title(name), id=TOP),
            say_in("p", say("class-page.lead")),
            el(
                "p",
                _button("begin", lessons[0][1], "md-button md-button--primary"),
                _button("common", "#deals", "md-button"),
            ),
            class_="hail",
        ),
        live(what.rules),
        class_="hero",
    )
    yield _section("lessons")
    yield _doors((book.title, say("class-page.minutes", count=book.minutes), to) for book, to in lessons)
    yield _section("deals") + say_in("p", say("class-page.deals-about"))
    codes = [what.deal(number).code for number in range(DEALS)]
    table = way("common-deal")
    yield _links({f"{table}#{urlencode({'code': one})}": one for one in codes}, "deals")
    yield _section("rules") + _rules(what.rules)
    yield _section("practise")
    yield _doors(
        (say(f"class-page.{key}.title"), say(f"class-page.{key}.text"), way(place))
        for key, place in (("rules-page", "rules"), *((one, one) for one in LOOKED_UP))
    )
    if paper:
        yield _section("paper")
        yield _links(paper, "sheets")


def _section(key: str) -> str:
    return say_in("h2", say(f"class-page.{key}"), id=key)


def _button(key: str, way: str, look: str) -> str:
    return say_in("a", say(f"class-page.{key}"), href=way, class_=look)


def _links(rows: Mapping[str, str], kind: str) -> str:
    return el("ul", *(el("li", say_in("a", title, href=to)) for to, title in rows.items()), class_=kind)


def _doors(rows: Iterator[tuple[str, str, str]]) -> str:
    """Cards that lead on: title, what is there, the way."""
    return el(
        "div",
        *(el("div", el("h3", say_in("a", title, href=to)), say_in("p", text)) for title, text, to in rows),
        class_="doors",
    )


def _rules(rules: Variant) -> str:
    """The rules of the table in words; where it has house rules, they are marked."""
    ours, named = _told(rules), _told(find(rules.id))
    mark = say_in("em", say("class-page.own"), class_="own")
    rows = (
        el("div", say_in("dt", name), say_in("dd", told))
        if named.get(name) == told
        else el("div", say_in("dt", name), el("dd", escape(told), " ", mark), class_="ours")
        for name, told in ours.items()
    )
    key = "rules-own" if rules.overrides() else "rules-named"
    return say_in("p", say(f"class-page.{key}", title=rules.title)) + el("dl", *rows, class_="quick")


def _told(rules: Variant) -> dict[str, str]:
    """The quick reference of a table: what each row says."""
    (grid,) = quick(rules).blocks
    assert isinstance(grid, Grid)
    return {row[0]: row[1] for row in grid.rows}
