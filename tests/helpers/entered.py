"""Which macros of the package are entered, and which ones dbt sees: those that are called by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

from jinja2 import nodes

from macro_trees import RANKHOUSE, package
from rankhouse._rendering import jinja


@contextmanager
def entered() -> Iterator[dict[str, set[str]]]:
    """The macros that are entered meanwhile, by the one that was called from outside, which is one of them."""
    found: dict[str, set[str]] = {}
    path: list[str] = []
    call = jinja.PackageMacro.__call__

    def recorded(macro: jinja.PackageMacro, /, *args: Any, **kwargs: Any) -> Any:
        path.append(macro.macro.name)
        found.setdefault(path[0], set()).add(path[-1])
        try:
            return call(macro, *args, **kwargs)
        finally:
            path.pop()

    jinja.PackageMacro.__call__ = recorded  # type: ignore[method-assign]
    try:
        yield found
    finally:
        jinja.PackageMacro.__call__ = call  # type: ignore[method-assign]


def unseen(found: Mapping[str, set[str]]) -> dict[str, list[str]]:
    """Of what was entered: the macros of which dbt does not know that the one called from outside depends on them.

    DuckDB's own call a macro by the name that a query gives; dbt has nothing to do with them.
    """
    files = jinja.macros().files
    roots = [name for name in found if not files[name].startswith("duckdb/")]
    return {root: sorted(missing) for root in roots if (missing := found[root] - dependencies(root))}


@cache
def dependencies(root: str) -> set[str]:
    """The macro itself and, as dbt reads them, all that it calls, and what these call."""
    reached, left = {root}, [root]
    while left:
        more = calls()[left.pop()] - reached
        reached |= more
        left += more
    return reached


@cache
def calls() -> dict[str, set[str]]:
    """What each macro calls by name. A dispatched macro is that of every engine: dbt finds the right one."""
    macros = {name: macro for _, name, macro in package()}
    meant = {name: {name} for name in macros}
    for name in macros:
        if hook := name.partition("__")[2]:
            meant.setdefault(hook, set()).add(name)
    named = {name: map(_called, macro.find_all(nodes.Call)) for name, macro in macros.items()}
    return {name: set().union(*(meant.get(each, set()) for each in called)) for name, called in named.items()}


@cache
def handed_on() -> dict[str, set[str]]:
    """What each macro names without a call: an entry of a dictionary, or an argument."""
    named = {}
    for _, name, macro in package():
        called = {id(call.node) for call in macro.find_all(nodes.Call)}
        found = [each for each in macro.find_all(nodes.Getattr) if each.node == RANKHOUSE and id(each) not in called]
        named[name] = {each.attr for each in found}
    return named


def _called(call: nodes.Call) -> str:
    """The macro that is called or dispatched; no name for a value that is called."""
    if not isinstance(call.node, nodes.Getattr):
        return ""
    if call.node.node == RANKHOUSE:
        return call.node.attr
    is_dispatch = call.node.node == nodes.Name("adapter", "load") and call.node.attr == "dispatch"
    return str(call.args[0].as_const()) if is_dispatch else ""
