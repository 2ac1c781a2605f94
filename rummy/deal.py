"""A deal: a value. What lies where, whose turn it is, what has happened, and what a seat sees of it."""

from __future__ import annotations

from collections import deque
from functools import cache
from typing import Any, NamedTuple

from rummy.actions import DOUBLE, SEATS, WILD_EFFECT, Call
from rummy.cards import BACK, HIDDEN_AT, JOKER, Bits, Card, add, size, unpack, without
from rummy.melder import melder
from rummy.melds import Combination, Meld
from rummy.scoring import Count, End, Item, count_deal, hand_points, held, laid, opening_values
from rummy.variants import Variant
from rummy.words import Unreadable, clip, say

_new = tuple.__new__
"""Makes a named tuple of ours from a plain one, without the detour over keywords."""

DEAL, NAME, OPENING, DRAW, PLAY, CALL = "deal", "name", "opening", "draw", "play", "call"
SHUFFLE, LAST, OVER = "shuffle", "last", "over"
PHASES = (DEAL, NAME, OPENING, DRAW, SHUFFLE, PLAY, CALL, LAST, OVER)


class Game:
    """A variant played by so many seats, with what follows from it worked out once. Made by `game`.

    ``playing`` are the seats that are dealt in, ``wild`` the rank that is wild in this deal, ``named`` what
    the dealer named jokers to do.
    """

    def __init__(
        self, variant: Variant, seats: int, playing: tuple[int, ...], wild: int = 0, named: str = ""
    ) -> None:
        self.variant = variant
        self.seats = seats
        self.playing = playing
        self.wild = wild
        self.named = named
        self.cards = variant.cards(len(playing))
        self.gambit = variant.jokers.role == "gambit"
        role = variant.jokers.role if not self.gambit else "wild" if named == WILD_EFFECT else "none"
        self.melder = melder(variant.melding, variant.jokers._replace(role=role), wild)
        self.points = hand_points(variant.scoring, wild)
        self.step = step = 1 if variant.dealing.rotation == "clockwise" else -1
        order = playing[::step]
        here = {s: order[(i + 1) % len(order)] for i, s in enumerate(order)}
        self.after = tuple(here[s] if s in here else _next_in(order, s, step, seats) for s in range(seats))
        """The seat that follows each in the order of play."""
        pairs = variant.match.sides == "partners"
        self.sides: tuple[tuple[int, ...], ...] = tuple((s,) for s in range(seats))
        if pairs:
            self.sides = (tuple(range(0, seats, 2)), tuple(range(1, seats, 2)))
        """The seats that score together."""
        self.side_of = tuple(next(n for n, side in enumerate(self.sides) if s in side) for s in range(seats))
        self.free_top = variant.drawing.top_card == "keep"
        self.calls = variant.calling.rummy
        self.calls_exposed = variant.calling.exposed == "yes"
        self.calls_nearest = variant.calling.priority == "nearest"
        bound = variant.ending.bound
        self.idle_turns = 10**9 if bound == "none" else bound * len(playing)
        self.renewals = 10**9 if bound == "none" else bound
        self.lays_owed = variant.drawing.use_by != "meld"
        """Is a taken card used by laying it off, too?"""
        self.floats = variant.ending.floating != "off"
        self.must_discard = variant.ending.last_discard == "required" and not self.floats
        self.minimum = variant.melding.first_minimum
        self.doubles = variant.scoring.four_at_once > 1
        """Can a meld count double for the way it is laid?"""
        self.swaps = variant.jokers.swap != "never"
        """Are jokers exchanged?"""
        self.unusual = self.swaps or self.gambit or variant.ending.knock == "on"
        """Are there plays besides melds, lay-offs and discards?"""
        self.outs: dict[tuple[object, ...], bool] = {}
        """Whether a hand can be laid out whole, as far as it was asked."""
        self.exchanges: dict[Combination, tuple[tuple[tuple[Card, ...], Bits], ...]] = {}
        """For each meld, the cards that may be exchanged for what stands for them there, as it was asked."""
        self.opening_values = opening_values(variant.scoring, wild)
        """The most a card can count towards a first minimum."""
        self.totals: dict[tuple[Bits, int, int], bool] = {}
        """Whether melds of a hand can count so much towards a first minimum, as far as it was asked."""
        self.hopeless: deque[tuple[Bits, int, int]] = deque(maxlen=30)
        """The hands for which that was denied last: what is part of one of them cannot either."""
        self.ways: deque[tuple[Bits, int]] = deque(maxlen=30)
        """The cards with which that was found last, and how many points: who holds them can."""
        self.strict = _strict(variant) or named == DOUBLE
        """Can a turn be impossible to complete for other reasons than a card that fits nowhere?"""
        self.glances = _glances(variant)
        """Does it often show at a glance whether a turn can be completed?"""
        self.deep = variant.drawing.pile == "any" and not (self.strict or self.gambit)
        """Do masks tell from where in the pile a card may be taken?"""

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _game, (self.variant, self.seats, self.playing, self.wild, self.named)

    def next(self, seat: int) -> int:
        """The seat that follows in the order of play."""
        return self.after[seat]

    def before(self, seat: int) -> int:
        """The seat that comes before in the order of play."""
        return next(s for s in self.playing if self.after[s] == seat)

    def distance(self, start: int, seat: int) -> int:
        """How many places after `start` a seat comes in the order of play."""
        return (seat - start) * self.step % self.seats

    def nearer(self, window: Window, seat: int) -> int:
        """Of the seats that may still call, those nearer to the discarder than a seat, as a mask."""
        mine = self.distance(window.by, seat)
        asked = (s for s in range(self.seats) if window.open >> s & 1)
        return sum(1 << s for s in asked if self.distance(window.by, s) < mine)

    def with_wild(self, rank: int) -> Game:
        """The same game with a rank that is wild."""
        return _game(self.variant, self.seats, self.playing, rank, self.named)

    def with_named(self, effect: str) -> Game:
        """The same game with jokers that do what the dealer named."""
        return _game(self.variant, self.seats, self.playing, self.wild, effect)

    def all_at_once(self, number: int) -> bool:
        """Must a hand be laid all at once in this deal of the match?"""
        v = self.variant
        return v.melding.all_at_once != "never" and v.match.deals != "none" and number > v.match.deals // 2


