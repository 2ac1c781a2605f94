"""Comparisons by play: the same bytes however they are played; no sentence that the figures do not hold."""

from __future__ import annotations

import base64
import csv
import io
import re
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from random import Random

import pytest

from rummy.charts import race_of
from rummy.compare import Lab, Report, compare, kept, lab, measured, played_match
from rummy.compare.findings import FEW, NEVER, ONLY, OPEN, SAME, SURE, Finding
from rummy.compare.keeping import plans
from rummy.compare.mixes import alone
from rummy.compare.report import part_of
from rummy.measure import METRICS, Estimate, Job, metric, played
from rummy.players import PLAYERS
from rummy.rulebook import write
from rummy.runs import Run, Span
from rummy.site import tree
from rummy.site.measured import FOLDER, books, main, pages
from rummy.variants import code, find
from rummy.widgets.measuring import measuring
from rummy.words import Unreadable, languages, speak

GAMES = ("rummy-500", "boathouse")
ASKED = {"deals": 50, "matches": 3, "skill": 20, "against": ["random", "greedy without deep"]}
STATES = (SURE, OPEN, SAME, FEW, ONLY, NEVER)
ROOT = FOLDER.parents[2]
OTHERS = [code_ for code_ in languages() if code_ != "en"]
ENGLISH = re.compile(r"\b(?:the|of|and|deals|turns|with|not|is)\b")


@pytest.fixture(scope="module")
def report() -> Report:
    return measured(*GAMES, **ASKED)


@pytest.fixture(scope="module")
def house() -> Lab:
    return lab("rummy-500", wanted=["drawing.pile", "laying_off.on", "gambit.*"], deals=40)


def near(value: float, low: float | None, high: float | None) -> Estimate:
    return Estimate(value, low, high, 100)


# -- the same however it is played -------------------------------------------------------------------------


def test_a_report_is_the_same_bytes_in_any_chunks_and_order(report):
    with ThreadPoolExecutor(3) as pool:
        again = measured(*GAMES, **ASKED, executor=pool, workers=3, chunk_seconds=0.02)
    assert again.json() == report.json() and again == report and again.csv() == report.csv()
    job = report.run.job
    parts = [played(job.part(n, min(n + 6, job.last))) for n in range(1, job.last + 1, 7)]
    Random(1).shuffle(parts)
    shuffled = Run(job, sum(parts[1:], parts[0]), (Span(1, job.last),))
    assert part_of(shuffled, "deals") == report.parts[0]


@pytest.mark.parametrize("name", ["report", "house"])
def test_it_is_read_back_as_it_was_written(name, request):
    made = request.getfixturevalue(name)
    assert type(made).read(made.json()) == made
    assert type(made).read(made.json()).json() == made.json()
    assert str(type(made).read(made.json())).splitlines()[:5] == str(made).splitlines()[:5]


def test_how_fast_it_was_is_no_part_of_what_is_kept(report):
    assert report.run.rate > 0 and "deals a second" in str(report)
    assert "deals a second" not in str(Report.read(report.json()))
    assert str(report.run.seconds) not in report.json()


# -- what it finds -----------------------------------------------------------------------------------------


def test_known_differences_are_found_and_told_with_number_and_unit(report):
    turns, wild = report.finding("turns"), report.finding("wild")
    assert turns.sure and turns.apart.value > 3
    assert wild.sure and wild.theirs.value == 0
    found = re.fullmatch(
        r"Playing “500 Rum, Boathouse” makes deals (.+) ± (.+) turns longer\.", report.sentences[0]
    )
    assert found and float(found[1]) == pytest.approx(turns.apart.value, abs=0.06)


def test_every_figure_of_the_list_is_measured(report):
    assert {one.id for one in report.findings} == {one.id for one in METRICS}
    assert {part.kind for part in report.parts} == {"deals", "matches", "skill"}


