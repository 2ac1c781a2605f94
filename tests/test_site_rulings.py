"""The collection of rulings as pages, the form that sifts it, and the credits behind the rules."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from collections import Counter
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest

from rummy.inventory import covers, entries, sources
from rummy.lines import parse
from rummy.positions import position
from rummy.rules import articles
from rummy.rulings import AMBIGUOUS, LEGAL, collection
from rummy.site import credits, rulings, variants
from rummy.site.figure import anchor, article_href, play, rules, ruling_href, topic
from rummy.site.words import words_js
from rummy.steps import follow
from rummy.table import Table
from rummy.words import ENGLISH, speak

TOOL = Path(__file__).parent.parent / "docs" / "assets" / "live" / "tool-rulings.js"
ELSEWHERE = {"compare/", "house-rules/", "settle/", "rulings-format/"}
"""Pages that others write."""


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """All generated pages of this room and those beside it, by address."""
    made = (*rulings.pages(), *credits.pages(), *variants.pages())
    return {re.sub(r"(index)?\.md$", "/", path).replace("//", "/"): text for path, text in made}


def questions() -> list[dict[str, str]]:
    """What the form sifts, as the page has it."""
    found = []
    for name, inside in re.findall(r'data-topic="([^"]+)">?(.*?)</section>', _ordered(rulings.index())):
        for tag, text in re.findall(r"<li([^>]*)>(.*?)</li>", inside):
            facts = dict(re.findall(r'data-(\w+)="([^"]*)"', tag))
            words = unescape(re.sub("<[^>]+>", " ", text)).lower()
            found.append({**facts, "topic": name, "text": words})
    return found


def _ordered(text: str) -> str:
    return re.sub(r'<section [^>]*?(data-topic="[^"]+")[^>]*>', r"<section \1>", text)


@pytest.fixture
def tool(tmp_path: Path) -> Path:
    """The tool beside the words it imports, in the language spoken."""
    (tmp_path / TOOL.name).write_text(TOOL.read_text("utf-8"), "utf-8")
    (tmp_path / "words.js").write_text(words_js(), "utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}', "utf-8")
    return tmp_path / TOOL.name


def sifted(tool: Path, **asked: str) -> list[dict[str, str]]:
    """The questions that the form lets through."""
    return all_sifted(tool, [asked])[0]


def all_sifted(tool: Path, asked: list[dict[str, str]]) -> list[list[dict[str, str]]]:
    """For each thing asked, the questions that the form lets through, the best first."""
    script = f"""import {{ sifted }} from {json.dumps(tool.as_uri())};
    import {{ readFileSync }} from "node:fs";
    const [questions, about, asked] = JSON.parse(readFileSync(0, "utf8"));
    console.log(JSON.stringify(asked.map((one) => sifted(questions, one, about))));"""
    line = ["node", "--input-type=module", "-e", script]
    options = re.findall(r'<option value="([^"]*)" data-asked="([^"]*)"', rulings.index())
    given = json.dumps([questions(), {key: unescape(words) for key, words in options}, asked])
    done = subprocess.run(line, input=given, capture_output=True, text=True, check=True)
    found: list[list[dict[str, str]]] = json.loads(done.stdout)
    return found


def test_every_ruling_stands_once_on_the_page_of_its_topic(pages: dict[str, str]) -> None:
    for name in rulings.topics():
        there = re.findall(r'<h2 id="([^"]+)"', pages[f"rulings/{name}/"])
        assert there == [anchor(one) for one in collection() if topic(one) == name]


def test_every_ruling_is_drawn_played_judged_and_sourced(pages: dict[str, str]) -> None:
    for one in collection():
        text = (
            pages[f"rulings/{topic(one)}/"]
            .split(f'<h2 id="{anchor(one)}"')[1]
            .split('<div class="ruling">')[0]
        )
        assert 'class="laid' in text, one.id
        assert (play(one) is not None) == ("data-table=" in text), one.id
        assert f'class="verdict {"refused" if one.verdict in articles() else ""}' in text, one.id
        links = re.findall(r'<a href="([^"]+)">Rule ', text)
        assert links == [article_href(about) for about in rules(one)] != [], one.id
        assert all(f"credits/#{key.lower()}" in text for key in one.text["sources"]), one.id


def answers(table: Table, lines: tuple[str, ...]) -> list[str]:
    """What a table says to the lines of the person at it."""
    said = []
    for line in lines:
        done = len(table.steps)
        table.handle({"type": "say", "line": line})
        told = table.message
        said.append(told["article"]["id"] if told else LEGAL if len(table.steps) > done else AMBIGUOUS)
    return said


def test_whoever_plays_a_ruling_makes_the_move_in_question_and_gets_its_verdict() -> None:
    played = [(one, table) for one in collection() if (table := play(one)) is not None]
    for one, arguments in played:
        moments = [position(one.text)]
        for line in one.lines[:-1]:
            moments.append(follow(moments[-1], parse(line, moments[-1])))
        own = one.lines[moments.index(position(arguments["position"])) :]
        assert answers(Table(**arguments), own) == [LEGAL] * (len(own) - 1) + [one.verdict], one.id
    assert f"{len(played)} of the positions can be played" in rulings.index()


def test_the_tables_with_the_other_answer_are_told(pages: dict[str, str]) -> None:
    deep = pages["rulings/pile/"].split('<h2 id="e-4.1b"')[1].split("<h2 ")[0]
    assert "At other tables: it would be refused" in deep
    assert "Basic Rummy" in deep.split("<summary>")[1]


def test_the_way_up_a_page_is_not_found_by_the_search(pages: dict[str, str]) -> None:
    assert '<p class="to-contents" data-search-exclude="">' in pages["rulings/pile/"]


def test_no_page_of_rulings_is_heavy(pages: dict[str, str]) -> None:
    assert max(len(text) for address, text in pages.items() if address.startswith("rulings/")) < 400_000


def test_the_index_lists_every_ruling_with_a_verdict_in_words() -> None:
    listed = re.findall(
        r'<li data-verdict="(\w+)".*?<a href="([^"]+)">.*?<b class="\w+">(.)', rulings.index()
    )
    assert [href for _, href, _ in listed] == [
        ruling_href(one).removeprefix("../../rulings/")
        for inside in rulings.topics().values()
        for one in inside
    ]
    signs = {"legal": "✓", "refused": "✗", "ambiguous": "?", "count": "="}
    assert all(signs[verdict] == sign for verdict, _, sign in listed)


def test_the_form_offers_exactly_what_there_is() -> None:
    form = rulings.index().split("</form>")[0]
    there = questions()
    assert len(there) == len(collection())
    for name in ("topic", "variant", "verdict"):
        inside = re.search(rf'<select name="{name}">(.*?)</select>', form)
        assert inside is not None
        offered = set(re.findall(r'value="([^"]+)"', inside[1]))
        assert offered == {one[name] for one in there}
    inside = re.search(r'<select name="article">(.*?)</select>', form)
    assert inside is not None
    offered = set(re.findall(r'value="([^"]+)"', inside[1]))
    assert offered == {key for one in there for key in one["article"].split()}


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (
            {"q": "Can I take the top card and keep it?"},
            "I take only the top card of the pile. May I keep it in 500 Rum?",
        ),
        ({"q": "KÁLOOKI"}, "Kalooki"),
        ({"article": "draw.pile.use-at-once", "verdict": "refused"}, "4.6"),
        ({"topic": "gambit", "variant": "rummy-500"}, "Rummy 500 with jokers"),
    ],
)
def test_the_form_finds_what_is_asked_for(tool: Path, asked: dict[str, str], expected: str) -> None:
    found = sifted(tool, **asked)
    assert 0 < len(found) < 60
    assert any(expected.lower() in one["text"] for one in found)
    for name in asked.keys() - {"q"}:
        assert all(asked[name] in one[name].split() for one in found)


ASKED: dict[str, dict[str, str]] = tomllib.loads(
    (Path(__file__).parent / "questions.toml").read_text(encoding="utf-8")
)
"""By language: a newcomer's question, and the rules that answer it."""


