"""Measuring: counted by hand on a deal that lies on the table, and the same however a job is cut."""

from __future__ import annotations

import pickle
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy.actions import Block, Draw, Knock, Split, Start, Swap, Take, simple
from rummy.cards import cards, pack
from rummy.deal import counts
from rummy.law import legal_actions, play
from rummy.lines import parse
from rummy.match import new_match
from rummy.measure import METRICS, Counts, Job, Tally, counted, difference, estimate, metric, played, value
from rummy.measure import watched as watching
from rummy.measure.flow import ENDINGS, Flow, Step
from rummy.measure.meeting import meeting
from rummy.measure.metrics import MATCHES, SKILL
from rummy.measure.watched import watched
from rummy.players import Choice, greedy_player, random_player
from rummy.steps import new_deal
from rummy.variants import find
from rummy.words import Unreadable, catalogue, languages

# --- A deal by hand: six cards each, B deals, A begins; the jack lies open. ---

HANDS = ("7H 7C KD 2C 9S 4H", "8S QD AD 3C 5H 6C")
DRAWN = "JD 4C 7D 7S AC 2H 5C"
PLAY = """draw / discard KD
take JD / meld JD QD KD AD / discard 3C
draw / meld 7H 7C 7D / discard 9S
draw / lay off 7S on meld 2 / discard 5H
take 3C / meld 2C 3C 4C / discard 9S
draw / lay off AC on meld 3 / discard 6C
draw / discard 2H
draw / lay off 5C on meld 3 / discard 8S"""
BY_HAND = {
    "deals": 1,
    "turns": 8,
    "turns.squares": 64,
    "decisions": 22,
    "end.out": 1,
    "turns.forced": 0,
    "takes": 2,
    "deep": 2,
    "deep.cards": 5,
    "waits": 6,
    "waited": 17,
    # B lays a sequence for 45 (jack and king came deep), 7 + 1 + 5 on A's melds; A lays 21 + 9 and holds 9.
    "sides": 2,
    "won.1": 1,
    "margin": 58 - 21,
    "negative": 0,
    "best": 58,
    "best.deep": 20,
    "laid": 88,
    "laid.off": 13,
    "held": 9,
    "counted": 97,
    "melds": 3,
    "groups": 1,
    "laid.cards": 13,
    "wild": 0,
    "aces.run": 2,
    "aces.high": 1,
}


def on_the_table():
    """The steps of that deal, and its end."""
    dealt = [one for both in zip(*map(cards, HANDS), strict=True) for one in both]
    order = [*dealt, *cards(DRAWN)]
    rest = list(pack(1, 2))
    for one in order:
        rest.remove(one)
    deal = new_deal(find("rummy-500 + dealing.hand=6"))
    deal = play(deal._replace(phase="deal", holdings=(0, 0), seat=1), Start(1, (*order, *rest)))
    steps = []
    for line in PLAY.replace("\n", " / ").split(" / "):
        action = parse(line, deal)
        steps.append(Step(deal, action, len(legal_actions(deal, action.seat))))
        deal = play(deal, action)
    return steps, deal


def test_a_deal_on_the_table_is_counted_as_by_hand():
    steps, over = on_the_table()
    sheet = counted(steps, over)
    assert {name: sheet.sums.get(name, 0) for name in BY_HAND} == BY_HAND
    listed = Counter(step.options for step in steps)
    assert sheet.sums["options"] == sum(listed.elements()) and sheet.hists["options"] == listed
    assert sheet.sums["choices"] == sum(n for options, n in listed.items() if options > 1)
    assert not any(n for name, n in sheet.sums.items() if name.startswith("event."))
    assert sheet.hists["turns"] == {8: 1} and sheet.hists["deep-cards"] == {2: 1, 3: 1}
    assert sheet.hists["meld-length"] == {4: 2, 5: 1} and sheet.hists["deal-margin"] == {37: 1}


def test_a_match_is_counted_as_by_hand():
    scores = ((120, 20), (-40, 90), (90, 30), (10, 300), (60, 120))
    match = new_match(find("500-rum"), 2)._replace(scores=scores, totals=(240, 560))
    sums, seen = meeting(match)
    # The totals: 120–20, 80–110, 170–140, 180–440, 240–560. At half time, after two deals, B leads by 30.
    assert sums == {
        "matches": 1,
        "match.deals": 5,
        "match.deals.squares": 25,
        "match.changes": 3,
        "match.margin": 320,
        "match.reached": 1,
        "match.over": 60,
        "match.decided": 1,
        "match.final": Fraction(4, 5),
        "match.behind": 130,
        "match.moments": 2,
        "match.halves": 1,
        "match.comebacks": 0,
    }
    assert seen == {"match-deals": 5, "match-margin": 320, "overshoot": 60}


