"""The desk, asked nonsense: an answer is always JSON, an error always a sentence, text never markup."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rummy.course.progress import Progress, Try, dump
from rummy.desk import KINDS, answer
from rummy.desk.asked import RECORD
from rummy.desk.course import LONGEST

RECORDED = Path(__file__).parent.joinpath("golden", "500-rum-2.toml").read_text(encoding="utf-8")
MINE = '[[ruling]]\nid = "mine"\nphase = "draw"\ntry = ["draw"]\n'
DEAL = {
    "out": "A",
    "hands": {"B": "5S KD"},
    "melds": ["A: 7S 8S 9S + B: TS"],
    "rummy": False,
    "dealer": "A",
    "named": "wild",
    "wild": "7H",
}
POSITION = {
    "variant": "rummy-500",
    "options": {"scoring.ace_low": 15},
    "seats": 2,
    "turn": "A",
    "phase": "draw",
    "discards": "7H KD 7C",
    "hands": {"A": "7D 2S", "B": "9S TD"},
    "table": ["B: 4S 5S 6S + A: 7S"],
    "stock_left": 15,
    "totals": {"A": 100},
    "known": {"B": "9S"},
    "note": "a note",
}
TRIED = Progress({"start.first-meld": (Try("2026-01-02T00:00:00+00:00", "right", 1, 2),)})
GOOD: dict[str, dict[str, Any]] = {
    "menu": {},
    "house": {"base": "basic", "options": {"scoring.court": 11, "match.target": "60"}},
    "compare": {"a": "basic", "b": "knock + scoring.court=11"},
    "settle": {"position": POSITION, "lines": ["take 7H", "meld 7H 7C 7D"]},
    "count": {"variant": "500-rum", "names": ["Anna", "Bob"], "seats": 2, "dealer": "A", "deals": [DEAL]},
    "replay": {"text": RECORDED, "n": 5},
    "example": {"name": "annotated"},
    "annotate": {"text": RECORDED, "notes": {"5": "Why?"}},
    "advise": {"text": RECORDED, "n": 5, "player": "easy"},
    "ruling": {"id": "C-22"},
    "check": {"text": MINE},
    "progress": {"text": dump(Progress()), "more": [dump(TRIED)]},
    "worksheet": {"kinds": ["meld"], "variant": "basic", "level": 1, "many": 2, "seed": "7"},
    "deal": {"rules": "basic", "number": 7},
    "scores": {"code": "BHR-FHBS", "text": "Ada 120\nBo -15"},
}


def answered(kind: Any, asked: Any) -> dict[str, Any]:
    """The answer, which is JSON that keeps its shape, and whose error is a sentence of one line."""
    got = answer(kind, asked)
    text = json.dumps(got, allow_nan=False)
    assert json.loads(text) == got
    text.encode("utf-8")
    json.dumps(got, ensure_ascii=False).encode("utf-8")
    error = got.get("error")
    if error is not None:
        assert set(got) == {"error", "field"} and isinstance(error, str)
        assert "\n" not in error and len(error) < 2000 and error[-1] in ".?:!”)", error
        assert "Something went wrong inside" not in error, (kind, asked)
    return got


@pytest.mark.parametrize("kind", KINDS)
def test_the_good_questions_of_this_file_are_answered(kind):
    assert "error" not in answered(kind, GOOD[kind])


# -- nonsense --------------------------------------------------------------------------------------------

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=30),
    st.text(alphabet=st.characters(categories=["Cs", "Cc", "Co", "Sk"]), max_size=5),
    st.binary(max_size=5),
    st.sampled_from([(), [], {}, set(), object(), 10**30, "A", "5S", "*", "A: 7S 8S 9S", "none", "over"]),
    st.lists(st.one_of(st.text(max_size=5), st.integers(), st.none()), max_size=3),
    st.dictionaries(st.one_of(st.text(max_size=5), st.integers()), st.text(max_size=5), max_size=3),
)


def paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a value."""
    yield at
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in pairs:
        yield from paths(part, (*at, key))


def put(value: Any, at: tuple[Any, ...], new: Any) -> Any:
    """The value with something else at a place."""
    if not at:
        return new
    copy = value.copy()
    copy[at[0]] = put(copy[at[0]], at[1:], new)
    return copy


@st.composite
def questions(draw: st.DrawFn) -> tuple[str, Any]:
    """A good question with up to three places spoiled."""
    kind = draw(st.sampled_from([*KINDS]))
    asked: Any = GOOD[kind]
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.sampled_from([*paths(asked)]))
        if isinstance(asked, dict) and draw(st.booleans()):
            asked = {**asked, draw(st.sampled_from(["code", "n", "you", "x", "lines"])): draw(ODD)}
        else:
            asked = put(asked, at, draw(ODD))
    return kind, asked


SLOW = [HealthCheck.too_slow]


