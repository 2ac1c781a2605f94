"""The pages of the variants: the family, the main facts side by side, and each with its rulebook."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from rummy.compare import Change, compare
from rummy.pictures import table_svg
from rummy.pictures.paper import el, say_in
from rummy.pictures.prose import Json
from rummy.rulebook import quick, rulebook
from rummy.rulebook.book import filled, holding
from rummy.rulebook.page import Grid, Heading, Page, fragment
from rummy.rulebook.worked import worked
from rummy.rules import Article
from rummy.site.figure import article_href, html, up
from rummy.site.rules import late
from rummy.table import Table
from rummy.variants import EXPOSED, Variant, code, variants
from rummy.words import catalogue, data, listed, say

FACTS = (
    *("players", "packs", "jokers", "dealt", "pile", "melds", "aces", "calls", "out", "score", "ace"),
    "ends",
)
"""What the variants are compared by at a glance."""
NOT_SEARCHED = '{ data-search-exclude="" }'
"""On a heading: what stands below it is found in the rules, and need not be found again for every variant."""
FEW = 8
"""So many differences are shown at once; more of them only when asked for."""


def pages() -> Iterator[tuple[str, str]]:
    """The family of variants, then a page for each."""
    yield "variants/index.md", index()
    for one in variants().values():
        yield f"variants/{one.id}.md", page(one)


def parent(variant: Variant) -> Variant | None:
    """The variant that another one is made from.

    >>> parent(variants()["block"]).id
    'basic'
    """
    key = data("variants.toml")["variant"][variant.id].get("parent")
    return variants()[key] if key else None


def children(variant: Variant) -> list[Variant]:
    """The variants made from one."""
    return [one for one in variants().values() if parent(one) == variant]


def _roots() -> list[Variant]:
    """The games that stand by themselves."""
    return [one for one in variants().values() if parent(one) is None]


def family(variant: Variant) -> Iterator[Variant]:
    """A variant and all that come from it, each after the one it comes from."""
    yield variant
    for below in children(variant):
        yield from family(below)


def nearest(variant: Variant) -> Variant:
    """The variant to tell another one by: what it is made from, or the most alike of the others that are not.

    >>> nearest(variants()["rummy-500"]).id
    '500-rum'
    """
    roots = (one for one in _roots() if one != variant)
    return parent(variant) or min(roots, key=lambda one: len(compare(one, variant).changes))


def index() -> str:
    """All variants as a family, and their main facts in one table."""
    return "\n\n".join(
        (
            "---\nhide: [toc]\n---",
            f"# {say('site.variants.title')}",
            say("site.variants.lead"),
            _buttons(
                {"../compare/": "site.variants.compare-any", "../house-rules/": "site.variants.make-own"}
            ),
            f"## {say('site.variants.family')}",
            say("site.variants.family-text"),
            el("div", *map(_branch, _roots()), class_="family"),
            f"## {say('site.variants.table')}",
            say("site.variants.table-text"),
            _facts(),
        )
    )


def _branch(variant: Variant) -> str:
    """A variant with all that come from it."""
    root, below = parent(variant) is None, children(variant)
    name = say_in("a", variant.title, href=f"{variant.id}/")
    far = "" if root else f" · {_how_far(variant)}"
    return el(
        "section" if root else "li",
        el(
            "div",
            el("h3", name, id=variant.id) if root else el("strong", name),
            el("p", html(variant.blurb), el("small", html(filled("{seats}", variant)), far)),
        ),
        el("ul", *map(_branch, below)) if below else "",
    )


def _how_far(variant: Variant) -> str:
    """How many rules a variant changes in the one it comes from."""
    count = len(compare(nearest(variant), variant).changes)
    return html(say("site.variants.far", count=count) if count else say("site.variants.same"))


def facts(variant: Variant) -> tuple[str, ...]:
    """The main facts of a variant, each in a few words.

    >>> facts(variants()["basic"])[:5]
    ('2–6', 'one', 'none', '10 / 7 / 6', 'top card')
    """
    sizes = dict.fromkeys(variant.hand_size(n) for n in variant.seats())
    dealt = "" if variant.dealing.hand == EXPOSED else " / ".join(map(str, sizes))
    said = (", ".join(holding(f"site.variants.fact.{key}", variant)) for key in FACTS)
    told = (filled(text.replace("{dealt}", dealt), variant) for text in said)
    return tuple(re.sub(r"(?<=\d)-(?=\d)", "–", text) for text in told)


def _facts() -> str:
    """The main facts of all variants, with what a variant does differently in bold."""
    names = (say_in("th", say(f"site.variants.fact.{key}.title"), scope="col") for key in FACTS)
    head = el("tr", say_in("th", say("site.variants.name"), scope="col"), *names)
    rows = []
    for one in (one for root in _roots() for one in family(root)):
        like = facts(above) if (above := parent(one)) else ()
        cells = (
            el("td", html(told) if told in like[at : at + 1] or not like else say_in("strong", told))
            for at, told in enumerate(facts(one))
        )
        name = say_in("a", one.title, href=f"{one.id}/")
        rows.append(el("tr", el("th", name, scope="row"), *cells, class_="" if like else "root"))
    table = el("table", el("thead", head), el("tbody", *rows), class_="facts")
    label = say("site.variants.scroll")
    return el("div", table, class_="wide", role="region", aria_label=label, tabindex="0")


def page(variant: Variant) -> str:
    """Everything about a variant: in short, to be played, beside its nearest relative, and all its rules."""
    blocks = (
        f"# {variant.title}",
        f"{variant.blurb}\n{{ .blurb }}",
        _called(variant),
        _ways(variant),
        _contents(variant),
        f"## {say('site.variant.play')} {{ #play }}",
        say("site.variant.play-text"),
        live(variant),
        f"## {say('site.variant.quick')} {{ #quick }}",
        _quick(variant),
        f"## {say('site.variant.differs')} {NOT_SEARCHED.replace('{', '{ #differs')}",
        *_differs(variant),
        f"## {say('site.variant.book')} {{ #rulebook }}",
        say("site.variant.book-text"),
        *_book(variant),
        *_worked(variant),
        f"## {say('site.variant.code')} {NOT_SEARCHED.replace('{', '{ #code')}",
        say("site.variant.code-text"),
        f"```text\n{code(variant)}\n```",
        _ways(variant),
        up(),
    )
    return "\n\n".join(filter(None, blocks))


def _contents(variant: Variant) -> str:
    """Where everything about a variant stands on its page, chapter by chapter."""
    parts = {key: say(f"site.variant.{key}") for key in ("play", "quick", "differs")}
    parts |= {f"chapter-{one.number}": f"{one.number}. {one.title}" for one in rulebook(variant).chapters}
    parts["code"] = say("site.variant.code")
    links = (el("li", say_in("a", words, href=f"#{key}")) for key, words in parts.items())
    label = say("site.contents")
    return el(
        "nav",
        el("ul", *links),
        class_="contents plain",
        id="contents",
        aria_label=label,
        data_search_exclude="",
    )


def _called(variant: Variant) -> str:
    """What else it is called, and what people confuse it with."""
    told = catalogue().get(f"site.variant.called.{variant.id}")
    if not told:
        return ""
    source = say(f"site.variant.called-source.{variant.id}")
    return f'!!! info "{say("site.variant.names")}"\n\n    {told} [{source}](../credits.md#{source.lower()})'


def _ways(variant: Variant) -> str:
    """Where to go from here: change the rules, print them, see them judged."""
    house = f"../../house-rules/#v={quote(code(variant))}"
    return _buttons(
        {
            house: "site.variant.change",
            f"{house}&sheet": "site.variant.print",
            f"../../rulings/#variant={variant.id}": "site.variant.rulings",
        }
    )


def deal(variant: Variant) -> dict[str, Any]:
    """The arguments of a table of the variant at which you are the first to act.

    >>> deal(variants()["partnership"])["seats"]
    4
    """
    likely = 4 if variant.match.sides == "partners" else 3
    seats = likely if likely in variant.seats() else variant.seats()[0]
    tables: Iterator[dict[str, Any]] = (
        {"variant": code(variant), "seats": seats, "seed": seed, "you": "A"} for seed in itertools.count(1)
    )
    return next(args for args in tables if Table(**args).frame()["to_act"] == ["A"])


def live(variant: Variant) -> str:
    """A deal of the variant as it begins, that can be played where it stands."""
    return figure(deal(variant), f"deal-{variant.id}")


def figure(args: dict[str, Any], key: str) -> str:
    """A table, drawn for wide and for narrow pages, that can be played where it stands."""
    frame = Table(**args).frame()
    return el(
        "figure",
        el("div", _drawn(frame, 960), class_="wide"),
        el("div", _drawn(frame, 420), class_="narrow"),
        '<p class="go" hidden>',
        say_in("button", say("site.variant.play-button"), type="button", class_="md-button play"),
        "</p>",
        class_="live",
        id=key,
        data_search_exclude="",
        data_table=json.dumps(args),
    )


def _drawn(frame: Json, width: int) -> str:
    """A table as a drawing in a page: instant navigation would write to an ``href`` that is no link's."""
    return table_svg(frame, width=width).replace("<use href=", "<use xlink:href=")


