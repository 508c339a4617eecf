{#
rankhouse_grouped: every value once for each set of grouping columns, the columns outside the set NULL. These are few rows
beside those that were ranked; and unlike `grouping sets` in SQL this works with weighted means.
#}
{% macro grouped_steps(plan, grouping_sets) %}
    {%- set sets, columns = [], [] -%}
    {%- for names in grouping_sets -%}
        {%- set named = rankhouse.literal(names | join(", ")) -%}
        {%- do sets.append("select " ~ loop.index ~ " as set_number, " ~ named ~ " as grouping_set") -%}
    {%- endfor -%}
    {%- for column in rankhouse.set_columns(plan) -%}
        {%- set numbers = rankhouse.sets_with(plan.outputs[loop.index0], grouping_sets) -%}
        {%- do columns.append(
            "case when sets.set_number in (" ~ numbers ~ ") then summable." ~ column ~ " end as " ~ column
        ) -%}
    {%- endfor -%}
    {%- do columns.append("sets.grouping_set") -%}
    {%- set figures = ["measure", "metric", "k", "is_missing"] + (["weight"] if plan.weighted else []) + ["value"] -%}
    {%- if plan.get("cluster") is not none -%} {%- set figures = figures + ["query_id", "cluster_id"] -%} {%- endif -%}
    {%- set grouped -%}
        select
        {{ rankhouse.listed(columns + rankhouse.select_of("summable", figures)) }}
        from rankhouse_summable as summable
        cross join rankhouse_sets as sets
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("sets", "a set of grouping columns", sets | join("\nunion all\n")),
                rankhouse.step("grouped", "a value that counts, in a group of a set", grouped),
            ]
        )
    }}
{% endmacro %}

{# The user's grouping columns under names of ours: set_column_1, set_column_2, ... #}
{% macro set_columns(plan) %}
    {%- set columns = [] -%}
    {%- for name in plan.outputs -%} {%- do columns.append("set_column_" ~ loop.index) -%} {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{# The numbers of the sets that contain a column; 0, which is no set's number, when none does. #}
{% macro sets_with(column, grouping_sets) %}
    {%- set numbers = [0] -%}
    {%- for columns in grouping_sets if column in columns -%}
        {%- do numbers.append(grouping_sets.index(columns) + 1) -%}
    {%- endfor -%}
    {{ return(numbers | join(", ")) }}
{% endmacro %}

{# Checks that these are sets of the grouping columns; none means no sets. #}
{% macro check_grouping_sets(outputs, grouping_sets) %}
    {%- if grouping_sets is none -%} {{ return(none) }}
    {%- elif grouping_sets is string or grouping_sets is mapping or grouping_sets is not iterable or not grouping_sets -%}
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
                    "grouping_sets: '" ~ column ~ "' is not a grouping column" ~ rankhouse.suggest(column, outputs)
                )
            }}
        {%- endfor -%}
        {%- if columns | sort in seen -%}
            {{ exceptions.raise_compiler_error("grouping_sets has the set " ~ columns ~ " twice") }}
        {%- endif -%}
        {%- do seen.append(columns | sort) -%}
    {%- endfor -%}
{% endmacro %}
