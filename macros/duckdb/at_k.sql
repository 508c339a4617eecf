{# Measures with a cutoff, over the rows of a group: relevance and score are columns, k an expression. See aggregated.sql. #}
{% macro precision_at_k(relevance, score, k, denominator="k") %}
    {{
        return(
            rankhouse.aggregated(rankhouse.declare_precision(), relevance, score, k, {"denominator": denominator})
        )
    }}
{% endmacro %}

{% macro recall_at_k(relevance, score, k, denominator="relevant") %}
    {{ return(rankhouse.aggregated(rankhouse.declare_recall(), relevance, score, k, {"denominator": denominator})) }}
{% endmacro %}

{% macro f1_at_k(relevance, score, k) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_f1(), relevance, score, k)) }}
{% endmacro %}

{% macro f_beta_at_k(relevance, score, k, beta=1) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_f_beta(), relevance, score, k, {"beta": beta})) }}
{% endmacro %}

{% macro hit_rate_at_k(relevance, score, k) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_hit_rate(), relevance, score, k)) }}
{% endmacro %}

{% macro reciprocal_rank_at_k(relevance, score, k) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_reciprocal_rank(), relevance, score, k)) }}
{% endmacro %}

{% macro average_precision_at_k(relevance, score, k, denominator="relevant") %}
    {{
        return(
            rankhouse.aggregated(
                rankhouse.declare_average_precision(), relevance, score, k, {"denominator": denominator}
            )
        )
    }}
{% endmacro %}

{% macro cg_at_k(relevance, score, k, gain="linear", negative="keep") %}
    {{
        return(
            rankhouse.aggregated(rankhouse.declare_cg(), relevance, score, k, {"gain": gain, "negative": negative})
        )
    }}
{% endmacro %}

{% macro dcg_at_k(relevance, score, k, gain="exponential", negative="zero", log_base=2, discount="burges") %}
    {{
        return(
            rankhouse.aggregated(
                rankhouse.declare_dcg(),
                relevance,
                score,
                k,
                {"gain": gain, "negative": negative, "log_base": log_base, "discount": discount},
            )
        )
    }}
{% endmacro %}

{% macro idcg_at_k(relevance, score, k, gain="exponential", negative="zero", log_base=2, discount="burges") %}
    {{
        return(
            rankhouse.aggregated(
                rankhouse.declare_idcg(),
                relevance,
                score,
                k,
                {"gain": gain, "negative": negative, "log_base": log_base, "discount": discount},
            )
        )
    }}
{% endmacro %}

{% macro ndcg_at_k(relevance, score, k, gain="exponential", negative="zero", log_base=2) %}
    {{
        return(
            rankhouse.aggregated(
                rankhouse.declare_ndcg(),
                relevance,
                score,
                k,
                {"gain": gain, "negative": negative, "log_base": log_base},
            )
        )
    }}
{% endmacro %}

{% macro hits_at_k(relevance, score, k) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_hits(), relevance, score, k)) }}
{% endmacro %}

{% macro rbp_at_k(relevance, score, k, p=0.8) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_rbp(), relevance, score, k, {"p": p})) }}
{% endmacro %}

{% macro err_at_k(relevance, score, k, max_grade=4) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_err(), relevance, score, k, {"max_grade": max_grade})) }}
{% endmacro %}

{% macro judged_at_k(relevance, score, k) %}
    {{ return(rankhouse.aggregated(rankhouse.declare_judged(), relevance, score, k)) }}
{% endmacro %}
