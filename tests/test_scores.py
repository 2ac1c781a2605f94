"""Points of a common deal typed in by hand: read however they are written, told with the median."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rummy.course.duplicate import MOST, read_scores
from rummy.widgets.scores import scores
from rummy.words import ENGLISH, Unreadable, languages, speak


def test_names_and_points_are_read_however_they_are_kept_apart():
    lines = "Ada 120\n\nBo: -15\nCy Lee\t12,5\nDan; +7\nEva = −3\n7b 2 40\n"
    assert read_scores(lines) == {
        "Ada": 120,
        "Bo": -15,
        "Cy Lee": Fraction(25, 2),
        "Dan": 7,
        "Eva": -3,
        "7b 2": 40,
    }


@pytest.mark.parametrize("line", ["Ada", "120", "Ada much", "Ada 1e9", "Ada 99999999", "<b>"])
def test_a_line_that_says_no_name_and_points_is_told(line):
    with pytest.raises(Unreadable, match="write such as Ada 120"):
        read_scores(f"Bo 3\n{line}")


def test_a_name_that_stands_there_twice_and_too_many_lines_are_told():
    with pytest.raises(Unreadable, match="Ada stands there twice"):
        read_scores("Ada 1\nAda 2")
    with pytest.raises(Unreadable, match=str(MOST)):
        read_scores("\n".join(f"p{n} {n}" for n in range(MOST + 1)))


def test_the_widget_draws_the_table_with_the_median_whenever_a_line_is_typed():
    shown = scores("BHR-FHBS")
    assert "<table" not in shown.told.value
    shown.lines.value = "Ada 50\nBo 20\nCy 20\n<b>D 10"
    table = shown.told.value
    assert "BHR-FHBS" in table and "Median of the 4 results: 20 points." in table and "<b>D" not in table
    assert table.index("Ada") < table.index("Bo") < table.index("Cy") and "+30" in table
    shown.lines.value = "Ada"
    assert "alert" in shown.told.value and "<table" not in shown.told.value


def test_the_table_is_told_in_every_language():
    told = []
    for code in languages():
        speak(code)
        told.append(scores("BHR-FHBS", "Ada 50").told.value)
    speak(ENGLISH)
    assert len({*told}) == len(told)
