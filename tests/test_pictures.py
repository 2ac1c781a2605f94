"""Pictures: what is open is drawn and named, what is hidden is nowhere, and names do nothing but be shown."""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as ET
from functools import cache
from html import unescape
from random import Random

import pytest

from rummy.cards import BACK, DECK, JOKER, Card, card, cards
from rummy.deal import (
    CALL,
    DEAL,
    DRAW,
    LAST,
    NAME,
    OPENING,
    OVER,
    PHASES,
    PLAY,
    SHUFFLE,
    Deal,
    seen_by,
    undealt,
)
from rummy.law import legal_actions, play, to_act
from rummy.pictures import (
    breach_html,
    card_svg,
    cards_svg,
    deal_html,
    deal_svg,
    table_html,
    table_svg,
    table_text,
)
from rummy.pictures.pages import deal_frame
from rummy.pictures.paper import flow, width_of, wrapped
from rummy.positions import position
from rummy.rules import Breach
from rummy.steps import new_deal
from rummy.table import Table
from rummy.variants import find, variants

SVG = "{http://www.w3.org/2000/svg}"
NASTY = '<script>alert("1")</script>'


@cache
def played(variant: str, seats: int, steps: int, seed: int = 7) -> Deal:
    """A deal after so many random actions."""
    chance, deal = Random(seed), new_deal(find(variant), seats, seed=seed)
    for _ in range(steps):
        if deal.over:
            break
        deal = play(deal, chance.choice(legal_actions(deal, to_act(deal)[0])))
    return deal


@cache
def in_phase(phase: str) -> Deal:
    """A deal of three that is in this phase."""
    if phase == DEAL:
        return undealt(find("rummy-500"), 3)
    games = {NAME: "gambit", OPENING: "500-rum", SHUFFLE: "romme", LAST: "add-hands"}
    variant = games.get(phase, "rummy-500")
    return next(d for seed in (7, 8) for n in range(600) if (d := played(variant, 3, n, seed)).phase == phase)


DEALS = [
    *(pytest.param(lambda n=n: played("rummy-500", n, 40), id=f"rummy-500-{n}") for n in range(2, 9)),
    *(pytest.param(lambda v=v: played(v.id, v.seats()[0], 30), id=v.id) for v in variants().values()),
    *(pytest.param(lambda p=p: in_phase(p), id=p) for p in PHASES),
]


def everything(deal: Deal, you: int | None) -> str:
    """All that any picture of this deal says, images within pages included."""
    frame = deal_frame(deal, you)
    return "\n".join([table_text(frame), deal_svg(deal, you), laid_bare(deal_html(deal, you))])


def laid_bare(html: str) -> str:
    """A page with the images in it as markup."""
    return html + "".join(images(html))


def images(html: str) -> list[str]:
    found = re.findall(r"svg\+xml;base64,([A-Za-z0-9+/=]+)", html)
    return [base64.b64decode(data).decode() for data in found]


def ids_in(svg: str) -> list[str]:
    return re.findall(r' id="([^"]+)"', svg)


def parsed(svg: str) -> ET.Element:
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return root


def spoken(svg: str) -> str:
    """What a picture says to those who do not see it."""
    root = parsed(svg)
    heads = {e.get("id"): e.text or "" for e in root if e.tag in (f"{SVG}title", f"{SVG}desc")}
    return " ".join(heads[key] for key in str(root.get("aria-labelledby")).split())


def alts(html: str) -> str:
    """The alternative text of the images of a page; every image has some."""
    found = re.findall(r'<img [^>]*?alt="([^"]+)"', html)
    assert len(found) == html.count("<img ")
    return " ".join(map(unescape, found))


def uses(svg: str) -> list[str]:
    """The faces that a picture shows, in order."""
    root = parsed(svg)
    faces = [str(e.get("href")) for g in root if g.tag != f"{SVG}defs" for e in g.iter(f"{SVG}use")]
    return [re.sub(r"^#r[0-9a-f]+-", "", face) for face in faces]


def opened(deal: Deal, you: int) -> list[Card]:
    """The cards that a seat sees."""
    seen = seen_by(deal, you)
    hands = deal.hands if deal.over else seen.hands
    lying = [*deal.discards, *deal.course.gone, *(c for meld in deal.table for c in meld.cards)]
    lying += [JOKER] if deal.course.dealer_joker in ("free", "blocked") else []
    return [c for c in (*lying, *(c for hand in hands for c in hand)) if c is not BACK]


