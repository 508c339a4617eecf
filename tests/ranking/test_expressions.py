"""The expression macros as text in a query of one's own: their values, and that they can stand in any expression."""

from __future__ import annotations

import math
import re

import duckdb
import pytest

from expressions import RANKED
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.shipped import shipped
from truth import truths

# (macro, arguments, expected), as in the truths of measures: every argument would fall apart without parentheses.
SHARED = [
    ("exponential_gain", ["1 + 2"], 7),
    ("binary_gain", ["1 + 2"], 1),
    ("binary_gain", ["1 - 2"], 0),
    ("ratio", ["1 + 2", "2 + 2"], 0.75),
    ("ratio", ["1 + 2", "2 - 2"], None),
    ("gain", ["1 + 2"], 7),
    ("gain", ["1 + 2", "linear"], 3),
    ("gain", ["1 + 2", "binary"], 1),
    ("own_mapped_gain", ["1 + 1", "1:0.25/2:3.5"], 3.5),
    ("own_mapped_gain", ["1 - 1", "1:0.25/2:3.5"], 0),
]
FORMULAS = [*SHARED, *(formula for truth in truths("ranking").values() for formula in truth.formulas)]


@pytest.fixture(scope="module")
def con() -> duckdb.DuckDBPyConnection:
    return duckdb.connect()


@pytest.mark.parametrize(("name", "arguments", "expected"), FORMULAS, ids=str)
def test_expressions_hold_together(
    con: duckdb.DuckDBPyConnection, name: str, arguments: list[str], expected: float | None
) -> None:
    macro = getattr(macros("duckdb"), name)(*arguments)
    # A surrounding operator takes the whole measure, never a part of it.
    row = con.execute(
        f"select {macro}, 2 / {macro}, -{macro}, {macro} * 10, 10 - {macro}, {macro} :: varchar from {RANKED}"
    ).fetchone()
    assert row is not None
    if expected is None:
        assert row == (None,) * 6
        return
    inverse = 2 / expected if expected else math.inf
    assert row[:5] == pytest.approx((expected, inverse, -expected, expected * 10, 10 - expected), rel=1e-14)
    assert float(row[5]) == row[0]


def test_unknown_gain_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="gain must be exponential, linear or binary, got 'quadratic'"):
        macros("duckdb").gain("relevance", "quadratic")


def test_exponential_gain_that_overflows_is_an_error_of_the_query(con: duckdb.DuckDBPyConnection) -> None:
    assert con.execute(f"select {macros('duckdb').exponential_gain('1000')}").fetchone() == (2.0**1000 - 1,)
    with pytest.raises(duckdb.Error, match="rescale it, or use gain=linear"):
        con.execute(f"select {macros('duckdb').exponential_gain('1001')}").fetchone()


@pytest.mark.parametrize("n", [1, 2, 3, 7, 10, 100, 1000, 100_000])
def test_harmonic_numbers(con: duckdb.DuckDBPyConnection, n: int) -> None:
    row = con.execute(f"select {macros('duckdb').harmonic(n)}").fetchone()
    assert row == (pytest.approx(math.fsum(1 / i for i in range(1, n + 1)), rel=1e-14, abs=0),)


def test_every_measure_formula_is_tested_here() -> None:
    sources = [path.read_text() for path in sorted(shipped("macros").glob("measures/ranking/*.sql"))]
    defined = {name for source in sources for name in re.findall(r"{%-? macro (\w+)", source)}
    private = ("own_", "declare_", "value_", "weight_", "worth_")
    tested = {name for name, _, _ in FORMULAS}
    of_every_task = {"ratio"}
    assert {name for name in defined if not name.startswith(private)} <= tested
    assert tested <= defined | of_every_task
