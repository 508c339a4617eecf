"""Connections of one database that make the same things at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import duckdb

Made = TypeVar("Made")
TRIES = 100
WAIT = 0.05
"""Seconds."""


def tried_again(make: Callable[[], Made]) -> Made:
    """What is made, by us or, while we wait, by another connection."""
    for _ in range(TRIES):
        try:
            return make()
        except duckdb.TransactionException:
            time.sleep(WAIT)
    return make()
