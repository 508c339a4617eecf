"""What an analytics engineer gets wrong with the dbt package, and what the message of each mistake has to say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

TABLES = {
    "search_run": """
        select * from (values
            ('bm25', '2026-01-01', 'q1', 'a', 2.0), ('bm25', '2026-01-01', 'q1', 'b', 1.0),
            ('bm25', '2026-01-01', 'q2', 'a', 1.0), ('dense', '2026-01-01', 'q1', 'a', 1.0),
            ('dense', '2026-01-01', 'q2', 'b', 3.0)
        ) as listed(system, day, query_id, item_id, score)
    """,
    "labels": """
        select * from (values ('q1', 'a', 3), ('q1', 'b', 0), ('q2', 'b', 1)) as judged(query_id, item_id, relevance)
    """,
    # As they come from elsewhere.
    "raw_run": "select system, day, query_id as qid, item_id as doc_id, score as points from {{ ref('search_run') }}",
    "raw_labels": "select query_id, item_id, relevance as grade from {{ ref('labels') }}",
    "text_scores": "select * replace (score::varchar as score) from {{ ref('search_run') }}",
    "text_grades": "select * replace ('grade ' || relevance as relevance) from {{ ref('labels') }}",
    "numbered_labels": "select * replace (query_id[2:]::integer as query_id) from {{ ref('labels') }}",
    "null_scores": "select * replace (null::double as score) from {{ ref('search_run') }}",
    "repeated_run": "from {{ ref('search_run') }} union all from {{ ref('search_run') }}",
    "repeated_labels": "from {{ ref('labels') }} union all from {{ ref('labels') }}",
    "heavy_labels": "select * replace (relevance * 1000 as relevance) from {{ ref('labels') }}",
    "click_log": """
        select * from (values
            (1, 'q', 'a', 1, 1), (1, 'q', 'b', 2, 0), (2, 'q', 'b', 1, 0), (2, 'q', 'a', 2, 1)
        ) as logged(search_id, query_id, item_id, position, clicked)
    """,
    "thrice_clicked": "select * replace (clicked * 3 as clicked) from {{ ref('click_log') }}",
    "click_counts": """
        select query_id, item_id, position, 10 as impressions, 20 as clicks from {{ ref('click_log') }}
    """,
    "ratings": """
        select * from (values ('u1', 'ann', 'good'), ('u1', 'bea', 'good'), ('u2', 'ann', 'bad'), ('u2', 'bea', 'good'))
            as rated(unit_id, rater_id, rating)
    """,
    "repeated_ratings": "from {{ ref('ratings') }} union all from {{ ref('ratings') }}",
    "predictions": """
        select * from (values ('a', 0.9, 1), ('a', 0.2, 0), ('a', 0.6, 0), ('a', 0.7, 1))
            as predicted(model, score, label)
    """,
    "named_labels": "select * replace ('spam' as label) from {{ ref('predictions') }}",
    "three_labels": "select * replace (label * 2 as label) from {{ ref('predictions') }}",
    "sure_predictions": "select * replace (score * 10 as score) from {{ ref('predictions') }}",
    "by_query": """
        {{ rankhouse.query_metrics(ref('search_run'), ref('labels'), ['ndcg@10', 'map'], by=['system', 'day']) }}
    """,
    "summary": "{{ rankhouse.metrics(ref('search_run'), ref('labels'), ['ndcg@10', 'map'], by=['system', 'day']) }}",
    "bandit_log": """
        select * from (values (0.5, 0.2, 1.0), (0.25, 0.5, 0.0))
            as logged(logging_probability, target_probability, reward)
    """,
}
"""The models that mistakes are made with."""

METRICS = "rankhouse.metrics(ref('search_run'), ref('labels'), ['ndcg@10']"


@dataclass(frozen=True)
class Mistake:
    """A model that calls the package wrongly.

    told: texts that its message has, of which the last ones are the fix. tells_fix: whether they are.
    """

    name: str
    call: str
    told: tuple[str, ...]
    tells_fix: bool = True


MODELS = [
    # Columns that are not there.
    Mistake(
        "no_score",
        "rankhouse.metrics(ref('raw_run'), ref('labels'), columns={'run.query_id': 'qid', 'run.item_id': 'doc_id'})",
        ("run", "raw_run", "'score'", "columns={'score': ...}"),
    ),
    Mistake("no_query_of_run", "rankhouse.metrics(ref('raw_run'), ref('labels'))", ("run", "raw_run", "'query_id'")),
    Mistake(
        "no_relevance",
        "rankhouse.metrics(ref('search_run'), ref('raw_labels'))",
        ("judgments", "raw_labels", "'relevance'"),
    ),
    Mistake("no_judgments", "rankhouse.metrics(ref('search_run'))", ("'relevance'", "judgments")),
    Mistake("swapped", "rankhouse.metrics(ref('labels'), ref('search_run'))", ("run", "labels", "'score'")),
    Mistake("misspelt_group", METRICS + ", by=['sytem'])", ("by", "'sytem'", "did you mean 'system'?")),
    Mistake("group_of_labels", METRICS + ", judgments_by=['segment'])", ("judgments_by", "'segment'", "labels")),
    Mistake("misspelt_rename", METRICS + ", columns={'score': 'scroe'})", ("'scroe'", "did you mean 'score'?")),
    Mistake("key_is_theirs", METRICS + ", columns={'doc_id': 'item_id'})", ("'doc_id'", "item_id")),
    Mistake("columns_as_list", METRICS + ", columns=['item_id'])", ("columns is a dictionary",)),
    Mistake("no_intents", METRICS + ", intents='aspect')", ("'aspect'", "labels")),
    Mistake(
        "exclude_without_item", METRICS + ", exclude=ref('predictions'))", ("exclude", "predictions", "'query_id'")
    ),
    Mistake("log_without_search", "rankhouse.click_judgments(ref('labels'))", ("log", "labels", "'position'")),
    Mistake(
        "log_of_counts",
        "rankhouse.click_judgments(ref('click_counts'), columns={'clicked': 'clicks'})",
        ("log", "click_counts", "'search_id'", "columns={'search_id': ...}"),
    ),
    Mistake("ratings_of_labels", "rankhouse.rater_agreement(ref('labels'))", ("ratings", "labels", "'unit_id'")),
    Mistake(
        "predictions_of_run",
        "rankhouse.classifier_metrics(ref('search_run'), ['roc_auc'])",
        ("predictions", "search_run", "'label'"),
    ),
    Mistake("compare_summary", "rankhouse.compare(ref('summary'))", ("query_metrics", "summary", "'query_id'")),
    Mistake(
        "compare_without_system",
        "rankhouse.compare(ref('by_query'), system='model')",
        ("system", "'model'", "by_query"),
    ),
    Mistake(
        "wide_of_run", "rankhouse.wide_metrics(ref('search_run'), ['ndcg@10'])", ("metrics", "search_run", "'measure'")
    ),
    Mistake(
        "runs_without_system",
        "rankhouse.to_judge(ref('search_run'), ref('labels'), system='model')",
        ("system", "'model'", "search_run"),
    ),
    Mistake(
        "bandit_without_target", "rankhouse.off_policy(ref('click_log'))", ("log", "click_log", "'logging_probability'")
    ),
    Mistake("split_of_run", "rankhouse.split(ref('search_run'))", ("ratings", "search_run", "'user_id'")),
    Mistake("interleaving_without_team", "rankhouse.interleaving(ref('click_log'))", ("log", "click_log", "'team'")),
    Mistake(
        "beyond_without_popularity",
        "rankhouse.recommendation_metrics(ref('search_run'), ['novelty@10'], interactions=ref('predictions'))",
        ("interactions", "predictions"),
    ),
    Mistake(
        "moving_average_without_day", "rankhouse.moving_average(ref('summary'), day='date')", ("'date'", "summary")
    ),
    # Relations.
    Mistake("run_in_quotes", "rankhouse.metrics('search_run', ref('labels'))", ("run", "keep one of its rows")),
    Mistake(
        "ref_in_quotes",
        """rankhouse.metrics("ref('search_run')", ref('labels'))""",
        ("run is the text", "write ref('search_run') without quotes around it"),
    ),
    Mistake(
        "ref_in_braces",
        """rankhouse.query_metrics("{{ ref('search_run') }}", ref('labels'))""",
        ("run is the text", "write ref('search_run') without quotes around it"),
    ),
    Mistake("no_table", "rankhouse.metrics('serach_run', ref('labels'))", ("run", "serach_run"), False),
    Mistake("no_run", "rankhouse.metrics(none, ref('labels'))", ("run", "ref('search_run')")),
    Mistake(
        "list_of_runs",
        "rankhouse.metrics([ref('search_run'), ref('raw_run')], ref('labels'))",
        ("run", "a relation such as ref('search_run')"),
    ),
    # Measures.
    Mistake(
        "misspelt_measure",
        "rankhouse.metrics(ref('search_run'), ref('labels'), ['ngcd@10'])",
        ("'ngcd@10'", "did you mean 'ndcg'?"),
    ),
    Mistake(
        "measure_of_classifiers",
        "rankhouse.metrics(ref('search_run'), ref('labels'), ['log_loss'])",
        ("'log_loss'", "classifier_metrics"),
    ),
    Mistake("measures_as_text", "rankhouse.metrics(ref('search_run'), ref('labels'), 'ndcg@10')", ("measures", "list")),
    Mistake(
        "no_measures", "rankhouse.metrics(ref('search_run'), ref('labels'), [])", ("no measure", "['ndcg@10', 'map']")
    ),
    Mistake(
        "cutoff_of_zero", "rankhouse.metrics(ref('search_run'), ref('labels'), ['ndcg@0'])", ("'ndcg@0'", "at least 1")
    ),
    Mistake(
        "cutoff_in_words",
        "rankhouse.metrics(ref('search_run'), ref('labels'), ['ndcg@ten'])",
        ("'ndcg@ten'", "whole number"),
    ),
    Mistake("cutoff_of_auc", "rankhouse.metrics(ref('search_run'), ref('labels'), ['roc_auc@10'])", ("roc_auc",)),
    Mistake(
        "misspelt_option",
        "rankhouse.metrics(ref('search_run'), ref('labels'), ['ndcg(gian=linear)@10'])",
        ("'gian'", "did you mean 'gain'?"),
    ),
    Mistake(
        "misspelt_choice",
        "rankhouse.metrics(ref('search_run'), ref('labels'), ['ndcg(gain=lienar)@10'])",
        ("'lienar'", "linear"),
    ),
    Mistake(
        "open_bracket",
        "rankhouse.metrics(ref('search_run'), ref('labels'), ['ndcg(gain=linear@10'])",
        ("malformed", "ndcg(gain=linear)@10"),
    ),
    # Arguments.
    Mistake(
        "misspelt_argument",
        "rankhouse.metrics(ref('search_run'), ref('labels'), measure=['map'])",
        ("'measure'", "did you mean 'measures'?"),
    ),
    Mistake(
        "misspelt_argument_of_compare",
        "rankhouse.compare(ref('by_query'), base='bm25')",
        ("'base'", "did you mean 'baseline'?"),
    ),
    Mistake("by_as_text", METRICS + ", by='system')", ("by", "['system']")),
    Mistake("by_twice", METRICS + ", by=['system', 'system'])", ("by", "twice")),
    Mistake("by_like_a_result", METRICS + ", by=['measure'])", ("by", "rename it")),
    Mistake("misspelt_policy", METRICS + ", queries='jugded')", ("queries", "judged")),
    Mistake("misspelt_ties", METRICS + ", ties='mean')", ("ties", "average")),
    Mistake("misspelt_convention", METRICS + ", convention='trec')", ("convention", "trec_eval")),
    Mistake("flag_as_text", METRICS + ", checked='yes')", ("checked", "true or false")),
    Mistake("min_queries_as_text", METRICS + ", min_queries='5')", ("min_queries", "whole number")),
    Mistake("grouping_sets_of_texts", METRICS + ", by=['system'], grouping_sets=['system'])", ("grouping_sets",)),
    Mistake(
        "system_as_list",
        "rankhouse.to_judge(ref('search_run'), ref('labels'), system=['system'])",
        ("system", "'system'"),
    ),
    Mistake("system_as_by", "rankhouse.to_judge(ref('search_run'), ref('labels'), by=['system'])", ("by", "system")),
    Mistake("depth_of_zero", "rankhouse.to_judge(ref('search_run'), ref('labels'), depth=0)", ("depth", "at least 1")),
    Mistake("unknown_baseline", "rankhouse.compare(ref('by_query'), baseline='bm26')", ("baseline", "bm26"), False),
    Mistake("misspelt_test", "rankhouse.compare(ref('by_query'), test='ttest')", ("test", "wilcoxon")),
    Mistake("confidence_in_percent", "rankhouse.compare(ref('by_query'), confidence=95)", ("confidence", "0.95")),
    Mistake("misspelt_method", "rankhouse.click_judgments(ref('click_log'), method='ctrs')", ("method", "ctr")),
    Mistake("misspelt_estimator", "rankhouse.off_policy(ref('bandit_log'), estimators=['isp'])", ("'isp'", "ips")),
    Mistake(
        "threshold_as_text",
        "rankhouse.classifier_metrics(ref('predictions'), ['f1'], thresholds='0.5')",
        ("thresholds", "[0.5]"),
    ),
    Mistake(
        "latest_of_wide",
        "rankhouse.wide_metrics(ref('summary'), ['ndcg@10'], latest='date')",
        ("latest", "'date'", "summary"),
    ),
    Mistake(
        "stacked_as_list",
        "rankhouse.stacked_metrics([ref('summary')])",
        ("summaries", "{'search': ref('search_metrics')}"),
    ),
    # Data.
    Mistake(
        "forgotten_system",
        "rankhouse.metrics(ref('search_run'), ref('labels'))",
        ("run", "query 'q1' has item 'a'", "keep one of its rows", "by"),
    ),
    Mistake(
        "repeated_in_group",
        "rankhouse.metrics(ref('repeated_run'), ref('labels'), by=['system', 'day'])",
        ("run", "in system bm25, day 2026-01-01", "keep one of its rows"),
    ),
    Mistake(
        "repeated_labels_in_them",
        "rankhouse.metrics(ref('search_run'), ref('repeated_labels'), by=['system'])",
        ("judgments", "query 'q1' has item 'a'", "keep one of its rows"),
    ),
    Mistake(
        "ids_of_two_types",
        "rankhouse.metrics(ref('search_run'), ref('numbered_labels'), by=['system'])",
        ("query_id", "cast one of the columns"),
    ),
    Mistake(
        "ids_of_two_types_in_texts",
        "rankhouse.metrics('main.search_run', 'main.numbered_labels', ['mrr'], by=['system'])",
        ("run has 'query_id' as VARCHAR and judgments has 'query_id' as INTEGER", "cast one of the columns"),
    ),
    Mistake(
        "ids_of_two_types_in_one_text",
        "rankhouse.to_judge(ref('search_run'), 'main.numbered_labels')",
        ("runs has 'query_id' as VARCHAR and judgments has 'query_id' as INTEGER", "cast one of the columns"),
    ),
    Mistake(
        "labels_of_text_as_text",
        "rankhouse.classifier_metrics('main.named_labels', ['roc_auc'])",
        ("predictions: label must be 0 or 1, or a boolean, but column 'label' is VARCHAR", "cast it"),
    ),
    Mistake(
        "scores_as_text",
        "rankhouse.metrics(ref('text_scores'), ref('labels'), by=['system'])",
        ("score must be a number", "cast it"),
    ),
    Mistake(
        "grades_as_text",
        "rankhouse.metrics(ref('search_run'), ref('text_grades'), by=['system'])",
        ("relevance", "number"),
    ),
    Mistake(
        "grades_too_high",
        "rankhouse.metrics(ref('search_run'), ref('heavy_labels'), ['ndcg@10'], by=['system'])",
        ("relevance", "1000"),
    ),
    Mistake("clicked_thrice", "rankhouse.click_judgments(ref('thrice_clicked'))", ("clicked", "use 1 for a click")),
    Mistake(
        "more_clicks_than_shown",
        "rankhouse.click_judgments(ref('click_counts'), counts=true)",
        ("clicks", "impressions"),
    ),
    Mistake("level_of_texts", "rankhouse.rater_agreement(ref('ratings'), level='interval')", ("rating", "number")),
    Mistake("labels_as_text", "rankhouse.classifier_metrics(ref('named_labels'), ['roc_auc'])", ("label",)),
    # Generic tests, as dbt calls them.
    Mistake(
        "misspelt_argument_of_test",
        "rankhouse.test_metric_at_least(ref('summary'), measure='map', at_leest=0.3)",
        ("'at_leest'", "metric_at_least", "did you mean 'at_least'?"),
    ),
    Mistake(
        "test_of_a_column",
        "rankhouse.test_metric_at_least(ref('summary'), measure='map', at_least=0.3, column_name='value')",
        ("metric_at_least", "'value'", "data_tests of the model"),
    ),
    Mistake(
        "inputs_of_a_column",
        "rankhouse.test_unique_items(ref('search_run'), column_name='item_id')",
        ("unique_items", "'item_id'", "data_tests of the model"),
    ),
    Mistake(
        "floor_as_text",
        "rankhouse.test_metric_at_least(ref('summary'), measure='map', at_least='0.3')",
        ("at_least", "number"),
    ),
    Mistake(
        "gate_on_a_run",
        "rankhouse.test_metric_at_least(ref('search_run'), measure='map', at_least=0.3)",
        ("model", "search_run", "'measure'"),
    ),
    Mistake(
        "gate_on_values_of_queries",
        "rankhouse.test_missing_share_at_most(ref('by_query'))",
        ("model", "by_query", "'n_queries'"),
    ),
    Mistake(
        "comparison_of_a_summary",
        "rankhouse.test_metric_not_worse_than(ref('summary'), measure='map', baseline={'system': 'bm25'})",
        ("model", "summary", "'query_id'"),
    ),
    Mistake(
        "comparison_with_nothing",
        "rankhouse.test_metric_not_worse_than(ref('by_query'), measure='map')",
        ("baseline", "previous"),
    ),
    Mistake(
        "comparison_by_a_misspelt_column",
        "rankhouse.test_metric_not_worse_than(ref('by_query'), measure='map', baseline={'sytem': 'bm25'})",
        ("'sytem'", "did you mean 'system'?"),
    ),
    Mistake(
        "decision_of_a_summary",
        "rankhouse.test_decision_is(ref('summary'))",
        ("model", "summary", "'decision'"),
    ),
    Mistake(
        "misspelt_decision",
        "rankhouse.test_decision_is(ref('summary'), decisions=['ship', 'ship but'])",
        ("'ship but'", "did you mean 'ship, but'?"),
    ),
    Mistake("items_of_a_raw_run", "rankhouse.test_unique_items(ref('raw_run'))", ("model", "raw_run", "'query_id'")),
    Mistake(
        "complete_without_value",
        "rankhouse.test_complete_items(ref('labels'), value='score')",
        ("model", "labels", "'score'"),
    ),
    Mistake(
        "overlap_in_percent",
        "rankhouse.test_queries_overlap(ref('search_run'), judgments=ref('labels'), at_least=50)",
        ("at_least", "1"),
    ),
    Mistake(
        "scale_upside_down", "rankhouse.test_relevance_between(ref('labels'), lowest=3, highest=0)", ("highest", "3")
    ),
    Mistake(
        "groups_as_text",
        "rankhouse.test_has_groups(ref('summary'), by='system', values='bm25')",
        ("values", "['bm25', 'dense']"),
    ),
    Mistake(
        "groups_of_a_misspelt_column",
        "rankhouse.test_has_groups(ref('summary'), by='sytem', values=['bm25'])",
        ("'sytem'", "did you mean 'system'?"),
    ),
    Mistake(
        "kinds_of_sql",
        "rankhouse.test_has_columns(ref('summary'), columns=[{'value': 'double'}])",
        ("columns", "text, number and other"),
    ),
    Mistake(
        "convention_of_nobody",
        "rankhouse.test_follows_convention(ref('search_run'), convention='trec', judgments=ref('labels'))",
        ("'trec'", "did you mean 'trec_eval'"),
    ),
    Mistake("problems_of_runs", "rankhouse.test_no_input_problems(ref('search_run'), input='runs')", ("input", "run")),
    Mistake(
        "half_a_query", "rankhouse.test_enough_queries(ref('summary'), at_least=0.5)", ("at_least", "whole number")
    ),
    Mistake(
        "judgments_in_quotes",
        "rankhouse.test_ids_match(ref('search_run'), judgments='labels')",
        ("judgments", "ref('labels')"),
    ),
]

RIGHT = {"run": "search_run", "judgments": "labels", "measures": ["map"], "by": ["system", "day"]}
VARS: list[tuple[dict[str, Any] | None, str]] = [
    (None, "the var rankhouse is missing, .* in dbt_project.yml"),
    ({**RIGHT, "run": "ref('search_run')"}, "the var rankhouse has run: ref.*: write run: search_run, without ref"),
    ({**RIGHT, "run": '{{ ref("shop", "runs") }}'}, "write run: shop.runs, without ref"),
    ({**RIGHT, "judgments": "source('shop', 'labels')"}, r"write judgments: \[shop, labels\], without source"),
    ({**RIGHT, "model": "search_run"}, "unknown argument 'model': write run for a table, by for a column"),
    ({**RIGHT, "latest": "date"}, "latest 'date', which is not one of the columns in its by; known: system, day"),
    ({**RIGHT, "partition": "week"}, "partition 'week', which is not one of the columns in its by"),
    ({**RIGHT, "measure": ["map"]}, "unknown argument 'measure': did you mean 'measures'?"),
    ({name: value for name, value in RIGHT.items() if name != "measures"}, "needs the argument measures"),
    ({**RIGHT, "run": None}, "needs the argument run"),
    ({**RIGHT, "by": "system"}, r"by is a list of column names such as \['system'\], got 'system'"),
    ({**RIGHT, "by": ["system", "value"]}, "by names 'value', which is also a column of the result: rename it"),
]
"""The var rankhouse of a project, and what is said of it."""
