"""Commands over logs of policies: what another policy would have earned."""

from __future__ import annotations

from rankhouse.cli._options import OWN_MEASURES, Option
from rankhouse.cli._program import Panel

# The sentences say what is taken by default.
UNSET = Option(default=None)
ESTIMATORS = {"estimators": Option(("--estimator",), default=None)}

panel = Panel(
    "Online",
    work="Estimating",
    columns="reward=clicked, logging_probability=propensity",
    options=ESTIMATORS,
)

panel.declare(
    "off_policy",
    "Estimate what a policy would have earned, from the log of another one.",
    "rankhouse off-policy bandit.csv",
    "rankhouse off-policy bandit.csv --estimator ips --clip 10 --by country",
)
panel.declare(
    "compare_policies",
    "Compare two policies on the log of a third one.",
    "rankhouse compare-policies bandit.csv --estimator ips --by country",
    work="Comparing",
)
panel.declare(
    "click_estimates",
    "Estimate what a ranker's lists would have earned, from the clicks on another one's.",
    "rankhouse click-estimates shown.csv bm25.run examined.csv -m dcg@10",
    columns="search_id=session, run.item_id=sku",
    options={"measures": OWN_MEASURES},
)
panel.declare(
    "off_policy_tuning",
    "Choose the clip, switch or shrinkage of estimators by an estimate of their error.",
    "rankhouse off-policy-tuning bandit.csv --clip 2 --clip 10 --clip 50",
    "rankhouse off-policy-tuning bandit.csv --estimator switch_dr --by country",
    work="Tuning",
    options={**ESTIMATORS, "clip": UNSET, "switch": UNSET, "shrinkage": UNSET},
)
panel.declare(
    "off_policy_weights",
    "Show whether a log can answer for a policy: effective size, quantiles of weights, overlap.",
    "rankhouse off-policy-weights bandit.csv --by country",
    work="Weighing",
)
