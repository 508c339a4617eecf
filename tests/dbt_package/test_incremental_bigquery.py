"""The models by partition with BigQuery's SQL, which is parsed in its dialect, translated for DuckDB and run there.

What dbt-bigquery does around it is written down here: its merge without a key, and each statement a transaction.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import duckdb
import pytest
import sqlglot

from dbt_package.test_incremental import CHANGES, MEASURES, SWAPPED, tables_of_inputs
from rankhouse._rendering import jinja

DAY = "day"
BY: dict[str, Any] = {"by": ["system", DAY], "judgments_by": [DAY]}
SUMMARY: dict[str, Any] = {"grouping_sets": [["system", DAY], [DAY]], "min_queries": 2}
TABLES = {
    "query_metrics": jinja.macros("duckdb").query_metrics("run", "judgments", MEASURES, **BY),
    "metrics": jinja.macros("duckdb").metrics("run", "judgments", MEASURES, **BY, **SUMMARY),
}
MERGE = """
    merge into `{table}` as DBT_INTERNAL_DEST
        using (select * from `{table}__dbt_tmp`) as DBT_INTERNAL_SOURCE
        on (FALSE)
    when not matched then insert ({columns}) values ({columns})
"""


class Killed(Exception):  # noqa: N818  (no error of the build's)
    pass


class Config(dict[str, Any]):
    def __call__(self, **settings: Any) -> str:
        self.update(settings)
        return ""


@dataclass
class Model:
    """What `this` is: the model that is built."""

    name: str = ""

    def __str__(self) -> str:
        return self.name


@dataclass
class Column:
    found: list[Any]

    def values(self) -> list[Any]:
        return self.found


def found(rows: list[tuple[Any, ...]]) -> SimpleNamespace:
    """The answer to a query, as dbt gives it."""
    return SimpleNamespace(rows=rows, columns=[Column([row[0] for row in rows])])


class Warehouse:
    """Tables of DuckDB, which the statements of BigQuery make."""

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        self.con = con
        self.con.execute(tables_of_inputs(dated=True))
        self.con.execute(
            "create macro farm_fingerprint(given) as cast(hash(given) >> 1 as bigint) - 4611686018427387904"
        )
        self.arguments = {"run": "run", "judgments": "judgments", "measures": MEASURES, "partition": DAY} | BY | SUMMARY
        self.config, self.model, self.flags = Config(), Model(), SimpleNamespace(FULL_REFRESH=False)
        self.package = jinja.Macros("bigquery")
        self.package._environment.globals["adapter"].get_columns_in_relation = self.columns
        self.package._environment.globals |= {
            "this": self.model,
            "config": self.config,
            "flags": self.flags,
            "execute": True,
            "is_incremental": lambda: self.has(self.model.name) and not self.flags.FULL_REFRESH,
            "load_relation": lambda relation: relation if self.has(str(relation)) else None,
            "run_query": lambda sql: found(self.run(sql)),
            "var": lambda _, default=None: default,
            "ref": lambda *names: names[-1],
            "project_name": "user",
            "invocation_args_dict": {},
            "local_md5": lambda text: hashlib.md5(text.encode()).hexdigest(),
            "dbt": SimpleNamespace(hash=lambda expression: f"to_hex(md5(cast({expression} as string)))"),
        }

    def run(self, sql: str) -> list[tuple[Any, ...]]:
        (translated,) = sqlglot.transpile(
            sql,
            read="bigquery",
            write="duckdb",
            error_level=sqlglot.ErrorLevel.RAISE,
            unsupported_level=sqlglot.ErrorLevel.RAISE,
        )
        return self.con.execute(translated).fetchall()

    def has(self, table: str) -> bool:
        return (table,) in self.con.execute("show tables").fetchall()

    def columns(self, table: object) -> list[Any]:
        found = self.con.execute(f"describe {table}").fetchall()
        kinds = {"VARCHAR": "STRING", "BIGINT": "INT64", "DOUBLE": "FLOAT64"}
        return [
            SimpleNamespace(
                name=name,
                dtype=kinds.get(kind, kind),
                data_type=kinds.get(kind, kind),
                is_string=lambda kind=kind: kind == "VARCHAR",
            )
            for name, kind, *_ in found
        ]

    def sql(self, model: str, *others: str) -> str:
        """A model's SQL; its settings are in `config`."""
        self.config.clear()
        self.model.name = model
        return str(getattr(self.package, f"incremental_{model}")(*others, **self.arguments))

    def build(self, full_refresh: bool = False, killed_in: str | None = None) -> dict[str, set[Any]]:
        """Which days of each table were deleted or inserted."""
        self.flags.FULL_REFRESH = full_refresh
        sql = self.sql("partitions")
        assert self.config["materialized"] == "table"
        self.run(f"create or replace table `partitions` as ({sql})")
        touched = {}
        for table, models in {"query_metrics": ["partitions"], "metrics": ["query_metrics", "partitions"]}.items():
            sql = self.sql(table, *models)
            assert (self.config["materialized"], self.config["incremental_strategy"]) == ("incremental", "merge")
            if full_refresh or not self.has(table):
                self.run(f"create or replace table `{table}` as ({sql})")
                continue
            before = self.days(table)
            for hook in self.config["pre_hook"]:
                rendered = self.package._environment.from_string(hook).render().strip()
                if rendered:
                    self.run(rendered)
            gone = before - self.days(table)
            if killed_in == table:
                raise Killed
            self.run(f"create or replace table `{table}__dbt_tmp` as ({sql})")
            columns = ", ".join(f"`{column.name}`" for column in self.columns(table))
            self.run(MERGE.format(table=table, columns=columns))
            touched[table] = gone | self.days(f"{table}__dbt_tmp")
        return touched

    def days(self, table: str) -> set[Any]:
        return {day and day.day for (day,) in self.con.execute(f"select distinct day from {table}").fetchall()}

    def is_right(self) -> None:
        for table, truth in TABLES.items():
            columns = [f'"{column[0]}"' for column in self.con.execute(f"describe {truth}").fetchall()]
            kept = ", ".join(column for column in columns if table == "metrics" or column != '"n_missing"')
            ours, expected = (
                sorted(
                    self.con.execute(f"select {kept} from {rows}").fetchall(),
                    key=lambda row: [repr(value) for value in row if not isinstance(value, float)],
                )
                for rows in (table, f"({truth})")
            )
            assert ours == [
                tuple(pytest.approx(value, abs=1e-12) if isinstance(value, float) else value for value in row)
                for row in expected
            ], table


