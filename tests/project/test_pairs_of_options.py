"""Options that change no number change none beside another option: every macro, by its typical call."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import duckdb
import pytest

from neutral import NEUTRAL, Asked, Pair, asked_of, changed, pairs
from rankhouse._rendering.errors import InputError
from typical import Row, create_tables, given_tables, typical_calls

MOST = 12
"""Pairs of a macro in a run of all tests; each change of the registry draws others."""


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(config={"threads": 1}) as con:
        create_tables(con, given_tables().values())
        yield con


def some(con: duckdb.DuckDBPyConnection, macro: str, most: int) -> list[Pair]:
    every = pairs(con, macro)
    return random.Random(f"{macro} {len(every)}").sample(every, min(most, len(every)))


def answered(asked: Asked) -> list[Row] | None:
    """None where the typical call does not go with the setting."""
    try:
        return asked.answer()
    except (InputError, duckdb.Error):
        return None


def assert_neutral(con: duckdb.DuckDBPyConnection, pair: Pair) -> None:
    before = pair.before(con)
    after = changed(before, pair.neutral)
    expected = answered(replace(before, added=after.added))
    if expected is None:
        return
    found = after.answer()
    assert len(found) == len(expected), pair
    for row, known in zip(found, expected, strict=True):
        assert row == tuple(map(near, known)), pair


def near(value: object) -> object:
    return pytest.approx(value, rel=1e-9, abs=1e-9) if isinstance(value, float) else value


def test_a_sample_of_pairs(con: duckdb.DuckDBPyConnection) -> None:
    for macro in random.Random(len(NEUTRAL)).sample(sorted(typical_calls()), 20):
        for pair in some(con, macro, 1):
            assert_neutral(con, pair)


@pytest.mark.thorough
@pytest.mark.sweep
@pytest.mark.parametrize("macro", typical_calls())
def test_pairs_of_a_macro(con: duckdb.DuckDBPyConnection, macro: str) -> None:
    for pair in some(con, macro, MOST):
        assert_neutral(con, pair)


@pytest.mark.parametrize("option", NEUTRAL)
def test_every_option_is_one_of_some_macro(con: duckdb.DuckDBPyConnection, option: str) -> None:
    """And it makes another call: what nothing takes, or what changes nothing in the call, is not tested."""
    taken = [call for call in typical_calls().values() if NEUTRAL[option].applies(asked_of(con, call))]
    assert taken, option
    for call in taken:
        before = asked_of(con, call)
        assert NEUTRAL[option].change(before) != before, (option, call.macro)
