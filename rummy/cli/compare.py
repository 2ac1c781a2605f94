"""Comparing by playing: two variants, or every option of a table alone, measured over many deals."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import click

from rummy import record
from rummy.cli.arguments import File, Named, format_options, printable, put, seats_option
from rummy.compare import Lab, Report, lab, measured
from rummy.runs import EXECUTORS, Progress, Run, cache_folder
from rummy.variants import Variant
from rummy.words import Unreadable, say

_F = TypeVar("_F", bound=Callable[..., Any])
INTERRUPTED = 130
"""What a program leaves with that was stopped by Ctrl-C."""
STEP, PLAIN_STEP = 0.2, 10.0
"""Seconds between two progress lines: on a terminal, and where each line stays."""


class Target(File):
    """A file to write to, in a folder that is there; or ``-``, standard output."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path, which can be written to as far as one sees beforehand."""
        path = super().convert(value, param, ctx)
        if str(path) != "-" and (path.is_dir() or not path.parent.is_dir()):
            what = "is a folder" if path.is_dir() else "lies in a folder that does not exist"
            self.fail(f"{path} {what}: name a file.", param, ctx)
        return path


_MANY, _MORE = click.IntRange(1, 10**12), click.IntRange(0, 10**12)
"""How many deals somebody could mean."""


def names(ctx: click.Context, param: click.Parameter, text: str) -> tuple[str, ...]:
    """Computer players, one for all or one for each seat: planner:200,greedy."""
    return tuple(name.strip() for name in text.split(","))


_OPTIONS = (
    click.option(
        "--players",
        default="greedy",
        show_default=True,
        metavar="NAME",
        callback=names,
        help="Who plays: one for all, or one for each seat (planner:200,greedy).",
    ),
    seats_option,
    click.option(
        "--seed", default="1", show_default=True, callback=printable, help="The same seed, the same cards."
    ),
    click.option(
        "--workers", type=click.IntRange(min=1), metavar="N", help="How many play at once; one for each core."
    ),
    click.option(
        "--executor",
        type=click.Choice(EXECUTORS),
        default="processes",
        show_default=True,
        help="Where: in this process, in several, or on a cluster.",
    ),
    click.option("--address", metavar="URL", help="A Dask scheduler (tcp://host:8786); else one starts."),
    click.option("--cache", type=File(), metavar="DIR", help="Where to keep what is played."),
    click.option("--no-cache", is_flag=True, help="Keep nothing, and use nothing that was kept."),
    click.option(
        "--patience",
        type=click.FloatRange(min=1),
        default=300,
        show_default=True,
        metavar="SECONDS",
        help="Give up if nobody reports for so long.",
    ),
    click.option("--json", "json_file", type=Target(), metavar="FILE", help="All figures as JSON; - prints."),
    click.option("--csv", "csv_file", type=Target(), metavar="FILE", help="All figures as CSV; - prints."),
)


def measuring(command: _F) -> _F:
    """The options of a command that plays many deals."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@click.command("compare")
@click.argument("a", type=Named(), metavar="VARIANT")
@click.argument("b", type=Named(), metavar="VARIANT")
@click.option("--deals", type=_MANY, default=1000, metavar="N", help="How many to play. [default: 1000]")
@click.option("--matches", type=_MORE, default=0, metavar="N", help="Whole matches to play, too.")
@click.option("--skill", type=_MORE, default=0, metavar="N", help="Deals between unlike players, too.")
@click.option(
    "--against", default="random", show_default=True, metavar="NAME", callback=names, help="Whom these meet."
)
@measuring
@format_options
def compare_variants(a: Variant, b: Variant, **given: Any) -> None:
    """Measure what changes between two tables: the same cards are played at both.

    VARIANT is a name or a code, such as "rummy-500 + ending.last_discard=required". What is played is kept,
    so that the same command goes on where it was stopped.
    """
    _measure(lambda **how: measured(a, b, **how), **given)


@click.command("lab")
@click.argument("base", type=Named(), metavar="VARIANT")
@click.option("--deals", type=_MANY, default=200, metavar="N", help="How many to play. [default: 200]")
@click.option(
    "--option", "wanted", multiple=True, metavar="PATTERN", help="Only such options, as in drawing.*; each."
)
@measuring
@format_options
def lab_options(base: Variant, **given: Any) -> None:
    """Measure what each option alone would change at a table, the greatest effect first.

    VARIANT is a name or a code, such as "rummy-500 + ending.last_discard=required". What is played is kept,
    so that the same command goes on where it was stopped.
    """
    _measure(lambda **how: lab(base, **how), **given)


def _measure(
    ask: Callable[..., Report | Lab],
    *,
    cache: Path | None,
    no_cache: bool,
    json_file: Path | None,
    csv_file: Path | None,
    form: Any,
    out: Path | None,
    **how: Any,
) -> None:
    """Play, print the report, write its files; a run that is not whole prints what there is, and fails."""
    if cache and no_cache:
        raise click.UsageError("--cache keeps what is played and --no-cache does not: leave one out.")
    if how["address"] and how["executor"] != "dask":
        raise click.UsageError("--address names a Dask scheduler: add --executor dask.")
    printed = [path for path in (json_file, csv_file) if str(path) == "-"]
    if len(printed) > 1:
        raise click.UsageError("--json - and --csv - both go to standard output: write one to a file.")
    line = _Line()
    try:
        report = ask(
            cache=None if no_cache else cache or cache_folder(),
            progress=line,
            **how,
        )
        runs: tuple[Run, ...] = report.runs
        line.end(sentence for run in runs for sentence in run.told)
        stopped = runs[-1].stopped
        if any(run.rounds for run in runs) and not printed:
            put(report.page(), form, None if stopped else out)
        for path in (out, json_file, csv_file) if stopped else ():
            if path and path not in printed:
                click.echo(say("runs.unwritten", path=path), err=True)
        for path, text in () if stopped else ((json_file, report.json), (csv_file, report.csv)):
            if path:
                _write(text(), path)
    except Unreadable as error:
        line.end()
        raise click.UsageError(str(error)) from None
    except KeyboardInterrupt:
        line.end()
        stopped = "interrupt"
    if stopped:
        raise SystemExit(INTERRUPTED if stopped == "interrupt" else 1)


def _write(text: str, path: Path) -> None:
    """Write a text to a file, or print it."""
    text = text.rstrip("\n") + "\n"
    if str(path) == "-":
        click.echo(text, nl=False)
    else:
        record.keep(text, path)


class _Line:
    """How far the run is, on standard error: one line that changes, or a line now and then."""

    def __init__(self) -> None:
        self.changes = sys.stderr.isatty()
        self.shown = monotonic()
        self.wide = 0
        self.told: set[str] = set()

    def __call__(self, progress: Progress) -> None:
        """Say what is new."""
        self._tell(progress.told)
        if monotonic() - self.shown < (STEP if self.changes else PLAIN_STEP):
            return
        self.shown = monotonic()
        if self.changes:
            click.echo(f"\r{progress.line:{self.wide}}", nl=False, err=True)
            self.wide = len(progress.line)
        else:
            click.echo(progress.line, err=True)

    def end(self, told: Iterable[str] = ()) -> None:
        """Take the line away, and say what was not said yet."""
        self._tell(told)
        self._clear()

    def _tell(self, told: Iterable[str]) -> None:
        for sentence in told:
            if sentence not in self.told:
                self._clear()
                click.echo(sentence, err=True)
                self.told.add(sentence)

    def _clear(self) -> None:
        if self.wide:
            click.echo(f"\r{'':{self.wide}}\r", nl=False, err=True)
            self.wide = 0
