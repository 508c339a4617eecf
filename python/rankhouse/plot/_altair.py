"""Altair, which is an extra: its module, and what its charts are called."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, TypeAlias

from rankhouse._rendering.errors import InputError

if TYPE_CHECKING:
    import altair as alt

Chart: TypeAlias = "alt.Chart | alt.LayerChart | alt.VConcatChart"


def altair() -> Any:
    try:
        return importlib.import_module("altair")
    except ImportError as error:
        raise InputError("charts need altair and vl-convert: pip install 'rankhouse[report]'") from error
