"""The melder: what can be laid down or laid off at a table, and why not; the best partition of a hand.

It knows one table's meld rules and answers from look-up tables that fill as they are asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations
from typing import Any

from rummy.cards import (
    ACES,
    BY_AT,
    DECK,
    FIELD,
    JOKER,
    JOKERS,
    NATURALS,
    RANK_FIELD,
    SECOND,
    SUIT_FIELD,
    SUIT_FIELDS,
    Bits,
    Card,
    add,
    bundle,
    size,
    without,
)
from rummy.melds import (
    ACE_HIGH,
    BY_SUIT,
    GROUP,
    HIGH,
    ITSELF,
    LOW,
    SEQUENCE,
    WILD,
    Combination,
    Flaw,
    Jokers,
    Meld,
    Melding,
    Placed,
    place_card,
)
from rummy.words import listed, say

ACE_UP = 13
"""How far above the low ace its bit as a high ace lies."""
_PLACES = 0x1FFF8
"""The bits of one suit's field that are places of a sequence."""


class Melder:
    """The meld rules of one table, as look-up tables. Use `melder` to get the one for a table."""

    def __init__(self, melding: Melding, jokers: Jokers) -> None:
        self.rules = (melding, jokers)
        self.least = melding.sequence_min
        self.first = 1 if melding.aces == "high" else 0
        self.last = 12 if melding.aces == "low" else 13
        self.wild = jokers.role == "wild"
        self.most_jokers = (99 if jokers.per_meld == "any" else jokers.per_meld) if self.wild else 0
        self._made: dict[tuple[Any, ...], Combination] = {}
        self._runs: dict[Bits, tuple[Combination, ...]] = {}
        self._sets: dict[Bits, tuple[Combination, ...]] = {}
        self._grown: dict[tuple[Combination, Placed, str], Combination] = {}
        self._near = self._windows()
        self._worth: tuple[Mapping[Card, int], dict[Combination, int]] = ({}, {})
        self._plain: Bits = NATURALS & ~ACES if self.first else NATURALS
        """The cards that have a place of their own rank in a sequence."""
        self._above: Bits = ACES if self.last == ACE_HIGH else 0
        """The cards that have a place above the king."""

    def __reduce__(self) -> tuple[object, tuple[Melding, Jokers]]:
        return melder, self.rules

    def again(self, kind: str, placed: tuple[Placed, ...], low: int) -> Combination:
        """The one combination of these cards, when it comes back from a pickle."""
        return self._group(placed) if kind == GROUP else self._sequence(placed, low)

    # -- making combinations -------------------------------------------------------------------------

    def _group(self, placed: tuple[Placed, ...]) -> Combination:
        made = self._made.get(placed)
        if made is None:
            made = self._made[placed] = Combination(self, GROUP, placed, 0, 0)
            if len(placed) < 4:
                there = {p.stands_for for p in placed}
                rank = placed[0].stands_for.rank
                missing = [c for c in DECK[rank - 1 :: 13] if c not in there]
                self._open(made, [(c, "") for c in missing])
        return made

    def _sequence(self, placed: tuple[Placed, ...], low: int) -> Combination:
        made = self._made.get((low, placed))
        if made is None:
            high = low + len(placed) - 1
            made = self._made[low, placed] = Combination(self, SEQUENCE, placed, low, high)
            suit = placed[0].stands_for.suit
            if len(placed) < 13:
                ends = [(low - 1, LOW)] * (low > self.first) + [(high + 1, HIGH)] * (high < self.last)
                self._open(made, [(place_card(suit, place), end) for place, end in ends])
        return made

    def _open(self, made: Combination, spots: list[tuple[Card, str]]) -> None:
        made.spots = tuple(spots)
        for c, _ in spots:
            made.fits |= c.bit

    def grow(self, now: Combination, placed: Placed, end: str) -> Combination:
        """The combination with one more card at an end (``""`` for a group)."""
        key = (now, placed, end)
        grown = self._grown.get(key)
        if grown is None:
            if now.kind == GROUP:
                grown = self._group(tuple(sorted((*now.placed, placed), key=lambda p: p.stands_for.at)))
            elif end == LOW:
                grown = self._sequence((placed, *now.placed), now.low - 1)
            else:
                grown = self._sequence((*now.placed, placed), now.low)
            self._grown[key] = grown
        return grown

    # -- all melds of a hand -------------------------------------------------------------------------

    def _upwards(self, held: Bits) -> Bits:
        """Natural cards as places of sequences: the aces where this table's sequences can use them."""
        return held & self._plain | (held & self._above) << ACE_UP

    def any_meld(self, hand: Bits) -> bool:
        """Is there a meld among these cards?"""
        held = hand & NATURALS
        jokers = self._jokers(hand) if self.most_jokers else 0
        if jokers > 1:
            return bool(held)
        s, h, d, c = held, held >> FIELD, held >> 2 * FIELD, held >> 3 * FIELD
        if not jokers:
            if (s & h & (d | c) | d & c & (s | h)) & _PLACES:
                return True
            up = held & self._plain | (held & self._above) << ACE_UP
            return bool(up & up >> 1 & up >> 2 & (up >> 3 if self.least == 4 else -1))
        if (s & h | d & c | (s | h) & (d | c)) & _PLACES:
            return True
        up = held & self._plain | (held & self._above) << ACE_UP
        if self.least == 3:
            return bool(up & (up >> 1 | up >> 2))
        return any(map(self.sequences, self.fields(hand)[0]))

    def fields(self, hand: Bits) -> tuple[list[Bits], list[Bits]]:
        """The parts of a hand in which melds lie: of one suit, of one rank, each with the jokers."""
        held = hand & NATURALS
        jokers = hand & JOKERS
        if jokers and self.most_jokers:
            return (
                [held & field | jokers for field in SUIT_FIELDS if held & field],
                [held & field | jokers for field in RANK_FIELD[1:] if held & field],
            )
        up = held | (held & ACES) << ACE_UP
        runs = up & up >> 1 & up >> 2
        h, d, c = held >> FIELD, held >> 2 * FIELD, held >> 3 * FIELD
        ranks = (held & h & (d | c) | d & c & (held | h)) & _PLACES
        suits, groups = [], []
        if runs:
            inside = runs | runs << 1 | runs << 2  # only cards in a row of three: few different keys
            inside = held & (inside | inside >> ACE_UP & ACES)
            suits = [inside & field for field in SUIT_FIELDS if runs & field]
        while ranks:
            low = ranks & -ranks
            groups.append(held & RANK_FIELD[low.bit_length() - 3])
            ranks ^= low
        return suits, groups

    def sequences(self, key: Bits) -> tuple[Combination, ...]:
        """All sequences of the cards of one suit, jokers included."""
        found = self._runs.get(key)
        if found is None:
            naturals = key & NATURALS
            suit = BY_AT[naturals.bit_length() - 1].suit
            found = self._runs[key] = tuple(self._sequences(suit, naturals, self._jokers(key)))
        return found

    def groups(self, key: Bits) -> tuple[Combination, ...]:
        """All groups of the cards of one rank, jokers included."""
        found = self._sets.get(key)
        if found is None:
            naturals = key & NATURALS
            rank = BY_AT[naturals.bit_length() - 1].rank
            found = self._sets[key] = tuple(self._groups(rank, naturals, self._jokers(key)))
        return found

    def _jokers(self, hand: Bits) -> int:
        return min((hand & JOKERS).bit_count(), self.most_jokers)

    def melds(self, hand: Bits) -> list[Combination]:
        """Every meld that can be laid down from these cards.

        >>> from rummy.cards import cards
        >>> melder(Melding(), Jokers()).melds(bundle(cards("7H 7C 7D 8H 9H 2S")))
        [<sequence 7H 8H 9H>, <group 7H 7D 7C>]
        """
        suits, ranks = self.fields(hand)
        return [c for key in suits for c in self.sequences(key)] + [
            c for key in ranks for c in self.groups(key)
        ]

    def _sequences(self, suit: str, naturals: Bits, jokers: int) -> Iterable[Combination]:
        suited = BY_SUIT[suit]
        held = [bool(naturals & c.bit) for c in suited]
        for low in range(self.first, self.last):
            for high in range(low + self.least - 1, min(self.last, low + 12) + 1):
                places = range(low, high + 1)
                missing = [p for p in places if not held[p]]
                if len(missing) > jokers:
                    break
                there = [p for p in places if held[p]]
                for more in range(min(jokers - len(missing), len(there) - 1) + 1):
                    for replaced in combinations(there, more):
                        wild = {*missing, *replaced}
                        yield self._sequence(
                            tuple((WILD if p in wild else ITSELF)[suited[p]] for p in places),
                            low,
                        )

    def _groups(self, rank: int, naturals: Bits, jokers: int) -> Iterable[Combination]:
        four = DECK[rank - 1 :: 13]
        for count in (3, 4):
            for suits in combinations(four, count):
                missing = [c for c in suits if not naturals & c.bit]
                there = [c for c in suits if naturals & c.bit]
                for more in range(min(jokers - len(missing), len(there) - 1) + 1):
                    for replaced in combinations(there, more):
                        wild = {*missing, *replaced}
                        yield self._group(tuple((WILD if c in wild else ITSELF)[c] for c in suits))

    # -- is this a meld? -----------------------------------------------------------------------------

    def combine(self, placed: tuple[Placed, ...]) -> Combination | Flaw:
        """These cards as a meld, or why they are none. The order matters only for an ace with all others.

        >>> from rummy.cards import cards
        >>> table = melder(Melding(), Jokers())
        >>> table.combine(tuple(Placed(c, c) for c in cards("9S 7S 8S")))
        <sequence 7S 8S 9S>
        >>> table.combine(tuple(Placed(c, c) for c in cards("KD AD 2D"))).rule
        'meld.sequence.corner'
        """
        cards, stands = tuple(p.card for p in placed), tuple(p.stands_for for p in placed)
        ranks, suits = {c.rank for c in stands}, {c.suit for c in stands}
        facts = {"cards": " ".join(p.glyph for p in placed), "least": 3, "number": len(placed)}
        twice = next((c for i, c in enumerate(stands) if c in stands[:i]), None)
        if len(placed) < 3:
            return Flaw("meld.size", cards, facts)
        if all(c is JOKER for c in cards):
            return Flaw("jokers.natural", cards, facts)
        if len(ranks) == 1:
            if len(placed) > 4:
                return Flaw("meld.group.four", cards, facts)
            if twice:
                return Flaw("meld.group.suits", (twice,), {"card": twice.glyph})
            return self._group(tuple(sorted(placed, key=lambda p: p.stands_for.at)))
        if len(suits) > 1:
            high = {14 if r == 1 else r for r in ranks}
            follow = len(ranks) == len(placed) and len(placed) - 1 in (_span(ranks), _span(high))
            return Flaw("meld.sequence.suit" if follow else "meld.kind", cards, facts)
        if twice:
            return Flaw("meld.sequence.twice", (twice,), {"card": twice.glyph})
        return self._in_suit(placed, cards, facts)

    def _in_suit(
        self, placed: tuple[Placed, ...], cards: tuple[Card, ...], facts: dict[str, Any]
    ) -> Combination | Flaw:
        ace_first = placed[0].stands_for.rank == 1
        ways = []
        for ace in (0, ACE_HIGH):
            at = sorted((ace if p.stands_for.rank == 1 else p.stands_for.rank - 1, p) for p in placed)
            if at[-1][0] - at[0][0] == len(at) - 1:
                ways.append((at[0][0], tuple(p for _, p in at)))
        allowed = [w for w in ways if w[0] >= self.first and w[0] + len(placed) - 1 <= self.last]
        if allowed:
            if len(placed) < self.least:
                return Flaw("meld.size", cards, {**facts, "least": self.least})
            low, order = allowed[-1] if len(allowed) > 1 and not ace_first else allowed[0]
            return self._sequence(order, low)
        if ways:
            return Flaw("meld.sequence.ace", cards, {**facts, "place": self._ace_place()})
        ranks = {p.stands_for.rank for p in placed}
        if sum(r % 13 + 1 not in ranks for r in ranks) == 1:
            return Flaw("meld.sequence.corner", cards, facts)
        spans = [sorted(ace if r == 1 else r for r in ranks) for ace in (1, 14)]
        span = min(spans, key=lambda s: s[-1] - s[0])
        missing = [
            place_card(placed[0].stands_for.suit, r - 1).glyph
            for r in range(span[0], span[-1])
            if r not in span
        ]
        return Flaw("meld.sequence.gap", cards, {**facts, "missing": listed(missing)})

    def _with_ace(self, now: Combination) -> str:
        """A sequence and the ace of its suit behind or before it, as printed."""
        ace = place_card(now.suit, 0).glyph
        return f"{ace} {now.glyphs}" if self.first else f"{now.glyphs} {ace}"

    def _ace_place(self) -> str:
        return say("ace.high" if self.first else "ace.low")

    def meanings(self, cards: tuple[Card, ...]) -> tuple[Combination, ...]:
        """Every meld these very cards could be, with each meaning that their jokers could have."""
        need = bundle(cards)
        return tuple(c for c in self.melds(need) if c.need == need)

    # -- does it fit? --------------------------------------------------------------------------------

    def misfit(self, now: Combination, one: Card) -> Flaw | None:
        """Why a card (or the card a joker stands for) cannot be laid off on a meld; None if it can."""
        if now.fits & one.bit:
            return None
        stands = tuple(p.stands_for for p in now.placed)
        facts = {"card": one.glyph, "meld": now.glyphs, "suit": "", "fits": ""}
        concerned = (one, *now.cards)
        if now.kind == GROUP:
            if one.rank != stands[0].rank:
                return Flaw("layoff.group.rank", concerned, facts)
            return Flaw("layoff.group.full" if len(stands) == 4 else "layoff.group.suit", concerned, facts)
        if one.suit != stands[0].suit:
            return Flaw(
                "layoff.sequence.suit", concerned, {**facts, "suit": say(f"card.suit.{stands[0].suit}")}
            )
        if one in stands:
            return Flaw("layoff.sequence.filled", concerned, facts)
        past_ace = (now.high == ACE_HIGH and one.rank == 2) or (now.low == 0 and one.rank == 13)
        if past_ace or not now.spots:
            return Flaw("layoff.sequence.ace-end", concerned, facts)
        if one.rank == 1 and (now.low == 1 or now.high == 12):
            return Flaw(
                "meld.sequence.ace", concerned, {"place": self._ace_place(), "cards": self._with_ace(now)}
            )
        fits = listed([c.glyph for c, _ in now.spots], "or")
        return Flaw("layoff.sequence.next", concerned, {**facts, "fits": fits})

    # -- can a card be used? -------------------------------------------------------------------------

    def _windows(self) -> tuple[tuple[bool, ...], ...]:
        """By number of jokers: is the middle one of seven neighbours in a sequence of those held?"""

        def found(seen: int, jokers: int) -> bool:
            spans = [range(start, start + self.least) for start in range(4 - self.least, 4)]
            return any(sum(p != 3 and not seen >> p & 1 for p in span) <= jokers for span in spans)

        return tuple(tuple(found(seen, jokers) for seen in range(128)) for jokers in (0, 1))

    def _meldable(self, one: Card, held: Bits, jokers: int) -> bool:
        """Could a card be melded with these natural cards, itself among them, and so many jokers?"""
        if jokers > 1 or (held & RANK_FIELD[one.rank]).bit_count() + jokers > 2:
            return True
        near, up = self._near[jokers], held & self._plain | (held & self._above) << ACE_UP
        if one.rank == 1:
            low = not self.first and near[up >> one.at - 3 & 127]
            return low or (self.last == ACE_HIGH and near[up >> one.at + ACE_UP - 3 & 127])
        return near[up >> one.at - 3 & 127]

    def usable(self, one: Card, hand: Bits, table: tuple[Meld, ...], fits: Bits) -> bool:
        """Could this card of the hand be melded or laid off this turn, after other cards if need be?

        ``fits`` is what can be laid off on the table at once. A card fits later if the places between it and
        the end of a sequence can be filled from the hand.
        """
        jokers = self._jokers(hand) if hand & JOKERS else 0
        if one is JOKER:
            return self.takes_a_joker(table) or self.any_with_joker(hand)
        if fits & one.bit or self._meldable(one, hand & NATURALS, jokers):
            return True
        return bool(jokers or hand & fits & SUIT_FIELD[one.suit]) and self._bridged(one, hand, table)

    def meldable(self, one: Card, hand: Bits) -> bool:
        """Could this card of the hand be melded with others of the hand?"""
        if one is JOKER:
            return self.any_with_joker(hand)
        return self._meldable(one, hand & NATURALS, self._jokers(hand) if hand & JOKERS else 0)

    def takes_a_joker(self, table: tuple[Meld, ...]) -> bool:
        """Could a joker be laid off somewhere on the table?"""
        return any(m.now.spots and m.now.jokers < self.most_jokers for m in table)

    def any_with_joker(self, hand: Bits) -> bool:
        """Is there a meld of these cards with a joker in it?"""
        return any(c.jokers for c in self.melds(hand))

    def useless(
        self, hand: Bits, pile: tuple[Card, ...], table: tuple[Meld, ...], fits: Bits, free_top: bool
    ) -> Bits:
        """The places of the discard pile (as a mask) from which nothing could be used."""
        at, held = len(pile), hand
        barred = (1 << at) - 1
        if free_top and pile:
            at, held, pile = at - 1, add(held, pile[-1]), pile[:-1]
            barred >>= 1
        jokers = self._jokers(held) if self.most_jokers and held & JOKERS else 0
        up, near = held & self._plain | (held & self._above) << ACE_UP, self._near
        for one in reversed(pile):
            at -= 1
            bit = one.bit
            held = add(held, one) if held & bit else held | bit
            up |= bit
            if one.rank < 2:
                up, jokers = self._upwards(held), self._jokers(held)
                if self.usable(one, held, table, fits):
                    barred ^= 1 << at
            elif (
                fits & bit
                or jokers > 1
                or (held & RANK_FIELD[one.rank]).bit_count() + jokers > 2
                or near[jokers][up >> one.at - 3 & 127]
                or ((jokers or held & fits & SUIT_FIELD[one.suit]) and self._bridged(one, held, table))
            ):
                barred ^= 1 << at
        return barred

    def _bridged(self, one: Card, hand: Bits, table: tuple[Meld, ...]) -> bool:
        """Could a card be laid off on a sequence once cards of the hand fill the places between?"""
        suit = one.suit
        jokers, ends = self.most_jokers and hand & JOKERS, hand & SUIT_FIELD[suit]
        for meld in table:
            now = meld.now
            if now.suit == suit and (jokers or ends & now.fits) and self._bridge(one, hand, now):
                return True
        return False

    def _bridge(self, one: Card, hand: Bits, now: Combination) -> bool:
        suit = now.suit
        if len(now.placed) > 12:
            return False
        jokers = min((hand & JOKERS).bit_count(), self.most_jokers - now.jokers)
        for place in (one.rank - 1, ACE_HIGH) if one.rank == 1 else (one.rank - 1,):
            if not self.first <= place <= self.last:
                continue
            gap = range(place + 1, now.low) if place < now.low else range(now.high + 1, place)
            if now.low <= place <= now.high or len(now.placed) + len(gap) > 12:
                continue
            if sum(not hand & place_card(suit, p).bit for p in gap) <= jokers:
                return True
        return False

    # -- the best partition --------------------------------------------------------------------------

    def partition(self, hand: Bits, points: Mapping[Card, int]) -> tuple[Combination, ...]:
        """The melds that take the most points off a hand; what they leave is deadwood.

        A hand of more than thirty cards gets a good partition instead of the best.

        >>> from rummy.cards import cards
        >>> face = {c: min(c.rank, 10) for c in DECK}
        >>> melder(Melding(), Jokers()).partition(bundle(cards("7H 7C 7D 8H 9H 2S")), face)
        (<sequence 7H 8H 9H>,)
        """
        melds = self.melds(hand)
        if len(melds) < 2:
            return tuple(melds)
        if self._worth[0] is not points:
            self._worth = (points, {})
        known = self._worth[1]
        worth = {c: known.get(c) or known.setdefault(c, sum(points[p.card] for p in c.placed)) for c in melds}
        if len(melds) < 4 and not hand >> SECOND and not hand & JOKERS:
            return _few(melds, worth)
        if size(hand) > _SEARCHED:
            return _greedily(hand, sorted(melds, key=worth.__getitem__, reverse=True))
        by_lowest: dict[Bits, list[Combination]] = {}
        for c in melds:
            naturals = c.need & NATURALS
            by_lowest.setdefault(naturals & -naturals, []).append(c)
        seen: dict[Bits, tuple[int, tuple[Combination, ...]]] = {}
        lows = sorted(by_lowest)

        def best(left: Bits, start: int) -> tuple[int, tuple[Combination, ...]]:
            """The best partition of what is left, using melds from the lowest card number ``start`` on."""
            while start < len(lows) and not left & lows[start]:
                start += 1
            if start == len(lows):
                return 0, ()
            known = seen.get(left)
            if known is None:
                low = lows[start]
                known = best(left & ~low if not left >> SECOND & low else without(left, low), start)
                for c in by_lowest[low]:
                    if not c.need & ~left:
                        gained, chosen = best(without(left, c.need), start)
                        if gained + worth[c] > known[0]:
                            known = gained + worth[c], (c, *chosen)
                seen[left] = known
            return known

        return best(hand, 0)[1]


