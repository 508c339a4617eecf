"""Decisions from logs, verdicts, tries and predictions: what their functions share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

import duckdb

from rankhouse._inputs.entrance import Entrance
from rankhouse._inputs.likely import likely_names
from rankhouse._inputs.problems import refusals_of_query, refuse_problems
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros


def list_of_names(names: Any) -> Any:
    """What is no list is refused by the macro, by name."""
    if isinstance(names, str):
        return [names]
    return list(names) if isinstance(names, Iterable) else names


def columns_beside(arguments: Mapping[str, Any], names: Iterable[str]) -> tuple[dict[str, Sequence[str]], list[str]]:
    """Columns beside those that are read, `names`: by the argument that names them, and likely ones."""
    segments, cluster = arguments["segments"], arguments["cluster"]
    named = {"segments": segments, **({"cluster": [cluster]} if isinstance(cluster, str) else {})}
    return named, likely_beside(arguments, arguments["by"], names)


def likely_beside(arguments: Mapping[str, Any], groups: Sequence[str], names: Iterable[str]) -> list[str]:
    """Columns that are clusters of units where nobody says anything else. names: of columns that are read."""
    if arguments["cluster"] is not None:
        return []
    taken = {*groups, *arguments["segments"], *names}
    return [name for name in likely_names() if name not in taken]


def decided(
    macro: str,
    family: str,
    entering: AbstractContextManager[Entrance],
    arguments: Mapping[str, Any],
    of_family: Mapping[str, Any],
) -> duckdb.DuckDBPyRelation:
    """The answer. family: the macro whose checks the input has to pass, with the arguments `of_family`."""
    package = macros("duckdb")
    with entering as entrance:
        (table,) = entrance.inputs
        named = {ours: name for ours, name in entrance.columns.names.items() if ours not in arguments}
        read = {table.side: table.sql, "columns": named}
        given = {**arguments, **read}
        refuse_problems(entrance, family, {**of_family, **read})
        with refusals_of_query():
            found = entrance.answer(getattr(package, macro)(**given), package.result_columns(macro), ["system"])
        if not found.limit(1).fetchall():
            raise InputError(f"{table.side}: no two systems can be compared: nothing can be decided")
        return found
