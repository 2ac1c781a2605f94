"""The course at the desk: what a learner has tried, a sheet of questions with its key, common deals."""

from __future__ import annotations

from random import SystemRandom

from rummy.course import drills, lesson
from rummy.course.board import board
from rummy.course.codes import common
from rummy.course.drills import paper
from rummy.course.progress import MOST, Progress, dump, merge, read
from rummy.course.rounds import placement
from rummy.desk.asked import Json, known, part, reading
from rummy.pictures.paper import el, say_in
from rummy.variants import Variant, find
from rummy.words import Unreadable, say

LONGEST = 4 * MOST
"""How many characters a question about progress may have: more than two documents."""


def progress(asked: Json) -> Json:
    """The progress that is kept, with more of it merged in, and how the learner stands in every lesson.

    What cannot be read is left out, and a sentence says why: ``aside`` of what is kept, which must not be
    overwritten then, ``problem`` of what was to be added.

    >>> progress({"text": "{", "more": []})["aside"]
    'This file of progress is broken or half-written.'
    """
    known(asked, "text", "more")
    whole, aside = _read(part(asked, "text", "text", ""))
    problem = ""
    for text in part(asked, "more", "texts", []):
        more, why = _read(text)
        whole, problem = merge(whole, more), why or problem
    shown = board(whole)
    rows, (*told, _due, _place) = shown["lessons"], shown["texts"]
    for row in rows:
        row["place"] = lesson(row["id"]).place
    kept = {"text": dump(whole), "aside": aside, "problem": problem}
    return {**kept, "told": told, "lessons": rows, "placement": placement()}


def _read(text: str) -> tuple[Progress, str]:
    """The progress in a text, or none of it and why."""
    try:
        return (read(text) if text else Progress()), ""
    except Unreadable as error:
        return Progress(), str(error)


def worksheet(asked: Json) -> Json:
    """Questions on a sheet, and their answers on another; the same seed brings the same sheet.

    >>> sheet = worksheet({"kinds": ["meld"], "many": 2, "seed": "7"})
    >>> sheet["html"].count("<li class=\\"item\\">"), sheet["key"].count("<li>"), sheet["seed"]
    (2, 2, '7')
    """
    known(asked, "kinds", "variant", "level", "many", "seed")
    with reading("variant"):
        variant = find(part(asked, "variant", "text", "rummy-500"))
    seed = part(asked, "seed", "text", "").strip() or str(SystemRandom().randrange(1, 10**6))
    level, many = part(asked, "level", "number", 1), part(asked, "many", "number", 10)
    kinds = part(asked, "kinds", "texts", []) or [one for one in drills.KINDS if drills.suits(one, variant)]
    some = drills.worksheet(kinds, many, seed, variant=variant, level=level)
    return {
        "html": _paper("sheet", el("ol", *map(paper.asked, some)), variant, level, seed),
        "key": _paper("key", el("ol", *map(paper.answered, some)), variant, level, seed),
        "seed": seed,
    }


def _paper(kind: str, inside: str, variant: Variant, level: int, seed: str) -> str:
    """A sheet with its head: what it is, and where it came from."""
    told = say("worksheet.told", title=variant.title, level=level, seed=seed)
    return say_in("h2", say(f"worksheet.{kind}")) + say_in("p", told, class_="source") + inside


def deal(asked: Json) -> Json:
    """The code of a deal that everybody plays.

    >>> deal({"number": 7})
    {'code': 'BHR-FHBS'}
    """
    known(asked, "rules", "number")
    with reading("rules"):
        rules = find(part(asked, "rules", "text", "") or "rummy-500")
    return {"code": common(rules, number=part(asked, "number", "number", 0)).code}
