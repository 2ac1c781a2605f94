"""Whose file is whose: progress files as pupils, none put together and none left out without a word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from rummy.course.progress import Progress, Try, merge, owner, read
from rummy.words import Unreadable, clip, listed, say

LONG = 60
"""So many characters of a name are printed."""
OURS = re.compile(
    r"(?P<before>.*?)[\s_-]*rummy-progress(?:[\s_-]*\(?\d+\)?(?=[\s_-]|$))*[\s_-]*(?P<after>.*)", re.I
)
"""The name of a copy of one’s progress, with what a learning platform or the pupil has put beside it."""
COPY = re.compile(r"^(copy of|kopie von)\s+|([\s_-]*\(\d+\)|[\s_-]+(copy|kopie)([\s_-]*\d+)?)+$", re.I)
"""What a computer adds to the name of a second copy."""


class Pupil(NamedTuple):
    """One of the class."""

    name: str
    progress: Progress


class Skipped(NamedTuple):
    """A file that is not counted, and why; what it says is never lost."""

    file: str
    why: str


class Handed(NamedTuple):
    """A file that was handed in and can be read."""

    file: str
    folders: tuple[str, ...]
    """The folders around it, the outermost first."""
    stem: str
    label: str
    """Whose it is, as far as the file itself says so."""
    progress: Progress


class Sorted(NamedTuple):
    """The pupils, what is not counted, and what a teacher has to know about how files became pupils."""

    pupils: tuple[Pupil, ...]
    skipped: tuple[Skipped, ...]
    notes: tuple[str, ...]


def sorted_out(files: Iterable[tuple[str, str]]) -> Sorted:
    """The pupils of some files.

    A pupil is called as the file is; where that is the name every copy has, or several are called so, by the
    folder that tells them apart. Files of one name are one pupil’s if they have a try in common.

    Args:
        files: the path and the text of each.

    >>> from rummy.course.progress import dump
    >>> done = [dump(Progress({"melds.keep": (Try(f"2026-09-01T08:0{n}Z", "right"),)})) for n in range(3)]
    >>> there = [("h3/ada/rummy-progress.json", done[0]), ("h3/bo/rummy-progress.json", done[1])]
    >>> [pupil.name for pupil in sorted_out([*there, ("h3/cy.json", done[2])]).pupils]
    ['ada', 'bo', 'cy']
    """
    handed, twins, skipped = list[Handed](), list[tuple[str, Handed]](), list[Skipped]()
    for file, text in sorted(_short([*files]), key=_plainness):
        try:
            one = _handed(file, text)
        except Unreadable as error:
            skipped.append(Skipped(file, str(error)))
            continue
        twin = next((other for other in handed if other.progress == one.progress), None)
        if twin is None:
            handed.append(one)
        else:
            twins.append((file, twin))
    groups = [*_groups(handed)]
    names = _names([some[0] for some in groups])
    called = {one.file: name for name, some in zip(names, groups, strict=True) for one in some}
    skipped += [Skipped(file, say("report.twin", file=o.file, name=called[o.file])) for file, o in twins]
    merged = (Pupil(name, _merged(some)) for name, some in zip(names, groups, strict=True))
    pupils = tuple(sorted(merged, key=lambda one: one.name.casefold()))
    notes = [told for part in (_put_together, _apart, _nameless) for told in part(names, groups)]
    return Sorted(pupils, tuple(sorted(skipped)), (*notes, *_shared(pupils)))


def whose(stem: str, told: str = "") -> str:
    """Whose file this is, by its name without ending and by the name in it; empty if neither says so.

    >>> [*map(whose, ("rummy-progress (1)", "rummy-progress-ada", "ada copy", "ada_12_rummy-progress"))]
    ['', 'ada', 'ada', 'ada_12']
    """
    plain = COPY.sub("", stem).strip()
    ours = OURS.fullmatch(plain)
    return (told or " ".join(filter(None, ours.groups()))) if ours else plain


def _short(files: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Files with their paths as they are told here: without the folders that all of them lie in."""
    paths = [path.split("/") for path, _ in files]
    levels = zip(*(path[:-1] for path in paths), strict=False) if len(files) > 1 else ()
    common = sum(1 for _ in takewhile(lambda level: len({*level}) == 1, levels))
    yield from (("/".join(path[common:]), text) for path, (_, text) in zip(paths, files, strict=True))


