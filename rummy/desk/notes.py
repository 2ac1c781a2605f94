"""Notes on a record: written on its moves, and what a computer player would say of one."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from rummy.actions import Shuffle, Start
from rummy.cards import BACK
from rummy.deal import seen_by
from rummy.desk.asked import Json, Wrong, known, part, reading, text
from rummy.desk.replay import Course, course_of, in_position
from rummy.frames import logged
from rummy.players import STRENGTHS, planner, player
from rummy.record import NOTE, Played, dump
from rummy.record import example as record_of
from rummy.words import Unreadable, clip, listed, say

PATIENCE = 300
"""So many milliseconds a planner may think about a move."""
NOBODY = -1
"""A seat that sees no card drawn: what another would have drawn is not told."""


def example(asked: Json) -> Json:
    """A record that comes with the package, as text.

    >>> example({"name": "annotated"})["text"][:9]
    'rummy = 1'
    """
    known(asked, "name")
    with reading("name"):
        return {"text": dump(record_of(text(asked, "name")))}


def annotate(asked: Json) -> Json:
    """A record with other notes on some of its moves, as text; an empty note takes the one there away.

    ``notes`` has them by the number of the step, as `replay` counts.

    >>> short = '{"position": "use-at-once", "lines": ["take 7H"]}'
    >>> annotate({"text": short, "notes": {"1": "Now it must be used."}})["text"][-25:]
    '# Now it must be used."]}'
    """
    known(asked, "text", "notes")
    course, _ = course_of(asked)
    notes = {
        _step(course, key): _said(key, note) for key, note in part(asked, "notes", "mapping", {}).items()
    }
    first, deals = 0 if course.matched else 1, list[Played]()
    for played in course.record.deals:
        here = {n - first: note for n, note in notes.items() if 0 <= n - first < len(played.lines)}
        kept = {**dict(played.notes), **here}
        deals.append(played._replace(notes=tuple((n, kept[n]) for n in sorted(kept) if kept[n])))
        first += len(played.lines)
    if course.matched:
        return {"text": dump(course.record._replace(deals=tuple(deals)))}
    given = in_position(asked["text"]) | {"lines": deals[0].texts}
    return {"text": json.dumps(given, ensure_ascii=False)}


def _step(course: Course, key: str) -> int:
    """The step of this number, if there is a move to write a note on."""
    n = int(key) if key.isascii() and key.isdigit() and len(key) < 9 else -1
    if not 0 <= n < len(course.moments) or course.moments[n].action is None:
        raise Wrong("notes", say("desk.replay.no-step", text=clip(key)))
    return n


def _said(key: str, note: Any) -> str:
    """A note as it goes into a record."""
    if not isinstance(note, str):
        raise Wrong("notes", say("desk.form.text", key=key))
    said = note.strip()
    if len(said) > NOTE:
        raise Wrong("notes", say("desk.too-long", key=key, most=NOTE))
    return said


def advise(asked: Json) -> Json:
    """What a computer player would have done in the place of whoever made move ``n``, and why.

    It sees what that seat saw. ``player`` is how well it plays, medium if that is left out.

    >>> text = example({"name": "annotated"})["text"]
    >>> advise({"text": text, "n": 2})["text"].replace("\ufe0e", "")
    'A computer player would have done the same. Why: the 9♦ goes with nothing in the hand.'
    """
    known(asked, "text", "n", "player")
    course, n = course_of(asked)
    moment, strength = course.moments[n], part(asked, "player", "text", "medium")
    if strength not in STRENGTHS:
        raise Wrong(
            "player", say("desk.replay.no-player", text=clip(strength), names=listed([*STRENGTHS], "or"))
        )
    before, action = moment.before, moment.action
    if before is None or action is None or isinstance(action, Start | Shuffle):
        raise Unreadable(say("desk.replay.no-choice"))
    if BACK in (*before.hands[action.seat], *before.discards):
        raise Unreadable(say("desk.replay.untold", who=course.names[action.seat]))
    name, seat = STRENGTHS[strength], action.seat
    adviser = planner(milliseconds=PATIENCE) if name == "planner" else player(name)
    choice = adviser(seen_by(before, seat), seat, Random(n))
    if choice.action == action:
        return {"text": say("desk.replay.same", why=choice.why)}
    told = logged(before, choice.action, course.names, NOBODY)
    return {"text": say("desk.replay.advice", who=course.names[seat], told=told, why=choice.why)}
