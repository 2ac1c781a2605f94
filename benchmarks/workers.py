"""How a run grows with its workers: one, two processes, two of Dask; they play the same deals in turns.

Rates are deals a second by the clock on the wall, from the moment the workers are there; what that takes is
told apart. A round plays A B C, the bars hold medians of the ratios within one round.
"""

from __future__ import annotations

from importlib.util import find_spec
from statistics import median
from time import perf_counter
from typing import NamedTuple

from contest import Bar, count, finish, options

WAYS = {"one worker": ("none", 1), "2 processes": ("processes", 2), "2 Dask workers": ("dask", 2)}
SPEED_UP, MOST_OVERHEAD = 1.8, 10.0


class Lap(NamedTuple):
    """One run: deals a second, how long the workers took to start, and how many parts there were."""

    rate: float
    start: float
    parts: int


def lap(way: str, deals: int, seed: int) -> Lap:
    """Play the deals in one way, at the chunk a run has if nobody says otherwise."""
    from rummy.measure import Job
    from rummy.runs import run

    executor, workers = WAYS[way]
    parts, began = 0, perf_counter()

    def heard(progress: object) -> None:
        nonlocal parts
        parts += 1

    job = Job(("rummy-500", "boathouse"), last=deals, seed=str(seed))
    done = run(job, executor=executor, workers=workers, progress=heard)
    if not done.whole or done.told:
        raise SystemExit(f"{way}: the run is not whole. {' '.join(done.told)}")
    return Lap(done.rate, perf_counter() - began - done.seconds, parts)


def main() -> None:
    """Run the rounds, print them, hold the bars."""
    parser = options(__doc__)
    parser.add_argument("--deals", type=count, default=8000, help="deals in a run (8000)")
    parser.add_argument("--rounds", type=count, default=5, help="rounds; the median counts (5)")
    chosen = parser.parse_args()
    if find_spec("distributed") is None:
        raise SystemExit("Dask is not installed: pip install -e '.[cluster]'")
    laps: dict[str, list[Lap]] = {way: [] for way in WAYS}
    lap("one worker", 10, 0)
    for seed in range(1, chosen.rounds + 1):
        for way in WAYS:
            laps[way].append(lap(way, chosen.deals, seed))
    one, two, dask = laps.values()
    print(f"{'greedy, rummy-500 and boathouse':34}{'deals/s':>9}{'start, s':>10}{'parts':>7}")
    for way, made in laps.items():
        rate, start, parts = (median(column) for column in zip(*made, strict=True))
        print(f"{way:34}{rate:9.1f}{start:10.2f}{parts:7.0f}")
    print()
    grown = [b.rate / a.rate for a, b in zip(one, two, strict=True)]
    more = [100 * (b.rate / c.rate - 1) for b, c in zip(two, dask, strict=True)]
    bars = [
        Bar("2 processes : one worker", median(grown), bar=SPEED_UP),
        Bar("Dask over processes", median(more), bar=MOST_OVERHEAD, unit="%", most=True),
    ]
    facts = {"ratios": [round(x, 2) for x in grown], "overheads": [round(x, 1) for x in more]}
    finish(bars, {"deals": chosen.deals, **facts})


if __name__ == "__main__":
    main()
