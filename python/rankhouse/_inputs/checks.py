"""What data must not contain. Each check counts first and looks for an example only when something is wrong."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rankhouse._inputs.columns import Columns, kind
from rankhouse._inputs.home import Home
from rankhouse._inputs.tables import Input
from rankhouse._rendering.errors import InputError, listed

CHECKS = ("auto", "full", "none")
FULL_ROWS = 2_000_000
SAMPLED_ROWS = 200_000
LARGEST_EXPONENT = 1000
FINITE = ("relevance", "weight", "distance", "popularity")


@dataclass(frozen=True)
class Checked:
    """One input with what is asked of it: its key columns, and the columns that hold its numbers.

    `is_list`: one row per item of a query, which is compared with the run's queries.
    """

    home: Home
    input: Input
    columns: Columns
    by: Sequence[str]
    values: Sequence[str]
    is_labelled: bool = False
    has_exponential_gain: bool = False
    ids: Sequence[str] = ("query_id", "item_id")
    is_list: bool = True

    @property
    def side(self) -> str:
        return self.input.side

    def name(self, ours: str) -> str:
        """The user's column, quoted."""
        return self.input.quoted(self.columns.name(self.side, ours))

    def user_name(self, ours: str) -> str:
        return self.columns.name(self.side, ours)

    @property
    def key(self) -> list[str]:
        groups = [self.input.quoted(name) for name in self.by]
        return [*groups, *map(self.name, self.ids or self.values)]

    def example(self, condition: str) -> str:
        """`, e.g. query_id 1, item_id 'a'`: one row for which the condition holds."""
        rows = self.home.rows(f"select {', '.join(self.key)} from {self.input.sql} where {condition} limit 1")
        return described_key(self, rows[0]) if rows else ""

    def some(self, ours: str) -> Any:
        """One value of a column."""
        return self.home.row(f"select {self.name(ours)} from {self.input.sql} limit 1")[0]

    def count(self, condition: str) -> int:
        return int(self.home.row(f"select count(*) from {self.input.sql} where {condition}")[0])


def described_key(checked: Checked, values: Sequence[Any]) -> str:
    names = [*checked.by, *map(checked.user_name, checked.ids or checked.values)]
    return ", e.g. " + ", ".join(f"{name} {value!r}" for name, value in zip(names, values, strict=False))


def rows_of(n: int) -> str:
    return "1 row has" if n == 1 else f"{n:,} rows have"


def require_level(check: str) -> None:
    if check not in CHECKS:
        raise InputError(f"check is one of {' | '.join(CHECKS)}, got {check!r}")


def check_inputs(home: Home, tables: Sequence[Checked], level: str) -> None:
    """Raise InputError for the first thing that cannot be evaluated. The run is the first of the tables."""
    sizes = [check_values(table) for table in tables]
    run = tables[0]
    for other in tables[1:]:
        check_comparable(run, other)
        if other.is_list:
            check_common(home, run, other, "query_id")
    everything = level == "full" or sum(sizes) <= FULL_ROWS
    for table, size in zip(tables, sizes, strict=True):
        if table.is_list:
            check_duplicates(table, 1 if everything else math.ceil(size / SAMPLED_ROWS))


def check_values(table: Checked) -> int:
    """Types, emptiness, NULL, NaN and limits, in one scan; the number of rows."""
    columns = [*table.ids, *table.values]
    counts = ", ".join(f"count({table.name(ours)})" for ours in columns)
    extremes = [
        f"{_highest(table, ours)}, min({table.name(ours)})" if _is_numeric(table, ours) else "null, null"
        for ours in table.values
    ]
    figures = table.home.row(f"select count(*), {counts}, {', '.join(extremes)} from {table.input.sql}")
    size, filled = figures[0], dict(zip(columns, figures[1:], strict=False))
    if size == 0:
        raise InputError(f"{table.side} ({table.input.shown}) is empty: it has no rows")
    for ours in table.ids:
        if filled[ours] < size:
            condition = f"{table.name(ours)} is null"
            raise InputError(
                f"{table.side}: {rows_of(size - filled[ours])} no {ours} (NULL in column {table.user_name(ours)!r})"
                f"{table.example(condition)}; leave them out or give them an id"
            )
    for position, ours in enumerate(table.values):
        highest, lowest = figures[1 + len(columns) + 2 * position :][:2]
        _check_numbers(table, ours, size - filled[ours], highest, lowest)
    if table.is_labelled and all(filled[ours] < size for ours in table.values):
        condition = " and ".join(f"{table.name(ours)} is null" for ours in table.values)
        if empty := table.count(condition):
            raise InputError(
                f"{table.side}: {rows_of(empty)} neither score nor relevance{table.example(condition)}; leave them out"
            )
    return int(size)


