"""The search of the site asked in whole questions: what is put before Material's own search worker."""

from __future__ import annotations

import json

from rummy.words import say

WORKER = "assets/javascripts/workers/search."
"""How the path of Material's search worker begins."""

BEFORE = """\
const OWN = /["+*~^:]|(?:^|\\s)-/; // what a reader writes who knows the search's own signs

/** A question as terms: the beginnings of its words, without the words that any question has. */
function terms(question) {
  if (OWN.test(question)) return question;
  const words = question.toLowerCase().match(/[\\p{L}\\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !COMMON.has(word));
  const sought = (telling.length ? telling : words).map(stem);
  return sought.map((word) => (word.length < 3 ? `${word}^1` : word)).join(" ");
}

/** A word without its ending, or as it is where little would remain. */
function stem(word) {
  const ending = ENDINGS.find((one) => word.endsWith(one) && word.length - one.length >= 3);
  return ending ? word.slice(0, -ending.length) : word;
}

/** What a page says counts beside its headings, and its sections before the page as a whole. */
function weighed({ config, docs, options }) {
  config.fields.title.boost = 12;
  const sections = docs.map((one) => (one.location.includes("#") ? one : { ...one, boost: 1 }));
  return { config, docs: sections, options };
}

const listen = self.addEventListener;
self.addEventListener = (type, heard) => listen.call(self, type, ({ data: { type: kind, data } }) => {
  heard({ data: { type: kind, data: kind === 0 ? weighed(data) : terms(data) } });
});
"""


def worker(material: str) -> str:
    """Material's search worker, which takes a question as it is asked.

    Args:
        material: the text of the worker as Material ships it.

    >>> worker("search();").endswith("search();")
    True
    """
    common = json.dumps(say("search.common").split(), ensure_ascii=False)
    endings = json.dumps(say("search.endings").split(), ensure_ascii=False)
    words = f"const COMMON = new Set({common});\nconst ENDINGS = {endings};"
    return f"(() => {{\n{words}\n{BEFORE}}})();\n{material}"
