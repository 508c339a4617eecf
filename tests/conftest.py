"""A small evaluation that the tests of the Python interface share, and a connection that must stay as it was."""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb
import pytest
from xdist.scheduler import LoadScopeScheduling

import examples  # noqa: F401 (loads hypothesis's settings before the command line's)
import oracle
import rankhouse
from copied import copy_macros
from garbage import collect_seldom
from rankhouse._rendering.sql import quoted

TOGETHER = {
    "test_clicks_example",
    "test_dbt",
    "test_gates",
    "test_kept_evaluations",
    "test_online_example",
    "test_packaging",
    "test_recommender_example",
    "test_ways_in",
}
SLOWEST = 10
ONE_IN = 4
SWEEPS_ONE_IN = 8
"""So many of the tests that `make test` leaves out have one that `make test-sample` runs."""
MEASURES = [oracle.Measure("ndcg", 2), oracle.Measure("average_precision"), oracle.Measure("recall", 5)]
RUN: list[oracle.Row] = [
    {"query_id": "q1", "item_id": "d1", "score": 3.0, "system": "old"},
    {"query_id": "q1", "item_id": "d2", "score": 2.0, "system": "old"},
    {"query_id": "q1", "item_id": "d10", "score": 2.0, "system": "old"},
    {"query_id": "q3", "item_id": "d9", "score": -1.0, "system": "old"},
    {"query_id": "q1", "item_id": "d2", "score": 9.5, "system": "new"},
    {"query_id": "q2", "item_id": "d1", "score": 0.25, "system": "new"},
    {"query_id": "q2", "item_id": "d7", "score": float("-inf"), "system": "new"},
    {"query_id": "q3", "item_id": "d9", "score": float("inf"), "system": "new"},
]
JUDGMENTS: list[oracle.Row] = [
    {"query_id": "q1", "item_id": "d2", "relevance": 3.0, "day": 1},
    {"query_id": "q1", "item_id": "d10", "relevance": 0.5, "day": 1},
    {"query_id": "q2", "item_id": "d7", "relevance": 1.0, "day": 2},
    {"query_id": "q2", "item_id": "d1", "relevance": -2.0, "day": 2},
    {"query_id": "q3", "item_id": "d1", "relevance": 2.0, "day": 2},
]
ONE = [row for row in RUN if row["system"] == "old"]


def pytest_configure() -> None:
    """Each of several workers has one thread: together they have as many as there are processors."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return
    connect = duckdb.connect

    def connected(*arguments: Any, config: dict[str, Any] | None = None, **more: Any) -> duckdb.DuckDBPyConnection:
        return connect(*arguments, config={"threads": 1} | (config or {}), **more)

    duckdb.connect = connected


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sample", metavar="SEED", help="one test in four, of sweeps one in eight, chosen by this text")


def pytest_report_header(config: pytest.Config) -> str | None:
    seed = config.getoption("--sample")
    return (
        seed and f"one test in {ONE_IN}, of sweeps in {SWEEPS_ONE_IN}: make test-sample SEED={seed} runs the same ones"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seed = config.getoption("--sample")
    if seed is None:
        return
    left_out = {item for item in items if not is_chosen(seed, item)}
    config.hook.pytest_deselected(items=[*left_out])
    items[:] = [item for item in items if item not in left_out]


def is_chosen(seed: str, item: pytest.Item) -> bool:
    one_in = SWEEPS_ONE_IN if item.get_closest_marker("sweep") else ONE_IN
    return hashlib.sha256(f"{seed} {scope(item.nodeid)}".encode()).digest()[0] % one_in == 0


def scope(nodeid: str) -> str:
    """The file of tests that share what takes long to make, otherwise the test."""
    file = nodeid.partition("::")[0]
    return file if Path(file).stem in TOGETHER else nodeid


def pytest_collection_finish() -> None:
    collect_seldom()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Where the time went, so that no file grows unnoticed."""
    seconds = Counter[str]()
    for report in (each for reports in terminalreporter.stats.values() for each in reports):
        if isinstance(report, pytest.TestReport):
            seconds[report.nodeid.partition("::")[0]] += report.duration
    if len(seconds) > SLOWEST:
        whole = sum(seconds.values())
        terminalreporter.section(f"slowest files, of {whole:.0f} s that the tests of {len(seconds)} files took")
        for file, each in seconds.most_common(SLOWEST):
            terminalreporter.write_line(f"{each:7.1f} s {each / whole:4.0%}  {file}")


