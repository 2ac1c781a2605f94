"""Lines of play: what is read, what is ambiguous with all its choices named, and what is unreadable."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import permutations
from random import Random

import pytest

from rummy.actions import (
    EFFECTS,
    KINDS,
    Action,
    Block,
    Call,
    Discard,
    Draw,
    Knock,
    LayDown,
    LayOff,
    Name,
    Pass,
    Shuffle,
    Split,
    Start,
    Swap,
    Take,
    TakeAlone,
    name_effect,
)
from rummy.cards import card, shuffled
from rummy.deal import Deal, seen_by, undealt
from rummy.law import breach, legal_actions, play, to_act
from rummy.lines import parse, write
from rummy.lines.said import told, understood
from rummy.players import PLAYERS
from rummy.positions import position
from rummy.steps import ordered
from rummy.variants import Variant, find, variants
from rummy.words import ENGLISH, Ambiguous, Unreadable, catalogue, languages, say, speak


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
    meant = {parse(choice, lies(**keys)) for choice in caught.value.choices}
    assert len(meant) == len(caught.value.choices), "each choice says one thing, and each another"
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


# -- every legal action, along deals that are played -------------------------------------------------------


def moments(name: str, seed: int) -> Iterator[Deal]:
    """Every moment of a deal that greedy or random players play at some number of seats."""
    variant, chance = find(name), Random(seed)
    seats = variant.seats()[seed % len(variant.seats())]
    deal = undealt(variant, seats, number=seed % 7 + 1)
    deal = play(deal, Start(deal.dealer, shuffled(deal.game.cards, seed)))
    if deal.phase == "name":
        deal = play(deal, name_effect(deal.dealer, EFFECTS[seed % 3]))
    player = PLAYERS["greedy" if seed % 2 else "random"]
    while not deal.over:
        yield deal
        seat = chance.choice(to_act(deal))
        action = player(seen_by(deal, seat), seat, chance).action
        deal = play(deal, ordered(deal, action, f"{seed}/{len(deal.discards)}"))


def known_to(variant: Variant) -> set[type[Action]]:
    """The kinds of action that a table knows."""
    lays, gambit = variant.melding.per_turn != "none", variant.jokers.role == "gambit"
    there: dict[type[Action], bool] = {
        Draw: True,
        Take: True,
        Discard: True,
        LayDown: lays,
        LayOff: lays and variant.laying_off.on != "none",
        Call: variant.calling.rummy != "off",
        Swap: variant.jokers.swap != "never",
        Block: gambit,
        Split: gambit,
        Knock: variant.ending.knock == "on",
        Shuffle: variant.ending.stock_out.startswith("shuffle"),
    }
    return {kind for kind, known in there.items() if known}


@pytest.mark.parametrize("name", variants())
def test_every_legal_action_is_read_back_from_its_line_as_the_same_object(name):
    met = set()
    for seed in range(SEEDS):
        for deal in moments(name, seed):
            for action in legal_actions(deal):
                again = parse(write(action, deal), deal)
                assert again is action or (isinstance(action, Shuffle) and again == action), write(
                    action, deal
                )
                met.add(type(action))
    assert met - {Pass} == known_to(find(name))


SEEDS = 12
"""So many deals of each variant are played, at different numbers of seats."""


def test_a_shuffle_in_an_order_is_read_back():
    deal = lies(variant="romme", phase="shuffle", stock_left=0, discards="2C 5S KD")
    assert write(parse("shuffle 5S 2C", deal), deal) == "shuffle 5S 2C"
    assert breach(deal, parse("shuffle 5S 2C", deal)) is None  # the top card stays


@pytest.mark.parametrize(
    ("keys", "line", "kind"),
    [
        ({"variant": "wrotham", "table": ["B: 7S *=8S 9S"], "hands": {"A": "8S 3C"}}, "swap 8S on 7S", Swap),
        ({"variant": "kalooki", "table": ["B: 7S 7H *"], "hands": {"A": "7D 7C"}}, "swap 7D 7C on 7S", Swap),
        ({"variant": "knock", "table": [], "hands": {"A": "7D 3C"}}, "knock 7D", Knock),
        ({"variant": "gambit", "phase": "name", "hands": {}, "turn": "C"}, "name double", Name),
        ({"variant": "gambit", "named": "wild", "hands": {"A": "* 3C"}}, "block", Block),
        (
            {"variant": "gambit", "named": "double", "hands": {"A": "* KS KH KC"}},
            "meld KS KH KC with *",
            LayDown,
        ),
        ({"variant": "gambit", "named": "wild", "hands": {"A": "* KS KH"}}, "meld KS KH *=KD", LayDown),
        ({"variant": "persian", "seats": 4, "hands": {"A": "* * *"}}, "meld * * *", LayDown),
        (
            {"variant": "persian", "seats": 4, "table": ["B: * * *"], "hands": {"A": "*"}},
            "lay off * on *",
            LayOff,
        ),
        (
            {"variant": "gambit", "named": "split", "phase": "draw", "hands": {"A": "* 2H 2D"}},
            "take 2C with * without 5S KD",
            Split,
        ),
        (
            {
                "variant": "gambit",
                "options": {"gambit.split": "below"},
                "named": "split",
                "phase": "draw",
                "hands": {"A": "* KH KC"},
            },
            "take KD with * without 2C 5S",
            Split,
        ),
    ],
)
def test_a_line_of_a_special_table_is_written_as_it_is_read(keys, line, kind):
    deal = lies(**keys)
    action = parse(line, deal)
    assert (
        type(action) is kind
        and write(action, deal) == line
        and repr(action) == f"<{'ABC'[deal.seat]}: {action}>"
    )
    assert parse(str(action), deal) is action


EXPOSED = {"A": "2S", "B": "3D", "C": "7C"}


def test_a_card_of_a_wild_rank_says_what_it_stands_for():
    deal = lies(variant="5000", exposed=EXPOSED, dealer="C", hands={"A": "2S 7H 8S 9S"}, table=[])
    assert str(parse("meld 7H=TS 8S 9S", deal)) == "meld 8S 9S 7H=TS"
    assert breach(deal, parse("meld 7H=TS 8S 9S", deal)) is None
    with pytest.raises(Unreadable, match="Only a joker"):
        parse("meld 8S 9S 2S=TS", deal)


def test_a_joker_that_stands_for_a_rank_alone_needs_no_suit():
    deal = lies(variant="kalooki", hands={"A": "7H 7C *"}, table=[])
    assert str(parse("meld 7H 7C *", deal)) == "meld 7H 7C *"
    assert parse("meld 7H 7C *=7D", deal) is parse("meld 7H 7C *=7S", deal) is parse("meld 7H 7C *", deal)


def test_a_splitting_joker_names_cards_in_any_order():
    deal = lies(variant="gambit", named="split", phase="draw", hands={"A": "* 2H 2D"})
    assert parse("take 2C with * without KD 5S", deal) is parse("take 2C with * without 5S KD", deal)


# -- in any language ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("nimm 5S", "take 5S"),
        ("Nimm die Pik 5 vom Stapel", "take 5S"),
        ("take the 5 of spades", "take 5S"),
        ("nimm 5S von Platz 2 mit Joker ohne KD", "take 5S at 2 with * without KD"),
        ("ziehe", "draw"),
        ("lege 5S, 6S und 7S", "meld 5S 6S 7S"),
        ("lay down the queen of hearts QS QD", "meld QH QS QD"),
        ("lege 8S an 9S", "lay off 8S on 9S"),
        ("lege *=Herz 9 an Meldung 2 oben an", "lay off *=9H on meld 2 high"),
        ("wirf D♥ ab", "discard Q♥"),
        ("Karo-Bube ablegen", "discard JD"),
        ("B: rufe Rummy mit KD an 5C", "B: call KD on 5C"),
        ("Klopfe mit Kreuz 10", "knock TC"),
        ("passe", "pass"),
        ("wirf DH ab", "discard DH"),
    ],
)
def test_a_line_is_understood_as_people_say_it(said, written):
    assert understood(said) == written


def test_a_word_means_one_thing_whatever_the_language():
    for prefix in ("move.say.", "move.word."):
        meant: dict[str, set[str]] = {}
        for key, text in ((k, t) for code in languages() for k, t in catalogue(code).items()):
            for way in text.casefold().split("; ") if key.startswith(prefix) else ():
                meant.setdefault(way, set()).add(key)
        assert len(meant) > 20 and [way for way, keys in meant.items() if len(keys) > 1] == []


@pytest.mark.parametrize("code", languages())
def test_every_example_of_a_line_in_a_sentence_is_a_line(code):
    speak(code)
    try:
        told_ = [say("table.say_example"), say("tool.settle.line_example")]
        told_ += [say(f"move.begin.{verb}") for verb in ("draw", "pass")]
        listed_ = say("error.line", text="").split(": ", 1)[1].rstrip(".")
        told_ += re.split(
            r", | or | oder |; .*?(?:also|auch) ", listed_.removeprefix("write ").removeprefix("Schreib ")
        )
    finally:
        speak(ENGLISH)
    verbs = {kind.kind.split()[0] for kind in KINDS}
    assert len(told_) > 12 and [line for line in told_ if understood(line).split()[0] not in verbs] == []


@pytest.mark.parametrize("name", ["rummy-500", "wrotham", "gambit", "knock", "5000", "persian"])
def test_every_legal_action_is_read_back_as_it_is_said_in_another_language(name):
    same = 0
    for code in (code for code in languages() if code != ENGLISH):
        speak(code)
        try:
            for deal in (deal for seed in range(2) for deal in moments(name, seed)):
                for action in legal_actions(deal):
                    line = write(action, deal)
                    same += told(line) == line
                    assert understood(told(line)) == line and parse(told(line), deal) == action, told(line)
        finally:
            speak(ENGLISH)
    assert not same, "every verb has its own words"


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


def test_one_card_with_two_jokers_may_be_a_group_or_a_sequence():
    found = choices("meld 2H * *", variant="kalooki", hands={"A": "2H * *"})
    assert found[:2] == ("meld *=AH 2H *=3H", "meld 2H *=3H *=4H") and len(found) == 3


def test_a_joker_that_two_melds_give_up_is_ambiguous():
    keys = {"variant": "wrotham + pack.second_from=2", "table": ["B: 7S *=8S 9S", "C: 8H *=8S 8D"]}
    assert choices("swap 8S on 8S", hands={"A": "8S 3C"}, **keys) == (
        "swap 8S on meld 1",
        "swap 8S on meld 2",
    )


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
        "knock",
        "knock KD 2C",
        "block 7H",
        "discard ??",
        "meld ?? ?? ??",
        "lay off ?? on 9S",
        "take ??",
        "call ?? on 9S",
        "name",
        "name wilder",
        "name wild double",
        "swap 7H on",
        "swap on 7S",
        "swap 7H on meld x",
        "swap ?? on 7S",
        "knock ??",
        "take 5S with",
        "take 5S with 7H",
        "take 5S with * without",
        "take 5S with * without ??",
        "take ?? with * without KD",
        "meld 7H 7C 7D with",
        "meld 7H 7C 7D with 2C",
        "meld with *",
        "shuffle 1H",
        "deal 1H",
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
