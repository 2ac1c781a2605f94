"""The rulebook of a table: the articles it knows, with the sentences that hold there and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import groupby
from string import Formatter
from typing import Any, NamedTuple

from rummy.options import Option, number, option, options, players, told
from rummy.rulebook.page import Block, Figure, Format, Grid, Heading, Page, Prose, write
from rummy.rulebook.worked import worked
from rummy.rules import Article, chapters, fits, matters
from rummy.variants import EXPOSED, Variant, code, find
from rummy.words import capital, catalogue, data, say, worded


class Paragraph(NamedTuple):
    """An article as a table's book prints it."""

    article: Article
    sentences: tuple[str, ...]
    note: str
    """Where the sources disagree about what this table plays; empty where they do not."""

    @property
    def number(self) -> str:
        """Its number, the same in every book."""
        return self.article.number

    @property
    def title(self) -> str:
        """What it is about."""
        return self.article.title

    @property
    def text(self) -> str:
        """All it says."""
        return " ".join(self.sentences)


class Chapter(NamedTuple):
    """The articles of one part of the game."""

    number: int
    """The same in every book: chapters that a table does not need leave a gap."""
    title: str
    paragraphs: tuple[Paragraph, ...]


class Book(NamedTuple):
    """All rules of a table.

    >>> print(rulebook(find("basic")).chapters[0].title)
    Players and pack
    """

    variant: Variant
    title: str
    blurb: str
    code: str
    chapters: tuple[Chapter, ...]

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """All articles, in order."""
        return tuple(p for chapter in self.chapters for p in chapter.paragraphs)

    def page(self, *, notes: bool = False, options: bool = False) -> Page:
        """The book as it is printed, with a worked score at its end.

        Args:
            notes: with the notes on where sources disagree.
            options: with every option of the table at the end, and what it could be.
        """
        blocks: list[Block] = [*_opening(self)]
        for chapter in self.chapters:
            blocks.append(Heading(f"{chapter.number}. {chapter.title}"))
            for paragraph in chapter.paragraphs:
                blocks.append(Heading(f"{paragraph.number} {paragraph.title}", 3, paragraph.article.id))
                blocks.append(Prose(paragraph.text))
                if notes and paragraph.note:
                    blocks.append(Prose(paragraph.note, say("book.note")))
        blocks += worked(self.variant)
        return Page(self.title, self.blurb, (*blocks, *(_options(self.variant) if options else ())))

    def write(self, form: Format = "text") -> str:
        """The whole book as text, Markdown or HTML."""
        return write(self.page(), form)

    def __str__(self) -> str:
        return self.write()

    def _repr_markdown_(self) -> str:
        return self.write("markdown")


def rulebook(variant: Variant | str) -> Book:
    """The book of a variant, of a code such as ``rummy-500 + scoring.ace_low=15``, or of any mix."""
    v = find(variant) if isinstance(variant, str) else variant
    facts, parts = facts_of(v), list[Chapter]()
    numbers = {key: int(number) for number, key in data("rules.toml")["chapter"].items()}
    for key, inside in by_chapter().items():
        there = tuple(Paragraph(a, sentences(a, v), _note(a, v)) for a in inside if a.applies(facts))
        if there:
            parts.append(Chapter(numbers[key], chapter_title(key, v), there))
    blurb = say("book.house", title=v.title) if v.overrides() else v.blurb
    return Book(v, titled(v), blurb, code(v), tuple(parts))


def _note(article: Article, variant: Variant) -> str:
    """Where the sources disagree about an article, as far as it matters at a table."""
    facts = facts_of(variant)
    always = catalogue().get(f"rule.{article.id}.note", "")
    if article.options and not any(matters(option, facts) for option in article.options):
        always = ""
    more = (text for when, text in cases(f"rule.{article.id}.notes") if fits(when, facts))
    return " ".join(filter(None, (always, *more)))


@cache
def by_chapter() -> dict[str, tuple[Article, ...]]:
    """The articles by the key of their chapter."""
    return dict(zip(data("rules.toml")["chapter"].values(), chapters().values(), strict=True))


def chapter_title(key: str, variant: Variant) -> str:
    """The title of a chapter at a table: it names only what there is.

    >>> chapter_title("jokers", find("5000")), chapter_title("jokers", find("persian"))
    ('Wild cards', 'Jokers')
    """
    facts = facts_of(variant)
    if key == "jokers" and fits("wild-rank & pack.jokers=0", facts):
        key = "jokers-none"
    elif key == "jokers" and not fits("wild-rank", facts):
        key = "jokers-only"
    return say(f"chapter.{key}")


def titled(variant: Variant) -> str:
    """The name of a table: the variant's, and that it plays house rules if it does."""
    return say("told.house", title=variant.title) if variant.overrides() else variant.title


def _opening(book: Book) -> Iterator[Block]:
    """What a table plays that is not the named variant, its code, and how the rules are numbered."""
    here, there = book.variant, find(book.variant.id)
    changed = [key for key in here.overrides() if matters(key, facts_of(here))]
    if changed:
        yield Grid(tuple(_changed(key, here, there) for key in changed))
    yield Prose(say("book.code"))
    yield Figure((book.code,))
    yield Prose(say("book.numbers"))


