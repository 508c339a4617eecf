"""DuckDB's table macros: every macro on relations that has one is an entry of TABLE_MACROS.

A table macro is `query(text)`: the text that dbt runs, chosen and filled in by what the call says. What may be chosen
comes of the plan of a task: a stand-in for the plan that the package's macros work with, with the values of every
choice (see plans.py and templates.py). What the call says is read by the expressions in macros/, from facts about
measures and conventions (see facts.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any

from rankhouse._building.facts import (
    Facts,
    as_map,
    facts_of_agreement,
    facts_of_catalogue,
    facts_of_classifier,
    facts_of_conventions,
    facts_of_formulas,
    facts_of_messages,
    facts_of_ratings,
    facts_of_recommendations,
    needs_of_agreement,
    needs_of_measures,
)
from rankhouse._building.marks import KEYS, token
from rankhouse._building.packed import packed
from rankhouse._building.plans import Columns, Number, Part, Plan
from rankhouse._building.templates import Templates
from rankhouse._sql import literal

YES_NO = ("true", "false")
FACTS, CALL = "rankhouse_facts", "ǁ"
"""Where an expression has the facts, and the arguments of the call."""
MESSAGE = re.compile(r"\['([a-z_]+)'[,\]]")
"""The name of what an expression may say: see said() in macros/expressions.sql."""


@dataclass(frozen=True)
class Argument:
    """An argument of a table macro.

    kind: see macros/read_arguments.sql.
    default: as SQL, None where it has to be given.
    choices, lowest: of a choice, and of a whole number.
    optional: whether NULL says something.
    """

    kind: str
    default: str | None = None
    choices: tuple[str, ...] = ()
    lowest: int = 0
    optional: bool = False


Arguments = Mapping[str, Argument]


def no_facts(_: Templates) -> Facts:
    return {}


@dataclass(frozen=True)
class TableMacro:
    """A table macro, of the dbt macro of the same name.

    comment: what a row of it is, and its columns.
    text: the macro that gives the expression of its query's text.
    templates: by name, what renders them of a plan.
    facts: what the call is read by.
    order: of its rows; none where they are as many as the queries.
    needs_scores: whether predicted labels cannot take the place of scores.
    fixed: fields of a call that are no arguments here, as SQL.
    """

    name: str
    comment: str
    arguments: Arguments
    text: str
    plan: Callable[[Templates], Plan]
    templates: Mapping[str, Callable[[Templates, Plan], str]]
    facts: Callable[[Templates], Facts] = no_facts
    order: str = "order by all"
    needs_scores: bool = False
    fixed: Mapping[str, str] = field(default_factory=dict)

    def reader(self) -> str:
        """The query that reads a call, in which CALL stands for its arguments, and runs the text that they ask for."""
        package = _package()
        plan = self.plan(package)
        templates = [package.template(plan, partial(render, package)) for render in self.templates.values()]
        described = {
            "name": self.name,
            "arguments": self.arguments,
            "fixed": self.fixed,
            "needs_scores": self.needs_scores,
            "templates": dict(zip(self.templates, (literal(template.sql) for template in templates), strict=True)),
            "choices": sorted(set().union(*(template.choices for template in templates))),
            "lists": sorted(set().union(*(template.lists for template in templates))),
            "tokens": sorted(set().union(*(template.tokens for template in templates))),
        }
        text = getattr(package, self.text)(described)
        facts = {**self.facts(package), **facts_of_messages(package, MESSAGE.findall(text))}
        return f"from query({text.replace(FACTS, as_map(facts))}) {self.order}".rstrip()

    def body(self) -> str:
        """The reader is text too: DuckDB parses it when the macro is called, not whenever a library is registered."""
        call = squeezed(_package().call_as_text(self.arguments))
        return f"from query(replace({packed(squeezed(self.reader()))}, '{CALL}', {call}))"


def squeezed(sql: str) -> str:
    """Without needless spaces; no literal of the package's has two of them, or one within brackets."""
    return re.sub(r"(?<=[(\[{]) | (?=[)\]}])", "", " ".join(sql.split()))


@cache
def _package() -> Templates:
    return Templates()


# Arguments.

NAMES = Argument("names", "[]")
TEXT, FLAG, NUMBER, RELATION = (
    Argument("text", "null"),
    Argument("flag", "false"),
    Argument("number", "null", optional=True),
    Argument("relation", "null"),
)
RUN = {"run": Argument("relation"), "judgments": RELATION}
GROUPS = {"by": NAMES, "judgments_by": NAMES}
POLICIES = {"ties": TEXT, "queries": TEXT, "unjudged": TEXT, "pool": TEXT, "checked": FLAG, "relevant_from": NUMBER}


PAIRS = ("exclude", "candidates")
WITHOUT_PAIRS: Mapping[str, Sequence[str]] = dict.fromkeys(PAIRS, ("false",))


def measures(*names: str) -> Arguments:
    return {"measures": Argument("list", f"[{', '.join(map(literal, names))}]" if names else "null")}


def columns(*names: str, optional: Sequence[str] = ()) -> Arguments:
    """The names of columns, which may be given all together in `columns` too."""
    return {
        **{name: Argument("name", literal(name)) for name in names},
        **dict.fromkeys(optional, Argument("name", "null")),
        "columns": Argument("columns", "map {}"),
    }


