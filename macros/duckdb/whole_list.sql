{#
Measures of the whole list, over the rows of a group; see aggregated.sql. As DuckDB macros they lose the prefix:
`average_precision(relevance, score)`. The macro of that name here is the formula over ranked rows.
#}
{% macro duckdb_macro__recall(relevance, score) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_recall(), relevance, score)) }}
{% endmacro %}

{% macro duckdb_macro__reciprocal_rank(relevance, score) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_reciprocal_rank(), relevance, score)) }}
{% endmacro %}

{% macro duckdb_macro__average_precision(relevance, score, interpolation="none") %}
    {{
        return(
            rankhouse.aggregated(
                rankhouse.declare_average_precision(), relevance, score, none, {"interpolation": interpolation}
            )
        )
    }}
{% endmacro %}

{% macro duckdb_macro__r_precision(relevance, score) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_r_precision(), relevance, score)) }}
{% endmacro %}

{% macro duckdb_macro__cg(relevance, score, gain="linear", negative="keep") %}
    {{
        return(
            rankhouse.aggregated(rankhouse.declare_cg(), relevance, score, none, {"gain": gain, "negative": negative})
        )
    }}
{% endmacro %}

{% macro duckdb_macro__dcg(relevance, score, gain="exponential", negative="zero", log_base=2, discount="burges") %}
    {{
        return(
            rankhouse.aggregated(
                rankhouse.declare_dcg(),
                relevance,
                score,
                none,
                {"gain": gain, "negative": negative, "log_base": log_base, "discount": discount},
            )
        )
    }}
{% endmacro %}

{% macro duckdb_macro__idcg(relevance, score, gain="exponential", negative="zero", log_base=2, discount="burges") %}
    {{
        return(
            rankhouse.aggregated(
                rankhouse.declare_idcg(),
                relevance,
                score,
                none,
                {"gain": gain, "negative": negative, "log_base": log_base, "discount": discount},
            )
        )
    }}
{% endmacro %}

{% macro duckdb_macro__ndcg(relevance, score, gain="exponential", negative="zero", log_base=2) %}
    {{
        return(
            rankhouse.aggregated(
                rankhouse.declare_ndcg(),
                relevance,
                score,
                none,
                {"gain": gain, "negative": negative, "log_base": log_base},
            )
        )
    }}
{% endmacro %}

{% macro duckdb_macro__roc_auc(relevance, score, undefined="null") %}
    {{ return(rankhouse.aggregated(rankhouse.declare_roc_auc(), relevance, score, none, {"undefined": undefined})) }}
{% endmacro %}

{% macro duckdb_macro__partial_roc_auc(relevance, score, partial) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_roc_auc(), relevance, score, none, {"partial": partial})) }}
{% endmacro %}

{% macro duckdb_macro__interpolated_precision(relevance, score, recall=0) %}
    {{
        return(
            rankhouse.aggregated(
                rankhouse.declare_interpolated_precision(), relevance, score, none, {"recall": recall}
            )
        )
    }}
{% endmacro %}

{% macro duckdb_macro__rbp(relevance, score, p=0.8) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_rbp(), relevance, score, none, {"p": p})) }}
{% endmacro %}

{% macro duckdb_macro__bpref(relevance, score) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_bpref(), relevance, score)) }}
{% endmacro %}

{% macro duckdb_macro__q_measure(relevance, score, gain="linear", beta=1) %}
    {{
        return(
            rankhouse.aggregated(rankhouse.declare_q_measure(), relevance, score, none, {"gain": gain, "beta": beta})
        )
    }}
{% endmacro %}

{% macro duckdb_macro__label_ranking_average_precision(relevance, score) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_label_ranking_average_precision(), relevance, score)) }}
{% endmacro %}

{% macro duckdb_macro__label_ranking_loss(relevance, score) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_label_ranking_loss(), relevance, score)) }}
{% endmacro %}

{% macro duckdb_macro__coverage_error(relevance, score) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_coverage_error(), relevance, score)) }}
{% endmacro %}
