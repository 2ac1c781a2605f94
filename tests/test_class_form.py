"""The form of a class in a notebook: nobody types a code, and the built site is found where it lies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rummy.course import lessons
from rummy.options import options
from rummy.site import folder, form
from rummy.site.form import OTHER, ClassForm
from rummy.variants import code, variants

ENGINE = "assets/live/engine.json"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, Any]]:
    """What the form has asked for: the class and where the site lies."""
    got: list[tuple[Any, Any]] = []

    def prepare(what: Any, notebooks: Path, out: Path, *, site: Path | None, pdf: bool) -> list[str]:
        got.append((what, site))
        return ["done"]

    monkeypatch.setattr(form, "prepare", prepare)
    monkeypatch.setattr(form, "warned_in", lambda out, what: "" if what.level is None else "beware")
    return got


def filled() -> ClassForm:
    return ClassForm("notebooks", "here.zip", pdf=False)


def test_lessons_are_ticked_and_house_rules_chosen_from_menus(asked):
    one = filled()
    one.variant.value = "basic"
    one.lessons.boxes["melds"].value = True
    one.rules["scoring.ace_low"].choice.value = "15"
    one.rules["scoring.court"].choice.value = OTHER
    one.rules["scoring.court"].other.value = "11"
    one.seats.value, one.level.value, one.paper.value = 4, 2, "Letter"
    one.go.click()
    [(what, site)] = asked
    assert [book.id for book in what.lessons] == ["start", "melds"] and site == Path("here.zip")
    assert code(what.rules) == "basic + scoring.court=11 + scoring.ace_low=15" and (
        what.seats,
        what.level,
        what.paper,
    ) == (4, 2, "Letter")
    assert "beware" in one.told.value
    assert "15 points" in one.ruled.value and "(2 changes)" in " ".join(one.house.titles)


def test_every_rule_begins_as_the_variant_has_it(asked):
    one = filled()
    assert {*one.rules} == {each.name for each in options()}
    assert [*one.lessons.boxes] == [book.id for book in lessons()]
    for name in variants():
        one.variant.value = name
        assert one.mix == {}
        one.go.click()
    assert [code(what.rules) for what, _ in asked] == [*variants()]


def test_another_variant_takes_back_what_was_chosen():
    one = filled()
    one.rules["scoring.ace_low"].choice.value = "15"
    one.variant.value = "basic"
    assert one.mix == {} and "changes" not in " ".join(one.house.titles)


def test_what_contradicts_itself_is_told_in_words_and_nothing_is_written(asked):
    one = filled()
    one.rules["match.target"].choice.value = "none"
    assert "alert" in one.ruled.value and "would never end" in one.ruled.value
    one.go.click()
    assert not asked and "would never end" in one.told.value


def test_a_value_that_cannot_be_is_told_and_nothing_is_written(asked):
    one = filled()
    one.rules["scoring.ace_low"].choice.value = OTHER
    one.rules["scoring.ace_low"].other.value = "<b>many"
    assert "alert" in one.ruled.value and "<b>" not in one.ruled.value
    one.go.click()
    assert not asked and "<b>" not in one.told.value


@pytest.mark.parametrize("place", ["dist/rummy-site.zip", f"site/{ENGINE}"])
def test_the_site_is_found_from_the_folder_of_the_notebooks(tmp_path, monkeypatch, place):
    (tmp_path / "notebooks").mkdir()
    (tmp_path / place).parent.mkdir(parents=True)
    (tmp_path / place).write_text("{}")
    monkeypatch.chdir(tmp_path / "notebooks")
    there = str(tmp_path / place).removesuffix(f"/{ENGINE}")
    assert str(folder.found()) == there
    one = ClassForm(".")
    assert one.site.value == there and "found here" in one.lies.value


def test_where_no_site_is_found_the_form_says_what_to_name(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(folder, "__file__", str(tmp_path / "a" / "b" / "folder.py"))
    one = ClassForm(".")
    assert one.site.value == "" and "No built site was found" in one.lies.value
