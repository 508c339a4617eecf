"""The types say what the catalogue has, and a type checker holds a user's script to them."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from mypy import api

from interface import docstrings, tables
from rankhouse import types
from rankhouse._inputs.checks import CHECKS

ROOT = Path(__file__).parents[2]
SCRIPT = """
import duckdb
import rankhouse

con = duckdb.connect()
judgments = con.table("judgments")
found = rankhouse.evaluate(
    "run", judgments, ["ndcg@10"], ties="average", queries="all", unjudged="drop", pool="retrieved",
    convention="trec_eval", check="full", con=con,
)
rows: list[tuple[object, ...]] = found.fetchall()
rankhouse.tie_audit([{"query_id": 1, "item_id": 2, "score": 0.5}], judgments, queries="run")
rankhouse.explain({"q1": {"d1": 1.0}}, judgments, ties="best", source="ranx")
"""
# A user's script needs the types of rankhouse, DuckDB and Python alone: to read all others takes most of the time.
UNREAD = ["IPython", "altair", "narwhals", "numpy", "pandas", "polars", "pyarrow", "pydantic", "pyspark", "rich"]
UNREAD += ["scipy", "typer", "vl_convert"]
CONFIGURATION = f"[mypy]\nstrict = true\n[mypy-{','.join(f'{name}.*' for name in UNREAD)}]\nfollow_imports = skip\n"
WRONG = {
    'ties="avg"': "ties",
    'queries="every"': "queries",
    'unjudged="skip"': "unjudged",
    'pool="all"': "pool",
    'check="yes"': "check",
}


def choices_of(kind: Any) -> list[str]:
    """The words of a Literal, also of one that may be None."""
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    return next((found for each in get_args(kind) if (found := choices_of(each))), [])


def test_an_argument_of_a_function_has_the_type_of_its_choices() -> None:
    compared = 0
    for name, function in docstrings.functions().items():
        for argument, kind in get_type_hints(inspect.unwrap(function)).items():
            if choices := tables.spec(name, argument).get("choices"):
                assert choices_of(kind) == choices, (name, argument)
                compared += 1
    assert compared > 40


def test_the_levels_of_checks_are_typed() -> None:
    assert list(get_args(types.Check)) == list(CHECKS)


@pytest.mark.thorough
def test_a_script_of_a_user_is_checked(tmp_path: Path) -> None:
    (tmp_path / "right.py").write_text(SCRIPT)
    calls = [f'rankhouse.evaluate("run", "judgments", {wrong})' for wrong in WRONG]
    calls.append("rankhouse.evaluate(1.5)")
    (tmp_path / "wrong.py").write_text("import rankhouse\n" + "\n".join(calls) + "\n")
    scripts = [str(tmp_path / name) for name in ("right.py", "wrong.py")]
    configuration = tmp_path / "mypy.ini"
    configuration.write_text(CONFIGURATION)
    cache = ROOT / ".mypy_cache" / "scripts"
    said, _, _ = api.run(["--config-file", str(configuration), "--cache-dir", str(cache), *scripts])
    errors = [line for line in said.splitlines() if ": error: " in line]
    assert [line.split(":")[1] for line in errors] == [str(number + 2) for number in range(len(calls))], said
    for line, argument in zip(errors, WRONG.values(), strict=False):
        assert f'Argument "{argument}" to "evaluate" has incompatible type' in line
