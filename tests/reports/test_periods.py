"""Date spines, moving averages and changes from the period before: against the calendar, exact fractions and scipy."""

from __future__ import annotations

import datetime
import itertools
import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import rankhouse
from copied import copy_macros
from examples import examples
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros

Row = tuple[Any, ...]
Day = datetime.date
GRAINS = ("day", "week", "month", "quarter", "year")
WAYS = ["dbt", "table macro", "python"]
COLUMNS = ["system", "day", "measure", "metric", "k", "value_sum", "n_queries", "std_error"]


def first_of(grain: str, day: Day) -> Day:
    if grain == "week":
        return day - datetime.timedelta(days=day.weekday())
    month = {"month": day.month, "quarter": (day.month - 1) // 3 * 3 + 1, "year": 1}.get(grain, day.month)
    return day if grain == "day" else day.replace(month=month, day=1)


def known_spine(first: Day, last: Day, grain: str) -> list[Day]:
    days = (first + datetime.timedelta(days=n) for n in range((last - first).days + 1))
    return list(dict.fromkeys(first_of(grain, day) for day in days))


Samples = Mapping[Day, Sequence[float]]


def known_averages(samples: Samples, periods: int, grain: str) -> dict[Day, Row]:
    """value, n_queries, moving_average, window_queries, window_periods of each period, of values by day."""
    by_period: dict[Day, list[Fraction]] = defaultdict(list)
    for day, values in samples.items():
        by_period[first_of(grain, day)] += map(Fraction, values)

    def mean(values: list[Fraction]) -> float | None:
        return float(sum(values) / len(values)) if values else None

    spine = known_spine(min(by_period), max(by_period), grain)
    found = {}
    for place, period in enumerate(spine):
        window = [by_period.get(one, []) for one in spine[max(0, place - periods + 1) : place + 1]]
        every = [value for one in window for value in one]
        own = by_period.get(period, [])
        found[period] = (mean(own), len(own), mean(every), len(every), sum(1 for one in window if one))
    return found


def known_changes(samples: Samples, grain: str, interval: str, confidence: float) -> dict[Day, Row]:
    """value, n_queries, previous_period, -value, -queries, difference, relative, ci_low, ci_high of each period."""
    by_period: dict[Day, list[float]] = defaultdict(list)
    for day, values in samples.items():
        by_period[first_of(grain, day)] += values
    found: dict[Day, Row] = {}
    before: Day | None = None
    for period in sorted(by_period):
        x = by_period[period]
        if not x:
            found[period] = (None, 0, *[None] * 7)
            continue
        value = float(sum(map(Fraction, x)) / len(x))
        if before is None:
            found[period] = (value, len(x), *[None] * 7)
        else:
            y = by_period[before]
            old = float(sum(map(Fraction, y)) / len(y))
            low, high = None, None
            if min(len(x), len(y)) >= 3:
                if interval == "welch":
                    ends = stats.ttest_ind(x, y, equal_var=False).confidence_interval(confidence)
                    low, high = float(ends.low), float(ends.high)
                else:
                    half = stats.norm.ppf((1 + confidence) / 2) * math.hypot(stats.sem(x), stats.sem(y))
                    low, high = value - old - half, value - old + half
            relative = (value - old) / abs(old) if old else None
            found[period] = (value, len(x), before, old, len(y), value - old, relative, low, high)
        before = period
    return found


def rows_of(system: Any, measure: str, samples: Samples) -> Iterator[Row]:
    """The rows of a table of metrics; days in `samples` without values have a row without a mean."""
    for day, x in samples.items():
        error = float(stats.sem(x)) if len(x) > 1 else None
        yield system, day, measure, measure.split("@")[0], 10, math.fsum(x) if x else None, len(x), error


def tabled(con: duckdb.DuckDBPyConnection, rows: Sequence[Row], kind: str = "date") -> None:
    types = ["varchar[]", f"{'varchar' if kind == 'varchar' else 'date'}[]", "varchar[]", "varchar[]"]
    types += ["integer[]", "double[]", "bigint[]", "double[]"]
    con.execute(
        f"create or replace table by_day (system varchar, day {kind}, measure varchar, metric varchar, k integer,"
        " value_sum double, n_queries bigint, std_error double)"
    )
    con.execute(
        f"insert into by_day select {', '.join(f'unnest(?::{one})' for one in types)}",
        [[row[place] for row in rows] for place in range(8)],
    )


def asked(con: duckdb.DuckDBPyConnection, way: str, macro: str, **arguments: Any) -> list[Row]:
    if way == "dbt":
        return con.sql(str(getattr(macros("duckdb"), macro)("main.by_day", **arguments))).fetchall()
    if way == "python":
        return getattr(rankhouse, macro)("by_day", **arguments, con=con).fetchall()  # type: ignore[no-any-return]
    given = "".join(f', "{name}" := {value!r}' for name, value in arguments.items())
    return con.sql(f"from {macro}('by_day'{given})").fetchall()


def assert_close(found: Row, known: Row, relative: float = 1e-12) -> None:
    assert len(found) == len(known)
    for got, expected in zip(found, known, strict=True):
        if isinstance(expected, float) and got is not None:
            assert math.isclose(got, expected, rel_tol=relative, abs_tol=1e-12), (found, known)
        else:
            assert got == expected, (found, known)


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(config={"threads": 1}) as con:
        copy_macros(con)
        yield con


days = st.dates(Day(1999, 12, 20), Day(2001, 2, 10))


@pytest.mark.parametrize("grain", GRAINS)
@examples(15)
@given(ends=st.tuples(days, days).map(sorted))
def test_a_spine_is_the_calendar(con: duckdb.DuckDBPyConnection, grain: str, ends: list[Day]) -> None:
    known = known_spine(*ends, grain)
    found = rankhouse.date_spine(*ends, grain, con=con)  # type: ignore[arg-type]
    assert found.types == ["DATE"]
    assert [period for (period,) in found.fetchall()] == known
    assert sorted(con.sql(macros("duckdb").date_spine(*map(str, ends), grain)).fetchall()) == [(one,) for one in known]


def test_the_longest_spine(con: duckdb.DuckDBPyConnection) -> None:
    first = Day(1900, 1, 1)
    last = first + datetime.timedelta(days=99_999)
    assert rankhouse.date_spine(first, last, con=con).aggregate("count(*), min(period), max(period)").fetchall() == [
        (100_000, first, last)
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("2026-02-29", "2026-03-01"), "start_date is a date such as 2026-01-31, got '2026-02-29'"),
        (("2100-02-29", "2100-03-01"), "start_date is a date such as 2026-01-31, got '2100-02-29'"),
        (("2026-01-01", "1.2.2026"), "end_date is a date such as 2026-01-31, got '1.2.2026'"),
        (("2026-13-01", "2026-01-01"), "start_date is a date such as 2026-01-31, got '2026-13-01'"),
        (("2026-01-01", "2026-01-0²"), "end_date is a date such as 2026-01-31, got '2026-01-0²'"),
        (("2026-01-02", "2026-01-01"), "a later end_date, at most 100000 days, got 2026-01-02 to 2026-01-01"),
        (("1000-01-02", "2026-01-01"), "at most 100000 days, got 1000-01-02 to 2026-01-01"),
        (("2026-01-01", "2026-01-02", "hour"), "grain is one of day | week | month | quarter | year, got 'hour'"),
    ],
)
def test_what_is_no_spine(arguments: Row, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        rankhouse.date_spine(*arguments)


def test_the_number_of_a_day() -> None:
    for day in (Day(1, 1, 1), Day(1900, 2, 28), Day(2000, 2, 29), Day(2024, 12, 31), Day(9999, 12, 31)):
        assert macros("duckdb").day_number(str(day)) == day.toordinal()
    for wrong in ("1900-02-29", "0000-01-01", "2026-1-01", "2026-01-00", "26-01-01", "", "2026/01/01", None, 20260101):
        assert macros("duckdb").day_number(wrong) is None


samples = st.dictionaries(
    st.dates(Day(2026, 1, 1), Day(2026, 2, 20)),
    st.lists(st.integers(0, 64).map(lambda n: n / 64), max_size=9),
    min_size=1,
    max_size=12,
)
several = st.lists(samples, min_size=6, max_size=6)


@pytest.mark.parametrize("way", WAYS)
@examples(6)
@given(drawn=several, periods=st.integers(1, 9), grain=st.sampled_from(GRAINS))
def test_moving_averages(
    con: duckdb.DuckDBPyConnection, way: str, drawn: list[Samples], periods: int, grain: str
) -> None:
    lines = list(itertools.product((None, "a", "b"), ("ndcg@10", "mrr")))
    tabled(con, [row for line, one in zip(lines, drawn, strict=True) for row in rows_of(*line, one)])
    found = asked(con, way, "moving_average", periods=periods, grain=grain)
    for (system, measure), own_samples in zip(lines, drawn, strict=True):
        own = {row[1]: row[5:] for row in found if (row[0], row[2]) == (system, measure)}
        known = known_averages(own_samples, periods, grain)
        assert own.keys() == known.keys()
        for period, figures in known.items():
            assert_close(own[period], (*figures, 0))
    assert len({row[:3] for row in found}) == len(found)
    if way == "python":
        lines = list(dict.fromkeys((row[0], row[2]) for row in found))
        assert lines == sorted(lines, key=lambda line: (line[0] is None, line[0] or "", line[1] == "ndcg@10"))
        assert all(a[1] < b[1] for a, b in itertools.pairwise(found) if (a[0], a[2]) == (b[0], b[2]))


@pytest.mark.parametrize("way", WAYS)
@examples(5)
@given(
    drawn=several,
    grain=st.sampled_from(GRAINS[:3]),
    interval=st.sampled_from(["welch", "normal"]),
    confidence=st.sampled_from([0.5, 0.9, 0.95, 0.999]),
)
def test_changes(
    con: duckdb.DuckDBPyConnection,
    way: str,
    drawn: list[Samples],
    grain: str,
    interval: str,
    confidence: float,
) -> None:
    by_system = dict(zip((None, "a", "b", "c", "d", "e"), drawn, strict=True))
    tabled(con, [row for system, one in by_system.items() for row in rows_of(system, "ndcg@10", one)])
    found = asked(con, way, "change_from_previous", grain=grain, interval=interval, confidence=confidence)
    for system, own_samples in by_system.items():
        own = {row[1]: row[5:] for row in found if row[0] == system}
        known = known_changes(own_samples, grain, interval, confidence)
        assert own.keys() == known.keys()
        for period, figures in known.items():
            *got, named, n_repeated = own[period]
            assert (named, n_repeated) == (interval, 0)
            # Of two constant samples scipy knows no interval; ours is their difference.
            if figures[-1] is not None and math.isnan(figures[-1]):
                figures = (*figures[:-2], figures[-4], figures[-4])
            few = min(figures[1], figures[4] or 0) < 6
            # Quantiles at 2 to 2.5 degrees of freedom are known to 2e-10.
            assert_close(tuple(got), figures, 2e-10 if few else 1e-12)


def test_days_of_all_types_are_the_same(con: duckdb.DuckDBPyConnection) -> None:
    rows = list(rows_of("a", "m", {Day(2026, 1, 1): [0.5, 0.25], Day(2026, 1, 3): [1.0], Day(2026, 1, 4): [0.0, 1.0]}))
    found = []
    for kind in ("date", "varchar", "timestamp"):
        tabled(con, rows, kind)
        found.append(asked(con, "python", "moving_average", periods=2))
    assert found[0] == found[1] == found[2]
    assert [row[1] for row in found[0]] == [Day(2026, 1, day) for day in (1, 2, 3, 4)]
    tabled(con, rows, "timestamp")
    con.execute("insert into by_day select system, day + interval 6 hour, measure, metric, k, 1, 4, 0 from by_day")
    # Two batches of a day are two rows, and add up.
    assert asked(con, "python", "moving_average", periods=1)[0][5:7] == (1.75 / 6, 6)


def test_rows_that_do_not_count(con: duckdb.DuckDBPyConnection) -> None:
    """In SQL, where they are left out."""
    good = {Day(2026, 1, day): [0.25, 0.5, 1.0] for day in (1, 2, 3)}
    rows = list(rows_of("a", "m", good))
    tabled(con, [*rows, (*rows[0][:1], None, *rows[0][2:]), (*rows[0][:2], None, *rows[0][3:])])
    for way in ("dbt", "table macro"):
        averages = sorted(asked(con, way, "moving_average", periods=2), key=lambda row: row[1])
        assert [(row[6], row[8], row[9], row[10]) for row in averages] == [(3, 3, 1, 0), (3, 6, 2, 0), (3, 6, 2, 0)]
        changes = sorted(asked(con, way, "change_from_previous"), key=lambda row: row[1])
        assert [(row[6], row[7], row[-1]) for row in changes] == [
            (3, None, 0),
            (3, Day(2026, 1, 1), 0),
            (3, Day(2026, 1, 2), 0),
        ]


@pytest.mark.parametrize("macro", ["moving_average", "change_from_previous"])
@pytest.mark.parametrize("way", WAYS)
def test_several_rows_of_a_day_are_refused(con: duckdb.DuckDBPyConnection, way: str, macro: str) -> None:
    """Of two systems whose column `by` lacks."""
    good = {Day(2026, 1, day): [0.25, 0.5, 1.0] for day in (1, 2, 3)}
    tabled(con, [row for system in ("a", "b") for row in rows_of(system, "m", good)])
    said = "metrics: a day has several rows of one measure, e.g. m on 2026-01-0[123] "
    said += r"\(2 rows\); add the column that distinguishes them to by"
    with pytest.raises((InputError, duckdb.Error), match=said):
        asked(con, way, macro, by=[])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("insert into by_day from by_day where day = '2026-01-02'", "one measure, e.g. m on 2026-01-02 (2 rows"),
        ("update by_day set day = null where day = '2026-01-02'", "metrics: 1 row has no date (NULL in column 'day')"),
        ("update by_day set metric = 'gmap'", "metrics: m is not a plain mean over queries"),
        ("alter table by_day alter day type varchar; update by_day set day = 'Monday' where k > 1", "got 'Monday' in"),
        ("alter table by_day alter day type int using 20260101", "a date such as 2026-01-31, but column 'day' is I"),
        ("alter table by_day rename day to dya", "did you mean 'dya'"),
        ("alter table by_day drop value_sum", "has no column 'value_sum'"),
        ("update by_day set day = '9999-12-31' where day = '2026-01-02'", "at most 100,000 days"),
    ],
)  # fmt: skip
def test_tables_that_python_refuses(con: duckdb.DuckDBPyConnection, change: str, message: str) -> None:
    tabled(con, list(rows_of("a", "m", {Day(2026, 1, day): [0.25, 0.5, 1.0] for day in (1, 2, 3)})))
    con.execute(change)
    with pytest.raises(InputError, match=re.escape(message)):
        rankhouse.moving_average("by_day", con=con)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"periods": 0}, "periods is a whole number"),
        ({"periods": 2.5}, "periods is a whole number"),
        ({"grain": "fortnight"}, "grain is one of day | week | month | quarter | year, got 'fortnight'"),
        ({"by": ["day"]}, "by and day both name the column 'day'"),
        ({"by": ["Value"]}, "by names 'Value', which is also a column of the result"),
        ({"day": "measure"}, "day names 'measure', which is also a column of the result"),
        ({"columns": {"scoer": "x"}}, "scoer"),
    ],
)
def test_wrong_arguments(con: duckdb.DuckDBPyConnection, arguments: dict[str, Any], message: str) -> None:
    tabled(con, list(rows_of("a", "m", {Day(2026, 1, 1): [0.25]})))
    for way in WAYS[::2] if "columns" in arguments else WAYS:
        with pytest.raises((InputError, duckdb.Error), match=re.escape(message)):
            asked(con, way, "moving_average", **arguments)
    for way in WAYS if "periods" not in arguments else ():
        if way != "table macro" or "columns" not in arguments:
            with pytest.raises((InputError, duckdb.Error), match=re.escape(message)):
                asked(con, way, "change_from_previous", **arguments)


def test_the_interval_is_that_of_the_argument(con: duckdb.DuckDBPyConnection) -> None:
    tabled(con, list(rows_of("a", "m", {Day(2026, 1, day): [0.25, 0.5, day / 4] for day in (1, 2, 3)})))
    for way in WAYS:
        for wrong in ({"interval": "t"}, {"confidence": 95}):
            with pytest.raises((InputError, duckdb.Error), match=r"interval is one of|confidence is a number"):
                asked(con, way, "change_from_previous", **wrong)


def test_an_empty_table_gives_no_rows(con: duckdb.DuckDBPyConnection) -> None:
    tabled(con, list(rows_of("a", "m", {Day(2026, 1, 1): [0.25]})))
    con.execute("delete from by_day")
    for way in WAYS:
        assert asked(con, way, "moving_average") == asked(con, way, "change_from_previous") == []
