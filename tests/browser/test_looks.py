"""What the table looks like: in the light and in the dark, wide and narrow, and without a kernel."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from .conftest import NARROW, ROOT, WIDE, Lab

pytestmark = pytest.mark.browser

PILE = """from rummy.widgets import table
table(position={
    "variant": "rummy-500", "seats": 3, "turn": "A", "phase": "draw", "stock_left": 5,
    "hands": {"A": "2C 3C 9H 9D", "B": "4D", "C": "5D"}, "table": ["B: AS AH AD", "C: TH TD TC"],
    "discards": "2S 3H 4C 5S 6H 7C 8D 9S TS JH QC KD 2D 3S 4H 5C 6D 7S 8H 9C JC",
})"""
UNREADABLE = """(cards) => cards.filter((card) => {
  card.scrollIntoView({ block: "center" });
  const seen = (x, y) => card.contains(document.elementFromPoint(x, y));
  return [...card.querySelectorAll(".corner > *")].some((sign) => {
    const { left, right, top, bottom } = sign.getBoundingClientRect();
    return right <= left || ![left + 1, right - 1].every((x) => seen(x, top + 3) && seen(x, bottom - 3));
  });
}).map((card) => card.ariaLabel)"""
DRAWN = "(it) => it.naturalWidth > 0 && it.clientWidth > 300 && it.alt.includes('Discard pile')"
OVERFLOW = """(table) => [table, ...table.querySelectorAll(".board, .felt")]
  .filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.className)"""


def test_axe_finds_nothing_in_light_and_dark_wide_and_narrow(lab: Callable[..., Lab]) -> None:
    it = lab("from rummy.widgets import table\ntable(position='three-deep')")
    table, found = it.table(), []
    it.page.add_style_tag(content="body { height: 100vh }")  # else all of JupyterLab is hidden to axe

    def check(*moment: str) -> None:
        it.rest()
        asked = {"resultTypes": ["passes", "violations"]}
        result = Axe().run(it.page, context=".rummy-table", options=asked).response
        for bad in result["violations"]:
            found.extend((*moment, bad["id"], node["html"], node["failureSummary"]) for node in bad["nodes"])
        assert len(next(rule["nodes"] for rule in result["passes"] if rule["id"] == "color-contrast")) > 10

    for size, viewport in (("wide", WIDE), ("narrow", NARROW)):
        for theme in ("Light", "Dark"):
            it.look(viewport, theme)
            table.pile.nth(1).click()
            check(size, theme, "preview")
            table.say("take 9S")
            table.strip.locator("button.rule").click()
            table.press("Menu")
            table.press("Help")
            check(size, theme, "everything open")
            table.press("Menu")
            table.press("Help")
    assert found == []


def test_a_phone_shows_every_discard(lab: Callable[..., Lab]) -> None:
    it = lab(PILE)
    it.look(NARROW)
    table = it.table()
    expect(table.pile).to_have_count(21)
    assert table.root.evaluate(OVERFLOW) == []
    assert table.pile.evaluate_all(UNREADABLE) == []
    assert table.hand.evaluate_all(UNREADABLE) == []


@pytest.fixture(scope="module")
def given(server: tuple[Path, str]) -> Path:
    """The first notebook, run by somebody else and saved with what it showed."""
    to = server[0] / "given.ipynb"
    nbconvert("notebook", ROOT / "notebooks" / "00-start.ipynb", to, "--execute")
    return to


def nbconvert(form: str, source: Path, to: Path, *words: str) -> None:
    """Convert a notebook as a person would."""
    command = [sys.executable, "-m", "nbconvert", f"--to={form}", f"--output={to}", str(source), *words]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_notebook_from_somebody_else_shows_the_drawn_table(lab: Callable[..., Lab], given: Path) -> None:
    page = lab(name=given.name, run=False).page
    picture = page.locator(".jp-OutputArea figure img").first
    picture.scroll_into_view_if_needed()
    assert picture.evaluate(DRAWN)
    assert page.locator(".rummy-table").count() == 0


def test_a_page_without_a_kernel_shows_the_drawn_table(chromium: Browser, given: Path) -> None:
    to, first = given.with_suffix(".html"), '["text/html", "text/markdown", "text/plain"]'
    nbconvert("html", given, to, f"--NbConvertBase.display_data_priority={first}")
    page = chromium.new_page()
    page.route(lambda url: not url.startswith(("file:", "data:")), lambda route: route.abort())
    page.goto(to.as_uri())
    pictures = page.locator("figure img")
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        expect(pictures.nth(1)).to_be_visible()
        assert pictures.evaluate_all(f"(all) => all.every({DRAWN})")
    page.close()