RANKED = columns("query_id", "item_id", "score", "relevance", optional=["rank"])
POINTS, BINS = Argument("whole", "1000", lowest=5, optional=True), Argument("whole", "10", lowest=1)
THRESHOLDS = {"thresholds": Argument("numbers", "[0.5]")}
CONFIDENCE = Argument("number", "0.95")
TESTS, CORRECTIONS = tuple(_package().tests_of_classifiers()), tuple(_package().corrections())


# Rankings.


def groups_of_plan() -> dict[str, Any]:
    """The keys of the groups of two inputs, each of which may be there or not."""
    return {
        "by": list(KEYS),
        "run_by": list(KEYS[:2]),
        "label_by": list(KEYS[1:]),
        "common_by": ["shared_group"],
        "own_by": ["judged_group"],
        "run_is_own": lambda plan: plan.chosen("run_group") == "true",
        "is_shared": lambda plan: plan.chosen("shared_group") == "true",
    }


def ranking_plan(package: Templates, **only: Sequence[str]) -> Plan:
    """The stand-in for plan() in macros/ranking/plan.sql. `only`: choices that a macro has in place of all."""
    choices = dict(package.policies())
    choices |= {"reach": ("whole", "heap", "deep", "far"), "relevant_from": YES_NO}
    choices |= {name: ("none", reading) for name, reading in package.readings().items()}
    flags = ["checked", "weighted", "geometric", "keeps_negative", "sums_gains", "names_run.rank"]
    flags += ["run_is_grouped", "judgments_are_grouped", *KEYS, *needs_of_measures(package.catalogue())]
    flags += ["averages", "per_query", "is_single", *PAIRS, *package.needs_of_conventions()]
    choices |= dict.fromkeys(flags, YES_NO)
    choices |= only

    def is_retrieved(plan: Plan) -> bool:
        return plan.chosen("pool") == "retrieved"

    fields = groups_of_plan() | {
        "run": token("run"),
        "judgments": token("judgments"),
        "columns": lambda plan: Columns(plan, ["run.rank"]),
        "judged_by": lambda plan: list(KEYS if is_retrieved(plan) else KEYS[1:]),
        "shared_by": lambda plan: list(KEYS[:2]) if is_retrieved(plan) else ["shared_group"],
        "unshared_by": lambda plan: [] if is_retrieved(plan) else ["run_group"],
        **{side: number_of_call(side, is_optional=True) for side in PAIRS},
        "needs": Part,
        "read_as": Part,
        "required": Part,
        "evaluated": Evaluated,
        "relevant_from": lambda plan: None if plan.chosen("relevant_from") == "false" else token("relevant_from"),
        "depth": lambda plan: None if plan.chosen("reach") == "whole" else Number(token("depth")),
    }
    return Plan(choices, fields)


@dataclass(frozen=True)
class Evaluated:
    """The queries under each rule for ties, in an audit; that of the average is not there where no measure has one."""

    plan: Plan

    def __contains__(self, ties: str) -> bool:
        return ties != "average" or self.plan.chosen("averages") == "true"

    def __getitem__(self, ties: str) -> str:
        return token(f"values_{ties}")


def by_default(package: Templates, **readings: Sequence[str]) -> Plan:
    """Where no policy may be named. `readings`: those that are choices all the same."""
    policies = {name: choices[:1] for name, choices in package.policies().items()}
    policies |= {"checked": ["false"], "relevant_from": ["false"], **WITHOUT_PAIRS}
    return ranking_plan(package, **dict.fromkeys(package.readings(), ("none",)) | readings, **policies)


def by_who_is_relevant(package: Templates) -> Plan:
    return by_default(package, grades=("none", package.readings()["grades"]))


def ranking_facts(package: Templates) -> Facts:
    catalogue = package.catalogue()
    return {
        **facts_of_catalogue(package, catalogue),
        **facts_of_formulas(package, catalogue),
    }


def facts_with_conventions(package: Templates) -> Facts:
    return {**ranking_facts(package), **facts_of_conventions(package)}


def needs_of_data(package: Templates) -> Facts:
    """The conventions, each with what it needs of the data, and who is relevant by it, alone."""
    known = facts_of_conventions(package)
    return {name: values for name, values in known.items() if name.endswith(("conventions", " needs", " grades"))}


def evaluation(name: str, comment: str, order: str = "order by all") -> TableMacro:
    return TableMacro(
        name,
        comment,
        {
            **RUN,
            **measures(*_package().default_measures()),
            **GROUPS,
            **RANKED,
            **POLICIES,
            "convention": TEXT,
            **dict.fromkeys(PAIRS, RELATION),
        },
        "table_macro_of_evaluation",
        ranking_plan,
        {"main": lambda package, plan: getattr(package, f"{name}_of")(plan)},
        facts_with_conventions,
        order,
    )


def report(
    name: str,
    comment: str,
    arguments: Arguments,
    facts: Callable[[Templates], Facts] = no_facts,
    plan: Callable[[Templates], Plan] = by_default,
) -> TableMacro:
    """A report that evaluates nothing."""
    return TableMacro(
        name,
        comment,
        {**RUN, **arguments, **GROUPS, **RANKED},
        f"table_macro_{name}",
        plan,
        {"main": lambda package, plan: getattr(package, f"{name}_of")(plan)},
        facts,
        fixed={"checked": "false", "relevant_from": "null::double"},
    )


