"""The quick reference of a table: one page to keep at hand while playing."""

from __future__ import annotations

from rummy.rulebook.book import filled, holding, titled
from rummy.rulebook.page import Grid, Page
from rummy.variants import Variant, code, find
from rummy.words import capital, say

ROWS = (
    *("players", "cards", "start", "draw", "melds", "wild", "jokers", "gambit", "layoff", "discard"),
    *("out", "calling", "stock", "count", "values", "match"),
)
"""What is told, in the order of a game."""


def quick(variant: Variant | str) -> Page:
    """The rules of a table on one page.

    >>> print(quick("basic").blocks[0].rows[-1][1])
    At 100 the match ends; the highest total wins; a tie is shared.
    """
    v = find(variant) if isinstance(variant, str) else variant
    rows = ((say(f"quick.{row}.title"), told) for row in ROWS if (told := _told(row, v)))
    return Page(titled(v), code(v) if v.overrides() else v.blurb, (Grid(tuple(rows)),))


def _told(row: str, variant: Variant) -> str:
    """What a row says at this table: its phrases that hold, as one sentence."""
    said = "; ".join(filled(text, variant) for text in holding(f"quick.{row}", variant))
    return f"{capital(said)}." if said else ""
