"""Positions drawn as light HTML: whole, short, in words, and safe."""

from __future__ import annotations

import re

import pytest

from rummy.pictures import laid_frame, laid_html
from rummy.positions import position
from rummy.rulings import collection
from rummy.table import Table

DEEP = {
    "variant": "rummy-500",
    "seats": 3,
    "phase": "play",
    "stock_left": 15,
    "discards": "KD 2H",
    "hands": {"A": "5S 9C 5D", "B": "8S"},
    "table": ["B: 7S *=8S 9S + C: TS", "B: 4H 4C 4D"],
    "taken": "5S KH",
    "owed": "5S",
}
GAMBIT = {
    "variant": "gambit",
    "seats": 2,
    "phase": "play",
    "named": "double",
    "hands": {"A": "2C", "B": "3D"},
    "table": ["A: JS QS KS with *"],
}


def drawn(text: dict[str, object]) -> str:
    """A position as it is drawn, without the marks that keep suits from becoming emoji."""
    return laid_html(laid_frame(position(text))).replace("\ufe0e", "")


def test_every_card_is_there_in_words_and_as_a_sign():
    html = drawn(DEEP | {"taken": "5S", "hands": {"A": "5S 9C 5D", "B": "8S"}})
    assert 'aria-label="five of spades, five of diamonds and nine of clubs"' in html
    assert 'aria-label="king of diamonds and two of hearts"' in html  # the pile, oldest first
    assert '<span class="card H">2<i>♥</i></span>' in html
    assert "joker, standing for the eight of spades" in html and '<s class="S">8♠</s>' in html


def test_it_tells_whose_turn_it_is_what_is_owed_and_who_laid_what():
    html = drawn(DEEP | {"taken": "5S"})
    assert "A has taken the 5♠ and must still use it this turn." in html
    assert '<div class="hand turn"><dt><b>A</b> <small>to play now</small>' in html
    assert html.count("Laid by B") == 1 and "10♠ laid off by C" in html
    assert 'class="card S off"' in html and 'class="card S new"' in html


def test_a_hidden_hand_is_as_many_cards_as_it_has():
    html = drawn(DEEP | {"taken": "5S"})
    assert '<div class="hand closed"><dt><b>C</b>' in html and "<span>7 cards</span>" in html
    seen = laid_html(Table("basic", seed=7, names={"B": "Bo"}).frame())
    assert seen.count("card back") == 2  # the stock and the other hand


def test_a_joker_on_a_meld_is_told():
    html = drawn(GAMBIT)
    assert "×2 · sealed" in html and 'class="card joker top"' in html


def test_totals_and_names_are_shown_and_never_become_markup():
    frame = laid_frame(position(DEEP | {"taken": "5S"}))
    frame["seats"][0] |= {"name": "<img src=x>", "total": "120"}
    html = laid_html(frame)
    assert "&lt;img src=x&gt;" in html and "<img" not in html
    assert "total 120" in html


@pytest.mark.parametrize("ruling", collection(), ids=lambda one: one.id)
def test_every_position_is_light_and_plain(ruling):
    html = laid_html(laid_frame(position(ruling.text)))
    assert len(html.encode()) < 4000
    assert not re.search(r"style=|<script|\n\n|\son\w+=", html)
    assert len(re.findall(r"<(?!/)", html)) == html.count("</")  # every element is closed
