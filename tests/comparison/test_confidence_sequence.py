"""Confidence sequences: against a computation of every look from the start, through every way in; what they promise."""

from __future__ import annotations

import csv
import json
import math
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, special, stats
from typer.testing import CliRunner

import rankhouse
from copied import copy_macros
from examples import examples
from rankhouse._rendering.errors import InputError, InputWarning
from rankhouse._rendering.jinja import macros
from rankhouse.cli import app

Row = tuple[Any, ...]
WAYS = ["dbt", "table macro", "python"]
FIGURES = [
    *("measure", "metric", "k", "system", "baseline", "n_queries", "value", "baseline_value", "difference"),
    *("std_dev", "ci_low", "ci_high", "is_different", "first_different", "n_left_out"),
]


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def half_width(n: int, alpha: float, tightest_at: float) -> float:
    """Of an interval for a standard deviation of 1, by theorem 2.2 of Waudby-Smith et al. and rho of their appendix."""
    rho2 = (-special.lambertw(-(alpha**2) * math.exp(-1), -1).real - 1) / tightest_at
    return math.sqrt(2 * (n * rho2 + 1) / (n**2 * rho2) * math.log(math.sqrt(n * rho2 + 1) / alpha))


# Rows of market, system, day, query and value.


def tabled(con: duckdb.DuckDBPyConnection, rows: list[Row]) -> None:
    con.execute(
        "create or replace table by_query (market varchar, system varchar, day integer, query_id varchar, value double,"
        " measure varchar default 'ndcg@10', metric varchar default 'ndcg', k integer default 10)"
    )
    if rows:
        con.executemany("insert into by_query (market, system, day, query_id, value) values (?, ?, ?, ?, ?)", rows)


def asked(con: duckdb.DuckDBPyConnection, way: str, by: list[str], baseline: str | None, **arguments: Any) -> list[Row]:
    if way == "dbt":
        sql = macros("duckdb").confidence_sequence("main.by_query", by=by, baseline=baseline, **arguments)
        return con.sql(sql).fetchall()
    if way == "python":
        try:
            return rankhouse.confidence_sequence("by_query", by=by, baseline=baseline, **arguments, con=con).fetchall()
        except InputError:
            return []
    named = "".join(f", {name} := {value!r}" for name, value in arguments.items())
    given = "" if baseline is None else f", baseline := '{baseline}'"
    return con.sql(f"from confidence_sequence('by_query', by := {by}{given}{named})").fetchall()


def known_sequence(
    rows: list[Row], n_by: int, baseline: str | None, confidence: float, tightest_at: int, min_queries: int
) -> dict[Row, Row]:
    """By group, look and the two systems, the figures from n_queries on, every look computed from the start."""
    values: Any = defaultdict(list)
    for market, system, day, query, value in rows:
        if None not in (system, day, query, value) and math.isfinite(value):
            values[(market,)[:n_by], day, query, system].append(value)
    single = {key: of_key[0] if len(of_key) == 1 else None for key, of_key in values.items()}
    systems = sorted({system for *_, system in single})
    found = {}
    for system in systems:
        for other in systems:
            if system == other or (system < other if baseline is None else other != baseline):
                continue
            for group in {group for group, *_ in single}:
                asked_here = {key[:3] for key in single if key[0] == group and key[3] in (system, other)}
                first = None
                for look in sorted({day for _, day, _ in asked_here}):
                    so_far = [key for key in asked_here if key[1] <= look]
                    pairs = [(single.get((*key, system)), single.get((*key, other))) for key in so_far]
                    both = [(one, two) for one, two in pairs if one is not None and two is not None]
                    n = len(both)
                    differences = [Fraction(one) - Fraction(two) for one, two in both]
                    differences = [0 if abs(d) < 1e-13 else d for d in differences]
                    mean = sum(differences) / n if n else None
                    std_dev = low = high = None
                    if n > 1:
                        std_dev = math.sqrt(sum((d - mean) ** 2 for d in differences) / (n - 1))
                        if n >= min_queries:
                            half = std_dev * half_width(n, 1 - confidence, tightest_at)
                            low, high = float(mean) - half, float(mean) + half
                    is_different = low is not None and (low > 0 or high < 0)
                    if is_different and first is None:
                        first = look
                    value, before = (float(np.mean(side)) for side in zip(*both, strict=True)) if n else (None, None)
                    found[*group, look, system, other] = (
                        *(n, value, before, None if mean is None else float(mean), std_dev, low, high),
                        *(is_different, first, len(pairs) - n),
                    )
    return found


