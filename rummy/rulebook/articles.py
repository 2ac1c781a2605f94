"""One article as a page of its own: all it can say, who plays it, what it rests on, and its examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from rummy.cards import BACK, cards, glyphs
from rummy.deal import Deal
from rummy.inventory import entries, sources
from rummy.lines import spoken
from rummy.options import clause, option
from rummy.pictures.pages import deal_frame
from rummy.pictures.prose import printed, table_lines
from rummy.positions import position
from rummy.rulebook.book import cases, could_be
from rummy.rulebook.page import Block, Figure, Grid, Heading, Page, Points, Prose
from rummy.rules import Article, article, articles
from rummy.rulings import AMBIGUOUS, Outcome, Ruling, collection, facts_after, judge
from rummy.scoring import points_text
from rummy.variants import variants
from rummy.words import Unreadable, capital, catalogue, listed, say, worded

_THEN = ["stock_left", "discards", "table", "owed", "turn", "phase", "to_act", "named", "dealer_joker"]
_THEN += ["over", "winner", "match_over", "dealer", "next_dealer", "plays_on"]
"""What may be the case at the table, in the order in which it is told."""


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
    always, some = catalogue().get(f"rule.{one.id}.note", ""), cases(f"rule.{one.id}.notes")
    note = " ".join(filter(None, (always, *(text for _, text in some))))
    if note:
        blocks.append(Prose(note, say("book.note")))
    blocks.append(Grid(tuple(_facts(one))))
    found = examples(one)
    blocks.append(Heading(say("article.examples")))
    blocks += [block for ruling in found for block in example(ruling)]
    if not found:
        blocks.append(Prose(say("article.no-examples")))
    blocks += [Heading(say("article.sources")), Points(tuple(_source(key) for key in one.sources))]
    blocks.append(Prose(say("article.source-texts")))
    return Page(f"{one.number} {one.title}", one.id, tuple(blocks))


def _source(key: str) -> str:
    """A source with what it is about."""
    entry = entries().get(key)
    return say("article.source", key=key, title=entry.title if entry else sources()[key])


def _open(text: str) -> str:
    """A sentence of no table in particular: what differs from table to table stands in it in words.

    >>> _open("A low ace counts {scoring.ace_low}.")
    'A low ace counts ‹the points of a low ace›.'
    """

    def slot(found: re.Match[str]) -> str:
        name = found[1]
        told = option(name).slot if "." in name else say(f"options.slot.{name}")
        return f"‹{told if found.start() else capital(told)}›"

    return re.sub(r"\{([\w.-]+)\}", slot, text)


def in_words(condition: str) -> str:
    """A condition as it begins a sentence.

    >>> in_words("drawing.pile=any & pack.jokers>0")
    'Where any card of the pile may be taken and there are jokers'
    """
    return say("article.where", condition=clause(condition))


def _facts(one: Article) -> Iterator[tuple[str, str]]:
    """What there is to know about an article besides what it says."""
    if one.when:
        yield say("article.applies"), f"{in_words(one.when)}."
    yield say("article.played"), _played(one)
    for name in one.options:
        yield option(name).title, could_be(name)
    beside = [article(key) for key in one.related]
    if beside:
        yield say("article.related"), listed([f"{a.number} {a.title} ({a.id})" for a in beside])
    yield say("article.since"), one.since


def _played(one: Article) -> str:
    """Which named variants know the article."""
    there, know = variants(), [v for v in variants().values() if one.applies(v.facts())]
    if len(know) == len(there):
        return say("article.everywhere")
    return listed([v.id for v in know]) or say("article.nowhere")


@worded
@cache
def _rulings() -> tuple[Ruling, ...]:
    return collection()


def named_in(ruling: Ruling) -> set[str]:
    """The articles a ruling is an example of: the one that refuses its last line, and those it names."""
    return {*ruling.text.get("articles", ()), ruling.verdict} & articles().keys()


def examples(one: Article) -> tuple[Ruling, ...]:
    """The rulings of the collection about an article, simplest first: the allowed, the short."""
    found = [r for r in _rulings() if one.id in named_in(r)]
    return tuple(sorted(found, key=_simple))


def _simple(ruling: Ruling) -> tuple[int, int, int]:
    """How simple an example is: less is simpler."""
    kind = 2 if ruling.verdict in articles() else 1 if ruling.verdict == AMBIGUOUS else 0
    return kind, len(ruling.lines), len(str(ruling.text))


def example(ruling: Ruling) -> Iterator[Block]:
    """A ruling as it is printed: the question, the position, what is tried and what becomes of it."""
    yield Heading(ruling.question or ruling.id, 3, ruling.id)
    try:
        deal = position(ruling.text, ruling.where)
        outcome = judge(ruling)
    except Unreadable as error:
        yield Prose(str(error))
        return
    yield Figure(tuple(_drawn(ruling, deal)))
    if ruling.lines:
        yield Figure(tuple(f"> {line}" for line in ruling.lines))
    yield Prose(_answer(ruling, outcome), say("article.answer"))


def _drawn(ruling: Ruling, deal: Deal) -> Iterator[str]:
    """A position as text: the table, the options that were changed, what lies and what is held."""
    frame = deal_frame(deal)
    for seat in frame["seats"]:
        hidden = all(one["c"] == BACK.code for one in seat["cards"] or ())
        seat |= {"stands_text": "", "cards": None if hidden else seat["cards"], "known": []}
    if deal.over:
        frame["over"] |= {"counts": []}
    title, *lines = table_lines(frame | {"may": []}, printed)
    yield title
    yield from (f"{option} = {value}" for option, value in ruling.text.get("options", {}).items())
    yield from filter(None, lines)
    totals = ruling.text.get("totals", {})
    if totals:
        before = listed([f"{who} {points_text(Fraction(str(value)))}" for who, value in totals.items()])
        yield say("article.before", totals=before)


def _answer(ruling: Ruling, outcome: Outcome) -> str:
    """What becomes of a ruling: why it is refused, or what is then the case."""
    broken = outcome.breach
    if broken is not None:
        number, title = broken.article.number, broken.article.title
        return say("article.refused", reason=broken.sentence, number=number, title=title)
    if outcome.got == AMBIGUOUS:
        return say("article.ambiguous")
    told = [say("article.legal")] if ruling.lines else []
    return " ".join([*told, *then_told(ruling, outcome.deal), ruling.why]).strip()


def then_told(ruling: Ruling, deal: Deal) -> Iterator[str]:
    """What a ruling expects to be the case, in words."""
    facts = facts_after(ruling, deal)
    for key in ("points", "totals", "hands", "hands_size"):
        for who in ruling.text.get("then", {}).get(key, ()):
            got = facts(f"{key}.{who}")
            value = _told(key, got) or say("worked.none")
            name = f"article.then.{key}{'-laid' if key == 'points' and not deal.over else ''}"
            yield say(name, who=who, value=value)
    for key in _THEN:
        if key in ruling.text.get("then", {}):
            yield _fact(key, facts(key))


def _fact(key: str, got: Any) -> str:
    """What is then the case at the table, in words."""
    if isinstance(got, bool):
        return say(f"article.{'yes' if got else 'no'}.{key}")
    if key in ("phase", "named", "dealer_joker"):
        return say(f"article.{key}.{got}")
    if not got:
        return say(f"article.none.{key}")
    if key == "stock_left":
        return say("article.then.stock_left", count=got)
    if key in ("discards", "table"):
        return say(f"article.then.{key}", value=spoken(got if key == "discards" else "; ".join(got)))
    names = got.split()
    return say(f"article.then.{key}", who=spoken(listed(names)), count=len(names))


def _told(key: str, got: Any) -> str:
    """What a seat then holds or has, in words."""
    return glyphs(cards(got)) if key == "hands" else str(got) if key == "hands_size" else points_text(got)
