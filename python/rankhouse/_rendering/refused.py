"""The package's own errors and warnings, in a line that stands at the user's own."""

from __future__ import annotations

import sys
import warnings

UNENCODABLE = (
    "a text in the data or the arguments is not valid Unicode, because it has half of a surrogate pair; fix it, for"
    " example with text.encode('utf-8', 'replace').decode()"
)


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


def is_unencodable(error: Exception) -> bool:
    """Whether Python or DuckDB met half of a surrogate pair."""
    return isinstance(error, UnicodeEncodeError) or "cannot encode str as UTF-8" in str(error)
