"""What a planner weighed a move against, in words: drawing, taking the 9♠."""

from __future__ import annotations

from typing import NamedTuple

from rummy.actions import Action, Call, Name
from rummy.cards import glyphs, unpack
from rummy.words import say


class Deed(NamedTuple):
    """An action as what one could have done instead, put into words when it is printed."""

    kind: str
    card: str = ""

    def __str__(self) -> str:
        return say(f"deed.{self.kind}", card=self.card)


def deed(action: Action) -> Deed:
    """An action as what one could have done instead.

    >>> from rummy.actions import discard
    >>> from rummy.cards import card
    >>> str(deed(discard(0, card("9S"))))
    'discarding the 9♠'
    """
    if isinstance(action, Name):
        return Deed(f"name-{action.effect}")
    play = action.play if isinstance(action, Call) else action
    one = getattr(play, "card", None)
    card = one.glyph if one else glyphs(unpack(getattr(play, "need", 0)))
    return Deed(action.kind.replace(" ", "-"), card)
