"""Positions: a deal at one moment, written down as text. Written down is not yet possible, nor reachable."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from rummy.actions import DOUBLE, EFFECTS, SEATS, Call
from rummy.cards import (
    BACK,
    HIDDEN_AT,
    JOKER,
    RANKED,
    Bits,
    Card,
    bundle,
    card,
    cards,
    codes,
    holds,
    shuffled,
    unpack,
)
from rummy.deal import (
    CALL,
    DEAL,
    DRAW,
    LAST,
    NAME,
    OPENING,
    OVER,
    PHASES,
    Course,
    Deal,
    Game,
    Special,
    Turn,
    Window,
    cut_dealer,
    game,
)
from rummy.lines import parse, said_cards, seat_of, shown
from rummy.melder import Melder
from rummy.melds import Combination, Lay, Meld, Placed, fits_on
from rummy.scoring import Scoring, opening_points
from rummy.steps import exposed_size, meld_factor
from rummy.variants import EXPOSED, Variant, find
from rummy.words import Unreadable, clip, data, listed, say

KEYS = frozenset(
    [
        "variant",
        "note",
        "options",
        "seats",
        "dealer",
        "turn",
        "phase",
        "stock",
        "stock_left",
        "discards",
        "hands",
        "table",
        "taken",
        "owed",
        "single",
        "totals",
        "recycled",
        "idle",
        "renewed",
        "out",
        "deal_no",
        "by",
        "passed",
        "held",
        "called",
        "known",
        "melds",
        "laid",
        "dry",
        "cut",
        "sides",
        "playing",
        "exposed",
        "named",
        "dealer_joker",
        "looked",
        "gone",
        "down",
        "opening_points",
        "rummy",
    ]
)
"""The keys that describe a position."""


def position(text: Mapping[str, Any], where: str = "position") -> Deal:
    """The deal that a position describes; raises `Unreadable` with the place if it cannot be read.

    >>> deal = position({"variant": "basic", "seats": 2, "phase": "draw", "hands": {"A": "7H 7C 2S"}})
    >>> deal.hands[0]
    (card('2S'), card('7H'), card('7C'))
    """
    try:
        return _read(text)
    except Unreadable as error:
        raise Unreadable(f"{where}: {error}") from None


def _text(text: Mapping[str, Any], key: str, default: str = "") -> str:
    value = text.get(key, default)
    if not isinstance(value, str):
        raise Unreadable(say("error.wrong-text", key=key))
    return value


def _number(text: Mapping[str, Any], key: str, default: int) -> int:
    value = text.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1000:
        raise Unreadable(say("error.wrong-number", key=key))
    return value


def variant_of(text: Mapping[str, Any]) -> Variant:
    """The variant a position is played under."""
    options = text.get("options", {})
    if not isinstance(options, Mapping):
        raise Unreadable(say("error.wrong-text", key="options"))
    return find(_text(text, "variant", "rummy-500")).changed(options)


def _read(text: Mapping[str, Any]) -> Deal:
    variant = variant_of(text)
    seats = _number(text, "seats", variant.seats()[0])
    playing = tuple(seat_of(s, seats) for s in _text(text, "playing").split()) or None
    g = game(variant, seats, playing)
    phase = _text(text, "phase", DRAW)
    if phase not in PHASES:
        raise Unreadable(say("error.wrong-phase", text=clip(phase), words=listed(PHASES, "or")))
    dealer = _dealer(text, variant, seats, phase)
    seat = seat_of(_text(text, "turn", SEATS[dealer if phase in (DEAL, NAME) else g.next(dealer)]), seats)
    if phase in (DEAL, NAME):
        seat = dealer
    exposed = _exposed(text, seats)
    if exposed and variant.melding.wild_rank == EXPOSED:
        g = g.with_wild(exposed[dealer].rank if exposed[dealer].rank > 0 else 0)
    effect = _one_of(text, "named", EFFECTS) if g.gambit else ""
    g = g.with_named(effect) if effect else g
    if "sides" in text and _listed_sides(text["sides"]) != [[SEATS[s] for s in side] for side in g.sides]:
        raise Unreadable(
            say("error.wrong-sides", sides=listed([" ".join(SEATS[s] for s in side) for side in g.sides]))
        )
    pack = _whole(g, text)
    hands = _hands(text, g, phase, exposed, pack)
    table = _table(text.get("table", ()), g, seats)
    discards, gone = cards(_text(text, "discards")), cards(_text(text, "gone"))
    stock = _stock(text, pack, hands, (*discards, *gone), table) if phase != DEAL else ()
    turn = _turn(text, g, stock, phase, hands[seat], table, seat)
    out = _text(text, "out", "none")
    course = Course(
        _known(text, hands, seat, turn.taken),
        recycled=_number(text, "recycled", 0),
        idle=_number(text, "idle", 0),
        renewed=_number(text, "renewed", 0),
        out=None if out == "none" else seat_of(out, seats),
        down=_down(text, seats, table, seat, turn),
        special=Special(
            number=max(1, _number(text, "deal_no", 1)),
            exposed=exposed,
            named=effect,
            dealer_joker=_one_of(text, "dealer_joker", ("free", "used", "blocked"), "free")
            if g.gambit
            else "",
            looked=_mask(text, "looked", seats),
            gone=gone,
            rummy="rummy" in text and out != "none",
        ),
    )
    deal = Deal(
        g,
        dealer,
        seat,
        phase,
        hands,
        stock,
        discards,
        bundle(discards),
        table,
        fits_on(table),
        turn,
        None,
        course,
    )
    return deal._replace(window=_window(text, deal))


def _one_of(text: Mapping[str, Any], key: str, words: tuple[str, ...], default: str = "") -> str:
    """One of these words, or the default where the key is missing."""
    value = _text(text, key, default)
    if value and value not in words:
        raise Unreadable(say("error.one-of", key=key, text=clip(value), words=listed(words, "or")))
    return value


def _mask(text: Mapping[str, Any], key: str, seats: int) -> int:
    """Seats, as a mask."""
    return sum({1 << seat_of(s, seats) for s in _text(text, key).split()})


def _listed_sides(value: Any) -> list[list[str]]:
    """The seats of each side, as they are written."""
    if not isinstance(value, list) or not all(isinstance(side, str) for side in value):
        raise Unreadable(say("error.wrong-text", key="sides"))
    return [side.split() for side in value]


def _exposed(text: Mapping[str, Any], seats: int) -> tuple[Card, ...]:
    """Each seat's open first card, where they are named."""
    given = text.get("exposed")
    if given is None:
        return ()
    if not isinstance(given, Mapping):
        raise Unreadable(say("error.wrong-text", key="exposed"))
    shown_cards = {seat_of(str(key), seats): shown(_text(given, key)) for key in given}
    return tuple(shown_cards.get(s, BACK) for s in range(seats))


