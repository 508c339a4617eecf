"""Grades of machines beside those of people, orders of systems by rater, what means of both kinds of labels cover."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import rankhouse
from copied import copy_macros
from executed import commanded
from helpers.examples import examples
from labels.test_labels import RECORDED, WAYS, asked
from rankhouse._rendering.errors import InputError
from recorded import labels

pytestmark = pytest.mark.filterwarnings("ignore:.* human labels")

CONFIDENCE = 0.9
Grade = tuple[Any, ...]


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def graded(con: duckdb.DuckDBPyConnection, human: list[Grade], machine: list[Grade]) -> None:
    """query, item, grade, and of the machine a group where there is a fourth."""
    for name, rows in {"human": human, "machine": machine}.items():
        whole = [[*row, *[None] * (4 - len(row))] for row in rows]
        columns = list(zip(*whole, strict=True)) if whole else [()] * 4
        types = [pa.int64(), pa.int64(), pa.float64(), pa.string()]
        made = {
            column: pa.array(values, type_)
            for column, values, type_ in zip(("query_id", "item_id", "relevance", "shop"), columns, types, strict=True)
        }
        if name == "human":
            del made["shop"]
        con.register("given", pa.table(made))
        con.execute(f"create or replace table {name} as from given")
        con.unregister("given")


def calibrated(rows: list[tuple[Any, float, float | None]]) -> tuple[float | None, ...]:
    """Of a query, a machine's grade and a human one: what grade_calibration says, straight from the ratio estimator."""
    both = [row for row in rows if row[2] is not None]
    queries = sorted({row[0] for row in both})
    if not both:
        return (None,) * 6 + (0, 0, len(rows))
    found: list[float | None] = []
    for value in (lambda row: row[2], lambda row: row[1] - row[2]):
        mean = sum(map(value, both)) / len(both)
        found.append(mean)
        if len(queries) < 2:
            found += [None, None]
            continue
        off = [sum(value(row) - mean for row in both if row[0] == query) for query in queries]
        error = math.sqrt(len(queries) / (len(queries) - 1) * sum(each**2 for each in off)) / len(both)
        half = float(stats.t.ppf((1 + CONFIDENCE) / 2, len(queries) - 1)) * error
        found += [mean - half, mean + half]
    return (*found, len(both), len(queries), len(rows))


@pytest.mark.parametrize("way", WAYS)
@given(
    human=st.dictionaries(st.tuples(st.integers(1, 4), st.integers(1, 3)), st.sampled_from([0, 1, 2.5]), min_size=1),
    machine=st.dictionaries(
        st.tuples(st.integers(1, 4), st.integers(1, 3), st.sampled_from(["x", None])),
        st.sampled_from([0, 1, 2.5, 9]),
        min_size=1,
        max_size=24,
    ),
    per_grade=st.booleans(),
)
@examples(6)
def test_calibration_is_the_ratio_estimator(
    con: duckdb.DuckDBPyConnection, way: str, human: dict[Any, float], machine: dict[Any, float], per_grade: bool
) -> None:
    if way == "python":
        # Which refuses what has no grade of the machine.
        human = {item: grade for item, grade in human.items() if item in {key[:2] for key in machine}}
        if not human:
            return
    graded(
        con,
        [(*item, grade) for item, grade in human.items()],
        [(query, item, grade, shop) for (query, item, shop), grade in machine.items()],
    )
    arguments = {"by": ["shop"], "per_grade": per_grade, "confidence": CONFIDENCE}
    expected = {}
    for one in {(shop, grade if per_grade else None) for (_, _, shop), grade in machine.items()}:
        rows = [
            (query, grade, human.get((query, item)))
            for (query, item, shop), grade in machine.items()
            if one in ((shop, grade), (shop, None))
        ]
        mean = (
            np.mean([row[1] for row in rows if row[2] is not None]) if any(row[2] is not None for row in rows) else None
        )
        expected[one] = (one[1] if per_grade else mean, *calibrated(rows))
    found = asked(con, way, "grade_calibration", "human", "machine", **arguments)
    assert len(found) == len(expected)
    for shop, *figures in found:
        assert figures == pytest.approx(list(expected[shop, figures[0] if per_grade else None]), abs=1e-9, nan_ok=False)

    counts: dict[Any, int] = {}
    for (query, item, shop), grade in machine.items():
        key = (shop, human.get((query, item)), grade)
        counts[key] = counts.get(key, 0) + 1
    found = asked(con, way, "grade_confusion", "human", "machine", by=["shop"])
    assert {tuple(row[:3]): row[3] for row in found} == counts
    for shop, ours, theirs, n, human_share, machine_share in found:
        if ours is None:
            assert (human_share, machine_share) == (None, None)
            continue
        of_human = sum(n for (group, one, _), n in counts.items() if (group, one) == (shop, ours))
        of_machine = sum(
            n for (group, one, two), n in counts.items() if (group, two) == (shop, theirs) and one is not None
        )
        assert [human_share, machine_share] == pytest.approx([n / of_human, n / of_machine])


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", labels.GRADES)
def test_calibration_is_that_of_statsmodels(con: duckdb.DuckDBPyConnection, way: str, name: str) -> None:
    graded(con, *labels.grades(*labels.GRADES[name]))
    known = dict(RECORDED["grades"][name])
    (overall,) = asked(con, way, "grade_calibration", "human", "machine", per_grade=False, confidence=CONFIDENCE)
    assert overall[1:7] == pytest.approx(known.pop("all"), abs=1e-12)
    found = asked(con, way, "grade_calibration", "human", "machine", confidence=CONFIDENCE)
    assert {str(int(row[0])) for row in found if row[1] is not None} == known.keys()
    for grade, *figures in found:
        if figures[0] is not None:
            assert figures[:6] == pytest.approx(known[str(int(grade))], abs=1e-12)


