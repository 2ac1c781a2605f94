"""The book of rules: ids, numbers, sources, and breaches as values."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from rummy.cards import cards
from rummy.clauses import ROWS
from rummy.rules import Breach, IllegalAction, article, articles, chapters
from rummy.rulings import collection, judge
from rummy.variants import choices, find
from rummy.words import Unreadable

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
    assert [s for a in BOOK.values() for s in a.sources if not re.fullmatch(r"(S[012]|G)-\d\d", s)] == []
    assert all(
        choices(option) for a in BOOK.values() for option in a.options if option in find("basic").options()
    )


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
