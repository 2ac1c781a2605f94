"""The command line: each command calls a room of the engine and prints what it answers."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from io import TextIOWrapper
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, TypeVar, cast

import click

from rummy import __version__, positions, record, referee, rules, rulings, variants
from rummy.actions import SEATS, Action, Start
from rummy.cards import shuffled
from rummy.compare import compare
from rummy.deal import OVER, Deal, counts, game, seen_by
from rummy.law import play, to_act
from rummy.match import Match, after, before_deal, cut, new_match, winners
from rummy.players import PLAYERS, Player
from rummy.rulebook import FORMATS, Format, Page, about, rulebook, write
from rummy.rulebook import quick as quick_page
from rummy.scoring import points_text
from rummy.steps import new_deal, ordered
from rummy.variants import Variant
from rummy.words import Ambiguous, Unreadable, clip, listed, say

PACKAGE = Path(__file__).resolve().parent
_F = TypeVar("_F", bound=Callable[..., Any])


class Sentences(click.Group):
    """A group of commands whose every failure is one sentence and an exit code, never a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order in which they are told of."""
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise  # click ends quietly when the reader has left
        except (Unreadable, Ambiguous, rules.IllegalAction, OSError) as error:
            raise click.ClickException(sentence(error)) from error


def sentence(error: Exception) -> str:
    """An error as one sentence; what the system says about a file gets the file's name before it."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}." if error.filename else f"{error.strerror}."
    return str(error)


class Named(click.ParamType[Variant]):
    """A variant by its name, changed options included: `rummy-500 + scoring.ace_low=5`."""

    name = "variant"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Variant:
        """The variant that is meant."""
        return value if isinstance(value, Variant) else variants.find(value)


def changed(ctx: click.Context, param: click.Parameter, pairs: tuple[str, ...]) -> dict[str, str]:
    """The options given as option=value."""
    wrong = next((pair for pair in pairs if "=" not in pair), None)
    if wrong is not None:
        raise click.BadParameter(f"{wrong!r} is not of the form option=value", ctx, param)
    return {key.strip(): value.strip() for key, _, value in (pair.partition("=") for pair in pairs)}


def each(ctx: click.Context, param: click.Parameter, text: str) -> tuple[str, ...]:
    """The computer players given as one name, or as one for each seat: greedy,random."""
    chosen = tuple(name.strip() for name in text.split(","))
    wrong = next((name for name in chosen if name not in PLAYERS), None)
    if wrong is not None:
        there = listed(list(PLAYERS), "or")
        raise click.BadParameter(f"there is no player {wrong!r}: there is {there}", ctx, param)
    return chosen


def players_option(default: str) -> Callable[[_F], _F]:
    """The option that chooses the computer players."""
    text = f"Who plays: {listed(list(PLAYERS), 'or')}, one for all or one for each seat (greedy,random)."
    return click.option(
        "--players", default=default, show_default=True, metavar="NAME", callback=each, help=text
    )


variant_argument = click.argument("variant", type=Named())
set_option = click.option(
    "--set", "options", multiple=True, metavar="OPTION=VALUE", callback=changed, help="Change an option."
)
seats_option = click.option(
    "--seats", type=int, metavar="N", help="How many play; two, or the fewest that the variant allows."
)
seed_option = click.option("--seed", default="0", show_default=True, help="The same seed, the same cards.")


@click.group(cls=Sentences, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="rummy")
def cli() -> None:
    """The rules of rummy as a thing you can play with."""


@cli.command(context_settings={"ignore_unknown_options": True})
@click.argument("jupyter", nargs=-1, type=click.UNPROCESSED, metavar="[JUPYTER OPTIONS]...")
def learn(jupyter: tuple[str, ...]) -> None:
    """Open the course in JupyterLab.

    In a checkout the notebooks are opened where they are. Elsewhere they are copied to ./rummy-notebooks
    first; what you changed there stays. All further options go to JupyterLab: --no-browser --port 8899.
    """
    if importlib.util.find_spec("jupyterlab") is None:
        raise click.ClickException("JupyterLab is not installed here: pip install 'rummy-rules[notebook]'.")
    command = [sys.executable, "-m", "jupyterlab", *settings(course()), *jupyter]
    paths = os.pathsep.join(
        filter(None, [str(PACKAGE / "data" / "jupyter"), os.environ.get("JUPYTER_CONFIG_PATH")])
    )
    with subprocess.Popen(command, env={**os.environ, "JUPYTER_CONFIG_PATH": paths}) as lab:
        raise SystemExit(patiently(lab.wait))


