"""An evaluation of more rows than memory holds at once, in ranges of queries.

The value of a query needs no other query. So the values of one range after another are kept, and summed up at the end.
Where an input is stored by query, its statistics tell DuckDB which row groups hold a range; where it is not, every look
at a range reads the whole input: the rows are copied first, unless without the copies there are so few ranges that two
looks at each cost less. Of what fits at once, short lists are kept whole.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from rankhouse._inputs.columns import Columns
from rankhouse._inputs.home import Home
from rankhouse._inputs.tables import Input
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import literal, unique_name

SHARE_OF_MEMORY = 0.85
WHATEVER_THE_ROWS, COPY_OF_ROW, KEPT_VALUE = 200_000_000, 24, 22
"""Bytes, upper ends of what was measured."""
LOOKS_OF_COPIES = 4
"""What it costs to write all rows and to read them again, in looks at the whole input."""
PLACES_OF_ITEM = 4
"""For each item there is, at most: a list of any length takes as many as the longest one."""
SAMPLED, FIRST = 20_000, 100_000
UNITS = {"bytes": 0, "KiB": 10, "MiB": 20, "GiB": 30, "TiB": 40, "PiB": 50}


@dataclass(frozen=True)
class Ranges:
    """The ends of ranges of query ids, as texts, in order; the sides whose rows of a range are copied."""

    ends: Sequence[str]
    type_name: str
    copied: Sequence[str]

    def conditions(self, query: str) -> Iterator[str]:
        """Of each range, on the column of an input that holds the query."""
        of_type = [f"cast({literal(end)} as {self.type_name})" for end in self.ends]
        yield f"{query} < {of_type[0]}"
        for first, last in itertools.pairwise(of_type):
            yield f"{query} >= {first} and {query} < {last}"
        yield f"{query} >= {of_type[-1]}"


def ranges(
    home: Home,
    inputs: Sequence[Input],
    columns: Columns,
    by: Mapping[str, Sequence[str]],
    plan: Mapping[str, Any],
    looks_twice: bool,
) -> Ranges | None:
    """None where one look at everything fits into memory. `looks_twice`: two looks find the best items of a list."""
    memory = memory_limit(home)
    room = max(memory * SHARE_OF_MEMORY - WHATEVER_THE_ROWS, memory / 4)
    sizes = [home.row(f"select count(*) from {given.sql}")[0] for given in inputs]
    n_rows = sum(sizes)
    # Each row a query of its own would be the most; it costs nothing to ask.
    if _needed(plan, n_rows, n_rows) <= room:
        return None
    n_queries = max(_lists(home, given, columns, by.get(given.side, ())) for given in inputs)
    needed = _needed(plan, n_rows, n_queries)
    if needed <= room:
        return None
    scattered = {
        given.side: size
        for given, size in zip(inputs, sizes, strict=True)
        if _is_scattered(home, given, _query(given, columns), size)
    }
    room = max(room - KEPT_VALUE * n_queries * len(plan["measures"]), room / 4)
    n_parts = ceil((needed + COPY_OF_ROW * sum(scattered.values())) / room)
    in_place = ceil(needed / room)
    if looks_twice and plan["reach"] == "heap" and 2 * in_place <= n_parts + LOOKS_OF_COPIES:
        scattered, n_parts = {}, in_place
    shares = ", ".join(str(part / n_parts) for part in range(1, n_parts))
    run = inputs[0]
    query = _query(run, columns)
    found, type_name = home.row(
        f"select quantile_disc(query, [{shares}])::varchar[], any_value(typeof(query))"
        f" from (select {query} as query from {run.sql} where {query} is not null using sample {SAMPLED}) as sampled"
    )
    ends = list(dict.fromkeys(found or ()))
    return Ranges(ends, type_name, list(scattered)) if ends else None


def _needed(plan: Mapping[str, Any], n_rows: int, n_queries: int) -> float:
    """Bytes to rank so much at once; lists are sorted whole, or their best items are found while they are read."""
    if plan["reach"] != "heap":
        return 75.0 * n_rows + 300 * n_queries
    return 10.0 * n_rows + 900 * n_queries + 50 * min(n_queries * (int(plan["depth"]) + 1), n_rows)


def _lists(home: Home, table: Input, columns: Columns, by: Sequence[str]) -> int:
    """About how many: queries in each group."""
    key = _list_key(table, columns, by)
    return int(home.row(f"select approx_count_distinct({f'hash({key})' if by else key}) from {table.sql}")[0])


def longest_list(home: Home, run: Input, columns: Columns, by: Sequence[str], plan: Mapping[str, Any]) -> int | None:
    """The length of the longest list, where lists are so short that all their scores can be kept in place of a sort."""
    if plan["ties"] != "item" or plan["reach"] == "heap":
        return None
    lengths = f"select count(*) as n_items from {run.sql} group by {_list_key(run, columns, by)}"
    n_lists, longest, n_rows = home.row(f"select count(*), max(n_items), sum(n_items) from ({lengths})")
    is_short = n_lists and longest <= macros("duckdb").heap_limit() and n_lists * longest <= PLACES_OF_ITEM * n_rows
    return int(longest) if is_short else None


def _list_key(table: Input, columns: Columns, by: Sequence[str]) -> str:
    return ", ".join([_query(table, columns), *map(table.quoted, by)])


def _query(table: Input, columns: Columns) -> str:
    return table.quoted(columns.name(table.side, "query_id"))


def _is_scattered(home: Home, table: Input, query: str, size: int) -> bool:
    """Whether the first rows are of queries from all over the input."""
    share = home.row(
        f"with first as (select min({query}) as lowest, max({query}) as highest"
        f" from (select {query} from {table.sql} limit {min(FIRST, size // 20 + 1)}) as head)"
        f" select avg(case when {query} between lowest and highest then 1 else 0 end)"
        f" from (select {query} from {table.sql} using sample {SAMPLED}) as sampled, first"
    )[0]
    return share is not None and share > 0.5


def memory_limit(home: Home) -> float:
    """DuckDB's, in bytes."""
    shown = home.row("select current_setting('memory_limit')")[0]
    found = re.fullmatch(r"([\d.]+) ?(\w+)", shown)
    return float(found[1]) * 2 ** UNITS[found[2]] if found and found[2] in UNITS else float("inf")


