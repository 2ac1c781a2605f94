"""Which computer player is the stronger: each against the next, with the same cards for both.

A pair is one deal played twice, the seats swapped. What is shown: the share of deals won (half for an equal
one) with Wilson's interval, and by how many points a deal the stronger was ahead, with the bootstrap's
interval over pairs.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random
from time import process_time
from typing import NamedTuple

from contest import Bar, count, finish, options

MAIN = ("rummy-500", "500-rum", "basic", "partnership", "persian", "gambit", "block", "wrotham")
ORDER = ("random", "cautious", "greedy", "planner")


class Duel(NamedTuple):
    """Two players at one table, and by how many points the second was ahead, deal by deal."""

    variant: str
    weaker: str
    stronger: str
    ahead: tuple[float, ...]
    seconds: float

    @property
    def share(self) -> tuple[float, float, float]:
        """The share of deals won, and its interval, in per cent."""
        from rummy.statistics import wilson

        won = sum((a > 0) + (a == 0) / 2 for a in self.ahead)
        low, high = wilson(won, len(self.ahead))
        return 100 * won / len(self.ahead), 100 * low, 100 * high

    @property
    def points(self) -> tuple[float, float, float]:
        """The points ahead in a deal, and their interval."""
        from rummy.statistics import percentile_interval, resampled

        pairs = [a + b for a, b in zip(self.ahead[::2], self.ahead[1::2], strict=True)]
        interval = percentile_interval(resampled([pairs], lambda total: total / len(self.ahead)))
        assert interval is not None
        return sum(pairs) / len(self.ahead), *interval

    def __str__(self) -> str:
        share, low, high = self.share
        mean, least, most = self.points
        names = f"{self.stronger} : {self.weaker}"
        won = f"{share:.1f} % ({low:.1f}–{high:.1f})"
        ahead = f"{mean:+.1f} ({least:+.1f} to {most:+.1f})"
        return f"| `{self.variant}` | {names} | {len(self.ahead)} | {won} | {ahead} |"


def duel(name: str, weaker: str, stronger: str, pairs: int, seed: str) -> Duel:
    """Play so many pairs of deals; of two sides the stronger player holds one."""
    from rummy.deal import counts, seen_by
    from rummy.law import play, to_act
    from rummy.players import player
    from rummy.steps import new_deal, ordered
    from rummy.variants import find

    variant, two = find(name), (player(weaker), player(stronger))
    seats = variant.seats()[0]
    deals = variant.match.deals if variant.match.deals != "none" else 1
    ahead, begun = [], process_time()
    for number in range(pairs):
        for side in (0, 1):
            deal = new_deal(variant, seats, number % seats, f"{seed}/{number}", number % deals + 1)
            chance = [Random(f"{seed}/{number}/{seat}") for seat in range(seats)]
            while not deal.over:
                seat = to_act(deal)[0]
                choice = two[seat % 2 == side](seen_by(deal, seat), seat, chance[seat])
                deal = play(deal, ordered(deal, choice.action, chance[seat].random()))
            first, second = (float(made.points) for made in counts(deal))
            gap = (first - second) * (-1 if side else 1)
            ahead.append(-gap if variant.match.wins == "lowest" else gap)
    return Duel(name, weaker, stronger, tuple(ahead), process_time() - begun)


def main() -> None:
    """Play the duels, print them as they end, hold the bars."""
    parser = options(__doc__)
    parser.add_argument("variants", nargs="*", default=MAIN, help="which variants (the main ones)")
    parser.add_argument("--pairs", type=count, default=500, help="pairs of deals of the quick players (500)")
    parser.add_argument("--planned", type=count, default=100, help="pairs of deals of the planner (100)")
    parser.add_argument("--planner", default="planner", help="which planner, such as planner:100 (planner)")
    parser.add_argument("--only", choices=ORDER[1:], help="only the duel that this player should win")
    parser.add_argument("--seed", default="1", help="the same seed, the same deals (1)")
    chosen = parser.parse_args()
    print("| variant | stronger : weaker | deals | deals won | points ahead |\n|---|---|--:|---|---|")
    bars, seconds = [], {}
    for name in chosen.variants:
        for weaker, stronger in pairwise(ORDER):
            if chosen.only not in (None, stronger):
                continue
            planned = stronger == "planner"
            made = duel(
                name,
                weaker,
                chosen.planner if planned else stronger,
                chosen.planned if planned else chosen.pairs,
                chosen.seed,
            )
            print(made, flush=True)
            what = f"{name}: {stronger} against {weaker}, low end of deals won"
            bars.append(Bar(what, made.share[1], bar=50, unit="%"))
            seconds[f"{name} {stronger}"] = round(made.seconds, 1)
    finish(bars, {"cpu_seconds": seconds})


if __name__ == "__main__":
    main()
