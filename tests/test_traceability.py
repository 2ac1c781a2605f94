"""From the texts to the rules and back: every entry became something, every rule shows itself."""

from __future__ import annotations

from collections import Counter

import pytest

from rummy.inventory import Entry, citations, covers, entries, sources
from rummy.positions import variant_of
from rummy.rules import Article, article, articles
from rummy.rulings import AMBIGUOUS, LEGAL, collection
from rummy.variants import choices, find

ENTRIES = entries()
RULINGS = collection()
OPTIONS = find("rummy-500").options()

ALL = {"S0": 84, "S1": 48, "S2": 66, "G": 20}
"""How many entries each text has, and how many gaps they leave."""
WORDS = [(key, value) for key in OPTIONS for value in choices(key) if isinstance(value, str)]


def test_the_inventory_is_whole():
    assert list(ENTRIES) == [f"{text}-{n:02}" for text, number in ALL.items() for n in range(1, number + 1)]


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=lambda e: e.id)
def test_an_entry_became_something_or_says_why_not(entry: Entry):
    cover = covers(entry.id)
    assert bool(cover.articles or cover.rulings) != bool(entry.reason)
    assert not entry.reason or entry.reason.startswith("background: ")


def test_every_source_is_in_the_inventory_or_named_beside_it():
    assert set(citations()) <= {*ENTRIES, *sources()}


def test_no_source_is_named_for_nothing():
    assert set(sources()) <= set(citations())


@pytest.mark.parametrize("rule", articles().values(), ids=lambda a: a.id)
def test_a_rule_has_a_legal_example(rule: Article):
    assert [r.id for r in RULINGS if r.verdict == LEGAL and rule.id in r.text["articles"]]


@pytest.mark.parametrize("rule", [a for a in articles().values() if a.refuses], ids=lambda a: a.id)
def test_a_rule_that_refuses_has_a_refused_example(rule: Article):
    assert [r.id for r in RULINGS if r.verdict == rule.id]


def test_no_rule_that_only_counts_refuses():
    refused = {r.verdict for r in RULINGS} - {LEGAL, AMBIGUOUS}
    assert [key for key in refused if not article(key).refuses] == []


@pytest.mark.parametrize("key", OPTIONS)
def test_an_option_has_a_rule_that_depends_on_it(key: str):
    assert [a.id for a in articles().values() if key in a.options]


def test_a_rule_depends_on_options_that_exist():
    assert {key for a in articles().values() for key in a.options} == set(OPTIONS)


@pytest.mark.parametrize(("key", "value"), WORDS, ids=lambda part: part)
def test_every_choice_of_an_option_is_met_in_a_ruling(key: str, value: str):
    assert [r.id for r in RULINGS if variant_of(r.text).options()[key] == value]


@pytest.mark.parametrize("key", OPTIONS)
def test_every_option_is_met_with_two_values(key: str):
    met = Counter(variant_of(r.text).options()[key] for r in RULINGS)
    assert len(met) > 1, met
