{# rankhouse_measured: a measure's value for a query, NULL where the query does not count, with is_counted and is_missing. #}
{% macro measured_steps(plan) %}
    {%- set plan = rankhouse.with_ideals_of_queries(dict(plan, asks_apart=rankhouse.asks_apart(plan))) -%}
    {%- set steps = rankhouse.input_steps(plan, single=not rankhouse.has_lists(plan)) -%}
    {%- do steps.extend(rankhouse.unit_steps(plan)) -%}
    {%- do steps.extend(rankhouse.ranked_steps(plan)) -%}
    {%- do steps.extend(rankhouse.intent_steps(plan)) -%}
    {%- do steps.extend(rankhouse.row_steps(plan)) -%}
    {%- do steps.extend(rankhouse.value_steps(plan)) -%}
    {{ return(steps) }}
{% endmacro %}

{# A measure's value, and what a convention says of a query without relevant items or without a list. #}
{% macro value_of(value, measure) -%}
    {%- if measure.without_relevant is not none -%}
        {%- set without = "case when n_relevant = 0 then " ~ measure.without_relevant ~ " end" -%}
        {%- set value = "coalesce(" ~ value ~ ", " ~ without ~ ")" -%}
    {%- endif -%}
    {{ return("case when n_retrieved > 0 then " ~ value ~ " end" if measure.only == "intersection" else value) }}
{%- endmacro %}

{# `units`: the step that has the queries, with n_relevant, n_judged and n_retrieved. #}
{% macro value_steps(plan, units="units") %}
    {{
        return(
            [
                rankhouse.step(
                    "wide",
                    "a query in its groups, with a column for each measure",
                    rankhouse.wide_values(plan, units),
                ),
            ]
            + rankhouse.query_weight_steps(plan)
            + [rankhouse.measured_step(plan, rankhouse.long_values(plan))]
        )
    }}
{% endmacro %}

{% macro wide_values(plan, units) -%}
    {%- set unit = plan.by + ["query_id"] -%}
    {%- set key = rankhouse.columns_of("units", unit) + ["n_relevant", "n_judged", "n_retrieved"] -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("units", unit) + ["n_relevant", "n_judged", "n_retrieved"]) }},
        {{ rankhouse.per_measure(plan, "<value> as value_<number>", ",\n") }}
        {%- if plan.weighted -%}
            , {{ rankhouse.per_measure(plan, rankhouse.double("<weight>") ~ " as weight_<number>", ",\n") }}
        {%- endif %}
    {%- if rankhouse.has_lists(plan) %}
        from rankhouse_rows as units {%- else %} {{ rankhouse.units_with_rows(plan, units, unit) }} {%- endif %}
    group by {{ rankhouse.listed(key + rankhouse.ideal_columns(plan)) }}
{%- endmacro %}

{% macro units_with_rows(plan, units, unit) -%}
    {{ "\nfrom rankhouse_" ~ units ~ " as units\nleft join rankhouse_" ~ rankhouse.rows_name(plan) ~ " as evaluated" }}
    on {{ rankhouse.match("units", "evaluated", unit) }}
{%- endmacro %}

{# A row for each measure. #}
{% macro long_values(plan) %} {{ return(adapter.dispatch("long_values", "rankhouse")(plan)) }}{% endmacro %}

{% macro default__long_values(plan) -%}
    {%- set columns = ["wide.*", "measures.*"] -%}
    {%- for figure in ["weight", "value"] if figure == "value" or plan.weighted -%}
        {%- set cases = rankhouse.per_measure(plan, "when <number> then " ~ figure ~ "_<number>", "\n") -%}
        {%- do columns.append("case measure_number\n" ~ cases ~ "\nend as " ~ figure) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_wide as wide
    cross join {{ rankhouse.listed_measures(plan) }}
{%- endmacro %}

{# A join, small as it is, is a job of its own there. #}
{% macro spark__long_values(plan) -%}
    {%- set columns = plan.by + ["query_id", "n_relevant", "n_retrieved"] -%}
    {%- set figures = {"measure": "<measure>", "metric": "<metric>", "k": rankhouse.bigint("<k>")} -%}
    {%- do figures.update({"weight": "weight_<number>"} if plan.weighted else {}) -%}
    {%- for name, figure in figures.items() -%}
        {%- set listed = "array(" ~ rankhouse.per_measure(plan, figure, ", ") ~ ")" -%}
        {%- do columns.append("element_at(" ~ listed ~ ", place + 1) as " ~ name) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(columns + ["value"]) }}
    from rankhouse_wide
    lateral view posexplode(array({{ rankhouse.per_measure(plan, "value_<number>", ", ") }})) listed as place, value
{%- endmacro %}

{# `valued`: a query and a measure, with its value, n_relevant and n_retrieved. #}
{% macro measured_step(plan, valued) %}
    {%- set columns = plan.by + ["query_id"] + rankhouse.measure_key(plan) + (["weight"] if plan.weighted else []) -%}
    {%- set valued = rankhouse.with_query_weights(plan, valued) if rankhouse.queries_weigh(plan) else valued -%}
    {%- set counted = {"judged": "n_relevant > 0", "all": "true"}.get(plan.queries, "n_retrieved > 0") -%}
    {%- set of_own = "metric in (" ~ rankhouse.literals(plan.get("own_queries", [])) ~ ")" -%}
    {%- if plan.get("own_queries") -%}
        {#- The value says which queries it is of. -#}
        {%- set own = "value is not null" ~ ("" if plan.queries in ["judged", "all"] else " and n_retrieved > 0") -%}
        {%- set counted = "(" ~ of_own ~ " and " ~ own ~ " or not " ~ of_own ~ " and " ~ counted ~ ")" -%}
    {%- endif -%}
    {%- set value = rankhouse.finite("value") -%}
    {%- if plan.queries != "all" -%}
        {%- set is_counted = counted ~ " and " ~ rankhouse.is_finite_double("value") -%}
        {%- set value = "case when " ~ is_counted ~ " then value end" -%}
    {%- else -%}
        {#- A query without relevant items counts 0, unless 0 is the best that there is. -#}
        {%- set losses = rankhouse.literals(rankhouse.losses_of(rankhouse.catalogue())) -%}
        {%- set has_value = "n_relevant > 0 or metric in (" ~ losses ~ ")" -%}
        {%- set has_value = has_value ~ (" or " ~ of_own if plan.get("own_queries") else "") -%}
        {%- set value = "case\nwhen " ~ has_value ~ "\nthen " ~ value ~ "\nelse coalesce(" ~ value ~ ", 0)\nend" -%}
    {%- endif -%}
    {%- set figures = {
        "is_missing": "n_retrieved = 0 and n_relevant > 0",
        "is_counted": counted,
        "value": value,
    } -%}
    {%- set sql -%}
        select {{ rankhouse.listed([rankhouse.inline(columns)] + rankhouse.named_expressions(figures)) }}
        from (
            {{ valued }}
        ) as valued
    {%- endset -%}
    {{ return(rankhouse.step("measured", "a query and a measure, NULL where the query does not count", sql)) }}
{% endmacro %}

{# The measures as a relation, `measures`: measure_number, measure, metric, k. #}
{% macro listed_measures(plan) %} {{ return(adapter.dispatch("listed_measures", "rankhouse")(plan)) }}{% endmacro %}

{% macro default__listed_measures(plan) -%}
    {%- set row = [
        "select <number> as measure_number",
        "<measure> as measure",
        "<metric> as metric",
        rankhouse.bigint("<k>") ~ " as k",
    ] -%}
    {{ return("(\n" ~ rankhouse.per_measure(plan, row | join(", "), "\nunion all\n") ~ "\n) as measures") }}
{%- endmacro %}

{% macro measures_as_values(plan) -%}
    {%- set row = "(<number>, <measure>, <metric>, " ~ rankhouse.bigint("<k>") ~ ")" -%}
    {%- set rows = rankhouse.per_measure(plan, row, ",\n") -%}
    {{ return("(\nvalues\n" ~ rows ~ "\n) as measures(measure_number, measure, metric, k)") }}
{%- endmacro %}

{% macro duckdb__listed_measures(plan) %} {{ return(rankhouse.measures_as_values(plan)) }}{% endmacro %}

{# For a union beside a large table Postgres starts parallel workers, which may cost more than the query itself. #}
{% macro postgres__listed_measures(plan) %} {{ return(rankhouse.measures_as_values(plan)) }}{% endmacro %}

{# On Spark each part of a union is a task of its own. #}
{% macro spark__listed_measures(plan) %} {{ return(rankhouse.measures_as_values(plan)) }}{% endmacro %}

{# Redshift takes no list of values in FROM. #}
{% macro redshift__listed_measures(plan) %} {{ return(rankhouse.default__listed_measures(plan)) }}{% endmacro %}
