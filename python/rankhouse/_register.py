"""The DuckDB macros in a connection, in a file, and as a script: sql/rankhouse.sql, made by _building/library.py."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import duckdb

from rankhouse._errors import InputError
from rankhouse._home import at_home
from rankhouse._shipped import shipped
from rankhouse._sql import literal, unique_name

CREATE = "create or replace macro "


def register(con: duckdb.DuckDBPyConnection) -> None:
    """Create the macros in the connection's current database and schema, replacing older ones.

    In a read-only database they are TEMP macros: they belong to this connection alone, and cursors of it do not see
    them.
    """
    with at_home(con):
        if not _is_read_only(con):
            con.execute(bundle())
            return
        for statement in _statements():
            if statement.startswith(CREATE):
                con.execute(statement.replace(CREATE, "create or replace temp macro ", 1))


def install(path: str | Path) -> None:
    """Create the macros in a DuckDB file, a new or an existing one, to be opened or attached anywhere.

    A new file has storage version v1.0.0, which every DuckDB from 1.0 on can open.
    Raises InputError when the file cannot be opened for writing.
    """
    path = Path(path)
    is_new = not path.exists()
    # A new file appears whole or not at all, an existing one is changed in one transaction.
    written = path.with_name(f".{path.name}.{unique_name('new')}") if is_new else path
    version = " (storage_version 'v1.0.0')" if is_new else ""
    try:
        with duckdb.connect() as con:
            con.execute(f"attach {literal(str(written))} as rankhouse_library{version}")
            con.execute("use rankhouse_library")
            con.begin()
            register(con)
            con.commit()
            con.execute("use memory")
            con.execute("detach rankhouse_library")
        if is_new:
            written.replace(path)
    except (duckdb.Error, OSError) as error:
        if is_new:
            written.unlink(missing_ok=True)
        raise InputError(f"cannot install the macros into {path}: {error}") from error


@cache
def bundle() -> str:
    """The whole library as one SQL script, for `.read rankhouse.sql` in the DuckDB command line."""
    return (shipped("sql") / "rankhouse.sql").read_text(encoding="utf-8")


def macro_names() -> list[str]:
    return [statement[len(CREATE) :].partition("(")[0] for statement in _statements() if statement.startswith(CREATE)]


def _statements() -> list[str]:
    """Each on a line of its own; the first two lines are the heading."""
    return bundle().splitlines()[2:]


def _is_read_only(con: duckdb.DuckDBPyConnection) -> bool:
    row = con.execute("select readonly from duckdb_databases() where database_name = current_database()").fetchone()
    return bool(row and row[0])
