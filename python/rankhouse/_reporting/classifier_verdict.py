"""What a comparison of classifiers decides: ship, do not ship, or not decided."""

from __future__ import annotations

from collections.abc import Sequence

from rankhouse._comparing.doubts import FEW_QUERIES, n_units
from rankhouse._comparing.pairs import Pair, is_lower_better
from rankhouse._comparing.verdict import Verdict
from rankhouse._results.numbers import about


def verdict_among(pairs: Sequence[Pair], order: Sequence[str], baseline: str | None) -> Verdict | None:
    """pairs: of one measure, with a difference. order: the systems, the best first."""
    if baseline is not None and pairs:
        sign = _sign(pairs)
        return _against_baseline(sorted(pairs, key=lambda pair: -sign * pair.row["difference"]), baseline)
    own = [pair for other in order[1:] for pair in pairs if {pair.system, pair.baseline} == {order[0], other}]
    if not own:
        return None
    best = order[0]
    open_ones = [pair for pair in own if not _is_better(pair, best)]
    pair = (open_ones or own)[0]
    other = pair.baseline if pair.system == best else pair.system
    if open_ones:
        return _not_decided(open_ones, best, other)
    among = other if len(own) == 1 else "every other system"
    reason = f"significantly better than {among} by {pair.measure}{_how(own)}"
    return Verdict("ship", pair.measure, best, other, None, reason)


def _sign(pairs: Sequence[Pair]) -> int:
    return -1 if is_lower_better(pairs[0].row["metric"]) else 1


def _against_baseline(pairs: Sequence[Pair], baseline: str) -> Verdict:
    """pairs: the best system first."""
    better = [pair for pair in pairs if _is_better(pair, pair.system)]
    measure, first = pairs[0].measure, pairs[0]
    if better:
        reason = f"significantly better than {baseline} by {measure}{_how(better[:1])}"
        return Verdict("ship", measure, better[0].system, baseline, None, reason)
    still_open = [pair for pair in pairs if not _is_better(pair, baseline)]
    if still_open:
        return _not_decided(still_open[:1], still_open[0].system, baseline)
    reason = f"significantly worse than {baseline} by {measure}{_how(pairs)}"
    return Verdict("do not ship", measure, first.system, baseline, None, reason)


def _is_better(pair: Pair, system: str) -> bool:
    return pair.is_significant and pair.better == system and n_units(pair.row) >= FEW_QUERIES


def _how(pairs: Sequence[Pair]) -> str:
    """What the p-value of the table does not show: a difference without spread."""
    pair = pairs[0]
    row = pair.row
    if row.get("std_dev") == 0 and row["difference"]:
        return f", by the same amount in each of {row['n_queries']:,} rows"
    return ""


def _not_decided(pairs: Sequence[Pair], system: str, baseline: str) -> Verdict:
    """pairs: all that are open, the one that is told of first."""
    pair = pairs[0]
    missing = [_missing(each) for each in pairs]
    more = None if None in missing else max(each for each in missing if each is not None)
    row = pair.row
    n = n_units(row)
    if n < FEW_QUERIES:
        # A cluster more has a query more, or several.
        one, several = ("cluster", "clusters") if "n_clusters" in row else ("row", "rows")
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
    told = "" if more is None else f"; about {about(more)} more rows would tell"
    return Verdict("not decided", pair.measure, system, baseline, more, reason + told)


def _missing(pair: Pair) -> int | None:
    row, needed = pair.row, pair.row["queries_needed"]
    return None if needed is None or needed <= row["n_queries"] else int(needed) - row["n_queries"]
