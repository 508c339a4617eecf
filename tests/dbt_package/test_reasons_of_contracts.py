"""Each failing row of a contract says in `reason` which row of the user's it is about, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import pytest

from rankhouse._rendering.jinja import macros

RUN = (
    "(values ('a', 'q1', 'd1', 0.9), ('a', 'q1', 'd1', 0.7), ('b', 'q1', 'd2', 'nan'::double), ('b', null, 'd3', 0.1))"
)
JUDGED = "(values ('q1', 'd1', 7), ('q2', 'd2', 1), ('q3', 'd2', null))"


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as opened:
        opened.execute(f"create table run as from {RUN} as listed(system, query_id, item_id, score)")
        opened.execute(f"create table judged as from {JUDGED} as listed(query_id, item_id, relevance)")
        opened.execute("create table training as select 'q1' as query_id, 'd2' as item_id")
        opened.execute("create table tied as select 'q1' as query_id, unnest(['d1', 'x']) as item_id, 0.5 as score")
        yield opened


REASONS = {
    "test_unique_items('run')": ["query_id q1, item_id d1 is there 2 times"],
    "test_unique_items('run', by=['system'])": ["system a, query_id q1, item_id d1 is there 2 times"],
    "test_one_score_per_item('run')": [
        "query_id q1, item_id d1 has 2 scores, from 0.7 to 0.9: by lacks the column that distinguishes the systems"
    ],
    "test_one_score_per_item('run', by=['system'])": [
        "system a, query_id q1, item_id d1 has 2 scores, from 0.7 to 0.9"
    ],
    "test_complete_items('run', value='score')": ["query_id is NULL", "score is NaN or infinite"],
    "test_complete_items('judged', value='relevance')": ["relevance is NULL"],
    "test_queries_overlap('run', judgments='judged', at_least=0.5)": [
        "1 of 3 judged queries have results, which is less than 0.5"
    ],
    "test_queries_overlap('run', judgments='(select * from judged where false)')": ["no query is judged"],
    "test_relevance_between('judged', lowest=0, highest=3)": ["relevance is not between 0 and 3: 7"],
    "test_follows_convention('tied', 'trec_eval', judgments='judged')": [],
    "test_follows_convention('tied', 'ranx', judgments='judged')": [
        "ranx needs untied scores; lists without: 1, e.g. of query q1"
    ],
    "test_no_input_problems('tied', judgments='judged')": [
        "judgments: 1 row has no relevance (NULL or NaN in column 'relevance'), e.g. query_id 'q3', item_id 'd2'; leave"
        " these rows out or give them a relevance"
    ],
    "test_no_training_items('run', training='training')": ["query_id q1, item_id d2 is in the training table"],
}


@pytest.mark.parametrize("call", REASONS)
def test_reasons(con: duckdb.DuckDBPyConnection, call: str) -> None:
    sql = eval(f"package.{call}", {"package": macros("duckdb")})
    found = [reason for (reason,) in con.execute(f"select reason from ({sql}) as failing").fetchall()]
    assert sorted(found) == REASONS[call]
