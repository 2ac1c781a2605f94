"""Records: written, read back and replayed; and records that break off or lie."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from rummy.actions import Start
from rummy.cards import cards, shuffled
from rummy.law import legal_actions, play
from rummy.match import after, before_deal, cut, new_match
from rummy.record import NOTE, Record, dump, example, load, read, replay, save, written
from rummy.rulings import judge
from rummy.rulings import read as read_rulings
from rummy.steps import ordered
from rummy.table import Table
from rummy.variants import find, variants
from rummy.words import Unreadable


def match(name: str = "basic", seats: int = 2, seed: int = 1, deals: int = 2) -> Record:
    """So many deals of a match, played by chance."""
    variant, chance = find(name), Random(seed)
    drawn, dealer = cut(variant, seats, seed)
    state, played = new_match(variant, seats, dealer), []
    for number in range(deals):
        before = before_deal(state)
        actions = [Start(state.dealer, shuffled(before.game.cards, f"{seed}/{number}"))]
        deal = play(before, actions[0])
        while not deal.over:
            actions.append(ordered(deal, chance.choice(legal_actions(deal)), f"{seed}/{len(actions)}"))
            deal = play(deal, actions[-1])
        played.append(written(before, actions))
        state = after(state, deal)
    return Record(variant, seats, tuple(played), NAMES[:seats], str(seed), drawn)


NAMES = ("Ann", "Bob", "Cy", "Di", "Eve", "Flo", "Gil", "Hal")


def lied(record: Record, deal: int, line: int, text: str) -> Record:
    """The record with another line."""
    played = list(record.deals)
    lines = list(played[deal - 1].lines)
    lines[line - 1] = text
    played[deal - 1] = played[deal - 1]._replace(lines=tuple(lines))
    return record._replace(deals=tuple(played))


TABLES = [
    *variants(),
    "basic + melding.aces=either",
    "gambit + gambit.split=below",
    "rummy-500 + melding.group_suits=any + jokers.swap=own-turn",
    "500-rum + melding.aces=corner + laying_off.after_out=lay-offs",
    "5000 + jokers.role=wild + pack.jokers=2",
]


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("place", [0, -1])
def test_a_record_is_read_back_and_replays_to_its_end(name, place):
    seats = find(name).seats()[place]
    deals = 1 if replay(match(name, seats, deals=1)).match.over else 2
    record = match(name, seats, deals=deals)
    again = replay(read(dump(record)))
    assert read(dump(record)) == record
    assert (again.why, again.where, again.breach, len(again.match.scores)) == ("", "", None, deals)
    assert all(states[-1].over for states in again.states)


def test_a_record_keeps_house_rules_and_names_the_variant_with_them():
    record = match("basic + melding.aces=either + match.target=50", deals=1)
    assert 'variant = "basic + melding.aces=either + match.target=50"' in dump(record)
    assert replay(record).match.variant.match.target == 50


def test_a_record_of_an_exposed_deal_replays_with_its_wild_rank():
    again = replay(read(dump(match("5000", 3, deals=1))))
    before, dealt = again.states[0][:2]
    assert before.game.wild == 0 and dealt.game.wild == dealt.course.exposed[dealt.dealer].rank


def test_a_record_of_shuffles_names_their_order_and_replays_the_same_cards():
    for seed in range(9):
        record = match("basic-house", 4, seed, deals=1)
        shuffles = [line for line in record.deals[0].lines if line.startswith("shuffle ")]
        if shuffles:
            break
    assert shuffles and all(len(line.split()) > 2 for line in shuffles)
    again = replay(read(dump(record)))
    at = [line.startswith("shuffle ") for line in record.deals[0].lines].index(True)
    order = cards(shuffles[0].removeprefix("shuffle "))
    assert again.states[0][at + 1].stock == order[1:]


def test_a_record_of_a_match_with_a_playoff_deals_only_the_tied_in():
    """A and B tie for the lead in the only deal; C sits out the play-off."""
    variant = find("rummy-500 + match.deals=1 + match.target=none + match.tie=playoff")
    first = None
    for seed in range(2000):
        state = new_match(variant, 3, 0)
        before = before_deal(state)
        start = Start(0, shuffled(before.game.cards, seed))
        deal, actions = play(before, start), [start]
        while not deal.over:
            actions.append(
                max(legal_actions(deal), key=lambda a: (a.kind == "draw", a.kind == "discard", str(a)))
            )
            deal = play(deal, actions[-1])
        if len(after(state, deal).playing) == 2:
            first = written(before, actions)
            state = after(state, deal)
            break
    assert first is not None and state.playing != (0, 1, 2)
    then = before_deal(state)
    start = Start(state.dealer, shuffled(then.game.cards, 1))
    record = Record(variant, 3, (first, written(then, [start])))
    again = replay(read(dump(record)))
    assert again.why == "" and again.states[1][1].game.playing == state.playing
    sits_out = ({0, 1, 2} - {*state.playing}).pop()
    assert again.states[1][1].hands[sits_out] == ()


def test_a_replay_has_every_state():
    record = match()
    again = replay(record)
    assert [len(states) for states in again.states] == [len(p.lines) + 1 for p in record.deals]


def test_an_unfinished_deal_replays_and_does_not_count():
    record = match(deals=1)
    record = record._replace(deals=(record.deals[0]._replace(lines=record.deals[0].lines[:5]),))
    again = replay(record)
    assert again.why == "" and len(again.states[0]) == 6 and again.match.scores == ()


def test_a_record_without_deals_replays_to_nothing():
    assert replay(Record(find("basic"), 2, ())).states == ()


@pytest.mark.parametrize(
    "name", ["<b>Ann</b>", 'A"nn\\', "A\nnn", "\x00\x1b\x7f", "ا", "𝔸", "]]>", "x" * 5000, ""]
)
def test_names_are_kept_as_they_are(name):
    record = match(deals=1)._replace(names=(name, "B"))
    assert read(dump(record)) == record


def test_a_record_is_saved_whole(tmp_path: Path):
    record, path = match(), tmp_path / "match.toml"
    save(record, path)
    assert load(path) == record and list(tmp_path.iterdir()) == [path]


def test_a_record_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path):
    record, path = match(deals=1), tmp_path / "match.toml"
    save(record, path)
    before = path.read_text(encoding="utf-8")
    with pytest.raises(Unreadable, match=r"match\.toml: nothing was written"):
        save(record._replace(names=("\ud800", "B")), path)
    assert path.read_text(encoding="utf-8") == before and list(tmp_path.iterdir()) == [path]


# -- notes on moves --------------------------------------------------------------------------------------


def test_a_note_is_written_by_hand_behind_its_move():
    (deal,) = read(
        HEAD + '[[deal]]\ndealer = "A"\nplay = ["draw#Why?", "discard KD   #   So. # Indeed.", "draw  #"]'
    ).deals
    assert deal.lines == ("draw", "discard KD", "draw")
    assert deal.notes == ((0, "Why?"), (1, "So. # Indeed."))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("  # Why?", "deal 1: line 2 is a note without a move"),
        ("draw # " + "x" * (NOTE + 1), "10001 letters; 10000 are"),
    ],
)
def test_a_note_that_cannot_be_one_is_told_with_its_place(line, says):
    assert says in told_of(HEAD + f'[[deal]]\ndealer = "A"\nplay = ["draw", "{line}"]')


def test_notes_change_nothing_of_what_is_replayed():
    record = example("annotated")
    bare = record._replace(deals=tuple(deal._replace(notes=()) for deal in record.deals))
    assert replay(record) == replay(bare) and 8 <= len(record.deals[0].notes) <= 15
    assert replay(record).why == "" and replay(record).match.totals == (90, -40, 51)


def test_a_table_that_takes_up_a_record_keeps_its_notes():
    record = match(deals=2)._replace(note="Ours.")
    deals = [deal._replace(notes=((3, f"In deal {n}."),)) for n, deal in enumerate(record.deals)]
    deals[1] = deals[1]._replace(lines=deals[1].lines[:8])
    table = Table("basic", you=None)
    table.handle({"type": "resume", "text": dump(record._replace(deals=tuple(deals)))})
    kept = read(table.save())
    assert [deal.notes for deal in kept.deals] == [deal.notes for deal in deals] and kept.note == "Ours."
    while not table.deal.over:
        table.handle({"type": "step"})
    table.handle({"type": "next"})
    assert [deal.notes for deal in read(table.save()).deals] == [*(deal.notes for deal in deals), ()]


# -- records that lie ------------------------------------------------------------------------------------


def test_a_record_that_lies_replays_to_its_first_breach_and_says_where():
    record = lied(match(), 2, 3, "draw")
    again = replay(record)
    assert again.breach.rule in ("turn.one-draw", "turn.yours") and len(again.states[1]) == 3
    assert "deal 2" in again.where and "line 3" in again.where and "draw" in again.where
    assert again.why == str(again.breach) and len(again.match.scores) == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [("sing", "no line"), ("", "no line"), ("discard 1H", "no card"), ("Z: draw", "no seat")],
)
def test_a_line_that_cannot_be_read_is_told_with_its_place(text, says):
    again = replay(lied(match(), 1, 4, text))
    assert (
        again.breach is None
        and says in again.why
        and "deal 1, line 4" in again.where
        and len(again.states) == 1
    )


def test_a_line_after_the_end_is_told():
    record = match(deals=1)
    record = record._replace(deals=(record.deals[0]._replace(lines=(*record.deals[0].lines, "draw")),))
    assert replay(record).breach.rule == "out.play-stops"


def test_a_deal_with_another_pack_is_told():
    record = match(deals=1)
    first = record.deals[0].lines[0]
    assert replay(lied(record, 1, 1, first.rsplit(" ", 1)[0])).breach.rule == "deal.whole-pack"


def test_a_dealer_out_of_turn_is_told():
    record = match()
    other = record.deals[1]._replace(dealer=1 - record.deals[1].dealer)
    again = replay(record._replace(deals=(record.deals[0], other)))
    assert "deal 2" in again.where and "deal" in again.why and len(again.states) == 1


def test_a_first_dealer_other_than_the_cut_says_is_told():
    record = match(deals=1)
    other = record.deals[0]._replace(dealer=1 - record.deals[0].dealer)
    assert "deal 1" in replay(record._replace(deals=(other,))).where


@pytest.mark.parametrize("cut", ["* 2S", "?? 2S", "2S 2S", "2S", "2S 3S 4S"])
def test_a_cut_that_is_not_one_card_of_the_pack_for_each_seat_is_told(cut):
    again = replay(match(deals=1)._replace(cut=cards(cut)))
    assert "deal 1" in again.where and "no joker" in again.why and again.states == ()


def test_a_deal_after_one_that_is_not_over_is_told():
    record = match()
    broken = record.deals[0]._replace(lines=record.deals[0].lines[:5])
    again = replay(record._replace(deals=(broken, broken)))
    assert again.why and "deal 2" in again.where


def test_a_deal_after_the_end_of_the_match_is_told():
    record = match("basic + match.target=1", deals=6)
    again = replay(record)
    assert again.why and len(again.match.scores) < 6 and f"deal {len(again.match.scores) + 1}" in again.where


def told_of(text: str) -> str:
    """The sentence that refuses a record."""
    with pytest.raises(Unreadable) as caught:
        read(text, "mine.toml")
    return str(caught.value)


def test_a_record_of_a_newer_format_is_told_so_in_a_sentence():
    newer = told_of(dump(match(deals=1)).replace("rummy = 1", "rummy = 2", 1))
    assert newer.startswith("mine.toml") and "2" in newer and "newer" in newer and newer.endswith(".")
    older = told_of(dump(match(deals=1)).replace("rummy = 1", "rummy = 0", 1))
    assert older != newer and "newer" not in older and older.endswith(".")


DEAL = '[[deal]]\ndealer = "A"\nplay = []\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('nmaes = ["Ann", "Bob"]', "“nmaes” is no key of a record. Did you mean names?"),
        ("colour = 3", "no key of a record. There is rummy, variant"),
        ('names = ["Ann"]', "one text for each seat"),
        ("note = 3", "the key note is one text"),
        ("deal = [3]", "[[deal]]"),
        (DEAL + "[[deal]]\nplay = []", "deal 2: the key dealer is missing or no text: write a seat"),
        (DEAL + '[[deal]]\ndealer = "Q"\nplay = []', "deal 2: There is no seat Q"),
        (DEAL + DEAL + DEAL.replace("[]", "[1]"), "deal 3: the key play is missing or no list of lines"),
        (DEAL + DEAL.replace("play", "plays"), "deal 2: “plays” is no key of a record. Did you mean play?"),
    ],
)
def test_a_wrong_key_is_told_with_its_deal_and_what_would_work(text, says):
    told = told_of(HEAD + text)
    assert told.startswith("mine.toml: ") and says in told


@pytest.mark.parametrize(
    ("variant", "says"),
    [
        ("rummy-501", "Did you mean rummy-500?"),
        ("canasta-deluxe", "There is no variant “canasta-deluxe”"),
        ("basic + drawing.deep=1", "no option “drawing.deep”"),
        ("basic + drawing.pile=deep", "drawing.pile cannot be “deep”"),
        ("basic + melding.per_turn=none", "ending.knock"),
    ],
)
def test_a_record_of_a_variant_that_is_not_known_is_told_so_in_a_sentence(variant, says):
    told = told_of(f'rummy = 1\nvariant = "{variant}"\nseats = 2\n')
    assert told.startswith("mine.toml: ") and says in told and "\n" not in told


# -- texts that are no record ----------------------------------------------------------------------------

HEAD = 'rummy = 1\nvariant = "basic"\nseats = 2\n'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rummy",
        "\x00",
        "rummy = 2",
        'rummy = "1"',
        "[rummy]",
        'rummy = 1\nvariant = "gin"\nseats = 2',
        "rummy = 1\nseats = 2",
        "rummy = 1\nvariant = 3\nseats = 2",
        'rummy = 1\nvariant = "basic"',
        'rummy = 1\nvariant = "basic"\nseats = 7',
        'rummy = 1\nvariant = "basic"\nseats = "2"',
        'rummy = 1\nvariant = "basic"\nseats = true',
        'rummy = 1\nvariant = "basic"\nseats = ' + "9" * 5000,
        HEAD + "names = 3",
        HEAD + 'names = "AB"',
        HEAD + "cut = 3",
        HEAD + 'cut = "1H"',
        HEAD + "deal = 3",
        HEAD + "deal = [3]",
        HEAD + 'deal = ["x"]',
        HEAD + "[deal]",
        HEAD + "[[deal]]",
        HEAD + '[[deal]]\ndealer = "A"',
        HEAD + '[[deal]]\ndealer = "C"\nplay = []',
        HEAD + '[[deal]]\ndealer = ""\nplay = []',
        HEAD + "[[deal]]\ndealer = 1\nplay = []",
        HEAD + '[[deal]]\ndealer = "A"\nplay = "draw"',
        HEAD + "a = " + "[" * 100_000,
        HEAD + "a = " + "{a=" * 5000,
        HEAD + "a." * 20_000 + "b = 1",
        HEAD + "'a' . " * 20_000 + "b = 1",
        HEAD + "rummy = 1",
        dump(Record(find("basic"), 2, ()))[:30],
    ],
)
def test_what_is_no_record_is_told_in_one_sentence_with_its_place(text):
    with pytest.raises(Unreadable) as caught:
        read(text, "mine.toml")
    told = str(caught.value)
    assert told.startswith("mine.toml") and told.isprintable() and len(told) < 400


def test_a_record_that_breaks_off_anywhere_is_unreadable_or_shorter():
    text = dump(match(deals=1))
    for end in range(0, len(text) - 1, 7):
        with suppress(Unreadable):
            assert len(replay(read(text[:end])).states) <= 1


def test_a_file_that_is_no_text_is_unreadable(tmp_path: Path):
    path = tmp_path / "match.toml"
    path.write_bytes(b"rummy = 1\xff")
    with pytest.raises(Unreadable, match="UTF-8"):
        load(path)


# -- rulings of the wrong kind ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["", "ruling = []\n[", "ruling = [3]", "\x00", "a = " + "[" * 100_000, "[[ruling]]\nid = " + "9" * 5000],
)
def test_what_is_no_rulings_file_is_told_with_its_place(text):
    with pytest.raises(Unreadable, match=r"mine\.toml"):
        read_rulings(text, "mine.toml")


@pytest.mark.parametrize(
    "keys",
    [
        'then.points.A = "many"',
        'then.points.A = "1/00"',
        'then.totals.A = 3\ntotals.A = "5/000"',
        'verdict = "refused"\nthen.hands.Q = "2S"\ntry = ["discard 2S"]\nhands.A = "2S"',
        "totals.A = 3\ntotals.a = 4\nthen.totals.A = 3",
        "then.points.A = nan",
        "then.points.A = 1979-05-27",
        "then.points.A = []",
        "then.points.Z = 3",
        "then.points = 3",
        "then.table = 3",
        'then.table = "A: 7S 8S 9S"',
        "then.table = [3]",
        'then.table = ["x"]',
        'then.hands.A = "zz"',
        'then.hands = "x"',
        "totals = 3\nthen.totals.A = 3",
        'totals.A = "x"\nthen.totals.A = 3',
        "cut = 3\nthen.dealer = 'A'",
        'cut = "1H"\nthen.dealer = "A"',
        "options = 3",
        "hands.A = 3",
        'try = ["sing"]',
        "seats = 99",
        "then.hands.A = 3",
    ],
)
def test_a_ruling_of_the_wrong_kind_is_told_with_file_and_id(keys):
    text = f'[[ruling]]\nid = "X-1"\nvariant = "basic"\n{keys}\n'
    text += "" if "try" in keys else 'try = ["draw"]'
    with pytest.raises(Unreadable) as caught:
        [judge(ruling) for ruling in read_rulings(text, "mine.toml")]
    assert "mine.toml" in str(caught.value) and "X-1" in str(caught.value) and str(caught.value).isprintable()
