"""Python's garbage collector, where hardly anything goes before the end."""

from __future__ import annotations

import atexit
import gc


def collect_seldom() -> None:
    """The collector need not visit, again and again, what is there by now."""
    gc.freeze()
    gc.set_threshold(20_000, 20)
    atexit.register(gc.unfreeze)
