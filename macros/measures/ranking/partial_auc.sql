{% macro declare_partial_auc() %}
    {{
        return(
            {
                "name": "partial_auc",
                "aliases": ["pauc", "partialauc"],
                "cutoff": "required",
                "options": {"insufficient": {"choices": ["ignore", "exclude"]}},
                "needs": ["hits_upto"],
                "whole_list_with": {"cutoff": ["given"]},
                "rules": [rankhouse.own_takes_cutoff("partial_auc", ""), rankhouse.own_no_closed_form()],
                "value": rankhouse.value_partial_auc,
                "description": "Probability that a relevant item stands above one of the first k that are not relevant.",
                "formula": "sum over the hits of max(k - others above, 0) / (k * R)",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "k counts the other items, not ranks: it takes lists of R + k items. A relevant item that was not returned counts as below all of them, which is too low if the list ends before k others. insufficient=exclude leaves out queries whose list ends early and lacks relevant items; gaps in given ranks below the last relevant item do not make a list longer. For a part of the false positive rate instead of a number of items, use roc_auc(partial=0.1).",
                "source": "RecTools, as PartialAUC; Hiranandani et al.: Optimization and analysis of the pAp@k metric for recommender systems, ICML 2020",
            }
        )
    }}
{% endmacro %}

{% macro declare_pap() %}
    {{
        return(
            {
                "name": "pap",
                "aliases": ["partial_auc_precision"],
                "cutoff": "required",
                "options": {"insufficient": {"choices": ["ignore", "exclude"]}},
                "needs": ["hits_upto"],
                "whole_list_with": {"cutoff": ["given"]},
                "rules": [rankhouse.own_takes_cutoff("pap", ""), rankhouse.own_no_closed_form()],
                "value": rankhouse.value_pap,
                "description": "Partial AUC and precision in one: probability that one of the first k relevant items stands above one of the first k others.",
                "formula": "sum over the first k hits of max(k - others above, 0) / (k * min(k, R))",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "If R is k or less it is partial_auc; if R is larger, only the order of the first k hits counts. k counts relevant items and others, not ranks: it takes lists of 2 k items. A relevant item that was not returned counts as below all others, which is too low if the list ends before k others. insufficient=exclude leaves out queries whose list ends early and lacks relevant items; gaps in given ranks below the last relevant item do not make a list longer.",
                "source": "Budhiraja et al.: Rich-item recommendations for rich-users, 2020; RecTools, as PAP",
            }
        )
    }}
{% endmacro %}

{# `hits_upto`: hits down to this rank. NULL when n_relevant is 0. #}
{% macro partial_auc(hit, hits_upto, rank, n_relevant, k) -%}
    {%- set others_above = "(" ~ rankhouse.double(rank) ~ " - " ~ rankhouse.argument(hits_upto) ~ ")" -%}
    {%- set gained = rankhouse.argument(hit) ~ " * greatest(" ~ rankhouse.double(k) ~ " - " ~ others_above ~ ", 0)" -%}
    (coalesce(sum({{ gained }}), 0) / nullif({{ rankhouse.double(k) }} * {{ rankhouse.argument(n_relevant) }}, 0))
{%- endmacro %}

{# Of the first k hits. `hits_upto`: hits down to this rank. NULL when n_relevant is 0. #}
{% macro pap(hit, hits_upto, rank, n_relevant, k) -%}
    {%- set among = "case when " ~ rankhouse.within(hits_upto, k) ~ " then " ~ rankhouse.argument(hit) ~ " end" -%}
    {%- set possible = "least(" ~ rankhouse.double(k) ~ ", " ~ rankhouse.argument(n_relevant) ~ ")" -%}
    {{ rankhouse.partial_auc(among, hits_upto, rank, possible, k) }}
{%- endmacro %}

{% macro value_partial_auc(measure) %}
    {%- set k = measure.k -%}
    {%- set value = rankhouse.partial_auc("hit", "hits_upto", "item_rank", "n_relevant", k) -%}
    {{ return(rankhouse.own_of_sufficient_lists(value, k, measure.insufficient)) }}
{% endmacro %}

{% macro value_pap(measure) %}
    {%- set k = measure.k -%}
    {%- set value = rankhouse.pap("hit", "hits_upto", "item_rank", "n_relevant", k) -%}
    {{ return(rankhouse.own_of_sufficient_lists(value, k, measure.insufficient)) }}
{% endmacro %}

{# The value, or NULL for a list that ends before k others and lacks a relevant item. Gaps in its ranks count as others. #}
{% macro own_of_sufficient_lists(value, k, insufficient) -%}
    {%- if insufficient == "ignore" -%} {{ return(value) }}{%- endif -%}
    {%- set hits = rankhouse.hits("hit", "item_rank") -%}
    {%- set last_rank = "coalesce(max(" ~ rankhouse.double("item_rank") ~ "), 0)" -%}
    {%- set length = "greatest(" ~ rankhouse.double("n_retrieved") ~ ", " ~ last_rank ~ ")" -%}
    {%- set is_sufficient = hits ~ " = n_relevant or " ~ length ~ " - " ~ hits ~ " >= " ~ k -%}
    {{ return("(case when " ~ is_sufficient ~ " then " ~ value ~ " end)") }}
{%- endmacro %}