TIE_AUDIT = TableMacro(
    "tie_audit",
    "What each query's measures are by every order of its tied items: the by columns, query_id, measure, metric, k,"
    " tied_share, value, lowest, expected, highest, spread.",
    {
        **RUN,
        **measures(*_package().default_measures()),
        **GROUPS,
        **RANKED,
        **{name: kind for name, kind in POLICIES.items() if name != "ties"},
        "convention": TEXT,
    },
    "table_macro_tie_audit",
    lambda package: ranking_plan(package, **WITHOUT_PAIRS),
    {
        "main": lambda package, plan: package.tie_audit_of(plan),
        "query_metrics": lambda package, plan: package.query_metrics_of(plan),
    },
    facts_with_conventions,
    order="",
    fixed={"ties": "null::varchar"},
)
EXPLAIN = TableMacro(
    "explain",
    "The values by one convention turned into those by another, a row per measure and step: the by columns, measure,"
    " step, switched, before, after, value, difference.",
    {
        **RUN,
        **measures("ndcg@10"),
        "source": TEXT,
        "target": TEXT,
        **GROUPS,
        **RANKED,
        "ties": TEXT,
        "per_query": FLAG,
        "checked": FLAG,
    },
    "table_macro_explain",
    lambda package: ranking_plan(package, **WITHOUT_PAIRS),
    {
        "main": lambda package, plan: package.explain_of(plan),
        "evaluation": lambda package, plan: (package.query_metrics_of if plan["per_query"] else package.metrics_of)(
            plan
        ),
    },
    lambda package: (
        facts_with_conventions(package)
        | {f"setting {name}": [words["name"]] for name, words in package.words_of_settings().items()}
        | {
            f"setting {name} {value}": [said]
            for name, words in package.words_of_settings().items()
            for value, said in words["said"].items()
        }
    ),
    fixed={"relevant_from": "null::double"},
)


# Predictions, ratings, recommendations and detections.


def grouped_plan(choices: Mapping[str, Sequence[str]], fields: dict[str, Any]) -> Plan:
    """A plan of one input, whose groups are one key."""
    groups = {**groups_of_plan(), "by": ["run_group"], "run_by": ["run_group"], "is_grouped": lambda p: p["run_is_own"]}
    return Plan(
        {"run_group": YES_NO, "shared_group": ("false",), "judged_group": ("false",), **choices}, groups | fields
    )


def number_of_call(name: str, is_optional: bool) -> Any:
    """A number in a plan: a token, or none where it is not given."""
    return lambda plan: None if is_optional and plan.chosen(name) == "false" else token(name)


def predictions_plan(package: Templates, arguments: Arguments) -> Plan:
    """The stand-in for classification_plan()."""
    given = {name: argument for name, argument in arguments.items() if argument.kind in ("number", "whole")}
    needs = [*package.sums_of_part("points"), *package.sums_of_part("rows"), "probabilities", "tp_above", "rows_here"]
    needs += [declared["name"] for declared in package.classification_catalogue()]
    names = ["predicts_labels", "needs_confusion", "needs_points", "needs_whole", *needs]
    flags: dict[str, Sequence[str]] = dict.fromkeys(names, YES_NO)
    if "prediction" not in arguments:
        flags["predicts_labels"] = ("false",)
    flags["is_weighted"] = YES_NO if "weight" in arguments else ("false",)
    numbers = {name: YES_NO for name, argument in given.items() if argument.optional}
    fields = {"predictions": token("predictions"), "columns": Columns, "needs": Part}
    fields |= {name: number_of_call(name, argument.optional) for name, argument in given.items()}
    return grouped_plan({**flags, **numbers}, fields)


def predictions(
    name: str,
    comment: str,
    text: str = "table_macro_of_predictions",
    needs_scores: bool = True,
    takes_weights: bool = False,
    **own: Argument,
) -> TableMacro:
    """A table macro over predictions, with arguments of its own."""
    # By place a call gives the predictions and the measures.
    first = {name: own[name] for name in ("measures",) if name in own}
    known = ["prediction", *(["weight"] if takes_weights else [])]
    scored = columns("score", "label", optional=known)
    arguments: Arguments = {"predictions": Argument("relation"), **first, "by": NAMES, **own, **scored}
    return TableMacro(
        name,
        comment,
        arguments,
        text,
        lambda package: predictions_plan(
            package, {k: v for k, v in arguments.items() if not needs_scores or k != "prediction"}
        ),
        {"main": lambda package, plan: getattr(package, f"{name}_of")(plan)},
        lambda package: {
            "columns": ["score", "label", *known],
            **(facts_of_classifier(package) if "measures" in own else {}),
        },
        needs_scores=needs_scores,
    )


def without_groups(made: TableMacro) -> TableMacro:
    arguments = {name: argument for name, argument in made.arguments.items() if name != "by"}
    return replace(made, arguments=arguments, fixed={"by": "[]::varchar[]"})


RATING_METRICS = TableMacro(
    "rating_metrics",
    "One row per measure of rating error: the by columns, measure, value, n_ratings, n_left_out, value_sum, and with"
    " weights weight_sum.",
    {
        "predictions": Argument("relation"),
        **measures("mae", "mse", "rmse", "r2"),
        "by": NAMES,
        **columns("rating", "prediction", optional=["weight"]),
    },
    "table_macro_rating_metrics",
    lambda _: grouped_plan({"is_weighted": YES_NO}, {"predictions": token("predictions"), "columns": Columns}),
    {"main": lambda package, plan: package.rating_metrics_of(plan)},
    facts_of_ratings,
)