NAN = float("nan")
NOTHING = (None,) * 6


@pytest.mark.parametrize("way", ["dbt", "table macro"])
@pytest.mark.parametrize(
    ("human", "machine", "expected"),
    [
        # machine_grade, human_grade and its ends, bias and its ends, n_items, n_queries, n_machine
        ([(1, 1, None)], [(1, 1, 2), (2, 1, 2)], [(2, *NOTHING, 0, 0, 2)]),
        ([(1, 1, 1), (9, 9, 1)], [(1, 1, 2)], [(2, 1, None, None, 1, None, None, 1, 1, 1)]),
        ([(1, 1, 1), (2, 1, 1)], [(1, 1, 1), (2, 1, 1)], [(1, 1, 1, 1, 0, 0, 0, 2, 2, 2)]),
        ([(1, 1, 1), (1, 1, 1)], [(1, 1, 7), (1, 1, 7)], [(7, 1, None, None, 6, None, None, 1, 1, 1)]),
        ([(1, 1, NAN), (1, 2, 1)], [(1, 1, 2), (1, 2, NAN)], [(2, *NOTHING, 0, 0, 1)]),
        ([(1, 1, 1)], [(1, 1, None)], []),
    ],
    ids=[
        "no human grade at all",
        "a human grade without the machine's",
        "all grades equal",
        "a grade outside the scale, twice the same",
        "NaN is no grade",
        "no grade of the machine",
    ],
)
def test_corners_of_calibration(
    con: duckdb.DuckDBPyConnection, way: str, human: list[Grade], machine: list[Grade], expected: list[Any]
) -> None:
    graded(con, human, machine)
    assert asked(con, way, "grade_calibration", "human", "machine") == expected
    found = asked(con, way, "grade_confusion", "human", "machine")
    assert sum(row[2] for row in found) == sum(row[-1] for row in expected)


