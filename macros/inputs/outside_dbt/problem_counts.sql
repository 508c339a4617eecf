{#
How many rows each check finds, as a query of one row with n_1, n_2, ...: a tenth of the text, for who looks for more only
where something is wrong.
#}
{% macro problem_counts(checked) -%}
    {%- set counts, names, tables, steps = {}, [], [], [] -%}
    {%- for name, relation in checked.sources.items() -%} {%- do counts.update({name: []}) -%} {%- endfor -%}
    {%- for check in checked.checks if not check.kinds -%}
        {%- set place, n = loop.index, " as n_" ~ loop.index -%}
        {%- do names.append("n_" ~ place) -%}
        {%- if check.rows is not none -%}
            {%- set rows = (
                "(\nselect count(*)"
                ~ n
                ~ "\nfrom (\n"
                ~ (check.may_occur or check.rows)
                ~ "\n) as concerned\n) as rows_"
                ~ place
            ) -%}
            {%- do tables.append(rows) -%}
        {%- elif check.figure is not none -%} {%- do counts[check.source].append(check.figure ~ n) -%}
        {%- else -%} {%- do counts[check.source].append("count(\ncase\nwhen " ~ check.when ~ "\nthen 1\nend\n)" ~ n) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- for name, figures in counts.items() if figures -%}
        {%- set sql = (
            "select\n"
            ~ rankhouse.listed(figures)
            ~ "\nfrom "
            ~ rankhouse.as_source(checked.sources[name], name)
        ) -%}
        {%- do tables.append("(\n" ~ sql ~ "\n) as found_" ~ name) -%}
    {%- endfor -%}
    {%- set sql = "select\n" ~ rankhouse.listed(names) ~ "\nfrom " ~ tables | join("\ncross join ") -%}
    {{ return(rankhouse.query_of(checked.steps, "what is found", sql) if checked.steps else sql) }}
{%- endmacro %}
