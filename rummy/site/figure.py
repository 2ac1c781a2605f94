"""A ruling as a live figure: the question, the drawn position, what is tried, and what becomes of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from html import escape
from itertools import pairwise, takewhile
from typing import Any

from rummy.actions import SEATS
from rummy.deal import DEAL, SHUFFLE, Deal
from rummy.lines import parse, spoken
from rummy.options import option, told
from rummy.pictures.laid import laid_frame, laid_html
from rummy.pictures.paper import el, say_in, typeset
from rummy.positions import KEYS, describe, position
from rummy.referee import ask
from rummy.rulebook.articles import named_in, then_told
from rummy.rulebook.page import Points, Prose
from rummy.rules import Article, articles
from rummy.rulings import AMBIGUOUS, Outcome, Ruling, judge
from rummy.scoring import points_text
from rummy.steps import follow
from rummy.variants import find
from rummy.words import Ambiguous, say

ROOT = "../../"
"""From a page such as `rules/draw/` to the root of the site."""


def ruling_html(ruling: Ruling, *, rank: int, others: bool, linked: bool = False) -> str:
    """A ruling as HTML without a blank line, for a page two folders below the root of the site.

    Args:
        ruling: the ruling.
        rank: the rank of the heading that its question is.
        others: also tell at which other tables the verdict would be the other one.
        linked: the question leads to the ruling's own place, is no anchor, and alone is found by the search.
    """
    deal, outcome = position(ruling.text, ruling.where), judge(ruling)
    question = ruling.question or ruling.id
    unsought = {"data_search_exclude": ""} if linked else {}
    parts = [
        _heading(ruling, question, rank, linked),
        say_in("p", _table(ruling, deal), class_="at", **unsought),
        _figure(ruling, deal, question),
        el("div", *_verdict(ruling, outcome, others, linked), class_=f"verdict {_kind(outcome)}", **unsought),
    ]
    return el("div", *parts, class_="ruling")


def article_href(one: Article, root: str = ROOT) -> str:
    """The address of an article, if no root is given from a page two folders below it.

    >>> from rummy.rules import article
    >>> article_href(article("4.6"))
    '../../rules/draw/#draw.pile.use-at-once'
    """
    return root + one.place


def anchor(ruling: Ruling) -> str:
    """Where a ruling stands on its page.

    >>> from rummy.rulings import collection
    >>> anchor(collection()[0]) == collection()[0].id.lower()
    True
    """
    return ruling.id.lower()


def topic(ruling: Ruling) -> str:
    """The page of rulings that a ruling stands on: that of its file.

    >>> from rummy.rulings import collection
    >>> {topic(one) for one in collection()} > {"pile", "going-out"}
    True
    """
    return ruling.where.partition(".")[0].replace("_", "-")


def ruling_href(ruling: Ruling) -> str:
    """The address of a ruling, from a page two folders below the root."""
    return f"{ROOT}rulings/{topic(ruling)}/#{anchor(ruling)}"


def rules(ruling: Ruling) -> list[Article]:
    """The articles a ruling is about, the one that refuses it first."""
    named = (articles()[key] for key in articles() if key in named_in(ruling))
    return sorted(named, key=lambda one: one.id != ruling.verdict)


def play(ruling: Ruling) -> dict[str, Any] | None:
    """The arguments of a table at which whoever makes the move in question makes it, and any just before it.

    What others did earlier is done there. None where no player moves: a table deals and shuffles by itself.
    """
    moments = [position(ruling.text, ruling.where)]
    for line in ruling.lines[:-1]:
        moments.append(follow(moments[-1], parse(line, moments[-1])))
    if not ruling.lines or moments[-1].phase in (DEAL, SHUFFLE):
        return None
    movers = [_mover(line, deal) for line, deal in zip(ruling.lines, moments, strict=True)]
    you = movers.pop()
    others = len(movers) - len([*takewhile(you.__eq__, reversed(movers))])
    text = {key: value for key, value in ruling.text.items() if key in KEYS and key != "note"}
    return {
        "position": describe(moments[others]) if others else text,
        "you": SEATS[you],
        "note": ruling.question,
    }


def _mover(line: str, deal: Deal) -> int:
    """The seat that makes a move, whichever of several it means."""
    try:
        return parse(line, deal).seat
    except Ambiguous as error:
        return parse(error.choices[0], deal).seat


def _heading(ruling: Ruling, question: str, rank: int, linked: bool) -> str:
    if linked:
        return el(f"h{rank}", say_in("a", question, href=ruling_href(ruling)))
    link = el("a", "¶", href=f"#{anchor(ruling)}", class_="headerlink", title=say("figure.link"))
    return el(f"h{rank}", escape(question, quote=False), link, id=anchor(ruling))


def _table(ruling: Ruling, deal: Deal) -> str:
    """At which table it is asked: the variant, what is changed in it, and the totals before the deal."""
    table = say("figure.table", title=deal.variant.title, players=deal.game.seats)
    own = find(str(ruling.text.get("variant", deal.variant.id))).options()
    changed = [
        say("figure.option", option=option(key).title, value=told(key, value))
        for key, value in ruling.text.get("options", {}).items()
        if str(own.get(key)) != str(value)
    ]
    return " · ".join([table, *changed])


def _figure(ruling: Ruling, deal: Deal, question: str) -> str:
    frame = laid_frame(deal)
    for seat in frame["seats"]:
        total = ruling.text.get("totals", {}).get(seat["seat"])
        if total is not None:
            seat["total"] = points_text(Fraction(str(total)))
    drawn = laid_html(frame)
    known = f' id="example-{anchor(ruling)}" data-search-exclude'
    table = play(ruling)
    if table is None:
        return f"<figure{known}>{drawn}</figure>"
    args = json.dumps(table, ensure_ascii=False, separators=(",", ":"))
    quoted = args.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;")
    button = say_in("button", say("site.play"), type="button", class_="md-button play")
    known += f" class=\"live\" data-table='{quoted}'"
    return f'<figure{known}>{drawn}<p class="go" hidden>{button}</p></figure>'


def _kind(outcome: Outcome) -> str:
    """What becomes of a ruling, as a class."""
    return "refused" if outcome.breach else "ambiguous" if outcome.got == AMBIGUOUS else "legal"


def _verdict(ruling: Ruling, outcome: Outcome, others: bool, linked: bool) -> Iterator[str]:
    """The lines that are tried, what becomes of them and why, and where it would be otherwise."""
    if ruling.lines:
        yield el("ol", *(say_in("li", spoken(line)) for line in ruling.lines), aria_label=say("figure.tried"))
    head = say(f"figure.{_kind(outcome) if ruling.lines else 'count'}")
    links = " · ".join(map(rule_link, rules(ruling)))
    yield el("p", say_in("strong", head), " ", _reason(ruling, outcome), " ", links)
    for key in ("why", "disputed") if linked else ("why", "note", "disputed"):
        text = ruling.told(key)
        if text:
            label = "sure" if text.startswith(tuple(say("figure.degrees").split())) else key
            head = "" if key == "why" else say_in("b", say(f"figure.{label}")) + " "
            yield el("p", head, html(text), class_=key)
    if others:
        yield from _others(ruling)


def _reason(ruling: Ruling, outcome: Outcome) -> str:
    broken = outcome.breach
    if broken is not None:
        return html(broken.sentence)
    if outcome.got == AMBIGUOUS:
        return html(say("article.ambiguous"))
    return html(spoken(" ".join(then_told(ruling, outcome.deal))))


def rule_link(one: Article) -> str:
    """A link to an article, by number and title."""
    return say_in("a", say("figure.rule", number=one.number, title=one.title), href=article_href(one))


def _others(ruling: Ruling) -> Iterator[str]:
    """At which tables the verdict is the other one, as the referee tells it."""
    if not ruling.lines:
        return
    heads = {say(f"referee.head.{end}"): say(f"figure.others-{end}") for end in ("legal", "refused")}
    for head, points in pairwise(ask(ruling.text).page.blocks):
        if isinstance(head, Prose) and head.text in heads and isinstance(points, Points):
            items = (say_in("li", item) for item in points.items)
            yield el("details", say_in("summary", heads[head.text]), el("ul", *items), class_="others")


def up() -> str:
    """The way from anywhere on a long page back to its list of contents, which is called so."""
    link = say_in("a", say("site.contents"), href="#contents")
    return el("p", link, class_="to-contents", data_search_exclude="")


def html(words: str) -> str:
    """Words as HTML."""
    return escape(typeset(words), quote=False)
