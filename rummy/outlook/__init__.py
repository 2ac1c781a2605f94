"""Outlook: what a turn can still come to.

Someone who is to act can always act: a draw or play after which the turn could not be completed is refused
beforehand. Here it is worked out whether a turn can be completed, whether a hand can be laid out whole,
and which exchanges of jokers there are. The `clauses` ask; nothing here refuses.
"""

from rummy.outlook.finish import at_a_glance, can_finish, can_open, can_total, completes
from rummy.outlook.means import committed, exchanges, may_exchange, may_lay_more, opened, playable, swaps
from rummy.outlook.whole import goes_out

__all__ = [
    "at_a_glance",
    "can_finish",
    "can_open",
    "can_total",
    "committed",
    "completes",
    "exchanges",
    "goes_out",
    "may_exchange",
    "may_lay_more",
    "opened",
    "playable",
    "swaps",
]
