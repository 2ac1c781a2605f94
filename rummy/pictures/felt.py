"""The table as one picture: seats, stock, discard pile, melds and your hand on the felt."""

from __future__ import annotations

import json

from rummy.pictures.faces import Deck
from rummy.pictures.paper import (
    EDGE,
    FELT,
    GOLD,
    SERIF,
    SHEET,
    Drawn,
    at,
    box,
    el,
    picture,
    picture_id,
    stack,
    wrapped,
)
from rummy.pictures.places import own, seats
from rummy.pictures.prose import Json, answer_lines, table_spoken
from rummy.pictures.spread import line, melds, piles

PAD, GAP = 18.0, 16.0
_DRAWN = (
    *("title", "about", "step", "note", "seats", "stock", "beside", "discards", "gone", "melds", "hand"),
    *("may", "over", "phase", "to_act", "message", "sheet"),
)


def table_svg(frame: Json, *, width: int = 960, colours: str = "two") -> str:
    """The table of a frame as one picture.

    Args:
        frame: what `rummy.frames.frame_of` or `rummy.table.Table.frame` gives.
        width: how wide it is drawn; what does not fit side by side is drawn in more rows.
        colours: ``two`` or ``four`` colours for the suits.

    >>> from rummy.table import Table
    >>> table_svg(Table("basic", seed=7).frame()).startswith("<svg")
    True
    """
    shown = {key: frame.get(key) for key in _DRAWN}
    key = picture_id("table", width, colours, json.dumps(shown, sort_keys=True))
    deck, inside = Deck(key, colours), width - 2 * PAD
    you = next((s for s in frame["seats"] if s["you"]), None)
    others = [s for s in frame["seats"] if s is not you]
    parts = [
        seats(frame, others, deck, inside),
        *_about(frame, inside),
        piles(frame, deck, inside),
        melds(frame, deck, inside),
        _strip(frame, inside),
    ]
    if you is not None:
        parts.append(own(frame, you, deck, inside))
    lying = stack(parts, GAP)
    high = lying.height + 2 * PAD
    shade = el(
        "radialGradient",
        el("stop", offset="40%", stop_color=EDGE, stop_opacity=0, class_="edge"),
        el("stop", offset="100%", stop_color=EDGE, class_="edge"),
        id=f"{key}-edge",
        cx="50%",
        cy="35%",
        r="75%",
    )
    felt = box(width, high, 14, class_="felt", fill=FELT) + box(width, high, 14, fill=f"url(#{key}-edge)")
    drawn = Drawn(felt + at(PAD, PAD, lying.svg), width, high)
    return picture(key, drawn, shade + deck.defs, frame["title"], table_spoken(frame))


def _about(frame: Json, width: float) -> list[Drawn]:
    """What is special about this deal."""
    lines = wrapped("  ".join(frame["about"]), 15, width) if frame["about"] else []
    return [stack([line(part, 15, width, tone="dim") for part in lines], 0)] if lines else []


def _strip(frame: Json, width: float) -> Drawn:
    """The strip of paper on the felt: whose turn and which step, or how the deal ended."""
    room, over = width - 32, frame["over"]
    parts = [_heading(over["text"] if over else frame["step"], 20, room)]
    if over:
        parts += [_paragraph(f"{count['name']}: {count['text']}", 15.5, room) for count in over["counts"]]
        if over["match"]:
            parts.append(_heading(over["match"], 18, room))
    parts += [_paragraph(answer, 16, room) for answer in answer_lines(frame)]
    inside = stack(parts, 6)
    high = inside.height + 24
    edge = el("rect", width=width - 10, x=5, height=3, fill=GOLD)
    return Drawn(box(width, high, 6, class_="sheet", fill=SHEET) + edge + at(16, 13, inside.svg), width, high)


def _heading(words: str, size: float, width: float) -> Drawn:
    drawn = _paragraph(words, size, width)
    return drawn._replace(svg=el("g", drawn.svg, font_family=SERIF, font_weight="600"))


def _paragraph(words: str, size: float, width: float) -> Drawn:
    return stack([line(part, size, width, tone="ink") for part in wrapped(words, size, width)], 0)
