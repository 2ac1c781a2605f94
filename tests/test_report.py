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
from rummy.classroom.told import refusals_in, way_spoken
from rummy.cli import cli
from rummy.course import Exercise, exercise, exercises
from rummy.course.codes import common
from rummy.course.common import CommonDeal
from rummy.course.opened import opened
from rummy.course.progress import Progress, Try, dump, owner, read, tried
from rummy.course.task import Result, Task
from rummy.law import legal_actions
from rummy.lines import write
from rummy.words import ENGLISH, Unreadable, languages, speak

WEAK = ("meld.sequence.ace", "layoff.credit", "scoring.aces")
REFUSED = "meld.sequence.suit"
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
def tempted() -> dict[str, list[tuple[str, list[Result]]]]:
    """What the controller makes of a try in which a rule refuses something first: the rule, the results."""
    made: dict[str, list[tuple[str, list[Result]]]] = {}
    for one in exercises().values():
        for line in one.text.get("tempt", ()) if one.solution else ():
            results = played(one, [{"type": "say", "line": each} for each in (line, *one.solution)])
            rules = [rule for rule, _ in refusals_in(results[0].did)] if len(results) == 1 else []
            if len(rules) == 1 and results[0].outcome == "right":
                made.setdefault(one.id, []).append((rules[0], results))
    return made


@pytest.fixture(scope="module")
def handed_in(outcomes, tempted) -> dict[str, str]:
    """The progress files of thirty pupils: random, cautious and careful ones, all weak at three rules.

    One more rule refuses something to most of them before they have it right.
    """
    files = {}
    for number in range(30):
        kind, chance = [*HABITS][number % 3], Random(number)
        progress, now = Progress(), BEGAN + timedelta(milliseconds=number)
        for name, (wrong, right) in outcomes.items():
            planted = exercise(name).articles[0].id in WEAK
            fine = chance.random() < (0.1 if planted else HABITS[kind])
            for rule, results in tempted.get(name, ()):
                if fine and chance.random() < (0.5 if rule == REFUSED else 0.05):
                    right = results
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


def test_the_report_finds_the_rule_that_refused_most_though_it_came_right(handed_in):
    report = gathered(handed_in.items())
    first, second = report.refused[:2]
    assert first.article.id == REFUSED and len(first.pupils) > 20
    assert len(first.pupils) > len(second.pupils) and first.tries > 2 * second.tries
    assert not {REFUSED} & {weak.article.id for weak in report.again}
    page, sheet = str(report.page()), csv.DictReader(io.StringIO(report.csv()))
    assert page.index("What the rules refused") < page.index(first.article.title)
    told = {row["Pupil"] for row in sheet if first.article.title in row["Refused"]}
    assert told == {*first.pupils}


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ({"type": "meld", "cards": ["4C", "5C", "6D"]}, "meld 4C 5C 6D"),
        ({"type": "draw"}, "draw"),
    ],
)
def test_what_is_refused_at_the_table_is_kept_as_a_line(message, line):
    one = exercise("melds.one-suit")
    says = [{"type": "say", "line": each} for each in one.solution]
    [result] = played(one, [message, *says])
    assert [kept for _, kept in refusals_in(result.did)] == [line]


def test_what_is_refused_before_it_comes_right_is_told_with_the_move_in_both_languages():
    one = Try(BEGAN.isoformat(), "right", 0, 2, "meld 4C 5C 6C; !meld.sequence.suit meld 4C 5C 6D")
    files = [("ada.json", dump(Progress({"melds.one-suit": (one,)})))]
    told = []
    for code in languages():
        speak(code)
        told.append(str(gathered(files)).replace("\ufe0e", ""))
    speak(ENGLISH)
    assert ["lege 4♣ 5♣ 6♦ aus" in told[0], "meld 4♣ 5♣ 6♦" in told[1]] == [True, True]
    assert "5.5 (1)" in told[1] and "but rules refused" in told[1]


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
    assert [line for _, line in refusals_in(result.did)] == lines[:1]


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


def done(*names: str, hour: int = 0) -> str:
    """A file with a right try of some exercises."""
    progress = Progress()
    for number, name in enumerate(names):
        when = BEGAN + timedelta(hours=hour, minutes=number)
        progress = tried(progress, Result(name, "right", 0, 1), when)
    return dump(progress)


