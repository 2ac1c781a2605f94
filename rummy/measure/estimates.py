"""Estimates: a metric at a table, or its difference between two, with its interval."""

from __future__ import annotations

from typing import Any, NamedTuple

from rummy.measure.metrics import FIGURES, Metric, value
from rummy.measure.tally import Counts
from rummy.statistics import LEVEL, Interval, percentile_interval, quantile_interval, resampled, wilson

LEAST_BLOCKS = 10
"""Fewer blocks of deals say too little about how much a figure moves."""
UNITS = ("matches", "deals")
"""What is played independently: shares of these have Wilson's interval."""


class Estimate(NamedTuple):
    """A figure and how sure it is."""

    value: float
    low: float | None
    """The ends of the interval; None where so few deals allow none."""
    high: float | None
    n: int
    """How many deals, or matches, it rests on."""

    @property
    def sure(self) -> bool:
        """Does the interval exclude zero?"""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)

    @property
    def half(self) -> float | None:
        """Half the length of the interval: the figure after ±."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def estimate(of: Metric, counts: Counts, *, level: float = LEVEL) -> Estimate | None:
    """A metric at a table with its interval; None where it does not apply.

    Wilson's interval for shares of deals, by ranks for quantiles, otherwise a bootstrap over blocks of deals.
    """
    figure = value(of, counts)
    if figure is None:
        return None
    n, ends = _rests_on(counts), None
    if of.kind == "quantile":
        histogram = counts.hists[of.of[0]]
        if sum(histogram.values()) <= n:  # one value a deal: they are independent
            ends = quantile_interval(histogram, of.q, level)
    elif of.kind == "share" and of.of[1] in UNITS:
        ends = wilson(float(counts.total(of.of[0])), int(counts.total(of.of[1])), level)
    else:
        ends = _interval(_columns(of, counts), FIGURES[of.kind], level)
    return _estimate(float(figure), ends, n)


def difference(of: Metric, a: Counts, b: Counts, *, level: float = LEVEL) -> Estimate | None:
    """By how much a metric is larger at the second table, from the same rounds; None where one has none."""
    one, other = value(of, a), value(of, b)
    if one is None or other is None:
        return None
    ends = None
    if of.kind != "quantile":
        figure, many = FIGURES[of.kind], len(of.of)

        def apart(*totals: float) -> float | None:
            before, after = figure(*totals[:many]), figure(*totals[many:])
            return None if before is None or after is None else after - before

        ends = _interval([*_columns(of, a), *_columns(of, b)], apart, level)
    return _estimate(float(other) - float(one), ends, _rests_on(a))


def _estimate(figure: float, ends: Interval | None, n: int) -> Estimate:
    low, high = ends or (None, None)
    return Estimate(figure, low, high, n)


def _rests_on(counts: Counts) -> int:
    return next((int(counts.total(unit)) for unit in UNITS if counts.sums.get(unit)), 0)


def _columns(of: Metric, counts: Counts) -> list[list[float]]:
    """The sums of a metric by block, for the blocks of which something was played."""
    blocks = next((sorted(counts.sums[unit]) for unit in UNITS if counts.sums.get(unit)), [])
    return [[float(counts.sums.get(name, {}).get(block, 0)) for block in blocks] for name in of.of]


def _interval(columns: list[list[float]], figure: Any, level: float) -> Interval | None:
    if len(columns[0]) < LEAST_BLOCKS:
        return None
    return percentile_interval(resampled(columns, figure), level)