def compare(found: list[Row], known: dict[Row, Row], n_by: int) -> None:
    computed = {(*row[: n_by + 1], *row[n_by + 4 : n_by + 6]): row[n_by + 6 :] for row in found}
    assert len(computed) == len(found)
    assert computed.keys() == known.keys()
    for key, figures in known.items():
        for mine, theirs in zip(computed[key], figures, strict=True):
            is_number = isinstance(theirs, float)
            assert mine == (pytest.approx(theirs, rel=1e-11, abs=1e-12) if is_number else theirs), key


numbers = st.floats(0, 1, allow_subnormal=False).map(lambda x: round(x, 6)) | st.integers(0, 4).map(lambda n: n / 4)
keys = st.tuples(
    st.sampled_from(["x", None]),
    st.sampled_from(["a", "b", "c", None]),
    st.sampled_from([1, 2, 3, 20, None]),
    st.sampled_from(["q1", "q2", "q3", "q4", "q5", None]),
)
tables = st.lists(
    st.tuples(keys, numbers | st.none() | st.just(math.nan) | st.just(math.inf)), min_size=30, max_size=80
).map(lambda known: [(*key, value) for key, value in known])


@pytest.mark.parametrize("way", WAYS)
@given(
    rows=tables,
    by=st.sampled_from([[], ["market"]]),
    baseline=st.sampled_from([None, "b"]),
    confidence=st.sampled_from([0.95, 0.5, 0.05]),
    tightest_at=st.sampled_from([1, 7, 1000]),
    min_queries=st.sampled_from([2, 3]),
)
@pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")
@examples(7)
def test_every_look_is_computed_from_the_start(
    con: duckdb.DuckDBPyConnection, way: str, rows: list[Row], by: list[str], baseline: str | None, **arguments: Any
) -> None:
    tabled(con, rows)
    known = known_sequence(rows, len(by), baseline, **arguments)
    found = asked(con, way, by, baseline, **arguments)
    if way == "python" and not any(figures[0] for figures in known.values()):
        # Nothing to compare is an error there.
        assert found == []
    else:
        compare(found, known, len(by))