def recommendation_plan(package: Templates) -> Plan:
    """The stand-in for recommendation_plan()."""
    inputs = list(package.recommendation_inputs())
    catalogue = package.recommendation_catalogue()
    flags = [*(declared["name"] for declared in catalogue), *(declared["level"] for declared in catalogue)]
    flags += ["names_run.rank", "names_baseline.rank", "names_features.weight"]
    choices = dict.fromkeys(flags, YES_NO) | dict.fromkeys(inputs, YES_NO) | {"reach": ("whole", "cut")}
    fields: dict[str, Any] = {name: token(name) for name in ("run", *inputs)}
    fields |= {
        "columns": lambda plan: Columns(plan, ["run.rank", "baseline.rank", "features.weight"]),
        "given": Part,
        "needs": Part,
        "read_as": {},
        "checked": False,
        "depth": lambda plan: None if plan.chosen("reach") == "whole" else token("depth"),
    }
    return grouped_plan(choices, fields)


RECOMMENDATION_METRICS = TableMacro(
    "recommendation_metrics",
    "One row per measure of recommendations beyond accuracy: the by columns, measure, metric, k, value, n_queries,"
    " n_unknown, value_sum, std_error, ci_low, ci_high.",
    {
        "run": Argument("relation"),
        **measures(),
        **dict.fromkeys(("items", "interactions", "judgments", "features", "distances", "baseline"), RELATION),
        "by": NAMES,
        **columns(
            *("query_id", "item_id", "score", "relevance", "feature", "other_item_id", "distance"),
            optional=["rank", "weight"],
        ),
    },
    "table_macro_recommendation_metrics",
    recommendation_plan,
    {"main": lambda package, plan: package.recommendation_metrics_of(plan)},
    facts_of_recommendations,
)


MARKS_OF_BOXES = ("iscrowd", "area")


def detections(name: str, comment: str) -> TableMacro:
    def plan(package: Templates) -> Plan:
        choices = {"interpolation": list(package.recall_levels()), **dict.fromkeys(KEYS, YES_NO)}
        choices |= {"area_range": list(package.area_ranges()), "max_detections": YES_NO}
        marks = [f"ground_truth.{name}" for name in MARKS_OF_BOXES]
        choices |= {f"names_{name}": YES_NO for name in marks}
        fields: dict[str, Any] = {"detections": token("detections"), "ground_truth": token("ground_truth")}
        fields |= {"columns": lambda plan: Columns(plan, marks)}
        fields |= {"max_detections": number_of_call("max_detections", is_optional=True)}
        return Plan({**choices, "judged_group": ("false",)}, {**groups_of_plan(), **fields, "by": list(KEYS[:2])})

    return TableMacro(
        name,
        comment,
        {
            "detections": Argument("relation"),
            "ground_truth": Argument("relation"),
            "iou_thresholds": Argument("values", "[0.5]"),
            "interpolation": Argument("choice", "'all'", choices=("all", "11-point", "101-point")),
            "by": NAMES,
            "ground_truth_by": NAMES,
            "area_range": Argument("choice", "'all'", choices=tuple(_package().area_ranges())),
            "max_detections": Argument("whole", "null", lowest=1, optional=True),
            **columns("image_id", "class_id", "score", "x_min", "y_min", "x_max", "y_max", optional=MARKS_OF_BOXES),
        },
        "table_macro_of_detections",
        plan,
        {"main": lambda package, plan: getattr(package, f"{name}_of")(plan)},
    )


# Samples of the items.


def samples_plan(choices: Mapping[str, Sequence[str]], inputs: Sequence[str]) -> Plan:
    fields: dict[str, Any] = {name: token(name) for name in (*inputs, "n", "seed")}
    fields |= {
        "columns": lambda plan: Columns(plan, ["run.rank"]),
        "relevant_from": number_of_call("relevant_from", is_optional=True),
        "run_is_grouped": lambda plan: plan["run_is_own"],
        "checked": False,
        "read_as": {},
        "excluded": token("exclude"),
        "sample": token("candidates"),
        "exclude": None,
        "candidates": None,
    }
    return grouped_plan({"relevant_from": YES_NO, "names_run.rank": YES_NO, **choices}, fields)


SAMPLE_NEGATIVES = TableMacro(
    "sample_negatives",
    "The relevant items of each query and other items at random: query_id, item_id, relevance (0 of a negative),"
    " n_negatives.",
    {
        "items": Argument("relation"),
        "judgments": Argument("relation"),
        "n": Argument("whole", "100", lowest=1),
        "by": Argument("choice", "'uniform'", choices=("uniform", "popularity")),
        "exclude": RELATION,
        "seed": Argument("whole", "0"),
        "relevant_from": NUMBER,
        **columns("query_id", "item_id", "relevance", "popularity"),
    },
    "table_macro_sample_negatives",
    lambda _: samples_plan(
        {"run_group": ("false",), "sampled": ("uniform", "popularity"), "has_excluded": YES_NO},
        ["items", "judgments"],
    ),
    {"main": lambda package, plan: package.sample_negatives_of(plan)},
    order="",
)
SAMPLED_RANKS = TableMacro(
    "sampled_ranks",
    "Relevant items by their ranks among the negatives of their queries: the by columns, query_id, item_id, relevance,"
    " is_retrieved, sampled_rank, n_negatives.",
    {
        "run": Argument("relation"),
        "judgments": Argument("relation"),
        "candidates": Argument("relation"),
        "by": NAMES,
        "relevant_from": NUMBER,
        **RANKED,
    },
    "table_macro_sampled_ranks",
    lambda _: samples_plan({}, ["run", "judgments"]),
    {"main": lambda package, plan: package.sampled_ranks_of(plan)},
    order="",
)
CORRECT_SAMPLED = TableMacro(
    "correct_sampled",
    "Metrics over all items, estimated from ranks among negatives, one row per measure and method of the corrections:"
    " the by columns, measure, method, n_items, value, sampled_value, std_error, n_instances, n_missing, n_left_out,"
    " candidates.",
    {"ranks": Argument("relation"), "corrections": Argument("relation"), "by": NAMES, **columns("query_id")},
    "table_macro_correct_sampled",
    lambda _: samples_plan({}, ["ranks", "corrections"]),
    {"main": lambda package, plan: package.correct_sampled_of(plan)},
)