def _plainness(file: tuple[str, str]) -> tuple[bool, bool, int, str]:
    """What the files are gone through by: of the same content the first keeps its name, the plainest."""
    path = file[0].removesuffix(".json")
    return not whose(_stem(path)), any(map(COPY.search, path.split("/"))), len(path), path


def _stem(file: str) -> str:
    return file.rpartition("/")[2].removesuffix(".json")


def _handed(file: str, text: str) -> Handed:
    """A file that can be read and has something in it."""
    progress = read(text)
    if not progress.tries:
        raise Unreadable(say("report.empty"))
    folders = tuple(part.removesuffix(".zip") for part in file.split("/")[:-1] if part not in ("", ".", ".."))
    stem = _stem(file)
    return Handed(file, folders, stem, clip(whose(stem, owner(text)), LONG), progress)


def _groups(handed: Iterable[Handed]) -> Iterator[list[Handed]]:
    """The files of each pupil: those of one name, or of one folder where they have none, that share a try."""
    by_key: dict[str, list[list[Handed]]] = {}
    for one in handed:
        key = (one.label or "".join(one.folders[-1:])).casefold()
        there = by_key.setdefault(key, [])
        same = [some for some in there if any(_common(one.progress, other.progress) for other in some)]
        by_key[key] = [some for some in there if some not in same]
        by_key[key].append([*(other for some in same for other in some), one])
    for some in by_key.values():
        yield from some


def _common(a: Progress, b: Progress) -> bool:
    """Whether two documents have a try in common: to the thousandth of a second."""
    return any({*tries} & {*b.of(name)} for name, tries in a.tries.items())


def _merged(some: Iterable[Handed]) -> Progress:
    whole = Progress()
    for one in some:
        whole = merge(whole, one.progress)
    return whole


def _names(first: Sequence[Handed]) -> list[str]:
    """What the pupils are called: each differently."""
    names, given = list[str](), Counter[str]()
    for one in first:
        alike = [other for other in first if other.label.casefold() == one.label.casefold()]
        place = _place(one, alike) if not one.label or len(alike) > 1 else ""
        name = "/".join(filter(None, (place, one.label))) if place or len(alike) == 1 else one.stem
        given[name := clip(name or one.stem, LONG)] += 1
        names.append(f"{name} ({given[name]})" if given[name] > 1 else name)
    return names


def _place(one: Handed, alike: Sequence[Handed]) -> str:
    """The folder that tells one from the others; all that differs, if no single one does."""
    paths = [other.folders for other in alike]
    for level in range(1, min(map(len, paths)) + 1):
        if len({path[-level] for path in paths}) == len(paths):
            return one.folders[-level]
    common = set(paths[0]).intersection(*paths)
    return "/".join(part for part in one.folders if part not in common)


def _put_together(names: Sequence[str], groups: Sequence[list[Handed]]) -> Iterator[str]:
    """Several files that are one pupil."""
    for name, some in zip(names, groups, strict=True):
        if len(some) > 1:
            yield say("report.put-together", name=name, files=listed([one.file for one in some]))


def _apart(names: Sequence[str], groups: Sequence[list[Handed]]) -> Iterator[str]:
    """Several pupils of one name."""
    by_label: dict[str, list[str]] = {}
    for name, (first, *_) in zip(names, groups, strict=True):
        if first.label:
            by_label.setdefault(first.label.casefold(), []).append(name)
    for some in by_label.values():
        if len(some) > 1:
            yield say("report.apart", names=listed(some))


def _nameless(names: Sequence[str], groups: Sequence[list[Handed]]) -> Iterator[str]:
    """Files that nobody can be told by."""
    some = [one.file for name, (one, *_) in zip(names, groups, strict=True) if not whose(_stem(name))]
    if some:
        yield say("report.nameless", files=listed(some))


def _shared(pupils: Iterable[Pupil]) -> Iterator[str]:
    """Pupils who have tries in common, such as those who sat one after the other at one browser."""
    before: dict[tuple[str, Try], str] = {}
    for pupil in pupils:
        tries = [(name, one) for name, some in pupil.progress.tries.items() for one in some]
        others = Counter(before[one] for one in tries if one in before)
        for other, count in others.most_common(1):
            yield say("report.shared", name=pupil.name, other=other, common=count, of=len(tries))
        before |= dict.fromkeys(tries, pupil.name)
