"""How charts look: two configurations of Vega-Lite, for light pages and for dark ones.

Charts name roles, never colours: the ranges and styles of a configuration say what each looks like. Every colour of a
mark or a text has a contrast of 4.5 or more to its background (WCAG AA of texts), and any two of them stay apart for
people who see red and green, or blue and yellow, alike. Dashes and shapes tell systems apart without any colour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Config = dict[str, Any]

FONT = "Arial, 'Liberation Sans', Arimo, Helvetica, sans-serif"
"""Of one width on every machine: a picture is laid out where it is made, and drawn where it is seen."""
DASHES = [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [12, 4]]
SHAPES = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right"]


def config(colours: Sequence[str], ramp: Sequence[str], halves: Sequence[str], roles: Mapping[str, str]) -> Config:
    """A configuration of Vega-Lite.

    colours: of systems. ramp: from little to much. halves: below the middle, the middle, above it.
    roles: `background`, `text`, `muted` (labels), `grid`, `reference` (lines to compare with).
    """
    text, muted, reference = roles["text"], roles["muted"], roles["reference"]
    return {
        "background": roles["background"],
        "font": FONT,
        "padding": 8,
        "title": {
            "anchor": "start",
            "frame": "group",
            "color": text,
            "fontSize": 15,
            "fontWeight": 600,
            "subtitleColor": muted,
            "subtitleFontSize": 12,
            "subtitlePadding": 4,
            "offset": 12,
        },
        "axis": {
            "labelColor": muted,
            "titleColor": text,
            "titleFontWeight": "normal",
            "labelFontSize": 11,
            "titleFontSize": 12,
            "labelLimit": 170,
            "labelOverlap": True,
            "gridColor": roles["grid"],
            "domainColor": muted,
            "tickColor": muted,
            "labelFlush": False,
        },
        "axisQuantitative": {"tickCount": 6},
        "axisBand": {"grid": False, "ticks": False, "domain": False, "labelPadding": 6, "labelOverlap": False},
        "legend": {
            "labelColor": text,
            "titleColor": text,
            "titleFontWeight": "normal",
            "labelFontSize": 12,
            "titleFontSize": 12,
            "orient": "top",
            "direction": "horizontal",
            "labelLimit": 220,
            "symbolSize": 90,
            "symbolStrokeWidth": 2,
            "offset": 8,
        },
        "view": {"stroke": None},
        "range": {"category": list(colours), "ordinal": list(ramp), "ramp": list(ramp), "heatmap": list(halves)}
        # Of what is significant and what is not: no colour of a system.
        | {"symbol": SHAPES, "diverging": [text, reference]},
        "mark": {"color": colours[0], "tooltip": None},
        "line": {"strokeWidth": 2},
        "point": {"filled": True, "size": 55, "opacity": 1},
        "rule": {"color": colours[0]},
        "text": {"color": text, "fontSize": 11},
        "style": {
            # A line to compare with: nothing, chance, perfection.
            "reference": {"stroke": reference, "strokeWidth": 1, "strokeDash": [4, 3], "color": reference},
            "interval": {"strokeWidth": 1.5},
            "band": {"opacity": 0.16},
            "note": {"color": muted, "fontSize": 11},
            "guide-label": {"font": FONT},
            "guide-title": {"font": FONT},
        },
    }


LIGHT = config(
    ["#0462A8", "#E90147", "#03350D", "#6B550E", "#2B04AD", "#780A43"],
    ["#E8F1FA", "#B3D1EA", "#6FA8D3", "#2F7AB5", "#0A4F86", "#062F52"],
    ["#7A3300", "#BF6A1F", "#E3B98C", "#DDE1E6", "#92BFE2", "#2F7AB5", "#0A4F86"],
    {"background": "#FFFFFF", "text": "#1F2328", "muted": "#57606A", "grid": "#E6E9ED", "reference": "#6B7280"},
)
"""For light pages."""

DARK = config(
    ["#6EC1FC", "#FC1372", "#C3E69B", "#E29436", "#2F927B", "#916DE3"],
    ["#14263A", "#1D4166", "#2C6699", "#4B90C9", "#86BDE8", "#CFE5F8"],
    ["#FFC078", "#D08A3C", "#7E5630", "#3A414A", "#2C5F8E", "#4B90C9", "#9CCDF2"],
    {"background": "#14171C", "text": "#E6E8EB", "muted": "#A9B1BB", "grid": "#2B3038", "reference": "#9AA3AE"},
)
"""For dark pages: `chart.configure(**rankhouse.plot.theme.DARK)`."""
