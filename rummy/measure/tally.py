"""A tally: what has been counted at each table, so that two tallies can be added in any order."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from rummy.scoring import Points
from rummy.words import Unreadable, say

MOST_FAILURES = 10
"""Of so many rounds that were left out a tally tells what went wrong: those that come first."""


class Failure(NamedTuple):
    """A round that was left out at all tables, and why."""

    number: int
    table: int
    """At which table it went wrong, the first being 0."""
    reason: str
    """One of `REASONS`."""
    text: str = ""
    """What the error says."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What has been counted at one table."""

    sums: Mapping[str, Mapping[int, Points]] = field(default_factory=dict)
    """Sums by name and by block; no zeros."""
    hists: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    """Histograms by name: how often each value was seen."""

    def __add__(self, other: Counts) -> Counts:
        return Counts(_added(self.sums, other.sums), _added(self.hists, other.hists))

    def total(self, name: str) -> Points:
        """A sum over all blocks."""
        return sum(self.sums.get(name, {}).values())


@dataclass(frozen=True, slots=True)
class Tally:
    """What has been counted at every table of a job. Tallies are added with ``+``, in any order."""

    counts: tuple[Counts, ...]
    """For each table of the job, in its order."""
    rounds: int = 0
    """How many rounds were counted."""
    decisions: int = 0
    """How many decisions were made in them, at all tables together."""
    dropped: Mapping[str, int] = field(default_factory=dict)
    """How many rounds were left out at all tables, by reason."""
    failures: tuple[Failure, ...] = ()
    """The first of these."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)),
            self.rounds + other.rounds,
            self.decisions + other.decisions,
            _summed(self.dropped, other.dropped),
            tuple(sorted((*self.failures, *other.failures))[:MOST_FAILURES]),
        )

    def __radd__(self, other: int) -> Tally:
        """So that ``sum`` adds tallies."""
        return self

    def json(self) -> str:
        """The tally as text, the same for equal tallies."""
        return json.dumps(
            {
                "counts": [{"sums": _texts(c.sums), "hists": _texts(c.hists)} for c in self.counts],
                "rounds": self.rounds,
                "decisions": self.decisions,
                "dropped": self.dropped,
                "failures": self.failures,
            },
            sort_keys=True,
            separators=(",", ":"),
        )

    @staticmethod
    def read(text: str) -> Tally:
        """The tally of a text; raises `Unreadable` if it is none."""
        try:
            book = json.loads(text)
            return Tally(
                tuple(Counts(_numbers(c["sums"]), _numbers(c["hists"])) for c in book["counts"]),
                int(book["rounds"]),
                int(book["decisions"]),
                {str(reason): int(many) for reason, many in book["dropped"].items()},
                tuple(Failure(int(n), int(t), str(r), str(x)) for n, t, r, x in book["failures"]),
            )
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError, ZeroDivisionError):
            raise Unreadable(say("error.tally")) from None


def _summed(a: Mapping[Any, Any], b: Mapping[Any, Any]) -> dict[Any, Any]:
    """Two sums by key, added; what comes to nothing is left out."""
    made = dict(a)
    for key, value in b.items():
        made[key] = made.get(key, 0) + value
    return {key: value for key, value in made.items() if value}


def _added(a: Mapping[str, Mapping[int, Any]], b: Mapping[str, Mapping[int, Any]]) -> dict[str, Any]:
    made = {name: _summed(a.get(name, {}), b.get(name, {})) for name in {**a, **b}}
    return {name: row for name, row in made.items() if row}


def _texts(rows: Mapping[str, Mapping[int, Points]]) -> dict[str, dict[str, int | str]]:
    """Exact numbers as JSON has them: whole numbers, others as ``a/b``."""
    return {
        name: {str(key): int(n) if n.denominator == 1 else str(n) for key, n in row.items()}
        for name, row in rows.items()
    }


def _numbers(rows: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[int, Any]]:
    return {
        name: {int(key): n if type(n) is int else _exact(Fraction(n)) for key, n in row.items()}
        for name, row in rows.items()
    }


def _exact(number: Fraction) -> Points:
    return int(number) if number.denominator == 1 else number
