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
"""The catalogue in memory that has the macros, as extension/src/rankhouse.c makes it."""
MARK = "% [rankhouse]"
"""How the comment of every macro of this library ends, so that it is told from a user's of the same name."""


@dataclass(frozen=True)
class Registered:
    """What has been made, and where: the `macros` by name, those of the user's own that they `replaced`, and those that
    are `hidden` by one of the user's own in calls without prefix."""

    database: str
    schema: str
    macros: tuple[str, ...]
    replaced: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()

    def __str__(self) -> str:
        made = f"{len(self.macros)} macros in {self.database}.{self.schema}"
        if self.replaced:
            return f"{made}, in place of your own {listed(self.replaced)}"
        if self.hidden:
            return f"{made}; call {listed(self.hidden)} with the prefix {self.database}., since you have your own"
        return made

    __repr__ = __str__


@short_errors
def register(
    con: duckdb.DuckDBPyConnection, *, schema: str | None = None, replace: str | Iterable[str] = ()
) -> Registered:
    """Make the macros available to a connection: `from metrics(...)`, or `from rankhouse.metrics(...)`.

    schema: a schema of the current database that stores the macros, made where it is missing. Without it they are in a
    catalogue in memory, `rankhouse`, as after `load rankhouse`: your database is not changed, and may be read-only.
    replace: names of your own macros in the schema that those of this library may replace; without schema in the
    current one.

    The catalogue is at the end of this connection's search path: your own names go first. Cursors of the connection,
    views, and calls after `use` need the prefix. In a database that is open read-only nothing is stored, and the
    catalogue is made; one that is itself named `rankhouse` stores the macros in its current schema.

    Returns what was made and where. Raises InputError if that would replace one of your own macros, or if another of
    your databases is named `rankhouse`.
    """
    with at_home(con) as home:
        database, current = home.row("select current_database(), current_schema()")
        if schema is None and (replace or database == NAMESPACE):
            schema = current
        if schema is None or _is_read_only(home):
            _attach_namespace(home)
            hidden = tuple(_of_the_user(home, database, current))
            return Registered(NAMESPACE, "main", tuple(macro_names()), hidden=hidden)
        own = _of_the_user(home, database, schema)
        allowed = {replace} if isinstance(replace, str) else set(replace)
        if clashing := [name for name in own if name not in allowed]:
            raise InputError(
                f"{database}.{schema} has macros of its own that this would replace: {listed(clashing)}; use another"
                f" schema, or allow it with replace={own!r}"
            )
        home.rows(f"create schema if not exists {quoted(schema)}")
        _make(con, f"{quoted(database)}.{quoted(schema)}")
        return Registered(database, schema, tuple(macro_names()), tuple(own))


@short_errors
def install(path: str | Path, *, schema: str = "main", replace: str | Iterable[str] = ()) -> Registered:
    """Store the macros in a DuckDB file, a new or an existing one, to be opened or attached anywhere.

    schema: the schema that stores them, made where it is missing; `rankhouse` gives the prefix of the catalogue.
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
            made = register(con, schema=schema, replace=replace)
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
            f"the macros go into a catalogue in memory named {NAMESPACE!r}, and a database of yours has this name:"
            " attach it under another, or give schema='main' to store them in the current one"
        )
    if not is_attached:
        # On a cursor, because a transaction writes to one database, and the connection may be in one.
        with home.con.cursor() as cursor:
            cursor.execute(f"attach ':memory:' as {NAMESPACE} (read_write)")
            try:
                _make(cursor, f"{NAMESPACE}.main")
            except BaseException:
                cursor.execute(f"detach {NAMESPACE}")
                raise
    path = home.row("select current_setting('search_path')")[0]
    if not path:
        path = ".".join(map(quoted, home.row("select current_database(), current_schema()")))
    if f"{NAMESPACE}.main" not in path.split(","):
        home.con.execute(f"set search_path = {literal(f'{path},{NAMESPACE}.main')}")


def _make(con: duckdb.DuckDBPyConnection, place: str) -> None:
    """The macros in a schema, which is not that of the connection."""
    for statement in _statements():
        prefix = CREATE if statement.startswith(CREATE) else f"{COMMENT}table "
        prefix = prefix if statement.startswith(prefix) else COMMENT
        con.execute(statement.replace(prefix, f"{prefix}{place}.", 1))
