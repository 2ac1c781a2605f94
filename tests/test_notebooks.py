"""The lessons: they run from top to bottom, are kept without outputs, and say one thing a cell."""

import os
import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from rummy.variants import variants
from rummy.widgets import room

FOLDER = Path(__file__).resolve().parent.parent / "notebooks"
TRANSLATED = sorted(FOLDER.glob("??/*.ipynb"))
LESSONS = [*sorted(FOLDER.glob("*.ipynb")), *TRANSLATED]
"""The course, and what there is of it in other languages."""
MEASURED = sorted(FOLDER.glob("**/measured/*.ipynb"))
"""What shows measurements that are kept, in all languages."""

PILE = {"Stock", "Talon"}


def read(path):
    return nbformat.read(path, 4)


def test_the_course_begins_with_the_start():
    assert [path.name for path in LESSONS][:2] == ["00-start.ipynb", "01-melds.ipynb"]


def named(path):
    return path.relative_to(FOLDER).with_suffix("").as_posix()


@pytest.mark.parametrize("path", [*LESSONS, *MEASURED], ids=named)
def test_a_notebook_is_kept_without_outputs(path):
    for cell in read(path).cells:
        assert cell.cell_type != "code" or (cell.outputs == [] and cell.execution_count is None)


@pytest.mark.parametrize("path", [*LESSONS, *MEASURED], ids=named)
def test_a_code_cell_has_one_to_three_lines(path):
    for cell in read(path).cells:
        assert cell.cell_type != "code" or 1 <= len(cell.source.splitlines()) <= 3


@pytest.mark.parametrize("path", [*LESSONS, *MEASURED], ids=named)
def test_a_notebook_names_only_notebooks_that_exist(path):
    for cell in read(path).cells:
        for name in re.findall(r"\]\(([^)#:]+\.ipynb)", cell.source):
            assert (path.parent / name).exists(), name


@pytest.mark.parametrize("path", [*TRANSLATED, *sorted(FOLDER.glob("??/measured/*.ipynb"))], ids=named)
def test_a_notebook_in_another_language_has_the_same_cells_in_the_same_order(path):
    language, *own = path.relative_to(FOLDER).parts
    speak, *cells = sorted(read(path).cells, key=lambda cell: "speak(" not in cell.source)
    assert f'speak("{language}")' in speak.source
    for cell, first in zip(cells, read(FOLDER.joinpath(*own)).cells, strict=True):
        assert (cell.cell_type, cell.metadata) == (first.cell_type, first.metadata)
        assert cell.cell_type != "code" or cell.source == first.source
        assert len(re.findall("^#+ |^[-|>]|^[0-9]+[.]|[*][*]", cell.source, re.MULTILINE)) == len(
            re.findall("^#+ |^[-|>]|^[0-9]+[.]|[*][*]", first.source, re.MULTILINE)
        )


@pytest.mark.slow
@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_runs_from_top_to_bottom_and_draws_its_tables(path, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(FOLDER.parent), os.environ.get("PYTHONPATH", "")]))
    book = read(path)
    NotebookClient(book, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [out for cell in book.cells if cell.cell_type == "code" for out in cell.outputs]
    assert not [
        out for out in outputs if out.output_type in ("error", "stream") and out.get("name") == "stderr"
    ]
    shown = [out.data for out in outputs if out.output_type == "execute_result"]
    tables = [data for data in shown if "application/vnd.jupyter.widget-view+json" in data]
    drawn = [data for data in tables if "application/vnd.rummy.table+json" in data]
    assert drawn and all(PILE & {*re.findall("Stock|Talon", repr(data))} for data in drawn)


@pytest.mark.slow
def test_the_start_shows_the_games_a_rulebook_a_comparison_and_the_referee(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(FOLDER.parent), os.environ.get("PYTHONPATH", "")]))
    book = read(FOLDER / "00-start.ipynb")
    NotebookClient(book, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [out for cell in book.cells if cell.cell_type == "code" for out in cell.outputs]
    shown = [out.data for out in outputs if out.output_type == "execute_result"]
    games, *pages = [data["text/markdown"] for data in shown if "text/markdown" in data]
    assert re.findall("^- `(.+?)`", games, re.MULTILINE) == [*variants()]
    assert len(pages) == 2 and all("# Rummy 500 with jokers" in page and "counts 5" in page for page in pages)
    assert "Refused" in shown[-1]["text/html"] and "must be melded or laid off" in shown[-1]["text/html"]


def test_a_room_seats_the_fewest_that_may_play_and_shows_its_seed():
    it = room("persian", seed=0)
    assert (it.seats.value, it.seed.value, room("basic").seed.value) == (4, "0", "")
    it.variant.value = "5000"
    it._deal(None)
    assert it.seats.value == 4 and it.shown.frame["variant"] == "5000"
    it.seats.value = 3
    it.variant.value = "persian"
    it._deal(None)
    assert it.seats.value == 4 and it.shown.frame["variant"] == "persian"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("table('gin')", "There is no variant “gin”"),
        ("table(seats=9)", "is for 2 to 8 players, not for 9"),
        ("table(position='nowhere')", "There is no position “nowhere”"),
        ("play(new_deal(find('basic')), parse('discard KD', new_deal(find('basic'))))", "Draw first"),
        ("parse('jump', new_deal(find('basic')))", "“jump” is no line of play"),
    ],
)
def test_a_mistake_in_a_cell_is_told_in_a_sentence_without_a_traceback(cell, told, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(FOLDER.parent), os.environ.get("PYTHONPATH", "")]))
    start = "from rummy import find, new_deal, parse, play\nfrom rummy.widgets import table"
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(f"{start}\n{cell}")])
    NotebookClient(
        book, timeout=60, allow_errors=True, resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    (shown,) = book.cells[0].outputs
    assert shown.output_type == "error" and len(shown.traceback) == 1 and told in shown.traceback[0]
