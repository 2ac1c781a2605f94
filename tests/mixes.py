"""Random mixes of options: every combination that a table could agree on is within reach."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from rummy.variants import EXPOSED, Variant, choices, find, variants
from rummy.words import Unreadable

Table = tuple[Variant, int]
KEYS = tuple(find("basic").options())
NUMBERS: dict[str, tuple[int, ...]] = {
    "ending.bound": (1, 2, 2, 3, 4),
    "ending.recycle_limit": (0, 1, 2, 3),
    "match.bonus": (0, 25, 50),
    "match.deals": (1, 2, 3, 6),
    "match.target": (50, 100, 250, 500),
    "melding.first_minimum": (0, 15, 30, 40, 51),
    "scoring.going_out": (0, 5, 25),
}
"""Numbers that tables play with; other counts are points of a card."""
POINTS = (0, 1, 2, 3, 5, 10, 11, 15, 20, 25, 100)


def value(key: str, chance: Random) -> Any:
    """Any value of an option; where any number or text will do, one that a table might choose."""
    found = chance.choice(choices(key))
    if found is int:
        usual = chance.choice(NUMBERS.get(key, POINTS))
        return usual if chance.randrange(20) else chance.randrange(1, 150)
    return TEXTS[key](chance) if found is str else found


def seats(chance: Random) -> str:
    """How many may play."""
    low = chance.randrange(2, 9)
    high = chance.randrange(low, 9)
    return f"{low}-{high}" if low < high else str(low)


def hand(chance: Random) -> str:
    """How many cards each is dealt: by the first open card, as many for all, or by the number of players."""
    way = chance.randrange(4)
    if not way:
        return EXPOSED
    if way < 3:
        return str(chance.randrange(1, 16))
    cut = chance.randrange(2, 8)
    few, many = chance.randrange(4, 14), chance.randrange(2, 11)
    first, rest = (f"2-{cut}" if cut > 2 else "2"), (f"{cut + 1}-8" if cut < 7 else "8")
    return f"{first}:{few},{rest}:{many}"


TEXTS = {"players.seats": seats, "dealing.hand": hand}


def changed(start: Variant, changes: Iterable[Mapping[str, Any]]) -> Variant:
    """A variant after these changes, one after the other, without those that contradict what is there."""
    for options in changes:
        try:
            start = start.changed(options)
        except Unreadable:
            continue
    return start


def mix(chance: Random) -> Variant:
    """A variant with some of its options changed at random, from none at all to every one of them."""
    changes = []
    for _ in range(chance.choice((0, 2, 6, 12, 30))):
        keys = chance.sample(KEYS, chance.choice((1, 1, 1, 2, 3, 5, len(KEYS))))
        if chance.randrange(4) == 0:
            keys = [key for key in KEYS if key.split(".")[0] == keys[0].split(".")[0]]
        changes.append({key: value(key, chance) for key in keys})
    return changed(chance.choice([*variants().values()]), changes)


def table(chance: Random) -> Table:
    """A mix and a number of players."""
    found = mix(chance)
    return found, chance.choice(found.seats())
