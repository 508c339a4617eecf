"""What the shell offers at the tab key."""

from __future__ import annotations

from collections.abc import Iterator

import rankhouse

CUTOFFS = (1, 5, 10, 20, 100)


def complete_measure(incomplete: str) -> Iterator[str]:
    """Names of measures; after an @, cutoffs."""
    name, at, k = incomplete.partition("@")
    if at:
        yield from (f"{name}@{cutoff}" for cutoff in CUTOFFS if str(cutoff).startswith(k))
        return
    for measure, *_ in rankhouse.measures().project("name").fetchall():
        if measure.startswith(name.lower()):
            yield measure


def complete_convention(incomplete: str) -> Iterator[str]:
    for name, *_ in rankhouse.conventions().project("name").fetchall():
        if name.startswith(incomplete.lower()):
            yield name
