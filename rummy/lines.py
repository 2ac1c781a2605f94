"""Lines of play: an action in plain words, read and written as it would be said at this table."""

from __future__ import annotations

import re
from collections.abc import Callable

from rummy.actions import (
    SEATS,
    Action,
    Call,
    Draw,
    LayDown,
    LayOff,
    Pass,
    Start,
    Take,
    TakeAlone,
    call,
    discard,
    lay_down,
    lay_off,
    no_meld,
    simple,
    swap,
    take,
)
from rummy.cards import BACK, DECK, JOKER, Card, bundle, card, cards
from rummy.deal import Deal
from rummy.melds import Combination, Placed
from rummy.words import Ambiguous, Unreadable, clip, listed, say


def seat_of(text: str, seats: int) -> int:
    """The number of a seat from its letter."""
    at = SEATS.find(text.strip().upper()) if len(text.strip()) == 1 else -1
    if not 0 <= at < seats:
        raise Unreadable(say("error.no-seat", seat=clip(text), seats=listed(list(SEATS[:seats]))))
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
    words = " ".join(line.split())
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
    return Start(seat, cards(rest))


def _draw(deal: Deal, seat: int, rest: str) -> Action:
    _nothing_more(rest)
    return simple(Draw, seat)


def _pass(deal: Deal, seat: int, rest: str) -> Action:
    _nothing_more(rest)
    return simple(Pass, seat)


def _take(deal: Deal, seat: int, rest: str) -> Action:
    found = re.fullmatch(r"(\S+)(?: at ([0-9]{1,4}))?(?: without (.+))?", rest, re.IGNORECASE)
    if not found:
        raise Unreadable(say("error.needs-cards"))
    one, pile = shown(found[1]), deal.discards
    if found[3]:
        left = tuple(shown(word) for word in found[3].split())
        above = pile[len(pile) - pile[::-1].index(one) :] if one in pile else left
        for other in left:
            if other not in above:
                raise Unreadable(say("error.not-above", card=other.glyph, below=one.glyph))
        return TakeAlone(seat, one, left)
    places = [at for at, c in enumerate(pile) if c is one]
    if found[2]:
        at = int(found[2]) - 1
        if at not in places:
            raise Unreadable(say("error.place", at=clip(found[2]), card=one.glyph))
        return take(seat, at, one)
    if len(places) > 1:
        choices = tuple(str(take(seat, at, one)) for at in places)
        raise Ambiguous(say("error.which-place", card=one.glyph, choices=listed(choices, "or")), choices)
    return take(seat, places[0] if places else -1, one)


def shown(text: str) -> Card:
    """The card written so; a face-down one is none that can be played."""
    one = card(text)
    if one is BACK:
        raise Unreadable(say("error.face-down"))
    return one


def said_cards(text: str) -> list[tuple[Card, Card | None]]:
    """Cards as they are said in a meld, each with the card it is said to stand for."""
    out: list[tuple[Card, Card | None]] = []
    for word in text.split():
        code, equals, meaning = word.partition("=")
        one = shown(code)
        if not equals:
            out.append((one, None if one is JOKER else one))
            continue
        stands = card(meaning) if meaning else JOKER
        if one is not JOKER and one is not stands:
            raise Unreadable(say("error.stands", text=clip(word)))
        if stands.rank < 1:
            raise Unreadable(say("error.stands-for", text=clip(meaning)))
        out.append((one, stands))
    return out


def _laid_down(deal: Deal, seat: int, rest: str, verb: str) -> LayDown:
    said = said_cards(rest)
    if not said:
        raise Unreadable(say("error.needs-cards"))
    table = deal.game.melder
    need = bundle(c for c, _ in said)
    if all(stands for _, stands in said):
        placed = tuple(Placed(c, stands) for c, stands in said if stands)
        made = table.combine(placed)
        return lay_down(seat, made) if isinstance(made, Combination) else no_meld(seat, placed, need)
    fixed = {(c, stands) for c, stands in said if c is JOKER and stands}
    ways = [
        w
        for w in table.meanings(tuple(c for c, _ in said))
        if fixed <= {(p.card, p.stands_for) for p in w.placed}
    ]
    if len(ways) > 1:
        choices = tuple(f"{verb} {way}" for way in ways)
        raise Ambiguous(say("error.which-meaning", choices=listed(choices, "or")), choices)
    if ways:
        return lay_down(seat, ways[0])
    guess = next((c for c, _ in said if c is not JOKER), DECK[0])
    free = [c for c in DECK[guess.rank - 1 :: 13] if (c, c) not in said] or [guess]
    placed = tuple(Placed(c, stands or free[0]) for c, stands in said)
    made = table.combine(placed)
    return lay_down(seat, made) if isinstance(made, Combination) else no_meld(seat, placed, need)


