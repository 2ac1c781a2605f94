"""The tree of plain Markdown builds with Zensical too, Material's successor."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rummy.site import __main__ as command

ROOT = Path(__file__).parent.parent


@pytest.mark.slow
def test_zensical_builds_the_same_pages(tmp_path: Path) -> None:
    pytest.importorskip("zensical", reason="Zensical has no wheel for this system")
    assert command.main([str(ROOT / "docs"), str(tmp_path)]) == 0
    zensical = Path(sys.executable).with_name("zensical")
    words = [zensical, "build", "--clean", "--strict", "--config-file", tmp_path / "mkdocs.yml"]
    built = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    pages = {path.relative_to(tmp_path / "docs") for path in (tmp_path / "docs").rglob("*.md")}
    made = {path.relative_to(tmp_path / "site").parent for path in (tmp_path / "site").rglob("index.html")}
    assert pages and made >= {page.parent if page.stem == "index" else page.with_suffix("") for page in pages}
    home = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "//unpkg.com" not in home and "fonts.googleapis" not in home
