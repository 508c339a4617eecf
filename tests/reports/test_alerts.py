"""`rankhouse check-metrics`: what it says fell, against scipy; what it exits with; rows that dbt has stored."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path

import duckdb
import pytest
from scipy import stats
from typer.testing import CliRunner

import rankhouse
from rankhouse._rendering.errors import InputError
from rankhouse.cli import app

CHOSEN = random.Random(5)
DAYS = ("2026-01-01", "2026-01-02", "2026-01-05")
VALUES = {
    (system, day, measure): [
        max(0.0, min(1.0, CHOSEN.gauss(0.5 - (0.2 if (system, day) == ("dense", DAYS[2]) else 0), 0.1)))
        for _ in range(40)
    ]
    for system in ("bm25", "dense", "it's | <b>")
    for day in DAYS
    for measure in ("ndcg@10", "coverage_error")
}


def written(path: Path, values: dict[tuple[str, str, str], Sequence[float]] = VALUES) -> Path:
    with duckdb.connect(str(path)) as con:
        con.execute(
            "create or replace table by_query (system varchar, day date, query_id varchar, measure varchar,"
            " metric varchar, k int, value double)"
        )
        for (system, day, measure), own in values.items():
            metric, _, k = measure.partition("@")
            rows = [
                [system, day, f"q{number}", measure, metric, int(k) if k else None, x] for number, x in enumerate(own)
            ]
            con.executemany("insert into by_query values (?, ?, ?, ?, ?, ?, ?)", rows)
        con.execute(
            "create or replace table metrics as select system, day, measure, metric, k, avg(value) as value, count(*)"
            " as n_queries, 0 as n_missing, sum(value) as value_sum, stddev_samp(value) / sqrt(count(*)) as std_error,"
            " 0.0 as ci_low, 1.0 as ci_high from by_query group by all"
        )
    return path


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("alerts") / "warehouse.duckdb")


def asked(database: Path, *arguments: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["check-metrics", *arguments, "--database", str(database)])
    if isinstance(done.exception, InputError):
        return 2, "", str(done.exception)
    return done.exit_code, done.stdout, done.stderr


def cells(text: str) -> dict[tuple[str, str], list[str]]:
    """The rows of the table by system and measure, without markup."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    rows = [[cell.strip().replace("\\", "") for cell in line.strip("|").split(" | ")] for line in lines[1:]]
    return {(row[0].replace("&#124;", "|").replace("&lt;", "<"), row[1]): row[2:] for row in rows}


def interval(change: str) -> tuple[float, float]:
    low, high = change.split(" to ")
    return float(low), float(high)


@pytest.mark.parametrize("table", ["metrics", "by_query"])
def test_every_figure_is_that_of_scipy(database: Path, table: str) -> None:
    status, text, error = asked(database, table)
    assert status == 1
    found = cells(text)
    assert found.keys() == {(system, measure) for system, _, measure in VALUES}
    for (system, measure), (before, now, change, ends, n_queries, says) in found.items():
        x, y = VALUES[system, DAYS[2], measure], VALUES[system, DAYS[1], measure]
        assert float(now) == pytest.approx(sum(x) / 40, abs=5e-5)
        assert float(before) == pytest.approx(sum(y) / 40, abs=5e-5)
        assert float(change.split(" ")[0]) == pytest.approx(sum(x) / 40 - sum(y) / 40, abs=5e-5)
        assert change.endswith(f"({sum(x) / sum(y) - 1:+.1%})")
        known = stats.ttest_ind(x, y, equal_var=False) if table == "metrics" else stats.ttest_rel(x, y)
        low, high = known.confidence_interval(0.95)
        assert interval(ends) == pytest.approx((low, high), abs=5e-5)
        assert n_queries == ("40, 40" if table == "metrics" else "40")
        sign = -1 if measure == "coverage_error" else 1
        is_worse, is_sure = sign * (sum(x) - sum(y)) < 0, not low <= 0 <= high
        fell = "**got worse**" if measure == "coverage_error" else "**fell**"
        side = "worse" if is_worse else "better"
        assert says == ((fell if is_worse else "better") if is_sure else f"{side}, may be chance")
    assert found["dense", "ndcg@10"][-1] == "**fell**"
    # An error that became smaller has not fallen.
    assert found["dense", "coverage_error"][-1] == "better"
    assert text.startswith("### 2026-01-05: 1 of 6 means fell\n\nAgainst 2026-01-02. ")
    assert "1 of 6 means fell on 2026-01-05: dense, ndcg@10 by 0." in error
    assert "it's &#124; &lt;b>" in text


