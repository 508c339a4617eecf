"""Conventions where libraries differ most: grades below 0, nothing relevant, missing lists, ties, gaps between ranks.

Expected are the values in tests/recorded. Libraries that are no Python package (Elliot, Elasticsearch, Quepid) are
written out below, from their sources. What is not compared stands in NO_NUMBER and NO_IDEAL with the reason; where a
library raised an error or gave NaN, that is recorded in place of a value. A convention of a library that breaks ties by
the order of its input refuses them.
"""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Callable

import duckdb
import pytest

import rankhouse
from rankhouse._rendering.jinja import macros
from ranking.test_conventions import RECORDED, TOLERANCE, agrees
from recorded.corners import CORNERS, LAST_PLACE, Lists

Values = dict[str, dict[str, float | str]]  # measure -> query, or "mean" -> value, or why there is none
Place = tuple[str, ...]  # corner, measure, query or "mean"
# Those of measures over intents and nuggets have their values in test_intents.py and test_rag.py.
CONVENTIONS = sorted({*macros("duckdb").conventions()} - {"ndeval", "ragas", "autoevals", "nuggetizer"})
OF_ORDER = {"ranx", "recommenders", "spark", "recbole", "rectools", "elliot", "elasticsearch", "quepid", "mlflow"}
OF_ORDER |= {"torchmetrics", "xgboost", "spark_listed", "llama_index", "haystack", "trulens"}
OF_ORDER |= {"sentence_transformers", "lenskit", "evidently"}
# Where precision@10 is not refused.
OTHER_MEASURE = {"trec_eval_10": "precision", "haystack": "recall@10"}
EMPTY = "a list without items is no row of a table: the query is missing in the run, which trec_eval leaves out"
BELOW_0 = "divides by an ideal below 0, where nothing is relevant: values above 1"
# Why these are not compared: all measures, or NDCG of queries without relevant items and its mean.
NO_NUMBER: dict[tuple[str, str], str] = {
    ("trec_eval", "empty list"): EMPTY,
    ("pytrec_eval", "empty list"): EMPTY,
    ("beir", "empty list"): EMPTY,
    ("mteb", "empty list"): EMPTY,
}
NO_IDEAL: dict[tuple[str, str], str] = {
    (name, corner): BELOW_0
    for name in ("torchmetrics", "elasticsearch", "quepid")
    for corner in ("negative grades", "all grades negative")
}


def table(con: duckdb.DuckDBPyConnection, name: str, of_corners: dict[str, Lists], column: str) -> None:
    con.execute(f"create table {name} (corner varchar, query_id integer, item_id integer, {column} double)")
    con.executemany(
        f"insert into {name} values (?, ?, ?, ?)",
        [
            (corner, q, i, x)
            for corner, rows in of_corners.items()
            for q, items in rows.items()
            for i, x in items.items()
        ],
    )


def evaluated(name: str, corners: list[str], measures: list[str]) -> dict[Place, float | None]:
    """Of several corners at once, each a group."""
    columns = {"rank": "place"} if corners == ["gaps in ranks"] else {}
    found: dict[Place, float | None] = {}
    with duckdb.connect(config={"threads": 1}) as con, warnings.catch_warnings():
        warnings.simplefilter("ignore", rankhouse.InputWarning)
        table(con, "run", {corner: CORNERS[corner][0] for corner in corners}, "score")
        table(con, "judgments", {corner: CORNERS[corner][1] for corner in corners}, "relevance")
        con.execute(f"alter table run add column place integer; update run set place = {LAST_PLACE} - score")
        for per_query, unit in ((True, "query_id::varchar"), (False, "'mean'")):
            values = rankhouse.evaluate(
                *("run", "judgments", measures),
                by=["corner"],
                convention=name,
                per_query=per_query,
                columns=columns,
                con=con,
            )
            rows = values.project(f"corner, measure, {unit}, value").fetchall()
            found |= {tuple(place): value for *place, value in rows}
    return found


def why_refused(name: str, corner: str) -> str | None:
    run, judgments = CORNERS[corner]
    # Where every listed item is relevant, one of grade 0 that ties with one that is not judged matters.
    matters = corner == "tied scores" and name in OF_ORDER
    if matters or (name, corner) == ("spark_listed", "harmless ties"):
        return "needs untied scores"
    if name == "trec_eval_10" and not {*judgments} <= {query for query, items in run.items() if items}:
        return "needs every judged query"
    return None


@pytest.mark.parametrize(
    ("name", "corner", "reason"),
    [(name, corner, why) for name in CONVENTIONS for corner in CORNERS if (why := why_refused(name, corner))],
)
def test_what_does_not_follow_a_convention_is_refused(name: str, corner: str, reason: str) -> None:
    with pytest.raises(rankhouse.InputError, match=reason):
        evaluated(name, [corner], [OTHER_MEASURE.get(name, "precision@10")])


