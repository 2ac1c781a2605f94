"""Questions on paper: with room for the answer, and the answers on another sheet."""

from __future__ import annotations

from rummy.course.questions import CARDS, NUMBER, Question
from rummy.pictures.paper import el, say_in
from rummy.words import say


def asked(one: Question) -> str:
    """A question to be answered on paper.

    >>> from rummy.course.drills import question
    >>> asked(question("meld", 7))[:20]
    '<li class="item"><p>'
    """
    form = one.form
    if form.kind == NUMBER:
        answer = el("p", el("span", " ", class_="blank"), say_in("span", form.unit))
    elif form.kind == CARDS:
        answer = say_in("p", say("worksheet.circle"))
    else:
        boxes = (el("li", el("span", " ", class_="box"), say_in("span", text)) for _, text in form.options)
        answer = el("ul", *boxes)
    return el("li", say_in("p", one.text), one.picture, el("div", answer, class_="blanks"), class_="item")


def answered(one: Question) -> str:
    """The answer to it, and why."""
    return el("li", say_in("strong", one.solution), say_in("p", one.why))