@pytest.fixture
def built() -> Iterator[Warehouse]:
    with duckdb.connect() as con:
        warehouse = Warehouse(con)
        warehouse.build()
        warehouse.is_right()
        yield warehouse


def test_a_build_makes_the_changed_days_anew_and_no_others(built: Warehouse) -> None:
    assert built.build() == {"query_metrics": set(), "metrics": set()}
    for change, days in [*CHANGES, SWAPPED]:
        built.con.execute(change)
        known = {table: built.days(table) for table in TABLES}
        touched = built.build()
        built.is_right()
        for table in TABLES:
            assert touched[table] == set(days) & (known[table] | built.days(table)), table
    built.build(full_refresh=True)
    built.is_right()


@pytest.mark.parametrize("table", TABLES)
def test_a_build_that_ends_between_delete_and_insert_is_mended_by_the_next(built: Warehouse, table: str) -> None:
    built.con.execute(CHANGES[2][0])
    with pytest.raises(Killed):
        built.build(killed_in=table)
    built.build()
    built.is_right()


def test_with_lookback_the_last_days_are_looked_at(built: Warehouse) -> None:
    built.arguments["lookback"] = 2
    built.con.execute("update run set score = -score where day in (date '2026-01-02', date '2026-01-05')")
    assert built.build()["query_metrics"] == {5}
    built.con.execute("delete from run where day > date '2026-01-03'")
    assert built.build()["query_metrics"] == {2, 4, 5}
    del built.arguments["lookback"]
    built.build()
    built.is_right()
