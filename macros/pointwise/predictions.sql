{#
The input: rankhouse_given (by, score, label, is_usable) has every row; rankhouse_predictions those with a score and a
label that is 0 or 1; rankhouse_totals one row per group with n_rows, n_positives and n_left_out. `sums`: aggregates of
probabilities by name, which come with is_probability: no score of the group lies outside 0 to 1.
#}
{% macro prediction_ctes(plan, sums=none) -%}
    {%- set by = plan.by | join(", ") -%}
    rankhouse_given as {{ rankhouse.inlined() }} (
        select {{ (plan.by + ["score", "label"]) | join(", ") }}, score is not null and label is not null as is_usable
        from
            (
                select
                    {{ rankhouse.select_of("given", plan.by) ~ "," if plan.by }}
                    case when {{ rankhouse.is_number("score_value") }} then score_value end as score,
                    case label_value when 1 then 1 when 0 then 0 end as label
                from
                    (
                        select {{ rankhouse.prediction_columns(plan) }}
                        from {{ rankhouse.prediction_relation(plan) }}
                    ) as given
            ) as cleaned
    ),
    rankhouse_predictions as {{ rankhouse.inlined() }} (
        select {{ (plan.by + ["score", rankhouse.bigint("label") ~ " as label"]) | join(", ") }}
        from rankhouse_given
        where is_usable
    ),
    rankhouse_totals as (
        select
            {{ by ~ "," if by }}
            count(case when is_usable then 1 end) as n_rows,
            {{ rankhouse.bigint("coalesce(sum(case when is_usable then label end), 0)") }} as n_positives,
            count(*) - count(case when is_usable then 1 end) as n_left_out
            {%- if sums is not none %}
                ,
                min(case when is_usable then score end) >= 0
                and max(case when is_usable then score end) <= 1 as is_probability
                {%- for name, expression in sums.items() %}, {{ expression }} as {{ name }} {%- endfor %}
            {%- endif %}
        from rankhouse_given
        {%- if by %}
            group by {{ by }}
        {%- endif %}
    ),
{%- endmacro %}

{# The user's columns under our names. #}
{% macro prediction_columns(plan) %}
    {%- if plan.from_arguments -%} {{ return(rankhouse.prediction_arguments()) }}{%- endif -%}
    {%- set selected = [] -%}
    {%- for name in plan.outputs -%}
        {%- do selected.append(rankhouse.quoted(name) ~ " as " ~ plan.by[loop.index0]) -%}
    {%- endfor -%}
    {%- if plan.predicts_labels -%}
        {%- set predicted = rankhouse.label_number(rankhouse.quoted(plan.columns["prediction"])) -%}
        {%- do selected.append("case when " ~ predicted ~ " in (0, 1) then " ~ predicted ~ " end as score_value") -%}
    {%- else -%}
        {%- set score = rankhouse.quoted(plan.columns.get("score", "score")) -%}
        {%- do selected.append(rankhouse.double(score) ~ " as score_value") -%}
    {%- endif -%}
    {%- set label = rankhouse.quoted(plan.columns.get("label", "label")) -%}
    {%- do selected.append(rankhouse.label_number(label) ~ " as label_value") -%}
    {{ return(selected | join(", ")) }}
{% endmacro %}

{% macro prediction_relation(plan) %}
    {{ return(rankhouse.predictions_argument() if plan.from_arguments else plan.predictions ~ " as predictions") }}
{% endmacro %}

{# "by_1 as "system", ": the grouping columns under the names that the user knows. #}
{% macro prediction_groups(plan) %}
    {%- if plan.from_arguments -%} {{ return("by_run, ") }}{%- endif -%}
    {{ return(rankhouse.named_groups(plan)) }}
{% endmacro %}
