"""The SQL of other engines, parsed in their dialect, translated for DuckDB and run: the same rows as DuckDB's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import duckdb
import pytest
import sqlglot

from predictions import EVERY, FAWCETT
from rankhouse._rendering.jinja import Macros, macros
from rankhouse._rendering.render import DIALECTS

SYSTEMS = [
    *(
        ("mon", system, f"r{row}", score / (1 + row % step), label)
        for row, (score, label) in enumerate(FAWCETT)
        for step, system in ((1, "a"), (2, "b"), (3, "C"))
    ),
    *((None, system, row, score, label) for row, score, label in (("r1", 0.5, 1), ("r2", 0.25, 0)) for system in "ab"),
    *((None, "b", row, score, 1) for row, score in (("r3", 0.5), ("r3", 0.25))),
]
ROWS = [
    *(("a", score, label) for score, label in FAWCETT),
    *((None, score, label) for score, label in ((0.8, 1), (0.4, 0), (0.4, 1), (0.1, 0))),
    *(("c", 0.5, 1), ("a", None, 1), ("a", 0.5, None)),
]


CLASSES = [
    *(("a", *row) for row in (("x", "x", 1), ("x", "y", 0.5), ("y", "y", 2), ("it's", "x", 1), ("y", "z", 0))),
    *((None, *row) for row in (("x", "y", 1), ("y", "y", 0.25), ("x", None, 1), (None, "y", 1))),
    *(("c", None, "x", 1), ("c", "y", "y", None)),
]
# What sqlglot leaves as it is.
NOT_OF_DUCKDB = [
    "create macro varsampstable(x) as var_samp(x)",
    "create macro raise_error(message) as error(message)",
    "create macro pg_typeof(x) as 'text'",
    "create type regtype as varchar",
]


def queries(package: Macros) -> Iterator[str]:
    for by in ([], ["system"]):
        yield package.classifier_metrics("predictions", EVERY, by=by, thresholds=[0.5, 0.3])
        yield package.confusion("predictions", [0.5], by=by)
        for points in (5, None):
            yield package.roc_curve("predictions", points=points, by=by)
            yield package.pr_curve("predictions", points=points, by=by)
        yield package.calibration("predictions", by=by)
        yield package.lift("predictions", bins=4, by=by)
        yield package.binned_auc("predictions", bins=3, by=by)
        yield package.binned_auc("predictions", bins=3, by=by, lowest=0, highest=1)
        weighted = {"by": by, "columns": {"weight": "score"}}
        yield package.roc_curve("predictions", points=5, **weighted)
        yield package.pr_curve("predictions", points=5, **weighted)
        yield package.calibration("predictions", **weighted)
        yield package.lift("predictions", bins=4, **weighted)
        yield package.binned_auc("predictions", bins=3, **weighted)
        yield package.binned_auc("predictions", bins=3, lowest=0, highest=1, **weighted)
        yield package.auc_interval("predictions", by=by)
        yield package.auc_interval("predictions", **weighted)
        for columns in ({}, {"weight": "worth"}):
            yield package.confusion_matrix("classes", by=by, columns=columns)
            yield package.class_metrics("classes", by=by, columns=columns)
            yield package.class_metrics("classes", by=by, undefined="zero", columns=columns)
    yield package.prediction_problems("predictions")
    for by in ([], ["day"], ["day", "label"]):
        for columns in ({}, {"weight": "worth"}):
            shared = {"by": by, "columns": columns}
            yield package.compare_classifiers("classifiers", **shared)
            yield package.compare_classifiers("classifiers", "b", "mcnemar", correction="benjamini_hochberg", **shared)
            for test in ("delong", "mcnemar"):
                yield package.compare_classifiers("classifiers", test=test, cluster="patient", **shared)


def rounded(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return sorted(
        (
            tuple(value if value is None or isinstance(value, str) else round(float(value), 9) for value in row)
            for row in rows
        ),
        key=str,
    )


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        for statement in NOT_OF_DUCKDB:
            con.execute(statement)
        con.execute("create table predictions (system varchar, score double, label bigint)")
        con.executemany("insert into predictions values (?, ?, ?)", ROWS)
        con.execute("create table classes (system varchar, label varchar, prediction varchar, worth double)")
        con.executemany("insert into classes values (?, ?, ?, ?)", CLASSES)
        con.execute(
            "create table classifiers (day varchar, system varchar, row_id varchar, score double, label bigint)"
        )
        con.executemany("insert into classifiers values (?, ?, ?, ?, ?)", SYSTEMS)
        con.execute("alter table classifiers add column worth double")
        con.execute("update classifiers set worth = 0.5 + ord(right(row_id, 1)) % 4")
        con.execute("alter table classifiers add column patient varchar")
        con.execute("update classifiers set patient = 'p' || ord(right(row_id, 1)) % 5")
        yield con


@pytest.fixture(scope="module")
def of_duckdb(con: duckdb.DuckDBPyConnection) -> list[list[tuple[Any, ...]]]:
    return [rounded(con.execute(own).fetchall()) for own in queries(macros("duckdb"))]


@pytest.mark.thorough
@pytest.mark.parametrize("dialect", [dialect for dialect in DIALECTS if dialect != "duckdb"])
def test_dialects_agree(con: duckdb.DuckDBPyConnection, of_duckdb: list[list[tuple[Any, ...]]], dialect: str) -> None:
    for other, expected in zip(queries(macros(*DIALECTS[dialect])), of_duckdb, strict=True):
        (translated,) = sqlglot.transpile(other, read=dialect, write="duckdb", error_level=sqlglot.ErrorLevel.RAISE)
        assert rounded(con.execute(translated).fetchall()) == expected
