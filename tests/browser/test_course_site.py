"""The course on the pages: exercises in a lesson, progress, drills and worksheets, in a real browser."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from rummy.course import drills, exercise, lesson, rules_of
from rummy.course.progress import Progress, Try, dump, read
from rummy.course.taught import Rules
from rummy.site import bundle, handouts, pages
from rummy.site.bundle import join
from rummy.words import say
from tests.browser import test_live
from tests.browser.conftest import NARROW, ROOT, WIDE, Table, local
from tests.browser.site import headers

pytestmark = pytest.mark.browser

KEY = "rummy:progress"
SHEETS = ("brand", "lesson", "laid", "live", "tools", "desk", "course")
LESSON = [
    new_markdown_cell("# Melds\n\nRead on: [progress](../docs/progress.md)."),
    new_code_cell('from rummy.widgets import round_of, task\ntask("melds.which")'),
    new_code_cell('task("melds.one-suit")'),
    new_code_cell('round_of(["melds.which", "melds.keep"])'),
]
OWN = re.compile(r"/lab/|/favicon.ico$")
"""What the workbench asks for in vain of its own."""
WHICH, ONE_SUIT = "figure[id='melds.which']", "figure[id='melds.one-suit']"


def done(*tries: tuple[str, str, int]) -> str:
    """Progress as text: exercise, outcome, days ago."""
    when = {days: (datetime.now(UTC) - timedelta(days=days)).isoformat() for _, _, days in tries}
    return dump(Progress({name: (Try(when[days], outcome, 0, 1),) for name, outcome, days in tries}))


class Handler(test_live.Handler):
    """Serves the pages of the course under the site's policy, and the workbench under its own."""

    def end_headers(self) -> None:
        """The headers of the pages, or of the workbench."""
        if not self.path.startswith("/rummy/lab/"):
            return super().end_headers()
        for name, value in headers()[1].items():
            self.send_header(name, value)
        SimpleHTTPRequestHandler.end_headers(self)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A small site: a lesson made from a notebook, the two pages of the course, and Python."""
    if not bundle.edition():
        pytest.fail("there is no Python for the browser yet: `make site` makes it")
    project, www = tmp_path_factory.mktemp("course"), tmp_path_factory.mktemp("www")
    docs, out, book = project / "docs", www / "rummy", project / "01-melds.ipynb"
    shutil.copytree(ROOT / "docs" / "assets", docs / "assets")
    for name in ("table.js", "table.css", "task.js", "task.css"):
        shutil.copy(ROOT / "rummy" / "widgets" / name, docs / "assets" / "live")
    sheets = ", ".join(f"assets/css/{name}.css" for name in SHEETS)
    (project / "mkdocs.yml").write_text(re.sub(r"extra_css: .*", f"extra_css: [{sheets}]", test_live.CONFIG))
    (project / "hook.py").write_text(test_live.HOOK)
    nbformat.write(new_notebook(cells=LESSON), book)
    (docs / "lessons").mkdir()
    (docs / "lessons" / "01-melds.md").write_text(pages.markdown(pages.executed(book, project / "cache")))
    for page in ("progress", "drills"):
        shutil.copy(ROOT / "docs" / f"{page}.md", docs)
    (docs / "index.md").write_text("# Home\n\n[Lesson](lessons/01-melds.md)\n")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(www))) as server:
        site = test_live.Site(f"http://127.0.0.1:{server.server_port}/rummy/", out)
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "SITE_URL": site.address}
        line = [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(out)]
        built = subprocess.run(line, cwd=project, env=environment, capture_output=True, text=True)
        assert built.returncode == 0, built.stderr
        bundle.into(out)
        Handler.site = site
        Thread(target=server.serve_forever, daemon=True).start()
        yield site.address
        server.shutdown()


@pytest.fixture
def visit(chromium: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Open a page in a browser in which this much is stored; trouble in it fails the test."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def start(path: str, stored: str | None = None, script: str = "", **settings: Any) -> Page:
        context = chromium.new_context(**{"viewport": NARROW, "accept_downloads": True, **settings})
        contexts.append(context)
        context.add_init_script(test_live.SEEN + script)
        if stored is not None:
            put = f"localStorage.getItem('{KEY}') ?? localStorage.setItem('{KEY}', {json.dumps(stored)})"
            context.add_init_script(put)
        page = tab(context)
        page.goto(address + path)
        return page

    def tab(context: BrowserContext) -> Page:
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on(
            "console",
            lambda m: (
                troubles.append(f"{m.text} {m.location['url']}")
                if m.type in ("error", "warning") and not OWN.search(m.location["url"])
                else None
            ),
        )
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("request", lambda request: None if local(request.url) else troubles.append(request.url))
        return page

    yield start
    for context in contexts:
        context.close()
    assert troubles == []


def play(page: Page, figure: str) -> Locator:
    """Press Play by keyboard, and wait until the task stands."""
    page.locator(figure).get_by_role("button", name=say("site.play")).press("Enter")
    expect(page.locator(figure)).to_have_attribute("data-live", "playing")
    task = page.locator(f"{figure} .rummy-task")
    assert task.evaluate("(task) => task.contains(document.activeElement)"), "the focus is in the task"
    return task


def lay_down(task: Locator) -> None:
    """Lay down the sequence of `melds.one-suit`."""
    Table(task).choose("four of clubs", "five of clubs", "six of clubs")
    Table(task).press(say("table.do_meld"))
    expect(task.locator(".status.tried")).to_be_visible()


def discard(task: Locator) -> None:
    """End the turn of `melds.one-suit`."""
    Table(task).choose("jack of spades")
    Table(task).press(say("table.do_discard"))
    expect(task.locator(".status.right")).to_be_visible()


def arrived(page: Page, name: str) -> None:
    """Wait until a result of this exercise is stored."""
    for _ in range(100):
        if name in (page.evaluate(f"localStorage.getItem('{KEY}')") or ""):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"no result of {name} is stored")


def kept(page: Page) -> Progress:
    """The progress that is stored."""
    return read(page.evaluate(f"localStorage.getItem('{KEY}')"))


def row(page: Page, name: str) -> Locator:
    """An exercise on the page of progress."""
    return page.locator(".progress li", has=page.locator(f'a[href$="#{name}"]'))


def test_an_exercise_is_solved_by_keyboard_and_stays_solved(visit: Callable[..., Page]) -> None:
    page = visit("lessons/01-melds/")
    task = play(page, WHICH)
    for name in exercise("melds.which").text["right"]:
        task.locator(f"input[value={name}]").press("Space")
    page.keyboard.press("Enter")
    expect(task.locator(".status.right")).to_be_visible()
    arrived(page, "melds.which")
    assert kept(page).stars("melds.which") == 3
    page.reload()
    expect(play(page, WHICH).get_by_role("img", name=say("course.stars", count=3))).to_be_visible()
    page.get_by_role("link", name="progress", exact=True).click()
    expect(row(page, "melds.which")).to_contain_text(say("board.status.right"))
    expect(row(page, "melds.one-suit")).to_contain_text(say("board.status.new"))
    page.locator('.progress a[href$="#melds.which"]').click()
    expect(page.locator(WHICH)).to_be_in_viewport()


def test_what_was_played_survives_a_change_of_page(visit: Callable[..., Page]) -> None:
    page = visit("lessons/01-melds/")
    task = play(page, ONE_SUIT)
    expect(task.locator(".felt")).to_be_visible()
    lay_down(task)
    expect(task.locator(".status.tried")).to_be_visible()
    page.evaluate("window.sameVisit = true")
    page.get_by_role("link", name="progress", exact=True).click()
    expect(page).to_have_url(re.compile("progress"))
    page.go_back()
    task = play(page, ONE_SUIT)
    assert page.evaluate("sameVisit && workers === 1")
    expect(task.locator(".status.tried")).to_be_visible()
    discard(task)
    expect(task.locator(".outcome")).to_contain_text(exercise("melds.one-suit").words("why")[:30])


def test_a_round_is_done_in_the_page(visit: Callable[..., Page]) -> None:
    page = visit("lessons/01-melds/")
    figure = "figure[data-task*=names]"
    expect(page.locator(f'{figure} a[href$="01-melds/#melds.keep"]')).to_have_count(1)
    task = play(page, figure)
    task.get_by_role("button", name=say("table.task.next")).click()
    expect(task.get_by_role("heading", name=exercise("melds.keep").title)).to_be_visible()
    assert task.evaluate("(task) => task.contains(document.activeElement)")


def test_without_scripts_the_right_way_lies_in_a_closed_box(visit: Callable[..., Page]) -> None:
    page = visit("lessons/01-melds/", java_script_enabled=False)
    figure = page.locator(ONE_SUIT)
    expect(figure.get_by_text(exercise("melds.one-suit").words("task"))).to_be_visible()
    expect(figure.get_by_role("img").first).to_be_visible()
    way = figure.locator(".answer p")
    expect(way).to_contain_text("Four, five and six of clubs")
    expect(way).to_be_hidden()
    figure.get_by_text(say("site.lesson.solution"), exact=True).click()
    expect(way).to_be_visible()
    page.emulate_media(media="print")
    expect(way).to_be_hidden()


def begun(page: Page) -> tuple[Locator, Locator]:
    """Run the cells of two tasks of a notebook in the workbench."""
    expect(page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]")).to_be_visible(timeout=60_000)
    page.locator(".jp-CodeCell", has_text='task("melds.which")').locator(".cm-content").click()
    for _ in range(3):  # a task, what is said of the next one, that one
        page.keyboard.press("Shift+Enter")
    titles = (exercise(name).title for name in ("melds.which", "melds.one-suit"))
    which, one_suit = (page.locator(f'.rummy-task[aria-label="{title}"]') for title in titles)
    expect(one_suit.locator(".felt").first).to_be_visible(timeout=60_000)
    return which, one_suit


def test_the_workbench_keeps_results_and_what_was_begun_where_the_pages_do(
    visit: Callable[..., Page],
) -> None:
    page = visit(
        "lab/lab/index.html?path=01-melds.ipynb", stored=done(("melds.keep", "right", 3)), viewport=WIDE
    )
    which, one_suit = begun(page)
    for name in exercise("melds.which").text["right"]:
        which.locator(f"input[value={name}]").check()
    which.get_by_role("button", name=say("table.task.check")).click()
    expect(which.locator(".status.right")).to_be_visible()
    lay_down(one_suit)
    arrived(page, "melds.which")
    assert {"melds.which", "melds.keep"} == set(kept(page).tries)
    page.reload()
    which, one_suit = begun(page)
    expect(which.get_by_role("img", name=say("course.stars", count=3))).to_be_visible()
    expect(one_suit.locator(".status.tried")).to_be_visible()
    discard(one_suit)
    arrived(page, "melds.one-suit")


def test_two_tabs_do_not_lose_each_others_results(visit: Callable[..., Page]) -> None:
    page = visit("progress/", stored=done(("melds.which", "right", 1)))
    expect(row(page, "melds.which")).to_contain_text(say("board.status.right"))
    other = page.context.new_page()
    other.goto(page.url.replace("progress/", "lessons/01-melds/"))
    task = play(other, ONE_SUIT)
    lay_down(task)
    discard(task)
    expect(task.locator(".status.right")).to_be_visible()
    expect(row(page, "melds.one-suit")).to_contain_text(say("board.status.right"))
    assert {"melds.which", "melds.one-suit"} == set(kept(page).tries)


def test_results_are_taken_away_added_and_begun_anew(visit: Callable[..., Page], tmp_path: Path) -> None:
    page = visit("progress/", stored=done(("melds.which", "right", 0)))
    expect(row(page, "melds.which")).to_contain_text(say("board.status.right"))
    page.get_by_role("button", name=say("tool.progress.over")).click()
    expect(page.get_by_role("button", name=say("tool.progress.no"))).to_be_focused()
    with page.expect_download() as saved:
        page.get_by_role("button", name=say("tool.progress.yes")).click()
    saved.value.save_as(tmp_path / "copy.json")
    expect(page.locator(".note")).to_have_text(say("tool.progress.gone"))
    expect(row(page, "melds.which")).to_contain_text(say("board.status.new"))
    assert page.evaluate(f"localStorage.getItem('{KEY}')") is None
    (tmp_path / "other.json").write_text(done(("melds.keep", "wrong", 3)), encoding="utf-8")
    (tmp_path / "odd.json").write_text("[]", encoding="utf-8")
    for name in ("copy.json", "other.json", "copy.json"):
        page.get_by_label(say("tool.progress.import")).set_input_files(tmp_path / name)
        expect(page.locator(".note")).to_have_text(say("tool.progress.added"))
    page.get_by_label(say("tool.progress.import")).set_input_files(tmp_path / "odd.json")
    expect(page.locator(".note")).to_have_text(say("progress.none"))
    assert {name: len(tries) for name, tries in kept(page).tries.items()} == {
        "melds.which": 1,
        "melds.keep": 1,
    }
    expect(row(page, "melds.keep")).to_contain_text(say("board.status.wrong"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"rummy_progress": 1, "tri', say("progress.broken")),
        ('{"rummy_progress": 1, "course": "chess", "tries": {}}', say("progress.course", course="chess")),
        ('{"rummy_progress": 9, "course": "rummy"}', say("progress.newer", version="9")),
    ],
    ids=["broken", "foreign", "newer"],
)
def test_a_document_that_cannot_be_read_is_put_aside(visit: Callable[..., Page], text: str, why: str) -> None:
    page = visit("progress/", stored=text)
    expect(page.locator(".note")).to_contain_text(why)
    (name,) = page.evaluate(f"Object.keys(localStorage).filter((name) => name.startsWith('{KEY}-'))")
    expect(page.locator(".note")).to_contain_text(name)
    assert page.evaluate(f"localStorage.getItem('{name}')") == text
    with page.expect_download() as saved:
        page.get_by_role("button", name=say("tool.progress.aside", name=name)).click()
    assert saved.value.path().read_text() == text


FULL = """const put = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, value) {
  if (key.startsWith("rummy:progress")) throw new DOMException("full", "QuotaExceededError");
  return put.call(this, key, value);
};"""


def test_where_nothing_can_be_kept_it_is_said_and_nothing_is_lost_meanwhile(
    visit: Callable[..., Page],
) -> None:
    page = visit("lessons/01-melds/", script=FULL)
    task = play(page, WHICH)
    task.locator("input").first.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator(f"{WHICH} .trouble")).to_have_text(say("live.not-kept"))
    page.get_by_role("link", name="progress", exact=True).click()
    expect(row(page, "melds.which")).to_contain_text(say("board.status.wrong"))


def test_what_is_due_is_reviewed_in_the_page(visit: Callable[..., Page]) -> None:
    page = visit("progress/", stored=done(("melds.which", "wrong", 30), ("gone.away", "wrong", 30)))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    expect(page.get_by_text(say("tool.progress.due-now", count=1))).to_be_visible()
    expect(row(page, "melds.which")).to_contain_text(say("tool.progress.due"))
    assert any("fsrs" in url for url in asked)
    page.get_by_role("button", name=say("tool.progress.review")).click()
    expect(page.get_by_role("heading", name=exercise("melds.which").title)).to_be_focused()
    for name in exercise("melds.which").text["right"]:
        page.locator(f".rummy-task input[value={name}]").press("Space")
    page.keyboard.press("Enter")
    expect(row(page, "melds.which")).to_contain_text(say("board.status.right"))
    expect(page.get_by_text(say("tool.progress.nothing"))).to_be_visible()


def test_an_exercise_without_a_page_is_done_on_the_spot(visit: Callable[..., Page]) -> None:
    page = visit("progress/")
    page.locator("summary", has_text=say("course.aces.title")).click()
    page.get_by_role("button", name=exercise("aces.corner").title).click()
    expect(page.get_by_role("heading", name=exercise("aces.corner").title)).to_be_focused()
    assert page.locator('.progress a[href*="melds"]').count() == len(lesson("melds").exercises)


def test_whoever_knows_rummy_finds_where_to_begin(visit: Callable[..., Page]) -> None:
    page = visit("progress/")
    page.get_by_role("button", name=say("tool.progress.begin")).click()
    task = page.locator(".rummy-task")
    expect(task.get_by_role("heading", name=exercise("start.turn-ends").title)).to_be_focused()
    task.get_by_role("button", name=say("table.task.solution")).click()
    begin = say("placement.begin", number=0, title=lesson("start").title)
    expect(task.locator(".leads")).to_have_text(begin)
    expect(task.locator("[role=status] > div").filter(has_text=begin)).to_have_count(1)


def test_every_slide_holds_what_stands_on_it(chromium: Browser, tmp_path: Path) -> None:
    shutil.copytree(join.BUNDLE / "handouts" / handouts.REVEAL, tmp_path / handouts.REVEAL)
    book = lesson("scoring")
    handouts.write(tmp_path, [(book, slide_show(rules_of("scoring", "rummy-500", "basic")))])
    page = chromium.new_page()
    page.goto((tmp_path / handouts.name(book, handouts.SLIDES)).as_uri())
    page.wait_for_function("() => globalThis.Reveal?.isReady()")
    high = page.evaluate("""[...document.querySelectorAll(".slides > section")].map((one, n) => {
      Reveal.slide(n);
      return one.scrollHeight * (one.style.zoom || 1);
    })""")
    assert len(high) > len(book.exercises) + 2 and max(high) <= 700
    page.close()


def slide_show(rules: Rules) -> NotebookNode:
    """A lesson that ran: a list of rules that no page holds, and its exercises."""
    show = [
        new_output("display_data", {handouts.TASK: {"exercise": one.id}})
        for one in lesson("scoring").exercises
    ]
    listed = new_output("display_data", {"text/markdown": rules._repr_markdown_()})
    return new_notebook(cells=[new_markdown_cell("## The rules"), new_code_cell(outputs=[listed, *show])])


def test_a_wrong_answer_of_a_drill_is_explained(visit: Callable[..., Page]) -> None:
    page = visit("drills/#drill=score&level=2")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    box = page.get_by_label(say("table.task.answer"))
    box.fill("99999")
    box.press("Enter")
    outcome = page.locator(".outcome")
    expect(outcome).to_contain_text(say("course.wrong", why=""))
    arrived(page, "drill/score/")
    (name,) = kept(page).tries
    assert drills.reopened(name).why in outcome.inner_text().replace("\ufe0e", "")
    page.get_by_role("button", name=say("table.task.next")).click()
    expect(page.get_by_text(say("round.endless", n=2, right=0, tried=1))).to_be_visible()
    assert not any("fsrs" in url for url in asked), "what spaces reviews is loaded only for a review"


def test_a_worksheet_comes_again_from_its_address_and_prints_on_two_sheets(
    visit: Callable[..., Page],
) -> None:
    page = visit("drills/")
    page.get_by_label(say("tool.drills.many")).fill("4")
    page.locator("[data-key=kinds]").select_option("true")
    page.get_by_role("button", name=say("tool.drills.make")).click()
    sheet, key = page.locator(".paper").first, page.locator(".paper").last
    expect(sheet.locator(".item")).to_have_count(4)
    expect(key).to_be_hidden()
    text = sheet.inner_text()
    page.reload()
    expect(sheet.locator(".item")).to_have_count(4)
    assert sheet.inner_text() == text
    page.emulate_media(media="print")
    expect(key).to_be_visible()
    for other in (page.get_by_role("heading", level=1), page.locator(".stage"), page.locator("form.fields")):
        expect(other).to_be_hidden()
    assert key.evaluate("(key) => getComputedStyle(key).breakBefore") == "page"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_screen_reader_and_a_phone_get_all_of_it(visit: Callable[..., Page], scheme: str) -> None:
    page = visit("lessons/01-melds/", stored=done(("melds.keep", "wrong", 30)), color_scheme=scheme)
    toggle = page.get_by_title("Dark")

    def clean() -> None:
        if scheme == "dark" and toggle.is_visible():
            toggle.click()
        found = Axe().run(page, context=".md-content")
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    clean()
    play(page, WHICH)
    play(page, ONE_SUIT)
    clean()
    page.get_by_role("link", name="progress", exact=True).click()
    page.get_by_role("button", name=say("tool.progress.review")).click()
    expect(page.locator(".rummy-task")).to_be_visible()
    clean()
    page.goto(page.url.split("progress")[0] + "drills/#kind=meld&kind=score&variant=rummy-500&level=1&many=2")
    expect(page.locator(".paper").first).to_be_visible()
    page.get_by_role("button", name=say("tool.drills.show")).click()
    clean()
