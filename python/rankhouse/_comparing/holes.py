"""Whether labels of unjudged items could turn a comparison round."""

from __future__ import annotations

from collections.abc import Iterator

from rankhouse._evaluating.values import Values
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import quoted
from rankhouse._results.differences import Differences

DEEPEST = 100
"""The last cutoff that is looked at, because the work grows with what is unjudged down to it."""
Bounds = dict[tuple[str, str], tuple[float, float]]


def doubts_of_holes(values: Values, comparison: Differences) -> Iterator[str]:
    """Each system's bounds by themselves: both may be at their worst ends with the same labels, or not."""
    bounds = _bounds(values, comparison)
    turned = []
    for row in comparison.rows():
        sides = ["system", "baseline"] if (row["difference"] or 0) > 0 else ["baseline", "system"]
        ahead, behind = (bounds.get((str(row[side]), row["measure"])) for side in sides)
        if row["difference"] and ahead and behind and ahead[0] < behind[1]:
            turned.append((row, *(row[side] for side in sides), ahead, behind))
    if turned:
        row, first, second, ahead, behind = turned[0]
        more = f" (and {len(turned) - 1:,} more rows)" if len(turned) > 1 else ""
        yield (
            f"{row['measure']} of {row['system']} against {row['baseline']}: labels of unjudged items could turn it"
            f" round{more}: they allow {first!r} {ahead[0]:.4f} to {ahead[1]:.4f} and {second!r} {behind[0]:.4f} to"
            f" {behind[1]:.4f}; see value_bounds, and to_judge for what to label first"
        )


def _bounds(values: Values, comparison: Differences) -> Bounds:
    """(lowest, highest) by system and measure; none under policies that bounds do not know."""
    package, rankings = macros("duckdb"), values.rankings
    others = [name for name, chosen in values.policies.items() if name != "queries" and chosen not in (None, "item")]
    given = rankings.arguments
    measures = [measure for measure in comparison.measures if _has_bounds(measure)]
    judgments = rankings.checked.get("judgments")
    is_known = judgments is not None and set(given["judgments_by"]) <= set(given["by"])
    if others or rankings.pairs or comparison.groups or not measures or not is_known or judgments is None:
        return {}
    (top_grade,) = values.entrance.home.row(
        f"select max({judgments.name('relevance')})::double from {judgments.input.sql}"
    )
    if not top_grade or top_grade <= 0:
        return {}
    sql = package.value_bounds(
        *rankings.relations, measures, top_grade, **given, queries=values.policies.get("queries")
    )
    names = ", ".join([*map(quoted, given["by"]), *package.result_columns("value_bounds")])
    rows = values.entrance.home.rows(
        f"select {quoted(comparison.system)}::varchar, measure, lowest, highest from ({sql}) as found({names})"
        " where value is not null"
    )
    return {(system, measure): (lowest, highest) for system, measure, lowest, highest in rows}


def _has_bounds(measure: str) -> bool:
    package = macros("duckdb")
    (read,) = package.parse_measures([measure])
    if read["k"] is None or read["k"] > DEEPEST:
        return False
    try:
        package.check_bounded([measure])
        package.check_bounded_options([read])
    except InputError:
        return False
    return True
