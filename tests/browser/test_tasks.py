"""Exercises and questions in a real browser: by mouse, by keys alone, refused, wrong, started over."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, Route, expect

from rummy.course import Drill, Result, Round, Task
from rummy.course.progress import read

from .conftest import NARROW, READY, ROOT, WIDE, Lab, Table

pytestmark = pytest.mark.browser

HOST = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Task</title><link rel="stylesheet" href="table.css"><link rel="stylesheet" href="task.css">
<style>body { margin: 8px; font: 16px sans-serif; } body.dark { background: #111; }</style><main></main>
<script type="module">
import task from "./task.js";
const jobs = {}, traits = {};
globalThis.show = (more) => {
  Object.assign(traits, more);
  for (const name of Object.keys(more)) for (const job of jobs[`change:${name}`] ?? []) job();
};
const model = {
  get: (name) => traits[name],
  send: (message) => python(JSON.stringify(message)).then((state) => show(JSON.parse(state))),
  on: (name, job) => (jobs[name] ??= new Set()).add(job), off: (name, job) => jobs[name]?.delete(job),
};
Object.assign(traits, JSON.parse(await python("null")));
task.render({ model, el: document.querySelector("main") });
</script>"""
FILES = {"index.html": HOST} | {
    name: (ROOT / "rummy/widgets" / name).read_text()
    for name in ("table.js", "table.css", "task.js", "task.css")
}
KINDS = {"html": "text/html", "js": "text/javascript", "css": "text/css"}
FIRST = "start.first-meld"
SMALL = """(all) => all.filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
  .map((one) => one.outerHTML)"""
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
RESTING = """() => !document.querySelector(".rummy-task").getAnimations({ subtree: true }).length"""


@dataclass
class Shown:
    """A task in a page, with Python at the other side."""

    page: Page
    course: Task | Round
    results: list[Result] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)

    @property
    def root(self) -> Locator:
        """The whole task."""
        return self.page.locator(".rummy-task")

    @property
    def table(self) -> Table:
        """The table inside it."""
        return Table(self.root.locator(".rummy-table"))

    @property
    def status(self) -> Locator:
        """How it stands."""
        return self.root.locator(".title > .status")

    @property
    def outcome(self) -> Locator:
        """What came of it."""
        return self.root.locator(".outcome")

    def press(self, name: str) -> None:
        """Press a button of the task by its name."""
        self.root.locator(".below").get_by_role("button", name=name, exact=True).click()

    def python(self, text: str) -> str:
        """Take a message; the state if there is none."""
        message = json.loads(text)
        if message is not None:
            self.course.handle(message)
        return json.dumps(self.course.state())

    def opened(self) -> Shown:
        """Open the page; what was stored there before is there again."""
        self.course.on_result = self.results.append
        self.page.goto("http://task.test/index.html")
        expect(self.root.locator(".name").first).to_be_visible()
        return self


