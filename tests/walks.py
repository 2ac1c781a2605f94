"""Random walks through deals, what one might try on the way, and what must hold at every moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from random import Random

from rummy.actions import (
    EFFECTS,
    Action,
    Block,
    Call,
    Discard,
    Draw,
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
    no_meld,
    simple,
    split,
    swap,
    take,
)
from rummy.cards import BACK, DECK, JOKER, RANKED, Card, bundle, holds, shuffled, unpack
from rummy.deal import Deal, counts, in_play, seen_by, undealt
from rummy.law import breach, legal_actions, play, to_act
from rummy.lines import parse, write
from rummy.melds import Combination, Placed
from rummy.players import PLAYERS
from rummy.positions import describe, position
from rummy.record import Record, dump, read, replay, written
from rummy.rules import IllegalAction
from rummy.steps import follow, shuffled_part

from .mixes import Table
from .scorer import scores

Walk = tuple[Deal, Action]

MOODS: dict[str, tuple[type[Action], ...]] = {
    "bold": (Take, Split, LayDown, LayOff, Call, Swap, Block),
    "laying": (LayDown, LayOff, Call, Swap),
    "shy": (Draw, Discard, Pass),
    "even": (),
}
"""What a table likes to do: some rules matter where much is laid, others where the stock runs out."""


def any_of(actions: tuple[Action, ...], chance: Random, mood: str) -> Action:
    """Any legal action, but more often one that the table is in the mood for."""
    liked = [a for a in actions if isinstance(a, MOODS[mood])]
    return chance.choice(liked if liked and chance.random() < 0.7 else actions)


def known(deal: Deal, action: Action, chance: Random) -> Action:
    """The action; where it leaves an order of cards open, with an order."""
    if isinstance(action, Shuffle):
        return Shuffle(action.seat, shuffled(shuffled_part(deal), str(chance.random())))
    return action


def start(table: Table, chance: Random, number: int = 0) -> Walk:
    """A table before a deal of the match (this one, or any), and the dealing."""
    variant, seats = table
    last = variant.match.deals if isinstance(variant.match.deals, int) else 3
    deal = undealt(variant, seats, chance.randrange(seats), number or chance.randrange(last) + 1)
    order = list(deal.game.cards)
    chance.shuffle(order)
    return deal, Start(deal.dealer, tuple(order))


def walk(table: Table, chance: Random, number: int = 0) -> Iterator[Walk]:
    """A deal from its start to its end: every moment, and what is done then."""
    mood = chance.choice([*MOODS])
    deal, action = start(table, chance, number)
    while True:
        yield deal, action
        deal = play(deal, action)
        if deal.over:
            return
        action = known(deal, any_of(legal_actions(deal), chance, mood), chance)


def greedy_walk(table: Table, chance: Random, number: int = 0) -> Iterator[Walk]:
    """A deal played by greedy players."""
    deal, action = start(table, chance, number)
    while True:
        yield deal, action
        deal = play(deal, action)
        if deal.over:
            return
        seat = chance.choice(to_act(deal))
        action = known(deal, PLAYERS["greedy"](seen_by(deal, seat), seat, chance).action, chance)


def moments(table: Table, chance: Random, count: int) -> list[Deal]:
    """Some moments of a deal after its start, in order."""
    course = [deal for deal, _ in walk(table, chance)][1:]
    return [course[at] for at in sorted(chance.sample(range(len(course)), min(count, len(course))))]


def end(table: Table, chance: Random) -> Deal:
    """A deal that was played to its end."""
    *_, (deal, action) = walk(table, chance)
    return play(deal, action)


# -- what one might try ----------------------------------------------------------------------------------


def meanings(some: tuple[Card, ...], wild: int = 0) -> Iterator[tuple[Placed, ...]]:
    """Cards with every meaning that wild ones could have beside the first natural card."""
    natural = next((c for c in some if c is not JOKER and c.rank != wild), DECK[0])
    near: list[Card] = [c for c in DECK if c.rank == natural.rank or c.suit == natural.suit]
    near += [RANKED[natural.rank - 1], JOKER]

    def each(c: Card) -> list[Card]:
        return near if c is JOKER else [c, *near] if c.rank == wild else [c]

    for stands in product(*map(each, some)):
        yield tuple(Placed(c, s) for c, s in zip(some, stands, strict=True))


def attempts_to_lay(deal: Deal, seat: int, some: tuple[Card, ...], chance: Random) -> Iterator[LayDown]:
    """Three to five of these cards as melds, whatever they are; now and then with a joker on top."""
    sets = [*dict.fromkeys(c for n in (3, 4, 5) for c in combinations(some[:20], n))]
    kin = [c for c in sets if len({x.rank for x in c} - {0}) == 1 or len({x.suit for x in c} - {""}) == 1]
    for chosen in chance.sample(kin, min(40, len(kin))) + chance.sample(sets, min(10, len(sets))):
        ways = list(meanings(chosen, deal.game.wild))
        for placed in chance.sample(ways, min(12, len(ways))):
            made = deal.game.melder.combine(placed)
            for top in (False, True)[: 1 + (deal.game.gambit or chance.random() < 0.05)]:
                if isinstance(made, Combination):
                    yield lay_down(seat, made, top) if top else lay_down(seat, made)
                else:
                    yield no_meld(seat, placed, bundle((*chosen, JOKER) if top else chosen), top)


def attempts_to_lay_off(deal: Deal, seat: int, chance: Random) -> Iterator[LayOff]:
    """Cards of the hand, of the pile and strange ones on every meld and on one that is not there."""
    there = [*dict.fromkeys((*deal.hands[seat], *deal.discards[-8:], JOKER))]
    for on, side in product(range(len(deal.table) + 1), ("", "low", "high")):
        for one in (*chance.sample(DECK, 6), *there):
            if one is not JOKER:
                yield lay_off(seat, Placed(one, one), on, side)
            if one is JOKER or one.rank == deal.game.wild:
                stands = [*chance.sample(DECK, 8), chance.choice(RANKED), JOKER]
                if on < len(deal.table):
                    stands += [c for c, _ in deal.table[on].now.wilds]
                yield from (lay_off(seat, Placed(one, c), on, side) for c in dict.fromkeys(stands))


def attempts_to_swap(deal: Deal, seat: int, chance: Random) -> Iterator[Swap]:
    """Cards of the hand and strange ones, alone and in twos, for what lies in the melds."""
    some = [*dict.fromkeys((*deal.hands[seat], *chance.sample(DECK, 4)))]
    twos = list(combinations(sorted(some), 2))
    for on in range(len(deal.table) + 1):
        yield from (swap(seat, (c,), on) for c in some)
        yield from (swap(seat, two, on) for two in chance.sample(twos, min(6, len(twos))))
        if on < len(deal.table):
            now = deal.table[on].now
            lacking = [c for c in DECK if now.kind == "group" and c.rank == now.placed[0].stands_for.rank]
            yield from (swap(seat, two, on) for two in combinations(lacking, 2))


def attempts_to_take(deal: Deal, seat: int, chance: Random) -> Iterator[Action]:
    """Every card of the pile, one that is not there, and parts of it without and with a joker."""
    pile = deal.discards
    for at, one in enumerate(pile):
        yield take(seat, at, one)
    yield from [take(seat, -1, c) for c in DECK if c not in pile][:1]
    if len(pile) > 1:
        yield TakeAlone(seat, pile[0], pile[1:])
    places = list(combinations(range(len(pile) + 1), 2))
    for low, high in chance.sample(places, min(20, len(places))):
        for at in {low - 1, high, chance.randrange(len(pile))}:
            if 0 <= at < len(pile):
                yield split(seat, at, pile[at], pile[low:high])


def attempts(deal: Deal, chance: Random) -> Iterator[Action]:
    """A wide choice of what any seat might try now, sensible or not."""
    stranger = chance.choice(DECK)
    acting = to_act(deal) or (deal.seat,)
    for seat in {*acting[:2], chance.randrange(deal.game.seats)}:
        yield simple(Draw, seat)
        yield simple(Pass, seat)
        yield simple(Block, seat)
        yield from (name_effect(seat, effect) for effect in EFFECTS)
        yield from attempts_to_take(deal, seat, chance)
        yield from (discard(seat, c) for c in (*DECK, JOKER))
        yield from (knock(seat, c) for c in dict.fromkeys((*deal.hands[seat], stranger)))
        yield from attempts_to_lay(deal, seat, (*deal.hands[seat], stranger), chance)
        offs = list(attempts_to_lay_off(deal, seat, chance))
        yield from offs
        yield from map(call, offs)
        yield from map(call, attempts_to_lay(deal, seat, deal.discards[-12:], chance))
        yield from attempts_to_swap(deal, seat, chance)


# -- what must hold --------------------------------------------------------------------------------------


def anywhere(deal: Deal) -> list[Card]:
    """Every card of the deal, wherever it is; the dealer's own joker once it has been used."""
    held = [c for hand in deal.hands for c in hand]
    lying = [c for m in deal.table for c in m.cards]
    return [*held, *deal.stock, *deal.discards, *lying, *deal.course.gone]


