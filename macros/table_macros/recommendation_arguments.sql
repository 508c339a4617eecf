{# As arguments.sql, for recommendation_metrics: its inputs are tables that may be left out. #}
{% macro recommendation_plan_from_arguments() %}
    {%- set inputs = {} -%}
    {%- for side, columns in rankhouse.recommendation_inputs().items() -%}
        {%- do inputs.update({side: rankhouse.optional_relation(side, columns)}) -%}
    {%- endfor -%}
    {%- do inputs.update({"features": rankhouse.optional_relation("features", ["item_id", "feature", "value"])}) -%}
    {{
        return(
            {
                "run": rankhouse.grouped_relation(["query_id", "item_id", "score"]),
                "inputs": inputs,
                "judgments": inputs.judgments,
                "declarations": rankhouse.recommendation_catalogue(),
                "columns": {"features.value": "value"},
                "checked": false,
                "from_arguments": false,
                "requests_given": true,
                "depth": none,
                "run_outputs": ["by_1"],
                "judged_outputs": [],
                "by": ["by_1"],
                "run_by": ["by_1"],
            }
        )
    }}
{% endmacro %}

{# The run's columns by their arguments' names, with the grouping columns packed into by_1. #}
{% macro grouped_relation(columns) -%}
    (
        select
            {{ rankhouse.packed_columns("by_1", "rankhouse_ungrouped_run", rankhouse.names_column("$by")) }}
            {%- for column in columns %}, {{ rankhouse.argument_column(column) }} as {{ column }} {%- endfor %}
        from (select *, 0 as rankhouse_ungrouped_run from query_table($run)) as given
    ) as read
{%- endmacro %}

{#
The columns of a table that may be NULL, none of whose rows are there then. `value` may be NULL by itself: 1 for every
row.
#}
{% macro optional_relation(side, columns) -%}
    (
        select
            {%- for column in columns %}
                columns(
                    lambda column_name:lower(column_name) = case
                        when ${{ side }} is null{{ " or $value is null" if column == "value" }}
                        then 'rankhouse_one'
                        else lower(${{ column }})
                    end
                ) as {{ column }}{{ "," if not loop.last }}
            {%- endfor %}
        from (select *, 1 as rankhouse_one from query_table(coalesce(${{ side }}, $run))) as given
        where ${{ side }} is not null
    ) as read
{%- endmacro %}

{# The requests, with the policies that recommendations do not have at their defaults. #}
{% macro request_ctes_of_defaults() %}
    {%- set text = namespace(sql=rankhouse.request_ctes(rankhouse.recommendation_catalogue())) -%}
    {%- for name, choices in rankhouse.policies().items() -%}
        {%- set text.sql = text.sql | replace("$" ~ name, rankhouse.literal(choices[0])) -%}
    {%- endfor -%}
    {{ return(text.sql) }}
{% endmacro %}
