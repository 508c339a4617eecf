"""A right input of each family of checks, and for each check an input that it finds something in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rankhouse._rendering.jinja import macros
from typical import typical_calls

PACKAGE = macros("duckdb")
Rows = list[dict[str, Any]]
NAN = float("nan")
NUMBERED_IDS = ({"query_id": 1}, {"item_id": 7})


@dataclass(frozen=True)
class Good:
    """Tables that nothing is wrong with, by their sides, and what else the call needs.

    columns: those that are read only where they are named.
    """

    macro: str
    tables: dict[str, Rows]
    options: dict[str, Any] = field(default_factory=dict)
    columns: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Bad:
    """What makes a check of `good` find something: `change` of a row of its side, or rows in place of all of them.

    change: of the first row. more: of a copy of the first row, which comes behind. rows: all of them.
    """

    good: str
    side: str
    problem: str
    change: dict[str, Any] | None = None
    more: dict[str, Any] | None = None
    rows: Rows | None = None
    n_rows: int = 1

    @property
    def tables(self) -> dict[str, Rows]:
        tables = {side: [dict(row) for row in rows] for side, rows in GOOD[self.good].tables.items()}
        rows = tables[self.side]
        if self.change is not None:
            rows[0] |= self.change
        if self.more is not None:
            rows.append(rows[0] | self.more)
        if self.rows is not None:
            tables[self.side] = self.rows
        return tables


def table(names: str, *rows: tuple[Any, ...]) -> Rows:
    return [dict(zip(names.split(), row, strict=True)) for row in rows]


def without(rows: Rows, *names: str) -> Rows:
    return [{name: value for name, value in row.items() if name not in names} for row in rows]


LISTED = table("query_id item_id score", ("1", "7", 2.0), ("1", "8", 1.0), ("2", "7", 1.0))
PLACED = table("query_id item_id rank score", ("1", "7", 1, 2.0), ("1", "8", 2, 1.0), ("2", "7", 1, 1.0))
JUDGED = table("query_id item_id relevance", ("1", "7", 1), ("1", "8", 0), ("2", "7", 2))
LOG = table(
    "search_id query_id item_id position clicked",
    (1, "q", "a", 1, 1),
    (1, "q", "b", 2, 0),
    (2, "q", "b", 1, 1),
    (2, "q", "a", 2, 0),
)
COUNTS = table("query_id item_id position impressions clicks", ("q", "a", 1, 9, 3), ("q", "b", 2, 9, 2))
EXAMINATION = table("position examination", (1, 1.0), (2, 0.5))
MADE = table("search_id query_id n_results", (1, "q", 2), (2, "q", 0))
MADE_BY_USERS = [row | {"user_id": "d"} for row in MADE]
OPENED = table("search_id position", (1, 1), (1, 2))

TEAMS = table(
    "search_id item_id position team clicked",
    (1, "x", 1, "a", 1),
    (1, "y", 2, "b", 0),
    (2, "x", 1, "b", 0),
    (2, "y", 2, "a", 0),
)
LISTS = table(
    "search_id item_id position rank_a rank_b clicked user_id",
    (1, "x", 1, 1, 2, 1, "ann"),
    (1, "y", 2, 2, 1, 0, "ann"),
    (2, "x", 1, 1, 2, 0, "bob"),
)
ACTIONS = table(
    "logging_probability target_probability reward predicted_reward target_predicted_reward",
    (0.5, 0.4, 1.0, 0.5, 0.5),
    (0.2, 0.3, 0.0, 0.5, 0.5),
)
SLATES = table(
    "slate_id position logging_probability target_probability reward",
    (1, 1, 0.5, 0.4, 1.0),
    (1, 2, 0.5, 0.4, 0.0),
    (2, 1, 0.2, 0.3, 0.0),
)
RUN = table("query_id item_id score", ("q", "a", 2.0), ("q", "b", 1.0))
SEARCHES = [{name: row[name] for name in ("search_id", "query_id", "item_id", "position", "clicked")} for row in LOG]
RATINGS = table(
    "unit_id rater_id rating",
    *((unit, rater, (unit * number) % 3 + 1) for unit in range(1, 5) for number, rater in enumerate(("r", "s"), 1)),
)
GRADES = table("query_id item_id relevance", ("q", "a", 1.0), ("q", "b", 0.0), ("r", "a", 2.0))
SCORED = table("score label weight", (0.9, 1, 1.0), (0.4, 0, 2.0), (0.2, 1, 0.5))
PREDICTED = table("prediction label", (1, 1), (0, 0), (0, 1))
SYSTEMS = table(
    "system row_id score label weight",
    *(
        (system, number, score, label, 1.0)
        for system, scores in {"a": (0.9, 0.4, 0.2), "b": (0.3, 0.8, 0.5)}.items()
        for number, (score, label) in enumerate(zip(scores, (1, 0, 1), strict=True))
    ),
)
CLUSTERED_SYSTEMS = [{**row, "patient": f"p{row['row_id']}"} for row in without(SYSTEMS, "weight")]
CLASSES = table("label prediction weight", ("a", "a", 1.0), ("b", "a", 2.0), ("b", "b", 0.5))
NUMBERED = table("label prediction", (1.0, 2.0), (2.0, 2.0))
WEIGHTED = {"weight": "weight"}
TRIES = table(
    "query_id try_id passed",
    *((query, number, int(number > query)) for query in (1, 2) for number in (1, 2, 3)),
)
CLUSTERED_TRIES = [{**row, "document_id": "d"} for row in TRIES]
VALUES = table("query_id measure value", (1, "map", 0.5), (2, "map", 0.25), (3, "map", 1.0))
PREFERENCES = table(
    "query_id system_a system_b winner judge_id weight",
    (1, "x", "y", "a", "ann", 1.0),
    (1, "y", "x", "tie", "ann", 2.0),
    (2, "y", "z", "b", "bob", 0.5),
)
PLAIN_PREFERENCES = without(PREFERENCES, "judge_id", "weight")
CLUSTERED_PREFERENCES = [row | {"document_id": "d"} for row in PLAIN_PREFERENCES]
STARS = table("rating prediction weight", (5.0, 4.0, 1.0), (3.0, 3.0, 2.0))
EXPERIMENTS = table(
    "experiment measure offline_difference online_difference",
    *((number, "ndcg", number / 10, number / 20 - 0.1) for number in range(1, 5)),
)
COMPARISONS = table("measure p_value queries_needed", ("ndcg", 0.01, 50.0), ("ndcg", 0.4, 900.0))
BOX = ("x_min", "y_min", "x_max", "y_max")
DETECTIONS = table(
    "image_id class_id score x_min y_min x_max y_max",
    (1, "cat", 0.9, 0.0, 0.0, 9.0, 9.0),
    (2, "dog", 0.4, 5.0, 5.0, 8.0, 7.0),
)
OBJECTS = table(
    "image_id class_id x_min y_min x_max y_max iscrowd area",
    (1, "cat", 0.0, 0.0, 10.0, 9.0, 0, 90.0),
    (2, "dog", 5.0, 5.0, 8.0, 8.0, 1, 9.0),
)

GOOD = {
    "ranked": Good("metrics", {"run": LISTED, "judgments": JUDGED}, {"measures": ["recall@2"]}),
    "given ranks": Good("metrics", {"run": PLACED, "judgments": JUDGED}, {"measures": ["recall@2"]}, {"rank": "rank"}),
    "log": Good("click_judgments", {"log": LOG, "examination": EXAMINATION}),
    "counts": Good("position_bias", {"log": COUNTS}, {"counts": True}),
    "log from 0": Good(
        "position_bias", {"log": [row | {"position": row["position"] - 1} for row in LOG]}, {"first_position": 0}
    ),
    "teams": Good("interleaving", {"log": TEAMS}),
    "lists": Good("interleaving", {"log": LISTS}, {"method": "balanced", "cluster": "user_id"}),
    "actions": Good("off_policy", {"log": ACTIONS}),
    "slates": Good("off_policy", {"log": SLATES}, {"estimators": ["sips"]}),
    "prefixes": Good("off_policy", {"log": SLATES}, {"estimators": ["rips"]}),
    "comparison": Good(
        "compare_policies",
        {"log": [row | {"baseline_probability": 0.3, "baseline_predicted_reward": 0.5} for row in ACTIONS]},
    ),
    "estimates": Good(
        "click_estimates",
        {"log": SEARCHES, "run": RUN, "examination": EXAMINATION},
        {"measures": ["dcg@2"]},
    ),
    "ratings": Good("rater_agreement", {"ratings": RATINGS}, {"level": "ratio", "repetitions": 0}),
    "means": Good("merge_ratings", {"ratings": RATINGS}, {"method": "mean"}),
    "scale": Good("rater_agreement", {"ratings": RATINGS}, {"scale": [1, 2, 3], "repetitions": 0}),
    "two raters": Good("rater_agreement", {"ratings": RATINGS}, {"method": "cohen", "repetitions": 0}),
    "even units": Good("rater_agreement", {"ratings": RATINGS}, {"method": "fleiss", "repetitions": 0}),
    "grades": Good("grade_calibration", {"human": GRADES, "machine": GRADES}),
    "few labels": Good("prediction_powered", {"human": VALUES, "machine": VALUES}),
    "scores": Good("classifier_metrics", {"predictions": SCORED}, {"measures": ["roc_auc"]}, WEIGHTED),
    "probabilities": Good("classifier_metrics", {"predictions": SCORED}, {"measures": ["brier"]}, WEIGHTED),
    "calibration": Good("calibration", {"predictions": without(SCORED, "weight")}),
    "labels": Good("confusion", {"predictions": PREDICTED}, columns={"prediction": "prediction"}),
    "classifiers": Good("compare_classifiers", {"predictions": SYSTEMS}, {"system": "system"}, WEIGHTED),
    "classifiers by patient": Good(
        "compare_classifiers", {"predictions": CLUSTERED_SYSTEMS}, {"system": "system", "cluster": "patient"}
    ),
    "classes": Good("class_metrics", {"predictions": CLASSES}, columns=WEIGHTED),
    "numbered classes": Good("confusion_matrix", {"predictions": NUMBERED}),
    "plain stars": Good("rating_metrics", {"predictions": without(STARS, "weight")}),
    "plain boxes": Good(
        "detection_metrics", {"detections": DETECTIONS, "ground_truth": without(OBJECTS, "iscrowd", "area")}
    ),
    "stars": Good("rating_metrics", {"predictions": STARS}, columns=WEIGHTED),
    "boxes": Good(
        "detection_metrics",
        {"detections": DETECTIONS, "ground_truth": OBJECTS},
        columns={"iscrowd": "iscrowd", "area": "area"},
    ),
    "tries": Good("try_metrics", {"tries": TRIES}, {"measures": ["pass@1"]}),
    "documents": Good("try_metrics", {"tries": CLUSTERED_TRIES}, {"measures": ["pass@1"], "cluster": "document_id"}),
    "health": Good("search_health", {"searches": MADE, "clicks": OPENED}),
    "health of users": Good("search_health", {"searches": MADE_BY_USERS, "clicks": OPENED}, {"cluster": "user_id"}),
    "preferences": Good("preference_pairs", {"preferences": PLAIN_PREFERENCES}),
    "judged preferences": Good(
        "preference_pairs", {"preferences": PREFERENCES}, columns={"judge_id": "judge_id", "weight": "weight"}
    ),
    "preferences to x": Good(
        "preference_ratings", {"preferences": PLAIN_PREFERENCES}, {"baseline": "x", "repetitions": 9}
    ),
    "preferences of documents": Good(
        "preference_pairs", {"preferences": CLUSTERED_PREFERENCES}, {"cluster": "document_id"}
    ),
    "experiments": Good("metric_trust", {"experiments": EXPERIMENTS}),
    "comparisons": Good("discriminative_power", {"comparisons": COMPARISONS}),
}


def typical(macro: str) -> Good:
    """The tables of its typical call, of a declared family that nothing is said of here: one group."""
    call, declared = typical_calls()[macro], PACKAGE.checked_macro(macro)["declared"]
    options = {name: value for name, value in call.arguments.items() if name not in ("by", "columns")}
    names, tables = PACKAGE.names_declared(declared, {}), {}
    for side, given in call.tables.items():
        groups = [name for name in call.arguments.get("by", []) if name in given.names]
        first = {name: given.dictionaries[0][name] for name in groups}
        rows = [row for row in given.dictionaries if first.items() <= row.items()]
        tables[side] = [{name: row[name] for name in row if name in names} for row in rows]
    return Good(macro, tables, options)


KNOWN = {PACKAGE.checked_macros()[good.macro]["family"] for good in GOOD.values()}
OTHERS = {
    entry["family"]: typical(macro)
    for macro, entry in reversed(PACKAGE.checked_macros().items())
    if entry["family"] not in KNOWN and macro in typical_calls()
}
GOOD |= OTHERS


def no_ids(good: str, side: str, *ids: str) -> list[Bad]:
    return [Bad(good, side, f"{name} is NULL", more={name: None}) for name in ids]


def unread(good: str, side: str, **values: Any) -> list[Bad]:
    """Optional columns that nobody named."""
    return [
        Bad(good, side, f"{name} is not read", rows=[row | {name: value} for row in rows], n_rows=len(rows))
        for rows in [GOOD[good].tables[side]]
        for name, value in values.items()
    ]


def no_numbers(good: str, side: str, *numbers: str) -> list[Bad]:
    return [
        bad
        for name in numbers
        for bad in (
            Bad(good, side, f"{name} of another type", change={name: "one"}),
            Bad(good, side, f"{name} is NULL or NaN", more={name: None}),
        )
    ]


INFINITE = float("inf")


def declared(good: str) -> list[Bad]:
    """What the types of declared columns refuse, and rows that are there twice."""
    given, found = GOOD[good], list[Bad]()
    for side, table in PACKAGE.checked_macro(given.macro)["declared"]["tables"].items():
        found.append(Bad(good, side, "empty", rows=[]))
        once = table.get("once", {"columns": []})
        another = dict.fromkeys(once["columns"][-1:], 999)
        for name, spec in table["columns"].items():
            column = {"type": spec} if isinstance(spec, str) else spec
            if name not in given.columns if column.get("optional") else column.get("role"):
                continue
            values = wrong_values(name, column)
            found += [Bad(good, side, problem, change={name: value}) for problem, value in values if value == "one"]
            found += [
                Bad(good, side, problem, more={name: value} | (another if "not" in problem else {}))
                for problem, value in values
                if value != "one"
            ]
        if once["columns"] and {*once["columns"]} <= {*given.tables[side][0]}:
            found.append(Bad(good, side, once["problem"], more={}))
    return found


def wrong_values(name: str, column: dict[str, Any]) -> list[tuple[str, Any]]:
    """Problems of a column by its type, each with a value that has it."""
    found: list[tuple[str, Any]] = []
    kind, limit = column["type"], column.get("within", "1e100")
    if kind in PACKAGE.number_types():
        found.append((f"{name} of another type", "one"))
    if kind in ("id", "outcome", "choice") and not column.get("unchecked"):
        found.append((f"{name} is NULL", None))
    if kind in ("number", "grade"):
        found += [(f"{name} is NULL or NaN", value) for value in (None, NAN)]
    if kind == "number":
        found.append((f"{name} is infinite", INFINITE))
    if kind == "grade":
        found += [(f"{name} is beyond 1e100", value) for value in (INFINITE, -1e101)]
    if kind == "outcome":
        found.append((f"{name} is not 0 or 1", 0.5))
    if kind == "choice":
        found.append((f"{name} is not {', '.join(column['of'][:-1])} or {column['of'][-1]}", "A"))
    if kind == "value" and "advice" in column:
        found += [(f"{name} is NaN or beyond {limit}", value) for value in (NAN, INFINITE, -10 * float(limit))]
    return found


BAD = [
    *[bad for name in OTHERS for bad in declared(name)],
    *[Bad("ranked", side, "empty", rows=[]) for side in ("run", "judgments")],
    *[bad for side in ("run", "judgments") for bad in no_ids("ranked", side, "query_id", "item_id")],
    *no_numbers("ranked", "run", "score"),
    *no_numbers("ranked", "judgments", "relevance"),
    *[
        Bad("ranked", "judgments", "relevance is infinite", more={"item_id": "9", "relevance": value})
        for value in (float("inf"), -float("inf"))
    ],
    Bad("ranked", "judgments", "relevance above 1000", more={"item_id": "9", "relevance": 1001}),
    *[Bad("ranked", side, "duplicate", more={}) for side in ("run", "judgments")],
    Bad("ranked", "run", "no query in common with judgments", rows=[row | {"query_id": "3"} for row in LISTED[:2]]),
    Bad("ranked", "run", "no item in common with judgments", rows=[row | {"item_id": "9"} for row in LISTED[:1]]),
    Bad("ranked", "run", "query without judgments", more={"query_id": "3"}),
    Bad("ranked", "judgments", "query without results", more={"query_id": "3"}),
    *[Bad("ranked", "run", "ids of different types", rows=[LISTED[0] | given]) for given in NUMBERED_IDS],
    Bad("given ranks", "run", "rank of another type", change={"rank": "one"}),
    *[
        Bad("given ranks", "run", "rank is no rank", more={"item_id": "9", "rank": rank})
        for rank in (0, -1, 1.5, None, NAN, float("inf"))
    ],
    Bad("given ranks", "run", "rank contradicts the score", more={"item_id": "9", "rank": 3, "score": 1.5}),
    Bad("log", "log", "empty", rows=[]),
    *no_ids("log", "log", "search_id", "query_id", "item_id"),
    *no_numbers("log", "log", "position", "clicked"),
    Bad("log", "log", "position below 0", more={"search_id": 3, "position": -1}),
    Bad("log", "log", "position below the first", more={"search_id": 3, "position": 0}),
    Bad("log", "log", "position is no whole number", more={"search_id": 3, "position": 1.5}),
    Bad("log", "log", "position is no whole number", more={"search_id": 3, "position": float("inf")}),
    Bad("log", "log", "clicked is not 0 or 1", more={"search_id": 3, "clicked": 2}),
    Bad("log", "log", "position twice in a search", more={"item_id": "c"}),
    Bad("log", "log", "no click", rows=[row | {"clicked": 0} for row in LOG], n_rows=4),
    Bad("log", "examination", "empty", rows=[]),
    *no_numbers("log", "examination", "position", "examination"),
    Bad("log", "examination", "examination is not above 0", change={"examination": 0.0}),
    *[
        Bad("log", "examination", "examination is not above 0", more={"position": 3, "examination": value})
        for value in (float("inf"), 1e-310, 1e60)
    ],
    Bad("log", "examination", "position twice", more={}),
    Bad("log", "examination", "position of the log is missing", rows=EXAMINATION[:1]),
    Bad("log from 0", "log", "position below 0", more={"search_id": 3, "position": -1}),
    *no_numbers("counts", "log", "impressions", "clicks"),
    Bad("counts", "log", "impressions or clicks below 0", more={"clicks": -1}),
    *[
        Bad("counts", "log", "impressions or clicks beyond 1e12", more={"query_id": "r", "impressions": value})
        for value in (1e13, float("inf"), NAN)
    ],
    Bad("counts", "log", "more clicks than impressions", change={"clicks": 10}),
    Bad("teams", "log", "empty", rows=[]),
    *no_ids("teams", "log", "search_id", "item_id"),
    Bad("teams", "log", "clicked of another type", change={"clicked": "one"}),
    Bad("teams", "log", "position of another type", change={"position": "one"}),
    *[Bad("teams", "log", "clicked is not 0 or 1", more={"search_id": 3, "clicked": value}) for value in (2, NAN)],
    Bad("teams", "log", "position is not finite", more={"search_id": 3, "position": float("inf")}),
    Bad("teams", "log", "click on an item that was not shown", more={"search_id": 3, "position": None}),
    Bad("teams", "log", "item of another team", more={"search_id": 3, "team": "c"}),
    Bad("teams", "log", "no item of team a", rows=[row | {"team": "b"} for row in TEAMS], n_rows=4),
    Bad("teams", "log", "no item of team b", rows=[row | {"team": "A"} for row in TEAMS], n_rows=4),
    Bad("teams", "log", "item twice in a search", more={"position": 3}),
    Bad("teams", "log", "position twice in a search", more={"item_id": "z"}),
    *[Bad("lists", "log", f"{name} of another type", change={name: "one"}) for name in ("rank_a", "rank_b")],
    *[Bad("lists", "log", f"{name} is no rank", more={"search_id": 3, name: 0}) for name in ("rank_a", "rank_b")],
    *[
        Bad("lists", "log", f"no {name}", rows=[row | {name: None} for row in LISTS], n_rows=3)
        for name in ("rank_a", "rank_b")
    ],
    Bad("lists", "log", "search in several clusters", more={"item_id": "z", "position": 3, "user_id": "bob"}),
    Bad("actions", "log", "empty", rows=[]),
    *no_numbers("actions", "log", *ACTIONS[0]),
    Bad("actions", "log", "logging_probability is no probability", more={"logging_probability": 0.0}),
    Bad("actions", "log", "target_probability is no probability", more={"target_probability": 1.5}),
    *[
        Bad("actions", "log", f"{name} is beyond 1e50", more={name: 1e60})
        for name in ("reward", "predicted_reward", "target_predicted_reward")
    ],
    *no_ids("slates", "log", "slate_id", "position"),
    Bad("slates", "log", "position twice", more={}),
    Bad("slates", "log", "several of logging_probability", more={"position": 3, "logging_probability": 0.6}),
    Bad("slates", "log", "several of target_probability", more={"position": 3, "target_probability": 0.6}),
    Bad("prefixes", "log", "logging_probability rises", more={"position": 3, "logging_probability": 0.6}),
    Bad("prefixes", "log", "target_probability rises", more={"position": 3, "target_probability": 0.6}),
    *no_numbers("comparison", "log", "baseline_probability", "baseline_predicted_reward"),
    Bad("comparison", "log", "baseline_probability is no probability", more={"baseline_probability": -0.5}),
    Bad("comparison", "log", "baseline_predicted_reward is beyond 1e50", more={"baseline_predicted_reward": -1e60}),
    *[Bad("estimates", side, "empty", rows=[]) for side in ("log", "run", "examination")],
    *no_ids("estimates", "log", "search_id", "query_id", "item_id"),
    *no_ids("estimates", "run", "query_id", "item_id"),
    *no_numbers("estimates", "log", "position", "clicked"),
    *[Bad("estimates", "log", "clicked is not 0 or 1", more={"search_id": 3, "clicked": value}) for value in (2, NAN)],
    *no_numbers("estimates", "run", "score"),
    *no_numbers("estimates", "examination", "position", "examination"),
    Bad("estimates", "run", "no query in common with log", rows=[row | {"query_id": "other"} for row in RUN]),
    Bad("estimates", "run", "duplicate", more={"score": 0.5}),
    Bad("estimates", "examination", "examination is not above 0", change={"examination": 0.0}),
    Bad("estimates", "examination", "position twice", more={}),
    Bad("estimates", "log", "click at a position without an examination", more={"search_id": 3, "position": 3}),
    Bad("ratings", "ratings", "empty", rows=[]),
    Bad("ratings", "ratings", "rating of another type", change={"rating": "one"}),
    *no_ids("ratings", "ratings", "unit_id", "rater_id"),
    Bad("ratings", "ratings", "several ratings of one rater", more={"rating": 3}),
    *[
        Bad(good, "ratings", "rating is NaN or beyond 1e100", more={"rater_id": "t", "rating": value})
        for good, value in (("ratings", float("inf")), ("ratings", 1e200), ("means", NAN), ("means", -1e308))
    ],
    Bad("ratings", "ratings", "rating below 0", more={"rater_id": "t", "rating": -1}),
    Bad("scale", "ratings", "rating beside the scale", more={"rater_id": "t", "rating": 7}),
    *[Bad(good, "ratings", "rating is NaN", change={"rating": NAN}) for good in ("two raters", "even units")],
    Bad("two raters", "ratings", "more than two raters", more={"rater_id": "t"}),
    Bad("even units", "ratings", "units of several sizes", more={"rater_id": "t"}),
    *declared("grades"),
    *[Bad("grades", side, "duplicate", more={"relevance": 3.0}) for side in ("human", "machine")],
    Bad("grades", "human", "item without a grade of the machine", more={"item_id": "z"}),
    Bad("scores", "predictions", "empty", rows=[]),
    *[
        Bad("scores", "predictions", f"{name} of another type", change={name: "one"})
        for name in ("score", "label", "weight")
    ],
    Bad("labels", "predictions", "prediction of another type", change={"prediction": "one"}),
    *[Bad("scores", "predictions", "score is NULL or NaN", more={"score": value}) for value in (None, NAN)],
    Bad("scores", "predictions", "score outside 0 to 1", more={"score": 3.5}),
    Bad("probabilities", "predictions", "score outside 0 to 1", more={"score": -0.5}),
    Bad("calibration", "predictions", "score outside 0 to 1", more={"score": float("inf")}),
    Bad("scores", "predictions", "label is NULL", more={"label": None}),
    Bad("scores", "predictions", "label is not 0 or 1", more={"label": 2}),
    Bad("labels", "predictions", "prediction is NULL", more={"prediction": None}),
    Bad("labels", "predictions", "prediction is not 0 or 1", more={"prediction": -1}),
    *[
        Bad("scores", "predictions", "weight is NULL, NaN, infinite or below 0", more={"weight": value})
        for value in (None, NAN, float("inf"), -1.0)
    ],
    *no_ids("classifiers", "predictions", "system", "row_id"),
    Bad("classifiers", "predictions", "row twice in a system", more={"score": 0.1}),
    Bad("classifiers", "predictions", "several labels of a row", change={"label": 0}),
    Bad("classifiers", "predictions", "several weights of a row", change={"weight": 3.0}),
    Bad("classifiers by patient", "predictions", "cluster is NULL", change={"patient": None}),
    Bad("classifiers by patient", "predictions", "several clusters of a row", change={"patient": "q"}),
    *declared("classes"),
    *[Bad("numbered classes", "predictions", f"{name} is NaN", more={name: NAN}) for name in ("label", "prediction")],
    *[
        Bad("classes", "predictions", "weight is NULL, NaN, infinite or below 0", more={"weight": value})
        for value in (None, NAN, float("inf"), -1.0)
    ],
    *declared("few labels"),
    *declared("tries"),
    Bad("documents", "tries", "query in several clusters", more={"try_id": 4, "document_id": "e"}),
    *declared("health"),
    Bad("health", "searches", "n_results is below 0", more={"search_id": 9, "n_results": -1}),
    Bad("health", "clicks", "position is below 1", more={"position": 0}),
    Bad("health", "clicks", "click on an unknown search", more={"search_id": 9}),
    Bad("health of users", "searches", "search twice", more={"user_id": "e"}),
    *declared("preferences"),
    Bad("preferences", "preferences", "system against itself", more={"system_b": "x"}),
    Bad("preferences to x", "preferences", "baseline is no system", rows=PLAIN_PREFERENCES[2:]),
    *[bad for bad in declared("judged preferences") if bad.problem.startswith(("judge", "verdict", "weight"))],
    *[
        Bad(
            "judged preferences",
            "preferences",
            "weight is NULL, NaN, infinite or not above 0",
            more={"weight": value, "judge_id": "eve"},
        )
        for value in (None, NAN, float("inf"), 0.0, -1.0)
    ],
    Bad("preferences of documents", "preferences", "query in several clusters", more={"document_id": "e"}),
    *unread("calibration", "predictions", prediction=1, weight=2.0),
    *unread("numbered classes", "predictions", weight=2.0),
    *unread("plain stars", "predictions", weight=2.0),
    *unread("plain boxes", "ground_truth", iscrowd=0),
    *unread("preferences", "preferences", judge_id="ann", weight=2.0),
    *declared("stars"),
    Bad("stars", "predictions", "weight below 0", more={"weight": -0.5}),
    Bad("stars", "predictions", "weight of 1e300 or more", more={"weight": 1e300}),
    *declared("experiments"),
    Bad("experiments", "experiments", "experiment twice for a measure", more={"online_difference": 0.5}),
    *declared("comparisons"),
    *[
        Bad("comparisons", "comparisons", "p_value outside 0 to 1", more={"p_value": value})
        for value in (-0.5, 1.5, NAN)
    ],
    *[Bad("boxes", side, "empty", rows=[]) for side in ("detections", "ground_truth")],
    *[bad for side in ("detections", "ground_truth") for bad in no_ids("boxes", side, "image_id", "class_id")],
    *no_numbers("boxes", "detections", "score", *BOX),
    *no_numbers("boxes", "ground_truth", *BOX),
    *[
        Bad("boxes", side, f"{name} is infinite", more={name: float("inf")})
        for side in ("detections", "ground_truth")
        for name in BOX
    ],
    *[
        Bad("boxes", side, f"{axis}_max below {axis}_min", more={f"{axis}_max": -1.0})
        for side in ("detections", "ground_truth")
        for axis in ("x", "y")
    ],
    Bad(
        "boxes",
        "detections",
        "no image in common with ground_truth",
        rows=[row | {"image_id": row["image_id"] + 100} for row in DETECTIONS],
    ),
    Bad("boxes", "ground_truth", "iscrowd that says nothing", more={"iscrowd": 2}),
    *[Bad("boxes", "ground_truth", "area that says nothing", more={"area": value}) for value in (-1.0, NAN)],
]
