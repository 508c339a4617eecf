"""Curves and tables of curves: every point against scikit-learn, thinning within its bound, intervals that hold."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sk
from sklearn.calibration import calibration_curve

import rankhouse
from classification.test_classifier import CASES, ROWS, Answer, each, load
from copied import copy_macros
from examples import examples
from predicted import expected_positives
from predictions import FAWCETT, WORKED, Rows
from rankhouse import InputError
from rankhouse._rendering.jinja import macros


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def both_classes(rows: Rows) -> bool:
    return {label for _, label in rows} == {0, 1}


def columns(rows: Rows) -> tuple[list[int], list[float]]:
    return [label for _, label in rows], [score for score, _ in rows]


def near(values: Any) -> Any:
    return pytest.approx(list(values), abs=1e-12)


WAYS = ("duckdb", "none", "table macro", "python")


def full_curve(con: duckdb.DuckDBPyConnection, way: str, name: str, by: list[str]) -> Answer:
    """Groups, threshold, x, y and area of every distinct score."""
    if way == "python":
        return list(getattr(rankhouse, name)("predictions", None, by=by, con=con).fetchall())
    sql = f"from {name}('predictions', points := null, \"by\" := {by})"
    if way in ("duckdb", "none"):
        sql = str(getattr(macros(way), name)("main.predictions", points=None, by=by))
    place = len(by)
    return sorted(con.execute(sql).fetchall(), key=lambda row: row[place + 3] + row[place + 4])


def cases_of(rows: st.SearchStrategy[Rows]) -> st.SearchStrategy[list[Rows]]:
    return st.lists(rows, min_size=8, max_size=8)


@examples(3)
@given(cases=cases_of(ROWS.filter(both_classes)))
def test_roc_curve_has_every_point_of_scikit_learn(con: duckdb.DuckDBPyConnection, cases: list[Rows]) -> None:
    for way in WAYS:
        for rows, found in each(con, cases, partial(full_curve, con, way, "roc_curve")):
            fpr, tpr, thresholds = sk.roc_curve(*columns(rows), drop_intermediate=False)
            assert found[0][0] is None
            assert [row[0] for row in found[1:]] == near(thresholds[1:]), (way, rows)
            assert [row[1] for row in found] == near(fpr), (way, rows)
            assert [row[2] for row in found] == near(tpr), (way, rows)
            assert [row[-1] for row in found] == near([sk.roc_auc_score(*columns(rows))] * len(found)), (way, rows)


@examples(3)
@given(cases=cases_of(ROWS.filter(lambda rows: any(label for _, label in rows))))
def test_pr_curve_has_every_point_of_scikit_learn(con: duckdb.DuckDBPyConnection, cases: list[Rows]) -> None:
    for way in WAYS:
        for rows, found in each(con, cases, partial(full_curve, con, way, "pr_curve")):
            precision, recall, thresholds = sk.precision_recall_curve(*columns(rows))
            area = sk.average_precision_score(*columns(rows))
            assert found[0][0] is None
            assert [row[0] for row in found[1:]] == near(thresholds[::-1]), (way, rows)
            assert [row[1] for row in found] == near(recall[::-1]), (way, rows)
            assert [row[2] for row in found] == near(precision[::-1]), (way, rows)
            assert [row[-1] for row in found] == near([area] * len(found)), (way, rows)


@examples(3)
@given(cases=CASES)
def test_the_break_even_point_is_where_the_positives_highest_scores_end(
    con: duckdb.DuckDBPyConnection, cases: list[Rows]
) -> None:
    for name, points in itertools.product(("roc_curve", "pr_curve"), (5, None)):

        def ask(by: list[str], name: str = name, points: int | None = points) -> Answer:
            return list(getattr(rankhouse, name)("predictions", points, by=by, con=con).fetchall())

        for rows, found in each(con, cases, ask):
            positives = sum(label for _, label in rows)
            threshold = sorted((score for score, _ in rows), reverse=True)[positives - 1] if positives else None
            assert [row[0] for row in found if row[-2]] == [threshold], (name, points, rows)


def sample(kind: str, seed: int, n: int) -> Rows:
    """Scores with few ties, with many, of a good and of a useless classifier, and of hostile steps."""
    random = np.random.default_rng(seed)
    labels = random.integers(0, 2, n) if kind != "rare" else (random.random(n) < 0.01).astype(int)
    scores = random.normal(size=n) + labels * {"good": 3, "useless": 0}.get(kind, 1)
    if kind == "tied":
        scores = np.round(scores)
    if kind == "steps":
        scores = np.where(labels == 1, np.floor(scores * 3), scores)
    if kind == "perfect":
        scores = scores + labels * 100
    if kind == "reversed":
        scores = scores - labels * 100
    return list(zip(scores.tolist(), labels.tolist(), strict=True))


def farthest(full: list[tuple[float, float]], thinned: list[tuple[float, float]]) -> float:
    """The largest vertical distance of a point of the full curve from the thinned curve's lines."""
    points, (starts, ends) = np.array(full)[:, None], (np.array(thinned)[:-1], np.array(thinned)[1:])
    (x, y), (x0, y0), (x1, y1) = (np.moveaxis(at, -1, 0) for at in (points, starts, ends))
    is_upright = x0 == x1
    on_line = y0 + (y1 - y0) * (x - x0) / np.where(is_upright, 1, x1 - x0)
    low, high = (np.where(is_upright, end(y0, y1), on_line) for end in (np.minimum, np.maximum))
    distances = np.maximum(np.maximum(low - y, y - high), 0)
    return float(np.where((x0 <= x) & (x <= x1), distances, np.inf).min(axis=1).max())


