"""DuckDB's extension rankhouse in a connection."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import duckdb

from rankhouse._inputs.home import at_home
from rankhouse._installing.register import Registered, making, register
from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._rendering.sql import literal

PACKAGE = "duckdb_extension_rankhouse"


@short_errors
def load(con: duckdb.DuckDBPyConnection) -> Registered:
    """Load DuckDB's extension rankhouse, after which the macros are as after `register(con)`. Nothing is downloaded.

    con: the connection.

    The extension is that of the package duckdb-extension-rankhouse, or else the one that DuckDB has installed.

    Raises InputError where there is none, or DuckDB may not load it: that of the package is not signed.
    """
    extension = import_module(PACKAGE).PATH if find_spec(PACKAGE) else "rankhouse"
    with at_home(con) as home:
        try:
            # It makes the same catalogue as `register` of another thread.
            with making:
                home.rows(f"load {literal(extension)}")
        except duckdb.Error as error:
            raise InputError(_problem(str(error))) from error
    return register(con)


def _problem(said: str) -> str:
    without = "rankhouse.register(con) makes the same macros without an extension"
    if "allow_unsigned_extensions" in said:
        how = "duckdb.connect(config={'allow_unsigned_extensions': 'true'})"
        return f"the extension is not signed, but the connection loads only signed ones: open it with {how}; {without}"
    if "not found" in said:
        return f"the extension is not installed: pip install duckdb-extension-rankhouse; {without}"
    return f"the extension cannot be loaded: {said}"
