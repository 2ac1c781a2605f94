"""The referee: its verdict is the law’s, its alternatives are legal, and its other tables are as it says."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy.cards import cards
from rummy.law import breach, play
from rummy.lines import parse
from rummy.positions import position, under
from rummy.referee import AMBIGUOUS, LEGAL, REFUSED, ask, is_move, opened, sketched
from rummy.rulings import Ruling, collection, judge
from rummy.steps import new_deal
from rummy.variants import Variant, find
from rummy.words import Ambiguous, Unreadable

RULINGS = [r for r in collection() if r.lines]
CASES = st.sampled_from(RULINGS)
SEVENS = {"variant": "rummy-500", "seats": 2, "phase": "play", "hands": {"A": "7H 7C 7D 8H 9H KS"}}
DEEP = {
    "variant": "rummy-500",
    "seats": 2,
    "phase": "draw",
    "discards": "5S KH",
    "hands": {"A": "2C 9D"},
    "table": ["B: 5C 5D 5H"],
}


def decided(text: Mapping[str, Any], lines: Sequence[str], rules: Variant) -> set[str]:
    """What becomes of the lines at a table, asked of the law itself: a verdict for each meaning."""
    deal = position(under(text, rules))
    for line in lines:
        try:
            actions = [parse(line, deal)]
        except Ambiguous as error:
            actions = [parse(way, deal) for way in error.choices]
        broken = {found.rule if found else LEGAL for found in (breach(deal, action) for action in actions)}
        if broken != {LEGAL} or len(actions) > 1:
            return broken
        deal = play(deal, actions[0])
    return {LEGAL}


@pytest.mark.parametrize("ruling", RULINGS[::7], ids=lambda r: r.id)
def test_a_ruling_gets_the_verdict_that_the_judge_finds(ruling: Ruling) -> None:
    answer = ask(ruling.text, ruling.lines)
    assert (answer.rule or answer.verdict) == judge(ruling).got
    assert (answer.after is not None) == (answer.verdict == LEGAL)


@settings(max_examples=25, deadline=None)
@given(CASES)
def test_every_table_that_is_named_gives_the_other_answer(ruling: Ruling) -> None:
    answer = ask(ruling.text, ruling.lines)
    fixed = {"seats": answer.deal.game.seats, "phase": "draw", **ruling.text}
    for other in answer.others:
        assert (other.breach is None) == (answer.verdict == REFUSED)
        if len(str(fixed.get("taken", "")).split()) != 1:
            there = decided(fixed, ruling.lines, other.variant)
            assert other.breach.rule in there and LEGAL not in there if other.breach else there == {LEGAL}


@settings(max_examples=25, deadline=None)
@given(CASES)
def test_what_could_be_done_instead_is_legal(ruling: Ruling) -> None:
    answer = ask(ruling.text, ruling.lines)
    assert not answer.instead or answer.verdict == REFUSED
    assert all(breach(answer.deal, action) is None for action in answer.instead)
    for line in answer.json()["instead"]:
        assert breach(answer.deal, parse(line, answer.deal)) is None


SAID = "7H 7C 7D 8H 9H KS 2C * *=9S 5S KH 5C ?? 1H with without at on meld 1 2 B: Z:"
VERBS = "draw take meld lay off swap discard call pass deal name block knock shuffle"
LINE = st.lists(st.sampled_from(f"{VERBS} {SAID}".split()), max_size=7).map(" ".join) | st.text(max_size=40)


@settings(max_examples=150, deadline=None)
@given(LINE, st.sampled_from([SEVENS, DEEP, "bridge", "three-deep", {**DEEP, "phase": "call", "turn": "B"}]))
def test_whatever_is_asked_is_answered_or_unreadable(line: str, where: Mapping[str, Any] | str) -> None:
    try:
        answer = ask(where, line)
    except Unreadable as error:
        assert "\n" not in str(error)
        return
    assert answer.text() and json.dumps(answer.json())
    try:
        broken = breach(answer.deal, parse(line, answer.deal))
    except Ambiguous as error:
        assert answer.verdict == AMBIGUOUS and len(answer.meanings) == len(error.choices)
    except Unreadable:
        assert line.lower().split()[:2] == ["lay", "off"] or ":" in line  # a lay-off that names no meld
    else:
        assert answer.breach == broken


KEYS = "variant options seats dealer turn phase stock discards hands table taken owed named totals"
VALUES: list[Any] = [
    "A",
    "7H 7C",
    "play",
    "gambit",
    3,
    -1,
    None,
    [],
    ["B: 5C 5D 5H"],
    {},
    {"A": "7H"},
    {"Z": 3},
]


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(st.sampled_from(KEYS.split()), st.sampled_from(VALUES)),
)
def test_whatever_the_position_is_it_is_read_or_unreadable(text: dict[str, Any]) -> None:
    try:
        assert ask(text, "meld 7H 7C 7D").verdict in (LEGAL, REFUSED)
    except Unreadable as error:
        assert str(error).startswith("The position: ") or "variant" in str(error) or "option" in str(error)


def test_a_deal_that_is_being_played_can_be_asked_about() -> None:
    deal = new_deal(find("basic"), seed=7)
    assert ask(deal, "draw").verdict == LEGAL
    assert ask(deal, "discard KD").rule == "turn.draw-first"
    assert ask(deal, "draw").deal == deal


def test_the_first_line_that_is_not_legal_decides() -> None:
    answer = ask("use-at-once", ["take 7H", "discard 2S", "draw"])
    assert (answer.line, answer.rule) == ("discard 2S", "draw.pile.use-at-once")
    assert [str(action) for action in answer.instead] == ["meld 7H 7D 7C"]


def test_the_mix_that_is_asked_about_takes_the_place_of_the_positions_own() -> None:
    own = {**DEEP, "options": {"drawing.pile": "top"}}
    assert ask(own, "take 5S").rule == "draw.pile.top-only"
    assert ask(own, "take 5S", "rummy-500").verdict == LEGAL
    assert ask(own, "take 5S", options={"drawing.pile": "any"}).verdict == LEGAL
    assert ask(DEEP, "take 5S", find("basic")).rule == "draw.pile.top-only"


def test_a_deep_draw_is_refused_where_only_the_top_card_is_taken() -> None:
    others = ask(DEEP, "take 5S").others
    option = next(other for other in others if other.option == "drawing.pile")
    assert (option.value(), option.breach and option.breach.rule) == ("top", "draw.pile.top-only")
    assert "basic" in {other.variant.id for other in others if not other.option}


def test_where_every_meaning_is_legal_the_move_is_legal() -> None:
    jokers = {"variant": "persian", "phase": "play", "seats": 4, "hands": {"A": "9S 9H * 2C"}}
    answer = ask(jokers, "meld 9S 9H *")
    assert answer.rule == "jokers.own-group"
    assert "wild" in [other.value() for other in answer.others if other.option == "jokers.role"]


def test_a_last_meld_is_refused_at_a_table_that_plays_boathouse() -> None:
    answer = ask({"variant": "500-rum", "phase": "play", "hands": {"A": "3S 3H 3D"}}, "meld 3S 3H 3D")
    refusing = {other.variant.id: other.breach for other in answer.others if not other.option}
    assert refusing["boathouse"] and refusing["boathouse"].rule == "out.must-discard"
    assert "Where going out needs a discard, as in " in answer.text()
    assert "500 Rum, Boathouse" in answer.text()


def test_a_family_of_variants_is_told_by_its_eldest() -> None:
    told = " ".join(ask(DEEP, "take 5S").text().split())
    assert "Where only the top card of the pile may be taken, as in Basic Rummy and " in told
    assert "Block Rummy" not in told


def test_a_lay_off_that_fits_nowhere_is_refused_and_not_unreadable() -> None:
    text = {**DEEP, "phase": "play", "hands": {"A": "2C 9D"}}
    assert ask(text, "lay off 9D").rule == "layoff.group.rank"
    answer = ask({**text, "table": ["B: 5C 5D 5H", "B: 6S 7S 8S"]}, "lay off 9D")
    assert [meaning.breach and meaning.breach.rule for meaning in answer.meanings] == [
        "layoff.group.rank",
        "layoff.sequence.suit",
    ]


def test_a_single_top_card_that_was_kept_is_owed_where_it_must_be_used() -> None:
    kept = {**DEEP, "phase": "play", "taken": "9D", "hands": {"A": "2C 9D"}}
    there = [other for other in ask(kept, "discard 2C").others if other.option == "drawing.top_card"]
    assert [other.breach and other.breach.rule for other in there] == ["draw.pile.use-at-once"]


def test_what_a_legal_move_leads_to_is_told() -> None:
    assert "counts 21 " in ask(SEVENS, "meld 7H 7C 7D").text()
    assert "lay off 5♠ on 5♥ 5♦ 5♣" in ask(DEEP, "take 5S").text()
    assert "8♠ on 5♠ 6♠ 7♠" in ask("bridge", "take 9S").text()
    last = {**DEEP, "phase": "play", "discards": "", "hands": {"A": "5S", "B": "KD"}}
    assert "With it A is out, and the deal is over." in ask(last, "lay off 5S on 5C").leads
    assert "The deal counts A 5 and B 5." in ask(last, "lay off 5S on 5C").leads


def test_a_refused_meld_names_the_melds_that_are_there() -> None:
    answer = ask(SEVENS, "meld 7H 8H KS")
    assert answer.rule == "meld.kind"
    assert {str(action) for action in answer.instead} == {"meld 7H 7D 7C", "meld 7H 8H 9H"}
    assert "meld 7♥ 8♥ 9♥ or 7♥ 7♦ 7♣" in answer.text()


def test_somebody_who_is_not_to_act_is_given_no_alternatives() -> None:
    answer = ask(SEVENS, "B: draw")
    assert answer.rule == "turn.yours" and answer.instead == ()


def test_a_hand_that_the_position_does_not_tell_is_asked_for() -> None:
    answer = ask({"phase": "play"}, "discard KD")
    assert answer.rule == "turn.held" and '--hand A="' in answer.text()


def test_a_line_that_fits_several_things_is_answered_for_each() -> None:
    text = {**DEEP, "phase": "play", "hands": {"A": "9S 2C"}, "table": ["B: 9C 9D 9H", "B: 6S 7S 8S"]}
    answer = ask(text, "lay off 9S")
    assert (answer.verdict, answer.others, answer.instead) == (AMBIGUOUS, (), ())
    assert [meaning.breach for meaning in answer.meanings] == [None, None]
    assert all(ask(text, meaning.line).verdict == LEGAL for meaning in answer.meanings)


def test_the_short_form_names_verdict_and_rule() -> None:
    assert repr(ask(SEVENS, "draw")) == "<refused: draw (rule 3.3, turn.one-draw)>"
    assert repr(ask(SEVENS, "discard KS")) == "<legal: discard KS>"


class Tags(HTMLParser):
    """Every element that a page opens."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)


