"""A change of a mean by segments: against exact arithmetic and by counterfactuals, through every way in."""

from __future__ import annotations

import csv
import datetime
import itertools
import json
import math
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from statistics import mean
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import rankhouse
from copied import copy_macros
from examples import examples
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse.cli import app

Row = tuple[Any, ...]
WAYS = ["dbt", "table macro", "python"]
NAMES = ("market", "day", "country", "age", "measure", "metric", "k", "query_id", "value")
FIGURES = [
    *("measure", "metric", "k", "day", "baseline", "n_queries", "baseline_n_queries", "share", "baseline_share"),
    *("value", "baseline_value", "within_effect", "mix_effect", "contribution"),
]


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def tabled(con: duckdb.DuckDBPyConnection, rows: list[Row]) -> None:
    """Rows of market, day, country, age and value."""
    con.execute(
        "create or replace table by_query (market varchar, day date, country varchar, age integer, measure varchar,"
        " metric varchar, k integer, query_id varchar, value double)"
    )
    if rows:
        placed = [(*row[:-1], "ndcg@10", "ndcg", 10, f"q{place}", row[-1]) for place, row in enumerate(rows)]
        con.executemany("insert into by_query values (?, ?, ?, ?, ?, ?, ?, ?, ?)", placed)


def asked(con: duckdb.DuckDBPyConnection, way: str, baseline: str | None, by: list[str]) -> list[Row]:
    arguments: dict[str, Any] = {"system": "day", "baseline": baseline, "by": by}
    segments = ["country", "age"]
    if way == "dbt":
        return con.sql(macros("duckdb").change_by_segment("main.by_query", segments, **arguments)).fetchall()
    if way == "python":
        try:
            return rankhouse.change_by_segment("by_query", segments, **arguments, con=con).fetchall()
        except InputError:
            return []
    given = "" if baseline is None else f", baseline := date '{baseline}'"
    return con.sql(
        f"from change_by_segment('by_query', segments := {segments}, system := 'day', by := {by}{given})"
    ).fetchall()


def known_change(rows: list[Row], baseline: str | None, n_by: int) -> dict[Row, Row]:
    """By group, segment and the two days, the figures from n_queries on: from the definition, in fractions."""
    cells: Any = defaultdict(lambda: defaultdict(list))
    for market, day, country, age, value in rows:
        if day is not None and value is not None and math.isfinite(value):
            cells[(market,)[:n_by], day][country, age].append(Fraction(value))
    found: dict[Row, Row] = {}
    for (group, day), (other, before) in itertools.product(cells, cells):
        is_pair = day > before if baseline is None else day != before and str(before) == baseline
        if group != other or not is_pair:
            continue
        own, theirs = cells[group, day], cells[group, before]
        whole, whole_before = (mean(itertools.chain(*of_side.values())) for of_side in (own, theirs))
        n, n_before = (sum(map(len, of_side.values())) for of_side in (own, theirs))
        for segment in own.keys() | theirs.keys():
            values, values_before = own.get(segment, []), theirs.get(segment, [])
            share, share_before = Fraction(len(values), n), Fraction(len(values_before), n_before)
            value = mean(values) if values else None
            value_before = mean(values_before) if values_before else None
            alike = value if value_before is None else value_before
            usual = value_before if value is None else value
            within = (share + share_before) / 2 * (usual - alike)
            mix = (share - share_before) * ((usual + alike) / 2 - (whole + whole_before) / 2)
            found[*group, *segment, day, before] = (
                *(len(values), len(values_before), share, share_before, value, value_before),
                *(within, mix, within + mix),
            )
        pair = [figures for key, figures in found.items() if key[:n_by] == group and key[-2:] == (day, before)]
        # What it is for, with no rounding: the parts add up to the change.
        assert sum(figures[-1] for figures in pair) == whole - whole_before
    return found


