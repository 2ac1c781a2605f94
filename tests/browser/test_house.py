"""The form of house rules in a real browser, with the desk itself behind it."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from rummy.desk import answer

from . import test_desk_tools as tools
from .conftest import NARROW, WIDE
from .test_desk_tools import SMALL, key

pytestmark = pytest.mark.browser

address, tool = tools.address, tools.tool
"""The pages of the tools, and how one is opened."""
FULL = "() => { Storage.prototype.setItem = () => { throw new DOMException('full'); }; }"


@pytest.fixture(autouse=True)
def page_of_house_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """The form has a page as the other tools have."""
    monkeypatch.setitem(tools.PAGES, "house", "house-rules")


@pytest.fixture
def house(tool: Callable[..., Page], address: str) -> Callable[..., Page]:
    """Open the form, with a code where one is given, and wait for its papers."""

    def start(code: str = "", more: str = "") -> Page:
        page = tool(f"{address}house#v={quote(code)}{more}" if code else "house")
        page.locator(".paper h2").wait_for()
        return page

    return start


def option(page: Page, name: str) -> Locator:
    """The part of the form for one option, opened."""
    found = page.locator(f'fieldset[id="option-{name}"]')
    found.evaluate("(it) => (it.closest('details').open = true)")
    return found


def type_in(part: Locator, text: str) -> Locator:
    """Choose a value of one's own for an option, and type it."""
    part.locator(".other .check").click()
    box = part.get_by_role("textbox")
    box.fill(text)
    return box


def shown(page: Page) -> str:
    """The rules in one line, as the page has them."""
    return key(page, "code").input_value()


def test_the_form_has_every_option_explained_and_its_values_in_words(house: Callable[..., Page]) -> None:
    page = house()
    menu = answer("menu", {})
    options = [one for group in menu["groups"] for one in group["options"]]
    assert page.locator("fieldset[id]").count() == len(options)
    for one in options:
        part = option(page, one["name"])
        expect(part).to_contain_text(one["title"])
        expect(part).to_contain_text(one["text"])
        for value in one["values"]:
            expect(part).to_contain_text(value["text"])
        assert part.locator("input:checked").count() == 1, one["name"]
    assert page.locator(".chapters li").count() == len(menu["groups"])


def test_a_change_is_marked_shown_in_the_papers_and_taken_back(house: Callable[..., Page]) -> None:
    page = house("basic")
    hand = option(page, "dealing.hand")
    expect(hand.locator(".mark")).to_be_hidden()
    hand.get_by_label("seven cards each").check()
    expect(hand.locator(".mark")).to_contain_text("changed")
    expect(key(page, "code")).to_have_value("basic + dealing.hand=7")
    expect(page.locator(".paper")).to_contain_text("seven cards each")
    assert page.url.endswith("#v=basic%20%2B%20dealing.hand%3D7")
    key(page, "differs").click()
    expect(page.locator(".paper")).to_contain_text("One rule differs")
    key(page, "book").click()
    expect(page.locator(".paper")).to_contain_text("1.1 The players")
    target = option(page, "match.target")
    expect(option(page, "scoring.court").get_by_role("textbox")).to_be_hidden()
    type_in(target, "250")
    expect(key(page, "code")).to_have_value("basic + dealing.hand=7 + match.target=250")
    expect(target.get_by_role("textbox")).to_be_focused()
    expect(target.locator(".mark button")).to_contain_text("Basic Rummy: 100 points")
    hand.locator(".mark button").click()
    expect(key(page, "code")).to_have_value("basic + match.target=250")
    key(page, "all back").click()
    expect(key(page, "code")).to_have_value("basic")
    key(page, "undo").click()
    expect(key(page, "code")).to_have_value("basic + match.target=250")


def test_a_contradiction_is_named_at_its_options_and_loses_nothing(house: Callable[..., Page]) -> None:
    page = house("basic + scoring.court=5")
    option(page, "match.target").get_by_label("none", exact=True).check()
    for name in ("match.target", "match.deals"):
        expect(option(page, name).locator(".wrong")).to_contain_text("would never end")
    expect(page.locator(".announce")).to_contain_text("would never end")
    expect(page.locator(".problem")).to_contain_text("would never end")
    expect(page.locator(".paper h2")).to_be_visible()
    page.reload()
    expect(page.locator(".problem")).to_contain_text("would never end")
    expect(option(page, "scoring.court").get_by_role("textbox")).to_have_value("5")
    page.get_by_role("button", name="Go to: Number of deals").click()
    expect(option(page, "match.deals").locator("input:checked")).to_be_focused()
    option(page, "match.deals").get_by_label("six deals").check()
    expect(page.locator(".problem")).to_have_count(0)
    assert {"match.deals=6", "match.target=none", "scoring.court=5"} <= {*shown(page).split(" + ")}
    court = type_in(option(page, "scoring.court"), "many")
    expect(option(page, "scoring.court").locator(".wrong")).to_contain_text("“many”")
    expect(court).to_have_value("many")
    expect(court).to_have_attribute("aria-invalid", "true")


