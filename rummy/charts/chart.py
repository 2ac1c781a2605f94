"""A chart: a drawing with its words, and the numbers it was drawn from as a table and as CSV."""

from __future__ import annotations

import base64
import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rummy.charts.numbers import Number, told
from rummy.pictures.paper import SANS, SERIF, Drawn, el, number, picture_id, say_in, text, wrapped
from rummy.words import say

WIDE, NARROW = 720.0, 360.0
"""How wide a chart is drawn: beside text, and on a telephone."""
Cell = str | Number | None
Form = Callable[[Number | None], str]
Scale = Callable[[Number], float]
Look = dict[str, str | float]

LIGHT = ("#14684b", "#bd4e14", "#3a55b4", "#86387b", "#6b5d00", "#a8243f", "#23708f", "#55534c")
DARK = ("#6ed3aa", "#f5a065", "#9db5fa", "#dea3d2", "#d3c564", "#f595a6", "#80cbee", "#c9c7bd")
"""The colours of lines, by daylight and by lamplight."""
DASHES = ("", "7 4", "2 3", "11 3 2 3", "14 4", "1 3", "7 3 2 3 2 3", "4 2")
"""How lines are told apart without colour."""


class Column(NamedTuple):
    """A column of the numbers: its name, and how a number in it is written."""

    name: str
    form: Form = told


@dataclass(frozen=True, repr=False)
class Chart:
    """A drawing and its numbers; in a notebook both are shown, the numbers in a box that opens.

    >>> from rummy.charts import race
    >>> chart = race({"Anna": [60, 130], "Bob": [35, 90]})
    >>> print(chart.csv)
    Deal,Anna,Bob
    1,60,35
    2,130,90
    <BLANKLINE>
    """

    title: str
    text: str
    """All that the drawing shows, in words."""
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    drawn: Callable[[float], Drawn] = field(compare=False)
    """The drawing below the title, for a width."""
    under: str = ""
    """A line below the title."""

    @property
    def svg(self) -> str:
        """The drawing as a picture that needs nothing else."""
        return self.drawing(WIDE)

    def drawing(self, width: float, *, alone: bool = True) -> str:
        """The drawing for a width.

        Args:
            width: in pixels; below 520 it is laid out for a telephone.
            alone: with its colours; without them where they stand beside it.
        """
        key = picture_id(self.title, self.text, width, self.rows)
        head, top = _heading(self.title, self.under, width)
        body = self.drawn(width)
        return el(
            "svg",
            say_in("title", self.title, id=f"{key}-t"),
            say_in("desc", self.text, id=f"{key}-d"),
            el("style", STYLE) if alone else "",
            head,
            el("g", body.svg, transform=f"translate(0 {number(top)})"),
            xmlns="http://www.w3.org/2000/svg",
            role="img",
            aria_labelledby=f"{key}-t {key}-d",
            class_="rummy-chart",
            viewBox=f"0 0 {number(width)} {number(top + body.height)}",
            width=width,
            height=top + body.height,
            style="max-width:100%;height:auto",
            font_family=SANS,
        )

    @property
    def table(self) -> str:
        """The numbers as an HTML table."""
        head = el("tr", *(say_in("th", column.name, scope="col") for column in self.columns))
        body = (el("tr", *self._cells(row)) for row in self.rows)
        return el("table", say_in("caption", self.title), el("thead", head), el("tbody", *body))

    def _cells(self, row: tuple[Cell, ...]) -> list[str]:
        words = [
            cell if isinstance(cell, str) else c.form(cell) for c, cell in zip(self.columns, row, strict=True)
        ]
        return [say_in("th", words[0], scope="row"), *(say_in("td", word or "–") for word in words[1:])]

    @property
    def csv(self) -> str:
        """The numbers as comma-separated values, with a decimal point in every language."""
        return as_csv([column.name for column in self.columns], self.rows)

    @property
    def html(self) -> str:
        """The drawing and its numbers as HTML that needs nothing else."""
        return figure(self)

    def _repr_html_(self) -> str:
        return figure(self)

    def __repr__(self) -> str:
        return f"{self.title}\n{self.text}"


def figure(chart: Chart) -> str:
    """A chart as HTML without a blank line: drawn wide and, where there is little room, narrow."""
    address = "data:text/csv;charset=utf-8;base64," + base64.b64encode(chart.csv.encode()).decode()
    download = say_in("a", say("charts.csv"), href=address, download=f"{_file(chart.title)}.csv")
    numbers = el("div", chart.table, class_="numbers", tabindex="0", role="region", aria_label=chart.title)
    return el(
        "figure",
        el("style", STYLE + FIGURE),
        el("div", chart.drawing(WIDE, alone=False), class_="wide"),
        el("div", chart.drawing(NARROW, alone=False), class_="narrow"),
        el("details", say_in("summary", say("charts.numbers")), numbers, el("p", download)),
        class_="rummy-figure",
        data_search_exclude="",
    )


