"""How far a report is, for who waits at a terminal or in a notebook."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from rankhouse._inputs.progress import told

STEPS = 8
"""Of runs and judgments; segments, predictions and logs take more."""


@contextmanager
def steps_shown() -> Iterator[None]:
    """A bar on standard error shows the steps while somebody looks, and is gone at the end."""
    in_notebook = "ipykernel" in sys.modules
    if not (in_notebook or sys.stderr.isatty()):
        yield
        return
    try:
        bar = import_module("tqdm").tqdm(total=STEPS, leave=False, bar_format="{desc:<50.50}{bar:20} {elapsed}")
    except ImportError:
        yield
        return
    with bar:

        def show(step: str) -> None:
            bar.total = max(bar.total, bar.n + 1)
            bar.set_description_str(f"{step} ...", refresh=False)
            bar.update()
            bar.refresh()

        with told(show):
            yield