def test_differences_far_from_zero_keep_their_digits(con: duckdb.DuckDBPyConnection) -> None:
    chosen = np.random.default_rng(5)
    rows: list[Row] = []
    for place in range(400):
        value = float(chosen.random())
        rows.append(("x", "a", place // 20, f"q{place}", value))
        rows.append(("x", "b", place // 20, f"q{place}", value + 1e6 + float(chosen.normal()) * 1e-3))
    tabled(con, rows)
    *_, last = asked(con, "python", [], "a", min_queries=2)
    differences = np.array([rows[place + 1][-1] for place in range(0, 800, 2)], dtype=np.longdouble)
    differences -= np.array([rows[place][-1] for place in range(0, 800, 2)], dtype=np.longdouble)
    assert last[9] == pytest.approx(float(differences.mean()), rel=1e-15)
    # Numbers of a million are 1e-10 apart, a ten-millionth of what is measured; by sums of squares nothing is left.
    assert last[10] == pytest.approx(float(differences.std(ddof=1)), rel=1e-7, abs=0)


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.999])
@pytest.mark.parametrize("tightest_at", [1, 100, 12_345])
def test_the_interval_is_tightest_where_it_should_be(
    con: duckdb.DuckDBPyConnection, confidence: float, tightest_at: int
) -> None:
    """Found by a search over rho, which knows of no closed form."""

    def width(log_rho2: float) -> float:
        n, rho2 = tightest_at, math.exp(log_rho2)
        return 2 * (n * rho2 + 1) / (n**2 * rho2) * math.log(math.sqrt(n * rho2 + 1) / (1 - confidence))

    best = optimize.minimize_scalar(width, bounds=(-30, 10), method="bounded", options={"xatol": 1e-10})
    sql = macros("duckdb").tightest_interval(str(confidence))
    ((level, at_best),) = con.sql(f"select level_term, at_best from ({sql})").fetchall()
    assert level == pytest.approx(-2 * math.log(1 - confidence), rel=1e-15)
    exact = -special.lambertw(-((1 - confidence) ** 2) / math.e, -1).real - 1
    assert at_best == pytest.approx(exact, rel=1e-12)
    assert math.sqrt(width(best.x)) == pytest.approx(half_width(tightest_at, 1 - confidence, tightest_at), rel=1e-12)


# What it is for: 400 pairs of systems, with no difference, looked at on 60 days.

N_STREAMS, N_LOOKS, N_PAIRS = 400, 60, 40


def streams(con: duckdb.DuckDBPyConnection, kind: str, seed: int) -> np.ndarray:
    """Differences by stream and pair, and a table of them, whose pairs are looked at by 40."""
    chosen = np.random.default_rng(seed)
    shape = (N_STREAMS, N_LOOKS * N_PAIRS)
    if kind == "graded":
        # Measures of two systems that have much in common, as by-query values of NDCG are.
        own, other = (np.clip(0.6 + 0.2 * chosen.normal(size=shape), 0, 1) for _ in range(2))
    else:
        # Hits: most queries have the same value for both.
        own, other = ((chosen.random(size=shape) < 0.1).astype(float) for _ in range(2))
    n = shape[1]
    frame = {
        "stream": np.repeat(np.arange(N_STREAMS), n),
        "query_id": np.tile(np.arange(n), N_STREAMS),
        "day": np.tile(np.arange(n) // N_PAIRS, N_STREAMS),
    }
    for name, values in (("own", own), ("other", other)):
        frame[name] = values.ravel()
    con.register("drawn", __import__("pyarrow").table(frame))
    con.execute(
        "create or replace table streams as select stream, query_id, day, s as system, 'm' as measure, 'm' as metric,"
        " null::integer as k, case s when 'a' then other else own end as value"
        " from drawn cross join (values ('a'), ('b')) as systems(s)"
    )
    con.unregister("drawn")
    return own - other


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["graded", "hits"])
def test_no_wolf_is_cried(con: duckdb.DuckDBPyConnection, kind: str) -> None:
    differences = streams(con, kind, seed=2026)
    result = rankhouse.confidence_sequence("streams", baseline="a", by="stream", con=con)
    ends = result.aggregate("stream, bool_or(is_different) as ever, max(n_queries) as n", "stream").fetchall()
    assert len(ends) == N_STREAMS
    assert {n for *_, n in ends} == {N_LOOKS * N_PAIRS}
    wrong = sum(ever for _, ever, _ in ends)
    # At most alpha, within the error of so many streams.
    assert stats.binomtest(wrong, N_STREAMS, 0.05, alternative="greater").pvalue > 0.01
    # The usual interval, from the 60 looks at the same data.
    looks = np.arange(1, N_LOOKS + 1) * N_PAIRS
    means = np.cumsum(differences, axis=1)[:, looks - 1] / looks
    squares = np.cumsum(differences**2, axis=1)[:, looks - 1]
    errors = np.sqrt((squares / looks - means**2) / (looks - 1))
    at_any, at_last = (np.abs(means) > 1.96 * errors).any(axis=1), np.abs(means[:, -1]) > 1.96 * errors[:, -1]
    assert at_any.mean() > 0.25
    assert at_last.mean() < 0.1


def test_a_difference_is_found_in_the_end(con: duckdb.DuckDBPyConnection) -> None:
    differences = streams(con, "graded", seed=7)
    con.execute("update streams set value = value + 0.02 where system = 'b'")
    result = rankhouse.confidence_sequence("streams", baseline="a", by="stream", con=con)
    found = result.aggregate(
        "stream, min(first_different) as first, max(first_different) as last,"
        " bool_and(ci_low <= 0.02 and ci_high >= 0.02) as covers",
        "stream",
    ).fetchall()
    # The first look never changes any more.
    assert all(first == last for _, first, last, _ in found if first is not None)
    assert sum(first is not None for _, first, *_ in found) / N_STREAMS > 0.5
    covered = sum(bool(covers) for *_, covers in found)
    assert stats.binomtest(covered, N_STREAMS, 0.95, alternative="less").pvalue > 0.01
    assert differences.shape == (N_STREAMS, N_LOOKS * N_PAIRS)


def test_columns_and_order(con: duckdb.DuckDBPyConnection) -> None:
    rows = [("x", system, day, f"q{day}.{n}", n / 9) for day in (10, 9) for system in "cab" for n in range(3)]
    tabled(con, rows)
    con.execute("insert into by_query (select * replace ('ndcg@5' as measure, 5 as k) from by_query)")
    result = rankhouse.confidence_sequence("by_query", by="market", con=con)
    assert result.columns == ["market", "day", *FIGURES]
    pairs = [("b", "a"), ("c", "a"), ("c", "b")]
    assert [(row[1], row[2], *row[5:7]) for row in result.fetchall()] == [
        (day, measure, *pair) for measure in ("ndcg@5", "ndcg@10") for pair in pairs for day in (9, 10)
    ]


def test_equal_systems_differ_nowhere(con: duckdb.DuckDBPyConnection) -> None:
    """Neither do those whose values are off by the last digit."""
    rows = [("x", system, day, f"q{day}.{n}", n / 7) for day in range(4) for system in "ab" for n in range(20)]
    rows = [(*row[:-1], math.nextafter(row[-1], 2) if row[1] == "b" else row[-1]) for row in rows]
    tabled(con, rows)
    found = asked(con, "python", [], "a")
    assert [row[9:15] for row in found] == [(0, 0, None, None, False, None)] + [(0, 0, 0, 0, False, None)] * 3


def test_queries_that_come_again_are_warned_of(con: duckdb.DuckDBPyConnection) -> None:
    tabled(con, [("x", system, day, f"q{n}", n / 9) for day in range(5) for system in "ab" for n in range(9)])
    with pytest.warns(InputWarning, match="the 9 queries recur, 5.0 times each in the 'day' column"):
        rankhouse.confidence_sequence("by_query", con=con)


BAD: list[tuple[dict[str, Any], str]] = [
    ({"day": "dya"}, "day: query_metrics has no column 'dya': did you mean 'day'?"),
    ({"day": "system"}, "day and system both name the column 'system'"),
    ({"day": "value"}, "day names 'value', which is also a column of the result"),
    ({"by": "day"}, "by and day both name the column 'day'"),
    ({"by": "Ci_low"}, "by names 'Ci_low', which is also a column of the result"),
    ({"system": "sytem"}, "system: query_metrics has no column 'sytem': did you mean 'system'?"),
    ({"system": "market"}, "column 'market' of query_metrics has only 'x'"),
    (
        {"baseline": "bb"},
        "column 'system' of query_metrics has no value 'bb'; its values are 'a', 'b'",
    ),
    ({"baseline": {"system": "a"}}, "baseline is a value of the column 'system'"),
    ({"confidence": 95}, "confidence is a number above 0 and below 1, such as 0.95, got '95'"),
    ({"confidence": None}, "confidence is a number above 0 and below 1"),
    ({"tightest_at": 0}, "tightest_at is a whole number of at least 1"),
    ({"tightest_at": 2.5}, "tightest_at is a whole number of at least 1"),
    ({"min_queries": 1}, "min_queries is a whole number of at least 2"),
    ({"columns": {"query_id": "qeury"}}, "query_metrics (by_query) has no column 'qeury' (query_id)"),
    ({"columns": {"systm": "model"}}, "columns: 'systm' is not one of the columns that are read"),
    ({"query_metrics": "(from by_query where (system = 'a') = (query_id = 'q1'))"}, "nothing can be compared"),
]


@pytest.mark.parametrize(("wrong", "message"), BAD)
def test_bad_input_is_told(con: duckdb.DuckDBPyConnection, wrong: dict[str, Any], message: str) -> None:
    tabled(con, [("x", system, day, f"q{day}", day / 9) for day in range(5) for system in "ab"])
    arguments: dict[str, Any] = {"query_metrics": "by_query", **wrong}
    if str(arguments["query_metrics"]).startswith("("):
        arguments["query_metrics"] = con.sql(f"from {arguments['query_metrics']}")
    with pytest.raises(InputError) as caught:
        rankhouse.confidence_sequence(**arguments, con=con)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_command(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    tabled(con, [("x", system, day, f"q{day}", day / 9 + (system == "b")) for day in range(5) for system in "ab"])
    path = tmp_path / "by_query.parquet"
    con.sql("from by_query").write_parquet(str(path))

    def command(*options: str) -> Any:
        return CliRunner().invoke(app, ["confidence-sequence", str(path), *options])

    known = asked(con, "python", [], "a", min_queries=3, tightest_at=50, confidence=0.9)
    options = ["--baseline", "a", "--min-queries", "3", "--tightest-at", "50", "--confidence", "0.9"]
    found = json.loads(command(*options, "--format", "json").stdout)
    assert [row["ci_low"] for row in found] == [row[11] for row in known]
    rows = list(csv.DictReader(command("--day", "day", "--by", "market", "--format", "csv").stdout.splitlines()))
    assert [row["n_queries"] for row in rows] == list("12345")
