"""A record in a notebook, stepped through move by move, with the notes on its moves.

from rummy.widgets import replay
replay("annotated", 31)
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from rummy.desk.replay import replay as asked
from rummy.pictures import table_html, table_text
from rummy.pictures.paper import el, say_in
from rummy.record import Record, dump, example, load
from rummy.words import Unreadable, clip, say

_HERE = Path(__file__).parent
WORDS = ("name", "first", "back", "forward", "last", "note")


class ReplayWidget(anywidget.AnyWidget):
    """A record as a widget: the table after a move as a picture, the move, its note, and the way on.

    Args:
        text: a record as text, or a position and the lines played in it.
        n: the step to begin with, from 0; the last if -1.
    """

    _esm = _HERE / "replay.js"
    _css = "".join((_HERE / name).read_text(encoding="utf-8") for name in ("table.css", "replay.css"))
    shown = traitlets.Dict().tag(sync=True)

    def __init__(self, text: str, n: int = 0) -> None:
        self.text = text
        super().__init__(shown=self._at(n))
        self.on_msg(lambda _widget, message, _buffers: self._hear(message))

    def _at(self, n: int) -> dict[str, Any]:
        """What is shown of a step."""
        self.answer = asked({"text": self.text, "n": n})
        self.answer["frame"]["note"] = ""
        n, count = self.answer["n"], self.answer["count"]
        return {
            "n": n,
            "count": count,
            "where": say("widget.replay.at", n=n + 1, of=count),
            "text": self.answer["steps"][n]["text"],
            "note": self.answer["steps"][n]["note"] or "",
            "picture": table_html(self.answer["frame"]),
            "words": {word: say(f"widget.replay.{word}") for word in WORDS},
        }

    def _hear(self, message: Any) -> None:
        if isinstance(message, Mapping) and type(message.get("n")) is int:
            self.shown = self._at(message["n"])

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        bundle = super()._repr_mimebundle_(**kwargs)
        data, meta = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        return {**data, "text/html": self._drawn(), "text/plain": self._told()}, meta

    def _drawn(self) -> str:
        """The same where no widget lives, with every note."""
        now, steps = self.shown, self.answer["steps"]
        notes = "".join(
            say_in("dt", step["text"]) + say_in("dd", step["note"]) for step in steps if step["note"]
        )
        below = el("details", say_in("summary", say("widget.replay.all")), el("dl", notes)) if notes else ""
        said = say_in("blockquote", now["note"], style="white-space:pre-line") if now["note"] else ""
        return el("div", say_in("p", f"{now['where']}: {now['text']}"), said, now["picture"], below)

    def _told(self) -> str:
        now = self.shown
        lines = (f"{now['where']}: {now['text']}", now["note"], table_text(self.answer["frame"]))
        return "\n\n".join(filter(None, lines))


def replay(record: Record | Path | str, n: int = 1) -> ReplayWidget:
    """A record to step through; raises `Unreadable` with the place if it is none.

    Args:
        record: the record, its text, its file (also as a text ending in ``.toml``), or the name of one that
            comes with the package.
        n: the move to begin with, from 1; the last if -1.
    """
    if isinstance(record, str) and "\n" not in record and not record.lstrip().startswith("{"):
        record = Path(record) if record.endswith(".toml") else example(record)
    try:
        record = load(record) if isinstance(record, Path) else record
    except OSError as error:
        raise Unreadable(
            say("widget.replay.no-file", where=clip(str(record), 200), why=error.strerror)
        ) from None
    return ReplayWidget(dump(record) if isinstance(record, Record) else record, n - 1 if n > 0 else n)
