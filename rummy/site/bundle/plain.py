"""Pages whose links lead to files that are there: they read well from a folder, without a server."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from html import escape
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
USELESS = {"search", "palette", "dialog", "top"}
"""Parts of Material's frame that do nothing without its script."""
MENU = {"md-nav__item", "md-tabs__item"}
TONGUES = {"md-select", "tongue"}
"""The choice of languages."""
WAYS = {"md-footer__link", "md-button"}
"""Links that are nothing but a way to a page: where that is left out, their words are too."""
LINKS = {"canonical", "preload", "modulepreload", "prefetch", "prev", "next"}
Drops = Callable[[str, dict[str, str]], bool]
"""Whether an element is left out, by its tag and attributes."""


def plain(text: str, page: str, there: frozenset[str]) -> str:
    """The page without what needs a script.

    Args:
        text: a built page.
        page: its path in the site.
        there: all paths that a link may lead to; what is linked otherwise keeps its words.

    >>> there = frozenset({"rules/draw/index.html"})
    >>> plain('<a href="../draw/#x">Draw</a><script>1</script>', "rules/turn/index.html", there)
    '<a href="../draw/index.html#x">Draw</a>'
    """
    return _written(_Plain(page, there, needs_script), text)


def cut(text: str, page: str, there: frozenset[str], beside: frozenset[str] = frozenset()) -> str:
    """The page of a smaller site in one language: what is linked and left out keeps its words.

    Args:
        text: a built page.
        page: its path in the site.
        there: all paths that a link may lead to; a menu or a button loses its words, too, where it cannot.
        beside: those of them that no menu leads to.

    >>> page = '<li class="md-nav__item"><a href="../gone/">Gone</a></li><a href="../gone/">It</a> is gone.'
    >>> cut(page, "rules/index.html", frozenset())
    'It is gone.'
    """
    return _written(_Cut(page, there, beside), text)


def _written(reader: _Plain, text: str) -> str:
    """The page as a reader writes it again."""
    reader.feed(text)
    reader.close()
    return "".join(reader.out)


def needs_script(tag: str, given: dict[str, str]) -> bool:
    """Whether an element is nothing without a script: of the frame, or marked by us."""
    kinds = set(given.get("class", "").split())
    return (
        tag in ("script", "template", "form")
        or (tag == "meta" and given.get("http-equiv", "").lower() == "content-security-policy")
        or (tag == "link" and bool(LINKS & set(given.get("rel", "").split())))
        or (tag == "label" and given.get("for") == "__search")
        or (tag == "input" and given.get("id") == "__search")
        or given.get("data-md-component") in USELESS
        or bool(kinds & {"needs-script", "go"})
    )


class _Plain(HTMLParser):
    """Writes a page again as it is read, less what it drops."""

    noscript: tuple[str, ...] = ("noscript",)
    """What is shown to readers without a script is shown to all."""

    def __init__(self, page: str, there: frozenset[str], drops: Drops) -> None:
        super().__init__(convert_charrefs=False)
        self.page, self.there, self.drops = page, there, drops
        self.out: list[str] = []
        self.dropped: list[str] = []  # the open elements inside one that is dropped
        self.anchors: list[bool] = []  # whether each open link is kept

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if self.dropped or self.drops(tag, given):
            if tag not in VOID:
                self.dropped.append(tag)
            return
        if tag in self.noscript:
            return
        written = self.get_starttag_text() or ""
        if tag == "a":
            target = self._target(given.get("href"))
            self.anchors.append(target is not None)
            if target is None:
                return
            if target != given.get("href", ""):
                kept = (f' {name}="{escape(value)}"' for name, value in {**given, "href": target}.items())
                written = f"<a{''.join(kept)}>"
        self.out.append(written)

    def handle_endtag(self, tag: str) -> None:
        if self.dropped:
            if tag in self.dropped:
                while self.dropped.pop() != tag:
                    pass
        elif tag == "a" and self.anchors and not self.anchors.pop():
            return
        elif tag not in self.noscript:
            self.out.append(f"</{tag}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self.dropped and not self.drops(tag, {name: value or "" for name, value in attrs}):
            self.out.append(self.get_starttag_text() or "")

    def _target(self, href: str | None) -> str | None:
        """Where a link leads in a folder of files; none if that is not there."""
        if href is None:
            return ""
        parts = urlsplit(href)
        if parts.scheme or parts.netloc or not parts.path:
            return href
        path = posixpath.normpath(posixpath.join(posixpath.dirname(self.page), unquote(parts.path)))
        file = posixpath.normpath(f"{path}/index.html")
        if path in self.there:
            return href
        if file not in self.there:
            return None
        way = posixpath.relpath(file, posixpath.dirname(self.page) or ".")
        return parts._replace(path=way).geturl()

    def _keep(self, text: str) -> None:
        if not self.dropped:
            self.out.append(text)

    def handle_data(self, data: str) -> None:
        self._keep(data)

    def handle_entityref(self, name: str) -> None:
        self._keep(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._keep(f"&#{name};")

    def handle_comment(self, data: str) -> None:
        self._keep(f"<!--{data}-->")

    def handle_decl(self, decl: str) -> None:
        self._keep(f"<!{decl}>")


class _Cut(_Plain):
    """Drops the choice of languages, the entries of a menu in which no link is left, and ways to nowhere."""

    noscript = ()

    def __init__(self, page: str, there: frozenset[str], beside: frozenset[str]) -> None:
        super().__init__(page, there, self._useless)
        self.beside = beside
        self.kept = 0  # links so far
        self.entries: list[tuple[int, int]] = []  # of each open <li>: where it begins, the links before it

    def _useless(self, tag: str, given: dict[str, str]) -> bool:
        kinds = {*given.get("class", "").split()}
        way = tag == "a" and bool(WAYS & kinds)
        tongue = bool(TONGUES & kinds) or (tag == "link" and "hreflang" in given)
        return tongue or (way and self._target(given.get("href")) is None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "li":
            menu = MENU & {*(dict(attrs).get("class") or "").split()}
            self.entries.append((len(self.out), self.kept if menu else -1))
        super().handle_starttag(tag, attrs)
        self.kept += tag == "a" and not self.dropped and self.anchors[-1]

    def handle_endtag(self, tag: str) -> None:
        super().handle_endtag(tag)
        if tag == "li" and self.entries:
            start, before = self.entries.pop()
            if before == self.kept:
                del self.out[start:]

    def _target(self, href: str | None) -> str | None:
        """No entry of a menu leads to a page that stands beside it."""
        target = super()._target(href)
        path = urlsplit(target or "").path
        file = posixpath.normpath(posixpath.join(posixpath.dirname(self.page), unquote(path)))
        menu = any(before >= 0 for _, before in self.entries)
        return None if menu and path and file in self.beside else target
