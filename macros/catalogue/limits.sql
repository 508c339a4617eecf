{#
Measures of one call, which the engine plans and holds together. DuckDB with a memory limit of 1 GB took 6 seconds and 0.2 GB for
ndcg@1, ndcg@2, ... to 200 of 1,000 queries, 22 and 0.3 to 500, 131 and 0.95 to 2,000; to 500 of 20,000 queries 61 and 1.15.
#}
{% macro most_measures() %} {{ return(500) }}{% endmacro %}

{#
The range of a measure, as it declares it: `lowest` and `highest` are numbers, or `k` for the cutoff. `limits_with` has other
limits under certain options; of several that apply the last one counts. None, or no entry: there is no limit. The words for a
range follow, unless `range` has others, in which {lowest} and {highest} stand for the limits.
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
The same for the measures in a table, told by their names as they are spelled here: an option that the name does not say has its
default. `metric` is the part before options and cutoff.
#}
{% macro limit_by_name(name, metric, limit) -%}
    {%- set names, usual = {}, {} -%}
    {%- for declared in rankhouse.catalogue() -%}
        {%- for rule in declared.get("limits_with", []) | reverse if limit in rule -%}
            {%- set conditions = [] -%}
            {%- for option, choices in rule.with.items() -%}
                {%- do conditions.append(" and " ~ rankhouse.name_says(declared, name, option, choices)) -%}
            {%- endfor -%}
            {%- set then = conditions | join ~ " then " ~ rankhouse.limit_in_sql(rule[limit], name) -%}
            {%- do names.update({then: names.get(then, []) + [declared.name]}) -%}
        {%- endfor -%}
        {%- if declared.get(limit) is not none -%}
            {%- set then = " then " ~ rankhouse.limit_in_sql(declared[limit], name) -%}
            {%- do usual.update({then: usual.get(then, []) + [declared.name]}) -%}
        {%- endif -%}
    {%- endfor -%}
    case
        {% for then, metrics in dict(names, **usual).items() %}
            when {{ metric }} in ({{ rankhouse.literals(metrics, separator=",\n") }}){{ then }}
        {% endfor %}
    end
{%- endmacro %}

{# Whether a name has one of these choices of an option, as it says or by default. #}
{% macro name_says(declared, name, option, choices) %}
    {%- set said = [] -%}
    {%- for choice in choices -%}
        {%- do said.append(name ~ " like '%" ~ option ~ "=" ~ choice ~ "%'") -%}
    {%- endfor -%}
    {%- if rankhouse.default_of_option(declared.options[option]) in choices -%}
        {%- do said.append(name ~ " not like '%" ~ option ~ "=%'") -%}
    {%- endif -%}
    {{ return("(" ~ said | join(" or ") ~ ")") }}
{% endmacro %}

{% macro limit_in_sql(limit, name) %}
    {%- if limit == "k" -%} {{ return(rankhouse.cutoff_by_name(name)) }}{%- endif -%}
    {{ return("null" if limit is none else limit | string) }}
{% endmacro %}

{# The part before options and cutoff. #}
{% macro metric_by_name(name) %} {{ return("regexp_replace(" ~ name ~ ", '[^a-z0-9_].*', '')") }}{% endmacro %}

{# The cutoff that a name ends in; NULL without one. #}
{% macro cutoff_by_name(name) %}
    {%- set cutoff = "regexp_replace(" ~ name ~ ", '^[^@]*@?', '')" -%}
    {%- set is_whole = "regexp_replace(" ~ cutoff ~ ", '^[0-9]+$', '') = ''" -%}
    {{ return("\ncase\nwhen " ~ is_whole ~ "\nthen " ~ rankhouse.double("nullif(" ~ cutoff ~ ", '')") ~ "\nend") }}
{% endmacro %}

{#
rankhouse_ranges: the range of a measure of rankhouse_<source> in a group, as far as its name tells, or no limit where values lie
beyond it.
#}
{% macro ranges_step(source, by) %}
    {%- set key = rankhouse.listed(by + ["measure"]) -%}
    {%- set name = rankhouse.text("measure") -%}
    {%- set is_low = "value < lowest - 1e-9" -%}
    {%- set is_high = "value > highest + 1e-9" -%}
    {%- set sql -%}
        select
            {{ key }},
            case when sum(case when {{ is_low }} then 1 else 0 end) = 0 then max(lowest) end as lowest,
            case when sum(case when {{ is_high }} then 1 else 0 end) = 0 then max(highest) end as highest
        from (
            select
                {{ key }},
                value,
                {{ rankhouse.double(rankhouse.limit_by_name("name", "metric", "lowest")) }} as lowest,
                {{ rankhouse.double(rankhouse.limit_by_name("name", "metric", "highest")) }} as highest
            from (
                select
                    {{ key }},
                    value,
                    {{ name }} as name,
                    {{ rankhouse.metric_by_name(name) }} as metric
                from rankhouse_{{ source }}
            ) as named
        ) as limited
        group by {{ rankhouse.inline(by + ["measure"]) }}
    {%- endset -%}
    {{ return(rankhouse.step("ranges", "a measure in a group, with the range of its values", sql)) }}
{% endmacro %}
