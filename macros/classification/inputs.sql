{#
The input: rankhouse_prediction_rows (group, score, label_value) has every row; rankhouse_predictions (group, score, label)
those with a score and a label that is 0 or 1; rankhouse_totals one row per group with n_rows, n_positives and n_left_out.
For probabilities more sums over the rows, and is_probability: no score of the group lies outside 0 to 1. With weights there
is `weight`, a number from 0 up; n_rows, n_positives and the sums are of weights, counted_rows and counted_positives are
not.
#}
{% macro prediction_steps(plan) %}
    {%- set is_usable = "label_value in (0, 1) and " ~ rankhouse.is_number("score") -%}
    {%- if plan.is_weighted -%}
        {%- set is_usable = is_usable ~ " and " ~ rankhouse.is_weight("weight") -%}
    {%- endif -%}
    {%- set rows -%}
        select
        {{ rankhouse.listed(rankhouse.keys_of_side(plan, "run", "predictions") + rankhouse.prediction_columns(plan)) }}
        from {{ rankhouse.as_source(plan.predictions, "predictions") }}
    {%- endset -%}
    {%- set weight = ["weight"] if plan.is_weighted else [] -%}
    {%- set predictions -%}
        select
        {{ rankhouse.listed(plan.by + ["score", rankhouse.bigint("label_value") ~ " as label"] + weight) }}
        from rankhouse_prediction_rows
        where {{ is_usable }}{{ " and weight > 0" if plan.is_weighted }}
    {%- endset -%}
    {%- set usable = "case when " ~ is_usable ~ " then " -%}
    {%- set columns = plan.by + rankhouse.carried_columns(plan, plan.by) -%}
    {%- set prefix = "counted_" if plan.is_weighted else "n_" -%}
    {%- set counts = ["count(" ~ usable ~ "1 end) as " ~ prefix ~ "rows"] -%}
    {%- do counts.append(
        "count(case when " ~ is_usable ~ " and label_value = 1 then 1 end) as " ~ prefix ~ "positives"
    ) -%}
    {%- if plan.is_weighted -%} {%- do counts.extend(rankhouse.class_weight_columns(is_usable)) -%} {%- endif -%}
    {%- do counts.append("count(*) - count(" ~ usable ~ "1 end) as n_left_out") -%}
    {%- do counts.append(
        rankhouse.needed(
            plan,
            "probabilities",
            "min(" ~ usable ~ "score end) >= 0\nand max(" ~ usable ~ "score end) <= 1 as is_probability",
        )
    ) -%}
    {%- for name, expression in rankhouse.part_sums("rows").items() -%}
        {%- do counts.append(
            rankhouse.needed(
                plan, name, "sum(" ~ usable ~ rankhouse.weighted_term(plan, expression) ~ " end) as " ~ name
            )
        ) -%}
    {%- endfor -%}
    {%- set totals -%}
        select
        {{ rankhouse.listed(columns + counts) }}
        from rankhouse_prediction_rows
        {%- if plan.is_grouped %}
            group by {{ rankhouse.inline(columns) }}
        {%- endif %}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("prediction_rows", "a prediction", rows, rankhouse.inlined()),
                rankhouse.step(
                    "predictions", "a prediction with a score and a label", predictions, rankhouse.inlined()
                ),
                rankhouse.step("totals", "a group of predictions", totals),
            ]
        )
    }}
{% endmacro %}

{# n_positives and n_rows as sums of weights; an empty sum is exactly 0. #}
{% macro class_weight_columns(is_usable) %}
    {%- set of_class = "coalesce(sum(case when {0} and label_value = {1} then weight end), 0)" -%}
    {%- set positives, negatives = of_class.format(is_usable, 1), of_class.format(is_usable, 0) -%}
    {{ return([positives ~ " as n_positives", positives ~ " + " ~ negatives ~ " as n_rows"]) }}
{% endmacro %}

{# What a row adds to a sum. #}
{% macro weighted_term(plan, expression) %}
    {{ return("weight * " ~ expression if plan.is_weighted else expression) }}
{% endmacro %}

{# The numbers of rows that an answer shows, from the step that carries them. #}
{% macro shown_sizes(plan, relation) %}
    {%- if plan.is_weighted -%}
        {{ return([relation ~ ".counted_rows as n_rows", relation ~ ".counted_positives as n_positives"]) }}
    {%- endif -%}
    {{ return([relation ~ ".n_rows", relation ~ ".n_positives"]) }}
{% endmacro %}

{# The same, of a step that carries them. #}
{% macro carried_sizes(plan, relation) %}
    {%- set prefix = relation ~ (".counted_" if plan.is_weighted else ".n_") -%}
    {{ return([prefix ~ "rows", prefix ~ "positives"]) }}
{% endmacro %}

{# The user's columns under our names: score, or a predicted label of 0 or 1, and label_value. #}
{% macro prediction_columns(plan) %}
    {%- if plan.predicts_labels -%}
        {%- set predicted = rankhouse.label_number(rankhouse.renamed("predictions", "prediction", plan.columns)) -%}
        {%- set score = "case when " ~ predicted ~ " in (0, 1) then " ~ predicted ~ " end" -%}
    {%- else -%}
        {%- set number = rankhouse.double(rankhouse.renamed("predictions", "score", plan.columns)) -%}
        {%- set score = rankhouse.without_negative_zero(number) -%}
    {%- endif -%}
    {%- set label = rankhouse.label_number(rankhouse.renamed("predictions", "label", plan.columns)) -%}
    {%- set columns = [score ~ " as score", label ~ " as label_value"] -%}
    {%- if plan.is_weighted -%}
        {%- do columns.append(
            rankhouse.double(rankhouse.renamed("predictions", "weight", plan.columns)) ~ " as weight"
        ) -%}
    {%- endif -%}
    {{ return(columns) }}
{% endmacro %}

{# Every sum that a measure of this part may need, by its name. #}
{% macro part_sums(part) %}
    {%- set sums = {} -%}
    {%- for declaration in rankhouse.classification_catalogue() if declaration.part == part -%}
        {%- do sums.update(declaration.sums) -%} {%- do sums.update(declaration.get("weighted", {}).get("sums", {})) -%}
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