@pytest.mark.thorough
def test_the_bound(database: Path) -> None:
    x, y = VALUES["dense", DAYS[2], "ndcg@10"], VALUES["dense", DAYS[1], "ndcg@10"]
    low, high = stats.ttest_ind(x, y, equal_var=False).confidence_interval(0.95)
    fall = sum(y) / 40 - sum(x) / 40
    for arguments, status in [
        (["--margin", f"{-high - 1e-4}"], 1),
        (["--margin", f"{-high + 1e-4}"], 0),
        (["--no-significant", "--margin", f"{fall - 1e-4}"], 1),
        (["--no-significant", "--margin", f"{fall + 1e-4}"], 0),
        (["-m", "coverage_error"], 0),
        (["-m", "nDCG@10", "--confidence", "0.999"], 1),
    ]:
        found, text, error = asked(database, "metrics", *arguments)
        assert found == status, arguments
        assert (": none of " in text) == (not error) == (status == 0)
    assert "worse, within the margin" in asked(database, "metrics", "--margin", "0.9")[1]
    assert low < high < 0


def test_weeks_and_one_group(database: Path) -> None:
    _, text, _ = asked(database, "metrics", "--grain", "week", "-m", "ndcg@10")
    x = VALUES["dense", DAYS[2], "ndcg@10"]
    y = [*VALUES["dense", DAYS[0], "ndcg@10"], *VALUES["dense", DAYS[1], "ndcg@10"]]
    *_, ends, n_queries, _ = cells(text)["dense", "ndcg@10"]
    assert interval(ends) == pytest.approx(stats.ttest_ind(x, y, equal_var=False).confidence_interval(0.95), abs=5e-5)
    assert n_queries == "80, 40"


def test_what_is_missing_fails_and_what_is_new_does_not(tmp_path: Path) -> None:
    values: dict[tuple[str, str, str], Sequence[float]] = {
        ("old", DAYS[1], "m"): [0.5, 0.25, 0.5],
        ("long gone", DAYS[0], "m"): [0.5],
        ("new", DAYS[2], "m"): [0.5],
        ("few", DAYS[1], "m"): [0.5],
        ("few", DAYS[2], "m"): [0.25],
        ("same", DAYS[1], "m"): [0.5, 0.25, 0.75],
        ("same", DAYS[2], "m"): [0.75, 0.5, 0.25],
    }
    status, text, error = asked(written(tmp_path / "w.duckdb", values), "metrics")
    found = {system: row[-1] for (system, _), row in cells(text).items()}
    assert found == {
        "old": "**missing**",
        "new": "new",
        "few": "worse, too few queries to tell",
        "same": "unchanged",
    }
    assert status == 1
    assert "1 of 4 means fell on 2026-01-05: old, m is missing" in error


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give a table of metrics, or set failures to the schema"),
        (["metrics", "--day", "dya"], "has no column 'dya'"),
        (["metrics", "-m", "ndcg@5"], "the table has no measure 'ndcg@5': did you mean 'ndcg@10'"),
        (["metrics", "--margin", "-1"], "margin is a number"),
        (["metrics", "--confidence", "95"], "confidence is a number above 0 and below 1"),
        (["metrics", "--by", "measure"], "by names 'measure'"),
        (["metrics", "--grain", "year"], "column 'day' of the table has 1 year: there is nothing to compare"),
        (["by_query", "--grain", "week"], "grain is for a table of metrics"),
        (["nothing"], "nothing"),
        (["postgresql://host/db"], "is in a warehouse, but only files and DuckDB can be read here"),
        (["metrics", "--evaluation", "x"], "no column 'evaluation'"),
        (["--failures", "audit"], "there is no schema 'audit' with tables"),
    ],
)
def test_bad_input(database: Path, arguments: list[str], message: str) -> None:
    status, text, error = asked(database, *arguments)
    assert (status, text) == (2, "")
    assert message in error


