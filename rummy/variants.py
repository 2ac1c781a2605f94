"""Variants: a variant is a value made of small groups of options; named ones are a parent plus changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from itertools import groupby
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from rummy.cards import Card, pack
from rummy.melds import Jokers, Melding
from rummy.rules import matters
from rummy.scoring import Scoring
from rummy.words import Unreadable, clip, data, listed, nearest, say


class Players(NamedTuple):
    """Who may play."""

    seats: str = "2-8"


class Pack(NamedTuple):
    """The cards in play."""

    second_from: Literal[2, 3, 4, 5, 6, 7, 8, "never"] = 5
    jokers: Literal[0, 1, 2, 3, 4] = 0


class Dealing(NamedTuple):
    """How a deal begins."""

    hand: str = "10"
    opening: Literal["upcard", "extra-card", "both", "starter-extra"] = "upcard"
    first_dealer: Literal["random", "low", "high"] = "low"
    next_dealer: Literal["next", "went-out", "top-score"] = "next"
    rotation: Literal["clockwise", "counter-clockwise"] = "clockwise"


class Drawing(NamedTuple):
    """What may be drawn, and what must then be done with it."""

    pile: Literal["any", "top"] = "any"
    top_card: Literal["keep", "use"] = "keep"
    return_top: Literal["refused", "allowed"] = "refused"
    use_order: Literal["any", "first"] = "any"
    use_by: Literal["meld-or-lay-off", "meld"] = "meld-or-lay-off"


class LayingOff(NamedTuple):
    """Where cards may be laid off, and when."""

    on: Literal["any", "own-side", "none"] = "any"
    needs_own_meld: Literal["no", "yes"] = "no"
    after_out: Literal["no", "lay-offs"] = "no"


class GambitRules(NamedTuple):
    """How the dealer's joker works, as far as tables differ."""

    split: Literal["above", "below"] = "above"


class Calling(NamedTuple):
    """Calling rummy."""

    rummy: Literal["off", "take-only", "take-portion"] = "off"
    priority: Literal["first", "nearest"] = "first"
    exposed: Literal["no", "yes"] = "no"


class Ending(NamedTuple):
    """How a deal ends."""

    last_discard: Literal["optional", "required", "unplayable"] = "optional"
    floating: Literal["off", "on", "stock-only"] = "off"
    stock_out: Literal["play-on", "flip", "shuffle", "shuffle-keep-top", "end"] = "play-on"
    recycle_limit: Literal["none"] | int = "none"
    bound: Literal["none"] | int = 2
    knock: Literal["off", "on"] = "off"


class MatchRules(NamedTuple):
    """How a match ends."""

    target: Literal["none"] | int = 500
    deals: Literal["none"] | int = "none"
    wins: Literal["highest", "lowest"] = "highest"
    tie: Literal["another-deal", "shared", "went-out", "playoff"] = "another-deal"
    bonus: int = 0
    sides: Literal["none", "partners"] = "none"


