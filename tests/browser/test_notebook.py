"""The table as a guest in a notebook: its keys, its kernel, its neighbours, and what is wrong with a message."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import READY, Lab, Table

pytestmark = pytest.mark.browser

TABLE = "from rummy.widgets import table\ntable(position='three-deep')"
KEYS = ["b", "a", "x", "d", "m", "1", "h", "Enter", "Escape", "Space", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight",
        "Delete", "j", "k", "Shift+Enter", "Control+z", "Home", "?"]
OPEN = {
    "": lambda table: None,
    "menu": lambda table: table.press("Menu"),
    "message": lambda table: table.say("take 9S"),
    "preview": lambda table: table.pile.first.click(),
}
PARTS = {
    "[data-zone=seats]": "", "button.stock": "", ".fan [role=option]": "", "button.meld": "", ".hand [role=option]": "",
    ".actions button": "", ".tools button": "", ".own .who button": "", ".say input": "", ".say button": "",
    ".lines": "", "button.fold": "", "button.why": "", ".menu select": "menu", ".menu input:not([type=checkbox])": "menu",
    ".menu input[type=checkbox]": "menu", ".menu button": "menu", ".message button": "message",
    ".preview button": "preview",
}
FOCUSABLE = "button, input, select, textarea, a[href], summary, [tabindex]"
LISTEN = "() => { window.fired = []; window.jupyterapp.commands.commandExecuted.connect((_, it) => window.fired.push(it.id)); }"
STATE = """() => ({
  fired: window.fired.splice(0), inside: !!document.activeElement.closest(".rummy-table"),
  dialogs: document.querySelectorAll(".jp-Dialog").length, mode: window.jupyterapp.shell.currentWidget.content.mode,
})"""
RESTART = "() => window.jupyterapp.shell.currentWidget.sessionContext.restartKernel().then(() => null)"
GARBAGE = """(content) => {
  const shown = window.jupyterapp.shell.currentWidget, view = "application/vnd.jupyter.widget-view+json";
  const [output] = shown.content.model.cells.get(0).outputs.toJSON(), kernel = shown.sessionContext.session.kernel;
  kernel._comms.get(output.data[view].model_id).send({ method: "custom", content });
}"""


def test_no_key_reaches_the_notebook(lab: Callable[..., Lab]) -> None:
    it = lab(TABLE, "1 + 1")
    table, page, cells = it.table(), it.page, it.cells()
    table.say("draw")
    table.say("discard 2D")
    expect(table.root.locator("button.why").first).to_be_visible()
    page.evaluate(LISTEN)
    quiet = {"fired": [], "inside": True, "dialogs": 0, "mode": "command"}
    stolen, met = [], []
    for part, panel in PARTS.items():
        for key in KEYS:
            one = table.root.locator(part).first
            if not one.is_visible():
                OPEN[panel](table)
            one.focus()
            page.keyboard.press(key)
            if key == "d":
                page.keyboard.press(key)
            state = page.evaluate(STATE)
            if state != quiet or it.cells() != cells:
                stolen.append((part, key, state, len(it.cells())))
            met.append(part)
        assert not stolen
    assert len(met) == len(PARTS) * len(KEYS)
    for show in OPEN.values():
        show(table)
        unknown = table.root.locator(FOCUSABLE).evaluate_all(
            "(all, parts) => all.filter((one) => !parts.some((part) => one.matches(part))).map((one) => one.outerHTML)", [*PARTS])
        assert unknown == []


def test_a_restart_of_the_kernel_goes_on_with_the_deal(lab: Callable[..., Lab]) -> None:
    it = lab("from rummy.widgets import table\ntable('rummy-500', seats=3, seed=7, you='A')")
    table = it.table()
    hint = table.root.locator("button[data-key=hint]:not([aria-disabled=true])")
    expect(hint).to_be_visible()
    table.press("Draw")
    expect(table.hand).to_have_count(8)
    table.hand.last.click()
    table.press("Discard")
    expect(table.hand).to_have_count(7)
    expect(hint).to_be_visible()
    held, log = table.holds(), table.log
    assert len(log) > 4

    it.page.evaluate(RESTART)
    it.page.wait_for_function(READY)
    it.command("notebook:run-all-cells")
    expect(table.root.get_by_text("Your deal goes on where you left it.")).to_be_visible()
    assert (table.holds(), table.log) == (held, log)

    table.press("Start this deal anew")
    expect(table.root.locator(".entry")).not_to_have_count(len(log))
    assert len(table.log) < len(log)
    expect(table.root.get_by_text("Your deal goes on where you left it.")).to_have_count(0)


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
    variant, seats = page.get_by_label("Game").first, page.get_by_label("Players at the table").first
    seats.select_option("8")
    variant.select_option(label="Basic Rummy")
    expect(seats.get_by_role("option")).to_have_text(["2", "3", "4", "5", "6"])
    seats.select_option("4")
    page.get_by_placeholder("a new one").fill("42")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(table.root.locator(".title")).to_contain_text("Basic Rummy")
    expect(table.root.locator(".title")).to_contain_text("seed 42")
    expect(table.root.locator(".seat")).to_have_count(3)


@pytest.mark.parametrize("message", [{"type": "no such thing"}, {"type": "meld", "cards": "<b>"}, ["?"]])
def test_a_message_that_makes_no_sense_is_answered(lab: Callable[..., Lab], message: Any) -> None:
    it = lab(TABLE)
    table = it.table()
    held = table.holds()
    it.page.evaluate(GARBAGE, message)
    expect(table.strip.locator(".message.error")).to_contain_text(re.compile(r"\w+ \w+.*\."))
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
