"""A class on JupyterHub, with the documented configuration: one course for all, each their own progress."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
import requests

from rummy.course.progress import Progress, read

from .hub import CLASSROOM, Hub, Pupil

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="JupyterHub does not run on Windows"),
]
LESSON = "course/00-start.ipynb"
SOLVE = """
from rummy.widgets import task
one = task("{name}")
for line in one.course.exercise.solution:
    one._hear({{"type": "say", "line": line}})
print(one.course.status, end="")
"""


@pytest.fixture(scope="module")
def hub(tmp_path_factory) -> Iterator[Hub]:
    if not CLASSROOM.exists():
        pytest.fail("there is no JupyterHub yet: `make test` installs it into .venv-class")
    one = Hub(tmp_path_factory.mktemp("hub"))
    try:
        one.ready()
        yield one
    finally:
        one.stop()


@pytest.fixture(scope="module")
def pupils(hub) -> tuple[Pupil, Pupil]:
    """Two pupils with the first lesson open, which they have run from top to bottom."""
    two = Pupil(hub, "ada"), Pupil(hub, "bo")
    for pupil in two:
        pupil.start()
    for pupil in two:
        pupil.wait()
        for cell in pupil.open(LESSON)["content"]["cells"]:
            if cell["cell_type"] == "code":
                pupil.run(cell["source"])
    return two


def kept(hub: Hub, name: str) -> Progress:
    """What the file in a pupil's home says they have tried."""
    path = hub.home(name) / "rummy-progress.json"
    return read(path.read_text("utf-8")) if path.exists() else Progress()


def test_two_pupils_do_the_lesson_and_each_keeps_their_own_progress(hub, pupils):
    ada, bo = pupils
    assert ada.run(SOLVE.format(name="start.first-meld")) == "right"
    assert bo.run(SOLVE.format(name="melds.one-suit")) == "right"
    assert {*kept(hub, "ada").tries} == {"start.first-meld"}
    assert {*kept(hub, "bo").tries} == {"melds.one-suit"}


def test_the_course_can_be_read_by_all_and_written_by_none(hub, pupils):
    before = {path.name: path.read_bytes() for path in hub.course.iterdir()}
    for pupil in pupils:
        there = f"/user/{pupil.name}/api/contents/{LESSON}"
        assert pupil.ask("GET", there).json()["writable"] is False
        book = {
            "type": "notebook",
            "content": {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5},
        }
        assert not pupil.ask("PUT", there, book).ok
        assert not pupil.ask("DELETE", there).ok
        with pytest.raises(RuntimeError, match=r"PermissionError|Permission denied"):
            pupil.run("open('note.txt', 'w')")
        copy = pupil.ask("POST", f"/user/{pupil.name}/api/contents", {"copy_from": LESSON})
        assert copy.json()["writable"] is True
    assert {path.name: path.read_bytes() for path in hub.course.iterdir()} == before


def test_nobody_comes_in_without_a_password_or_to_another_pupil(hub, pupils):
    with pytest.raises(requests.HTTPError):
        Pupil(hub, "cy", "guess")
    ada, bo = pupils
    assert ada.ask("GET", f"/user/{bo.name}/api/contents").status_code in (403, 404)


def test_the_proxy_lets_a_browser_speak_to_the_kernel_in_its_own_protocol(pupils):
    connection = pupils[0].connect("v1.kernel.websocket.jupyter.org")
    assert connection.subprotocol == "v1.kernel.websocket.jupyter.org"
    connection.close()


def test_the_first_page_is_the_first_lesson(hub, pupils):
    ada, _ = pupils
    page = ada.web.get(f"{hub.url}/hub/user-redirect/", headers={"Sec-Fetch-Mode": "navigate"})
    assert (
        page.ok and page.url.endswith(f"/user/ada/lab/tree/{LESSON}") and "jupyter-config-data" in page.text
    )
