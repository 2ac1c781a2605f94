"""What the site costs a visitor: bytes before Play and to a live table, seconds to that, ms to a new picture.

    python benchmarks/site.py           # half a minute; needs Chromium and what `make site` made
    python benchmarks/site.py --build   # and how long building takes, from nothing and again

Bytes are counted as a server that compresses sends them (gzip). The browser is alone with this machine.
"""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from contest import CHECKOUT, Bar, count, finish, options
from playwright.sync_api import BrowserType, Page, sync_playwright

from tests.browser.site import CLICKS, Whole, served

PAGES = {
    "home": "",
    "lesson": "lessons/00-start/",
    "rules": "rules/",
    "chapter": "rules/draw/",
    "variant": "variants/rummy-500/",
    "rulings": "rulings/",
    "topic": "rulings/pile/",
    "house rules": "house-rules/",
    "settle it": "settle/",
    "glossary": "glossary/",
    "credits": "credits/",
    "notices": "notices/",
}
PLAYED = "rules/draw/"
FIGURE = "#example-c-22"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
PACKED = (".woff2", ".png", ".whl", ".zip", ".gz")
"""What is sent as it is, because it is compressed already."""
MOST_KB, MOST_MB, COLD_S, WARM_S, CLICK_MS, BUILD_S, AGAIN_S = 500, 9, 3, 1.5, 50, 180, 15
PLAY = """async (figure) => {
  const begun = performance.now();
  figure.querySelector(".play").click();
  while (figure.dataset.live !== "playing") await new Promise((then) => setTimeout(then, 5));
  return (performance.now() - begun) / 1000;
}"""


def sent(site: Whole, urls: set[str]) -> int:
    """Bytes of these files, as they go over the wire."""
    total = 0
    for path in {urlsplit(url).path.removeprefix("/rummy/") for url in urls}:
        file = site.folder / path
        data = (file / "index.html" if file.is_dir() else file).read_bytes()
        total += len(data) if path.endswith(PACKED) else len(gzip.compress(data, 6, mtime=0))
    return total


def asked(page: Page, site: Whole) -> set[str]:
    """A set that fills with what a page asks for, but for the index of the search."""
    urls: set[str] = set()

    def note(request: Any) -> None:
        if request.url.startswith(site.address) and "/search/" not in request.url:
            urls.add(request.url)

    page.context.on("request", note)
    return urls


def weights(chromium: BrowserType, found: str | None, site: Whole) -> tuple[dict[str, float], float]:
    """kB of each page before Play, and MB that playing adds."""
    browser = chromium.launch(executable_path=found, args=FLAGS)
    before = {}
    for name, path in PAGES.items():
        page = browser.new_context().new_page()
        urls = asked(page, site)
        page.goto(site.address + path, wait_until="networkidle")
        pages = {url for url in urls if "/pyodide/" not in url}  # a tool fetches Python by itself
        before[name] = sent(site, pages) / 1e3
        page.context.close()
    page = browser.new_context().new_page()
    page.goto(site.address + PLAYED, wait_until="networkidle")
    urls = asked(page, site)
    page.locator(FIGURE).evaluate(PLAY)
    page.wait_for_timeout(500)
    browser.close()
    return before, sent(site, urls) / 1e6


def starts(chromium: BrowserType, found: str | None, site: Whole, runs: int) -> dict[str, list[float]]:
    """Seconds to playable in a browser that was never here and in one that was; milliseconds of a click."""
    times: dict[str, list[float]] = {"cold": [], "warm": [], "click": []}
    for _ in range(runs):
        with TemporaryDirectory() as home:
            for kind in ("cold", "warm"):
                context = chromium.launch_persistent_context(home, executable_path=found, args=FLAGS)
                page = context.new_page()
                page.goto(site.address + PLAYED, wait_until="networkidle")
                times[kind].append(page.locator(FIGURE).evaluate(PLAY))
                times["click"] += page.locator(FIGURE).evaluate(CLICKS)
                page.wait_for_timeout(1000)  # what it compiled is stored meanwhile
                context.close()
    return times


def building() -> list[float]:
    """Seconds to build the pages and the workbench with nothing kept, and again with all of it kept."""
    own = {**os.environ, "PYTHONPATH": str(CHECKOUT), "NO_MKDOCS_2_WARNING": "1"}
    times = []
    with TemporaryDirectory() as name:
        copy = Path(name) / "rummy"
        left_out = shutil.ignore_patterns(".cache", ".git", ".venv*", "site", "node_modules", "__pycache__")
        shutil.copytree(CHECKOUT, copy, ignore=left_out)
        shutil.copytree(CHECKOUT / "rummy" / "site", copy / "rummy" / "site", dirs_exist_ok=True)
        for _ in range(2):
            begun = perf_counter()
            for line in (["rummy.site.bundle"], ["mkdocs", "build", "--quiet"]):
                subprocess.run(
                    [sys.executable, "-m", *line], cwd=copy, env={**own, "PYTHONPATH": str(copy)}, check=True
                )
            times.append(perf_counter() - begun)
    return times


def main() -> None:
    """Measure, print, hold the bars."""
    parser = options(__doc__)
    parser.add_argument("--runs", type=count, default=5, help="browsers started for each kind of start (5)")
    parser.add_argument("--build", action="store_true", help="build from nothing, and again")
    chosen = parser.parse_args()
    found = os.environ.get("RUMMY_CHROMIUM") or shutil.which("chromium")
    with TemporaryDirectory() as www, served(Path(www)) as site, sync_playwright() as playwright:
        pages, live = weights(playwright.chromium, found, site)
        times = starts(playwright.chromium, found, site, chosen.runs)
    print(f"{'before Play':26}{'kB':>8}")
    for name, kb in pages.items():
        print(f"{name:26}{kb:8.0f}")
    print(f"\n{'to a playable table':26}{'s':>8}")
    for kind in ("cold", "warm"):
        print(f"{kind:26}{median(times[kind]):8.2f}  of {min(times[kind]):.2f} to {max(times[kind]):.2f}")
    print()
    bars = [Bar(f"{name}, before Play", kb, bar=MOST_KB, unit="kB", most=True) for name, kb in pages.items()]
    bars += [
        Bar("to a live table", live, bar=MOST_MB, unit="MB", most=True),
        Bar("Play to playable, cold", median(times["cold"]), bar=COLD_S, unit="s", most=True),
        Bar("Play to playable, warm", median(times["warm"]), bar=WARM_S, unit="s", most=True),
        Bar("click to changed picture", median(times["click"]), bar=CLICK_MS, unit="ms", most=True),
    ]
    if chosen.build:
        cold, warm = building()
        bars.append(Bar("building from nothing", cold, bar=BUILD_S, unit="s", most=True))
        bars.append(Bar("building again", warm, bar=AGAIN_S, unit="s", most=True))
    finish(bars, {"pages_kb": {name: round(kb) for name, kb in pages.items()}})


if __name__ == "__main__":
    main()
