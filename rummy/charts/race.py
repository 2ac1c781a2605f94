"""The race of a match: a line for each side from deal to deal, its name at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from rummy.actions import SEATS
from rummy.charts.chart import DASHES, Chart, Column, Look, Scale
from rummy.charts.numbers import Number, marks, told
from rummy.match import Match
from rummy.pictures.paper import Drawn, el, fit, number, text, width_of
from rummy.scoring import points_text
from rummy.words import listed, say


def race_of(match: Match, names: Sequence[str] = (), *, title: str = "") -> Chart:
    """The race of a match that is being played or was played.

    Args:
        match: the match, such as `rummy.record.replay(record).match`.
        names: what the seats are called; their letters if none are given.
        title: what stands above it.
    """
    called = [*names] if names else SEATS[: match.seats]
    sides = [listed([called[seat] for seat in side]) for side in match.sides]
    totals = [[*accumulate(deal[n] for deal in match.scores)] for n in range(len(sides))]
    for n, total in enumerate(match.totals):
        if totals[n]:
            totals[n][-1] = total  # with the bonus for winning
    goal = match.variant.match.target
    return race(dict(zip(sides, totals, strict=True)), target=None if goal == "none" else goal, title=title)


def race(series: Mapping[str, Sequence[Number]], *, target: Number | None = None, title: str = "") -> Chart:
    """The totals of several sides after each deal.

    Args:
        series: for each side its total after the first deal, the second and so on.
        target: the points that end the match; a line is drawn there.
        title: what stands above it.

    >>> race({"Anna": [60, 130], "Bob": [35, 90]}, target=500).text
    'After 2 deals Anna has 130 and Bob has 90. Ahead after each deal: Anna (1, 2).'
    """
    deals = min(map(len, series.values()), default=0)
    lines = {name: [0, *totals[:deals]] for name, totals in series.items()}
    rows = tuple((str(n), *(line[n] for line in lines.values())) for n in range(1, deals + 1))
    said = say("charts.no-deal")
    if deals:
        ends = listed(
            [say("charts.has", name=name, points=_points(line[-1])) for name, line in lines.items()]
        )
        said = f"{say('charts.after', ends=ends, count=deals)} {_leaders(lines, deals)}"
    return Chart(
        title or say("charts.race"),
        said,
        (Column(say("charts.deal")), *(Column(name, _points) for name in lines)),
        rows,
        lambda width: _drawn(lines, target, width),
    )


def _points(value: Number | None) -> str:
    return "–" if value is None else told(value, 2) if isinstance(value, float) else points_text(value)


def _leaders(lines: dict[str, list[Number]], deals: int) -> str:
    """Who was ahead, and after which deals."""
    ahead: dict[str, list[str]] = {}
    for n in range(1, deals + 1):
        best = max(line[n] for line in lines.values())
        first = [name for name, line in lines.items() if line[n] == best]
        ahead.setdefault(first[0] if len(first) == 1 else say("charts.nobody"), []).append(str(n))
    return say("charts.ahead", who="; ".join(f"{name} ({', '.join(at)})" for name, at in ahead.items()))


def _drawn(lines: dict[str, list[Number]], target: Number | None, width: float) -> Drawn:
    """The lines, the names at their ends and the axis."""
    every = [value for line in lines.values() for value in line]
    if len(every) <= len(lines):
        return Drawn(text(0, 20, say("charts.no-deal"), 14, class_="dim"), width, 40)
    ends = {name: f"{_points(line[-1])}  {name}" for name, line in lines.items()}
    room = min(max(width_of(end, 13, bold=True) for end in ends.values()) + 14, width * 0.36)
    high, left, right, top = (270.0 if width >= 520 else 230.0), 40.0, width - room, 16.0
    low, most = min(every), max([*every, *([target] if target is not None else [])])
    deals = len(next(iter(lines.values()))) - 1

    def x(n: float) -> float:
        return left + n / deals * (right - left)

    def y(value: Number) -> float:
        return top + high - float((value - low) / ((most - low) or 1)) * high

    out = list(_grid(low, most, target, left, right, y))
    whole = (n for n in marks(0, deals, 8 if width >= 520 else 5) if n and n == int(n))
    under: Look = {"class_": "dim", "text_anchor": "middle"}
    out += [text(x(n), top + high + 20, told(n), 12, **under) for n in whole]
    out.append(text(right, top + high + 40, say("charts.deals"), 13, class_="ink", text_anchor="end"))
    for n, line in enumerate(lines.values()):
        d = "M" + "L".join(f"{number(x(at))} {number(y(value))}" for at, value in enumerate(line))
        look: Look = {"stroke_dasharray": DASHES[n % 8]} if DASHES[n % 8] else {}
        style: Look = {"class_": f"l{n % 8}", "stroke_width": 2.2, "stroke_linejoin": "round"}
        out.append(el("path", d=d, fill="none", **style, **look))
        out.append(el("circle", cx=x(deals), cy=y(line[-1]), r=4, class_=f"f{n % 8}"))
    places = _apart([y(line[-1]) for line in lines.values()], 17)
    for n, (place, end) in enumerate(zip(places, ends.values(), strict=True)):
        label = fit(end, 13, width - right - 10, bold=True)
        out.append(text(right + 10, place + 4.5, label, 13, class_=f"f{n % 8}", font_weight="600"))
    return Drawn("".join(out), width, max(top + high + 50, max(places) + 12))


def _grid(
    low: Number, most: Number, target: Number | None, left: float, right: float, y: Scale
) -> Iterator[str]:
    """Faint lines with their points, a stronger one at zero, and the target."""
    for value in marks(low, most, 4):
        if target is not None and abs(y(value) - y(target)) < 14:
            continue
        yield el(
            "path",
            d=f"M{number(left)} {number(y(value))}H{number(right)}",
            class_="axis" if value == 0 else "rule",
        )
        yield text(left - 6, y(value) + 4, told(value), 12, class_="dim", text_anchor="end")
    if target is not None:
        d = f"M{number(left)} {number(y(target))}H{number(right)}"
        yield el("path", d=d, class_="axis", stroke_dasharray="1 4", stroke_linecap="round", stroke_width=1.6)
        yield text(
            left - 6, y(target) + 4, told(target), 12, class_="ink", text_anchor="end", font_weight="600"
        )
        yield text(left + 2, y(target) - 6, say("charts.target"), 12, class_="dim")


def _apart(places: list[float], gap: float) -> list[float]:
    """Places moved as little as is needed so that none is nearer to another than a gap.

    >>> _apart([10, 12, 50], 10)
    [6.0, 16.0, 50.0]
    """
    order = sorted(range(len(places)), key=places.__getitem__)
    groups: list[tuple[list[int], float]] = []
    for one in order:
        group, middle = [one], float(places[one])
        while groups and middle - (len(group) + len(groups[-1][0])) * gap / 2 < groups[-1][1]:
            before, there = groups.pop()
            middle = (middle * len(group) + there * len(before)) / (len(group) + len(before))
            group = before + group
        groups.append((group, middle))
    out = dict[int, float]()
    for group, middle in groups:
        for n, one in enumerate(group):
            out[one] = middle + (n - (len(group) - 1) / 2) * gap
    return [out[n] for n in range(len(places))]
