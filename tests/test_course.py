"""The course: exercises done in every right way and in no wrong one; what is taught, what is kept."""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64decode
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy.course import Drill, Round, Task, exercise, exercises, goal, lessons
from rummy.course.drills import KINDS, LEVELS, question, reopened, suits, worksheet
from rummy.course.progress import Progress, Try, dump, merge, read, tried
from rummy.course.rounds import placement
from rummy.course.task import NEW, RIGHT, TRIED, WRONG, Result, in_words, status
from rummy.course.task import tried as played
from rummy.deal import seen_by
from rummy.law import legal_actions
from rummy.lines import write
from rummy.positions import position
from rummy.review import due
from rummy.rulebook import rulebook
from rummy.rules import IllegalAction
from rummy.shelf import Shelf
from rummy.variants import find, variants
from rummy.words import Unreadable, catalogue, say, speak

ALL = list(exercises().values())
PLAYS = [one for one in ALL if one.question is None and one.position is not None]
ASKED = [one for one in ALL if one.question is not None]
MAIN = ("rummy-500", "500-rum", "basic")


def name(one):
    return one.id


# What every exercise holds


@pytest.mark.parametrize("one", ALL, ids=name)
def test_an_exercise_says_what_to_do_why_and_by_which_rule(one):
    assert one.id.startswith(f"{one.lesson}.") and one.lesson in {book.id for book in lessons()}
    assert one.words("task") and one.words("why") and one.words("nudge") and one.articles
    assert one.words("title")


@pytest.mark.parametrize("one", PLAYS, ids=name)
def test_its_solution_reaches_the_goal_at_par(one):
    done = played(one, one.solution)
    assert status(one, done) == RIGHT
    assert not one.par or sum(1 for _ in done.mine) <= one.par


@pytest.mark.parametrize(
    ("one", "lines"), [(one, way) for one in PLAYS for way in one.text.get("also", ())], ids=str
)
def test_every_other_right_way_reaches_it(one, lines):
    assert status(one, played(one, lines)) == RIGHT


@pytest.mark.parametrize(
    ("one", "lines"), [(one, way) for one in PLAYS for way in one.text.get("near", ())], ids=str
)
def test_a_near_miss_does_not(one, lines):
    try:
        assert status(one, played(one, lines)) == WRONG
    except IllegalAction as refused:
        assert refused.breach.rule


@pytest.mark.parametrize(
    ("one", "line"), [(one, line) for one in PLAYS for line in one.text.get("tempt", ())], ids=str
)
def test_what_tempts_is_refused_with_its_rule(one, line):
    task = Task(one)
    before = task.table.deal
    task.handle({"type": "say", "line": line})
    message = task.frame()["message"]
    assert task.table.deal == before and message["kind"] == "refused" and message["article"]


@pytest.mark.parametrize("one", PLAYS, ids=name)
@settings(max_examples=8, deadline=None)
@given(chance=st.randoms(use_true_random=False))
def test_any_legal_play_is_judged_by_its_goal_and_told_once(one, chance):
    told = []
    task = Task(one, on_result=told.append)
    for _ in range(12):
        if task.table.deal.seat != task.table.you or task.table.deal.over:
            break
        actions = legal_actions(task.table.deal)
        task.handle({"type": "say", "line": write(chance.choice(actions), task.table.deal)})
        there = task.played
        reached = all(goal(text)(there) for text in one.goals)
        failed = any(goal(text)(there) for text in one.fails)
        assert (task.status == RIGHT) == (reached and not failed)
        json.dumps(task.state())
        if task.status != TRIED:
            break
    assert [one.outcome for one in told] == ([task.status] if task.status in (RIGHT, WRONG) else [])


@pytest.mark.parametrize("one", ASKED, ids=name)
def test_a_question_takes_its_right_answer_and_no_other(one):
    asked, form = one.question, one.question.form
    right = asked.right[0] if form.kind in ("choice", "number") else list(asked.right)
    assert asked.judge(right).right and asked.judge(None).right is None
    if form.kind == "number":
        assert not asked.judge(int(right) + 1).right and asked.judge(f" {right} ").right
    elif form.kind == "choice":
        assert set(asked.right) < {option for option, _ in form.options}
        for option, text in form.options:
            assert text and (option in asked.right or asked.feedback[option])
            assert asked.judge(option).right == ((option,) == asked.right)
    else:
        assert not asked.judge([*asked.right[1:]] or "8H").right
    assert "{" not in asked.text + asked.why


