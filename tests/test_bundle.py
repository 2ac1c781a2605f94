"""The bundle: pinned to the byte, whole, small, and enough to play and to run a lesson on."""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import json
import logging
import os
import re
import shutil
import subprocess
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect, sync_playwright

from rummy.site.bundle import core, editions, join, kept, lab, licences, lock, wheels
from rummy.site.bundle.core import BROWSER, BundleFailed
from rummy.site.bundle.plain import plain

ROOT = Path(__file__).parent.parent
CACHE = ROOT / ".cache" / "site"


def made() -> Path:
    """The bundle as it belongs to this very source, made as `make site` makes it."""
    spec = importlib.util.spec_from_file_location("bootstrap", ROOT / "bootstrap.py")
    assert spec and spec.loader
    bootstrap = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bootstrap)
    bootstrap.bundled("test")
    return join.BUNDLE


@pytest.fixture(scope="module")
def bundle() -> Path:
    """The bundle of this source."""
    return made()


@pytest.fixture
def engine(bundle: Path) -> dict[str, Any]:
    """What the live tables are told about their parts."""
    found: dict[str, Any] = json.loads((bundle / join.ENGINE).read_text("utf-8"))
    return found


# What is made once


def test_a_bundle_that_is_made_again_is_the_same_edition(bundle: Path) -> None:
    before = join.edition()
    made()
    assert before == join.edition() != ""


def test_work_is_done_once_and_stale_work_forgotten(tmp_path: Path) -> None:
    done: list[str] = []

    def make(folder: Path) -> None:
        done.append(folder.name)
        (folder / "file").write_text("x")

    first = kept.kept(tmp_path, "step", "a" * 12, make)
    assert kept.kept(tmp_path, "step", "a" * 12, make) == first and len(done) == 1
    second = kept.kept(tmp_path, "step", "b" * 12, make)
    assert [path.name for path in tmp_path.iterdir()] == [second.name] and (second / "file").exists()


def test_failed_work_leaves_nothing(tmp_path: Path) -> None:
    def fail(folder: Path) -> None:
        (folder / "half").touch()
        raise BundleFailed("no")

    with pytest.raises(BundleFailed):
        kept.kept(tmp_path, "step", "a" * 12, fail)
    assert list(tmp_path.iterdir()) == []


def test_a_mark_tells_names_and_contents_apart(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("x")
    two.write_text("x")
    assert kept.mark([one]) != kept.mark([two])
    before = kept.mark([one])
    one.write_text("y")
    assert kept.mark([one]) != before


# Pinned


def test_every_package_of_the_workbench_is_pinned_to_the_byte() -> None:
    lines = [line for line in wheels.PINS.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert lines and all(re.fullmatch(r"[\w.-]+==[\w.]+ --hash=sha256:[0-9a-f]{64}", line) for line in lines)
    locked = json.loads((BROWSER / "package-lock.json").read_text("utf-8"))["packages"]
    asked = json.loads((BROWSER / "package.json").read_text("utf-8"))["dependencies"]
    assert asked == locked[""]["dependencies"] and re.fullmatch(r"[\d.]+", asked["pyodide"])
    assert all(one["integrity"].startswith("sha512-") for path, one in locked.items() if path)


def wheel(folder: Path, name: str, *needs: str) -> Path:
    """A small pure wheel."""
    path = folder / f"{name}-1.0-py3-none-any.whl"
    head = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
    about = head + "".join(f"Requires-Dist: {need}\n" for need in needs)
    with zipfile.ZipFile(path, "w") as out:
        out.writestr(f"{name}/__init__.py", "")
        out.writestr(f"{name}-1.0.dist-info/METADATA", about)
        out.writestr(f"{name}-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        out.writestr(f"{name}-1.0.dist-info/RECORD", "")
    return path


def test_a_wheel_that_is_not_the_pinned_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, out = tmp_path / "index", tmp_path / "out"
    there.mkdir()
    out.mkdir()
    digest = hashlib.sha256(wheel(there, "joker").read_bytes()).hexdigest()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(there))
    monkeypatch.setattr(wheels, "PINS", tmp_path / "pins.txt")
    wheels.PINS.write_text(f"joker==1.0 --hash=sha256:{digest}\n")
    wheels.download(out, "3.14")
    assert [file.name for file in out.iterdir()] == ["joker-1.0-py3-none-any.whl"]
    wheels.PINS.write_text(f"joker==1.0 --hash=sha256:{'0' * 64}\n")
    with pytest.raises(BundleFailed, match=r"HASHES|hash"):
        wheels.download(out, "3.14")


def test_a_kernel_for_another_pyodide_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "package.json").write_text('{"version": "1.2.3"}')
    constants = tmp_path / "constants.py"
    constants.write_text('PYODIDE_VERSION = "1.2.4"\n')

    class Kernel:
        """An installed kernel, as far as it is asked."""

        files = (type("File", (), {"locate": lambda self: constants})(),)

    monkeypatch.setattr(wheels.metadata, "distribution", lambda name: Kernel)
    with pytest.raises(BundleFailed, match=r"made for Pyodide 1\.2\.4, but package\.json names 1\.2\.3"):
        wheels.of_the_kernel(tmp_path)


def test_without_node_one_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(core.shutil, "which", lambda name: None)
    with pytest.raises(BundleFailed, match=r"install both .*nodejs npm"):
        core.pyodide(tmp_path)


def test_a_failed_program_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(BundleFailed, match=r"because node failed: Error: no card") as told:
        core.run(["node", "-e", "throw new Error('no card')"], tmp_path)
    assert "\n" not in str(told.value)


INFO = {"python": "3.14.2", "platform": "emscripten_5_0_3", "arch": "wasm32", "abi_version": "2026_0"}


def test_the_lock_lists_what_lies_there_and_knows_the_browser(tmp_path: Path) -> None:
    one = wheel(tmp_path, "one", "two>=1", 'three; sys_platform == "linux"', 'four; extra == "more"')
    written = json.loads(lock.lock(INFO, [one, wheel(tmp_path, "two")]))
    assert set(written["packages"]) == {"one", "two"} and written["info"] == INFO
    assert written["packages"]["one"]["depends"] == ["two"]
    assert written["packages"]["one"]["imports"] == ["one"]


def test_a_dependency_nobody_thought_of_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BundleFailed, match=r"one-1\.0-py3-none-any\.whl needs three"):
        lock.lock(INFO, [wheel(tmp_path, "one", "three")])


