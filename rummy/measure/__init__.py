"""Measuring: computer players play the same deals at several tables, and what is counted of them is compared.

A deal is counted once into named sums. Every metric is made of such sums, kept by block of deals, so that
tallies can be added in any order and an interval follows from how the blocks differ.
"""

from __future__ import annotations

from rummy.measure.engine import engine
from rummy.measure.estimates import Estimate, difference, estimate
from rummy.measure.job import BLOCKS, DEALS, MATCHES, Job
from rummy.measure.metrics import HISTOGRAMS, METRICS, Metric, metric, value
from rummy.measure.restricted import seated
from rummy.measure.rounds import counted, played
from rummy.measure.tally import Counts, Failure, Tally
from rummy.measure.watched import REASONS, play_out

__all__ = [
    "BLOCKS",
    "DEALS",
    "HISTOGRAMS",
    "MATCHES",
    "METRICS",
    "REASONS",
    "Counts",
    "Estimate",
    "Failure",
    "Job",
    "Metric",
    "Tally",
    "counted",
    "difference",
    "engine",
    "estimate",
    "metric",
    "play_out",
    "played",
    "seated",
    "value",
]
