"""Intervals of the AUC and comparisons of classifiers: against brute force, scipy and published tables."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from operator import itemgetter
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import classifier_pairs
import rankhouse
from classifier_pairs import Given
from copied import copy_macros
from examples import examples
from rankhouse import InputError
from rankhouse._comparing.classifiers import COLUMNS
from rankhouse._rendering.jinja import macros
from warehouses import classifiers_compared

Row = tuple[Any, ...]
COLUMNS_OF_WEIGHTS = {"weight": "worth"}
WAYS = ["dbt", "portable", "table macro"]
INTERVAL = [
    "measure",
    "value",
    "std_error",
    "ci_low",
    "ci_high",
    "interval",
    "n_positives",
    "n_negatives",
    "n_left_out",
]

# Hanley and McNeil (1982), table I: 58 normal and 51 abnormal CT images, rated from 1 to 5.
HANLEY_MCNEIL = {0: (33, 6, 6, 11, 2), 1: (3, 2, 2, 11, 33)}


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def load(con: duckdb.DuckDBPyConnection, rows: Sequence[Given], name: str = "predictions") -> None:
    con.execute(
        f"create or replace table {name} as select unnest($1::varchar[]) as day, unnest($2::varchar[]) as system,"
        " unnest($3::varchar[]) as row_id, unnest($4::double[]) as score, unnest($5::integer[]) as label,"
        " unnest($6::double[]) as worth",
        [[row[place] if place < len(row) else None for row in rows] for place in range(6)],
    )


def asked(con: duckdb.DuckDBPyConnection, way: str, name: str, **arguments: Any) -> list[Row]:
    if way == "table macro":
        named = "".join(f', "{key}" := {value!r}' for key, value in arguments.items() if value is not None)
        return con.sql(f"from {name}('predictions'{named})").fetchall()
    package = macros("duckdb" if way == "dbt" else "none")
    return con.sql(getattr(package, name)("main.predictions", **arguments)).fetchall()


def near(figures: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(pytest.approx(one, rel=1e-12, abs=1e-12) if isinstance(one, float) else one for one in figures)


def same(found: dict[Any, Row], known: dict[Any, Row]) -> None:
    assert found.keys() == known.keys()
    for key, figures in known.items():
        assert tuple(found[key]) == near(figures), key


def figures_of(rows: list[Row], test: str, measure: str) -> dict[Any, Row]:
    """By day, system and baseline, what brute force gives."""
    assert {(row[1], row[14]) for row in rows} <= {(measure, test)}
    found = {(row[0], row[2], row[3]): (*row[4:14], *row[15:]) for row in rows}
    assert len(found) == len(rows)
    return found


# Tables: eighths as scores, so that there are ties; rows that a system does not have or that cannot count.
CORRECT = {f"r{number}": number % 3 == 0 for number in range(9)}
scores = st.integers(0, 8).map(lambda eighths: eighths / 8)


@st.composite
def tables(draw: st.DrawFn) -> list[Given]:
    labels = {row: draw(st.integers(0, 1)) for row in CORRECT}
    rows: list[Given] = []
    for day in draw(st.sampled_from([["mon"], ["mon", None]])):
        for system in draw(st.sampled_from(["ab", "abc"])):
            missing = draw(st.sets(st.sampled_from(sorted(labels)), max_size=draw(st.sampled_from([0, 0, 3]))))
            rows += [(day, system, row, draw(scores), label) for row, label in labels.items() if row not in missing]
    for place in draw(st.lists(st.integers(0, len(rows) - 1), max_size=2)):
        day, system, row, score, label = rows[place]
        rows[place] = draw(
            st.sampled_from(
                [
                    *((day, system, row, bad, label) for bad in (None, math.nan, math.inf)),
                    *((day, system, row, score, bad) for bad in (None, 2)),
                    (day, system, None, score, label),
                    (day, None, row, score, label),
                    (day, system, row, score, 1 - label if label is not None else 0),
                    (day, system, "r0", score, label),
                ]
            )
        )
    return rows


@st.composite
def several(draw: st.DrawFn) -> list[Given]:
    """Tables as days of one, which costs a call no more; NULL is a day of the first."""
    drawn = draw(st.lists(tables(), min_size=5, max_size=5))
    return [(f"{place} {row[0]}" if place else row[0], *row[1:]) for place, table in enumerate(drawn) for row in table]


@pytest.mark.parametrize("way", WAYS)
@given(rows=several(), baselines=st.permutations([None, "a", "b"]), confidence=st.sampled_from([0.95, 0.5]))
@examples(3)
def test_pairs_are_exact(
    con: duckdb.DuckDBPyConnection, way: str, rows: list[Given], baselines: list[str | None], confidence: float
) -> None:
    load(con, rows)
    for baseline, (test, measure, own) in zip(
        baselines,
        (("delong", "roc_auc", {}), ("mcnemar", "accuracy@0.5", {}), ("mcnemar", "accuracy@1", {"threshold": 1})),
        strict=True,
    ):
        arguments = {"baseline": baseline, "confidence": confidence, "by": ["day"]}
        found = asked(con, way, "compare_classifiers", test=test, **arguments, **own)
        known = classifier_pairs.compared(rows, test, baseline, confidence=confidence, **own)
        same(figures_of(found, test, measure), known)


@st.composite
def several_with_weights(draw: st.DrawFn) -> list[Given]:
    """A row of data has one weight in all systems; a few have another one somewhere, or none that can be."""
    rows = draw(several())
    weights = {
        name: draw(st.sampled_from([0.0, 0.1, 0.3, 1.0, 1.7, 64.0])) for name in dict.fromkeys(map(itemgetter(2), rows))
    }
    wrong = draw(
        st.dictionaries(
            st.integers(0, len(rows) - 1), st.sampled_from([None, math.nan, -1.0, math.inf, 2.5]), max_size=3
        )
    )
    return [(*row, wrong.get(place, weights[row[2]])) for place, row in enumerate(rows)]


@pytest.mark.parametrize("way", WAYS)
@given(rows=several_with_weights(), baseline=st.sampled_from([None, "a"]))
@examples(3)
def test_pairs_with_weights_are_exact(
    con: duckdb.DuckDBPyConnection, way: str, rows: list[Given], baseline: str | None
) -> None:
    load(con, rows)
    for test, measure in (("delong", "roc_auc"), ("mcnemar", "accuracy@0.5")):
        found = asked(
            con, way, "compare_classifiers", test=test, baseline=baseline, by=["day"], columns=COLUMNS_OF_WEIGHTS
        )
        same(figures_of(found, test, measure), classifier_pairs.compared(rows, test, baseline))


@pytest.mark.parametrize("way", WAYS)
@given(rows=several_with_weights(), confidence=st.sampled_from([0.95, 0.5]))
@examples(4)
def test_intervals_with_weights_are_exact(
    con: duckdb.DuckDBPyConnection, way: str, rows: list[Given], confidence: float
) -> None:
    load(con, rows)
    columns = COLUMNS_OF_WEIGHTS
    found = asked(con, way, "auc_interval", by=["day", "system"], confidence=confidence, columns=columns)
    same({row[:2]: row[2:] for row in found}, intervals_of(rows, confidence))
    values = con.sql(
        macros("duckdb").classifier_metrics("main.predictions", ["roc_auc"], by=["day", "system"], columns=columns)
    )
    areas = {(row[0], row[1]): row[5] for row in values.fetchall()}
    assert {(row[0], row[1]): near(row[3:4]) for row in found} == {key: (value,) for key, value in areas.items()}


@given(rows=several(), unit=st.sampled_from([1.0, 0.1, 1e-200, 1e200]))
@examples(4)
def test_one_weight_for_all_is_none(con: duckdb.DuckDBPyConnection, rows: list[Given], unit: float) -> None:
    """But for McNemar's test, which is exact where rows are counted."""
    load(con, [(*row, unit) for row in rows])
    for name, arguments, p_values in (
        ("auc_interval", {"by": ["day", "system"]}, ()),
        ("compare_classifiers", {"by": ["day"]}, ()),
        ("compare_classifiers", {"by": ["day"], "test": "mcnemar"}, (15, 16)),
    ):
        weighted, plain = (
            sorted(
                (tuple(one for place, one in enumerate(row) if place not in p_values) for row in rows_of),
                key=lambda row: tuple(map(str, row[:4])),
            )
            for rows_of in (
                asked(con, "dbt", name, columns=COLUMNS_OF_WEIGHTS, **arguments),
                asked(con, "dbt", name, **arguments),
            )
        )
        assert weighted == [near(row) for row in plain]


