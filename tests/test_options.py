"""The options in words: each has a title, a reason, and phrases and clauses that read as English."""

from __future__ import annotations

import re
from random import Random

import pytest

from rummy.options import clause, number, option, options, told
from rummy.rules import articles, fits
from rummy.variants import Variant, choices, find, variants
from rummy.words import Unreadable, catalogue, data

from .mixes import value as any_value

NAMES = [one.name for one in options()]
BARE = re.compile("|".join(re.escape(name) for name in NAMES))


def conditions() -> list[str]:
    """Every condition that the rules and their words depend on."""
    book = data("rules.toml")
    written = [a.when for a in articles().values() if a.when] + [*book["needs"].values()]
    written += [key.partition(".if.")[2] for key in catalogue() if ".if." in key]
    return sorted({*written, *book["condition"], *book["condition"].values()})


def clean(text: str) -> None:
    """What holds for any words about an option."""
    assert text and text == text.strip() and "  " not in text and not set(text) & set("{}=|<>&")
    assert not BARE.search(text), text


def test_every_option_of_a_table_is_told_in_the_order_of_play():
    assert [*find("basic").options()] == NAMES
    groups = list(dict.fromkeys(one.group_title for one in options()))
    assert len(groups) == len(Variant._fields) - 1 == 12


@pytest.mark.parametrize("one", options(), ids=NAMES)
def test_an_option_has_a_title_a_reason_and_a_rule_to_read(one):
    assert 2 <= len(one.title.split()) <= 5 or one.title in ("Floating", "Knocking", "Partners")
    for text in (one.title, one.text, one.group_title, one.slot):
        clean(text)
    assert one.text.endswith(".") and 40 < len(one.text) < 330
    assert one.articles and all(one.name in a.options for a in one.articles)
    assert {a.id for a in one.articles} == {a.id for a in articles().values() if one.name in a.options}


def test_no_two_options_have_the_same_title():
    titles = [one.title for one in options()]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("one", options(), ids=NAMES)
def test_every_value_has_a_phrase_and_a_clause_of_its_own(one):
    phrases = [text for _, text in one.values]
    assert len(set(phrases)) == len(phrases)
    clauses = [clause(f"{one.name}={value}") for value, _ in one.values]
    assert len(set(clauses)) == len(clauses)
    for text in (*phrases, *clauses):
        clean(text)
        assert not text.endswith(".") and len(text) < 100
    assert all(text == told(one.name, value) == told(one.name, str(value)) for value, text in one.values)


@pytest.mark.parametrize("one", options(), ids=NAMES)
def test_an_option_knows_its_kind_and_what_else_it_could_be(one):
    there = choices(one.name)
    assert one.kind == ("text" if str in there else "number" if int in there else "choice")
    fixed = {v for v in there if not isinstance(v, type)}
    known = {v.options()[one.name] for v in variants().values()}
    values = {value for value, _ in one.values}
    assert fixed | known <= values and (one.kind != "choice" or values == fixed)
    assert bool(one.any) == (one.kind != "choice")


@pytest.mark.parametrize("name", NAMES)
def test_any_value_a_table_could_choose_is_told(name):
    chance = Random(name)
    for _ in range(30):
        one = any_value(name, chance)
        try:
            text = told(name, one)
        except Unreadable:
            continue  # a number that is too small here
        clean(text)


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("scoring.ace_low", 1, "1 point"),
        ("scoring.ace_low", "15", "15 points"),
        ("match.deals", 6, "six deals"),
        ("match.deals", 1, "one deal"),
        ("ending.recycle_limit", 3, "three times"),
        ("pack.jokers", 2, "two in each pack"),
        ("players.seats", "4", "four players"),
        ("players.seats", "2-3", "two or three players"),
        ("players.seats", "2-8", "two to eight players"),
        ("dealing.hand", "1", "one card each"),
        ("dealing.hand", "10", "ten cards each"),
        ("dealing.hand", "2:13,3-8:7", "thirteen with two players, seven with three to eight"),
        (
            "dealing.hand",
            "2:10,3:7,4:7,5-6:6",
            "ten with two players, seven with three or four, six with five or six",
        ),
    ],
)
def test_numbers_hands_and_seats_are_put_into_words(name, value, text):
    assert told(name, value) == text


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("drawing.piles", "any", "Did you mean drawing.pile?"),
        ("drawing.pile", "deep", "cannot be “deep”"),
        ("scoring.ace_low", -1, "cannot be “-1”"),
        ("match.deals", 0, "cannot be “0”"),
        ("dealing.hand", "2:x", "cannot be “2:x”"),
        ("players.seats", "8-2", "cannot be “8-2”"),
        ("match.target", None, "cannot be “NoneType”"),
    ],
)
def test_what_is_no_option_or_no_value_is_one_sentence(name, value, says):
    with pytest.raises(Unreadable, match=re.escape(says)):
        told(name, value)
    with pytest.raises(Unreadable):
        option("")


def test_numbers_are_words_where_they_are_small():
    assert [number(n) for n in (0, 1, 20, 21, 500)] == ["no", "one", "twenty", "21", "500"]


@pytest.mark.parametrize("condition", conditions())
def test_every_condition_of_the_rules_reads_as_english(condition):
    clean(clause(condition))


@pytest.mark.parametrize("one", options(), ids=NAMES)
def test_any_test_of_an_option_is_a_clause(one):
    chance = Random(one.name)
    values = [str(value) for value, _ in one.values]
    for _ in range(20):
        some = "|".join(dict.fromkeys(chance.choices(values, k=min(len(values), chance.randrange(1, 4)))))
        for sign in ("=", "!="):
            if sign == "=" or one.kind != "choice" or len(set(some.split("|"))) < len(values):
                clean(clause(f"{one.name}{sign}{some}"))
                clean(clause(f"calls & {one.name}{sign}{some} or wild"))
    if one.kind == "number":
        clean(clause(f"{one.name}>7"))


def test_a_clause_says_the_opposite_for_the_other_values():
    assert clause("drawing.pile!=any") == clause("drawing.pile=top")
    assert fits("drawing.pile!=any", find("basic").facts())


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        ("scoring.ace_low!=15", "a low ace counts anything but 15"),
        ("scoring.ace_low>5", "a low ace counts more than 5"),
        ("match.deals=3|5", "the match is three or five deals"),
        ("dealing.hand!=exposed", "the hands are dealt face down"),
        ("dealing.hand=10|7", "the hands are ten cards each or the hands are seven cards each"),
        ("players.seats!=4", "the game is not just for four players"),
        (
            "calls & ending.floating=on|off",
            "rummy may be called and either a floating player draws from stock or pile or nobody floats",
        ),
        (
            "calls & wild or lays & wild",
            "rummy may be called and some cards are wild, "
            "or where cards may be laid off and some cards are wild",
        ),
    ],
)
def test_clauses_are_joined_so_that_they_can_be_told_apart(condition, text):
    assert clause(condition) == text


EVERYDAY = {"wild", "off", "lowest", "penalty", "pay"}
"""Values whose code is a word that a sentence may have for another reason."""


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_contradiction_names_a_value_with_its_option_so_that_both_can_be_put_into_words(language):
    for key, text in catalogue(language).items():
        if key.startswith("error.contradiction."):
            named = re.findall(r"[a-z_]+\.[a-z_]+", text)
            codes = {str(value) for name in named for value, _ in option(name).values}
            bare = re.sub(r"[a-z_]+\.[a-z_]+(=[\w-]+)?", "", text)
            assert not (codes - EVERYDAY) & set(re.findall(r"\b[a-z][a-z-]*\b", bare)), key