def no_card_is_lost(deal: Deal) -> None:
    """Every card is in exactly one place."""
    pack = [*deal.game.cards, *(JOKER,) * (deal.course.dealer_joker == "used")]
    there = [] if deal.phase == "deal" else pack
    assert Counter(anywhere(deal)) == Counter(there), "a card is lost or there twice"
    assert bundle(deal.discards) == deal.pile, "the pile as bits is another one"


def somebody_can_act(deal: Deal) -> None:
    """Whoever is to act has something to do, and nobody else has."""
    acting = to_act(deal)
    assert acting, "nobody is to act"
    for seat in range(deal.game.seats):
        assert bool(legal_actions(deal, seat)) == (seat in acting), f"seat {seat} to act: {seat in acting}"
    assert {a.seat for a in legal_actions(deal)} == {*acting}


def listed_is_legal(deal: Deal) -> None:
    """No action is listed twice, and each is legal."""
    actions = legal_actions(deal)
    assert len({*actions}) == len(actions), f"listed twice: {Counter(actions).most_common(1)}"
    for action in actions:
        assert breach(deal, action) is None, f"listed but refused: {action!r}: {breach(deal, action)}"


def legal_is_listed(deal: Deal, chance: Random, share: float = 1.0) -> None:
    """What breaks no rule is listed, and whatever breaks one raises it and says so in a sentence."""
    listed = {*legal_actions(deal)}
    for action in attempts(deal, chance):
        if share < 1 and chance.random() > share:
            continue
        broken = breach(deal, action)
        assert (broken is None) == (action in listed), f"{action!r}: listed {action in listed}, {broken}"
        if broken is not None and chance.random() < 0.05:
            speaks(deal, action)


