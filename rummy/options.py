"""The options of a table in words: what each changes, its values, and any condition as a clause."""

from __future__ import annotations

import re
from functools import cache, reduce
from typing import Any, Literal, NamedTuple

from rummy.rules import Article, articles, fits
from rummy.variants import EXPOSED, checked, choices, variants
from rummy.words import catalogue, data, listed, say, worded

Kind = Literal["choice", "number", "text"]
WORDS_TO = 20
"""Numbers up to this one are words in prose; points are always figures."""
_MAIN = {
    "ending.knock": "out.knock",
    "ending.last_discard": "out.last-card",
    "ending.stock_out": "stock.empty",
    "jokers.fixes": "jokers.fixes",
    "laying_off.on": "layoff.meld",
    "match.deals": "match.target",
    "match.sides": "sides.partners",
    "melding.aces": "meld.sequence.ace",
    "melding.per_turn": "meld.per-turn",
    "scoring.method": "scoring.deal",
}
"""The article to read about an option, where it is not the first that depends on it."""


class Option(NamedTuple):
    """Something that a table decides."""

    name: str
    """Dotted, such as ``drawing.pile``."""
    group: str
    """Its part of the game: what stands before the dot."""
    kind: Kind
    """One of its values, any number, or a text of its own form."""
    values: tuple[tuple[Any, str], ...]
    """Its values, each with its phrase; for a number or a text, the words it can be and what tables use."""

    @property
    def title(self) -> str:
        """What a player would call it."""
        return say(f"option.{self.name}.title")

    @property
    def text(self) -> str:
        """What it changes, and why a table would choose it."""
        return say(f"option.{self.name}.text")

    @property
    def group_title(self) -> str:
        """What its part of the game is called."""
        return say(f"options.group.{self.group}")

    @property
    def any(self) -> str:
        """What else it can be besides its values; empty for a choice."""
        own = catalogue().get(f"option.{self.name}.any", "")
        return own or (say("options.points.any") if self.kind == "number" else "")

    @property
    def slot(self) -> str:
        """What stands for its value in a sentence of no table in particular."""
        return catalogue().get(f"option.{self.name}.slot") or self.title

    @property
    def articles(self) -> tuple[Article, ...]:
        """The rules that depend on it, the one to read first at the front."""
        found = [a for a in articles().values() if self.name in a.options]
        return tuple(sorted(found, key=lambda a: a.id != _MAIN.get(self.name)))


@worded
@cache
def options() -> tuple[Option, ...]:
    """Every option, in the order of play."""
    return tuple(map(_option, next(iter(variants().values())).options()))


def option(name: str) -> Option:
    """The option of this name; raises `Unreadable` when there is none.

    >>> option("drawing.pile").title
    'Drawing from the discard pile'
    """
    choices(name)
    return next(one for one in options() if one.name == name)


def _option(name: str) -> Option:
    there = choices(name)
    fixed = [v for v in there if not isinstance(v, type)]
    kind: Kind = "text" if str in there else "number" if int in there else "choice"
    known = {*data("rules.toml")["known"].get(name, ()), *(v.options()[name] for v in variants().values())}
    more = sorted(known - {*fixed}, key=lambda v: (v != EXPOSED, len(str(v)), str(v)))
    return Option(name, name.partition(".")[0], kind, tuple((v, told(name, v)) for v in [*fixed, *more]))


def told(name: str, value: Any) -> str:
    """A value of an option in words; raises `Unreadable` if the option cannot have it.

    >>> told("scoring.ace_low", 5), told("drawing.pile", "any")
    ('5 points', 'any card in the pile, with all above it')
    >>> told("dealing.hand", "2:13,3-8:7")
    'thirteen with two players, seven with three to eight'
    """
    value = checked(name, value)[2]
    words = catalogue()
    if f"option.{name}.is.{value}" in words:
        return words[f"option.{name}.is.{value}"]
    if isinstance(value, int):
        if f"option.{name}.number.many" in words:
            return say(f"option.{name}.number", count=value, n=number(value))
        return say("options.points", count=value, n=value)
    return _seats(value) if name == "players.seats" else _hand(value)


