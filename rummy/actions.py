"""Actions: one class for each thing a seat can do, and the line of plain words that it is written as.

Actions are values and carry their seat. There is one object for each, so that listing thousands of them
costs next to nothing. `parse` and `write` need the deal only to tell which meld or place is meant.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar

from rummy.cards import JOKER, Bits, Card, add, bundle, codes
from rummy.melds import Combination, Placed

SEATS = "ABCDEFGH"
NOWHERE = 255


class Action:
    """Something a seat does. `bit` is its place among the alternatives of its kind, for the rules' masks."""

    __slots__ = ("bit", "seat")
    kind: ClassVar[str]
    seat: int
    bit: Bits

    def __init__(self, seat: int, bit: Bits = 1) -> None:
        self.seat = seat
        self.bit = bit

    def parts(self) -> tuple[object, ...]:
        """What it is made from, seat first."""
        return (self.seat,)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _again, (type(self), self.parts())

    def __str__(self) -> str:
        return self.kind

    def __repr__(self) -> str:
        return f"<{SEATS[self.seat]}: {self}>"


class _Ordered(Action):
    """Something that names an order of cards; empty, it is an order nobody knows."""

    __slots__ = ("order",)

    def __init__(self, seat: int, order: tuple[Card, ...]) -> None:
        super().__init__(seat)
        self.order = order

    def parts(self) -> tuple[object, ...]:
        return self.seat, self.order

    def __str__(self) -> str:
        return f"{self.kind} {codes(self.order)}".strip()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and (self.seat, self.order) == (other.seat, other.order)

    def __hash__(self) -> int:
        return hash(self.order)


class Start(_Ordered):
    """Dealing: the whole pack in the order in which it is dealt."""

    __slots__ = ()
    kind = "deal"


class Draw(Action):
    """Drawing the top card of the stock."""

    __slots__ = ()
    kind = "draw"


class Take(Action):
    """Taking a card of the discard pile and every card above it."""

    __slots__ = ("at", "card")
    kind = "take"

    def __init__(self, seat: int, at: int, card: Card) -> None:
        super().__init__(seat, 1 << (at if at >= 0 else NOWHERE))
        self.at = at
        """Its place in the pile, 0 at the bottom; -1 if it does not lie there."""
        self.card = card

    def parts(self) -> tuple[object, ...]:
        return self.seat, self.at, self.card

    def __str__(self) -> str:
        return f"take {self.card}" + (f" at {self.at + 1}" if self.at >= 0 else "")


class TakeAlone(Action):
    """Taking a card of the discard pile and leaving some that lie above it (never allowed)."""

    __slots__ = ("card", "left")
    kind = "take"

    def __init__(self, seat: int, card: Card, left: tuple[Card, ...]) -> None:
        super().__init__(seat)
        self.card = card
        self.left = left

    def parts(self) -> tuple[object, ...]:
        return self.seat, self.card, self.left

    def __str__(self) -> str:
        return f"take {self.card} without {codes(self.left)}"


class Split(Action):
    """Taking a card of the discard pile with a joker that splits it: some cards next to it leave play."""

    __slots__ = ("at", "card", "gone")
    kind = "take"

    def __init__(self, seat: int, at: int, card: Card, gone: tuple[Card, ...]) -> None:
        super().__init__(seat)
        self.at = at
        """The place of the card taken, 0 at the bottom; -1 if it does not lie there."""
        self.card = card
        self.gone = gone
        """The cards that leave play, oldest first."""

    def parts(self) -> tuple[object, ...]:
        return self.seat, self.at, self.card, self.gone

    def __str__(self) -> str:
        place = f" at {self.at + 1}" if self.at >= 0 else ""
        return f"take {self.card}{place} with * without {codes(self.gone)}"


class LayDown(Action):
    """Laying down a meld. If the cards are no meld, `combination` is None."""

    __slots__ = ("combination", "need", "placed", "top")
    kind = "meld"

    def __init__(
        self,
        seat: int,
        placed: tuple[Placed, ...],
        need: Bits,
        combination: Combination | None,
        top: bool = False,
    ) -> None:
        super().__init__(seat)
        self.placed = placed
        self.need = need
        """The cards it takes, a joker laid on top included."""
        self.combination = combination
        self.top = top
        """Is a joker laid on top, which doubles the meld and seals it?"""

    def parts(self) -> tuple[object, ...]:
        return self.seat, self.placed, self.need, self.combination, self.top

    def __str__(self) -> str:
        return "meld " + " ".join(map(str, self.placed)) + (" with *" if self.top else "")


class LayOff(Action):
    """Laying off a card on a meld of the table."""

    __slots__ = ("end", "need", "on", "placed")
    kind = "lay off"

    def __init__(self, seat: int, placed: Placed, on: int, end: str) -> None:
        super().__init__(seat, placed.card.bit)
        self.placed = placed
        self.on = on
        """The meld, by its place on the table, 0 the oldest."""
        self.end = end
        """The end of a sequence: ``low`` or ``high``; empty for a group."""
        self.need: Bits = placed.card.bit

    def parts(self) -> tuple[object, ...]:
        return self.seat, self.placed, self.on, self.end

    def __str__(self) -> str:
        return f"lay off {self.placed} on meld {self.on + 1}" + (f" {self.end}" if self.end else "")


class Swap(Action):
    """Exchanging cards for the joker that stands for them in a meld."""

    __slots__ = ("cards", "need", "on")
    kind = "swap"

    def __init__(self, seat: int, cards: tuple[Card, ...], on: int) -> None:
        super().__init__(seat)
        self.cards = cards
        self.need: Bits = bundle(cards)
        self.on = on

    def parts(self) -> tuple[object, ...]:
        return self.seat, self.cards, self.on

    def __str__(self) -> str:
        return f"swap {codes(self.cards)} on meld {self.on + 1}"


