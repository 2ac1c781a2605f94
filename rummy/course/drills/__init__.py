"""Drills: endless questions from a seed, graded in difficulty; every answer is the engine's."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from rummy.course.drills.hands import best, meld
from rummy.course.drills.moves import call, layoff, pile, safe
from rummy.course.drills.sums import score
from rummy.course.questions import Question
from rummy.rules import article
from rummy.variants import Variant, code, find
from rummy.words import Unreadable, clip, data, listed, nearest, say

__all__ = ["DRILL", "KINDS", "LEVELS", "question", "ready", "reopened", "suits", "until", "worksheet"]

DRILL = "drill"
"""What the id of a drill's question begins with."""
LEVELS = (1, 2, 3)
KINDS: dict[str, Callable[[str, str, Variant, int], Question | None]] = {
    "meld": meld,
    "layoff": layoff,
    "pile": pile,
    "score": score,
    "call": call,
    "safe": safe,
    "best": best,
}
"""What can be asked; each gives None where this seed brings nothing to ask."""
PATIENCE = 200


def question(
    kind: str, seed: int | str = 1, *, variant: str | Variant = "rummy-500", level: int = 1
) -> Question:
    """A question of this kind; the same arguments ask the same again.

    Args:
        kind: one of `KINDS`.
        seed: what the cards come from.
        variant: the rules; raises `Unreadable` if they never bring such a question.
        level: 1 for a beginner, up to 3.

    >>> asked = question("meld", 7)
    >>> asked.judge(list(asked.right)).right
    True
    """
    if kind not in KINDS:
        text = say("drill.error.kind", text=clip(str(kind)), names=listed([*KINDS], "or"))
        raise Unreadable(text + nearest(str(kind), KINDS))
    if level not in LEVELS:
        raise Unreadable(say("drill.error.level", text=clip(str(level))))
    rules = find(variant) if isinstance(variant, str) else variant
    name = f"{DRILL}/{kind}/{code(rules)}/{level}/{seed}"
    if suits(kind, rules):
        for n in range(PATIENCE):
            asked = KINDS[kind](name, f"{seed}/{n}", rules, level)
            if asked is not None:
                return asked
    raise Unreadable(say("drill.error.never", kind=say(f"drill.kind.{kind}"), title=rules.title))


def suits(kind: str, variant: Variant) -> bool:
    """Can a question of this kind come up at a table of this variant?

    >>> suits("call", find("basic")), suits("call", find("500-rum"))
    (False, True)
    """
    if kind == "call":
        return variant.calling.rummy != "off"
    if kind == "layoff":
        return variant.laying_off.on != "none" and variant.melding.per_turn != "none"
    if kind == "safe":
        return variant.ending.knock == "off"  # where one knocks, nothing lies there to be laid off on
    return variant.melding.per_turn != "none" or kind not in ("meld", "best")


def ready(kind: str, variant: Variant, known: Collection[str]) -> int:
    """The highest level of a kind that asks only for rules that are known; 0 if even the first asks for more.

    Args:
        kind: one of `KINDS`.
        variant: the rules of the table; what it does not play need not be known.
        known: the ids of the articles that have been taught.

    >>> ready("meld", find("rummy-500"), {"meld.kind"}), ready("call", find("rummy-500"), {"meld.kind"})
    (1, 0)
    """
    needs, facts = data("drills.toml")[kind]["levels"], variant.facts()
    lacks = ([one for one in some if one not in known and article(one).applies(facts)] for some in needs)
    return (
        next((level for level, some in enumerate(lacks) if some), len(needs)) if suits(kind, variant) else 0
    )


def until(variant: Variant, known: Collection[str]) -> Variant:
    """The rules without what is not known yet, such as jokers, as far as the table can be played so.

    >>> until(find("rummy-500"), {"meld.sequence.ace"}).overrides()
    {'pack.jokers': 0}
    """
    facts = variant.facts()
    for one, options in data("drills.toml")["until"].items():
        if one not in known and article(one).applies(facts):
            try:
                variant = variant.changed(options)
            except Unreadable:
                continue
    return variant


def reopened(name: str) -> Question:
    """The question of this id; raises `Unreadable` if it is none.

    >>> reopened(question("meld", 7).id) == question("meld", 7)
    True
    """
    parts = name.split("/", 4)
    if len(parts) != 5 or parts[0] != DRILL or not parts[3].isdecimal():
        raise Unreadable(say("drill.error.id", text=clip(name)))
    return question(parts[1], parts[4], variant=parts[2], level=int(parts[3]))


def worksheet(
    kinds: Sequence[str],
    many: int,
    seed: int | str,
    *,
    variant: str | Variant = "rummy-500",
    level: int | Mapping[str, int] = 1,
) -> tuple[Question, ...]:
    """So many questions of these kinds by turns, all different, from a seed; one level for all or by kind."""
    if not kinds or not 0 < many <= 100:
        raise Unreadable(say("drill.error.number"))
    asked: list[Question] = []
    seen: set[tuple[str, str]] = set()
    n = 0
    while len(asked) < many:
        kind = kinds[len(asked) % len(kinds)]
        hard = level if isinstance(level, int) else level[kind]
        one = question(kind, f"{seed}-{n}", variant=variant, level=hard)
        n += 1
        if (one.text, one.picture) not in seen or n > 20 * many:
            seen.add((one.text, one.picture))
            asked.append(one)
    return tuple(asked)
