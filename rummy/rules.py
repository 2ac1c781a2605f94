"""The rules as a book: every article with its id, number, words and sources; and the `Breach` of one.

What a rule *does* is in the room that obeys it (`deal`); here is what it is called and what it says.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from rummy.cards import Card
from rummy.words import Told, Unreadable, clip, data, say


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
    when: Mapping[str, Any]
    """The option values (one, or a list of them) without which a table does not know the rule."""

    def applies(self, options: Mapping[str, Any]) -> bool:
        """Does a table with these options know the rule?

        >>> article("draw.pile.top-only").applies({"drawing.pile": "any"})
        False
        """
        return all(options[key] in (v if isinstance(v, list) else [v]) for key, v in self.when.items())

    @property
    def title(self) -> str:
        """What it is about, in a few words."""
        return say(f"rule.{self.id}.title")

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
        return f"{self.sentence} (rule {self.article.number}, {self.rule})"

    def _repr_html_(self) -> str:
        from rummy.pictures import breach_html

        return breach_html(self)


class IllegalAction(Told):
    """A move that a rule refuses; ``breach`` tells which and why."""

    def __init__(self, breach: Breach) -> None:
        super().__init__(str(breach))
        self.breach = breach


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
            row.get("when", {}),
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
        raise Unreadable(say("error.article", text=clip(key)))
    return found


def chapters() -> dict[str, tuple[Article, ...]]:
    """The rules by chapter title."""
    out: dict[str, tuple[Article, ...]] = {}
    for number, key in data("rules.toml")["chapter"].items():
        inside = tuple(a for a in articles().values() if a.number.split(".")[0] == number)
        out[f"{number}. {say(f'chapter.{key}')}"] = inside
    return out
