"""Findings: what a figure is at two tables, how far apart it is there, and the sentence that says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, NamedTuple

from rummy.charts import Interval
from rummy.charts.intervals import PERCENT
from rummy.charts.numbers import give_or_take, told
from rummy.measure import METRICS, Counts, Estimate, Metric, difference, estimate, metric
from rummy.words import Unreadable, capital, clip, say

State = Literal["sure", "open", "same", "few", "only", "never"]
SURE: Final = "sure"
OPEN: Final = "open"
SAME: Final = "same"
FEW: Final = "few"
ONLY: Final = "only"
NEVER: Final = "never"


class Finding(NamedTuple):
    """A figure at two tables, from the same deals."""

    id: str
    """The metric."""
    ours: Estimate | None
    """At the first table; None where there is nothing that it could be a share of."""
    theirs: Estimate | None
    apart: Estimate | None
    """By how much it is larger at the second table, deal by deal."""

    @property
    def metric(self) -> Metric:
        """What is figured."""
        return metric(self.id)

    @property
    def sure(self) -> bool:
        """Does the interval of the difference leave out zero?"""
        return self.apart is not None and self.apart.sure

    @property
    def state(self) -> State:
        """What can be said of it.

        ``sure``: it differs; ``open``: it may or may not; ``same``: it is the same in every deal;
        ``few``: too few deals for an interval; ``only``: one table has nothing to count; ``never``: none has.
        """
        there = [one for one in (self.ours, self.theirs) if one is not None]
        counts = self.metric.kind == "share" or self.metric.unit == "times"
        if not there or (counts and not any(one.value for one in there)):
            return NEVER
        if self.apart is None:
            return ONLY
        if self.apart.low is None or self.apart.high is None:
            return FEW
        if self.apart.low == self.apart.high == 0:
            return SAME
        return SURE if self.sure else OPEN

    def sentence(self, one: str, other: str) -> str:
        """The finding in words; the same in the chart, on the page and in a notebook.

        Args:
            one: what the first table is called.
            other: what the second is called.
        """
        state = self.state
        facts = {"title": capital(self.metric.title), "one": in_prose(one), "other": in_prose(other)}
        if state == SURE:
            assert self.apart is not None
            way = "more" if self.apart.value > 0 else "less"
            return say(f"metric.{self.id}.{way}", name=in_prose(other), by=self.by)
        if state == ONLY:
            there, name, none = (self.ours, "one", "other") if self.ours else (self.theirs, "other", "one")
            value = shown(self.metric, there)
            return say("findings.only", title=facts["title"], value=value, name=facts[name], none=facts[none])
        if state == NEVER:
            return say("findings.never", title=facts["title"])
        ours, theirs = (shown(self.metric, at) for at in (self.ours, self.theirs))
        return say(f"findings.{state}", ours=ours, theirs=theirs, by=self.difference, **facts)

    @property
    def by(self) -> str:
        """How large the difference is, without its sign and its unit."""
        apart = self.apart
        assert apart is not None and apart.low is not None and apart.high is not None
        ends = (apart.low, apart.high) if apart.value > 0 else (-apart.high, -apart.low)
        return give_or_take(abs(apart.value), *ends, percent=in_hundredths(self.metric))

    @property
    def change(self) -> str:
        """The difference with its sign; a dash where there is none."""
        if self.apart is None:
            return "–"
        if self.metric.kind == "quantile":
            return told(self.apart.value, sign=bool(self.apart.value))
        percent = in_hundredths(self.metric)
        return give_or_take(self.apart.value, self.apart.low, self.apart.high, sign=True, percent=percent)

    @property
    def difference(self) -> str:
        """The difference with its sign and its unit; a dash where there is none."""
        if self.apart is None:
            return self.change
        points = say("charts.points") if in_hundredths(self.metric) else unit(self.metric)
        return f"{self.change} {points}".strip()

    @property
    def values(self) -> tuple[str, str]:
        """What it is at both tables, with its unit."""
        return shown(self.metric, self.ours), shown(self.metric, self.theirs)

    @property
    def interval(self) -> Interval:
        """The difference as a row of a chart."""
        title, apart = capital(self.metric.title), self.apart
        if self.state in (NEVER, ONLY) or apart is None:
            return Interval(
                title, None, remark=say(f"findings.{'never' if self.state == NEVER else 'only'}-short")
            )
        kind = PERCENT if in_hundredths(self.metric) else unit(self.metric)
        return Interval(title, apart.value, apart.low, apart.high, kind)


def findings(a: Counts, b: Counts, job: str) -> Iterator[Finding]:
    """Every figure that a kind of job counts, at two of its tables.

    Args:
        a: what was counted at the first table.
        b: what was counted at the second, in the same rounds.
        job: the kind, as in `Metric.job`.
    """
    for of in METRICS:
        if of.job == job:
            yield finding(of, a, b)


def finding(of: Metric, a: Counts, b: Counts) -> Finding:
    """One figure at two tables."""
    return Finding(of.id, *map(_rounded, (estimate(of, a), estimate(of, b), difference(of, a, b))))


def _rounded(made: Estimate | None) -> Estimate | None:
    """An estimate to seven digits, so that it is written and read back the same everywhere."""
    if made is None:
        return None
    value, low, high = (None if x is None else float(f"{x:.7g}") + 0.0 for x in made[:3])
    assert value is not None
    return Estimate(value, low, high, made.n)


def named(several: Iterable[Finding], key: str) -> Finding:
    """The finding about a metric; raises `Unreadable` where it is not among these."""
    found = next((one for one in several if one.id == key), None)
    if found is None:
        raise Unreadable(say("findings.not-measured", text=clip(key)))
    return found


def in_prose(name: str) -> str:
    """A name as it stands in a sentence: in quotation marks where it has a comma or a colon."""
    return say("findings.quoted", name=name) if {*",:"} & {*name} else name


def in_hundredths(of: Metric) -> bool:
    """Is it a part of one, which is written as a percentage?"""
    return of.kind in ("share", "balance", "explained")


def unit(of: Metric) -> str:
    """What it is counted in, in words; nothing where it is a mere number."""
    return "" if of.unit == "none" else say(f"unit.{of.unit}")


def shown(of: Metric, made: Estimate | None) -> str:
    """A figure with its interval and its unit."""
    if made is None or in_hundredths(of):
        return figure(of, made)
    return f"{figure(of, made)} {unit(of)}".strip()


def figure(of: Metric, made: Estimate | None) -> str:
    """A figure with its interval and without its unit, but for a percentage."""
    if made is None:
        return "–"
    if of.kind == "quantile":
        return told(made.value)
    number = give_or_take(made.value, made.low, made.high, percent=in_hundredths(of))
    return say("charts.percent", number=number) if in_hundredths(of) else number


def read(row: Any) -> Finding:
    """A finding from plain values."""
    return Finding(str(row[0]), *(None if one is None else Estimate(*one) for one in row[1:]))
