"""How charts show themselves in notebooks: with a network or without.

Altair's default loads Vega from a server, and without a network leaves the cell empty. These charts carry a picture,
which every notebook shows, and their specification for those that bring a Vega of their own: JupyterLab and VS Code.
"""

from __future__ import annotations

import contextlib
from typing import Any

import altair as alt

from rankhouse._rendering.errors import InputError
from rankhouse.plot._files import specification, svg_of

OWN_VEGA = "application/vnd.vegalite.v5+json"
"""What notebooks bring. Charts have nothing that only later versions know."""
SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"


class _Shown:
    """Altair's chart with this display; a renderer that the user has enabled in Altair takes precedence."""

    def _repr_mimebundle_(self, *args: Any, **options: Any) -> Any:
        chart: Any = self
        if alt.renderers.active == "default":
            # Without vl-convert there is no picture.
            with contextlib.suppress(InputError):
                return {OWN_VEGA: specification(chart) | {"$schema": SCHEMA}, "image/svg+xml": svg_of(chart)}
        return super()._repr_mimebundle_(*args, **options)  # type: ignore[misc]


class Chart(_Shown, alt.Chart):
    pass


class LayerChart(_Shown, alt.LayerChart):
    pass


class VConcatChart(_Shown, alt.VConcatChart):
    pass