def _next_in(order: tuple[int, ...], seat: int, step: int, seats: int) -> int:
    """The seat in this order that comes after a seat which sits out."""
    return min(order, key=lambda s: (s - seat) * step % seats)


def _strict(v: Variant) -> bool:
    """Do the options of a variant ask more of a turn than that a taken card is used?"""
    free = v.ending.last_discard != "required" or v.ending.floating != "off"
    plain = v.drawing.use_by != "meld" and v.drawing.use_order == "any"
    plain = plain and v.laying_off.on == "any" and v.laying_off.needs_own_meld == "no"
    plain = plain and v.melding.first_minimum == 0 and v.melding.all_at_once == "never"
    plain = plain and (v.melding.per_turn != 1 or v.scoring.going_rummy == "none")
    return not (free and plain and v.jokers.swap == "never")


def _glances(v: Variant) -> bool:
    """Do no options bind a turn but a first minimum, an own meld and the last discard?"""
    plain = v.drawing.use_by != "meld" and v.drawing.use_order == "any" and v.laying_off.on == "any"
    return plain and v.melding.per_turn == "unlimited" and v.jokers.per_meld == "any"


def game(variant: Variant, seats: int, playing: tuple[int, ...] | None = None) -> Game:
    """The game of a variant with so many players; raises `Unreadable` if so many cannot play it.

    ``playing`` are the seats that are dealt in, all of them if it is not given.
    """
    if type(seats) is not int:
        raise Unreadable(say("error.seats-number", text=clip(str(seats))))
    _check_seats(variant, seats)
    return _game(variant, seats, tuple(range(seats)) if playing is None else playing, 0, "")


def _check_seats(variant: Variant, many: int) -> None:
    """Raise `Unreadable` if so many cannot play it."""
    here = variant.seats()
    if many not in here:
        span = say("error.seats-span", low=here[0], high=here[-1]) if len(here) > 1 else here[0]
        seats = many if abs(many) < 10**9 else say("error.so-many")
        raise Unreadable(say("error.seats", title=variant.title, span=span, seats=seats))


@cache
def _game(variant: Variant, seats: int, playing: tuple[int, ...], wild: int, named: str) -> Game:
    _check_seats(variant, len(playing))
    return Game(variant, seats, playing, wild, named)


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
    points: int = 0
    """What the melds laid down count towards a first minimum."""


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


class Special(NamedTuple):
    """What only some deals know, and what seldom changes."""

    number: int = 1
    """Which deal of the match it is."""
    exposed: tuple[Card, ...] = ()
    """Each seat's first card, where it is dealt open."""
    named: str = ""
    """What the dealer has named jokers to do."""
    dealer_joker: str = ""
    """The dealer's joker: ``free``, ``used`` or ``blocked``; empty where there is none."""
    looked: int = 0
    """The seats that have looked at their cards before the naming, as a mask."""
    gone: tuple[Card, ...] = ()
    """The cards that have left play."""
    rummy: bool = False
    """Did the seat that went out lay its whole hand in one turn, having laid nothing before?"""


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
    down: int = 0
    """The seats that have laid cards in an earlier turn, as a mask."""
    special: Special = Special()

    @property
    def number(self) -> int:
        """Which deal of the match it is."""
        return self.special.number

    @property
    def exposed(self) -> tuple[Card, ...]:
        """Each seat's first card, where it is dealt open."""
        return self.special.exposed

    @property
    def named(self) -> str:
        """What the dealer has named jokers to do."""
        return self.special.named

    @property
    def dealer_joker(self) -> str:
        """The dealer's joker: ``free``, ``used`` or ``blocked``; empty where there is none."""
        return self.special.dealer_joker

    @property
    def looked(self) -> int:
        """The seats that have looked at their cards before the naming, as a mask."""
        return self.special.looked

    @property
    def gone(self) -> tuple[Card, ...]:
        """The cards that have left play."""
        return self.special.gone

    @property
    def rummy(self) -> bool:
        """Did the seat that went out lay its whole hand in one turn, having laid nothing before?"""
        return self.special.rummy

    def but(self, **changes: Any) -> Course:
        """The same course with something of the special kind changed."""
        return self._replace(special=self.special._replace(**changes))


