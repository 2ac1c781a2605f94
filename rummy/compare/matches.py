"""One match played by computer players, to look at."""

from __future__ import annotations

from random import Random

from rummy.actions import Start
from rummy.cards import shuffled
from rummy.compare.measured import Players, common_seats, listed_players
from rummy.compare.measured import seated as by_seat
from rummy.law import play
from rummy.match import Match, after, before_deal, new_match
from rummy.measure import Job, play_out
from rummy.measure.restricted import seated
from rummy.variants import Variant, code, find
from rummy.words import Unreadable, say

MOST_DEALS = 200
"""A match that nobody has won after so many deals is given up."""


def played_match(
    table: Variant | str,
    *,
    players: Players = "greedy",
    seats: int | None = None,
    seed: int | str = 1,
) -> Match:
    """A match from its first deal to its end; `rummy.charts.race_of` draws it.

    Args:
        table: a variant, a code or any mix.
        players: who plays: a name for all seats, or one for each.
        seats: how many play; without it as many as there are players, or the fewest that may.
        seed: the same seed is the same match.

    >>> match = played_match("rummy-500", players=["greedy", "random"], seed=1)
    >>> match.over, len(match.totals)
    (True, 2)
    """
    variant = find(table) if isinstance(table, str) else table
    given = listed_players(players)
    seats = seats or (len(given) if len(given) > 1 else common_seats(variant))
    who = by_seat(players, seats)
    Job((code(variant),), who, seats, str(seed), 1, 1, "matches").checked()
    sit = [seated(player) for player in who]
    match = new_match(variant, seats)
    while not match.over:
        if match.number > MOST_DEALS:
            raise Unreadable(say("findings.endless", deals=MOST_DEALS))
        name = f"{seed}/{match.number}"
        before = before_deal(match)
        start = play(before, Start(match.dealer, shuffled(before.game.cards, name)))
        match = after(match, play_out(start, sit, Random(name))[0])
    return match
