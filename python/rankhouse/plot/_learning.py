"""The chart of a learning curve, with the crossings of its systems."""

from __future__ import annotations

from typing import Any

import duckdb

from rankhouse._rendering.errors import InputError, short_errors
from rankhouse.plot._altair import Chart
from rankhouse.plot._chart import MOST_LINES, figure, finished, leading, lines, number, panels, ticks, tips, who
from rankhouse.plot._read import Row, Wanted, reading

CURVE = "rankhouse.learning_curve(run, judgments)"


@short_errors
def learning_curve(
    curve: Any,
    crossings: Any = None,
    *,
    given: str = "n_given",
    system: str | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> Chart:
    """A measure by the number of given ratings, a line with its interval for each system; each measure has a panel.

    curve: what `learning_curve` returns. crossings: what `curve_crossings` returns for the same lists: where systems
        cross, with the interval of that place.
    given: the column with the number of given ratings. system, con: as in `roc`.
    """
    wanted = Wanted("learning_curve", CURVE, ["measure", "value"], ["ci_low", "ci_high", "n_queries"])
    further = {"given_ratings": given}
    with reading(wanted, curve, con, system=system, further=further, every=True) as rows:
        has_intervals = rows.has("ci_low", "ci_high")
        found = rows.ask(
            f"select {'system' if rows.has('system') else 'null::varchar'} as system, measure,"
            f" given_ratings::double as given, value, {'ci_low' if has_intervals else 'null'} as ci_low,"
            f" {'ci_high' if has_intervals else 'null'} as ci_high,"
            f" {'n_queries' if rows.has('n_queries') else 'null'} as n"
            " from given where value is not null order by place"
        )
        column = rows.types.get("system")
    if not found:
        raise InputError("plot.learning_curve: the curve has no points")
    crossed = [] if crossings is None else _crossings(crossings, con)
    systems = list(dict.fromkeys(row["system"] for row in found if row["system"] is not None))
    most = max(row["given"] for row in found)
    shown, thinned = leading([row for row in found if row["given"] == most], systems, MOST_LINES)
    views, findings = [], []
    for measure in dict.fromkeys(row["measure"] for row in found):
        own = [row for row in found if row["measure"] == measure and (not systems or row["system"] in shown)]
        here = [row for row in crossed if row["measure"] == measure]
        axis = {"values": ticks(sorted({row["given"] for row in own})), "labelOverlap": False}
        x = number("given", "given ratings", scale={"zero": False}, axis=axis)
        tip = [
            *who(systems, column),
            ("given", "given ratings", ",d"),
            ("told_value", measure),
            ("told_ci_low", "from"),
            ("told_ci_high", "to"),
            ("n", "users", ",d"),
        ]
        view = {"height": 260, **lines(x, measure, shown, column, tip, own)}
        if here:
            view["layer"].append(
                {
                    "data": here,
                    "mark": {"type": "rule", "style": "reference"},
                    "encoding": {
                        "x": {"field": "crossing", "type": "quantitative"},
                        "tooltip": tips(
                            ("pair", "systems"),
                            ("crossing", "cross at", ".1f"),
                            ("ci_low", "from", ".1f"),
                            ("ci_high", "to", ".1f"),
                        ),
                    },
                }
            )
        views.append(view)
        last = max(own, key=lambda row: (row["given"], row["value"]))
        of_which = f" of {last['system']} is highest, at" if len(systems) > 1 else " is"
        findings.append(f"{measure}{of_which} {figure(last['value'])} with {last['given']:g} given ratings")
        findings += [
            f"{row['pair']} cross at {row['crossing']:.1f}"
            + (f" ({row['ci_low']:.1f} to {row['ci_high']:.1f})" if row["ci_low"] is not None else "")
            for row in here
        ]
    title = "Learning curve"
    notes = [
        f"Dashed: {'; '.join(findings[1:])}." if crossed and len(views) == 1 and len(findings) < 5 else "",
        thinned,
    ]
    return finished(panels(views), title, notes, f"{title}: {'; '.join(findings)}.")


def _crossings(crossings: Any, con: duckdb.DuckDBPyConnection | None) -> list[Row]:
    wanted = Wanted(
        "learning_curve",
        "rankhouse.curve_crossings(run, judgments)",
        ["measure", "other_system", "crossing", "ci_low", "ci_high"],
        texts=("measure", "other_system"),
    )
    with reading(wanted, crossings, con, system="system") as rows:
        return rows.ask(
            "select measure, system || ' and ' || other_system as pair, crossing, ci_low, ci_high from given"
            " where crossing is not null order by place"
        )
