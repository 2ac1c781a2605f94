"""`rummy compare` and `rummy lab`: what they print and write, and what becomes of a run that is stopped."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import rummy
from rummy import compare
from rummy.cli import cli
from rummy.cli import compare as command
from rummy.runs import Progress, kept, run
from rummy.words import ENGLISH, speak

CHECKOUT = Path(rummy.__file__).parent.parent
SMALL = ("compare", "basic", "block", "--deals", "8", "--players", "random", "--workers", "1")


@pytest.fixture(autouse=True)
def apart(monkeypatch, tmp_path_factory) -> Path:
    """The cache of a test is its own."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("RUMMY_CACHE", str(folder))
    return folder


def asked(*words: object) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(cli, [str(word) for word in words], prog_name="rummy", catch_exceptions=False)


def test_a_report_is_printed_and_its_figures_are_written(tmp_path, apart):
    files = tmp_path / "out.json", tmp_path / "out.csv"
    done = asked(*SMALL, "--json", files[0], "--csv", files[1])
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("Basic Rummy and Block Rummy, played\n====")
    book = json.loads(files[0].read_text("utf-8"))
    assert (book["tables"], book["seed"]) == (["basic", "block"], "1")
    with files[1].open(encoding="utf-8", newline="") as text:
        rows = list(csv.DictReader(text))
    assert {row["n"] for row in rows} == {"8"} and {row["metric"] for row in rows} >= {"turns", "end-out"}
    assert len(list(apart.glob("*/*.json"))) == 1, "what was played is kept"


def test_the_same_bytes_come_from_two_workers_and_from_the_cache(tmp_path, apart):
    texts = []
    for number, more in enumerate((["--workers", "2"], [], ["--no-cache", "--executor", "none"])):
        file = tmp_path / f"{number}.json"
        assert asked(*SMALL, "--json", file, *more).exit_code == 0
        texts.append(file.read_bytes())
    assert texts[0] == texts[1] == texts[2]
    asked(*SMALL, "--cache", tmp_path / "mine")
    assert len(list(tmp_path.glob("mine/*/*.json"))) == 1


@pytest.mark.parametrize("kind", ["json", "csv"])
def test_figures_go_to_standard_output_alone(kind):
    done = asked(*SMALL, f"--{kind}", "-")
    assert (done.exit_code, done.stderr) == (0, "")
    if kind == "json":
        assert json.loads(done.stdout)["seats"] == 2
    else:
        assert done.stdout.startswith("metric,players,unit,n,") and "played" not in done.stdout


def test_matches_and_skill_can_be_measured_too():
    words = ("--matches", "1", "--skill", "4", "--against", "greedy", "--format", "markdown")
    done = asked(*SMALL, *words)
    assert done.exit_code == 0 and done.stdout.startswith("# Basic Rummy and Block Rummy, played")
    assert "greedy" in done.stdout


def test_a_lab_measures_each_option_alone(tmp_path):
    words = ("lab", "basic", "--deals", "4", "--players", "random", "--workers", "1", "--option", "drawing.*")
    done = asked(*words, "--json", tmp_path / "lab.json")
    assert (done.exit_code, done.stderr) == (0, "")
    book = json.loads((tmp_path / "lab.json").read_text("utf-8"))
    assert {row["option"].split(".")[0] for row in book["rows"]} == {"drawing"}


# -- nonsense ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--deals", "0"), "Invalid value for '--deals'"),
        (("--deals", "many"), "Invalid value for '--deals'"),
        (("--seats", "9"), "Basic Rummy is for 2 to 6 players, not for 9."),
        (("--players", "nobody"), "There is no computer player “nobody”"),
        (("--players", "random,random,random"), "3"),
        (("--workers", "0"), "Invalid value for '--workers'"),
        (("--executor", "threads"), "Invalid value for '--executor'"),
        (("--executor", "dask", "--address", "nonsense"), "No Dask scheduler answers at nonsense ("),
        (("--address", "tcp://127.0.0.1:8786"), "--address names a Dask scheduler: add --executor dask."),
        (("--cache", "x", "--no-cache"), "--cache keeps what is played"),
        (("--json", "nowhere/out.json"), "nowhere/out.json lies in a folder that does not exist"),
        (("--json", "."), ". is a folder: name a file."),
        (("--json", "-", "--csv", "-"), "--json - and --csv - both go to standard output"),
    ],
)
def test_nonsense_is_one_sentence_and_nothing_is_written(words, said, tmp_path, apart, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = words if "--json" in words else (*words, "--json", "out.json")
    done = asked(*SMALL, *words)
    assert (done.exit_code, done.stdout) == (2, "")
    last = done.stderr.splitlines()[-1]
    assert last.startswith("Error: ") and said in last
    assert not list(tmp_path.iterdir()) and not list(apart.iterdir())


def test_dask_that_is_not_installed_is_one_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = asked(*SMALL, "--executor", "dask")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.endswith("Error: Dask is not installed here: pip install 'rummy-rules[cluster]'.\n")


def test_tables_that_nobody_can_play_together_are_one_sentence():
    done = asked("compare", "wrotham", "persian", "--deals", "2", "--seats", "3")
    assert done.exit_code == 2 and done.stderr.splitlines()[-1].startswith("Error: ")


@pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="only some systems have a disk that is always full"
)
def test_a_full_disk_is_one_sentence_and_what_was_played_is_kept(apart):
    done = asked(*SMALL, "--json", "/dev/full")
    assert done.exit_code == 1
    assert done.stderr == "Error: /dev/full: No space left on device.\n"
    assert list(apart.glob("*/*.json"))


