"""Settling it: a position and what somebody wants to do there, answered as a referee does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rummy.deal import PHASES, Deal
from rummy.desk.asked import Json, Wrong, known, link, pack_of, part, reading
from rummy.law import legal_actions, to_act
from rummy.lines import write
from rummy.pictures.laid import laid_frame, laid_html
from rummy.positions import check_keys, describe, named, position
from rummy.positions.limits import means_something
from rummy.referee import ask, sketched
from rummy.referee.moves import in_words
from rummy.rulebook import fragment
from rummy.words import Unreadable, say


def settle(asked: Json) -> Json:
    """What lies there and what may be done; with lines, also whether they are legal, and why.

    ``others: false`` leaves out the tables at which the answer would be the other one.

    >>> hand = {"phase": "play", "variant": "basic", "hands": {"A": "7H 7C 2S"}}
    >>> settle({"position": hand, "lines": ["meld 7H 7C 2S"]})["rule"]["href"]
    'site:rules/meld/#meld.kind'
    >>> [move["text"] for move in settle({"position": hand})["moves"]]
    ['discard the 2♠', 'discard the 7♥', 'discard the 7♣']
    """
    known(asked, "position", "lines", "others")
    lines, others = part(asked, "lines", "texts", []), part(asked, "others", "flag", True)
    where = asked.get("position")
    with reading("position"):
        if isinstance(where, str):
            where = named(where)
        if not isinstance(where, Mapping):
            raise Wrong("position", say("desk.form.position"))
        check_keys(where)
        text = sketched(where, lines)
        deal = position(text, say("desk.position"))
    shown = laid_frame(deal)
    drawn = {
        "picture": laid_html(shown),
        "step": shown["step"],
        "moves": moves(deal),
        "pack": pack_of(deal.game),
        "phases": [phase for phase in PHASES if _known(phase, deal)],
    }
    return drawn | ({"lines": lines} | ruled(text, lines, others) if lines else {})


def _known(phase: str, deal: Deal) -> bool:
    """Is there such a phase at this table?"""
    try:
        means_something({}, deal.variant, phase)
    except Unreadable:
        return False
    return True


def moves(deal: Deal) -> list[Json]:
    """Everything that may be done, as lines of play and in words."""
    return [
        {"line": write(action, deal), "text": in_words(deal, [action])[0]}
        for seat in to_act(deal)
        for action in legal_actions(deal, seat)
    ]


def ruled(text: Mapping[str, Any], lines: list[str], others: bool = True) -> Json:
    """What the referee says to some lines; how other tables see it takes longest and can be left out."""
    with reading("lines"):
        said = ask(text, lines, place="", elsewhere=others)
    return {
        "verdict": said.verdict,
        "line": said.line,
        "rule": link(said.breach.article) if said.breach else None,
        "reason": said.page.blurb,
        "html": fragment(said.page),
        "after": {"position": describe(said.after)} if said.after else None,
    }
