"""One article as a page of its own: all it can say, who plays it, what it rests on, and its examples."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from rummy.pictures.pages import deal_frame
from rummy.pictures.prose import printed, table_lines
from rummy.positions import position
from rummy.rulebook.book import cases, choice
from rummy.rulebook.page import Block, Figure, Grid, Heading, Page, Points, Prose
from rummy.rules import Article, article, articles
from rummy.rulings import LEGAL, Ruling, collection, judge
from rummy.variants import choices, variants
from rummy.words import Unreadable, catalogue, data, listed, say

MOST_RELATED = 6


def about(which: Article | str) -> Page:
    """The page of an article, by its id or number.

    >>> about("4.6").title
    '4.6 The card taken must be used at once'
    """
    one = article(which) if isinstance(which, str) else which
    blocks: list[Block] = [Prose(_open(catalogue()[f"rule.{one.id}.text"]))]
    told = cases(f"rule.{one.id}")
    if told:
        blocks.append(Points(tuple(f"{in_words(when)}: {_open(text)}" for when, text in told)))
    if f"rule.{one.id}.note" in catalogue():
        blocks.append(Prose(_open(catalogue()[f"rule.{one.id}.note"]), say("book.note")))
    blocks.append(Grid(tuple(_facts(one))))
    found = examples(one)
    blocks.append(Heading(say("article.examples")))
    blocks += [block for ruling in found for block in example(ruling)]
    if not found:
        blocks.append(Prose(say("article.no-examples")))
    return Page(f"{one.number} {one.title}", one.id, tuple(blocks))


def _open(text: str) -> str:
    """A sentence of no table in particular: the options it speaks of stand in it by name.

    >>> _open("An ace counts {scoring.ace_low}.")
    'An ace counts ‹scoring.ace_low›.'
    """
    return re.sub(r"\{([\w.-]+)\}", r"‹\1›", text)


def in_words(condition: str) -> str:
    """A condition as it begins a sentence.

    >>> in_words("drawing.pile=any & pack.jokers>0")
    'Where drawing.pile is any and pack.jokers is more than 0'
    """
    return say("article.where", condition=_spelled(condition))


def _spelled(condition: str) -> str:
    ways = [" and ".join(_test(test) for test in way.split(" & ")) for way in condition.split(" or ")]
    return listed(ways, "or")


def _test(text: str) -> str:
    """One test in words."""
    name, sign, values = re.fullmatch(r"([\w.-]+?)(?:(!=|=|>)(.+))?", text.strip()).groups("")  # type: ignore[union-attr]
    if not sign:
        known = catalogue().get(f"article.condition.{name}")
        return known or _spelled(data("rules.toml")["condition"][name])
    if f"article.fact.{name}.{values}" in catalogue() and sign == "=":
        return say(f"article.fact.{name}.{values}")
    kind = {"=": "article.is", "!=": "article.is-not", ">": "article.more"}[sign]
    return say(kind, option=name, value=listed(values.split("|"), "or"))


def _facts(one: Article) -> Iterator[tuple[str, str]]:
    """What there is to know about an article besides what it says."""
    if one.when:
        yield say("article.applies"), f"{in_words(one.when)}."
    yield say("article.played"), _played(one)
    for option in one.options:
        yield option, listed([choice(v) for v in choices(option)], "or")
    yield say("article.related"), listed([f"{a.number} {a.title} ({a.id})" for a in related(one)]) or "–"
    yield say("article.sources"), ", ".join(one.sources)
    yield say("article.since"), one.since


def _played(one: Article) -> str:
    """Which named variants know the article."""
    there, know = variants(), [v for v in variants().values() if one.applies(v.facts())]
    if len(know) == len(there):
        return say("article.everywhere")
    return listed([v.id for v in know]) or say("article.nowhere")


@cache
def _rulings() -> tuple[Ruling, ...]:
    return collection()


def named_in(ruling: Ruling) -> set[str]:
    """The articles a ruling is an example of: the one that refuses its last line, and those it names."""
    return {*ruling.text.get("articles", ()), ruling.verdict} & articles().keys()


def examples(one: Article) -> tuple[Ruling, ...]:
    """The rulings of the collection about an article, those that it refuses first."""
    found = [r for r in _rulings() if one.id in named_in(r)]
    return tuple(sorted(found, key=lambda r: r.verdict != one.id))


def related(one: Article) -> tuple[Article, ...]:
    """Articles to read next: those that depend on the same options or are told of in the same rulings."""
    near: Counter[str] = Counter()
    for other in articles().values():
        near[other.id] += 3 * len(set(one.options) & set(other.options))
    for ruling in examples(one):
        near.update(named_in(ruling))
    del near[one.id]
    ids = [key for key, weight in near.most_common(MOST_RELATED) if weight > 0]
    return tuple(a for a in articles().values() if a.id in ids)


def example(ruling: Ruling) -> Iterator[Block]:
    """A ruling as it is printed: the question, the position, what is tried and what becomes of it."""
    yield Heading(ruling.question or ruling.id, 3, ruling.id)
    try:
        deal = position(ruling.text, ruling.where)
        outcome = judge(ruling)
    except Unreadable as error:
        yield Prose(str(error))
        return
    lines = [line for line in table_lines(deal_frame(deal) | {"may": []}, printed) if line]
    told = [f"{option} = {value}" for option, value in ruling.text.get("options", {}).items()]
    yield Figure((*lines[:1], *told, *lines[1:]))
    if ruling.lines:
        yield Figure(tuple(f"> {line}" for line in ruling.lines))
    if outcome.breach is not None:
        broken = outcome.breach
        number, title = broken.article.number, broken.article.title
        yield Prose(
            say("article.refused", reason=broken.sentence, number=number, title=title), say("article.answer")
        )
    elif outcome.got == LEGAL:
        why = ruling.text.get("why") or ruling.text.get("note") or ""
        yield Prose(f"{say('article.legal')} {why}".strip(), say("article.answer"))
    else:
        yield Prose(say("article.ambiguous"), say("article.answer"))
