"""A soak: random mixes of options, as many deals as you like, and every promise of the engine watched.

    python benchmarks/soak.py --deals 1000 --seed 1

Each mix plays a few deals of a match, some of them by random players, some by greedy ones. A fault is written
down as a record that `rummy replay` reads, and the soak goes on; it leaves with 1 if there was any.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter, process_time

from contest import CHECKOUT, count, options

from rummy.actions import Action, Knock, Start
from rummy.cards import shuffled
from rummy.deal import Deal, seen_by
from rummy.law import legal_actions, play, to_act
from rummy.lines import write
from rummy.match import Match, after, before_deal, cut, new_match
from rummy.players import PLAYERS
from rummy.record import Played, Record, dump, read, replay
from rummy.variants import code
from tests import mixes, walks

DEALS_EACH = 4
"""The most deals that one mix plays."""
LONGEST = 20_000
"""A deal of more decisions than this has no end."""
PATIENCE = 300.0
"""A mix that takes more seconds is given up and named; the deal it was at is not counted."""
TIMED = 0.1
"""The share of decisions whose time is taken."""
BATCH = 25
"""The mixes that a worker plays before it tells."""


@dataclass
class Tally:
    """What has been seen so far."""

    mixes: int = 0
    deals: int = 0
    decisions: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    bounds: int = 0
    """How many deals ended because nothing happened any more."""
    longest: tuple[int, str] = (0, "")
    slowest: tuple[float, str] = (float("inf"), "")
    """Decisions a second of random players, and the mix."""
    faults: list[tuple[str, str]] = field(default_factory=list)
    """What is wrong, and the record that shows it."""
    given_up: list[str] = field(default_factory=list)
    """The mixes that took too long."""

    def add(self, other: Tally) -> None:
        """Take in what a worker has seen."""
        self.mixes, self.deals = self.mixes + other.mixes, self.deals + other.deals
        self.decisions, self.bounds = self.decisions + other.decisions, self.bounds + other.bounds
        self.ends += other.ends
        self.longest = max(self.longest, other.longest)
        self.slowest = min(self.slowest, other.slowest)
        self.faults += other.faults
        self.given_up += other.given_up


class GivenUp(Exception):
    """A mix took too long."""


class Soaked:
    """One mix at its table: a few deals of a match, watched."""

    def __init__(self, seed: str, tally: Tally) -> None:
        self.chance, self.tally, self.seed = Random(seed), tally, seed
        self.table = mixes.table(self.chance)
        self.greedy = self.chance.choice((0.0,) * 14 + (0.2, 1.0))
        """The share of decisions made by greedy players."""
        self.mood = self.chance.choice((*walks.MOODS, "even"))
        self.drawn, dealer = cut(*self.table, seed)
        self.match: Match = new_match(*self.table, dealer)
        self.courses: list[list[walks.Walk]] = []
        """The deals so far: every moment, and what was done then."""
        self.spent, self.random_decisions = 0.0, 0
        self.began = process_time()

    def play(self) -> None:
        """Play the deals; whatever goes wrong is a fault, with the record up to there."""
        self.tally.mixes += 1
        try:
            while not self.match.over and len(self.courses) < DEALS_EACH:
                self.deal()
        except GivenUp:
            self.tally.given_up.append(self.name)
        except Exception as error:  # whatever it is, it is a fault of the engine
            where = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
            self.tally.faults.append((f"{self.seed}: {where}", dump(self.record())))
        if self.random_decisions > 30:
            rate = self.random_decisions / max(self.spent, 1e-9)
            self.tally.slowest = min(self.tally.slowest, (rate, self.name))

    @property
    def name(self) -> str:
        """The mix in a line, and its seed."""
        return f"{code(self.table[0])} for {self.table[1]} ({self.seed})"

    def deal(self) -> None:
        """One deal, from its start to its count."""
        before = before_deal(self.match)
        deal, action = before, Start(before.dealer, shuffled(before.game.cards, str(self.chance.random())))
        course: list[walks.Walk] = []
        self.courses.append(course)
        while True:
            course.append((deal, action))
            deal = play(deal, action)
            if deal.over:
                break
            self.watch(deal)
            action = self.choose(deal)
            if process_time() - self.began > PATIENCE:
                raise GivenUp
            if len(course) > LONGEST:
                raise AssertionError(f"no end after {LONGEST} decisions")
        self.over(deal)

    def choose(self, deal: Deal) -> Action:
        """What is done next."""
        chance = self.chance
        if self.greedy and chance.random() < self.greedy:
            seat = chance.choice(to_act(deal))
            return walks.known(deal, PLAYERS["greedy"](seen_by(deal, seat), seat, chance).action, chance)
        timed = chance.random() < TIMED
        began = process_time() if timed else 0.0
        actions = legal_actions(deal)
        action = walks.any_of(actions, chance, self.mood)
        play(deal, action)
        if timed:
            self.spent += process_time() - began
            self.random_decisions += 1
        assert {a.seat for a in actions} == {*to_act(deal)}, "somebody to act cannot, or somebody else can"
        return walks.known(deal, action, chance)

    def watch(self, deal: Deal) -> None:
        """Now and then every promise is looked at, the cheap ones often."""
        chance, seldom = self.chance, self.chance.random()
        if seldom < 0.05:
            walks.somebody_can_act(deal)
            walks.no_card_is_lost(deal)
            walks.doubled_rightly(*self.courses[-1][-1])
        if seldom < 0.01:
            walks.listed_is_legal(deal)
            walks.lines_are_read_back(deal, chance)
            walks.nothing_leaks(deal, chance)
            walks.described_is_the_same(deal)
        if seldom < 0.0002:
            walks.legal_is_listed(deal, chance, share=0.3)

    def over(self, deal: Deal) -> None:
        """The end of a deal: the count, the record, the match."""
        walks.no_card_is_lost(deal)
        walks.ends_rightly(deal)
        walks.points_add_up(deal)
        self.match = after(self.match, deal)
        course, tally = self.courses[-1], self.tally
        if self.chance.random() < 0.05:
            record = self.record()
            again = replay(read(dump(record)))
            assert again.why == "", f"{again.where}: {again.why}"
            assert again.states[-1] == (*(moment for moment, _ in course), deal) and again.match == self.match
            assert read(dump(record)) == record
        tally.deals += 1
        tally.decisions += len(course) - 1
        tally.longest = max(tally.longest, (len(course) - 1, self.name))
        tally.ends[how(deal, course[-1][1])] += 1
        tally.bounds += walks.bound_was_hit(deal)

    def record(self) -> Record:
        """The match so far as a record."""
        deals = (
            Played(course[0][0].dealer, tuple(write(action, deal) for deal, action in course))
            for course in self.courses
        )
        return Record(*self.table, tuple(deals), seed=self.seed, cut=self.drawn)


def how(deal: Deal, last: Action) -> str:
    """How a deal ended, in a word."""
    if deal.course.out is None:
        return "nobody out"
    return "knocked" if isinstance(last, Knock) else "out"


def batch(seeds: list[str]) -> Tally:
    """Play the mixes of these seeds."""
    tally = Tally()
    for seed in seeds:
        Soaked(seed, tally).play()
    forget()
    return tally


def forget() -> None:
    """Let go of what the engine has worked out for the mixes so far: no other mix needs it."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in ("rummy", "tests"):
            for one in list(vars(module).values()):
                if not isinstance(one, type):
                    getattr(one, "cache_clear", lambda: None)()


