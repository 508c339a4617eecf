"""What a comparison decides: the rows of `decision` over its values by query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

from rankhouse._comparing.pairs import Key, Pair, pairs_of
from rankhouse._comparing.values import CLUSTER
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import quoted
from rankhouse._results.differences import Differences

STATUS = {"ship": 0, "do not ship": 1, "not decided": 3, "ship, but": 3}
"""Of `rankhouse compare --exit-with-verdict`; 2 is bad input."""
UNSTEADY = ("wilcoxon", "bootstrap")
"""Tests in which one more lost query can make a decision milder."""
MOST_NAMED = 3
"""Groups that a sentence names."""
SHIP_BUT = 2
"""The outcome from which on a system is shipped; 0 is `do not ship`."""
Row = Mapping[str, Any]


@dataclass(frozen=True)
class Verdict:
    """decision, by `measure`. system: the one to ship or not, against `baseline`.

    more_units: about how many more units (queries, clusters of them) would show the difference that there is, at the
    comparison's power; None where that is decided or not known. reason: why, in words. falls: what is worse, whatever
    the decision is. groups: with `by`, the verdict of each combination of values; None where it has no difference. The
    other fields are those of a row of `decision`; None of several groups together.
    """

    decision: Literal["ship", "do not ship", "not decided", "ship, but"]
    measure: str
    system: str
    baseline: str
    more_units: int | None
    reason: str
    falls: str = ""
    difference: float | None = None
    ci_low: float | None = None
    ci_high: float | None = None
    p_adjusted: float | None = None
    unit: str = "queries"
    n_units: int | None = None
    groups: Mapping[Key, Verdict | None] = field(default_factory=dict)

    @property
    def more_queries(self) -> int | None:
        """The same as `more_units`."""
        return self.more_units

    @property
    def status(self) -> int:
        return STATUS[self.decision]

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # noqa: ARG002
        """In IPython and notebooks: the sentence."""
        printer.text(str(self))

    def __str__(self) -> str:
        said = {"not decided": "Not decided", "do not ship": f"Do not ship {self.system}"}
        return f"{said.get(self.decision, f'Ship {self.system}')}: {self.reason}."


def verdict_told(found: Any) -> Verdict:
    """Of the first row of a relation that a decision made."""
    row = dict(zip(found.columns, found.limit(1).fetchall()[0], strict=True))
    return _verdict({**row, "system": str(row["system"]), "baseline": str(row["baseline"])})


def verdict_of(comparison: Differences) -> Verdict | None:
    """By the first measure; the others are guardrails. None where no pair has a difference."""
    return decided(comparison)[0]


def decided(comparison: Differences, segments: Sequence[str] = ()) -> tuple[Verdict | None, list[Pair]]:
    """The verdict, and the pairs of the first measure as it sees them: by its own test, of this measure alone.

    segments: columns of the values in which nothing may fall. In groups what is shipped has to be better in each of
    them, and nothing is that is worse in one.
    """
    pairs = [pair for pair in pairs_of(comparison) if pair.measure == comparison.measures[0]]
    if all(pair.row["difference"] is None for pair in pairs):
        return None, pairs
    if pairs[0].row["test"] in UNSTEADY:
        return _unless_apart(comparison, _unsteady(pairs[0])), pairs
    rows = _rows(comparison, pairs[0].row["test"], segments)
    known = {(key, row["system"], row["other"]): row for key, row in rows}
    seen = [_seen(pair, known.get((pair.key[:-1], pair.system, pair.baseline))) for pair in pairs]
    systems: dict[Key, dict[str, Row]] = {pair.key[:-1]: {} for pair in pairs}
    for key, row in rows:
        systems[key].setdefault(row["system"], row)
    found = {key: list(rows.values()) for key, rows in systems.items()}
    groups = {key: _unless_apart(comparison, _verdict(rows[0])) if rows else None for key, rows in found.items()}
    if not comparison.groups:
        return _unless_turned(comparison, groups[()]), seen
    told = _of_groups(comparison, {key: rows for key, rows in found.items() if rows})
    return replace(_unless_apart(comparison, told), groups=groups), seen


def _seen(pair: Pair, row: Row | None) -> Pair:
    if row is None:
        return pair
    p = min(1.0, row["p_value"] * row["n_tests"])
    return replace(
        pair,
        row={**pair.row, "p_value": row["p_value"], "p_adjusted": p},
        is_significant=bool(row["is_better"] or row["is_worse"]),
        n_tests=row["n_tests"],
    )


def _rows(comparison: Differences, test: str, segments: Sequence[str]) -> list[tuple[Key, Row]]:
    """Of each group, by its values as text, the rows of decided_pairs; the first are of the system that is told of."""
    table = "answer"
    if comparison.likely is not None:
        table = f"(select *, {CLUSTER} as {quoted(comparison.likely)} from answer)"
    arguments: dict[str, Any] = {
        "baseline": comparison.baseline,
        "system": comparison.system,
        "measure": comparison.measures[0],
        "guardrails": list(comparison.measures[1:]),
        "margins": {},
        "segments": list(segments),
        "by": list(comparison.groups),
        "cluster": CLUSTER if comparison.cluster is not None else None if comparison.likely is not None else False,
        "test": test,
        "confidence": comparison.confidence,
        "power": comparison.power,
    }
    more = {"repetitions": str(comparison.repetitions), "seed": str(comparison.seed)}
    columns = {"weight": "weight"} if comparison.weighs else {}
    sql = macros("duckdb").decided_pairs(table, arguments, more, columns)
    names = [f"{quoted(name)}::varchar as {quoted(name)}" for name in comparison.groups]
    named = f"* replace ({', '.join(names)})" if names else "*"
    found = comparison.values.query("answer", f"select {named} from ({sql}) as decided order by choice")
    assert found is not None
    n_keys = len(comparison.groups)
    answers: list[tuple[Key, Row]] = []
    for row in found.fetchall():
        own = dict(zip(found.columns[n_keys:], row[n_keys:], strict=True))
        sides = {name: str(own[name]) for name in ("system", "baseline", "other")}
        answers.append((row[:n_keys], own | sides))
    return answers


def _verdict(row: Row) -> Verdict:
    return Verdict(**{each.name: row[each.name] for each in fields(Verdict) if each.name != "groups"})


def _unless_turned(comparison: Differences, verdict: Verdict | None) -> Verdict | None:
    """Not decided where something could reverse the difference."""
    if verdict is None or verdict.decision == "not decided":
        return verdict
    systems = frozenset([verdict.system, verdict.baseline])
    for each in comparison.turned:
        if each.measure == verdict.measure and each.systems == systems:
            reason = f"{verdict.system} is {verdict.reason}; {each.reason}"
            return replace(verdict, decision="not decided", reason=reason)
    return verdict


def _unless_apart(comparison: Differences, verdict: Verdict) -> Verdict:
    """Not decided, and nothing promised of more queries, where the systems answer hardly one in common."""
    for pair, reason in comparison.apart.items():
        # Without a baseline all other systems count.
        if verdict.system in pair and (comparison.baseline is None or verdict.baseline in pair):
            return replace(verdict, decision="not decided", more_units=None, reason=reason, falls="")
    return verdict


def _unsteady(pair: Pair) -> Verdict:
    test = pair.row["test"]
    reason = f"with test={test!r} one more lost query can make a decision milder; decide with t, sign or randomisation"
    return Verdict("not decided", pair.measure, pair.system, pair.baseline, None, reason)


def _of_groups(comparison: Differences, found: Mapping[Key, Sequence[Row]]) -> Verdict:
    """found: of each group its systems. Every group is tested by itself, so that a further one never hides a loss."""
    measure, n_groups = comparison.measures[0], len(found)
    groups = f"{n_groups} {'group' if n_groups == 1 else 'groups'}"
    of_system: dict[str, list[tuple[Key, Row]]] = {}
    for key, rows in found.items():
        for row in rows:
            of_system.setdefault(row["system"], []).append((key, row))
    systems = sorted(of_system, key=lambda name: -_mean_gain(of_system[name]))
    won = {name: [each for each in of_system[name] if each[1]["outcome"] >= SHIP_BUT] for name in systems}
    lost = {name: [each for each in of_system[name] if each[1]["is_fallen"]] for name in systems}
    shipped = [name for name in systems if len(won[name]) == n_groups]
    # The one without a "but" is milder.
    shipped.sort(key=lambda name: any(row["falls"] for _, row in won[name]))
    for name in shipped[:1]:
        falls = _told(comparison.groups, [(key, row["falls"]) for key, row in won[name] if row["falls"]])
        other = comparison.baseline or _others(comparison, won[name][0][1])
        reason = f"significantly better than {other} by {measure} in each of {groups}"
        if falls:
            return Verdict("ship, but", measure, name, other, None, f"{reason}, but worse: {falls}", falls)
        return Verdict("ship", measure, name, other, None, reason)
    if comparison.baseline is None:
        first_row = next(iter(found.values()))[0]
        return _best_of_groups(comparison, first_row, won, groups)
    if all(lost.values()):
        falls = _told(comparison.groups, [(key, row["told"]) for key, row in lost[systems[0]]])
        reason = f"significantly worse than {comparison.baseline} by {measure}: {falls}"
        return Verdict("do not ship", measure, systems[0], comparison.baseline, None, reason, falls)
    first = next(name for name in systems if not lost[name])
    reason = f"{first} is significantly better than {comparison.baseline} by {measure} in {len(won[first])} of {groups}"
    return Verdict("not decided", measure, first, comparison.baseline, None, reason)


def _best_of_groups(
    comparison: Differences, first: Row, won: Mapping[str, Sequence[tuple[Key, Row]]], groups: str
) -> Verdict:
    measure, best = comparison.measures[0], {name: rows for name, rows in won.items() if rows}
    row = next(iter(best.values()))[0][1] if best else first
    if len(best) > 1:
        named = [f"{name} in {_named(comparison.groups, rows[0][0])}" for name, rows in [*best.items()][:MOST_NAMED]]
        reason = f"{', '.join(named[:-1])} and {named[-1]} are significantly best by {measure}"
    elif best:
        reason = f"{row['system']} is significantly best by {measure} in {len(best[row['system']])} of {groups}"
    else:
        reason = f"no system is significantly best by {measure} in any of {groups}"
    return Verdict("not decided", measure, row["system"], row["baseline"], None, reason)


def _mean_gain(rows: Sequence[tuple[Key, Row]]) -> float:
    return float(sum(row["gain"] for _, row in rows)) / len(rows)


def _others(comparison: Differences, row: Row) -> str:
    return str(row["baseline"]) if len(comparison.systems) == 2 else "every other system"


def _told(columns: Sequence[str], falls: Sequence[tuple[Key, str]]) -> str:
    """lang de -0.080; lang fr -0.040; 2 more."""
    named = [f"{_named(columns, key)} {told}" for key, told in falls[:MOST_NAMED]]
    more = len(falls) - len(named)
    return "; ".join([*named, f"{more} more"] if more else named)


def _named(columns: Sequence[str], values: Sequence[str | None]) -> str:
    return ", ".join(
        f"{column} {'NULL' if value is None else value}" for column, value in zip(columns, values, strict=True)
    )
