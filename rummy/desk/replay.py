"""Replaying: a record, or what was played in a position, move by move, as a table would show it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rummy.actions import SEATS, Action
from rummy.cards import Card
from rummy.deal import DEAL, Deal
from rummy.desk.asked import RECORD, Json, known, part, plain, reading, text
from rummy.frames import Seen, frame_of, logged
from rummy.law import breach, to_act
from rummy.lines import parse
from rummy.match import Match, after, before_deal, new_match
from rummy.positions import describe, filled, named, position
from rummy.record import Record, played_from, read
from rummy.record import replay as replayed
from rummy.rulebook.book import titled
from rummy.steps import follow
from rummy.table import table_words
from rummy.variants import code
from rummy.words import Ambiguous, Unreadable, clip, in_any_language, say, worded

LOG = 60
"""How many moves the log keeps."""


class Moment(NamedTuple):
    """What lies there after a move, and the move in words."""

    number: int
    """Which deal of the match it is."""
    match: Match
    """The match before this deal."""
    deal: Deal
    seat: int
    text: str
    came: tuple[Card, ...] = ()
    """The cards that the move brought to the hand of the seat in turn."""
    before: Deal | None = None
    """The deal before the move; None where nobody has moved yet."""
    action: Action | None = None
    note: str = ""
    """What the record says of the move."""


class Course(NamedTuple):
    """A record, played through."""

    record: Record
    names: tuple[str, ...]
    moments: tuple[Moment, ...]
    problem: str
    """The place of the first line that cannot be played, and why; empty if all is well."""
    matched: bool = True
    """Is it a match, and no position?"""


def replay(asked: Json) -> Json:
    """The table after move ``n`` of a record, counted from 0, the last if that is -1; every move in words.

    A step has the note on its move; null where there is no move to have one.

    In the place of a record, a text may be ``{"position": …, "seed": …, "lines": […]}``: what a table with a
    position was given, and what it saves.

    >>> short = 'rummy = 1\\nvariant = "basic"\\nseats = 2\\n[[deal]]\\ndealer = "B"\\nplay = []'
    >>> answer = replay({"text": short, "n": -1})
    >>> answer["count"], answer["frame"]["step"]
    (1, 'B deals.')
    """
    known(asked, "text", "n")
    course, n = course_of(asked)
    count = len(course.moments)
    return {
        "title": titled(course.record.variant),
        "names": [*course.names],
        "n": n,
        "count": count,
        "steps": [
            {"deal": m.number, "n": at, "text": m.text, "note": m.note if m.action else None}
            for at, m in enumerate(course.moments)
        ],
        "note": clip(course.record.note, 400),
        "frame": _frame(course, n),
        "position": describe(course.moments[n].deal),
        "words": table_words(),
        "problem": course.problem or None,
    }


def course_of(asked: Json) -> tuple[Course, int]:
    """The record that is asked about, played through, and which of its moments."""
    with reading("text"):
        course = _course(text(asked, "text", RECORD))
    count, n = len(course.moments), part(asked, "n", "number", 0)
    return course, min(max(n + count if n < 0 else n, 0), count - 1)


@worded
@lru_cache(maxsize=2)
def _course(whole: str) -> Course:
    """A record played through; kept, since its moments are asked for one by one."""
    if whole.lstrip().startswith("{"):
        return _in_position(whole)
    return played_through(read(whole, say("desk.replay.record")))


def played_through(record: Record) -> Course:
    """A record with what lay there after each of its moves, and each move in words."""
    names = tuple(_name(s, name) for s, name in enumerate(record.names or SEATS[: record.seats]))
    match = new_match(record.variant, record.seats, record.deals[0].dealer if record.deals else 0)
    again, moments = replayed(record), list[Moment]()
    undealt = Moment(1, match, before_deal(match), match.dealer, say("desk.replay.undealt"))
    for number, (played, states) in enumerate(zip(record.deals, again.states, strict=False), 1):
        notes = dict(played.notes)
        for at, (line, before, then) in enumerate(zip(played.lines, states, states[1:], strict=False)):
            action = parse(line, before)
            moments.append(_moved(number, match, before, action, then, names, notes.get(at, "")))
        match = after(match, states[-1]) if states[-1].over else match
    problem = f"{again.where}: {again.why}" if again.why else ""
    return Course(record, names, tuple(moments) or (undealt,), problem)


def _moved(
    number: int, match: Match, before: Deal, action: Action, then: Deal, names: Sequence[str], note: str
) -> Moment:
    """The moment after a move."""
    deed = logged(before, action, names, None, then)
    return Moment(number, match, then, action.seat, deed, _came(before, then), before, action, note)


def _name(seat: int, given: str) -> str:
    """What a seat is called; who was “you” at the table is told by the seat, as of everybody else.

    >>> _name(0, "You"), _name(1, "Kim"), _name(2, "")
    ('A (you)', 'Kim', 'C')
    """
    if given in in_any_language("told.you"):
        return say("told.you-seat", seat=SEATS[seat])
    return clip(given, 30) or SEATS[seat]


def in_position(whole: str) -> Json:
    """A position and the lines that were played in it, as a table saves them."""
    try:
        asked = plain(json.loads(whole), RECORD)
        known(asked, "position", "seed", "lines")
        asked["position"]
    except Unreadable:
        raise
    except (ValueError, KeyError, RecursionError):
        raise Unreadable(say("desk.replay.no-position")) from None
    return asked


def _in_position(whole: str) -> Course:
    """What was played in a position."""
    asked = in_position(whole)
    start = asked["position"]
    start = named(start) if isinstance(start, str) else part(asked, "position", "mapping", {})
    deal = filled(position(start), str(asked.get("seed", "")))
    played = played_from(deal.dealer, part(asked, "lines", "texts", []))
    notes = dict(played.notes)
    names = tuple(SEATS[: deal.game.seats])
    match = new_match(deal.variant, deal.game.seats, deal.dealer)
    moments = [Moment(1, match, deal, deal.seat, say("desk.replay.position"))]
    problem = ""
    for at, line in enumerate(played.lines):
        try:
            action = parse(line, deal)
            why = str(breach(deal, action) or "")
        except (Unreadable, Ambiguous) as error:
            why = str(error)
        if why:
            problem = f"{say('record.place', deal=1, line=at + 1, text=clip(line, 60))}: {why}"
            break
        before, deal = deal, follow(deal, action)
        moments.append(_moved(1, match, before, action, deal, names, notes.get(at, "")))
    record = Record(deal.variant, deal.game.seats, (played,), note=str(start.get("note", "")))
    return Course(record, names, tuple(moments), problem, matched=False)


def _came(before: Deal, then: Deal) -> tuple[Card, ...]:
    """The cards that came into the hand of the seat in turn."""
    if before.phase == DEAL:
        return ()
    return tuple((Counter(then.hands[then.seat]) - Counter(before.hands[then.seat])).elements())


def _frame(course: Course, n: int) -> Json:
    """The table at a moment, with every hand open; nothing on it can be played."""
    now, record = course.moments[n], course.record
    acting = to_act(now.deal)
    waiting = acting[0] if acting else None
    frame = frame_of(Seen(now.deal, None, course.names, now.match, "suit", waiting, course.matched, now.came))
    past = [*enumerate(course.moments[: n + 1])][-LOG:]
    return frame | {
        "key": "replay",
        "fresh": False,
        "save": None,
        "seed": record.seed or None,
        "deal_no": now.number,
        "note": clip(record.note, 200),
        "message": None,
        "choose": None,
        "wait": None,
        "log": [{"n": at, "seat": SEATS[m.seat], "text": m.text, "why": False} for at, m in past],
        "menu": {"variants": [], "seats": [], "players": [], "chosen": {"variant": code(record.variant)}},
        "can": dict.fromkeys([*frame["can"], "undo", "step", "again", "next"], False),
    }
