"""Renders the dbt package's macros without dbt: plain Jinja2 and stand-ins for what the macros use of dbt."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, nodes

from rankhouse._errors import InputError

PACKAGE = Path(__file__).parent


def shipped(folder: str) -> Path:
    """A folder of the dbt package: beside this module when installed, at the root of a checkout otherwise."""
    installed = PACKAGE / folder
    return installed if installed.is_dir() else PACKAGE.parents[1] / folder


class _Return(Exception):  # noqa: N818  (control flow, not an error)
    def __init__(self, value: Any) -> None:
        self.value = value


def _return(value: Any = None) -> None:
    raise _Return(value)


def _raise_compiler_error(message: str, node: Any = None) -> None:  # noqa: ARG001  (dbt's signature)
    raise InputError(message)


class _Macro:
    """A macro whose `{{ return(...) }}` gives its caller the value itself, as in dbt."""

    def __init__(self, macro: Any) -> None:
        self.macro = macro

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return str(self.macro(*args, **kwargs))
        except _Return as returned:
            return returned.value


class Macros:
    """The package's macros, callable by name, dispatched for one engine.

    `engines` are the dispatch prefixes that are tried in order before `default__`.
    """

    def __init__(self, *engines: str) -> None:
        self.prefixes = (*engines, "default")
        self._environment = Environment(
            loader=FileSystemLoader(shipped("macros")),
            extensions=["jinja2.ext.do"],
            undefined=StrictUndefined,
            keep_trailing_newline=False,
        )
        self._environment.globals |= {
            "rankhouse": self,
            "adapter": SimpleNamespace(dispatch=self._dispatch),
            "return": _return,
            "exceptions": SimpleNamespace(raise_compiler_error=_raise_compiler_error),
        }
        # Compiling all of them takes longer than many an evaluation: a file is compiled when a macro of it is called.
        self.files = {name: path for path in sorted(shipped("macros").rglob("*.sql")) for name in _names(path)}
        self._compiled: dict[str, _Macro] = {}
        self._signatures: dict[str, list[tuple[str, Any]]] = {}

    @property
    def parameters(self) -> dict[str, list[tuple[str, Any]]]:
        """Name and default of each macro's parameters."""
        for name in self.files:
            self._find(name)
        return {name: self._signatures[name] for name in self.files}

    def _find(self, name: str) -> _Macro | None:
        if name not in self._compiled and name in self.files:
            self._compile(self.files[name])
        return self._compiled.get(name)

    def _compile(self, path: Path) -> None:
        tree = self._environment.parse(path.read_text(encoding="utf-8"), path.name, str(path))
        for macro in tree.find_all(nodes.Macro):
            required = len(macro.args) - len(macro.defaults)
            defaults = [None] * required + [default.as_const() for default in macro.defaults]
            self._signatures[macro.name] = [
                (argument.name, default) for argument, default in zip(macro.args, defaults, strict=True)
            ]
        # Jinja's own modules hide names that begin with an underscore; the context has them all.
        template = self._environment.from_string(tree)
        context = template.new_context()
        for _ in template.root_render_func(context):
            pass
        self._compiled |= {name: _Macro(macro) for name, macro in context.vars.items()}

    def _dispatch(self, name: str, package: str) -> _Macro:  # noqa: ARG002  (dbt's signature)
        for prefix in self.prefixes:
            if found := self._find(f"{prefix}__{name}"):
                return found
        raise InputError(f"{name} is not available on {self.prefixes[0]}")

    def __getattr__(self, name: str) -> _Macro:
        if name.startswith("__") or not (found := self._find(name)):
            raise AttributeError(name)
        return found


def _names(path: Path) -> list[str]:
    return re.findall(r"{%-? macro (\w+)\(", path.read_text(encoding="utf-8"))


@cache
def macros(*engines: str) -> Macros:
    return Macros(*engines)
