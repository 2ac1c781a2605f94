"""Between two tables: what differs, as a page to read."""

from __future__ import annotations

import re

from rummy.compare import Comparison, names
from rummy.compare import compare as compared
from rummy.desk.asked import Json, known, reading, text
from rummy.rulebook import fragment
from rummy.rulebook.book import titled
from rummy.rulebook.page import escape_text
from rummy.variants import Variant, code, find
from rummy.words import say


def compare(asked: Json) -> Json:
    """What changes between two tables, each by its code.

    >>> compare({"a": "500-rum", "b": "500-rum + scoring.ace_low=1"})["b"]["title"]
    '500 Rum, house rules'
    """
    known(asked, "a", "b")
    one, other = _table(asked, "a"), _table(asked, "b")
    made = compared(one, other)
    return {
        "a": {"code": code(one), "title": titled(one)},
        "b": {"code": code(other), "title": titled(other)},
        "changes": len(made.changes),
        "same": len(made.stays),
        "html": _sided(made, fragment(made.page())),
    }


def _sided(made: Comparison, html: str) -> str:
    """The page with what each table says marked as the one's or the other's."""
    for side, name in zip("ab", names(made.a, made.b), strict=True):
        labels = "|".join(re.escape(escape_text(say(f"compare.{key}", name=name))) for key in ("in", "only"))
        html = re.sub(rf'<p class="note">(?=<strong>(?:{labels}): )', f'<p class="note {side}">', html)
    return html


def _table(asked: Json, name: str) -> Variant:
    with reading(name):
        return find(text(asked, name))
