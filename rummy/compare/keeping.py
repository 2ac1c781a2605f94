"""Measurements that are kept with the package, so that a page can show them without playing a deal."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

from rummy.compare.lab import Lab, lab
from rummy.compare.measured import measured
from rummy.compare.report import Report
from rummy.words import Unreadable, clip, data, nearest, say

PLANS = "measured/plans.toml"


def plans() -> dict[str, dict[str, Any]]:
    """What is kept: by name, the arguments of `measured` or of `lab`."""
    return data(PLANS)


@cache
def kept(name: str) -> Report | Lab:
    """A measurement of the package.

    >>> kept("boathouse").finding("turns").sure
    True
    """
    _plan(name)
    text = resources.files("rummy").joinpath(f"data/measured/{name}.json").read_text(encoding="utf-8")
    return Lab.read(text) if "rummy-lab" in json.loads(text) else Report.read(text)


def made(name: str, **how: Any) -> Report | Lab:
    """The same measurement played anew.

    Args:
        name: which one.
        how: passed on to `rummy.runs.run`; or another number of deals, to try it.
    """
    plan = {**_plan(name), **how}
    if "base" in plan:
        return lab(plan.pop("base"), **plan)
    return measured(plan.pop("a"), plan.pop("b"), **plan)


def _plan(name: str) -> dict[str, Any]:
    if name not in plans():
        raise Unreadable(say("findings.not-kept", text=clip(name)) + nearest(name, plans()))
    return plans()[name]