@pytest.mark.thorough
@pytest.mark.parametrize("name", CONVENTIONS)
def test_values_at_every_corner(name: str) -> None:
    corners = [corner for corner in CORNERS if not why_refused(name, corner)]
    wanted = {corner: expected(name, corner) for corner in corners}
    found: dict[Place, float | None] = {}
    for together in (["gaps in ranks"], [corner for corner in corners if corner != "gaps in ranks"]):
        measures = list(dict.fromkeys(measure for corner in together for measure in wanted[corner]))
        found |= evaluated(name, together, measures)
    assert {corner for corner, *_ in found} == {*corners}
    wrong = {
        (corner, measure, query): (found.get((corner, measure, query)), value)
        for corner in corners
        for measure, figures in wanted[corner].items()
        for query, value in figures.items()
        if is_compared(name, corner, measure, query)
        if not same(found.get((corner, measure, query)), value, TOLERANCE.get(name, 1e-9))
    }
    assert not wrong, f"{len(wrong)} differ (got, expected): {dict(list(wrong.items())[:12])}"


def is_compared(name: str, corner: str, measure: str, query: str) -> bool:
    # RecTools counts gaps below the last relevant item too when it looks how long a list is.
    if corner == "gaps in ranks" and "insufficient=exclude" in measure:
        return False
    has_ideal = query in with_an_ideal(name, corner) or (name, corner) not in NO_IDEAL
    return (name, corner) not in NO_NUMBER and (has_ideal or not measure.startswith("ndcg"))


def with_an_ideal(name: str, corner: str) -> set[str]:
    """Queries with a relevant item; torchmetrics knows the returned ones alone."""
    run, judgments = CORNERS[corner]
    pool = {q: grades.keys() & run.get(q, {}) if name == "torchmetrics" else grades for q, grades in judgments.items()}
    return {str(q) for q, items in pool.items() if any(judgments[q][item] > 0 for item in items)}


COUNTS = {"hits", "num_ret", "num_rel", "num_q"}
"""Of trec_eval and ir_measures, not recorded at corners: tests/ranking/test_peers.py compares them."""
ELSEWHERE = {"ranx": {"bpref"}}
"""What test_conventions.py compares with the library itself: it is NaN at most corners."""


@pytest.mark.parametrize("name", CONVENTIONS)
def test_every_measure_is_compared(name: str) -> None:
    # Evidently has an error for a list with ties.
    corner = "gaps in ranks" if name == "evidently" else "harmless ties"
    compared = {measure.partition("@")[0].partition("(")[0] for measure in expected(name, corner)}
    measures = {*macros("duckdb").conventions()[name]["measures"]}
    assert measures - COUNTS - ELSEWHERE.get(name, set()) <= compared <= measures


def same(got: float | None, value: float | str, tolerance: float) -> bool:
    """What a library refuses or has NaN for is ours to define."""
    return isinstance(value, str) or math.isnan(value) or agrees(got, value, tolerance)


def expected(name: str, corner: str) -> Values:
    if name in BY_HAND:
        return written_out(name, corner)
    library = "pytrec_eval" if name.startswith("trec_eval") else name
    found: Values | str = json.loads((RECORDED / f"{library}.json").read_text())["corners"].get(corner, "not asked")
    if isinstance(found, str):
        # The library refuses all of it, or has no rule of its own: it is evaluated all the same.
        return {"precision@3": {}}
    if name == "trec_eval_10":
        return found | levels_of_trec_eval_10(corner)
    if name == "spark":
        return found | graded_of_spark(corner)
    return found


def levels_of_trec_eval_10(corner: str) -> Values:
    """A recall is reached at lround(recall * R) hits, not int(recall * R + 0.9). Ties go by id as text, descending."""
    run, judgments = CORNERS[corner]
    values: Values = {}
    for query in run.keys() & judgments.keys():
        listed = sorted(sorted(run[query], key=str, reverse=True), key=lambda item: -run[query][item])
        hits = [judgments[query].get(item, 0) > 0 for item in listed]
        precision = [(sum(hits[:place]), sum(hits[:place]) / place) for place, hit in enumerate(hits, 1) if hit]
        n_relevant = sum(grade > 0 for grade in judgments[query].values())
        levels = [
            max((p for n, p in precision if n >= math.floor(tenth * n_relevant / 10 + 0.5)), default=0.0)
            for tenth in range(11)
        ]
        of_query = {f"interpolated_precision(recall=0.{tenth})": levels[tenth] for tenth in range(1, 10)}
        for measure, value in {**of_query, "average_precision(interpolation=11-point)": sum(levels) / 11}.items():
            values.setdefault(measure, {})[str(query)] = value
    return with_means(values)


