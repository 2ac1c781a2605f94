"""`python -m rummy.site DOCS OUT`: write the site as a tree of plain Markdown, for any site builder."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from rummy.site.pages import LessonFailed, lessons


def main(arguments: list[str] | None = None) -> int:
    """Copy the folder of pages and add the lessons from the notebooks beside it."""
    parser = argparse.ArgumentParser(prog="python -m rummy.site", description=__doc__)
    parser.add_argument("docs", type=Path, help="the folder of pages, with `notebooks` beside it")
    parser.add_argument("out", type=Path, help="the folder to write")
    chosen = parser.parse_args(arguments)
    root = chosen.docs.resolve().parent
    if not chosen.docs.is_dir():
        print(f"There is no folder {chosen.docs}.", file=sys.stderr)
        return 1
    shutil.copytree(chosen.docs, chosen.out, dirs_exist_ok=True)
    pages = chosen.out / "lessons"
    pages.mkdir(exist_ok=True)
    try:
        for name, text in lessons(root / "notebooks", root / ".cache" / "notebooks"):
            (pages / f"{name}.md").write_text(text, encoding="utf-8")
    except LessonFailed as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
