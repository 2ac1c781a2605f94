"""Lines of play: what is read, what is ambiguous with all its choices named, and what is unreadable."""

from __future__ import annotations

from contextlib import suppress
from itertools import permutations

import pytest

from rummy.actions import Call, Discard, LayDown, LayOff, Pass, Take, TakeAlone
from rummy.cards import card
from rummy.deal import Deal
from rummy.law import breach
from rummy.lines import parse, write
from rummy.positions import position
from rummy.words import Ambiguous, Unreadable


def lies(**keys: object) -> Deal:
    """A position in which A has drawn, unless it says otherwise."""
    hands = {"A": "7H 8H TS 7C 7D * *"}
    return position(
        {
            "variant": "rummy-500",
            "seats": 3,
            "phase": "play",
            "turn": "A",
            "hands": hands,
            "discards": "2C 5S KD",
            "stock_left": 9,
            "table": ["B: 7S 8S 9S", "C: 5C 5D 5H"],
            **keys,
        }
    )


def choices(line: str, **keys: object) -> tuple[str, ...]:
    """The choices that an ambiguous line names."""
    with pytest.raises(Ambiguous) as caught:
        parse(line, lies(**keys))
    assert all(choice.split(" ", 1)[1] in str(caught.value) for choice in caught.value.choices)
    return caught.value.choices


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("take 5S", Take),
        ("TAKE  5s", Take),
        ("meld 7H 7C 7D", LayDown),
        ("lay off TS on 9S", LayOff),
        ("Lay Off ts ON meld 1", LayOff),
        ("discard *", Discard),
        ("pass", Pass),
        ("B: call KD on 5C", Call),
        ("b :pass", Pass),
        ("take 5S without KD", TakeAlone),
    ],
)
def test_a_line_is_read_in_any_case_and_spacing(line, kind):
    assert type(parse(line, lies())) is kind


def test_a_line_speaks_for_the_seat_in_turn_or_the_one_it_names():
    assert (parse("draw", lies()).seat, parse("C: draw", lies()).seat) == (0, 2)


def test_a_line_for_another_seat_is_written_with_its_letter():
    assert write(parse("C: pass", lies()), lies()) == "C: pass"


@pytest.mark.parametrize(
    "line",
    [
        "take 5S",
        "take KD",
        "meld 7H 7D 7C",
        "lay off TS on 9S",
        "lay off 6S on 7S",
        "lay off * on 5H",
        "discard *",
        "discard TS",
        "draw",
        "pass",
        "meld 7H 8H *=9H",
    ],
)
def test_the_shortest_line_is_written(line):
    assert write(parse(line, lies()), lies()) == line


def test_take_names_the_place_where_two_of_a_card_lie():
    deal = lies(seats=5, discards="5S KD 5S")
    assert write(parse("take 5S at 1", deal), deal) == "take 5S at 1"


@pytest.mark.parametrize("words", ["7H 7D 7C", "7H 7C *=7S", "8H *=9H TH"])
def test_a_meld_is_the_same_in_whatever_order_it_is_said(words):
    said = {parse(f"meld {' '.join(some)}", lies()) for some in permutations(words.split())}
    assert len(said) == 1


# -- ambiguous -------------------------------------------------------------------------------------------


def test_two_cards_alike_in_the_pile_are_ambiguous():
    assert choices("take 5S", seats=5, discards="5S KD 5S") == ("take 5S at 1", "take 5S at 3")


def test_a_joker_with_several_meanings_is_ambiguous():
    assert choices("meld 7H 8H *") == ("meld *=6H 7H 8H", "meld 7H 8H *=9H")
    assert choices("meld 7H 7C *") == ("meld *=7S 7H 7C", "meld 7H *=7D 7C")


def test_a_joker_with_one_meaning_is_not_ambiguous():
    assert str(parse("meld 7H 7C 7D *", lies())) == "meld *=7S 7H 7D 7C"


def test_of_two_jokers_the_one_that_is_said_narrows_the_other():
    assert choices("meld 7H *=8H * ") == ("meld *=6H 7H *=8H", "meld 7H *=8H *=9H")


