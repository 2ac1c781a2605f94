"""A task: an exercise being done. It has the interface of a table, and draws nothing."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from rummy.actions import SEATS, Action
from rummy.course.deeds import deed
from rummy.course.goals import Played, goal
from rummy.course.lessons import DEAL, Exercise, exercise, lesson
from rummy.course.questions import CHOICE, SEVERAL, Judged, Question
from rummy.deal import Deal, seen_by
from rummy.frames import logged
from rummy.law import breach, play, to_act
from rummy.lines import parse, spoken, write
from rummy.players import PLAYERS
from rummy.positions import describe
from rummy.rulebook.book import sentences
from rummy.table import Table, table_words
from rummy.variants import code
from rummy.words import Unreadable, clip, listed, say

Json = dict[str, Any]
NEW, TRIED, WRONG, RIGHT, SHOWN = "new", "tried", "wrong", "right", "shown"
"""Not attempted; begun; gone wrong; done; told."""
HINTS = ("nudge", "article", "cards", "answer")
"""The ladder of hints, from the gentlest."""
LONG, MOST, LINE = 200, 8, 60
"""How many characters of what was done are kept, how many moves, the last; characters of a line refused."""
MARK = "#task"
"""What the last line of a saved task begins with: the hints, and what was reported."""


class Result(NamedTuple):
    """What came of a try."""

    exercise: str
    outcome: str
    """``right``, ``wrong`` or ``shown``."""
    hints: int
    """How many hints were asked for."""
    moves: int
    """How many actions of the learner it took."""
    did: str = ""
    """What was played or answered; after ``!`` a rule that refused something, and that line."""

    @property
    def stars(self) -> int:
        """Three for the right way at par without a hint, two for either, one for any right way."""
        if self.outcome != RIGHT:
            return 0
        par = exercise(self.exercise).par
        return 3 - bool(self.hints) - bool(par and self.moves > par)


def status(one: Exercise, played: Played) -> str:
    """How an exercise stands after what was played."""
    if not any(True for _ in played.mine):
        return NEW
    if any(goal(text)(played) for text in one.fails):
        return WRONG
    if all(goal(text)(played) for text in one.goals):
        return RIGHT
    over = played.deal.over or (one.within != DEAL and played.turn_over)
    return WRONG if over else TRIED


class Task:
    """An exercise being done: a table or a question, with its goal, hints and what came of it.

    Args:
        name: the id of the exercise, or the exercise.
        stars: the most stars it has brought so far; None if it was never solved.
        on_change: called with the new state whenever something has changed.
        on_result: called with a `Result` whenever a try has come to something.

    >>> task = Task("start.first-meld")
    >>> task.handle({"type": "check"})
    >>> task.state()["frame"]["task"]["status"]
    'new'
    """

    def __init__(
        self,
        name: str | Exercise,
        *,
        stars: int | None = None,
        on_change: Callable[[Json], None] | None = None,
        on_result: Callable[[Result], None] | None = None,
    ) -> None:
        self.exercise = name if isinstance(name, Exercise) else exercise(name)
        self.on_change = on_change or (lambda state: None)
        self.on_result = on_result or (lambda result: None)
        self.stars = stars
        self.question = self.exercise.question
        self.table = None if self.question else _table(self.exercise)
        what = (
            self.table.arguments
            if self.table
            else (self.question and (self.question.form.kind, self.question.right))
        )
        self.key = f"{self.exercise.id}/{sha256(repr(what).encode()).hexdigest()[:6]}"
        """What a front end stores a try under: of an exercise that was edited since it takes up nothing."""
        self._begin()

    def _begin(self) -> None:
        """A new try."""
        self.hints = 0
        self.told = ""
        """A sentence that answers what was asked last."""
        self.asks = ""
        """What has to be confirmed."""
        self.judged: Judged | None = None
        self.given: Any = None
        self.reported: set[str] = set()
        self.refused: list[str] = []
        """The rules that refused something, each once, with the line that it refused."""

    # -- what to show --------------------------------------------------------------------------------

    @property
    def arguments(self) -> Json:
        """What it takes to put up the same task elsewhere."""
        return {"exercise": self.exercise.id}

    def state(self) -> Json:
        """All that a front end needs: the frame to draw and the words around it."""
        return {"frame": self.frame(), "words": table_words()}

    def frame(self) -> Json:
        """The frame of the table, if there is one, and of the task."""
        if self.table is None:
            return {
                "key": self.key,
                "fresh": self.status == NEW,
                "save": None if self.status == RIGHT else self.save(),
                "task": self._task(),
            }
        frame = self.table.frame()
        frame["can"].update(again=False, next=False)
        if self.exercise.solution:  # the task has hints of its own, and the table gives nothing away
            frame["can"]["hint"], frame["may"] = False, []
            frame["hand"] = frame["hand"] and {**frame["hand"], "marked": []}
        if self._ended:
            frame["can"]["step"], frame["wait"] = False, None
        return {**frame, "key": self.key, "save": self.save(), "task": self._task()}

    def save(self) -> str:
        """The try so far as text, from which `handle` with ``resume`` goes on without telling it twice."""
        said = [self.table.save()] if self.table else []
        if self.hints or self.reported:
            said.append(" ".join([MARK, str(self.hints), *sorted(self.reported)]))
        return "\n".join(said)

    def _task(self) -> Json:
        one, now = self.exercise, self.status
        return {
            "id": one.id,
            "title": one.title,
            "goal": self.question.text if self.question else one.words("task"),
            "status": now,
            "status_text": say(f"course.{'answered' if self.question else 'status'}.{now}"),
            "text": self.told or self._word(now),
            "stars": self.stars,
            "stars_text": "" if self.stars is None else say("course.stars", count=self.stars),
            "hints": [] if now == RIGHT else list(self._ladder()),
            "solution": self._way() if SHOWN in self.reported else "",
            "articles": [
                {"id": a.id, "number": a.number, "title": a.title, "text": a.text, "place": a.place}
                for a in one.articles
            ],
            "can": {
                "check": now != RIGHT,
                "hint": self.hints < len(HINTS) and now != RIGHT,
                "solution": now != RIGHT,
                "reset": now != NEW or self.hints > 0,
            },
            "ask": {"type": self.asks, "text": say(f"course.sure.{self.asks}")} if self.asks else None,
            "form": _form(self.question),
            "picture": self.question.picture if self.question else "",
            "given": self.given,
            "feedback": dict(self.judged.feedback) if self.judged else {},
            "marks": self._marks(),
            "cost": list(self._cost()) if now == WRONG and self.table else [],
            "settle": self._settle(),
        }

    def _settle(self) -> str | None:
        """Where on the site the position lies, without the cards that the learner does not see."""
        if self.table is None or self.table.deal.over:
            return None
        lies = {"position": describe(seen_by(self.table.deal, self.played.seat)), "lines": []}
        packed = urlsafe_b64encode(json.dumps(lies, separators=(",", ":")).encode())
        return f"settle/#p=t{packed.decode().rstrip('=')}"

    def _marks(self) -> dict[str, bool]:
        """Which of the options that were chosen are right."""
        if self.question is None or self.judged is None or self.question.form.kind not in (CHOICE, SEVERAL):
            return {}
        names = [self.given] if isinstance(self.given, str) else self.given or []
        return {name: name in self.question.right for name in names}

    def _word(self, now: str) -> str:
        """What is said where the task stands: why it is right, what went wrong."""
        if self.judged is not None:
            return self.judged.text
        if now == RIGHT:
            return self.exercise.words("why", say("course.right"))
        if now == WRONG:
            return self.exercise.words("wrong", say("course.not-so"))
        return ""

    # -- how it stands -------------------------------------------------------------------------------

    @property
    def played(self) -> Played:
        """What was played at the table so far."""
        table = self.table
        assert table is not None
        seat = table.you if table.you is not None else 0
        return Played(seat, tuple(table.states), tuple(step.action for step in table.steps))

    @property
    def status(self) -> str:
        """How the task stands."""
        if self.table:
            return status(self.exercise, self.played)
        if self.judged is None or self.judged.right is None:
            return NEW
        return RIGHT if self.judged.right else WRONG

    @property
    def _ended(self) -> bool:
        """Is the learner's turn over, where that is all there is to play?"""
        return self.exercise.within != DEAL and self.table is not None and self.played.turn_over

    @property
    def moves(self) -> int:
        """How many actions the learner has made."""
        return sum(1 for _ in self.played.mine) if self.table else 1

    def _report(self, outcome: str) -> None:
        """Tell what came of this try, once."""
        if outcome in self.reported or SHOWN in self.reported:
            return
        self.reported.add(outcome)
        result = Result(self.exercise.id, outcome, self.hints, self.moves, self._did())
        if outcome == RIGHT:
            self.stars = max(self.stars or 0, result.stars)
        self.on_result(result)

    def _did(self) -> str:
        """What this try consisted of, in few words."""
        if self.table is None:
            given = self.given if isinstance(self.given, list | tuple) else [self.given]
            return clip("; ".join(str(one) for one in given if one is not None), LONG)
        seat = self.played.seat
        mine = [write(action, deal).removeprefix(f"{SEATS[seat]}: ") for deal, action, _ in self.played.mine]
        return clip("; ".join([*mine[-MOST:], *(f"!{rule}" for rule in self.refused)]), LONG)

    def _note(self, message: Mapping[str, Any]) -> None:
        """Remember the rule that has just refused something, and what."""
        assert self.table is not None
        told = self.table.message
        rule = told and told["kind"] == "refused" and told["article"] and told["article"]["id"]
        if rule and rule not in {one.partition(" ")[0] for one in self.refused}:
            line = clip(wanted(message, self.table.deal).replace(";", " "), LINE)
            self.refused.append(f"{rule} {line}".strip())

    # -- what was done -------------------------------------------------------------------------------

    def handle(self, message: Mapping[str, Any]) -> None:
        """Take what somebody did at the front end; whatever happens is shown, nothing is raised."""
        kind = message.get("type") if isinstance(message, Mapping) else None
        own = {
            "check": self._check,
            "hint": self._hint,
            "solution": self._solution,
            "reset": self._reset,
            "again": self._again,
            "resume": self._resume,
        }
        asked, self.told, self.asks = self.asks, "", ""
        try:
            if kind in own:
                own[str(kind)](message, asked == kind)
            elif self.table and kind not in ("new", "next") and not (kind == "step" and self._ended):
                self.table.handle(message)
                self._note(message)
            else:
                raise Unreadable(say("error.intent", text=clip(str(kind))))
        except Unreadable as error:
            self.told = str(error)
        if self.status in (RIGHT, WRONG):
            self._report(self.status)
        self.on_change(self.state())

    def _check(self, message: Mapping[str, Any], sure: bool) -> None:
        if self.status == RIGHT:
            return
        if self.question:
            self.given = message.get("answer")
            self.judged = self.question.judge(self.given)
        elif self.status == NEW:
            self.told = say("course.untried")
        elif self.status == TRIED:
            self.told = say("course.not-yet")

    def _hint(self, message: Mapping[str, Any], sure: bool) -> None:
        if self.hints < len(HINTS):
            self.hints += 1

    def _solution(self, message: Mapping[str, Any], sure: bool) -> None:
        if self.status != RIGHT:
            self._report(SHOWN)

    def _reset(self, message: Mapping[str, Any], sure: bool) -> None:
        """Start over; a try that is under way asks first."""
        if self.status == TRIED and not sure and not message.get("sure"):
            self.asks = "reset"
        else:
            self._again(message, sure)

    def _again(self, message: Mapping[str, Any], sure: bool) -> None:
        """Start over."""
        self._begin()
        if self.table:
            self.table.handle({"type": "again"})

    def _resume(self, message: Mapping[str, Any], sure: bool) -> None:
        """Go on with a saved try: it is judged again, and what came of it is not told again."""
        lines = str(message.get("text", "")).split("\n")
        mark = lines.pop().split()[1:] if lines[-1].startswith(MARK) else []
        self.hints = min(int(mark[0]), len(HINTS)) if mark and mark[0].isdecimal() else 0
        self.reported = {RIGHT, WRONG, SHOWN}.intersection(mark)
        if self.table and any(lines):
            self.table.handle({"type": "resume", "text": "\n".join(lines)})
        self.reported |= {RIGHT, WRONG}.intersection([self.status])

    # -- hints and what a mistake costs --------------------------------------------------------------

    def _ladder(self) -> Iterator[str]:
        """The hints asked for so far."""
        one = self.exercise
        for step in HINTS[: self.hints]:
            if step == "nudge":
                kind = one.text.get("drill")
                yield say(f"drill.nudge.{kind}") if kind else one.words("nudge", say("course.hint.goal"))
            elif step == "article" and one.articles:
                about = one.articles[0]
                text = " ".join(sentences(about, one.variant))
                yield say("course.hint.article", number=about.number, title=about.title, text=text)
            elif step in ("cards", "answer"):
                yield self._next(step)

    def _way(self) -> str:
        """The right way in words, and why it is right."""
        if self.question:
            return say("course.solution", way=self.question.solution, why=self.question.why)
        way = listed([*in_words(self.exercise, self.exercise.solution)])
        return say("course.solution", way=way, why=self.exercise.words("why"))

    def _next(self, step: str) -> str:
        """The cards of the next move, or the move."""
        if self.question:
            return say(f"course.hint.{'right' if step == 'answer' else 'why'}", answer=self.question.solution)
        path = list(way(self.exercise))
        line = next((line for deal, line in path if deal == self.played.deal), None)
        if line is None:
            return say("course.hint.astray" if path else "course.hint.table")
        if step == "answer":
            return say(
                "course.hint.answer",
                deed=deed(self.played.deal, parse(line, self.played.deal, self.played.seat)),
            )
        shown = spoken(" ".join(word for word in line.split() if not word.islower()))
        return say("course.hint.cards", cards=shown) if shown else say("course.hint.doing")

    def _cost(self) -> Iterator[str]:
        """What the next player makes of it."""
        table = self.table
        if table is None or not self.exercise.text.get("follow", False):
            return
        yield from reply(self.played, table.names)


