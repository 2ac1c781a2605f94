"""What differs between two tables: all of it, and nothing else."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy.compare import compare, names
from rummy.options import option
from rummy.rulebook import rulebook, write
from rummy.rulebook.book import by_chapter
from rummy.rulebook.page import Grid
from rummy.rules import matters
from rummy.variants import choices, code, differences, find, variants
from rummy.words import Unreadable

from .mixes import mix

tables = st.randoms(use_true_random=False).map(mix)
chosen = settings(max_examples=100, deadline=None, derandomize=True, database=None)


@chosen
@given(a=tables)
def test_a_table_does_not_differ_from_itself(a):
    made = compare(a, code(a))
    assert not made.changes and not made.idle
    assert [x.id for x in made.stays] == [p.article.id for p in rulebook(a).paragraphs]
    assert "Nothing differs" in str(made)


@chosen
@given(a=tables, b=tables)
def test_a_comparison_is_the_same_from_both_ends(a, b):
    there, back = compare(a, b), compare(b, a)
    assert [(c.article, c.theirs, c.ours) for c in there.changes] == [
        (c.article, c.ours, c.theirs) for c in back.changes
    ]
    assert there.stays == back.stays and there.idle == back.idle


@chosen
@given(a=tables, b=tables)
def test_what_is_told_is_exactly_what_the_books_say_otherwise(a, b):
    made = compare(a, b)
    ours, theirs = ({p.article.id: p.sentences for p in rulebook(v).paragraphs} for v in (a, b))
    changed = {c.article.id for c in made.changes}
    assert changed == {key for key in ours | theirs if ours.get(key) != theirs.get(key)}
    assert {x.id for x in made.stays} == ours.keys() & theirs.keys() - changed
    for change in made.changes:
        assert set(change.ours) <= set(ours.get(change.article.id, ()))
        assert not set(change.ours) & set(theirs.get(change.article.id, ()))
        assert not set(change.theirs) & set(ours.get(change.article.id, ()))
        said = [*ours.get(change.article.id, ()), *theirs.get(change.article.id, ())]
        assert all(said.count(shared) == 2 for shared in change.before)
        assert change.before == ours.get(change.article.id, ())[: len(change.before)]


ALIKE = {"as-usual", "everyone-penalised"}
"""How a deal with nobody out counts: of penalty points these two say the same."""


def value_of(variant):
    """How a deal with nobody out counts at a table."""
    return variant.scoring.nobody_out


def changes_of_one_option():
    """Every named variant with any one option changed, where it can be."""
    for variant, key in product(variants().values(), find("basic").options()):
        for value in choices(key):
            if isinstance(value, type) or str(value) == str(variant.options()[key]):
                continue
            try:
                yield variant, key, variant.changed({key: value})
            except Unreadable:
                continue


def test_whatever_option_makes_a_difference_is_told_in_words():
    silent = set()
    for variant, key, other in changes_of_one_option():
        told = bool(compare(variant, other).changes)
        if variant.scoring.method == "penalty" and {value_of(variant), value_of(other)} == ALIKE:
            continue
        if not told and (matters(key, variant.facts()) or matters(key, other.facts())):
            silent.add((key, str(variant.options()[key]), str(other.options()[key]), variant.id))
    assert sorted(silent) == []


def test_an_option_that_makes_no_difference_is_named_as_such():
    made = compare("basic", "basic + scoring.four_aces=100")
    assert made.idle == ("scoring.four_aces",) and not made.changes
    assert "scoring.four_aces" in str(made) and "no difference" in str(made)


def test_500_rum_and_rummy_500_differ_where_players_quarrel():
    made = compare("500-rum", "rummy-500")
    changed = {c.article.id: c for c in made.changes}
    assert {"setup.pack", "deal.opening-discard", "draw.top.useful", "calling.take-only"} <= changed.keys()
    assert changed["draw.top.useful"].ours and not changed["draw.top.useful"].theirs
    text = str(made)
    assert (
        "In 500 Rum: " in text and "Only in 500 Rum: " in text and "Only in Rummy 500 with jokers: " in text
    )
    there = differences(made.a, made.b).keys() - {*made.idle}
    assert [*options(made)] == [option(key).title for key in differences(made.a, made.b) if key in there]


def options(made):
    """The options of a comparison as they are printed."""
    (grid,) = [block for block in made.page().blocks if isinstance(block, Grid)]
    return dict(grid.rows)


def test_no_value_is_shown_of_an_option_that_does_nothing_at_a_table():
    made = compare("basic", "romme")
    told = "Basic Rummy: it makes no difference; Rommé: 20 points (scoring.joker_hand)"
    assert options(made)["A joker in the hand"] == told
    assert "no difference" not in str(compare("basic", "block"))


def test_what_differs_does_not_hang_in_the_air():
    text = " ".join(str(compare("500-rum", "rummy-500")).split())
    start = text.index("A turn begins with a draw, from the stock")
    assert text[start:].startswith(
        "A turn begins with a draw, from the stock or from the discard pile. Melding, laying off and the"
    )


def test_what_stays_is_counted_and_listed_for_those_who_ask():
    made = compare("basic", "block")
    short, long = str(made.page()), str(made.page(stays=True))
    assert f"{len(made.stays)} rules stay the same." in short and "meld.size" not in short
    assert all(f"({x.id})" in long for x in made.stays)


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_every_format_names_every_article_that_changes(form):
    made = compare("basic", "romme")
    text = write(made.page(), form)
    assert [c.article.id for c in made.changes if c.article.id not in text] == []


def test_two_tables_of_one_name_are_told_apart():
    a, b = find("basic + match.target=50"), find("basic + match.target=200")
    assert names(a, b) == ("the first table", "the second table")
    text = str(compare(a, b))
    assert text.index(code(a)) < text.index(code(b)) < text.index("In the first table: ")
    assert names(find("basic"), a) == ("Basic Rummy", "Basic Rummy, house rules")


def test_joker_rummy_is_another_name_and_nothing_else():
    assert not compare("rummy-500", "joker-rummy").changes


def test_articles_of_a_change_come_in_the_order_of_the_book():
    order = [a.id for inside in by_chapter().values() for a in inside]
    for seed in range(20):
        made = compare(mix(Random(seed)), mix(Random(seed + 1000)))
        at = [order.index(c.article.id) for c in made.changes]
        assert at == sorted(at)


@pytest.mark.parametrize(("text", "near"), [("rumy-500", "rummy-500"), ("Persian Rummy", "persian")])
def test_an_unknown_variant_is_answered_with_the_nearest_one(text, near):
    with pytest.raises(Unreadable, match=f"Did you mean {near}"):
        compare("basic", text)


def test_a_chapter_is_called_by_what_the_tables_have():
    titles = {b: {c.chapter for c in compare("basic", b).changes} for b in ("5000", "persian", "romme")}
    assert "Wild cards" in titles["5000"] and "Jokers" in titles["persian"] & titles["romme"]
    assert "Wild cards and jokers" in {c.chapter for c in compare("persian", "5000").changes}