@contextlib.contextmanager
def evaluated(
    home: Home,
    inputs: Sequence[Input],
    columns: Columns,
    parts: Ranges,
    asked: Any,
    arguments: Mapping[str, Any],
    policies: Mapping[str, Any],
    per_query: bool,
) -> Iterator[str]:
    """The query of an evaluation whose values are kept in a table, for as long as the block lasts.

    Its columns are those of the evaluation in one go, of which the grouping columns have names of ours.
    """
    package, table, groups = macros("duckdb"), unique_name("values"), unique_name("groups")
    of_run, of_judgments = arguments["by"], arguments["judgments_by"]
    ours = {name: f"group_{n}" for n, name in enumerate(dict.fromkeys([*of_run, *of_judgments]))}
    with contextlib.ExitStack() as stack:
        stack.callback(home.drop, [table, groups])
        if of_run:
            home.rows(f"create temp table {groups} as {_groups(inputs[0], columns, of_run)}")
        each = stack.enter_context(contextlib.closing(_parts(home, inputs, columns, parts)))
        for number, relations in enumerate(each):
            pairs = {side: relations[side] for side in ("exclude", "candidates") if side in relations}
            sides = {"run": relations["run"], "judgments": relations.get("judgments"), **pairs}
            # When the values are read, not when they are kept, is when they say so.
            own = {"provenance": False, "takes_weights": True}
            plan = package.plan({**sides, "measures": asked, **arguments, **policies, **own})
            plan["groups_of_run"] = f"temp.main.{groups}"
            names = [*ours.values(), "query_id", "measure", "metric", "k", "value"]
            names += [] if per_query else ["n_missing"]
            names += ["weight"] if package.queries_weigh(plan) or (plan["weighted"] and not per_query) else []
            names += ["candidates"] if pairs else []
            sql = package.laid_out(package.query_metrics_of(plan, not per_query, not per_query))
            made = f"create temp table {table} as" if number == 0 else f"insert into {table}"
            without = "" if per_query else "exclude (query_id) "
            home.rows(f"{made} select * {without}{_as_numbers(plan)} from ({sql}) as result({', '.join(names)})")
        whole = package.plan({**sides, "measures": asked, **arguments, **policies, "takes_weights": True})
        if per_query:
            certified = package.provenance_columns(whole, "kept.measure")
            yield f"select {', '.join(['kept.*', *certified])} from ({_as_text(f'from {table}')}) as kept"
            return
        mine, theirs = ([ours[name] for name in names] for names in (of_run, of_judgments))
        sides = {"run": inputs[0].sql, "judgments": inputs[-1].sql, **pairs}
        plan = package.plan({**sides, "measures": asked, "by": mine, "judgments_by": theirs, **policies})
        plan |= {"columns": whole["columns"], "weighted": whole["weighted"]}
        yield _as_text(f"from ({package.laid_out(package.summary_of_table(plan, table))})")


def _groups(run: Input, columns: Columns, by: Sequence[str]) -> str:
    """Those of the whole run, of its rows that take part: a judged query is looked for in all of them."""
    order = columns.order(run.side)
    query, item, score = (run.quoted(columns.name(run.side, ours)) for ours in ("query_id", "item_id", order))
    has_all = f"{query} is not null and {item} is not null and not isnan({score}::double)"
    return f"select distinct {', '.join(run.quoted(name) for name in by)} from {run.sql} where {has_all}"


def _parts(
    home: Home, inputs: Sequence[Input], columns: Columns, parts: Ranges
) -> Generator[dict[str, str], None, None]:
    """The inputs as relations, by their sides, for one range after another."""
    conditions = zip(*(parts.conditions(_query(given, columns)) for given in inputs), strict=True)
    for of_range in conditions:
        relations, copies = {}, []
        for given, condition in zip(inputs, of_range, strict=True):
            relations[given.side] = f"{given.sql} where {condition}"
            if given.side in parts.copied:
                copies.append(unique_name("part"))
                home.rows(f"create temp table {copies[-1]} as from {relations[given.side]}")
                relations[given.side] = f"temp.main.{copies[-1]}"
        try:
            yield relations
        finally:
            home.drop(copies)


def _as_numbers(plan: Mapping[str, Any]) -> str:
    """The texts of a measure as enumerations, a byte each."""
    names = {ours: dict.fromkeys(measure[ours] for measure in plan["measures"]) for ours in ("measure", "metric")}
    numbers = [f"{ours}::enum({', '.join(map(literal, values))}) as {ours}" for ours, values in names.items()]
    return f"replace ({', '.join(numbers)})"


def _as_text(source: str) -> str:
    return f"select * replace (measure::varchar as measure, metric::varchar as metric) {source}"
