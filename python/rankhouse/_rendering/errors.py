"""What is said of wrong arguments and data, in a line that stands at the user's own."""

from __future__ import annotations

import difflib
import sys
import warnings
from collections.abc import Callable, Iterable
from functools import wraps
from typing import ParamSpec, TypeVar

UNENCODABLE = (
    "a text in the data or the arguments is not valid Unicode, because it has half of a surrogate pair; fix it, for"
    " example with text.encode('utf-8', 'replace').decode()"
)
Given = ParamSpec("Given")
Result = TypeVar("Result")


class InputError(ValueError):
    """What was asked for, or the data, cannot be evaluated; the message says what is wrong and what to do."""

    __module__ = "rankhouse"


class InputWarning(UserWarning):
    """The data can be evaluated, but the result is rarely what you meant; the message says why and what to do."""

    __module__ = "rankhouse"


def short_errors(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """A public function whose InputError is raised anew: its traceback ends here, and not in the macros' templates.

    IPython reads the files that a traceback names as Python, and fails at those of templates.
    """

    @wraps(function)
    def called(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        try:
            return function(*args, **kwargs)
        except InputError as error:
            raise error.with_traceback(None) from None
        except Exception as error:
            if is_unencodable(error):
                raise InputError(UNENCODABLE) from None
            raise

    return called


def is_unencodable(error: Exception) -> bool:
    """Whether Python or DuckDB met half of a surrogate pair."""
    return isinstance(error, UnicodeEncodeError) or "cannot encode str as UTF-8" in str(error)


def warn(doubt: str, category: type[Warning] = InputWarning) -> None:
    """A warning at the line of the user that has called."""
    warnings.warn(doubt, category, stacklevel=_outside())


def _outside() -> int:
    """The stack level, for a warning of its caller, of the user's line."""
    frame, level = sys._getframe(1), 1
    while frame.f_back and frame.f_globals.get("__name__", "").split(".")[0] in ("rankhouse", "contextlib"):
        frame, level = frame.f_back, level + 1
    return level


def did_you_mean(name: str, known: Iterable[object]) -> str:
    by_folded = {str(one).lower(): str(one) for one in known}
    close = difflib.get_close_matches(name.lower(), by_folded, n=1, cutoff=0.6)
    return f": did you mean {by_folded[close[0]]!r}?" if close else ""


def listed(names: Iterable[object]) -> str:
    return ", ".join(repr(str(name)) for name in names) or "none"
