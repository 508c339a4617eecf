"""Results travel to another process, and the package is a program: what people do with a library beside calling it."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

import rankhouse
from conftest import Example

pytestmark = pytest.mark.skipif(duckdb.__version__.startswith("1."), reason="relations of DuckDB 1 are its own")


@pytest.mark.parametrize("per_query", [False, True])
def test_a_result_can_be_pickled(con: duckdb.DuckDBPyConnection, example: Example, per_query: bool) -> None:
    result = rankhouse.evaluate("run", "judgments", example.names, by="system", per_query=per_query, con=con)
    again = pickle.loads(pickle.dumps(result))
    assert (again.columns, again.types, again.fetchall()) == (result.columns, result.types, result.fetchall())
    assert str(again) == str(result)
    assert pickle.loads(pickle.dumps(again)).fetchall() == result.fetchall()


@pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")
def test_a_comparison_can_be_pickled_without_its_runs(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    comparison = rankhouse.compare("run", "judgments", example.names, con=con)
    again = pickle.loads(pickle.dumps(comparison))
    assert str(again) == str(comparison)
    assert again.fetchall() == comparison.fetchall()
    assert again.queries().fetchall() == comparison.queries().fetchall()
    assert comparison.lists("q1").fetchall()
    with pytest.raises(rankhouse.InputError, match="compare the runs to see them"):
        again.lists("q1")


def test_the_package_is_a_program() -> None:
    source = str(Path(rankhouse.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-m", "rankhouse", "--version"], env={"PYTHONPATH": source}, capture_output=True, text=True
    )
    assert done.stdout == f"rankhouse {rankhouse.__version__}\n"


def test_dir_shows_what_is_public() -> None:
    assert {*dir(rankhouse)} == {*rankhouse.__all__, "plot"}
