"""Rulings: a position, an attempt and a verdict: the examples of every article, and the end of a dispute."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from rummy.actions import SEATS
from rummy.cards import bundle, cards, codes, size
from rummy.deal import Deal, Game, counts
from rummy.law import breach, to_act
from rummy.lines import parse, seat_of
from rummy.match import Match, after, new_match, next_dealer, winners, with_seats
from rummy.positions import BESIDE, KEYS, position, read_meld, write_meld
from rummy.rules import Breach, articles
from rummy.scoring import Points, laid, points_text
from rummy.steps import follow
from rummy.words import Ambiguous, Unreadable, clip, listed, nearest, read_toml, say, translated

_FACTS = [
    "points",
    "hands",
    "hands_size",
    "totals",
    "over",
    "turn",
    "phase",
    "winner",
    "match_over",
    "discards",
    "table",
    "stock_left",
    "owed",
    "named",
    "dealer_joker",
    "dealer",
    "next_dealer",
    "plays_on",
    "to_act",
]
_BY_SEAT = ["points", "hands", "hands_size", "totals"]
LEGAL, REFUSED, AMBIGUOUS = "legal", "refused", "ambiguous"


class Ruling(NamedTuple):
    """A question about a position, as it stands in a file."""

    id: str
    where: str
    """File and place, for messages."""
    text: Mapping[str, Any]
    ours: bool = False
    """Is it of the project's own collection? Those are told in the language spoken, others as written."""

    @property
    def question(self) -> str:
        """What a player would ask."""
        return self.told("question")

    @property
    def lines(self) -> tuple[str, ...]:
        """What is tried, line by line."""
        return tries(self.text)

    @property
    def verdict(self) -> str:
        """``legal``, ``ambiguous``, ``refused`` or the id of the rule that refuses the last line."""
        return str(self.text.get("verdict", LEGAL))

    @property
    def disputed(self) -> str:
        """Why we believe it wrong; empty if we do not."""
        return self.told("disputed")

    @property
    def why(self) -> str:
        """What is to be said about what becomes of it."""
        return self.told("why")

    @property
    def note(self) -> str:
        """What it rests on, or how sure it is."""
        return self.told("note")

    def told(self, key: str) -> str:
        """One of its sentences; empty if it has none of this kind."""
        written = str(self.text.get(key, ""))
        return translated(f"ruling.{self.id}.{key}", written) if written and self.ours else written


class Outcome(NamedTuple):
    """What the engine makes of a ruling."""

    ruling: Ruling
    got: str
    """Its own verdict."""
    breach: Breach | None
    differs: tuple[str, ...]
    """What differs from what the ruling says, in words; nothing if all is as it says."""
    deal: Deal
    """The deal after the last legal line."""

    @property
    def passed(self) -> bool:
        """Is everything as the ruling says, and is nobody disputing it?"""
        return not self.differs and not self.ruling.disputed


def load(path: Path) -> tuple[Ruling, ...]:
    """The rulings of a file; raises `Unreadable` with file and place if one is none."""
    return _all_read(entries(path))


def read(text: str, where: str) -> tuple[Ruling, ...]:
    """The rulings in a text in the format of the rulings files."""
    return _all_read(_entries(text, where))


def entries(path: Path | None = None) -> tuple[Ruling | Unreadable, ...]:
    """Every ruling of a file (or of the project); in the place of one that is none, what is wrong with it.

    Raises `Unreadable` if the file itself holds no rulings.
    """
    if path is None:
        folder = resources.files("rummy").joinpath("data/rulings")
        files = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
        return tuple(e for f in files for e in _entries(f.read_text(encoding="utf-8"), f.name, ours=True))
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(say("error.not-utf8", where=clip(str(path), 200), at=error.start)) from None
    return _entries(text, clip(str(path), 200))


def _entries(text: str, where: str, *, ours: bool = False) -> tuple[Ruling | Unreadable, ...]:
    rows = read_toml(text, where).get("ruling")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise Unreadable(say("error.no-rulings", where=where))
    found: list[Ruling | Unreadable] = []
    seen: set[str] = set()
    for number, row in enumerate(rows, 1):
        place = f"{where}, {_name(row, number)}"
        try:
            _check(row)
            if row["id"] in seen:
                raise Unreadable(say("ruling.twice"))
            seen.add(row["id"])
            found.append(Ruling(str(row["id"]), place, row, ours))
        except Unreadable as error:
            found.append(Unreadable(f"{place}: {error}"))
    return tuple(found)


def _all_read(found: tuple[Ruling | Unreadable, ...]) -> tuple[Ruling, ...]:
    for one in found:
        if isinstance(one, Unreadable):
            raise one
    return tuple(one for one in found if isinstance(one, Ruling))


