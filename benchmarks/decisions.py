"""Decisions a second: our 500 Rum and Rummy 500 beside OpenSpiel's gin rummy, random and greedy players.

A decision of a random player is: list all legal actions, pick one of them uniformly, play it. One of a greedy
player: see what its seat sees, choose, play it; it is measured beside OpenSpiel's simple bot for gin rummy.
"""

from __future__ import annotations

from random import Random

import rivals
from contest import Bar, Entrant, Results, Work, contest, count, finish, options, rate, ratio

OPEN_SPIEL, RLCARD = "OpenSpiel gin_rummy", "RLCard gin rummy"
BOT = "OpenSpiel simple bot"
BARS = {"500-rum": 2.0, "rummy-500": 1.0}
AIM = 2.0


def ours(name: str) -> Entrant:
    """One deal of a variant, from the shuffle to its score, every state kept as a value."""
    from rummy.law import legal_actions, play
    from rummy.steps import new_deal
    from rummy.variants import find

    variant = find(name)

    def deal_out(rng: Random) -> Work:
        random = rng.random
        deal = new_deal(variant, seats=2, seed=int(random() * 2**32))
        decisions = listed = 0
        while actions := legal_actions(deal):
            decisions += 1
            listed += len(actions)
            deal = play(deal, actions[int(random() * len(actions))])
        return Work(decisions, listed)

    return deal_out


def greedy(name: str) -> Entrant:
    """One deal of a variant between two greedy players, each seeing what its seat sees."""
    from rummy.deal import seen_by
    from rummy.law import play, to_act
    from rummy.players import greedy_player
    from rummy.steps import new_deal, ordered
    from rummy.variants import find

    variant = find(name)

    def deal_out(rng: Random) -> Work:
        deal = new_deal(variant, seats=2, seed=int(rng.random() * 2**32))
        decisions = 0
        while not deal.over:
            seat = to_act(deal)[0]
            action = greedy_player(seen_by(deal, seat), seat, rng).action
            deal = play(deal, ordered(deal, action, rng.random()))
            decisions += 1
        return Work(decisions)

    return deal_out


def show(results: Results, players: str) -> None:
    """The rates as a table."""
    print(f"{players:22}{'decisions/s':>13}{'µs each':>9}{'deals/s':>9}{'a deal':>8}{'listed':>8}")
    for name, parts in results.items():
        calls, units = sum(part.calls for part in parts), sum(part.units for part in parts)
        deals, listed = rate(results, name) * calls / units, sum(part.listed for part in parts) / units
        pace = rate(results, name)
        print(f"{name:22}{pace:13,.0f}{1e6 / pace:9.1f}{deals:9,.0f}{units / calls:8.0f}{listed:8.1f}")
    print()


def main() -> None:
    """Run the contest, print it, hold the bars."""
    parser = options(__doc__)
    parser.add_argument("--seconds", type=float, default=5, help="CPU seconds for each engine in a round (5)")
    parser.add_argument("--rounds", type=count, default=3, help="rounds; the median counts (3)")
    chosen = parser.parse_args()
    rivals.need("pyspiel")
    entrants = {"500-rum": ours("500-rum"), OPEN_SPIEL: rivals.open_spiel(), "rummy-500": ours("rummy-500")}
    if rivals.installed("rlcard"):
        entrants[RLCARD] = rivals.rlcard()
    results = contest(entrants, seconds=chosen.seconds, rounds=chosen.rounds)
    show(results, "2 random players")
    thinkers = {"500-rum": greedy("500-rum"), BOT: rivals.open_spiel_bot(), "rummy-500": greedy("rummy-500")}
    thought = contest(thinkers, seconds=chosen.seconds, rounds=chosen.rounds)
    show(thought, "2 greedy players")
    bars = [
        Bar(f"{name} : {OPEN_SPIEL}", ratio(results, name, OPEN_SPIEL), bar=bar, aim=AIM)
        for name, bar in BARS.items()
    ]
    bars += [Bar(f"greedy {name} : {BOT}", ratio(thought, name, BOT), bar=1) for name in BARS]
    rates = {name: round(rate(results, name)) for name in results}
    rates |= {f"greedy {name}": round(rate(thought, name)) for name in thought}
    finish(bars, {"decisions_per_second": rates})


if __name__ == "__main__":
    main()
