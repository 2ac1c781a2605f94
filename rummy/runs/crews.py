"""Those who play the parts of a job: this process, others on this machine, or a cluster of machines."""

from __future__ import annotations

import logging
import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from threading import current_thread, main_thread
from time import perf_counter
from types import ModuleType
from typing import Any, NamedTuple

from rummy.measure import Job, Tally, engine, played
from rummy.words import Unreadable, clip, listed, nearest, say

EXECUTORS = ("none", "processes", "loky", "dask")
"""What a run can be given to, by name."""
BROWSER = sys.platform == "emscripten"
"""Are we in a web page, where there are no processes?"""
CALL = 10
"""Seconds in which a cluster must answer."""


class Crew(NamedTuple):
    """An executor, and what a run must know of it."""

    executor: Executor
    room: Callable[[], int]
    """How many parts may be under way: enough that nobody waits."""
    close: Callable[[bool], None] = lambda busy: None
    """Sends everybody home; those who are busy are not waited for."""


def part(job: Job) -> tuple[Tally, float]:
    """What a worker does: play a part of a job. How many seconds that took comes with it."""
    began = perf_counter()
    tally = played(job)
    return tally, perf_counter() - began


def named(executor: str | Executor | None, workers: int | None) -> tuple[str | Executor, int]:
    """The executor and the number of workers that are meant; raises `Unreadable` if there are none such."""
    if isinstance(executor, str) and executor not in EXECUTORS:
        raise Unreadable(
            say("runs.executor", text=clip(executor), names=listed(EXECUTORS, "or"))
            + nearest(executor, EXECUTORS)
        )
    if workers is not None and workers < 1:
        raise Unreadable(say("runs.workers", workers=workers))
    if executor is None:
        executor = "processes" if workers and workers > 1 else "none"
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    workers = workers or cores
    alone = BROWSER or (workers == 1 and executor in ("processes", "loky"))
    return "none" if alone else executor, workers


def crew(executor: str | Executor, workers: int, address: str | None = None) -> Crew:
    """The workers of an executor, ready; raises `Unreadable` if they cannot be had."""
    if isinstance(executor, Executor):
        return Crew(executor, lambda: 2 * max(workers, getattr(executor, "_max_workers", 1)))
    if executor == "dask":
        return _dask(workers, address)
    return {"none": _alone, "processes": _processes, "loky": _loky}[executor](workers)


class _Here(Executor):
    """An executor that does everything at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do it now."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def _alone(workers: int) -> Crew:
    return Crew(_Here(), lambda: 1)


def _processes(workers: int) -> Crew:
    """New interpreters, on every system: what is forked from a process with threads may hang."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    others = set(active_children())
    workers = min(workers, 61) if sys.platform == "win32" else workers  # Windows waits for no more
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _deaf)
    with _starting():
        started = [pool.submit(os.getpid) for _ in range(workers)]  # each starts a worker
    for one in started:
        one.result()
    mine = set(active_children()) - others

    def close(busy: bool) -> None:
        pool.shutdown(wait=not busy, cancel_futures=True)
        for one in mine if busy else ():
            one.terminate()

    return Crew(pool, lambda: 2 * workers, close)


def _loky(workers: int) -> Crew:
    """Processes that know what a notebook has defined, and stay for the next run."""
    try:
        from loky import get_reusable_executor
    except ImportError:
        raise Unreadable(say("runs.no-loky")) from None
    pool = get_reusable_executor(max_workers=workers, initializer=_deaf)

    def close(busy: bool) -> None:
        if busy:
            pool.shutdown(wait=False, kill_workers=True)

    return Crew(pool, lambda: 2 * workers, close)


def _dask(workers: int, address: str | None) -> Crew:
    """The workers of a Dask scheduler; without an address, of a cluster on this machine."""
    try:
        import distributed
    except ImportError:
        raise Unreadable(say("runs.no-dask")) from None
    library: Any = distributed  # of which no types are told
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    plain = library.dask.config.set({"distributed.worker.profile.enabled": False})  # it costs some percent
    with warnings.catch_warnings(), _starting(), plain:
        warnings.simplefilter("ignore")
        at: Any = address or library.LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
        )
        try:
            client = library.Client(at, timeout=CALL)
        except (OSError, ValueError, RuntimeError) as error:
            why = clip(str(error) or type(error).__name__, 120).rstrip(".")
            raise Unreadable(say("runs.no-cluster", address=clip(str(address), 80), why=why)) from None

    def close(busy: bool) -> None:
        with suppress(Exception):
            client.close(timeout=CALL / 5 if busy else CALL)
        if not address:
            with suppress(Exception):
                at.close(timeout=CALL)

    try:
        _alike(client)
    except BaseException:
        close(True)
        raise
    return Crew(client.get_executor(pure=False), lambda: 2 * _threads(client), close)


def _threads(client: Any) -> int:
    """How many parts a cluster can play at once, as far as it has told."""
    threads: int = getattr(client, "_scheduler_identity", {}).get("total_threads", 1)
    return max(1, threads)


def _alike(client: Any) -> None:
    """Refuse a cluster without workers, and one whose versions are not ours."""
    try:
        client.wait_for_workers(1, timeout=CALL)
    except TimeoutError:
        raise Unreadable(say("runs.no-workers")) from None
    told = client.get_versions()
    ours = told["client"]["packages"]
    for where in (told["scheduler"], *told["workers"].values()):
        for name in ("python", "distributed"):
            theirs = where["packages"].get(name)
            if _minor(name, theirs) != _minor(name, ours[name]):
                raise Unreadable(say("runs.versions", what=name, ours=ours[name], theirs=theirs))
    for answer in client.run(engine, on_error="return").values():
        if answer != engine():
            theirs = answer if isinstance(answer, str) else clip(str(answer))
            raise Unreadable(say("runs.versions", what="rummy", ours=engine(), theirs=theirs))


def _minor(name: str, version: str | None) -> str:
    """Of Python what matters of a version; of a package all of it."""
    return ".".join(str(version).split(".")[:2]) if name == "python" else str(version)


def _deaf() -> None:
    """Workers do not hear Ctrl-C: whoever asked them tells them when to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _starting() -> Iterator[None]:
    """Workers that start here import the engine and not the program that asks for them, and are deaf at once.

    So a script needs no guard around what it does, and nothing of the command line is loaded.
    """
    main, sys.modules["__main__"] = sys.modules["__main__"], ModuleType("__main__")
    first = current_thread() is main_thread()
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN) if first else None
    try:
        yield
    finally:
        sys.modules["__main__"] = main
        if first:
            signal.signal(signal.SIGINT, heard)
