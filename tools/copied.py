"""The library's macros in a connection, copied from a database, which takes a tenth of reading the script."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

import duckdb

import rankhouse
from rankhouse._rendering.sql import literal, quoted


def copy_macros(con: duckdb.DuckDBPyConnection) -> None:
    """As rankhouse.register does in a database that has no macro of their names."""
    ((database,),) = con.execute("select current_database()").fetchall()
    con.execute(f"attach {literal(str(_library()))} as rankhouse_library (read_only)")
    con.execute(f"copy from database rankhouse_library to {quoted(database)}")
    con.execute("detach rankhouse_library")


@cache
def _library() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="rankhouse-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    rankhouse.install(folder / "library.duckdb")
    return folder / "library.duckdb"
