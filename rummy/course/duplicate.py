"""Duplicate scoring: everybody played the same cards, so what differs is the play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from statistics import median
from typing import NamedTuple

from rummy.rulebook import Page
from rummy.rulebook.page import Block, Grid, Prose
from rummy.scoring import points_text
from rummy.words import Unreadable, clip, say

Points = int | Fraction
LINE = re.compile(r"(?P<name>.*?\S)[\s:=;,\t]+(?P<points>[+−–-]?\d{1,7}(?:[.,]\d{1,3})?)\s*")
"""A name and points, however they are kept apart."""
MOST = 500
"""So many lines are read."""


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


def middle(points: Iterable[Points]) -> Fraction:
    """The median of some points: as many made more as made less."""
    return Fraction(median(map(Fraction, points)))


def duplicate(scores: Mapping[str, Points]) -> tuple[Placed, ...]:
    """Everybody’s points beside those of all others with the same cards, the best first.

    >>> [(one.name, int(one.against), str(one.beaten)) for one in duplicate({"Ada": 50, "Bo": 20, "Cy": 20})]
    [('Ada', 30, '1'), ('Bo', 0, '1/4'), ('Cy', 0, '1/4')]
    """
    if not scores:
        return ()
    half = middle(scores.values())
    placed = []
    for name, points in scores.items():
        less = sum(one < points for one in scores.values())
        same = sum(one == points for one in scores.values()) - 1
        others = len(scores) - 1
        beaten = (less + Fraction(same, 2)) / others if others else Fraction(1, 2)
        placed.append(Placed(name, points, points - half, beaten, len(scores) - less - same))
    return tuple(sorted(placed, key=lambda one: (one.place, one.name)))


def read_scores(text: str) -> dict[str, Points]:
    """The points of each, from lines such as ``Ada 120``.

    Raises:
        Unreadable: a line without a name or points, or a name that stands there twice.

    >>> read_scores("Ada 120\\nBo: -15\\nCy Lee\\t12,5")
    {'Ada': Fraction(120, 1), 'Bo': Fraction(-15, 1), 'Cy Lee': Fraction(25, 2)}
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > MOST:
        raise Unreadable(say("scores.too-many", most=MOST))
    scores: dict[str, Points] = {}
    for line in lines:
        found = LINE.fullmatch(line.strip())
        if found is None:
            raise Unreadable(say("scores.line", line=clip(line.strip())))
        name = clip(" ".join(found["name"].split()), 60)
        if name in scores:
            raise Unreadable(say("scores.twice", name=name))
        scores[name] = Fraction(re.sub("[−–]", "-", found["points"]).replace(",", "."))
    return scores


def placed_blocks(placed: Sequence[Placed]) -> Iterator[Block]:
    """What everybody made of the same cards, and the median it is measured by."""
    points = points_text(middle([one.points for one in placed]))
    yield Prose(say("scores.median", points=points, count=len(placed)))
    head = tuple(say(f"report.column.{key}") for key in ("place", "pupil", "points", "against", "beaten"))
    rows = (
        (
            str(one.place),
            one.name,
            points_text(one.points),
            signed(one.against),
            say("report.percent", percent=round(100 * one.beaten)),
        )
        for one in placed
    )
    yield Grid(tuple(rows), head)


def placed_page(code: str, placed: Sequence[Placed]) -> Page:
    """The scores of one common deal as a page of their own."""
    title = " ".join(filter(None, (say("scores.title"), code)))
    return Page(title, say("report.deals-about"), tuple(placed_blocks(placed)) if placed else ())


def signed(points: Fraction) -> str:
    """Points above or below something, with their sign."""
    return f"+{points_text(points)}" if points > 0 else points_text(points)