def _quick(variant: Variant) -> str:
    (grid,) = quick(variant).blocks
    assert isinstance(grid, Grid)
    rows = (el("div", say_in("dt", name), say_in("dd", told)) for name, told in grid.rows)
    return el("dl", *rows, class_="quick")


def _differs(variant: Variant) -> Iterator[str]:
    """What a variant changes in its nearest relative, where that is, and what comes from it."""
    other = nearest(variant)
    changes = compare(other, variant).changes
    name = f"[{other.title}]({other.id}.md)"
    key = "root" if parent(variant) is None else "parent" if changes else "alike"
    yield say(f"site.variant.{key}", title=name)
    told = el("div", *(_change(change, other) for change in changes), class_="changes")
    if len(changes) > FEW:
        count = say("site.variants.differs", count=len(changes), title=other.title)
        yield el("details", say_in("summary", count), told, class_="abstract")
    elif changes:
        yield told
    if below := children(variant):
        yield say("site.variant.children", names=listed([f"[{one.title}]({one.id}.md)" for one in below]))
    yield _buttons({f"../../compare/#a={quote(code(other))}&b={quote(code(variant))}": "site.variant.other"})


def _change(change: Change, other: Variant) -> str:
    """An article that two variants do not share: what both say, then each by itself."""
    none = say("site.variant.no-more" if change.before else "site.variant.not-there")
    sides = {say("site.variant.in", title=other.title): change.ours, say("site.variant.here"): change.theirs}
    return el(
        "div",
        el("p", el("strong", _link(change.article))),
        say_in("p", " ".join(change.before)) if change.before else "",
        el(
            "dl",
            *(
                el("div", say_in("dt", name), say_in("dd", " ".join(said) or none))
                for name, said in sides.items()
            ),
        ),
    )


def _book(variant: Variant) -> Iterator[str]:
    """The rulebook, chapter by chapter, each title leading to the rule with its examples."""
    for chapter in rulebook(variant).chapters:
        mark = f"{{ #chapter-{chapter.number}"
        yield f"### {chapter.number}. {chapter.title} {NOT_SEARCHED.replace('{', mark)}"
        if late(chapter.number):
            yield say("rules-page.late")
        yield el(
            "div",
            *(
                el("h4", _link(told.article), id=told.article.id, data_search_exclude="")
                + say_in("p", told.text)
                for told in chapter.paragraphs
            ),
            class_="book",
        )


def _worked(variant: Variant) -> Iterator[str]:
    head, *rest = worked(variant)
    assert isinstance(head, Heading)
    yield f"## {head.text} {NOT_SEARCHED}"
    yield fragment(Page("", "", tuple(rest)))


def _link(one: Article) -> str:
    """An article by number and title, leading to its place."""
    return say_in("a", f"{one.number} {one.title}", href=article_href(one))


def _buttons(ways: dict[str, str]) -> str:
    """Links to elsewhere, by address, with the ids of their words."""
    made = (say_in("a", say(key), href=href, class_="md-button") for href, key in ways.items())
    return el("p", *made, class_="ways")