def test_rows_of_gates(tmp_path: Path) -> None:
    """As `dbt test` stores them: a table for each test, empty where it passed."""
    path = written(tmp_path / "w.duckdb")
    with duckdb.connect(str(path)) as con:
        con.execute("create schema audit")
        con.execute("create table audit.enough_queries (system varchar, shortfall bigint)")
    assert asked(path, "--failures", "audit")[:2] == (0, "### none of 1 test failed\n")
    with duckdb.connect(str(path)) as con:
        con.execute("insert into audit.enough_queries select 'bm25', range from range(60)")
        con.execute(
            "create table audit.not_worse as select 'de_nse' as system, null::int as k, 0.25::double as shortfall"
        )
    status, text, error = asked(path, "--failures", "audit", "metrics", "--margin", "0.9")
    assert status == 1
    assert "2 of 2 tests failed: enough_queries, not_worse" in error
    assert "| de\\_nse | 0.2500 |" in text
    assert "#### enough\\_queries: 60 rows" in text
    assert "10 more rows." in text
    assert text.index("none of 6 means fell") < text.index("### 2 of 2 tests failed")


def test_to_a_file(database: Path, tmp_path: Path) -> None:
    status, text, _ = asked(database, "metrics", "-o", str(tmp_path / "summary.md"))
    assert (status, text) == (1, "")
    written_text = (tmp_path / "summary.md").read_text()
    assert written_text == asked(database, "metrics")[1]
    assert re.search(r"\| dense \| ndcg@10 \| 0\.5", written_text)


def test_a_day_of_any_kind_of_values_by_query(tmp_path: Path) -> None:
    """Releases, say, in the order that their enumeration has."""
    falls = {"v9": 0.0, "v10": 0.01}
    values = [(v, f"q{n}", n / 40 - fall * (5 + n / 40)) for v, fall in falls.items() for n in range(40)]
    with duckdb.connect(str(tmp_path / "w.duckdb")) as con:
        con.execute("create type releases as enum ('v9', 'v10')")
        con.execute("create table t (release releases, query_id varchar, value double)")
        con.executemany("insert into t values (?, ?, ?)", values)
        con.execute("create table by_query as select *, 'm' as measure, 'm' as metric, null::int as k from t")
    status, text, _ = asked(tmp_path / "w.duckdb", "by_query", "--day", "release")
    assert status == 1
    (row,) = (line for line in text.splitlines() if line.startswith("| m |"))
    differences = [-0.05 - n / 4000 for n in range(40)]
    mean, half = sum(differences) / 40, stats.t.ppf(0.975, 39) * stats.sem(differences)
    ends = row.split(" | ")[4]
    assert interval(ends) == pytest.approx((mean - half, mean + half), abs=5e-5)


@pytest.mark.parametrize("table", ["metrics", "by_query"])
def test_where_numbers_come_from_tells_no_rows_apart(database: Path, table: str) -> None:
    """Every night has another moment: each mean was new, and the one of the night before missing."""
    with duckdb.connect(str(database), read_only=True) as con:
        told = (
            "day::timestamp + interval 1 day as evaluated_at, '1.0.0' as rankhouse_version, md5(measure) as settings_id"
        )
        certified = con.sql(f"select *, {told}, 'all items' as candidates from {table}")
        summary, known = (rankhouse.check_metrics(each, con=con) for each in (certified, con.sql(f"from {table}")))
        assert sorted(str(summary).splitlines()) == sorted(str(known).splitlines())
        assert summary.failure == known.failure


@pytest.mark.parametrize("table", ["metrics", "by_query"])
def test_in_python_from_anything(database: Path, table: str) -> None:
    known = asked(database, table)[1]
    with duckdb.connect(str(database), read_only=True) as con:
        for given in (table, con.sql(f"from {table}"), con.sql(f"from {table}").df()):
            summary = rankhouse.check_metrics(given, con=con)
            assert sorted(str(summary).splitlines()) == sorted(known.splitlines())
            assert "dense, ndcg@10 by 0." in summary.failure
        assert not rankhouse.check_metrics(table, "coverage_error", by="system", con=con).failure


