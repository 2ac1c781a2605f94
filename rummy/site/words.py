"""The words of the live pages, written down as a module for the browser."""

from __future__ import annotations

import json

from rummy.words import catalogue

PREFIXES = (
    "live.",
    "tool.",
    "search.",
    "move.",
    "progress.aside",
    "card.of",
    "card.joker",
    "card.back",
    "card.rank.",
    "card.suit.",
)

SPEAKER = """
/** The sentence with this id, the facts put in; a fact `count` picks the form for one or many. */
export function say(id, facts = {}) {
  const text = WORDS["count" in facts ? `${id}.${facts.count === 1 ? "one" : "many"}` : id] ?? id;
  return text.replace(/\\{(\\w+)\\}/g, (place, name) => facts[name] ?? place);
}
"""


def words_js() -> str:
    """The module `words.js`: every sentence of the live pages, and `say` to ask for one."""
    words = {key: text for key, text in catalogue().items() if key.startswith(PREFIXES)}
    return f"export const WORDS = {json.dumps(words, ensure_ascii=False, indent=1)};\n{SPEAKER}"
