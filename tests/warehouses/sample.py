"""All cases of a check, or a sample of them: `python -m warehouses --sample`.

Every measure and every macro is in a sample. Of the options, policies and tables that a macro is called with it takes
one, which other engines may not: what all engines take is most of it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")
_generator: random.Random | None = None


def begin(engine: str, is_sample: bool) -> None:
    """What is checked in this process from here on: always the same sample of an engine, or all."""
    global _generator
    _generator = random.Random(f"a sample of {engine}") if is_sample else None


def is_whole() -> bool:
    return _generator is None


def some(cases: Iterable[T]) -> list[T]:
    """All, or one of them if there are any."""
    listed = list(cases)
    return listed if _generator is None or not listed else [_generator.choice(listed)]
