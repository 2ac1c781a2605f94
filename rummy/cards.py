"""Cards: their names, the pack, and a handful of cards as one integer.

Above, a card is a value with a name. Underneath, a handful of cards (`Bits`) is one integer, so that
melds are found by masks: each suit has a field of 17 bits, three empty ones and then ace to king; the
bit above the king is free for the ace seen as the highest card. A second copy of a card (two packs) sits
``SECOND`` bits higher, jokers are counted by as many bits from ``JOKER_AT`` on, and face-down cards, of
which only the number is known, are counted above all the rest.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NoReturn

from rummy.words import Unreadable, catalogue, clip, languages, say

Bits = int
"""A handful of cards as one integer: the order is gone, the number of copies is kept."""

RANKS = "A23456789TJQK"
SUITS = "SHDC"
GLYPHS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

_PRINTED = str.maketrans(
    {glyph: suit for suit, glyph in GLYPHS.items()} | {"★": "*", "\ufe0e": "", "\ufe0f": ""}
)

FIELD = 17
JOKER_AT = 72
SECOND = 80
HIDDEN_AT = 160


class Card:
    """A playing card. There is one object for each card, so `is` compares as well as ``==``.

    >>> card("10H"), card("7h").rank, card("*").glyph
    (card('TH'), 7, '★')
    """

    __slots__ = ("at", "bit", "code", "peers", "rank", "suit", "suited")

    code: str
    """How it is written: ``7H``, ``TS``, ``*`` a joker, ``??`` face down."""
    rank: int
    """Ace 1 to king 13; 0 for a joker, -1 face down."""
    suit: str
    """One of ``S H D C``; empty for a joker or a face-down card."""
    bit: Bits
    """This card alone as `Bits`."""
    at: int
    """The number of its bit."""
    peers: Bits
    """The cards of its rank."""
    suited: Bits
    """The cards of its suit."""

    def __init__(self, code: str, rank: int, suit: str, at: int) -> None:
        put = object.__setattr__
        put(self, "code", code)
        put(self, "rank", rank)
        put(self, "suit", suit)
        put(self, "at", at)
        put(self, "bit", 1 << at)
        natural = rank > 0 and bool(suit)
        put(self, "peers", sum(1 << FIELD * s + 2 + rank for s in range(4)) if natural else 0)
        put(self, "suited", 0x1FFF << FIELD * SUITS.index(suit) + 3 if natural else 0)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card does not change: {name}")

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return _again, (self.code,)

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"card({self.code!r})"

    def __lt__(self, other: Card) -> bool:
        return self.at < other.at

    @property
    def glyph(self) -> str:
        """As it is printed: ``7♥``, ``10♠``."""
        if self.rank < 1:
            return "★" if self is JOKER else "▒"
        if not self.suit:
            return "10" if self.rank == 10 else RANKS[self.rank - 1]
        return ("10" if self.rank == 10 else RANKS[self.rank - 1]) + GLYPHS[self.suit]

    @property
    def name(self) -> str:
        """In words.

        >>> card("QS").name
        'queen of spades'
        """
        if self.rank < 1:
            return say("card.joker" if self is JOKER else "card.back")
        rank = say(f"card.rank.{RANKS[self.rank - 1]}")
        return say("card.of", rank=rank, suit=say(f"card.suit.{self.suit}")) if self.suit else rank


JOKER = Card("*", 0, "", JOKER_AT)
BACK = Card("??", -1, "", HIDDEN_AT)
DECK = tuple(
    Card(RANKS[r] + suit, r + 1, suit, FIELD * s + 3 + r) for s, suit in enumerate(SUITS) for r in range(13)
)
"""The fifty-two cards, suit by suit, ace to king."""

RANKED = tuple(Card(f"{RANKS[r]}?", r + 1, "", HIDDEN_AT + 40 + r) for r in range(13))
"""A rank without a suit, ace to king: what a joker stands for where only the rank is fixed."""

BY_AT = {c.at: c for c in DECK}
_BY_CODE = {c.code: c for c in (*DECK, JOKER, BACK)}

NATURALS: Bits = sum(c.bit for c in DECK)
JOKERS: Bits = 0xFF << JOKER_AT
SUIT_FIELD: dict[str, Bits] = {s: sum(c.bit for c in DECK if c.suit == s) for s in SUITS}
SUIT_FIELDS: tuple[Bits, ...] = tuple(SUIT_FIELD.values())
RANK_FIELD: tuple[Bits, ...] = (0, *(sum(c.bit for c in DECK if c.rank == r) for r in range(1, 14)))
ACES: Bits = RANK_FIELD[1]
FIRST: Bits = (1 << SECOND) - 1
"""Everything below the second copies: distinct cards and jokers."""
_SHOWN: Bits = (1 << HIDDEN_AT) - 1


def card(text: str) -> Card:
    """The card written so: rank and suit (``7H``, ``TS``, ``10♠``), ``*`` a joker, ``??`` face down.

    Raises `Unreadable` for anything else.

    >>> card("Qd")
    card('QD')
    >>> card("1H")
    Traceback (most recent call last):
    rummy.words.Unreadable: “1H” is no card: write rank and suit, as in 7H, 10S or KD, and * for a joker.
    """
    word = text.strip().translate(_PRINTED)
    word = word.upper() if word.isascii() else ""
    if word.startswith("10"):
        word = "T" + word[2:]
    found = _BY_CODE.get(word)
    if found is None:
        raise Unreadable(say("error.card", text=clip(text)))
    return found


def coded(text: str) -> str:
    """A text in which cards that are named in words, of any language, stand by their codes.

    Of letters alone only codes are read: ``KD`` is the king of diamonds everywhere. Beside a suit that is
    printed or named, the letters of a language's own cards are certain too.

    >>> coded("the queen of hearts"), coded("Herz Dame, Pik-10"), coded("D♥ und Herz B"), coded("Joker=KD")
    ('the QH', 'QH, TS', 'Q♥ und JH', '*=KD')
    """
    for pattern, code in _named():
        text = pattern.sub(code, text)
    return text


@cache
def _named() -> tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]:
    """For each language how a card is named, and what makes a code of it."""
    out: list[tuple[re.Pattern[str], Callable[[re.Match[str]], str]]] = []
    for there in map(catalogue, languages()):
        suits = {there[f"card.suit.{suit}"].casefold(): suit for suit in SUITS}
        ranks = {there[f"card.rank.{rank}"].casefold(): rank for rank in RANKS}
        letters = {word[0]: rank for word, rank in ranks.items() if rank in "JQKA"}
        ranks |= {rank.casefold(): rank for rank in (*RANKS, "10")} | {"10": "T"} | letters
        parts = {"rank": rf"(?P<rank>{_either(ranks)})", "suit": rf"(?P<suit>{_either(suits)})"}
        first, between, second = re.findall(r"\w+|(?<=}).*(?=\{)", there["card.of"])
        joined = r"\s+".join(["", *between.split(), ""]) if between.strip() else r"[\s-]*"
        named = rf"\b{parts[first]}{joined}{parts[second]}\b|\b(?P<letter>{_either(letters)})(?=[♠♥♦♣])"
        joker = rf"\b{there['card.joker']}\b"

        def code(found: re.Match[str], ranks: dict[str, str] = ranks, suits: dict[str, str] = suits) -> str:
            if found["letter"]:
                return ranks[found["letter"].casefold()]
            return ranks[found["rank"].casefold()] + suits[found["suit"].casefold()]

        out += [(re.compile(named, re.IGNORECASE), code), (re.compile(joker, re.IGNORECASE), lambda _: "*")]
    return tuple(out)


def _either(words: Iterable[str]) -> str:
    """A pattern of any of these words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def _again(code: str) -> Card:
    """The one card of this code, when it comes back from a pickle."""
    return RANKED[RANKS.index(code[0])] if code[1:] == "?" and code != BACK.code else card(code)


