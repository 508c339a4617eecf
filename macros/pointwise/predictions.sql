{#
The input: rankhouse_given (by, score, label_value) has every row; rankhouse_predictions (by, score, label) those with a
score and a label that is 0 or 1; rankhouse_totals one row per group with n_rows, n_positives and n_left_out. `sums`: more
expressions over score and label_value by name, summed, for probabilities; with them comes is_probability: no score of the
group lies outside 0 to 1.
#}
{% macro prediction_ctes(plan, sums=none) -%}
    {%- set by = plan.by | join(", ") ~ "," if plan.by else "" -%}
    {%- set is_usable = "label_value in (0, 1) and " ~ rankhouse.is_number("score") -%}
    rankhouse_given as {{ rankhouse.inlined() }} (
        select {{ rankhouse.prediction_columns(plan) }} from {{ rankhouse.prediction_relation(plan) }}
    ),
    rankhouse_predictions as {{ rankhouse.inlined() }} (
        select {{ by }} score, {{ rankhouse.bigint("label_value") }} as label from rankhouse_given where {{ is_usable }}
    ),
    rankhouse_totals as (
        select
            {{ by }}
            count(case when {{ is_usable }} then 1 end) as n_rows,
            count(case when {{ is_usable }} and label_value = 1 then 1 end) as n_positives,
            count(*) - count(case when {{ is_usable }} then 1 end) as n_left_out
            {%- if sums is not none %}
                ,
                min(case when {{ is_usable }} then score end) >= 0
                and max(case when {{ is_usable }} then score end) <= 1 as is_probability
                {%- for name, expression in sums.items() %}
                    , sum(case when {{ is_usable }} then {{ expression }} end) as {{ name }}
                {%- endfor %}
            {%- endif %}
        from rankhouse_given {{ "group by " ~ plan.by | join(", ") if plan.by }}
    ),
{%- endmacro %}

{# The user's columns under our names. #}
{% macro prediction_columns(plan) %}
    {%- if plan.from_arguments -%} {{ return(rankhouse.prediction_arguments(plan)) }}{%- endif -%}
    {%- set selected = [] -%}
    {%- for name in plan.outputs -%}
        {%- do selected.append(rankhouse.quoted(name) ~ " as " ~ plan.by[loop.index0]) -%}
    {%- endfor -%}
    {%- if plan.predicts_labels -%}
        {%- set predicted = rankhouse.label_number(rankhouse.quoted(plan.columns["prediction"])) -%}
        {%- do selected.append("case when " ~ predicted ~ " in (0, 1) then " ~ predicted ~ " end as score") -%}
    {%- else -%}
        {%- set score = rankhouse.quoted(plan.columns.get("score", "score")) -%}
        {%- do selected.append(rankhouse.double(score) ~ " as score") -%}
    {%- endif -%}
    {%- set label = rankhouse.quoted(plan.columns.get("label", "label")) -%}
    {%- do selected.append(rankhouse.label_number(label) ~ " as label_value") -%}
    {{ return(selected | join(", ")) }}
{% endmacro %}

{% macro prediction_relation(plan) %}
    {{ return(rankhouse.predictions_argument(plan) if plan.from_arguments else plan.predictions ~ " as predictions") }}
{% endmacro %}

{# "by_1 as "system", ": the grouping columns under the names that the user knows. #}
{% macro prediction_groups(plan) %}
    {%- if plan.from_arguments -%} {{ return("unnest(by_run), ") }}{%- endif -%}
    {{ return(rankhouse.named_groups(plan)) }}
{% endmacro %}

{# A filter for what is shown; in a table macro an error for a grouping column that the predictions lack. #}
{% macro groups_exist(plan) -%}
    {%- if plan.from_arguments %}
        where
            case
                when len(struct_keys(by_run)) - 1 = len($by)
                then true
                else error('by names a column that the predictions lack: ' || $by::varchar)
            end
    {%- endif %}
{%- endmacro %}
