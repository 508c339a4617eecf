"""The folders of macros/ are floors: a macro calls macros of its own folder and of floors below, and no others."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from jinja2 import nodes

from macro_trees import RANKHOUSE, package
from rankhouse._rendering.jinja import Macros

ROOT = Path(__file__).parents[2]
FLOORS = ["sql", "measures", "catalogue", "inputs", "ranking", "classification", "rating", "recommendation"]
FLOORS += ["detection", "comparison", "protocols", "labels", "online", "answers", "reports", "dbt", "duckdb"]


@cache
def places() -> dict[str, str]:
    return {name: place for place, name, _ in package()}


def called(macro: nodes.Macro) -> set[str]:
    """Names of `rankhouse.name`, called or handed on, and every engine's macro of adapter.dispatch("name", ...)."""
    names = {found.attr for found in macro.find_all(nodes.Getattr) if found.node == RANKHOUSE}
    for call in macro.find_all(nodes.Call):
        if isinstance(call.node, nodes.Getattr) and call.node.attr == "dispatch":
            hook = call.args[0].as_const()
            names |= {name for name in places() if name.endswith(f"__{hook}")}
    return names


@cache
def calls() -> list[tuple[str, str, str, str]]:
    found = places()
    return sorted(
        {
            (place, name, found[other], other)
            for place, name, macro in package()
            for other in called(macro) & found.keys()
        }
    )


@pytest.mark.thorough
def test_every_folder_is_a_floor() -> None:
    assert {place.split("/")[0] for place in places().values()} == set(FLOORS)


@pytest.mark.parametrize("page", ["docs/reference/design.md", "CONTRIBUTING.md"])
def test_pages_name_the_floors_from_the_top(page: str) -> None:
    text = (ROOT / page).read_text()
    rows = re.findall(r"^\|? ?`?macros/.*?(?=\||  )", text[text.index("macros/duckdb") - 3 :], re.MULTILINE)[:13]
    named = [name for row in rows for name in re.findall(r"\b[a-z]+\b", row.replace("macros/", ""))]
    assert sorted(named, key=FLOORS.index, reverse=True) == named == FLOORS[::-1]


@pytest.mark.thorough
def test_no_macro_calls_one_of_a_floor_above() -> None:
    floor = {place: FLOORS.index(place.split("/")[0]) for place in places().values()}
    assert [call for call in calls() if floor[call[0]] < floor[call[2]]] == []


def test_dbt_reads_whatever_it_calls() -> None:
    ignored = (ROOT / ".dbtignore").read_text()
    outside = {place for place in places().values() if place.endswith("/outside_dbt")}
    assert outside
    assert "/macros/*/outside_dbt/\n" in ignored
    assert [call for call in calls() if call[0] not in outside and call[2] in outside] == []


@pytest.mark.parametrize(
    ("above", "known"),
    [
        # A classifier's recall is that of a list, and so are its F measure and its area under the curve.
        ("measures/", {("classification", "ranking")}),
        # Recommendations are read as rankings are.
        ("", {("recommendation", "ranking")}),
    ],
    ids=["measures", "answers"],
)
def test_tasks_stand_side_by_side(above: str, known: set[tuple[str, str]]) -> None:
    tasks = {above + task for task in ("ranking", "classification", "rating", "recommendation", "detection")}
    across = {(here, there) for here, _, there, _ in calls() if {here, there} <= tasks and here != there}
    assert across == {(above + here, above + there) for here, there in known}


def test_names_of_macros_are_unique() -> None:
    """dbt has one namespace for all of them."""
    names = [name for _, name, _ in package()]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_no_name_of_a_macro_begins_with_an_underscore() -> None:
    """SQLMesh renames such a macro, and every bare call in it, to the rest of its name: `return(...)` calls itself."""
    assert len(places()) > 1_000 and [name for name in places() if name.startswith("_")] == []


def test_every_macro_that_is_called_is_there() -> None:
    missing = {(name, other) for _, name, macro in package() for other in called(macro) - places().keys()}
    assert sorted(missing) == []


def test_every_macro_that_python_calls_is_there() -> None:
    """By `macros(...).name` or `package.name`, which fail at run time alone."""
    known = places().keys() | vars(Macros).keys() | {"files", "parameters", "_environment"}
    missing = set()
    for path in sorted((ROOT / "python" / "rankhouse").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and re.fullmatch(r"package|macros\([^()]*\)", ast.unparse(node.value)):
                missing |= {(path.name, node.attr)} if node.attr not in known else set()
    assert sorted(missing) == []
