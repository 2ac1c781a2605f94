"""Settling it: a position and what somebody wants to do there, answered as a referee does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rummy.actions import SEATS
from rummy.cards import BACK, cards
from rummy.deal import PHASES, Deal
from rummy.desk.asked import Json, Wrong, known, link, pack_of, part, reading
from rummy.law import legal_actions, to_act
from rummy.lines import spoken, write
from rummy.lines.said import told, understood
from rummy.pictures.laid import laid_frame, laid_html
from rummy.positions import check_keys, describe, named, position
from rummy.positions.limits import means_something
from rummy.referee import ask, sketched
from rummy.referee.moves import in_a_phrase, in_words
from rummy.rulebook import fragment
from rummy.rulebook.page import escape_text
from rummy.rules import article
from rummy.words import Unreadable, clip, listed, say


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
    lines = [_on_one(understood(line), deal) for line in lines]
    shown = laid_frame(deal)
    drawn = {
        "picture": laid_html(shown),
        "step": shown["step"],
        "unknown": _unknown(deal, text),
        "moves": moves(deal),
        "pack": pack_of(deal.game),
        "phases": [phase for phase in PHASES if _known(phase, deal)],
    }
    return drawn | ({"lines": lines} | ruled(text, lines, others) if lines else {})


def _unknown(deal: Deal, text: Mapping[str, Any]) -> str | None:
    """Whose hand is only counted, and what becomes of it; None where just those who wait are left out."""
    backs = {seat: hand.count(BACK) for seat, hand in enumerate(deal.hands) if BACK in hand}
    if not any(seat in to_act(deal) or SEATS[seat] in text.get("hands", {}) for seat in backs):
        return None
    seats = [say("desk.settle.holds", seat=SEATS[seat], count=count) for seat, count in backs.items()]
    return say("desk.settle.unknown", seats=listed(seats))


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
        {"line": told(write(action, deal)), "text": in_words(deal, [action])[0]}
        for seat in to_act(deal)
        for action in legal_actions(deal, seat)
    ]


def _on_one(line: str, deal: Deal) -> str:
    """A lay-off whose meld is told by several of its cards, told by the first of them.

    >>> _on_one("lay off 8S on 5S 6S 7S", position({"table": ["A: 5S 6S 7S"]}))
    'lay off 8S on 5S'
    """
    found = re.fullmatch(r"(.*\bon )(\S+)((?: \S+)+)", line.strip(), re.IGNORECASE)
    if not found:
        return line
    try:
        named = {*cards(f"{found[2]}{found[3]}")}
    except Unreadable:
        return line
    short = f"{found[1]}{found[2]}"
    if not any(named <= {placed.card for placed in meld.now.placed} for meld in deal.table):
        raise Wrong("lines", say("desk.settle.which", line=clip(short)))
    return short


ALLOWS = {
    "draw": "turn.draw-first",
    "take": "draw.pile.card",
    "meld": "meld.kind",
    "lay": "layoff.meld",
    "swap": "jokers.swap",
    "discard": "turn.discard",
    "knock": "out.knock",
    "call": "calling.off",
    "pass": "turn.pass",
}
"""The rule by which something may be done at all, by the first word of its line."""


def _allows(line: str, deal: Deal) -> Json | None:
    """The rule that allows a legal move."""
    words = [word for word in line.lower().split() if not word.endswith(":")]
    about = article(ALLOWS[words[0]]) if words and words[0] in ALLOWS else None
    return link(about) if about and about.applies(deal.variant.facts()) else None


def _by_title(html: str) -> str:
    """Links to rules say the title of the rule instead of its id.

    >>> _by_title('rule 4.3, <a href="site:rules/draw/#draw.pile.top-only">draw.pile.top-only</a>')
    'rule 4.3, <a href="site:rules/draw/#draw.pile.top-only">Only the top card</a>'
    """
    told = re.sub(
        r'(<a href="site:rules/[^"]+">)([a-z0-9.-]+)</a>',
        lambda found: f"{found[1]}{escape_text(article(found[2]).title)}</a>",
        html,
    )
    return re.sub(r", ([^<>(]+) \((<a [^>]+>)\1</a>\)", r", \2\1</a>", told)


def ruled(text: Mapping[str, Any], lines: list[str], others: bool = True) -> Json:
    """What the referee says to some lines; how other tables see it takes longest and can be left out."""
    with reading("lines"):
        said = ask(text, lines, place="", elsewhere=others)
    return {
        "verdict": said.verdict,
        "line": said.line,
        "text": in_a_phrase(said.deal, said.action, said.line) if said.action else spoken(said.line),
        "rule": link(said.breach.article) if said.breach else None,
        "reason": said.page.blurb,
        "html": _by_title(fragment(said.page)),
        "allows": _allows(said.line, said.deal) if said.verdict == "legal" else None,
        "after": {"position": describe(said.after)} if said.after else None,
    }