def compare(found: list[Row], known: dict[Row, Row], n_by: int) -> None:
    n_keys = n_by + 2
    computed = {(*row[:n_keys], *row[n_keys + 3 : n_keys + 5]): row[n_keys + 5 :] for row in found}
    assert len(computed) == len(found)
    assert computed.keys() == known.keys()
    for key, figures in known.items():
        for mine, theirs in zip(computed[key], figures, strict=True):
            assert mine == (None if theirs is None else pytest.approx(float(theirs), rel=1e-12, abs=1e-12))


DAYS = [datetime.date(2026, 1, day) for day in (1, 2, 10)]
numbers = st.floats(0, 1, allow_subnormal=False).map(lambda x: round(x, 6)) | st.integers(0, 4).map(lambda n: n / 4)
values = numbers | st.none() | st.just(math.nan) | st.just(math.inf)
tables = st.lists(
    st.tuples(
        st.sampled_from(["a", None]),
        st.sampled_from([*DAYS, None]),
        st.sampled_from(["de", "at", None]),
        st.sampled_from([1, None]),
        values,
    ),
    max_size=60,
)


@pytest.mark.parametrize("way", WAYS)
@given(rows=tables, baseline=st.sampled_from([None, "2026-01-02"]), by=st.sampled_from([[], ["market"]]))
@examples(15)
def test_values_are_exact(
    con: duckdb.DuckDBPyConnection, way: str, rows: list[Row], baseline: str | None, by: list[str]
) -> None:
    tabled(con, rows)
    if baseline and DAYS[1] not in [row[1] for row in rows]:
        baseline = None
    compare(asked(con, way, baseline, by), known_change(rows, baseline, len(by)), len(by))


WORLD = [
    *((None, DAYS[0], "de", None, value) for value in (0.5, 0.75, 0.25, 0.5)),
    *((None, DAYS[0], "at", None, value) for value in (1.0, 0.875)),
    *((None, DAYS[1], "de", None, value) for value in (0.5, 0.25)),
    *((None, DAYS[1], "at", None, value) for value in (1.0, 1.0, 0.75, 0.5, 0.5)),
    *((None, DAYS[1], "ch", None, value) for value in (0.125,)),
]


def test_effects_are_those_of_both_orders_of_change(con: duckdb.DuckDBPyConnection) -> None:
    """The mix changes first and then the means, or the other way round: of each the mean over both."""
    tabled(con, WORLD)
    rows = asked(con, "dbt", "2026-01-01", [])
    figures = {row[0]: dict(zip(FIGURES, row[2:], strict=True)) for row in rows}

    def whole(share: str, value: str) -> float:
        other = {"value": "baseline_value", "baseline_value": "value"}[value]
        return sum(f[share] * (f[other] if f[value] is None else f[value]) for f in figures.values())

    before, after = whole("baseline_share", "baseline_value"), whole("share", "value")
    mix_first, mix_last = whole("share", "baseline_value"), whole("baseline_share", "value")
    mix = ((mix_first - before) + (after - mix_last)) / 2
    within = ((after - mix_first) + (mix_last - before)) / 2
    assert sum(f["mix_effect"] for f in figures.values()) == pytest.approx(mix, abs=1e-15)
    assert sum(f["within_effect"] for f in figures.values()) == pytest.approx(within, abs=1e-15)
    assert sum(f["contribution"] for f in figures.values()) == pytest.approx(after - before, abs=1e-15)
    assert (figures["ch"]["within_effect"], figures["ch"]["baseline_value"]) == (0, None)


def test_by_hand(con: duckdb.DuckDBPyConnection) -> None:
    """E. M. Kitagawa's formula on round numbers: no country changes, and the mean falls by a quarter."""
    day, before = DAYS[1], DAYS[0]
    rows = [("x", before, "de", 1, 1.0)] * 3 + [("x", before, "at", 1, 0.5)]
    rows += [("x", day, "de", 1, 1.0)] + [("x", day, "at", 1, 0.5)] * 3
    tabled(con, rows)
    expected = [
        ("at", 1, "ndcg@10", "ndcg", 10, day, before, 3, 1, 0.75, 0.25, 0.5, 0.5, 0, -0.125, -0.125),
        ("de", 1, "ndcg@10", "ndcg", 10, day, before, 1, 3, 0.25, 0.75, 1.0, 1.0, 0, -0.125, -0.125),
    ]
    for way in WAYS:
        assert sorted(asked(con, way, None, [])) == expected