@settings(max_examples=300, deadline=None, suppress_health_check=SLOW)
@given(questions())
def test_a_spoiled_question_is_answered_or_refused_in_a_sentence(question):
    answered(*question)


@settings(max_examples=150, deadline=None, suppress_health_check=SLOW)
@given(st.one_of(st.sampled_from([*KINDS]), ODD), ODD)
def test_nonsense_is_refused_in_a_sentence(kind, asked):
    answered(kind, asked)


LINES = st.lists(
    st.one_of(
        st.text(max_size=40),
        st.from_regex(
            r"([A-C]: )?(take|meld|lay off|discard|swap|call|knock) [0-9*A-KTSHDC= on]{0,20}", fullmatch=True
        ),
    ),
    max_size=3,
)


@settings(max_examples=150, deadline=None, suppress_health_check=SLOW)
@given(LINES, st.sampled_from(["draw", "play", "call", "deal", "over", "last", "name", "shuffle", "opening"]))
def test_any_lines_in_any_phase_are_ruled_or_refused_in_a_sentence(lines, phase):
    answered("settle", {"position": POSITION | {"phase": phase}, "lines": lines})


def deep(levels: int) -> Any:
    value: Any = "x"
    for _ in range(levels):
        value = {"x": [value]}
    return value


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "value", [deep(100_000), deep(9), "x" * (LONGEST + 1), ["x"] * (RECORD + 1)], ids=list("abcd")
)
def test_what_is_too_deep_or_too_long_is_refused_at_once(kind, value):
    start = time.process_time()
    got = answered(kind, {**GOOD[kind], [*GOOD[kind], "x"][0]: value})
    assert "error" in got and time.process_time() - start < 2


@pytest.mark.parametrize(
    ("kind", "asked"),
    [
        ("house", {"code": "basic" + " + x" * 20_000}),
        ("house", {"code": "+" * 4000}),
        ("house", {"base": "basic", "options": {f"drawing.p{n}": "x" for n in range(3000)}}),
        ("compare", {"a": "basic" + " + scoring.court=11" * 250, "b": "basic"}),
        ("settle", {"position": {"discards": "7H " * 30_000}}),
        ("settle", {"position": {"table": ["A: 7S 8S 9S"] * 5000}}),
        ("settle", {"position": {"table": ["A: " + "7S " * 30_000]}}),
        ("settle", {"position": {"hands": {"A": "*" * 90_000}}}),
        ("settle", {"position": {"hands": {"A": "* " * 45_000}}, "lines": ["meld " + "* " * 900]}),
        ("settle", {"position": POSITION, "lines": ["draw"] * 20_000}),
        ("settle", {"position": POSITION, "lines": [" " * 90_000 + "draw"]}),
        ("count", {"variant": "basic", "names": ["x" * 9000, "y" * 9000]}),
        ("count", {"variant": "basic", "deals": [{}] * 30_000}),
        ("count", {"variant": "basic", "deals": [DEAL] * 200}),
        ("replay", {"text": "a." * 50_000 + "a = 1"}),
        ("replay", {"text": "x = " + "[" * 100_000}),
        ("replay", {"text": RECORDED + 'x = "' + "y" * 1_000_000 + '"\n'}),
        ("check", {"text": MINE + "table = [" + '"A: 7S 8S 9S",' * 5000 + "]"}),
        ("ruling", {"id": "C-" * 40_000}),
    ],
    ids=range(19),
)
def test_large_questions_are_answered_soon(kind, asked):
    start = time.process_time()
    answered(kind, asked)
    assert time.process_time() - start < 3


@pytest.mark.parametrize("seats", [-1, 0, 1, 9, 10**9, 2.5, "2", True])
def test_a_number_of_seats_that_cannot_be_names_its_field(seats):
    got = answered("count", {"variant": "basic", "seats": seats})
    assert got["field"] == "seats"


@pytest.mark.parametrize(
    ("kind", "asked", "field"),
    [
        ("house", {"code": "bassic"}, "code"),
        ("house", {"base": "bassic"}, "base"),
        ("house", {}, "code"),
        ("house", {"code": "basic", "base": "basic"}, "code"),
        ("house", {"base": "basic", "options": []}, "options"),
        ("compare", {"a": "basic", "b": "basic + pack.jokers=2"}, "b"),
        ("compare", {"a": 7, "b": "basic"}, "a"),
        ("settle", {}, "position"),
        ("settle", {"position": "nowhere"}, "position"),
        ("settle", {"position": {"hand": "7H"}}, "position"),
        ("settle", {"position": {"table": 7}}, "position"),
        ("settle", {"position": {"hands": {"A": "7H 7H 7H"}}}, "position"),
        ("settle", {"position": POSITION, "lines": "draw"}, "lines"),
        ("settle", {"position": POSITION, "lines": ["fly"]}, "lines"),
        ("settle", {"position": POSITION, "line": "draw"}, "line"),
        ("count", {"variant": "basic", "seats": 2, "names": ["A"]}, "names"),
        ("count", {"variant": "basic", "dealer": "H"}, "dealer"),
        ("count", {"variant": "basic", "deals": {}}, "deals"),
        ("replay", {"n": 0}, "text"),
        ("replay", {"text": RECORDED, "n": "last"}, "n"),
        ("ruling", {"id": ""}, "id"),
    ],
)
def test_an_error_names_the_part_that_is_wrong(kind, asked, field):
    got = answered(kind, asked)
    assert got.get("field") == field, got


