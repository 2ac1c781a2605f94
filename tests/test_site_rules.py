"""The rules reference: complete, linked, light, playable, and found by a question's words."""

from __future__ import annotations

import gzip
import html
import json
import re
import shutil
import time
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from posixpath import join, normpath
from threading import Thread

import pytest
from playwright.sync_api import sync_playwright

from rummy.glossary import terms
from rummy.inventory import entries, sources
from rummy.rulebook.articles import examples
from rummy.rules import articles
from rummy.rulings import collection, judge
from rummy.site import credits, glossary, rules
from rummy.site.figure import anchor, ruling_html, spoken, topic
from rummy.site.glossary import marked
from rummy.table import Table
from rummy.variants import variants

ROOT = Path(__file__).parent.parent

ASKED = {
    "can I take the top card and keep it": "draw.top.useful",
    "may I take a card from the middle of the pile": "draw.pile.card",
    "do I have to take all the cards above it": "draw.pile.all-above",
    "must I use the card I took": "draw.pile.use-at-once",
    "can I discard the card I just picked up": "discard.not-back",
    "how much is an ace worth": "scoring.aces",
    "can an ace be both high and low": "meld.sequence.ace",
    "can I lay off on other players melds": "layoff.meld",
    "can I take back a joker from the table": "jokers.no-swap",
    "do I have to discard my last card to go out": "out.last-card",
    "what happens when the stock runs out": "stock.empty",
    "who may call rummy": "calling.off",
    "what is a joker worth": "scoring.cards",
    "how many cards are dealt": "deal.once",
    "who deals next": "deal.next-dealer",
    "can two jokers be in one meld": "jokers.per-meld",
    "who wins a tie": "match.tie",
}


@cache
def pages() -> dict[str, str]:
    """The pages by their address."""
    return {path.removesuffix(".md"): text for path, text in (*rules.pages(), *glossary.pages())}


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


def test_no_article_speaks_in_placeholders_or_option_names():
    for path, text in pages().items():
        words = re.sub(r"<[^>]*>", " ", re.sub(r"<code>.*?</code>", "", text.partition("---\n\n")[2]))
        assert not re.search(r"\{(?! #)|‹|\b(drawing|melding|ending|pack|laying_off)\.[a-z]", words), path


@pytest.mark.parametrize("ruling", collection(), ids=lambda one: one.id)
def test_every_figure_opens_a_table_at_which_its_position_is_played(ruling):
    made = ruling_html(ruling, rank=3, others=False)
    found = re.search(r"data-table='([^']*)'", made)
    assert (found is not None) is bool(ruling.lines)
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


# ==== the search of the site

SITE = """
site_name: Rules
site_url: http://127.0.0.1/
theme: {{name: material, font: false}}
plugins: [search]
docs_dir: {docs}
site_dir: {site}
markdown_extensions: [attr_list, md_in_html]
"""
SEARCH = """async ([worker, questions]) => {
  const { config, docs } = await (await fetch("/search/search_index.json")).json();
  const search = new Worker(worker);
  const told = (type, data) => new Promise((done) => {
    search.onmessage = (event) => done(event.data.data);
    search.postMessage({ type, data });
  });
  await told(0, { config, docs, options: {} });
  const found = [];
  for (const question of questions) {
    const { items } = await told(2, question);
    found.push(items[0].map((item) => item.location).find((place) => place.includes("#")));
  }
  return found;
}"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


def test_a_question_in_a_visitors_words_leads_to_the_article_first(tmp_path):
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    docs, site = tmp_path / "docs", tmp_path / "site"
    told = [f"# {one.id}\n\n{ruling_html(one, rank=2, others=False)}" for one in collection()]
    made = {**pages(), "credits": dict(credits.pages())["credits.md"], "index": "# Rummy"}
    for path, text in {**made, "rulings/all": "\n\n".join(told)}.items():
        (docs / f"{path}.md").parent.mkdir(parents=True, exist_ok=True)
        (docs / f"{path}.md").write_text(text, encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text(SITE.format(docs=docs, site=site), encoding="utf-8")
    build(load_config(str(tmp_path / "mkdocs.yml")))
    worker = next(site.glob("assets/javascripts/workers/search.*.js")).relative_to(site).as_posix()
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server,
        sync_playwright() as playwright,
    ):
        Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        found = page.evaluate(SEARCH, [f"/{worker}", list(ASKED)])
        browser.close()
        server.shutdown()
    places = [place.partition("#")[2].removeprefix("asked.") for place in found]
    assert dict(zip(ASKED, places, strict=True)) == ASKED
