"""The languages: each says everything, in the same facts, and nothing of another one shows through."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from click.testing import CliRunner

import rummy
from rummy import words
from rummy.actions import KINDS
from rummy.cli import cli
from rummy.compare import compare
from rummy.course import Task
from rummy.course.lessons import exercises
from rummy.desk import KINDS as KINDS_ASKED
from rummy.desk import answer
from rummy.glossary import terms
from rummy.inventory import entries, sources
from rummy.options import options
from rummy.players import PLAYERS
from rummy.positions import named
from rummy.record import example
from rummy.referee import ask
from rummy.rulebook import about, quick, rulebook
from rummy.rulings import AMBIGUOUS, LEGAL, REFUSED, collection, read
from rummy.site import glossary
from rummy.site.words import words_js
from rummy.table import Table
from rummy.variants import variants
from rummy.words import ENGLISH, Unreadable, catalogue, data, languages, say, speak

PACKAGE = Path(rummy.__file__).parent
ENGLISH_WORDS = catalogue(ENGLISH)
OTHERS = [code for code in languages() if code != ENGLISH]
VERDICTS = (LEGAL, REFUSED, AMBIGUOUS)
SENTENCES = ("question", "why", "note", "disputed")


def data_texts() -> dict[str, str]:
    """The texts of the data files, by the ids under which other languages have them."""
    found = {f"position.{key}.note": one["note"] for key, one in data("positions.toml")["position"].items()}
    record = example("annotated")
    found |= {f"record.annotated.{n + 1}": note for n, note in record.deals[0].notes}
    found["record.annotated.note"] = record.note
    for part in ("entry", "reason", "source"):
        found |= {f"inventory.{part}.{key}": text for key, text in data("inventory.toml")[part].items()}
    for ruling in collection():
        there = (key for key in SENTENCES if ruling.text.get(key))
        found |= {f"ruling.{ruling.id}.{key}": ruling.text[key] for key in there}
    heads = (key.split(".")[1] for key in ENGLISH_WORDS if key.startswith("term.") and key.endswith(".text"))
    return found | {f"term.{word}.word": word for word in heads}


DATA_TEXTS = data_texts()
NOTES = {key: text for key, text in DATA_TEXTS.items() if key.endswith(".note")}
WANTED = ENGLISH_WORDS | DATA_TEXTS
"""Everything that a language has to say."""


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Whatever a test speaks, English is spoken after it."""
    yield
    speak(ENGLISH)


# -- what a language has to say ----------------------------------------------------------------------------


