"""Measures over intents on an engine: the values of ndeval, and brute force of what it has not."""

from __future__ import annotations

from collections.abc import Iterator

from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from recorded import intents
from test_intents import EVERY, RECORDED, brute_force, of_lists
from warehouses import sample
from warehouses.comparison import Comparison, compared
from warehouses.reference import DOUBLE, TEXT, Row, Session

RUN = {"query_id": TEXT, "item_id": TEXT, "score": DOUBLE}
JUDGMENTS = {"query_id": TEXT, "item_id": TEXT, "intent": TEXT, "relevance": DOUBLE, "weight": DOUBLE}
JUDGMENTS |= {"importance": TEXT}
GREEDY = ("alpha_ndcg", "nerr_ia", "nnrbp")
# The greedy order goes as far as that on Spark.
LAST_PLACE = 10


def is_there(has_end: bool, metric: str, k: int | None) -> bool:
    return not has_end or metric not in GREEDY or (k is not None and k <= LAST_PLACE)


def metric_and_cutoff(measure: str) -> tuple[str, int | None]:
    head, _, cutoff = measure.partition("@")
    return head.partition("(")[0], int(cutoff) if cutoff else None


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
        asked = [each for each in EVERY if is_there(has_end, each.metric, each.k)]
        sql = package.query_metrics(
            f"intent_run_{seed}",
            f"intent_judgments_{seed}",
            list(map(str, asked)),
            intents="intent",
            columns={"intent_weight": "weight", "importance": "importance"},
        )
        found = [((row[0], row[1]), [row[-1]]) for row in map(tuple, session.query(sql))]
        known = brute_force(run, judged, True)
        expected = {key: [known[key]] for key in known if key[1] in set(map(str, asked))}
        yield from compared(
            "query_metrics over weighted intents", expected, found, lambda key: str(key[1]).partition("@")[0]
        )