class Variant(NamedTuple):
    """The rules of a table.

    >>> find("basic").drawing.pile
    'top'
    >>> find("basic").changed({"scoring.ace_hand": 15}).scoring.ace_hand
    15
    """

    id: str
    """The named variant it is, or was before options were changed."""
    players: Players = Players()
    pack: Pack = Pack()
    dealing: Dealing = Dealing()
    drawing: Drawing = Drawing()
    melding: Melding = Melding()
    laying_off: LayingOff = LayingOff()
    jokers: Jokers = Jokers()
    gambit: GambitRules = GambitRules()
    calling: Calling = Calling()
    ending: Ending = Ending()
    scoring: Scoring = Scoring()
    match: MatchRules = MatchRules()

    @property
    def title(self) -> str:
        """The name people use."""
        return say(f"variant.{self.id}.title")

    @property
    def blurb(self) -> str:
        """What it is like, in a sentence."""
        return say(f"variant.{self.id}.blurb")

    def options(self) -> dict[str, Any]:
        """Every option by its dotted name."""
        return {f"{g}.{o}": value for g in _GROUPS for o, value in getattr(self, g)._asdict().items()}

    def facts(self) -> dict[str, Any]:
        """Every option, and what follows from several of them.

        ``packs`` is one, two, or some (that depends on the number of players). ``aces`` is one where every
        ace that matters counts the same, two where only the one below a two differs, otherwise many; ``ace``
        is what the ace above a king, in a group and in a hand then counts.

        >>> find("rummy-500").facts()["aces"], find("rummy-500").facts()["ace"]
        ('two', 15)
        """
        facts = self.options()
        sizes = {len(self.cards(n)) > 60 for n in self.seats()}
        facts["packs"] = "some" if len(sizes) == 2 else "two" if sizes == {True} else "one"
        places = ("scoring.ace_hand", "scoring.ace_high", "scoring.ace_group")
        others = {facts[place] for place in places if matters(place, facts)}
        low = {facts["scoring.ace_low"]} if matters("scoring.ace_low", facts) else others
        facts["aces"] = "many" if len(others) > 1 else "one" if low == others else "two"
        return facts | {"ace": facts["scoring.ace_hand"]}

    def overrides(self) -> dict[str, Any]:
        """The options in which it differs from the named variant of its id."""
        return {key: new for key, (_, new) in differences(find(self.id), self).items()}

    def changed(self, options: Mapping[str, Any]) -> Variant:
        """The same variant with some options changed; raises `Unreadable` for a name or value that is none.

        >>> find("basic").changed({"drawing.pile": "deep"})
        Traceback (most recent call last):
        rummy.words.Unreadable: The option drawing.pile cannot be “deep”: it is any or top.
        """
        new = self
        for key, value in options.items():
            group, option, allowed = checked(key, value)
            new = new._replace(**{group: getattr(new, group)._replace(**{option: allowed})})
        return _consistent(new)

    def seats(self) -> range:
        """How many may play."""
        low, _, high = self.players.seats.partition("-")
        return range(int(low), int(high or low) + 1)

    def hand_size(self, seats: int) -> int:
        """How many cards each player is dealt; at most, where a first open card decides it.

        >>> find("rummy-500").hand_size(2), find("rummy-500").hand_size(4)
        (13, 7)
        """
        if self.dealing.hand == EXPOSED:
            return MOST_EXPOSED
        return _hand_sizes(self.dealing.hand).get(seats, 0)

    def cards(self, seats: int) -> tuple[Card, ...]:
        """The pack that is dealt from with so many players; the dealer's joker is not in it.

        >>> len(find("rummy-500").cards(5)), len(find("gambit").cards(2))
        (108, 53)
        """
        second = self.pack.second_from
        whole = pack(2 if second != "never" and seats >= second else 1, self.pack.jokers)
        return tuple(sorted(whole))[:-1] if self.jokers.role == "gambit" else whole


EXPOSED = "exposed"
"""Where the first card of every hand is dealt open: it says how many more its player is dealt."""
MOST_EXPOSED = 12
"""The largest such hand: an ace and eleven more."""
_GROUPS = Variant._fields[1:]


@cache
def _hints() -> dict[str, dict[str, Any]]:
    types = get_type_hints(Variant)
    return {group: get_type_hints(types[group]) for group in _GROUPS}


def choices(key: str) -> tuple[Any, ...]:
    """The values an option can have; ``int`` or ``str`` among them where any number or text will do.

    >>> choices("drawing.pile")
    ('any', 'top')
    """
    group, _, option = key.partition(".")
    hint = _hints().get(group, {}).get(option)
    if hint is None:
        names = (f"{g}.{o}" for g, options in _hints().items() for o in options)
        raise Unreadable(say("error.option", text=clip(key)) + nearest(key, names))
    parts = (hint,) if get_origin(hint) is Literal or isinstance(hint, type) else get_args(hint)
    return tuple(v for part in parts for v in (get_args(part) or (part,)))


MOST = 99_999
"""The largest number that an option can be."""


