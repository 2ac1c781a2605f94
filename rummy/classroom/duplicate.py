"""Duplicate scoring: everybody played the same cards, so what differs is the play."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from statistics import median
from typing import NamedTuple

Points = int | Fraction


class Placed(NamedTuple):
    """What one of the class made of a common deal."""

    name: str
    points: Points
    against: Fraction
    """Points above the median of all who played these cards."""
    beaten: Fraction
    """The share of the others who made less of the same cards; a tie counts half, as in bridge."""
    place: int
    """From 1 on; who made the same share a place."""


def duplicate(scores: Mapping[str, Points]) -> tuple[Placed, ...]:
    """Everybody’s points beside those of all others with the same cards, the best first.

    >>> [(one.name, int(one.against), str(one.beaten)) for one in duplicate({"Ada": 50, "Bo": 20, "Cy": 20})]
    [('Ada', 30, '1'), ('Bo', 0, '1/4'), ('Cy', 0, '1/4')]
    """
    if not scores:
        return ()
    middle = Fraction(median(map(Fraction, scores.values())))
    placed = []
    for name, points in scores.items():
        less = sum(one < points for one in scores.values())
        same = sum(one == points for one in scores.values()) - 1
        others = len(scores) - 1
        beaten = (less + Fraction(same, 2)) / others if others else Fraction(1, 2)
        placed.append(Placed(name, points, points - middle, beaten, len(scores) - less - same))
    return tuple(sorted(placed, key=lambda one: (one.place, one.name)))