def test_a_row_of_weight_0_changes_nothing(con: duckdb.DuckDBPyConnection) -> None:
    chosen = random.Random(5)
    rows = [("mon", system, str(row), chosen.random(), row % 2, 0.5 + row % 3) for system in "ab" for row in range(12)]
    none = [("mon", system, f"none {row}", chosen.random(), row % 2, 0.0) for system in "ab" for row in range(5)]
    for test in ("delong", "mcnemar"):
        shown = []
        for listed in (rows, rows + none):
            load(con, listed)
            ((*_, p, adjusted),) = found = asked(
                con, "dbt", "compare_classifiers", test=test, columns=COLUMNS_OF_WEIGHTS
            )
            shown.append(near([*found[0][3:8], p, adjusted]))
            assert found[0][8] == len(listed) / 2
        assert shown[0] == shown[1]


@pytest.mark.parametrize("way", WAYS)
@given(rows=several(), confidence=st.sampled_from([0.95, 0.5]))
@examples(4)
def test_intervals_are_exact(con: duckdb.DuckDBPyConnection, way: str, rows: list[Given], confidence: float) -> None:
    load(con, rows)
    found = asked(con, way, "auc_interval", by=["day", "system"], confidence=confidence)
    same({row[:2]: row[2:] for row in found}, intervals_of(rows, confidence))
    assert all(0 <= row[5] <= row[3] <= row[6] <= 1 for row in found if row[5] is not None)
    values = con.sql(macros("duckdb").classifier_metrics("main.predictions", ["roc_auc"], by=["day", "system"]))
    assert {(row[0], row[1]): row[3] for row in found} == {(row[0], row[1]): row[5] for row in values.fetchall()}


