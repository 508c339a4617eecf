"""A call of a table macro, frozen: a macro of DuckDB that needs neither Python nor an extension."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import duckdb
from jinja2 import UndefinedError

from rankhouse._installing.scripts import macro_names
from rankhouse._rendering.errors import InputError, did_you_mean, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.lines import WIDTH, wrapped
from rankhouse._rendering.shipped import __version__
from rankhouse._rendering.sql import literal, quoted

BREAK = "\ue0b5"
"""A character of nobody's that stands for a line break in a text while the query is laid out."""
PLAIN = re.compile(r"[a-z_][a-z0-9_]*")


@short_errors
def freeze(name: str, macro: str, **arguments: Any) -> str:
    """The text of `create or replace macro name(run, judgments) as table ...`, for DuckDB without Python or extension.

    name: the name of the new macro, which must not be a name of a DuckDB function or of this library's.
    macro: one of the table macros, such as "metrics", "query_metrics" or "compare".
    arguments: the arguments of the table macro, names of columns included (`query_id="user_id"`).

    The tables that the macro needs, and judgments, are parameters of the new one, and everything else is as given here.
    A table may be given by its name, which is then no parameter; True makes a parameter of one that is optional, such
    as exclude=True, and judgments=None takes it away, where the run has labels.

    Raises InputError for arguments that the macro refuses, and for a name that would hide a function.
    """
    _check_name(name)
    known = macros("duckdb").table_macros()
    if macro not in known:
        raise InputError(f"rankhouse has no table macro {macro!r}{did_you_mean(str(macro), known)}")
    tables = _tables(macro, known[macro], arguments)
    query = _query(macro, known[macro], arguments, {each: f"query_table({each})" for each in tables})
    parameters = _parameters(query, tables)
    if parameters != tables:
        # A bare name of a column would be taken for the parameter.
        read = {each: f"query_table({renamed})" for each, renamed in zip(tables, parameters, strict=True)}
        query = _query(macro, known[macro], arguments, read)
    for each in parameters:
        query = query.replace(f"query_table({each})", macros("duckdb").table_of_parameter(each))
    query = "\n".join(map(wrapped, query.split("\n")))
    made = f"{macro} of rankhouse {__version__}"
    call = f"rankhouse.freeze({', '.join([repr(name), repr(macro), *_spelled(arguments)])})"
    head = textwrap.wrap(f"{made}, frozen by {call}", WIDTH - 3, break_on_hyphens=False)
    says = f"{made}, frozen{_said(arguments)}. {_of_tables(parameters)}"
    return "\n".join(
        [
            *(f"-- {line}" for line in head),
            f"{macros('duckdb').oldest_version()};",
            f"create or replace macro {_identifier(name)}({', '.join(map(_identifier, parameters))}) as table",
            f"{query};",
            wrapped(f"comment on macro table {_identifier(name)} is"),
            f"{_over_lines(says)};",
            "",
        ]
    )


def _check_name(name: Any) -> None:
    if not isinstance(name, str) or not name.strip() or "\0" in name:
        raise InputError(f"the name of a macro must be a string such as 'search_quality', got {name!r}")
    name.encode()
    if name.lower() in _functions():
        raise InputError(f"a macro {name!r} would hide the function of that name: choose another name")


@cache
def _functions() -> frozenset[str]:
    """What a macro may not be called: functions of DuckDB, and those of this library."""
    found = _asked("select distinct lower(function_name) from duckdb_functions()")
    return frozenset([*found, *macro_names()])


@cache
def _keywords() -> frozenset[str]:
    return frozenset(_asked("select keyword_name from duckdb_keywords() where keyword_category <> 'unreserved'"))


def _asked(query: str, *values: str) -> list[str]:
    with duckdb.connect() as con:
        return [found for (found,) in con.execute(query, values).fetchall()]


def _identifier(name: str) -> str:
    return name if PLAIN.fullmatch(name) and name not in _keywords() else quoted(name)


