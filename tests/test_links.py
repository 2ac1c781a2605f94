"""Links of a built site: those that lead nowhere are found, into the workbench too."""

from __future__ import annotations

from pathlib import Path

import pytest

from rummy.site.links import broken

BOOK = "lab/lab/index.html?path=00-start.ipynb"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """The only page of a site."""
    return tmp_path / "index.html"


def lost(page: Path, *links: str, apart: tuple[str, ...] = ()) -> list[str]:
    """Which of these links of the page lead nowhere."""
    page.write_text("".join(f'<a href="{link}">x</a>' for link in links), encoding="utf-8")
    return [one.partition(": ")[2] for one in broken(page.parent, "http://127.0.0.1/", apart)]


def test_a_link_into_the_workbench_must_name_a_notebook_that_is_there(page: Path) -> None:
    for path in ("lab/lab/index.html", "lab/files/00-start.ipynb"):
        (page.parent / path).parent.mkdir(parents=True, exist_ok=True)
        (page.parent / path).write_text("", encoding="utf-8")
    assert lost(page, BOOK, BOOK.replace("00", "99"), "lab/no/") == [BOOK.replace("00", "99"), "lab/no/"]


def test_a_site_without_a_workbench_may_link_to_it_and_to_a_language_that_is_built_apart(page: Path) -> None:
    links = [BOOK, "de/", "../rules/", "no/"]
    assert lost(page, *links, apart=("de",)) == ["no/"]
    assert lost(page, *links) == ["de/", "../rules/", "no/"]


def test_a_place_on_a_page_must_be_there_and_what_a_tool_is_asked_is_none(page: Path) -> None:
    (page.parent / "a" / "b").mkdir(parents=True)
    (page.parent / "a" / "b" / "index.html").write_text('<a href="../../#x">x</a><p id="y">', "utf-8")
    found = lost(page, "a/b/#y", "/a/b/#y", "a/b/#q=1", "a/b/index.html", "a/b/#z", "a/c/")
    assert found == ["../../#x", "a/b/#z", "a/c/"]
