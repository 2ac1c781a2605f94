"""A class: everything for a lesson in one folder and one archive, and afterwards what the class did."""

from __future__ import annotations

from pathlib import Path

import click

from rummy.classroom import class_report, classroom
from rummy.cli.arguments import File, Named, format_options, put, set_option
from rummy.cli.course import folder
from rummy.cli.handouts import paper_option
from rummy.course.drills import LEVELS
from rummy.record import keep
from rummy.rulebook import Format
from rummy.variants import Variant
from rummy.words import say


@click.command("class")
@click.argument("lessons", nargs=-1, required=True, metavar="LESSON...")
@click.option("--variant", type=Named(), default="rummy-500", show_default=True, help="A name or a code.")
@set_option
@click.option("--seats", type=int, metavar="N", help="How many sit at a table.")
@click.option("--pupils", type=int, default=30, show_default=True, help="How many there are.")
@click.option("--minutes", type=int, default=45, show_default=True, help="How long the lesson lasts.")
@click.option("--seed", default="1", show_default=True, help="The same seed: the same sheets and deals.")
@click.option("--players", "player", default="greedy", show_default=True, help="The computer player.")
@click.option(
    "--level",
    type=click.IntRange(min(LEVELS), max(LEVELS)),
    help="How hard the worksheets are; as the lessons if left out.",
)
@paper_option
@click.option("--site", type=File(), help="A built site: a folder, or the archive of a release.")
@click.option("--out", type=File(), default="class", show_default=True, help="The folder to write.")
@click.option("--pdf/--no-pdf", default=True, help="Print to PDF where there is a Chromium.")
def prepare_class(
    lessons: tuple[str, ...],
    variant: Variant,
    options: dict[str, str],
    seats: int | None,
    pupils: int,
    minutes: int,
    seed: str,
    player: str,
    level: int | None,
    paper: str,
    site: Path | None,
    out: Path,
    pdf: bool,
) -> None:
    """Prepare a class: the site for its pupils, handouts, worksheets, cards, slides and a plan.

    LESSON is a lesson's number or name, as on the page for teachers; several are taught one after the other.
    Writes the folder OUT and OUT.zip.
    """
    from rummy.site.folder import prepare
    from rummy.site.otherwise import warned_in

    asked = {"seats": seats, "pupils": pupils, "minutes": minutes, "seed": seed, "player": player}
    asked |= {"level": level, "paper": paper}
    what = classroom(lessons, rules=variant.changed(options), **asked)  # type: ignore[arg-type]
    for told in filter(None, [*prepare(what, folder(), out, site=site, pdf=pdf), warned_in(out, what)]):
        click.echo(told)


@click.command("report")
@click.argument("where", nargs=-1, required=True, type=File(), metavar="FOLDER_OR_FILE...")
@click.option("--csv", "sheet", type=File(), metavar="FILE", help="Write a line for each pupil and exercise.")
@click.option("--notebook", type=File(), metavar="FILE", help="Write a notebook that reads the files again.")
@format_options
def report_class(
    where: tuple[Path, ...], sheet: Path | None, notebook: Path | None, form: Format, out: Path | None
) -> None:
    """What a class did and missed, and what to teach again.

    FOLDER_OR_FILE holds the progress files of the pupils: a folder, a zip archive, or single files. A file
    that is broken, foreign or there twice is named and not counted.
    """
    report, places = class_report(*where), [str(one.absolute()) for one in where]
    for path, text in ((sheet, report.csv), (notebook, lambda: report.notebook(*places))):
        if path is not None:
            keep(text(), path)
            click.echo(say("cli.written", path=path), err=True)
    put(report.page(), form, out)
