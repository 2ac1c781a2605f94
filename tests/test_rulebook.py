"""The rulebook: complete, nothing that the table does not play, and the same in every format."""

from __future__ import annotations

import re
from fractions import Fraction
from html.parser import HTMLParser
from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy.deal import counts
from rummy.inventory import entries, sources
from rummy.match import after, new_match, winners
from rummy.positions import position
from rummy.rulebook import FORMATS, Page, about, quick, rulebook, write
from rummy.rulebook.articles import examples, in_words, then_told
from rummy.rulebook.book import cases, filled, hand, number
from rummy.rulebook.page import WIDTH, Figure, Grid, Heading, Points, Prose
from rummy.rulebook.worked import position_of, worked
from rummy.rules import article, articles, fits
from rummy.rulings import collection, judge
from rummy.scoring import points_text
from rummy.variants import Variant, find, variants
from rummy.words import Unreadable, catalogue

from .mixes import mix

NAMED = pytest.mark.parametrize("variant", variants().values(), ids=list(variants()))
tables = st.randoms(use_true_random=False).map(mix)


def mixed(examples: int):
    """A property of any table; the same cases in every run."""
    chosen = settings(max_examples=examples, deadline=None, derandomize=True, database=None)
    return lambda test: chosen(given(variant=tables)(test))


def plain(markdown: str) -> str:
    """What Markdown says."""
    return re.sub(r"\\(.)", r"\1", markdown)


def squeezed(text: str) -> str:
    """Text without its line breaks."""
    return " ".join(text.split())


