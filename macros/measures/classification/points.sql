{% macro f1_of_point() %} {{ return(rankhouse.f_beta("tp_upto", "n_upto", "n_positives")) }} {% endmacro %}

{# What roc_auc takes: the sum of the positives' mid-ranks. #}
{% macro point_rank_sum() %}
    {{ return(rankhouse.double("sum(positives_here * (first_place + n_upto))") ~ " / 2") }}
{% endmacro %}

{% macro point_precision_sum() %}
    {{ return("sum(positives_here * " ~ rankhouse.ratio("tp_upto", "n_upto") ~ ")") }}
{% endmacro %}

{#
Positives among the first `depth` rows, as an aggregate over points: within the rows tied at that place their expected
number.
#}
{% macro positives_down_to(depth) -%}
    {%- set here = rankhouse.reaches(depth) -%}
    (
        max(case when {{ here }} then tp_upto end)
        - sum(case when {{ here }} then positives_here end)
        * (max(case when {{ here }} then n_upto end) - {{ depth }})
        / {{ rankhouse.double("nullif(count(case when " ~ here ~ " then 1 end), 0)") }}
    )
{%- endmacro %}

{# Whether a point is the one at which so many rows are reached. #}
{% macro reaches(depth) %} {{ return("first_place <= " ~ depth ~ " and n_upto >= " ~ depth) }}{% endmacro %}

{# The highest F1 of a group's points. #}
{% macro sums_best_f1() %} {{ return({"best_f1": "max(" ~ rankhouse.f1_of_point() ~ ")"}) }}{% endmacro %}
