"""Questions about what a deal counts."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rummy.actions import SEATS
from rummy.course.questions import NUMBER, Form, Question
from rummy.deal import Deal, counts, seen_by
from rummy.frames import Seen
from rummy.frames.tally import over
from rummy.law import play, to_act
from rummy.match import new_match
from rummy.pictures import laid_frame, laid_html
from rummy.players import PLAYERS
from rummy.scoring import Count, points_text
from rummy.steps import new_deal
from rummy.variants import Variant
from rummy.words import say

LONGEST = 400
MOST = (20, 28, 99)
"""How many cards there are to count at most, by level."""


def score(name: str, seed: str, variant: Variant, level: int) -> Question | None:
    """What does this deal count for a side?"""
    deal = _ended(seed, variant)
    if deal is None:
        return None
    made, most = counts(deal), MOST[level - 1]
    fits = [c for c in made if int(c.points) == c.points and 2 <= len(c.table) + len(c.hand) <= most]
    if not fits:
        return None
    one = Random(seed).choice(fits)
    seats = tuple(SEATS[s] for s in range(deal.game.seats))
    told = over(Seen(deal, None, seats, new_match(variant, deal.game.seats), "suit", None, False))
    row = next(row for row in told["counts"] if row["seats"][0] == SEATS[one.seats[0]])
    text = say("drill.score", who=row["name"], title=variant.title, ending=told["text"])
    why = " ".join([say("drill.score-is", who=row["name"], sum=row["text"]), *_cards(one)])
    form = Form(NUMBER, unit=say("drill.points"))
    return Question(name, text, form, (str(int(one.points)),), why, laid_html(_uncounted(laid_frame(deal))))


def _cards(one: Count) -> Iterator[str]:
    """What each card counts, on the table and in the hand."""
    for key, items in (("table", one.table), ("hand", one.hand)):
        if items:
            told = ", ".join(f"{i.card.glyph} {points_text(i.points)}" for i in items)
            yield say(f"drill.score-{key}", cards=told)


def _ended(seed: str, variant: Variant) -> Deal | None:
    """A deal that computer players have played to its end."""
    chance, deal = Random(seed), new_deal(variant, variant.seats()[0], seed=seed)
    for _ in range(LONGEST):
        if deal.over:
            return deal
        seat = to_act(deal)[0]
        deal = play(deal, PLAYERS["greedy"](seen_by(deal, seat), seat, chance).action)
    return None


def _uncounted(frame: dict[str, object]) -> dict[str, object]:
    """The picture must not give the answer away."""
    return {**frame, "over": None}
