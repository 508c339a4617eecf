"""Measures over intents on an engine: the values of ndeval, and brute force of what it has not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from ranking.test_intents import EVERY, RECORDED, brute_force, of_lists
from recorded import intents
from warehouses import sample
from warehouses.comparison import Comparison, compared
from warehouses.reference import DOUBLE, TEXT, Row, Session

RUN = {"query_id": TEXT, "item_id": TEXT, "score": DOUBLE}
JUDGMENTS = {"query_id": TEXT, "item_id": TEXT, "intent": TEXT, "relevance": DOUBLE, "weight": DOUBLE}
JUDGMENTS |= {"importance": TEXT}
GREEDY = ("alpha_ndcg", "nerr_ia", "nnrbp")
# The greedy order goes as far as that on Spark.
LAST_PLACE = 10


def is_there(has_end: bool, metric: str, k: int | None, options: Mapping[str, object] = MappingProxyType({})) -> bool:
    is_exact = options.get("ideal") == "exact"
    return not has_end or metric not in GREEDY or (k is not None and k <= LAST_PLACE and not is_exact)


def metric_and_cutoff(measure: str) -> tuple[str, int | None]:
    head, _, cutoff = measure.partition("@")
    return head.partition("(")[0], int(cutoff) if cutoff else None


def of_few_items(rows: list[Row]) -> list[Row]:
    """Few enough for all their orders."""
    items = {query: sorted({row[1] for row in rows if row[0] == query})[:6] for query, *_ in rows}
    return [row for row in rows if row[1] in items[row[0]]]


def weighted(rows: list[Row]) -> list[Row]:
    """The same with weights of the intents, a query's first one being half of all, and vital."""
    intents_of: dict[str, list[str]] = {}
    for query, _, intent, *_ in rows:
        if intent not in intents_of.setdefault(query, []):
            intents_of[query].append(intent)
    found = []
    for row in rows:
        others = len(intents_of[row[0]]) - 1
        is_first = row[2] == intents_of[row[0]][0]
        weight = (0.5 if others else 1.0) if is_first else 0.5 / others
        found.append((*row[:3], float(row[3]), weight, "vital" if is_first else "okay"))
    return found


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    package = macros(*DIALECTS[dialect])
    has_end = "spark" in dialect or "databricks" in dialect
    for seed in sample.some(intents.SEEDS):
        run, judgments = of_lists(*intents.lists(seed))
        judged = weighted(judgments)
        session.load(f"intent_run_{seed}", RUN, run)
        session.load(f"intent_judgments_{seed}", JUDGMENTS, judged)
        recorded = RECORDED[str(seed)]
        by_ndeval = {name: recorded[name] for name in recorded if is_there(has_end, *metric_and_cutoff(name))}
        sql = package.query_metrics(
            f"intent_run_{seed}", f"intent_judgments_{seed}", [*by_ndeval], convention="ndeval", intents="intent"
        )
        found = [((row[0], row[1]), [row[-1]]) for row in map(tuple, session.query(sql))]
        expected = {(query, name): [value] for name, each in by_ndeval.items() for query, value in each.items()}
        yield from compared("query_metrics by ndeval", expected, found, lambda key: str(key[1]).partition("@")[0])
        session.load(f"intent_judgments_{seed}_few", JUDGMENTS, of_few_items(judged))
        there = [each for each in EVERY if is_there(has_end, each.metric, each.k, dict(each.options))]
        exact = [each for each in there if ("ideal", "exact") in each.options]
        for rows, name, asked in (
            (judged, f"intent_judgments_{seed}", [each for each in there if each not in exact]),
            (of_few_items(judged), f"intent_judgments_{seed}_few", exact),
        ):
            if asked:
                sql = package.query_metrics(
                    f"intent_run_{seed}",
                    name,
                    list(map(str, asked)),
                    intents="intent",
                    columns={"intent_weight": "weight", "importance": "importance"},
                )
                found = [((row[0], row[1]), [row[-1]]) for row in map(tuple, session.query(sql))]
                expected = {key: [value] for key, value in brute_force(run, rows, True, asked).items()}
                yield from compared(
                    "query_metrics over weighted intents", expected, found, lambda key: str(key[1]).partition("@")[0]
                )
