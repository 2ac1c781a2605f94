"""The law: the three questions asked of the clauses.

`breach` is the first clause, in order, that bars an action; `legal_actions` is every candidate that no clause
bars; `play` refuses with the breach.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from rummy.actions import (
    DOUBLE,
    EFFECTS,
    SEATS,
    SPLIT,
    Action,
    Block,
    Call,
    Discard,
    Draw,
    Knock,
    LayDown,
    LayOff,
    Pass,
    Shuffle,
    Split,
    Start,
    Swap,
    Take,
    TakeAlone,
    call,
    discard,
    knock,
    lay_down,
    lay_off,
    name_effect,
    simple,
    split,
    take,
)
from rummy.cards import (
    BY_AT,
    JOKER,
    JOKERS,
    NATURALS,
    SECOND,
    SUIT_FIELDS,
    Bits,
    Card,
    bundle,
    glyphs,
    size,
    unpack,
    without,
)
from rummy.clauses import (
    ALL,
    ROWS,
    TURNS,
    BarsOf,
    Row,
    flaw,
    jokers_after,
    reusable,
    useless,
    useless_below,
    useless_top,
)
from rummy.deal import CALL, DEAL, DRAW, LAST, OPENING, OVER, PLAY, SHUFFLE, Deal, Game, in_play
from rummy.deal import NAME as NAMING
from rummy.melds import ITSELF, WILD, Combination, Placed
from rummy.outlook import opened, swaps
from rummy.rules import Breach, IllegalAction
from rummy.scoring import opening_points
from rummy.steps import STEPS
from rummy.variants import EXPOSED
from rummy.words import listed, say


class _Mine:
    """One seat's actions for each part of a hand or pile, found once."""

    def __init__(self, g: Game, seat: int) -> None:
        self.seat, self.melder = seat, g.melder
        self.runs: dict[Bits, tuple[LayDown, ...]] = {}
        self.sets: dict[Bits, tuple[LayDown, ...]] = {}
        self.throws: dict[Bits, tuple[Discard, ...]] = {}
        self.offs: dict[tuple[int, Combination], tuple[tuple[Bits, LayOff], ...]] = {}
        self.wilds: dict[tuple[int, Combination, Card], tuple[LayOff, ...]] = {}
        self.takes: dict[tuple[int, Card], Take] = {}
        self.draw = simple(Draw, seat)

    def sequences(self, key: Bits) -> tuple[LayDown, ...]:
        found = self.runs.get(key)
        if found is None:
            found = self.runs[key] = tuple(lay_down(self.seat, c) for c in self.melder.sequences(key))
        return found

    def groups(self, key: Bits) -> tuple[LayDown, ...]:
        found = self.sets.get(key)
        if found is None:
            found = self.sets[key] = tuple(lay_down(self.seat, c) for c in self.melder.groups(key))
        return found

    def discards(self, key: Bits) -> tuple[Discard, ...]:
        found = self.throws[key] = tuple(discard(self.seat, c) for c in unpack(key))
        return found

    def take(self, at: int, one: Card) -> Take:
        found = self.takes[at, one] = take(self.seat, at, one)
        return found

    def lay_offs(self, on: int, now: Combination) -> tuple[tuple[Bits, LayOff], ...]:
        """For each place where a meld can grow: the bit of its card, and laying off that card."""
        found = self.offs[on, now] = tuple(
            (one.bit, lay_off(self.seat, ITSELF[one], on, end)) for one, end in now.spots
        )
        return found

    def wild_offs(self, on: int, now: Combination, one: Card) -> tuple[LayOff, ...]:
        """Every way to lay off a wild card on a meld."""
        found = self.wilds[on, now, one] = tuple(
            lay_off(self.seat, _placed(one, stands), on, end)
            for stands, end in now.wilds
            if stands is not one or one is JOKER
        )
        return found


def _placed(one: Card, stands: Card) -> Placed:
    """A wild card in a place."""
    return (ITSELF if stands is JOKER else WILD)[stands] if one is JOKER else Placed(one, stands)


class Plays(NamedTuple):
    """The clauses to ask about what may be played in a turn."""

    lay_down: tuple[BarsOf, ...]
    lay_off: tuple[BarsOf, ...]
    discard: tuple[BarsOf, ...]
    swap: tuple[BarsOf, ...]
    block: tuple[BarsOf, ...]
    knock: tuple[BarsOf, ...]


