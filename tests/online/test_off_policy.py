"""Policies on the logs of others: against Open Bandit Pipeline, a twin in numpy, all slates there are, simulations."""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
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
from rankhouse import plot
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from recorded import off_policy as recorded

RECORDED = json.loads((Path(__file__).parents[1] / "recorded" / "off_policy" / "values.json").read_text())
WAYS = ("dbt", "table macro", "python")
ACTIONS = ("ips", "snips", "dm", "dr", "sndr", "switch_dr", "dros")
KINDS = {"slate": ("sips", "snsips"), "item": ("iips", "sniips"), "prefix": ("rips", "snrips", "cascade_dr")}
LIMITS = {"switch": recorded.SWITCH, "shrinkage": recorded.SHRINKAGE}
TYPES = (*[pa.float64()] * 5, pa.int32(), pa.int32(), pa.string(), pa.float64(), pa.float64())
COLUMNS = (*recorded.COLUMNS, "shop", "baseline_probability", "baseline_predicted_reward")


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def logged(con: duckdb.DuckDBPyConnection, rows: Sequence[Sequence[Any]]) -> None:
    """Rows of COLUMNS, or of the first of them."""
    full = [[*row, *[None] * (len(COLUMNS) - len(row))] for row in rows]
    columns = {
        name: pa.array([row[place] for row in full], type_)
        for place, (name, type_) in enumerate(zip(COLUMNS, TYPES, strict=True))
    }
    con.register("rows_of_log", pa.table(columns))
    con.execute("create or replace table log as from rows_of_log")
    con.unregister("rows_of_log")


def written(value: Any) -> str:
    if isinstance(value, dict):
        return f"map {value!r}"
    return "null" if value is None else repr(list(value) if isinstance(value, tuple) else value)


def asked(con: duckdb.DuckDBPyConnection, way: str, name: str, **arguments: Any) -> list[dict[str, Any]]:
    if way == "dbt":
        arguments = {key: list(value) if isinstance(value, tuple) else value for key, value in arguments.items()}
        found = con.sql(str(getattr(macros("duckdb"), name)("main.log", **arguments)))
    elif way == "python":
        found = getattr(rankhouse, name)("log", **arguments, con=con)
    else:
        given = ", ".join(["'log'", *(f'"{key}" := {written(value)}' for key, value in arguments.items())])
        found = con.sql(f"from {name}({given})")
    rows = [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]
    return sorted(rows, key=lambda row: str(row.get("shop")))


def estimates(con: duckdb.DuckDBPyConnection, way: str, estimators: Sequence[str], **more: Any) -> dict[Any, Any]:
    found = asked(con, way, "off_policy", estimators=tuple(estimators), **more)
    return {(row["shop"], row["estimator"]) if "by" in more else row["estimator"]: row for row in found}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", recorded.LOGS)
