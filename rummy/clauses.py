"""Clauses: every rule as one row.

A row has a rule's id, the kinds of action it can refuse, and one function from a deal and a seat to what
the rule *bars* there: 0 nothing, `ALL` everything of that kind, a mask over the actions' bits, or a test
that an action fails. What is asked of the rows is in `rummy.law`. Rows marked ``bound`` bar nothing unless a
card taken from the discard pile must still be used or may not go back. Rows marked ``given`` are those that
the candidates obey by the way they are found (whose turn it is, what is held, what is a meld), so only
`breach` asks them.

The order is: is the deal on, whose turn, which phase, do you hold it, is it a meld or does it fit, and what
is still owed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from rummy.actions import (
    DOUBLE,
    Action,
    Block,
    Call,
    Discard,
    Draw,
    Knock,
    LayDown,
    LayOff,
    Name,
    Pass,
    Shuffle,
    Split,
    Start,
    Swap,
    Take,
    TakeAlone,
    take,
)
from rummy.actions import SPLIT as SPLITS
from rummy.cards import BACK, JOKER, JOKERS, Bits, copies, holds, size, unpack, without
from rummy.deal import CALL, DEAL, DRAW, LAST, OPENING, OVER, PLAY, SHUFFLE, Deal, in_play, owns_meld
from rummy.deal import NAME as NAMING
from rummy.melds import Flaw
from rummy.outlook import (
    can_finish,
    can_open,
    can_total,
    committed,
    completes,
    exchanges,
    goes_out,
    may_lay_more,
    opened,
    playable,
)
from rummy.scoring import opening_points
from rummy.steps import down, follow, grown, shuffled_part
from rummy.variants import EXPOSED, RENEWED, Variant
from rummy.words import listed, say

Bars = int | Callable[[Any], bool]
ALL = -1


class Row(NamedTuple):
    """A rule as the law applies it."""

    rule: str
    kinds: tuple[type[Action], ...]
    given: bool
    bound: bool
    when: Callable[[Variant], bool]
    bars: Callable[[Deal, int], Bars]


ROWS: list[Row] = []
BarsOf = Callable[[Deal, int], Bars]

PLAYS: tuple[type[Action], ...] = (LayDown, LayOff, Swap, Block)
TAKES: tuple[type[Action], ...] = (Take, TakeAlone, Split)
ENDS: tuple[type[Action], ...] = (Discard, Knock)
TURNS: tuple[type[Action], ...] = (Name, Draw, *TAKES, *PLAYS, *ENDS, Pass, Shuffle)


def rule(
    name: str,
    *kinds: type[Action],
    given: bool = False,
    bound: bool = False,
    when: Callable[[Variant], bool] = lambda v: True,
) -> Callable[[BarsOf], BarsOf]:
    """Enter the function that follows as a row of the law."""

    def enter(bars: BarsOf) -> BarsOf:
        ROWS.append(Row(name, kinds, given, bound, when, bars))
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


@rule("gambit.name", *TURNS, Call, given=True)
def not_named(deal: Deal, seat: int) -> Bars:
    return lambda action: (deal.phase == NAMING) is not isinstance(action, Name)


@rule("gambit.unseen", Name, given=True)
def looked_already(deal: Deal, seat: int) -> Bars:
    return ALL if deal.course.looked else 0


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


@rule("calling.nearest", Call, Pass, given=True)
def nearer_call_held(deal: Deal, seat: int) -> Bars:
    w, g = deal.window, deal.game
    if w is None or w.held is None or seat == w.by:
        return 0
    return ALL if g.distance(w.by, seat) >= g.distance(w.by, w.held.seat) else 0


# -- whose turn is it, and which phase? ------------------------------------------------------------------


@rule("turn.yours", Start, Name, Draw, *TAKES, *PLAYS, *ENDS, Shuffle, given=True)
def not_your_turn(deal: Deal, seat: int) -> Bars:
    return ALL if seat != deal.seat else 0


@rule("turn.yours", Pass, given=True)
def not_yours_to_pass(deal: Deal, seat: int) -> Bars:
    return ALL if seat != deal.seat and not (deal.window and deal.window.open >> seat & 1) else 0


@rule("out.last-chance", Draw, *TAKES, LayDown, Swap, Block, *ENDS, Call, given=True)
def last_chance(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase == LAST else 0


@rule("stock.shuffle", Draw, *TAKES, *PLAYS, *ENDS, Pass, given=True)
def not_shuffled(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase == SHUFFLE else 0


@rule("turn.one-draw", Draw, *TAKES, given=True)
def drawn_already(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase == PLAY else 0


@rule("deal.opening-turn", Draw, *TAKES, Pass, given=True, when=lambda v: v.dealing.opening == "starter-extra")
def opening_needs_no_draw(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase == OPENING else 0


@rule(
    "deal.opening-discard",
    Draw,
    *TAKES,
    *PLAYS,
    Knock,
    Pass,
    given=True,
    when=lambda v: v.dealing.opening != "starter-extra",
)
def opening_is_a_discard(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase == OPENING else 0


@rule("turn.draw-first", *PLAYS, *ENDS, given=True)
def not_drawn_yet(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase in (DRAW, CALL) else 0


@rule("calling.held", Draw, *TAKES, given=True)
def call_is_held(deal: Deal, seat: int) -> Bars:
    return ALL if deal.window and deal.window.held else 0


# -- the deal --------------------------------------------------------------------------------------------


@rule("deal.whole-pack", Start)
def not_this_pack(deal: Deal, seat: int) -> Bars:
    pack = Counter(deal.game.cards)
    unknown = deal.variant.dealing.hand != EXPOSED  # open first cards cannot be cards that nobody knows
    return lambda action: not (unknown and not action.order) and Counter(action.order) != pack


@rule("stock.shuffle", Shuffle)
def not_this_pile(deal: Deal, seat: int) -> Bars:
    if deal.phase != SHUFFLE:
        return ALL
    pile = Counter(shuffled_part(deal))
    return lambda action: bool(action.order) and Counter(action.order) != pile


# -- drawing ---------------------------------------------------------------------------------------------


def reusable(deal: Deal) -> bool:
    """May the discard pile be used again as the stock?"""
    ending = deal.variant.ending
    if ending.stock_out not in RENEWED or not shuffled_part(deal):
        return False
    limit = ending.recycle_limit
    if limit == "none":
        return deal.course.renewed <= deal.game.renewals
    return deal.course.recycled < limit


@rule("stock.empty", Draw, when=lambda v: v.ending.stock_out not in RENEWED)
def stock_used_up(deal: Deal, seat: int) -> Bars:
    return 0 if deal.stock else ALL


@rule("stock.reuse", Draw, when=lambda v: v.ending.stock_out in RENEWED)
def stock_not_renewed(deal: Deal, seat: int) -> Bars:
    return 0 if deal.stock or reusable(deal) else ALL


@rule("turn.pass", Pass)
def nothing_to_pass(deal: Deal, seat: int) -> Bars:
    if deal.phase == CALL and deal.window and deal.window.open >> seat & 1:
        return 0
    if deal.phase == LAST:
        return 0
    return ALL if deal.phase != DRAW or deal.stock or reusable(deal) else 0


@rule("draw.pile.card", *TAKES, given=True)
def not_in_the_pile(deal: Deal, seat: int) -> Bars:
    pile = deal.discards

    def test(action: Take | TakeAlone | Split) -> bool:
        if isinstance(action, TakeAlone):
            return action.card not in pile
        return not 0 <= action.at < len(pile) or pile[action.at] is not action.card

    return test


@rule("draw.pile.top-only", Take, TakeAlone, when=lambda v: v.drawing.pile == "top")
def below_the_top(deal: Deal, seat: int) -> Bars:
    return (1 << max(len(deal.discards) - 1, 0)) - 1


@rule("draw.pile.top-only", Split, when=lambda v: v.drawing.pile == "top")
def split_below_the_top(deal: Deal, seat: int) -> Bars:
    top = len(deal.discards) - 1
    return lambda action: action.at != top


@rule("gambit.split", Split)
def no_split(deal: Deal, seat: int) -> Bars:
    below = deal.variant.gambit.split == "below"
    if deal.game.named != SPLITS:
        return ALL

    def test(action: Split) -> bool:
        at, many = action.at, len(action.gone)
        beside = deal.discards[at - many : at] if below and at >= many else deal.discards[at + 1 : at + 1 + many]
        return not many or beside != action.gone or (below and at < many)

    return test


@rule("gambit.joker", Split)
def no_joker_to_split(deal: Deal, seat: int) -> Bars:
    return 0 if in_play(deal, seat) & JOKERS else ALL


@rule("out.floating-draw", Take, when=lambda v: v.ending.floating != "off")
def floating_draw(deal: Deal, seat: int) -> Bars:
    if deal.holdings[seat]:
        return 0
    if deal.variant.ending.floating == "stock-only":
        return ALL
    return _unfinished(deal, seat, (1 << len(deal.discards)) - 1)


@rule("out.floating-draw", Split, when=lambda v: v.ending.floating == "stock-only")
def floating_split(deal: Deal, seat: int) -> Bars:
    return 0 if deal.holdings[seat] else ALL


def _unfinished(deal: Deal, seat: int, places: Bits) -> Bits:
    """Those of the places of the pile from which a turn could not be completed."""
    if deal.phase != DRAW:
        deal = deal._replace(phase=DRAW, seat=seat)
    barred = 0
    while places:
        low = places & -places
        at = low.bit_length() - 1
        if not can_finish(follow(deal, take(seat, at, deal.discards[at]))):
            barred |= low
        places ^= low
    return barred


@rule("draw.pile.all-above", TakeAlone, given=True)
def cards_left_behind(deal: Deal, seat: int) -> Bars:
    return ALL


def useless(deal: Deal, seat: int) -> Bits:
    """The places of the pile from which the seat could use nothing."""
    g, below, pile = deal.game, 0, deal.discards
    if g.deep:
        hand = in_play(deal, seat) if g.gambit else deal.holdings[seat]
        return g.melder.useless(hand, pile, deal.table, deal.fits, g.free_top)
    if g.variant.drawing.pile == "top" and pile:
        below, pile = len(pile) - 1, pile[-1:]
    barred = g.melder.useless(in_play(deal, seat), pile, deal.table, deal.fits, g.free_top) << below
    barred |= (1 << below) - 1
    if not g.strict:
        return barred
    more = g.variant.jokers.swap != "never" and any(m.now.jokers for m in deal.table)
    barred = (1 << below) - 1 if more or g.named == DOUBLE else barred  # then masks do not tell
    everywhere = (1 << len(deal.discards)) - 1
    return barred | _unfinished(deal, seat, everywhere & ~barred)


@rule("draw.pile.useful", Split)
def useless_split(deal: Deal, seat: int) -> Bars:
    return lambda action: not can_finish(follow(deal, action))


@rule("draw.top.useful", Take, when=lambda v: v.drawing.top_card == "use")
def useless_top(deal: Deal, seat: int) -> Bars:
    return useless(deal, seat) & 1 << len(deal.discards) >> 1


@rule("draw.pile.useful", Take, when=lambda v: v.drawing.pile == "any")
def useless_below(deal: Deal, seat: int) -> Bars:
    return useless(deal, seat) & ~(1 << len(deal.discards) >> 1)


# -- do you hold it? -------------------------------------------------------------------------------------


@rule("gambit.joker", LayDown, LayOff, given=True, when=lambda v: v.jokers.role == "gambit")
def dealers_joker(deal: Deal, seat: int) -> Bars:
    mine, hand = in_play(deal, seat), deal.holdings[seat]
    return lambda action: bool(action.need & JOKERS & ~mine) and holds(hand | JOKERS, action.need)


@rule("layoff.no-moving", *PLAYS, given=True)
def lies_on_the_table(deal: Deal, seat: int) -> Bars:
    hand = deal.holdings[seat]
    lying = {p.card for m in deal.table for p in m.now.placed if p.card is not JOKER}
    return lambda action: any(c.bit & ~hand and c in lying for c in unpack(action.need))


@rule("turn.held", *PLAYS, *ENDS, given=True)
def not_held(deal: Deal, seat: int) -> Bars:
    hand, mine = deal.holdings[seat], in_play(deal, seat)
    return lambda action: not holds(mine if isinstance(action, LayDown | LayOff) else hand, action.need)


@rule("calling.open-cards", Call, given=True)
def not_open(deal: Deal, seat: int) -> Bars:
    return lambda action: not holds(deal.pile, action.play.need)


# -- is it a meld, does it fit? --------------------------------------------------------------------------


def flaw(deal: Deal, action: LayDown | LayOff | Call) -> Flaw | None:
    """What is wrong with the cards themselves, whoever plays them."""
    play = action.play if isinstance(action, Call) else action
    table = deal.game.melder
    if isinstance(play, LayDown):
        found = table.combine(play.placed)
        return found if isinstance(found, Flaw) else None
    if not 0 <= play.on < len(deal.table):
        return Flaw("layoff.meld", (play.placed.card,), {"card": play.placed.card.glyph})
    now = deal.table[play.on].now
    placed = play.placed
    one = placed.stands_for
    facts: dict[str, Any] = {"card": placed.glyph, "meld": now.glyphs}
    if placed.wild and not table.wild_among(placed.card.bit):
        return Flaw("jokers.not-wild", (placed.card,), {**facts, "cards": placed.glyph})
    misfit = table.misfit(now, one)
    spots = [(c, end) for c, end in now.spots] + [(c, end) for c, end in now.wilds if not c.suit]
    if misfit is None and (one, play.end) not in spots:
        if not one.suit and table.ranked and len(now.placed) < 4 and not play.end:
            return None
        fits = listed([c.glyph for c, end in now.spots if end == play.end] or [say("nothing")], "or")
        return Flaw("layoff.sequence.next", (placed.card, *now.cards), {**facts, "fits": fits})
    if misfit is not None and placed.wild and "card" in misfit.facts:
        cards = (placed.card, *misfit.cards[1:])
        return Flaw(misfit.rule, cards, {**misfit.facts, "card": placed.glyph})
    return misfit


def _flawed(name: str) -> None:
    """Enter a row for one thing that can be wrong with cards."""

    @rule(name, LayDown, LayOff, Call, given=True)
    def bars(deal: Deal, seat: int) -> Bars:
        def test(action: LayDown | LayOff | Call) -> bool:
            found = flaw(deal, action)
            return found is not None and found.rule == name

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
    "jokers.own-group",
    "jokers.not-wild",
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
        return jokers_after(deal, action) > most

    return test


def jokers_after(deal: Deal, action: LayDown | LayOff | Call) -> int:
    """How many jokers the meld would hold."""
    play = action.play if isinstance(action, Call) else action
    if isinstance(play, LayOff):
        return deal.table[play.on].now.jokers + 1 if play.placed.wild else 0
    return sum(p.wild for p in play.placed)


@rule("jokers.no-swap", Swap, given=True, when=lambda v: v.jokers.swap == "never")
def no_swap(deal: Deal, seat: int) -> Bars:
    return ALL


def wanted(deal: Deal, action: Swap) -> list[tuple[Any, ...]]:
    """The cards for which the meld would give up what stands for them."""
    if not 0 <= action.on < len(deal.table) or deal.table[action.on].top:
        return []
    return exchanges(deal.game, deal.table[action.on].now)


@rule("layoff.meld", Swap, given=True, when=lambda v: v.jokers.swap != "never")
def no_such_meld(deal: Deal, seat: int) -> Bars:
    return lambda action: not 0 <= action.on < len(deal.table)


@rule("jokers.swap", Swap, given=True, when=lambda v: v.jokers.swap != "never")
def stands_for_another(deal: Deal, seat: int) -> Bars:
    def test(action: Swap) -> bool:
        return not any(set(action.cards) <= set(cards) for cards in wanted(deal, action))

    return test


@rule("jokers.swap-whole-group", Swap, given=True, when=lambda v: v.jokers.swap == "complete-group")
def group_not_completed(deal: Deal, seat: int) -> Bars:
    def test(action: Swap) -> bool:
        return not any(sorted(action.cards) == sorted(cards) for cards in wanted(deal, action))

    return test


@rule("jokers.swap", Swap, given=True, when=lambda v: v.jokers.swap == "own-turn")
def one_card_each(deal: Deal, seat: int) -> Bars:
    return lambda action: len(action.cards) != 1


@rule("gambit.double", LayDown, Call, given=True)
def not_doubling(deal: Deal, seat: int) -> Bars:
    doubles = deal.game.named == DOUBLE

    def test(action: LayDown | Call) -> bool:
        if isinstance(action, Call):
            return isinstance(action.play, LayDown) and action.play.top
        return action.top and not doubles

    return test


@rule("gambit.sealed", LayOff, Call, given=True, when=lambda v: v.jokers.role == "gambit")
def sealed(deal: Deal, seat: int) -> Bars:
    def test(action: LayOff | Call) -> bool:
        play = action.play if isinstance(action, Call) else action
        return isinstance(play, LayOff) and deal.table[play.on].top

    return test


@rule("gambit.block", Block)
def nothing_to_block(deal: Deal, seat: int) -> Bars:
    return 0 if deal.course.dealer_joker == "free" and deal.course.named else ALL


# -- where may cards be laid off, and what may be laid down? ---------------------------------------------


@rule("layoff.none", LayOff, Call, when=lambda v: v.laying_off.on == "none")
def no_laying_off(deal: Deal, seat: int) -> Bars:
    return lambda action: isinstance(action.play if isinstance(action, Call) else action, LayOff)


@rule("layoff.own-side", LayOff, Swap, Call, when=lambda v: v.laying_off.on == "own-side")
def other_side(deal: Deal, seat: int) -> Bars:
    g = deal.game
    side = g.sides[g.side_of[seat]]

    def test(action: LayOff | Swap | Call) -> bool:
        play = action.play if isinstance(action, Call) else action
        return not isinstance(play, LayDown) and deal.table[play.on].owner not in side

    return test


@rule("layoff.own-meld-first", LayOff, Swap, Call, when=lambda v: v.laying_off.needs_own_meld == "yes")
def no_own_meld(deal: Deal, seat: int) -> Bars:
    if owns_meld(deal.table, seat):
        return 0
    return lambda action: not isinstance(action.play if isinstance(action, Call) else action, LayDown)


@rule("calling.exposed", Call, when=lambda v: v.calling.exposed == "no")
def not_just_discarded(deal: Deal, seat: int) -> Bars:
    top = deal.discards[-1] if deal.discards else BACK
    return lambda action: isinstance(action.play, LayOff) and action.play.placed.card is not top


@rule("calling.passed", Call, given=True)
def not_asked(deal: Deal, seat: int) -> Bars:
    return 0 if deal.phase == CALL and deal.window and deal.window.open >> seat & 1 else ALL


@rule("meld.none", LayDown, when=lambda v: v.melding.per_turn == "none")
def nothing_is_melded(deal: Deal, seat: int) -> Bars:
    return ALL


@rule("meld.all-at-once", Block, when=lambda v: v.melding.all_at_once != "never")
def blocked_half_laid(deal: Deal, seat: int) -> Bars:
    return (lambda action: not _goes_out_after(deal, action)) if committed(deal) else 0


@rule("meld.all-at-once", LayDown, LayOff, Swap, when=lambda v: v.melding.all_at_once != "never")
def not_the_whole_hand(deal: Deal, seat: int) -> Bars:
    if deal.phase == LAST or not deal.game.all_at_once(deal.course.number):
        return 0
    if not goes_out(deal):
        return ALL
    return lambda action: not _goes_out_after(deal, action)


def _goes_out_after(deal: Deal, action: Action) -> bool:
    """Can the seat still lay its whole hand after this play, or has it done so?"""
    then = follow(deal, action)
    return not then.holdings[deal.seat] or goes_out(then)


@rule("meld.all-at-once", Call, when=lambda v: v.melding.all_at_once != "never")
def no_call_all_at_once(deal: Deal, seat: int) -> Bars:
    return ALL if deal.game.all_at_once(deal.course.number) else 0


@rule("meld.all-at-once", *ENDS, when=lambda v: v.melding.all_at_once != "never")
def hand_half_laid(deal: Deal, seat: int) -> Bars:
    return _unless_last(deal, seat) if deal.game.all_at_once(deal.course.number) else 0


def _unless_last(deal: Deal, seat: int) -> Bars:
    """Bars a discard while the seat is laying out its whole hand, unless it is the last card."""
    return ALL if committed(deal) and size(deal.holdings[seat]) > 1 else 0


def _may_lift(v: Variant) -> bool:
    """Does going rummy lift the limit of one meld a turn?"""
    return v.melding.per_turn == 1 and v.scoring.going_rummy != "none"


@rule("meld.per-turn", LayDown, when=lambda v: v.melding.per_turn == 1)
def melded_already(deal: Deal, seat: int) -> Bars:
    if not deal.turn.melds or deal.game.all_at_once(deal.course.number):
        return 0
    if deal.variant.scoring.going_rummy == "none" or deal.course.down >> seat & 1:
        return ALL
    return lambda action: not _goes_out_after(deal, action)


@rule("meld.per-turn", LayOff, Swap, Block, when=lambda v: _may_lift(v))
def half_laid(deal: Deal, seat: int) -> Bars:
    if not committed(deal) or deal.game.all_at_once(deal.course.number) or deal.phase == LAST:
        return 0
    return lambda action: not _goes_out_after(deal, action)


@rule("meld.per-turn", *ENDS, when=lambda v: _may_lift(v))
def rummy_half_laid(deal: Deal, seat: int) -> Bars:
    return 0 if deal.game.all_at_once(deal.course.number) else _unless_last(deal, seat)


@rule("meld.first-minimum", LayDown, when=lambda v: v.melding.first_minimum > 0)
def too_little_to_open(deal: Deal, seat: int) -> Bars:
    if opened(deal, seat):
        return 0
    g, v = deal.game, deal.variant
    swaps = v.jokers.swap != "never" and v.laying_off.needs_own_meld == "no"
    short = g.minimum - deal.turn.points
    if not swaps and not can_total(g, in_play(deal, seat), short):
        return ALL

    def test(action: LayDown) -> bool:
        assert action.combination is not None
        if opening_points(g.variant.scoring, action.combination) >= short:
            return False
        if deal.turn.owed is None and not (swaps and any(m.now.jokers for m in deal.table)):
            return not can_open(deal, action.combination)
        return not completes(deal, action)

    return test


@rule("meld.first-minimum", LayOff, Swap, Block, when=lambda v: v.melding.first_minimum > 0)
def not_opened_yet(deal: Deal, seat: int) -> Bars:
    if deal.phase == LAST or opened(deal, seat):
        return 0
    if not may_lay_more(deal):
        return lambda action: not isinstance(action, Block)
    return (lambda action: not completes(deal, action)) if deal.turn.melds else 0


@rule("meld.first-minimum", LayOff, when=lambda v: v.melding.first_minimum > 0)
def no_last_chance_unopened(deal: Deal, seat: int) -> Bars:
    return ALL if deal.phase == LAST and not deal.course.down >> seat & 1 else 0


@rule("meld.first-minimum", Call, when=lambda v: v.melding.first_minimum > 0)
def call_opens_too_low(deal: Deal, seat: int) -> Bars:
    g = deal.game
    if deal.course.down >> seat & 1:
        return 0

    def test(action: Call) -> bool:
        made = action.play.combination if isinstance(action.play, LayDown) else None
        return made is None or opening_points(g.variant.scoring, made) < g.minimum

    return test


@rule("meld.first-minimum", *ENDS, when=lambda v: v.melding.first_minimum > 0)
def opening_unfinished(deal: Deal, seat: int) -> Bars:
    return ALL if deal.turn.melds and not opened(deal, seat) else 0


# -- what is still owed? ---------------------------------------------------------------------------------


@rule("draw.pile.use-at-once", *ENDS, bound=True)
def still_owed(deal: Deal, seat: int) -> Bars:
    return ALL if deal.turn.owed is not None else 0


@rule("draw.pile.first", *PLAYS, bound=True, when=lambda v: v.drawing.use_order == "first")
def taken_card_first(deal: Deal, seat: int) -> Bars:
    owed = deal.turn.owed
    if owed is None:
        return 0
    return lambda action: not action.need & owed.bit or isinstance(action, Block)


@rule("draw.pile.meld-only", LayOff, Swap, bound=True, when=lambda v: v.drawing.use_by == "meld")
def taken_card_is_melded(deal: Deal, seat: int) -> Bars:
    owed = deal.turn.owed
    if owed is None:
        return 0
    return lambda action: bool(action.need & owed.bit) and copies(deal.holdings[seat], owed) == 1


@rule("draw.pile.keep-usable", *PLAYS, bound=True)
def spoils_the_use(deal: Deal, seat: int) -> Bars:
    owed = deal.turn.owed
    if owed is None:
        return 0
    melder, hand, bit = deal.game.melder, in_play(deal, seat), owed.bit
    if deal.game.strict:
        return lambda action: (
            (not action.need & bit or isinstance(action, Block)) and not completes(deal, action)
        )

    once, lies_open = deal.game.variant.melding.per_turn == 1, deal.fits & bit

    def test(action: LayDown | LayOff | Block) -> bool:
        need = action.need
        if need & bit and not isinstance(action, Block):
            return False
        left = without(hand, need)
        if not left & bit:
            return True
        if lies_open and isinstance(action, LayDown):
            return False
        if not once and melder.meldable(owed, left):
            return False
        table, fits = _after(deal, seat, action)
        if once and isinstance(action, LayDown):
            return not melder.addable(owed, left, table, fits)
        return not melder.usable(owed, left, table, fits)

    return test


def _after(deal: Deal, seat: int, action: LayDown | LayOff | Block) -> tuple[tuple[Any, ...], Bits]:
    if isinstance(action, Block):
        return deal.table, deal.fits
    if isinstance(action, LayDown):
        assert action.combination is not None
        return down(deal, seat, action.combination)
    return grown(deal, seat, action)


@rule("discard.not-back", *ENDS, bound=True)
def straight_back(deal: Deal, seat: int) -> Bars:
    single = deal.turn.single
    if single is None or copies(deal.holdings[seat], single) > 1:
        return 0
    return single.bit


@rule("discard.keep-one", LayDown, LayOff, bound=True)
def only_the_taken_left(deal: Deal, seat: int) -> Bars:
    single, hand = deal.turn.single, deal.holdings[seat]
    if single is None or deal.turn.owed is not None:
        return 0
    others = hand.bit_count() - 1
    melder = deal.game.melder

    def test(action: LayDown | LayOff) -> bool:
        if action.need.bit_count() != others or without(hand, action.need) != single.bit:
            return False
        if deal.game.strict:
            return not completes(deal, action)
        table, fits = _after(deal, seat, action)
        return not (melder.takes_a_joker(table) if melder.wild_among(single.bit) else fits & single.bit)

    return test


@rule("out.must-discard", *PLAYS, when=lambda v: v.ending.last_discard == "required")
def no_card_left(deal: Deal, seat: int) -> Bars:
    g, hand = deal.game, deal.holdings[seat]
    if not g.must_discard or deal.phase == LAST:
        return 0
    many = hand.bit_count()
    return lambda action: (
        action.need.bit_count() >= many
        and not isinstance(action, Swap)
        and not without(hand, _from_hand(hand, action.need))
    )


def _from_hand(hand: Bits, need: Bits) -> Bits:
    """The cards of ``need`` that come from the hand, the dealer's joker left out."""
    return without(need, JOKER.bit) if need & JOKERS & ~hand else need


@rule("out.unplayable", *ENDS, when=lambda v: v.ending.last_discard == "unplayable")
def last_card_fits(deal: Deal, seat: int) -> Bars:
    hand = deal.holdings[seat]
    if size(hand) != 1:
        return 0
    return ALL if playable(deal, seat, unpack(hand)[0]) else 0


@rule("out.knock", Knock, when=lambda v: v.ending.knock == "off")
def no_knocking(deal: Deal, seat: int) -> Bars:
    return ALL
