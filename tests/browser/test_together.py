"""Answer together: in a notebook on a projector the position lies as it is, in print for the last row."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from .conftest import WIDE, Lab

pytestmark = pytest.mark.browser

ASKED = "from rummy.widgets import together\ntogether('lay-off.whose-points')"
BOXES = """(root) => {
  const box = (one) => one.getBoundingClientRect().toJSON();
  const text = (one) => one.textContent.trim();
  return [...root.querySelectorAll(".laid dl > div")].map((row) => ({
    head: text(row.querySelector("dt")), row: box(row), dt: box(row.querySelector("dt")),
    dds: [...row.querySelectorAll("dd")].map((dd) => ({ text: text(dd), ...box(dd) })),
    cards: [...row.querySelectorAll(".card")].map(box),
  }));
}"""
SIZES = """(root) => [...root.querySelectorAll(".goal, .laid dt, .laid .card, .votes th, textarea, button")]
  .map((one) => parseFloat(getComputedStyle(one).fontSize))"""


def shown(it: Lab) -> Locator:
    """The exercise, once it stands in the notebook."""
    it.command("notebook:run-all-cells")
    root = it.page.locator(".rummy-together").last
    expect(root.locator(".laid")).to_be_visible(timeout=60_000)
    return root


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_every_card_lies_beside_the_words_it_belongs_to_and_all_is_large(
    lab: Callable[..., Lab], theme: str
) -> None:
    it = lab(ASKED, run=False)
    root = shown(it)
    it.look(WIDE, theme)
    root.locator("textarea").fill("52 = 12\n42 = 9\n59 = 6\n60 = 1\n61 = 1")
    root.get_by_role("button", name="Show the answer").click()
    expect(root.locator(".votes tr.right th")).to_have_text("53")
    rows = root.evaluate(BOXES)
    assert [row["head"].split()[0] for row in rows] == ["Stock", "Discard", "Laid", "Laid", "A", "B"]
    for row in rows:
        for part in (row["dt"], *row["dds"], *row["cards"]):
            assert row["row"]["left"] - 1 <= part["left"] < part["right"] <= row["row"]["right"] + 1, row
            assert row["row"]["top"] - 1 <= part["top"] < part["bottom"] <= row["row"]["bottom"] + 20, row
        assert all(row["dt"]["bottom"] <= dd["top"] + 1 for dd in row["dds"]), row
        assert all(card["bottom"] - card["top"] > 60 for card in row["cards"]), row
    by_a, by_b = (row for row in rows if row["head"].startswith("Laid"))
    assert ["4♠" in dd["text"].replace("\ufe0e", "") for dd in (by_a["dds"][-1], by_b["dds"][-1])] == [
        True,
        False,
    ]
    assert min(root.evaluate(SIZES)) >= 18
    lines = root.locator("textarea").evaluate("(one) => one.scrollHeight <= one.clientHeight + 1")
    assert lines and root.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1")