def facts(text: str) -> set[str]:
    """The facts a text speaks of."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_says_everything_and_nothing_else(code):
    there = catalogue(code)
    missing = sorted(WANTED.keys() - there.keys())
    assert (len(missing), missing) == (0, [])
    assert sorted(there.keys() - WANTED.keys()) == []


@pytest.mark.parametrize("code", languages())
def test_no_text_is_written_in_two_files(code):
    files = sorted((PACKAGE / "data" / "words" / code).glob("*.toml"))
    ids = [key for file in files for key in flat(tomllib.loads(file.read_text(encoding="utf-8")))]
    assert sorted(key for key, times in Counter(ids).items() if times > 1) == []
    assert set(ids) == catalogue(code).keys()


def flat(node: Any, path: str = "") -> Iterator[str]:
    """The dotted ids of a file of words."""
    if not isinstance(node, dict):
        yield path
        return
    for key, value in node.items():
        yield from flat(value, f"{path}.{key}" if path else key)


@pytest.mark.parametrize("code", OTHERS)
def test_a_sentence_speaks_of_the_same_facts(code):
    there = {key: text for key, text in catalogue(code).items() if key in ENGLISH_WORDS}
    free = {key: {"count"} if key.endswith(".one") else set() for key in there}
    assert (
        there
        and [
            (key, facts(text) ^ facts(ENGLISH_WORDS[key]))
            for key, text in there.items()
            if (facts(text) ^ facts(ENGLISH_WORDS[key])) - free[key]
        ]
        == []
    )


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_is_clean(code):
    there = catalogue(code)
    unclean = [
        key
        for key, text in there.items()
        if not isinstance(text, str) or not text or text != text.strip() or "  " in text or "\n" in text
    ]
    assert there and unclean == []


@pytest.mark.parametrize("code", OTHERS)
def test_a_sentence_ends_as_it_does_in_english(code):
    there = {key: text for key, text in catalogue(code).items() if key in WANTED}
    marks = ".?:…"
    assert (
        there
        and [key for key, text in there.items() if (text[-1] in marks) is not (WANTED[key][-1] in marks)]
        == []
    )


@pytest.mark.parametrize("code", OTHERS)
def test_what_a_text_names_by_code_stays(code):
    """Cards, option names, ids, codes in backticks and addresses are the same in every language."""
    code_of = re.compile(r"[♠♥♦♣]|`[^`]+`|\]\([^)]+\)|\b[a-z_]+\.[a-z_]+(?:=[\w-]+)?|https?:\S+|--[a-z]+")
    there = {key: text for key, text in catalogue(code).items() if key in WANTED}
    differ = [
        (key, sorted(code_of.findall(WANTED[key])), sorted(code_of.findall(text)))
        for key, text in there.items()
        if sorted(code_of.findall(text)) != sorted(code_of.findall(WANTED[key]))
    ]
    assert there and differ == []


@pytest.mark.parametrize("code", OTHERS)
def test_the_glossary_leads_to_the_same_rules_and_no_word_has_two_meanings(code):
    before = [term.articles for term in terms()]
    speak(code)
    assert sorted(term.articles for term in terms()) == sorted(before)
    there = [word.casefold() for term in terms() for word in (term.word, *term.also)]
    assert sorted(word for word in set(there) if there.count(word) > 1) == []


@pytest.mark.parametrize("code", OTHERS)
def test_a_note_that_says_how_sure_a_ruling_is_begins_with_the_same_degree(code):
    ours, theirs = ENGLISH_WORDS["figure.degrees"].split(), catalogue(code)["figure.degrees"].split()
    assert len(ours) == len(theirs) == 3
    notes = {key: text for key, text in NOTES.items() if text.startswith(tuple(ours))}
    pairs = ((key, theirs[ours.index(text.split()[0].rstrip(",:."))]) for key, text in notes.items())
    assert notes and [key for key, word in pairs if not catalogue(code)[key].startswith(word)] == []


@pytest.mark.parametrize("code", languages())
def test_a_language_names_itself(code):
    assert catalogue(code)["book.language"] == catalogue(code)["table.lang"] == code


# -- nothing of another language shows through -------------------------------------------------------------

LETTERS = "abcdefghijklmnopqrstuvwxyz"
GREEK = "αβψδεφγηιξκλμνοπϙρστθωςχυζ"
OTHER = str.maketrans(LETTERS + LETTERS.upper(), GREEK + GREEK.upper())
"""What makes of any text one in which no word is written in our letters."""


def in_greek(key: str, text: str) -> str:
    """A text with its words in other letters: its facts, and the ids it lists, are the same."""
    if key.startswith("term.") and key.endswith(".articles"):
        return text
    parts = re.split(r"(\{\{|\}\}|\{[\w.-]+\})", text)
    return "".join(part if at % 2 else part.translate(OTHER) for at, part in enumerate(parts))


@pytest.fixture
def greek(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language of which every word can be told from English, spoken when all that is kept is English."""
    for page in (*pages(), *answers()):
        assert page
    made = {key: in_greek(key, text) for key, text in WANTED.items()}
    there, read_ = (*languages(), "xx"), words._read
    monkeypatch.setattr(words, "languages", lambda: there)
    monkeypatch.setattr(words, "_read", lambda code: made if code == "xx" else read_(code))
    speak("xx")
    yield
    speak(ENGLISH)


MIXES = ("rummy-500", "gambit", "persian", "5000", "knock", "kalooki", "wrotham + match.bonus=20")
ASKED = {
    "refused": ("use-at-once", ["take 7H", "discard KD"]),
    "legal": ("bridge", ["take 9S"]),
    "held": ("use-at-once", ["discard 4D"]),
    "meaning": ({"variant": "rummy-500", "phase": "play", "hands": {"A": "7H 8H *"}}, ["meld 7H 8H *"]),
}
"""What the referee is asked."""


def pages() -> Iterator[str]:
    """What is printed."""
    for code in MIXES:
        yield str(rulebook(code).page(notes=True, options=True))
        yield str(quick(code))
    yield str(compare("rummy-500", "basic").page(stays=True))
    yield from (str(about(key)) for key in ("draw.pile.use-at-once", "scoring.aces", "jokers.fixes"))
    yield from (str(ask(*question)) for question in ASKED.values())
    yield from (f"{term.word}: {term.text} {', '.join(term.also)}" for term in terms())
    yield from (f"{one.title} {one.reason}" for one in entries().values())
    yield from sources().values()
    yield from (f"{one.title} {one.text}" for one in options())
    yield from (f"{one.question} {one.why} {one.note}" for one in collection())
    yield str(named("trap")["note"])


