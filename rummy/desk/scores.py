"""Scores at the desk: what a class made of the same cards, from lines that a teacher types in."""

from __future__ import annotations

from rummy.course.duplicate import duplicate, placed_page, read_scores
from rummy.desk.asked import Json, known, part, reading
from rummy.rulebook import fragment


def scores(asked: Json) -> Json:
    """The table of a common deal with the median of the class; nothing where nobody has a line yet.

    >>> scores({"code": "BHR-FHBS", "text": "Ada 120"})["count"]
    1
    """
    known(asked, "code", "text")
    with reading("text"):
        placed = duplicate(read_scores(part(asked, "text", "text", "")))
    page = placed_page(part(asked, "code", "text", "").strip(), placed)
    return {"count": len(placed), "html": fragment(page) if placed else ""}
