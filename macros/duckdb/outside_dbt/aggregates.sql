{#
Derived by tools/document.py from the aggregates of the whole list that measures declare. The DuckDB macro has no
prefix, average_precision(relevance, score); the dbt macro of that name is the formula over ranked rows.
#}
{% macro duckdb_macro__recall(relevance, score) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_recall(), relevance, score)) }}
{% endmacro %}

{% macro duckdb_macro__reciprocal_rank(relevance, score) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_reciprocal_rank(), relevance, score)) }}
{% endmacro %}

{% macro duckdb_macro__average_precision(relevance, score, interpolation="none") %}
    {%- set options = {"interpolation": interpolation} -%}
    {{ return(rankhouse.aggregated(rankhouse.declare_average_precision(), relevance, score, none, options)) }}
{% endmacro %}

{% macro duckdb_macro__interpolated_precision(relevance, score, recall=0) %}
    {%- set options = {"recall": recall} -%}
    {{ return(rankhouse.aggregated(rankhouse.declare_interpolated_precision(), relevance, score, none, options)) }}
{% endmacro %}

{% macro duckdb_macro__r_precision(relevance, score) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_r_precision(), relevance, score)) }}
{% endmacro %}

{% macro duckdb_macro__cg(relevance, score, gain="linear", negative="keep") %}
    {%- set options = {"gain": gain, "negative": negative} -%}
    {{ return(rankhouse.aggregated(rankhouse.declare_cg(), relevance, score, none, options)) }}
{% endmacro %}

{% macro duckdb_macro__dcg(relevance, score, gain="exponential", negative="zero", log_base=2, discount="burges") %}
    {%- set options = {"gain": gain, "negative": negative, "log_base": log_base, "discount": discount} -%}
    {{ return(rankhouse.aggregated(rankhouse.declare_dcg(), relevance, score, none, options)) }}
{% endmacro %}

{% macro duckdb_macro__idcg(relevance, score, gain="exponential", negative="zero", log_base=2, discount="burges") %}
    {%- set options = {"gain": gain, "negative": negative, "log_base": log_base, "discount": discount} -%}
    {{ return(rankhouse.aggregated(rankhouse.declare_idcg(), relevance, score, none, options)) }}
{% endmacro %}

{% macro duckdb_macro__ndcg(relevance, score, gain="exponential", negative="zero", log_base=2) %}
    {%- set options = {"gain": gain, "negative": negative, "log_base": log_base} -%}
    {{ return(rankhouse.aggregated(rankhouse.declare_ndcg(), relevance, score, none, options)) }}
{% endmacro %}

{% macro duckdb_macro__rbp(relevance, score, p=0.8) %}
    {%- set options = {"p": p} -%}
    {{ return(rankhouse.aggregated(rankhouse.declare_rbp(), relevance, score, none, options)) }}
{% endmacro %}

{% macro duckdb_macro__q_measure(relevance, score, gain="linear", beta=1) %}
    {%- set options = {"gain": gain, "beta": beta} -%}
    {{ return(rankhouse.aggregated(rankhouse.declare_q_measure(), relevance, score, none, options)) }}
{% endmacro %}

{% macro duckdb_macro__bpref(relevance, score) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_bpref(), relevance, score)) }}
{% endmacro %}

{% macro duckdb_macro__roc_auc(relevance, score, undefined="null") %}
    {%- set options = {"undefined": undefined} -%}
    {{ return(rankhouse.aggregated(rankhouse.declare_roc_auc(), relevance, score, none, options)) }}
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
