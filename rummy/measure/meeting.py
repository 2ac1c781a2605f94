"""A whole match, counted: how long it was, who led, whether somebody came back, by how much it was won."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, pairwise

from rummy.match import Match, winners
from rummy.scoring import Points

FAR = 5
"""Who lacks a fifth of the target at half time is far behind: a hundred points of 500."""


def meeting(match: Match) -> tuple[dict[str, Points], dict[str, int]]:
    """The sums that a match that is over adds to, and the values that its histograms see."""
    rules = match.variant.match
    sign = -1 if rules.wins == "lowest" else 1
    totals = [tuple(sign * t for t in row) for row in accumulate(match.scores, _plus)]
    final = [sign * t for t in match.totals]
    won, deals = winners(match), len(totals)
    ranked = sorted(final, reverse=True)
    margin = ranked[0] - ranked[1]
    sums: dict[str, Points] = {
        "matches": 1,
        "match.deals": deals,
        "match.deals.squares": deals * deals,
        "match.changes": _changes(totals),
        "match.margin": margin,
    }
    seen = {"match-deals": deals, "match-margin": round(margin)}
    if rules.target != "none" and max(match.totals) >= rules.target:
        over = max(match.totals) - rules.target
        sums |= {"match.reached": 1, "match.over": over}
        seen["overshoot"] = round(over)
    if len(won) == 1:
        sums |= _winner(totals, won[0], match)
    return sums, seen


def _plus(a: tuple[Points, ...], b: tuple[Points, ...]) -> tuple[Points, ...]:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def _leader(row: tuple[Points, ...]) -> int | None:
    """The side that is ahead of all others."""
    best = max(row)
    return row.index(best) if row.count(best) == 1 else None


def _changes(totals: list[tuple[Points, ...]]) -> int:
    """How often the lead went from one side to another; a tie in between changes nothing."""
    led = [n for n in map(_leader, totals) if n is not None]
    return sum(a != b for a, b in pairwise(led))


def _winner(totals: list[tuple[Points, ...]], won: int, match: Match) -> dict[str, Points]:
    """How the side that won came to it: when it took the lead for good, how far behind it had been."""
    behind = [max(row) - row[won] for row in totals]
    last = max((at for at, row in enumerate(totals) if _leader(row) != won), default=-1)
    taken = min(last + 2, len(totals))
    sums: dict[str, Points] = {
        "match.decided": 1,
        "match.final": Fraction(taken, len(totals)),
        "match.behind": sum(behind),
        "match.moments": sum(b > 0 for b in behind),
    }
    half = len(totals) // 2
    if half:
        row, target = totals[half - 1], match.variant.match.target
        far = target != "none" and FAR * behind[half - 1] >= target
        lowest = row[won] == min(row) and row.count(row[won]) < len(row)
        sums |= {"match.halves": 1, "match.comebacks": int(far or (lowest and behind[half - 1] > 0))}
    return sums
