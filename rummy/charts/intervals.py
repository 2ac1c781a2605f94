"""Differences with their intervals: a dot, a whisker and the line of no difference; a scale for each unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rummy.charts.chart import Chart, Column, Look, Scale
from rummy.charts.numbers import Number, give_or_take, marks, places, step, told
from rummy.pictures.paper import Drawn, at, el, number, text, width_of, wrapped
from rummy.words import say

ROW = 30.0
PERCENT = "%"
"""The unit of parts of one; a difference of two is in percentage points."""


class Interval(NamedTuple):
    """A value and the ends of its 95 % interval; without a value, a remark instead."""

    label: str
    value: Number | None
    low: Number | None = None
    high: Number | None = None
    unit: str = ""
    """What the value counts; rows of one unit share a scale. Parts of one have the unit `%`."""
    remark: str = ""

    @property
    def sure(self) -> bool:
        """Does the interval leave out zero?"""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)

    @property
    def written(self) -> str:
        """The value with half the width of its interval.

        >>> Interval("turns", 2.13, 1.82, 2.44).written
        '+2.1 ± 0.3'
        """
        if self.value is None:
            return self.remark
        return give_or_take(self.value, self.low, self.high, sign=True, percent=self.unit == PERCENT)


def intervals(
    title: str, rows: Sequence[Interval], *, under: str = "", less: str = "", more: str = "", label: str = ""
) -> Chart:
    """Differences, one below the other.

    Args:
        title: what is shown.
        rows: the differences, in their order.
        under: a line below the title.
        less: what lies left of the line of no difference, in words.
        more: what lies right of it.
        label: what the rows are, above them in the table.

    >>> print(intervals("Effects", [Interval("A", 2, 1, 3, "turns"), Interval("B", 0, -1, 1, "turns")]).text)
    A: +2.0 ± 1.0 turns, surely different. B: 0.0 ± 1.0 turns, not surely different.
    """
    columns = (
        Column(label or say("charts.what")),
        *(Column(say(f"charts.{name}"), lambda v: told(v, 4)) for name in ("difference", "from", "to")),
        Column(say("charts.unit")),
        Column(say("charts.sure")),
    )
    return Chart(
        title,
        " ".join(map(_spoken, rows)),
        columns,
        tuple(map(_row, rows)),
        lambda width: _drawn(tuple(rows), less, more, width),
        under,
    )


def _row(row: Interval) -> tuple[str | Number | None, ...]:
    times = 100 if row.unit == PERCENT else 1
    numbers = [None if v is None else v * times for v in (row.value, row.low, row.high)]
    sure = row.remark if row.value is None else say("charts.yes" if row.sure else "charts.no")
    return (row.label, *numbers, _unit(row), sure)


def _unit(row: Interval) -> str:
    return say("charts.points") if row.unit == PERCENT else row.unit


def _spoken(row: Interval) -> str:
    if row.value is None:
        return say("charts.remark", label=row.label, remark=row.remark)
    key = "charts.surely" if row.sure else "charts.unsurely"
    return say(key, label=row.label, value=f"{row.written} {_unit(row)}".strip())


def _drawn(rows: tuple[Interval, ...], less: str, more: str, width: float) -> Drawn:
    """A panel for each unit, one below the other along one line of no difference."""
    if not rows:
        return Drawn(text(0, 20, say("charts.nothing"), 14, class_="dim"), width, 40)
    shown = [row for row in rows if row.value is not None]
    left, right = 8.0, width - 8
    if width >= 520:
        left = min(max(width_of(row.label, 14, bold=row.sure) for row in rows) + 16, width * 0.4)
        right -= max((width_of(row.written, 14, bold=row.sure) for row in shown), default=0) + 12
    ends = [end for row in shown for end in _ends(row)]
    signs = any(end < 0 for end in ends), any(end > 0 for end in ends)
    zero = left + (right - left) * {(True, False): 0.94, (False, True): 0.06}.get(signs, 0.5)
    out, y = list[str](), 4.0
    if less or more:
        out += _sides(less if signs[0] else "", more if signs[1] else "", left, zero, right)
        y += 24
    for unit in dict.fromkeys(row.unit for row in rows):
        panel = _panel([row for row in rows if row.unit == unit], left, zero, right, width)
        out.append(at(0, y, panel.svg))
        y += panel.height
    return Drawn("".join(out), width, y)


def _ends(row: Interval) -> list[float]:
    return [float(v) for v in (row.value, row.low, row.high) if v is not None]


def _sides(less: str, more: str, left: float, zero: float, right: float) -> Iterator[str]:
    """What lies on either side of the line, above all panels."""
    before, after = f"← {less}" if less else "", f"{more} →" if more else ""
    fits = width_of(before, 13) < zero - left - 8 and width_of(after, 13) < right - zero - 8
    yield text(zero - 10, 14, before, 13 if fits else 11, class_="dim", text_anchor="end")
    yield text(zero + 10, 14, after, 13 if fits else 11, class_="dim")


def _panel(rows: list[Interval], left: float, zero: float, right: float, width: float) -> Drawn:
    """The rows of one unit over their scale."""
    ends = [end for row in rows for end in _ends(row)]
    each = max((max(-end / (zero - left), end / (right - zero)) for end in ends), default=0.0) * 1.04
    each = each or 1 / (right - left)

    def x(value: Number) -> float:
        return zero + float(value) / each

    y, body = 0.0, list[str]()
    for row in rows:
        drawn = _line(row, x, left, width)
        body.append(at(0, y, drawn.svg))
        y += drawn.height
    line = el("path", d=f"M{number(zero)} 0V{number(y + 2)}", class_="axis", stroke_width=1.4)
    if not ends:
        return Drawn(line + "".join(body), width, y + 12)
    times = 100 if rows[0].unit == PERCENT else 1
    out = [*_scale((left - zero) * each, (right - zero) * each, times, x, y), line, *body]
    unit = _unit(rows[0])
    if unit:
        out.append(text(right, y + 36, unit, 13, class_="ink", text_anchor="end"))
    return Drawn("".join(out), width, y + (54 if unit else 34))


def _scale(low: float, high: float, times: int, x: Scale, y: float) -> Iterator[str]:
    """Round numbers below a panel."""
    about = 5 if x(high) - x(low) > 250 else 3
    digits = places(step(low * times, high * times, about))
    for value in marks(low * times, high * times, about):
        place = x(value / times)
        if value:
            yield el("path", d=f"M{number(place)} 0V{number(y + 2)}", class_="rule")
        shown = told(value, digits, sign=True) if value else "0"
        inside = min(max(place, x(low) + 9), x(high) - 9)
        yield text(inside, y + 18, shown, 12, class_="dim" if value else "ink", text_anchor="middle")


def _line(row: Interval, x: Scale, left: float, width: float) -> Drawn:
    """One difference: its label, its whisker and dot, its number."""
    bold: Look = {"font_weight": "700"} if row.sure else {}
    beside = width >= 520
    shown = row.written if row.value is not None else ""
    out = []
    if beside:
        lines = wrapped(row.label, 14, (left - 16) / (1.12 if row.sure else 1))[:3]
        high = max(ROW, 17.0 * len(lines) + 9)
        middle = high / 2
        for n, line in enumerate(lines):
            place = middle + 5 + (n - (len(lines) - 1) / 2) * 17
            out.append(text(left - 14, place, line, 14, class_="ink", text_anchor="end", **bold))
        out.append(text(width - 4, middle + 5, shown, 14, class_="ink", text_anchor="end", **bold))
    else:
        room = width - width_of(shown, 13, bold=True) - 24
        lines = wrapped(row.label, 13, room / (1.12 if row.sure else 1))[:3]
        middle = 16.0 * len(lines) + 14
        high = middle + 14
        for n, line in enumerate(lines):
            out.append(text(0, 15 + n * 16, line, 13, class_="ink halo", **bold))
        out.append(text(width - 2, 15, shown, 13, class_="ink halo", text_anchor="end", **bold))
    out += _mark(row, x, middle, beside)
    return Drawn("".join(out), width, high)


def _mark(row: Interval, x: Scale, middle: float, beside: bool) -> Iterator[str]:
    """The dot, full where the difference is sure, and its whisker; or the remark instead of them."""
    if row.value is None:
        place = x(0) + 10 if beside else 0.0
        yield text(place, middle + 5, row.remark, 13, class_="dim halo", font_style="italic")
        return
    tint = 0 if row.value >= 0 else 1
    if row.low is not None and row.high is not None:
        d = f"M{number(x(row.low))} {number(middle)}H{number(x(row.high))}"
        width = 3 if row.sure else 1.8
        yield el("path", d=d, class_=f"l{tint}", stroke_width=width, stroke_linecap="round")
    look = f"l{tint} {f'f{tint}' if row.sure else 'hollow'}"
    yield el("circle", cx=x(row.value), cy=middle, r=5, class_=look, stroke_width=2)
