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
from rummy.variants import find

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
    """The page with a deal to play wherever a comment `<!-- deal VARIANT -->` asks for one.

    >>> dealt("<!-- deal basic -->")[:20]
    '<figure class="live"'
    """
    return re.sub(r"<!-- deal ([a-z0-9-]+) -->", lambda asked: variants.live(find(asked[1])), page)


def menu(nav: list[Any], there: Iterable[str]) -> list[Any]:
    """A menu in which every `folder/*` stands for all pages of the folder, the index first.

    >>> menu([{"Rules": "rules/*"}], ["rules/draw.md", "rules/index.md", "index.md"])
    [{'Rules': ['rules/index.md', 'rules/draw.md']}]
    """
    known = list(there)

    def spread(node: Any) -> Any:
        if isinstance(node, dict):
            return {title: spread(inside) for title, inside in node.items()}
        if isinstance(node, list):
            return [one for part in node for one in _flat(spread(part))]
        if isinstance(node, str) and node.endswith("/*"):
            inside = [path for path in known if path.startswith(node[:-1])]
            return sorted(inside, key=lambda path: not path.endswith("/index.md"))
        return node

    def _flat(node: Any) -> list[Any]:
        return node if isinstance(node, list) else [node]

    found = spread(nav)
    return found if isinstance(found, list) else [found]
