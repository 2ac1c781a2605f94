"""Golden records: a whole match of each variant that must always replay to the same totals.

After a change of the rules that is meant, write them anew and read the difference:

    python tests/test_golden.py
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest

from rummy.actions import SEATS, Action, Start
from rummy.cards import shuffled
from rummy.deal import seen_by, undealt
from rummy.law import play, to_act
from rummy.match import after, cut, new_match, winners
from rummy.players import PLAYERS
from rummy.record import Record, dump, load, replay, written
from rummy.scoring import points_text
from rummy.variants import find

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
]
FILES = [FOLDER / f"{name}-{seats}.toml" for name, seats in TABLES]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_a_golden_match_replays_to_its_totals(path):
    end = tomllib.loads(path.read_text(encoding="utf-8"))["end"]
    again = replay(load(path))
    assert again.why == ""
    assert [[*map(points_text, row)] for row in again.match.scores] == end["deals"]
    assert [*map(points_text, again.match.totals)] == end["totals"]
    assert [SEATS[seat] for seat in winners(again.match)] == end["winners"]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_a_golden_record_is_written_as_it_stands(path):
    assert path.read_text(encoding="utf-8").startswith(dump(load(path)))


def test_every_golden_file_is_replayed():
    assert sorted(FOLDER.iterdir()) == sorted(FILES)


def greedy_match(name: str, seats: int) -> str:
    """A match of greedy players as a record, with what it must come to."""
    variant, chance = find(name), Random(name)
    drawn, dealer = cut(variant, seats, name)
    match, deals = new_match(variant, seats, dealer), []
    while not match.over:
        before = undealt(variant, seats, match.dealer)
        actions: list[Action] = [Start(match.dealer, shuffled(before.game.cards, f"{name}/{len(deals)}"))]
        deal = play(before, actions[0])
        while not deal.over:
            seat = chance.choice(to_act(deal))
            actions.append(PLAYERS["greedy"](seen_by(deal, seat), seat, chance).action)
            deal = play(deal, actions[-1])
        deals.append(written(before, actions))
        match = after(match, deal)
    won = [SEATS[seat] for seat in winners(match)]
    rows = "".join(f"  {[*map(points_text, row)]},\n" for row in match.scores)
    end = f"deals = [\n{rows}]\ntotals = {[*map(points_text, match.totals)]}\nwinners = {won}\n"
    return f"{dump(Record(variant, seats, tuple(deals), cut=drawn))}\n[end]\n{end}".replace("'", '"')


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for (name, seats), path in zip(TABLES, FILES, strict=True):
        path.write_text(greedy_match(name, seats), encoding="utf-8")
