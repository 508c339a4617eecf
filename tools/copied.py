"""The library's macros in a connection, copied from a database, which takes a tenth of making them."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

import duckdb

import rankhouse
from rankhouse._inputs.home import at_home
from rankhouse._installing.asked import make_function
from rankhouse._rendering.sql import literal, quoted


def copy_macros(con: duckdb.DuckDBPyConnection) -> None:
    """As rankhouse.register does in a database that has no macro of their names."""
    ((database,),) = con.execute("select current_database()").fetchall()
    con.execute(f"attach {literal(str(_library()))} as rankhouse_library (read_only)")
    con.execute(f"copy from database rankhouse_library to {quoted(database)}")
    con.execute("detach rankhouse_library")
    with at_home(con) as home:
        make_function(home)


@cache
def _library() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="rankhouse-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with duckdb.connect(str(folder / "library.duckdb")) as con:
        rankhouse.register(con, schema="main")
    return folder / "library.duckdb"
