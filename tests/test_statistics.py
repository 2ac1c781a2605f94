"""Statistics: SciPy and NumPy say the same."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from rummy.statistics import draws, percentile_interval, quantile, quantile_interval, resampled, wilson

LEVELS = (0.8, 0.95, 0.99)


@given(
    st.integers(1, 5000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))),
    st.sampled_from(LEVELS),
)
def test_wilson_is_scipys(trials, level):
    won, of = trials
    theirs = stats.binomtest(won, of).proportion_ci(level, method="wilson")
    assert wilson(won, of, level) == pytest.approx((theirs.low, theirs.high), abs=1e-9)


@pytest.mark.parametrize(("won", "of"), [(1, 0), (-1, 5), (6, 5)])
def test_a_share_of_nothing_is_refused(won, of):
    with pytest.raises(ValueError, match="no share"):
        wilson(won, of)


@given(st.lists(st.integers(-50, 400), min_size=1, max_size=300), st.sampled_from((0.05, 0.25, 0.5, 0.95)))
def test_a_quantile_is_numpys(values, q):
    assert quantile(Counter(values), q) == np.quantile(values, q, method="inverted_cdf")


@pytest.mark.parametrize("q", [0.05, 0.5, 0.95])
def test_the_interval_of_a_quantile_is_scipys_to_a_rank(q):
    values = [int(x) for x in np.random.default_rng(1).permutation(2000)]
    ours = quantile_interval(Counter(values), q)
    theirs = stats.quantile_test(values, p=q).confidence_interval(0.95)
    assert ours == pytest.approx((theirs.low, theirs.high), abs=2)


def test_a_bootstrap_of_a_ratio_is_scipys():
    chance = Random(1)
    whole = [chance.randrange(20, 40) for _ in range(100)]
    part = [min(n, round(n * chance.gauss(0.4, 0.1))) for n in whole]
    ours = percentile_interval(resampled([part, whole], lambda a, b: a / b, rounds=4000))
    theirs = stats.bootstrap(
        (np.array(part), np.array(whole)),
        lambda a, b, axis=-1: a.sum(axis) / b.sum(axis),
        paired=True,
        vectorized=True,
        method="percentile",
        n_resamples=4000,
        rng=1,
    ).confidence_interval
    width = theirs.high - theirs.low
    assert ours == pytest.approx((theirs.low, theirs.high), abs=width / 20)


def test_the_same_seed_draws_the_same_and_another_does_not():
    assert draws(10, 5, "a")[3] == draws.__wrapped__(10, 5, "a")[3] != draws(10, 5, "b")[3]


def test_rounds_without_a_figure_are_left_out():
    assert resampled([[0, 1]], lambda a: 1 / a if a else None, rounds=50)[0] == 0.5
    assert percentile_interval(resampled([[0, 0]], lambda a: None, rounds=50)) is None
