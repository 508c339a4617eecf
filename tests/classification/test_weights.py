"""Rows with weights: classifier metrics against scikit-learn's sample_weight and brute force, through every way in."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sk

import rankhouse
from classification.test_classifier import Answer, by_measure, each, near, values_of
from classification.test_curves import farthest
from copied import copy_macros
from examples import examples
from predicted import Predicted, calibration_bins, ratio
from predictions import UNWEIGHTED, WEIGHTED, known
from rankhouse import InputError
from rankhouse._rendering.jinja import macros

LISTED = "[" + ", ".join(f"'{name}'" for name in WEIGHTED) + "]"
Row = tuple[float, int, float]  # score, label, weight
COLUMNS = {"weight": "worth"}

SCORES = st.integers(0, 8).map(lambda eighths: eighths / 8)
WEIGHTS = st.sampled_from([0.0, 0.1, 0.25, 0.3, 1.0, 1.7, 3.0])
ROWS = st.lists(st.tuples(SCORES, st.integers(0, 1), WEIGHTS), min_size=1, max_size=25)
CASES = st.lists(ROWS, min_size=8, max_size=8)
THRESHOLD = 0.5


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def load(con: duckdb.DuckDBPyConnection, rows: list[Row]) -> None:
    con.execute(
        "create or replace table predictions as"
        " select unnest($1::double[]) as score, unnest($2::integer[]) as label, unnest($3::double[]) as worth",
        [[row[place] for row in rows] for place in range(3)],
    )


def every(rows: list[Row]) -> dict[tuple[str, float | None], Any]:
    return {key: near(value) for key, value in known(rows, [THRESHOLD], WEIGHTED).items()}


WAYS = ("duckdb", "none", "table macro")


def asked(con: duckdb.DuckDBPyConnection, way: str) -> Any:
    if way == "table macro":
        return con.execute(f"from classifier_metrics('predictions', measures := {LISTED}, weight := 'worth')")
    if way == "python":
        return rankhouse.classifier_metrics("predictions", WEIGHTED, columns=COLUMNS, con=con)
    return con.execute(str(macros(way).classifier_metrics("main.predictions", WEIGHTED, columns=COLUMNS)))


WORKED: list[Row] = [(0.8, 1, 2.0), (0.35, 1, 0.5), (0.4, 0, 1.5), (0.1, 0, 0.0), (0.4, 1, 0.3)]


@pytest.mark.thorough
@pytest.mark.parametrize(
    "rows", [WORKED, [(0.5, 1, 0.0)], [(0.5, 1, 0.1), (0.7, 1, 0.2), (0.6, 1, 0.7)], [(0.9, 0, 0.0), (0.5, 1, 3.0)]]
)
def test_every_way_in_gives_the_same(con: duckdb.DuckDBPyConnection, rows: list[Row]) -> None:
    load(con, rows)
    for way in (*WAYS, "python"):
        found = asked(con, way).fetchall()
        assert values_of(found) == every(rows), way
        assert {row[4:] for row in found} == {(len(rows), sum(label for _, label, _ in rows), 0)}


@examples(3)
@given(cases=CASES)
def test_values_are_those_of_scikit_learn_and_brute_force(
    con: duckdb.DuckDBPyConnection, cases: list[list[Row]]
) -> None:
    def ask(by: list[str]) -> Answer:
        sql = macros("duckdb").classifier_metrics("main.predictions", WEIGHTED, by=by, columns=COLUMNS)
        return con.execute(str(sql)).fetchall()

    for rows, answer in each(con, cases, ask):
        found, expected = values_of(answer), every(rows)
        # Of equal F1 the last digits may choose another threshold.
        best = ("best_f1_threshold", None)
        assert found.pop(best) is None or found[("best_f1", None)] == expected[("best_f1", None)]
        expected.pop(best)
        assert found == expected, rows


COUNTED = st.lists(st.tuples(SCORES, st.integers(0, 1), st.integers(0, 3)), min_size=1, max_size=20)


@examples(3)
@given(cases=st.lists(COUNTED.filter(lambda rows: any(row[2] for row in rows)), min_size=8, max_size=8))
def test_a_whole_weight_is_as_many_rows(
    con: duckdb.DuckDBPyConnection, cases: list[list[tuple[float, int, int]]]
) -> None:
    def ask(by: list[str], **columns: Any) -> Answer:
        sql = macros("duckdb").classifier_metrics("main.predictions", WEIGHTED, by=by, **columns)
        return con.execute(str(sql)).fetchall()

    copies = [[(*row[:2], 1.0) for row in rows for _ in range(row[2])] for rows in cases]
    answers = list(each(con, cases, partial(ask, columns=COLUMNS))), list(each(con, copies, ask))
    for (rows, found), (_, repeated) in zip(*answers, strict=True):
        assert values_of(found) == {key: near(value) for key, value in values_of(repeated).items()}, rows


@examples(3)
@given(
    cases=st.lists(
        st.lists(st.tuples(SCORES, st.integers(0, 1), st.just(1.0)), min_size=1, max_size=25), min_size=8, max_size=8
    )
)
@pytest.mark.parametrize("way", ["duckdb", "none"])
def test_weights_of_1_change_nothing(con: duckdb.DuckDBPyConnection, way: str, cases: list[list[Row]]) -> None:
    def ask(by: list[str], **columns: Any) -> Answer:
        sql = macros(way).classifier_metrics("main.predictions", WEIGHTED, by=by, **columns)
        return sorted(con.execute(str(sql)).fetchall(), key=str)

    answers = list(each(con, cases, partial(ask, columns=COLUMNS))), list(each(con, cases, ask))
    for (rows, weighted), (_, plain) in zip(*answers, strict=True):
        assert weighted == [(*row[:3], near(row[3]), *row[4:]) for row in plain], rows
        # To the last digit, but for areas that are added up by score and not by row.
        exact = [[row for row in answer if row[1] != "pr_auc"] for answer in (weighted, plain)]
        assert exact[0] == exact[1], rows


def test_weights_may_be_of_any_scale(con: duckdb.DuckDBPyConnection) -> None:
    generator = np.random.default_rng(7)
    rows = [
        (float(s), int(y), float(w))
        for s, y, w in zip(*(generator.random(300), generator.random(300) < 0.3, generator.random(300)), strict=True)
    ]
    load(con, rows)
    sql = str(macros("duckdb").classifier_metrics("main.predictions", WEIGHTED, columns=COLUMNS))
    expected = by_measure(con.execute(sql))
    for scale in (1e-4, 1e9):
        load(con, [(s, y, w * scale) for s, y, w in rows])
        assert by_measure(con.execute(sql)) == {key: near(value) for key, value in expected.items()}


def test_confusion_sums_weights(con: duckdb.DuckDBPyConnection) -> None:
    load(con, WORKED)
    expected = [(t, *map(pytest.approx, Predicted(WORKED).at(t).cells), 5, 3, 0) for t in (0.2, 0.5)]
    assert rankhouse.confusion("predictions", [0.2, 0.5], columns=COLUMNS, con=con).fetchall() == expected
    assert (
        con.execute("from confusion('predictions', thresholds := [0.2, 0.5], weight := 'worth')").fetchall() == expected
    )
    con.execute("create or replace table predicted as select score >= 0.5 as yes, label, worth from predictions")
    found = con.execute("from confusion('predicted', prediction := 'yes', weight := 'worth')").fetchall()
    assert found == [(None, *expected[1][1:])]


def test_groups_have_weights_of_their_own(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create or replace table grouped (system varchar, score double, label boolean, worth double)")
    groups: dict[Any, list[Row]] = {"a": WORKED, None: [(0.5, 1, 0.2), (0.25, 0, 0.7)]}
    for system, rows in groups.items():
        con.executemany("insert into grouped values (?, ?, ?, ?)", [[system, s, bool(y), w] for s, y, w in rows])
    expected = {(system, *key): value for system, rows in groups.items() for key, value in every(rows).items()}
    found = by_measure(rankhouse.classifier_metrics("grouped", WEIGHTED, by="system", columns=COLUMNS, con=con), 1)
    macro = f"from classifier_metrics('grouped', measures := {LISTED}, by := ['system'], weight := 'worth')"
    assert found == by_measure(con.execute(macro), 1) == expected


@pytest.mark.parametrize("weight", ["null", "'nan'::double", "-0.5", "'inf'::double"])
def test_weights_that_are_none(con: duckdb.DuckDBPyConnection, weight: str) -> None:
    load(con, WORKED)
    con.execute(f"insert into predictions values (0.9, 0, {weight})")
    said = "1 row has a weight that is NULL, NaN, infinite or below 0 in column 'worth', e.g. score 0.9, label "
    with pytest.raises(InputError, match=said):
        rankhouse.classifier_metrics("predictions", "f1", columns=COLUMNS, con=con)
    for way in WAYS:
        found = asked(con, way).fetchall()
        assert {(row[0], row[2]): row[3] for row in found} == every(WORKED)
        assert {row[4:] for row in found} == {(5, 3, 1)}
    problems = con.execute("from prediction_problems('predictions', weight := 'worth')").fetchall()
    assert [row[:2] for row in problems] == [("weight is NULL, NaN, infinite or below 0", 1)]


@pytest.mark.parametrize("measure", UNWEIGHTED)
def test_measures_that_count_rows_are_refused(con: duckdb.DuckDBPyConnection, measure: str) -> None:
    load(con, WORKED)
    with pytest.raises(InputError, match="counts rows and has no weighted form: ask for it without weight"):
        rankhouse.classifier_metrics("predictions", measure, columns=COLUMNS, con=con)
    with pytest.raises(duckdb.Error, match="counts rows and has no weighted form: ask for it without weight"):
        con.execute(f"from classifier_metrics('predictions', measures := ['{measure}'], weight := 'worth')").fetchall()


CURVES = ("roc_curve", "pr_curve")


def drawn(
    con: duckdb.DuckDBPyConnection,
    way: str,
    name: str,
    points: int | None = None,
    columns: dict[str, str] = COLUMNS,
    by: Sequence[str] = (),
) -> list[tuple[Any, ...]]:
    """Groups, and of each point threshold, coordinates, tp, fp, n_rows, n_positives, is_break_even and area, along the
    curve."""
    given: dict[str, Any] = {"columns": columns, "by": list(by)}
    if way == "python":
        return list(getattr(rankhouse, name)("predictions", points, **given, con=con).fetchall())
    sql = str(getattr(macros("none" if way == "none" else "duckdb"), name)("main.predictions", points, **given))
    if way == "table macro":
        asked_by = f', "by" := {list(by)}'
        sql = f"from {name}('predictions', points := {points or 'null'}, weight := '{columns['weight']}'{asked_by})"
    return con.execute(f"select * from ({sql}) order by tp, fp").fetchall()


def curve(rows: list[Row], name: str) -> list[tuple[Any, ...]]:
    """Every point, by brute force; the coordinates of scikit-learn where it has any."""
    return [(row[0], *map(near, row[1:5]), *row[5:8], near(row[8])) for row in points_of_curve(rows, name)]


def points_of_curve(rows: list[Row], name: str) -> list[tuple[Any, ...]]:
    of = Predicted(rows)
    if not of.rows:
        return []
    reached = [(None, 0.0, 0.0), *((score, at.tp, at.fp) for score, at in of.by_threshold.items())]
    positives, negatives = of.positives, of.negatives
    roc, precisions, area = [], [], None
    if positives and negatives:
        fpr, tpr, _ = sk.roc_curve(of.labels, of.scores, sample_weight=of.weights, drop_intermediate=False)
        roc = list(zip(fpr, tpr, strict=True))
        precision, recall, _ = sk.precision_recall_curve(of.labels, of.scores, sample_weight=of.weights)
        precisions = list(zip(recall[::-1], precision[::-1], strict=True))
        area = of.by_peer("roc_auc_score" if name == "roc_curve" else "average_precision_score")
    else:
        roc = [(ratio(fp, negatives), ratio(tp, positives)) for _, tp, fp in reached]
        precisions = [(ratio(tp, positives), tp / (tp + fp) if tp + fp else 1.0) for _, tp, fp in reached]
        area = 1.0 if positives and name == "pr_curve" else None
    marked = next(place for place, (_, tp, fp) in enumerate(reached) if tp + fp >= positives * (1 - 1e-12))
    sizes = len(rows), sum(label for _, label, _ in rows)
    coordinates = roc if name == "roc_curve" else precisions
    return [
        (threshold, *at, tp, fp, *sizes, place == marked, area)
        for place, ((threshold, tp, fp), at) in enumerate(zip(reached, coordinates, strict=True))
    ]


@pytest.mark.parametrize("name", CURVES)
@examples(3)
@given(cases=CASES)
def test_curves_have_every_point_of_scikit_learn(
    con: duckdb.DuckDBPyConnection, name: str, cases: list[list[Row]]
) -> None:
    for way in (*WAYS, "python"):
        for rows, found in each(con, cases, lambda by, way=way: drawn(con, way, name, by=by)):
            assert found == curve(rows, name), (way, rows)


@pytest.mark.parametrize("name", CURVES)
@examples(10)
@given(rows=COUNTED.filter(lambda rows: any(row[2] for row in rows)))
def test_curves_of_whole_weights_are_those_of_as_many_rows(
    con: duckdb.DuckDBPyConnection, name: str, rows: list[tuple[float, int, int]]
) -> None:
    load(con, [(*row[:2], float(row[2])) for row in rows])
    found = drawn(con, "duckdb", name)
    load(con, [(*row[:2], 1.0) for row in rows for _ in range(row[2])])
    repeated = drawn(con, "duckdb", name, columns={})
    assert [(*row[:5], *row[7:]) for row in found] == [(*map(near, row[:5]), row[7], near(row[8])) for row in repeated]


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e9])
@pytest.mark.parametrize("name", CURVES)
def test_thinned_curves_of_weights_stay_within_the_bound(
    con: duckdb.DuckDBPyConnection, name: str, scale: float
) -> None:
    generator = np.random.default_rng(5)
    rows = [(float(s), int(y), float(w) * scale) for s, y, w in generator.random((700, 3)).round(2) * [1, 1.4, 1]]
    load(con, rows)
    for points in (5, 20, 101):
        full, thinned = drawn(con, "table macro", name), drawn(con, "table macro", name, points)
        assert len(thinned) <= points
        assert {row[0] for row in thinned} <= {row[0] for row in full}
        for end in (0, -1):
            assert thinned[end][:3] == tuple(map(near, full[end][:3]))
            assert thinned[end][3:5] == pytest.approx(full[end][3:5], rel=1e-12)
        assert [row[0] for row in thinned if row[7]] == [row[0] for row in full if row[7]]
        assert [row[8] for row in thinned] == [near(full[0][8])] * len(thinned)
        reached = full[-1][3] + full[-1][4], full[1][3] + full[1][4]
        bound = 4 if name == "roc_curve" else 2 * math.log(reached[0] / reached[1])
        distance = farthest([row[1:3] for row in full], [row[1:3] for row in thinned])
        assert distance <= min(bound / (points - 3), 1) + 1e-12


def calibrated(rows: list[Row], bins: int) -> Iterator[tuple[Any, ...]]:
    """bin, bin_from, bin_to, n_rows, n_positives, mean_score, positive_share, weight_sum."""
    for place, here in enumerate(calibration_bins(Predicted(rows).rows, bins), 1):
        if here:
            weight, positives = math.fsum(w for *_, w in here), sum(y for _, y, _ in here)
            means = [math.fsum(row[value] * row[2] for row in here) / weight for value in (0, 1)]
            yield place, (place - 1) / bins, place / bins, len(here), positives, *means, weight


@examples(10)
@given(rows=ROWS, bins=st.sampled_from([1, 4, 10]))
def test_calibration_has_means_of_weights(con: duckdb.DuckDBPyConnection, rows: list[Row], bins: int) -> None:
    load(con, rows)
    expected = [(*row[:5], *map(near, row[5:])) for row in calibrated(rows, bins)]
    package = macros("none")
    for found in (
        rankhouse.calibration("predictions", bins, columns=COLUMNS, con=con),
        con.sql(str(package.calibration("main.predictions", bins, columns=COLUMNS))).order("bin"),
        con.sql(f"from calibration('predictions', bins := {bins}, weight := 'worth')").order("bin"),
    ):
        assert found.fetchall() == expected


def lift_of_weights(rows: list[Row], bins: int) -> Iterator[tuple[Any, ...]]:
    """As lift() shows it, in fractions: each score is a stretch of weight, with positives spread evenly over it."""
    stretches: list[tuple[float, Fraction, Fraction]] = []
    for score in sorted({score for score, _, w in rows if w}, reverse=True):
        here = [(y, Fraction(str(w))) for s, y, w in rows if s == score]
        stretches.append((score, sum((w for _, w in here), Fraction()), sum((w * y for y, w in here), Fraction())))
    total = sum((weight for _, weight, _ in stretches), Fraction())
    positives = sum((positive for *_, positive in stretches), Fraction())
    size, before = total / bins, Fraction()
    for number in range(1, bins + 1) if stretches else ():
        reached = found = Fraction()
        threshold = None
        for score, weight, positive in stretches:
            inside = min(weight, number * size - reached)
            if inside > 0:
                found, threshold = found + positive * inside / weight, score
            reached += weight
        here, before = found - before, found
        lifts = (
            (here / size / (positives / total), found / (number * size) / (positives / total)) if positives else None
        )
        figures = (Fraction(number, bins), threshold, size, here, here / size, lifts and lifts[0], found)
        gains = (found / positives if positives else None, lifts and lifts[1])
        yield number, *(None if value is None else float(value) for value in (*figures, *gains))


def tables(con: duckdb.DuckDBPyConnection, name: str, bins: int, **options: Any) -> Iterator[list[tuple[Any, ...]]]:
    """The answer of a table of bins through every way in."""
    yield getattr(rankhouse, name)("predictions", bins, columns=COLUMNS, con=con, **options).fetchall()
    given = "".join(f", {option} := {value}" for option, value in options.items())
    yield con.execute(f"from {name}('predictions', bins := {bins}, weight := 'worth'{given})").fetchall()
    for way in ("duckdb", "none"):
        sql = str(getattr(macros(way), name)("main.predictions", bins, columns=COLUMNS, **options))
        yield sorted(con.execute(sql).fetchall())


@examples(15)
@given(rows=ROWS, bins=st.integers(1, 12))
def test_lift_has_parts_of_equal_weight(con: duckdb.DuckDBPyConnection, rows: list[Row], bins: int) -> None:
    load(con, rows)
    expected = [tuple(map(near, row)) for row in lift_of_weights(rows, bins)]
    for found in tables(con, "lift", bins):
        assert found == expected
        assert [row[8] for row in found[-1:]] in ([], [1.0], [None])


def binned_of_weights(rows: list[Row], bins: int) -> tuple[float | None, float | None, float | None]:
    """Pairs of scores in bins between 0 and 1, those of the same bin as half, as lost and as won."""
    placed = [(min(int(score * bins), bins - 1), label, weight) for score, label, weight in rows if weight]
    pairs = [(p > n, p == n, v * w) for p, y, v in placed if y for n, z, w in placed if not z]
    if not pairs:
        return None, None, None
    above, level, total = (
        math.fsum(inside * weight for *kinds, weight in pairs for inside in [[*kinds, True][kind]]) for kind in range(3)
    )
    return (above + level / 2) / total, above / total, (above + level) / total


@examples(15)
@given(rows=ROWS, bins=st.integers(1, 12))
def test_binned_auc_is_that_of_scikit_learn_over_bins(
    con: duckdb.DuckDBPyConnection, rows: list[Row], bins: int
) -> None:
    load(con, rows)
    areas = binned_of_weights(rows, bins)
    if areas[0] is not None:
        labels, weights = [row[1] for row in rows], [row[2] for row in rows]
        placed = [min(int(score * bins), bins - 1) for score, *_ in rows]
        assert areas[0] == near(sk.roc_auc_score(labels, placed, sample_weight=weights))
    expected = (*map(near, areas), len(rows), sum(label for _, label, _ in rows))
    for found in tables(con, "binned_auc", bins, lowest=0, highest=1):
        assert found == [expected]
        assert all(area is None or 0 <= area <= 1 for area in found[0][:3])
    exact = known(rows, [], ["roc_auc"])["roc_auc", None]
    for ((middle, low, high, *_),) in tables(con, "binned_auc", bins):
        assert (middle is None) == (exact is None)
        if exact is not None:
            assert low - 1e-12 <= exact <= high + 1e-12
            assert middle == near((low + high) / 2)


@pytest.mark.parametrize("name", ["lift", "binned_auc"])
@examples(10)
@given(rows=COUNTED, bins=st.integers(1, 10))
def test_in_bins_a_whole_weight_is_as_many_rows(
    con: duckdb.DuckDBPyConnection, name: str, rows: list[tuple[float, int, int]], bins: int
) -> None:
    sql = getattr(macros("duckdb"), name)
    for whole in (rows, [(*row[:2], 1) for row in rows]):
        load(con, [(*row[:2], float(row[2])) for row in whole])
        found = con.execute(str(sql("main.predictions", bins, columns=COLUMNS))).fetchall()
        load(con, [(*row[:2], 1.0) for row in whole for _ in range(row[2])] or [(0.5, 1, 0.0)])
        if not any(row[2] for row in whole):
            con.execute("delete from predictions")
        repeated = con.execute(str(sql("main.predictions", bins))).fetchall()
        shown = None if name == "lift" else 3
        assert [row[:shown] for row in found] == [tuple(map(near, row[:shown])) for row in repeated]


@pytest.mark.parametrize("scale", [1e-6, 1e9])
def test_in_bins_weights_may_be_of_any_scale(con: duckdb.DuckDBPyConnection, scale: float) -> None:
    generator = np.random.default_rng(3)
    rows = [(float(s), int(y), float(w)) for s, y, w in generator.random((500, 3)).round(2) * [1, 1.4, 1]]
    for name in ("lift", "binned_auc"):
        load(con, rows)
        expected = next(tables(con, name, 20))
        load(con, [(s, y, w * scale) for s, y, w in rows])
        sums = (3, 4, 7) if name == "lift" else ()
        for found in tables(con, name, 20):
            scaled = [
                tuple(value / scale if place in sums else value for place, value in enumerate(row)) for row in found
            ]
            assert scaled == [tuple(map(near, row)) for row in expected]


@pytest.mark.parametrize("weight", ["null", "'nan'::double", "-0.5", "'inf'::double"])
def test_in_bins_weights_that_are_none(con: duckdb.DuckDBPyConnection, weight: str) -> None:
    for name in ("lift", "binned_auc"):
        load(con, WORKED)
        expected = next(tables(con, name, 4))
        con.execute(f"insert into predictions values (0.9, 0, {weight})")
        with pytest.raises(InputError, match="1 row has a weight that is NULL, NaN, infinite or below 0"):
            getattr(rankhouse, name)("predictions", columns=COLUMNS, con=con)
        assert con.execute(f"from {name}('predictions', bins := 4, weight := 'worth')").fetchall() == expected


def test_curves_of_groups_have_weights_of_their_own(con: duckdb.DuckDBPyConnection) -> None:
    groups: dict[str | None, list[Row]] = {"a": WORKED, None: [(0.5, 1, 0.2), (0.25, 0, 0.7), (0.5, 0, 0.1)]}
    con.execute("create or replace table grouped (system varchar, score double, label boolean, worth double)")
    for system, rows in groups.items():
        con.executemany("insert into grouped values (?, ?, ?, ?)", [[system, s, bool(y), w] for s, y, w in rows])
    for name in CURVES:
        expected = [(system, *row) for system, rows in groups.items() for row in curve(rows, name)]
        found = getattr(rankhouse, name)("grouped", by="system", columns=COLUMNS, con=con).fetchall()
        macro = con.execute(
            f"from {name}('grouped', by := ['system'], weight := 'worth') order by system nulls last, tp, fp"
        )
        assert sorted(found, key=lambda row: row[0] is None) == macro.fetchall() == expected
    con.execute("insert into grouped values ('nothing', 0.5, true, 0)")
    parts = {system: [tuple(map(near, row)) for row in lift_of_weights(rows, 4)] for system, rows in groups.items()}
    areas = {
        system: [(*map(near, binned_of_weights(rows, 4)), len(rows), sum(y for _, y, _ in rows))]
        for system, rows in groups.items()
    }
    for name, listed, edges in (("lift", parts, ""), ("binned_auc", areas, ", lowest := 0, highest := 1")):
        expected = [(system, *row) for system, rows in listed.items() for row in rows]
        found = con.execute(f"from {name}('grouped', by := ['system'], bins := 4, weight := 'worth'{edges})").fetchall()
        assert sorted(found, key=lambda row: row[0] is None) == expected


def test_the_command_line(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from rankhouse import cli

    load(con, WORKED)
    file = str(tmp_path / "predictions.csv")
    con.table("predictions").write_csv(file)
    for name in (*CURVES, "calibration", "lift", "binned_auc"):
        call = [name.replace("_", "-"), file, "--columns", "weight=worth", "--format", "csv"]
        monkeypatch.setattr(sys, "argv", ["rankhouse", *call])
        with pytest.raises(SystemExit) as left:
            cli.main()
        assert not left.value.code
        _, *shown = capsys.readouterr().out.splitlines()
        expected = getattr(rankhouse, name)("predictions", columns=COLUMNS, con=con).fetchall()
        assert [line.split(",")[0] for line in shown] == ["" if row[0] is None else str(row[0]) for row in expected]
        assert len(shown) == len(expected) > (0 if name == "binned_auc" else 1)


def test_a_weight_is_a_number(con: duckdb.DuckDBPyConnection) -> None:
    load(con, WORKED)
    con.execute("alter table predictions alter worth type varchar")
    with pytest.raises(InputError, match="weight must be a number, but column 'worth' is VARCHAR"):
        rankhouse.classifier_metrics("predictions", columns=COLUMNS, con=con)
