"""What a class prints: worksheets that ask what was taught, a plan in words, one size of paper."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rummy.classroom import classroom
from rummy.course import lessons
from rummy.course.drills import KINDS, LEVELS, ready
from rummy.rules import article
from rummy.site import handouts
from rummy.site.classroom import files
from rummy.site.cut import ENGINE, Built
from rummy.site.otherwise import otherwise, warned
from rummy.site.sheets import sheet
from rummy.variants import find
from rummy.words import Unreadable, data

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
PARTS = {"wheel": {"file": "w"}, "stdlib": {"file": "s"}, "core": []}
PAPERS = [handouts.name(book, kind) for book in lessons() for kind in ("pupil", "teacher", "slides")]
TOP, ALL = "rummy-500 + drawing.pile=top", {about.id for book in lessons() for about in book.teaches}


def made(*chosen: str, handout: str = "", **more: object) -> dict[str, str]:
    """All that is printed, from a site of nothing but handouts."""
    texts = {f"handouts/{name}": f"<head></head>{handout}" for name in PAPERS} | {ENGINE: json.dumps(PARTS)}
    site = Built(tuple(texts), lambda name: texts[name].encode())
    there = files(classroom(chosen, **more), site, NOTEBOOKS)  # type: ignore[arg-type]
    return {name: data.decode() for name, data in there if name.endswith((".html", ".txt"))}


def asked(*chosen: str, name: str = "A", **more: object) -> set[str]:
    """What the questions of a worksheet begin with, which tells their kind."""
    html, _ = sheet(classroom(chosen, **more), name)  # type: ignore[arg-type]
    return {text.split(". ")[-1] for text in re.findall(r'<li class="item"><p>([^<]+)</p>', html)}


def test_every_drill_says_what_must_be_taught_before_it():
    book = data("drills.toml")
    assert {*book} == {*KINDS, "until"}
    for kind in KINDS:
        assert len(book[kind]["levels"]) == len(book[kind]["page"]) == len(LEVELS)
        assert all(article(one).id == one for some in book[kind]["levels"] for one in some)
        assert ready(kind, find("rummy-500"), ALL) == 3
        assert ready(kind, find("rummy-500"), ()) == 0


def test_a_worksheet_asks_only_what_its_lessons_and_those_before_them_have_taught():
    assert asked("start", "melds") == {"Are these cards a meld at this table?"}
    later = asked("lay-off")
    assert len(later) == 3 and not [text for text in later if "score" in text or "rummy" in text]


def test_before_jokers_are_taught_there_are_none_and_afterwards_it_is_said_what_they_stand_for():
    early, late = (sheet(classroom([one], seed="7b"), "B")[0] for one in ("lay-off", "counting"))
    assert 'class="card joker' not in early and "Jokers in the pack: none" in early
    wild = re.findall(r'<span class="card joker[^"]*"><i>★</i><s', late)
    assert len(wild) == late.count("★ stands for") > 0


@pytest.mark.parametrize(
    ("chosen", "pages", "many"), [("melds", 1, 12), ("lay-off", 2, 15), ("counting", 2, 10)]
)
def test_a_worksheet_is_whole_pages_with_a_key_for_every_question(chosen, pages, many):
    html, key = sheet(classroom([chosen]), "B")
    assert html.count("<ol") == pages and html.count('<li class="item">') == many == key.count("<li>")


def test_the_head_of_a_worksheet_has_name_and_date_and_our_own_rules_in_words():
    html, key = sheet(classroom(["melds"], rules="rummy-500 + scoring.ace_low=15"), "A")
    for text in ("Name:", "Class:", "Date:", "Q queen"):
        assert text in html
    assert "A low ace: 15 points" in html and "A low ace: 15 points" in key


def test_the_level_can_be_chosen():
    plain, hard = (sheet(classroom(["lay-off"], level=level), "A")[0] for level in (None, 3))
    assert plain != hard
    with pytest.raises(Unreadable, match="1, 2 or 3"):
        classroom(["lay-off"], level=4)


def test_a_lesson_that_teaches_another_rule_is_named_with_it_in_the_plan_and_what_is_read_first():
    there = made("drawing-deep", "melds", rules=TOP)
    for name in ("teacher/plan.html", "READ-ME.txt"):
        assert "4.6 The card taken must be used at once" in there[name]
    assert "other rules than yours" not in made("drawing-deep")["READ-ME.txt"]


def test_what_a_handout_names_counts_as_taught_and_a_lesson_may_begin_with_a_part_of_its_game():
    start = lessons()[0]
    assert [one.article.number for one in otherwise(start, find(TOP), "Rule 4.6")] == ["4.6"]
    assert not otherwise(start, find(TOP), "<style>p{line-height:4.6}</style>")
    assert not otherwise(start, find("rummy-500"), "Rule 4.6, 4.3")
    assert warned(classroom(["start"], rules=TOP), {"start": "Rule 4.6"}).count("(4.6 ") == 1


def test_the_plan_says_what_to_print_how_often_and_what_to_do():
    plan = made("start", "melds", pupils=29, seats=4)["teacher/plan.html"]
    copies = dict(re.findall(r"<td><code>([\w-]+)</code></td><td>(\d+) ×</td>", plan))
    assert copies["worksheet-A"] == "15" and copies["worksheet-B"] == "14"
    assert copies["00-start-pupil"] == "29" and copies["rules-short"] == "7"
    assert copies["cards-A4"] == "8"  # the table of five needs two
    assert "one table of 5 and 6 tables of 4" in plan and "“Your first meld”" in plan
    assert "http.server" in plan and "rummy report" in plan and "rummy-500" not in plan


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_all_paper_is_of_one_size(paper):
    there = made("start", paper=paper)
    printed = [name for name in there if name.startswith(("print/", "teacher/0", "teacher/p", "teacher/w"))]
    sizes = {
        name: re.findall(r"@page ?{ ?size: ?(\w+)", there[name])[-1]
        for name in printed
        if "cards-" not in name and "slides" not in name
    }
    assert len(sizes) == 10 and {*sizes.values()} == {paper}


def test_a_suit_has_the_same_colour_on_cards_and_on_sheets():
    cards = made("start")["print/cards-A4.html"]
    tints = re.findall(r'fill="(#[0-9a-f]{6})"', cards)
    assert {*tints} == {"#1d1d1b", "#b01f2b", "#6b3d8f"}  # black, red, and the joker
