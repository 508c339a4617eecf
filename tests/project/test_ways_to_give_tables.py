"""Python answers alike, however its tables are given, in whatever order, and however far it looks for duplicates.

Every function, by its typical call: each way to give tables beside each other option that changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import duckdb
import pytest

from typical import Row, TypicalCall, create_tables, given_tables
from typical_functions import CALLS, called, taken_by

pytestmark = pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")  # the tables are too small for some tests
Home = tuple[duckdb.DuckDBPyConnection, Path]
Given = Callable[[Home, str, str], Any]


def _relation(home: Home, name: str, order: str) -> Any:
    return home[0].sql(f"from {name} {order}")


def _file(suffix: str) -> Given:
    def given(home: Home, name: str, order: str) -> Any:
        path = home[1] / f"{name} {bool(order)}.{suffix}"
        if not path.exists():
            home[0].execute(f"copy (from {name} {order}) to '{path}'")
        return path

    return given


def _view(home: Home, name: str, order: str) -> Any:
    if not order:
        return name
    home[0].execute(f"create or replace view shuffled_{name} as from {name} {order}")
    return f"shuffled_{name}"


WAYS: dict[str, Given] = {
    "a name": _view,
    "a relation": _relation,
    "pandas": lambda *asked: _relation(*asked).df(),
    "polars": lambda *asked: _relation(*asked).pl(),
    "arrow": lambda *asked: _relation(*asked).to_arrow_table(),
    "columns": lambda *asked: _relation(*asked).to_arrow_table().to_pydict(),
    "rows": lambda *asked: _relation(*asked).to_arrow_table().to_pylist(),
    "parquet": _file("parquet"),
    "csv": _file("csv"),
}
OF_SEVERAL_RUNS = ("columns", "rows")
"""A dictionary and a list are several runs to a function that takes `runs`."""
ORDERS = {"as they are": "", "shuffled": "as t order by md5(t::varchar)"}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    with duckdb.connect(config={"threads": 1}) as con:
        create_tables(con, given_tables().values())
        yield con, tmp_path_factory.mktemp("tables")


def answer(home: Home, call: TypicalCall, way: str, order: str, **more: Any) -> list[Row]:
    tables = {argument: WAYS[way](home, table.name, ORDERS[order]) for argument, table in call.tables.items()}
    found = called(call, home[0], tables, **more).fetchall()
    return sorted(map(tuple, found), key=lambda row: repr([each for each in row if type(each) is not float]))


def near(value: Any) -> Any:
    return pytest.approx(value, rel=1e-9, abs=1e-9) if isinstance(value, float) else value


def require_same(home: Home, name: str, ways: Sequence[tuple[str, str]]) -> None:
    call = CALLS[name]
    known = answer(home, call, "a name", "as they are")
    checks: list[dict[str, Any]] = [{}]
    if "check" in taken_by(call):
        checks += [{"check": "full"}, {"check": "none"}]
    for (way, order), more in product(ways, checks):
        if way in OF_SEVERAL_RUNS and "runs" in taken_by(call):
            continue
        found = answer(home, call, way, order, **more)
        assert len(found) == len(known), (way, order, more)
        for row, other in zip(found, known, strict=True):
            assert row == tuple(map(near, other)), (way, order, more)


@pytest.mark.parametrize("name", CALLS)
def test_a_shuffled_frame_is_the_table(home: Home, name: str) -> None:
    require_same(home, name, [("pandas", "shuffled")])


@pytest.mark.thorough
@pytest.mark.sweep
@pytest.mark.parametrize("name", CALLS)
def test_every_way_in_every_order(home: Home, name: str) -> None:
    require_same(home, name, list(product(WAYS, ORDERS)))
