{#
What each argument of the public macros is: the one table that checks and messages, DuckDB's table macros and the tests of
yaml, types and options read. Names and defaults stand in the macros' signatures, sentences in their yaml.

    kind       relation, column (its name), columns (a list of names), names (of columns, by ours), kinds (of
               columns, in a list), texts, number, numbers, pair (of them), grades (a number or a list),
               whole (a number), flag, moment; choice where there are choices; text where there is no entry
    choices    what it may be; of a policy the default first
    from, to, above, below    limits of a number; a whole one is at most 10 million
    meaning, such_as          for the message: what the number says, an example
    optional   none may be given
    policy     chosen for a whole evaluation, and what a convention may set

`macro.argument` is what an argument is to one macro, in place of what it is to others.
#}
{% macro arguments() %}
    {{
        return(
            dict(
                rankhouse.evaluation_arguments(),
                **{
                    "items": {"kind": "relation", "optional": true},
                    "interactions": {"kind": "relation", "optional": true},
                    "features": {"kind": "relation", "optional": true},
                    "distances": {"kind": "relation", "optional": true},
                    "predictions": {"kind": "relation"},
                    "detections": {"kind": "relation"},
                    "ground_truth": {"kind": "relation"},
                    "ratings": {"kind": "relation"},
                    "split": {"kind": "relation"},
                    "ranks": {"kind": "relation"},
                    "corrections": {"kind": "relation"},
                    "query_metrics": {"kind": "relation"},
                    "metrics": {"kind": "relation"},
                    "training": {"kind": "relation"},
                    "relation": {"kind": "relation", "optional": true},
                    "test_has_columns.columns": {"kind": "kinds"},
                    "test_ids_match.judgments": {"kind": "relation"},
                    "test_queries_overlap.judgments": {"kind": "relation"},
                    "sample_negatives.items": {"kind": "relation"},
                    "sample_negatives.judgments": {"kind": "relation"},
                    "sampled_ranks.judgments": {"kind": "relation"},
                    "sampled_ranks.candidates": {"kind": "relation"},
                    "incremental_metrics.query_metrics": {"kind": "text"},
                    "recommendation_metrics.baseline": {"kind": "relation", "optional": true},
                    "targets": {"kind": "relation", "optional": true},
                    "stacked_metrics.by": {"kind": "columns", "optional": true},
                    "segments": {"kind": "columns"},
                    "ground_truth_by": {"kind": "columns"},
                    "system": {"kind": "column"},
                    "day": {"kind": "column"},
                    "value": {"kind": "column"},
                    "previous": {"kind": "column", "optional": true},
                    "test_has_groups.by": {"kind": "column"},
                    "thresholds": {"kind": "numbers"},
                    "iou_thresholds": {"kind": "texts"},
                    "per_query": {"kind": "flag"},
                    "significant": {"kind": "flag"},
                    "paired": {"kind": "flag"},
                    "cut": {"kind": "moment", "optional": true},
                    "confidence": {"kind": "number", "above": 0, "below": 1, "such_as": "0.95"},
                    "power": {"kind": "number", "above": 0.5, "below": 1, "such_as": "0.8"},
                    "share": {"kind": "number", "above": 0, "below": 1, "such_as": "0.2", "optional": true},
                    "threshold": {"kind": "number"},
                    "lowest": {"kind": "number", "optional": true},
                    "highest": {"kind": "number", "optional": true},
                    "test_relevance_between.lowest": {"kind": "number"},
                    "test_relevance_between.highest": {"kind": "number"},
                    "at_least": {"kind": "number", "from": 0, "to": 1},
                    "test_metric_at_least.at_least": {"kind": "number"},
                    "test_enough_queries.at_least": {"kind": "whole", "from": 0},
                    "at_most": {"kind": "number", "from": 0},
                    "test_missing_share_at_most.at_most": {"kind": "number", "from": 0, "to": 1},
                    "margin": {"kind": "number", "from": 0},
                    "repetitions": {"kind": "whole", "from": 1, "to": 10000},
                    "seed": {"kind": "whole", "from": 0},
                    "tightest_at": {"kind": "whole", "from": 1},
                    "confidence_sequence.min_queries": {"kind": "whole", "from": 2},
                    "periods": {"kind": "whole", "from": 1},
                    "lookback": {"kind": "whole", "from": 1, "optional": true},
                    "bins": {"kind": "whole", "from": 1},
                    "points": {"kind": "whole", "from": 5, "optional": true},
                    "max_detections": {"kind": "whole", "from": 1, "optional": true},
                    "test_judged_share_at_least.k": {"kind": "whole", "from": 1, "optional": true},
                    "explain_number.value": {"kind": "text"},
                    "explain_number.k": {"kind": "whole", "from": 1, "optional": true},
                    "changes": {"kind": "whole", "from": 0, "to": 9},
                    "n": {"kind": "whole", "from": 1, "optional": true},
                    "sample_negatives.n": {"kind": "whole", "from": 1},
                    "n_items": {"kind": "whole", "from": 2},
                    "n_negatives": {"kind": "whole", "from": 1},
                    "gamma": {"kind": "number", "above": 0, "to": 1, "such_as": "0.1"},
                    "replacement": {"kind": "flag"},
                    "given": {"kind": "whole", "from": 1, "optional": true},
                    "folds": {"kind": "whole", "from": 2, "optional": true},
                    "fold": {"kind": "whole", "from": 1, "optional": true},
                    "method": {
                        "choices": ["random", "leave_last", "time", "weak", "strong", "folds", "learning_curve"]
                    },
                    "short": {"choices": ["train", "leave_out"]},
                    "new_users": {"choices": ["keep", "leave_out"]},
                    "new_items": {"choices": ["keep", "leave_out"]},
                    "sample_negatives.by": {"choices": ["uniform", "popularity"]},
                    "incomplete": {"choices": ["leave_out", "keep"]},
                    "test": {"choices": ["t", "wilcoxon", "sign", "randomisation", "bootstrap"]},
                    "compare_classifiers.test": {"choices": ["delong", "mcnemar"]},
                    "correction": {"choices": ["holm", "bonferroni", "benjamini_hochberg", "none"]},
                    "interval": {"choices": ["t", "percentile", "bca"], "optional": true},
                    "change_from_previous.interval": {"choices": ["welch", "normal"]},
                    "mean_intervals.method": {"choices": ["t", "bootstrap", "bca", "wilson"]},
                    "human": {"kind": "relation"},
                    "machine": {"kind": "relation"},
                    "tuned": {"kind": "flag"},
                    "pairs": {"kind": "flag"},
                    "per_grade": {"kind": "flag"},
                    "level": {"choices": ["nominal", "ordinal", "interval", "ratio"]},
                    "rater_agreement.method": {"choices": ["krippendorff", "cohen", "fleiss", "agreement"]},
                    "rater_agreement.weights": {"choices": ["linear", "quadratic"], "optional": true},
                    "rater_agreement.repetitions": {"kind": "whole", "from": 0, "to": 10000},
                    "value_bounds.judgments": {"kind": "relation"},
                    "top_grade": {"kind": "number", "above": 0, "such_as": "1"},
                    "to_judge.judgments": {"kind": "relation"},
                    "runs": {"kind": "relation"},
                    "depth": {"kind": "whole", "from": 1},
                    "limit": {"kind": "whole", "from": 1, "optional": true},
                    "order": {"choices": ["difference", "depth"]},
                    "merge_ratings.method": {"choices": ["majority", "mean", "median", "dawid_skene"]},
                    "merge_ratings.ties": {"choices": ["lowest", "highest", "none"]},
                    "merge_ratings.steps": {"kind": "whole", "from": 0, "to": 100},
                    "adjudicator": {"kind": "text", "optional": true},
                    "sample": {"kind": "column", "optional": true},
                    "attention": {"choices": ["rbp", "cascade", "log2"]},
                    "p": {"kind": "number", "above": 0, "below": 1, "such_as": "0.5"},
                    "satisfaction": {"kind": "number", "from": 0, "to": 1},
                    "expected_exposure.k": {"kind": "whole", "from": 1, "optional": true},
                    "expected_exposure.judgments": {"kind": "relation"},
                    "log": {"kind": "relation"},
                    "cluster": {"kind": "column", "optional": true},
                    "team_a": {"kind": "column"},
                    "team_b": {"kind": "column"},
                    "credit": {"choices": ["reciprocal_rank", "rank"]},
                    "length": {"kind": "whole", "from": 1, "optional": true},
                    "experiments": {"kind": "relation"},
                    "comparisons": {"kind": "relation"},
                    "error_ratio": {"kind": "number", "above": 0, "such_as": "1"},
                    "offline_error": {"kind": "column", "optional": true},
                    "online_error": {"kind": "column", "optional": true},
                    "alpha": {"kind": "number", "above": 0, "below": 1, "such_as": "0.05"},
                    "discriminative_power.share": {"kind": "number", "above": 0, "to": 1, "such_as": "0.5"},
                    "interleaving.method": {"choices": ["team_draft", "balanced", "optimised"]},
                    "interleaving.test": {"choices": ["sign", "t"]},
                    "interleaving_searches.method": {"choices": ["team_draft", "balanced", "optimised"]},
                    "estimators": {"kind": "texts"},
                    "run_by": {"kind": "columns"},
                    "click_estimates.examination": {"kind": "relation"},
                    "clip": {"kind": "number", "above": 0, "such_as": "10", "optional": true},
                    "switch": {"kind": "number", "from": 0, "such_as": "10", "optional": true},
                    "shrinkage": {"kind": "number", "above": 0, "such_as": "10", "optional": true},
                    "examination": {"kind": "relation", "optional": true},
                    "click_judgments.method": {"choices": ["coec", "ctr", "pbm", "cascade", "dcm", "sdbn"]},
                    "position_bias.method": {"choices": ["pbm", "swaps", "random"]},
                    "min_impressions": {"kind": "whole", "from": 0},
                    "grades": {"kind": "grades", "optional": true},
                    "prior": {"kind": "pair"},
                    "click_judgments.steps": {"kind": "whole", "from": 1, "to": 200},
                    "position_bias.steps": {"kind": "whole", "from": 1, "to": 200},
                    "fit_prior": {"kind": "flag"},
                    "updates": {"choices": ["simultaneous", "alternating"]},
                    "unclicked": {"choices": ["examined", "unexamined"]},
                    "counts": {"kind": "flag"},
                    "first_position": {"kind": "whole", "from": 0},
                    "grain": {"choices": ["day", "week", "month", "quarter", "year"]},
                    "undefined": {"choices": ["leave_out", "zero"]},
                    "interpolation": {"choices": ["all", "11-point", "101-point"]},
                    "area_range": {"choices": ["all", "small", "medium", "large"]},
                }
            )
        )
    }}
{% endmacro %}

{# Those of metrics, which every macro that evaluates takes, and hands on as one dictionary. #}
{% macro evaluation_arguments() %}
    {{
        return(
            {
                "run": {"kind": "relation"},
                "judgments": {"kind": "relation", "optional": true},
                "measures": {"kind": "texts"},
                "by": {"kind": "columns"},
                "judgments_by": {"kind": "columns"},
                "columns": {"kind": "names"},
                "ties": {"choices": ["item", "average", "best", "worst"], "policy": true, "optional": true},
                "queries": {"choices": ["judged", "intersection", "run", "all"], "policy": true, "optional": true},
                "unjudged": {"choices": ["irrelevant", "drop"], "policy": true, "optional": true},
                "checked": {"kind": "flag"},
                "relevant_from": {
                    "kind": "number",
                    "above": 0,
                    "meaning": "the lowest relevance that counts as relevant",
                    "optional": true,
                },
                "pool": {"choices": ["judged", "retrieved"], "policy": true, "optional": true},
                "convention": {"kind": "text", "optional": true},
                "grouping_sets": {"kind": "texts"},
                "min_queries": {"kind": "whole", "from": 0},
                "exclude": {"kind": "relation", "optional": true},
                "candidates": {"kind": "relation", "optional": true},
                "intents": {"kind": "column", "optional": true},
            }
        )
    }}
{% endmacro %}

{# What an argument of a macro is. #}
{% macro argument_of(macro, name) %}
    {%- set known = rankhouse.arguments() -%}
    {{ return(known.get(macro ~ "." ~ name, known.get(name, {"kind": "text"}))) }}
{% endmacro %}
