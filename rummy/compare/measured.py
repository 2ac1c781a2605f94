"""Two tables played with the same cards, and what came out otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, Literal

from rummy import __version__
from rummy.compare.report import Report, part_of
from rummy.measure import DEALS, MATCHES, Job, engine
from rummy.measure.metrics import SKILL
from rummy.players import Player
from rummy.runs import Run, run
from rummy.variants import Variant, code, find
from rummy.words import Unreadable, listed, say

Players = str | Player | Sequence[str | Player]


def measured(
    a: Variant | str,
    b: Variant | str,
    *,
    deals: int = 1000,
    matches: int = 0,
    skill: int = 0,
    players: Players = "greedy",
    against: Players = "random",
    seats: int | None = None,
    seed: int | str = 1,
    **how: Any,
) -> Report:
    """Play the same deals at two tables and compare what happens.

    Args:
        a: the first table: a variant, a code or any mix.
        b: the second; what is found is told of it.
        deals: how many deals are played at each.
        matches: how many whole matches, for what only a match has, such as changes of the lead.
        skill: how many deals between two players, for what skill and luck are worth.
        players: who plays: a name for all seats, or one for each.
        against: whom the first of them meets there: one, or several after each other.
        seats: how many play; without it the fewest that both tables allow.
        seed: the same seed is the same deals.
        how: passed on to `rummy.runs.run`: executor, workers, address, cache, progress …

    Raises:
        Unreadable: before anything is played, with a sentence, if it cannot be.

    >>> report = measured("basic", "block", deals=20, players="random")
    >>> report.findings[0].id, report.parts[0].n
    ('turns', 20)
    """
    one, other = (find(v) if isinstance(v, str) else v for v in (a, b))
    seats = seats if seats is not None else common_seats(one, other)
    asked = (DEALS, deals), (MATCHES, matches), (SKILL, skill)
    jobs = jobs_of((one, other), dict(asked), seats, seated(players, seats), listed_players(against), seed)
    runs = list[Run]()
    for _, job in jobs:
        runs.append(run(job, **how))
        if runs[-1].stopped:
            break
    kinds = [kind for kind, _ in jobs]
    parts = tuple(part_of(made, kind) for kind, made in zip(kinds, runs, strict=False))
    return Report(one, other, seats, str(seed), __version__, engine(), parts, tuple(runs))


def jobs_of(
    tables: Sequence[Variant],
    asked: Mapping[str, int],
    seats: int,
    players: tuple[str | Player, ...],
    against: tuple[str | Player, ...],
    seed: int | str,
) -> list[tuple[str, Job]]:
    """The jobs for what is asked, each with the kind of metrics that it is for; all can be played.

    Args:
        tables: the tables.
        asked: how many deals or matches for each kind of metrics; at least one deal.
        seats: how many play.
        players: who plays, by seat.
        against: whom the first of them meets where skill is measured.
        seed: what the packs are shuffled by.
    """
    for kind, many in asked.items():
        if many < (kind == DEALS):
            raise Unreadable(say(f"findings.too-few.{kind}", number=many))
    meet = [tuple((players[0], other)[seat % 2] for seat in range(seats)) for other in against]
    wanted = [(DEALS, players), (MATCHES, players), *((SKILL, pair) for pair in meet)]
    made = []
    for kind, who in wanted:
        if asked.get(kind):
            plays: Literal["deals", "matches"] = "matches" if kind == MATCHES else "deals"
            job = Job(tuple(map(code, tables)), who, seats, str(seed), 1, 1, plays).checked()
            made.append((kind, job.part(1, ceil(asked[kind] / job.turns))))
    return made


def seated(players: Players, seats: int) -> tuple[str | Player, ...]:
    """The players by seat: one for all, or one for each."""
    given = listed_players(players)
    return given * seats if len(given) == 1 else given


def listed_players(players: Players) -> tuple[str | Player, ...]:
    """One player or several."""
    return tuple(players) if isinstance(players, Sequence) and not isinstance(players, str) else (players,)


def common_seats(*tables: Variant) -> int:
    """The fewest that may play at every one of some tables; raises `Unreadable` where no number fits all.

    >>> common_seats(find("basic"), find("persian"))
    4
    """
    fit = set.intersection(*(set(table.seats()) for table in tables))
    if not fit:
        told = listed([say("findings.seats", name=t.title, seats=_range(t)) for t in tables])
        raise Unreadable(say("findings.no-seats", tables=told))
    return min(fit)


def _range(table: Variant) -> str:
    seats = table.seats()
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]}–{seats[-1]}"
