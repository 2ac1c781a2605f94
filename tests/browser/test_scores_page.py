"""The scores of a common deal on the site: typed in, and the table stands below with the median."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from .test_desk_tools import SMALL, address, key, tool

__all__ = ["address", "tool"]
pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_scores_are_typed_in_and_the_table_stands_below_with_the_median(
    tool: Callable[..., Page], scheme: str
) -> None:
    page = tool("scores#code=BHR-FHBS")
    page.evaluate("(scheme) => document.body.setAttribute('data-md-color-scheme', scheme)", scheme)
    expect(key(page, "played")).to_have_value("BHR-FHBS")
    key(page, "lines").fill("Ada 50\nBo 20\nCy 20\n<b>Dan 10")
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(5)
    expect(page.locator(".desk")).to_contain_text("Median of the 4 results: 20 points.")
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert Axe().run(page).violations_count == 0
    key(page, "lines").press_sequentially("x")
    expect(page.locator(".wrong")).to_contain_text("write such as Ada 120")