def checked(key: str, value: Any) -> tuple[str, str, Any]:
    """Group, name and value of an option as it is read; raises `Unreadable` for one that is none."""
    allowed = choices(key)
    named = [v for v in allowed if not isinstance(v, type)]
    known = isinstance(value, str) or (type(value) is int and abs(value) < 10**9)
    text = str(value).strip() if known else ""
    match = next((v for v in named if str(v) == text), None)
    least = int(key in ("match.target", "match.deals", "ending.bound", "ending.recycle_limit"))
    if match is None and int in allowed and re.fullmatch("[0-9]{1,5}", text) and int(text) >= least:
        match = int(text)
    if match is None and str in allowed:
        match = _spelled(key, text)
    if match is None:
        number = say("error.number-from", least=least, most=MOST)
        words = [str(v) for v in named] + [number] * (int in allowed)
        words += [say(f"error.form.{key}")] if str in allowed else []
        raise Unreadable(
            say(
                "error.value",
                option=key,
                text=clip(text if known else type(value).__name__),
                words=listed(words, "or"),
            )
            + nearest(text, [str(v) for v in named])
        )
    group, _, option = key.partition(".")
    return group, option, match


def _spelled(key: str, text: str) -> str | None:
    """How the value of an option that is a text of its own is written; None if it is no such value."""
    if key == "players.seats":
        found = re.fullmatch(r"([2-8])(?:-([2-8]))?", text)
        return text if found and (found[2] is None or found[1] < found[2]) else None
    if text == EXPOSED:
        return text
    if re.fullmatch("[0-9]{1,2}", text):
        return str(int(text))
    if not re.fullmatch(r"[2-8](-[2-8])?:[0-9]{1,2}(,[2-8](-[2-8])?:[0-9]{1,2})*", text):
        return None
    parts, sizes = _parts(text), _hand_sizes(text)
    if not all(seats for seats, _ in parts) or sum(len(seats) for seats, _ in parts) > len(sizes):
        return None
    told = []
    for (size, _), run in groupby(enumerate(sorted(sizes.items())), lambda at: (at[1][1], at[1][0] - at[0])):
        seats = [n for _, (n, _) in run]
        told.append(f"{seats[0]}-{seats[-1]}:{size}" if len(seats) > 1 else f"{seats[0]}:{size}")
    return ",".join(told).removeprefix("2-8:")


def _parts(text: str) -> list[tuple[range, int]]:
    """The numbers of players in each part of a hand size, and how many cards each is then dealt."""
    found = re.findall(r"([0-9])(?:-([0-9]))?:([0-9]+)", text)
    return [(range(int(low), int(high or low) + 1), int(count)) for low, high, count in found]


@cache
def _hand_sizes(text: str) -> dict[int, int]:
    if ":" not in text:
        return dict.fromkeys(range(2, 9), int(text))
    return {n: count for seats, count in _parts(text) for n in seats}


def _consistent(variant: Variant) -> Variant:
    """The variant, or `Unreadable` with a sentence naming the options that contradict each other."""
    extra = variant.dealing.opening != "upcard"
    up = variant.dealing.opening == "both"
    for seats in variant.seats():
        need, there = variant.hand_size(seats) * seats + 1 + up, len(variant.cards(seats))
        if variant.hand_size(seats) < 1:
            raise Unreadable(say("error.no-hand-size", seats=seats, hand=variant.dealing.hand))
        if need >= there:
            each = variant.hand_size(seats) + extra
            raise Unreadable(say("error.too-few-cards", seats=seats, each=each, need=need, there=there))
    if variant.pack.jokers and variant.jokers.role == "none":
        raise Unreadable(say("error.idle-jokers", count=variant.pack.jokers))
    for name, contradicts in _CONTRADICTIONS.items():
        if contradicts(variant):
            raise Unreadable(say(f"error.contradiction.{name}"))
    return variant


def _endless(v: Variant) -> bool:
    """Could a deal of this variant go on for ever without a bound?"""
    renews = v.ending.stock_out in RENEWED and v.ending.recycle_limit == "none"
    return renews or v.drawing.top_card != "use"


RENEWED = ("flip", "shuffle", "shuffle-keep-top")
"""What can happen to the discard pile so that it becomes the stock again."""

