"""A class prepared in a notebook: a form in place of the command line.

from rummy.site.form import class_form
class_form()
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import ipywidgets

from rummy.classroom import classroom
from rummy.course import lessons
from rummy.course.drills import LEVELS
from rummy.desk import answer
from rummy.options import Option, options
from rummy.pictures.paper import say_in
from rummy.pictures.printed import PAPERS
from rummy.players import PLAYERS
from rummy.site.folder import found, prepare
from rummy.site.otherwise import warned_in
from rummy.variants import find, variants
from rummy.words import Unreadable, say

ROOMY: dict[str, Any] = {"style": {"description_width": "initial"}, "layout": {"width": "auto"}}
OTHER = "…"
"""What is chosen where a value is typed in."""


class Ticks(ipywidgets.GridBox):  # type: ignore[misc]
    """A list of which any number can be ticked.

    Args:
        some: the text and the name of each.
        value: the names of those that are ticked at first.
    """

    def __init__(self, some: Iterable[tuple[str, str]], value: Sequence[str]) -> None:
        self.boxes = {
            name: ipywidgets.Checkbox(description=text, value=name in value, indent=False, **ROOMY)
            for text, name in some
        }
        columns = "repeat(auto-fill, minmax(20em, 1fr))"
        super().__init__([*self.boxes.values()], layout={"grid_template_columns": columns})

    @property
    def value(self) -> tuple[str, ...]:
        """The names of what is ticked."""
        return tuple(name for name, box in self.boxes.items() if box.value)

    @value.setter
    def value(self, names: Sequence[str]) -> None:
        for name, box in self.boxes.items():
            box.value = name in names


class House(ipywidgets.VBox):  # type: ignore[misc]
    """One house rule: its values in words, and a field where it can be something else.

    Args:
        about: the option.
        changed: called whenever something else is chosen.
    """

    def __init__(self, about: Option, changed: Callable[[], None]) -> None:
        self.about = about
        self.choice = ipywidgets.Dropdown(options=[("", "")], description=about.title, **ROOMY)
        self.other = ipywidgets.Text(placeholder=about.any, description=about.any, **ROOMY)
        super().__init__([self.choice, self.other])
        self.base("")
        for field in (self.choice, self.other):
            field.observe(lambda _: changed(), "value")
        self.choice.observe(lambda _: self._show(), "value")

    def base(self, own: object) -> None:
        """Begin with the value that the variant has."""
        self.own = str(own)
        named = [
            (say("class-form.own", text=text) if str(value) == self.own else text, str(value))
            for value, text in self.about.values
        ]
        self.choice.options = [*named, *([(say("class-form.other"), OTHER)] if self.about.any else [])]
        self.choice.value = next((value for _, value in named if value == self.own), named[0][1])
        self.other.value = ""
        self._show()

    def _show(self) -> None:
        self.other.layout.display = "" if self.choice.value == OTHER else "none"

    @property
    def value(self) -> str | None:
        """What the table changes; None where it has what the variant has."""
        value = self.other.value.strip() if self.choice.value == OTHER else self.choice.value
        return None if value in ("", self.own) else value


class ClassForm(ipywidgets.VBox):  # type: ignore[misc]
    """The questions of `rummy class` as fields, and a button that writes the folder.

    Args:
        notebooks: the folder of the lessons’ notebooks.
        site: a built site, a folder or an archive; the one that lies here if None.
        pdf: print the pages for paper, where there is a Chromium.
    """

    def __init__(self, notebooks: Path | str, site: Path | str | None = None, *, pdf: bool = True) -> None:
        self.notebooks, self.pdf, self.quiet = Path(notebooks), pdf, False
        named = [(f"{book.number}. {book.title}", book.id) for book in lessons()]
        self.lessons = Ticks(named, named[0][1:])
        self.variant = ipywidgets.Dropdown(
            options=[(one.title, name) for name, one in variants().items()],
            description=say("form-class.variant"),
            **ROOMY,
        )
        self.rules = {one.name: House(one, self._ruled) for one in options()}
        self.house = ipywidgets.Accordion(
            [ipywidgets.VBox(some) for some in self._groups().values()], selected_index=None
        )
        self.ruled = ipywidgets.HTML()
        self.seats = ipywidgets.Dropdown(options=[""], description=say("class-form.seats"), **ROOMY)
        self.pupils = _number(30, 1, 200, "form-class.pupils")
        self.minutes = _number(45, 10, 240, "form-class.minutes")
        self.player = ipywidgets.Dropdown(
            options=[(say(f"player.{name}"), name) for name in PLAYERS],
            value="greedy",
            description=say("form-class.player"),
            **ROOMY,
        )
        self.seed = ipywidgets.Text(value="1", description=say("form-class.seed"), **ROOMY)
        levels = [(say("class-form.as-lessons"), 0), *((str(n), n) for n in LEVELS)]
        self.level = ipywidgets.Dropdown(options=levels, description=say("class-form.level"), **ROOMY)
        self.paper = ipywidgets.Dropdown(options=[*PAPERS], description=say("class-form.paper"), **ROOMY)
        where = site or found()
        self.site = ipywidgets.Text(
            value=str(where or ""),
            placeholder="dist/rummy-site.zip",
            description=say("class-form.site"),
            **ROOMY,
        )
        lies = "" if site else say("class-form.found" if where else "class-form.not-found")
        self.lies = ipywidgets.HTML(say_in("p", lies) if lies else "")
        self.out = ipywidgets.Text(value="class", description=say("form-class.out"), **ROOMY)
        self.go = ipywidgets.Button(description=say("form-class.go"), button_style="primary")
        self.told = ipywidgets.HTML()
        self.variant.observe(lambda _: self._begin(), "value")
        self.go.on_click(self._go)
        self._begin()
        head = ipywidgets.HTML(say_in("b", say("form-class.lessons")))
        mix = ipywidgets.HTML(say_in("b", say("form-class.mix")))
        rules = (self.variant, mix, self.house, self.ruled)
        sizes = (self.seats, self.pupils, self.minutes, self.player, self.seed, self.level, self.paper)
        places = (self.site, self.lies, self.out, self.go, self.told)
        super().__init__([head, self.lessons, *rules, *sizes, *places], layout={"max_width": "64em"})

    def _groups(self) -> dict[str, list[House]]:
        """The house rules by the part of the game they belong to."""
        by_group = groupby(self.rules.values(), key=lambda one: one.about.group_title)
        return {title: [*some] for title, some in by_group}

    def _begin(self) -> None:
        """Another variant: its own rules, and as many as may sit at its table."""
        table = find(self.variant.value)
        self.quiet = True
        for name, value in table.options().items():
            self.rules[name].base(value)
        self.quiet = False
        self._ruled()

    @property
    def mix(self) -> dict[str, str]:
        """The house rules that differ from the variant."""
        return {name: one.value for name, one in self.rules.items() if one.value is not None}

    def _ruled(self) -> None:
        """Tell what the table is now, and what contradicts what."""
        if self.quiet:
            return
        for number, (title, some) in enumerate(self._groups().items()):
            changed = sum(one.value is not None for one in some)
            told = say("class-form.changed", title=title, count=changed) if changed else title
            self.house.set_title(number, told)
        table = answer("house", {"base": self.variant.value, "options": self.mix})
        problem = table.get("error") or (table["problem"] or {}).get("text", "")
        if problem:
            self.ruled.value = say_in("p", problem, role="alert")
            return
        differs = (
            say("desk.house.valued", title=self.rules[name].about.title, value=one["text"])
            for name, one in table["options"].items()
            if one["changed"]
        )
        self.ruled.value = say_in("p", " ".join([table["title"], *differs]))
        before = self.seats.value
        self.seats.options = [(say("class-form.fewest"), 0), *((str(n), n) for n in table["seats"])]
        self.seats.value = before if before in table["seats"] else 0

    def _go(self, _button: object) -> None:
        self.told.value = say_in("p", say("form-class.working"))
        try:
            what = classroom(
                self.lessons.value,
                rules=find(self.variant.value).changed(self.mix),
                seats=self.seats.value or None,
                pupils=self.pupils.value,
                minutes=self.minutes.value,
                seed=self.seed.value,
                player=self.player.value,
                level=self.level.value or None,
                paper=self.paper.value,
            )
            site = Path(self.site.value.strip()) if self.site.value.strip() else None
            out = Path(self.out.value)
            told = [*prepare(what, self.notebooks, out, site=site, pdf=self.pdf), warned_in(out, what)]
        except (Unreadable, OSError) as error:
            told = [str(error)]
        self.told.value = "".join(say_in("p", one, role="status") for one in told if one)


def _number(value: int, least: int, most: int, key: str) -> Any:
    """A field for a whole number."""
    return ipywidgets.BoundedIntText(value=value, min=least, max=most, description=say(key), **ROOMY)


def class_form(notebooks: Path | str = ".", site: Path | str | None = None) -> ClassForm:
    """The form of a class, for a notebook that lies among the lessons."""
    return ClassForm(notebooks, site)
