"""Inputs as temporary tables or views of one connection, whatever they were."""

from __future__ import annotations

import contextlib
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import duckdb

from rankhouse._inputs import files
from rankhouse._inputs.columns import IDS, Columns, kind
from rankhouse._inputs.home import Home
from rankhouse._inputs.interrupt import interruptible
from rankhouse._inputs.tables import Input, described
from rankhouse._rendering.refused import InputError, is_unencodable
from rankhouse._rendering.sql import literal, quoted, unique_name


@contextlib.contextmanager
def staged(
    home: Home, inputs: Sequence[Input], needed: Mapping[str, Sequence[str]], columns: Columns
) -> Iterator[None]:
    """Every input as a temporary table of the needed columns, or a view where its rows can be read in place."""
    try:
        _stage_all(home, inputs, needed, columns)
        yield
    finally:
        _drop(home, inputs)


def _stage_all(home: Home, inputs: Sequence[Input], needed: Mapping[str, Sequence[str]], columns: Columns) -> None:
    _same_ids(home, inputs, columns)
    for table in inputs:
        if not _stage(home, table, needed[table.side], columns):
            _drop(home, inputs)
            _stage_all(home, inputs, needed, columns)
            return


def _drop(home: Home, inputs: Sequence[Input]) -> None:
    for table in inputs:
        home.drop([table.sql], "view" if table.is_view else "table")


def _same_ids(home: Home, inputs: Sequence[Input], columns: Columns) -> None:
    """The ids of a CSV file, where all of them look like numbers, are text when those of another input are."""
    texts = {ours for table in inputs for ours in IDS if _kind_of(table, ours, columns) == "text"}
    if texts & {"item_id", "other_item_id"}:
        texts |= {"item_id", "other_item_id"}
    for table in inputs:
        if table.file is None or table.file.form != "csv":
            continue
        numbers = [
            str(table.column(columns.name(table.side, ours)))
            for ours in IDS
            if ours in texts and _kind_of(table, ours, columns) not in (None, "text")
        ]
        if numbers:
            file = replace(table.file, texts=(*numbers, *table.file.texts))
            _read_as(table, file, described(home, table.side, table.shown, file.sql))


def _kind_of(table: Input, ours: str, columns: Columns) -> str | None:
    column = table.column(columns.name(table.side, ours))
    return None if column is None else kind(table.type(column))


def _retyped(home: Home, table: Input, columns: Columns) -> bool:
    """Whether a CSV file's types, which DuckDB tells by its first lines, are others by all lines and right for us."""
    if table.file is None or table.file.form != "csv" or table.file.sniffs_all:
        return False
    file = replace(table.file, sniffs_all=True)
    types = described(home, table.side, table.shown, file.sql)
    numbers = [table.column(columns.name(table.side, ours)) for ours in columns.ours if ours not in IDS]
    if any(kind(types[name]) == "text" != kind(table.types[name]) for name in numbers if name):
        return False
    _read_as(table, file, types)
    return True


def _read_as(table: Input, file: files.File, types: dict[str, str]) -> None:
    table.file, table.from_item, table.types = file, file.sql, types


def _stage(home: Home, table: Input, needed: Sequence[str], columns: Columns) -> bool:
    """Whether it could be read; otherwise its types are others now, and with them perhaps those of other inputs."""
    selected = ", ".join(dict.fromkeys(_selected(table, name, columns) for name in needed))
    query = f"select {selected} from {table.from_item}"
    try:
        if table.relation is not None:
            _stage_relation(home, table, selected)
            return True
        table.is_view = _in_place(home, query)
        home.rows(f"create temp {'view' if table.is_view else 'table'} {table.name} as {query}")
    except duckdb.Error as error:
        if isinstance(error, duckdb.InterruptException) or is_unencodable(error):
            raise
        if isinstance(error, duckdb.ConversionException) and _retyped(home, table, columns):
            return False
        # DuckDB 2 tells of a relation that fails in a transaction only that the transaction has ended.
        ended = isinstance(error, duckdb.TransactionException)
        reason = "its error aborted the transaction: call con.rollback()" if ended else files.cause(error)
        raise InputError(f"{table.side}: cannot read {table.shown}: {reason}") from error
    if table.file is not None and table.file.form == "trec":
        bad = home.row(f"select count(*) - count(query_id) from {table.sql}")[0]
        if bad:
            raise table.file.malformed(home, table.side, table.shown)
    return True


def _selected(table: Input, name: str, columns: Columns) -> str:
    column, type_name = str(table.column(name)), table.type(name)
    order = table.column(columns.name(table.side, columns.order(table.side)))
    ids = [table.column(columns.name(table.side, ours)) for ours in IDS]
    if column in ids and type_name.startswith("ENUM"):
        # An enumeration sorts by the order of its values, text by its bytes.
        return f"cast({quoted(column)} as varchar) as {quoted(column)}"
    if column == order and kind(type_name) == "boolean":
        return f"cast({quoted(column)} as double) as {quoted(column)}"
    if type_name == "TIMESTAMP WITH TIME ZONE":
        # Python would need pytz to show it.
        return f"timezone('UTC', {quoted(column)}) as {quoted(column)}"
    return quoted(column)


def _in_place(home: Home, query: str) -> bool:
    """Whether reading it again is cheap and gives the same rows.

    Only bare scans do: a computed column may be random() without the plan saying so.
    """
    plan = home.row(f"explain (format json) {query}")[1]
    steps = {name.strip() for name in re.findall(r'"name": "([^"]*)"', plan)} - {"UNION"}
    return bool(steps) and steps <= {"SEQ_SCAN", "TABLE_SCAN", "PARQUET_SCAN", "READ_PARQUET"}


def _stage_relation(home: Home, table: Input, selected: str) -> None:
    """A relation is run once, on its own connection; from another connection its rows come over in a Parquet file."""
    relation = table.relation
    assert relation is not None
    if relation.type == "TABLE_RELATION" and _is_at_home(home, relation):
        query = f"select {selected} from ({relation.sql_query()})"
        table.is_view = _in_place(home, query)
        home.rows(f"create temp {'view' if table.is_view else 'table'} {table.name} as {query}")
        return
    source = unique_name("relation")
    made = f"create temp table {table.name} as select {selected} from {source}"
    interruptible(home.con, lambda: _run_on(relation, source, made))
    if _has_temp_table(home, table.name):
        return
    try:
        with tempfile.TemporaryDirectory(prefix="rankhouse-") as folder:
            file = literal(str(Path(folder) / "rows.parquet"))
            _run_on(relation, source, f"copy temp.main.{table.name} to {file} (format parquet)")
            home.rows(f"create temp table {table.name} as from read_parquet({file})")
    finally:
        _run_on(relation, source, f"drop table temp.main.{table.name}")


def _run_on(relation: duckdb.DuckDBPyRelation, source: str, sql: str) -> None:
    """A statement on the relation's connection, reading it as `source`; DuckDB 1 leaves a view of that name."""
    try:
        relation.query(source, sql)
    finally:
        with contextlib.suppress(duckdb.TransactionException):
            relation.query(source, f"drop view if exists {source}")


def _is_at_home(home: Home, relation: duckdb.DuckDBPyRelation) -> bool:
    source, probe = unique_name("relation"), unique_name("probe")
    _run_on(relation, source, f"create temp table {probe} as select 1 as one")
    try:
        return _has_temp_table(home, probe)
    finally:
        _run_on(relation, source, f"drop table temp.main.{probe}")


def _has_temp_table(home: Home, name: str) -> bool:
    return bool(home.rows(f"select 1 from duckdb_tables() where temporary and table_name = {literal(name)}"))
