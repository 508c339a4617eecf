"""DuckDB's table macros: every macro on relations that has one is a line of TABLE_MACROS.

A table macro is `query(text)`: the text that dbt runs, chosen and filled in by what the call says. What may be chosen comes
of a task's plan: a stand-in for the plan that the package's macros work with, with the values of every choice (see
_templates.py). What the call says is read by the expressions in macros/duckdb/, from the facts about measures and
conventions (see _facts.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from rankhouse._facts import (
    Facts,
    as_map,
    facts_of_catalogue,
    facts_of_conventions,
    facts_of_formulas,
    facts_of_messages,
    merged,
    needs_of_measures,
)
from rankhouse._sql import literal
from rankhouse._templates import KEYS, Columns, Number, Part, Plan, Template, Templates, token

YES_NO = ("true", "false")
Arguments = Mapping[str, tuple[str, str | None]]
"""Of each argument its kind (see macros/duckdb/read_arguments.sql) and its default as SQL, None where it has none."""


@dataclass(frozen=True)
class TableMacro:
    """A table macro.

    text: the macro that gives the expression of its query's text.
    templates: by name, what renders them of a plan.
    fixed: fields of a call that are no arguments here, as SQL.
    """

    name: str
    arguments: Arguments
    text: str
    plan: Callable[[Templates], Plan]
    templates: Mapping[str, Callable[[Templates, Plan], str]]
    facts: Callable[[Templates], Facts]
    order: str = ""
    fixed: Mapping[str, str] = field(default_factory=dict)

    @property
    def signature(self) -> dict[str, str | None]:
        return {name: default for name, (_, default) in self.arguments.items()}

    def body(self) -> str:
        package = _package()
        plan = self.plan(package)
        templates = {name: package.template(plan, lambda p, one=one: one(package, p)) for name, one in self.templates.items()}
        knows = {
            "arguments": {name: kind for name, (kind, _) in self.arguments.items()},
            "fixed": self.fixed,
            "templates": {name: literal(template.sql) for name, template in templates.items()},
            "choices": sorted(set().union(*(template.choices for template in templates.values()))),
            "tokens": sorted(set().union(*(template.tokens for template in templates.values()))),
            "facts": as_map(self.facts(package)),
        }
        return f"from {getattr(package, self.text)(knows)} {self.order}".rstrip()


@cache
def _package() -> Templates:
    return Templates()


def groups_of_plan() -> dict[str, Any]:
    """The keys of the groups of two inputs, each of which may be there or not."""
    return {
        "by": list(KEYS),
        "run_by": list(KEYS[:2]),
        "label_by": list(KEYS[1:]),
        "common_by": ["shared_group"],
        "own_by": ["judged_group"],
    }


def ranking_plan(package: Templates, **only: Sequence[str]) -> Plan:
    """The stand-in for plan() in macros/ranking/plan.sql. `only`: choices that a macro has in place of all."""
    choices = dict(package.policies())
    choices |= {"reach": ("whole", "heap", "deep", "far"), "relevant_from": ("none", "given")}
    choices |= {"ids": ("none", "text"), "scores": ("none", "float32"), "relevances": ("none", "whole")}
    flags = ["checked", "weighted", "geometric", "keeps_negative", "sums_gains", "names_rank"]
    flags += ["run_is_grouped", "judgments_are_grouped", *KEYS, *needs_of_measures(package.catalogue())]
    flags += ["averages", "per_query", "is_single", *package.needs_of_conventions()]
    choices |= dict.fromkeys(flags, YES_NO)
    choices |= only

    def is_retrieved(plan: Plan) -> bool:
        return plan.chosen("pool") == "retrieved"

    fields = groups_of_plan() | {
        "run": token("run"),
        "judgments": token("judgments"),
        "columns": lambda plan: Columns(plan, ["rank"]),
        "judged_by": lambda plan: list(KEYS if is_retrieved(plan) else KEYS[1:]),
        "shared_by": lambda plan: list(KEYS[:2]) if is_retrieved(plan) else ["shared_group"],
        "unshared_by": lambda plan: [] if is_retrieved(plan) else ["run_group"],
        "needs": Part,
        "read_as": Part,
        "required": Part,
        "evaluated": Evaluated,
        "relevant_from": lambda plan: None if plan.chosen("relevant_from") == "none" else token("relevant_from"),
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


def without_convention(package: Templates) -> dict[str, Sequence[str]]:
    """What there is to choose where no convention may be named."""
    return {"ids": ["none"], "scores": ["none"], "relevances": ["none"]}


def by_default(package: Templates) -> dict[str, Sequence[str]]:
    """The same where no policy may be named either."""
    policies = {name: choices[:1] for name, choices in package.policies().items()}
    return without_convention(package) | policies | {"checked": ["false"], "relevant_from": ["none"]}


SAYS_OF_NAMES = ("step_name", "no_list_of_names", "name_twice")
SAYS_OF_MEASURES = (
    *("measures_are_a_list", "no_measure", "malformed", "unknown_measure", "elsewhere", "wrong_cutoff", "no_cutoff"),
    *("malformed_option", "no_option", "unknown_option", "option_twice", "wrong_choice", "wrong_number"),
)
SAYS_OF_RANKING = (
    *(*SAYS_OF_NAMES, *SAYS_OF_MEASURES, "wrong_pairs", "wrong_policy", "wrong_relevant_from", "no_group_of_judgments"),
)
SAYS_OF_CONVENTIONS = (
    *("unknown_convention", "not_reproduced", "not_in_library", "cutoff_of_library", "choice_of_library"),
    "no_option_in_library",
)


def ranking_facts(package: Templates) -> Facts:
    catalogue = package.catalogue()
    return merged(
        facts_of_catalogue(package, catalogue),
        facts_of_formulas(package, catalogue),
        facts_of_messages(package, SAYS_OF_RANKING),
        {"needs": needs_of_measures(catalogue)},
    )


def facts_with_conventions(package: Templates) -> Facts:
    return merged(ranking_facts(package), facts_of_conventions(package), facts_of_messages(package, SAYS_OF_CONVENTIONS))


RUN: Arguments = {"run": ("text", None), "judgments": ("text", "null")}
GROUPS: Arguments = {"by": ("list", "[]"), "judgments_by": ("list", "[]")}
NAMES: Arguments = {
    **{name: ("text", literal(name)) for name in ("query_id", "item_id", "score", "relevance")},
    "rank": ("text", "null"),
    "columns": ("columns", "null"),
}
POLICIES: Arguments = {
    **{name: ("text", "null") for name in ("ties", "queries", "unjudged", "pool")},
    "checked": ("flag", "false"),
    "relevant_from": ("number", "null"),
}
CONVENTION: Arguments = {"convention": ("text", "null")}
MEASURES = ("ndcg@10", "average_precision", "reciprocal_rank", "precision@10", "recall@10")


def measures(names: Sequence[str]) -> Arguments:
    return {"measures": ("list", f"[{', '.join(map(literal, names))}]")}


def evaluation(name: str, order: str = "") -> TableMacro:
    return TableMacro(
        name,
        {**RUN, **measures(MEASURES), **GROUPS, **NAMES, **POLICIES, **CONVENTION},
        "table_macro_of_evaluation",
        ranking_plan,
        {"main": lambda package, plan: getattr(package, f"{name}_of")(plan)},
        facts_with_conventions,
        order,
    )


TABLE_MACROS = (
    evaluation("metrics", "order by all"),
    evaluation("query_metrics"),
    TableMacro(
        "tie_audit",
        {**RUN, **measures(MEASURES), **GROUPS, **NAMES, **{name: kind for name, kind in POLICIES.items() if name != "ties"}},
        "table_macro_tie_audit",
        lambda package: ranking_plan(package, **without_convention(package)),
        {
            "main": lambda package, plan: package.tie_audit_of(plan),
            "query_metrics": lambda package, plan: package.query_metrics_of(plan),
        },
        ranking_facts,
        fixed={"ties": "null::varchar", "convention": "null::varchar"},
    ),
    TableMacro(
        "explain",
        {
            **RUN,
            **measures(["ndcg@10"]),
            **{"source": ("text", "null"), "target": ("text", "null")},
            **GROUPS,
            **NAMES,
            **{"ties": ("text", "null"), "per_query": ("flag", "false"), "checked": ("flag", "false")},
        },
        "table_macro_explain",
        ranking_plan,
        {
            "main": lambda package, plan: package.explain_of(plan),
            "evaluation": lambda package, plan: (package.query_metrics_of if plan["per_query"] else package.metrics_of)(plan),
        },
        lambda package: facts_with_conventions(package)
        | {
            f"setting {name}": [said["name"], said["none"]] for name, said in package.names_of_settings().items()
        },
        "order by all",
        fixed={"relevant_from": "null::double"},
    ),
    TableMacro(
        "convention_problems",
        {**RUN, **CONVENTION, **GROUPS, **NAMES, "ties": ("text", "null")},
        "table_macro_convention_problems",
        lambda package: ranking_plan(package, **by_default(package)),
        {"main": lambda package, plan: package.convention_problems_of(plan)},
        lambda package: merged(
            facts_of_messages(package, [*SAYS_OF_NAMES, "unknown_convention"]),
            {name: known for name, known in facts_of_conventions(package).items() if name == "conventions" or name.endswith(" needs")},
        ),
        fixed={"checked": "false", "relevant_from": "null::double"},
    ),
    TableMacro(
        "input_problems",
        {**RUN, **GROUPS, **NAMES},
        "table_macro_input_problems",
        lambda package: ranking_plan(package, **by_default(package)),
        {"main": lambda package, plan: package.input_problems_of(plan)},
        lambda package: facts_of_messages(package, SAYS_OF_NAMES),
        fixed={"checked": "false", "relevant_from": "null::double"},
    ),
)