def number(value: int) -> str:
    """A number in prose: a word if it is small.

    >>> number(7), number(500)
    ('seven', '500')
    """
    return say(f"number.{value}") if 0 <= value <= WORDS_TO else str(value)


def _seats(text: str) -> str:
    """How many may play, in words."""
    low, _, high = text.partition("-")
    if not high:
        return say("options.clause.seats-one", number=number(int(low)))
    key = "options.clause.seats-two" if int(high) == int(low) + 1 else "options.clause.seats"
    return say(key, low=number(int(low)), high=number(int(high)))


def _hand(text: str) -> str:
    """How many cards each player is dealt, in words."""
    if text.isdigit():
        return say("options.clause.hand", count=int(text), cards=number(int(text)))
    sizes: dict[str, list[int]] = {}
    for seats, cards in (part.split(":") for part in text.split(",")):
        low, _, high = seats.partition("-")
        sizes.setdefault(cards, []).extend(range(int(low), int(high or low) + 1))
    keys = ["options.clause.hand-first", *["options.clause.hand-next"] * (len(sizes) - 1)]
    parts = zip(keys, sizes.items(), strict=True)
    return ", ".join(say(key, cards=number(int(n)), players=players(some)) for key, (n, some) in parts)


def players(some: list[int]) -> str:
    """Some numbers of players: ``three to eight``, or ``two and four``.

    >>> players([3, 4]), players([3, 4, 5])
    ('three or four', 'three to five')
    """
    if len(some) > 2 and some == [*range(some[0], some[-1] + 1)]:
        return say("options.clause.from-to", low=number(some[0]), high=number(some[-1]))
    return listed([number(n) for n in some], "or" if len(some) == 2 else "and")


def clause(condition: str) -> str:
    """Any condition of the rules as a clause.

    >>> clause("drawing.pile=any & pack.jokers>0")
    'any card of the pile may be taken and there are jokers'
    >>> clause("scoring.ace_low!=15")
    'a low ace counts anything but 15'
    """
    ways = [[test.strip() for test in way.split(" & ")] for way in condition.split(" or ")]
    told = [listed(list(dict.fromkeys(_test(t, alone=len(way) == 1) for t in way))) for way in ways]
    if all(len(way) == 1 for way in ways):
        return listed(told, "or")
    return reduce(lambda most, last: say("options.clause.or-where", most=most, last=last), told)


@worded
@cache
def _test(text: str, *, alone: bool) -> str:
    """One test of a condition; where it leaves a choice and does not stand alone, it says so."""
    words = catalogue()
    named = words.get(f"options.condition.{text}") or words.get(f"options.fact.{text}")
    if named:
        return named
    name, sign, given = re.split("(!=|=|>)", text, maxsplit=1)
    where, values, one = f"option.{name}.where", given.split("|"), option(name)
    own = words.get(f"{where}.{'' if sign == '=' else sign[0]}{given}")
    if own:
        return own
    if one.kind == "text" and sign == "!=":
        return say(f"{where}.not", value=listed([told(name, v) for v in values], "or"))
    if sign != "=" and one.kind == "number":
        n = listed([_figure(one, v) for v in values], "or")
        return say(f"{where}.number", n=say("number.more" if sign == ">" else "number.not", n=n))
    if sign != "=":
        values = [str(v) for v, _ in one.values if fits(text, {name: v})]
    figures = all(v.isdigit() and f"{where}.{v}" not in words for v in values)
    if one.kind == "number" and len(values) > 1 and figures:
        return say(f"{where}.number", n=listed([_figure(one, v) for v in values], "or"))
    ways = listed([_where(one, v) for v in values], "or")
    return ways if alone or len(values) == 1 else say("options.clause.either", ways=ways)


def _where(one: Option, value: str) -> str:
    """The clause for one value."""
    key = f"option.{one.name}.where"
    if f"{key}.{value}" in catalogue():
        return catalogue()[f"{key}.{value}"]
    if one.kind == "text":
        return say(f"{key}.text", value=told(one.name, value))
    return say(f"{key}.number", n=_figure(one, value))


def _figure(one: Option, value: str) -> str:
    """A number as it stands in a clause: in figures if it counts points."""
    if not value.isdigit():
        return told(one.name, value)
    return number(int(value)) if f"option.{one.name}.number.many" in catalogue() else value
