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
    RANKED,
    SECOND,
    SUIT_FIELD,
    SUIT_FIELDS,
    SUITS,
    Bits,
    Card,
    add,
    bundle,
    size,
    unpack,
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

    def __init__(self, melding: Melding, jokers: Jokers, wild: int = 0) -> None:
        self.rules = (melding, jokers, wild)
        self.least = melding.sequence_min
        self.corner = melding.aces == "corner"
        self.first = 1 if melding.aces == "high" else 0
        self.last = 12 if melding.aces in ("low", "corner") else 13
        self.any_suits = melding.group_suits == "any"
        self.ranked = self.any_suits or jokers.fixes == "rank"
        """Does a joker in a group stand for the rank alone?"""
        self.own = jokers.role == "own-group"
        self.wild = jokers.role == "wild" or wild > 0
        self.wild_jokers = jokers.role == "wild"
        self.wild_cards: Bits = RANK_FIELD[wild]
        """The natural cards that are wild."""
        self.most_jokers = (99 if jokers.per_meld == "any" else jokers.per_meld) if self.wild else 0
        self._made: dict[tuple[Any, ...], Combination] = {}
        self._runs: dict[Bits, tuple[Combination, ...]] = {}
        self._sets: dict[Bits, tuple[Combination, ...]] = {}
        self._grown: dict[tuple[Combination, Placed, str], Combination] = {}
        self._near = self._windows()
        self._worth: tuple[object, dict[Combination, int]] = ({}, {})
        self._plain: Bits = NATURALS & ~self.wild_cards & ~(ACES if self.first else 0)
        """The cards that have a place of their own rank in a sequence, wild ones aside."""
        self._above: Bits = (ACES & ~self.wild_cards) if self.last == ACE_HIGH else 0
        """The cards that have a place above the king."""
        self._naturals: Bits = NATURALS & ~self.wild_cards
        self._ranks = tuple(field & ~self.wild_cards for field in RANK_FIELD)
        self._wild: Bits = self.wild_cards | (JOKERS if self.wild_jokers else 0)
        """What may stand for another card."""
        limited = self.wild_cards > 0 and jokers.per_meld != "any"
        self.quick = not (self.corner or self.any_suits or limited)
        """Do masks tell what can be melded?"""
        self._special: Bits = ACES | self.wild_cards | JOKERS | (0 if self.quick else NATURALS)
        """The cards whose use takes a closer look."""

    def __reduce__(self) -> tuple[object, tuple[Melding, Jokers, int]]:
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
                self._open_group(made, placed)
        return made

    def _open_group(self, made: Combination, placed: tuple[Placed, ...]) -> None:
        rank = next(p.stands_for.rank for p in placed)
        if not rank:
            made.wilds = ((JOKER, ""),)
            return
        there = [p.stands_for for p in placed]
        most = 2 if self.any_suits else 1
        missing = [c for c in DECK[rank - 1 :: 13] if there.count(c) < most]
        self._open(made, [(c, "") for c in missing])
        if self.ranked and made.wilds:
            made.wilds = ((RANKED[rank - 1], ""),)

    def _sequence(self, placed: tuple[Placed, ...], low: int) -> Combination:
        made = self._made.get((low, placed))
        if made is None:
            high = low + len(placed) - 1
            made = self._made[low, placed] = Combination(self, SEQUENCE, placed, low, high)
            suit = placed[0].stands_for.suit
            if len(placed) < 13:
                ends = [(low - 1, LOW)] * (self.corner or low > self.first)
                ends += [(high + 1, HIGH)] * (self.corner or high < self.last)
                self._open(made, [(place_card(suit, place), end) for place, end in ends])
        return made

    def _open(self, made: Combination, spots: list[tuple[Card, str]]) -> None:
        made.spots = tuple(spots)
        if made.jokers < self.most_jokers:
            made.wilds = made.spots
        for c, _ in spots:
            made.fits |= c.bit

    def exchanged(self, now: Combination, cards: tuple[Card, ...]) -> tuple[Combination, tuple[Placed, ...]]:
        """The combination with these cards for the wild ones that stand for them, and the wild ones.

        In a group a wild card that stands for a rank alone makes room for any card.
        """
        placed, out = list(now.placed), []
        for one in cards:
            at = next((i for i, p in enumerate(placed) if p.wild and p.stands_for is one), None)
            if at is None:
                at = next((i for i, p in enumerate(placed) if p.wild and p.stands_for.rank == one.rank), None)
            if at is None:
                placed.append(ITSELF[one])
                continue
            out.append(placed[at])
            placed[at] = ITSELF[one]
        made = (
            self._group(_by_suit(tuple(placed)))
            if now.kind == GROUP
            else self._sequence(tuple(placed), now.low)
        )
        return made, tuple(out)

    def grow(self, now: Combination, placed: Placed, end: str) -> Combination:
        """The combination with one more card at an end (``""`` for a group)."""
        key = (now, placed, end)
        grown = self._grown.get(key)
        if grown is None:
            if now.kind == GROUP:
                grown = self._group(_by_suit((*now.placed, placed)))
            elif end == LOW:
                grown = self._sequence(
                    (placed, *now.placed), (now.low - 1) % 13 if self.corner else now.low - 1
                )
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
        if self.own and (hand & JOKERS).bit_count() > 2:
            return True
        if not self.quick or hand & self.wild_cards:
            return any(map(self.sequences, self.fields(hand)[0])) or any(
                map(self.groups, self.fields(hand)[1])
            )
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
        """The parts of a hand in which melds lie: of one suit, of one rank, each with the wild cards."""
        held = hand & NATURALS
        jokers = hand & JOKERS
        if (jokers and self.most_jokers) or self.wild_cards & hand or not self.quick:
            return self._wide_fields(hand)
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
        if self.own and jokers.bit_count() > 2:
            groups.append(jokers)
        return suits, groups

    def _wide_fields(self, hand: Bits) -> tuple[list[Bits], list[Bits]]:
        """The same where wild cards or second copies count: a part with wild cards carries a tag."""
        held, jokers = hand & NATURALS, hand & JOKERS if self.most_jokers or self.own else 0
        wild = hand & (self.wild_cards | self.wild_cards << SECOND)
        copies = NATURALS << SECOND if self.any_suits else 0
        suits, ranks = [], []
        for n, field in enumerate(SUIT_FIELDS):
            if held & field:
                suits.append(held & field | wild | jokers | (1 << TAG_AT + n if wild else 0))
        for rank, field in enumerate(RANK_FIELD[1:], 1):
            if held & field:
                both = field | field << SECOND & copies
                ranks.append(hand & both | wild | jokers | (rank << TAG_AT if wild else 0))
        if self.own and jokers.bit_count() > 2:
            ranks.append(jokers)
        return suits, ranks

    def sequences(self, key: Bits) -> tuple[Combination, ...]:
        """All sequences of the cards of one suit, wild cards included."""
        found = self._runs.get(key)
        if found is None:
            tag = key >> TAG_AT
            naturals = key & NATURALS
            suit = SUITS[tag.bit_length() - 1] if tag else BY_AT[naturals.bit_length() - 1].suit
            made = self._sequences(suit, naturals & SUIT_FIELD[suit], self.pool(key))
            found = self._runs[key] = tuple(dict.fromkeys(made))
        return found

    def groups(self, key: Bits) -> tuple[Combination, ...]:
        """All groups of the cards of one rank, wild cards included; of jokers where they go with jokers."""
        found = self._sets.get(key)
        if found is None:
            naturals = key & NATURALS
            if not naturals:
                sizes = range(3, min((key & JOKERS).bit_count(), 4) + 1)
                found = tuple(self._group((ITSELF[JOKER],) * n) for n in sizes)
            else:
                rank = key >> TAG_AT or BY_AT[naturals.bit_length() - 1].rank
                field = RANK_FIELD[rank]
                made = self._groups(rank, key & (field | field << SECOND), self.pool(key))
                found = tuple(dict.fromkeys(made))
            self._sets[key] = found
        return found

    def _jokers(self, hand: Bits) -> int:
        """How many wild cards of these one meld may hold."""
        there = (hand & JOKERS).bit_count() if self.wild_jokers else 0
        if self.wild_cards:
            there += (hand & self.wild_cards).bit_count() + (hand >> SECOND & self.wild_cards).bit_count()
        return min(there, self.most_jokers)

    def pool(self, hand: Bits) -> tuple[Card, ...]:
        """The wild cards among these, jokers last."""
        jokers = (JOKER,) * (hand & JOKERS).bit_count() if self.wild_jokers or self.own else ()
        if not hand & self.wild_cards:
            return jokers
        return (*unpack(hand & (self.wild_cards | self.wild_cards << SECOND)), *jokers)

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

    def _sequences(self, suit: str, naturals: Bits, pool: tuple[Card, ...]) -> Iterable[Combination]:
        suited = BY_SUIT[suit]
        held = [bool(naturals & c.bit) for c in suited]
        most = min(len(pool), self.most_jokers)
        for low in range(self.first, 13 if self.corner else self.last):
            far = low + 12 if self.corner else min(self.last, low + 12)
            for high in range(low + self.least - 1, far + 1):
                if self.corner and high == low + 12 and low:
                    break  # all thirteen are one sequence, wherever it begins
                places = range(low, high + 1)
                missing = [p for p in places if not held[p % 13]]
                if len(missing) > most:
                    break
                there = [p for p in places if held[p % 13]]
                for more in range(min(most - len(missing), len(there) - 1) + 1):
                    for replaced in combinations(there, more):
                        yield from self._filled(
                            pool,
                            [suited[p % 13] for p in places],
                            {p - low for p in (*missing, *replaced)},
                            low,
                        )

    def _filled(
        self, pool: tuple[Card, ...], cards: list[Card], wild: set[int], low: int
    ) -> Iterable[Combination]:
        """The sequences of these cards with wild cards at these places, the lowest wild card lowest."""
        if not self.wild_cards:
            yield self._sequence(tuple((WILD if i in wild else ITSELF)[c] for i, c in enumerate(cards)), low)
            return
        used = [c for i, c in enumerate(cards) if i not in wild]
        places = {c for i, c in enumerate(cards) if i in wild}
        for chosen in _chosen(_less(pool, used), len(wild)):
            if places.isdisjoint(chosen):  # a wild card whose own place is among them lies there as itself
                stand = iter(chosen)
                placed = (Placed(next(stand), c) if i in wild else ITSELF[c] for i, c in enumerate(cards))
                yield self._sequence(tuple(placed), low)

    def _groups(self, rank: int, held: Bits, pool: tuple[Card, ...]) -> Iterable[Combination]:
        four = DECK[rank - 1 :: 13]
        most = min(len(pool), self.most_jokers)
        if self.ranked:
            yield from self._ranked_groups(rank, held, pool)
            return
        for count in (3, 4):
            for suits in combinations(four, count):
                missing = [c for c in suits if not held & c.bit]
                there = [c for c in suits if held & c.bit]
                for more in range(min(most - len(missing), len(there) - 1) + 1):
                    for replaced in combinations(there, more):
                        wild = {*missing, *replaced}
                        if not self.wild_cards:
                            yield self._group(tuple((WILD if c in wild else ITSELF)[c] for c in suits))
                            continue
                        for chosen in _chosen(_less(pool, [c for c in suits if c not in wild]), len(wild)):
                            if wild.isdisjoint(chosen):
                                stand = iter(chosen)
                                placed = (Placed(next(stand), c) if c in wild else ITSELF[c] for c in suits)
                                yield self._group(tuple(placed))

    def _ranked_groups(self, rank: int, held: Bits, pool: tuple[Card, ...]) -> Iterable[Combination]:
        """The groups in which a wild card stands for the rank alone."""
        cards = unpack(held) if self.any_suits else unpack(held & NATURALS)
        most = min(len(pool), self.most_jokers)
        for count in (3, 4):
            for wild in range(min(most, count - 1) + 1):
                for own in dict.fromkeys(combinations(cards, count - wild)):
                    for chosen in _chosen(_less(pool, own), wild):
                        stands = (Placed(c, RANKED[rank - 1]) for c in chosen)
                        yield self._group((*(ITSELF[c] for c in own), *stands))

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
        twice = next((c for i, c in enumerate(stands) if c in stands[:i] and c.suit), None)
        jokers = self._misplaced(placed)
        if jokers:
            return Flaw(jokers, cards, facts)
        if len(placed) < 3:
            return Flaw("meld.size", cards, facts)
        if all(p.wild for p in placed):
            return Flaw("jokers.natural", cards, facts)
        if len(ranks) == 1:
            if len(placed) > 4:
                return Flaw("meld.group.four", cards, facts)
            if twice and not self.any_suits and not (self.ranked and _wild_twice(placed, twice)):
                return Flaw("meld.group.suits", (twice,), {"card": twice.glyph})
            if self.ranked and stands[0].rank:
                placed = tuple(
                    Placed(c, RANKED[stands[0].rank - 1]) if c is not s else ITSELF[c] for c, s in placed
                )
            return self._group(_by_suit(placed))
        if len(suits) > 1:
            high = {14 if r == 1 else r for r in ranks}
            follow = len(ranks) == len(placed) and len(placed) - 1 in (_span(ranks), _span(high))
            return Flaw("meld.sequence.suit" if follow else "meld.kind", cards, facts)
        if twice:
            return Flaw("meld.sequence.twice", (twice,), {"card": twice.glyph})
        return self._in_suit(placed, cards, facts)

    def _misplaced(self, placed: tuple[Placed, ...]) -> str:
        """The rule against the jokers among these cards; empty if they may be there."""
        if self.own:
            jokers = sum(p.card is JOKER for p in placed)
            return "jokers.own-group" if 0 < jokers < len(placed) or any(p.wild for p in placed) else ""
        wild = self.wild_cards | (JOKER.bit if self.wild_jokers else 0)
        for card, stands in placed:
            may = card is stands or (card.bit & wild and (stands.suit or self.ranked))
            if not may or stands is JOKER:
                return "jokers.not-wild"
        return ""

    def settled(self, made: Combination) -> Combination:
        """The same meld with its wild cards in the one order that is listed: which is where is all one.

        A wild card whose own place another one holds lies there as itself; the others lie lowest first.
        """
        if made.jokers < 2 or not self.wild_cards:
            return made
        placed = list(made.placed)
        for at, (one, stands) in enumerate(placed):
            own = next((i for i, p in enumerate(placed) if p.wild and p.stands_for is one), None)
            if one is not stands and own is not None:
                placed[at], placed[own] = Placed(placed[own].card, stands), ITSELF[one]
                return self.settled(self._laid(made, placed))
        wild = iter(sorted(p.card for p in placed if p.wild))
        return self._laid(made, [Placed(next(wild), p.stands_for) if p.wild else p for p in placed])

    def _laid(self, made: Combination, placed: list[Placed]) -> Combination:
        """The same meld with other cards in its places."""
        if made.kind == GROUP:
            return self._group(_by_suit(tuple(placed)))
        return self._sequence(tuple(placed), made.low)

    def _in_suit(
        self, placed: tuple[Placed, ...], cards: tuple[Card, ...], facts: dict[str, Any]
    ) -> Combination | Flaw:
        if self.corner:
            return self._round(placed, cards, facts)
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

    def _round(
        self, placed: tuple[Placed, ...], cards: tuple[Card, ...], facts: dict[str, Any]
    ) -> Combination | Flaw:
        """A sequence that may go on from the king over the ace to the two."""
        at = {p.stands_for.rank - 1: p for p in placed}
        begins = [place for place in at if (place - 1) % 13 not in at]
        if len(begins) > 1:
            missing = [place_card(placed[0].stands_for.suit, place - 1).glyph for place in begins[1:]]
            return Flaw("meld.sequence.gap", cards, {**facts, "missing": listed(missing)})
        if len(placed) < self.least:
            return Flaw("meld.size", cards, {**facts, "least": self.least})
        low = begins[0] if begins else 0
        return self._sequence(tuple(at[(low + i) % 13] for i in range(len(placed))), low)

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
        if self.own and JOKER in (one, now.cards[0]):
            if one is not now.cards[0]:
                return Flaw("jokers.own-group", concerned, {**facts, "cards": f"{one.glyph} {now.glyphs}"})
            return Flaw("layoff.group.full", concerned, facts) if len(stands) == 4 else None
        if not one.suit and now.kind == GROUP and one.rank == stands[0].rank and len(stands) < 4:
            return None
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
        bit = one.bit
        if one is JOKER or bit & self.wild_cards:
            return bool(fits & bit) or self.takes_a_joker(table) or self.meldable(one, hand)
        if fits & bit or self.meldable(one, hand):
            return True
        jokers = self._jokers(hand)
        return bool(jokers or hand & fits & SUIT_FIELD[one.suit] or self.corner) and self._bridged(
            one, hand, table
        )

    def addable(self, one: Card, hand: Bits, table: tuple[Meld, ...], fits: Bits) -> bool:
        """Could this card be laid off this turn, after other lay-offs if need be?"""
        if fits & one.bit or (self.wild_among(one.bit) and self.takes_a_joker(table)):
            return True
        return self._bridged(one, hand, table)

    def meldable(self, one: Card, hand: Bits) -> bool:
        """Could this card of the hand be melded with others of the hand?"""
        if one is JOKER or one.bit & self.wild_cards or not self.quick:
            return any(c.need & one.bit for c in self.melds(hand))
        return self._meldable(one, hand & self._naturals, self._jokers(hand) if self.most_jokers else 0)

    def wild_among(self, hand: Bits) -> bool:
        """Is there a card among these that may stand for another, or a joker that goes with jokers?"""
        return bool(hand & (JOKERS if self.wild_jokers or self.own else 0) or hand & self.wild_cards)

    def takes_a_joker(self, table: tuple[Meld, ...]) -> bool:
        """Could a joker (or another wild card) be laid off somewhere on the table?"""
        return any(m.now.wilds and not m.top for m in table)

    def useless(
        self, hand: Bits, pile: tuple[Card, ...], table: tuple[Meld, ...], fits: Bits, free_top: bool
    ) -> Bits:
        """The places of the discard pile (as a mask) from which nothing could be used."""
        at, held = len(pile), hand
        barred = (1 << at) - 1
        if free_top and pile:
            at, held, pile = at - 1, add(held, pile[-1]), pile[:-1]
            barred >>= 1
        special, wild, ranks = self._special, self._wild, self._ranks
        jokers = self._jokers(held) if held & wild else 0
        up, near = held & self._plain | (held & self._above) << ACE_UP, self._near
        for one in reversed(pile):
            at -= 1
            bit = one.bit
            held = add(held, one) if held & bit else held | bit
            if bit & special:
                up, jokers = self._upwards(held), self._jokers(held)
                if self.usable(one, held, table, fits):
                    barred ^= 1 << at
                continue
            up |= bit
            if (
                fits & bit
                or jokers > 1
                or (held & ranks[one.rank]).bit_count() + jokers > 2
                or near[jokers][up >> one.at - 3 & 127]
                or ((jokers or held & fits & SUIT_FIELD[one.suit]) and self._bridged(one, held, table))
            ):
                barred ^= 1 << at
        return barred

    def _bridged(self, one: Card, hand: Bits, table: tuple[Meld, ...]) -> bool:
        """Could a card be laid off on a sequence once cards of the hand fill the places between?"""
        suit = one.suit
        if not suit:
            return False
        jokers, ends = hand & self._wild, hand & SUIT_FIELD[suit]
        for meld in table:
            now = meld.now
            if (
                now.suit == suit
                and not meld.top
                and (jokers or ends & now.fits)
                and self.bridgeable(one, hand, now)
            ):
                return True
        return False

    def bridgeable(self, one: Card, hand: Bits, now: Combination) -> bool:
        """Can the places between a sequence and a card be filled from the hand?"""
        return any(True for _ in self.bridges(one, hand, now))

    def room(self, now: Combination) -> int:
        """How many wild cards could still be laid off on a meld."""
        places = 4 if now.kind == GROUP else 13 if self.corner else self.last - self.first + 1
        if not now.wilds or self.own:
            return 0
        return min(max(0, min(places, 13) - len(now.placed)), self.most_jokers - now.jokers)

    def bridges(self, one: Card, hand: Bits, now: Combination) -> Iterable[tuple[Card, ...]]:
        """The natural cards of the hand that fill the places between a sequence and a card, by the two ends.

        What is missing is filled by wild cards, as many as the meld may hold.
        """
        suit = now.suit
        if len(now.placed) > 12:
            return
        jokers = min(self._jokers(hand), self.most_jokers - now.jokers) if hand & self._wild else 0
        for gap in self.gaps(one, now):
            if len(now.placed) + len(gap) > 12:
                continue
            cards = [place_card(suit, p) for p in gap]
            there = tuple(c for c in cards if hand & c.bit)
            missing = len(cards) - len(there)
            if missing and self.wild_cards:  # a wild card in its own place is not there for another
                free = len(self.pool(hand)) - sum(bool(c.bit & self.wild_cards) for c in there)
                jokers = min(free, self.most_jokers - now.jokers)
            if missing <= jokers:
                yield there

    def gaps(self, one: Card, now: Combination) -> Iterable[range]:
        """The places between a sequence and a card that lies beyond one of its ends."""
        if self.corner:
            inside = (one.rank - 1 - now.low) % 13
            if inside >= len(now.placed):
                yield range(now.high + 1, now.low + inside)
                yield range(now.low + inside + 1 - 13, now.low)
            return
        for place in (one.rank - 1, ACE_HIGH) if one.rank == 1 else (one.rank - 1,):
            if self.first <= place <= self.last and not now.low <= place <= now.high:
                yield range(place + 1, now.low) if place < now.low else range(now.high + 1, place)

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
        return self.packed(hand, melds, worth)[1]

    def packed(
        self, hand: Bits, melds: list[Combination], worth: Mapping[Combination, int]
    ) -> tuple[int, tuple[Combination, ...]]:
        """The melds that can be laid from a hand together and are worth most, and what they are worth."""
        if size(hand) > _SEARCHED:
            some = _greedily(hand, sorted(melds, key=worth.__getitem__, reverse=True))
            return sum(map(worth.__getitem__, some)), some
        by_lowest: dict[Bits, list[Combination]] = {}
        for c in melds:
            by_lowest.setdefault(c.need & -c.need, []).append(c)
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
                if low & JOKERS:
                    known = best(left & ~JOKERS, start)
                else:
                    known = best(left & ~low if not left >> SECOND & low else without(left, low), start)
                for c in by_lowest[low]:
                    if not c.need & ~left:
                        gained, chosen = best(without(left, c.need), start)
                        if gained + worth[c] > known[0]:
                            known = gained + worth[c], (c, *chosen)
                seen[left] = known
            return known

        return best(hand, 0)


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


def _wild_twice(placed: tuple[Placed, ...], one: Card) -> bool:
    """Does a wild card stand for this card, so that only one natural copy of it lies there?"""
    return sum(p.card is one for p in placed) < 2


def _by_suit(placed: tuple[Placed, ...]) -> tuple[Placed, ...]:
    """The cards of a group in order: by suit, wild ones that stand for a rank last."""
    return tuple(sorted(placed, key=lambda p: (p.stands_for.at, p.card.at)))


def _less(pool: tuple[Card, ...], used: Iterable[Card]) -> list[Card]:
    """The wild cards that are left when these cards lie as themselves."""
    left = list(pool)
    for c in used:
        if c in left:
            left.remove(c)
    return left


def _chosen(pool: list[Card], count: int) -> Iterable[tuple[Card, ...]]:
    """Every choice of so many wild cards, the lowest first; copies are one card."""
    return dict.fromkeys(combinations(pool, count))


TAG_AT = 200
"""Where the tag of a part of a hand stands: the suit or rank that is meant."""


@cache
def melder(melding: Melding, jokers: Jokers, wild: int = 0) -> Melder:
    """The meld tables for these rules and this wild rank; one for each."""
    return Melder(melding, jokers, wild)
