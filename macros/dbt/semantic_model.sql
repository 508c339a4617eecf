{#
As a dbt operation: MetricFlow's semantic model of the values by query, and a metric for each measure, as yaml:
`dbt --quiet run-operation rankhouse.semantic_model > models/semantic_models.yml`. A mean over queries is made of the values of
the queries, so that it is right for every group, period and filter. `legacy`: as dbt before 1.12 reads it; by default, as the dbt
that runs reads it.
#}
{% macro semantic_model(model="query_quality", day=none, legacy=none) %}
    {%- do rankhouse.refuse_others("semantic_model", kwargs) -%}
    {%- do rankhouse.read_arguments("semantic_model", {"model": model, "day": day, "legacy": legacy}) -%}
    {%- set evaluations = rankhouse.settings() -%}
    {%- set is_legacy = rankhouse.reads_legacy_semantics() if legacy is none else legacy -%}
    {%- set lines = [
        "# Made by dbt run-operation rankhouse.semantic_model. MetricFlow needs a model of this project, models/"
        ~ model
        ~ ".sql:",
        "# select * from {{ ref('rankhouse', 'rankhouse__query_metrics') }}",
    ] -%}
    {%- if is_legacy -%}
        {%- set models, metrics = ["semantic_models:"], ["metrics:"] -%}
        {%- for evaluation in evaluations -%}
            {%- do models.extend(rankhouse.semantic_model_of(evaluation, model, day)) -%}
            {%- do metrics.extend(rankhouse.semantic_metrics_of(evaluation)) -%}
        {%- endfor -%}
        {%- do lines.extend(["version: 2", ""] + models + [""] + metrics) -%}
    {%- else -%}
        {%- do lines.append(
            "# What else is said of it belongs here too: dbt takes the properties of a model from one place."
        ) -%}
        {%- do lines.extend(["version: 2", ""] + rankhouse.model_with_semantics(evaluations, model, day)) -%}
    {%- endif -%}
    {%- do print(lines | join("\n")) -%}
{% endmacro %}

{# dbt Core 1.12 and v2 read semantics among the properties of a model. #}
{% macro reads_legacy_semantics() %}
    {%- set major, minor = (dbt_version | default("2.0")).split(".")[:2] -%}
    {{ return(major | int == 1 and minor | int < 12) }}
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
    {%- set lines = [] -%}
    {%- for metric in rankhouse.semantic_metrics(evaluation, rankhouse.semantic_name(evaluation, "evaluation")) -%}
        {%- do lines.extend(
            [
                "  - name: " ~ metric.name,
                "    label: " ~ tojson(metric.label),
                "    description: " ~ tojson(metric.description),
                "    type: simple",
                "    type_params: {measure: " ~ rankhouse.semantic_name(evaluation, metric.of) ~ "}",
                "    filter: " ~ tojson(metric.filter),
            ]
        ) -%}
    {%- endfor -%}
    {{ return(lines) }}
{% endmacro %}

{# What both forms say of them; `entity`: the one whose dimensions they are filtered by, `of`: which of the two. #}
{% macro semantic_metrics(evaluation, entity) %}
    {%- set found = [] -%}
    {%- set columns = rankhouse.measures_by_column([evaluation]) -%}
    {%- for column, measure in columns.items() if "weights=" not in measure and measure.split("(")[0] != "gmap" -%}
        {%- set filter = "{{ Dimension('" ~ entity ~ "__measure') }} = " ~ rankhouse.literal(measure) -%}
        {%- if evaluation.name is not none -%}
            {%- set is_one = "{{ Dimension('" ~ entity ~ "__evaluation') }} = " ~ rankhouse.literal(evaluation.name) -%}
            {%- set filter = filter ~ " and " ~ is_one -%}
        {%- endif -%}
        {%- for name, label, description, of in [
            (column, measure, "Mean of " ~ measure ~ " over queries.", "mean_value"),
            (
                column ~ "_queries",
                "Queries of " ~ measure,
                "Number of queries in the mean of " ~ measure ~ ".",
                "n_values",
            ),
        ] -%}
            {%- do found.append(
                {
                    "name": rankhouse.semantic_name(evaluation, name),
                    "label": label,
                    "description": description,
                    "of": of,
                    "filter": filter,
                }
            ) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(found) }}
{% endmacro %}

{#
The properties of the model. It has one row of properties for all evaluations: a column of days that not all of them share is a time of
its own, which the metrics of these name.
#}
{% macro model_with_semantics(evaluations, model, day) %}
    {%- set days, groups, times = [], [], {} -%}
    {%- for evaluation in evaluations -%}
        {%- set own = rankhouse.groups_of_evaluations([evaluation]) -%}
        {%- do days.append(rankhouse.semantic_day(evaluation, own, day)) -%}
        {%- for column in own if column not in groups -%} {%- do groups.append(column) -%} {%- endfor -%}
    {%- endfor -%}
    {%- for column in days | unique -%}
        {%- do times.update(
            {
                column: (
                    "evaluated_on"
                    if loop.first
                    else rankhouse.measure_column(column | lower) ~ "_evaluated_on"
                )
            }
        ) -%}
    {%- endfor -%}
    {%- set columns, derived, metrics = (
        ["      - name: query_id", "        entity: {name: query, type: foreign}"],
        [],
        [],
    ) -%}
    {%- for column in times.keys() | list + (groups | reject("in", times) | list) -%}
        {%- set is_plain = rankhouse.semantic_expression(column) == column -%}
        {%- set name = times[column] or rankhouse.measure_column(column | lower) -%}
        {%- set of_time = ", type: time" if column in times else ", type: categorical" -%}
        {%- if is_plain -%}
            {%- do columns.append("      - name: " ~ tojson(column)) -%}
            {%- if column in times -%} {%- do columns.append("        granularity: day") -%} {%- endif -%}
            {%- do columns.append("        dimension: {name: " ~ name ~ of_time ~ "}") -%}
        {%- else -%}
            {%- set granularity = ", granularity: day" if column in times else "" -%}
            {%- set expression = tojson(rankhouse.quoted(column)) -%}
            {%- do derived.append(
                "        - {name: " ~ name ~ of_time ~ granularity ~ ", expr: " ~ expression ~ "}"
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- for column in ["measure"] + (["evaluation"] if evaluations[0].name is not none else []) -%}
        {%- do columns.extend(["      - name: " ~ column, "        dimension: {type: categorical}"]) -%}
    {%- endfor -%}
    {%- for evaluation in evaluations -%}
        {%- set time = times[days[loop.index0]] -%}
        {%- for metric in rankhouse.semantic_metrics(evaluation, "evaluation") -%}
            {%- set is_mean = metric.of == "mean_value" -%}
            {%- do metrics.extend(
                [
                    "      - name: " ~ metric.name,
                    "        label: " ~ tojson(metric.label),
                    "        description: " ~ tojson(metric.description),
                    "        type: simple",
                    "        agg: " ~ ("average" if is_mean else "sum"),
                    "        expr: "
                    ~ ("value" if is_mean else "case when value is not null then 1 else 0 end"),
                    "        filter: " ~ tojson(metric.filter),
                ]
            ) -%}
            {%- if time != "evaluated_on" -%}
                {%- do metrics.append("        agg_time_dimension: " ~ time) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set lines = [
        "models:",
        "  - name: " ~ model,
        "    description: A measure of each query that counts.",
        "    semantic_model: {enabled: true}",
        "    agg_time_dimension: evaluated_on",
        "    primary_entity: evaluation",
        "    columns:",
    ] + columns -%}
    {%- if derived -%} {%- do lines.extend(["    derived_semantics:", "      dimensions:"] + derived) -%} {%- endif -%}
    {{ return(lines + ["    metrics:"] + metrics) }}
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
