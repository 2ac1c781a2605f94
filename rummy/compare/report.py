"""A report: what two tables come to when the same deals are played at both; as numbers, as text, drawn."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rummy.charts import Chart, distribution, intervals
from rummy.charts.chart import Cell, as_csv
from rummy.compare.findings import NEVER, Finding, findings, in_prose, named, read
from rummy.compare.rules import names
from rummy.measure import HISTOGRAMS, Tally
from rummy.measure.job import named as called
from rummy.options import option, told
from rummy.rulebook import Page
from rummy.rulebook.book import titled
from rummy.runs import Run
from rummy.variants import Variant, code, find
from rummy.variants import differences as options_of
from rummy.words import Unreadable, say

FORMAT = 1
Histograms = Mapping[str, tuple[Mapping[int, int], Mapping[int, int]]]


class Part(NamedTuple):
    """What one kind of job counted at both tables."""

    kind: str
    """Deals, matches, or deals of players that differ: as in `Metric.job`."""
    players: tuple[str, ...]
    """Who sat at each seat in the first deal."""
    n: int
    """How many deals, or matches, were counted at each table."""
    dropped: Mapping[str, int]
    """How many rounds were left out at both, by reason."""
    findings: tuple[Finding, ...]
    histograms: Histograms


@dataclass(frozen=True)
class Report:
    """Two tables compared by playing them: a value that `json` writes and `read` reads back.

    >>> from rummy.compare import measured
    >>> report = measured("basic", "block", deals=20, players="random")
    >>> Report.read(report.json()) == report
    True
    """

    a: Variant
    b: Variant
    seats: int
    seed: str
    version: str
    engine: str
    """A mark of everything that decides a deal."""
    parts: tuple[Part, ...]
    runs: tuple[Run, ...] = field(default=(), compare=False, repr=False)
    """The runs it was made of, if they were made now: how fast they were, and what went wrong."""

    @property
    def run(self) -> Run | None:
        """The run of deals, if it was made now."""
        return self.runs[0] if self.runs else None

    @property
    def names(self) -> tuple[str, str]:
        """What the tables are called: the second by its rule, where it differs in one option only."""
        one, other = names(self.a, self.b)
        changed = options_of(self.a, self.b)
        if self.a.id == self.b.id and len(changed) == 1:
            ((key, (_, value)),) = changed.items()
            return titled(self.a), say("findings.lab.row", title=option(key).title, value=told(key, value))
        return one, other

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, in the order of the metrics."""
        return tuple(one for part in self.parts for one in part.findings)

    def finding(self, key: str) -> Finding:
        """The finding about a metric; raises `Unreadable` where it was not measured."""
        return named(self.findings, key)

    @property
    def sentences(self) -> tuple[str, ...]:
        """What surely differs, in sentences."""
        return tuple(one.sentence(*self.names) for one in self.findings if one.sure and one.metric.finds)

    @property
    def charts(self) -> dict[str, Chart]:
        """The differences, under a kind of job such as ``deals``; distributions, such as ``turns``."""
        made = dict[str, Chart]()
        for at, part in enumerate(self.parts):
            name = part.kind if part.kind not in made else f"{part.kind}-{at}"
            chart = differences(part, *self.names)
            made |= {name: chart} if chart else {}
            made |= {key: outlines(part, key, *self.names) for key in part.histograms}
        return made

    def page(self) -> Page:
        """The report as it is printed."""
        from rummy.compare.told import report_page

        return report_page(self)

    def __str__(self) -> str:
        return str(self.page())

    def _repr_html_(self) -> str:
        from rummy.compare.told import report_html

        return report_html(self)

    def csv(self) -> str:
        """Every figure in a row: at both tables and between them, with the ends of the intervals."""
        head = ["metric", "players", "unit", "n"]
        for who in ("a", "b", "difference"):
            head += [who, f"{who}_low", f"{who}_high"]
        rows: list[list[Cell]] = []
        for part in self.parts:
            for one in part.findings:
                row: list[Cell] = [one.id, " ".join(part.players), one.metric.unit, part.n]
                for made in (one.ours, one.theirs, one.apart):
                    row += made[:3] if made else (None, None, None)
                rows.append([*row, one.state])
        return as_csv([*head, "state"], rows)

    def json(self) -> str:
        """The report as text: the same bytes for the same tables, players, seed and engine."""
        book = {
            "rummy-report": FORMAT,
            "tables": [code(self.a), code(self.b)],
            "seats": self.seats,
            "seed": self.seed,
            "version": self.version,
            "engine": self.engine,
            "parts": [
                {
                    "kind": part.kind,
                    "players": part.players,
                    "n": part.n,
                    "dropped": part.dropped,
                    "findings": part.findings,
                    "histograms": part.histograms,
                }
                for part in self.parts
            ],
        }
        return json.dumps(book, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"

    @staticmethod
    def read(text: str) -> Report:
        """The report of a text; raises `Unreadable` if it is none."""
        try:
            book = json.loads(text)
            if book["rummy-report"] != FORMAT:
                raise ValueError(book["rummy-report"])
            a, b = map(find, book["tables"])
            parts = tuple(map(_part, book["parts"]))
            return Report(a, b, int(book["seats"]), book["seed"], book["version"], book["engine"], parts)
        except Unreadable:
            raise
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
            raise Unreadable(say("findings.no-report")) from None


def differences(part: Part, one: str, other: str) -> Chart | None:
    """All differences that a part has found, with their intervals; none where nothing was played."""
    rows = [found.interval for found in part.findings if found.metric.finds and found.state != NEVER]
    if not rows:
        return None
    return intervals(
        say(f"findings.chart.{part.kind}", other=in_prose(other)),
        rows,
        under=say("findings.lab.under", base=in_prose(one)),
        less=say("findings.lab.less"),
        more=say("findings.lab.more"),
        label=say("findings.figure"),
    )


def outlines(part: Part, name: str, one: str, other: str) -> Chart:
    """How often each number came at both tables."""
    ours, theirs = part.histograms[name]
    counted = say(f"findings.histogram.of.{name}")
    title, unit = say(f"findings.histogram.{name}"), say(f"unit.{_UNITS[name]}")
    return distribution(title, {one: ours, other: theirs}, axis=unit, counted=counted)


def _part(row: Any) -> Part:
    hists = {name: (_counts(ours), _counts(theirs)) for name, (ours, theirs) in row["histograms"].items()}
    found = tuple(map(read, row["findings"]))
    return Part(row["kind"], tuple(row["players"]), int(row["n"]), row["dropped"], found, hists)


def _counts(book: Mapping[str, int]) -> dict[int, int]:
    return {int(value): int(times) for value, times in book.items()}


_UNITS = {name: unit for name, unit, _ in HISTOGRAMS}


def part_of(run: Run, kind: str, table: int = 1) -> Part:
    """What a run counted at its first table and at another.

    Args:
        run: the run.
        kind: which metrics it is for.
        table: the number of the other table.
    """
    tally: Tally = run.tally
    ours, theirs = tally.counts[0], tally.counts[table]
    hists = {
        name: (dict(ours.hists.get(name, {})), dict(theirs.hists.get(name, {})))
        for name, _, job in HISTOGRAMS
        if job == kind and any(name in counts.hists for counts in (ours, theirs))
    }
    found = tuple(findings(ours, theirs, kind)) if tally.rounds else ()
    dropped = dict(sorted(tally.dropped.items()))
    return Part(
        kind, tuple(map(called, run.job.players)), tally.rounds * run.job.turns, dropped, found, hists
    )
