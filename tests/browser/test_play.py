"""A newcomer at the table: by mouse to the end of a deal, and by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .conftest import Lab, Table

pytestmark = pytest.mark.browser

CHANGED = """async (button) => {
  const table = button.closest(".rummy-table"), before = table.querySelector(".hand").children.length;
  const start = performance.now();
  button.click();
  while (table.querySelector(".hand").children.length === before) await new Promise(requestAnimationFrame);
  return performance.now() - start;
}"""
CHOSEN = """async (card) => {
  const start = performance.now();
  card.click();
  await new Promise(requestAnimationFrame);
  return card.ariaSelected === "true" ? performance.now() - start : NaN;
}"""


def play_out(table: Table) -> None:
    """Play a deal to its end by saying what the hint says, word for word."""
    result, hint = table.root.locator(".result"), table.root.locator(".message.hint")
    for _ in range(120):
        expect(result.or_(table.your_turn)).to_be_visible()
        if result.is_visible():
            return
        table.press("Hint")
        advice = re.search(r"You could (.+?): ", hint.inner_text())
        assert advice, table.strip.inner_text()
        table.say(advice[1])
        expect(hint).to_have_count(0)
    raise AssertionError(table.log)


def test_a_first_deal_by_mouse_to_its_end(lab: Callable[..., Lab]) -> None:
    it = lab(name="00-start.ipynb")
    table, cells = it.table(), it.cells()
    chosen = table.pile.and_(it.page.locator("[aria-selected=true]"))

    table.pile.and_(it.page.get_by_role("option", name="king of spades")).click()
    expect(table.strip).to_contain_text("You would take")
    expect(chosen).to_have_count(3)
    table.press("Take these 3 cards")
    expect(table.hand).to_have_count(10)

    table.choose("two of diamonds")
    held, log = table.holds(), table.log
    table.press("Discard")
    expect(table.strip.locator(".message.refused")).to_contain_text("must be melded or laid off")
    expect(table.hand.and_(it.page.get_by_role("option", name=re.compile("king.*concerned")))).to_be_visible()
    rule = table.strip.locator("button.rule")
    expect(rule).to_contain_text(re.compile(r"\d+\.\d+"))
    rule.click()
    expect(table.strip.locator(".article")).to_be_visible()
    assert (table.holds(), table.log) == (held, log)

    table.choose("jack of spades", "queen of spades", "king of spades")
    table.press("Meld")
    expect(table.hand).to_have_count(7)
    expect(table.root.get_by_role("group", name="Melds of You").locator(".card")).to_have_count(3)
    table.choose("two of diamonds")
    table.press("Discard")
    expect(table.hand).to_have_count(6)
    expect(table.your_turn).to_be_visible()
    assert {line.split()[0] for line in table.log} == {"You", "B", "C"}

    play_out(table)
    expect(table.root.locator(".result .counts").get_by_role("listitem")).to_have_count(3)
    assert it.cells() == cells


def test_the_same_with_the_keyboard_alone(lab: Callable[..., Lab]) -> None:
    it = lab("from rummy.widgets import table\ntable(position='three-deep')")
    table, cells = it.table(), it.cells()
    press = it.page.keyboard.press

    def type_in(keys: str) -> None:
        for key in keys.split():
            press(key)

    def focused(name: str) -> None:
        expect(it.page.locator("*:focus")).to_have_accessible_name(re.compile(name))

    table.root.get_by_role("button", name="Help").focus()
    type_in("Tab Tab ArrowRight ArrowRight")
    focused("^king of spades")
    press("Enter")
    expect(table.spoken).to_contain_text("You would take")
    press("Enter")
    expect(table.hand).to_have_count(10)
    focused("of spades|of diamonds")  # one of the cards that came
    press("2")
    focused("^two of diamonds")
    type_in("Space x")
    expect(table.spoken).to_contain_text("must be melded or laid off")
    focused("^two of diamonds")
    type_in("Escape j Space q Space k Space m")
    expect(table.hand).to_have_count(7)
    focused(" of ")
    type_in("2 Space x")
    expect(table.hand).to_have_count(6)
    focused(" of ")
    expect(table.your_turn).to_be_visible()
    expect(table.spoken).to_contain_text("Your turn")
    focused(" of ")
    type_in("/ d r a w Enter")
    expect(table.hand).to_have_count(7)
    focused("Say your move")
    assert it.cells() == cells


def test_how_long_a_click_takes(
    lab: Callable[..., Lab], record_property: Callable[[str, object], None]
) -> None:
    table = lab("from rummy.widgets import table\ntable('rummy-500', seed=7, seats=3)").table()
    choose = table.hand.first.evaluate(CHOSEN)
    expect(table.your_turn).to_be_visible()
    draw = table.root.get_by_role("button", name="Draw", exact=True).evaluate(CHANGED)
    record_property("ms", {"choose": choose, "draw": draw})
    print(f"a card is chosen after {choose:.0f} ms, a card is drawn after {draw:.0f} ms")
    assert choose > 0
