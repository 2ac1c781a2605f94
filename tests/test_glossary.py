"""The glossary: every term is explained once, is used somewhere, and leads to rules that exist."""

from __future__ import annotations

import re

import pytest

from rummy.glossary import terms
from rummy.rules import articles
from rummy.words import catalogue

TERMS = terms()
WORDS = " ".join(text for key, text in catalogue().items() if not key.startswith("term.")).casefold()


def used(word: str) -> bool:
    """Does a word occur in what the book says, whole or with an ending?"""
    return bool(re.search(rf"\b{re.escape(word.casefold())}(s|es|ed|ing)?\b", WORDS))


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.word)
def test_a_term_is_explained_in_whole_sentences_and_used_somewhere(term):
    assert (term.text.endswith(".") and term.text[0].isupper()) or term.text[0].isdigit()
    assert 1 <= len(re.findall(r"[.](?: |$)", term.text)) <= 2
    assert used(term.word) or any(map(used, term.also))


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.word)
def test_a_term_leads_to_rules_that_exist(term):
    assert term.articles and set(term.articles) <= articles().keys()
    assert len(set(term.articles)) == len(term.articles)


def test_no_word_has_two_meanings():
    there = [word.casefold() for term in TERMS for word in (term.word, *term.also)]
    assert len(there) == len(set(there))


def test_nothing_but_terms_stands_in_the_glossary():
    keys = [key for key in catalogue() if key.startswith("term.")]
    assert {key.rpartition(".")[2] for key in keys} == {"text", "also", "articles"}
    assert len({key.rpartition(".")[0] for key in keys}) == len(TERMS) >= 50


@pytest.mark.parametrize(
    ("word", "means"),
    [
        ("set", "group"),
        ("run", "sequence"),
        ("talon", "stock"),
        ("deadwood", "unmatched card"),
        ("rum", "calling rummy"),
    ],
)
def test_what_players_say_elsewhere_is_found(word, means):
    assert [term.word for term in TERMS if word in term.also] == [means]
