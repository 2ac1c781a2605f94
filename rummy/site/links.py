"""Do all links of a built site lead somewhere? MkDocs asks that of links in Markdown only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

_HREF = re.compile(r"""<a\b[^>]*?\shref=["']?([^"'\s>]+)""")
_ID = re.compile(r"""\s(?:id|name)=["']?([^"'\s>]+)""")
APART = ("lab", "de")
"""Whose pages are not looked at: the workbench's are not ours, another language's are built later."""


def broken(site: Path, address: str) -> Iterator[str]:
    """Every link that leads nowhere, as "page: link".

    Args:
        site: the folder of the built site.
        address: where it will be served from; its path is where links that begin with a slash begin.
    """
    base, home = urlsplit(address).path, site.resolve()
    unbuilt = [home / name for name in APART if name != "lab" or not (home / name).is_dir()]

    @cache
    def places(page: Path) -> frozenset[str]:
        return frozenset(map(unescape, _ID.findall(page.read_text(encoding="utf-8"))))

    for page in sorted(site.rglob("*.html")):
        if page.relative_to(site).parts[0] in APART:
            continue
        for href in dict.fromkeys(_HREF.findall(page.read_text(encoding="utf-8"))):
            parts = urlsplit(unescape(href))
            if parts.scheme or parts.netloc:
                continue
            path = unquote(parts.path)
            start = site if path.startswith("/") else page.parent
            target = (start / path.removeprefix(base).lstrip("/")).resolve() if path else page
            target = target / "index.html" if target.is_dir() else target
            if any(map(target.is_relative_to, unbuilt)):
                continue
            anchor = unquote(parts.fragment)
            free = not anchor or "=" in anchor or target.suffix != ".html"  # what a tool is asked is no place
            books = (target.parents[1] / "files" / book for book in parse_qs(parts.query).get("path", []))
            there = target.is_file() and (free or anchor in places(target)) and all(map(Path.is_file, books))
            if not there:
                yield f"{page.relative_to(site).as_posix()}: {unescape(href)}"