def graded_of_spark(corner: str) -> Values:
    """RankingMetrics.ndcgAt with relevances, of labels in their ideal order; 0 where there are none."""
    run, judgments = CORNERS[corner]
    values: Values = {}
    for query, judged in judgments.items():
        gains = {item: 2**grade - 1 for item, grade in judged.items() if grade > 0}
        listed = run.get(query, {})
        dcg = dcg_of([gains.get(item, 0.0) for item in sorted(listed, key=lambda item: -listed[item])[:3]])
        ndcg = ratio(dcg, dcg_of(sorted(gains.values(), reverse=True)[:3]))
        values.setdefault("ndcg(gain=exponential)@3", {})[str(query)] = ndcg
    return with_means(values)


def with_means(values: Values) -> Values:
    return {m: {**each, "mean": sum(float(x) for x in each.values()) / len(each)} for m, each in values.items()}


def dcg_of(gains: list[float]) -> float:
    return sum(gain / math.log2(place + 1) for place, gain in enumerate(gains, 1))


def ratio(value: float, by: float) -> float:
    return value / by if by else 0.0


def elliot(grades: list[float], judged: list[float], k: int) -> dict[str, float]:
    """Grades below the threshold, 1 here, are nothing; others gain 2^(grade - threshold + 1) - 1."""
    gains = [2**grade - 1 if grade >= 1 else 0.0 for grade in grades]
    ideal = sorted((2**grade - 1 for grade in judged if grade >= 1), reverse=True)
    shown = of_hits(grades, judged)
    hit = float(shown["recall"] > 0)
    ndcg = ratio(dcg_of(gains), dcg_of(ideal[:k]))
    return {**shown, "precision": sum(grade > 0 for grade in grades) / k, "hit_rate": hit, "ndcg": ndcg}


def elasticsearch(grades: list[float], judged: list[float], k: int) -> dict[str, float]:
    """DiscountedCumulativeGain: every rating counts 2^rating - 1, below 0 too; the ideal is as long as the hits are."""
    dcg = dcg_of([2**grade - 1 for grade in grades])
    ideal = dcg_of([2**grade - 1 for grade in sorted(judged, reverse=True)[: len(grades)]])
    return {**of_hits(grades, judged), "dcg": dcg, "ndcg": ratio(dcg, ideal)}


def quepid(grades: list[float], judged: list[float], k: int) -> dict[str, float]:
    """db/scorers: p, ap, rr, cg, dcg and ndcg_cut, which counts an unrated document as 0."""
    shown = of_hits(grades, judged)
    dcg = dcg_of([2**grade - 1 for grade in grades])
    precisions = [sum(g > 0 for g in grades[:place]) / place for place, g in enumerate(grades, 1) if g > 0]
    return {
        **{name: shown[name] for name in ("precision", "reciprocal_rank")},
        "average_precision": ratio(sum(precisions), sum(grade > 0 for grade in judged)),
        "cg": sum(grades),
        "dcg": dcg,
        "ndcg(ideal=k)": ratio(dcg, dcg_of([2**grade - 1 for grade in sorted(judged, reverse=True)[:k]])),
    }


def of_hits(grades: list[float], judged: list[float]) -> dict[str, float]:
    hits = [grade > 0 for grade in grades]
    return {
        "precision": ratio(sum(hits), len(hits)),
        "recall": ratio(sum(hits), sum(grade > 0 for grade in judged)),
        "reciprocal_rank": 1 / (hits.index(True) + 1) if any(hits) else 0.0,
    }


BY_HAND: dict[str, Callable[[list[float], list[float], int], dict[str, float]]] = {
    "elliot": elliot,
    "elasticsearch": elasticsearch,
    "quepid": quepid,
}


def written_out(name: str, corner: str) -> Values:
    """Elasticsearch averages all requests, Elliot users of both tables with a relevant item, Quepid what is no NaN."""
    run, judgments = CORNERS[corner]
    values: Values = {}
    for k in (3, 10):
        for query, judged in judgments.items():
            listed = run.get(query, {})
            counts = name == "elasticsearch" or any(grade > 0 for grade in judged.values())
            if not counts or (name == "elliot" and not listed):
                continue
            shown = [judged.get(item, 0.0) for item in sorted(listed, key=lambda item: -listed[item])[:k]]
            for measure, value in BY_HAND[name](shown, [*judged.values()], k).items():
                values.setdefault(f"{measure}@{k}", {})[str(query)] = value
    return with_means(values) or {"precision@3": {}}
