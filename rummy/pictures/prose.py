"""A position in words: for a plain terminal, and as what a picture says to those who do not see it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rummy.cards import BACK, RANKED, RANKS, Card, card
from rummy.pictures.faces import spoken
from rummy.words import listed, say

Json = Mapping[str, Any]
Jsons = Sequence[Json]
InWords = Callable[[Jsons], str]
"""How cards are written: `printed` or `named`."""


def table_text(frame: Json) -> str:
    """The table of a frame as plain text.

    Args:
        frame: what `rummy.frames.frame_of` or `rummy.table.Table.frame` gives.

    >>> from rummy.table import Table
    >>> print(table_text(Table("basic", seed=7).frame()).splitlines()[2])
    Stock: 31 cards
    """
    return "\n".join(table_lines(frame, printed))


def table_spoken(frame: Json) -> str:
    """The table of a frame as sentences to be read aloud: every card by its full name."""
    lines = [line.strip() for line in table_lines(frame, named)]
    return " ".join(line if line.endswith((".", "?", "!", ":")) else f"{line}." for line in lines)


def printed(cards: Jsons) -> str:
    """Cards as they are printed, a wild one with what it stands for: ``8♠ ★9♠ 10♠``.

    >>> printed([{"c": "8S"}, {"c": "*", "as": "9S"}, {"c": "7C", "as": "TS"}, {"c": "*", "as": "4?"}])
    '8♠ ★9♠ 7♣=10♠ ★4'
    """
    return " ".join(_printed(c) for c in cards)


def _printed(one: Json) -> str:
    glyph, stands = card(one["c"]).glyph, stands_for(one)
    if stands is None:
        return glyph
    return f"{glyph}{'' if one['c'] == '*' else '='}{stands.glyph}"


def stands_for(one: Json) -> Card | None:
    """What a frame's card stands for: a card, or only a rank; None if it is itself."""
    code = one.get("as")
    if not code:
        return None
    return RANKED[RANKS.index(code[0])] if code[1:] == "?" and code != BACK.code else card(code)


def named(cards: Jsons) -> str:
    """Cards by their full names.

    >>> named([{"c": "8S"}, {"c": "7H"}])
    'eight of spades and seven of hearts'
    """
    return listed([name_of(c) for c in cards])


def name_of(one: Json) -> str:
    """The name of a frame's card, with what it stands for."""
    return spoken(card(one["c"]), stands_for(one))


def laid_off(meld: Json, cards_in_words: InWords) -> list[str]:
    """Who laid off what on a meld."""
    by: dict[str, list[Json]] = {}
    for one in meld["cards"]:
        if one.get("by", meld["owner"]) != meld["owner"]:
            by.setdefault(str(one.get("by_name", one["by"])), []).append(one)
    return [say("picture.laid-off", cards=cards_in_words(cards), who=who) for who, cards in by.items()]


def is_to_act(frame: Json, seat: Json) -> bool:
    """Is this seat to do something now?"""
    return frame["phase"] != "over" and seat["seat"] in frame["to_act"]


def total_of(frame: Json, seat: Json) -> str:
    """The points of the match before this deal, if there have been any."""
    total = seat.get("total", "0")
    return say("picture.total", total=total) if frame.get("sheet") and total != "0" else ""


def table_lines(frame: Json, cards_in_words: InWords) -> list[str]:
    """Everything open to be seen, line by line.

    Args:
        frame: the frame.
        cards_in_words: how cards are written.
    """
    lines = [frame["title"], frame["step"], *frame["about"]]
    if frame.get("note"):
        lines.append(frame["note"])
    lines.append(say("picture.stock", number=say("picture.cards", count=frame["stock"]["count"])))
    pile = frame["discards"]
    lines.append(say("picture.pile", cards=cards_in_words(pile)) if pile else say("table.pile_empty"))
    lines += [say("picture.gone", cards=cards_in_words(frame["gone"]))] if frame["gone"] else []
    lines.append(say("picture.melds") + ":" if frame["melds"] else say("table.no_melds"))
    for meld in frame["melds"]:
        told = say("picture.meld", n=meld["n"], cards=cards_in_words(meld["cards"]), label=meld["label"])
        lines.append("; ".join([f"  {told}", *laid_off(meld, cards_in_words)]))
    lines += [_seat_line(frame, seat, cards_in_words) for seat in frame["seats"]]
    if frame["may"]:
        lines += [say("picture.may") + ":", *(f"  {way}" for way in frame["may"])]
    if frame["over"]:
        lines.append(frame["over"]["text"])
        lines += [f"  {row['name']}: {row['text']}" for row in frame["over"]["counts"]]
        if frame["over"]["match"]:
            lines.append(frame["over"]["match"])
    return lines + answer_lines(frame)


def answer_lines(frame: Json) -> list[str]:
    """What the table has answered to the last move, with the rule it rests on."""
    message = frame.get("message")
    if not message:
        return []
    lines = [f"{say('table.kind_' + message['kind'])}: {message['text']}"]
    if message["article"]:
        lines.append(
            say("picture.rule", number=message["article"]["number"], title=message["article"]["title"])
        )
    return lines


def _seat_line(frame: Json, seat: Json, cards_in_words: InWords) -> str:
    """A seat: how many cards, those that can be seen, and how it stands."""
    shown = seat["cards"] if seat["cards"] is not None else seat["known"]
    key = "picture.hand-closed" if not shown else "picture.hand" if seat["cards"] else "picture.hand-known"
    count = say("picture.cards", count=seat["count"])
    told = say(key, who=seat["name"], number=count, cards=cards_in_words(shown))
    marks = [
        *seat["notes"],
        say("table.dealer") if seat["dealer"] else "",
        say("picture.to-play") if is_to_act(frame, seat) else "",
        seat["stands_text"],
        total_of(frame, seat),
    ]
    return "; ".join([told, *filter(None, marks)])