WRONG: tuple[tuple[str, dict[str, Any]], ...] = (
    ("house", {"code": "basik"}),
    ("house", {"base": "basic", "options": {"match.target": "none", "scoring.joy": 1}}),
    ("settle", {"position": "brigde"}),
    ("settle", {"position": "bridge", "lines": ["take 1S"]}),
    ("ruling", {"id": "C-0"}),
    ("count", {"variant": "basik"}),
    ("replay", {"text": "rummy = 99"}),
    ("check", {"text": "x = 1"}),
    ("nonsense", {}),
)
RIGHT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("menu", {}),
    ("house", {"code": "basic + scoring.ace_low=5"}),
    ("compare", {"a": "500-rum", "b": "four-aces"}),
    ("settle", {"position": "bridge", "lines": ["take 9S"]}),
    ("ruling", {"id": "C-22"}),
    (
        "replay",
        {"text": 'rummy = 1\nvariant = "basic"\nseats = 2\n[[deal]]\ndealer = "B"\nplay = []', "n": -1},
    ),
    ("check", {"text": '[[ruling]]\nid = "mine"\nphase = "play"\ntry = ["draw"]\nverdict = "legal"'}),
)
BY_CODE = {
    *("id", "kind", "line", "lines", "code", "name", "value", "href", "key", "save", "c", "as", "variant"),
    *("a", "b", "phase", "phases", "state", "seat", "position", "article", "options", "verdict", "got"),
    *("field", "sort", "status", "place"),
}
"""Parts of an answer that hold no words but codes."""


def texts(value: Any, key: str = "") -> Iterator[str]:
    """Every text of an answer that a person reads."""
    if isinstance(value, Mapping):
        yield from chain.from_iterable(
            texts(part, k) for k, part in value.items() if k not in BY_CODE or k == "name"
        )
    elif isinstance(value, list | tuple):
        yield from chain.from_iterable(texts(part, key) for part in value)
    elif isinstance(value, str):
        yield re.sub(r"<[^>]*>", " ", value.replace("<wbr>", ""))


def answers() -> Iterator[str]:
    """What the desk, a table and the course say."""
    for kind, asked in (*RIGHT, *WRONG):
        yield "\n".join(texts(answer(kind, asked)))
    yield from played()


def played() -> Iterator[str]:
    """What a table says while it is played at, and what an exercise says."""
    for code in ("rummy-500", "gambit", "basic"):
        table = Table(code, seed=5, seats=2)
        moves = ({"type": "discard", "card": "KD"}, {"type": "hint"}, {"type": "draw"}, {"type": "nonsense"})
        for move in ({"type": "say", "line": "name double"}, *moves, *[{"type": "step"}] * 6):
            table.handle(move)
            yield "\n".join(texts(table.state()))
    for name in exercises():
        task = Task(name)
        for message in ("hint", "hint", "hint", "hint", "check", "solution", "reset"):
            task.handle({"type": message})
            yield "\n".join(texts(task.state()["frame"]["task"]))


LINES = {"on", "off", "lay", "with", "without", "at", *(kind.kind.split()[0] for kind in KINDS)}
"""The words of a line of play, which are the same in every language."""
NAMES = "|".join(
    sorted({*variants(), *data("positions.toml")["position"], *KINDS_ASKED, *PLAYERS, *VERDICTS}, key=len)[
        ::-1
    ]
)
CODE = re.compile(
    rf"\b(?:{NAMES})\b|\(\S+\)|\[[\w.-]+\]|\{{\w+\}}|“[^”]*”|[\w.]+ ?= ?\S+|\w+(?:\.[\w-]+)+|"
    r"\b[2-9TJQKA][SHDC?]\b"
)
"""What is no word: names, ids, values in brackets, what somebody wrote, cards."""


def shows_through(text: str) -> list[str]:
    """The words of a text that are written in our letters, and are no code."""
    found = re.findall(r"[A-Za-z]{2,}", CODE.sub(" ", text))
    return [word for word in found if word not in LINES]


def test_every_word_that_is_printed_is_of_the_language_spoken(greek):
    assert shows_through("is"), "the test would find nothing"
    assert [found for page in pages() for found in shows_through(page)] == []


def test_every_word_of_the_desk_and_the_table_is_of_the_language_spoken(greek):
    assert [found for page in answers() for found in shows_through(page)] == []


STOP = re.compile(r"\b(?:the|of|and|is|are|you|your|with|this|that|not|must|from|card|cards|to)\b")
"""Words that an English text can hardly do without, and no other language of ours has."""


@pytest.mark.parametrize("code", OTHERS)
def test_no_text_was_left_in_english(code):
    there = {
        key: text for key, text in catalogue(code).items() if not key.endswith((".articles", ".command"))
    }
    assert there and [key for key, text in there.items() if STOP.search(CODE.sub(" ", text))] == []
    plain = {key: CODE.sub(" ", text) for key, text in there.items() if text == WANTED.get(key)}
    same = [key for key, text in plain.items() if len(re.findall(r"[a-z]{3,}", text)) > 3]
    assert same == []


