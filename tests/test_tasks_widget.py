"""The widgets of the course, without a kernel: what they show, what they keep, and what they put aside."""

from __future__ import annotations

import json
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from rummy.course import Drill, Round, Task, exercises, lessons
from rummy.course.board import board
from rummy.course.opened import opened
from rummy.course.progress import Progress, Try, dump, merge, read
from rummy.players import STRENGTHS
from rummy.shelf import Shelf
from rummy.widgets import drill, minideal, progress, review, review_of, round_of, task
from rummy.widgets import lessons as widgets
from rummy.widgets.lessons import TASK, CourseWidget, inlined, placement
from rummy.words import Unreadable, say

FIRST = "start.first-meld"
SEVENS = {"type": "meld", "cards": ["7H", "7D", "7C"]}
LONG_AGO = "2026-01-01T10:00:00.000+00:00"


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "progress.json")


def told(widget: CourseWidget) -> list[Any]:
    """What a widget tells its front end besides its frame."""
    sent: list[Any] = []
    widget.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    return sent


def solved(*names: str, outcome: str = "right", when: str = LONG_AGO) -> Progress:
    return Progress({name: (Try(when, outcome, 0, 1),) for name in names})


# -- one module -----------------------------------------------------------------------------------------


def test_the_front_end_is_one_module_that_imports_nothing(tmp_path: Path) -> None:
    whole = tmp_path / "whole.mjs"
    whole.write_text(str(CourseWidget._esm), encoding="utf-8")
    assert "import " not in [line[:7] for line in whole.read_text().splitlines()]
    code = f"const one = await import({json.dumps(whole.as_uri())}); console.log(typeof one.default.render)"
    node = shutil.which("node")
    assert node is not None
    ran = subprocess.run([node, "--input-type=module", "-e", code], capture_output=True, text=True)
    assert ran.stdout == "function\n", ran.stderr


def test_a_module_keeps_its_own_names_from_the_other() -> None:
    module = 'import other, { view } from "./o.js";\nconst own = 1;\nexport default own;'
    whole = inlined(module, "./o.js", "const own = 2;\nexport function view() {}\nexport default { view };")
    assert "return { default: standard, view };" in whole
    assert whole.endswith("const own = 1;\nexport default own;")


# -- what is kept ---------------------------------------------------------------------------------------


def test_a_solved_task_is_kept_with_its_stars(shelf: Shelf) -> None:
    widget = task(FIRST, shelf=shelf)
    widget._hear(SEVENS)
    assert (widget.frame["task"]["status"], widget.frame["trouble"]) == ("right", "")
    assert shelf.load().stars(FIRST) == 3
    assert task(FIRST, shelf=shelf).frame["task"]["stars"] == 3


def test_a_task_that_is_resumed_is_judged_and_not_told_again(shelf: Shelf) -> None:
    widget = task(FIRST, shelf=shelf)
    widget._hear({"type": "hint"})
    widget._hear(SEVENS)
    kept = shelf.load()
    again = task(FIRST, shelf=shelf)
    again._hear({"type": "resume", "text": widget.frame["save"]})
    assert again.frame["task"]["status"] == "right"
    assert shelf.load() == kept
    again._hear({"type": "reset"})
    again._hear(SEVENS)
    assert [one.hints for one in shelf.load().of(FIRST)] == [1, 0]


@pytest.mark.parametrize("text", ["", "#task", "#task many wrong", "no such line", "#task 9 gone", None, 7])
def test_whatever_was_stored_is_taken_or_answered(text: object) -> None:
    one = Task(FIRST)
    one.handle({"type": "resume", "text": text})
    assert one.status == "new"
    one.handle(SEVENS)
    assert one.status == "right"


def test_every_exercise_is_stored_under_a_key_of_its_own() -> None:
    keys = [Task(one).frame()["key"] for one in exercises().values()]
    assert len(set(keys)) == len(keys)


def test_of_an_exercise_that_was_edited_nothing_is_taken_up() -> None:
    one = exercises()[FIRST]
    assert one.position is not None
    other = one._replace(text={**one.text, "position": {**one.position, "discards": "3C"}})
    assert Task(one).key == Task(one).key != Task(other).key


