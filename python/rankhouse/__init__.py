"""Ranking, recommendation and classifier metrics computed where the data lives."""

from importlib.metadata import PackageNotFoundError, version

from rankhouse._errors import InputError
from rankhouse._evaluate import evaluate
from rankhouse._measures import measures
from rankhouse._register import bundle, install, register

try:
    __version__ = version("rankhouse")
except PackageNotFoundError:  # a checkout on the path, not installed
    __version__ = "0.0.0"

__all__ = ["InputError", "bundle", "evaluate", "install", "measures", "register"]
