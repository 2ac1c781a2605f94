"""A built site cut to what a class needs: fewer pages, the same live tables, still no request to anywhere."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable, Iterator
from html import escape, unescape
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from rummy.classroom import Class
from rummy.rulebook.book import titled
from rummy.site.bundle.plain import cut
from rummy.variants import code
from rummy.words import Unreadable, language, languages, say

HOME, ENGINE, PYODIDE = "index.html", "assets/live/engine.json", "pyodide/"
SEARCH, PAGES = "search/search_index.json", "sitemap.xml"
APART = (
    "lab/",
    "handouts/",
    "teaching/",
    "classroom",
    "variants/",
    "house-rules/",
    "compare/",
    "measured/",
    "simulations/",
    "contributing/",
    "content-security/",
    "rulings-format/",
    "sitemap.xml.gz",
)
"""What no class needs on its site; the handouts lie among what is printed."""
SERVED = "http://localhost:8000/site/"
"""Where a class is told to serve it; a page served elsewhere is loaded whole, and Python with it."""
BESIDE = ("rulings/", "glossary/", "credits/", "privacy/", "notices/")
"""What can be looked up from the rules, but stands in no menu."""
_TAB = re.compile(r'(<a href="[^"]*lessons/)[^/"]*(/" class="md-tabs__link)')
_PLACE = re.compile(r"(?s)(<url>\s*<loc>)(.*?)(</loc>.*?</url>)")
_LAID_OUT = re.compile(r'(?<= data-example=")\{&quot;position[^"]*')


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
        whole = (where / ENGINE).is_file()  # else it may be any folder, with all there is below it
        paths = (path for path in (where.rglob("*") if whole else where.glob("*")) if path.is_file())
        names = tuple(sorted(path.relative_to(where).as_posix() for path in paths))
        site = Built(names, lambda name: (where / name).read_bytes())
    else:
        raise Unreadable(say("pack.nothing", where=where))
    missing = next((name for name in (HOME, ENGINE) if name not in site.names), None)
    if missing:
        raise Unreadable(say("pack.no-site", where=where, missing=missing))
    return site


def cut_site(site: Built, what: Class) -> Iterator[tuple[str, bytes]]:
    """The files of the site that this class needs: links led to files, tools begun with the class’s rules."""
    engine = json.loads(site.read(ENGINE))
    needed = {part["file"] for part in _parts(engine)}
    kept = [name for name in site.names if _needed(name, what, needed)]
    there, own = frozenset(kept), f"{language()}/"
    beside = frozenset(name for name in kept if name.removeprefix(own).startswith(BESIDE))
    for name in kept:
        data = site.read(name)
        if name.endswith(".html"):
            page = _begun(data.decode("utf-8"), what, there, own if name.startswith(own) else "")
            data = cut(page, name, there, beside).encode("utf-8")
        elif name.endswith(SEARCH):
            data = _found(json.loads(data), name.removesuffix(SEARCH), there)
        elif name.endswith(PAGES):
            data = _listed(data.decode("utf-8"), name.removesuffix(PAGES), there).encode("utf-8")
        yield name, data


def _begun(page: str, what: Class, there: frozenset[str], start: str) -> str:
    """The page with what its tools are to know of the class, its menu led to the first lesson."""
    rules = what.rules
    game = {"code": code(rules), "base": rules.id, "options": rules.overrides(), "title": titled(rules)}
    known = {"game": {**game, "seats": [*rules.seats()]}, "lessons": [book.id for book in what.lessons]}
    told = escape(json.dumps(known, ensure_ascii=False), quote=True)

    def laid_out(found: re.Match[str]) -> str:
        example = json.loads(unescape(found[0]))
        if example["position"].get("seats") in rules.seats():
            example["position"] |= {"variant": rules.id, "options": rules.overrides()}
        return escape(json.dumps(example, ensure_ascii=False), quote=True)

    page = page.replace("</head>", f'<meta name="rummy-class" content="{told}"></head>', 1)
    page = _LAID_OUT.sub(laid_out, page)
    books = (Path(book.notebook).stem for book in what.lessons)
    first = next((book for book in books if f"{start}lessons/{book}/{HOME}" in there), "")
    return _TAB.sub(rf"\g<1>{first}\2", page)


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
    return True


def _found(index: Any, start: str, there: frozenset[str]) -> bytes:
    """The search index of the pages below a start, without those that are left out."""
    docs = [one for one in index["docs"] if start + _page(one["location"]) in there]
    return json.dumps({**index, "docs": docs}, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _listed(pages: str, start: str, there: frozenset[str]) -> str:
    """The list of the pages that are there, by which their links are followed without loading Python anew."""
    root = min((place for _, place, _ in _PLACE.findall(pages)), key=len, default="")

    def one(found: re.Match[str]) -> str:
        file = _page(found[2].removeprefix(root))
        return f"{found[1]}{SERVED}{start}{file}{found[3]}" if start + file in there else ""

    return _PLACE.sub(one, pages)


def _page(location: str) -> str:
    """The file of a place in the index."""
    path = location.partition("#")[0]
    return path if path.endswith(".html") else f"{path}index.html"
