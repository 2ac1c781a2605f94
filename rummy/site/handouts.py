"""Handouts: a lesson to print, for pupils without answers and for teachers with them; and its slides."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import mistune

from rummy.actions import SEATS
from rummy.cards import GLYPHS, JOKER, card
from rummy.course import Exercise, Lesson, Question, exercise, exercises
from rummy.course.questions import CARDS, NUMBER
from rummy.course.task import in_words
from rummy.pictures import laid_frame, laid_html
from rummy.pictures.paper import el, say_in, typeset
from rummy.positions import position
from rummy.rules import Article
from rummy.site.policy import policy
from rummy.table import Table
from rummy.words import language, listed, say

if TYPE_CHECKING:
    from nbformat import NotebookNode

HERE = Path(__file__).parent / "slides"
PUPIL, TEACHER = "pupil", "teacher"
EDITIONS, SLIDES = (PUPIL, TEACHER), "slides"
REVEAL = "reveal"
"""The folder beside the slides in which reveal.js lies."""
TASK, TABLE = "application/vnd.rummy.task+json", "application/vnd.rummy.table+json"
HEAD = (
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    f'<meta http-equiv="Content-Security-Policy" content="{policy()}">'
)
STYLES, SCRIPTS = ("reset.css", "reveal.css", "cards.css", "slides.css"), ("reveal.js", "start.js")
_TYPED = re.compile(r"\b(?:[2-9TJQKA]|10)[SHDC]\b(?=[^<>]*<)")
PROSE, NOTES, DRAWN, TO_PLAY, DOING = "prose", "notes", "drawn", "table", "doing"


class Part(NamedTuple):
    """A piece of a lesson: prose, a note for the teacher, something drawn, a table, or an exercise."""

    kind: str
    html: str = ""
    exercise: Exercise | None = None
    table: Mapping[str, Any] = {}
    """What it takes to put up a table to play at."""


def parts(book: Lesson, run: NotebookNode | None) -> Iterator[Part]:
    """The pieces of a lesson that has run, in order; its exercises alone where there is no notebook."""
    if run is None:
        yield from (Part(DOING, exercise=one) for one in book.exercises)
        return
    for cell, after in zip(run.cells, [*run.cells[1:], None], strict=True):
        tags = cell.metadata.get("tags", [])
        if {"remove-cell", "screen-only"} & {*tags} or _leads_away(cell, after):
            continue
        if cell.cell_type == "markdown":
            yield Part(NOTES if "teacher" in tags else PROSE, prose(cell.source))
        else:
            yield from _shown(cell)


def _leads_away(cell: NotebookNode, after: NotebookNode | None) -> bool:
    """Are these words that lead to other lessons, or to a drill? Paper has neither."""
    if cell.cell_type != "markdown":
        return False
    outputs = after.get("outputs", []) if after else []
    drills = any("drill" in one.get("data", {}).get(TASK, {}) for one in outputs)
    return drills or len(re.findall(r"\]\([^)]*\.ipynb", cell.source)) > 1


def _shown(cell: NotebookNode) -> Iterator[Part]:
    """What a cell shows: exercises by their ids, tables, everything else as it was drawn."""
    for output in cell.get("outputs", []):
        found = output.get("data", {})
        if TABLE in found:
            yield Part(TO_PLAY, "".join(found["text/html"]), table=found[TABLE])
        elif TASK in found:
            names = [found[TASK]["exercise"]] if "exercise" in found[TASK] else found[TASK].get("names", [])
            yield from (Part(DOING, exercise=exercise(name)) for name in names)
        elif "text/html" in found:
            yield Part(DRAWN, signs("".join(found["text/html"])))
        elif "text/markdown" in found:
            yield Part(PROSE, prose("".join(found["text/markdown"])))
        elif "text/plain" in found or "text" in output:
            text = "".join(found.get("text/plain", output.get("text", "")))
            yield Part(DRAWN, el("pre", escape(text)))


def signs(html: str) -> str:
    """Markup whose words name cards as they are printed, not as they are typed.

    >>> signs('<b title="9S">Legal: meld 9S TH</b>').replace("\ufe0e", "")
    '<b title="9S">Legal: meld 9♠ 10♥</b>'
    """
    return _TYPED.sub(lambda found: typeset(card(found[0]).glyph), html)


def prose(source: str) -> str:
    """Markdown as HTML; on paper a link is its words, an exercise its title, and there is nowhere to jump to.

    >>> prose("[Next](02-draw-discard.ipynb), **now**: `melds.two-ways`").strip()
    '<p>Next, <strong>now</strong>: “One card, two places”</p>'
    """
    text = re.sub(r"(?<!!)\[([^\]]+)\]\([^)]*\)|<a id=[^>]*></a>", r"\1", source)
    text = re.sub(r"`([a-z-]+\.[a-z-]+)`", _titled, text)
    return typeset(str(mistune.create_markdown(plugins=["table"])(text)))


def _titled(found: re.Match[str]) -> str:
    """An exercise that a text names by its id; anything else as it stands."""
    one = exercises().get(found[1])
    return say("quoted", text=one.title) if one else found[0]


def handout(book: Lesson, run: NotebookNode | None, edition: str = PUPIL) -> str:
    """A lesson as one HTML page that prints well and needs nothing else.

    Args:
        book: the lesson.
        run: its notebook, with outputs; None where there is none in this language.
        edition: ``pupil`` or ``teacher``.
    """
    teacher, blocks, notes, number = edition == TEACHER, list[str](), "", 0
    for part in parts(book, run):
        if part.kind == NOTES:
            notes += el("aside", part.html, class_="notes") if teacher else ""
        elif part.kind == TO_PLAY:
            frame = Table(**part.table).frame()
            blocks.append(el("div", say_in("p", frame["note"]), laid_html(frame), class_=DRAWN))
        elif part.exercise is None:
            blocks.append(el("div", part.html, class_=part.kind))
        else:
            number += 1
            blocks.append(doing(part.exercise, number, answers=teacher))
    head = [say("handout.minutes", count=book.minutes), say(f"handout.{edition}")]
    rules = listed([f"{about.number} {about.title}" for about in book.teaches])
    told = say_in("p", say("handout.teaches", rules=rules), class_="teaches")
    name = "" if teacher else blanks("name", "date")
    top = el("header", say_in("p", " · ".join(head)), name, told, legend())
    inside = "".join([top, *blocks])
    if "</h1>" not in inside:
        inside = el("h1", escape(book.title, quote=False)) + inside
    return document(book.title, inside.replace("</h1>", f"</h1>{notes}", 1), edition)


def blanks(*keys: str) -> str:
    """What is filled in by hand: name, class, date."""
    return "".join(say_in("p", say(f"handout.{key}"), class_=f"fill {key}") for key in keys)


def legend() -> str:
    """What the signs and letters on cards mean.

    >>> legend().endswith("Q queen · J jack · ★ joker</p>")
    True
    """
    signs = [(sign, say(f"card.suit.{suit}")) for suit, sign in GLYPHS.items()]
    signs += [(rank, say(f"card.rank.{rank}")) for rank in "AKQJ"]
    signs.append((JOKER.glyph, JOKER.name))
    return say_in("p", " · ".join(f"{sign} {name}" for sign, name in signs), class_="legend")


def sized(page: str, paper: str) -> str:
    """A page for paper of this size, A4 or Letter."""
    return page.replace("</head>", f"<style>@page{{size:{paper}}}</style>\n</head>", 1)


def document(title: str, inside: str, kind: str) -> str:
    """A whole HTML page with its style inside, and no script."""
    style = "".join((HERE / name).read_text(encoding="utf-8") for name in ("handout.css", "cards.css"))
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        f"{HEAD}\n"
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n"
        f'<body class="{kind}"><main>\n{inside}\n</main></body>\n</html>\n'
    )


def doing(one: Exercise, number: int, *, answers: bool) -> str:
    """An exercise on paper: what to do, how it lies, room for the answer; for teachers the answer as well."""
    head = el("h3", say_in("span", str(number)), " ", escape(one.title, quote=False))
    asked = one.question
    task = say_in("p", asked.text if asked else one.words("task"))
    body = [head, task, _lies(one), _room(asked)]
    if answers:
        body.append(el("div", *_answer(one, asked), class_="answer"))
    return el("section", *filter(None, body), class_="doing")


def _lies(one: Exercise) -> str:
    """The position, as whoever does the exercise sees it."""
    asked = one.question
    if asked:
        return asked.picture
    if one.position is None:
        return say_in("p", say("handout.deal"), class_="aside")
    deal = position(one.position, one.id)
    you = one.text.get("you", one.position.get("turn", SEATS[0]))
    return laid_html(laid_frame(deal, SEATS.index(you)))


def _room(asked: Question | None) -> str:
    """Where the answer is written."""
    if asked is None or asked.form.kind == CARDS:
        return say_in("p", say("handout.lines" if asked is None else "handout.cards"), class_="room")
    if asked.form.kind == NUMBER:
        return say_in("p", say("handout.points", unit=asked.form.unit), class_="room")
    return el("ul", *(say_in("li", text) for _, text in asked.form.options), class_="boxes")


def _answer(one: Exercise, asked: Question | None) -> Iterator[str]:
    """What is right and why, by which rule, what else goes, and what goes wrong."""
    if asked:
        right, why = asked.solution, asked.why
    else:
        right, why = "; ".join(in_words(one, one.solution)), one.words("why")
    yield el("p", say_in("b", say("handout.answer")), " ", escape(typeset(right), quote=False))
    yield say_in("p", why)
    also = ["; ".join(in_words(one, way)) for way in one.text.get("also", ())]
    near = ["; ".join(in_words(one, way)) for way in one.text.get("near", ())]
    near += ["; ".join(in_words(one, [line])) for line in one.text.get("tempt", ())]
    for key, ways in (("also", also), ("wrong", near)):
        if ways:
            yield el(
                "p", say_in("b", say(f"handout.{key}")), " ", escape(typeset(" / ".join(ways)), quote=False)
            )
    if asked and asked.feedback:
        yield el("ul", *(say_in("li", text) for text in asked.feedback.values()))
    rules = ", ".join(f"{about.number} {about.title}" for about in one.articles)
    yield say_in("p", say("handout.rule", rules=rules), class_="rule")


def slides(book: Lesson, run: NotebookNode | None) -> str:
    """A lesson as slides: a page a heading, an exercise a page, its answer one step later.

    Args:
        book: the lesson.
        run: its notebook, with outputs; None where there is none in this language.
    """
    leaves: list[list[str]] = [
        [el("h1", escape(book.title)), say_in("p", say("handout.minutes", count=book.minutes))]
    ]
    for part in parts(book, run):
        if part.kind == NOTES:
            continue  # they stand in the teacher's edition
        if part.exercise is not None:
            one, asked = part.exercise, part.exercise.question
            leaf = [el("h2", escape(one.title)), say_in("p", asked.text if asked else one.words("task"))]
            leaf += [_lies(one), _room(asked) if asked else ""]
            leaves.append([*leaf, el("div", *list(_answer(one, asked))[:2], class_="fragment answer")])
            leaves.append([])
        elif part.kind in (DRAWN, TO_PLAY):
            leaves[-1].append(el("div", part.html, class_=DRAWN))
        else:
            first, *rest = re.split(r"(?=<h2[ >])", re.sub(r"<h1.*?</h1>", "", part.html))
            leaves[-1].append(first)
            leaves += [[text] for text in rest]
    shown = "".join(el("section", *leaf) for leaf in leaves if any(leaf))
    links = "".join(f'<link rel="stylesheet" href="{REVEAL}/{name}">\n' for name in STYLES)
    scripts = "".join(f'<script src="{REVEAL}/{name}"></script>\n' for name in SCRIPTS)
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        f"{HEAD}\n"
        f"<title>{escape(book.title)}</title>\n{links}</head>\n"
        f'<body><div class="reveal"><div class="slides">\n{shown}\n</div></div>\n{scripts}</body>\n</html>\n'
    )


def write(folder: Path, books: Iterable[tuple[Lesson, NotebookNode | None]]) -> None:
    """Write the handouts of some lessons into a folder, and their slides where reveal.js lies there."""
    there = (folder / REVEAL).is_dir()
    folder.mkdir(parents=True, exist_ok=True)
    for book, run in books:
        made = {edition: handout(book, run, edition) for edition in EDITIONS}
        if there:
            made[SLIDES] = slides(book, run)
        for kind, text in made.items():
            (folder / name(book, kind)).write_text(text, encoding="utf-8")
    if there:
        for file in (*STYLES[2:], *SCRIPTS[1:]):
            shutil.copy(HERE / file, folder / REVEAL / file)


def name(book: Lesson, kind: str) -> str:
    """What the file of a lesson is called.

    >>> from rummy.course import lesson
    >>> name(lesson("start"), TEACHER)
    '00-start-teacher.html'
    """
    return f"{Path(book.notebook).stem}-{kind}.html"


def page(books: Sequence[Lesson], folder: Path, *, shown: bool) -> str:
    """The page for teachers: what there is to print and to show of every lesson, and what each teaches.

    Args:
        books: the lessons.
        folder: where their notebooks are; a lesson without one is not linked.
        shown: are there slides?
    """
    kinds = (*EDITIONS, SLIDES) if shown else EDITIONS
    head = [say(f"handout.column.{key}") for key in ("lesson", "minutes", *kinds)]
    there = {book.id: (folder / book.notebook).exists() for book in books}
    rows = []
    for book in books:
        title = f"[{book.title}]({book.place.removesuffix('/')}.md)" if there[book.id] else book.title
        links = (el("a", say(f"handout.open.{k}"), href=f"../handouts/{name(book, k)}") for k in kinds)
        rows.append([title, str(book.minutes), *links])
    taught = [say(f"handout.column.{key}") for key in ("rule", "exercises")]
    return "\n\n".join(
        [
            f"# {say('handout.title')}",
            say("handout.about"),
            _table([head, *rows]),
            f"## {say('handout.taught')}",
            say("handout.taught-about"),
            _table([taught, *_taught(books, there)]),
            "",
        ]
    )


def _taught(books: Sequence[Lesson], there: Mapping[str, bool]) -> Iterator[list[str]]:
    """Every rule that is taught, and the exercises that teach it, lesson by lesson."""
    by: dict[Article, dict[str, list[str]]] = {}
    for book in books:
        for one in book.exercises:
            link = el("a", escape(one.title), href=f"../{book.place}#{one.id}")
            for about in one.articles:
                place = by.setdefault(about, {}).setdefault(book.title, [])
                place.append(link if there[book.id] else escape(one.title))
    for about in sorted(by, key=lambda one: [int(n) for n in one.number.split(".")]):
        rule = el("a", escape(f"{about.number} {about.title}"), href=f"../{about.place}")
        yield [rule, "<br>".join(f"{title}: {', '.join(links)}" for title, links in by[about].items())]


def _table(rows: Sequence[Sequence[str]]) -> str:
    """Rows as a Markdown table, the first of which is its head."""
    head, *rest = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join([head, f"|{' --- |' * len(rows[0])}", *rest])
