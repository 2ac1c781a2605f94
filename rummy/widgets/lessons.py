"""The course in a notebook: exercises, rounds, drills and the learner's progress; results are kept.

from rummy.widgets import task
task("start.first-meld")
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from rummy.course import Drill, Result, Round, Task, exercise, exercises, lesson
from rummy.course.board import board
from rummy.course.codes import read_code
from rummy.course.common import CommonDeal
from rummy.course.progress import Progress, dump, merge, read, tried
from rummy.course.rounds import placement as where
from rummy.pictures import table_html, table_text
from rummy.players import STRENGTHS
from rummy.review import chosen, due
from rummy.shelf import NAME, Shelf
from rummy.table import Table, table_words
from rummy.words import Unreadable, say

if TYPE_CHECKING:
    from rummy.widgets import TableWidget

_HERE = Path(__file__).parent
TASK = "application/vnd.rummy.task+json"
BROWSER = sys.platform == "emscripten"
"""Does Python run inside a browser, which keeps the progress then?"""

Json = dict[str, Any]
Course = Task | Round | CommonDeal


def inlined(module: str, name: str, other: str) -> str:
    r"""A module with the other one, which it imports by this name, inside: one that needs no second file.

    >>> whole = inlined('import t, { a } from "./t.js";\nt(a);', "./t.js", "export const a = 1;")
    >>> whole.splitlines()[-2:]
    ['const { default: t, a } = inner;', 't(a);']
    """
    names = re.findall(r"^export (?:const|let|class|function\*?|async function) (\w+)", other, re.MULTILINE)
    body = re.sub(r"^export default (.*);$", r"const standard = \1;", other, flags=re.MULTILINE)
    body = re.sub(r"^export (?=\w)", "", body, flags=re.MULTILINE)
    inside = f"const inner = (() => {{\n{body}\nreturn {{ default: standard, {', '.join(names)} }};\n}})();"
    line = re.compile(rf'^import (\w+), \{{ (.*) \}} from "{re.escape(name)}";$', re.MULTILINE)
    return line.sub(lambda found: f"{inside}\nconst {{ default: {found[1]}, {found[2]} }} = inner;", module)


def _text(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


class CourseWidget(anywidget.AnyWidget):
    """What the widgets of the course share: the front end, and the learner's progress.

    On a disk the progress is a file. In a browser it is kept by the front end, which gives it to Python and
    keeps what it gets back; it never becomes a part of the notebook.

    Args:
        shelf: where results are kept; the learner's own if None.
    """

    _esm = inlined(_text("task.js"), "./table.js", _text("table.js"))
    _css = _text("table.css") + _text("task.css")
    frame = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    keeps = traitlets.Bool().tag(sync=True)

    def __init__(self, shelf: Shelf | None = None) -> None:
        self.shelf = shelf or Shelf()
        self.told = ""
        self.progress = self.shelf.load()
        super().__init__(words=table_words(), keeps=BROWSER)
        self._learned()
        self._show()
        self.on_msg(lambda _widget, message, _buffers: self._hear(message))

    def _framed(self) -> Json:
        """The frame to show."""
        raise NotImplementedError

    def _handle(self, message: Json) -> None:
        """Take what somebody did at the front end."""
        raise NotImplementedError

    def _learned(self) -> None:
        """Progress has come from elsewhere."""

    def _show(self, *_: object) -> None:
        trouble = self.told or ("" if self.keeps else self.shelf.told)
        self.frame = {**self._framed(), "trouble": trouble}

    def _hear(self, message: Any) -> None:
        if isinstance(message, Mapping) and message.get("type") == "progress":
            self._take_in(str(message.get("text") or ""))
        else:
            self._handle(dict(message) if isinstance(message, Mapping) else {})

    def _take_in(self, text: str) -> None:
        """Merge what the browser has kept, and give it the whole; what cannot be read it puts aside."""
        self.told, aside = "", ""
        try:
            self._add(read(text) if text else Progress())
        except Unreadable as error:
            aside = f"rummy:progress-{datetime.now(UTC):%Y%m%d-%H%M%S}"
            self.told = say("progress.aside", why=error, name=aside)
        self.send({"type": "progress", "text": dump(self.progress), "aside": aside})
        self._learned()
        self._show()

    def _add(self, more: Progress) -> None:
        self.progress = merge(self.progress, self.shelf.take_in(more))

    def _drawn(self) -> tuple[str, str]:
        """The same as HTML and as text, for places where no widget lives."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        bundle = super()._repr_mimebundle_(**kwargs)
        data, meta = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        html, text = self._drawn()
        return {**data, "text/html": html, "text/plain": text}, meta


