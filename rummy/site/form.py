"""A class prepared in a notebook: a form in place of the command line.

from rummy.site.form import class_form
class_form()
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ipywidgets

from rummy.classroom import classroom
from rummy.course import lessons
from rummy.pictures.paper import say_in
from rummy.players import PLAYERS
from rummy.site.folder import prepare
from rummy.variants import variants
from rummy.words import Unreadable, say

WIDE = {"description_width": "initial"}


class ClassForm(ipywidgets.VBox):  # type: ignore[misc]
    """The questions of `rummy class` as fields, and a button that writes the folder.

    Args:
        notebooks: the folder of the lessons’ notebooks.
        site: a built site, a folder or an archive; the one that lies here if None.
        pdf: print the pages for paper, where there is a Chromium.
    """

    def __init__(self, notebooks: Path | str, site: Path | str | None = None, *, pdf: bool = True) -> None:
        self.notebooks, self.pdf = Path(notebooks), pdf
        self.site = Path(site) if site else None
        named = [(f"{book.number}. {book.title}", book.id) for book in lessons()]
        roomy: dict[str, Any] = {"style": WIDE, "layout": {"width": "auto"}}
        self.lessons = ipywidgets.SelectMultiple(
            options=named, value=(named[0][1],), rows=8, description=say("form-class.lessons"), **roomy
        )
        rules = [(one.title, name) for name, one in variants().items()]
        self.variant = ipywidgets.Dropdown(options=rules, description=say("form-class.variant"), **roomy)
        self.mix = ipywidgets.Text(
            description=say("form-class.mix"), placeholder="+ scoring.ace_low=5", **roomy
        )
        self.pupils = ipywidgets.BoundedIntText(
            value=30, min=1, max=200, description=say("form-class.pupils"), **roomy
        )
        self.minutes = ipywidgets.BoundedIntText(
            value=45, min=10, max=240, description=say("form-class.minutes"), **roomy
        )
        self.player = ipywidgets.Dropdown(
            options=[(say(f"player.{name}"), name) for name in PLAYERS],
            value="greedy",
            description=say("form-class.player"),
            **roomy,
        )
        self.seed = ipywidgets.Text(value="1", description=say("form-class.seed"), **roomy)
        self.out = ipywidgets.Text(value="class", description=say("form-class.out"), **roomy)
        self.go = ipywidgets.Button(description=say("form-class.go"), button_style="primary")
        self.go.on_click(self._go)
        self.told = ipywidgets.HTML()
        fields = (self.lessons, self.variant, self.mix, self.pupils, self.minutes, self.player, self.seed)
        super().__init__([*fields, self.out, self.go, self.told])

    def _go(self, _button: object) -> None:
        self.told.value = say_in("p", say("form-class.working"))
        try:
            more = self.mix.value.strip().removeprefix("+").strip()
            rules = f"{self.variant.value} + {more}" if more else self.variant.value
            what = classroom(
                self.lessons.value,
                rules=rules,
                pupils=self.pupils.value,
                minutes=self.minutes.value,
                seed=self.seed.value,
                player=self.player.value,
            )
            told = prepare(what, self.notebooks, Path(self.out.value), site=self.site, pdf=self.pdf)
        except (Unreadable, OSError) as error:
            told = [str(error)]
        self.told.value = "".join(say_in("p", one, role="status") for one in told)


def class_form(notebooks: Path | str = ".", site: Path | str | None = None) -> ClassForm:
    """The form of a class, for a notebook that lies among the lessons."""
    return ClassForm(notebooks, site)
