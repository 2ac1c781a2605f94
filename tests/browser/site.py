"""The whole site: built as it is, served with its own headers, and a trap for every other host."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = ("update", "accounts", "content-autofill", "optimizationguide-pa", "android", "clients2")
"""What a Chromium asks on its own account, whatever page it shows: these, of Google's."""

CLICKS = """async (figure) => {
  const times = [], buttons = [...figure.querySelectorAll("button")];
  const sort = buttons.find((one) => one.textContent.startsWith("Sorted"));
  for (let n = 0; n < 21; n++) {
    const begun = performance.now(), before = sort.textContent;
    sort.click();
    while (sort.textContent === before) await new Promise((then) => setTimeout(then));
    times.push(performance.now() - begun);
  }
  return times;
}"""
"""Milliseconds from a click in a figure that is played to the changed picture, many times."""


@dataclass
class Whole:
    """The site under a sub-path, and what was asked of anybody else."""

    folder: Path
    address: str
    outside: list[str] = field(default_factory=list)

    @property
    def proxy(self) -> str:
        """A browser given this for its proxy asks this server, and nobody else, for every other host."""
        return self.address.removesuffix("/rummy/")


def headers() -> tuple[dict[str, str], dict[str, str]]:
    """What a server is asked to send with the pages, and what with the workbench."""
    told = (ROOT / "docs" / "content-security.md").read_text(encoding="utf-8")
    pages, lab = (
        dict(line.split(": ", 1) for line in block.strip().splitlines()) for block in told.split("```")[3::2]
    )
    return pages, lab


class Handler(SimpleHTTPRequestHandler):
    """Serves the site as one of the usual hosts of static pages does; refuses and counts what is not here."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *args: object, site: Whole, **more: object) -> None:
        """Serve this site."""
        self.site = site
        super().__init__(*args, directory=str(site.folder.parent), **more)  # type: ignore[arg-type]

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""

    def end_headers(self) -> None:
        """The headers of the pages, or of the workbench."""
        pages, lab = headers()
        for name, value in (lab if self.path.startswith("/rummy/lab/") else pages).items():
            self.send_header(name, value)
        super().end_headers()

    def do_GET(self) -> None:
        """A file of the site; for what is not there, its own page."""
        if not self.path.startswith("/"):
            return self.do_CONNECT()
        if Path(self.translate_path(self.path)).exists():
            return super().do_GET()
        body = (self.site.folder / "404.html").read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_CONNECT(self) -> None:
        """Another host."""
        if not self.path.partition(":")[0].startswith(tuple(f"{name}.google" for name in CHROMIUM)):
            self.site.outside.append(self.path)
        self.send_response(403)
        self.send_header("Content-Length", "0")
        self.end_headers()


def build(folder: Path, address: str) -> None:
    """Build the real site into a folder, for an address."""
    line = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder)]
    own = {**os.environ, "PYTHONPATH": str(ROOT), "SITE_URL": address, "NO_MKDOCS_2_WARNING": "1"}
    built = subprocess.run(line, cwd=ROOT, env=own, capture_output=True, text=True)
    if built.returncode:
        raise RuntimeError(built.stdout + built.stderr)


@contextmanager
def served(www: Path) -> Iterator[Whole]:
    """The site, built into `rummy/` of this folder and served from there."""
    site = Whole(www / "rummy", "")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, site=site)) as server:
        site.address = f"http://127.0.0.1:{server.server_port}/rummy/"
        build(site.folder, site.address)
        Thread(target=server.serve_forever, daemon=True).start()
        yield site
        server.shutdown()