def _is_numeric(table: Checked, ours: str) -> bool:
    return kind(table.input.type(table.user_name(ours))) in ("number", "boolean")


def _highest(table: Checked, ours: str) -> str:
    """NaN is the highest number of all. Statistics answer for a column, and may leave it out; not for a sum."""
    column = table.name(ours)
    is_float = table.input.type(table.user_name(ours)) in ("FLOAT", "DOUBLE")
    return f"max({column} + 0)" if is_float and not table.input.has_exact_extremes else f"max({column})"


def _check_numbers(table: Checked, ours: str, missing: int, highest: Any, lowest: Any) -> None:
    column, shown = table.name(ours), table.user_name(ours)
    type_name = table.input.type(shown)
    if not _is_numeric(table, ours) and type_name.strip('"').upper() != "NULL":
        raise InputError(
            f"{table.side}: {ours} is a number, and column {shown!r} is {type_name}; cast it, or name another column"
            f" with columns={{{ours!r}: ...}}"
        )
    if missing and not table.is_labelled:
        raise InputError(
            f"{table.side}: {rows_of(missing)} no {ours} (NULL in column {shown!r})"
            f"{table.example(f'{column} is null')}; leave these rows out or give them a {ours}"
        )
    if isinstance(highest, float) and math.isnan(highest):
        found = table.home.row(f"select count(*) filter (where isnan({column})) from {table.input.sql}")[0]
        rows = table.home.rows(
            f"select {', '.join(table.key)} from {table.input.sql} order by {column} desc nulls last limit 1"
        )
        raise InputError(
            f"{table.side}: {rows_of(found)} NaN in column {shown!r}{described_key(table, rows[0])};"
            f" leave these rows out or give them a {ours}"
        )
    if ours not in FINITE or highest is None:
        return
    if math.isinf(highest) or math.isinf(lowest):
        raise InputError(
            f"{table.side}: the {ours} in column {shown!r} is infinite{table.example(f'isinf({column})')};"
            " give it a finite number"
        )
    if table.has_exponential_gain and highest > LARGEST_EXPONENT:
        condition = f"{column} > {LARGEST_EXPONENT}"
        raise InputError(
            f"{table.side}: {rows_of(table.count(condition))} a relevance above {LARGEST_EXPONENT} in column {shown!r}"
            f"{table.example(condition)} ({highest}), and the exponential gain 2^relevance - 1 overflows;"
            " scale the grades or ask for gain=linear, such as 'ndcg(gain=linear)@10'"
        )


def check_comparable(run: Checked, other: Checked) -> None:
    """Ids, and grouping columns that both have, are of one kind: DuckDB would compare '007' with 7."""
    ids = dict(zip(run.ids, run.ids, strict=True)) | {"other_item_id": "item_id"}
    pairs = [(run.user_name(ids[ours]), other.user_name(ours)) for ours in other.ids if ours in ids]
    pairs += [(name, name) for name in run.by if name in other.by]
    for mine, theirs in pairs:
        types = run.input.type(mine), other.input.type(theirs)
        kinds = [kind(type_name) for type_name in types]
        _check_floats(run, mine, other, theirs, types)
        if kinds[0] != kinds[1] and "null" not in kinds:
            raise InputError(
                f"{mine!r} of {run.side} is {types[0]} and {theirs!r} of {other.side} is {types[1]}: of different"
                " kinds, and not equal as written ('007' is not 7); cast one of them"
            )


