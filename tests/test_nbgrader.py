"""Graded notebooks: every answer is judged as in the course, and nbgrader carries them there and back."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
import pytest

from rummy.classroom.graded import NotRight, assignment, check, grade, variable, write_down
from rummy.course import Task, exercises, lessons
from rummy.words import ENGLISH, Unreadable, languages, speak

CHECKOUT = Path(__file__).resolve().parent.parent
CLASSROOM = Path(os.environ.get("RUMMY_CLASSROOM", CHECKOUT / ".venv-class" / "bin" / "python"))
PLAYED = [one for one in exercises().values() if one.question is None]
BOOKS = [book.id for book in lessons()]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Whatever a test speaks, English is spoken after it."""
    yield
    speak(ENGLISH)


def ids(cells: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The cells of a notebook by what nbgrader calls them."""
    return {c["metadata"]["nbgrader"]["grade_id"]: c for c in cells}


# -- what an answer is worth -------------------------------------------------------------------------------


@pytest.mark.parametrize("code", languages())
def test_the_whole_course_is_an_assignment_whose_solutions_are_right(code, capsys):
    speak(code)
    book = assignment(BOOKS)
    nbformat.validate(nbformat.from_dict(book))
    told = ids(book["cells"])
    assert len(told) == len(book["cells"])
    space: dict[str, Any] = {}
    for one in exercises():
        exec(told[f"{variable(one)}_answer"]["source"], space)
        exec(told[variable(one)]["source"], space)
    assert capsys.readouterr().out.count("\n") >= len(exercises())


@pytest.mark.parametrize("one", PLAYED, ids=lambda one: one.id)
def test_what_was_played_is_written_down_as_an_answer(one, capsys):
    task, space = Task(one), {}
    for line in one.solution:
        task.handle({"type": "say", "line": line})
    write_down(task)
    exec(capsys.readouterr().out, space)
    assert check(one.id, space[variable(one.id)]).right
    for way in one.text.get("also", ()):
        assert check(one.id, "\n".join(way)).right, way
    for way in one.text.get("near", ()):
        assert check(one.id, way).right is False, way
    for line in one.text.get("tempt", ()):
        judged = check(one.id, [line])
        assert judged.right is False and "is refused" in judged.text


@pytest.mark.parametrize(
    ("name", "answer", "right"),
    [
        ("melds.which", {"five", "four", "three"}, True),
        ("melds.which", "three", False),
        ("melds.keep", ["may"], True),
        ("melds.keep", "perhaps", False),
        ("melds.keep", 3, False),
        ("counting.cards", "99", True),
        ("counting.cards", "many", False),
        ("persian.what-can-go-down", "7♥ 7♦ 7♣", True),
        ("persian.what-can-go-down", "7x", False),
        ("melds.one-suit", "meld 4♣ 5♣ 6♣\ndiscard J♠\n", True),
        ("melds.one-suit", ["meld 4C 5C 6C"], False),
        ("melds.one-suit", ["what?"], False),
        ("melds.one-suit", [4, 5, 6], False),
        ("melds.one-suit", {"meld": 1}, False),
        ("melds.one-suit", [], None),
        ("melds.one-suit", "", None),
        ("melds.one-suit", None, None),
        ("counting.cards", ..., None),
        ("drill/meld/rummy-500/1/7", None, None),
    ],
)
def test_every_answer_gets_a_sentence(name, answer, right):
    judged = check(name, answer)
    assert judged.right is right and judged.text.endswith((".", "!", "?"))
    if not right:
        with pytest.raises(NotRight) as told:
            grade(name, answer)
        assert str(told.value) == judged.text


def test_what_there_is_not_is_told():
    for asked in (lambda: check("melds.frist", ""), lambda: assignment(["meld"]), lambda: assignment([])):
        with pytest.raises(Unreadable):
            asked()
    with pytest.raises(Unreadable):
        write_down(Task("melds.keep"))


# -- there and back with nbgrader --------------------------------------------------------------------------

ASKED = ["melds.one-suit", "melds.keep", "counting.cards"]
RIGHT = ['["meld 4♣ 5♣ 6♣", "discard JS"]', '"may"', "99"]
NAMES = [variable(one) for one in ASKED]


class Graded(NamedTuple):
    """What came of a class: the course, and what nbgrader printed."""

    course: Path
    log: str

    @property
    def points(self) -> dict[str, str]:
        """What is written above the feedback of each pupil who gets one."""
        pages = sorted(self.course.glob("feedback/*/melds/melds.html"))
        return {
            page.parts[-3]: re.findall(r"melds \(Score: (.*?)\)", page.read_text("utf-8"))[0]
            for page in pages
        }

    def told(self, who: str) -> dict[str, str]:
        """What a pupil's checks said, by exercise."""
        book = json.loads((self.course / "autograded" / who / "melds" / "melds.ipynb").read_text("utf-8"))
        cells = [c for c in book["cells"] if c["metadata"].get("nbgrader", {}).get("grade")]
        outputs = ((c["metadata"]["nbgrader"]["grade_id"], out) for c in cells for out in c["outputs"])
        return {name: "".join(out.get("text") or out["traceback"]) for name, out in outputs}


def written(book: dict[str, Any], answers: list[str]) -> dict[str, Any]:
    """The released notebook, with some answers written in place of the dots."""
    book = deepcopy(book)
    cells = ids(book["cells"])
    for name, answer in zip(NAMES, answers, strict=False):
        cell = cells[f"{name}_answer"]
        cell["source"] = "".join(cell["source"]).replace("...", answer, 1)
    return book


@pytest.fixture(scope="module")
def graded(tmp_path_factory) -> Graded:
    """A class of six: released, handed in, graded, fed back."""
    if not CLASSROOM.exists():
        pytest.fail("there is no nbgrader yet: `make test` installs it into .venv-class")
    course = tmp_path_factory.mktemp("course")
    (course / "source" / "melds").mkdir(parents=True)
    source = assignment(ASKED, points=2)
    (course / "source" / "melds" / "melds.ipynb").write_text(json.dumps(source), "utf-8")
    shutil.copy(CHECKOUT / "docs" / "assets" / "classroom" / "nbgrader_config.py", course)
    log = run(course, "generate_assignment", "melds")
    book = json.loads((course / "release" / "melds" / "melds.ipynb").read_text("utf-8"))

    copied = written(book, ['["discard JS"]', *RIGHT[1:]])
    cells = ids(copied["cells"])
    again = {**deepcopy(cells[f"{NAMES[0]}_answer"]), "source": f"{NAMES[0]} = {RIGHT[0]}"}
    place = copied["cells"].index(cells[NAMES[0]])
    copied["cells"][place:place] = [again, deepcopy(cells[NAMES[0]])]
    cells[NAMES[1]]["source"] = "pass"
    copied["cells"].remove(cells[NAMES[2]])
    hand_in = {
        "ada/melds/melds.ipynb": json.dumps(written(book, RIGHT)),
        "bo/melds/melds.ipynb": json.dumps(written(book, ['["meld 4C 5C 6D"]', '"must"', "(98"])),
        "cy/melds/melds.ipynb": json.dumps(book),
        "di/melds/melds (1).ipynb": json.dumps(written(book, RIGHT)),
        "ed/melds/melds.ipynb": json.dumps(copied),
        "flo/melds/melds.ipynb": json.dumps(written(book, RIGHT))[:999],
    }
    for name, text in hand_in.items():
        path = course / "submitted" / name
        path.parent.mkdir(parents=True)
        path.write_text(text, "utf-8")
    log += run(course, "autograde", "melds", fails=True) + run(course, "generate_feedback", "melds")
    return Graded(course, log)


def run(course: Path, *words: str, fails: bool = False) -> str:
    """A command of nbgrader in the folder of a course; what it printed."""
    path = os.pathsep.join([str(CLASSROOM.parent), os.environ["PATH"]])
    own = {"PATH": path, "PYTHONPATH": str(CHECKOUT), "HOME": str(course)}
    done = subprocess.run(
        [CLASSROOM, "-m", "nbgrader", *words],
        cwd=course,
        env={**os.environ, **own},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert bool(done.returncode) is fails, done.stdout
    return done.stdout


@pytest.mark.slow
def test_no_answer_is_in_what_pupils_get(graded):
    book = json.loads((graded.course / "release" / "melds" / "melds.ipynb").read_text("utf-8"))
    text = "\n".join("".join(cell["source"]) for cell in book["cells"])
    assert "SOLUTION" not in text and text.count(" = ...") == len(ASKED)
    assert not re.search(r"meld 4C|= ..may|99", text)


@pytest.mark.slow
def test_everybody_gets_the_points_they_earned(graded):
    none = "0.0 / 6.0"
    assert graded.points == {"ada": "6.0 / 6.0", "bo": none, "cy": none, "ed": "4.0 / 6.0"}


@pytest.mark.slow
def test_every_check_says_why_in_a_sentence(graded):
    assert graded.told("ada")[NAMES[0]].startswith("Four, five and six of clubs")
    told = graded.told("bo")
    assert told[NAMES[0]].startswith("“meld 4C 5C 6D” is refused.") and told[NAMES[1]].startswith("Not so.")
    assert "not defined" in told[NAMES[2]]  # Python has told the slip in the answer itself
    assert all(text.startswith("There is no answer yet") for text in graded.told("cy").values())


@pytest.mark.slow
def test_a_file_that_is_no_answer_is_named_and_harms_nobody(graded):
    assert "Skipping unknown notebook" in graded.log and "melds (1).ipynb" in graded.log
    assert re.search(r"error processing assignment .* for student 'flo'", graded.log)
    assert not graded.points.keys() & {"di", "flo"}


@pytest.mark.slow
def test_the_feedback_shows_the_table_and_asks_no_host(graded):
    page = (graded.course / "feedback" / "ada" / "melds" / "melds.html").read_text("utf-8")
    assert "data:image/svg+xml" in page and "Four, five and six of clubs" in page
    assert not re.search(r"(?:src|href)=.https?:", page)
