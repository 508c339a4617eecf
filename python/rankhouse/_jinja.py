"""Renders the dbt package's macros without dbt: plain Jinja2 and stand-ins for what the macros use of dbt."""

from __future__ import annotations

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
        self.parameters: dict[str, list[tuple[str, Any]]] = {}
        environment = Environment(
            loader=FileSystemLoader(shipped("macros")),
            extensions=["jinja2.ext.do"],
            undefined=StrictUndefined,
            keep_trailing_newline=False,
        )
        self.namespace: dict[str, _Macro] = {}
        environment.globals |= {
            "rankhouse": self,
            "adapter": SimpleNamespace(dispatch=self._dispatch),
            "return": _return,
            "exceptions": SimpleNamespace(raise_compiler_error=_raise_compiler_error),
        }
        for name in sorted(environment.list_templates(extensions=["sql"])):
            # Jinja's own modules hide names that begin with an underscore; the context has them all.
            template = environment.get_template(name)
            context = template.new_context()
            for _ in template.root_render_func(context):
                pass
            self.namespace |= {key: _Macro(value) for key, value in context.vars.items()}
            self._read_signatures(environment, name)

    def _read_signatures(self, environment: Environment, name: str) -> None:
        for macro in environment.parse((shipped("macros") / name).read_text(encoding="utf-8")).find_all(nodes.Macro):
            required = len(macro.args) - len(macro.defaults)
            defaults = [None] * required + [default.as_const() for default in macro.defaults]
            self.parameters[macro.name] = [
                (argument.name, default) for argument, default in zip(macro.args, defaults, strict=True)
            ]

    def _dispatch(self, name: str, package: str) -> _Macro:  # noqa: ARG002  (dbt's signature)
        for prefix in self.prefixes:
            if found := self.namespace.get(f"{prefix}__{name}"):
                return found
        raise InputError(f"{name} is not available on {self.prefixes[0]}")

    def __getattr__(self, name: str) -> _Macro:
        namespace: dict[str, _Macro] = self.__dict__.get("namespace", {})
        if name not in namespace:
            raise AttributeError(name)
        return namespace[name]


@cache
def macros(*engines: str) -> Macros:
    return Macros(*engines)
