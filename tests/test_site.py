"""The site: built strictly, from lessons that run, and alone."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from html import unescape
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Literal
from urllib.parse import urljoin

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from playwright.sync_api import Browser, sync_playwright

from rummy import lines, positions, rulings, table
from rummy.course import exercise, lessons
from rummy.desk.menu import menu
from rummy.site import __main__ as command
from rummy.site import hook, pages, tree
from rummy.words import say

ROOT = Path(__file__).parent.parent
FORMAT = ROOT / "docs" / "rulings-format.md"
HOUSE = ROOT / "docs" / "contributing.md"
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
LESSONS = [path.stem for path in NOTEBOOKS]

# A widget's output without a widget: what it drew, and a live view that a page cannot show.
WIDGET = """display({
    "text/plain": "a table",
    "text/html": "<p>THE DRAWN TABLE</p>",
    "application/vnd.jupyter.widget-view+json": {"model_id": "LIVE"},
}, raw=True)"""


def build(config: Path, out: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Build a site as a person would."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1", **settings}
    line = [sys.executable, "-m", "mkdocs", "build", "--config-file", str(config), "--site-dir", str(out)]
    return subprocess.run(line, env=environment, cwd=config.parent, capture_output=True, text=True)


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@dataclass(frozen=True)
class Site:
    """The real site, built and served where it says it lives."""

    folder: Path
    address: str


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site, on this machine."""
    out = tmp_path_factory.mktemp("site")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(out))) as server:
        address = f"http://127.0.0.1:{server.server_port}/"
        built = build(ROOT / "mkdocs.yml", out, SITE_URL=address)
        assert built.returncode == 0, built.stderr
        Thread(target=server.serve_forever, daemon=True).start()
        yield Site(out, address)
        server.shutdown()


@pytest.fixture
def site(served: Site) -> Path:
    """The folder of the built site."""
    return served.folder


@pytest.fixture
def project(tmp_path: Path, site: Path) -> Path:
    """The site's own pages with lessons that do nothing, to be spoilt."""
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    shutil.copytree(ROOT / "rummy" / "site" / "theme", tmp_path / "rummy" / "site" / "theme")
    shutil.copy(ROOT / "rummy" / "site" / "hook.py", tmp_path / "rummy" / "site")
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    for made in (ROOT / ".cache" / "site").glob("pages.en-*"):  # what the rules became is made once
        shutil.copytree(made, tmp_path / ".cache" / "site" / made.name)
    (tmp_path / "notebooks").mkdir()
    for name in LESSONS:
        write(tmp_path / "notebooks" / f"{name}.ipynb", new_markdown_cell(f"# {name}"))
    return tmp_path


def write(path: Path, *cells: NotebookNode) -> Path:
    """Write a notebook of these cells."""
    nbformat.write(new_notebook(cells=list(cells)), path)
    return path


@pytest.mark.parametrize(
    ("path", "leads"),
    [
        ("index.md", "./de/"),
        ("rules/draw.md", "../../de/rules/draw/"),
        ("lessons/00-start.md", "../../de/lessons/00-start/"),
        ("lessons/05-aces.md", "../../de/"),
        ("measured/deep.md", "../../de/"),
        ("compare.md", "../de/compare/"),
        ("contributing.md", "../de/"),
    ],
)
def test_a_page_leads_to_itself_in_a_language_that_has_it(
    monkeypatch: pytest.MonkeyPatch, path: str, leads: str
) -> None:
    made = ["rules/draw.md", "measured/deep.md", "lessons/00-start.md", "lessons/05-aces.md"]
    german = tree.there(ROOT, "de", made)
    monkeypatch.setattr(hook, "_there", {"en": tree.there(ROOT, "en", made), "de": german})
    assert path in hook._there["en"]
    config = MkDocsConfig()
    config.load_dict({"site_name": "Rummy", "docs_dir": str(ROOT / "docs"), "site_dir": "site"})
    config.extra = {"alternate": [{"lang": code, "link": tree.home(code)} for code in ("de", "en")]}
    file = File(path, config.docs_dir, config.site_dir, use_directory_urls=True)
    asked = Page(None, file, config)
    context: dict[str, Any] = {"base_url": get_relative_url(".", asked.url)}
    hook.on_page_context(context, asked, config, Navigation([], []))
    there, here = (one["link"] for one in context["tongues"])
    assert there == leads
    assert urljoin(f"https://here/{asked.url}", here) == f"https://here/{asked.url}"


