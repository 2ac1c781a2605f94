"""The command line: each command calls a room of the engine and prints what it answers."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import click

from rummy import __version__, rules, variants
from rummy.variants import Variant
from rummy.words import Ambiguous, Unreadable

PACKAGE = Path(__file__).resolve().parent


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
        except UnicodeDecodeError as error:
            raise click.ClickException(f"That is no UTF-8 text: {error}.") from error
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            raise click.ClickException(f"{where}{error.strerror or error}.") from error
        except (Unreadable, Ambiguous, rules.IllegalAction) as error:
            raise click.ClickException(str(error)) from error


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


variant_argument = click.argument("variant", type=Named())
set_option = click.option(
    "--set", "options", multiple=True, metavar="OPTION=VALUE", callback=changed, help="Change an option."
)


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
    with subprocess.Popen(command) as lab:
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


@cli.command("rules")
@variant_argument
@set_option
def print_rules(variant: Variant, options: dict[str, str]) -> None:
    """The articles of a variant and its options."""
    named, variant = variants.find(variant.id), variant.changed(options)
    new, old, told = variant.options(), named.options(), set[str]()

    def line(key: str) -> str:
        was = f"   (in {named.id}: {old[key]})" if new[key] != old[key] else ""
        return f"    {key} = {new[key]}{was}"

    click.echo(f"{variant.title}. {variant.blurb}")
    for chapter, articles in rules.chapters().items():
        click.echo(f"\n{chapter}\n")
        for article in articles:
            click.echo(f"{article.number} {article.title} [{article.id}]")
            click.echo(textwrap.fill(article.text, 96, initial_indent="    ", subsequent_indent="    "))
            for key in article.options:
                click.echo(line(key))
                told.add(key)
    rest = [key for key in new if key not in told]
    if rest:
        click.echo("\nOther options\n")
        click.echo("\n".join(map(line, rest)))


def main() -> None:
    """The program `rummy`."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a console that has no ♥ shows ? instead of failing
    cli(prog_name="rummy")