def _name(row: Mapping[str, Any], number: int) -> str:
    if isinstance(row.get("id"), str) and row["id"].strip():
        return say("ruling.named", id=clip(row["id"]))
    return say("ruling.number", number=number)


def check_keys(row: Mapping[str, Any]) -> None:
    """Raise `Unreadable` if there is a key that neither a position nor a ruling has."""
    for key in row:
        if key not in KEYS and key not in BESIDE:
            near = nearest(key, [*KEYS, *BESIDE]) or f" {say('ruling.keys')}"
            raise Unreadable(say("error.ruling-key", text=clip(key)) + near)


def _check(row: Mapping[str, Any]) -> None:
    """Raise `Unreadable` if a ruling has a part that none can have, or lacks one."""
    check_keys(row)
    for key in ("id", "try"):
        if key not in row:
            raise Unreadable(f"{say('error.ruling-missing', key=key)} {say(f'ruling.write.{key}')}")
    for key in ("id", "question", "verdict", "note", "why", "disputed"):
        if not isinstance(row.get(key, ""), str):
            raise Unreadable(say("ruling.no-text", key=key))
    if not row["id"].strip():
        raise Unreadable(f"{say('ruling.no-id')} {say('ruling.write.id')}")
    for key in ("articles", "sources"):
        if key in row and not _texts(row[key]):
            raise Unreadable(say("ruling.no-list", key=key))
    for rule in row.get("articles", ()):
        if rule not in articles():
            raise Unreadable(say("ruling.no-article", text=clip(rule)) + nearest(rule, articles()))
    lines, then = tries(row), row.get("then", {})
    if not isinstance(then, dict):
        raise Unreadable(say("ruling.no-then"))
    for key in then:
        if key not in _FACTS:
            raise Unreadable(say("error.ruling-then", text=clip(key), words=listed(_FACTS, "or")))
        if (key in _BY_SEAT) is not isinstance(then[key], dict):
            raise Unreadable(say("error.ruling-by-seat", text=key, words=listed(_BY_SEAT, "and")))
    if not _texts(then.get("table", ())):
        raise Unreadable(say("error.form-of.table", key="then.table"))
    verdict, known = row.get("verdict", LEGAL), [LEGAL, REFUSED, AMBIGUOUS, *articles()]
    if verdict not in known:
        raise Unreadable(say("error.ruling-verdict", text=clip(verdict)) + nearest(verdict, known))
    if not lines and (verdict != LEGAL or not then):
        raise Unreadable(f"{say('ruling.no-attempt')} {say('ruling.write.try')}")


def tries(text: Mapping[str, Any]) -> tuple[str, ...]:
    """The lines that a ruling tries; raises `Unreadable` if they are no list of texts."""
    lines = text.get("try", ())
    if not _texts(lines):
        raise Unreadable(say("error.ruling-try"))
    return tuple(lines)


def _texts(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(text, str) for text in value)


def collection() -> tuple[Ruling, ...]:
    """The project's own rulings, file by file."""
    return _all_read(entries())


def judge(ruling: Ruling) -> Outcome:
    """Play a ruling and compare; raises `Unreadable` if position or lines cannot be read."""
    deal = position(ruling.text, ruling.where)
    got, broken, last = LEGAL, None, ""
    done = 0
    for line in ruling.lines:
        last, done = line, done + 1
        try:
            action = parse(line, deal)
        except Ambiguous:
            got = AMBIGUOUS
            break
        except Unreadable as error:
            raise Unreadable(f"{ruling.where}: {line_told(line, error)}") from None
        broken = breach(deal, action)
        if broken is not None:
            got = broken.rule
            break
        deal = follow(deal, action)
    differs = []
    agree = got == ruling.verdict or (ruling.verdict == REFUSED and broken is not None)
    if done < len(ruling.lines):
        differs.append(say("ruling.early", got=got, line=clip(last)))
    elif not agree:
        differs.append(say("ruling.verdict", want=ruling.verdict, got=got, line=clip(last)))
    else:
        differs += _differences(ruling, deal)
    return Outcome(ruling, got, broken, tuple(differs), deal)


def line_told(line: str, error: Unreadable) -> str:
    """Why a line cannot be read, told with the line."""
    named = clip(line)
    return (
        str(error) if say("quoted", text=named) in str(error) else f"{say('ruling.line', line=named)} {error}"
    )


