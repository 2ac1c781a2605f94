"""The mixes of the house-rule lab: every table that differs from another in one option."""

from __future__ import annotations

from fnmatch import fnmatch
from typing import NamedTuple

from rummy.compare.rules import compare
from rummy.measure import Job, played
from rummy.options import options
from rummy.variants import Variant, code
from rummy.words import Unreadable, clip, say

NOT_PLAYED = ("players.", "match.")
"""Options that change no deal."""


class Mixes(NamedTuple):
    """What can be measured against a table."""

    tables: tuple[tuple[Variant, str], ...]
    """Each mix with the option that it changes."""
    idle: tuple[str, ...]
    """Options that change nothing at this table."""
    bad: tuple[str, ...]
    """Changes that contradict what else is played there, or whose deals come to no end."""


def alone(base: Variant, seats: int, wanted: tuple[str, ...] = ()) -> Mixes:
    """Every table that differs from one in a single option and can be played.

    Args:
        base: the table.
        seats: how many play.
        wanted: which options, as patterns such as ``drawing.*``; without any, all that change a deal.

    >>> from rummy.variants import find
    >>> [code(table) for table, _ in alone(find("basic"), 2, ("laying_off.on", "gambit.*")).tables]
    ['basic + laying_off.on=own-side', 'basic + laying_off.on=none']
    """
    tables, idle, bad = list[tuple[Variant, str]](), list[str](), list[str]()
    now = base.options()
    for one in options():
        asked = any(fnmatch(one.name, pattern) for pattern in wanted)
        if not (asked if wanted else not one.name.startswith(NOT_PLAYED)):
            continue
        fates = [(value, _table(base, seats, one.name, value)) for value, _ in one.values]
        there = [(v, fate) for v, fate in fates if str(v) != str(now[one.name])]
        tables += [(fate, one.name) for _, fate in there if isinstance(fate, Variant)]
        bad += [f"{one.name}={value}" for value, fate in there if fate == BAD]
        if all(fate == IDLE for _, fate in there):
            idle.append(one.name)
    if not tables:
        raise Unreadable(say("findings.lab.none", text=clip(", ".join(wanted) or base.id)))
    return Mixes(tuple(tables), tuple(idle), tuple(bad))


BAD, IDLE = "bad", "idle"


def _table(base: Variant, seats: int, name: str, value: object) -> Variant | str:
    """A table with one option changed; or why it is none that could be measured."""
    try:
        table = base.changed({name: value})
        job = Job((code(table),), ("greedy",) * seats, seats, "trial", 1, 1).checked()
    except Unreadable:
        return BAD
    if not compare(base, table).changes:
        return IDLE
    return table if played(job).rounds else BAD
