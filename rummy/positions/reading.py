"""Reading: the deal that the keys of a position describe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rummy.actions import DOUBLE, EFFECTS, SEATS, Call
from rummy.cards import BACK, HIDDEN_AT, JOKER, Bits, Card, bundle, unpack
from rummy.deal import (
    CALL,
    DEAL,
    DRAW,
    LAST,
    NAME,
    OPENING,
    OVER,
    PHASES,
    SHUFFLE,
    Course,
    Deal,
    Game,
    Special,
    Turn,
    Window,
    cut_dealer,
    game,
)
from rummy.law import breach
from rummy.lines import parse, seat_of
from rummy.melds import Meld, fits_on
from rummy.positions.keys import (
    by_seat,
    check_keys,
    flag,
    mask,
    number,
    one_of,
    open_cards,
    some_cards,
    value,
    word,
)
from rummy.positions.limits import copies, dealt_in, doubled, in_hand, means_something, possible
from rummy.positions.lines import read_meld
from rummy.scoring import opening_points
from rummy.steps import exposed_size
from rummy.variants import EXPOSED, Variant, find
from rummy.words import Unreadable, clip, listed, say

Text = Mapping[str, Any]


def variant_of(text: Text) -> Variant:
    """The variant a position is played under."""
    return find(word(text, "variant", "rummy-500")).changed(value(text, "options", {}))


def deal_of(text: Text) -> Deal:
    """The deal that a position describes."""
    check_keys(text)
    variant = variant_of(text)
    phase = one_of(text, "phase", PHASES, DRAW)
    means_something(text, variant, phase)
    g = _game(text, variant)
    exposed = _exposed(text, g)
    dealer, seat, out = _who(text, g, phase)
    if exposed and variant.melding.wild_rank == EXPOSED:
        g = g.with_wild(max(0, exposed[dealer].rank))
    effect = one_of(text, "named", EFFECTS) if g.gambit else ""
    g = g.with_named(effect) if effect else g
    joker = one_of(text, "dealer_joker", ("free", "used", "blocked"), "free") if g.gambit else ""
    pack = (*g.cards, JOKER) if joker == "used" else g.cards
    hands = _hands(text, g, phase, exposed, pack, out)
    table = _table(text, g)
    discards, gone = open_cards(text, "discards"), open_cards(text, "gone")
    stock = _stock(text, phase, pack, hands, (*discards, *gone, *(c for m in table for c in m.cards)))
    turn = _turn(text, g, not stock and phase not in (DEAL, OPENING), hands[seat], table, seat)
    course = Course(
        _known(text, hands, seat, turn.taken),
        recycled=number(text, "recycled"),
        idle=number(text, "idle"),
        renewed=number(text, "renewed"),
        out=out,
        down=_down(text, g, phase, table, seat, turn),
        special=Special(
            number=number(text, "deal_no", 1),
            exposed=exposed,
            named=effect,
            dealer_joker=joker,
            looked=mask(text, "looked", g.seats),
            gone=gone,
            rummy=_rummy(text, g, out),
        ),
    )
    before = (g, dealer, seat, phase, hands, stock, discards, bundle(discards), table, fits_on(table))
    deal = Deal(*before, turn, None, course)
    possible(deal, pack)
    return deal._replace(window=_window(text, deal))


def _game(text: Text, variant: Variant) -> Game:
    """So many players, those who are dealt in, and their sides."""
    seats = number(text, "seats", variant.seats()[0])
    playing = tuple(seat_of(s, seats) for s in word(text, "playing").split())
    if playing != tuple(sorted(set(playing))):
        right = " ".join(SEATS[s] for s in sorted(set(playing)))
        raise Unreadable(say("error.wrong-playing", right=right))
    g = game(variant, seats, playing or None)
    if len(g.playing) < seats and variant.match.tie != "playoff":
        raise Unreadable(say("error.elsewhere.playoff", key="playing"))
    for letter in value(text, "totals", {}):
        seat_of(letter, seats)
    if "sides" in text and [side.split() for side in value(text, "sides", ())] != [
        [SEATS[s] for s in side] for side in g.sides
    ]:
        sides = listed([" ".join(SEATS[s] for s in side) for side in g.sides])
        raise Unreadable(say("error.wrong-sides", sides=sides))
    return g


def _who(text: Text, g: Game, phase: str) -> tuple[int, int, int | None]:
    """The dealer, the seat in turn, and the seat that is out."""
    dealer = _dealer(text, g, phase)
    said = word(text, "out", "none")
    out = None if said == "none" else seat_of(said, g.seats)
    if phase in (DEAL, NAME):
        return dealer, dealer, out
    first = g.next(dealer if out is None or phase != LAST else out)
    return dealer, seat_of(word(text, "turn", SEATS[first]), g.seats), out


def _dealer(text: Text, g: Game, phase: str) -> int:
    """The dealer: named, or before the deal the seat that cut the card that deals first."""
    if "cut" not in text:
        return seat_of(word(text, "dealer", SEATS[g.playing[-1]]), g.seats)
    seats = listed([*SEATS[: g.seats]])
    cut = by_seat(text, "cut", g.seats)
    drawn = tuple(c for s in sorted(cut) for c in cut[s])
    if phase != DEAL or len(cut) < g.seats or any(len(some) != 1 for some in cut.values()) or JOKER in drawn:
        raise Unreadable(say("error.wrong-cut", seats=seats))
    first = cut_dealer(g.variant, drawn)
    if len(first) > 1:
        raise Unreadable(say("error.tied-cut", seats=listed([SEATS[s] for s in first])))
    return first[0]


def _exposed(text: Text, g: Game) -> tuple[Card, ...]:
    """Each seat's open first card, where they are named."""
    given = by_seat(text, "exposed", g.seats)
    dealt_in(g, "exposed", given)
    if any(len(some) != 1 for some in given.values()):
        raise Unreadable(say("error.one-card", key="exposed"))
    return tuple(given.get(s, (BACK,))[0] for s in range(g.seats)) if given else ()


