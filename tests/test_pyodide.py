"""The engine on the browser's Python: its examples and its plain tests, run by Pyodide under node."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from rummy.site.bundle import core

CHECKOUT = Path(__file__).resolve().parent.parent
TESTS = CHECKOUT / "tests"

ENGINE_TESTS = [
    "test_actions.py",
    "test_cards.py",
    "test_charts.py",
    "test_deal.py",
    "test_fragment.py",
    "test_glossary.py",
    "test_golden.py",
    "test_laid.py",
    "test_law.py",
    "test_lines.py",
    "test_match.py",
    "test_melds.py",
    "test_perft.py",
    "test_pictures.py",
    "test_positions.py",
    "test_printed.py",
    "test_record.py",
    "test_resume.py",
    "test_rules.py",
    "test_rulings.py",
    "test_scoring.py",
    "test_steps.py",
    "test_table.py",
    "test_traceability.py",
    "test_variants.py",
    "test_words.py",
]
"""The test files that import nothing but pytest, the standard library and the engine."""
EDGE = ["cli", "__main__.py", "__pycache__", "data", "py.typed", "site", "widgets"]
OPTIONS = [
    "-q",
    "--noconftest",
    "-p",
    "no:cacheprovider",
    "-c",
    "/dev/null",
    "--rootdir",
    "/checkout",
    "--import-mode=importlib",
    "--doctest-modules",
    "-o",
    "doctest_optionflags=NORMALIZE_WHITESPACE",
]
PURE = ["pytest", "pluggy", "iniconfig", "packaging", "pygments"]


def imported(path: Path) -> set[str]:
    """The modules that a file imports; what stands beside it begins with a dot."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            whole = f"{'.' * node.level}{node.module or ''}"
            found |= {f"rummy.{a.name}" for a in node.names} if whole == "rummy" else {whole}
    return found


def of_the_engine(module: str) -> bool:
    """May a test import this where there is only Python, pytest and the engine, and no other process?"""
    top, _, room = module.partition(".")
    if top == "rummy":
        return f"{room.partition('.')[0]}.py" not in EDGE and room.partition(".")[0] not in EDGE
    return module != "subprocess" and (top == "pytest" or top in sys.stdlib_module_names)


def test_every_test_of_the_engine_alone_is_run_in_the_browsers_python() -> None:
    alone = [p.name for p in sorted(TESTS.glob("test_*.py")) if all(map(of_the_engine, imported(p)))]
    assert alone == ENGINE_TESTS


@pytest.fixture(scope="module")
def pyodide() -> Path:
    """The npm package that the site carries."""
    return core.pyodide(CHECKOUT / ".cache" / "site")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with pytest and what it needs, taken from this environment: all of it is pure Python."""
    folder = tmp_path_factory.mktemp("library")
    for name in PURE:
        for file in metadata.files(name) or []:
            if ".." not in file.parts and file.suffix != ".pyc":
                assert file.suffix not in (".so", ".pyd"), f"{name} is not pure Python"
                target = folder / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file.locate(), target)
    return folder


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_engine_passes_its_tests_on_the_python_of_the_browser(pyodide: Path, library: Path) -> None:
    node = shutil.which("node")
    assert node, "this test needs node: `make test` installs it or says how"
    rooms = sorted(p.name for p in (CHECKOUT / "rummy").iterdir() if p.name not in EDGE)
    files = [*(f"rummy/{name}" for name in rooms), *(f"tests/{name}" for name in ENGINE_TESTS)]
    done = subprocess.run(
        [node, TESTS / "pyodide" / "run.mjs", pyodide, CHECKOUT, library, *OPTIONS, *files],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout[-6000:]}\n{done.stderr[-2000:]}"
    lines = done.stdout.splitlines()
    assert any(line.startswith("Python 3.14") and line.endswith("emscripten") for line in lines)
    assert " passed" in lines[-1] and "skipped" not in lines[-1]
