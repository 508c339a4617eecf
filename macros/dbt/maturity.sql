{#
The newest value of a column such as the day whose labels are complete. Labels come late, and the newest day of a table may
have three queries of a thousand. `complete` says which values count, for every reader in the same way:
    a mapping   all that it states hold: {min_queries: 100, age: 3}; {} counts every value
    a relation  that has the column and is_complete, such as a model of label_maturity
    none        the var's own, where it has `complete` and the column is its `latest`; else every value counts
#}
{# `is_by_query`: whether the relation has values by query, or means. #}
{% macro newest_value(relation, column, complete, is_by_query=false, condition="1 = 1") -%}
    {%- set name = rankhouse.quoted(column) -%}
    {%- set conditions = [condition] -%}
    {%- if complete -%}
        {%- set values = rankhouse.complete_values(relation, column, complete, is_by_query) -%}
        {%- do conditions.append(name ~ " in (" ~ values ~ ")") -%}
    {%- endif -%}
    select max({{ name }}) as newest
    from (select * from {{ relation }}) as listed
    where {{ conditions | join(" and ") }}
{%- endmacro %}

{% macro complete_values(relation, column, complete, is_by_query=false) -%}
    {%- set name = rankhouse.quoted(column) -%}
    {%- set n_queries = "count(distinct query_id)" if is_by_query else "max(n_queries)" -%}
    {%- if not rankhouse.is_a_rule(complete) -%}
        select {{ name }} from (select * from {{ complete }}) as listed where is_complete
    {%- else -%}
        select {{ name }}
        from (select * from {{ relation }}) as listed
        where {{ name }} is not null
        group by {{ name }}
        having {{ rankhouse.maturity_conditions(complete, name, n_queries) | join(" and ") }}
    {%- endif -%}
{%- endmacro %}

{# What a value of the column fulfils if it is complete, as SQL. #}
{% macro maturity_conditions(complete, column, n_queries, share_judged=none) %}
    {%- set conditions = [] -%}
    {%- if "min_queries" in complete -%}
        {%- do conditions.append(n_queries ~ " >= " ~ complete.min_queries) -%}
    {%- endif -%}
    {%- if "share_judged" in complete -%}
        {%- do conditions.append(share_judged ~ " >= " ~ complete.share_judged) -%}
    {%- endif -%}
    {%- if "age" in complete -%}
        {%- set day = rankhouse.plus_days(rankhouse.as_date(column), complete.age | string) -%}
        {%- do conditions.append(day ~ " <= " ~ rankhouse.as_date(rankhouse.evaluated_at())) -%}
    {%- endif -%}
    {{ return(conditions or ["1 = 1"]) }}
{% endmacro %}

{# A mapping of conditions, not a relation, which dbt makes a mapping too. #}
{% macro is_a_rule(complete) %} {{ return(complete is mapping and complete.identifier is not defined) }}{% endmacro %}

{#
`complete` of a reader of a finished table: checked, and the var's where it is none. `column`: its `latest`, none where it
looks at every row.
#}
{% macro complete_of(column, complete=none) %}
    {%- if column is none -%}
        {%- if complete is not none -%}
            {{
                exceptions.raise_compiler_error(
                    "complete says which values of a column count: name the column, such as the day, with latest"
                )
            }}
        {%- endif -%}
        {{ return({}) }}
    {%- endif -%}
    {%- if complete is none -%} {{ return(rankhouse.configured_maturity(column)) }}{%- endif -%}
    {%- if not rankhouse.is_a_rule(complete) -%}
        {%- do rankhouse.a_relation("complete", complete) -%} {{ return(complete) }}
    {%- endif -%}
    {%- do rankhouse.check_complete(complete) -%}
    {%- if "share_judged" in complete -%}
        {{
            exceptions.raise_compiler_error(
                "complete: a table of metrics does not know how many queries are still unjudged, so it has no"
                ~ " share_judged: make a model of rankhouse.label_maturity and give it as complete: ref('rankhouse__maturity')"
            )
        }}
    {%- endif -%}
    {{ return(complete) }}
{% endmacro %}

{# Refuses what is no rule of completeness. #}
{% macro check_complete(complete) %}
    {%- set limits = rankhouse.maturity_limits() -%}
    {%- if not rankhouse.is_a_rule(complete) -%}
        {{
            exceptions.raise_compiler_error(
                "complete is a mapping such as {share_judged: 0.8} or {min_queries: 100, age: 3}, got '"
                ~ complete
                ~ "'"
            )
        }}
    {%- endif -%}
    {%- for name, value in complete.items() -%}
        {%- if name not in limits -%}
            {{
                exceptions.raise_compiler_error(
                    "complete has no key '" ~ name ~ "'" ~ rankhouse.suggest(name | string, limits.keys() | list)
                )
            }}
        {%- endif -%}
    {%- endfor -%}
    {%- for name, spec in limits.items() if name in complete -%}
        {%- do rankhouse.a_number("complete: " ~ name, complete[name], spec) -%}
    {%- endfor -%}
{% endmacro %}

{% macro maturity_limits() %}
    {{
        return(
            {
                "min_queries": {"kind": "whole", "from": 1},
                "share_judged": {"kind": "number", "above": 0, "to": 1},
                "age": {"kind": "whole", "from": 0, "to": 36500},
            }
        )
    }}
{% endmacro %}
