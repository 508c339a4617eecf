"""Ctrl-C while a query runs: it ends the query, and at once."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache
from typing import TypeVar

import duckdb

Answer = TypeVar("Answer")
PATIENCE = 0.1
"""Seconds between two looks; Windows hears of Ctrl-C at a look alone."""


def interruptible(con: duckdb.DuckDBPyConnection, work: Callable[[], Answer]) -> Answer:
    """What `work` on the connection gives. Python hears of Ctrl-C in the main thread, and DuckDB would keep that busy
    to the end of its query: the work is done in another."""
    if threading.current_thread() is not threading.main_thread():
        return work()
    future = _worker(os.getpid()).submit(work)
    try:
        while not wait([future], PATIENCE).done:
            pass
        return future.result()
    except BaseException:
        # Again, for as long as the query has not begun or does not notice.
        while not wait([future], PATIENCE).done:
            con.interrupt()
        raise
    finally:
        # Whoever presses Ctrl-C twice waits, too: nothing else may use the connection meanwhile.
        wait([future])
        # An error that names its own frame would live until the next garbage collection.
        del future


@cache
def _worker(process: int) -> ThreadPoolExecutor:  # noqa: ARG001  (a process that is forked has no threads)
    """The other thread, which is kept: a new one for each of the twenty queries takes a fifth of an evaluation."""
    return ThreadPoolExecutor(1, "rankhouse")