def test_hints_and_a_shown_solution_survive_a_restart(shelf: Shelf) -> None:
    for name in (FIRST, next(one.id for one in exercises().values() if one.question)):
        widget = task(name, shelf=shelf)
        widget._hear({"type": "hint"})
        widget._hear({"type": "solution"})
        again = task(name, shelf=shelf)
        again._hear({"type": "resume", "text": widget.frame["save"]})
        assert again.frame["task"]["hints"] == widget.frame["task"]["hints"] != []
        assert again.frame["task"]["solution"] == widget.frame["task"]["solution"] != ""
        assert [one.outcome for one in shelf.load().of(name)] == ["shown"]


def test_the_table_of_a_task_gives_nothing_away_and_waits_after_the_turn() -> None:
    one = Task("start.whole-turn")
    frame = one.frame()
    assert (frame["may"], frame["hand"]["marked"], frame["can"]["hint"]) == ([], [], False)
    for line in ("draw", "meld 8D 9D TD", "discard KH"):
        one.handle({"type": "say", "line": line})
    assert one.status == "right"
    many = len(one.table.steps) if one.table else 0
    for kind in ("step", "new", "next"):
        one.handle({"type": kind})
    assert one.table is not None
    assert len(one.table.steps) == many
    assert (one.frame()["wait"], one.frame()["can"]["undo"]) == (None, True)


def test_where_nothing_can_be_saved_the_widget_says_so_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    widget = task(FIRST, shelf=Shelf(tmp_path / "file" / "progress.json"))
    widget._hear(SEVENS)
    assert "progress.json" in widget.frame["trouble"]
    assert widget.frame["task"]["stars"] == 3
    assert widget.progress.solved(FIRST)


def test_a_broken_file_is_put_aside_and_named(shelf: Shelf) -> None:
    shelf.path.write_text("{half")
    widget = task(FIRST, shelf=shelf)
    assert ".aside.json" in widget.frame["trouble"]
    assert [one.read_text() for one in shelf.path.parent.glob("*.aside.json")] == ["{half"]
    widget._hear(SEVENS)
    assert shelf.load().solved(FIRST)


def test_two_notebooks_keep_the_results_of_both(shelf: Shelf) -> None:
    first, other = task(FIRST, shelf=shelf), drill("meld", seed=3, shelf=Shelf(shelf.path))
    other._hear({"type": "check", "answer": "yes"})
    first._hear(SEVENS)
    assert len(shelf.load().tries) == 2


# -- rounds, drills, reviews ----------------------------------------------------------------------------


def test_a_round_goes_on_when_it_is_told_to(shelf: Shelf) -> None:
    widget = round_of([FIRST, "start.whole-turn"], "Two", shelf=shelf)
    widget._hear(SEVENS)
    assert widget.frame["round"]["n"] == 1
    widget._hear({"type": "next-task"})
    widget._hear({"type": "back-task"})
    assert (widget.frame["round"]["right"], widget.frame["task"]["stars"]) == (1, 3)


def test_a_placement_says_where_to_begin_and_can_be_put_up_elsewhere(shelf: Shelf) -> None:
    widget = placement(shelf=shelf)
    widget._hear({"type": "solution"})
    assert widget.frame["round"]["leads"] == say("placement.begin", number=0, title=lessons()[0].title)
    arguments = widget._repr_mimebundle_()[0][TASK]
    there = opened(arguments)
    there.handle({"type": "solution"})
    assert there.frame()["round"]["leads"] == widget.frame["round"]["leads"]
    assert shelf.load().of(arguments["names"][0])[0].outcome == "shown"


def test_a_drill_asks_for_ever_and_keeps_its_results(shelf: Shelf) -> None:
    widget = drill("score", seed=3, shelf=shelf)
    for _ in range(3):
        assert isinstance(widget.course, Drill)
        assert widget.course.task.question is not None
        widget._hear({"type": "check", "answer": widget.course.task.question.right[0]})
        widget._hear({"type": "next-task"})
    assert list(shelf.load().tries) == [f"drill/score/rummy-500/1/3-{n}" for n in (1, 2, 3)]


