"""The DuckDB macros in a connection and in a file."""

from __future__ import annotations

import dataclasses
import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import duckdb

from rankhouse._inputs.home import Home, at_home
from rankhouse._installing.asked import make_function, told, version_of
from rankhouse._installing.conflicts import tried_again
from rankhouse._installing.scripts import STORAGE, Statement, library, names, plain
from rankhouse._rendering.errors import InputError, listed, short_errors, warn
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import literal, quoted, unique_name

NAMESPACE = "rankhouse"
"""The catalogue in memory that has the macros, as extension/src/rankhouse.c makes it."""
MARK = "% [rankhouse]"
"""How the comment of every macro of this library ends, so that it is told from a user's of the same name."""

PACKED = 'SELECT * FROM query("replace"(list_reduce(string_split('
"""How the long table macros of rankhouse 0.1.0 begin."""

ALL = "all"
"""What `replace` says for every macro in the way."""
MANY = 5
"""Macros of one schema in the way from which on they are counted: nobody has made so many of the same names."""

making = threading.Lock()
"""Held while the catalogue is made."""
if hasattr(os, "register_at_fork"):
    # A process that begins while another thread has the lock would wait for ever.
    os.register_at_fork(before=making.acquire, after_in_parent=making.release, after_in_child=making.release)


@dataclass(frozen=True)
class Registered:
    """What has been made, and where: the `macros` by name, those of the user's own that they `replaced`, those that are
    `hidden` by one of the user's own in calls without prefix, and older ones of this library that are `gone`. `older`
    says which version's macros of the current schema are found in calls without prefix, and what to do."""

    database: str
    schema: str
    macros: tuple[str, ...]
    replaced: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    older: str = ""

    def __str__(self) -> str:
        made = f"{len(self.macros)} macros in {self.database}.{self.schema}"
        if self.gone:
            made += f"; an older version's {listed(self.gone)} are gone, rankhouse.freeze makes such macros"
        if self.replaced:
            return f"{made}, in place of your own {_some(self.replaced)}"
        if self.older:
            return f"{made}; {self.older}"
        if self.hidden:
            return f"{made}; call {_some(self.hidden)} with the prefix {self.database}., since you have your own"
        return made

    __repr__ = __str__


@short_errors
def register(
    con: duckdb.DuckDBPyConnection, *, schema: str | None = None, replace: str | Iterable[str] = ()
) -> Registered:
    """Make the macros available to a connection: `from metrics(...)`, or `from rankhouse.metrics(...)`.

    con: the connection.
    schema: a schema of the current database to store the macros in, created if missing. Without it they are in a
        catalogue in memory, `rankhouse`, as after `load rankhouse`: your database is not changed, and may be read-only.
    replace: names of your own macros in the schema that this library's macros may replace, or "all". Without a schema,
        these are macros in the current one.

    The catalogue is at the end of this connection's search path: your own names go first. Cursors of the connection,
    views, and calls after `use` need the prefix. In a database that is open read-only nothing is stored, and the
    catalogue is made; one that is itself named `rankhouse` stores the macros in its current schema.

    Returns what was made and where. Warns where the current schema has macros of another version, which go first in
    calls without the prefix. Raises InputError if that would replace one of your own macros, or if another of
    your databases is named `rankhouse`.
    """
    with at_home(con) as home:
        make_function(home)
        database, current = _current(home)
        if schema is None and (replace or database == NAMESPACE):
            schema = current
        if schema is None or _is_read_only(home):
            made = _attach_namespace(home)
            hidden = tuple(_of_the_user(home, database, current, library()))
            if older := _older(home, database, current, hidden):
                warn(f"register: {older}")
            return Registered(NAMESPACE, "main", made, hidden=hidden, older=older)
        # Two connections that make the same macro at once are told of a conflict.
        with making:
            return _store(home, database, schema, replace, library())


def _store(
    home: Home, database: str, schema: str, replace: str | Iterable[str], statements: Sequence[Statement]
) -> Registered:
    """The macros in a schema of the current database, where they replace only those of the user's that may be."""
    own = _of_the_user(home, database, schema, statements)
    allowed = {replace} if isinstance(replace, str) else set(replace)
    clashing = [] if ALL in allowed else [name for name in own if name not in allowed]
    if len(clashing) > MANY:
        raise InputError(
            f"{database}.{schema} has {_some(clashing)} with names of this library but without its mark: they are"
            f" from rankhouse 0.1.0 or your own. Replace them with replace={ALL!r}, or use another schema"
        )
    if clashing:
        raise InputError(
            f"{database}.{schema} has macros of its own that this would replace: {listed(clashing)}; use another"
            f" schema, or allow it with replace={own!r}"
        )
    home.rows(f"create schema if not exists {quoted(schema)}")
    made = names(statements)
    older = _of_this_library(home.con, database, schema) | _unmarked(home, database, schema)
    gone = {name: kind for name, kind in older.items() if name not in made}
    _drop(home.con, f"{quoted(database)}.{quoted(schema)}", gone)
    _make(home.con, f"{quoted(database)}.{quoted(schema)}", statements)
    return Registered(database, schema, made, tuple(own), gone=tuple(gone))


