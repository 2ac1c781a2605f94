"""The tree of pages: what is generated from the rules, the lessons, and the menu that leads to them."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from rummy.record import keep
from rummy.site import credits, glossary, rules, rulings, variants
from rummy.site.bundle import notices
from rummy.site.pages import fingerprint, lessons
from rummy.variants import variants as named

Pages = Iterable[tuple[str, str]]
WIDGET = ("table.js", "table.css")
"""The front end of the table, which the live pages share with the notebooks."""


def pages(root: Path) -> Iterator[tuple[str, str]]:
    """Every page that nobody wrote by hand: its path and its Markdown.

    Args:
        root: the project's folder, with `notebooks`; what takes long is kept in its `.cache`.
    """
    cache = root / ".cache"
    for name, text in lessons(root / "notebooks", cache / "notebooks"):
        yield f"lessons/{name}.md", text
    yield from kept(cache / "pages", fingerprint(), _from_the_rules)


def _from_the_rules() -> Iterator[tuple[str, str]]:
    for room in (rules, variants, rulings, credits, glossary):
        yield from room.pages()
    yield "notices.md", notices()


def kept(folder: Path, mark: str, make: Callable[[], Pages]) -> Pages:
    """The pages made under this mark, in order; made anew, and the old ones forgotten, if there are none."""
    done = folder / f"{mark}.json"
    if not done.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        keep(json.dumps(list(make()), ensure_ascii=False), done)
    pages: list[tuple[str, str]] = json.loads(done.read_text(encoding="utf-8"))
    return pages


def dealt(page: str) -> str:
    """The page with a table to play at wherever a comment asks for one: of a variant, or in a position.

    >>> dealt("<!-- deal basic -->")[:20]
    '<figure class="live"'
    """

    def figure(asked: re.Match[str]) -> str:
        name, known = asked[1], named()
        return variants.live(known[name]) if name in known else variants.figure({"position": name}, name)

    return re.sub(r"<!-- deal ([a-z0-9-]+) -->", figure, page)


def menu(nav: list[Any], there: Iterable[str]) -> list[Any]:
    """A menu in which `folder/*` stands for the pages of the folder it does not name, index first.

    >>> menu([{"Rules": ["a.md", "rules/*"]}], ["rules/draw.md", "rules/index.md", "index.md"])
    [{'Rules': ['a.md', 'rules/index.md', 'rules/draw.md']}]
    """
    known, named = list(there), set(_leaves(nav))

    def spread(node: Any) -> Any:
        if isinstance(node, dict):
            return {title: spread(inside) for title, inside in node.items()}
        if isinstance(node, list):
            return [one for part in map(spread, node) for one in (part if isinstance(part, list) else [part])]
        if isinstance(node, str) and node.endswith("/*"):
            inside = [path for path in known if path.startswith(node[:-1]) and path not in named]
            return sorted(inside, key=lambda path: not path.endswith("/index.md"))
        return node

    made: list[Any] = spread(nav)
    return made


def _leaves(node: Any) -> Iterator[str]:
    """Every page that a menu names."""
    if isinstance(node, dict | list):
        for inside in node.values() if isinstance(node, dict) else node:
            yield from _leaves(inside)
    else:
        yield node
