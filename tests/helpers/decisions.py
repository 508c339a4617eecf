"""What a comparison decides, from the rule's words alone: every cap, every pair, every part by itself."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy import stats

ORDER = ["do not ship", "not decided", "ship, but", "ship"]
ENOUGH = 30
POOL = "small segments of "
LOWER_IS_BETTER = {"rmse", "mae", "log_loss"}
Row = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Rule:
    """What is asked; `unnamed` are columns of clusters that nobody named."""

    measure: str
    baseline: Any = None
    guardrails: Collection[str] | None = None
    margins: Mapping[str, float] = field(default_factory=dict)
    segments: Sequence[str] = ()
    cluster: str | None = None
    unnamed: Sequence[str] = ()
    test: str = "t"
    confidence: float = 0.95

    @property
    def level(self) -> float:
        return 1 - self.confidence


@dataclass(frozen=True, kw_only=True)
class Known:
    """What is decided. `falls`: each with its difference, the largest loss first. `blocked_by`: what stops it."""

    decision: str
    system: Any
    baseline: Any
    difference: float
    p_adjusted: float
    n_units: int
    falls: list[tuple[str, float]]
    blocked_by: set[str]


def capped_r(sums: Iterable[float]) -> float:
    """The largest S^2 / Q over all caps, where the sum is above 0: at each sum, and where it can be largest between."""
    values = np.sort(np.asarray(list(sums), float))[::-1]
    caps = [*values[values > 0]]
    for n_capped in range(len(values)):
        rest = values[n_capped:]
        if rest.sum() > 0:
            caps.append((rest**2).sum() / rest.sum())
    below = np.minimum(values[None, :], np.array(caps)[:, None])
    totals, squares = below.sum(axis=1), (below**2).sum(axis=1)
    return max((s * s / q for s, q in zip(totals, squares, strict=True) if s > 0), default=0.0)


def p_of_sums(sums: Sequence[float], test: str = "t") -> float:
    """Two-sided."""
    if test == "sign":
        return sign_p(sums)
    total = math.fsum(sums)
    if total == 0:
        return 1.0
    signed = [s if total > 0 else -s for s in sums]
    return max(2 * float(stats.norm.sf(math.sqrt(capped_r(signed)))), 2.0 ** (1 - sum(s > 0 for s in signed)))


def sign_p(sums: Iterable[float]) -> float:
    found = list(sums)
    wins, losses = sum(s > 0 for s in found), sum(s < 0 for s in found)
    return float(stats.binomtest(wins, wins + losses).pvalue) if wins + losses else 1.0


def is_better(sums: Sequence[float], rule: Rule, n_tests: int) -> bool:
    """Significantly; whether there are enough units is another question."""
    if math.fsum(sums) <= 0 or p_of_sums(sums, rule.test) * n_tests >= rule.level:
        return False
    return rule.test != "sign" or sum(s > 0 for s in sums) > sum(s < 0 for s in sums)


def is_worse(sums: Sequence[float], rule: Rule, level: float) -> bool:
    if math.fsum(sums) >= 0 or p_of_sums(sums, rule.test) >= level:
        return False
    if rule.test == "t" and len(sums) >= ENOUGH:
        return True
    return sum(s < 0 for s in sums) > sum(s > 0 for s in sums) and sign_p(sums) < level


def is_enough(sums: Iterable[float]) -> bool:
    return sum(s >= 0 for s in sums) >= ENOUGH


@dataclass(frozen=True)
class Pair:
    """One system against another."""

    system: Any
    other: Any
    sums: list[float]
    difference: float
    gain: float
    falls: list[tuple[str, float, float]]
    blocking: set[str]


def decided(rows: Iterable[Row], rule: Rule) -> Known | None:
    """Of one group; None where no two systems have a value for the same query."""
    values: dict[tuple[str, Any], dict[Any, float]] = {}
    metrics: dict[str, str] = {}
    beside: dict[Any, dict[str, set[Any]]] = {}
    for row in rows:
        metrics[row["measure"]] = row["metric"]
        mine = beside.setdefault(row["query_id"], {})
        for name in (*rule.segments, *rule.unnamed, *([rule.cluster] if rule.cluster else [])):
            mine.setdefault(name, set()).add(row[name])
        if row["value"] is not None:
            values.setdefault((row["measure"], row["system"]), {})[row["query_id"]] = row["value"]
    systems = sorted(
        {system for measure, system in values if measure == rule.measure}, key=lambda one: str(one).encode()
    )
    others = [rule.baseline] if rule.baseline is not None else systems
    pairs = [
        _compared(values, metrics, beside, rule, one, other) for one in systems for other in others if one != other
    ]
    candidates: dict[Any, list[Pair]] = {}
    for pair in pairs:
        if pair is not None:
            candidates.setdefault(pair.system, []).append(pair)
    against = 1 if rule.baseline is not None else len(systems) - 1
    n_tests = len(candidates) if rule.baseline is not None else 1
    found = [_candidate(mine, against, n_tests, rule) for mine in candidates.values()]
    if not found:
        return None
    best = max(found, key=lambda one: (one[0], one[1]))
    return best[2]


def _compared(
    values: Mapping[tuple[str, Any], Mapping[Any, float]],
    metrics: Mapping[str, str],
    beside: Mapping[Any, Mapping[str, set[Any]]],
    rule: Rule,
    system: Any,
    other: Any,
) -> Pair | None:
    def differences(measure: str) -> dict[Any, float]:
        own, against = values.get((measure, system), {}), values.get((measure, other), {})
        return {query: own[query] - against[query] for query in own if query in against}

    def unit(query: Any) -> Hashable:
        return query if rule.cluster is None else next(iter(beside[query][rule.cluster]))

    def sign(measure: str) -> int:
        return -1 if metrics[measure] in LOWER_IS_BETTER else 1

    small = rule.level / 5
    plain = differences(rule.measure)
    if not plain:
        return None
    gains = {query: sign(rule.measure) * value for query, value in plain.items()}
    falls = []
    for measure in metrics:
        if measure != rule.measure and (rule.guardrails is None or measure in rule.guardrails):
            found = differences(measure)
            beyond = {query: sign(measure) * value + rule.margins.get(measure, 0) for query, value in found.items()}
            if is_worse(summed(beyond, unit), rule, small):
                falls.append((measure, mean(found.values()), sign(measure) * mean(found.values())))
    for column in rule.segments:
        parts: dict[Any, dict[Any, float]] = {}
        for query, gain in gains.items():
            (value,) = beside[query][column]
            parts.setdefault(value, {})[query] = gain
        named = {f"{column} {'NULL' if value is None else value}": part for value, part in parts.items()}
        # A unit counts that holds a query which is not lost.
        few = [p for p in parts.values() if len({unit(query) for query, gain in p.items() if gain >= 0}) < ENOUGH]
        if len(few) > 1:
            named[POOL + column] = {query: gain for part in few for query, gain in part.items()}
        for label, part in named.items():
            if is_worse(summed(part, unit), rule, small):
                falls.append((label, mean(plain[query] for query in part), mean(part.values())))
    blocking = set()
    for column in rule.unnamed:
        mine = {query: beside[query][column] for query in gains}
        own = summed(
            gains, lambda query, of=mine: (query,) if len(of[query]) > 1 or None in of[query] else str(*of[query])
        )
        if len(own) < len(gains) and p_of_sums(own, rule.test) >= rule.level:
            blocking.add(column)
    return Pair(system, other, summed(gains, unit), mean(plain.values()), mean(gains.values()), falls, blocking)


def _candidate(pairs: Sequence[Pair], against: int, n_tests: int, rule: Rule) -> tuple[int, float, Known]:
    def is_won(pair: Pair) -> bool:
        return is_better(pair.sums, rule, n_tests) and is_enough(pair.sums) and not pair.blocking

    def sureness(pair: Pair) -> tuple[bool, float, float, float]:
        total, p = math.fsum(pair.sums), p_of_sums(pair.sums, rule.test)
        return is_won(pair), float(np.sign(total)), -p if total > 0 else p, pair.gain

    falls = [
        (f"{label}{f' against {pair.other}' if against > 1 else ''}", difference, gain)
        for pair in pairs
        for label, difference, gain in pair.falls
    ]
    told = min(pairs, key=sureness)
    if sum(map(is_won, pairs)) == against:
        outcome = 2 if falls else 3
    else:
        is_lost = rule.baseline is not None and is_worse(told.sums, rule, rule.level) and not told.blocking
        outcome = 0 if is_lost else 1
    p = p_of_sums(told.sums, rule.test)
    significant = is_better(told.sums, rule, n_tests) or is_worse(told.sums, rule, rule.level)
    return (
        outcome,
        told.gain,
        Known(
            decision=ORDER[outcome],
            system=told.system,
            baseline=told.other,
            difference=told.difference,
            p_adjusted=min(1.0, p * n_tests) if math.fsum(told.sums) > 0 else p,
            n_units=len(told.sums),
            falls=[
                (label, difference)
                for label, difference, _ in sorted(falls, key=lambda one: (round(one[2], 12), one[0]))
            ],
            blocked_by=told.blocking if significant else set(),
        ),
    )


def summed(gains: Mapping[Any, float], unit: Callable[[Any], Hashable]) -> list[float]:
    """Of each unit the sum over its queries."""
    found: dict[Hashable, float] = {}
    for query, gain in gains.items():
        found[unit(query)] = found.get(unit(query), 0.0) + gain
    return list(found.values())


def mean(values: Iterable[float]) -> float:
    found = list(values)
    return math.fsum(found) / len(found)


def told(falls: str) -> list[tuple[str, float]]:
    """What falls and its difference, as the text has them: five at most, without the number of others."""
    found = [re.fullmatch(r"(.*) ([-+]?[0-9][^ ]*)( against .*)?", each, re.DOTALL) for each in falls.split("; ")[:5]]
    return [(each[1] + (each[3] or ""), float(each[2])) for each in found if each]


def chance_of_decision(sums: Sequence[float], n: int, level: float, test: str = "t") -> float:
    """That n units like these decide: they are significant, and enough of them are on the right side."""
    z = float(stats.norm.isf(level / 2))
    all_units = len(sums)
    up = sum(s > 0 for s in sums) / all_units
    down = sum(s < 0 for s in sums) / all_units
    is_gain = math.fsum(sums) > 0
    winning = up if is_gain else down
    enough_won = 1.0 - float(stats.binom.cdf(math.ceil(1 - math.log2(level)) - 1, n, winning))
    enough_kept = float(stats.binom.sf(ENOUGH - 1, n, 1 - down)) if is_gain else 1.0
    if test == "sign":
        raise NotImplementedError
    if n <= z * z:
        return 0.0
    limit = math.sqrt(z * z * (n - 1) / (n - z * z))
    deviation = float(np.std(sums, ddof=1))
    place = math.sqrt(n) * abs(mean(sums)) / deviation - limit if deviation else math.inf
    chance = float(stats.norm.cdf(place)) * enough_won
    if not is_gain and n < ENOUGH:
        wins = np.arange(n + 1)
        tests = np.minimum(1, 2 * stats.binom.cdf(wins, n, 0.5))
        chance = min(chance, float(stats.binom.pmf(wins, n, up)[(2 * wins < n) & (tests < level)].sum()))
    return chance * enough_kept