class Bold(HTMLParser):
    """What is set in bold."""

    def __init__(self) -> None:
        super().__init__()
        self.on, self.found = False, list[str]()

    def handle_starttag(self, tag, attrs):
        self.on = tag == "strong" or ("font-weight", "700") in attrs
        if self.on:
            self.found.append("")

    def handle_data(self, data):
        if self.on:
            self.found[-1] += data

    def handle_endtag(self, tag):
        self.on = False


def test_only_what_is_sure_is_bold(report):
    page, one, other = write(report.page(), "html"), *report.names
    bold = [text for text in _bold(page) if text.endswith(": ")]
    sure = [f.sentence(one, other) for f in report.findings if f.sure and f.metric.finds]
    assert bold == [sentence.rstrip(".") + ": " for sentence in sure] and len(sure) > 5
    rows = {f.interval.label: f for f in report.parts[0].findings if f.metric.finds}
    drawn = {text for text in _bold(report.charts["deals"].svg) if text in rows}
    wrapped = {name for name, f in rows.items() if f.sure and len(name) < 25}
    assert wrapped and wrapped <= drawn and all(rows[name].sure for name in drawn)


def _bold(html: str) -> list[str]:
    parser = Bold()
    parser.feed(html)
    return parser.found


# -- sentences for whatever the figures are ----------------------------------------------------------------

NINE, ZERO, NONE = near(9, 8, 10), near(0, 0, 0), near(1, None, None)
NEVER_SAID = "never happened at either table"
SENTENCES = [
    (Finding("turns", NINE, NINE, near(2.13, 1.8, 2.4)), SURE, "makes deals 2.1 ± 0.3 turns longer."),
    (Finding("turns", NINE, NINE, near(-2.13, -2.4, -1.8)), SURE, "makes deals 2.1 ± 0.3 turns shorter."),
    (Finding("turns", NINE, NINE, near(0.1, -0.3, 0.5)), OPEN, "no sure difference, +0.1 ± 0.4 turns"),
    (Finding("turns", NINE, NINE, ZERO), SAME, "the same at both tables, 9.0 ± 1.0 turns"),
    (Finding("turns", NONE, NONE, NONE), FEW, "1.00 turns in A and 1.00 turns in B; too few deals"),
    (Finding("deep-cards", None, None, None), NEVER, NEVER_SAID),
    (Finding("end-knock", near(0, 0, 0.02), near(0, 0, 0.02), ZERO), NEVER, NEVER_SAID),
    (Finding("event-call", ZERO, ZERO, ZERO), NEVER, NEVER_SAID),
    (Finding("deep-cards", None, NINE, None), ONLY, "9.0 ± 1.0 cards in B; in A there was nothing to count"),
    (Finding("wild", ZERO, near(0.05, 0.04, 0.06), near(0.05, 0.04, 0.06)), SURE, "5.0 ± 1.0 percentage poi"),
]


@pytest.mark.parametrize(("found", "state", "said"), SENTENCES, ids=[f"{f.id}-{s}" for f, s, _ in SENTENCES])
def test_a_finding_says_what_it_holds_and_no_more(found, state, said):
    sentence = found.sentence("A", "B")
    assert found.state == state and said in sentence and "{" not in sentence
    assert found.sure is (state == SURE)
    assert bool(found.interval.remark) is (state in (NEVER, ONLY))


@pytest.mark.parametrize("of", [one for one in METRICS if one.finds], ids=lambda one: one.id)
def test_every_figure_has_a_sentence_for_more_and_for_less_in_every_language(of):
    value = near(0.5, 0.4, 0.6)
    less = near(-0.5, -0.6, -0.4)
    for language in languages():
        speak(language)
        said = {Finding(of.id, value, value, apart).sentence("A", "B") for apart in (value, less)}
        assert len(said) == 2 and all(re.search(r"\bB\b", s) and re.search(r"\d.*±", s) for s in said)
    speak("en")


def test_ten_deals_allow_no_claim():
    tiny = measured("rummy-500", "boathouse", deals=5)
    assert tiny.sentences == () and "No difference is sure." in str(tiny)
    assert {f.state for f in tiny.findings if f.metric.finds} <= {FEW, NEVER, ONLY}