def cards(text: str) -> tuple[Card, ...]:
    """Several cards, separated by blanks.

    >>> cards("7H KD *")
    (card('7H'), card('KD'), card('*'))
    """
    return tuple(card(word) for word in text.split())


def codes(some: Iterable[Card]) -> str:
    """Cards as they are written, separated by blanks.

    >>> codes(cards("10h 2s"))
    'TH 2S'
    """
    return " ".join(c.code for c in some)


def glyphs(some: Iterable[Card]) -> str:
    """Cards as they are printed, separated by blanks.

    >>> glyphs(cards("TH 2S"))
    '10♥ 2♠'
    """
    return " ".join(c.glyph for c in some)


def add(bits: Bits, one: Card) -> Bits:
    """These cards and one more.

    >>> unpack(add(bundle(cards("5D 2S")), card("5D")))
    (card('2S'), card('5D'), card('5D'))
    """
    bit = one.bit
    if not bits & bit and one is not BACK:
        return bits | bit
    if one.rank > 0:
        return bits | bit << SECOND
    if one is BACK:
        return bits + bit
    return bits | bit << (bits & JOKERS).bit_count()


def without(bits: Bits, need: Bits) -> Bits:
    """These cards less those of ``need``, all of which must be among them.

    >>> unpack(without(bundle(cards("5D 5D * *")), bundle(cards("5D *"))))
    (card('5D'), card('*'))
    """
    if bits <= FIRST and need < JOKER.bit:
        return bits ^ need
    once = need & NATURALS
    both = once & need >> SECOND
    double = bits >> SECOND & once & ~both
    left = bits ^ (once ^ double) ^ (both | double) << SECOND
    jokers = bits & JOKERS
    return left ^ jokers ^ (jokers >> (need & JOKERS).bit_count() & JOKERS)


