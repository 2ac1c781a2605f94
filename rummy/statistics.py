"""Statistics: intervals for shares, quantiles and anything that is summed over blocks of deals.

Pure, and the same for the same seed everywhere: page, notebook and print show one number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from math import ceil, floor, sqrt
from random import Random
from statistics import NormalDist

LEVEL = 0.95
"""How sure an interval is, where nothing else is said."""
ROUNDS = 1000
"""How often blocks are drawn anew for a bootstrap interval."""

Interval = tuple[float, float]
"""The low end and the high end."""


@cache
def _normal(level: float) -> float:
    """How many standard errors to each side cover this much."""
    return NormalDist().inv_cdf((1 + level) / 2)


def wilson(won: float, of: int, level: float = LEVEL) -> Interval:
    """Wilson's interval for a share: ``won`` of ``of`` independent trials.

    >>> low, high = wilson(8, 10)
    >>> round(low, 3), round(high, 3)
    (0.49, 0.943)
    """
    if not 0 <= won <= of or not of:
        raise ValueError(f"{won} of {of} is no share")
    z = _normal(level)
    share, room = won / of, z * z / of
    middle = (share + room / 2) / (1 + room)
    half = z / (1 + room) * sqrt(share * (1 - share) / of + room / (4 * of))
    return (0.0 if won == 0 else max(0.0, middle - half)), (1.0 if won == of else min(1.0, middle + half))


def quantile(histogram: Mapping[int, int], q: float) -> int:
    """The smallest value that at least this share of a histogram (value to count) does not exceed.

    >>> quantile({3: 5, 4: 4, 9: 1}, 0.5), quantile({3: 5, 4: 4, 9: 1}, 0.95)
    (3, 9)
    """
    return _ranked(histogram, max(1, ceil(q * sum(histogram.values()) - 1e-9)))


def _ranked(histogram: Mapping[int, int], rank: int) -> int:
    """The value at a rank, the smallest being 1."""
    for value in sorted(histogram):
        rank -= histogram[value]
        if rank <= 0:
            return value
    raise ValueError("an empty histogram has no quantile")


def quantile_interval(histogram: Mapping[int, int], q: float, level: float = LEVEL) -> Interval:
    """The interval of a quantile by the ranks that it can have, for independent values.

    >>> quantile_interval({value: 1 for value in range(1, 101)}, 0.5)
    (40, 61)
    """
    many = sum(histogram.values())
    reach = _normal(level) * sqrt(many * q * (1 - q))
    low, high = floor(many * q - reach), ceil(many * q + reach) + 1
    return _ranked(histogram, max(1, low)), _ranked(histogram, min(many, high))


@cache
def draws(blocks: int, rounds: int = ROUNDS, seed: str = "bootstrap") -> tuple[tuple[int, ...], ...]:
    """Which blocks are drawn, with replacement, in every round of a bootstrap.

    The same for all that is summed over the same blocks, so that differences are paired.
    """
    chance = Random(f"{seed}/{blocks}/{rounds}").random
    return tuple(tuple(int(chance() * blocks) for _ in range(blocks)) for _ in range(rounds))


def resampled(
    columns: Sequence[Sequence[float]],
    of: Callable[..., float | None],
    *,
    rounds: int = ROUNDS,
    seed: str = "bootstrap",
) -> list[float]:
    """What a figure comes to in every round of a bootstrap, in order of size.

    ``columns`` are sums by block, all of the same blocks; ``of`` makes the figure of the columns' totals, or
    None where they have none.

    >>> made = resampled([[1, 0, 2, 1], [1, 1, 2, 2]], lambda a, b: a / b, rounds=200)
    >>> made[0] >= 0, made[-1] <= 1, len(made)
    (True, True, 200)
    """
    totals = [_totals(tuple(column), rounds, seed) for column in columns]
    made = (of(*row) for row in zip(*totals, strict=True))
    return sorted(one for one in made if one is not None)


@lru_cache(maxsize=256)
def _totals(column: tuple[float, ...], rounds: int, seed: str) -> tuple[float, ...]:
    """The total of a column in every round; one column is part of many figures."""
    return tuple(sum(map(column.__getitem__, pick)) for pick in draws(len(column), rounds, seed))


def percentile_interval(made: Sequence[float], level: float = LEVEL) -> Interval | None:
    """The interval that covers this much of the rounds of a bootstrap (sorted); None of too few."""
    if len(made) < 2:
        return None
    return _between(made, (1 - level) / 2), _between(made, (1 + level) / 2)


def _between(made: Sequence[float], q: float) -> float:
    """A quantile of sorted numbers, in a straight line between two neighbours."""
    at = q * (len(made) - 1)
    low = int(at)
    high = min(low + 1, len(made) - 1)
    return made[low] + (made[high] - made[low]) * (at - low)
