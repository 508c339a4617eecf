{#
A select that reads columns which its one relation, `side`, may lack: where it lacks one, the name means that of the relation outside,
a NULL. Both have one alias, so that of another column that is missing the engine names the input.
#}
{% macro with_columns_if_there(sql, side, names) %}
    {%- set join, lacking = rankhouse.join_that_sees_outside(), [] -%}
    {%- if not join or not names -%} {{ return(sql) }}{%- endif -%}
    {%- for name in names -%}
        {%- do lacking.append("\n" ~ rankhouse.text("null") ~ " as " ~ rankhouse.quoted(name)) -%}
    {%- endfor -%}
    {%- set outside = "(\nselect\n" ~ rankhouse.listed(lacking) ~ "\n) as " ~ rankhouse.alias_of(side) -%}
    {{ return("select found.*\nfrom " ~ outside ~ "\n" ~ join ~ " (\n" ~ sql ~ "\n) as found") }}
{% endmacro %}

{# The join whose right side may name columns of the left one; nothing where the engine has none. #}
{% macro join_that_sees_outside() %}
    {{ return(adapter.dispatch("join_that_sees_outside", "rankhouse")()) }}
{% endmacro %}

{% macro default__join_that_sees_outside() %} {{ return("") }}{% endmacro %}

{# It needs no `lateral`, which dbt v2 cannot read. #}
{% macro duckdb__join_that_sees_outside() %} {{ return("cross join") }}{% endmacro %}

{% macro postgres__join_that_sees_outside() %} {{ return("cross join lateral") }}{% endmacro %}

{% macro redshift__join_that_sees_outside() %} {{ return("") }}{% endmacro %}
