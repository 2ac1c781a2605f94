"""The collection of rulings: an index that can be sifted, and a page for each topic."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial

from rummy.pictures.paper import el, say_in
from rummy.rules import Article, articles
from rummy.rulings import AMBIGUOUS, LEGAL, Ruling, collection
from rummy.site.figure import anchor, html, play, rules, ruling_html, topic, up
from rummy.variants import Variant, find, variants
from rummy.words import catalogue, language, say, speak, worded

COUNT = "count"
"""The verdict where nothing is tried, and only counted."""


def pages() -> Iterator[tuple[str, str]]:
    """The index of all questions, then a page for each topic."""
    yield "rulings/index.md", index()
    for name, told in topics_told():
        yield f"rulings/{name}.md", page(name, told)


def topics_told() -> Iterator[tuple[str, list[str]]]:
    """Every topic with its rulings as HTML, told by as many processes as there are cores."""
    one_told = partial(ruling_html, rank=2, others=True)
    with ProcessPoolExecutor(initializer=speak, initargs=(language(),)) as pool:
        made = pool.map(one_told, [one for inside in topics().values() for one in inside], chunksize=8)
        for name, inside in topics().items():
            yield name, [next(made) + sources(one) for one in inside]


@worded
@cache
def _collection() -> tuple[Ruling, ...]:
    return collection()


@worded
@cache
def topics() -> dict[str, tuple[Ruling, ...]]:
    """The rulings by topic, in the order of what the topics are called."""
    names = sorted({topic(one) for one in _collection()}, key=title)
    return {name: tuple(one for one in _collection() if topic(one) == name) for name in names}


def title(name: str) -> str:
    """What a topic is called.

    >>> title("pile")
    'The discard pile'
    """
    return say(f"site.rulings.topics.{name}")


def verdict(ruling: Ruling) -> str:
    """How a ruling ends: allowed, refused by whatever rule, several things at once, or only counted."""
    if not ruling.lines:
        return COUNT
    return ruling.verdict if ruling.verdict in (LEGAL, AMBIGUOUS) else "refused"


def table(ruling: Ruling) -> Variant:
    """The named variant that a ruling is asked in."""
    return variants()[find(str(ruling.text["variant"])).id]


def index() -> str:
    """All questions by topic, and the form that sifts them where there is JavaScript."""
    lists = "".join(_topic(name, inside) for name, inside in topics().items())
    played = sum(play(one) is not None for one in _collection())
    return "\n\n".join(
        (
            "---\nhide: [toc]\n---",
            f"# {say('site.rulings.title')}",
            say("site.rulings.lead", count=len(_collection()), played=played),
            say("site.rulings.own"),
            el("div", _form(), lists, data_tool="rulings", data_search_exclude=""),
        )
    )


def _topic(name: str, inside: Iterable[Ruling]) -> str:
    head = el("h2", say_in("a", title(name), href=f"{name}/"), id=name)
    return el("section", head, el("ul", *map(_question, inside)), class_="questions", data_topic=name)


def _question(ruling: Ruling) -> str:
    """A question with its verdict, its rule and its table, and what it is found by."""
    ends, there, about = verdict(ruling), table(ruling), rules(ruling)
    sign = say_in("b", say(f"site.rulings.sign.{ends}"), class_=ends)
    rest = " · ".join(html(told) for told in (*(f"{a.number} {a.title}" for a in about[:1]), there.title))
    return el(
        "li",
        say_in("a", ruling.question, href=f"{topic(ruling)}/#{anchor(ruling)}"),
        el("small", sign, " · ", rest),
        data_verdict=ends,
        data_variant=there.id,
        data_article=" ".join(a.id for a in about),
    )


def _form() -> str:
    """What the questions are sifted by; it stays hidden where nothing would come of it."""
    named = dict.fromkeys(one for ruling in _collection() for one in rules(ruling))
    chapters: dict[str, list[Article]] = {}
    for one in sorted(named, key=list(articles().values()).index):
        chapters.setdefault(one.chapter, []).append(one)
    about = (
        el(
            "optgroup",
            *(_choice(one.id, f"{one.number} {one.title}", data_asked=_asked(one)) for one in inside),
            label=say(f"chapter.{key}"),
        )
        for key, inside in chapters.items()
    )
    tables = {table(ruling).id for ruling in _collection()}
    return el(
        "form",
        el(
            "label",
            html(say("site.rulings.find")),
            el(
                "input",
                type="search",
                name="q",
                placeholder=say("site.rulings.find-text"),
                autocomplete="off",
            ),
            class_="words",
        ),
        _select("topic", (_choice(name, title(name)) for name in topics())),
        _select("article", about),
        _select("variant", (_choice(v.id, v.title) for v in variants().values() if v.id in tables)),
        _select("verdict", (_choice(v, say(f"site.rulings.sign.{v}")) for v in _verdicts())),
        el(
            "p",
            el("output", html(say("site.rulings.count", count=len(_collection())))),
            say_in("button", say("site.rulings.reset"), type="reset", class_="md-button"),
        ),
        class_="sift needs-script",
        role="search",
        hidden="",
    )


def _verdicts() -> list[str]:
    return list(dict.fromkeys(verdict(one) for one in _collection()))


def _select(name: str, choices: Iterable[str]) -> str:
    words = html(say(f"site.rulings.{name}"))
    return el("label", words, el("select", _choice("", say(f"site.rulings.{name}-all")), *choices, name=name))


def _choice(value: str, words: str, **facts: str) -> str:
    return say_in("option", words, value=value, **facts)


def _asked(one: Article) -> str:
    """How people ask about a rule, which the words that are typed are compared with."""
    keys = (f"rules-page.{how}.{one.id}" for how in ("asked", "also"))
    return " ".join(catalogue()[key] for key in keys if key in catalogue())


def page(name: str, told: list[str]) -> str:
    """A topic with all its rulings as they are told."""
    asked = [(one.question, anchor(one)) for one in topics()[name]]
    links = (el("li", say_in("a", question, href=f"#{place}")) for question, place in asked)
    head = say_in("summary", say("site.rulings.count", count=len(told)))
    return "\n\n".join(
        (
            f"---\nhide: [toc]\ndescription: {json.dumps(asked[0][0], ensure_ascii=False)}\n---",
            f"# {title(name)}",
            f"[{say('site.rulings.back')}](index.md)",
            el("details", head, el("ul", *links), class_="more", id="contents", data_search_exclude=""),
            *told,
            up(),
        )
    )


def sources(ruling: Ruling) -> str:
    """What a ruling rests on, each leading to what became of it."""
    links = (say_in("a", key, href=f"../../credits/#{key.lower()}") for key in ruling.text["sources"])
    return el("p", say("site.rulings.rests", sources=", ".join(links)), class_="rests")
