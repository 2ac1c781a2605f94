"""Records: the rules and the lines of play; a match is a list of deals. All else is replayed."""

from __future__ import annotations

import errno
import json
import os
import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from rummy.actions import SEATS, Action
from rummy.cards import DECK, Card, cards, codes, glyphs
from rummy.deal import Deal, cut_dealer, undealt
from rummy.law import breach, play
from rummy.lines import parse, seat_of, write
from rummy.match import Match, after, before_deal, new_match
from rummy.rules import Breach
from rummy.steps import follow
from rummy.variants import Variant, code, find
from rummy.words import Ambiguous, Unreadable, clip, listed, nearest, read_toml, say, translated

FORMAT = 1
KEYS = ("rummy", "variant", "seats", "names", "seed", "cut", "note", "deal", "end")
"""The keys of a record; under `end` whoever keeps it may note what it led to."""
DEAL_KEYS = ("dealer", "play")
NOTE = 10_000
"""How many letters a note on a move may have."""


class Played(NamedTuple):
    """One deal of a record."""

    dealer: int
    lines: tuple[str, ...]
    notes: tuple[tuple[int, str], ...] = ()
    """What somebody says of a move: its place among the lines, from 0, and the note."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The lines as a record has them, each with its note behind it.

        >>> Played(0, ("draw", "discard KS"), ((1, "Two kings lie there already."),)).texts
        ('draw', 'discard KS  # Two kings lie there already.')
        """
        notes = dict(self.notes)
        return tuple(f"{line}  # {notes[n]}" if n in notes else line for n, line in enumerate(self.lines))


class Record(NamedTuple):
    """A match as it was played."""

    variant: Variant
    seats: int
    deals: tuple[Played, ...]
    names: tuple[str, ...] = ()
    seed: str = ""
    """What the packs were shuffled by, for information: the order of the cards is in the lines."""
    cut: tuple[Card, ...] = ()
    """The cards drawn for the first deal, one each."""
    note: str = ""
    """What somebody wants to remember of it."""


class Replay(NamedTuple):
    """What a record leads to: every state up to the end, or up to the first line that cannot be played."""

    states: tuple[tuple[Deal, ...], ...]
    """For each deal, the deal before the first line and after each."""
    match: Match
    """The match after the deals that were played to the end."""
    breach: Breach | None
    """The rule that the record breaks first."""
    where: str
    """The place of that line, or of one that cannot be read; empty if all is well."""
    why: str
    """What is wrong there, in a sentence."""


def dump(record: Record) -> str:
    """A record as text (TOML), which `read` reads back.

    >>> from rummy.variants import find
    >>> read(dump(Record(find("basic"), 2, (Played(1, ("deal",)),)))).deals[0].lines
    ('deal',)
    """
    head = [f"rummy = {FORMAT}", f"variant = {_quoted(code(record.variant))}", f"seats = {record.seats}"]
    if record.names:
        head.append(f"names = [{', '.join(map(_quoted, record.names))}]")
    if record.seed:
        head.append(f"seed = {_quoted(record.seed)}")
    if record.cut:
        head.append(f"cut = {_quoted(codes(record.cut))}")
    if record.note:
        head.append(f"note = {_quoted(record.note)}")
    out = ["\n".join(head)]
    for played in record.deals:
        lines = "".join(f"  {_quoted(line)},\n" for line in played.texts)
        out.append(f'[[deal]]\ndealer = "{SEATS[played.dealer]}"\nplay = [\n{lines}]')
    return "\n\n".join(out) + "\n"


