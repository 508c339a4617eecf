"""Small random runs and judgments for hypothesis, and their way into DuckDB."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import duckdb
import pyarrow as pa
from hypothesis import assume
from hypothesis import strategies as st

from examples import one_of_many
from oracle import Item, Measure, Row
from rankhouse._rendering.jinja import macros

TIES = ["item", "average", "best", "worst"]
POLICIES = ["judged", "intersection", "run", "all"]
CUTOFFS = [1, 2, 3, 5, 10, 1_000_000_000_000]
BEYOND_THE_HEAP = 300

_OPTIONS: dict[str, list[dict[str, object]]] = {
    "precision": [{}, {"denominator": "retrieved"}],
    "recall": [{}, {"denominator": "min(k, relevant)"}, {"weights": "relevant"}],
    "f1": [{}],
    "f_beta": [{}, {"beta": 2.5}, {"beta": 0.5}],
    "catalogue_accuracy": [{"n_items": 20}, {"n_items": 5000}],
    "hits": [{}],
    "hit_rate": [{}],
    "reciprocal_rank": [{}],
    "average_precision": [
        {},
        {"denominator": "min(k, relevant)"},
        {"denominator": "k"},
        {"denominator": "hits"},
        {"interpolation": "max"},
        {"interpolation": "11-point"},
        {"interpolation": "11-point", "rounding": 0.9},
        {"interpolation": "step"},
    ],
    "gmap": [{}],
    "interpolated_precision": [
        {},
        {"recall": 0.1},
        {"recall": 0.5},
        {"recall": 1},
        {"recall": 0.7, "rounding": 0.9},
        {"recall": 0.3, "rounding": 0.5},
    ],
    "r_precision": [{}],
    "cg": [{}, {"gain": "exponential"}, {"gain": "binary"}, {"negative": "zero"}],
    "dcg": [
        {},
        {"gain": "linear"},
        {"gain": "binary"},
        {"gain": "linear", "negative": "keep"},
        {"gain": "0.5:0.25/1:1/2:3.5"},
        {"log_base": 10},
        {"gain": "linear", "discount": "jarvelin"},
        {"discount": "jarvelin", "log_base": 3},
    ],
    "idcg": [
        {},
        {"gain": "linear"},
        {"gain": "binary"},
        {"negative": "keep"},
        {"discount": "jarvelin", "log_base": 2.5},
    ],
    "ndcg": [
        {},
        {"gain": "linear"},
        {"gain": "binary"},
        {"gain": "1:1/3:7"},
        {"negative": "keep", "log_base": 10},
        {"gain": "linear", "discount": "jarvelin"},
        {"negative": "normalize", "discount": "jarvelin", "log_base": 3},
        {"gain": "binary", "discount": "jarvelin", "log_base": 1.5, "ideal": "constant"},
        {"negative": "normalize"},
        {"negative": "normalize_judged"},
        {"gain": "1:1/3:7", "negative": "normalize_judged"},
        {"ideal": "retrieved"},
        {"gain": "linear", "ideal": "all"},
        {"gain": "binary", "ideal": "constant"},
    ],
    "err": [{}, {"max_grade": 2}],
    "rbp": [{}, {"p": 0.5}],
    "sdcg": [{}, {"max_rel": 3}],
    "insq": [{}, {"max_rel": 3}, {"t": 2.5, "max_rel": 1.5}],
    "inst": [{}, {"max_rel": 3}, {"t": 2.5, "max_rel": 1.5}],
    "bpm": [
        {},
        {"t": 1.75, "max_rel": 3},
        {"hb": 1},
        {"t": 1.75, "max_rel": 3, "hb": 0.5, "gain_med": 0.25},
        {"max_rel": 3, "hb": 2, "gain_med": 0},
    ],
    "nerr8": [{}, {"max_rel": 3}],
    "nerr9": [{}, {"max_rel": 3}],
    "nerr10": [{}, {"p": 0.5}, {"p": 0.75, "max_rel": 3}],
    "nerr11": [{}, {"max_rel": 3}, {"t": 2.5, "max_rel": 1.5}],
    "inferred_average_precision": [{}],
    "pairwise_accuracy": [{}],
    "ordered_pair_accuracy": [{}, {"weights": "pairs"}],
    "q_measure": [{}, {"gain": "exponential"}, {"gain": "binary"}, {"beta": 0.25}],
    "bpref": [{}],
    "judged": [{}],
    "average_relevance_position": [{}, {"weights": "relevance"}],
    "roc_auc": [
        {},
        {"weights": "positives"},
        {"weights": "items", "undefined": 0.5},
        {"undefined": 0.5},
        {"partial": 0.25},
        {"undefined": 0.5, "partial": 0.7},
    ],
    "partial_auc": [{}, {"insufficient": "exclude"}],
    "pap": [{}, {"insufficient": "exclude"}],
    "set_precision": [{}, {"relative": "true"}],
    "set_f": [{}, {"beta": 0.25}],
    "set_average_precision": [{}],
    "num_ret": [{}, {"rel": 2}],
    "num_rel": [{}, {"rel": 1.5}],
    "num_q": [{}],
    "label_ranking_average_precision": [{}],
    "label_ranking_loss": [{}],
    "coverage_error": [{}],
}
LABEL_RANKING = {"label_ranking_average_precision", "label_ranking_loss", "coverage_error"}
SETS = {"set_precision", "set_f", "set_average_precision", "num_ret", "num_rel", "num_q"}
OF_THE_WHOLE_LIST = {
    "interpolated_precision",
    "r_precision",
    "q_measure",
    "bpref",
    "roc_auc",
    *LABEL_RANKING,
    *SETS,
    "inferred_average_precision",
}
OF_THE_WHOLE_LIST |= {"average_relevance_position", "ordered_pair_accuracy"}
# Their value at expected places is not their expected value.
NOT_LINEAR = {
    *("interpolated_precision", "err", "q_measure", "bpref"),
    *("inferred_average_precision", "pairwise_accuracy", "bpm", "inst"),
    *("nerr8", "nerr9", "nerr10", "nerr11"),
    *("ordered_pair_accuracy", "partial_auc", "pap"),
}
NEED_K = {"bpm", "nerr8", "nerr9", "catalogue_accuracy", "partial_auc", "pap"}


def is_against_k(metric: str, options: Mapping[str, object]) -> bool:
    """Whether its ideal are k items, which need a cutoff that is not too high."""
    return metric == "sdcg" or options.get("ideal") == "constant"


def every_measure(*cutoffs: int | None) -> list[Measure]:
    """Every measure with every option, at these cutoffs (None: of the whole list)."""
    return [
        Measure(metric, k, tuple(options.items()))
        for metric, choices in _OPTIONS.items()
        for options in choices
        for k in cutoffs
        if not (k is None and (options.get("denominator") == "k" or metric in NEED_K or is_against_k(metric, options)))
        if not (k is not None and k > 1000 and is_against_k(metric, options))
        if not (k is not None and (metric in OF_THE_WHOLE_LIST or "interpolation" in options))
    ]


def is_within_its_cutoff(measure: Measure) -> bool:
    """Whether it looks no further than its cutoff. One that does makes a query sort whole lists for all of them."""
    beyond = measure.metric in ("partial_auc", "pap") or ("ideal", "all") in measure.options
    return measure.k is not None and not beyond


def has_closed_form(measure: Measure, ties: str) -> bool:
    """False where the package refuses the tie rule for the measure."""
    if ("denominator", "hits") in measure.options and measure.k is not None:
        return ties == "item"
    interpolated = any(name == "interpolation" and choice != "step" for name, choice in measure.options)
    return ties != "average" or not (interpolated or measure.metric in NOT_LINEAR)


MEASURES = every_measure(None, *CUTOFFS, BEYOND_THE_HEAP)


@cache
def measures(ties: str = "item") -> st.SearchStrategy[list[Measure]]:
    """Some measures, so that plans with few of them are tried too; at times only such as the heap plan can answer."""
    pool = [measure for measure in MEASURES if has_closed_form(measure, ties)]
    shallow = [measure for measure in pool if measure.k in (1, 2, 3, 5, 10) and is_within_its_cutoff(measure)]
    return st.lists(one_of_many(shallow), min_size=1, max_size=40, unique=True) | st.lists(
        one_of_many(pool), min_size=1, max_size=40, unique=True
    )


@dataclass(frozen=True)
class Tables:
    """A run and its judgments as rows; a single labelled table when `judgments` is None."""

    run: list[Row]
    judgments: list[Row] | None
    by: list[str]
    judgments_by: list[str]

    @property
    def labels(self) -> list[Row]:
        return self.run if self.judgments is None else self.judgments

    @property
    def labels_by(self) -> list[str]:
        return self.by if self.judgments is None else self.judgments_by

    @property
    def groups(self) -> list[str]:
        """The grouping columns as the result has them."""
        return [*self.by, *(name for name in self.judgments_by if name not in self.by)]

    def load(self, con: duckdb.DuckDBPyConnection) -> None:
        # An empty table has the other one's types.
        rows = [*self.run, *self.labels]
        texts = {name for name in ("query_id", "item_id") if any(isinstance(row[name], str) for row in rows)}
        create(con, "run", self.run, texts)
        create(con, "judgments", self.labels, texts)

    def sql(self, measures: Iterable[Measure], summary: bool = False, **arguments: Any) -> str:
        macro = macros("duckdb").metrics if summary else macros("duckdb").query_metrics
        return str(
            macro(
                "main.run",
                None if self.judgments is None else "main.judgments",
                [str(measure) for measure in measures],
                by=self.by,
                judgments_by=self.judgments_by,
                **arguments,
            )
        )


def create(con: duckdb.DuckDBPyConnection, name: str, rows: list[Row], texts: set[str]) -> None:
    """Replace a table by rows that all have the same columns; ids are whole numbers unless they are in `texts`."""
    columns = dict.fromkeys(column for row in rows for column in row) or dict.fromkeys(
        ["query_id", "item_id", "score", "relevance", "system", "day"]
    )
    types = {"query_id": pa.int64(), "item_id": pa.int64(), "system": pa.string(), "day": pa.int64()}
    types |= dict.fromkeys(texts, pa.string())
    schema = pa.schema([(column, types.get(column, pa.float64())) for column in columns])
    frame = pa.Table.from_pylist(rows, schema=schema)  # noqa: F841 (read by the next line)
    con.execute(f"create or replace table {name} as from frame")


def example() -> Tables:
    """Twelve queries with ties, items that one side lacks, a query without results and one without relevant items."""
    generator = random.Random(20)
    run: list[Row] = []
    judgments: list[Row] = []
    for query in range(12):
        items = generator.sample(range(30), 16)
        returned = [] if query == 3 else items[: generator.randint(1, 9)]
        run += ({"query_id": query, "item_id": item, "score": generator.randint(1, 4) / 2} for item in returned)
        grades = [-1, 0] if query == 7 else [-1, 0, 0, 1, 1, 2, 3]
        judgments += (
            {"query_id": query, "item_id": item, "relevance": float(generator.choice(grades))}
            for item in items[generator.randint(0, 3) : 13]
        )
    return Tables(run, judgments, [], [])


TEXT_IDS = ["a", "B", "aa", "a10", "a9", "Z", "é", "日本", "🙂", ""]
NUMBER_IDS = [-3, 0, 2, 9, 10, 11, 100, 2**40]

ids_of_a_table: st.SearchStrategy[list[Item]] = st.sampled_from([[*TEXT_IDS], [*NUMBER_IDS]])
tied_scores = st.sampled_from([-1.5, 0.0, 0.5, 2.0, math.inf, -math.inf])
scores = tied_scores | st.floats(-1, 1)
grades = st.sampled_from([-1.0, 0.0, 0.0, 0.5, 1.0, 1.0, 2.0, 3.0, 20.0])


def lists(ids: list[Item], numbers: st.SearchStrategy[float], most: int) -> st.SearchStrategy[dict[Item, float]]:
    return st.dictionaries(st.sampled_from(ids), numbers, max_size=most)


LAYOUTS = ["one", "by run", "by both", "by judgments", "labelled", "labelled by"]


@st.composite
def tables(
    draw: st.DrawFn, layouts: Sequence[str] = LAYOUTS, of_ids: st.SearchStrategy[list[Item]] = ids_of_a_table
) -> Tables:
    """Runs of 6 to 16 queries: missing ones, unjudged ones, ones without relevant items, ties, infinite scores."""
    ids = draw(of_ids)
    numbers = draw(st.sampled_from([tied_scores, scores]))
    layout = draw(st.sampled_from(layouts))
    systems = ["s", "t", None] if layout in ("by run", "by both", "labelled by") else [None]
    days = [1, 2, None] if layout in ("by both", "by judgments") else [None]
    run_columns = {"by run": ["system"], "by both": ["system", "day"], "labelled by": ["system"]}.get(layout, [])
    label_columns = ["day"] if layout in ("by both", "by judgments") else []

    run: list[Row] = []
    judgments: list[Row] = []
    queries = draw(st.integers(6, 16)) // (len(systems) * len(days)) + 1
    for query in range(queries):
        labels: dict[Item, float] = {}
        for day in days:
            labels = draw(lists(ids, grades, 6))
            place = {"day": day} if label_columns else {}
            judgments += ({**place, "query_id": query, "item_id": i, "relevance": r} for i, r in labels.items())
        for system in systems:
            for day in days if layout == "by both" else [None]:
                scored = draw(lists(ids, numbers, 5))
                group: Row = {"system": system, "day": day}
                place = {name: group[name] for name in run_columns}
                rows: list[Row] = [{**place, "query_id": query, "item_id": i, "score": s} for i, s in scored.items()]
                if layout.startswith("labelled"):
                    missed = ({**place, "query_id": query, "item_id": i, "score": None} for i in labels.keys() - scored)
                    rows = [{**row, "relevance": labels.get(row["item_id"])} for row in (*rows, *missed)]
                run += rows
    return Tables(run, None if layout.startswith("labelled") else judgments, run_columns, label_columns)


@st.composite
def several(draw: st.DrawFn, count: int, layouts: Sequence[str] = LAYOUTS) -> Tables:
    """As many tables of a layout as one, to answer in one statement: the n-th one's queries are 100 n and up."""
    layout, ids = draw(st.sampled_from(layouts)), draw(ids_of_a_table)
    cases = [draw(tables([layout], st.just(ids))) for _ in range(count)]

    def together(parts: Iterable[list[Row]]) -> list[Row]:
        return [row | {"query_id": 100 * n + row["query_id"]} for n, rows in enumerate(parts) for row in rows]

    judgments = None if cases[0].judgments is None else together(case.labels for case in cases)
    merged = replace(cases[0], run=together(case.run for case in cases), judgments=judgments)
    assume(merged.run and any(row["relevance"] for row in merged.labels))
    return merged


