"""The chart of a comparison: differences with their intervals."""

from __future__ import annotations

from typing import Any

from rankhouse._comparison import Comparison
from rankhouse._comparison_text import visible
from rankhouse._errors import InputError
from rankhouse.plot._chart import STEP, Chart, Spec, finished, names, number, rule_at, several, tips

MOST_ROWS = 60


def comparison(compared: Any) -> Chart:
    """Differences of systems with their intervals, the significant ones filled.

    compared: what `rankhouse.compare` returns.
    """
    if not isinstance(compared, Comparison):
        raise InputError(
            f"plot.comparison takes what rankhouse.compare(...) returns, got {type(compared).__name__}; for values by"
            " query there are plot.differences and plot.distribution"
        )
    rows = compared.rows()
    known = [row for row in rows if row["difference"] is not None]
    if not known:
        raise InputError("plot.comparison: no pair has a difference")
    thinned = ""
    if len(known) > MOST_ROWS:
        thinned = f"The {MOST_ROWS} largest of {len(known):,} differences."
        largest = sorted(known, key=lambda row: -abs(row["difference"]))[:MOST_ROWS]
        kept = {id(row) for row in largest}
        known = [row for row in known if id(row) in kept]
    n_pairs = len({(row["system"], row["baseline"]) for row in known})
    n_measures = len({row["measure"] for row in known})
    said = {True: "significant", False: "not significant"}
    data = []
    for row in known:
        pair = f"{row['system']} − {row['baseline']}"
        parts = [str(row[name]) for name in compared.groups]
        parts += [row["measure"]] if n_measures > 1 or n_pairs == 1 else []
        parts += [pair] if n_pairs > 1 else []
        data.append(
            {
                "row": visible(" · ".join(parts)),
                "measure": row["measure"],
                "pair": visible(pair),
                "difference": row["difference"],
                "ci_low": row["ci_low"],
                "ci_high": row["ci_high"],
                "p": row["p_adjusted"],
                "n": row["n_queries"],
                "is_significant": said[compared.is_significant(row)],
            }
        )
    order = list(dict.fromkeys(str(row["row"]) for row in data))
    level = f"{1 - compared.confidence:g}"
    told: Spec = {
        "field": "is_significant",
        "type": "nominal",
        "title": None,
        "scale": {"domain": [said[True], said[False]]},
    }
    position: Spec = {"y": names("row", order)}
    spec: Spec = {
        "height": {"step": STEP + 4},
        "layer": [
            rule_at(0),
            {
                "data": data,
                "mark": {"type": "rule", "style": "interval"},
                "encoding": {
                    **position,
                    "x": {"field": "ci_low", "type": "quantitative"},
                    "x2": {"field": "ci_high"},
                    "color": told,
                },
            },
            {
                "data": data,
                "mark": {"type": "point"},
                "encoding": {
                    **position,
                    "x": number("difference", "difference of the means", format="+.3~f"),
                    "color": told,
                    "shape": {**told, "scale": {**told["scale"], "range": ["circle", "diamond"]}},
                    "tooltip": tips(
                        ("pair", "systems"),
                        ("measure", "measure"),
                        ("difference", "difference", "+.4f"),
                        ("ci_low", "from", "+.4f"),
                        ("ci_high", "to", "+.4f"),
                        ("p", "adjusted p", ".4f"),
                        ("n", "queries", ",d"),
                    ),
                },
            },
        ],
    }
    n_significant = sum(row["is_significant"] == said[True] for row in data)
    (first, *_) = known
    title = visible(f"{first['system']} against {first['baseline']}") if n_pairs == 1 else "Differences between systems"
    top = max(known, key=lambda row: abs(row["difference"]))
    finding = (
        f"{n_significant} of {several(len(data), 'difference')} significant at {level}; the largest is"
        f" {top['difference']:+.4f}, {top['measure']} of {top['system']} against {top['baseline']}"
    )
    n_unknown = len(rows) - sum(row["difference"] is not None for row in rows)
    notes = [
        f"Differences of means with {compared.confidence:.0%} intervals; significant: adjusted p below {level}.",
        thinned,
        f"{several(n_unknown, 'difference')} without a value left out." if n_unknown else "",
    ]
    return finished(spec, title, notes, visible(f"{title}: {finding}."))