def test_a_table_against_itself_differs_in_nothing():
    same = measured("basic", "basic", deals=30, players="random")
    assert {f.state for f in same.findings if f.metric.finds} <= {SAME, NEVER}
    assert same.sentences == () and "first table" in same.names[0]


# -- what goes wrong ---------------------------------------------------------------------------------------


def broken(seen, seat, chance):
    """A player that fails at what has jokers, once in a while."""
    if seen.variant.pack.jokers and chance.random() < 0.02:
        raise RuntimeError("oops <b>")
    return PLAYERS["random"](seen, seat, chance)


def test_a_round_that_fails_at_one_table_is_counted_at_none():
    made = measured("rummy-500", "boathouse", deals=40, players=broken)
    part = made.parts[0]
    lost = part.dropped["raised"]
    assert 0 < lost < 40 and part.n == 40 - lost
    ours, theirs = (sum(counts.values()) for counts in part.histograms["turns"])
    assert ours == theirs == part.n
    said, html = " ".join(str(made).split()), made._repr_html_()
    assert f"{lost} rounds were left out at both tables: a computer player failed ({lost})" in said
    assert "RuntimeError: oops <b>" in said and "oops &lt;b&gt;" in html and "oops <b>" not in html


def test_where_nothing_could_be_played_there_is_no_figure():
    def never(seen, seat, chance):
        raise RuntimeError

    made = measured("basic", "block", deals=10, players=never)
    assert made.findings == () and made.sentences == () and made.charts == {}
    assert "Nothing could be played" in str(made) and Report.read(made.json()).findings == ()
    assert "<strong>" not in made._repr_html_()


def test_an_interrupted_run_says_of_how_many_its_figures_are():
    def stop(progress):
        if progress.done >= 30:
            raise KeyboardInterrupt

    made = measured("basic", "block", deals=4000, players="random", progress=stop, chunk_seconds=0.01)
    assert made.run.stopped == "interrupt" and 30 <= made.parts[0].n < 4000
    assert re.search(r"Only \S+ of 4000 rounds were played", " ".join(str(made).split()))


@pytest.mark.parametrize(
    ("a", "b", "more", "said"),
    [
        ("gin", "basic", {}, "There is no variant “gin”"),
        ("knock", "partnership", {"seats": 2}, "not for 2"),
        (
            "persian + players.seats=4",
            "basic + players.seats=2-3",
            {},
            "No number of players fits all tables",
        ),
        ("basic", "block", {"deals": 0}, "0 is no number of deals"),
        ("basic", "block", {"deals": -3}, "is no number of deals"),
        ("basic", "block", {"matches": -1}, "is no number of matches"),
        ("basic", "block", {"seats": 9}, "not for 9"),
        ("basic", "block", {"players": "genius"}, "genius"),
        ("basic", "block", {"players": ["greedy"] * 3}, "3 players for 2 seats"),
        ("basic", "block", {"skill": 10, "against": "greedy without shame"}, "shame"),
        ("basic", "block", {"workers": 0}, "0 workers"),
    ],
)
def test_nonsense_is_one_sentence_before_anything_is_played(a, b, more, said):
    with pytest.raises(Unreadable, match=re.escape(said)) as told:
        measured(a, b, **{"deals": 20, **more})
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("kind", [Report, Lab])
@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"rummy-report":1}', '{"rummy-lab":1,"base":"basic"}', "[" * 9999]
)
def test_what_is_no_report_is_told_in_a_sentence(kind, text):
    with pytest.raises(Unreadable, match="no report"):
        kind.read(text)


def test_tables_with_other_seats_are_played_by_as_many_as_fit_both():
    made = measured("basic", "persian", deals=3, players="random")
    assert made.seats == 4 and "4 players" in str(made)


# -- the lab -----------------------------------------------------------------------------------------------


