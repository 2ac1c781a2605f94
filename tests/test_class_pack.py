"""A class as a folder: cut from a built site, printed, packed."""

from __future__ import annotations

import json
import zipfile
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner

from rummy.classroom import classroom
from rummy.cli import cli
from rummy.course import lessons
from rummy.course.codes import RULES, read_code
from rummy.site import handouts
from rummy.site.bundle.plain import cut
from rummy.site.classroom import files
from rummy.site.cut import built
from rummy.site.folder import whole
from rummy.site.form import ClassForm
from rummy.words import ENGLISH, Unreadable, speak

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
MENU = '<li class="md-nav__item"><a href="{}lessons/{}/">{}</a></li>'
TABS = '<li class="md-tabs__item"><a href="../{}/" class="md-tabs__link">{}</a></li>'
TABS = (
    TABS.format("lessons/00-start", "Learn")
    + TABS.format("rulings", "Rulings")
    + TABS.format("rules", "Rules")
)
FRAME = '<head><title>Rummy</title></head>{}<article><div class="hero">for everybody</div></article>'
LAID_OUT = '<div data-example="{&quot;position&quot;: {&quot;seats&quot;: 2}}" data-tool="settle"></div>'
LISTED = "<url><loc>http://there/{}</loc></url>"
TOOLS = ("rules", "common-deal", "drills", "progress", "score-pad", "settle")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site as small as one can be, with a page, handouts and slides for every lesson."""
    root = tmp_path / "site"
    stems = [Path(book.notebook).stem for book in lessons()]
    menu = "".join(MENU.format("../../", one, one) for one in stems)
    engine = {"wheel": {"file": "rummy.whl"}, "stdlib": {"file": "library.zip"}, "core": [], "review": []}
    docs = [{"location": f"lessons/{one}/#a", "text": one} for one in stems]
    pages = {
        "index.html": FRAME.format("".join(MENU.format("", stems[at], stems[at]) for at in (0, 9))),
        "rulings/index.html": "<head></head>",
        "sitemap.xml": "".join(LISTED.format(one) for one in ("", "drills/", "compare/")),
        **{f"{one}/index.html": f"<head></head>{TABS}{LAID_OUT}" for one in TOOLS},
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


def in_place(site: Path, *chosen: str, name: str = "7b", **more: object) -> dict[str, str]:
    what = classroom(chosen or ("start", "melds"), **more)  # type: ignore[arg-type]
    return {path: data.decode("utf-8", "replace") for path, data in whole(what, built(site), NOTEBOOKS, name)}


def test_what_is_served_to_pupils_lies_apart_from_the_keys(site):
    there = in_place(site)
    tops = {name.partition("/")[0] for name in there}
    assert tops == {"pupils", "teacher", "READ-ME.txt"}
    assert not [name for name in there if name.startswith("pupils/") and ("key" in name or "plan" in name)]


def test_the_first_page_has_the_lessons_the_deals_the_rules_and_the_papers(site):
    rules = "rummy-500 + drawing.pile=top"
    what, there = classroom(["start", "melds"], rules=rules), in_place(site, rules=rules, name="7<b>")
    page = there["pupils/site/index.html"]
    assert "Rummy for 7&lt;b&gt;" in page and "for everybody" not in page
    assert 'href="lessons/01-melds/index.html"' in page and 'href="../print/worksheet-B.html"' in page
    assert f'href="common-deal/index.html#code={what.deal(4).code}"' in page
    assert page.count('class="ours"') == 1 and "The top card of the stock or of the discard pile." in page
    assert "drawing.pile=top" in page.partition("data-table=")[2].partition(">")[0]


def test_a_code_of_a_class_with_rules_of_its_own_can_be_typed_on_its_site_and_in_its_notebooks(
    site, tmp_path, monkeypatch
):
    rules = "rummy-500 + scoring.ace_low=5"
    what, there = classroom(["start"], rules=rules), in_place(site, "start", rules=rules)
    page = there["pupils/site/common-deal/index.html"]
    known = json.loads(unescape(page.partition('<meta name="rummy-class" content="')[2].partition('"')[0]))
    assert known["game"]["code"] == rules and known["lessons"] == ["start"]
    typed = what.deal().code
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Unreadable, match="first page of your class"):
        read_code(typed)
    (tmp_path / RULES).write_text(there[f"pupils/notebooks/{RULES}"], "utf-8")
    assert read_code(typed).rules == what.rules
    assert read_code("BHR-FHBS").rules.overrides() == {}


def test_the_tools_of_a_class_begin_with_its_game_where_it_has_a_place_for_the_players(site):
    def example(rules: str) -> str:
        return unescape(made(site, rules=rules)["site/settle/index.html"]).partition("data-example=")[2]

    assert '"variant": "basic", "options": {"match.target": 200}' in example("basic + match.target=200")
    assert "variant" not in example("partnership")


def test_pages_are_exchanged_in_place_where_the_class_is_told_to_serve_them(site):
    listed = made(site)["site/sitemap.xml"]
    assert listed.count("<loc>") == 2 and "<loc>http://localhost:8000/site/drills/index.html</loc>" in listed


def test_the_menu_of_a_class_leads_to_its_lessons_and_to_nothing_that_stands_beside_it(site):
    page = made(site, "melds")["site/rules/index.html"]
    assert 'href="../lessons/01-melds/index.html"' in page and "Learn" in page
    assert "Rulings" not in page and "Rules" in page


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
    assert "scoring.ace_low=5" in there["print/rules.html"] and "5 points" in there["print/rules-short.html"]
    assert not [name for name in there if name.startswith("site/variants/")]


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
    page = '<a class="md-button" href="../../lab/">Open</a><a class="md-button" href="../a/">A</a>'
    assert cut(page, "lessons/a/index.html", there) == '<a class="md-button" href="index.html">A</a>'


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
    assert {"pupils/index.html", "READ-ME.txt", "pupils/print/cards-A4.html", "teacher/plan.html"} <= packed


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
    assert (
        code == 0 and "no Chromium" in told and (tmp_path / "x" / "pupils" / "print" / "rules.html").is_file()
    )


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
    form.lessons.value, form.out.value = ("start", "melds"), str(tmp_path / "form" / "7b")
    form.go.click()
    assert "Written" in form.told.value
    done = run("start", "melds", "--site", site, "--out", tmp_path / "line" / "7b", "--no-pdf")
    assert done[0] == 0
    one, other = (
        {p.relative_to(tmp_path / k): p.read_bytes() for p in (tmp_path / k / "7b").rglob("*.*")}
        for k in ("form", "line")
    )
    assert one == other
    form.go.click()
    assert "exists already" in form.told.value


def test_in_another_language_what_is_translated_is_and_the_rest_is_still_there(site):
    german = site / "de" / "lessons" / "00-start" / "index.html"
    german.parent.mkdir(parents=True)
    german.write_text("Lektion", "utf-8")
    (site / "de" / "index.html").write_text(FRAME.format(""), "utf-8")
    speak("de")
    try:
        there = in_place(site, "start", "draw-discard")
    finally:
        speak(ENGLISH)
    first = there["pupils/site/de/index.html"]
    assert 'href="lessons/00-start/index.html"' in first and "Unsere Regeln" in first
    assert 'href="../lessons/02-draw-discard/index.html"' in first
    assert "url=site/de/index.html" in there["pupils/index.html"]
    assert "url=de/index.html" in there["pupils/site/index.html"]
    assert "Ankommen" in there["teacher/plan.html"]
    assert '<html lang="de">' in there["pupils/print/worksheet-A.html"]
    assert not [name for name in made(site) if name.startswith("site/de/")]
