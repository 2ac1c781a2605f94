"""Clauses: every rule as one row.

A row has a rule's id, the kinds of action it can refuse, and one function from a deal and a seat to what
the rule *bars* there: 0 nothing, `ALL` everything of that kind, a mask over the actions' bits, or a test
that an action fails. What is asked of the rows is in `rummy.law`. Rows marked ``bound`` bar nothing unless a
card taken from the discard pile must still be used or may not go back. Rows marked ``given`` are those that
the candidates obey by the way they are found (whose turn it is, what is held, what is a meld), so only
`breach` asks them.

The order is: is the deal on, whose turn, which phase, do you hold it, is it a meld or does it fit, and what
is still owed.
"""

from rummy.clauses.row import ALL, ROWS, TURNS, BarsOf, Row  # isort: skip
from rummy.clauses import turns  # isort: skip
from rummy.clauses.draws import reusable, useless, useless_below, useless_top  # isort: skip
from rummy.clauses.fits import flaw, jokers_after  # isort: skip
from rummy.clauses import limits, owed  # isort: skip

# The order of these imports is the order in which reasons are given.

__all__ = [
    "ALL",
    "ROWS",
    "TURNS",
    "BarsOf",
    "Row",
    "flaw",
    "jokers_after",
    "limits",
    "owed",
    "reusable",
    "turns",
    "useless",
    "useless_below",
    "useless_top",
]