def test_columns_and_order(con: duckdb.DuckDBPyConnection) -> None:
    tabled(con, WORLD)
    result = rankhouse.change_by_segment("by_query", "country", system="day", baseline="2026-01-01", con=con)
    assert result.columns == ["country", *FIGURES]
    parts = [abs(row[-1]) for row in result.fetchall()]
    assert parts == sorted(parts, reverse=True)
    # Cutoffs by their number.
    for k in (10, 9):
        other = f"* replace ('p@{k}' as measure, 'p' as metric, {k} as k)"
        con.execute(f"insert into by_query select {other} from by_query")
    result = rankhouse.change_by_segment("by_query", "country", system="day", con=con)
    assert list(dict.fromkeys(row[1] for row in result.fetchall())) == ["ndcg@10", "p@9", "p@10"]


@pytest.mark.parametrize("given", ["relation", "frame", "arrow", "parquet", "csv", "rows"])
def test_every_way_to_give_the_table(con: duckdb.DuckDBPyConnection, tmp_path: Path, given: str) -> None:
    tabled(con, WORLD)
    plain = con.sql("select day, country, age, measure, metric, k, value from by_query")
    path = tmp_path / f"by_query.{given}"
    if given in ("parquet", "csv"):
        plain.write_parquet(str(path)) if given == "parquet" else plain.write_csv(str(path))
    tables = {"relation": plain, "frame": None, "arrow": None, "rows": None}
    table: Any = tables.get(given, path)
    if given == "frame":
        table = plain.df()
    elif given == "arrow":
        table = plain.to_arrow_table()
    elif given == "rows":
        table = [dict(zip(plain.columns, row, strict=True)) for row in plain.fetchall()]
    arguments: dict[str, Any] = {"system": "day", "baseline": datetime.date(2026, 1, 1)}
    if given in ("frame", "csv"):
        arguments["baseline"] = None
    found = rankhouse.change_by_segment(table, "country", **arguments).fetchall()
    expected = rankhouse.change_by_segment("by_query", "country", **arguments, con=con).fetchall()
    assert [(row[0], *row[6:]) for row in found] == [(row[0], *row[6:]) for row in expected]


def test_what_evaluate_returned() -> None:
    run = [("a", 1, "x", 2), ("a", 1, "y", 1), ("b", 1, "y", 2), ("b", 1, "x", 1), ("a", 2, "x", 1), ("b", 2, "x", 1)]
    with duckdb.connect() as con:
        con.execute("create table run (system varchar, query_id integer, item_id varchar, score integer)")
        con.executemany("insert into run values (?, ?, ?, ?)", run)
        con.execute(
            "create table judgments as select 1 as query_id, 'x' as item_id, 1 as relevance union select 2, 'x', 1"
        )
        by_query = rankhouse.evaluate("run", "judgments", ["mrr"], by="system", per_query=True, con=con)
        split = by_query.project("*, query_id % 2 = 1 as is_odd")
        rows = rankhouse.change_by_segment(split, "is_odd", baseline="a").fetchall()
    assert [(row[0], *row[4:8], *row[-3:]) for row in rows] == [
        (True, "b", "a", 1, 1, -0.25, 0.0, -0.25),
        (False, "b", "a", 1, 1, 0.0, 0.0, 0.0),
    ]


