{#
One row per measure of rating error: the by columns, measure, value, n_ratings (the pairs of numbers that it is the
value of), n_left_out (rows without such a pair) and value_sum, the sum of absolute (mae), relative (mape) or squared (mse,
rmse) errors, from which the value of several groups together follows. An empty table has no row. With `weight` among the
columns there is weight_sum too, and value_sum adds up weighted errors.
#}
{% macro rating_metrics(predictions, measures=["mae", "mse", "rmse", "r2"], by=[], columns={}) -%}
    {%- do rankhouse.refuse_others("rating_metrics", kwargs) -%}
    {%- set plan = rankhouse.rating_plan(predictions, measures, by, columns) -%}
    {{ rankhouse.laid_out(rankhouse.rating_metrics_of(plan)) if execute }}
{%- endmacro %}

{# What the query needs to know, the arguments checked. #}
{% macro rating_plan(predictions, measures, by, columns) %}
    {%- set asked, reads = {"predictions": predictions}, rankhouse.reads_predicted_ratings() -%}
    {%- set plan = rankhouse.plan_of("rating_metrics", reads, asked, by, columns) -%}
    {%- set numbers = rankhouse.columns_declared(plan, "predictions") | list -%}
    {%- set is_weighted = "weight" in numbers -%}
    {%- set known = rankhouse.rating_catalogue() | map(attribute="name") | list -%}
    {%- set asked = rankhouse.asked_names("measures", measures, known, "measure of rating error") -%}
    {%- do rankhouse.rating_formulas() -%}
    {%- set parsed = [] -%}
    {%- for declaration in rankhouse.rating_catalogue() if declaration.name in asked -%}
        {%- do parsed.append(
            {
                "number": parsed | length + 1,
                "measure": declaration.name,
                "value": declaration.weighted if is_weighted else declaration.value("rating", "prediction"),
                "sum": declaration.weighted_sum if is_weighted else rankhouse.rating_sum(declaration.summed),
            }
        ) -%}
    {%- endfor -%}
    {%- do plan.update({"measures": parsed, "is_weighted": is_weighted, "numbers": numbers}) -%}
    {{ return(plan) }}
{% endmacro %}

{# What adds up over groups: the sum of absolute, of relative or of squared errors. #}
{% macro rating_sum(summed) %}
    {%- set error = rankhouse.rating_error("rating", "prediction") -%}
    {%- if summed == "absolute" -%} {{ return("sum(abs(" ~ error ~ "))") }}
    {%- elif summed == "relative" -%} {{ return(rankhouse.relative_errors("sum", "rating", "prediction")) }}
    {%- elif summed == "squared" -%}
        {{ return(rankhouse.finite("sum(" ~ rankhouse.squared_rating_error("rating", "prediction") ~ ")")) }}
    {%- endif -%}
    {{ return(rankhouse.double("null")) }}
{% endmacro %}

{% macro rating_metrics_of(plan) -%}
    {%- set carried = rankhouse.carried_columns(plan, plan.by) -%}
    {%- set error = "count(" ~ rankhouse.rating_error("rating", "prediction") ~ ")" -%}
    {%- set n_ratings = "count(weight)" if plan.is_weighted else error -%}
    {%- set sizes = [n_ratings ~ " as n_ratings", "count(*) - " ~ n_ratings ~ " as n_left_out"] -%}
    {%- if plan.is_weighted -%} {%- do sizes.append("sum(weight) as weight_sum") -%} {%- endif -%}
    {%- set rated -%}
        select
        {{ rankhouse.listed(rankhouse.keys_of_side(plan, "run", "predictions") + rankhouse.columns_read(plan, "predictions", plan.numbers)) }}
        from {{ rankhouse.as_source(plan.predictions, "predictions") }}
    {%- endset -%}
    {%- set wide -%}
        select
        {{ rankhouse.listed(plan.by + carried + sizes) }},
        {{ rankhouse.per_measure(plan, "<value> as value_<number>,\n<sum> as sum_<number>", ",\n") }}
        from rankhouse_{{ "centred" if plan.is_weighted else "rated" }}
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
    {%- if plan.is_weighted -%} {%- do columns.append("wide.weight_sum") -%} {%- endif -%}
    {%- set sql -%}
        select
        {{ rankhouse.listed(columns) }}
        from rankhouse_wide as wide
        cross join rankhouse_measures as measures
    {%- endset -%}
    {%- set steps = [rankhouse.step("rated", "a rating and its prediction", rated)] -%}
    {%- if plan.is_weighted -%} {%- do steps.extend(rankhouse.weighted_error_steps(plan)) -%} {%- endif -%}
    {%- do steps.append(rankhouse.step("wide", "a group, with two columns for each measure", wide)) -%}
    {%- do steps.append(rankhouse.step("measures", "a measure", measures)) -%}
    {{ rankhouse.query_of(steps, "a measure in a group", sql) }}
{%- endmacro %}

{#
rankhouse_errors: weight, NULL of a row that is left out, and rated and error, NULL of a row that counts for nothing;
rankhouse_centred: the same with the weighted means of its group.
#}
{% macro weighted_error_steps(plan) %}
    {%- set carried = plan.by + rankhouse.carried_columns(plan, plan.by) -%}
    {%- set error = rankhouse.rating_error("rating", "prediction") -%}
    {%- set weight = rankhouse.double("source.weight") -%}
    {%- set is_usable = error ~ " is not null and " ~ rankhouse.is_weight(weight) -%}
    {%- set counts = "case when " ~ is_usable ~ " and " ~ weight ~ " > 0 then " -%}
    {%- set columns = {
        "weight": "case when " ~ is_usable ~ " then " ~ weight ~ " end",
        "rated": counts ~ rankhouse.double("rating") ~ " end",
        "error": counts ~ error ~ " end",
    } -%}
    {%- set errors -%}
        select
        {{ rankhouse.listed(carried + rankhouse.named_expressions(columns)) }}
        from rankhouse_rated as source
    {%- endset -%}
    {%- set window = "(partition by " ~ rankhouse.inline(plan.by) ~ ")" if plan.is_grouped else "()" -%}
    {%- set means = [] -%}
    {%- for name in ["rated", "error"] -%}
        {%- set sum = "sum(weight * " ~ name ~ ") over " ~ window -%}
        {%- do means.append(rankhouse.ratio(sum, "sum(weight) over " ~ window) ~ " as mean_" ~ name) -%}
    {%- endfor -%}
    {%- set centred -%}
        select
        {{ rankhouse.listed(carried + ["weight", "rated", "error"] + means) }}
        from rankhouse_errors
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("errors", "a rating with its error and its weight", errors),
                rankhouse.step("centred", "the same, with the means of its group", centred),
            ]
        )
    }}
{% endmacro %}
