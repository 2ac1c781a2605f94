"""The two public engines we measure beside: OpenSpiel's gin_rummy stepped from Python, RLCard's gin rummy."""

from __future__ import annotations

import sys
from importlib import import_module, util
from random import Random
from typing import Any

from contest import Entrant, Work

PACKAGES = {"pyspiel": "open_spiel", "rlcard": "rlcard"}


def installed(module: str) -> bool:
    """Is the rival there?"""
    return util.find_spec(module) is not None


def need(module: str) -> None:
    """Leave with one sentence when a rival that the bar needs is missing."""
    if not installed(module):
        sys.stderr.write(
            f"This benchmark measures beside {PACKAGES[module]}, which is not installed: "
            "install the extra with  pip install -e '.[bench]'  and run it again.\n"
        )
        raise SystemExit(2)


def open_spiel() -> Entrant:
    """One hand of gin_rummy; the cards that come by chance cost time but are no decisions."""
    game: Any = import_module("pyspiel").load_game("gin_rummy")

    def hand(rng: Random) -> Work:
        random = rng.random
        state = game.new_initial_state()
        decisions = listed = 0
        while not state.is_terminal():
            chance = state.is_chance_node()
            actions = state.legal_actions()  # at a chance node: the unseen cards, all equally likely
            if not chance:
                decisions += 1
                listed += len(actions)
            state.apply_action(actions[int(random() * len(actions))])
        return Work(decisions, listed)

    return hand


def open_spiel_bot() -> Entrant:
    """One hand of gin_rummy between two of its simple bots, which are C++ inside."""
    pyspiel: Any = import_module("pyspiel")
    game: Any = pyspiel.load_game("gin_rummy")
    bots = [pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), player) for player in (0, 1)]

    def hand(rng: Random) -> Work:
        random = rng.random
        state = game.new_initial_state()
        decisions = 0
        for bot in bots:
            bot.restart()
        while not state.is_terminal():
            if state.is_chance_node():
                actions = state.legal_actions()
                state.apply_action(actions[int(random() * len(actions))])
            else:
                decisions += 1
                state.apply_action(bots[state.current_player()].step(state))
        return Work(decisions)

    return hand


def rlcard() -> Entrant:
    """One hand at RLCard's game level, without its observations; its two scoring steps are counted too."""
    new_game: Any = import_module("rlcard.games.gin_rummy.game").GinRummyGame
    seeded: Any = import_module("numpy").random.RandomState

    def hand(rng: Random) -> Work:
        random = rng.random
        game = new_game()
        game.np_random = seeded(int(random() * 2**32))
        game.init_game()
        decisions = listed = 0
        while not game.is_over():
            actions = game.judge.get_legal_actions()
            decisions += 1
            listed += len(actions)
            game.step(actions[int(random() * len(actions))])
        return Work(decisions, listed)

    return hand
