"""The table: the controller that plays on behalf of people and computer players; it draws nothing.

`Table.state` is what a front end shows (plain JSON), `Table.handle` takes what somebody did there. The
contract is written down in ``docs/contributing.md``. Rules are only asked here, never known.
"""

from rummy.table.controller import Step, Table
from rummy.table.intents import INTENTS as _INTENTS
from rummy.table.shown import table_words

__all__ = ["_INTENTS", "Step", "Table", "table_words"]
