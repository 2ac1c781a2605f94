"""The controller: a table with people and computer players at it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from random import Random, SystemRandom
from typing import Any, NamedTuple

from rummy.actions import (
    SEATS,
    Action,
    Call,
    Draw,
    Pass,
    Shuffle,
    Split,
    Start,
    Take,
    simple,
)
from rummy.cards import Card, shuffled
from rummy.deal import CALL, DEAL, SHUFFLE, Deal, seen_by, undealt
from rummy.frames import logged
from rummy.law import breach, play, to_act
from rummy.lines import spoken, write
from rummy.match import Match, after, before_deal, cut, new_match
from rummy.players import Player, planner, player
from rummy.positions import filled, named
from rummy.positions import position as read_position
from rummy.record import Played, Record, dump
from rummy.rules import Breach, IllegalAction, article
from rummy.steps import shuffled_part
from rummy.table.arguments import fitting
from rummy.table.intents import INTENTS
from rummy.table.screen import COVERED, NOBODY, Screen, handed_on
from rummy.table.shown import shown, table_words
from rummy.variants import Variant, code, find
from rummy.words import Ambiguous, Unreadable, clip, say

Json = dict[str, Any]
PATIENCE = 800
"""So many milliseconds a planner may compute for one move, unless its budget is named."""


class Step(NamedTuple):
    """One action of the deal, as the log keeps it."""

    action: Action
    line: str
    text: str
    why: str
    note: str = ""
    """What the record that was taken up says of it."""


class Table:
    """A table with people and computer players at it.

    Args:
        variant: a name, a name with changed options, or a `Variant`.
        seats: how many sit at the table; two, or the fewest that the variant allows, if None.
        you: the seat that a person plays; None to watch.
        people: the letters of the seats of people who share one screen; their hands are covered between
            turns. Left out, there is one person, `you`.
        players: the strategy of the computer players, or one for each seat by its letter.
        seed: what the packs are shuffled by; by chance if None.
        names: what the seats are called, by letter.
        position: a position to begin with instead of a whole match, as `rummy.positions` reads it, or
            the name of one that comes with the package.
        note: a sentence to show above the table.
        title: what the table is called; its variant's name if it is not given.
        key: what a front end stores the game under; the same arguments share one if it is not given.
        on_change: called with the new state whenever something has changed.

    >>> table = Table("basic", seed=7)
    >>> table.handle({"type": "discard", "card": "KD"})
    >>> table.state()["frame"]["message"]["article"]["id"]
    'turn.draw-first'
    """

    def __init__(
        self,
        variant: str | Variant = "rummy-500",
        *,
        seats: int | None = None,
        you: str | None = "A",
        people: str = "",
        players: str | Mapping[str, str] = "greedy",
        seed: int | str | None = None,
        names: Mapping[str, str] | None = None,
        position: Mapping[str, Any] | str | None = None,
        note: str = "",
        title: str = "",
        key: str | None = None,
        on_change: Callable[[Json], None] | None = None,
    ) -> None:
        fitting(variant=variant, seats=seats, you=you, people=people, players=players, seed=seed)
        fitting(names=names, position=position, note=note, title=title)
        self.on_change = on_change or (lambda state: None)
        if isinstance(position, str):
            position = named(position)
        self.note = note or str((position or {}).get("note", ""))
        self.title = clip(title, 60)
        self.sort = "suit"
        self.names_given = dict(names or {})
        self._position = dict(position) if position is not None else None
        rules = find(variant) if isinstance(variant, str) else variant
        seats = rules.seats()[0] if seats is None else seats
        asked = repr((variant, seats, people or you, seed, position))
        self.key = key or "table-" + hashlib.sha256(asked.encode()).hexdigest()[:10]
        self._set(rules, seats, you, players, seed, people)

    # -- beginning -----------------------------------------------------------------------------------

    def _set(
        self,
        variant: Variant,
        seats: int,
        you: str | None,
        players: str | Mapping[str, str],
        seed: object,
        people: str = "",
    ) -> None:
        """Sit down anew: a position, or the first deal of a match."""
        if seed is None:
            seed = self.key if self._position is not None else SystemRandom().randrange(1, 10**6)
        self.seed = str(seed)
        start = self._start()
        if start is not None:
            variant, seats = start.variant, start.game.seats
        else:
            undealt(variant, seats)
        strategies = {
            s: players if isinstance(players, str) else players.get(s, "greedy") for s in SEATS[:seats]
        }
        for name in strategies.values():
            player(name)
        for seat in (you, *people):
            if seat is not None and seat not in tuple(SEATS[:seats]):
                text, there = clip(seat) or say("quoted", text=""), ", ".join(SEATS[:seats])
                raise Unreadable(say("error.no-seat", seat=text, seats=there))
        self.variant, self.seats, self.players = variant, seats, strategies
        self.you = None if you is None else SEATS.index(you)
        some = tuple(sorted({SEATS.index(seat) for seat in people}))
        self.screen = Screen(some) if len(some) > 1 else None
        self.names = tuple(self._name(s) for s in range(seats))
        self.cut, dealer = cut(variant, seats, self.seed)
        self.match: Match = new_match(variant, seats, dealer)
        self.done: list[Played] = []
        self.remark = ""
        self._deal(start)

    def _start(self) -> Deal | None:
        """The position to begin with, if there is one; cards it leaves open are dealt by the seed."""
        if self._position is None:
            return None
        return filled(read_position(self._position), self.seed)

    def _name(self, seat: int) -> str:
        given = str(self.names_given.get(SEATS[seat], "")).strip()
        return clip(given, 30) if given else say("told.you") if self.log_seat == seat else SEATS[seat]

    def _deal(self, start: Deal | None = None) -> None:
        """Deal the next deal of the match, or put up a position."""
        self.number = len(self.done) + 1
        before = before_deal(self.match) if start is None else start
        self.states: list[Deal] = [before]
        self.steps: list[Step] = []
        if before.phase == DEAL:
            self._do(Start(before.dealer, shuffled(before.game.cards, f"{self.seed}/{self.number}")))
        self._reshuffle()
        self._opening = len(self.steps)
        self._message: Json | None = None
        self._choose: Json | None = None
        self._said = 0
        if self.screen is not None:
            self.screen = Screen(self.screen.people)
        handed_on(self)

    @property
    def arguments(self) -> Json:
        """What it takes to put up the same table elsewhere, as JSON can carry it.

        >>> Table("basic", seed=7).arguments
        {'variant': 'basic', 'seats': 2, 'you': 'A', 'players': {'A': 'greedy', 'B': 'greedy'}, 'seed': '7'}
        """
        people = "".join(SEATS[s] for s in self.screen.people) if self.screen else ""
        said = {
            "people": people,
            "names": self.names_given,
            "position": self._position,
            "note": self.note,
            "title": self.title,
        }
        you = None if self.you is None else SEATS[self.you]
        always: Json = {"variant": code(self.variant), "seats": self.seats, "you": you}
        always |= {"players": self.players, "seed": self.seed}
        return always | {key: value for key, value in said.items() if value}

    @property
    def deal(self) -> Deal:
        """The deal as it stands."""
        return self.states[-1]

    @property
    def log_seat(self) -> int | None:
        """The seat whose eyes the log is written for: nobody's where several read it."""
        return NOBODY if self.screen is not None else self.you

    @property
    def message(self) -> Json | None:
        """What the table says about what was done last, as the frame has it."""
        return self._message

    # -- what to show --------------------------------------------------------------------------------

    def state(self) -> Json:
        """All that a front end needs: the frame to draw and the words around it."""
        return {"frame": self.frame(), "words": table_words()}

    def frame(self) -> Json:
        """What is to be seen now, as plain JSON."""
        return shown(self)

    def _match(self) -> Match:
        """The match as it stands with this deal, if that is over."""
        return after(self.match, self.deal) if self.deal.over and self._position is None else self.match

    def _letter(self) -> str:
        return "" if self.you is None else SEATS[self.you]

    def save(self) -> str:
        """The game so far as text, from which `handle` with ``resume`` goes on."""
        lines = tuple(s.line for s in self.steps)
        if self._position is not None:
            return "\n".join(lines)
        return dump(self.record())

    def record(self) -> Record:
        """The match so far as a record."""
        deals = (*self.done, self.played())
        return Record(self.variant, self.seats, deals, self.names, self.seed, self.cut, self.remark)

    def played(self) -> Played:
        """This deal so far, as it goes into a record."""
        notes = tuple((n, s.note) for n, s in enumerate(self.steps) if s.note)
        return Played(self.match.dealer, tuple(s.line for s in self.steps), notes)

    # -- what was done -------------------------------------------------------------------------------

    def handle(self, message: Mapping[str, Any]) -> None:
        """Take what somebody did at the front end; whatever happens is shown, nothing is raised."""
        self._said += 1
        before, turn, kind = self._message, self.deal.seat, ""
        kept = {**self.__dict__, "states": [*self.states], "steps": [*self.steps], "done": [*self.done]}
        self._message = self._choose = None
        try:
            if not isinstance(message, Mapping):
                raise Unreadable(say("error.intent", text=clip(str(message))))
            kind = str(message.get("type"))
            if self.screen and self.screen.covered and kind not in COVERED and not self.screen.calling:
                raise Unreadable(say("screen.covered"))
            intent = INTENTS.get(kind)
            if intent is None:
                raise Unreadable(say("error.intent", text=clip(kind)))
            intent(self, message)
        except IllegalAction as error:
            self._put_back(kept)
            broken = error.breach
            self._tell("refused", self._sentence(broken), broken.cards, broken.rule)
        except Ambiguous as error:
            self._put_back(kept)
            options = [{"line": c, "text": spoken(c)} for c in error.choices]
            self._choose = {"text": say("told.choose"), "options": options}
        except Unreadable as error:
            self._put_back(kept)
            self._tell("error", str(error))
        except Exception as error:
            self._put_back(kept)
            self._tell("error", say("error.inside", kind=type(error).__name__, why=error))
        stands = before is not None and (before["kind"] == "info" or self.deal.seat == turn)
        if kind in ("sort", "step") and self._message is None and stands:
            self._message = before
        handed_on(self)
        self.on_change(self.state())

    def _sentence(self, broken: Breach) -> str:
        """The reason of a refusal, with the names that the seats have at this table."""
        named = {
            key: self.names[SEATS.index(value)]
            for key, value in broken.facts.items()
            if key in ("who", "turn", "holder", "out") and value
        }
        if broken.rule == "turn.yours" and self.you is not None:
            return say("told.not-your-turn", turn=named["turn"])
        if named.get("out"):
            named["how"] = say(f"how.{broken.facts['ended']}", seat=named["out"])
        return broken._replace(facts={**broken.facts, **named}).sentence

    def _put_back(self, kept: Mapping[str, Any]) -> None:
        """Undo whatever an intent that failed has begun to change."""
        self.__dict__.update(kept, _message=None, _choose=None)

    def _tell(self, kind: str, text: str, cards: Sequence[Card] = (), rule: str = "") -> None:
        told: Json = {
            "n": self._said,
            "kind": kind,
            "text": text,
            "cards": [c.code for c in cards],
            "article": None,
        }
        if rule:
            about = article(rule)
            told["article"] = {
                "id": about.id,
                "number": about.number,
                "title": about.title,
                "text": about.text,
                "place": about.place,
            }
        self._message = told

    def _mine(self) -> int:
        """The seat that speaks when a person does something."""
        if self.you is not None:
            return self.you
        acting = to_act(self.deal)
        return acting[0] if acting else self.deal.seat

    def _do(self, action: Action, why: str = "") -> None:
        """Play an action, if it is legal, and write it down."""
        self._put(action, why)
        self._reshuffle()

    def _reshuffle(self) -> None:
        """Shuffle the discard pile into a new stock, where the deal asks for that."""
        deal = self.deal
        if deal.phase == SHUFFLE:
            order = shuffled(shuffled_part(deal), f"{self.seed}/{self.number}/{len(self.steps)}/shuffle")
            self._put(Shuffle(deal.seat, order))

    def _put(self, action: Action, why: str = "", note: str = "") -> None:
        """Play an action, if it is legal, and write it down."""
        deal = self.deal
        then = play(deal, action)
        line, text = write(action, deal), logged(deal, action, self.names, self.log_seat, then)
        self.states.append(then)
        self.steps.append(Step(action, line, text, why, note))

    def _person(self, action: Action) -> None:
        """A person's action. A draw while others may still call lets them answer first."""
        deal = self.deal
        if self.screen and self.screen.covered and not isinstance(action, Call):
            raise Unreadable(say("screen.covered"))
        reaches = isinstance(action, Draw | Take | Split) and deal.phase == CALL and action.seat == self.you
        if not reaches or breach(deal, action) is not None:
            self._do(action)
            return
        if deal.window and deal.window.open >> action.seat & 1:
            self._do(simple(Pass, action.seat))
        while self.deal.phase == CALL and self._waiting() is not None:
            self._step()
        if self.deal.seat == action.seat and self.deal.window and not self.deal.window.called:
            self._do(action)
        else:
            self._tell("info", say("told.called-first"))

    def _waiting(self) -> int | None:
        """The computer seat that acts next, None while a person is to act or the deal is over.

        While rummy may be called the table waits for the person first; the computer players answer in an
        order that the seed shuffles.
        """
        deal = self.deal
        acting = to_act(deal)
        if not acting:
            return None
        people = self.screen.people if self.screen else (self.you,)
        if deal.phase != CALL or deal.window is None:
            return None if acting[0] in people else acting[0]
        open_seats = [s for s in acting if deal.window.open >> s & 1]
        if any(s in people for s in open_seats):
            return None
        if not open_seats:
            return None if acting[0] in people else acting[0]
        return self._chance("calls").choice(open_seats)

    def _chance(self, what: str) -> Random:
        """Chance that is the same whenever this moment comes again."""
        return Random(f"{self.seed}/{self.number}/{len(self.steps)}/{what}")

    def _step(self) -> None:
        seat = self._waiting()
        if seat is None:
            return
        choice = self._player(seat)(seen_by(self.deal, seat), seat, self._chance("play"))
        self._do(choice.action, choice.why)

    def _player(self, seat: int) -> Player:
        """Who plays a seat; a planner whose budget was not named keeps nobody waiting."""
        name = self.players[SEATS[seat]]
        return planner(milliseconds=PATIENCE) if name == "planner" else player(name)

    def _replayed(self, action: Action, note: str = "") -> None:
        """Play a stored action again, with the reason if its computer player would choose it again.

        A planner is not asked again: it would think anew about every move of the game.
        """
        why = ""
        people = self.screen.people if self.screen else (self.you,)
        asked = action.seat not in people and not self.players[SEATS[action.seat]].startswith("planner")
        if asked and not isinstance(action, Start | Shuffle):
            who = self._player(action.seat)
            choice = who(seen_by(self.deal, action.seat), action.seat, self._chance("play"))
            why = choice.why if choice.action is action else ""
        self._put(action, why, note)

    def _undo_to(self) -> int | None:
        """The step to take back to: the person's last action (when watching, the last)."""
        first = max(self._opening, self.screen.since if self.screen else 0)
        for at in range(len(self.steps) - 1, first - 1, -1):
            mine = self.you is None or self.steps[at].action.seat == self.you
            if mine and not isinstance(self.steps[at].action, Shuffle):
                return at
        return None
