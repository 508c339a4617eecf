"""All cases of a check, or a sample of them: `python -m warehouses --sample`.

Every measure and every macro is in a sample. Of the options, policies and tables that a macro is called with it takes
one, which other engines may not: what all engines take is most of it. Every change has a sample of its own.
"""

from __future__ import annotations

import hashlib
import random
import secrets
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parents[2]

T = TypeVar("T")
_generator: random.Random | None = None


def seed_of_the_checkout() -> str:
    """The same for the same files; where git cannot tell, another one each time."""
    try:
        found = [
            subprocess.run(["git", *command], cwd=ROOT, capture_output=True, check=True).stdout
            for command in (["rev-parse", "HEAD^{tree}"], ["diff", "HEAD"])
        ]
    except (OSError, subprocess.CalledProcessError):
        return secrets.token_hex(4)
    return hashlib.sha256(b"".join(found)).hexdigest()[:8]


def begin(engine: str, seed: str | None) -> None:
    """What is checked in this process from here on: of a seed always the same sample of an engine, without one all."""
    global _generator
    _generator = None if seed is None else random.Random(f"{seed}, {engine}")


def is_whole() -> bool:
    return _generator is None


def some(cases: Iterable[T]) -> list[T]:
    """All, or one of them if there are any."""
    listed = list(cases)
    return listed if _generator is None or not listed else [_generator.choice(listed)]


if __name__ == "__main__":
    print(seed_of_the_checkout())