# -- every picture of every deal -------------------------------------------------------------------------


@pytest.mark.parametrize("make", DEALS)
@pytest.mark.parametrize("you", [0, 1, None])
def test_every_deal_is_drawn_whole(make, you):
    deal = make()
    frame = deal_frame(deal, you)
    for width in (440, 960):
        svg = table_svg(frame, width=width)
        wide, high = map(float, str(parsed(svg).get("viewBox")).split()[2:])
        assert wide == width and high > 200
        ids = ids_in(svg)
        assert len(ids) == len(set(ids))
        assert {*re.findall(r'href="#([^"]+)"', svg), *re.findall(r"url\(#([^)]+)\)", svg)} < set(ids)
    ET.fromstring(table_html(frame))


@pytest.mark.parametrize("make", DEALS)
def test_alternative_text_names_every_open_card(make):
    deal = make()
    told = {"svg": spoken(deal_svg(deal, 0)), "alt": alts(deal_html(deal, 0))}
    for one in opened(deal, 0):
        for where, words in told.items():
            assert one.name in words, (where, one)
        text = table_text(deal_frame(deal, 0))
        assert one.glyph in text or (one is JOKER and "dealer’s joker" in text)


@pytest.mark.parametrize("make", DEALS)
def test_hidden_cards_are_nowhere(make):
    deal = make()
    for you in (0, 1):
        said, there = everything(deal, you), {*opened(deal, you)}
        stood_for = {p.stands_for for meld in deal.table for p in meld.now.placed}
        for one in (c for c in DECK if c not in there):
            assert one in stood_for or one.name not in said
            assert f"-{one.code}" not in re.sub(f"-(joker|..)-{one.code}", "", said)
            assert one in stood_for or one.glyph not in said.replace("\ufe0e", "")
        if JOKER not in there:
            assert '-joker"' not in said


def test_a_picture_shows_what_only_some_games_know():
    """A rank that is wild, a meld under a joker, cards out of play, the dealer's joker, hands face down."""
    wild = position(
        {
            "variant": "5000",
            "seats": 3,
            "dealer": "C",
            "phase": "play",
            "exposed": {"A": "5S", "B": "6S", "C": "8H"},
            "hands": {"A": "8D 2C"},
            "table": ["B: 8S=9S 9D 9C"],
        }
    )
    svg, text = deal_svg(wild, 0), table_text(deal_frame(wild, 0))
    assert "8♠=9♠" in text and "Eights are wild." in text and "opened 8♥" in text
    assert "eight of spades, standing for the nine of spades" in spoken(svg) and "8S-9S" in svg
    sealed = position(
        {
            "variant": "gambit",
            "options": {"pack.jokers": 4},
            "dealer": "B",
            "phase": "play",
            "named": "double",
            "dealer_joker": "blocked",
            "gone": "QS * *",
            "table": ["A: 5S 5H 5D with *"],
        }
    )
    svg, text = deal_svg(sealed, 0), table_text(deal_frame(sealed, 0))
    assert (
        "counts double, sealed" in text
        and "Out of play: Q♠ ★" in text
        and "×2" in svg
        and "rotate(-14" in svg
    )
    assert "blocked by another joker" in text and uses(svg).count("joker") == 4
    closed = uses(deal_svg(in_phase(NAME), 0))
    assert closed.count("back") >= 30 and not [face for face in closed if face[0] in "A23456789TJQK"]
    kalooki = position({"variant": "kalooki", "phase": "play", "table": ["B: 7S 7H *"]})
    assert "7♠ 7♥ ★7" in table_text(deal_frame(kalooki, 0)) and "standing for the seven." not in svg


def test_a_frame_that_carries_secrets_does_not_show_them():
    """The saved game in a table's frame holds the order of the whole pack."""
    table = Table("rummy-500", seats=3, seed=7)
    frame, seen = table.frame(), opened(table.deal, 0)
    said = table_text(frame) + table_svg(frame) + laid_bare(table_html(frame))
    hidden = [c for c in DECK if c not in seen]
    assert len(hidden) > 40 and all(c.code in frame["save"] for c in hidden)
    assert not [c for c in hidden if c.name in said or f"-{c.code}" in said]


def test_hands_are_open_for_nobody_in_particular_and_closed_for_a_seat():
    deal = new_deal(find("basic"), 2, seed=7)
    assert "back" not in uses(deal_svg(deal))[: -len(deal.discards) - 4]
    closed = uses(deal_svg(deal, 0))
    assert closed.count("back") > len(deal.hands[1])
    held = [c.code for c in deal.hands[0]]
    assert [face for face in closed if face in held] == held


