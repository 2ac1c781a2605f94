"""House rules: a table put together from options, what contradicts what, and the papers of that table."""

from __future__ import annotations

import re
from typing import Any

from rummy.compare import compare
from rummy.desk.asked import Json, Wrong, known, part, reading, text
from rummy.options import option, told
from rummy.rulebook import fragment, quick, rulebook
from rummy.rulebook.book import titled
from rummy.rules import matters
from rummy.variants import Variant, checked, code, find
from rummy.words import Unreadable, say

MOST = 5
"""How many parts of a code that cannot be read are told one by one."""


def house(asked: Json) -> Json:
    """A table by its code, or by a variant and the options changed in it; contradictions are told.

    What cannot be read in a code, which may come from another edition, is told in ``unread`` and left out.

    >>> house({"code": "basic + scoring.ace_low=5 + scoring.joy=1"})["code"]
    'basic + scoring.ace_low=5'
    >>> house({"base": "basic", "options": {"match.target": "none"}})["problem"]["options"]
    ['match.target', 'match.deals']
    """
    known(asked, "code", "base", "options")
    if ("code" in asked) is ("base" in asked):
        raise Wrong("code", say("desk.house.either"))
    if "code" in asked:
        field, (name, changes) = "code", _parts(text(asked, "code"))
    else:
        field, name = "base", text(asked, "base")
        changes = [*part(asked, "options", "mapping", {}).items()]
    with reading(field):
        table = find(name)
    base, unread = find(table.id), list[Json]()
    if len(changes) > len(base.options()):
        raise Wrong(field, say("desk.house.too-many", most=len(base.options())))
    for key, value in changes:
        try:
            group, place, read = checked(key, value)
        except Unreadable as error:
            unread.append({"text": str(error), "options": [key] if key in base.options() else []})
            continue
        table = table._replace(**{group: getattr(table, group)._replace(**{place: read})})
    problem = _contradiction(table) or (unread[0] if unread and field == "base" else None)
    return {
        "code": None if problem else code(table),
        "title": titled(table),
        "base": base.id,
        "seats": [*table.seats()],
        "options": _options(table, base),
        "unread": [row["text"] for row in unread[:MOST]],
        "problem": problem,
        **_papers(table, base, bool(problem)),
    }


def _parts(whole: str) -> tuple[str, list[tuple[str, Any]]]:
    """The name and the changes of a code."""
    name, *changes = (one.strip() for one in whole.split("+"))
    pairs = (change.partition("=") for change in changes)
    return name, [(key.strip(), value.strip()) for key, _, value in pairs]


def _contradiction(table: Variant) -> Json | None:
    """What contradicts what at a table, and the options that are concerned."""
    try:
        table.changed({})
    except Unreadable as error:
        named = dict.fromkeys(re.findall(r"[a-z_]+\.[a-z_]+", str(error)))
        options = [key for key in named if key in table.options()]
        return {"text": re.sub(r"([a-z_]+\.[a-z_]+)(?:=([\w-]+))?", _titled, str(error)), "options": options}
    return None


def _titled(found: re.Match[str]) -> str:
    """An option that a sentence names, and the value it gives it, as the form has them in words."""
    try:
        about = option(found[1])
    except Unreadable:
        return found[0]
    words = {str(value): text for value, text in about.values}
    if not found[2]:
        return say("desk.house.named", title=about.title)
    return say("desk.house.valued", title=about.title, value=words.get(found[2], found[2]))


def _options(table: Variant, base: Variant) -> Json:
    """Every option: what it is, whether the base has it so, and whether it makes a difference here."""
    facts, there = table.facts(), base.options()
    return {
        key: {
            "value": value,
            "text": told(key, value),
            "changed": value != there[key],
            "matters": matters(key, facts),
        }
        for key, value in table.options().items()
    }


def _papers(table: Variant, base: Variant, contradictory: bool) -> Json:
    """The quick reference, the rulebook, and what differs from the base."""
    if contradictory:
        return dict.fromkeys(("sheet", "book", "differs"))
    differs = fragment(compare(base, table).page()) if table != base else ""
    return {
        "sheet": _marked(fragment(quick(table)), fragment(quick(base))),
        "book": fragment(rulebook(table).page()),
        "differs": differs,
    }


def _marked(sheet: str, base: str) -> str:
    """The quick reference with a mark at the rows that another one has not.

    >>> _marked("<tr><th>a</th></tr><tr><th>b</th></tr>", "<tr><th>a</th></tr>")
    '<tr><th>a</th></tr><tr class="changed"><th>b</th></tr>'
    """
    return re.sub(
        r"<tr>.*?</tr>", lambda row: row[0] if row[0] in base else f'<tr class="changed"{row[0][3:]}', sheet
    )
