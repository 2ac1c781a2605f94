"""Settle it, the score pad and the replay in a real browser, with the desk itself behind them."""

from __future__ import annotations

import base64
import json
import re
import threading
import zlib
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, FilePayload, Locator, Page, expect

from rummy.desk import answer
from rummy.record import dump, example, read
from rummy.site.words import words_js
from rummy.table import Table

from .conftest import NARROW, ROOT, WIDE

pytestmark = pytest.mark.browser

KINDS = {".js": "text/javascript", ".css": "text/css", ".toml": "text/plain"}
PAGES = {"settle": "settle", "pad": "score-pad", "replay": "replay", "scores": "common-deal"}
HOST = """
export const root = new URL("../../", import.meta.url).href;
export const onProgress = () => () => {};
async function post(path, asked) {
  return (await fetch(root + path, { method: "POST", body: JSON.stringify(asked) })).json();
}
export const ask = (kind, asked) => post("ask", [kind, asked]);
export async function open(el, args) {
  const state = await post("table", args);
  if (state.error) throw new Error(state.error);
  const { default: { render } } = await import("./table.js");
  return render({ model: { get: (name) => state[name], on() {}, off() {}, send() {} }, el });
}
"""
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>html {{ font-size: 125% }} body {{ margin: 0 }}
a {{ color: var(--md-typeset-a-color) }}
main {{ padding: 16px; background: var(--md-default-bg-color); color: var(--md-default-fg-color) }}</style>
{sheets}</head><body data-md-color-scheme="default"><main class="md-typeset"><h1>{name}</h1>{tool}</main>
<script type="module">import mount from "/assets/live/tool-{name}.js";
await mount(document.querySelector("[data-tool]"), {{ hash: location.hash.slice(1) }});
</script></body></html>"""
SMALL = """() => [...document.querySelectorAll(".desk :is(button, select, input)")]
  .filter((it) => it.offsetParent && !it.closest(".rummy-table") && !/radio|checkbox|file/.test(it.type))
  .filter((it) => it.offsetHeight < 44 || it.offsetWidth < 40).map((it) => it.outerHTML)"""


def tool_of(name: str) -> str:
    """The element of a tool, as its page has it."""
    page = (ROOT / "docs" / f"{PAGES[name]}.md").read_text("utf-8")
    found = re.search(rf'<div data-tool="{name}".*?</div>', page, re.DOTALL)
    assert found is not None
    return found[0]


class Site(BaseHTTPRequestHandler):
    """The pages of the tools; the desk answers what they ask."""

    def log_message(self, *args: object) -> None: ...

    def _send(self, text: str | bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("content-type", f"{kind}; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode() if isinstance(text, str) else text)

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        said: Any
        try:
            said = answer(*asked) if self.path == "/ask" else Table(**asked).state()
        except ValueError as error:
            said = {"error": str(error)}
        self._send(json.dumps(said), "application/json")

    def do_GET(self) -> None:
        path = Path(self.path.partition("?")[0])
        made = {"live.js": lambda: HOST, "words.js": words_js}.get(path.name)
        if path.name in PAGES:
            found = re.findall(r"assets/css/[\w-]+\.css", (ROOT / "mkdocs.yml").read_text("utf-8"))
            sheets = "".join(f'<link rel="stylesheet" href="/{href}">' for href in found)
            return self._send(
                PAGE.format(name=path.name, sheets=sheets, tool=tool_of(path.name)), "text/html"
            )
        if made is not None:
            return self._send(made(), "text/javascript")
        for file in (ROOT / "docs" / str(path)[1:], ROOT / "rummy/widgets" / path.name):
            if file.is_file():
                return self._send(file.read_bytes(), KINDS.get(path.suffix, "application/octet-stream"))
        self.send_response(204 if path.name == "favicon.ico" else 404)
        self.end_headers()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the tools are served from."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def tool(chromium: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Open a tool on a phone, in a browser that has nothing stored; trouble in the page fails the test."""
    context = chromium.new_context(viewport=NARROW, permissions=["clipboard-read", "clipboard-write"])
    troubles: list[str] = []

    def start(name: str) -> Page:
        page = context.new_page()
        page.on("console", lambda m: troubles.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.set_default_timeout(10_000)
        page.goto(name if "://" in name else address + name)
        page.locator(".desk").wait_for()
        return page

    yield start
    context.close()
    assert troubles == []


def key(page: Page, name: str) -> Locator:
    """Whatever can be pressed under this name."""
    return page.locator(f'[data-key="{name}"]')


def type_cards(page: Page, place: str, cards: str) -> None:
    """Open a place and type cards into it."""
    key(page, f"add {place}").click()
    key(page, "typed").fill(cards)
    page.keyboard.press("Enter")


def held(page: Page, place: str) -> list[str | None]:
    """The cards that lie at a place, by their names."""
    cards = page.locator(f'button.card[data-key^="{place} "]').all()
    return [(card.get_attribute("aria-label") or "").partition(",")[0] for card in cards]


def test_a_question_is_answered_with_its_rule_and_the_cards_can_be_changed(tool: Callable[..., Page]) -> None:
    page = tool("settle")
    expect(page.locator(".step")).to_have_text("A is to draw.")
    page.get_by_role("button", name="May I?").click()
    expect(page.locator(".answer.legal .says")).to_contain_text("take the 9♠ from the discard pile")
    key(page, "verb discard").click()
    key(page, "key 8S").click()
    expect(key(page, "line")).to_have_value("discard 8S")
    page.get_by_role("button", name="May I?").click()
    expect(page.locator(".answer.refused")).to_contain_text("Draw first")
    rule = page.locator(".answer a").first.get_attribute("href") or ""
    assert rule.endswith("/rules/turn/#turn.draw-first"), rule
    key(page, "add discards").click()
    expect(key(page, "key KD")).to_have_attribute("aria-disabled", "true")
    key(page, "suit H").click()
    key(page, "key 7H").click()
    expect(page.locator(".answer")).to_have_count(0)
    assert held(page, "discards") == ["nine of spades", "king of diamonds", "seven of hearts"]
    expect(key(page, "moves").locator('[value="take 7H"]')).to_have_count(1)
    key(page, "discards 0").click()
    assert held(page, "discards") == ["king of diamonds", "seven of hearts"]
    key(page, "undo").click()
    key(page, "undo").click()
    assert held(page, "discards") == ["nine of spades", "king of diamonds"]


def test_melds_and_what_was_taken_are_laid_out_and_moves_follow_each_other(tool: Callable[..., Page]) -> None:
    page = tool("settle")
    key(page, "clear").click()
    key(page, "What is to be done").select_option("play")
    type_cards(page, "taken", "5C KD")
    key(page, "Must still be used").select_option("5C")
    type_cards(page, "hand A", "2C 9D")
    key(page, "new meld").click()
    for card in ("5D", "5H", "5S"):
        key(page, f"suit {card[1]}").click()
        key(page, f"key {card}").click()
    key(page, "who 0 0").select_option("B")
    key(page, "new meld").click()
    for card in ("8C", "9C", "*"):
        key(page, f"suit {card[-1]}").click() if card != "*" else None
        key(page, f"key {card}").click()
    key(page, "stands").click()
    key(page, "key TC").click()
    assert held(page, "lay 1 0")[-1] == "joker standing for ten of clubs"
    expect(page.locator(".step")).to_have_text("A is playing.")
    key(page, "done").click()
    key(page, "line").fill("discard KD")
    key(page, "line").press("Enter")
    expect(page.locator(".answer.refused a").first).to_have_text("The card taken must be used at once")
    key(page, "line").fill("lay off 5C on 5D")
    key(page, "line").press("Enter")
    key(page, "then").click()
    expect(key(page, "line")).to_be_focused()
    expect(page.locator(".made li")).to_have_text(["lay off 5C on 5D"])
    key(page, "moves").select_option("discard KD")
    page.get_by_role("button", name="May I?").click()
    expect(page.locator(".answer.legal")).to_be_visible()
    key(page, "play on").click()
    expect(page.locator(".played .rummy-table .meld")).to_have_count(2)


def test_a_link_brings_the_position_back_and_a_broken_one_costs_nothing(tool: Callable[..., Page]) -> None:
    page = tool("settle")
    type_cards(page, "hand A", "TH 10D")
    key(page, "share").click()
    expect(page.locator(".link input")).to_have_value(re.compile("#p="))
    link = page.locator(".link input").input_value()
    assert page.evaluate("navigator.clipboard.readText()") == link
    key(page, "clear").click()
    page.evaluate("(address) => (location.href = address)", link)
    expect(key(page, "hand A 5")).to_have_count(1)
    assert held(page, "hand A")[-2:] == ["ten of hearts", "ten of diamonds"]
    for broken in (link[:-9], link + "x", link.partition("#")[0] + "#p=t" + "MTIz"):
        page.evaluate("(address) => (location.href = address)", broken)
        expect(page.locator(".note")).to_contain_text("no position that can be read")
        assert len(held(page, "hand A")) == 6
    other = tool(link)
    assert held(other, "hand A") == held(page, "hand A")


def test_a_position_that_cannot_be_says_why_and_house_rules_are_read(tool: Callable[..., Page]) -> None:
    page = tool("settle")
    type_cards(page, "discards", "9S <b>")
    expect(page.locator(".step.wrong")).to_contain_text("“<B>” is no card")
    expect(page.locator(".felt b", has_text="<B>")).to_have_count(1)
    key(page, "game").select_option("+")
    key(page, "code").fill("basic + scoring.ace=1")
    key(page, "code").press("Enter")
    expect(page.locator(".code .wrong")).to_contain_text("scoring.ace")
    key(page, "code").fill("basic + drawing.pile=any")
    key(page, "code").press("Enter")
    expect(key(page, "game")).to_have_value(re.compile("^basic"))
    key(page, "discards 3").click()
    key(page, "discards 2").click()
    page.get_by_role("button", name="May I?").click()
    expect(page.locator('.answer.legal a[href$="#draw.pile.top-only"]')).to_be_visible()


def test_a_position_is_laid_out_and_asked_about_by_keys_alone(tool: Callable[..., Page]) -> None:
    page = tool("settle")
    key(page, "add discards").focus()
    page.keyboard.press("Enter")
    expect(key(page, "key AS")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(key(page, "key 3S")).to_be_focused()
    page.keyboard.press("Escape")
    expect(key(page, "add discards")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(key(page, "discards 2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(key(page, "add discards")).to_be_focused()
    key(page, "line").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".answer.legal")).to_be_visible()
    expect(key(page, "line")).to_be_focused()
    assert len(held(page, "discards")) == 2
    key(page, "add discards").press("Control+z")
    assert len(held(page, "discards")) == 3


def test_deals_are_counted_kept_edited_and_taken_elsewhere(tool: Callable[..., Page], tmp_path: Path) -> None:
    page = tool("pad")
    key(page, "game").select_option("500-rum")
    key(page, "name 0").fill("Ann <i>")
    key(page, "name 1").fill("Bob")
    page.get_by_role("button", name="Begin the match").click()
    key(page, "put down").click()
    expect(page.locator(".why + .tools")).to_contain_text("Put on the sheet")
    expect(page.locator(".why")).to_contain_text("who went out")
    key(page, "out A").check()
    expect(page.locator(".why")).to_have_count(0)
    key(page, "new meld").click()
    for card in ("7S", "8S", "9S"):
        key(page, f"key {card}").click()
    key(page, "off 0").click()
    key(page, "key TS").click()
    type_cards(page, "hand B", "5S KD")
    expect(page.locator(".sums .figure")).to_have_text(["24", "−5"])
    page.reload()
    expect(page.locator(".sums .figure")).to_have_text(["24", "−5"])
    key(page, "put down").click()
    figures = page.locator(".figures tfoot td")
    expect(figures).to_have_text(["24", "−5"])
    expect(page.locator(".figures thead")).to_contain_text("Ann <i>")
    key(page, "enter").click()
    key(page, "out null").check()
    type_cards(page, "hand A", "5S 5S")
    key(page, "put down").click()
    expect(page.locator(".why")).to_contain_text("5♠")
    expect(figures).to_have_text(["24", "−5"])
    key(page, "hand A 1").click()
    key(page, "put down").click()
    expect(figures).to_have_text(["19", "−5"])
    with page.expect_download() as saved:
        key(page, "save").click()
    file = tmp_path / "sheet.json"
    saved.value.save_as(file)
    key(page, "deal 1").click()
    key(page, "remove").click()
    expect(figures).to_have_text(["24", "−5"])
    key(page, "back").click()
    expect(figures).to_have_text(["19", "−5"])
    key(page, "new").click()
    key(page, "keep").click()
    expect(figures).to_have_text(["19", "−5"])
    key(page, "new").click()
    key(page, "lose").click()
    expect(key(page, "name 0")).to_have_value("Ann <i>")
    key(page, "file").set_input_files(FilePayload(name="x.json", mimeType="application/json", buffer=b"{}"))
    expect(page.locator(".note")).to_contain_text("no score sheet")
    key(page, "file").set_input_files(file)
    expect(figures).to_have_text(["19", "−5"])


def begin(page: Page, code: str, *names: str) -> None:
    """Begin a match on the pad."""
    if code.isalnum():
        key(page, "game").select_option(code)
    else:
        key(page, "game").select_option("+")
        key(page, "code").fill(code)
        page.get_by_role("button", name="Use it").click()
    for n, name in enumerate(names):
        key(page, f"name {n}").fill(name)
    page.get_by_role("button", name="Begin the match").click()
    expect(page.locator(".figures tfoot td")).to_have_text(["0"] * len(names))


def test_the_pad_asks_for_the_open_card_and_who_dealt(tool: Callable[..., Page]) -> None:
    page = tool("pad")
    begin(page, "5000", "Ann", "Bob", "Cy")
    expect(key(page, "wild")).to_be_visible()
    expect(key(page, "named")).to_have_count(0)
    expect(key(page, "dealer")).to_have_value("A")
    key(page, "out A").check()
    expect(key(page, "add hand A")).to_have_count(0)
    type_cards(page, "hand B", "7H KD")
    expect(page.locator(".sums .wrong")).to_contain_text("lay open")
    key(page, "wild").select_option("7S")
    expect(page.locator(".sums .figure")).to_have_text(["0", "−110", "0"])
    key(page, "dealer").select_option("C")
    page.reload()
    expect(key(page, "wild")).to_have_value("7S")
    expect(page.locator(".sums .figure")).to_have_text(["0", "−110", "0"])
    key(page, "put down").click()
    expect(page.locator(".sheet .soft")).to_have_text("Ann deals deal 2.")


@pytest.mark.parametrize(
    ("effect", "cards", "points"),
    [("double", "KS KH KD", "60"), ("wild", "KS KH *=KD", "20"), ("split", "KS KH KD", "30")],
)
def test_the_pad_counts_by_what_the_dealer_named(
    tool: Callable[..., Page], effect: str, cards: str, points: str
) -> None:
    page = tool("pad")
    begin(page, "gambit", "Ann", "Bob")
    key(page, "out A").check()
    key(page, "named").select_option(effect)
    key(page, "new meld").click()
    key(page, "typed").fill(cards)
    page.keyboard.press("Enter")
    seal = key(page, "tail 0 with *")
    expect(seal).to_have_count(int(effect == "double"))
    if effect == "double":
        seal.press("Space")
    expect(page.locator(".sums .figure").first).to_have_text(points)


def test_the_pad_counts_four_at_once_and_either_end_of_a_suit(tool: Callable[..., Page]) -> None:
    page = tool("pad")
    rules = "rummy-500 + scoring.four_at_once=2 + jokers.swap=own-turn + pack.second_from=2"
    begin(page, rules, "Ann", "Bob")
    figures = page.locator(".sums .figure")
    expect(page.locator(".felt")).to_contain_text("count double")
    key(page, "out B").check()

    def lay(place: str, cards: str) -> None:
        key(page, place).click()
        key(page, "typed").fill(cards)
        page.keyboard.press("Enter")

    lay("new meld", "9S 9H 9D")
    lay("off 0", "9C")
    expect(figures).to_have_text(["9", "27"])
    key(page, "tail 0 doubled").check()
    expect(figures).to_have_text(["18", "54"])
    lay("new meld", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH")
    lay("off 1", "AH")
    expect(figures).to_have_text(["33", "138"])
    key(page, "end 1 1").select_option(label="below the two")
    expect(figures).to_have_text(["19", "138"])
    assert page.evaluate(SMALL) == []


def test_points_alone_are_entered_and_mixed_with_counted_deals(tool: Callable[..., Page]) -> None:
    page = tool("pad")
    begin(page, "partnership", "Ann", "Bo", "Cy", "Di")
    figures = page.locator(".figures tfoot td")
    key(page, "only points").press("Space")
    expect(page.locator(".felt")).to_have_count(0)
    key(page, "put down").click()
    expect(page.locator(".why")).to_be_visible()
    key(page, "points A").press_sequentially("1O")
    expect(page.locator(".sums .wrong")).to_contain_text("“1O” is no number of points")
    key(page, "points A").fill("490")
    expect(page.locator(".sums")).to_have_count(0)
    key(page, "points B").fill("−6½")
    key(page, "put down").click()
    expect(page.locator(".why")).to_contain_text("who went out")
    key(page, "out B").check()
    page.reload()
    expect(key(page, "points B")).to_have_value("−6½")
    key(page, "points B").press("Enter")
    expect(figures).to_have_text(["490", "−6½"])
    expect(page.locator(".sheet .soft")).to_have_text("Bo deals deal 2.")
    key(page, "enter").click()
    expect(key(page, "only points")).to_be_checked()
    key(page, "only points").uncheck()
    key(page, "out C").check()
    key(page, "new meld").click()
    key(page, "typed").fill("7S 8S 9S")
    page.keyboard.press("Enter")
    key(page, "put down").click()
    expect(figures).to_have_text(["514", "−6½"])
    expect(page.locator(".won")).to_contain_text("Ann and Cy")


def test_a_match_on_the_pad_comes_to_its_end(tool: Callable[..., Page]) -> None:
    page = tool("pad")
    key(page, "game").select_option("basic")
    page.get_by_role("button", name="Begin the match").click()
    for _ in range(2):
        key(page, "out B").check()
        type_cards(page, "hand A", "KS KH KD QS QH JD")
        key(page, "put down").click()
        expect(page.locator(".entry")).to_have_count(0)
        if key(page, "enter").count():
            key(page, "enter").click()
    expect(page.locator(".won")).to_contain_text("B")
    expect(key(page, "enter")).to_have_count(0)
    page.emulate_media(media="print")
    expect(page.locator(".printed")).to_contain_text("60")
    expect(page.locator(".desk > .tools")).to_be_hidden()


def test_a_record_is_stepped_through_by_buttons_list_and_keys(tool: Callable[..., Page]) -> None:
    page = tool("replay")
    key(page, "example").click()
    now = page.locator(".steps [aria-current]")
    expect(now).to_contain_text("A dealt Rummy 500 with jokers.")
    page.locator(".steps button").nth(20).click()
    expect(now).to_have_attribute("data-n", "20")
    expect(page.locator(".stage .meld")).to_have_count(2)
    page.keyboard.press("ArrowDown")
    expect(now).to_have_attribute("data-n", "21")
    expect(now).to_be_focused()
    key(page, "back").press("ArrowLeft")
    key(page, "forward").click()
    key(page, "last").click()
    expect(page.locator(".stage .result")).to_be_visible()
    key(page, "play").click()
    expect(now).to_have_attribute("data-n", "1")
    key(page, "play").click()
    expect(key(page, "play")).to_have_text("Play")
    expect(page.locator(".stage .actions")).to_be_hidden()
    key(page, "range").fill("21")
    key(page, "share").click()
    other = tool(page.locator(".link input").input_value())
    expect(other.locator(".steps button")).to_have_count(page.locator(".steps button").count())
    expect(now).to_have_attribute("data-n", "21")
    key(page, "play on").click()
    expect(page.locator(".played .rummy-table .hand")).to_be_visible()


def test_notes_are_read_and_written_shared_downloaded_and_not_lost(tool: Callable[..., Page]) -> None:
    page = tool("replay")
    key(page, "example").click()
    marks, words = page.locator(".steps .mark"), page.locator(".said .words")
    expect(words).to_contain_text("Seven cards each")
    expect(marks).to_have_count(15)
    key(page, "note_on").click()
    expect(page.locator(".steps [aria-current]")).to_have_attribute("data-n", "2")
    expect(page.locator(".announce")).to_contain_text("a first discard is always a guess")
    key(page, "forward").click()
    expect(words).to_have_count(0)
    key(page, "write").click()
    expect(key(page, "note")).to_be_focused()
    key(page, "note").fill("<b>Why</b> not?\nBecause.")
    expect(marks).to_have_count(16)
    key(page, "forward").click()
    expect(key(page, "note")).to_have_value("")
    key(page, "note_back").click()
    expect(key(page, "note")).to_have_value("<b>Why</b> not?\nBecause.")
    key(page, "advice").click()
    expect(page.locator(".advice")).to_contain_text("A computer player would have done the same. Why:")
    key(page, "take").click()
    key(page, "write").click()
    expect(words).to_contain_text("<b>Why</b> not?")
    expect(page.locator(".said b")).to_have_count(0)
    with page.expect_download() as got:
        key(page, "download").click()
    note = dict(read(got.value.path().read_text("utf-8")).deals[0].notes)[3]
    assert note.startswith("<b>Why</b> not?\nBecause.\nA computer player would")
    key(page, "share").click()
    link = page.locator(".link input").input_value()
    page.reload()
    expect(words).to_contain_text("Because.")
    other = tool(link)
    expect(other.locator(".steps .mark")).to_have_count(16)
    other.locator(".steps button").nth(3).click()
    expect(other.locator(".said .words")).to_have_text(note)
    key(other, "example").click()
    expect(other.locator(".steps .mark")).to_have_count(16)


def test_a_broken_record_is_followed_up_to_its_fault_and_a_file_that_is_none_changes_nothing(
    tool: Callable[..., Page],
) -> None:
    page = tool("replay")
    text = dump(example("annotated"))
    broken = text.replace("discard AD", "discard KS", 1).encode()
    key(page, "file").set_input_files(FilePayload(name="a.toml", mimeType="text/plain", buffer=broken))
    key(page, "last").click()
    expect(page.locator(".controls .note")).to_contain_text("discard KS")
    assert page.locator(".steps button").count() == 14
    key(page, "paste").click()
    key(page, "text").fill("<b>no record</b>")
    page.get_by_role("button", name="Read it").click()
    expect(page.locator(".note").first).to_contain_text("record")
    assert page.locator(".steps button").count() == 14


def test_axe_finds_nothing_and_nothing_runs_over_the_side(tool: Callable[..., Page]) -> None:
    found: list[tuple[str, ...]] = []

    def check(page: Page, *moment: str) -> None:
        for viewport in (NARROW, WIDE):
            page.set_viewport_size(viewport)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), moment
            for scheme in ("default", "slate"):
                page.evaluate("(scheme) => (document.body.dataset.mdColorScheme = scheme)", scheme)
                for bad in Axe().run(page, context=".desk").response["violations"]:
                    told = ((bad["id"], node["html"], node["failureSummary"]) for node in bad["nodes"])
                    found.extend((*moment, scheme, *one) for one in told)
        page.set_viewport_size(NARROW)
        assert page.evaluate(SMALL) == [], moment

    page = tool("settle")
    key(page, "others").click()
    page.get_by_role("button", name="May I?").click()
    page.locator(".answer").wait_for()
    check(page, "settle", "answered")
    key(page, "add lay 0 0").click()
    check(page, "settle", "keypad")
    page = tool("pad")
    expect(key(page, "game").locator("option")).not_to_have_count(1)
    check(page, "pad", "setup")
    page.get_by_role("button", name="Begin the match").click()
    key(page, "out A").check()
    type_cards(page, "hand B", "5S KD *")
    page.locator(".sums").wait_for()
    check(page, "pad", "entry")
    key(page, "only points").check()
    key(page, "points A").fill("x")
    page.locator(".sums .wrong").wait_for()
    check(page, "pad", "points")
    key(page, "undo").click()
    key(page, "undo").click()
    key(page, "put down").click()
    key(page, "new").click()
    check(page, "pad", "sheet")
    page = tool("replay")
    key(page, "paste").click()
    check(page, "replay", "empty")
    key(page, "example").click()
    page.locator(".stage .piles").wait_for()
    key(page, "share").click()
    page.locator(".link").wait_for()
    check(page, "replay", "shown")
    key(page, "forward").click()
    key(page, "write").click()
    key(page, "advice").click()
    page.locator(".advice").wait_for()
    check(page, "replay", "writing")
    assert found == []


def seeded(tool: Callable[..., Page], name: str, stored: object) -> Page:
    """A tool in a browser that holds this already."""
    page = tool(name)
    text = stored if isinstance(stored, str) else json.dumps(stored)
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [f"rummy:{name}", text])
    page.goto("about:blank")
    return tool(name)


def packed(text: str) -> str:
    """A link as the tools make it."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    raw = squeeze.compress(text.encode()) + squeeze.flush()
    return "z" + base64.urlsafe_b64encode(raw).decode().rstrip("=")


SHEET = {
    "game": {"code": "500-rum"},
    "names": ["Ann", "Bob"],
    "dealer": "A",
    "deals": [{"out": "A", "points": {"A": "12", "B": "-5"}}],
}


@pytest.mark.parametrize(
    "position",
    [
        {"discards": "7S " * 20_000},
        {"discards": "9S", "options": None, "hands": {"A": {}}},
        {"discards": "9S", "seats": "1e9"},
        {"note": json.loads("[" * 400 + "]" * 400)},
    ],
)
def test_a_link_that_nobody_laid_out_costs_nothing(
    tool: Callable[..., Page], address: str, position: object
) -> None:
    page = tool("settle")
    type_cards(page, "hand A", "TH")
    page = tool(f"{address}settle#p={packed(json.dumps({'position': position}))}")
    expect(page.locator(".note")).to_contain_text("no position that can be read")
    assert held(page, "hand A")[-1] == "ten of hearts"
    key(page, "example").click()
    expect(page.locator(".note")).to_have_count(0)
    page = seeded(tool, "settle", {"position": position, "lines": []})
    expect(page.locator(".note")).to_contain_text("rummy:settle.old")
    expect(page.locator(".step")).to_have_text("A is to draw.")


def test_a_link_over_a_draft_offers_the_draft(tool: Callable[..., Page], address: str) -> None:
    page = tool("settle")
    type_cards(page, "hand A", "TH")
    position = {"variant": "basic", "hands": {"A": "2C"}, "options": None}
    page = tool(f"{address}settle#p={packed(json.dumps({'position': position}))}")
    expect(page.locator(".note")).to_contain_text("of the link")
    assert held(page, "hand A") == ["two of clubs"]
    key(page, "back").click()
    assert held(page, "hand A")[-1] == "ten of hearts"
    assert "#" not in page.url, "the address no longer says what lies here"


def test_the_keypad_of_a_move_has_the_cards_of_that_move(tool: Callable[..., Page]) -> None:
    page = tool("settle")
    keys = page.locator(".keypad .key:not(.joker)")
    key(page, "verb take").click()
    expect(keys).to_have_count(2)
    key(page, "verb lay off").click()
    key(page, "key 8S").click()
    key(page, "verb on").click()
    expect(keys).to_have_count(3)
    key(page, "key 5S").click()
    key(page, "key 6S").click()
    expect(key(page, "line")).to_have_value("lay off 8S on 5S 6S")
    key(page, "What is to be done").select_option("play")
    page.get_by_role("button", name="May I?").click()
    expect(page.locator(".answer.legal")).to_contain_text("Rule 6.1, Laying off")
    expect(key(page, "stands")).to_have_count(0)


@pytest.mark.parametrize(
    "change",
    [
        {"game": {"code": "500-rum", "seats": 5}},
        {"game": {"code": "500-rum", "title": {}}},
        {"dealer": "H"},
        {"draft": {"n": "__proto__", "deal": SHEET["deals"][0]}},  # type: ignore[index]
        {"draft": {"n": -1, "deal": SHEET["deals"][0]}},  # type: ignore[index]
        {"answer": {"sides": 1}},
        {"deals": [{"out": "A", "hands": {"B": "7S " * 200_000}, "melds": []}]},
    ],
)
def test_a_stored_sheet_of_another_shape_does_not_end_the_pad(
    tool: Callable[..., Page], change: dict[str, object]
) -> None:
    page = seeded(tool, "pad", SHEET | change)
    if {"game", "dealer", "deals"} & {*change}:
        expect(page.locator(".note")).to_contain_text("rummy:pad.old")
        begin(page, "500-rum", "Cy", "Di")
    else:
        expect(page.locator(".figures tfoot td")).to_have_text(["12", "−5"])
        key(page, "new").click()
        key(page, "lose").click()
        expect(key(page, "name 0")).to_have_value("Ann")


def test_markup_that_is_stored_stays_out_of_the_page(tool: Callable[..., Page]) -> None:
    answer = {
        "html": "<img src=x onerror=alert(1)>",
        "totals": {"A": "12", "B": "-5"},
        "text": "",
        "over": False,
    }
    sides = [{"seats": [seat], "name": seat} for seat in "AB"]
    kept = answer | {"sides": sides, "dealer": "B", "deals": [{"points": {"A": "12", "B": "-5"}}]}
    page = tool("pad")
    page.context.route("**/ask", lambda route: route.abort())
    page.on("console", lambda _: None)
    page.evaluate("(text) => localStorage.setItem('rummy:pad', text)", json.dumps(SHEET | {"answer": kept}))
    page.context.unroute("**/ask")
    page.context.route("**/ask", lambda route: None)
    page.reload()
    expect(page.locator(".figures tfoot td")).to_have_text(["12", "-5"])
    assert page.locator(".desk img").count() == 0
    page.context.unroute("**/ask")


def test_two_windows_write_one_sheet(tool: Callable[..., Page]) -> None:
    first = seeded(tool, "pad", SHEET)
    second = tool("pad")
    for page in (first, second):
        key(page, "enter").click()
        key(page, "points A").fill("1")
        key(page, "out A").check()
    key(second, "points A").fill("2")
    key(first, "put down").click()
    expect(second.locator(".note")).to_contain_text("Another window")
    expect(second.locator(".entry h2")).to_have_text("Deal 3")
    key(second, "put down").click()
    for page in (first, second):
        expect(page.locator(".figures tfoot td")).to_have_text(["15", "−5"])
    key(first, "new").click()
    key(first, "lose").click()
    expect(key(first, "name 0")).to_have_value("Ann")


def test_a_sheet_that_another_window_began_is_not_given_up_unasked(tool: Callable[..., Page]) -> None:
    page = tool("pad")
    page.evaluate("(text) => localStorage.setItem('rummy:pad', text)", json.dumps(SHEET))
    page.get_by_role("button", name="Begin the match").click()
    expect(page.locator(".sure")).to_contain_text("one deal")
    key(page, "keep").click()
    assert page.evaluate("JSON.parse(localStorage.getItem('rummy:pad')).names") == ["Ann", "Bob"]
    page.get_by_role("button", name="Begin the match").click()
    key(page, "lose").click()
    expect(key(page, "put down")).to_be_visible()


def test_a_good_file_takes_the_sentence_about_a_bad_one_away(tool: Callable[..., Page]) -> None:
    page = tool("pad")
    for text in ("{}", json.dumps(SHEET)):
        file = FilePayload(name="x.json", mimeType="application/json", buffer=text.encode())
        key(page, "file").set_input_files(file)
        expect(page.locator(".note")).to_have_count(1 if text == "{}" else 0)
    expect(page.locator(".figures tfoot td")).to_have_text(["12", "−5"])


def test_a_browser_that_keeps_nothing_says_so_at_once(tool: Callable[..., Page]) -> None:
    page = tool("settle")
    page.context.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('denied', 'SecurityError'); };"
    )
    for name in ("settle", "pad", "replay"):
        expect(tool(name).locator(".note")).to_contain_text("keeps nothing")


def test_a_damaged_record_takes_the_one_before_away(tool: Callable[..., Page]) -> None:
    page = tool("replay")
    key(page, "example").click()
    page.locator(".stage .piles").wait_for()
    key(page, "paste").click()
    for text, why in (
        ('rummy = 1\nvariant = "abc\n', "line 2"),
        ("rummy = " + "9" * 100_000, "far too large"),
    ):
        key(page, "text").fill(text)
        page.get_by_role("button", name="Read it").click()
        expect(page.locator(".note")).to_contain_text(why)
        expect(page.locator(".note")).not_to_contain_text("TOML")
        expect(page.locator(".desk > .game")).to_be_hidden()
    key(page, "example").click()
    expect(page.locator(".stage .piles")).to_be_visible()


def test_a_replay_whose_table_cannot_be_loaded_says_so(tool: Callable[..., Page]) -> None:
    page = tool("replay")
    page.context.route(
        "**/table.js", lambda route: route.fulfill(status=200, body="throw 1", content_type="text/javascript")
    )
    key(page, "example").click()
    expect(page.locator(".note")).to_contain_text("did not arrive")
    page.context.unroute("**/table.js")