@pytest.mark.parametrize("code", OTHERS)
def test_every_page_is_printed_without_an_english_word(code):
    speak(code)
    for page in (
        *pages(),
        *answers(),
        *(str(quick(v)) for v in variants()),
        *(str(rulebook(v)) for v in variants()),
    ):
        said = re.sub(r"(?m)^\s*>.*$|\bwith(?= [*★])", " ", page)  # what is said at the table is code
        assert said and not STOP.search(CODE.sub(" ", said)), page


# -- speaking ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", OTHERS)
def test_english_is_the_same_after_another_language_was_spoken(code):
    before = [*pages(), *answers()]
    speak(code)
    other = [*pages(), *answers()]
    speak(ENGLISH)
    assert [*pages(), *answers()] == before
    assert all(one != two for one, two in zip(before, other, strict=True))


def test_a_language_that_there_is_not_is_one_sentence_and_changes_nothing():
    with pytest.raises(Unreadable, match=r"^There is no language “enn”: there is .+\. Did you mean en\?$"):
        speak("enn")
    assert words.language() == ENGLISH


def test_a_language_is_named_in_small_or_capital_letters():
    speak(" EN ")
    assert words.language() == ENGLISH


ENVIRONMENT = """
from rummy.words import Unreadable, language, say
try:
    print(language(), say("table.lang"))
except Unreadable as error:
    print(error)
    print(language())
"""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", ["en en"]),
        *((code, [f"{code} {code}"]) for code in languages()),
        ("xx", ["There is no language “xx”: there is de or en.", "en"]),
    ],
)
def test_the_environment_names_the_language(name, said):
    environment = os.environ | {"RUMMY_LANGUAGE": name, "PYTHONPATH": str(PACKAGE.parent), "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-c", ENVIRONMENT],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout.splitlines() == said


def test_the_command_line_speaks_a_language():
    runner = CliRunner()
    english = runner.invoke(cli, ["variants"])
    for code in OTHERS:
        for way in (
            {"args": ["--language", code, "variants"]},
            {"args": "variants", "env": {"RUMMY_LANGUAGE": code}},
        ):
            done = runner.invoke(cli, **way)
            assert done.exit_code == 0 and catalogue(code)["variant.basic.blurb"] in done.output
            assert done.output != english.output
            speak(ENGLISH)


@pytest.mark.parametrize(
    "way", [{"args": ["--language", "enn", "variants"]}, {"env": {"RUMMY_LANGUAGE": "enn"}}]
)
def test_the_command_line_refuses_a_language_that_there_is_not(way):
    done = CliRunner().invoke(cli, **({"args": ["variants"]} | way))
    assert done.exit_code == 1 and isinstance(done.exception, SystemExit)
    assert re.fullmatch(r"Error: There is no language “enn”: .+ Did you mean en\?\n", done.output)


def test_rulings_of_ones_own_stay_as_they_are_written(greek):
    ours = collection()[0]
    text = f'[[ruling]]\nid = "{ours.id}"\nquestion = "May I?"\ntry = ["draw"]'
    (mine,) = read(text, "mine.toml")
    assert mine.question == "May I?"
    assert ours.question == in_greek("", str(ours.text["question"])) != ours.text["question"]


def test_the_name_of_the_player_is_known_again_in_another_language(greek):
    table = Table("basic", seed=1)
    assert table.names[0] == say("told.you")
    speak(ENGLISH)
    chosen = table.frame()["menu"]["chosen"]
    table.handle({"type": "new", "names": chosen["names"], "seed": 2})
    assert table.names[0] == say("told.you") == "You"


def test_the_pages_of_the_site_are_of_the_language_spoken(greek):
    assert in_greek("", ENGLISH_WORDS["live.starting"]) in words_js()
    ((_, page),) = glossary.pages()
    assert in_greek("", DATA_TEXTS["term.bridging.word"]).capitalize() in page
    assert glossary.marked(in_greek("", "a bridging"), set()).count("<abbr ") == 1


WORDY = {"say", "listed", "catalogue", "translated", "terms", "told", "number"}


def called(node: ast.AST) -> Iterator[str]:
    """The functions that something calls, but for those that only an error needs."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        yield node.func.id
    for part in ast.iter_child_nodes(node):
        if not isinstance(part, ast.Raise):
            yield from called(part)


def test_whatever_keeps_words_forgets_them_when_another_language_is_spoken():
    kept, forgets = [], []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            above = [ast.unparse(one) for one in getattr(node, "decorator_list", ())]
            if any("cache" in one for one in above) and WORDY & {*called(node)}:
                (forgets if "worded" in above else kept).append(f"{path.name}: {node.name}")
    assert (kept, len(forgets) > 4) == ([], True)
