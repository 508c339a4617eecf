"""What can be evaluated and is seldom meant. The first look is at some queries; what it finds is counted in all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rankhouse._checks import Checked, have_in_common
from rankhouse._columns import listed
from rankhouse._home import Home
from rankhouse._sql import quoted

FIRST_ROWS, FIRST_QUERIES = 10_000, 100


def doubts(home: Home, tables: Mapping[str, Checked], queries: str) -> Iterator[str]:
    """What to warn of, in words. `queries`: which ones count."""
    run, judgments = tables["run"], tables.get("judgments")
    if judgments is None:
        return
    own = [name for name in run.by if name not in judgments.by]
    if own and queries in ("judged", "all"):
        yield from _groups_of_one_query(home, run, own)
    yield from _items_in_common(home, run, judgments)


def _groups_of_one_query(home: Home, run: Checked, own: Sequence[str]) -> Iterator[str]:
    """A property of the query (a device, a country) as a group of the run: the judgments expect it in every group."""
    query, groups = run.name("query_id"), ", ".join(quoted(str(run.input.column(name))) for name in own)
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
        f"by: each of the {n_queries:,} queries of run is in one of the {n_groups:,} groups of {listed(own)} alone, and"
        " counts 0 in all the others, where run lacks it (n_missing). If that is a property of the query, give the"
        " judgments the column too, or ask for queries='run'"
    )


def _items_in_common(home: Home, run: Checked, judgments: Checked) -> Iterator[str]:
    """Queries are shared, which has been checked; items may be spelled in two ways all the same."""
    if have_in_common(home, judgments, run, ["query_id", "item_id"]):
        return
    n_judged = home.row(f"select count(*) from {judgments.input.sql}")[0]
    yield (
        f"run returns none of the {n_judged:,} judged items: its {run.user_name('item_id')!r} has values such as"
        f" {run.some('item_id')!r}, that of judgments such as {judgments.some('item_id')!r}"
    )
