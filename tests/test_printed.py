"""Cards to print and cut out."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from rummy.cards import pack
from rummy.pictures.printed import DOWN, HIGH, PAPERS, PIPS, WIDE, printed_sheets
from rummy.words import Unreadable


@pytest.mark.parametrize("paper", PAPERS)
def test_every_card_of_a_pack_is_printed_once(paper):
    cards = pack(1, 2)
    sheets = [*printed_sheets(cards, paper=paper)]
    names = re.findall("<title>([^<]+)</title>", "".join(sheets))
    assert sorted(n for n in names if "cut out" not in n) == sorted(card.name for card in cards)
    for sheet in sheets:
        assert ElementTree.fromstring(sheet).get("width") == f"{PAPERS[paper][0]:g}mm"


@pytest.mark.parametrize("paper", PAPERS)
def test_the_cards_fit_the_paper_with_a_margin_for_printers(paper):
    across, down = PAPERS[paper]
    assert across - 3 * WIDE > 12 and down - DOWN * HIGH > 12


@pytest.mark.parametrize("rank", PIPS)
def test_a_card_shows_as_many_signs_as_it_counts(rank):
    assert sum(2 if place == "s" else 1 for place, _ in PIPS[rank]) == rank


def test_backs_follow_each_sheet():
    sheets = [*printed_sheets(pack(), backs=True)]
    assert ["Backs" in one for one in sheets] == [False, True] * 6


def test_a_paper_that_there_is_not_gets_a_sentence():
    with pytest.raises(Unreadable, match="A4, Letter"):
        list(printed_sheets(pack(), paper="B5"))
