"""What every picture is drawn on and with: elements, colours, and text whose width must be guessed."""

from __future__ import annotations

import base64
import hashlib
import re
from html import escape
from typing import NamedTuple
from unicodedata import combining, east_asian_width

# The colours of the table in a notebook (rummy/widgets/table.css), by daylight.
FELT, EDGE, DIM, CHALK, GOLD = "#356855", "#28523f", "#dcebe1", "#f7f3e6", "#f2c95c"
IVORY, RIM, BLACK, RED, BLUE, GREEN = "#fffdf6", "#c4baa2", "#1d1d1b", "#b01f2b", "#1a4c9c", "#1d6636"
SHEET, INK, MAROON, VIOLET, PINE, ALARM = "#fffdf8", "#24231e", "#6d2f35", "#6b3d8f", "#24503f", "#9b1c22"

SERIF = "Palatino,Georgia,'Times New Roman',serif"
SANS = "system-ui,-apple-system,'Segoe UI',Roboto,'Liberation Sans',Arial,sans-serif"

# By lamplight, and on paper, where the felt stays away. What has no fill is ivory: the cards inherit it.
STYLE = (
    "@media(prefers-color-scheme:dark){#ID{fill:#efe9da}#ID .felt{fill:#1f4438}#ID .edge{stop-color:#16332a}"
    "#ID .sheet{fill:#262a27}#ID .ink{fill:#ebe6d8}}"
    "@media print{#ID{fill:#fff}#ID .felt,#ID .sheet,#ID .shade{fill:#fff;stroke:#888}"
    "#ID .edge{stop-opacity:0}#ID .chalk,#ID .dim,#ID .ink{fill:#000}#ID .turn{stroke:#000}}"
)


class Drawn(NamedTuple):
    """A part of a picture, drawn with its corner at 0, 0."""

    svg: str
    width: float
    height: float


def number(value: float) -> str:
    """A number as short as SVG takes it.

    >>> number(12.0), number(1 / 3)
    ('12', '0.33')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def el(tag: str, *inside: str, **attributes: str | float) -> str:
    """An element. What is inside is markup already; attributes are escaped, ``_`` in their names is ``-``.

    >>> el("g", el("path", d="M0 0"), aria_label="<b>")
    '<g aria-label="&lt;b&gt;"><path d="M0 0"/></g>'
    """
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_quoted(value)}"' for key, value in attributes.items()
    )
    return f"<{tag}{said}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{said}/>"


def _quoted(value: str | float) -> str:
    if not isinstance(value, str):
        return number(value)
    return escape(typeset(value), quote=False).replace('"', "&quot;")


def typeset(words: str) -> str:
    """Words as they are shown: suits as signs rather than as emoji, and nothing that XML cannot hold."""
    words = re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "�", words)
    return re.sub("([♠♥♦♣])(?!\ufe0e)", "\\1\ufe0e", words)


def say_in(tag: str, words: str, **attributes: str | float) -> str:
    """An element that holds words.

    >>> say_in("title", "Anna & Bob")
    '<title>Anna &amp; Bob</title>'
    """
    return el(tag, escape(typeset(words), quote=False), **attributes)


def at(x: float, y: float, *inside: str, scale: float = 1) -> str:
    """A group of elements moved to a place.

    >>> at(3, 4.5, "<path/>")
    '<g transform="translate(3 4.5)"><path/></g>'
    """
    bigger = "" if scale == 1 else f" scale({number(scale)})"
    return el("g", *inside, transform=f"translate({number(x)} {number(y)}){bigger}")


def box(width: float, height: float, round_: float, **attributes: str | float) -> str:
    """A rectangle with round corners."""
    return el("rect", width=width, height=height, rx=round_, **attributes)


def text(x: float, y: float, words: str, size: float, **attributes: str | float) -> str:
    """A line of words whose first letter stands at a place."""
    return say_in("text", words, x=x, y=y, font_size=size, **attributes)


def width_of(words: str, size: float, *, bold: bool = False) -> float:
    """About how wide words are, whatever the font; rather more than less.

    >>> width_of("lily", 10) < width_of("WOMB", 10) < width_of("漢字漢字", 10)
    True
    """
    return size * (1.12 if bold else 1) * sum(map(_width, words))


def _width(letter: str) -> float:
    if combining(letter) or letter == "\ufe0e":
        return 0
    if east_asian_width(letter) in "WF":
        return 1.05
    if letter in "ijlt.,:;'|!()[]f -’“”„‚":
        return 0.36
    if letter in "+−=×÷0123456789":
        return 0.64 if letter.isdigit() else 0.84
    return 0.95 if letter in "mwMW@%—…" else 0.72 if letter.isupper() or ord(letter) > 0x2000 else 0.6


def fit(words: str, size: float, width: float, *, bold: bool = False) -> str:
    """Words cut so that they fit into a width.

    >>> fit("Bartholomew", 10, 36)
    'Bart…'
    """
    if width_of(words, size, bold=bold) <= width:
        return words
    while words and width_of(words + "…", size, bold=bold) > width:
        words = words[:-1]
    return words + "…"


def wrapped(words: str, size: float, width: float) -> list[str]:
    """Words as lines that fit into a width.

    >>> wrapped("Your turn: draw a card.", 10, 80)
    ['Your turn:', 'draw a card.']
    """
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return [fit(line, size, width) for line in lines]


def flow(parts: list[Drawn], width: float, gap: float, between: float) -> Drawn:
    """Parts side by side, in as many rows as they need."""
    out, x, y, high, wide = [], 0.0, 0.0, 0.0, 0.0
    for part in parts:
        if x and x + part.width > width:
            x, y, high = 0, y + high + between, 0
        out.append(at(x, y, part.svg))
        x += part.width
        wide, high = max(wide, x), max(high, part.height)
        x += gap
    return Drawn("".join(out), wide, y + high)


def stack(parts: list[Drawn], gap: float) -> Drawn:
    """Parts one below the other."""
    out, y = [], 0.0
    for part in parts:
        out.append(at(0, y, part.svg))
        y += part.height + gap
    return Drawn("".join(out), max((p.width for p in parts), default=0), max(y - gap, 0))


def picture_id(*what: object) -> str:
    """What the ids of a picture begin with: the same for the same picture, different for all others."""
    return "r" + hashlib.sha256(repr(what).encode("utf-8", "surrogatepass")).hexdigest()[:8]


def picture(key: str, drawn: Drawn, defs: str, title: str, desc: str = "") -> str:
    """The whole SVG, with what it says to those who do not see it."""
    style = el("style", STYLE.replace("ID", key))
    heads = say_in("title", title, id=f"{key}-t") + (say_in("desc", desc, id=f"{key}-d") if desc else "")
    return el(
        "svg",
        heads,
        style,
        el("defs", defs),
        drawn.svg,
        xmlns="http://www.w3.org/2000/svg",
        id=key,
        role="img",
        aria_labelledby=f"{key}-t {key}-d" if desc else f"{key}-t",
        viewBox=f"0 0 {number(drawn.width)} {number(drawn.height)}",
        width=drawn.width,
        height=drawn.height,
        style="max-width:100%;height:auto",
        fill=IVORY,
        font_family=SANS,
    )


def data_uri(svg: str) -> str:
    """A picture as the address of an image: it shows where markup would be taken away."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()