def test_a_workbench_without_its_settings_is_refused(tmp_path: Path) -> None:
    (tmp_path / "jupyter-lite.json").write_text('{"jupyter-config-data": {"federated_extensions": []}}')
    with pytest.raises(BundleFailed, match="JupyterLite left out settings"):
        lab.check(tmp_path)


# Joining a site


def test_a_site_without_a_bundle_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(join, "BUNDLE", tmp_path / "none")
    with caplog.at_level(logging.INFO):
        assert join.into(tmp_path) is False
    assert "no bundle was made" in caplog.text and list(tmp_path.iterdir()) == []
    assert "built without live tables" in licences.notices()


@pytest.mark.slow
def test_the_bundle_joins_a_site_as_it_is(bundle: Path, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("home")
    assert join.into(tmp_path) is True and join.into(tmp_path) is True
    names = {path.relative_to(bundle) for path in bundle.rglob("*")}
    assert names < {path.relative_to(tmp_path) for path in tmp_path.rglob("*")}
    assert (tmp_path / "index.html").read_text() == "home"


@pytest.mark.slow
def test_all_parts_are_what_they_are_said_to_be(bundle: Path, engine: dict[str, Any]) -> None:
    there = bundle / "pyodide"
    parts = [engine["wheel"], engine["stdlib"], *engine["core"]]
    for part in parts:
        data = (there / part["file"]).read_bytes()
        assert (part["size"], part["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())
    assert engine["bytes"] == sum(part["size"] for part in parts)
    locked = json.loads((there / "pyodide-lock.json").read_text("utf-8"))
    assert locked["info"] == engine["info"]
    for package in locked["packages"].values():
        data = (there / package["file_name"]).read_bytes()
        assert package["sha256"] == hashlib.sha256(data).hexdigest()
    known = {package["file_name"] for package in locked["packages"].values()} | {p["file"] for p in parts}
    assert {path.name for path in there.iterdir()} == known | {"pyodide-lock.json", "python_stdlib.zip"}


@pytest.mark.slow
def test_what_makes_a_table_live_is_small(bundle: Path, engine: dict[str, Any]) -> None:
    parts = [engine["wheel"], engine["stdlib"], *engine["core"]]
    sent = [gzip.compress((bundle / "pyodide" / part["file"]).read_bytes(), 6) for part in parts]
    assert sum(map(len, sent)) < 7_500_000


@pytest.mark.slow
def test_the_live_wheel_is_bytecode_and_the_workbench_has_the_source(
    bundle: Path, engine: dict[str, Any]
) -> None:
    with zipfile.ZipFile(bundle / "pyodide" / engine["wheel"]["file"]) as archive:
        live = archive.namelist()
    assert "rummy/law.pyc" in live and "rummy/data/rules.toml" in live
    assert not [name for name in live if name.endswith(".py") or re.match(r"rummy/(cli|site|widgets)/", name)]
    with zipfile.ZipFile(next((bundle / "pyodide").glob("rummy_rules-*.whl"))) as archive:
        whole = archive.namelist()
    assert {"rummy/law.py", "rummy/__pycache__/law.cpython-314.pyc", "rummy/widgets/table.js"} <= set(whole)


@pytest.mark.slow
def test_a_deal_is_played_on_the_parts_of_a_live_table_alone(bundle: Path) -> None:
    pyodide = core.pyodide(CACHE)
    command = ["node", ROOT / "tests" / "pyodide" / "live.mjs", pyodide, bundle]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout.splitlines()[-1])
    assert {"rummy.table", "rummy.desk", "rummy.referee"} <= set(told["rooms"])
    assert told["over"] and told["menu"] and "no such game" in told["said"]["error"]
    assert "ValueError: told" in told["trace"] and told["source"] == []


# Notices


@pytest.mark.slow
def test_the_notices_name_all_that_is_carried(bundle: Path) -> None:
    page = licences.notices()
    locked = json.loads((bundle / "pyodide" / "pyodide-lock.json").read_text("utf-8"))["packages"]
    for name, package in locked.items():
        assert name == "rummy-rules" or f"| {package['name']} | {package['version']} |" in page
    for name in ["mkdocs-material", "pyodide (npm)", "CPython", "@jupyterlab/application", "@lumino/widgets"]:
        assert f"| {name} |" in page
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| ")]
    assert all(row[2].strip(" |") for row in rows)
    texts = (bundle / licences.TEXTS).read_text("utf-8")
    assert "Permission is hereby granted" in texts and "Mozilla Public License" in texts


# The archives


PAGE = """<!doctype html><html class="no-js"><head>
<meta http-equiv="Content-Security-Policy" content="script-src 'self'">
<link rel="stylesheet" href="../../assets/x.css"><link rel="canonical" href="http://a/">
<script src="../../assets/x.js"></script></head><body>
<label class="md-header__button" for="__search">S</label>
<div data-md-component="search"><form><input name="q"><div>find</div></form></div>
<a href="../draw/#rule.x">Draw</a> <a href="../..">Home</a> <a href="../../lab/index.html">Lab</a>
<a href="https://example.org/">Out</a> <a href="#here">Here</a> <a id="here">There</a>
<figure class="live"><img src="../../assets/x.png" alt="7♥ &amp; 8♥">
<p class="go" hidden><button>Play</button></p></figure>
<p class="needs-script">Only <b>live</b><br>this</p><noscript><p>Without a script</p></noscript>
<script>if (a < b) { go("</p>") }</script></body></html>"""
THERE = frozenset(["index.html", "rules/draw/index.html", "rules/turn/index.html", "assets/x.css"])


def test_a_plain_page_has_no_script_and_links_to_files() -> None:
    text = plain(PAGE, "rules/turn/index.html", THERE)
    assert "script" not in text.replace("Without a script", "")
    for gone in ["canonical", "md-header__button", "find", "Play", "live</b>", "this", "Security-Policy"]:
        assert gone not in text, gone
    assert '<a href="../draw/index.html#rule.x">Draw</a> <a href="../../index.html">Home</a> Lab' in text
    assert '<a href="https://example.org/">Out</a> <a href="#here">Here</a> <a id="here">There</a>' in text
    assert 'alt="7♥ &amp; 8♥"' in text and "<p>Without a script</p>" in text
    assert text.startswith("<!doctype html>") and text.endswith("</body></html>")


class Links(HTMLParser):
    """The links of a page."""

    def __init__(self, text: str) -> None:
        """Read the page."""
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep where it leads."""
        self.found += [value for name, value in attrs if name == "href" and value]


def test_the_archives_hold_the_site_and_its_plain_pages(tmp_path: Path) -> None:
    site = tmp_path / "site"
    for name in ["rules/turn", "rules/draw", "lab", "assets"]:
        (site / name).mkdir(parents=True)
    for page in [
        "index.html",
        "rules/turn/index.html",
        "rules/draw/index.html",
        "lab/index.html",
        "404.html",
    ]:
        (site / page).write_text(
            PAGE if "turn" in page else '<p id="rule.x"><a href="/rules/turn/">T</a>', "utf-8"
        )
    for name in ["x.css", "x.js", "x.png"]:
        (site / "assets" / name).write_text("x")
    editions.make(site, tmp_path / "dist", tmp_path / "cache")
    with zipfile.ZipFile(tmp_path / "dist" / "rummy-site.zip") as archive:
        whole = archive.namelist()
        assert "python -m http.server" in archive.read("rummy-site/README.txt").decode("utf-8")
        assert archive.read("rummy-site/site/rules/turn/index.html").decode("utf-8") == PAGE
    assert "rummy-site/site/lab/index.html" in whole and "rummy-site/site/assets/x.js" in whole
    with zipfile.ZipFile(tmp_path / "dist" / "rummy-plain.zip") as archive:
        archive.extractall(tmp_path)
    names = {
        p.relative_to(tmp_path / "rummy-plain").as_posix() for p in (tmp_path / "rummy-plain").rglob("*.*")
    }
    pages = {"index.html", "rules/turn/index.html", "rules/draw/index.html"}
    assert names == {*pages, "assets/x.css", "assets/x.png", "README.txt"}
    for page in pages:
        path = tmp_path / "rummy-plain" / page
        for link in Links(path.read_text("utf-8")).found:
            assert link.startswith(("https:", "#")) or (path.parent / link.partition("#")[0]).is_file(), link


def test_a_site_with_a_link_that_leads_nowhere_is_not_packed_and_one_that_is_the_same_not_again(tmp_path):
    site, dist = tmp_path / "site", tmp_path / "dist"
    site.mkdir()
    (site / "index.html").write_text('<a href="de/">Deutsch</a>', "utf-8")
    with pytest.raises(BundleFailed, match=r"index\.html: de/"):
        editions.make(site, dist, tmp_path / "cache")
    assert not dist.exists()
    (site / "de").mkdir()
    (site / "de" / "index.html").write_text('<a href="../">English</a>', "utf-8")
    made = []
    for _ in range(2):
        editions.make(site, dist, tmp_path / "cache")
        made.append((dist / "rummy-site.zip").stat().st_mtime_ns)
    assert made[0] == made[1]
    (site / "index.html").write_text("", "utf-8")
    editions.make(site, dist, tmp_path / "cache")
    assert (dist / "rummy-site.zip").stat().st_mtime_ns != made[0]


def test_without_a_built_site_there_are_no_archives(tmp_path: Path) -> None:
    with pytest.raises(BundleFailed, match="no built site"):
        editions.make(tmp_path, tmp_path / "dist", tmp_path / "cache")
    assert not (tmp_path / "dist").exists()


# The workbench


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture
def served(bundle: Path) -> Iterator[str]:
    """The bundle under a path of its own, as on a site that is not at the root."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(bundle.parent))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{bundle.name}/"
        server.shutdown()


@pytest.mark.browser
@pytest.mark.slow
def test_a_lesson_runs_in_the_workbench_with_no_other_host(served: str) -> None:
    found = os.environ.get("RUMMY_CHROMIUM") or shutil.which("chromium")
    outside: list[str] = []
    wrong: list[str] = []
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=found, args=flags)
        page = browser.new_page(viewport={"width": 1280, "height": 1000})
        page.context.route(
            lambda url: not url.startswith((served, "data:", "blob:")),
            lambda route: (outside.append(route.request.url), route.abort()),
        )
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.goto(f"{served}lab/lab/index.html?path=00-start.ipynb")
        page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=60_000)
        page.get_by_role("button", name="| Idle").wait_for(timeout=60_000)
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        table = page.locator(".rummy-table").first
        expect(table.locator(".felt")).to_be_visible(timeout=90_000)
        box = table.get_by_label("Say your move")
        box.fill("discard 2D")
        box.press("Enter")
        expect(table.locator(".strip")).to_contain_text("Draw first", timeout=15_000)
        assert page.locator(".jp-Dialog").all_inner_texts() == []
        browser.close()
    assert (outside, wrong) == ([], [])
