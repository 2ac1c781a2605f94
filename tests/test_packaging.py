"""The wheel: what it carries, and that in an empty environment it needs the command line's library only."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
EDGE = {"cli", "__main__", "site", "widgets"}
SCRIPTS = "Scripts" if os.name == "nt" else "bin"


def run(*words: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a program and keep what it printed."""
    command = [str(word) for word in words]
    return subprocess.run(command, cwd=cwd, capture_output=True, encoding="utf-8", check=False)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as it would be handed out."""
    folder = tmp_path_factory.mktemp("dist")
    done = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=CHECKOUT)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def empty(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that holds the wheel and click, and not even pip."""
    venv = tmp_path_factory.mktemp("venv")
    assert run(sys.executable, "-m", "venv", "--without-pip", venv, cwd=venv).returncode == 0
    python = venv / SCRIPTS / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps", wheel]
    done = run(*pip, cwd=venv)
    assert done.returncode == 0, done.stderr
    asked = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=venv)
    library = Path(asked.stdout.strip())
    for file in metadata.files("click") or []:
        if file.suffix != ".pyc":
            (library / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file.locate(), library / file)
    assert {p.name.split("-")[0] for p in library.iterdir()} == {"rummy", "rummy_rules", "click"}
    return venv / SCRIPTS


def test_the_wheel_carries_the_package_its_data_front_ends_and_notebooks(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    package = {p.relative_to(CHECKOUT).as_posix() for p in (CHECKOUT / "rummy").rglob("*") if p.is_file()}
    expected = {name for name in package if "__pycache__" not in name and ".ipynb_checkpoints" not in name}
    folder = CHECKOUT / "notebooks"
    lessons = [*folder.glob("*.ipynb"), *folder.glob("??/*.ipynb")]
    course = {f"rummy/notebooks/{p.relative_to(folder).as_posix()}" for p in lessons}
    assert "rummy/notebooks/00-start.ipynb" in course
    assert {name for name in inside if name.startswith("rummy/")} == expected | course
    assert {Path(name).suffix for name in expected} >= {".py", ".toml", ".js", ".css", ".typed"}
    others = {name.split("/", 1)[1] for name in inside if not name.startswith("rummy/")}
    assert others == {
        "METADATA",
        "RECORD",
        "WHEEL",
        "entry_points.txt",
        "licenses/LICENSE",
        "licenses/THIRD_PARTY_NOTICES.md",
    }


def test_the_command_line_works_from_the_wheel_alone(empty: Path, tmp_path: Path) -> None:
    rummy = empty / "rummy"
    shown = run(rummy, "--help", cwd=tmp_path)
    assert shown.returncode == 0
    for command in ["learn", "variants", "rules", "rulings", "record", "replay", "simulate"]:
        assert f"\n  {command} " in shown.stdout
    assert "rummy-500" in run(rummy, "variants", cwd=tmp_path).stdout
    assert "passed" in run(rummy, "rulings", cwd=tmp_path).stdout.splitlines()[-1]
    played = run(rummy, "simulate", "rummy-500", "--deals", "2", "--seed", "1", cwd=tmp_path)
    assert played.returncode == 0, played.stderr
    assert json.loads(played.stdout)["deals"] == 2


def test_the_course_needs_jupyter_and_the_wheel_says_how_to_get_it(empty: Path, tmp_path: Path) -> None:
    done = run(empty / "rummy", "learn", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr == "Error: JupyterLab is not installed here: pip install 'rummy-rules[notebook]'.\n"
    assert list(tmp_path.iterdir()) == []


def test_every_room_of_the_engine_imports_with_the_standard_library_only(tmp_path: Path) -> None:
    files = [p.relative_to(CHECKOUT).with_suffix("").parts for p in (CHECKOUT / "rummy").rglob("*.py")]
    rooms = sorted(".".join(parts).removesuffix(".__init__") for parts in files if parts[1] not in EDGE)
    assert {"rummy", "rummy.cards", "rummy.deal", "rummy.table"} <= set(rooms)
    script = (
        f"import sys, importlib; sys.path.insert(0, {str(CHECKOUT)!r})\n"
        f"for room in {rooms}: importlib.import_module(room)\n"
        "roots = {name.split('.')[0] for name in sys.modules}\n"
        "print(*sorted(roots - set(sys.stdlib_module_names) - {'rummy', '__main__'}))"
    )
    done = run(sys.executable, "-I", "-S", "-c", script, cwd=tmp_path)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr
