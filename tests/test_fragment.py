"""A page without its document: headings that follow the page around it, links, and text that stays text."""

from __future__ import annotations

import re

import pytest

from rummy.rulebook import Page, about, fragment, quick, rulebook, write
from rummy.rulebook.page import Figure, Grid, Heading, Points, Prose
from rummy.rules import articles
from rummy.variants import variants

BOOK = rulebook("gambit").page(notes=True, options=True)


def shown(html: str) -> str:
    """Every word of some markup, spaces aside."""
    return re.sub(r"\s+", "", re.sub(r"<[^>]*>", "", html))


@pytest.mark.parametrize("rank", [2, 3, 5])
def test_the_headings_follow_the_rank_and_end_at_six(rank):
    html = fragment(BOOK, rank)
    assert f"<h{rank}>{BOOK.title}</h{rank}>" in html
    ranks = {int(n) for n in re.findall(r"<h(\d)", html)}
    assert ranks == {rank, min(rank + 1, 6), min(rank + 2, 6)}


def test_a_fragment_has_no_ids_which_might_be_there_twice():
    assert " id=" in write(BOOK, "html") and " id=" not in fragment(BOOK)


def test_every_article_of_a_book_is_a_link_to_its_place():
    html = fragment(BOOK)
    for paragraph in rulebook("gambit").paragraphs:
        assert f'<a href="site:{paragraph.article.place}">{paragraph.number} ' in html


@pytest.mark.parametrize("name", variants())
def test_a_fragment_says_all_that_the_page_says(name):
    page = quick(name)
    body = write(page, "html").partition("</h1>")[2]
    assert shown(fragment(page)) == shown(page.title) + shown(body)


def test_ids_in_prose_lists_and_cells_are_links_and_nothing_else_is():
    page = Page("", "See turn.held.", (Prose("turn.heldx, xturn.held, turn. held"), Points(("(turn.held)",))))
    html = fragment(page)
    assert html.count("<a ") == 2 and '<p class="blurb">See <a href="site:rules/turn/#turn.held">' in html
    assert "<a " not in fragment(Page("turn.held", "", (Heading("turn.held"),)))


def test_a_heading_of_something_else_is_no_link():
    assert fragment(Page("", "", (Heading("A question", 3, "C-22"),))).count("<a ") == 0


@pytest.mark.parametrize(
    "attack",
    [
        "<script>x</script>",
        '"><img src=x onerror=y>',
        "javascript:x",
        "&lt;b&gt;",
        "turn.held<b>",
        "<a href='x'>",
    ],
)
def test_text_stays_text_wherever_it_stands(attack):
    blocks = (
        Heading(attack, 3, attack),
        Prose(attack, attack),
        Points((attack,)),
        Grid(((attack, attack),), (attack, attack)),
        Figure((attack,)),
    )
    html = fragment(Page(attack, attack, blocks))
    plain = fragment(
        Page(
            "x",
            "x",
            (
                Heading("x", 3),
                Prose("x", "x"),
                Points(("x",)),
                Grid((("x", "x"),), ("x", "x")),
                Figure(("x",)),
            ),
        )
    )
    tags = [tag for tag in re.findall(r"<[^>]*>", html) if not re.match(r"</?(a|wbr)\b", tag)]
    assert tags == re.findall(r"<[^>]*>", plain)
    assert all(href.startswith("site:rules/") for href in re.findall(r'href="([^"]*)"', html))


@pytest.mark.parametrize("key", [*articles()][::7])
def test_an_article_as_a_fragment_links_what_it_names(key):
    html = fragment(about(key))
    for beside in articles()[key].related:
        assert f'href="site:{articles()[beside].place}"' in html
