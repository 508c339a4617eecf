"""The packages of python/rankhouse are floors: a module imports its own package and those below, in no circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[2] / "python"
FLOORS = ["types", "_rendering", "_results", "_inputs", "plot", "_evaluating", "_classifying"]
FLOORS += ["_comparing", "_protocols", "_labelling", "_online", "_answers", "_monitoring", "_installing", "_reporting"]
FLOORS += ["rankhouse", "demo", "dbt_plugin", "cli", "__main__"]
PUBLIC = ["rankhouse", "rankhouse.cli", "rankhouse.dbt_plugin", "rankhouse.demo", "rankhouse.plot"]
PUBLIC += ["rankhouse.plot.theme", "rankhouse.types"]
EXTRAS = {
    "rankhouse._protocols.corrections": "scipy",
    "rankhouse._reporting.writing": "altair",
    "rankhouse.plot": "altair",
    "rankhouse.plot._display": "altair",
    "rankhouse.plot._files": "vl_convert",
}
"""What is imported within functions, and which extra it needs; everything else is imported at the top of a file."""


@cache
def modules() -> dict[str, ast.Module]:
    """The trees of all modules by their names."""
    found = {}
    for path in sorted((ROOT / "rankhouse").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def imported(statement: ast.stmt) -> Iterator[str]:
    """The modules of the package that a statement imports."""
    if isinstance(statement, ast.Import):
        yield from (alias.name for alias in statement.names if alias.name in modules())
    if isinstance(statement, ast.ImportFrom):
        assert not statement.level, f"a relative import: {ast.unparse(statement)}"
        for alias in statement.names:
            inner = f"{statement.module}.{alias.name}"
            if inner in modules():
                yield inner
            elif statement.module in modules():
                yield str(statement.module)


def imports_in(tree: ast.AST) -> set[str]:
    """Wherever they stand: in functions, and for the type checker alone."""
    return {name for node in ast.walk(tree) if isinstance(node, ast.stmt) for name in imported(node)}


@cache
def imports() -> dict[str, set[str]]:
    return {name: imports_in(tree) for name, tree in modules().items()}


def floor_of(module: str) -> int:
    return FLOORS.index(module.split(".")[1] if "." in module else module)


def test_every_package_is_a_floor() -> None:
    assert {name.split(".")[1] if "." in name else name for name in modules()} == set(FLOORS)


def test_no_module_imports_one_of_a_floor_above() -> None:
    upwards = [
        (here, there) for here, found in imports().items() for there in found if floor_of(here) < floor_of(there)
    ]
    # The package shows its charts, which are imported when they are asked for.
    assert upwards == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    # A circle is an error that names its modules.
    assert len(list(TopologicalSorter(imports()).static_order())) == len(modules())


def test_imports_within_functions_are_of_modules_that_need_an_extra() -> None:
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    late = {
        there
        for tree in modules().values()
        for node in ast.walk(tree)
        if isinstance(node, functions)
        for there in imports_in(node)
    }
    assert late == set(EXTRAS)


def test_private_modules_have_an_underscore_in_their_names() -> None:
    assert [name for name in modules() if not any(part.startswith("_") for part in name.split("."))] == PUBLIC
