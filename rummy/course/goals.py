"""Goals: what an exercise asks for, as predicates over what was played; whatever reaches them is right."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from rummy.actions import (
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
    Split,
    Swap,
    Take,
)
from rummy.cards import Card, card, cards, copies, size, unpack
from rummy.deal import CALL, Deal
from rummy.scoring import Points, hand_points, held, laid
from rummy.words import Unreadable, clip, say


class Played(NamedTuple):
    """What was played from a position on: every moment of the deal, and what led from one to the next."""

    seat: int
    """The seat whose exercise it is."""
    states: tuple[Deal, ...]
    actions: tuple[Action, ...]

    @property
    def deal(self) -> Deal:
        """The deal as it stands."""
        return self.states[-1]

    @property
    def mine(self) -> Iterator[tuple[Deal, Action, Deal]]:
        """The learner's actions: the deal before, the action, the deal after."""
        for before, action, then in zip(self.states, self.actions, self.states[1:], strict=False):
            if action.seat == self.seat:
                yield before, action, then

    @property
    def turn_over(self) -> bool:
        """Has a turn of the learner ended?"""
        return any(then.over or then.seat != self.seat or then.phase == CALL for _, _, then in self.mine)


Test = Callable[[Played], bool]


class Goal(NamedTuple):
    """One thing that must hold (or must not)."""

    text: str
    test: Test

    def __call__(self, played: Played) -> bool:
        return self.test(played)


@cache
def goal(text: str) -> Goal:
    """The predicate of a line such as ``melded 7H 7C 7D`` or ``not discarded KS``; raises `Unreadable`.

    >>> goal("hand at most 2").text
    'hand at most 2'
    """
    line = text.strip()
    if line.startswith("not "):
        inner = goal(line[4:])
        return Goal(line, lambda played: not inner(played))
    for pattern, made in _FORMS:
        found = re.fullmatch(pattern, line)
        if found:
            return Goal(line, made(*found.groups()))
    raise Unreadable(say("course.error.goal", text=clip(text)))


def _some(text: str | None) -> tuple[Card, ...]:
    return cards(text) if text else ()


def _did(kind: type[Action], fits: Callable[[Deal, Action], bool] = lambda deal, action: True) -> Test:
    """Has the learner done something of this kind?"""
    return lambda played: any(isinstance(a, kind) and fits(before, a) for before, a, _ in played.mine)


def _melded(text: str) -> Test:
    want = Counter(_some(text))

    def fits(_: Deal, action: Action) -> bool:
        return isinstance(action, LayDown) and Counter(p.card for p in action.placed) == want

    return _did(LayDown, fits)


def _laid_off(text: str, on: str | None) -> Test:
    one, there = card(text), card(on) if on else None

    def fits(before: Deal, action: Action) -> bool:
        if not isinstance(action, LayOff) or action.placed.card is not one:
            return False
        return there is None or any(p.card is there for p in before.table[action.on].now.placed)

    return _did(LayOff, fits)


def _laid(text: str) -> Test:
    want = Counter(_some(text))

    def test(played: Played) -> bool:
        plays = (a for _, a, _ in played.mine if isinstance(a, LayDown | LayOff))
        some = Counter(p.card for a in plays for p in (a.placed if isinstance(a, LayDown) else (a.placed,)))
        return not want - some

    return test


def _took(text: str | None) -> Test:
    one = card(text) if text else None

    def test(played: Played) -> bool:
        takes = (a for _, a, _ in played.mine if isinstance(a, Take | Split))
        return any(one is None or a.card is one for a in takes)

    return test


def _discarded(text: str | None) -> Test:
    one = card(text) if text else None
    return _did(Discard, lambda _, a: isinstance(a, Discard) and (one is None or a.card is one))


def _holds(text: str) -> Test:
    want = Counter(_some(text))
    return lambda played: all(copies(played.deal.holdings[played.seat], c) >= n for c, n in want.items())


def _hand(most: str | None, many: str) -> Test:
    def test(played: Played) -> bool:
        held = size(played.deal.holdings[played.seat])
        return held <= int(many) if most else held == int(many)

    return test


def points(deal: Deal, seat: int) -> Points:
    """What a seat has on the table less what it holds, by the rules of the table."""
    v = deal.variant
    table = laid(v.scoring, v.jokers, deal.table, seat)
    hand = held(v.scoring, deal.holdings[seat], deal.game.wild)
    return sum(i.points for i in table) + sum(i.points for i in hand)


def _points(least: str | None, many: str) -> Test:
    def test(played: Played) -> bool:
        there = points(played.deal, played.seat)
        return there >= int(many) if least else there == int(many)

    return test


def deadwood(deal: Deal, seat: int) -> int:
    """What the cards of a hand count that its best melds leave."""
    worth = hand_points(deal.variant.scoring, deal.game.wild)
    hand = deal.holdings[seat]
    melded = Counter(p.card for m in deal.game.melder.partition(hand, worth) for p in m.placed)
    return sum(worth[c] for c in (Counter(unpack(hand)) - melded).elements())


def _safe(played: Played) -> bool:
    """Has the learner discarded, and never a card that fits a meld on the table?"""
    thrown = [(before, a.card) for before, a, _ in played.mine if isinstance(a, Discard)]
    return bool(thrown) and not any(before.fits & one.bit for before, one in thrown)


_CARD = r"(?:\*|(?:10|[2-9TJQKA])[SHDC])"
_ONE, _MANY = f"({_CARD})", f"({_CARD}(?: {_CARD})*)"
_FORMS: tuple[tuple[str, Callable[..., Test]], ...] = (
    (rf"melded {_MANY}", _melded),
    (r"melded", lambda: _did(LayDown)),
    (rf"laid off {_ONE}(?: on {_ONE})?", _laid_off),
    (r"laid off", lambda: _did(LayOff)),
    (rf"laid {_MANY}", _laid),
    (rf"took(?: {_ONE})?", _took),
    (r"drew", lambda: _did(Draw)),
    (rf"discarded(?: {_ONE})?", _discarded),
    (r"safe discard", lambda: _safe),
    (rf"holds {_MANY}", _holds),
    (r"hand( at most)? (\d+)", _hand),
    (r"points( at least)? (-?\d+)", _points),
    (r"deadwood at most (\d+)", lambda most: lambda played: deadwood(played.deal, played.seat) <= int(most)),
    (r"called", lambda: _did(Call)),
    (r"passed", lambda: _did(Pass)),
    (r"knocked", lambda: _did(Knock)),
    (r"blocked", lambda: _did(Block)),
    (r"swapped", lambda: _did(Swap)),
    (r"named (wild|double|split)", lambda what: _did(Name, lambda _, a: str(a) == f"name {what}")),
    (r"out", lambda: lambda played: played.deal.over and played.deal.course.out == played.seat),
    (r"turn over", lambda: lambda played: played.turn_over),
    (r"deal over", lambda: lambda played: played.deal.over),
)