def _tables(macro: str, made: Mapping[str, str], arguments: Mapping[str, Any]) -> list[str]:
    """The tables that stay open, in the order of the macro's parameters."""
    needed, taken = made.get("needs", "").split(), made.get("takes", "").split()
    usual = [*needed, *(each for each in taken[:1] if each == "judgments")]
    found = []
    for name in [*needed, *taken]:
        if name == "*" or not _is_relation(macro, name):
            continue
        given = arguments.get(name, name in usual)
        if given is True:
            found.append(name)
        elif not (given is None or given is False or isinstance(given, str)):
            raise InputError(f"{name} is the name of a table, or True for a parameter of the macro, got {given!r}")
        if name in needed and (given is None or given is False):
            raise InputError(f"{macro} needs {name}: give the name of a table, or True to make it a parameter")
    return found


def _query(macro: str, made: Mapping[str, str], arguments: Mapping[str, Any], tables: Mapping[str, str]) -> str:
    """The query of the macro, for people to read."""
    rendered = macros("duckdb", is_read=True)
    # Lines are laid out one by one, and a text may have several.
    arguments = _mapped(arguments, "\n", BREAK)
    arguments = {**arguments, **{name: name for name in tables}}
    relations = {name: given for name, given in arguments.items() if _is_relation(macro, name)}
    call = {name: given for name, given in arguments.items() if name not in relations or isinstance(given, str)}
    read = rendered.arguments_of_call(macro, made, call)
    # The columns of a list need no looking up, which is for messages; what is no table the macro refuses.
    fixed = {name: given for name, given in relations.items() if name in read and not rendered.is_step_name(given)}
    read |= {name: f"query_table({literal(given)})" for name, given in fixed.items()}
    # What has no default in the macro is none there, of which it says itself that it is missing.
    defaults = dict(macros("duckdb").parameters[macro])
    missing = [each for each in (*made.get("needs", "").split(), *made.get("takes", "").split()) if each != "*"]
    read = {**dict.fromkeys(name for name in missing if defaults[name] is None), **read, **tables}
    try:
        query = str(getattr(rendered, macro)(**read))
    except UndefinedError as error:
        raise InputError(f"{macro}: {error}") from error
    if made.get("ordered", True):
        query = str(rendered.indented(f"from (\n{query}\n)\norder by all"))
    return "\n".join(map(wrapped, query.split("\n"))).replace(BREAK, "\n")


def _mapped(value: Any, old: str, new: str) -> Any:
    """The same with another character in all of its texts."""
    if isinstance(value, str):
        return value.replace(old, new)
    if isinstance(value, Mapping):
        return {_mapped(name, old, new): _mapped(each, old, new) for name, each in value.items()}
    return [_mapped(each, old, new) for each in value] if isinstance(value, list | tuple) else value


def _is_relation(macro: str, name: str) -> bool:
    return bool(macros("duckdb").argument_of(macro, name).get("kind") == "relation")


def _parameters(query: str, tables: Iterable[str]) -> list[str]:
    """Names of the tables as parameters: none is one of the columns that the query names without a table."""
    columns = _bare_columns(query)
    taken: list[str] = []
    for table in tables:
        # Those of `query_table(run)` are the parameters themselves.
        own = columns.count(table) == query.count(f"query_table({table})")
        name, number = table, 1
        while name in taken or (name in columns and not (name == table and own)):
            number += 1
            name = f"{table}_{number}"
        taken.append(name)
    return taken


def _bare_columns(query: str) -> list[str]:
    [parsed] = _asked("select json_serialize_sql($1::varchar)", query)
    return [name.lower() for name in _named(json.loads(parsed))]


def _named(node: Any) -> Iterator[str]:
    if isinstance(node, Mapping):
        if node.get("class") == "COLUMN_REF" and len(node["column_names"]) == 1:
            yield node["column_names"][0]
        node = list(node.values())
    if isinstance(node, list):
        for each in node:
            yield from _named(each)


def _spelled(arguments: Mapping[str, Any]) -> Iterator[str]:
    for name, given in arguments.items():
        yield f"{name}={given!r}"


def _said(arguments: Mapping[str, Any]) -> str:
    return f" with {', '.join(_spelled(arguments))}" if arguments else ""


def _of_tables(parameters: list[str]) -> str:
    if not parameters:
        return "Its tables are fixed."
    *most, last = parameters
    names = f"{', '.join(most)} and {last}" if most else last
    return f"{names}: {'names of tables' if most else 'the name of a table'}."


def _over_lines(text: str) -> str:
    """A text as a literal that no line is too long for."""
    lines = textwrap.wrap(text, WIDTH - 3, break_on_hyphens=False)
    return literal("\n".join(lines))