def speaks(deal: Deal, action: Action) -> None:
    """An illegal action is refused with the breach, in a sentence without gaps."""
    broken = breach(deal, action)
    assert broken is not None
    try:
        play(deal, action)
    except IllegalAction as error:
        assert error.breach == broken
    else:
        raise AssertionError(f"played although refused: {action!r}")
    text = broken.sentence
    gaps = [gap for gap in ("{", "}", "  ", " .", " ,", ", ,", " :", "None") if gap in text]
    assert broken.article.refuses, broken.rule
    assert not gaps and text[-1] == "." and text.strip() == text, f"{broken.rule}: {text}"


def lines_are_read_back(deal: Deal, chance: Random) -> None:
    """Every legal action is read back from its line."""
    actions = legal_actions(deal)
    for action in chance.sample(actions, min(40, len(actions))):
        line = write(action, deal)
        assert parse(line, deal) == action, f"{line} is read as {parse(line, deal)!r}, not {action!r}"


def described_is_the_same(deal: Deal) -> None:
    """A deal written down is the same deal."""
    assert position(describe(deal)) == deal, f"not the same when described: {describe(deal)}"


def nothing_leaks(deal: Deal, chance: Random) -> None:
    """A seat sees what it may and no more, and that is enough to know what it may do."""
    for seat in (*range(deal.game.seats), None):
        seen = seen_by(deal, seat)
        assert {*seen.stock} <= {BACK} and len(seen.stock) == len(deal.stock)
        for other, hand in enumerate(seen.hands):
            mine = other == seat and deal.phase not in ("deal", "name")
            shown = deal.hands[other] if mine else unpack(deal.course.known[other])
            assert Counter(c for c in hand if c is not BACK) == Counter(shown), f"{seat} sees {other}"
            assert len(hand) == len(deal.hands[other])
        if seat is not None:
            assert legal_actions(seen, seat) == legal_actions(deal, seat), f"seat {seat} is told otherwise"
            assert seen_by(other_hidden_cards(deal, seat, chance), seat) == seen, "a hidden card shows"


def other_hidden_cards(deal: Deal, seat: int, chance: Random) -> Deal:
    """The same deal with the cards that this seat does not see dealt out otherwise."""
    hidden = list(deal.stock)
    secret = [
        [*(Counter(hand) - Counter(unpack(public))).elements()]
        for hand, public in zip(deal.hands, deal.course.known, strict=True)
    ]
    if deal.phase != "name":
        secret[seat] = []
    hidden += [c for some in secret for c in some]
    chance.shuffle(hidden)
    holdings = list(deal.holdings)
    for other, some in enumerate(secret):
        if some:
            mine, hidden = hidden[: len(some)], hidden[len(some) :]
            holdings[other] = bundle((*unpack(deal.course.known[other]), *mine))
    return deal._replace(holdings=tuple(holdings), stock=tuple(hidden))


