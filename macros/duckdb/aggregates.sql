{#
Derived by tools/document.py from the aggregates that measures declare. Over the rows of a group: relevance and score
are columns, k is an expression; see aggregated.sql. Of the whole list the DuckDB macro has no prefix,
average_precision(relevance, score), since the macro of that name here is the formula over ranked rows.
#}
{% macro precision_at_k(relevance, score, k, denominator="k") %}
    {%- set options = {"denominator": denominator} -%}
    {{ return(rankhouse.aggregated(rankhouse.declare_precision(), relevance, score, k, options)) }}
{% endmacro %}

{% macro recall_at_k(relevance, score, k, denominator="relevant") %}
    {%- set options = {"denominator": denominator} -%}
    {{ return(rankhouse.aggregated(rankhouse.declare_recall(), relevance, score, k, options)) }}
{% endmacro %}

{% macro f1_at_k(relevance, score, k) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_f1(), relevance, score, k)) }}
{% endmacro %}

{% macro f_beta_at_k(relevance, score, k, beta=1) %}
    {%- set options = {"beta": beta} -%}
    {{ return(rankhouse.aggregated(rankhouse.declare_f_beta(), relevance, score, k, options)) }}
{% endmacro %}

{% macro hits_at_k(relevance, score, k) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_hits(), relevance, score, k)) }}
{% endmacro %}

{% macro hit_rate_at_k(relevance, score, k) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_hit_rate(), relevance, score, k)) }}
{% endmacro %}

{% macro reciprocal_rank_at_k(relevance, score, k) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_reciprocal_rank(), relevance, score, k)) }}
{% endmacro %}

{% macro average_precision_at_k(relevance, score, k, denominator="relevant") %}
    {%- set options = {"denominator": denominator} -%}
    {{ return(rankhouse.aggregated(rankhouse.declare_average_precision(), relevance, score, k, options)) }}
{% endmacro %}

{% macro context_precision_at_k(relevance, score, k, verdicts="ranked") %}
    {%- set options = {"verdicts": verdicts} -%}
    {{ return(rankhouse.aggregated(rankhouse.declare_context_precision(), relevance, score, k, options)) }}
{% endmacro %}

{% macro cg_at_k(relevance, score, k, gain="linear", negative="keep") %}
    {%- set options = {"gain": gain, "negative": negative} -%}
    {{ return(rankhouse.aggregated(rankhouse.declare_cg(), relevance, score, k, options)) }}
{% endmacro %}

{% macro dcg_at_k(relevance, score, k, gain="exponential", negative="zero", log_base=2, discount="burges") %}
    {%- set options = {"gain": gain, "negative": negative, "log_base": log_base, "discount": discount} -%}
    {{ return(rankhouse.aggregated(rankhouse.declare_dcg(), relevance, score, k, options)) }}
{% endmacro %}

{% macro idcg_at_k(relevance, score, k, gain="exponential", negative="zero", log_base=2, discount="burges") %}
    {%- set options = {"gain": gain, "negative": negative, "log_base": log_base, "discount": discount} -%}
    {{ return(rankhouse.aggregated(rankhouse.declare_idcg(), relevance, score, k, options)) }}
{% endmacro %}

{% macro ndcg_at_k(relevance, score, k, gain="exponential", negative="zero", log_base=2) %}
    {%- set options = {"gain": gain, "negative": negative, "log_base": log_base} -%}
    {{ return(rankhouse.aggregated(rankhouse.declare_ndcg(), relevance, score, k, options)) }}
{% endmacro %}

{% macro err_at_k(relevance, score, k, max_grade=4) %}
    {%- set options = {"max_grade": max_grade} -%}
    {{ return(rankhouse.aggregated(rankhouse.declare_err(), relevance, score, k, options)) }}
{% endmacro %}

{% macro rbp_at_k(relevance, score, k, p=0.8) %}
    {%- set options = {"p": p} -%}
    {{ return(rankhouse.aggregated(rankhouse.declare_rbp(), relevance, score, k, options)) }}
{% endmacro %}

{% macro judged_at_k(relevance, score, k) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_judged(), relevance, score, k)) }}
{% endmacro %}

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
