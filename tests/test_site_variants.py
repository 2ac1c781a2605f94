"""The pages of the variants: whole, true to the engine, and to be played."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from rummy.compare import compare
from rummy.pictures import table_svg
from rummy.rulebook import quick, rulebook
from rummy.site import variants as site
from rummy.site.figure import article_href
from rummy.table import Table
from rummy.variants import find, variants

PAGES = dict(site.pages())
every_variant = pytest.mark.parametrize("name", variants())


def read(text: str) -> str:
    """What a page says, without its markup."""
    return " ".join(unescape(re.sub("<[^>]+>", " ", text)).replace("\ufe0e", "").split())


def test_there_is_a_page_for_every_variant_and_one_for_all() -> None:
    assert set(PAGES) == {"variants/index.md", *(f"variants/{name}.md" for name in variants())}


def test_the_family_shows_every_variant_below_the_one_it_comes_from() -> None:
    family = PAGES["variants/index.md"].split('<div class="family">')[1].split("\n\n")[0]
    below: list[str] = []
    parents: dict[str, str | None] = {}
    for tag, name in re.findall(r'<(/?(?:section|li))>|<a href="([\w-]+)/">', family):
        if name:
            parents[name] = below[-1] if below else None
            below.append(name)
        elif tag.startswith("/"):
            below.pop()
    made_from = {name: above and above.id for name, above in ((n, site.parent(find(n))) for n in variants())}
    assert parents == made_from
    assert all(one.blurb in read(family) for one in variants().values())


@every_variant
def test_every_main_fact_is_told(name: str) -> None:
    told = site.facts(find(name))
    assert len(told) == len(site.FACTS)
    assert all(told)
    assert not any("{" in fact for fact in told)


def test_main_facts_follow_from_the_options() -> None:
    told = site.facts(find("basic + match.target=250 + pack.jokers=1 + jokers.role=wild"))
    here = dict(zip(site.FACTS, told, strict=True))
    assert here["ends"] == "to 250"
    assert here["jokers"] == "one"
    assert here["score"] == "the others’ hands"


@every_variant
def test_a_page_holds_the_whole_rulebook_and_each_title_leads_to_the_rule(name: str) -> None:
    there = re.findall(r'<h4 id="([^"]+)"[^>]*><a href="([^"]+)">', PAGES[f"variants/{name}.md"])
    told = rulebook(name).paragraphs
    assert there == [(p.article.id, article_href(p.article)) for p in told]
    said = read(PAGES[f"variants/{name}.md"])
    assert all(" ".join(p.text.split()) in said for p in told)


@every_variant
def test_a_page_holds_the_quick_reference(name: str) -> None:
    said = read(PAGES[f"variants/{name}.md"])
    (grid,) = quick(name).blocks
    assert all(" ".join(row) in said for row in grid.rows)  # type: ignore[union-attr]


@every_variant
def test_a_page_tells_what_differs_from_the_nearest_relative(name: str) -> None:
    here = find(name)
    changes = compare(site.nearest(here), here).changes
    inside = re.search(r'<div class="changes">(.*)</div>', PAGES[f"variants/{name}.md"])
    if not changes:
        assert inside is None
        return
    assert inside is not None
    linked = re.findall(r'<strong><a href="([^"]+)">', inside[1])
    assert linked == [article_href(change.article) for change in changes]


@every_variant
def test_the_deal_of_a_page_is_the_one_that_is_drawn_and_you_act_first(name: str) -> None:
    found = re.search(r'data-table="([^"]+)"', PAGES[f"variants/{name}.md"])
    assert found is not None
    frame = Table(**json.loads(unescape(found[1]))).frame()
    assert frame["to_act"] == [frame["you"]]
    drawn = PAGES[f"variants/{name}.md"].replace("xlink:href", "href")
    assert table_svg(frame) in drawn
    assert table_svg(frame, width=420) in drawn


def test_a_drawing_has_no_href_that_instant_navigation_would_write_to() -> None:
    assert not any(re.search(r"<(?!a |link )[a-z]+[^>]* href=", text) for text in PAGES.values())


def test_a_page_names_what_a_game_is_confused_with_and_where_that_stands() -> None:
    assert "Pinochle Rummy" in PAGES["variants/500-rum.md"]
    assert "credits.md#s0-01" in PAGES["variants/500-rum.md"]


def test_the_tools_open_with_the_variant() -> None:
    there = PAGES["variants/block.md"]
    assert 'href="../../house-rules/#v=block"' in there
    assert 'href="../../compare/#a=basic&amp;b=block"' in there
    assert 'href="../../rulings/#variant=block"' in there
