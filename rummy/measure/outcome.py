"""What came of a deal, counted: who won, by how much, with which melds, and what stayed in the hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from rummy.cards import Card
from rummy.deal import Deal, counts
from rummy.measure.flow import Flow
from rummy.melds import ACE_HIGH, GROUP, Meld
from rummy.scoring import Points, laid, scores_on_table


class Outcome:
    """What is counted at the end of a deal."""

    def __init__(self, over: Deal, flow: Flow) -> None:
        g = self.game = over.game
        self.over, self.scoring, self.jokers = over, over.variant.scoring, over.variant.jokers
        self.on_table = scores_on_table(self.scoring)
        made = counts(over)
        sign = -1 if over.variant.match.wins == "lowest" else 1
        self.points: list[Points] = [sign * count.points for count in made]
        """What each side scores, more being better."""
        self.order = sorted(
            range(len(made)), key=lambda n: min(g.distance(g.next(over.dealer), s) for s in g.sides[n])
        )
        """The sides in the order of play, beginning with the one that plays first."""
        ranked = sorted(self.points, reverse=True)
        self.best = [n for n, points in enumerate(self.points) if points == ranked[0]]
        """The sides that score best."""
        self.share: Points = 1 if len(self.best) == 1 else Fraction(1, len(self.best))
        """How much of the deal each of these has won."""
        held = -sum(int(item.points) for count in made for item in count.hand)
        self.sums: dict[str, Points] = {
            **{f"won.{place}": self.share for place, n in enumerate(self.order) if n in self.best},
            "sides": len(made),
            "margin": ranked[0] - ranked[1],
            "negative": sum(count.points < 0 for count in made),
            "held": held,
        }
        self.lengths: Counter[int] = Counter()
        """How often a meld had so many cards at the end."""
        self._melds()
        self.sums["counted"] = held + self.sums["laid"]
        if self.on_table and over.variant.drawing.pile == "any":
            self._deep(flow)

    def _melds(self) -> None:
        """What lies on the table, and what of it was laid off on melds of another side."""
        side_of, sums = self.game.side_of, Counter[str]()
        for meld in self.over.table:
            now, long = meld.now, len(meld.now.placed)
            self.lengths[long] += 1
            sums["laid.cards"] += long
            sums["wild"] += now.jokers
            if now.kind == GROUP:
                sums["groups"] += 1
            else:
                aces = [at for at, p in enumerate(now.placed, now.low) if p.card.rank == 1 and not p.wild]
                sums["aces.high"] += ACE_HIGH in aces
                sums["aces.run"] += len(aces)
            for seat in {lay.seat for lay in meld.lays}:
                points = self._points(meld, seat)
                sums["laid"] += points
                if side_of[seat] != side_of[meld.owner]:
                    sums["laid.off"] += points
        self.sums |= {"laid": 0, "melds": len(self.over.table), **sums}

    def _points(self, meld: Meld, seat: int) -> int:
        """What the cards of a seat in a meld count, where melds do not score as much as in the hand."""
        if self.on_table:
            return sum(int(item.points) for item in laid(self.scoring, self.jokers, (meld,), seat))
        worth = self.game.points
        return sum(worth[p.card] for lay in meld.lays if lay.seat == seat for p in lay.placed)

    def _deep(self, flow: Flow) -> None:
        """What of the winners' points on the table came with cards that were taken together with others."""
        total = deep = 0
        for seat in (s for n in self.best for s in self.game.sides[n]):
            shown: list[Card] = list(flow.shown[seat])
            for card, points in laid(self.scoring, self.jokers, self.over.table, seat):
                total += int(points)
                if card in shown:
                    shown.remove(card)
                    deep += int(points)
        self.sums |= {"best": total, "best.deep": deep}

    @property
    def head(self) -> Points:
        """How far the side that plays first is ahead of the others, together."""
        return len(self.points) * self.points[self.order[0]] - sum(self.points)

    def skill(self, mine: Sequence[bool]) -> dict[str, Points]:
        """What the seats that are marked won, and how far they are ahead of the others on average."""
        sides, side_of = self.game.sides, self.game.side_of
        won = [Fraction(self.share, len(sides[n])) if n in self.best else Fraction(0) for n in side_of]
        ours = [self.points[n] for n, here in zip(side_of, mine, strict=True) if here]
        theirs = [self.points[n] for n, here in zip(side_of, mine, strict=True) if not here]
        return {
            "by.0.won": sum(w for w, here in zip(won, mine, strict=True) if here),
            "by.0.lead": Fraction(sum(ours), len(ours)) - Fraction(sum(theirs), len(theirs)),
        }
