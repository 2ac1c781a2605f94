"""A deal: a value. What lies where, whose turn it is, what has happened, and what a seat sees of it."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from rummy.actions import (
    SEATS,
    Call,
)
from rummy.cards import (
    BACK,
    HIDDEN_AT,
    Bits,
    Card,
    size,
    unpack,
)
from rummy.melder import melder
from rummy.melds import Meld
from rummy.scoring import Count, count_deal
from rummy.variants import Variant
from rummy.words import Unreadable, clip, say

_new = tuple.__new__
"""Makes a named tuple of ours from a plain one, without the detour over keywords."""

DEAL, OPENING, DRAW, PLAY, CALL, OVER = "deal", "opening", "draw", "play", "call", "over"
PHASES = (DEAL, OPENING, DRAW, PLAY, CALL, OVER)


class Game:
    """A variant played by so many seats, with what follows from it worked out once. Made by `game`."""

    def __init__(self, variant: Variant, seats: int) -> None:
        self.variant = variant
        self.seats = seats
        self.cards = variant.cards(seats)
        self.melder = melder(variant.melding, variant.jokers)
        self.step = 1 if variant.dealing.rotation == "clockwise" else -1
        self.free_top = variant.drawing.top_card == "keep"
        self.calls = variant.calling.rummy
        self.calls_exposed = variant.calling.exposed == "yes"
        self.calls_nearest = variant.calling.priority == "nearest"
        self.idle_turns = variant.ending.bound * seats

    def __reduce__(self) -> tuple[object, tuple[Variant, int]]:
        return game, (self.variant, self.seats)

    def next(self, seat: int) -> int:
        """The seat that follows in the order of play."""
        return (seat + self.step) % self.seats

    def distance(self, start: int, seat: int) -> int:
        """How many places after `start` a seat comes in the order of play."""
        return (seat - start) * self.step % self.seats

    def nearer(self, window: Window, seat: int) -> int:
        """Of the seats that may still call, those nearer to the discarder than a seat, as a mask."""
        mine = self.distance(window.by, seat)
        asked = (s for s in range(self.seats) if window.open >> s & 1)
        return sum(1 << s for s in asked if self.distance(window.by, s) < mine)


def game(variant: Variant, seats: int) -> Game:
    """The game of a variant with so many players; raises `Unreadable` if so many cannot play it."""
    if type(seats) is not int:
        raise Unreadable(say("error.seats-number", text=clip(str(seats))))
    return _game(variant, seats)


@cache
def _game(variant: Variant, seats: int) -> Game:
    if seats not in variant.seats():
        raise Unreadable(
            say(
                "error.seats",
                title=variant.title,
                low=variant.seats()[0],
                high=variant.seats()[-1],
                seats=seats,
            )
        )
    return Game(variant, seats)


class Turn(NamedTuple):
    """What has happened in the turn so far."""

    owed: Card | None = None
    """The card taken from the discard pile that must still be melded or laid off."""
    single: Card | None = None
    """The single top card taken from the discard pile, which may not go back, until a copy of it is laid."""
    taken: tuple[Card, ...] = ()
    """The cards taken from the discard pile, oldest first."""
    melds: int = 0
    """How many melds were laid down."""
    laid: bool = False
    """Was any card laid?"""
    dry: bool = False
    """Did the turn begin with an empty stock?"""


START = Turn()
DRY = Turn(dry=True)


class Window(NamedTuple):
    """The time between a discard and the next draw, in which rummy may be called."""

    by: int
    """The seat that discarded."""
    open: int = 0
    """The seats that may still call or pass, as a mask."""
    passed: int = 0
    """The seats that have passed, as a mask."""
    held: Call | None = None
    """A call that waits for nearer seats to answer."""
    called: bool = False
    """Has a call been made that ended the calling?"""


CLOSED = tuple(Window(by) for by in range(8))
"""The window after a discard of each seat that leaves nothing to call."""


class Course(NamedTuple):
    """How the deal has gone so far, apart from the cards."""

    known: tuple[Bits, ...]
    """Of each hand, the cards that everybody saw coming into it."""
    recycled: int = 0
    """How often the discard pile has been used again as stock."""
    idle: int = 0
    """How many turns in a row began with an empty stock and saw no card laid."""
    out: int | None = None
    """The seat that went out."""
    renewed: int = 0
    """How often the discard pile has been used again since a card was last laid."""


class Deal(NamedTuple):
    """One round of play, at one moment. It never changes: an action leads to another deal."""

    game: Game
    dealer: int
    seat: int
    """Whose turn it is; while rummy may be called, who draws next."""
    phase: str
    """One of ``deal opening draw play call over``."""
    holdings: tuple[Bits, ...]
    """The hands, as `Bits`; `hands` shows them as cards."""
    stock: tuple[Card, ...]
    """The stock, top first."""
    discards: tuple[Card, ...]
    """The discard pile, oldest first; the last is the upcard."""
    pile: Bits
    """The discard pile as `Bits`."""
    table: tuple[Meld, ...]
    """The melds, oldest first."""
    fits: Bits
    """The natural cards that can be laid off somewhere on the table."""
    turn: Turn
    window: Window | None
    course: Course

    @property
    def variant(self) -> Variant:
        """The rules of the table."""
        return self.game.variant

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The hands, sorted by suit and rank."""
        return tuple(unpack(bits) for bits in self.holdings)

    @property
    def over(self) -> bool:
        """Is the deal over?"""
        return self.phase == OVER

    def __repr__(self) -> str:
        who = SEATS[self.seat]
        return f"<deal of {self.variant.id}: {len(self.stock)} in stock, {who} to {self.phase}>"

    def _repr_html_(self) -> str:
        from rummy.pictures import deal_html

        return deal_html(self)

    def _repr_svg_(self) -> str:
        from rummy.pictures import deal_svg

        return deal_svg(self)