def _whole(g: Game, text: Mapping[str, Any]) -> tuple[Card, ...]:
    """The cards of the pack, the dealer's joker among them once it has been used."""
    used = g.gambit and text.get("dealer_joker", "free") == "used"
    return (*g.cards, JOKER) if used else g.cards


def _down(text: Mapping[str, Any], seats: int, table: tuple[Meld, ...], seat: int, turn: Turn) -> int:
    """The seats that have laid cards in an earlier turn: named, or those with more there than this turn's."""
    if "down" in text:
        return _mask(text, "down", seats)
    if text.get("phase") == OVER:
        return (1 << seats) - 1
    down = 0
    for s in range(seats):
        melds = sum(m.owner == s for m in table)
        others = any(lay.seat == s for m in table for lay in m.lays[1:])
        this_turn = s == seat and turn.laid and melds <= turn.melds
        down |= bool((melds or others) and not this_turn) << s
    return down


def _dealer(text: Mapping[str, Any], variant: Variant, seats: int, phase: str) -> int:
    """The dealer: named, or before the deal the seat that cut the card that deals first."""
    cut = text.get("cut")
    if cut is None:
        return seat_of(_text(text, "dealer", SEATS[seats - 1]), seats)
    if not isinstance(cut, Mapping) or phase != DEAL or [*map(str, cut)] != [*SEATS[:seats]]:
        raise Unreadable(say("error.wrong-cut", seats=listed([*SEATS[:seats]])))
    drawn = tuple(shown(_text(cut, key)) for key in cut)
    if JOKER in drawn:
        raise Unreadable(say("error.wrong-cut", seats=listed([*SEATS[:seats]])))
    first = cut_dealer(variant, drawn)
    if len(first) > 1:
        raise Unreadable(say("error.tied-cut", seats=listed([SEATS[s] for s in first])))
    return first[0]


