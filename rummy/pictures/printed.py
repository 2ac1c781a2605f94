"""Cards to print and cut out: nine on a sheet of A4 or Letter, in the size of real ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rummy.cards import JOKER, RANKS, Card
from rummy.pictures.faces import FOUR, STAR, SUITS, TWO
from rummy.pictures.paper import MAROON, SERIF, at, box, el, number, say_in, text
from rummy.words import Unreadable, clip, say

PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
"""Width and height of a sheet, in mm."""
WIDE, HIGH, ACROSS, DOWN = 63.0, 88.0, 3, 3
"""A card, in mm; how many lie beside and below each other."""
SIDES, MIDDLE = (19.5, 43.5), 31.5
TOP, BOTTOM = 17.0, 71.0
COURTS = (1, 11, 12, 13)
PIPS: dict[int, tuple[tuple[str, float], ...]] = {
    2: (("m", 0), ("m", 1)),
    3: (("m", 0), ("m", 0.5), ("m", 1)),
    4: (("s", 0), ("s", 1)),
    5: (("s", 0), ("m", 0.5), ("s", 1)),
    6: (("s", 0), ("s", 0.5), ("s", 1)),
    7: (("s", 0), ("m", 0.25), ("s", 0.5), ("s", 1)),
    8: (("s", 0), ("m", 0.25), ("s", 0.5), ("m", 0.75), ("s", 1)),
    9: (("s", 0), ("s", 1 / 3), ("m", 0.5), ("s", 2 / 3), ("s", 1)),
    10: (("s", 0), ("m", 1 / 6), ("s", 1 / 3), ("s", 2 / 3), ("m", 5 / 6), ("s", 1)),
}
"""Where the signs of a number card lie: a pair at the sides or one in the middle, from the top down."""


def printed_sheets(
    some: Sequence[Card], *, paper: str = "A4", colours: str = "two", backs: bool = False
) -> Iterator[str]:
    """Sheets of cards with lines to cut along, each one picture as large as the paper.

    Args:
        some: the cards, such as a whole pack.
        paper: ``A4`` or ``Letter``.
        colours: ``two`` or ``four`` colours for the suits.
        backs: after each sheet the one for its other side.

    Raises:
        Unreadable: a paper that there is not.

    >>> from rummy.cards import pack
    >>> len([*printed_sheets(pack())]), len([*printed_sheets(pack(), backs=True)])
    (6, 12)
    """
    if paper not in PAPERS:
        raise Unreadable(say("print.paper", text=clip(paper), papers=", ".join(PAPERS)))
    many = ACROSS * DOWN
    for at_ in range(0, len(some), many):
        page = some[at_ : at_ + many]
        yield _sheet([_face(one, colours) for one in page], paper, say("print.sheet", first=at_ + 1))
        if backs:
            yield _sheet([_back()] * many, paper, say("print.backs"))


def _sheet(drawn: Sequence[str], paper: str, title: str) -> str:
    """Cards on a sheet, in its middle, with the lines to cut along."""
    across, down = PAPERS[paper]
    left, top = (across - ACROSS * WIDE) / 2, (down - DOWN * HIGH) / 2
    placed = [at(left + n % ACROSS * WIDE, top + n // ACROSS * HIGH, one) for n, one in enumerate(drawn)]
    uprights = "".join(
        f"M{number(left + n * WIDE)} {number(top - 5)}V{number(top + DOWN * HIGH + 5)}"
        for n in range(ACROSS + 1)
    )
    levels = "".join(
        f"M{number(left - 5)} {number(top + n * HIGH)}H{number(left + ACROSS * WIDE + 5)}"
        for n in range(DOWN + 1)
    )
    cut = el(
        "path", d=uprights + levels, stroke="#999", stroke_width=0.2, stroke_dasharray="2 1.5", fill="none"
    )
    return el(
        "svg",
        say_in("title", title),
        *placed,
        cut,
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        width=f"{number(across)}mm",
        height=f"{number(down)}mm",
        viewBox=f"0 0 {number(across)} {number(down)}",
    )


def _face(one: Card, colours: str) -> str:
    """The face of a card, the same from both ends."""
    tint = (FOUR if colours == "four" else TWO)[one.suit]
    half = _corner(one, tint)
    if one is JOKER:
        inside = _pip("", MIDDLE, HIGH / 2, 34, tint)
    elif one.rank == 1:
        inside = _pip(one.suit, MIDDLE, HIGH / 2, 26, tint)
    elif one.rank in COURTS:
        inside = _court(one, tint)
    else:
        inside = "".join(_pips(one, tint))
    other = el("g", half, transform=f"rotate(180 {number(WIDE / 2)} {number(HIGH / 2)})")
    return el("g", say_in("title", one.name), half, other, inside)


def _corner(one: Card, tint: str) -> str:
    """What is read when cards are fanned."""
    if one is JOKER:
        letters = say("print.joker")
        return _pip("", 6.5, 9, 6, tint) + el(
            "g",
            text(0, 0, letters, 4.4, font_family=SERIF, font_weight="bold", fill=tint, text_anchor="start"),
            transform="translate(5 15) rotate(90)",
        )
    rank = "10" if one.rank == 10 else RANKS[one.rank - 1]
    words = text(6.5, 11, rank, 8.5, font_family=SERIF, font_weight="bold", fill=tint, text_anchor="middle")
    return words + _pip(one.suit, 6.5, 15.5, 5, tint)


def _court(one: Card, tint: str) -> str:
    """A jack, queen or king: the letter in a frame, with its suit above and, turned, below."""
    frame = box(34, 58, 4, x=14.5, y=15, fill="none", stroke=tint, stroke_width=0.6)
    inner = box(31, 55, 3, x=16, y=16.5, fill="none", stroke=tint, stroke_width=0.25)
    letter = text(
        MIDDLE, HIGH / 2 + 8, RANKS[one.rank - 1], 24, font_family=SERIF, fill=tint, text_anchor="middle"
    )
    return frame + inner + letter + _pip(one.suit, 24, 25, 8, tint) + _pip(one.suit, 39, 63, 8, tint, True)


def _pips(one: Card, tint: str) -> Iterator[str]:
    """As many signs as the card counts; those of the lower half stand on their heads."""
    for place, down in PIPS[one.rank]:
        y = TOP + down * (BOTTOM - TOP)
        for x in SIDES if place == "s" else (MIDDLE,):
            yield _pip(one.suit, x, y, 11.5, tint, down > 0.5)


def _pip(suit: str, x: float, y: float, size: float, tint: str, turned: bool = False) -> str:
    """A suit's sign, or the joker's star, around a point."""
    turn = f" rotate(180 {number(x)} {number(y)})" if turned else ""
    place = f"translate({number(x - size / 2)} {number(y - size / 2)}) scale({size / 100:.4f})"
    return el("path", d=SUITS.get(suit, STAR), fill=tint, transform=(turn + " " + place).strip())


def _back() -> str:
    """The back of every card: light, so that printing it costs little ink."""
    net = "".join(
        f"M{number(7 + x)} {number(7 + y)}l3 3l-3 3l-3 -3Z" for x in range(3, 49, 8) for y in range(3, 70, 8)
    )
    frame = box(WIDE - 8, HIGH - 8, 4, x=4, y=4, fill="none", stroke=MAROON, stroke_width=0.8)
    return frame + el("path", d=net, fill="none", stroke=MAROON, stroke_width=0.35)
