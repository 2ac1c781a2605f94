"""The house: a room imports only what stands before it, and the engine only the standard library."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import rummy

PACKAGE = Path(rummy.__file__).parent
ROOMS = [
    *("words", "cards", "rules", "glossary", "melds", "melder", "scoring", "variants", "options"),
    *("actions", "deal", "steps", "outlook", "clauses", "law", "lines", "positions"),
    *("match", "players", "statistics", "measure", "runs", "frames", "pictures", "charts", "record"),
    *("rulings", "inventory", "rulebook", "compare", "referee", "table", "course", "desk", "shelf"),
    *("review", "classroom"),
]
EDGE = ["widgets", "site", "cli"]
LATER = {"review": ("fsrs",), "runs": ("loky", "distributed")}
"""What a room imports only inside its functions, on use."""
FREE = {"__init__", "__main__"}


def room(path: Path) -> str:
    """The room that a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


FILES = [(room(p), p) for p in sorted(PACKAGE.rglob("*.py"))]


def imports(path: Path) -> Iterator[tuple[str, str]]:
    """Every module a file imports, with the function it does it in."""

    def walk(node: ast.AST, inside: str) -> Iterator[tuple[str, str]]:
        for child in ast.iter_child_nodes(node):
            name = child.name if isinstance(child, ast.FunctionDef) else inside
            if isinstance(child, ast.Import):
                yield from ((alias.name, name) for alias in child.names)
            elif isinstance(child, ast.ImportFrom):
                assert child.level == 0, f"{path}: imports are written in full"
                whole = child.module == "rummy"
                yield from (
                    (f"rummy.{alias.name}" if whole else str(child.module), name) for alias in child.names
                )
            else:
                yield from walk(child, name)

    yield from walk(ast.parse(path.read_text(encoding="utf-8")), "")


def test_every_file_is_in_a_room():
    assert {name for name, _ in FILES} == {*ROOMS, *EDGE, *FREE}


@pytest.mark.parametrize(
    ("name", "path"), [f for f in FILES if f[0] in ROOMS], ids=lambda v: str(v).rsplit("/", 1)[-1]
)
def test_a_room_imports_only_what_stands_before_it(name, path):
    for module, inside in imports(path):
        top, _, rest = module.partition(".")
        if top == "rummy":
            other = rest.split(".")[0]
            drawn = other == "pictures" and inside.startswith("_repr_") and inside.endswith("_")
            assert drawn or other in (name, "__version__", *ROOMS[: ROOMS.index(name)]), (
                f"{path.name} imports {module}"
            )
        else:
            late = inside and top in LATER.get(name, ())
            assert late or top in sys.stdlib_module_names, f"{path.name} imports {module}"


@pytest.mark.parametrize(("name", "path"), FILES, ids=lambda v: str(v).rsplit("/", 1)[-1])
def test_nothing_imports_the_edge(name, path):
    used = {module.split(".")[1] for module, _ in imports(path) if module.startswith("rummy.")}
    assert used & set(EDGE) <= {"__main__": {"cli"}, "cli": {"cli", "site"}}.get(name, {name})


ALONE = f"""
import sys
sys.path[:] = [p for p in sys.path if "-packages" not in p] + [{str(PACKAGE.parent)!r}]
before = set(sys.modules)
import importlib
for name in {ROOMS}:
    importlib.import_module("rummy." + name)
from rummy.rulings import collection, judge
from rummy.table import Table
assert all(judge(ruling).passed or ruling.disputed for ruling in collection()[:20])
Table("rummy-500", seed=1).handle({{"type": "draw"}})
loaded = {{name.split(".")[0] for name in set(sys.modules) - before}}
strangers = loaded - set(sys.stdlib_module_names) - {{"rummy"}}
assert not strangers, strangers
"""


def test_the_engine_plays_without_any_third_party_module():
    done = subprocess.run(
        [sys.executable, "-S", "-I", "-c", ALONE], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr


def test_importing_the_engine_reads_no_data():
    code = f"""
import sys
sys.path.append({str(PACKAGE.parent)!r})
import rummy.table, rummy.rulings
from rummy.words import data
print(data.cache_info().misses)
"""
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.split() == ["0"]