def intervals_of(rows: Sequence[Given], confidence: float) -> dict[Any, Row]:
    groups: dict[Any, list[Given]] = {}
    for row in rows:
        groups.setdefault(row[:2], []).append(row)
    known = {}
    for key, of_group in groups.items():
        usable = {number: row[3:] for number, row in enumerate(of_group) if classifier_pairs.is_usable(*row[3:])}
        scores = {number: row[:2] for number, row in usable.items()}
        weights = {number: Fraction(row[2]) for number, row in usable.items() if len(row) > 2}
        figures = classifier_pairs.interval(scores, confidence, weights or None)
        known[key] = ("roc_auc", *figures, len(of_group) - len(usable))
    return known


@pytest.mark.thorough
@pytest.mark.parametrize("way", WAYS)
def test_what_no_engine_agrees_on_by_itself(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """The rows that every engine is asked about."""
    load(con, classifiers_compared.weighted())
    for rows, columns in ((classifiers_compared.rows(), {}), (classifiers_compared.weighted(), COLUMNS_OF_WEIGHTS)):
        for test, measure in (("delong", "roc_auc"), ("mcnemar", "accuracy@0.5")):
            for baseline in (None, "a"):
                found = asked(
                    con, way, "compare_classifiers", test=test, baseline=baseline, by=["day"], columns=columns
                )
                same(figures_of(found, test, measure), classifier_pairs.compared(rows, test, baseline))


def test_hanley_and_mcneil(con: duckdb.DuckDBPyConnection) -> None:
    """Their area is this one; their standard error, .0319904, is not DeLong's but that of their own formula."""
    rows = [
        (rating, label)
        for label, counts in HANLEY_MCNEIL.items()
        for rating, n in enumerate(counts, 1)
        for _ in range(n)
    ]
    load(con, [(None, "ct", str(row), float(rating), label) for row, (rating, label) in enumerate(rows)])
    ((measure, value, error, low, high, *others),) = rankhouse.auc_interval("predictions", con=con).fetchall()
    assert (measure, *others) == ("roc_auc", "logit", 51, 58, 0)
    assert value == pytest.approx(0.8931710615, abs=5e-11)
    normal, abnormal = (np.repeat([1, 2, 3, 4, 5], HANLEY_MCNEIL[label]) for label in (0, 1))
    psi = (abnormal[:, None] > normal) + (abnormal[:, None] == normal) / 2
    of_delong = psi.mean(axis=1).var(ddof=1) / 51 + psi.mean(axis=0).var(ddof=1) / 58
    assert error == pytest.approx(math.sqrt(of_delong), rel=1e-12)
    assert low < value < high
    # Two abnormal images above one normal image, and one abnormal image above two normal ones; of ties a third.
    above, tied = (abnormal[:, None] > normal).mean(axis=0), (abnormal[:, None] == normal).mean(axis=0)
    q_1 = (above**2 + above * tied + tied**2 / 3).mean()
    above, tied = (abnormal[:, None] > normal).mean(axis=1), (abnormal[:, None] == normal).mean(axis=1)
    q_2 = (above**2 + above * tied + tied**2 / 3).mean()
    theirs = (value * (1 - value) + 50 * (q_1 - value**2) + 57 * (q_2 - value**2)) / (51 * 58)
    assert math.sqrt(theirs) == pytest.approx(0.0319904, abs=5e-8)
    measures = ["roc_auc_std_error", "roc_auc_std_error(method=hanley_mcneil)"]
    found = rankhouse.classifier_metrics("predictions", measures, con=con).project("value").fetchall()
    assert found == [(error,), (pytest.approx(math.sqrt(theirs), rel=1e-12),)]
    assert abs(error - 0.0319904) > 1e-3


def test_interval_of_bonett_and_price(con: duckdb.DuckDBPyConnection) -> None:
    """Their worked formula by hand: 26 rows won and 4 lost of 48."""
    right = [(1, 1)] * 12 + [(1, 0)] * 26 + [(0, 1)] * 4 + [(0, 0)] * 6
    load(con, [(None, "ab"[side], str(row), float(pair[side]), 1) for row, pair in enumerate(right) for side in (0, 1)])
    ((*_, low, high, n_rows, _, _, wins, losses, test, p, adjusted),) = rankhouse.compare_classifiers(
        "predictions", baseline="b", test="mcnemar", con=con
    ).fetchall()
    half = 1.959963984540054 * math.sqrt((0.64 - 0.44**2) / 50)
    assert (low, high) == near([0.44 - half, 0.44 + half])
    assert (n_rows, wins, losses, test) == (48, 26, 4, "mcnemar")
    assert p == adjusted == pytest.approx(stats.binomtest(26, 30).pvalue, rel=1e-12)


def frame(*systems: Sequence[float], labels: Sequence[int], names: str = "abcdef") -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"system": name, "row_id": row, "score": score, "label": label}
            for name, scores in zip(names, systems, strict=False)
            for row, (score, label) in enumerate(zip(scores, labels, strict=True))
        ]
    )


