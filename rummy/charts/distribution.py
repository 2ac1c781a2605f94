"""How often each number came: outlines one over the other, each labelled where it stands out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil, isqrt
from typing import NamedTuple

from rummy.charts.chart import DASHES, Chart, Column, Look, Scale
from rummy.charts.labels import Area, labels
from rummy.charts.numbers import Number, marks, places, share, step, told
from rummy.pictures.paper import Drawn, el, number, text
from rummy.words import say

LEAST, BINS = 8, 36
"""How many steps an outline has at least if it can, and at most; in between, fewer of fewer numbers."""
TAIL = 0.005
"""The part of each end that is drawn as one step."""
Histogram = Mapping[int, int]


class Bins(NamedTuple):
    """The steps that several distributions share."""

    low: int
    wide: int
    many: int
    below: bool
    """Is everything below counted in the first step?"""
    above: bool

    def of(self, value: int) -> int:
        """The step a value falls into."""
        return min(max((value - self.low) // self.wide, 0), self.many - 1)

    def name(self, at: int) -> str:
        """What a step holds, in words."""
        first = self.low + at * self.wide
        last = first + self.wide - 1
        if at == 0 and self.below:
            return say("charts.at-most", number=told(last))
        if at == self.many - 1 and self.above:
            return say("charts.at-least", number=told(first))
        return told(first) if self.wide == 1 else say("charts.between", low=told(first), high=told(last))


def distribution(
    title: str, histograms: Mapping[str, Histogram], *, axis: str, under: str = "", counted: str = ""
) -> Chart:
    """Several distributions of whole numbers over the same steps, as shares of all that was counted.

    Args:
        title: what is shown.
        histograms: for each name how often each number came.
        axis: what the numbers are, below the axis.
        under: a line below the title.
        counted: what was counted, such as “deals”; the head of the columns of counts.

    >>> chart = distribution("Turns", {"A": {1: 3, 2: 1}, "B": {2: 4}}, axis="turns")
    >>> print(chart.rows)
    (('1', 3, 0.75, 0, 0.0), ('2', 1, 0.25, 4, 1.0))
    """
    there = {name: dict(counts) for name, counts in histograms.items() if sum(counts.values())}
    bins = _bins(list(there.values()))
    shares = {name: _shares(counts, bins) for name, counts in there.items()}
    columns = [Column(axis)]
    for name in there:
        columns += [Column(say("charts.count", name=name, counted=counted or say("charts.counted")))]
        columns += [Column(say("charts.share", name=name), lambda value: share(value, 1))]
    rows = tuple(
        (
            bins.name(at),
            *(cell for name in there for cell in (_count(there[name], bins, at), shares[name][at])),
        )
        for at in range(bins.many)
    )
    told_ = [_spoken(name, counts) for name, counts in there.items()]
    told_ += [say("charts.none", name=name) for name in histograms if name not in there]
    middles = {name: quantile(counts, 0.5) for name, counts in there.items()}
    return Chart(
        title,
        " ".join(told_),
        tuple(columns),
        rows,
        lambda width: _drawn(shares, middles, bins, axis, width),
        under,
    )


def quantile(counts: Histogram, part: float) -> int:
    """The smallest number that at least this part of all that was counted does not exceed.

    >>> quantile({1: 3, 5: 1}, 0.5)
    1
    """
    wanted, seen = ceil(part * sum(counts.values())), 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= max(wanted, 1):
            return value
    raise ValueError("nothing was counted")


def _bins(there: list[dict[int, int]]) -> Bins:
    if not there:
        return Bins(0, 1, 0, False, False)
    least, most = min(map(min, there)), max(map(max, there))
    low = min(quantile(counts, TAIL) for counts in there)
    high = max(quantile(counts, 1 - TAIL) for counts in there)
    few = isqrt(4 * min(sum(counts.values()) for counts in there))
    wide = max(1, int(step(low, high + 1, min(BINS, max(few, LEAST)))))
    low = low // wide * wide
    many = (high - low) // wide + 1
    return Bins(low, wide, many, least < low, most >= low + many * wide)


def _count(counts: Histogram, bins: Bins, at: int) -> int:
    return sum(times for value, times in counts.items() if bins.of(value) == at)


def _shares(counts: Histogram, bins: Bins) -> list[float]:
    whole = sum(counts.values())
    return [_count(counts, bins, at) / whole for at in range(bins.many)]


def _spoken(name: str, counts: Histogram) -> str:
    middle, low, high = (told(quantile(counts, part)) for part in (0.5, 0.25, 0.75))
    return say("charts.spread", name=name, middle=middle, low=low, high=high, n=told(sum(counts.values())))


def _drawn(
    shares: dict[str, list[float]], middles: dict[str, int], bins: Bins, axis: str, width: float
) -> Drawn:
    """The outlines, their labels and the axis."""
    if not shares:
        return Drawn(text(0, 20, say("charts.nothing"), 14, class_="dim"), width, 40)
    high, left, right = (230.0 if width >= 520 else 190.0), 40.0, width - 10
    base = 44.0 + high
    most = max(map(max, shares.values())) or 1
    each = (right - left) / bins.many

    def x(at: Number) -> float:
        return left + float(at) * each

    def y(part: Number) -> float:
        return base - float(part) / most * high

    out = list(_grid(most, left, right, y))
    for n, parts in enumerate(shares.values()):
        line = f"M{number(x(0))} {number(base)}" + "".join(
            f"V{number(y(part))}H{number(x(at + 1))}" for at, part in enumerate(parts)
        )
        if n == 0:
            out.append(el("path", d=f"{line}V{number(base)}Z", class_="f0", fill_opacity=0.1))
        look: Look = {"stroke_dasharray": DASHES[n]} if DASHES[n] else {}
        out.append(
            el("path", d=f"{line}V{number(base)}", class_=f"l{n}", fill="none", stroke_width=2, **look)
        )
    out.append(el("path", d=f"M{number(left)} {number(base)}H{number(right)}", class_="axis"))
    out += _scale(bins, axis, x, base, width)
    out += _middles(middles, bins, x, base)
    words = [(name, say("charts.median", number=told(middles[name]))) for name in shares]
    out += labels(words, list(shares.values()), x, y, Area(left, -6, right, base))
    return Drawn("".join(out), width, base + 48)


def _grid(most: float, left: float, right: float, y: Scale) -> Iterator[str]:
    """Faint lines for the shares, their numbers beside them."""
    rows = [part for part in marks(0, most, 4) if part]
    digits = max(0, places(step(0, most, 4)) - 2)
    for part in rows:
        yield el("path", d=f"M{number(left)} {number(y(part))}H{number(right)}", class_="rule")
        yield text(left - 6, y(part) + 4, share(part, digits), 12, class_="dim", text_anchor="end")


def _scale(bins: Bins, axis: str, x: Scale, base: float, width: float) -> Iterator[str]:
    """Round numbers below the axis, each under the middle of its step or at the step's beginning."""
    last = bins.low + bins.many * bins.wide
    for value in marks(bins.low, last - (bins.wide == 1), 8 if width >= 520 else 5):
        if value != int(value):
            continue
        place = x((value - bins.low) / bins.wide + (0.5 if bins.wide == 1 else 0))
        yield el("path", d=f"M{number(place)} {number(base)}v5", class_="axis")
        yield text(place, base + 19, told(value), 12, class_="dim", text_anchor="middle")
    yield text(width - 10, base + 40, axis, 13, class_="ink", text_anchor="end")


def _middles(middles: dict[str, int], bins: Bins, x: Scale, base: float) -> Iterator[str]:
    """A small mark on the axis for each median: full for the first, open for the others."""
    for n, middle in enumerate(middles.values()):
        place = x(bins.of(middle) + 0.5) if bins.wide == 1 else x((middle - bins.low + 0.5) / bins.wide)
        d = f"M{number(place)} {number(base - 1)}l-6 -10h12Z"
        yield el("path", d=d, class_=f"l{n} {'hollow' if n else f'f{n}'}", stroke_width=1.5)
