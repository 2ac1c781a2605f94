"""The whole site as a visitor meets it: every part used once, on the real pages, with nobody else to ask."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from rummy.classroom import classroom, common
from rummy.site import bundle, folder
from rummy.site.cut import built

from . import site as whole
from .conftest import FLAGS, LOOK, NARROW, WIDE, Table
from .test_desk_tools import key
from .test_house import option
from .test_play import play_out

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TOOLS = {name: f"{name}/" for name in ("compare", "house-rules", "settle", "score-pad", "replay")}
PAGES = {
    "home": "",
    "lesson": "lessons/00-start/",
    "rules": "rules/",
    "chapter": "rules/draw/",
    "variants": "variants/",
    "variant": "variants/rummy-500/",
    "rulings": "rulings/",
    "topic": "rulings/pile/",
    **TOOLS,
    **{name: f"{name}/" for name in ("glossary", "credits", "notices", "privacy", "content-security")},
    **{
        name: f"{name}/"
        for name in ("contributing", "rulings-format", "common-deal", "teaching", "classroom")
    },
    "measured": "measured/games/",
    "simulations": "simulations/",
}
LOST = "rules/no-such-chapter/"
STILL = "*, *::before, *::after { transition: none !important; animation: none !important }"
SEEN = """
  window.violations = []; window.workers = 0;
  document.addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective));
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...more) {
    if (message?.type === "start") workers += 1;
    return post.call(this, message, ...more);
  };
