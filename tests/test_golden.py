"""Golden records: a whole match of each variant that must always replay to the same totals.

A record that is there stays as it is, so that old ones stay readable; those that are lacking are written by

    python tests/test_golden.py
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest

from rummy.actions import SEATS, Action, Shuffle, Start
from rummy.cards import shuffled
from rummy.deal import seen_by
from rummy.law import play, to_act
from rummy.match import Match, after, before_deal, cut, new_match, winners
from rummy.players import PLAYERS
from rummy.record import Record, dump, load, replay, written
from rummy.scoring import points_text
from rummy.steps import shuffled_part
from rummy.variants import find, variants

FOLDER = Path(__file__).parent / "golden"
TABLES = [
    ("rummy-500", 2),
    ("rummy-500", 4),
    ("rummy-500", 5),
    ("500-rum", 2),
    ("500-rum", 4),
    ("500-rum", 5),
    ("basic", 2),
    ("basic", 4),
    ("block", 3),
    ("basic-house", 3),
    ("basic-penalty", 2),
    ("wrotham", 4),
    ("joker-rummy", 3),
    ("boathouse", 3),
    ("floating", 2),
    ("last-discard", 2),
    ("five-ten-fifteen", 2),
    ("four-aces", 3),
    ("aces-25", 2),
    ("fifths", 2),
    ("add-hands", 3),
    ("partnership", 4),
    ("persian", 4),
    ("gambit", 3),
    ("romme", 3),
    ("kalooki", 2),
    ("5000", 3),
    ("knock", 3),
]
MIXES = {
    "gambit-random": ("gambit + match.target=none + match.deals=4", 3),
    "house-random": (
        "wrotham + pack.second_from=2 + drawing.pile=any + melding.per_turn=unlimited"
        " + calling.rummy=take-only + scoring.method=table-minus-hand + scoring.four_at_once=2"
        " + match.sides=partners + players.seats=4 + match.deals=2",
        4,
    ),
}
"""House rules, played by chance."""
FILES = [*(FOLDER / f"{name}-{seats}.toml" for name, seats in TABLES), *(FOLDER / f"{m}.toml" for m in MIXES)]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_a_golden_match_replays_to_its_totals(path):
    end = tomllib.loads(path.read_text(encoding="utf-8"))["end"]
    again = replay(load(path))
    assert again.why == ""
    assert [[*map(points_text, row)] for row in again.match.scores] == end["deals"]
    assert [*map(points_text, again.match.totals)] == end["totals"]
    assert won(again.match) == end["winners"]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_a_golden_record_is_written_as_it_stands(path):
    assert path.read_text(encoding="utf-8").startswith(dump(load(path)))


def test_every_golden_file_is_replayed_and_every_variant_has_one():
    assert sorted(FOLDER.iterdir()) == sorted(FILES)
    assert {name for name, _ in TABLES} == {*variants()}


def won(match: Match) -> list[str]:
    """The sides that have won, by their seats."""
    return [" ".join(SEATS[seat] for seat in match.sides[side]) for side in winners(match)]


def whole_match(name: str, seats: int, player: str = "greedy") -> str:
    """A match as a record, with what it must come to."""
    variant, chance = find(name), Random(name)
    drawn, dealer = cut(variant, seats, name)
    match, deals = new_match(variant, seats, dealer), []
    while not match.over:
        before = before_deal(match)
        actions: list[Action] = [Start(match.dealer, shuffled(before.game.cards, f"{name}/{len(deals)}"))]
        deal = play(before, actions[0])
        while not deal.over:
            seat = chance.choice(to_act(deal))
            action = PLAYERS[player](seen_by(deal, seat), seat, chance).action
            if isinstance(action, Shuffle):
                action = Shuffle(seat, shuffled(shuffled_part(deal), f"{name}/{len(deals)}/{len(actions)}"))
            actions.append(action)
            deal = play(deal, action)
        deals.append(written(before, actions))
        match = after(match, deal)
    rows = "".join(f"  {[*map(points_text, row)]},\n" for row in match.scores)
    end = f"deals = [\n{rows}]\ntotals = {[*map(points_text, match.totals)]}\nwinners = {won(match)}\n"
    return f"{dump(Record(variant, seats, tuple(deals), cut=drawn))}\n[end]\n{end}".replace("'", '"')


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    played = [*((*table, "greedy") for table in TABLES), *((*table, "random") for table in MIXES.values())]
    for table, path in zip(played, FILES, strict=True):
        if not path.exists():
            path.write_text(whole_match(*table), encoding="utf-8")
