"""Playing a job: the same rounds at every table, counted; what came to no end at one is left out at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from rummy.actions import Start
from rummy.cards import shuffled
from rummy.deal import Deal, undealt
from rummy.law import play
from rummy.match import after, before_deal, new_match
from rummy.measure.flow import Flow, Step
from rummy.measure.job import BLOCKS, MATCHES, Job, moved
from rummy.measure.meeting import meeting
from rummy.measure.outcome import Outcome
from rummy.measure.patience import Stalled, watch
from rummy.measure.restricted import seated
from rummy.measure.sheet import Blocks, Sheet
from rummy.measure.tally import Failure, Tally
from rummy.measure.watched import CAP, STALLED, Left, watched
from rummy.players import Player
from rummy.scoring import Points
from rummy.variants import Variant

MOST_DEALS = 200
"""A match that nobody has won after so many deals is left out."""
Seating = tuple[Player, ...]
Tick = Callable[[], None]


def played(job: Job, *, patience: float = 60.0) -> Tally:
    """Play the rounds of a job, and count them; a round that cannot be played is left out at all tables.

    Args:
        job: what is played.
        patience: seconds that a decision may take before its round is left out.

    Raises:
        Unreadable: if the job is none that can be played.

    >>> tally = played(Job(("basic", "block"), last=20))
    >>> tally.rounds, tally.counts[0].total("deals"), dict(tally.dropped)
    (20, 20, {})
    """
    job.checked()
    variants, blocks = job.variants(), [Blocks() for _ in job.tables]
    seatings = [tuple(map(seated, moved(job.players, turn))) for turn in range(job.turns)]
    one = _matches if job.kind == MATCHES else _deals
    rounds, dropped, failures = 0, Counter[str](), list[Failure]()
    with watch(patience) as clock:
        for number in range(job.first, job.last + 1):
            sheets = list[Sheet]()
            try:
                with clock.over():
                    for variant in variants:
                        sheets.append(one(job, variant, seatings, number, clock.step))
            except (Left, Stalled) as error:
                left = error if isinstance(error, Left) else Left(STALLED)
                dropped[left.reason] += 1
                failures.append(Failure(number, len(sheets), left.reason, left.text))
            else:
                rounds += 1
                for mine, sheet in zip(blocks, sheets, strict=True):
                    mine.add(sheet, number % BLOCKS)
    decisions = sum(mine.decisions for mine in blocks)
    nothing = Tally(tuple(Blocks().counts() for _ in blocks))
    return nothing + Tally(
        tuple(mine.counts() for mine in blocks), rounds, decisions, dict(dropped), tuple(failures)
    )


def counted(steps: list[Step], over: Deal) -> Sheet:
    """What one deal comes to that was played to its end."""
    sheet = Sheet()
    _count(sheet, steps, over)
    return sheet


def _count(sheet: Sheet, steps: list[Step], over: Deal) -> Outcome:
    """Add a deal to a sheet."""
    flow = Flow(steps, over)
    outcome = Outcome(over, flow)
    sheet.decisions += len(steps)
    sheet.add({"deals": 1, **flow.sums, **outcome.sums})
    sheet.saw("turns", (flow.sums["turns"],))
    sheet.saw("options", flow.options)
    sheet.saw("deep-cards", flow.depths)
    sheet.saw("meld-length", outcome.lengths)
    sheet.saw("deal-margin", (round(outcome.sums["margin"]),))
    return outcome


def _deals(job: Job, variant: Variant, seatings: list[Seating], number: int, tick: Tick) -> Sheet:
    """A round of deals: one, or the same cards again for every seating."""
    length = variant.match.deals if variant.match.deals != "none" else 1
    before = undealt(variant, job.seats, number % job.seats, number // job.seats % length + 1)
    seed = f"{job.seed}/{number}"
    start = play(before, Start(before.dealer, shuffled(before.game.cards, seed)))
    sheet, heads = Sheet(), list[Points]()
    for turn, players in enumerate(seatings):
        outcome = _count(sheet, *watched(start, players, seed, tick))
        if len(seatings) > 1:
            sheet.add(outcome.skill([one == job.players[0] for one in moved(job.players, turn)]))
            heads.append(outcome.head)
    return _luck(sheet, heads) if heads else sheet


def _luck(sheet: Sheet, heads: list[Points]) -> Sheet:
    """Add to a sheet how alike the plays of one deal came out for the hand that begins."""
    total, squares = sum(heads), sum(head * head for head in heads)
    plays = {f"luck.{play}": head for play, head in enumerate(heads)}
    cross = {"luck.cross": total * total - squares, "luck.squares": squares}
    sheet.add({"luck.deals": 1, "luck.plays": len(heads), **cross, **plays})
    return sheet


def _matches(job: Job, variant: Variant, seatings: list[Seating], number: int, tick: Tick) -> Sheet:
    """A round of matches: one, or the same cards again for every seating."""
    sheet = Sheet()
    for players in seatings:
        match = new_match(variant, job.seats, number % job.seats)
        while not match.over:
            if match.number > MOST_DEALS:
                raise Left(CAP)
            seed, before = f"{job.seed}/{number}/{match.number}", before_deal(match)
            start = play(before, Start(match.dealer, shuffled(before.game.cards, seed)))
            steps, over = watched(start, players, seed, tick)
            sheet.decisions += len(steps)
            match = after(match, over)
        sums, seen = meeting(match)
        sheet.add(sums)
        for name, value in seen.items():
            sheet.saw(name, (value,))
    return sheet
