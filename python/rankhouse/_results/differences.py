"""Differences of systems with the values that they come from: what a comparison is, however it is shown."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import duckdb

from rankhouse._rendering.errors import InputError, did_you_mean, listed, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import literal, quoted
from rankhouse._results.clusters import summarised
from rankhouse._results.relation import kept_rows, printable, restored

COLUMNS = (
    *("system", "baseline", "value", "baseline_value", "difference", "ci_low", "ci_high", "effect_size"),
    *("n_queries", "wins", "ties", "losses", "test", "p_value", "p_adjusted"),
)
FURTHER = (*("relative_difference", "std_dev", "interval", "n_left_out", "detectable_difference", "queries_needed"),)


@dataclass(frozen=True)
class Turned:
    """What could reverse the difference of two systems by a measure. reason: what does."""

    measure: str
    systems: frozenset[str]
    reason: str


@dataclass
class Differences:
    """Systems compared: a row per group, measure and pair.

    The fields are those of `rankhouse.Comparison`, which adds the ways to show them and to look into them.
    """

    details: duckdb.DuckDBPyRelation
    values: duckdb.DuckDBPyRelation
    groups: Sequence[str]
    system: str
    systems: Sequence[str]
    baseline: str | None
    measures: Sequence[str]
    confidence: float
    power: float
    correction: str = "holm"
    repetitions: int = 10_000
    seed: int = 0
    cluster: str | None = None
    likely: str | None = None
    """A column of clusters that nobody named, which the values have."""
    weighs: bool = False
    """Whether queries have weights, in the column weight of the values."""
    turned: list[Turned] = field(default_factory=list)
    apart: dict[frozenset[str], str] = field(default_factory=dict)
    """Pairs of systems that answer hardly a query in common, and how it is said."""
    warnings: list[str] = field(default_factory=list)

    def __getstate__(self) -> dict[str, Any]:
        """For pickle: with all figures and the values by query."""
        kept = {name: kept_rows(getattr(self, name)) for name in ("details", "values")}
        return {**self.__dict__, **kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ |= {**state, **{name: restored(*state[name]) for name in ("details", "values")}}

    @property
    def relation(self) -> duckdb.DuckDBPyRelation:
        """The columns of `by`, measure, metric, k, system, baseline, value, ... p_adjusted, as a DuckDB relation."""
        names = [*self.groups, "measure", "metric", "k", *summarised(COLUMNS, self.cluster is not None, self.weighs)]
        return printable(self.details.project(", ".join(map(quoted, names))))

    @property
    def columns(self) -> list[str]:
        return self.relation.columns

    def df(self) -> Any:
        """As a pandas DataFrame."""
        return self.relation.df()

    def pl(self) -> Any:
        """As a polars DataFrame."""
        return self.relation.pl()

    def fetchall(self) -> list[tuple[Any, ...]]:
        return self.relation.fetchall()

    def rows(self) -> list[dict[str, Any]]:
        """All columns of all rows by their names."""
        return [dict(zip(self.details.columns, row, strict=True)) for row in self.details.fetchall()]

    def is_significant(self, row: Mapping[str, Any]) -> bool:
        return row["p_adjusted"] is not None and row["p_adjusted"] < 1 - self.confidence

    @short_errors
    def queries(
        self, measure: str | None = None, system: str | None = None, baseline: str | None = None
    ) -> duckdb.DuckDBPyRelation:
        """The queries by which two systems differ, the largest loss first: where a difference comes from.

        measure: one of those that were compared; None: the first one.
        system, baseline: the two; None: those of the first row.

        Returns the columns of `by`, `query_id`, `measure`, `system`, `baseline`, `value`, `baseline_value`,
        `difference`.
        """
        measure = self.measure_of(measure)
        system, baseline = self.pair_of(system, baseline)
        key = ", ".join([*map(quoted, self.groups), "query_id"])
        sql = (
            f"select {key}, {literal(measure)} as measure, {literal(system)} as system,"
            f" {literal(baseline)} as baseline, value, baseline_value, difference"
            f" from ({paired('answer', key, measure, quoted(self.system), system, baseline)})"
            f" where difference is not null order by difference, {key}"
        )
        found = self.values.query("answer", sql)
        assert found is not None
        return printable(found)

    def measure_of(self, measure: str | None) -> str:
        """A measure of the comparison, in any spelling; by default the first."""
        if measure is None:
            return self.measures[0]
        named = [name for name in self.measures if name in (measure, _canonical(measure))]
        if not named:
            raise InputError(
                f"{measure!r} is not one of the measures{did_you_mean(measure, self.measures)};"
                f" these are {listed(self.measures)}"
            )
        return named[0]

    def pair_of(self, system: str | None, baseline: str | None) -> tuple[str, str]:
        """A system and what it is compared with, by default those of the first row."""
        first = self.rows()[0] if None in (system, baseline) else {}
        for name in (system, baseline):
            if name is not None and name not in self.systems:
                raise InputError(
                    f"{name!r} is not one of the systems{did_you_mean(name, self.systems)};"
                    f" these are {listed(self.systems)}"
                )
        other = baseline if baseline is not None else str(first["baseline"])
        own = (
            system
            if system is not None
            else next(name for name in (str(first["system"]), *self.systems) if name != other)
        )
        if own == other:
            other = next(name for name in self.systems if name != own) if baseline is None else other
        if own == other:
            raise InputError(f"system and baseline are both {own!r}: name two different systems")
        return own, other


def paired(table: str, key: str, measure: str, place: str, system: str, baseline: str) -> str:
    """The values of two systems side by side, and their difference as `compare` has it, in SQL.

    key: the columns that tell queries apart. place: the column of systems.
    """
    sides = ", ".join(
        f"max(value) filter ({place}::varchar = {literal(name)}) as {side}"
        for name, side in ((system, "value"), (baseline, "baseline_value"))
    )
    return (
        f"select *, {macros('duckdb').difference('value', 'baseline_value')} as difference from (select {key}, {sides}"
        f" from {table} where measure = {literal(measure)}"
        f" and {place}::varchar in ({literal(system)}, {literal(baseline)}) group by {key})"
    )


def _canonical(measure: str) -> str:
    with contextlib.suppress(InputError):
        return str(macros("duckdb").measure_in_table(measure))
    return measure
