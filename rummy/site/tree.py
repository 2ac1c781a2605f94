"""The tree of pages: what is generated from the rules, the lessons, and the menu that leads to them."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Any

from rummy.course import Lesson, lessons
from rummy.desk.menu import menu as menu_of
from rummy.site import credits, glossary, handouts, measured, rules, rulings, variants
from rummy.site.bundle import edition, notices, shows
from rummy.site.bundle.kept import kept, mark, sources
from rummy.variants import variants as named
from rummy.words import ENGLISH, language

PACKAGE = Path(__file__).parents[1]
Pages = Iterable[tuple[str, str]]
WIDGET = ("table.js", "table.css", "task.js", "task.css")
"""The front end of the table and of the course, which the live pages share with the notebooks."""
OFFERED = {
    "compare": ("variants",),
    "settle": ("variants",),
    "pad": ("variants",),
    "house": ("variants", "groups"),
}
"""The tools that let one choose a game or options, and the parts of the desk's menu that each needs."""


def pages(root: Path) -> Iterator[tuple[str, str]]:
    """Every page that nobody wrote by hand: its path and its Markdown.

    Args:
        root: the project's folder, with `notebooks`; what was made once is kept in its `.cache`.
    """
    books, code, ours = _books(root), language(), _mark(root)
    yield from _once(root, f"lessons.{code}", mark(ours, books), lambda: _lessons(root))
    played = [*measured.books(shelf(root)).values()]
    yield from _once(root, f"measured.{code}", mark(ours, played), lambda: _measured(root))
    yield from _once(
        root, f"pages.{code}", mark(ours, edition(), str(shows())), lambda: _from_the_rules(root)
    )


def _books(root: Path) -> list[Path]:
    return sorted(shelf(root).glob("*.ipynb"))


def _mark(root: Path) -> str:
    """A mark of the package, of the Python that runs it, and of which lessons there are."""
    return mark(sys.version, *map(str, _books(root)), sources(PACKAGE))


def shelf(root: Path, code: str = "") -> Path:
    """The folder of the lessons in a language, by default the one spoken."""
    code = code or language()
    return root / "notebooks" / ("" if code == ENGLISH else code)


def there(root: Path, code: str, made: Iterable[str]) -> set[str]:
    """The pages that the site has in a language: by hand, from notebooks, and what the rules become in any.

    Args:
        root: the project's folder.
        code: the language.
        made: the generated pages in the language spoken.
    """
    if code == language():
        own = set(made)
    else:
        own = {path for path in made if not path.startswith(("lessons/", "measured/"))}
    docs = root / "docs" / ("" if code == ENGLISH else code)
    written = {path.name for path in docs.glob("*.md")}
    taught = {f"lessons/{path.stem}.md" for path in shelf(root, code).glob("*.ipynb")}
    return own | written | taught | {*measured.books(shelf(root, code))}


def home(code: str) -> str:
    """Where the site in another language begins, from where this one does."""
    own = language()
    return (
        "./" if code == own else f"{code}/" if own == ENGLISH else "../" if code == ENGLISH else f"../{code}/"
    )


def _lessons(root: Path) -> Pages:
    from rummy.site.pages import lessons  # running a notebook takes much that a page of rules does not

    return ((f"lessons/{name}.md", text) for name, text in lessons(shelf(root), _ran(root)))


def _measured(root: Path) -> Pages:
    return measured.pages(shelf(root), _ran(root) / "measured")


def _ran(root: Path) -> Path:
    """Where the notebooks that have run are kept, in the language spoken."""
    return root / ".cache" / "notebooks" / language()


def printed(root: Path) -> Path:
    """The folder of all handouts, and of the slides where there is what shows them; made once."""

    def write(folder: Path) -> None:
        if shows():
            (folder / handouts.REVEAL).mkdir()
        handouts.write(folder, runs(root))

    marked = mark(_mark(root), _books(root), str(shows()))
    return kept(root / ".cache" / "site", f"handouts.{language()}", marked, write)


def runs(root: Path) -> Iterator[tuple[Lesson, Any]]:
    """The lessons of the course with their notebooks, run; None where this language has none."""
    from rummy.site.pages import executed

    for book in lessons():
        path = shelf(root) / book.notebook
        yield book, executed(path, _ran(root)) if path.exists() else None


def _from_the_rules(root: Path) -> Pages:
    for room in (rules, variants, rulings, credits, glossary):
        yield from room.pages()
    yield "notices.md", notices()
    yield "teaching.md", handouts.page(lessons(), shelf(root), shown=shows())


def _once(root: Path, name: str, mark: str, make: Callable[[], Pages]) -> Pages:
    """The pages made under this mark, in order."""

    def write(folder: Path) -> None:
        (folder / "pages.json").write_text(json.dumps(list(make())), encoding="utf-8")

    done = kept(root / ".cache" / "site", name, mark, write)
    made: list[tuple[str, str]] = json.loads((done / "pages.json").read_text(encoding="utf-8"))
    return made


def dealt(page: str) -> str:
    """The page with a table to play at wherever a comment asks for one: of a variant, or in a position.

    A tool gets what there is to choose, so that its form stands before Python does.

    >>> dealt("<!-- deal basic -->")[:20]
    '<figure class="live"'
    """

    def figure(asked: re.Match[str]) -> str:
        name, known = asked[1], named()
        return variants.live(known[name]) if name in known else variants.figure({"position": name}, name)

    page = re.sub(r"<!-- deal ([a-z0-9-]+) -->", figure, page)
    return re.sub(r'<div data-tool="(\w+)"', _offered, page)


def _offered(found: re.Match[str]) -> str:
    """The element of a tool, with the games or all options as an attribute."""
    parts = OFFERED.get(found[1])
    if parts is None:
        return found[0]
    told = {key: part for key, part in menu_of({}).items() if key in parts}
    return f'{found[0]} data-menu="{escape(json.dumps(told, ensure_ascii=False), quote=True)}"'


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