class Deal(NamedTuple):
    """One round of play, at one moment. It never changes: an action leads to another deal."""

    game: Game
    dealer: int
    seat: int
    """Whose turn it is; while rummy may be called, who draws next."""
    phase: str
    """One of `PHASES`."""
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


def undealt(
    variant: Variant,
    seats: int = 2,
    dealer: int | None = None,
    number: int = 1,
    playing: tuple[int, ...] | None = None,
) -> Deal:
    """A table before the deal: the dealer holds the pack. Without a dealer the last seat deals.

    ``number`` is which deal of the match it is, ``playing`` the seats that are dealt in (all of them).
    """
    g = game(variant, seats, playing)
    who = seats - 1 if dealer is None else dealer
    nobody = (0,) * seats
    course = Course(nobody, special=Special(number, dealer_joker="free" if g.gambit else ""))
    return _new(Deal, (g, who, who, DEAL, nobody, (), (), 0, (), 0, START, None, course))


def in_play(deal: Deal, seat: int) -> Bits:
    """The cards a seat may lay: its hand, and for the dealer a free dealer's joker."""
    hand = deal.holdings[seat]
    if deal.course.dealer_joker == "free" and seat == deal.dealer and deal.course.named:
        return add(hand, JOKER)
    return hand


def open_melds(g: Game, table: tuple[Meld, ...], seat: int) -> tuple[int, ...]:
    """The melds on which the options of a table let a seat lay off, by their places on the table."""
    rules = g.variant.laying_off
    if rules.on == "none" or (rules.needs_own_meld == "yes" and not owns_meld(table, seat)):
        return ()
    own = g.sides[g.side_of[seat]] if rules.on == "own-side" else None
    return tuple(n for n, m in enumerate(table) if not m.top and (own is None or m.owner in own))


def owns_meld(table: tuple[Meld, ...], seat: int) -> bool:
    """Has a seat laid down a meld of its own?"""
    return any(m.owner == seat for m in table)


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


def seen_by(deal: Deal, seat: int | None) -> Deal:
    """The deal as a seat sees it: other hands and the stock face down, but for cards everybody saw.

    With None, as somebody sees it who holds no hand.

    >>> from rummy.steps import new_deal
    >>> from rummy.variants import find
    >>> seen_by(new_deal(find("basic")), 0).hands[1][0]
    card('??')
    """
    known = deal.course.known
    mine = None if deal.phase == NAME else seat
    hands = tuple(
        hand if s == mine else known[s] + ((size(hand) - size(known[s])) << HIDDEN_AT)
        for s, hand in enumerate(deal.holdings)
    )
    return _new(Deal, (*deal[:4], hands, (BACK,) * len(deal.stock), *deal[6:]))


def counts(deal: Deal) -> tuple[Count, ...]:
    """What every side scores if the deal counts as it stands now; nothing for those that are not dealt in."""
    g, out = deal.game, deal.course.out
    scoring, jokers = deal.variant.scoring, deal.variant.jokers
    here = [n for n, side in enumerate(g.sides) if side[0] in g.playing]
    tables = [sum((laid(scoring, jokers, deal.table, s) for s in g.sides[n]), ()) for n in here]
    hands = [sum((counted(deal, s) for s in g.sides[n]), ()) for n in here]
    clean = out is not None and not any(i.points for i in counted(deal, out))
    end = End(None if out is None else here.index(g.side_of[out]), deal.course.rummy, clean)
    made = dict(zip(here, count_deal(scoring, tables, hands, end), strict=True))
    nothing = Count(0, (), ())
    return tuple(_named(made.get(n, nothing), here)._replace(seats=side) for n, side in enumerate(g.sides))


def _named(count: Count, here: list[int]) -> Count:
    """A count among the sides that are dealt in, told by the numbers that all sides have."""
    gains = tuple(gain._replace(side=here[gain.side]) for gain in count.pot.gains)
    return count._replace(pot=count.pot._replace(gains=gains))


def counted(deal: Deal, seat: int) -> tuple[Item, ...]:
    """The cards of a hand that count against it: all of them, in Knock Rummy those in no meld."""
    g, hand = deal.game, deal.holdings[seat]
    if deal.variant.scoring.method == "knock":
        for made in g.melder.partition(hand, g.points):
            hand = without(hand, made.need)
    return held(deal.variant.scoring, hand, g.wild)
