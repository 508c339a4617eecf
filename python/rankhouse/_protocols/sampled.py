"""`sample_negatives` and `correct_sampled`: evaluation on a sample of the items, and what it says of all of them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any

import duckdb

from rankhouse._evaluating.evaluate import columns_read
from rankhouse._inputs.checks import Checked, check_common, check_comparable, check_inputs, check_values, require_level
from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import Entrance, entered, in_order, list_of_measures, names_of_groups
from rankhouse._inputs.home import Home, at_home
from rankhouse._inputs.tables import connection_of
from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import quoted, unique_name
from rankhouse._results.relation import printable
from rankhouse.types import Check, Drawn

MEASURES = ("average_precision", "ndcg@10", "recall@10", "roc_auc")
METHODS = ("none", "rank", "cls", "bv")
OF_ONE_ITEM = ("roc_auc", "average_precision", "reciprocal_rank", "ndcg", "recall", "hit_rate", "precision")
LARGEST_FIT = 5000
SAMPLED = ("query_id", "item_id", "relevance", "n_negatives")
CORRECTIONS = ("measure", "method", "n_items", "n_negatives", "sampled_rank", "sampled_value", "value")
FIGURES = ("measure", "method", "n_items", "value", "sampled_value", "std_error")
COUNTS = ("n_instances", "n_missing", "n_left_out", "candidates")


@short_errors
def sample_negatives(
    items: Any,
    judgments: Any,
    n: int = 100,
    *,
    by: Drawn = "uniform",
    exclude: Any = None,
    seed: int = 0,
    relevant_from: float | None = None,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """For each query with a relevant item, its relevant items and `n` random others, as a relation: the candidates of a
    sampled evaluation.

    items: the catalogue, one row per item: `item_id`, and `popularity` (such as its number of ratings) with
        by="popularity". Duplicates are one item.
    judgments: `query_id`, `item_id`, `relevance`, as for `evaluate`.
    n: how many negatives, at least 1.
    by: `uniform`, all items equally likely, or `popularity`, in proportion to it; items without popularity are never
        drawn. Without replacement, by a hash of seed, query and item: the same rows on every engine, every day.
    exclude: items of queries that are not drawn, such as the training data: `query_id`, `item_id`.
    seed: a whole number; another one gives another sample.
    relevant_from: the lowest relevance that counts as relevant; None: any above 0.
    columns: the user's names, such as `{"query_id": "user_id", "items.item_id": "sku"}`.
    con: as in `evaluate`.

    Returns the columns `query_id`, `item_id`, `relevance` (0 of a negative), under the names that `columns` gives them
    in the judgments, and `n_negatives` of the query: fewer than `n` if the catalogue has no more. Rows are ordered by
    query and item.

    A metric over such a sample is not the metric over all items, not even in the order of systems: see
    `correct_sampled`.

    Raises InputError (a ValueError) for wrong arguments, missing columns, NULL ids, NULL or NaN numbers, ids of
    different types, an empty input, and a catalogue without any of the judged items.
    """
    tables = {"items": items, "judgments": judgments, "exclude": exclude}
    tables = {side: table for side, table in tables.items() if side != "exclude" or table is not None}
    ours = ["query_id", "item_id", "relevance", "popularity"]
    renamed = Columns(columns or {}, ours=ours, sides=["items", "judgments", "exclude"])
    package = macros("duckdb")
    # Wrong arguments are refused before any data are read.
    package.negatives_plan("items", "judgments", n, by, None, seed, relevant_from, {})
    read = {
        "items": ["item_id", *(["popularity"] if by == "popularity" else [])],
        "judgments": ["query_id", "item_id", "relevance"],
        "exclude": ["query_id", "item_id"],
    }
    with entered(con, tables, read, renamed, []) as entrance:
        _check_catalogue(entrance, by)
        sql = package.sample_negatives(
            n=n,
            by=by,
            seed=seed,
            relevant_from=relevant_from,
            columns=dict(renamed.names),
            **{table.side: table.sql for table in entrance.inputs},
        )
        sampled = entrance.answer(sql, SAMPLED, SAMPLED[:2])
        own = ", ".join(f"{ours} as {quoted(renamed.name('judgments', ours))}" for ours in SAMPLED[:3])
        return printable(sampled.project(f"{own}, n_negatives"))


def _check_catalogue(entrance: Entrance, by: str) -> None:
    values = {"items": ["popularity"] if by == "popularity" else [], "judgments": ["relevance"], "exclude": []}
    checked = {
        table.side: Checked(
            entrance.home,
            table,
            entrance.columns,
            by=[],
            values=values[table.side],
            ids=["item_id"] if table.side == "items" else ["query_id", "item_id"],
        )
        for table in entrance.inputs
    }
    for table in checked.values():
        check_values(table)
        if table.side != "judgments":
            check_comparable(checked["judgments"], table)
    check_common(entrance.home, checked["judgments"], checked["items"], "item_id")


@short_errors
def sampled_corrections(
    measures: str | Iterable[str] = MEASURES,
    *,
    n_items: int,
    n_negatives: int | Sequence[int],
    method: str | Sequence[str] = "bv",
    gamma: float = 0.1,
    prior: Sequence[float] | None = None,
    replacement: bool = False,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """What a rank among sampled negatives is worth as an estimate of a metric over all items, as a relation: the table
    that `correct_sampled` looks up, also in SQL. Needs numpy and scipy: `pip install 'rankhouse[sampled]'`.

    measures: of queries with one relevant item: `roc_auc`, `average_precision`, `reciprocal_rank`, `ndcg`, each with
        or without a cutoff, `recall@k`, `hit_rate@k`, `precision@k`.
    n_items: how many items a relevant item is ranked among, itself included, when nothing is sampled.
    n_negatives: how many negatives were drawn, uniformly; or several such numbers.
    method: one or several of `bv`, which minimises bias and variance together; `cls`, which minimises bias among
        estimates that never rise with the rank; `rank`, the metric at the expected rank; `none`, the metric of the
        sample. ROC AUC is unbiased in a sample and stays as it is.
    gamma: for `bv`, above 0 and at most 1: how much variance counts against bias.
    prior: for `cls` and `bv`, how likely a relevant item is at each of the n_items ranks, on any scale; None: uniform.
    replacement: whether an item could be drawn twice. `sample_negatives` draws none twice.
    con: the connection of the relation, DuckDB's default one if None.

    Returns the columns `measure`, `method`, `n_items`, `n_negatives`, `sampled_rank` (1 to n_negatives + 1),
    `sampled_value` (the metric of the sample) and `value` (the estimate, which may be above 1 or below 0).
    """
    parsed = _parsed(measures)
    methods = _methods(method)
    _require_sizes(n_items, gamma, replacement)
    sizes = [n_negatives] if isinstance(n_negatives, int) else list(n_negatives)
    for size in sizes:
        macros("duckdb").check_argument("sampled_corrections", "n_negatives", size)
        _require_negatives(size, n_items, replacement, methods)
    corrections = _corrections()
    weights = _prior(prior, n_items)
    with at_home(connection_of(con)) as home:
        table = _table(corrections, parsed, methods, n_items, sizes, gamma, weights, replacement)
        with _as_table(home, table) as name:
            return printable(home.kept(f"from {name}"))


@short_errors
def expected_sampled(
    measures: str | Iterable[str] = MEASURES,
    *,
    ranks: Sequence[int],
    n_items: int,
    n_negatives: int | Sequence[int],
    replacement: bool = False,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """The average of a metric over samples of negatives, for relevant items at known ranks among all items.

    ranks: from 1 to n_items, one for each relevant item. All else as in `sampled_corrections`.

    Returns the columns `measure`, `n_items`, `n_negatives`, `value` (over all items) and `sampled_value` (expected).
    """
    parsed = _parsed(measures)
    _require_sizes(n_items, 1, replacement)
    sizes = [n_negatives] if isinstance(n_negatives, int) else list(n_negatives)
    for size in sizes:
        macros("duckdb").check_argument("sampled_corrections", "n_negatives", size)
        _require_negatives(size, n_items, replacement, [])
    corrections = _corrections()
    places = corrections.np.asarray(list(ranks), dtype=float)
    if not len(places) or (places != places.round()).any() or (places < 1).any() or (places > n_items).any():
        raise InputError(f"ranks are whole numbers from 1 to n_items ({n_items:,}), one or more of them")
    table: dict[str, list[Any]] = {name: [] for name in ("measure", "n_items", "n_negatives", "value", "sampled_value")}
    for measure in parsed:
        metric = corrections.OneRelevant(measure["metric"], measure["k"])
        for size in sizes:
            sampling = corrections.Sampling(n_items, size, replacement)
            row = (measure["measure"], n_items, size, *corrections.expected(metric, sampling, places))
            for name, value in zip(table, row, strict=True):
                table[name].append(value)
    with at_home(connection_of(con)) as home, _as_table(home, table) as name:
        return printable(home.kept(f"from {name}"))


@short_errors
def correct_sampled(
    run: Any,
    judgments: Any,
    candidates: Any,
    measures: str | Iterable[str] = MEASURES,
    *,
    n_items: int,
    method: str | Sequence[str] = "bv",
    gamma: float = 0.1,
    prior: Sequence[float] | None = None,
    replacement: bool = False,
    by: str | Sequence[str] = (),
    relevant_from: float | None = None,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
    check: Check = "auto",
) -> duckdb.DuckDBPyRelation:
    """Metrics over all items, estimated from a run with scores for sampled items only, as a relation.

    run: scores of the candidates: `query_id`, `item_id`, `score`, as for `evaluate`. Items that it lacks come last.
    judgments: `query_id`, `item_id`, `relevance`. Each relevant item of a query is ranked by itself, among the
        query's negatives; the metrics are means over relevant items.
    candidates: the negatives of each query, drawn uniformly: `query_id`, `item_id`, as `sample_negatives` gives them.
        Relevant items among them are no negatives.
    measures, n_items, method, gamma, prior, replacement: as in `sampled_corrections`.
    by: columns of the run; each combination of their values is measured on its own.
    relevant_from: the lowest relevance that counts as relevant; None: any above 0.
    columns, con, check: as in `evaluate`.

    Returns the columns: those of `by`, `measure`, `method`, `n_items`, `value` (the estimate), `sampled_value` (the
    metric of the sample), `std_error` (of `value`, over queries), `n_instances` (relevant items behind the values),
    `n_missing` (those of them missing from the run), `n_left_out` (relevant items of queries without negatives) and
    `candidates`, which says what was ranked. Rows are ordered by `by`, and within it as the measures were asked for.

    Raises InputError (a ValueError) for what `evaluate` refuses, candidates without negatives, and more of them than
    n_items has room for.
    """
    require_level(check)
    parsed = _parsed(measures)
    methods = _methods(method)
    groups = names_of_groups(by)
    sides = ["run", "judgments", "candidates"]
    renamed = Columns(columns or {}, sides=sides)
    package = macros("duckdb")
    # Wrong arguments are refused before any data are read.
    package.sampled_ranks_plan(*sides, [], relevant_from, {})
    _require_sizes(n_items, gamma, replacement)
    corrections = _corrections()
    weights = _prior(prior, n_items)
    given = {"run": run, "judgments": judgments, "candidates": candidates}
    read = columns_read(renamed, is_single=False) | {"candidates": ["query_id", "item_id"]}
    with entered(con, given, read, renamed, groups) as entrance:
        if check != "none":
            tables = [
                Checked(
                    entrance.home, table, renamed, by=groups if table.side == "run" else [], values=read[table.side][2:]
                )
                for table in entrance.inputs
            ]
            check_inputs(entrance.home, tables, check)
        names = {table.side: table.sql for table in entrance.inputs}
        sql = package.sampled_ranks(**names, by=groups, relevant_from=relevant_from, columns=dict(renamed.names))
        with _kept_for_now(entrance.home, sql) as ranks:
            sizes = [
                size for (size,) in entrance.home.rows(f"select distinct n_negatives from {ranks} order by 1") if size
            ]
            if not sizes:
                raise InputError(
                    "candidates have no negatives for any query with a relevant item: give items that are not relevant,"
                    " such as those of sample_negatives"
                )
            for size in sizes:
                _require_negatives(size, n_items, replacement, methods)
            table = _table(corrections, parsed, methods, n_items, sizes, gamma, weights, replacement)
            with _as_table(entrance.home, table) as looked_up:
                corrected = package.correct_sampled(ranks, looked_up, by=groups)
                return entrance.answer(corrected, [*FIGURES, *COUNTS], ["measure", "method"], in_order(parsed))


@contextlib.contextmanager
def _kept_for_now(home: Home, sql: str) -> Iterator[str]:
    """The rows of a query as a table, for the length of the block."""
    name = unique_name("ranks")
    home.rows(f"create temp table {name} as {sql}")
    try:
        yield f"temp.{name}"
    finally:
        home.rows(f"drop table temp.{name}")


@contextlib.contextmanager
def _as_table(home: Home, columns: Mapping[str, Sequence[Any]]) -> Iterator[str]:
    """Columns of numbers and texts as a table, for the length of the block."""
    name = unique_name("columns")
    types = {"measure": "varchar", "method": "varchar", "value": "double", "sampled_value": "double"}
    declared = ", ".join(f"{column} {types.get(column, 'bigint')}" for column in columns)
    home.rows(f"create temp table {name} ({declared})")
    try:
        unnested = ", ".join(f"unnest(${place})" for place in range(1, len(columns) + 1))
        home.con.execute(f"insert into {name} select {unnested}", list(columns.values())).fetchall()
        yield f"temp.{name}"
    finally:
        home.rows(f"drop table temp.{name}")


def _table(
    corrections: ModuleType,
    parsed: Sequence[Mapping[str, Any]],
    methods: Sequence[str],
    n_items: int,
    sizes: Sequence[int],
    gamma: float,
    prior: Any,
    replacement: bool,
) -> dict[str, list[Any]]:
    """The corrections, by columns."""
    table: dict[str, list[Any]] = {name: [] for name in CORRECTIONS}
    for measure in parsed:
        metric = corrections.OneRelevant(measure["metric"], measure["k"])
        for method in methods:
            for size in sizes:
                sampling = corrections.Sampling(n_items, size, replacement)
                n = size + 1
                table["measure"] += [measure["measure"]] * n
                table["method"] += [method] * n
                table["n_items"] += [n_items] * n
                table["n_negatives"] += [size] * n
                table["sampled_rank"] += range(1, n + 1)
                table["sampled_value"] += sampling.sampled(metric).tolist()
                table["value"] += corrections.corrected(metric, sampling, method, gamma, prior).tolist()
    return table


def _corrections() -> ModuleType:
    try:
        from rankhouse._protocols import corrections
    except ImportError as error:
        raise InputError(
            "corrections of sampled metrics need numpy and scipy: pip install 'rankhouse[sampled]'"
        ) from error
    return corrections


def _parsed(measures: str | Iterable[str]) -> list[Mapping[str, Any]]:
    parsed: list[Mapping[str, Any]] = macros("duckdb").parse_measures(list_of_measures(measures))
    for measure in parsed:
        if measure["metric"] not in OF_ONE_ITEM:
            raise InputError(
                f"no correction of {measure['measure']} is known; it is for queries with one relevant item, of"
                f" {', '.join(OF_ONE_ITEM)}"
            )
        if "(" in measure["measure"]:
            raise InputError(
                f"{measure['measure']}: metrics of one relevant item are corrected as they are by default; leave out"
                " its options"
            )
    return parsed


def _methods(method: str | Sequence[str]) -> list[str]:
    methods = [method] if isinstance(method, str) else list(method)
    if not methods or any(each not in METHODS for each in methods):
        raise InputError(f"method is one of {' | '.join(METHODS)}, or several of them, got {method!r}")
    return list(dict.fromkeys(methods))


def _require_sizes(n_items: Any, gamma: Any, replacement: Any) -> None:
    given = {"n_items": n_items, "gamma": gamma, "replacement": replacement}
    macros("duckdb").check_arguments("sampled_corrections", given)


def _require_negatives(n_negatives: int, n_items: int, replacement: bool, methods: Sequence[str]) -> None:
    if not replacement and n_negatives > n_items - 1:
        raise InputError(
            f"{n_negatives:,} negatives are more than the {n_items - 1:,} other items that n_items leaves: n_items is"
            " the number of all items that a relevant one is ranked among, itself included"
        )
    is_whole = not replacement and n_negatives == n_items - 1
    if n_negatives > LARGEST_FIT and not is_whole and {"cls", "bv"} & set(methods):
        raise InputError(
            f"method cls or bv takes at most {LARGEST_FIT:,} negatives, got {n_negatives:,}; use method='rank', or"
            " compute the metrics over all items"
        )


def _prior(prior: Sequence[float] | None, n_items: int) -> Any:
    if prior is None:
        return None
    import numpy as np

    weights = np.asarray(prior, dtype=float)
    if weights.shape != (n_items,) or not np.isfinite(weights).all() or (weights < 0).any() or not weights.sum() > 0:
        raise InputError(
            f"prior is a list of {n_items:,} numbers, one for each rank from 1 to n_items, none below 0 and not all 0"
        )
    return weights