def _quoted(text: str) -> str:
    """Text as a TOML string: JSON's escapes are TOML's, but for the one that JSON leaves out."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def read(text: str, where: str = "record") -> Record:
    """The record in a text; raises `Unreadable` with the place if it is none."""
    book = _book(text, where)
    number = book.get("rummy")
    if type(number) is int and number > FORMAT:
        raise Unreadable(say("error.newer-record", where=where, format=FORMAT, number=number))
    if number != FORMAT or number is True:
        raise Unreadable(say("error.no-record", where=where, format=FORMAT))
    try:
        _known(book, KEYS)
        variant = find(_wanted(book, "variant", str))
        seats = _wanted(book, "seats", int)
        if seats not in variant.seats():
            undealt(variant, seats)
        names = _texts({"names": [], **book}, "names")
        if names and len(names) != seats:
            raise Unreadable(say("record.form.names"))
        rows = _wanted({"deal": [], **book}, "deal", list)
        deals = [_played(row, number, seats) for number, row in enumerate(rows, 1)]
        seed, cut = _wanted({"seed": "", **book}, "seed", str), _wanted({"cut": "", **book}, "cut", str)
        note = _wanted({"note": "", **book}, "note", str)
        return Record(variant, seats, tuple(deals), names, seed, cards(cut), note)
    except Unreadable as error:
        raise Unreadable(f"{where}: {error}") from None


def _book(text: str, where: str) -> dict[str, Any]:
    """What is written in a record; where it is damaged, the sentence names the line and no format."""
    try:
        return read_toml(text, where)
    except Unreadable as error:
        line = re.search(r"at line (\d+)", str(error))
        if line:
            why = say("record.damaged.line", line=line[1])
        elif "at end of document" in str(error):
            why = say("record.damaged.end")
        elif re.search(r"\d{20}", text):
            why = say("record.damaged.number")
        else:
            raise
        raise Unreadable(f"{where}: {why}") from None


def _played(row: Any, number: int, seats: int) -> Played:
    """One deal of a record."""
    try:
        if not isinstance(row, dict):
            raise Unreadable(say("record.form.deal"))
        _known(row, DEAL_KEYS)
        return played_from(seat_of(_wanted(row, "dealer", str), seats), _texts(row, "play"))
    except Unreadable as error:
        raise Unreadable(f"{say('record.deal', deal=number)}: {error}") from None


def played_from(dealer: int, texts: Sequence[str]) -> Played:
    """A deal from its lines as a record has them; raises `Unreadable` for a note that cannot be one.

    >>> played_from(0, ["draw", "discard KS  # Two kings lie there already."]).notes
    ((1, 'Two kings lie there already.'),)
    """
    lines, notes = list[str](), list[tuple[int, str]]()
    for n, text in enumerate(texts):
        line, mark, note = text.partition("#")
        lines.append(line.rstrip() if mark else text)
        if note := note.strip():
            notes.append((n, note))
            if not lines[-1]:
                raise Unreadable(say("record.note-alone", line=n + 1))
            if len(note) > NOTE:
                raise Unreadable(say("record.note-long", line=n + 1, number=len(note), most=NOTE))
    return Played(dealer, tuple(lines), tuple(notes))


def _known(book: Mapping[str, Any], keys: Iterable[str]) -> None:
    """Raise `Unreadable` if there is a key that a record has not."""
    for key in book:
        if key not in keys:
            there = nearest(key, keys) or f" {say('record.keys', names=listed([*keys]))}"
            raise Unreadable(say("record.no-key", text=clip(key)) + there)


def _wanted(book: Mapping[str, Any], key: str, kind: type) -> Any:
    value = book.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise Unreadable(say(f"record.form.{key}"))
    return value


def _texts(book: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = _wanted(book, key, list)
    if not all(isinstance(text, str) for text in value):
        raise Unreadable(say(f"record.form.{key}"))
    return tuple(value)


def example(name: str) -> Record:
    """The record of this name that comes with the package, its notes in the language spoken.

    >>> example("annotated").variant.id
    'rummy-500'
    """
    there = sorted(file.name.removesuffix(".toml") for file in (files("rummy") / "data/records").iterdir())
    if name not in there:
        raise Unreadable(say("record.no-example", text=clip(name), names=listed(there, "or")))
    record = read((files("rummy") / f"data/records/{name}.toml").read_text(encoding="utf-8"), name)
    (played,) = record.deals
    notes = tuple((n, translated(f"record.{name}.{n + 1}", note)) for n, note in played.notes)
    note = translated(f"record.{name}.note", record.note)
    return record._replace(deals=(played._replace(notes=notes),), note=note)


def load(path: Path) -> Record:
    """The record in a file; raises `Unreadable` with file and place if it is none."""
    try:
        return read(path.read_text(encoding="utf-8"), clip(str(path), 200))
    except UnicodeDecodeError as error:
        raise Unreadable(say("error.not-utf8", where=clip(str(path), 200), at=error.start)) from None


def save(record: Record, path: Path) -> None:
    """Write a record to a file, whole or not at all."""
    keep(dump(record), path)


def keep(text: str, path: Path) -> None:
    """Write a text to a file, whole or not at all; a pipe or a device is written to as it is."""
    try:
        raw = text.encode("utf-8")
    except UnicodeEncodeError:
        raise Unreadable(say("error.no-utf8", where=clip(str(path), 200))) from None
    target = Path(os.path.realpath(path))
    try:
        if target.is_symlink():
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        if target.exists() and not target.is_file():
            target.write_bytes(raw)
        else:
            _put(raw, target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _put(raw: bytes, target: Path) -> None:
    """Write beside the file, then take its place."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".rummy-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
        Path(name).chmod(target.stat().st_mode & 0o777 if target.exists() else 0o644)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def replay(record: Record) -> Replay:
    """Play a record again, up to its end or to the first line that cannot be played."""
    match = new_match(record.variant, record.seats, record.deals[0].dealer if record.deals else 0)
    states: list[tuple[Deal, ...]] = []
    for number, played in enumerate(record.deals, 1):
        why = _misplaced(record, states, match, played)
        if why:
            return Replay(tuple(states), match, None, say("record.deal", deal=number), why)
        deal = before_deal(match._replace(dealer=played.dealer))
        course = [deal]
        for at, line in enumerate(played.lines, 1):
            where = say("record.place", deal=number, line=at, text=clip(line, 60))
            try:
                action = parse(line, deal)
            except (Unreadable, Ambiguous) as error:
                return Replay((*states, tuple(course)), match, None, where, str(error))
            broken = breach(deal, action)
            if broken is not None:
                return Replay((*states, tuple(course)), match, broken, where, str(broken))
            deal = follow(deal, action)
            course.append(deal)
        states.append(tuple(course))
        if deal.over:
            match = after(match, deal)
    return Replay(tuple(states), match, None, "", "")


def _misplaced(record: Record, states: list[tuple[Deal, ...]], match: Match, played: Played) -> str:
    """Why a deal cannot come at this place of a record; empty if it can."""
    if states and not states[-1][-1].over:
        return say("record.unfinished")
    if match.over:
        return say("record.won")
    due = match.dealer
    if not states and record.cut:
        first = cut_dealer(record.variant, record.cut)
        whole = len({*record.cut} & {*DECK}) == len(record.cut) == record.seats
        if not whole or len(first) != 1:
            return say("record.cut", cut=clip(glyphs(record.cut)))
        due = first[0]
    return "" if played.dealer == due else say("record.dealer", dealer=SEATS[played.dealer], due=SEATS[due])


def written(start: Deal, actions: Sequence[Action]) -> Played:
    """A deal as it goes into a record, from its actions."""
    deal, lines = start, []
    for action in actions:
        lines.append(write(action, deal))
        deal = play(deal, action)
    return Played(start.dealer, tuple(lines))
