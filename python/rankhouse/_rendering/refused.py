"""The package's own errors and warnings, in a line that stands at the user's own."""

from __future__ import annotations

import sys
import warnings


class InputError(ValueError):
    """What was asked for, or the data, cannot be evaluated; the message says what is wrong and what to do."""

    __module__ = "rankhouse"


class ArgumentError(InputError, TypeError):
    """A function does not have the argument; Python's own error for this is a TypeError."""

    __module__ = "rankhouse"
    __qualname__ = "InputError"


class InputWarning(UserWarning):
    """The data can be evaluated, but the result is rarely what you meant; the message says why and what to do."""

    __module__ = "rankhouse"


def warn(doubt: str, category: type[Warning] = InputWarning) -> None:
    """A warning at the line of the user that has called."""
    warnings.warn(doubt, category, stacklevel=_outside())


def _outside() -> int:
    """The stack level, for a warning of its caller, of the user's line."""
    frame, level = sys._getframe(1), 1
    while frame.f_back and frame.f_globals.get("__name__", "").split(".")[0] in ("rankhouse", "contextlib"):
        frame, level = frame.f_back, level + 1
    return level