def test_options_that_do_not_matter_say_so_and_can_be_chosen(house: Callable[..., Page]) -> None:
    page = house("basic")
    split = option(page, "gambit.split")
    expect(split).to_have_class(re.compile("moot"))
    expect(split).to_contain_text("Makes no difference here")
    page = house("gambit")
    expect(option(page, "gambit.split")).not_to_have_class(re.compile("moot"))
    expect(option(page, "gambit.split")).not_to_contain_text("Makes no difference here")


def test_a_link_made_by_hand_is_used_as_far_as_it_goes_and_can_be_mended(house: Callable[..., Page]) -> None:
    text = "basic + match.target=90 + scoring.joy=<i>1"
    page = house(text)
    expect(page.locator(".unread")).to_contain_text("scoring.joy")
    assert shown(page) == text
    expect(option(page, "match.target").get_by_role("textbox")).to_have_value("90")
    key(page, "code").fill("basic + match.target=80")
    key(page, "use").click()
    expect(page.locator(".unread")).to_have_count(0)
    expect(option(page, "match.target").get_by_role("textbox")).to_have_value("80")
    page = house("bazic + match.target=90")
    expect(page.locator(".unread")).to_contain_text("Did you mean basic?")
    expect(option(page, "match.target").get_by_role("textbox")).to_have_value("90")
    assert shown(page) == "bazic + match.target=90"
    key(page, "code").fill("basic + match.target=90")
    key(page, "code").press("Enter")
    expect(key(page, "base")).to_have_value("basic")
    assert "v=basic%20" in page.url


