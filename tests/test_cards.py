"""Cards: their names, and a handful of cards as one integer."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random

import pytest

from rummy.cards import (
    BACK,
    DECK,
    JOKER,
    add,
    bundle,
    card,
    cards,
    codes,
    copies,
    glyphs,
    holds,
    pack,
    shuffled,
    size,
    unpack,
    without,
)
from rummy.words import Unreadable

SEEDS = range(40)


def handful(seed: int) -> list:
    """Some cards of two packs with eight jokers, and a few face-down ones."""
    chance = Random(seed)
    return chance.sample(pack(2, 4), chance.randrange(1, 60)) + [BACK] * chance.randrange(4)


def test_the_deck_has_fifty_two_different_cards():
    assert len(set(DECK)) == len({c.bit for c in DECK}) == 52


@pytest.mark.parametrize("one", [*DECK, JOKER, BACK])
def test_a_card_is_read_back_from_its_code(one):
    assert card(str(one)) is card(f" {str(one).lower()} ") is one


@pytest.mark.parametrize("suit", "SHDC")
def test_ten_is_written_t_or_10(suit):
    assert card(f"10{suit}") is card(f"t{suit.lower()}")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "7",
        "H",
        "H7",
        "1H",
        "11H",
        "0S",
        "7X",
        "7HH",
        "7H 8H",
        "**",
        "?",
        "x" * 9999,
        "7\0H",
        "\x1b[7m",
    ],
)
def test_anything_else_is_no_card(text):
    with pytest.raises(Unreadable, match="is no card"):
        card(text)


@pytest.mark.parametrize("text", ["٧H", "⁷H", "7ſ", "７Ｈ", "♥7"])
def test_letters_and_digits_of_other_scripts_are_no_card(text):
    with pytest.raises(Unreadable, match="is no card"):
        card(text)


def test_the_sentence_about_no_card_is_short_and_has_no_control_characters():
    with pytest.raises(Unreadable) as caught:
        card("\x1b[31m\x00\n" + "7H" * 5000)
    assert len(str(caught.value)) < 200 and str(caught.value).isprintable()


@pytest.mark.parametrize("one", DECK)
def test_a_card_is_read_as_it_is_printed(one):
    assert card(one.glyph) is one


def test_cards_are_printed_with_their_suit_signs():
    assert glyphs(cards("TH AS * ??")) == "10♥ A♠ ★ ▒"


def test_cards_have_names_in_words():
    assert [c.name for c in cards("QS TD *")] == ["queen of spades", "ten of diamonds", "joker"]


def test_a_card_never_changes():
    with pytest.raises(AttributeError):
        DECK[0].rank = 9


def test_a_card_stays_the_one_object_through_pickle():
    assert pickle.loads(pickle.dumps(card("7H"))) is card("7H")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_bundle_keeps_every_copy(seed):
    some = handful(seed)
    assert Counter(unpack(bundle(some))) == Counter(some) and size(bundle(some)) == len(some)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_bundle_forgets_the_order(seed):
    some = handful(seed)
    assert bundle(some) == bundle(reversed(some))


@pytest.mark.parametrize("seed", SEEDS)
def test_copies_are_counted(seed):
    some = handful(seed)
    assert [copies(bundle(some), c) for c in (*DECK, JOKER, BACK)] == [
        some.count(c) for c in (*DECK, JOKER, BACK)
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_one_more_card_is_one_more_card(seed):
    some, one = handful(seed), DECK[seed]
    if some.count(one) < 2:
        assert add(bundle(some), one) == bundle([*some, one])


@pytest.mark.parametrize("seed", SEEDS)
def test_cards_taken_away_leave_the_others(seed):
    some = [c for c in handful(seed) if c is not BACK]
    gone = Random(seed).sample(some, len(some) // 2)
    left = Counter(some) - Counter(gone)
    assert Counter(unpack(without(bundle(some), bundle(gone)))) == left


@pytest.mark.parametrize("seed", SEEDS)
def test_a_hand_holds_just_what_is_in_it(seed):
    some, other = handful(seed), [c for c in handful(seed + 1) if c is not BACK][:3]
    assert holds(bundle(some), bundle(other)) == (Counter(other) <= Counter(some))


def test_two_packs_have_everything_twice():
    assert Counter(pack(2, 2)) == Counter({**dict.fromkeys(DECK, 2), JOKER: 4})


def test_a_seed_always_shuffles_alike_and_another_otherwise():
    assert shuffled(pack(), "a") == shuffled(pack(), "a") != shuffled(pack(), "b")
    assert codes(shuffled(DECK, 7)).startswith(codes(shuffled(DECK, 7)[:5]))


def test_a_shuffle_is_the_same_on_every_python():
    assert codes(shuffled(DECK, 7)[:6]) == "5H AC 6D JS 2C QS"
