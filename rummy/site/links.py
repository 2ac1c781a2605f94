"""Do all links of a built site lead somewhere? MkDocs asks that of links in Markdown only."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from rummy.words import say

_HREF = re.compile(r"""<a\b[^>]*?\shref=["']?([^"'\s>]+)""")
_ID = re.compile(r"""\s(?:id|name)=["']?([^"'\s>]+)""")
LAB = "lab"
"""The workbench, whose pages are not ours to look at."""


def broken(site: Path, address: str, languages: Iterable[str] = ()) -> Iterator[str]:
    """Every link that leads nowhere, as "page: link".

    A workbench that was not built, and other languages, may be linked to: nothing is known of them.

    Args:
        site: the folder of the built site.
        address: where it will be served from; its path is where links that begin with a slash begin.
        languages: those whose pages are built apart; in the folder of one, the site above it as well.
    """
    base, apart = urlsplit(address).path, {*languages}
    files = {file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file()}
    unknown = tuple(f"{name}/" for name in apart | ({LAB} - {file.partition("/")[0] for file in files}))

    @cache
    def places(page: str) -> frozenset[str]:
        return frozenset(map(unescape, _ID.findall((site / page).read_text(encoding="utf-8"))))

    def leads(page: str, link: str) -> bool:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            return True
        path, target = unquote(parts.path), page
        if path:
            start = "" if path.startswith("/") else posixpath.dirname(page)
            target = posixpath.normpath(posixpath.join(start, path.removeprefix(base).lstrip("/")))
        if f"{target}/".startswith(unknown) or (apart and f"{target}/".startswith("../")):
            return True
        target = target if target in files else posixpath.normpath(f"{target}/index.html")
        anchor = unquote(parts.fragment)
        free = not anchor or "=" in anchor or not target.endswith(".html")  # what a tool is asked is no place
        home = posixpath.dirname(posixpath.dirname(target))
        books = (f"{home}/files/{book}" for book in parse_qs(parts.query).get("path", ()))
        return target in files and (free or anchor in places(target)) and files.issuperset(books)

    for page in sorted(file for file in files if file.endswith(".html") and not file.startswith(f"{LAB}/")):
        if page.startswith(unknown):
            continue
        links = dict.fromkeys(_HREF.findall((site / page).read_text(encoding="utf-8")))
        yield from (f"{page}: {link}" for link in map(unescape, links) if not leads(page, link))


def told(lost: list[str]) -> str:
    """The links that lead nowhere in a sentence."""
    return say("site.broken", links="\n".join(lost[:20]), lost=len(lost))
