{#
The var rankhouse_columns: entries as in the `columns` of a model's yaml, for those columns of the ready-made models that
follow from the var rankhouse: the grouping columns, query_id and the measures' columns. models/_models.yml reads it.
#}
{# As a dbt operation, after a build: the var with the types that the tables have, to be written into dbt_project.yml. #}
{% macro column_metadata() %}
    {%- set evaluations = rankhouse.settings() -%}
    {%- set said = {"query_id": "The query, as in the run and the judgments."} -%}
    {%- for column in rankhouse.configured_groups() -%}
        {%- do said.update({column: "A column that rows are grouped by."}) -%}
    {%- endfor -%}
    {%- for column, measure in rankhouse.measures_by_column(evaluations).items() -%}
        {%- do said.update({column: "Mean of " ~ measure ~ " over the queries that count."}) -%}
    {%- endfor -%}
    {%- set lines, seen = ["vars:", "  rankhouse_columns:"], ["evaluation", "grouping_set"] -%}
    {%- for table in ["rankhouse__query_metrics", "rankhouse__wide"] -%}
        {%- for column in adapter.get_columns_in_relation(rankhouse.relation_of_model(table)) -%}
            {%- set known = said.keys() | select("equalto", column.name) | list -%}
            {%- set known = known or said.keys() | select("equalto", column.name | lower) | list -%}
            {%- if known and known[0] not in seen -%}
                {%- do seen.append(known[0]) -%}
                {%- do lines.append("    - name: " ~ tojson(known[0])) -%}
                {%- do lines.append("      data_type: " ~ (column.data_type | lower)) -%}
                {%- do lines.append("      description: " ~ tojson(said[known[0]])) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do print(lines | join("\n")) -%}
{% endmacro %}

{# The columns of all measures in rankhouse__wide, with the measure of each. #}
{% macro measures_by_column(evaluations) %}
    {%- set columns = {} -%}
    {%- for evaluation in evaluations -%}
        {%- do columns.update(
            rankhouse.wide_columns(evaluation.arguments.measures, evaluation.arguments.get("convention"))
        ) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{# That each entry of the var is a column of these models, because dbt warns of others. #}
{% macro check_rankhouse_columns(evaluations, groups) %}
    {%- set given = var("rankhouse_columns", none) or [] -%}
    {%- set known = groups + ["query_id"] + rankhouse.measures_by_column(evaluations).keys() | list -%}
    {%- for entry in ([given] if given is string or given is mapping else given) -%}
        {%- if entry is not mapping or entry.get("name") not in known or given is mapping -%}
            {%- set name = entry.get("name", entry) if entry is mapping else entry -%}
            {{
                exceptions.raise_compiler_error(
                    "the var rankhouse_columns, which dbt run-operation rankhouse.column_metadata prints, is a list of entries"
                    ~ " such as {name: system, data_type: varchar, description: ...} for grouping columns, query_id and columns"
                    ~ " of measures, got '"
                    ~ name
                    ~ "'"
                    ~ rankhouse.suggest(name | string, known)
                )
            }}
        {%- endif -%}
    {%- endfor -%}
{% endmacro %}