def same(left: float | None, right: float | None, tolerance: float = 1e-12) -> bool:
    """Equal to within the tolerance, absolute below 1 and relative above; NULL equals NULL alone, NaN nothing."""
    if left is None or right is None:
        return left is right
    return abs(left - right) <= tolerance * max(1.0, abs(left))


PerQuery = Mapping[Any, float | None]


def load_rows(con: duckdb.DuckDBPyConnection, table: str, columns: str, rows: list[tuple[Any, ...]]) -> None:
    """A table of these columns, declared as in SQL; None is NULL."""
    con.execute(f"create or replace table {table} ({columns})")
    figures = [["null" if v is None else "'nan'" if v != v else repr(v) for v in row] for row in rows]
    con.execute(f"insert into {table} values {', '.join('(' + ', '.join(row) + ')' for row in figures)}")


def assert_same(got: PerQuery, expected: PerQuery, tolerance: float = 1e-12) -> None:
    """Two tables of values by key are the same, every key included."""
    assert got.keys() == expected.keys(), sorted(map(repr, got.keys() ^ expected.keys()))[:10]
    wrong = {key: (got[key], figure) for key, figure in expected.items() if not same(got[key], figure, tolerance)}
    assert not wrong, f"{len(wrong)} of {len(expected)} differ (got, expected): {dict(list(wrong.items())[:5])}"
