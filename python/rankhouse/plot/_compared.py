"""The chart of a comparison: differences with their intervals."""

from __future__ import annotations

from typing import Any

from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._results.differences import Differences
from rankhouse._results.numbers import digits_of, rounded
from rankhouse.plot._altair import Chart
from rankhouse.plot._chart import (
    STEP,
    Row,
    Spec,
    finished,
    height_of,
    names,
    number,
    panels,
    rule_at,
    several,
    tips,
    told,
)

MOST_ROWS = 60
NOTHING: list[Any] = [None]
SAID = {True: "significant", False: "not significant"}


@short_errors
def comparison(compared: Any) -> Chart:
    """Differences of systems with their intervals, the significant ones filled.

    compared: what `rankhouse.compare` returns.
    """
    if not isinstance(compared, Differences):
        raise InputError(
            f"plot.comparison takes what rankhouse.compare(...) returns, got {type(compared).__name__}; for values by"
            " query use plot.differences or plot.distribution"
        )
    rows = compared.rows()
    known = [row for row in rows if row["difference"] is not None]
    if not known:
        raise InputError("plot.comparison: no pair has a difference")
    thinned = ""
    if len(known) > MOST_ROWS:
        thinned = f"{MOST_ROWS} of {len(known):,} differences: the largest of the first measures."
        order = list(compared.measures)
        largest = sorted(known, key=lambda row: (order.index(row["measure"]), -abs(row["difference"])))[:MOST_ROWS]
        kept = {id(row) for row in largest}
        known = [row for row in known if id(row) in kept]
    n_pairs = len({(row["system"], row["baseline"]) for row in known})
    measures = list(dict.fromkeys(str(row["measure"]) for row in known))
    by_measure = n_pairs > 1 or bool(compared.groups)
    data = []
    for row in known:
        pair = f"{row['system']} − {row['baseline']}"
        group = [str(row[name]) for name in compared.groups]
        parts = [*group, *([pair] if n_pairs > 1 or not group else [])] if by_measure else [row["measure"]]
        data.append(
            {
                "row": " · ".join(parts),
                "measure": row["measure"],
                "pair": pair,
                "difference": row["difference"],
                "ci_low": row["ci_low"],
                "ci_high": row["ci_high"],
                "p": row["p_adjusted"],
                "n": row["n_queries"],
                "said": SAID[compared.is_significant(row)],
            }
        )
    ends = [value for row in data for value in (row["difference"], row["ci_low"], row["ci_high"]) if value is not None]
    domain = [min(0.0, *ends), max(0.0, *ends)]
    views = []
    for measure in measures if by_measure else NOTHING:
        own = [row for row in data if measure in (None, row["measure"])]
        is_last = measure in (None, measures[-1])
        view = _forest(own, domain, "difference of the means" if is_last else None)
        if measure is not None and len(measures) > 1:
            view["title"] = {"text": measure, "fontSize": 12, "offset": 6}
        views.append(view)
    level = f"{1 - compared.confidence:.3g}"
    n_significant = sum(row["said"] == SAID[True] for row in data)
    (first, *_) = known
    title = f"{first['system']} against {first['baseline']}" if n_pairs == 1 else "Differences between systems"
    # By the first measure: another one may have larger differences because it is noisier.
    primary = [row for row in known if row["measure"] == known[0]["measure"]]
    top = max(primary, key=lambda row: abs(row["difference"]))
    finding = (
        f"{n_significant} of {several(len(data), 'difference')} significant at {level}; the largest by"
        f" {top['measure']} is {_difference(top)}, {top['system']} against {top['baseline']}"
    )
    n_unknown = len(rows) - sum(row["difference"] is not None for row in rows)
    notes = [
        f"Differences of means with {compared.confidence:.0%} intervals; significant: adjusted p below {level}.",
        thinned,
        f"Left out: {several(n_unknown, 'difference')} without a value." if n_unknown else "",
    ]
    return finished(panels(views, max(len(row["row"]) for row in data)), title, notes, f"{title}: {finding}.")


def _difference(row: Row) -> str:
    return rounded(row["difference"], digits_of(row["ci_low"], row["ci_high"]), has_sign=True)


TOLD_P: Spec = {
    "calculate": "!isValid(datum.p) ? null : datum.p < 0.0001 ? '< 0.0001' : datum.p > 0.9999 ? '> 0.9999'"
    " : format(datum.p, '.4f')",
    "as": "told_p",
}


def _forest(data: list[Row], domain: list[float], title: str | None) -> Spec:
    """Differences below each other, on the lines of their intervals."""
    colour: Spec = {
        "field": "said",
        "type": "nominal",
        "title": None,
        "scale": {"domain": list(SAID.values()), "range": "diverging"},
    }
    shape: Spec = {**colour, "scale": {**colour["scale"], "range": ["circle", "diamond"]}}
    position: Spec = {"y": names("row", list(dict.fromkeys(row["row"] for row in data)))}
    low_high = {"x": {"field": "ci_low", "type": "quantitative"}, "x2": {"field": "ci_high"}}
    return {
        "height": height_of(len(data), STEP + 4),
        "layer": [
            rule_at(0),
            {
                "data": [row for row in data if row["ci_low"] is not None],
                "mark": {"type": "rule", "style": "interval"},
                "encoding": {**position, **low_high, "color": colour},
            },
            {
                "data": data,
                "transform": [*told("difference", "ci_low", "ci_high", sign="+"), TOLD_P],
                "mark": {"type": "point"},
                "encoding": {
                    **position,
                    "x": number("difference", title, format="+.3~f", scale={"domain": domain, "nice": True}),
                    "color": colour,
                    "shape": shape,
                    "tooltip": tips(
                        ("pair", "systems"),
                        ("measure", "measure"),
                        ("told_difference", "difference"),
                        ("told_ci_low", "from"),
                        ("told_ci_high", "to"),
                        ("told_p", "adjusted p"),
                        ("n", "queries", ",d"),
                    ),
                },
            },
        ],
    }
