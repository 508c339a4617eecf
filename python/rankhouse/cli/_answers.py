"""Commands over answers: tries of a task, and which of two was preferred."""

from __future__ import annotations

from rankhouse.cli._options import DECIDING, OR_INDEPENDENT, OWN_MEASURES, Option
from rankhouse.cli._program import Panel

panel = Panel("Answers", columns="query_id=task_id, passed=success")

panel.declare(
    "try_metrics",
    "Compute how often tries of a task pass: pass@k, pass_all@k.",
    "rankhouse try-metrics tries.csv -m pass@1 -m pass_all@2 --by agent",
    "rankhouse try-metrics tries.csv -m mean --by agent --cluster document_id",
    options={"measures": OWN_MEASURES},
)

panel.declare(
    "try_decision",
    "Decide by tries of tasks: ship, do not ship or not decided, with all segments and other measures that fall.",
    "rankhouse try-decision tries.csv --system agent --cluster document_id",
    "rankhouse try-decision tries.csv --system agent -m pass@1 -m pass_all@3",
    work="Deciding",
    options={**DECIDING, "measures": OWN_MEASURES, "measure": Option(("--decides",), metavar="MEASURE")},
)

panel = Panel("Answers", columns="query_id=question, winner=verdict")

panel.declare(
    "preference_ratings",
    "Rate systems whose answers were compared, on one scale.",
    "rankhouse preference-ratings preferences.csv",
    "rankhouse preference-ratings preferences.csv --method davidson --order-effect",
)

panel.declare(
    "preference_decision",
    "Decide by verdicts on two answers each: ship, do not ship or not decided, with all segments that fall.",
    "rankhouse preference-decision preferences.csv",
    "rankhouse preference-decision preferences.csv --baseline old",
    work="Deciding",
    options={"cluster": OR_INDEPENDENT},
)

panel.declare(
    "preference_pairs",
    "Compute how often answers of one system are preferred to another's.",
    "rankhouse preference-pairs preferences.csv",
    "rankhouse preference-pairs preferences.csv --baseline old",
)

panel.declare(
    "preference_checks",
    "Check preferences: position bias, both orders, judges, cycles.",
    "rankhouse preference-checks preferences.csv",
    "rankhouse preference-checks preferences.csv --columns judge_id=judge",
)

panel.declare(
    "pairs_to_judge",
    "List the pairs of systems for which more comparisons would tell most.",
    "rankhouse pairs-to-judge preferences.csv --limit 5",
)

panel = Panel("Answers", columns="query_id=user_id, value=score")

panel.declare(
    "preferences_of",
    "Write values by query as preferences: which system is better for each query.",
    "rankhouse preferences-of values.parquet -o preferences.csv",
)
