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
from oracle import Item, Measure, Row, truth_of
from rankhouse._rendering.jinja import macros

TIES = ["item", "average", "best", "worst"]
POLICIES = ["judged", "intersection", "run", "all"]
CUTOFFS = [1, 2, 3, 5, 10, 1_000_000_000_000]
BEYOND_THE_HEAP = 300


def every_measure(*cutoffs: int | None) -> list[Measure]:
    """Every measure with the options that it is tried with, at these cutoffs (None: of the whole list)."""
    return [
        measure
        for declared in macros("duckdb").catalogue()
        for options in truth_of(declared["name"]).options
        for k in cutoffs
        if k is None or (declared["cutoff"] != "none" and truth_of(declared["name"]).is_feasible(options, k))
        for measure in [Measure(declared["name"], k, tuple(options.items()))]
        if has_closed_form(measure)
    ]


@cache
def declarations() -> dict[str, dict[str, Any]]:
    package = macros("duckdb")
    declared: dict[str, dict[str, Any]] = package.by_name(package.catalogue())["declared"]
    return declared


@cache
def read(measure: Measure) -> tuple[dict[str, Any], dict[str, Any]]:
    """Its declaration, and the measure as the package reads it."""
    (found,) = macros("duckdb").parse_measures([str(measure)])
    return declarations()[found["metric"]], found


def has_closed_form(measure: Measure, ties: str = "item") -> bool:
    """False where the declaration's rules refuse the measure, or the rule for ties with it."""
    return macros("duckdb").refusal(*read(measure), ties) is None


def is_within_its_cutoff(measure: Measure) -> bool:
    """Whether it looks no further than its cutoff. One that does makes a query sort whole lists for all of them."""
    return not macros("duckdb").takes_whole_list(*read(measure))


def looks_at_grades(measure: Measure) -> bool:
    """Whether an item's grade counts beside its being relevant, or in the pool."""
    declared, found = read(measure)
    return "worth" in declared and declared["worth"]({**found["options"], "k": measure.k})["kind"] not in ("", "pooled")


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
