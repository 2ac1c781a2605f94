"""The workbench: JupyterLite with every lesson, on the Pyodide that lies beside it."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

from rummy.site.bundle import core
from rummy.site.bundle.core import BundleFailed
from rummy.words import say

KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
APPS = ["lab", "notebooks", "repl"]
PRELOADED = [
    "micropip",
    "piplite",
    "ipykernel",
    "comm",
    "pyodide-kernel",
    "jedi",
    "ipython",
    "widgetsnbextension",
    "ipywidgets",
    "anywidget",
    "fsrs",
    "rummy-rules",
]
SETTINGS = {
    "jupyter-lite-schema-version": 0,
    "jupyter-config-data": {
        "appName": "Rummy",
        "litePluginSettings": {
            KERNEL: {
                "pyodideUrl": "./../pyodide/pyodide.mjs",
                "disablePyPIFallback": True,
                "loadPyodideOptions": {"packages": PRELOADED},
            }
        },
    },
}
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self' data: blob:; worker-src 'self' blob:; frame-src 'self' blob:; "
    "object-src 'none'; base-uri 'self'; form-action 'none'"
)
"""The workbench may load only from its own host; Jupyter needs inline script and eval."""
START = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Rummy</title>
<script id="jupyter-config-data" type="application/json" data-jupyter-lite-root=".">{{}}</script>
<meta http-equiv="refresh" content="0; url=notebooks/index.html?path={book}"></head>
<body><a href="notebooks/index.html?path={book}">{book}</a></body></html>
"""
"""Where the workbench begins: the first lesson by itself, which fits a phone too."""


def books(notebooks: Path) -> list[Path]:
    """The notebooks, also those in other languages."""
    return [*sorted(notebooks.glob("*.ipynb")), *sorted(notebooks.glob("??/*.ipynb"))]


def make(notebooks: Path, folder: Path) -> None:
    """Build the workbench into an empty folder."""
    import nbformat  # takes a second to load, which a build that makes nothing need not wait

    source = folder / "source"
    (source / "files").mkdir(parents=True)
    for path in books(notebooks):
        book = nbformat.read(path, as_version=4)
        book.cells = [cell for cell in book.cells if "teacher" not in cell.metadata.get("tags", ())]
        book.metadata.kernelspec = {"name": "python", "display_name": "Python", "language": "python"}
        target = source / "files" / path.relative_to(notebooks)
        target.parent.mkdir(exist_ok=True)
        nbformat.write(book, target)
    (source / "jupyter-lite.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    words = ["--contents", "files", "--no-sourcemaps", "--no-unused-shared-packages"]
    apps = [word for app in APPS for word in ("--apps", app)]
    out = folder / "lab"
    core.run([sys.executable, "-m", "jupyterlite_core", "build", *words, *apps, "--output-dir", out], source)
    shutil.rmtree(source)
    check(out)
    (out / "index.html").write_text(START.format(book=books(notebooks)[0].name), encoding="utf-8")
    for page in out.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        page.write_text(re.sub(r"(<head[^>]*>)", rf"\1{policy}", text, count=1), encoding="utf-8")


def check(out: Path) -> None:
    """JupyterLite ends well even if it left out the settings; then its kernel would ask other hosts."""
    built = json.loads((out / "jupyter-lite.json").read_text(encoding="utf-8"))
    settings = built["jupyter-config-data"].get("litePluginSettings", {}).get(KERNEL, {})
    extensions = {one["name"] for one in built["jupyter-config-data"].get("federated_extensions", [])}
    wanted = {"anywidget", "@jupyter-widgets/jupyterlab-manager", KERNEL.partition(":")[0]}
    if not settings.get("disablePyPIFallback") or not wanted <= extensions:
        raise BundleFailed(say("site.bundle.lab-settings"))