class TaskWidget(CourseWidget):
    """An exercise, a round or a drill; every result is kept.

    Args:
        opened: makes it, given the progress so far; None where there is nothing to do.
        shelf: where results are kept; the learner's own if None.
        nothing: the sentence to show where there is nothing to do.
    """

    def __init__(
        self, opened: Callable[[Progress], Course | None], *, shelf: Shelf | None = None, nothing: str = ""
    ) -> None:
        self.opened, self.nothing, self.touched = opened, nothing, False
        self.course: Course | None = None
        super().__init__(shelf)

    def _framed(self) -> Json:
        return self.course.frame() if self.course else {"note": self.nothing}

    def _learned(self) -> None:
        """What nobody has begun is opened anew; else only its stars follow."""
        if self.touched:
            one = self.course.task if isinstance(self.course, Round) else self.course
            if isinstance(one, Task):
                one.stars = self.progress.stars(one.exercise.id) if one.exercise.id in exercises() else None
            return
        self.course = self.opened(self.progress)
        if self.course is not None:
            self.course.on_result, self.course.on_change = self._result, self._show

    def _result(self, result: Result) -> None:
        """Keep what came of a try."""
        self._add(tried(Progress(), result, datetime.now(UTC)))
        if isinstance(self.course, Round):
            self.course.progress = self.progress
        if self.keeps:
            self.send({"type": "progress", "text": dump(self.progress)})

    def _handle(self, message: Json) -> None:
        self.touched = True
        if self.course is not None:
            self.course.handle(message)

    def _drawn(self) -> tuple[str, str]:
        return drawn(self.frame)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, meta = super()._repr_mimebundle_(**kwargs)
        return (data | {TASK: self.course.arguments} if self.course else data), meta


def drawn(frame: Json) -> tuple[str, str]:
    """A task as HTML that needs nothing else, and as text.

    >>> drawn({"note": "Nothing to do."})
    ('<p>Nothing to do.</p>', 'Nothing to do.')
    """
    if "task" not in frame and "seats" in frame:
        return table_html(frame), table_text(frame)
    if "task" not in frame:
        return f"<p>{escape(frame['note'])}</p>", str(frame["note"])
    task = frame["task"]
    head = f"<p><strong>{escape(task['title'])}</strong></p><p>{escape(task['goal'])}</p>"
    lines = [task["title"], task["goal"]]
    if "seats" in frame:
        return head + table_html(frame), "\n".join([*lines, table_text(frame)])
    options = [one["text"] for one in task["form"]["options"]]
    rows = "".join(f"<li>{escape(text)}</li>" for text in options)
    html = head + task["picture"] + (f"<ul>{rows}</ul>" if rows else "")
    return html, "\n".join([*lines, *(f"- {text}" for text in options)])


