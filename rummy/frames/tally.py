"""The score as it is shown: as it would stand, the sheet of the match, the count at the end of a deal."""

from __future__ import annotations

from fractions import Fraction

from rummy.actions import SEATS
from rummy.deal import Deal, counted, counts
from rummy.frames.seen import Json, Seen
from rummy.frames.sums import count_texts
from rummy.match import winners
from rummy.scoring import Points, laid, points_text, scores_on_table
from rummy.words import listed, say


def stands(seen: Seen, seat: int) -> str:
    """How a deal stands for a seat, in words."""
    v = seen.deal.variant
    table, hand = _table(seen.deal, (seat,)), _hand(seen, (seat,))
    if not scores_on_table(v.scoring):
        word = "unmatched" if v.scoring.method == "knock" else "hand"
        return "" if hand is None else say(f"stands.{word}", hand=hand)
    if hand is None:
        return say("stands.table", table=table)
    if v.scoring.method == "add-opponents-hand":
        return say("stands.apart", table=table, hand=hand)
    by = v.scoring.divide_by
    together = points_text(Fraction(table - hand, by))
    return say("stands.both" if by == 1 else "stands.divided", table=table, hand=hand, by=by, all=together)


def score(seen: Seen) -> list[Json]:
    """How a deal stands for every side: on the table, in hand as far as it is open, and in the match."""
    deal, scoring = seen.deal, seen.deal.variant.scoring
    rows = []
    for side, seats in enumerate(deal.game.sides):
        table, hand = _table(deal, seats), _hand(seen, seats)
        minus = scoring.method == "table-minus-hand"
        row: Json = {"name": seen.side(side), "seats": [SEATS[s] for s in seats]}
        if scores_on_table(scoring):
            row["table"] = points_text(table)
        kept = "unmatched" if scoring.method == "knock" else "hand"
        row[kept] = None if hand is None else points_text(-hand if minus else hand)
        if minus:
            row["stands"] = points_text(Fraction(table - (hand or 0), scoring.divide_by))
        if seen.matched:
            row["total"] = points_text(seen.now.totals[side])
        rows.append(row)
    return rows


def _table(deal: Deal, seats: tuple[int, ...]) -> Points:
    """What some seats have on the table."""
    v = deal.variant
    return sum(i.points for s in seats for i in laid(v.scoring, v.jokers, deal.table, s))


def _hand(seen: Seen, seats: tuple[int, ...]) -> Points | None:
    """What the open hands of some seats count; None if none of them is open."""
    some = [s for s in seats if seen.open(s)]
    return -sum(i.points for s in some for i in counted(seen.deal, s)) if some else None


def sheet(seen: Seen) -> Json | None:
    """The score sheet of the match."""
    if not seen.matched:
        return None
    match = seen.now
    if not match.scores:
        return None
    rules = match.variant.match
    best = (min if rules.wins == "lowest" else max)(match.totals)
    facts = {
        "who": listed([seen.side(side) for side, total in enumerate(match.totals) if total == best]),
        "total": points_text(best),
        "target": rules.target,
        "played": len(match.scores),
        "deals": rules.deals,
    }
    how = "deals" if rules.deals != "none" else "low" if rules.wins == "lowest" else "high"
    key = "sheet.level" if len(set(match.totals)) == 1 else f"sheet.ahead-{how}"
    return {
        "names": [seen.side(side) for side in range(len(match.totals))],
        "deals": [[points_text(p) for p in row] for row in match.scores],
        "totals": [points_text(t) for t in match.totals],
        "text": _won(seen) or say(key, **facts),
    }


def _won(seen: Seen) -> str:
    """Who has won the match, as a sentence; empty while it goes on."""
    match = seen.now
    won = [seen.side(side) for side in winners(match)]
    text = say("sheet.won" if len(won) == 1 else "sheet.shared", who=listed(won)) if won else ""
    bonus = match.variant.match.bonus
    return f"{text} {say('sheet.bonus', bonus=bonus)}" if len(won) == 1 and bonus else text


def over(seen: Seen) -> Json:
    """How the deal ended, and what every side scores."""
    deal, made = seen.deal, counts(seen.deal)
    out = None if deal.course.out is None else deal.game.side_of[deal.course.out]
    texts = count_texts(made, deal.variant.scoring, seen.inside, out)
    rows = [
        {
            "seats": [SEATS[s] for s in count.seats],
            "name": seen.side(side),
            "text": texts[side],
            "points": points_text(count.points),
        }
        for side, count in enumerate(made)
        if any(s in deal.game.playing for s in count.seats)
    ]
    return {"text": _ending(seen), "counts": rows, "match": (_won(seen) or None) if seen.matched else None}


def _ending(seen: Seen) -> str:
    """How the deal ended, as a sentence."""
    deal, v = seen.deal, seen.deal.variant
    out = deal.course.out
    if out is None:
        return say("over.void" if v.scoring.nobody_out == "void" else "over.stock")
    if v.ending.knock == "on":
        return say("over.knocked", who=seen.who(out))
    rummy = deal.course.rummy and v.scoring.going_rummy != "none"
    return say("over.rummy" if rummy else "over.out", who=seen.who(out))
