"""Measures that need different sums of a list, asked together and alone."""

from __future__ import annotations

import duckdb
import pytest

from rankhouse._rendering.jinja import macros

HITS_AT = {"reciprocal_rank": 1 / 2, "precision@4": 2 / 4, "interpolated_precision(recall=0.5)": 2 / 3}


@pytest.mark.parametrize("others", [[], ["ordered_pair_accuracy"]])
def test_what_is_asked_beside_changes_nothing(others: list[str]) -> None:
    with duckdb.connect() as con:
        items = "('q', 'a', 4.0), ('q', 'b', 3.0), ('q', 'c', 2.0), ('q', 'd', 1.0)"
        con.execute(f"create table run as from (values {items}) as t(query_id, item_id, score)")
        con.execute(
            "create table judgments as from (values ('q', 'a', 0), ('q', 'b', 1), ('q', 'c', 2), ('q', 'e', 1))"
            " as t(query_id, item_id, relevance)"
        )
        sql = macros("duckdb").query_metrics("run", "judgments", measures=[*HITS_AT, *others])
        found = {row[1]: row[-1] for row in con.sql(sql).fetchall()}
    assert {name: found[name] for name in HITS_AT} == pytest.approx(HITS_AT)
    assert found.keys() == {*HITS_AT, *others}
