"""Small tables for every table macro, under any names, and the call of a macro on them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import duckdb

from copied import copy_macros
from table_macro_calls import COLUMNS, Call, arguments, literal, parameters, relations_of
from typical import typical_calls

GROUPS = {"run": ["system", "day"], "judgments": ["day"], "predictions": ["system", "day"]}
GROUPS |= {"detections": ["system", "day"], "ground_truth": ["day"]}
MEASURES = {
    "click_estimates": ["dcg@3", "precision@2", "average_relevance_position"],
    "recommendation_metrics": [
        *("catalogue_coverage@2", "novelty@2", "serendipity(expected=baseline)@2", "personalisation@2"),
        *("intra_list_diversity@3", "intra_list_diversity(distance=table)@3"),
    ],
    "rating_metrics": ["mae", "mape", "r2", "explained_variance"],
    "classifier_metrics": ["roc_auc", "f1", "brier"],
}
OF_EVIDENCE = ("interleaving_decision", "policy_decision", "try_decision", "preference_decision", "classifier_decision")
Table = dict[str, list[Any]]


def _tables() -> dict[str, Table]:
    chosen = random.Random(7)

    def some(low: int, high: int, count: int = 40) -> list[Any]:
        return [chosen.randint(low, high) for _ in range(count)]

    def pairs() -> Table:
        """Of a query and an item, each once."""
        listed = chosen.sample([(query, item) for query in range(1, 5) for item in range(1, 13)], 40)
        return {"query_id": [query for query, _ in listed], "item_id": [item for _, item in listed]}

    judged = pairs()
    groups: Table = {"system": some(1, 2), "day": some(1, 2)}
    lists = list(zip(groups["system"], groups["day"], strict=True))
    row_ids = [lists[:place].count(one) for place, one in enumerate(lists)]
    box: Table = {"image_id": some(1, 3), "class_id": some(1, 2), "x_min": some(0, 3), "y_min": some(0, 3)}
    box |= {"x_max": some(4, 6), "y_max": some(4, 6)}
    return {
        "run": {**pairs(), **groups, "score": [*some(0, 4, 39), None], "rank": some(1, 3), "relevance": some(0, 3)},
        "judgments": {
            **judged,
            "day": some(1, 2),
            "relevance": [*some(0, 3, 39), None],
            "weight": [query / 2 for query in judged["query_id"]],
            "text_hash": [item % 2 for item in judged["item_id"]],
            "judged_by": [item % 3 for item in judged["item_id"]],
        },
        "items": {"item_id": list(range(1, 13)), "popularity": list(range(1, 13))},
        "exclude": {"query_id": some(1, 4), "item_id": some(1, 9)},
        "candidates": {"query_id": some(1, 4), "item_id": some(1, 9)},
        "ranks": {
            **groups,
            "query_id": some(1, 4),
            "is_retrieved": some(0, 1),
            "sampled_rank": some(1, 4),
            "n_negatives": [3] * 40,
        },
        "corrections": {
            "measure": ["reciprocal_rank"] * 4,
            "method": ["none"] * 4,
            "n_items": [9] * 4,
            "n_negatives": [3] * 4,
            "sampled_rank": [1, 2, 3, 4],
            "sampled_value": [1, 0.5, 0.25, 0.125],
            "value": [0.5, 0.25, 0.125, 0],
        },
        "interactions": {"query_id": some(5, 9), "item_id": some(1, 12)},
        "features": {"item_id": [1, 2, 3, 4, 5, 5], "feature": [1, 2, 1, 3, 2, 3], "weight": [1, 2, 1, 1, 3, 1]},
        "distances": {"item_id": [1, 1, 2], "other_item_id": [2, 3, 5], "distance": [0.5, 0.25, 0.125]},
        "targets": {"feature": [1, 2, 3], "target_share": [0.5, 0.25, 0.25]},
        "baseline": {**pairs(), "score": some(0, 50), "rank": some(1, 3)},
        "predictions": {
            **groups,
            # Each system has rows 0 to 14 or so of each day.
            "row_id": row_ids,
            "score": [*(one / 50 for one in some(0, 50, 39)), None],
            "label": [one % 2 for one in row_ids],
            "prediction": [*some(0, 1, 39), None],
            "rating": some(1, 5),
            "weight": [one % 4 / 2 for one in row_ids],
        },
        "ratings": {
            **groups,
            "user_id": some(1, 6),
            "item_id": some(1, 9),
            "rating": some(1, 5),
            "rated_at": some(0, 9),
            "unit_id": some(1, 9),
            "rater_id": some(1, 3),
        },
        "log": {
            **groups,
            "search_id": some(1, 12),
            "item_id": some(1, 9),
            "position": [*some(1, 9, 39), None],
            "clicked": [one > 4 for one in some(1, 6)],
            "team": [["a", "B", "b", "A", None][one] for one in some(0, 4)],
            "rank_a": [*some(1, 9, 39), None],
            "rank_b": [None, *some(1, 9, 39)],
            **{name: [one / 20 for one in some(1, 19)] for name in ("logging_probability", "target_probability")},
            "baseline_probability": [one / 20 for one in some(1, 19)],
            "reward": some(0, 3),
            "predicted_reward": [one / 10 for one in some(0, 30)],
            "target_predicted_reward": [one / 10 for one in some(0, 30)],
            "baseline_predicted_reward": [one / 10 for one in some(0, 30)],
            "slate_id": list(range(40)),
            "query_id": some(1, 4),
            "impressions": some(20, 90),
            "clicks": some(0, 2),
        },
        # Of each query one value of a measure in a group.
        "human": {
            **groups,
            "query_id": list(range(40)),
            "item_id": some(1, 9),
            "relevance": some(0, 3),
            "measure": [f"m{one}" for one in some(1, 2)],
            "value": [one / 50 for one in some(0, 50)],
        },
        "examination": {"position": list(range(1, 10)), "examination": [1 / (1 + one % 7) for one in range(9)]},
        "experiments": {
            **groups,
            "measure": [f"m{one}" for one in some(1, 2)],
            "offline_difference": [*(one / 8 for one in some(-4, 4, 39)), None],
            "online_difference": [None, *(one / 8 for one in some(-4, 4, 39))],
        },
        "comparisons": {
            **groups,
            "measure": [f"m{one}" for one in some(1, 2)],
            "p_value": [*(one / 50 for one in some(0, 9, 39)), None],
            "queries_needed": [None, *some(5, 90, 39)],
        },
        "machine": {
            **groups,
            "query_id": list(range(40)),
            "item_id": some(1, 9),
            "relevance": some(0, 3),
            "measure": [f"m{one}" for one in some(1, 2)],
            "value": [one / 50 for one in some(0, 50)],
        },
        "split": {
            **groups,
            "user_id": some(1, 6),
            "item_id": some(1, 9),
            "part": some(1, 3),
            "reason": some(1, 2),
        },
        # Each system, day, measure and query once.
        "query_metrics": {
            "system": [1 + row % 2 for row in range(40)],
            "day": [1 + row // 2 % 2 for row in range(40)],
            "query_id": [1 + row // 8 for row in range(40)],
            "measure": [f"m{1 + row // 4 % 2}" for row in range(40)],
            "value": [*(one / 50 for one in some(0, 50, 39)), None],
            "n_given": some(1, 3),
            "metric": ["m"] * 40,
            "k": [10] * 40,
            "weight": [(1 + row // 8) / 2 for row in range(40)],
        },
        "metrics": {
            **groups,
            "day": [f"2026-01-0{one}" for one in some(1, 9)],
            "n_given": list(range(40)),
            "measure": [f"m{one}" for one in some(1, 2)],
            "metric": ["m"] * 40,
            "k": [10] * 40,
            "value_sum": some(1, 5),
            "n_queries": some(5, 9),
            "std_error": [one / 50 for one in some(1, 9)],
        },
        # Each system, day and task twice.
        "tries": {
            "system": [1 + row % 2 for row in range(40)],
            "day": [1 + row // 2 % 2 for row in range(40)],
            "query_id": [1 + row // 8 for row in range(40)],
            "try_id": [1 + row // 4 % 2 for row in range(40)],
            "passed": some(0, 1),
            "n_given": some(1, 3),
        },
        # Each two of three systems in all orders, on either day, and no two of a day rated alike.
        "preferences": {
            "day": [1 + row % 2 for row in range(40)],
            "query_id": [f"q{1 + row // 4}" for row in range(40)],
            "system_a": ["xyzyzx"[row // 2 % 6] for row in range(40)],
            "system_b": ["yzxxyz"[row // 2 % 6] for row in range(40)],
            "winner": [("a", "b", "tie", "b", "b")[one] for one in some(0, 4)],
            "judge_id": [f"j{row}" for row in range(40)],
            "document_id": [f"d{1 + row // 8}" for row in range(40)],
            "weight": some(1, 2),
        },
        "detections": {**box, **groups, "score": some(0, 50)},
        "ground_truth": {**box, "day": some(1, 2), "iscrowd": some(0, 1), "area": some(500, 12_000)},
        "runs": {**pairs(), **groups, "score": some(0, 4), "rank": some(1, 3), "text_hash": [0, 1] * 20},
    }


def _typical_tables() -> dict[str, Table]:
    """What the typical calls take, by the argument."""
    return {
        argument: {name: table.column(name) for name in table.names}
        for call in typical_calls().values()
        for argument, table in call.tables.items()
    }


TABLES = _typical_tables() | _tables()


@dataclass
class Names:
    """What tables and columns are called instead: columns by themselves, or as `table.column`."""

    tables: Mapping[str, str] = field(default_factory=dict)
    columns: Mapping[str, str] = field(default_factory=dict)

    def of(self, table: str, column: str) -> str:
        return self.columns.get(f"{table}.{column}", self.columns.get(column, column))


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def create(con: duckdb.DuckDBPyConnection, tables: list[str], names: Names, schema: str = "main") -> None:
    for table in tables:
        columns = ", ".join(quoted(names.of(table, column)) for column in TABLES[table])
        rows = ", ".join(f"({', '.join(map(literal, row))})" for row in zip(*TABLES[table].values(), strict=True))
        name = quoted(names.tables.get(table, table))
        con.execute(f"create or replace table {schema}.{name} as from (values {rows}) as given({columns})")


def tables_of(macro: str) -> list[str]:
    return relations_of(macro)


def call(macro: str, names: Names, *, optional: Iterable[str] = (), more: Call | None = None) -> str:
    """The macro over all tables that it takes. `optional`: columns that are named besides those it has to find."""
    return f"from {macro}({arguments(typical_call(macro, names, optional=optional) | (more or {}))})"


def typical_call(macro: str, names: Names, *, optional: Iterable[str] = ()) -> Call:
    given: Call = {table: quoted(names.tables[table]) if table in names.tables else table for table in tables_of(macro)}
    if "measures" in parameters(macro) and macro in MEASURES:
        given["measures"] = MEASURES[macro] if macro != "classifier_metrics" or not optional else ["f1", "precision"]
    if macro == "sample_negatives":
        given["by"] = "popularity"
    if macro == "explain_number":
        given |= {"value": 0.5, "measure": "ndcg", "k": 3, "changes": 0}
    if macro == "convention_problems":
        given["convention"] = "torchmetrics"
    if macro == "explain":
        given |= {"source": None, "target": "trec_eval"}
    for place, argument in enumerate(("by", "judgments_by", "ground_truth_by")):
        if argument in parameters(macro) and macro != "sample_negatives":
            is_told = "system" in parameters(macro) or macro.endswith("_decision")
            groups = ["day"] if place or is_told else ["system", "day"]
            groups = [name for name in groups if name in TABLES[tables_of(macro)[0]]]
            given[argument] = [names.of("run", name) for name in groups]
    if "top_grade" in parameters(macro):
        given["top_grade"] = 3
    if "segments" in parameters(macro) and not macro.endswith("decision"):
        given |= {"by": ["n_given"], "segments": [names.of("run", "day")]}
    if "day" in parameters(macro):
        given["by"] = ["n_given"]
    sided = {key: name for key, name in names.columns.items() if "." in key}
    columns = {key: name for key, name in sided.items() if key.split(".")[0] in tables_of(macro)}
    for column in COLUMNS:
        if column in parameters(macro) and (column in names.columns or column in optional):
            given[column] = names.columns.get(column, column)
    if macro in OF_EVIDENCE:
        # Of a unit there are rows of several days.
        given |= {"by": [names.of("run", "day")], "segments": []}
    if macro == "decision":
        # The tables have a query on several days, and `measure` is no column there.
        given |= {"by": ["n_given"], "segments": [], "measure": "m1"}
        columns |= {"measure": names.columns["measure"]} if "measure" in names.columns else {}
    return given | ({"columns": columns} if columns else {})


def rows(con: duckdb.DuckDBPyConnection, sql: str) -> list[str]:
    return sorted(map(repr, con.execute(sql).fetchall()))


@contextmanager
def registered_tables() -> Iterator[duckdb.DuckDBPyConnection]:
    """The macros, and every table under its own name."""
    with duckdb.connect(config={"threads": 1}) as con:
        copy_macros(con)
        create(con, list(TABLES), Names())
        yield con
