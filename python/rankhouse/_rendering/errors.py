"""What is said of wrong arguments and names."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

from rankhouse._rendering.jinja import macros
from rankhouse._rendering.refused import UNENCODABLE, ArgumentError, InputError, InputWarning, is_unencodable, warn

__all__ = ["InputError", "InputWarning", "did_you_mean", "listed", "short_errors", "warn"]

Given = ParamSpec("Given")
Result = TypeVar("Result")


def short_errors(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """A public function whose InputError is raised anew: its traceback ends here, and not in the macros' templates.

    IPython reads the files that a traceback names as Python, and fails at those of templates. An argument that the
    function does not have is such an error too, with the word that it has for it.
    """

    @wraps(function)
    def called(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        known = (_arguments_of(function) if kwargs else None) or list(kwargs)
        for name in kwargs:
            if name not in known:
                raise ArgumentError(macros("duckdb").says_no_argument(function.__name__, name, known))
        try:
            return function(*args, **kwargs)
        except InputError as error:
            raise error.with_traceback(None) from None
        except Exception as error:
            if is_unencodable(error):
                raise InputError(UNENCODABLE) from None
            raise

    return called


@cache
def _arguments_of(function: Callable[..., Any]) -> list[str] | None:
    """Its arguments, with those of the dictionary that it takes as `**others: Unpack[Dictionary]`; None: any."""
    names = []
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is not parameter.VAR_KEYWORD:
            names.append(name)
        elif not str(parameter.annotation).startswith("Unpack["):
            return None
        else:
            names += function.__globals__[parameter.annotation[7:-1]].__annotations__
    return names


def did_you_mean(name: str, known: Iterable[object]) -> str:
    """ ": did you mean 'ndcg'?": as the macros say it, and nothing where no name is near."""
    return str(macros("duckdb").did_you_mean(name, [str(one) for one in known]))


def listed(names: Iterable[object]) -> str:
    return ", ".join(repr(str(name)) for name in names) or "none"
