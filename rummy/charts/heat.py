"""A heat map: a number in every cell, shaded by its size within its column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from rummy.charts.chart import Chart, Column, Form, Look
from rummy.charts.numbers import Number, digits_of, share, told
from rummy.pictures.paper import Drawn, box, text, width_of, wrapped
from rummy.words import listed, say

HIGH = 34.0
DARKEST = 0.5
"""How much of the colour the largest number of a column is shaded with."""


def heat_map(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[Number | None]],
    *,
    percent: Sequence[bool] = (),
    under: str = "",
    label: str = "",
) -> Chart:
    """Numbers of several kinds for several things, such as metrics of variants.

    Args:
        title: what is shown.
        rows: the names of the rows.
        columns: the names of the columns; each has a scale of its own.
        values: for each row the number of each column, None where there is none.
        percent: for each column whether its numbers are parts of one, written as percentages.
        under: a line below the title.
        label: what the rows are, above them in the table.

    >>> heat_map("Games", ["A", "B"], ["turns"], [[10.5], [21.25]]).text
    'turns: smallest A with 10.5, largest B with 21.2.'
    """
    forms = [_form([row[n] for row in values], bool(percent) and percent[n]) for n in range(len(columns))]
    cells = tuple((name, *line) for name, line in zip(rows, values, strict=True))
    said = [_spoken(name, rows, [line[n] for line in values], forms[n]) for n, name in enumerate(columns)]
    shades = _shades(values)
    written = [[form(value) for form, value in zip(forms, line, strict=True)] for line in values]
    return Chart(
        title,
        " ".join(said),
        (Column(label or say("charts.what")), *map(Column, columns, forms)),
        cells,
        lambda width: _drawn(rows, columns, written, shades, width),
        under,
    )


def _form(column: list[Number | None], percent: bool) -> Form:
    """How the numbers of a column are written: with as many digits as tell them apart."""
    there = [float(value) for value in column if value is not None]
    reach = (max(there) - min(there)) / 10 if there else 0
    if not reach:
        reach = abs(there[0]) / 10 if there else 1
    digits = digits_of(reach, 3)
    return partial(share, digits=max(0, digits - 2)) if percent else partial(told, digits=digits)


def _spoken(name: str, rows: Sequence[str], column: list[Number | None], form: Form) -> str:
    there = [(value, row) for value, row in zip(column, rows, strict=True) if value is not None]
    if not there:
        return say("charts.none", name=name)
    ends = [(end, [row for value, row in there if value == end]) for end in (min(there)[0], max(there)[0])]
    (least, first), (most, last) = ends
    if least == most:
        return say("charts.all-same", name=name, value=form(least))
    return say(
        "charts.ends", name=name, least=form(least), most=form(most), first=listed(first), last=listed(last)
    )


def _shades(values: Sequence[Sequence[Number | None]]) -> list[list[float | None]]:
    """How large each number is within its column, from 0 to 1."""
    out: list[list[float | None]] = []
    ends = []
    for column in zip(*values, strict=True):
        there = [float(value) for value in column if value is not None]
        ends.append((min(there), max(there)) if there else (0.0, 0.0))
    for line in values:
        pairs = zip(line, ends, strict=True)
        out.append(
            [None if v is None else (float(v) - low) / ((high - low) or 1) for v, (low, high) in pairs]
        )
    return out


def _drawn(
    rows: Sequence[str],
    columns: Sequence[str],
    written: list[list[str]],
    shades: list[list[float | None]],
    width: float,
) -> Drawn:
    """The names above and beside the cells, or, where there is little room, each row's name above it."""
    beside = width >= 520
    left = min(max((width_of(name, 14) for name in rows), default=0) + 14, width * 0.3) if beside else 0.0
    each = (width - left) / max(len(columns), 1)
    widest = max((width_of(word, 1) for line in written for word in line), default=0)
    size = next((size for size in (14.0, 12.5, 11.0) if widest * size < each - 4), 9.5)
    heads = [wrapped(name, 12, each - 8) for name in columns]
    upright = any(width_of(word, 12) > each - 6 for name in columns for word in name.split())
    if upright:
        heads = [wrapped(name, 12, 120)[:3] for name in columns]
        top = max((width_of(line, 12) for lines in heads for line in lines), default=0) * 0.94 + 8
    else:
        top = max(map(len, heads), default=0) * 15 + 8.0
    alone = [sum(line[n] == 1 for line in shades) == 1 for n in range(len(columns))]
    out = list(_heads(heads, left, each, top, upright))
    y = top
    for name, line, shade in zip(rows, written, shades, strict=True):
        if beside:
            for n, part in enumerate(lines := wrapped(name, 14, left - 12)[:2]):
                place = y + HIGH / 2 + 5 + (n - (len(lines) - 1) / 2) * 16
                out.append(text(left - 12, place, part, 14, class_="ink", text_anchor="end"))
        else:
            out.append(text(0, y + 16, name, 13, class_="ink", font_weight="600"))
            y += 22
        for n, (word, dark) in enumerate(zip(line, shade, strict=True)):
            x, opacity = left + n * each, 0.0 if dark is None else 0.04 + dark * (DARKEST - 0.04)
            out.append(box(each - 2, HIGH - 2, 3, x=x + 1, y=y, class_="f0", fill_opacity=opacity))
            weight: Look = {"font_weight": "600"} if dark == 1 and alone[n] else {}
            out.append(
                text(x + each / 2, y + HIGH / 2 + 4, word, size, class_="ink", text_anchor="middle", **weight)
            )
        y += HIGH + (0 if beside else 4)
    out += _legend(left, y + 12, width)
    return Drawn("".join(out), width, y + 40)


def _heads(heads: list[list[str]], left: float, each: float, top: float, upright: bool) -> Iterator[str]:
    for n, lines in enumerate(heads):
        middle = left + (n + 0.5) * each
        for m, line in enumerate(lines):
            if upright:
                x = middle + 4 + (m - (len(lines) - 1) / 2) * 13
                turned = {"transform": f"rotate(-90 {x:.1f} {top - 6:.1f})"}
                yield text(x, top - 6, line, 12, class_="dim", **turned)
            else:
                y = top - 8 - (len(lines) - 1 - m) * 15
                yield text(middle, y, line, 12, class_="dim", text_anchor="middle")


def _legend(left: float, y: float, width: float) -> Iterator[str]:
    """What the shades mean."""
    few, much = say("charts.smallest"), say("charts.largest")
    yield text(left + 2, y + 11, few, 12, class_="dim")
    x = left + 2 + width_of(few, 12) + 4
    for n in range(6):
        opacity = 0.04 + n / 5 * (DARKEST - 0.04)
        yield box(20, 14, 2, x=x + n * 21, y=y, class_="f0", fill_opacity=opacity)
    yield text(x + 6 * 21 + 6, y + 11, much, 12, class_="dim")
