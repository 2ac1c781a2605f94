"""A contest: several engines do the same work in turns, so that noise on the machine hits all alike."""

from __future__ import annotations

import argparse
import gc
import json
import platform
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import NoReturn

CHECKOUT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(CHECKOUT))  # what is measured is this checkout, never an older installed copy


def options(about: str | None) -> argparse.ArgumentParser:
    """The command line of a benchmark."""
    return argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)


def count(text: str) -> int:
    """A number of rounds, runs or hands on the command line."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


CALLS = 10
"""How many calls lie between two looks at the clock, which takes its own time on some machines."""


@dataclass(frozen=True, slots=True)
class Work:
    """What one call did: how many units of work, how many legal actions it listed for them."""

    units: int
    listed: int = 0


Entrant = Callable[[Random], Work]


@dataclass(frozen=True, slots=True)
class Slice:
    """What one entrant did in one round, on process CPU time."""

    calls: int
    units: int
    listed: int
    seconds: float

    @property
    def rate(self) -> float:
        """Units of work per second of CPU time."""
        return self.units / self.seconds


Results = Mapping[str, list[Slice]]


def slice_of(entrant: Entrant, seed: int, seconds: float) -> Slice:
    """Call the entrant until the CPU time is used up; a call that has begun is finished and counted."""
    gc.collect()
    rng = Random(seed)
    calls = units = listed = 0
    start = process_time()
    while True:
        for _ in range(CALLS):
            work = entrant(rng)
            calls, units, listed = calls + 1, units + work.units, listed + work.listed
        if (spent := process_time() - start) >= seconds:
            return Slice(calls, units, listed, spent)


def contest(entrants: Mapping[str, Entrant], *, seconds: float, rounds: int) -> Results:
    """Interleaved rounds A B C, A B C, …; one call of each comes first, unmeasured, to build its tables."""
    for entrant in entrants.values():
        entrant(Random(0))
    results: dict[str, list[Slice]] = {name: [] for name in entrants}
    for seed in range(1, rounds + 1):
        for name, entrant in entrants.items():
            results[name].append(slice_of(entrant, seed, seconds))
    return results


def rate(results: Results, name: str) -> float:
    """The entrant's median rate."""
    return median(part.rate for part in results[name])


def ratio(results: Results, name: str, other: str) -> float:
    """How many times the other's rate: the median of the ratios within one round."""
    return median(a.rate / b.rate for a, b in zip(results[name], results[other], strict=True))


@dataclass(frozen=True, slots=True)
class Bar:
    """A figure that has to hold: at least so much, or with `most=True` at most so much."""

    what: str
    value: float
    bar: float
    aim: float | None = None
    unit: str = "x"
    most: bool = False

    @property
    def met(self) -> bool:
        """Does the figure hold?"""
        return self.value <= self.bar if self.most else self.value >= self.bar

    def __str__(self) -> str:
        aim = "" if self.aim is None else f", aim {self.aim:g}"
        side = "at most" if self.most else "at least"
        verdict = "met" if self.met else "MISSED"
        return f"{self.what}: {self.value:.2f} {self.unit} ({side} {self.bar:g}{aim}): {verdict}"


def finish(bars: list[Bar], facts: dict[str, object]) -> NoReturn:
    """Print the bars and one line of JSON; leave with 1 if a bar was missed."""
    for bar in bars:
        print(bar)
    where = {"python": platform.python_version(), "machine": platform.machine()}
    figures = {bar.what: round(bar.value, 3) for bar in bars}
    print(json.dumps({**facts, "figures": figures, "met": all(bar.met for bar in bars), **where}))
    raise SystemExit(0 if all(bar.met for bar in bars) else 1)
