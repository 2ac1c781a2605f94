"""The third-party notices: what the site carries by other people, read from what they say themselves."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from email.message import Message
from html import escape
from importlib import metadata
from pathlib import Path

from rummy.site.bundle.join import CACHE, TEXTS, edition
from rummy.words import say

NOTICES = "notices.json"
PAGES = ["mkdocs-material", "mkdocs"]
TROVE = "License :: OSI Approved :: "


@dataclass(frozen=True)
class Notice:
    """One piece of software: what it is, its licence and where it comes from."""

    name: str
    version: str
    licence: str
    source: str = ""
    texts: tuple[str, ...] = ()


def said(about: Message, texts: Iterable[str] = ()) -> Notice:
    """What the metadata of a Python package says."""
    named = about.get("License-Expression") or about.get("License") or ""
    trove = [line.removeprefix(TROVE) for line in about.get_all("Classifier") or [] if line.startswith(TROVE)]
    licence = named if named and len(named) < 60 else ", ".join(trove) or say("site.notices.see")
    links = dict(line.split(", ", 1) for line in about.get_all("Project-URL") or [])
    known = {key.lower(): url for key, url in links.items()}
    homes = (known[key] for key in ("source", "repository", "homepage") if key in known)
    home = next(homes, about.get("Home-page"))
    return Notice(about["Name"], about["Version"], licence, home or "", tuple(texts))


def _is_licence(name: str) -> bool:
    file = name.rpartition("/")[2].upper()
    named = file.startswith(("LICEN", "COPYING", "NOTICE", "AUTHORS")) and not file.endswith(".SVG")
    return named and (".dist-info/" in name or "/.icons/" in name)


def of_wheel(wheel: Path) -> Notice:
    """What a wheel says."""
    from rummy.site.bundle.lock import about

    with zipfile.ZipFile(wheel) as archive:
        names = filter(_is_licence, archive.namelist())
        return said(about(wheel), [archive.read(name).decode("utf-8", "replace") for name in names])


def of_npm(package: Path) -> Notice:
    """What an npm package says."""
    told = json.loads((package / "package.json").read_text(encoding="utf-8"))
    home = told.get("repository", {}).get("url", "").removeprefix("git+").removesuffix(".git")
    texts = [file.read_text(encoding="utf-8") for file in package.glob("LICEN*")]
    return Notice(f"{told['name']} (npm)", told["version"], told["license"], home, tuple(texts))


def of_pages() -> list[Notice]:
    """What the plain pages carry, from what is installed here."""
    found = []
    for name in PAGES:
        here = metadata.distribution(name)
        files = [file for file in here.files or [] if _is_licence(file.as_posix())]
        found.append(said(here.metadata, [file.read_text(encoding="utf-8") for file in files]))  # type: ignore[arg-type]
    return found


def of_lab(lab: Path) -> Iterator[Notice]:
    """What JupyterLite and its extensions were built from."""
    for file in sorted(lab.rglob("third-party-licenses.json")):
        for row in json.loads(file.read_text(encoding="utf-8"))["packages"]:
            yield Notice(row["name"], row["versionInfo"], row["licenseId"] or "", "", (row["extractedText"],))


def collect(package: Path, wheels: list[Path], lab: Path, python: str) -> dict[str, list[Notice]]:
    """All notices of a bundle; our own wheel needs none."""
    cpython = Notice("CPython", python, "PSF-2.0", "https://github.com/python/cpython")
    others = [of_wheel(one) for one in wheels if not one.name.startswith("rummy_rules-")]
    bench = {(one.name, one.version): one for one in of_lab(lab)}
    shown = of_npm(package.parent / "reveal.js")
    return {
        "python": [of_npm(package), cpython, *others, shown],
        "lab": [bench[key] for key in sorted(bench)],
    }


def write(groups: dict[str, list[Notice]], data: Path, text: Path) -> None:
    """Keep the notices for the page, and write every licence text once, under the names it goes with."""
    known: dict[str, list[str]] = {}
    for one in [*of_pages(), *(one for rows in groups.values() for one in rows)]:
        for licence in filter(None, map(str.strip, one.texts)):
            known.setdefault(licence, []).append(f"{one.name} {one.version}")
    line = "=" * 78
    parts = [f"{line}\n{', '.join(names)}\n{line}\n\n{licence}\n" for licence, names in known.items()]
    text.write_text("\n".join(parts), encoding="utf-8")
    rows = {key: [{**asdict(one), "texts": ()} for one in found] for key, found in groups.items()}
    data.write_text(json.dumps(rows), encoding="utf-8")


def kept() -> dict[str, list[Notice]]:
    """The notices of the bundle there is."""
    if not edition():
        return {}
    read = json.loads((CACHE / NOTICES).read_text(encoding="utf-8"))
    return {key: [Notice(**row) for row in rows] for key, rows in read.items()}


def notices() -> str:
    """The page of notices as Markdown."""
    groups = {"pages": of_pages(), **kept()}
    parts = [f"# {say('site.notices.title')}", say("site.notices.lead")]
    if edition():
        parts.append(say("site.notices.texts", file=f"../{TEXTS.as_posix()}"))
    for name, rows in groups.items():
        parts.append(f"## {say(f'site.notices.{name}')}")
        if name != "pages":
            parts.append(say(f"site.notices.{name}-text"))
        parts.append(table(rows))
    if not edition():
        parts.append(say("site.notices.none"))
    return "\n\n".join(parts) + "\n"


def table(rows: list[Notice]) -> str:
    """The notices as a table; where no source is named, without that column."""
    columns = ["name", "version", "licence"] + (["source"] if rows[0].source else [])
    lines = [[say(f"site.notices.{key}") for key in columns], ["---"] * len(columns)]
    lines += [[_cell(getattr(one, key)) for key in columns] for one in rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _cell(text: str) -> str:
    plain = escape(text).replace("|", "&#124;")
    return f"<{plain}>" if text.startswith("https://") else plain
