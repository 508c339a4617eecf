"""What dbt's tests have stored, as Markdown."""

from __future__ import annotations

from typing import Any

import duckdb

from rankhouse._comparing.table import in_markdown
from rankhouse._inputs.home import Home, at_home
from rankhouse._monitoring.summary import MOST, Summary, table_of
from rankhouse._rendering.errors import InputError, did_you_mean, listed
from rankhouse._rendering.sql import quoted


def gates_of(con: duckdb.DuckDBPyConnection, schema: str) -> Summary:
    """The rows that dbt's tests have stored: a table in this schema for each test, empty where it passed."""
    with at_home(con) as home:
        tables = home.rows(
            "select table_schema, table_name from information_schema.tables"
            " where table_catalog = current_database() order by all"
        )
        names = [name for place, name in tables if place == schema]
        if not names:
            schemas = sorted({place for place, _ in tables})
            raise InputError(
                f"there is no schema {schema!r} with tables{did_you_mean(schema, schemas)}; the database has"
                f" {listed(schemas)}. dbt stores failing rows with store_failures: true"
            )
        failing = []
        for name in names:
            relation = f"{quoted(schema)}.{quoted(name)}"
            ((n_rows,),) = home.rows(f"select count(*) from {relation}")
            if n_rows:
                failing.append((name, n_rows, section(home, relation, name, n_rows)))
    n_tests = f"{len(names):,} {'test' if len(names) == 1 else 'tests'}"
    head = f"{len(failing):,} of {n_tests} failed" if failing else f"none of {n_tests} failed"
    text = "\n\n".join([f"### {head}", *(part for *_, part in failing)])
    return Summary(text, f"{head}: {', '.join(name for name, *_ in failing)}" if failing else "")


def section(home: Home, relation: str, name: str, n_rows: int) -> str:
    """The rows of a test, without the columns that none of them has a value in."""
    shown = home.con.sql(f"from {relation} limit {MOST}")
    rows, columns = shown.fetchall(), shown.columns
    kept = [place for place in range(len(columns)) if any(row[place] is not None for row in rows)]
    lines = table_of(
        [columns[place] for place in kept],
        [[in_markdown(told(row[place])) for place in kept] for row in rows],
        len(kept),
    )
    more = [f"{n_rows - MOST:,} more rows."] if n_rows > MOST else []
    title = f"#### {in_markdown(name)}: {n_rows:,} {'row' if n_rows == 1 else 'rows'}"
    return "\n\n".join([title, "\n".join(lines) if kept else "Nothing to compare.", *more])


def told(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4f}" if isinstance(value, float) else str(value)
