"""Are these cards a meld, does this card fit, and if not, why not?"""

from __future__ import annotations

from typing import Any

from rummy.cards import (
    JOKER,
    RANKED,
    Card,
    bundle,
)
from rummy.melder.finds import Finds
from rummy.melder.makes import by_suit
from rummy.melds import (
    ACE_HIGH,
    GROUP,
    ITSELF,
    Combination,
    Flaw,
    Placed,
    place_card,
)
from rummy.words import listed, say


class Reads(Finds):
    """Tells of cards whether they are a meld, and of a card whether it fits."""

    def combine(self, placed: tuple[Placed, ...]) -> Combination | Flaw:
        """These cards as a meld, or why they are none. The order matters only for an ace with all others.

        >>> from rummy.cards import cards
        >>> from rummy.melder import melder
        >>> from rummy.melds import Jokers, Melding
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
            return self._group(by_suit(placed))
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


def _span(ranks: set[int]) -> int:
    """How far the highest of these ranks is above the lowest."""
    return max(ranks) - min(ranks)


def _wild_twice(placed: tuple[Placed, ...], one: Card) -> bool:
    """Does a wild card stand for this card, so that only one natural copy of it lies there?"""
    return sum(p.card is one for p in placed) < 2
