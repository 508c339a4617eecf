"""A finished table of values by query of which two sides are compared: opened, looked at, answered."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import duckdb

from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import Entrance, entered
from rankhouse._rendering.errors import InputError, did_you_mean, listed
from rankhouse._rendering.sql import quoted
from rankhouse._results.relation import printable

SIDE = "query_metrics"
SHOWN = 10


@dataclass(frozen=True)
class Sides:
    """An opened table that can be compared."""

    entrance: Entrance

    @property
    def table(self) -> str:
        return self.entrance.inputs[0].sql

    def column(self, name: str) -> str:
        return self.entrance.inputs[0].quoted(name)

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        return self.entrance.home.rows(sql)

    def answer(
        self, sql: str, named: Sequence[str], system: str, figures: Sequence[str], order: Sequence[str]
    ) -> duckdb.DuckDBPyRelation:
        """The rows of a rendered query.

        named: the user's columns that come first; `system` comes before `baseline`, the first of the figures behind k.
        order: of the rows, by the user's columns as column_0, column_1, ..., by system, and by figures.
        """
        # Under names of ours: the user's may be any.
        known = {f"column_{place}": name for place, name in enumerate(named)}
        for figure in figures:
            known |= {"system": system, figure: figure} if figure == "baseline" else {figure: figure}
        selected = [f"result.{ours} as {quoted(name)}" for ours, name in known.items()]
        aliases = ", ".join(known)
        return printable(
            self.entrance.home.kept(
                f"select {', '.join(selected)} from ({sql}) as result({aliases}) order by {', '.join(order)}"
            )
        )


@contextlib.contextmanager
def sides_entered(
    con: duckdb.DuckDBPyConnection | None,
    query_metrics: Any,
    read: Sequence[str],
    roles: Mapping[str, str],
    baseline: Any,
    groups: Sequence[str],
    columns: Columns,
    segments: Sequence[str] = (),
    if_there: Sequence[str] = (),
) -> Iterator[Sides]:
    """The table, for as long as a query on it is made; `read` and `roles` as in sides_plan.

    if_there: columns that are kept where the table has them.

    Raises InputError where a column is missing, where there is but one side, and for an unknown baseline.
    """
    also = {role: [name] for role, name in roles.items()} | ({"segments": segments} if segments else {})
    with entered(con, {SIDE: query_metrics}, {SIDE: read}, columns, groups, also=also, if_there=if_there) as entrance:
        sides = Sides(entrance)
        _require_sides(sides, roles["system"], baseline)
        yield sides


def _require_sides(sides: Sides, system: str, baseline: Any) -> None:
    name = sides.column(system)
    found = [
        text
        for (text,) in sides.rows(
            f"select {name}::varchar from {sides.table} where {name} is not null group by {name} order by {name}"
        )
    ]
    if len(found) < 2:
        raise InputError(
            f"two sides are compared, but column {system!r} of {SIDE} has"
            f" {f'only {found[0]!r}' if found else 'no value'}: give the values of both,"
            " or set system to the column that distinguishes them"
        )
    side = str(baseline).lower() if isinstance(baseline, bool) else str(baseline)
    if baseline is not None and side not in found:
        others = f", ... ({len(found):,} in all)" if len(found) > SHOWN else ""
        raise InputError(
            f"baseline: column {system!r} of {SIDE} has no value {side!r}{did_you_mean(side, found)};"
            f" its values are {listed(found[:SHOWN])}{others}"
        )
