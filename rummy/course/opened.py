"""What stands in a figure of a page, put up again by its arguments: a task, a round, a common deal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from rummy.course.common import CommonDeal
from rummy.course.lessons import exercise
from rummy.course.progress import Progress, dump, merge, read, tried
from rummy.course.rounds import Drill, Round
from rummy.course.task import Result, Task
from rummy.words import Unreadable


def opened(
    arguments: Mapping[str, Any], kept: str = "", told: Callable[[str], None] = lambda text: None
) -> Task | Round | CommonDeal:
    """The task, round, drill or common deal of these arguments.

    Args:
        arguments: what its ``arguments`` said.
        kept: the progress so far, as text, for the stars; one that cannot be read counts as none.
        told: called with every result, as progress to be merged.

    >>> opened({"exercise": "start.first-meld"}).arguments
    {'exercise': 'start.first-meld'}
    """
    try:
        progress = read(kept) if kept else Progress()
    except Unreadable:
        progress = Progress()

    def result(one: Result) -> None:
        more = tried(Progress(), one, datetime.now(UTC))
        if isinstance(made, Round):
            made.progress = merge(made.progress, more)
        told(dump(more))

    made: Task | Round | CommonDeal
    if "exercise" in arguments:
        name = arguments["exercise"]
        made = Task(name, stars=progress.stars(name), on_result=result)
    elif "names" in arguments:
        made = Round(**arguments, progress=progress, on_result=result)
    elif "code" in arguments:
        made = CommonDeal(**arguments, on_result=result)
    else:
        kind, rest = arguments["drill"], {key: it for key, it in arguments.items() if key != "drill"}
        made = Drill(kind, **rest, progress=progress, on_result=result)
    return made


def still(names: Iterable[str]) -> Iterator[str]:
    """Those of these exercises and questions that the course still has.

    >>> list(still(["start.first-meld", "start.never-was", "drill/meld/rummy-500/1/7", "drill/"]))
    ['start.first-meld', 'drill/meld/rummy-500/1/7']
    """
    for name in names:
        try:
            _ = exercise(name).question
        except Unreadable:
            continue
        yield name
