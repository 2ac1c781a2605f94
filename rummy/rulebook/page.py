"""A page of print: headings, prose, lists, tables and figures, written as text, Markdown or HTML."""

from __future__ import annotations

import re
import textwrap
from html import escape
from typing import Literal, NamedTuple, get_args

from rummy.pictures.paper import el, say_in
from rummy.rules import articles
from rummy.words import say

WIDTH = 96
"""How many columns plain text takes."""
Format = Literal["text", "markdown", "html"]
FORMATS: tuple[Format, ...] = get_args(Format)


class Heading(NamedTuple):
    """A heading of the second to fourth rank; ``anchor`` is the id of the article it heads."""

    text: str
    rank: int = 2
    anchor: str = ""


class Prose(NamedTuple):
    """A paragraph; a label before it says what it is, such as a note."""

    text: str
    label: str = ""


class Points(NamedTuple):
    """A list."""

    items: tuple[str, ...]


class Grid(NamedTuple):
    """A table; its first column names the rows, ``head`` the columns if they need names."""

    rows: tuple[tuple[str, ...], ...]
    head: tuple[str, ...] = ()


class Figure(NamedTuple):
    """Lines that stay as they are, such as a table drawn as text or a line of code."""

    lines: tuple[str, ...]


Block = Heading | Prose | Points | Grid | Figure


class Page(NamedTuple):
    """Something printed: a title, a sentence below it, and what follows."""

    title: str
    blurb: str
    blocks: tuple[Block, ...]

    def __str__(self) -> str:
        return write(self)

    def _repr_markdown_(self) -> str:
        return write(self, "markdown")


def write(page: Page, form: Format = "text") -> str:
    """The page in a format: text of 96 columns, Markdown, or HTML that needs nothing else.

    >>> print(write(Page("Rummy", "A game.", (Heading("Draw", 3, "draw"), Prose("Draw a card.")))))
    Rummy
    =====
    <BLANKLINE>
    A game.
    <BLANKLINE>
    Draw [draw]
        Draw a card.
    """
    if form == "html":
        return _html(page)
    if form == "markdown":
        parts = [f"# {_mark(page.title)}", _mark(page.blurb), *map(_markdown, page.blocks)]
        return "\n\n".join(filter(None, parts))
    lines = [page.title, "=" * len(page.title), "", *_wrapped(page.blurb, "")]
    indent, headed = "", False
    for block in page.blocks:
        if isinstance(block, Heading):
            indent = "    " if block.rank > 2 else ""
            lines += ["", *_headed(block)]
        else:
            lines += [*([] if headed else [""]), *_text(block, indent)]
        headed = isinstance(block, Heading) and block.rank > 2
    return "\n".join(lines)


def _headed(heading: Heading) -> list[str]:
    if heading.rank == 2:
        return ["", heading.text, "-" * len(heading.text)]
    return _wrapped(f"{heading.text} [{heading.anchor}]" if heading.anchor else heading.text, "")


def _text(block: Block, indent: str) -> list[str]:
    if isinstance(block, Points):
        return [line for item in block.items for line in _wrapped(item, indent + "  ", indent + "- ")]
    if isinstance(block, Figure):
        return [f"{indent}    {line}".rstrip() for line in block.lines]
    if isinstance(block, Grid):
        return _columns(block, indent)
    assert isinstance(block, Prose)
    return _wrapped(f"{block.label}: {block.text}" if block.label else block.text, indent)


def _wrapped(text: str, indent: str, first: str | None = None) -> list[str]:
    start = indent if first is None else first
    return textwrap.wrap(text, WIDTH, initial_indent=start, subsequent_indent=indent, break_on_hyphens=False)


def _columns(grid: Grid, indent: str) -> list[str]:
    """A table in columns; the last one is wrapped."""
    rows = [*([grid.head] if grid.head else []), *grid.rows]
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]) - 1)]
    lines = []
    for row in rows:
        start = indent + "".join(f"{cell:{wide}}  " for cell, wide in zip(row, widths, strict=False))
        lines += _wrapped(row[-1], " " * len(start), start) or [start.rstrip()]
    return lines


