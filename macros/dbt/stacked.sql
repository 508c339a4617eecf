{#
Summaries of several evaluations in one table: `summaries` is a dictionary of names and tables of metrics. One row per
evaluation, group and measure; a grouping column that a summary lacks is NULL there, and figures that it lacks are too.
`by`: the grouping columns that are kept, all of them by default.
#}
{% macro stacked_metrics(summaries, by=none) -%}
    {%- do rankhouse.refuse_others("stacked_metrics", kwargs) -%}
    {%- if summaries is not mapping or not summaries -%}
        {{
            exceptions.raise_compiler_error(
                "summaries is a dictionary of names and tables, such as {'search': ref('search_metrics')}, got '"
                ~ summaries
                ~ "'"
            )
        }}
    {%- endif -%}
    {%- set kinds, columns_of = {}, {} -%}
    {%- for name, relation in summaries.items() -%}
        {%- set columns = adapter.get_columns_in_relation(relation) if execute else [] -%}
        {%- do columns_of.update({name: columns | map(attribute="name") | map("lower") | list}) -%}
        {%- for column in columns if column.name | lower not in kinds -%}
            {%- do kinds.update({column.name | lower: column}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set figures = rankhouse.result_columns("metrics") -%}
    {%- set groups = by -%}
    {%- if groups is none -%}
        {%- set groups = kinds.keys() | reject("in", figures + ["fingerprint", "row_id"]) | list -%}
    {%- endif -%}
    {%- do rankhouse.list_of_names("by", groups) -%}
    {%- do rankhouse.names_beside("by", groups, ["evaluation"] + figures) -%}
    {%- for column in groups if execute and column | lower not in kinds -%}
        {{
            exceptions.raise_compiler_error(
                "by: no summary has the column '" ~ column ~ "'" ~ rankhouse.suggest(column, kinds.keys() | list)
            )
        }}
    {%- endfor -%}
    {%- for name, relation in summaries.items() -%}
        {%- set chosen = [rankhouse.literal(name) ~ " as evaluation"] -%}
        {%- for column in groups + figures if not execute or column | lower in kinds -%}
            {%- set known = kinds.get(column | lower) -%}
            {%- if not execute or column | lower in columns_of[name] -%}
                {%- do chosen.append(rankhouse.quoted(known.name if known else column)) -%}
            {%- else -%}
                {%- set type = known.dtype if known.is_string() else known.data_type -%}
                {%- do chosen.append("cast(null as " ~ type ~ ") as " ~ rankhouse.quoted(known.name)) -%}
            {%- endif -%}
        {%- endfor %}
        select {{ rankhouse.inline(chosen) }}
        from {{ relation }} {{ "union all" if not loop.last }}
    {%- endfor -%}
{%- endmacro %}
