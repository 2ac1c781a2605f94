"""The engine that played: a short mark of the rules' and the players' source."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable

ROOMS = (
    *("cards", "melds", "melder", "scoring", "variants", "actions", "deal", "steps", "outlook"),
    *("clauses", "law", "match", "players", "measure"),
)
"""What decides how a deal is played and counted."""


@cache
def engine() -> str:
    """A mark that changes when anything does that could change a tally.

    >>> len(engine())
    12
    """
    package, mark = resources.files("rummy"), sha256()
    for part in (*(room for name in ROOMS for room in (name, f"{name}.py")), "data/variants.toml"):
        for name, text in _files(package.joinpath(part), part):
            mark.update(f"{name}\n{text}\n".encode())
    return mark.hexdigest()[:12]


def _files(path: Traversable, name: str) -> Iterator[tuple[str, str]]:
    """The sources under a path, in a fixed order."""
    if path.is_file():
        yield name, path.read_text(encoding="utf-8").replace("\r\n", "\n")
    elif path.is_dir():
        for one in sorted(path.iterdir(), key=lambda p: p.name):
            if one.is_dir() or one.name.endswith(".py"):
                yield from _files(one, f"{name}/{one.name}")
