"""How far a report is, for who waits at a terminal or in a notebook."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module

STEPS = 9
"""Of runs and judgments; segments, predictions and logs take more."""


@contextmanager
def steps_shown() -> Iterator[Callable[[str], None]]:
    """What is told of each step; a bar on standard error shows them while somebody looks, and is gone at the end."""
    in_notebook = "ipykernel" in sys.modules
    if not (in_notebook or sys.stderr.isatty()):
        yield lambda _: None
        return
    try:
        bar = import_module("tqdm").tqdm(total=STEPS, leave=False, bar_format="{desc:<50.50}{bar:20} {elapsed}")
    except ImportError:
        yield lambda _: None
        return
    with bar:

        def say(step: str) -> None:
            bar.total = max(bar.total, bar.n + 1)
            bar.set_description_str(f"{step} ...", refresh=False)
            bar.update()
            bar.refresh()

        yield say