def page(tmp_path: Path, *cells: NotebookNode) -> str:
    """The page that a notebook of these cells becomes."""
    return pages.markdown(pages.executed(write(tmp_path / "book.ipynb", *cells), tmp_path / "cache"))


def test_the_site_has_a_page_for_every_lesson(site: Path) -> None:
    assert LESSONS
    for name in LESSONS:
        assert (site / "lessons" / name / "index.html").is_file()


def test_lessons_show_the_drawn_table(site: Path) -> None:
    for name in LESSONS:
        text = (site / "lessons" / name / "index.html").read_text(encoding="utf-8")
        figure = r'<figure class="[^"]*live[^"]*"[^>]* data-(table|task)=.*?(♠|♥|♦|♣).*?</figure>'
        assert re.search(figure, text, re.DOTALL), name


LOADS = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}


def test_every_exercise_stands_in_the_page_of_its_lesson(site: Path) -> None:
    for book in lessons():
        text = (site / "lessons" / Path(book.notebook).stem / "index.html").read_text(encoding="utf-8")
        shown = re.findall(r'<figure class="drawn live" id="([^"]+)" data-task=', text)
        assert sorted(shown) == sorted(one.id for one in book.exercises), book.id
        assert text.count('<details class="answer">') == len(shown)
        assert "data-table=" in text, "a deal to play at the end"


LINKED = {"stylesheet", "icon", "preload", "preconnect", "prefetch", "modulepreload", "manifest"}


class Fetched(HTMLParser):
    """What a browser fetches for a page: addresses in tags that load something."""

    def __init__(self, text: str) -> None:
        """Read the page."""
        super().__init__()
        self.addresses: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the address of a tag that loads something."""
        given = dict(attrs)
        if tag == "link" and not LINKED & set((given.get("rel") or "").split()):
            return
        self.addresses += [value for key, value in attrs if key == LOADS.get(tag) and value]


def outside(addresses: list[str]) -> list[str]:
    """Those that are not the site's own."""
    return [one for one in addresses if re.match(r"(https?:)?//", one)]


def test_no_page_fetches_anything_from_elsewhere(site: Path) -> None:
    for path in site.rglob("*.html"):
        if path.is_relative_to(site / "lab"):  # the workbench is tried in a browser
            continue
        text = path.read_text(encoding="utf-8")
        found = Fetched(text).addresses
        assert found or path.parent.name == "handouts", path  # which hold all they need in themselves
        assert not outside(found), path
        assert not outside(re.findall(r"url\([\"']?([^\"')]+)", text)), path
        # Material's own script asks for these two only where a page has a diagram or names a repository.
        assert 'class="mermaid"' not in text and 'data-md-component="source"' not in text, path


def test_no_style_or_script_of_ours_names_another_host(site: Path) -> None:
    for path in site.rglob("*.css"):
        text = path.read_text(encoding="utf-8")
        assert not outside(re.findall(r"(?:url\(|@import\s+)[\"']?([^\"')\s;]+)", text)), path
    ours = [*(site / "assets" / "js").glob("*.js"), *(site / "assets" / "live").glob("*js")]
    elsewhere = re.compile(r"https?://|[\"'`]//")
    assert ours and [path.name for path in ours if elsewhere.search(path.read_text("utf-8"))] == []


def test_a_failing_cell_fails_the_build(project: Path) -> None:
    write(project / "notebooks" / f"{LESSONS[0]}.ipynb", new_code_cell("1 / 0"))
    built = build(project / "mkdocs.yml", project / "out")
    assert built.returncode != 0
    assert f"{LESSONS[0]}.ipynb does not run to its end: ZeroDivisionError" in built.stderr
    assert "Aborted with a BuildError!" in built.stdout, "said in a sentence, not as a traceback"