@pytest.mark.parametrize("language", list(ASKED))
def test_a_whole_question_finds_a_ruling_on_the_rule_that_answers_it(
    language: str, request: pytest.FixtureRequest
) -> None:
    speak(language)
    try:
        tool: Path = request.getfixturevalue("tool")
        found = all_sifted(tool, [{"q": one} for one in ASKED[language]])
    finally:
        speak(ENGLISH)
    ruled = [
        (asked, {key for one in first[:3] for key in one["article"].split()} & set(right.split()))
        for (asked, right), first in zip(ASKED[language].items(), found, strict=True)
    ]
    lost = [asked for asked, right in ruled if not right]
    assert len(lost) <= len(ruled) * 0.1, "\n".join(lost)


def test_the_form_finds_nothing_for_words_that_nobody_used(tool: Path) -> None:
    assert sifted(tool, q="xyzzy <img src=x>") == []
    assert len(sifted(tool)) == len(collection())


def test_every_entry_of_the_inventory_has_a_place_and_says_what_it_became() -> None:
    there = dict(re.findall(r'<div id="([^"]+)">(.*?)</div>', credits.page()))
    assert set(there) == {key.lower() for key in (*entries(), *sources())}
    for key in (*entries(), *sources()):
        cover, text = covers(key), unescape(there[key.lower()])
        assert all(f"#{one}" in text for one in cover.articles), key
        assert all(f"#{one.lower()}" in text for one in cover.rulings), key
        assert all(one in text for one in cover.options), key
        if key in entries():
            assert entries()[key].reason in text, key


def test_every_link_of_these_pages_leads_somewhere(pages: dict[str, str]) -> None:
    places: dict[str, Counter[str]] = {}
    for address, text in pages.items():
        named = re.findall(r'\bid="([^"]+)"', text) + re.findall(r"\{ #([\w.-]+)", text)
        places[address] = Counter(named)
        assert not [key for key, count in places[address].items() if count > 1], address
    for one in articles().values():
        path, _, place = article_href(one).removeprefix("../../").partition("#")
        places.setdefault(path, Counter())[place] += 1
    for address, text in pages.items():
        for href in map(unescape, re.findall(r'href="([^"]+)"', text)):
            path, _, place = (
                urljoin(f"https://here/{address}", href).removeprefix("https://here/").partition("#")
            )
            known: Any = places.get(path)
            assert known is not None or path in ELSEWHERE, (address, href)
            assert not place or "=" in place or place in known, (address, href)
