"""Charts: they show the numbers beside them, say them in words, and hold whatever a person may be called."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from rummy.charts import Interval, distribution, heat_map, intervals, race, race_of
from rummy.charts.chart import DASHES, NARROW, WIDE
from rummy.charts.numbers import give_or_take, told
from rummy.match import new_match
from rummy.record import read, replay
from rummy.variants import find
from rummy.words import languages, speak

NASTY = '<b>"Anna" & 漢字\x00'
CHANCE = Random(5)
TURNS = {
    "Rummy 500": Counter(int(CHANCE.gammavariate(6, 2.5)) for _ in range(900)),
    NASTY: Counter(int(CHANCE.gammavariate(7, 2.8)) for _ in range(900)),
}
ROWS = (
    Interval(NASTY, 2.13, 1.82, 2.44, "turns"),
    Interval("waiting", 0.1, -0.2, 0.4, "turns"),
    Interval("going out", -0.031, -0.052, -0.011, "%"),
    Interval("calls", None, remark="never"),
)
CHARTS = {
    "distribution": distribution("Turns", TURNS, axis="turns", counted="deals", under=NASTY),
    "one bar": distribution("Never", {"A": {0: 40}, "B": {0: 30, 7: 10}}, axis="times"),
    "nothing": distribution("Nothing", {"A": {}, "B": {}}, axis="times"),
    "intervals": intervals("Effects", ROWS, less="less", more="more"),
    "no interval": intervals("Effects", ROWS[3:]),
    "heat map": heat_map(
        "Games", ["A", NASTY], ["turns", "out", "none"], [[9, 0.5, None], [12.25, 0.75, None]]
    ),
    "race": race({NASTY: [60, 130], "Bob": [35, Fraction(181, 2)], "Cid": [-5, -60]}, target=500),
    "no deal": race({"A": [], "B": []}),
}
every = pytest.mark.parametrize("chart", CHARTS.values(), ids=list(CHARTS))


def words_of(svg: str) -> str:
    return " ".join(
        "".join(one.itertext()) for one in ElementTree.fromstring(svg).iter() if one.tag.endswith("text")
    )


@every
@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_it_is_a_picture_with_a_name_and_a_description_and_nothing_leaves_it(chart, width):
    root = ElementTree.fromstring(chart.drawing(width))
    assert root.get("role") == "img"
    ids = {one.get("id"): one.text for one in root.iter() if one.get("id")}
    assert [ids[key] for key in root.get("aria-labelledby").split()] == [root[0].text, root[1].text]
    assert root[0].text and root[1].text
    for one in root.iter():
        if one.tag.endswith("text"):
            assert -1 <= float(one.get("x")) <= width + 1
    assert "<b>" not in chart.html and "\n\n" not in chart.html


@every
def test_the_table_and_the_csv_hold_the_same_rows(chart):
    lines = list(csv.reader(io.StringIO(chart.csv)))
    assert len(lines) == 1 + len(chart.rows)
    table = re.findall(r"<tr>(.*?)</tr>", chart.table)
    assert len(table) == len(lines)
    for row, line, shown in zip(chart.rows, lines[1:], table[1:], strict=True):
        cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", shown)
        assert len(cells) == len(line) == len(row)
        for cell, plain, column, there in zip(row, line, chart.columns, cells, strict=True):
            if cell is not None and not isinstance(cell, str):
                assert float(plain) == pytest.approx(float(cell))
                assert column.form(cell) == there


def test_the_outlines_are_the_shares_of_the_table():
    chart = CHARTS["distribution"]
    root = ElementTree.fromstring(chart.svg)
    paths = [p for p in root.iter() if p.tag.endswith("path") and p.get("class") in ("l0", "l1")]
    lines = [p for p in paths if p.get("fill") == "none"]
    for n, line in enumerate(lines):
        heights = [float(v) for v in re.findall(r"V([\d.]+)H", line.get("d"))]
        base = float(line.get("d").rpartition("V")[2])
        shares = [row[2 + 2 * n] for row in chart.rows]
        most = max(max(row[2], row[4]) for row in chart.rows)
        assert [(base - y) / 230 * most for y in heights] == pytest.approx(shares, abs=1e-4)
    assert [sum(row[1 + 2 * n] for row in chart.rows) for n in range(2)] == [900, 900]
    assert lines[0].get("stroke-dasharray") is None and lines[1].get("stroke-dasharray")


def test_a_whisker_ends_at_its_numbers_and_only_what_is_sure_is_bold_and_full():
    root = ElementTree.fromstring(CHARTS["intervals"].svg)
    drawn = [one for one in root.iter() if one.tag.endswith(("path", "circle"))]
    dots = [one for one in drawn if one.tag.endswith("circle")]
    whiskers = [re.findall(r"[\d.]+", one.get("d")) for one in drawn if one.get("stroke-linecap") == "round"]
    zero = float(next(p for p in drawn if p.get("stroke-width") == "1.4").get("d")[1:].split()[0])
    for row, dot, (low, _, high) in zip(ROWS, dots, whiskers, strict=False):
        scale = (float(dot.get("cx")) - zero) / row.value
        assert (float(low) - zero, float(high) - zero) == pytest.approx(
            (row.low * scale, row.high * scale), abs=0.6
        )
        assert ("hollow" in dot.get("class")) is not row.sure
    bold = {t.text for t in root.iter() if t.tag.endswith("text") and t.get("font-weight") == "700"}
    assert {"going out", "−3 ± 2", "+2.1 ± 0.3"} <= bold and not bold & {"waiting", "+0.1 ± 0.3"}


def test_the_words_tell_the_numbers():
    assert "+2.1 ± 0.3 turns, surely different" in CHARTS["intervals"].text
    assert (
        "going out: −3 ± 2 percentage points" in CHARTS["intervals"].text
        and "calls: never." in CHARTS["intervals"].text
    )
    assert "900" in CHARTS["distribution"].text
    assert "turns: smallest A with 9.0, largest <b>" in CHARTS["heat map"].text
    assert "Bob has 90½" in CHARTS["race"].text and "Cid has −60" in CHARTS["race"].text


def test_every_cell_of_a_heat_map_shows_its_number():
    assert {"9.0", "12.2", "–"} <= {*words_of(CHARTS["heat map"].svg).split()}
    shares = heat_map("G", ["A", "B"], ["out"], [[0.25], [0.5]], percent=[True])
    assert {"25%", "50%"} <= {*words_of(shares.svg).split()}


def test_eight_sides_are_told_apart_without_colour():
    chart = race({f"P{n}": [10 * n, 20 * n] for n in range(8)})
    root = ElementTree.fromstring(chart.svg)
    lines = [p for p in root.iter() if p.tag.endswith("path") and re.fullmatch(r"l\d", p.get("class", ""))]
    assert len({p.get("stroke-dasharray") for p in lines}) == len(lines) == len(DASHES) == 8
    ends = [
        float(t.get("y")) for t in root.iter() if t.tag.endswith("text") and re.search(r"P\d", t.text or "")
    ]
    assert min(b - a for a, b in zip(sorted(ends), sorted(ends)[1:], strict=False)) >= 16.9


def test_a_match_is_drawn_from_its_scores_with_the_bonus():
    match = new_match(find("rummy-500"), 2)
    match = match._replace(totals=(510, 140), scores=((250, 100), (260, 40)))
    chart = race_of(match, ("Anna", "Bob"))
    assert chart.rows == (("1", 250, 100), ("2", 510, 140))
    assert "500" in words_of(chart.svg).split()


def test_a_record_is_drawn_as_far_as_it_was_counted():
    record = read((Path(__file__).parent / "golden" / "rummy-500-2.toml").read_text(encoding="utf-8"))
    chart = race_of(replay(record).match, record.names)
    assert len(chart.rows) == len(record.deals) and len(chart.columns) == 1 + record.seats


@pytest.mark.parametrize(
    ("value", "low", "high", "written"),
    [
        (0, 0, 0, "0"),
        (12345.6, 12000, 12700, "12\u202f346 ± 350"),
        (2.4, 0.25, 4.6, "2.4 ± 2.2"),
        (0.1, 0.02, 0.5, "0.10 (0.02…0.50)"),
        (1, None, None, "1.00"),
    ],
)
def test_a_number_has_the_digits_that_its_error_allows(value, low, high, written):
    assert give_or_take(value, low, high) == written


def test_a_number_never_reads_as_sure_if_it_is_not_nor_the_other_way():
    for _ in range(2000):
        value, half = CHANCE.uniform(-5, 5), CHANCE.uniform(0.01, 6)
        shift = CHANCE.uniform(-half, half) / 3
        low, high = value - half + shift, value + half + shift
        said = give_or_take(value, low, high).replace("−", "-")
        if "±" in said:
            number, error = map(float, said.split(" ± "))
            assert (abs(number) > error) == (low > 0 or high < 0), said


def test_what_could_be_a_formula_is_none_in_a_spreadsheet():
    assert "\n1,5\n" in race({"=1+1": [5]}).csv and "'=1+1" in race({"=1+1": [5]}).csv


@pytest.mark.parametrize("code", [code for code in languages() if code != "en"])
def test_another_language_has_its_own_signs_and_csv_has_none(code):
    speak(code)
    try:
        assert told(1.5, 1) == "1,5"
        german = intervals("Wirkung", ROWS[:2])
        assert "sicher verschieden" in german.text and "+2,1 ± 0,3" in words_of(german.svg)
        assert "2.13" in german.csv and "not " not in german.html
    finally:
        speak("en")
