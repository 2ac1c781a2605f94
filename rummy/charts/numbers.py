"""Numbers as they are read: the language's sign, no more digits than are known, round marks of a scale."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, isfinite, log10

from rummy.words import say

Number = int | float | Fraction
THIN = "\N{NARROW NO-BREAK SPACE}"


def told(value: Number | None, digits: int = 0, *, sign: bool = False) -> str:
    """A number with so many digits after the sign of the language; a dash where there is none.

    >>> told(-12345.678, 1), told(2, sign=True), told(None)
    ('−12\u202f345.7', '+2', '–')
    """
    if value is None or not isfinite(value):
        return "–"
    whole, _, part = f"{abs(float(value)):.{digits}f}".partition(".")
    if len(whole) > 4:
        whole = f"{int(whole):,}".replace(",", THIN)
    shown = say("charts.number", whole=whole, part=part) if part else whole
    if not shown.strip("0.,"):
        return shown
    return f"{'−' if value < 0 else '+' if sign else ''}{shown}"


def share(value: Number | None, digits: int = 0, *, sign: bool = False) -> str:
    """A part of one as a percentage.

    >>> share(Fraction(1, 3), 1)
    '33.3%'
    """
    if value is None or not isfinite(value):
        return "–"
    return say("charts.percent", number=told(value * 100, digits, sign=sign))


def digits_of(spread: Number | None, most: int = 4) -> int:
    """How many digits a number deserves whose error is this: one of the error's own, two if that is a 1.

    >>> digits_of(0.31), digits_of(0.14), digits_of(25), digits_of(0)
    (1, 2, 0, 2)
    """
    if not spread or not isfinite(spread):
        return 2
    size = abs(float(spread))
    place = floor(log10(size))
    first = size / 10.0**place
    return min(most, max(0, -place + (first < 1.95)))


def give_or_take(
    value: Number, low: Number | None, high: Number | None, *, sign: bool = False, percent: bool = False
) -> str:
    """A number with half the width of its interval; with both ends where that would mislead.

    Args:
        value: the number.
        low: the lower end of its interval, None where it has none.
        high: the upper end.
        sign: write a plus where it is above zero.
        percent: write parts of one as hundredths.

    >>> give_or_take(2.13, 1.82, 2.44), give_or_take(0.031, 0.02, 0.042, percent=True)
    ('2.1 ± 0.3', '3.1 ± 1.1')
    >>> give_or_take(2.1, 0.2, 5.2, sign=True)
    '+2.1 (0.2…5.2)'
    """
    times = 100 if percent else 1
    value = value * times
    if low is None or high is None or low == high == value / times:
        return told(value, digits_of(value / 20) if value else 0, sign=sign)
    low, high = low * times, high * times
    half = float(high - low) / 2
    digits = digits_of(half)
    sure = low > 0 or high < 0
    for more in (digits, digits + 1):
        one, error = told(value, more, sign=sign), told(half, more)
        if (round(abs(float(value)), more) > round(half, more)) == sure:
            return say("charts.give-or-take", value=one, error=error)
    digits += sure and not round(min(abs(float(low)), abs(float(high))), digits)
    ends = (told(end, digits) for end in (low, high))
    return say("charts.range", value=told(value, digits, sign=sign), low=next(ends), high=next(ends))


def step(low: Number, high: Number, about: int) -> float:
    """How far apart the round numbers of a scale stand.

    >>> step(0, 47, 5), step(0, 0.3, 4)
    (10.0, 0.1)
    """
    raw = float(high - low) / about or 1.0
    ten = 10.0 ** floor(log10(raw))
    wide = next(n for n in (1, 2, 5, 10) if raw <= n * ten * 1.0001) * ten
    return round(wide, 12)


def marks(low: Number, high: Number, about: int = 5) -> list[float]:
    """Round numbers between two ends.

    >>> marks(-3, 22)
    [0.0, 5.0, 10.0, 15.0, 20.0]
    """
    wide = step(low, high, about)
    first, last = ceil(float(low) / wide - 1e-9), floor(float(high) / wide + 1e-9)
    return [round(n * wide, 12) + 0.0 for n in range(first, last + 1)]


def places(wide: float) -> int:
    """How many digits the marks of a scale need that stand so far apart."""
    return max(0, -floor(log10(wide) + 1e-9))