@pytest.mark.parametrize("n", [-(10**12), -3, 0, 7, 10**12])
def test_a_step_beyond_the_record_is_its_nearest(n):
    got = answered("replay", {"text": RECORDED, "n": n})
    assert 0 <= got["n"] < got["count"]


# -- markup ----------------------------------------------------------------------------------------------

ATTACKS = [
    "<script>alert(1)</script>",
    "</td><img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)',
    "' autofocus onfocus='alert(1)",
    "javascript:alert(1)",
    "[x](javascript:alert(1))",
    "<a href=javascript:alert(1)>",
    "&lt;script&gt;&#60;b&#62;",
    "<!--",
    "]]>",
    "<svg/onload=alert(1)>",
    "\u202e<b>\x00\ud800",
    "{0.__class__}",
    "{who}",
    "%s",
]
TAGS = {
    *("section", "h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "strong", "a", "div", "table"),
    *("thead", "tbody", "tr", "th", "td", "pre", "wbr", "span", "dl", "dt", "dd", "b", "i", "s", "small"),
}
NAMES = {"class", "href", "scope", "aria-label", "aria-hidden", "role"}


class Reader(HTMLParser):
    """Every element and attribute of some markup is one of ours, and every link stays here."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in TAGS, tag
        for name, value in attrs:
            assert name in NAMES, (tag, name)
            assert name != "href" or (value or "").startswith("site:rules/"), value

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)

    handle_decl = handle_pi = unknown_decl = handle_comment


def markup(value: Any) -> Iterator[str]:
    """Every piece of markup in an answer."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            if key in ("html", "key", "picture", "sheet", "book", "differs") and isinstance(part, str):
                yield part
            else:
                yield from markup(part)


def safe(got: dict[str, Any]) -> int:
    """How many pieces of markup there are, all of them ours."""
    pieces = [*markup(got)]
    for piece in pieces:
        reader = Reader()
        reader.feed(piece)
        reader.close()
    return len(pieces)


def test_a_reader_finds_what_is_not_ours():
    for bad in ("<script>", "<p onclick=x>", '<a href="javascript:x">', "<!-- -->", "<img src=x>"):
        with pytest.raises(AssertionError):
            safe({"html": bad})


PLAIN = ("menu", "check", "replay", "example", "annotate", "advise", "progress", "deal")
"""What is answered without markup."""


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in PLAIN])
def test_the_markup_of_good_answers_is_ours(kind):
    assert safe(answered(kind, GOOD[kind]))


@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
def test_the_number_of_a_worksheet_never_becomes_markup(attack):
    assert safe(answered("worksheet", {**GOOD["worksheet"], "seed": attack})) == 2


@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
def test_names_and_cards_of_visitors_never_become_markup(attack):
    deals = [DEAL, {"hands": {"A": attack}}, {"hands": {"A": "5S"}, "melds": [attack]}, {attack: attack}]
    got = answered("count", GOOD["count"] | {"names": [attack, attack], "deals": deals})
    assert safe(got) == 1
    assert [row["error"] is None for row in got["deals"]] == [True, False, False, False]


@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
def test_codes_notes_and_lines_of_visitors_never_become_markup(attack):
    got = answered("settle", {"position": POSITION | {"note": attack}, "lines": ["take 7H"]})
    assert safe(got) == 2
    safe(answered("settle", {"position": POSITION, "lines": [attack]}))
    safe(answered("settle", {"position": POSITION, "lines": [f"lay off 7S{attack}"]}))
    safe(answered("settle", {"position": POSITION | {"table": [attack]}, "lines": ["draw"]}))
    assert safe(answered("house", {"code": f"basic + {attack}"})) == 3
    safe(answered("house", {"code": f"basic + dealing.hand={attack}"}))
    safe(answered("house", {"base": "basic", "options": {attack: attack, "dealing.hand": attack}}))
    for asked in ({"code": attack}, {"base": attack}):
        assert "error" in answered("house", asked)
    assert "error" in answered("compare", {"a": attack, "b": "basic"})
    assert "error" in answered("ruling", {"id": attack})
    assert "error" in answered(attack, {})


def test_a_record_with_an_attack_keeps_it_as_text():
    text = RECORDED.replace("\nseats", '\nnote = "<script>"\nseats', 1)
    got = answered("replay", {"text": text, "n": 0})
    assert got["frame"]["note"] == "<script>"
