"""The shelf: where a learner's progress is kept as a file, safely, whoever else writes to it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from rummy.course.progress import MOST, Progress, dump, merge, read, tried
from rummy.course.task import Result
from rummy.record import keep
from rummy.words import Unreadable, say

NAME = "rummy-progress.json"
PATIENCE = 5.0
"""Seconds to wait for another notebook that is writing; a lock that is older was left behind."""


class Shelf:
    """A file of progress; a file that cannot be read is put aside, never overwritten.

    Args:
        path: the file; `rummy-progress.json` in the folder one works in, or what RUMMY_PROGRESS names.
    """

    def __init__(self, path: Path | str | None = None) -> None:
        self.path = Path(path or os.environ.get("RUMMY_PROGRESS") or NAME)
        self.told = ""
        """What went wrong last, as a sentence for the learner."""

    def load(self) -> Progress:
        """What the file holds; nothing where there is none yet, or where it cannot be read."""
        try:
            return self._whole()
        except OSError as error:
            self.told = say("progress.unsaved", path=self.path, why=error.strerror)
            return Progress()

    def _whole(self) -> Progress:
        """What the file holds; what is no progress is put aside. Raises `OSError` if it cannot be."""
        try:
            if self.path.stat().st_size > 4 * MOST:
                raise Unreadable(say("progress.enormous", most=MOST // 1_000_000))
            return read(self.path.read_text(encoding="utf-8-sig"))
        except FileNotFoundError:
            return Progress()
        except UnicodeDecodeError:
            self._aside(say("progress.broken"))
        except Unreadable as error:
            self._aside(str(error))
        return Progress()

    def add(self, result: Result) -> Progress:
        """Keep one more try; returns the whole progress, with what others have written meanwhile."""
        return self.take_in(tried(Progress(), result, datetime.now(UTC)))

    def take_in(self, more: Progress) -> Progress:
        """Merge progress into the file."""
        self.told = ""
        try:
            with self._alone():
                whole = merge(self._whole(), more)
                keep(dump(whole), self.path)
        except OSError as error:
            self.told = say("progress.unsaved", path=self.path, why=error.strerror)
            return more
        return whole

    def _aside(self, why: str) -> None:
        """Give a file that cannot be read another name, which nothing else has."""
        stem, number = self.path.with_suffix(""), 1
        while (other := Path(f"{stem}-{number}.aside.json")).exists():
            number += 1
        self.path.rename(other)
        self.told = say("progress.aside", why=why, name=other.name)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep others from writing meanwhile, by a file beside it."""
        lock = Path(f"{self.path}.lock")
        began = time.monotonic()
        while True:
            try:
                os.close(os.open(lock, os.O_CREAT | os.O_EXCL))
                break
            except FileExistsError:
                if time.monotonic() - began > PATIENCE:
                    lock.unlink(missing_ok=True)
                else:
                    time.sleep(0.02)
        try:
            yield
        finally:
            lock.unlink(missing_ok=True)