_CONTRADICTIONS: dict[str, Callable[[Variant], bool]] = {
    "gambit-without-jokers": lambda v: v.jokers.role == "gambit" and not v.pack.jokers,
    "swap-without-jokers": lambda v: (
        v.jokers.swap != "never"
        and v.melding.wild_rank == "none"
        and (v.jokers.role != "wild" or not v.pack.jokers)
    ),
    "wild-rank-hidden": lambda v: v.melding.wild_rank == EXPOSED and v.dealing.hand != EXPOSED,
    "wild-rank-jokers": lambda v: v.melding.wild_rank != "none" and v.jokers.role in ("own-group", "gambit"),
    "floating-optional": lambda v: v.ending.floating != "off" and v.ending.last_discard == "optional",
    "half-of-what": lambda v: v.melding.all_at_once != "never" and v.match.deals == "none",
    "no-end": lambda v: v.match.target == "none" and v.match.deals == "none",
    "no-melds": lambda v: v.melding.per_turn == "none" and v.ending.knock == "off",
    "no-melds-to-call": lambda v: v.melding.per_turn == "none" and v.calling.rummy != "off",
    "no-melds-to-open": lambda v: v.melding.per_turn == "none" and v.melding.first_minimum > 0,
    "no-melds-to-use": lambda v: (
        v.melding.per_turn == "none" and (v.drawing.pile == "any" or v.drawing.top_card == "use")
    ),
    "knock-uncounted": lambda v: (v.ending.knock == "on") != (v.scoring.method == "knock"),
    "knock-last-chance": lambda v: v.ending.knock == "on" and v.laying_off.after_out != "no",
    "knock-floating": lambda v: v.ending.knock == "on" and v.ending.floating != "off",
    "knock-rummy": lambda v: v.ending.knock == "on" and v.scoring.going_rummy != "none",
    "no-last-chance": lambda v: v.laying_off.after_out != "no" and v.laying_off.on == "none",
    "penalty-wins": lambda v: (v.scoring.method == "penalty") != (v.match.wins == "lowest"),
    "nobody-to-pay": lambda v: v.scoring.method == "pay" and v.scoring.nobody_out == "everyone-penalised",
    "no-bound": lambda v: v.ending.bound == "none" and _endless(v),
    "odd-sides": lambda v: (
        v.match.sides == "partners" and (v.seats()[0] < 4 or any(n % 2 for n in v.seats()))
    ),
    "playoff-of-two": lambda v: v.match.tie == "playoff" and v.match.sides == "none" and v.seats()[0] > 2,
}
"""What cannot go together, by the sentence that says so."""


@cache
def variants() -> dict[str, Variant]:
    """The named variants, in the order of the book."""
    book = data("variants.toml")
    made: dict[str, Variant] = {}
    for key, changes in book["variant"].items():
        parent = changes.get("parent")
        options = {k: v for k, v in changes.items() if k != "parent"}
        start = {**made[parent].options(), **options} if parent else {**book["default"], **options}
        made[key] = Variant(key).changed(start)
    return made


def find(text: str) -> Variant:
    """The variant of this name, or of a name with changed options.

    >>> find("rummy-500 + scoring.ace_low=5").scoring.ace_low
    5
    """
    name, *changes = (part.strip() for part in text.split("+"))
    found = variants().get(name)
    if found is None:
        names = listed(list(variants()), "or")
        raise Unreadable(say("error.variant", text=clip(name), names=names) + nearest(name, variants()))
    options: dict[str, str] = {}
    for change in changes:
        key, equals, value = change.partition("=")
        if not equals:
            raise Unreadable(say("error.change", text=clip(change)))
        key, value = key.strip(), value.strip()
        if options.setdefault(key, value) != value:
            both = {"one": clip(options[key]), "other": clip(value)}
            raise Unreadable(say("error.option-twice", option=clip(key), **both))
    return found.changed(options) if options else found


def code(variant: Variant) -> str:
    """The variant in a line that `find` reads back.

    >>> code(find("basic").changed({"melding.aces": "either"}))
    'basic + melding.aces=either'
    """
    return " + ".join([variant.id, *(f"{key}={value}" for key, value in variant.overrides().items())])


def differences(a: Variant, b: Variant) -> dict[str, tuple[Any, Any]]:
    """The options in which two variants differ, with the value in each.

    >>> differences(find("500-rum"), find("rummy-500"))["drawing.top_card"]
    ('use', 'keep')
    """
    before, after = a.options(), b.options()
    return {key: (before[key], after[key]) for key in before if before[key] != after[key]}