def course() -> Path:
    """A folder with the notebooks that may be written to."""
    checkout = PACKAGE.parent / "notebooks"
    if (PACKAGE.parent / "pyproject.toml").exists() and checkout.is_dir():
        return checkout
    folder = Path("rummy-notebooks").absolute()
    folder.mkdir(exist_ok=True)
    for notebook in sorted((PACKAGE / "notebooks").glob("*.ipynb")):
        if not (folder / notebook.name).exists():
            shutil.copyfile(notebook, folder / notebook.name)
    return folder


def settings(folder: Path) -> list[str]:
    """Open on the first notebook, ask nothing of the outside world, and start as root too."""
    chosen = {
        "ServerApp.root_dir": folder,
        "LabApp.default_url": "/lab/tree/00-start.ipynb",
        "LabApp.news_url": None,
        "LabApp.check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
        "LabApp.extension_manager": "readonly",
    }
    options = [f"--{key}={value}" for key, value in chosen.items()]
    return [*options, "--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else options


def patiently(wait: Callable[[], int]) -> int:
    """Wait for a program to end; Ctrl-C is for that program, which may ask back."""
    while True:
        try:
            return wait()
        except KeyboardInterrupt:
            continue


@cli.command("variants")
def list_variants() -> None:
    """What can be played."""
    width = max(map(len, variants.variants()))
    for name, variant in variants.variants().items():
        click.echo(f"{name:{width}}  {variant.title}. {variant.blurb}")


def format_options(command: _F) -> _F:
    """The options that choose how something is printed, and where to."""
    kind = click.Choice(FORMATS)
    form = click.option(
        "--format", "form", type=kind, default="text", show_default=True, help="How it is written."
    )
    out = click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Write it to FILE.")
    return form(out(command))


def put(page: Page, form: Format, out: Path | None) -> None:
    """Print a page, or write it to a file."""
    if out is None:
        click.echo(write(page, form))
    else:
        record.keep(write(page, form) + "\n", out)


@cli.command("rules")
@click.argument("variant", type=Named(), required=False)
@set_option
@click.option("--article", metavar="RULE", help="One rule, by id or number, with its examples.")
@click.option("--quick", is_flag=True, help="Only what one wants at hand, on one page.")
@click.option("--notes", is_flag=True, help="Say where sources disagree, too.")
@click.option("--options", "listing", is_flag=True, help="List every option of the table, too.")
@format_options
def print_rules(
    variant: Variant | None,
    options: dict[str, str],
    article: str | None,
    quick: bool,
    notes: bool,
    listing: bool,
    form: Format,
    out: Path | None,
) -> None:
    """The complete rulebook of a table, or one rule.

    VARIANT is a name or a code, such as "rummy-500 + ending.last_discard=required".
    """
    if (variant is None) == (article is None):
        raise click.UsageError("Name a variant, or one rule with --article.")
    if article is not None:
        put(about(article), form, out)
        return
    assert variant is not None
    variant = variant.changed(options)
    put(quick_page(variant) if quick else rulebook(variant).page(notes=notes, options=listing), form, out)


@cli.command("diff")
@click.argument("a", type=Named(), metavar="VARIANT")
@click.argument("b", type=Named(), metavar="VARIANT")
@click.option("--all", "stays", is_flag=True, help="List the rules that stay, too.")
@format_options
def print_differences(a: Variant, b: Variant, stays: bool, form: Format, out: Path | None) -> None:
    """What changes between two tables, rule by rule.

    VARIANT is a name or a code, such as "rummy-500 + ending.last_discard=required".
    """
    put(compare(a, b).page(stays=stays), form, out)


@cli.command("rulings")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE|DIRECTORY]...")
def judge_rulings(files: tuple[Path, ...]) -> None:
    """Judge rulings: all of FILE, or of every *.toml in DIRECTORY, or the project's own collection.

    Prints each one that comes out otherwise than it says or cannot be read, and goes on to the end; then how
    many passed and failed.
    """
    passed = failed = 0
    for file in files or (None,):
        for found in each_ruling(file):
            told = [str(found)] if isinstance(found, Exception) else differs(found)
            for line in told:
                click.echo(line, err=isinstance(found, Exception))
            failed += bool(told)
            passed += not told
    click.echo(f"{passed} passed, {failed} failed")
    raise SystemExit(1 if failed else 0)


def each_ruling(file: Path | None) -> Iterator[rulings.Ruling | Unreadable]:
    """Every ruling of a file, a directory or the project, and everything there that is none."""
    try:
        if file is None or not file.is_dir():
            yield from rulings.entries(file)
            return
        inside = sorted(file.rglob("*.toml"))
    except (Unreadable, OSError) as error:
        yield Unreadable(sentence(error))
        return
    if not inside:
        yield Unreadable(say("ruling.no-files", folder=clip(str(file), 200)))
    for one in inside:
        yield from each_ruling(one)


