"""The controller: what it shows, what it takes, and that nothing a front end sends can break it."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

from rummy.actions import SEATS, Call, Draw
from rummy.cards import DECK, JOKER
from rummy.deal import seen_by
from rummy.law import breach, to_act
from rummy.lines import parse, write
from rummy.players import PLAYERS
from rummy.record import read, replay
from rummy.rules import article
from rummy.scoring import points_text
from rummy.table import Table
from rummy.variants import find, variants
from rummy.words import Unreadable, say

TABLES = [
    (v.id, n, you)
    for v in variants().values()
    for n, you in ((v.seats()[0], "A"), (v.seats()[len(v.seats()) // 2], None), (v.seats()[-1], "B"))
]
NAMED = [f"{v} {n} {you or 'watching'}" for v, n, you in TABLES]

TRAP = {
    "variant": "rummy-500",
    "seats": 3,
    "phase": "draw",
    "turn": "A",
    "stock": "2D 3D 4D JD",
    "dealer": "C",
    "hands": {"A": "7H 8H QC 2C", "B": "5C KC", "C": "2H 5D"},
    "discards": "9H 4S KD",
}


def tell(table: Table, kind: str, **more: Any) -> dict[str, Any]:
    """Send an intent; the frame after it."""
    table.handle({"type": kind, **more})
    return table.frame()


def on(table: Table, chance: Random) -> None:
    """One more action, whoever is to act, as a front end would bring it about."""
    before = len(table.steps)
    if table._waiting() is not None:
        table.handle({"type": "step"})
        assert len(table.steps) > before, table.frame()["message"]
        return
    deal, seat = table.deal, table.you if table.you is not None else to_act(table.deal)[0]
    player = PLAYERS["greedy" if chance.random() < 0.7 else "random"]
    line = write(player(seen_by(deal, seat), seat, chance).action, deal)
    table.handle({"type": "say", "line": line})
    called = any(isinstance(step.action, Call) for step in table.steps[before:])
    assert len(table.steps) > before or called, (line, table.frame()["message"])


def until(table: Table, *phases: str, seed: int = 1) -> Table:
    """The table played on until you are to act in one of these phases."""
    chance = Random(seed)
    while table._waiting() is not None or table.deal.phase not in phases:
        on(table, chance)
    return table


def whole(table: Table) -> tuple[Any, ...]:
    """Everything about a table that an error must leave alone."""
    return (
        table.states[:],
        table.steps[:],
        table.done[:],
        table.match,
        table.names,
        dict(table.names_given),
        table.seed,
        table.variant,
        table.seats,
        table.you,
        table.sort,
        dict(table.players),
        table.number,
    )


# -- what is shown ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "seats", "you"), TABLES, ids=NAMED)
def test_a_deal_is_played_to_its_end_and_every_frame_is_plain_json(variant, seats, you):
    table, chance = Table(variant, seats=seats, you=you, seed=5), Random(5)
    while not table.deal.over:
        frame = table.frame()
        assert json.loads(json.dumps(frame, allow_nan=False)) == frame
        assert frame["step"] and not [
            gap for gap in ("{", "}", "  ", " .") if gap in " ".join(frame["may"] + [frame["step"]])
        ]
        on(table, chance)
    over = table.frame()["over"]
    assert over["text"] and sum(len(row["seats"]) for row in over["counts"]) == seats
    assert len(over["counts"]) == len(table.match.totals)


@pytest.mark.parametrize(("variant", "seats", "you"), TABLES, ids=NAMED)
def test_a_frame_shows_nothing_that_its_seat_does_not_see(variant, seats, you):
    """The frame of the deal is the frame of the deal as the seat sees it."""
    table, chance = Table(variant, seats=seats, you=you, seed=8), Random(8)
    while not table.deal.over:
        frame, states = table.frame(), table.states
        table.states = [seen_by(deal, table.you) for deal in states]
        seen, table.states = table.frame(), states
        for mine in [seat for shown in (frame, seen) for seat in shown["seats"] if seat["you"]]:
            mine["cards"] = [card | {"new": None} for card in mine["cards"] or []]
        assert you is None or frame == seen
        on(table, chance)


def test_others_cards_and_the_stock_are_nowhere_in_a_frame():
    table, chance = Table("basic", seats=3, seed=4), Random(4)
    while not table.deal.over and not table.deal.course.recycled:
        deal = table.deal
        hidden = {*deal.stock, *(c for s in (1, 2) for c in deal.hands[s])} - {
            c for bits in deal.hands[:1] for c in bits
        }
        known = {c["c"] for seat in table.frame()["seats"] for c in seat["known"]}
        shown = json.dumps(
            {k: v for k, v in table.frame().items() if k not in ("save", "log", "message")},
            ensure_ascii=False,
        )
        for one in hidden:
            if one.code not in known:
                assert f'"{one.code}"' not in shown and one.glyph not in shown
        on(table, chance)


def test_the_log_does_not_name_what_another_seat_drew():
    table, chance = Table("rummy-500", seats=3, seed=4), Random(4)
    while not table.deal.over:
        on(table, chance)
    drawn = [s.text for s in table.steps if isinstance(s.action, Draw) and s.action.seat != 0]
    assert drawn and not any(c.glyph in text for text in drawn for c in (*DECK, JOKER))


def test_when_watching_all_hands_are_open():
    assert all(seat["cards"] for seat in Table("basic", seats=3, you=None, seed=1).frame()["seats"])


def test_only_your_own_hand_is_open():
    assert [bool(seat["cards"]) for seat in Table("basic", seats=3, you="B", seed=1).frame()["seats"]] == [
        False,
        True,
        False,
    ]


def test_the_cards_in_the_pile_say_what_taking_them_would_bring():
    frame = Table(position=TRAP, seed=1).frame()
    assert [card["can"] for card in frame["discards"]] == [True, False, True]
    assert "7♥ 8♥ 9♥" in frame["discards"][0]["preview"] and "no way" in frame["discards"][1]["preview"]


@pytest.mark.parametrize("place", [1, 3])
def test_what_the_preview_promises_is_legal(place):
    table = Table(position=TRAP, seed=1)
    line = table.frame()["discards"][place - 1]["line"]
    assert breach(table.deal, parse(line, table.deal)) is None


def test_the_state_changes_are_told():
    told: list[Any] = []
    table = Table("basic", seed=1, on_change=told.append)
    table.handle({"type": "sort", "by": "rank"})
    table.handle({"type": "nonsense"})
    assert len(told) == 2 and told[1]["frame"]["message"]["kind"] == "error" and told[0]["words"]


@pytest.mark.parametrize("by", ["suit", "rank"])
def test_sort_orders_the_hand_with_jokers_last(by):
    table = Table("rummy-500 + pack.jokers=4", seed=3)
    frame = tell(table, "sort", by=by)
    codes = [c["c"] for c in frame["seats"][0]["cards"]]
    key = (
        (lambda c: (c == "*", "SHDC".find(c[-1]), "A23456789TJQK".find(c[0])))
        if by == "suit"
        else (lambda c: (c == "*", "A23456789TJQK".find(c[0])))
    )
    assert codes == sorted(codes, key=key) and frame["hand"]["sort"] == by


# -- what is done ----------------------------------------------------------------------------------------


def test_a_refused_move_is_told_with_its_cards_and_rule_and_changes_nothing():
    table = Table(position=TRAP, seed=1)
    before = whole(table)
    message = tell(table, "take", place=2)["message"]
    assert (message["kind"], message["article"]["id"], message["cards"]) == (
        "refused",
        "draw.pile.useful",
        ["4S"],
    )
    assert message["article"]["number"] == "4.4" and whole(table) == before


def test_a_deep_draw_is_played_by_intents():
    table = Table(position=TRAP, seed=1)
    assert tell(table, "take", place=1)["step"].startswith("Your turn: meld or lay off the 9♥")
    assert tell(table, "discard", card="2C")["message"]["article"]["id"] == "draw.pile.use-at-once"
    frame = tell(table, "meld", cards=["9H", "7H", "8H"])
    assert frame["message"] is None and [c["c"] for c in frame["melds"][0]["cards"]] == ["7H", "8H", "9H"]
    assert tell(table, "discard", card="KD")["turn"] == "B"


def test_an_ambiguous_meld_gives_a_choice_of_lines_and_changes_nothing():
    table = Table(position={**TRAP, "phase": "play", "hands": {"A": "7S 8S * 2C"}}, seed=1)
    before = whole(table)
    choose = tell(table, "meld", cards=["7S", "8S", "*"])["choose"]
    assert [o["line"] for o in choose["options"]] == ["meld *=6S 7S 8S", "meld 7S 8S *=9S"] and whole(
        table
    ) == before
    assert tell(table, "say", line=choose["options"][1]["line"])["melds"][0]["cards"][2]["as"] == "9S"


def test_clear_closes_message_and_choice():
    table = Table("basic", seed=1)
    tell(table, "nonsense")
    assert tell(table, "clear")["message"] is None


def test_a_card_is_laid_off_on_the_meld_with_that_number():
    table = Table(
        position={**TRAP, "phase": "play", "hands": {"A": "TS 2C"}, "table": ["B: 7S 8S 9S"]}, seed=1
    )
    assert len(tell(table, "layoff", card="TS", n=1)["melds"][0]["cards"]) == 4


def test_undo_takes_back_your_last_action_and_what_followed():
    table = Table("basic", seats=3, seed=1)
    until(table, "draw")
    start = table.deal
    tell(table, "draw")
    tell(table, "discard", card=table.frame()["hand"]["discards"][0])
    tell(table, "step")
    tell(table, "undo")
    assert table.deal.phase == "play" and tell(table, "undo") and table.deal == start


def test_undo_at_the_start_says_that_there_is_nothing():
    table = Table("basic", seed=1)
    while table.frame()["can"]["undo"]:
        tell(table, "undo")
    before = whole(table)
    assert tell(table, "undo")["message"]["kind"] == "info" and whole(table) == before


def test_the_same_play_follows_again_after_an_undo():
    table = until(Table("rummy-500", seats=3, seed=9, players="random"), "draw")
    table.handle({"type": "draw"})
    line = f"discard {table.frame()['hand']['discards'][0]}"
    texts = []
    for _ in range(2):
        tell(table, "say", line=line)
        while table.frame()["wait"]:
            tell(table, "step")
        texts.append([s.line for s in table.steps])
        while table.deal.phase != "play" or table.deal.seat != 0:
            tell(table, "undo")
    assert texts[0] == texts[1]


def test_again_deals_the_same_cards():
    table = Table("basic", seed=1)
    start = table.deal
    until(table, "play")
    assert tell(table, "again")["fresh"] and table.deal == start


def test_the_same_seed_gives_the_same_table():
    assert Table("basic", seed=7).deal == Table("basic", seed="7").deal != Table("basic", seed=8).deal


def test_next_is_refused_before_the_deal_is_over():
    table = Table("basic", seed=1)
    before = whole(table)
    assert tell(table, "next")["message"]["kind"] == "error" and whole(table) == before


@pytest.mark.parametrize("variant", variants())
def test_a_whole_match_is_played_with_its_score_sheet(variant):
    rules = find(variant)
    deals = " + match.deals=2" if rules.match.deals == 6 else ""
    target = " + match.target=60" if rules.match.target != "none" else ""
    table, chance = Table(f"{variant}{deals}{target}", seats=max(3, rules.seats()[0]), seed=2), Random(2)
    while True:
        while not table.deal.over:
            on(table, chance)
        frame = table.frame()
        played = len(frame["sheet"]["deals"])
        assert played == table.number and frame["can"]["next"] == (frame["over"]["match"] is None)
        if frame["over"]["match"]:
            break
        assert tell(table, "next")["deal_no"] == played + 1
    assert "won" in frame["over"]["match"] or "share" in frame["over"]["match"]
    again = replay(read(table.save()))
    assert again.why == ""
    assert [[*map(points_text, row)] for row in again.match.scores] == frame["sheet"]["deals"]
    assert [*map(points_text, again.match.totals)] == frame["sheet"]["totals"]
    assert len(frame["sheet"]["names"]) == len(frame["sheet"]["totals"])


def test_new_sits_down_at_another_table():
    table = Table("basic", seed=1)
    frame = tell(
        table, "new", variant="500-rum", seats=4, player="random", seed=9, watch=True, names={"B": "Bob"}
    )
    assert (frame["variant"], len(frame["seats"]), frame["you"], frame["seed"]) == ("500-rum", 4, None, "9")
    assert frame["seats"][1]["name"] == "Bob" and frame["menu"]["chosen"]["player"] == "random"


@pytest.mark.parametrize(
    "more",
    [
        {"variant": "gin"},
        {"seats": 9},
        {"seats": "3"},
        {"player": "clever"},
        {"variant": 3},
        {"seats": 1, "names": {"A": "Ann"}},
        {"variant": "x" * 10**5, "names": {"A": "Ann"}},
        {"variant": "basic", "seats": 8},
    ],
)
def test_new_that_cannot_be_leaves_the_table_as_it_is(more):
    table = until(Table("rummy-500", seed=1), "play")
    before = whole(table)
    assert tell(table, "new", **more)["message"]["kind"] == "error" and whole(table) == before


def test_new_from_a_position_begins_a_match():
    table = Table(position=TRAP, seed=1)
    assert tell(table, "new", seed=3)["sheet"] is None and len(table.deal.stock) > 10 and table.done == []


def test_hint_is_a_legal_move_with_a_reason():
    table = until(Table("rummy-500", seats=3, seed=1), "play")
    message = tell(table, "hint")["message"]
    assert message["kind"] == "hint" and re.match(r"You could .+: .+", message["text"])


def test_hint_out_of_turn_says_so():
    table = until(Table("basic", seed=1), "play")
    tell(table, "discard", card=table.frame()["hand"]["discards"][0])
    assert tell(table, "hint")["message"]["kind"] == "refused"


def test_a_refusal_stands_until_the_turn_goes_on():
    table = until(Table("basic", seats=3, seed=1), "play")
    tell(table, "discard", card=table.frame()["hand"]["discards"][0])
    frame = tell(table, "draw")
    turn, message = frame["turn"], frame["message"]
    assert message["kind"] == "refused"
    while frame["turn"] == turn:
        assert frame["message"] == message
        frame = tell(table, "step")
    assert frame["message"] is None


def test_a_refusal_names_the_place_of_its_rule():
    message = tell(Table("basic", seed=1), "discard", card="KD")["message"]
    assert message["article"]["place"] == article("turn.draw-first").place


def test_a_table_is_called_what_it_was_given_or_what_it_plays():
    house = "basic + melding.per_turn=unlimited"
    plain = Table("basic", seed=1).frame()["title"]
    assert Table(house, seed=1).frame()["title"] == say("told.house", title=plain)
    table = Table(house, seed=1, title="At Kim’s")
    assert table.frame()["title"] == "At Kim’s" and Table(**table.arguments).title == "At Kim’s"
    assert tell(table, "new", variant="basic")["title"] == plain


def test_an_example_is_over_once_the_turn_goes_on_to_another():
    assert not Table(position=TRAP | {"note": ""}, seed=1).note
    table = Table(position=TRAP | {"note": "What now?"}, seed=1)
    assert not table.frame()["shown"]
    until(table, "play")
    on(table, Random(1))
    while table.deal.seat == table.you and not table.deal.over:
        on(table, Random(1))
    assert table.frame()["shown"] and not tell(table, "again")["shown"]


def test_after_the_last_card_everybody_has_the_total_of_the_sheet():
    table = until(Table("basic", seed=2), "over")
    frame = table.frame()
    assert [seat["total"] for seat in frame["seats"]] == frame["sheet"]["totals"]
    assert [row["total"] for row in frame["score"]] == frame["sheet"]["totals"] and frame["over"]


def test_why_tells_the_reason_of_a_computer_player():
    table = until(Table("basic", seats=3, seed=1), "play")
    row = next(row for row in table.frame()["log"] if row["why"])
    assert row["seat"] != "A" and tell(table, "why", n=row["n"])["message"]["text"].startswith(
        row["text"].rstrip(".")
    )


def test_article_tells_the_rule():
    message = tell(Table("basic", seed=1), "article", id="4.6")["message"]
    assert (
        message["article"]["id"] == "draw.pile.use-at-once" and message["text"] == message["article"]["text"]
    )


def test_step_does_nothing_while_a_person_is_to_act():
    table = until(Table("basic", seed=1), "draw")
    before = whole(table)
    tell(table, "step")
    assert whole(table) == before


def test_nobody_acts_for_a_computer_player():
    table = until(Table("basic", seed=1), "play")
    tell(table, "discard", card=table.frame()["hand"]["discards"][0])
    before = whole(table)
    told = {
        tell(table, "say", line=f"B: {line}")["message"]["text"]
        for line in ("draw", "discard KD", "meld 7H 7C 7D")
    }
    assert len(told) == 1 and whole(table) == before
    for kind, more in (
        ("draw", {}),
        ("pass", {}),
        ("discard", {"card": "KD"}),
        ("meld", {"cards": ["7H", "7C", "7D"]}),
    ):
        assert tell(table, kind, **more)["message"]["kind"] == "refused"
    assert whole(table) == before


# -- calling rummy with a person -------------------------------------------------------------------------


CALL = {
    "variant": "rummy-500",
    "seats": 3,
    "phase": "call",
    "turn": "B",
    "by": "A",
    "stock": "2D 3D 4D JD",
    "dealer": "C",
    "hands": {"A": "4C QC", "B": "5C KC", "C": "2H 5D"},
    "discards": "6H KD TS",
    "table": ["B: 7S 8S 9S"],
}


def test_the_table_waits_for_a_person_who_may_call():
    frame = Table(position=CALL, you="C", seed=1).frame()
    assert frame["wait"] is None and frame["can"]["pass"] and frame["rummy"][0]["line"] == "C: call TS on 9S"


def test_a_person_calls_by_the_button():
    table = Table(position=CALL, you="C", players="random", seed=1)
    tell(table, "say", line=table.frame()["rummy"][0]["line"])
    while table.frame()["wait"]:
        tell(table, "step")
    assert any(s.action.kind == "call" and s.action.seat == 2 for s in table.steps)


def test_a_person_who_passes_lets_the_others_answer():
    table = Table(position=CALL, you="C", seed=1)
    assert tell(table, "pass")["wait"] == "B" and table.frame()["rummy"] == []


def test_a_person_who_draws_first_lets_the_others_answer():
    for seed in range(12):
        table = Table(position=CALL, you="B", players="random", seed=seed)
        frame = tell(table, "draw")
        called = any(s.action.kind == "call" for s in table.steps)
        assert (frame["message"] is not None) == called
        assert called or (table.deal.phase, table.deal.seat) == ("play", 1)


# -- saved games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", variants())
def test_a_saved_game_is_resumed_where_it_was(variant):
    seats = max(3, find(variant).seats()[0])
    table, chance = Table(variant, seats=seats, seed=3), Random(3)
    while not table.deal.over:
        on(table, chance)
    tell(table, "next")
    until(table, "play")
    fresh = Table(variant, seats=seats, seed=3)
    assert tell(fresh, "resume", text=table.save())["message"] is None
    assert fresh.states == table.states and fresh.match == table.match and fresh.done == table.done
    assert fresh.frame()["save"] == table.save() and not fresh.frame()["fresh"]


def test_a_saved_position_is_resumed_where_it_was():
    table = Table(position=TRAP, seed=1)
    tell(table, "take", place=1)
    tell(table, "meld", cards=["7H", "8H", "9H"])
    fresh = Table(position=TRAP, seed=1)
    assert tell(fresh, "resume", text=table.save())["message"] is None and fresh.states == table.states


def broken_saves() -> list[str]:
    """Stored texts that are no game of this table."""
    save = until(Table("basic", seed=3), "play").save()
    head, _, rest = save.partition("[[deal]]")
    other = (
        "basic",
        'variant = "gin"',
        "rummy = 1",
        head,
        save[: len(save) // 2],
        save.replace("draw", "sing"),
        "",
        "\x00",
    )
    return [
        *other,
        save.replace('"draw"', '"discard *"'),
        head + "[[deal]]" + rest + "[[deal]]" + rest,
        save + "[[deal]]\n",
        save.replace('dealer = "', 'dealer = "Z'),
        head + "names = 3\n[[deal]]" + rest,
        "a = " + "[" * 50_000,
        "x" * 300_000,
    ]


@pytest.mark.parametrize("text", broken_saves(), ids=range(len(broken_saves())))
def test_a_broken_save_is_told_and_changes_nothing(text):
    table = until(Table("basic", seed=3), "play")
    until(table, "over")
    tell(table, "next")
    before = whole(table)
    message = tell(table, "resume", text=text)["message"]
    assert message["kind"] == "error" and len(message["text"]) < 500 and whole(table) == before
    assert message["text"].startswith("The stored game") and not re.search(r"\(\)|: :", message["text"])


@pytest.mark.parametrize(
    "text", ["take 9H at 1\nsing", "take 9H at 1\ndiscard 2C", "draw\ndraw", "x" * 10**5]
)
def test_a_broken_save_of_a_position_changes_nothing(text):
    table = Table(position=TRAP, seed=1)
    tell(table, "draw")
    before = whole(table)
    assert (
        tell(table, "resume", text=text)["message"]["kind"] in ("error", "refused") and whole(table) == before
    )


# -- whatever a front end sends --------------------------------------------------------------------------


ODD: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    10**400,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "x",
    "7H",
    "\x00",
    "<b>",
    "x" * 10**5,
    [],
    ["7H"],
    [None],
    [[]],
    {},
    {"A": "B"},
    b"7H",
    object(),
]
KINDS = [
    "say",
    "meld",
    "layoff",
    "swap",
    "discard",
    "draw",
    "pass",
    "take",
    "step",
    "undo",
    "again",
    "next",
    "new",
    "hint",
    "why",
    "sort",
    "article",
    "clear",
    "resume",
]
KEYS = [
    "line",
    "cards",
    "card",
    "n",
    "place",
    "variant",
    "seats",
    "player",
    "seed",
    "watch",
    "names",
    "by",
    "id",
    "text",
]
CHANGING = {"draw", "pass", "step", "undo", "again", "new", "sort"}


@pytest.mark.parametrize(
    "message",
    [*ODD, *({"type": odd} for odd in ODD), {"kind": "draw"}, {1: 2}, [("type", "draw")]],
    ids=lambda m: type(m).__name__,
)
def test_what_is_no_message_is_told_and_changes_nothing(message):
    table = until(Table("basic", seed=1), "draw")
    before = whole(table)
    table.handle(message)
    frame = table.frame()
    assert (
        frame["message"]["kind"] == "error" and len(frame["message"]["text"]) < 300 and whole(table) == before
    )
    assert "inside" not in frame["message"]["text"]


@pytest.mark.parametrize("kind", sorted(set(KINDS) - CHANGING))
def test_a_message_with_the_wrong_contents_is_told_and_changes_nothing(kind):
    table = until(Table("rummy-500", seed=1), "play")
    held = table.frame()["hand"]["discards"]
    for odd in (odd for odd in ODD if odd not in held):
        before = whole(table)
        frame = tell(table, kind, **dict.fromkeys(KEYS, odd))
        assert json.dumps(frame, allow_nan=False) and whole(table) == before
        message = frame["message"]
        assert message is None or (
            "inside" not in message["text"] and len(message["text"]) < 600 and message["text"]
        ), odd


def test_a_message_without_contents_is_told():
    table = until(Table("rummy-500", seed=1), "play")
    for kind in ("say", "meld", "layoff", "swap", "discard", "take", "why", "article", "resume"):
        assert tell(table, kind)["message"]["kind"] == "error"


@pytest.mark.parametrize("variant", ["rummy-500", "gambit", "kalooki", "persian", "5000", "knock", "wrotham"])
def test_no_storm_of_messages_breaks_a_table(variant):
    chance = Random(11)
    table = Table(variant, seats=find(variant).seats()[-1], seed=11)
    for turn in range(600):
        kind = chance.choice(KINDS if turn % 3 else ["layoff", "meld", "swap", "say", "draw", "hint"])
        held = [c.code for c in table.deal.hands[0]] or ["KD"]
        some = chance.sample(held, min(len(held), chance.randrange(1, 5)))
        words = [
            "draw",
            "block",
            "name split",
            "name double",
            f"knock {some[0]}",
            f"discard {some[0]}",
            "pass",
        ]
        more = {key: chance.choice([*ODD, "KD", ["7H", "7C", "7D"], 1, 2, 3]) for key in KEYS}
        more |= {"cards": some, "line": chance.choice(words), "n": turn % 4} if turn % 3 == 0 else {}
        before = whole(table)
        frame = tell(table, kind, **more)
        told = frame["message"] if kind not in ("step", "sort") else None  # these leave an older message
        if told and told["kind"] in ("error", "refused"):
            assert whole(table) == before and "inside" not in frame["message"]["text"], frame["message"]
        if frame["wait"] and chance.random() < 0.7:
            tell(table, "step")
    assert json.dumps(table.state(), allow_nan=False)


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "<b>Ann</b>", "{who}", "%s", "\x00\x1b[2J", "A\nB", "x" * 9999]
)
def test_names_are_plain_text(name):
    table = until(Table("basic", names={"B": name}, seed=1), "play")
    shown = table.frame()["seats"][1]["name"]
    assert 0 < len(shown) <= 30 and shown.isprintable()
    assert "<" not in name or shown == name[:30] or shown.endswith("…")
    assert any(shown in row["text"] for row in table.frame()["log"])


@pytest.mark.parametrize(
    "keys",
    [
        {"variant": "gin"},
        {"seats": 9},
        {"you": "Z"},
        {"players": "clever"},
        {"players": {"B": "x"}},
        {"position": {"seats": 9}},
        {"position": {"hands": 3}},
    ],
)
def test_a_table_that_cannot_be_is_unreadable(keys):
    with pytest.raises(Unreadable):
        Table(**{"variant": "basic", **keys})


@pytest.mark.parametrize("seats", range(2, 9))
def test_every_seat_has_its_own_name(seats):
    assert [s["name"] for s in Table(seats=seats, seed=1).frame()["seats"]] == ["You", *SEATS[1:seats]]
