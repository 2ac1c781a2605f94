"""Paper: the handouts and the slides of a lesson, and worksheets."""

from __future__ import annotations

from pathlib import Path

import click

from rummy.cli.course import folder
from rummy.course import lesson
from rummy.course.drills import KINDS
from rummy.desk import answer
from rummy.record import keep
from rummy.words import say


@click.command()
@click.argument("name", metavar="LESSON")
@click.option("--teacher", is_flag=True, help="With answers, minutes and questions to discuss.")
@click.option("--output", "-o", type=click.Path(path_type=Path), help="The HTML file to write.")
def handout(name: str, teacher: bool, output: Path | None) -> None:
    """Print a lesson: an HTML page for pupils, or the teacher's edition."""
    from rummy.site import handouts
    from rummy.site.pages import executed

    book = lesson(name)
    kind = handouts.TEACHER if teacher else handouts.PUPIL
    run = executed(folder() / book.notebook, Path(".cache") / "notebooks")
    target = output or Path(handouts.name(book, kind))
    keep(handouts.handout(book, run, kind), target)
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
def worksheet(kinds: tuple[str, ...], output: Path, **asked: str | int) -> None:
    """Write a worksheet, and its key beside it, from a seed."""
    from rummy.site import handouts

    made = answer("worksheet", {"kinds": list(kinds), **asked})
    if made.get("error"):
        raise click.ClickException(made["error"])
    key = output.with_name(f"{output.stem}-key{output.suffix}")
    for target, part in ((output, "html"), (key, "key")):
        keep(
            handouts.document(
                say("worksheet.key" if part == "key" else "worksheet.sheet"), made[part], "worksheet"
            ),
            target,
        )
        click.echo(say("cli.written", path=target))
