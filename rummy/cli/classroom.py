"""A class: everything for a lesson in one folder and one archive."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click

from rummy.classroom import classroom
from rummy.cli.arguments import Named, set_option
from rummy.cli.course import folder
from rummy.variants import Variant
from rummy.words import Unreadable, say

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
HEADLESS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--disable-sync")
SITES = (Path("site"), Path("dist") / "rummy-site.zip")
"""Where a built site is looked for."""


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
    "--site", type=click.Path(path_type=Path), help="A built site: a folder, or the archive of one."
)
@click.option("--out", type=click.Path(path_type=Path), default=Path("class"), show_default=True)
@click.option("--pdf/--no-pdf", default=True, help="Print to PDF where there is a Chromium.")
def prepare(
    lessons: tuple[str, ...],
    variant: Variant,
    options: dict[str, str],
    site: Path | None,
    out: Path,
    pdf: bool,
    **asked: str | int | None,
) -> None:
    """Prepare a class: the site for its pupils, handouts, worksheets, cards, slides and a plan.

    LESSON is a lesson's number or name, as on the page for teachers; several are taught one after the other.
    Writes the folder OUT and OUT.zip.
    """
    from rummy.site.classroom import files
    from rummy.site.cut import built

    what = classroom(lessons, rules=variant.changed(options), **asked)  # type: ignore[arg-type]
    where = site or next((one for one in SITES if one.exists()), None)
    if where is None:
        raise Unreadable(say("pack.no-site-here", places=" or ".join(map(str, SITES))))
    archive = out.with_name(f"{out.name}.zip")
    taken = next((one for one in (out, archive) if one.exists()), None)
    if taken:
        raise Unreadable(say("pack.taken", path=taken))
    out.absolute().parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.absolute().parent, prefix=".class-") as fresh:
        inside = Path(fresh) / out.name
        for name, data in files(what, built(where), folder()):
            (inside / name).parent.mkdir(parents=True, exist_ok=True)
            (inside / name).write_bytes(data)
        told = printed(inside) if pdf else say("pack.pdf.none")
        zipped(inside, Path(fresh) / archive.name)
        inside.rename(out)
        (Path(fresh) / archive.name).rename(archive)
    click.echo(told)
    click.echo(say("pack.written", folder=out, archive=archive))


def printed(inside: Path) -> str:
    """Print the pages that are for paper, beside them; a sentence about what came of it."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    pages = sorted(path for name in ("print", "teacher") for path in (inside / name).glob("*.html"))
    if browser is None:
        return say("pack.pdf.no-browser")
    with ThreadPoolExecutor(2) as several:
        done = sum(several.map(lambda page: _print(browser, page), pages))
    return say("pack.pdf.made" if done == len(pages) else "pack.pdf.some", done=done, pages=len(pages))


def _print(browser: str, page: Path) -> bool:
    """One page as a PDF beside it; whether that went well."""
    target = page.with_suffix(".pdf")
    with tempfile.TemporaryDirectory(prefix="rummy-print-") as home:
        command = [browser, *HEADLESS, f"--user-data-dir={home}", f"--print-to-pdf={target}", page.as_uri()]
        try:
            subprocess.run(command, capture_output=True, timeout=60, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return False
    return target.is_file()


def zipped(inside: Path, archive: Path) -> None:
    """The folder as an archive; what is packed already is not packed again."""
    with zipfile.ZipFile(archive, "w", compresslevel=3) as out:
        for path in _files(inside):
            stored = path.suffix in {".whl", ".zip", ".png", ".pdf"}
            kind = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            out.write(path, f"{inside.name}/{path.relative_to(inside).as_posix()}", kind)


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())