def _window(text: Mapping[str, Any], deal: Deal) -> Window | None:
    """The time for calls, if the position lies in it."""
    if deal.phase != CALL and not (deal.phase == DRAW and "by" in text):
        return None
    g = deal.game
    by = seat_of(_text(text, "by", SEATS[g.before(deal.seat)]), g.seats)
    passed = sum({1 << seat_of(s, g.seats) for s in _text(text, "passed").split()})
    called = text.get("called", False) is True
    if deal.phase == DRAW:
        return Window(by, 0, passed, None, called)
    window = Window(by, sum(1 << s for s in g.playing) & ~(1 << by | passed), passed)
    line = _text(text, "held")
    if not line:
        return window
    held = parse(line, deal._replace(window=window))
    if not isinstance(held, Call):
        raise Unreadable(say("error.wrong-held"))
    return window._replace(open=g.nearer(window, held.seat), held=held)


def _known(
    text: Mapping[str, Any], hands: tuple[Bits, ...], seat: int, taken: tuple[Card, ...]
) -> tuple[Bits, ...]:
    """The cards that everybody knows to be in the hands: those named, or those taken this turn."""
    given = text.get("known")
    known = [0] * len(hands)
    if given is None:
        known[seat] = bundle(c for c in taken if hands[seat] & c.bit)
    elif not isinstance(given, Mapping):
        raise Unreadable(say("error.wrong-text", key="known"))
    else:
        for key in given:
            who = seat_of(str(key), len(hands))
            known[who] = bundle(cards(_text(given, key)))
            if not holds(hands[who], known[who]):
                raise Unreadable(say("error.not-in-hand", key="known", seat=SEATS[who]))
    return tuple(known)


def _turn(
    text: Mapping[str, Any],
    g: Game,
    stock: object,
    phase: str,
    hand: Bits,
    table: tuple[Meld, ...],
    seat: int,
) -> Turn:
    """What has happened in the turn so far."""
    taken, owed, single = (cards(_text(text, key)) for key in ("taken", "owed", "single"))
    if taken and not owed and "single" not in text and len(taken) == 1:
        single = taken if g.variant.drawing.return_top == "refused" and hand & taken[0].bit else ()
    for key, some in (("owed", owed), ("single", single)):
        if len(some) > 1 or not holds(hand, bundle(some)):
            raise Unreadable(say("error.not-in-hand", key=key, seat=_text(text, "turn", SEATS[0])))
    melds = _number(text, "melds", 0)
    laid = text.get("laid", bool(melds)) is True
    dry = text.get("dry", not stock and phase not in (DEAL, OPENING)) is True
    own = [m.now for m in table if m.owner == seat]
    count = sum(opening_points(g.variant.scoring, made) for made in own[len(own) - melds :]) if melds else 0
    points = _number(text, "opening_points", count if g.minimum else 0)
    return Turn(owed[0] if owed else None, single[0] if single else None, taken, melds, laid, dry, points)


def _hands(
    text: Mapping[str, Any], g: Game, phase: str, exposed: tuple[Card, ...], pack: tuple[Card, ...]
) -> tuple[Bits, ...]:
    given = text.get("hands", {})
    if not isinstance(given, Mapping):
        raise Unreadable(say("error.wrong-text", key="hands"))
    each = 0 if phase in (DEAL, OVER) else g.variant.hand_size(len(g.playing))
    sizes = [1 + exposed_size(one) for one in exposed] if exposed and each else [each] * g.seats
    hands = [many << HIDDEN_AT if s in g.playing else 0 for s, many in enumerate(sizes)]
    for key, value in given.items():
        named = cards(_text({"hands": value}, "hands"))
        seat = seat_of(str(key), g.seats)
        _copies(named, pack)
        hands[seat] = bundle(named)
    return tuple(hands)


def _copies(some: Iterable[Card], pack: tuple[Card, ...]) -> None:
    """Refuse more copies of a card than the pack holds."""
    for one, number in Counter(some).items():
        if one is not BACK and number > pack.count(one):
            raise Unreadable(say("error.copies", card=one.glyph, number=number, want=pack.count(one)))


def _table(lines: Any, g: Game, seats: int) -> tuple[Meld, ...]:
    if not isinstance(lines, list | tuple) or not all(isinstance(line, str) for line in lines):
        raise Unreadable(say("error.wrong-text", key="table"))
    table = tuple(read_meld(line, g.melder, seats, g.variant.scoring) for line in lines)
    doubled = next((line for line, meld in zip(lines, table, strict=True) if meld.top), None)
    if doubled is not None and g.named != DOUBLE:
        raise Unreadable(say("error.table-top", text=clip(doubled)))
    return table


