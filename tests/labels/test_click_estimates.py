"""New lists judged by old clicks: against sums by hand, a click model that is simulated, and corners."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankhouse
from copied import copy_macros
from executed import commanded
from helpers.examples import examples
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros

WAYS = ("dbt", "table macro", "python")
MEASURES = ["dcg@2", "precision@2", "reciprocal_rank", "average_relevance_position"]
TABLES = {
    "log": {"search_id": pa.int64(), "query_id": pa.string(), "item_id": pa.string()}
    | {"position": pa.int64(), "clicked": pa.bool_(), "shop": pa.string()},
    "run": {"query_id": pa.string(), "item_id": pa.string(), "score": pa.float64(), "shop": pa.string()},
    "examination": {"position": pa.int64(), "examination": pa.float64()},
}


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def loaded(con: duckdb.DuckDBPyConnection, **tables: list[Any]) -> None:
    for name, rows in tables.items():
        columns = {
            column: pa.array([row[at] if at < len(row) else None for row in rows], type_)
            for at, (column, type_) in enumerate(TABLES[name].items())
        }
        con.register("rows_of_table", pa.table(columns))
        con.execute(f"create or replace table {name} as from rows_of_table")
        con.unregister("rows_of_table")


def asked(con: duckdb.DuckDBPyConnection, way: str, **arguments: Any) -> list[dict[str, Any]]:
    if way == "dbt":
        found = con.sql(str(macros("duckdb").click_estimates(*(f"main.{one}" for one in TABLES), **arguments)))
    elif way == "python":
        found = rankhouse.click_estimates(*TABLES, **arguments, con=con)
    else:
        named = ", ".join([*map(repr, TABLES), *(f'"{name}" := {value!r}' for name, value in arguments.items())])
        found = con.sql(f"from click_estimates({named})")
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


def worth(measure: str, rank: int | None, length: int) -> float:
    if measure == "average_relevance_position":
        return rank or length + 1
    name, _, k = measure.partition("@")
    if rank is None or (k and rank > int(k)):
        return 0.0
    return {"dcg": 1 / math.log2(rank + 1), "precision": 1 / int(k or length), "reciprocal_rank": 1 / rank}[name]


def expected(
    measure: str, log: list[Any], run: list[Any], examination: dict[int, float], clip: float = math.inf
) -> dict[str, Any]:
    """Search by search, click by click."""
    lists: dict[str, list[str]] = {}
    for query, item, _ in sorted(run, key=lambda row: (row[2], row[1]), reverse=True):
        lists.setdefault(query, []).append(item)
    searches: dict[Any, dict[str, tuple[Any, bool]]] = {}
    for search, query, item, position, clicked, *_ in log:
        before = searches.setdefault((search, query), {}).get(item, (math.inf, False))
        searches[search, query][item] = (min(before[0], position), before[1] or clicked)
    naive, ips, weights = [], [], []
    for (_, query), items in searches.items():
        if query not in lists:
            continue
        clicks = [
            (item, min(1 / examination[place], clip)) for item, (place, is_clicked) in items.items() if is_clicked
        ]
        ranks = {item: lists[query].index(item) + 1 for item, _ in clicks if item in lists[query]}
        earned = [worth(measure, ranks.get(item), len(lists[query])) for item, _ in clicks]
        naive.append(sum(earned))
        ips.append(sum(one * weight for one, (_, weight) in zip(earned, clicks, strict=True)))
        weights += [weight for _, weight in clicks]
    depth = int(measure.partition("@")[2] or 10**9)
    shown = {(query, item) for (_, query), items in searches.items() for item in items}
    looked = {query for _, query in searches} & lists.keys()
    listed = [(query, item) for query in looked for item in lists[query][:depth]]
    w = np.array(weights)
    n_heavy = 1 + (len(w) - 1) // 100
    return {
        "naive": np.mean(naive) if naive else None,
        "ips": np.mean(ips) if naive else None,
        "snips": sum(ips) / w.sum() if weights else None,
        "std_error": np.std(ips, ddof=1) / math.sqrt(len(ips)) if len(ips) > 1 else None,
        "n_searches": len(naive),
        "effective_size": w.sum() ** 2 / (w**2).sum() if weights else None,
        "largest_share": np.sort(w)[::-1][:n_heavy].sum() / w.sum() if weights else None,
        "unseen_share": sum(pair not in shown for pair in listed) / len(listed) if listed else None,
        "n_left_out": len(searches) - len(naive),
    }


shown = st.tuples(
    st.integers(1, 5), st.sampled_from(["x", "y", "z"]), st.sampled_from("abcde"), st.integers(1, 3), st.booleans()
)
lists_of_run = st.dictionaries(
    st.tuples(st.sampled_from(["x", "y"]), st.sampled_from("abcdef")), st.integers(0, 2), min_size=1, max_size=9
)


@pytest.mark.parametrize("way", WAYS)
@given(log=st.lists(shown, min_size=1, max_size=25), run=lists_of_run, clip=st.sampled_from([None, 1.5]))
@examples(3)
def test_estimates_are_sums_over_clicks(
    con: duckdb.DuckDBPyConnection, way: str, log: list[Any], run: dict[Any, int], clip: float | None
) -> None:
    rows = [(*pair, score) for pair, score in run.items()]
    # A query that the log and the run have.
    log, rows = [*log, (9, "x", "a", 1, True)], [*rows, ("x", "g", 1)]
    examination = {1: 1.0, 2: 0.5, 3: 0.2}
    loaded(con, log=log, run=rows, examination=list(examination.items()))
    found = (
        {row["measure"]: row for row in asked(con, way, measures=MEASURES, clip=clip)}
        if clip
        else {row["measure"]: row for row in asked(con, way, measures=MEASURES)}
    )
    assert found.keys() == set(MEASURES)
    for measure, figures in found.items():
        known = expected(measure, log, rows, examination, clip or math.inf)
        assert figures == pytest.approx({"measure": measure, **known}, abs=1e-9)


@pytest.mark.parametrize("way", WAYS)
def test_groups_of_the_log_and_of_both(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """Each shop by itself is the log of that shop; where the run has a shop too, it serves its own."""
    chosen = np.random.default_rng(7)
    log = [
        (search, "xy"[search % 2], "abcd"[item], item + 1, bool(chosen.random() < 0.4), ["p", None][search % 3 % 2])
        for search in range(30)
        for item in range(4)
    ]
    run = [(query, item, float(chosen.random()), shop) for query in "xy" for item in "abce" for shop in ("p", None)]
    examination = {1: 1.0, 2: 0.7, 3: 0.4, 4: 0.1}
    loaded(con, log=log, run=run, examination=list(examination.items()))
    more = {} if way == "python" else {"run_by": ["shop"]}
    for row in asked(con, way, measures=["dcg@3"], by=["shop"], **more):
        own = [[one[:-1] for one in rows if one[-1] == row["shop"]] for rows in (log, run)]
        known = expected("dcg@3", own[0], own[1], examination)
        assert row == pytest.approx({"shop": row["shop"], "measure": "dcg@3", **known})
    con.execute("alter table run drop shop")
    con.execute("create or replace table run as select distinct on (query_id, item_id) * from run order by all")
    run = con.sql("from run").fetchall()
    found = asked(con, way, measures=["dcg@3"], by=["shop"])
    assert {row["shop"] for row in found} == {"p", None}
    for row in found:
        known = expected("dcg@3", [one[:-1] for one in log if one[-1] == row["shop"]], run, examination)
        assert row == pytest.approx({"shop": row["shop"], "measure": "dcg@3", **known})


def simulated(n_searches: int, seed: int, trust: float = 0.0) -> tuple[dict[str, Any], float]:
    """Clicks on lists in a random order near the old ranker's, of 400 logs, and the DCG@3 of the items' attraction.

    trust: how far users click on what stands first for no other reason, which the model of positions does not know.
    """
    rng = np.random.default_rng(seed)
    runs, n_items = 200, 5
    attraction = np.array([0.1, 0.6, 0.2, 0.4, 0.3])
    size = runs * n_searches
    order = np.argsort(np.arange(n_items) + 2 * rng.random((size, n_items)), axis=1)
    examined = 1 / np.arange(1, n_items + 1)
    chance = np.clip(attraction[order] + trust * (np.arange(n_items) == 0), 0, 1) * examined
    table = {
        "shop": np.repeat(np.arange(runs), n_searches * n_items),
        "search_id": np.repeat(np.arange(size), n_items),
        "query_id": np.full(size * n_items, "q"),
        "item_id": order.ravel(),
        "position": np.tile(np.arange(1, n_items + 1), size),
        "clicked": (rng.random((size, n_items)) < chance).ravel(),
    }
    # The new ranker puts the most attractive first.
    discounts = 1 / np.log2(np.arange(2, 5))
    return table, float((np.sort(attraction)[::-1][:3] * discounts).sum())


@pytest.mark.parametrize("trust", [0.0, 0.9])
def test_estimates_are_right_where_the_model_is(con: duckdb.DuckDBPyConnection, trust: float) -> None:
    """Within the error of 200 logs; and not where users click on what stands first because it does."""
    table, value = simulated(100, 5, trust)
    con.register("drawn", pa.table(table))
    run = con.sql(
        "select 'q' as query_id, item_id, score from (values (1, 5), (3, 4), (4, 3), (2, 2), (0, 1)) t(item_id, score)"
    )
    examination = con.sql("select p as position, 1 / p as examination from range(1, 6) as places(p)")
    found = rankhouse.click_estimates(con.table("drawn"), run, examination, "dcg@3", by="shop", con=con).fetchall()
    con.unregister("drawn")
    ips, errors = np.array([row[3] for row in found]), np.array([row[5] for row in found])
    off = (ips.mean() - value) / (ips.std() / math.sqrt(len(ips)))
    covered = np.mean(np.abs(ips - value) <= 1.96 * errors)
    if trust:
        assert off > 5
    else:
        assert abs(off) < 4 and abs(covered - 0.95) < 3 * math.sqrt(0.95 * 0.05 / len(ips))
        assert errors.mean() == pytest.approx(ips.std(), rel=0.15)
        # The naive sum takes what nobody looked at for what nobody wanted.
        assert np.mean([row[2] for row in found]) < 0.7 * value


LOG = [(1, "x", "a", 1, True), (1, "x", "b", 2, False), (2, "x", "b", 2, True)]
RUN = [("x", "b", 2.0), ("x", "a", 1.0), ("x", "new", 0.5)]
EXAMINATION = [(1, 1.0), (2, 0.5)]


@pytest.mark.parametrize("way", WAYS)
def test_by_hand(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """a is clicked at 1 and would be at 2, b at 2 and would be at 1: (1 / log2(3) + 2 * 1) / 2 searches."""
    loaded(con, log=LOG, run=RUN, examination=EXAMINATION)
    (found,) = asked(con, way, measures=["dcg@10"])
    discount = 1 / math.log2(3)
    figures = [found[name] for name in ("naive", "ips", "snips", "effective_size", "largest_share", "unseen_share")]
    assert figures == pytest.approx([(discount + 1) / 2, (discount + 2) / 2, (discount + 2) / 3, 9 / 5, 2 / 3, 1 / 3])
    assert (found["n_searches"], found["n_left_out"]) == (2, 0)


# What is wrong: the tables, how many searches SQL leaves out, what Python says.
WRONG: dict[str, tuple[dict[str, list[Any]], int | None, str]] = {
    "a position without an examination": ({"log": [*LOG, (3, "x", "a", 7, True)]}, 1, "a click at .* position 7; add"),
    "an examination of 0": ({"examination": [(1, 1.0), (2, 0.0)]}, 1, "1 row has an examination .* not above 0"),
    "an examination below 0": ({"examination": [(1, 1.0), (2, -0.5)]}, 1, "not above 0"),
    "an examination that is NULL": ({"examination": [(1, 1.0), (2, None)]}, 1, "no examination"),
    "an examination that is NaN": ({"examination": [(1, 1.0), (2, math.nan)]}, 1, "NaN"),
    "a position twice": ({"examination": [(1, 1.0), (2, 0.5), (2, 0.4)]}, 1, "1 position has several .* 2; keep"),
    "no position": ({"log": [*LOG, (1, "x", "new", None, True)]}, 0, "1 row has no position"),
    "no search": ({"log": [*LOG, (None, "x", "a", 1, True)]}, 0, "1 row has no search_id"),
    "an item twice in a list": ({"run": [*RUN, ("x", "a", 0.1)]}, 0, "more than once in the same query"),
    "no query in common": ({"run": [("y", "a", 1.0)]}, 2, "have no query in common"),
    "an empty log": ({"log": []}, None, "is empty"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_left_out_in_sql_and_refused_in_python(
    con: duckdb.DuckDBPyConnection, name: str, tmp_path: Path
) -> None:
    tables, n_left_out, message = WRONG[name]
    loaded(con, **{"log": LOG, "run": RUN, "examination": EXAMINATION} | tables)
    for way in ("dbt", "table macro"):
        found = asked(con, way, measures=["dcg@10"])
        assert [row["n_left_out"] for row in found] == ([] if n_left_out is None else [n_left_out])
        for row in found:
            # Of the searches that are left the sums are right.
            assert row["n_searches"] == len({one[0] for one in tables.get("log", LOG)} - {None}) - row["n_left_out"]
            assert row["ips"] is None or math.isfinite(row["ips"])
    with pytest.raises(InputError, match=message):
        rankhouse.click_estimates("log", "run", "examination", "dcg@10", con=con)
    files = [str(tmp_path / f"{one}.parquet") for one in TABLES]
    for one, file in zip(TABLES, files, strict=True):
        con.execute(f"copy {one} to '{file}' (format parquet)")
    status, _, complaint = commanded(["click-estimates", *files, "-m", "dcg@10"])
    assert status == 2 and re.search(message, complaint.replace("\n", " "))


def test_a_row_at_the_position_nan_was_not_shown(con: duckdb.DuckDBPyConnection) -> None:
    loaded(con, log=LOG, run=RUN, examination=EXAMINATION)
    without = asked(con, "dbt", measures=["dcg@10"])
    con.execute("alter table log alter position type double")
    con.execute("insert into log values (1, 'x', 'new', 'nan', true, null)")
    for way in ("dbt", "table macro"):
        assert asked(con, way, measures=["dcg@10"]) == without
    with pytest.raises(InputError, match=r"log: 1 row has no position .NULL or NaN in column 'position'."):
        asked(con, "python", measures=["dcg@10"])


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("clicked", [math.nan, 2, -1])
def test_a_click_that_is_neither_0_nor_1_is_refused(con: duckdb.DuckDBPyConnection, way: str, clicked: float) -> None:
    loaded(con, log=LOG, run=RUN, examination=EXAMINATION)
    con.execute("alter table log alter clicked type double")
    con.execute("insert into log values (3, 'x', 'b', 1, ?, null)", [clicked])
    message = "neither 0 nor 1 in column 'clicked', e.g. search_id 3, query_id '?x'?, item_id '?b'?; use 1 for a click"
    if math.isnan(clicked) and way == "python":
        message = "log: 1 row has no clicked .NULL or NaN in column 'clicked'., e.g. search_id 3"
    with pytest.raises((InputError, duckdb.Error), match=message):
        asked(con, way, measures=["dcg@10"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"measures": ["ndcg@10"]}, "ndcg@10"),
        ({"measures": []}, "no measure"),
        ({"measures": ["dcg(gain=1:3)@10"]}, "takes no gain map"),
        ({"measures": ["precision(denominator=retrieved)@5"]}, "denominator=retrieved"),
        ({"measures": ["dcg@10"], "clip": 0}, "clip"),
        ({"measures": ["dcg@10"], "by": ["ips"]}, "ips"),
    ],
)
def test_arguments_that_are_wrong(con: duckdb.DuckDBPyConnection, arguments: dict[str, Any], message: str) -> None:
    loaded(con, log=LOG, run=RUN, examination=EXAMINATION)
    for way in ("dbt", "python"):
        with pytest.raises(InputError, match=re.escape(message)):
            asked(con, way, **arguments)
    with pytest.raises(duckdb.Error, match=re.escape(message)):
        asked(con, "table macro", **arguments)
