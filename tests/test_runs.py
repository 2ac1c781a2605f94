"""Runs: the same tally whoever plays, in whatever parts; and what becomes of it when things go wrong."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import distributed
import pytest

import rummy
from rummy.measure import Job, Tally, played
from rummy.runs import EXECUTORS, Progress, Run, Span, cache_folder, crews, kept, run
from rummy.words import ENGLISH, Unreadable, catalogue, speak

JOB = Job(("basic", "block"), ("random", "random"), last=24)
CHECKOUT = Path(rummy.__file__).parent.parent


@pytest.fixture(autouse=True)
def saved_at_the_end(monkeypatch):
    """A slow machine writes no more files than a fast one."""
    monkeypatch.setattr(kept, "SAVE_EVERY", 3600)


@pytest.fixture(scope="module")
def whole() -> Tally:
    """What the job comes to when it is played in one part."""
    return played(JOB)


class Odd(Executor):
    """An executor that plays in threads, and what it was asked first comes back last."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Any, tuple[Any, ...]]] = []
        self._max_workers = 3

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, fn, args))
        if len(self.waiting) == 6 or args[0].last == JOB.last:
            while self.waiting:
                one, do, given = self.waiting.pop()
                one.set_result(do(*given))
        return future


class Fails(Executor):
    """An executor whose third part fails."""

    def __init__(self, error: Exception | None) -> None:
        self.error, self.asked = error, 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.asked += 1
        if self.asked < 3:
            future.set_result(fn(*args))
        elif self.error:
            future.set_exception(self.error)
        return future


# -- the same, whoever plays -------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [1e-6, 0.01, 60])
def test_the_tally_does_not_depend_on_the_parts(seconds, whole):
    done = run(JOB, chunk_seconds=seconds)
    assert (done.tally, done.whole, done.stopped, done.told) == (whole, True, "", ())
    assert (done.spans, done.rounds, done.played) == ((Span(1, 24),), 24, 24)
    assert done.rate > 0


def test_the_tally_does_not_depend_on_the_order_nor_on_whose_executor_it_is(whole):
    assert run(JOB, executor=Odd(), chunk_seconds=0.001).tally == whole
    with ThreadPoolExecutor(2) as pool:
        assert run(JOB, executor=pool, chunk_seconds=0.01).tally == whole
        assert pool.submit(int).result() == 0, "an executor of ours is left open"


@pytest.mark.parametrize("name", ["processes", "loky", "dask"])
def test_processes_and_a_cluster_come_to_the_same_bytes(name, whole, capfd):
    done = run(JOB, executor=name, workers=2, chunk_seconds=0.05)
    assert done.tally.json() == whole.json() and done.told == ()
    assert capfd.readouterr() == ("", "")


SCRIPT = """
import sys
import click
from rummy.measure import Job
from rummy.runs import run
from looking import player
done = run(Job(("basic",), (player, player), last=8), workers=2)
assert done.whole, done.told
assert not done.tally.dropped, done.tally.failures
print(done.rounds)
"""
LOOKING = """
import sys
from rummy.players import random_player
def player(seen, seat, chance):
    assert not {"click", "rummy.cli", "rummy.table"} & set(sys.modules), "more than the engine was imported"
    return random_player(seen, seat, chance)
"""


def test_a_script_needs_no_guard_and_workers_import_only_the_engine(tmp_path):
    (tmp_path / "script.py").write_text(SCRIPT, "utf-8")
    (tmp_path / "looking.py").write_text(LOOKING, "utf-8")
    done = subprocess.run(
        [sys.executable, "script.py"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(CHECKOUT)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.stdout, done.stderr) == ("8\n", "")


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ((None, None), "none"),
        ((None, 1), "none"),
        ((None, 2), "processes"),
        (("processes", 1), "none"),
        (("loky", 2), "loky"),
        (("dask", 1), "dask"),
    ],
)
def test_one_worker_needs_nobody_else(given, meant):
    assert crews.named(*given)[0] == meant


