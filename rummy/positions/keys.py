"""Keys: what a position may say, each in its form; any other key is refused, and so is any other form."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from rummy.cards import BACK, Card, cards
from rummy.lines import seat_of
from rummy.words import Unreadable, clip, listed, nearest, say

_FORM = {
    **dict.fromkeys(("variant", "phase", "named", "dealer_joker", "note"), "word"),
    **dict.fromkeys(("seats", "stock_left", "melds", "opening_points", "deal_no"), "number"),
    **dict.fromkeys(("recycled", "idle", "renewed"), "number"),
    **dict.fromkeys(("stock", "discards", "taken", "gone"), "cards"),
    **dict.fromkeys(("owed", "single"), "card"),
    **dict.fromkeys(("dealer", "turn", "out", "rummy", "by"), "seat"),
    **dict.fromkeys(("playing", "looked", "down", "passed"), "seats"),
    **dict.fromkeys(("hands", "known", "exposed", "cut"), "hands"),
    **dict.fromkeys(("laid", "dry", "called"), "flag"),
    "options": "options",
    "table": "table",
    "sides": "sides",
    "held": "call",
    "totals": "totals",
}
"""The form of every key."""

KEYS = frozenset(_FORM)
"""The keys that describe a position."""

BESIDE = frozenset(["id", "question", "try", "verdict", "then", "sources", "why", "disputed", "articles"])
"""What a file may say beside a position; a position takes no notice of it."""

_FLAGS = {"true": True, "yes": True, "false": False, "no": False}


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return type(value) is int and 0 <= value < 100_000


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool) or (isinstance(value, str) and value.strip().lower() in _FLAGS)


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(part, str) for part in value)


def _is_by_seat(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(part, str) for each in value.items() for part in each
    )


def _is_totals(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(seat, str)
        and not isinstance(points, bool)
        and re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9}|/0*[1-9][0-9]{0,8})?", str(points))
        for seat, points in value.items()
    )


_HAS: dict[str, Callable[[Any], bool]] = {
    "number": _is_number,
    "flag": _is_flag,
    "table": _is_list,
    "sides": _is_list,
    "hands": _is_by_seat,
    "totals": _is_totals,
    "options": lambda value: isinstance(value, Mapping),
}
"""How each form is known; all others are one text."""


def check_keys(text: Mapping[str, Any]) -> None:
    """Raise `Unreadable` if there is a key that no position has, or one in another form than its own."""
    for key in text:
        if key in KEYS:
            value(text, key, None)
        elif key not in BESIDE:
            raise Unreadable(say("error.position-key", text=clip(str(key))) + nearest(str(key), KEYS))


def value(text: Mapping[str, Any], key: str, default: Any) -> Any:
    """What a key says; raises `Unreadable` if that has not the form of this key."""
    if key in text and not _HAS.get(_FORM[key], _is_text)(text[key]):
        raise Unreadable(say(f"error.form-of.{_FORM[key]}", key=key))
    return text.get(key, default)


def word(text: Mapping[str, Any], key: str, default: str = "") -> str:
    """A text as it stands."""
    return str(value(text, key, default))


def number(text: Mapping[str, Any], key: str, default: int = 0) -> int:
    """A whole number."""
    return int(value(text, key, default))


def flag(text: Mapping[str, Any], key: str, default: bool = False) -> bool:
    """Yes or no: also as words, for a command line passes text.

    >>> flag({"laid": True}, "laid"), flag({"laid": "yes"}, "laid"), flag({}, "laid")
    (True, True, False)
    """
    said = value(text, key, default)
    return _FLAGS[said.strip().lower()] if isinstance(said, str) else bool(said)


def one_of(text: Mapping[str, Any], key: str, words: tuple[str, ...], default: str = "") -> str:
    """One of these words, or the default where the key is missing or empty."""
    said = word(text, key)
    if said and said not in words:
        raise Unreadable(say("error.one-of", key=key, text=clip(said), words=listed(words, "or")))
    return said or default


def some_cards(text: Mapping[str, Any], key: str) -> tuple[Card, ...]:
    """Cards, some of which may lie face down."""
    return cards(word(text, key))


def open_cards(text: Mapping[str, Any], key: str) -> tuple[Card, ...]:
    """Cards that everybody has seen."""
    return seen(key, some_cards(text, key))


def seen(key: str, some: tuple[Card, ...]) -> tuple[Card, ...]:
    """These cards, none of which can lie face down."""
    if BACK in some:
        raise Unreadable(say("error.open-cards", key=key))
    return some


def by_seat(text: Mapping[str, Any], key: str, seats: int) -> dict[int, tuple[Card, ...]]:
    """Cards told by seat, each seat at most once."""
    told: dict[int, tuple[Card, ...]] = {}
    for letter, said in value(text, key, {}).items():
        seat = seat_of(letter, seats)
        if seat in told:
            raise Unreadable(say("error.seat-twice", key=key, seat=clip(letter).upper()))
        told[seat] = cards(said) if key == "hands" else seen(key, cards(said))
    return told


def mask(text: Mapping[str, Any], key: str, seats: int) -> int:
    """Seats, as a mask."""
    return sum({1 << seat_of(s, seats) for s in word(text, key).split()})


def tells(text: Mapping[str, Any], key: str) -> bool:
    """Does a key say more than that there is nothing to say?

    >>> tells({"owed": ""}, "owed"), tells({"hands": {"A": "7H"}}, "hands")
    (False, True)
    """
    said = value(text, key, None)
    if isinstance(said, Mapping):
        return any(said.values())
    if _FORM[key] == "flag":
        return flag(text, key)
    return bool(said) and not (key == "out" and said == "none")