def test_values_are_those_of_open_bandit_pipeline(con: duckdb.DuckDBPyConnection, way: str, name: str) -> None:
    logged(con, recorded.logged(recorded.log(*recorded.LOGS[name])))
    found = {one: row["value"] for one, row in estimates(con, way, ACTIONS, **LIMITS).items()}
    clipped = estimates(con, way, ["ips", "snips", "dr", "sndr"], clip=recorded.CLIP)
    found |= {f"{one}, clipped": clipped[one]["value"] for one in ("ips", "dr")}
    assert found == pytest.approx(RECORDED["logs"][name], abs=1e-12)
    # Weights that are divided by their mean are not clipped, there or here.
    assert clipped["snips"]["value"] == found["snips"] and clipped["sndr"]["value"] == found["sndr"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", recorded.SLATES)
def test_values_of_slates_are_those_of_open_bandit_pipeline(
    con: duckdb.DuckDBPyConnection, way: str, name: str
) -> None:
    slates = recorded.slates(*recorded.SLATES[name])
    found = {}
    for kind, estimators in KINDS.items():
        logged(con, recorded.logged_slates(slates, kind))
        figures = estimates(con, way, estimators)
        found |= {one: row["value"] for one, row in figures.items()}
        assert {row["n"] for row in figures.values()} == {len(slates)}
    assert found == pytest.approx(RECORDED["slates"][name], abs=1e-12)


def same(found: dict[str, Any], expected: policies.Figures, confidence: float = 0.95) -> None:
    figures = found["value"], found["std_error"], found["effective_size"]
    assert figures == pytest.approx((expected["value"], expected["error"], expected["size"]), abs=1e-9)
    if found["std_error"] is None:
        assert (found["ci_low"], found["ci_high"]) == (None, None)
    else:
        half = {0.95: 1.959963984540054, 0.8: 1.2815515655446004}[confidence] * found["std_error"]
        ends = found["value"] - half, found["value"] + half
        assert (found["ci_low"], found["ci_high"]) == pytest.approx(ends, abs=1e-9)


shares = st.integers(1, 20).map(lambda n: n / 20)
numbers = st.integers(-8, 8).map(lambda n: n / 4)
row = st.tuples(shares, st.sampled_from([0.0, 0.05, 0.3, 1.0]), numbers, numbers, numbers)


@pytest.mark.parametrize("way", WAYS)
@given(groups=st.dictionaries(st.sampled_from(["a", None, "b"]), st.lists(row, min_size=1, max_size=8), min_size=1))
@examples(6)
def test_figures_are_those_of_the_definitions(
    con: duckdb.DuckDBPyConnection, way: str, groups: dict[Any, list[Any]]
) -> None:
    logged(con, [(*one, None, None, shop) for shop, rows in groups.items() for one in rows])
    limits = {"clip": 2.0, "switch": 1.5, "shrinkage": 3.0}
    found = estimates(con, way, ACTIONS, by=["shop"], confidence=0.8, **limits)
    assert found.keys() == set(itertools.product(groups, ACTIONS))
    for (shop, name), figures in found.items():
        same(figures, policies.single(name, groups[shop], **limits), 0.8)
        assert (figures["n"], figures["n_left_out"]) == (len(groups[shop]), 0)


@pytest.mark.parametrize("way", WAYS)
@given(
    slates=st.lists(
        st.lists(st.tuples(shares, shares, numbers, numbers, numbers), min_size=1, max_size=3), min_size=1, max_size=6
    ),
    kind=st.sampled_from(sorted(KINDS)),
)
@examples(8)
def test_figures_of_slates_of_any_length(
    con: duckdb.DuckDBPyConnection, way: str, slates: list[Any], kind: str
) -> None:
    """Positions need not start at 0, nor follow each other."""
    for slate in slates:
        for at in range(1, len(slate)):
            before, one = slate[at - 1], slate[at]
            if kind == "slate":
                slate[at] = (*before[:2], *one[2:])
            elif kind == "prefix":
                slate[at] = (before[0] * one[0], before[1] * one[1], *one[2:])
    logged(con, [(*one, n, 5 + 10 * at) for n, slate in enumerate(slates) for at, one in enumerate(slate)])
    for name, figures in estimates(con, way, KINDS[kind], clip=1.5).items():
        same(figures, policies.of_slates(name, dict(enumerate(slates)), clip=1.5))
        assert figures["n"] == len(slates)


@pytest.mark.parametrize(
    ("name", "kind"), [("sips", "slate"), ("rips", "prefix"), ("iips", "item"), ("cascade_dr", "prefix")]
)
def test_all_slates_there_are_give_the_value_of_the_policy(
    con: duckdb.DuckDBPyConnection, name: str, kind: str
) -> None:
    """Each slate of two of three items as often as the log would show it: the mean is what the policy earns, exactly.

    Of the item's position alone where rewards depend on nothing else; of the items above too for prefixes; of all.
    """
    items, length = range(3), 2
    rng = np.random.default_rng(5)
    chances = {"item": (length, 3), "prefix": (length, 3, 3), "slate": (length, 3, 3)}
    earned = rng.random(chances[kind])
    # Of sixteenths, so that a log of 256 rows has every slate as often as its probability says.
    logging = {0: [8, 4, 4], (1, 0): [4, 4, 8], (1, 1): [2, 6, 8], (1, 2): [12, 2, 2]}
    target = {0: [2, 13, 1], (1, 0): [1, 1, 14], (1, 1): [8, 7, 1], (1, 2): [5, 5, 6]}
    if kind == "item":
        logging |= {(1, one): [4, 4, 8] for one in items}
        target |= {(1, one): [8, 7, 1] for one in items}

    def probability(policy: Any, slate: tuple[int, ...], depth: int) -> float:
        return math.prod([policy[0][slate[0]] / 16, policy[1, slate[0]][slate[1]] / 16][:depth])

    def reward(slate: tuple[int, ...], at: int) -> float:
        if kind == "item":
            return float(earned[at, slate[at]])
        # The first item's reward depends on the second one only where the whole slate is looked at.
        return float(earned[at, slate[0], slate[1] if at or kind == "slate" else 0])

    slates = list(itertools.product(items, repeat=length))
    value = sum(probability(target, slate, 2) * sum(reward(slate, at) for at in range(2)) for slate in slates)
    rows = []
    for slate in slates:
        for copy in range(round(256 * probability(logging, slate, 2))):
            for at in range(length):
                depth = 2 if kind == "slate" else at + 1
                pair = [probability(policy, slate, depth) for policy in (logging, target)]
                if kind == "item":
                    pair = [(policy[0] if at == 0 else policy[1, 0])[slate[at]] / 16 for policy in (logging, target)]
                # A model that is wrong in all but its means under the policy.
                guess = [(7 * slate[0] + 3 * one + at) % 5 - 2 if at else 3 * one - 1 for one in items]
                share = target[0] if at == 0 else target[1, slate[0]]
                expected = sum(p / 16 * q for p, q in zip(share, guess, strict=True))
                rows.append((*pair, reward(slate, at), guess[slate[at]], expected, hash((slate, copy)) % 2**31, at))
    logged(con, rows)
    found = estimates(con, "dbt", [name])[name]
    assert found["n"] == 256 and found["value"] == pytest.approx(value, abs=1e-12)


def test_intervals_cover(con: duckdb.DuckDBPyConnection) -> None:
    """Of 400 logs about 95 % of the intervals hold the value. A wrong model does dr no harm, and dm all of it."""
    rng = np.random.default_rng(3)
    runs, n, n_actions = 400, 400, 3
    size = runs * n
    context = rng.random(size)
    means = np.stack([context, 1 - context, np.full(size, 0.4)], 1)
    logging = np.array([0.5, 0.3, 0.2])
    target = np.stack([0.2 + 0.6 * context, 0.7 - 0.6 * context, np.full(size, 0.1)], 1)
    action = rng.choice(n_actions, size, p=logging)
    each = np.arange(size)
    reward = (rng.random(size) < means[each, action]).astype(float)
    predicted = means + 0.15
    table = {
        "shop": np.repeat(np.arange(runs), n),
        "logging_probability": logging[action],
        "target_probability": target[each, action],
        "reward": reward,
        "predicted_reward": predicted[each, action],
        "target_predicted_reward": (target * predicted).sum(1),
    }
    # The mean over a context that is uniform: 0.2 x + 0.6 x^2 + (0.7 - 0.6 x)(1 - x) + 0.04.
    value = 0.1 + 0.2 + (0.7 - 1.3 / 2 + 0.2) + 0.04
    con.register("drawn", pa.table(table))
    con.execute("create or replace table log as from drawn")
    found = estimates(con, "python", ["ips", "snips", "dm", "dr", "sndr"], by=["shop"])
    con.unregister("drawn")
    covered, mean = {}, {}
    for name in ("ips", "snips", "dm", "dr", "sndr"):
        rows = [found[run, name] for run in range(runs)]
        covered[name] = np.mean([one["ci_low"] <= value <= one["ci_high"] for one in rows])
        mean[name] = np.mean([one["value"] for one in rows])
        spread = np.std([one["value"] for one in rows])
        assert np.mean([one["std_error"] for one in rows]) == pytest.approx(spread, rel=0.1)
    for name in ("ips", "snips", "dr", "sndr"):
        assert abs(covered[name] - 0.95) < 3 * math.sqrt(0.95 * 0.05 / runs)
        assert mean[name] == pytest.approx(value, abs=0.01)
    assert covered["dm"] == 0 and mean["dm"] == pytest.approx(value + 0.15, abs=0.01)


@pytest.mark.parametrize("way", WAYS)
def test_corners(con: duckdb.DuckDBPyConnection, way: str) -> None:
    logged(con, [(0.5, 0.25, -3.0, 1.0, 2.0)])
    found = estimates(con, way, ACTIONS, **LIMITS)
    assert {(row["std_error"], row["ci_low"], row["ci_high"], row["n"]) for row in found.values()} == {
        (None, None, None, 1)
    }
    values = {name: row["value"] for name, row in found.items()}
    # w = 0.5: -1.5; -3; 2; 2 - 0.5 * 4; 2 - 4; as dr; 5 * 0.5 / 5.25 in place of w.
    expected = {"ips": -1.5, "snips": -3.0, "dm": 2.0, "dr": 0.0, "sndr": -2.0, "switch_dr": 0.0}
    assert values == pytest.approx(expected | {"dros": 2 - 4 * 2.5 / 5.25})
    # The policy plays nothing that was played.
    logged(con, [(0.5, 0.0, 1.0, 1.0, 2.0), (0.5, 0.0, 0.0, 1.0, 1.0)])
    found = estimates(con, way, ["ips", "snips", "dr", "sndr"])
    figures = {name: (row["value"], row["effective_size"], row["n"]) for name, row in found.items()}
    assert figures == {"ips": (0, None, 2), "snips": (None, None, 2), "dr": (1.5, None, 2), "sndr": (None, None, 2)}
    (weights,) = asked(con, way, "off_policy_weights")
    assert (weights["mean_weight"], weights["zero_share"], weights["largest_share"]) == (0, 1, None)


@pytest.mark.parametrize("way", WAYS)
def test_a_weight_at_the_switch_is_corrected(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """Of weights of 2 and 4 and a switch of 2 the first: 1 + 2 * (3 - 1), and 1."""
    logged(con, [(0.25, 0.5, 3.0, 1.0, 1.0), (0.25, 1.0, 3.0, 1.0, 1.0)])
    found = estimates(con, way, ["switch_dr"], switch=2)["switch_dr"]
    assert (found["value"], found["effective_size"]) == (3, 1)


@pytest.mark.parametrize("way", ["dbt", "table macro"])
def test_an_empty_log_has_no_row(con: duckdb.DuckDBPyConnection, way: str) -> None:
    logged(con, [])
    for name in ("off_policy", "compare_policies", "off_policy_weights"):
        assert asked(con, way, name) == []


NAN, INF = math.nan, math.inf
GOOD = (0.5, 0.25, 1.0, 0.5, 0.5)
# What is wrong with the row: logging, target, reward, predicted, expected, and what Python says of it.
WRONG_ROWS = {
    "a propensity of 0": ((0.0, *GOOD[1:]), "1 row has a logging_probability .* not above 0 and at most 1.* 0.0"),
    "a propensity above 1": ((1.5, *GOOD[1:]), "not above 0 and at most 1, although the action was played"),
    "a propensity below 0": ((-0.5, *GOOD[1:]), "not above 0 and at most 1"),
    "no propensity": ((None, *GOOD[1:]), "1 row has no logging_probability"),
    "a propensity that is NaN": ((NAN, *GOOD[1:]), "NaN in column 'logging_probability'"),
    "a target below 0": ((0.5, -0.5, *GOOD[2:]), "target_probability .* not from 0 to 1"),
    "a target above 1": ((0.5, 2.0, *GOOD[2:]), "target_probability .* not from 0 to 1"),
    "no target": ((0.5, None, *GOOD[2:]), "1 row has no target_probability"),
    "no reward": ((0.5, 0.25, None, 0.5, 0.5), "1 row has no reward"),
    "a reward that is NaN": ((0.5, 0.25, NAN, 0.5, 0.5), "NaN in column 'reward'"),
    "an infinite reward": ((0.5, 0.25, INF, 0.5, 0.5), "reward .* that is beyond 1e50.* inf"),
    "an infinite prediction": ((0.5, 0.25, 1.0, -INF, 0.5), "predicted_reward .* 1e50"),
    "no prediction": ((0.5, 0.25, 1.0, 0.5, None), "1 row has no target_predicted_reward"),
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", WRONG_ROWS)
def test_rows_that_are_wrong_are_left_out_in_sql_and_refused_in_python(
    con: duckdb.DuckDBPyConnection, name: str, tmp_path: Path
) -> None:
    row, message = WRONG_ROWS[name]
    good = [GOOD, (0.25, 0.5, 0.0, 0.25, 0.5)]
    logged(con, good)
    known = estimates(con, "python", ["ips", "dr", "sndr"])
    logged(con, [*good, row])
    for way in ("dbt", "table macro"):
        found = estimates(con, way, ["ips", "dr", "sndr"])
        for one, figures in found.items():
            assert figures == known[one] | {"n_left_out": 1}
    with pytest.raises(InputError, match=message):
        rankhouse.off_policy("log", con=con)
    con.execute("copy log to ? (format parquet)", [str(tmp_path / "log.parquet")])
    status, _, complaint = commanded(["off-policy", str(tmp_path / "log.parquet")])
    assert status == 2 and re.search(message, complaint.replace("\n", " "))


SLATE = [(0.5, 0.25, 1.0, 0.5, 0.5, 1, 1), (0.25, 0.125, 0.0, 0.5, 0.5, 1, 2)]
# What is wrong with a second slate: its estimators, its rows, what Python says.
WRONG_SLATES = {
    "a position twice": ("iips", [(*GOOD, 2, 3), (*GOOD, 2, 3)], "1 slate has a position twice.* 2, position 3; keep"),
    "no position": ("rips", [(*GOOD, 2, 1), (*GOOD, 2, None)], "1 row has no position"),
    "no slate": ("iips", [(*GOOD, None, 1)], "1 row has no slate_id"),
    "a propensity of 0": ("iips", [(*GOOD, 2, 1), (0.0, *GOOD[1:], 2, 2)], "not above 0"),
    "no reward": ("rips", [(*GOOD, 2, 1), (0.5, 0.25, None, 0.5, 0.5, 2, 2)], "1 row has no reward"),
    "rising prefixes": (
        "cascade_dr",
        [(0.25, 0.5, *GOOD[2:], 2, 1), (0.5, 0.5, *GOOD[2:], 2, 2)],
        "1 slate has a logging_probability that rises .* slate_id 2, position 2; rips",
    ),
    "a target that rises": (
        "snrips",
        [(0.5, 0.25, *GOOD[2:], 2, 1), (0.5, 0.5, *GOOD[2:], 2, 2)],
        "target_probability that rises",
    ),
    "several of a slate": (
        "sips",
        [(0.5, 0.25, *GOOD[2:], 2, 1), (0.25, 0.25, *GOOD[2:], 2, 2)],
        "1 slate has different values of logging_probability",
    ),
}


@pytest.mark.parametrize("name", WRONG_SLATES)
def test_slates_that_are_wrong_are_left_out_in_sql_and_refused_in_python(
    con: duckdb.DuckDBPyConnection, name: str
) -> None:
    estimator, rows, message = WRONG_SLATES[name]
    first = [(0.5, 0.25, *one[2:]) for one in SLATE] if estimator == "sips" else SLATE
    logged(con, first)
    known = estimates(con, "python", [estimator])[estimator]
    logged(con, [*first, *rows])
    for way in ("dbt", "table macro"):
        assert estimates(con, way, [estimator])[estimator] == known | {"n_left_out": 1}
    with pytest.raises(InputError, match=message):
        rankhouse.off_policy("log", estimator, con=con)


@pytest.mark.parametrize("way", ["dbt", "table macro"])
def test_slates_of_two_shops_may_have_one_id(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """Of x 1/2 * (1 - 1/2) + 1/2 at the first position, 1/2 * (0 - 1/2) + 1/2 * 1/2 at the second; y's is left out."""
    wrong, right = (0.0, *GOOD[1:], 1, 1, "y"), (0.5, 1.0, 1.0, 0.5, 0.5, 2, 1, "y")
    logged(con, [*((*row, "x") for row in SLATE), wrong, right])
    found = estimates(con, way, ["cascade_dr"], by=["shop"])
    figures = {shop: (row["value"], row["n"], row["n_left_out"]) for (shop, _), row in found.items()}
    assert figures == {"x": (0.75, 1, 0), "y": (1.5, 1, 1)}


@pytest.mark.parametrize(
    ("estimators", "more", "message"),
    [
        (["ipw"], {}, "unknown estimator 'ipw'"),
        ([], {}, "estimators"),
        (["ips", "sips"], {}, "must read the same probabilities, got ips, sips"),
        (["switch_dr"], {}, "switch_dr needs switch"),
        (["dros"], {}, "dros needs shrinkage"),
        (["ips"], {"clip": 0}, "clip"),
        (["ips"], {"clip": "tight"}, "clip"),
        (["ips"], {"confidence": 1}, "confidence"),
        (["ips"], {"columns": {"rewrd": "clicked"}}, "did you mean 'reward'"),
        (["ips"], {"by": ["value"]}, "value"),
    ],
)
def test_arguments_that_are_wrong(
    con: duckdb.DuckDBPyConnection, estimators: list[str], more: dict[str, Any], message: str
) -> None:
    logged(con, [GOOD])
    with pytest.raises(InputError, match=message):
        rankhouse.off_policy("log", estimators, **more, con=con)  # type: ignore[arg-type]
    if "columns" not in more:
        with pytest.raises(InputError, match=message):
            macros("duckdb").off_policy("main.log", estimators, **more)


@pytest.mark.parametrize("way", WAYS)
@given(rows=st.lists(st.tuples(row, shares, numbers), min_size=2, max_size=10))
@examples(4)
def test_two_policies_on_the_same_log(con: duckdb.DuckDBPyConnection, way: str, rows: list[Any]) -> None:
    logged(con, [(*one, None, None, None, other, guess) for one, other, guess in rows])
    first = [one for one, *_ in rows]
    second = [(one[0], other, one[2], one[3], guess) for one, other, guess in rows]
    for found in asked(con, way, "compare_policies", estimators=("ips", "dm", "dr"), clip=2.0):
        name = found["estimator"]
        known = [policies.single(name, side, clip=2.0) for side in (first, second)]
        assert found["value"] == pytest.approx(known[0]["value"], abs=1e-9)
        assert found["baseline_value"] == pytest.approx(known[1]["value"], abs=1e-9)
        assert found["difference"] == pytest.approx(found["value"] - found["baseline_value"], abs=1e-9)
        sizes = found["effective_size"], found["baseline_effective_size"]
        assert sizes == pytest.approx((known[0]["size"], known[1]["size"]))
        # A difference is the value of one log whose rows count the one policy's part less the other's.
        parts = [[np.mean(policies.single(name, [one], clip=2.0)["value"]) for one in side] for side in (first, second)]
        spread = np.std(np.subtract(*parts), ddof=1) / math.sqrt(len(rows))
        assert found["std_error"] == pytest.approx(spread, abs=1e-9)


@pytest.mark.parametrize("way", WAYS)
def test_a_policy_against_the_one_of_the_log(con: duckdb.DuckDBPyConnection, way: str) -> None:
    rows = recorded.logged(recorded.log(*recorded.LOGS["near"]))
    logged(con, rows)
    names = {"baseline_probability": "logging_probability"}
    for name in ("ips", "snips"):
        (found,) = asked(con, way, "compare_policies", estimators=(name,), columns=names)
        assert found["baseline_value"] == pytest.approx(np.mean([one[2] for one in rows]))
        alone = estimates(con, way, [name])[name]
        # What both see is not random between them.
        assert found["value"] == pytest.approx(alone["value"]) and found["std_error"] < alone["std_error"]


@pytest.mark.parametrize("way", WAYS)
def test_slates_of_two_policies(con: duckdb.DuckDBPyConnection, way: str) -> None:
    rows = recorded.logged_slates(recorded.slates(*recorded.SLATES["far"]), "prefix")
    logged(con, [(*one, "x", one[0], one[3]) for one in rows])
    found = {one["estimator"]: one for one in asked(con, way, "compare_policies", estimators=KINDS["prefix"])}
    own = [one[2] for one in rows]
    assert found["rips"]["baseline_value"] == pytest.approx(sum(own) / (len(own) / recorded.LENGTH))
    values = {name: one["value"] for name, one in found.items()}
    assert values == pytest.approx({name: RECORDED["slates"]["far"][name] for name in values})


@pytest.mark.parametrize("way", WAYS)
def test_a_ratio_is_that_of_its_own_policy(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """Weights of 1 and 1/2, and of 1/4 and 3/4: rewards of 1 and 0 give 2/3 and 1/4.

    What a row counts is the value and w * (reward - value) / (mean of w): 10/9 and 2/9, 5/8 and -1/8. The error of two
    differences, 35/72 and 25/72, is half of how far they are apart.
    """
    rows = [(0.5, 0.5, 1, 0.125), (0.5, 0.25, 0, 0.375)]
    logged(con, [(*row[:3], None, None, None, None, None, row[3]) for row in rows])
    (found,) = asked(con, way, "compare_policies", estimators=("snips",))
    figures = [found[name] for name in ("value", "baseline_value", "difference", "std_error")]
    assert figures == pytest.approx([2 / 3, 1 / 4, 5 / 12, 5 / 72])


@pytest.mark.parametrize("way", WAYS)
@given(rows=st.lists(st.tuples(shares, st.sampled_from([0.0, 0.2, 0.7])), min_size=2, max_size=30))
@examples(5)
def test_weights(con: duckdb.DuckDBPyConnection, way: str, rows: list[Any]) -> None:
    copies = 7
    logged(con, [(*one, 0, 0, 0) for one in rows for _ in range(copies)])
    (found,) = asked(con, way, "off_policy_weights")
    w = np.repeat([target / logging for logging, target in rows], copies)
    assert found["mean_weight"] == pytest.approx(w.mean())
    error = w.std(ddof=1) / math.sqrt(len(w))
    assert found["ci_high"] - found["ci_low"] == pytest.approx(2 * 1.959963984540054 * error, abs=1e-9)
    quantiles = [found[name] for name in ("median", "p90", "p99", "highest")]
    assert quantiles == pytest.approx(np.quantile(w, [0.5, 0.9, 0.99, 1]), abs=1e-9)
    assert found["zero_share"] == pytest.approx(np.mean(w == 0))
    heaviest = np.sort(w)[::-1][: 1 + (len(w) - 1) // 100]
    assert found["largest_share"] == pytest.approx(heaviest.sum() / w.sum() if w.any() else None)
    assert found["effective_size"] == pytest.approx(w.sum() ** 2 / (w**2).sum() if w.any() else None)


def test_the_heaviest_of_101_rows_are_two(con: duckdb.DuckDBPyConnection) -> None:
    """One per cent of them is more than one."""
    logged(con, [(0.1, 1.0, 0, 0, 0)] * 2 + [(0.1, 0.1, 0, 0, 0)] * 99)
    (found,) = asked(con, "dbt", "off_policy_weights")
    assert found["largest_share"] == pytest.approx(20 / 119)


def test_a_policy_that_plays_what_the_log_never_did_has_a_mean_weight_below_1(con: duckdb.DuckDBPyConnection) -> None:
    """The log plays one of two actions alone, the policy that one now and then: 0.7 of its value are unknown."""
    logged(con, [(1.0, 0.3, 1.0, 0, 0)] * 50 + [(1.0, 0.3, 0.0, 0, 0)] * 50)
    (found,) = asked(con, "python", "off_policy_weights")
    assert (found["mean_weight"], found["ci_high"]) == pytest.approx((0.3, 0.3))


def test_the_chart_has_the_figures_of_the_table(con: duckdb.DuckDBPyConnection) -> None:
    rows = [(*row, None, None, shop) for shop, odd in (("de", 3), ("fr", 4)) for row in [GOOD, (0.5, 1.0, odd, 0, 0)]]
    logged(con, rows)
    found = rankhouse.off_policy("log", ["ips", "dm"], by="shop", con=con)
    chart = plot.off_policy(found).to_dict()
    shown = [row for view in chart["vconcat"] for row in view["data"]["values"]]
    assert [(row["estimator"], row["value"], row["ci_low"]) for row in shown] == [
        (row[1], pytest.approx(row[2]), pytest.approx(row[4])) for row in found.fetchall()
    ]
    assert [view["title"]["text"] for view in chart["vconcat"]] == ["shop: de", "shop: fr"]
    # (2 + 2)^2 / (2^2 + 2^2) = 2, or less where the weights differ.
    weights = [GOOD[1] / GOOD[0], 2]
    size = sum(weights) ** 2 / sum(one**2 for one in weights)
    assert [row["label"] for row in shown] == [f"{size:.0f} of 2", "2 of 2"] * 2
    with pytest.raises(InputError, match="no estimator has a value"):
        plot.off_policy({"estimator": ["ips"], "value": [None], "n": [0], "effective_size": [None]})


def test_a_log_without_a_model_is_told_of_estimators_that_need_none() -> None:
    with duckdb.connect() as con:
        con.execute("create table log as select 0.5 as logging_probability, 0.4 as target_probability, 1.0 as reward")
        with pytest.raises(rankhouse.InputError, match=r"without a model ask for estimators=\['ips', 'snips'\]"):
            rankhouse.off_policy("log", con=con)
        # 1.0 * 0.4 / 0.5, and the mean of the rewards.
        found = rankhouse.off_policy("log", estimators=["ips", "snips"], con=con).fetchall()
    assert [row[:2] for row in found] == [("ips", pytest.approx(0.8)), ("snips", pytest.approx(1.0))]
