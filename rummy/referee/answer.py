"""Answers: what the referee says, as a value, and in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rummy.actions import SEATS, Action
from rummy.cards import BACK, unpack
from rummy.deal import Deal
from rummy.lines import parse, write
from rummy.lines.said import told
from rummy.options import clause
from rummy.referee.moves import in_words, leads, what
from rummy.rulebook import Format, Page, sentences
from rummy.rulebook import write as printed
from rummy.rulebook.page import Block, Points, Prose
from rummy.rules import Article, Breach, articles
from rummy.variants import Variant, code
from rummy.words import data, say

LEGAL, REFUSED, AMBIGUOUS = "legal", "refused", "ambiguous"


class Meaning(NamedTuple):
    """One thing that an ambiguous line can mean."""

    line: str
    breach: Breach | None
    """Why that is refused; None if it is legal."""


class Other(NamedTuple):
    """A table at which the answer is the other one."""

    variant: Variant
    option: str
    """The option that is changed; empty for a named variant."""
    breach: Breach | None
    """Why it is refused there; None if it is legal there."""

    def value(self, option: str = "") -> Any:
        """What an option is at that table; the changed one if none is named."""
        return self.variant.options()[option or self.option]


class Answer(NamedTuple):
    """What the referee says to a move.

    >>> from rummy.referee import ask
    >>> two = {"variant": "basic", "phase": "play", "hands": {"A": "7H 7C 2S"}}
    >>> print(ask(two, "discard 7D"))
    Refused: discard 7D
    ===================
    <BLANKLINE>
    You do not hold the 7♦.
    <BLANKLINE>
    Rule 3.4, Only cards you hold (turn.held)
    <BLANKLINE>
    Instead A could:
    <BLANKLINE>
    - discard any card
    """

    deal: Deal
    """The deal before the line that decides."""
    line: str
    """The line that decides: the last one, or the first that is not legal."""
    action: Action | None
    """What it means; None if that is several things."""
    breach: Breach | None
    """Why it is refused."""
    meanings: tuple[Meaning, ...]
    """What it can mean, if that is several things."""
    after: Deal | None
    """The deal after it, if it is legal."""
    instead: tuple[Action, ...]
    """What could be done instead."""
    others: tuple[Other, ...]
    """The tables at which the answer is the other one: named variants, then changed options."""

    @property
    def verdict(self) -> str:
        """``legal``, ``refused`` or ``ambiguous``."""
        return AMBIGUOUS if self.meanings else REFUSED if self.breach else LEGAL

    @property
    def rule(self) -> str:
        """The id of the rule that refuses it; empty if none does."""
        return self.breach.rule if self.breach else ""

    @property
    def leads(self) -> tuple[str, ...]:
        """What a legal move leads to, sentence by sentence."""
        return tuple(leads(self.deal, self.action, self.after)) if self.action and self.after else ()

    @property
    def page(self) -> Page:
        """The answer in words, ready to be printed."""
        first, *rest = _parts(self)
        rule = [Prose(_rule(self.breach.article))] if self.breach else []
        blocks: list[Block] = [*rule]
        for part in rest:
            blocks += [Prose(part.text), *([Points(part.items)] if part.items else [])]
        return Page(_title(self), first.text, tuple(blocks))

    def text(self, form: Format = "text") -> str:
        """The answer in words, as plain text, Markdown or HTML."""
        return printed(self.page, form)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        rule = f" (rule {self.breach.article.number}, {self.breach.rule})" if self.breach else ""
        return f"<{self.verdict}: {self.line}{rule}>"

    def _repr_html_(self) -> str:
        from rummy.pictures import breach_html
        from rummy.pictures.paper import el, say_in

        first, *rest = _parts(self)
        parts = [el("p", say_in("strong", _title(self)), style="margin:0 0 .4em")]
        parts.append(breach_html(self.breach) if self.breach else say_in("p", first.text, style="margin:0"))
        for part in rest:
            parts.append(say_in("p", part.text, style="margin:.7em 0 0"))
            parts.append(el("ul", *(say_in("li", item) for item in part.items), style="margin:.2em 0 0"))
        return el("div", *parts)

    def json(self) -> dict[str, Any]:
        """The answer as plain data."""
        return {
            "verdict": self.verdict,
            "line": self.line,
            "seat": SEATS[self.action.seat] if self.action else None,
            "variant": code(self.deal.variant),
            "rule": _rule_json(self.breach),
            "means": [{"line": m.line, "rule": _rule_json(m.breach)} for m in self.meanings],
            "leads": list(self.leads),
            "instead": [write(action, self.deal) for action in self.instead],
            "otherwise": [
                {
                    "variant": other.variant.id,
                    "option": other.option or None,
                    "value": other.value() if other.option else None,
                    "rule": _rule_json(other.breach),
                }
                for other in self.others
            ],
        }


class _Part(NamedTuple):
    """A part of an answer: a sentence, and what is listed below it."""

    text: str
    items: tuple[str, ...] = ()


def _title(answer: Answer) -> str:
    return say(f"referee.verdict.{answer.verdict}", line=told(answer.line))


def _rule(article: Article) -> str:
    return say("referee.rule", number=article.number, title=article.title, id=article.id)


def _parts(answer: Answer) -> Iterator[_Part]:
    """The answer, part by part; the first is the reason, or what the move leads to."""
    if answer.meanings:
        yield _Part(say("referee.means"))
        yield _Part(say("referee.head.means"), tuple(_meaning(answer.deal, m) for m in answer.meanings))
        return
    broken, action = answer.breach, answer.action
    yield _Part(broken.sentence if broken else " ".join(answer.leads) or say("referee.fine"))
    who = SEATS[action.seat if action else answer.deal.seat]
    if action and answer.rule == "turn.held" and BACK in unpack(answer.deal.holdings[action.seat]):
        yield _Part(say("referee.unknown-hand", who=who))
        return
    if answer.instead:
        yield _Part(say("referee.head.instead", who=who), tuple(in_words(answer.deal, answer.instead)))
    if answer.others:
        head = say("referee.head.legal" if broken else "referee.head.refused")
        yield _Part(head, tuple(_otherwise(answer)))


def _meaning(deal: Deal, one: Meaning) -> str:
    cards = what(deal, parse(one.line, deal))
    if one.breach is None:
        return say("referee.meaning.legal", line=told(one.line), what=cards)
    return say("referee.meaning.refused", line=told(one.line), what=cards, why=str(one.breach))


def _otherwise(answer: Answer) -> Iterator[str]:
    """Where the answer is the other one: by option, with the variants that have it so; then the others."""
    named = [other for other in answer.others if not other.option]
    changed: dict[tuple[str, str], list[Any]] = {}
    for other in answer.others:
        if other.option:
            changed.setdefault((other.option, _why(answer, other)), []).append(other.value())
    for (option, why), values in changed.items():
        like = [o for o in named if o.value(option) in values and (not o.breach or _why(answer, o) == why)]
        named = [other for other in named if other not in like]
        where = say("referee.where", clause=clause(f"{option}={'|'.join(str(v) for v in values)}"))
        yield _because(say("referee.as-in", where=where, names=_names(like)) if like else where, why)
    rest: dict[str, list[Other]] = {}
    for other in named:
        rest.setdefault(_why(answer, other), []).append(other)
    for why, some in rest.items():
        yield _because(say("referee.at-table", names=_names(some)), why)


def _because(where: str, why: str) -> str:
    return say("referee.because", where=where, why=why) if why else say("referee.plainly", where=where)


def _names(some: list[Other]) -> str:
    """The names of the variants; of a family only the parent, and how many more."""
    ids = [other.variant.id for other in some]
    heads = {key: _head(key, ids) for key in ids}
    told = []
    for other in some:
        more = [*heads.values()].count(other.variant.id) - 1
        title = other.variant.title
        if heads[other.variant.id] == other.variant.id:
            told.append(say("referee.family", title=title, count=more) if more else title)
    return "; ".join(told)


def _head(key: str, ids: list[str]) -> str:
    """The oldest ancestor of a variant among these."""
    head = key
    while parent := data("variants.toml")["variant"][key].get("parent"):
        key, head = parent, parent if parent in ids else head
    return head


def _why(answer: Answer, other: Other) -> str:
    """Why it is refused at another table; if it is legal there, what only the rules of that table say."""
    if other.breach is not None:
        return str(other.breach)
    if answer.breach is None or not other.option:
        return ""
    here, there, own = answer.deal.variant, other.variant, answer.breach.article
    about = [article for article in articles().values() if other.option in article.options]
    about.sort(key=lambda a: (a is not own, _chapter(a) != _chapter(own), a.options[0] != other.option))
    for article in about:
        if article.applies(there.facts()):
            always, *more = sentences(article, there)
            only = [text for text in more if text not in sentences(article, here)]
            if only or not article.applies(here.facts()):
                return " ".join([always, *only])
    return ""


def _chapter(article: Article) -> str:
    return article.number.partition(".")[0]


def _rule_json(broken: Breach | None) -> dict[str, Any] | None:
    if broken is None:
        return None
    about = broken.article
    return {
        "id": about.id,
        "number": about.number,
        "title": about.title,
        "why": broken.sentence,
        "cards": [c.code for c in broken.cards],
    }
