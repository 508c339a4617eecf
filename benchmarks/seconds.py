"""How long a task of one process takes."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable


def seconds(task: Callable[[], object]) -> tuple[float, float]:
    """By the clock, and of the processors."""
    before, start = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
    task()
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