@pytest.mark.parametrize("link", ["no-such-page.md", "contributing.md#no-such-part"])
def test_a_broken_link_fails_the_build(project: Path, link: str) -> None:
    home = project / "docs" / "index.md"
    home.write_text(home.read_text(encoding="utf-8") + f"\n[broken]({link})\n", encoding="utf-8")
    built = build(project / "mkdocs.yml", project / "out")
    assert built.returncode != 0
    assert link in built.stderr


def test_a_broken_link_in_a_lesson_fails_the_build(project: Path) -> None:
    write(project / "notebooks" / f"{LESSONS[0]}.ipynb", new_markdown_cell("# A\n\n[broken](99-none.ipynb)"))
    built = build(project / "mkdocs.yml", project / "out")
    assert built.returncode != 0
    assert "99-none.md" in built.stderr


def test_a_broken_link_in_markup_fails_the_build(project: Path) -> None:
    home = project / "docs" / "privacy.md"
    home.write_text(home.read_text(encoding="utf-8") + '\n<a href="../rules/draw/#no-such-rule">x</a>\n')
    built = build(project / "mkdocs.yml", project / "out")
    assert built.returncode != 0
    assert "privacy/index.html: ../rules/draw/#no-such-rule" in built.stderr


def test_the_menu_leads_to_every_page(site: Path) -> None:
    home = (site / "sitemap.xml").read_text(encoding="utf-8")
    menu = (site / "rules" / "draw" / "index.html").read_text(encoding="utf-8")
    for name in [*(f"lessons/{name}/" for name in LESSONS), "rulings/pile/", "variants/persian/", "settle/"]:
        assert f"/{name}</loc>" in home and f'href="../../{name}"' in menu, name


def test_every_page_says_what_it_is_where_a_link_to_it_is_shared(site: Path) -> None:
    titles = list[str]()
    for path in [*site.rglob("index.html"), site / "404.html"]:
        if path.is_relative_to(site / "lab"):
            continue
        text = path.read_text(encoding="utf-8")
        (title,) = re.findall(r"<title>([^<]*)</title>", text.partition("</head>")[0])
        told = dict(re.findall(r'<meta (?:name|property)="([\w:]+)" content="([^"]*)">', unescape(text)))
        assert told["og:title"] in unescape(title) and told["og:title"] not in ("", "Rummy"), path
        assert told["description"] == told["og:description"] and len(told["description"]) > 20, path
        assert told["og:image"].endswith("/assets/social.png") and told["og:image:alt"], path
        titles.append(title)
    assert len(titles) > 80


def test_a_tool_knows_what_there_is_to_choose_before_python_does(site: Path) -> None:
    told = json.loads(json.dumps(menu({})))
    pages = {"compare": "compare", "house": "house-rules", "settle": "settle", "pad": "score-pad"}
    for name, page in pages.items():
        text = (site / page / "index.html").read_text(encoding="utf-8")
        (found,) = re.findall(r' data-menu="([^"]*)"', text)
        offered = json.loads(unescape(found))
        assert offered == {key: told[key] for key in tree.OFFERED[name]}


def test_a_widget_is_shown_as_it_drew_itself(tmp_path: Path) -> None:
    text = page(tmp_path, new_code_cell(WIDGET, metadata={"tags": ["remove-input"]}))
    assert re.search(r'<figure class="drawn">\s*<p>THE DRAWN TABLE</p>', text)
    assert "LIVE" not in text


def test_tags_say_what_is_shown(tmp_path: Path) -> None:
    text = page(
        tmp_path,
        new_code_cell("secret = 6 * 7", metadata={"tags": ["remove-cell"]}),
        new_code_cell("print('sum', secret)", metadata={"tags": ["remove-input"]}),
        new_code_cell("folded = secret"),
    )
    assert "6 * 7" not in text and "print" not in text
    assert "sum 42" in text
    assert '??? code "Show the code"\n\n    ```python\n    folded = secret\n    ```' in text


