"""The types say what the catalogue has, and a type checker holds a user's script to them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, Unpack, get_args, get_origin, get_type_hints

import pytest
from mypy import api

import rankhouse
from rankhouse import types
from rankhouse._inputs.checks import CHECKS
from rankhouse._rendering.jinja import macros

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


def literals() -> dict[str, set[str]]:
    return {name: set(get_args(kind)) for name, kind in vars(types).items() if get_origin(kind) is Literal}


def taken(function: Callable[..., Any]) -> dict[str, Any]:
    """The type of each argument, with those of an evaluation that it hands on."""
    hints = get_type_hints(function)
    rest = [get_type_hints(get_args(kind)[0]) for kind in hints.values() if get_origin(kind) is Unpack]
    return {name: kind for each in (*rest, hints) for name, kind in each.items()}


def choices_of(kind: Any) -> set[str]:
    """The words that a type allows; without any where it is text."""
    if get_origin(kind) is Literal:
        return set(get_args(kind))
    parts = [choices_of(part) for part in get_args(kind)]
    return set() if str in get_args(kind) else set().union(*parts)


def test_an_argument_of_a_function_has_the_choices_of_the_table() -> None:
    package = macros("duckdb")
    compared = set()
    for name in {*rankhouse.__all__} & package.parameters.keys():
        for argument, kind in taken(getattr(rankhouse, name)).items():
            words = choices_of(kind)
            if words and argument != "check":
                known = package.argument_of(name, argument).get("choices", package.conventions())
                assert words == set(known), (name, argument)
                compared.add(argument)
    assert len(compared) > 10


def test_every_type_has_the_choices_of_an_argument() -> None:
    package = macros("duckdb")
    known = [{*spec["choices"]} for spec in package.arguments().values() if "choices" in spec]
    known += [{*package.conventions()}, {*CHECKS}]
    assert [name for name, words in literals().items() if words not in known] == []
    assert [words for words in known if words not in literals().values()] == []


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