def test_a_review_takes_what_is_due_then_what_was_missed_else_says_so(shelf: Shelf) -> None:
    assert review(shelf=shelf).frame["note"] == say("review.nothing")
    now = datetime.now(UTC).isoformat()
    shelf.take_in(solved("start.whole-turn", outcome="wrong", when=now))
    widget = review(shelf=shelf)
    assert isinstance(widget.course, Round)
    assert widget.course.names == ["start.whole-turn"]
    shelf.take_in(solved(FIRST, "gone.from-the-course", "drill/meld/no-such-game/1/7"))
    widget = review(shelf=shelf)
    assert isinstance(widget.course, Round)
    assert widget.course.names == [FIRST]


def test_names_that_do_not_exist_are_answered_with_a_sentence() -> None:
    for wrong in (
        lambda: task("start.first-mled"),
        lambda: round_of(["melds"]),
        lambda: drill("melds"),
        lambda: drill(level=7),
        lambda: minideal("end"),
        lambda: minideal("start", player="strong"),
    ):
        with pytest.raises(Unreadable):
            wrong()


def test_a_mini_deal_is_played_by_the_rules_taught_so_far() -> None:
    one = lessons()[0]
    widget = minideal(one.id)
    assert widget.table.variant == one.variant
    assert widget.frame["note"] == say("minideal.note")
    for strength, player in STRENGTHS.items():
        assert {*minideal(one.id, player=strength).table.players.values()} == {player}


def test_the_review_of_a_lesson_takes_exercises_of_earlier_ones(shelf: Shelf) -> None:
    one = next(book for book in lessons() if book.review)
    widget = review_of(one.id, shelf=shelf)
    assert isinstance(widget.course, Round)
    assert [exercises()[name].lesson for name in widget.course.names] == [each.lesson for each in one.review]
    assert widget.frame["round"]["title"] == say("review.mixed")


# -- the board ------------------------------------------------------------------------------------------


def test_the_board_shows_every_exercise_and_how_it_stands() -> None:
    shown = board(merge(solved(FIRST), solved("start.object", outcome="shown")), [FIRST], "here.json")
    rows = {one["id"]: one for book in shown["lessons"] for one in book["exercises"]}
    assert list(rows) == list(exercises())
    assert [rows[name]["status"] for name in (FIRST, "start.object", "start.whole-turn")] == [
        "right",
        "wrong",
        "new",
    ]
    assert (rows[FIRST]["due"], rows[FIRST]["stars"], rows["start.object"]["stars"]) == (True, 3, None)
    assert "here.json" in shown["texts"][-1]


def test_progress_is_taken_away_and_added_and_a_foreign_file_answered(shelf: Shelf) -> None:
    shelf.take_in(solved(FIRST))
    widget = progress(shelf=shelf)
    sent = told(widget)
    widget._hear({"type": "export"})
    assert read(sent[-1]["text"]) == shelf.load()
    widget._hear({"type": "import", "text": dump(solved("start.object"))})
    assert widget.frame["board"]["told"] == say("board.taken")
    assert set(shelf.load().tries) == {FIRST, "start.object"}
    for text in (
        "{half",
        "[]",
        '{"rummy_progress": 1, "course": "chess"}',
        '{"rummy_progress": 99}',
        None,
        "[" * 9999,
    ):
        widget._hear({"type": "import", "text": text})
        assert widget.frame["board"]["told"] not in ("", say("board.taken"))
        assert set(shelf.load().tries) == {FIRST, "start.object"}


def test_the_board_looks_again(shelf: Shelf) -> None:
    widget = progress(shelf=shelf)
    Shelf(shelf.path).take_in(solved(FIRST))
    widget._hear({"type": "refresh"})
    assert widget.frame["board"]["lessons"][0]["done"] == 1


# -- in a browser ---------------------------------------------------------------------------------------


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shelf:
    """Python inside a browser: the front end keeps the progress."""
    monkeypatch.setattr(widgets, "BROWSER", True)
    return Shelf(tmp_path / "progress.json")


