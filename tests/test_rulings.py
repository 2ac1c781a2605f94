"""The rulings: every one is read, comes out as it says, and every rule has its examples."""

from __future__ import annotations

from collections import Counter
from importlib import resources
from pathlib import Path

import pytest

from rummy.positions import variant_of
from rummy.rules import article, articles
from rummy.rulings import AMBIGUOUS, LEGAL, Ruling, collection, judge, load
from rummy.variants import variants
from rummy.words import Unreadable

RULINGS = collection()
FOLDER = Path(str(resources.files("rummy").joinpath("data/rulings")))

FIRST_COLLECTION = 158
"""How many rulings the project began with; their ids begin with C."""


def shows(ruling: Ruling) -> set[str]:
    """The rules a ruling is an example of."""
    named = set(ruling.text.get("articles", ()))
    return named if ruling.verdict in (LEGAL, AMBIGUOUS) else named | {ruling.verdict}


def changed(ruling: Ruling, **keys: object) -> Ruling:
    """The same ruling with other keys."""
    return ruling._replace(text={**ruling.text, **keys})


def named(key: str) -> Ruling:
    """The ruling with this id."""
    return next(r for r in RULINGS if r.id == key)


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda r: r.id)
def test_it_comes_out_as_it_says(ruling: Ruling) -> None:
    outcome = judge(ruling)
    assert bool(outcome.differs) == bool(ruling.disputed), outcome.differs
    if outcome.breach is not None:
        assert "{" not in outcome.breach.sentence


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda p: p.stem)
def test_every_file_is_part_of_the_collection(path: Path) -> None:
    mine = {r.id for r in load(path)}
    assert mine and mine <= {r.id for r in RULINGS}


def test_ids_are_given_once() -> None:
    assert [key for key, times in Counter(r.id for r in RULINGS).items() if times > 1] == []


def test_the_first_collection_is_complete() -> None:
    assert len([r for r in RULINGS if r.id.startswith("C-")]) == FIRST_COLLECTION


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda r: r.id)
def test_it_is_written_in_full(ruling: Ruling) -> None:
    assert ruling.question.endswith("?") and ruling.text["sources"]
    assert all(key in articles() for key in shows(ruling))
    if ruling.verdict == LEGAL:
        assert ruling.text["articles"] and ruling.text["then"]
        return
    assert "then" not in ruling.text
    assert ruling.verdict == AMBIGUOUS or articles()[ruling.verdict].refuses


def test_ids_of_examples_are_numbers_of_rules() -> None:
    for ruling in RULINGS:
        if ruling.id.startswith("E-"):
            assert article(ruling.id[2:-1]).id in shows(ruling), ruling.id


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda r: r.id)
def test_it_is_an_example_of_rules_that_its_table_knows(ruling: Ruling) -> None:
    facts = variant_of(ruling.text).facts()
    assert [key for key in ruling.text.get("articles", ()) if not article(key).applies(facts)] == []


@pytest.mark.parametrize("name", variants())
def test_every_variant_is_asked_about(name: str) -> None:
    assert [r.id for r in RULINGS if r.text["variant"] == name]


def test_a_wrong_verdict_is_noticed() -> None:
    for key in ("C-13", "C-12", "E-6.1c"):
        wrong = changed(named(key), verdict="discard.keep-one")
        assert len(judge(wrong).differs) == 1 and not judge(wrong).passed


def test_a_wrong_fact_is_noticed() -> None:
    ruling = named("C-12")
    for then in (
        {"points": {"A": 6}},
        {"hands": {"A": "2C 9D"}},
        {"discards": "KH"},
        {"table": []},
        {"turn": "B"},
    ):
        assert len(judge(changed(ruling, then=then)).differs) == 1, then


def test_a_refusal_before_the_last_line_is_noticed() -> None:
    ruling = changed(named("C-13"), **{"try": ["take 7H", "draw"]})
    assert judge(ruling).differs


def test_an_earlier_line_that_is_refused_is_told_as_one_that_must_be_legal() -> None:
    ruling = changed(named("C-13"), **{"try": ["discard 2S", "draw"]}, verdict="turn.draw-first")
    (told,) = judge(ruling).differs
    assert "“discard 2S” is turn.draw-first already" in told and "last line" in told


def test_a_refused_ruling_may_say_what_stays_as_it_was() -> None:
    hand = str(named("C-13").text["hands"]["A"])
    assert judge(changed(named("C-13"), then={"hands": {"A": hand}})).passed
    assert len(judge(changed(named("C-13"), then={"hands": {"A": "2S"}})).differs) == 1


def test_a_rule_that_is_nearly_named_is_put_right(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[[ruling]]\nid = "X"\ntry = ["draw"]\narticles = ["meld.sizes"]\n', encoding="utf-8")
    with pytest.raises(Unreadable, match=r"Did you mean meld\.size\?"):
        load(path)


def test_partners_have_one_score_before_the_deal() -> None:
    keys = {"variant": "partnership", "seats": 4, "try": ["draw"], "verdict": "legal"}
    plain = Ruling("X", "mine.toml, ruling X", keys | {"then": {"totals": {"C": 5}}})
    assert judge(changed(plain, totals={"A": 5})).passed
    assert judge(changed(plain, totals={"A": 5, "C": "5"})).passed
    with pytest.raises(Unreadable, match="side of A and C"):
        judge(changed(plain, totals={"A": 5, "C": 6}))


def test_a_disputed_ruling_does_not_pass() -> None:
    assert not judge(changed(named("C-12"), disputed="for the sake of argument")).passed


def test_a_plain_refused_will_do() -> None:
    assert judge(changed(named("C-13"), verdict="refused")).passed
    assert judge(changed(named("C-12"), verdict="refused")).differs


@pytest.mark.parametrize(
    "text",
    [
        "ruling = 3",
        "[[ruling]]\nid = ",
        '[[ruling]]\nid = "X"\n',
        '[[ruling]]\nid = "X"\ntry = []\nverdict = "draw.no-such-rule"\n',
        '[[ruling]]\nid = "X"\ntry = []\nthen.joy = 1\n',
        '[[ruling]]\nid = "X"\ntry = []\ncolour = "red"\n',
        '[[ruling]]\nid = " "\ntry = ["draw"]\n',
        '[[ruling]]\nid = "X"\ntry = []\n',
        '[[ruling]]\nid = "X"\ntry = []\nverdict = "refused"\nthen.over = false\n',
        '[[ruling]]\nid = "X"\ntry = ["draw"]\nsources = 5\n',
        '[[ruling]]\nid = "X"\ntry = ["draw"]\narticles = "turn.yours"\n',
        '[[ruling]]\nid = "X"\ntry = ["draw"]\n[[ruling]]\nid = "X"\ntry = ["draw"]\n',
    ],
    ids=[
        *("no list", "breaks off", "no try", "no such rule", "no such fact", "no such key"),
        *("no id", "nothing tried or told", "nothing refused", "no sources", "no articles", "id twice"),
    ],
)
def test_a_file_that_is_none_is_named_in_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Unreadable) as caught:
        load(path)
    assert "mine.toml" in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "keys",
    [
        {"hands": {"A": "5S 5S 5S"}},
        {"discards": "5S 1H"},
        {"seats": 9},
        {"phase": "tea"},
        {"stock_left": 53},
        {"table": ["B: 5C 6D 9H"]},
        {"try": ["sing"]},
    ],
    ids=lambda keys: next(iter(keys)),
)
def test_an_impossible_position_is_named_with_its_ruling(keys: dict[str, object]) -> None:
    with pytest.raises(Unreadable, match="C-12"):
        judge(changed(named("C-12"), **keys))
