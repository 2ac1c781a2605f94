"""What the table looks like: in the light and in the dark, wide and narrow, and without a kernel."""

from __future__ import annotations

import re
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
OVERFLOW = """(table) => [table, ...table.querySelectorAll(".board, .felt")]
  .filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.className)"""


def test_axe_finds_nothing_in_light_and_dark_wide_and_narrow(lab: Callable[..., Lab]) -> None:
    it = lab("from rummy.widgets import table\ntable(position='three-deep')")
    table, found = it.table(), []

    def check(*moment: str) -> None:
        it.page.wait_for_timeout(250)  # what moves has come to rest
        for bad in Axe().run(it.page, context={"include": [[".rummy-table"]]}).response["violations"]:
            found.extend((*moment, bad["id"], node["html"], node["failureSummary"]) for node in bad["nodes"])

    it.command("application:toggle-left-area")
    for size, viewport in (("wide", WIDE), ("narrow", NARROW)):
        it.page.set_viewport_size(viewport)
        for theme in ("Light", "Dark"):
            it.command("apputils:change-theme", theme=f"JupyterLab {theme}")
            body = it.page.locator("body")
            expect(body).to_have_attribute("data-jp-theme-light", str(theme == "Light").lower())
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
    table = lab(PILE, viewport=NARROW).table()
    expect(table.pile).to_have_count(21)
    assert table.root.evaluate(OVERFLOW) == []
    assert table.pile.evaluate_all(UNREADABLE) == []
    assert table.hand.evaluate_all(UNREADABLE) == []


def test_a_page_without_a_kernel_shows_the_drawn_table(chromium: Browser, tmp_path: Path) -> None:
    words = [
        "--to=html",
        "--execute",
        f"--output-dir={tmp_path}",
        str(ROOT / "notebooks" / "00-start.ipynb"),
        '--NbConvertBase.display_data_priority=["text/html", "text/markdown", "text/plain"]',
    ]
    done = subprocess.run([sys.executable, "-m", "nbconvert", *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    page = chromium.new_page()
    page.route(lambda url: not url.startswith(("file:", "data:")), lambda route: route.abort())
    page.goto((tmp_path / "00-start.html").as_uri())
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        pictures = page.locator("figure img")
        expect(pictures).to_have_count(2)
        for picture in pictures.all():
            picture.scroll_into_view_if_needed()
            expect(picture).to_have_attribute("alt", re.compile("Discard pile"))
            assert picture.evaluate("(it) => it.naturalWidth > 0 && it.clientWidth > 300")
    page.close()
