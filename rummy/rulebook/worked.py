"""The worked score: a deal that is over, put together for the table's rules and counted by the engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rummy.actions import SEATS
from rummy.cards import Card, glyphs
from rummy.deal import Deal, counted, counts
from rummy.melds import Meld
from rummy.positions import position
from rummy.rulebook.page import Block, Grid, Heading, Prose
from rummy.rules import fits
from rummy.scoring import Count, Item, laid, points_text
from rummy.variants import EXPOSED, Variant, code
from rummy.words import data, listed, say

Rows = Iterator[tuple[str, str, str]]


def worked(variant: Variant) -> Iterator[Block]:
    """The worked score of a table, as it is printed."""
    text, where = position_of(variant), code(variant)
    deal = position(text, where)
    yield Heading(say("worked.title"))
    yield Prose(say("worked.knock" if variant.ending.knock == "on" else "worked.out"))
    head = say("worked.who"), say("worked.cards"), say("worked.points")
    yield Grid((*_table(deal), *_hands(deal)), head)
    yield Prose(say("worked.counts"))
    yield _counts(deal)
    yield from _bonus(deal)
    if variant.ending.knock == "on":
        last = SEATS[deal.game.seats - 1]
        yield Prose(say("worked.undercut", who=last))
        yield _counts(position(text | {"out": last}, where))
    if variant.scoring.going_rummy != "none":
        yield Prose(say("worked.rummy"))
        yield _counts(position(text | {"rummy": SEATS[0]}, where))
    if variant.ending.knock == "off" and variant.scoring.nobody_out != "as-usual":
        left = text["hands"] | data("worked.toml")["left"]
        over = position(text | {"out": "none", "hands": left}, where)
        yield Prose(say("worked.nobody", cards=glyphs(over.hands[0])))
        yield _counts(over)


def _bonus(deal: Deal) -> Iterator[Block]:
    """What winning the match would bring, if it ended here."""
    rules, made = deal.variant.match, counts(deal)
    sign = -1 if rules.wins == "lowest" else 1
    first, second, *_ = sorted(made, key=lambda count: -sign * count.points)
    if rules.bonus and first.points != second.points:
        total = first.points + sign * rules.bonus
        facts = {"total": points_text(total), "difference": points_text(sign * (total - second.points))}
        who = listed([SEATS[s] for s in first.seats])
        yield Prose(say("worked.bonus-match", who=who, bonus=rules.bonus, **facts))


def position_of(variant: Variant) -> dict[str, Any]:
    """The deal of a table's worked score, as `rummy.positions.position` reads it."""
    facts, seats = variant.facts(), _seats(variant)
    there = data("worked.toml")
    text: dict[str, Any] = {
        "variant": variant.id,
        "options": variant.overrides(),
        "seats": seats,
        "dealer": SEATS[0] if variant.jokers.role == "gambit" else SEATS[min(seats, 3) - 1],
        "phase": "over",
        "out": SEATS[0],
        "stock_left": 0,
        "table": [row["line"] for row in there["table"] if _fits(row, facts)],
        "hands": {
            seat: next((row["cards"] for row in there["hands"].get(seat, ()) if _fits(row, facts)), "")
            for seat in SEATS[:seats]
        },
    }
    if variant.jokers.role == "gambit":
        text |= {"named": "double", "dealer_joker": "used"}
    if variant.dealing.hand == EXPOSED:
        text["exposed"] = {seat: there["exposed"][seat] for seat in SEATS[:seats]}
    return text


def _fits(row: Mapping[str, Any], facts: Mapping[str, Any]) -> bool:
    return fits(row.get("when", ""), facts)


def _seats(variant: Variant) -> int:
    """How many play the deal: three where that is possible, four with partners."""
    at_best = 4 if variant.match.sides == "partners" else 3
    return at_best if at_best in variant.seats() else variant.seats()[0]


