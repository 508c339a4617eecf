"""The chart of what the order of two answers decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import duckdb

from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._results.numbers import between, digits_of, rounded
from rankhouse.plot._altair import Chart
from rankhouse.plot._chart import Row, Spec, dots, finished, height_of, names, number, panels, rule_at, several
from rankhouse.plot._groups import require_once
from rankhouse.plot._read import Wanted, reading

MOST_JUDGES = 50
ENDS = ("ci_low", "ci_high")
FIRST, SAME, BOTH = "first_shown_wins", "order_agreement", "both_orders"


@short_errors
def order_effect(checks: Any, *, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """Whether the order of two answers decides: how often the first shown wins, and how often both orders agree.

    Each group, such as a judge, has a row. Both shares have their intervals; the line is at 0.5, where the order does
    not decide.

    checks: what `rankhouse.preference_checks` returns, by any columns.
    con: the connection that has the table, where `checks` is its name.
    """
    wanted = Wanted("order_effect", "rankhouse.preference_checks(...)", ("check", "value", *ENDS, "n"), (), ("check",))
    with reading(wanted, checks, con, every=True) as rows:
        groups = "system" if rows.has("system") else "'all comparisons' as system"
        found = rows.ask(f'select {groups}, "check", value, ci_low, ci_high, n from given order by place')
        column = rows.types.get("system")
    require_once(found, ("system", "check"), "order_effect", "check {check!r}")
    by_check = {name: {row["system"]: row for row in found if row["check"] == name} for name in (FIRST, SAME, BOTH)}
    known = [row for row in by_check[FIRST].values() if row["value"] is not None]
    if not known:
        raise InputError(f"plot.order_effect: no group has a value of the check {FIRST!r}")
    most = sorted(known, key=lambda row: -row["n"])[:MOST_JUDGES]
    order = [row["system"] for row in known if row in most]
    first = [by_check[FIRST][group] for group in order]
    views = [_shares(first, "share won by the first shown", column, order)]
    views[0]["layer"].insert(0, rule_at(0.5))
    same = [by_check[SAME][group] for group in order if by_check[SAME].get(group, {}).get("value") is not None]
    if same:
        # How many of the pairs the agreement is about.
        shares = {group: row["value"] for group, row in by_check[BOTH].items() if row["value"] is not None}
        labelled = [
            {**row, "label": f"{100 * shares[row['system']]:.0f} % in both" if row["system"] in shares else ""}
            | {"label_at": row["value"] if row["ci_high"] is None else row["ci_high"]}
            for row in same
        ]
        views.append(_shares(labelled, "share with the same verdict in both orders", column, order))
    n_unknown = len(by_check[FIRST]) - len(known)
    notes = [
        "Dashed: 0.5, where the order does not matter.",
        "Below: how often the verdict is the same in both orders, and the share of pairs seen in both." if same else "",
        f"The {MOST_JUDGES} groups with the most comparisons of {len(known):,}." if len(known) > MOST_JUDGES else "",
        f"Left out: {several(n_unknown, 'group')} without decided comparisons." if n_unknown else "",
    ]
    title = "Effect of the order"
    return finished(panels(views), title, notes, f"{title}: {_told_effect(first, same, column)}.")


def _told_effect(first: Sequence[Row], same: Sequence[Row], column: str | None) -> str:
    """Of the groups where the order decides most."""

    def of(row: Row) -> str:
        interval = between(row["ci_low"], row["ci_high"])
        value = rounded(row["value"], digits_of(row["ci_low"], row["ci_high"]))
        return f"{value}{f' ({interval})' if interval else ''}"

    farthest = max(first, key=lambda row: abs(row["value"] - 0.5))
    who = "" if column is None else f" of {farthest['system']}"
    text = f"the first shown wins {of(farthest)} of {several(int(farthest['n']), 'decided comparison')}{who}"
    text += ", farthest from 0.5" if len(first) > 1 else ""
    if same:
        least = min(same, key=lambda row: row["value"])
        who = "" if column is None else f" of {least['system']}"
        text += f"; verdicts{who} are the same in both orders for {of(least)}"
        text += ", the lowest" if len(same) > 1 else ""
    return text


def _shares(data: Sequence[Row], title: str, column: str | None, order: Sequence[Any]) -> Spec:
    position: Spec = {"y": names("system", order, scale={"domain": list(order)})}
    # With room for the labels at the end of the intervals.
    x = number("value", title, scale={"domain": [0, 1.15]}, axis={"values": [0, 0.2, 0.4, 0.6, 0.8, 1]})
    told = [
        *([("system", column)] if column is not None else []),
        ("told_value", "share"),
        ("told_ci_low", "from"),
        ("told_ci_high", "to"),
        ("n", "n", ",d"),
    ]
    spec = dots(position, x, [], None, told, data)
    if "label" in data[0]:
        spec["layer"].append(
            {
                "mark": {"type": "text", "align": "left", "dx": 8},
                "encoding": {
                    **position,
                    "x": {"field": "label_at", "type": "quantitative"},
                    "text": {"field": "label", "type": "nominal"},
                },
            }
        )
    return {**spec, "height": height_of(len(order))}