def holds(bits: Bits, need: Bits) -> bool:
    """Are all cards of ``need`` among these?"""
    return not need & ~bits


def bundle(some: Iterable[Card]) -> Bits:
    """Cards as one integer."""
    bits = 0
    for one in some:
        bits = add(bits, one)
    return bits


def size(bits: Bits) -> int:
    """How many cards these are, face-down ones included.

    >>> size(bundle(cards("5D 5D * ?? ??")))
    5
    """
    return (bits & _SHOWN).bit_count() + (bits >> HIDDEN_AT)


def copies(bits: Bits, one: Card) -> int:
    """How many of one card are among these."""
    if one.rank > 0:
        return (bits >> one.at & 1) + (bits >> one.at + SECOND & 1)
    return bits >> HIDDEN_AT if one is BACK else (bits & JOKERS).bit_count()


def unpack(bits: Bits) -> tuple[Card, ...]:
    """The cards one by one, suit by suit, then jokers, then face-down ones.

    >>> codes(unpack(bundle(cards("KD * 2S ?? 2S"))))
    '2S 2S KD * ??'
    """
    out = []
    first, second = bits & NATURALS, bits >> SECOND & NATURALS
    while first:
        low = first & -first
        one = BY_AT[low.bit_length() - 1]
        out.append(one)
        if second & low:
            out.append(one)
        first ^= low
    return (*out, *(JOKER,) * (bits & JOKERS).bit_count(), *(BACK,) * (bits >> HIDDEN_AT))


@cache
def pack(packs: int = 1, jokers: int = 0) -> tuple[Card, ...]:
    """A new pack in order: ``packs`` times fifty-two cards and ``jokers`` jokers with each.

    >>> len(pack(2, 2))
    108
    """
    return (*DECK, *(JOKER,) * jokers) * packs


def shuffled(some: Sequence[Card], seed: int | str) -> tuple[Card, ...]:
    """The cards in an order that this seed always gives.

    >>> shuffled(pack(), 7) == shuffled(pack(), 7)
    True
    """
    order = list(some)
    try:
        random.Random(seed).shuffle(order)
    except UnicodeEncodeError:
        raise Unreadable(say("error.seed")) from None
    return tuple(order)