def widest(full: Answer, thinned: Answer) -> float:
    """The largest distance of a point of the full curve, in any direction, from the line that took its place."""
    points, kept = (np.array([row[1:3] for row in curve]) for curve in (full, thinned))
    place = {row[0]: number for number, row in enumerate(full)}
    ends = np.array([place[row[0]] for row in thinned])
    line = np.clip(np.searchsorted(ends, np.arange(len(full)), side="right") - 1, 0, len(kept) - 2)
    starts, lines = kept[line], kept[line + 1] - kept[line]
    along = ((points - starts) * lines).sum(axis=1) / (lines**2).sum(axis=1)
    nearest = starts + np.clip(along, 0, 1)[:, None] * lines
    return float(np.sqrt(((points - nearest) ** 2).sum(axis=1)).max())


KINDS = ["good", "useless", "rare", "tied", "steps", "perfect", "reversed"]


@pytest.mark.parametrize("name", ["roc_curve", "pr_curve"])
def test_thinned_curves_stay_within_the_bound(con: duckdb.DuckDBPyConnection, name: str) -> None:
    cases = [sample(kind, 7, 700) for kind in KINDS]

    def drawn(points: int | None) -> list[Answer]:
        def ask(by: list[str]) -> Answer:
            return list(getattr(rankhouse, name)("predictions", points, by=by, con=con).fetchall())

        return [found for _, found in each(con, cases, ask)]

    whole = drawn(None)
    for points in (5, 20, 101):
        bound = 4 / (points - 3) if name == "roc_curve" else 2 * math.log(700) / (points - 3)
        for kind, full, thinned in zip([*KINDS, "alone"], whole, drawn(points), strict=True):
            case = (kind, points)
            assert len(thinned) <= points, case
            assert {row[:-1] for row in thinned} <= {row[:-1] for row in full}, case
            assert (thinned[0][:-1], thinned[-1][:-1]) == (full[0][:-1], full[-1][:-1]), case
            distance = farthest([row[1:3] for row in full], [row[1:3] for row in thinned])
            assert distance <= min(bound, 1) + 1e-12, case
            assert [row[-1] for row in thinned] == near([full[0][-1]] * len(thinned)), case


def test_no_visible_change_with_the_default_number_of_points(con: duckdb.DuckDBPyConnection) -> None:
    rows = sample("good", 3, 20_000)
    con.execute("create or replace table predictions (score double, label integer)")
    con.execute("insert into predictions select unnest(?), unnest(?)", [[s for s, _ in rows], [y for _, y in rows]])
    for draw in (rankhouse.roc_curve, rankhouse.pr_curve):
        full = draw("predictions", None, con=con).fetchall()
        thinned = draw("predictions", con=con).fetchall()
        assert len(full) > 19_000
        assert len(thinned) <= 1000
        # A pixel of a chart of 500 pixels.
        assert widest(full, thinned) < 0.002