def test_html_holds_only_the_words_of_an_answer() -> None:
    answer = ask("use-at-once", ["take 7H", "discard 2S"])._replace(line="<script>alert(1)</script>")
    for page in (answer._repr_html_(), answer.text("html")):
        assert "script" not in Tags(page).seen and "&lt;script&gt;" in page
    assert "<script>" not in answer.text("markdown")
    for form in ("text", "markdown", "html"):
        assert "must be melded or laid off" in answer.text(form)


@pytest.mark.parametrize("line", ["take 7H", "meld 7H 7C 7D", "draw"])
def test_the_plain_data_says_what_the_answer_says(line: str) -> None:
    answer = ask(SEVENS, line)
    told = json.loads(json.dumps(answer.json()))
    assert (told["verdict"], told["line"]) == (answer.verdict, line)
    assert (told["rule"] or {"id": ""})["id"] == answer.rule
    assert len(told["otherwise"]) == len(answer.others)


def test_a_sketch_is_filled_in_as_the_question_suggests() -> None:
    assert sketched({}, ["C: meld 7H 7C 7D"])["seats"] == 3
    assert sketched({"table": ["D: 7H 7C 7D"]}, ["draw"])["seats"] == 4
    assert sketched({"variant": "partnership"}, ["draw"])["seats"] == 4
    for line, phase in {"take 5S": "draw", "call 9S on 8S": "call", "lay off 9S on 8S": "play"}.items():
        assert sketched({}, [line])["phase"] == phase
    own = {"phase": "over", "seats": 5, "turn": "B"}
    assert sketched(own, ["A: take 5S"]) == own