def test_every_rule_of_the_three_main_games_is_taught_by_an_exercise():
    taught = {about.id for one in ALL for about in one.articles}
    known = {p.article.id for v in MAIN for chapter in rulebook(v).chapters for p in chapter.paragraphs}
    assert known - taught == set()


@pytest.mark.parametrize("book", lessons(), ids=lambda book: book.id)
def test_a_lesson_teaches_what_it_says_and_reviews_only_what_came_before(book):
    assert {a.id for a in book.teaches} <= {one.articles[0].id for one in book.exercises}
    numbers = {one.id: one.number for one in lessons()}
    assert all(numbers[one.lesson] < book.number for one in book.review)
    assert book.variant.seats() and 5 <= book.minutes <= 15


# Goals


@pytest.mark.parametrize("text", ["", "melt 7H 7C 7D", "hand many", "named triple", "not", "melded 7X"])
def test_what_is_no_goal_is_refused_in_a_sentence(text):
    with pytest.raises(Unreadable):
        goal(text)


# Tasks


def test_the_link_of_an_exercise_holds_what_the_learner_sees_and_no_more():
    linked = 0
    for task in map(Task, exercises()):
        href = task.frame()["task"]["settle"]
        assert (href is None) == (task.table is None or task.table.deal.over)
        if href:
            packed = href.removeprefix("settle/#p=t")
            lies = json.loads(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)))
            assert position(lies["position"]) == seen_by(task.table.deal, task.played.seat)
            linked += 1
    assert linked > 50


def test_a_task_not_attempted_is_neither_right_nor_wrong():
    told = []
    task = Task("start.first-meld", on_result=told.append)
    task.handle({"type": "check"})
    assert task.status == NEW and task.frame()["task"]["text"] and not told


def test_hints_go_from_a_nudge_to_the_answer_and_cost_a_star():
    task = Task("start.first-meld")
    for _ in range(9):
        task.handle({"type": "hint"})
    hints = task.frame()["task"]["hints"]
    assert len(hints) == len(set(hints)) == 4
    task.handle({"type": "say", "line": exercise("start.first-meld").solution[0]})
    assert (task.status, task.stars) == (RIGHT, 2)


def test_starting_over_asks_first_while_something_is_under_way():
    task = Task("melds.no-gap")
    task.handle({"type": "say", "line": task.exercise.solution[0]})
    task.handle({"type": "reset"})
    assert task.frame()["task"]["ask"] and task.status == TRIED
    task.handle({"type": "reset"})
    assert task.status == NEW and len(task.table.deal.hands[0]) == 8


@settings(max_examples=50, deadline=None)
@given(
    st.one_of(
        st.none(),
        st.integers(),
        st.dictionaries(st.text(), st.text()),
        st.just({"type": "check", "answer": [1]}),
    )
)
def test_no_message_breaks_a_task_or_a_round(message):
    for there in (Task("start.first-meld"), Drill("meld", seed=3), Round(["drill/score/basic/1/4"])):
        there.handle(message)
        json.dumps(there.state())


def test_what_an_exercise_asks_for_is_said_in_words_of_the_language():
    for language, told in (("en", "meld 7♥ 7♦ 7♣"), ("de", "7♥ 7♦ 7♣ auslegen")):
        try:
            speak(language)
            task = Task("start.first-meld")
            for _ in range(4):
                task.handle({"type": "hint"})
            task.handle({"type": "solution"})
            for text in (task.frame()["task"]["hints"][-1], task.frame()["task"]["solution"]):
                assert told in text.replace("\ufe0e", "")
        finally:
            speak("en")


def test_every_line_of_an_exercise_can_be_said_in_words():
    for one in PLAYS:
        for way in (one.solution, *one.text.get("also", ()), *one.text.get("near", ())):
            told = [*in_words(one, way)]
            assert len(told) == len(way) and all(told)


def test_several_right_answers_are_told_apart():
    assert exercise("melds.which").question.solution.count("“") == 3