def points_add_up(deal: Deal) -> None:
    """The count is what an independent scorer makes of it."""
    counted = [c.points for c in counts(deal)]
    assert counted == scores(deal), f"counted {counted}, by the scorer {scores(deal)}"


def doubled_rightly(deal: Deal, action: Action) -> None:
    """A new meld is doubled by a joker on top, and where it matters if it is a group of four."""
    laid = action.play if isinstance(action, Call) else action
    if not isinstance(laid, LayDown) or len((then := play(deal, action)).table) == len(deal.table):
        return
    four = len(laid.placed) == 4 and len({p.stands_for.rank for p in laid.placed}) == 1
    want = (2 if laid.top else 1) * (deal.variant.scoring.four_at_once if four else 1)
    assert then.table[-1].factor == want and then.table[-1].top == laid.top
    assert [m.factor for m in then.table[:-1]] == [m.factor for m in deal.table]


def bound_was_hit(deal: Deal) -> bool:
    """Did the deal end because nothing had been laid for too long?"""
    g, course = deal.game, deal.course
    return course.out is None and (course.idle >= g.idle_turns or course.renewed > g.renewals)


def ends_rightly(deal: Deal) -> None:
    """Nothing can be done any more, and whoever is out has no card left, unless he knocked."""
    assert to_act(deal) == () and legal_actions(deal) == ()
    empty = [seat for seat in deal.game.playing if not deal.hands[seat]]
    if deal.course.out is None or deal.variant.ending.knock == "on":
        return
    assert deal.course.out in empty, "out with cards in hand"


def replays(table: Table, course: list[Walk], after: Deal) -> None:
    """The record of a deal replays to the same states."""
    before = course[0][0]
    record = Record(*table, (written(before, [action for _, action in course]),))
    again = replay(read(dump(record)))
    assert again.why == "", f"{again.where}: {again.why}"
    assert read(dump(record)) == record
    assert again.states[0] == (*(deal for deal, _ in course), after)


# -- can a turn be completed? ----------------------------------------------------------------------------

LOOK_AHEAD = ("draw.pile.keep-usable", "discard.keep-one")
"""The rules that refuse a play because of what it leads to."""


def tries(deal: Deal) -> Iterator[LayDown | LayOff | Swap]:
    """Every meld, lay-off and exchange that the cards allow, whatever it leads to."""
    seat, melder = deal.seat, deal.game.melder
    mine = in_play(deal, seat)
    for made in melder.melds(mine):
        yield lay_down(seat, made)
        if deal.game.named == "double" and holds(mine, made.need):
            yield lay_down(seat, made, True)
    for on, meld in enumerate(deal.table):
        for one, side in meld.now.spots:
            yield lay_off(seat, Placed(one, one), on, side)
        for one, (stands, side) in product(dict.fromkeys(unpack(mine)), meld.now.wilds):
            yield lay_off(seat, Placed(one, stands), on, side)
        for one in dict.fromkeys(unpack(mine)):
            yield swap(seat, (one,), on)
        if meld.kind == "group":
            yield from (swap(seat, two, on) for two in combinations(sorted({*unpack(mine)}), 2))


def completable(deal: Deal) -> bool:
    """Can the seat in turn end its turn by any plays that no rule but a look-ahead refuses?"""
    seat, seen = deal.seat, {(deal.holdings, deal.table)}
    waiting = [deal]
    while waiting:
        now = waiting.pop()
        if any(breach(now, discard(seat, c)) is None for c in dict.fromkeys(now.hands[seat])):
            return True
        for action in tries(now):
            broken = breach(now, action)
            if broken is not None and broken.rule not in LOOK_AHEAD:
                continue
            then = follow(now, action)
            if not then.holdings[seat] and (then.phase != "play" or then.seat != seat):
                if not now.game.must_discard and then.turn.owed is None:
                    return True
            elif (then.holdings, then.table) not in seen:
                seen.add((then.holdings, then.table))
                waiting.append(then)
    return False


def refused_takes_lead_nowhere(deal: Deal, most: int = 10) -> int:
    """No take that is refused as useless could be completed; how many such takes there were."""
    refused = 0
    for at, one in enumerate(deal.discards) if deal.phase == "draw" else ():
        if len(deal.hands[deal.seat]) + len(deal.discards) - at > most:
            continue
        broken = breach(deal, take(deal.seat, at, one))
        if broken is not None and broken.rule in ("draw.pile.useful", "draw.top.useful"):
            refused += 1
            then = follow(deal, take(deal.seat, at, one))
            assert not completable(then), f"{broken.rule}: take {one} could be completed"
    return refused
