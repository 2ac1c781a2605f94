"""Progress: what a learner has tried and what came of it; one document that belongs to the learner."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from rummy.course.task import LONG, RIGHT, SHOWN, WRONG, Result
from rummy.words import Unreadable, clip, say

FORMAT, COURSE = 1, "rummy"
MOST = 5_000_000
"""A document of more characters is none that a learner has filled."""
KEPT = 100
"""How many tries of one exercise are kept, the newest."""
AGE = range(2000, 3000)
"""The years in which somebody may have tried."""


class Try(NamedTuple):
    """One try of an exercise."""

    when: str
    """When, as ISO 8601 in UTC."""
    outcome: str
    """``right``, ``wrong`` or ``shown``."""
    hints: int = 0
    moves: int = 0
    did: str = ""
    """What was played or answered, as `Result.did` has it."""


Tries = tuple[Try, ...]


class Progress(NamedTuple):
    """All tries by the id of the exercise (or drill question), the oldest first."""

    tries: Mapping[str, Tries] = {}

    def of(self, name: str) -> Tries:
        """The tries of an exercise."""
        return self.tries.get(name, ())

    def solved(self, name: str) -> bool:
        """Has an exercise been solved?"""
        return any(one.outcome == RIGHT for one in self.of(name))

    def stars(self, name: str) -> int | None:
        """The most stars an exercise of the course has brought; None if it was never solved."""
        won = [Result(name, t.outcome, t.hints, t.moves).stars for t in self.of(name) if t.outcome == RIGHT]
        return max(won, default=None)

    def missed(self) -> Iterator[str]:
        """What was not right at the last try."""
        return (name for name, tries in self.tries.items() if tries[-1].outcome != RIGHT)


def tried(progress: Progress, result: Result, when: datetime) -> Progress:
    """The progress with one more try.

    >>> from datetime import UTC
    >>> done = tried(Progress(), Result("start.first-meld", "right", 0, 1), datetime(2026, 1, 2, tzinfo=UTC))
    >>> done.stars("start.first-meld"), merge(done, done) == done
    (3, True)
    """
    one = Try(when.isoformat(timespec="milliseconds"), result.outcome, result.hints, result.moves, result.did)
    return merge(progress, Progress({result.exercise: (one,)}))


def merge(a: Progress, b: Progress) -> Progress:
    """The tries of both; in whatever order documents are merged, and however often, the same comes out."""
    names = sorted({*a.tries, *b.tries})
    return Progress({name: tuple(sorted({*a.of(name), *b.of(name)}))[-KEPT:] for name in names})


def dump(progress: Progress) -> str:
    """The progress as readable text: JSON with a line for each try."""
    rows = [
        f"  {json.dumps(name, ensure_ascii=False)}: [\n"
        + ",\n".join(f"   {json.dumps(one)}" for one in tries)
        + "\n  ]"
        for name, tries in progress.tries.items()
    ]
    inside = "{\n" + ",\n".join(rows) + "\n }" if rows else "{}"
    return f'{{\n "rummy_progress": {FORMAT},\n "course": "{COURSE}",\n "tries": {inside}\n}}\n'


def read(text: str) -> Progress:
    """The progress written in a text; raises `Unreadable` with a sentence where it is none of this course.

    >>> read(dump(Progress())) == Progress()
    True
    """
    if len(text) > MOST:
        raise Unreadable(say("progress.enormous", most=MOST // 1_000_000))
    try:
        book = json.loads(text)
        json.dumps(book, ensure_ascii=False).encode()  # half a character can be read, and not be written
    except (ValueError, RecursionError):
        raise Unreadable(say("progress.broken")) from None
    if not isinstance(book, dict) or "rummy_progress" not in book:
        raise Unreadable(say("progress.none"))
    if book.get("course") != COURSE:
        raise Unreadable(say("progress.course", course=clip(str(book.get("course")))))
    if book["rummy_progress"] != FORMAT:
        raise Unreadable(say("progress.newer", version=clip(str(book["rummy_progress"]))))
    rows = book.get("tries")
    if not isinstance(rows, dict):
        raise Unreadable(say("progress.broken"))
    return merge(
        Progress({str(name): tuple(_tries(name, some)) for name, some in rows.items() if some}), Progress()
    )


def owner(text: str) -> str:
    """Whose copy a document is: the ``name`` that its learner gave it; empty if there is none.

    >>> owner('{"rummy_progress": 1, "name": "Ada", "course": "rummy", "tries": {}}')
    'Ada'
    """
    try:
        name = json.loads(text).get("name", "")
    except (ValueError, AttributeError, RecursionError):
        return ""
    return " ".join(name.split()) if isinstance(name, str) else ""


def _tries(name: str, some: Any) -> Iterator[Try]:
    """The tries of an exercise, each of a time in this age; nothing counts less than nought."""
    for row in some if isinstance(some, list) else [()]:
        try:
            one = Try(*row)
            when = datetime.fromisoformat(one.when)
            counted = all(type(many) is int and many >= 0 for many in (one.hints, one.moves))
            counted = counted and isinstance(one.did, str) and len(one.did) <= LONG
            fits = (
                when.utcoffset() == timedelta() and when.year in AGE and one.outcome in (RIGHT, WRONG, SHOWN)
            )
        except (TypeError, ValueError):
            counted = fits = False
        if not (fits and counted):
            raise Unreadable(say("progress.try", name=clip(name)))
        yield one
