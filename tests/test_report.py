"""The class report: thirty pupils, what they missed, and every file accounted for."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from random import Random

import nbformat
import pytest
from click.testing import CliRunner

from rummy.classroom import class_report, gathered
from rummy.classroom.told import way_spoken
from rummy.cli import cli
from rummy.course import Exercise, exercise, exercises
from rummy.course.codes import common
from rummy.course.common import CommonDeal
from rummy.course.opened import opened
from rummy.course.progress import Progress, dump, tried
from rummy.course.task import Result, Task
from rummy.law import legal_actions
from rummy.lines import write
from rummy.words import Unreadable

WEAK = ("meld.sequence.ace", "layoff.credit", "scoring.aces")
HABITS = {"random": 0.5, "cautious": 0.75, "careful": 0.95}
"""How often a pupil of a kind is right, where nothing is planted."""
BEGAN = datetime(2026, 9, 1, 8, tzinfo=UTC)


def answered(one: Exercise, right: bool, chance: Random) -> list[Result]:
    """What comes of one try through the real controller: a right one, or a near miss that ends wrong."""
    question = one.question
    if question is not None:
        return played(one, [{"type": "check", "answer": answer(question, right, chance)}])
    for lines in (one.solution,) if right else one.text["near"]:
        if results := played(one, [{"type": "say", "line": line} for line in lines]):
            return results
    return []


def played(one: Exercise, messages: list[dict]) -> list[Result]:
    results: list[Result] = []
    task = Task(one.id, on_result=results.append)
    for message in messages:
        task.handle(message)
    return results


def answer(question, right: bool, chance: Random):
    kind = question.form.kind
    if right:
        return question.right[0] if kind in ("choice", "number") else list(question.right)
    if kind == "number":
        return str(int(question.right[0]) + chance.randint(1, 9))
    wrong = [name for name, _ in question.form.options if name not in question.right]
    return chance.choice(wrong) if kind == "choice" else [*question.right[1:], *wrong[:1]]


@pytest.fixture(scope="module")
def outcomes() -> dict[str, tuple[list[Result], list[Result]]]:
    """What the controller makes of a wrong and of a right try of every exercise."""
    chance = Random(7)
    able = [one for one in exercises().values() if one.question or one.text.get("near")]
    made = {one.id: (answered(one, False, chance), answered(one, True, chance)) for one in able}
    return {name: both for name, both in made.items() if both[0]}


@pytest.fixture(scope="module")
def handed_in(outcomes) -> dict[str, str]:
    """The progress files of thirty pupils: random, cautious and careful ones, all weak at three rules."""
    files = {}
    for number in range(30):
        kind, chance = [*HABITS][number % 3], Random(number)
        progress, now = Progress(), BEGAN
        for name, (wrong, right) in outcomes.items():
            planted = exercise(name).articles[0].id in WEAK
            fine = chance.random() < (0.1 if planted else HABITS[kind])
            for result in right if fine else [*wrong, *right]:
                now += timedelta(minutes=1)
                progress = tried(progress, result, now)
        files[f"{kind}-{number:02}.json"] = dump(progress)
    return files


def test_the_controller_tells_right_from_wrong_and_what_was_done(outcomes):
    assert len(outcomes) > 120
    for name, (wrong, right) in outcomes.items():
        assert [one.outcome for one in right] == ["right"], name
        assert wrong and "right" not in [one.outcome for one in wrong], name
        assert all(one.did for one in (*wrong, *right)), name


def test_the_report_finds_the_three_weakest_rules_of_a_class_of_thirty(handed_in):
    report = gathered(handed_in.items())
    assert len(report.pupils) == 30 and not report.skipped
    assert {weak.article.id for weak in report.again} == {*WEAK}
    page = str(report.page())
    for weak in report.again:
        assert weak.article.title in page


def test_the_report_says_how_it_was_missed_in_words(handed_in, outcomes):
    report = gathered(handed_in.items())
    done = next(one for one in report.exercises if one.exercise.id == "lay-off.whose-points")
    assert done.ways and done.tried == 30 and len(done.missed) > 20 and done.right == 30
    assert all(way_spoken(one.exercise, way) for one in report.exercises for way in one.ways)


def test_a_refused_move_is_told_with_its_rule():
    one = next(one for one in exercises().values() if one.text.get("tempt") and one.solution)
    lines = [*one.text["tempt"][:1], *one.solution]
    [result] = played(one, [{"type": "say", "line": line} for line in lines])
    assert "!" in result.did and "refused by rule" in way_spoken(one, result.did)


def test_broken_twin_empty_and_foreign_files_are_named_and_none_is_lost(handed_in):
    text = next(iter(handed_in.values()))
    bad = {
        "half.json": text[: len(text) // 2],
        "other.json": '{"rummy_progress": 1, "course": "chess", "tries": {}}',
        "newer.json": text.replace('"rummy_progress": 1', '"rummy_progress": 9'),
        "list.json": "[1, 2]",
        "empty.json": dump(Progress()),
        "zz copy.json": text,
    }
    report = gathered([*handed_in.items(), *bad.items()])
    assert {one.file for one in report.skipped} == {*bad}
    assert report.exercises == gathered(handed_in.items()).exercises
    assert all(one.file in str(report.page()) and one.why for one in report.skipped)


def test_two_files_of_one_pupil_are_one_pupil():
    one, other = (
        tried(Progress(), Result(name, "right", 0, 1), BEGAN)
        for name in ("start.first-meld", "melds.two-ways")
    )
    report = gathered([("monday/ada.json", dump(one)), ("friday/ada.json", dump(other))])
    assert [pupil.name for pupil in report.pupils] == ["ada"] and len(report.exercises) == 2


def test_the_spreadsheet_has_a_line_for_everybody_and_everything_and_no_formula(handed_in):
    text = next(iter(handed_in.values()))
    report = gathered([*handed_in.items(), ("=HYPERLINK(1).json", text.replace("2026-09-01", "2026-09-02"))])
    rows = list(csv.reader(io.StringIO(report.csv())))
    assert len(rows) == 1 + len(report.pupils) * len(report.exercises)
    assert not [cell for row in rows for cell in row if cell[:1] in ("=", "+", "@")]


def test_names_become_no_markup(handed_in):
    text = next(iter(handed_in.values()))
    report = gathered([("<img src=x onerror=alert(1)>.json", text)])
    from rummy.rulebook import write

    assert "<img" not in write(report.page(), "html")


def test_files_are_found_in_folders_and_archives(handed_in, tmp_path):
    (tmp_path / "7b").mkdir()
    for name, text in [*handed_in.items()][:4]:
        (tmp_path / "7b" / name).write_text(text, "utf-8")
    (tmp_path / "7b" / "photo.json").write_bytes(b"\xff\xd8\xff")
    with zipfile.ZipFile(tmp_path / "7b.zip", "w") as archive:
        for path in (tmp_path / "7b").iterdir():
            archive.write(path, path.name)
    one, other = class_report(tmp_path / "7b"), class_report(tmp_path / "7b.zip")
    assert one == other and len(one.pupils) == 4 and len(one.skipped) == 1
    with pytest.raises(Unreadable, match="no progress file"):
        class_report(tmp_path / "nowhere")


def test_the_command_prints_the_report_and_writes_spreadsheet_and_notebook(handed_in, tmp_path):
    for name, text in handed_in.items():
        (tmp_path / name).write_text(text, "utf-8")
    sheet, book = tmp_path / "class.csv", tmp_path / "class.ipynb"
    words = ["report", str(tmp_path), "--csv", str(sheet), "--notebook", str(book), "--format", "markdown"]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0 and "To teach again" in done.output
    assert sheet.read_text("utf-8").startswith("Pupil,")
    made = nbformat.reads(book.read_text("utf-8"), 4)
    nbformat.validate(made)
    space: dict[str, object] = {}
    for cell in made.cells:
        if cell.cell_type == "code":
            exec(cell.source, space)
    assert len(space["report"].pupils) == 30  # type: ignore[attr-defined]


def test_progress_without_what_was_done_is_still_read():
    old = json.loads(dump(tried(Progress(), Result("start.first-meld", "wrong", 1, 2, "draw"), BEGAN)))
    old["tries"]["start.first-meld"][0].pop()
    report = gathered([("ada.json", json.dumps(old))])
    assert report.exercises[0].missed == ("ada",) and not report.exercises[0].ways


def finished(code: str, luck: int) -> list[Result]:
    """A common deal played to its end by chance."""
    results: list[Result] = []
    table, chance = CommonDeal(code, on_result=results.append), Random(luck)
    while not table.deal.over:
        if table.frame()["wait"]:
            table.handle({"type": "step"})
        else:
            line = write(chance.choice(legal_actions(table.deal, table.you)), table.deal)
            table.handle({"type": "say", "line": line})
    return results


def test_a_common_deal_is_scored_against_the_median_of_the_class():
    code = common("basic", number=5).code
    played_by = {f"pupil-{n}": finished(code, n) for n in range(3)}
    assert all(len(results) == 1 for results in played_by.values())
    files = [
        (f"{who}.json", dump(tried(Progress(), results[0], BEGAN))) for who, results in played_by.items()
    ]
    [deal] = gathered(files).deals
    assert deal.code == code and len(deal.placed) == 3
    points = sorted(Fraction(results[0].did) for results in played_by.values())
    assert {one.name: one.against for one in deal.placed} == {
        who: Fraction(results[0].did) - points[1] for who, results in played_by.items()
    }
    assert code in str(gathered(files).page())


def test_a_common_deal_takes_nothing_back_and_is_no_other_deal():
    table = CommonDeal(common("basic", number=5).code)
    while table.frame()["wait"]:
        table.handle({"type": "step"})
    table.handle({"type": "draw"})
    steps = len(table.steps)
    for kind in ("undo", "new", "next"):
        table.handle({"type": kind})
        assert len(table.steps) == steps and table.message["kind"] == "info"
    assert opened(table.arguments).deal.game == table.deal.game
