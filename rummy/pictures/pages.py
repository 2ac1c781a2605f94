"""Pictures for pages: a table, a deal or a breach as HTML that stands alone, wherever it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from rummy.actions import SEATS
from rummy.deal import Deal
from rummy.frames import Seen, frame_of
from rummy.match import new_match
from rummy.pictures.faces import cards_svg
from rummy.pictures.felt import table_svg
from rummy.pictures.paper import data_uri, el, say_in
from rummy.pictures.prose import table_spoken, table_text
from rummy.rules import Breach
from rummy.words import listed, say

Json = Mapping[str, Any]
NARROW = 440


def deal_frame(deal: Deal, you: int | None = None) -> dict[str, Any]:
    """The frame of a deal outside any match: what a seat sees; with None, all that the deal holds."""
    match = new_match(deal.variant, deal.game.seats, deal.dealer)
    return frame_of(Seen(deal, you, tuple(SEATS[: deal.game.seats]), match, "suit", None, False))


def deal_svg(deal: Deal, you: int | None = None, *, width: int = 960, colours: str = "two") -> str:
    """A deal as one picture of the table.

    Args:
        deal: the deal.
        you: the seat it is seen from, by number; None shows every hand the deal holds.
        width: how wide it is drawn.
        colours: ``two`` or ``four`` colours for the suits.

    >>> from rummy.steps import new_deal
    >>> from rummy.variants import find
    >>> "Discard pile" in deal_svg(new_deal(find("basic"), seed=7), you=0)
    True
    """
    return table_svg(deal_frame(deal, you), width=width, colours=colours)


def deal_html(deal: Deal, you: int | None = None) -> str:
    """A deal as HTML: the picture, and the position in words.

    Args:
        deal: the deal.
        you: the seat it is seen from, by number; None shows every hand the deal holds.

    >>> from rummy.steps import new_deal
    >>> from rummy.variants import find
    >>> deal_html(new_deal(find("basic"), seed=7)).startswith("<figure")
    True
    """
    return table_html(deal_frame(deal, you))


def table_html(frame: Json) -> str:
    """The table of a frame as HTML that needs nothing else: no script, no style sheet, no other file.

    The pictures are images, since markup of a drawing is taken away in many places; on a narrow screen a
    narrow one is shown.

    Args:
        frame: what `rummy.frames.frame_of` or `rummy.table.Table.frame` gives.

    >>> from rummy.table import Table
    >>> "</details>" in table_html(Table("basic", seed=7).frame())
    True
    """
    narrow = el("source", media="(max-width: 560px)", srcset=data_uri(table_svg(frame, width=NARROW)))
    image = _image(table_svg(frame), table_spoken(frame))
    summary = say_in("summary", say("picture.in-words"))
    words = say_in("pre", table_text(frame), style="white-space:pre-wrap")
    note = say_in("p", frame["note"]) if frame.get("note") else ""
    details = el("details", summary, words, style="margin:.4em 0 0")
    return el(
        "figure",
        note,
        el("picture", narrow, image),
        details,
        style="margin:0;max-width:60rem;break-inside:avoid",
    )


def breach_html(breach: Breach) -> str:
    """Why a move is refused, as HTML: the sentence, the rule, and the cards concerned.

    Args:
        breach: the breach.

    >>> from rummy.cards import cards
    >>> html = breach_html(Breach("discard.not-back", cards("9S"), {"card": "9♠"}))
    >>> "nine of spades" in html and "Not allowed" in html
    True
    """
    about = breach.article
    head = say_in("strong", f"{say('table.kind_refused')}:") + " " + escape(breach.sentence, quote=False)
    rule = say_in("small", say("picture.rule", number=about.number, title=about.title))
    parts = [el("p", head, style="margin:0"), el("p", rule, style="margin:.3em 0 0")]
    concerned = tuple(dict.fromkeys(breach.cards))
    if concerned:
        alt = say("picture.concerned", cards=listed([c.name for c in concerned]))
        image = _image(cards_svg(concerned), alt, high=63)
        parts.append(el("p", image, style="margin:.6em 0 0"))
    style = "margin:0;padding:.3em 0 .3em .8em;border-left:4px solid #c23b3f"
    return el("div", *parts, role="note", style=style)


def _image(svg: str, alt: str, high: int | None = None) -> str:
    """A picture as an image."""
    size = f"height:{high}px;max-width:100%" if high else "width:100%;height:auto"
    return el("img", src=data_uri(svg), alt=alt, style=size)
