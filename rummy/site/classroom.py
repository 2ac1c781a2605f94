"""A class as a folder: what pupils open, what is printed, and what is for the teacher."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from urllib.parse import urlencode

import nbformat

from rummy.classroom import Class
from rummy.course import Lesson
from rummy.course.drills import KINDS, suits
from rummy.deal import game
from rummy.desk import answer
from rummy.pictures.paper import el, say_in
from rummy.pictures.printed import PAPERS, printed_sheets
from rummy.rulebook import quick, rulebook, write
from rummy.rulebook.book import titled
from rummy.site import handouts
from rummy.site.cut import Built, cut_site
from rummy.variants import code
from rummy.words import Unreadable, language, say

SHEETS = "AB"
"""Two worksheets, so that neighbours have different questions."""
QUESTIONS, DEALS, LINES = 8, 5, 12
NOTEBOOKS, PRINT, TEACHER, SLIDES, SITE = "notebooks", "print", "teacher", "teacher/slides", "site"
Files = Iterator[tuple[str, bytes]]


def files(what: Class, site: Built, notebooks: Path) -> Files:
    """Everything a class is given, as paths and contents.

    Args:
        what: the class.
        site: a built site, which the offline one, the handouts and the slides are taken from.
        notebooks: the folder of the lessons’ notebooks.

    Raises:
        Unreadable: a lesson that the site or the folder lacks.
    """
    there = set[str]()
    for name, data in cut_site(site, what):
        there.add(name)
        yield f"{SITE}/{name}", data
    reveal = f"handouts/{handouts.REVEAL}/"
    for name in site.names:
        if name.startswith(reveal):
            yield f"{SLIDES}/{handouts.REVEAL}/{name.removeprefix(reveal)}", site.read(name)
    books = [(book, _notebook(notebooks, book)) for book in what.lessons]
    folders = {handouts.PUPIL: PRINT, handouts.TEACHER: TEACHER, handouts.SLIDES: SLIDES}
    for book, notebook in books:
        yield f"{NOTEBOOKS}/{book.notebook}", notebook.read_bytes()
        for kind, folder in folders.items():
            name = handouts.name(book, kind)
            yield f"{folder}/{name}", _of_site(site, name)
    sheets = {sheet: _worksheet(what, sheet) for sheet in SHEETS}
    pages = {
        "index": _page("start", _start(what, there)),
        f"{PRINT}/rules": write(rulebook(what.rules).page(), "html"),
        f"{PRINT}/rules-short": write(quick(what.rules), "html"),
        f"{PRINT}/score-sheet": _page("score", _score_sheet(what)),
        **{f"{PRINT}/cards-{paper}": _cards(what, paper) for paper in PAPERS},
        **{f"{PRINT}/worksheet-{sheet}": _page("sheet", made["html"]) for sheet, made in sheets.items()},
        **{f"{TEACHER}/worksheet-{sheet}-key": _page("key", made["key"]) for sheet, made in sheets.items()},
        f"{TEACHER}/plan": _page("plan", _plan(what, books)),
    }
    yield from ((f"{name}.html", text.encode("utf-8")) for name, text in pages.items())
    yield "READ-ME.txt", _read_me(what).encode("utf-8")


def _of_site(site: Built, name: str) -> bytes:
    """A handout of the site, in the language that is spoken where it has one."""
    for one in (f"{language()}/handouts/{name}", f"handouts/{name}"):
        if one in site.names:
            return site.read(one)
    raise Unreadable(say("pack.lacks", name=name))


def _notebook(folder: Path, book: Lesson) -> Path:
    """The notebook of a lesson, in the language that is spoken where it is told in it."""
    for one in (folder / language() / book.notebook, folder / book.notebook):
        if one.is_file():
            return one
    raise Unreadable(say("pack.lacks", name=book.notebook))


def _page(kind: str, inside: str) -> str:
    """A page that prints well and needs nothing else."""
    return handouts.document(say(f"pack.{kind}.title"), inside, f"class {kind}")


def _worksheet(what: Class, sheet: str) -> dict[str, str]:
    """Questions that suit the table, and their key."""
    kinds = [kind for kind in KINDS if suits(kind, what.rules)]
    asked = {"kinds": kinds, "variant": code(what.rules), "level": 1, "many": QUESTIONS}
    made = answer("worksheet", {**asked, "seed": f"{what.seed}/{sheet}"})
    if made.get("error"):
        raise Unreadable(str(made["error"]))
    return {key: str(text) for key, text in made.items()}


def _cards(what: Class, paper: str) -> str:
    """All cards of the table, to cut out, with their backs."""
    some = game(what.rules, what.seats).cards
    sheets = "".join(printed_sheets(some, paper=paper, colours="four", backs=True))
    style = f"@page{{size:{paper};margin:0}}body{{margin:0}}svg{{display:block;break-after:page}}"
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n{handouts.HEAD}\n'
        f"<title>{escape(say('pack.cards.title'))}</title>\n<style>{style}</style>\n</head>\n"
        f"<body>{sheets}</body>\n</html>\n"
    )


def _score_sheet(what: Class) -> str:
    """Empty rows for the deals of a match, a column for each seat, and when the match ends."""
    blank = [""] * what.seats
    rows = [[say("pack.score.name"), *blank], *([str(number), *blank] for number in range(1, LINES + 1))]
    rows.append([say("pack.score.total"), *blank])
    table = (el("tr", *(say_in("td", cell) for cell in row)) for row in rows)
    ends = quick(what.rules).blocks[0].rows[-1]  # type: ignore[union-attr]
    told = say_in("p", f"{titled(what.rules)}. {ends[-1]}")
    return say_in("h1", say("pack.score.title")) + told + el("table", *table, class_="score")


def _plan(what: Class, books: list[tuple[Lesson, Path]]) -> str:
    """The minutes of the lesson, the deals, and what the teacher’s edition says of each lesson."""
    plan = what.plan()
    rows = [
        el(
            "tr",
            say_in("td", f"{row.start}–{row.start + row.minutes}"),
            el("td", say_in("b", row.title), "<br>", escape(row.text)),
        )
        for row in plan.rows
    ]
    blocks = [
        say_in("h1", say("pack.plan.title")),
        say_in("p", _about(what)),
        el("table", *rows, class_="plan"),
    ]
    if plan.later:
        blocks += [say_in("h2", say("pack.plan.later")), el("ul", *(say_in("li", one) for one in plan.later))]
    blocks += [say_in("h2", say("pack.plan.deals")), say_in("p", say("pack.plan.deals-about")), _deals(what)]
    for book, path in books:
        notes = [cell for cell in nbformat.read(path, 4).cells if "teacher" in cell.metadata.get("tags", ())]
        blocks.append(say_in("h2", book.title))
        blocks += [el("div", handouts.prose(cell.source)) for cell in notes]
    return "".join(blocks)


def _deals(what: Class, page: str = "") -> str:
    """The codes of the deals that everybody plays; as links, where there is the page to play them."""
    codes = [what.deal(number).code for number in range(DEALS)]
    rules = {"rules": code(what.rules)} if what.rules.overrides() else {}
    shown = (
        el("a", say_in("code", one), href=f"{page}#{urlencode({'code': one, **rules})}")
        if page
        else say_in("code", one)
        for one in codes
    )
    return el("ol", *(el("li", one) for one in shown))


def _about(what: Class) -> str:
    """The class in a sentence."""
    facts = {"pupils": what.pupils, "minutes": what.minutes, "rules": code(what.rules), "seed": what.seed}
    return say("pack.about", **facts)


def _start(what: Class, there: set[str]) -> str:
    """Where pupils begin: lessons, deals, what they may look up; in their language, where it is there."""

    def place(path: str) -> str:
        own = f"{language()}/{path}/index.html"
        return f"{SITE}/{own if own in there else f'{path}/index.html'}"

    lessons = (
        el("li", el("a", escape(book.title), href=place(f"lessons/{Path(book.notebook).stem}")))
        for book in what.lessons
    )
    more = (
        el("li", el("a", say(f"pack.start.{key}"), href=place(key)))
        for key in ("rules", "drills", "progress", "score-pad")
    )
    short = el("li", el("a", say("pack.start.table"), href=f"{PRINT}/rules-short.html"))
    return "".join(
        [
            say_in("h1", say("pack.start.title")),
            el("ol", *lessons),
            say_in("h2", say("pack.start.deals")),
            say_in("p", say("pack.start.deals-about")),
            _deals(what, place("common-deal")),
            say_in("h2", say("pack.start.more")),
            el("ul", short, *more),
            say_in("p", say("pack.start.file"), class_="aside"),
        ]
    )


def _read_me(what: Class) -> str:
    """What lies where, and how it is opened."""
    parts = ("about", "open", "server", "file", "print", "teacher", "notebooks")
    told = [_about(what), *(say(f"pack.read-me.{part}") for part in parts[1:])]
    return "\n\n".join(told) + "\n"