def test_one_class_has_points_without_coordinates(con: duckdb.DuckDBPyConnection) -> None:
    load(con, [(0.5, 1), (0.25, 1)])
    assert [row[:3] for row in rankhouse.roc_curve("predictions", con=con).fetchall()] == [
        (None, None, 0.0),
        (0.5, None, 0.5),
        (0.25, None, 1.0),
    ]
    load(con, [(0.5, 0)])
    assert [row[:3] for row in rankhouse.pr_curve("predictions", con=con).fetchall()] == [
        (None, None, 1.0),
        (0.5, None, 0.0),
    ]


@examples(10)
@given(rows=ROWS, bins=st.sampled_from([1, 2, 4, 8, 10]))
def test_calibration_is_that_of_scikit_learn(con: duckdb.DuckDBPyConnection, rows: Rows, bins: int) -> None:
    load(con, rows)
    found = rankhouse.calibration("predictions", bins, con=con).fetchall()
    shares, means = calibration_curve(*columns(rows), n_bins=bins, pos_label=1) if both_classes(rows) else (None, None)
    if shares is not None:
        assert [row[6] for row in found] == near(shares)
        assert [row[5] for row in found] == near(means)
    assert sum(row[3] for row in found) == len(rows)
    for number, low, high, n_rows, n_positives, *_ in found:
        inside = [label for score, label in rows if low < score <= high or (number == 1 and score == 0)]
        assert (n_rows, n_positives) == (len(inside), sum(inside))
    assert con.execute(f"from calibration('predictions', bins := {bins})").fetchall() == found


def lift_table(rows: Rows, bins: int) -> Iterator[tuple[float | None, ...]]:
    """Every row `bins` times over: then each part holds whole rows, and what is expected of ties stays the same."""
    copies = [row for row in rows for _ in range(bins)]
    cumulative = [expected_positives(copies, b * len(rows)) / bins for b in range(bins + 1)]
    positives = sum(label for _, label in rows)
    for b in range(1, bins + 1):
        part = cumulative[b] - cumulative[b - 1]
        size = Fraction(len(rows), bins)
        base = Fraction(positives, len(rows))
        lowest = sorted((score for score, _ in copies), reverse=True)[b * len(rows) - 1]
        row = (
            (b, Fraction(b, bins), lowest, size, part, part / size)
            + (part / size / base if positives else None, cumulative[b])
            + ((cumulative[b] / positives, cumulative[b] / (size * b) / base) if positives else (None, None))
        )
        yield tuple(None if value is None else float(value) for value in row)


@examples(10)
@given(rows=ROWS, bins=st.integers(1, 12))
def test_lift_and_gain(con: duckdb.DuckDBPyConnection, rows: Rows, bins: int) -> None:
    load(con, rows)
    expected = [
        tuple(None if value is None else pytest.approx(value, abs=1e-9) for value in row)
        for row in lift_table(rows, bins)
    ]
    for found in (
        rankhouse.lift("predictions", bins, con=con).fetchall(),
        con.execute(f"from lift('predictions', bins := {bins})").fetchall(),
        sorted(con.execute(str(macros("none").lift("main.predictions", bins))).fetchall()),
    ):
        assert found == expected


def test_a_tie_at_the_edge_of_a_part_is_shared_out(con: duckdb.DuckDBPyConnection) -> None:
    """Of four rows in two parts three are tied, one of them positive: a third of it is above the edge."""
    con.execute("create or replace table tied as select unnest([2, 1, 1, 1]) as score, unnest([0, 1, 0, 0]) as label")
    found = rankhouse.lift("tied", 2, con=con).project("bin, gain, cumulative_lift").fetchall()
    assert found == [(1, pytest.approx(1 / 3), pytest.approx(2 / 3)), (2, 1, 1)]


@examples(12)
@given(
    rows=st.lists(st.tuples(st.floats(allow_nan=False), st.integers(0, 1)), max_size=30).filter(both_classes),
    bins=st.integers(1, 20),
    edges=st.one_of(st.none(), st.tuples(st.floats(-10, 0), st.floats(0.5, 10))),
)
def test_binned_auc_encloses_the_exact_one(
    con: duckdb.DuckDBPyConnection, rows: Rows, bins: int, edges: tuple[float, float] | None
) -> None:
    load(con, rows)
    lowest, highest = edges or (None, None)
    labels, _ = columns(rows)
    pairs = [(p > n) + (p == n) / 2 for p, y in rows if y for n, z in rows if not z]
    exact = sum(pairs) / len(pairs)
    given_edges = f", lowest := {lowest!r}, highest := {highest!r}" if edges else ""
    for found in (
        rankhouse.binned_auc("predictions", bins, lowest=lowest, highest=highest, con=con).fetchall(),
        con.execute(f"from binned_auc('predictions', bins := {bins}{given_edges})").fetchall(),
    ):
        ((middle, low, high, n_rows, n_positives),) = found
        assert (n_rows, n_positives) == (len(rows), sum(labels))
        assert low - 1e-12 <= exact <= high + 1e-12
        assert middle == pytest.approx((low + high) / 2, abs=1e-12)


