"""LensKit's lists of recommendations with the values that its Java program gave them, read where they lie."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import pytest

import rankhouse
from helpers.real_data import folder

NAMES = {"query_id": "user", "item_id": "item", "run.rank": "rank", "judgments.relevance": "rating"}
MEASURES = {"ndcg(gain=linear, discount=jarvelin)": "Java.nDCG", "reciprocal_rank": "Java.RecipRank"}


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        for name in ("recs", "truth", "metrics"):
            con.execute(f"create table {name} as from read_csv('{folder('lenskit')}/topn-java-{name}.csv.gz')")
        yield con


@pytest.mark.parametrize("measure", MEASURES)
def test_values_of_its_lists(con: duckdb.DuckDBPyConnection, measure: str) -> None:
    arguments = {"by": ["Algorithm"], "per_query": True, "columns": NAMES, "con": con}
    found = rankhouse.evaluate("recs", "truth", [measure], **arguments)
    rows = found.project('"Algorithm", query_id, value').fetchall()
    values = {(algorithm, user): value for algorithm, user, value in rows}
    theirs = con.sql(f'select "Algorithm", "user", "{MEASURES[measure]}" from metrics').fetchall()
    assert len(theirs) == 100
    for algorithm, user, value in theirs:
        assert values[algorithm, user] == pytest.approx(value, abs=1e-12), (algorithm, user)
