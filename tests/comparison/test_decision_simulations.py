"""How often decisions are right, by small simulations; simulate_decisions.py has the large ones."""

from __future__ import annotations

import duckdb
import numpy as np
import pytest

from comparison import simulate_evidence
from comparison.simulate_decisions import false_falls, level, pilot, promised

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("shape", ["normal", "85 % ties", "Cauchy", "-1, 0, 1"])
def test_without_an_effect_few_decide(shape: str) -> None:
    """Of 1,000 about 25 each way, 25 more are five standard deviations off; none ships with fewer than 30 units."""
    with duckdb.connect() as con:
        random = np.random.default_rng(1)
        assert level(con, random, shape, 20, 1000)[0] == 0
        assert max(level(con, random, shape, 60, 1000)) <= 5


def test_few_alarms_without_a_fall() -> None:
    with duckdb.connect() as con:
        but, shipped = false_falls(con, np.random.default_rng(2), 400, 1, 3, 400)
    assert shipped > 80
    assert but <= 4


@pytest.mark.parametrize("test", ["t", "sign"])
@pytest.mark.parametrize(("shape", "n", "shift"), [("normal", 60, 0.2), ("normal", 12, -0.4), ("hits", 60, 0.2)])
def test_so_many_more_units_decide_as_often_as_promised(test: str, shape: str, n: int, shift: float) -> None:
    with duckdb.connect() as con:
        _, share = promised(con, np.random.default_rng(3), pilot(shape, n, shift), 300, test)
    assert 70 <= share <= 93


def test_wins_and_means_that_differ_promise_nothing_by_sign() -> None:
    with duckdb.connect() as con:
        units = np.concatenate([np.full(20, 3.0), np.full(30, -1.0)])
        assert promised(con, np.random.default_rng(4), units, 1, "sign")[0] is None


@pytest.mark.parametrize("name", simulate_evidence.KINDS)
@pytest.mark.parametrize("per_cluster", [1, 5])
def test_without_an_effect_few_decide_by_other_evidence(name: str, per_cluster: int) -> None:
    """Of 400 about 10 each way, 14 more are more than four standard deviations off."""
    with duckdb.connect() as con:
        random = np.random.default_rng(5)
        n = 300 if per_cluster > 1 else 100
        assert max(simulate_evidence.level(con, name, random, 400, n, per_cluster)) <= 6
        if per_cluster == 1:
            assert min(simulate_evidence.power(con, name, random, 100, 200, 0.8)) >= 60
