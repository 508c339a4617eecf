"""The interface as two tables, arguments.yml and results.yml, and what is made of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from interface import catalogue, docstrings, macro_yaml, words


def derived() -> dict[Path, Callable[[], str]]:
    """All of it but the page of results."""
    return {path: made for part in (catalogue, macro_yaml, words, docstrings) for path, made in part.derived().items()}