FIRST, THEN = "start.first-meld", "melds.two-ways"
OWN = "rummy-progress.json"


def called(*files: str) -> list[str]:
    """What the pupils of these files are called, each with tries of its own."""
    some = [(file, done(FIRST, hour=hour)) for hour, file in enumerate(files)]
    return [pupil.name for pupil in gathered(some).pupils]


def test_two_files_of_one_pupil_are_one_pupil_and_it_is_said():
    report = gathered([("monday/ada.json", done(FIRST)), ("friday/ada.json", done(FIRST, THEN))])
    assert [pupil.name for pupil in report.pupils] == ["ada"] and len(report.exercises) == 2
    assert "put together from" in str(report) and "monday/ada.json" in report.notes[0]


def test_pupils_are_called_by_what_tells_their_files_apart():
    assert called(*(f"h3/{who}/{OWN}" for who in ("ada", "ben", "cem"))) == ["ada", "ben", "cem"]
    assert called(f"/home/ada/{OWN}", f"/home/bo/{OWN}") == ["ada", "bo"]
    assert called(f"7b/ada/sent/v1/{OWN}", f"7b/bo/sent/v1/{OWN}") == ["ada", "bo"]
    assert called(f"ada.zip/{OWN}", f"bo.zip/{OWN}") == ["ada", "bo"]
    assert called("rummy-progress-ada.json", "lee_12_rummy-progress-1.json") == ["ada", "lee_12"]
    assert called("7a/ada.json", "7b/ada.json") == ["7a/ada", "7b/ada"]
    assert called(f"ada/{OWN}") == ["ada"]


def test_nobody_is_put_together_with_somebody_else_and_what_is_not_plain_is_said():
    files = [(f"h3/{who}/{OWN}", done(FIRST, hour=n)) for n, who in enumerate(("ada", "ben", "cem"))]
    wrong = files[1][1].replace('"right"', '"wrong"')
    report = gathered([files[0], (files[1][0], wrong), files[2]])
    assert report.exercises[0].missed == ("ben",) and not report.notes
    flat = gathered([(f"in/rummy-progress ({n}).json", done(FIRST, hour=n)) for n in range(3)])
    assert len(flat.pupils) == 3 and "Nothing says whose" in str(flat) and "Progress of 3 pupils" in str(flat)
    two = gathered([("7a/ada.json", done(FIRST)), ("7b/ada.json", done(FIRST, hour=1))])
    assert len(two.pupils) == 2 and "counted apart: 7a/ada and 7b/ada" in str(two)
    shared = gathered([("ada.json", done(FIRST)), ("ben.json", done(FIRST, THEN))])
    assert len(shared.pupils) == 2 and "ben and ada have tries in common" in str(shared)
    assert "Progress of 1 pupil;" in str(gathered(files[:1]))


def test_of_two_files_with_the_same_content_the_plainest_name_counts_and_both_are_said():
    report = gathered([("ada copy.json", done(FIRST)), ("ada.json", done(FIRST)), (OWN, done(FIRST))])
    assert [pupil.name for pupil in report.pupils] == ["ada"]
    assert [one.file for one in report.skipped] == ["ada copy.json", OWN]
    assert "The same as ada.json: counted once, as ada." in str(report)
    report = gathered([(f"h/{who}/{OWN}", done(FIRST)) for who in ("bo copy", "bo")])
    assert [pupil.name for pupil in report.pupils] == ["bo"]


def test_a_name_in_the_file_counts_where_the_file_is_not_named_and_changes_nothing_else():
    text = done(FIRST)
    signed = text.replace("{\n", '{\n "name": "Ada L.",\n', 1)
    assert read(signed) == read(text) and owner(signed) == "Ada L." and owner(text) == owner("[") == ""
    assert [one.name for one in gathered([(OWN, signed)]).pupils] == ["Ada L."]
    assert [one.name for one in gathered([("ada.json", signed)]).pupils] == ["ada"]


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
    assert made.metadata.kernelspec.name == "python3"
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
    assert code in str(gathered(files).page()) and "Median of the 3 results:" in str(gathered(files))


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
