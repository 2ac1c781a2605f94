"""A position as it lies on the table, as light HTML for pages: words and cards, shaped by a style sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from rummy.cards import BACK, Card, card
from rummy.deal import Deal
from rummy.frames.cards import card_json
from rummy.pictures.pages import deal_frame
from rummy.pictures.paper import el, say_in
from rummy.pictures.prose import is_to_act, laid_off, named, printed, stands_for
from rummy.words import say

Json = Mapping[str, Any]
Jsons = Sequence[Json]
CLASSES = {"S": "S", "H": "H", "D": "D", "C": "C", "": "joker"}


def laid_html(frame: Json) -> str:
    """The table of a frame as HTML that is readable without its style sheet, and light.

    Args:
        frame: what `rummy.frames.frame_of`, `rummy.table.Table.frame` or `laid_frame` gives.

    >>> from rummy.table import Table
    >>> laid_html(Table("basic", seed=7).frame()).startswith('<div class="laid"><p>Your turn: draw')
    True
    """
    told = [frame["step"], (frame["over"] or {}).get("text", ""), *frame["about"], frame.get("owed", "")]
    text = say_in("p", " ".join(dict.fromkeys(filter(None, told))))
    return el("div", text, el("dl", *_piles(frame), *_melds(frame), *_seats(frame)), class_="laid")


def row_html(some: Sequence[Card]) -> str:
    """Some cards side by side, as `laid_html` shows them.

    >>> from rummy.cards import cards
    >>> row_html(cards("7H"))[:60]
    '<p class="laid"><span class="fan" role="img" aria-label="sev'
    """
    return el("p", _fan([card_json(one) for one in some]), class_="laid")


def laid_frame(deal: Deal, you: int | None = None) -> dict[str, Any]:
    """The frame of a deal outside any match, with what the seat in turn has taken and owes.

    Args:
        deal: the deal.
        you: the seat it is seen from, by number; None shows every hand the deal holds.
    """
    frame = deal_frame(deal, you)
    taken, owed = list(deal.turn.taken), deal.turn.owed
    seat = frame["seats"][deal.seat]
    for one in seat["cards"] or ():
        if card(one["c"]) in taken:
            taken.remove(card(one["c"]))
            one["new"] = True
    if owed is not None:
        frame["owed"] = say("laid.owed", who=seat["name"], card=owed.glyph)
    return frame


def _piles(frame: Json) -> Iterator[str]:
    """Stock and discard pile, and what lies apart from them."""
    stock, pile, beside = frame["stock"]["count"], frame["discards"], frame["beside"]
    yield _row("stock", say("laid.stock"), _closed(stock))
    yield _row("pile", say("laid.pile"), _fan(pile) if pile else _closed(0))
    if beside and beside["cards"]:
        yield _row("beside", say("laid.beside"), _fan(beside["cards"]))
    if frame["gone"]:
        yield _row("gone", say("table.gone"), _fan(frame["gone"]))


def _melds(frame: Json) -> Iterator[str]:
    """The melds, those of one seat together, with what others laid off on them."""
    by_owner = sorted(frame["melds"], key=lambda meld: str(meld["owner"]))
    for _, some in groupby(by_owner, key=lambda meld: meld["owner"]):
        melds = list(some)
        dds = (
            el("dd", _fan(m["cards"], m["owner"]), *_small([*m["marks"], *_wild(m), *laid_off(m, printed)]))
            for m in melds
        )
        head = say_in("dt", say("picture.laid-by", who=melds[0]["owner_name"]))
        yield el("div", head, *dds, class_="meld")


def _wild(meld: Json) -> Iterator[str]:
    """What the wild cards of a meld stand for."""
    for one in meld["cards"]:
        stands = stands_for(one)
        if stands is not None:
            yield say("print.stands", card=card(one["c"]).glyph, other=stands.glyph)


def _seats(frame: Json) -> Iterator[str]:
    """Who sits there: the hand as far as it is open, whose turn it is, what is special."""
    for seat in frame["seats"]:
        acts = is_to_act(frame, seat)
        marks = [
            say("picture.to-play") if acts else "",
            say("table.dealer") if seat["dealer"] else "",
            *seat["notes"],
            "" if seat.get("total", "0") == "0" else say("picture.total", total=seat["total"]),
        ]
        open_ = seat["cards"] is not None and any(one["c"] != BACK.code for one in seat["cards"])
        hand = _fan(seat["cards"]) if open_ else _closed(seat["count"]) if seat["plays"] else ""
        if not open_ and seat["known"]:
            hand += " " + el("small", say("laid.known") + " " + _fan(seat["known"]))
        head = [say_in("b", seat["name"]), *_small(marks)]
        kind = ["hand", "turn" if acts else "", "" if open_ else "closed"]
        parts = el("dt", " ".join(head)), el("dd", hand or " ")
        yield el("div", *parts, class_=" ".join(filter(None, kind)))


def _row(kind: str, head: str, inside: str) -> str:
    return el("div", say_in("dt", head), el("dd", inside), class_=kind)


def _small(marks: Iterable[str]) -> Iterator[str]:
    told = " · ".join(filter(None, marks))
    if told:
        yield say_in("small", told)


def _closed(count: int) -> str:
    """Cards that lie face down: a back, and how many."""
    back = el("span", " ", class_="card back" if count else "card none", aria_hidden="true")
    return f"{back} {say_in('span', say('picture.cards', count=count))}"


def _fan(cards: Jsons, owner: str = "") -> str:
    """Cards that lie face up; read aloud by their names, as one."""
    return el(
        "span", *(_card(one, owner) for one in cards), class_="fan", role="img", aria_label=named(cards)
    )


def _card(one: Json, owner: str) -> str:
    """A card: its rank and suit, and of a wild one what it stands for.

    >>> _card({"c": "7H"}, "")
    '<span class="card H">7<i>♥︎</i></span>'
    """
    face, stands = card(one["c"]), stands_for(one)
    if face is BACK:
        return el("span", "?", class_="card back")
    glyph = face.glyph
    parts = [glyph[:-1], say_in("i", glyph[-1])] if face.suit else [say_in("i", glyph)]
    if stands is not None:
        parts.append(say_in("s", stands.glyph, class_=CLASSES[stands.suit] if stands.suit else "rank"))
    marks = [
        ("new", one.get("new")),
        ("wild", one.get("wild")),
        ("top", one.get("top")),
        ("off", owner and one.get("by", owner) != owner),
    ]
    kind = " ".join(["card", CLASSES[face.suit], *(mark for mark, there in marks if there)])
    return el("span", *parts, class_=kind)
