"""A match: deals until somebody has reached the target; who deals next, who has won."""

from __future__ import annotations

from typing import NamedTuple

from rummy.cards import DECK, Card, shuffled
from rummy.deal import Deal, counts, cut_dealer, game
from rummy.scoring import Points
from rummy.variants import Variant
from rummy.words import Unreadable, say


class Match(NamedTuple):
    """The state of a match between two deals: a value."""

    variant: Variant
    seats: int
    dealer: int
    """The seat that deals next."""
    totals: tuple[Points, ...]
    """The sum of every seat's deals so far."""
    scores: tuple[tuple[Points, ...], ...] = ()
    """What each deal brought each seat."""

    @property
    def over(self) -> bool:
        """Has somebody won?"""
        return bool(winners(self))


def new_match(variant: Variant, seats: int, dealer: int = 0) -> Match:
    """A match before its first deal.

    >>> from rummy.variants import find
    >>> new_match(find("basic"), 3).totals
    (0, 0, 0)
    """
    game(variant, seats)
    return Match(variant, seats, dealer, (0,) * seats)


def after(match: Match, deal: Deal) -> Match:
    """The match after a deal that is over."""
    if not deal.over:
        raise Unreadable(say("error.deal-not-over"))
    scores = tuple(count.points for count in counts(deal))
    totals = tuple(a + b for a, b in zip(match.totals, scores, strict=True))
    return match._replace(dealer=next_dealer(deal), totals=totals, scores=(*match.scores, scores))


def next_dealer(deal: Deal) -> int:
    """Who deals after this deal: the next seat, or the one that went out (the best score if nobody did).

    If several have the best score, the first of them after the dealer deals.
    """
    g = deal.game
    if deal.variant.dealing.next_dealer == "next":
        return g.next(deal.dealer)
    if deal.course.out is not None:
        return deal.course.out
    scores = [count.points for count in counts(deal)]
    best = [s for s in range(g.seats) if scores[s] == max(scores)]
    return min(best, key=lambda s: g.distance(g.next(deal.dealer), s))


def winners(match: Match) -> tuple[int, ...]:
    """The seats that have won: none while the match goes on, several if they share it.

    >>> from rummy.variants import find
    >>> match = new_match(find("rummy-500"), 3)
    >>> winners(match._replace(totals=(512, 530, 480)))
    (1,)
    """
    best = max(match.totals)
    if best < match.variant.match.target:
        return ()
    top = tuple(s for s, total in enumerate(match.totals) if total == best)
    if len(top) > 1 and match.variant.match.tie == "another-deal":
        return ()
    return top


def cut(variant: Variant, seats: int, seed: int | str) -> tuple[tuple[Card, ...], int]:
    """Cards drawn for the first deal, one each, drawn anew until one seat has it; and that seat."""
    for turn in range(1000):
        drawn = shuffled(DECK, f"{seed}/cut/{turn}")[:seats]
        first = cut_dealer(variant, drawn)
        if len(first) == 1:
            return drawn, first[0]
    raise AssertionError("no thousand ties in a row")
