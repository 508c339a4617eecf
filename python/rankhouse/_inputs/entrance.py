"""The path that every entrance takes: its inputs are opened, looked at and staged, a query over them is rendered, and
its rows are answered in order."""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import duckdb

from rankhouse._inputs.columns import Columns
from rankhouse._inputs.files import STANDARD_INPUT
from rankhouse._inputs.home import Home, at_home
from rankhouse._inputs.staging import staged
from rankhouse._inputs.tables import Input, connection_of, opened
from rankhouse._rendering.errors import InputError, did_you_mean, listed, warn
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import quoted, texts
from rankhouse._results.relation import printable


@dataclass(frozen=True)
class Entrance:
    """Inputs that can be read.

    groups: the grouping columns as they were asked for. by: those that each input has.
    """

    home: Home
    inputs: Sequence[Input]
    columns: Columns
    groups: Sequence[str]
    by: Mapping[str, Sequence[str]]

    def relation(self, side: str) -> str | None:
        return next((table.sql for table in self.inputs if table.side == side), None)

    def answer(
        self,
        sql: str,
        figures: Sequence[str],
        order: Sequence[str],
        measures: Sequence[str] = (),
        made: Sequence[str] | None = None,
        known: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> duckdb.DuckDBPyRelation:
        """The rows of a rendered query in the order of the groups and of some of its other columns, the figures.

        `measures`: the values of the column `measure` in the order of its rows; none: that of the alphabet.
        `known`: the same of any columns.
        `made`: the grouping columns in the order of the query, when it is not the order that was asked for.
        """
        names = list(self.groups if made is None else made)
        # Under names of ours, because a grouping column may be named like a figure.
        internal = {name: f"group_{position}" for position, name in enumerate(names)}
        selected = [f"result.{internal[name]} as {quoted(name)}" for name in self.groups]
        selected += [f"result.{name}" for name in figures]
        known = {"measure": measures, **known} if measures else known
        ordered = [f"result.{internal[name]}" for name in self.groups]
        ordered += [
            f"list_position({texts(known[name])}, result.{name}::varchar)" if name in known else f"result.{name}"
            for name in order
        ]
        rows = self.home.kept(
            f"select {', '.join(selected)} from ({sql}) as result({', '.join([*internal.values(), *figures])})"
            f" order by {', '.join(f'{place} asc nulls last' for place in ordered)}"
        )
        return printable(rows)


@contextlib.contextmanager
def entered(
    con: duckdb.DuckDBPyConnection | None,
    given: Mapping[str, Any],
    read: Mapping[str, Sequence[str]],
    columns: Columns,
    groups: Sequence[str],
    grouped: int = 1,
    also: Mapping[str, Sequence[str]] | None = None,
    if_there: Sequence[str] | Mapping[str, Sequence[str]] = (),
    no_matter: Sequence[str] = (),
) -> Iterator[Entrance]:
    """Inputs by their sides, open for as long as a query on them is made.

    read: what is read of each input, in our names.
    grouped: of how many of them, the first ones, `groups` names columns.
    also: further columns of these, by the argument that names them; no cluster is one that was not named.
    if_there: columns that are kept of inputs that have them, of all or by their sides.
    no_matter: optional columns that change nothing here.
    """
    there = if_there if isinstance(if_there, Mapping) else dict.fromkeys(given, if_there)
    kept = {side: [*there.get(side, ()), *columns.other_orders(side, read[side])] for side in given}
    named = {"by": groups, **(also or {})}
    every = list(dict.fromkeys(itertools.chain(*named.values())))
    piped = [side for side, table in given.items() if isinstance(table, (str, Path)) and str(table) in STANDARD_INPUT]
    if len(piped) > 1:
        raise InputError(f"{' and '.join(piped)} are both standard input: give files for all but one")
    with contextlib.ExitStack() as stack:
        home = stack.enter_context(at_home(connection_of(con, *given.values())))
        names = {side: [columns.name(side, ours) for ours in read[side]] for side in given}
        inputs = [
            stack.enter_context(opened(home, side, table, names[side], [*every, *kept.get(side, ())]))
            for side, table in given.items()
        ]
        for table in inputs:
            for ours in read[table.side]:
                table.require(columns.name(table.side, ours), ours, takes_ranks="rank" in columns.ours)
                table.require_kind(columns.name(table.side, ours), ours)
            if not named.get("cluster", [None]) and table in inputs[:grouped]:
                for doubt in doubts_of_cluster(table, every):
                    warn(doubt)
            for doubt in _doubts_of_unread(table, read[table.side], columns, every, no_matter):
                warn(doubt)
            for doubt in _doubts_of_score(table.side, read[table.side], columns):
                warn(doubt)
        for argument in named:
            require_groups(inputs[:grouped], named[argument], argument)
        by = split_groups(inputs, every)
        needed = {
            table.side: [*by[table.side], *names[table.side], *filter(table.column, kept.get(table.side, ()))]
            for table in inputs
        }
        stack.enter_context(staged(home, inputs, needed, columns))
        yield Entrance(home, inputs, columns, groups, by)


def _doubts_of_score(side: str, read: Sequence[str], columns: Columns) -> Iterator[str]:
    """Whether the name of the score is that of a rank or a distance."""
    name = columns.name(side, "score")
    if "score" in read and name != "score":
        said = macros("duckdb").doubt_of_score(side, name, "rank" in columns.ours)
        if said:
            yield said


def doubts_of_cluster(table: Input, groups: Sequence[str]) -> Iterator[str]:
    """Whether an input has a column `cluster`, which nobody named."""
    name = table.column("cluster")
    if name and name not in groups:
        yield (
            f"{table.side}: column {name!r} is there but does not count: name it with cluster={name!r} if what shares a"
            " value hangs together"
        )


def _doubts_of_unread(
    table: Input, read: Sequence[str], columns: Columns, groups: Sequence[str], no_matter: Sequence[str]
) -> Iterator[str]:
    """Optional columns that are there and do not count."""
    taken = {name.lower() for name in (*groups, *(columns.name(table.side, ours) for ours in read))}
    for ours in columns.unread(table.side, read):
        if ours not in no_matter and ours not in taken and (own := table.column(ours)):
            said = macros("duckdb").says_unread(table.side, ours, own)
            yield f"{said}, or leave it out with columns={{{ours!r}: None}}"


def list_of_measures(measures: Any) -> Any:
    # Commas within brackets and braces part options and cutoffs.
    asked = list_of([measures] if isinstance(measures, str) else measures)
    if not isinstance(asked, list):
        return asked
    return [
        part for each in asked for part in (re.split(r",\s*(?![^({]*[)}])", each) if isinstance(each, str) else [each])
    ]


def list_of(given: Any) -> Any:
    """What several values are given as, as a list; the macros refuse what is no list."""
    return list(given) if isinstance(given, Iterable) and not isinstance(given, str | Mapping) else given


def in_order(parsed: Iterable[Mapping[str, Any]]) -> list[str]:
    """Canonical strings of measures that were read, as they were asked for."""
    return [measure["measure"] for measure in parsed]


def names_of_groups(by: str | Sequence[str]) -> list[str]:
    names = [by] if isinstance(by, str) else by
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise InputError(f"by is a list of column names such as ['system'], got {by!r}")
    for position, name in enumerate(names):
        if name.lower() in (earlier.lower() for earlier in names[:position]):
            raise InputError(f"by has the column {name!r} twice")
    return list(names)


def require_groups(inputs: Sequence[Input], groups: Sequence[str], argument: str = "by") -> None:
    for name in groups:
        if all(table.column(name) is None for table in inputs):
            known = list(dict.fromkeys(column for table in inputs for column in table.types))
            have = f"{' and '.join(table.side for table in inputs)} {'have' if len(inputs) == 2 else 'has'}"
            raise InputError(
                f"{argument}: {have} no column {name!r}{did_you_mean(name, known)}; "
                + "; ".join(f"the columns of {table.side} are {listed(table.types)}" for table in inputs)
            )


def split_groups(inputs: Sequence[Input], groups: Sequence[str]) -> dict[str, list[str]]:
    """The grouping columns that each input has."""
    return {table.side: [name for name in groups if table.column(name) is not None] for table in inputs}
