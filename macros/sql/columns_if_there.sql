{#
A select that reads columns which its one relation, `side`, may lack: where it lacks one, the name means that of the relation outside,
a NULL. Both have one alias, so that of another column that is missing the engine names the input.
#}
{% macro with_columns_if_there(sql, side, names) %}
    {%- set lacking = [] -%}
    {%- for name in names -%}
        {%- do lacking.append("\n" ~ rankhouse.text("null") ~ " as " ~ rankhouse.quoted(name)) -%}
    {%- endfor -%}
    {%- if rankhouse.reads_if_there() -%}
        {%- set outside = "(\nselect\n" ~ rankhouse.listed(lacking) ~ "\n) as " ~ rankhouse.alias_of(side) -%}
        {{ return("select found.*\nfrom " ~ outside ~ "\ncross join lateral (\n" ~ sql ~ "\n) as found") }}
    {%- endif -%}
    {{ return(sql) }}
{% endmacro %}

{# Whether the engine looks for such a name outside. #}
{% macro reads_if_there() %} {{ return(adapter.dispatch("reads_if_there", "rankhouse")()) }}{% endmacro %}

{% macro default__reads_if_there() %} {{ return(false) }}{% endmacro %}

{% macro duckdb__reads_if_there() %} {{ return(true) }}{% endmacro %}

{% macro postgres__reads_if_there() %} {{ return(true) }}{% endmacro %}

{% macro redshift__reads_if_there() %} {{ return(false) }}{% endmacro %}