def _check_floats(run: Checked, mine: str, other: Checked, theirs: str, types: tuple[str, str]) -> None:
    """Whole numbers on one side and floats on the other are equal from 2^53 on where they are not."""
    are_floats = [type_name in ("FLOAT", "DOUBLE") for type_name in types]
    if are_floats[0] == are_floats[1] or {kind(type_name) for type_name in types} != {"number"}:
        return
    for table, name in ((run, mine), (other, theirs)):
        column = table.input.quoted(name)
        condition = f"abs({column}::double) >= {2**53}"
        if found := table.count(condition):
            raise InputError(
                f"{mine!r} of {run.side} is {types[0]} and {theirs!r} of {other.side} is {types[1]}: {rows_of(found)}"
                f" numbers in {table.side} that a float cannot tell apart{table.example(condition)}; cast one of them"
            )


def check_common(home: Home, run: Checked, other: Checked, ours: str) -> None:
    """Some query is in both."""
    if not have_in_common(home, run, other, [ours]):
        raise InputError(
            f"{run.side} and {other.side} have no {ours.removesuffix('_id')} in common: {run.user_name(ours)!r} of"
            f" {run.side} has values such as {run.some(ours)!r}, {other.user_name(ours)!r} of {other.side} such as"
            f" {other.some(ours)!r}"
        )


def have_in_common(home: Home, known: Checked, other: Checked, ids: Sequence[str]) -> bool:
    """Whether some rows of both have these ids; the first rows of `known` mostly tell."""
    mine, theirs = (", ".join(map(table.name, ids)) for table in (known, other))
    for limit in (" limit 1000", ""):
        rows = f"select {mine} from {known.input.sql}{limit}"
        if home.row(f"select exists (select 1 from {other.input.sql} where ({theirs}) in ({rows}))")[0]:
            return True
    return False


def check_duplicates(table: Checked, one_in: int) -> None:
    """Each item once per query (and group): in all queries, or in one of `one_in`, chosen by the hash of their ids."""
    key, query = ", ".join(table.key), table.name("query_id")
    # A comparison costs half of what a remainder does.
    sampled = f" where hash({query}) < {2**64 // one_in}::ubigint" if one_in > 1 else ""
    different = f"select count(*) = count(distinct hash({key})) from {table.input.sql}"
    if one_in == 1 and _hashes_tell(table) and table.home.row(different)[0]:
        return
    twice = f"select {key}, count(*) as n from {table.input.sql}{sampled} group by {key} having count(*) > 1"
    # Packed, so that no column of theirs is named like ours.
    count = table.home.row(f"select count(*) from ({twice})")[0]
    if not count:
        return
    example = table.home.row(f"{twice} limit 1")
    others = [name for name in table.input.types if name.lower() not in {plain(part) for part in table.key}]
    values = {table.user_name(ours).lower() for ours in table.values}
    others = [name for name in others if name.lower() not in values]
    by = f" or add the column that tells the rows apart to by ({listed(others)})" if others else ""
    pairs = "1 item stands" if count == 1 else f"{count:,} items stand"
    where = f" in a sample of one in {one_in} queries" if one_in > 1 else ""
    raise InputError(
        f"{table.side}: {pairs} more than once in the same query{where}{described_key(table, example)}"
        f" ({example[-1]} rows); keep one row each{by}"
    )


def _hashes_tell(table: Checked) -> bool:
    """Whether keys that are equal have equal hashes, which of text are a third cheaper to compare.

    By a collation more texts are equal: a file's columns have none of their own.
    """
    types = {table.input.type(name) for name in [*table.by, *map(table.user_name, table.ids)]}
    if table.input.path is None or not types <= {"VARCHAR", "BIGINT", "INTEGER"} or "VARCHAR" not in types:
        return False
    return not table.home.row("select current_setting('default_collation')")[0]


def plain(identifier: str) -> str:
    return identifier[1:-1].replace('""', '"').lower()
