"""What an analytics engineer gets wrong with the dbt package: models and tests, each with what its message has to say."""

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
        select * from (values ('a', 0.9, 1), ('a', 0.2, 0), ('a', 0.6, 0), ('a', 0.7, 1)) as predicted(model, score, label)
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
    "sure_log": "select * replace (logging_probability * 4 as logging_probability) from {{ ref('bandit_log') }}",
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
    Mistake("no_score", "rankhouse.metrics(ref('raw_run'), ref('labels'), columns={'query_id': 'qid', 'judgments.query_id': 'query_id', 'run.item_id': 'doc_id'})", ("run", "raw_run", "'score'", "columns={'score': ...}")),
    Mistake("no_query_of_run", "rankhouse.metrics(ref('raw_run'), ref('labels'))", ("run", "raw_run", "'query_id'")),
    Mistake("no_relevance", "rankhouse.metrics(ref('search_run'), ref('raw_labels'))", ("judgments", "raw_labels", "'relevance'")),
    Mistake("no_judgments", "rankhouse.metrics(ref('search_run'))", ("'relevance'", "judgments")),
    Mistake("swapped", "rankhouse.metrics(ref('labels'), ref('search_run'))", ("run", "labels", "'score'")),
    Mistake("misspelt_group", METRICS + ", by=['sytem'])", ("by", "'sytem'", "did you mean 'system'?")),
    Mistake("group_of_labels", METRICS + ", judgments_by=['segment'])", ("judgments_by", "'segment'", "labels")),
    Mistake("misspelt_rename", METRICS + ", columns={'score': 'scroe'})", ("'scroe'", "did you mean 'score'?")),
    Mistake("key_is_theirs", METRICS + ", columns={'doc_id': 'item_id'})", ("'doc_id'", "item_id")),
    Mistake("columns_as_list", METRICS + ", columns=['item_id'])", ("columns is a dictionary",)),
    Mistake("no_intents", METRICS + ", intents='aspect')", ("'aspect'", "labels")),
    Mistake("exclude_without_item", METRICS + ", exclude=ref('predictions'))", ("exclude", "predictions", "'query_id'")),
    Mistake("log_without_search", "rankhouse.click_judgments(ref('labels'))", ("log", "labels", "'search_id'")),
    Mistake("log_of_counts", "rankhouse.click_judgments(ref('click_counts'), columns={'clicked': 'clicks'})", ("log", "click_counts")),
    Mistake("ratings_of_labels", "rankhouse.rater_agreement(ref('labels'))", ("ratings", "labels", "'unit_id'")),
    Mistake("predictions_of_run", "rankhouse.classifier_metrics(ref('search_run'), ['roc_auc'])", ("predictions", "search_run", "'label'")),
    Mistake("compare_summary", "rankhouse.compare(ref('summary'))", ("query_metrics", "summary", "'query_id'")),
    Mistake("compare_without_system", "rankhouse.compare(ref('by_query'), system='model')", ("system", "'model'", "by_query")),
    Mistake("wide_of_run", "rankhouse.wide_metrics(ref('search_run'), ['ndcg@10'])", ("metrics", "search_run", "'measure'")),
    Mistake("runs_without_system", "rankhouse.to_judge(ref('search_run'), ref('labels'), system='model')", ("system", "'model'", "search_run")),
    Mistake("bandit_without_target", "rankhouse.off_policy(ref('click_log'))", ("log", "click_log", "'logging_probability'")),
    Mistake("split_of_run", "rankhouse.split(ref('search_run'))", ("ratings", "search_run", "'user_id'")),
    Mistake("interleaving_without_team", "rankhouse.interleaving(ref('click_log'))", ("log", "click_log", "'team'")),
    Mistake("beyond_without_popularity", "rankhouse.recommendation_metrics(ref('search_run'), ['novelty@10'], interactions=ref('predictions'))", ("interactions", "predictions")),
    Mistake("moving_average_without_day", "rankhouse.moving_average(ref('summary'), day='date')", ("'date'", "summary")),
    # Relations.
    Mistake("run_in_quotes", "rankhouse.metrics('search_run', ref('labels'))", ("run", "ref('search_run')")),
    Mistake("no_table", "rankhouse.metrics('serach_run', ref('labels'))", ("run", "serach_run"), False),
    Mistake("no_run", "rankhouse.metrics(none, ref('labels'))", ("run", "ref('search_run')")),
    Mistake("list_of_runs", "rankhouse.metrics([ref('search_run'), ref('raw_run')], ref('labels'))", ("run", "relation")),
    # Measures.
    Mistake("misspelt_measure", "rankhouse.metrics(ref('search_run'), ref('labels'), ['ngcd@10'])", ("'ngcd@10'", "did you mean 'ndcg'?")),
    Mistake("measure_of_classifiers", "rankhouse.metrics(ref('search_run'), ref('labels'), ['log_loss'])", ("'log_loss'", "classifier_metrics")),
    Mistake("measures_as_text", "rankhouse.metrics(ref('search_run'), ref('labels'), 'ndcg@10')", ("measures", "list")),
    Mistake("no_measures", "rankhouse.metrics(ref('search_run'), ref('labels'), [])", ("no measure", "['ndcg@10', 'map']")),
    Mistake("cutoff_of_zero", "rankhouse.metrics(ref('search_run'), ref('labels'), ['ndcg@0'])", ("'ndcg@0'", "at least 1")),
    Mistake("cutoff_in_words", "rankhouse.metrics(ref('search_run'), ref('labels'), ['ndcg@ten'])", ("'ndcg@ten'", "whole number")),
    Mistake("cutoff_of_auc", "rankhouse.metrics(ref('search_run'), ref('labels'), ['roc_auc@10'])", ("roc_auc",)),
    Mistake("misspelt_option", "rankhouse.metrics(ref('search_run'), ref('labels'), ['ndcg(gian=linear)@10'])", ("'gian'", "did you mean 'gain'?")),
    Mistake("misspelt_choice", "rankhouse.metrics(ref('search_run'), ref('labels'), ['ndcg(gain=lienar)@10'])", ("'lienar'", "linear")),
    Mistake("open_bracket", "rankhouse.metrics(ref('search_run'), ref('labels'), ['ndcg(gain=linear@10'])", ("malformed", "ndcg(gain=linear)@10")),
    # Arguments.
    Mistake("misspelt_argument", "rankhouse.metrics(ref('search_run'), ref('labels'), measure=['map'])", ("'measure'", "did you mean 'measures'?")),
    Mistake("misspelt_argument_of_compare", "rankhouse.compare(ref('by_query'), base='bm25')", ("'base'", "did you mean 'baseline'?")),
    Mistake("by_as_text", METRICS + ", by='system')", ("by", "['system']")),
    Mistake("by_twice", METRICS + ", by=['system', 'system'])", ("by", "twice")),
    Mistake("by_like_a_result", METRICS + ", by=['measure'])", ("by", "rename it")),
    Mistake("misspelt_policy", METRICS + ", queries='jugded')", ("queries", "judged")),
    Mistake("misspelt_ties", METRICS + ", ties='mean')", ("ties", "average")),
    Mistake("misspelt_convention", METRICS + ", convention='trec')", ("convention", "trec_eval")),
    Mistake("flag_as_text", METRICS + ", checked='yes')", ("checked", "true or false")),
    Mistake("min_queries_as_text", METRICS + ", min_queries='5')", ("min_queries", "whole number")),
    Mistake("grouping_sets_of_texts", METRICS + ", by=['system'], grouping_sets=['system'])", ("grouping_sets",)),
    Mistake("system_as_list", "rankhouse.to_judge(ref('search_run'), ref('labels'), system=['system'])", ("system", "'system'")),
    Mistake("system_as_by", "rankhouse.to_judge(ref('search_run'), ref('labels'), by=['system'])", ("by", "system")),
    Mistake("depth_of_zero", "rankhouse.to_judge(ref('search_run'), ref('labels'), depth=0)", ("depth", "at least 1")),
    Mistake("unknown_baseline", "rankhouse.compare(ref('by_query'), baseline='bm26')", ("baseline", "bm26"), False),
    Mistake("misspelt_test", "rankhouse.compare(ref('by_query'), test='ttest')", ("test", "wilcoxon")),
    Mistake("confidence_in_percent", "rankhouse.compare(ref('by_query'), confidence=95)", ("confidence", "0.95")),
    Mistake("misspelt_method", "rankhouse.click_judgments(ref('click_log'), method='ctrs')", ("method", "ctr")),
    Mistake("misspelt_estimator", "rankhouse.off_policy(ref('bandit_log'), estimators=['isp'])", ("'isp'", "ips")),
    Mistake("threshold_as_text", "rankhouse.classifier_metrics(ref('predictions'), ['f1'], thresholds='0.5')", ("thresholds", "[0.5]")),
    Mistake("latest_of_wide", "rankhouse.wide_metrics(ref('summary'), ['ndcg@10'], latest='date')", ("latest", "'date'", "summary")),
    Mistake("stacked_as_list", "rankhouse.stacked_metrics([ref('summary')])", ("summaries", "{'search': ref('search_metrics')}")),
    # Data.
    Mistake("forgotten_system", "rankhouse.metrics(ref('search_run'), ref('labels'))", ("run", "query_id", "item_id", "by")),
    Mistake("repeated_in_group", "rankhouse.metrics(ref('repeated_run'), ref('labels'), by=['system', 'day'])", ("run", "system bm25", "day 2026-01-01", "keep one row each")),
    Mistake("repeated_labels_in_them", "rankhouse.metrics(ref('search_run'), ref('repeated_labels'), by=['system'])", ("judgments", "query_id", "keep one row each")),
    Mistake("ids_of_two_types", "rankhouse.metrics(ref('search_run'), ref('numbered_labels'), by=['system'])", ("query_id", "cast one of the columns")),
    Mistake("scores_as_text", "rankhouse.metrics(ref('text_scores'), ref('labels'), by=['system'])", ("score is a number", "cast it")),
    Mistake("grades_as_text", "rankhouse.metrics(ref('search_run'), ref('text_grades'), by=['system'])", ("relevance", "number")),
    Mistake("grades_too_high", "rankhouse.metrics(ref('search_run'), ref('heavy_labels'), ['ndcg@10'], by=['system'])", ("relevance", "1000")),
    Mistake("clicked_thrice", "rankhouse.click_judgments(ref('thrice_clicked'))", ("clicked", "a click is 1")),
    Mistake("more_clicks_than_shown", "rankhouse.click_judgments(ref('click_counts'), columns={'impressions': 'impressions', 'clicks': 'clicks'})", ("clicks", "impressions")),
    Mistake("rated_twice", "rankhouse.rater_agreement(ref('repeated_ratings'))", ("ratings", "unit_id", "rater_id")),
    Mistake("level_of_texts", "rankhouse.rater_agreement(ref('ratings'), level='interval')", ("rating", "number")),
    Mistake("labels_as_text", "rankhouse.classifier_metrics(ref('named_labels'), ['roc_auc'])", ("label",)),
    Mistake("labels_of_two", "rankhouse.classifier_metrics(ref('three_labels'), ['roc_auc'])", ("label", "0")),
    Mistake("scores_above_one", "rankhouse.classifier_metrics(ref('sure_predictions'), ['log_loss'])", ("score", "0")),
    Mistake("probability_above_one", "rankhouse.off_policy(ref('sure_log'))", ("logging_probability",)),
]
