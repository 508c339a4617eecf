"""The chart of ratings: a board of systems, and which of them are tied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._rendering.renamed import renamed
from rankhouse._results.numbers import between, digits_of, rounded
from rankhouse.plot._altair import Chart
from rankhouse.plot._chart import MOST_LEVELS, Row, Spec, dots, few, finished, height_of, names, number, panels, several
from rankhouse.plot._groups import grouped, require_once, titled, where, without_more
from rankhouse.plot._read import Wanted, reading

MOST_RATED = 50
MOST_TIED = 6
"""Sets in a sentence."""
ENDS = ("ci_low", "ci_high")
RANKS = ("rank_low", "rank_high")


@renamed(ratings="rated")
@short_errors
def board(rated: Any, *, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """Ratings of systems with their intervals, the highest first, and the ranks that the data allow; a panel per group.

    rated: what `rankhouse.preference_ratings` returns.
    con: the connection that has the table, where `rated` is its name.
    """
    figures, told = ("rating", *ENDS, *RANKS), ("win_rate", "n_comparisons")
    optional = ("strength", "rank", *told, "reason")
    wanted = Wanted("board", "rankhouse.preference_ratings(...)", figures, optional, ("reason",))
    with reading(wanted, rated, con, further={"rated": "system"}, every=True) as rows:
        further = [name if rows.has(name) else f"null as {name}" for name in optional[2:]]
        groups = "system" if rows.has("system") else "null::varchar as system"
        found = rows.ask(
            f"select {groups}, rated::varchar as rated, rating as value, {', '.join((*ENDS, *RANKS, *further))}"
            " from given order by place"
        )
        column = rows.types.get("system")
    known = [row for row in found if row["value"] is not None]
    if not known:
        raise InputError(f"plot.board: no system has a rating{_reasons(found)}")
    require_once(found, ("system", "rated"), "board", "system {rated!r}")
    by_group = grouped(known)
    shown = {group: sorted(own, key=by_rating) for group, own in list(by_group.items())[:MOST_LEVELS]}
    left_out = [len(own) for own in shown.values() if len(own) > MOST_RATED]
    kept = {group: own[:MOST_RATED] for group, own in shown.items()}
    x = _with_room([row for own in kept.values() for row in own])
    views = [titled(_rated(own, x), column, group) for group, own in kept.items()]
    n_unknown = len(found) - len(known)
    notes = [
        "With intervals; beside each mark are the ranks that the data allow.",
        without_more(by_group),
        f"The {MOST_RATED} highest of {max(left_out):,} systems." if left_out else "",
        f"Left out: {several(n_unknown, 'system')} without a rating{_reasons(found)}." if n_unknown else "",
    ]
    findings = [_told_board(own, column, group) for group, own in shown.items()]
    return finished(panels(views), "Board", notes, f"Board: {'; '.join(findings)}.")


def _reasons(found: Sequence[Row]) -> str:
    """Why systems have no rating, after a colon, where the table says so."""
    reasons = dict.fromkeys(str(row["reason"]) for row in found if row["value"] is None and row["reason"])
    return f": {'; '.join(reasons)}" if reasons else ""


def by_rating(row: Row) -> tuple[float, str]:
    return -row["value"], row["rated"]


def tied(rows: Sequence[Row]) -> list[list[str]]:
    """Systems whose intervals of ranks overlap, each two of a set; sets are as large as they get.

    rows: the best system first.
    """
    known = [row for row in rows if row["rank_low"] is not None and row["rank_high"] is not None]
    sets: list[list[str]] = []
    # Intervals that overlap in pairs share a rank, and the first that they share is where one of them begins.
    for rank in sorted({row["rank_low"] for row in known}):
        own = [row["rated"] for row in known if row["rank_low"] <= rank <= row["rank_high"]]
        if len(own) > 1 and not any(set(own) <= set(other) for other in sets):
            sets = [*(other for other in sets if not set(other) <= set(own)), own]
    return sets


def told_ties(rows: Sequence[Row]) -> str:
    """Who is tied with whom, in words. rows: the best system first."""
    if all(row["rank_low"] is None for row in rows):
        return "ranks have no intervals"
    sets = [" and ".join(each) if len(each) == 2 else few(each) for each in tied(rows)]
    if not sets:
        return "no two systems are tied"
    more = f"; and {several(len(sets) - MOST_TIED, 'more set')}" if len(sets) > MOST_TIED else ""
    return f"tied: {'; '.join(sets[:MOST_TIED])}{more}"


def _told_board(own: Sequence[Row], column: str | None, group: Any) -> str:
    first = own[0]
    value = rounded(first["value"], digits_of(first["ci_low"], first["ci_high"]))
    interval = between(first["ci_low"], first["ci_high"])
    text = f"{first['rated']} is first with a rating of {value}{f' ({interval})' if interval else ''}"
    if first["win_rate"] is not None:
        text += f" and a win rate of {first['win_rate']:.3f}"
    return f"{where(column, group)}{text}; {told_ties(own)}"


def _with_room(data: Sequence[Row]) -> Spec:
    """Ratings, with room for the labels at the end of the intervals."""
    ends = [value for row in data for value in (row["value"], *(row[end] for end in ENDS)) if value is not None]
    low, high = min(ends), max(ends)
    domain = [low, high + 0.15 * (high - low or abs(high) or 1)]
    return number("value", "rating", scale={"domain": domain, "zero": False})


def ranks_of(row: Mapping[str, Any]) -> str:
    """Such as 2, or 1-2."""
    low, high = row["rank_low"], row["rank_high"]
    if low is None or high is None:
        return ""
    return f"{low:g}" if low == high else f"{low:g}-{high:g}"


def _rated(own: Sequence[Row], x: Spec) -> Spec:
    data = [
        {**row, "ranks": ranks_of(row), "label_at": row["value"] if row["ci_high"] is None else row["ci_high"]}
        for row in own
    ]
    position: Spec = {"y": names("rated", [row["rated"] for row in data])}
    told = [
        ("rated", "system"),
        ("told_value", "rating"),
        ("told_ci_low", "from"),
        ("told_ci_high", "to"),
        ("ranks", "ranks"),
        ("win_rate", "win rate", ".3f"),
        ("n_comparisons", "comparisons", ",d"),
    ]
    spec = dots(position, x, [], None, [each for each in told if data[0].get(each[0], "") is not None], data)
    label: Spec = {
        "mark": {"type": "text", "align": "left", "dx": 8},
        "encoding": {
            **position,
            "x": {"field": "label_at", "type": "quantitative"},
            "text": {"field": "ranks", "type": "nominal"},
        },
    }
    return {**spec, "height": height_of(len(data)), "layer": [*spec["layer"], label]}
