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

{% macro duckdb_macro__average_precision(relevance, score) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_average_precision(), relevance, score)) }}
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

{% macro duckdb_macro__dcg(relevance, score, gain="exponential", negative="zero", log_base=2) %}
    {{
        return(
            rankhouse.aggregated(
                rankhouse.declare_dcg(),
                relevance,
                score,
                none,
                {"gain": gain, "negative": negative, "log_base": log_base},
            )
        )
    }}
{% endmacro %}

{% macro duckdb_macro__idcg(relevance, score, gain="exponential", negative="zero", log_base=2) %}
    {{
        return(
            rankhouse.aggregated(
                rankhouse.declare_idcg(),
                relevance,
                score,
                none,
                {"gain": gain, "negative": negative, "log_base": log_base},
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

{% macro duckdb_macro__roc_auc(relevance, score) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_roc_auc(), relevance, score)) }}
{% endmacro %}