def _mark(text: str) -> str:
    """Text as it must be written in Markdown to be read as it is."""
    return re.sub(r"([\\`*_<>\[\]|])", r"\\\1", text)


def _markdown(block: Block) -> str:
    if isinstance(block, Heading):
        anchor = f'<a id="{escape(block.anchor)}"></a>' if block.anchor else ""
        shown = f" `{block.anchor}`" if block.anchor else ""
        return f"{'#' * block.rank} {anchor}{_mark(block.text)}{shown}"
    if isinstance(block, Points):
        return "\n".join(f"- {_mark(item)}" for item in block.items)
    if isinstance(block, Figure):
        return "\n".join(["```text", *block.lines, "```"])
    if isinstance(block, Grid):
        return _rows(block)
    label = f"**{_mark(block.label)}:** " if block.label else ""
    return label + _mark(block.text)


def _rows(grid: Grid) -> str:
    """A grid in Markdown: a table where its columns have names and are few, otherwise a list."""
    if grid.head and len(grid.head) < 4:
        rows = [grid.head, ("---",) * len(grid.head), *grid.rows]
        marked = [row if row[0] == "---" else tuple(map(_mark, row)) for row in rows]
        return "\n".join(f"| {' | '.join(row)} |" for row in marked)
    lines = []
    for first, *rest in grid.rows:
        named = zip(grid.head[1:] or [""] * len(rest), rest, strict=True)
        cells = (f"{name}: {cell}" if name else cell for name, cell in named if cell)
        lines.append(f"- **{_mark(first)}:** {_mark('; '.join(cells))}")
    return "\n".join(lines)


def _html(page: Page) -> str:
    """A page that stands alone: it asks nothing of anybody and prints well."""
    head = el(
        "head",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        say_in("title", page.title),
        el("style", STYLE),
    )
    blurb = say_in("p", page.blurb, class_="blurb") if page.blurb else ""
    main = el("main", el("header", say_in("h1", page.title), blurb), *map(_element, page.blocks))
    return "<!doctype html>\n" + el("html", head, "\n", el("body", main), lang=say("book.language"))


def fragment(page: Page, rank: int = 2) -> str:
    """The page without a document around it, to stand in another: the articles it names are linked.

    Their addresses begin with ``site:``, where whoever shows it puts the root of the site.

    Args:
        page: the page.
        rank: the rank of its title; the headings below follow.

    >>> print(fragment(Page("Drawing", "", (Prose("Rule 4.6 (draw.pile.use-at-once)"),))))
    <section class="page"><h2>Drawing</h2>
    <p>Rule 4.6 (<a href="site:rules/draw/#draw.pile.use-at-once">draw.pile.use-at-once</a>)</p></section>
    """
    head = say_in(f"h{rank}", page.title) if page.title else ""
    blurb = _linked(say_in("p", page.blurb, class_="blurb")) if page.blurb else ""
    return el(
        "section", head, blurb, *(f"\n{_part(block, rank - 1)}" for block in page.blocks), class_="page"
    )


def _part(block: Block, deeper: int) -> str:
    """A block of a page that stands in another: its headings have no ids, which could be there twice."""
    if not isinstance(block, Heading):
        return _linked(_element(block))
    tag = f"h{min(block.rank + deeper, 6)}"
    about = articles().get(block.anchor)
    if about is None:
        return say_in(tag, block.text)
    return el(tag, say_in("a", block.text, href=f"site:{about.place}"))


def _linked(html: str) -> str:
    """Markup in which every id of an article has become a link to it."""
    return re.sub(r">(?:[^<]|<wbr>)+", lambda text: _ID.sub(_linked_id, text[0]), html)


_ID = re.compile(r"(?<![\w.-])[a-z]+(?:\.(?:<wbr>)?[a-z0-9-]+)+(?![\w-])")


def _linked_id(found: re.Match[str]) -> str:
    about = articles().get(found[0].replace("<wbr>", ""))
    return el("a", found[0], href=f"site:{about.place}") if about else found[0]


