"""What can be evaluated and is seldom meant. The first look is at some queries; what it finds is counted in all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rankhouse._inputs.checks import KeyedInput
from rankhouse._inputs.columns import Columns
from rankhouse._inputs.home import Home
from rankhouse._inputs.tables import Input
from rankhouse._rendering.errors import listed

FIRST_ROWS, FIRST_QUERIES = 10_000, 100
MANY = 10_000_000
"""Queries in all groups together. So many took 5 GB of memory or disk, and a minute."""


def doubts(home: Home, tables: Mapping[str, KeyedInput], queries: str) -> Iterator[str]:
    """What to warn of, in words. `queries`: which ones count."""
    run, judgments = tables["run"], tables.get("judgments")
    if judgments is None:
        return
    own = [name for name in run.by if name not in judgments.by]
    if own:
        yield from _many_groups(home, run, judgments, own)
    if own and queries in ("judged", "all"):
        yield from _groups_of_one_query(home, run, own)
    yield from _items_in_common(home, run, judgments)


def _groups_of_one_query(home: Home, run: KeyedInput, own: Sequence[str]) -> Iterator[str]:
    """A property of the query (a device, a country) as a group of the run: the judgments expect it in every group."""
    query, groups = run.name("query_id"), ", ".join(run.input.quoted(name) for name in own)
    for rows in (f"(select {query} from {run.input.sql} limit {FIRST_ROWS})", run.input.sql):
        is_first = rows != run.input.sql
        some = f" where {query} in (select distinct {query} from {rows} limit {FIRST_QUERIES})" if is_first else ""
        placed = f"select {query} as query, row({groups}) as place from {run.input.sql}{some} group by all"
        n_queries, n_places, n_groups = home.row(
            f"select count(distinct query), count(*), count(distinct place) from ({placed})"
        )
        if n_places > n_queries or n_queries < 2 or (n_groups < 2 and not is_first):
            return
    yield (
        f"by: each of the {n_queries:,} queries of run is in only one of the {n_groups:,} groups of {listed(own)}."
        " In the other groups it is missing, and counts as 0 (n_missing). If it is the query that belongs to a group,"
        " add the column to the judgments too, or use queries='run'"
    )


def _many_groups(home: Home, run: KeyedInput, judgments: KeyedInput, own: Sequence[str]) -> Iterator[str]:
    """Each judged query is looked for in each group of the run."""
    groups = ", ".join(run.input.quoted(name) for name in own)
    n_rows = home.row(f"select count(*) from {run.input.sql}")[0]
    n_queries = home.row(f"select count(distinct {judgments.name('query_id')}) from {judgments.input.sql}")[0]
    if n_rows * n_queries <= MANY:
        return
    n_groups = home.row(f"select count(*) from (select distinct {groups} from {run.input.sql})")[0]
    if n_groups * n_queries > MANY:
        yield (
            f"by: {n_groups:,} groups of {listed(own)} with {n_queries:,} judged queries each are"
            f" {n_groups * n_queries:,} queries to look at, which takes about {n_groups * n_queries // 2_000_000:,} GB"
            " of memory and disk. If the groups are properties of the query, add these columns to the judgments too;"
            " otherwise group by fewer columns, or evaluate some groups at a time"
        )


def _items_in_common(home: Home, run: KeyedInput, judgments: KeyedInput) -> Iterator[str]:
    """Queries are shared, which has been checked; items may be spelled in two ways all the same."""
    if _have_in_common(home, judgments, run, ["query_id", "item_id"]):
        return
    n_judged = home.row(f"select count(*) from {judgments.input.sql}")[0]
    yield (
        f"run returns none of the {n_judged:,} judged items: its {run.user_name('item_id')!r} has values such as"
        f" {run.some('item_id')!r}; that of judgments has values such as {judgments.some('item_id')!r}"
    )


def _have_in_common(home: Home, known: KeyedInput, other: KeyedInput, ids: Sequence[str]) -> bool:
    """Whether some rows of both have these ids; the first rows of `known` mostly tell."""
    mine, theirs = (", ".join(map(table.name, ids)) for table in (known, other))
    for limit in (" limit 1000", ""):
        rows = f"select {mine} from {known.input.sql}{limit}"
        if home.row(f"select exists (select 1 from {other.input.sql} where ({theirs}) in ({rows}))")[0]:
            return True
    return False


def candidates_per_query(home: Home, table: Input, columns: Columns) -> float:
    """How many items the candidates have in the mean of their queries."""
    query, item = (table.quoted(columns.name("candidates", ours)) for ours in ("query_id", "item_id"))
    pairs = f"select distinct {query} as query, {item} as item from {table.sql}"
    found = f"select count(*) / count(distinct query) from ({pairs}) where query is not null and item is not null"
    return float(home.row(found)[0] or 0)


def of_candidates(per_query: float | None = None) -> str:
    """A metric among given candidates, with how many there are of a query where that has been counted."""
    mean = "" if per_query is None else f" ({per_query:,.1f} per query)"
    return (
        f"candidates: the lists hold only the given candidates{mean}, and a metric among some items is higher than"
        " among all of them and may order systems differently: see help(rankhouse.correct_sampled)"
    )