def test_in_a_web_page_everything_is_played_here(monkeypatch, whole):
    monkeypatch.setattr(crews, "BROWSER", True)
    monkeypatch.setitem(sys.modules, "concurrent.futures.process", None)
    monkeypatch.setitem(sys.modules, "multiprocessing", None)
    assert run(JOB, executor="processes", workers=4).tally == whole


# -- what was played is kept -------------------------------------------------------------------------------


def test_a_run_goes_on_where_another_one_stopped(tmp_path, whole):
    first = run(JOB.part(1, 8), cache=tmp_path)
    last = run(JOB.part(15, 20), cache=tmp_path)
    assert (first.played, last.played) == (8, 6)
    done = run(JOB, cache=tmp_path)
    assert (done.played, done.tally.json()) == (10, whole.json())
    again = run(JOB, cache=tmp_path)
    assert (again.played, again.rate, again.tally.json(), again.told) == (0, 0.0, whole.json(), ())


@pytest.mark.parametrize(
    "other",
    [
        JOB._replace(seed="2"),
        JOB._replace(tables=("block", "basic")),
        JOB._replace(players=("random", "greedy")),
        JOB._replace(kind="matches", last=1),
    ],
)
def test_another_mix_is_not_taken_for_this_one(tmp_path, other):
    run(JOB.part(1, 5), cache=tmp_path)
    assert run(other.part(1, 1), cache=tmp_path).played == 1


def test_what_another_engine_played_is_not_taken(tmp_path, monkeypatch):
    run(JOB.part(1, 5), cache=tmp_path)
    monkeypatch.setattr(kept, "engine", lambda: "another")
    assert run(JOB.part(1, 5), cache=tmp_path).played == 5


