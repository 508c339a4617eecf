"""`fuse`: the lists of several systems as one run."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import duckdb

from rankhouse._comparing.agreement import OURS, SIDE, SYSTEM, check_lists
from rankhouse._inputs.checks import require_level
from rankhouse._inputs.columns import Columns, require_names
from rankhouse._inputs.entrance import entered, names_of_groups
from rankhouse._inputs.problems import refusals_of_query
from rankhouse._inputs.systems import Runs, named_runs, stacked
from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import quoted
from rankhouse._results.relation import printable
from rankhouse.types import Check, FusionMethod, FusionNorm


@short_errors
def fuse(
    run: Runs,
    method: FusionMethod = "rrf",
    k: float = 60,
    norm: FusionNorm = "min_max",
    weights: Mapping[str, float] | None = None,
    by: str | Sequence[str] = (),
    *,
    system: str = SYSTEM,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
    check: Check = "auto",
) -> duckdb.DuckDBPyRelation:
    """The lists of several systems as one run that `evaluate` takes, as a relation: `.df()`, `.pl()`, `.show()`.

    run: the systems: a dictionary `{"bm25": run, "dense": run}`, a list of files (each named like its file), or one run
        with a column that tells them apart. A run is what `evaluate` takes.
    method: `rrf` (reciprocal rank fusion: the sum of weight / (`k` + rank)), `sum` (CombSUM: the sum of weight times
        normed score) or `mnz` (CombMNZ: the same times the number of lists that have the item).
    k: for rrf, the number that is added to each rank, from 0 up. The larger, the less the first ranks count.
    norm: for sum and mnz, what is made of the scores of each list: `min_max` (0 for the lowest, 1 for the highest; 1
        where all are equal), `z` (standard deviations from the mean; 0 where all are equal) or `none`.
    weights: a weight from 0 up for each system: `{"bm25": 1, "dense": 2}`. A list of weight 0 is left out; a system
        without a weight is an error, and so is a weight without a system. None: all count alike.
    by: further columns; lists are fused within each combination of their values, including NULL.
    system: the column that tells systems apart.
    columns: maps our column names to yours: `{"query_id": "topic"}`. `{"rank": "position"}` takes a rank, 1 first,
        instead of the score: rrf adds it to `k`, the other methods fuse its negative.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.
    check: how far to look for duplicates: `auto` looks at all rows up to 2 million, and at a sample above that; `full`
        looks at all rows; `none` leaves only the query's own checks.

    Returns one row per group, query and item that any list has:
        the `by` columns
        `query_id`: the query
        `item_id`: the item
        `score`: what the lists add up to
        `n_lists`: lists that have the item

    Raises InputError (a ValueError) for a system without a weight, a weight without a system, a score beyond 1e100
    (except for rrf), and for what `evaluate` refuses of a run.
    """
    require_level(check)
    groups = names_of_groups(by)
    require_names(columns)
    renamed = Columns(columns or {}, OURS, (SIDE,))
    with_system = replace(renamed, names={**renamed.names, SYSTEM: system}, ours=(*OURS, SYSTEM))
    package = macros("duckdb")
    asked: dict[str, Any] = {"method": method, "k": k, "norm": norm, "weights": weights, "by": groups}
    asked |= {"system": system, "columns": dict(renamed.names)}
    # Wrong arguments are refused before any data are read.
    package.fuse(SIDE, **asked)
    if run is None:
        raise InputError("run is missing: fuse({'bm25': run, 'dense': other})")
    named, read = named_runs(run), ["query_id", "item_id", renamed.order()]
    with contextlib.ExitStack() as stack:
        if named is not None:
            con, run, _ = stack.enter_context(stacked(named, None, system, {SIDE: read}, renamed, groups, con))
        entrance = stack.enter_context(entered(con, {SIDE: run}, {SIDE: [*read, SYSTEM]}, with_system, groups))
        if check != "none":
            check_lists(entrance, with_system, groups, check)
        names = [*groups, *package.result_columns("fuse")]
        places = [*(str(place + 1) for place in range(len(groups) + 1)), "score desc", "item_id desc"]
        listed = ", ".join(map(quoted, names))
        stack.enter_context(refusals_of_query())
        fused = package.fuse(entrance.relation(SIDE), **asked)
        return printable(
            entrance.home.kept(f"select * from ({fused}) as result({listed}) order by {', '.join(places)}")
        )
