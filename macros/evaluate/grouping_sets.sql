{#
rankhouse_grouped: every value once for each set of grouping columns, the columns outside the set NULL. These are few rows
beside those that were ranked; and unlike `grouping sets` in SQL it goes with weighted means.
#}
{% macro grouped_ctes(plan, grouping_sets) -%}
    {%- do rankhouse.check_grouping_sets(plan.outputs, grouping_sets) %}
    rankhouse_sets as (
        {%- for columns in grouping_sets %}
            select
                {{ loop.index }} as set_number,
                {{ rankhouse.literal(columns | join(", ")) }} as grouping_set
                {{ "union all" if not loop.last }}
        {%- endfor %}
    ),
    rankhouse_grouped as (
        select
            {%- for column in plan.by %}
                case
                    when sets.set_number in ({{ rankhouse.sets_with(plan.outputs[loop.index0], grouping_sets) }})
                    then counted.{{ column }}
                end as {{ column }},
            {%- endfor %}
            sets.grouping_set,
            {%- for column in ["measure", "metric", "k", "is_missing"] + (["weight"] if plan.weighted else []) %}
                counted.{{ column }} as {{ column }},
            {%- endfor %}
            counted.value as value
        from rankhouse_counted as counted
        cross join rankhouse_sets as sets
    ),
{%- endmacro %}

{# The numbers of the sets that a column is in; 0, which none has, when it is in none. #}
{% macro sets_with(column, grouping_sets) %}
    {%- set numbers = [0] -%}
    {%- for columns in grouping_sets if column in columns -%}
        {%- do numbers.append(grouping_sets.index(columns) + 1) -%}
    {%- endfor -%}
    {{ return(numbers | join(", ")) }}
{% endmacro %}

{% macro check_grouping_sets(outputs, grouping_sets) %}
    {%- if grouping_sets is string or grouping_sets is mapping or grouping_sets is not iterable or not grouping_sets -%}
        {{
            exceptions.raise_compiler_error(
                "grouping_sets is a list of lists of columns, such as [['system', 'segment'], ['system'], []], got '"
                ~ grouping_sets
                ~ "'"
            )
        }}
    {%- endif -%}
    {%- set seen = [] -%}
    {%- for columns in grouping_sets -%}
        {%- do rankhouse.list_of_names("a set of grouping_sets", columns) -%}
        {%- for column in columns if column not in outputs -%}
            {{
                exceptions.raise_compiler_error(
                    "grouping_sets: '" ~ column ~ "' is no grouping column" ~ rankhouse.suggest(column, outputs)
                )
            }}
        {%- endfor -%}
        {%- if columns | sort in seen -%}
            {{ exceptions.raise_compiler_error("grouping_sets has the set " ~ columns ~ " twice") }}
        {%- endif -%}
        {%- do seen.append(columns | sort) -%}
    {%- endfor -%}
{% endmacro %}
