"""What a call asks of its inputs, and that their ids are of kinds that can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rankhouse._inputs.columns import Columns, compared_as, kind
from rankhouse._inputs.home import Home
from rankhouse._inputs.tables import Input
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros

CHECKS = ("auto", "full", "none")


@dataclass(frozen=True)
class KeyedInput:
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

    def some(self, ours: str) -> Any:
        """One value of a column."""
        return self.home.row(f"select {self.name(ours)} from {self.input.sql} limit 1")[0]

    @property
    def key(self) -> list[str]:
        """The columns of a row's group and what it is of, quoted."""
        return [*map(self.input.quoted, self.by), *map(self.name, self.ids)]

    def row_where(self, condition: str) -> tuple[int, str]:
        """How many rows fulfil a condition, and `, e.g. query_id 1, item_id 'a'` of one of them."""
        names = [*self.by, *map(self.user_name, self.ids)]
        key = ", ".join(self.key)
        rows = self.home.rows(f"select count(*) over (), {key} from {self.input.sql} where {condition} limit 1")
        for count, *values in rows:
            return count, ", e.g. " + ", ".join(f"{name} {value!r}" for name, value in zip(names, values, strict=True))
        return 0, ""


def rows_have(count: int) -> str:
    return "1 row has" if count == 1 else f"{count:,} rows have"


def require_level(check: str) -> None:
    if check not in CHECKS:
        raise InputError(f"check is one of {' | '.join(CHECKS)}, got {check!r}")


def check_comparable(run: KeyedInput, other: KeyedInput) -> None:
    """Ids, and grouping columns that both have, are of one kind: DuckDB would compare '007' with 7."""
    ids = dict(zip(run.ids, run.ids, strict=True)) | {"other_item_id": "item_id"}
    pairs = [(run.user_name(ids[ours]), other.user_name(ours)) for ours in other.ids if ours in ids]
    pairs += [(name, name) for name in run.by if name in other.by]
    for mine, theirs in pairs:
        _check_floats(run, mine, other, theirs)
        require_one_kind(run.input, mine, other.input, theirs)


def require_one_kind(one: Input, mine: str, other: Input, theirs: str) -> None:
    """Raise InputError where two columns are of different kinds, and so never have the same value."""
    types = one.type(mine), other.type(theirs)
    kinds = [compared_as(type_name) for type_name in types]
    if kinds[0] != kinds[1] and "null" not in kinds:
        said = macros("duckdb").says_two_types(one.side, mine, other.side, theirs)
        raise InputError(f"{said[0]}{types[0]}{said[1]}{types[1]}{said[2]}")


def _check_floats(run: KeyedInput, mine: str, other: KeyedInput, theirs: str) -> None:
    """Whole numbers on one side and floats on the other are equal from 2^53 on where they are not."""
    types = run.input.type(mine), other.input.type(theirs)
    are_floats = [type_name in ("FLOAT", "DOUBLE") for type_name in types]
    if are_floats[0] == are_floats[1] or {kind(type_name) for type_name in types} != {"number"}:
        return
    for table, name in ((run, mine), (other, theirs)):
        found, example = table.row_where(f"abs({table.input.quoted(name)}::double) >= {2**53}")
        if found:
            raise InputError(
                f"{mine!r} of {run.side} is {types[0]} and {theirs!r} of {other.side} is {types[1]}:"
                f" {rows_have(found)} numbers in {table.side} that a float cannot distinguish{example};"
                " cast one of them"
            )
