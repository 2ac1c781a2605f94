"""The law: every rule as one row, and the three questions asked of it.

A row has a rule's id, the kinds of action it can refuse, and one function from a deal and a seat to what the
rule *bars* there: 0 nothing, `ALL` everything of that kind, a mask over the actions' bits, or a test that an
action fails. `breach` is the first row, in order, that bars an action; `legal_actions` is every candidate
that no row bars; `play` refuses with the breach. Rows marked ``given`` are those that the candidates obey by
the way they are found (whose turn it is, what is held, what is a meld), so only `breach` asks them.

The order is: is the deal on, whose turn, which phase, do you hold it, is it a meld or does it fit, and what
is still owed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from rummy.actions import (
    SEATS,
    Action,
    Call,
    Discard,
    Draw,
    LayDown,
    LayOff,
    Pass,
    Start,
    Swap,
    Take,
    TakeAlone,
    call,
    discard,
    lay_down,
    lay_off,
    simple,
    take,
)
from rummy.cards import (
    BACK,
    BY_AT,
    FIRST,
    JOKER,
    JOKERS,
    NATURALS,
    Bits,
    Card,
    add,
    bundle,
    copies,
    glyphs,
    holds,
    unpack,
    without,
)
from rummy.deal import (
    CALL,
    DEAL,
    DRAW,
    OPENING,
    OVER,
    PLAY,
    Deal,
    Game,
    _down,
    _grown,
    follow,
    joker_placed,
    to_act,
)
from rummy.melds import Flaw, Placed
from rummy.rules import Breach, IllegalAction
from rummy.variants import Variant
from rummy.words import listed, say

Bars = int | Callable[[Any], bool]
ALL = -1


class Row(NamedTuple):
    """A rule as the law applies it."""

    rule: str
    kinds: tuple[type[Action], ...]
    given: bool
    when: Callable[[Variant], bool]
    bars: Callable[[Deal, int], Bars]


ROWS: list[Row] = []
_BARS = Callable[[Deal, int], Bars]

PLAYS: tuple[type[Action], ...] = (LayDown, LayOff, Swap)
TURNS: tuple[type[Action], ...] = (Draw, Take, TakeAlone, *PLAYS, Discard, Pass)


def rule(
    name: str,
    *kinds: type[Action],
    given: bool = False,
    when: Callable[[Variant], bool] = lambda v: True,
) -> Callable[[_BARS], _BARS]:
    """Enter the function that follows as a row of the law."""

    def enter(bars: _BARS) -> _BARS:
        ROWS.append(Row(name, kinds, given, when, bars))
        return bars

    return enter


# -- is the deal on? -------------------------------------------------------------------------------------


@rule("deal.before-play", *TURNS, Call, given=True)
def not_dealt(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase == DEAL else 0


@rule("calling.not-after-out", Call, given=True)
@rule("out.play-stops", *TURNS, given=True)
def play_stops(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase == OVER else 0


@rule("deal.once", Start, given=True)
def dealt_already(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase != DEAL else 0


# -- may this seat call? ---------------------------------------------------------------------------------


@rule("calling.off", Call, given=True)
def calling_is_off(deal: Deal, seat: int) -> Bars:
    return ALL if deal.game.calls == "off" else 0


@rule("calling.before-draw", Call, given=True)
def no_window(deal: Deal, seat: int) -> Bars:
    return ALL if deal.window is None else 0


@rule("calling.not-own", Call, given=True)
def own_discard(deal: Deal, seat: int) -> Bars:
    return ALL if deal.window and deal.window.by == seat else 0


@rule("calling.first", Call, given=True)
def somebody_called(deal: Deal, seat: int) -> Bars:
    return ALL if deal.window and deal.window.called else 0


@rule("calling.passed", Call, given=True)
def passed(deal: Deal, seat: int) -> Bars:
    return ALL if deal.window and deal.window.passed >> seat & 1 else 0


@rule("calling.nearest", Call, given=True)
def nearer_call_held(deal: Deal, seat: int) -> Bars:
    w, g = deal.window, deal.game
    if w is None or w.held is None:
        return 0
    return ALL if g.distance(w.by, seat) >= g.distance(w.by, w.held.seat) else 0


# -- whose turn is it, and which phase? ------------------------------------------------------------------


@rule("turn.yours", Start, Draw, Take, TakeAlone, *PLAYS, Discard, given=True)
def not_your_turn(deal: Deal, seat: int) -> Bars:
    return ALL if seat != deal.seat else 0


@rule("turn.yours", Pass, given=True)
def not_yours_to_pass(deal: Deal, seat: int) -> Bars:
    return ALL if seat != deal.seat and not (deal.window and deal.window.open >> seat & 1) else 0


@rule("turn.one-draw", Draw, Take, TakeAlone, given=True)
def drawn_already(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase == PLAY else 0


@rule("deal.opening-discard", Draw, Take, TakeAlone, *PLAYS, Pass, given=True)
def opening_is_a_discard(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase == OPENING else 0


@rule("turn.draw-first", *PLAYS, Discard, given=True)
def not_drawn_yet(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase in (DRAW, CALL) else 0


@rule("calling.held", Draw, Take, TakeAlone, given=True)
def call_is_held(deal: Deal, seat: int) -> Bars:
    return ALL if deal.window and deal.window.held else 0


# -- the deal --------------------------------------------------------------------------------------------


@rule("deal.whole-pack", Start)
def not_this_pack(deal: Deal, seat: int) -> Bars:
    pack = bundle(deal.game.cards)
    return lambda action: bool(action.order) and bundle(action.order) != pack


# -- drawing ---------------------------------------------------------------------------------------------


def _reusable(deal: Deal) -> bool:
    """May the discard pile be used again as the stock?"""
    ending = deal.variant.ending
    limit = ending.recycle_limit
    again = ending.stock_out == "flip" and bool(deal.discards)
    return again and (limit == "none" or deal.course.recycled < limit)


@rule("stock.empty", Draw, when=lambda v: v.ending.stock_out != "flip")
def stock_used_up(deal: Deal, seat: int) -> Bars:
    return 0 if deal.stock else ALL


@rule("stock.reuse", Draw, when=lambda v: v.ending.stock_out == "flip")
def stock_not_renewed(deal: Deal, seat: int) -> Bars:
    return 0 if deal.stock or _reusable(deal) else ALL


@rule("turn.pass", Pass)
def nothing_to_pass(deal: Deal, seat: int) -> Bars:
    if deal.phase == CALL and deal.window and deal.window.open >> seat & 1:
        return 0
    return ALL if deal.phase != DRAW or deal.stock or _reusable(deal) else 0


@rule("draw.pile.card", Take, TakeAlone, given=True)
def not_in_the_pile(deal: Deal, seat: int) -> Bars:
    return lambda action: action.card not in deal.discards


@rule("draw.pile.top-only", Take, TakeAlone, when=lambda v: v.drawing.pile == "top")
def below_the_top(deal: Deal, seat: int) -> Bars:
    return (1 << max(len(deal.discards) - 1, 0)) - 1


@rule("draw.pile.all-above", TakeAlone, given=True)
def cards_left_behind(deal: Deal, seat: int) -> Bars:
    return ALL


@rule("draw.top.useful", Take, when=lambda v: v.drawing.top_card == "use")
def useless_top(deal: Deal, seat: int) -> Bars:
    if not deal.discards:
        return 0
    top = deal.discards[-1]
    hand = add(deal.holdings[seat], top)
    if deal.game.melder.usable(top, hand, deal.table, deal.fits):
        return 0
    return 1 << len(deal.discards) - 1


@rule("draw.pile.useful", Take, when=lambda v: v.drawing.pile == "any")
def useless_below(deal: Deal, seat: int) -> Bars:
    pile, table, fits = deal.discards, deal.table, deal.fits
    if len(pile) < 2:
        return 0
    usable = deal.game.melder.usable
    hand, barred = add(deal.holdings[seat], pile[-1]), 0
    for at in range(len(pile) - 2, -1, -1):
        one = pile[at]
        hand = add(hand, one)
        if not usable(one, hand, table, fits):
            barred |= 1 << at
    return barred


# -- do you hold it? -------------------------------------------------------------------------------------


@rule("layoff.no-moving", *PLAYS, given=True)
def lies_on_the_table(deal: Deal, seat: int) -> Bars:
    hand = deal.holdings[seat]
    lying = {p.card for m in deal.table for p in m.now.placed if p.card is not JOKER}
    return lambda action: any(
        c.bit & ~hand and c in lying for c in unpack(action.need)
    )


@rule("turn.held", *PLAYS, Discard, given=True)
def not_held(deal: Deal, seat: int) -> Bars:
    hand = deal.holdings[seat]
    return lambda action: not holds(hand, action.need)


@rule("calling.open-cards", Call, given=True)
def not_open(deal: Deal, seat: int) -> Bars:
    return lambda action: not holds(deal.pile, action.play.need)


# -- is it a meld, does it fit? --------------------------------------------------------------------------


def _flaw(deal: Deal, action: LayDown | LayOff | Call) -> Flaw | None:
    """What is wrong with the cards themselves, whoever plays them."""
    play = action.play if isinstance(action, Call) else action
    table = deal.game.melder
    if isinstance(play, LayDown):
        if play.combination is None:
            found = table.combine(play.placed)
            assert isinstance(found, Flaw)
            return found
        return None
    if not 0 <= play.on < len(deal.table):
        return Flaw("layoff.meld", (play.placed.card,), {"card": play.placed.card.glyph})
    now = deal.table[play.on].now
    misfit = table.misfit(now, play.placed.stands_for)
    if misfit is None and (play.placed.stands_for, play.end) not in now.spots:
        fits = listed([c.glyph for c, end in now.spots if end == play.end] or [say("nothing")], "or")
        facts = {"card": play.placed.stands_for.glyph, "meld": now.glyphs}
        return Flaw("layoff.sequence.next", (play.placed.card, *now.cards), {**facts, "fits": fits})
    return misfit


def _flawed(name: str) -> None:
    """Enter a row for one thing that can be wrong with cards."""

    @rule(name, LayDown, LayOff, Call, given=True)
    def bars(deal: Deal, seat: int) -> Bars:
        def test(action: LayDown | LayOff | Call) -> bool:
            flaw = _flaw(deal, action)
            return flaw is not None and flaw.rule == name

        return test


for _name in (
    "meld.size",
    "meld.kind",
    "meld.group.suits",
    "meld.group.four",
    "meld.sequence.suit",
    "meld.sequence.gap",
    "meld.sequence.twice",
    "meld.sequence.corner",
    "meld.sequence.ace",
    "jokers.natural",
    "layoff.meld",
    "layoff.group.rank",
    "layoff.group.suit",
    "layoff.group.full",
    "layoff.sequence.suit",
    "layoff.sequence.filled",
    "layoff.sequence.ace-end",
    "layoff.sequence.next",
):
    _flawed(_name)


@rule("jokers.per-meld", LayDown, LayOff, Call, given=True)
def too_many_jokers(deal: Deal, seat: int) -> Bars:
    most = deal.game.melder.most_jokers

    def test(action: LayDown | LayOff | Call) -> bool:
        return _jokers(deal, action) > most

    return test


def _jokers(deal: Deal, action: LayDown | LayOff | Call) -> int:
    """How many jokers the meld would hold."""
    play = action.play if isinstance(action, Call) else action
    there = deal.table[play.on].now.jokers if isinstance(play, LayOff) else 0
    new = (play.need & JOKERS).bit_count()
    return there + new if new else 0


@rule("jokers.no-swap", Swap, given=True)
def no_swap(deal: Deal, seat: int) -> Bars:
    return ALL


@rule("calling.exposed", Call, when=lambda v: v.calling.exposed == "no")
def not_just_discarded(deal: Deal, seat: int) -> Bars:
    top = deal.discards[-1] if deal.discards else BACK
    return lambda action: isinstance(action.play, LayOff) and action.play.placed.card is not top


@rule("meld.per-turn", LayDown, when=lambda v: v.melding.per_turn == 1)
def melded_already(deal: Deal, seat: int) -> Bars:
    return ALL if deal.turn.melds else 0


# -- what is still owed? ---------------------------------------------------------------------------------


@rule("draw.pile.use-at-once", Discard)
def still_owed(deal: Deal, seat: int) -> Bars:
    return ALL if deal.turn.owed is not None else 0


@rule("draw.pile.keep-usable", LayDown, LayOff)
def spoils_the_use(deal: Deal, seat: int) -> Bars:
    owed = deal.turn.owed
    if owed is None:
        return 0

    def test(action: LayDown | LayOff) -> bool:
        if action.need & owed.bit:
            return False
        table, fits = _after(deal, seat, action)
        hand = without(deal.holdings[seat], action.need)
        if deal.variant.melding.per_turn == 1 and isinstance(action, LayDown):
            return not (fits & owed.bit)
        return not deal.game.melder.usable(owed, hand, table, fits)

    return test


def _after(deal: Deal, seat: int, action: LayDown | LayOff) -> tuple[tuple[Any, ...], Bits]:
    if isinstance(action, LayDown):
        assert action.combination is not None
        return _down(deal, seat, action.combination)
    return _grown(deal, seat, action)


@rule("discard.not-back", Discard)
def straight_back(deal: Deal, seat: int) -> Bars:
    single = deal.turn.single
    if single is None or copies(deal.holdings[seat], single) > 1:
        return 0
    return single.bit


@rule("discard.keep-one", LayDown, LayOff)
def only_the_taken_left(deal: Deal, seat: int) -> Bars:
    single = deal.turn.single
    if single is None or not deal.holdings[seat] & single.bit:
        return 0
    hand = deal.holdings[seat]
    most = deal.game.melder.most_jokers

    def test(action: LayDown | LayOff) -> bool:
        if without(hand, action.need) != single.bit:
            return False
        table, fits = _after(deal, seat, action)
        if single is JOKER:
            return not any(m.now.spots and m.now.jokers < most for m in table)
        return not fits & single.bit

    return test


# -- the three questions ---------------------------------------------------------------------------------


class Law(NamedTuple):
    """The rows that matter to one game, by kind of action."""

    judges: dict[type[Action], tuple[Row, ...]]
    """All rows, in order, for `breach`."""
    bars: dict[type[Action], tuple[_BARS, ...]]
    """The rows the candidates do not obey of themselves, for `legal_actions`."""


@cache
def law(variant: Variant) -> Law:
    """The rows that apply under a variant."""
    rows = [row for row in ROWS if row.when(variant)]
    kinds = (Start, *TURNS, Call)
    return Law(
        {k: tuple(r for r in rows if k in r.kinds) for k in kinds},
        {k: tuple(r.bars for r in rows if k in r.kinds and not r.given) for k in kinds},
    )


def breach(deal: Deal, action: Action) -> Breach | None:
    """The rule that refuses an action, with the cards and facts; None if the action is legal.

    >>> from rummy.deal import new_deal
    >>> from rummy.variants import find
    >>> breach(new_deal(find("basic")), discard(0, JOKER)).rule
    'turn.draw-first'
    """
    seat = action.seat
    for row in law(deal.game.variant).judges[type(action)]:
        bars = row.bars(deal, seat)
        if bars and (bars & action.bit if isinstance(bars, int) else bars(action)):
            return _explained(deal, action, row.rule)
    return None


def play(deal: Deal, action: Action) -> Deal:
    """The deal after an action; raises `IllegalAction` with the breach if a rule refuses it.

    >>> from rummy.deal import new_deal
    >>> from rummy.variants import find
    >>> play(new_deal(find("basic")), simple(Draw, 0)).phase
    'play'
    """
    broken = breach(deal, action)
    if broken is not None:
        raise IllegalAction(broken)
    return follow(deal, action)


def legal_actions(deal: Deal, seat: int | None = None) -> list[Action]:
    """Everything a seat may do now; without a seat, everything that anybody may do.

    >>> from rummy.deal import new_deal
    >>> from rummy.variants import find
    >>> legal_actions(new_deal(find("basic"), seed=1))
    [<A: draw>, <A: take KS at 1>]
    """
    if seat is None:
        acting = to_act(deal)
        if len(acting) == 1:
            seat = acting[0]
        else:
            return [action for one in acting for action in legal_actions(deal, one)]
    phase = deal.phase
    if phase == PLAY or phase == OPENING:
        if seat != deal.seat:
            return []
        out = _plays(deal, seat) if phase == PLAY else []
        barred = 0
        for bars in law(deal.game.variant).bars[Discard]:
            barred |= bars(deal, seat)  # type: ignore[operator]
        if barred != ALL:
            _discards(deal, seat, barred, out)
        return out
    if phase == DRAW:
        return _draws(deal, seat) if seat == deal.seat else []
    if phase == CALL:
        window = deal.window
        assert window is not None
        out = _draws(deal, seat) if seat == deal.seat and window.held is None else []
        if window.open >> seat & 1:
            out.append(simple(Pass, seat))
            _calls(deal, seat, out)
        return out
    if phase == DEAL and seat == deal.dealer:
        return [Start(seat, ())]
    return []


class _Listed:
    """One seat's actions for each part of a hand, found once."""

    def __init__(self, g: Game, seat: int) -> None:
        self.melder = g.melder
        self.seat = seat
        self.runs: dict[Bits, tuple[LayDown, ...]] = {}
        self.sets: dict[Bits, tuple[LayDown, ...]] = {}
        self.offs: dict[tuple[int, Card, Card, str], LayOff] = {}
        self.throws: dict[Bits, tuple[Discard, ...]] = {}

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
        found = self.throws.get(key)
        if found is None:
            found = self.throws[key] = tuple(discard(self.seat, c) for c in unpack(key))
        return found


