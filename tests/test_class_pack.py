"""A class as a folder: cut from a built site, printed, packed."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from rummy.classroom import classroom
from rummy.cli import cli
from rummy.course import lessons
from rummy.site import handouts
from rummy.site.bundle.plain import cut
from rummy.site.classroom import files
from rummy.site.cut import built
from rummy.site.form import ClassForm
from rummy.words import ENGLISH, Unreadable, speak

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
MENU = '<li class="md-nav__item"><a href="{}lessons/{}/">{}</a></li>'


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site as small as one can be, with a page, handouts and slides for every lesson."""
    root = tmp_path / "site"
    stems = [Path(book.notebook).stem for book in lessons()]
    menu = "".join(MENU.format("../../", one, one) for one in stems)
    engine = {"wheel": {"file": "rummy.whl"}, "stdlib": {"file": "library.zip"}, "core": [], "review": []}
    docs = [{"location": f"lessons/{one}/#a", "text": one} for one in stems]
    pages = {
        "index.html": MENU.format("", stems[0], stems[0]) + MENU.format("", stems[9], stems[9]),
        "assets/live/engine.json": json.dumps(engine),
        "assets/live/live.js": "1",
        "pyodide/rummy.whl": "wheel",
        "pyodide/ipython.whl": "for the workbench",
        "lab/index.html": "workbench",
        "teaching/index.html": "answers",
        "variants/rummy-500/index.html": "500",
        "variants/persian/index.html": "Persian",
        "search/search_index.json": json.dumps({"docs": docs}),
        "handouts/reveal/reveal.js": "slides",
        **{f"lessons/{one}/index.html": f"<ul>{menu}</ul>{one}" for one in stems},
        **{
            f"handouts/{handouts.name(book, kind)}": f"<p>{kind}</p>"
            for book in lessons()
            for kind in ("pupil", "teacher", "slides")
        },
    }
    for name, text in pages.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return root


def made(site: Path, *chosen: str, **more: object) -> dict[str, str]:
    what = classroom(chosen or ("start", "melds"), **more)  # type: ignore[arg-type]
    return {name: data.decode("utf-8", "replace") for name, data in files(what, built(site), NOTEBOOKS)}


def test_the_site_of_a_class_has_its_lessons_and_no_others(site):
    there = made(site)
    assert {name for name in there if name.startswith("site/lessons/")} == {
        "site/lessons/00-start/index.html",
        "site/lessons/01-melds/index.html",
    }
    page = there["site/lessons/00-start/index.html"]
    assert "01-melds" in page and "02-draw-discard" not in page
    assert "09-counting" not in there["site/index.html"]
    found = json.loads(there["site/search/search_index.json"])["docs"]
    assert [one["text"] for one in found] == ["00-start", "01-melds"]


def test_pupils_get_no_answers_and_no_workbench(site):
    there = made(site)
    assert not [name for name in there if name.startswith(("site/lab/", "site/teaching/", "site/handouts/"))]
    assert "site/pyodide/rummy.whl" in there and "site/pyodide/ipython.whl" not in there
    assert not [name for name in there if "teacher" in name and not name.startswith("teacher/")]


def test_the_rules_are_those_of_exactly_this_table(site):
    there = made(site, rules="rummy-500 + scoring.ace_low=5")
    assert "scoring.ace_low=5" in there["print/rules-short.html"]
    assert "site/variants/rummy-500/index.html" in there and "site/variants/persian/index.html" not in there


def test_worksheets_of_one_seed_are_the_same_and_neighbours_have_others(site):
    one, other = made(site, seed="7b"), made(site, seed="7b")
    assert one == other
    assert one["print/worksheet-A.html"] != one["print/worksheet-B.html"]
    assert made(site, seed="7c")["print/worksheet-A.html"] != one["print/worksheet-A.html"]
    assert "teacher/worksheet-A-key.html" in one


def test_the_plan_says_the_minutes_the_deals_and_what_to_discuss(site):
    what = classroom(["start", "melds"])
    plan = made(site)["teacher/plan.html"]
    assert what.deal().code in plan and "To discuss" in plan and "Common mistakes" in plan


def test_every_page_for_the_class_asks_nothing_of_another_host(site):
    pages = {name: text for name, text in made(site).items() if not name.startswith(("site/", "notebooks/"))}
    assert not [
        name
        for name, text in pages.items()
        if "//" in text.replace("http://localhost", "").replace("http://www.w3.org/2000/svg", "")
    ]


