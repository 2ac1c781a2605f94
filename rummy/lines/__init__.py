"""Lines of play: an action in plain words, read and written as it would be said at this table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from rummy.actions import (
    EFFECTS,
    SEATS,
    Action,
    Block,
    Call,
    Draw,
    LayDown,
    LayOff,
    Pass,
    Shuffle,
    Split,
    Start,
    Swap,
    Take,
    call,
    discard,
    knock,
    lay_down,
    lay_off,
    name_effect,
    no_meld,
    simple,
    split,
    swap,
    take,
    take_alone,
)
from rummy.cards import BACK, DECK, JOKER, RANKED, RANKS, Card, add, bundle, card, cards, codes
from rummy.deal import Deal
from rummy.lines.said import told, understood
from rummy.melder import Melder
from rummy.melds import GROUP, Combination, Placed
from rummy.variants import EXPOSED
from rummy.words import Ambiguous, Unreadable, clip, listed, say


def seat_of(text: str, seats: int) -> int:
    """The number of a seat from its letter."""
    at = SEATS.find(text.strip().upper()) if len(text.strip()) == 1 else -1
    if not 0 <= at < seats:
        said = clip(text) or say("quoted", text="")
        raise Unreadable(say("error.no-seat", seat=said, seats=listed(list(SEATS[:seats]))))
    return at


def parse(line: str, deal: Deal, seat: int | None = None) -> Action:
    """The action that a line of play means in this deal; ``B: …`` speaks for another seat.

    Raises `Unreadable` if the line is none, `Ambiguous` if it fits several things. Whether the action is
    legal is another question.

    >>> from rummy.steps import new_deal
    >>> from rummy.variants import find
    >>> parse("discard kd", new_deal(find("basic")))
    <A: discard KD>
    """
    return _read(understood(line), deal, seat)


def _read(line: str, deal: Deal, seat: int | None = None) -> Action:
    """The action that a line means as it is written."""
    words = line
    speaker = re.match(r"([A-Za-z])\s*:\s*", words)
    if speaker:
        seat, words = seat_of(speaker[1], deal.game.seats), words[speaker.end() :]
    who = deal.seat if seat is None else seat
    lower = words.lower()
    for verb, read in _READ.items():
        if lower == verb or lower.startswith(verb + " "):
            return read(deal, who, words[len(verb) :].strip())
    raise Unreadable(say("error.line", text=clip(line)))


def _nothing_more(rest: str) -> None:
    if rest:
        raise Unreadable(say("error.line", text=clip(rest)))


def _start(deal: Deal, seat: int, rest: str) -> Action:
    if not rest and deal.variant.dealing.hand == EXPOSED:
        raise Unreadable(say("error.whole-pack"))
    return Start(seat, cards(rest))


def _shuffle(deal: Deal, seat: int, rest: str) -> Action:
    return Shuffle(seat, cards(rest))


def _name(deal: Deal, seat: int, rest: str) -> Action:
    effect = rest.lower()
    if effect not in EFFECTS:
        raise Unreadable(say("error.effect", text=clip(rest), words=listed(EFFECTS, "or")))
    return name_effect(seat, effect)


def _block(deal: Deal, seat: int, rest: str) -> Action:
    _nothing_more(rest)
    return simple(Block, seat)


def _draw(deal: Deal, seat: int, rest: str) -> Action:
    _nothing_more(rest)
    return simple(Draw, seat)


def _pass(deal: Deal, seat: int, rest: str) -> Action:
    _nothing_more(rest)
    return simple(Pass, seat)


def _take(deal: Deal, seat: int, rest: str) -> Action:
    pattern = r"(\S+)(?: at ([0-9]{1,4}))?( with (?:\*|★))?(?: without (.+))?"
    found = re.fullmatch(pattern, rest, re.IGNORECASE)
    if not found:
        raise Unreadable(say("error.needs-cards"))
    one, pile = shown(found[1]), deal.discards
    places = [at for at, c in enumerate(pile) if c is one]
    if found[2]:
        places = [at for at in places if at == int(found[2]) - 1]
        if not places:
            raise Unreadable(say("error.place", at=clip(found[2]), card=one.glyph))
    left = tuple(shown(word) for word in found[4].split()) if found[4] else ()
    if found[3]:
        return _split(deal, seat, one, places, left)
    if left:
        above = pile[places[-1] :] if places else left
        for other in left:
            if other not in above:
                raise Unreadable(say("error.not-above", card=other.glyph, below=one.glyph))
        return take_alone(seat, one, left)
    return take(seat, _only(places, one, [str(take(seat, at, one)) for at in places]), one)


def _only(places: list[int], one: Card, choices: list[str]) -> int:
    """The one place that is meant; -1 if there is none."""
    if len(places) > 1:
        text = say("error.which-place", card=one.glyph, choices=_listed(choices))
        raise Ambiguous(text, tuple(choices))
    return places[0] if places else -1


def _listed(choices: Iterable[str]) -> str:
    """Lines to choose from, as they are said."""
    return listed([told(line) for line in choices], "or")


def _split(deal: Deal, seat: int, one: Card, places: list[int], left: tuple[Card, ...]) -> Split:
    """Taking a card with a joker that splits the pile: the other cards lie next to it, in whatever order."""
    pile, many = deal.discards, len(left)
    below = deal.variant.gambit.split == "below"

    def beside(at: int) -> tuple[Card, ...]:
        return pile[max(at - many, 0) : at] if below else pile[at + 1 : at + 1 + many]

    right = [at for at in places if sorted(beside(at)) == sorted(left)]
    at = _only(right or places, one, [str(split(seat, at, one, beside(at))) for at in right or places])
    return split(seat, at, one, beside(at) if right else left)


def shown(text: str) -> Card:
    """The card written so; a face-down one is none that can be played."""
    one = card(text)
    if one is BACK:
        raise Unreadable(say("error.face-down"))
    return one


def said_cards(text: str, melder: Melder) -> list[tuple[Card, Card | None]]:
    """Cards as they are said in a meld, each with the card it is said to stand for."""
    out: list[tuple[Card, Card | None]] = []
    for word in text.split():
        code, equals, meaning = word.partition("=")
        one = shown(code)
        if not equals:
            as_itself = one is not JOKER or not melder.wild_jokers
            out.append((one, one if as_itself else None))
            continue
        rank = re.fullmatch(r"([A2-9TJQK])\?", meaning.upper())
        stands = RANKED[RANKS.index(rank[1])] if rank else card(meaning) if meaning else JOKER
        if one is not JOKER and one is not stands and not one.bit & melder.wild_cards:
            raise Unreadable(say("error.stands", text=clip(word)))
        if stands.rank < 1:
            raise Unreadable(say("error.stands-for", text=clip(meaning)))
        out.append((one, stands))
    return out


def _laid_down(deal: Deal, seat: int, rest: str, verb: str) -> LayDown:
    table = deal.game.melder
    words, top = re.subn(r"\s+with\s+(\*|★)$", "", rest, flags=re.IGNORECASE)
    said = said_cards(words, table)
    if not said:
        raise Unreadable(say("error.needs-cards"))
    need = bundle(c for c, _ in said)
    whole = add(need, JOKER) if top else need

    def laid(made: object, placed: tuple[Placed, ...]) -> LayDown:
        if isinstance(made, Combination):
            return lay_down(seat, table.settled(made), bool(top))
        return no_meld(seat, placed, whole, bool(top))

    if all(stands for _, stands in said):
        placed = tuple(Placed(c, stands) for c, stands in said if stands)
        return laid(table.combine(placed), placed)
    fixed = {(c, stands) for c, stands in said if stands and c is not stands}
    fixed |= {(c, RANKED[stands.rank - 1]) for c, stands in fixed} if table.ranked else set()
    ways = [
        w
        for w in table.meanings(tuple(c for c, _ in said))
        if sum((p.card, p.stands_for) in fixed for p in w.placed)
        >= sum(c is not stands for c, stands in said if stands)
    ]
    if len(ways) > 1:
        choices = tuple(f"{verb} {spelled(way)}" for way in ways)
        raise Ambiguous(say("error.which-meaning", choices=_listed(choices)), choices)
    if ways:
        return lay_down(seat, ways[0], bool(top))
    guess = next((c for c, _ in said if c is not JOKER), DECK[0])
    free = [c for c in DECK[guess.rank - 1 :: 13] if (c, c) not in said] or [guess]
    placed = tuple(Placed(c, stands or free[0]) for c, stands in said)
    return laid(table.combine(placed), placed)


def spelled(made: Combination) -> str:
    """A meld with the meaning of every wild card said; one that fixes a rank is a missing card."""
    natural = [p.card for p in made.placed if not p.wild]
    rank = natural[0].rank if natural else 0
    free = iter([c for c in DECK[rank - 1 :: 13] if c not in natural] * 2)
    return " ".join(
        f"{p.card}={next(free)}" if p.wild and not p.stands_for.suit else str(p) for p in made.placed
    )


def _meld(deal: Deal, seat: int, rest: str) -> Action:
    return _laid_down(deal, seat, rest, "meld")


def _lay(deal: Deal, seat: int, rest: str, verb: str) -> LayOff:
    what, _, where = re.sub(r"\s+on\s+", "\0", rest, count=1, flags=re.IGNORECASE).partition("\0")
    said = said_cards(what, deal.game.melder)
    if len(said) != 1:
        raise Unreadable(say("error.needs-cards"))
    one, stands = said[0]
    found: list[LayOff] = []
    named = re.fullmatch(r"meld ([0-9]{1,4})(?: (low|high))?", where, re.IGNORECASE)
    if named:
        melds, name, end = [int(named[1]) - 1], None, (named[2] or "").lower()
    elif where:
        name, end = card(where), ""
        melds = [
            on
            for on, m in enumerate(deal.table)
            if any(name is p.card or name is p.stands_for for p in m.now.placed)
        ]
    else:
        name, end = None, ""
        melds = [
            on
            for on, m in enumerate(deal.table)
            if not m.top and (m.now.fits & one.bit or (deal.game.melder.wild_among(one.bit) and m.now.wilds))
        ]
        if not melds:
            raise Unreadable(say("error.lay-off-where", card=one))
    for on in melds:
        if not 0 <= on < len(deal.table):
            continue
        now = deal.table[on].now
        spots = _spots(deal, now, one, stands, end)
        if len(spots) > 1 and name is not None and now.kind == "sequence":
            ends = {"low": now.placed[0].stands_for, "high": now.placed[-1].stands_for}
            spots = [(c, e) for c, e in spots if ends[e] is name] or spots
        found += [lay_off(seat, Placed(one, c), on, e) for c, e in spots]
    if len(found) > 1:
        choices = tuple(f"{verb} {str(way).removeprefix('lay off ')}" for way in found)
        raise Ambiguous(say("error.which-meld", card=one.glyph, choices=_listed(choices)), choices)
    if found:
        return found[0]
    on = melds[0] if melds else -1
    if len(melds) > 1:
        choices = tuple(f"{verb} {what} on meld {m + 1}" for m in melds)
        raise Ambiguous(say("error.which-meld", card=one.glyph, choices=_listed(choices)), choices)
    if stands is None:
        stands = deal.table[on].now.placed[0].stands_for if 0 <= on < len(deal.table) else DECK[0]
    return lay_off(seat, Placed(one, stands), on, end)


def _spots(deal: Deal, now: Combination, one: Card, stands: Card | None, end: str) -> list[tuple[Card, str]]:
    """The places of a meld where a card would go, for what it is said to stand for."""
    melder = deal.game.melder
    spots = [(c, e) for c, e in now.spots if c is one and stands in (None, one)]
    if one is JOKER or (one.bit & melder.wild_cards and not spots):
        wilds = now.wilds or now.spots
        rank = now.kind == GROUP and melder.ranked and stands is not None
        spots = [
            (c, e) for c, e in wilds if stands in (None, c) or (rank and stands and c.rank == stands.rank)
        ]
    elif one.bit & melder.wild_cards and stands is not one and stands is not None:
        spots = [(c, e) for c, e in now.wilds if c is stands]
    return [(c, e) for c, e in spots if not end or e == end]


def _lay_off(deal: Deal, seat: int, rest: str) -> Action:
    return _lay(deal, seat, rest, "lay off")


def _swap(deal: Deal, seat: int, rest: str) -> Action:
    what, _, where = re.sub(r"\s+on\s+", "\0", rest, count=1, flags=re.IGNORECASE).partition("\0")
    some = tuple(sorted(shown(word) for word in what.split()))
    if not some or not where:
        raise Unreadable(say("error.needs-cards"))
    named = re.fullmatch(r"meld ([0-9]{1,4})", where, re.IGNORECASE)
    if named:
        return swap(seat, some, int(named[1]) - 1)
    name = card(where)
    melds = [
        on
        for on, m in enumerate(deal.table)
        if any(name is p.card or name is p.stands_for for p in m.now.placed)
    ]
    giving = [on for on in melds if any(p.wild for p in deal.table[on].now.placed)] or melds
    fitting = [on for on in giving if _gives(deal, on, some)] or giving
    if len(fitting) > 1:
        choices = tuple(str(swap(seat, some, on)) for on in fitting)
        raise Ambiguous(say("error.which-meld", card=codes(some), choices=_listed(choices)), choices)
    return swap(seat, some, fitting[0] if fitting else -1)


def _gives(deal: Deal, on: int, some: tuple[Card, ...]) -> bool:
    """Could a wild card of this meld stand for one of these?"""
    return any(
        p.wild and any(p.stands_for is c or p.stands_for.rank == c.rank for c in some)
        for p in deal.table[on].now.placed
    )


def _knock(deal: Deal, seat: int, rest: str) -> Action:
    if not rest:
        raise Unreadable(say("error.needs-cards"))
    return knock(seat, shown(rest))


def _discard(deal: Deal, seat: int, rest: str) -> Action:
    if not rest:
        raise Unreadable(say("error.needs-cards"))
    return discard(seat, shown(rest))


def _call(deal: Deal, seat: int, rest: str) -> Action:
    if re.search(r"\son\s", rest, re.IGNORECASE):
        return call(_lay(deal, seat, rest, "call"))
    return call(_laid_down(deal, seat, rest, "call"))


_READ: dict[str, Callable[[Deal, int, str], Action]] = {
    "deal": _start,
    "name": _name,
    "draw": _draw,
    "take": _take,
    "meld": _meld,
    "lay off": _lay_off,
    "swap": _swap,
    "block": _block,
    "discard": _discard,
    "knock": _knock,
    "call": _call,
    "pass": _pass,
    "shuffle": _shuffle,
}


def write(action: Action, deal: Deal) -> str:
    """The shortest line that `parse` reads as this action in this deal.

    >>> from rummy.steps import new_deal
    >>> from rummy.variants import find
    >>> deal = new_deal(find("basic"), seed=1)
    >>> write(take(0, 0, card("KS")), deal)
    'take KS'
    """
    prefix = f"{SEATS[action.seat]}: " if action.seat != deal.seat else ""
    for line in (*_short(action, deal), str(action), *_long(action)):
        try:
            if _read(prefix + line, deal) == action:
                return prefix + line
        except (Ambiguous, Unreadable):
            continue
    return prefix + str(action)


def spoken(line: str) -> str:
    """A line of play as it is said in the language spoken, with its cards as they are printed.

    >>> spoken("B: lay off *=TS on 9S").replace("\ufe0e", "")
    'B: lay off ★=10♠ on 9♠'
    """
    return _CODE.sub(lambda found: card(found[0]).glyph, told(line))


_CODE = re.compile(r"\*|\b(?:[2-9TJQKA]|10)[SHDC]\b")


def _long(action: Action) -> list[str]:
    """A longer way to say a meld, where jokers would leave a doubt."""
    play = action.play if isinstance(action, Call) else action
    if not isinstance(play, LayDown) or play.combination is None:
        return []
    verb = "call" if isinstance(action, Call) else "meld"
    return [f"{verb} {spelled(play.combination)}" + (" with *" if play.top else "")]


def _short(action: Action, deal: Deal) -> list[str]:
    """Shorter ways to say it, the best first."""
    if isinstance(action, Take):
        return [f"take {action.card}"]
    if isinstance(action, Split):
        return [f"take {action.card} with * without {codes(action.gone)}"]
    if isinstance(action, Swap) and 0 <= action.on < len(deal.table):
        names = [p.card for p in deal.table[action.on].now.placed if not p.wild]
        return [f"swap {codes(action.cards)} on {n}" for n in names]
    play = action.play if isinstance(action, Call) else action
    if isinstance(play, LayOff) and 0 <= play.on < len(deal.table):
        now = deal.table[play.on].now
        end = now.placed[-1 if play.end == "high" else 0]
        names = [end.card, end.stands_for, *(p.card for p in now.placed)]
        names = [n for n in names if n.rank and n.suit] + (
            [JOKER] if not now.placed[0].stands_for.rank else []
        )
        verb = "call" if isinstance(action, Call) else "lay off"
        what = (play.placed.card.code, str(play.placed)) if play.placed.card is JOKER else (str(play.placed),)
        return [f"{verb} {w} on {n}" for w in what for n in names]
    return []
