"""Texts whose order is asked for: only dates as ISO 8601 writes them, all in one form, sort as time does."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

import rankhouse
from copied import copy_macros
from rankhouse import InputError
from rankhouse._rendering.jinja import macros

UNORDERED = {
    "releases": ("v9", "v10"),
    "versions": ("1.9.0", "1.10.0"),
    "American dates": ("9/2/2026", "10/2/2026"),
    "months": ("Jan", "Feb"),
    "weeks": ("W9", "W10"),
    "weeks of a year": ("2026-W9", "2026-W10"),
    "days before months": ("2026-28-01", "2026-27-02"),
    "two forms": ("20260109", "2026-01-10"),
    "a day and a time": ("2026-01-09", "2026-01-10T00:00:00"),
    "zones": ("2026-01-09T23:00:00+02:00", "2026-01-09T22:30:00+00:00"),
}
ORDERED = {
    "days": ("2026-01-09", "2026-01-10"),
    "days without signs": ("20260109", "20260110"),
    "months of a year": ("2026-09", "2026-10"),
    "weeks of a year": ("2026-W09", "2026-W10"),
    "days of a week": ("2026-W09-7", "2026-W10-1"),
    "years": ("2025", "2026"),
    "times": ("2026-01-09T23:00:00", "2026-01-10T01:00:00"),
    "times in UTC": ("2026-01-09 23:00:00.125Z", "2026-01-10 01:00:00.250Z"),
    "numbers": (9, 10),
}
SAID = r"sort by the alphabet, where v10 comes before v9|are texts of different forms|is a date such as 2026-01-31, got"
Way = Callable[[duckdb.DuckDBPyConnection], Any]

# Each place where one value is taken for later than another, in each way in.
PLACES: dict[str, Way] = {
    "check_metrics of values": lambda con: rankhouse.check_metrics("by_query", day="release", con=con),
    "check_metrics of means": lambda con: rankhouse.check_metrics("means", day="release", con=con),
    "moving_average": lambda con: rankhouse.moving_average("means", day="release", con=con).fetchall(),
    "moving_average in SQL": lambda con: con.sql("from moving_average('means', day := 'release')").fetchall(),
    "change_from_previous": lambda con: rankhouse.change_from_previous("means", day="release", con=con).fetchall(),
    "change_from_previous in SQL": lambda con: con.sql(
        "from change_from_previous('means', day := 'release')"
    ).fetchall(),
    "confidence_sequence": lambda con: rankhouse.confidence_sequence("by_query", day="release", con=con).fetchall(),
    "confidence_sequence in SQL": lambda con: con.sql(
        "from confidence_sequence('by_query', day := 'release')"
    ).fetchall(),
    "split": lambda con: rankhouse.split("rated", con=con).fetchall(),
    "split in SQL": lambda con: con.sql("from split('rated')").fetchall(),
    "plot": lambda con: rankhouse.plot.over_time("means", "release", con=con),
    "report": lambda con: rankhouse.report(
        "by_query",
        None,
        ["ndcg@10"],
        path=Path(con.sql("select folder from here").fetchall()[0][0]),
        time="release",
        con=con,
    ),
}
PACKAGE = macros("duckdb")
EVERY_DAY: dict[str, Any] = {"complete": {}}
# What dbt renders, each in its own way; models by partition with `lookback` ask the same of the engine.
PLACES |= {
    f"{name} in SQL of dbt": lambda con, sql=sql: con.execute(sql).fetchall()  # type: ignore[misc]
    for name, sql in {
        "latest": PACKAGE.test_metric_at_least("means", "ndcg@10", 0.2, latest="release", **EVERY_DAY),
        "latest of counts": PACKAGE.test_enough_queries("means", 2, latest="release", **EVERY_DAY),
        "groups": PACKAGE.test_has_groups("means", "system", ["a"], latest="release", **EVERY_DAY),
        "previous": PACKAGE.test_metric_not_worse_than(
            "by_query", "ndcg@10", previous="release", by=["system"], **EVERY_DAY
        ),
        "wide_metrics": PACKAGE.wide_metrics("means", ["ndcg@10"], ["system"], "release", **EVERY_DAY),
    }.items()
}
DAYS_ALONE = ("check_metrics of means", "moving_average", "change_from_previous", "plot", "report")
"""These cast to a day, or show a calendar."""


@pytest.mark.parametrize(
    ("form", "inside", "outside"),
    [
        ("2026-{}", ("01", "09", "10", "12"), ("00", "13", "20", "1")),
        ("2026-06-{}", ("01", "09", "10", "29", "30", "31"), ("00", "32", "40", "1")),
        ("2026-W{}", ("01", "09", "10", "49", "50", "53"), ("00", "54", "60", "1")),
        ("2026-W10-{}", ("1", "7"), ("0", "8", "01")),
        ("2026-{}", ("001", "366"), ("0001",)),
        ("2026-06-01T{}", ("00", "09", "23"), ("30", "1")),
        ("2026-06-01T12:{}", ("00", "59"), ("60", "1")),
        ("2026-06-01T12:30:{}", ("00", "59", "60", "59.5", "59,125"), ("70", "1", "59.")),
        ("2026-06-01T12:30:59{}", ("", "Z", "+00", "+00:00", "+0000"), ("z", "+01", "+00:30", "-00")),
    ],
)
def test_the_ends_of_each_part_of_a_time(form: str, inside: tuple[str, ...], outside: tuple[str, ...]) -> None:
    """By ISO 8601: 53 weeks in a long year, seven days in a week, a leap second."""
    pattern = macros("duckdb").pattern_of_times()
    known = {form.format(part): part in inside for part in inside + outside}
    assert {text: re.search(pattern, text) is not None for text in known} == known


@pytest.fixture
def con(tmp_path: Path) -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    copy_macros(con)
    con.execute(f"create table here as select '{tmp_path / 'report.html'}' as folder")
    return con


def tabled(con: duckdb.DuckDBPyConnection, values: tuple[Any, Any], kind: str = "") -> None:
    first, last = (f"{value!r}{kind}" for value in values)
    con.execute(f"""
        create table by_query as
        select system, release, 'q' || q as query_id, 'ndcg@10' as measure, 'ndcg' as metric,
            10 as k, mean + (hash(q, system) % 10) / 100 as value
        from (values ({first}, 0.54), ({last}, 0.84)) as releases(release, mean), range(40) as queries(q),
            (values ('a'), ('b')) as systems(system);
        create table means as
        select system, release, measure, metric, k, avg(value) as value, count(*) as n_queries, 0 as n_missing,
            sum(value) as value_sum, stddev(value) / sqrt(40) as std_error
        from by_query group by all;
        create table rated as
        select system as user_id, query_id || release as item_id, release as rated_at from by_query;
    """)


@pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", UNORDERED)
def test_texts_without_an_order_are_refused(con: duckdb.DuckDBPyConnection, place: str, kind: str) -> None:
    casts = any(place.startswith(name) for name in DAYS_ALONE)
    if casts and kind in ("a day and a time", "zones"):
        pytest.skip("a date either way")
    tabled(con, UNORDERED[kind])
    said = "column of dates, times or numbers, got" if place in ("plot", "report") else SAID
    with pytest.raises(duckdb.Error if "SQL" in place else InputError, match=said):
        PLACES[place](con)


@pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")
@pytest.mark.parametrize(
    "place",
    [
        "check_metrics of values",
        "confidence_sequence in SQL",
        "split in SQL",
        "previous in SQL of dbt",
        "wide_metrics in SQL of dbt",
    ],
)
@pytest.mark.parametrize("kind", ORDERED)
def test_dates_of_one_form_and_numbers_are_in_order(con: duckdb.DuckDBPyConnection, place: str, kind: str) -> None:
    tabled(con, ORDERED[kind])
    answer = PLACES[place](con)
    if place.startswith("check_metrics"):
        assert answer.text.startswith(f"### {ORDERED[kind][1]}")


NO_CALENDAR = [place for place in PLACES if not place.startswith((*DAYS_ALONE, "change_from", "moving"))]


@pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")
@pytest.mark.parametrize("place", NO_CALENDAR)
@pytest.mark.parametrize("kind", ["double", "float"])
def test_nan_has_no_place_in_an_order(con: duckdb.DuckDBPyConnection, place: str, kind: str) -> None:
    tabled(con, (9.0, "nan"), f"::{kind}")
    said = r"NaN in column '\w+' \(\d+ rows?\) comes neither before nor after another value; make it NULL"
    with pytest.raises(duckdb.Error if "SQL" in place else InputError, match=said):
        PLACES[place](con)


@pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")
def test_an_enum_has_an_order_of_its_own(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create type releases as enum ('v9', 'v10')")
    tabled(con, ("v9", "v10"), "::releases")
    assert rankhouse.check_metrics("by_query", day="release", con=con).text.startswith("### v10: none of 2 means fell")
    looks = con.sql("from confidence_sequence('by_query', day := 'release')").order("release").fetchall()
    assert [row[0] for row in looks] == ["v9", "v10"]
    parts = con.sql("from split('rated')").filter("part = 'test'").fetchall()
    assert {row[2] for row in parts} == {"v10"}


def test_a_cut_has_the_form_of_the_times(con: duckdb.DuckDBPyConnection) -> None:
    tabled(con, ("20260109", "20260110"))
    with pytest.raises(InputError, match="texts of different forms, such as 00000000 and 0000-00-00"):
        rankhouse.split("rated", "time", cut="2026-01-10", con=con).fetchall()
    rows = rankhouse.split("rated", "time", cut="20260110", con=con).filter("part = 'test'").fetchall()
    assert {row[2] for row in rows} == {"20260110"}


def test_the_message_counts_and_names(con: duckdb.DuckDBPyConnection) -> None:
    tabled(con, ("v9", "2026-01-10"))
    said = "ratings: texts such as 'v9' in column 'rated_at' (80 rows) sort by the alphabet, where v10 comes before v9;"
    with pytest.raises(InputError) as error:
        rankhouse.split("rated", con=con).fetchall()
    assert str(error.value) == f"{said} use dates such as 2026-01-31, numbers or an ENUM"