def wanted(message: Mapping[str, Any], deal: Deal) -> str:
    """What somebody wanted to do, as a line of play.

    >>> from rummy.positions import named, position
    >>> wanted({"type": "meld", "cards": ["4C", "5C", "6D"]}, position(named("three-deep")))
    'meld 4C 5C 6D'
    """
    kind, place = message.get("type"), message.get("place")
    cards = message.get("cards") or [message.get("card", "")]
    if kind == "say":
        return str(message.get("line", ""))
    if kind == "take" and isinstance(place, int):
        cards = [one.code for one in deal.discards[place - 1 : place]]
    verb = "lay off" if kind == "layoff" else str(kind)
    where = ["on", "meld", message.get("n")] if kind == "layoff" else []
    return " ".join(map(str, [verb, *cards, *where])).strip()


def way(one: Exercise) -> Iterator[tuple[Deal, str]]:
    """The solution of an exercise, line by line, each with the deal before it."""
    if one.position is None:
        return
    table = _table(one)
    deal = table.deal
    for line in one.solution:
        yield deal, line
        deal = play(deal, parse(line, deal, table.you))


def in_words(one: Exercise, lines: Sequence[str]) -> Iterator[str]:
    """What these lines do in an exercise, one after another; a line that cannot be read there stays one."""
    if one.position is None:
        return
    table = _table(one)
    deal = table.deal
    for line in lines:
        try:
            action = parse(line, deal, table.you)
        except ValueError:
            yield spoken(line)
            continue
        yield deed(deal, action)
        if breach(deal, action) is None:
            deal = play(deal, action)


