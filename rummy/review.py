"""Review: when to do an exercise again, by how it went before; spaced by FSRS, which is imported on use."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cache
from itertools import islice
from typing import Any

from rummy.course.drills import DRILL
from rummy.course.lessons import exercises
from rummy.course.opened import still
from rummy.course.progress import Progress, Try
from rummy.course.task import RIGHT


@cache
def _scheduler() -> Any:
    """What was missed comes back in two minutes, what was right in a day or more."""
    from fsrs import Scheduler

    soon = (timedelta(minutes=2),)
    return Scheduler(learning_steps=soon, relearning_steps=soon, enable_fuzzing=False)


MANY = 10
"""How many exercises a review has."""


def due(progress: Progress, now: datetime) -> Iterator[str]:
    """What is to be done again by now, the longest overdue first; exercises and questions of drills alike.

    >>> list(due(Progress(), datetime.now()))
    []
    """
    known = (name for name in progress.tries if name in exercises() or name.startswith(DRILL))
    waiting = sorted((when, name) for name in known if (when := again(progress, name)) <= now)
    return (name for _, name in waiting)


def chosen(progress: Progress, now: datetime) -> list[str]:
    """What to do again now: what is due, else what went wrong at its last try; not too much of it."""
    return [*islice(still(due(progress, now)), MANY)] or [*islice(still(progress.missed()), MANY)]


def again(progress: Progress, name: str) -> datetime:
    """When an exercise that was tried is to be done again."""
    from fsrs import Card

    card = Card(card_id=1)
    for one in progress.of(name):
        card, _ = _scheduler().review_card(card, _rating(one), datetime.fromisoformat(one.when))
    when: datetime = card.due
    return when


def _rating(one: Try) -> Any:
    """How well a try went: by itself, with hints, or not."""
    from fsrs import Rating

    if one.outcome != RIGHT:
        return Rating.Again
    return Rating.Hard if one.hints else Rating.Good
