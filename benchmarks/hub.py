"""How many pupils a JupyterHub carries: memory and CPU time of each, with a lesson run and a deal played.

A hub with the documented configuration is started on this machine, and pupils come in one after another.
Memory is each process's proportional share (PSS), so that what processes have in common is counted once. CPU
time is that of all processes, hub and proxy included.
"""

from __future__ import annotations

import json
import platform
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from statistics import median

import psutil
from contest import count, options

from tests.hub import CLASSROOM, Hub, Pupil

LESSON = "course/00-start.ipynb"
PLAY = """
from rummy.widgets import table
shown = table("rummy-500", seats=4, you=None, seed=7)
shown.table.handle({"type": "step"})
while not shown.frame["over"]:
    shown.table.handle({"type": "step"})
print(len(shown.table.steps), end="")
"""
SYSTEM_GB = 1.0
"""What the operating system keeps for itself and its files."""
SPARE = 0.8
"""The share of the rest that is used: notebooks of one's own need more than lessons."""
MACHINES = ((1, 2), (2, 4), (4, 8), (8, 16), (8, 32))
"""Small servers: cores and gigabytes."""

Processes = Mapping[int, psutil.Process]


def family(hub: Hub) -> Processes:
    """Every process of a hub."""
    top = psutil.Process(hub.process.pid)
    return {one.pid: one for one in [top, *top.children(recursive=True)]}


def summed(some: Iterable[psutil.Process], figure: Callable[[psutil.Process], float]) -> float:
    """A figure of each of some processes, together; one that has ended meanwhile counts nothing."""
    total = 0.0
    for one in some:
        with suppress(psutil.NoSuchProcess):
            total += figure(one)
    return total


def megabytes(some: Iterable[psutil.Process]) -> float:
    """The memory of some processes."""
    return summed(some, lambda one: one.memory_full_info().pss / 1e6)


def seconds(some: Iterable[psutil.Process]) -> float:
    """The CPU time that some processes have used so far."""
    return summed(some, lambda one: one.cpu_times().user + one.cpu_times().system)


class Measured:
    """What one more pupil takes: MB of their own after each step, and CPU seconds of all for it."""

    def __init__(self, hub: Hub, number: int) -> None:
        others = family(hub)
        self.memory: dict[str, float] = {}
        self.cpu: dict[str, float] = {}
        self.pupil = Pupil(hub, f"pupil-{number}")
        for name, step in {
            "signs in": self.begin,
            "runs the lesson": self.lesson,
            "plays": self.play,
        }.items():
            used = seconds(family(hub).values())
            step()
            now = family(hub)
            self.cpu[name] = seconds(now.values()) - used
            self.memory[name] = megabytes(one for pid, one in now.items() if pid not in others)

    def begin(self) -> None:
        """Get a server."""
        self.pupil.start()
        self.pupil.wait()

    def lesson(self) -> None:
        """Open the first lesson and run it from top to bottom."""
        for cell in self.pupil.open(LESSON)["content"]["cells"]:
            if cell["cell_type"] == "code":
                self.pupil.run(cell["source"])

    def play(self) -> None:
        """Watch a deal of four computer players, every move drawn anew."""
        self.moves = int(self.pupil.run(PLAY))


def main() -> None:
    """Measure, print, extrapolate."""
    parser = options(__doc__)
    parser.add_argument("--pupils", type=count, default=6, help="how many come in (6)")
    parser.add_argument("--idle", type=count, default=30, help="seconds to watch them do nothing (30)")
    chosen = parser.parse_args()
    if not CLASSROOM.exists():
        raise SystemExit("JupyterHub is missing: `make test` installs it into .venv-class.")
    with tempfile.TemporaryDirectory() as folder:
        hub = Hub(Path(folder))
        try:
            hub.ready()
            base = megabytes(family(hub).values())
            pupils = [Measured(hub, number) for number in range(chosen.pupils)]
            everybody = family(hub).values()
            used, whole = seconds(everybody), megabytes(everybody)
            time.sleep(chosen.idle)
            idle = (seconds(everybody) - used) / chosen.idle / chosen.pupils
        finally:
            hub.stop()
    each, names = (whole - base) / chosen.pupils, [*pupils[0].cpu]
    memory = {name: median(one.memory[name] for one in pupils) for name in names}
    cpu = {name: median(one.cpu[name] for one in pupils) for name in names}
    move = 1000 * median(one.cpu["plays"] / one.moves for one in pupils)
    print(f"{'a pupil (median)':24}{'MB':>8}{'CPU s':>8}\n{'hub and proxy':24}{base:8.0f}")
    for name in names:
        print(f"{name:24}{memory[name]:8.0f}{cpu[name]:8.2f}")
    print(f"{'all pupils in, each':24}{each:8.0f}\n{'a move, ms':24}{move:16.1f}")
    print(f"{'idle, % of a core':24}{100 * idle:16.2f}\n")
    print(f"{'cores':>6}{'GB':>6}{'pupils':>8}{'begun after, s':>16}")
    begin, table = cpu["signs in"] + cpu["runs the lesson"], []
    for cores, room in MACHINES:
        many = int((SPARE * (room - SYSTEM_GB) * 1000 - base) / each)
        table.append((cores, room, many, round(many * begin / cores)))
        print("{:6}{:6}{:8}{:16}".format(*table[-1]))
    facts = {"base_mb": base, "pupil_mb": each, "move_ms": move, "idle": idle, "cpu": cpu, "memory": memory}
    print(json.dumps({**facts, "pupils": chosen.pupils, "python": platform.python_version(), "table": table}))


if __name__ == "__main__":
    main()
