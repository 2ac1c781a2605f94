"""A built site cut to what a class needs: fewer pages, the same live tables, still no request to anywhere."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from rummy.classroom import Class
from rummy.site.bundle.plain import cut
from rummy.variants import variants
from rummy.words import Unreadable, language, languages, say

ENGINE, PYODIDE, SEARCH = "assets/live/engine.json", "pyodide/", "search/search_index.json"
APART = (
    "lab/",
    "handouts/",
    "teaching/",
    "contributing/",
    "content-security/",
    "rulings-format/",
    "sitemap.xml.gz",
)
"""What no class needs on its site; the handouts lie among what is printed."""


class Built(NamedTuple):
    """A built site: the names of its files, and how one is read."""

    names: tuple[str, ...]
    read: Callable[[str], bytes]


def built(where: Path) -> Built:
    """The site in a folder, or in the archive of a release; `Unreadable` with a sentence if it is none."""
    if where.is_file() and zipfile.is_zipfile(where):
        archive = zipfile.ZipFile(where)
        inside = [name for name in archive.namelist() if name.endswith(ENGINE)]
        root = min(inside, key=len).removesuffix(ENGINE) if inside else ""
        names = tuple(
            name.removeprefix(root)
            for name in archive.namelist()
            if name.startswith(root) and not name.endswith("/") and ".." not in PurePosixPath(name).parts
        )
        site = Built(names, lambda name: archive.read(root + name))
    elif where.is_dir():
        paths = (path for path in where.rglob("*") if path.is_file())
        names = tuple(sorted(path.relative_to(where).as_posix() for path in paths))
        site = Built(names, lambda name: (where / name).read_bytes())
    else:
        raise Unreadable(say("pack.nothing", where=where))
    missing = next((name for name in ("index.html", ENGINE) if name not in site.names), None)
    if missing:
        raise Unreadable(say("pack.no-site", where=where, missing=missing))
    return site


def cut_site(site: Built, what: Class) -> Iterator[tuple[str, bytes]]:
    """The files of the site that this class needs, their links led to files."""
    engine = json.loads(site.read(ENGINE))
    needed = {part["file"] for part in _parts(engine)}
    kept = [name for name in site.names if _needed(name, what, needed)]
    there = frozenset(kept)
    for name in kept:
        data = site.read(name)
        if name.endswith(".html"):
            data = cut(data.decode("utf-8"), name, there).encode("utf-8")
        elif name.endswith(SEARCH):
            data = _found(json.loads(data), name.removesuffix(SEARCH), there)
        yield name, data


def _parts(engine: Any) -> Iterator[Any]:
    """The files that Python in a page is started from."""
    yield from (engine["wheel"], engine["stdlib"], *engine["core"], *engine.get("review", ()))


def _needed(name: str, what: Class, python: set[str]) -> bool:
    """Whether the class needs a file of the site."""
    if name.startswith(PYODIDE):
        return name.removeprefix(PYODIDE) in python
    start = f"{language()}/"
    others = tuple(f"{one}/" for one in languages() if one != language())
    if name.startswith(others):
        return False
    page = name.removeprefix(start)
    if page.startswith(APART):
        return False
    head, *rest = page.split("/")
    if head == "lessons" and len(rest) > 1:
        return rest[0] in {Path(book.notebook).stem for book in what.lessons}
    if head == "variants" and len(rest) > 1 and rest[0] in variants():
        return rest[0] == what.rules.id
    return True


def _found(index: Any, start: str, there: frozenset[str]) -> bytes:
    """The search index of the pages below a start, without those that are left out."""
    docs = [one for one in index["docs"] if start + _page(one["location"]) in there]
    return json.dumps({**index, "docs": docs}, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _page(location: str) -> str:
    """The file of a place in the index."""
    path = location.partition("#")[0]
    return path if path.endswith(".html") else f"{path}index.html"