def _differences(ruling: Ruling, deal: Deal) -> Iterator[str]:
    """Each fact that the ruling expects and that is otherwise."""
    facts = facts_after(ruling, deal)
    for key, want in _flat(ruling.text.get("then", {})):
        try:
            got = facts(key)
            if key == "table":
                want = [write_meld(read_meld(line, deal.game.melder, deal.game.seats)) for line in want]
                want, got = sorted(want), sorted(got)
            same = _same(key, want, got)
        except (ValueError, TypeError, AttributeError) as error:
            why = error if isinstance(error, Unreadable) else say("error.ruling-value", text=clip(str(want)))
            raise Unreadable(f"{ruling.where}, then.{key}: {why}") from None
        if not same:
            yield say("ruling.fact", key=f"then.{key}", want=_shown(want), got=_shown(got))


def _flat(then: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in then.items():
        if isinstance(value, Mapping):
            yield from ((f"{key}.{seat or '?'}", v) for seat, v in value.items())
        else:
            yield key, value


def _same(key: str, want: Any, got: Any) -> bool:
    if key.startswith("hands."):
        return bundle(cards(str(want))) == bundle(cards(got))
    if key in ("discards", "to_act", "plays_on", "winner"):
        return str(want).split() == str(got).split()
    if isinstance(got, int | Fraction) and not isinstance(got, bool):
        return _points(want) == got
    return bool(want == got)


def _points(value: Any) -> Fraction:
    """Points as a file may write them: a number, or a fraction such as 13/2."""
    if not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9}|/0*[1-9][0-9]{0,8})?", str(value)):
        raise ValueError(value)
    return Fraction(str(value))


def _shown(value: Any) -> str:
    return (
        points_text(value)
        if isinstance(value, int | Fraction) and not isinstance(value, bool)
        else str(value)
    )


def facts_after(ruling: Ruling, deal: Deal) -> Callable[[str], Any]:
    """A function from the name of a fact (``points.A``, ``turn``) to what it is now.

    Totals, and the points of a deal that is over, are the side's, under any of its seats.
    """
    variant, g = deal.variant, deal.game
    match = _match(ruling, deal)
    scored = counts(deal)

    def points(seat: int) -> Points:
        if deal.over:
            return scored[g.side_of[seat]].points
        return sum(i.points for i in laid(variant.scoring, variant.jokers, deal.table, seat))

    def names(some: Iterable[int]) -> str:
        return " ".join(SEATS[s] for s in some)

    def fact(key: str) -> Any:
        name, _, letter = key.partition(".")
        seat = seat_of(letter, g.seats) if letter else 0
        known: dict[str, Callable[[], Any]] = {
            "points": lambda: points(seat),
            "hands": lambda: codes(deal.hands[seat]),
            "hands_size": lambda: size(deal.holdings[seat]),
            "totals": lambda: match.totals[g.side_of[seat]],
            "over": lambda: deal.over,
            "turn": lambda: SEATS[deal.seat],
            "phase": lambda: deal.phase,
            "to_act": lambda: names(to_act(deal)),
            "winner": lambda: names(with_seats(match, winners(match))),
            "match_over": lambda: match.over,
            "discards": lambda: codes(deal.discards),
            "table": lambda: [write_meld(m) for m in deal.table],
            "stock_left": lambda: len(deal.stock),
            "owed": lambda: deal.turn.owed.code if deal.turn.owed else "",
            "named": lambda: deal.course.named,
            "dealer_joker": lambda: deal.course.dealer_joker,
            "dealer": lambda: SEATS[deal.dealer],
            "next_dealer": lambda: SEATS[next_dealer(deal)],
            "plays_on": lambda: names(() if match.over else match.playing),
        }
        return known[name]()

    return fact


def _match(ruling: Ruling, deal: Deal) -> Match:
    """The match after the deal, from the totals before it."""
    try:
        before = totals_before(ruling.text, deal.game)
    except Unreadable as error:
        raise Unreadable(f"{ruling.where}: {error}") from None
    match = new_match(deal.variant, deal.game.seats, deal.dealer)._replace(playing=deal.game.playing)
    earlier = (match.totals,) * (deal.course.number - 1)
    match = match._replace(totals=before, scores=earlier)
    return after(match, deal) if deal.over else match


def totals_before(text: Mapping[str, Any], g: Game) -> tuple[Points, ...]:
    """What every side had before the deal, under any of its seats; nothing where it is not told."""
    told: dict[int, Fraction] = {}
    for letter, value in text.get("totals", {}).items():
        side, points = g.side_of[seat_of(letter, g.seats)], _points(value)
        if told.setdefault(side, points) != points:
            raise Unreadable(say("ruling.totals", seats=listed([SEATS[s] for s in g.sides[side]])))
    return tuple(told.get(side, Fraction(0)) for side in range(len(g.sides)))