@pytest.mark.parametrize(("wrong", "passed"), [((), ()), ((1, 4), ()), ((4,), (3,))])
def test_whoever_knows_rummy_is_told_the_first_lesson_that_was_missed_or_passed_over(wrong, passed):
    there = Round(**placement())
    assert [exercise(name).lesson for name in there.names] == [book.id for book in lessons()]
    first = min((*wrong, *passed), default=None)
    told = (
        say("placement.all")
        if first is None
        else say("placement.begin", number=first, title=lessons()[first].title)
    )
    for n, name in enumerate(there.names):
        asked = exercise(name).question
        right = asked.right[0] if asked.form.kind in ("choice", "number") else list(asked.right)
        if n not in passed:
            there.handle({"type": "solution"} if n in wrong else {"type": "check", "answer": right})
        known = n == 19 if first is None else n >= first and n not in passed
        assert there.frame()["round"]["leads"] == (told if known else "")
        there.handle({"type": "next-task"})


# Drills


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", LEVELS)
def test_a_drill_is_the_same_from_the_same_seed_and_right_by_its_own_answer(kind, level):
    for variant in ("rummy-500", "basic", "persian"):
        if suits(kind, find(variant)):
            for seed in range(3):
                asked = question(kind, seed, variant=variant, level=level)
                given_ = asked.right[0] if asked.form.kind in ("choice", "number") else list(asked.right)
                assert asked.judge(given_).right and reopened(asked.id) == asked


@pytest.mark.parametrize("kind", KINDS)
def test_every_variant_brings_every_question_that_suits_it(kind):
    for variant in variants().values():
        if suits(kind, variant):
            assert question(kind, 1, variant=variant, level=1).text


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", LEVELS)
def test_a_drill_asks_nothing_twice_and_explains_every_answer_with_cards(kind, level):
    drill, asked = Drill(kind, level=level, seed="cards"), set()
    for _ in range(30):
        one = drill.task.question
        asked.add((one.text, one.picture))
        assert any(suit in one.why for suit in "♠♥♦♣*") and all(one.feedback.values())
        assert all(any(suit in text for suit in "♠♥♦♣*") for text in one.feedback.values())
        drill.handle({"type": "next-task"})
    assert len(asked) == 30


def test_the_call_of_a_drill_is_of_the_card_that_was_just_discarded():
    calls = [question("call", seed) for seed in range(30)]
    good = [one for one in calls if one.right == ("yes",)]
    assert len(good) > 5 and all(one.text.split("The ")[1].split()[0] in one.why for one in good)


def test_a_worksheet_has_as_many_different_questions_and_the_same_key_again():
    sheet = worksheet([*KINDS], 14, "monday")
    assert len(sheet) == 14 == len({(one.text, one.picture) for one in sheet})
    assert sheet == worksheet([*KINDS], 14, "monday")


@pytest.mark.parametrize(
    "bad",
    [("tarot", 1, "basic", 1), ("meld", 1, "basic", 4), ("call", 1, "basic", 1), ("meld", 1, "nowhere", 1)],
)
def test_a_drill_that_cannot_be_is_refused_in_a_sentence(bad):
    kind, seed, variant, level = bad
    with pytest.raises(Unreadable):
        question(kind, seed, variant=variant, level=level)


# Progress

TIMES = st.datetimes(min_value=datetime(2020, 1, 1), max_value=datetime(2030, 1, 1)).map(
    lambda when: when.replace(tzinfo=UTC).isoformat(timespec="milliseconds")
)
TRIES = st.builds(
    Try, TIMES, st.sampled_from(["right", "wrong", "shown"]), st.integers(0, 4), st.integers(0, 30)
)
DOCUMENTS = st.dictionaries(
    st.sampled_from(["start.first-meld", "drill/meld/basic/1/7"]),
    st.lists(TRIES, min_size=1, max_size=4),
    max_size=2,
).map(lambda rows: merge(Progress({key: tuple(some) for key, some in rows.items()}), Progress()))


