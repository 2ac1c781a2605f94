"""The words: every id that is asked for exists, and gets the facts it speaks of."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

import rummy
from rummy.rules import articles
from rummy.variants import _CONTRADICTIONS, find
from rummy.words import Ambiguous, Unreadable, catalogue, clip, listed, say

PACKAGE = Path(rummy.__file__).parent
WORDS = catalogue()
FORMS = {"one", "many"}


def wants(key: str) -> set[str]:
    """The facts a sentence speaks of."""
    return {name for _, name, _, _ in Formatter().parse(WORDS[key]) if name is not None}


def said() -> list[tuple[str, ast.Call]]:
    """Every call of `say` in the package, with its place."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        calls = (n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Call))
        named = (n for n in calls if isinstance(n.func, ast.Name) and n.func.id == "say" and n.args)
        found += [(f"{path.relative_to(PACKAGE)}:{n.lineno}", n) for n in named]
    return found


def keys_of(node: ast.expr, given: set[str | None]) -> list[str]:
    """The ids that an expression can mean: all that fit where a part is only known later.

    With a ``count`` it means the forms for one and for many.
    """
    if isinstance(node, ast.IfExp):
        return keys_of(node.body, given) + keys_of(node.orelse, given)
    if isinstance(node, ast.Constant):
        fixed = str(node.value)
        forms = [f"{fixed}.one", f"{fixed}.many"]
        return forms if "count" in given or (None in given and fixed not in WORDS) else [fixed]
    if isinstance(node, ast.JoinedStr):
        parts = [re.escape(str(v.value)) if isinstance(v, ast.Constant) else r"[\w.-]+" for v in node.values]
        fit = {k for k in WORDS if re.fullmatch("".join(parts), k)}
        formed = {k for k in WORDS if k.rpartition(".")[2] in FORMS and k.rpartition(".")[0] not in WORDS}
        if "count" in given:
            stems = {k.rpartition(".")[0] for k in formed}
            return [f"{k}.{form}" for k in stems if re.fullmatch("".join(parts), k) for form in FORMS]
        return sorted(fit - formed or fit) or ["".join(parts)]
    return []


SAID = [
    (place, key, node)
    for place, node in said()
    for key in keys_of(node.args[0], {word.arg for word in node.keywords})
]


def test_the_search_finds_what_is_said():
    assert len(SAID) > 150


def test_every_id_that_is_asked_for_exists():
    assert [(place, key) for place, key, _ in SAID if key not in WORDS] == []


def test_every_sentence_gets_the_facts_it_speaks_of():
    short = []
    for place, key, node in SAID:
        given = {word.arg for word in node.keywords}
        whole = None not in given and isinstance(node.args[0], ast.Constant | ast.IfExp)
        if whole and key in WORDS and not wants(key) <= given:
            short.append((place, key, wants(key) - given))
    assert short == []


def test_a_number_is_given_wherever_it_picks_the_form():
    formed = [
        (place, {word.arg for word in node.keywords})
        for place, key, node in SAID
        if key.rpartition(".")[2] in FORMS and key.rpartition(".")[0] not in WORDS
    ]
    assert formed and [place for place, given in formed if not given & {"count", None}] == []


def test_what_has_a_form_for_one_has_a_form_for_many():
    ones = [key.removesuffix("one") for key in WORDS if key.endswith(".one")]
    assert ones and [key for key in ones if f"{key}many" not in WORDS] == []


def test_every_text_is_clean():
    assert [k for k, t in WORDS.items() if not t or t != t.strip() or "  " in t or "\n" in t] == []
    assert [k for k in WORDS if not {n for n in wants(k) if not n.isidentifier()} <= known_of(k)] == []


def known_of(key: str) -> set[str]:
    """The options that a sentence of a rule, a quick reference or a variant may speak of by name."""
    told = ".if." in key or key.startswith("site.variants.fact.")
    return set(find("basic").options()) if told else set()


def test_every_contradiction_has_its_sentence_and_every_sentence_its_contradiction():
    told = {
        key.removeprefix("error.contradiction.") for key in WORDS if key.startswith("error.contradiction.")
    }
    assert told == set(_CONTRADICTIONS)


def test_every_rule_has_its_words():
    assert [
        k for k in articles() if f"rule.{k}.title" not in WORDS or not say(f"rule.{k}.text").endswith(".")
    ] == []
    assert [k for k, a in articles().items() if (f"rule.{k}.refused" in WORDS) != a.refuses] == []


def test_the_words_know_no_rule_that_the_book_does_not():
    part = re.compile(r"^rule\.(.+?)\.(title|text|refused|note|(?:notes\.)?if\..+)$")
    told = {part.sub(r"\1", key) for key in WORDS if key.startswith("rule.")}
    assert told == set(articles())


def test_the_number_picks_the_form():
    assert say("may.more-melds", count=1) != say("may.more-melds", count=2)


def test_braces_in_a_fact_are_only_shown():
    assert "{who.__class__}" in say("step.other.draw", who="{who.__class__}")


@pytest.mark.parametrize(
    ("parts", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_lists_are_prose(parts, text):
    assert listed(parts) == text


def test_a_quoted_text_is_one_short_printable_line():
    assert clip("a\n\t b") == "a b" and clip("a\x1b\x00\u202e").isprintable() and len(clip("x" * 10**6)) == 40


def test_the_two_errors_are_told_apart():
    assert not issubclass(Unreadable, Ambiguous) and not issubclass(Ambiguous, Unreadable)
    assert Ambiguous("Which?", ("a", "b")).choices == ("a", "b")
