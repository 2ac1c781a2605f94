"""Variants: the named ones, their options, and contradictions refused with a sentence."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from rummy.cards import JOKER
from rummy.deal import game
from rummy.variants import _CONTRADICTIONS, Variant, choices, code, differences, find, variants
from rummy.words import Unreadable, say

NAMES = list(variants())

TABLE = {  # what rules/variants.toml of the plan says
    "rummy-500": {
        "players.seats": "2-8",
        "pack.second_from": 5,
        "pack.jokers": 2,
        "dealing.hand": "2:13,3-8:7",
        "dealing.opening": "upcard",
        "dealing.first_dealer": "high",
        "dealing.next_dealer": "next",
        "drawing.pile": "any",
        "drawing.top_card": "keep",
        "drawing.return_top": "refused",
        "melding.aces": "either",
        "melding.per_turn": "unlimited",
        "jokers.role": "wild",
        "calling.rummy": "take-portion",
        "calling.priority": "nearest",
        "calling.exposed": "yes",
        "ending.stock_out": "play-on",
        "scoring.method": "table-minus-hand",
        "scoring.ace_low": 1,
        "scoring.ace_high": 15,
        "scoring.ace_group": 15,
        "scoring.ace_hand": 15,
        "scoring.joker_table": 15,
        "scoring.joker_hand": 15,
        "scoring.nobody_out": "as-usual",
        "match.target": 500,
        "match.tie": "another-deal",
    },
    "500-rum": {
        "players.seats": "2-8",
        "pack.second_from": 5,
        "pack.jokers": 0,
        "dealing.hand": "10",
        "dealing.opening": "extra-card",
        "dealing.first_dealer": "low",
        "dealing.next_dealer": "went-out",
        "drawing.pile": "any",
        "drawing.top_card": "use",
        "melding.aces": "either",
        "melding.per_turn": "unlimited",
        "jokers.role": "none",
        "calling.rummy": "take-only",
        "calling.priority": "first",
        "calling.exposed": "no",
        "ending.stock_out": "play-on",
        "scoring.method": "table-minus-hand",
        "scoring.ace_low": 15,
        "scoring.nobody_out": "as-usual",
        "match.target": 500,
        "match.tie": "another-deal",
    },
    "basic": {
        "players.seats": "2-6",
        "pack.second_from": "never",
        "pack.jokers": 0,
        "dealing.hand": "2:10,3-4:7,5-6:6",
        "dealing.opening": "upcard",
        "dealing.first_dealer": "random",
        "dealing.next_dealer": "next",
        "drawing.pile": "top",
        "drawing.top_card": "keep",
        "drawing.return_top": "refused",
        "melding.aces": "low",
        "melding.per_turn": 1,
        "calling.rummy": "off",
        "ending.stock_out": "flip",
        "ending.recycle_limit": 2,
        "scoring.method": "winner-takes-hands",
        "scoring.ace_hand": 1,
        "scoring.nobody_out": "lowest-takes-differences",
        "match.target": 100,
        "match.tie": "shared",
    },
}


@pytest.mark.parametrize("name", TABLE)
def test_a_variant_is_what_the_plan_says(name):
    options = find(name).options()
    assert {key: options[key] for key in TABLE[name]} == TABLE[name]


PARENTS = {  # what a named variant changes of its parent, and nothing else
    "block": ("basic", "ending.stock_out"),
    "basic-house": (
        "basic",
        "melding.aces melding.per_turn laying_off.needs_own_meld ending.last_discard ending.stock_out "
        "scoring.ace_hand scoring.going_rummy",
    ),
    "basic-penalty": ("basic", "scoring.method scoring.nobody_out match.wins"),
    "wrotham": (
        "basic",
        "pack.jokers dealing.hand dealing.opening melding.all_at_once jokers.role jokers.swap match.target "
        "match.deals",
    ),
    "joker-rummy": ("rummy-500", ""),
    "boathouse": ("500-rum", "ending.last_discard"),
    "floating": ("rummy-500", "ending.last_discard ending.floating"),
    "last-discard": ("rummy-500", "ending.last_discard"),
    "five-ten-fifteen": ("rummy-500", "scoring.pips scoring.ace_low"),
    "four-aces": ("500-rum", "scoring.pips scoring.four_aces"),
    "aces-25": ("500-rum", "scoring.pips scoring.ace_low scoring.ace_group"),
    "fifths": (
        "500-rum",
        "scoring.pips scoring.court scoring.ace_low scoring.ace_high scoring.ace_group scoring.ace_hand "
        "match.target",
    ),
    "add-hands": ("500-rum", "laying_off.after_out scoring.method"),
    "partnership": ("500-rum", "players.seats match.sides"),
    "persian": (
        "partnership",
        "pack.jokers jokers.role scoring.joker_table scoring.joker_hand scoring.four_at_once "
        "scoring.going_out match.target match.deals match.tie match.bonus",
    ),
    "gambit": (
        "500-rum",
        "pack.jokers dealing.next_dealer dealing.rotation jokers.role scoring.joker_table scoring.joker_hand",
    ),
    "romme": (
        "basic",
        "pack.second_from pack.jokers dealing.hand dealing.first_dealer melding.aces melding.per_turn "
        "melding.first_minimum laying_off.needs_own_meld jokers.role ending.last_discard ending.stock_out "
        "ending.recycle_limit scoring.method scoring.ace_high scoring.ace_group scoring.ace_hand "
        "scoring.joker_hand scoring.going_rummy scoring.nobody_out match.wins",
    ),
    "kalooki": (
        "romme",
        "players.seats pack.jokers dealing.hand dealing.first_dealer drawing.top_card jokers.fixes "
        "jokers.swap scoring.joker_hand",
    ),
    "5000": (
        "rummy-500",
        "players.seats pack.jokers dealing.hand dealing.first_dealer melding.wild_rank jokers.role "
        "calling.rummy scoring.pips scoring.ace_low scoring.ace_high scoring.ace_group scoring.ace_hand "
        "scoring.joker_table scoring.joker_hand match.target",
    ),
    "knock": (
        "basic",
        "players.seats dealing.first_dealer melding.per_turn laying_off.on ending.stock_out "
        "ending.recycle_limit ending.knock scoring.method scoring.nobody_out",
    ),
}


@pytest.mark.parametrize("name", [name for name in NAMES if name not in TABLE])
def test_a_variant_differs_from_its_parent_only_where_it_says(name):
    parent, changed = PARENTS[name]
    assert {*differences(find(parent), find(name))} == {*changed.split()}


@pytest.mark.parametrize("name", NAMES)
def test_a_variant_is_read_back_from_its_line(name):
    assert find(code(find(name))) == find(name) == find(f"  {name} ")


@pytest.mark.parametrize("key", find("basic").options())
@pytest.mark.parametrize("name", NAMES)
def test_every_option_is_read_back_from_the_line_of_a_changed_variant(name, key):
    for value in choices(key):
        value = {int: 7, str: "3"}.get(value, value)
        try:
            changed = find(name).changed({key: value})
        except Unreadable as error:
            assert str(error).endswith(".")
            continue
        assert find(code(changed)) == changed and changed.options()[key] == value
        assert list(differences(find(name), changed)) in ([], [key])


def mixed(chance: Random) -> Variant:
    """A named variant with up to twelve options changed."""
    found = find(chance.choice(NAMES))
    for key in chance.sample([*found.options()], chance.randrange(1, 13)):
        value = chance.choice(choices(key))
        value = {int: chance.randrange(1, 99), str: chance.choice(["2-8", "3-6", "4", "7"])}.get(value, value)
        try:
            found = found.changed({key: value})
        except Unreadable:
            continue
    return found


@pytest.mark.parametrize("seed", range(200))
def test_any_mix_is_read_back_from_its_line(seed):
    mix = mixed(Random(seed))
    assert find(code(mix)) == mix and find(code(mix)).id == mix.id
    assert mix.overrides() == {key: mix.options()[key] for key in differences(find(mix.id), mix)}
    assert find(mix.id).changed(mix.overrides()) == mix


def test_the_order_of_changes_makes_no_difference():
    one = find("basic + pack.jokers=2 + jokers.role=wild + match.target=none + match.deals=4")
    assert find("basic + match.deals=4 + match.target=none + jokers.role=wild + pack.jokers=2") == one


@pytest.mark.parametrize("name", NAMES)
def test_every_allowed_number_of_players_leaves_a_card_in_the_stock(name):
    variant = find(name)
    for seats in variant.seats():
        assert variant.hand_size(seats) * seats + 1 < len(variant.cards(seats))


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("rummy-500", {2: 13, 3: 7, 8: 7}),
        ("500-rum", {2: 10, 8: 10}),
        ("basic", {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}),
    ],
)
def test_deal_once_gives_each_so_many_cards(name, sizes):
    assert {seats: find(name).hand_size(seats) for seats in sizes} == sizes


def test_setup_pack_is_doubled_from_five_players_on_with_its_jokers():
    packs = [find("rummy-500").cards(seats) for seats in (4, 5)]
    assert [(len(p), p.count(JOKER)) for p in packs] == [(54, 2), (108, 4)]


@pytest.mark.parametrize(("name", "seats"), [("basic", 7), ("basic", 1), ("rummy-500", 9), ("500-rum", 0)])
def test_setup_seats_refuses_another_number_of_players(name, seats):
    with pytest.raises(Unreadable, match=f"not for {seats}"):
        game(find(name), seats)


@pytest.mark.parametrize("seats", [-1, 10**10, 10**5000, -(10**5000), True, "2", 2.0, None], ids=range(8))
def test_what_is_no_number_of_players_is_refused_before_anybody_sits_down(seats):
    with pytest.raises(Unreadable) as caught:
        game(find("basic"), seats)
    assert len(str(caught.value)) < 100


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no variant"),
        ("gin", "no variant “gin”"),
        ("x" * 10**6, "no variant"),
        ("basic + ", "changes nothing"),
        ("basic + drawing.pile", "changes nothing"),
        ("basic + drawing.pile=", "cannot be “”"),
        ("basic + drawing=any", "no option"),
        ("basic + drawing.pole=any", "no option “drawing.pole”"),
        ("basic + =any", "no option"),
        ("basic + id.x=1", "no option"),
        ("basic + scoring.ace_low=many", "a whole number"),
        ("basic + scoring.ace_low=-1", "a whole number"),
        ("basic + scoring.ace_low=" + "9" * 5000, "a whole number"),
        ("basic + match.target=0", "a whole number"),
        ("basic + match.target=٧٧", "a whole number"),
        ("basic + dealing.hand=٧", "a number of cards"),
        ("basic + dealing.hand=3:7", "does not say how many"),
        ("basic + dealing.hand=0", "does not say how many"),
        ("basic + players.seats=6-2", "from 2 to 8"),
        ("basic + players.seats=9", "from 2 to 8"),
        ("basic + dealing.hand=30", "more than"),
        ("basic + pack.jokers=2", "jokers.role"),
        ("500-rum + pack.second_from=never", "more than"),
    ],
)
def test_what_is_no_variant_is_told_in_one_sentence(text, says):
    with pytest.raises(Unreadable) as caught:
        find(text)
    assert says in str(caught.value) and len(str(caught.value)) < 330 and "\n" not in str(caught.value)


# -- options that contradict each other ------------------------------------------------------------------

KNOCK = "basic + ending.knock=on + scoring.method=knock"
REFUSED: dict[str, list[tuple[str, list[str]]]] = {
    # what cannot go together, and for each such table its nearest neighbours that can
    "gambit-without-jokers": [("500-rum + jokers.role=gambit", ["pack.jokers=1", "jokers.role=none"])],
    "swap-without-jokers": [
        ("rummy-500 + jokers.swap=own-turn + pack.jokers=0", ["pack.jokers=1", "jokers.swap=never"]),
        ("rummy-500 + jokers.swap=complete-group + jokers.role=own-group", ["jokers.role=wild"]),
        ("gambit + jokers.swap=own-turn", ["jokers.role=wild", "jokers.swap=never"]),
    ],
    "wild-rank-hidden": [("5000 + dealing.hand=7", ["dealing.hand=exposed", "melding.wild_rank=none"])],
    "wild-rank-jokers": [
        ("5000 + jokers.role=own-group", ["jokers.role=wild", "jokers.role=none", "melding.wild_rank=none"]),
        ("5000 + pack.jokers=1 + jokers.role=gambit", ["jokers.role=wild", "melding.wild_rank=none"]),
    ],
    "floating-optional": [
        (
            "rummy-500 + ending.floating=on",
            ["ending.last_discard=required", "ending.last_discard=unplayable", "ending.floating=off"],
        ),
        ("rummy-500 + ending.floating=stock-only", ["ending.last_discard=required", "ending.floating=off"]),
    ],
    "half-of-what": [
        (
            "wrotham + match.deals=none + match.target=100",
            ["match.deals=6", "match.deals=1", "melding.all_at_once=never"],
        )
    ],
    "no-end": [("rummy-500 + match.target=none", ["match.target=1", "match.deals=1"])],
    "no-melds": [
        ("basic + melding.per_turn=none", ["melding.per_turn=1", "ending.knock=on + scoring.method=knock"])
    ],
    "no-melds-to-call": [("knock + calling.rummy=take-only", ["calling.rummy=off", "melding.per_turn=1"])],
    "no-melds-to-open": [
        ("knock + melding.first_minimum=1", ["melding.first_minimum=0", "melding.per_turn=1"])
    ],
    "no-melds-to-use": [
        ("knock + drawing.pile=any", ["drawing.pile=top", "melding.per_turn=1"]),
        ("knock + drawing.top_card=use", ["drawing.top_card=keep", "melding.per_turn=1"]),
    ],
    "knock-uncounted": [
        ("basic + ending.knock=on", ["scoring.method=knock", "ending.knock=off"]),
        ("basic + scoring.method=knock", ["ending.knock=on", "scoring.method=pay"]),
    ],
    "knock-last-chance": [(f"{KNOCK} + laying_off.after_out=lay-offs", ["laying_off.after_out=no"])],
    "knock-floating": [
        (f"{KNOCK} + ending.last_discard=required + ending.floating=on", ["ending.floating=off"])
    ],
    "knock-rummy": [
        (f"{KNOCK} + scoring.going_rummy=double", ["scoring.going_rummy=none"]),
        (f"{KNOCK} + scoring.going_rummy=plus-10", ["ending.knock=off + scoring.method=pay"]),
    ],
    "no-last-chance": [
        (
            "add-hands + laying_off.on=none",
            ["laying_off.on=any", "laying_off.on=own-side", "laying_off.after_out=no"],
        )
    ],
    "penalty-wins": [
        ("basic + scoring.method=penalty", ["match.wins=lowest", "scoring.method=pay"]),
        ("rummy-500 + match.wins=lowest", ["match.wins=highest", "scoring.method=penalty"]),
    ],
    "nobody-to-pay": [
        (
            "basic + scoring.method=pay + scoring.nobody_out=everyone-penalised",
            ["scoring.nobody_out=void", "scoring.method=winner-takes-hands"],
        )
    ],
    "no-bound": [
        ("rummy-500 + ending.bound=none", ["ending.bound=1", "drawing.top_card=use"]),
        (
            "500-rum + ending.bound=none + ending.stock_out=flip",
            ["ending.recycle_limit=1", "ending.stock_out=end", "ending.bound=9"],
        ),
    ],
    "odd-sides": [
        ("500-rum + match.sides=partners", ["players.seats=4", "players.seats=6", "players.seats=8"]),
        ("partnership + players.seats=4-6", ["players.seats=4", "match.sides=none"]),
        ("partnership + players.seats=2", ["players.seats=4"]),
        ("partnership + players.seats=5", ["players.seats=6", "match.sides=none"]),
    ],
    "playoff-of-two": [
        ("5000 + match.tie=playoff", ["players.seats=2-8", "players.seats=2", "match.tie=shared"]),
        ("rummy-500 + match.tie=playoff + players.seats=3", ["players.seats=2-3"]),
    ],
}
CASES = [(name, text, near) for name, cases in REFUSED.items() for text, near in cases]


def told_of(text: str) -> str:
    """The sentence that refuses a table."""
    with pytest.raises(Unreadable) as caught:
        find(text)
    return str(caught.value)


def named_in(sentence: str) -> set[str]:
    """The options that a sentence names."""
    return set(re.findall(r"[a-z]+(?:_[a-z]+)*\.[a-z]+(?:_[a-z]+)*", sentence)) & {*find("basic").options()}


def test_every_contradiction_is_met_here():
    assert REFUSED.keys() == _CONTRADICTIONS.keys()


@pytest.mark.parametrize(("name", "text", "near"), CASES, ids=[text for _, text, _ in CASES])
def test_a_contradiction_is_refused_with_the_options_that_contradict_each_other(name, text, near):
    sentence = told_of(text)
    assert sentence == say(f"error.contradiction.{name}") and len(named_in(sentence)) > 1
    changed = {change.partition("=")[0] for line in near for change in line.split(" + ")}
    assert changed <= named_in(sentence) | {"scoring.method", "match.wins"}


@pytest.mark.parametrize(("text", "near"), [(t, n) for _, t, near in CASES for n in near])
def test_the_nearest_table_without_the_contradiction_can_be_played(text, near):
    name, *changes = f"{text} + {near}".split(" + ")
    assert find(name).changed(dict(change.split("=") for change in changes))


@pytest.mark.parametrize("name", NAMES)
def test_no_single_change_of_a_named_variant_is_refused_without_naming_that_option(name):
    for key in find(name).options():
        for value in choices(key):
            value = {int: 7, str: "3"}.get(value, value)
            try:
                find(name).changed({key: value})
            except Unreadable as error:
                assert key in named_in(str(error)) or key == "players.seats", (key, value, str(error))


@pytest.mark.parametrize(
    ("start", "fits", "too_many"),
    [
        ("basic + players.seats=2", 25, 26),  # 2 x 25 and the upcard leave one of 52 cards
        ("basic + players.seats=2 + dealing.opening=extra-card", 25, 26),
        ("basic + players.seats=2 + dealing.opening=starter-extra", 25, 26),
        ("basic + players.seats=2 + dealing.opening=both", 24, 25),
        ("basic + players.seats=5", 10, 11),
        ("basic + players.seats=5 + dealing.opening=both", 9, 10),
        ("500-rum + players.seats=5", 20, 21),  # a second pack
        ("500-rum + players.seats=4", 12, 13),  # none yet
        ("rummy-500 + players.seats=4", 13, 14),  # two jokers: 54 cards
        ("rummy-500 + players.seats=4 + pack.jokers=1", 12, 13),  # one: 53
        ("gambit + players.seats=2", 25, 26),  # one of two jokers lies beside the dealer
        ("rummy-500 + players.seats=8", 13, 14),
    ],
)
def test_too_few_cards_are_refused_with_the_options_and_one_card_less_can_be_dealt(start, fits, too_many):
    found = find(f"{start} + dealing.hand={fits}")
    (seats,) = found.seats()
    dealt = fits * seats + 1 + (found.dealing.opening == "both")
    assert dealt < len(found.cards(seats))
    sentence = told_of(f"{start} + dealing.hand={too_many}")
    assert named_in(sentence) == {"dealing.hand", "pack.second_from"}
    assert f"{len(found.cards(seats))} cards" in sentence and f"{seats} players" in sentence


def test_an_exposed_hand_needs_cards_for_everybodys_ace():
    assert named_in(told_of("5000 + pack.second_from=never")) == {"dealing.hand", "pack.second_from"}
    assert find("5000 + pack.second_from=never + players.seats=3-4")


def test_idle_jokers_are_refused_and_welcome_with_a_role_or_none_at_all():
    for count, says in ((1, "a joker"), (2, "2 jokers"), (4, "4 jokers")):
        sentence = told_of(f"basic + pack.jokers={count}")
        assert named_in(sentence) == {"pack.jokers", "jokers.role"} and says in sentence
    for role in ("wild", "own-group", "gambit"):
        assert find(f"basic + pack.jokers=1 + jokers.role={role}").cards(2)
    assert find("basic + pack.jokers=0").cards(2).count(JOKER) == 0


def test_a_hand_size_is_needed_for_every_number_of_players():
    assert "dealing.hand" in told_of("basic + dealing.hand=2:10,3-4:7")
    assert find("basic + dealing.hand=2:10,3-4:7 + players.seats=2-4").hand_size(4) == 7


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("rumy-500", "rummy-500"),
        ("Rummy 500", "rummy-500"),
        ("basic_house", "basic-house"),
        ("kaluki", "kalooki"),
        ("basic + drawing.piles=any", "drawing.pile"),
        ("basic + joker.role=wild", "jokers.role"),
        ("basic + laying_of.on=any", "laying_off.on"),
        ("basic + melding.aces=eiter", "either"),
        ("basic + match.tie=playof", "playoff"),
        ("basic + ending.stock_out=shuffle_keep_top", "shuffle-keep-top"),
    ],
)
def test_what_is_nearly_a_name_is_answered_with_it(text, near):
    assert told_of(text).endswith(f" Did you mean {near}?")


@pytest.mark.parametrize("text", ["gin", "basic + drawing.pile=7", "basic + x.y=1"])
def test_what_is_near_to_nothing_is_answered_without_a_guess(text):
    assert "Did you mean" not in told_of(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("basic + drawing.pile=deep", "any or top"),
        ("basic + melding.aces=middle", "low, high, either or corner"),
        ("basic + pack.second_from=9", "2, 3, 4, 5, 6, 7, 8 or never"),
        ("basic + match.deals=some", "none or a whole number from 1 to 99999"),
        ("basic + match.target=0", "none or a whole number from 1 to 99999"),
        ("basic + match.target=100000", "none or a whole number from 1 to 99999"),
        ("basic + match.bonus=-1", "a whole number from 0 to 99999"),
        ("basic + dealing.hand=2-8:5,3:7", "a number for each number of players"),
        ("basic + dealing.hand=5-3:7,2:10", "a number for each number of players"),
    ],
)
def test_a_value_that_an_option_cannot_have_is_told_with_those_it_can(text, words):
    option = text.split(" + ")[1].split("=")[0]
    assert option in told_of(text) and words in told_of(text)


def test_an_option_is_given_once_or_twice_the_same():
    assert find("basic + drawing.pile=any + drawing.pile=any").drawing.pile == "any"
    assert told_of("basic + drawing.pile=any + match.target=50 + drawing.pile=top") == say(
        "error.option-twice", option="drawing.pile", one="any", other="top"
    )


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("07", "7"),
        ("2-8:7", "7"),
        ("3-8:7,2:13", "2:13,3-8:7"),
        ("2:13,3:7,4-8:07", "2:13,3-8:7"),
        ("2:7,3:6,4-8:7", "2:7,3:6,4-8:7"),
    ],
)
def test_one_size_of_hands_has_one_spelling(text, same):
    assert find(f"500-rum + dealing.hand={text}").dealing.hand == same


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("rummy-500", {"packs": "some", "aces": "two", "ace": 15}),
        ("500-rum", {"packs": "some", "aces": "one", "ace": 15}),
        ("basic", {"packs": "one"}),
        ("kalooki", {"packs": "two", "ace": 11}),
        ("5000", {"packs": "some", "aces": "one", "ace": 100}),
        ("aces-25", {"aces": "many"}),
    ],
)
def test_what_follows_from_several_options(name, facts):
    found: dict[str, Any] = find(name).facts()
    assert {key: found[key] for key in facts} == facts


@pytest.mark.parametrize("value", [None, True, 1.5, float("nan"), [], {}, b"any", "x" * 10**6, "any\0"])
def test_a_value_of_another_kind_is_unreadable(value):
    with pytest.raises(Unreadable, match=r"drawing\.pile cannot be"):
        find("basic").changed({"drawing.pile": value})


def test_a_refused_change_leaves_the_variant_as_it_was():
    before = find("basic").options()
    with pytest.raises(Unreadable):
        find("basic").changed({"melding.aces": "high", "drawing.pile": "deep"})
    assert find("basic").options() == before


def test_differences_name_both_values():
    assert differences(find("basic"), find("basic").changed({"melding.aces": "either"})) == {
        "melding.aces": ("low", "either")
    }


@pytest.mark.parametrize("name", NAMES)
def test_every_variant_has_a_title_and_a_sentence(name):
    assert find(name).title and find(name).blurb.endswith(".")
