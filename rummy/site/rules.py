"""The rules reference: a page for every chapter, each article with examples to play, and an index."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rummy.inventory import entries, sources
from rummy.options import clause, number, option
from rummy.pictures.paper import el, say_in
from rummy.rulebook.articles import examples, in_words
from rummy.rulebook.book import by_chapter, cases, facts_of
from rummy.rules import Article, article, articles, fits
from rummy.rulings import Ruling
from rummy.site.figure import ROOT, article_href, html, ruling_href, ruling_html, up
from rummy.site.glossary import marked
from rummy.variants import Variant, variants
from rummy.words import capital, catalogue, data, listed, say

UNSOUGHT = {"data_search_exclude": ""}
"""The mark of what the search of the site passes over: it would lead to every rule."""
SHOWN = 4
"""So many examples of an article are drawn; the others are links."""
FEW = 6
"""So many different numbers are told one by one."""


def pages() -> Iterator[tuple[str, str]]:
    """The index of the rules, then a page for every chapter."""
    yield "rules/index.md", index()
    for key in by_chapter():
        yield f"rules/{key}.md", chapter(key)


def index() -> str:
    """All chapters and articles, and how to read them."""
    parts = [_front(say("rules-page.index")), f"# {say('rules-page.index')}", say("rules-page.read")]
    parts.append(el("div", *map(_branch, by_chapter()), class_="tree"))
    return "\n\n".join(parts) + "\n"


def _branch(key: str) -> str:
    """A chapter in the index: what it is about, and its articles."""
    head = el("h2", say_in("a", titled(key), href=f"{key}/"), id=key)
    leaves = (el("li", _link(one, f"{key}/")) for one in by_chapter()[key])
    return el("section", head, say_in("p", about(key)), el("ul", *leaves))


def titled(key: str) -> str:
    """A chapter by number and title.

    >>> titled("draw")
    '4. Drawing from the discard pile'
    """
    numbers = {name: number for number, name in data("rules.toml")["chapter"].items()}
    return f"{numbers[key]}. {say(f'chapter.{key}')}"


def about(key: str) -> str:
    """What a chapter is about, and why it stands where its number does not say."""
    number = next(int(number) for number, name in data("rules.toml")["chapter"].items() if name == key)
    return " ".join([say(f"rules-page.about.{key}"), *([say("rules-page.late")] if late(number) else [])])


def late(number: int) -> bool:
    """Does a chapter with a lower number stand behind this one?

    >>> late(15), late(14)
    (True, False)
    """
    numbers = [int(number) for number in data("rules.toml")["chapter"]]
    return number > min(numbers[numbers.index(number) :])


def chapter(key: str) -> str:
    """The page of a chapter."""
    inside, drawn = by_chapter()[key], set[str]()
    parts = [_front(titled(key), 4), f"# {titled(key)}", about(key)]
    links = el("ul", *(el("li", _link(one)) for one in inside))
    label = say("rules-page.contents")
    parts.append(el("nav", links, class_="contents", id="contents", aria_label=label, **UNSOUGHT))
    for one in inside:
        parts += _article(one, drawn)
    parts.append(up())
    return "\n\n".join(parts) + "\n"


def _front(title: str, boost: int = 1) -> str:
    return f'---\ntitle: "{title}"\nsearch: {{boost: {boost}}}\n---'


def _link(one: Article, page: str = "") -> str:
    """A link to an article of a page, its number apart."""
    return el("a", say_in("b", one.number), f" {html(one.title)}", href=f"{page}#{one.id}")


def _article(one: Article, drawn: set[str]) -> Iterator[str]:
    """An article: what it says, who plays it, where sources disagree, examples, and what it rests on."""
    seen = set[str]()
    yield f"## {one.number} {one.title} {{ #{one.id} }}"
    yield from _asked(one)
    yield el("p", marked(open_text(catalogue()[f"rule.{one.id}.text"], one), seen))
    told = cases(f"rule.{one.id}")
    if told:
        rows = (
            say_in("dt", in_words(when), **UNSOUGHT) + el("dd", marked(open_text(text, one, when), seen))
            for when, text in told
        )
        yield el("dl", *rows, class_="cases")
    yield el("p", *_played(one), class_="played", **UNSOUGHT)
    note = " ".join(_notes(one))
    if note:
        yield el("aside", say_in("b", say("rules-page.note")), " ", html(note), class_="differ", **UNSOUGHT)
    found = examples(one)
    shown = chosen(one, found, drawn)
    drawn |= {ruling.id for ruling in shown}
    yield from (ruling_html(r, rank=3, others=False, linked=True) for r in shown)
    rest = [ruling for ruling in found if ruling not in shown]
    if rest:
        summary = say_in("summary", say("rules-page.more", count=len(rest)))
        links = (el("li", say_in("a", r.question or r.id, href=ruling_href(r))) for r in rest)
        yield el("details", summary, el("ul", *links), class_="more", **UNSOUGHT)
    yield el("p", *_foot(one), class_="foot", **UNSOUGHT)


def _asked(one: Article) -> Iterator[str]:
    """How people ask about a rule: as the page shows it, and in other words that only the search reads."""
    asked = catalogue().get(f"rules-page.asked.{one.id}")
    if asked:
        yield el("div", say_in("h3", asked, id=f"asked.{one.id}"), class_="asked")
    also = re.split(r"(?<=[?.]) ", say(f"rules-page.also.{one.id}"))
    heads = (say_in("h3", words, id=f"asked.{one.id}.{at}") for at, words in enumerate(also, 2))
    yield el("div", *heads, class_="asked unseen", aria_hidden="true")


def open_text(text: str, one: Article, when: str = "") -> str:
    """A sentence of no table in particular, as HTML: for an option in it stands what the variants have."""
    knowing = [v for v in variants().values() if one.applies(facts_of(v)) and fits(when, facts_of(v))]
    parts = re.split(r"\{([\w.-]+)\}", text)
    for at in range(1, len(parts), 2):
        told = _values(parts[at], knowing)
        parts[at] = el("var", html(told if any(parts[:at]) else capital(told)))
    parts[::2] = [html(part) for part in parts[::2]]
    return "".join(parts)


def _values(name: str, knowing: Sequence[Variant]) -> str:
    """What an option, or a phrase, is in some variants."""
    known = {facts_of(v)[name] for v in knowing}
    if name == "seats" and knowing:
        seats = [n for v in knowing for n in v.seats()]
        return say("book.seats", low=number(min(seats)), high=number(max(seats)))
    numbers = sorted(value for value in known if isinstance(value, int))
    if not numbers:
        own = f"options.slot.{name}"
        return say(own) if own in catalogue() else option(name).slot
    if len(numbers) > FEW:
        return say("book.from-to", low=numbers[0], high=numbers[-1])
    return listed([str(value) for value in numbers], "or")


def _notes(one: Article) -> Iterator[str]:
    """Where the sources disagree."""
    always = catalogue().get(f"rule.{one.id}.note", "")
    yield from filter(None, (always, *(text for _, text in cases(f"rule.{one.id}.notes"))))


def _played(one: Article) -> Iterator[str]:
    """Where an article holds, and which variants know it: all, all but a few, or some."""
    if one.when:
        yield say("rules-page.holds", condition=html(clause(one.when))) + " "
    know, but = list[Variant](), list[Variant]()
    for variant in variants().values():
        (know if one.applies(facts_of(variant)) else but).append(variant)
    if not know or not but:
        yield say("rules-page.every" if know else "rules-page.house")
    else:
        some, key = (but, "but") if len(but) < len(know) else (know, "only")
        names = [say_in("a", v.title, href=f"{ROOT}variants/{v.id}/") for v in some]
        yield say(f"rules-page.{key}", names=listed(names))


def chosen(one: Article, found: Sequence[Ruling], drawn: set[str]) -> list[Ruling]:
    """The examples of an article that are drawn, the simplest first: one legal, one refused, then more.

    Args:
        one: the article.
        found: its examples, simplest first.
        drawn: what has been drawn on the page already, and is not drawn again.
    """
    fresh = [ruling for ruling in found if ruling.id not in drawn]
    fresh.sort(key=lambda r: _far(r, one))
    refused = [r for r in fresh if r.verdict in articles()]
    legal = [r for r in fresh if r not in refused]
    more = [r for r in (*legal[1:2], *refused[1:2]) if not _far(r, one)[0]]
    return [*legal[:1], *refused[:1], *more][:SHOWN]


def _far(ruling: Ruling, one: Article) -> tuple[bool, int, int]:
    """How far a ruling is from the plain case of an article: less is nearer."""
    own = one.id in (ruling.verdict, *ruling.text.get("articles", ())[:1])
    odd = len(ruling.text.get("options", ())) + max(int(ruling.text.get("seats", 2)) - 3, 0)
    return not own, odd, len(ruling.lines)


def _foot(one: Article) -> Iterator[str]:
    """What is read beside an article, what it rests on, and since when it is there."""
    beside = [article(key) for key in one.related]
    parts = []
    if beside:
        links = [say_in("a", f"{a.number} {a.title}", href=article_href(a)) for a in beside]
        parts.append(say("rules-page.related", articles=", ".join(links)))
    links = [_source(key) for key in one.sources]
    parts.append(say("rules-page.sources", sources=", ".join(links)))
    parts.append(say("rules-page.since", version=one.since))
    parts.append(say_in("code", one.id))
    yield " · ".join(parts)


def _source(key: str) -> str:
    """A source, leading to its place among the credits."""
    entry = entries().get(key)
    title = entry.title if entry else sources()[key]
    return say_in("a", key, href=f"{ROOT}credits/#{key.lower()}", title=title)
