"""The one script that sets everything up: what it decides, on every system, without a network."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path, PurePosixPath, PureWindowsPath
from types import ModuleType

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent


@pytest.fixture
def bootstrap() -> ModuleType:
    """The script as a fresh module, so that a test may turn its knobs."""
    spec = importlib.util.spec_from_file_location("bootstrap", CHECKOUT / "bootstrap.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def home(tmp_path, bootstrap, monkeypatch):
    """A small project whose environment looks complete for `learn`."""
    project = '[project]\nname = "x"\n[tool.ruff]\nline-length = 110\n'
    (tmp_path / "pyproject.toml").write_text(project, "utf-8")
    (tmp_path / "constraints.txt").write_text("click==8.5.1\n", "utf-8")
    python = bootstrap.program(tmp_path / ".venv")
    python.parent.mkdir(parents=True)
    python.touch()
    monkeypatch.setattr(bootstrap, "HOME", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "SITE_VENV", tmp_path / ".venv-site")
    monkeypatch.setattr(bootstrap, "CLASS_VENV", tmp_path / ".venv-class")
    stamp = {"home": str(tmp_path), "pins": bootstrap.pins(tmp_path), "extras": ["notebook"]}
    bootstrap.write_stamp(tmp_path / ".venv", stamp)
    return tmp_path


@pytest.fixture
def installs(bootstrap, monkeypatch):
    """What pip was asked for and which environments were made, without doing either."""
    asked = []
    monkeypatch.setattr(bootstrap, "pip", lambda venv, *words: asked.append(words))
    monkeypatch.setattr(bootstrap, "make_venv", lambda word, venv: asked.append(("venv",)))
    return asked


def test_programs_of_an_environment_on_both_kinds_of_system(bootstrap):
    venv = PurePosixPath("/home/a b/rummy/.venv")
    assert str(bootstrap.program(venv, windows=False)) == "/home/a b/rummy/.venv/bin/python"
    venv = PureWindowsPath(r"C:\Users\A B\rummy\.venv")
    assert str(bootstrap.program(venv, windows=True)) == r"C:\Users\A B\rummy\.venv\Scripts\python.exe"
    assert bootstrap.program(venv, "rummy", windows=True).name == "rummy.exe"


def test_nothing_is_installed_while_the_stamp_fits(bootstrap, home, installs):
    assert bootstrap.prepare("learn") == bootstrap.program(home / ".venv")
    assert installs == []


def test_settings_of_the_tools_are_no_reason_to_install(bootstrap, home, installs):
    text = (home / "pyproject.toml").read_text("utf-8")
    (home / "pyproject.toml").write_text(text.replace("110", "100"), "utf-8")
    bootstrap.prepare("learn")
    assert installs == []


def test_new_pins_are_installed_once(bootstrap, home, installs):
    (home / "constraints.txt").write_text("click==8.5.2\n", "utf-8")
    bootstrap.prepare("learn")
    assert [words[-1] for words in installs] == ["editables", ".[notebook]"]
    assert all(words[:3] == ("install", "-c", "constraints.txt") for words in installs)
    bootstrap.prepare("learn")
    assert len(installs) == 2


def test_the_tests_add_their_extras_and_learning_keeps_them(bootstrap, home, installs):
    bootstrap.prepare("test")
    assert installs[-1][-1] == ".[cluster,notebook,site,test]"
    bootstrap.prepare("learn")
    assert len(installs) == 2


def test_the_site_has_an_environment_of_its_own(bootstrap, home, installs):
    bootstrap.program(home / ".venv-site").parent.mkdir(parents=True)
    assert bootstrap.prepare("site") == bootstrap.program(home / ".venv-site")
    assert installs[0] == ("venv",)
    assert installs[-1][-1] == ".[lab,notebook,site]"
    assert bootstrap.read_stamp(home / ".venv")["extras"] == ["notebook"]


def test_the_classroom_has_an_environment_of_its_own_and_a_proxy_once(bootstrap, home, installs, monkeypatch):
    asked = []

    def quietly(words, **settings):
        asked.append(words)
        (home / ".venv-class" / "node_modules").mkdir(parents=True)
        return True, ""

    monkeypatch.setattr(bootstrap, "quietly", quietly)
    bootstrap.program(home / ".venv-class").parent.mkdir(parents=True)
    for _ in range(2):
        assert bootstrap.classroom() == bootstrap.program(home / ".venv-class")
    assert installs[-1][-1] == ".[class,notebook]"
    assert [words[-1] for words in asked] == [bootstrap.PROXY]


def test_a_moved_folder_gets_a_new_environment(bootstrap, home, installs):
    stamp = bootstrap.read_stamp(home / ".venv")
    bootstrap.write_stamp(home / ".venv", {**stamp, "home": "/somewhere/else"})
    bootstrap.prepare("learn")
    assert installs[0] == ("venv",)
    assert installs[-1][-1] == ".[notebook]"


def test_an_environment_without_its_python_is_made_anew(bootstrap, home, installs):
    bootstrap.program(home / ".venv").unlink()
    bootstrap.prepare("learn")
    assert installs[0] == ("venv",)


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"extras": "notebook"}', '{"home": 3}'])
def test_a_broken_stamp_counts_as_none(bootstrap, home, installs, text):
    (home / ".venv" / "rummy-stamp.json").write_text(text, "utf-8")
    bootstrap.prepare("learn")
    assert installs[0] == ("venv",)
    assert bootstrap.read_stamp(home / ".venv")["extras"] == ["notebook"]


def test_a_failed_installation_leaves_no_stamp_of_success(bootstrap, home, monkeypatch, capsys):
    log = "WARNING: retrying\nERROR: Found none\nERROR: No matching distribution found for click\n"
    monkeypatch.setattr(bootstrap, "quietly", lambda *words, **settings: (False, log))
    (home / "constraints.txt").write_text("click==99\n", "utf-8")
    assert bootstrap.main(["learn"]) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and told.endswith("No matching distribution found for click\n")
    assert (home / ".cache" / "pip.log").read_text("utf-8") == log
    assert bootstrap.read_stamp(home / ".venv")["pins"] != bootstrap.pins(home)


def test_arguments_go_to_the_program_behind_the_word(bootstrap, home, monkeypatch):
    ran = []
    monkeypatch.setattr(bootstrap, "run", lambda command, **settings: ran.append(command) or 0)
    assert bootstrap.main(["learn", "--no-browser", "--port", "8899"]) == 0
    assert ran[0][1:] == ["-m", "rummy", "learn", "--no-browser", "--port", "8899"]


def test_every_check_runs_and_the_failed_ones_are_named(bootstrap, monkeypatch, capsys):
    ran = []
    monkeypatch.setattr(bootstrap, "run", lambda command, **settings: ran.append(command) or command == ["b"])
    assert bootstrap.checks({"one": ["a"], "two": ["b"], "three": ["c"]}) == 1
    assert ran == [["a"], ["b"], ["c"]]
    assert capsys.readouterr().err == "Failed: two.\n"
    assert bootstrap.checks({"one": ["a"]}) == 0


@pytest.fixture
def ran(bootstrap, monkeypatch):
    """What was run with which settings, without running it; a program named in `ran.failing` fails."""

    class Ran(list):
        failing = ""

    calls = Ran()

    def run(command, **settings):
        calls.append((" ".join(map(str, command)), settings))
        return int(bool(calls.failing) and calls.failing in calls[-1][0])

    def quietly(command, **settings):
        return run(command, **settings) == 0, ""

    monkeypatch.setattr(bootstrap, "run", run)
    monkeypatch.setattr(bootstrap, "quietly", quietly)
    monkeypatch.setattr(bootstrap, "prepare", lambda word: Path(f"python-of-{word}"))
    monkeypatch.setattr(bootstrap, "node", lambda word: "node")
    return calls


def test_the_site_is_its_bundle_then_its_languages_at_once_then_the_archives(bootstrap, ran, home):
    german = home / ".cache" / "site" / "de"
    (german / "rules").mkdir(parents=True)
    (home / "site" / "de").mkdir(parents=True)
    assert bootstrap.main(["site", "--clean"]) == 0
    build = "python-of-site -m mkdocs build --strict --clean -f"
    first, *both, last = [command for command, _ in ran]
    assert first == "python-of-site -m rummy.site.bundle" and last == f"{first} editions site dist"
    assert sorted(both) == [f"{build} mkdocs.de.yml -d {german}", f"{build} mkdocs.yml"]
    assert (home / "site" / "de" / "rules").is_dir() and not german.exists()


@pytest.mark.parametrize(("failing", "steps"), [("bundle", 1), ("mkdocs.yml", 3), ("mkdocs.de", 3)])
def test_a_site_that_fails_goes_no_further(bootstrap, ran, home, failing, steps):
    ran.failing = failing
    assert bootstrap.main(["site"]) == 1
    assert len(ran) == steps


def test_of_two_programs_at_once_the_second_speaks_when_the_first_is_through(bootstrap, home, capfd):
    tell = "import sys, time; time.sleep(float(sys.argv[1])); print(sys.argv[2]); sys.exit(int(sys.argv[3]))"
    one = [sys.executable, "-c", tell, "0.4", "first", "0"]
    two = [sys.executable, "-c", tell, "0", "second", "7"]
    assert bootstrap.together(one, two) == 1
    assert capfd.readouterr().out.split() == ["first", "second"]
    assert bootstrap.together(two, one) == 7


def test_serving_makes_the_bundle_once_and_writes_nothing_it_watches(bootstrap, ran):
    assert bootstrap.main(["serve", "--dev-addr", "127.0.0.1:8001"]) == 0
    assert [command for command, _ in ran] == [
        "python-of-site -m rummy.site.bundle",
        "python-of-site -m mkdocs serve --dev-addr 127.0.0.1:8001",
    ]
    assert ran[-1][1]["PYTHONDONTWRITEBYTECODE"] == "1"


def test_the_tests_make_the_bundle_with_the_environment_of_the_site(bootstrap, ran, monkeypatch):
    monkeypatch.setattr(bootstrap, "driver", lambda python: None)
    monkeypatch.setattr(bootstrap, "browser", lambda python: "chromium")
    monkeypatch.setattr(bootstrap, "classroom", lambda: Path("python-of-class"))
    assert bootstrap.main(["test", "-x"]) == 0
    assert [command for command, _ in ran][-2:] == [
        "python-of-site -m rummy.site.bundle",
        "python-of-test -m pytest -x",
    ]


@pytest.mark.parametrize(
    ("words", "code", "stream"), [([], 2, "err"), (["lern"], 2, "err"), (["--help"], 0, "out")]
)
def test_other_words_get_the_list_of_words(bootstrap, capsys, words, code, stream):
    assert bootstrap.main(words) == code
    assert "open the course in JupyterLab" in getattr(capsys.readouterr(), stream)


def sentence(capsys) -> str:
    """What was said on standard error: one line, one sentence."""
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and told.endswith(".\n")
    return told


def test_an_old_python_is_told_so(bootstrap, monkeypatch, capsys):
    monkeypatch.setattr(bootstrap.sys, "version_info", (3, 9, 2))
    assert bootstrap.main(["test"]) == 1
    assert "Python 3.11 or newer and this is 3.9" in sentence(capsys)


def test_a_python_without_ensurepip_is_told_so(bootstrap, home, monkeypatch, capsys):
    bootstrap.program(home / ".venv").unlink()
    monkeypatch.setattr(bootstrap, "debian", lambda *packages: False)
    monkeypatch.setattr(bootstrap.importlib.util, "find_spec", lambda name: None)
    assert bootstrap.main(["learn"]) == 1
    assert "python3-venv" in sentence(capsys)


def test_without_any_browser_one_sentence_says_what_to_do(bootstrap, home, monkeypatch, capsys):
    monkeypatch.setattr(bootstrap, "driver", lambda python: None)
    monkeypatch.delenv("RUMMY_CHROMIUM", raising=False)
    monkeypatch.setattr(bootstrap, "prepare", lambda word: Path("python"))
    monkeypatch.setattr(bootstrap, "debian", lambda *packages: False)
    monkeypatch.setattr(bootstrap, "quietly", lambda *words, **settings: (False, ""))
    assert bootstrap.main(["test"]) == 1
    assert "set RUMMY_CHROMIUM" in sentence(capsys)


def test_a_browser_named_but_missing_is_said(bootstrap, home, monkeypatch, capsys):
    monkeypatch.setattr(bootstrap, "driver", lambda python: None)
    monkeypatch.setenv("RUMMY_CHROMIUM", "/no/such/chromium")
    monkeypatch.setattr(bootstrap, "prepare", lambda word: Path("python"))
    assert bootstrap.main(["test"]) == 1
    assert "/no/such/chromium" in sentence(capsys)


def test_what_playwright_lacks_on_a_bare_debian_is_installed(bootstrap, monkeypatch):
    installed = []
    monkeypatch.setattr(bootstrap, "debian", lambda *packages: installed.extend(packages) or True)
    monkeypatch.setattr(bootstrap, "quietly", lambda command, **settings: (bool(installed), "no libatomic"))
    bootstrap.driver(Path("python"))
    assert installed == ["libatomic1"]


def test_a_playwright_that_does_not_start_is_one_sentence(bootstrap, home, monkeypatch, capsys):
    monkeypatch.setattr(bootstrap, "prepare", lambda word: Path("python"))
    monkeypatch.setattr(bootstrap, "debian", lambda *packages: False)
    monkeypatch.setattr(bootstrap, "quietly", lambda command, **settings: (False, "no libatomic"))
    assert bootstrap.main(["test"]) == 1
    assert "libatomic1" in sentence(capsys)


@pytest.mark.parametrize("word", ["test", "site", "serve"])
def test_without_node_one_sentence_says_what_to_do(bootstrap, home, monkeypatch, capsys, word):
    monkeypatch.setattr(bootstrap, "prepare", lambda word: Path("python"))
    monkeypatch.setattr(bootstrap, "driver", lambda python: None)
    monkeypatch.setattr(bootstrap, "browser", lambda python: "chromium")
    monkeypatch.setattr(bootstrap, "debian", lambda *packages: False)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: None)
    assert bootstrap.main([word]) == 1
    told = sentence(capsys)
    assert "Node.js" in told and f"{word}` again" in told


def test_a_browser_that_does_not_start_is_passed_over(bootstrap, monkeypatch):
    monkeypatch.delenv("RUMMY_CHROMIUM", raising=False)
    monkeypatch.setattr(bootstrap, "WINDOWS", False)
    monkeypatch.setattr(bootstrap.shutil, "which", {"chromium-browser": "stub", "google-chrome": "real"}.get)
    monkeypatch.setattr(bootstrap, "quietly", lambda command, **settings: (command[0] == "real", ""))
    assert bootstrap.find_browser(Path("python")) == "real"


def test_pins_are_exact_and_cover_all_that_the_project_asks_for(bootstrap):
    text = (CHECKOUT / "constraints.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert all(line.count("==") == 1 and "/" not in line for line in lines)
    pinned = {line.split("==")[0].lower().replace("_", "-") for line in lines}
    project = bootstrap.metadata(CHECKOUT)
    asked = [*project["dependencies"], *bootstrap.BUILD]
    for extra in project["optional-dependencies"].values():
        asked += extra
    names = {name.split(">=")[0].lower().replace("_", "-") for name in asked if "==" not in name}
    assert names <= pinned


def test_it_runs_as_a_program_of_plain_python():
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(CHECKOUT / "bootstrap.py"), "--help"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0 and "learn" in done.stdout


def test_its_syntax_is_old_enough_to_tell_an_old_python_so():
    ast.parse((CHECKOUT / "bootstrap.py").read_text("utf-8"), feature_version=(3, 8))
