"""A run: a job is cut into parts, somebody plays them, and what they count is added up."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import NamedTuple

from rummy.measure import Job, Tally
from rummy.measure.tally import Counts
from rummy.runs.crews import Crew, crew, named, part
from rummy.runs.kept import Kept
from rummy.runs.progress import Progress, number
from rummy.runs.spans import Span, joined, missing
from rummy.words import Unreadable, clip, say


class Run(NamedTuple):
    """What came of a job: everything, or as much of it as was played."""

    job: Job
    tally: Tally
    """The sum of what was played."""
    spans: tuple[Span, ...]
    """Which rounds these are."""
    stopped: str = ""
    """Why it ended early: interrupt, worker, cluster, stalled or failed; empty if it did not."""
    told: tuple[str, ...] = ()
    """What went wrong on the way, in sentences."""
    played: int = 0
    """How many rounds were played now; the others had been kept."""
    seconds: float = 0.0
    """How long that took."""

    @property
    def rounds(self) -> int:
        """How many rounds are there."""
        return sum(span.size for span in self.spans)

    @property
    def whole(self) -> bool:
        """Is every round there?"""
        return self.rounds == self.job.rounds

    @property
    def rate(self) -> float:
        """How many rounds were played in a second."""
        return self.played / self.seconds if self.seconds else 0.0


def run(
    job: Job,
    *,
    executor: str | Executor | None = None,
    workers: int | None = None,
    address: str | None = None,
    cache: Path | str | None = None,
    chunk_seconds: float = 0.8,
    patience: float = 300.0,
    progress: Callable[[Progress], None] | None = None,
) -> Run:
    """Play a job. The tally is the same whoever plays it, in whatever parts and order.

    Args:
        job: what is played.
        executor: a name of `EXECUTORS`, or any executor of yours; nobody else where there is one worker.
        workers: how many play at once; as many as there are cores.
        address: of a Dask scheduler, as in ``tcp://10.0.0.5:8786``; without it a cluster on this machine.
        cache: a folder from which a run is taken up where it stopped. Strategies that are no names are not
            kept, since nobody knows when they change.
        chunk_seconds: how long a worker plays before it reports.
        patience: seconds without any report after which it is given up.
        progress: is called after every report, and every second.

    Raises:
        Unreadable: before anything is played, if it cannot be. What goes wrong later is told by the run.

    >>> run(Job(("basic",), ("random", "random"), last=20)).whole
    True
    """
    job.checked()
    executor, workers = named(executor, workers)
    if executor == "processes" and not _sendable(job):
        raise Unreadable(say("runs.own-player"))
    work = _Work(job, cache, chunk_seconds, patience, progress)
    if work.todo:
        work.with_crew(lambda: crew(executor, workers, address))
    return work.result()


def _sendable(job: Job) -> bool:
    """Can another process, which imports the engine only, know these players?"""
    if any(getattr(player, "__module__", "") == "__main__" for player in job.players):
        return False
    try:
        return bool(pickle.dumps(job))
    except (pickle.PicklingError, AttributeError, TypeError):
        return False


class _Stop(Exception):
    """The run ends here: the cause, and the facts of its sentence."""

    def __init__(self, cause: str, **facts: object) -> None:
        super().__init__(cause)
        self.cause, self.facts = cause, facts


def _failed(error: Exception) -> _Stop:
    """What ends a run that nobody foresaw: Dask names its own error where workers died several times."""
    if type(error).__name__ == "KilledWorker":
        return _Stop("worker")
    return _Stop("failed", why=clip(f"{type(error).__name__}: {error}", 200))


class _Work:
    """A run while it goes on."""

    def __init__(
        self,
        job: Job,
        cache: Path | str | None,
        chunk_seconds: float,
        patience: float,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self.job, self.chunk_seconds, self.patience, self.progress = job, chunk_seconds, patience, progress
        self.told: list[str] = []
        by_name = all(isinstance(player, str) for player in job.players)
        self.kept = Kept(Path(cache), job, self.told.append) if cache and by_name else None
        self.wanted = Span(job.first, job.last)
        there = self.kept.load(self.wanted) if self.kept else []
        self.done: tuple[tuple[Tally, ...], tuple[Span, ...]] = (), ()
        """What was counted so far, and of which rounds; always set together."""
        for span, tally in there:
            self._add(span, tally)
        self.todo = missing(self.wanted, self.done[1])
        self.flying: dict[Future[tuple[Tally, float]], Span] = {}
        self.stopped, self.played, self.worked = "", 0, 0.0
        self.reports, self.adding = 0, 0.0
        self.began = self.heard = monotonic()

    def with_crew(self, hire: Callable[[], Crew]) -> None:
        """Play what is missing; a crew of which one has died is replaced once."""
        hired = None
        try:
            hired = hire()
            self.began = self.heard = monotonic()
            try:
                self._play(hired)
            except BrokenExecutor:
                self._again()
                hired.close(True)
                hired = hire()
                self._play(hired)
        except KeyboardInterrupt:
            self.stopped = "interrupt"
        except BrokenExecutor:
            self._stop("worker")
        except _Stop as stop:
            self._stop(stop.cause, **stop.facts)
        finally:
            for future in self.flying:
                future.cancel()
            if hired:
                hired.close(bool(self.flying))
            if self.kept:
                self.kept.save()

    def _play(self, hired: Crew) -> None:
        """Hand out parts and take in what they count until nothing is missing."""
        back: SimpleQueue[Future[tuple[Tally, float]]] = SimpleQueue()
        while self.todo or self.flying:
            while self.todo and len(self.flying) < hired.room():
                span = self._next(hired.room())
                try:
                    future = hired.executor.submit(part, self.job.part(*span))
                except BrokenExecutor:
                    raise
                except Exception as error:
                    raise _failed(error) from None
                self.flying[future] = span
                self.todo[:1] = missing(self.todo[0], [span])
                future.add_done_callback(back.put)
            try:
                self._take(back.get(timeout=1))
            except Empty:
                if monotonic() - self.heard > self.patience:
                    raise _Stop("stalled", seconds=round(self.patience)) from None
            if self.progress:
                self.progress(self._progress())

    def _next(self, room: int) -> Span:
        """The next part: what a worker plays in a chunk's time, smaller at first and towards the end.

        Where so many play that adding up would keep nobody free to hand out parts, they get longer ones.
        """
        pace = self.played / self.worked if self.worked else 0.0
        seconds = max(self.chunk_seconds, 2 * room * self.adding / max(self.reports, 1))
        chunk, left = pace * seconds, sum(span.size for span in self.todo)
        size = min(max(chunk / 8, min(chunk, left / room)), self.played)
        first, last = self.todo[0]
        return Span(first, min(last, first + max(int(size), 1) - 1))

    def _take(self, future: Future[tuple[Tally, float]]) -> None:
        """Add what a part has counted."""
        span = self.flying[future]
        try:
            tally, seconds = future.result()
        except BrokenExecutor:
            raise
        except CancelledError:
            raise _Stop("cluster") from None
        except Exception as error:
            raise _failed(error) from None
        self.heard = monotonic()
        self._add(span, tally)
        del self.flying[future]
        self.played, self.worked = self.played + span.size, self.worked + seconds
        if self.kept:
            self.kept.add(span, tally)
        self.reports, self.adding = self.reports + 1, self.adding + monotonic() - self.heard

    def _add(self, span: Span, tally: Tally) -> None:
        """Add the small to the small first: adding to a large tally takes long."""
        sums, spans = self.done
        while sums and sums[-1].rounds <= tally.rounds:
            sums, tally = sums[:-1], sums[-1] + tally
        self.done = (*sums, tally), joined((*spans, span))

    def _again(self) -> None:
        """A worker has died: what was under way is missing again."""
        self.told.append(say("runs.again"))
        self.flying.clear()
        self.todo = missing(self.wanted, self.done[1])

    def _progress(self) -> Progress:
        """How far the run is, in deals."""
        each, rounds = self.job.turns, sum(span.size for span in self.done[1])
        rate = self.played / max(monotonic() - self.began, 1e-9)
        left = (self.wanted.size - rounds) / rate if self.played else None
        return Progress(
            rounds * each, self.wanted.size * each, rate * each, left, tuple(self.told), self.job.kind
        )

    def _stop(self, cause: str, **facts: object) -> None:
        self.stopped = cause
        self.told.append(say(f"runs.stopped.{cause}", **facts))

    def result(self) -> Run:
        """What came of it."""
        if self.stopped:
            kept = self.kept and self.kept.works
            far = self._progress()
            facts = {"done": number(far.done), "of": number(far.of)}
            self.told.append(say(f"runs.{'kept' if kept else 'lost'}.{far.kind}", **facts))
        sums, spans = self.done
        tally = sum(sums, Tally(tuple(Counts() for _ in self.job.tables)))
        seconds = monotonic() - self.began if self.played else 0.0
        return Run(self.job, tally, spans, self.stopped, tuple(self.told), self.played, seconds)
