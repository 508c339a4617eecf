"""The chart of pairs of systems: how often one is preferred to the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import duckdb

from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._results.numbers import between, digits_of, rounded
from rankhouse.plot._altair import Chart
from rankhouse.plot._chart import MOST_LEVELS, Row, Spec, finished, panels, several, tips
from rankhouse.plot._groups import grouped, require_once, titled, where, without_more
from rankhouse.plot._read import Wanted, reading
from rankhouse.plot._squares import squares

MOST_MATRIX = 12
"""Systems in a matrix: the numbers of more would run into each other."""
ENDS = ("ci_low", "ci_high")
COUNTS = ("wins", "ties", "losses")


@short_errors
def win_rates(pairs: Any, *, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """How often the row's system is preferred to the column's, the best system first; a panel per group.

    Two systems that never met have no cell.

    pairs: what `rankhouse.preference_pairs` returns.
    con: the connection that has the table, where `pairs` is its name.
    """
    others = (*COUNTS, *ENDS, "p_value", "p_adjusted", "n_queries", "expected_win_rate")
    wanted = Wanted(
        "win_rates", "rankhouse.preference_pairs(...)", ("baseline", "win_rate"), others, texts=("baseline",)
    )
    with reading(wanted, pairs, con, further={"own": "system"}, every=True) as rows:
        further = [name if rows.has(name) else f"null as {name}" for name in (*ENDS, "n_queries")]
        groups = "system" if rows.has("system") else "null::varchar as system"
        found = rows.ask(
            f"select {groups}, own::varchar as own, baseline, win_rate, {', '.join(further)} from given order by place"
        )
        column = rows.types.get("system")
    known = [row for row in found if row["win_rate"] is not None]
    if not known:
        raise InputError("plot.win_rates: no two systems have a win rate")
    require_once(found, ("system", "own", "baseline"), "win_rates", "system {own!r} and baseline {baseline!r}")
    by_group = grouped(known)
    shown = list(by_group.items())[:MOST_LEVELS]
    orders = {group: best_first(own) for group, own in shown}
    views = [titled(_matrix(own, orders[group]), column, group) for group, own in shown]
    most = max(map(len, orders.values()))
    findings = [_told_rates(own, column, group) for group, own in shown]
    notes = [
        "How often the row's system is preferred to the column's; ties count half.",
        without_more(by_group),
        f"The {MOST_MATRIX} highest of {most:,} systems." if most > MOST_MATRIX else "",
        f"Left out: {several(len(found) - len(known), 'pair')} without a win rate." if len(found) > len(known) else "",
    ]
    return finished(panels(views), "Win rates", notes, f"Win rates: {'; '.join(findings)}.")


def both_ways(own: Sequence[Row]) -> list[Row]:
    """Each pair from both sides."""
    cells = []
    for row in own:
        rate, low, high = row["win_rate"], row["ci_low"], row["ci_high"]
        turned = {"ci_low": None if high is None else 1 - high, "ci_high": None if low is None else 1 - low}
        cells.append({**row, "row": row["own"], "column": row["baseline"], "value": rate})
        cells.append({**row, **turned, "row": row["baseline"], "column": row["own"], "value": 1 - rate})
    return cells


def baseline_of(own: Sequence[Row]) -> str | None:
    """The system that all others are compared with; None where there are several, or just one pair."""
    baselines = {row["baseline"] for row in own}
    return baselines.pop() if len(own) > 1 and len(baselines) == 1 else None


def best_first(own: Sequence[Row]) -> list[str]:
    """By the mean of the rates against the systems that each met."""
    rates: dict[str, list[float]] = {}
    for cell in both_ways(own):
        rates.setdefault(cell["row"], []).append(cell["value"])
    return sorted(rates, key=lambda name: (-sum(rates[name]) / len(rates[name]), name))


def _matrix(own: Sequence[Row], order: Sequence[str]) -> Spec:
    baseline = baseline_of(own)
    shown = [name for name in order if name != baseline][:MOST_MATRIX]
    columns = shown if baseline is None else [baseline]
    cells = [cell for cell in both_ways(own) if cell["row"] in shown and cell["column"] in columns]
    told = tips(("row", "system"), ("column", "against"), ("value", "win rate", ".3f"))
    if any(cell["ci_low"] is not None for cell in cells):
        told += tips(("ci_low", "from", ".3f"), ("ci_high", "to", ".3f"))
    if any(cell["n_queries"] is not None for cell in cells):
        told += tips(("n_queries", "queries", ",d"))
    # The middle of the colours is where neither is preferred.
    scale = {"domain": [0, 1], "range": "heatmap", "interpolate": "rgb"}
    return squares(cells, columns, shown, ("against", None), told, scale=scale)


def _told_rates(own: Sequence[Row], column: str | None, group: Any) -> str:
    cells = both_ways(own)
    top = max(cells, key=lambda cell: cell["value"])
    interval = between(top["ci_low"], top["ci_high"])
    rate = rounded(top["value"], digits_of(top["ci_low"], top["ci_high"]))
    highest = f", the highest of {len(own):,} pairs" if len(own) > 1 else ""
    text = (
        f"{top['row']} has a win rate of {rate}{f' ({interval})' if interval else ''} against {top['column']}{highest}"
    )
    n_systems = len({cell["row"] for cell in cells})
    n_apart = n_systems * (n_systems - 1) // 2 - len(own)
    # Of a baseline alone nobody asked for other pairs.
    apart = f"; {several(n_apart, 'pair')} without comparisons" if n_apart and baseline_of(own) is None else ""
    return f"{where(column, group)}{text}{apart}"