def split_plan(package: Templates) -> Plan:
    """The stand-in for split_plan()."""
    choices: dict[str, Sequence[str]] = {"method": list(package.split_methods()), "n": YES_NO, "fold": YES_NO}
    choices |= {"short": SHORT, "new_users": NEW, "new_items": NEW}

    def column(name: str) -> Any:
        return lambda plan: package.renamed("ratings", name, Columns(plan))

    fields: dict[str, Any] = {name: token(name) for name in ("ratings", "seed", "given", "cut", "folds")}
    fields |= {
        "user": column("user_id"),
        "item": column("item_id"),
        "time": column("rated_at"),
        "n": number_of_call("n", is_optional=True),
        "fold": number_of_call("fold", is_optional=True),
        "share": package.double(token("share")),
        "by_time": lambda plan: plan.chosen("method") in ("time", "leave_last"),
        "curve": lambda plan: plan.chosen("method") == "learning_curve",
        "is_numbered": lambda plan: plan.chosen("method") == "folds" and plan.chosen("fold") == "false",
        "part_of_short": lambda plan: "left_out" if plan.chosen("short") == "leave_out" else "train",
        "known_sides": lambda plan: [side for side in ("user", "item") if plan.chosen(f"new_{side}s") == "leave_out"],
    }
    return Plan(choices, fields)


SHORT, NEW = ("train", "leave_out"), ("keep", "leave_out")
SIZE = Argument("whole", "null", lowest=1, optional=True)
SPLIT = TableMacro(
    "split",
    "The ratings with their part (train, given, test, left_out), or fold, and reason; of a learning curve n_given too.",
    {
        "ratings": Argument("relation"),
        "method": Argument("choice", "'leave_last'", choices=tuple(_package().split_methods())),
        "n": SIZE,
        "share": NUMBER,
        "given": SIZE,
        "cut": Argument("moment", "null"),
        "folds": replace(SIZE, lowest=2),
        "fold": SIZE,
        "seed": Argument("whole", "0"),
        "short": Argument("choice", "'train'", choices=SHORT),
        "new_users": Argument("choice", "'keep'", choices=NEW),
        "new_items": Argument("choice", "'keep'", choices=NEW),
        **columns("user_id", "item_id", "rated_at"),
    },
    "table_macro_split",
    split_plan,
    {"main": lambda package, plan: package.split_of(plan)},
    order="",
)
SPLIT_COUNTS = TableMacro(
    "split_counts",
    "One row per part and reason of a split: the by columns, part, reason, n_ratings, n_users, n_items.",
    {"split": Argument("relation"), "by": NAMES, **columns("user_id", "item_id", "part", "reason")},
    "table_macro_split_counts",
    lambda _: grouped_plan({}, {"split": token("split"), "columns": Columns}),
    {"main": lambda package, plan: package.split_counts_of(plan)},
)

# Learning curves.


def curve_macro(name: str, comment: str, others: Sequence[str] = (), **own: Argument) -> TableMacro:
    """A table macro over values by query and number of given ratings. `others`: columns beside theirs."""

    def plan(_: Templates) -> Plan:
        names = ("query_metrics", "repetitions", "seed", "confidence")
        fields: dict[str, Any] = {each: token(each) for each in names}
        fields |= {"columns": Columns, "weighted": False, "geometric": False}
        return grouped_plan({"incomplete": INCOMPLETE}, fields)

    return TableMacro(
        name,
        comment,
        {
            "query_metrics": Argument("relation"),
            "by": NAMES,
            **own,
            **columns(*_package().columns_of_curves(), *others),
        },
        "table_macro_of_curves",
        plan,
        {"main": lambda package, plan: getattr(package, f"{name}_of")(plan)},
    )


INCOMPLETE = ("leave_out", "keep")
CURVES = (
    curve_macro(
        "learning_curve",
        "A mean by number of given ratings, one row per point and measure: the by columns, measure, n_given,"
        " value, n_queries, std_error, ci_low, ci_high.",
        by=Argument("names", "['system']"),
    ),
    curve_macro(
        "mean_over_curve",
        "MANDCG: the mean over users of a user's mean over a learning curve: the by columns, measure, value, n_queries,"
        " n_incomplete, std_error, ci_low, ci_high.",
        by=Argument("names", "['system']"),
        incomplete=Argument("choice", "'leave_out'", choices=INCOMPLETE),
    ),
    curve_macro(
        "curve_crossings",
        "Where the learning curves of two systems cross, one row per crossing, or one without: the by columns, measure,"
        " system, other_system, crossing, ci_low, ci_high, ahead_before, ahead_after, crossing_share, n_queries.",
        ["system"],
        repetitions=Argument("whole", "1000", lowest=1),
        seed=Argument("whole", "0"),
        confidence=Argument("number", "0.95"),
    ),
)

