"""The best partition of a ten-card hand (its deadwood): ours beside RLCard's, on the same random hands.

Aces are low, courts count ten, other cards their pips. Each side searches hands of its own card objects
that it has not seen before, so no cache answers for it. RLCard's time is its search alone
(`get_best_meld_clusters`): what is left over is added up afterwards, untimed, to compare the answers.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from random import Random
from statistics import median
from time import process_time
from typing import Any

import rivals
from contest import Bar, count, finish, options

PACK = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]


@dataclass(frozen=True, slots=True)
class Search:
    """A way to hold a hand, to search it, and to read the deadwood off what the search found."""

    hold: Callable[[list[str]], Any]
    find: Callable[[Any], Any]
    deadwood: Callable[[Any, Any], int]


def rlcard() -> Search:
    """RLCard's search: every combination of melds with the least deadwood."""
    melding: Any = import_module("rlcard.games.gin_rummy.utils.melding")
    cards: Any = import_module("rlcard.games.gin_rummy.utils.utils")

    def deadwood(hand: Any, clusters: Any) -> int:
        return int(cards.get_deadwood_count(hand, clusters[0] if clusters else []))

    return Search(
        hold=lambda texts: [cards.card_from_text(text) for text in texts],
        find=melding.get_best_meld_clusters,
        deadwood=deadwood,
    )


def ours() -> Search:
    """Our search under gin rummy's melds and points: from the cards to the melds that save the most."""
    from rummy.cards import DECK, bundle, card, unpack, without
    from rummy.melder import melder
    from rummy.melds import Jokers, Melding

    table = melder(Melding(aces="low"), Jokers())
    points = {each: min(each.rank, 10) for each in DECK}
    partition = table.partition

    def deadwood(hand: Any, melds: Any) -> int:
        left = bundle(hand)
        for meld in melds:
            left = without(left, meld.need)
        return sum(points[each] for each in unpack(left))

    return Search(
        hold=lambda texts: tuple(card(text) for text in texts),
        find=lambda hand: partition(bundle(hand), points),
        deadwood=deadwood,
    )


def timed(search: Search, hands: list[list[str]]) -> tuple[float, list[int]]:
    """Hands a second of CPU time, and the deadwood of each hand."""
    held = [search.hold(hand) for hand in hands]
    find = search.find
    gc.collect()
    start = process_time()
    found = [find(hand) for hand in held]
    spent = process_time() - start
    return len(hands) / spent, [search.deadwood(*pair) for pair in zip(held, found, strict=True)]


def main() -> None:
    """Search the same hands in turns, compare every answer, print the rates, hold the bar."""
    parser = options(__doc__)
    parser.add_argument("--hands", type=count, default=10_000, help="hands in a round (10000)")
    parser.add_argument("--rounds", type=count, default=5, help="rounds of new hands; the median counts (5)")
    chosen = parser.parse_args()
    rivals.need("rlcard")
    searches = {"rummy": ours(), "RLCard": rlcard()}
    rates: dict[str, list[float]] = {name: [] for name in searches}
    for seed in range(chosen.rounds + 1):  # round 0 builds the tables and is not counted
        rng = Random(seed)
        hands = [rng.sample(PACK, 10) for _ in range(chosen.hands)]
        answers: dict[str, list[int]] = {}
        for name, search in searches.items():
            rate, answers[name] = timed(search, hands)
            if seed:
                rates[name].append(rate)
        for hand, mine, theirs in zip(hands, answers["rummy"], answers["RLCard"], strict=True):
            if mine != theirs:
                raise SystemExit(f"The answers differ on {' '.join(hand)}: rummy {mine}, RLCard {theirs}.")
    print(f"{'10-card hands':14}{'hands/s':>10}{'µs each':>9}")
    for name, each in rates.items():
        print(f"{name:14}{median(each):10,.0f}{1e6 / median(each):9.1f}")
    total = chosen.hands * (chosen.rounds + 1)
    print(f"equal answers on {total:,} hands\n")
    pace = median(a / b for a, b in zip(rates["rummy"], rates["RLCard"], strict=True))
    figures = {name: round(median(each)) for name, each in rates.items()}
    bar = Bar("deadwood, rummy : RLCard", pace, bar=1.0, aim=3.0)
    finish([bar], {"hands_per_second": figures, "equal_answers": total})


if __name__ == "__main__":
    main()
