"""The bundle, once it is made, joins a built site."""

from __future__ import annotations

import json
import logging
from pathlib import Path

from rummy.site.bundle.kept import linked
from rummy.words import say

CACHE = Path(__file__).parents[3] / ".cache" / "site"
BUNDLE = CACHE / "bundle"
ENGINE = Path("assets/live/engine.json")
TEXTS = Path("assets/licences.txt")

log = logging.getLogger("mkdocs.rummy")


def edition() -> str:
    """A short mark of the bundle there is; empty if none was made."""
    try:
        return str(json.loads((BUNDLE / ENGINE).read_text(encoding="utf-8"))["edition"])
    except FileNotFoundError:
        return ""


def shows() -> bool:
    """Whether there is what slides are shown with."""
    return (BUNDLE / "handouts").is_dir()


def into(site: Path, *, below: bool = False) -> bool:
    """Copy the bundle into a built site; false, and a line in the log, if none was made.

    A site in another language, which lies in a folder ``below`` the first, shares that one's Python.
    """
    if not edition():
        log.info(say("site.bundle.none"))
        return False
    if not below:
        linked(BUNDLE, site)
        return True
    linked(BUNDLE / "handouts", site / "handouts")
    linked(BUNDLE / TEXTS, site / TEXTS)
    engine = json.loads((BUNDLE / ENGINE).read_text(encoding="utf-8"))
    engine["pyodide"] = "../" + engine["pyodide"]
    (site / ENGINE).write_text(json.dumps(engine, indent=1), encoding="utf-8")
    return True
