"""The words: every sentence a person reads, by id, one catalogue for each language.

Text lives in ``data/words/<language>/``; code asks for it by id and gives the facts.
The two errors that are nothing but a sentence live here too.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from importlib import resources
from typing import Any


class Told(ValueError):
    """An error that is a sentence for people; a notebook shows that sentence and no traceback."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


class Unreadable(Told):
    """What was written is no card, line, option, position or file of ours; ``str`` is one clear sentence."""


class Ambiguous(Told):
    """What was written fits several things; ``choices`` names them all."""

    def __init__(self, sentence: str, choices: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.choices = choices


@cache
def data(name: str) -> dict[str, Any]:
    """One of the package's own TOML files, read once."""
    return tomllib.loads(resources.files("rummy").joinpath(f"data/{name}").read_text(encoding="utf-8"))


@cache
def catalogue(language: str = "en") -> dict[str, str]:
    """All sentences of a language, by dotted id."""
    flat: dict[str, str] = {}

    def walk(path: str, node: Any) -> None:
        if isinstance(node, dict):
            for key, value in node.items():
                walk(f"{path}.{key}" if path else key, value)
        else:
            flat[path] = node

    folder = resources.files("rummy").joinpath(f"data/words/{language}")
    for file in sorted(f.name for f in folder.iterdir() if f.name.endswith(".toml")):
        walk("", data(f"words/{language}/{file}"))
    return flat


def say(key: str, /, **facts: Any) -> str:
    """The sentence with this id, the facts put in; ``count`` picks the form for one or many.

    >>> say("card.of", rank=say("card.rank.7"), suit=say("card.suit.H"))
    'seven of hearts'
    """
    words = catalogue()
    if "count" in facts:
        key = f"{key}.one" if facts["count"] == 1 else f"{key}.many"
    return words[key].format(**facts)


def read_toml(text: str, where: str) -> dict[str, Any]:
    """TOML that somebody wrote; raises `Unreadable` with the place if it is none or a number is monstrous."""
    try:
        if _DEEP.search(text):
            raise RecursionError
        book = tomllib.loads(text.removeprefix("\ufeff"))
        _small(book)
    except (ValueError, RecursionError) as error:
        why = say("error.too-deep") if isinstance(error, RecursionError) else clip(str(error), 120)
        raise Unreadable(say("error.not-toml", where=where, why=why)) from None
    return book


_DEEP = re.compile(r"""(?<![\w"'-])(?:[\w"'-]+[ \t]*\.[ \t]*){100}""")
"""A key of a hundred parts: nobody means it, and reading it takes long."""


def _small(value: Any) -> None:
    """Refuse whole numbers that nobody could mean."""
    if isinstance(value, int) and abs(value) > 10**15:
        raise ValueError(say("error.big-number"))
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _small(part)


def listed(parts: list[str] | tuple[str, ...], last: str = "and") -> str:
    """Several words as a list in prose.

    >>> listed(["7♥", "7♣", "7♦"])
    '7♥, 7♣ and 7♦'
    """
    if len(parts) < 2:
        return "".join(parts)
    return say(f"list.{last}", most=", ".join(parts[:-1]), last=parts[-1])


def nearest(text: str, names: Iterable[str]) -> str:
    """What an error adds when a name is not known: the nearest one that is; nothing if none is near.

    >>> nearest("rumy-500", ["rummy-500", "basic"])
    ' Did you mean rummy-500?'
    """
    known = {name.casefold(): name for name in names}
    asked = re.sub(r"[\s_]+", "-", text[:400].strip().casefold())
    near = get_close_matches(asked, known, n=1) or get_close_matches(asked.replace("-", "_"), known, n=1)
    return f" {say('error.nearest', name=known[near[0]])}" if near else ""


def clip(text: str, width: int = 40) -> str:
    """Somebody's text as it may be quoted in an error: one line, not too long, nothing that does not print.

    >>> clip("7H\\n8H")
    '7H 8H'
    """
    line = "".join(c if c.isprintable() else "·" for c in re.sub(r"\s+", " ", text[:400]).strip())
    return line if len(line) <= width else line[: width - 1] + "…"