def test_binned_auc_is_the_worst_and_the_best_order_within_bins(con: duckdb.DuckDBPyConnection) -> None:
    load(con, FAWCETT)
    for bins in (1, 3, 10, 1000):
        placed = [(min(int((score - 0.1) / (0.9 - 0.1) * bins), bins - 1), label) for score, label in FAWCETT]
        pairs = [(p > n, p == n) for p, y in placed if y for n, z in placed if not z]
        above, level = sum(a for a, _ in pairs) / 100, sum(b for _, b in pairs) / 100
        found = rankhouse.binned_auc("predictions", bins, lowest=0.1, highest=0.9, con=con).fetchall()
        assert found == [(*map(pytest.approx, (above + level / 2, above, above + level)), 20, 10)]
    assert found[0][2] - found[0][1] < 0.011


def test_groups_have_their_own_curves(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create or replace table grouped (system varchar, score double, label integer)")
    groups: dict[str | None, Rows] = {"a": WORKED, "b": FAWCETT, None: [(0.5, 1), (0.25, 0), (0.25, 1)]}
    for system, rows in groups.items():
        con.executemany("insert into grouped values (?, ?, ?)", [[system, *row] for row in rows])
    for name, argument in {"roc_curve": 5, "pr_curve": 7, "calibration": 4, "lift": 3, "binned_auc": 5}.items():
        fixed = {"lowest": 0, "highest": 1} if name == "binned_auc" else {}
        expected = []
        for system, rows in groups.items():
            load(con, rows)
            alone = getattr(rankhouse, name)("predictions", argument, con=con, **fixed).fetchall()
            expected += [(system, *row) for row in alone]
        found = getattr(rankhouse, name)("grouped", argument, by=["system"], con=con, **fixed).fetchall()
        assert found == expected
        macro = con.execute(
            f"from {name}('grouped', {'points' if 'curve' in name else 'bins'} := {argument}, by := ['system']"
            + (", lowest := 0, highest := 1)" if fixed else ")")
        ).fetchall()
        assert sorted(map(str, macro)) == sorted(map(str, expected))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda con: rankhouse.roc_curve("predictions", 4, con=con), "points is a whole number of at least 5"),
        (lambda con: rankhouse.pr_curve("predictions", 10.5, con=con), "points is a whole number"),  # type: ignore[arg-type]
        (lambda con: rankhouse.roc_curve("predictions", "many", con=con), "points is a whole number"),  # type: ignore[arg-type]
        (lambda con: rankhouse.calibration("predictions", 0, con=con), "bins is a whole number of at least 1"),
        (lambda con: rankhouse.lift("predictions", True, con=con), "bins is a whole number"),
        (lambda con: rankhouse.binned_auc("predictions", -1, con=con), "bins is a whole number"),
        (lambda con: rankhouse.binned_auc("predictions", lowest=2, highest=1, con=con), "lowest must be below highest"),
        (lambda con: rankhouse.binned_auc("predictions", lowest=math.inf, con=con), "finite number"),
    ],
)
def test_bad_arguments_are_refused(con: duckdb.DuckDBPyConnection, call: Any, message: str) -> None:
    load(con, FAWCETT)
    with pytest.raises(InputError, match=message):
        call(con)


@pytest.mark.parametrize(
    "call",
    [
        "roc_curve('predictions', points := 4)",
        "calibration('predictions', bins := 0)",
        "lift('predictions', bins := 1.5)",
    ],
)
def test_bad_arguments_of_table_macros(con: duckdb.DuckDBPyConnection, call: str) -> None:
    load(con, FAWCETT)
    with pytest.raises(duckdb.Error, match="is a whole number of at least"):
        con.execute(f"from {call}").fetchall()
