"""The packages of python/rankhouse are floors: a module imports its own package and those below, in no circle."""

from __future__ import annotations

import ast
import subprocess
import sys
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
}
"""What is imported within functions, and which extra it needs; outside of `cli` all else is imported at the top."""


@cache
def modules() -> dict[str, ast.Module]:
    """The trees of all modules by their names; of a stub where there is one, which says what is imported later."""
    found = {}
    for path in sorted((ROOT / "rankhouse").rglob("*.py")):
        stub = path.with_suffix(".pyi")
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = ast.parse(
            (stub if stub.exists() else path).read_text(encoding="utf-8")
        )
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
        for name, tree in modules().items()
        if not name.startswith("rankhouse.cli")
        for node in ast.walk(tree)
        if isinstance(node, functions)
        for there in imports_in(node)
    }
    assert late == set(EXTRAS)


def test_the_list_of_commands_imports_none_of_what_they_do() -> None:
    """A command imports what it alone uses when it runs: who asks for the list waits for nothing else."""
    program = "import sys, rankhouse.cli; print(*sys.modules)"
    imported = subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.PIPE, text=True).stdout
    assert "jinja2" not in imported.split()
    floors = {each.split(".")[1] for each in imported.split() if each.startswith("rankhouse.")}
    assert floors == {"types", "_rendering", "_results", "_inputs", "cli"}


def test_private_modules_have_an_underscore_in_their_names() -> None:
    assert [name for name in modules() if not any(part.startswith("_") for part in name.split("."))] == PUBLIC
