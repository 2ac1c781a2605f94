"""A notebook becomes a page: it is run, then written down as plain Material Markdown."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbconvert import MarkdownExporter
from nbformat import NotebookNode
from traitlets.config import Config

from rummy.course import Task, exercise, lesson
from rummy.course.drills import DRILL
from rummy.pictures.paper import el, say_in
from rummy.site import LessonFailed
from rummy.site.bundle.kept import mark, sources
from rummy.words import ENGLISH, language, say

PACKAGE = Path(__file__).parent.parent
TEMPLATE = Path(__file__).parent / "template"
NOTEBOOKS = PACKAGE.parent / "notebooks"

# A page has no kernel, so a widget shows what it drew as HTML and never its live view.
RICHEST_FIRST = ["text/html", "text/markdown", "image/svg+xml", "text/plain"]

KINDS = {"Tipp": "tip", "Hinweis": "note", "Achtung": "warning", "Beispiel": "example", "Frage": "question"}
"""What callouts are called in other languages."""
CALLOUT = re.compile(
    rf"^> \*\*(Tip|Note|Warning|Example|Question|{'|'.join(KINDS)})"
    r"(?:: ([^*\n]+?))?\.?\*\*[ ]*(.*(?:\n>.*)*)",
    re.MULTILINE,
)
ELSEWHERE = re.compile(r"\[([^\]]+)\]\((?:\.\./)+(\d\d-[\w-]+)\.ipynb\)")
"""A link from a notebook in another language to one that there is in English only."""
LINK = re.compile(r"\]\(([^)\s#:]*)(#[^)\s]*)?\)")


def lessons(folder: Path, cached: Path) -> Iterator[tuple[str, str]]:
    """The pages of a folder of notebooks, in order: (name, Markdown)."""
    books = sorted(folder.glob("*.ipynb"))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, run in zip(books, pool.map(lambda path: executed(path, cached), books), strict=True):
            yield path.stem, headed(markdown(run), path.name)


def executed(path: Path, folder: Path) -> NotebookNode:
    """The notebook with its outputs: run now, or kept from a run of the same cells and the same package."""
    kept = folder / f"{path.stem}-{mark(path, _package())}.ipynb"
    if kept.exists():
        return _read(kept)
    book = _read(path)
    run(book, path)
    folder.mkdir(parents=True, exist_ok=True)
    for stale in folder.glob(f"{path.stem}-*.ipynb"):
        stale.unlink(missing_ok=True)
    nbformat.write(book, kept)
    return book


def _read(path: Path) -> NotebookNode:
    book: NotebookNode = nbformat.read(path, as_version=4)
    return book


def run(book: NotebookNode, path: Path) -> None:
    """Run every cell where the notebook lives, also those that the page will not show."""
    if all(cell.cell_type != "code" for cell in book.cells):
        return
    with tempfile.TemporaryDirectory(prefix="rummy-") as folder:
        settings = Config()
        if os.name == "posix":  # sockets in a folder of our own: no open port
            settings.KernelManager.transport = "ipc"
            settings.KernelManager.ip = str(Path(folder) / "kernel")
        client = NotebookClient(
            book,
            timeout=120,
            kernel_name="python3",
            store_widget_state=False,
            config=settings,
            resources={"metadata": {"path": str(path.parent)}},
        )
        try:
            client.execute()
        except CellExecutionError as error:
            raise LessonFailed(
                f"{path.name} does not run to its end: {error.ename}: {error.evalue}"
            ) from error


@cache
def _package() -> str:
    """A mark of the package, and of the Python that runs it."""
    return mark(sys.version, sources(PACKAGE))


def markdown(book: NotebookNode) -> str:
    """The page of a notebook that has run."""
    for cell in book.cells:
        if cell.cell_type == "markdown":
            source = ELSEWHERE.sub(r'<a href="../../../lessons/\2/" hreflang="en">\1</a>', cell.source)
            cell.source = callouts(LINK.sub(_link, source))
    settings = Config()
    settings.TagRemovePreprocessor.enabled = True
    settings.TagRemovePreprocessor.remove_cell_tags = {"remove-cell", "teacher"}
    settings.TagRemovePreprocessor.remove_input_tags = {"remove-input"}
    settings.ExtractOutputPreprocessor.enabled = False
    settings.TemplateExporter.extra_template_basedirs = [str(TEMPLATE.parent)]
    settings.NbConvertBase.display_data_priority = RICHEST_FIRST
    exporter = MarkdownExporter(config=settings, template_name=TEMPLATE.name)
    exporter.register_filter("indented", indented)
    exporter.register_filter("fence", fence)
    exporter.register_filter("task", task)
    exporter.environment.globals["say"] = say
    body, _ = exporter.from_notebook_node(book)
    return str(body)


def headed(page: str, book: str) -> str:
    """The page with a link below its title that opens the notebook in the workbench, and where to play.

    The workbench shows it alone, without its other windows, so that it fits a phone too.

    >>> print(headed("# Start", "00-start.ipynb").partition(" href=")[2].partition(" ")[0])
    "../../lab/notebooks/index.html?path=00-start.ipynb"
    """
    up, own = ("", "") if language() == ENGLISH else ("../", f"{language()}/")
    link = el(
        "a",
        escape(say("site.open-notebook")),
        class_="md-button",
        href=f"../../{up}lab/notebooks/index.html?path={own}{book}",
        title=say("site.open-about"),
    )
    tasks = "data-task=" in page
    told = say("live.lesson-tasks" if tasks else "live.lesson", play=say("site.play"))
    play = el("span", escape(told)) if tasks or "data-table=" in page else ""
    if tasks:
        play += say_in("a", say("site.lesson.progress"), href="../../progress/")
    below = rf'\1\n\n<p class="open needs-script">{link}{play}</p>'
    return re.sub(r"(?m)\A(\s*# .*)$", below, page, count=1)


def task(html: str, arguments: dict[str, Any]) -> str:
    """What a page shows of an exercise before it is tried: what to do, and the right way in a closed box.

    A round is shown as what it consists of, each where it was first met.

    >>> task("<p>Do it.</p>", {"exercise": "start.first-meld"})[:39]
    '<p>Do it.</p><details class="answer"><s'
    """
    if "names" in arguments:
        title = say_in("p", arguments.get("title") or say("site.lesson.round"))
        return title + el("ul", *(el("li", _met(name)) for name in arguments["names"]))
    if "exercise" not in arguments:
        return html
    one = Task(arguments["exercise"])
    one.handle({"type": "solution"})
    told = say_in("p", one.frame()["task"]["solution"])
    return html + el("details", say_in("summary", say("site.lesson.solution")), told, class_="answer")


def _met(name: str) -> str:
    """An exercise of another lesson as a link to its place there."""
    one = exercise(name)
    if name.startswith(DRILL):
        return say_in("a", one.title, href="../../drills/")
    book, code = lesson(one.lesson).notebook, language()
    if code == ENGLISH or (NOTEBOOKS / code / book).exists():
        return say_in("a", one.title, href=f"../{Path(book).stem}/#{name}")
    return say_in("a", one.title, href=f"../../../lessons/{Path(book).stem}/#{name}", hreflang=ENGLISH)


def callouts(source: str) -> str:
    """Make `> **Tip: title** text`, which reads well as a quote in a notebook, an admonition of the page."""

    def admonition(found: re.Match[str]) -> str:
        kind, title, text = found.groups()
        lines = (re.sub(r"^> ?", "", line) for line in text.splitlines())
        head = f"!!! {KINDS.get(kind, kind.lower())}" + (f' "{title}"' if title else "")
        return f"{head}\n\n" + indented("\n".join(lines).strip("\n"))

    return CALLOUT.sub(admonition, source)


def _link(found: re.Match[str]) -> str:
    """Point a link of a notebook at the page it becomes; pages have their anchors in lower case."""
    target, anchor = found[1], found[2] or ""
    if not target or target.endswith(".ipynb"):
        anchor = anchor.lower()
    target = re.sub(r"\.ipynb$", ".md", target)
    target = re.sub(r"^\.\./docs/", "../", target)
    return f"]({target}{anchor})"


def indented(text: str) -> str:
    """The text as the body of an admonition."""
    return "\n".join("    " + line if line.strip() else "" for line in text.splitlines())


def fence(text: str) -> str:
    """A run of backticks longer than any in the text."""
    return "`" * max(3, 1 + max((len(ticks) for ticks in re.findall("`+", text)), default=0))
