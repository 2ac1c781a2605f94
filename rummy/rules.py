"""The rules as a book: every article with its id, number, words and sources; and the `Breach` of one.

What a rule *does* is in the room that obeys it (`deal`); here is what it is called and what it says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from rummy.cards import Card
from rummy.words import Told, Unreadable, clip, data, nearest, say


class Article(NamedTuple):
    """One rule, as it is looked up."""

    id: str
    """Stable and never used again for something else, such as ``draw.pile.use-at-once``."""
    number: str
    """Chapter and place, such as ``4.6``."""
    options: tuple[str, ...]
    """The options of a variant that the rule depends on, by dotted name."""
    sources: tuple[str, ...]
    """Entries of the rules inventory that it rests on."""
    refuses: bool
    """Can a move break it? Rules that only count cannot be broken."""
    when: str
    """The condition without which a table does not know the rule."""
    related: tuple[str, ...]
    """The rules to read beside it, by id."""
    since: str
    """The version that brought it."""

    def applies(self, facts: Mapping[str, Any]) -> bool:
        """Does a table with these options know the rule?

        >>> article("draw.pile.top-only").applies({"drawing.pile": "any"})
        False
        """
        return fits(self.when, facts)

    @property
    def title(self) -> str:
        """What it is about, in a few words."""
        return say(f"rule.{self.id}.title")

    @property
    def chapter(self) -> str:
        """The key of the chapter it stands in."""
        return str(data("rules.toml")["chapter"][self.number.partition(".")[0]])

    @property
    def place(self) -> str:
        """Where it stands in the reference of the rules, from the root of the site.

        >>> article("4.6").place
        'rules/draw/#draw.pile.use-at-once'
        """
        return f"rules/{self.chapter}/#{self.id}"

    @property
    def text(self) -> str:
        """What it says."""
        return say(f"rule.{self.id}.text")


class Breach(NamedTuple):
    """Why a move is refused: the rule, the cards concerned and the facts of the case.

    >>> from rummy.cards import cards
    >>> print(Breach("discard.not-back", cards("9S"), {"card": "9♠"}).sentence)
    You took the 9♠ from the discard pile this turn, so you may not discard it now: discard another card.
    """

    rule: str
    cards: tuple[Card, ...]
    facts: Mapping[str, Any]

    @property
    def article(self) -> Article:
        """The rule that is broken."""
        return article(self.rule)

    @property
    def sentence(self) -> str:
        """The reason, with the actual cards."""
        return say(f"rule.{self.rule}.refused", **self.facts)

    def __str__(self) -> str:
        return say("breach", sentence=self.sentence, number=self.article.number, id=self.rule)

    def _repr_html_(self) -> str:
        from rummy.pictures import breach_html

        return breach_html(self)


class IllegalAction(Told):
    """A move that a rule refuses; ``breach`` tells which and why."""

    def __init__(self, breach: Breach) -> None:
        super().__init__(str(breach))
        self.breach = breach


def fits(condition: str, facts: Mapping[str, Any]) -> bool:
    """Does a condition hold for these options? The empty one always does.

    A condition is ``option=value|value``, ``option!=value`` or ``option>number``, joined by ``&`` and then by
    ``or``; a name alone is one of the conditions of the rules' own list.

    >>> fits("pack.jokers>0 & jokers.role=wild|gambit", {"pack.jokers": 2, "jokers.role": "wild"})
    True
    """
    if not condition:
        return True
    return any(all(_holds(test, facts) for test in way) for way in _read_condition(condition))


@cache
def _read_condition(text: str) -> tuple[tuple[tuple[str, str, tuple[str, ...]], ...], ...]:
    ways = []
    for way in text.split(" or "):
        tests = []
        for part in way.split(" & "):
            found = re.fullmatch(r"([\w.-]+?)(?:(!=|=|>)(.+))?", part.strip())
            if found is None:
                raise ValueError(f"no condition: {text}")
            tests.append((found[1], found[2] or "", tuple((found[3] or "").split("|"))))
        ways.append(tuple(tests))
    return tuple(ways)


def _holds(test: tuple[str, str, tuple[str, ...]], facts: Mapping[str, Any]) -> bool:
    name, sign, values = test
    if not sign:
        return fits(data("rules.toml")["condition"][name], facts)
    value = facts[name]
    if sign == ">":
        return isinstance(value, int) and value > int(values[0])
    return (str(value) in values) is (sign == "=")


def matters(option: str, facts: Mapping[str, Any]) -> bool:
    """Does an option make a difference at a table with these options?

    >>> matters("gambit.split", {"jokers.role": "wild"})
    False
    """
    return fits(data("rules.toml")["needs"].get(option, ""), facts)


@cache
def articles() -> dict[str, Article]:
    """All rules by id, in the order of their numbers."""
    return {
        key: Article(
            key,
            row["number"],
            tuple(row.get("options", ())),
            tuple(row["sources"]),
            not row.get("scoring", False),
            row.get("when", ""),
            tuple(row.get("related", ())),
            row.get("since", "0.1"),
        )
        for key, row in data("rules.toml")["rule"].items()
    }


def article(key: str) -> Article:
    """The rule with this id or number; raises `Unreadable` when there is none.

    >>> article("4.6").id
    'draw.pile.use-at-once'
    """
    book = articles()
    found = book.get(key) or next((a for a in book.values() if a.number == key), None)
    if found is None:
        raise Unreadable(say("error.article", text=clip(key)) + nearest(key, book))
    return found


def chapters() -> dict[str, tuple[Article, ...]]:
    """The rules by chapter title."""
    out: dict[str, tuple[Article, ...]] = {}
    for number, key in data("rules.toml")["chapter"].items():
        inside = tuple(a for a in articles().values() if a.number.split(".")[0] == number)
        out[f"{number}. {say(f'chapter.{key}')}"] = inside
    return out