class Block(Action):
    """Covering the dealer's joker with another joker."""

    __slots__ = ("need",)
    kind = "block"

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.need: Bits = JOKER.bit


class _Throw(Action):
    """A card of the hand laid on the discard pile."""

    __slots__ = ("card", "need")

    def __init__(self, seat: int, card: Card) -> None:
        super().__init__(seat, card.bit)
        self.card = card
        self.need: Bits = card.bit

    def parts(self) -> tuple[object, ...]:
        return self.seat, self.card

    def __str__(self) -> str:
        return f"{self.kind} {self.card}"


class Discard(_Throw):
    """Discarding a card, which ends the turn."""

    __slots__ = ()
    kind = "discard"


class Knock(_Throw):
    """Discarding a card and knocking, which ends the deal."""

    __slots__ = ()
    kind = "knock"


class Call(Action):
    """Calling rummy: cards of the discard pile laid down as a meld or laid off on one."""

    __slots__ = ("play",)
    kind = "call"

    def __init__(self, play: LayDown | LayOff) -> None:
        super().__init__(play.seat)
        self.play = play

    def parts(self) -> tuple[object, ...]:
        return (self.play,)

    def __str__(self) -> str:
        return "call " + str(self.play).removeprefix("meld ").removeprefix("lay off ")


class Pass(Action):
    """Declining: a call, or the discard pile when the stock is used up."""

    __slots__ = ()
    kind = "pass"


class Name(Action):
    """Naming what jokers do in this deal."""

    __slots__ = ("effect",)
    kind = "name"

    def __init__(self, seat: int, effect: str) -> None:
        super().__init__(seat)
        self.effect = effect
        """One of `EFFECTS`."""

    def parts(self) -> tuple[object, ...]:
        return self.seat, self.effect

    def __str__(self) -> str:
        return f"name {self.effect}"


WILD_EFFECT, DOUBLE, SPLIT = "wild", "double", "split"
EFFECTS = (WILD_EFFECT, DOUBLE, SPLIT)
"""What the dealer may name."""


class Shuffle(_Ordered):
    """Shuffling the discard pile into a new stock, whose top card is drawn."""

    __slots__ = ()
    kind = "shuffle"


KINDS: tuple[type[Action], ...] = (
    Start,
    Name,
    Draw,
    Take,
    Split,
    LayDown,
    LayOff,
    Swap,
    Block,
    Discard,
    Knock,
    Call,
    Pass,
    Shuffle,
)


@cache
def simple(kind: type[Draw] | type[Pass] | type[Block], seat: int) -> Draw | Pass | Block:
    """The one `Draw`, `Pass` or `Block` of a seat."""
    return kind(seat)


@cache
def take(seat: int, at: int, card: Card) -> Take:
    """The one `Take` of a seat at a place."""
    return Take(seat, at, card)


def lay_down(seat: int, combination: Combination, top: bool = False) -> LayDown:
    """The one `LayDown` of a seat for a meld, with a joker on top or without."""
    return _lay_down(seat, combination.maker.settled(combination), top)


@cache
def _lay_down(seat: int, combination: Combination, top: bool) -> LayDown:
    need = add(combination.need, JOKER) if top else combination.need
    return LayDown(seat, combination.placed, need, combination, top)


def no_meld(seat: int, placed: tuple[Placed, ...], need: Bits, top: bool = False) -> LayDown:
    """Laying down cards that are no meld."""
    return _no_meld(seat, placed, need, top)


@cache
def _no_meld(seat: int, placed: tuple[Placed, ...], need: Bits, top: bool) -> LayDown:
    return LayDown(seat, placed, need, None, top)


@cache
def take_alone(seat: int, card: Card, left: tuple[Card, ...]) -> TakeAlone:
    """The one `TakeAlone` of a seat."""
    return TakeAlone(seat, card, left)


@cache
def split(seat: int, at: int, card: Card, gone: tuple[Card, ...]) -> Split:
    """The one `Split` of a seat."""
    return Split(seat, at, card, gone)


@cache
def knock(seat: int, card: Card) -> Knock:
    """The one `Knock` of a seat with a card."""
    return Knock(seat, card)


@cache
def name_effect(seat: int, effect: str) -> Name:
    """The one `Name` of a seat for an effect."""
    return Name(seat, effect)


@cache
def lay_off(seat: int, placed: Placed, on: int, end: str) -> LayOff:
    """The one `LayOff` of a seat for a card on a meld."""
    return LayOff(seat, placed, on, end)


@cache
def swap(seat: int, cards: tuple[Card, ...], on: int) -> Swap:
    """The one `Swap` of a seat for cards on a meld."""
    return Swap(seat, cards, on)


@cache
def discard(seat: int, card: Card) -> Discard:
    """The one `Discard` of a seat for a card."""
    return Discard(seat, card)


@cache
def call(play: LayDown | LayOff) -> Call:
    """The one `Call` for a play."""
    return Call(play)


def _again(kind: type[Action], parts: tuple[Any, ...]) -> Action:
    """The one action of these parts, when it comes back from a pickle."""
    if kind is LayDown:
        seat, placed, need, combination, top = parts
        return lay_down(seat, combination, top) if combination else no_meld(seat, placed, need, top)
    makers: dict[type[Action], Callable[..., Action]] = {
        Take: take,
        TakeAlone: take_alone,
        Split: split,
        LayOff: lay_off,
        Swap: swap,
        Discard: discard,
        Knock: knock,
        Name: name_effect,
        Call: call,
    }
    if kind in (Draw, Pass, Block):
        return simple(kind, *parts)
    return makers.get(kind, kind)(*parts)
