"""The rules reference: complete, linked, light, playable, and found by a question's words."""

from __future__ import annotations

import gzip
import html
import json
import re
import time
from functools import cache
from posixpath import join, normpath

import pytest

from rummy.glossary import terms
from rummy.inventory import entries, sources
from rummy.rulebook.articles import examples
from rummy.rules import articles
from rummy.rulings import collection, judge
from rummy.site import glossary, rules, rulings
from rummy.site import variants as variant_pages
from rummy.site.figure import anchor, play, ruling_html, spoken, topic
from rummy.site.glossary import marked
from rummy.table import Table
from rummy.variants import variants
from rummy.words import say


@cache
def pages() -> dict[str, str]:
    """The pages by their address."""
    return {path.removesuffix(".md"): text for path, text in (*rules.pages(), *glossary.pages())}


@cache
def variants_pages() -> tuple[tuple[str, str], ...]:
    """The pages of the variants by their file."""
    return tuple(variant_pages.pages())


def rulings_page(name: str) -> tuple[str, str]:
    """The page of a topic, its rulings told in short."""
    told = [ruling_html(one, rank=2, others=False) for one in rulings.topics()[name]]
    return name, rulings.page(name, told)


def anchors(text: str) -> list[str]:
    """Every anchor of a page."""
    return re.findall(r'(?:\sid="|\{ #)([^" }]+)', text)


@cache
def there() -> set[str]:
    """Every address that a page of the rules may lead to."""
    found = {f"{path}/#{key}" for path, text in pages().items() for key in anchors(text)}
    found |= {f"{path}/" for path in pages()} | {f"variants/{key}/" for key in variants()}
    found |= {f"rulings/{topic(one)}/#{anchor(one)}" for one in collection()}
    return found | {f"credits/#{key.lower()}" for key in (*entries(), *sources())}


def test_every_article_stands_on_the_page_of_its_chapter_and_in_the_index():
    for one in articles().values():
        text = pages()[f"rules/{one.chapter}"]
        assert f"## {one.number} {one.title} {{ #{one.id} }}" in text
        assert f'href="{one.chapter}/#{one.id}"' in pages()["rules/index"]
        assert f'href="#{one.id}"' in text or text.count("\n## ") < 3
        assert f"<code>{one.id}</code>" in text


def test_every_link_leads_somewhere():
    for path, text in pages().items():
        here = path.removesuffix("index") if path.endswith("index") else f"{path}/"
        for href in re.findall(r'href="([^"]+)"', text):
            to, _, key = href.partition("#")
            address = f"{normpath(join(here, to))}/" if to else here
            assert f"{address}#{key}".rstrip("#") in there(), f"{path}: {href}"


def test_no_anchor_is_there_twice():
    for path, text in pages().items():
        found = anchors(text)
        assert len(found) == len(set(found)), path


def test_an_article_shows_a_legal_and_a_refused_example_if_it_has_them():
    drawn = {path: set[str]() for path in pages()}
    for one in articles().values():
        text = pages()[f"rules/{one.chapter}"]
        part = text.partition(f"{{ #{one.id} }}")[2].partition("\n## ")[0]
        shown = [r for r in examples(one) if f'id="example-{anchor(r)}"' in part]
        assert 1 <= len(shown) <= rules.SHOWN, one.id
        kinds = {judge(r).breach is None for r in shown}
        fresh = [r for r in examples(one) if r.id not in drawn[f"rules/{one.chapter}"]]
        assert kinds == {judge(r).breach is None for r in fresh}, one.id
        drawn[f"rules/{one.chapter}"] |= {r.id for r in shown}
        for ruling in examples(one):
            assert f"rulings/{topic(ruling)}/#{anchor(ruling)}" in part, (one.id, ruling.id)


def test_from_anywhere_on_a_long_page_there_is_a_way_to_its_contents_and_on():
    long = {
        path: text for path, text in pages().items() if path.startswith("rules/") and path != "rules/index"
    }
    long |= dict(variants_pages()) | dict(rulings_page(name) for name in ("pile", "going-out"))
    for path, text in long.items():
        if path == "variants/index.md":
            continue
        contents = re.search(r'<(nav|details)[^>]* id="contents".*?</\1>', text)
        back = re.search('<p class="to-contents"[^>]*><a href="#contents">', text)
        assert contents is not None and back, path
        links = re.findall(r'href="#([^"]+)"', contents[0])
        assert links and set(links) <= set(anchors(text)), path


def test_a_chapter_out_of_the_order_of_its_number_says_why():
    there = [path for path, text in pages().items() if say("rules-page.late") in text]
    assert there == ["rules/index", "rules/gambit"]
    told = [path for path, text in variants_pages() if say("rules-page.late") in text]
    assert told == ["variants/gambit.md"]


def test_no_article_speaks_in_placeholders_or_option_names():
    for path, text in pages().items():
        words = re.sub(r"<[^>]*>", " ", re.sub(r"<code>.*?</code>", "", text.partition("---\n\n")[2]))
        assert not re.search(r"\{(?! #)|‹|\b(drawing|melding|ending|pack|laying_off)\.[a-z]", words), path


@pytest.mark.parametrize("ruling", collection(), ids=lambda one: one.id)
def test_every_figure_opens_a_table_at_which_its_position_is_played(ruling):
    made = ruling_html(ruling, rank=3, others=False)
    found = re.search(r"data-table='([^']*)'", made)
    assert (found is not None) is (play(ruling) is not None)
    assert "\n" not in made
    if found is not None:
        table = Table(**json.loads(html.unescape(found[1])))
        frame = table.state()["frame"]
        assert frame["note"] == ruling.question
        assert not frame["message"]


def test_the_verdict_is_told_with_the_rule_and_at_other_tables_on_request():
    ruling = next(one for one in collection() if one.verdict == "draw.top.useful")
    made = ruling_html(ruling, rank=2, others=True)
    assert f'<h2 id="{anchor(ruling)}">' in made and "<strong>Not allowed.</strong>" in made
    assert 'href="../../rules/draw/#draw.top.useful"' in made
    assert "<details" in made and "<details" not in ruling_html(ruling, rank=2, others=False)
    assert spoken("call TS on *").replace("\ufe0e", "") == "call 10♠ on ★"


def test_a_term_is_explained_the_first_time_it_occurs():
    text, seen = "<p>A meld, <a href='meld'>two melds</a>, the turn.</p>", set[str]()
    once = marked(text, seen)
    assert once.count("<abbr") == 1 and ">meld</abbr>, <a href='meld'>two melds</a>" in once
    assert marked(text, seen) == text
    assert sum(text.count("<abbr title=") for text in pages().values()) > 100


def test_every_term_has_its_place_in_the_glossary():
    found = anchors(pages()["glossary"])
    assert {glossary.anchor(term) for term in terms()} <= set(found)


def test_the_pages_are_light_and_quick():
    began = time.process_time()
    made = dict(rules.pages())
    assert time.process_time() - began < 5
    for path, text in made.items():
        assert len(gzip.compress(text.encode())) < 60_000, path