def test_intervals_of_calibration_cover(con: duckdb.DuckDBPyConnection) -> None:
    """The items of a query are alike: intervals that took them for independent would hold far too seldom."""
    chosen = np.random.default_rng(3)
    runs, n, items = 400, 30, 10
    kind = np.repeat(chosen.normal(0, 1, (runs, n)), items, axis=1)
    human = kind + chosen.normal(0, 0.5, (runs, n * items))
    numbers = np.arange(runs * n * items)
    table = {"run": numbers // (n * items), "query_id": numbers // items % n, "item_id": numbers % items}
    machine = con.from_arrow(pa.table(table | {"relevance": np.ones(len(numbers))}))
    # People's ids tell the runs apart.
    ids = "run * 1000 + query_id as query_id, item_id"
    people = con.from_arrow(pa.table(table | {"relevance": human.ravel()})).project(f"{ids}, relevance")
    found = rankhouse.grade_calibration(people, machine.project(f"run, {ids}, relevance"), by="run", con=con).fetchall()
    covered = sum(row[3] <= 0 <= row[4] for row in found) / runs
    assert len(found) == runs and abs(covered - 0.95) < 3 * math.sqrt(0.95 * 0.05 / runs)


@pytest.mark.parametrize(
    ("change", "arguments", "message"),
    [
        ("delete from human", {}, "human .* is empty"),
        ("update human set relevance = null", {}, "human: 2 rows have no relevance"),
        ("update machine set relevance = 'nan' where item_id = 2", {}, "1 row has no relevance .*NaN .* item_id 2"),
        ("insert into human values (7, 1, 0)", {}, "human: 1 grade is of an item .* query_id 7, item_id 1"),
        ("insert into human values (1, 1, 0)", {}, "human: 1 item appears more than once .* query_id 1, item_id 1"),
        ("insert into machine values (1, 1, 0, 'b')", {}, "machine: 1 item .* the rows to by .*shop"),
        ("alter table human alter relevance type varchar", {}, "human: relevance must be a number, but .* VARCHAR"),
        ("alter table human alter query_id type varchar", {}, "these types cannot be compared"),
        ("alter table human drop item_id", {}, "human .*item_id"),
        ("select 1", {"by": "model"}, "by: machine has no column 'model'"),
        ("select 1", {"confidence": 1}, "confidence"),
    ],
)
def test_bad_grades(con: duckdb.DuckDBPyConnection, change: str, arguments: dict[str, Any], message: str) -> None:
    graded(con, [(1, 1, 1), (1, 2, 0)], [(1, 1, 2, "a"), (1, 2, 0, "a")])
    con.execute(change).fetchall()
    with pytest.raises(InputError, match=message):
        rankhouse.grade_calibration("human", "machine", **arguments, con=con)
    if "confidence" not in arguments:
        with pytest.raises(InputError, match=message):
            rankhouse.grade_confusion("human", "machine", **arguments, con=con)


def test_the_command_says_the_same(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    graded(con, *labels.grades(*labels.GRADES["all graded"]))
    files = [str(tmp_path / f"{side}.csv") for side in ("human", "machine")]
    for side, file in zip(("human", "machine"), files, strict=True):
        con.execute(f"copy {side} to '{file}'")
    for asking, name in {"--per-grade": "grade_calibration", "--confusion": "grade_confusion"}.items():
        status, shown, _ = commanded(["grade-calibration", *files, asking, "--format", "json"])
        found = [tuple(row.values()) for row in json.loads(shown)]
        expected = getattr(rankhouse, name)("human", "machine", con=con).fetchall()
        assert (status, len(found)) == (0, len(expected))
        for row, wanted in zip(found, expected, strict=True):
            assert row == pytest.approx(wanted, abs=1e-12)
    con.execute(f"copy (select 99 as query_id, 1 as item_id, 1 as relevance) to '{files[0]}'")
    status, _, complaint = commanded(["grade-calibration", *files])
    assert status == 2 and "machine has not graded" in complaint and complaint.count("\n") == 1


@pytest.mark.parametrize("way", WAYS)
def test_orders_of_systems_by_rater(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """Means are lists of systems: the same tau and tau-AP as of lists of items."""
    chosen = np.random.default_rng(5)
    systems = [f"s{n}" for n in range(8)]
    means = {rater: dict(zip(systems, map(float, chosen.random(8)), strict=True)) for rater in ("ann", "bob", "model")}
    con.execute("create or replace table means (rater varchar, measure varchar, system varchar, value double)")
    for rater, values in means.items():
        con.executemany("insert into means values (?, 'map', ?, ?)", [[rater, *each] for each in values.items()])
    renames = {"query_id": "measure", "item_id": "system", "score": "value"}
    columns = "map " + repr(renames) if way == "table macro" else renames
    measures = ["kendall_tau", "tau_ap"]
    if way == "table macro":
        sql = f"from query_agreement('means', measures := {measures}, \"system\" := 'rater', \"columns\" := {columns})"
        found = con.sql(sql).fetchall()
    elif way == "python":
        found = rankhouse.agreement(
            "means", measures, system="rater", columns=renames, per_query=True, con=con
        ).fetchall()
    else:
        found = asked(con, way, "query_agreement", "means", measures=measures, system="rater", columns=renames)
    assert len(found) == 6
    for one, other, measure, name, _, _, value, *counts in found:
        assert (measure, counts) == ("map", [8, 8, 8])
        # tau-AP takes the baseline, the second one, for the truth.
        pairs = [(means[one][system], means[other][system]) for system in systems]
        known = stats.kendalltau(*zip(*pairs, strict=True)).statistic if name == "kendall_tau" else by_definition(pairs)
        assert value == pytest.approx(known, abs=1e-12)


def by_definition(pairs: list[tuple[float, float]]) -> float:
    """Yilmaz et al. 2008: below the first place, the share of systems above that the truth has above too."""
    ordered = sorted(pairs, reverse=True)
    shares = [
        sum(above[1] > ordered[place][1] for above in ordered[:place]) / place for place in range(1, len(ordered))
    ]
    return 2 * sum(shares) / len(shares) - 1


def drawn(con: duckdb.DuckDBPyConnection, runs: int, n_all: int, values: dict[str, Any]) -> None:
    columns = {"run": np.repeat(np.arange(runs), n_all), "n": np.tile(np.arange(n_all), runs)}
    con.register("drawn_values", pa.table(columns | {name: each.ravel() for name, each in values.items()}))
    con.execute("create or replace table drawn as from drawn_values")
    con.unregister("drawn_values")


def test_intervals_of_a_difference_of_two_systems_cover(con: duckdb.DuckDBPyConnection) -> None:
    """The estimate is the formula's, of differences by query, and about 95 % of the intervals hold the true one."""
    chosen = np.random.default_rng(21)
    n, n_all, runs = 60, 600, 400
    base = chosen.beta(2, 3, (runs, n_all))
    gain = chosen.normal(0.05, 0.1, (runs, n_all))
    human = {"old": base, "new": base + gain}
    machine = {"old": base + chosen.normal(0.1, 0.1, (runs, n_all)), "new": base + 0.1 + gain / 2}
    drawn(con, runs, n_all, {"human": human["new"] - human["old"], "machine": machine["new"] - machine["old"]})
    values = "(select run, n as query_id, 'm' as measure, {} as value from drawn {})"
    found = rankhouse.prediction_powered(
        con.sql(values.format("human", f"where n < {n}")), con.sql(values.format("machine", "")), by="run", con=con
    ).fetchall()
    covered = sum(row[3] <= 0.05 <= row[4] for row in found) / runs
    assert abs(covered - 0.95) < 3 * math.sqrt(0.95 * 0.05 / runs)
    y, f = human["new"][0] - human["old"][0], machine["new"][0] - machine["old"][0]
    tuning = np.cov(y[:n], f[:n], ddof=0)[0, 1] / ((1 + n / (n_all - n)) * np.var(f, ddof=1))
    assert found[0][5] == pytest.approx(tuning)
    assert found[0][2] == pytest.approx(np.mean(y[:n] - tuning * f[:n]) + tuning * np.mean(f[n:]))


def test_strata_that_differ_are_worth_their_labels(con: duckdb.DuckDBPyConnection) -> None:
    """Drawn by Neyman's shares, intervals hold as often, and are shorter than those of as many drawn from all."""
    chosen = np.random.default_rng(8)
    n_all, runs, most = 1000, 300, 80
    low = np.tile(np.arange(n_all) % 4 > 0, (runs, 1))
    human = np.where(low, chosen.normal(0.2, 0.02, (runs, n_all)), chosen.normal(0.6, 0.2, (runs, n_all)))
    machine = human + chosen.normal(0, np.where(low, 0.02, 0.2))
    # 750 queries with a spread of 0.02 and 250 with one of 0.2 or so: Neyman's shares are 23 and 77 %.
    place = np.where(low, np.cumsum(low, axis=1) <= 18, np.cumsum(~low, axis=1) <= most - 18)
    drawn(con, runs, n_all, {"human": human, "machine": machine, "low": low, "labelled": place})
    values = "(select run, low as stratum, n as query_id, 'm' as measure, {} as value from drawn where {})"
    labelled = con.sql(values.format("human", "labelled"))
    parts = rankhouse.prediction_powered(
        labelled,
        con.sql(values.format("machine", "true")),
        by=["run", "stratum"],
        con=con,
    )
    whole = parts.query(
        "parts",
        "select sum(share * value), sqrt(sum((share * (ci_high - value)) ** 2))"
        " from (select *, n_machine / sum(n_machine) over (partition by run) as share from parts) group by run",
    ).fetchall()
    true = 0.75 * 0.2 + 0.25 * 0.6
    covered = sum(abs(value - true) <= half for value, half in whole) / runs
    assert abs(covered - 0.95) < 3 * math.sqrt(0.95 * 0.05 / runs)
    at_random = con.sql(values.format("human", f"n % 1000 < {most}")), con.sql(values.format("machine", "true"))
    plain = rankhouse.prediction_powered(*at_random, by="run", con=con).fetchall()
    assert np.mean([half for _, half in whole]) < 0.8 * np.mean([row[4] - row[2] for row in plain])
