"""The words: every sentence a person reads, by id, one catalogue for each language.

Text lives in ``data/words/<language>/``; code asks for it by id and gives the facts. One language is spoken
at a time: the one that ``RUMMY_LANGUAGE`` names, or English, until `speak` names another. The two errors that
are nothing but a sentence live here too.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import cache
from importlib import resources
from typing import Any, Protocol, TypeVar

ENGLISH = "en"
"""The language in which the texts of the data files are written."""


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


class _Kept(Protocol):
    """A function that keeps what it has answered, as `functools.cache` makes one."""

    def cache_clear(self) -> None: ...


_F = TypeVar("_F", bound=_Kept)
_worded: list[Callable[[], None]] = []
_now = ""
"""The language spoken; empty until something is said."""


def worded(function: _F) -> _F:
    """A function that keeps answers with words in them: it forgets them when another language is spoken.

    It stands above `functools.cache`; a cache without words needs it not.
    """
    _worded.append(function.cache_clear)
    return function


@cache
def languages() -> tuple[str, ...]:
    """The languages there are, by their codes.

    >>> "en" in languages()
    True
    """
    folder = resources.files("rummy").joinpath("data/words")
    return tuple(sorted(one.name for one in folder.iterdir() if one.is_dir()))


def language() -> str:
    """The code of the language that is spoken."""
    if not _now:
        speak(os.environ.get("RUMMY_LANGUAGE") or ENGLISH)
    return _now


def speak(code: str) -> None:
    """Speak a language from now on, everywhere; raises `Unreadable` if there is no such language.

    What was said before stays as it was said: a message on a table, a line of its log.

    >>> speak("eng")
    Traceback (most recent call last):
    rummy.words.Unreadable: There is no language “eng”: there is de or en. Did you mean en?
    """
    global _now
    wanted, there = code.strip().casefold(), languages()
    if wanted not in there:
        _now = _now or ENGLISH
        names = listed(there, "or")
        raise Unreadable(say("error.language", text=clip(code), names=names) + nearest(code, there))
    if wanted != _now:
        _now = wanted
        for forget in _worded:
            forget()


def catalogue(code: str = "") -> dict[str, str]:
    """All sentences by dotted id, in the language spoken or in another one."""
    return _read(code or language())


@cache
def _read(code: str) -> dict[str, str]:
    """All sentences of a language, by dotted id."""
    flat: dict[str, str] = {}

    def walk(path: str, node: Any) -> None:
        if isinstance(node, dict):
            for key, value in node.items():
                walk(f"{path}.{key}" if path else key, value)
        else:
            flat[path] = node

    folder = resources.files("rummy").joinpath(f"data/words/{code}")
    for file in sorted(f.name for f in folder.iterdir() if f.name.endswith(".toml")):
        walk("", data(f"words/{code}/{file}"))
    return flat


def say(key: str, /, **facts: Any) -> str:
    """The sentence with this id, the facts put in; ``count`` picks the form for one or many.

    >>> say("card.of", rank=say("card.rank.7"), suit=say("card.suit.H"))
    'seven of hearts'
    """
    if "count" in facts:
        key = f"{key}.one" if facts["count"] == 1 else f"{key}.many"
    return catalogue()[key].format(**facts)


def translated(key: str, english: str) -> str:
    """A text that stands in a data file, in the language spoken: other languages have it by this id.

    >>> translated("position.bridge.note", "The 9♠ lies under the K♦.")
    'The 9♠ lies under the K♦.'
    """
    return english if language() == ENGLISH else catalogue().get(key, english)


def in_any_language(key: str) -> set[str]:
    """A sentence without facts in every language: to know one again that was written down in another."""
    return {there[key] for there in map(catalogue, languages()) if key in there}


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


def capital(text: str) -> str:
    """A text as it begins a sentence; nothing else in it changes.

    >>> capital("jacks, queens and kings of Boathouse")
    'Jacks, queens and kings of Boathouse'
    """
    return text[:1].upper() + text[1:]


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
