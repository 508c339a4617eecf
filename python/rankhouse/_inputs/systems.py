"""Several systems as one run with a column that tells them apart."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb

from rankhouse._inputs.columns import Columns
from rankhouse._inputs.files import STANDARD_INPUT
from rankhouse._inputs.home import Home, at_home
from rankhouse._inputs.staging import staged
from rankhouse._inputs.tables import Input, connection_of, opened
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.sql import literal, quoted

Runs = Any
"""A dictionary of name and run, a list of files, or one run with a column that tells the systems apart."""


def named_runs(runs: Runs) -> dict[str, Any] | None:
    """The runs by the names of their systems; None where it is one run."""
    if isinstance(runs, Mapping) and not _is_run(runs):
        if not runs:
            raise InputError("runs is empty: give at least two systems, such as {'bm25': run, 'dense': other}")
        return {_name(name): run for name, run in runs.items()}
    if isinstance(runs, (list, tuple)) and runs and all(isinstance(run, (str, Path)) for run in runs):
        return _of_files(runs)
    return None


def _is_run(given: Mapping[Any, Any]) -> bool:
    """Whether a dictionary is a run itself, {query: {item: score}} or {column: values}."""
    if given and all(isinstance(values, list) for values in given.values()):
        return not any(isinstance(value, (list, tuple, Mapping)) for values in given.values() for value in values[:1])
    return bool(given) and all(
        isinstance(items, Mapping) and not any(isinstance(score, Mapping) for score in items.values())
        for items in given.values()
    )


def _name(name: Any) -> str:
    if not isinstance(name, str) or not name:
        raise InputError(f"names of runs must be strings, such as {{'bm25': run}}, got {name!r}")
    return name


def _of_files(runs: Sequence[str | Path]) -> dict[str, Any]:
    """Files by their names without folder and suffix; by the whole path where these are alike."""
    stems = [Path(run).name.split(".")[0] or str(run) for run in runs]
    names = [stem if stems.count(stem) == 1 else str(run) for stem, run in zip(stems, runs, strict=True)]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"runs has {name!r} twice: give each system once, or name them, {{'a': ..., 'b': ...}}")
    return dict(zip(names, runs, strict=True))


@contextlib.contextmanager
def stacked(
    runs: Mapping[str, Any],
    judgments: Any,
    system: str,
    read: Mapping[str, Sequence[str]],
    columns: Columns,
    groups: Sequence[str],
    con: duckdb.DuckDBPyConnection | None,
    if_there: Sequence[str] = (),
) -> Iterator[tuple[duckdb.DuckDBPyConnection, duckdb.DuckDBPyRelation, duckdb.DuckDBPyRelation | None]]:
    """The runs as one relation with the name of each in the column `system`, and the judgments, while the block lasts.

    read: what is read of run and judgments, in our names.
    if_there: columns that are kept of judgments that have them.
    """
    tables = [*runs.values(), *([] if judgments is None else [judgments])]
    if sum(isinstance(given, (str, Path)) and str(given) in STANDARD_INPUT for given in tables) > 1:
        raise InputError("only one of runs and judgments can be standard input: give files for the others")
    with contextlib.ExitStack() as stack:
        home = stack.enter_context(at_home(connection_of(con, *tables)))
        inputs, orders = [], columns.other_orders("run", read["run"])
        for name, run in runs.items():
            with _told(name):
                inputs.append(_input(stack, home, "run", run, read, columns, [*groups, *orders]))
        if judgments is not None:
            inputs.append(_input(stack, home, "judgments", judgments, read, columns, [*groups, *if_there]))
        sides = {given.side for given in inputs}
        shared = {side: [name for name in groups if _all_have(inputs, side, name)] for side in sides}
        needed = {side: [*shared[side], *(columns.name(side, ours) for ours in read[side])] for side in sides}
        needed["run"] += [name for name in orders if _all_have(inputs, "run", name)]
        if judgments is not None:
            needed["judgments"] += [name for name in if_there if inputs[-1].column(name)]
        stack.enter_context(staged(home, inputs, needed, columns))
        chosen = ", ".join(map(quoted, needed["run"]))
        parts = [
            f"select {chosen}, {literal(name)} as {quoted(system)} from {given.sql}"
            for name, given in zip(runs, inputs, strict=False)
        ]
        run = home.con.sql(" union all ".join(parts))
        yield home.con, run, None if judgments is None else home.con.sql(f"from {inputs[-1].sql}")


def _input(
    stack: contextlib.ExitStack,
    home: Home,
    side: str,
    given: Any,
    read: Mapping[str, Sequence[str]],
    columns: Columns,
    groups: Sequence[str],
) -> Input:
    names = [columns.name(side, ours) for ours in read[side]]
    table = stack.enter_context(opened(home, side, given, names, groups))
    for ours in read[side]:
        table.require(columns.name(side, ours), ours, takes_ranks="rank" in columns.ours)
    return table


def _all_have(inputs: Sequence[Input], side: str, name: str) -> bool:
    return all(table.column(name) is not None for table in inputs if table.side == side)


@contextlib.contextmanager
def _told(name: str) -> Iterator[None]:
    """Which of the runs an error is about."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{name}: {error}") from error