def test_a_move_is_told_from_the_name_of_a_position() -> None:
    assert all(map(is_move, ["draw", "B: take 5S", "lay off 5S on 5C", "MELD 7H", "knock KD", "name wild"]))
    assert not any(map(is_move, ["bridge", "-", "my.toml", "use-at-once", "", "withdraw"]))


FILE = '[[ruling]]\nid = "a"\nphase = "play"\n[[ruling]]\nid = "b"\nphase = "draw"\ntry = ["draw"]\n'


def test_one_case_of_a_file_is_found_by_its_id() -> None:
    assert opened(FILE, "my.toml", "b") == {"id": "b", "phase": "draw", "try": ["draw"]}
    assert opened('phase = "play"', "my.toml") == {"phase": "play"}
    assert opened('[position.mine]\nphase = "play"', "my.toml") == {"phase": "play"}


@pytest.mark.parametrize(
    ("text", "name", "says"),
    [
        (FILE, "", "a or b"),
        (FILE, "c", "“c”"),
        ('phase = "play"', "c", "“c”"),
        ('phas = "play"', "", "Did you mean phase?"),
        ('colour = "red"', "", "hands.A"),
        ("try = 3", "", "try"),
        ("ruling = 3", "", "my.toml"),
        ("ruling = [3]", "", "my.toml"),
        (FILE.replace('"b"', '"a"'), "a", "several rulings or positions “a”"),
        ("phase = ", "", "TOML"),
        ("phase = " + "[" * 20_000, "", "my.toml"),
    ],
)
def test_a_file_that_holds_no_such_case_is_one_sentence(text: str, name: str, says: str) -> None:
    with pytest.raises(Unreadable) as caught:
        opened(text, "my.toml", name)
    assert str(caught.value).startswith("my.toml: ") and says in str(caught.value)


