"""Actions and deals as values: one object for each action, the same after a journey through a pickle."""

import pickle
from random import Random

import pytest

from rummy.law import legal_actions, play
from rummy.steps import new_deal
from rummy.variants import find


@pytest.mark.parametrize(("name", "seats"), [("rummy-500", 5), ("500-rum", 3), ("basic", 4)])
def test_a_deal_and_its_actions_come_back_from_a_pickle_as_they_went(name, seats):
    deal, chance = new_deal(find(name), seats, seed=3), Random(1)
    while not deal.over:
        assert pickle.loads(pickle.dumps(deal)) == deal
        actions = legal_actions(deal)
        assert all(pickle.loads(pickle.dumps(a)) is a for a in actions)
        deal = play(deal, chance.choice(actions))