# -- stopped on the way ------------------------------------------------------------------------------------


def stopped_by(error: type[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let something happen after the third report."""
    seen: list[Progress] = []

    def stops(job: Any, **how: Any) -> Any:
        def heard(progress: Progress) -> None:
            seen.append(progress)
            how["progress"](progress)
            if len(seen) == 3:
                raise error

        return run(job, **(how | {"progress": heard, "chunk_seconds": 1e-6}))

    monkeypatch.setattr(sys.modules["rummy.compare.measured"], "run", stops)


def test_after_ctrl_c_the_figures_so_far_are_printed_and_no_file_is_written(tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        stopped_by(KeyboardInterrupt, patch)
        done = asked(*SMALL, "--json", tmp_path / "out.json", "--out", tmp_path / "page.txt")
    assert done.exit_code == 130 and "Counted at each table: 3 deals" in done.stdout
    assert done.stderr.splitlines() == [
        "3 of 8 deals are played and kept: the same run again plays only the rest.",
        f"{tmp_path / 'page.txt'} is not written: it is for whole runs only.",
        f"{tmp_path / 'out.json'} is not written: it is for whole runs only.",
    ]
    assert not list(tmp_path.iterdir())
    assert asked(*SMALL, "--json", tmp_path / "out.json").exit_code == 0


LONG = ("compare", "rummy-500", "boathouse", "--deals", "120", "--workers", "2", "--seed", "7")


def heeding() -> None:
    """Ctrl-C is heard, even where the tests themselves run in the background and pay no heed to it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def started(cache: Path, *words: str) -> subprocess.Popen[str]:
    """The command line as a process with a group of its own, once the first deals are kept."""
    environment = os.environ | {"PYTHONPATH": str(CHECKOUT), "RUMMY_CACHE": str(cache), "PYTHONUTF8": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "rummy", *words],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
        preexec_fn=heeding if os.name != "nt" else None,
    )
    while not spans(cache) and process.poll() is None:
        time.sleep(0.05)
    return process


def spans(cache: Path) -> list[list[int]]:
    """The deals that are kept, from file to file."""
    return sorted([*map(int, path.stem.split("-"))] for path in cache.glob("*/[1-9]*.json"))


@pytest.mark.skipif(os.name == "nt", reason="Windows kills no groups of processes")
def test_a_run_that_was_killed_plays_only_the_rest_and_comes_to_the_same_bytes(tmp_path):
    files = tmp_path / "killed.json", tmp_path / "whole.json"
    process = started(tmp_path / "cache", *LONG, "--json", str(files[0]))
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL and not files[0].exists()
    before = spans(tmp_path / "cache")
    assert before
    assert asked(*LONG, "--json", files[0], "--cache", tmp_path / "cache").exit_code == 0
    after = spans(tmp_path / "cache")
    assert [span for span in before if span not in after] == []
    assert sum(last - first + 1 for first, last in after) == 120, "nothing is played twice"
    assert asked(*LONG, "--json", files[1], "--no-cache").exit_code == 0
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_ctrl_c_reaches_all_processes_and_only_one_says_so(tmp_path):
    words = (*LONG, "--deals", "100000", "--json", str(tmp_path / "out.json"))
    process = started(tmp_path / "cache", *words)
    os.killpg(process.pid, signal.SIGINT)
    page, said = process.communicate(timeout=60)
    assert process.returncode == 130 and "How it was measured" in page
    first, second = said.splitlines()
    assert first.endswith(" of 100\xa0000 deals are played and kept: the same run again plays only the rest.")
    assert second.endswith("out.json is not written: it is for whole runs only.")
    assert not (tmp_path / "out.json").exists()


# -- how far it is -----------------------------------------------------------------------------------------


def test_where_lines_stay_one_comes_now_and_then(monkeypatch):
    monkeypatch.setattr(command, "PLAIN_STEP", 0)
    done = asked(*SMALL, "--no-cache")
    lines = done.stderr.splitlines()
    assert lines[-1].startswith("8 of 8 deals, ") and "\r" not in done.stderr
    monkeypatch.setattr(command, "PLAIN_STEP", 3600)
    assert asked(*SMALL, "--no-cache").stderr == ""


def test_on_a_terminal_one_line_changes_and_is_gone_in_the_end(monkeypatch, capsys):
    monkeypatch.setattr(command, "STEP", 0)
    line = command._Line()
    line.changes = True
    line(Progress(1, 10, 2.0, 4.5))
    line(Progress(2, 10, 2.0, 4.0, ("It rains.",)))
    line.end(("It rains.", "It is over."))
    err = capsys.readouterr().err
    assert err.startswith("\r1 of 10 deals, 2 a second, 0:00:04 left\r   ")
    assert [part for part in err.split("\n")[-3].split("\r") if part.strip()][-1] == "It rains."
    assert err.count("It rains.") == 1 and err.endswith("It is over.\n")


def test_the_run_is_told_of_in_the_language_spoken(tmp_path):
    (tmp_path / "file").write_text("", "utf-8")
    try:
        done = asked("--language", "de", *SMALL, "--cache", tmp_path / "file")
    finally:
        speak(ENGLISH)
    assert done.exit_code == 0 and done.stderr.startswith(
        f"In {tmp_path / 'file'} lässt sich nichts aufbewahren"
    )
    assert kept.SAVE_EVERY and compare.measured