_SEARCHED = 30
"""The largest hand whose best partition is searched for."""


def _greedily(hand: Bits, melds: list[Combination]) -> tuple[Combination, ...]:
    """Melds of a hand, taken in this order as long as the cards are there."""
    chosen = []
    for c in melds:
        if not c.need & ~hand:
            chosen.append(c)
            hand = without(hand, c.need)
    return tuple(chosen)


def _span(ranks: set[int]) -> int:
    """How far the highest of these ranks is above the lowest."""
    return max(ranks) - min(ranks)


def _few(melds: list[Combination], worth: Mapping[Combination, int]) -> tuple[Combination, ...]:
    """The best of two or three melds of natural cards, each card there once."""
    best: tuple[Combination, ...] = (max(melds, key=worth.__getitem__),)
    gain = max(worth.values())
    for i, a in enumerate(melds):
        for b in melds[:i]:
            if not a.need & b.need and worth[a] + worth[b] > gain:
                best, gain = (b, a), worth[a] + worth[b]
    whole = tuple(melds)
    return whole if len(whole) == 3 and _apart(whole) else best


def _apart(some: tuple[Combination, ...]) -> bool:
    """Do no two of these share a card?"""
    return not some[0].need & some[1].need and not (some[0].need | some[1].need) & some[2].need


@cache
def melder(melding: Melding, jokers: Jokers) -> Melder:
    """The meld tables for these rules; one for each set of rules."""
    return Melder(melding, jokers)
