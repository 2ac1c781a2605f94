"""A rule changed and measured in a notebook: small controls, a button, and what has been found.

from rummy.widgets.measuring import measuring
measuring("rummy-500")
"""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets

from rummy.compare import Report, measured
from rummy.compare.mixes import NOT_PLAYED
from rummy.options import Option, option, options
from rummy.pictures.paper import say_in
from rummy.players import PLAYERS
from rummy.runs import Progress
from rummy.variants import Variant, find, variants
from rummy.words import Told, say

SLOW = "planner"
"""The player that thinks too long for deals by the hundred while one waits."""
DEALS = (20, 50, 100, 200, 500, 1000)
"""How many deals can be chosen."""


class Measuring(ipywidgets.VBox):  # type: ignore[misc]
    """A table, one option of it with another value, and a button that plays the same deals at both."""

    def __init__(self, base: str = "rummy-500", rule: str = "drawing.pile", deals: int = 100) -> None:
        wide: dict[str, Any] = {
            "style": {"description_width": "initial"},
            "layout": ipywidgets.Layout(width="auto", max_width="100%"),
        }
        self.report: Report | None = None
        self.base = ipywidgets.Dropdown(
            options=[(v.title, v.id) for v in variants().values()],
            value=find(base).id,
            description=say("findings.widget.base"),
            **wide,
        )
        self.rule = ipywidgets.Dropdown(
            options=[(_named(one), one.name) for one in options() if not one.name.startswith(NOT_PLAYED)],
            value=option(rule).name,
            description=say("findings.widget.rule"),
            **wide,
        )
        self.value = ipywidgets.Dropdown(description=say("findings.widget.value"), **wide)
        self.deals = ipywidgets.Dropdown(
            options=sorted({*DEALS, deals}), value=deals, description=say("findings.widget.deals"), **wide
        )
        self.player = ipywidgets.Dropdown(
            options=[(say(f"player.{name}"), name) for name in PLAYERS if name != SLOW],
            value="greedy",
            description=say("room.player"),
            **wide,
        )
        self.go = ipywidgets.Button(
            description=say("findings.widget.go"), icon="play", button_style="primary"
        )
        self.bar = ipywidgets.IntProgress(value=0, max=1, layout=ipywidgets.Layout(display="none"))
        self.told = ipywidgets.HTML()
        self.shown = ipywidgets.HTML()
        for one in (self.base, self.rule):
            one.observe(self._values, "value")
        self.go.on_click(self._measure)
        self._values()
        row = ipywidgets.Layout(flex_flow="row wrap", align_items="center")
        rules = ipywidgets.HBox([self.base, self.rule, self.value], layout=row)
        plays = ipywidgets.HBox([self.deals, self.player, self.go, self.bar, self.told], layout=row)
        super().__init__([rules, plays, self.shown])

    @property
    def tables(self) -> tuple[Variant, Variant]:
        """The two tables that are chosen; raises `Unreadable` where the second cannot be."""
        base = find(self.base.value)
        return base, base.changed({self.rule.value: self.value.value})

    def _values(self, _change: object = None) -> None:
        """Offer what the option can be, but for what it is."""
        now = find(self.base.value).options()[self.rule.value]
        there = [(_short(text), value) for value, text in option(self.rule.value).values if value != now]
        self.value.options = there
        self.value.value = there[0][1] if there else None
        self.go.disabled = not there

    def _measure(self, _button: object) -> None:
        """Play, and show what has been found; what cannot be played is told in a sentence."""
        self.go.disabled, self.bar.layout.display = True, ""
        self.bar.value, self.told.value = 0, ""
        try:
            one, other = self.tables
            how = {"deals": self.deals.value, "players": self.player.value, "progress": self._progress}
            self.report = measured(one, other, **how)
            self.shown.value = self.report._repr_html_()
            self.told.value = ""
        except Told as error:
            self.told.value = escape(str(error))
        finally:
            self.go.disabled, self.bar.layout.display = False, "none"

    def _progress(self, far: Progress) -> None:
        self.bar.max, self.bar.value = far.of, far.done
        self.told.value = escape(far.line)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        bundle = super()._repr_mimebundle_(**kwargs)
        data, meta = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        still = self.report._repr_html_() if self.report else say_in("p", say("findings.widget.still"))
        words = str(self.report) if self.report else say("findings.widget.still")
        return {**data, "text/html": still, "text/plain": words}, meta


def _named(one: Option) -> str:
    return f"{one.group_title}: {one.title}"


def _short(text: str) -> str:
    return text if len(text) <= 70 else text[:69] + "…"


def measuring(base: str = "rummy-500", rule: str = "drawing.pile", deals: int = 100) -> Measuring:
    """Controls to change one rule of a table and see what it does.

    Args:
        base: the variant.
        rule: the option that is chosen at first.
        deals: how many deals are chosen at first.
    """
    return Measuring(base, rule, deals)
