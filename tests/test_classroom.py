"""Classroom: deal codes and duplicate scoring."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy.classroom import classroom, common, duplicate, read_code
from rummy.course import lessons
from rummy.course.codes import LETTERS, MOST
from rummy.players import PLAYERS
from rummy.variants import find, variants
from rummy.words import Unreadable, data

CODE = common("rummy-500", number=7).code.replace("-", "")
NAMES = sorted(variants())


@given(st.sampled_from(NAMES), st.integers(0, MOST - 1), st.data())
def test_a_code_names_its_deal(name, number, draw):
    rules = find(name)
    asked = common(rules, seats=draw.draw(st.sampled_from(rules.seats())), number=number)
    assert read_code(asked.code) == asked
    assert read_code(asked.code.lower().replace("-", " ")) == asked


def test_every_variant_and_player_has_a_place_in_the_codes():
    book = data("codes.toml")
    assert {*book["variants"]} == {"", *variants()}
    assert {*PLAYERS} <= {*book["players"]}


@pytest.mark.parametrize("at", range(len(CODE)))
def test_every_wrong_letter_is_told(at):
    for other in LETTERS.replace(CODE[at], ""):
        with pytest.raises(Unreadable):
            read_code(CODE[:at] + other + CODE[at + 1 :])


def test_two_letters_that_changed_places_are_told():
    for one, other in combinations(range(len(CODE)), 2):
        if CODE[one] != CODE[other]:
            slip = [*CODE]
            slip[one], slip[other] = slip[other], slip[one]
            with pytest.raises(Unreadable):
                read_code("".join(slip))


@pytest.mark.parametrize("text", ["", "AEIOUYQ", "BHRFHB", "BHR-FHBS-B", "7♥", "<b>x</b>"])
def test_what_is_no_code_gets_a_sentence(text):
    with pytest.raises(Unreadable, match="no deal code"):
        read_code(text)


def test_the_rules_of_a_house_mix_are_brought_along():
    mix = find("basic + melding.aces=either")
    asked = common(mix, number=3)
    with pytest.raises(Unreadable, match="rules of its own"):
        read_code(asked.code)
    assert read_code(asked.code, mix) == asked


@pytest.mark.parametrize("wrong", [{"seats": 9}, {"number": -1}, {"number": MOST}, {"player": "clever"}])
def test_a_deal_that_there_is_not_gets_a_sentence(wrong):
    with pytest.raises(Unreadable):
        common("rummy-500", **wrong)


def test_everybody_with_a_code_finds_the_same_cards_and_the_same_answers():
    one, other = (read_code(CODE).table() for _ in range(2))
    for table in (one, other):
        while table.deal.seat != table.you and not table.deal.over:
            table.handle({"type": "step"})
        table.handle({"type": "draw"})
    assert one.deal == other.deal and one.save() == other.save()


@given(
    st.dictionaries(st.text(), st.integers(-100, 200) | st.fractions(-5, 5, max_denominator=2), max_size=9)
)
def test_duplicate_scores_are_fair(scores):
    placed = duplicate(scores)
    assert {one.name: one.points for one in placed} == scores
    assert sum(one.beaten for one in placed) == Fraction(len(scores), 2)
    assert [one.place for one in placed] == sorted(one.place for one in placed)
    assert sum(one.against > 0 for one in placed) <= len(placed) / 2


@given(
    st.lists(st.sampled_from([one.id for one in lessons()]), min_size=1, max_size=10, unique=True),
    st.integers(10, 240),
    st.integers(1, 200),
)
def test_a_plan_fills_the_minutes_and_forgets_nothing(chosen, minutes, pupils):
    plan = classroom(chosen, minutes=minutes, pupils=pupils, seats=4).plan()
    ends = [row.start + row.minutes for row in plan.rows]
    assert [row.start for row in plan.rows] == [0, *ends[:-1]] and ends[-1] == minutes
    assert len(plan.rows) + len(plan.later) == 2 + len(chosen) + 2
    assert all(row.minutes > 0 and row.text for row in plan.rows)


@given(st.integers(2, 200), st.integers(2, 8))
def test_everybody_has_a_seat_and_tables_are_even(pupils, seats):
    tables = classroom(["start"], pupils=pupils, seats=seats).tables()
    assert sum(tables) == pupils and max(tables) - min(tables) <= 1


def test_who_finds_no_seat_looks_on():
    told = classroom(["start"], rules="partnership", pupils=30).seating()
    assert "7 tables of 4" in told and "2 of the class" in told
    assert "too few" in classroom(["start"], rules="partnership", pupils=3).seating()


def test_lessons_are_named_by_name_or_number_and_deals_follow_the_seed():
    one, other = classroom(["melds", "7"], seed="7b"), classroom(["1", "07"], seed="7b")
    assert one == other and [book.number for book in one.lessons] == [1, 7]
    assert one.deal() == other.deal() != one.deal(1)
    assert one.deal() != classroom(["1"], seed="7c").deal()


@pytest.mark.parametrize(
    "wrong",
    [
        *({"chosen": chosen} for chosen in ([], ["no-lesson"], ["start", "0"], ["start"] * 11)),
        *({"chosen": ["start"], **more} for more in ({"pupils": 0}, {"minutes": 5}, {"seats": 9})),
        *({"chosen": ["start"], **more} for more in ({"rules": "uno"}, {"player": "clever"})),
        *({"chosen": ["start"], **more} for more in ({"level": 4}, {"paper": "B5"})),
    ],
)
def test_a_class_that_cannot_be_gets_a_sentence(wrong):
    with pytest.raises(Unreadable):
        classroom(**wrong)