def test_a_browser_gives_its_progress_and_gets_the_whole_back(browser: Shelf) -> None:
    widget = task(FIRST, shelf=browser)
    sent = told(widget)
    widget._hear({"type": "progress", "text": dump(solved(FIRST))})
    assert widget.frame["task"]["stars"] == 3
    assert read(sent[-1]["text"]) == solved(FIRST)
    widget._hear(SEVENS)
    assert len(read(sent[-1]["text"]).of(FIRST)) == 2


def test_progress_that_comes_late_changes_nothing_that_was_begun(browser: Shelf) -> None:
    widget = task(FIRST, shelf=browser)
    told(widget)
    widget._hear(SEVENS)
    widget._hear({"type": "progress", "text": dump(solved(FIRST))})
    assert (widget.frame["task"]["status"], widget.frame["task"]["stars"]) == ("right", 3)


def test_a_review_in_a_browser_begins_when_the_progress_has_come(browser: Shelf) -> None:
    widget = review(shelf=browser)
    told(widget)
    assert "note" in widget.frame
    widget._hear({"type": "progress", "text": dump(solved(FIRST, outcome="wrong"))})
    assert widget.frame["task"]["id"] == FIRST


@pytest.mark.parametrize(
    "text", ["{half", '{"rummy_progress": 1, "course": "chess"}', '{"rummy_progress": 7}']
)
def test_progress_of_a_browser_that_cannot_be_read_is_put_aside(browser: Shelf, text: str) -> None:
    widget = task(FIRST, shelf=browser)
    sent = told(widget)
    widget._hear({"type": "progress", "text": text})
    assert sent[-1]["aside"] in widget.frame["trouble"]
    assert read(sent[-1]["text"]) == Progress()


def test_nothing_of_the_progress_becomes_a_part_of_the_notebook(shelf: Shelf) -> None:
    shelf.take_in(solved(FIRST))
    for widget in (task(FIRST, shelf=shelf), progress(shelf=shelf)):
        assert LONG_AGO not in json.dumps(widget.get_state(["frame", "words", "keeps"]))


# -- where no widget lives ------------------------------------------------------------------------------


def test_a_task_is_drawn_where_no_widget_lives(shelf: Shelf) -> None:
    data, _ = task(FIRST, shelf=shelf)._repr_mimebundle_()
    assert data[TASK] == {"exercise": FIRST}
    assert exercises()[FIRST].words("task") in data["text/html"]
    assert "<img" in data["text/html"]
    assert "Discard pile" in data["text/plain"]


@pytest.mark.parametrize("kind", ["meld", "best", "score"])
def test_a_question_is_written_where_no_widget_lives(shelf: Shelf, kind: str) -> None:
    widget = drill(kind, seed=7, shelf=shelf)
    data, _ = widget._repr_mimebundle_()
    task = widget.frame["task"]
    for text in (task["goal"], *(one["text"] for one in task["form"]["options"])):
        assert text in data["text/plain"]
        assert text in data["text/html"]
    assert task["picture"] in data["text/html"]


def test_rounds_and_drills_can_be_put_up_elsewhere(shelf: Shelf) -> None:
    rounds, _ = round_of([FIRST], "One", shelf=shelf)._repr_mimebundle_()
    drills, _ = drill("pile", variant="basic", level=2, seed=9, shelf=shelf)._repr_mimebundle_()
    assert rounds[TASK] == {"names": [FIRST], "title": "One"}
    assert drills[TASK] == {"drill": "pile", "variant": "basic", "level": 2, "seed": "9"}
    assert TASK not in review(shelf=shelf)._repr_mimebundle_()[0]


def test_what_is_drawn_is_escaped() -> None:
    form = {"kind": "choice", "options": [{"name": "x", "text": "<b>"}], "unit": ""}
    html, _ = widgets.drawn({"task": {"title": "<i>", "goal": "<u>", "form": form, "picture": ""}})
    assert not {"<i>", "<u>", "<b>"} & {html[at : at + 3] for at in range(len(html))}
    html, _ = widgets.drawn({"note": "<i>"})
    assert html == "<p>&lt;i&gt;</p>"
