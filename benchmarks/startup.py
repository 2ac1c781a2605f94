"""What the engine costs to have: time at import, bytes of a deal value, memory for every state of a match.

Bytes are counted by walking from a value to all it holds. What the engine keeps anyway (cards, melds,
actions, rules: one object for everybody) is the engine's; what states share with each other counts once.
"""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
from collections.abc import Iterable, Iterator
from random import Random
from statistics import median
from typing import Any

from contest import CHECKOUT, Bar, count, finish, options

ENGINE = "import rummy.match, rummy.players, rummy.record"
PLAYS = "from rummy import deal, law, variants; law.legal_actions(deal.new_deal(variants.find('rummy-500')))"
STEPS = {"a bare interpreter": "pass", "+ the engine": ENGINE, "+ a first deal to play": f"{ENGINE}; {PLAYS}"}
MOST_MILLISECONDS, MOST_STATE_KB, MOST_MATCH_MB = 80, 2, 16


def cost(program: str) -> float:
    """CPU milliseconds of one fresh interpreter that runs the program."""
    own = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, "-c", program], env={**own, "PYTHONPATH": str(CHECKOUT)})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit(f"An interpreter stopped with code {done.returncode} on: {program}")
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def import_cost(runs: int) -> dict[str, float]:
    """What each step costs more than a bare interpreter: medians of runs that take turns."""
    for program in STEPS.values():
        cost(program)  # compiles what is not compiled yet
    times = [[cost(program) for program in STEPS.values()] for _ in range(runs)]
    bare = median(row[0] for row in times)
    extra = [median(row[at] - row[0] for row in times) for at in range(len(STEPS))]
    return dict(zip(STEPS, [bare, *extra[1:]], strict=True))


def reached(roots: Iterable[Any], known: dict[int, Any]) -> dict[int, Any]:
    """By id, every object that the roots hold, but for the known ones and what only those hold."""
    found: dict[int, Any] = {}
    left = [*roots]
    while left:
        thing = left.pop()
        if id(thing) not in known and id(thing) not in found:
            found[id(thing)] = thing
            left += gc.get_referents(thing)
    return found


def size(things: dict[int, Any]) -> int:
    """Bytes of these objects."""
    return sum(map(sys.getsizeof, things.values()))


def match_states(variant: str, player: str) -> Iterator[Any]:
    """Every state of every deal of a match of two such players."""
    from rummy.deal import seen_by
    from rummy.law import play, to_act
    from rummy.match import after, new_match
    from rummy.players import PLAYERS
    from rummy.steps import new_deal
    from rummy.variants import find

    chance, match = Random(1), new_match(find(variant), 2)
    while not match.over:
        deal = new_deal(match.variant, 2, match.dealer, chance.getrandbits(32))
        yield deal
        while not deal.over:
            seat = to_act(deal)[0]
            deal = play(deal, PLAYERS[player](seen_by(deal, seat), seat, chance).action)
            yield deal
        match = after(match, deal)


def memory(variant: str, player: str) -> tuple[int, int, int, int]:
    """The states of a match; bytes of one alone (the median), of all, and by which the engine grew."""
    engine_before = size(reached(engine(), {}))
    states = [*match_states(variant, player)]
    known = reached(engine(), {})
    alone = [size(reached([state], known)) for state in states[:: max(len(states) // 200, 1)]]
    return len(states), int(median(alone)), size(reached(states, known)), size(known) - engine_before


def engine() -> list[Any]:
    """Everything that is there without any deal: all modules, but for this program."""
    return [module for name, module in sys.modules.items() if name != "__main__"]


def main() -> None:
    """Measure, print, hold the bars."""
    parser = options(__doc__)
    parser.add_argument("--runs", type=count, default=21, help="interpreters started for each line (21)")
    chosen = parser.parse_args()
    print(f"{'CPU time at start':26}{'ms':>8}")
    times = import_cost(chosen.runs)
    for name, milliseconds in times.items():
        print(f"{name:26}{milliseconds:8.1f}")
    heads = f"{'states':>8}{'one, kB':>9}{'all, MB':>9}{'engine grew, MB':>17}"
    print(f"\n{'a match of two greedy players':30}{heads}")
    bars = [Bar("importing the engine", times["+ the engine"], bar=MOST_MILLISECONDS, unit="ms", most=True)]
    for variant in ("500-rum", "rummy-500"):
        states, alone, together, grown = memory(variant, "greedy")
        kb, mb = alone / 1e3, together / 1e6
        print(f"{variant:30}{states:8,}{kb:9.2f}{mb:9.2f}{grown / 1e6:17.2f}")
        bars.append(Bar(f"a state of {variant}", kb, bar=MOST_STATE_KB, unit="kB", most=True))
        bars.append(Bar(f"every state of a match of {variant}", mb, bar=MOST_MATCH_MB, unit="MB", most=True))
    print()
    finish(bars, {"import_ms": {name: round(value, 1) for name, value in times.items()}})


if __name__ == "__main__":
    main()