def read_meld(line: str, table: Melder, seats: int, scoring: Scoring = Scoring()) -> Meld:  # noqa: B008
    """A meld on the table from its line: ``A: 7S 8S 9S + B: TS``, ``A: KS KH KD with *`` under a joker.

    An ace laid off on two to king could be at either end: ``low`` or ``high`` after it says at which.
    """
    lays: list[Lay] = []
    order: list[Placed] = []
    words, doubled = re.subn(r" +doubled$", "", " ".join(line.split()), flags=re.IGNORECASE)
    words, top = re.subn(r" +with +(\*|★)$", "", words, flags=re.IGNORECASE)
    rank = next((c.rank for c in _natural(words) if c.rank > 0), 0)
    for part in words.split("+"):
        found = re.fullmatch(r"([A-Za-z]) ?: ?(\S.*?)(?: (low|high))?", " ".join(part.split()))
        if not found:
            raise Unreadable(say("error.table-line", text=clip(line)))
        bare = RANKED[rank - 1] if rank and table.ranked else JOKER
        placed = tuple(Placed(c, stands or bare) for c, stands in said_cards(found[2], table))
        lays.append(Lay(seat_of(found[1], seats), placed))
        order = [*placed, *order] if found[3] == "low" else [*order, *placed]
    now = table.combine(tuple(order))
    if not isinstance(now, Combination):
        why = say(f"rule.{now.rule}.refused", **now.facts)
        raise Unreadable(say("error.table-flaw", text=clip(line), why=why))
    lays = [Lay(lay.seat, tuple(_as_in(now, p) for p in lay.placed)) for lay in lays]
    first = table.combine(lays[0].placed)
    if isinstance(first, Combination):
        lays[0] = Lay(lays[0].seat, first.placed)
        factor = meld_factor(scoring, first, bool(top))
    elif table.rules[1].swap == "never":
        why = say(f"rule.{first.rule}.refused", **first.facts)
        raise Unreadable(say("error.table-flaw", text=clip(line), why=why))
    else:
        factor = 2 if top else 1
    if doubled and len(lays[0].placed) < 4:
        factor *= 2
    return Meld(now, tuple(lays), factor, bool(top))


def _natural(words: str) -> tuple[Card, ...]:
    """The cards of a table line that stand for themselves."""
    found = re.findall(r"(?:^|[:\s])([0-9AaTtJjQqKk]{1,2}[SsHhDdCc♠♥♦♣])(?=\s|$)", words)
    return tuple(card(word) for word in found)


def _as_in(now: Combination, one: Placed) -> Placed:
    """A card as it lies in the meld: a joker in a group may stand for the rank alone."""
    if one in now.placed:
        return one
    return next((p for p in now.placed if p.card is one.card and p.wild), one)


def write_meld(meld: Meld) -> str:
    """A meld as a line that `read_meld` reads back."""
    at = {p: i for i, p in enumerate(meld.now.placed)}
    parts = []
    for lay in meld.lays:
        part = f"{SEATS[lay.seat]}: " + " ".join(str(p) for p in sorted(lay.placed, key=at.__getitem__))
        if len(at) == 13 and len(lay.placed) == 1 and lay.placed[0].stands_for.rank == 1:
            part += " low" if at[lay.placed[0]] == 0 else " high"
        parts.append(part)
    once_four = meld.factor > (2 if meld.top else 1) and len(meld.lays[0].placed) < 4
    return " + ".join(parts) + (" with *" if meld.top else "") + (" doubled" if once_four else "")


def _stock(
    text: Mapping[str, Any],
    pack: tuple[Card, ...],
    hands: tuple[Bits, ...],
    discards: tuple[Card, ...],
    table: tuple[Meld, ...],
) -> tuple[Card, ...]:
    stock = cards(_text(text, "stock"))
    seen = [c for hand in hands for c in unpack(hand) if c is not BACK]
    seen += [*discards, *stock, *(c for m in table for c in m.cards)]
    _copies(seen, pack)
    hidden = sum(hand >> HIDDEN_AT for hand in hands)
    unseen = max(0, len(pack) - len(seen) - hidden)
    if "stock_left" not in text:
        return stock if "stock" in text else (BACK,) * unseen
    left = _number(text, "stock_left", 0)
    if left < len(stock) or left > len(pack) - len(seen) + len(stock):
        raise Unreadable(say("error.stock-left", left=left, unseen=len(pack) - len(seen) + len(stock)))
    return (*stock, *(BACK,) * (left - len(stock)))


