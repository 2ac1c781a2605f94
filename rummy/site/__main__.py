"""`python -m rummy.site DOCS OUT`: write the site as a tree of plain Markdown, for any site builder."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from pathlib import Path

from mkdocs.utils.yaml import yaml_load

from rummy.site import LessonFailed, tree
from rummy.site.words import words_js

OWN = ("hooks", "watch", "strict", "validation", "exclude_docs")
"""What only MkDocs reads of its settings."""


def main(arguments: list[str] | None = None) -> int:
    """Copy the folder of pages, add what is generated, and beside it the settings for another builder."""
    parser = argparse.ArgumentParser(prog="python -m rummy.site", description=__doc__)
    parser.add_argument("docs", type=Path, help="the folder of pages, `notebooks` and mkdocs.yml beside it")
    parser.add_argument("out", type=Path, help="the folder to write: docs, and mkdocs.yml beside it")
    chosen = parser.parse_args(arguments)
    root, docs = chosen.docs.resolve().parent, chosen.out / "docs"
    if not chosen.docs.is_dir():
        print(f"There is no folder {chosen.docs}.", file=sys.stderr)
        return 1
    try:
        made = dict(tree.pages(root))
    except LessonFailed as failure:
        print(failure, file=sys.stderr)
        return 1
    own = shutil.ignore_patterns("de")  # the German pages are a site of their own
    shutil.copytree(chosen.docs, docs, dirs_exist_ok=True, ignore=own)
    for page in docs.glob("*.md"):
        page.write_text(tree.dealt(page.read_text(encoding="utf-8")), encoding="utf-8")
    for path, text in {**made, "assets/live/words.js": words_js()}.items():
        (docs / path).parent.mkdir(parents=True, exist_ok=True)
        (docs / path).write_text(text, encoding="utf-8")
    for name in tree.WIDGET:
        shutil.copy(tree.PACKAGE / "widgets" / name, docs / "assets" / "live" / name)
    settings(root / "mkdocs.yml", chosen.out, made)
    return 0


def settings(source: Path, out: Path, made: dict[str, str]) -> None:
    """Write the settings as other builders read them: the menu spread, nothing that only MkDocs knows."""
    with source.open(encoding="utf-8") as text:
        read = yaml_load(text)
    read["nav"] = tree.menu(read["nav"], made)
    read["theme"].pop("custom_dir", None)
    kept = {key: value for key, value in read.items() if key not in OWN}
    (out / "mkdocs.yml").write_text(json.dumps(kept, indent=1), encoding="utf-8")  # JSON is YAML


if __name__ == "__main__":
    sys.exit(main())