def _table(deal: Deal) -> Rows:
    """What was laid by whom, and what it counts."""
    v = deal.variant
    for meld in deal.table:
        for at, lay in enumerate(meld.lays):
            cards = " ".join(p.glyph for p in lay.placed)
            points = _sum(laid(v.scoring, v.jokers, (meld,), lay.seat))
            if at:
                yield say("worked.laid-off", who=SEATS[lay.seat]), say("worked.on", cards=cards), points
            else:
                yield say("worked.laid", who=SEATS[lay.seat]), _doubled(meld, cards), points


def _doubled(meld: Meld, cards: str) -> str:
    """The cards of a meld, and why they count double if they do."""
    if meld.factor == 1:
        return cards
    return say("worked.sealed" if meld.top else "worked.four", cards=cards)


def _hands(deal: Deal) -> Rows:
    """What is held, and what it counts; after a knock what is matched is set apart."""
    for seat in range(deal.game.seats):
        items = counted(deal, seat)
        rest = list(deal.hands[seat])
        for item in items:
            rest.remove(item.card)
        if deal.variant.ending.knock == "on":
            melds = deal.game.melder.partition(deal.holdings[seat], deal.game.points) if rest else ()
            matched = ", ".join(made.glyphs for made in melds)
            yield say("worked.matched", who=SEATS[seat]), matched or say("worked.none"), ""
        who = "worked.unmatched" if deal.variant.ending.knock == "on" else "worked.holds"
        yield say(who, who=SEATS[seat]), _cards([i.card for i in items]), _sum(items, -1)


def _cards(some: Sequence[Card]) -> str:
    return glyphs(tuple(some)) if some else say("worked.none")


def _sum(items: Sequence[Item], sign: int = 1) -> str:
    """Points as a sum: ``9 + 9 + 15 = 33``."""
    parts = [points_text(sign * item.points) for item in items]
    total = points_text(sign * sum(item.points for item in items))
    return f"{' + '.join(parts)} = {total}" if len(parts) > 1 else total


def _counts(deal: Deal) -> Grid:
    """The count of every side."""
    head = say("worked.who" if deal.variant.match.sides == "none" else "worked.side"), say("worked.points")
    return Grid(tuple((listed([SEATS[s] for s in c.seats]), _count(deal, c)) for c in counts(deal)), head)


def _count(deal: Deal, count: Count) -> str:
    """The count of a side as a sum in words: ``45 on the table − 20 in the hand = 25``."""
    penalty = deal.variant.scoring.method == "penalty"
    kept = sum(i.points for i in count.hand) * (-1 if penalty else 1) if count.deducts else 0
    terms = [(sum(i.points for i in count.table), "worked.on-table"), (kept, "worked.in-hand")]
    if penalty:
        terms.append((count.won, "worked.over-lowest"))
    said = "".join(_term(points, key) for points, key in terms if points)
    said += "" if penalty else _won(deal, count)
    if said and count.factor != 1:
        said += say("worked.double")
    if said and count.share != 1:
        said += say("worked.share", share=count.share)
    if deal.course.out in count.seats:
        extras = [(count.bonus - count.rummy, "worked.bonus"), (count.rummy, "worked.rummy-bonus")]
    else:
        extras = [(count.bonus, "worked.others-bonus")]
    said += "".join(_term(points, key) for points, key in extras if points)
    said = f"−{said[3:]}" if said.startswith(" − ") else said.removeprefix(" + ")
    return f"{said} = {points_text(count.points)}" if said else "0"


def _won(deal: Deal, count: Count) -> str:
    """What a side takes from the others or pays them, each by itself: `` + 15 + 49 from the others``."""
    pot = count.pot
    if pot.shared > 1:
        return _term(count.won, "worked.from") if count.won else ""
    gains, said = [gain.points for gain in pot.gains if gain.points], ""
    if gains and sum(gains) < 0:
        said = _term(sum(gains), "worked.to")
    elif gains:
        said = "".join(f" + {points_text(each)}" for each in gains[:-1]) + _term(gains[-1], "worked.from")
    if pot.extra:
        said += _term(pot.extra, "worked.clean" if deal.course.out in count.seats else "worked.undercutting")
    return said


def _term(points: Any, key: str) -> str:
    """A term of a sum, with the sign before it."""
    return f" {'−' if points < 0 else '+'} {say(key, points=points_text(abs(points)))}"
