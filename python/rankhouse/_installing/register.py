"""The DuckDB macros in a connection, in a file, and as a script: sql/rankhouse.sql, made by _building/library.py."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import duckdb

from rankhouse._inputs.home import Home, at_home
from rankhouse._rendering.errors import InputError, listed, short_errors
from rankhouse._rendering.shipped import shipped
from rankhouse._rendering.sql import literal, quoted, unique_name

CREATE = "create or replace macro "
COMMENT = "comment on macro "
NAMESPACE = "rankhouse"
"""The catalogue in memory that has the macros where the database cannot be written."""
MARK = "% [rankhouse]"
"""How the comment of every macro of this library ends, so that it is told from a user's of the same name."""


@dataclass(frozen=True)
class Registered:
    """What has been made, and where: the `macros` by name, and those of the user's own that they `replaced`."""

    database: str
    schema: str
    macros: tuple[str, ...]
    replaced: tuple[str, ...] = ()

    def __str__(self) -> str:
        own = f", in place of your own {listed(self.replaced)}" if self.replaced else ""
        return f"{len(self.macros)} macros in {self.database}.{self.schema}{own}"

    __repr__ = __str__


@short_errors
def register(con: duckdb.DuckDBPyConnection, *, replace: str | Iterable[str] = ()) -> Registered:
    """Create the macros in the connection's current database and schema, replacing older ones of this library.

    replace: names of your own macros there that those of this library may replace.

    A database that cannot be written to is left alone: the macros are then in a catalogue in memory, `rankhouse`, on
    this connection's search path; its cursors find them with the prefix, `from rankhouse.metrics(...)`, or register
    too. Macros of a file stay in it: `drop macro`, or `drop macro table`, removes one.

    Returns what was made and where. Raises InputError if that would replace one of your own macros, or if one of your
    databases is named `rankhouse`.
    """
    allowed = {replace} if isinstance(replace, str) else set(replace)
    with at_home(con) as home:
        if _is_read_only(home):
            _attach_namespace(home)
            return Registered(NAMESPACE, "main", tuple(macro_names()))
        database, schema = home.row("select current_database(), current_schema()")
        own = _of_the_user(home, database, schema)
        if clashing := [name for name in own if name not in allowed]:
            raise InputError(
                f"{database}.{schema} has macros of its own that this would replace: {listed(clashing)}; use another"
                f" schema, or allow it with replace={own!r}"
            )
        con.execute(bundle())
        return Registered(database, schema, tuple(macro_names()), tuple(own))


@short_errors
def install(path: str | Path, *, replace: str | Iterable[str] = ()) -> Registered:
    """Create the macros in a DuckDB file, a new or an existing one, to be opened or attached anywhere.

    replace: names of your own macros there that those of this library may replace.

    A new file has storage version v1.0.0, which every DuckDB from 1.0 on can open. Returns what was made.
    Raises InputError when the file cannot be opened for writing, or has a macro of the user's own by a name of ours.
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
            made = register(con, replace=replace)
            con.commit()
            con.execute("use memory")
            con.execute("detach rankhouse_library")
        if is_new:
            written.replace(path)
    except (duckdb.Error, OSError) as error:
        if is_new:
            for left in (written, written.with_name(f"{written.name}.wal")):
                left.unlink(missing_ok=True)
        raise InputError(f"cannot install the macros into {path}: {error}") from error
    except InputError as error:
        raise InputError(str(error).replace("rankhouse_library", str(path))) from None
    return dataclasses.replace(made, database=str(path))


@cache
@short_errors
def bundle() -> str:
    """The whole library as one SQL script, for `.read rankhouse.sql` in the DuckDB command line."""
    return (shipped("sql") / "rankhouse.sql").read_text(encoding="utf-8")


def macro_names() -> list[str]:
    return [_name_of(statement) for statement in _statements() if statement.startswith(CREATE)]


def _name_of(statement: str) -> str:
    return statement[len(CREATE) :].partition("(")[0]


def _named_in_comments(kind: str) -> list[str]:
    prefix = f"{COMMENT}{kind}"
    return [each[len(prefix) :].partition(" ")[0] for each in _statements() if each.startswith(prefix)]


@cache
def _statements() -> list[str]:
    """The heading is a comment, and a line of its own before the first."""
    return bundle().partition("\n\n")[2].removesuffix(";\n").split(";\n")


def _is_read_only(home: Home) -> bool:
    return bool(home.row("select readonly from duckdb_databases() where database_name = current_database()")[0])


def _of_the_user(home: Home, database: str, schema: str) -> list[str]:
    """Macros of the user's own that have the name and the kind of one of this library."""
    kinds = {_name_of(each): "macro" for each in _statements() if each.startswith(CREATE)}
    kinds |= dict.fromkeys(_named_in_comments("table "), "table_macro")
    found = home.rows(
        "select function_name, function_type from duckdb_functions() where not internal and database_name ="
        f" {literal(database)} and schema_name = {literal(schema)} and coalesce(comment, '') not like {literal(MARK)}"
    )
    return sorted({name for name, kind in found if kinds.get(name) == kind})


def _attach_namespace(home: Home) -> None:
    """The macros in a catalogue of their own, which this connection looks into after its own."""
    is_attached = bool(home.rows(f"from duckdb_databases() where database_name = {literal(NAMESPACE)}"))
    ours = f"from duckdb_functions() where database_name = {literal(NAMESPACE)} and comment like {literal(MARK)}"
    if is_attached and not home.rows(ours):
        raise InputError(
            f"the macros of a read-only database go into one in memory named {NAMESPACE!r}, and yours has this name:"
            " attach it under another"
        )
    if not is_attached:
        home.rows(f"attach ':memory:' as {NAMESPACE} (read_write)")
        for statement in _statements():
            prefix = CREATE if statement.startswith(CREATE) else f"{COMMENT}table "
            prefix = prefix if statement.startswith(prefix) else COMMENT
            home.con.execute(statement.replace(prefix, f"{prefix}{NAMESPACE}.main.", 1))
    path = home.row("select current_setting('search_path')")[0]
    if not path:
        path = ".".join(map(quoted, home.row("select current_database(), current_schema()")))
    if f"{NAMESPACE}.main" not in path.split(","):
        home.con.execute(f"set search_path = {literal(f'{path},{NAMESPACE}.main')}")
