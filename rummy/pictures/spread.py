"""What lies open on the felt: rows of cards, the stock, the discard pile and the melds."""

from __future__ import annotations

from collections.abc import Mapping

from rummy.cards import BACK, card
from rummy.pictures.faces import HIGH, STEP, WIDE, Deck, alarm, fresh, ring, star
from rummy.pictures.paper import (
    CHALK,
    DIM,
    INK,
    Drawn,
    at,
    box,
    el,
    fit,
    flow,
    say_in,
    stack,
    text,
    width_of,
    wrapped,
)
from rummy.pictures.prose import Json, Jsons, laid_off, name_of, printed, stands_for
from rummy.words import say

SMALL = 0.74
"""How large cards are that do not lie in the middle, beside those of the discard pile."""


def line(words: str, size: float, width: float, *, tone: str = "chalk", bold: bool = False) -> Drawn:
    """One line of words on the felt, cut where it would be too long."""
    weight = {"font_weight": "600"} if bold else {}
    fill = {"chalk": CHALK, "dim": DIM, "ink": INK}[tone]
    words = fit(words, size, width, bold=bold)
    drawn = text(0, size, words, size, class_=tone, fill=fill, **weight)
    return Drawn(drawn, width_of(words, size, bold=bold), size * 1.3)


def row(
    frame: Json, cards: Jsons, deck: Deck, width: float, scale: float, extra: Mapping[int, str] | None = None
) -> Drawn:
    """Cards from left to right, each lying on the one before, so that every corner can be read.

    Rows lie on each other the same way. ``extra`` is drawn on the cards with these places.
    """
    wide, high, step = WIDE * scale, HIGH * scale, STEP * scale
    a_row = max(1, int((width - wide) // step) + 1)
    down = high * 0.92
    out = []
    for n, one in enumerate(cards):
        marks = (extra or {}).get(n, "")
        out.append(at(n % a_row * step, n // a_row * down, _card(frame, one, deck), marks, scale=scale))
    rows = -(-len(cards) // a_row)
    return Drawn("".join(out), (min(len(cards), a_row) - 1) * step + wide, (rows - 1) * down + high)


def _card(frame: Json, one: Json, deck: Deck) -> str:
    """A card, marked if it is wild, if a message is about it or if it came this turn."""
    drawn = deck.card(card(one["c"]), stands_for(one), name=name_of(one))
    drawn += star() if one.get("wild") else ""
    if one["c"] in (frame.get("message") or {}).get("cards", ()):
        return drawn + alarm()
    return drawn + (fresh() if one.get("new") else "")


def piles(frame: Json, deck: Deck, width: float) -> Drawn:
    """The stock, and the discard pile with every card of it to be seen."""
    gap, pile = 26.0, frame["discards"]
    stock = _beside(frame, _stock(frame["stock"]["count"], deck), deck)
    rest = width - stock.width - gap
    heading = say("table.pile_name")
    if pile:
        heading += ", " + say("picture.cards", count=len(pile))
        fan = row(frame, pile, deck, rest, 1, {len(pile) - 1: ring()})
    else:
        fan = line(say("table.pile_empty"), 15, rest, tone="dim")
    left = stack([line(say("table.stock"), 15, stock.width, tone="dim", bold=True), stock], 6)
    right = stack([line(heading, 15, rest, tone="dim", bold=True), fan, *_gone(frame, deck, rest)], 6)
    return flow([Drawn(left.svg, stock.width, left.height), right], width, gap, 0)


def _beside(frame: Json, stock: Drawn, deck: Deck) -> Drawn:
    """The stock, and beside it the dealer's joker where there is one."""
    if not frame["beside"]:
        return stock
    cards = [
        at(n * 13, n * 9, deck.card(card(c["c"]), name=name_of(c)))
        for n, c in enumerate(frame["beside"]["cards"])
    ]
    joker = Drawn("".join(cards), WIDE + 13 * max(0, len(cards) - 1), HIGH + 9 * max(0, len(cards) - 1))
    title = el("g", say_in("title", frame["beside"]["text"]), joker.svg)
    return flow([stock, Drawn(title, joker.width, joker.height)] if cards else [stock], 400, 12, 0)


def _gone(frame: Json, deck: Deck, width: float) -> list[Drawn]:
    """The cards that have left play."""
    if not frame["gone"]:
        return []
    heading = line(say("table.gone"), 15, width, tone="dim", bold=True)
    return [heading, row(frame, frame["gone"], deck, width, 0.5)]


def _stock(count: int, deck: Deck) -> Drawn:
    """The stock: the higher the more cards there are, and their number."""
    if count:
        depth = min(3, -(-count // 12))
        layers = "".join(at(2 * n, 2 * n, deck.card(BACK)) for n in range(depth, -1, -1))
    else:
        layers = box(WIDE, HIGH, 6, class_="turn", fill="none", stroke=DIM, stroke_dasharray="5 4")
    wide = 16 + 10 * len(str(count))
    middle: dict[str, str | float] = {"text_anchor": "middle", "font_weight": "bold", "fill": "#fff"}
    pill = box(wide, 24, 12, fill="#1c1f1d", stroke="#fff") + text(wide / 2, 17, str(count), 15, **middle)
    return Drawn(layers + at((WIDE - wide) / 2, HIGH - 34, pill), WIDE + 8, HIGH + 6)


def melds(frame: Json, deck: Deck, width: float) -> Drawn:
    """The melds, each owner's together."""
    owners: dict[str, list[Json]] = {}
    for meld in frame["melds"]:
        owners.setdefault(meld["owner"], []).append(meld)
    if not owners:
        return line(say("table.no_melds"), 15, width, tone="dim")
    groups = []
    for some in owners.values():
        heading = line(say("picture.laid-by", who=some[0]["owner_name"]), 15, width, tone="dim", bold=True)
        groups.append(stack([heading, flow([_meld(frame, m, deck, width) for m in some], width, 10, 10)], 6))
    return flow(groups, width, 24, 14)


def _meld(frame: Json, meld: Json, deck: Deck, width: float) -> Drawn:
    """A meld with its number; a card laid off by somebody else stands out and says by whom."""
    cards, left = meld["cards"], 26.0
    step = min(STEP * SMALL, (width - left - 10 - WIDE * SMALL) / max(1, len(cards) - 1))
    out = []
    for n, one in enumerate(cards):
        down = 11 if one.get("by", meld["owner"]) == meld["owner"] else 5
        drawn = _card(frame, one, deck)
        drawn = el("g", drawn, transform="rotate(-14 30 42)") if one.get("top") else drawn
        out.append(at(left + n * step, down, drawn, scale=SMALL))
    notes = [*meld["marks"], *laid_off(meld, printed)]
    wide = left + (len(cards) - 1) * step + WIDE * SMALL + 10
    wide = max(wide, min(max((width_of(note, 13) for note in notes), default=0) + 20, width, 190))
    lines = [part for note in notes for part in wrapped(note, 13, wide - 18)]
    for n, part in enumerate(lines):
        out.append(at(10, HIGH * SMALL + 18 + 17 * n, line(part, 13, wide - 18, tone="dim").svg))
    high = HIGH * SMALL + 22 + 17 * len(lines)
    shade = box(wide, high, 7, class_="shade", fill="#000", fill_opacity=0.2)
    label = at(8, 12, line(str(meld["n"]), 14, 26, tone="dim", bold=True).svg)
    return Drawn(el("g", say_in("title", meld["label"]), shade, label, *out), wide, high)
