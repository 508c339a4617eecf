"""docs/reference/conventions.md: the recipes for weights of items, against TF-Ranking's values in tests/recorded."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

import document
from copied import copy_macros
from executed import BLOCK
from recorded.weights_of_items import MEASURES, cases

RECORDED = json.loads((Path(__file__).parents[1] / "recorded" / "peers" / "tf_ranking.json").read_text())
# TF-Ranking computes in 32-bit floats.
TOLERANCE = 1e-6
NAMES = {"map": "average_precision"}


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def test_every_case_is_recorded() -> None:
    assert {case: set(values) for case, values in RECORDED.items()} == {case: set(MEASURES) for case in cases()}


@pytest.mark.parametrize("case", cases())
def test_the_recipes_give_the_values_of_tf_ranking(con: duckdb.DuckDBPyConnection, case: str) -> None:
    rows = [
        (query, f"{query}-{number}", *item)
        for query, items in cases()[case].items()
        for number, item in enumerate(items)
        if item[2]
    ]
    _, section = (document.DOCS / "reference" / "conventions.md").read_text().split("## Weights of items\n")
    table, *recipes = [block["code"] for block in BLOCK.finditer(section) if block["language"] == "sql"]
    con.execute(table.replace("create table", "create or replace table"))
    con.execute("delete from listed")
    con.execute("alter table listed alter score type double")
    con.execute("alter table listed alter weight type double")
    con.executemany("insert into listed values (?, ?, ?, ?, ?)", rows)
    found: dict[str, float] = {}
    for recipe in recipes:
        for name, value in con.execute(recipe.replace("create view", "create or replace view")).fetchall():
            # Without anything relevant TF-Ranking has a 0.
            found[re.sub(r"\(.*\)", "", NAMES.get(name, name))] = value or 0.0
    assert found == pytest.approx(RECORDED[case], abs=TOLERANCE)