@cache
def _listed(g: Game, seat: int) -> _Listed:
    return _Listed(g, seat)


def _lay_downs(g: Game, seat: int, cards: Bits, out: list[Action]) -> None:
    """Every meld that can be laid down from these cards."""
    mine, table = _listed(g, seat), g.melder
    for key in table.suit_keys(cards):
        out += mine.sequences(key)
    for key in table.rank_keys(cards):
        out += mine.groups(key)


def _lay_offs(deal: Deal, seat: int, cards: Bits, out: list[Action]) -> None:
    """Every way to lay off one of these cards."""
    most = deal.game.melder.most_jokers
    joker = bool(most and cards & JOKERS)
    if not cards & deal.fits and not joker:
        return
    for on, meld in enumerate(deal.table):
        now = meld.now
        wild = joker and now.jokers < most
        if not wild and not cards & now.fits:
            continue
        for one, end in now.spots:
            if cards & one.bit:
                out.append(lay_off(seat, Placed(one, one), on, end))
            if wild:
                out.append(lay_off(seat, joker_placed(one), on, end))


def _plays(deal: Deal, seat: int) -> list[Action]:
    """Every meld and lay-off that no rule bars."""
    bars = law(deal.game.variant).bars
    out: list[Action] = []
    for kind in (LayDown, LayOff):
        tests = [found for row in bars[kind] if (found := row(deal, seat))]
        if ALL in tests:
            continue
        some: list[Action] = []
        if kind is LayDown:
            _lay_downs(deal.game, seat, deal.holdings[seat], some)
        else:
            _lay_offs(deal, seat, deal.holdings[seat], some)
        if tests:
            some = [a for a in some if not any(t(a) for t in tests)]  # type: ignore[operator]
        out += some
    return out


