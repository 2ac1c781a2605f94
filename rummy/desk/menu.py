"""The menu: the variants, and every option that a table can choose, with what each value means."""

from __future__ import annotations

from itertools import groupby

from rummy.desk.asked import Json, known, link
from rummy.options import Option, clause, options
from rummy.variants import variants
from rummy.words import data


def menu(asked: Json) -> Json:
    """All that a form of house rules shows.

    >>> menu({})["variants"][0]["title"]
    'Rummy 500 with jokers'
    """
    known(asked)
    return {
        "variants": [
            {"id": v.id, "title": v.title, "blurb": v.blurb, "seats": [*v.seats()]}
            for v in variants().values()
        ],
        "groups": [
            {"key": key, "title": title, "options": [_option(one) for one in some]}
            for (key, title), some in groupby(options(), key=lambda one: (one.group, one.group_title))
        ],
    }


def _option(one: Option) -> Json:
    """An option with its values in words, when it matters, and the article to read about it."""
    needs = data("rules.toml")["needs"].get(one.name, "")
    return {
        "name": one.name,
        "title": one.title,
        "text": one.text,
        "kind": one.kind,
        "values": [{"value": value, "text": text} for value, text in one.values],
        "any": one.any,
        "only": clause(needs) if needs else "",
        "none": any(value == "none" for value, _ in one.values),
        "article": link(one.articles[0]) if one.articles else None,
    }