def test_a_joker_that_fits_at_both_ends_is_laid_at_the_end_whose_card_is_named():
    assert write(parse("lay off * on 9S", lies()), lies()) == "lay off * on 9S"
    assert str(parse("lay off * on 9S", lies())) == "lay off *=TS on meld 1 high"


def test_a_joker_on_a_sequence_without_an_end_is_ambiguous():
    assert choices("lay off * on 8S") == ("lay off *=6S on meld 1 low", "lay off *=TS on meld 1 high")


def test_a_card_that_fits_two_melds_is_ambiguous():
    table = ["B: 7S 8S 9S", "C: TC TD TH"]
    assert choices("lay off TS", table=table) == ("lay off TS on meld 1 high", "lay off TS on meld 2")


@pytest.mark.parametrize("line", ["take 5S at 3", "meld 7H 8H *=9H", "lay off *=TS on meld 1 high"])
def test_each_choice_is_a_line_that_is_not_ambiguous(line):
    deal = lies(seats=5, discards="5S KD 5S")
    assert parse(line, deal) == parse(write(parse(line, deal), deal), deal)


# -- unreadable ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "",
        " ",
        "\n",
        "\0",
        "sing",
        "drawn",
        "draw 7H",
        "pass please",
        "take",
        "take 5S KD",
        "take 5S at",
        "take 5S at x",
        "take 5S at 0",
        "take 5S at 9",
        "take 5S at -1",
        "take 5S at ٢",
        "take KD at 2",
        "take 1H",
        "meld",
        "meld on",
        "meld 7H=8H",
        "meld *=",
        "meld *=*",
        "meld *=??",
        "lay off",
        "lay off TS KD on 9S",
        "lay off TS on",
        "lay off TS on meld",
        "lay off TS on meld x",
        "lay off TS on meld -1",
        "lay off KD",
        "swap",
        "swap 7H",
        "discard",
        "discard 7H 8H",
        "call",
        "call TS on",
        "Z: draw",
        "H: draw",
        "A: B: draw",
        ": draw",
        "A:",
        "knock KD",
        "block",
        "discard ??",
        "meld ?? ?? ??",
        "lay off ?? on 9S",
        "take ??",
        "call ?? on 9S",
        "name wild",
        "take 5S at " + "9" * 5000,
        "lay off TS on meld " + "9" * 5000,
        "x" * 10**6,
        "meld " + "7H " * 9999 + "x",
    ],
)
def test_what_is_no_line_is_told_in_one_sentence(line):
    with pytest.raises(Unreadable) as caught:
        parse(line, lies())
    text = str(caught.value)
    assert text.endswith((".", "?")) and text.isprintable() and len(text) < 300


@pytest.mark.parametrize("line", ["meld " + "7H " * 3000, "deal " + "7H " * 3000, "call " + "7H " * 3000])
def test_a_huge_line_of_real_cards_is_only_refused(line):
    assert breach(lies(), parse(line, lies())) is not None


@pytest.mark.parametrize(
    "line", ["take AS", "meld 2S 3S 4S", "lay off AS on 9S", "lay off TS on meld 9", "discard AS"]
)
def test_whether_a_line_is_legal_is_another_question(line):
    assert breach(lies(), parse(line, lies())) is not None


def test_reading_changes_nothing():
    deal = lies()
    for line in ("take 5S", "meld 7H 8H *", "sing", "discard 7H"):
        with suppress(Ambiguous, Unreadable):
            parse(line, deal)
    assert deal == lies()


def test_an_action_prints_with_its_seat():
    assert repr(parse("B: discard KD", lies())) == "<B: discard KD>"


def test_an_action_is_one_object():
    assert parse("discard KD", lies()) is parse("A: discard kd", lies())
    assert parse("meld 7H 7C 7D", lies()) is parse("meld 7D 7C 7H", lies())
    assert parse("lay off TS on 9S", lies()) is parse("lay off TS on meld 1", lies())
    assert parse("discard KD", lies()).card is card("KD")
