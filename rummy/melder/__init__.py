"""The melder: what can be laid down or laid off at a table, and why not; the best partition of a hand.

It knows one table's meld rules and answers from look-up tables that fill as they are asked.
"""

from __future__ import annotations

from functools import cache

from rummy.melder.packs import Packs
from rummy.melder.reads import Reads
from rummy.melder.uses import Uses
from rummy.melds import Jokers, Melding

__all__ = ["Melder", "melder"]


class Melder(Reads, Uses, Packs):
    """The meld rules of one table, as look-up tables. Use `melder` to get the one for a table."""

    def __reduce__(self) -> tuple[object, tuple[Melding, Jokers, int]]:
        return melder, self.rules


@cache
def melder(melding: Melding, jokers: Jokers, wild: int = 0) -> Melder:
    """The meld tables for these rules and this wild rank; one for each."""
    return Melder(melding, jokers, wild)
