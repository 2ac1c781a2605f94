"""Charts: distributions, intervals, heat maps, the race of a match; as SVG, their numbers beside them."""

from rummy.charts.chart import Chart, Column
from rummy.charts.distribution import distribution
from rummy.charts.heat import heat_map
from rummy.charts.intervals import Interval, intervals
from rummy.charts.race import race, race_of

__all__ = [
    "Chart",
    "Column",
    "Interval",
    "distribution",
    "heat_map",
    "intervals",
    "race",
    "race_of",
]
