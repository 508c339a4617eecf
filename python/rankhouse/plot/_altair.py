"""Altair, which is an extra: its module, and what its charts are called."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeAlias

from rankhouse._rendering.errors import InputError

if TYPE_CHECKING:
    import altair as alt

Chart: TypeAlias = "alt.Chart | alt.LayerChart | alt.VConcatChart"
MISSING = "charts need altair and vl-convert: pip install 'rankhouse[report]'"


def altair() -> Any:
    try:
        return importlib.import_module("altair")
    except ImportError as error:
        raise InputError(MISSING) from error


def require_altair() -> None:
    """Altair is there, without its import: that takes longer than all charts of a report, which need none of it."""
    if find_spec("altair") is None:
        raise InputError(MISSING)
