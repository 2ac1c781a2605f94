"""The browser's Python: the pinned npm package of Pyodide, and bytecode that this very Python makes."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from rummy.site.bundle.kept import kept, mark
from rummy.words import say

BROWSER = Path(__file__).parent.parent / "browser"
CORE = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"]


class BundleFailed(RuntimeError):
    """Why there is no bundle, as one sentence."""


@dataclass(frozen=True, kw_only=True)
class Job:
    """An archive to re-pack with bytecode.

    Args:
        source: a zip archive or wheel.
        target: what is written.
        prefix: where its modules will lie in the browser, for tracebacks.
        keep: only ``bytecode``, or ``both``: the source beside it, to be read.
        docs: keep docstrings and assertions.
    """

    source: Path
    target: Path
    prefix: str
    keep: str = "bytecode"
    docs: bool = True


def pyodide(cache: Path) -> Path:
    """The npm package, installed once; npm compares it with the checksum of the lock file."""

    def install(folder: Path) -> None:
        npm = shutil.which("npm")
        if not npm:
            raise BundleFailed(say("site.bundle.no-node"))
        for name in ("package.json", "package-lock.json"):
            shutil.copy(BROWSER / name, folder)
        run([npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"], folder)

    locked = mark(BROWSER / "package.json", BROWSER / "package-lock.json")
    return kept(cache, "npm", locked, install) / "node_modules" / "pyodide"


def compile_all(package: Path, library: Path, jobs: Iterable[Job]) -> None:
    """Re-pack archives with bytecode, by the Python of the npm package that starts with this library."""
    node = shutil.which("node")
    if not node:
        raise BundleFailed(say("site.bundle.no-node"))
    with tempfile.TemporaryDirectory() as folder:
        order = Path(folder) / "jobs.json"
        rows = [{key: _plain(value) for key, value in asdict(job).items()} for job in jobs]
        order.write_text(json.dumps(rows), encoding="utf-8")
        run([node, BROWSER / "bytecode.mjs", package, library, order], Path(folder))


def _plain(value: object) -> object:
    return str(value.resolve()) if isinstance(value, Path) else value


def info(package: Path) -> dict[str, str]:
    """What Pyodide says about itself: its Python, its platform."""
    lock = json.loads((package / "pyodide-lock.json").read_text(encoding="utf-8"))
    found: dict[str, str] = lock["info"]
    return found


def version(package: Path) -> str:
    """The version of the npm package."""
    return str(json.loads((package / "package.json").read_text(encoding="utf-8"))["version"])


def without(source: Path, target: Path, leave: Callable[[str], bool]) -> Path:
    """An archive less the files whose name is to be left out."""
    with zipfile.ZipFile(source) as full, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as slim:
        for entry in full.infolist():
            if not leave(entry.filename):
                slim.writestr(entry, full.read(entry), zipfile.ZIP_DEFLATED)
    return target


def run(command: list[str | Path], folder: Path) -> None:
    """Run a program in a folder; if it fails, the last thing it said is the reason."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
        told = [line for line in lines if "error" in line.lower()] or lines or ["-"]
        raise BundleFailed(say("site.bundle.failed", program=Path(command[0]).name, reason=told[-1]))