def differs(ruling: rulings.Ruling) -> list[str]:
    """What to tell about a ruling that comes out otherwise than it says, or that cannot be read."""
    try:
        outcome = rulings.judge(ruling)
    except (Unreadable, Ambiguous) as error:
        return [str(error)]
    if outcome.passed:
        return []
    told = [f"{ruling.where}: {clip(ruling.question, 200)}", *(f"    {text}" for text in outcome.differs)]
    if outcome.breach:
        told.append(f"    {outcome.breach}")
    if ruling.disputed:
        told.append(f"    disputed: {clip(ruling.disputed, 400)}")
    return told


MOST_DEALS = 2000
"""A match that nobody has won after so many deals is given up."""


@cli.command("record")
@variant_argument
@set_option
@seats_option
@seed_option
@players_option("greedy")
@click.option("--note", default="", metavar="TEXT", help="A note to keep with it.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Write it to FILE.")
def record_match(
    variant: Variant,
    options: dict[str, str],
    seats: int | None,
    seed: str,
    players: tuple[str, ...],
    note: str,
    out: Path | None,
) -> None:
    """Let computer players play a whole match, and write its record."""
    variant = variant.changed(options)
    seats = variant.seats()[0] if seats is None else seats
    match, chosen = new_match(variant, seats), one_each(players, seats)
    table, chance = [PLAYERS[name] for name in chosen], Random(f"{seed}/players")
    drawn, dealer = cut(variant, seats, seed)
    match, deals = match._replace(dealer=dealer), list[record.Played]()
    while not match.over:
        before = before_deal(match)
        start = Start(match.dealer, shuffled(before.game.cards, f"{seed}/{len(deals) + 1}"))
        over, actions = play_out(play(before, start), table, chance)
        deals.append(record.written(before, [start, *actions]))
        match = after(match, over)
        if len(deals) == MOST_DEALS and not match.over:
            raise Unreadable(say("error.too-many-deals", deals=MOST_DEALS))
    names = tuple(f"{SEATS[seat]} ({name})" for seat, name in enumerate(chosen))
    played = record.Record(variant, seats, tuple(deals), names, seed, drawn, note)
    if out is None:
        click.echo(record.dump(played), nl=False)
    else:
        record.save(played, out)


@cli.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
def replay_record(file: Path) -> None:
    """Check every line of a record and print the score sheet."""
    played = record.load(file)
    course = record.replay(played)
    if played.note:
        click.echo(clip(played.note, 400))
    click.echo(score_sheet(played, course.match))
    if course.where:
        raise click.ClickException(f"{file}, {course.where}: {course.why}")
    if course.states and not course.states[-1][-1].over:
        click.echo(f"Deal {len(course.states)} is not finished.")


