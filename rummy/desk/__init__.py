"""The desk: everything a page asks besides playing, answered as plain values; no rule lives here.

`answer` takes the kind of a question and what is asked, both as JSON has them, and gives JSON back. It never
raises: what cannot be read is ``{"error": sentence, "field": name or None}``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rummy.desk.asked import MOST, RECORD, Json, Wrong, plain
from rummy.desk.between import compare
from rummy.desk.count import count
from rummy.desk.course import LONGEST, deal, progress, worksheet
from rummy.desk.house import house
from rummy.desk.menu import menu
from rummy.desk.notes import advise, annotate, example
from rummy.desk.replay import replay
from rummy.desk.ruling import check, ruling
from rummy.desk.scores import scores
from rummy.desk.settle import settle
from rummy.words import Told, Unreadable, clip, listed, say

__all__ = ["KINDS", "answer"]

KINDS: dict[str, Callable[[Json], Json]] = {
    "menu": menu,
    "house": house,
    "compare": compare,
    "settle": settle,
    "count": count,
    "replay": replay,
    "example": example,
    "annotate": annotate,
    "advise": advise,
    "ruling": ruling,
    "check": check,
    "progress": progress,
    "worksheet": worksheet,
    "deal": deal,
    "scores": scores,
}
"""What can be asked, and who answers it."""
LONG = {"replay": RECORD, "annotate": RECORD, "advise": RECORD, "check": RECORD, "progress": LONGEST}
"""What may be longer than other questions, in characters."""


def answer(kind: Any, asked: Any) -> Json:
    """The answer to a question; an error is an answer too.

    >>> answer("compare", {"a": "500-rum", "b": "four-aces"})["changes"]
    3
    >>> answer("compare", {"a": "500-rum"})
    {'error': 'The part b is missing: a text is needed there.', 'field': 'b'}
    """
    try:
        if not isinstance(kind, str) or kind not in KINDS:
            shown = kind if isinstance(kind, str) else type(kind).__name__
            raise Unreadable(say("desk.no-kind", text=clip(shown), names=listed([*KINDS], "or")))
        return KINDS[kind](plain(asked, LONG.get(kind, MOST)))
    except Wrong as error:
        return {"error": str(error), "field": error.field}
    except Told as error:
        return {"error": str(error), "field": None}
    except Exception as error:
        return {"error": say("desk.inside", kind=type(error).__name__), "field": None}