"""
ASTRAY = """(table) => [...table.querySelectorAll(".card > *")].filter((sign) => {
  const card = sign.parentNode.getBoundingClientRect(), own = sign.getBoundingClientRect();
  const across = own.left < card.right && own.right > card.left, along = own.top < card.bottom;
  return sign.matches(".corner, .pip") && own.width && !(across && along && own.bottom > card.top);
}).map((sign) => sign.parentNode.ariaLabel)"""
"""The cards of a table whose signs lie elsewhere."""
FOLLOW = "(url) => [...document.links].find((link) => link.href === url).click()"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[whole.Whole]:
    """The real site; over all tests nobody else was asked for anything."""
    if not bundle.edition():
        pytest.fail("there is no Python for the browser yet: `make site` makes it")
    with whole.served(tmp_path_factory.mktemp("www")) as site:
        yield site
        assert site.outside == []


@pytest.fixture(scope="module")
def alone(chromium: Browser, site: whole.Whole) -> Iterator[Browser]:
    """A browser to which this site is the whole world."""
    found = os.environ.get("RUMMY_CHROMIUM") or shutil.which("chromium")
    flags = [*FLAGS, f"--proxy-server={site.proxy}"]
    browser = chromium.browser_type.launch(executable_path=found, args=flags)
    yield browser
    browser.close()


@pytest.fixture
def visit(alone: Browser, site: whole.Whole) -> Iterator[Callable[..., Page]]:
    """Open a page in a browser that was never here; errors and breaches of the policy fail the test."""
    context = None
    troubles: list[str] = []

    def start(path: str = "", **settings: Any) -> Page:
        nonlocal context
        context = context or alone.new_context(**{"viewport": WIDE, **settings})
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("console", lambda m: troubles.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.add_init_script(LOOK + ";" + SEEN)
        page.goto(site.address + path)
        return page

    yield start
    assert context is not None
    for page in context.pages:
        troubles += page.evaluate("window.violations ?? []")
    context.close()
    expected = [text for text in troubles if "404 (Not Found)" in text]
    assert [text for text in troubles if text not in expected] == []


def playing(figure: Locator) -> Table:
    """The table in a figure, once Python stands."""
    expect(figure).to_have_attribute("data-live", "playing")
    table = Table(figure.locator(".rummy-table"))
    expect(table.your_turn).to_be_visible()
    return table


def play(figure: Locator) -> Table:
    """Press Play in a figure."""
    figure.locator(".play").click()
    return playing(figure)


def test_an_example_is_played_to_its_end_on_a_rules_page(visit: Callable[..., Page]) -> None:
    page = visit("rules/draw/")
    tried = page.locator(".ruling:has(#example-c-22) .verdict ol li")
    expect(tried).to_have_text([re.compile("^take 7♥"), re.compile("^meld 7♥.* 7♣.* 7♦")])
    table = play(page.locator("#example-c-22"))
    table.pile.and_(page.get_by_role("option", name="seven of hearts")).click()
    expect(table.strip).to_contain_text("You would take")
    table.press("Take these 3 cards")
    expect(table.hand).to_have_count(5)

    table.choose("two of spades")
    held, log = table.holds(), table.log
    table.press("Discard")
    expect(table.strip.locator(".message.refused")).to_contain_text("must be melded or laid off")
    table.strip.locator("button.rule").click()
    article = table.strip.locator(".article")
    number = table.strip.locator("button.rule").inner_text()
    expect(article).to_be_visible()
    assert re.search(r"\d+\.\d+", number)
    assert (table.holds(), table.log) == (held, log), "a refused move changes nothing"

    page.locator("a.md-nav__link[href$='#draw.pile.use-at-once']:visible").click()
    expect(page).to_have_url(re.compile("#draw.pile.use-at-once$"))
    page.go_back()
    expect(page).to_have_url(re.compile("/rules/draw/$"))
    assert (table.holds(), table.log) == (held, log), "a jump within the page leaves the table alone"

    table.choose("seven of hearts", "seven of clubs", "seven of diamonds")
    table.press("Meld")
    expect(table.root.get_by_role("group", name="Melds of You").locator(".card")).to_have_count(3)
    expect(table.root).to_contain_text("21 on the table")
    assert sorted(table.holds()) == ["king of diamonds", "two of spades"]
    play_out(table)
    expect(table.root.locator(".result .counts").get_by_role("listitem")).to_have_count(2)


def test_the_same_example_with_the_keyboard_alone(visit: Callable[..., Page]) -> None:
    page = visit("rules/draw/")
    page.locator(".ruling:has(#example-c-22) h3 a").focus()
    press = page.keyboard.press
    press("Tab")
    press("Enter")
    table = playing(page.locator("#example-c-22"))
    expect(page.locator("*:focus")).to_have_accessible_name(re.compile("^Stock"))
    for name in ("ArrowRight", "Enter"):
        press(name)
    expect(table.spoken).to_contain_text("You would take")
    press("Enter")
    expect(table.hand).to_have_count(5)
    for name in ["2", "Space", "x"]:
        press(name)
    expect(table.spoken).to_contain_text("must be melded or laid off")
    press("Escape")
    for name in ["7", "Space", "7", "Space", "7", "Space", "m"]:
        press(name)
    expect(table.hand).to_have_count(2)
    for name in ["2", "Space", "x"]:
        press(name)
    expect(table.hand).to_have_count(1)
    expect(table.your_turn).to_be_visible()
    assert {line.split()[0] for line in table.log} == {"You", "B"}


def test_a_variant_is_played_against_the_computer(visit: Callable[..., Page]) -> None:
    page = visit("variants/basic/")
    table = play(page.locator("#deal-basic"))
    held = table.hand.count()
    table.press("Draw")
    expect(table.hand).to_have_count(held + 1)
    table.hand.first.click()
    table.press("Discard")
    expect(table.hand).to_have_count(held)
    expect(table.your_turn).to_be_visible()
    assert len({line.split()[0] for line in table.log}) >= 2, table.log


def test_two_tables_are_compared(visit: Callable[..., Page]) -> None:
    page = visit("compare/")
    first, second = page.get_by_label("This table"), page.get_by_label("and this one")
    told, between = page.get_by_text(re.compile(r"^\d+ rules? differ")).first, page.locator(".between")
    expect(told).to_be_visible(timeout=60_000)
    first.select_option("basic")
    second.select_option("persian")
    expect(between.get_by_text("Persian").first).to_be_visible()
    assert page.url.endswith("#a=basic&b=persian")
    differences = told.inner_text()
    page.get_by_role("button", name="Swap the two tables").click()
    expect(page).to_have_url(re.compile("#a=persian&b=basic$"))
    expect(told).to_have_text(differences)
    page.reload()
    expect(told).to_have_text(differences, timeout=60_000)
    expect(first).to_have_value("persian")
    expect(second).to_have_value("basic")
    before = between.inner_text()
    page.evaluate("location.hash = 'a=' + encodeURIComponent('basic + no.such=<b>1') + '&b=basic'")
    expect(page.locator("#wrong-a")).to_contain_text("no.such")
    assert between.inner_text() == before, "what was compared stays to be read"


def test_house_rules_are_made_contradict_and_are_opened_again(visit: Callable[..., Page]) -> None:
    page = visit("house-rules/", permissions=["clipboard-read", "clipboard-write"])
    expect(page.locator(".paper h2")).to_be_visible()
    key(page, "base").select_option("basic")
    expect(key(page, "code")).to_have_value("basic")
    option(page, "match.target").get_by_label("none", exact=True).check()
    expect(page.locator(".problem")).to_contain_text("would never end")
    option(page, "match.deals").get_by_label("six deals").check()
    expect(page.locator(".problem")).to_have_count(0)
    code = key(page, "code").input_value()
    assert code.startswith("basic + ") and "match.deals=6" in code
    key(page, "name").fill("Sunday evening")
    key(page, "copy link").click()
    expect(page.locator(".told-here")).to_contain_text("Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    again = visit()
    again.goto(link)
    expect(key(again, "code")).to_have_value(code)
    expect(option(again, "match.deals").get_by_label("six deals")).to_be_checked()
    key(again, "deal").click()
    table = Table(again.locator(".played .rummy-table"))
    expect(table.your_turn).to_be_visible()
    expect(table.root).to_contain_text("Sunday evening")


def test_an_argument_is_settled(visit: Callable[..., Page]) -> None:
    page = visit("settle/")
    expect(page.locator(".step")).to_have_text("A is to draw.")
    page.get_by_role("button", name="May I?").click()
    expect(page.locator(".answer.legal")).to_contain_text("take 9")
    key(page, "line").fill("discard KD")
    page.get_by_role("button", name="May I?").click()
    expect(page.locator(".answer.refused")).to_contain_text("Draw first")
    page.locator(".answer a[href$='rules/turn/#turn.draw-first']").first.click()
    expect(page.locator("[id='turn.draw-first']")).to_be_in_viewport()


def test_a_lesson_is_run_in_the_workbench(visit: Callable[..., Page]) -> None:
    page = visit("lessons/00-start/")
    page.get_by_role("link", name="Open as notebook").click()
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=60_000)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    table = Table(page.locator(".rummy-table").first)
    expect(table.root.locator(".felt")).to_be_visible(timeout=60_000)
    expect(table.your_turn).to_be_visible()
    held = table.hand.count()
    table.press("Draw")
    expect(table.hand).to_have_count(held + 1)


def settled(page: Page) -> None:
    """Wait until what scripts add to a page has been added, and let nothing move."""
    page.locator(".md-search[aria-label]").wait_for(state="attached")
    page.add_style_tag(content=STILL)
    if page.url.endswith(tuple(TOOLS.values())):
        expect(page.locator(".desk")).to_be_visible()
        page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("name", [*PAGES, "lost"])
def test_every_kind_of_page_is_for_everybody(visit: Callable[..., Page], name: str) -> None:
    page = visit(PAGES.get(name, LOST), viewport=NARROW)
    settled(page)
    found = []
    for width in (NARROW, WIDE):
        page.set_viewport_size(width)
        for scheme in ("default", "slate"):
            page.evaluate("(scheme) => (document.body.dataset.mdColorScheme = scheme)", scheme)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, scheme)
            bad = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
            found += [(width["width"], scheme, one["id"], one["nodes"][0]["html"]) for one in bad]
    assert found == []


def test_without_scripts_every_kind_of_page_reads_well(visit: Callable[..., Page], site: whole.Whole) -> None:
    page = visit(java_script_enabled=False, viewport=NARROW)
    for name, path in PAGES.items():
        page.goto(site.address + path)
        article = page.locator("article")
        assert len(article.inner_text().split()) > 40, name
        expect(page.locator(".play:visible")).to_have_count(0)
        for told in page.locator(".asleep").all():
            expect(told).to_be_visible()
        assert path not in TOOLS.values() or page.locator(".asleep").count() == 1
        for figure in page.locator("figure.live").all()[:3]:
            expect(figure.locator(":is(.laid, svg, img):visible").first).to_be_visible()
    for path in ("", PAGES["lesson"], PAGES["chapter"], PAGES["variant"], PAGES["topic"]):
        page.goto(site.address + path)
        expect(page.locator("figure.live").first).to_be_visible()


def test_where_our_scripts_do_not_come_every_kind_of_page_says_so(
    visit: Callable[..., Page], site: whole.Whole
) -> None:
    page = visit()
    page.route("**/assets/live/page.js", lambda route: route.fulfill(status=404))
    tools = [*TOOLS.values(), "drills/", "progress/"]
    for path in (*tools, "", PAGES["lesson"], PAGES["chapter"]):
        page.goto(site.address + path)
        page.evaluate("document.getAnimations().forEach((one) => one.finish())")
        told = page.locator("[data-tool] .asleep" if path in tools else ".asleep")
        expect(told).to_contain_text("JavaScript")
        expect(told).to_be_visible()


def test_a_page_is_played_where_the_scripts_of_the_theme_do_not_come(
    visit: Callable[..., Page], site: whole.Whole
) -> None:
    page = visit()
    page.route("**/assets/javascripts/bundle.*", lambda route: route.fulfill(status=404))
    page.goto(site.address + PAGES["chapter"])
    play(page.locator("#example-c-22"))
    expect(page.locator("[data-md-component=search]")).to_have_attribute("aria-label", "Search")


def test_from_page_to_page_the_same_python_plays_on(visit: Callable[..., Page], site: whole.Whole) -> None:
    page = visit()
    page.evaluate("window.sameVisit = true")
    for path in [*PAGES.values(), ""]:
        if page.url != site.address + path:
            page.evaluate(FOLLOW, site.address + path)
            page.wait_for_url(site.address + path + "*")
        figure = page.locator("figure.live:visible").first
        if path in TOOLS.values():
            expect(page.locator(".desk")).to_be_visible()
        elif path in ("", *(PAGES[name] for name in ("lesson", "chapter", "variant", "topic"))):
            expect(figure.locator(".go")).to_be_visible()
            play(figure)
    assert page.evaluate("[window.sameVisit, workers]") == [True, 1]


def test_a_common_deal_is_the_same_for_everybody_and_what_it_brought_is_kept(
    visit: Callable[..., Page],
) -> None:
    code = common("basic", number=5).code
    first = Table(visit(f"common-deal/#code={code}").locator(".rummy-table"))
    second = Table(visit("common-deal/").locator(".rummy-table"))
    second.page.get_by_label("Code of the deal", exact=True).fill(code.lower().replace("-", " "))
    second.page.get_by_role("button", name="Play it").first.click()
    for table in (first, second):
        expect(table.hand.first).to_be_visible()
    assert first.holds() == second.holds() and first.holds()
    play_out(second)
    expect(second.page.locator(".note.over")).to_contain_text("points of these cards")
    expect(second.root.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    stored = "localStorage.getItem('rummy:progress') ?? ''"
    for _ in range(100):
        if f"common/{code}" in second.page.evaluate(stored):
            break
        second.page.wait_for_timeout(100)
    else:
        raise AssertionError("what the deal brought was not kept")

    first.page.get_by_label("Code of the deal", exact=True).fill("BHR-FHBB")
    first.page.get_by_role("button", name="Play it").first.click()
    expect(first.page.locator(".note")).to_contain_text("a letter is wrong")


@pytest.mark.parametrize("path", ["lessons/00-start/", "rules/draw/", "common-deal/#code={code}"])
def test_the_look_of_a_page_does_not_reach_into_its_table(visit: Callable[..., Page], path: str) -> None:
    page = visit(path.format(code=common("basic", number=5).code))
    if "code" not in path:
        page.locator(".play").first.click()
    table = Table(page.locator(".rummy-table").first)
    expect(table.hand.first).to_be_visible()
    assert table.root.evaluate(ASTRAY) == []
    bad = Axe().run(page, context=".rummy-table", options={"runOnly": ["color-contrast"]}).response
    assert [node["html"] for rule in bad["violations"] for node in rule["nodes"]] == []


def test_the_site_of_a_class_is_played_on_a_server_and_read_from_a_stick(
    visit: Callable[..., Page], site: whole.Whole
) -> None:
    rules, notebooks = "rummy-500 + drawing.pile=top", whole.ROOT / "notebooks"
    what, handed = classroom(["start", "melds"], rules=rules, seed="7b"), site.folder.parent / "class"
    for name, data in folder.whole(what, built(site.folder), notebooks, "7b"):
        (handed / name).parent.mkdir(parents=True, exist_ok=True)
        (handed / name).write_bytes(data)
    page = visit("../class/pupils/index.html")
    expect(page.get_by_role("heading", level=1)).to_have_text("Rummy for 7b")
    page.get_by_role("link", name="Groups and sequences").first.click()
    figure = page.locator("figure[data-task]").first
    figure.locator(".go button").click()
    expect(figure).to_have_attribute("data-live", "playing")
    assert page.locator("a[href*='02-draw-discard']").count() == 0

    page.goto(site.address + "../class/pupils/site/common-deal/index.html")
    key(page, "code").fill(what.deal().code.lower().replace("-", " "))
    key(page, "play").click()
    expect(page.locator(".rummy-table .name").first).to_contain_text(what.deal().code)
    page.goto(site.address + "../class/pupils/site/progress/index.html")
    expect(page.locator(".progress details")).to_have_count(2)
    page.goto(site.address + "../class/pupils/site/drills/index.html")
    expect(page.get_by_role("combobox", name="Game")).to_have_value(rules)

    stick = page.context.new_page()
    stick.goto((handed / "pupils" / "index.html").as_uri())
    for link in ("Groups and sequences", "Your progress"):
        told = stick.locator(".from-file")
        expect(told).to_be_visible()
        expect(told).to_contain_text("opened as a file")
        stick.get_by_role("link", name=link).first.click()
    expect(stick.get_by_role("heading", level=1)).to_have_text(re.compile("Your progress"))
    expect(stick.locator("[data-tool]")).to_be_empty()
