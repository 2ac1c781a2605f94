"""What pupils handed in: progress files in a folder, in an archive, or one by one."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

from rummy.classroom.report import Report, gathered
from rummy.course.progress import MOST
from rummy.words import Unreadable, say


def class_report(*where: Path | str) -> Report:
    """The report of all progress files in some places.

    Args:
        where: folders (with all folders inside), zip archives, or files.

    Raises:
        Unreadable: a place that there is not, or no file in any of them.
    """
    files = [found for place in where for found in handed_in(Path(place))]
    if not files:
        raise Unreadable(say("report.no-files", where=", ".join(map(str, where)) or "."))
    return gathered(files)


def handed_in(place: Path) -> Iterator[tuple[str, str]]:
    """The path and the text of every JSON file in a place; what is no text is handed on as broken."""
    if place.is_dir():
        for path in sorted(place.rglob("*.json")):
            if path.is_file() and not {part[0] for part in path.relative_to(place).parts} & {".", "_"}:
                yield path.as_posix(), _text(path)
    elif zipfile.is_zipfile(place):
        with zipfile.ZipFile(place) as archive:
            for entry in archive.infolist():
                if entry.filename.endswith(".json") and not entry.filename.startswith(("__", ".")):
                    raw = archive.open(entry).read(4 * MOST + 1)
                    yield f"{place.as_posix()}/{entry.filename}", raw.decode("utf-8", "replace")
    elif place.is_file():
        yield place.as_posix(), _text(place)
    else:
        raise Unreadable(say("report.no-files", where=place))


def _text(path: Path) -> str:
    """A file as text, no more of it than a progress file can have."""
    try:
        with path.open("rb") as file:
            return file.read(4 * MOST + 1).decode("utf-8", "replace")
    except OSError as error:
        return str(error.strerror)
