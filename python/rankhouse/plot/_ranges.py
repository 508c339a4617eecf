"""A value within a range, by measure and system: what charts of ties and of unjudged items draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rankhouse.plot._chart import STEP, Spec, height_of, names, number, tips, told_apart


def ranges(
    found: Sequence[dict[str, Any]], column: str | None, tooltip: Sequence[tuple[str, str] | tuple[str, str, str]]
) -> Spec:
    """Bars from the columns lowest to highest, marks at value. `column`: the user's name of the systems' column."""
    measures = list(dict.fromkeys(row["measure"] for row in found))
    systems = list(dict.fromkeys(row["system"] for row in found if row["system"] is not None))
    position: Spec = {"y": names("measure", measures)}
    if len(systems) > 1:
        position["yOffset"] = {"field": "system", "type": "nominal", "sort": systems}
    return {
        "data": list(found),
        "height": height_of(len(measures), 1.6 * STEP, max(1, len(systems))),
        "layer": [
            {
                "mark": {"type": "rule", "strokeWidth": 3},
                "encoding": {
                    **position,
                    "x": {"field": "lowest", "type": "quantitative"},
                    "x2": {"field": "highest"},
                    **told_apart(systems, column),
                },
            },
            {
                "mark": {"type": "point"},
                "encoding": {
                    **position,
                    "x": number("value", "mean over queries", zero=False),
                    **told_apart(systems, column, "shape"),
                    "tooltip": tips(("measure", "measure"), *([("system", column or "")] if systems else []), *tooltip),
                },
            },
        ],
    }
