"""Cases: rulings judged, and a question put to the referee."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import click

from rummy import positions, referee, rulings
from rummy.cli.arguments import File, Named, changed, put, sentence, set_option
from rummy.rulebook import FORMATS, Format
from rummy.variants import Variant
from rummy.words import Ambiguous, Unreadable, clip, nearest, say


@click.command("rulings")
@click.argument("files", nargs=-1, type=File(), metavar="[FILE|DIRECTORY]...")
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
    click.echo(say("cli.judged", passed=passed, failed=failed))
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
    about = ruling.question or "; ".join(ruling.lines)
    told = [f"{ruling.where}: {clip(about, 200)}", *(f"    {text}" for text in outcome.differs)]
    if outcome.breach:
        told.append(f"    {outcome.breach}")
    if ruling.disputed:
        told.append(f"    {say('cli.disputed', text=clip(ruling.disputed, 400))}")
    return told


@click.command()
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
    table: tuple[str, ...],
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
    here = told(
        *((key, value) for key, value in said.items() if value is not None),
        *([("table", [*table])] if table else []),
        *((f"hands.{seat}", cards) for seat, cards in hands.items()),
        *((key, meant(value)) for key, value in keys.items()),
    )
    for key, used in {"options": bool(options), "variant": variant is not None}.items():
        if key in here and used:
            raise click.UsageError(f"{key} is given twice: leave out --key {key}.")
    if variant is not None:
        text |= {"variant": variant.id, "options": variant.overrides()}
    for key, value in here.items():
        old = text.get(key)
        text[key] = {**old, **value} if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    if not given:
        text = referee.sketched(text, lines)
    place = clip(words[0], 200) if given else say("referee.place")
    answer = referee.ask(text, lines, options=options, place=place)
    if form == "json":
        click.echo(json.dumps(answer.json(), ensure_ascii=False, indent=2))
    else:
        put(answer.page, cast(Format, form), None)


def told(*parts: tuple[str, Any]) -> dict[str, Any]:
    """The keys of a position that the command line gives, each once: hands.A is the part A of hands."""
    new: dict[str, Any] = {}
    for key, value in parts:
        name, _, part = key.partition(".")
        if name not in positions.KEYS:
            raise Unreadable(say("referee.no-key", text=clip(name)) + nearest(name, positions.KEYS))
        part = part.upper() if len(part) == 1 else part
        there = new.setdefault(name, {}) if part else new
        if not isinstance(there, dict) or (part or name) in there:
            raise click.UsageError(f"{clip(key)} is given twice: keep one.")
        there[part or name] = value
    return new


def meant(value: str) -> str | int | bool:
    """What a value means: a number, true or false, or the text itself."""
    if re.fullmatch("-?[0-9]{1,9}", value):
        return int(value)
    return {"true": True, "false": False}.get(value, value)


def position_of(name: str) -> Mapping[str, Any]:
    """The position of a file (or of one of its rulings: FILE#ID), of standard input, or of this name."""
    path, _, part = name.partition("#")
    if not path.strip():
        raise Unreadable(say("referee.no-name"))
    if path == "-":
        raw, where = sys.stdin.buffer.read() if sys.stdin else b"", say("referee.stdin")
    elif os.sep in path or Path(path).suffix or Path(path).exists() or Path(path).is_symlink():
        raw, where = Path(path).read_bytes(), clip(path, 200)
    elif " " in name.strip():
        raise Unreadable(say("error.line", text=clip(name)))
    else:
        return positions.named(name)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(say("error.not-utf8", where=where, at=error.start)) from None
    return referee.opened(text, where, part)