def _discards(deal: Deal, seat: int, barred: Bits, out: list[Action]) -> None:
    """Every discard that is not barred."""
    mine = _listed(deal.game, seat)
    free = deal.holdings[seat] & FIRST & ~barred
    for shift in (3, 20, 37, 54):
        key = free & 0x1FFF << shift
        if key:
            out += mine.discards(key)
    if free & JOKERS:
        out.append(discard(seat, JOKER))


def _draws(deal: Deal, seat: int) -> list[Action]:
    """Every way to begin the turn that is not barred."""
    bars = law(deal.game.variant).bars
    out: list[Action] = []
    if not any(row(deal, seat) for row in bars[Draw]):
        out.append(simple(Draw, seat))
    barred = 0
    for row in bars[Take]:
        barred |= row(deal, seat)  # type: ignore[operator]
    for at, one in enumerate(deal.discards):
        if not barred >> at & 1:
            out.append(take(seat, at, one))
    if deal.phase == DRAW and not any(row(deal, seat) for row in bars[Pass]):
        out.append(simple(Pass, seat))
    return out


def _calls(deal: Deal, seat: int, out: list[Action]) -> None:
    """Every call of rummy that is not barred."""
    tests = [found for row in law(deal.game.variant).bars[Call] if (found := row(deal, seat))]
    some: list[Action] = []
    _lay_offs(deal, seat, deal.pile, some)
    if len(deal.discards) > 2:
        _lay_downs(deal.game, seat, deal.pile, some)
    for one in some:
        action = call(one)  # type: ignore[arg-type]
        if not any(t(action) for t in tests):  # type: ignore[operator]
            out.append(action)


