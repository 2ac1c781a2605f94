"""A line of play as people say it, in any language, and as it is written: always the same way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from rummy.actions import KINDS
from rummy.cards import coded
from rummy.words import catalogue, languages

_SAY, _WORD = "move.say.", "move.word."
_KEYS = ("on", "at", "with", "without", "meld", "low", "high", "wild", "double", "split")
"""The small words of a line that mean something."""
_VERBS = "|".join(kind.kind for kind in KINDS)
_CARD = r"(?:10|[2-9TJQKA])[SHDC]"
_WRITTEN = re.compile(rf"(?:{_VERBS})(?: (?:(?:\*|{_CARD})(?:={_CARD})?|[0-9]+|{'|'.join(_KEYS)}))*")
_SPEAKER = re.compile(r"([A-Za-z]\s*:\s*)?(.*)", re.DOTALL)
MOST = 1000
"""A line of more characters is none that anybody says."""


def understood(line: str) -> str:
    """The line as it is written, whichever language it is said in; what nobody says so stays as it is.

    >>> understood("B: lege Herz Dame an 9H an"), understood("nimm den Karo-König"), understood("sing")
    ('B: lay off QH on 9H', 'take KD', 'sing')
    """
    speaker, words = _parts(line)
    if _WRITTEN.fullmatch(words) or len(words) > MOST:
        return speaker + words
    said = coded(words.replace(",", " "))
    for way, verb in _ways():
        found = way.fullmatch(said)
        if found:
            rest = _small_words()(" ".join(part for part in found.groups() if part))
            return f"{speaker}{verb} {rest}".strip()
    return speaker + words


def told(line: str) -> str:
    """A written line as it is said in the language spoken; what cannot be said there stays as it is written.

    >>> told("B: lay off TS on meld 1 high")
    'B: lay off TS on meld 1 high'
    """
    speaker, words = _parts(line)
    verb = next((kind.kind for kind in KINDS if f"{words} ".startswith(f"{kind.kind} ")), None)
    if verb is None:
        return line
    there = catalogue()
    shown = {key: there[f"{_WORD}{key}"].split("; ")[0] for key in _KEYS}
    rest = " ".join(shown.get(word, word) for word in words[len(verb) :].split())
    for way in there[_SAY + verb.replace(" ", "-")].split("; "):
        parts = way.split("…")  # a word between the cards is among them already
        made = " ".join(f"{parts[0]} {rest} {parts[-1] if parts[1:] else ''}".split())
        if understood(made) == words:
            return speaker + made
    return line


def _parts(line: str) -> tuple[str, str]:
    """Who speaks, with a colon, and what is said, in single blanks."""
    found = _SPEAKER.fullmatch(" ".join(line.split()))
    return (found[1] or "", found[2]) if found else ("", line)


@cache
def _ways() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Every way to say a verb, as what finds it and the verb as it is written; the wordiest first."""
    return tuple(
        (re.compile(_pattern(way), re.IGNORECASE), verb)
        for way, verb in sorted(ways(), key=lambda one: -len(one[0].replace("…", "").split()))
    )


def ways() -> Iterator[tuple[str, str]]:
    """Every way to say a verb in any language, with the verb as it is written.

    >>> ("nimm", "take") in ways()
    True
    """
    for there in map(catalogue, languages()):
        for kind in KINDS:
            said = there[_SAY + kind.kind.replace(" ", "-")]
            yield from ((way, kind.kind) for way in said.split("; "))


def _pattern(way: str) -> str:
    """What finds a way to say a verb; a word between the cards is a small word and is left to be read."""
    if "…" not in way:
        return rf"{re.escape(way)}(?: (.*))?"
    parts = [re.escape(part.strip()) for part in way.split("…")]
    if len(parts) == 3:
        return rf"{parts[0]} (\S.* {parts[1]} .+){' ' * bool(parts[2])}{parts[2]}"
    return " ".join(part for part in (parts[0], r"(.+)", parts[1]) if part)


@cache
def _small_words() -> Callable[[str], str]:
    """What makes the small words of every language those of a written line."""
    known = {
        word.casefold(): "" if key == "aside" else key
        for there in map(catalogue, languages())
        for key in (*_KEYS, "aside")
        for word in there[f"{_WORD}{key}"].split("; ")
    }
    words = "|".join(re.escape(word) for word in sorted(known, key=len, reverse=True))
    found = re.compile(rf"(?<!\S)(?:{words})(?!\S)", re.IGNORECASE)
    return lambda rest: " ".join(found.sub(lambda one: known[one[0].casefold()], rest).split())
