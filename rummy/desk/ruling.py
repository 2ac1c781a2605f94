"""Rulings: one of the collection answered in full, and somebody's own file of them checked."""

from __future__ import annotations

from functools import cache

from rummy.desk.asked import RECORD, Json, Wrong, known, text
from rummy.desk.settle import ruled
from rummy.pictures.laid import laid_frame, laid_html
from rummy.positions import KEYS, position
from rummy.rulebook import Page, fragment
from rummy.rulebook.articles import example
from rummy.rulings import LEGAL, Ruling, collection, judge, read
from rummy.words import clip, nearest, say, worded


def ruling(asked: Json) -> Json:
    """A ruling of the collection: its question, the position drawn, and the whole answer.

    >>> ruling({"id": "C-22"})["verdict"]
    'legal'
    """
    known(asked, "id")
    key = text(asked, "id", 100).strip()
    found = _collection().get(key.casefold())
    if found is None:
        near = nearest(key, [one.id for one in _collection().values()])
        raise Wrong("id", say("desk.no-ruling", text=clip(key)) + near)
    if found.lines:
        said = ruled(found.text, [*found.lines])
    else:
        *_, told = example(found)
        said = {"verdict": LEGAL, "html": fragment(Page("", "", (told,)))}
    return {
        "id": found.id,
        "question": found.question,
        "picture": laid_html(laid_frame(position(found.text, found.where))),
        "position": {k: found.told(k) if k == "note" else v for k, v in found.text.items() if k in KEYS},
        "lines": [*found.lines],
        "verdict": said["verdict"],
        "html": said["html"],
    }


@worded
@cache
def _collection() -> dict[str, Ruling]:
    return {one.id.casefold(): one for one in collection()}


def check(asked: Json) -> Json:
    """Somebody's own rulings against the engine: which are as they say, and what differs.

    >>> mine = '[[ruling]]\\nid = "mine"\\nphase = "play"\\ntry = ["draw"]\\nverdict = "legal"'
    >>> check({"text": mine})["rulings"][0]["passed"]
    False
    """
    known(asked, "text")
    made = [judge(one) for one in read(text(asked, "text", RECORD), say("desk.rulings"))]
    rows = [
        {
            "id": one.ruling.id,
            "question": one.ruling.question,
            "passed": one.passed,
            "got": one.got,
            "differs": [*one.differs],
        }
        for one in made
    ]
    return {"rulings": rows, "passed": sum(one.passed for one in made)}
