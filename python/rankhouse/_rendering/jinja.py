"""Renders the dbt package's macros without dbt: plain Jinja2 and stand-ins for what the macros use of dbt."""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from copy import copy
from functools import cache, cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined, nodes
from jinja2.bccache import Bucket
from jinja2.runtime import Context
from jinja2.utils import Namespace

from rankhouse._rendering.kept import cache_folder
from rankhouse._rendering.refused import InputError
from rankhouse._rendering.shipped import shipped


class _Return(Exception):  # noqa: N818  (control flow, not an error)
    def __init__(self, value: Any) -> None:
        self.value = value


def _return(value: Any = None) -> None:
    raise _Return(value)


def _raise_compiler_error(message: str, node: Any = None) -> None:  # noqa: ARG001  (dbt's signature)
    raise InputError(message)


class _Context(Context):
    """Calls at once. Jinja asks every callable whether it wants the context, which takes a quarter of the time."""

    def call(self, called: Any, /, *args: Any, _loop_vars: Any = None, _block_vars: Any = None, **kwargs: Any) -> Any:
        return called(*args, **kwargs)


class _Namespace(Namespace):
    """`namespace(...)` with attributes that Python finds by itself: Jinja's makes two calls for each."""

    def __init__(self, **names: Any) -> None:
        self.__dict__.update(names)

    __getattribute__ = object.__getattribute__
    __setitem__ = object.__setattr__


class PackageMacro:
    """A macro whose `{{ return(...) }}` gives its caller the value itself, as in dbt.

    One without parameters, such as a declaration, is called once; each caller gets its own list or dictionary of the
    same entries.
    """

    def __init__(self, macro: Any) -> None:
        self.macro = macro
        self.has_parameters = bool(macro.arguments or macro.caller)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._called(*args, **kwargs) if self.has_parameters or args or kwargs else copy(self.constant)

    @cached_property
    def constant(self) -> Any:
        return self._called()

    def _called(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return str(self.macro(*args, **kwargs))
        except _Return as returned:
            return returned.value


class Macros:
    """The package's macros, callable by name, dispatched for one engine.

    `engines` are the dispatch prefixes that are tried in order before `default__`. `is_read`: by people, who want a
    clause or a column a line, which takes a third of the time.
    """

    def __init__(self, *engines: str, is_read: bool = True) -> None:
        self.prefixes = (*engines, "default")
        if not is_read:
            self.__dict__["laid_out"] = str
        folder = shipped("macros")
        self._environment = Environment(
            loader=FileSystemLoader(folder),
            bytecode_cache=_bytecode_cache(),
            extensions=["jinja2.ext.do"],
            undefined=StrictUndefined,
            keep_trailing_newline=False,
        )
        self._environment.context_class = _Context
        self._environment.globals |= {
            "namespace": _Namespace,
            "rankhouse": self,
            "adapter": SimpleNamespace(dispatch=self._dispatch),
            "return": _return,
            "execute": True,
            "exceptions": SimpleNamespace(raise_compiler_error=_raise_compiler_error),
            "local_md5": lambda text: hashlib.md5(text.encode(), usedforsecurity=False).hexdigest(),
        }
        # Compiling all of them takes longer than many an evaluation: a file is compiled when a macro of it is called.
        self.files = {
            name: file
            for path in sorted(folder.rglob("*.sql"))
            for file in [path.relative_to(folder).as_posix()]
            for name in _names(path)
        }

    @cached_property
    def parameters(self) -> dict[str, list[tuple[str, Any]]]:
        """Name and default of each macro's parameters."""
        found = {}
        for file in sorted(set(self.files.values())):
            assert self._environment.loader is not None
            text = self._environment.loader.get_source(self._environment, file)[0]
            # Parsing what the macros say, too, takes ten times as long.
            heads = "".join(f"{head}{{% endmacro %}}" for head in re.findall(r"{%-? macro .*?%}", text, re.DOTALL))
            for macro in self._environment.parse(heads, file).find_all(nodes.Macro):
                required = len(macro.args) - len(macro.defaults)
                defaults = [None] * required + [default.as_const() for default in macro.defaults]
                found[macro.name] = [
                    (argument.name, default) for argument, default in zip(macro.args, defaults, strict=True)
                ]
        return found

    def _find(self, name: str) -> PackageMacro | None:
        if name not in self.__dict__ and name in self.files:
            # Jinja's own modules hide names that begin with an underscore; the context has them all.
            template = self._environment.get_template(self.files[name])
            context = template.new_context()
            for _ in template.root_render_func(context):
                pass
            # As attributes of their own, so that they are found at once from then on.
            self.__dict__ |= {
                each: PackageMacro(macro) for each, macro in context.vars.items() if each not in self.__dict__
            }
        found: PackageMacro | None = self.__dict__.get(name)
        return found

    def _dispatch(self, name: str, package: str) -> PackageMacro:  # noqa: ARG002  (dbt's signature)
        for prefix in self.prefixes:
            if found := self._find(f"{prefix}__{name}"):
                return found
        raise InputError(f"{name} is not available on {self.prefixes[0]}")

    def __getattr__(self, name: str) -> PackageMacro:
        if name.startswith("__") or not (found := self._find(name)):
            raise AttributeError(name)
        return found


def _names(path: Path) -> list[str]:
    return re.findall(r"{%-? macro (\w+)\(", path.read_text(encoding="utf-8"))


class _BytecodeCache(FileSystemBytecodeCache):
    """Where the disk is full, nothing is kept."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def _bytecode_cache() -> FileSystemBytecodeCache | None:
    """Compiled templates in the user's cache: compiling takes longer than the rest of a first evaluation."""
    folder = cache_folder("templates")
    return _BytecodeCache(str(folder), "%s.cache") if folder else None


@cache
def macros(*engines: str, is_read: bool = False) -> Macros:
    """The package's macros for an engine, whose queries are run, or read by people."""
    return Macros(*engines, is_read=is_read)
