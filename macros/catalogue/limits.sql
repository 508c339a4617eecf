{#
Measures of one call, which the engine plans and holds together. DuckDB with a memory limit of 1 GB took 6 seconds and 0.2 GB for
ndcg@1, ndcg@2, ... to 200 of 1,000 queries, 22 and 0.3 to 500, 131 and 0.95 to 2,000; to 500 of 20,000 queries 61 and 1.15.
#}
{% macro most_measures() %} {{ return(500) }}{% endmacro %}

{#
The range of a measure, as it declares it: `lowest` and `highest` are numbers, or `k` for the cutoff. `limits_with` has other
limits under certain options; of several that apply the last one counts. None, or no entry: there is no limit.
#}
{# `limit`, lowest or highest, of a measure that is read, as SQL. #}
{% macro limit_of(declaration, options, k, limit) %}
    {%- set found = namespace(value=declaration.get(limit)) -%}
    {%- for each in declaration.get("limits_with", []) if limit in each -%}
        {%- if rankhouse.all_are_chosen(each.with, options) -%} {%- set found.value = each[limit] -%} {%- endif -%}
    {%- endfor -%}
    {%- set value = k if found.value == "k" else found.value -%}
    {{ return("null" if value is none else value | string) }}
{% endmacro %}

{# Both limits. #}
{% macro limits_of(declaration, options, k) %}
    {{
        return(
            {
                "lowest": rankhouse.limit_of(declaration, options, k, "lowest"),
                "highest": rankhouse.limit_of(declaration, options, k, "highest"),
            }
        )
    }}
{% endmacro %}

{#
The same for the measures in a table, told by their names; `metric` is the part before options and cutoff. NULL where the name
spells an option that may lift the limit, and where the limit is the cutoff.
#}
{% macro limit_by_name(name, metric, limit) -%}
    {%- set names = {} -%}
    {%- for declared in rankhouse.catalogue() if declared.get(limit) is not none and declared[limit] != "k" -%}
        {%- set conditions = [] -%}
        {%- for option in rankhouse.options_that_lift(declared, limit) -%}
            {%- do conditions.append(" and " ~ name ~ " not like '%" ~ option ~ "=%'") -%}
        {%- endfor -%}
        {%- set then = conditions | join ~ " then " ~ declared[limit] -%}
        {%- do names.update({then: names.get(then, []) + [declared.name]}) -%}
    {%- endfor -%}
    case
        {% for then, metrics in names.items() %}
            when {{ metric }} in ({{ rankhouse.literals(metrics, separator=",\n") }}){{ then }}
        {% endfor %}
    end
{%- endmacro %}

{# The options whose values, other than the default, may lift a limit. #}
{% macro options_that_lift(declared, limit) %}
    {%- set options = [] -%}
    {%- for each in declared.get("limits_with", []) if limit in each and each[limit] is none -%}
        {%- for option, choices in each.with.items() -%}
            {%- set is_default = rankhouse.default_of_option(declared.options[option]) in choices -%}
            {%- if not is_default and option not in options -%} {%- do options.append(option) -%} {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(options) }}
{% endmacro %}

{#
rankhouse_ranges: the range of a measure of rankhouse_<source>, as far as its name tells, or no limit where values lie beyond it.
#}
{% macro ranges_step(source) %}
    {%- set name = rankhouse.text("measure") -%}
    {%- set is_low = "value < lowest - 1e-9" -%}
    {%- set is_high = "value > highest + 1e-9" -%}
    {%- set sql -%}
        select
            measure,
            case when sum(case when {{ is_low }} then 1 else 0 end) = 0 then max(lowest) end as lowest,
            case when sum(case when {{ is_high }} then 1 else 0 end) = 0 then max(highest) end as highest
        from (
            select
                measure,
                value,
                {{ rankhouse.double(rankhouse.limit_by_name("name", "metric", "lowest")) }} as lowest,
                {{ rankhouse.double(rankhouse.limit_by_name("name", "metric", "highest")) }} as highest
            from (
                select
                    measure,
                    value,
                    {{ name }} as name,
                    regexp_replace({{ name }}, '[^a-z0-9_].*', '') as metric
                from rankhouse_{{ source }}
            ) as named
        ) as limited
        group by measure
    {%- endset -%}
    {{ return(rankhouse.step("ranges", "a measure, with the range of its values", sql)) }}
{% endmacro %}
