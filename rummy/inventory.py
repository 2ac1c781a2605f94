"""The inventory: what the rule texts say, entry by entry, and what each entry became."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from rummy.rules import articles
from rummy.rulings import collection
from rummy.words import data, translated, worded


class Entry(NamedTuple):
    """One thing that a rule text says, or leaves open."""

    id: str
    """Text and number, such as ``S0-24``; ``G`` for what no text settles."""
    title: str
    """What it is about, in a few words."""
    reason: str
    """Why it became no rule; empty if it did."""


class Cover(NamedTuple):
    """What an entry became."""

    articles: tuple[str, ...]
    """The articles that rest on it."""
    options: tuple[str, ...]
    """The options of those articles, and those changed by its rulings, by dotted name."""
    rulings: tuple[str, ...]
    """The rulings that rest on it."""


@worded
@cache
def entries() -> dict[str, Entry]:
    """Every entry by id, text by text.

    >>> entries()["S0-23"].title
    'The cards above come too'
    """
    book = data("inventory.toml")
    titles, reasons = _told(book, "entry"), _told(book, "reason")
    return {key: Entry(key, title, reasons.get(key, "")) for key, title in titles.items()}


def _told(book: Mapping[str, Any], part: str) -> dict[str, str]:
    """A table of the inventory in the language spoken."""
    return {key: translated(f"inventory.{part}.{key}", text) for key, text in book[part].items()}


@worded
@cache
def sources() -> dict[str, str]:
    """The texts outside the inventory that rules and rulings also rest on.

    >>> sources()["P5K"]
    "a card archive's page on 5000 Rummy"
    """
    return _told(data("inventory.toml"), "source")


@cache
def citations() -> dict[str, Cover]:
    """What rests on every source that an article or a ruling names."""
    found: dict[str, tuple[list[str], list[str], list[str]]] = {}
    for one in articles().values():
        for source in one.sources:
            into = found.setdefault(source, ([], [], []))
            into[0].append(one.id)
            into[1].extend(one.options)
    for ruling in collection():
        for source in ruling.text.get("sources", ()):
            into = found.setdefault(source, ([], [], []))
            into[1].extend(ruling.text.get("options", {}))
            into[2].append(ruling.id)
    return {key: Cover(*(tuple(dict.fromkeys(part)) for part in parts)) for key, parts in found.items()}


def covers(entry: str) -> Cover:
    """What an entry became; nothing if it is only background.

    >>> covers("S0-23").articles
    ('draw.pile.all-above',)
    >>> covers("S0-02")
    Cover(articles=(), options=(), rulings=())
    """
    return citations().get(entry, Cover((), (), ()))
