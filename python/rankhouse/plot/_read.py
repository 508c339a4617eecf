"""The table that a chart is made of, read in SQL under names of ours: a user's column may be called anything."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import duckdb

from rankhouse._inputs.columns import Columns, kind
from rankhouse._inputs.home import Home, at_home
from rankhouse._inputs.staging import staged
from rankhouse._inputs.tables import connection_of, opened
from rankhouse._rendering.errors import InputError, did_you_mean, listed
from rankhouse._rendering.sql import quoted
from rankhouse._results.differences import Differences

Row = dict[str, Any]
SYSTEM = "system"


@dataclass(frozen=True)
class Wanted:
    """What a chart reads.

    chart: its function. takes: what returns such a table. columns: those that it needs; `optional` it can do without.
    texts: those of both that are no numbers.
    """

    chart: str
    takes: str
    columns: Sequence[str]
    optional: Sequence[str] = ()
    texts: Sequence[str] = ("measure", "metric", "query_id")


@dataclass(frozen=True)
class Rows:
    """A table that can be asked: `given` in FROM, its rows numbered by `place`, its columns under names of ours."""

    home: Home
    sql: str
    types: Mapping[str, str]
    groups: Sequence[str]

    def ask(self, query: str) -> list[Row]:
        """The rows of a query, by their names."""
        names, rows = self.home.table(f"with given as ({self.sql}) {query}")
        return [dict(zip(names, row, strict=True)) for row in rows]

    def has(self, *names: str) -> bool:
        return all(name in self.types for name in names)

    def listed(self, name: str) -> list[Any]:
        """The values of a column in the order in which they first occur."""
        return [row["found"] for row in self.ask(f"select {name} as found from given group by all order by min(place)")]


@contextlib.contextmanager
def reading(
    wanted: Wanted,
    given: Any,
    con: duckdb.DuckDBPyConnection | None,
    *,
    system: str | None = None,
    further: Mapping[str, str] | None = None,
    every: bool = False,
) -> Iterator[Rows]:
    """The table, open for as long as it is asked.

    system: the column whose values tell systems apart, as the user names it; `system` among our names.
    every: without it, all grouping columns together tell them apart.
    further: other columns that the user names, by our names for them.
    """
    side = wanted.chart
    with contextlib.ExitStack() as stack:
        home = stack.enter_context(at_home(connection_of(con, given)))
        types, shown, found, groups = _glanced(home, wanted, given)
        named = {ours: column_named(wanted, shown, name, types) for ours, name in (further or {}).items()}
        groups = [name for name in groups if name not in named.values()]
        if every and system is None:
            systems = groups
        else:
            systems = systems_of(wanted, shown, system, groups, types, [*named.values(), *found.values()])
        table = stack.enter_context(opened(home, side, given, [*found.values(), *named.values(), *systems]))
        needed = [*found.values(), *named.values(), *systems]
        stack.enter_context(staged(home, [table], {side: needed}, Columns({}, ours=needed, sides=[side])))
        selected, known = [], {}
        for ours, name in found.items():
            type_name = table.type(name)
            is_figure = ours in wanted.texts or kind(type_name) in ("number", "boolean", "null")
            # An empty column of a CSV file is text, as far as DuckDB can tell.
            if not is_figure and home.row(f"select count({quoted(name)}) from {table.sql}")[0]:
                raise InputError(
                    f"plot.{side}: {name!r} is a number, but the column of {shown} is {type_name}; cast it, or pass"
                    f" what {wanted.takes} returns"
                )
            selected.append(f"{_read(ours, quoted(name), type_name, wanted)} as {ours}")
            known[ours] = type_name
        for ours, name in named.items():
            selected.append(f"{quoted(name)} as {ours}")
            known[ours] = table.type(name)
        if systems:
            selected.append(f"{_label(systems)} as system")
            known["system"] = " and ".join(systems)
        sql = f"select row_number() over () as place, {', '.join(selected)} from {table.sql}"
        yield Rows(home, sql, known, groups)


def groups_of(wanted: Wanted, given: Any, con: duckdb.DuckDBPyConnection | None) -> list[str]:
    """The columns that a result was grouped by: those before its own."""
    with at_home(connection_of(con, given)) as home:
        return _glanced(home, wanted, given)[3]


def _glanced(home: Home, wanted: Wanted, given: Any) -> tuple[dict[str, str], str, dict[str, str], list[str]]:
    """Of a table: its columns with their types, how it is shown, its columns by our names, the grouping columns."""
    if given is None or isinstance(given, Differences):
        got = "nothing" if given is None else "a Comparison"
        raise InputError(f"plot.{wanted.chart} takes a table, got {got}: pass what {wanted.takes} returns")
    with opened(home, wanted.chart, given, ()) as seen:
        types, shown = dict(seen.types), seen.shown
    folded = {name.lower(): name for name in reversed(types)}
    found = {ours: folded[ours] for ours in (*wanted.columns, *wanted.optional) if ours in folded}
    for ours in wanted.columns:
        if ours not in found:
            raise missing(wanted, shown, ours, types)
    first = min(list(types).index(name) for name in found.values())
    return types, shown, found, list(types)[:first]


def _read(ours: str, place: str, type_name: str, wanted: Wanted) -> str:
    """A figure as a finite double, or NULL; a text as one."""
    if ours in wanted.texts:
        return f"{place}::varchar"
    if kind(type_name) == "boolean":
        return place
    return f"case when isfinite({place}::double) then {place}::double end"


def _label(columns: Sequence[str]) -> str:
    parts = [
        f"case when {quoted(name)} is null then '(none)' when {quoted(name)}::varchar = '' then '(empty)'"
        f" else {quoted(name)}::varchar end"
        for name in columns
    ]
    return " || ' · ' || ".join(parts)


def missing(wanted: Wanted, shown: str, name: str, known: Mapping[str, str]) -> InputError:
    return InputError(
        f"plot.{wanted.chart}: {shown} has no column {name!r}{did_you_mean(name, known)}; its columns are"
        f" {listed(known)}; pass what {wanted.takes} returns"
    )


def column_named(wanted: Wanted, shown: str, name: str, known: Mapping[str, str]) -> str:
    """The column that a user means by a name."""
    if not isinstance(name, str):
        raise InputError(f"plot.{wanted.chart}: the name of a column must be a string, got {name!r}")
    found = name if name in known else next((each for each in known if each.lower() == name.lower()), None)
    if found is None:
        raise missing(wanted, shown, name, known)
    return found


def systems_of(
    wanted: Wanted,
    shown: str,
    asked: str | None,
    groups: Sequence[str],
    known: Mapping[str, str],
    taken: Sequence[str],
) -> list[str]:
    """The columns that tell systems apart: those asked for, else `system`, else the only grouping column."""
    if asked is not None:
        return [column_named(wanted, shown, asked, known)]
    own = [name for name in known if name.lower() == SYSTEM and name not in taken]
    # Values by query are no means of as many systems.
    rest = [name for name in groups if name.lower() != "query_id"]
    return own or (rest if len(rest) == 1 else [])
