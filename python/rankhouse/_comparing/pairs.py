"""The pairs of a comparison, the means of its systems, and who is better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import quoted
from rankhouse._results.differences import Differences

Key = tuple[str | None, ...]
"""The values of the grouping columns, then the measure."""


@dataclass(frozen=True)
class Pair:
    """A row of the comparison, its names as text.

    n_tests: among which its p-value is corrected.
    """

    key: Key
    system: str
    baseline: str
    row: Mapping[str, Any]
    is_significant: bool
    n_tests: int = 1

    @property
    def measure(self) -> str:
        return str(self.key[-1])

    @property
    def better(self) -> str | None:
        """The system that is better; None where the test's own count points the other way than the means."""
        row = self.row
        if not row["difference"]:
            return None
        if row["test"] in ("sign", "wilcoxon") and (row["wins"] - row["losses"]) * row["difference"] <= 0:
            return None
        return self.system if (row["difference"] > 0) != is_lower_better(row["metric"]) else self.baseline


def is_lower_better(metric: Any) -> bool:
    return metric in _losses()


@cache
def _losses() -> frozenset[str]:
    return frozenset(macros("duckdb").lower_is_better())


def pairs_of(comparison: Differences) -> list[Pair]:
    # As text, because a name may be a number and a group a list.
    named = [*map(quoted, comparison.groups), "measure", "system", "baseline"]
    names = comparison.details.project(", ".join(f"{name}::varchar" for name in named)).fetchall()
    return [
        Pair(name[:-2], str(name[-2]), str(name[-1]), row, comparison.is_significant(row))
        for name, row in zip(names, comparison.rows(), strict=True)
    ]


def means_of(comparison: Differences) -> dict[tuple[str | None, ...], float]:
    """The mean of a system over all queries for which it has a value, by key and system."""
    names = [*map(quoted, comparison.groups), "measure", quoted(comparison.system)]
    key = ", ".join(f"{name}::varchar" for name in names)
    package, value = macros("duckdb"), "value::double"
    mean = package.weighted_mean(value=value) if comparison.weighs else package.mean_of(value)
    found = comparison.values.query(
        "answer",
        f"select {key}, {mean} from answer where query_id is not null and abs(value::double) < 1e300"
        f" group by {', '.join(str(place + 1) for place in range(len(names)))}",
    )
    assert found is not None
    return {tuple(row[:-1]): row[-1] for row in found.fetchall()}


def beaten_by(pairs: Sequence[Pair]) -> dict[tuple[Key, str], set[str]]:
    """The systems than which one is significantly better."""
    beaten: dict[tuple[Key, str], set[str]] = {}
    for pair in pairs:
        if pair.is_significant and pair.better is not None:
            worse = pair.baseline if pair.better == pair.system else pair.system
            beaten.setdefault((pair.key, pair.better), set()).add(worse)
    return beaten


def has_ranks(comparison: Differences) -> bool:
    """Whether all pairs are compared, more than one, with a correction that holds for all of them together."""
    is_for_all = comparison.correction in ("holm", "bonferroni")
    return is_for_all and comparison.baseline is None and len(comparison.systems) > 2


def ranks_of(comparison: Differences, pairs: Sequence[Pair]) -> dict[tuple[Key, str], str]:
    """The ranks that a system may have, from the letters: rank_low and rank_high of `system_ranks`."""
    if not has_ranks(comparison):
        return {}
    beaten, means = beaten_by(pairs), means_of(comparison)
    ranks = {}
    for key in dict.fromkeys(pair.key for pair in pairs):
        present = [name for name in comparison.systems if (*key, name) in means]
        for name in present:
            lowest = 1 + sum(name in beaten.get((key, other), ()) for other in present)
            highest = len(present) - len(beaten.get((key, name), ()))
            ranks[key, name] = f"{lowest}" if lowest == highest else f"{lowest}-{highest}"
    return ranks
