"""Handouts: pupils get no answers, teachers get all of them, slides need nothing from elsewhere."""

from __future__ import annotations

import re

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from rummy.course import exercises, lessons
from rummy.course.task import in_words
from rummy.site.handouts import PUPIL, REVEAL, TABLE, TASK, TEACHER, handout, name, page, slides, write
from rummy.words import speak

BOOKS = lessons()


def ran(book):
    """The lesson's notebook as it would have run: prose, its exercises, a note for teachers."""
    cells = [new_markdown_cell(f"# {book.title}\n\n[A link](x.ipynb) 7♥"), new_markdown_cell("## Second")]
    for one in book.exercises:
        out = new_output("execute_result", {TASK: {"exercise": one.id}, "text/html": "<p>drawn</p>"})
        cells.append(new_code_cell(f'task("{one.id}")', outputs=[out]))
    cells.append(new_markdown_cell("TO DISCUSS", metadata={"tags": ["teacher"]}))
    cells.append(new_markdown_cell("SCREEN", metadata={"tags": ["screen-only"]}))
    return new_notebook(cells=cells)


def words(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_pupils_get_every_exercise_and_no_answer(book):
    paper = handout(book, ran(book), PUPIL)
    assert paper.count('<section class="doing">') == len(book.exercises)
    assert 'class="answer"' not in paper and "TO DISCUSS" not in paper and "SCREEN" not in paper
    for one in book.exercises:
        assert one.words("why") not in words(paper)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_teachers_get_the_answer_the_reason_and_the_rule_of_every_exercise(book):
    paper = handout(book, ran(book), TEACHER)
    assert paper.count('<div class="answer">') == len(book.exercises) and "TO DISCUSS" in paper
    plain = words(paper).replace("\ufe0e", "")
    for one in book.exercises:
        assert f"{one.articles[0].number} {one.articles[0].title}" in plain
        for told in in_words(one, one.solution):
            assert told.replace("\ufe0e", "") in plain


def test_paper_has_no_words_that_lead_to_drills_and_lessons_and_a_table_without_ink():
    shown = [
        new_output("execute_result", {kind: arguments, "text/html": "<p>drawn</p>"})
        for kind, arguments in ((TASK, {"drill": "meld"}), (TABLE, {"variant": "basic", "seed": "7"}))
    ]
    cells = [new_markdown_cell("AS OFTEN AS YOU LIKE"), *(new_code_cell("", outputs=[one]) for one in shown)]
    cells.append(new_markdown_cell("NEXT [one](01-a.ipynb), before [other](00-b.ipynb)"))
    paper = handout(BOOKS[1], new_notebook(cells=cells), PUPIL)
    assert (
        "AS OFTEN" not in paper
        and "NEXT" not in paper
        and "<p>drawn" not in paper
        and paper.count('class="laid"') == 1
    )


@pytest.mark.parametrize("made", [handout, slides])
def test_nothing_is_asked_from_elsewhere_and_no_script_stands_in_a_page(made):
    html = made(BOOKS[1], ran(BOOKS[1]))
    assert not re.search(r'(?:src|href)="(?:https?:)?//', html) and not re.search(r"<script>|\son\w+=", html)
    assert all(source.startswith(f"{REVEAL}/") for source in re.findall(r'<script src="([^"]+)"', html))
    assert "Content-Security-Policy" in html


def test_slides_show_every_exercise_with_its_answer_one_step_later():
    book = BOOKS[1]
    html = slides(book, ran(book))
    assert html.count('class="fragment answer"') == len(book.exercises) and "TO DISCUSS" not in html


def test_slides_are_written_only_where_they_can_be_shown(tmp_path):
    write(tmp_path, [(BOOKS[1], ran(BOOKS[1]))])
    assert {path.name for path in tmp_path.iterdir()} == {name(BOOKS[1], kind) for kind in (PUPIL, TEACHER)}
    (tmp_path / REVEAL).mkdir()
    write(tmp_path, [(BOOKS[1], ran(BOOKS[1]))])
    assert (tmp_path / name(BOOKS[1], "slides")).exists() and (tmp_path / REVEAL / "start.js").exists()


def test_in_another_language_exercises_make_a_handout_without_a_notebook(tmp_path):
    try:
        speak("de")
        paper = handout(BOOKS[5], None, PUPIL)
        assert '<html lang="de">' in paper and BOOKS[5].title in paper and "Minuten" in paper
        assert "(lessons/" not in page(BOOKS, tmp_path, shown=False)
    finally:
        speak("en")


def test_the_page_for_teachers_names_every_rule_taught_with_its_exercises(tmp_path):
    (tmp_path / BOOKS[1].notebook).touch()
    text = page(BOOKS, tmp_path, shown=True)
    for one in exercises().values():
        for about in one.articles:
            [row] = [line for line in text.splitlines() if f">{about.number} {about.title}<" in line]
            assert one.title in row and f"../{about.place}" in row
    assert "../lessons/01-melds/#melds.which" in text and "02-draw-discard/#" not in text