# -- the facts of a case ---------------------------------------------------------------------------------


def _explained(deal: Deal, action: Action, name: str) -> Breach:
    """The breach of a rule with the cards and facts that its sentence speaks of."""
    if isinstance(action, LayDown | LayOff | Call):
        flaw = _flaw(deal, action)
        if flaw is not None and flaw.rule == name:
            return Breach(name, flaw.cards, flaw.facts)
    play = action.play if isinstance(action, Call) else action
    one = getattr(play, "card", None) or (play.placed.card if isinstance(play, LayOff) else None)
    need: Bits = getattr(play, "need", 0)
    concerned = unpack(need) if need else (one,) if one else ()
    owner = deal.pile if isinstance(action, Call) else deal.holdings[action.seat]
    facts: dict[str, Any] = {"who": SEATS[action.seat], "turn": SEATS[deal.seat]}
    facts["card"] = one.glyph if one else ""
    facts["missing"] = listed([f"{c.glyph}" for c in unpack(_missing(owner, need))])
    facts["how"] = say("how.out", seat=SEATS[deal.course.out]) if deal.course.out is not None else say("how.stock")
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
        lying = [c for c in unpack(_missing(owner, need)) if c is not JOKER]
        facts["card"] = listed([c.glyph for c in lying])
    if name == "jokers.per-meld" and isinstance(action, LayDown | LayOff | Call):
        facts["number"], facts["most"] = _jokers(deal, action), deal.game.melder.most_jokers
    if name == "turn.pass":
        facts["instead"] = say("instead.draw" if deal.phase in (DRAW, CALL) else "instead.play")
    if isinstance(action, Start):
        facts["all"], facts["why"] = len(deal.game.cards), _pack_fault(deal, action)
    return Breach(name, concerned, facts)


def _missing(owner: Bits, need: Bits) -> Bits:
    """The cards of ``need`` that are not among the owner's."""
    out = need & ~owner & (NATURALS | NATURALS << 80)
    singles = (out | out >> 80) & NATURALS
    jokers = (need & JOKERS & ~owner).bit_count()
    return bundle((*(BY_AT[i] for i in range(80) if singles >> i & 1), *(JOKER,) * jokers))


def _pack_fault(deal: Deal, action: Start) -> str:
    """What is wrong with an order of the pack."""
    want, got = deal.game.cards, action.order
    for one in dict.fromkeys((*want, *got)):
        if want.count(one) != got.count(one):
            return say("pack.fault", card=one.glyph, number=got.count(one), want=want.count(one))
    return ""

