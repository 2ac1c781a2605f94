"""Where the name of an outline is written: beside the outline where it stands out, clear of all others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rummy.charts.chart import Scale
from rummy.pictures.paper import text, width_of, wrapped

LINE = 17.0


class Area(NamedTuple):
    """A rectangle in a drawing."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Area) -> bool:
        """Do they overlap?"""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def lies(self, other: Area) -> bool:
        """Does it lie in the other one, not counting the lower edge?"""
        return other.left <= self.left and self.right <= other.right and other.top <= self.top


def labels(
    words: Sequence[tuple[str, str]], outlines: Sequence[Sequence[float]], x: Scale, y: Scale, inside: Area
) -> Iterator[str]:
    """The name of every outline, with a line below it.

    Args:
        words: for each outline its name and the line below.
        outlines: for each outline the height of every step.
        x: where a step begins.
        y: where a height lies.
        inside: where names may stand.
    """
    taken: list[Area] = []
    for n, (whole, below) in enumerate(words):
        lines = wrapped(whole, 14, (inside.right - inside.left) * 0.46)[:2]
        wide = max(*(width_of(line, 14, bold=True) for line in lines), width_of(below, 12)) + 4
        high = LINE * len(lines) + LINE
        own, others = outlines[n], [steps for m, steps in enumerate(outlines) if m != n]
        best, side, area = 0.0, 0, inside
        for at, height in enumerate(own):
            above = height - max((steps[at] for steps in others), default=0)
            seen = 2 * above / (max(own) or 1) - 1.5 * (height < 0.25 * max(own))
            for where, place in _around(x(at), x(at + 1), y(height), wide, high):
                worth = 100 + seen - 0.2 * (where == 0) - 8 * _crossed(place, outlines, x, y)
                worth -= 20 * (not place.lies(inside) or any(map(place.meets, taken)))
                if worth > best:
                    best, side, area = worth, where, place
        taken.append(area)
        edge, anchor = (area.right, "end") if side < 0 else (area.left, "start")
        bold = {"class_": f"halo f{n}", "font_weight": "600", "text_anchor": anchor}
        for m, line in enumerate(lines):
            yield text(edge, area.top + 14 + m * LINE, line, 14, **bold)
        yield text(edge, area.bottom - 4, below, 12, class_="halo dim", text_anchor=anchor)


def _around(left: float, right: float, top: float, wide: float, high: float) -> Iterator[tuple[int, Area]]:
    """The places for a name to the right and to the left of a step, and above it."""
    for side, place in ((1, right + 6), (-1, left - 6 - wide)):
        for up in (12, 24):
            yield side, Area(place, top - up, place + wide, top - up + high)
    middle = (left + right - wide) / 2
    yield 0, Area(middle, top - high - 4, middle + wide, top - 4)


def _crossed(area: Area, outlines: Sequence[Sequence[float]], x: Scale, y: Scale) -> float:
    """How much of an area lies under outlines, as a part of its width."""
    hit = 0.0
    for steps in outlines:
        for at, height in enumerate(steps):
            over = min(area.right, x(at + 1)) - max(area.left, x(at))
            if over > 0 and y(height) < area.bottom:
                hit += over / (area.right - area.left)
    return hit