def test_identical_classifiers_differ_by_nothing() -> None:
    labels = [0, 1, 0, 1, 1, 0]
    scores = [0.1, 0.4, 0.35, 0.8, 0.2, 0.3]
    for test in ("delong", "mcnemar"):
        # The same order, and the same decisions, at other scores.
        given = frame(scores, [score / 2 + 0.25 for score in scores], labels=labels)
        rows = rankhouse.compare_classifiers(given, test=test).fetchall()
        ((*_, difference, low, high, n_rows, n_positives, n_left_out, wins, losses, _, p, adjusted),) = rows
        assert (difference, p, adjusted) == (0, 1, 1)
        assert (n_rows, n_positives, n_left_out) == (6, 3, 0)
        assert (low, high) == (0, 0) if test == "delong" else low < 0 < high
        assert (wins, losses) == ((None, None) if test == "delong" else (0, 0))


@pytest.mark.parametrize(
    ("own", "other", "labels", "expected"),
    [
        # All right against all wrong, and against a constant: no row differs from any other.
        ([1, 2, 3, 4], [4, 3, 2, 1], [0, 0, 1, 1], (1, 0, 1, None, None)),
        ([1, 2, 3, 4], [1, 1, 1, 1], [0, 0, 1, 1], (1, 0.5, 0.5, None, None)),
        # One row of a class.
        ([1, 2, 3, 4], [4, 3, 2, 1], [0, 0, 0, 1], (1, 0, 1, None, None)),
        ([1, 2, 3, 4], [1, 2, 3, 4], [0, 0, 0, 1], (1, 1, 0, 1, 1)),
    ],
)
def test_differences_without_a_variance(own: Any, other: Any, labels: Any, expected: Any) -> None:
    (row,) = rankhouse.compare_classifiers(frame(other, own, labels=labels)).fetchall()
    assert (*row[3:6], *row[-2:]) == expected
    assert all(one is None or one == one for one in row)


