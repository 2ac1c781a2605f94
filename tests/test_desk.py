"""The desk: every kind of question gets what a page needs, as plain values that agree with the engine."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rummy.actions import SEATS
from rummy.cards import BACK, codes
from rummy.deal import Deal, counts, seen_by
from rummy.desk import KINDS, answer
from rummy.match import winners, with_seats
from rummy.players import greedy_player
from rummy.positions import describe, position, write_meld
from rummy.record import read, replay
from rummy.referee import ask
from rummy.rules import articles
from rummy.rulings import collection
from rummy.scoring import points_text
from rummy.table import Table
from rummy.variants import code, find, variants

from .mixes import mix
from .test_scoring_independent import made_up

GOLDEN = sorted(Path(__file__).parent.joinpath("golden").glob("*.toml"))
BRIDGE = {"discards": "9S KD", "hands": {"A": "9H 9C KS 4S", "B": ""}, "phase": "draw", "turn": "A"}


def asked(kind: str, **parts: Any) -> dict[str, Any]:
    """The answer to a question that can be answered; it is JSON."""
    got = answer(kind, parts)
    assert "error" not in got, got
    assert json.loads(json.dumps(got)) == got
    return got


def hrefs(html: str) -> list[str]:
    """Where the links of some markup lead."""
    return re.findall(r'href="([^"]*)"', html)


# -- menu ------------------------------------------------------------------------------------------------


def test_menu_has_every_variant_and_every_option_once():
    menu = asked("menu")
    assert [v["id"] for v in menu["variants"]] == [*variants()]
    names = [option["name"] for group in menu["groups"] for option in group["options"]]
    assert sorted(names) == sorted(find("basic").options()) and len(names) == len({*names})


def test_menu_tells_what_every_named_value_means():
    for group in asked("menu")["groups"]:
        assert group["title"] and group["key"]
        for option in group["options"]:
            assert option["title"] and option["text"] and option["kind"] in ("choice", "number", "text")
            assert all(value["text"] for value in option["values"])
            assert option["kind"] != "choice" or len(option["values"]) > 1
            assert option["article"]["href"] == f"site:{articles()[option['article']['id']].place}"


# -- house -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", variants())
def test_house_of_a_named_variant_has_its_papers(name):
    house = asked("house", code=name)
    assert (house["code"], house["base"], house["title"]) == (name, name, find(name).title)
    assert house["sheet"].startswith("<section") and house["book"].startswith("<section")
    assert not house["differs"] and house["problem"] is None and house["unread"] == []
    assert not any(option["changed"] for option in house["options"].values())


@pytest.mark.parametrize("seed", range(12))
def test_house_of_any_mix_comes_back_by_code_and_by_options(seed):
    table = mix(Random(f"house/{seed}"))
    by_code = asked("house", code=code(table))
    assert by_code["code"] == code(table) and by_code["problem"] is None
    assert {name: row["value"] for name, row in by_code["options"].items()} == table.options()
    told = {name: str(value) for name, value in table.overrides().items()}
    assert asked("house", base=table.id, options=told) == by_code
    assert bool(by_code["differs"]) == bool(table.overrides())


def test_house_tells_a_contradiction_and_keeps_everything_else():
    house = asked("house", base="basic", options={"match.target": "none", "scoring.court": 11})
    assert house["problem"]["options"] == ["match.target", "match.deals"]
    assert [house[key] for key in ("code", "sheet", "book", "differs")] == [None] * 4
    assert house["options"]["scoring.court"] | {"text": ""} == {
        "value": 11,
        "text": "",
        "changed": True,
        "matters": True,
    }
    again = asked("house", base="basic", options={"match.target": "none", "match.deals": 3})
    assert again["problem"] is None and again["code"] == "basic + match.target=none + match.deals=3"


def test_house_of_a_contradictory_code_is_the_same_as_of_its_options():
    by_code = asked("house", code="basic + match.target=none")
    assert by_code == asked("house", base="basic", options={"match.target": "none"})


def test_house_names_a_value_that_cannot_be_and_keeps_the_rest():
    house = asked("house", base="basic", options={"dealing.hand": "many", "scoring.court": "11"})
    assert house["problem"]["options"] == ["dealing.hand"] and "many" in house["problem"]["text"]
    assert house["options"]["scoring.court"]["value"] == 11 and house["code"] is None


def test_house_leaves_out_what_a_link_from_another_edition_says():
    house = asked("house", code="basic + scoring.joy=3 + match.target=60 + match.wins + pack.jokers=many")
    assert house["code"] == "basic + match.target=60" and len(house["unread"]) == 3
    assert house["book"]


def test_house_knows_what_makes_no_difference():
    assert not asked("house", code="basic")["options"]["gambit.split"]["matters"]
    assert asked("house", code="gambit")["options"]["gambit.split"]["matters"]


# -- compare ---------------------------------------------------------------------------------------------


def test_compare_counts_the_rules_and_links_them():
    made = asked("compare", a="500-rum", b="four-aces")
    assert (made["changes"], made["a"]["title"], made["b"]["code"]) == (3, "500 Rum", "four-aces")
    assert "site:rules/scoring/#scoring.four-aces" in hrefs(made["html"])


def test_compare_of_a_table_with_itself_finds_nothing():
    made = asked("compare", a="basic", b="basic")
    assert made["changes"] == 0 and made["same"] > 40


# -- settle ----------------------------------------------------------------------------------------------


def test_settle_draws_the_position_and_lists_the_moves():
    made = asked("settle", position=BRIDGE)
    assert 'class="laid"' in made["picture"] and made["step"] == "A is to draw."
    assert {"line": "take 9S", "text": "take the 9♠ from the discard pile"} in made[
        "moves"
    ] and "verdict" not in made


def test_settle_takes_a_position_by_name():
    assert asked("settle", position="bridge", lines=["take 9S"])["verdict"] == "legal"


def test_settle_answers_as_the_referee_does():
    made = asked("settle", position=BRIDGE, lines=["take 9S", "discard 4S"])
    said = ask(BRIDGE, ["take 9S", "discard 4S"])
    assert (made["verdict"], made["line"], made["reason"]) == ("refused", "discard 4S", said.breach.sentence)
    assert made["rule"] == {
        "id": "draw.pile.use-at-once",
        "number": "4.6",
        "title": said.breach.article.title,
        "href": "site:rules/draw/#draw.pile.use-at-once",
    }
    assert "Instead A could" in made["html"] and made["rule"]["href"] in hrefs(made["html"])


def test_settle_of_a_legal_move_says_what_it_leads_to_and_where_it_is_refused():
    made = asked("settle", position=BRIDGE, lines=["take 9S"])
    assert (made["verdict"], made["rule"]) == ("legal", None)
    assert "It would be refused" in made["html"] and made["reason"] in made["html"].replace("\ufe0e", "")


def test_settle_fills_in_what_a_sketch_leaves_out():
    made = asked("settle", position={"hands": {"C": "7H 7C 7D"}}, lines=["C: meld 7H 7C 7D"])
    assert made["verdict"] == "legal"


@pytest.mark.parametrize("ruling", collection()[::9], ids=lambda ruling: ruling.id)
def test_settle_lists_for_rulings_only_moves_that_the_referee_allows(ruling):
    made = asked("settle", position=dict(ruling.text))
    for move in made["moves"][:3]:
        assert asked("settle", position=dict(ruling.text), lines=[move["line"]])["verdict"] == "legal"


def test_settle_without_other_tables_says_the_same_of_this_one():
    for lines in (["take 9S"], ["take 9S", "discard 4S"]):
        whole = asked("settle", position=BRIDGE, lines=lines)
        here = asked("settle", position=BRIDGE, lines=lines, others=False)
        assert {**here, "html": ""} == {**whole, "html": ""}
        assert whole["html"].startswith(here["html"].removesuffix("</section>"))
        assert ("would be refused" in whole["html"]) == (len(lines) == 1) and "would be" not in here["html"]


def test_settle_tells_the_pack_and_the_phases_of_the_table():
    plain, gambit = asked("settle", position=BRIDGE), asked("settle", position={"variant": "gambit"})
    assert plain["pack"] == {"copies": 1, "jokers": 2} and gambit["pack"]["jokers"] == 2
    assert "name" in gambit["phases"] and "name" not in plain["phases"] and "call" in plain["phases"]
    assert asked("settle", position={"variant": "rummy-500", "seats": 6})["pack"]["copies"] == 2


def test_settle_goes_on_from_what_a_legal_move_leads_to():
    made = asked("settle", position=BRIDGE, lines=["take 9S"])
    then = asked("settle", **made["after"])
    assert then["moves"] == [{"line": "meld 9S 9H 9C", "text": "meld 9♠ 9♥ 9♣"}]
    assert asked("settle", position=BRIDGE, lines=["take 5S"])["after"] is None


# -- count -----------------------------------------------------------------------------------------------


def written(deal: Deal) -> dict[str, Any]:
    """A deal that is over, as somebody writes it down who has the cards before them."""
    course = deal.course
    row = {
        "out": None if course.out is None else SEATS[course.out],
        "hands": {SEATS[s]: codes(hand) for s, hand in enumerate(deal.hands)},
        "melds": [write_meld(meld) for meld in deal.table],
        "rummy": course.rummy,
    }
    if course.exposed and course.exposed[deal.dealer] is not BACK:
        row["wild"] = course.exposed[deal.dealer].code
    return row | ({"named": course.named} if course.named else {})


def only_asked(row: dict[str, Any], asks: dict[str, bool]) -> dict[str, Any]:
    """The same deal without what the table does not ask for."""
    return {key: said for key, said in row.items() if key in ("out", "hands") or asks[key]}


def texts(row: dict[str, Any]) -> Sequence[str]:
    return [said["text"] for said in row["counts"]]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_count_of_a_match_is_what_the_engine_counts(path):
    record = read(path.read_text(encoding="utf-8"))
    played = replay(record)
    deals = [written(states[-1]) for states in played.states if states[-1].over]
    made = asked(
        "count",
        variant=code(record.variant),
        seats=record.seats,
        names=[*record.names] or None,
        dealer=SEATS[record.deals[0].dealer],
        deals=deals,
    )
    match = played.match
    side_of = {s: n for n, side in enumerate(match.sides) for s in side}
    assert [row["error"] for row in made["deals"]] == [None] * len(deals)
    for row, scores in zip(made["deals"], match.scores, strict=True):
        assert row["points"] == {SEATS[s]: points_text(scores[n]) for s, n in side_of.items()}
    assert made["totals"] == {SEATS[s]: points_text(match.totals[n]) for s, n in side_of.items()}
    assert made["over"] is match.over
    assert made["winner"] == [SEATS[s] for s in with_seats(match, winners(match))]
    assert made["dealer"] == SEATS[match.dealer]


def test_count_knows_every_way_of_counting():
    met = {find(code(read(path.read_text(encoding="utf-8")).variant)).scoring.method for path in GOLDEN}
    for seed in range(300):
        text = made_up(Random(f"desk/{seed}"))
        deal = position(text)
        if not deal.over or any(BACK in hand for hand in deal.hands):
            continue
        table = {"variant": code(deal.variant), "seats": deal.game.seats, "dealer": SEATS[deal.dealer]}
        asks = asked("count", **table)["asks"]
        (row,) = asked("count", **table, deals=[only_asked(written(deal), asks)])["deals"]
        assert row["error"] is None
        for side in counts(deal):
            assert {row["points"][SEATS[s]] for s in side.seats} == {points_text(side.points)}, text
        met.add(deal.variant.scoring.method)
    assert met == {"table-minus-hand", "winner-takes-hands", "penalty", "add-opponents-hand", "pay", "knock"}


def test_count_shows_the_sums():
    deal = {"out": "A", "hands": {"B": "5S KD"}, "melds": ["A: 7S 8S 9S + B: TS"]}
    made = asked("count", variant="500-rum", names=["Anna", "Bob"], deals=[deal])
    assert made["deals"][0]["texts"] == ["table 7 + 8 + 9 = 24", "table 10, hand − 5 − 10 = −5"]
    assert made["deals"][0]["ending"] == "Anna went out." and "Ahead: Anna" in made["text"]
    assert "<td>24</td><td>−5</td>" in made["html"]


def test_count_doubles_under_a_joker_and_for_four_at_once():
    top = {"out": "A", "hands": {"B": "2S"}, "melds": ["A: KS KH KD with *"]}
    assert asked("count", variant="gambit", seats=2, deals=[top])["deals"][0]["points"]["A"] == "60"
    four = {"out": "A", "hands": {"B": "2S"}, "melds": ["A: KS KH KD KC"]}
    assert asked("count", variant="persian", seats=4, deals=[four])["deals"][0]["points"]["A"] != "40"


def test_count_asks_for_what_the_table_needs():
    asks = {name: asked("count", variant=name)["asks"] for name in variants()}
    assert [key for key, needed in asks["knock"].items() if needed] == ["knock"]
    assert asks["gambit"]["named"] and asks["persian"]["four"] and not asks["500-rum"]["named"]
    assert asks["500-rum"]["out"] and not asks["rummy-500"]["out"]
    assert asks["5000"]["wild"] and asks["500-rum"]["melds"] and asks["basic-house"]["rummy"]
    deal = {"out": "A", "hands": {"B": "7H 2S"}}
    error = asked("count", variant="5000", seats=3, deals=[deal])["deals"][0]["error"]
    assert "(wild)" in error
    deals = [deal | {"wild": "7S"}, deal | {"wild": "KS"}, deal | {"wild": "*"}]
    rules = "5000 + jokers.role=wild + pack.jokers=2"
    seven, king, none = asked("count", variant=rules, seats=3, deals=deals)["deals"]
    assert none["points"] == king["points"] != seven["points"]


def test_count_goes_on_after_a_deal_that_cannot_be_read():
    good = {"out": "A", "hands": {"B": "KD"}}
    bad = [
        {"out": "A", "hands": {"B": "KD KD"}},
        {"out": "A", "hands": {"A": "KD"}},
        {"out": "Z", "hands": {"B": "KD"}},
        {"hands": {"B": "1X"}},
        {"hands": {"B": "??"}},
        {"hands": {"B": "KD"}, "melds": ["A: 7S 9S"]},
        {"hands": {"B": "KD"}, "melds": "A: 7S 8S 9S"},
        {"hands": {"B": "KD"}, "score": 5},
        {"hands": {"B": "KD"}, "points": {"A": "10"}},
        {"points": 5},
        {"points": {"A": " "}},
        {"points": {"A": "1O"}},
        {"points": {"A": True}},
        {"points": {"Z": "10"}},
        {"points": {"A": "10"}, "out": "Z"},
        {},
        7,
        None,
    ]
    made = asked("count", variant="basic", seats=2, deals=[good, *bad, good])
    errors = [row["error"] for row in made["deals"]]
    assert errors[0] is None and errors[-1] is None and made["totals"] == {"A": "20", "B": "0"}
    assert all(errors[1:-1]), "the page says which deal it is"
    assert "K♦ is there 2 times" in errors[1]


def test_count_after_the_end_of_a_match_says_so():
    deal = {"out": "A", "hands": {"B": "KD KS KH QS"}}
    made = asked("count", variant="basic", seats=2, deals=[deal] * 4)
    assert [bool(row["error"]) for row in made["deals"]] == [False, False, False, True]
    assert made["over"] and made["winner"] == ["A"] and made["text"] == "A won the match."


def test_count_by_sides_and_with_a_bonus():
    deal = {"out": "A", "hands": {"B": "5S", "D": "6S", "C": "2H"}, "melds": ["C: 7S 8S 9S", "B: KS KH KD"]}
    made = asked("count", variant="partnership", names=["Ann", "Bo", "Cy", "Di"], deals=[deal])
    points = made["deals"][0]["points"]
    assert points["A"] == points["C"] and points["B"] == points["D"] and "Ann and Cy" in made["html"]
    won = {"out": "A", "hands": {"B": "KD"}}
    rules = "basic + match.target=10 + match.bonus=25"
    made = asked("count", variant=rules, seats=2, deals=[won])
    assert made["totals"]["A"] == "35" and made["deals"][0]["points"]["A"] == "10"


def test_count_plays_off_a_tie():
    tie = {"out": "A", "hands": {}, "melds": ["A: KS KH KD", "B: QS QH QD"]}
    made = asked("count", variant="500-rum + match.target=30 + match.tie=playoff", seats=2, deals=[tie])
    assert not made["over"] and made["plays"] == ["A", "B"]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_points_told_for_some_deals_lead_to_the_same_match(path):
    record = read(path.read_text(encoding="utf-8"))
    played = replay(record)
    match, over = played.match, [states[-1] for states in played.states if states[-1].over]
    table = {"variant": code(record.variant), "seats": record.seats, "dealer": SEATS[record.deals[0].dealer]}
    whole = asked("count", **table, deals=[written(deal) for deal in over])
    for told in range(2):
        deals = [written(deal) for deal in over]
        for n in range(told, len(deals), 2):
            points = {
                SEATS[side[0]]: points_text(p) for side, p in zip(match.sides, match.scores[n], strict=True)
            }
            deals[n] = {"out": deals[n]["out"], "points": points}
        made = asked("count", **table, deals=deals)
        for key in ("totals", "over", "winner", "dealer", "plays", "text"):
            assert made[key] == whole[key], key
        for row, same in zip(made["deals"], whole["deals"], strict=True):
            assert {key: row[key] for key in ("points", "totals", "dealer", "plays", "error")} == {
                key: same[key] for key in ("points", "totals", "dealer", "plays", "error")
            }


def test_points_can_be_written_as_people_write_them():
    deals = [
        {"points": {"A": said}}
        for said in ("12", "−5", "-5", "+7", "6½", "½", "6,5", "13/2", " 1 0 ", 3, 2.5)
    ]
    made = asked("count", variant="rummy-500", seats=2, deals=deals)
    assert " ".join(row["points"]["A"] for row in made["deals"]) == "12 −5 −5 7 6½ ½ 6½ 6½ 10 3 2½"
    assert made["totals"] == {"A": "44½", "B": "0"}
    for bad in ("x", "1e3", "1/0", "1000000000", "٣", "--5", "6½½", "<b>"):
        (row,) = asked("count", variant="rummy-500", seats=2, deals=[{"points": {"A": bad}}])["deals"]
        assert bad in row["error"] and row["points"] == {}


def test_points_of_partners_are_one_number():
    rules = {"variant": "partnership", "seats": 4}
    made = asked("count", **rules, deals=[{"points": {"C": "510", "A": "510", "D": "40"}}])
    assert made["totals"] == {"A": "510", "B": "40", "C": "510", "D": "40"} and made["winner"] == ["A", "C"]
    assert [side["seats"] for side in made["sides"]] == [["A", "C"], ["B", "D"]]
    (row,) = asked("count", **rules, deals=[{"points": {"A": "5", "C": "6"}}])["deals"]
    assert "partner" in row["error"]


def test_points_alone_follow_the_rules_of_the_match():
    tie = {"points": {"A": "30", "B": "30"}, "out": "C"}
    deals = [tie, {"points": {"A": "1", "B": "2"}}]
    rules = "500-rum + match.target=30 + match.tie=playoff + match.bonus=50"
    made = asked("count", variant=rules, seats=3, deals=deals[:1])
    assert (made["plays"], made["dealer"], made["over"]) == (["A", "B"], "A", False)
    sits_out = asked("count", variant=rules, seats=3, deals=[tie, {"points": {"C": "1"}}])["deals"][1]
    assert "C" in sits_out["error"]
    made = asked("count", variant=rules, seats=3, deals=deals)
    assert made["winner"] == ["B"] and made["totals"]["B"] == "82" and "won" in made["text"]
    shared = asked("count", variant="500-rum + match.target=30 + match.tie=went-out", seats=3, deals=[tie])
    assert shared["winner"] == ["A", "B"]
    out = asked(
        "count", variant="500-rum + match.target=30 + match.tie=went-out", seats=3, deals=[tie | {"out": "B"}]
    )
    assert out["winner"] == ["B"]
    lowest = "basic-penalty + dealing.next_dealer=top-score"
    made = asked("count", variant=lowest, seats=3, deals=[{"points": {"A": "9", "B": "12"}, "dealer": "A"}])
    assert made["dealer"] == "C" and made["deals"][0]["dealer"] == "C"


def test_a_knock_is_counted_by_what_the_dealer_named():
    rules = "knock + jokers.role=gambit + pack.jokers=2"
    deal = {"out": "A", "hands": {"A": "7S 8S *", "B": "KD KS"}}
    unsaid, wild, split = asked(
        "count", variant=rules, seats=2, deals=[deal, deal | {"named": "wild"}, deal | {"named": "split"}]
    )["deals"]
    assert "(named)" in unsaid["error"]
    assert wild["points"] == {"A": "45", "B": "0"} and split["points"] != wild["points"]


# -- replay ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GOLDEN[::4], ids=lambda path: path.stem)
def test_replay_steps_through_every_move(path):
    text = path.read_text(encoding="utf-8")
    record = read(text)
    made = asked("replay", text=text, n=-1)
    assert made["count"] == sum(len(deal.lines) for deal in record.deals) == len(made["steps"])
    assert made["n"] == made["count"] - 1 and made["problem"] is None
    for n in (0, made["count"] // 2, made["count"] - 1):
        frame = asked("replay", text=text, n=n)["frame"]
        assert (
            frame["deal_no"] == made["steps"][n]["deal"]
            and frame["log"][-1]["text"] == made["steps"][n]["text"]
        )
        assert asked("settle", position=asked("replay", text=text, n=n)["position"])["picture"]
        assert frame["may"] == [] and not any(frame["can"].values()) and frame["you"] is None


def test_replay_shows_what_can_be_played_and_says_where_it_breaks_off():
    text = GOLDEN[0].read_text(encoding="utf-8")
    whole = asked("replay", text=text)
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if line.strip() == '"draw",' and n > 20)
    broken = asked("replay", text="\n".join([*lines[:at], '"fly",', *lines[at + 1 :]]), n=-1)
    assert broken["count"] < whole["count"] and "fly" in broken["problem"]
    assert broken["steps"] == whole["steps"][: broken["count"]]


@pytest.mark.parametrize("name", ["use-at-once", "three-deep", "bridge"])
def test_replay_steps_through_what_a_table_with_a_position_saved(name):
    table = Table(position=name, you=None)
    for _ in range(20):
        table.handle({"type": "step"})
    given = {"position": name, "seed": table.key, "lines": table.save().splitlines()}
    made = asked("replay", text=json.dumps(given), n=-1)
    assert (made["problem"], made["count"]) == (None, 1 + len(table.steps))
    assert [step["text"] for step in made["steps"][1:]] == [step.text for step in table.steps]
    for n in range(made["count"]):
        shown = asked("replay", text=json.dumps(given), n=n)
        assert shown["position"] == describe(table.states[n])
    drawn = table.frame()
    assert {key: made["frame"][key] for key in ("seats", "discards", "melds", "stock")} == {
        key: drawn[key] for key in ("seats", "discards", "melds", "stock")
    }


def test_replay_of_a_position_says_where_its_lines_break_off():
    lines = ["take 7H", "discard JC"]
    made = asked("replay", text=json.dumps({"position": "use-at-once", "lines": lines}), n=-1)
    assert made["count"] == 2 and "discard JC" in made["problem"] and "7♥" in made["problem"]
    made = asked("replay", text=json.dumps({"position": "use-at-once", "lines": ["fly"]}))
    assert made["count"] == 1 and "fly" in made["problem"]


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "{" * 100_000,
        "{}",
        '{"position": "nowhere"}',
        '{"position": {"x": 1}}',
        '{"lines": 1}',
        '{"a": 1}',
    ],
)
def test_replay_of_what_is_no_position_is_an_error(text):
    assert answer("replay", {"text": text})["error"]


ANNOTATED = asked("example", name="annotated")["text"]


def test_replay_tells_the_note_on_a_move_and_annotate_writes_others():
    steps = asked("replay", text=ANNOTATED)["steps"]
    assert "costly mistake" in steps[14]["note"] and steps[1]["note"] == ""
    more = {"1": ' <b>two</b>\n"lines" # ', "14": ""}
    text = asked("annotate", text=ANNOTATED, notes=more)["text"]
    then = asked("replay", text=text)["steps"]
    assert (then[1]["note"], then[14]["note"]) == ('<b>two</b>\n"lines" #', "")
    rest = [n for n in range(len(steps)) if n not in (1, 14)]
    assert [then[n] for n in rest] == [steps[n] for n in rest]


def test_annotate_counts_the_steps_through_all_deals():
    text = GOLDEN[0].read_text(encoding="utf-8")
    steps = asked("replay", text=text)["steps"]
    n = next(step["n"] for step in steps if step["deal"] == 2) + 3
    then = asked("replay", text=asked("annotate", text=text, notes={str(n): "Here."})["text"])["steps"]
    assert [step["n"] for step in then if step["note"]] == [n]


def test_what_was_played_in_a_position_can_be_annotated_too():
    given = json.dumps({"position": "use-at-once", "seed": "1", "lines": ["take 7H"]})
    text = asked("annotate", text=given, notes={"1": "Now it must be used."})["text"]
    steps = asked("replay", text=text)["steps"]
    assert [step["note"] for step in steps] == [None, "Now it must be used."]
    assert asked("annotate", text=text, notes={"1": ""})["text"] == given


@pytest.mark.parametrize(
    "notes", [{"99": "x"}, {"-1": "x"}, {"x": "x"}, {"²": "x"}, {"1": 3}, {"1": "x" * 10_001}]
)
def test_a_note_that_cannot_be_written_is_an_error(notes):
    got = answer("annotate", {"text": ANNOTATED, "notes": notes})
    assert got["field"] == "notes" and got["error"].endswith(".")


def test_a_computer_player_advises_from_what_the_seat_in_turn_saw(monkeypatch):
    saw = []

    def spy(name):
        def chosen(seen, seat, chance):
            saw.append((seen, seat))
            return greedy_player(seen, seat, chance)

        return chosen

    monkeypatch.setattr("rummy.desk.notes.player", spy)
    told = asked("advise", text=ANNOTATED, n=14)["text"].replace("\ufe0e", "")
    assert told == (
        "A computer player would have done the same. "
        "Why: the A♦ goes with nothing in the hand and fits nowhere on the table."
    )
    ((seen, seat),) = saw
    before = replay(read(ANNOTATED)).states[0][14]
    assert seat == 2 and seen == seen_by(before, 2) and BACK in seen.hands[0] and BACK not in seen.hands[2]


def test_other_advice_names_the_move_but_no_card_that_nobody_saw():
    text = ANNOTATED.split('  "take AD"')[0] + '  "draw",\n]\n'
    told = asked("advise", text=text, n=-1)["text"].replace("\ufe0e", "")
    assert (
        told.startswith("In A’s place a computer player would have chosen this: A took A♦")
        and "Why: " in told
    )
    text = ANNOTATED.split('  "draw"')[0] + '  "take 3H",\n]\n'
    told = asked("advise", text=text, n=-1)["text"]
    assert "B drew from the stock." in told


def test_where_nobody_had_a_choice_there_is_no_advice():
    assert "Nobody had a choice" in answer("advise", {"text": ANNOTATED, "n": 0})["error"]
    untold = 'rummy = 1\nvariant = "basic"\nseats = 2\n[[deal]]\ndealer = "B"\nplay = ["deal", "draw"]'
    assert "does not tell which cards A held" in answer("advise", {"text": untold, "n": 1})["error"]
    assert answer("advise", {"text": ANNOTATED, "n": 2, "player": "grandmaster"})["field"] == "player"


def test_replay_of_no_record_is_an_error():
    got = answer("replay", {"text": "hello"})
    assert got["field"] == "text" and got["error"].startswith("The record")


# -- rulings ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruling", collection()[::12], ids=lambda ruling: ruling.id)
def test_every_ruling_is_answered(ruling):
    made = asked("ruling", id=ruling.id.lower())
    assert made["question"] == ruling.question and 'class="laid"' in made["picture"] and made["html"]
    if not ruling.disputed:
        want = "refused" if ruling.verdict in articles() else ruling.verdict
        assert made["verdict"] == want


def test_a_ruling_that_is_none_names_the_nearest():
    assert "C-22" in answer("ruling", {"id": "C-222"})["error"]


def test_check_judges_a_file_of_rulings():
    one = '[[ruling]]\nid = "{}"\nphase = "draw"\ntry = ["draw"]\nverdict = "{}"\n'
    made = asked("check", text=one.format("mine", "legal") + one.format("other", "turn.held"))
    assert [row["passed"] for row in made["rulings"]] == [True, False] and made["passed"] == 1
    assert made["rulings"][1]["differs"]


# -- all -------------------------------------------------------------------------------------------------


def test_every_article_has_its_place_on_the_site():
    places = [article.place for article in articles().values()]
    assert len({*places}) == len(places)
    assert all(re.fullmatch(r"rules/[a-z]+/#[a-z0-9.-]+", place) for place in places)


def test_every_link_of_an_answer_leads_to_an_article():
    places = {f"site:{article.place}" for article in articles().values()}
    for html in (
        asked("house", code="gambit + match.target=300")["book"],
        asked("compare", a="knock", b="kalooki")["html"],
        asked("settle", position=BRIDGE, lines=["take 9S", "discard 4S"])["html"],
    ):
        assert hrefs(html) and {*hrefs(html)} <= places and " id=" not in html


def test_the_kinds_are_told_to_whoever_asks_for_another():
    error = answer("weather", {})["error"]
    assert all(kind in error for kind in KINDS)


def test_a_legal_answer_names_the_rule_that_allows_it():
    for line, phase, rule in (
        ("take KD", "draw", "draw.pile.card"),
        ("draw", "draw", "turn.draw-first"),
        ("discard 2C", "play", "turn.discard"),
        ("A: discard 2C", "play", "turn.discard"),
        ("lay off 8S on 7S 6S 5S", "play", "layoff.meld"),
    ):
        table = {"table": ["A: 5S 6S 7S"], "discards": "9S KD", "hands": {"A": "8S 2C"}, "phase": phase}
        got = asked("settle", position=table | {"variant": "basic"}, lines=[line])
        assert (got["verdict"], got["allows"]["id"]) == ("legal", rule), line
    apart = answer("settle", {"position": table, "lines": ["lay off 8S on 5S KD"]})
    assert "one of its cards" in apart["error"] and apart["field"] == "lines"
    refused = asked("settle", position=table | {"variant": "basic", "phase": "draw"}, lines=["take 9S"])
    assert refused["allows"] is None and ">Only the top card</a>" in refused["html"]
    assert ">draw.pile.top-only</a>" not in refused["html"]


def test_a_contradiction_is_told_in_the_words_of_the_form():
    got = asked("house", base="basic", options={"ending.knock": "on"})["problem"]
    assert not re.search(r"[a-z_]+\.[a-z_]+|=", got["text"]) and "ending.knock" in got["options"]


def test_a_damaged_record_is_told_without_its_format():
    for text, why in (
        ('rummy = 1\na = "b\n', "line 2"),
        ('a = "', "breaks off"),
        ("a = " + "9" * 100_000, "too large"),
    ):
        error = answer("replay", {"text": text})["error"]
        assert why in error and "TOML" not in error and "digits" not in error


def test_a_position_with_cards_that_are_not_told_says_whose_and_can_be_asked_about():
    counted = {"variant": "basic", "phase": "play", "hands": {"A": "7H 7C 7D 2S", "B": "?? ?? ?? ??"}}
    said = answer("settle", {"position": counted, "lines": ["meld 7H 7C 7D"]})
    assert "B (4 cards)" in said["unknown"] and "A" not in said["unknown"].split(".")[0].split(": ")[1]
    assert said["verdict"] == "legal"
    known = {**counted, "hands": {**counted["hands"], "B": "KD"}}
    assert answer("settle", {"position": known})["unknown"] is None


def test_the_answer_tells_the_move_in_words_however_it_was_said():
    ways = ("take 9S", "TAKE the 9 of spades", "nimm Pik 9")
    said = [answer("settle", {"position": "bridge", "lines": [way]}) for way in ways]
    assert {(one["line"], one["text"]) for one in said} == {("take 9S", "take the 9♠ from the discard pile")}
    nowhere = answer("settle", {"position": "bridge", "lines": ["lay off 8S on meld 9"]})
    assert nowhere["text"] == "lay off 8♠ on meld 9"
