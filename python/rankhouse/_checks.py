"""What must hold of a run and its judgments before a number may be computed from them."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import duckdb

from rankhouse._errors import InputError
from rankhouse._inputs import Input
from rankhouse._sql import quoted, rows

Check = Literal["auto", "full", "none"]

EVERY_ROW = 2_000_000
"""Up to this many rows of a run every (query, item) pair is compared with the others; above, those of a sample."""
SAMPLE_ROWS = 100_000

INTEGERS = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT")
NUMBERS = (*INTEGERS, *(f"U{name}" for name in INTEGERS), "FLOAT", "DOUBLE", "DECIMAL", "BOOLEAN")
COLUMNS = ("query_id", "item_id", "score", "relevance", "rank")


@dataclass(frozen=True)
class Side:
    """One input with the columns that play each part in it."""

    input: Input
    query_id: str
    item_id: str
    value: str
    by: tuple[str, ...]

    @property
    def key(self) -> list[str]:
        return [quoted(column) for column in (*self.by, self.query_id, self.item_id)]

    def type_of(self, column: str) -> str:
        return self.input.columns[column]


def resolve(source: Input, value: str, columns: Mapping[str, str], by: Iterable[str]) -> Side:
    """Find an input's columns under their given names. Raises InputError that lists the columns there are."""
    role = source.role

    def found(part: str) -> str:
        name = columns.get(f"{role}.{part}", columns.get(part, part))
        if name not in source.columns:
            renamed = f" (columns={{{part!r}: {name!r}}})" if name != part else ""
            raise InputError(
                f"the {role} has no column {name!r}{renamed}{near(name, source.columns)};"
                f" it has {', '.join(source.columns) or 'none'}: rename with columns={{{part!r}: ...}}"
            )
        return name

    return Side(source, found("query_id"), found("item_id"), found(value), tuple(by))


def check_names(columns: Mapping[str, str]) -> None:
    """Refuse a renaming of a column that the inputs do not have."""
    known = [*COLUMNS, *(f"{role}.{column}" for role in ("run", "judgments") for column in COLUMNS)]
    for name in columns:
        if name not in known:
            raise InputError(f"columns renames {', '.join(COLUMNS)}, got {name!r}{near(name, known)}")


def split_groups(by: Sequence[str], run: Input, judgments: Input | None) -> tuple[list[str], list[str]]:
    """The grouping columns that the run has, and those that the judgments have."""
    if isinstance(by, str):
        raise InputError(f"by is a list of column names: write by=[{by!r}]")
    there = [run.columns, judgments.columns if judgments else {}]
    for name in by:
        if not any(name in columns for columns in there):
            listed = f"the run has {', '.join(run.columns)}"
            listed += f"; the judgments have {', '.join(judgments.columns)}" if judgments else ""
            raise InputError(f"by names {name!r}, which is no column{near(name, [*there[0], *there[1]])}; {listed}")
    return [name for name in by if name in there[0]], [name for name in by if name in there[1]]


def near(name: str, known: Iterable[str]) -> str:
    match = difflib.get_close_matches(name, list(known), n=1)
    return f" (did you mean {match[0]!r}?)" if match else ""