def test_each_option_stands_alone_and_the_largest_comes_first(house):
    assert {code(row.table) for row in house.rows} == {
        "rummy-500 + drawing.pile=top",
        "rummy-500 + laying_off.on=own-side",
        "rummy-500 + laying_off.on=none",
    }
    assert house.by("turns")[0].table.options()["laying_off.on"] == "none"
    sizes = [abs(row.finding("turns").apart.value) for row in house.by("turns")]
    assert sizes == sorted(sizes, reverse=True)
    assert "gambit.split" in house.idle
    assert house.chart("turns").rows[0][0] == "Where to lay off: nowhere"
    deep = next(row for row in house.rows if row.changed == "drawing.pile").finding("deep")
    assert deep.sure and deep.theirs.value == 0


def test_a_lab_measures_its_base_on_the_same_deals_in_every_row(house):
    ours = {row.finding("turns").ours for row in house.rows}
    assert len(ours) == 1 and ours == {measured("rummy-500", "boathouse", deals=40).finding("turns").ours}
    assert len(house.heat.rows) == 4 and house.heat.rows[0][0] == find("rummy-500").title


def test_every_mix_of_the_lab_differs_in_one_option_that_matters():
    base = find("basic")
    mixes = alone(base, 2, ("melding.*", "ending.*", "jokers.*"))
    assert len(mixes.tables) > 15 and mixes.idle and mixes.bad
    for table, changed in mixes.tables:
        assert [*table.overrides()] == [changed] and compare(base, table).changes
    with pytest.raises(Unreadable, match="no option that changes anything"):
        alone(base, 2, ("nonsense.*",))


def test_games_stand_side_by_side():
    made = lab("basic", tables=["block", "persian"], deals=3, players="random", metrics=["turns", "end-out"])
    assert made.games and [row[0] for row in made.heat.rows][1:] == ["Block Rummy", "Persian Rummy"]
    assert metric("turns").title.capitalize() in made.heat.text


# -- on paper, as rows, in another language ----------------------------------------------------------------


@pytest.mark.parametrize("name", ["report", "house"])
def test_the_csv_holds_every_figure(name, request):
    made = request.getfixturevalue(name)
    rows = list(csv.DictReader(io.StringIO(made.csv())))
    several = made.findings if name == "report" else [f for row in made.rows for f in row.findings]
    assert [row["metric"] for row in rows] == [f.id for f in several]
    for row, found in zip(rows, several, strict=True):
        assert row["state"] in STATES and row["state"] == found.state
        if found.apart:
            assert float(row["difference"]) == pytest.approx(found.apart.value)


@pytest.mark.parametrize("code_", OTHERS)
def test_nothing_of_it_is_english_in_another_language(code_, report, house):
    speak(code_)
    try:
        for made in (report, house):
            text = re.sub(r"“[^”]*”", " ", f"{made}")
            page = re.sub(r"<style>.*?</style>|<[^>]*>", " ", made._repr_html_())
            assert not ENGLISH.search(f"{text} {page}")
            assert made.json() == type(made).read(made.json()).json()
    finally:
        speak("en")


def test_what_a_notebook_shows_is_whole_and_safe(report):
    html = report._repr_html_()
    assert "\n\n" not in html and html.count("<figure") == len(report.charts)
    assert "Computer players are not people" in html and report.engine in html
    assert Job(GAMES).kind == "deals" and "<script" not in html


