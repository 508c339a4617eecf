{#
Derived by tools/document.py from the aggregates that measures declare. Over the rows of a group: relevance and score
are columns, k is an expression; see aggregated.sql.
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