class Checks:
    """The checks of one evaluation; each raises InputError with column, count, an example and the fix."""

    def __init__(self, con: duckdb.DuckDBPyConnection, thorough: bool) -> None:
        self.con = con
        self.thorough = thorough

    def run(self, run: Side) -> None:
        self._is_number(run)
        n_rows = self._complete(run)
        if n_rows == 0:
            raise InputError("the run is empty: there is nothing to evaluate")
        self._no_duplicates(run, n_rows, sampled=not self.thorough and n_rows > EVERY_ROW)

    def judgments(self, judgments: Side, exponential: bool) -> None:
        self._is_number(judgments)
        n_rows = self._complete(judgments)
        if n_rows == 0:
            raise InputError("the judgments are empty: there is nothing to compare the run with")
        if exponential:
            self._fits_exponent(judgments)
        # Items that are not relevant are counted by no formula that a second row could change.
        relevant = f"{quoted(judgments.value)} <> 0" if not self.thorough and n_rows > EVERY_ROW // 4 else "true"
        self._no_duplicates(judgments, n_rows, where=relevant)

    def labelled(self, run: Side, relevance: str, exponential: bool) -> None:
        """A single table: NULL relevance is an item without judgment, NULL score an item outside the list."""
        self._is_number(run)
        judged = Side(run.input, run.query_id, run.item_id, relevance, run.by)
        self._is_number(judged)
        score, grade = quoted(run.value), quoted(relevance)
        n_rows = self._complete(run, may_be_null=True)
        if n_rows == 0:
            raise InputError("the run is empty: there is nothing to evaluate")
        self._refuse(
            run, f"{score} is null and {grade} is null", f"{run.value} and {relevance}", "both NULL", "drop them"
        )
        self._refuse(
            judged, f"isnan({grade}::double)", relevance, "NaN", "leave the relevance NULL where it is unknown"
        )
        if exponential:
            self._fits_exponent(judged)
        self._no_duplicates(run, n_rows, sampled=not self.thorough and n_rows > EVERY_ROW)

    def same_ids(self, run: Side, judgments: Side) -> None:
        """Integer ids never equal text ids, whatever an implicit cast makes of them."""
        for part in ("query_id", "item_id"):
            mine, theirs = getattr(run, part), getattr(judgments, part)
            kinds = [_family(run.type_of(mine)), _family(judgments.type_of(theirs))]
            if kinds[0] != kinds[1]:
                raise InputError(
                    f"{part} is {run.type_of(mine)} in the run ({mine}) and {judgments.type_of(theirs)}"
                    f" in the judgments ({theirs}): cast one of them, so that both are the same"
                )

    def common_query(self, run: Side, judgments: Side) -> None:
        """Refuse a run and judgments without a single query in common."""
        mine, theirs = quoted(run.query_id), quoted(judgments.query_id)
        scored, judged = run.input.view, judgments.input.view
        if not rows(self.con, f"select 1 from {scored} where {mine} in (select {theirs} from {judged}) limit 1"):
            [[here]] = rows(self.con, f"select min({mine}) from {scored}")
            [[there]] = rows(self.con, f"select min({theirs}) from {judged}")
            raise InputError(
                f"the run and the judgments have no query in common: {run.query_id} is {here!r}, ... in the run and"
                f" {judgments.query_id} is {there!r}, ... in the judgments"
            )

    def _is_number(self, side: Side) -> None:
        kind = side.type_of(side.value)
        if not kind.startswith(NUMBERS):
            raise InputError(
                f"column {side.value} of the {side.input.role} is {kind}, not a number: cast it, or name another column"
                f" with columns={{'score': ...}} or columns={{'relevance': ...}}"
            )

    def _complete(self, side: Side, may_be_null: bool = False) -> int:
        """The number of rows; one scan, which DuckDB answers from its statistics where it can."""
        query_id, item_id, value = quoted(side.query_id), quoted(side.item_id), quoted(side.value)
        [[n_rows, n_queries, n_items, n_values, highest]] = rows(
            self.con,
            f"select count(*), count({query_id}), count({item_id}), count({value}), max({value})::double"
            f" from {side.input.view}",
        )
        if n_queries < n_rows:
            self._refuse(side, f"{query_id} is null", side.query_id, "NULL")
        if n_items < n_rows:
            self._refuse(side, f"{item_id} is null", side.item_id, "NULL")
        if n_values < n_rows and not may_be_null:
            self._refuse(side, f"{value} is null", side.value, "NULL")
        if highest is not None and math.isnan(highest):
            self._refuse(side, f"isnan({value}::double)", side.value, "NaN")
        return int(n_rows)

    def _refuse(self, side: Side, condition: str, column: str, what: str, fix: str = "drop them or fill them") -> None:
        count, example = self._counted(side, condition)
        if count:
            raise InputError(
                f"column {column} of the {side.input.role} is {what} in {_rows(count)}, such as {example}: {fix}"
            )

    def _fits_exponent(self, side: Side) -> None:
        value = quoted(side.value)
        count, example = self._counted(side, f"{value} > 1000")
        if count:
            raise InputError(
                f"column {side.value} of the judgments exceeds 1000 in {_rows(count)}, such as {example}:"
                " 2^relevance overflows; rescale the relevance, or use gain=linear"
            )

    def _counted(self, side: Side, condition: str) -> tuple[int, str]:
        query_id, item_id = quoted(side.query_id), quoted(side.item_id)
        [[count, query, item]] = rows(
            self.con,
            f"select count(*), min({query_id}), arg_min({item_id}, {query_id})"
            f" from {side.input.view} where {condition}",
        )
        return int(count), f"query {query!r}, item {item!r}"

    def _no_duplicates(self, side: Side, n_rows: int, sampled: bool = False, where: str = "true") -> None:
        key, view = ", ".join(side.key), side.input.view
        if sampled:
            where = f"hash({quoted(side.query_id)}) % {n_rows // SAMPLE_ROWS} = 0"
        [[copies]] = rows(
            self.con, f"select max(copies) from (select count(*) as copies from {view} where {where} group by {key})"
        )
        if copies is None or copies == 1:
            return
        [[count, query, item]] = rows(
            self.con,
            "select count(*), min(repeated.query), arg_min(repeated.item, repeated.query) from ("
            f"select any_value({quoted(side.query_id)}) as query, any_value({quoted(side.item_id)}) as item"
            f" from {view} group by {key} having count(*) > 1) as repeated",
        )
        pairs = "1 (query, item) pair" if count == 1 else f"{count:,} (query, item) pairs"
        within = f" within {', '.join(side.by)}" if side.by else ""
        apart = "" if side.by else ", or name the column that tells them apart with by=[...]"
        raise InputError(
            f"the {side.input.role} has {pairs} more than once{within}, such as query {query!r}, item {item!r}:"
            f" keep one row each{apart}"
        )


def _family(kind: str) -> str:
    if kind.startswith(NUMBERS):
        return "number"
    return "text" if kind in ("VARCHAR", "BLOB") or kind.startswith("ENUM") else kind


def _rows(count: int) -> str:
    return "1 row" if count == 1 else f"{count:,} rows"
