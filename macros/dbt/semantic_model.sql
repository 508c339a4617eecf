{#
As a dbt operation: MetricFlow's semantic model of the values by query, and a metric for each measure, as yaml:
`dbt --quiet run-operation rankhouse.semantic_model > models/semantic_models.yml`. A mean over queries is made of the values of
the queries, so that it is right for every group, period and filter.
#}
{% macro semantic_model(model="query_quality", day=none) %}
    {%- do rankhouse.refuse_others("semantic_model", kwargs) -%}
    {%- set evaluations = rankhouse.settings() -%}
    {%- set models, metrics = ["semantic_models:"], ["metrics:"] -%}
    {%- for evaluation in evaluations -%}
        {%- do models.extend(rankhouse.semantic_model_of(evaluation, model, day)) -%}
        {%- do metrics.extend(rankhouse.semantic_metrics_of(evaluation)) -%}
    {%- endfor -%}
    {%- set head = [
        "# Made by dbt run-operation rankhouse.semantic_model. MetricFlow needs a model of this project, models/"
        ~ model
        ~ ".sql:",
        "# select * from {{ ref('rankhouse', 'rankhouse__query_metrics') }}",
        "version: 2",
        "",
    ] -%}
    {%- do print((head + models + [""] + metrics) | join("\n")) -%}
{% endmacro %}

{# Of several evaluations each has one, and its name before the names of its parts. #}
{% macro semantic_model_of(evaluation, model, day) %}
    {%- set entity = rankhouse.semantic_name(evaluation, "evaluation") -%}
    {%- set groups = rankhouse.groups_of_evaluations([evaluation]) -%}
    {%- set day = rankhouse.semantic_day(evaluation, groups, day) -%}
    {%- set lines = [
        "  - name: " ~ rankhouse.semantic_name(evaluation, model),
        "    description: A measure of each query that counts.",
        "    model: ref('" ~ model ~ "')",
        "    defaults:",
        "      agg_time_dimension: evaluated_on",
        "    primary_entity: " ~ entity,
        "    entities:",
        "      - {name: "
        ~ rankhouse.semantic_name(evaluation, "query")
        ~ ", type: foreign, expr: query_id}",
        "    dimensions:",
        "      - name: evaluated_on",
        "        type: time",
        "        expr: " ~ tojson(rankhouse.semantic_expression(day)),
        "        type_params: {time_granularity: day}",
    ] -%}
    {%- set named = ["measure"] + ([] if evaluation.name is none else ["evaluation"]) -%}
    {%- for column in groups if column != day -%}
        {%- do lines.append(
            "      - {name: "
            ~ rankhouse.measure_column(column | lower)
            ~ ", type: categorical, expr: "
            ~ tojson(rankhouse.semantic_expression(column))
            ~ "}"
        ) -%}
    {%- endfor -%}
    {%- for column in named -%}
        {%- do lines.append("      - {name: " ~ column ~ ", type: categorical}") -%}
    {%- endfor -%}
    {%- do lines.extend(
        [
            "    measures:",
            "      - name: " ~ rankhouse.semantic_name(evaluation, "mean_value"),
            "        description: Mean over the queries that have a value.",
            "        agg: average",
            "        expr: value",
            "      - name: " ~ rankhouse.semantic_name(evaluation, "n_values"),
            "        description: Number of queries that have a value.",
            "        agg: sum",
            "        expr: case when value is not null then 1 else 0 end",
        ]
    ) -%}
    {{ return(lines) }}
{% endmacro %}

{# A metric for each measure that is a plain mean over queries, and one of their number. #}
{% macro semantic_metrics_of(evaluation) %}
    {%- set entity, lines = rankhouse.semantic_name(evaluation, "evaluation"), [] -%}
    {%- set columns = rankhouse.measures_by_column([evaluation]) -%}
    {%- for column, measure in columns.items() if "weights=" not in measure and measure.split("(")[0] != "gmap" -%}
        {%- for name, text, value in [
            (column, "Mean of " ~ measure ~ " over queries.", "mean_value"),
            (column ~ "_queries", "Number of queries in the mean of " ~ measure ~ ".", "n_values"),
        ] -%}
            {%- set filter = "{{ Dimension('" ~ entity ~ "__measure') }} = " ~ rankhouse.literal(measure) -%}
            {%- if evaluation.name is not none -%}
                {%- set is_one = (
                    "{{ Dimension('" ~ entity ~ "__evaluation') }} = " ~ rankhouse.literal(evaluation.name)
                ) -%}
                {%- set filter = filter ~ " and " ~ is_one -%}
            {%- endif -%}
            {%- do lines.extend(
                [
                    "  - name: " ~ rankhouse.semantic_name(evaluation, name),
                    "    label: " ~ tojson(measure if value == "mean_value" else "Queries of " ~ measure),
                    "    description: " ~ tojson(text),
                    "    type: simple",
                    "    type_params: {measure: " ~ rankhouse.semantic_name(evaluation, value) ~ "}",
                    "    filter: " ~ tojson(filter),
                ]
            ) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(lines) }}
{% endmacro %}

{# Letters, digits and underscores, after the name of one of several evaluations. #}
{% macro semantic_name(evaluation, name) %}
    {%- if evaluation.name is none -%} {{ return(name) }}{%- endif -%}
    {{ return(rankhouse.measure_column(evaluation.name | lower) ~ "_" ~ name) }}
{% endmacro %}

{# A column as an expression; one of a plain name as it is. #}
{% macro semantic_expression(column) %}
    {{
        return(
            column
            if rankhouse.measure_column(column) == column and column == column | lower
            else rankhouse.quoted(column)
        )
    }}
{% endmacro %}

{# The column of the days: the one that is named, that of the partition, of the latest rows, or `day`. #}
{% macro semantic_day(evaluation, groups, day) %}
    {%- set partition = evaluation.arguments.get("partition") -%}
    {%- set found = day or partition or evaluation.latest or "day" -%}
    {%- if found not in groups -%}
        {{
            exceptions.raise_compiler_error(
                "a semantic model needs a column of days among by or judgments_by"
                ~ ("" if evaluation.name is none else " of evaluation '" ~ evaluation.name ~ "'")
                ~ ", got '"
                ~ found
                ~ "': name it with day"
                ~ (rankhouse.suggest(found, groups) if groups else "")
            )
        }}
    {%- endif -%}
    {{ return(found) }}
{% endmacro %}
