"""Ranges of rounds: which are there, which are missing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Span(NamedTuple):
    """Rounds from the first to the last, both among them."""

    first: int
    last: int

    @property
    def size(self) -> int:
        """How many rounds it has."""
        return self.last - self.first + 1


def within(wanted: Span, spans: Iterable[Span]) -> list[Span]:
    """Those spans that lie in the wanted one and do not overlap, from the first on; longer ones first.

    >>> within(Span(1, 9), [Span(1, 2), Span(1, 4), Span(4, 6), Span(5, 6), Span(8, 12)])
    [Span(first=1, last=4), Span(first=5, last=6)]
    """
    chosen: list[Span] = []
    at = wanted.first
    for span in sorted(spans, key=lambda s: (s.first, -s.last)):
        if at <= span.first <= span.last <= wanted.last:
            chosen.append(span)
            at = span.last + 1
    return chosen


def joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The same rounds in as few spans as they need.

    >>> joined([Span(4, 6), Span(1, 3), Span(8, 9)])
    (Span(first=1, last=6), Span(first=8, last=9))
    """
    made: list[Span] = []
    for span in sorted(spans):
        if made and made[-1].last + 1 >= span.first:
            span = Span(made.pop().first, span.last)
        made.append(span)
    return tuple(made)


def missing(wanted: Span, spans: Iterable[Span]) -> list[Span]:
    """What of the wanted rounds is in none of these.

    >>> missing(Span(1, 9), [Span(2, 3), Span(7, 9)])
    [Span(first=1, last=1), Span(first=4, last=6)]
    """
    made, at = [], wanted.first
    for span in joined(spans):
        if at < span.first:
            made.append(Span(at, span.first - 1))
        at = span.last + 1
    return [*made, Span(at, wanted.last)] if at <= wanted.last else made
