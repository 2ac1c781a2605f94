"""The board: every lesson and exercise, and how a learner stands there."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rummy.course.drills import DRILL
from rummy.course.lessons import Exercise, lessons
from rummy.course.progress import Progress
from rummy.course.task import NEW, RIGHT, WRONG
from rummy.words import say

Json = dict[str, Any]


def board(progress: Progress, due: Collection[str] = (), place: str = "") -> Json:
    """All lessons with their exercises, as plain JSON for a front end to draw.

    Args:
        progress: what was tried.
        due: what is to be done again by now.
        place: the file in which the progress is kept; none if a browser keeps it.

    >>> board(Progress())["lessons"][0]["exercises"][0]["status"]
    'new'
    """
    rows: list[Json] = [
        {
            "id": book.id,
            "number": book.number,
            "title": book.title,
            "minutes": book.minutes,
            "exercises": [_row(progress, one, one.id in due) for one in book.exercises],
        }
        for book in lessons()
    ]
    for row in rows:
        row["done"] = sum(one["status"] == RIGHT for one in row["exercises"])
        row["begun"] = any(one["status"] != NEW for one in row["exercises"])
    every = [one for row in rows for one in row["exercises"]]
    done, stars = sum(row["done"] for row in rows), sum(one["stars"] or 0 for one in every)
    texts = [
        say("board.sum", done=done, of=len(every), stars=stars),
        _drills(progress),
        say("board.due", count=len(due)) if due else say("board.none"),
        say("board.kept", path=place) if place else say("board.browser"),
    ]
    return {"title": say("board.title"), "texts": [text for text in texts if text], "lessons": rows}


def _row(progress: Progress, one: Exercise, due: bool) -> Json:
    """How an exercise stands."""
    now = RIGHT if progress.solved(one.id) else WRONG if progress.of(one.id) else NEW
    stars = progress.stars(one.id)
    return {
        "id": one.id,
        "title": one.title,
        "status": now,
        "status_text": say(f"board.status.{now}"),
        "stars": stars,
        "stars_text": "" if stars is None else say("course.stars", count=stars),
        "due": due,
    }


def _drills(progress: Progress) -> str:
    """How the questions of drills went."""
    last = [tries[-1].outcome for name, tries in progress.tries.items() if name.startswith(f"{DRILL}/")]
    return say("board.drills", right=last.count(RIGHT), tried=len(last)) if last else ""
