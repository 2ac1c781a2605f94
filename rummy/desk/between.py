"""Between two tables: what differs, as a page to read."""

from __future__ import annotations

from rummy.compare import compare as compared
from rummy.desk.asked import Json, known, reading, text
from rummy.rulebook import fragment
from rummy.rulebook.book import titled
from rummy.variants import Variant, code, find


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
        "html": fragment(made.page()),
    }


def _table(asked: Json, name: str) -> Variant:
    with reading(name):
        return find(text(asked, name))
