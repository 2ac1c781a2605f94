"""Intents: what somebody did at the front end, and what a table makes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from rummy.actions import (
    DOUBLE,
    SEATS,
    Action,
    Call,
    Draw,
    LayDown,
    Pass,
    Swap,
    lay_down,
    simple,
    swap,
    take,
)
from rummy.cards import JOKER, Card, cards, unpack
from rummy.deal import seen_by
from rummy.law import breach, to_act
from rummy.lines import parse, spoken, write
from rummy.match import after, new_match
from rummy.players import STRENGTHS, Player, planner, player
from rummy.record import FORMAT, read, replay
from rummy.rules import article
from rummy.table.arguments import number_of, text_of, texts_of
from rummy.table.screen import ready, rummy
from rummy.variants import code, find
from rummy.words import Ambiguous, Unreadable, clip, in_any_language, listed, say

if TYPE_CHECKING:
    from rummy.table.controller import Table


def _say(table: Table, message: Mapping[str, Any]) -> None:
    action = parse(text_of(message, "line"), table.deal, table._mine())
    if table.you is not None and action.seat != table.you:
        raise Unreadable(say("error.own-seat", seat=SEATS[table.you]))
    table._person(action)


def _meld(table: Table, message: Mapping[str, Any]) -> None:
    words, deal, mine = texts_of(message, "cards"), table.deal, table._mine()
    doubling = deal.course.named == DOUBLE
    if doubling and JOKER.code in words:
        words = [*(w for w in words if w != JOKER.code), "with", JOKER.code]
    action = parse(f"meld {' '.join(words)}", deal, mine)
    if doubling and isinstance(action, LayDown) and action.combination and not action.top:
        _choice(table, action, lay_down(mine, action.combination, top=True))
    else:
        table._person(action)


def _choice(table: Table, *actions: Action) -> None:
    """Do the one of these actions that is legal; ask which, if several are."""
    fine = [action for action in actions if breach(table.deal, action) is None]
    if len(fine) > 1:
        lines = tuple(write(action, table.deal) for action in fine)
        raise Ambiguous(say("told.choose"), lines)
    table._person(fine[0] if fine else actions[0])


def _layoff(table: Table, message: Mapping[str, Any]) -> None:
    """Cards on a meld: a lay-off, or an exchange for the joker that stands for them there."""
    some = texts_of(message, "cards") if "cards" in message else [text_of(message, "card")]
    n, deal, mine = number_of(message, "n"), table.deal, table._mine()
    exchange = _exchange(table, some, n)
    if len(some) != 1:
        if exchange is None:
            raise Unreadable(say("told.one-at-a-time"))
        table._person(exchange)
        return
    action = parse(f"lay off {some[0]} on meld {n}", deal, mine)
    if exchange is None:
        table._person(action)
    elif breach(deal, action) is None:
        _choice(table, action, exchange)
    else:
        table._person(exchange)


def _exchange(table: Table, some: list[str], n: int) -> Swap | None:
    """Exchanging these cards for a joker of a meld, if one there stands for any of them."""
    there = table.deal.table[n - 1 : n] if n > 0 else ()
    named = {c for code in some for c in cards(code)}
    swaps = table.deal.variant.jokers.swap != "never"
    if not swaps or not any(p.wild and _stands(p.stands_for, named) for m in there for p in m.now.placed):
        return None
    return swap(table._mine(), cards(" ".join(some)), n - 1)


def _swap(table: Table, message: Mapping[str, Any]) -> None:
    """Cards for a joker, on whatever meld it lies."""
    some = texts_of(message, "cards")
    found = [_exchange(table, some, n) for n in range(1, len(table.deal.table) + 1)]
    ways = [action for action in found if action is not None]
    if not ways:
        raise Unreadable(say("told.no-swap", card=listed([c.glyph for c in cards(" ".join(some))], "or")))
    _choice(table, *ways)


def _discard(table: Table, message: Mapping[str, Any]) -> None:
    table._person(parse(f"discard {text_of(message, 'card')}", table.deal, table._mine()))


def _draw(table: Table, message: Mapping[str, Any]) -> None:
    table._person(simple(Draw, table._mine()))


def _pass(table: Table, message: Mapping[str, Any]) -> None:
    table._person(simple(Pass, table._mine()))


def _take(table: Table, message: Mapping[str, Any]) -> None:
    at = number_of(message, "place") - 1
    if not 0 <= at < len(table.deal.discards):
        raise Unreadable(say("error.no-place", at=at + 1))
    table._person(take(table._mine(), at, table.deal.discards[at]))


def _step(table: Table, message: Mapping[str, Any]) -> None:
    table._step()


def _undo(table: Table, message: Mapping[str, Any]) -> None:
    at = table._undo_to()
    if at is None:
        table._tell("info", say("told.nothing-to-undo"))
        return
    del table.states[at + 1 :], table.steps[at:]


def _again(table: Table, message: Mapping[str, Any]) -> None:
    table._deal(table._start())


def _next(table: Table, message: Mapping[str, Any]) -> None:
    if not table.deal.over:
        raise Unreadable(say("error.deal-not-over"))
    if table._match().over:
        raise Unreadable(say("error.match-over"))
    table.done.append(table.played())
    table.match = after(table.match, table.deal)
    table._deal()


def _new(table: Table, message: Mapping[str, Any]) -> None:
    names = message.get("names")
    if isinstance(names, Mapping):
        table.names_given = {
            str(k): str(v) for k, v in names.items() if str(v) not in in_any_language("told.you")
        }
    chosen = str(message.get("variant") or code(table.variant))
    variant = table.variant if chosen == code(table.variant) else find(chosen)
    seats = table.seats if table.seats in variant.seats() else variant.seats()[0]
    seats = number_of(message, "seats") if message.get("seats") else seats
    watch = bool(message.get("watch", table.you is None))
    seed = message.get("seed")
    mine = "A" if table.screen else table._letter()  # of several at a screen the first plays on alone
    you = None if watch else mine if mine in tuple(SEATS[:seats]) else "A"
    against = str(message.get("player") or "greedy")
    here = len(table.screen.people) if table.screen else 1
    people = (
        "" if watch else SEATS[: min(seats, number_of(message, "people") if "people" in message else here)]
    )
    was, table._position = table._position, None
    try:
        seed = clip(str(seed)) if seed not in (None, "") else None
        table._set(variant, seats, you, against, seed, people)
        table.note = table.title = ""
    except Unreadable:
        table._position = was
        raise


def _adviser(table: Table) -> Player:
    """Who gives a hint: a player as strong as the strongest one plays against, that keeps nobody waiting."""
    against = {name.partition(":")[0] for seat, name in table.players.items() if seat != table._letter()}
    name = next((name for name in reversed(STRENGTHS.values()) if name in against), STRENGTHS["medium"])
    return planner(milliseconds=300) if name == "planner" else player(name)


def _hint(table: Table, message: Mapping[str, Any]) -> None:
    seat = table._mine()
    if seat not in to_act(table.deal):
        table._tell("refused", say("told.no-hint"))
        return
    choice = _adviser(table)(seen_by(table.deal, seat), seat, table._chance("hint"))
    line = spoken(write(choice.action, table.deal).removeprefix(f"{SEATS[seat]}: "))
    need = choice.action.play if isinstance(choice.action, Call) else choice.action
    table._tell("hint", say("told.hint", line=line, why=choice.why), unpack(getattr(need, "need", 0)))


def _why(table: Table, message: Mapping[str, Any]) -> None:
    n = number_of(message, "n")
    if not 0 <= n < len(table.steps) or not table.steps[n].why:
        raise Unreadable(say("error.no-why"))
    step = table.steps[n]
    table._tell("info", say("told.why", text=step.text.rstrip("."), why=step.why))


def _sort(table: Table, message: Mapping[str, Any]) -> None:
    table.sort = "rank" if message.get("by") == "rank" else "suit"


def _article(table: Table, message: Mapping[str, Any]) -> None:
    about = article(text_of(message, "id"))
    table._tell("info", about.text, rule=about.id)


def _clear(table: Table, message: Mapping[str, Any]) -> None:
    pass


def _resume(table: Table, message: Mapping[str, Any]) -> None:
    text = text_of(message, "text", most=20_000_000)
    if not text.startswith("rummy ="):
        if table._position is None:
            raise Unreadable(say("error.no-record", where=say("told.stored"), format=FORMAT))
        table._deal(table._start())
        del table.states[1:], table.steps[:]
        for line in text.splitlines():
            table._replayed(parse(line, table.deal))
        return
    record = read(text, say("told.stored"))
    again = replay(record)
    if not record.deals:
        raise Unreadable(say("told.stored-nothing"))
    if again.why:
        raise Unreadable(say("error.record", where=again.where, why=again.why))
    table._position, table.note = None, ""
    names = {
        SEATS[s]: n for s, n in enumerate(record.names) if n not in {SEATS[s], *in_any_language("told.you")}
    }
    table.names_given = table.names_given | names
    you = None if table.you is None else SEATS[table.you] if table.you < record.seats else SEATS[0]
    people = "".join(SEATS[s] for s in table.screen.people if s < record.seats) if table.screen else ""
    table._set(record.variant, record.seats, you, table.players, record.seed, people)
    table.done, table.remark = list(record.deals[:-1]), record.note
    table.match = new_match(table.variant, table.seats, record.deals[0].dealer)
    for states in again.states[: len(table.done)]:
        table.match = after(table.match, states[-1])
    table._deal()
    if record.deals[-1].lines:
        del table.states[1:], table.steps[:]
    notes = dict(record.deals[-1].notes)
    for n, line in enumerate(record.deals[-1].lines):
        table._replayed(parse(line, table.deal), notes.get(n, ""))


def _stands(stands_for: Card, some: set[Card]) -> bool:
    """Does a joker that stands for this card, or for its rank, stand for one of these?"""
    return any(c is stands_for or (not stands_for.suit and c.rank == stands_for.rank) for c in some)


INTENTS: dict[str, Callable[[Table, Mapping[str, Any]], None]] = {
    "say": _say,
    "meld": _meld,
    "layoff": _layoff,
    "swap": _swap,
    "discard": _discard,
    "draw": _draw,
    "pass": _pass,
    "take": _take,
    "step": _step,
    "undo": _undo,
    "again": _again,
    "next": _next,
    "new": _new,
    "hint": _hint,
    "why": _why,
    "sort": _sort,
    "article": _article,
    "clear": _clear,
    "resume": _resume,
    "ready": ready,
    "rummy": rummy,
}
"""What a front end may ask for, by the type of its message."""