class Law(NamedTuple):
    """The clauses that matter to one game."""

    judges: dict[type[Action], tuple[Row, ...]]
    """All of them by kind of action, for `breach`."""
    draw: tuple[BarsOf, ...]
    """Those that the candidates do not obey of themselves, for `legal_actions`: here for drawing."""
    take: tuple[BarsOf, ...]
    split: tuple[BarsOf, ...]
    passes: tuple[BarsOf, ...]
    call: tuple[BarsOf, ...]
    free: Plays
    """For plays while nothing that was taken from the discard pile binds the seat."""
    bound: Plays
    """For plays while something does."""
    mine: tuple[_Mine, ...]
    """The actions of each seat, found once."""


@cache
def law(g: Game) -> Law:
    """The clauses that apply in a game."""
    rows = [row for row in ROWS if row.when(g.variant)]

    def asked(kind: type[Action], bound: bool = True) -> tuple[BarsOf, ...]:
        return tuple(r.bars for r in rows if kind in r.kinds and not r.given and (bound or not r.bound))

    def plays(bound: bool) -> Plays:
        return Plays(*(asked(k, bound) for k in (LayDown, LayOff, Discard, Swap, Block, Knock)))

    kinds: tuple[type[Action], ...] = (Start, *TURNS, Call)
    mine = tuple(_Mine(g, seat) for seat in range(g.seats))
    judges = {k: tuple(r for r in rows if k in r.kinds) for k in kinds}
    taking = asked(Take)
    if useless_top in taking and useless_below in taking:
        both = (useless_top, useless_below)  # of which one question tells all
        taking = (useless, *(bars for bars in taking if bars not in both))
    splitting = asked(Split) if g.gambit else ()
    law_of = (asked(Draw), taking, splitting, asked(Pass), asked(Call))
    return Law(judges, *law_of, plays(False), plays(True), mine)


def breach(deal: Deal, action: Action) -> Breach | None:
    """The rule that refuses an action, with the cards and facts; None if the action is legal.

    >>> from rummy.steps import new_deal
    >>> from rummy.variants import find
    >>> breach(new_deal(find("basic")), discard(0, JOKER)).rule
    'turn.draw-first'
    """
    seat = action.seat
    for row in law(deal.game).judges[type(action)]:
        bars = row.bars(deal, seat)
        if bars and (bars & action.bit if isinstance(bars, int) else bars(action)):
            return _explained(deal, action, row.rule)
    return None


def play(deal: Deal, action: Action) -> Deal:
    """The deal after an action; raises `IllegalAction` with the breach if a rule refuses it.

    >>> from rummy.steps import new_deal
    >>> from rummy.variants import find
    >>> play(new_deal(find("basic")), simple(Draw, 0)).phase
    'play'
    """
    if deal is not _latest[0] or action not in _latest[1]:
        broken = breach(deal, action)
        if broken is not None:
            raise IllegalAction(broken)
    return STEPS[type(action)](deal, action)


_latest: tuple[Deal | None, tuple[Action, ...]] = (None, ())
"""The last deal whose legal actions were listed: what was found legal there need not be judged again."""


def legal_actions(deal: Deal, seat: int | None = None) -> tuple[Action, ...]:
    """Everything a seat may do now; without a seat, everything that anybody may do.

    >>> from rummy.steps import new_deal
    >>> from rummy.variants import find
    >>> legal_actions(new_deal(find("basic"), seed=1))
    (<A: draw>, <A: take KS at 1>)
    """
    global _latest
    out: list[Action] = []
    phase = deal.phase
    if phase == CALL:
        for one in to_act(deal) if seat is None else (seat,):
            _in_window(deal, one, out)
    elif seat is None or seat == deal.seat:
        here, who = law(deal.game), deal.seat
        if phase == PLAY:
            _plays(deal, here, who, out)
        elif phase == DRAW:
            _draws(deal, here, who, out)
            if not deal.stock and not _barred(deal, who, here.passes):
                out.append(simple(Pass, who))
        else:
            _seldom(deal, here, who, out)
    listed_now = tuple(out)
    _latest = (deal, listed_now)
    return listed_now


def _seldom(deal: Deal, here: Law, who: int, out: list[Action]) -> None:
    """What may be done in the phases that a deal sees once or never."""
    phase = deal.phase
    if phase == OPENING:
        if deal.variant.dealing.opening == "starter-extra":
            _plays(deal, here, who, out)
        else:
            _discards(here.mine[who], deal.holdings[who], out)
    elif phase == LAST:
        offs: list[Action] = []
        _lay_offs(deal, here.mine[who], deal.holdings[who], offs)
        out += [*_unbarred(deal, who, here.free.lay_off, offs), simple(Pass, who)]
    elif phase == DEAL:
        exposed = deal.variant.dealing.hand == EXPOSED
        out.append(Start(who, deal.game.cards if exposed else ()))
    elif phase == NAMING and not deal.course.looked:
        out += [name_effect(who, effect) for effect in EFFECTS]
    elif phase == SHUFFLE:
        out.append(Shuffle(who, ()))


