"""A class and its plan: which lessons, by which rules, and what happens in which minute."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from rummy.course import Lesson, lesson, lessons
from rummy.course.codes import MOST, Common, common
from rummy.course.drills import LEVELS
from rummy.pictures.printed import PAPERS
from rummy.variants import Variant, find
from rummy.words import Unreadable, clip, listed, say

OPEN, SHEET, DEAL, CLOSE = 3, 6, 8, 4
"""Minutes for settling down, for a worksheet, for a deal that everybody plays, and for the last word."""
SHORTEST, LONGEST, PUPILS, LESSONS = 10, 240, 200, 10


class Row(NamedTuple):
    """What happens from one minute on."""

    start: int
    minutes: int
    title: str
    text: str


class Plan(NamedTuple):
    """The minutes of a lesson, one after the other, and what does not fit into them."""

    rows: tuple[Row, ...]
    later: tuple[str, ...]


class Class(NamedTuple):
    """A class to be taught: what, by which rules, how many, how long.

    >>> first = classroom(["start", "melds"], pupils=30, minutes=45, seed="7b")
    >>> [(row.start, row.title) for row in first.plan().rows][1:3]
    [(3, 'Lesson: Play rummy, and be told why not'), (13, 'Lesson: Groups and sequences')]
    """

    lessons: tuple[Lesson, ...]
    rules: Variant
    seats: int
    """How many sit at the table of a deal that everybody plays."""
    pupils: int
    minutes: int
    seed: str
    """What the worksheets and the deals are made from."""
    player: str = "greedy"
    """The computer player on the other seats of such a deal."""
    level: int | None = None
    """How hard the worksheets are, from 1 to 3; None: as hard as the lessons have come to."""
    paper: str = "A4"
    """What is printed on."""

    def deal(self, number: int = 0) -> Common:
        """A deal that everybody plays; the same seed has the same deals."""
        start = int(sha256(self.seed.encode()).hexdigest()[:8], 16)
        return common(self.rules, seats=self.seats, number=(start + number) % MOST, player=self.player)

    def tables(self) -> tuple[int, ...]:
        """How many sit at each table when all play with real cards: near `seats`, as even as can be.

        >>> classroom(["start"], pupils=14, seats=4).tables()
        (4, 4, 3, 3)
        """
        ways = [_dealt_out(self.pupils, many) for many in range(1, self.pupils + 1)]
        fits = [way for way in ways if {*way} <= {*self.rules.seats()}]
        return min(fits, key=lambda way: abs(self.pupils / len(way) - self.seats), default=())

    def seating(self) -> str:
        """How many sit where, in words.

        >>> classroom(["start"], pupils=29, seats=4).seating()
        'With real cards: one table of 5 and 6 tables of 4.'
        """
        tables = self.tables() or (self.seats,) * (self.pupils // self.seats)
        if not tables:
            return say("plan.seated-none", pupils=self.pupils, seats=self.seats)
        sizes = (say("plan.table", count=tables.count(size), seats=size) for size in dict.fromkeys(tables))
        rest = self.pupils - sum(tables)
        return say("plan.seated-but" if rest else "plan.seated", tables=listed([*sizes]), rest=rest)

    def plan(self) -> Plan:
        """What happens when; what does not fit is for later."""
        left = self.minutes - OPEN - CLOSE
        wanted = [
            (book.minutes, "lesson", {"title": book.title, "exercises": _named(book)})
            for book in self.lessons
        ]
        wanted += [(SHEET, "sheet", {}), (DEAL, "deal", {"code": self.deal().code})]
        rows, later = [(OPEN, "open", {"tables": self.seating()})], list[str]()
        for minutes, key, facts in wanted:
            if minutes <= left or len(rows) == 1:
                rows.append((min(minutes, left), key, facts))
                left -= min(minutes, left)
            else:
                later.append(say(f"plan.{key}.title", **facts))
        minutes, key, facts = rows[-1]
        rows[-1] = minutes + left, key, facts
        rows.append((CLOSE, "close", {}))
        made, start = list[Row](), 0
        for minutes, key, facts in rows:
            made.append(
                Row(start, minutes, say(f"plan.{key}.title", **facts), say(f"plan.{key}.text", **facts))
            )
            start += minutes
        return Plan(tuple(made), tuple(later))


def _named(book: Lesson) -> str:
    """The exercises of a lesson by their titles, as they stand on its handout."""
    return ", ".join(say("quoted", text=one.title) for one in book.exercises)


def _dealt_out(pupils: int, tables: int) -> tuple[int, ...]:
    """How many sit at each of some tables."""
    each, more = divmod(pupils, tables)
    return (each + 1,) * more + (each,) * (tables - more)


def classroom(
    chosen: Sequence[str | int],
    *,
    rules: Variant | str = "rummy-500",
    seats: int | None = None,
    pupils: int = 30,
    minutes: int = 45,
    seed: str = "1",
    player: str = "greedy",
    level: int | None = None,
    paper: str = "A4",
) -> Class:
    """A class from what a teacher says.

    Args:
        chosen: the lessons, by name or number, in the order they are taught.
        rules: a variant or a mix, as `rummy.variants.find` reads it.
        seats: how many sit at a table; the fewest that the rules allow if left out.
        pupils, minutes: how many there are and how long the lesson lasts.
        seed: the same seed makes the same worksheets and deals.
        player: the computer player of the deals that everybody plays.
        level: how hard the worksheets are, from 1 to 3; what the lessons have come to if left out.
        paper: ``A4`` or ``Letter``.

    Raises:
        Unreadable: a lesson, variant, player, paper or number that there is not.
    """
    if not 1 <= len(chosen) <= LESSONS:
        raise Unreadable(say("class.lessons", most=LESSONS, named=len(chosen)))
    if not 1 <= pupils <= PUPILS:
        raise Unreadable(say("class.pupils", pupils=pupils, most=PUPILS))
    if not SHORTEST <= minutes <= LONGEST:
        raise Unreadable(say("class.minutes", minutes=minutes, least=SHORTEST, most=LONGEST))
    if level is not None and level not in LEVELS:
        raise Unreadable(say("drill.error.level", text=clip(str(level))))
    if paper not in PAPERS:
        raise Unreadable(say("print.paper", text=clip(paper), papers=", ".join(PAPERS)))
    books = tuple(_lesson(str(one)) for one in chosen)
    twice = next((book for at, book in enumerate(books) if book in books[:at]), None)
    if twice:
        raise Unreadable(say("class.twice", title=twice.title))
    table = find(rules) if isinstance(rules, str) else rules
    made = common(table, seats=seats, player=player)
    return Class(books, table, made.seats, pupils, minutes, clip(seed), player, level, paper)


def _lesson(text: str) -> Lesson:
    """A lesson by its name or its number."""
    by_number = {str(book.number): book for book in lessons()}
    return by_number.get(text.lstrip("0") or "0") or lesson(text)
