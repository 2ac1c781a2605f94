"""Cards, the discard pile and melds for a front end."""

from __future__ import annotations

from collections.abc import Sequence

from rummy.actions import SEATS, Action, LayDown, LayOff, Split, Take, take
from rummy.cards import JOKER, Card
from rummy.deal import CALL, DRAW, Deal
from rummy.frames.seen import Json, Seen
from rummy.frames.told import how, meld_name, split_text
from rummy.law import breach, legal_actions
from rummy.lines import write
from rummy.melds import Meld
from rummy.steps import follow
from rummy.words import listed, say


def card_json(one: Card, wild: int = 0) -> Json:
    """A card for a front end; a natural card of a wild rank is marked.

    >>> from rummy.cards import card
    >>> card_json(card("7H"), wild=7)
    {'c': '7H', 'name': 'seven of hearts', 'wild': True}
    """
    row: Json = {"c": one.code, "name": one.name}
    return row | {"wild": True} if wild and one.rank == wild else row


def in_order(hand: Sequence[Card], sort: str) -> list[Card]:
    """A hand sorted by suit or by rank; jokers last."""
    if sort == "rank":
        return sorted(hand, key=lambda c: (c.rank < 1, c.rank, c.at))
    return sorted(hand, key=lambda c: (c.rank < 1, c.at))


def hand_json(seen: Seen, seat: int) -> list[Json]:
    """The cards of an open hand, those that came this turn marked."""
    deal = seen.deal
    came = list(seen.came) if seat == deal.seat else []
    out = []
    for one in in_order(deal.hands[seat], seen.sort):
        row = card_json(one, deal.game.wild)
        if one in came:
            came.remove(one)
            row["new"] = True
        out.append(row)
    return out


def discards_json(seen: Seen, mine: int | None, legal: Sequence[Action]) -> list[Json]:
    """The discard pile, oldest first: what each card would bring if it were taken."""
    deal, out = seen.deal, []
    asked = seen.waiting is None and mine is not None and deal.phase in (DRAW, CALL)
    for at, one in enumerate(deal.discards):
        row = card_json(one, deal.game.wild) | {
            "place": at + 1,
            "can": False,
            "preview": "",
            "line": f"take {one} at {at + 1}",
            "splits": [
                {"line": write(a, deal), "text": split_text(deal, a)}
                for a in legal
                if isinstance(a, Split) and a.at == at
            ],
        }
        if asked and mine == deal.seat:
            action = take(mine, at, one)
            broken = breach(deal, action)
            row["can"] = broken is None
            row["preview"] = broken.sentence if broken else _preview(deal, action)
        elif not deal.over:
            row["preview"] = say("preview.later", card=one.glyph)
        out.append(row)
    return out


def _preview(deal: Deal, action: Take) -> str:
    """What taking a card would bring, and how it could be used."""
    taken = deal.discards[action.at :]
    head = say("preview.take", cards=listed([c.glyph for c in taken]), count=len(taken))
    then = follow(deal, action)
    if then.turn.owed is None:
        return f"{head} {say('preview.keep')}"
    plays = [a for a in legal_actions(then) if isinstance(a, LayDown | LayOff)]
    uses = [a for a in plays if a.need & action.card.bit]
    if not uses:
        return f"{head} {say('preview.bridge', card=action.card.glyph)}"
    best = max(uses, key=lambda a: len(a.placed) if isinstance(a, LayDown) else 0)
    return f"{head} {say('preview.use', card=action.card.glyph, how=how(then, best))}"


def meld_json(seen: Seen, n: int, meld: Meld) -> Json:
    """A meld for a front end: its cards with who laid them, and what is special about it."""
    owner = meld.owner
    cards = []
    for at, placed in enumerate(meld.now.placed):
        row = card_json(placed.card) | {"by": SEATS[meld.layer(at)], "by_name": seen.who(meld.layer(at))}
        if placed.wild:
            row |= {"as": placed.stands_for.code, "as_name": placed.stands_for.name}
        cards.append(row)
    if meld.top:
        cards.append(card_json(JOKER) | {"by": SEATS[owner], "by_name": seen.who(owner), "top": True})
    marks = [say("meld.times", factor=meld.factor)] if meld.factor > 1 else []
    return {
        "n": n,
        "owner": SEATS[owner],
        "owner_name": seen.who(owner),
        "kind": meld.kind,
        "cards": cards,
        "marks": [*marks, say("meld.sealed")] if meld.top else marks,
        "label": meld_name(meld, seen.who(owner)),
    }
