"""What the desk is asked: plain values of a size that a person could mean; anything else is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from math import isfinite
from typing import Any

from rummy.cards import DECK, JOKER
from rummy.deal import Game
from rummy.rules import Article
from rummy.words import Unreadable, clip, say

Json = dict[str, Any]
MOST = 100_000
"""How many characters a question may have."""
RECORD = 2_000_000
"""How many it may have if it is a record or a file."""
DEEP = 8
"""How deep it may be nested."""


class Wrong(Unreadable):
    """A part of a question that cannot be read; ``field`` names it."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


@contextmanager
def reading(field: str) -> Iterator[None]:
    """What is unreadable in here is told of this part of the question."""
    try:
        yield
    except Wrong:
        raise
    except Unreadable as error:
        raise Wrong(field, str(error)) from None


def plain(asked: object, most: int = MOST) -> Json:
    """A question as plain values: texts without what is no character, nothing too large or too deep.

    >>> plain({"lines": ("draw",), "others": False})
    {'lines': ['draw'], 'others': False}
    """
    if not isinstance(asked, Mapping):
        raise Unreadable(say("desk.no-question", text=type(asked).__name__))
    left = most

    def walk(value: Any, deep: int, key: str) -> Any:
        nonlocal left
        left -= 1 + (len(value) if isinstance(value, str) else 0)
        if left < 0 or deep > DEEP:
            raise Wrong(key, say("desk.too-deep" if left >= 0 else "desk.too-long", key=clip(key), most=most))
        if isinstance(value, str):
            return value.encode("utf-8", "replace").decode()
        if isinstance(value, list | tuple):
            return [walk(part, deep + 1, key) for part in value]
        if isinstance(value, Mapping):
            return {_name(k): walk(v, deep + 1, key or _name(k)) for k, v in value.items()}
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int | float) and isfinite(value) and abs(value) < 10**15:
            return value
        raise Wrong(key, say("desk.no-value", key=clip(key), text=type(value).__name__))

    return {_name(k): walk(v, 1, _name(k)) for k, v in asked.items()}


def _name(key: object) -> str:
    if not isinstance(key, str) or len(key) > 200:
        raise Unreadable(say("desk.no-name", text=clip(key) if isinstance(key, str) else type(key).__name__))
    return key.encode("utf-8", "replace").decode()


def known(asked: Json, *names: str) -> None:
    """Refuse a question with a part that this kind does not have."""
    for name in asked:
        if name not in names:
            raise Wrong(name, say("desk.no-part", key=clip(name), names=", ".join(names) or say("nothing")))


_FORMS: dict[str, Callable[[Any], bool]] = {
    "text": lambda v: isinstance(v, str),
    "number": lambda v: type(v) is int,
    "flag": lambda v: isinstance(v, bool),
    "list": lambda v: isinstance(v, list),
    "texts": lambda v: isinstance(v, list) and all(isinstance(part, str) for part in v),
    "mapping": lambda v: isinstance(v, dict),
}


def part(asked: Json, name: str, form: str, default: Any) -> Any:
    """A part of a question in its form, or the default where it is missing or null.

    >>> part({"n": 3}, "n", "number", None), part({}, "n", "number", None)
    (3, None)
    """
    value = asked.get(name)
    if value is None:
        return default
    if not _FORMS[form](value):
        raise Wrong(name, say(f"desk.form.{form}", key=name))
    return value


def text(asked: Json, name: str, most: int = 5000) -> str:
    """A text that must be there, and not too long."""
    value = part(asked, name, "text", None)
    if value is None:
        raise Wrong(name, say("desk.missing", key=name))
    if len(value) > most:
        raise Wrong(name, say("desk.too-long", key=name, most=most))
    return str(value)


def link(about: Article) -> Json:
    """An article with its place on the site."""
    return {"id": about.id, "number": about.number, "title": about.title, "href": f"site:{about.place}"}


def pack_of(g: Game) -> Json:
    """How often a card can be there, and how many jokers: the dealer's own is one of them."""
    return {"copies": g.cards.count(DECK[0]), "jokers": g.cards.count(JOKER) + g.gambit}
