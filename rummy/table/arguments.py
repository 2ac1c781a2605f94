"""What a table is given, its arguments and the parts of a message: refused where they do not fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rummy.variants import Variant
from rummy.words import Unreadable, say


def fitting(**arguments: object) -> None:
    """Refuse an argument of a table that is of another kind than it should be."""
    fits: dict[str, Callable[[Any], bool]] = {
        "variant": lambda v: isinstance(v, str | Variant),
        "seats": lambda v: v is None or type(v) is int,
        "you": lambda v: v is None or isinstance(v, str),
        "people": lambda v: isinstance(v, str),
        "players": lambda v: isinstance(v, str) or _words(v),
        "names": lambda v: v is None or _words(v),
        "position": lambda v: v is None or isinstance(v, str | Mapping),
        "note": lambda v: isinstance(v, str),
        "title": lambda v: isinstance(v, str),
        "seed": lambda v: (
            v is None or (type(v) is int and abs(v) < 10**18) or (isinstance(v, str) and len(v) < 100)
        ),
    }
    for name, value in arguments.items():
        if not fits[name](value):
            raise Unreadable(say("error.argument", name=name, form=say(f"form.{name}")))


def _words(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(w, str) for pair in value.items() for w in pair)


def text_of(message: Mapping[str, Any], key: str, most: int = 200_000) -> str:
    """A part of a message that is text, and not too long."""
    value = message.get(key)
    if not isinstance(value, str) or len(value) > most:
        raise Unreadable(say("error.message", key=key))
    return value


def number_of(message: Mapping[str, Any], key: str) -> int:
    """A part of a message that is a number."""
    value = message.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 10_000:
        raise Unreadable(say("error.message", key=key))
    return value


def texts_of(message: Mapping[str, Any], key: str) -> list[str]:
    """A part of a message that is a list of texts."""
    value = message.get(key)
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise Unreadable(say("error.message", key=key))
    return value
