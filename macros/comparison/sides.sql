{# What macros over two sides of a table of query_metrics share: a side is a value of a column, such as system or day. #}
{#
What they need to know, the arguments checked.
    read        the columns that `columns` may rename
    roles       the columns that are named by themselves; `system` tells the sides apart
    lists       the lists of columns by their arguments: by, and segments where there are any
    results     the columns of the result beside the user's, which none of these can be named like
#}
{% macro sides_plan(query_metrics, read, roles, baseline, lists, columns, results) %}
    {%- do rankhouse.a_relation("query_metrics", query_metrics) -%}
    {%- for role, name in roles.items() -%}
        {%- do rankhouse.one_name(role, name) -%} {%- do rankhouse.names_beside(role, [name], results) -%}
    {%- endfor -%}
    {%- for argument, names in lists.items() -%}
        {%- for role, column in roles.items() -%}
            {%- do rankhouse.names_beside_role(argument, names, role, column) -%}
        {%- endfor -%}
        {%- do rankhouse.names_beside(argument, names, results) -%}
    {%- endfor -%}
    {%- set segments = lists.get("segments", []) -%}
    {%- if "segments" in lists and not segments -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_segments()) }}
    {%- endif -%}
    {%- for column in lists.by if column in segments -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_names_role("by", column, "segments")) }}
    {%- endfor -%}
    {%- do rankhouse.known_columns(columns, read, ["query_metrics"]) -%}
    {%- set side = rankhouse.asked_side(roles.system, baseline) -%}
    {%- set named = {} -%}
    {%- do named.update(columns) -%}
    {%- for role, name in roles.items() -%} {%- do named.update({"query_metrics." ~ role: name}) -%} {%- endfor -%}
    {%- set plan = {"query_metrics": query_metrics, "columns": named} -%}
    {%- do plan.update({"baseline": side}) -%}
    {#- The segments are columns of the same table with a key of their own. -#}
    {%- do plan.update(rankhouse.groups_of(lists.by, segments)) -%}
    {%- set lists = [["by", "query_metrics"], ["segments", "query_metrics"]] -%}
    {%- set named = roles.keys() | list -%}
    {%- set weighs = "weight" in read and rankhouse.is_named(plan, "query_metrics", "weight") -%}
    {%- do plan.update({"weighs": weighs}) -%}
    {%- set needed = read if weighs else read | reject("equalto", "weight") | list -%}
    {%- do plan.update(
        rankhouse.require_columns(
            plan, {"query_metrics": needed + named}, ["value", "weight"], [], named, lists
        )
    ) -%}
    {{ return(plan) }}
{% endmacro %}

{# The columns that are named by themselves; clusters are of another column than systems. #}
{% macro roles_of_sides(system, cluster) %}
    {%- set roles = {"system": system} -%}
    {%- if cluster is not none -%}
        {%- do roles.update({"cluster": cluster}) -%}
        {%- do rankhouse.one_name("cluster", cluster) -%}
        {%- do rankhouse.names_beside_role("cluster", [cluster], "system", system) -%}
    {%- endif -%}
    {{ return(roles) }}
{% endmacro %}

{#
The baseline's text as it is compared with systems. Where `relation` has systems and none of them is the baseline, the
engine is stopped: an empty comparison would look like one without a difference.
#}
{% macro baseline_text(plan, relation, column="system_name") -%}
    {%- set system = rankhouse.text(column) -%}
    {%- set parts = [
        rankhouse.literal("baseline '"),
        plan.baseline,
        rankhouse.literal("' is not one of the systems, which range from '"),
        "min(" ~ system ~ ")",
        rankhouse.literal("' to '"),
        "max(" ~ system ~ ")",
        rankhouse.literal("'"),
    ] -%}
    (
        select
            case
                when max(case when {{ system }} = {{ plan.baseline }} then 1 else 0 end) = 0
                then {{ rankhouse.stopped(parts | join("\n|| ")) }}
                else {{ plan.baseline }}
            end
        from {{ relation }}
        where {{ column }} is not null
    )
{%- endmacro %}

{% macro says_no_segments() %}
    {{ return("segments is empty: give the columns to split a change by, such as ['country']") }}
{% endmacro %}

{# A column of the user's table. #}
{% macro side_column(plan, name) %} {{ return(rankhouse.renamed("query_metrics", name, plan.columns)) }} {% endmacro %}

{# A column that is named by itself has its name in the result too. #}
{% macro named_role(plan, column, role) %}
    {{ return(column ~ " as " ~ rankhouse.name_alone(rankhouse.side_column(plan, role))) }}
{% endmacro %}

{# Both sides of a pair as results name them. In the steps the first is `system_name`: `system` is a word of SQL to dbt v2. #}
{% macro named_systems() %}
    {{ return(["own.system_name as " ~ rankhouse.quoted("system"), "other.system_name as baseline"]) }}
{% endmacro %}

{#
The steps that end in rankhouse_sides: system_name and baseline, which are compared, and `side`, one of the two. They read
rankhouse_<source>, with a column system_name. A baseline is found by its text, whatever the column's type. Without one each
pair stands once, the later name against the earlier one.
#}
{% macro side_steps(plan, source) %}
    {%- set systems -%} select distinct system_name from rankhouse_{{ source }} {%- endset -%}
    {%- set place = rankhouse.byte_order("system_name", "asc") -%}
    {%- set placed -%} select system_name, row_number() over (order by {{ place }}) as place from rankhouse_systems
    {%- endset -%}
    {%- set versus -%}
        select own.system_name as system_name, other.system_name as baseline
        from rankhouse_placed as own
        cross join rankhouse_placed as other
        {% if plan.baseline is none %} where own.place > other.place
        {% else %}
            {%- set table = rankhouse.as_source(plan.query_metrics, "query_metrics") -%}
            where
                own.place <> other.place
                and {{ rankhouse.text("other.system_name") }}
                = {{ rankhouse.baseline_text(plan, table, rankhouse.side_column(plan, "system")) }}
        {% endif %}
    {%- endset -%}
    {%- set sides -%}
        select system_name, baseline, system_name as side, 0 as is_baseline from rankhouse_versus
        union all
        select system_name, baseline, baseline as side, 1 as is_baseline from rankhouse_versus
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("systems", "a side", systems),
                rankhouse.step("placed", "the same, with its place among them", placed),
                rankhouse.step("versus", "two sides that are compared", versus),
                rankhouse.step("sides", "the same, and one of the two", sides),
            ]
        )
    }}
{% endmacro %}

{# The value of a column on one of two sides, as an aggregate. #}
{% macro side_aggregate(aggregate, value, is_baseline) %}
    {{ return(aggregate ~ "(case when sides.is_baseline = " ~ is_baseline ~ " then " ~ value ~ " end)") }}
{% endmacro %}