class Reader(HTMLParser):
    """Reads a page as a browser would: its words, headings, ids and what it asks for."""

    VOID = frozenset(("meta", "link", "br", "wbr"))

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words, self.tags, self.ids, self.open = "", list[str](), list[str](), list[str]()
        self.asked, self.lang, self.inside = list[str](), "", dict[str, str]()
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.tags.append(tag)
        self.lang = given["lang"] if tag == "html" else self.lang
        self.ids += [given["id"]] if "id" in given else []
        self.asked += [v for k, v in attrs if k in ("src", "srcset") or (k == "href" and v[0] != "#")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        inside = self.open[-1] if self.open else ""
        self.inside[inside] = self.inside.get(inside, "") + data
        if inside not in ("style", "title"):
            self.words += data.replace("\ufe0e", "")


def checked(variant: Variant) -> None:
    """What holds for the book of any table."""
    book, facts = rulebook(variant), variant.facts()
    known = [a.id for a in articles().values() if a.applies(facts)]
    assert sorted(p.article.id for p in book.paragraphs) == sorted(known)
    for chapter in book.chapters:
        assert all(p.number.split(".")[0] == str(chapter.number) for p in chapter.paragraphs)
        assert [p.article.id for p in chapter.paragraphs] == [
            key for key in known if article(key).number.split(".")[0] == str(chapter.number)
        ]
    for paragraph in book.paragraphs:
        text = paragraph.text
        assert text.endswith(".") and text[0].isupper(), text
        for fault in (
            "  ",
            "{",
            "}",
            "variant says",
            "None",
            " .",
            " ,",
            "..",
            "‹",
            "one cards",
            "one jokers",
        ):
            assert fault not in text, (fault, text)
        assert len(set(paragraph.sentences)) == len(paragraph.sentences), text
    whole = f"{book.write()}\n{write(quick(variant))}"
    if not variant.pack.jokers:
        told = [t for c in book.chapters for t in (c.title, *(f"{p.title} {p.text}" for p in c.paragraphs))]
        told += [str(block) for block in worked(variant)] + [
            " ".join(row) for row in quick(variant).blocks[0].rows
        ]
        assert [t for t in told if re.search(r"\bjoker", t, re.IGNORECASE)] == []
        if variant.melding.wild_rank == "none":
            assert [t for t in told if re.search(r"\bwild", t, re.IGNORECASE)] == []
    assert all(len(line) <= WIDTH for line in whole.splitlines() if not line.lstrip().startswith(variant.id))


@NAMED
def test_the_book_of_a_named_variant_is_whole_and_clean(variant):
    checked(variant)


@mixed(150)
def test_the_book_of_any_mix_is_whole_and_clean(variant):
    checked(variant)


@mixed(25)
def test_text_markdown_and_html_say_the_same(variant):
    book = rulebook(variant)
    text, markdown, html = (book.write(form) for form in FORMATS)
    read = [squeezed(text), squeezed(plain(markdown)), squeezed(Reader(html).words)]
    for paragraph in book.paragraphs:
        for told in read:
            assert told.count(paragraph.text) >= 1
            assert f"{paragraph.number} {paragraph.title}" in told
            assert paragraph.article.id in told
    for told in read:
        assert book.title in told and book.blurb in told and book.code in told


@NAMED
def test_the_page_stands_alone_and_can_be_read_by_ear(variant):
    for page in (rulebook(variant).page(), quick(variant)):
        html = write(page, "html")
        read = Reader(html)
        assert html.startswith("<!doctype html>\n<html lang=") and read.lang == "en" and not read.open
        assert read.inside["title"] == page.title and read.tags.count("h1") == read.tags.count("main") == 1
        ranks = [int(tag[1]) for tag in read.tags if re.fullmatch("h[1-6]", tag)]
        assert all(after - before <= 1 for before, after in pairwise(ranks))
        assert len(set(read.ids)) == len(read.ids) and read.asked == [] and "script" not in read.tags
        style = read.inside["style"]
        assert "@media print" in style and "prefers-color-scheme:dark" in style
        assert "url(" not in style and "@import" not in style and "http" not in html


def test_headings_can_be_linked_to_by_the_id_of_the_article():
    book = rulebook("500-rum")
    ids = [p.article.id for p in book.paragraphs]
    assert Reader(book.write("html")).ids == ids
    assert re.findall(r'^### <a id="([^"]+)"></a>\d', book.write("markdown"), re.MULTILINE) == ids


def test_what_somebody_wrote_is_escaped():
    page = Page("A & <b>", "x < y_z", (Heading("<i>", 2, 'a"b'), Prose("*", "<u>"), Points(("[a](b)",))))
    page = page._replace(blocks=(*page.blocks, Grid((("a|b", "<td>"),)), Figure(("<pre>",))))
    html, markdown = write(page, "html"), write(page, "markdown")
    assert not re.search("<(b|i|u|td>|pre><)>", html) and "&lt;pre&gt;" in html and 'id="a&quot;b"' in html
    assert r"\[a\](b)" in markdown and r"a\|b" in markdown and r"\<td\>" in markdown


def test_in_markdown_a_grid_without_names_or_with_many_columns_is_a_list():
    rows = (("a_b", "1", "2", "x; y"), ("c", "3", "4", ""))
    wide, narrow = Grid(rows, ("Option", "Here", "There", "Rule")), Grid(rows)
    page = Page("A", "", (wide, narrow, Grid((("d", "e"),), ("D", "E"))))
    assert write(page, "markdown").split("\n\n")[1:] == [
        "- **a\\_b:** Here: 1; There: 2; Rule: x; y\n- **c:** Here: 3; There: 4",
        "- **a\\_b:** 1; 2; x; y\n- **c:** 3; 4",
        "| D | E |\n| --- | --- |\n| d | e |",
    ]


def test_no_table_has_a_column_head_without_words():
    pages = (rulebook("knock").page(options=True), quick("basic"), about("meld.size"))
    assert "<th></th>" not in "".join(write(page, "html") for page in pages)
    assert not [
        line for page in pages for line in write(page, "markdown").splitlines() if line.startswith("|  |")
    ]


def test_a_chapter_that_a_table_does_not_need_is_not_there():
    titles = {name: [c.title for c in rulebook(name).chapters] for name in variants()}
    named = {name: [t for t in found if re.search("ild cards|oker", t)] for name, found in titles.items()}
    assert named["basic"] == named["500-rum"] == named["knock"] == []
    assert named["rummy-500"] == named["persian"] == named["kalooki"] == ["Jokers"]
    assert named["5000"] == ["Wild cards"] and len(named["gambit"]) == 2
    assert len(titles["partnership"]) == len(titles["500-rum"]) + 1
    assert titles["gambit"].index("The dealer’s joker") == titles["gambit"].index("Jokers") + 1


@NAMED
def test_a_rule_has_the_number_in_a_book_by_which_it_is_cited(variant):
    book = rulebook(variant)
    assert all(article(p.number) is p.article for p in book.paragraphs)
    assert "same number at every table" in squeezed(book.write())


def test_a_book_of_house_rules_says_what_is_changed_and_how_it_is_shared():
    book = rulebook("rummy-500 + ending.last_discard=required")
    text = squeezed(book.write())
    assert "house rules" in book.title
    assert "The last discard needed to go out; in Rummy 500 with jokers: not needed to go out (3.6 A" in text
    assert book.variant.blurb not in text
    idle = squeezed(rulebook("basic + scoring.joker_hand=20 + scoring.court=5").write())
    assert "Points of court cards 5 points; in Basic Rummy: 10 points" in idle and "A joker in" not in idle
    assert "rummy-500 + ending.last_discard=required" in text
    assert "The last discard" not in squeezed(rulebook("rummy-500").write()).partition("A worked score")[0]


def test_notes_and_options_are_printed_for_those_who_ask():
    book = rulebook("basic")
    short, long = (str(page) for page in (book.page(), book.page(notes=True, options=True)))
    noted = [p for p in book.paragraphs if p.note]
    assert noted and "Gambit" not in long and "Persian" not in long and "Rommé" not in short
    assert all(squeezed(p.note) in squeezed(long) for p in noted)
    assert "melding.per_turn" not in short and "melding.per_turn" in long
    assert "jokers.swap" not in long


# -- options in sentences --------------------------------------------------------------------------------


def test_numbers_are_words_where_they_are_small_and_figures_where_they_are_points():
    v = find("rummy-500 + match.target=5 + scoring.ace_low=3 + pack.jokers=3")
    assert filled("{pack.jokers} {scoring.ace_low} {match.target} {ace}", v) == "three 3 5 15"
    assert [number(n) for n in (0, 1, 12, 20, 21)] == ["no", "one", "twelve", "twenty", "21"]


@pytest.mark.parametrize(
    ("sizes", "seats", "told"),
    [
        ("10", "2-8", "ten cards each"),
        ("13", "2-4", "thirteen cards each"),
        ("1", "2-4", "one card each"),
        ("2:13,3-8:7", "2-8", "13 cards each for two players, 7 for three to eight"),
        ("2:13,3-8:7", "2", "thirteen cards each"),
        ("2:13,3-8:7", "3-5", "seven cards each"),
        ("2:10,3-4:7,5-6:6", "2-6", "10 cards each for two players, 7 for three or four, 6 for five or six"),
    ],
)
def test_hands_are_told_for_the_players_of_the_table(sizes, seats, told):
    v = find("basic").changed({"dealing.hand": sizes, "players.seats": seats, "pack.second_from": 2})
    assert hand(v) == told


def test_every_placeholder_of_every_rule_is_a_fact():
    v = find("rummy-500")
    for key, text in catalogue().items():
        if re.fullmatch(r"(rule|quick)\..+?\.(text|if\..+)", key):
            filled(text, v)


@pytest.mark.parametrize("key", articles())
def test_every_sentence_of_a_rule_is_a_sentence(key):
    for text in (catalogue()[f"rule.{key}.text"], *(text for _, text in cases(f"rule.{key}"))):
        assert text.endswith((".", ".”", "!”")) and (text[0].isupper() or text[0] in "{“"), text


def met(key: str, when: str) -> bool:
    """Is there a table that knows the article and at which the condition holds?"""
    options = re.findall(r"([a-z_]+\.[a-z_]+)=([\w-]+)", when)
    for variant, more in product((*variants().values(), *MIXES), SMALL):
        try:
            facts = variant.changed(more | dict(options)).facts()
        except Unreadable:
            continue
        if articles()[key].applies(facts) and fits(when, facts):
            return True
    return False


MIXES = [mix(Random(seed)) for seed in range(200)]
SMALL = (
    {},
    {"players.seats": "4", "match.sides": "partners"},
    {"players.seats": "2-4", "pack.second_from": "never"},
    {"ending.knock": "on", "scoring.method": "knock", "scoring.going_out": "5"},
    {"melding.wild_rank": "exposed", "dealing.hand": "exposed", "scoring.method": "penalty"},
    {"melding.all_at_once": "last-half", "match.deals": "4"},
)
"""What makes room for more at a table."""


@pytest.mark.parametrize("key", articles())
def test_every_condition_of_a_sentence_is_met_at_some_table(key):
    told = (*cases(f"rule.{key}"), *cases(f"rule.{key}.notes"))
    assert [when for when, _ in told if not met(key, when)] == []


# -- the worked score ------------------------------------------------------------------------------------


def score(variant: Variant) -> list[dict[str, str]]:
    """The counts of a book's worked score, by side: as it is, and as it might have been."""
    _, *grids = (block for block in worked(variant) if isinstance(block, Grid))
    return [{row[0]: row[-1] for row in grid.rows} for grid in grids]


def value(text: str) -> Fraction:
    """A number as it is printed."""
    plain = text.replace("−", "")
    made = Fraction(plain.removesuffix("½") or 0) + Fraction(plain.endswith("½"), 2)
    return -made if text.startswith("−") else made


def reckoned(text: str) -> Fraction:
    """What the words of a sum come to, reckoned anew."""
    said, _, total = text.rpartition(" = ")
    if not said:
        return value(total)
    made = Fraction(0)
    for part in re.split(r"(?= [+−] )|(?=, )", said):
        number = re.match(r"(?: ([+−]) |(−)|)(\d+½?|½|\d+/\d+)(?: |$)", part)
        if number:
            made += value(number[3]) * (-1 if "−" in (number[1], number[2]) else 1)
        elif "doubled" in part:
            made *= 2
        else:
            made /= int(part.split()[-1])
    return made


@mixed(150)
def test_the_worked_score_is_what_the_engine_counts_and_the_sums_are_right(variant):
    text = position_of(variant)
    told = score(variant)
    made = counts(position(text))
    assert [reckoned(line) for line in told[0].values()] == [Fraction(c.points) for c in made]
    for said in told:
        for line in said.values():
            assert reckoned(line) == value(line.rpartition(" = ")[2]), line


@mixed(150)
def test_every_line_of_the_worked_score_is_a_right_sum(variant):
    grid = next(block for block in worked(variant) if isinstance(block, Grid))
    lies = {s: [0, 0] for s in "ABCDEFGH"}
    for who, _, text in grid.rows:
        terms, _, total = text.rpartition(" = ")
        if terms:
            assert sum(value(t) for t in terms.split(" + ")) == value(total), text
        if total:
            lies[who[0]]["laid" not in who] += value(total)
    for count in counts(position(position_of(variant))):
        assert sum(i.points for i in count.table) == sum(lies["ABCDEFGH"[s]][0] for s in count.seats)
        assert -sum(i.points for i in count.hand) == sum(lies["ABCDEFGH"[s]][1] for s in count.seats)


@NAMED
def test_the_worked_score_shows_what_is_special_at_the_table(variant):
    text = position_of(variant)
    deal = position(text)
    lies = deal.table
    if variant.scoring.method in ("table-minus-hand", "add-opponents-hand"):
        assert any(m.kind == "group" for m in lies) and any(m.kind == "sequence" for m in lies)
        assert any(len(m.lays) > 1 for m in lies)
    else:
        assert not lies
    if variant.jokers.role == "wild" and variant.pack.jokers and lies:
        assert any(p.card.rank == 0 for m in lies for p in m.now.placed)
    if variant.jokers.role == "gambit":
        assert any(m.top for m in lies)
    if variant.scoring.four_at_once == 2:
        assert any(m.factor == 2 and len(m.lays[0].placed) == 4 for m in lies)
    assert any(count.points for count in counts(deal))


def test_the_worked_score_of_rummy_500_by_hand():
    assert score(find("rummy-500")) == [
        {
            "A": "45 on the table = 45",
            "B": "42 on the table − 25 in the hand = 17",
            "C": "−35 in the hand = −35",
        }
    ]


def test_the_worked_score_of_persian_rummy_by_hand():
    assert score(find("persian")) == [
        {
            "A and C": "162 on the table − 20 in the hand + 25 for going out = 167",
            "B and D": "42 on the table − 33 in the hand = 9",
        }
    ]


def test_the_worked_score_tells_what_might_have_been():
    assert score(find("basic-house")) == [
        {"A": "25 + 20 from the others = 45", "B": "0", "C": "0"},
        {"A": "25 + 20 from the others, doubled for going rummy = 90", "B": "0", "C": "0"},
        {"A": "15 + 10 from the others = 25", "B": "0", "C": "0"},
    ]


def test_the_worked_score_of_knock_rummy_tells_what_an_undercut_brings():
    assert score(find("knock")) == [
        {"A": "15 + 49 from the others = 64", "B": "0", "C": "0"},
        {"A": "15 + 49 from the others + 10 for being lower than the knocker = 74", "B": "0", "C": "0"},
    ]


def test_the_worked_score_shows_an_ace_in_a_group_where_it_counts_otherwise():
    assert "25 + 25 + 25 = 75" in rulebook("aces-25").write()


def test_the_worked_score_of_persian_rummy_ends_with_the_bonus():
    told = squeezed(rulebook("persian").write())
    assert told.endswith("A and C would have 217 with the bonus of 50 and win the match by 208.")


@pytest.mark.parametrize(
    "changes", ["", " + match.sides=none", " + scoring.method=penalty + match.wins=lowest + match.bonus=7"]
)
def test_the_bonus_at_the_end_is_what_the_engine_gives(changes):
    variant = find(f"persian + match.deals=1{changes}")
    deal = position(position_of(variant))
    then = after(new_match(variant, deal.game.seats), deal)
    (best,) = winners(then)
    assert then.totals[best] != then.scores[0][best]
    ahead = min(abs(t - then.totals[best]) for side, t in enumerate(then.totals) if side != best)
    told = f"would have {points_text(then.totals[best])} with the bonus of {variant.match.bonus}"
    assert f"{told} and win the match by {points_text(ahead)}." in squeezed(rulebook(variant).write())


# -- the quick reference ---------------------------------------------------------------------------------


@NAMED
def test_a_quick_reference_fits_on_a_page(variant):
    text = write(quick(variant))
    assert len(text.splitlines()) <= 58 and variant.title in text


@mixed(150)
def test_a_quick_reference_tells_of_every_part_of_the_game(variant):
    (grid,) = quick(variant).blocks
    rows = dict(grid.rows)
    assert {"Players", "Cards", "Draw", "Melds", "Discard", "Going out", "Count", "Match"} <= rows.keys()
    assert ("Jokers" in rows or "Gambit" in rows) == (variant.pack.jokers > 0)
    assert ("Calling rummy" in rows) == (variant.calling.rummy != "off")
    if variant.laying_off.on == "none":
        assert not [text for text in rows.values() if re.search("lay off|laid off", text)]
    for text in rows.values():
        assert text.endswith(".") and (text[0].isupper() or text[0].isdigit())
        assert not [fault for fault in ("  ", "{", "..", ".;", "; .") if fault in text], text


# -- one article -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", articles())
def test_the_page_of_an_article_tells_all_about_it(key):
    one = articles()[key]
    page = about(key)
    text = squeezed(str(page))
    assert page.title == f"{one.number} {one.title}" and key in text
    titles = {key: entry.title for key, entry in entries().items()} | sources()
    assert all(f"- {source}: {titles[source]}" in text for source in one.sources)
    assert one.since in text
    assert all(option in text for option in one.options)
    assert all(f"{article(k).title} ({k})" in text for k in one.related) and key not in one.related
    for when, _ in cases(f"rule.{key}"):
        assert squeezed(in_words(when)) in text
    for ruling in examples(one):
        assert squeezed(ruling.question) in text
    assert "{" not in text.replace("{'", "")


def test_an_article_shows_its_examples_with_position_lines_and_verdict():
    text = str(about("draw.pile.use-at-once"))
    found = examples(article("draw.pile.use-at-once"))
    refused = next(r for r in found if r.verdict == "draw.pile.use-at-once")
    legal = next(r for r in found if r.verdict == "legal")
    for ruling in (refused, legal):
        assert all(f"> {line}" in text for line in ruling.lines)
    assert "Answer: Not allowed." in text and "Answer: Allowed." in text and "Discard pile" in text
    assert found.index(legal) < found.index(refused)
    allowed = [r.verdict == "legal" for r in found]
    assert allowed == sorted(allowed, reverse=True)


def test_whatever_a_ruling_expects_is_told():
    for one in collection():
        then = one.text.get("then", {})
        expected = sum(len(value) if isinstance(value, dict) else 1 for value in then.values())
        assert len([*then_told(one, judge(one).deal)]) == expected, one.id
    stock = next(one for one in collection() if one.id == "C-70")
    assert "72 cards are then left in the stock." in then_told(stock, judge(stock).deal)


def test_examples_are_the_rulings_that_name_the_article():
    told = {r.id for a in articles().values() for r in examples(a)}
    named = {r.id for r in collection() if r.verdict in articles() or r.text.get("articles")}
    assert told == named


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("drawing.pile=any", "Where any card of the pile may be taken"),
        (
            "drawing.pile=any|top & pack.jokers>0",
            "Where either any card of the pile may be taken or only the top card of the pile may be taken "
            "and there are jokers",
        ),
        ("calls or ending.knock!=off", "Where rummy may be called or a player may knock"),
        ("packs=two", "Where two packs are used"),
    ],
)
def test_conditions_are_told_in_words(condition, told):
    assert in_words(condition) == told


@pytest.mark.parametrize(
    ("text", "near"), [("draw.pile.use-at-one", "draw.pile.use-at-once"), ("Meld Size", "meld.size")]
)
def test_an_unknown_rule_is_answered_with_the_nearest_one(text, near):
    with pytest.raises(Unreadable, match=f"Did you mean {re.escape(near)}"):
        about(text)