def filled(deal: Deal, seed: int | str) -> Deal:
    """The deal with every face-down card of stock and hands made one of the unseen cards, chosen by the seed.

    >>> half = position({"variant": "basic", "hands": {"A": "7H 7C 2S"}, "stock_left": 3})
    >>> BACK in filled(half, 1).stock
    False
    """
    seen = [*deal.stock, *deal.discards, *deal.course.gone, *(c for m in deal.table for c in m.cards)]
    seen += [c for hand in deal.hands for c in hand]
    pack = (*deal.game.cards, JOKER) if deal.course.dealer_joker == "used" else deal.game.cards
    unseen = Counter(pack) - Counter(seen)
    hidden = [*deal.stock, *(c for hand in deal.hands for c in hand)].count(BACK)
    if hidden > unseen.total():
        raise Unreadable(say("error.too-many-hidden"))
    rest = iter(shuffled(sorted(unseen.elements()), seed))
    hands = tuple(bundle(next(rest) if c is BACK else c for c in hand) for hand in deal.hands)
    return deal._replace(holdings=hands, stock=tuple(next(rest) if c is BACK else c for c in deal.stock))


def named(name: str) -> Mapping[str, Any]:
    """The position of this name among those that come with the package.

    >>> named("bridge")["discards"]
    '9S KD'
    """
    book: dict[str, Mapping[str, Any]] = data("positions.toml")["position"]
    if name not in book:
        raise Unreadable(say("error.position", text=clip(name), names=listed([*book], "or")))
    return book[name]


def describe(deal: Deal) -> dict[str, Any]:
    """The position of a deal, as `position` reads it."""
    out: dict[str, Any] = {
        "variant": deal.variant.id,
        "seats": deal.game.seats,
        "dealer": SEATS[deal.dealer],
        "turn": SEATS[deal.seat],
        "phase": deal.phase,
        "discards": codes(deal.discards),
        "hands": {SEATS[s]: codes(hand) for s, hand in enumerate(deal.hands)},
        "table": [write_meld(m) for m in deal.table],
    }
    options = deal.variant.overrides()
    if options:
        out["options"] = options
    if BACK in deal.stock:
        out["stock_left"] = len(deal.stock)
    out["stock"] = codes(deal.stock[: deal.stock.index(BACK)] if BACK in deal.stock else deal.stock)
    turn, window, course = deal.turn, deal.window, deal.course
    out |= {"taken": codes(turn.taken), "melds": turn.melds, "laid": turn.laid, "dry": turn.dry}
    out["owed"] = turn.owed.code if turn.owed else ""
    out["single"] = turn.single.code if turn.single else ""
    out["known"] = {SEATS[s]: codes(unpack(bits)) for s, bits in enumerate(course.known) if bits}
    out |= {"recycled": course.recycled, "idle": course.idle, "renewed": course.renewed}
    out |= _special(deal)
    if deal.over or deal.phase == LAST:
        out["out"] = "none" if course.out is None else SEATS[course.out]
    if window is not None:
        passed = [SEATS[s] for s in range(deal.game.seats) if window.passed >> s & 1]
        out |= {"by": SEATS[window.by], "passed": " ".join(passed), "called": window.called}
        if window.held is not None:
            out["held"] = f"{SEATS[window.held.seat]}: {window.held}"
    return out


def _special(deal: Deal) -> dict[str, Any]:
    """What only some tables know, as far as this one does."""
    course, g = deal.course, deal.game
    out: dict[str, Any] = {"down": _seats(course.down, g.seats)}
    if course.number > 1:
        out["deal_no"] = course.number
    if len(g.playing) < g.seats:
        out["playing"] = " ".join(SEATS[s] for s in g.playing)
    if course.exposed:
        out["exposed"] = {SEATS[s]: c.code for s, c in enumerate(course.exposed) if c is not BACK}
    if g.gambit:
        out |= {"named": course.named, "dealer_joker": course.dealer_joker}
    if course.looked:
        out["looked"] = _seats(course.looked, g.seats)
    if course.gone:
        out["gone"] = codes(course.gone)
    if g.minimum:
        out["opening_points"] = deal.turn.points
    if course.rummy:
        out["rummy"] = SEATS[course.out or 0]
    return out


def _seats(mask: int, seats: int) -> str:
    """The seats of a mask by their letters."""
    return " ".join(SEATS[s] for s in range(seats) if mask >> s & 1)
