"""Patience: a player that thinks for ever is interrupted, wherever Python has threads."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep

CALM = 0.5
"""Seconds in which a thread that is to be interrupted surely is."""


class Stalled(BaseException):
    """Raised in the middle of what takes too long; catching errors does not swallow it."""


class Watch:
    """Looks from another thread at how long a step takes in this one."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.since: float | None = None
        """When the step began that is under way."""
        self.thread = threading.get_ident()
        self.done = threading.Event()

    @contextmanager
    def over(self) -> Iterator[None]:
        """Several steps, told apart by `step`; raises `Stalled` in one that takes too long, or at its end."""
        self.since = monotonic()
        try:
            yield
            self.step()
        finally:
            began, self.since = self.since, None
            if began and monotonic() - began >= self.seconds:
                sleep(CALM)  # the call that may be on its way arrives here

    def step(self) -> None:
        """A step is done, the next begins."""
        began, now = self.since, monotonic()
        assert began is not None
        if now - began >= self.seconds:
            raise Stalled
        self.since = now

    def look(self) -> None:
        """What the other thread does until all is done."""
        import ctypes

        here, call = ctypes.c_ulong(self.thread), ctypes.py_object(Stalled)
        while not self.done.wait(self.seconds / 4):
            since = self.since
            if since and monotonic() - since >= self.seconds and self.since is since:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(here, call)


@contextmanager
def watch(seconds: float) -> Iterator[Watch]:
    """A watch that is looked at as long as this lasts; in a web page nobody looks."""
    made = Watch(seconds)
    if sys.platform != "emscripten":
        threading.Thread(target=made.look, daemon=True).start()
    try:
        yield made
    finally:
        made.done.set()
