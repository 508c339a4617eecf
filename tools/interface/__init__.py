"""The interface as two tables, arguments.yml and results.yml, and what is made of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from interface import catalogue, docstrings, macro_yaml, models_yaml, words

PARTS = (catalogue, macro_yaml, models_yaml, words, docstrings)


def derived() -> dict[Path, Callable[[], str]]:
    """All of it but the pages of functions."""
    return {path: made for part in PARTS for path, made in part.derived().items()}