@pytest.mark.parametrize("code_", OTHERS)
def test_the_pages_in_another_language_show_the_same_figures_and_no_english(code_, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    english = {name: _figures(kept(name)._repr_html_()) for name in plans()}
    speak(code_)
    try:
        made = dict(pages(tree.shelf(ROOT), tmp_path))
        there = tree.there(ROOT, code_, ["variants/index.md", *made])
        shown = {re.findall(r'kept\("(.+)"\)', text)[0]: text for text in made.values()}
        assert shown.keys() == plans().keys()
        for name, text in shown.items():
            assert kept(name)._repr_html_() in text and _figures(text) == english[name]
            words = re.sub(r"<style>.*?</style>|<[^>]*>", " ", text)
            named = re.findall(r'(?:aria-label|download)="(.*?)"', text)
            assert named and not ENGLISH.search(f"{words} {named}")
            assert {*re.findall(r"\]\(\.\./([^)#]+)", text)} <= there
            elsewhere = {f"{path}.md" for path in re.findall(r'href="(?:\.\./){3}([^"]+)/"', text)}
            assert elsewhere <= tree.there(ROOT, "en", [])
    finally:
        speak("en")


def _figures(page: str) -> list[list[str]]:
    """The numbers of everything that a page offers as CSV."""
    found = re.findall(r"data:text/csv;charset=utf-8;base64,([^\"]+)", page)
    texts = [base64.b64decode(text).decode() for text in found]
    assert texts
    return [re.findall(r"(?<=,)-?[\d.]+(?=[,\n])", text) for text in texts]


@pytest.mark.parametrize("code_", OTHERS)
def test_a_page_leads_to_the_same_figures_in_another_language(code_):
    assert {*books(tree.shelf(ROOT, "en"))} <= tree.there(ROOT, code_, [])
    docs = ROOT / "docs"
    for path in (docs / code_).glob("*.md"):
        ours, theirs = (p.read_text(encoding="utf-8") for p in (docs / path.name, path))
        assert re.findall(r"\(measured/.*?\)", theirs) == re.findall(r"\(measured/.*?\)", ours), path.name


# -- kept with the package, and by hand in a notebook ------------------------------------------------------


@pytest.mark.parametrize("name", list(plans()))
def test_what_is_kept_is_what_its_plan_says_and_small(name):
    plan, made_ = plans()[name], kept(name)
    text = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert made_.json() == text and len(text) < 150_000
    if isinstance(made_, Report):
        assert [code(made_.a), code(made_.b)] == [plan["a"], plan["b"]]
        assert made_.parts[0].n == plan["deals"] and len(made_.parts) == 2 + len(plan.get("against", "1"))
    else:
        assert code(made_.base) == plan["base"] and [*made_.metrics] == plan["metrics"]
        assert made_.n == plan["deals"] and len(made_.rows) == len(plan.get("tables", made_.rows)) > 5
    assert made_.engine in str(made_) and "seed 1" in str(made_)


def test_the_command_plays_what_is_kept_again_to_the_same_bytes(tmp_path, monkeypatch, capsys):
    tiny = {"tiny": {"a": "basic", "b": "block", "deals": 12}, "row": {"base": "basic", "tables": ["block"]}}
    monkeypatch.setattr("rummy.compare.keeping.plans", lambda: tiny)
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        assert main(["tiny", "--workers", "1", "--out", str(tmp_path / name)]) == 0
    first, again = ((tmp_path / name / "tiny.json").read_bytes() for name in ("one", "two"))
    assert first == again and Report.read(first.decode()).parts[0].n == 12
    assert main(["tidy"]) == 1
    assert "There is no kept measurement “tidy”. Did you mean tiny?" in capsys.readouterr().err


def test_a_rule_is_changed_and_measured_by_hand():
    by_hand = measuring("rummy-500", "laying_off.on", deals=20)
    assert "press Measure" in by_hand._repr_mimebundle_()[0]["text/html"]
    by_hand.value.value = "none"
    by_hand.go.click()
    assert by_hand.report.b.laying_off.on == "none" and by_hand.bar.value == by_hand.bar.max == 20
    assert "<svg" in by_hand.shown.value and not by_hand.go.disabled and by_hand.told.value == ""
    by_hand.rule.value = "melding.per_turn"
    by_hand.value.value = "none"
    by_hand.go.click()
    assert "leaves no way to end a deal" in by_hand.told.value and not by_hand.go.disabled


def test_a_match_is_played_to_its_end_and_the_same_again():
    match = played_match("rummy-500", players=["greedy", "random"], seed=3)
    assert match.over and match == played_match("rummy-500", players=["greedy", "random"], seed=3)
    assert race_of(match, ("Anna", "Bob")).rows[-1][1:] == match.totals
