"""Answer together: one position for all, a tally of the answers, then the right one and why."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import NamedTuple

from rummy.course import Exercise, Task
from rummy.course.questions import CARDS, SEVERAL
from rummy.course.task import NEW, RIGHT, TRIED
from rummy.lines import spoken
from rummy.pictures.paper import el, say_in, typeset
from rummy.words import Unreadable, clip, say

MOST = 9999
"""So many may give one answer."""


class Vote(NamedTuple):
    """An answer, how many gave it, and whether it is right."""

    answer: str
    """The name of an option, a number, cards, or lines of play with ``;`` between them."""
    text: str
    hands: int
    right: bool


def votes(one: Exercise, tally: Mapping[str, int]) -> tuple[Vote, ...]:
    """What a class answered: every option of a choice, else every answer that was given, most first.

    Raises:
        Unreadable: an answer that is none to this exercise, or a count that is no number of people.

    >>> from rummy.course import exercise
    >>> some = votes(exercise("lay-off.whose-points"), {"53": 4, "60": 9})
    >>> [(vote.text, vote.hands, vote.right) for vote in some]
    [('60', 9, False), ('53', 4, True)]
    """
    wrong = next(
        (count for count in tally.values() if type(count) is not int or not 0 <= count <= MOST), None
    )
    if wrong is not None:
        raise Unreadable(say("votes.count", number=clip(str(wrong))))
    options = dict(one.question.form.options) if one.question and one.question.form.kind != CARDS else {}
    given = [*options, *(answer for answer in tally if answer not in options)]
    made = [
        Vote(answer, options.get(answer) or said(answer), tally.get(answer, 0), _right(one, answer, options))
        for answer in given
    ]
    return tuple(made) if options else tuple(sorted(made, key=lambda vote: (-vote.hands, vote.text)))


def _right(one: Exercise, answer: str, options: Mapping[str, str]) -> bool:
    """Whether an answer is right: of several that belong together, whether it is one of them."""
    if one.question and one.question.form.kind == SEVERAL and answer in options:
        return answer in one.question.right
    return judged(one, answer)


def judged(one: Exercise, answer: str) -> bool:
    """Whether an answer is right: a question is asked, a move is played."""
    parts = [part.strip() for part in answer.split(";") if part.strip()]
    if one.question is not None:
        several = one.question.form.kind in (SEVERAL, CARDS)
        words = (
            [word for part in parts for word in part.split()] if one.question.form.kind == CARDS else parts
        )
        return bool(one.question.judge(words if several else answer).right)
    task = Task(one.id)
    for line in parts:
        task.handle({"type": "say", "line": line})
    told = task.table.message if task.table else None
    if told and told["kind"] == "error" and task.status in (NEW, TRIED):
        raise Unreadable(str(told["text"]))
    return task.status == RIGHT


def said(answer: str) -> str:
    """An answer as it is printed."""
    return typeset(spoken(answer.strip()))


def votes_html(one: Exercise, tally: Mapping[str, int], *, shown: bool = False) -> str:
    """The tally as bars; once it is shown, with the right answer, also where nobody gave it, and why.

    >>> from rummy.course import exercise
    >>> "53" in votes_html(exercise("lay-off.whose-points"), {"60": 9}, shown=True)
    True
    """
    made = votes(one, tally)
    if shown and not any(vote.right for vote in made):
        made = votes(one, {**tally, _solution(one): 0})
    whole = sum(vote.hands for vote in made)
    rows = [_bar(vote, whole, shown) for vote in made]
    inside = el("table", *rows, class_="votes") if whole or shown else ""
    if not shown:
        return inside
    question = one.question
    right = question.solution if question else "; ".join(spoken(line) for line in one.solution)
    why = question.why if question else one.words("why")
    answer = say_in("b", say("handout.answer")) + f" {escape(typeset(right), quote=False)}"
    told = el("div", el("p", answer), say_in("p", why), class_="text")
    sign = el("span", "✓", class_="sign", aria_hidden="true")
    return inside + el("div", sign, told, class_="outcome right")


def _solution(one: Exercise) -> str:
    """The right answer as a class would give it."""
    question = one.question
    if question is None:
        return "; ".join(one.solution)
    return (" " if question.form.kind == CARDS else "; ").join(question.right)


def _bar(vote: Vote, whole: int, shown: bool) -> str:
    """A row of the tally: its sign once that is shown, the answer, a bar, how many."""
    share = vote.hands / whole if whole else 0.0
    sign = say(f"votes.{'right' if vote.right else 'wrong'}") if shown else ""
    return el(
        "tr",
        say_in("td", sign),
        say_in("th", vote.text, scope="row"),
        el("td", el("span", "", style=f"width:{round(100 * share)}%", aria_hidden="true"), class_="share"),
        say_in("td", say("votes.told", percent=round(100 * share), count=vote.hands)),
        class_="right" if shown and vote.right else "",
    )
