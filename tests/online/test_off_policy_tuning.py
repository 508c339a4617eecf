"""The clip, the switch and the shrinkage by an estimate of their error: against numpy, and simulations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankhouse
from copied import copy_macros
from executed import commanded
from helpers import policies
from helpers.examples import examples
from online.test_off_policy import WAYS, asked, logged
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from recorded import off_policy as recorded

CANDIDATES = {"clip": (2.0, 0.5), "switch": (2.0, 0.5), "shrinkage": (4.0, 0.25)}
PARAMETERS = {"ips": "clip", "dr": "clip", "switch_dr": "switch", "dros": "shrinkage"}


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def tuned(con: duckdb.DuckDBPyConnection, way: str, **more: Any) -> dict[Any, dict[str, Any]]:
    found = asked(con, way, "off_policy_tuning", **more)
    return {(row["estimator"], row["candidate"]): row for row in found}


def of_definition(name: str, rows: Any, candidate: float | None) -> dict[str, float | None]:
    """bias: the mean of what the limit takes from each row, as Su et al. (2020) have it."""
    logging, target, reward, predicted, _ = np.array(rows, float).T
    w = target / logging
    limit = np.inf if candidate is None else candidate
    used = {
        "ips": np.minimum(w, limit),
        "dr": np.minimum(w, limit),
        "switch_dr": w * (w <= limit),
        "dros": w if candidate is None else candidate * w / (w**2 + candidate),
    }[name]
    figures = policies.single(name, rows, **{PARAMETERS[name]: limit})
    bias = ((used - w) * (reward - (0 if name == "ips" else predicted))).mean()
    rmse = None if figures["error"] is None else np.hypot(figures["error"], bias)
    return {"value": figures["value"], "std_error": figures["error"], "bias": bias, "rmse": rmse}


shares = st.tuples(st.sampled_from([0.1, 0.25, 0.5, 1.0]), st.sampled_from([0.0, 0.2, 0.7, 1.0]))
numbers = st.integers(-4, 4).map(float)
row = st.tuples(shares, numbers, numbers, numbers).map(lambda one: (*one[0], *one[1:]))


@pytest.mark.parametrize("way", WAYS)
@given(rows=st.lists(row, min_size=1, max_size=12))
@examples(5)
def test_figures_are_those_of_the_definition(con: duckdb.DuckDBPyConnection, way: str, rows: list[Any]) -> None:
    logged(con, rows)
    found = tuned(con, way, estimators=tuple(PARAMETERS), **CANDIDATES)
    assert len(found) == 12
    for (name, candidate), figures in found.items():
        known = of_definition(name, rows, candidate)
        assert figures["parameter"] == PARAMETERS[name]
        assert {key: figures[key] for key in known} == pytest.approx(known, abs=1e-9)
    for name in PARAMETERS:
        candidates = [one for one in found if one[0] == name]
        (chosen,) = [one for one in candidates if found[one]["is_chosen"]]
        if len(rows) > 1:
            lowest = min(found[one]["rmse"] for one in candidates)
            assert found[chosen]["rmse"] == lowest
        else:
            assert chosen[1] is None


@pytest.mark.parametrize("way", WAYS)
def test_rows_are_those_of_off_policy_with_that_limit(con: duckdb.DuckDBPyConnection, way: str) -> None:
    logged(con, recorded.logged(recorded.log(*recorded.LOGS["far"])))
    found = tuned(con, way, estimators=tuple(PARAMETERS), **CANDIDATES)
    for (name, candidate), figures in found.items():
        limits = dict.fromkeys(("switch", "shrinkage"), 1e12) | {PARAMETERS[name]: candidate}
        limits |= {PARAMETERS[name]: 1e30} if candidate is None else {}
        (known,) = asked(con, "dbt", "off_policy", estimators=(name,), **limits)
        for key in ("value", "std_error", "ci_low", "ci_high", "n", "effective_size", "n_left_out"):
            assert figures[key] == pytest.approx(known[key])


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("kind", "name"), [("slate", "sips"), ("item", "iips"), ("prefix", "rips")])
def test_slates(con: duckdb.DuckDBPyConnection, way: str, kind: str, name: str) -> None:
    logged(con, recorded.logged_slates(recorded.slates(*recorded.SLATES["far"]), kind))
    found = tuned(con, way, estimators=(name,), clip=(1.5, 3.0))
    values = {}
    for (_, candidate), figures in found.items():
        more = {} if candidate is None else {"clip": candidate}
        (known,) = asked(con, "dbt", "off_policy", estimators=(name,), **more)
        assert (figures["value"], figures["std_error"]) == pytest.approx((known["value"], known["std_error"]))
        values[candidate] = figures["value"], figures["std_error"]

    def rmse(candidate: float | None) -> tuple[float, float]:
        value, error = values[candidate]
        return round(float(np.hypot(error, value - values[None][0])), 12), -(candidate or np.inf)

    best = min(values, key=rmse)
    assert [candidate for (_, candidate), one in found.items() if one["is_chosen"]] == [best]


@pytest.mark.parametrize("way", WAYS)
def test_of_equal_candidates_the_highest(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """No weight is above 1."""
    logged(con, [(1.0, 0.5, float(n % 3), 0, 0) for n in range(30)])
    found = tuned(con, way, estimators=("ips",), clip=(5.0, 1.0, 20.0))
    assert [candidate for (_, candidate), one in found.items() if one["is_chosen"]] == [None]


@pytest.mark.parametrize("way", WAYS)
def test_each_group_has_its_own_choice(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """One row of 1,000 weighs 50. Unclipped its error is 0.05; a clip of 10 has a bias of 0.04, one of 1 of 0.049."""
    calm = [(0.5, 0.5, 1.0, 0, 0, None, None, "calm")] * 200
    noisy = [*[(0.5, 0.5, 0.5, 0, 0, None, None, None)] * 999, (0.01, 0.5, 1.0, 0, 0, None, None, None)]
    logged(con, [*calm, *noisy])
    found = asked(con, way, "off_policy_tuning", clip=(1.0, 10.0), by=("shop",))
    chosen = {row["shop"]: row for row in found if row["is_chosen"]}
    assert {shop: row["candidate"] for shop, row in chosen.items()} == {"calm": None, None: 10.0}
    assert chosen[None]["bias"] == pytest.approx(-0.04)


def drawn(rng: np.random.Generator, runs: int, n: int, spread: float, model: float) -> tuple[pa.Table, float]:
    """Logs of two random policies over 20 actions, and the value. spread: of log odds; model: its errors."""
    actions = 20
    means = np.linspace(0.02, 0.3, actions)
    policy = [np.exp(spread * rng.normal(size=actions)) for _ in range(2)]
    logging, target = (one / one.sum() for one in policy)
    predicted = means * (1 + model * rng.normal(size=actions))
    action = rng.choice(actions, runs * n, p=logging)
    columns = {
        "run": np.repeat(np.arange(runs), n),
        "logging_probability": logging[action],
        "target_probability": target[action],
        "reward": (rng.random(runs * n) < means[action]).astype(float),
        "predicted_reward": predicted[action],
        "target_predicted_reward": np.full(runs * n, target @ predicted),
    }
    return pa.table(columns), float(target @ means)


def errors(con: duckdb.DuckDBPyConnection, estimator: str, seed: int, **settings: Any) -> dict[Any, float]:
    """The root mean squared error over 200 logs, by candidate and of the candidate that each log chose."""
    table, value = drawn(np.random.default_rng(seed), 200, **settings)
    con.register("logs", table)
    rows = rankhouse.off_policy_tuning("logs", estimator, by="run", con=con).fetchall()
    con.unregister("logs")
    squares: dict[Any, list[float]] = {}
    for row in rows:
        _, _, _, candidate, found, *_ = row
        squares.setdefault(candidate, []).append((found - value) ** 2)
        if row[10]:
            squares.setdefault("chosen", []).append((found - value) ** 2)
    assert {len(one) for one in squares.values()} == {200}
    return {key: float(np.sqrt(np.mean(one))) for key, one in squares.items()}


def test_the_choice_is_near_the_best_one(con: duckdb.DuckDBPyConnection) -> None:
    """Six pairs of policies: nobody knows the best candidate beforehand."""
    of_best, of_unlimited = [], []
    for seed in range(6):
        for estimator in ("ips", "dros"):
            found = errors(con, estimator, seed, n=1000, spread=[1.0, 2.0][seed % 2], model=0.5)
            chosen = found.pop("chosen")
            of_best.append(chosen / min(found.values()))
            of_unlimited.append(chosen / found[None])
    assert np.median(of_best) < 1.4
    assert max(of_best) < 3.6
    assert max(of_unlimited) < 1.11
    assert min(of_unlimited) < 0.11


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"estimators": ("snips",)}, "unknown estimator with a limit 'snips'"),
        ({"estimators": ("ips", "sips")}, "must read the same probabilities"),
        ({"clip": ()}, "clip is a list of candidates"),
        ({"switch": (2, 0)}, "switch: a candidate is a finite number above 0, got '0'"),
        ({"shrinkage": ("x",)}, "shrinkage: a candidate is a finite number above 0, got 'x'"),
        ({"by": ("rmse",)}, "rmse"),
    ],
)
def test_arguments_that_are_wrong(con: duckdb.DuckDBPyConnection, more: dict[str, Any], message: str) -> None:
    logged(con, [(0.5, 0.5, 1.0, 0, 0)])
    with pytest.raises(InputError, match=message):
        rankhouse.off_policy_tuning("log", **more, con=con)
    with pytest.raises(InputError, match=message):
        macros("duckdb").off_policy_tuning(
            "main.log", **{key: list(value) if isinstance(value, tuple) else value for key, value in more.items()}
        )


@pytest.mark.parametrize("way", ["dbt", "table macro"])
def test_rows_that_are_wrong_are_counted_in_sql_and_refused_in_python(con: duckdb.DuckDBPyConnection, way: str) -> None:
    logged(con, [(0.5, 0.5, 1.0, 0, 0), (0.0, 0.5, 1.0, 0, 0), (0.5, 0.2, None, 0, 0)])
    assert {(row["n"], row["n_left_out"]) for row in tuned(con, way).values()} == {(1, 2)}
    with pytest.raises(InputError, match="log"):
        rankhouse.off_policy_tuning("log", con=con)


def test_the_command(con: duckdb.DuckDBPyConnection, tmp_path: Any) -> None:
    logged(con, recorded.logged(recorded.log(*recorded.LOGS["far"])))
    file = str(tmp_path / "log.parquet")
    con.execute(f"copy log to '{file}'")
    command = ["off-policy-tuning", file, "--estimator", "ips", "--clip", "2", "--clip", "20", "--format", "csv"]
    status, out, _ = commanded(command)
    assert status == 0
    found = [line.split(",") for line in out.strip().splitlines()[1:]]
    assert [line[:3] for line in found] == [["ips", "clip", "2.0"], ["ips", "clip", "20.0"], ["ips", "clip", ""]]
    known = asked(con, "dbt", "off_policy_tuning", clip=[2, 20])
    assert sorted(float(line[3]) for line in found) == pytest.approx(sorted(row["value"] for row in known))
