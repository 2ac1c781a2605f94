"""The book of rules: ids, numbers, sources, and breaches as values."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rummy.cards import cards
from rummy.clauses import ROWS
from rummy.inventory import entries, sources
from rummy.rules import Breach, IllegalAction, _read_condition, article, articles, chapters, fits
from rummy.rulings import collection, judge
from rummy.variants import _spelled, choices, find
from rummy.words import Unreadable, catalogue, data

BOOK = articles()


def test_numbers_go_up_without_a_gap():
    numbers = [tuple(map(int, a.number.split("."))) for a in BOOK.values()]
    for (chapter, place), after in pairwise(numbers):
        assert after in ((chapter, place + 1), (chapter + 1, 1)) or after[0] == chapter
    assert len(set(numbers)) == len(numbers)


def test_every_chapter_has_its_rules():
    assert [a for rules in chapters().values() for a in rules] != []
    assert sum(map(len, chapters().values())) == len(BOOK)


@pytest.mark.parametrize("key", BOOK)
def test_a_rule_is_found_by_id_and_by_number(key):
    assert article(key) is article(BOOK[key].number) is BOOK[key]


@pytest.mark.parametrize("text", ["", "draw", "4", "99.1", "draw.pile.useful ", "x" * 9999])
def test_an_unknown_rule_is_unreadable(text):
    with pytest.raises(Unreadable, match="no rule"):
        article(text)


def test_every_rule_names_sources_of_the_inventory_and_real_options():
    assert [k for k, a in BOOK.items() if not a.sources] == []
    there = {*entries(), *sources()}
    assert [(k, s) for k, a in BOOK.items() for s in a.sources if s not in there] == []
    options = find("basic").options()
    assert [(k, option) for k, a in BOOK.items() for option in a.options if option not in options] == []


def conditions() -> list[tuple[str, str]]:
    """Every condition of the rules and of their sentences, with its place."""
    book = data("rules.toml")
    found = [(f"condition {name}", text) for name, text in book["condition"].items()]
    found += [(f"needs {option}", text) for option, text in book["needs"].items()]
    found += [(f"rule {key}", a.when) for key, a in BOOK.items() if a.when]
    return found + [(k.partition(".if.")[0], k.partition(".if.")[2]) for k in catalogue() if ".if." in k]


def test_every_condition_tests_real_options_for_values_that_they_can_have():
    facts = find("basic").facts()
    free = {"packs": {"one", "two", "some"}, "aces": {"one", "two", "many"}, "ace": {"15"}}
    for place, text in conditions():
        assert fits(text, facts) in (True, False), place
        for option, _, values in (test for way in _read_condition(text) for test in way):
            if option in data("rules.toml")["condition"]:
                continue
            there = free[option] if option in free else {str(v) for v in choices(option)}
            wrong = {v for v in values if v not in there and not (str(int) in there and v.isdecimal())}
            wrong = {v for v in wrong if str(str) not in there or not _spelled(option, v)}
            assert not wrong, (place, text, option, wrong)


def test_an_option_that_needs_others_is_an_option():
    assert {*data("rules.toml")["needs"]} <= {*find("basic").options()}


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("", True),
        ("pack.jokers>1", True),
        ("pack.jokers>2", False),
        ("pack.jokers=2 & jokers.role=wild", True),
        ("pack.jokers=2 & jokers.role=none|gambit", False),
        ("jokers.role!=none", True),
        ("melding.wild_rank=exposed or pack.jokers>0", True),
        ("match.deals>1", False),  # none is no number
        ("wild", True),
        ("gambit or pack.jokers=0", False),
    ],
)
def test_a_condition_holds_or_does_not(condition, holds):
    assert fits(condition, find("rummy-500").facts()) is holds


def test_every_clause_belongs_to_a_rule_that_refuses_and_every_such_rule_has_a_clause():
    assert {row.rule for row in ROWS} == {key for key, a in BOOK.items() if a.refuses}


def test_a_breach_tells_rule_cards_and_sentence():
    broken = Breach("discard.not-back", cards("9S"), {"card": "9♠"})
    assert broken.article.number == "8.1" and "9♠" in broken.sentence
    assert str(broken) == f"{broken.sentence} (rule 8.1, discard.not-back)"


def test_every_rule_that_refuses_says_so_in_a_sentence_without_gaps():
    broken = [b for ruling in collection() if (b := judge(ruling).breach)]
    assert {b.rule for b in broken} == {key for key, a in BOOK.items() if a.refuses}
    for text in (b.sentence for b in broken):
        assert text[-1] == "." and text == text.strip() and text.isprintable()
        assert not [gap for gap in ("{", "}", "  ", " .", " ,", ", ,", " :", "None") if gap in text], text


def test_an_illegal_action_carries_its_breach():
    broken = Breach("turn.one-draw", (), {})
    error = IllegalAction(broken)
    assert error.breach is broken and str(error) == str(broken)
    assert isinstance(error, ValueError) and not isinstance(error, Unreadable)