def to_act(deal: Deal) -> tuple[int, ...]:
    """The seats that may act now, the nearest in the order of play first."""
    if deal.phase == OVER:
        return ()
    window, g = deal.window, deal.game
    if deal.phase != CALL or window is None:
        return (deal.seat,)
    asked = [s for s in g.playing if window.open >> s & 1]
    order = sorted(asked, key=lambda s: g.distance(window.by, s)) if len(asked) > 1 else asked
    if window.held is None and deal.seat not in order:
        draws: list[Action] = []
        if not deal.stock:
            _draws(deal, law(g), deal.seat, draws)
        if deal.stock or draws:
            order.append(deal.seat)
    return tuple(order)


def _in_window(deal: Deal, seat: int, out: list[Action]) -> None:
    """What a seat may do while rummy may be called."""
    window, here = deal.window, law(deal.game)
    assert window is not None
    if seat == deal.seat and window.held is None:
        _draws(deal, here, seat, out)
    if window.open >> seat & 1:
        out.append(simple(Pass, seat))
        _calls(deal, here, seat, out)


def _barred(deal: Deal, seat: int, rows: tuple[BarsOf, ...]) -> Bits:
    """What these clauses bar together, as a mask over the actions of a kind that knows no tests."""
    barred = 0
    for row in rows:
        barred |= row(deal, seat)  # type: ignore[operator]
    return barred


def _lay_downs(deal: Deal, mine: _Mine, cards: Bits, out: list[Action]) -> None:
    """Every meld that can be laid down from these cards."""
    suits, ranks = mine.melder.fields(cards)
    for key in suits:
        out += mine.runs.get(key) or mine.sequences(key)
    for key in ranks:
        out += mine.sets.get(key) or mine.groups(key)


def _lay_offs(deal: Deal, mine: _Mine, cards: Bits, out: list[Action]) -> None:
    """Every way to lay off one of these cards."""
    melder, offs, natural = mine.melder, mine.offs, cards & deal.fits
    wild = dict.fromkeys(melder.pool(cards)) if cards & melder.wilds else ()
    if not natural and not wild:
        return
    for on, meld in enumerate(deal.table):
        now = meld.now
        if cards & now.fits and not meld.top:
            for bit, itself in offs.get((on, now)) or mine.lay_offs(on, now):
                if cards & bit:
                    out.append(itself)
        if wild and now.wilds and not meld.top:
            for one in wild:
                out += mine.wilds.get((on, now, one)) or mine.wild_offs(on, now, one)


def _plays(deal: Deal, here: Law, seat: int, out: list[Action]) -> None:
    """Every meld, lay-off, exchange and discard that no clause bars."""
    turn, hand, mine, g = deal.turn, deal.holdings[seat], here.mine[seat], deal.game
    rows = here.free if turn.owed is None and turn.single is None else here.bound
    unusual = g.unusual
    cards = in_play(deal, seat) if unusual and g.gambit else hand
    downs: list[Action] = []
    _lay_downs(deal, mine, cards, downs)
    if unusual and g.named == DOUBLE and cards & JOKERS:
        downs += _doubled(downs)
    if downs:
        out += _unbarred(deal, seat, rows.lay_down, downs)
    if cards & (deal.fits | mine.melder.wilds):
        offs: list[Action] = []
        _lay_offs(deal, mine, cards, offs)
        if offs:
            out += _unbarred(deal, seat, rows.lay_off, offs)
    _discards(mine, hand & ~_barred(deal, seat, rows.discard) if rows.discard else hand, out)
    if unusual:
        _unusual(deal, seat, rows, out)


def _doubled(downs: list[Action]) -> list[Action]:
    """The same melds with a joker on top."""
    return [lay_down(a.seat, a.combination, True) for a in downs if isinstance(a, LayDown) and a.combination]


