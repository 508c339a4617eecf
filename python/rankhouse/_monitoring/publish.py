"""Metric tables as files for dashboards: Parquet, and a DuckDB file that older versions of DuckDB open too."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import duckdb

from rankhouse._inputs.places import place_of
from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._rendering.sql import first_line, literal, quoted, rows, unique_name

TABLES = ("rankhouse__metrics", "rankhouse__query_metrics", "rankhouse__latest")
STORAGE = "v1.0.0"
"""The oldest storage that DuckDB writes; every version since 1.0 reads it."""


@short_errors
def publish(
    source: str | Path | duckdb.DuckDBPyConnection,
    folder: str | Path,
    tables: Sequence[str] | None = None,
    name: str = "metrics",
) -> list[Path]:
    """Write tables or views to `folder`, each as `<table>.parquet`, and all of them to one DuckDB file.

    source: a DuckDB file, opened read-only, or an open connection, whose committed state is published.
    folder: where the files go; it is created if necessary, and other files in it stay. In dbt it is relative to where
        dbt runs.
    tables: names, with a schema if several schemas have such a table: "marts.search_quality". None: the ready-made dbt
        models that exist.
    name: the name of the DuckDB file, without its suffix.

    Every file appears whole or not at all and replaces the previous one; whoever has that one open keeps reading it.
    The DuckDB file comes last. It has storage version v1.0.0, which DuckDB 1.0 and later can open.

    Raises InputError (a ValueError) if a table is missing or ambiguous, if two have the same name, and while somebody
    writes to the published file.
    """
    require_file_name("name", name)
    target = Path(folder) / f"{name}.duckdb"
    if Path(f"{target}.wal").exists():
        raise InputError(f"another process is writing to {str(target)!r}: publish under another name")
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        with (
            _source(source) as (con, database),
            # In the folder itself: a file can be renamed within one file system only.
            tempfile.TemporaryDirectory(dir=folder, prefix=".rankhouse-") as new,
        ):
            found = _relations(con, database, tables)
            _write(con, found, Path(new), target.name)
            paths = [Path(folder) / f"{table}.parquet" for table in found] + [target]
            for path in paths:
                (Path(new) / path.name).replace(path)
    except OSError as error:
        raise InputError(f"cannot publish to {str(folder)!r}: {error.strerror}") from error
    return paths


def require_file_name(what: str, name: str) -> None:
    """A name that stays in its folder."""
    if name in ("", ".", "..") or set(name) & set("/\\\0"):
        raise InputError(f"{what} becomes the name of a file, but {name!r} is not a valid one")


def _write(con: duckdb.DuckDBPyConnection, relations: dict[str, str], folder: Path, file: str) -> None:
    published = unique_name("published")
    rows(con, f"attach {literal(str(folder / file))} as {published} (storage_version {literal(STORAGE)})")
    try:
        for table, relation in relations.items():
            copy = f"{published}.{quoted(table)}"
            rows(con, f"create table {copy} as select * from {relation}")
            rows(con, f"copy {copy} to {literal(str(folder / f'{table}.parquet'))} (format parquet)")
    except duckdb.Error as error:
        raise InputError(f"cannot publish {table}: {first_line(error)}") from error
    finally:
        rows(con, f"detach {published}")


@contextlib.contextmanager
def _source(source: str | Path | duckdb.DuckDBPyConnection) -> Iterator[tuple[duckdb.DuckDBPyConnection, str]]:
    """A connection, and the name of the database in it that is published."""
    if isinstance(source, duckdb.DuckDBPyConnection):
        with source.cursor() as con:
            yield con, rows(con, "select current_database()")[0][0]
        return
    if not Path(source).exists():
        raise InputError(f"the database {str(source)!r} does not exist")
    with duckdb.connect() as con:
        try:
            rows(con, f"attach {literal(str(source))} as warehouse (read_only)")
        except duckdb.Error as error:
            raise InputError(f"cannot open {str(source)!r}: {first_line(error)}") from error
        yield con, "warehouse"


def _relations(con: duckdb.DuckDBPyConnection, database: str, tables: Sequence[str] | None) -> dict[str, str]:
    """Name and quoted place of each table."""
    known = rows(
        con,
        f"select table_schema, table_name from information_schema.tables where table_catalog = {literal(database)}"
        " order by all",
    )
    found: dict[str, str] = {}
    for asked in TABLES if tables is None else tables:
        if tables is None and asked not in [name for _, name in known]:
            continue
        schema, table = place_of(asked, known)
        require_file_name("a table", table)
        if table in found:
            raise InputError(f"two tables are named {table!r} and would share one file")
        found[table] = ".".join(map(quoted, (database, schema, table)))
    if not found:
        raise InputError(f"the database has none of {', '.join(TABLES)}: name the tables to publish")
    return found
