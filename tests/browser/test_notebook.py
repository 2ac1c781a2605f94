"""The table as a guest in a notebook: its keys, its kernel, its neighbours, and messages it does not know."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .conftest import READY, Lab, Table

pytestmark = pytest.mark.browser

TABLE = "from rummy.widgets import table\ntable(position='three-deep')"
KEYS = [
    *("b", "a", "x", "d", "m", "1", "h", "j", "k", "?", "Enter", "Escape", "Space", "Delete", "Home"),
    *("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Shift+Enter", "Control+z"),
]
PARTS = [
    *("[data-zone=seats]", "button.stock", ".fan [role=option]", "button.meld", ".hand [role=option]"),
    *(".actions button", ".tools button", ".own .who button", ".say input", ".say button"),
    *(".lines", "button.fold", "button.why", ".shown button", ".message .close", ".message .rule"),
    *(".preview button", ".menu select", ".menu input:not([type=checkbox])", ".menu input[type=checkbox]"),
    ".menu button",
]
FOCUSABLE = "button, input, select, textarea, a[href], summary, [tabindex]"
LISTEN = """() => {
  window.fired = [];
  window.jupyterapp.commands.commandExecuted.connect((_, { id }) => window.fired.push(id));
}"""
FOCUS = """(table, part) => {
  const one = table.querySelector(part);
  one?.focus();
  return one !== null && one === document.activeElement;
}"""
STATE = """() => {
  const { content } = window.jupyterapp.shell.currentWidget;
  return {
    fired: window.fired.splice(0), mode: content.mode,
    inside: document.activeElement.closest(".rummy-table") !== null,
    dialogs: document.querySelectorAll(".jp-Dialog").length,
    cells: [...content.model.cells].map((cell) => `${cell.id} ${cell.type} ${cell.sharedModel.getSource()}`),
  };
}"""
UNKNOWN = """(all, parts) => all.filter((one) => !parts.some((part) => one.matches(part)))
  .map((one) => one.outerHTML)"""
RESTART = "() => window.jupyterapp.shell.currentWidget.sessionContext.restartKernel().then(() => null)"
SEND = """(content) => {
  const { content: { model }, sessionContext: { session } } = window.jupyterapp.shell.currentWidget;
  const [{ data }] = model.cells.get(0).outputs.toJSON();
  const { model_id } = data["application/vnd.jupyter.widget-view+json"];
  session.kernel._comms.get(model_id).send({ method: "custom", content });
}"""


def bring(table: Table, part: str) -> None:
    """Bring a part of the table into view that is not there always."""
    if "menu" in part:
        table.press("Menu")
    elif "message" in part:
        expect(table.your_turn).to_be_visible()
        table.say("discard AC")  # nobody has dealt this card
    elif "preview" in part:
        table.pile.first.click()
    else:
        table.press("Same deal again")
        table.say("draw")
        table.say("discard 2D")
        show = table.root.get_by_role("button", name="Show: What happened")
        if show.is_visible():
            show.click()
    expect(table.root.locator(part).first).to_be_visible()


def test_no_key_reaches_the_notebook(lab: Callable[..., Lab]) -> None:
    it = lab(TABLE, "1 + 1")
    table, page = it.table(), it.page
    for part in ("button.why", ".message .rule", ".preview button", ".menu button"):
        bring(table, part)
        assert table.root.locator(FOCUSABLE).evaluate_all(UNKNOWN, PARTS) == []
    page.evaluate(LISTEN)
    before = page.evaluate(STATE) | {"fired": [], "inside": True}
    assert (before["mode"], before["dialogs"], len(before["cells"])) == ("command", 0, 2)
    for part in PARTS:
        for key in KEYS:
            while not table.root.evaluate(FOCUS, part):
                bring(table, part)
            page.keyboard.press(key)
            if key == "d":  # two of them delete a cell
                page.keyboard.press(key)
            assert page.evaluate(STATE) == before, (part, key)


def test_a_record_is_stepped_through_and_no_key_reaches_the_notebook(lab: Callable[..., Lab]) -> None:
    it = lab("from rummy.widgets import replay\nreplay('annotated', 14)", "1 + 1", run=False)
    it.command("notebook:run-all-cells")
    page, root = it.page, it.page.locator(".rummy-replay")
    root.locator("[data-way=forward]").click()
    expect(root.locator(".said")).to_contain_text("The costly mistake.")
    expect(root.get_by_role("status")).to_contain_text("C discarded the A")
    for key, where in (("ArrowRight", 16), ("ArrowUp", 15), ("End", 39), ("Home", 1), ("ArrowLeft", 1)):
        root.locator("[data-way=back]").press(key)
        expect(root.locator(".where")).to_have_text(f"Move {where} of 39")
    page.evaluate(LISTEN)
    before = page.evaluate(STATE) | {"fired": [], "inside": True}
    for part in ("[data-way=last]", "summary"):
        for key in KEYS:
            assert root.evaluate(FOCUS, part)
            page.keyboard.press(key)
            if key == "d":
                page.keyboard.press(key)
            assert page.evaluate(STATE) == before, (part, key)


def test_a_restart_of_the_kernel_goes_on_with_the_deal(lab: Callable[..., Lab]) -> None:
    it = lab("from rummy.widgets import table\ntable('rummy-500', seats=3, seed=7, you='A')")
    table = it.table()
    expect(table.your_turn).to_be_visible()
    table.press("Draw")
    expect(table.hand).to_have_count(8)
    table.hand.last.click()
    table.press("Discard")
    expect(table.hand).to_have_count(7)
    expect(table.your_turn).to_be_visible()
    held, log = table.holds(), table.log
    assert len(log) > 4

    it.page.evaluate(RESTART)
    it.page.wait_for_function(READY)
    it.run()
    expect(table.root.locator(".resumed")).to_contain_text("Your deal goes on where you left it.")
    assert (table.holds(), table.log) == (held, log)

    table.press("Start this deal anew")
    expect(table.root.locator(".entry")).not_to_have_count(len(log))
    assert len(table.log) < len(log)
    expect(table.root.locator(".resumed")).to_have_count(0)


def test_a_name_is_only_shown(lab: Callable[..., Lab]) -> None:
    name = "<img src=x onerror=hacked=1>"
    it = lab(f"from rummy.widgets import table\ntable('basic', seed=7, names={{'B': {name!r}}})")
    table = it.table()
    expect(table.root.locator(".seat .name")).to_have_text(name)
    table.press("Menu")
    expect(table.root.get_by_label("Name of B")).to_have_value(name)
    assert table.root.locator("img[src]").count() == 0
    assert it.page.evaluate("window.hacked") is None


def test_the_controls_above_a_table(lab: Callable[..., Lab]) -> None:
    it = lab("from rummy.widgets import room\nroom('rummy-500', seats=3, seed=500)")
    table, page = it.table(), it.page
    variant, seats = page.get_by_role("combobox", name="Game"), page.get_by_role("combobox", name="Players")
    seats.select_option("8")
    variant.select_option(label="Basic Rummy")
    expect(seats.get_by_role("option")).to_have_text(["2", "3", "4", "5", "6"])
    seats.select_option("4")
    page.get_by_placeholder("by chance").fill("42")
    page.locator(".widget-button").click()
    expect(table.root.locator(".title")).to_contain_text("Basic Rummy")
    expect(table.root.locator(".title")).to_contain_text("seed 42")
    expect(table.root.locator(".seat")).to_have_count(3)


def test_a_message_that_makes_no_sense_is_answered(lab: Callable[..., Lab]) -> None:
    it = lab(TABLE)
    table = it.table()
    held, answers = table.holds(), set()
    nonsense = [
        {"type": "no such thing"},
        {"type": "meld", "cards": "<b>"},
        {"type": "take", "place": -1},
        ["?"],
    ]
    for message in nonsense:
        it.page.evaluate(SEND, message)
        expect(table.spoken.locator("div")).to_have_count(len(answers) + 1)
        answers.add(table.strip.locator(".message.error .text").inner_text())
    assert len(answers) == len(nonsense)
    assert all(re.fullmatch(r"\S+ .+ \S+\.", answer) for answer in answers), answers
    assert table.holds() == held


def test_two_tables_in_one_notebook(lab: Callable[..., Lab]) -> None:
    it = lab(TABLE, "table('basic', seed=7)")
    tables: list[Table] = [it.table(0), it.table(1)]
    ids = it.page.locator(".rummy-table [id]").evaluate_all("(all) => all.map((one) => one.id)")
    assert len(ids) == len(set(ids))
    for table in tables:
        held = table.hand.count()
        table.press("Draw")
        expect(table.hand).to_have_count(held + 1)
