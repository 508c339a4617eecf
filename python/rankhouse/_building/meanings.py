"""What the parameters of DuckDB's macros mean: in the comments of the macros, and on the page of table macros.

The links are those of docs/reference.
"""

from __future__ import annotations

import re
from typing import Any

from rankhouse._building.table_macros import SHOW_SQL, TABLE_MACROS, TableMacro

TIES = "[order of equal scores](ties-and-queries.md#order-and-ties)"
QUERIES = "[which queries count](ties-and-queries.md#which-queries-count)"
UNJUDGED = "[`'drop'`: condensed lists](ties-and-queries.md#items-without-a-judgment)"
POOL = "[`'retrieved'`: judgments of returned items alone](ties-and-queries.md#the-pool)"
RELEVANT_FROM = "[the lowest relevance that counts as relevant](ties-and-queries.md#what-counts-as-relevant)"

# What a parameter means, wherever it occurs; MACRO.PARAMETER or FIRST_PARAMETER.PARAMETER where it is another one.
MEANINGS = {
    "run": "the scored items",
    "judgments": "the judged items; `null`: the run has a relevance column itself",
    "measures": "[measure strings](../measures/index.md)",
    "by": "columns of the run to group by",
    "judgments_by": "columns of the judgments to group by; a name that is in both lists joins the two",
    "rank": "a column of ranks, 1 first, in place of the score",
    "columns": "your names of columns as a map, for all inputs or for one: `map {'item_id': 'sku',"
    " 'run.score': 'bm25'}`",
    "rating_metrics.columns": "your names of columns as a map: `map {'rating': 'stars'}`",
    "predictions.columns": "your names of columns as a map: `map {'score': 'p_click', 'label': 'clicked'}`",
    "detections.columns": "your names of columns as a map, for both inputs or for one: `map {'class_id': 'label',"
    " 'detections.score': 'confidence'}`",
    "ties": f"{TIES}; `null`: the convention's, or `'item'`",
    "queries": f"{QUERIES}; `null`: the convention's, or `'judged'`",
    "unjudged": f"{UNJUDGED}; `null`: the convention's, or `'irrelevant'`",
    "pool": f"{POOL}; `null`: the convention's, or `'judged'`",
    "relevant_from": f"{RELEVANT_FROM}; `null`: the convention's, or any above 0",
    "checked": "`true`: the inputs are [known to be clean](tables.md#what-the-rows-are-checked-for)",
    "convention": "[another library's rules](conventions.md), such as `'trec_eval'`; `null`: rankhouse's own",
    "tie_audit.queries": f"{QUERIES}; `null`: `'judged'`",
    "tie_audit.unjudged": f"{UNJUDGED}; `null`: `'irrelevant'`",
    "tie_audit.pool": f"{POOL}; `null`: `'judged'`",
    "tie_audit.relevant_from": f"{RELEVANT_FROM}; `null`: any above 0",
    "exclude": "[pairs](../protocols/exclusion.md) of `query_id` and `item_id` that leave the run and the judgments",
    "candidates": "pairs that alone take part",
    "intents": "the column of the judgments that holds [intents](../labels/intents.md); `null`: there are none",
    "provenance": "`true`: last columns `evaluated_at`, `rankhouse_version` and [`settings_id`](provenance.md)",
    "intent_weight": "a column of the judgments: the weight of the row's intent",
    "importance": "a column of the judgments: `vital` or `okay`, of the row's nugget",
    "source": "the convention to start from; `null`: rankhouse's own rules",
    "target": "the convention to arrive at; `null`: rankhouse's own rules",
    "explain.ties": "one order of equal scores in place of those of both conventions",
    "per_query": "`true`: the steps of every query",
    "convention_problems.ties": "your own order of equal scores, which settles ties",
    "input_problems.judgments": "the judged items; `null`: the run alone is looked at",
    "recommendation_metrics.measures": "[measure strings](../recommendations/index.md); there is no default",
    "items": "the catalogue: `item_id`",
    "interactions": "what users had before: `query_id`, `item_id`",
    "recommendation_metrics.judgments": "judged items: `query_id`, `item_id`, `relevance`",
    "features": "what items are like: `item_id`, `feature`",
    "distances": "pairs of items: `item_id`, `other_item_id`, `distance`",
    "baseline": "the run of a simple recommender: `query_id`, `item_id`, `score`",
    "targets": "the share that each group is to have: `feature`, `target_share`",
    "weight": "a column of weights of the features",
    "predictions": "a row per prediction",
    "predictions.by": "columns of the predictions to group by",
    "rating_metrics.measures": "some of these",
    "classifier_metrics.measures": "[measure strings](../classifier/index.md)",
    "prediction": "a column of predicted labels, in place of the score",
    "predictions.weight": "a column of [weights](../tasks/classification.md#weights) of the rows",
    **dict.fromkeys(
        ("confusion_matrix.columns", "class_metrics.columns"),
        "your names of columns as a map: `map {'label': 'species', 'prediction': 'species_hat'}`",
    ),
    "undefined": "what an average takes for [a class without a value](../tasks/classification.md#several-classes):"
    " `'leave_out'`, nothing, or `'zero'`",
    "thresholds": "a score of a threshold or above is predicted positive",
    "points": "[at most so many points](../tasks/classification.md#curves) a group, at least 5;"
    " `null`: every distinct score",
    "bins": "number of bins",
    "lowest": "where the first bin starts; `null`: at the lowest score",
    "highest": "where the last bin ends; `null`: at the highest score",
    "predictions.confidence": "of the interval: 0.95 for 95 %",
    "compare_classifiers.predictions": "a row per system and row of data",
    "predictions.baseline": "the system that all others are compared with; `null`: every pair once",
    "predictions.test": "[`'delong'` or `'mcnemar'`](../comparison/classifiers.md)",
    "threshold": "a score of this or above is predicted positive; for `'mcnemar'`",
    "compare_classifiers.by": "columns; systems are compared within each combination of their values",
    "compare_classifiers.columns": "your names of columns as a map: `map {'row_id': 'image'}`",
    "predictions.correction": "of the p-values of all rows together: `'holm'`, `'bonferroni'`,"
    " `'benjamini_hochberg'` or `'none'`",
    "ratings": "a row per rating",
    "method": "[what is held out](../protocols/splits.md#methods)",
    "ratings.n": "how many of each user's items are tested; `null`: 1 of `leave_last`",
    "share": "which share of them is; of `strong`, of the users; `null`: 0.2",
    "given": "how many of a user's items are known",
    "cut": "when the test begins: a time, a date, or a number",
    "folds": "how many folds there are; `null`: 5",
    "fold": "the fold that is tested; `null`: all are numbered",
    "ratings.seed": "another seed gives another split",
    "short": "`'train'` or `'leave_out'`: [users with too few items](../protocols/splits.md#what-is-left-out)",
    "new_users": "`'keep'` or `'leave_out'`: [users without a training item](../protocols/splits.md#what-is-left-out)",
    "new_items": "the same of items",
    "ratings.columns": "your names of columns as a map: `map {'user_id': 'visitor'}`",
    "split": "what `split` gave",
    "split.by": "columns to count apart, such as `n_given`",
    "split.columns": "your names of columns as a map: `map {'part': 'fold'}`",
    "query_metrics": "the values of every query at every point: what `query_metrics` gives",
    "query_metrics.by": "columns; each combination of their values is a curve of its own",
    "curve_crossings.by": "columns; systems are compared within each combination of their values",
    "query_metrics.columns": "your names of columns as a map: `map {'n_given': 'ratings'}`",
    "compare.query_metrics": "values by query, with a column that tells the systems apart",
    "compare.baseline": "the system that all others are compared with; `null`: each pair once, the later name against"
    " the earlier one",
    "compare.by": "columns; systems are compared within each combination of their values",
    "compare.columns": "your names of columns as a map: `map {'query_id': 'user_id'}`",
    "compare.repetitions": "of randomisation and bootstrap, 1 to 10,000",
    "compare.seed": "a whole number; another one, other repetitions",
    "compare.confidence": "of the interval of a difference",
    "rater_agreement.ratings": "[a row per rating](../labels/raters.md): unit, rater, rating",
    "merge_ratings.ratings": "[a row per rating](../labels/raters.md): unit, rater, rating",
    "rater_agreement.method": "[which number](../labels/raters.md#which-number): `'krippendorff'`, `'cohen'`,"
    " `'fleiss'` or `'agreement'`",
    "level": "of alpha, how far ratings are apart: `'nominal'`, `'ordinal'`, `'interval'` or `'ratio'`",
    "weights": "of Cohen's kappa: `'linear'` or `'quadratic'` by the places of ratings; `null`: equal or not",
    "pairs": "one row per pair of raters",
    "rater_agreement.confidence": "of the interval: 0.95 for 95 %",
    "rater_agreement.repetitions": "of the bootstrap over units, up to 10,000; 0: no interval",
    "rater_agreement.seed": "a whole number; another one, other repetitions",
    **dict.fromkeys(
        ("rater_agreement.by", "merge_ratings.by", "prediction_powered.by"),
        "columns; each combination of their values is a group",
    ),
    **dict.fromkeys(
        ("rater_agreement.columns", "merge_ratings.columns"),
        "your names of columns as a map: `map {'rating': 'grade'}`",
    ),
    "sample": "a column of the run that tells several rankings of a query apart",
    "attention": "what a rank gets: `'rbp'`, `'cascade'` or `'log2'`",
    "p": "the probability that a reader goes on to the next rank",
    "satisfaction": "of cascade, the probability that a relevant item is enough",
    "expected_exposure.k": "ranks below it get nothing; `null`: all count",
    "group_exposure.k": "ranks below it get nothing; `null`: all count",
    "group_exposure.features": "the groups of items: `item_id`, `feature`",
    "merge_ratings.method": "[one label](../labels/raters.md#one-label): `'majority'`, `'mean'`, `'median'` or"
    " `'dawid_skene'`",
    "merge_ratings.ties": "of equally frequent ratings `'lowest'`, `'highest'` or `'none'`",
    "adjudicator": "a rater whose rating of a unit stands",
    **dict.fromkeys(
        ("grade_calibration.human", "grade_confusion.human"),
        "[judgments](../labels/machine-grades.md) that people made",
    ),
    **dict.fromkeys(("grade_calibration.machine", "grade_confusion.machine"), "judgments that a machine made"),
    **dict.fromkeys(
        ("grade_calibration.by", "grade_confusion.by"),
        "columns of the machine's judgments; each combination of their values is a group",
    ),
    **dict.fromkeys(
        ("grade_calibration.columns", "grade_confusion.columns"),
        "your names of columns as a map, for both inputs or for one: `map {'machine.relevance': 'grade'}`",
    ),
    "per_grade": "one row per grade of the machine; otherwise one in all",
    "grade_calibration.confidence": "of the intervals: 0.95 for 95 %",
    "top_grade": "the highest grade of the scale, which [an unjudged item may have](../labels/holes.md)",
    "value_bounds.judgments": "the judged items",
    "value_bounds.per_query": "`true`: one row per query instead of the mean",
    **dict.fromkeys(
        ("value_bounds.judgments_by", "to_judge.judgments_by"),
        "columns of `by` that the judgments have too",
    ),
    "value_bounds.queries": f"{QUERIES}; `null`: `'judged'`",
    "runs": "the scored items, with a column that tells the systems apart",
    "to_judge.judgments": "the judged items",
    "to_judge.system": "the column that tells the systems apart",
    "to_judge.by": "columns; each combination of their values has a pool of its own",
    "depth": "the pool is the first so many items of every list",
    "limit": "the first so many items, of each group; `null`: all",
    "order": "`'difference'`: [the widest first](../labels/holes.md#what-to-judge-next); `'depth'`: the highest rank"
    " first",
    "log": "[a row per item shown](../labels/clicks.md), with its search, query, item, position and whether it was"
    " clicked; or counts",
    "click_judgments.method": "[which model](../labels/clicks.md#which-method): `'coec'`, `'ctr'`, `'pbm'`,"
    " `'cascade'`, `'dcm'` or `'sdbn'`",
    "min_impressions": "items with fewer have no row",
    "grades": "thresholds that the relevance reaches, `[0.1, 0.3]`, or a number of quantiles; whole numbers from 0 on",
    "examination": "a table with the examination of each `position`, in place of estimates; for `'coec'` and `'pbm'`",
    "prior": "clicks, and impressions without a click, that every share begins with: `[1, 1]`",
    "fit_prior": "for `'ctr'`, the prior from how the items' shares differ",
    "updates": "of `'pbm'`, attraction and examination from the same old values, `'simultaneous'`, or one after the"
    " other, `'alternating'`",
    "unclicked": "a search without a click was `'examined'` to its end, or `'unexamined'`",
    "counts": "whether the log has `impressions` and `clicks` in place of searches",
    "first_position": "0 where positions start at 0",
    "position_bias.method": "[how it is found](../labels/clicks.md#position-bias): `'pbm'`, `'swaps'` or `'random'`",
    "position_bias.confidence": "of the interval: 0.95 for 95 %",
    **dict.fromkeys(
        ("click_judgments.by", "position_bias.by"), "columns; each combination of their values is estimated on its own"
    ),
    **dict.fromkeys(
        ("click_judgments.columns", "position_bias.columns"),
        "your names of columns as a map: `map {'clicked': 'is_click'}`",
    ),
    "human": "[values by query](../labels/prediction-powered.md) under human labels",
    "machine": "the same under machine labels, of all queries",
    "tuned": "whether the machine is weighed so that the interval is shortest; otherwise in full",
    "prediction_powered.confidence": "of the interval: 0.95 for 95 %",
    "prediction_powered.columns": "your names of columns as a map, for both inputs or for one: `map {'machine.value':"
    " 'guess'}`",
    **dict.fromkeys(
        ("interleaving.log", "interleaving_searches.log", "interleaving_checks.log"),
        "[a row per item that a search showed](../online/interleaving.md)",
    ),
    **dict.fromkeys(
        ("interleaving.method", "interleaving_searches.method"),
        "[how lists were interleaved](../online/interleaving.md#credit): `'team_draft'`, `'balanced'` or `'optimised'`",
    ),
    **dict.fromkeys(
        ("interleaving.by", "interleaving_searches.by", "interleaving_checks.by"),
        "columns; each combination of their values is a group",
    ),
    **dict.fromkeys(
        ("interleaving.columns", "interleaving_searches.columns", "interleaving_checks.columns"),
        "your names of columns as a map: `map {'team': 'system'}`",
    ),
    "cluster": "a column, such as the user: searches with the same value may hang together",
    "interleaving.test": "`'sign'` (wins against losses) or `'t'`",
    "interleaving.confidence": "of the interval: 0.95 for 95 %",
    "interleaving.power": "of `searches_needed`: the probability of finding the preference",
    "team_a": "the name of the first system in the column `team`",
    "team_b": "the name of the second one",
    "credit": "of optimised, what a click is worth: `'reciprocal_rank'` or `'rank'` (`-rank`)",
    "length": "of optimised, how long both lists are; `null`: as long as what was shown, or the deepest rank",
    **dict.fromkeys(
        ("off_policy.log", "compare_policies.log", "off_policy_tuning.log", "off_policy_weights.log"),
        "[what was played](../online/off-policy.md), a row per action, or per position of a slate",
    ),
    "click_estimates.log": "[what searches showed](../online/click-estimates.md), a row per item: search, query, item,"
    " position, clicked",
    "click_estimates.run": "the new ranker's lists",
    "click_estimates.examination": "how often users look at a position: `position`, `examination`",
    "click_estimates.measures": "`'dcg@10'`, `'precision@5'`, `'reciprocal_rank'`, `'average_relevance_position'`",
    "click_estimates.clip": "the largest weight of a click, 1 / examination; `null`: none",
    "click_estimates.columns": "your names of columns as a map, for all inputs or for one: `map {'run.item_id':"
    " 'sku'}`",
    "run_by": "those of `by` that the run has too",
    "estimators": "[how the value is estimated](../online/off-policy.md#which-estimator)",
    "clip": "the largest weight, for ips, dr, sips, iips and rips; `null`: none",
    "switch": "of switch_dr, the weight above which the model alone counts",
    "shrinkage": "of dros, whose weights are shrinkage * w / (w^2 + shrinkage)",
    **{
        f"off_policy_tuning.{name}": f"[candidates](../online/off-policy.md#how-far-to-limit-weights) of `{name}`"
        for name in ("clip", "switch", "shrinkage")
    },
    "log.by": "columns; each combination of their values is estimated on its own",
    "log.confidence": "of the interval: 0.95 for 95 %",
    "log.columns": "your names of columns as a map: `map {'position': 'rank'}`",
    "experiments": "[a row per experiment and measure](../online/metric-trust.md)",
    "error_ratio": "[the error variance](../online/metric-trust.md#the-slope) of online differences over that of"
    " offline ones",
    "offline_error": "a column of standard errors of the offline differences",
    "online_error": "the same of the online differences",
    **dict.fromkeys(
        ("metric_trust.by", "discriminative_power.by"), "columns; each combination of their values is a group"
    ),
    "metric_trust.confidence": "of the intervals of agreement and slope: 0.95 for 95 %",
    "metric_trust.columns": "your names of columns as a map: `map {'measure': 'metric'}`",
    "comparisons": "[what `compare` gives](../online/metric-trust.md#discriminative-power) without a baseline",
    "alpha": "two systems are different below this p-value",
    "discriminative_power.share": "of the pairs that `queries_needed` is enough for",
    "discriminative_power.columns": "your names of columns as a map: `map {'p_value': 'p_adjusted'}`",
    "mean_intervals.query_metrics": "values by query: what `query_metrics` gives",
    "mean_intervals.by": "columns; each combination of their values is a group",
    "mean_intervals.columns": "your names of columns as a map: `map {'query_id': 'user_id'}`",
    "mean_intervals.method": "[how the interval is made](../comparison/intervals.md): `'t'`, `'bootstrap'`, `'bca'` or"
    " `'wilson'`",
    "mean_intervals.confidence": "of the interval: 0.95 for 95 %",
    "mean_intervals.repetitions": "of `'bootstrap'` and `'bca'`, 1 to 10,000",
    "mean_intervals.seed": "a whole number; another one, other repetitions",
    "test": "[how the p-value is made](../comparison/compare.md): `'t'`, `'wilcoxon'`, `'sign'`, `'randomisation'` or"
    " `'bootstrap'`",
    "correction": "of all p-values together: `'holm'`, `'bonferroni'`, `'benjamini_hochberg'` or `'none'`",
    "interval": "`'t'`, `'percentile'` or `'bca'`; `null`: `'bca'` for the bootstrap and `'t'` for all other tests",
    "power": "the chance of seeing the smallest difference that could be detected",
    "agreement.run": "the scored items of several systems",
    "query_agreement.run": "the scored items of several systems",
    "agreement.measures": "[measure strings](../comparison/agreement.md#measures)",
    "query_agreement.measures": "[measure strings](../comparison/agreement.md#measures)",
    **dict.fromkeys(
        ("agreement.baseline", "query_agreement.baseline"),
        "the system that all others are compared with; `null`: each pair once, the later name against the earlier one",
    ),
    "agreement.by": "columns; systems are compared within each combination of their values",
    "query_agreement.by": "columns; systems are compared within each combination of their values",
    "agreement.columns": "your names of columns as a map: `map {'query_id': 'topic'}`",
    "query_agreement.columns": "your names of columns as a map: `map {'query_id': 'topic'}`",
    "change_by_segment.query_metrics": "values by query, with the columns of the sides and of the segments",
    "segments": "columns; each combination of their values is a segment",
    "change_by_segment.baseline": "the value of `system` that all others are compared with; `null`: each pair once, the"
    " later value against the earlier one",
    "change_by_segment.by": "columns; sides are compared within each combination of their values",
    "change_by_segment.columns": "your names of columns as a map: `map {'value': 'score'}`",
    "confidence_sequence.query_metrics": "values by query, with the columns of the systems and of the looks",
    "confidence_sequence.baseline": "the system that all others are compared with; `null`: each pair once, the later"
    " name against the earlier one",
    "confidence_sequence.by": "columns; systems are compared within each combination of their values",
    "confidence_sequence.columns": "your names of columns as a map: `map {'query_id': 'user_id'}`",
    "confidence_sequence.confidence": "how likely the interval holds at all looks together",
    "metrics": "metrics by day: what `metrics` gives where the day is one of its grouping columns",
    "metrics.by": "columns; each combination of their values is a line over time",
    "metrics.columns": "your names of columns as a map: `map {'n_queries': 'n'}`",
    "periods": "over how many, that of the row included",
    "grain": "how long a period is: `'day'`, `'week'` (from Monday), `'month'`, `'quarter'` or `'year'`",
    "change_from_previous.interval": "`'welch'`: Student's t distribution, Welch's degrees of freedom; or `'normal'`",
    "change_from_previous.confidence": "of the interval of the difference",
    "tightest_at": "the number of queries at which the interval is the tightest",
    "min_queries": "the number of queries below which there is no interval",
    "incomplete": "`'leave_out'` or `'keep'`, for users without a value at some points",
    "repetitions": "bootstrap samples, 1 to 10,000",
    "query_metrics.seed": "a whole number; another one, other samples",
    "confidence": "the share of the samples' crossings between `ci_low` and `ci_high`",
    "detections": "detected boxes",
    "detections.by": "columns of the detections to group by",
    "ground_truth": "the boxes of the objects",
    "iou_thresholds": "numbers above 0 and up to 1, or ranges such as `'0.5:0.95:0.05'`",
    "area_range": "[areas that count](../tasks/detection.md#crowds-areas-and-limits):"
    " `'all'`, `'small'`, `'medium'`, `'large'`",
    "max_detections": "how many detections of an image and class count; NULL: all",
    "iscrowd": "the column of the ground truth that marks crowds; NULL: none",
    "area": "the column of the ground truth with the objects' areas; NULL: their boxes' own",
    "interpolation": "[how the curve is read](../tasks/detection.md): `'all'`, `'11-point'` or `'101-point'`",
    "sample_negatives.items": "the catalogue: `item_id`, and `popularity` with `by := 'popularity'`",
    "items.judgments": "the judged items: `query_id`, `item_id`, `relevance`",
    "items.n": "how many negatives a query gets",
    "sample_negatives.by": "`'uniform'`: every item alike; `'popularity'`: in proportion to that column",
    "items.exclude": "items of queries that are not drawn: `query_id`, `item_id`; `null`: none",
    "items.seed": "another number, another sample",
    "items.relevant_from": f"{RELEVANT_FROM}; `null`: any above 0",
    "items.columns": "your names of columns as a map, for all inputs or for one: `map {'query_id': 'user_id',"
    " 'items.item_id': 'sku'}`",
    "sampled_ranks.candidates": "the negatives of each query: `query_id`, `item_id`; see"
    " [sampled metrics](../protocols/sampled.md)",
    "sampled_ranks.judgments": "the judged items: `query_id`, `item_id`, `relevance`",
    "sampled_ranks.relevant_from": f"{RELEVANT_FROM}; `null`: any above 0",
    "ranks": "the rows of `sampled_ranks`",
    "corrections": "the table of [`sampled_corrections`](../protocols/sampled.md#the-corrections)",
    "ranks.by": "columns of the ranks to group by",
    "ranks.columns": "your name of the column as a map: `map {'query_id': 'user_id'}`",
    "ground_truth_by": "those of `by` that the ground truth has too",
    SHOW_SQL: "`true`: one row, the SQL that the call would run",
}

