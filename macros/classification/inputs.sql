{#
The input: rankhouse_given (group, score, label_value) has every row; rankhouse_predictions (group, score, label) those with
a score and a label that is 0 or 1; rankhouse_totals one row per group with n_rows, n_positives and n_left_out. For
probabilities more sums over the rows, and is_probability: no score of the group lies outside 0 to 1.
#}
{% macro prediction_steps(plan) %}
    {%- set is_usable = "label_value in (0, 1) and " ~ rankhouse.is_number("score") -%}
    {%- set given -%}
        select
        {{ rankhouse.listed(rankhouse.keys_of_side(plan, "run") + rankhouse.prediction_columns(plan)) }}
        from {{ rankhouse.as_given(plan.predictions) }}
    {%- endset -%}
    {%- set predictions -%}
        select
        {{ rankhouse.listed(plan.by + ["score", rankhouse.bigint("label_value") ~ " as label"]) }}
        from rankhouse_given
        where {{ is_usable }}
    {%- endset -%}
    {%- set usable = "case when " ~ is_usable ~ " then " -%}
    {%- set columns = plan.by + rankhouse.carried_columns(plan, plan.by) -%}
    {%- set counts = ["count(" ~ usable ~ "1 end) as n_rows"] -%}
    {%- do counts.append("count(case when " ~ is_usable ~ " and label_value = 1 then 1 end) as n_positives") -%}
    {%- do counts.append("count(*) - count(" ~ usable ~ "1 end) as n_left_out") -%}
    {%- do counts.append(
        rankhouse.needed(
            plan,
            "probabilities",
            "min(" ~ usable ~ "score end) >= 0 and max(" ~ usable ~ "score end) <= 1 as is_probability",
        )
    ) -%}
    {%- for name, expression in rankhouse.sums_of_part("rows").items() -%}
        {%- do counts.append(rankhouse.needed(plan, name, "sum(" ~ usable ~ expression ~ " end) as " ~ name)) -%}
    {%- endfor -%}
    {%- set totals -%}
        select
        {{ rankhouse.listed(columns + counts) }}
        from rankhouse_given
        {%- if plan.is_grouped %}
            group by {{ rankhouse.inline(columns) }}
        {%- endif %}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("given", "a prediction", given, rankhouse.inlined()),
                rankhouse.step(
                    "predictions", "a prediction with a score and a label", predictions, rankhouse.inlined()
                ),
                rankhouse.step("totals", "a group of predictions", totals),
            ]
        )
    }}
{% endmacro %}

{# The user's columns under our names: score, or a predicted label of 0 or 1, and label_value. #}
{% macro prediction_columns(plan) %}
    {%- if plan.predicts_labels -%}
        {%- set predicted = rankhouse.label_number(rankhouse.renamed("predictions", "prediction", plan.columns)) -%}
        {%- set score = "case when " ~ predicted ~ " in (0, 1) then " ~ predicted ~ " end" -%}
    {%- else -%} {%- set score = rankhouse.double(rankhouse.renamed("predictions", "score", plan.columns)) -%}
    {%- endif -%}
    {%- set label = rankhouse.label_number(rankhouse.renamed("predictions", "label", plan.columns)) -%}
    {{ return([score ~ " as score", label ~ " as label_value"]) }}
{% endmacro %}

{# Every sum that a measure of this part may need, by its name. #}
{% macro sums_of_part(part) %}
    {%- set sums = {} -%}
    {%- for declaration in rankhouse.classification_catalogue() if declaration.part == part -%}
        {%- do sums.update(declaration.sums) -%}
        {%- for choices in declaration.get("by_choice", {}).values() -%}
            {%- for chosen in choices.values() -%} {%- do sums.update(chosen.sums) -%} {%- endfor -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(sums) }}
{% endmacro %}

{# A join with one row per group. #}
{% macro joined_group(plan, kind, relation, alias, to) -%}
    {%- if plan.is_grouped or kind == "left" -%}
        {{ kind }} join {{ relation }} as {{ alias }} on {{ rankhouse.match(to, alias, plan.by) }}
    {%- else -%} cross join {{ relation }} as {{ alias }}
    {%- endif -%}
{%- endmacro %}

{#
The answer of a query over predictions from its last step: the grouping columns as the user named them, and these. `kept`
are columns of the step, `figures` expressions over it by name.
#}
{% macro answer_by_group(plan, step, alias, columns) -%}
    select {{ rankhouse.listed(rankhouse.named_groups(plan, alias, none, "run_groups") + columns) }}
    from
        rankhouse_{{ step }} as {{ alias }}
        {%- if rankhouse.carried_columns(plan, plan.by) %}
            {{ rankhouse.joined_group(plan, "left", "rankhouse_totals", "run_groups", alias) }}
        {%- endif %}
{%- endmacro %}
