"""The function that table macros ask for the text of a call."""

from __future__ import annotations

import contextlib
import ctypes
from functools import partial

import duckdb
from duckdb.func import FunctionNullHandling
from duckdb.sqltypes import VARCHAR

from rankhouse._inputs.home import Home
from rankhouse._installing.conflicts import tried_again
from rankhouse._rendering.calls import text_of_call
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros

ASKED = "rankhouse_sql"


def make_function(home: Home) -> None:
    """The function that table macros ask, for every connection of the database, until it is closed."""
    # On a cursor, because the connection may be in a transaction that is undone.
    with home.con.cursor() as cursor:
        try:
            tried_again(
                partial(
                    cursor.create_function,
                    ASKED,
                    text_of_call,
                    [VARCHAR, VARCHAR],
                    VARCHAR,
                    null_handling=FunctionNullHandling.SPECIAL,
                    side_effects=False,
                )
            )
            # DuckDB holds it only as long as that cursor is open, and calls it until the database is closed: a module
            # that is loaded anew would take it away.
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(text_of_call))
        except duckdb.CatalogException:
            # Made before, or by the extension.
            found, version = version_of(cursor, f"{ASKED}('version', '{{}}')"), macros("duckdb").version()
            if found != version:
                raise InputError(
                    f"the database has the function {ASKED} of {told(found)}, but this is rankhouse {version}: open"
                    " the database without that extension, or install the same version of both"
                ) from None


def version_of(con: duckdb.DuckDBPyConnection, expression: str) -> str | None:
    """None where nothing tells it: macros did not before rankhouse 1.1."""
    with contextlib.suppress(duckdb.Error):
        return str(con.execute(f"select {expression}").fetchall()[0][0])
    return None


def told(version: str | None) -> str:
    return "an older rankhouse" if version is None else f"rankhouse {version}"
