"""Work that is done once: folders named by a mark of all that their content depends on."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path


def mark(*parts: str | Path | Iterable[Path]) -> str:
    """A short mark of texts, files and whole folders; other files, another mark.

    >>> mark("a", "b") == mark("a", "b") != mark("ab")
    True
    """
    digest = hashlib.sha256()
    for part in parts:
        if isinstance(part, str):
            digest.update(f"{len(part)}:{part}".encode())
            continue
        for file in [part] if isinstance(part, Path) else part:
            data = file.read_bytes()
            digest.update(f"{file}:{len(data)}:".encode() + data)
    return digest.hexdigest()[:12]


def sources(folder: Path) -> list[Path]:
    """The files of a folder that somebody wrote, in order."""
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sorted(found)


def kept(cache: Path, name: str, mark: str, make: Callable[[Path], None]) -> Path:
    """The folder made under this mark; made now, and older ones forgotten, if there is none.

    Args:
        cache: where such folders lie.
        name: what it is; folders of the same name and another mark are stale.
        mark: what its content depends on.
        make: fills an empty folder. If it fails, nothing is kept.
    """
    done = cache / f"{name}-{mark}"
    if not done.exists():
        fresh = cache / f"{name}-{mark}.{os.getpid()}"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
        try:
            make(fresh)
            settle(fresh, done)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
        for stale in cache.glob(f"{name}-{'?' * len(mark)}"):
            if stale != done:
                shutil.rmtree(stale, ignore_errors=True)
    return done


def settle(fresh: Path, done: Path) -> None:
    """Give a complete folder its name; if someone else was quicker, theirs is as good."""
    try:
        fresh.rename(done)
    except OSError:
        if not done.exists():
            raise


def linked(source: Path, target: Path) -> None:
    """Copy a file or a whole folder; where the disk allows it, as a second name of the same file."""
    if source.is_dir():
        shutil.copytree(source, target, copy_function=_link, dirs_exist_ok=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        _link(source, target)


def _link(source: str | Path, target: str | Path) -> None:
    Path(target).unlink(missing_ok=True)
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