def test_sides_of_other_types(con: duckdb.DuckDBPyConnection) -> None:
    """The baseline is found by its text: a number, a boolean, a time."""
    for kind, sides, baseline in (
        ("integer", (7, 12), 7),
        ("boolean", (False, True), False),
        ("timestamp", ("2026-01-01 10:00:00", "2026-01-02 10:00:00"), datetime.datetime(2026, 1, 1, 10)),  # noqa: DTZ001
    ):
        table = con.sql(
            f"select s::{kind} as side, 'x' as part, 'm' as measure, 'm' as metric, null::integer as k, v as value"
            " from (values (?, 0.25), (?, 0.5)) as given(s, v)",
            params=list(sides),
        )
        ((*_, contribution),) = rankhouse.change_by_segment(
            table, "part", system="side", baseline=baseline, con=con
        ).fetchall()
        assert contribution == 0.25


BAD: list[tuple[dict[str, Any], str]] = [
    ({"segments": "contry"}, "segments: query_metrics has no column 'contry': did you mean 'country'?"),
    ({"segments": []}, "segments is empty"),
    ({"segments": None}, "segments is a list of column names"),
    ({"segments": ["country", "country"]}, "segments names a column twice"),
    ({"segments": "day"}, "segments and system both name the column 'day'"),
    ({"segments": "Value"}, "segments names 'Value', which is also a column of the result"),
    ({"by": "country"}, "by and segments both name the column 'country'"),
    ({"by": ["market", "Market"]}, "by has the column 'Market' twice"),
    ({"by": "nowhere"}, "by: query_metrics has no column 'nowhere'"),
    ({"system": "dya"}, "system: query_metrics has no column 'dya': did you mean 'day'?"),
    ({"system": "share"}, "system names 'share', which is also a column of the result"),
    ({"system": ["day"]}, "system is the name of a column, got"),
    ({"system": "metric"}, "system names 'metric', which is also a column of the result"),
    ({"system": "market"}, "column 'market' of query_metrics has no value"),
    ({"baseline": "2026-01-03"}, "column 'day' of query_metrics has no value '2026-01-03': did you mean '2026-01-0"),
    ({"baseline": ["2026-01-01"]}, "baseline is a value of the column 'day', without line breaks, got"),
    ({"columns": {"query": "q"}}, "columns: 'query' is not one of the columns that are read"),
    ({"columns": {"value": "valeu"}}, "query_metrics (by_query) has no column 'valeu' (value): did you mean 'value'?"),
    ({"query_metrics": "nowhere"}, "query_metrics: there is no table or view 'nowhere'"),
    ({"query_metrics": "(from by_query where day < date '2026-01-02')"}, "column 'day' of query_metrics has only"),
    (
        {"query_metrics": "(select * replace (null::double as value) from by_query)"},
        "no measure has values for both sides",
    ),
]


@pytest.mark.parametrize(("wrong", "message"), BAD)
def test_bad_input_is_told(con: duckdb.DuckDBPyConnection, wrong: dict[str, Any], message: str) -> None:
    tabled(con, WORLD)
    arguments: dict[str, Any] = {"query_metrics": "by_query", "segments": "country", "system": "day", **wrong}
    if str(arguments["query_metrics"]).startswith("("):
        arguments["query_metrics"] = con.sql(f"from {arguments['query_metrics']}")
    with pytest.raises(InputError) as caught:
        rankhouse.change_by_segment(**arguments, con=con)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_command(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    tabled(con, WORLD)
    path = tmp_path / "by_query.parquet"
    con.sql("from by_query").write_parquet(str(path))

    def command(*options: str) -> Any:
        return CliRunner().invoke(app, ["change-by-segment", str(path), "--system", "day", *options])

    known = asked(con, "python", "2026-01-01", [])
    options = ["--segment", "country", "--segment", "age", "--baseline", "2026-01-01"]
    found = json.loads(command(*options, "--format", "json").stdout)
    assert [row["contribution"] for row in found] == pytest.approx([row[-1] for row in known], rel=1e-12)
    rows = list(csv.DictReader(command(*options, "--by", "market", "--format", "csv").stdout.splitlines()))
    assert [row["market"] for row in rows] == [""] * len(known)
    assert command().exit_code != 0