def test_the_link_is_copied_opens_the_table_and_back_leads_back(
    house: Callable[..., Page], tool: Callable[..., Page]
) -> None:
    page = house("basic + match.target=90")
    key(page, "copy link").click()
    expect(page.locator(".told-here")).to_contain_text("Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    other = tool(link)
    expect(key(other, "code")).to_have_value("basic + match.target=90")
    key(page, "base").select_option("500-rum")
    expect(key(page, "code")).to_have_value("500-rum")
    page.go_back()
    expect(key(page, "code")).to_have_value("basic + match.target=90")


def test_own_tables_are_kept_under_their_name_and_the_name_is_text(house: Callable[..., Page]) -> None:
    page = house("basic + match.target=90")
    name = "Sunday <img src=x onerror=alert(1)>"
    key(page, "name").fill(name)
    expect(page.locator(".paper h2")).to_have_text(name)
    assert page.locator(".desk img").count() == 0
    key(page, "keep").click()
    key(page, "base").select_option("block")
    expect(key(page, "code")).to_have_value("block")
    page.reload()
    page.locator(".own button", has_text="Sunday").click()
    expect(key(page, "code")).to_have_value("basic + match.target=90")
    expect(page.locator(".paper h2")).to_have_text(name)
    key(page, "drop 0").click()
    expect(page.locator(".own")).to_have_count(0)
    key(page, "undo").click()
    expect(page.locator(".own li")).to_have_count(1)
    page.evaluate(FULL)
    key(page, "keep").click()
    expect(page.locator(".told-here")).to_contain_text("keeps nothing")
    assert shown(page) == "basic + match.target=90"


def test_the_sheet_stands_alone_and_only_it_is_printed(house: Callable[..., Page]) -> None:
    page = house("basic + match.target=90", "&sheet")
    expect(page.locator(".paper")).to_be_visible()
    expect(key(page, "base")).to_be_hidden()
    key(page, "change").click()
    expect(key(page, "base")).to_be_visible()
    assert not page.url.endswith("&sheet")
    key(page, "name").fill("Ours")
    page.emulate_media(media="print")
    expect(page.locator(".paper")).to_contain_text("At 90 the match ends")
    expect(page.locator(".paper h2")).to_have_text("Ours")
    for hidden in (key(page, "base"), key(page, "name"), key(page, "print"), page.locator(".chapters")):
        expect(hidden).to_be_hidden()
    pages = [page.pdf(format=size).count(b"/Type /Page\n") for size in ("A4", "Letter")]
    assert pages == [1, 1]


def test_the_table_is_tried_with_as_many_as_it_seats(house: Callable[..., Page]) -> None:
    page = house("basic + players.seats=3-4")
    expect(key(page, "seats").locator("option")).to_have_text(["3 players", "4 players"])
    key(page, "seats").select_option("4")
    key(page, "deal").click()
    expect(page.locator(".played .rummy-table .hand").first).to_be_visible()
    assert page.locator(".desk .rummy-table").count() == 0, "the look of the form stays out of the table"
    page.emulate_media(media="print")
    expect(page.locator(".played")).to_be_hidden()


def test_the_form_is_filled_in_by_keys_alone(house: Callable[..., Page]) -> None:
    page = house("basic")
    page.locator(".chapters button", has_text="The match").focus()
    page.keyboard.press("Enter")
    expect(page.locator("summary", has_text="The match")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(option(page, "match.target").locator("input:checked")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(key(page, "code")).to_have_value(re.compile(r"^basic \+ match.target=\d+$"))
    expect(option(page, "match.target").locator("input:checked")).to_be_focused()


def test_axe_finds_nothing_and_nothing_runs_over_the_side(house: Callable[..., Page]) -> None:
    found: list[tuple[str, ...]] = []
    for code in ("basic + match.target=none + dealing.hand=8", "romme + match.target=90 + a.b=1"):
        page = house(code)
        page.evaluate("document.querySelectorAll('details').forEach((it) => (it.open = true))")
        for viewport in (NARROW, WIDE):
            page.set_viewport_size(viewport)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            for scheme in ("default", "slate"):
                page.evaluate("(scheme) => (document.body.dataset.mdColorScheme = scheme)", scheme)
                for bad in Axe().run(page, context=".desk").response["violations"]:
                    found += [(scheme, bad["id"], one["html"], one["failureSummary"]) for one in bad["nodes"]]
        page.set_viewport_size(NARROW)
        assert page.evaluate(SMALL) == []
    assert found == []


def test_a_phone_has_the_state_and_the_way_to_the_sheet_always_in_sight(house: Callable[..., Page]) -> None:
    page = house("basic + match.target=90")
    bar = page.locator(".bar")
    expect(bar).to_be_in_viewport()
    expect(bar).to_contain_text("1 change")
    key(page, "to sheet").click()
    expect(page.locator(".result .says")).to_be_in_viewport()
    expect(page.locator(".result")).to_be_focused()


def test_a_code_that_is_no_table_leaves_one_to_begin_with(
    house: Callable[..., Page], tool: Callable[..., Page]
) -> None:
    for code in ("basic + " + " + ".join(["a.b=1"] * 80), "basic + " + "x" * 6000):
        page = house(code)
        expect(page.locator(".unread")).to_contain_text("at most")
        assert page.locator(".unread").bounding_box()["y"] < page.locator(".both").bounding_box()["y"]  # type: ignore[index]
        expect(key(page, "base")).to_have_value("rummy-500")
        assert shown(page) == code, "the text stays to be mended"
    page.evaluate(
        "(code) => localStorage.setItem('rummy:house-draft', JSON.stringify({ code, name: 'x' }))", code
    )
    page = house()
    expect(key(page, "base")).to_have_value("rummy-500")


def test_the_name_goes_with_the_link(house: Callable[..., Page], tool: Callable[..., Page]) -> None:
    page = house("basic + match.target=90")
    key(page, "name").fill("Ann & Bob, 50 %")
    key(page, "copy link").click()
    page.locator(".told-here .note").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    page.evaluate("localStorage.clear()")
    expect(key(tool(link), "name")).to_have_value("Ann & Bob, 50 %")


def test_a_link_gives_back_what_was_being_made(house: Callable[..., Page]) -> None:
    page = house("basic + scoring.ace_low=5")
    key(page, "name").fill("An evening")
    page = house("knock")
    expect(page.locator(".told-here")).to_contain_text("An evening")
    key(page, "undo").click()
    expect(key(page, "code")).to_have_value("basic + scoring.ace_low=5")
    expect(key(page, "name")).to_have_value("An evening")


def test_two_windows_keep_their_tables_beside_each_other(house: Callable[..., Page]) -> None:
    first, second = house("basic"), house("knock")
    for page, name in ((first, "First"), (second, "Second")):
        key(page, "name").fill(name)
        key(page, "keep").click()
    for page in (first, second):
        expect(page.locator(".own li")).to_have_text(["Second×", "First×"])
    key(first, "drop 0").click()
    expect(second.locator(".own li")).to_have_text(["First×"])


def test_what_is_damaged_is_put_aside(house: Callable[..., Page]) -> None:
    page = house()
    page.evaluate('localStorage.setItem(\'rummy:house\', \'{"tables": [{"name": "Grandma\')')
    page = house()
    expect(page.locator(".told-here")).to_contain_text("rummy:house.old")
    key(page, "keep").click()
    assert "Grandma" in page.evaluate("localStorage.getItem('rummy:house.old')")


def test_what_a_table_changes_is_marked_on_its_sheet(house: Callable[..., Page]) -> None:
    page = house("basic + dealing.hand=7")
    expect(page.locator(".paper tr.changed th")).to_have_text(["Cards"])
    expect(page.locator(".paper .marked")).to_contain_text("≠")
