"""Answer together: a tally of a class, the right answer, and why."""

from __future__ import annotations

import pytest

from rummy.classroom.votes import judged, votes, votes_html
from rummy.course import exercise, exercises
from rummy.widgets.together import together
from rummy.words import Unreadable

CHOICE = next(one for one in exercises().values() if one.question and one.question.form.kind == "choice")
SEVERAL = next(one for one in exercises().values() if one.question and one.question.form.kind == "several")
PLAY = exercise("start.first-meld")


def test_every_option_of_a_choice_has_its_bar_also_without_a_hand():
    (right,) = CHOICE.question.right
    made = votes(CHOICE, {right: 7})
    assert [vote.answer for vote in made] == [name for name, _ in CHOICE.question.form.options]
    assert [vote.answer for vote in made if vote.right] == [right]
    assert sum(vote.hands for vote in made) == 7


def test_a_move_is_judged_by_playing_it():
    assert judged(PLAY, "; ".join(PLAY.solution))
    assert not judged(PLAY, "; ".join(PLAY.text["near"][0]))
    with pytest.raises(Unreadable):
        judged(PLAY, "dance")


def test_several_answers_belong_together():
    assert judged(SEVERAL, "; ".join(SEVERAL.question.right))


def test_of_several_answers_that_belong_together_each_is_marked():
    made = votes(SEVERAL, {})
    assert {vote.answer for vote in made if vote.right} == {*SEVERAL.question.right}
    assert {vote.answer for vote in made} == {name for name, _ in SEVERAL.question.form.options}


@pytest.mark.parametrize("name", ["lay-off.whose-points", "start.first-meld", "persian.four-sixes"])
def test_the_right_answer_has_its_row_though_nobody_gave_it(name):
    one, wrong = exercise(name), {"lay-off.whose-points": "60"}.get(name, "draw")
    before, after = (votes_html(one, {wrong: 3}, shown=shown) for shown in (False, True))
    assert (before.count("<tr"), after.count("<tr"), after.count('<tr class="right"')) == (1, 2, 1)


def test_nothing_is_given_away_before_it_is_shown():
    before, after = (votes_html(CHOICE, {}, shown=shown) for shown in (False, True))
    assert "✓" not in before and CHOICE.question.why not in before
    assert "✓" in after and CHOICE.question.solution in after.replace("&amp;", "&")


@pytest.mark.parametrize("count", [-1, 10_000, "many", 1.5, True])
def test_a_count_that_is_none_gets_a_sentence(count):
    with pytest.raises(Unreadable, match="no number of people"):
        votes(CHOICE, {CHOICE.question.right[0]: count})


def test_an_answer_becomes_no_markup():
    number = exercise("lay-off.whose-points")
    with pytest.raises(Unreadable):
        votes(number, {"<img src=x>": 1})


def test_the_widget_counts_hands_and_shows_the_answer_when_asked():
    shown = together(CHOICE.id)
    (right,) = CHOICE.question.right
    shown.hands[right].value = 3
    assert "100 %" in shown.told.value and "✓" not in shown.told.value
    shown.answer.click()
    assert "✓" in shown.told.value
    shown.answer.click()
    assert "✓" not in shown.told.value


def test_the_widget_reads_free_answers_line_by_line_and_says_what_it_cannot_read():
    shown = together("lay-off.whose-points")
    shown.free.value = "53 = 4\n60 = 9\n53 = 2"
    assert shown.tally() == {"53": 6, "60": 9}
    shown.free.value = "fifty"
    assert "no answer and number" in shown.told.value