def undealt(variant: Variant, seats: int = 2, dealer: int | None = None) -> Deal:
    """A table before the deal: the dealer holds the pack. Without a dealer the last seat deals."""
    g = game(variant, seats)
    who = seats - 1 if dealer is None else dealer
    nobody = (0,) * seats
    return _new(Deal, (g, who, who, DEAL, nobody, (), (), 0, (), 0, START, None, Course(nobody)))


def cut_dealer(variant: Variant, cut: tuple[Card, ...]) -> tuple[int, ...]:
    """The seats that drew the card that deals first; several must draw again.

    The ace is low where the lowest card deals and high where the highest does; where chance decides, the
    highest card is that chance.

    >>> from rummy.cards import cards
    >>> from rummy.variants import find
    >>> cut_dealer(find("500-rum"), cards("5S AH KD")), cut_dealer(find("rummy-500"), cards("5S AH KD"))
    ((1,), (1,))
    """
    low = variant.dealing.first_dealer == "low"
    worth = [c.rank if low or c.rank > 1 else 14 for c in cut]
    best = min(worth) if low else max(worth)
    return tuple(s for s, w in enumerate(worth) if w == best)


def to_act(deal: Deal) -> tuple[int, ...]:
    """The seats that may act now, the nearest in the order of play first."""
    if deal.phase == OVER:
        return ()
    window = deal.window
    if deal.phase != CALL or window is None:
        return (deal.seat,)
    g = deal.game
    order = sorted(
        (s for s in range(g.seats) if window.open >> s & 1), key=lambda s: g.distance(window.by, s)
    )
    drawing = deal.variant.drawing
    takes = drawing.pile == "any" or drawing.top_card == "keep"
    if window.held is None and deal.seat not in order and (deal.stock or takes):
        order.append(deal.seat)
    return tuple(order)


def seen_by(deal: Deal, seat: int | None) -> Deal:
    """The deal as a seat sees it: other hands and the stock face down, but for cards everybody saw.

    With None, as somebody sees it who holds no hand.

    >>> from rummy.steps import new_deal
    >>> from rummy.variants import find
    >>> seen_by(new_deal(find("basic")), 0).hands[1][0]
    card('??')
    """
    known = deal.course.known
    hands = tuple(
        hand if s == seat else known[s] + ((size(hand) - size(known[s])) << HIDDEN_AT)
        for s, hand in enumerate(deal.holdings)
    )
    return _new(Deal, (*deal[:4], hands, (BACK,) * len(deal.stock), *deal[6:]))


def counts(deal: Deal) -> tuple[Count, ...]:
    """What every seat scores if the deal counts as it stands now."""
    v = deal.variant
    return count_deal(v.scoring, v.jokers, deal.table, deal.holdings, deal.course.out)