def _element(block: Block) -> str:
    if isinstance(block, Heading):
        tag = f"h{block.rank}"
        if not block.anchor:
            return "\n" + say_in(tag, block.text)
        name = say_in("a", block.anchor, href=f"#{block.anchor}", class_="id")
        return "\n" + el(tag, say_in("span", block.text), " ", name, id=block.anchor)
    if isinstance(block, Points):
        return el("ul", *(say_in("li", item) for item in block.items))
    if isinstance(block, Figure):
        return say_in("pre", "\n".join(block.lines))
    if isinstance(block, Grid):
        head = "".join(say_in("th", cell, scope="col") if cell else "<td></td>" for cell in block.head)
        rows = [el("th", _cell(row[0]), scope="row") + _cells(row[1:]) for row in block.rows]
        body = el("tbody", *(el("tr", row) for row in rows))
        return el("div", el("table", el("thead", el("tr", head)) if head else "", body), class_="wide")
    label = say_in("strong", f"{block.label}: ") if block.label else ""
    look = {"class_": "note"} if block.label else {}
    return el("p", label, escape_text(block.text), **look)


def _cells(cells: tuple[str, ...]) -> str:
    return "".join(el("td", _cell(cell)) for cell in cells)


def _cell(text: str) -> str:
    """Words in a table: names and lists without spaces may be broken after a dot, a dash or a comma.

    >>> _cell("melding.first_minimum")
    'melding.<wbr>first_<wbr>minimum'
    """
    return re.sub(r"(?<=[a-z][._])(?=[a-z])|(?<=\d,)(?=\d)", "<wbr>", escape_text(text))


def escape_text(text: str) -> str:
    """Words as they stand inside an element."""
    return say_in("p", text)[3:-4]


STYLE = """
:root{color-scheme:light dark;--ink:#24231e;--paper:#fffdf8;--dim:#625d50;--line:#d8d0bd;--mark:#24503f}
@media(prefers-color-scheme:dark){:root{--ink:#ebe6d8;--paper:#1b1e1c;--dim:#a9a394;--line:#3d423d;--mark:#9fd0b8}}
body{margin:0;background:var(--paper);color:var(--ink);
font:1.06rem/1.55 Palatino,'Palatino Linotype',Georgia,'Times New Roman',serif}
main{max-width:40rem;margin:0 auto;padding:2.5rem 1.2rem 4rem}
h1{font-size:2.1rem;line-height:1.15;margin:0}
.blurb{font-style:italic;color:var(--dim);margin:.5rem 0 1.5rem}
h2{font-size:1.4rem;margin:2.6rem 0 .6rem;padding-bottom:.2rem;border-bottom:2px solid var(--mark)}
h3,h4{font-size:1.06rem;margin:1.4rem 0 .2rem;display:flex;flex-wrap:wrap;gap:0 .8rem;align-items:baseline;
justify-content:space-between}
.id{font:.78rem ui-monospace,Consolas,monospace;color:var(--dim);text-decoration:none}
.id:hover,.id:focus{text-decoration:underline}
p{margin:.2rem 0 .6rem}
.note{border-left:3px solid var(--line);padding-left:.8rem}
ul{margin:.2rem 0 .6rem;padding-left:1.3rem}
pre{overflow-x:auto;font:.86rem/1.5 ui-monospace,Consolas,monospace;border:1px solid var(--line);
border-radius:6px;padding:.7rem .9rem;white-space:pre-wrap}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1rem}
th,td{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-bottom:1px solid var(--line)}
th{font-weight:600;white-space:nowrap}
.wide{overflow-x:auto}
wbr{display:none}
@media(max-width:34rem){main{padding:1.5rem 1rem 3rem}h1{font-size:1.7rem}table{font-size:.92rem}
th,td{padding-right:.6rem}th{white-space:normal}wbr{display:inline}}
@media print{:root{--ink:#000;--paper:#fff;--dim:#444;--line:#bbb;--mark:#000}
body{font-size:10.5pt}main{max-width:none;padding:0}h2,h3,h4{break-after:avoid}p,li,tr,pre{break-inside:avoid}}
"""