class Scheduling(LoadScopeScheduling):
    """Any test on any worker, but for those of the files whose tests share what takes long to make."""

    def _split_scope(self, nodeid: str) -> str:
        return scope(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduling:
    return Scheduling(config, log)


@dataclass
class Example:
    """Rows, and what an evaluation of them by some columns must give."""

    run: list[oracle.Row] = field(default_factory=lambda: [dict(row) for row in RUN])
    judgments: list[oracle.Row] = field(default_factory=lambda: [dict(row) for row in JUDGMENTS])
    measures: list[oracle.Measure] = field(default_factory=lambda: list(MEASURES))

    @property
    def names(self) -> list[str]:
        return [str(measure) for measure in self.measures]

    def summary(self, by: list[str], judgments_by: list[str] | None = None, **policies: Any) -> list[tuple[Any, ...]]:
        units = list(oracle.units(self.run, self.judgments, by, judgments_by or []))
        expected = oracle.metrics(units, self.measures, **policies)
        found = sorted(expected.items(), key=lambda one: (one[0][0], self.names.index(one[0][1])))
        return [(*group, name, figures.value, figures.n_queries, figures.n_missing) for (group, name), figures in found]

    def per_query(self, by: list[str], judgments_by: list[str] | None = None) -> list[tuple[Any, ...]]:
        units = list(oracle.units(self.run, self.judgments, by, judgments_by or []))
        expected = oracle.query_metrics(units, self.measures)
        found = sorted(expected.items(), key=lambda one: (*one[0][:2], self.names.index(one[0][2])))
        return [(*group, query, name, value) for (group, query, name), value in found]


@pytest.fixture
def example() -> Example:
    return Example()


def load(con: duckdb.DuckDBPyConnection, name: str, rows: list[oracle.Row]) -> None:
    """A table with the types of the example: text ids, double score and relevance."""
    types = {"score": "double", "relevance": "double", "day": "integer"}
    columns = list(rows[0])
    declared = ", ".join(f"{column} {types.get(column, 'varchar')}" for column in columns)
    con.execute(f"create or replace table {name} ({declared})")
    con.executemany(
        f"insert into {name} values ({', '.join('?' for _ in columns)})", [[row[c] for c in columns] for row in rows]
    )


@pytest.fixture
def con(example: Example) -> Iterator[duckdb.DuckDBPyConnection]:
    """An in-memory database with the example's tables; the test fails when anything of ours is left on it."""
    with duckdb.connect() as con:
        load(con, "run", example.run)
        load(con, "judgments", example.judgments)
        yield con
        assert leftovers(con) == []


@pytest.fixture(scope="session")
def registered_once() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


@pytest.fixture
def registered(registered_once: duckdb.DuckDBPyConnection) -> Iterator[duckdb.DuckDBPyConnection]:
    """An in-memory database with the library's macros and no table: to register them takes longer than most tests."""
    con = registered_once
    yield con
    for kind in ("view", "table"):
        for (name,) in con.execute(f"select {kind}_name from duckdb_{kind}s() where not internal").fetchall():
            con.execute(f"drop {kind} {quoted(name)}")


def refused(pattern: str, *arguments: Any, **options: Any) -> str:
    """The message, which is one line and holds each part of the pattern, parted by " ... ", in this order."""
    with pytest.raises(rankhouse.InputError) as caught:
        rankhouse.evaluate(*arguments, **options)
    message = str(caught.value)
    assert isinstance(caught.value, ValueError)
    assert "\n" not in message
    assert re.search(".*".join(re.escape(part) for part in pattern.split(" ... ")), message), message
    return message


def leftovers(con: duckdb.DuckDBPyConnection) -> list[str]:
    names = (
        "select table_name as name from duckdb_tables() union all select view_name from duckdb_views()"
        " union all select name from duckdb_prepared_statements()"
    )
    return [name for (name,) in con.execute(f"from ({names}) where name ~ 'rankhouse_.*[0-9a-f]{{32}}'").fetchall()]


def figures(relation: duckdb.DuckDBPyRelation, groups: int = 0) -> list[tuple[Any, ...]]:
    """Of a summary: groups, measure, value, n_queries, n_missing."""
    return [(*row[: groups + 1], *row[groups + 3 : groups + 6]) for row in relation.fetchall()]


def query_figures(relation: duckdb.DuckDBPyRelation, groups: int = 0) -> list[tuple[Any, ...]]:
    """Of a per-query table: groups, query, measure, value."""
    return [(*row[: groups + 2], row[groups + 4]) for row in relation.fetchall()]


def close(expected: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """To compare with: floats to 1e-12."""
    return [
        tuple(pytest.approx(value, rel=1e-12, abs=1e-12) if isinstance(value, float) else value for value in row)
        for row in expected
    ]