def as_csv(head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """Rows as comma-separated values; no cell can be taken for a formula by a spreadsheet.

    >>> as_csv(["who", "points"], [["=1+1", 7.5]])
    "who,points\\n'=1+1,7.5\\n"
    """
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n")
    write.writerows([[_plain(cell) for cell in row] for row in (head, *rows)])
    return out.getvalue()


def _plain(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell
    return str(cell) if isinstance(cell, int) else f"{float(cell):.10g}"


def _file(title: str) -> str:
    """A title as the name of a file."""
    return "-".join("".join(c if c.isalnum() else " " for c in title.casefold()).split())[:60] or "rummy"


def _heading(title: str, under: str, width: float) -> tuple[str, float]:
    """The title and the line below it, and how high they are."""
    size = 19.0 if width >= 520 else 17.0
    out, y = [], 4.0
    for line in wrapped(title, size, width - 8):
        y += size
        out.append(text(0, y, line, size, class_="ink", font_family=SERIF, font_weight="600"))
        y += 5
    for line in wrapped(under, 13, width - 8) if under else ():
        y += 14
        out.append(text(0, y, line, 13, class_="dim"))
        y += 3
    return "".join(out), y + 8


def _tints(colours: Sequence[str]) -> str:
    return "".join(f"--s{n}:{colour};" for n, colour in enumerate(colours))


_DAY = "--rc-ink:#23302b;--rc-dim:#59625c;--rc-line:#d9d2c2;--rc-paper:#fffdf8;" + _tints(LIGHT)
_LAMP = "--rc-ink:#e6e9e2;--rc-dim:#adb7af;--rc-line:#38443e;--rc-paper:#151b18;" + _tints(DARK)
_PRINT = "--rc-ink:#000;--rc-dim:#333;--rc-line:#bbb;--rc-paper:#fff;" + _tints(LIGHT)
_NIGHT = "[data-md-color-scheme=slate] .rummy-chart,[data-jp-theme-light=false] .rummy-chart"
_NOON = "[data-md-color-scheme=default] .rummy-chart,[data-jp-theme-light=true] .rummy-chart"
STYLE = (
    f".rummy-chart{{{_DAY}}}@media(prefers-color-scheme:dark){{.rummy-chart{{{_LAMP}}}}}"
    f"{_NOON}{{{_DAY}}}{_NIGHT}{{{_LAMP}}}"
    f"@media print{{.rummy-chart,{_NOON},{_NIGHT}{{{_PRINT}}}}}"
    ".rummy-chart .ink{fill:var(--rc-ink,#23302b)}.rummy-chart .dim{fill:var(--rc-dim,#59625c)}"
    ".rummy-chart .rule{stroke:var(--rc-line,#d9d2c2)}.rummy-chart .axis{stroke:var(--rc-dim,#59625c)}"
    ".rummy-chart .halo{stroke:var(--rc-paper,#fffdf8);stroke-width:4;stroke-linejoin:round;"
    "paint-order:stroke}"
    ".rummy-chart .hollow{fill:var(--rc-paper,#fffdf8)}"
    + "".join(
        f".rummy-chart .l{n}{{stroke:var(--s{n},{colour})}}.rummy-chart .f{n}{{fill:var(--s{n},{colour})}}"
        for n, colour in enumerate(LIGHT)
    )
)
"""How charts are coloured: by the page's own switch where it has one, otherwise as the reader's system."""

FIGURE = (
    "figure.rummy-figure.rummy-figure{container-type:inline-size;display:block;width:100%;max-width:45rem;"
    "margin:1.2em 0;text-align:left;break-inside:avoid}"
    ".rummy-figure>.narrow{display:none}.rummy-figure svg{display:block}"
    "@container(max-width:520px){.rummy-figure>.wide{display:none}.rummy-figure>.narrow{display:block}}"
    ".rummy-figure .numbers{overflow-x:auto}.rummy-figure caption{text-align:left;font-weight:600}"
    ".rummy-figure :is(td,th){font-variant-numeric:tabular-nums;padding:.15em .7em .15em 0;text-align:right}"
    ".rummy-figure th:first-child{text-align:left;font-weight:400}"
    ".rummy-figure thead th{vertical-align:bottom}"
    "@media print{.rummy-figure>details{display:none}}"
)
"""How a chart stands in a page: the wide drawing where there is room for it, its numbers in columns."""
