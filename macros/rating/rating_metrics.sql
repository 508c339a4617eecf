{#
One row per measure of rating error: the by columns, measure, value, n_ratings (the pairs of numbers that it is the
value of), n_left_out (rows without such a pair) and value_sum, the sum of absolute (mae), relative (mape) or squared (mse,
rmse) errors, from which the value of several groups together follows. An empty table has no row.
#}
{% macro rating_metrics(predictions, measures=["mae", "mse", "rmse", "r2"], by=[], columns={}) -%}
    {{ rankhouse.laid_out(rankhouse.rating_metrics_of(rankhouse.rating_plan(predictions, measures, by, columns))) }}
{%- endmacro %}

{# What the query needs to know, the arguments checked. #}
{% macro rating_plan(predictions, measures, by, columns) %}
    {%- do rankhouse.a_relation("predictions", predictions) -%}
    {%- do rankhouse.list_of_names("by", by) -%}
    {%- do rankhouse.known_columns(columns, ["rating", "prediction"], ["predictions"]) -%}
    {%- set known = rankhouse.rating_catalogue() | map(attribute="name") | list -%}
    {%- set asked = rankhouse.asked_names("measures", measures, known, "measure of rating error") -%}
    {%- set parsed = [] -%}
    {%- for declaration in rankhouse.rating_catalogue() if declaration.name in asked -%}
        {%- do parsed.append(
            {
                "number": parsed | length + 1,
                "measure": declaration.name,
                "value": declaration.value("rating", "prediction"),
                "sum": rankhouse.rating_sum(declaration.summed),
            }
        ) -%}
    {%- endfor -%}
    {%- set plan = {"predictions": predictions, "columns": columns, "measures": parsed} -%}
    {%- do plan.update(rankhouse.groups_of(by)) -%}
    {{ return(plan) }}
{% endmacro %}

{# What adds up over groups: the sum of absolute, of relative or of squared errors. #}
{% macro rating_sum(summed) %}
    {%- set error = rankhouse.rating_error("rating", "prediction") -%}
    {%- if summed == "absolute" -%} {{ return("sum(abs(" ~ error ~ "))") }}
    {%- elif summed == "relative" -%} {{ return(rankhouse.of_relative_errors("sum", "rating", "prediction")) }}
    {%- elif summed == "squared" -%}
        {{ return(rankhouse.finite("sum(" ~ rankhouse.squared_rating_error("rating", "prediction") ~ ")")) }}
    {%- endif -%}
    {{ return(rankhouse.double("null")) }}
{% endmacro %}

{% macro rating_metrics_of(plan) -%}
    {%- set carried = rankhouse.carried_columns(plan, plan.by) -%}
    {%- set error = "count(" ~ rankhouse.rating_error("rating", "prediction") ~ ")" -%}
    {%- set rated -%}
        select
        {{ rankhouse.listed(rankhouse.keys_of_side(plan, "run") + rankhouse.columns_read(plan, "predictions", ["rating", "prediction"])) }}
        from {{ rankhouse.as_given(plan.predictions) }}
    {%- endset -%}
    {%- set wide -%}
        select
        {{ rankhouse.listed(plan.by + carried + [error ~ " as n_ratings", "count(*) - " ~ error ~ " as n_left_out"]) }},
        {{ rankhouse.per_measure(plan, "<value> as value_<number>,\n<sum> as sum_<number>", ",\n") }}
        from rankhouse_rated
        {%- if plan.is_grouped %}
            group by {{ rankhouse.inline(plan.by + carried) }}
        {%- endif %}
        having count(*) > 0
    {%- endset -%}
    {%- set measures = rankhouse.per_measure(
        plan, "select <number> as measure_number, <measure> as measure", "\nunion all\n"
    ) -%}
    {%- set columns = rankhouse.named_groups(plan, "wide", none, "wide") + ["measures.measure"] -%}
    {%- for figure in ["value", "sum"] -%}
        {%- set cases = rankhouse.per_measure(plan, "when <number> then " ~ figure ~ "_<number>", "\n") -%}
        {%- do columns.append(
            "case measure_number\n" ~ cases ~ "\nend as value" ~ ("_sum" if figure == "sum" else "")
        ) -%}
        {%- if figure == "value" -%} {%- do columns.extend(["wide.n_ratings", "wide.n_left_out"]) -%} {%- endif -%}
    {%- endfor -%}
    {%- set sql -%}
        select
        {{ rankhouse.listed(columns) }}
        from rankhouse_wide as wide
        cross join rankhouse_measures as measures
    {%- endset -%}
    {%- set steps = [
        rankhouse.step("rated", "a rating and its prediction", rated),
        rankhouse.step("wide", "a group, with two columns for each measure", wide),
        rankhouse.step("measures", "a measure", measures),
    ] -%}
    {{ rankhouse.query_of(steps, "a measure in a group", sql) }}
{%- endmacro %}