@pytest.mark.parametrize("width", [440, 960])
def test_every_discard_can_be_read(width):
    """Each card of a long pile shows its corner: no other card of its row begins before the corner ends."""
    pile = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH 2D 3D 4D 5D 6D 7D"
    deal = on_the_table(discards=pile, hands={"A": "9C"}, table=[])
    root = parsed(deal_svg(deal, 0, width=width))
    places = {}
    for place in root.iter(f"{SVG}g"):
        use = place.find(f"{SVG}g/{SVG}use")
        found = re.fullmatch(r"translate\(([\d.]+) ([\d.]+)\)", place.get("transform", ""))
        if use is not None and found and place.find(f"{SVG}g/{SVG}title") is not None:
            places[str(use.get("href"))[-2:]] = (float(found[1]), float(found[2]))
    assert [*places] == pile.split()
    at = sorted(places.values())
    for x, y in at:
        for other_x, other_y in at:
            if (x, y) != (other_x, other_y):
                assert abs(x - other_x) >= 30 or abs(y - other_y) >= 55
        assert x + 60 <= width - 36


# -- what the pictures tell ------------------------------------------------------------------------------


def on_the_table(**more: object) -> Deal:
    told = {
        "variant": "rummy-500",
        "seats": 3,
        "phase": "draw",
        "turn": "A",
        "discards": "5S KH",
        "hands": {"A": "7H 7C 7D 2C 9D"},
        "table": ["B: 8S *=9S TS + C: JS", "C: 5C 5D 5H"],
    }
    return position(told | more)


def test_a_joker_says_what_it_stands_for():
    deal = on_the_table()
    assert "joker, standing for the nine of spades" in spoken(deal_svg(deal, 0))
    assert "joker-9S" in uses(deal_svg(deal, 0))
    assert "8♠ ★9♠ 10♠" in table_text(deal_frame(deal, 0))


def test_melds_tell_their_owner_and_who_laid_off_what():
    text = table_text(deal_frame(on_the_table(), 0))
    assert "sequence of spades from eight to jack, laid by B; J♠ laid off by C" in text
    svg = deal_svg(on_the_table(), 0)
    assert ">J♠\ufe0e laid off by C</text>" in svg and ">Laid by B</text>" in svg


def test_the_stock_the_turn_and_the_melds_you_hold_are_told():
    deal = on_the_table(stock_left=0)
    text = table_text(deal_frame(deal, 0)).splitlines()
    assert "Stock: 0 cards" in text and "Discard pile, oldest first: 5♠ K♥" in text
    assert any(line.startswith("A: 5 cards, 7♥ 7♦ 9♦ 2♣ 7♣") and "to play now" in line for line in text)
    badges = [e.text for e in parsed(deal_svg(deal, 0)).iter(f"{SVG}text") if e.get("fill") == "#fff"]
    assert badges == ["0", "1", "1", "1"]
    assert 'class="shade turn"' in deal_svg(deal, 0)
    assert "stroke-dasharray" in deal_svg(deal, 0)


def test_a_refused_move_is_shown_with_the_cards_concerned():
    table = Table("rummy-500", seats=2, seed=4)
    while table.frame()["wait"]:
        table.handle({"type": "step"})
    held = table.frame()["seats"][0]["cards"][0]["c"]
    before = table_svg(table.frame())
    table.handle({"type": "discard", "card": held})
    message = table.frame()["message"]
    assert message["kind"] == "refused"
    svg = table_svg(table.frame())
    assert message["text"] in spoken(svg).replace("\ufe0e", "")
    assert svg.count(">!</text>") == len(message["cards"]) and ">!</text>" not in before
    lines = table_text(table.frame()).splitlines()
    assert lines[-2] == f"Not allowed: {message['text']}"
    assert lines[-1] == f"Rule {message['article']['number']}. {message['article']['title']}"


def test_cards_that_came_this_turn_have_a_plus():
    frame = deal_frame(on_the_table(), 0)
    frame["seats"][0]["cards"][1]["new"] = True
    assert table_svg(frame).count("M20.5 1H29.5M25 -3.5V5.5") == 1


def test_a_deal_that_is_over_is_counted():
    frame = deal_frame(in_phase(OVER), 0)
    for seat in frame["over"]["counts"]:
        assert seat["text"] in table_text(frame) and seat["text"] in alts(table_html(frame))
    assert 'class="shade turn"' not in table_svg(frame)


