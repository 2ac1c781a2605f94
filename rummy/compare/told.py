"""A report in words: what surely differs, what may not, every figure, and how it was measured."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.charts.numbers import told
from rummy.compare.findings import NEVER, SURE, Finding, figure, in_hundredths, in_prose, unit
from rummy.compare.lab import MOST, Lab
from rummy.compare.report import Part, Report, differences, outlines
from rummy.compare.rules import compare
from rummy.measure import DEALS, MATCHES, engine, metric
from rummy.measure.restricted import RESTRICTIONS, WITHOUT
from rummy.options import option
from rummy.pictures.paper import el, say_in
from rummy.players import PLAYERS
from rummy.rulebook import Page, fragment, rulebook
from rummy.rulebook.page import WIDTH, Block, Grid, Heading, Points, Prose
from rummy.variants import Variant, code
from rummy.variants import differences as options_of
from rummy.words import capital, clip, listed, say


def report_page(report: Report) -> Page:
    """The report as it is printed."""
    figures = (Heading(say("findings.figures")), *_figures(report, WIDTH))
    return Page(_title(report), _blurb(report), (*_first(report), *figures, *_last(report)))


def report_html(report: Report) -> str:
    """The report for a notebook: what is sure in sentences, what differs drawn, the rest in boxes."""
    one, other = report.names
    parts = [fragment(Page(_title(report), _blurb(report), ()))]
    for part in report.parts:
        blocks = (*_sure(part, one, other), *_never(part))
        parts.append(fragment(Page("", "", blocks)))
        chart = differences(part, one, other)
        parts.append(chart.html if chart else "")
        drawn = {name: outlines(part, name, one, other).html for name in part.histograms}
        parts += [drawn.pop(name) for name in SHOWN if name in drawn]
        parts.append(_box(say("findings.more"), "".join(drawn.values())) if drawn else "")
    figures = fragment(Page("", "", tuple(_figures(report))))
    parts.append(_box(say("findings.figures"), figures))
    parts.append(fragment(Page("", "", tuple(_last(report)))))
    return el("div", *parts, class_="rummy-report").replace("\n\n", "\n")


SHOWN = ("turns", "deal-margin", "match-deals", "match-margin")
"""The outlines that are drawn at once; the others are in a box that opens."""


def _box(title: str, inside: str) -> str:
    return el("details", say_in("summary", title), inside)


def _title(report: Report) -> str:
    one, other = report.names
    return say("findings.title", one=in_prose(one), other=in_prose(other))


def _blurb(report: Report) -> str:
    """What was played, and how much of it."""
    part = report.parts[0]
    if not part.n:
        return say("findings.nothing")
    who = part.players if len(set(part.players)) > 1 else part.players[:1]
    return say("findings.blurb", n=told(part.n), players=listed([*map(_named, who)]), count=report.seats)


def _named(player: str) -> str:
    """A player in words, also one that never does one thing; one that somebody wrote has its own name."""
    name, without, kept = player.partition(WITHOUT)
    if name not in PLAYERS or (without and kept not in RESTRICTIONS):
        return player
    called = say(f"findings.player.{name}")
    return say(f"findings.without.{kept}", player=called) if without else called


def _first(report: Report) -> Iterator[Block]:
    """What is found, the sure things in bold; then what is not sure, and what there is not."""
    for part in report.parts:
        yield from _sure(part, *report.names)
        yield from _rest(part, *report.names)
        yield from _never(part)


def _sure(part: Part, one: str, other: str) -> Iterator[Block]:
    """What surely differs, in bold, and what it is at both tables."""
    if not part.findings:
        return
    yield Heading(_heading(part))
    if part.kind not in (DEALS, MATCHES):
        yield from _skill(part, one, other)
    sure = [found for found in part.findings if found.state == SURE]
    for found in sure:
        ours, theirs = found.values
        values = say("findings.values", ours=ours, theirs=theirs, one=in_prose(one), other=in_prose(other))
        yield Prose(values, found.sentence(one, other).rstrip("."))
    if not sure:
        yield Prose(say("findings.none"))


def _rest(part: Part, one: str, other: str) -> Iterator[Block]:
    """What may or may not differ, what does not, and what there is at one table only."""
    rest = [found for found in part.findings if found.metric.finds and found.state not in (SURE, NEVER)]
    if rest:
        yield Heading(say("findings.rest"), 3)
        yield Points(tuple(found.sentence(one, other) for found in rest))


def _never(part: Part) -> Iterator[Block]:
    """What never happened."""
    never = [capital(f.metric.title) for f in part.findings if f.metric.finds and f.state == NEVER]
    if never:
        yield Prose(say("findings.nevers", titles="; ".join(never)))


def _heading(part: Part) -> str:
    if part.kind in (DEALS, MATCHES):
        return say(f"findings.part.{part.kind}", n=told(part.n))
    first, second = map(_named, dict.fromkeys(part.players))
    return say("findings.part.skill", first=capital(first), second=second, n=told(part.n))


def _skill(part: Part, one: str, other: str) -> Iterator[Block]:
    """What the first of two players is worth against the second, at each table."""
    first, second = map(_named, dict.fromkeys(part.players))
    figures = {found.id: found for found in part.findings}
    for at, name in enumerate((one, other)):
        won, lead = (figures[key].values[at] for key in ("skill-won", "skill-points"))
        yield Prose(
            say("findings.skill", name=in_prose(name), first=first, second=second, won=won, lead=lead)
        )


def _figures(report: Report, width: int = 0) -> Iterator[Block]:
    """Every figure at both tables; in columns of text the names of the tables are cut so that all fits."""
    rows = tuple(_figure(found) for found in report.findings if found.state != NEVER)
    if rows:
        names = report.names
        if width:
            taken = sum(max(len(row[at]) for row in rows) for at in (0, 3)) + 6
            names = (
                clip(names[0], max(12, (width - taken) // 2)),
                clip(names[1], max(12, (width - taken) // 2)),
            )
        yield Grid(rows, (say("findings.figure"), *names, say("charts.difference")))


def _figure(found: Finding) -> tuple[str, ...]:
    """A row of figures; the first cell tells the unit where the title does not."""
    of, title = found.metric, capital(found.metric.title)
    told_ = in_hundredths(of) or of.unit == "times" or unit(of).casefold() in title.casefold()
    name = title if told_ else f"{title} ({unit(of)})"
    return (name, figure(of, found.ours), figure(of, found.theirs), found.change)


def _last(report: Report) -> Iterator[Block]:
    """What the rules say, and how all this was measured."""
    yield Heading(say("findings.rules"))
    changed = len(compare(report.a, report.b).changes)
    options = len(options_of(report.a, report.b))
    yield Prose(
        " ".join([say("findings.changed", count=changed, options=options), *map(_load, (report.a, report.b))])
    )
    yield Heading(say("findings.how"))
    yield Points(tuple(_how(report)))
    yield Prose(say("findings.not-people"))


def _load(table: Variant) -> str:
    """How much there is to know at a table."""
    book = rulebook(table).paragraphs
    words = sum(len(sentence.split()) for paragraph in book for sentence in paragraph.sentences)
    return say("findings.load", name=table.title, rules=len(book), words=told(words))


def _how(report: Report) -> Iterator[str]:
    """Where the figures come from, so that anybody can make them again."""
    yield say("findings.tables", one=code(report.a), other=code(report.b))
    for part in report.parts:
        who = listed(part.players)
        yield say(f"findings.counted.{part.kind}", n=told(part.n), players=who)
        if part.dropped:
            why = [f"{say(f'dropped.{reason}')} ({many})" for reason, many in part.dropped.items()]
            yield say("findings.dropped", count=sum(part.dropped.values()), why=listed(why))
    for run in report.runs:
        for first in run.tally.failures[:1]:
            yield say(
                "findings.failure", number=first.number, text=first.text or say(f"dropped.{first.reason}")
            )
    yield from _engine(report)
    if report.run and report.run.rate:
        rate = report.run.rate * report.run.job.turns
        yield say("findings.rate", rate=told(rate, 0 if rate >= 10 else 1))
    for run in report.runs:
        if run.stopped:
            yield say("findings.stopped", done=told(run.rounds), of=told(run.job.rounds))
        yield from run.told
    yield say("findings.intervals")


def _engine(made: Report | Lab) -> Iterator[str]:
    """Which engine played, and whether it is still the same."""
    yield say("findings.engine", version=made.version, engine=made.engine, seed=made.seed)
    if made.engine != engine():
        yield say("findings.older", engine=made.engine, now=engine())


def lab_page(made: Lab) -> Page:
    """The lab as it is printed."""
    return Page(_lab_title(made), _lab_blurb(made), (*_largest(made), *_lab_last(made)))


def lab_html(made: Lab) -> str:
    """The lab for a notebook: all figures as a heat map, what the first metric says, the others in a box."""
    first, *others = (made.chart(key).html for key in made.metrics)
    drawn = (made.heat.html, first) if made.games else (first, made.heat.html)
    parts = [
        fragment(Page(_lab_title(made), _lab_blurb(made), ())),
        *drawn,
        _box(say("findings.lab.others"), "".join(others)) if others else "",
        fragment(Page("", "", tuple(_lab_last(made)))),
    ]
    return el("div", *parts, class_="rummy-report").replace("\n\n", "\n")


def _lab_title(made: Lab) -> str:
    title = made.base.title
    return say("findings.lab.mixes") if made.games else say("findings.lab.title", base=title)


def _lab_blurb(made: Lab) -> str:
    players = listed([*map(_named, dict.fromkeys(made.players))])
    key = "games" if made.games else "blurb"
    return say(f"findings.lab.{key}", count=len(made.rows), n=told(made.n), players=players)


def _largest(made: Lab) -> Iterator[Block]:
    """For every metric what changes it, the largest first, what is sure in bold."""
    for key in made.metrics:
        rows = [(row, row.finding(key)) for row in made.by(key)]
        sure = [(row, found) for row, found in rows if found.sure][:MOST]
        yield Heading(capital(metric(key).title))
        for row, found in sure:
            yield Prose(say("findings.lab.from-to", by=found.difference, value=found.values[1]), row.title)
        if not sure:
            yield Prose(say("findings.none"))


def _lab_last(made: Lab) -> Iterator[Block]:
    """What changes nothing, and how it was measured."""
    if made.idle:
        yield Prose(say("findings.lab.idle", options=listed([option(key).title for key in made.idle])))
    if made.bad:
        yield Prose(say("findings.lab.bad", options=listed(made.bad)))
    yield Heading(say("findings.how"))
    how = [*_engine(made)]
    for run in made.runs:
        how += (
            [say("findings.stopped", done=told(run.rounds), of=told(run.job.rounds))] if run.stopped else []
        )
        how += run.told
    yield Points((*how, say("findings.intervals")))
    yield Prose(say("findings.not-people"))
