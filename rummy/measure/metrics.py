"""The metrics: each a figure made of sums over deals, or of a histogram of them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any, Literal, NamedTuple

from rummy.measure.flow import ENDINGS, EVENTS
from rummy.measure.tally import Counts
from rummy.statistics import quantile
from rummy.words import Unreadable, clip, nearest, say

Kind = Literal["share", "mean", "spread", "balance", "explained", "quantile"]
DEALS, MATCHES, SKILL = "deals", "matches", "skill"
"""What kind of job counts a metric: deals; matches; deals of players that differ."""


class Metric(NamedTuple):
    """A figure that tables are compared by."""

    id: str
    number: int
    """Which question of the list it answers: 1 how long a deal is … 17 what is special."""
    kind: Kind
    of: tuple[str, ...]
    """The sums it is made of; of a quantile the histogram."""
    unit: str
    """What it is counted in, as a word under ``unit``."""
    job: str = DEALS
    q: float = 0
    """Which quantile."""

    @property
    def title(self) -> str:
        """What it is called."""
        return say(f"metric.{self.id}.title")

    @property
    def text(self) -> str:
        """What it means, in a sentence."""
        return say(f"metric.{self.id}.text")

    @property
    def finds(self) -> bool:
        """Is a difference told in a sentence? (Quantiles have no paired interval.)"""
        return self.kind != "quantile"


def _quantiles(name: str, number: int, of: str, unit: str, job: str = DEALS) -> tuple[Metric, ...]:
    """The usual range of a histogram: its fifth, fiftieth and ninety-fifth percentile."""
    return tuple(
        Metric(f"{name}-{part}", number, "quantile", (of,), unit, job, q)
        for part, q in (("low", 0.05), ("median", 0.5), ("high", 0.95))
    )


_WON = tuple(f"won.{place}" for place in range(8))
_PLAYS = tuple(f"luck.{play}" for play in range(8))
METRICS: tuple[Metric, ...] = (
    Metric("turns", 1, "mean", ("turns", "deals"), "turns"),
    Metric("turns-spread", 1, "spread", ("turns.squares", "turns", "deals"), "turns"),
    *_quantiles("turns", 1, "turns", "turns"),
    Metric("decisions", 1, "mean", ("decisions", "deals"), "decisions"),
    Metric("match-deals", 1, "mean", ("match.deals", "matches"), "deals", MATCHES),
    Metric(
        "match-deals-spread", 1, "spread", ("match.deals.squares", "match.deals", "matches"), "deals", MATCHES
    ),
    *_quantiles("match-deals", 1, "match-deals", "deals", MATCHES),
    *(Metric(f"end-{how}", 2, "share", (f"end.{how}", "deals"), "deals") for how in ENDINGS),
    Metric("first", 3, "share", ("won.0", "deals"), "deals"),
    Metric("balance", 3, "balance", ("deals", "sides", *_WON), "none"),
    Metric("lead-changes", 4, "mean", ("match.changes", "matches"), "changes", MATCHES),
    Metric("lead-final", 4, "share", ("match.final", "match.decided"), "match", MATCHES),
    Metric("comeback", 5, "share", ("match.comebacks", "match.halves"), "matches", MATCHES),
    Metric("drama", 5, "mean", ("match.behind", "match.moments"), "points", MATCHES),
    Metric("deal-margin", 6, "mean", ("margin", "deals"), "points"),
    Metric("match-margin", 6, "mean", ("match.margin", "matches"), "points", MATCHES),
    *_quantiles("match-margin", 6, "match-margin", "points", MATCHES),
    Metric("overshoot", 6, "mean", ("match.over", "match.reached"), "points", MATCHES),
    *_quantiles("overshoot", 6, "overshoot", "points", MATCHES),
    Metric("deep", 7, "share", ("deep", "turns"), "turns"),
    Metric("deep-cards", 7, "mean", ("deep.cards", "deep"), "cards"),
    Metric("deep-points", 7, "share", ("best.deep", "best"), "points"),
    Metric("held", 8, "share", ("held", "counted"), "points"),
    Metric("negative", 8, "share", ("negative", "sides"), "scores"),
    Metric("lay-offs", 9, "share", ("laid.off", "laid"), "points"),
    Metric("groups", 10, "share", ("groups", "melds"), "melds"),
    Metric("meld-length", 10, "mean", ("laid.cards", "melds"), "cards"),
    Metric("wild", 10, "share", ("wild", "laid.cards"), "cards"),
    Metric("aces-high", 10, "share", ("aces.high", "aces.run"), "aces"),
    Metric("options", 11, "mean", ("options", "decisions"), "actions"),
    Metric("options-high", 11, "quantile", ("options",), "actions", q=0.95),
    Metric("choices", 11, "share", ("choices", "decisions"), "decisions"),
    Metric("forced", 11, "share", ("turns.forced", "turns"), "turns"),
    Metric("skill-won", 12, "share", ("by.0.won", "deals"), "deals", SKILL),
    Metric("skill-points", 12, "mean", ("by.0.lead", "deals"), "points", SKILL),
    Metric(
        "luck",
        14,
        "explained",
        ("luck.deals", "luck.plays", "luck.cross", "luck.squares", *_PLAYS),
        "none",
        SKILL,
    ),
    Metric("waiting", 15, "mean", ("waited", "waits"), "actions"),
    *(Metric(f"event-{name}", 17, "mean", (f"event.{name}", "deals"), "times") for name in EVENTS),
)
"""All of them, in the order of the questions that they answer."""


@cache
def metrics() -> Mapping[str, Metric]:
    """The metrics by id."""
    return {one.id: one for one in METRICS}


def metric(key: str) -> Metric:
    """The metric of this id.

    >>> metric("turns").of
    ('turns', 'deals')
    """
    found = metrics().get(key)
    if found is None:
        raise Unreadable(say("error.metric", text=clip(key)) + nearest(key, metrics()))
    return found


def value(of: Metric, counts: Counts) -> Fraction | float | None:
    """A metric at a table, exact where it is a ratio; None where it does not apply."""
    if of.kind == "quantile":
        histogram = counts.hists.get(of.of[0])
        return quantile(histogram, of.q) if histogram else None
    figure: Fraction | float | None = FIGURES[of.kind](*map(counts.total, of.of))
    return figure


def _ratio(part: Any, whole: Any) -> Any:
    if not whole:
        return None
    return Fraction(part) / whole if isinstance(whole, int | Fraction) else part / whole


def _spread(squares: Any, total: Any, many: Any) -> float | None:
    """The standard deviation."""
    return sqrt(max(0, squares - total * total / many) / (many - 1)) if many > 1 else None


def _balance(deals: Any, sides: Any, *won: Any) -> Any:
    """One, less the largest gap between the shares that two places at the table have won."""
    if not deals:
        return None
    here = won[: round(sides / deals)]
    return 1 - _ratio(max(here) - min(here), deals)


def _explained(deals: Any, plays: Any, cross: Any, squares: Any, *heads: Any) -> Any:
    """The share of a hand's result that the cards explain: how alike the plays of one deal come out.

    The covariance of two plays over the variance of one, each play around its own mean, so that it does not
    matter by how much one player is stronger.
    """
    if not deals:
        return None
    ways = round(plays / deals)
    means = [_ratio(head, deals) for head in heads[:ways]]
    together, apart = sum(means) ** 2, sum(mean * mean for mean in means)
    alike = _ratio(cross, deals) - (together - apart)
    return _ratio(alike, (ways - 1) * (_ratio(squares, deals) - apart))


FIGURES: Mapping[str, Any] = {
    "share": _ratio,
    "mean": _ratio,
    "spread": _spread,
    "balance": _balance,
    "explained": _explained,
}
"""How a figure of each kind is made of the totals of its sums: whole numbers, fractions or floats."""
HISTOGRAMS: tuple[tuple[str, str, str], ...] = (
    ("turns", "turns", DEALS),
    ("deal-margin", "points", DEALS),
    ("options", "actions", DEALS),
    ("meld-length", "cards", DEALS),
    ("deep-cards", "cards", DEALS),
    ("match-deals", "deals", MATCHES),
    ("match-margin", "points", MATCHES),
    ("overshoot", "points", MATCHES),
)
"""The histograms that are kept: name, unit, kind of job."""
