"""The rules of rummy as a thing you can play with.

A variant is a value, a deal is a value, and every refusal is one too:

>>> from rummy import breach, parse, play, position
>>> hands = {"A": "7C 7D 2S", "B": "9S TD"}
>>> deal = position({"variant": "rummy-500", "discards": "7H KD 4C", "hands": hands})
>>> deal = play(deal, parse("take 7H", deal))
>>> print(breach(deal, parse("discard 2S", deal)).sentence)
You took the 7♥ from the discard pile, so it must be melded or laid off before you discard.
>>> for line in ("meld 7H 7C 7D", "discard 2S"):
...     deal = play(deal, parse(line, deal))
>>> deal.hands[0]
(card('KD'), card('4C'))

The rooms, each importing only those before it: `words`, `cards`, `rules`, `glossary`, `melds`, `melder`,
`scoring`, `variants`, `options`, `actions`, `deal`, `steps`, `outlook`, `clauses`, `law`, `lines`,
`positions`, `match`, `players`, `statistics`, `measure`, `runs`, `frames`, `pictures`, `charts`,
`record`, `rulings`, `inventory`, `rulebook`, `compare`, `referee`, `table`, `course`, `desk`,
`shelf`, `review`, `classroom`; at the edge `widgets`, `site` and `cli`.
"""

from rummy.cards import BACK, JOKER, Card, card
from rummy.deal import Deal, counts, seen_by, undealt
from rummy.law import breach, legal_actions, play, to_act
from rummy.lines import parse, write
from rummy.positions import describe, position
from rummy.rules import Article, Breach, IllegalAction, article, articles
from rummy.steps import new_deal
from rummy.variants import Variant, differences, find
from rummy.words import Ambiguous, Unreadable

__version__ = "0.2.0"

__all__ = [
    "BACK",
    "JOKER",
    "Ambiguous",
    "Article",
    "Breach",
    "Card",
    "Deal",
    "IllegalAction",
    "Unreadable",
    "Variant",
    "article",
    "articles",
    "breach",
    "card",
    "counts",
    "describe",
    "differences",
    "find",
    "legal_actions",
    "new_deal",
    "parse",
    "play",
    "position",
    "seen_by",
    "to_act",
    "undealt",
    "write",
]
