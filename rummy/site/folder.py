"""A class written down: its folder, its PDFs, its archive."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rummy.classroom import Class
from rummy.site.classroom import PRINT, TEACHER, files
from rummy.site.cut import built
from rummy.words import Unreadable, say

SITES = (Path("site"), Path("dist") / "rummy-site.zip")
"""Where a built site is looked for."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
HEADLESS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--disable-sync")
STORED = {".whl", ".zip", ".png", ".pdf"}
"""What is packed already."""


def prepare(
    what: Class, notebooks: Path, out: Path, *, site: Path | None = None, pdf: bool = True
) -> list[str]:
    """Write a class into a folder and an archive beside it, whole or not at all; what there is to tell of it.

    Args:
        what: the class.
        notebooks: the folder of the lessons’ notebooks.
        out: the folder, which must not exist yet.
        site: a built site, a folder or an archive; the one that lies here if None.
        pdf: print the pages for paper, where there is a Chromium.

    Raises:
        Unreadable: no site, another edition, a folder that is taken.
    """
    where = site or next((one for one in SITES if one.exists()), None)
    if where is None:
        raise Unreadable(say("pack.no-site-here", places=" or ".join(map(str, SITES))))
    archive = out.with_name(f"{out.name}.zip")
    taken = next((one for one in (out, archive) if one.exists()), None)
    if taken:
        raise Unreadable(say("pack.taken", path=taken))
    parent = out.absolute().parent
    parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=parent, prefix=".class-") as fresh:
        inside = Path(fresh) / out.name
        for name, data in files(what, built(where), notebooks):
            (inside / name).parent.mkdir(parents=True, exist_ok=True)
            (inside / name).write_bytes(data)
        told = _printed(inside) if pdf else say("pack.pdf.none")
        packed = Path(fresh) / archive.name
        _zipped(inside, packed)
        packed.rename(archive)
        inside.rename(out)
    return [told, say("pack.written", folder=out, archive=archive)]


def _printed(inside: Path) -> str:
    """Print the pages that are for paper, beside them; a sentence about what came of it."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        return say("pack.pdf.no-browser")
    pages = sorted(path for name in (PRINT, TEACHER) for path in (inside / name).glob("*.html"))
    with ThreadPoolExecutor(2) as several:
        done = sum(several.map(lambda page: _print(browser, page), pages))
    return say("pack.pdf.made" if done == len(pages) else "pack.pdf.some", done=done, pages=len(pages))


def _print(browser: str, page: Path) -> bool:
    """One page as a PDF beside it; whether that went well."""
    target = page.with_suffix(".pdf")
    with tempfile.TemporaryDirectory(prefix="rummy-print-", ignore_cleanup_errors=True) as home:
        command = [browser, *HEADLESS, f"--user-data-dir={home}", f"--print-to-pdf={target}", page.as_uri()]
        try:
            subprocess.run(command, capture_output=True, timeout=60, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return False
    return target.is_file()


def _zipped(inside: Path, archive: Path) -> None:
    """The folder as an archive."""
    with zipfile.ZipFile(archive, "w", compresslevel=3) as out:
        for path in _files(inside):
            kind = zipfile.ZIP_STORED if path.suffix in STORED else zipfile.ZIP_DEFLATED
            out.write(path, f"{inside.name}/{path.relative_to(inside).as_posix()}", kind)


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())
