"""The search of the site: a question in a newcomer's words leads to the rule that answers it."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from playwright.sync_api import Page, sync_playwright

from rummy.rules import articles
from rummy.rulings import collection
from rummy.site import credits, glossary, rules, search, variants
from rummy.site.figure import ruling_html
from rummy.words import ENGLISH, speak

ASKED: dict[str, dict[str, str]] = tomllib.loads(
    (Path(__file__).parent / "questions.toml").read_text(encoding="utf-8")
)
"""By language: a question, and the articles that answer it."""
FIRST, ENOUGH = 3, 0.9
"""Of so many questions, the answer must be open among the first three pages found."""

SITE = """
site_name: Rules
site_url: http://127.0.0.1/
theme: {{name: material, font: false, language: {language}}}
plugins: [search]
docs_dir: {docs}
site_dir: {site}
markdown_extensions: [attr_list, md_in_html]
"""
SEARCH = """async ([worker, index, questions]) => {
  const { config, docs } = await (await fetch(index)).json();
  const search = new Worker(worker);
  const told = (type, data) => new Promise((done) => {
    search.onmessage = (event) => done(event.data.data);
    search.postMessage({ type, data });
  });
  await told(0, { config, docs, options: {} });
  const found = [];
  for (const question of questions) {
    const { items } = await told(2, question);
    found.push(items.map((page) => page.map(({ location, score }) => [location, score])));
  }
  return found;
}"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


def made(folder: Path, language: str) -> None:
    """All that is generated from the rules, as a site with the search of ours."""
    docs, site = folder / "docs", folder / "site"
    speak(language)
    try:
        told = [f"# {one.id}\n\n{ruling_html(one, rank=2, others=False)}" for one in collection()]
        known = dict((*rules.pages(), *glossary.pages(), *variants.pages(), *credits.pages()))
        before = search.worker("")
    finally:
        speak(ENGLISH)
    for path, text in {**known, "index.md": "# Rummy", "rulings/all.md": "\n\n".join(told)}.items():
        (docs / path).parent.mkdir(parents=True, exist_ok=True)
        (docs / path).write_text(text, encoding="utf-8")
    settings = SITE.format(docs=docs, site=site, language=language)
    (folder / "mkdocs.yml").write_text(settings, encoding="utf-8")
    build(load_config(str(folder / "mkdocs.yml")))
    (worker,) = site.glob(f"{search.WORKER}*.js")
    worker.write_text(before + worker.read_text(encoding="utf-8"), encoding="utf-8")


@pytest.fixture(scope="module")
def tab() -> Iterator[Page]:
    """A page of a real Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser.new_page()
        browser.close()


def shown(found: list[list[tuple[str, float]]]) -> list[str]:
    """The articles that stand open under the first pages found: those that fit best, the rest is folded."""
    places = [place for page in found[:FIRST] for place, score in page if score >= page[0][1]]
    return [re.sub(r"\.\d+$", "", place.partition("#")[2].removeprefix("asked.")) for place in places]


@pytest.mark.parametrize("language", list(ASKED))
def test_a_question_leads_to_the_rule_that_answers_it(language: str, tab: Page, tmp_path: Path) -> None:
    made(tmp_path, language)
    site = tmp_path / "site"
    worker = next(site.glob(f"{search.WORKER}*.js")).relative_to(site).as_posix()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        tab.goto(f"http://127.0.0.1:{server.server_port}/")
        found: list[Any] = tab.evaluate(SEARCH, [worker, "search/search_index.json", list(ASKED[language])])
        server.shutdown()
    pairs = zip(ASKED[language].items(), found, strict=True)
    shows = [(asked, set(right.split()), shown(pages)) for (asked, right), pages in pairs]
    lost = [f"{asked}: {places}" for asked, right, places in shows if not right & set(places)]
    assert len(lost) <= len(found) * (1 - ENOUGH), "\n".join(lost)


def test_every_answer_is_a_rule() -> None:
    named = {one for asked in ASKED.values() for right in asked.values() for one in right.split()}
    assert named <= set(articles())
    assert sum(map(len, ASKED.values())) >= 60