@short_errors
def install(path: str | Path, *, schema: str = "main", replace: str | Iterable[str] = ()) -> Registered:
    """Store the macros of the plain script in a DuckDB file, new or existing, to be opened or attached anywhere.

    path: the DuckDB file, new or existing.
    schema: the schema to store them in, created if missing; `rankhouse` gives the prefix of the catalogue.
    replace: names of your own macros there that this library's may replace, or "all".

    They need neither Python nor an extension: the aggregates, and frozen table macros. `freeze` makes others.

    A new file has storage version v1.4.0: DuckDB before 1.4, where the macros are not tested, cannot open it. Returns
    what was made.
    Raises InputError when the file cannot be opened for writing, or has a macro of the user's own by a name of ours.
    """
    path = Path(path)
    is_new = not path.exists()
    # A new file appears whole or not at all, an existing one is changed in one transaction.
    written = path.with_name(f".{path.name}.{unique_name('new')}") if is_new else path
    version = f" (storage_version {literal(STORAGE)})" if is_new else ""
    try:
        with duckdb.connect() as con:
            con.execute(f"attach {literal(str(written))} as rankhouse_library{version}")
            con.execute("use rankhouse_library")
            con.begin()
            with at_home(con) as home:
                made = _store(home, "rankhouse_library", schema, replace, plain())
            con.commit()
            con.execute("use memory")
            con.execute("detach rankhouse_library")
        if is_new:
            written.replace(path)
    except (duckdb.Error, OSError) as error:
        raise InputError(f"cannot install the macros into {path}: {error}") from error
    except InputError as error:
        raise InputError(str(error).replace("rankhouse_library", str(path))) from None
    finally:
        # Nothing where it has been renamed.
        for left in (written, written.with_name(f"{written.name}.wal")) if is_new else ():
            left.unlink(missing_ok=True)
    return dataclasses.replace(made, database=str(path))


def _is_read_only(home: Home) -> bool:
    return bool(home.row("select readonly from duckdb_databases() where database_name = current_database()")[0])


def _of_the_user(home: Home, database: str, schema: str, statements: Iterable[Statement]) -> list[str]:
    """Macros of the user's own that have the name and the kind of one of this library."""
    kinds = {each.name: "table_macro" if each.is_table else "macro" for each in statements if each.creates}
    found = home.rows(
        "select function_name, function_type from duckdb_functions() where not internal and database_name ="
        f" {literal(database)} and schema_name = {literal(schema)} and coalesce(comment, '') not like {literal(MARK)}"
    )
    return sorted({name for name, kind in found if kinds.get(name) == kind})


def _some(names: Sequence[str]) -> str:
    """Some macros by their names, many by their number."""
    return listed(names) if len(names) <= MANY else f"{len(names)} macros (such as {listed(names[:3])})"


def _older(home: Home, database: str, schema: str, hidden: Sequence[str]) -> str:
    """Which macros of another version a call without prefix finds in the current schema, and what to do; else nothing.

    hidden: those without a mark, as rankhouse 0.1.0 made them.
    """
    place, version = f"{quoted(database)}.{quoted(schema)}", macros("duckdb").version()
    own = f"{database}.{schema}"
    if _of_this_library(home.con, database, schema):
        found = version_of(home.con, f"{place}.rankhouse_version()")
        said = "" if found == version else f"{own} has the macros of {told(found)}"
    else:
        said = f"{own} has {_some(hidden)} as rankhouse 0.1.0 made them" if len(hidden) > MANY else ""
    if not said:
        return ""
    allowing = "" if not hidden else f", replace={ALL!r}"
    return (
        f"{said}, which calls without the prefix {NAMESPACE}. find first, but this is rankhouse {version}: update"
        f" them with rankhouse.register(con, schema={schema!r}{allowing}), or call {NAMESPACE}.metrics(...)"
    )


def _current(home: Home) -> tuple[str, str]:
    """Database and schema of the connection, which does not find them where it looks into a catalogue that is gone."""
    asked = "select current_database(), current_schema()"
    try:
        database, schema = home.row(asked)
    except duckdb.BinderException:
        with making, home.con.cursor() as cursor:
            tried_again(partial(_make_namespace, cursor))
        database, schema = home.row(asked)
    return database, schema


