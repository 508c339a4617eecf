"""`sample_negatives` and `correct_sampled`: evaluation on a sample of the items, and what it says of all of them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any

import duckdb

from rankhouse._evaluating.evaluate import columns_read
from rankhouse._inputs.checks import KeyedInput, require_level
from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import Entrance, entered, in_order, list_of_measures, names_of_groups
from rankhouse._inputs.home import Home, at_home
from rankhouse._inputs.problems import check_inputs
from rankhouse._inputs.tables import connection_of
from rankhouse._rendering.errors import InputError, short_errors, warn
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

    items: the catalogue, one row per item: `item_id`, and `popularity` (such as its number of ratings) if items are
        drawn by it. Duplicates are one item, with the highest popularity; items whose id is NULL do not count. Any
        table that `evaluate` takes.
    judgments: judged items, one row per query and item: `query_id`, `item_id` and `relevance`.
    n: how many negatives a query gets, at least 1.
    by: `uniform` draws all items with equal chances, from about 2 n + 40 hashes per query; only for queries that get
        too few negatives this way is the whole catalogue read. `popularity` draws one item after another in proportion
        to the column of that name, and reads every item for every query; items whose popularity is NULL, NaN, 0 or less
        are never drawn.
    exclude: items that are never drawn for a query, such as its training items: `query_id` and `item_id`.
    seed: a whole number from 0 on; another number gives another sample.
    relevant_from: the lowest relevance that counts as relevant; None: any above 0.
    columns: maps our column names to yours, for all inputs or for one:
        `{"query_id": "user_id", "items.item_id": "sku"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns for each query with a relevant item, one row for each of its relevant items and for each of `n` random other
    items of the catalogue:
        `query_id`: the query
        `item_id`: the item
        `relevance`: the relevance; 0 for a negative
        `n_negatives`: how many negatives the query has: fewer than `n` if the catalogue has no more
    Drawn without replacement, by a hash of seed, query and draw or item: the same rows on every engine, every day and
    in every order. A metric over such a sample is not the metric over all items, not even in the order of systems: see
    `correct_sampled`. The columns have the names that `columns` gives them in the judgments. Rows are ordered by query
    and item.

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
    tables = [
        KeyedInput(
            entrance.home,
            table,
            entrance.columns,
            by=[],
            values=values[table.side],
            ids=["item_id"] if table.side == "items" else ["query_id", "item_id"],
            is_list=False,
        )
        for table in sorted(entrance.inputs, key=lambda table: table.side != "judgments")
    ]
    check_inputs(tables, "full", common=[("judgments", "items", "item_id")])


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

    measures: measures of queries with one relevant item: `roc_auc`, `average_precision`, `reciprocal_rank`, `ndcg`,
        each with or without a cutoff, `recall@k`, `hit_rate@k`, `precision@k`.
    n_items: how many items a relevant item is ranked among without sampling, itself included.
    n_negatives: how many negatives were drawn uniformly; or several such numbers.
    method: one or several of `bv`, which minimises bias and variance together; `cls`, which minimises bias among
        estimates that never rise with the rank; `rank`, the metric at the expected rank; `none`, the metric of the
        sample. ROC AUC is unbiased in a sample and stays the same.
    gamma: for `bv`, above 0 and at most 1: the weight of variance against bias.
    prior: for `cls` and `bv`, how likely a relevant item is at each of the n_items ranks, on any scale; None: uniform.
    replacement: whether an item could be drawn twice. `sample_negatives` never does that.
    con: the connection of the relation; DuckDB's default one if None.

    Returns one row per measure, method and rank:
        `measure`: the measure, as a canonical string
        `method`: the method
        `n_items`: how many items a relevant item is ranked among
        `n_negatives`: how many negatives were drawn
        `sampled_rank`: the rank in the sample, 1 to n_negatives + 1
        `sampled_value`: the metric of the sample
        `value`: the estimate, which may be above 1 or below 0
    """
    parsed = _parsed(measures)
    methods = _methods(method)
    _require_sizes(n_items, gamma, replacement)
    sizes = [n_negatives] if isinstance(n_negatives, int) else list(n_negatives)
    for size in sizes:
        macros("duckdb").check_arguments("sampled_corrections", {"n_negatives": size})
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

    measures: measures of queries with one relevant item: `roc_auc`, `average_precision`, `reciprocal_rank`, `ndcg`,
        each with or without a cutoff, `recall@k`, `hit_rate@k`, `precision@k`.
    ranks: ranks from 1 to n_items, one for each relevant item. Any table that `evaluate` takes.
    n_items: how many items a relevant item is ranked among without sampling, itself included.
    n_negatives: how many negatives were drawn uniformly; or several such numbers.
    replacement: whether an item could be drawn twice. `sample_negatives` never does that.
    con: the connection of the relation; DuckDB's default one if None.

    Returns one row per measure and number of negatives:
        `measure`: the measure, as a canonical string
        `n_items`: how many items a relevant item is ranked among
        `n_negatives`: how many negatives were drawn
        `value`: the metric over all items
        `sampled_value`: the expected value in a sample
    """
    parsed = _parsed(measures)
    _require_sizes(n_items, 1, replacement)
    sizes = [n_negatives] if isinstance(n_negatives, int) else list(n_negatives)
    for size in sizes:
        macros("duckdb").check_arguments("sampled_corrections", {"n_negatives": size})
        _require_negatives(size, n_items, replacement, [])
    corrections = _corrections()
    places = corrections.np.asarray(list(ranks), dtype=float)
    if not len(places) or (places != places.round()).any() or (places < 1).any() or (places > n_items).any():
        raise InputError(f"ranks must be one or more whole numbers from 1 to n_items ({n_items:,})")
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

    run: scores of the candidates: `query_id`, `item_id`, `score`. Candidates that the run lacks come last. Any table
        that `evaluate` takes.
    judgments: judged items, one row per query and item: `query_id`, `item_id` and `relevance`. Each relevant item of a
        query is ranked separately, among the query's negatives; the metrics are means over relevant items.
    candidates: the negatives of each query, drawn uniformly: `query_id` and `item_id`, as `sample_negatives` gives
        them. Relevant items among them do not count as negatives; duplicates count once.
    measures: measures of queries with one relevant item: `roc_auc`, `average_precision`, `reciprocal_rank`, `ndcg`,
        each with or without a cutoff, `recall@k`, `hit_rate@k`, `precision@k`.
    n_items: how many items a relevant item is ranked among without sampling, itself included.
    method: one or several of `bv`, which minimises bias and variance together; `cls`, which minimises bias among
        estimates that never rise with the rank; `rank`, the metric at the expected rank; `none`, the metric of the
        sample. ROC AUC is unbiased in a sample and stays the same.
    gamma: for `bv`, above 0 and at most 1: the weight of variance against bias.
    prior: for `cls` and `bv`, how likely a relevant item is at each of the n_items ranks, on any scale; None: uniform.
    replacement: whether an item could be drawn twice. `sample_negatives` never does that.
    by: columns of the run; each combination of their values, including NULL, is measured separately.
    relevant_from: the lowest relevance that counts as relevant; None: any above 0.
    columns: maps our column names to yours, as in `evaluate`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.
    check: how far to look for duplicates: `auto` looks at all rows up to 2 million, and at a sample above that; `full`
        looks at all rows; `none` leaves only the query's own checks.

    Returns one row per group for each measure and method of the corrections:
        the `by` columns
        `measure`: the measure, as a canonical string
        `method`: the method
        `n_items`: how many items a relevant item is ranked among
        `value`: the estimate, which may be above 1 or below 0
        `sampled_value`: the metric of the sample
        `std_error`: the standard error of the estimate, over queries; NULL for fewer than two queries
        `n_instances`: relevant items in the means
        `n_missing`: relevant items among them that are missing from the run
        `n_left_out`: relevant items whose number of negatives the corrections lack; in Python, relevant items of
            queries without negatives
        `candidates`: what was ranked; if queries have several relevant items, that each was ranked separately
    Rows are ordered by the `by` columns, then in the given order of measures.

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
                KeyedInput(
                    entrance.home, table, renamed, by=groups if table.side == "run" else [], values=read[table.side][2:]
                )
                for table in entrance.inputs
            ]
            check_inputs(tables, check)
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
            if doubt := _several_relevant(entrance.home, ranks, groups):
                warn(doubt)
            for size in sizes:
                _require_negatives(size, n_items, replacement, methods)
            table = _table(corrections, parsed, methods, n_items, sizes, gamma, weights, replacement)
            with _as_table(entrance.home, table) as looked_up:
                corrected = package.correct_sampled(ranks, looked_up, by=groups)
                return entrance.answer(corrected, [*FIGURES, *COUNTS], ["measure", "method"], in_order(parsed))


def _several_relevant(home: Home, ranks: str, groups: Sequence[str]) -> str | None:
    """A warning where a mean over relevant items is not the mean over queries that others report."""
    keys = ", ".join([*map(quoted, groups), "query_id"])
    n_queries, n_several, example = home.row(
        f"select count(*), count(*) filter (n > 1), min(query_id) filter (n > 1) from"
        f" (select query_id, count(*) as n from {ranks} group by {keys})"
    )
    if not n_several:
        return None
    return (
        f"judgments: {n_several:,} of {n_queries:,} queries have several relevant items, such as {example!r}; each is"
        " ranked by itself, and the values are means over relevant items, which are not the metrics of these queries"
    )


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
                f"there is no correction for {measure['measure']}; for queries with one relevant item, these can be"
                f" corrected: {', '.join(OF_ONE_ITEM)}"
            )
        if "(" in measure["measure"]:
            raise InputError(
                f"{measure['measure']}: metrics of one relevant item can only be corrected with their default"
                " options; leave the options out"
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
            f"{n_negatives:,} negatives are more than the {n_items - 1:,} other items of n_items: n_items counts"
            " all items that a relevant one is ranked among, including itself"
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
