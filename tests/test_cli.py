"""The command line: what it prints, where it prints it, and how it fails."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rummy import cli, rules, rulings, variants
from rummy.cli import course
from rummy.course import lessons
from rummy.record import dump, example

CHECKOUT = Path(__file__).resolve().parent.parent
ELSEWHERE = ("compare", "class", "report")
"""Commands that need time, a built site or what a class handed in; they have tests of their own."""
COMMANDS = ["learn", "lessons", "variants", "rules", "diff", "rulings", "record", "replay", "simulate", "ask"]


def rummy(*words: str) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(cli.cli, list(words), prog_name="rummy", catch_exceptions=False)


def refused(*words: str, code: int = 1) -> str:
    """Run a command that must fail: nothing on standard output, one sentence on standard error."""
    result = rummy(*words)
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    last = result.stderr.splitlines()[-1]
    assert last.startswith("Error: ")
    if code == 1:
        assert result.stderr.count("\n") == 1
    return last.removeprefix("Error: ")


def test_help_names_every_command_with_what_it_does():
    shown = rummy("--help")
    assert shown.exit_code == 0
    assert [name for name in COMMANDS if f"\n  {name} " in shown.stdout] == COMMANDS
    for name in COMMANDS:
        assert rummy(name, "--help").stdout.startswith(f"Usage: rummy {name} ")


def test_every_lesson_is_listed_with_what_it_teaches_and_named_where_none_is_meant():
    lines = rummy("lessons").stdout.splitlines()
    assert len(lines) == len(lessons())
    for line, one in zip(lines, lessons(), strict=True):
        assert f" {one.id} " in line and one.title in line and one.teaches[0].title in line
    told = refused("class", "groups")
    assert "There is no lesson “groups”" in told and all(one.id in told for one in lessons())


def test_variants_are_listed_with_their_titles():
    listed = rummy("variants").stdout.splitlines()
    assert [line.split()[0] for line in listed] == list(variants.variants())
    for variant, line in zip(variants.variants().values(), listed, strict=True):
        assert variant.title in line


@pytest.mark.parametrize("name", list(variants.variants()))
def test_rules_print_every_article_the_variant_knows(name):
    lines, facts = rummy("rules", name).stdout.splitlines(), variants.find(name).facts()
    for article in rules.articles().values():
        printed = [line for line in lines if line.endswith(f" {article.title} [{article.id}]")]
        assert len(printed) == article.applies(facts), article.id


def test_a_changed_option_is_shown_beside_what_it_was():
    words = ("rules", "rummy-500", "--set", "scoring.ace_low=15", "--set", " match.target = 300 ")
    shown = " ".join(rummy(*words).stdout.split())
    assert "A low ace 15 points; in Rummy 500 with jokers: 1 point" in shown
    assert "Target of the match 300 points; in Rummy 500 with jokers: 500 points" in shown


def test_rules_list_the_options_for_those_who_ask():
    shown = rummy("rules", "basic", "--options").stdout
    told = "The ace in sequences below the two (melding.aces=low). It could be: above the king (high);"
    assert told in " ".join(shown.split())
    assert "melding.aces" not in rummy("rules", "basic").stdout


@pytest.mark.parametrize(
    "words", [("rules", "basic"), ("rules", "basic", "--quick"), ("diff", "basic", "block")]
)
def test_what_is_printed_comes_in_three_formats_and_into_a_file(words, tmp_path):
    starts = {"text": "B", "markdown": "# B", "html": "<!doctype html>"}
    for form, start in starts.items():
        shown = rummy(*words, "--format", form)
        assert shown.exit_code == 0 and shown.stdout.startswith(start)
        file = tmp_path / form
        quiet = rummy(*words, "--format", form, "--out", str(file))
        assert (quiet.exit_code, quiet.stdout) == (0, "") and file.read_text("utf-8") == shown.stdout


def test_one_article_is_printed_with_its_examples():
    shown = rummy("rules", "--article", "draw.pile.use-at-once").stdout
    assert shown.startswith("4.6 The card taken must be used at once\n") and "Answer: Not allowed." in shown
    assert rummy("rules", "--article", "4.6").stdout == shown


def test_a_difference_is_told_between_any_two_tables():
    shown = rummy("diff", "500-rum", "rummy-500 + ending.last_discard=required").stdout
    assert "In 500 Rum:" in shown and "In Rummy 500 with jokers, house rules:" in shown
    assert "[out.must-discard]" in shown and "[meld.kind]" not in shown
    assert "(meld.kind)" in rummy("diff", "500-rum", "rummy-500", "--all").stdout
    assert "Nothing differs" in rummy("diff", "basic", "basic + melding.per_turn=1").stdout


def test_an_unknown_name_is_answered_with_the_nearest():
    assert "Did you mean rummy-500?" in refused("diff", "basic", "rumy-500")
    assert "Did you mean drawing.pile?" in refused("rules", "basic", "--set", "drawing.piles=any")
    assert "Did you mean meld.size?" in refused("rules", "--article", "meld.sizes")


def test_what_cannot_be_read_is_one_sentence():
    assert "nope" in refused("rules", "nope")
    assert "drawing.deep" in refused("rules", "basic", "--set", "drawing.deep=1")
    assert "sideways" in refused("rules", "basic", "--set", "drawing.pile=sideways")


def test_wrong_usage_has_a_code_of_its_own():
    assert "OPTION=VALUE" in refused("rules", "basic", "--set", "drawing.pile", code=2)
    assert "--article" in refused("rules", code=2)
    assert "--article" in refused("rules", "basic", "--article", "4.6", code=2)
    assert "pdf" in refused("rules", "basic", "--format", "pdf", code=2)
    refused("shuffle", code=2)


RULING = """
[[ruling]]
id = "{id}"
question = "May I lay down three sevens?"
variant = "rummy-500"
seats = 2
turn = "A"
phase = "play"
stock_left = 9
discards = "5S KH"
hands.A = "7H 7C 7D 2S"
try = ["{line}"]
verdict = "{verdict}"
"""


@pytest.fixture
def ruled(tmp_path):
    """A function that writes a file of rulings, each an id, a line and a verdict."""

    def write(*rows: tuple[str, str, str]) -> str:
        text = "".join(RULING.format(id=name, line=line, verdict=verdict) for name, line, verdict in rows)
        (tmp_path / "my.toml").write_text(text, "utf-8")
        return str(tmp_path / "my.toml")

    return write


def test_rulings_that_come_out_as_they_say_are_only_counted(ruled):
    result = rummy("rulings", ruled(("T-1", "meld 7H 7C 7D", "legal"), ("T-2", "meld 7H 7C 2S", "refused")))
    assert (result.exit_code, result.output) == (0, "2 passed, 0 failed\n")


def test_a_ruling_that_differs_is_told_with_the_rule_that_was_broken(ruled):
    result = rummy("rulings", ruled(("T-1", "meld 7H 7C 7D", "legal"), ("T-2", "meld 7H 7C 2S", "legal")))
    assert result.exit_code == 1
    first, expected, broken, last = result.stdout.splitlines()
    assert "T-2" in first and "May I lay down three sevens?" in first
    assert "expected legal, got meld.kind" in expected
    assert "(rule " in broken and "meld.kind)" in broken
    assert last == "1 passed, 1 failed"


def test_the_projects_own_rulings_are_judged_when_no_file_is_named():
    result = rummy("rulings")
    disputed = sum(bool(ruling.disputed) for ruling in rulings.collection())
    rest = len(rulings.collection()) - disputed
    assert result.stdout.splitlines()[-1] == f"{rest} passed, {disputed} failed"


GOOD = RULING.format(id="T", line="meld 7H 7C 7D", verdict="legal")


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[[ruling]]\nid = ",
        "[[ruling]]\nid = 'x'\n",
        "ruling = 3",
        "ruling = " + "[" * 20_000,
        GOOD.replace("meld 7H 7C 7D", "jump"),
        GOOD.replace("5S KH", "5S 5S"),
        GOOD.replace('"legal"', '"no-such-rule"'),
        GOOD.replace('"legal"', "[]"),
        GOOD + 'then.points.A = "3C"',
        GOOD + "then.hands.A.B = 3",
        GOOD + 'then.dealer = "A"\ncut.A = "5S"\ncut.B = 7',
        "\udcff",
    ],
)
def test_a_broken_file_of_rulings_is_one_sentence_with_file_and_place(tmp_path, content):
    (tmp_path / "my.toml").write_text(content, "utf-8", "surrogateescape")
    result = rummy("rulings", str(tmp_path / "my.toml"))
    assert result.exit_code == 1
    sentence, last = result.output.splitlines()
    assert str(tmp_path / "my.toml") in sentence
    assert last == "0 passed, 1 failed"


def test_a_missing_file_of_rulings_does_not_stop_the_others(ruled, tmp_path):
    result = rummy("rulings", str(tmp_path / "none.toml"), ruled(("T-1", "meld 7H 7C 7D", "legal")))
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1 and "none.toml: " in result.stderr
    assert result.stdout == "1 passed, 1 failed\n"


@pytest.mark.parametrize("name", list(variants.variants()))
def test_a_recorded_match_replays_to_its_score_sheet(name, tmp_path):
    out, rules_of = tmp_path / "match.toml", variants.find(name).match
    seats = "4" if rules_of.sides == "partners" else "3"
    assert rummy("record", name, "--seats", seats, "--seed", "7", "--out", str(out)).output == ""
    assert rummy("record", name, "--seats", seats, "--seed", "7").stdout == out.read_text("utf-8")
    assert rummy("record", name, "--seats", seats, "--seed", "8").stdout != out.read_text("utf-8")
    result = rummy("replay", str(out))
    assert result.exit_code == 0
    head, *_, total, won = result.stdout.splitlines()
    sides = ["AC", "BD"] if seats == "4" else ["A", "B", "C"]
    assert re.split(" {2,}", head.strip()) == [" + ".join(f"{s} (greedy)" for s in side) for side in sides]
    assert rules_of.target == "none" or max(map(int, total.split()[1:])) >= rules_of.target
    assert won.endswith(" won the match.")


def test_the_notes_of_a_record_are_printed_with_their_moves(tmp_path):
    record = example("annotated")
    noted = record.deals[0]._replace(notes=((2, "Why?\x1b[31m"), (38, "Out.")))
    path = tmp_path / "noted.toml"
    path.write_text(dump(record._replace(deals=(noted,))), encoding="utf-8")
    told = rummy("replay", str(path)).output.replace("\ufe0e", "")
    assert "Deal 1, move 3: B discarded the 9♦.\n  Why?·[31m\n" in told
    assert (
        told.index("Why?") < told.index("Deal 1, move 39: C discarded the 4♥.\n  Out.") < told.index("total")
    )


def test_a_record_that_lies_is_replayed_to_its_first_breach(tmp_path):
    lines = rummy("record", "basic", "--seed", "3").stdout.splitlines()
    at = next(i for i, line in enumerate(lines) if line == '  "draw",')
    lines.insert(at, '  "draw",')
    (tmp_path / "lie.toml").write_text("\n".join(lines), "utf-8")
    result = rummy("replay", str(tmp_path / "lie.toml"))
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "lie.toml, deal 1, line 3, “draw”: " in result.stderr and "turn.one-draw" in result.stderr
    assert result.stdout.splitlines()[-1] == "Nobody has won the match yet."


def test_a_record_that_breaks_off_between_lines_is_said_to_be_unfinished(tmp_path):
    lines = rummy("record", "basic", "--seed", "3").stdout.splitlines()
    at = next(i for i, line in enumerate(lines) if line == '  "draw",')
    (tmp_path / "short.toml").write_text("\n".join([*lines[:at], "]"]), "utf-8")
    result = rummy("replay", str(tmp_path / "short.toml"))
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "Deal 1 is not finished."


def test_what_is_no_record_is_one_sentence(tmp_path):
    (tmp_path / "text").write_text("rummy = 1\nvariant = ", "utf-8")
    (tmp_path / "bytes").write_bytes(b"\xff")
    (tmp_path / "deep").write_text("rummy = " + "[" * 20_000, "utf-8")
    (tmp_path / "names").write_text('rummy = 1\nvariant = "basic"\nseats = 2\nnames = ["Ann"]\n', "utf-8")
    for name in ["none", "text", "bytes", "deep", "names", "."]:
        assert str(tmp_path / name) in refused("replay", str(tmp_path / name))


def test_simulate_prints_one_object():
    words = ["rummy-500", "--seats", "2", "--deals", "9", "--seed", "1", "--players", "random"]
    result = rummy("simulate", *words)
    assert result.exit_code == 0 and result.stdout.count("\n") == 1
    told = json.loads(result.stdout)
    assert set(told) >= {"deals", "decisions", "seconds", "decisions_per_second", "ends", "mean_score"}
    assert told["deals"] == 9 == sum(told["ends"].values())
    assert told["decisions_per_second"] == pytest.approx(told["decisions"] / told["seconds"], rel=0.1)
    again = json.loads(rummy("simulate", "rummy-500", "--deals", "9", "--seed", "1").stdout)
    same = ["decisions", "ends", "mean_score"]
    assert [again[key] for key in same] == [told[key] for key in same]


def test_every_seat_can_have_its_own_player():
    told = json.loads(rummy("simulate", "500-rum", "--deals", "9", "--players", "greedy, random").stdout)
    assert told["players"] == ["greedy", "random"]
    alike = json.loads(rummy("simulate", "500-rum", "--deals", "9", "--players", "random").stdout)
    assert told["decisions"] != alike["decisions"]


def test_a_table_that_cannot_be_is_one_sentence():
    assert "9" in refused("simulate", "500-rum", "--seats", "9")
    assert "0" in refused("record", "rummy-500", "--seats", "0")
    assert "clever" in refused("record", "basic", "--players", "clever", code=2)
    assert "one each" in refused("record", "basic", "--seats", "3", "--players", "greedy,random", code=2)
    assert "--deals" in refused("simulate", "basic", "--deals", "0", code=2)
    nowhere = refused("record", "basic", "--set", "match.target=1", "--out", "/no/such/folder/match.toml")
    assert nowhere.startswith("/no/such/folder/")


def test_learn_opens_the_course_of_a_checkout_where_it_is():
    assert course.folder() == CHECKOUT / "notebooks"


def test_learn_copies_the_course_of_a_wheel_and_keeps_what_the_learner_changed(tmp_path, monkeypatch):
    package = tmp_path / "site-packages" / "rummy"
    (package / "notebooks").mkdir(parents=True)
    for name in ["00-start.ipynb", "01-melds.ipynb"]:
        (package / "notebooks" / name).write_text(name, "utf-8")
    monkeypatch.setattr(course, "PACKAGE", package)
    monkeypatch.chdir(tmp_path)
    folder = course.folder()
    assert folder == tmp_path / "rummy-notebooks"
    (folder / "00-start.ipynb").write_text("mine", "utf-8")
    (folder / "01-melds.ipynb").unlink()
    assert course.folder() == folder
    assert (folder / "00-start.ipynb").read_text("utf-8") == "mine"
    assert (folder / "01-melds.ipynb").read_text("utf-8") == "01-melds.ipynb"


def test_learn_starts_jupyterlab_on_the_first_notebook_without_asking_outside(monkeypatch):
    started = []

    class Lab:
        def __init__(self, command, env):
            started.extend(command)
            quiet = Path(env["JUPYTER_CONFIG_PATH"].split(os.pathsep)[0]) / "labconfig" / "page_config.json"
            assert "announcements" in quiet.read_text("utf-8")

        def __enter__(self):
            return self

        def __exit__(self, *error):
            return None

        def wait(self):
            return 3

    monkeypatch.setattr(course.subprocess, "Popen", Lab)
    assert rummy("learn", "--no-browser", "--port", "8899").exit_code == 3
    assert started[1:3] == ["-m", "jupyterlab"]
    assert started[-3:] == ["--no-browser", "--port", "8899"]
    assert "--LabApp.default_url=/lab/tree/00-start.ipynb" in started
    assert "--LabApp.news_url=None" in started


def test_the_module_runs_as_a_program_and_leaves_quietly_when_nobody_reads():
    command = f"{sys.executable} -m rummy rules rummy-500 | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, encoding="utf-8", check=False)
    assert done.stdout.startswith(variants.find("rummy-500").title)
    assert done.stderr == ""


README = (CHECKOUT / "README.md").read_text("utf-8")


def test_the_commands_of_the_readme_work(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^\$ rummy (.*?)(?:  +#.*)?$", README, re.MULTILINE)
    named = {command: command.split()[0].lstrip("-") for command in commands}
    assert {*named.values()} == {"help", *COMMANDS, *ELSEWHERE} - {"learn"}
    for command in commands:
        if named[command] not in ELSEWHERE:
            assert rummy(*shlex.split(command)).exit_code == 0, command


def test_the_python_of_the_readme_works(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(code, {})
    assert "turn.draw-first" in capsys.readouterr().out


def test_a_directory_of_rulings_is_judged_to_its_end(tmp_path):
    (tmp_path / "more").mkdir()
    lie, broken = GOOD.replace('"legal"', '"refused"'), GOOD.replace("5S KH", "5S 5S")
    keyless = GOOD.replace('try = ["meld 7H 7C 7D"]\n', "")
    other, keyless = GOOD.replace('"T"', '"V"'), keyless.replace('"T"', '"K"')
    (tmp_path / "a.toml").write_text(GOOD + keyless + broken.replace('"T"', '"U"') + other, "utf-8")
    (tmp_path / "b.toml").write_text("[[ruling]]\nid = ", "utf-8")
    (tmp_path / "more" / "c.toml").write_text(lie + other, "utf-8")
    (tmp_path / "notes.txt").write_text("no rulings", "utf-8")
    result = rummy("rulings", str(tmp_path))
    assert result.exit_code == 1
    told = result.output.splitlines()
    assert told[-1] == "3 passed, 4 failed"
    for file, says in [
        ("a.toml, ruling K", "key try is missing. Write the lines"),
        ("a.toml, ruling U", "5♠"),
        ("b.toml", "TOML"),
        ("c.toml, ruling T", "May I lay down three sevens?"),
    ]:
        assert [line for line in told if file in line and says in line], (file, says)


def test_a_directory_without_rulings_is_a_failure(tmp_path):
    result = rummy("rulings", str(tmp_path))
    assert result.exit_code == 1
    assert str(tmp_path) in result.stderr and result.stdout == "0 passed, 1 failed\n"


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ('discards = "5S KH"', 'discard = "5S KH"'),
        ('verdict = "legal"', 'verdict = "meld.sizes"'),
        ('verdict = "legal"', 'verdict = "leagl"'),
    ],
)
def test_a_name_that_is_nearly_right_is_put_right(tmp_path, wrong, right):
    (tmp_path / "my.toml").write_text(GOOD.replace(wrong, right), "utf-8")
    assert "Did you mean " in rummy("rulings", str(tmp_path / "my.toml")).stderr


INLINE = ["--hand", "A=2C 9D", "--discards", "5S KH", "--table", "B: 5C 5D 5H"]


def test_a_question_may_be_sketched_on_the_command_line():
    result = rummy("ask", *INLINE, "take 5S")
    assert result.exit_code == 0 and result.stdout.startswith("Legal: take 5S\n")
    result = rummy("ask", *INLINE, "take 5S", "discard KH")
    assert result.exit_code == 0 and result.stdout.startswith("Refused: discard KH\n")
    assert "draw.pile.use-at-once" in result.stdout
    assert "draw.pile.top-only" in rummy("ask", *INLINE, "--variant", "basic", "take 5S").stdout
    assert "draw.pile.top-only" in rummy("ask", *INLINE, "--set", "drawing.pile=top", "take 5S").stdout
    assert "turn.draw-first" in rummy("ask", *INLINE, "--phase", "draw", "discard 2C").stdout


def test_a_question_may_be_about_a_named_position_a_file_or_standard_input(tmp_path):
    (tmp_path / "my.toml").write_text(GOOD + GOOD.replace('"T"', '"U"').replace("7C 7D 2S", "2S"), "utf-8")
    file = str(tmp_path / "my.toml")
    assert rummy("ask", "bridge", "take 9S").stdout.startswith("Legal: take 9S\n")
    assert rummy("ask", f"{file}#T").stdout.startswith("Legal: meld 7H 7C 7D\n")
    assert rummy("ask", f"{file}#U").stdout.startswith("Refused: meld 7H 7C 7D\n")
    assert rummy("ask", f"{file}#U", "discard 2S").stdout.startswith("Legal: discard 2S\n")
    result = CliRunner().invoke(cli.cli, ["ask", "-"], input=GOOD, prog_name="rummy")
    assert result.stdout.startswith("Legal: meld 7H 7C 7D\n")
    assert "T or U" in refused("ask", file, "draw")


def test_an_answer_is_written_in_four_formats():
    said = ["ask", *INLINE, "take 5S", "discard KH", "--format"]
    assert json.loads(rummy(*said, "json").stdout)["rule"]["id"] == "draw.pile.use-at-once"
    assert rummy(*said, "markdown").stdout.startswith("# Refused: discard KH\n")
    assert rummy(*said, "html").stdout.startswith("<!doctype html>")
    assert rummy(*said, "text").stdout == rummy(*said[:-1]).stdout


def test_a_question_that_cannot_be_read_is_one_sentence(tmp_path):
    (tmp_path / "bytes.toml").write_bytes(b"\xff")
    (tmp_path / "key.toml").write_text('hand.A = "7H"\n', "utf-8")
    assert "brigde" in refused("ask", "brigde", "draw")
    assert "take 5S" in refused("ask") and "take 5S" in refused("ask", "bridge")
    assert "none.toml" in refused("ask", str(tmp_path / "none.toml"), "draw")
    assert "bytes.toml" in refused("ask", str(tmp_path / "bytes.toml"), "draw")
    assert "Did you mean hands?" in refused("ask", str(tmp_path / "key.toml"), "draw")
    assert "1H" in refused("ask", "--hand", "A=1H", "draw")
    assert "no seat Z" in refused("ask", "--hand", "Z=7H", "draw")
    assert "tea" in refused("ask", "--phase", "tea", "draw")
    assert "9" in refused("ask", "--seats", "9", "draw")
    assert "Did you mean" in refused("ask", "--key", "ownd=7H", "draw")
    assert "drawing.deep" in refused("ask", "bridge", "draw", "--set", "drawing.deep=1")
    assert "form SEAT=CARDS" in refused("ask", "--hand", "7H", "draw", code=2)


# -- what is given wrongly is refused, and nothing is left half done ---------------------------------------


@pytest.mark.parametrize("command", ["record", "simulate"])
@pytest.mark.parametrize("seats", ["-1", "0", "1", "9", "5000000000", "99999999999999999999"])
def test_so_many_players_as_no_table_seats_are_refused_at_once(command, seats):
    assert "is for 2 to 8 players" in refused(command, "rummy-500", "--seats", seats)


@pytest.mark.parametrize("words", [("record", "--seed"), ("record", "--note"), ("simulate", "--seed")])
def test_a_text_that_no_file_can_hold_is_refused_before_anything_is_played(words, tmp_path):
    command, option = words
    assert option in refused(command, "basic", option, "a\udcff", code=2)
    assert list(tmp_path.iterdir()) == []


def test_a_match_that_is_too_long_is_refused_before_it_is_played():
    assert "2000" in refused("record", "basic", "--set", "match.target=none", "--set", "match.deals=99999")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--set", "drawing.pile=any", "--set", "drawing.pile=top"], "drawing.pile is given twice"),
        (["--hand", "a=2S", "--hand", "A=3S"], "A is given twice"),
        (["--hand", "a=2S", "--key", "hands.A=3S"], "hands.A is given twice"),
        (["--hand", "A=2S", "--key", "hands=3S"], "hands is given twice"),
        (["--turn", "A", "--key", "turn=B"], "turn is given twice"),
        (["--variant", "basic", "--key", "variant=gambit"], "variant is given twice"),
        (["--set", "drawing.pile=any", "--key", "options.drawing.pile=top"], "options is given twice"),
        (["--hand", "A"], "SEAT=CARDS"),
        (["--hand", "=7H"], "SEAT=CARDS"),
        (["--key", "x"], "KEY=VALUE"),
    ],
)
def test_what_is_said_twice_or_in_another_form_is_refused(words, says):
    assert says in refused("ask", *words, "draw", code=2)


@pytest.mark.parametrize(
    ("key", "says"),
    [("hnds.A=7H", "Did you mean hands?"), ("verdict=legal", "no key of a position")],
)
def test_a_key_that_no_position_has_is_refused(key, says):
    assert says in refused("ask", "--key", key, "draw")


def test_a_key_may_say_true_or_a_number():
    words = ["--hand", "A=2C 9D", "--table", "A: 5C 5D 5H", "--phase", "play", "--key", "laid=true"]
    assert rummy("ask", *words, "--key", "melds=1", "discard 2C").exit_code == 0


def test_a_file_without_a_name_is_refused():
    for words in (["replay", ""], ["rulings", ""], ["rules", "basic", "--out", ""]):
        assert "names no file" in refused(*words, code=2)
    for position in ("", "#T"):
        assert "standard input" in refused("ask", position, "draw")


def test_a_file_that_leads_to_itself_is_named_and_stays(tmp_path):
    loop, back = tmp_path / "loop", tmp_path / "back"
    loop.symlink_to(back)
    back.symlink_to(loop)
    for words in (
        ["ask", str(loop), "draw"],
        ["replay", str(loop)],
        ["rules", "basic", "--out", str(loop)],
        ["diff", "basic", "block", "--out", str(loop / "x")],
    ):
        assert refused(*words).startswith(str(loop))
    assert sorted(tmp_path.iterdir()) == [back, loop] and loop.is_symlink()


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["--article", "4.6", "--set", "drawing.pile=any"], "--set"),
        (["--article", "4.6", "--quick"], "--quick"),
        (["--article", "4.6", "--notes", "--options"], "--notes and --options"),
        (["basic", "--quick", "--notes"], "--notes"),
        (["basic", "--quick", "--set", "match.target=50", "--options"], "--options"),
    ],
)
def test_an_option_that_would_change_nothing_is_refused(words, extra):
    assert refused("rules", *words, code=2).endswith(f"leave out {extra}.")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('variant = "nope"', "no variant"),
        ("options = { x = 1 }", "no option"),
        ('try = ["fly away"]', "“fly away” is no line"),
        ('totals.Q = 3\ntry = ["draw"]', "no seat Q"),
    ],
)
def test_what_is_wrong_in_a_file_that_is_asked_about_is_told_with_the_file(tmp_path, text, says):
    (tmp_path / "my.toml").write_text(text, "utf-8")
    told = refused("ask", str(tmp_path / "my.toml"), *([] if "try" in text else ["draw"]))
    assert told.startswith(str(tmp_path / "my.toml")) and says in told


def test_a_ruling_without_a_question_is_told_by_what_it_tries(tmp_path):
    lie = GOOD.replace('question = "May I lay down three sevens?"', "").replace('"legal"', '"refused"')
    (tmp_path / "my.toml").write_text(lie, "utf-8")
    assert "ruling T: meld 7H 7C 7D\n" in rummy("rulings", str(tmp_path / "my.toml")).stdout


@pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="only some systems have a disk that is always full"
)
@pytest.mark.parametrize("words", [["--help"], ["variants"], ["rules", "basic", "--out", "/dev/full"]])
def test_a_full_disk_is_one_sentence_that_names_it(words):
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "rummy", *words]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, encoding="utf-8", check=False)
    place = "/dev/full" if "--out" in words else "standard output"
    assert (done.returncode, done.stderr) == (1, f"Error: {place}: No space left on device.\n")