# Two sides of a finished table.


def sides_plan(choices: Mapping[str, Sequence[str]], *given: str, **more: Any) -> Plan:
    """The stand-in for sides_plan(). `given`: numbers of the call; `more`: further fields."""
    fields: dict[str, Any] = {name: token(name) for name in ("query_metrics", *given)}
    fields |= {"columns": Columns, "baseline": number_of_call("baseline", is_optional=True)}
    if "judged_group" in choices:
        fields |= {"by": ["run_group", "judged_group"]}
    return grouped_plan({"baseline": YES_NO, **choices}, fields | more)


CHANGE_BY_SEGMENT = TableMacro(
    "change_by_segment",
    "The difference of two means, split by segments, one row per segment: the by columns, the segments, measure,"
    " metric, k, the column of the sides, baseline, n_queries, baseline_n_queries, share, baseline_share, value,"
    " baseline_value, within_effect, mix_effect, contribution.",
    {
        "query_metrics": Argument("relation"),
        "segments": NAMES,
        "baseline": TEXT,
        "by": NAMES,
        **columns("system", *_package().columns_read_of_change()),
    },
    "table_macro_of_sides",
    lambda _: sides_plan({"judged_group": ("true",)}),
    {"main": lambda package, plan: package.change_by_segment_of(plan)},
)
CONFIDENCE_SEQUENCE = TableMacro(
    "confidence_sequence",
    "A mean difference after each look, with an interval that holds at all looks together: the by columns, day,"
    " measure, metric, k, system, baseline, n_queries, value, baseline_value, difference, std_dev, ci_low, ci_high,"
    " is_different, first_different, n_left_out.",
    {
        "query_metrics": Argument("relation"),
        "baseline": TEXT,
        "by": NAMES,
        "confidence": Argument("number", "0.95"),
        "tightest_at": Argument("whole", "1000", lowest=1),
        "min_queries": Argument("whole", "30", lowest=2),
        **columns("system", "day", *_package().columns_read_of_sequence()),
    },
    "table_macro_of_sides",
    lambda _: sides_plan({}, "confidence", "tightest_at", "min_queries"),
    {"main": lambda package, plan: package.confidence_sequence_of(plan)},
)


def comparison_plan(package: Templates) -> Plan:
    """The stand-in for comparison_plan()."""
    choices = {
        "test": package.tests_of_comparison(),
        "correction": package.corrections(),
        "interval": package.intervals_of_comparison(),
    }
    return sides_plan(
        choices,
        *("confidence", "power", "repetitions", "seed"),
        systems=[],
        is_resampled=lambda plan: plan.chosen("test") == "bootstrap" or plan.chosen("interval") != "t",
    )


COMPARE = TableMacro(
    "compare",
    "Systems against each other, query by query, one row per pair and measure: the by columns, measure, metric, k,"
    " system, baseline, value, baseline_value, difference, ci_low, ci_high, effect_size, n_queries, wins, ties, losses,"
    " test, p_value, p_adjusted, relative_difference, std_dev, interval, n_left_out, detectable_difference,"
    " queries_needed.",
    {
        "query_metrics": Argument("relation"),
        "baseline": TEXT,
        "by": NAMES,
        "test": Argument("choice", "'t'", choices=tuple(_package().tests_of_comparison())),
        "correction": Argument("choice", "'holm'", choices=tuple(_package().corrections())),
        "interval": Argument("choice", "null", choices=tuple(_package().intervals_of_comparison()), optional=True),
        "confidence": Argument("number", "0.95"),
        "power": Argument("number", "0.8"),
        "repetitions": Argument("whole", "10000", lowest=1),
        "seed": Argument("whole", "0"),
        **columns("system", *_package().columns_of_comparisons()),
    },
    "table_macro_of_sides",
    comparison_plan,
    {"main": lambda package, plan: package.compare_of(plan)},
)


def mean_intervals_plan(package: Templates) -> Plan:
    """The stand-in for the plan of mean_intervals()."""
    fields: dict[str, Any] = {name: token(name) for name in ("query_metrics", "confidence", "repetitions", "seed")}
    fields |= {"columns": Columns, "interval": lambda plan: plan.chosen("method").replace("bootstrap", "percentile")}
    return grouped_plan({"method": package.methods_of_mean_intervals()}, fields)


MEAN_INTERVALS = TableMacro(
    "mean_intervals",
    "A mean over queries with an interval, one row per measure: the by columns, measure, metric, k, value, n_queries,"
    " std_dev, ci_low, ci_high, method.",
    {
        "query_metrics": Argument("relation"),
        "by": Argument("names", "['system']"),
        "method": Argument("choice", "'t'", choices=tuple(_package().methods_of_mean_intervals())),
        "confidence": CONFIDENCE,
        "repetitions": Argument("whole", "10000", lowest=1),
        "seed": Argument("whole", "0"),
        **columns(*_package().columns_of_comparisons()),
    },
    "table_macro_mean_intervals",
    mean_intervals_plan,
    {"main": lambda package, plan: package.mean_intervals_of(plan)},
)

