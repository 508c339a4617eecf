"""Rankings: two systems on two days, each query of one day; a tie at the end of a list, and a list that is missing."""

from __future__ import annotations

import oracle
from oracle import Measure
from typical import Given, Row, TypicalCall

LISTS = {
    ("bm25", 1, "q1"): "dac",
    ("dense", 1, "q1"): "abd",
    ("bm25", 1, "q2"): "abe",
    ("dense", 1, "q2"): "cbae",
    ("bm25", 2, "q3"): "abcd",
    ("dense", 2, "q3"): "bdca",
    ("dense", 2, "q4"): "ba",
}
GRADES = {(1, "q1"): {"a": 3, "b": 1, "e": 2}, (1, "q2"): {"c": 2, "e": 0}}
GRADES |= {(2, "q3"): {"b": 1, "d": 2, "f": 0}, (2, "q4"): {"a": 1}}


def _shown() -> list[Row]:
    """The last two items of a list of three and more have one score; ranks are those of the list read backwards."""
    return [
        (system, day, query, item, float(max(len(items) - place, 2)), len(items) - place, grades.get(item, 0))
        for (system, day, query), items in LISTS.items()
        for grades in [GRADES[day, query]]
        for place, item in enumerate(items)
    ]


RUNS = Given("runs", "system day query_id item_id score rank relevance", _shown())
JUDGMENTS = Given(
    "judgments",
    "day query_id item_id relevance",
    [(*key, item, grade) for key, grades in GRADES.items() for item, grade in grades.items()],
)
NDCG, AP = Measure("ndcg", 3), Measure("average_precision")
BOTH = {"run": RUNS, "judgments": JUDGMENTS}
BY = {"by": ["system", "day"], "judgments_by": ["day"]}


def units() -> list[oracle.Unit]:
    return list(oracle.units(RUNS.dictionaries, JUDGMENTS.dictionaries, ["system", "day"], ["day"]))


def _means() -> dict[Row, Row]:
    found = oracle.metrics(units(), [NDCG, AP])
    return {(*group, measure): tuple(vars(summary).values()) for (group, measure), summary in found.items()}


def _values() -> dict[Row, Row]:
    found = oracle.query_metrics(units(), [NDCG, AP])
    return {(*group, query, measure): (value,) for (group, query, measure), value in found.items()}


def _ties() -> dict[Row, Row]:
    found: dict[Row, list[float | None]] = {}
    for ties in ("item", "worst", "average", "best"):
        for (group, query, measure), value in oracle.query_metrics(units(), [NDCG, AP], ties).items():
            found.setdefault((*group, query, measure), []).append(value)
    return {key: tuple(values) for key, values in found.items()}


LINEAR = Measure("ndcg", 3, (("gain", "linear"),))


def _explained() -> dict[Row, Row]:
    """The steps to trec_eval: reading of grades, linear gain, ties by id as here, queries that have a list."""
    own, linear = oracle.metrics(units(), [NDCG]), oracle.metrics(units(), [LINEAR])
    of_lists = oracle.metrics(units(), [LINEAR], queries="intersection")
    found: dict[Row, Row] = {}
    for group, _ in own:
        first, second = own[group, str(NDCG)].value, linear[group, str(LINEAR)].value
        values = [first, first, second, second, of_lists[group, str(LINEAR)].value]
        found |= {(*group, step): (value,) for step, value in enumerate(values)}
    return found


def _looked_for() -> dict[Row, Row]:
    """By the rules that are not a convention's."""
    return {
        (*group, "ndcg@3", None, "judged"): (summary.value,)
        for (group, _), summary in oracle.metrics(units(), [NDCG]).items()
    }


# Without ranks, which contradict the scores.
UNCLEAN = Given(
    "unclean",
    "system day query_id item_id score",
    [*(row[:5] for row in RUNS.rows), ("bm25", 1, None, "a", 1.0), ("bm25", 1, "q9", "a", 1.0)],
)


CALLS = [
    TypicalCall(
        macro="metrics",
        tables=BOTH,
        arguments={"measures": [str(NDCG), str(AP)], **BY},
        keys="system day measure",
        figures="value n_queries n_missing value_sum std_error ci_low ci_high",
        truth=_means,
        function="evaluate",
        command="evaluate runs.csv judgments.csv -m ndcg@3 -m map --by system --by day",
    ),
    TypicalCall(
        macro="query_metrics",
        tables=BOTH,
        arguments={"measures": [str(NDCG), str(AP)], **BY},
        keys="system day query_id measure",
        figures="value",
        truth=_values,
        function="evaluate",
        function_takes={"per_query": True},
        command="evaluate runs.csv judgments.csv -m ndcg@3 -m map --by system --by day --per-query",
    ),
    TypicalCall(
        macro="tie_audit",
        tables=BOTH,
        arguments={"measures": [str(NDCG), str(AP)], **BY},
        keys="system day query_id measure",
        figures="value lowest expected highest",
        truth=_ties,
    ),
    TypicalCall(
        macro="explain",
        tables=BOTH,
        arguments={"measures": ["ndcg@3"], "source": None, "target": "trec_eval", **BY},
        keys="system day step",
        figures="value",
        truth=_explained,
        command="explain runs.csv judgments.csv -m ndcg@3 --to trec_eval --by system --by day",
    ),
    TypicalCall(
        macro="explain_number",
        tables=BOTH,
        arguments={"value": 0.5, "measure": "ndcg", "k": 3, "changes": 0, **BY},
        keys="system day measure convention pool",
        figures="value",
        truth=_looked_for,
        is_whole=False,
        command="explain-number 0.5 runs.csv judgments.csv -m ndcg -k 3 --changes 0 --by system --by day --limit 100",
    ),
    TypicalCall(
        macro="metric_settings",
        arguments={"measures": ["ndcg@3"], "convention": "trec_eval"},
        keys="name",
        figures="value",
        # The gain and the tie-breaking of trec_eval; what a query without relevant items counts.
        truth=lambda: {("gain",): ("linear",), ("cutoff",): ("3",), ("without_relevant",): ("0",)},
        is_whole=False,
        command=None,
    ),
    TypicalCall(
        macro="input_problems",
        tables={"run": UNCLEAN, "judgments": JUDGMENTS},
        arguments=BY,
        keys="side problem",
        figures="n_rows",
        truth=lambda: {("run", "query_id is NULL"): (1,), ("run", "query without judgments"): (1,)},
        function=None,
        command=None,
    ),
    TypicalCall(
        macro="convention_problems",
        tables=BOTH,
        arguments={"convention": "ranx", **BY},
        keys="need",
        figures="n_lists",
        # Of bm25 those of q1 and q3, of dense those of q1 and q4: elsewhere the items of a tie have one grade.
        truth=lambda: {("untied scores",): (4,)},
        function=None,
        command=None,
    ),
]
