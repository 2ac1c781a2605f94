"""The glossary: the terms of the field, each in a sentence or two, with what else it is called."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from rummy.words import catalogue, say, translated, worded


class Term(NamedTuple):
    """A word of the game."""

    word: str
    text: str
    """What it means."""
    also: tuple[str, ...]
    """What else it is called."""
    articles: tuple[str, ...]
    """The rules that tell more about it, by id."""


@worded
@cache
def terms() -> tuple[Term, ...]:
    """Every term, in the order of play.

    >>> [term.word for term in terms()][:3]
    ['pack', 'suit', 'rank']
    """
    keys = (key.split(".") for key in catalogue() if key.startswith("term."))
    words = (word for _, word, part in keys if part == "text")
    return tuple(
        Term(
            translated(f"term.{word}.word", word),
            say(f"term.{word}.text"),
            _several(f"{word}.also"),
            _several(f"{word}.articles"),
        )
        for word in words
    )


def _several(key: str) -> tuple[str, ...]:
    """What is listed under an id; nothing if the id is not there."""
    listed = catalogue().get(f"term.{key}")
    return tuple(listed.split(", ")) if listed else ()
