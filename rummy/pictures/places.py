"""The places at the table: who sits there, what they hold as far as it can be seen, and how they stand."""

from __future__ import annotations

from collections.abc import Sequence

from rummy.cards import BACK
from rummy.pictures.faces import HIGH, WIDE, Deck, badge
from rummy.pictures.paper import (
    BLACK,
    GOLD,
    RIM,
    Drawn,
    at,
    box,
    el,
    flow,
    say_in,
    stack,
    text,
    width_of,
    wrapped,
)
from rummy.pictures.prose import Json, Jsons, is_to_act, total_of
from rummy.pictures.spread import SMALL, line, row
from rummy.words import say

SIZE = 14.5


def seats(frame: Json, some: Jsons, deck: Deck, width: float) -> Drawn:
    """The other players, or all of them when somebody only watches; as many in a row as there is room for."""
    least = 270 if any(s["cards"] for s in some) else 180
    rows = -(-len(some) // max(1, int((width + 10) // (least + 10))))
    a_row = -(-len(some) // rows)
    wide = (width + 10) / a_row - 10
    return stack([_beside(frame, some[n : n + a_row], deck, wide) for n in range(0, len(some), a_row)], 10)


def _beside(frame: Json, some: Jsons, deck: Deck, wide: float) -> Drawn:
    """Places side by side, equally high."""
    inside = [_seat(frame, seat, deck, wide - 24) for seat in some]
    high = max(drawn.height for drawn in inside) + 22
    parts = [_panel(frame, s, drawn, wide, high) for s, drawn in zip(some, inside, strict=True)]
    return flow(parts, float("inf"), 10, 0)


def _panel(frame: Json, seat: Json, inside: Drawn, wide: float, high: float) -> Drawn:
    """The ground of a place; gold around whoever is to act."""
    look: dict[str, str | float] = {"class_": "shade", "fill": "#000", "fill_opacity": 0.2}
    if is_to_act(frame, seat):
        look |= {"class_": "shade turn", "stroke": GOLD, "stroke_width": 2}
    return Drawn(box(wide, high, 8, **look) + at(12, 10, inside.svg), wide, high)


def _who(frame: Json, seat: Json, width: float, aside: str) -> Drawn:
    """The name of a seat, an arrow if it is to act, a D for the dealer, and something small beside it."""
    parts = []
    if is_to_act(frame, seat):
        parts.append(Drawn(el("path", d="M0 4L11 10L0 16Z", class_="chalk", fill=GOLD), 11, 20))
    room = width - (28 if seat["dealer"] else 0) - (19 if parts else 0)
    parts.append(line(seat["name"], 17, room, bold=True))
    if seat["dealer"]:
        parts.append(_dealer())
    first = flow(parts, float("inf"), 8, 0)
    beside = width - first.width - 12
    if width_of(aside, SIZE) > beside:
        below = [line(part, SIZE, width, tone="dim") for part in wrapped(aside, SIZE, width)]
        return stack([first, stack(below, 0)], 2)
    small = line(aside, SIZE, beside, tone="dim")
    return flow([first, Drawn(at(0, 2, small.svg), small.width, 20)], float("inf"), 12, 0)


def _dealer() -> Drawn:
    disc = el("circle", cx=10, cy=10, r=10, stroke=RIM)
    mark = say("table.dealer_mark")
    letter = text(10, 15, mark, 14, text_anchor="middle", font_weight="bold", fill=BLACK)
    return Drawn(el("g", say_in("title", say("table.dealer")), disc, letter), 20, 20)


def _seat(frame: Json, seat: Json, deck: Deck, width: float) -> Drawn:
    """A place: name, count, open cards, backs for the others, and how it stands."""
    said = [say("picture.cards", count=seat["count"]) if seat["plays"] else "", total_of(frame, seat)]
    counted = ", ".join(filter(None, [*seat["notes"], *said]))
    parts = [_who(frame, seat, width, counted)]
    shown = seat["cards"] if seat["cards"] is not None else seat["known"]
    backs = 0 if seat["cards"] is not None else seat["count"] - len(shown)
    held = [row(frame, shown, deck, width, SMALL)] if shown else []
    if backs > 0:
        step = min(11, (width - WIDE / 2) / backs)
        fan = "".join(at(n * step, 0, deck.card(BACK), scale=0.5) for n in range(backs))
        held.append(Drawn(fan, WIDE / 2 + (backs - 1) * step, HIGH / 2))
    if held:
        parts.append(flow(held, width, 12, 6))
    if seat["stands_text"]:
        parts += [line(part, SIZE, width, tone="dim") for part in wrapped(seat["stands_text"], SIZE, width)]
    return stack(parts, 7)


def own(frame: Json, seat: Json, deck: Deck, width: float) -> Drawn:
    """Your place: your hand face up, and which melds you hold in it."""
    inside, cards = width - 24, seat["cards"] or []
    said = [
        say("picture.cards", count=seat["count"]),
        seat["stands_text"],
        total_of(frame, seat),
        *seat["notes"],
    ]
    parts = [_who(frame, seat, inside, ", ".join(filter(None, said)))]
    if seat["cards"] is None and seat["count"]:
        parts.append(row(frame, [{"c": BACK.code, "name": ""}] * seat["count"], deck, inside, 1.25))
    elif cards:
        marks = _marks(cards, frame["hand"]["marked"])
        badges = {n: badge(str(mark), 23 if cards[n].get("wild") else 15.5, 53) for n, mark in marks.items()}
        parts.append(row(frame, cards, deck, inside, 1.25, badges))
    elif not frame["over"]:
        parts.append(line(say("table.hand_empty"), 15, inside, tone="dim"))
    drawn = stack(parts, 9)
    return _panel(frame, seat, drawn, width, drawn.height + 24)


def _marks(cards: Jsons, melds: Sequence[Sequence[str]]) -> dict[int, int]:
    """Which cards of a hand belong to which of the melds in it, counted from 1."""
    marks: dict[int, int] = {}
    for number, meld in enumerate(melds, 1):
        for code in meld:
            free = (n for n, one in enumerate(cards) if one["c"] == code and n not in marks)
            marks[next(free)] = number
    return marks