def _unusual(deal: Deal, seat: int, rows: Plays, out: list[Action]) -> None:
    """What only some tables know: exchanging jokers, covering the dealer's joker, knocking."""
    out += _unbarred(deal, seat, rows.swap, list(swaps(deal)))
    if deal.game.gambit and deal.holdings[seat] & JOKERS:
        out += _unbarred(deal, seat, rows.block, [simple(Block, seat)])
    if deal.variant.ending.knock == "on":
        hand = deal.holdings[seat] & ~_barred(deal, seat, rows.knock)
        out += [knock(seat, c) for c in dict.fromkeys(unpack(hand))]


def _unbarred(deal: Deal, seat: int, rows: tuple[BarsOf, ...], some: list[Action]) -> list[Action]:
    """Those of the actions that these clauses do not bar."""
    for row in rows:
        if not some:
            break
        bars = row(deal, seat)
        if bars == ALL:
            return []
        if bars:
            some = [action for action in some if not bars(action)]  # type: ignore[operator]
    return some


def _discards(mine: _Mine, cards: Bits, out: list[Action]) -> None:
    """The discards of these cards."""
    throws = mine.throws
    for field in SUIT_FIELDS:
        key = cards & field
        if key:
            out += throws.get(key) or mine.discards(key)
    if cards & JOKERS:
        out.append(discard(mine.seat, JOKER))


def _draws(deal: Deal, here: Law, seat: int, out: list[Action]) -> None:
    """Every way to begin the turn that no clause bars."""
    pile, mine = deal.discards, here.mine[seat]
    if deal.stock or not _barred(deal, seat, here.draw):
        out.append(mine.draw)
    free = (1 << len(pile)) - 1 & ~_barred(deal, seat, here.take)
    while free:
        low = free & -free
        at = low.bit_length() - 1
        one = pile[at]
        out.append(mine.takes.get((at, one)) or mine.take(at, one))
        free ^= low
    if here.split and deal.game.named == SPLIT and in_play(deal, seat) & JOKERS:
        out += _unbarred(deal, seat, here.split, _splits(deal, seat))


def _splits(deal: Deal, seat: int) -> list[Action]:
    """Every way to split the discard pile."""
    pile, below = deal.discards, deal.variant.gambit.split == "below"
    out: list[Action] = []
    barred = useless(deal, seat)  # where not even all cards above would help
    for at, one in enumerate(pile):
        if barred >> at & 1:
            continue
        for many in range(1, (at if below else len(pile) - at - 1) + 1):
            gone = pile[at - many : at] if below else pile[at + 1 : at + 1 + many]
            out.append(split(seat, at, one, gone))
    return out


def _calls(deal: Deal, here: Law, seat: int, out: list[Action]) -> None:
    """Every call of rummy that no clause bars."""
    some: list[Action] = []
    _lay_offs(deal, here.mine[seat], deal.pile, some)
    if len(deal.discards) > 2:
        _lay_downs(deal, here.mine[seat], deal.pile, some)
    if some:
        out += _unbarred(deal, seat, here.call, [call(one) for one in some])


# -- the facts of a case ---------------------------------------------------------------------------------


def _explained(deal: Deal, action: Action, name: str) -> Breach:
    """The breach of a rule with the cards and facts that its sentence speaks of."""
    if isinstance(action, LayDown | LayOff | Call):
        found = flaw(deal, action)
        if found is not None and found.rule == name:
            return Breach(name, found.cards, found.facts)
    play = action.play if isinstance(action, Call) else action
    one = getattr(play, "card", None) or (play.placed.card if isinstance(play, LayOff) else None)
    if isinstance(play, Swap):
        one = play.cards[0]
    need: Bits = getattr(play, "need", 0)
    concerned = unpack(need) if need else (one,) if one else ()
    owner = deal.pile if isinstance(action, Call) else deal.holdings[action.seat]
    facts: dict[str, Any] = {"who": SEATS[action.seat], "turn": SEATS[deal.seat]}
    facts["card"] = one.glyph if one else ""
    facts["cards"] = _said(play)
    on = play.on if isinstance(play, LayOff | Swap) else -1
    facts["meld"] = deal.table[on].now.glyphs if 0 <= on < len(deal.table) else ""
    facts["effect"] = say(f"effect.{deal.game.named or 'none'}")
    facts["points"], facts["need"] = deal.turn.points, deal.game.minimum
    if isinstance(play, LayDown) and play.combination:
        facts["points"] += opening_points(deal.variant.scoring, play.combination)
    facts["missing"] = listed([say("the-card", card=c.glyph) for c in unpack(_missing(owner, need))], "or")
    out = deal.course.out
    facts["out"] = "" if out is None else SEATS[out]
    facts["ended"] = "stock" if out is None else "knocked" if deal.holdings[out] else "out"
    facts["how"] = say(f"how.{facts['ended']}", seat=facts["out"])
    if deal.window and deal.window.held:
        facts["holder"] = SEATS[deal.window.held.seat]
    if deal.turn.owed is not None:
        facts["owed"], concerned = deal.turn.owed.glyph, (*concerned, deal.turn.owed)
    if deal.turn.single is not None:
        facts["taken"] = deal.turn.single.glyph
    if deal.discards:
        facts["top"] = deal.discards[-1].glyph
    if isinstance(action, TakeAlone) and one in deal.discards:
        at = len(deal.discards) - 1 - deal.discards[::-1].index(one)
        facts["above"] = glyphs(deal.discards[at + 1 :])
    if name == "layoff.no-moving":
        lying = {c for m in deal.table for c in m.now.cards}
        facts["card"] = listed([c.glyph for c in unpack(_missing(owner, need)) if c in lying])
    if name == "jokers.per-meld" and isinstance(action, LayDown | LayOff | Call):
        facts["number"], facts["most"] = jokers_after(deal, action), deal.game.melder.most_jokers
    if name in ("draw.pile.useful", "draw.top.useful") and isinstance(action, Take | Split):
        facts["because"] = _no_use(deal, action)
    if name == "meld.per-turn":
        lifts = deal.variant.scoring.going_rummy != "none"
        facts["but"] = say("per-turn.but") if lifts else ""
    if name in ("turn.pass", "stock.empty", "stock.reuse"):
        facts["instead"] = say(f"instead.{_instead(deal)}")
    if isinstance(action, Start):
        facts["all"], facts["why"] = len(deal.game.cards), _pack_fault(deal, action)
    return Breach(name, concerned, facts)


