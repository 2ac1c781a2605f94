"""The table in a notebook: thin shells around `rummy.table.Table`, whose front end is table.js and table.css.

from rummy.widgets import table
table("rummy-500", seats=3, seed=7)

The widgets of the course (`task`, `drill`, `review`, …) are in `rummy.widgets.lessons`.
"""

from __future__ import annotations

from collections.abc import Mapping
from inspect import signature
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets
import traitlets

from rummy.pictures import table_html, table_text
from rummy.table import Table
from rummy.widgets.lessons import (
    common_deal,
    drill,
    minideal,
    placement,
    progress,
    review,
    review_of,
    round_of,
    task,
)
from rummy.widgets.replay import replay
from rummy.widgets.together import together
from rummy.words import Unreadable, clip, listed, say

__all__ = [
    "Room",
    "TableWidget",
    "common_deal",
    "drill",
    "minideal",
    "placement",
    "progress",
    "replay",
    "review",
    "review_of",
    "room",
    "round_of",
    "table",
    "task",
    "together",
]

_HERE = Path(__file__).parent
VIEW = "application/vnd.jupyter.widget-view+json"
TABLE = "application/vnd.rummy.table+json"


class TableWidget(anywidget.AnyWidget):
    """A table as a widget: it shows the controller's frame and hands on what is done there.

    Args:
        table: the controller to show.
    """

    _esm = _HERE / "table.js"
    _css = _HERE / "table.css"
    frame = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)

    def __init__(self, table: Table) -> None:
        self.table = table
        super().__init__(**table.state())
        table.on_change = self._show
        self.on_msg(lambda _widget, message, _buffers: table.handle(message))

    def _show(self, state: Mapping[str, Any]) -> None:
        self.frame = state["frame"]

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        bundle = super()._repr_mimebundle_(**kwargs)
        return _drawn(bundle, self.table)


def _drawn(bundle: Any, table: Table) -> tuple[dict[str, Any], dict[str, Any]]:
    """A widget's mimebundle with the drawn table, and how to put it up, for places where no widget lives."""
    data, meta = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
    frame = table.frame()
    drawn = {"text/html": table_html(frame), "text/plain": table_text(frame), TABLE: table.arguments}
    return {**data, **drawn}, meta


def table(variant: str = "rummy-500", seats: int | None = None, **more: Any) -> TableWidget:
    """A table to play at; the arguments are those of `rummy.table.Table`."""
    known = [name for name in signature(Table).parameters if name != "on_change"]
    for name in more:
        if name not in known:
            raise Unreadable(say("error.unknown-argument", name=clip(name), names=listed(known)))
    return TableWidget(Table(variant, seats=seats, **more))


class Room(ipywidgets.VBox):  # type: ignore[misc]
    """A table with small controls above it: the game, the seats, the computer players, the seed."""

    def __init__(self, variant: str = "rummy-500", seats: int | None = None, **more: Any) -> None:
        self.shown = table(variant, seats, **more)
        menu = self.shown.frame["menu"]
        chosen = menu["chosen"]
        self._seats = {row["id"]: row["seats"] for row in menu["variants"]}
        wide = {"description_width": "initial"}
        roomy = ipywidgets.Layout(width="auto")
        self.variant = ipywidgets.Dropdown(
            options=[(row["title"], row["id"]) for row in menu["variants"]],
            value=chosen["variant"],
            description=say("room.variant"),
            style=wide,
            layout=roomy,
        )
        self.seats = ipywidgets.Dropdown(
            options=self._seats[chosen["variant"]],
            value=chosen["seats"],
            description=say("room.seats"),
            style=wide,
            layout=roomy,
        )
        self.player = ipywidgets.Dropdown(
            options=[(row["title"], row["id"]) for row in menu["players"]],
            value=chosen["player"],
            description=say("room.player"),
            style=wide,
            layout=roomy,
        )
        seed = more.get("seed")
        self.seed = ipywidgets.Text(
            value="" if seed is None else str(seed),
            description=say("room.seed"),
            placeholder=say("room.any"),
            style=wide,
        )
        self.deal = ipywidgets.Button(description=say("room.deal"), icon="refresh")
        self.deal.on_click(self._deal)
        self.variant.observe(self._other_variant, "value")
        controls = ipywidgets.HBox(
            [self.variant, self.seats, self.player, self.seed, self.deal],
            layout=ipywidgets.Layout(flex_flow="row wrap"),
        )
        super().__init__([controls, self.shown])

    def _other_variant(self, change: Mapping[str, Any]) -> None:
        seats = self._seats[change["new"]]
        before = self.seats.value
        self.seats.options = seats
        self.seats.value = before if before in seats else seats[0]

    def _deal(self, _button: object) -> None:
        self.shown.table.handle(
            {
                "type": "new",
                "variant": self.variant.value,
                "seats": self.seats.value,
                "player": self.player.value,
                "seed": self.seed.value or None,
            }
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        return _drawn(super()._repr_mimebundle_(**kwargs), self.shown.table)


def room(variant: str = "rummy-500", seats: int | None = None, **more: Any) -> Room:
    """A table with controls for the game, the seats, the computer players and the seed above it."""
    return Room(variant, seats, **more)
