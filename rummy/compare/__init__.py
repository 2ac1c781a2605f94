"""Two tables compared: what the rules say otherwise, in words, and what it changes when they are played."""

from rummy.compare.keeping import kept
from rummy.compare.lab import Lab, lab
from rummy.compare.matches import played_match
from rummy.compare.measured import measured
from rummy.compare.report import Report
from rummy.compare.rules import Change, Comparison, compare, names

__all__ = [
    "Change",
    "Comparison",
    "Lab",
    "Report",
    "compare",
    "kept",
    "lab",
    "measured",
    "names",
    "played_match",
]