def batches(seed: str) -> Iterator[list[str]]:
    """The seeds of all mixes, without end."""
    number = 0
    while True:
        yield [f"{seed}/{n}" for n in range(number, number + BATCH)]
        number += BATCH


def soak(seed: str, *, deals: int, seconds: float, workers: int, folder: Path) -> Tally:
    """Play until there were so many deals, or the time is up."""
    total, began = Tally(), perf_counter()
    work = batches(seed)

    def enough() -> bool:
        return total.deals >= deals or perf_counter() - began > seconds

    def take_in(part: Tally) -> None:
        for why, record in part.faults:
            tell(why, record, folder)
        total.add(part)
        print(f"{total.deals:,} deals, {len(total.faults)} faults", end="\r", file=sys.stderr, flush=True)

    if workers == 1:
        while not enough():
            take_in(batch(next(work)))
        return total
    with ProcessPoolExecutor(workers) as pool:
        running = {_started(pool, next(work)) for _ in range(2 * workers)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                take_in(future.result())
                if not enough():
                    running.add(_started(pool, next(work)))
    return total


def _started(pool: Executor, seeds: list[str]) -> Future[Tally]:
    return pool.submit(batch, seeds)


def tell(why: str, record: str, folder: Path) -> None:
    """Say what went wrong and write down the record that shows it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{why.split(':')[0].replace('/', '-')}.toml"
    path.write_text(record, encoding="utf-8")
    print(f"fault {why}\n  rummy replay {path}", flush=True)


def report(total: Tally, seconds: float) -> None:
    """The tally, for people and in one line of JSON."""
    print(f"{total.mixes:,} mixes, {total.deals:,} deals, {total.decisions:,} decisions in {seconds:,.0f} s")
    for end, number in total.ends.most_common():
        print(f"{number / total.deals:7.1%}  {end}")
    print(f"{total.bounds / max(total.deals, 1):7.1%}  ended by the bound")
    print(f"longest deal: {total.longest[0]:,} decisions, {total.longest[1]}")
    print(f"slowest mix: {total.slowest[0]:,.0f} decisions/s, {total.slowest[1]}")
    for name in total.given_up:
        print(f"given up after {PATIENCE:.0f} s: {name}")
    print(f"faults: {len(total.faults)}")
    facts = {"mixes": total.mixes, "deals": total.deals, "decisions": total.decisions, "ends": total.ends}
    facts |= {"bound": total.bounds, "slowest": round(total.slowest[0]), "faults": len(total.faults)}
    facts["given_up"] = len(total.given_up)
    print(json.dumps(facts))


def main() -> None:
    """Run the soak, print what it saw."""
    parser = options(__doc__)
    parser.add_argument("--deals", type=count, default=1000, help="how many deals to play (1000)")
    parser.add_argument("--seed", default="1", help="what the mixes and deals come from (1)")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so many seconds")
    parser.add_argument("--workers", type=count, default=1, help="processes (1)")
    parser.add_argument(
        "--folder",
        type=Path,
        default=CHECKOUT / ".cache" / "soak",
        help="where faults are written (.cache/soak)",
    )
    chosen = parser.parse_args()
    began = perf_counter()
    total = soak(
        chosen.seed,
        deals=chosen.deals,
        seconds=chosen.seconds,
        workers=chosen.workers,
        folder=chosen.folder,
    )
    report(total, perf_counter() - began)
    sys.exit(bool(total.faults))


if __name__ == "__main__":
    main()