@pytest.mark.parametrize(
    ("scores", "labels", "expected"),
    [
        ([1, 2, 3, 4], [0, 0, 1, 1], (1, 0, math.sqrt(0.025), 1, "exact", 2, 2)),
        ([1, 2, 3, 4], [1, 1, 0, 0], (0, 0, 0, 1 - math.sqrt(0.025), "exact", 2, 2)),
        ([1, 2], [0, 1], (1, None, 0.025, 1, "exact", 1, 1)),
        ([5, 5, 5, 5], [0, 0, 1, 1], (0.5, 0, 0.5, 0.5, "logit", 2, 2)),
        ([1, 2, 3], [0, 1, 0], (0.5, None, None, None, None, 1, 2)),
        ([1, 2], [1, 1], (None, None, None, None, None, 2, 0)),
    ],
)
def test_areas_without_a_variance(scores: list[float], labels: list[int], expected: Row) -> None:
    ((_, *figures, n_left_out),) = rankhouse.auc_interval(frame(scores, labels=labels)).fetchall()
    assert tuple(figures) == near([float(one) if one in (0, 1, 0.5) else one for one in expected[:4]]) + expected[4:]
    assert n_left_out == 0


@pytest.mark.parametrize("columns", [{}, {"weight": "worth"}])
def test_rows_are_joined_within_their_group(columns: dict[str, str]) -> None:
    """Ids may be the same in every group: by them alone the joined rows would grow with the square of the groups."""
    sql = macros("duckdb").compare_classifiers("rows", test="mcnemar", by=["day"], columns=columns)
    (joined,) = re.findall(r"rankhouse_matched as \((.*?)where own.label is not null", sql, re.DOTALL)
    assert "own.run_group is not distinct from other.run_group" in joined


@pytest.mark.parametrize("test", ["delong", "mcnemar"])
def test_chance_of_a_false_alarm(con: duckdb.DuckDBPyConnection, test: str) -> None:
    """Two classifiers as good as each other: p is below 5 % in 5 % of the tables, within its binomial error."""
    n_tables, n_rows = 400, 120
    chosen = np.random.default_rng(7)
    label = (np.arange(n_rows) < 50).astype(int)
    shared = chosen.normal(size=(n_tables, n_rows)) + label
    sides = [shared + chosen.normal(size=(n_tables, n_rows)) - 0.5 for _ in "ab"]
    grid = pd.DataFrame({"day": np.repeat(np.arange(n_tables), n_rows), "row_id": np.tile(np.arange(n_rows), n_tables)})
    grid["label"] = np.tile(label, n_tables)
    rows = pd.concat([grid.assign(system=name, score=side.ravel()) for name, side in zip("ab", sides, strict=True)])
    result = rankhouse.compare_classifiers(rows, test=test, threshold=0, by="day", correction="none", con=con)
    p_values = [row[0] for row in result.project("p_value").fetchall()]
    assert len(p_values) == n_tables
    false_alarms = sum(p < 0.05 for p in p_values)
    low, high = stats.binom.interval(0.999, n_tables, 0.05)
    # The exact test of counts is below its level, because counts are whole numbers.
    assert (low if test == "delong" else 1) <= false_alarms <= high
    if test == "delong":
        inside = [row[0] <= 0 <= row[1] for row in result.project("ci_low, ci_high").fetchall()]
        assert sum(not one for one in inside) == false_alarms


