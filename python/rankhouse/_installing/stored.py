"""A frozen macro in a DuckDB file."""

from __future__ import annotations

from pathlib import Path

import duckdb

from rankhouse._installing.scripts import STORAGE
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.sql import literal, quoted

FROZEN = "% of rankhouse %, frozen%"
"""How the comment of a macro that freeze has written reads."""


def store(path: Path, name: str, text: str) -> None:
    """Run the text of a frozen macro in a file, new or existing; a macro that freeze has not written stays.

    Raises InputError when the file cannot be opened for writing, or has another macro of this name.
    """
    version = "" if path.exists() else f" (storage_version {literal(STORAGE)})"
    try:
        with duckdb.connect() as con:
            con.execute(f"attach {literal(str(path))} as {quoted('rankhouse_library')}{version}")
            con.execute("use rankhouse_library")
            own = con.execute(
                "from duckdb_functions() where not internal and database_name = 'rankhouse_library' and"
                " schema_name = 'main' and lower(function_name) = lower($1) and coalesce(comment, '') not like $2",
                [name, FROZEN],
            ).fetchall()
            if own:
                raise InputError(f"{path} has a macro {name!r} that freeze did not write: choose another name")
            con.execute(text)
    except (duckdb.Error, OSError) as error:
        raise InputError(f"cannot store the macro in {path}: {error}") from error
