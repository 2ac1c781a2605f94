"""The command line: each command calls a room of the engine and prints what it answers."""

from __future__ import annotations

import sys
from io import TextIOWrapper

import click

from rummy import __version__
from rummy.cli.arguments import Sentences, sentence
from rummy.cli.cases import ask, judge_rulings
from rummy.cli.classroom import prepare_class, report_class
from rummy.cli.compare import compare_variants, lab_options
from rummy.cli.course import learn, list_lessons
from rummy.cli.handouts import handout, worksheet
from rummy.cli.matches import record_match, replay_record, simulate
from rummy.cli.pages import list_variants, print_differences, print_rules
from rummy.words import languages, speak


@click.group(cls=Sentences, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="rummy")
@click.option(
    "--language",
    envvar="RUMMY_LANGUAGE",
    show_envvar=True,
    metavar="CODE",
    help=f"What is printed in: {' or '.join(languages())}.",
)
def cli(language: str | None) -> None:
    """The rules of rummy as a thing you can play with."""
    if language:
        speak(language)


for command in (
    *(learn, list_variants, print_rules, print_differences, judge_rulings),
    *(record_match, replay_record, simulate, ask),
    *(compare_variants, lab_options),
    *(list_lessons, handout, worksheet, prepare_class, report_class),
):
    cli.add_command(command)


def main() -> None:
    """The program `rummy`."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a console that has no ♥ shows ? instead of failing
    try:
        cli(prog_name="rummy")
    except OSError as error:  # the help could not be printed
        click.echo(f"Error: {sentence(error)}", err=True)
        raise SystemExit(1) from None
