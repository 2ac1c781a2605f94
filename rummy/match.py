"""A match: deals until somebody has reached the target; who deals next, who has won."""

from __future__ import annotations

from typing import NamedTuple

from rummy.cards import DECK, Card, shuffled
from rummy.deal import Deal, Game, counts, cut_dealer, game, undealt
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
    """The sum of every side's deals so far; a seat without a partner is a side of its own."""
    scores: tuple[tuple[Points, ...], ...] = ()
    """What each deal brought each side."""
    out: int | None = None
    """The side that went out in the last deal."""
    playing: tuple[int, ...] = ()
    """The seats that are dealt in next: all, or those that play off a tie."""

    @property
    def over(self) -> bool:
        """Has somebody won?"""
        return bool(winners(self))

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that score together."""
        return game(self.variant, self.seats).sides

    @property
    def number(self) -> int:
        """Which deal comes next, the first being 1."""
        return len(self.scores) + 1


def new_match(variant: Variant, seats: int, dealer: int = 0) -> Match:
    """A match before its first deal.

    >>> from rummy.variants import find
    >>> new_match(find("basic"), 3).totals
    (0, 0, 0)
    """
    ways = len(game(variant, seats).sides)
    return Match(variant, seats, dealer, (0,) * ways, playing=tuple(range(seats)))


def before_deal(match: Match) -> Deal:
    """The table before the next deal of a match."""
    return undealt(match.variant, match.seats, match.dealer, match.number, match.playing)


def after(match: Match, deal: Deal) -> Match:
    """The match after a deal that is over."""
    if not deal.over:
        raise Unreadable(say("error.deal-not-over"))
    g, rules = deal.game, match.variant.match
    scores = tuple(count.points for count in counts(deal))
    totals = tuple(a + b for a, b in zip(match.totals, scores, strict=True))
    out = None if deal.course.out is None else g.side_of[deal.course.out]
    then = match._replace(dealer=next_dealer(deal), totals=totals, scores=(*match.scores, scores), out=out)
    if not _ended(then):
        return then._replace(playing=tuple(range(match.seats)))
    best = _best(then)
    if len(best) == 1 and rules.bonus:
        extra = -rules.bonus if rules.wins == "lowest" else rules.bonus
        totals = tuple(t + extra if side in best else t for side, t in enumerate(totals))
        return then._replace(totals=totals)
    if len(best) > 1 and rules.tie == "playoff":
        playing = tuple(sorted(s for side in best for s in g.sides[side]))
        dealer = then.dealer if then.dealer in playing else _nearest(g, then.dealer, playing)
        return then._replace(playing=playing, dealer=dealer)
    return then


def _nearest(g: Game, seat: int, playing: tuple[int, ...]) -> int:
    """The first of these seats after a seat."""
    return min(playing, key=lambda s: g.distance(seat, s))


def next_dealer(deal: Deal) -> int:
    """Who deals after this deal: the next seat, the one that went out, or one of the best side.

    If nobody went out, the best score deals. Of several seats the first after the dealer deals.
    """
    g, rule = deal.game, deal.variant.dealing.next_dealer
    if rule == "next":
        return g.next(deal.dealer)
    if rule == "went-out" and deal.course.out is not None:
        return deal.course.out
    scores = [count.points for count in counts(deal)]
    lowest = deal.variant.match.wins == "lowest"
    best = min(scores) if lowest else max(scores)
    seats = [s for s in g.playing if scores[g.side_of[s]] == best]
    return min(seats or g.playing, key=lambda s: g.distance(g.next(deal.dealer), s))


def _ended(match: Match) -> bool:
    """Has the target been reached, or the last deal been played?"""
    rules = match.variant.match
    if match.playing and len(match.playing) < match.seats:
        return True  # a tie is played off
    if rules.deals != "none" and len(match.scores) >= rules.deals:
        return True
    return rules.target != "none" and max(match.totals) >= rules.target


def _best(match: Match) -> tuple[int, ...]:
    """The sides that are ahead, among those that still play."""
    sides = match.sides
    still = [n for n, side in enumerate(sides) if not match.playing or side[0] in match.playing]
    totals = [match.totals[n] for n in still]
    best = min(totals) if match.variant.match.wins == "lowest" else max(totals)
    return tuple(n for n in still if match.totals[n] == best)


def winners(match: Match) -> tuple[int, ...]:
    """The sides that have won: none while the match goes on, several if they share it.

    >>> from rummy.variants import find
    >>> match = new_match(find("rummy-500"), 3)
    >>> winners(match._replace(totals=(512, 530, 480)))
    (1,)
    """
    if not _ended(match):
        return ()
    best, tie = _best(match), match.variant.match.tie
    if len(best) > 1 and tie in ("another-deal", "playoff"):
        return ()
    if len(best) > 1 and tie == "went-out" and match.out in best:
        return (match.out,)
    return best


def with_seats(match: Match, sides: tuple[int, ...]) -> tuple[int, ...]:
    """The seats of these sides, side by side."""
    return tuple(s for side in sides for s in match.sides[side])


def cut(variant: Variant, seats: int, seed: int | str) -> tuple[tuple[Card, ...], int]:
    """Cards drawn for the first deal, one each, drawn anew until one seat has it; and that seat."""
    for turn in range(1000):
        drawn = shuffled(DECK, f"{seed}/cut/{turn}")[:seats]
        first = cut_dealer(variant, drawn)
        if len(first) == 1:
            return drawn, first[0]
    raise AssertionError("no thousand ties in a row")
