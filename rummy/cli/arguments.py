"""What the commands are given: options that several share, and failures told in one sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from rummy import record, rules, variants
from rummy.players import PLAYERS, player
from rummy.rulebook import FORMATS, Format, Page, write
from rummy.variants import Variant
from rummy.words import Ambiguous, Unreadable, clip, listed, say

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
        return f"{error.filename or say('error.output')}: {error.strerror}."
    return str(error)


class Named(click.ParamType[Variant]):
    """A variant by its name, changed options included: `rummy-500 + scoring.ace_low=5`."""

    name = "variant"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Variant:
        """The variant that is meant."""
        return value if isinstance(value, Variant) else variants.find(value)


class File(click.ParamType[Path]):
    """A file or folder by its name, which is never empty."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path that is meant."""
        if not str(value):
            self.fail("an empty text names no file.", param, ctx)
        return Path(value)


def changed(ctx: click.Context, param: click.Parameter, pairs: tuple[str, ...]) -> dict[str, str]:
    """What is given as a name and a value, each name once: option=value."""
    given: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not equals or not name:
            form = getattr(param, "metavar", None)
            raise click.BadParameter(f"“{clip(pair)}” is not of the form {form}.", ctx, param)
        if len(name) == 1:
            name = name.upper()
        if given.setdefault(name, value) != value:
            both = f"“{clip(given[name])}” and “{clip(value)}”"
            raise click.BadParameter(f"{clip(name)} is given twice, as {both}: keep one.", ctx, param)
    return given


def printable(ctx: click.Context, param: click.Parameter, text: str) -> str:
    """A text that can be written to a file."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        message = f"“{clip(text)}” holds what is no character: write it in the encoding of this terminal."
        raise click.BadParameter(message, ctx, param) from None
    return text


def each(ctx: click.Context, param: click.Parameter, text: str) -> tuple[str, ...]:
    """The computer players given as one name, or as one for each seat: greedy,random."""
    chosen = tuple(name.strip() for name in text.split(","))
    for name in chosen:
        try:
            player(name)
        except Unreadable as error:
            raise click.BadParameter(str(error), ctx, param) from error
    return chosen


def players_option(default: str) -> Callable[[_F], _F]:
    """The option that chooses the computer players."""
    text = (
        f"Who plays: {listed(list(PLAYERS), 'or')}; one for all or one for each seat (greedy,random). "
        "A planner may be told how many deals to imagine: planner:200."
    )
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
seed_option = click.option(
    "--seed", default="0", show_default=True, callback=printable, help="The same seed, the same cards."
)
out_option = click.option("--out", type=File(), metavar="FILE", help="Write it to FILE.")


def format_options(command: _F) -> _F:
    """The options that choose how something is printed, and where to."""
    kind = click.Choice(FORMATS)
    form = click.option(
        "--format", "form", type=kind, default="text", show_default=True, help="How it is written."
    )
    return form(out_option(command))


def put(page: Page, form: Format, out: Path | None) -> None:
    """Print a page, or write it to a file."""
    if out is None:
        click.echo(write(page, form))
    else:
        record.keep(write(page, form) + "\n", out)
