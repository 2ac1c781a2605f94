"""A rule as the law applies it: one row, and how it is entered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rummy.actions import (
    Action,
    Block,
    Discard,
    Draw,
    Knock,
    LayDown,
    LayOff,
    Name,
    Pass,
    Shuffle,
    Split,
    Swap,
    Take,
    TakeAlone,
)
from rummy.deal import Deal
from rummy.variants import Variant

Bars = int | Callable[[Any], bool]
ALL = -1


class Row(NamedTuple):
    """A rule as the law applies it."""

    rule: str
    kinds: tuple[type[Action], ...]
    given: bool
    bound: bool
    when: Callable[[Variant], bool]
    bars: Callable[[Deal, int], Bars]


ROWS: list[Row] = []
BarsOf = Callable[[Deal, int], Bars]

PLAYS: tuple[type[Action], ...] = (LayDown, LayOff, Swap, Block)
TAKES: tuple[type[Action], ...] = (Take, TakeAlone, Split)
ENDS: tuple[type[Action], ...] = (Discard, Knock)
TURNS: tuple[type[Action], ...] = (Name, Draw, *TAKES, *PLAYS, *ENDS, Pass, Shuffle)


def rule(
    name: str,
    *kinds: type[Action],
    given: bool = False,
    bound: bool = False,
    when: Callable[[Variant], bool] = lambda v: True,
) -> Callable[[BarsOf], BarsOf]:
    """Enter the function that follows as a row of the law."""

    def enter(bars: BarsOf) -> BarsOf:
        ROWS.append(Row(name, kinds, given, bound, when, bars))
        return bars

    return enter
