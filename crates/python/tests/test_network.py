import numpy as np
import pytest

from gosedai import Network, Position, Record, RequestError


def test_a_batch_is_what_its_positions_are_alone(game):
    network = Network()
    positions = [Record.read(game).position(number) for number in (0, 40, 126)]
    together = network.evaluate(positions, threads=2)
    assert together.policy.shape == together.ownership.shape == (3, 19, 19)
    assert all(array.dtype == np.float32 for array in together)
    np.testing.assert_allclose(together.policy.sum((1, 2)) + together.pass_policy, 1, atol=1e-4)
    for number, position in enumerate(positions):
        alone = network.evaluate([position], threads=1)
        for one, many in zip(alone, together):
            np.testing.assert_array_equal(one[0], many[number])
        assert (alone.policy[0][position.array() != 0] == 0).all()


def test_figures_are_as_black_sees_them():
    board = "\n".join(["X X X . ."] * 3 + [". . . . ."] * 2)
    position = Position.parse(board)
    position.to_play = "white"
    seen = Network().evaluate([position])
    assert seen.ownership[0, :3, :3].mean() > 0.5 and seen.win[0] > 0.5 and seen.score[0] > 0


def test_what_cannot_be_one_batch_is_said():
    network = Network()
    with pytest.raises(RequestError, match="one size"):
        network.evaluate([Position(9), Position(19)])
    assert network.evaluate([]).win.shape == (0,)
    assert len(network.about) > 0 and min(network.shape) > 0
    with pytest.raises(Exception, match="nowhere.gnet"):
        Network("nowhere.gnet")
