"""Cases: the position that a question speaks of, from a file or sketched in a few words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from rummy.actions import KINDS, SEATS
from rummy.deal import CALL, DEAL, DRAW, NAME, PLAY, SHUFFLE
from rummy.lines.said import understood
from rummy.positions import variant_of
from rummy.rulings import check_keys, tries
from rummy.words import Unreadable, clip, listed, read_toml, say

_PHASE = {"deal": DEAL, "name": NAME, "call": CALL, "shuffle": SHUFFLE}
_PHASE |= dict.fromkeys(("draw", "take", "pass"), DRAW)
"""The phase to which a move belongs, by its first word; all others are plays."""


def is_move(text: str) -> bool:
    """Does a text begin as a line of play does?

    >>> is_move("B: take 5S"), is_move("bridge")
    (True, False)
    """
    _, verb = _begun(text)
    return verb in {kind.kind.split()[0] for kind in KINDS}


def _begun(line: str) -> tuple[str, str]:
    """The seat that speaks in a line, if it is named, and the line's first word."""
    found = re.match(r"\s*(?:([a-h])\s*:)?\s*([a-z]*)", understood(line).lower())
    assert found is not None
    return (found[1] or "").upper(), found[2]


def opened(text: str, where: str, name: str = "") -> Mapping[str, Any]:
    """The position in a text: its keys at the top, or the one ruling or position in it that has this id.

    >>> opened('[[ruling]]\\nid = "mine"\\nphase = "play"', "my.toml", "mine")["phase"]
    'play'
    """
    book = read_toml(text, where)
    rows = [*_rows(book.get("ruling"), where), *_rows(book.get("position"), where)]
    if not rows and not name:
        rows = [("", book)]
    found = [row for key, row in rows if key == name or not name]
    if len(found) != 1:
        names = listed([clip(key) for key, _ in rows[:20] if key], "or") or say("nothing")
        if found and name:
            raise Unreadable(say("referee.twice", where=where, name=clip(name)))
        if name:
            raise Unreadable(say("referee.no-such-case", where=where, name=clip(name), names=names))
        raise Unreadable(say("referee.which-case", where=where, names=names))
    with placed(where):
        check_keys(found[0])
        tries(found[0])
    return found[0]


@contextmanager
def placed(where: str) -> Iterator[None]:
    """What is unreadable in here is told with its place, if it has one."""
    try:
        yield
    except Unreadable as error:
        raise Unreadable(f"{where}: {error}" if where else str(error)) from None


def _rows(some: Any, where: str) -> list[tuple[str, Mapping[str, Any]]]:
    """The rulings or positions of a file, by id."""
    if isinstance(some, Mapping):
        rows = [*some.items()]
    else:
        rows = [(row.get("id", "") if isinstance(row, Mapping) else "", row) for row in _list(some)]
    if not all(isinstance(row, Mapping) for _, row in rows):
        raise Unreadable(say("error.no-rulings", where=where))
    return [(str(key), row) for key, row in rows]


def _list(some: Any) -> list[Any]:
    return some if isinstance(some, list) else [] if some is None else [some]


def sketched(text: Mapping[str, Any], lines: Sequence[str]) -> dict[str, Any]:
    """A position with what it leaves out filled in as the question suggests: phase, turn and seats.

    >>> sketched({"hands": {"C": "7H 7C 7D"}}, ["C: meld 7H 7C 7D"])
    {'phase': 'play', 'hands': {'C': '7H 7C 7D'}, 'turn': 'C', 'seats': 3}
    """
    speaker, verb = _begun(lines[0] if lines else "")
    new = {"phase": _PHASE.get(verb, PLAY), **text}
    hands = new.get("hands", {})
    if speaker and new["phase"] not in (CALL, DEAL):
        new.setdefault("turn", speaker)
    elif isinstance(hands, Mapping) and len(hands) == 1 and new["phase"] not in (CALL, DEAL, NAME):
        new.setdefault("turn", next(iter(hands)))
    if "seats" not in new:
        said = [speaker, *new.get("hands", {}), *(str(new.get(key, "")) for key in ("turn", "dealer", "by"))]
        said += [seat for meld in new.get("table", ()) for seat in re.findall(r"([A-Ha-h])\s*:", str(meld))]
        at = [SEATS.find(seat.upper()) + 1 for seat in said if len(seat) == 1]
        with placed(say("referee.place")):
            new["seats"] = max(variant_of(new).seats()[0], *at, 0)
    return new
