"""What `compare` returns: a table of differences, and ways to look into it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import duckdb

from rankhouse._comparing.lists import Drawn, side_by_side
from rankhouse._comparing.pairs import means_of, pairs_of
from rankhouse._comparing.table import as_html, as_latex, as_markdown, as_text, show
from rankhouse._comparing.verdict import Verdict, verdict_of
from rankhouse._rendering.errors import InputError, did_you_mean, short_errors, warn
from rankhouse._results.differences import Differences

if TYPE_CHECKING:
    from rankhouse.plot._altair import Chart


@dataclass(repr=False)
class Comparison(Differences):
    """Systems compared: a row per group, measure and pair; and ways to look into them.

    details: all columns of `rankhouse.compare` in SQL; `relation` has those that it promises.
    values: the values by query. groups: the columns of `by`. system: the column of `values` that tells systems apart.
    systems, measures: in the order in which they are shown. warnings: what makes the comparison doubtful, in words.
    All others are the arguments of `rankhouse.compare`.
    """

    # Where users find it, and pickles.
    __module__ = "rankhouse"

    drawn: Drawn | None = None

    def __getstate__(self) -> dict[str, Any]:
        """For pickle: with all figures and the values by query, and without the runs that `lists` reads."""
        return {**super().__getstate__(), "drawn": None}

    @property
    def verdict(self) -> Verdict | None:
        """What the first measure decides: ship, do not ship, or not decided; the others are guardrails.

        A row of `rankhouse.decision` with `decision`, `measure`, `system`, `baseline`, `more_units`, `falls`, `reason`
        and its other fields; as text, a sentence. With `by`, `groups` has the verdict of each group. None
        where no pair has a difference.
        """
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
        system, baseline = self.pair_of(system, baseline)
        unknown = [name for name in group if name not in self.groups]
        if unknown:
            raise InputError(f"lists: {unknown[0]!r} is not a column of by{did_you_mean(unknown[0], self.groups)}")
        return side_by_side(self.drawn, query_id, system, baseline, k, group)

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
        """Write `rankhouse.plot.comparison(compared)`: this method is there until 2.0."""
        warn("Comparison.plot() will be removed in 2.0: use rankhouse.plot.comparison(compared)", FutureWarning)
        # Charts are imported when they are asked for: they need an extra.
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
