"""The cache: what was played of a mix, as files that a later run of the same mix takes up."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import monotonic

from rummy.measure import Job, Tally, engine
from rummy.runs.spans import Span, within
from rummy.words import say

SAVE_EVERY, SAVE_SHARE = 1.0, 0.02
"""A save comes after so many seconds, or after this share of the time the run has taken."""


def cache_folder() -> Path:
    """Where runs are kept if nobody says otherwise: RUMMY_CACHE, or this system's folder for such files."""
    home = Path.home()
    usual = {"win32": home / "AppData/Local", "darwin": home / "Library/Caches"}.get(
        sys.platform, home / ".cache"
    )
    named = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
    return Path(os.environ.get("RUMMY_CACHE") or Path(named or usual) / "rummy")


class Kept:
    """What was played of one mix: in a folder of its own a file for each range of rounds.

    Args:
        folder: where the folders of all mixes lie; it need not exist.
        job: the tables, players, seats, seed and kind; its rounds do not matter.
        tell: is called with a sentence when something goes wrong; the run goes on without the cache.
    """

    def __init__(self, folder: Path, job: Job, tell: Callable[[str], None]) -> None:
        whole = (*job._replace(first=1, last=1), engine())
        self.key = json.dumps(whole, separators=(",", ":"))
        self.folder = folder / hashlib.sha256(self.key.encode()).hexdigest()[:20]
        self.tell = tell
        self.works = True
        self._waiting: list[tuple[Span, Tally]] = []
        self._began = self._saved = monotonic()

    def load(self, wanted: Span) -> list[tuple[Span, Tally]]:
        """What there is of some rounds; a file that is not as it was written is put aside."""
        found: list[tuple[Span, Tally]] = []
        try:
            names = [path.name for path in self.folder.iterdir()] if self.folder.is_dir() else []
        except OSError as error:
            self._fail(error)
            return found
        spans = [Span(int(m[1]), int(m[2])) for m in map(_NAME.fullmatch, names) if m]
        for span in within(wanted, spans):
            path = self.folder / _name(span)
            try:
                tally = self._read(path, span)
                if tally is None:
                    self._aside(path)
                else:
                    found.append((span, tally))
            except OSError as error:
                self._fail(error)
        return found

    def add(self, span: Span, tally: Tally) -> None:
        """Keep some rounds: they are written soon. Where a player was too slow, another time need not be."""
        if "stalled" not in tally.dropped:
            self._waiting.append((span, tally))
        now = monotonic()
        if now - self._saved > max(SAVE_EVERY, SAVE_SHARE * (now - self._began)):
            self.save()

    def save(self) -> None:
        """Write what waits, ranges that follow each other as one."""
        waiting, self._waiting = sorted(self._waiting, key=lambda one: one[0]), []
        joined: list[tuple[Span, Tally]] = []
        for span, tally in waiting:
            if joined and joined[-1][0].last + 1 == span.first:
                before, sum_ = joined.pop()
                span, tally = Span(before.first, span.last), sum_ + tally
            joined.append((span, tally))
        try:
            for span, tally in joined if self.works else ():
                self.folder.mkdir(parents=True, exist_ok=True)
                _write(self.folder / _name(span), self._text(span, tally))
        except OSError as error:
            self._fail(error)
        self._saved = monotonic()

    def _text(self, span: Span, tally: Tally) -> str:
        """A file: what it is of, the tally, and a sum by which one sees that it is whole."""
        inside = {"key": self.key, "first": span.first, "last": span.last, "tally": tally.json()}
        return json.dumps(inside | {"sum": _sum(inside)})

    def _read(self, path: Path, span: Span) -> Tally | None:
        """The tally of a file; nothing if it is not what was written for these rounds."""
        try:
            inside = json.loads(path.read_text(encoding="utf-8"))
            right = inside.pop("sum") == _sum(inside)
            if right and (inside["key"], inside["first"], inside["last"]) == (self.key, *span):
                return Tally.read(inside["tally"])
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            pass
        return None

    def _aside(self, path: Path) -> None:
        """Give a broken file another name."""
        other = path.with_suffix(".aside")
        path.replace(other)
        self.tell(say("runs.aside", path=path, name=other.name))

    def _fail(self, error: OSError) -> None:
        """Tell once that the cache does not work."""
        if self.works:
            self.works = False
            self.tell(say("runs.no-cache", path=self.folder.parent, why=error.strerror or error))


_NAME = re.compile(r"([1-9]\d{0,17})-([1-9]\d{0,17})\.json")


def _name(span: Span) -> str:
    return f"{span.first}-{span.last}.json"


def _sum(inside: dict[str, object]) -> str:
    return hashlib.sha256(json.dumps(inside, sort_keys=True).encode()).hexdigest()


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all: beside it, then in its place."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".rummy-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
