"""Questions about a few cards: are they a meld, and which melds leave the least?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from rummy.cards import DECK, Card, bundle, cards, codes, glyphs, shuffled, without
from rummy.course.questions import CARDS, CHOICE, Form, Question
from rummy.deal import game
from rummy.law import breach
from rummy.lines import parse
from rummy.melds import GROUP, Combination
from rummy.pictures import row_html
from rummy.positions import position
from rummy.scoring import hand_points
from rummy.variants import Variant
from rummy.words import Ambiguous, listed, say

YES, NO = "yes", "no"
RANKS, SUITS = "A23456789TJQK", "SHDC"
SHAPES = (
    *("meld.size", "meld.kind", "meld.group.suits", "meld.group.four", "meld.sequence.suit"),
    *(
        "meld.sequence.gap",
        "meld.sequence.twice",
        "meld.sequence.corner",
        "meld.sequence.ace",
        "jokers.per-meld",
    ),
)
"""The rules that say why cards are no meld."""


def yes_or_no(right: bool) -> tuple[Form, tuple[str, ...]]:
    """The form of a question that is answered by yes or no, and the right answer."""
    return Form(CHOICE, tuple((name, say(f"drill.{name}")) for name in (YES, NO))), (YES if right else NO,)


def meld(name: str, seed: str, variant: Variant, level: int) -> Question | None:
    """Are these cards a meld? Half of them are; the others are wrong in one place."""
    chance = Random(seed)
    seats = variant.seats()[0]
    here = game(variant, seats)
    some = _spoiled(chance, level) if chance.random() < 0.5 else _made(chance, level)
    if Counter(some) - Counter(here.cards) or (level < 3 and any(not c.rank for c in some)):
        return None
    spare = next(c for c in shuffled(here.cards, seed) if c.rank and c not in some)
    text = {
        "variant": variant.id,
        "options": variant.overrides(),
        "seats": seats,
        "turn": "A",
        "phase": "play",
    }
    deal = position({**text, "stock_left": 5, "down": "A", "hands": {"A": codes((*some, spare))}})
    try:
        action = parse(f"meld {codes(some)}", deal)
        broken = breach(deal, action)
    except Ambiguous:
        return None
    if broken is not None and broken.rule not in SHAPES:
        return None
    form, right = yes_or_no(broken is None)
    why = broken.sentence if broken else _kind(deal.game.melder.melds(bundle(some)), len(some))
    return Question(name, say("drill.meld"), form, right, why, row_html(some))


def _kind(melds: list[Combination], many: int) -> str:
    """What a meld is, in words."""
    made = next(c for c in melds if len(c.placed) == many)
    shown = glyphs(p.card for p in made.placed)
    return say("drill.is-group" if made.kind == GROUP else "drill.is-sequence", cards=shown)


def _made(chance: Random, level: int) -> tuple[Card, ...]:
    """Cards that look like a meld: a group or a run in a suit; aces from level 2, jokers from level 3."""
    if chance.random() < 0.4:
        rank = chance.choice(RANKS[int(level < 2) :])
        some = [rank + suit for suit in chance.sample(SUITS, chance.choice((3, 3, 4)))]
    else:
        many, suit = chance.choice((3, 3, 4, 5) if level > 1 else (3, 4)), chance.choice(SUITS)
        order = RANKS + "A" if level > 1 else RANKS[1:]
        first = chance.randrange(len(order) - many + 1)
        some = [rank + suit for rank in order[first : first + many]]
    if level > 2 and chance.random() < 0.5:
        some[chance.randrange(len(some))] = "*"
    return cards(" ".join(some))


def _spoiled(chance: Random, level: int) -> tuple[Card, ...]:
    """The same with one card exchanged for a near one: of another suit, or of a rank nearby."""
    some = list(_made(chance, level))
    at = chance.randrange(len(some))
    one = some[at]
    near = [c for c in DECK if c not in some and _near(c, one)]
    if near:
        some[at] = chance.choice(near)
    return tuple(some)


def _near(a: Card, b: Card) -> bool:
    return b.rank > 0 and ((a.rank == b.rank) != (a.suit == b.suit and abs(a.rank - b.rank) <= 2))


def best(name: str, seed: str, variant: Variant, level: int) -> Question | None:
    """Which cards go into the melds that leave the fewest points?"""
    here = game(variant, variant.seats()[0])
    many = (6, 8, 10)[level - 1]
    chance = Random(seed)
    some: tuple[Card, ...] = tuple(shuffled([c for c in here.cards if c.rank], seed)[:many])
    if level == 1 or chance.random() < 0.7:  # a hand with something in it
        core = _made(chance, min(level, 2))
        some = (*core, *[c for c in some if c not in core])[:many]
    if Counter(some) - Counter(here.cards):
        return None
    worth = hand_points(variant.scoring)
    melds = here.melder.melds(bundle(some))
    ways = _fewest(some, melds, worth)
    if not melds or len(ways) > 4:
        return None
    least = sum(worth[c] for c in (Counter(some) - Counter(ways[0])).elements())
    options = tuple((c.code, c.name) for c in sorted(some, key=lambda c: (c.suit, c.rank)))
    told = listed([glyphs(p.card for p in m.placed) for m in here.melder.partition(bundle(some), worth)])
    right, *also = [tuple(c.code for c in way) for way in ways]
    return Question(
        name,
        say("drill.best"),
        Form(CARDS, options),
        right,
        say("drill.best-is", melds=told, points=least),
        row_html(some),
        also=tuple(also),
    )


def _fewest(
    some: tuple[Card, ...], melds: list[Combination], worth: dict[Card, int]
) -> list[tuple[Card, ...]]:
    """The sets of cards that melds together can take from a hand so that the fewest points stay."""
    found: dict[tuple[str, ...], tuple[Card, ...]] = {}
    most = 0
    for way in _packings(bundle(some), melds, 0):
        taken = tuple(sorted((p.card for m in way for p in m.placed), key=lambda c: c.code))
        gain = sum(worth[c] for c in taken)
        if gain > most:
            most, found = gain, {}
        if gain == most and taken:
            found[tuple(c.code for c in taken)] = taken
    return list(found.values())


def _packings(left: int, melds: list[Combination], start: int) -> Iterator[tuple[Combination, ...]]:
    """Every choice of melds that lie side by side."""
    yield ()
    for at in range(start, len(melds)):
        if not melds[at].need & ~left:
            for more in _packings(without(left, melds[at].need), melds, at + 1):
                yield (melds[at], *more)
