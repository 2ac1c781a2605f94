"""Other tables: where the same lines in the same position get the other answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from rummy.actions import SEATS, Action
from rummy.deal import DRAW, PLAY, Deal
from rummy.law import breach
from rummy.lines import parse
from rummy.lines.said import understood
from rummy.positions import position, under
from rummy.referee.answer import Meaning, Other
from rummy.rules import Breach, articles, matters
from rummy.rulings import line_told
from rummy.steps import follow
from rummy.variants import Variant, choices, variants
from rummy.words import Ambiguous, Unreadable, data


class Tried(NamedTuple):
    """What has come of the lines that were tried: the one that decides, and what it leads to."""

    deal: Deal
    """The deal before it."""
    line: str
    action: Action | None
    breach: Breach | None
    meanings: tuple[Meaning, ...]
    after: Deal | None

    @property
    def refusal(self) -> Breach | None:
        """Why the line is refused, whatever it means."""
        return self.meanings[0].breach if self.meanings else self.breach

    @property
    def agreed(self) -> bool:
        """Is it legal in every meaning, or refused in every meaning?"""
        return len({meaning.breach is None for meaning in self.meanings}) < 2


def tried(deal: Deal, lines: Sequence[str]) -> Tried:
    """The lines played up to the first that is not legal."""
    done = None
    for line in lines:
        said = understood(line)
        try:
            action = parse(said, deal)
        except Ambiguous as error:
            return Tried(deal, said, None, None, tuple(_meanings(deal, said, error.choices)), None)
        except Unreadable as error:
            ways = _everywhere(deal, said)
            if len(ways) > 1:
                return Tried(deal, said, None, None, tuple(_meanings(deal, said, ways)), None)
            if not ways:
                raise Unreadable(line_told(line, error)) from None
            action = parse(ways[0], deal)
        broken = breach(deal, action)
        if broken is not None:
            return Tried(deal, said, action, broken, (), None)
        before, deal = deal, follow(deal, action)
        done = Tried(before, said, action, None, (), deal)
    assert done is not None
    return done


def _meanings(deal: Deal, line: str, ways: Iterable[str]) -> Iterator[Meaning]:
    """What a line can mean, said by the same seat."""
    speaker, colon, _ = line.partition(":")
    for way in ways:
        said = f"{speaker}: {way}" if colon and ":" not in way else way
        yield Meaning(said, breach(deal, parse(said, deal)))


def _everywhere(deal: Deal, line: str) -> list[str]:
    """A lay-off that names no meld and fits on none, on each meld of the table."""
    if not re.fullmatch(r"(\w ?: ?)?lay off \S+", line, re.IGNORECASE):
        return []
    ways = [f"{line} on meld {n}" for n in range(1, len(deal.table) + 1)]
    try:
        return [way for way in ways if parse(way, deal)]
    except (Ambiguous, Unreadable):
        return []


def others(
    text: Mapping[str, Any], start: Deal, lines: Sequence[str], broken: Breach | None
) -> Iterator[Other]:
    """The tables with the other answer: named variants, then those that change one option."""
    fixed = {
        **text,
        "seats": start.game.seats,
        "dealer": SEATS[start.dealer],
        "turn": SEATS[start.seat],
        "phase": start.phase,
    }
    fixed.pop("cut", None)
    floats = not start.holdings[start.seat] and start.phase in (DRAW, PLAY)
    for option, rules in _tables(start.variant):
        if floats and rules.ending.floating == "off":
            continue  # a seat in turn without a card is unknown there
        try:
            there = tried(position(_taken(under(fixed, rules), start, rules)), lines)
        except Unreadable:
            continue  # the position or a line means nothing at that table
        if there.agreed and (there.refusal is None) is not (broken is None):
            yield Other(rules, option, there.refusal)


def _taken(text: dict[str, Any], start: Deal, rules: Variant) -> dict[str, Any]:
    """A position in which a single top card was taken this turn, with what that binds to by these rules."""
    taken = start.turn.taken
    if len(taken) == 1 and not start.turn.laid and start.variant.drawing != rules.drawing:
        text.pop("single", None)
        must = rules.drawing.top_card == "use" and start.holdings[start.seat] & taken[0].bit
        text["owed"] = taken[0].code if must else ""
    return text


def _tables(rules: Variant) -> Iterator[tuple[str, Variant]]:
    """The other named variants, and the tables that change one option on which legality can depend."""
    now = rules.options()
    seen = [now]
    for other in variants().values():
        if other.options() not in seen:
            seen.append(other.options())
            yield "", other
    for option in _asked():
        for value in _values(option):
            if value == now[option]:
                continue
            try:
                new = rules.changed({option: value})
            except Unreadable:
                continue  # it contradicts another option
            if matters(option, new.facts()):
                yield option, new


@cache
def _asked() -> tuple[str, ...]:
    """The options on which the legality of a move can depend."""
    keys = [key for article in articles().values() if article.refuses for key in article.options]
    beside = ("players", "pack", "match", "dealing.rotation")  # at such a table it is another position
    asked = dict.fromkeys([*keys, "scoring.going_rummy"])  # which lifts the limit of melds
    return tuple(key for key in asked if not key.startswith(beside))


@cache
def _values(option: str) -> tuple[Any, ...]:
    """The values an option can have; where any number or text will do, those that tables are known to use."""
    fixed = (value for value in choices(option) if not isinstance(value, type))
    known = data("rules.toml")["known"].get(option, ())
    return tuple(dict.fromkeys([*fixed, *(v.options()[option] for v in variants().values()), *known]))