# Of aggregates and of formulas; options of a measure say themselves what they take.
OF_ROWS = {
    "relevance": "how relevant the item is, as judged",
    "score": "what ranks the item, the highest first",
    "k": "the cutoff, a whole number of at least 1",
    "label": "what is true of the row",
    "prediction": "the predicted label",
    "actual": "the observed value",
    "predicted": "the predicted value",
    **dict.fromkeys(("x_min", "y_min", "x_max", "y_max"), "of the one box"),
    **dict.fromkeys(("other_x_min", "other_y_min", "other_x_max", "other_y_max"), "of the other box"),
}


def of_table_macro(macro: TableMacro, name: str) -> str:
    keys = [f"{macro.name}.{name}", f"{_first(macro)}.{name}", name]
    # `metrics.by` is of the macros over a table `metrics`, not of the macro that is called so.
    return next(MEANINGS[key] for key in keys[macro.name in map(_first, TABLE_MACROS) :] if key in MEANINGS)


def of_column(name: str) -> str:
    return f"your name of the column {name}"


def of_option(spec: dict[str, Any]) -> str:
    """'linear', 'exponential' or 'binary', or a number above 0 and up to 1."""
    if choices := spec.get("choices"):
        *most, last = (f"'{choice}'" for choice in choices)
        return f"{', '.join(most)} or {last}" if most else last
    words = {"above": "above", "from": "from", "to": "up to", "below": "below"}
    limits = [f"{word} {spec[key]}" for key, word in words.items() if key in spec]
    return " ".join(["a number", " and ".join(limits)]).rstrip()


def plain(markdown: str) -> str:
    return re.sub(r"\[(.+?)\]\([^)]*\)", r"\1", markdown).replace("`", "")


def _first(macro: TableMacro) -> str:
    return next(iter(macro.arguments))
