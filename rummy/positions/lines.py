"""Table lines: a meld on the table as a line, with who laid what."""

from __future__ import annotations

import re

from rummy.actions import SEATS
from rummy.cards import JOKER, RANKED, Card, card
from rummy.lines import said_cards, seat_of
from rummy.melder import Melder
from rummy.melds import Combination, Lay, Meld, Placed, lain_round
from rummy.scoring import Scoring
from rummy.steps import meld_factor
from rummy.words import Unreadable, clip, say


def read_meld(line: str, table: Melder, seats: int, scoring: Scoring = Scoring()) -> Meld:  # noqa: B008
    """A meld on the table from its line: ``A: 7S 8S 9S + B: TS``, ``A: KS KH KD with *`` under a joker.

    An ace laid off on two to king could be at either end: ``low`` or ``high`` after it says at which.
    """
    lays: list[Lay] = []
    order: list[Placed] = []
    words, doubled = re.subn(r" +doubled$", "", " ".join(line.split()), flags=re.IGNORECASE)
    words, top = re.subn(r" +with +(\*|★)$", "", words, flags=re.IGNORECASE)
    rank = next((c.rank for c in _natural(words) if c.rank > 0), 0)
    for part in words.split("+"):
        found = re.fullmatch(r"([A-Za-z]) ?: ?(\S.*?)(?: (low|high))?", " ".join(part.split()))
        if not found:
            raise Unreadable(say("error.table-line", text=clip(line)))
        bare = RANKED[rank - 1] if rank and table.ranked else JOKER
        placed = tuple(Placed(c, stands or bare) for c, stands in said_cards(found[2], table))
        lays.append(Lay(seat_of(found[1], seats), placed))
        order = [*placed, *order] if found[3] == "low" else [*order, *placed]
    now = table.combine(tuple(order))
    if not isinstance(now, Combination):
        why = say(f"rule.{now.rule}.refused", **now.facts)
        raise Unreadable(say("error.table-flaw", text=clip(line), why=why))
    lays = [Lay(lay.seat, tuple(_as_in(now, p) for p in lay.placed)) for lay in lays]
    first = table.combine(lays[0].placed)
    if isinstance(first, Combination):
        lays[0] = Lay(lays[0].seat, first.placed)
        factor = meld_factor(scoring, first, bool(top))
    elif table.rules[1].swap == "never":
        why = say(f"rule.{first.rule}.refused", **first.facts)
        raise Unreadable(say("error.table-flaw", text=clip(line), why=why))
    else:
        factor = 2 if top else 1
    if doubled and len(lays[0].placed) < 4:
        factor *= 2
    whole = table.corner and len(now.placed) == 13
    return Meld(now, lain_round(now, tuple(lays)) if whole else tuple(lays), factor, bool(top))


def _natural(words: str) -> tuple[Card, ...]:
    """The cards of a table line that stand for themselves."""
    found = re.findall(r"(?:^|[:\s])([0-9AaTtJjQqKk]{1,2}[SsHhDdCc♠♥♦♣])(?=\s|$)", words)
    return tuple(card(word) for word in found)


def _as_in(now: Combination, one: Placed) -> Placed:
    """A card as it lies in the meld: a joker in a group may stand for the rank alone."""
    if one in now.placed:
        return one
    return next((p for p in now.placed if p.card is one.card and p.wild), one)


def write_meld(meld: Meld) -> str:
    """A meld as a line that `read_meld` reads back."""
    at = {p: i for i, p in enumerate(meld.now.placed)}
    parts = []
    for lay in meld.lays:
        part = f"{SEATS[lay.seat]}: " + " ".join(str(p) for p in sorted(lay.placed, key=at.__getitem__))
        if len(at) == 13 and len(lay.placed) == 1 and lay.placed[0].stands_for.rank == 1:
            part += " low" if at[lay.placed[0]] == 0 else " high"
        parts.append(part)
    once_four = meld.factor > (2 if meld.top else 1) and len(meld.lays[0].placed) < 4
    return " + ".join(parts) + (" with *" if meld.top else "") + (" doubled" if once_four else "")
