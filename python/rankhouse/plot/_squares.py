"""A matrix of squares whose colours and numbers tell a value."""

from __future__ import annotations

from collections.abc import Sequence

from rankhouse.plot._chart import Row, Spec, names

CELL = 56
"""The height of a square with its number."""


def squares(
    cells: Sequence[Row],
    columns: Sequence[str],
    rows: Sequence[str],
    titles: tuple[str | None, str | None],
    told: list[Spec],
    format: str = ".2f",  # noqa: A002
    scale: Spec | None = None,
) -> Spec:
    """A square for each cell, its colour from little to much, and its value below: on a colour it could not be read.

    scale: of the colours; None: from 0, or the lowest value below it, to 1.
    """
    labels = {"labelAngle": 0, "orient": "bottom"}
    position: Spec = {
        "x": names("column", columns, titles[0], scale={"domain": list(columns)}, axis=labels),
        "y": names("row", rows, titles[1], scale={"domain": list(rows)}),
    }
    ends = [min(0, *(cell["value"] for cell in cells)), 1]
    colour = {"field": "value", "type": "quantitative", "legend": None, "scale": scale or {"domain": ends}}
    return {
        "height": CELL * len(rows),
        "layer": [
            {
                "data": cells,
                "mark": {"type": "point", "shape": "square", "size": 1100, "yOffset": -9},
                "encoding": {**position, "color": colour, "tooltip": told},
            },
            {
                "data": cells,
                "mark": {"type": "text", "dy": 19},
                "encoding": {
                    **position,
                    "text": {"field": "value", "type": "quantitative", "format": format},
                    "tooltip": told,
                },
            },
        ],
    }
