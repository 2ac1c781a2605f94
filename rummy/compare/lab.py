"""The house-rule lab: each option alone against a table, or several games side by side, on the same deals."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rummy import __version__
from rummy.charts import Chart, heat_map, intervals
from rummy.charts.chart import Cell, as_csv
from rummy.compare.findings import Finding, finding, in_hundredths, named, read
from rummy.compare.measured import Players, common_seats, jobs_of, seated
from rummy.compare.mixes import Mixes, alone
from rummy.measure import DEALS, engine, metric
from rummy.measure.job import named as called
from rummy.options import option, told
from rummy.rulebook import Page
from rummy.runs import Run, run
from rummy.variants import Variant, code, find
from rummy.words import Unreadable, capital, say

FORMAT = 1
METRICS = ("turns", "end-out", "first", "deal-margin", "deep", "held", "lay-offs", "options", "waiting")
"""What the lab looks at if nothing else is asked for."""
MOST = 24
"""A chart has at most so many rows: the largest."""


class Row(NamedTuple):
    """A table of the lab, measured against the first one."""

    table: Variant
    changed: str
    """The option that is changed; empty where the table is another game."""
    findings: tuple[Finding, ...]

    @property
    def title(self) -> str:
        """What is different at it, in words."""
        if not self.changed:
            return self.table.title
        value = told(self.changed, self.table.options()[self.changed])
        return say("findings.lab.row", title=option(self.changed).title, value=value)

    def finding(self, key: str) -> Finding:
        """The finding about a metric; raises `Unreadable` where it was not measured."""
        return named(self.findings, key)


@dataclass(frozen=True)
class Lab:
    """Many tables measured against one: a value that `json` writes and `read` reads back."""

    base: Variant
    rows: tuple[Row, ...]
    metrics: tuple[str, ...]
    players: tuple[str, ...]
    seed: str
    n: int
    """How many deals were counted at each table."""
    version: str
    engine: str
    idle: tuple[str, ...] = ()
    """Options that change nothing here, and those that cannot stand alone."""
    bad: tuple[str, ...] = ()
    runs: tuple[Run, ...] = field(default=(), compare=False, repr=False)

    @property
    def games(self) -> bool:
        """Are whole games side by side, rather than house rules?"""
        return not any(row.changed for row in self.rows)

    def by(self, key: str = "") -> tuple[Row, ...]:
        """The tables in the order of what they change in a metric, the largest change first.

        Args:
            key: the metric; the first that was measured if none is named.
        """
        wanted = key or self.metrics[0]

        def size(row: Row) -> float:
            apart = row.finding(wanted).apart
            return abs(apart.value) if apart else -1.0

        return tuple(sorted(self.rows, key=size, reverse=True))

    def chart(self, key: str = "") -> Chart:
        """What each table changes in a metric: the largest first, and with its interval."""
        of = metric(key or self.metrics[0])
        rows = [row.finding(of.id).interval._replace(label=row.title) for row in self.by(of.id)[:MOST]]
        return intervals(
            say("findings.lab.game" if self.games else "findings.lab.chart", metric=of.title),
            rows,
            under=self._under(),
            less=say("findings.lab.less"),
            more=say("findings.lab.more"),
            label=say("findings.lab.option"),
        )

    def _under(self) -> str:
        """What the line of no difference is, and how many of the tables are shown."""
        told_ = say("findings.lab.under", base=self.base.title)
        cut = {"under": told_, "most": MOST, "many": len(self.rows)}
        return say("findings.lab.largest", **cut) if len(self.rows) > MOST else told_

    @property
    def heat(self) -> Chart:
        """The figures of all tables, the first one on top."""
        rows = self.rows if self.games else self.by()[:MOST]
        known = [metric(key) for key in self.metrics]
        ours = [one.ours for one in self.rows[0].findings] if self.rows else [None] * len(known)
        values = [ours, *([one.theirs for one in row.findings] for row in rows)]
        return heat_map(
            say("findings.lab.mixes" if self.games else "findings.lab.heat"),
            [self.base.title, *(row.title for row in rows)],
            [capital(of.title) for of in known],
            [[made.value if made else None for made in line] for line in values],
            percent=[in_hundredths(of) for of in known],
            under=say("findings.lab.heat-under"),
            label=say("findings.lab.option"),
        )

    def page(self) -> Page:
        """The lab as it is printed."""
        from rummy.compare.told import lab_page

        return lab_page(self)

    def __str__(self) -> str:
        return str(self.page())

    def _repr_html_(self) -> str:
        from rummy.compare.told import lab_html

        return lab_html(self)

    def csv(self) -> str:
        """Every table and metric in a row, with the difference and the ends of its interval."""
        head = (
            "table",
            "option",
            "metric",
            "unit",
            "n",
            "base",
            "value",
            "difference",
            "low",
            "high",
            "state",
        )
        rows: list[list[Cell]] = []
        for row in self.rows:
            for one in row.findings:
                apart = one.apart[:3] if one.apart else (None, None, None)
                values = [made.value if made else None for made in (one.ours, one.theirs)]
                start: list[Cell] = [code(row.table), row.changed, one.id, one.metric.unit, self.n]
                rows.append([*start, *values, *apart, one.state])
        return as_csv(head, rows)

    def json(self) -> str:
        """The lab as text: the same bytes for the same tables, players, seed and engine."""
        book = {
            "rummy-lab": FORMAT,
            "base": code(self.base),
            "metrics": self.metrics,
            "players": self.players,
            "seed": self.seed,
            "n": self.n,
            "version": self.version,
            "engine": self.engine,
            "idle": self.idle,
            "bad": self.bad,
            "rows": [
                {"table": code(row.table), "option": row.changed, "findings": row.findings}
                for row in self.rows
            ],
        }
        return json.dumps(book, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"

    @staticmethod
    def read(text: str) -> Lab:
        """The lab of a text; raises `Unreadable` if it is none."""
        try:
            book = json.loads(text)
            if book["rummy-lab"] != FORMAT:
                raise ValueError(book["rummy-lab"])
            rows = tuple(
                Row(find(row["table"]), row["option"], tuple(map(read, row["findings"])))
                for row in book["rows"]
            )
            keys = ("metrics", "players", "seed", "n", "version", "engine", "idle", "bad")
            given: list[Any] = [tuple(book[k]) if isinstance(book[k], list) else book[k] for k in keys]
            return Lab(find(book["base"]), rows, *given)
        except Unreadable:
            raise
        except (ValueError, TypeError, KeyError, IndexError, RecursionError):
            raise Unreadable(say("findings.no-report")) from None


def lab(
    base: Variant | str,
    *,
    tables: Iterable[Variant | str] = (),
    wanted: Iterable[str] = (),
    deals: int = 200,
    metrics: Sequence[str] = METRICS,
    players: Players = "greedy",
    seats: int | None = None,
    seed: int | str = 1,
    **how: Any,
) -> Lab:
    """Measure tables against one: those that are named, or each option of it changed alone.

    Args:
        base: the table that all are measured against.
        tables: the others; without any, each option alone.
        wanted: which options, as patterns such as ``drawing.*``; without any, all that change a deal.
        deals: how many deals are played at each table.
        metrics: what is looked at, by id; the first is what the lab is sorted by.
        players: who plays: a name for all seats, or one for each.
        seats: how many play; without it the fewest that all tables allow.
        seed: the same seed is the same deals.
        how: passed on to `rummy.runs.run`: executor, workers, cache, progress …

    Raises:
        Unreadable: before anything is played, with a sentence, if it cannot be.

    >>> made = lab("basic", wanted=["laying_off.on"], deals=20, players="random", metrics=["turns"])
    >>> [code(row.table) for row in made.rows]
    ['basic + laying_off.on=own-side', 'basic + laying_off.on=none']
    """
    first = find(base) if isinstance(base, str) else base
    known = tuple(metric(key).id for key in metrics)
    others = [(find(v) if isinstance(v, str) else v) for v in tables]
    seats = seats if seats is not None else common_seats(first, *others)
    who = seated(players, seats)
    mixes = Mixes(tuple((v, "") for v in others), (), ()) if others else alone(first, seats, tuple(wanted))
    ((_, job),) = jobs_of((first, *(v for v, _ in mixes.tables)), {DEALS: deals}, seats, who, (), seed)
    return _lab(first, mixes, known, run(job, **how))


def _lab(base: Variant, mixes: Mixes, metrics: tuple[str, ...], made: Run) -> Lab:
    """What a run of all tables has found about each."""
    ours, rows = made.tally.counts[0], list[Row]()
    for (table, changed), theirs in zip(mixes.tables, made.tally.counts[1:], strict=True):
        found = tuple(finding(metric(key), ours, theirs) for key in metrics)
        rows.append(Row(table, changed, found))
    n, names = made.tally.rounds * made.job.turns, tuple(map(called, made.job.players))
    given = (names, made.job.seed, n, __version__, engine(), mixes.idle, mixes.bad, (made,))
    return Lab(base, tuple(rows), metrics, *given)
