"""Cards as they are drawn: every shape is ours, so that they look the same everywhere."""

from __future__ import annotations

from collections.abc import Sequence

from rummy.cards import BACK, JOKER, RANKS, Card
from rummy.pictures.paper import (
    ALARM,
    BLACK,
    BLUE,
    GOLD,
    GREEN,
    MAROON,
    PINE,
    RED,
    RIM,
    SERIF,
    VIOLET,
    Drawn,
    at,
    box,
    el,
    picture,
    picture_id,
    say_in,
    text,
)
from rummy.words import listed, say

WIDE, HIGH = 60.0, 84.0
STEP = 32.0
"""How far apart cards lie that overlap: as wide as the corner of a card."""
SUITS = {
    "S": "M50 4C55 22 93 42 93 65C93 77 84 84 74 84C65 84 58 80 54 73C55 83 59 91 67 96H33C41 91 45 83 46 73"
    "C42 80 35 84 26 84C16 84 7 77 7 65C7 42 45 22 50 4Z",
    "H": "M50 94C42 78 6 56 6 31C6 16 17 7 29 7C39 7 47 13 50 23C53 13 61 7 71 7C83 7 94 16 94 31"
    "C94 56 58 78 50 94Z",
    "D": "M50 3C58 20 70 36 86 50C70 64 58 80 50 97C42 80 30 64 14 50C30 36 42 20 50 3Z",
    "C": "M50 4C62 4 71 13 71 24C71 31 68 37 63 41C66 39 70 38 74 38C86 38 95 47 95 58C95 70 86 79 74 79"
    "C65 79 58 75 54 68C55 81 59 90 67 96H33C41 90 45 81 46 68C42 75 35 79 26 79C14 79 5 70 5 58"
    "C5 47 14 38 26 38C30 38 34 39 37 41C32 37 29 31 29 24C29 13 38 4 50 4Z",
}
STAR = "M50 3L62 37L98 38L69 59L80 94L50 73L20 94L31 59L2 38L38 37Z"
TWO = {"S": BLACK, "H": RED, "D": RED, "C": BLACK, "": VIOLET}
FOUR = TWO | {"D": BLUE, "C": GREEN}


class Deck:
    """The cards of one picture: each face is drawn once, as a definition, and then used.

    Args:
        key: what the ids of the picture begin with.
        colours: ``two`` or ``four`` colours for the suits.
    """

    def __init__(self, key: str, colours: str = "two") -> None:
        self.key = key
        self.tints = FOUR if colours == "four" else TWO
        self._defs: dict[str, str] = {}

    @property
    def defs(self) -> str:
        """The definitions of all that has been used."""
        return "".join(self._defs.values())

    def card(self, one: Card, stands_for: Card | None = None, *, name: str = "") -> str:
        """A card with its corner at 0, 0; pointing at it tells its name."""
        face = one.code.replace("*", "joker").replace("??", "back")
        if stands_for is not None:
            face += f"-{stands_for.code.replace('?', '')}"
        if face not in self._defs:
            drawn = self._back() if one is BACK else self._face(one, stands_for)
            self._defs[face] = el("g", drawn, id=f"{self.key}-{face}")
        use = el("use", href=f"#{self.key}-{face}")
        return el("g", say_in("title", name), use) if name else use

    def _face(self, one: Card, stands: Card | None) -> str:
        tint = self.tints[one.suit]
        paper = box(WIDE - 1, HIGH - 1, 6.5, x=0.5, y=0.5, stroke=RIM)
        if one is not JOKER and stands is not None:
            return (
                paper + _rank(one, 11, 22, 20, tint) + self._sign(one.suit, 19, 8, 13) + self._stands(stands)
            )
        if one is JOKER:
            if stands is None:
                return paper + self._sign("", 4.5, 7, 22) + self._sign("", 31, 52, 26)
            return paper + self._sign("", 6, 5, 18) + self._stands(stands) + self._sign("", 32, 54, 23)
        rank = _rank(one, 15.5, 27, 28, tint)
        return paper + rank + self._sign(one.suit, 6, 32, 19) + self._sign(one.suit, 31, 53, 25)

    def _stands(self, stands: Card) -> str:
        """On a wild card, the card it stands for."""
        tint = self.tints[stands.suit] if stands.suit else BLACK
        line = el("path", d="M5 27.5H26", stroke=RIM, stroke_width=1.5)
        sign = self._sign(stands.suit, 6.5, 57, 18) if stands.suit else ""
        return line + _rank(stands, 15.5, 51, 26, tint) + sign

    def _sign(self, suit: str, x: float, y: float, size: float) -> str:
        """A suit, or the joker's star."""
        name = f"suit-{suit or 'star'}"
        if name not in self._defs:
            self._defs[name] = el("path", id=f"{self.key}-{name}", d=SUITS.get(suit, STAR))
        return at(x, y, el("use", href=f"#{self.key}-{name}", fill=self.tints[suit]), scale=size / 100)

    def _back(self) -> str:
        self._defs["net"] = el(
            "pattern",
            el("path", d="M12 0L0 12M0 0L12 12", stroke="#fff", stroke_opacity=0.28, fill="none"),
            el("circle", cx=6, cy=6, r=1.3, fill="#fff", fill_opacity=0.4),
            id=f"{self.key}-net",
            width=12,
            height=12,
            patternUnits="userSpaceOnUse",
        )
        inner = {"x": 4.5, "y": 4.5}
        return (
            box(WIDE - 1, HIGH - 1, 6.5, x=0.5, y=0.5, stroke=RIM)
            + box(WIDE - 9, HIGH - 9, 3.5, fill=MAROON, **inner)
            + box(WIDE - 9, HIGH - 9, 3.5, fill=f"url(#{self.key}-net)", **inner)
        )