def _rummy(text: Text, g: Game, out: int | None) -> bool:
    """Did the seat that is out go rummy?"""
    said = word(text, "rummy")
    if said and seat_of(said, g.seats) != out:
        raise Unreadable(say("error.wrong-rummy"))
    return bool(said)


def _hands(
    text: Text, g: Game, phase: str, exposed: tuple[Card, ...], pack: tuple[Card, ...], out: int | None
) -> tuple[Bits, ...]:
    """The hands; one that is left out is unknown, and as large as it was dealt."""
    each = 0 if phase in (DEAL, OVER) else g.variant.hand_size(len(g.playing))
    sizes = [1 + exposed_size(one) for one in exposed] if exposed and each else [each] * g.seats
    hands = [many << HIDDEN_AT if s in g.playing and s != out else 0 for s, many in enumerate(sizes)]
    given = by_seat(text, "hands", g.seats)
    dealt_in(g, "hands", (seat for seat, some in given.items() if some))
    for seat, some in given.items():
        copies(some, pack)
        hands[seat] = bundle(some)
    return tuple(hands)


def _table(text: Text, g: Game) -> tuple[Meld, ...]:
    lines = value(text, "table", ())
    table = tuple(read_meld(line, g.melder, g.seats, g.variant.scoring) for line in lines)
    for line, meld in zip(lines, table, strict=True):
        if meld.top and g.named != DOUBLE:
            raise Unreadable(say("error.table-top", text=clip(line)))
        doubled(line, meld, g.variant)
    return table


def _stock(
    text: Text, phase: str, pack: tuple[Card, ...], hands: tuple[Bits, ...], lying: tuple[Card, ...]
) -> tuple[Card, ...]:
    """The stock: as it is told, or all that is out of sight."""
    stock = some_cards(text, "stock")
    seen = [*lying, *stock, *(c for hand in hands for c in unpack(hand) if c is not BACK)]
    copies(seen, pack)
    unseen = len(pack) - len(seen) - sum(hand >> HIDDEN_AT for hand in hands)
    if unseen < 0:
        raise Unreadable(say("error.too-many-hidden"))
    if "stock_left" in text:
        left = number(text, "stock_left")
        if not len(stock) <= left <= len(stock) + unseen:
            raise Unreadable(say("error.stock-left", left=left, unseen=len(stock) + unseen))
        return (*stock, *(BACK,) * (left - len(stock)))
    return stock if "stock" in text or phase in (DEAL, SHUFFLE) else (BACK,) * unseen


