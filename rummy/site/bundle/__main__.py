"""`python -m rummy.site.bundle` makes the bundle; with `editions SITE DIST`, the archives of a built site."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

from rummy.site.bundle import core, editions, lab, library, wheels
from rummy.site.bundle.core import BROWSER, CORE, BundleFailed
from rummy.site.bundle.join import BUNDLE, CACHE, ENGINE, TEXTS
from rummy.site.bundle.kept import kept, linked, mark, sources
from rummy.site.bundle.licences import NOTICES, collect, write
from rummy.site.bundle.lock import lock
from rummy.words import say

ROOT = Path(__file__).parents[3]
HERE = Path(__file__).parent
PACKAGE = HERE.parents[1]
REVIEW = ("fsrs-", "typing_extensions-")
"""The wheels of the spaced review, which a page loads only when it asks for one."""
BUILDERS = ["jupyterlite-core", wheels.KERNEL, "jupyterlab-widgets", "anywidget", "jupyterlab-pygments"]


def make() -> Path:
    """Make what is stale of the bundle, and put it together."""
    builders = installed()
    package = core.pyodide(CACHE)
    tools = mark(sources(HERE), sources(BROWSER))
    libraries = kept(CACHE, "library", mark(tools), lambda folder: library.make(package, folder))
    whole = libraries / library.WHOLE
    stock = kept(CACHE, "wheels", mark(tools, *builders), lambda folder: wheels.make(package, whole, folder))
    written = [file for file in sources(PACKAGE) if PACKAGE / "site" not in file.parents]
    ours = kept(
        CACHE,
        "ours",
        mark(tools, [ROOT / "pyproject.toml", *written]),
        lambda folder: wheels.make_ours(package, whole, ROOT, folder),
    )
    lessons = ROOT / "notebooks"
    bench = kept(
        CACHE,
        "lab",
        mark(tools, *builders, lab.books(lessons)),
        lambda folder: lab.make(lessons, folder),
    )
    return assemble(package, libraries, stock, ours, bench)


def installed() -> list[str]:
    """The versions of what builds the workbench."""
    try:
        return [metadata.version(name) for name in BUILDERS]
    except metadata.PackageNotFoundError as missing:
        raise BundleFailed(say("site.bundle.no-builder", name=missing.name)) from missing


def assemble(package: Path, libraries: Path, stock: Path, ours: Path, bench: Path) -> Path:
    """Put the bundle together in the shape of the site."""
    fresh = CACHE / f"bundle.{os.getpid()}"
    shutil.rmtree(fresh, ignore_errors=True)
    there = fresh / "pyodide"
    for name in CORE:
        linked(package / name, there / name)
    linked(libraries / library.WHOLE, there / library.WHOLE)
    found = [*sorted(stock.glob("*.whl")), *ours.glob("*.whl")]
    for wheel in found:
        linked(wheel, there / wheel.name)
    info = core.info(package)
    locked = lock(info, found)
    (there / "pyodide-lock.json").write_text(locked, encoding="utf-8")
    linked(bench / "lab", fresh / "lab")
    for name in ("reveal.js", "reveal.css", "reset.css"):
        linked(package.parent / "reveal.js" / "dist" / name, fresh / "handouts" / "reveal" / name)
    parts: dict[str, Any] = {
        "wheel": part(ours / "live.zip", there, "rummy-{}.whl"),
        "stdlib": part(libraries / library.LIVE, there, "library-{}.zip"),
        "core": [part(there / name, there, name) for name in CORE],
        "review": [part(there / one.name, there, one.name) for one in found if one.name.startswith(REVIEW)],
    }
    size = parts["wheel"]["size"] + parts["stdlib"]["size"] + sum(one["size"] for one in parts["core"])
    edition = mark(json.dumps(parts), locked)
    engine = {"edition": edition, "pyodide": "../../pyodide/", "info": info, **parts, "bytes": size}
    (fresh / ENGINE).parent.mkdir(parents=True)
    (fresh / ENGINE).write_text(json.dumps(engine, indent=1), encoding="utf-8")
    told = collect(package, found, fresh / "lab", info["python"])
    write(told, CACHE / NOTICES, fresh / TEXTS)
    old = CACHE / f"old.{os.getpid()}"
    if BUNDLE.exists():
        BUNDLE.rename(old)
    fresh.rename(BUNDLE)
    shutil.rmtree(old, ignore_errors=True)
    return BUNDLE


def part(file: Path, folder: Path, name: str) -> dict[str, Any]:
    """One file of what makes a table live, under a name that no stale copy has: its size and checksum."""
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    target = folder / name.format(digest[:12])
    if target != file:
        linked(file, target)
    return {"file": target.name, "sha256": digest, "size": target.stat().st_size}


def main(words: list[str]) -> int:
    """Make the bundle, or the archives; a failure is one sentence."""
    try:
        if words[:1] == ["editions"]:
            editions.make(Path(words[1]), Path(words[2]), CACHE, os.environ.get("SITE_URL", "/"))
        else:
            make()
    except BundleFailed as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
