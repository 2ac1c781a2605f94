"""Counting: deals played with real cards, counted by the engine, up to the sheet of the whole match."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from rummy.actions import DOUBLE, SEATS, WILD_EFFECT
from rummy.cards import BACK
from rummy.deal import Deal, Game, game
from rummy.desk.asked import Json, Wrong, known, pack_of, part, reading, text
from rummy.frames import Seen
from rummy.frames.tally import over, sheet
from rummy.lines import seat_of
from rummy.match import Match, after, before_deal, new_match, winners, with_seats
from rummy.positions.limits import dealt_in
from rummy.positions.reading import deal_of
from rummy.rulebook import Page, fragment
from rummy.rulebook.page import Block, Grid, Heading, Prose
from rummy.scoring import points_text, scores_on_table
from rummy.variants import EXPOSED, Variant, find
from rummy.words import Unreadable, clip, listed, say

MOST = 200
"""How many deals are counted."""


class Counted(NamedTuple):
    """One deal, counted; or why it cannot be."""

    before: Match
    match: Match
    """The match after it."""
    seen: Seen | None = None
    """The deal with the match before it, where its cards are told."""
    error: str = ""


def count(asked: Json) -> Json:
    """The sums of every deal, the totals after it and who has won; points are a side's, under its seats.

    A deal has ``out`` (who went out or knocked), ``hands`` and ``melds``; or ``points`` for the sides that
    counted by themselves. What else a table needs, ``asks`` tells: ``rummy`` (the one who is out went rummy),
    ``wild`` (the dealer's open card), ``named`` (what jokers do; the melds can show it), and for ``points``
    ``out``. ``dealer`` follows from the deals before and can be told.

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
    said = sheet(Seen(before_deal(match), None, called, match, "suit", None, True)) or {}
    return {
        "deals": [_told(one, g) for one in made],
        "totals": _by_seat(match.totals, g),
        "over": match.over,
        "winner": [SEATS[s] for s in with_seats(match, winners(match))],
        "dealer": SEATS[match.dealer],
        "plays": [SEATS[s] for s in match.playing],
        "sides": [{"seats": [SEATS[s] for s in side], "name": _side(side, called)} for side in g.sides],
        "asks": _asks(variant),
        "pack": pack_of(g),
        "text": said.get("text", ""),
        "html": fragment(_page(made, match, called, said.get("text", ""))),
    }


def _asks(v: Variant) -> Json:
    """What must be known of a deal at this table, besides who is out and the hands."""
    melds, knock, joker = scores_on_table(v.scoring), v.ending.knock == "on", v.jokers
    return {
        "knock": knock,
        "melds": melds,
        "rummy": v.scoring.going_rummy != "none",
        "wild": v.melding.wild_rank == EXPOSED,
        "named": joker.role == "gambit" and (melds or knock),
        "four": melds and v.scoring.four_at_once == 2,
        "swaps": melds and joker.swap != "never",
        "out": "went-out" in (v.dealing.next_dealer, v.match.tie),
    }


def _counted(deals: list[Any], match: Match, names: tuple[str, ...]) -> Iterator[Counted]:
    """Deal after deal; one that cannot be read is left out of the match, and the others still count."""
    for row in deals:
        try:
            if match.over:
                raise Unreadable(say("record.won"))
            one = _one(row, match, names)
        except Unreadable as error:
            then = match._replace(dealer=game(match.variant, match.seats).next(match.dealer))
            one = Counted(match, then, error=str(error))
        yield one
        match = one.match


def _one(row: Any, match: Match, names: tuple[str, ...]) -> Counted:
    """One deal: its cards counted, or its points as they are told."""
    if not isinstance(row, Mapping):
        raise Unreadable(say("desk.count.form"))
    known(dict(row), "out", "hands", "melds", "rummy", "dealer", "named", "wild", "points")
    if row.get("points") is not None:
        return Counted(match, _with_points(row, match))
    deal = deal_of(_position(row, match))
    if any(BACK in hand for hand in deal.hands):
        raise Unreadable(say("desk.count.face-down"))
    return Counted(match, after(match, deal), Seen(deal, None, names, match, "suit", None, True))


def _ended(row: Mapping[str, Any], match: Match) -> Json:
    """A deal that is over and of which no card is told, as a position."""
    v = match.variant
    return {
        "variant": v.id,
        "options": v.overrides(),
        "seats": match.seats,
        "dealer": row.get("dealer") or SEATS[match.dealer],
        "playing": " ".join(SEATS[s] for s in match.playing),
        "phase": "over",
        "stock_left": 0,
        "out": row.get("out") or "none",
    }


def _position(row: Mapping[str, Any], match: Match) -> Json:
    """A deal that is over, as a position."""
    if not row.get("hands") and not row.get("melds"):
        raise Unreadable(say("desk.count.nothing"))
    v, melds = match.variant, row.get("melds") or []
    text = _ended(row, match) | {"hands": row.get("hands") or {}, "table": melds}
    if row.get("rummy") and text["out"] != "none":
        text["rummy"] = text["out"]
    if v.jokers.role == "gambit":
        text |= _named(row.get("named"), melds)
        if v.ending.knock == "on" and "named" not in text:
            raise Unreadable(say("desk.count.named"))
    if v.melding.wild_rank == EXPOSED:
        if not row.get("wild"):
            raise Unreadable(say("desk.count.wild"))
        text["exposed"] = {str(text["dealer"]): row["wild"]}
    return text


def _with_points(row: Mapping[str, Any], match: Match) -> Match:
    """The match after a deal of which the points are told: nobody's cards are counted besides."""
    if row.get("hands") or row.get("melds"):
        raise Unreadable(say("desk.count.either"))
    deal = deal_of(_ended(row, match))
    points, out = _points(row["points"], deal.game), deal.course.out
    totals = tuple(a + b for a, b in zip(match.totals, points, strict=True))
    before = deal.game.before(_next_dealer(deal, points))
    empty = deal._replace(dealer=before, course=deal.course._replace(out=None))
    then = after(match._replace(totals=totals), empty)
    return then._replace(scores=(*match.scores, points), out=None if out is None else deal.game.side_of[out])


def _points(said: Any, g: Game) -> tuple[Fraction, ...]:
    """What every side scores, told under any of its seats; nothing is 0."""
    if not isinstance(said, Mapping):
        raise Unreadable(say("desk.count.form"))
    told = dict[int, Fraction]()
    for letter, number in said.items():
        seat = seat_of(letter, g.seats)
        text = re.sub(r"\s", "", "" if number is None else str(number))
        if not text:
            continue
        dealt_in(g, "points", [seat])
        each = _number(text)
        if told.setdefault(g.side_of[seat], each) != each:
            raise Unreadable(say("desk.count.twice", seat=SEATS[seat]))
    if not told:
        raise Unreadable(say("desk.count.no-points"))
    return tuple(told.get(side, Fraction()) for side in range(len(g.sides)))


def _number(text: str) -> Fraction:
    """Points as they are written by hand.

    >>> points_text(_number("-6,5")), points_text(_number("−6½")), points_text(_number("+12"))
    ('−6½', '−6½', '12')
    """
    plain = text.replace("−", "-").replace(",", ".").replace("½", ".5")
    if not re.fullmatch(r"[+-]?([0-9]{1,6}(\.[0-9]{1,2}|/[1-9][0-9]?)?|\.5)", plain):
        raise Unreadable(say("desk.count.number", text=clip(text)))
    return Fraction(plain)


def _next_dealer(deal: Deal, points: tuple[Fraction, ...]) -> int:
    """Who deals after a deal with these points, as `rummy.match.next_dealer` finds it from the cards."""
    g, rule, out = deal.game, deal.variant.dealing.next_dealer, deal.course.out
    following = g.next(deal.dealer)
    if rule == "next":
        return following
    if rule == "went-out" and out is not None:
        return out
    best = (min if deal.variant.match.wins == "lowest" else max)(points[g.side_of[s]] for s in g.playing)
    seats = [s for s in g.playing if points[g.side_of[s]] == best]
    return min(seats, key=lambda s: g.distance(following, s))


def _named(effect: Any, melds: Any) -> Json:
    """What the dealer named, or what the melds show; the dealer's joker may lie among them."""
    lines = " ".join(line for line in melds if isinstance(line, str)) if isinstance(melds, list) else ""
    shown = DOUBLE if " with " in lines else WILD_EFFECT if "*" in lines or "★" in lines else ""
    named = effect or shown
    return {"named": named, "dealer_joker": "used"} if named else {}


def _told(one: Counted, g: Game) -> Json:
    """A deal as it was counted, with who was to deal it and to whom."""
    rows: Json = over(one.seen) if one.seen is not None else {"counts": [], "text": ""}
    return {
        "points": {} if one.error else _by_seat(one.match.scores[-1], g),
        "totals": _by_seat(one.match.totals, g),
        "texts": [row["text"] for row in rows["counts"]],
        "counts": rows["counts"],
        "ending": rows["text"],
        "dealer": SEATS[one.before.dealer],
        "plays": [SEATS[s] for s in one.before.playing],
        "error": one.error or None,
    }


def _by_seat(points: tuple[Any, ...], g: Game) -> dict[str, str]:
    """Points of the sides, under every seat."""
    return {SEATS[s]: points_text(points[g.side_of[s]]) for s in range(g.seats)}


def _side(seats: tuple[int, ...], names: tuple[str, ...]) -> str:
    """What a side is called."""
    return listed([names[s] for s in seats])


def _page(made: list[Counted], match: Match, names: tuple[str, ...], result: str) -> Page:
    """The score sheet, with every deal's sums below it."""
    head = ("", *(_side(side, names) for side in match.sides))
    rows, blocks = list[tuple[str, ...]](), list[Block]()
    for number, one in enumerate(made, 1):
        title = say("desk.count.deal", deal=number)
        if one.error:
            rows.append((title, *("–" for _ in match.sides)))
            blocks.append(Prose(one.error, title))
            continue
        rows.append((title, *map(points_text, one.match.scores[-1])))
        if one.seen is None:
            continue
        told = over(one.seen)
        blocks += [Heading(title), Prose(told["text"])]
        blocks.append(Grid(tuple((row["name"], row["text"]) for row in told["counts"])))
    rows.append((say("desk.count.total"), *map(points_text, match.totals)))
    title = say("desk.count.title", title=match.variant.title)
    return Page(title, result, (Grid(tuple(rows), head), *blocks))