def score_sheet(played: record.Record, match: Match) -> str:
    """What each deal brought each seat, the totals, and who has won."""
    seats = tuple(clip(name, 30) for name in played.names) or tuple(SEATS[: played.seats])
    heads = tuple(" + ".join(seats[s] for s in side) for side in match.sides)
    rows = [("", *heads)]
    rows += [(str(at), *map(points_text, deal)) for at, deal in enumerate(match.scores, 1)]
    rows += [("total", *map(points_text, match.totals))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    won = [heads[seat] for seat in winners(match)]
    return "\n".join([*lines, f"{listed(won)} won the match." if won else "Nobody has won the match yet."])


@cli.command()
@variant_argument
@set_option
@seats_option
@click.option("--deals", type=click.IntRange(min=1), default=200, show_default=True, help="How many to play.")
@seed_option
@players_option("random")
def simulate(
    variant: Variant,
    options: dict[str, str],
    seats: int | None,
    deals: int,
    seed: str,
    players: tuple[str, ...],
) -> None:
    """Let computer players play many deals; print one JSON object of what came of them.

    A decision is: list all legal actions, choose one, play it.
    """
    variant = variant.changed(options)
    seats = variant.seats()[0] if seats is None else seats
    length = variant.match.deals if variant.match.deals != "none" else 1
    sides = len(game(variant, seats).sides)
    chosen = one_each(players, seats)
    table, chance = [PLAYERS[name] for name in chosen], Random(f"{seed}/players")
    decisions, ends, total = 0, Counter[str](), Fraction(0)
    began = perf_counter()
    for number in range(1, deals + 1):
        at = (number - 1) % length + 1
        start = new_deal(variant, seats, (number - 1) % seats, f"{seed}/{number}", at)
        over, actions = play_out(start, table, chance)
        decisions += len(actions)
        ends["nobody out" if over.course.out is None else "out"] += 1
        total += sum(count.points for count in counts(over))
    seconds = perf_counter() - began
    click.echo(
        json.dumps(
            {
                "variant": variants.code(variant),
                "seats": seats,
                "seed": seed,
                "players": chosen,
                "deals": deals,
                "decisions": decisions,
                "seconds": round(seconds, 3),
                "decisions_per_second": round(decisions / seconds),
                "ends": dict(sorted(ends.items())),
                "mean_score": round(float(total / (deals * sides)), 3),
            }
        )
    )


def one_each(players: tuple[str, ...], seats: int) -> list[str]:
    """The player of every seat: the one that was named for all, or each seat's own."""
    if len(players) not in (1, seats):
        raise click.UsageError(f"--players names {len(players)} for {seats} seats: name one, or one each.")
    return list(players) if len(players) == seats else list(players) * seats


def play_out(deal: Deal, players: list[Player], chance: Random) -> tuple[Deal, list[Action]]:
    """A deal played to its end. Where several may act at once, chance says who is first."""
    actions = []
    while deal.phase != OVER:
        waiting = to_act(deal)
        seat = waiting[0] if len(waiting) == 1 else chance.choice(waiting)
        action = ordered(deal, players[seat](seen_by(deal, seat), seat, chance).action, chance.random())
        actions.append(action)
        deal = play(deal, action)
    return deal, actions


@cli.command()
@click.argument("words", nargs=-1, metavar="[POSITION] [MOVE]...")
@click.option("--variant", type=Named(), help="The rules; those of the position if left out.")
@set_option
@click.option(
    "--hand", "hands", multiple=True, metavar="SEAT=CARDS", callback=changed, help="What a seat holds."
)
@click.option("--table", multiple=True, metavar="MELD", help='A meld on the table: "B: 5C 5D 5H".')
@click.option("--discards", metavar="CARDS", help="The discard pile, oldest first.")
@click.option("--stock", metavar="CARDS", help="The stock, top card first.")
@click.option("--phase", metavar="PHASE", help="draw, play, call … (left out: the one the move belongs to).")
@click.option("--turn", metavar="SEAT", help="Whose turn it is.")
@click.option("--seats", type=int, metavar="NUMBER", help="How many play.")
@click.option(
    "--key",
    "keys",
    multiple=True,
    metavar="KEY=VALUE",
    callback=changed,
    help="Any other key of a position: taken=5S, exposed.A=5S.",
)
@click.option("--format", "form", type=click.Choice([*FORMATS, "json"]), default="text", show_default=True)
def ask(
    words: tuple[str, ...],
    variant: Variant | None,
    options: dict[str, str],
    hands: dict[str, str],
    keys: dict[str, str],
    form: str,
    **said: Any,
) -> None:
    """Ask the referee: is this move legal, and if not, why, and what else could be done?

    POSITION is a file in the format of the rulings (FILE#ID for one of several), - for standard input, or the
    name of a position that comes with the package. It may be left out, and sketched by the options:

    \b
    rummy ask --hand A="2C 9D" --discards "5S KH" --table "B: 5C 5D 5H" "take 5S"

    MOVE is a line of play. Of several the last is asked about. Without any, the lines that the file tries.
    """
    given = bool(words) and not referee.is_move(words[0])
    lines = words[1:] if given else words
    text = dict(position_of(words[0])) if given else {}
    lines = lines or tuple(text.get("try", ()))
    text |= {key: value for key, value in said.items() if value not in (None, ())}
    for key, value in (keys | {f"hands.{seat}": cards for seat, cards in hands.items()}).items():
        name, _, seat = key.partition(".")
        rulings.check_keys({name: value})
        number = int(value) if re.fullmatch("-?[0-9]{1,9}", value) else value
        old = text.get(name)
        text[name] = {**(old if isinstance(old, Mapping) else {}), seat: number} if seat else number
    if variant is not None:
        text |= {"variant": variant.id, "options": variant.overrides()}
    if not given:
        text = referee.sketched(text, lines)
    place = clip(words[0], 200) if given else say("referee.place")
    answer = referee.ask(text, lines, options=options, place=place)
    if form == "json":
        click.echo(json.dumps(answer.json(), ensure_ascii=False, indent=2))
    else:
        put(answer.page, cast(Format, form), None)


def position_of(name: str) -> Mapping[str, Any]:
    """The position of a file (or of one of its rulings: FILE#ID), of standard input, or of this name."""
    path, _, part = name.partition("#")
    if path == "-":
        raw, where = sys.stdin.buffer.read(), say("referee.stdin")
    elif Path(path).suffix or Path(path).exists():
        raw, where = Path(path).read_bytes(), clip(path, 200)
    else:
        return positions.named(name)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(say("error.not-utf8", where=where, at=error.start)) from None
    return referee.opened(text, where, part)


def main() -> None:
    """The program `rummy`."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a console that has no ♥ shows ? instead of failing
    cli(prog_name="rummy")