def _meld(deal: Deal, seat: int, rest: str) -> Action:
    return _laid_down(deal, seat, rest, "meld")


def _lay(deal: Deal, seat: int, rest: str, verb: str) -> LayOff:
    what, _, where = re.sub(r"\s+on\s+", "\0", rest, count=1, flags=re.IGNORECASE).partition("\0")
    said = said_cards(what)
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
            if (m.now.fits & one.bit if one is not JOKER else m.now.spots)
        ]
        if not melds:
            raise Unreadable(say("error.lay-off-where", card=one))
    for on in melds:
        if not 0 <= on < len(deal.table):
            continue
        now = deal.table[on].now
        spots = [(c, e) for c, e in now.spots if (stands is None or c is stands) and (not end or e == end)]
        if len(spots) > 1 and name is not None and now.kind == "sequence":
            ends = {"low": now.placed[0].stands_for, "high": now.placed[-1].stands_for}
            spots = [(c, e) for c, e in spots if ends[e] is name] or spots
        found += [lay_off(seat, Placed(one, c), on, e) for c, e in spots]
    if len(found) > 1:
        choices = tuple(f"{verb} {str(way).removeprefix('lay off ')}" for way in found)
        raise Ambiguous(
            say("error.which-meld", card=one.glyph, choices=listed(choices, "or")),
            choices,
        )
    if found:
        return found[0]
    on = melds[0] if melds else -1
    if len(melds) > 1:
        choices = tuple(f"{verb} {what} on meld {m + 1}" for m in melds)
        raise Ambiguous(say("error.which-meld", card=one.glyph, choices=listed(choices, "or")), choices)
    if stands is None:
        stands = deal.table[on].now.placed[0].stands_for if 0 <= on < len(deal.table) else DECK[0]
    return lay_off(seat, Placed(one, stands), on, end)


def _lay_off(deal: Deal, seat: int, rest: str) -> Action:
    return _lay(deal, seat, rest, "lay off")


def _swap(deal: Deal, seat: int, rest: str) -> Action:
    what, _, where = rest.partition(" on ")
    one, name = shown(what), shown(where)
    on = next(
        (i for i, m in enumerate(deal.table) if any(name in (p.card, p.stands_for) for p in m.now.placed)), -1
    )
    return swap(seat, one, on)


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
    "draw": _draw,
    "take": _take,
    "meld": _meld,
    "lay off": _lay_off,
    "swap": _swap,
    "discard": _discard,
    "call": _call,
    "pass": _pass,
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
    for line in (*_short(action, deal), str(action)):
        try:
            if parse(prefix + line, deal) == action:
                return prefix + line
        except (Ambiguous, Unreadable):
            continue
    return prefix + str(action)


def _short(action: Action, deal: Deal) -> list[str]:
    """Shorter ways to say it, the best first."""
    if isinstance(action, Take):
        return [f"take {action.card}"]
    play = action.play if isinstance(action, Call) else action
    if isinstance(play, LayOff) and 0 <= play.on < len(deal.table):
        now = deal.table[play.on].now
        end = now.placed[-1 if play.end == "high" else 0]
        names = [end.card, end.stands_for, *(p.card for p in now.placed)]
        verb = "call" if isinstance(action, Call) else "lay off"
        what = (play.placed.card.code, str(play.placed)) if play.placed.card is JOKER else (str(play.placed),)
        return [f"{verb} {w} on {n}" for w in what for n in names if n is not JOKER]
    return []
