"""A class written down: its folder, with what pupils are served apart from the teacher’s; PDFs, archive."""

from __future__ import annotations

import posixpath
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path

from rummy.classroom import Class
from rummy.course.codes import RULES
from rummy.site.classroom import NOTEBOOKS, PRINT, SITE, TEACHER, files
from rummy.site.cut import ENGINE, HOME, Built, built
from rummy.site.handouts import PUPIL
from rummy.site.opening import led, opening
from rummy.variants import code
from rummy.words import Unreadable, language, say

SITES = (Path("site"), Path("dist") / "rummy-site.zip")
"""Where a built site is looked for."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
HEADLESS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--disable-sync")
PUPILS, READ_ME, ANY = "pupils", "READ-ME.txt", "class"
"""What is handed to everybody; what stays on top; the folder of a class that was not named."""
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
    where = site or found()
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
        for name, data in whole(what, built(where), notebooks, out.name):
            (inside / name).parent.mkdir(parents=True, exist_ok=True)
            (inside / name).write_bytes(data)
        told = _printed(inside) if pdf else say("pack.pdf.none")
        packed = Path(fresh) / archive.name
        _zipped(inside, packed)
        packed.rename(archive)
        inside.rename(out)
    return [told, say("pack.written", folder=out, archive=archive)]


def found() -> Path | None:
    """The built site that lies here, in a folder around this one, or beside the package; None if none."""
    here, package = Path.cwd(), Path(__file__).resolve().parents[1]
    places = (folder / one for folder in (here, *here.parents, package.parent) for one in SITES)
    return next((one for one in places if one.is_file() or (one / ENGINE).is_file()), None)


def whole(what: Class, site: Built, notebooks: Path, name: str = ANY) -> Iterator[tuple[str, bytes]]:
    """Everything of a class in its place: what pupils are served in one folder, the rest outside of it.

    Args:
        what, site, notebooks: as for `files`.
        name: what the class is called.
    """
    firsts = [f"{SITE}/{language()}/{HOME}", f"{SITE}/{HOME}"]
    pages, paper = dict[str, bytes](), dict[str, str]()
    for path, data in files(what, site, notebooks):
        if path.startswith(f"{SITE}/") and path.endswith(".html"):
            pages[path] = data
        elif path.startswith(f"{PRINT}/"):
            paper[path] = _called(Path(path).stem, data)
        if path not in firsts:
            yield placed(path), data
    home = next(one for one in firsts if one in pages)
    start = posixpath.dirname(home)

    def way(place: str) -> str:
        path = next(one for one in (f"{start}/{place}/{HOME}", f"{SITE}/{place}/{HOME}") if one in pages)
        return posixpath.relpath(path, start)

    printed = {posixpath.relpath(path, start): title for path, title in paper.items()}
    called = say("class-page.anybody") if name == ANY else name
    first = opening(what, pages[home].decode("utf-8"), called, way, printed)
    yield placed(home), first.encode("utf-8")
    for page in {HOME, f"{SITE}/{HOME}"} - {home}:  # what led to the first page of the site leads here
        yield placed(page), led(posixpath.relpath(home, posixpath.dirname(page))).encode("utf-8")
    if what.rules.overrides():
        yield placed(f"{NOTEBOOKS}/{RULES}"), f"{code(what.rules)}\n".encode()


def placed(path: str) -> str:
    """Where a file lies in the folder.

    >>> placed("print/rules.html"), placed("teacher/plan.html")
    ('pupils/print/rules.html', 'teacher/plan.html')
    """
    return path if path == READ_ME or path.startswith(f"{TEACHER}/") else f"{PUPILS}/{path}"


def _called(name: str, page: bytes) -> str:
    """What a printed page is called, and which one it is where there are several."""
    if name in ("rules", "rules-short"):
        return say(f"class-page.printed.{name}")
    found = re.search("<title>(.*?)</title>", page.decode("utf-8"), re.DOTALL)
    title = unescape(found[1]) if found else name
    if name.endswith(f"-{PUPIL}"):
        return say("class-page.printed.handout", title=title)
    last = name.rpartition("-")[2]
    return f"{title}, {last}" if last[:1].isupper() and not title.endswith(last) else title


def _printed(inside: Path) -> str:
    """Print the pages that are for paper, beside them; a sentence about what came of it."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        return say("pack.pdf.no-browser")
    pages = sorted(path for name in (PRINT, TEACHER) for path in (inside / placed(f"{name}/")).glob("*.html"))
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