def test_nothing_asked_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="take 5S"):
        ask("bridge", [])


def test_without_a_line_the_lines_that_the_position_tries_are_asked_about() -> None:
    tried = {**SEVENS, "try": ["meld 7H 7C 7D"]}
    assert ask(tried).line == "meld 7H 7C 7D" and ask(tried, "draw").line == "draw"


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"variant": "nope"}, "no variant"),
        ({"options": {"x": 1}}, "no option"),
        ({"try": ["fly away"]}, "“fly away” is no line"),
        ({"try": "draw"}, "the key try is a list"),
        ({"totals": {"Q": 1}, "try": ["draw"]}, "no seat Q"),
        ({"totals": {"A": "5/0"}, "try": ["draw"]}, "totals"),
    ],
)
def test_what_is_wrong_in_a_position_is_told_with_its_place(keys: dict[str, Any], says: str) -> None:
    with pytest.raises(Unreadable) as caught:
        ask(keys, place="my.toml")
    assert str(caught.value).startswith("my.toml: ") and says in str(caught.value)


def test_a_call_is_told_to_be_refused_where_nobody_calls() -> None:
    call = {"variant": "rummy-500", "phase": "call", "seats": 3, "turn": "B", "by": "A"}
    call |= {"hands": {"A": "2S", "B": "3S", "C": "4S"}, "discards": "8H 9D", "table": ["A: 6D 7D 8D"]}
    off = [o for o in ask(call, "C: call 9D on 8D").others if o.breach and o.breach.rule == "calling.off"]
    assert {"calling.rummy", ""} == {other.option for other in off}


def test_the_line_that_cannot_be_read_is_named() -> None:
    with pytest.raises(Unreadable, match="“take 1H”"):
        ask("bridge", ["take 9S", "take 1H"])


def test_a_card_that_is_owed_is_said_with_its_uses() -> None:
    answer = ask({**SEVENS, "taken": "7H KS", "owed": "7H"}, "discard KS")
    assert answer.rule == "draw.pile.use-at-once"
    assert all(action.need & cards("7H")[0].bit for action in answer.instead)
