"""Paper: the handouts and the slides of a lesson, and worksheets."""

from __future__ import annotations

from pathlib import Path

import click

from rummy.cli.course import folder
from rummy.course import lesson
from rummy.course.drills import KINDS
from rummy.desk import answer
from rummy.pictures.paper import el
from rummy.pictures.printed import PAPERS
from rummy.record import keep
from rummy.words import say

paper_option = click.option(
    "--paper",
    type=click.Choice([*PAPERS], case_sensitive=False),
    default="A4",
    show_default=True,
    help="What is printed on.",
)


@click.command()
@click.argument("name", metavar="LESSON")
@click.option("--teacher", is_flag=True, help="With answers, minutes and questions to discuss.")
@click.option("--output", "-o", type=click.Path(path_type=Path), help="The HTML file to write.")
@paper_option
def handout(name: str, teacher: bool, output: Path | None, paper: str) -> None:
    """Print a lesson: an HTML page for pupils, or the teacher's edition."""
    from rummy.site import handouts
    from rummy.site.pages import executed

    book = lesson(name)
    kind = handouts.TEACHER if teacher else handouts.PUPIL
    run = executed(folder() / book.notebook, Path(".cache") / "notebooks")
    target = output or Path(handouts.name(book, kind))
    keep(handouts.sized(handouts.handout(book, run, kind), paper), target)
    click.echo(say("cli.written", path=target))


@click.command()
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice([*KINDS]), help="What is asked; may be repeated."
)
@click.option("--questions", "many", default=10, show_default=True, help="How many questions.")
@click.option("--seed", default="", help="The same seed asks the same; by chance if left out.")
@click.option("--variant", default="rummy-500", show_default=True, help="The rules: a name or a code.")
@click.option("--level", default=1, show_default=True, help="1, 2 or 3.")
@click.option(
    "--output", "-o", type=click.Path(path_type=Path), default=Path("worksheet.html"), show_default=True
)
@paper_option
def worksheet(kinds: tuple[str, ...], output: Path, paper: str, **asked: str | int) -> None:
    """Write a worksheet, and its key beside it, from a seed."""
    from rummy.site import handouts

    made = answer("worksheet", {"kinds": list(kinds), **asked})
    if made.get("error"):
        raise click.ClickException(made["error"])
    key = output.with_name(f"{output.stem}-key{output.suffix}")
    head = el("header", handouts.blanks("name", "class", "date"), handouts.legend())
    pages = (
        (output, say("worksheet.sheet"), head + made["html"]),
        (key, say("worksheet.key"), made["key"]),
    )
    for target, title, inside in pages:
        keep(handouts.sized(handouts.document(title, inside, "sheet"), paper), target)
        click.echo(say("cli.written", path=target))