def _changed(key: str, here: Variant, there: Variant) -> tuple[str, str]:
    """An option of a table and what it is in the named variant, with the rules that say something else."""
    now, then = (told(key, v.options()[key]) for v in (here, there))
    rules = _behind(key, here, there)
    return option(key).title, say("book.changed", now=now, then=then, title=there.title, rules=rules)


def _behind(option: str, here: Variant, there: Variant) -> str:
    """By number and title the first articles that say something else at a table because of an option."""
    about = [a for inside in by_chapter().values() for a in inside if option in a.options]
    known = [[a for a in about if a.applies(facts_of(v))] for v in (here, there)]
    other = [a for a in known[0] if a not in known[1] or sentences(a, here) != sentences(a, there)]
    return "; ".join(f"{a.number} {a.title}" for a in (other[:3] or known[1][:1] or known[0][:1]))


def _options(variant: Variant) -> Iterator[Block]:
    """Every option of a table that matters there, by the parts of the game."""
    facts, values = variant.facts(), variant.options()
    yield Heading(say("book.options"))
    for _, some in groupby(options(), key=lambda one: one.group):
        here = [one for one in some if matters(one.name, facts)]
        if here:
            yield Heading(here[0].group_title, 3)
            yield Grid(tuple((one.title, _chosen(one, values[one.name])) for one in here))


def _chosen(one: Option, value: object) -> str:
    """What an option is at a table, as it is spelled on the command line, and what else it could be."""
    here = say("book.spelled", text=told(one.name, value), value=f"{one.name}={value}")
    return say("book.chosen", here=here, choices="; ".join(_choices(one, value)))


def could_be(name: str) -> str:
    """All that an option can be, and how that is spelled on the command line.

    >>> could_be("drawing.pile")
    'drawing.pile: any card in the pile, with all above it (any); the top card only (top)'
    """
    return say("book.could-be", option=name, choices="; ".join(_choices(option(name))))


def _choices(one: Option, here: object = None) -> Iterator[str]:
    """What else than this an option could be."""
    for value, text in one.values:
        if value != here and (one.kind == "choice" or value in ("none", EXPOSED)):
            yield say("book.spelled", text=text, value=value)
    if one.any:
        yield one.any


def sentences(article: Article, variant: Variant) -> tuple[str, ...]:
    """What an article says at a table: what it always says, and what follows from the table's options."""
    said = (filled(text, variant) for text in holding(f"rule.{article.id}", variant))
    return tuple(map(capital, said))


def holding(key: str, variant: Variant) -> Iterator[str]:
    """What the words say below an id at a table: what always holds, and what holds by its options."""
    always = catalogue().get(f"{key}.text")
    if always:
        yield always
    yield from (text for when, text in cases(key) if fits(when, facts_of(variant)))


def cases(key: str) -> tuple[tuple[str, str], ...]:
    """What the words say below an id under a condition: conditions and sentences, in reading order."""
    return _cases().get(key, ())


@worded
@cache
def _cases() -> dict[str, tuple[tuple[str, str], ...]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for key, text in catalogue().items():
        head, _, condition = key.partition(".if.")
        if condition:
            found.setdefault(head, []).append((condition, text))
    return {key: tuple(rows) for key, rows in found.items()}


class _Filler(Formatter):
    """Puts a table's options and phrases into a sentence: ``{scoring.ace_low}``, ``{hand}``."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self.facts = facts

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> tuple[Any, str]:
        """The fact of this name, a small number in words."""
        fact = self.facts[field_name]
        figures = field_name.startswith("scoring.") or field_name in FIGURES
        return (fact if figures or not isinstance(fact, int) else number(fact)), field_name


FIGURES = frozenset(("ace", "match.target", "match.bonus", "melding.first_minimum"))
"""What counts in points is written in figures."""


def filled(text: str, variant: Variant) -> str:
    """A sentence of the catalogue with the options of a table put in.

    >>> filled("{seats} play with {pack.jokers} jokers, {hand}.", find("rummy-500"))
    'two to eight players play with two jokers, 13 cards each for two players, 7 for three to eight.'
    """
    return _Filler(facts_of(variant)).format(text) if "{" in text else text


@worded
@lru_cache(maxsize=256)
def facts_of(variant: Variant) -> Mapping[str, Any]:
    """All that sentences depend on and speak of: the facts of a table, and some of them as phrases."""
    nobody = say("book.nobody-knocked" if variant.ending.knock == "on" else "book.nobody-out")
    return variant.facts() | {"hand": hand(variant), "seats": seats(variant), "nobody": nobody}


def seats(variant: Variant) -> str:
    """How many may play, in words."""
    return told("players.seats", variant.players.seats)


def hand(variant: Variant) -> str:
    """How many cards each player is dealt, in words."""
    if variant.dealing.hand == EXPOSED:
        return say("book.hand-exposed")
    sizes: dict[int, list[int]] = {}
    for count in variant.seats():
        sizes.setdefault(variant.hand_size(count), []).append(count)
    if len(sizes) == 1:
        (size,) = sizes
        return say("book.hand", count=size, cards=number(size))
    keys = ["book.hand-first", *["book.hand-next"] * (len(sizes) - 1)]
    parts = zip(keys, sizes.items(), strict=True)
    return ", ".join(say(key, cards=size, players=players(some)) for key, (size, some) in parts)