@pytest.mark.parametrize(
    ("name", "row", "comebacks"),
    [
        ("500-rum", ((10, 0), (500, 600)), 1),
        ("500-rum", ((0, 10), (500, 600)), 0),
        ("500-rum", ((100, 20, 0), (500, 600, 0)), 0),
        ("500-rum", ((130, 20, 0), (400, 600, 0)), 1),
        ("basic-penalty", ((0, 10), (150, 20)), 1),
    ],
)
def test_a_comeback_is_from_the_last_place_or_from_far_behind(name, row, comebacks):
    totals = tuple(map(sum, zip(*row, strict=True)))
    match = new_match(find(name), len(totals))._replace(scores=row, totals=totals)
    assert meeting(match)[0]["match.comebacks"] == comebacks


# --- The same however it is cut. ---

WHOLE = Job(("basic", "wrotham"), ("greedy", "random"), last=8)


@pytest.fixture(scope="module")
def whole():
    """All eight rounds in one."""
    return played(WHOLE)


@settings(max_examples=8, deadline=None)
@given(st.sets(st.integers(2, 8)), st.randoms())
def test_a_job_counts_the_same_however_it_is_cut(whole, cuts, order):
    starts = [1, *sorted(cuts)]
    parts = [WHOLE.part(a, b - 1) for a, b in zip(starts, [*starts[1:], 9], strict=True)]
    order.shuffle(parts)
    made = sum(played(part) for part in parts)
    assert made == whole and made.json() == whole.json()


def test_a_tally_is_read_back_exactly(whole):
    added = whole + played(WHOLE._replace(seed="2"))
    assert Tally.read(added.json()) == added and Tally.read(added.json()).json() == added.json()
    assert any(isinstance(n, Fraction) for row in whole.counts[0].sums.values() for n in row.values())


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"counts": 1}', '{"counts": [{"sums": {"a": {"b": 1}}}]}', "[" * 9999]
)
def test_what_is_no_tally_is_refused_with_a_sentence(text):
    with pytest.raises(Unreadable):
        Tally.read(text)


def test_a_job_is_a_value_that_travels():
    assert pickle.loads(pickle.dumps(WHOLE)) == WHOLE and len({WHOLE, WHOLE.part(1, 8)}) == 1


@pytest.mark.parametrize(
    "job",
    [
        Job(()),
        Job(("rummy-501",)),
        Job(("basic",), ("greedy",) * 9, 9),
        Job(("basic", "partnership")),
        Job(("basic",), ("greedy",)),
        Job(("basic",), ("greedy", "gredy")),
        Job(("basic",), ("greedy", "greedy without cards")),
        Job(("basic",), last=0),
        Job(("basic",), first=0),
    ],
)
def test_a_job_that_cannot_be_played_is_refused_with_a_sentence(job):
    with pytest.raises(Unreadable, match=r"[.?]$"):
        played(job)


# --- What cannot be played to its end is in no figure. ---

THIRD = new_deal(find("block"), seed="1/3").hands[0]


def failing(how):
    """A greedy player that fails at one table in one round, on seeing the hand that begins it."""

    def player(seen, seat, chance):
        if seen.variant.id == "block" and seen.hands[seat] == THIRD:
            return how(seen)
        return greedy_player(seen, seat, chance)

    return player


def raises(seen):
    raise RuntimeError("out of ideas")


def cheats(seen):
    return Choice(simple(Draw, 1 - seen.seat), "chance")


def sticks(seen):
    while True:
        try:
            while True:
                pass
        except Exception:
            pass


@pytest.mark.parametrize(("how", "reason"), [(raises, "raised"), (cheats, "illegal"), (sticks, "stalled")])
def test_a_round_that_fails_at_one_table_is_left_out_at_all(how, reason):
    player = failing(how)
    job = Job(("basic", "block"), (player, player), last=5)
    tally = played(job, patience=0.4)
    assert (tally.rounds, dict(tally.dropped)) == (4, {reason: 1})
    assert [(one.number, one.table, one.reason) for one in tally.failures] == [(3, 1, reason)]
    good = job._replace(players=("greedy", "greedy"))
    assert tally.counts == (played(good.part(1, 2)) + played(good.part(4, 5))).counts


