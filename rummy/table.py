"""The table: the controller that plays on behalf of people and computer players; it draws nothing.

`Table.state` is what a front end shows (plain JSON), `Table.handle` takes what somebody did there. The
contract is written down in ``docs/contributing.md``. Rules are only asked here, never known.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from random import Random, SystemRandom
from typing import Any, NamedTuple

from rummy.actions import (
    DOUBLE,
    SEATS,
    Action,
    Call,
    Discard,
    Draw,
    LayDown,
    Pass,
    Shuffle,
    Split,
    Start,
    Swap,
    Take,
    lay_down,
    simple,
    swap,
    take,
)
from rummy.cards import JOKER, Card, card, cards, shuffled, unpack
from rummy.deal import CALL, DEAL, SHUFFLE, Deal, seen_by, undealt
from rummy.frames import Seen, frame_of, logged
from rummy.law import breach, play, to_act
from rummy.lines import parse, write
from rummy.match import Match, after, before_deal, cut, new_match
from rummy.players import PLAYERS
from rummy.positions import filled, named
from rummy.positions import position as read_position
from rummy.record import Played, Record, dump, read, replay
from rummy.rules import Breach, IllegalAction, article
from rummy.steps import shuffled_part
from rummy.variants import Variant, code, find, variants
from rummy.words import Ambiguous, Unreadable, catalogue, clip, listed, say

Json = dict[str, Any]


class Step(NamedTuple):
    """One action of the deal, as the log keeps it."""

    action: Action
    line: str
    text: str
    why: str


class Table:
    """A table with people and computer players at it.

    Args:
        variant: a name, a name with changed options, or a `Variant`.
        seats: how many sit at the table.
        you: the seat that a person plays; None to watch.
        players: the strategy of the computer players, or one for each seat by its letter.
        seed: what the packs are shuffled by; by chance if None.
        names: what the seats are called, by letter.
        position: a position to begin with instead of a whole match, as `rummy.positions` reads it, or
            the name of one that comes with the package.
        note: a sentence to show above the table.
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
        seats: int = 2,
        you: str | None = "A",
        players: str | Mapping[str, str] = "greedy",
        seed: int | str | None = None,
        names: Mapping[str, str] | None = None,
        position: Mapping[str, Any] | str | None = None,
        note: str = "",
        key: str | None = None,
        on_change: Callable[[Json], None] | None = None,
    ) -> None:
        _fitting(variant=variant, seats=seats, you=you, players=players, seed=seed)
        _fitting(names=names, position=position, note=note)
        self.on_change = on_change or (lambda state: None)
        if isinstance(position, str):
            position = named(position)
        self.note = note or str((position or {}).get("note", ""))
        self.sort = "suit"
        self.names_given = dict(names or {})
        self._position = dict(position) if position is not None else None
        asked = repr((variant, seats, you, seed, position))
        self.key = key or "table-" + hashlib.sha256(asked.encode()).hexdigest()[:10]
        self._set(find(variant) if isinstance(variant, str) else variant, seats, you, players, seed)

    # -- beginning -----------------------------------------------------------------------------------

    def _set(
        self, variant: Variant, seats: int, you: str | None, players: str | Mapping[str, str], seed: object
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
            if name not in PLAYERS:
                raise Unreadable(say("error.player", text=clip(name), names=", ".join(PLAYERS)))
        if you is not None and you not in tuple(SEATS[:seats]):
            raise Unreadable(say("error.no-seat", seat=clip(str(you)), seats=", ".join(SEATS[:seats])))
        self.variant, self.seats, self.players = variant, seats, strategies
        self.you = None if you is None else SEATS.index(you)
        self.names = tuple(self._name(s) for s in range(seats))
        self.cut, dealer = cut(variant, seats, self.seed)
        self.match: Match = new_match(variant, seats, dealer)
        self.done: list[Played] = []
        self._deal(start)

    def _start(self) -> Deal | None:
        """The position to begin with, if there is one; cards it leaves open are dealt by the seed."""
        if self._position is None:
            return None
        return filled(read_position(self._position), self.seed)

    def _name(self, seat: int) -> str:
        given = str(self.names_given.get(SEATS[seat], "")).strip()
        return clip(given, 30) if given else say("told.you") if seat == self.you else SEATS[seat]

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

    @property
    def deal(self) -> Deal:
        """The deal as it stands."""
        return self.states[-1]

    # -- what to show --------------------------------------------------------------------------------

    def state(self) -> Json:
        """All that a front end needs: the frame to draw and the words around it."""
        return {"frame": self.frame(), "words": table_words()}

    def frame(self) -> Json:
        """What is to be seen now, as plain JSON."""
        frame = frame_of(
            Seen(
                self.deal,
                self.you,
                self.names,
                self.match,
                self.sort,
                self._waiting(),
                self._position is None,
                self._came(),
            )
        )
        frame.update(
            key=self.key,
            fresh=len(self.steps) == self._opening and not self.done,
            save=self.save(),
            seed=None if self._position is not None else self.seed,
            deal_no=self.number,
            note="" if self.deal.over else self.note,
            message=self._message,
            choose=self._choose or frame["choose"],
            log=[
                {"n": n, "seat": SEATS[s.action.seat], "text": s.text, "why": bool(s.why)}
                for n, s in list(enumerate(self.steps))[-60:]
            ],
            menu=self._menu(),
        )
        frame["can"].update(
            undo=self._undo_to() is not None,
            step=frame["wait"] is not None,
            again=True,
            next=self._position is None and self.deal.over and not self._match().over,
        )
        return frame

    def _match(self) -> Match:
        """The match as it stands with this deal, if that is over."""
        return after(self.match, self.deal) if self.deal.over and self._position is None else self.match

    def _menu(self) -> Json:
        here = self.variant
        known = [(v.id, v.title, v) for v in variants().values()]
        if here.overrides():
            known.append((code(here), say("told.house", title=here.title), here))
        return {
            "variants": [
                {"id": i, "title": title, "blurb": v.blurb, "seats": _seatings(v)} for i, title, v in known
            ],
            "seats": _seatings(here),
            "players": [{"id": name, "title": say(f"player.{name}")} for name in PLAYERS],
            "chosen": {
                "variant": code(here),
                "seats": self.seats,
                "player": next((p for s, p in self.players.items() if s != self._letter()), "greedy"),
                "seed": self.seed,
                "watch": self.you is None,
                "names": {SEATS[s]: name for s, name in enumerate(self.names)},
            },
        }

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
        now = Played(self.match.dealer, tuple(s.line for s in self.steps))
        return Record(self.variant, self.seats, (*self.done, now), self.names, self.seed, self.cut)

    def _came(self) -> tuple[Card, ...]:
        """The cards that came into the hand of the seat in turn this turn."""
        deal = self.deal
        for at in range(len(self.steps) - 1, -1, -1):
            action = self.steps[at].action
            if action.seat != deal.seat or isinstance(action, Discard | Start):
                return ()
            if isinstance(action, Draw):
                return (self.states[at].stock or self.states[at].discards)[:1]
            if isinstance(action, Shuffle):
                return action.order[:1]
            if isinstance(action, Take | Split | Call):
                return deal.turn.taken
        return ()

    # -- what was done -------------------------------------------------------------------------------

    def handle(self, message: Mapping[str, Any]) -> None:
        """Take what somebody did at the front end; whatever happens is shown, nothing is raised."""
        self._said += 1
        before, kind = self._message, ""
        kept = {**self.__dict__, "states": [*self.states], "steps": [*self.steps], "done": [*self.done]}
        self._message = self._choose = None
        try:
            if not isinstance(message, Mapping):
                raise Unreadable(say("error.intent", text=clip(str(message))))
            kind = str(message.get("type"))
            intent = _INTENTS.get(kind)
            if intent is None:
                raise Unreadable(say("error.intent", text=clip(kind)))
            intent(self, message)
        except IllegalAction as error:
            self._put_back(kept)
            broken = error.breach
            self._tell("refused", self._sentence(broken), broken.cards, broken.rule)
        except Ambiguous as error:
            self._put_back(kept)
            options = [{"line": c, "text": self._spoken(c)} for c in error.choices]
            self._choose = {"text": say("told.choose"), "options": options}
        except Unreadable as error:
            self._put_back(kept)
            self._tell("error", str(error))
        except Exception as error:
            self._put_back(kept)
            self._tell("error", say("error.inside", kind=type(error).__name__, why=error))
        if kind in ("sort", "step") and self._message is None:
            self._message = before
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
            named["how"] = say("how.out", seat=named["out"])
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
            }
        self._message = told

    def _spoken(self, line: str) -> str:
        """A line with its cards as they are printed."""
        words = []
        for word in line.split():
            one, equals, stands = word.partition("=")
            try:
                words.append(f"{card(one).glyph}{equals}{card(stands).glyph if stands else ''}")
            except Unreadable:
                words.append(word)
        return " ".join(words)

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

    def _put(self, action: Action, why: str = "") -> None:
        """Play an action, if it is legal, and write it down."""
        deal = self.deal
        then = play(deal, action)
        line, text = write(action, deal), logged(deal, action, self.names, self.you, then)
        self.states.append(then)
        self.steps.append(Step(action, line, text, why))

    def _person(self, action: Action) -> None:
        """A person's action. A draw while others may still call lets them answer first."""
        deal = self.deal
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
        if deal.phase != CALL or deal.window is None:
            return None if acting[0] == self.you else acting[0]
        open_seats = [s for s in acting if deal.window.open >> s & 1]
        if self.you in open_seats:
            return None
        if not open_seats:
            return None if acting[0] == self.you else acting[0]
        return self._chance("calls").choice(open_seats)

    def _chance(self, what: str) -> Random:
        """Chance that is the same whenever this moment comes again."""
        return Random(f"{self.seed}/{self.number}/{len(self.steps)}/{what}")

    def _step(self) -> None:
        seat = self._waiting()
        if seat is None:
            return
        player = PLAYERS[self.players[SEATS[seat]]]
        choice = player(seen_by(self.deal, seat), seat, self._chance("play"))
        self._do(choice.action, choice.why)

    def _replayed(self, action: Action) -> None:
        """Play a stored action again, with the reason if its computer player would choose it again."""
        why = ""
        if action.seat != self.you and not isinstance(action, Start | Shuffle):
            player = PLAYERS[self.players[SEATS[action.seat]]]
            choice = player(seen_by(self.deal, action.seat), action.seat, self._chance("play"))
            why = choice.why if choice.action is action else ""
        self._put(action, why)

    def _undo_to(self) -> int | None:
        """The step to take back to: the person's last action (when watching, the last)."""
        for at in range(len(self.steps) - 1, self._opening - 1, -1):
            mine = self.you is None or self.steps[at].action.seat == self.you
            if mine and not isinstance(self.steps[at].action, Shuffle):
                return at
        return None

    # -- intents -------------------------------------------------------------------------------------

    def _intent_say(self, message: Mapping[str, Any]) -> None:
        action = parse(_text(message, "line"), self.deal, self._mine())
        if self.you is not None and action.seat != self.you:
            raise Unreadable(say("error.own-seat", seat=SEATS[self.you]))
        self._person(action)

    def _intent_cards(self, message: Mapping[str, Any]) -> None:
        words, deal, mine = _list(message, "cards"), self.deal, self._mine()
        doubling = deal.course.named == DOUBLE
        if doubling and JOKER.code in words:
            words = [*(w for w in words if w != JOKER.code), "with", JOKER.code]
        action = parse(f"meld {' '.join(words)}", deal, mine)
        if doubling and isinstance(action, LayDown) and action.combination and not action.top:
            self._choice(action, lay_down(mine, action.combination, top=True))
        else:
            self._person(action)

    def _choice(self, *actions: Action) -> None:
        """Do the one of these actions that is legal; ask which, if several are."""
        fine = [action for action in actions if breach(self.deal, action) is None]
        if len(fine) > 1:
            lines = tuple(write(action, self.deal) for action in fine)
            raise Ambiguous(say("told.choose"), lines)
        self._person(fine[0] if fine else actions[0])

    def _intent_layoff(self, message: Mapping[str, Any]) -> None:
        """Cards on a meld: a lay-off, or an exchange for the joker that stands for them there."""
        some = _list(message, "cards") if "cards" in message else [_text(message, "card")]
        n, deal, mine = _number(message, "n"), self.deal, self._mine()
        exchange = self._exchange(some, n)
        if len(some) != 1:
            if exchange is None:
                raise Unreadable(say("told.one-at-a-time"))
            self._person(exchange)
            return
        action = parse(f"lay off {some[0]} on meld {n}", deal, mine)
        if exchange is None:
            self._person(action)
        elif breach(deal, action) is None:
            self._choice(action, exchange)
        else:
            self._person(exchange)

    def _exchange(self, some: list[str], n: int) -> Swap | None:
        """Exchanging these cards for a joker of a meld, if one there stands for any of them."""
        there = self.deal.table[n - 1 : n] if n > 0 else ()
        named = {c for code in some for c in cards(code)}
        swaps = self.deal.variant.jokers.swap != "never"
        if not swaps or not any(p.wild and _stands(p.stands_for, named) for m in there for p in m.now.placed):
            return None
        return swap(self._mine(), cards(" ".join(some)), n - 1)

    def _intent_swap(self, message: Mapping[str, Any]) -> None:
        """Cards for a joker, on whatever meld it lies."""
        some = _list(message, "cards")
        found = [self._exchange(some, n) for n in range(1, len(self.deal.table) + 1)]
        ways = [action for action in found if action is not None]
        if not ways:
            raise Unreadable(say("told.no-swap", card=listed([c.glyph for c in cards(" ".join(some))], "or")))
        self._choice(*ways)

    def _intent_discard(self, message: Mapping[str, Any]) -> None:
        self._person(parse(f"discard {_text(message, 'card')}", self.deal, self._mine()))

    def _intent_draw(self, message: Mapping[str, Any]) -> None:
        self._person(simple(Draw, self._mine()))

    def _intent_pass(self, message: Mapping[str, Any]) -> None:
        self._person(simple(Pass, self._mine()))

    def _intent_take(self, message: Mapping[str, Any]) -> None:
        at = _number(message, "place") - 1
        if not 0 <= at < len(self.deal.discards):
            raise Unreadable(say("error.no-place", at=at + 1))
        self._person(take(self._mine(), at, self.deal.discards[at]))

    def _intent_step(self, message: Mapping[str, Any]) -> None:
        self._step()

    def _intent_undo(self, message: Mapping[str, Any]) -> None:
        at = self._undo_to()
        if at is None:
            self._tell("info", say("told.nothing-to-undo"))
            return
        del self.states[at + 1 :], self.steps[at:]

    def _intent_again(self, message: Mapping[str, Any]) -> None:
        self._deal(self._start())

    def _intent_next(self, message: Mapping[str, Any]) -> None:
        if not self.deal.over:
            raise Unreadable(say("error.deal-not-over"))
        if self._match().over:
            raise Unreadable(say("error.match-over"))
        self.done.append(Played(self.match.dealer, tuple(s.line for s in self.steps)))
        self.match = after(self.match, self.deal)
        self._deal()

    def _intent_new(self, message: Mapping[str, Any]) -> None:
        names = message.get("names")
        if isinstance(names, Mapping):
            self.names_given = {str(k): str(v) for k, v in names.items() if str(v) != say("told.you")}
        chosen = str(message.get("variant") or code(self.variant))
        variant = self.variant if chosen == code(self.variant) else find(chosen)
        seats = _number(message, "seats") if message.get("seats") else self.seats
        watch = bool(message.get("watch", self.you is None))
        seed = message.get("seed")
        you = None if watch else self._letter() or "A"
        you = you if you is None or you in tuple(SEATS[:seats]) else "A"
        player = str(message.get("player") or "greedy")
        was, self._position = self._position, None
        try:
            self._set(variant, seats, you, player, clip(str(seed)) if seed not in (None, "") else None)
            self.note = ""
        except Unreadable:
            self._position = was
            raise

    def _intent_hint(self, message: Mapping[str, Any]) -> None:
        seat = self._mine()
        if seat not in to_act(self.deal):
            self._tell("info", say("told.no-hint"))
            return
        choice = PLAYERS["greedy"](seen_by(self.deal, seat), seat, self._chance("hint"))
        line = self._spoken(write(choice.action, self.deal))
        need = choice.action.play if isinstance(choice.action, Call) else choice.action
        self._tell("hint", say("told.hint", line=line, why=choice.why), unpack(getattr(need, "need", 0)))

    def _intent_why(self, message: Mapping[str, Any]) -> None:
        n = _number(message, "n")
        if not 0 <= n < len(self.steps) or not self.steps[n].why:
            raise Unreadable(say("error.no-why"))
        step = self.steps[n]
        self._tell("info", say("told.why", text=step.text.rstrip("."), why=step.why))

    def _intent_sort(self, message: Mapping[str, Any]) -> None:
        self.sort = "rank" if message.get("by") == "rank" else "suit"

    def _intent_article(self, message: Mapping[str, Any]) -> None:
        about = article(_text(message, "id"))
        self._tell("info", about.text, rule=about.id)

    def _intent_clear(self, message: Mapping[str, Any]) -> None:
        pass

    def _intent_resume(self, message: Mapping[str, Any]) -> None:
        text = _text(message, "text", most=20_000_000)
        if not text.startswith("rummy ="):
            if self._position is None:
                raise Unreadable(
                    say("error.record", where="1", why=say("error.no-record", where="", format=1))
                )
            self._deal(self._start())
            del self.states[1:], self.steps[:]
            for line in text.splitlines():
                self._replayed(parse(line, self.deal))
            return
        record = read(text)
        again = replay(record)
        if again.why or not record.deals:
            raise Unreadable(say("error.record", where=again.where, why=again.why))
        self._position, self.note = None, ""
        names = {SEATS[s]: n for s, n in enumerate(record.names) if n not in (say("told.you"), SEATS[s])}
        self.names_given = self.names_given | names
        you = None if self.you is None else SEATS[self.you] if self.you < record.seats else SEATS[0]
        self._set(record.variant, record.seats, you, self.players, record.seed)
        self.done = list(record.deals[:-1])
        self.match = new_match(self.variant, self.seats, record.deals[0].dealer)
        for states in again.states[: len(self.done)]:
            self.match = after(self.match, states[-1])
        self._deal()
        if record.deals[-1].lines:
            del self.states[1:], self.steps[:]
        for line in record.deals[-1].lines:
            self._replayed(parse(line, self.deal))