# Tables of metrics over time.

GRAINS = tuple(_package().grains())
GRAIN = Argument("choice", "'day'", choices=GRAINS)


def periods_macro(
    name: str, comment: str, choices: Mapping[str, Sequence[str]], given: str, read: Sequence[str], **own: Argument
) -> TableMacro:
    """A table macro over metrics by day. `given`: a number of the plan; `read`: the columns that it reads."""
    fields: dict[str, Any] = {"metrics": token("metrics"), given: token(given), "columns": Columns}
    return TableMacro(
        name,
        comment,
        {
            "metrics": Argument("relation"),
            **own,
            "by": Argument("names", "['system']"),
            "grain": GRAIN,
            **columns("day", *read),
        },
        "table_macro_of_periods",
        lambda _: grouped_plan({"grain": GRAINS, **choices}, fields),
        {"main": lambda package, plan: getattr(package, f"{name}_of")(plan)},
    )


MOVING_AVERAGE = periods_macro(
    "moving_average",
    "Means over the last periods, one row per period and measure: the by columns, day, measure, metric, k, value,"
    " n_queries, moving_average, window_queries, window_periods, n_repeated.",
    {},
    "preceding",
    _package().columns_read_of_average(),
    periods=Argument("whole", "7", lowest=1),
)
CHANGE_FROM_PREVIOUS = periods_macro(
    "change_from_previous",
    "Each mean against that of the period before, one row per period and measure: the by columns, day, measure, metric,"
    " k, value, n_queries, previous_period, previous_value, previous_queries, difference, relative_difference, ci_low,"
    " ci_high, interval, n_repeated.",
    {"interval": tuple(_package().intervals_of_changes())},
    "confidence",
    _package().columns_read_of_changes(),
    interval=Argument("choice", "'welch'", choices=tuple(_package().intervals_of_changes())),
    confidence=CONFIDENCE,
)

# Lists of two systems.


def agreement(name: str, comment: str, order: str = "order by all") -> TableMacro:
    def plan(package: Templates) -> Plan:
        flags = [*needs_of_agreement(package.agreement_catalogue()), "names_run.rank", "baseline"]
        choices = dict.fromkeys(flags, YES_NO) | {"reach": ("whole", "cut")}
        fields: dict[str, Any] = {
            "run": token("run"),
            "columns": lambda plan: Columns(plan, ["run.rank"]),
            "needs": Part,
            "read_as": {},
            "systems": [],
            "baseline": number_of_call("baseline", is_optional=True),
            "depth": lambda plan: None if plan.chosen("reach") == "whole" else token("depth"),
            "weighted": False,
        }
        return grouped_plan(choices, fields)

    return TableMacro(
        name,
        comment,
        {
            "run": Argument("relation"),
            **measures(*_package().default_agreement_measures()),
            "baseline": TEXT,
            "by": NAMES,
            **columns("system", "query_id", "item_id", "score", optional=["rank"]),
        },
        "table_macro_of_agreement",
        plan,
        {"main": lambda package, plan: getattr(package, f"{name}_of")(plan)},
        facts_of_agreement,
        order,
    )


AGREEMENT = agreement(
    "agreement",
    "How much the lists of two systems agree, one row per pair and measure: the by columns, system, baseline, measure,"
    " metric, k, value (the mean over queries), n_queries, n_missing, value_sum, std_error, ci_low, ci_high.",
)
QUERY_AGREEMENT = agreement(
    "query_agreement",
    "The same by query: the by columns, system, baseline, query_id, measure, metric, k, value, n_items, baseline_items,"
    " n_common.",
    order="",
)

# Classifiers.

AUC_INTERVAL = predictions(
    "auc_interval",
    "ROC AUC with an interval: the by columns, measure, value, std_error, ci_low, ci_high, interval (how it is made),"
    " n_positives, n_negatives, n_left_out.",
    confidence=CONFIDENCE,
)


def classifiers_plan(_: Templates) -> Plan:
    """The stand-in for the plan of compare_classifiers()."""
    fields: dict[str, Any] = {name: token(name) for name in ("predictions", "threshold", "confidence")}
    fields |= {"columns": Columns, "baseline": number_of_call("baseline", is_optional=True)}
    fields |= {"is_weighted": False}
    choices = {"test": TESTS, "correction": CORRECTIONS, "baseline": YES_NO, "predicts_labels": YES_NO}
    return grouped_plan(choices, fields)


COMPARE_CLASSIFIERS = TableMacro(
    "compare_classifiers",
    "Two classifiers on the same rows, one row per pair: the by columns, measure, system, baseline, value,"
    " baseline_value, difference, ci_low, ci_high, n_rows, n_positives, n_left_out, wins, losses, test, p_value,"
    " p_adjusted.",
    {
        "predictions": Argument("relation"),
        "baseline": TEXT,
        "test": Argument("choice", "'delong'", choices=TESTS),
        "threshold": Argument("number", "0.5"),
        "by": NAMES,
        "correction": Argument("choice", "'holm'", choices=CORRECTIONS),
        "confidence": CONFIDENCE,
        **columns("system", "row_id", "score", "label", optional=["prediction"]),
    },
    "table_macro_compare_classifiers",
    classifiers_plan,
    {"main": lambda package, plan: package.compare_classifiers_of(plan)},
    lambda _: {"columns": ["score", "label", "prediction", "row_id"]},
)


