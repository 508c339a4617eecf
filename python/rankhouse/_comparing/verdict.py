"""What a comparison decides, by its first measure: ship, do not ship, or not decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from rankhouse._comparing.deciding import deciding_pairs
from rankhouse._comparing.doubts import FEW_QUERIES, n_units
from rankhouse._comparing.pairs import Key, Pair, is_lower_better, means_of
from rankhouse._results.differences import Differences
from rankhouse._results.numbers import NOTHING, digits_of, p_value, rounded

STATUS = {"ship": 0, "do not ship": 1, "not decided": 3, "ship, but": 3}
"""Of `rankhouse compare --exit-with-verdict`; 2 is bad input."""
ONE_OF = {"queries": "query", "rows": "row"}
MOST_NAMED = 3
"""Groups that a sentence names."""


@dataclass(frozen=True)
class Verdict:
    """decision, by `measure`. system: the one to ship or not, against `baseline`.

    more_queries: about how many more would show the difference that there is, at the comparison's power; None where
    that is decided or not known. reason: why, in words. groups: with `by`, the verdict of each combination of values;
    None where it has no difference.
    """

    decision: Literal["ship", "do not ship", "not decided", "ship, but"]
    measure: str
    system: str
    baseline: str
    more_queries: int | None
    reason: str
    groups: Mapping[Key, Verdict | None] = field(default_factory=dict)

    @property
    def status(self) -> int:
        return STATUS[self.decision]

    def __str__(self) -> str:
        if self.decision == "ship, but":
            return f"Ship {self.system}, but {self.reason}."
        named = f" {self.system}" if self.decision != "not decided" else ""
        return f"{self.decision.capitalize()}{named}: {self.reason}."


def verdict_of(comparison: Differences, deciding: Sequence[Pair] | None = None) -> Verdict | None:
    """None where no pair has a difference by the first measure. deciding: its pairs, for who needs them too.

    Against a baseline, the best of the systems that are significantly better is shipped, and none where all are
    significantly worse. Without one, the best is shipped where it is significantly better than every other system.
    In groups what is shipped has to be better in each of them, and nothing is that is worse in one.
    """
    found = deciding_pairs(comparison) if deciding is None else deciding
    pairs = [pair for pair in found if pair.row["difference"] is not None]
    if not pairs:
        return None
    means = means_of(comparison)
    keys = list(dict.fromkeys((*key[:-2], comparison.measures[0]) for key in means))
    if not comparison.groups:
        return verdict_among(pairs, _order(comparison, pairs, means, keys[0]), comparison.baseline)
    groups = {}
    for key in keys:
        own = [pair for pair in pairs if pair.key == key]
        order = _order(comparison, own, means, key) if own else []
        groups[key[:-1]] = verdict_among(own, order, comparison.baseline) if own else None
    if comparison.baseline is None:
        return replace(_among_groups(comparison, groups), groups=groups)
    return replace(_against_baseline_in_groups(comparison, pairs, groups), groups=groups)


def _order(
    comparison: Differences, pairs: Sequence[Pair], means: Mapping[tuple[str | None, ...], float], key: Key
) -> list[str]:
    """The systems that have a mean, the best first."""
    sign = _sign(pairs)
    known = [name for name in comparison.systems if (*key, name) in means]
    return sorted(known, key=lambda name: -sign * means[(*key, name)])


def verdict_among(
    pairs: Sequence[Pair], order: Sequence[str], baseline: str | None, unit: str = "queries"
) -> Verdict | None:
    """pairs: of one measure, with a difference. order: the systems, the best first. unit: what was counted."""
    if baseline is not None and pairs:
        sign = _sign(pairs)
        return _against_baseline(sorted(pairs, key=lambda pair: -sign * pair.row["difference"]), baseline, unit)
    own = [pair for other in order[1:] for pair in pairs if {pair.system, pair.baseline} == {order[0], other}]
    if not own:
        return None
    best = order[0]
    open_ones = [pair for pair in own if not _is_better(pair, best)]
    pair = (open_ones or own)[0]
    other = pair.baseline if pair.system == best else pair.system
    if open_ones:
        return _not_decided(open_ones, best, other, unit)
    among = other if len(own) == 1 else "every other system"
    reason = f"significantly better than {among} by {pair.measure}{_how(own, unit)}"
    return Verdict("ship", pair.measure, best, other, None, reason)


def _sign(pairs: Sequence[Pair]) -> int:
    return -1 if is_lower_better(pairs[0].row["metric"]) else 1


def _against_baseline(pairs: Sequence[Pair], baseline: str, unit: str) -> Verdict:
    """pairs: the best system first."""
    better = [pair for pair in pairs if _is_better(pair, pair.system)]
    measure, first = pairs[0].measure, pairs[0]
    if better:
        reason = f"significantly better than {baseline} by {measure}{_how(better[:1], unit)}"
        return Verdict("ship", measure, better[0].system, baseline, None, reason)
    still_open = [pair for pair in pairs if not _is_better(pair, baseline)]
    if still_open:
        return _not_decided(still_open[:1], still_open[0].system, baseline, unit)
    reason = f"significantly worse than {baseline} by {measure}{_how(pairs, unit)}"
    return Verdict("do not ship", measure, first.system, baseline, None, reason)


def _is_better(pair: Pair, system: str) -> bool:
    return pair.is_significant and pair.better == system and n_units(pair.row) >= FEW_QUERIES


def _how(pairs: Sequence[Pair], unit: str) -> str:
    """What the p-value of the table does not show: a difference without spread, or one that a cap lays open."""
    pair = pairs[0]
    if pair.cap is not None:
        cap = f"{pair.cap:.2g}"
        return f", where no difference counts for more than {cap} in its favour"
    row = pair.row
    if row.get("std_dev") == 0 and row["difference"]:
        return f", by the same amount in each of {row['n_queries']:,} {unit}"
    return ""


def _not_decided(pairs: Sequence[Pair], system: str, baseline: str, unit: str) -> Verdict:
    """pairs: all that are open, the one that is told of first."""
    pair = pairs[0]
    missing = [_missing(each) for each in pairs]
    more = None if None in missing else max(each for each in missing if each is not None)
    row = pair.row
    n = n_units(row)
    if n < FEW_QUERIES:
        # A cluster more has a query more, or several.
        one, several = ("cluster", "clusters") if "n_clusters" in row else (ONE_OF[unit], unit)
        counted = f"1 {one} is" if n == 1 else f"{n} {several} are"
        reason = f"{counted} too few to compare {system} and {baseline} by {pair.measure}"
        more = max(more or 0, FEW_QUERIES - n)
    elif not row["difference"]:
        reason = f"{system} and {baseline} are equal by {pair.measure}"
    elif pair.is_significant:
        reason = f"means and wins of {system} and {baseline} point in opposite directions by {pair.measure}"
        more = None
    else:
        reason = f"{system} and {baseline} do not differ significantly by {pair.measure}"
    told = "" if more is None else f"; about {about(more)} more {unit} would tell"
    return Verdict("not decided", pair.measure, system, baseline, more, reason + told)


def _missing(pair: Pair) -> int | None:
    row, needed = pair.row, pair.row["queries_needed"]
    return None if needed is None or needed <= row["n_queries"] else int(needed) - row["n_queries"]


def about(value: int) -> str:
    """With two digits that count."""
    return f"{int(float(f'{value:.2g}')):,}"


def _against_baseline_in_groups(
    comparison: Differences, pairs: Sequence[Pair], found: Mapping[Key, Verdict | None]
) -> Verdict:
    """Every group is tested by itself: among more groups a loss stays a loss, and a gain has to be one in all."""
    baseline, measure = str(comparison.baseline), comparison.measures[0]
    sign = _sign(pairs)

    def of(system: str) -> list[Pair]:
        return [pair for pair in pairs if pair.system == system]

    systems = list(dict.fromkeys(pair.system for pair in pairs))
    systems.sort(key=lambda name: -sign * sum(pair.row["difference"] for pair in of(name)) / len(of(name)))
    rises = {name: [pair for pair in of(name) if _is_better(pair, name)] for name in systems}
    falls = {name: [pair for pair in of(name) if _is_better(pair, baseline)] for name in systems}
    shipped = next((name for name in systems if len(rises[name]) == len(found)), None)
    groups = f"{len(found)} {'group' if len(found) == 1 else 'groups'}"
    if shipped is not None:
        reason = f"significantly better than {baseline} by {measure} in each of {groups}"
        return Verdict("ship", measure, shipped, baseline, None, reason)
    if all(falls.values()):
        lost = _told_falls(comparison.groups, falls[systems[0]], systems[0])
        reason = f"significantly worse than {baseline} by {measure} in {lost}"
        return Verdict("do not ship", measure, systems[0], baseline, None, reason)
    first = next(name for name in systems if not falls[name])
    reason = f"{first} is significantly better than {baseline} by {measure} in {len(rises[first])} of {groups}"
    return Verdict("not decided", measure, first, baseline, None, reason)


def _among_groups(comparison: Differences, found: Mapping[Key, Verdict | None]) -> Verdict:
    measure, groups = comparison.measures[0], f"{len(found)} {'group' if len(found) == 1 else 'groups'}"
    shipped = {key: each for key, each in found.items() if each is not None and each.decision == "ship"}
    systems = list(dict.fromkeys(each.system for each in shipped.values()))
    first = next(iter(shipped.values()), None) or next(each for each in found.values() if each is not None)
    if len(shipped) == len(found) and len(systems) == 1:
        reason = f"significantly better than {_others(comparison, first)} by {measure} in each of {groups}"
        return Verdict("ship", measure, first.system, first.baseline, None, reason)
    if len(systems) > 1:
        told = [next(key for key, each in shipped.items() if each.system == name) for name in systems[:MOST_NAMED]]
        named = [f"{name} in {_group_named(comparison.groups, key)}" for name, key in zip(systems, told, strict=False)]
        reason = f"{_and(named)} are significantly best by {measure}"
    elif systems:
        reason = f"{systems[0]} is significantly best by {measure} in {len(shipped)} of {groups}"
    else:
        reason = f"no system is significantly best by {measure} in any of {groups}"
    return Verdict("not decided", measure, first.system, first.baseline, None, reason)


def _others(comparison: Differences, verdict: Verdict) -> str:
    return verdict.baseline if len(comparison.systems) == 2 else "every other system"


def with_falls(verdict: Verdict | None, by_column: Mapping[str, Differences]) -> Verdict | None:
    """The same where segments say nothing against what is shipped, else `ship, but`. by_column: comparisons by one.

    Each segment is tested by itself, so that a further one never hides a loss.
    """
    if verdict is None or verdict.decision != "ship":
        return verdict
    falls = {
        column: [
            pair
            for pair in deciding_pairs(comparison)
            if {pair.system, pair.baseline} == {verdict.system, verdict.baseline} and _is_better(pair, verdict.baseline)
        ]
        for column, comparison in by_column.items()
    }
    told = [_told_falls([column], own, verdict.system) for column, own in falls.items() if own]
    if not told:
        return verdict
    reason = (
        f"it is significantly worse than {verdict.baseline} in {_and(told)}; over all queries it is {verdict.reason}"
    )
    return replace(verdict, decision="ship, but", reason=reason)


def _told_falls(columns: Sequence[str], pairs: Sequence[Pair], system: str) -> str:
    """lang de (-0.080, p 0.004), the largest loss first."""
    order = sorted(pairs, key=lambda pair: -abs(pair.row["difference"]))
    named = [
        f"{_group_named(columns, pair.key[:-1])}"
        f" ({_told_difference(pair, system)}, p {p_value(pair.row['p_adjusted'])})"
        for pair in order[:MOST_NAMED]
    ]
    more = len(order) - len(named)
    return _and([*named, f"{more} more"] if more else named)


def _told_difference(pair: Pair, system: str) -> str:
    row = pair.row
    difference = row["difference"] if pair.system == system else -row["difference"]
    return rounded(difference, digits_of(row["ci_low"], row["ci_high"]), has_sign=True)


def _group_named(columns: Sequence[str], values: Sequence[str | None]) -> str:
    return ", ".join(
        f"{column} {NOTHING if value is None else value}" for column, value in zip(columns, values, strict=True)
    )


def _and(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