class BoardWidget(CourseWidget):
    """The learner's progress: every exercise and how it stands; a copy to take away, another one to add."""

    note = ""
    """What came of the last thing that was asked."""

    def _framed(self) -> Json:
        waiting = frozenset(due(self.progress, datetime.now(UTC)))
        place = "" if self.keeps else str(self.shelf.path)
        return {"key": "board", "board": {**board(self.progress, waiting, place), "told": self.note}}

    def _handle(self, message: Json) -> None:
        self.note = ""
        kind = message.get("type")
        if kind == "export":
            self.send({"type": "export", "name": NAME, "text": dump(self.progress)})
        elif kind == "import":
            try:
                self._add(read(str(message.get("text"))))
                self.note = say("board.taken")
            except Unreadable as error:
                self.note = str(error)
            if self.keeps:
                self.send({"type": "progress", "text": dump(self.progress)})
        elif kind == "refresh":
            self._add(Progress())
        self._show()

    def _drawn(self) -> tuple[str, str]:
        shown = self.frame["board"]
        rows = [
            (book["title"], one["title"], one["status_text"], one["stars_text"])
            for book in shown["lessons"]
            for one in book["exercises"]
        ]
        cells = "".join(f"<tr>{''.join(f'<td>{escape(c)}</td>' for c in row)}</tr>" for row in rows)
        told = "".join(f"<p>{escape(text)}</p>" for text in shown["texts"])
        lines = [*shown["texts"], *(" · ".join(filter(None, row)) for row in rows)]
        return f"{told}<table>{cells}</table>", "\n".join([shown["title"], *lines])


def task(name: str, *, shelf: Shelf | None = None) -> TaskWidget:
    """An exercise, by its id."""
    one = exercise(name)
    return TaskWidget(lambda progress: Task(one, stars=progress.stars(one.id)), shelf=shelf)


def round_of(names: Sequence[str], title: str = "", *, shelf: Shelf | None = None) -> TaskWidget:
    """Exercises and questions one after another, by their ids."""
    some = [exercise(name).id for name in names]
    return TaskWidget(
        lambda progress: Round(some, title=title, progress=progress) if some else None,
        shelf=shelf,
        nothing=say("review.nothing"),
    )


def placement(*, shelf: Shelf | None = None) -> TaskWidget:
    """A question of every lesson, for whoever knows rummy: the first that is missed says where to begin."""
    return TaskWidget(lambda progress: Round(**where(), progress=progress), shelf=shelf)


def review_of(name: str, *, shelf: Shelf | None = None) -> TaskWidget:
    """The mixed review of a lesson: exercises of earlier ones."""
    return round_of([one.id for one in lesson(name).review], say("review.mixed"), shelf=shelf)


def review(*, shelf: Shelf | None = None) -> TaskWidget:
    """What is due again by now, else what went wrong last time."""

    def again(progress: Progress) -> Round | None:
        some = chosen(progress, datetime.now(UTC))
        return Round(some, title=say("review.title"), progress=progress) if some else None

    return TaskWidget(again, shelf=shelf, nothing=say("review.nothing"))


def drill(
    kind: str = "meld",
    *,
    variant: str = "rummy-500",
    level: int = 1,
    seed: int | str | None = None,
    shelf: Shelf | None = None,
) -> TaskWidget:
    """Endless questions of a kind: meld, layoff, pile, score, call, safe or best; the level is 1, 2 or 3."""
    seed = Drill(kind, variant=variant, level=level, seed=seed).seed
    return TaskWidget(
        lambda progress: Drill(kind, variant=variant, level=level, seed=seed, progress=progress), shelf=shelf
    )


def minideal(name: str, *, player: str = "medium") -> TableWidget:
    """The deal at the end of a lesson, and the match after it, under the rules taught so far.

    Args:
        name: the lesson.
        player: ``easy``, ``medium`` or ``hard``, or the computer player that has every other seat.
    """
    from rummy.widgets import TableWidget

    one = lesson(name)
    return TableWidget(
        Table(
            one.variant,
            seats=int(one.text.get("seats", 2)),
            seed=str(one.text.get("seed", one.id)),
            players=STRENGTHS.get(player, player),
            note=say("minideal.note"),
        )
    )


def progress(*, shelf: Shelf | None = None) -> BoardWidget:
    """How the learner stands in every lesson, and what is due again."""
    return BoardWidget(shelf)


def common_deal(code: str, rules: str | None = None, *, shelf: Shelf | None = None) -> TaskWidget:
    """The deal of a code, the same for everybody; what it brings is kept.

    Args:
        code: seven letters.
        rules: the rules of the class, for a code that leaves them open.
    """
    read_code(code, rules)
    return TaskWidget(lambda progress: CommonDeal(code, rules=rules), shelf=shelf)
