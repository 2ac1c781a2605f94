"""A class as a folder: what pupils open, what is printed, and what is for the teacher."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

import nbformat

from rummy.classroom import Class
from rummy.course import Lesson
from rummy.deal import game
from rummy.pictures.paper import el, say_in
from rummy.pictures.printed import PAPERS, printed_sheets
from rummy.rulebook import quick, rulebook, write
from rummy.rulebook.book import titled
from rummy.site import handouts
from rummy.site.cut import Built, cut_site
from rummy.site.otherwise import table_of, warned
from rummy.site.sheets import SHEETS, at_table, sheet
from rummy.words import ENGLISH, Unreadable, language, say

DEALS, LINES = 5, 12
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
    yield from ((f"{SITE}/{name}", data) for name, data in cut_site(site, what))
    reveal = f"handouts/{handouts.REVEAL}/"
    for name in site.names:
        if name.startswith(reveal):
            yield f"{SLIDES}/{handouts.REVEAL}/{name.removeprefix(reveal)}", site.read(name)
    books = [(book, _notebook(notebooks, book)) for book in what.lessons]
    papers = dict.fromkeys((book.id for book in what.lessons), "")
    folders = {handouts.PUPIL: PRINT, handouts.TEACHER: TEACHER, handouts.SLIDES: SLIDES}
    for book, notebook in books:
        yield f"{NOTEBOOKS}/{book.notebook}", _of_pupils(notebook)
        for kind, folder in folders.items():
            name = handouts.name(book, kind)
            page = _of_site(site, name)
            papers[book.id] += page if kind == handouts.TEACHER else ""
            text = page if kind == handouts.SLIDES else handouts.sized(page, what.paper)
            yield f"{folder}/{name}", text.encode("utf-8")
    sheets = {name: sheet(what, name) for name in SHEETS}
    pages = {
        f"{PRINT}/rules": write(rulebook(what.rules).page(), "html"),
        f"{PRINT}/rules-short": write(quick(what.rules)._replace(blurb=at_table(what.rules)), "html"),
        f"{PRINT}/score-sheet": _page("score", _score_sheet(what)),
        **{f"{PRINT}/cards-{paper}": _cards(what, paper) for paper in PAPERS},
        **{f"{PRINT}/worksheet-{one}": _page("sheet", asked) for one, (asked, _) in sheets.items()},
        **{f"{TEACHER}/worksheet-{one}-key": _page("key", key) for one, (_, key) in sheets.items()},
        f"{TEACHER}/plan": _page("plan", _plan(what, books, papers)),
    }
    for name, text in pages.items():
        page = text if "/cards-" in name else handouts.sized(text, what.paper)
        yield f"{name}.html", page.encode("utf-8")
    yield "READ-ME.txt", _read_me(what, papers).encode("utf-8")


def _of_pupils(notebook: Path) -> bytes:
    """A notebook without what is the teacher's."""
    book = nbformat.read(notebook, 4)
    book.cells = [cell for cell in book.cells if "teacher" not in cell.metadata.get("tags", ())]
    text: str = nbformat.writes(book)
    return text.encode("utf-8")


def _of_site(site: Built, name: str) -> str:
    """A handout of the site, in the language that is spoken where it has one."""
    for one in (f"{language()}/handouts/{name}", f"handouts/{name}"):
        if one in site.names:
            return site.read(one).decode("utf-8")
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


def _cards(what: Class, paper: str) -> str:
    """All cards of the table, to cut out, with their backs."""
    some = game(what.rules, what.seats).cards
    sheets = "".join(printed_sheets(some, paper=paper, backs=True))
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


def _plan(what: Class, books: list[tuple[Lesson, Path]], papers: dict[str, str]) -> str:
    """What happens when, what is printed and opened before and handed in afterwards, and on each lesson."""
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
        *([say_in("p", other, class_="warning")] if (other := warned(what, papers)) else []),
        el("table", *rows, class_="plan"),
    ]
    if plan.later:
        blocks += [say_in("h2", say("pack.plan.later")), el("ul", *(say_in("li", one) for one in plan.later))]
    blocks += [say_in("h2", say("pack.plan.deals")), say_in("p", say("pack.plan.deals-about")), _deals(what)]
    blocks += [say_in("h2", say("pack.plan.print")), _printed(what)]
    for key in ("screen", "after"):
        blocks += [say_in("h2", say(f"pack.plan.{key}")), *map(handouts.prose, _told(key))]
    for book, path in books:
        notes = [cell for cell in nbformat.read(path, 4).cells if "teacher" in cell.metadata.get("tags", ())]
        blocks.append(say_in("h2", book.title))
        blocks += [el("div", handouts.prose(cell.source)) for cell in notes]
        blocks.append(table_of(book, what, papers[book.id]))
    return "".join(blocks)


def _printed(what: Class) -> str:
    """What is printed, how often, and on what."""
    tables = what.tables() or (what.seats,) * max(1, what.pupils // what.seats)
    pack = len(game(what.rules, what.seats).cards)
    packs = sum(-(-len(game(what.rules, seats).cards) // pack) for seats in tables)
    half = what.pupils // 2
    rows = [(handouts.name(book, handouts.PUPIL), what.pupils, "handout") for book in what.lessons]
    rows += [("worksheet-A", what.pupils - half, "sheet"), ("worksheet-B", half, "sheet")]
    rows += [("rules-short", len(tables), "table"), ("score-sheet", len(tables), "table")]
    rows += [(f"cards-{what.paper}", packs, "cards"), ("rules", 1, "rules"), (TEACHER, 1, "teacher")]
    told = (
        el(
            "tr",
            el("td", say_in("code", name.removesuffix(".html"))),
            say_in("td", f"{copies} ×"),
            say_in("td", say(f"pack.copies.{key}", cards=pack, sheets=-(-pack // 9))),
        )
        for name, copies, key in rows
        if copies
    )
    return say_in("p", say("pack.copies.about", paper=what.paper)) + el("table", *told, class_="copies")


def _told(key: str) -> list[str]:
    """How the pages are opened; how pupils hand in, and what is made of it."""
    if key == "screen":
        return [say(f"pack.read-me.{part}") for part in ("server", "file")]
    spoken = "" if language() == ENGLISH else f"--language {language()} "
    command = f"rummy {spoken}report handed-in --format html --out report.html"
    return [say("pack.after.save"), say("pack.after.report", command=command)]


def _deals(what: Class) -> str:
    """The codes of the deals that everybody plays."""
    codes = (what.deal(number).code for number in range(DEALS))
    return el("ol", *(el("li", say_in("code", one)) for one in codes))


def _about(what: Class) -> str:
    """The class in a sentence."""
    facts = {"pupils": what.pupils, "minutes": what.minutes, "seed": what.seed}
    return f"{say('pack.about', **facts)} {at_table(what.rules)}"


def _read_me(what: Class, papers: dict[str, str]) -> str:
    """What lies where, how it is opened, and what the lessons teach otherwise than the class plays."""
    parts = ("about", "open", "server", "file", "print", "teacher", "notebooks")
    told = [_about(what), *(say(f"pack.read-me.{part}") for part in parts[1:])]
    return "\n\n".join(filter(None, [*told, warned(what, papers)])) + "\n"
