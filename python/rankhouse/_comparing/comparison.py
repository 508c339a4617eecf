"""What `compare` returns: a table of differences, and ways to look into it."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import duckdb

from rankhouse._comparing.grids import means_of, pairs_of
from rankhouse._comparing.lists import side_by_side
from rankhouse._comparing.table import as_html, as_latex, as_markdown, as_text, show
from rankhouse._inputs.columns import did_you_mean, listed
from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import literal, quoted
from rankhouse._results.relation import kept_rows, printable, restored

if TYPE_CHECKING:
    from rankhouse._comparing.verdict import Verdict
    from rankhouse.plot._chart import Chart

COLUMNS = (
    *("system", "baseline", "value", "baseline_value", "difference", "ci_low", "ci_high", "effect_size"),
    *("n_queries", "wins", "ties", "losses", "test", "p_value", "p_adjusted"),
)
FURTHER = (*("relative_difference", "std_dev", "interval", "n_left_out", "detectable_difference", "queries_needed"),)


@dataclass(frozen=True)
class Drawn:
    """What a comparison was made of, to look at its lists again."""

    runs: Any
    judgments: Any
    system: str
    evaluation: Mapping[str, Any]


@dataclass
class Comparison:
    """Systems compared: a row per group, measure and pair.

    details: all columns of `rankhouse.compare` in SQL; `relation` has those that it promises.
    values: the values by query. groups: the columns of `by`. system: the column of `values` that tells systems apart.
    systems, measures: in the order in which they are shown. warnings: what makes the comparison doubtful, in words.
    All others are the arguments of `rankhouse.compare`.
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
    drawn: Drawn | None = None
    warnings: list[str] = field(default_factory=list)

    def __getstate__(self) -> dict[str, Any]:
        """For pickle: with all figures and the values by query, and without the runs that `lists` reads."""
        kept = {name: kept_rows(getattr(self, name)) for name in ("details", "values")}
        return {**self.__dict__, **kept, "drawn": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ |= {**state, **{name: restored(*state[name]) for name in ("details", "values")}}

    @property
    def relation(self) -> duckdb.DuckDBPyRelation:
        """The columns of `by`, measure, metric, k, system, baseline, value, ... p_adjusted, as a DuckDB relation."""
        names = [*self.groups, "measure", "metric", "k", *COLUMNS]
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

    @property
    def verdict(self) -> Verdict | None:
        """What the first measure decides: ship, do not ship, or not decided, and about how many more queries would
        tell.

        Its `decision`, `measure`, `system`, `baseline`, `more_queries`, `reason`; as text, a sentence. None with `by`.
        """
        from rankhouse._comparing.verdict import verdict_of

        return verdict_of(self)

    def flat(self) -> dict[str, float]:
        """Flat names for experiment trackers: `ndcg_10/dense`, `ndcg_10/dense-bm25` (the difference), `.../p`.

        The value of a system is the mean of all that it has, as in `show`. p is `p_adjusted`. NULL is left out.
        Raises InputError for names that are the same without the signs that trackers refuse.
        """
        named: dict[str, str] = {}
        for name in self.systems:
            if (other := named.setdefault(_flat(name), name)) != name:
                raise InputError(f"systems {other!r} and {name!r} are both {_flat(name)!r} here: give them other names")
        found: dict[str, float | None] = {}
        means = means_of(self)
        for pair in pairs_of(self):
            where = "".join(f"{_flat(name)}/" for name in pair.key)
            for name in (pair.baseline, pair.system):
                found[where + _flat(name)] = means.get((*pair.key, name))
            both = f"{where}{_flat(pair.system)}-{_flat(pair.baseline)}"
            found |= {both: pair.row["difference"], f"{both}/p": pair.row["p_adjusted"]}
        return {name: value for name, value in found.items() if value is not None}

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
        measure = self._measure(measure)
        system, baseline = self._pair(system, baseline)
        key = [*map(quoted, self.groups), "query_id"]
        place = quoted(self.system)
        sides = ", ".join(
            f"max(value) filter ({place}::varchar = {literal(name)}) as {side}"
            for name, side in ((system, "own_value"), (baseline, "other_value"))
        )
        sql = (
            f"select {', '.join(key)}, {literal(measure)} as measure, {literal(system)} as system,"
            f" {literal(baseline)} as baseline, own_value as value, other_value as baseline_value,"
            f" own_value - other_value as difference"
            f" from (select {', '.join(key)}, {sides} from answer where measure = {literal(measure)}"
            f" group by {', '.join(key)})"
            f" where own_value is not null and other_value is not null"
            f" order by difference, {', '.join(key)}"
        )
        found = self.values.query("answer", sql)
        assert found is not None
        return printable(found)

    @short_errors
    def lists(
        self,
        query_id: Any,
        system: str | None = None,
        baseline: str | None = None,
        *,
        k: int | None = 20,
        **group: Any,
    ) -> duckdb.DuckDBPyRelation:
        """What two systems return for a query, side by side, with the judgments.

        system, baseline: the two; None: those of the first row. k: the number of ranks; None: all.
        group: values of the columns of `by`.

        Returns a row per rank: `rank`, `baseline_item`, `baseline_relevance`, `item`, `relevance` (NULL: not judged),
        `rank_in_baseline` (of `item`; NULL: not there) and `movement` (how many ranks it went up; negative: down). Runs
        are read again, as they are now. Raises InputError for a comparison of finished values, which has no lists.
        """
        if self.drawn is None:
            raise InputError("these are values by query, which have no lists: compare the runs to see them")
        system, baseline = self._pair(system, baseline)
        unknown = [name for name in group if name not in self.groups]
        if unknown:
            raise InputError(f"lists: {unknown[0]!r} is no column of by{did_you_mean(unknown[0], self.groups)}")
        return side_by_side(self.drawn, query_id, system, baseline, k, group)

    def _measure(self, measure: str | None) -> str:
        if measure is None:
            return self.measures[0]
        named = [name for name in self.measures if name in (measure, _canonical(measure))]
        if not named:
            raise InputError(
                f"{measure!r} is not one of the measures{did_you_mean(measure, self.measures)};"
                f" these are {listed(self.measures)}"
            )
        return named[0]

    def _pair(self, system: str | None, baseline: str | None) -> tuple[str, str]:
        first = self.rows()[0]
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
            raise InputError(f"system and baseline are both {own!r}: name two")
        return own, other

    def __repr__(self) -> str:
        return as_text(self)

    def _repr_html_(self) -> str:
        return as_html(self)

    def show(self) -> None:
        """Print a row per measure with a value per system, then a line per pair and measure.

        A value carries the letters of the systems that are significantly worse; on a terminal the best ones are bold,
        where `rich` is installed. The first 20 lines of pairs are printed.
        """
        show(self)

    @short_errors
    def plot(self) -> Chart:
        """The differences with their intervals as an Altair chart; `rankhouse.plot` has further ones."""
        from rankhouse import plot

        return plot.comparison(self)

    @short_errors
    def to_html(self) -> str:
        """The table of `show` in HTML, as notebooks show it: readable on light and dark pages, without scripts."""
        return as_html(self)

    @short_errors
    def to_markdown(self) -> str:
        """The table of `show` in Markdown."""
        return as_markdown(self)

    @short_errors
    def to_latex(self) -> str:
        """The table of `show` in LaTeX, for the package booktabs."""
        return as_latex(self)


def _flat(value: Any) -> str:
    """A name of letters, digits, dots, hyphens and single underscores: ndcg@10 is ndcg_10."""
    return re.sub(r"[^\w.-]+", "_", str(value)).strip("_")


def _canonical(measure: str) -> str:
    with contextlib.suppress(InputError):
        return str(macros("duckdb").measure_in_table(measure))
    return measure
