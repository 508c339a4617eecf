"""The p-values that a verdict goes by: of the first measure alone, and never softer for one more lost query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from math import ceil
from statistics import NormalDist
from typing import Any

from rankhouse._comparing.pairs import Pair, pairs_of
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import literal, quoted
from rankhouse._results.differences import Differences

OF_RANKS = ("sign", "wilcoxon")
"""Tests whose power is not that of the t-test."""
Capped = tuple[float | None, float | None]
"""A p-value, and the difference beyond which no query counts for more."""


def deciding_pairs(comparison: Differences) -> list[Pair]:
    """The pairs of the first measure, their p-values corrected among those of their own group.

    Of the t-test each has the smallest p-value that capping the differences in its favour gives. One that is larger
    widens the spread, and a query that is lost by more would otherwise make a loss less certain.
    """
    pairs = [pair for pair in pairs_of(comparison) if pair.measure == comparison.measures[0]]
    # The t-test of clusters is not one of the values by query.
    can_cap = pairs and pairs[0].row["test"] == "t" and comparison.cluster is None
    capped = _capped(comparison, pairs) if can_cap else {}
    found = []
    for place, pair in enumerate(pairs):
        p, cap = capped.get(place, (None, None))
        own = pair.row["p_value"]
        is_capped = p is not None and (own is None or p < own)
        # Where the test says the same without a cap, nothing needs to be said of it.
        said = cap if is_capped and own is not None and own >= 1 - comparison.confidence else None
        found.append(replace(pair, row={**pair.row, "p_value": p if is_capped else own}, cap=said))
    return [each for _, own in groupby(found, lambda pair: pair.key) for each in _corrected(comparison, list(own))]


def _corrected(comparison: Differences, pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs of one group, each with the queries that its own level needs."""
    level = 1 - comparison.confidence
    found = []
    for pair, (p, place, n_tests) in zip(pairs, _adjusted(comparison, pairs), strict=True):
        shares = {"holm": 1 / (n_tests - place + 1), "bonferroni": 1 / n_tests, "benjamini_hochberg": place / n_tests}
        is_significant = p is not None and p < level
        own_level = level * shares.get(comparison.correction, 1)
        needed = pair.row["queries_needed"] if is_significant else _needed(comparison, pair, own_level)
        row = {**pair.row, "p_adjusted": p, "queries_needed": needed}
        found.append(replace(pair, row=row, is_significant=is_significant, n_tests=n_tests))
    return found


def _adjusted(comparison: Differences, pairs: Sequence[Pair]) -> list[tuple[float | None, int, int]]:
    """The corrected p-values, their places among those of all pairs, the smallest first, and the number of these."""
    given = [pair.row["p_value"] for pair in pairs]
    if len(given) == 1:
        return [(given[0], 1, 1)]
    package = macros("duckdb")
    rows = ", ".join(f"({place}, {_sql(p)})" for place, p in enumerate(given))
    steps = [package.step("tested", "a pair", f"select * from (values {rows}) as given(number, p_value)")]
    steps += package.adjusted_p_values_steps("tested", comparison.correction)
    # A pair without a p-value has the last places: as if it were the last of those with one.
    answer = (
        "select p_adjusted, least(place, greatest(n_tests, 1)), greatest(n_tests, 1)"
        " from rankhouse_tested_adjusted order by number"
    )
    return _asked(comparison, package.query_of(steps, "a pair", answer))


def _needed(comparison: Differences, pair: Pair, level: float) -> int | None:
    """So many queries show the difference that there is, at the level that this pair has to reach."""
    row = pair.row
    wanted = _reach(level, comparison.power)
    if row["test"] in OF_RANKS:
        p = row["p_value"]
        if p is None or p >= 1 or not row["difference"]:
            return None
        return ceil(float(row["n_queries"]) * (wanted / NormalDist().inv_cdf(1 - p / 2)) ** 2)
    needed = row["queries_needed"]
    if needed is None:
        return None
    return ceil(float(needed) * (wanted / _reach(1 - comparison.confidence, comparison.power)) ** 2)