def test_cells_for_teachers_are_left_out(tmp_path: Path) -> None:
    text = page(tmp_path, new_markdown_cell("# A"), new_markdown_cell("PLAN", metadata={"tags": ["teacher"]}))
    assert "# A" in text and "PLAN" not in text


def test_an_exercise_is_shown_with_its_right_way_in_a_closed_box(tmp_path: Path) -> None:
    text = page(
        tmp_path,
        new_code_cell('from rummy.widgets import round_of, task\ntask("start.first-meld")'),
        new_code_cell('round_of(["melds.which"])'),
    )
    assert """ id="start.first-meld" data-task='{"exercise": "start.first-meld"}'>""" in text
    assert exercise("start.first-meld").words("task") in text
    assert re.search(r'<details class="answer"><summary>Solution</summary><p>[^<]*meld', text)
    assert '<li><a href="../01-melds/#melds.which">Meld or no meld</a></li>' in text


def test_quotes_become_callouts(tmp_path: Path) -> None:
    text = page(tmp_path, new_markdown_cell("> **Tip: Look down** Deep cards\n> count too.\n\n> A quote."))
    assert '!!! tip "Look down"\n\n    Deep cards\n    count too.' in text
    assert "> A quote." in text


@pytest.mark.parametrize(
    ("written", "becomes"),
    [
        ("01-drawing-deep.ipynb#The-trap", "01-drawing-deep.md#the-trap"),
        ("../docs/contributing.md#habits", "../contributing.md#habits"),
        ("#The-trap", "#the-trap"),
        ("https://example.org/A.ipynb#B", "https://example.org/A.ipynb#B"),
    ],
)
def test_links_lead_to_the_pages(tmp_path: Path, written: str, becomes: str) -> None:
    assert f"[x]({becomes})" in page(tmp_path, new_markdown_cell(f"[x]({written})"))


def test_a_lesson_runs_again_only_when_it_or_the_package_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "cards.py").write_text("old")
    monkeypatch.setattr(pages, "PACKAGE", package)
    count = tmp_path / "count"
    cell = new_code_cell("open('count', 'a').write('x');")

    def runs(*cells: NotebookNode) -> int:
        page(tmp_path, *cells)
        return len(count.read_text())

    assert [runs(cell), runs(cell)] == [1, 1]
    assert runs(cell, new_markdown_cell("more")) == 2
    (package / "cards.py").write_text("new")
    assert runs(cell, new_markdown_cell("more")) == 3
    assert len(list((tmp_path / "cache").iterdir())) == 1


def test_the_command_writes_the_same_pages(project: Path) -> None:
    out = project / "tree"
    assert command.main([str(project / "docs"), str(out)]) == 0
    pages = out / "docs"
    assert [path.stem for path in sorted((pages / "lessons").iterdir())] == LESSONS
    assert (pages / "privacy.md").read_bytes() == (project / "docs" / "privacy.md").read_bytes()
    assert "data-table" in (pages / "index.md").read_text(encoding="utf-8")
    assert (pages / "rules" / "draw.md").is_file() and (pages / "assets" / "live" / "words.js").is_file()
    settings = json.loads((out / "mkdocs.yml").read_text(encoding="utf-8"))
    assert "hooks" not in settings
    (learn,) = (one["Learn"] for one in settings["nav"] if "Learn" in one)
    assert learn[: len(LESSONS)] == [f"lessons/{name}.md" for name in LESSONS]