def test_a_menu_loses_entries_that_lead_nowhere_and_text_keeps_its_words():
    page = f"<ul>{MENU.format('../../', 'a', 'A')}{MENU.format('../../', 'b', 'B')}</ul><a href='../b/'>b</a>"
    there = frozenset({"lessons/a/index.html"})
    assert cut(page, "lessons/a/index.html", there) == (
        '<ul><li class="md-nav__item"><a href="index.html">A</a></li></ul>b'
    )


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(cli, ["class", *map(str, words)])
    return done.exit_code, done.output


def test_a_class_is_one_folder_and_one_archive(site, tmp_path):
    out = tmp_path / "7b"
    code, told = run("start", "1", "--site", site, "--out", out, "--no-pdf")
    assert code == 0, told
    with zipfile.ZipFile(tmp_path / "7b.zip") as archive:
        packed = {name.removeprefix("7b/") for name in archive.namelist()}
    assert packed == {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert {"index.html", "READ-ME.txt", "print/cards-A4.html", "notebooks/01-melds.ipynb"} <= packed


def test_a_class_is_made_from_the_archive_of_a_release_as_well(site, tmp_path):
    archive = tmp_path / "rummy-site.zip"
    with zipfile.ZipFile(archive, "w") as out:
        for path in site.rglob("*.*"):
            out.write(path, f"rummy-site/site/{path.relative_to(site).as_posix()}")
    what = classroom(["start"])
    assert dict(files(what, built(archive), NOTEBOOKS)) == dict(files(what, built(site), NOTEBOOKS))


def test_nothing_is_overwritten(site, tmp_path):
    out = tmp_path / "mine"
    out.mkdir()
    code, told = run("start", "--site", site, "--out", out, "--no-pdf")
    assert code == 1 and "exists already" in told and not [*out.iterdir()]


def test_without_a_browser_the_pages_are_there_and_a_sentence_says_so(site, tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: None)
    code, told = run("start", "--site", site, "--out", tmp_path / "x")
    assert code == 0 and "no Chromium" in told and (tmp_path / "x" / "print" / "rules.html").is_file()


@pytest.mark.parametrize(
    "words",
    [("no-lesson",), ("start", "--pupils", "0"), ("start", "--minutes", "3"), ("start", "--variant", "uno")],
)
def test_nonsense_gets_one_sentence_and_writes_nothing(site, tmp_path, words):
    code, told = run(*words, "--site", site, "--out", tmp_path / "x")
    assert code in (1, 2) and "Traceback" not in told
    assert not (tmp_path / "x").exists() and not (tmp_path / "x.zip").exists()


def test_what_is_no_built_site_gets_a_sentence(tmp_path):
    (tmp_path / "page.html").write_text("x", "utf-8")
    for where in (tmp_path, tmp_path / "nowhere", tmp_path / "page.html"):
        with pytest.raises(Unreadable):
            built(where)


def test_the_form_of_a_notebook_writes_the_same_folder(site, tmp_path):
    form = ClassForm(NOTEBOOKS, site, pdf=False)
    form.lessons.value, form.out.value = ("start", "melds"), str(tmp_path / "form")
    form.go.click()
    assert "Written" in form.told.value
    done = run("start", "melds", "--site", site, "--out", tmp_path / "line", "--no-pdf")
    assert done[0] == 0
    one, other = (
        {p.relative_to(tmp_path / k): p.read_bytes() for p in (tmp_path / k).rglob("*.*")}
        for k in ("form", "line")
    )
    assert one == other
    form.go.click()
    assert "exists already" in form.told.value


def test_in_another_language_what_is_translated_is_and_the_rest_is_still_there(site):
    german = site / "de" / "lessons" / "00-start" / "index.html"
    german.parent.mkdir(parents=True)
    german.write_text("Lektion", "utf-8")
    speak("de")
    try:
        there = made(site, "start", "draw-discard")
    finally:
        speak(ENGLISH)
    assert 'href="site/de/lessons/00-start/index.html"' in there["index.html"]
    assert 'href="site/lessons/02-draw-discard/index.html"' in there["index.html"]
    assert "Ankommen" in there["teacher/plan.html"] and '<html lang="de">' in there["print/worksheet-A.html"]
    assert not [name for name in made(site) if name.startswith("site/de/")]