def _no_use(deal: Deal, action: Take | Split) -> str:
    """Why a card of the discard pile could not be used this turn."""
    g, seat, card = deal.game, action.seat, action.card
    then = STEPS[type(action)](deal._replace(phase=DRAW, seat=seat), action)
    hand = in_play(then, seat)
    if not g.melder.usable(card, hand, deal.table, deal.fits):
        return say("useless.nothing")
    if not opened(deal, seat):
        points = _opening(g, hand, card)
        if points < g.minimum:
            return say("useless.minimum", points=points, need=g.minimum)
    return say(
        "useless.last" if g.must_discard and (size(hand) < 5 or not opened(deal, seat)) else "useless.rule"
    )


def _opening(g: Game, hand: Bits, card: Card) -> int:
    """What the first melds from a hand count at most, one of which uses this card."""
    scoring, per_turn = g.variant.scoring, g.variant.melding.per_turn
    best = 0
    for c in g.melder.melds(hand):
        if c.need & card.bit:
            rest = without(hand, c.need)
            more = [] if per_turn == 1 else g.melder.melds(rest)
            worth = {other: opening_points(scoring, other) for other in more}
            best = max(best, opening_points(scoring, c) + g.melder.packed(rest, more, worth)[0])
    return best


def _said(play: Action) -> str:
    """The cards of a play as they are printed."""
    if isinstance(play, LayDown):
        return " ".join(p.glyph for p in play.placed)
    if isinstance(play, LayOff):
        return play.placed.glyph
    return glyphs(
        getattr(play, "cards", None) or getattr(play, "gone", None) or unpack(getattr(play, "need", 0))
    )


def _instead(deal: Deal) -> str:
    """What there is to do instead of passing, or of drawing from a stock that is used up."""
    if deal.phase not in (DRAW, CALL):
        return "play"
    if deal.stock:
        return "draw"
    if reusable(deal):
        return "renew"
    return "take" if deal.discards and deal.phase == DRAW else "take-only" if deal.discards else "pass"


def _missing(owner: Bits, need: Bits) -> Bits:
    """The cards of ``need`` that are not among the owner's."""
    out = need & ~owner & (NATURALS | NATURALS << SECOND)
    singles = (out | out >> SECOND) & NATURALS
    jokers = (need & JOKERS & ~owner).bit_count()
    return bundle((*(BY_AT[i] for i in range(SECOND) if singles >> i & 1), *(JOKER,) * jokers))


def _pack_fault(deal: Deal, action: Start) -> str:
    """What is wrong with an order of the pack."""
    want, got = deal.game.cards, action.order
    for one in dict.fromkeys((*want, *got)):
        if want.count(one) != got.count(one):
            if not got.count(one):
                return say("pack.missing", card=one.glyph)
            return say("pack.fault", card=one.glyph, count=got.count(one), want=want.count(one))
    return ""