def test_the_command_stops_at_a_failing_cell(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(project / "notebooks" / f"{LESSONS[0]}.ipynb", new_code_cell("1 / 0"))
    assert command.main([str(project / "docs"), str(project / "tree")]) == 1
    assert capsys.readouterr().err.endswith("does not run to its end: ZeroDivisionError: division by zero\n")


def test_the_home_page_quotes_the_table_word_for_word() -> None:
    home = re.sub(r"<[^>]*>", "", (ROOT / "docs" / "index.md").read_text(encoding="utf-8"))
    assert say("rule.draw.pile.use-at-once.refused", owed="7♥") in home


def test_the_rulings_shown_as_examples_come_out_as_they_say() -> None:
    shown = re.findall(r"```toml\n(.*?)```", FORMAT.read_text(encoding="utf-8"), re.DOTALL)
    read = rulings.read("\n".join(shown), FORMAT.name)
    assert len(read) == len(shown) > 1
    assert [one.ruling.id for one in map(rulings.judge, read) if not one.passed] == []


def test_the_rulings_page_explains_every_key_and_every_line() -> None:
    page = FORMAT.read_text(encoding="utf-8")
    explained = {word.partition(".")[0] for word in re.findall(r"`([a-z_]+(?:\.A)?)`", page)}
    assert explained >= positions.KEYS | positions.BESIDE
    assert set(re.findall(r"`then\.([a-z_]+)", page)) == set(rulings._FACTS)
    shown = re.findall(r"^\| `(.+?)[` ].*\|$", page.partition("## The attempt")[2], re.MULTILINE)
    assert {verb.split()[0] for verb in lines._READ} <= set(shown)


def test_contributing_has_a_line_for_every_room() -> None:
    page = HOUSE.read_text(encoding="utf-8")
    described = set(re.findall(r"^\| `([a-z]+)/?` \|", page.partition("## Five decisions")[0], re.MULTILINE))
    folders = {path.parent.name for path in (ROOT / "rummy").glob("*/*") if path.suffix != ".pyc"}
    rooms = {path.stem for path in (ROOT / "rummy").glob("[a-z]*.py")} | folders
    assert described == rooms


def first_column(part: str) -> set[str]:
    """The words in the first column of a part's table."""
    rows = re.findall(r"^\| (`.*?) \|", part, re.MULTILINE)
    return {word for row in rows for word in re.findall(r"`(\w+)`", row)}


def test_contributing_explains_the_frame_and_the_intents() -> None:
    page = HOUSE.read_text(encoding="utf-8").partition("### The frame")[2]
    frame_part, _, intents_part = page.partition("### The intents")
    frame = table.Table("rummy-500", seats=3, seed=7).state()["frame"]
    assert first_column(frame_part) == set(frame)
    words = set(re.findall(r"`(\w+)`", frame_part))
    for part in [
        frame["seats"][0],
        frame["stock"],
        frame["hand"],
        frame["can"],
        frame["menu"],
        frame["log"][0],
    ]:
        assert set(part) <= words, set(part) - words
    assert first_column(intents_part.partition("## Why")[0]) == set(table._INTENTS)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real Chromium."""
    found = os.environ.get("RUMMY_CHROMIUM") or shutil.which("chromium")
    flags = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=flags.split())
        yield chromium
        chromium.close()


@pytest.mark.browser
def test_without_scripts_a_lesson_says_that_it_cannot_be_played_and_not_how(
    served: Site, browser: Browser
) -> None:
    tab = browser.new_context(java_script_enabled=False).new_page()
    tab.goto(f"{served.address}lessons/{LESSONS[0]}/")
    assert tab.locator(".asleep").is_visible() and not tab.locator(".open").is_visible()
    tab.context.close()


SKIPS = (
    "document.getElementById(decodeURIComponent(document.querySelector('.md-skip').hash.slice(1))) !== null"
)
"""Does the link to the content lead into this very page, which replaces the one before it piece by piece?"""


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_in_a_browser_it_is_alone_and_readable(
    served: Site, browser: Browser, scheme: Literal["light", "dark"]
) -> None:
    tab = browser.new_page(viewport={"width": 390, "height": 800}, color_scheme=scheme)
    asked: list[str] = []
    errors: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.goto(served.address)
    tab.evaluate("window.sameVisit = true")
    for name in ["", f"lessons/{LESSONS[0]}/"]:
        if name:
            tab.click(f"article a[href$='{name}']")
            tab.wait_for_url(served.address + name)
        tab.wait_for_selector(".md-search[aria-label]", state="attached")
        tab.wait_for_function(SKIPS)
        problems = Axe().run(tab).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in problems] == [], name
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    assert tab.evaluate("window.sameVisit"), "the lesson opened without loading the page anew"
    assert asked and all(url.startswith((served.address, "data:", "blob:")) for url in asked)
    assert errors == []
    tab.close()