def reply(played: Played, names: Sequence[str]) -> Iterator[str]:
    """What a greedy player does in the turn after the learner's, as the log would tell it."""
    deal, player = played.deal, PLAYERS["greedy"]
    first: int | None = None
    while not deal.over:
        acting: tuple[int, ...] = tuple(seat for seat in to_act(deal) if seat != played.seat)
        if not acting or (first is not None and deal.seat != first):
            return
        seat = acting[0]
        action: Action = player(seen_by(deal, seat), seat, Random(len(played.actions))).action
        then = play(deal, action)
        if deal.seat == seat:
            first = seat
        yield logged(deal, action, names, played.seat, then)
        deal = then


def _table(one: Exercise) -> Table:
    """The table at which an exercise is played."""
    text, book = one.text, lesson(one.lesson)
    if one.position is not None:
        return Table(
            position=one.position, you=text.get("you", one.position.get("turn", SEATS[0])), key=one.id
        )
    return Table(
        text.get("variant", code(book.variant)),
        seats=int(text.get("seats", book.text.get("seats", 2))),
        seed=str(text.get("seed", one.id)),
        players=str(text.get("player", "greedy")),
        key=one.id,
    )


def tried(one: Exercise, lines: Sequence[str]) -> Played:
    """What is played when these lines are said, the other seats answering where it lasts a deal.

    Raises `IllegalAction` where one is refused.
    """
    deal = _table(one).deal
    seat = deal.seat if one.position is None else SEATS.index(one.text.get("you", SEATS[deal.seat]))
    states, actions = [deal], []
    for line in lines:
        action = parse(line, deal, seat)
        deal = play(deal, action)
        states.append(deal)
        actions.append(action)
    return Played(seat, tuple(states), tuple(actions))


def _form(question: Question | None) -> Json | None:
    if question is None:
        return None
    form = question.form
    options = [{"name": name, "text": text} for name, text in form.options]
    return {"kind": form.kind, "options": options, "unit": form.unit}
