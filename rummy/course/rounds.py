"""Rounds: tasks one after another; a drill is a round without end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import SystemRandom
from typing import Any

from rummy.course.drills import DRILL, KINDS, LEVELS, question, suits
from rummy.course.lessons import exercise, lesson, lessons
from rummy.course.progress import Progress
from rummy.course.task import RIGHT, Result, Task
from rummy.variants import code, find, variants
from rummy.words import Unreadable, say

Json = dict[str, Any]
PATIENCE = 20
"""So many questions are passed over that were asked before."""


class Round:
    """Tasks one after another, with the interface of a table; nothing goes on by itself.

    Args:
        names: the ids of the exercises and drill questions, in order.
        title: what the round is called.
        leads: tell where in the course to begin, by the first exercise that was missed or passed over.
        progress: what was tried before, for the stars.
        on_change: called with the new state whenever something has changed.
        on_result: called with a `Result` whenever a try has come to something.
    """

    def __init__(
        self,
        names: Sequence[str],
        *,
        title: str = "",
        leads: bool = False,
        progress: Progress | None = None,
        on_change: Callable[[Json], None] | None = None,
        on_result: Callable[[Result], None] | None = None,
    ) -> None:
        self.names = list(names)
        self.title = title
        self.leads = leads
        self.progress = progress or Progress()
        self.on_change = on_change or (lambda state: None)
        self.on_result = on_result or (lambda result: None)
        self.results: dict[int, Result] = {}
        """The first result of each task."""
        self.at = 0
        self._open()

    def _open(self) -> None:
        name = self.names[self.at]
        stars = None if name.startswith(DRILL) else self.progress.stars(name)
        self.task = Task(name, stars=stars, on_result=self._result)
        self.told = ""

    def _result(self, result: Result) -> None:
        self.results.setdefault(self.at, result)
        self.on_result(result)

    @property
    def arguments(self) -> Json:
        """What it takes to put up the same round elsewhere."""
        return {"names": self.names, "title": self.title, **({"leads": True} if self.leads else {})}

    def state(self) -> Json:
        """All that a front end needs: the frame to draw and the words around it."""
        return {**self.task.state(), "frame": self.frame()}

    def frame(self) -> Json:
        """The frame of the task, and where it stands in the round."""
        right = sum(1 for one in self.results.values() if one.outcome == RIGHT)
        return {
            **self.task.frame(),
            "round": {
                "title": self.title,
                "n": self.at + 1,
                "count": self._count(),
                "right": right,
                "tried": len(self.results),
                "text": self._where(right),
                "told": self.told,
                "leads": self._leads() if self.leads else "",
                "can": {"back": self.at > 0, "next": self._more()},
                "menu": self._menu(),
            },
        }

    def _leads(self) -> str:
        """Where to begin, once that is known."""
        last = max(self.results, default=-1)
        fine = [n for n, one in self.results.items() if one.outcome == RIGHT and not one.hints]
        missed = next((n for n in range(last + 1) if n not in fine), None)
        if missed is None:
            return say("placement.all") if len(fine) == len(self.names) else ""
        book = lesson(exercise(self.names[missed]).lesson)
        return say("placement.begin", number=book.number, title=book.title)

    def _where(self, right: int) -> str:
        many = self._count()
        key = "round.of" if many else "round.endless"
        return say(key, n=self.at + 1, of=many, right=right, tried=len(self.results))

    def _count(self) -> int | None:
        return len(self.names)

    def _more(self) -> bool:
        return self.at + 1 < len(self.names)

    def _menu(self) -> Json | None:
        return None

    def handle(self, message: Mapping[str, Any]) -> None:
        """Take what somebody did at the front end; whatever happens is shown, nothing is raised."""
        kind = message.get("type") if isinstance(message, Mapping) else None
        self.told = ""
        if kind in ("next-task", "back-task"):
            if self.frame()["round"]["can"][str(kind).partition("-")[0]]:
                self.at += 1 if kind == "next-task" else -1
                self._turn_to()
        elif kind == "choose":
            self._choose(message)
        else:
            self.task.handle(message)
        self.on_change(self.state())

    def _turn_to(self) -> None:
        self._open()

    def _choose(self, message: Mapping[str, Any]) -> None:
        """Another kind, variant or level of a drill."""


def placement() -> Json:
    """The arguments of a round that tells whoever knows rummy where to begin: a question of every lesson.

    >>> Round(**placement()).frame()["round"]["count"] == len(lessons())
    True
    """
    return {"names": [book.asks.id for book in lessons()], "title": say("placement.title"), "leads": True}


class Drill(Round):
    """Endless questions of one kind, answered by the engine.

    >>> drill = Drill("meld", seed=7)
    >>> drill.handle({"type": "next-task"})
    >>> drill.frame()["round"]["n"], drill.frame()["task"]["id"]
    (2, 'drill/meld/rummy-500/1/7-2')
    """

    def __init__(
        self,
        kind: str = "meld",
        *,
        variant: str = "rummy-500",
        level: int = 1,
        seed: int | str | None = None,
        **more: Any,
    ) -> None:
        self.kind, self.variant, self.level = kind, code(find(variant)), level
        self.seed = str(SystemRandom().randrange(1, 10**6) if seed is None else seed)
        self._asked: set[tuple[str, str]] = set()
        self._n = 0
        super().__init__([self._name()], title=say(f"drill.kind.{kind}") if kind in KINDS else "", **more)

    def _name(self) -> str:
        """The next question that was not asked before, if there is one."""
        for _ in range(PATIENCE):
            self._n += 1
            one = question(self.kind, f"{self.seed}-{self._n}", variant=self.variant, level=self.level)
            if (one.text, one.picture) not in self._asked:
                break
        self._asked.add((one.text, one.picture))
        return one.id

    @property
    def arguments(self) -> Json:
        """What it takes to put up the same drill elsewhere."""
        return {"drill": self.kind, "variant": self.variant, "level": self.level, "seed": self.seed}

    def _count(self) -> int | None:
        return None

    def _more(self) -> bool:
        return True

    def _turn_to(self) -> None:
        if self.at == len(self.names):
            self.names.append(self._name())
        self._open()

    def _menu(self) -> Json:
        named = variants()
        kinds = [{"id": k, "title": say(f"drill.kind.{k}")} for k in KINDS if suits(k, find(self.variant))]
        games = [{"id": v.id, "title": v.title} for v in named.values() if suits(self.kind, v)]
        if self.variant not in named:
            games.append({"id": self.variant, "title": say("told.house", title=find(self.variant).title)})
        levels = [{"id": n, "title": say("round.level", n=n)} for n in LEVELS]
        chosen = {"kind": self.kind, "variant": self.variant, "level": self.level}
        return {"kinds": kinds, "variants": games, "levels": levels, "chosen": chosen}

    def _choose(self, message: Mapping[str, Any]) -> None:
        before = self.kind, self.variant, self.level
        try:
            self.kind = str(message.get("kind", self.kind))
            self.variant = code(find(str(message.get("variant", self.variant))))
            self.level = int(message.get("level", self.level))
            name = self._name()
        except (Unreadable, TypeError, ValueError) as error:
            self.kind, self.variant, self.level = before
            self.told = str(error)
            return
        self.title = say(f"drill.kind.{self.kind}")
        self.names.append(name)
        self.at = len(self.names) - 1
        self._open()