def _turn(text: Text, g: Game, dry: bool, hand: Bits, table: tuple[Meld, ...], seat: int) -> Turn:
    """What has happened in the turn so far."""
    taken, owed, single = (open_cards(text, key) for key in ("taken", "owed", "single"))
    if taken and not owed and "single" not in text and len(taken) == 1:
        single = taken if g.variant.drawing.return_top == "refused" and hand & taken[0].bit else ()
    for key, some in (("owed", owed), ("single", single)):
        if len(some) > 1:
            raise Unreadable(say("error.form-of.card", key=key))
        in_hand(key, bundle(some), hand, seat)
    melds = number(text, "melds")
    laid, dry = flag(text, "laid", bool(melds)), flag(text, "dry", dry)
    own = [m.now for m in table if m.owner == seat]
    count = sum(opening_points(g.variant.scoring, made) for made in own[-melds:]) if melds else 0
    points = number(text, "opening_points", count if g.minimum else 0)
    return Turn(owed[0] if owed else None, single[0] if single else None, taken, melds, laid, dry, points)


def _known(text: Text, hands: tuple[Bits, ...], seat: int, taken: tuple[Card, ...]) -> tuple[Bits, ...]:
    """The cards that everybody knows to be in the hands: those named, or those taken this turn."""
    known = [0] * len(hands)
    if "known" not in text:
        known[seat] = bundle(c for c in taken if hands[seat] & c.bit)
    for who, some in by_seat(text, "known", len(hands)).items():
        known[who] = bundle(some)
        in_hand("known", known[who], hands[who], who)
    return tuple(known)


def _down(text: Text, g: Game, phase: str, table: tuple[Meld, ...], seat: int, turn: Turn) -> int:
    """The seats that have laid cards in an earlier turn: named, or those with more there than this turn's."""
    if "down" in text:
        return mask(text, "down", g.seats)
    if phase == OVER:
        return (1 << g.seats) - 1
    down = 0
    for s in range(g.seats):
        melds = sum(m.owner == s for m in table)
        others = any(lay.seat == s for m in table for lay in m.lays[1:])
        this_turn = s == seat and turn.laid and melds <= turn.melds
        down |= bool((melds or others) and not this_turn) << s
    return down


def _window(text: Text, deal: Deal) -> Window | None:
    """The time for calls, if the position lies in it."""
    if deal.phase != CALL and not (deal.phase == DRAW and any(k in text for k in ("by", "passed", "called"))):
        return None
    g = deal.game
    by = seat_of(word(text, "by", SEATS[g.before(deal.seat)]), g.seats)
    passed = mask(text, "passed", g.seats)
    dealt_in(g, "by", [by])
    dealt_in(g, "passed", (s for s in range(g.seats) if passed >> s & 1))
    if by == deal.seat:
        raise Unreadable(say("error.wrong-by", seat=SEATS[by]))
    if passed >> by & 1:
        raise Unreadable(say("error.own-discard", seat=SEATS[by]))
    if deal.phase == DRAW:
        return Window(by, 0, passed, None, flag(text, "called"))
    asked = before_call(deal, by, passed)
    window, line = asked.window, word(text, "held")
    if window is None or not line:
        return window
    held = parse(line, asked)
    if not isinstance(held, Call):
        raise Unreadable(say("error.wrong-held"))
    broken = breach(asked, held)
    if broken is not None:
        raise Unreadable(say("error.refused-held", line=clip(line), why=broken.sentence))
    return window._replace(open=g.nearer(window, held.seat), held=held)


def before_call(deal: Deal, by: int, passed: int) -> Deal:
    """The deal while all may call who have not passed: what a held call was said in."""
    window = Window(by, sum(1 << s for s in deal.game.playing) & ~(1 << by | passed), passed)
    return deal._replace(window=window)
