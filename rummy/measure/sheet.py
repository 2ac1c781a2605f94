"""A sheet: the sums and histograms that one round adds to, and the same kept by block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from rummy.measure.tally import Counts
from rummy.scoring import Points


class Sheet:
    """What one round comes to at one table."""

    def __init__(self) -> None:
        self.sums: dict[str, Points] = {}
        self.hists: dict[str, Counter[int]] = {}
        self.decisions = 0

    def add(self, sums: Mapping[str, Points]) -> None:
        """Add to the sums."""
        mine = self.sums
        for name, number in sums.items():
            if number:
                mine[name] = mine.get(name, 0) + number

    def saw(self, name: str, values: Iterable[int] | Mapping[int, int]) -> None:
        """Add to a histogram: values, or how often each was seen."""
        self.hists.setdefault(name, Counter()).update(values)


class Blocks:
    """What all rounds come to at one table, the sums by block."""

    def __init__(self) -> None:
        self.sums: dict[str, dict[int, Points]] = {}
        self.hists: dict[str, Counter[int]] = {}
        self.decisions = 0

    def add(self, sheet: Sheet, block: int) -> None:
        """Add a round."""
        self.decisions += sheet.decisions
        for name, number in sheet.sums.items():
            row = self.sums.setdefault(name, {})
            row[block] = row.get(block, 0) + number
        for name, seen in sheet.hists.items():
            self.hists.setdefault(name, Counter()).update(seen)

    def counts(self) -> Counts:
        """As a value; sums that come to nothing are none."""
        return Counts() + Counts(self.sums, self.hists)
