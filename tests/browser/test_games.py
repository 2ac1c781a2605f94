"""The table of games that know more: exchanges, namings, splits, knocks and sides, by mouse and by keys."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from .conftest import NARROW, WIDE, Lab
from .test_looks import OVERFLOW, UNREADABLE

pytestmark = pytest.mark.browser

EXCHANGE = """from rummy.widgets import table
table(position={
    "variant": "wrotham", "seats": 2, "turn": "A", "phase": "play", "stock_left": 5, "discards": "9H",
    "hands": {"A": "7D 2C 9S KH", "B": "4D"}, "table": ["B: 7S 7H *=7D", "B: 4H 5H 6H"],
})"""
SPLIT = """from rummy.widgets import table
table(position={
    "variant": "gambit", "seats": 3, "dealer": "C", "turn": "A", "phase": "draw", "named": "split",
    "hands": {"A": "8C 8D KD 2C *", "B": "4D", "C": "5D"}, "discards": "8H 4S QS TD",
    "table": ["B: 5S 5H 5C"], "stock_left": 5,
})"""
SEALED = """from rummy.widgets import table
table(position={
    "variant": "gambit", "seats": 3, "dealer": "A", "turn": "A", "phase": "play", "named": "double",
    "hands": {"A": "7H 7C 7D KD", "B": "4D", "C": "5D"}, "discards": "8H", "gone": "QS",
    "table": ["B: 5S 5H 5C"], "stock_left": 5,
})"""
KNOCK = """from rummy.widgets import table
table(position={
    "variant": "knock", "seats": 3, "turn": "A", "phase": "play", "stock_left": 5, "discards": "9H",
    "hands": {"A": "7H 7C 7D AS KD", "B": "4D 5D", "C": "2H 3H"},
})"""
WILD = """from rummy.widgets import table
table(position={
    "variant": "5000", "seats": 3, "dealer": "C", "turn": "A", "phase": "play", "discards": "9H",
    "exposed": {"A": "5S", "B": "6S", "C": "8H"}, "hands": {"A": "8D 2C 3C", "B": "4D", "C": "8H"},
    "table": ["B: 8S=9S 9D 9C", "C: 4H 5H 6H"], "stock_left": 5,
})"""
PARTNERS = """from rummy.widgets import table
table("persian", seats=4, seed=2)"""


def test_a_card_is_exchanged_for_a_joker_by_mouse_and_by_keys(lab: Callable[..., Lab]) -> None:
    table = lab(EXCHANGE).table()
    joker = table.hand.and_(table.page.get_by_role("option", name="joker"))
    table.choose("seven of diamonds")
    table.root.get_by_role("button", name=re.compile("^Meld 1")).click()
    expect(joker).to_have_count(1)
    table.press("Undo")
    expect(joker).to_have_count(0)
    table.hand.first.focus()
    for key in ("7", "Space", "w"):
        table.page.keyboard.press(key)
    expect(joker).to_have_count(1)
    expect(table.spoken).to_contain_text("You exchanged 7♦")


def test_the_dealer_names_what_jokers_do_and_doubles_a_meld_with_his_own(lab: Callable[..., Lab]) -> None:
    it = lab('from rummy.widgets import table\ntable("gambit", seats=3, seed=7)', SEALED)
    table = it.table()
    expect(table.hand).to_have_count(0)
    expect(table.root.get_by_role("img", name="10 cards, face down")).to_be_visible()
    table.page.keyboard.press("Escape")
    table.press("They double a meld and seal it")
    expect(table.hand).to_have_count(11)
    expect(table.hand.last).to_have_accessible_name("joker, beside the pack")

    table = it.table(1)
    table.choose("seven of hearts", "seven of clubs", "seven of diamonds")
    table.press("Meld")
    table.strip.locator(".options button").nth(1).click()
    sealed = table.root.get_by_role("button", name=re.compile("counts double, sealed"))
    expect(sealed).to_contain_text("×2")
    expect(table.hand).to_have_count(1)


def test_a_joker_splits_the_pile(lab: Callable[..., Lab]) -> None:
    table = lab(SPLIT).table()
    table.pile.first.click()
    split = table.strip.locator(".splits button").nth(1)
    expect(split).to_have_text(re.compile(r"^4♠.? Q♠.? \(you take 8♥.? 10♦.?\)$"))
    split.click()
    expect(table.root.locator(".gone .card")).to_have_count(3)
    expect(table.hand).to_have_count(6)
    expect(table.pile).to_have_count(0)


def test_a_knock_by_keys(lab: Callable[..., Lab]) -> None:
    table = lab(KNOCK).table()
    table.hand.first.focus()
    for key in ("k", "Space", "o"):
        table.page.keyboard.press(key)
    expect(table.strip).to_contain_text("You knocked.")
    expect(table.spoken).to_contain_text("You knocked with the K♦")


def test_axe_finds_nothing_at_any_of_them_and_a_phone_shows_every_card(lab: Callable[..., Lab]) -> None:
    it, found = lab(EXCHANGE, SPLIT, SEALED, WILD, PARTNERS), []
    it.page.add_style_tag(content="body { height: 100vh }")
    it.page.emulate_media(reduced_motion="reduce")  # tables that are scrolled away would never come to rest
    for viewport, theme in ((WIDE, "Light"), (NARROW, "Dark")):
        it.look(viewport, theme)
        for n in range(5):
            table = it.table(n)
            if n == 1 and table.root.locator(".splits").count() == 0:
                table.pile.first.click()
            it.page.mouse.move(0, 0)
            it.rest()
            assert table.root.evaluate(OVERFLOW) == []
            assert table.root.locator(".hand .card:not(.joker)").evaluate_all(UNREADABLE) == []
        alone = {"rules": {"landmark-unique": {"enabled": False}}}  # five tables on a page are alike
        result = Axe().run(it.page, context=".rummy-table", options=alone).response
        found += [(theme, bad["id"], node["html"]) for bad in result["violations"] for node in bad["nodes"]]
    assert found == []
