"""Counting: deals played with real cards, counted by the engine, up to the sheet of the whole match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rummy.actions import DOUBLE, SEATS, WILD_EFFECT
from rummy.cards import BACK
from rummy.deal import Game, game
from rummy.desk.asked import Json, Wrong, known, pack_of, part, reading, text
from rummy.frames import Seen
from rummy.frames.tally import over, sheet
from rummy.lines import seat_of
from rummy.match import Match, after, new_match, winners, with_seats
from rummy.positions.reading import deal_of
from rummy.rulebook import Page, fragment
from rummy.rulebook.page import Block, Grid, Heading, Prose
from rummy.scoring import points_text, scores_on_table
from rummy.variants import EXPOSED, find
from rummy.words import Unreadable, clip, listed, say

MOST = 200
"""How many deals are counted."""


class Counted(NamedTuple):
    """One deal, counted; or why it cannot be."""

    seen: Seen | None
    """The deal with the match before it."""
    match: Match
    """The match after it."""
    error: str = ""


def count(asked: Json) -> Json:
    """The sums of every deal, the totals after it and who has won; points are a side's, under its seats.

    A deal has ``out`` (who went out or knocked), ``hands`` and ``melds``. What else a table needs, ``asks``
    tells: ``rummy`` (the one who is out went rummy) and ``wild`` (the dealer's open card). ``dealer`` and
    ``named`` (what jokers do) follow from the rest and can be told.

    >>> won = {"out": "A", "hands": {"B": "5S KD"}, "melds": ["A: 7S 8S 9S + B: TS"]}
    >>> answer = count({"variant": "500-rum", "names": ["Anna", "Bob"], "deals": [won]})
    >>> answer["deals"][0]["texts"]
    ['table 7 + 8 + 9 = 24', 'table 10, hand − 5 − 10 = −5']
    """
    known(asked, "variant", "names", "seats", "dealer", "deals")
    with reading("variant"):
        variant = find(text(asked, "variant"))
    names = part(asked, "names", "texts", [])
    with reading("seats"):
        seats = part(asked, "seats", "number", len(names) or variant.seats()[0])
        g = game(variant, seats)
    if names and len(names) != seats:
        raise Wrong("names", say("desk.count.names", count=seats))
    with reading("dealer"):
        dealer = seat_of(part(asked, "dealer", "text", SEATS[seats - 1]), seats)
    deals = part(asked, "deals", "list", [])
    if len(deals) > MOST:
        raise Wrong("deals", say("desk.count.too-many", most=MOST))
    called = tuple(clip(name, 30) or SEATS[s] for s, name in enumerate(names or [""] * seats))
    made = [*_counted(deals, new_match(variant, seats, dealer), called)]
    match = made[-1].match if made else new_match(variant, seats, dealer)
    last = next((one.seen for one in reversed(made) if one.seen is not None), None)
    said = (last and sheet(last)) or {}
    return {
        "deals": [_told(number, one, g) for number, one in enumerate(made, 1)],
        "totals": _by_seat(match.totals, g),
        "over": match.over,
        "winner": [SEATS[s] for s in with_seats(match, winners(match))],
        "dealer": SEATS[match.dealer],
        "plays": [SEATS[s] for s in match.playing],
        "asks": {
            "knock": variant.ending.knock == "on",
            "melds": scores_on_table(variant.scoring),
            "rummy": variant.scoring.going_rummy != "none",
            "wild": variant.melding.wild_rank == EXPOSED,
        },
        "pack": pack_of(g),
        "text": said.get("text", ""),
        "html": fragment(_page(made, match, called, said.get("text", ""))),
    }


def _counted(deals: list[Any], match: Match, names: tuple[str, ...]) -> Iterator[Counted]:
    """Deal after deal; one that cannot be read is left out of the match, and the others still count."""
    for row in deals:
        try:
            if match.over:
                raise Unreadable(say("record.won"))
            deal = deal_of(_position(row, match))
            if any(BACK in hand for hand in deal.hands):
                raise Unreadable(say("desk.count.face-down"))
        except Unreadable as error:
            match = match._replace(dealer=game(match.variant, match.seats).next(match.dealer))
            yield Counted(None, match, str(error))
            continue
        seen = Seen(deal, None, names, match, "suit", None, True)
        match = after(match, deal)
        yield Counted(seen, match)


def _position(row: Any, match: Match) -> Json:
    """A deal that is over, as a position."""
    if not isinstance(row, Mapping):
        raise Unreadable(say("desk.count.form"))
    known(dict(row), "out", "hands", "melds", "rummy", "dealer", "named", "wild")
    if not row.get("hands") and not row.get("melds"):
        raise Unreadable(say("desk.count.nothing"))
    v, melds, out = match.variant, row.get("melds") or [], row.get("out") or "none"
    text = {
        "variant": v.id,
        "options": v.overrides(),
        "seats": match.seats,
        "dealer": row.get("dealer") or SEATS[match.dealer],
        "playing": " ".join(SEATS[s] for s in match.playing),
        "phase": "over",
        "stock_left": 0,
        "out": out,
        "hands": row.get("hands") or {},
        "table": melds,
    }
    if row.get("rummy") and out != "none":
        text["rummy"] = out
    if v.jokers.role == "gambit":
        text |= _named(row.get("named"), melds)
    if v.melding.wild_rank == EXPOSED:
        if not row.get("wild"):
            raise Unreadable(say("desk.count.wild"))
        text["exposed"] = {text["dealer"]: row["wild"]}
    return text


def _named(effect: Any, melds: Any) -> Json:
    """What the dealer named, or what the melds show; the dealer's joker may lie among them."""
    lines = " ".join(line for line in melds if isinstance(line, str)) if isinstance(melds, list) else ""
    shown = DOUBLE if " with " in lines else WILD_EFFECT if "*" in lines or "★" in lines else ""
    named = effect or shown
    return {"named": named, "dealer_joker": "used"} if named else {}


def _told(number: int, one: Counted, g: Game) -> Json:
    """A deal as it was counted."""
    if one.seen is None:
        error = f"{say('desk.count.deal', deal=number)}: {one.error}"
        return {"points": {}, "totals": _by_seat(one.match.totals, g), "texts": [], "error": error}
    rows = over(one.seen)
    return {
        "points": _by_seat(one.match.scores[-1], g),
        "totals": _by_seat(one.match.totals, g),
        "texts": [row["text"] for row in rows["counts"]],
        "counts": rows["counts"],
        "ending": rows["text"],
        "error": None,
    }


def _by_seat(points: tuple[Any, ...], g: Game) -> dict[str, str]:
    """Points of the sides, under every seat."""
    return {SEATS[s]: points_text(points[g.side_of[s]]) for s in range(g.seats)}


def _page(made: list[Counted], match: Match, names: tuple[str, ...], result: str) -> Page:
    """The score sheet, with every deal's sums below it."""
    head = ("", *(listed([names[s] for s in side]) for side in match.sides))
    rows, blocks = list[tuple[str, ...]](), list[Block]()
    for number, one in enumerate(made, 1):
        title = say("desk.count.deal", deal=number)
        if one.seen is None:
            rows.append((title, *("–" for _ in match.sides)))
            blocks.append(Prose(one.error, title))
            continue
        told = over(one.seen)
        rows.append((title, *map(points_text, one.match.scores[-1])))
        blocks += [Heading(title), Prose(told["text"])]
        blocks.append(Grid(tuple((row["name"], row["text"]) for row in told["counts"])))
    rows.append((say("desk.count.total"), *map(points_text, match.totals)))
    title = say("desk.count.title", title=match.variant.title)
    return Page(title, result, (Grid(tuple(rows), head), *blocks))
