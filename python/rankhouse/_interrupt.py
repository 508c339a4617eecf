"""Ctrl-C while a query runs: it ends the query, and at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
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
    answers: list[Answer] = []
    errors: list[BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            answers.append(work())
        except BaseException as error:  # noqa: BLE001  (it is raised below)
            errors.append(error)
        finally:
            done.set()

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    try:
        while not done.wait(PATIENCE):
            pass
    except BaseException:
        # Again, for as long as the query has not begun or does not notice.
        while not done.wait(PATIENCE):
            con.interrupt()
        raise
    finally:
        worker.join()
    if errors:
        try:
            raise errors[0]
        finally:
            # An error that names its own frame would live until the next garbage collection.
            errors.clear()
    return answers[0]
