{# As arguments.sql, for recommendation_metrics: its inputs are tables that may be left out. #}
{% macro recommendation_parameters() %}
    {{
        return(
            {
                "run": none,
                "measures": "null",
                "items": "null",
                "interactions": "null",
                "judgments": "null",
                "features": "null",
                "distances": "null",
                "baseline": "null",
                "by": "[]",
                "query_id": "'query_id'",
                "item_id": "'item_id'",
                "score": "'score'",
                "relevance": "'relevance'",
                "feature": "'feature'",
                "weight": "null",
                "other_item_id": "'other_item_id'",
                "distance": "'distance'",
            }
        )
    }}
{% endmacro %}

{% macro recommendation_plan_from_arguments() %}
    {%- set inputs = {} -%}
    {%- for side, columns in rankhouse.recommendation_inputs().items() -%}
        {%- set optional = ["weight"] if side == "features" else [] -%}
        {%- do inputs.update({side: rankhouse.optional_relation(side, columns + optional)}) -%}
    {%- endfor -%}
    {{
        return(
            {
                "run": rankhouse.argument_rows(
                    "run", ["query_id", "item_id", "score"], rankhouse.recommendation_groups(), "$by", "the run"
                ),
                "whole": rankhouse.no_argument_row("run", rankhouse.recommendation_groups()),
                "inputs": inputs,
                "judgments": inputs.judgments,
                "declarations": rankhouse.recommendation_catalogue(),
                "columns": {"features.weight": "weight"},
                "checked": false,
                "from_arguments": false,
                "requests_given": true,
                "depth": rankhouse.depth_argument(),
                "run_outputs": ["by_1"],
                "judged_outputs": [],
                "by": ["by_1"],
                "run_by": ["by_1"],
            }
        )
    }}
{% endmacro %}

{% macro recommendation_groups() %} {{ return({"by_1": rankhouse.names_column("$by")}) }}{% endmacro %}

{#
The columns of a table that may be NULL: then there is no row, and ids have the type of the run's. `weight` may be NULL
by itself: 1 in every row.
#}
{% macro optional_relation(side, columns) -%}
    {%- set of_run = {
        "query_id": "lower($query_id)",
        "item_id": "lower($item_id)",
        "other_item_id": "lower($item_id)",
    } -%}
    (
        select
            {%- for column in columns %}
                columns(
                    lambda column_name:lower(column_name) = case
                        when {{ "$" ~ side }} is null{{ " or $weight is null" if column == "weight" }}
                        then {{ of_run.get(column, "'rankhouse_one'") }}
                        else lower({{ "$" ~ column }})
                    end
                ) as {{ column }}{{ "," if not loop.last }}
            {%- endfor %}
        from (select *, 1 as rankhouse_one from query_table(coalesce({{ "$" ~ side }}, $run))) as given
        where {{ "$" ~ side }} is not null
    ) as read
{%- endmacro %}

{# True, or the error that names the input which a measure asked for does without. #}
{% macro inputs_are_given() -%}
    case
        {%- for declaration in rankhouse.recommendation_catalogue() %}
            {%- for need in declaration.inputs %}
                when
                    {{ "$" ~ need.input }} is null and requests.metric = {{ rankhouse.literal(declaration.name) }}
                    {%- if need.option is defined %}
                        and requests.{{ need.option }} = {{ rankhouse.literal(need.choice) }}
                    {%- endif %}
                then error(requests.measure || {{ rankhouse.literal(rankhouse.needs_input("", need.input)) }})
            {%- endfor %}
        {%- endfor %}
        else true
    end
{%- endmacro %}