@pytest.mark.parametrize("phase", [DRAW, PLAY, CALL])
def test_whoever_is_to_act_has_an_arrow(phase):
    deal = in_phase(phase)
    svg = deal_svg(deal, 0)
    assert svg.count("M0 4L11 10L0 16Z") == len(to_act(deal)) == svg.count('class="shade turn"')


def test_the_same_picture_is_the_same_text_and_another_has_other_ids():
    one, other = played("rummy-500", 3, 40), played("rummy-500", 3, 41)
    assert deal_svg(one, 0) == deal_svg(one, 0) and deal_html(one) == deal_html(one)
    seven = card("7H")
    some = [deal_svg(one, 0), deal_svg(one, 1), deal_svg(other, 0), deal_svg(one, 0, width=440)]
    some += [card_svg(seven), card_svg(seven, colours="four"), cards_svg([seven])]
    ids = [i for svg in some for i in ids_in(svg)]
    assert len(ids) == len(set(ids))


def test_four_colours_tell_the_suits_apart():
    two, four = (card_svg(card("7D"), colours=c) for c in ("two", "four"))
    assert 'fill="#b01f2b"' in two and 'fill="#b01f2b"' not in four and 'fill="#1a4c9c"' in four


@pytest.mark.parametrize("one", [*DECK, JOKER, BACK])
def test_every_card_is_a_picture_with_its_name(one):
    assert spoken(card_svg(one)) == one.name
    assert spoken(cards_svg([one, card("2C")])) == f"{one.name} and two of clubs"


def test_a_joker_alone_can_say_what_it_stands_for():
    assert spoken(card_svg(JOKER, card("TD"))) == "joker, standing for the ten of diamonds"
    assert ">10</text>" in card_svg(JOKER, card("TD"))


def test_a_breach_shows_sentence_rule_and_cards():
    breach = Breach("discard.not-back", cards("9S 9S"), {"card": "9♠"})
    html = breach_html(breach)
    ET.fromstring(html)
    words = re.sub(r"<[^>]+>", "", html).replace("\ufe0e", "")
    assert breach.sentence in words
    assert f"Rule {breach.article.number}. {breach.article.title}" in words
    assert alts(html) == "The cards: nine of spades"
    assert spoken(images(html)[0]) == "nine of spades"
    assert breach._repr_html_() == html
    assert "<img" not in breach_html(breach._replace(cards=()))


def test_deals_draw_themselves_in_a_notebook():
    deal = played("basic", 2, 5)
    assert deal._repr_html_() == deal_html(deal) and deal._repr_svg_() == deal_svg(deal)


# -- names and other people's words ----------------------------------------------------------------------


def test_names_do_nothing_but_be_shown():
    names = {"A": NASTY, "B": '"><img src=x onerror=alert(1)>', "C": "Zoë ]]> & \x00\ud800 漢字漢字漢字漢字"}
    table = Table("rummy-500", seats=3, seed=7, names=names, note=NASTY)
    frame = table.frame()
    for svg in (table_svg(frame), table_svg(frame, width=440), *images(table_html(frame))):
        root = parsed(svg)
        assert not [e for e in root.iter() if "script" in e.tag or e.tag.endswith("}img")]
        assert not [k for e in root.iter() for k in e.attrib if k.startswith("on")]
        assert NASTY in spoken(svg)
    html = table_html(frame)
    page = ET.fromstring(html)
    tags = {e.tag for e in page.iter()}
    assert tags == {"figure", "p", "picture", "source", "img", "details", "summary", "pre"}
    assert sum(e.tag == "img" for e in page.iter()) == 1
    assert page.findtext("p") == NASTY and NASTY in str(page.findtext("details/pre"))
    html.encode()


def test_pages_ask_for_nothing_from_elsewhere():
    html = laid_bare(deal_html(played("rummy-500", 3, 40)))
    assert {*re.findall(r"https?://[^\"' ]+", html)} == {"http://www.w3.org/2000/svg"}
    assert "<script" not in html and "@import" not in html and "xlink" not in html


def test_words_are_cut_and_wrapped_to_the_room_there_is():
    lines = wrapped("Bartholomew the Very Long-Winded is to draw a card, or to take from the pile.", 20, 200)
    assert len(lines) > 3 and all(width_of(line, 20) <= 200 for line in lines)
    assert wrapped("", 20, 200) == [""]
    assert flow([], 100, 5, 5).height == 0