def test_a_strategy_that_has_no_name_is_not_kept(tmp_path):
    def mine(seen, seat, chance):
        return rummy.players.random_player(seen, seat, chance)

    run(JOB._replace(players=(mine, mine), last=2), cache=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_was_too_slow_is_played_again(tmp_path, monkeypatch):
    monkeypatch.setattr(crews, "played", lambda job: Tally(played(job).counts, 1, dropped={"stalled": 1}))
    run(JOB.part(1, 2), cache=tmp_path)
    monkeypatch.undo()
    assert run(JOB.part(1, 2), cache=tmp_path).played == 2


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*/*"))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text[: len(text) // 2],
        lambda text: text.replace('"rounds\\":5', '"rounds\\":6'),
        lambda text: text.replace('"first": 1', '"first": 2'),
        lambda text: "[]",
        lambda text: "[" * 100_000,
        lambda text: "ÿ",
    ],
)
def test_a_broken_file_is_put_aside_and_played_again(tmp_path, whole, spoil):
    run(JOB.part(1, 5), cache=tmp_path)
    (file,) = files(tmp_path)
    text = spoil(file.read_text("utf-8"))
    file.write_bytes(text.encode("latin-1"))
    done = run(JOB, cache=tmp_path)
    assert (done.played, done.tally) == (24, whole)
    (told,) = done.told
    assert told.startswith(f"{file} is not what was written there: it was put aside as 1-5.aside")
    assert (file.parent / "1-5.aside").read_bytes() == text.encode("latin-1")
    assert run(JOB, cache=tmp_path).told == ()


def test_a_file_of_another_mix_is_put_aside(tmp_path):
    run(JOB.part(1, 5), cache=tmp_path)
    (file,) = files(tmp_path)
    run(JOB._replace(seed="2", last=1), cache=tmp_path)
    other = next(f.parent for f in files(tmp_path) if f.parent != file.parent)
    (other / file.name).write_bytes(file.read_bytes())
    done = run(JOB._replace(seed="2", last=6), cache=tmp_path)
    assert "put aside" in done.told[0] and done.played == 6


def test_files_that_are_not_ours_are_left_alone(tmp_path):
    run(JOB.part(1, 5), cache=tmp_path)
    folder = files(tmp_path)[0].parent
    (folder / "notes-2.json").write_text("mine", "utf-8")
    (tmp_path / "5-5.json").write_text("mine", "utf-8")
    assert run(JOB.part(1, 5), cache=tmp_path).told == ()
    assert (
        (folder / "notes-2.json").read_text("utf-8") == (tmp_path / "5-5.json").read_text("utf-8") == "mine"
    )


def test_a_folder_that_cannot_be_written_is_said_once_and_the_run_goes_on(tmp_path, whole, monkeypatch):
    monkeypatch.setattr(kept, "SAVE_EVERY", 0)
    (tmp_path / "file").write_text("", "utf-8")
    done = run(JOB, cache=tmp_path / "file", chunk_seconds=0.001)
    assert done.tally == whole and done.whole
    (told,) = done.told
    assert told.startswith(f"{tmp_path / 'file'} cannot keep what is played (")
    assert told.endswith("): the run goes on without it.")


def test_a_full_disk_is_said_and_what_was_kept_stays(tmp_path, whole, monkeypatch):
    monkeypatch.setattr(kept, "SAVE_EVERY", 0)
    real, room = os.fdopen, iter(range(3))

    def full(*args: Any, **kwargs: Any) -> Any:
        file = real(*args, **kwargs)
        if next(room, None) is None:
            file.write = lambda text: (_ for _ in ()).throw(OSError(errno.ENOSPC, "No space left on device"))
        return file

    class Full:
        """The system, on a disk that has room for three files."""

        fdopen = staticmethod(full)
        environ = os.environ

    monkeypatch.setattr(kept, "os", Full)
    done = run(JOB, cache=tmp_path, chunk_seconds=0.001)
    assert done.tally == whole and len(done.told) == 1 and "No space left on device" in done.told[0]
    there = files(tmp_path)
    assert len(there) == 3 and not list(tmp_path.rglob(".rummy-*")), "nothing is written in halves"
    monkeypatch.undo()
    assert 0 < run(JOB, cache=tmp_path).played < 24


def test_the_folder_of_the_user_can_be_named(monkeypatch, tmp_path):
    monkeypatch.setenv("RUMMY_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("RUMMY_CACHE")
    assert cache_folder().name == "rummy" and cache_folder().is_absolute()


# -- stopped on the way ------------------------------------------------------------------------------------


def stop_after(reports: int) -> Any:
    """A progress line at which somebody presses Ctrl-C."""
    seen: list[Progress] = []

    def heard(progress: Progress) -> None:
        seen.append(progress)
        if len(seen) == reports:
            raise KeyboardInterrupt

    return heard


@pytest.mark.parametrize("cached", [True, False])
def test_an_interrupt_keeps_what_is_done_and_says_so(tmp_path, whole, cached):
    cache = tmp_path if cached else None
    done = run(JOB, cache=cache, chunk_seconds=0.001, progress=stop_after(5))
    assert done.stopped == "interrupt" and not done.whole and 0 < done.rounds < 24
    assert done.tally == played(JOB.part(1, done.rounds)), "the figures are of whole rounds"
    then = "played and kept: the same run again plays only the rest." if cached else "at the first."
    (told,) = done.told
    assert told.startswith(f"{done.rounds} of 24 deals are played") and told.endswith(then)
    rest = run(JOB, cache=cache)
    assert rest.played == (24 - done.rounds if cached else 24)
    assert rest.tally.json() == whole.json()


DYING = """
import os, pathlib, time
from rummy.players import random_player
def _at(seen, chance, do):
    if chance.random() < 0.01:
        do()
def once(seen, seat, chance):
    flag = pathlib.Path(__file__).with_name("died")
    if not flag.exists():
        flag.touch()
        os._exit(3)
    return random_player(seen, seat, chance)
def always(seen, seat, chance):
    if len(seen.stock) == 20:
        os._exit(3)
    return random_player(seen, seat, chance)
def stuck(seen, seat, chance):
    if len(seen.stock) == 20:
        time.sleep(60)
    return random_player(seen, seat, chance)
"""


@pytest.fixture
def dying(tmp_path, monkeypatch) -> Iterator[Any]:
    """A module of players that end or hold up their worker."""
    (tmp_path / "dying.py").write_text(DYING, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import dying as module

    yield module
    del sys.modules["dying"]


def test_a_worker_that_dies_is_replaced(dying):
    done = run(JOB._replace(players=(dying.once,) * 2), workers=2)
    assert done.whole and done.stopped == ""
    assert done.told == ("A worker has died. What it was playing is played again by new ones.",)


def test_where_workers_keep_dying_the_run_stops_and_says_so(dying):
    done = run(JOB._replace(players=(dying.always,) * 2), workers=2)
    assert (done.stopped, done.rounds, done.tally.rounds) == ("worker", 0, 0)
    assert done.told[1].startswith("Workers have died more than once, so the run has stopped")
    assert done.told[2].startswith("0 of 24 deals are played but not kept")


def test_a_player_that_is_stuck_holds_nobody_up(dying):
    began = time.monotonic()
    done = run(JOB._replace(players=(dying.stuck,) * 2), workers=2, patience=2)
    assert done.stopped == "stalled" and done.told[0].startswith("Nobody has reported for 2 seconds")
    assert time.monotonic() - began < 30


class KilledWorker(Exception):
    """As Dask's is called."""


@pytest.mark.parametrize(
    ("error", "stopped", "said"),
    [
        (KilledWorker("part", "worker"), "worker", "Workers have died more than once"),
        (BrokenExecutor("gone"), "worker", "A worker has died."),
        (CancelledError("lost"), "cluster", "The cluster is gone, so the run has stopped."),
        (MemoryError("no room"), "failed", "A part of the run could not be played (MemoryError: no room)"),
        (None, "stalled", "Nobody has reported for 0 seconds"),
    ],
)
def test_whatever_fails_what_is_done_is_kept_and_said(tmp_path, whole, error, stopped, said):
    done = run(JOB, executor=Fails(error), cache=tmp_path, patience=0.1)
    assert (done.stopped, done.whole, done.spans) == (stopped, False, (Span(1, 2),))
    assert done.told[0].startswith(said)
    assert done.told[-1] == "2 of 24 deals are played and kept: the same run again plays only the rest."
    rest = run(JOB, cache=tmp_path)
    assert (rest.played, rest.tally) == (22, whole)


def test_an_executor_that_somebody_has_shut_down_is_said(whole):
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    done = run(JOB, executor=pool)
    assert (done.stopped, done.rounds) == ("failed", 0)
    assert "cannot schedule new futures after shutdown" in done.told[0]


def test_a_cluster_that_goes_away_is_said_and_the_rest_is_played_elsewhere(tmp_path, whole):
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    )

    def unplug(progress: Progress) -> None:
        if progress.done:
            cluster.close()

    address = cluster.scheduler_address
    done = run(
        JOB,
        executor="dask",
        address=address,
        cache=tmp_path,
        chunk_seconds=1e-3,
        patience=10,
        progress=unplug,
    )
    assert done.stopped in ("cluster", "stalled", "failed") and 0 < done.rounds < 24
    assert len(done.told) == 2 and done.told[1].startswith(f"{done.rounds} of 24 deals are played and kept")
    assert run(JOB, cache=tmp_path).tally == whole


# -- what cannot be ----------------------------------------------------------------------------------------


def refused(**how: Any) -> str:
    """The sentence with which a run is refused, before anything is played."""
    with pytest.raises(Unreadable) as caught:
        run(JOB, progress=stop_after(1), **how)
    return str(caught.value)


def test_nonsense_is_one_sentence(monkeypatch):
    assert refused(workers=0) == "0 workers cannot play anything: there must be one or more."
    there = "there is none, processes, loky or dask. Did you mean dask?"
    assert refused(executor="dusk") == f"There is no executor “dusk”: {there}"
    assert EXECUTORS == ("none", "processes", "loky", "dask")
    with pytest.raises(Unreadable, match="for 2 to 6 players, not for 9"):
        run(JOB._replace(seats=9, players=("random",) * 9))


def test_a_package_that_is_missing_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "loky", None)
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert refused(executor="loky", workers=2) == "loky is not installed here: pip install loky."
    assert refused(executor="dask").endswith("pip install 'rummy-rules[cluster]'.")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense", "smoke://signals:1"])
def test_an_address_at_which_no_cluster_answers(address, monkeypatch):
    monkeypatch.setattr(crews, "CALL", 0.5)
    told = refused(executor="dask", address=address)
    assert told.startswith(f"No Dask scheduler answers at {address} (")
    assert told.endswith("): an address looks like tcp://10.0.0.5:8786.")


class Ours:
    """The engine of this process: when it is sent away it becomes the other one."""

    def __call__(self) -> str:
        return "ours"

    def __reduce__(self) -> Any:
        return getattr, (rummy.measure, "engine")


def test_a_cluster_of_other_versions_or_without_workers_is_refused(monkeypatch):
    monkeypatch.setattr(crews, "CALL", 1)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        how = {"executor": "dask", "address": cluster.scheduler_address}
        monkeypatch.setattr(crews, "engine", Ours())
        theirs = rummy.measure.engine()
        assert refused(**how) == (
            f"The cluster has another rummy than this computer ({theirs}; here ours): "
            "install the same versions everywhere."
        )
        cluster.scale(0)
        while cluster.scheduler.workers:
            time.sleep(0.05)
        assert refused(**how) == "The cluster has no workers that could play: start some first."


def test_a_strategy_of_ones_own_is_not_sent_where_nobody_knows_it():
    mine: Any = lambda seen, seat, chance: rummy.players.random_player(seen, seat, chance)  # noqa: E731
    with pytest.raises(Unreadable, match="cannot be sent to other processes: take loky, or one worker"):
        run(JOB._replace(players=(mine, mine)), workers=2)
    assert run(JOB._replace(players=(mine, mine), last=2)).whole


# -- how far it is -----------------------------------------------------------------------------------------


def test_progress_tells_how_far_the_run_is(tmp_path):
    heard: list[Progress] = []
    run(JOB.part(1, 10), cache=tmp_path)
    run(JOB, cache=tmp_path, chunk_seconds=0.001, progress=heard.append)
    assert heard[0].done == 11 and heard[-1].done == heard[-1].of == 24
    assert [p.done for p in heard] == sorted(p.done for p in heard)
    assert all(p.rate > 0 for p in heard) and heard[-1].left == 0


def test_where_players_move_on_deals_are_counted_and_not_rounds():
    heard: list[Progress] = []
    run(JOB._replace(players=("random", "greedy"), last=3), progress=heard.append)
    assert (heard[-1].done, heard[-1].of) == (6, 6)


def test_the_line_is_of_the_language_spoken():
    far = Progress(1234, 20_000, 3.14159, 7384.6, kind="matches")
    assert far.line.replace("\xa0", " ") == "1 234 of 20 000 matches, 3.1 a second, 2:03:05 left"
    assert far._replace(left=None).line.replace("\xa0", " ") == "1 234 of 20 000 matches"
    try:
        speak("de")
        assert far.line.replace("\xa0", " ") == "1 234 von 20 000 Partien, 3.1 je Sekunde, noch 2:03:05"
    finally:
        speak(ENGLISH)


def test_every_way_to_stop_has_its_sentence():
    ways = {key.split(".")[2] for key in catalogue() if key.startswith("runs.stopped.")}
    assert ways == {"worker", "cluster", "stalled", "failed"}
    assert Run(JOB, Tally(()), ()).rate == 0.0
