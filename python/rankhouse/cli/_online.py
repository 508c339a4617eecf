"""Commands over what users did: interleaved searches, measures that told it before, and logs of policies."""

from __future__ import annotations

from rankhouse.cli._options import OR_INDEPENDENT, OWN_MEASURES, Option
from rankhouse.cli._program import Panel

panel = Panel("Online", work="Computing", columns="search_id=session, team=model")

panel.declare(
    "interleaving",
    "Compute which of two systems users prefer, from their clicks on interleaved lists.",
    "rankhouse interleaving log.csv",
    "rankhouse interleaving log.csv --cluster user_id",
)
panel.declare(
    "interleaving_decision",
    "Decide by interleaved searches: ship, do not ship or not decided, with all segments that fall.",
    "rankhouse interleaving-decision log.csv",
    "rankhouse interleaving-decision log.csv --baseline a --cluster user_id",
    work="Deciding",
    options={"cluster": OR_INDEPENDENT},
)
panel.declare(
    "interleaving_searches",
    "Compute which system is preferred in each interleaved search.",
    "rankhouse interleaving-searches log.csv -o searches.parquet",
)
panel.declare(
    "interleaving_checks",
    "Check whether items were dealt fairly, and count rows that are left out.",
    "rankhouse interleaving-checks log.csv",
    work="Checking",
)
panel.declare(
    "search_health",
    "Compute searches without results, abandoned ones, and clicks near the top, with intervals.",
    "rankhouse search-health searched.csv opened.csv --cluster user_id -k 1 -k 3",
    options={"k": Option(("-k",), metavar="N")},
)
panel.declare(
    "metric_trust",
    "Compute how well offline differences predicted online ones in past experiments.",
    "rankhouse metric-trust experiments.csv",
    columns="experiment=test_id",
)
panel.declare(
    "discriminative_power",
    "Compute how well measures tell systems apart.",
    "rankhouse discriminative-power pairs.csv",
    columns="p_value=p_adjusted",
)

# The sentences say what is taken by default.
UNSET = Option(default=None)
ESTIMATORS = {"estimators": Option(("--estimator",), default=None)}

policies = Panel(
    "Online",
    work="Estimating",
    columns="reward=clicked, logging_probability=propensity",
    options=ESTIMATORS,
)

policies.declare(
    "off_policy",
    "Estimate what a policy would have earned, from the log of another one.",
    "rankhouse off-policy bandit.csv",
    "rankhouse off-policy bandit.csv --estimator ips --clip 10 --by country",
)
policies.declare(
    "compare_policies",
    "Compare two policies on the log of a third one.",
    "rankhouse compare-policies bandit.csv --estimator ips --by country",
    work="Comparing",
)
policies.declare(
    "policy_decision",
    "Decide by a log between two policies: ship, do not ship or not decided, with all segments that fall.",
    "rankhouse policy-decision bandit.csv",
    "rankhouse policy-decision bandit.csv --segment country",
    work="Deciding",
    options={**ESTIMATORS, "cluster": OR_INDEPENDENT},
)
policies.declare(
    "click_estimates",
    "Estimate what a ranker's lists would have earned, from the clicks on another ranker's lists.",
    "rankhouse click-estimates shown.csv bm25.run examined.csv -m dcg@10",
    columns="search_id=session, run.item_id=sku",
    options={"measures": OWN_MEASURES},
)
policies.declare(
    "off_policy_tuning",
    "Choose the clip, switch or shrinkage of estimators by an estimate of their error.",
    "rankhouse off-policy-tuning bandit.csv --clip 2 --clip 10 --clip 50",
    "rankhouse off-policy-tuning bandit.csv --estimator switch_dr --by country",
    work="Tuning",
    options={**ESTIMATORS, "clip": UNSET, "switch": UNSET, "shrinkage": UNSET},
)
policies.declare(
    "off_policy_weights",
    "Show whether a log is enough to evaluate a policy: effective size, quantiles of weights, overlap.",
    "rankhouse off-policy-weights bandit.csv --by country",
    work="Weighing",
)
