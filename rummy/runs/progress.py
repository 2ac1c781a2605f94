"""How far a run is."""

from __future__ import annotations

from typing import NamedTuple

from rummy.words import say


class Progress(NamedTuple):
    """How far a run is, counted in deals (or matches) at each table."""

    done: int
    of: int
    rate: float
    """How many are played in a second."""
    left: float | None
    """For how many seconds it will go on; none while that is not known."""
    told: tuple[str, ...] = ()
    """What has gone wrong so far, in sentences."""
    kind: str = "deals"

    @property
    def line(self) -> str:
        """All of it in one line.

        >>> Progress(12_340, 20_000, 412.3, 18.6).line.replace(chr(160), " ")
        '12 340 of 20 000 deals, 412 a second, 0:00:19 left'
        """
        far = say(f"runs.far.{self.kind}", done=number(self.done), of=number(self.of))
        if self.left is None:
            return far
        rate = number(round(self.rate)) if self.rate >= 10 else f"{self.rate:.2g}"
        return say("runs.line", far=far, rate=rate, left=clock(self.left))


def number(n: int) -> str:
    """A whole number with its thousands set apart."""
    return f"{n:,}".replace(",", "\u00a0")


def clock(seconds: float) -> str:
    """A time as hours, minutes and seconds.

    >>> clock(3725.2)
    '1:02:05'
    """
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