def of_classes(name: str, comment: str, choices: Mapping[str, Sequence[str]], **own: Argument) -> TableMacro:
    """A table macro over the actual and the predicted classes of a classifier of several."""
    fields = {"predictions": token("predictions"), "columns": Columns}
    return TableMacro(
        name,
        comment,
        {
            "predictions": Argument("relation"),
            "by": NAMES,
            **own,
            **columns("label", "prediction", optional=["weight"]),
        },
        "table_macro_of_classes",
        lambda _: grouped_plan({"is_weighted": YES_NO, **choices}, fields),
        {"main": lambda package, plan: getattr(package, f"{name}_of")(plan)},
    )


UNDEFINED = tuple(_package().undefined_in_averages())
CONFUSION_MATRIX = of_classes(
    "confusion_matrix",
    "One row per actual and predicted class: the by columns, label, prediction, n_rows, with weights weight_sum,"
    " n_left_out.",
    {},
)
CLASS_METRICS = of_classes(
    "class_metrics",
    "One row per class, each against the rest, and per average over classes: the by columns, label, average,"
    " precision, recall, f1, accuracy, n_actual, n_predicted, tp, fp, fn, tn, n_rows, n_left_out.",
    {"undefined": UNDEFINED},
    undefined=Argument("choice", "'leave_out'", choices=UNDEFINED),
)

CURVE = "threshold, {}, tp, fp, n_rows, n_positives, is_break_even, area."
TABLE_MACROS = (
    evaluation(
        "metrics",
        "One row per measure: the by columns, measure, metric, k, value (the mean over queries), n_queries, n_missing,"
        " value_sum, std_error, ci_low, ci_high.",
    ),
    evaluation(
        "query_metrics",
        "One row per query and measure: the by columns, query_id, measure, metric, k, value.",
        order="",
    ),
    TIE_AUDIT,
    EXPLAIN,
    report(
        "convention_problems",
        "Why a convention would not give its library's numbers on these data: need, n_lists, example.",
        {"convention": TEXT, "ties": TEXT},
        needs_of_data,
        by_who_is_relevant,
    ),
    report(
        "input_problems",
        "What is wrong with a run and its judgments, one row per kind of problem that occurs: side, problem, n_rows,"
        " example.",
        {},
    ),
    RECOMMENDATION_METRICS,
    RATING_METRICS,
    predictions(
        "classifier_metrics",
        "One row per measure, and per threshold where it has one: the by columns, measure, metric, threshold, value,"
        " n_rows, n_positives, n_left_out.",
        "table_macro_classifier_metrics",
        needs_scores=False,
        takes_weights=True,
        **measures("roc_auc", "pr_auc", "f1"),
        **THRESHOLDS,
    ),
    predictions(
        "confusion",
        "One row per threshold: the by columns, threshold, tp, fp, fn, tn, n_rows, n_positives, n_left_out.",
        "table_macro_confusion",
        needs_scores=False,
        takes_weights=True,
        **THRESHOLDS,
    ),
    CONFUSION_MATRIX,
    CLASS_METRICS,
    predictions(
        "roc_curve",
        f"One row per point: the by columns, {CURVE.format('fpr, tpr')}",
        takes_weights=True,
        points=POINTS,
    ),
    predictions(
        "pr_curve",
        f"One row per point: the by columns, {CURVE.format('recall, precision')}",
        takes_weights=True,
        points=POINTS,
    ),
    predictions(
        "calibration",
        "One row per bin of equal width: the by columns, bin, bin_from, bin_to, n_rows, n_positives, mean_score,"
        " positive_share.",
        takes_weights=True,
        bins=BINS,
    ),
    predictions(
        "lift",
        "One row per part of the rows in descending order of score: the by columns, bin, depth, threshold, n_rows,"
        " n_positives, positive_share, lift, cumulative_positives, gain, cumulative_lift.",
        takes_weights=True,
        bins=BINS,
    ),
    predictions(
        "binned_auc",
        "ROC AUC from a histogram: the by columns, roc_auc, low, high, n_rows, n_positives.",
        takes_weights=True,
        bins=replace(BINS, default="1000"),
        lowest=NUMBER,
        highest=NUMBER,
    ),
    without_groups(
        predictions(
            "prediction_problems",
            "What is wrong with predictions, one row per kind of problem that occurs: problem, n_rows, example.",
            needs_scores=False,
            takes_weights=True,
        )
    ),
    detections(
        "detection_metrics",
        "Mean average precision of object detections, one row per IoU threshold: the by columns, measure, iou_threshold"
        " (NULL: the mean over them), value, n_classes, n_ground_truth, n_detections, n_true_positives, n_left_out.",
    ),
    detections(
        "detection_class_metrics",
        "Average precision of object detections, one row per class and IoU threshold: the by columns, class_id,"
        " measure, iou_threshold, value, n_ground_truth, n_detections, n_true_positives.",
    ),
    SAMPLE_NEGATIVES,
    SAMPLED_RANKS,
    CORRECT_SAMPLED,
    SPLIT,
    SPLIT_COUNTS,
    *CURVES,
    COMPARE,
    MEAN_INTERVALS,
    CHANGE_BY_SEGMENT,
    CONFIDENCE_SEQUENCE,
    MOVING_AVERAGE,
    CHANGE_FROM_PREVIOUS,
    AUC_INTERVAL,
    COMPARE_CLASSIFIERS,
    AGREEMENT,
    QUERY_AGREEMENT,
)
