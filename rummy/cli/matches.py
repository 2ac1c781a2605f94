"""Matches: computer players play, records are replayed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from time import perf_counter

import click

from rummy import record, variants
from rummy.actions import SEATS, Start
from rummy.cards import shuffled
from rummy.cli.arguments import (
    File,
    out_option,
    players_option,
    printable,
    seats_option,
    seed_option,
    set_option,
    variant_argument,
)
from rummy.deal import counts, game
from rummy.desk.replay import played_through
from rummy.law import play
from rummy.match import Match, after, before_deal, cut, new_match, winners
from rummy.measure import play_out
from rummy.players import player
from rummy.scoring import points_text
from rummy.steps import new_deal
from rummy.variants import Variant
from rummy.words import Unreadable, clip, listed, say

MOST_DEALS = 2000
"""A match that nobody has won after so many deals is given up."""


@click.command("record")
@variant_argument
@set_option
@seats_option
@seed_option
@players_option("greedy")
@click.option("--note", default="", metavar="TEXT", callback=printable, help="A note to keep with it.")
@out_option
def record_match(
    variant: Variant,
    options: dict[str, str],
    seats: int | None,
    seed: str,
    players: tuple[str, ...],
    note: str,
    out: Path | None,
) -> None:
    """Let computer players play a whole match, and write its record."""
    variant = variant.changed(options)
    seats = variant.seats()[0] if seats is None else seats
    match, chosen = new_match(variant, seats), one_each(players, seats)
    if variant.match.deals != "none" and variant.match.deals > MOST_DEALS:
        raise Unreadable(say("error.long-match", deals=variant.match.deals, most=MOST_DEALS))
    table, chance = [player(name) for name in chosen], Random(f"{seed}/players")
    drawn, dealer = cut(variant, seats, seed)
    match, deals = match._replace(dealer=dealer), list[record.Played]()
    while not match.over:
        before = before_deal(match)
        start = Start(match.dealer, shuffled(before.game.cards, f"{seed}/{len(deals) + 1}"))
        over, actions = play_out(play(before, start), table, chance)
        deals.append(record.written(before, [start, *actions]))
        match = after(match, over)
        if len(deals) == MOST_DEALS and not match.over:
            raise Unreadable(say("error.too-many-deals", deals=MOST_DEALS))
    names = tuple(f"{SEATS[seat]} ({name})" for seat, name in enumerate(chosen))
    played = record.Record(variant, seats, tuple(deals), names, seed, drawn, note)
    if out is None:
        click.echo(record.dump(played), nl=False)
    else:
        record.save(played, out)


@click.command("replay")
@click.argument("file", type=File())
def replay_record(file: Path) -> None:
    """Check every line of a record; print the notes on its moves, and the score sheet."""
    played = record.load(file)
    course = record.replay(played)
    if played.note:
        click.echo(clip(played.note, 400))
    if told := "\n".join(notes(played)):
        click.echo(f"{told}\n")
    click.echo(score_sheet(played, course.match))
    if course.where:
        raise click.ClickException(f"{file}, {course.where}: {course.why}")
    if course.states and not course.states[-1][-1].over:
        click.echo(say("cli.unfinished", deal=len(course.states)))


def notes(played: record.Record) -> Iterator[str]:
    """The moves that have a note, each with its note below it."""
    number, line = 0, 0
    for moment in played_through(played).moments if any(deal.notes for deal in played.deals) else ():
        number, line = moment.number, line + 1 if moment.number == number else 1
        if moment.note:
            where = say("cli.noted", deal=number, line=line, text=moment.text)
            said = "".join(c if c.isprintable() or c == "\n" else "·" for c in moment.note)
            yield f"\n{where}\n{click.wrap_text(said, 96, '  ', '  ', preserve_paragraphs=True)}"


def score_sheet(played: record.Record, match: Match) -> str:
    """What each deal brought each seat, the totals, and who has won."""
    seats = tuple(clip(name, 30) for name in played.names) or tuple(SEATS[: played.seats])
    heads = tuple(" + ".join(seats[s] for s in side) for side in match.sides)
    rows = [("", *heads)]
    rows += [(str(at), *map(points_text, deal)) for at, deal in enumerate(match.scores, 1)]
    bonus = [total - sum(deal[side] for deal in match.scores) for side, total in enumerate(match.totals)]
    if any(bonus):
        rows += [(say("cli.bonus"), *map(points_text, bonus))]
    rows += [(say("cli.total"), *map(points_text, match.totals))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    won = [heads[seat] for seat in winners(match)]
    told = (
        say("sheet.won" if len(won) == 1 else "sheet.shared", who=listed(won)) if won else say("cli.nobody")
    )
    return "\n".join([*lines, told])


@click.command()
@variant_argument
@set_option
@seats_option
@click.option("--deals", type=click.IntRange(min=1), default=200, show_default=True, help="How many to play.")
@seed_option
@players_option("random")
def simulate(
    variant: Variant,
    options: dict[str, str],
    seats: int | None,
    deals: int,
    seed: str,
    players: tuple[str, ...],
) -> None:
    """Let computer players play many deals; print one JSON object of what came of them.

    A decision is: list all legal actions, choose one, play it.
    """
    variant = variant.changed(options)
    seats = variant.seats()[0] if seats is None else seats
    length = variant.match.deals if variant.match.deals != "none" else 1
    sides = len(game(variant, seats).sides)
    chosen = one_each(players, seats)
    table, chance = [player(name) for name in chosen], Random(f"{seed}/players")
    decisions, ends, total = 0, Counter[str](), Fraction(0)
    began = perf_counter()
    for number in range(1, deals + 1):
        at = (number - 1) % length + 1
        start = new_deal(variant, seats, (number - 1) % seats, f"{seed}/{number}", at)
        over, actions = play_out(start, table, chance)
        decisions += len(actions)
        ends["nobody out" if over.course.out is None else "out"] += 1
        total += sum(count.points for count in counts(over))
    seconds = perf_counter() - began
    click.echo(
        json.dumps(
            {
                "variant": variants.code(variant),
                "seats": seats,
                "seed": seed,
                "players": chosen,
                "deals": deals,
                "decisions": decisions,
                "seconds": round(seconds, 3),
                "decisions_per_second": round(decisions / seconds),
                "ends": dict(sorted(ends.items())),
                "mean_score": round(float(total / (deals * sides)), 3),
            }
        )
    )


def one_each(players: tuple[str, ...], seats: int) -> list[str]:
    """The player of every seat: the one that was named for all, or each seat's own."""
    if len(players) not in (1, seats):
        raise click.UsageError(f"--players names {len(players)} for {seats} seats: name one, or one each.")
    return list(players) if len(players) == seats else list(players) * seats