def _reach(level: float, power: float) -> float:
    """How many standard errors a difference has that is found at this level, two-sided, with this power."""
    return NormalDist().inv_cdf(1 - level / 2) + NormalDist().inv_cdf(power)


def _capped(comparison: Differences, pairs: Sequence[Pair]) -> dict[int, Capped]:
    """Of each pair, by its place, the smallest p-value over all caps of the differences on the side of their mean.

    t grows with S^2 / Q, sum and sum of squares. With the k largest differences capped at c it is largest at c = Q / S
    of the others, where it is k + S^2 / Q of these. Where all differences are on one side, no cap is the best one, and
    the sign test has the p-value.
    """
    package, key = macros("duckdb"), _key(comparison)
    rows = ", ".join(
        f"({place}, {_list_of(pair.key[:-1])}, {literal(pair.system)}, {literal(pair.baseline)})"
        for place, pair in enumerate(pairs)
    )
    measured = f"measure = {literal(pairs[0].measure)} and query_id is not null and abs(value::double) < 1e300"
    gaps = f"""
        select
            pairs.number, {package.difference("own.value", "other.value")} as gap
        from (values {rows}) as pairs(number, key, system, baseline)
        join valued as own on own.key = pairs.key and own.system = pairs.system
        join valued as other
            on other.key = pairs.key and other.system = pairs.baseline and other.query_id = own.query_id
    """
    placed = """
        select
            number, gap, largest,
            count(*) over (partition by number) as n, min(gap) over (partition by number) as least,
            row_number() over by_size - 1 as n_capped, lag(gap) over by_size as least_capped,
            sum(gap) over others as rest, sum(gap * gap) over others as squares
        from (
            select
                number, max(abs(gap)) over (partition by number) as largest,
                gap / nullif(max(abs(gap)) over (partition by number), 0)
                * sign(avg(gap) over (partition by number)) as gap
            from gaps
        )
        where gap is not null
        window
            by_size as (partition by number order by gap desc),
            others as (partition by number order by gap desc rows between current row and unbounded following)
    """
    reached = """
        select
            number, any_value(n) as n, any_value(least) as least, max(reached) as reached,
            arg_max(case when n_capped > 0 then largest * squares / rest end, reached) as cap
        from (
            select *, n_capped + rest * rest / squares as reached from placed
            where rest > 0 and (n_capped = 0 or squares <= rest * least_capped)
        )
        group by number
    """
    steps = [
        package.step(
            "statistics",
            "a pair with its t",
            f"with valued as (select {key} as key, {quoted(comparison.system)}::varchar as system, query_id,"
            f" value::double as value from answer where {measured}), gaps as ({gaps}), placed as ({placed}),"
            f" reached as ({reached}) select *, n - 1 as degrees, case when least <= 0 and reached < n"
            " then sqrt(reached * (n - 1) / (n - reached)) end as statistic from reached where n > 1",
        ),
        *package.student_tail_steps("statistics"),
    ]
    sql = package.query_of(
        steps,
        "a pair with its p-value",
        "select number, case when least > 0 then power(2::double, 1 - n) else p_value end,"
        " case when least <= 0 then cap end"
        " from rankhouse_statistics join rankhouse_statistics_tails using (number)",
    )
    return {number: (p, cap) for number, p, cap in _asked(comparison, sql)}


def _key(comparison: Differences) -> str:
    return f"[{', '.join(f'{quoted(name)}::varchar' for name in comparison.groups)}]::varchar[]"


def _list_of(values: Sequence[str | None]) -> str:
    """A list of texts and NULLs."""
    return f"[{', '.join('null' if value is None else literal(value) for value in values)}]::varchar[]"


def _sql(value: float | None) -> str:
    return "null::double" if value is None else f"{value!r}::double"


def _asked(comparison: Differences, sql: str) -> list[tuple[Any, ...]]:
    found = comparison.values.query("answer", sql)
    assert found is not None
    return found.fetchall()
