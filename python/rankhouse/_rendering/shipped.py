"""What is installed: the version, the dbt package and the script of DuckDB macros."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

try:
    __version__ = version("rankhouse")
except PackageNotFoundError:
    # A checkout that is not installed.
    __version__ = "0+unknown"
PACKAGE = Path(__file__).parents[1]


def shipped(folder: str) -> Path:
    """A folder of the repository: in the Python package when installed, at the root of a checkout otherwise."""
    installed = PACKAGE / folder
    return installed if installed.is_dir() else PACKAGE.parents[1] / folder
