"""What holds at every moment of any play, at tables with any mix of options."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rummy.actions import Call, Discard, Draw, Knock, LayDown, LayOff, Name, Pass, Split, Swap, Take
from rummy.law import play
from rummy.variants import choices, code, find, variants

from . import walks
from .mixes import KEYS, Table, changed, mix, table, value


def values(key: str) -> st.SearchStrategy[tuple[str, Any]]:
    """An option with any of its values."""
    free = st.integers(0, 2**16).map(lambda seed: value(key, Random(seed)))
    named = [option for option in choices(key) if not isinstance(option, type)]
    return st.tuples(st.just(key), st.sampled_from(named) | free if named else free)


changes = st.lists(st.sampled_from(KEYS).flatmap(values), min_size=1, max_size=len(KEYS)).map(dict)
"""Options changed together."""
mixes = st.builds(changed, st.sampled_from([*variants().values()]), st.lists(changes, max_size=12))
"""Any mix."""
tables = mixes.flatmap(lambda v: st.tuples(st.just(v), st.sampled_from(v.seats())))
"""Any mix with any number of players that can play it."""


def mixed(examples: int):
    """A property of any mix: it gets a table and a source of chance; the same cases in every run."""
    seeded = given(table=tables, chance=st.integers(0, 2**32).map(Random))
    chosen = settings(max_examples=examples, deadline=None, derandomize=True, database=None)
    return lambda test: chosen(seeded(test))


# -- the mixes themselves --------------------------------------------------------------------------------


def test_every_value_of_every_option_is_met():
    met = {(key, option) for seed in range(1500) for key, option in mix(Random(seed)).options().items()}
    named = {(key, option) for key in KEYS for option in choices(key) if not isinstance(option, type)}
    assert named - met == set()


def test_every_named_variant_is_met_and_changed():
    met = [mix(Random(seed)) for seed in range(1000)]
    assert {v.id for v in met if not v.overrides()} == {*variants()} == {v.id for v in met if v.overrides()}


def test_a_mix_is_a_value_that_its_code_gives_back():
    for seed in range(500):
        found = mix(Random(seed))
        assert find(code(found)) == found


@pytest.mark.parametrize("key", KEYS)
def test_any_value_of_an_option_is_one(key):
    kinds = [option for option in choices(key) if isinstance(option, type)]
    for seed in range(40):
        some = value(key, Random(seed))
        assert some in choices(key) or type(some) in kinds


# -- play ------------------------------------------------------------------------------------------------


@mixed(150)
def test_a_deal_ends_somebody_can_always_act_and_no_card_is_lost(table: Table, chance: Random):
    course = list(walks.walk(table, chance))
    for deal, action in course:
        walks.somebody_can_act(deal)
        walks.no_card_is_lost(deal)
        walks.doubled_rightly(deal, action)
    after = play(*course[-1])
    walks.no_card_is_lost(after)
    walks.ends_rightly(after)
    walks.points_add_up(after)


@mixed(30)
def test_greedy_players_bring_every_deal_to_its_end(table: Table, chance: Random):
    course = list(walks.greedy_walk(table, chance))
    after = play(*course[-1])
    walks.no_card_is_lost(after)
    walks.ends_rightly(after)
    walks.points_add_up(after)


@mixed(100)
def test_what_is_listed_is_legal(table: Table, chance: Random):
    for deal in walks.moments(table, chance, 8):
        walks.listed_is_legal(deal)


@mixed(50)
def test_what_is_legal_is_listed_and_all_else_is_refused_in_a_sentence(table: Table, chance: Random):
    for deal in walks.moments(table, chance, 2):
        walks.legal_is_listed(deal, chance, share=0.5)


@mixed(80)
def test_a_seat_sees_what_it_may_and_that_is_enough(table: Table, chance: Random):
    for deal in walks.moments(table, chance, 6):
        walks.nothing_leaks(deal, chance)


@mixed(100)
def test_lines_and_positions_say_everything(table: Table, chance: Random):
    for deal in (*walks.moments(table, chance, 6), walks.end(table, chance)):
        walks.lines_are_read_back(deal, chance)
        walks.described_is_the_same(deal)


@mixed(60)
def test_a_record_replays_to_the_same_states(table: Table, chance: Random):
    course = list(walks.walk(table, chance, number=1))
    walks.replays(table, course, play(*course[-1]))


@mixed(120)
def test_a_take_is_refused_as_useless_only_where_no_plays_complete_it(table: Table, chance: Random):
    v = table[0]
    whole = v.melding.all_at_once != "never" or (v.melding.per_turn == 1 and v.scoring.going_rummy != "none")
    assume(v.melding.first_minimum == 0 and not whole)  # these look further ahead than the search
    for deal in walks.moments(table, chance, 12):
        walks.refused_takes_lead_nowhere(deal)


def test_these_walks_meet_every_kind_of_action():
    chance = Random(1)
    some = [*(table(chance) for _ in range(120)), *((find("gambit"), 3) for _ in range(30))]
    met = {type(action) for one in some for _, action in walks.walk(one, chance)}
    assert {Call, Discard, Draw, Knock, LayDown, LayOff, Name, Pass, Split, Swap, Take} <= met