def test_a_deal_or_a_match_without_an_end_is_left_out(monkeypatch):
    monkeypatch.setattr(watching, "MOST_DECISIONS", 50)
    tally = played(Job(("basic", "block"), last=6))
    assert 0 < tally.dropped["cap"] == 6 - tally.rounds
    assert max(tally.counts[0].hists["turns"]) <= 25
    monkeypatch.setattr("rummy.measure.rounds.MOST_DEALS", 2)
    assert played(Job(("basic",), last=3, kind=MATCHES)).dropped["cap"]


# --- Sums that must hold, and every metric met somewhere. ---

JOBS = {
    "deals": Job(
        ("rummy-500", "boathouse", "floating", "500-rum + scoring.four_at_once=2"),
        ("greedy",) * 3,
        3,
        last=24,
    ),
    "chance": Job(("basic", "block", "basic-house", "wrotham", "knock", "gambit"), ("random",) * 2, last=12),
    "plain": Job(("basic", "gambit", "wrotham", "knock"), last=12),
    "partners": Job(("persian", "partnership"), ("greedy", "random") * 2, 4, last=6),
    "matches": Job(("basic", "basic-penalty", "wrotham"), kind=MATCHES, last=12),
    "skill": Job(("rummy-500", "basic"), ("greedy", "random"), last=12),
}


@pytest.fixture(scope="module")
def tallies():
    """What all these jobs come to."""
    made = {name: played(job) for name, job in JOBS.items()}
    assert not any(tally.dropped for tally in made.values())
    return made


SELDOM = ("end-bound", "forced", "overshoot-low")
"""What is nothing at these tables."""


def test_every_metric_is_met(tallies):
    for one in METRICS:
        tables = [c for name, tally in tallies.items() if kind(name, one.job) for c in tally.counts]
        found = [v for v in (value(one, c) for c in tables) if v is not None]
        assert found and (any(found) or one.id in SELDOM), one.id
        assert all(0 <= v <= 1 for v in found if one.kind in ("share", "balance")), one.id


def kind(name, job):
    """Does a job of that name count metrics of this kind?"""
    return name == job if job in (MATCHES, SKILL) else name != MATCHES


def test_every_deal_has_one_end_and_is_won_once(tallies):
    for name, tally in tallies.items():
        for one in tally.counts if name != MATCHES else ():
            assert sum(one.total(f"end.{how}") for how in ENDINGS) == one.total("deals")
            assert sum(one.total(f"won.{place}") for place in range(8)) == one.total("deals")
            assert one.total("counted") == one.total("laid") + one.total("held")
            assert sum(one.hists["turns"].values()) == one.total("deals")
            assert sum(n * many for n, many in one.hists["options"].items()) == one.total("options")


def recount(steps, over):
    """What is special, from the actions alone and from what they made of the deal."""
    moves = list(zip(steps, [*(step.deal for step in steps[1:]), over], strict=True))
    kinds = Counter(type(action) for _, action, _ in steps)
    renewed = sum(type(a) is Draw and deal.phase == "draw" and not deal.stock for deal, a, _ in steps)
    emptied = sum(bool(deal.holdings[a.seat]) > bool(after.holdings[a.seat]) for (deal, a, _), after in moves)
    return {
        "takes": kinds[Take] + kinds[Split],
        "event.block": kinds[Block],
        "event.call": sum(deal.phase == "call" and size(deal) < size(after) for (deal, *_), after in moves),
        "event.double": sum(meld.factor > 1 for meld in over.table),
        "event.exchange": kinds[Swap],
        "event.float": emptied - (over.course.out is not None and not kinds[Knock]),
        "event.knock": kinds[Knock],
        "event.recycled": renewed,
        "event.split": kinds[Split],
    }


def size(deal):
    """How many cards lie on the table."""
    return sum(len(meld.now.placed) for meld in deal.table)


@pytest.mark.parametrize(
    ("name", "event"),
    [
        ("boathouse", "call"),
        ("persian", "double"),
        ("floating", "float"),
        ("wrotham", "exchange"),
        ("knock", "knock"),
        ("basic-house", "recycled"),
        ("gambit", "split"),
    ],
)
def test_what_is_special_is_counted_as_the_actions_tell(name, event):
    found, seats = Counter(), find(name).seats()[0]
    for number, player in enumerate((greedy_player, random_player) * 10):
        steps, over = watched(new_deal(find(name), seats, seed=number), [player] * seats, str(number))
        sums, expected = counted(steps, over).sums, recount(steps, over)
        assert {key: sums.get(key, 0) for key in expected} == expected
        assert sum(count.points < 0 for count in counts(over)) == sums.get("negative", 0)
        found.update(expected)
    assert found[f"event.{event}"]


