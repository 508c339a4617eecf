"""Former names of arguments, accepted with a warning until the next major version."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps

from rankhouse._rendering.errors import Given, Result, warn


def renamed(**names: str) -> Callable[[Callable[Given, Result]], Callable[Given, Result]]:
    """A function that takes arguments under their former names too: `renamed(former="name")`.

    Signatures, editors and type checkers know the new names alone.
    """

    def accepting(function: Callable[Given, Result]) -> Callable[Given, Result]:
        @wraps(function)
        def called(*args: Given.args, **kwargs: Given.kwargs) -> Result:
            for former in names.keys() & kwargs.keys():
                name = names[former]
                if name in inspect.signature(function).bind_partial(*args).arguments or name in kwargs:
                    raise TypeError(f"{function.__name__}() got multiple values for argument {name!r}")
                said = f"{function.__name__}: {former}= is accepted until 2.0: write {name}="
                warn(said, FutureWarning)
                kwargs[name] = kwargs.pop(former)
            return function(*args, **kwargs)

        return called

    return accepting