def _rank(one: Card, x: float, y: float, size: float, tint: str) -> str:
    """The rank of a card, centred at x."""
    ten = {"letter_spacing": -size / 12} if one.rank == 10 else {}
    return text(
        x + (size / 24 if ten else 0),
        y,
        "10" if one.rank == 10 else RANKS[one.rank - 1],
        size,
        text_anchor="middle",
        font_family=SERIF,
        font_weight="bold",
        fill=tint,
        **ten,
    )


def ring(colour: str = GOLD) -> str:
    """A frame around a card."""
    return box(WIDE + 3, HIGH + 3, 8, x=-1.5, y=-1.5, fill="none", stroke=colour, stroke_width=3)


def badge(words: str, x: float, y: float, colour: str = PINE) -> str:
    """A small label on a card, centred at x."""
    wide = 11 + 9 * len(words)
    middle: dict[str, str | float] = {"text_anchor": "middle", "font_weight": "bold", "fill": "#fff"}
    pill = box(wide, 20, 10, fill=colour, stroke="#fff")
    return at(x - wide / 2, y, pill, text(wide / 2, 15, words, 14, **middle))


def fresh() -> str:
    """What marks a card that came this turn: a plus."""
    disc = el("circle", cx=25, cy=1, r=8, fill=GOLD, stroke="#6f5510")
    return disc + el("path", d="M20.5 1H29.5M25 -3.5V5.5", stroke="#2a2006", stroke_width=2.4)


def star() -> str:
    """What marks a card that is wild without being a joker: a star."""
    disc = el("circle", cx=9, cy=63, r=8, fill=VIOLET, stroke="#fff")
    return disc + at(4, 57.5, el("path", d=STAR, fill="#fff"), scale=0.1)


def alarm() -> str:
    """What marks a card that a message is about."""
    return ring("#e0514f") + badge("!", 24, -10, ALARM)


def spoken(one: Card, stands_for: Card | None = None) -> str:
    """A card in words, with what a joker stands for.

    >>> from rummy.cards import card
    >>> spoken(card("*"), card("9D"))
    'joker, standing for the nine of diamonds'
    """
    return one.name if stands_for is None else say("picture.card", card=one.name, stands=stands_for.name)


def card_svg(one: Card, stands_for: Card | None = None, *, colours: str = "two") -> str:
    """One card as a picture.

    Args:
        one: the card; a joker and a face-down card have faces of their own.
        stands_for: of a wild card, the card it stands for.
        colours: ``two`` or ``four`` colours for the suits.

    >>> from rummy.cards import card
    >>> "<title id=" in card_svg(card("7H")) and "seven of hearts" in card_svg(card("7H"))
    True
    """
    deck = Deck(picture_id("card", one.code, stands_for and stands_for.code, colours), colours)
    drawn = Drawn(deck.card(one, stands_for), WIDE, HIGH)
    return picture(deck.key, drawn, deck.defs, spoken(one, stands_for))


def cards_svg(some: Sequence[Card], *, colours: str = "two") -> str:
    """Several cards side by side as one picture.

    Args:
        some: the cards, from left to right.
        colours: ``two`` or ``four`` colours for the suits.

    >>> from rummy.cards import cards
    >>> "seven of hearts and king of diamonds" in cards_svg(cards("7H KD"))
    True
    """
    deck = Deck(picture_id("cards", [c.code for c in some], colours), colours)
    row = "".join(at(n * (WIDE + 6), 0, deck.card(one, name=one.name)) for n, one in enumerate(some))
    drawn = Drawn(row, len(some) * (WIDE + 6) - 6, HIGH)
    return picture(deck.key, drawn, deck.defs, listed([one.name for one in some]))
