"""Questions: something to answer about cards on a table, the right answer, a word on every wrong one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from rummy.cards import card, cards, codes
from rummy.words import Unreadable, listed, say

CHOICE, SEVERAL, CARDS, NUMBER = "choice", "several", "cards", "number"
"""How a question is answered: one of some options, any of them, some cards, a number."""


class Form(NamedTuple):
    """How a question is answered."""

    kind: str
    options: tuple[tuple[str, str], ...] = ()
    """Name and text of each option; of cards, their codes and names."""
    unit: str = ""
    """What a number counts, in words."""


class Judged(NamedTuple):
    """What an answer is worth; `right` is None where nothing was answered."""

    right: bool | None
    text: str
    feedback: Mapping[str, str] = {}
    """A word on each option that was chosen, where there is one."""


class Question(NamedTuple):
    """A question with its answer."""

    id: str
    text: str
    form: Form
    right: tuple[str, ...]
    """The names of the right options, the codes of the cards, or the number as text."""
    why: str
    """Why that is right, with the cards."""
    picture: str = ""
    """The position as HTML."""
    feedback: Mapping[str, str] = {}
    """What to say to each option that is chosen wrongly."""
    also: tuple[tuple[str, ...], ...] = ()
    """Other answers that are as right."""

    @property
    def solution(self) -> str:
        """The right answer in words."""
        named = dict(self.form.options)
        kind = self.form.kind
        if kind == NUMBER:
            return self.right[0].replace("-", "−")
        if kind == CARDS:
            return listed([card(name).glyph for name in self.right]) or say("course.nothing")
        if len(self.right) == 1:
            return named[self.right[0]]
        return listed([say("quoted", text=named[name]) for name in self.right]) or say("course.nothing")

    def judge(self, given: Any) -> Judged:
        """What an answer is worth; raises `Unreadable` if it is none to this form.

        >>> from rummy.course.questions import NUMBER, Form, Question
        >>> Question("sum", "7 + 8 + 9?", Form(NUMBER), ("24",), "Face value.").judge("24").right
        True
        """
        answer = self._read(given)
        if answer is None:
            return Judged(None, say("course.unanswered"))
        right = any(answer == Counter(way) for way in (self.right, *self.also))
        said = {name: self.feedback[name] for name in answer if name in self.feedback}
        return Judged(right, self.why if right else say("course.wrong", why=self.why), said)

    def _read(self, given: Any) -> Counter[str] | None:
        """The answer as the right one is written; None if there is none."""
        kind = self.form.kind
        if given is None or given == "":
            return None
        if kind == NUMBER:
            try:
                return Counter([str(int(str(given).strip().replace("−", "-")))])
            except ValueError:
                raise Unreadable(say("course.error.number")) from None
        names = [given] if isinstance(given, str) else given
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise Unreadable(say("course.error.answer"))
        if kind == CARDS:
            return Counter(codes(cards(" ".join(names))).split()) if names else None
        known = {name for name, _ in self.form.options}
        if not known.issuperset(names) or (kind == CHOICE and len(names) > 1):
            raise Unreadable(say("course.error.answer"))
        return Counter(names) if names or kind == SEVERAL else None
