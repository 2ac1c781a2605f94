"""Melds: groups and sequences, and the options of a table that govern them.

A `Combination` is cards in order that form a group or a sequence, whoever laid them; a `Meld` is a
combination on the table that remembers who laid what, and when. What can be laid is the `melder`'s business.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple, Protocol

from rummy.cards import (
    DECK,
    JOKER,
    RANKED,
    SUITS,
    Bits,
    Card,
    bundle,
)


class Melding(NamedTuple):
    """What may be melded."""

    group_suits: Literal["distinct", "any"] = "distinct"
    sequence_min: Literal[3, 4] = 3
    aces: Literal["low", "high", "either", "corner"] = "either"
    per_turn: Literal["unlimited", 1, "none"] = "unlimited"
    first_minimum: int = 0
    all_at_once: Literal["never", "last-half"] = "never"
    wild_rank: Literal["none", "exposed"] = "none"


class Jokers(NamedTuple):
    """What jokers do."""

    role: Literal["none", "wild", "own-group", "gambit"] = "none"
    per_meld: Literal["any", 1, 2] = "any"
    fixes: Literal["card", "rank"] = "card"
    swap: Literal["never", "own-turn", "complete-group"] = "never"
    worth: Literal["flat", "represented"] = "flat"


GROUP, SEQUENCE = "group", "sequence"
LOW, HIGH = "low", "high"
ACE_HIGH = 13
"""The place of an ace above the king in a sequence."""
BY_SUIT: dict[str, tuple[Card, ...]] = {
    suit: (*DECK[13 * s : 13 * s + 13], DECK[13 * s]) for s, suit in enumerate(SUITS)
}
"""The cards of a suit by their places in a sequence."""


class Placed(NamedTuple):
    """A card in a meld and the card it stands for there: itself, unless it is wild."""

    card: Card
    stands_for: Card

    @property
    def wild(self) -> bool:
        """Does it stand for another card?"""
        return self.card is not self.stands_for

    def __str__(self) -> str:
        if self.card is self.stands_for or (self.card is JOKER and not self.stands_for.suit):
            return self.card.code
        return f"{self.card.code}={self.stands_for.code}"

    @property
    def glyph(self) -> str:
        """As it is printed: ``9♦``, ``★9♦`` for a joker standing for it, ``7♣=9♦`` for another wild card."""
        if not self.wild:
            return self.card.glyph
        return f"{self.card.glyph}{'' if self.card is JOKER else '='}{self.stands_for.glyph}"


ITSELF = {c: Placed(c, c) for c in (*DECK, JOKER)}
"""Every card as itself."""
WILD = {c: Placed(JOKER, c) for c in (*DECK, *RANKED)}
"""A joker for every card, and for every rank without a suit."""


class Maker(Protocol):
    """What makes combinations, and makes the same one again."""

    def again(self, kind: str, placed: tuple[Placed, ...], low: int) -> Combination:
        """The one combination of these cards."""

    def settled(self, made: Combination) -> Combination:
        """The same meld with its wild cards in the one order that is listed."""


class Combination:
    """Cards that form a group or a sequence, in order (a `Melder` makes them; one object for each)."""

    __slots__ = ("fits", "high", "jokers", "kind", "low", "maker", "need", "placed", "spots", "suit", "wilds")

    def __init__(self, maker: Maker, kind: str, placed: tuple[Placed, ...], low: int, high: int) -> None:
        self.maker = maker
        self.kind = kind
        self.placed = placed
        self.suit = placed[0].stands_for.suit if kind == SEQUENCE else ""
        """The suit of a sequence; empty for a group."""
        self.low = low
        """Of a sequence, the place of its lowest card: 0 an ace below the two … 13 an ace above the king."""
        self.high = high
        self.need: Bits = bundle(p.card for p in placed)
        """The cards it takes, as `Bits`."""
        self.jokers = sum(p.wild for p in placed)
        """How many of its cards stand for another."""
        self.spots: tuple[tuple[Card, str], ...] = ()
        """The places where it can grow: the card that belongs there, and the end of a sequence."""
        self.wilds: tuple[tuple[Card, str], ...] = ()
        """The places where a wild card can be added: what it would stand for, and the end of a sequence."""
        self.fits: Bits = 0
        """The natural cards that can be laid off on it."""

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return self.maker.again, (self.kind, self.placed, self.low)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, in order."""
        return tuple(p.card for p in self.placed)

    @property
    def glyphs(self) -> str:
        """The cards as they are printed, in order."""
        return " ".join(p.glyph for p in self.placed)

    def __str__(self) -> str:
        return " ".join(map(str, self.placed))

    def __repr__(self) -> str:
        return f"<{self.kind} {self}>"


class Lay(NamedTuple):
    """One act of putting cards on the table; they count for this seat."""

    seat: int
    placed: tuple[Placed, ...]


class Meld(NamedTuple):
    """A meld on the table: the cards as they lie, and who laid what, in order."""

    now: Combination
    lays: tuple[Lay, ...]
    factor: int = 1
    """How often its cards count."""
    top: bool = False
    """Does a joker lie on it, which seals it?"""

    @property
    def kind(self) -> str:
        """``group`` or ``sequence``."""
        return self.now.kind

    @property
    def owner(self) -> int:
        """The seat that laid it down."""
        return self.lays[0].seat

    @property
    def fits(self) -> Bits:
        """The natural cards that can be laid off on it."""
        return 0 if self.top else self.now.fits

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards that lie there, a joker on top included."""
        return (*self.now.cards, JOKER) if self.top else self.now.cards

    def layer(self, at: int) -> int:
        """The seat that laid the card at this place of `now`."""
        placed = self.now.placed[at]
        nth = self.now.placed[:at].count(placed)
        for lay in self.lays:
            there = lay.placed.count(placed)
            if nth < there:
                return lay.seat
            nth -= there
        raise LookupError(placed)


def lain_round(now: Combination, lays: tuple[Lay, ...]) -> tuple[Lay, ...]:
    """What was laid, in the order of the meld: all thirteen of a suit lie from the ace on."""
    return tuple(Lay(lay.seat, tuple(sorted(lay.placed, key=now.placed.index))) for lay in lays)


class Flaw(NamedTuple):
    """Why cards are no meld, or do not fit on one: a rule, the cards concerned, the facts."""

    rule: str
    cards: tuple[Card, ...]
    facts: Mapping[str, Any]


def place_card(suit: str, place: int) -> Card:
    """The card at a place of a sequence: 0 the ace below the two, 13 above the king, and so on."""
    return BY_SUIT[suit][place if 0 <= place < 14 else place % 13]


def fits_on(table: Iterable[Meld]) -> Bits:
    """The natural cards that can be laid off somewhere on the table."""
    fits = 0
    for meld in table:
        if not meld.top:
            fits |= meld.now.fits
    return fits