def test_columns_and_order(con: duckdb.DuckDBPyConnection) -> None:
    labels = [0, 1, 0, 1, 1, 0]
    chosen = random.Random(2)
    given = frame(*([chosen.random() for _ in labels] for _ in "abc"), labels=labels)
    result = rankhouse.compare_classifiers(given, con=con)
    assert result.columns == list(COLUMNS)
    assert [row[1:3] for row in result.fetchall()] == [("b", "a"), ("c", "a"), ("c", "b")]
    grouped = rankhouse.compare_classifiers(given.assign(day=1), by="day", baseline="b", con=con)
    assert grouped.columns == ["day", *COLUMNS]
    assert [row[:4] for row in grouped.fetchall()] == [(1, "roc_auc", "a", "b"), (1, "roc_auc", "c", "b")]
    assert rankhouse.auc_interval(given, by="system", con=con).columns == ["system", *INTERVAL]
    # Systems that are numbers, the baseline as one or as text.
    numbered = given.assign(system=given["system"].map({"a": 1, "b": 2, "c": 10}))
    for baseline in (10, "10"):
        rows = rankhouse.compare_classifiers(numbered, baseline=baseline, con=con).fetchall()
        assert [row[1:3] for row in rows] == [(1, 10), (2, 10)]


def test_other_names_and_predicted_labels(con: duckdb.DuckDBPyConnection) -> None:
    labels = [0, 1, 0, 1, 1, 0]
    given = frame([0, 1, 1, 1, 0, 0], [1, 1, 1, 0, 0, 0], labels=labels)
    known = rankhouse.compare_classifiers(given, test="mcnemar", con=con).fetchall()
    names = {"system": "my model", "row_id": "image", "score": "yes", "label": "truth"}
    renamed = given.rename(columns=names)
    columns = {"row_id": "image", "label": "truth"}
    found = rankhouse.compare_classifiers(
        renamed, test="mcnemar", system="my model", columns={**columns, "prediction": "yes"}, con=con
    ).fetchall()
    assert [("accuracy@0.5", *row[1:]) for row in found] == known
    assert {row[0] for row in found} == {"accuracy"}
    found = rankhouse.compare_classifiers(
        renamed, test="mcnemar", threshold=1, system="my model", columns={**columns, "score": "yes"}, con=con
    ).fetchall()
    assert [("accuracy@0.5", *row[1:]) for row in found] == known


BASE = frame([0.1, 0.4, 0.35, 0.8], [0.3, 0.2, 0.1, 0.9], labels=[0, 1, 0, 1], names="ab")
TWICE = pd.concat([BASE, BASE[(BASE["system"] == "a") & (BASE["row_id"] == 2)]])
UNLIKE = BASE.assign(label=[0, 1, 0, 1, 0, 1, 1, 1])
WEIGHED = BASE.assign(worth=[1.0, 2.0, 0.5, 3.0] * 2)