def _attach_namespace(home: Home) -> tuple[str, ...]:
    """The macros in a catalogue of their own, which this connection looks into after its own; their names."""
    # On a cursor, because a transaction writes to one database, and the connection may be in one.
    with making, home.con.cursor() as cursor:
        # DuckDB's own LOAD in another connection makes it, too.
        made = tried_again(partial(_make_namespace, cursor))
    path = home.row("select current_setting('search_path')")[0]
    if not path:
        path = ".".join(map(quoted, home.row("select current_database(), current_schema()")))
    if f"{NAMESPACE}.main" not in path.split(","):
        home.con.execute(f"set search_path = {literal(f'{path},{NAMESPACE}.main')}")
    return made


def _make_namespace(cursor: duckdb.DuckDBPyConnection) -> tuple[str, ...]:
    """The catalogue with the macros of this version: new, as it is, or made anew; their names."""
    # A library's file may be attached read-only, and another connection may attach between the two.
    is_attached = f"select 1 from duckdb_databases() where database_name = {literal(NAMESPACE)}"
    if not cursor.execute(is_attached).fetchall():
        cursor.execute(f"attach if not exists ':memory:' as {NAMESPACE} (read_write)")
    file, n_others = cursor.execute(
        "select coalesce(path, ''), (select count(*) from duckdb_functions() where database_name = name"
        f" and not internal and coalesce(comment, '') not like {literal(MARK)})"
        " + (select count(*) from duckdb_tables() where database_name = name)"
        " + (select count(*) from duckdb_views() where database_name = name and not internal)"
        f" from (select path, database_name as name from duckdb_databases() where database_name = {literal(NAMESPACE)})"
    ).fetchall()[0]
    ours = _of_this_library(cursor, NAMESPACE, "main")
    # One in memory that is empty is what another connection has begun to fill.
    if not ours and (file or n_others):
        raise InputError(
            f"the macros go into a catalogue in memory named {NAMESPACE!r}, but one of your databases has this name:"
            " attach it under another name, or give schema='main' to store the macros in the current database"
        )
    found, version = version_of(cursor, f"{NAMESPACE}.main.rankhouse_version()"), macros("duckdb").version()
    if ours and found == version:
        return tuple(ours)
    if file:
        raise InputError(
            f"{file} is attached as {NAMESPACE} and has the macros of {told(found)}, but this is rankhouse {version}:"
            f" detach it, and recreate them with rankhouse.install({file!r})"
        )
    cursor.begin()
    try:
        _drop(cursor, f"{NAMESPACE}.main", ours)
        made = _make(cursor, f"{NAMESPACE}.main", library())
    except BaseException:
        cursor.rollback()
        raise
    cursor.commit()
    return made


def _of_this_library(con: duckdb.DuckDBPyConnection, database: str, schema: str) -> dict[str, str]:
    """The macros of any version of this library: what `drop` calls each of them, by its name."""
    found = con.execute(
        "select distinct function_name, if(function_type = 'macro', 'macro', 'macro table') from duckdb_functions()"
        f" where database_name = {literal(database)} and schema_name = {literal(schema)}"
        f" and comment like {literal(MARK)} order by all"
    ).fetchall()
    return dict(found)


def _unmarked(home: Home, database: str, schema: str) -> dict[str, str]:
    """The same of rankhouse 0.1.0, which set no mark: one of our names, over steps of ours or a text that it packed."""
    kinds = {each.name: "macro table" if each.is_table else "macro" for each in library() if each.creates}
    found = home.rows(
        "select distinct function_name, if(function_type = 'macro', 'macro', 'macro table') from duckdb_functions()"
        f" where not internal and database_name = {literal(database)} and schema_name = {literal(schema)}"
        f" and coalesce(comment, '') not like {literal(MARK)} and (contains(macro_definition, 'rankhouse_')"
        f" or starts_with(macro_definition, {literal(PACKED)})) order by all"
    )
    return {name: kind for name, kind in found if kinds.get(name) == kind}


def _drop(con: duckdb.DuckDBPyConnection, place: str, named: Mapping[str, str]) -> None:
    for name, kind in named.items():
        con.execute(f"drop {kind} {place}.{quoted(name)}")


def _make(con: duckdb.DuckDBPyConnection, place: str, statements: Sequence[Statement]) -> tuple[str, ...]:
    """The names of what has been made, in their order."""
    for statement in statements:
        con.execute(statement.at(place))
    return tuple(sorted(names(statements)))