def test_one_of_several_evaluations(database: Path) -> None:
    """Its days and groups are its own; those of another one are NULL in its rows."""
    of_all = (
        "select 'search' as evaluation, *, null::int as week from {0} union all select 'shop', * replace (null as day,"
        " null as system), 1 + (day > '2026-01-01')::int + (day > '2026-01-02')::int from {0} where system = 'dense'"
    )
    for table in ("metrics", "by_query"):
        with duckdb.connect(str(database), read_only=True) as con:
            both, known = con.sql(of_all.format(table)), rankhouse.check_metrics(table, con=con)
            found = rankhouse.check_metrics(both, evaluation="search", con=con)
            assert sorted(str(found).splitlines()) == sorted(str(known).splitlines())
            with pytest.raises(InputError, match="no evaluation 'serach': did you mean 'search'"):
                rankhouse.check_metrics(both, evaluation="serach", con=con)
            if table == "by_query":
                shop = rankhouse.check_metrics(both, evaluation="shop", day="week", con=con)
                assert "Against 2. " in shop.text and "| measure | 2 | 3 |" in shop.text
                assert "1 of 2 means fell on 3: ndcg@10 by 0." in shop.failure


@pytest.mark.thorough
def test_expected_groups_in_a_schema_of_its_own(tmp_path: Path) -> None:
    path = written(tmp_path / "w.duckdb")
    with duckdb.connect(str(path)) as con:
        con.execute("create schema marts; create table marts.quality as from metrics where system <> 'dense'")
        con.execute("delete from marts.quality where system = 'bm25' and day = '2026-01-05'")
    quiet = ["--margin", "1", "-m", "coverage_error", "--no-significant"]
    status, text, error = asked(path, "quality", *quiet, "--expect", "system=bm25,dense, it's | <b>")
    assert status == 1
    assert "### system bm25, system dense missing on 2026-01-05" in text
    assert "system bm25, system dense missing on 2026-01-05" in error
    status, text, error = asked(path, "metrics", *quiet, "--expect", "system=bm25,dense")
    assert (status, error) == (0, "")
    assert "### no expected group is missing" in text
    with duckdb.connect(str(path)) as con:
        con.execute("create schema other; create table other.quality as from marts.quality")
    for arguments, message in [
        (["quality"], "'quality' is in several schemas: name one of marts.quality, other.quality"),
        (["metrics", "--expect", "sytem=bm25"], "did you mean 'system'"),
        (["metrics", "--expect", "system"], "--expect is a column and its values"),
        (["--failures", "marts", "--expect", "system=bm25"], "expected needs a table of metrics"),
    ]:
        status, _, error = asked(path, *arguments)
        assert (status, message in error) == (2, True), error


def test_days_whose_labels_have_come_are_compared(database: Path) -> None:
    with duckdb.connect(str(database)) as con:
        con.execute("create table late as from metrics")
        con.execute("update late set n_queries = 3, value_sum = 3 * value where day = '2026-01-05'")
        con.execute("create table late_days as select distinct day, day < '2026-01-05' as is_complete from late")
    for rule in ("min_queries=40", "min_queries=4,age=3", "late_days"):
        status, text, _ = asked(database, "late", "--complete", rule)
        assert status == 0 and text.startswith("### 2026-01-02: none of"), rule
    status, text, _ = asked(database, "late", "--no-significant", "--margin", "0.1")
    assert status == 1 and text.startswith("### 2026-01-05")
    # Of values by query, whose days have 40 queries each.
    assert asked(database, "by_query", "--complete", "min_queries=40")[1].startswith("### 2026-01-05")
    for rule, message in {
        "min_queries=41": "no value of column 'day' is complete according to",
        "min_queries=x": "--complete is a rule such as min_queries=100,age=3",
        "min_querys=4": "did you mean 'min_queries'",
        "share_judged=0.8": "label_maturity",
        "nosuch": "complete must be the name of a table with the columns 'day' and 'is_complete'",
    }.items():
        assert message in asked(database, "late", "--complete", rule)[2], rule