@pytest.fixture
def put(chromium: Browser) -> Iterator[Callable[..., Shown]]:
    """Put a task on a page of its own; whatever goes wrong there fails the test."""
    shown: list[Shown] = []

    def serve(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        kind = KINDS.get(name.rpartition(".")[2], "text/plain")
        route.fulfill(status=200 if name in FILES else 204, content_type=kind, body=FILES.get(name, ""))

    def put_up(course: Task | Round, page: Page | None = None) -> Shown:
        if page is None:
            page = chromium.new_context(viewport=WIDE, color_scheme="light").new_page()
            page.context.route("**/*", serve)
            page.set_default_timeout(8_000)
            page.on("console", lambda m: it.troubles.append(m.text) if m.type == "error" else None)
            page.on("pageerror", lambda error: it.troubles.append(str(error)))
            page.expose_function("python", lambda text: shown[-1].python(text))
        it = Shown(page, course)
        shown.append(it)
        return it.opened()

    yield put_up
    for it in shown:
        assert it.troubles == []
        it.page.context.close()


def solve(it: Shown) -> None:
    """Lay the three sevens down, by mouse."""
    it.table.choose("seven of hearts", "seven of diamonds", "seven of clubs")
    it.table.press("Meld")
    expect(it.status).to_contain_text("reached")


def test_a_task_is_solved_by_mouse(put: Callable[..., Shown]) -> None:
    it = put(Task(FIRST))
    expect(it.status).to_have_text("○not tried")
    solve(it)
    expect(it.status).to_have_text("✓reached★★★".replace("★", "★\ufe0e"))
    expect(it.outcome).to_contain_text("Three sevens are a group")
    expect(it.root.get_by_role("img", name="3 stars of 3")).to_be_visible()
    assert [(one.outcome, one.stars) for one in it.results] == [("right", 3)]


def test_what_is_not_allowed_is_refused_and_the_task_goes_on(put: Callable[..., Shown]) -> None:
    it = put(Task(FIRST))
    it.table.press("Draw")
    expect(it.table.strip).to_contain_text("Not allowed")
    it.table.strip.locator("button.rule").click()
    expect(it.table.strip.locator(".article")).to_be_visible()
    expect(it.status).to_contain_text("not tried")
    for name in ("New deal", "Same deal again", "Next deal"):
        expect(it.root.get_by_role("button", name=name)).to_have_count(0)
    solve(it)


def test_a_wrong_end_shows_what_it_costs_and_starting_over_asks_first(put: Callable[..., Shown]) -> None:
    it = put(Task("start.whole-turn"))
    it.table.press("Draw")
    it.press("Start over")
    expect(it.root.get_by_role("button", name="Yes, start over")).to_be_focused()
    it.press("No, go on")
    expect(it.root.locator(".ask")).to_have_count(0)
    it.table.choose("ten of diamonds")
    it.table.press("Discard")
    expect(it.outcome).to_contain_text("the three diamonds are not on the table")
    expect(it.root.locator(".cost li")).to_contain_text(["B took 10♦", "B melded", "B discarded"])
    it.page.wait_for_timeout(300)  # longer than a computer player waits: nothing goes on by itself
    assert it.table.log[-1].startswith("You discarded")
    it.press("Start over")
    expect(it.status).to_contain_text("not tried")
    expect(it.table.hand).to_have_count(7)
    it.table.press("Draw")
    it.press("Start over")
    it.press("Yes, start over")
    expect(it.status).to_contain_text("not tried")
    assert [one.outcome for one in it.results] == ["wrong"]


def test_hints_come_one_by_one_and_cost_a_star(put: Callable[..., Shown]) -> None:
    it = put(Task(FIRST))
    for many in range(1, 5):
        it.press("Hint")
        expect(it.root.locator(".hints li")).to_have_count(many)
    expect(it.root.get_by_role("button", name="Hint", exact=True)).to_have_attribute("aria-disabled", "true")
    solve(it)
    assert [one.stars for one in it.results] == [2]


def test_cards_are_answered_by_keys_alone(put: Callable[..., Shown]) -> None:
    it = put(Drill("best", seed=3))
    keys = it.page.keyboard
    it.root.locator(".above .name").focus()
    keys.press("Tab")
    expect(it.page.get_by_role("option", name="ten of clubs")).to_be_focused()
    keys.press("Space")
    keys.press("Enter")
    expect(it.status).to_contain_text("not right yet")
    keys.press("Space")
    keys.press("5")
    for _ in range(4):
        keys.press("Space")
        keys.press("ArrowRight")
    keys.press("Enter")
    expect(it.status).to_contain_text("right")
    expect(it.page.get_by_role("option", name="jack of spades")).to_be_focused()
    assert [one.outcome for one in it.results] == ["wrong", "right"]


def test_a_number_is_answered_by_keys_alone(put: Callable[..., Shown]) -> None:
    course = Drill("score", seed=3)
    it = put(course)
    assert course.task.question is not None
    [right] = course.task.question.right
    keys = it.page.keyboard
    it.root.locator(".above .name").focus()
    keys.press("Tab")
    keys.press("Tab")
    expect(it.root.get_by_label("Your answer")).to_be_focused()
    keys.type("a lot")
    keys.press("Enter")
    expect(it.outcome).to_contain_text("A whole number is needed")
    keys.press("Control+a")
    keys.type(right.replace("-", "−"))
    keys.press("Enter")
    expect(it.status).to_contain_text("✓right")
    expect(it.root.get_by_label("Your answer")).to_be_focused()


def test_options_are_chosen_by_keys_and_each_is_answered(put: Callable[..., Shown]) -> None:
    it = put(Task("melds.which"))
    keys = it.page.keyboard
    it.root.get_by_role("checkbox").first.focus()
    keys.press("Space")
    keys.press("Enter")
    expect(it.root.locator("label.option.wrong .feedback")).to_have_count(1)
    expect(it.root.locator(".feedback")).to_have_count(1)


def test_a_drill_goes_on_and_another_one_is_chosen(put: Callable[..., Shown]) -> None:
    it = put(Drill("meld", seed=3))
    radio = it.root.get_by_role("radio")
    radio.nth(0).check()
    it.press("Check")
    expect(it.outcome).to_be_visible()
    it.press("Next")
    expect(it.root.locator(".where")).to_contain_text("Question 2")
    expect(radio.nth(0)).to_be_focused()
    expect(it.outcome).to_have_count(0)
    it.press("Back")
    expect(it.root.locator(".where")).to_contain_text("Question 1")
    for name, value in (("Question", "pile"), ("Game", "basic"), ("Difficulty", "2")):
        it.root.get_by_role("combobox", name=name).select_option(value)
    expect(it.root.get_by_role("option").first).to_be_visible()
    assert it.course.arguments == {"drill": "pile", "variant": "basic", "level": 2, "seed": "3"}


def test_a_page_that_is_left_loses_nothing_and_tells_nothing_twice(put: Callable[..., Shown]) -> None:
    it = put(Round([FIRST, "melds.which"]))
    it.press("Hint")
    expect(it.root.locator(".hints li")).to_have_count(1)
    solve(it)
    assert len(it.results) == 1
    again = put(Round([FIRST, "melds.which"]), it.page)
    expect(again.status).to_contain_text("reached")
    expect(again.table.root.locator(".resumed")).to_be_visible()
    again.press("Next")
    again.root.get_by_role("checkbox").nth(1).check()
    third = put(Round(["melds.which", FIRST]), it.page)
    expect(third.root.get_by_role("checkbox").nth(1)).to_be_checked()
    third.press("Next")
    expect(third.status).to_contain_text("reached")
    third.press("Start over")
    expect(third.status).to_contain_text("not tried")
    assert again.results == third.results == []


LOOKS: dict[str, tuple[Callable[[], Task | Round], tuple[str, ...]]] = {
    "play": (lambda: Task("start.whole-turn", stars=2), ("Hint", "Hint", "Show solution")),
    "cards": (lambda: Drill("layoff", seed=3), ("Check", "Hint")),
    "number": (lambda: Drill("score", seed=3), ("Hint", "Show solution")),
    "several": (lambda: Round(["melds.which"], title="A title"), ("Check",)),
}


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_and_nothing_is_wider_than_the_page(put: Callable[..., Shown], look: str) -> None:
    course, presses = LOOKS[look]
    it, found = put(course()), []
    if look == "several":
        it.root.get_by_role("checkbox").first.check()
    elif look == "play":
        for line in ("draw", "discard TD"):
            it.table.say(line)
        expect(it.root.locator(".cost")).to_be_visible()
    for name in presses:
        it.press(name)
    for rule in it.root.locator(".rules button").all():
        rule.click()
    for size in (WIDE, NARROW):
        for theme in ("light", "dark"):
            it.page.set_viewport_size(size)
            it.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            it.page.evaluate("(dark) => document.body.classList.toggle('dark', dark)", theme == "dark")
            it.page.wait_for_function(RESTING)
            result = Axe().run(it.page, context=".rummy-task", options={"resultTypes": ["violations"]})
            for bad in result.response["violations"]:
                found.extend((theme, size["width"], bad["id"], node["html"]) for node in bad["nodes"])
            assert it.page.evaluate(OVERFLOW) == 0
            small = it.root.locator("button, select, .option, .file").evaluate_all(SMALL)
            found.extend((theme, size["width"], "small", text) for text in small)
    assert found == []


FORGET = """(start) => Object.keys(localStorage).filter((key) => key.startsWith(start))
  .forEach((key) => localStorage.removeItem(key))"""
RESTART = "() => window.jupyterapp.shell.currentWidget.sessionContext.restartKernel().then(() => null)"


def test_a_task_in_jupyterlab_survives_a_restart_of_the_kernel(lab: Callable[..., Lab]) -> None:
    it = lab(f"from rummy.widgets import task, progress\ntask('{FIRST}')", "progress()")
    root, kept = it.page.locator(".rummy-task").first, it.home / "rummy-progress.json"
    kept.unlink(missing_ok=True)
    table = Table(root.locator(".rummy-table"))
    table.choose("seven of hearts", "seven of diamonds", "seven of clubs")
    table.press("Meld")
    expect(root.locator(".title > .status")).to_contain_text("reached")
    expect(root.locator(".outcome")).to_contain_text("Three sevens")
    cells = it.cells()
    for part in (".name", "[data-do=solution]", ".rules button"):
        root.locator(part).first.focus()
        for key in ("d", "d", "a", "x", "Shift+Enter"):
            it.page.keyboard.press(key)
    assert it.cells() == cells
    once = kept.read_text()
    board = it.page.locator(".rummy-task").last
    board.get_by_role("button", name="Look again").click()
    expect(board.locator("td.status.right")).to_contain_text("solved")
    with it.page.expect_download() as saved:
        board.get_by_role("button", name="Save a copy").click()
    assert saved.value.path().read_text() == once

    it.page.evaluate(RESTART)
    it.page.wait_for_function(READY)
    it.run()
    expect(root.locator(".resumed")).to_be_visible()
    expect(root.locator(".title > .status")).to_contain_text("reached")
    assert kept.read_text() == once
    kept.unlink()


def test_a_browser_that_keeps_the_progress_gives_it_to_a_new_kernel(lab: Callable[..., Lab]) -> None:
    cell = f"""
import tempfile, pathlib
from rummy.shelf import Shelf
from rummy.widgets import lessons
lessons.BROWSER = True
lessons.task('{FIRST}', shelf=Shelf(pathlib.Path(tempfile.mkdtemp()) / 'progress.json'))"""
    it = lab(cell)
    root, stored = it.page.locator(".rummy-task"), "() => localStorage.getItem('rummy:progress')"
    it.page.wait_for_function("() => localStorage.getItem('rummy:progress')")
    table = Table(root.locator(".rummy-table"))
    table.choose("seven of hearts", "seven of diamonds", "seven of clubs")
    table.press("Meld")
    it.page.wait_for_function(f"() => ({stored})().includes('{FIRST}')")
    once = it.page.evaluate(stored)

    it.page.evaluate(FORGET, f"rummy:{FIRST}/")  # only the progress is left
    it.page.evaluate(RESTART)
    it.page.wait_for_function(READY)
    it.run()
    expect(root.get_by_role("img", name="3 stars of 3")).to_be_visible()
    expect(root.locator(".title > .status")).to_contain_text("not tried")
    assert it.page.evaluate(stored) == once


def test_two_notebooks_and_a_restart_in_the_middle_lose_nothing(lab: Callable[..., Lab]) -> None:
    it = lab("from rummy.widgets import task\ntask('start.whole-turn')")
    root, kept = it.page.locator(".rummy-task"), it.home / "rummy-progress.json"
    kept.unlink(missing_ok=True)
    table = Table(root.locator(".rummy-table"))
    table.press("Draw")
    expect(table.hand).to_have_count(8)
    root.get_by_role("button", name="Show solution").click()
    expect(root.locator(".solution")).to_be_visible()
    other = lab(f"from rummy.widgets import task\ntask('{FIRST}')")
    beside = Table(other.page.locator(".rummy-task .rummy-table"))
    beside.choose("seven of hearts", "seven of diamonds", "seven of clubs")
    beside.press("Meld")
    expect(other.page.locator(".title > .status")).to_contain_text("reached")

    it.page.evaluate(RESTART)
    it.page.wait_for_function(READY)
    it.run()
    expect(table.root.locator(".resumed")).to_be_visible()
    expect(table.hand).to_have_count(8)
    expect(root.locator(".solution")).to_be_visible()
    for line in ("meld 8D 9D TD", "discard KH"):
        table.say(line)
    expect(root.locator(".title > .status")).to_contain_text("reached")
    there = read(kept.read_text())
    assert (there.solved(FIRST), [one.outcome for one in there.of("start.whole-turn")]) == (True, ["shown"])
    kept.unlink()


EXPOSED = """new MutationObserver(() => {
  const config = document.getElementById("jupyter-config-data"), off = '"exposeAppInBrowser": false';
  if (!config?.textContent.includes(off)) return;
  config.textContent = config.textContent.replace(off, off.replace("false", "true"));
}).observe(document, { childList: true, subtree: true })"""
"""Notebook lets a test reach the application, as `expose_app_in_browser` would."""


def test_in_notebook_7_a_task_is_done_and_no_key_reaches_a_cell(lab: Callable[..., Lab]) -> None:
    pytest.importorskip("notebook")
    it = lab(f"from rummy.widgets import task\ntask('{FIRST}')", "task('melds.which')", run=False)
    it.page.add_init_script(EXPOSED)
    it.page.goto(it.page.url.replace("/lab/tree/", "/notebooks/").partition("?")[0])
    it.page.wait_for_function(READY, timeout=60_000)
    it.run()
    root, which = it.page.locator(".rummy-task").first, it.page.locator(".rummy-task").last
    cells = it.cells()
    for part in (
        root.locator(".name").first,
        root.locator(".rules button").first,
        which.get_by_role("checkbox").first,
    ):
        part.focus()
        for key in ("a", "b", "x", "d", "d", "m"):
            it.page.keyboard.press(key)
        assert it.cells() == cells
    table = Table(root.locator(".rummy-table"))
    table.choose("seven of hearts", "seven of diamonds", "seven of clubs")
    table.press("Meld")
    expect(root.locator(".title > .status")).to_contain_text("reached")
    (it.home / "rummy-progress.json").unlink()
    it.troubles[:] = [text for text in it.troubles if text.startswith("asked")]  # the rest is Notebook's own
