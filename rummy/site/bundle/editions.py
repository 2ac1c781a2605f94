"""Two archives of a built site: one for any web server, and one to be read without server and script."""

from __future__ import annotations

import textwrap
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rummy.site.bundle.core import BundleFailed
from rummy.site.bundle.kept import kept, linked, mark, sources
from rummy.site.bundle.plain import plain
from rummy.site.links import broken, told
from rummy.words import say

HERE = Path(__file__).parent
README = {
    "site": ["title", "serve", "command", "open", "files", "server"],
    "plain": ["title", "open", "rest"],
}
PACKED = {".whl", ".zip", ".png", ".woff2", ".webp", ".jpg"}
SCRIPTS = (".js", ".mjs", ".map")
LIVE = ("lab/", "pyodide/", "search/", "assets/live/", "handouts/reveal/", "404.html", "sitemap")


def make(site: Path, dist: Path, cache: Path, address: str = "/") -> None:
    """Write both archives of a built site, if all of its links lead somewhere.

    Args:
        site: the folder of the site, in all its languages.
        dist: the folder of the archives.
        cache: where they are kept, for a site that was built again and is the same.
        address: where the site will be served from.
    """
    if not (site / "index.html").is_file():
        raise BundleFailed(say("site.bundle.no-site", folder=site))
    files = sorted(path for path in site.rglob("*") if path.is_file())
    done = kept(
        cache, "archives", mark(address, sources(HERE), files), lambda folder: _pack(site, folder, address)
    )
    linked(done, dist)


def _pack(site: Path, folder: Path, address: str) -> None:
    lost = list(broken(site, address))
    if lost:
        raise BundleFailed(told(lost))
    names = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    whole = ((f"site/{name}", (site / name).read_bytes()) for name in names)
    with ThreadPoolExecutor() as pool:
        for one in (
            pool.submit(pack, folder / "rummy-site.zip", readme("site"), whole),
            pool.submit(pack, folder / "rummy-plain.zip", readme("plain"), scriptless(site, names)),
        ):
            one.result()


def readme(kind: str) -> str:
    """What to do with an archive, as a text file."""
    return "\n\n".join(textwrap.fill(say(f"site.readme.{kind}.{part}"), 78) for part in README[kind]) + "\n"


def scriptless(site: Path, names: list[str]) -> Iterator[tuple[str, bytes]]:
    """The files of the site that need no script, their pages without any."""
    left = [
        name
        for name in names
        if not (name.removeprefix("de/").startswith(LIVE) or name.endswith((*SCRIPTS, "-slides.html")))
    ]
    for name in left:
        data = (site / name).read_bytes()
        if name.endswith(".html"):
            data = plain(data.decode("utf-8"), name, frozenset(left)).encode("utf-8")
        yield name, data


def pack(archive: Path, readme: str, files: Iterator[tuple[str, bytes]]) -> None:
    """Write an archive with a folder of its name, in it a README and the files."""
    fresh = archive.with_suffix(".new")
    with zipfile.ZipFile(fresh, "w") as out:
        for name, data in [("README.txt", readme.encode("utf-8")), *files]:
            entry = zipfile.ZipInfo(f"{archive.stem}/{name}", (2024, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            kind = zipfile.ZIP_STORED if Path(name).suffix in PACKED else zipfile.ZIP_DEFLATED
            out.writestr(entry, data, kind, compresslevel=3)
    fresh.replace(archive)