def _seatings(variant: Variant) -> list[int]:
    """How many may sit at a table of this variant."""
    return list(variant.seats())


def _stands(stands_for: Card, some: set[Card]) -> bool:
    """Does a joker that stands for this card, or for its rank, stand for one of these?"""
    return any(c is stands_for or (not stands_for.suit and c.rank == stands_for.rank) for c in some)


def _fitting(**arguments: object) -> None:
    """Refuse an argument of a table that is of another kind than it should be."""
    fits: dict[str, Callable[[Any], bool]] = {
        "variant": lambda v: isinstance(v, str | Variant),
        "seats": lambda v: type(v) is int,
        "you": lambda v: v is None or isinstance(v, str),
        "players": lambda v: isinstance(v, str) or _words(v),
        "names": lambda v: v is None or _words(v),
        "position": lambda v: v is None or isinstance(v, str | Mapping),
        "note": lambda v: isinstance(v, str),
        "seed": lambda v: (
            v is None or (type(v) is int and abs(v) < 10**18) or (isinstance(v, str) and len(v) < 100)
        ),
    }
    for name, value in arguments.items():
        if not fits[name](value):
            raise Unreadable(say("error.argument", name=name, form=say(f"form.{name}")))


def _words(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(w, str) for pair in value.items() for w in pair)


def _text(message: Mapping[str, Any], key: str, most: int = 200_000) -> str:
    value = message.get(key)
    if not isinstance(value, str) or len(value) > most:
        raise Unreadable(say("error.message", key=key))
    return value


def _number(message: Mapping[str, Any], key: str) -> int:
    value = message.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 10_000:
        raise Unreadable(say("error.message", key=key))
    return value


def _list(message: Mapping[str, Any], key: str) -> list[str]:
    value = message.get(key)
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise Unreadable(say("error.message", key=key))
    return value


def table_words() -> dict[str, str]:
    """The words of the front end, by their short id."""
    return {key.removeprefix("table."): text for key, text in catalogue().items() if key.startswith("table.")}


_INTENTS: dict[str, Callable[[Table, Mapping[str, Any]], None]] = {
    "meld": Table._intent_cards,
    **{
        name.removeprefix("_intent_"): getattr(Table, name)
        for name in dir(Table)
        if name.startswith("_intent_") and name != "_intent_cards"
    },
}
