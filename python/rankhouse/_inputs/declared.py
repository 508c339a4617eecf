"""The inputs of a function as its macro declares them (macros/inputs/declared.sql): opened, checked, and answered."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import duckdb

from rankhouse._inputs.checks import KeyedInput, check_comparable, require_one_kind
from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import Entrance, entered, names_of_groups
from rankhouse._inputs.problems import refuse_problems
from rankhouse._rendering.jinja import macros
from rankhouse._results.relation import printable


@dataclass(frozen=True)
class Asked:
    """A call whose arguments and inputs are right. arguments: those of its macro."""

    macro: str
    entrance: Entrance
    arguments: Mapping[str, Any]

    def answer(
        self,
        order: Sequence[str] = (),
        figures: Sequence[str] = (),
        known: Mapping[str, Sequence[str]] | None = None,
        *,
        is_ordered: bool = False,
    ) -> duckdb.DuckDBPyRelation:
        """The rows in the order of the groups and some columns; figures: the columns, if not those of every call.

        known: as in Entrance.answer. is_ordered: by the macro itself.
        """
        package = macros("duckdb")
        sql = getattr(package, self.macro)(**self.arguments)
        if is_ordered:
            return printable(self.entrance.home.kept(sql))
        return self.entrance.answer(sql, figures or package.result_columns(self.macro), order, known=known or {})


@contextlib.contextmanager
def asked(
    macro: str,
    given: Mapping[str, Any],
    by: str | Sequence[str],
    columns: Mapping[str, str] | None,
    con: duckdb.DuckDBPyConnection | None,
    **options: Any,
) -> Iterator[Asked]:
    """given: the tables by their arguments; options: the macro's other arguments."""
    package, groups = macros("duckdb"), names_of_groups(by)
    declared = package.checked_macro(macro)["declared"]
    renamed = names_of_columns(declared, columns)
    arguments = {**options, "by": groups, "columns": renamed.names}
    # Wrong arguments are refused before any data are read.
    getattr(package, macro)(**{side: side for side in given}, **arguments)
    with entered_as_declared(declared, given, renamed, groups, con, options) as entrance:
        arguments |= {table.side: table.sql for table in entrance.inputs} | {"columns": entrance.columns.names}
        refuse_problems(entrance, macro, arguments)
        yield Asked(macro, entrance, arguments)


def names_of_columns(declared: Mapping[str, Any], columns: Mapping[str, str] | None) -> Columns:
    ours = macros("duckdb").names_declared(declared, {"role": False})
    return Columns(columns or {}, ours, list(declared["tables"]))


@contextlib.contextmanager
def entered_as_declared(
    declared: Mapping[str, Any],
    given: Mapping[str, Any],
    columns: Columns,
    groups: Sequence[str],
    con: duckdb.DuckDBPyConnection | None,
    options: Mapping[str, Any],
    also: Mapping[str, Sequence[str]] = MappingProxyType({}),
    if_there: Sequence[str] = (),
) -> Iterator[Entrance]:
    """Declared inputs that can be read. options: the macro's arguments, some of which name columns.

    also, if_there: further columns, as in `entered`.
    """
    package, tables = macros("duckdb"), declared["tables"]
    given = {side: given[side] for side in sorted(tables, key=lambda side: bool(tables[side].get("ungrouped")))}
    roles = [role for role in package.names_declared(declared, {"role": True}) if role in options]
    also = {**{role: [] if options[role] is None else [options[role]] for role in roles}, **also}
    plan = {"declared": declared, "columns": columns.names}
    read = {side: list(package.columns_declared(plan, side)) for side in tables}
    marked = package.names_declared(declared, {"found": True})
    found = {side: [ours for ours in columns.unread(side, read[side]) if ours in marked] for side in tables}
    found = {side: [ours for ours in names if ours not in groups] for side, names in found.items()}
    grouped = [side for side in tables if not tables[side].get("ungrouped")]
    kept = {side: [*found[side], *if_there] for side in tables}
    entering = entered(con, given, read, columns, groups, len(grouped), also=also, if_there=kept, no_matter=marked)
    with entering as entrance:
        names = {
            ours: own
            for table in entrance.inputs
            for ours in found[table.side]
            if (own := table.column(ours)) is not None
        }
        columns = replace(columns, names={**columns.names, **names})
        ids = package.shared_ids(declared)
        checked = [
            KeyedInput(entrance.home, table, columns, groups if table.side in grouped else (), (), ids=ids)
            for table in entrance.inputs
        ]
        for other in checked[1:]:
            check_comparable(checked[0], other)
        if "alike" in declared:
            table = checked[0]
            mine, theirs = map(table.user_name, declared["alike"])
            require_one_kind(table.input, mine, table.input, theirs)
        yield replace(entrance, columns=columns)