def weighed(predictions: Any, **more: Any) -> Any:
    return rankhouse.compare_classifiers(predictions, columns=COLUMNS_OF_WEIGHTS, **more)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: rankhouse.compare_classifiers(None), "predictions is missing"),
        (lambda: rankhouse.compare_classifiers(BASE, test="t"), "test is one of delong | mcnemar, got 't'"),
        (lambda: rankhouse.compare_classifiers(BASE, correction="fdr"), "correction is one of holm | bonferroni"),
        (lambda: rankhouse.compare_classifiers(BASE, confidence=95), "confidence is a number above 0 and below 1"),
        (lambda: rankhouse.compare_classifiers(BASE, threshold=math.nan), "threshold is a finite number, got 'nan'"),
        (lambda: rankhouse.compare_classifiers(BASE, by="system"), "by and system both name the column 'system'"),
        (lambda: rankhouse.compare_classifiers(BASE, baseline="c"), "baseline 'c' is not one of the systems"),
        (
            lambda: rankhouse.compare_classifiers(BASE.replace({"system": {"a": "bm25", "b": "dense"}}), baseline="bm"),
            "did you mean 'bm25'",
        ),
        (lambda: rankhouse.compare_classifiers(BASE[BASE["system"] == "a"]), "there is only 'a'"),
        (lambda: rankhouse.compare_classifiers(BASE, columns={"id": "row_id"}), "'row_id'"),
        (lambda: rankhouse.compare_classifiers(BASE, system="model"), "has no column 'model'"),
        (lambda: rankhouse.compare_classifiers(BASE.drop(columns="row_id")), "has no column 'row_id'"),
        (
            lambda: rankhouse.compare_classifiers(BASE, columns={"prediction": "label"}),
            "delong needs scores",
        ),
        (
            lambda: rankhouse.compare_classifiers(TWICE),
            "1 row appears more than once in a system, e.g. system 'a', row_id 2; keep one of them",
        ),
        (
            lambda: rankhouse.compare_classifiers(UNLIKE),
            "1 row has different labels in the systems, e.g. row_id 2, label 0.0, other label 1.0",
        ),
        (
            lambda: rankhouse.compare_classifiers(BASE.assign(row_id=range(8))),
            "'a', 'b' have no row in common",
        ),
        (lambda: rankhouse.compare_classifiers(BASE.assign(label=1)), "all rows in common have the label 1"),
        (
            lambda: weighed(WEIGHED.assign(worth=[1, 2, 0.5, 3, 1, 2, 2.5, 3])),
            "1 row has different weights in the systems, e.g. row_id 2, worth 0.5, other worth 2.5",
        ),
        (
            lambda: weighed(WEIGHED.assign(worth=-1)),
            "8 rows have a weight that is NULL, NaN, infinite or",
        ),
        (
            lambda: weighed(WEIGHED.assign(worth=math.nan)),
            "8 rows have a weight that is NULL, NaN, infinite or",
        ),
        (lambda: weighed(WEIGHED.assign(worth="1")), "weight must be a number, but column 'worth' is VARCHAR"),
        (lambda: weighed(BASE), "has no column 'worth'"),
        (
            lambda: weighed(WEIGHED.assign(worth=WEIGHED["label"])),
            "all rows in common, or all with one label, have weight 0",
        ),
        (
            lambda: weighed(WEIGHED.assign(worth=0, label=1), test="mcnemar"),
            "all rows in common, or all with one label, have weight 0",
        ),
        (lambda: weighed(WEIGHED.assign(label=1)), "all rows in common have the label 1"),
        (
            lambda: rankhouse.auc_interval(WEIGHED.assign(worth=math.inf), columns=COLUMNS_OF_WEIGHTS),
            "8 rows have a weight that is NULL, NaN, infinite or",
        ),
        (
            lambda: rankhouse.compare_classifiers(BASE.assign(row_id=[None, *BASE["row_id"][1:]])),
            "1 row has no row_id (NULL in column 'row_id')",
        ),
        (
            lambda: rankhouse.compare_classifiers(BASE.assign(score=math.nan)),
            "8 rows have no score (NULL or NaN",
        ),
        (lambda: rankhouse.auc_interval(BASE, confidence=1), "confidence is a number above 0 and below 1"),
        (lambda: rankhouse.auc_interval(BASE, columns={"prediction": "label"}), "auc_interval needs scores"),
    ],
)
def test_bad_input(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(InputError) as raised:
        call()
    assert message in str(raised.value)


def test_weights_in_python_are_those_of_sql(con: duckdb.DuckDBPyConnection) -> None:
    chosen = random.Random(8)
    rows = [
        (day, system, str(row), chosen.random(), row % 3 % 2, float(row % 4))
        for day in ("mon", "tue")
        for row in range(30)
        for system in "ab"
    ]
    load(con, rows)
    for test in ("delong", "mcnemar"):
        found = weighed("predictions", by="day", test=test, con=con).fetchall()
        assert found == sorted(
            asked(con, "dbt", "compare_classifiers", test=test, by=["day"], columns=COLUMNS_OF_WEIGHTS)
        )
        same(
            {(row[0], row[2], row[3]): (*row[4:14], *row[15:]) for row in found}, classifier_pairs.compared(rows, test)
        )
    shown = rankhouse.auc_interval("predictions", by=["day", "system"], columns=COLUMNS_OF_WEIGHTS, con=con).fetchall()
    same({row[:2]: row[2:] for row in shown}, intervals_of(rows, 0.95))
    # In whole numbers and decimals too.
    for type_ in ("integer", "decimal(9, 2)"):
        con.execute(f"alter table predictions alter worth type {type_}")
        assert weighed("predictions", by="day", test=test, con=con).fetchall() == found
    # Predicted labels.
    columns = {**COLUMNS_OF_WEIGHTS, "prediction": "guess"}
    guessed = con.sql("select *, (score >= 0.5)::int as guess from predictions")
    labelled = rankhouse.compare_classifiers(guessed, by="day", test="mcnemar", columns=columns, con=con).fetchall()
    assert [(row[0], "accuracy@0.5", *row[2:]) for row in labelled] == found


@pytest.mark.parametrize("way", WAYS)
def test_what_sql_gives_of_bad_input(con: duckdb.DuckDBPyConnection, way: str) -> None:
    nothing = (None,) * 12
    for table, counts in ((TWICE, nothing), (UNLIKE, nothing)):
        con.register("frame", table)
        con.execute("create or replace table predictions as from frame")
        for test in ("delong", "mcnemar"):
            (row,) = asked(con, way, "compare_classifiers", test=test)
            assert (*row[3:13], *row[14:]) == counts
    con.register("frame", BASE)
    con.execute("create or replace table predictions as from frame")
    with pytest.raises(duckdb.Error, match="baseline 'nobody' is not one of the systems, which range from 'a' to 'b'"):
        asked(con, way, "compare_classifiers", baseline="nobody")
    con.execute("delete from predictions where system = 'a'")
    assert asked(con, way, "compare_classifiers") == []
    con.unregister("frame")


def test_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from rankhouse import cli

    path = tmp_path / "predictions.csv"
    BASE.to_csv(path, index=False)

    def run(*arguments: str) -> list[str]:
        monkeypatch.setattr("sys.argv", ["rankhouse", *arguments, "--format", "csv"])
        with pytest.raises(SystemExit) as stopped:
            cli.main()
        assert not stopped.value.code, capsys.readouterr().err
        return capsys.readouterr().out.splitlines()

    header, row = run("compare-classifiers", str(path), "--baseline", "b", "--test", "mcnemar", "--threshold", "0.25")
    assert header.split(",") == list(COLUMNS)
    assert row.startswith("accuracy@0.25,a,b,0.75,0.5,0.25,")
    assert len(run("compare-classifiers", str(path))) == 2
    assert len(run("auc-interval", str(path), "--by", "system")) == 3
    WEIGHED.to_csv(path, index=False)
    _, row = run(
        "compare-classifiers", str(path), "--test", "mcnemar", "--threshold", "0.25", "--columns", "weight=worth"
    )
    ((_, _, _, value, baseline_value, *_),) = weighed(WEIGHED, test="mcnemar", threshold=0.25).fetchall()
    assert row.startswith(f"accuracy@0.25,b,a,{value},{baseline_value},")
    assert value != 0.5


def test_last_digits_do_not_depend_on_threads() -> None:
    found = []
    for threads in (1, 4):
        with duckdb.connect(config={"threads": threads}) as con:
            con.execute(
                "create table predictions as select system, row_id, hash(row_id) % 7 = 0 as label,"
                " (hash(row_id, system) % 100000 - hash(row_id) % 7 * 3000.0) / 1e5 as score"
                " from range(200000) as rows(row_id), (values ('a'), ('b')) as systems(system)"
            )
            found.append(con.sql(macros("duckdb").compare_classifiers("main.predictions")).fetchall())
    assert found[0] == found[1]
    assert found[0][0][:3] == ("roc_auc", "b", "a")
