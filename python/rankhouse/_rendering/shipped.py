"""Where the dbt package and the script of DuckDB macros are."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def shipped(folder: str) -> Path:
    """A folder of the repository: in the Python package when installed, at the root of a checkout otherwise."""
    installed = PACKAGE / folder
    return installed if installed.is_dir() else PACKAGE.parents[1] / folder
