{#
The values of a column that has few. Postgres plans with 200 of them where it knows nothing, and all pairs of so
many look expensive enough that it compiles the query for a minute; from an array it expects ten.
#}
{% macro few_values(column, relation) %}
    {{ return(adapter.dispatch("few_values", "rankhouse")(column, relation)) }}
{% endmacro %}

{% macro default__few_values(column, relation) %}
    {{ return("select distinct " ~ column ~ " from " ~ relation) }}
{% endmacro %}

{% macro postgres__few_values(column, relation) %}
    {{ return("select unnest(array(select distinct " ~ column ~ " from " ~ relation ~ ")) as " ~ column) }}
{% endmacro %}

{# Redshift has no such arrays. #}
{% macro redshift__few_values(column, relation) %}
    {{ return("select distinct " ~ column ~ " from " ~ relation) }}
{% endmacro %}