@given(DOCUMENTS, DOCUMENTS, DOCUMENTS)
def test_documents_merge_in_any_order_and_lose_nothing(a, b, c):
    assert merge(a, b) == merge(b, a) and merge(a, a) == a
    assert merge(merge(a, b), c) == merge(a, merge(b, c))
    assert read(dump(a)) == a


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "{",
            "[]",
            "null",
            '{"rummy_progress": 1}',
            '{"rummy_progress": 1, "course": "bridge", "tries": {}}',
        ),
        *(
            '{"rummy_progress": 2, "course": "rummy", "tries": {}}',
            '{"rummy_progress": 1, "course": "rummy"}',
        ),
        '{"rummy_progress": 1, "course": "rummy", "tries": {"a.b": [["yesterday", "right", 0, 1]]}}',
        '{"rummy_progress": 1, "course": "rummy", "tries": {"a.b": 7}}',
        '{"rummy_progress": 1, "course": "rummy", "tries": {"a.b": [["2026-01-01", "right", 0, 1]]}}',
        '{"rummy_progress": 1, "course": "rummy", "tries": {"a.b": [["9999-12-31T00:00Z", "right", 0, 1]]}}',
        '{"rummy_progress": 1, "course": "rummy", "tries": {"a.b": [["2026-01-01T00:00Z", "right", -1, 1]]}}',
        '{"rummy_progress": 1, "course": "rummy", "tries": {"\\ud800": [["2026-01-01T00Z", "right", 0, 1]]}}',
        "[" * 100_000,
        "x" * 6_000_000,
        "x" * 50_000_000,
    ],
    ids=lambda text: text[:30],
)
def test_a_file_that_is_no_progress_is_put_aside_and_never_overwritten(text, tmp_path):
    path = tmp_path / "rummy-progress.json"
    path.write_text(text, encoding="utf-8")
    shelf = Shelf(path)
    shelf.add(Result("start.first-meld", "right", 0, 1))
    assert shelf.load().solved("start.first-meld")
    (aside,) = tmp_path.glob("*.aside.json")
    assert aside.read_text(encoding="utf-8") == text


def test_a_link_leads_to_the_file_and_another_editors_mark_is_read_over(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    real, path = tmp_path / "elsewhere" / "mine.json", tmp_path / "rummy-progress.json"
    done = tried(Progress(), Result("start.first-meld", "right", 0, 1), datetime(2026, 1, 1, tzinfo=UTC))
    real.write_text("\ufeff" + dump(done), encoding="utf-8")
    path.symlink_to(real)
    Shelf(path).add(Result("melds.which", "right", 0, 1))
    assert path.is_symlink() and read(real.read_text()).solved("start.first-meld")
    assert read(real.read_text()).solved("melds.which")


@pytest.mark.parametrize("make", [Path.mkdir, lambda path: path.symlink_to(path)], ids=["folder", "loop"])
def test_what_stands_in_the_place_of_the_file_stays_and_is_told(make, tmp_path):
    path = tmp_path / "rummy-progress.json"
    make(path)
    before = os.lstat(path)
    shelf = Shelf(path)
    assert shelf.load() == Progress() and str(path) in shelf.told
    assert shelf.add(Result("melds.which", "right", 0, 1)).solved("melds.which") and str(path) in shelf.told
    assert os.lstat(path).st_ino == before.st_ino


def test_two_notebooks_on_one_file_do_not_lose_each_others_results(tmp_path):
    one, other = Shelf(tmp_path / "p.json"), Shelf(tmp_path / "p.json")
    one.load(), other.load()
    one.add(Result("start.first-meld", "wrong", 0, 1))
    other.add(Result("start.first-meld", "right", 0, 1))
    one.add(Result("start.first-meld", "right", 1, 2))
    assert len(Shelf(tmp_path / "p.json").load().of("start.first-meld")) == 3


def test_a_file_that_cannot_be_written_is_told_and_the_try_still_counts(tmp_path):
    shelf = Shelf(tmp_path / "no" / "such" / "folder" / "p.json")
    assert shelf.add(Result("start.first-meld", "right", 0, 1)).solved("start.first-meld") and shelf.told


def test_what_was_missed_comes_back_soon_and_what_was_right_later():
    now = datetime(2026, 1, 1, tzinfo=UTC)
    done = tried(Progress(), Result("start.first-meld", "right", 0, 1), now)
    done = tried(done, Result("drill/meld/basic/1/7", "wrong", 0, 1), now)
    soon, later = now + timedelta(minutes=5), now + timedelta(days=60)
    assert list(due(done, soon)) == ["drill/meld/basic/1/7"] and len(list(due(done, later))) == 2


def test_the_course_has_its_words():
    assert all(f"course.{book.id}.title" in catalogue() for book in lessons())
