"""The pages of comparisons by play, from notebooks that show what was measured and is kept with the package.

`python -m rummy.site.measured` plays all of it again and writes it down.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from rummy.compare.keeping import made, plans
from rummy.runs import Progress
from rummy.words import Unreadable

FOLDER = Path(__file__).parents[1] / "data" / "measured"


def books(shelf: Path) -> dict[str, Path]:
    """The pages of a shelf of lessons, in order, each with its notebook.

    >>> list(books(FOLDER.parents[2] / "notebooks" / "de"))[:2]
    ['measured/games.md', 'measured/boathouse.md']
    """
    found = sorted((shelf / "measured").glob("*.ipynb"))
    return {f"measured/{path.stem.partition('-')[2]}.md": path for path in found}


def pages(shelf: Path, cache: Path) -> Iterator[tuple[str, str]]:
    """The pages: path and Markdown.

    Args:
        shelf: the folder of the lessons; the notebooks are in its `measured`.
        cache: where notebooks that have run are kept.
    """
    from rummy.site.pages import executed, markdown  # running a notebook takes much that others do not

    for page, path in books(shelf).items():
        yield page, markdown(executed(path, cache))


def main(arguments: list[str] | None = None) -> int:
    """Play what is kept, and write it down where it is kept."""
    parser = argparse.ArgumentParser(prog="python -m rummy.site.measured", description=__doc__)
    parser.add_argument("names", nargs="*", help="which measurements; all if none is named")
    parser.add_argument("--workers", type=int, default=2, help="how many processes play")
    parser.add_argument("--cache", type=Path, help="a folder from which a run is taken up again")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder to write")
    chosen = parser.parse_args(arguments)
    try:
        for name in chosen.names or plans():
            how = {"workers": chosen.workers, "cache": chosen.cache, "progress": _told}
            found = made(name, **how)
            if any(run.stopped for run in found.runs):
                print(f"\n{name}: not whole, not written", *found.runs[-1].told, sep="\n", file=sys.stderr)
                return 1
            (chosen.out / f"{name}.json").write_text(found.json(), encoding="utf-8", newline="\n")
            print(f"\r\x1b[K{name}: {len(found.json())} bytes", file=sys.stderr)
    except Unreadable as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _told(far: Progress) -> None:
    print(f"\r\x1b[K{far.line}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