def test_cards_of_deep_draws_lie_where_they_are_counted():
    """With two packs, exchanged jokers and calls: what a seat is said to have laid lies there for it."""
    met = 0
    for number in range(12):
        deal = new_deal(find("rummy-500 + jokers.swap=own-turn"), 5, seed=number)
        steps, over = watched(deal, [(greedy_player, random_player)[number % 2]] * 5, str(number))
        lain = Counter((lay.seat, p.card) for meld in over.table for lay in meld.lays for p in lay.placed)
        shown = Counter((s, card) for s, some in enumerate(Flow(steps, over).shown) for card in some)
        assert shown <= lain
        met += shown.total()
    assert met > 20


# --- Who sits where. ---


def test_all_tables_play_the_same_cards_and_everybody_begins_in_turn():
    began = []

    def player(seen, seat, chance):
        if seen.phase == "opening":
            began.append((seen.variant.id, seat, seen.hands[seat]))
        return greedy_player(seen, seat, chance)

    played(Job(("500-rum", "boathouse"), (player,) * 3, 3, last=6))
    ours, theirs = ([one[1:] for one in began if one[0] == name] for name in ("500-rum", "boathouse"))
    assert ours == theirs and Counter(seat for seat, _ in ours) == {0: 2, 1: 2, 2: 2}


def twin(seen, seat, chance):
    return greedy_player(seen, seat, chance)


@pytest.mark.parametrize("weak", ["random", "greedy without deep"])
def test_the_same_cards_come_to_every_seat_and_what_one_wins_the_other_does_not(weak):
    one = played(Job(("500-rum",), ("greedy", weak), last=10))
    other = played(Job(("500-rum",), (weak, "greedy"), last=10))
    ours, theirs = one.counts[0], other.counts[0]
    assert ours.total("by.0.won") + theirs.total("by.0.won") == ours.total("deals") == 20
    assert ours.total("by.0.lead") == -theirs.total("by.0.lead") > 0


def test_players_that_play_alike_leave_all_to_the_cards():
    (here,) = played(Job(("rummy-500",), ("greedy", twin), last=12)).counts
    assert value(metric("luck"), here) == 1
    assert (value(metric("skill-won"), here), value(metric("skill-points"), here)) == (Fraction(1, 2), 0)


@pytest.mark.parametrize(("kept", "name"), [("deep", "deep"), ("lay-offs", "laid.off")])
def test_a_restricted_player_never_does_it_and_loses_by_it(kept, name):
    who = f"greedy without {kept}"
    assert not played(Job(("500-rum",), (who, who), last=10)).counts[0].total(name)
    (here,) = played(Job(("rummy-500",), ("greedy", who), last=30)).counts
    lead = estimate(metric("skill-points"), here)
    assert lead.value > 0 and lead.sure


def test_a_player_without_melds_lays_its_whole_hand_at_once():
    who = "greedy without melds"
    (here,) = played(Job(("rummy-500",), (who, who), last=6)).counts
    assert here.total("event.rummy") == here.total("end.out") > 0


# --- Estimates. ---


def test_a_table_does_not_differ_from_itself():
    (a, b) = played(Job(("basic", "basic"), last=30)).counts
    made = difference(metric("turns"), a, b)
    assert made[:3] == (0, 0, 0) and not made.sure


def test_a_difference_is_paired():
    """Of a table and the same with a rule that seldom matters one knows the difference better than either."""
    (a, b) = played(Job(("rummy-500", "rummy-500 + scoring.ace_low=15"), last=60)).counts
    apart, alone = difference(metric("deal-margin"), a, b), estimate(metric("deal-margin"), a)
    assert apart.half < alone.half / 2


def test_too_few_blocks_make_no_interval():
    (here,) = played(Job(("basic",), last=5)).counts
    made = estimate(metric("turns"), here)
    assert (made.low, made.high, made.half, made.sure, made.n) == (None, None, None, False, 5)


def test_a_figure_that_does_not_apply_is_none():
    (here,) = played(Job(("basic",), last=3)).counts
    assert estimate(metric("deep-points"), here) is None is difference(metric("deep-points"), here, here)
    assert all(estimate(one, Counts()) is None for one in METRICS)


def test_every_metric_is_told_in_every_language():
    for code in languages():
        there = catalogue(code)
        for one in METRICS:
            parts = ("title", "text", *(("more", "less") if one.finds else ()))
            assert all(there[f"metric.{one.id}.{part}"] for part in parts)
            assert one.unit == "none" or there[f"unit.{one.unit}"]
