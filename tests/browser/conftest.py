"""A Jupyter server with a home of its own, a real Chromium, and a notebook opened in it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect, sync_playwright

ROOT = Path(__file__).parents[2]
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
WIDE: ViewportSize = {"width": 1280, "height": 1000}
NARROW: ViewportSize = {"width": 390, "height": 800}

READY = """() => {
  const shown = window.jupyterapp?.shell?.currentWidget, kernel = shown?.sessionContext?.session?.kernel;
  return shown?.context?.isReady && kernel?.status === "idle" && kernel.connectionStatus === "connected";
}"""
CELLS = """() => [...window.jupyterapp.shell.currentWidget.content.model.cells]
  .map((cell) => [cell.id, cell.type, cell.sharedModel.getSource()])"""
RESTING = """() => {
  const resting = (table) => !table.getAnimations({ subtree: true }).length;
  const fits = (table) => table.getBoundingClientRect().right < innerWidth;
  const tables = [...document.querySelectorAll(".rummy-table")];
  return !document.querySelector("#jupyterlab-splash") && tables.every(resting) && tables.every(fits);
}"""
COMMAND = "([id, args]) => window.jupyterapp.commands.execute(id, args).then(() => null)"
QUIET = "@jupyterlab/apputils-extension/notification.jupyterlab-settings"
LOOK = """localStorage.getItem("rummy:look") ?? localStorage.setItem("rummy:look", '{"pace": "fast"}')"""

expect.set_options(timeout=15_000)


def local(url: str) -> bool:
    """Whether an address lies on this machine."""
    return url.startswith(("data:", "blob:", "file:", "http://127.0.0.1:", "ws://127.0.0.1:"))


@dataclass
class Table:
    """One table in a page: its parts, by what they are called there."""

    root: Locator

    @property
    def page(self) -> Page:
        """The page it stands in."""
        return self.root.page

    @property
    def hand(self) -> Locator:
        """The cards of your hand."""
        return self.root.get_by_role("listbox", name="Your hand").get_by_role("option")

    @property
    def pile(self) -> Locator:
        """The cards of the discard pile."""
        return self.root.get_by_role("listbox", name="Discard pile").get_by_role("option")

    @property
    def strip(self) -> Locator:
        """What the table answers."""
        return self.root.locator(".strip")

    @property
    def spoken(self) -> Locator:
        """What a screen reader hears."""
        return self.root.get_by_role("status")

    @property
    def your_turn(self) -> Locator:
        """A sign that you are to act: there is something to advise."""
        return self.root.locator("button[data-key=hint]:not([aria-disabled=true])")

    @property
    def log(self) -> list[str]:
        """What happened so far."""
        return self.root.locator(".entry > span").all_inner_texts()

    def press(self, name: str) -> None:
        """Press a button by its name."""
        self.root.get_by_role("button", name=name, exact=True).click()

    def choose(self, *names: str) -> None:
        """Click cards of your hand."""
        for name in names:
            self.hand.and_(self.page.get_by_role("option", name=name)).click()

    def say(self, line: str) -> None:
        """Say a move in the text box."""
        box = self.root.get_by_label("Say your move")
        box.fill(line)
        box.press("Enter")

    def holds(self) -> list[str]:
        """Your hand, as it is spoken."""
        return [str(card.get_attribute("aria-label")).split(",")[0] for card in self.hand.all()]


@dataclass
class Lab:
    """A notebook opened in JupyterLab."""

    page: Page
    home: Path
    url: str
    troubles: list[str] = field(default_factory=list)

    def open(self, *cells: str, name: str = "") -> Lab:
        """Open a notebook of these cells, or a notebook by its name."""
        if cells:
            name = f"{self.home.name}-{time.monotonic_ns()}.ipynb"
            notebook = new_notebook(cells=[new_code_cell(source) for source in cells])
            notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
            nbformat.write(notebook, self.home / name)
        self.page.goto(f"{self.url}/lab/tree/{name}?reset", timeout=60_000)
        self.page.wait_for_function(READY, timeout=60_000)
        return self

    def run(self) -> Lab:
        """Run all cells, until there is a table."""
        self.command("notebook:run-all-cells")
        expect(self.page.locator(".rummy-table .felt").first).to_be_visible(timeout=60_000)
        return self

    def look(self, viewport: ViewportSize, theme: str = "Light") -> None:
        """Change the size of the window and the theme; the list of files goes away."""
        self.page.set_viewport_size(viewport)
        if self.page.locator(".jp-FileBrowser").is_visible():
            self.command("application:toggle-left-area")
        self.command("apputils:change-theme", theme=f"JupyterLab {theme}")
        light = str(theme == "Light").lower()
        expect(self.page.locator("body")).to_have_attribute("data-jp-theme-light", light)
        self.rest()

    def rest(self) -> None:
        """Wait until nothing moves, nothing covers the page and the tables fit into the window."""
        self.page.wait_for_function(RESTING)

    def command(self, id: str, **args: object) -> None:
        """Let JupyterLab do one of its commands."""
        self.page.evaluate(COMMAND, [id, args])

    def cells(self) -> Any:
        """What the notebook consists of now."""
        return self.page.evaluate(CELLS)

    def table(self, n: int = 0) -> Table:
        """A table of the notebook."""
        return Table(self.page.locator(".rummy-table").nth(n))


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """A real Chromium: the one RUMMY_CHROMIUM names, the system's, or Playwright's own."""
    found = os.environ.get("RUMMY_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A Jupyter server with settings of its own: the folder it shows, and its address."""
    own, home = tmp_path_factory.mktemp("own"), tmp_path_factory.mktemp("notebooks")
    shutil.copytree(ROOT / "notebooks", home, dirs_exist_ok=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {
        name: str(own / name.lower())
        for name in ("HOME", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    }
    words = [
        "--allow-root",
        "--no-browser",
        "--ip=127.0.0.1",
        f"--port={port}",
        f"--ServerApp.root_dir={home}",
        "--ServerApp.port_retries=0",
        "--IdentityProvider.token=",
        "--ServerApp.password=",
        "--LabApp.news_url=None",
        "--LabApp.expose_app_in_browser=True",
    ]
    quiet = own / "jupyter_config_dir/lab/user-settings" / QUIET
    quiet.parent.mkdir(parents=True)
    quiet.write_text('{"fetchNews": "false", "checkForUpdates": false}')
    with (own / "log").open("w") as log:
        command, environment = [sys.executable, "-m", "jupyterlab", *words], {**os.environ, **settings}
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT)
        try:
            for _ in range(600):
                assert process.poll() is None, (own / "log").read_text()
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/api/status", timeout=1)
                    break
                except OSError:
                    time.sleep(0.1)
            yield home, f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)


@pytest.fixture
def lab(chromium: Browser, server: tuple[Path, str]) -> Iterator[Callable[..., Lab]]:
    """Open a notebook in a browser that has nothing stored; whatever goes wrong there fails the test."""
    opened: list[Lab] = []

    def start(*cells: str, name: str = "", run: bool = True) -> Lab:
        page = chromium.new_context(viewport=WIDE).new_page()
        it = Lab(page, *server)
        opened.append(it)
        page.context.route(lambda url: not local(url), lambda route: route.abort())
        page.on("request", lambda r: None if local(r.url) else it.troubles.append(f"asked {r.url}"))
        page.on("console", lambda m: it.troubles.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: it.troubles.append(str(error)))
        page.add_init_script(LOOK)
        page.set_default_timeout(15_000)
        it.open(*cells, name=name)
        return it.run() if run else it

    yield start
    for it in opened:
        troubles = it.troubles + it.page.locator(".jp-Dialog").all_inner_texts()
        it.page.evaluate("window.jupyterapp.serviceManager.sessions.shutdownAll()")
        it.page.context.close()
        assert troubles == []
