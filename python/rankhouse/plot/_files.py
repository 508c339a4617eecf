"""Charts as files."""

from __future__ import annotations

import importlib
import re
from html import escape
from pathlib import Path
from typing import Any

from rankhouse._rendering.errors import InputError, short_errors
from rankhouse.plot._altair import Chart

SUFFIXES = (".svg", ".png")
SCALE = 2
"""Pixels of a PNG for each of the chart's."""


def converter() -> Any:
    try:
        return importlib.import_module("vl_convert")
    except ImportError as error:
        raise InputError("files of charts need vl-convert: pip install 'rankhouse[report]'") from error


@short_errors
def save(chart: Chart, path: str | Path) -> Path:
    """Write a chart to a file that ends in .svg or .png, and return its path.

    An SVG has the chart's description as its text alternative, which `chart.save` leaves out.
    """
    target = Path(path)
    suffix = target.suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError(f"plot.save writes .svg and .png, got {str(path)!r}; chart.save knows other formats")
    try:
        if suffix == ".svg":
            target.write_text(svg_of(chart), encoding="utf-8")
        else:
            target.write_bytes(converter().vegalite_to_png(specification(chart), scale=SCALE))
    except OSError as error:
        raise InputError(f"cannot write {str(target)!r}: {error.strerror}") from error
    return target


def specification(chart: Chart) -> dict[str, Any]:
    """In Vega-Lite's terms, with whatever transformer of data is enabled in Altair."""
    return chart.to_dict(context={"pre_transform": False})


def svg_of(chart: Chart) -> str:
    """The picture with its text alternative."""
    svg: str = converter().vegalite_to_svg(specification(chart))
    if not isinstance(chart.description, str):
        return svg
    said = escape(chart.description, quote=True)
    return re.sub("<svg ", lambda _: f'<svg role="img" aria-label="{said}" ', svg, count=1)
